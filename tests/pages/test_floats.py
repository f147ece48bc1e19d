"""Plates that float: in order, none lost, none cut, whatever stands between them; and pages without the trick."""

from __future__ import annotations

import random
import re

import pypdfium2
import pytest

from reportgen.render import floats
from reportgen.render.press import EmptyBox, press

WORDS = (
    "the",
    "square",
    "column",
    "marched",
    "over",
    "stony",
    "ground",
    "while",
    "cavalry",
    "watched",
    "from",
    "rocks",
)
STYLE = """
@page { size: 148mm 210mm; margin: 18mm 15mm 14mm 20mm }
@page :left { margin-left: 15mm; margin-right: 20mm }
html { font: 10pt/13pt 'EB Garamond'; hyphens: auto; orphans: 2; widows: 2 } body { margin: 0 } p { margin: 0 }
h2 { font-size: 13pt; margin: 12pt 0 4pt; break-after: avoid; clear: left }
figure { margin: 0 }
.plate { float: left; clear: left; width: 100%; padding-right: 1mm }
.hold { height: 0 } .whole { break-inside: avoid; padding: 5pt 0 } .whole img { display: block }
table { clear: left; border-spacing: 0; width: 100% } tr { break-inside: avoid }
"""


def document(parts: list[str], heights: list[int]) -> list[str]:
    """The text of each page of a document with plates of these heights (points); `#3#` in a part is the third plate."""
    body = "".join(parts)
    for number in range(len(heights)):
        figure = (
            f'<div><figure class="plate"><div class="hold"></div><div class="whole">'
            f'<img src="box:{number}" alt="x"/><p>Plate<b>{number:03}</b></p></div></figure></div>'
        )
        body = body.replace(f"#{number}#", figure)
    images = {f"box:{n}": EmptyBox(f"b{n}", 300, height) for n, height in enumerate(heights)}
    page = f'<html lang="en-GB"><head><title>Plates</title></head><body>{body}</body></html>'
    pdf = pypdfium2.PdfDocument(press().pdf(page, [STYLE], images))
    return [page.get_textpage().get_text_range() for page in pdf]


def words(count: int, chance: random.Random) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(count))


@pytest.mark.parametrize("seed", range(25))
def test_plates_come_in_order_and_none_is_lost(seed: int) -> None:
    """Random documents: long and short texts, tables, plates of all heights, several between two words of text."""
    chance = random.Random(seed)
    heights = [chance.choice([60, 150, 220, 240, 330, 480]) for _ in range(chance.randint(3, 14))]
    parts = []
    for number in range(len(heights)):
        parts.append(f"<h2>Head<b>{number:03}</b></h2>")
        texts = range(chance.choice([0, 1, 1, 2, 4]))
        parts += [f"<p>{words(chance.choice([4, 30, 90, 200]), chance)}</p>" for _ in texts]
        parts.append(f"#{number}#")
        if chance.random() < 0.4:
            rows = "".join(f"<tr><td>row</td><td>{words(5, chance)}</td></tr>" for _ in range(chance.randint(1, 9)))
            parts.append(f"<table>{rows}</table>")
        if chance.random() < 0.5:
            parts.append(f"<p>{words(40, chance)}</p>")
    parts.append("<p>The<b>End</b></p>")
    pages = document(parts, heights)
    whole = "\n".join(pages)
    plates = [int(n) for n in re.findall(r"Plate(\d{3})", whole)]
    heads = [int(n) for n in re.findall(r"Head(\d{3})", whole)]
    assert plates == list(range(len(heights)))
    assert heads == list(range(len(heights)))
    for number in range(len(heights)):
        head = next(n for n, page in enumerate(pages) if f"Head{number:03}" in page)
        plate = next(n for n, page in enumerate(pages) if f"Plate{number:03}" in page)
        assert plate >= head
    assert whole.count("TheEnd") == 1


def test_text_runs_on_past_a_plate_that_waits() -> None:
    chance = random.Random(7)
    parts = [f"<p>{words(250, chance)}</p>", "#0#", "<p>After<b>wards</b></p>", f"<p>{words(300, chance)}</p>"]
    pages = document(parts, [300])
    assert "Afterwards" in pages[0]
    assert "Plate000" in pages[1]


def test_a_plate_stays_where_it_fits() -> None:
    pages = document(["<p>Before</p>", "#0#", "<p>Afterwards</p>"], [200])
    assert len(pages) == 1
    assert all(word in pages[0] for word in ("Before", "Plate000", "Afterwards"))


def test_clear_both_holds_text_back_until_the_plates_are_printed() -> None:
    chance = random.Random(7)
    parts = [f"<p>{words(250, chance)}</p>", "#0#", '<h2 style="clear: both">Chapter</h2>', "<p>Afterwards</p>"]
    pages = document(parts, [300])
    assert "Chapter" not in pages[0]
    assert "Plate000" in pages[1]
    assert "Chapter" in pages[1]


def test_plates_that_wait_at_the_very_end_are_printed() -> None:
    chance = random.Random(7)
    pages = document([f"<p>{words(250, chance)}</p>", "#0#", "#1#", "#2#"], [300, 300, 300])
    assert [re.findall(r"Plate(\d{3})", page) for page in pages[1:]] == [["000"], ["001"], ["002"]]


def test_text_that_breaks_within_a_paragraph_before_pages_of_plates_alone() -> None:
    """WeasyPrint 70 itself stumbles over this."""
    chance = random.Random(3)
    long = f"<p>{words(420, chance)}</p>"
    pages = document([f"<p>{words(150, chance)}</p>", "#0#", "#1#", long], [480, 480])
    assert "Plate000" in pages[1]
    assert "Plate001" in pages[2]
    assert len(pages) == 4


def test_another_weasyprint_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """If its functions are not as expected nothing is touched, and plates simply stay with their text."""
    from weasyprint.layout import page

    monkeypatch.delattr(page, "for_plates")
    monkeypatch.setattr(page, "float_layout", lambda context, box: None)
    before = page.float_layout
    assert floats.install() is False
    assert page.float_layout is before
