"""Captions and lines under headings: several lines come out even, what fits on one stays as it is."""

from __future__ import annotations

import re

import pypdfium2
import pytest
from markupsafe import Markup

from reportgen.render import pages
from reportgen.render.evened import Evened
from reportgen.render.paper import PAPERS
from reportgen.render.press import press
from reportgen.render.typeset import plain

LONG = "The end of two of the stands of spearmen in the centre and of the left-hand cavalry stand, and of the gun"
HEADING = "Turn 5, Anglo-Egyptian Column"


def lines(html: Markup) -> list[str]:
    return [re.sub("<[^>]*>", "", line) for line in str(html).split("<br/>")]


@pytest.mark.parametrize("text", ["The gun was lost.", "", "Where the Greys made their fire tell"])
def test_what_fits_on_a_line_is_left_alone(text: str) -> None:
    assert Evened(PAPERS["a5"]).caption(plain(text)) == text


@pytest.mark.parametrize("words", range(12, 40))
def test_no_line_is_much_shorter_than_the_others(words: int) -> None:
    text = " ".join((LONG.split() * 3)[:words])
    found = lines(Evened(PAPERS["a5"]).caption(plain(text)))
    assert " ".join(found) == text
    assert min(map(len, found)) > 0.7 * max(map(len, found))
    assert max(map(len, found)) < 95


def test_a_heading_stands_above_if_it_has_no_room_beside() -> None:
    evened = Evened(PAPERS["a5"])
    assert lines(evened.caption(plain("Two stands were lost."), HEADING)) == [f"{HEADING}\u2002Two stands were lost."]
    apart = "The front stand of the pair of spearmen on the right was lost."
    assert lines(evened.caption(plain(apart), HEADING)) == [HEADING, apart]
    found = lines(evened.caption(plain(LONG), HEADING))
    assert len(found) == 2
    assert found[0].startswith(f"{HEADING}\u2002The end")


def test_marks_in_a_caption_keep_whole() -> None:
    caption = Markup('By <a href="https://example.org/a b">the umpire of the day</a>, ') + LONG
    found = str(Evened(PAPERS["a5"]).caption(caption))
    assert found.replace("<br/>", " ") == caption
    assert '<a href="https://example.org/a b">the' in found


def test_a_line_is_broken_only_if_a_stub_would_be_left() -> None:
    evened = Evened(PAPERS["a5"])
    stub = "The General threw two and the Brigadier one; with six kept back that made nine orders."
    assert lines(evened.line(stub)) == [
        "The General threw two and the Brigadier one;",
        "with six kept back that made nine orders.",
    ]
    assert len(lines(evened.line(stub + " All of them went to the battalions on the left."))) == 1


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_page_breaks_them_nowhere_else(paper: str) -> None:
    """Set in the style sheets' letters, every line fits: there are as many as were meant."""
    sheet = PAPERS[paper]
    evened = Evened(sheet)
    texts = [" ".join((LONG.split() * 3)[start : start + 9 + start]) for start in range(16)]
    captions = [evened.caption(plain(text), HEADING if n % 2 else "") for n, text in enumerate(texts)]
    figures = "".join(
        f'<div class="anchor"><figure class="plate"><div class="hold"></div><div class="whole">'
        f"<figcaption>{caption}</figcaption></div></figure></div>"
        for caption in captions
    )
    page = f'<html lang="en-GB"><head><title>x</title></head><body>{figures}</body></html>'
    document = pypdfium2.PdfDocument(press().pdf(page, [pages.style(name) for name in sheet.styles]))
    printed = [line for page in document for line in page.get_textpage().get_text_range().split("\r\n")]
    printed = [re.sub(r"\s+", " ", line) for line in printed if line.strip() and not line.isdigit()]
    assert printed == [re.sub(r"\s+", " ", line) for caption in captions for line in lines(caption)]


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_style_sheets_have_the_same_letters(paper: str) -> None:
    sheet = PAPERS[paper]
    text = "\n".join(pages.style(name) for name in sheet.styles)
    caption = re.search(r"^figcaption, \.figcaption \{ font-size: ([\d.]+)pt", text, re.MULTILINE)
    body = re.search(r"^(?:body|html) \{ font-size: ([\d.]+)pt", text, re.MULTILINE)
    assert caption is not None
    assert body is not None
    assert (float(caption[1]), float(body[1])) == (sheet.caption_size, sheet.text_size)
