"""Where words are parted: three letters at least stay on either side, and the last word of a paragraph stays whole."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from reportgen.render import hyphens, pages
from reportgen.render.press import press

FIVE = "regiment ammunition recovered evidently encountered musketry operation arrived"


def parted(text: str) -> list[tuple[str, str]]:
    """The words that a text parts in columns of all widths: what stands before the hyphen, and what after."""
    columns = "".join(f'<p style="width: {width}pt">{text}</p>' for width in range(90, 200, 3))
    page = f'<html lang="en-GB"><head><title>x</title></head><body>{columns}</body></html>'
    document = pypdfium2.PdfDocument(press().pdf(page, [pages.style("print.css"), pages.style("a5.css")]))
    whole = "\n".join(page.get_textpage().get_text_range() for page in document)
    return re.findall("(\\w+)[\u2010\ufffe\x02-]\\s*(\\w+)", whole)


def test_three_letters_on_either_side() -> None:
    found = parted(f"{FIVE} and so on")
    assert len(found) > 12
    assert min(len(start) for start, _ in found) >= 3
    assert min(len(end) for _, end in found) >= 3


def test_the_last_word_stays_whole() -> None:
    before = {start + end for start, end in parted("They saw the ammunition go by")}
    assert "ammunition" in before
    assert not any(start + end == "ammunition" for start, end in parted("They had not seen the ammunition."))


def test_another_weasyprint_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from weasyprint.text import line_break

    press()
    monkeypatch.delattr(line_break, "keeps_last_words")
    monkeypatch.setattr(line_break, "get_next_word_boundaries", lambda text: None)
    before = line_break.get_next_word_boundaries
    assert hyphens.keep_last_words() is False
    assert line_break.get_next_word_boundaries is before
