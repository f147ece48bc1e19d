"""Imposition: the pages of a booklet put on sheets so that folding brings them into order.

Pages are placed as form XObjects: nothing is drawn again, type stays type and lines stay lines. All lengths are in
points (1/72 inch) unless a name says otherwise; sheets lie as they leave the printer, the origin bottom left.

Words of the trade: a *sheet* has a front and a back, each side carries two pages (*spread*), sheets laid into each
other and stapled through the fold are *saddle-stitched*; inner sheets stick out at the fore edge by *creep*.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pikepdf

MM = 72 / 25.4
"""Points in a millimetre."""

SHEETS: dict[str, tuple[float, float]] = {"a4": (297 * MM, 210 * MM), "letter": (11 * 72.0, 8.5 * 72.0)}
"""The sheets that booklets are folded from, landscape."""

Flip = Literal["short", "long"]
"""Over which edge of the landscape sheet a duplex printer turns it. Over the short edge the back stays upright; over
the long edge it must be printed upside down to stand upright."""

BLANK = -1
"""A page that is not there."""

Side = tuple[int, int]
"""The pages on one side of a sheet, left and right, by index from 0 or BLANK."""


def padded(pages: int, multiple: int = 4) -> int:
    """The number of pages that a booklet of so many takes: the next multiple of four."""
    return -(-pages // multiple) * multiple


def saddle_stitch(pages: int) -> list[tuple[Side, Side]]:
    """By sheet, outermost first: the pages of its front and its back.

    The front of the outermost sheet carries the last page on the left and the first on the right. Raises ValueError
    for fewer than one page.
    """
    if pages < 1:
        raise ValueError("a booklet needs at least one page")
    total = padded(pages)

    def real(index: int) -> int:
        return index if index < pages else BLANK

    return [
        (
            (real(total - 1 - 2 * sheet), real(2 * sheet)),
            (real(2 * sheet + 1), real(total - 2 - 2 * sheet)),
        )
        for sheet in range(total // 4)
    ]


ZINE: tuple[tuple[int, bool], ...] = (
    (4, True), (3, True), (2, True), (1, True),
    (5, False), (6, False), (7, False), (0, False),
)  # fmt: skip
"""The eight pages of a one-sheet mini-zine, printed on one side: top row from the left, then bottom row; the page by
index from 0 and whether it stands on its head. Fold in half thrice, slit the middle fold between the two inner pairs of
columns, and push the ends together."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn besides the pages. `creep` is the thickness of one sheet in points by which each further sheet
    inwards moves its pages towards the fold."""

    fold: bool = False
    staples: bool = False
    creep: float = 0.0


def impose(pdf: bytes, sheet: str = "a4", flip: Flip = "short", marks: Marks | None = None) -> bytes:
    """The booklet as sheets for a duplex printer: front, back, front, back.

    `sheet` is a name of `SHEETS`. Pages that are larger than half a sheet are made smaller, never larger. Raises
    KeyError for another sheet.
    """
    return _booklet(pdf, sheet, marks or Marks(), "both", flip)


def impose_twice(
    pdf: bytes, sheet: str = "a4", marks: Marks | None = None, reverse: bool = False
) -> tuple[bytes, bytes]:
    """The same for a printer that prints one side: all fronts, and all backs to print on the same paper put in again.

    Backs stand in the order of the fronts, or the other way round with `reverse`: which a printer needs is what the
    test sheet shows.
    """
    marks = marks or Marks()
    fronts = _booklet(pdf, sheet, marks, "fronts", "short")
    return fronts, _booklet(pdf, sheet, marks, "backs reversed" if reverse else "backs", "short")


def zine(pdf: bytes, sheet: str = "a4") -> bytes:
    """The first eight pages on one side of one sheet, with the lines to fold and to cut. Fewer pages leave blanks."""
    import pikepdf

    width, height = SHEETS[sheet]
    with pikepdf.open(io.BytesIO(pdf)) as source, pikepdf.new() as target:
        forms = _forms(target, source)
        page = target.add_blank_page(page_size=(width, height))
        content = []
        cell = width / 4, height / 2
        for place, (index, upside_down) in enumerate(ZINE):
            if index >= len(forms):
                continue
            column, row = place % 4, 1 - place // 4
            box = (column * cell[0], row * cell[1], *cell)
            content.append(_place(page, index, forms[index], box, "centre", 0.0, upside_down))
        content.append(_zine_lines(width, height))
        page.contents_add(target.make_stream("\n".join(content).encode()))
        return _bytes(target, source)


def _booklet(pdf: bytes, sheet: str, marks: Marks, which: str, flip: Flip) -> bytes:
    import pikepdf

    width, height = SHEETS[sheet]
    with pikepdf.open(io.BytesIO(pdf)) as source, pikepdf.new() as target:
        forms = _forms(target, source)
        sheets = saddle_stitch(len(forms))
        sides: list[tuple[int, Side, bool]] = []
        for number, (front, back) in enumerate(sheets):
            if which in ("both", "fronts"):
                sides.append((number, front, False))
            if which in ("both", "backs", "backs reversed"):
                sides.append((number, back, True))
        if which == "backs reversed":
            sides.reverse()
        for number, pages, is_back in sides:
            page = target.add_blank_page(page_size=(width, height))
            content = []
            shift = number * marks.creep
            for half, index in enumerate(pages):
                if index == BLANK:
                    continue
                box = (half * width / 2, 0.0, width / 2, height)
                content.append(_place(page, index, forms[index], box, "right" if half == 0 else "left", shift, False))
            content.append(_fold_marks(width, height, marks, outside=number == 0 and not is_back))
            if is_back and flip == "long":
                content.insert(0, f"-1 0 0 -1 {width:.4f} {height:.4f} cm")
            page.contents_add(target.make_stream("\n".join(content).encode()))
        return _bytes(target, source)


def _forms(target: pikepdf.Pdf, source: pikepdf.Pdf) -> list[tuple[pikepdf.Object, float, float]]:
    """Every page as a form XObject in the new file, with its trimmed width and height."""
    forms = []
    for page in source.pages:
        left, bottom, right, top = (float(number) for number in page.trimbox)
        form = target.copy_foreign(page.as_form_xobject())
        form.BBox = [left, bottom, right, top]
        forms.append((form, right - left, top - bottom))
    return forms


def _place(
    page: pikepdf.Page,
    number: int,
    form: tuple[pikepdf.Object, float, float],
    box: tuple[float, float, float, float],
    side: Literal["left", "right", "centre"],
    shift: float,
    upside_down: bool,
) -> str:
    """Draws a page into a box: up against the fold on its `side`, moved `shift` points towards it, at middle height."""
    import pikepdf

    xobject, width, height = form
    x, y, across, up = box
    scale = min(1.0, across / width, up / height)
    left = {"left": x - shift, "right": x + across - width * scale + shift}.get(side, x + (across - width * scale) / 2)
    bottom = y + (up - height * scale) / 2
    name = page.add_resource(xobject, pikepdf.Name.XObject, pikepdf.Name(f"/P{number}"))  # else it is drawn by lot
    origin_x, origin_y = float(xobject.BBox[0]), float(xobject.BBox[1])
    if upside_down:
        matrix = (-scale, 0, 0, -scale, left + (width + origin_x) * scale, bottom + (height + origin_y) * scale)
    else:
        matrix = (scale, 0, 0, scale, left - origin_x * scale, bottom - origin_y * scale)
    clip = f"{x:.4f} {y:.4f} {across:.4f} {up:.4f} re W n"
    return f"q {clip} {' '.join(f'{number:.5f}' for number in matrix)} cm {name} Do Q"


def _fold_marks(width: float, height: float, marks: Marks, outside: bool) -> str:
    """Short dashes at both ends of the fold, and on the outside of the outermost sheet where the staples go."""
    lines = []
    middle = width / 2
    if marks.fold:
        lines += [_line(middle, 0, middle, 4 * MM, "2 2"), _line(middle, height - 4 * MM, middle, height, "2 2")]
    if marks.staples and outside:
        for at in (height / 4, height * 3 / 4):
            lines.append(_line(middle, at - 6 * MM, middle, at + 6 * MM, "", 0.8))
    return "\n".join(lines)


def _zine_lines(width: float, height: float) -> str:
    """Folds dashed along the border, the slit through the middle solid."""
    tick = 3 * MM
    lines = []
    for column in (1, 2, 3):
        x = column * width / 4
        lines += [_line(x, 0, x, tick, "2 2"), _line(x, height - tick, x, height, "2 2")]
    lines += [_line(0, height / 2, tick, height / 2, "2 2"), _line(width - tick, height / 2, width, height / 2, "2 2")]
    lines.append(_line(width / 4, height / 2, width * 3 / 4, height / 2, "6 2", 0.5))
    return "\n".join(lines)


def _line(x1: float, y1: float, x2: float, y2: float, dash: str, thickness: float = 0.3) -> str:
    return f"q 0 G {thickness} w [{dash}] 0 d {x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S Q"


def _bytes(target: pikepdf.Pdf, source: pikepdf.Pdf) -> bytes:
    """The finished file: the title is kept, nothing of the machine or the day goes in."""
    import pikepdf

    if "/Info" in source.trailer and "/Title" in source.docinfo:
        target.docinfo["/Title"] = source.docinfo["/Title"]
    out = io.BytesIO()
    target.save(
        out,
        deterministic_id=True,
        compress_streams=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    return out.getvalue()


def reading_order(sheets: Sequence[tuple[Side, Side]]) -> list[int]:
    """The pages in the order that the folded booklet is read: what `saddle_stitch` must have arranged."""
    count = len(sheets) * 4
    pages = [BLANK] * count
    for number, (front, back) in enumerate(sheets):
        pages[count - 1 - 2 * number], pages[2 * number] = front
        pages[2 * number + 1], pages[count - 2 - 2 * number] = back
    return pages
