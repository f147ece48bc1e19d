"""Golden pages: the booklet of late19c as small pictures.

To change them: `pytest tests/booklet --update-golden`, then look.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops

from tests.booklet.conftest import pdf_of

GOLDEN = Path(__file__).parent / "golden"
SCALE = 0.75
ALLOWED = 0.002
"""The share of dots that may differ by more than a little: none that a reader would see."""


def picture(number: int) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf_of("late19c", "full"))
    return document[number - 1].render(scale=SCALE).to_pil().convert("L").quantize(16).convert("L")


def differing(a: Image.Image, b: Image.Image) -> float:
    """The share of dots that differ clearly."""
    if a.size != b.size:
        return 1.0
    marked = ImageChops.difference(a.convert("L"), b.convert("L")).point(lambda v: 255 if v > 48 else 0)
    return marked.histogram()[255] / (a.width * a.height)


@pytest.mark.parametrize("number", [1, 4, 5, 7, 8])
def test_page(number: int, update_golden: bool) -> None:
    path = GOLDEN / f"late19c-{number}.png"
    now = picture(number)
    if update_golden:
        GOLDEN.mkdir(exist_ok=True)
        now.quantize(16).save(path, optimize=True)
    assert path.is_file(), f"{path.name} is missing: look at the page, then run with --update-golden"
    with Image.open(path) as golden:
        share = differing(now, golden)
    assert share <= ALLOWED, f"{share:.2%} of {path.name} changed; if it is meant, look at it and run --update-golden"


def test_the_comparison_sees_a_moved_line() -> None:
    """The gate can fail: a page shifted by one dot is another page."""
    page = picture(4)
    assert differing(page, ImageChops.offset(page, 0, 1)) > ALLOWED
    assert differing(page, page) == 0
