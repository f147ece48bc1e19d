"""What is done to a finished PDF: sheets to fold, boxes and marks for the print shop, greys, the test of a printer."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest

from reportgen.problems import ProblemsFound
from reportgen.render.imposition import (
    MM,
    SHEETS,
    Marks,
    impose,
    impose_twice,
    padded,
    reading_order,
    saddle_stitch,
    zine,
)
from reportgen.render.printing import SLUG, Printing, printed, printer_test
from tests.paper.conftest import numbered, operators, unembedded, words

COUNTS = (4, 8, 12, 16, 30)
A5 = 148 * MM, 210 * MM


def sides(pdf: bytes) -> list[tuple[tuple[str, str], bool]]:
    """By side: the pages on its left and right as they stand when it is held upright, and whether it was turned."""
    made = []
    middle = SHEETS["a4"][0] / 2
    for page in words(pdf):
        turned = any(upside for *_, upside in page)
        assert all(upside == turned for *_, upside in page)
        left = [word for word, x, _, _ in page if (x < middle) != turned]
        right = [word for word, x, _, _ in page if (x >= middle) != turned]
        made.append((("".join(left), "".join(right)), turned))
    return made


def as_read(spreads: list[tuple[str, str]]) -> list[str]:
    """The pages in the order of reading, from the sides in the order front, back, front, back."""
    total = 2 * len(spreads)
    pages = [""] * total
    for sheet in range(len(spreads) // 2):
        pages[total - 1 - 2 * sheet], pages[2 * sheet] = spreads[2 * sheet]
        pages[2 * sheet + 1], pages[total - 2 - 2 * sheet] = spreads[2 * sheet + 1]
    return pages


def expected(count: int) -> list[str]:
    return [f"p{n}" if n <= count else "" for n in range(1, padded(count) + 1)]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("flip", ["short", "long"])
def test_folded_sheets_are_read_in_order(count: int, flip: str) -> None:
    read = sides(impose(numbered(count), "a4", flip))  # type: ignore[arg-type]
    assert len(read) == padded(count) // 2
    assert as_read([spread for spread, _ in read]) == expected(count)
    assert [turned for spread, turned in read if any(spread)] == [
        n % 2 == 1 and flip == "long" for n, (spread, _) in enumerate(read) if any(spread)
    ]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("reverse", [False, True])
def test_the_two_files_of_a_one_sided_printer_go_together(count: int, reverse: bool) -> None:
    fronts, backs = (
        [spread for spread, _ in sides(pdf)] for pdf in impose_twice(numbered(count), "a4", reverse=reverse)
    )
    assert len(fronts) == len(backs) == padded(count) // 4
    if reverse:
        backs.reverse()
    assert as_read([side for pair in zip(fronts, backs, strict=True) for side in pair]) == expected(count)


@pytest.mark.parametrize("count", range(1, 33))
def test_the_plan_folds_into_order(count: int) -> None:
    assert reading_order(saddle_stitch(count))[:count] == list(range(count))


def test_a_booklet_needs_a_page() -> None:
    with pytest.raises(ValueError, match="at least one"):
        saddle_stitch(0)


def test_creep_moves_inner_pages_to_the_fold() -> None:
    plain, crept = (words(impose(numbered(12), "a4", marks=Marks(creep=creep))) for creep in (0.0, 2.0))
    middle = SHEETS["a4"][0] / 2
    for number, (before, after) in enumerate(zip(plain, crept, strict=True)):
        sheet = number // 2
        for (_, x, _, _), (_, moved, _, _) in zip(before, after, strict=True):
            towards = 1 if x < middle else -1
            assert moved - x == pytest.approx(2.0 * sheet * towards, abs=0.01)


def test_a_page_larger_than_half_a_sheet_is_made_smaller_and_kept_whole() -> None:
    with pikepdf.open(io.BytesIO(impose(numbered(4), "letter"))) as document:
        assert [float(n) for n in document.pages[0].mediabox] == pytest.approx([0, 0, 792, 612])
        matrices = [
            one.operands for one in pikepdf.parse_content_stream(document.pages[0]) if str(one.operator) == "cm"
        ]
        assert [float(one[0]) for one in matrices] == pytest.approx([5.5 * 72 / A5[0]] * 2, abs=1e-3)


def test_a_zine_has_its_eight_pages_where_the_folds_want_them() -> None:
    (page,) = words(zine(numbered(8)))
    width, height = SHEETS["a4"]
    placed = {}
    for word, x, y, upside in page:
        placed[int(x // (width / 4)), int(y // (height / 2))] = word, upside
    upper = [placed[column, 1] for column in range(4)]
    lower = [placed[column, 0] for column in range(4)]
    assert upper == [("p5", True), ("p4", True), ("p3", True), ("p2", True)]
    assert lower == [("p6", False), ("p7", False), ("p8", False), ("p1", False)]


def test_a_zine_of_nine_pages_is_refused() -> None:
    with pytest.raises(ProblemsFound) as found:
        printed(numbered(9), "long", Printing(fold=("zine",)))
    assert [problem.code for problem in found.value.problems] == ["too-long"]


def test_fold_and_staple_marks_are_drawn_only_when_wanted() -> None:
    def strokes(marks: Marks) -> list[int]:
        with pikepdf.open(io.BytesIO(impose(numbered(8), marks=marks))) as document:
            return [
                sum(str(one.operator) == "S" for one in pikepdf.parse_content_stream(page)) for page in document.pages
            ]

    assert strokes(Marks()) == [0, 0, 0, 0]
    assert strokes(Marks(fold=True)) == [2, 2, 2, 2]
    assert strokes(Marks(staples=True)) == [2, 0, 0, 0]


@pytest.mark.parametrize(("bleed", "marks"), [(3.0, True), (3.0, False), (0.0, True)])
def test_the_boxes_of_a_page_for_the_print_shop(bleed: float, marks: bool) -> None:
    pdf = printed(numbered(2), "x", Printing(bleed=bleed, marks=marks))["x.pdf"]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            around = bleed * MM
            slug = around + (SLUG * MM if marks else 0)
            for box, beyond in (("TrimBox", 0.0), ("BleedBox", around), ("MediaBox", slug)):
                said = [float(n) for n in page.obj[f"/{box}"]]
                assert said == pytest.approx([-beyond, -beyond, A5[0] + beyond, A5[1] + beyond], abs=0.01), box
        assert document.Root.MarkInfo.Marked
        assert "/StructTreeRoot" in document.Root


def test_crop_marks_stand_outside_the_bleed_and_on_the_paper() -> None:
    pdf = printed(numbered(1), "x", Printing(bleed=3, marks=True))["x.pdf"]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        own = pikepdf.parse_content_stream(document.pages[0])
    from_ = next(n for n, one in enumerate(own) if str(one.operator) == "BMC" and n > len(own) - 90)
    points = [[float(n) for n in one.operands] for one in own[from_:] if str(one.operator) in ("m", "l")]
    assert len(points) > 30
    near, far = 3 * MM - 0.01, (3 + SLUG) * MM
    for x, y in points:
        outside = max(-x, x - A5[0], -y, y - A5[1])
        assert near <= outside <= far


def test_what_reaches_over_the_edge_is_painted_into_the_bleed() -> None:
    import pypdfium2

    pdf = printed(numbered(1), "x", Printing(bleed=3, marks=True))["x.pdf"]
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil().convert("RGB")
    edge = SLUG * MM * 2
    assert picture.getpixel((int(edge + 3), 500)) == (240, 224, 208)
    assert picture.getpixel((int(edge - 4), 500)) == (255, 255, 255)


def test_grey_has_no_colour_left() -> None:
    before, after = numbered(3), printed(numbered(3), "x", Printing(grey=True))["x.pdf"]
    coloured = {"rg", "RG", "k", "K", "sc", "SC", "scn", "SCN"}
    assert operators(before) & coloured
    assert not operators(after) & coloured
    with pikepdf.open(io.BytesIO(after)) as document:
        assert "/StructTreeRoot" in document.Root


def test_grey_keeps_how_light_a_colour_is() -> None:
    import pypdfium2

    picture = pypdfium2.PdfDocument(printed(numbered(1), "x", Printing(grey=True))["x.pdf"])[0].render().to_pil()
    red, green, blue = picture.convert("RGB").getpixel((20, 300))  # type: ignore[misc]
    assert red == green == blue
    assert red == pytest.approx(0.299 * 240 + 0.587 * 224 + 0.114 * 208, abs=1.5)


def test_the_same_pages_give_the_same_files() -> None:
    how = Printing(("a4", "letter", "zine"), "two-pass", 0.1, True, True, 3, True, True, True)
    assert printed(numbered(8), "x", how) == printed(numbered(8), "x", how)


@pytest.mark.parametrize("sheet", ["a4", "letter"])
def test_the_printer_test_is_one_sheet_with_both_answers(sheet: str) -> None:
    front, back = words(printer_test(sheet))  # type: ignore[arg-type]
    assert not any(upside for *_, upside in front)
    answers = {word: upside for word, *_, upside in back if word in ("short", "long")}
    assert answers == {"short": False, "long": True}


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_qpdf_finds_no_fault(tmp_path: Path) -> None:
    files = printed(numbered(6), "x", Printing(("a4", "zine"), "long", 0.1, True, True, 3, True, True, True))
    for name, content in files.items():
        assert unembedded(content) == []
        (tmp_path / name).write_bytes(content)
        done = subprocess.run(["qpdf", "--check", str(tmp_path / name)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "WARNING" not in done.stdout + done.stderr
