"""Golden pages: the printed sample as text, and some of its pages as small pictures, with boxes for the maps.

Maps have golden pictures of their own (tests/maps). To change these: `pytest tests/pages --update-golden`, then look.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from reportgen.render.paper import PAPERS
from reportgen.render.report import report_pdf
from tests.pages import sample

GOLDEN = Path(__file__).parent / "golden"
SCALE = 0.75
ALLOWED = 0.002
"""The share of dots that may differ by more than a little: none that a reader would see."""
PICTURES = [("a5", 1), ("a5", 2), ("a5", 3), ("a5", 11), ("a5", 25), ("a4", 3), ("a4", 8), ("letter", 9)]


@cache
def document(paper: str) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(report_pdf(sample.sample(), PAPERS[paper], empty=True))


def test_text(update_golden: bool) -> None:
    pages = []
    for number, page in enumerate(document("a5"), 1):
        text = re.sub("[ \u00a0]+", " ", page.get_textpage().get_text_range().replace("\r\n", "\n"))
        pages.append(f"--- page {number}\n{text}\n")
    path = GOLDEN / "sample-a5.txt"
    if update_golden:
        GOLDEN.mkdir(exist_ok=True)
        path.write_text("".join(pages), encoding="utf-8")
    assert "".join(pages) == path.read_text(encoding="utf-8"), "if it is meant, run with --update-golden and look"


def differing(a: Image.Image, b: Image.Image) -> float:
    """The share of dots that differ clearly."""
    if a.size != b.size:
        return 1.0
    marked = ImageChops.difference(a.convert("L"), b.convert("L")).point(lambda v: 255 if v > 48 else 0)
    return marked.histogram()[255] / (a.width * a.height)


@pytest.mark.parametrize(("paper", "number"), PICTURES)
def test_picture(paper: str, number: int, update_golden: bool) -> None:
    picture = document(paper)[number - 1].render(scale=SCALE).to_pil().convert("L")
    path = GOLDEN / f"{paper}-{number:02d}.png"
    if update_golden:
        GOLDEN.mkdir(exist_ok=True)
        picture.quantize(16).save(path, optimize=True)
    assert path.is_file(), f"{path.name} is missing: look at the page, then run with --update-golden"
    with Image.open(path) as golden:
        share = differing(picture.quantize(16).convert("L"), golden)
    assert share <= ALLOWED, f"{share:.2%} of {path.name} changed; if it is meant, look at it and run --update-golden"


def test_the_comparison_sees_a_moved_line() -> None:
    """The gate can fail: a page shifted by one dot is another page."""
    page = document("a5")[1].render(scale=SCALE).to_pil().convert("L")
    moved = ImageChops.offset(page, 0, 1)
    assert differing(page, moved) > ALLOWED
    assert differing(page, page) == 0
