"""How a PDF is to be printed: folded from sheets at home, or trimmed at a print shop.

    for name, content in printed(pdf, "late19c", Printing(fold=("a4",), fold_marks=True)).items(): ...

The pages themselves come from the press in reading order; everything here is done to the finished file. A document that
is to bleed must be set with `bleed_style` after its own style sheets.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from reportgen.problems import Place, Problem, ProblemsFound
from reportgen.render.greyscale import greyscale
from reportgen.render.imposition import MM, Marks, impose, impose_twice, zine

if TYPE_CHECKING:
    import pikepdf

Fold = Literal["a4", "letter", "zine", "zine-letter"]
Sheet = Literal["a4", "letter"]
Turning = Literal["short", "long", "two-pass", "two-pass-reversed"]
"""How the back of a sheet comes to be printed: by a printer that turns it over its short or its long edge, or by
putting the paper in again for a second file, with the backs in the order of the fronts or the other way round."""
FOLDS: tuple[str, ...] = get_args(Fold)
TURNINGS: tuple[str, ...] = get_args(Turning)

ZINE_PAGES = 8
SLUG = 9.0
"""Millimetres around the bleed in which the marks for the print shop stand."""
MARK = 5.0
"""Millimetres: the length of a crop mark."""
OFFSET = 3.0
"""Millimetres that crop marks keep from the trimmed page if there is no bleed; else they begin where it ends."""
LARGEST_BLEED = 20.0
LARGEST_CREEP = 1.0
"""Millimetres."""


@dataclass(frozen=True, slots=True)
class Printing:
    """What is to be done to a PDF. All lengths in millimetres.

    `fold`: sheets to be made besides the pages. `flip`: how the printer turns them. `creep`: the thickness of a folded
    sheet. `fold_marks`, `staples`: marks on the sheets. `bleed`: how far pictures at the edge reach over it. `marks`:
    crop marks. `grey`: no colours. `printer_test`: a sheet besides that shows how a printer turns its paper.
    """

    fold: tuple[Fold, ...] = ()
    flip: Turning = "short"
    creep: float = 0.0
    fold_marks: bool = False
    staples: bool = False
    bleed: float = 0.0
    marks: bool = False
    grey: bool = False
    printer_test: bool = False


PLAIN = Printing()


def bleed_style(millimetres: float) -> list[str]:
    """The style sheet that makes pages bleed, to come after all others; none if they do not."""
    return [f"@page {{ bleed: {millimetres:g}mm }}"] if millimetres else []


def printed(pdf: bytes, name: str, how: Printing = PLAIN) -> dict[str, bytes]:
    """The files to print, by their names: `NAME.pdf` and, if it is to be folded, `NAME-fold-….pdf`.

    `NAME.pdf` keeps its tags, bookmarks and links; folded sheets are for paper alone and have none. Raises
    ProblemsFound for a zine of more than eight pages.
    """
    if how.grey:
        pdf = greyscale(pdf)
    files = {f"{name}.pdf": trimmed(pdf, how.bleed, how.marks) if how.bleed or how.marks else pdf}
    for fold in how.fold:
        for ending, content in _folded(pdf, name, fold, how):
            files[f"{name}-fold-{fold}{ending}.pdf"] = content
    if how.printer_test:
        sheet: Sheet = "letter" if how.fold and all("letter" in fold for fold in how.fold) else "a4"
        files[f"printer-test-{sheet}.pdf"] = printer_test(sheet)
    return files


def _folded(pdf: bytes, name: str, fold: Fold, how: Printing) -> Iterator[tuple[str, bytes]]:
    """The sheets of one kind, each with what its name ends in."""
    if fold in ("zine", "zine-letter"):
        pages = page_count(pdf)
        if pages > ZINE_PAGES:
            message = f"a one-sheet booklet has {ZINE_PAGES} pages, and this has {pages}"
            problem = Problem(Place(f"{name}.pdf"), "too-long", message, "fold it from several sheets: --fold a4")
            raise ProblemsFound((problem,))
        yield "", zine(pdf, "letter" if fold == "zine-letter" else "a4")
        return
    marks = Marks(how.fold_marks, how.staples, how.creep * MM)
    if how.flip == "short":
        yield "", impose(pdf, fold, "short", marks)
    elif how.flip == "long":
        yield "-long-edge", impose(pdf, fold, "long", marks)
    else:
        fronts, backs = impose_twice(pdf, fold, marks, reverse=how.flip == "two-pass-reversed")
        yield "-1-fronts", fronts
        yield "-2-backs", backs


def page_count(pdf: bytes) -> int:
    """How many pages a PDF has."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return len(opened.pages)


def trimmed(pdf: bytes, bleed: float = 0.0, marks: bool = True) -> bytes:
    """The pages for a print shop: trim box, bleed box around it, and around both the paper with crop marks.

    `bleed` in millimetres; what the pages paint beyond their edge reaches so far. The marks stand outside the bleed.
    Tags, bookmarks and links are kept. The same bytes give the same bytes.
    """
    import pikepdf

    around = bleed * MM
    slug = SLUG * MM if marks else 0.0
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            left, bottom, right, top = (float(number) for number in page.trimbox)
            page.obj.TrimBox = _box(left, bottom, right, top, 0.0)
            page.obj.BleedBox = _box(left, bottom, right, top, around)
            page.obj.MediaBox = _box(left, bottom, right, top, around + slug)
            page.obj.CropBox = page.obj.MediaBox
            if marks:
                _add_marks(document, page, (left, bottom, right, top), around)
        out = io.BytesIO()
        document.save(
            out, deterministic_id=True, compress_streams=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
        )
        return out.getvalue()


def _box(left: float, bottom: float, right: float, top: float, around: float) -> list[float]:
    return [round(left - around, 4), round(bottom - around, 4), round(right + around, 4), round(top + around, 4)]


def _add_marks(
    document: pikepdf.Pdf, page: pikepdf.Page, trim: tuple[float, float, float, float], around: float
) -> None:
    """Eight crop marks and four crosses, as an artifact that readers aloud skip. The page's own content is kept inside
    its bleed."""
    left, bottom, right, top = trim
    near = max(around, OFFSET * MM)
    far = near + MARK * MM
    lines = []
    for x, way in ((left, -1), (right, 1)):
        for y, up in ((bottom, -1), (top, 1)):
            lines.append((x + way * near, y, x + way * far, y))
            lines.append((x, y + up * near, x, y + up * far))
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    out = (near + far) / 2
    circles = [(middle_x, bottom - out), (middle_x, top + out), (left - out, middle_y), (right + out, middle_y)]
    arm = 2.2 * MM
    for x, y in circles:
        lines += [(x - arm, y, x + arm, y), (x, y - arm, x, y + arm)]
    drawn = [f"{x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S" for x1, y1, x2, y2 in lines]
    drawn += [_circle(x, y, 1.3 * MM) for x, y in circles]
    x, y, wide, high = left - around, bottom - around, right - left + 2 * around, top - bottom + 2 * around
    page.contents_add(document.make_stream(f"q {x:.4f} {y:.4f} {wide:.4f} {high:.4f} re W n".encode()), prepend=True)
    marks = "Q /Artifact BMC q 0 G 0.25 w\n" + "\n".join(drawn) + "\nQ EMC"
    page.contents_add(document.make_stream(marks.encode()))


def _circle(x: float, y: float, radius: float) -> str:
    """A circle of four curves."""
    k = 0.5523 * radius
    points = [
        (x, y + radius),
        *((x + k, y + radius), (x + radius, y + k), (x + radius, y)),
        *((x + radius, y - k), (x + k, y - radius), (x, y - radius)),
        *((x - k, y - radius), (x - radius, y - k), (x - radius, y)),
        *((x - radius, y + k), (x - k, y + radius), (x, y + radius)),
    ]
    texts = [f"{a:.3f} {b:.3f}" for a, b in points]
    curves = [f"{' '.join(texts[n : n + 3])} c" for n in (1, 4, 7, 10)]
    return f"{texts[0]} m {' '.join(curves)} S"


def printer_test(sheet: Sheet = "a4", templates: Path | None = None) -> bytes:
    """One sheet of paper, front and back, that shows which `flip` a printer needs."""
    from reportgen.render import pages
    from reportgen.render.press import press

    page = pages.fill("sheets/printer-test.html.j2", templates, sheet=sheet)
    return press().pdf(page, [pages.style("printer-test.css", templates), pages.style("theme.css", templates)])
