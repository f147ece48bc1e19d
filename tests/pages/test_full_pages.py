"""How pages are filled: plates that shrink, barriers, places to choose from, tables in one piece, even feet."""

from __future__ import annotations

import random
import re

import pypdfium2
import pytest
from pypdfium2 import raw

from reportgen.render import plates
from reportgen.render.press import EmptyBox, press
from tests.pages.test_floats import STYLE, words

MORE = STYLE + "h3 { font-size: 12pt; margin: 12pt 0 4pt; break-after: avoid; clear: both }"


def laid_out(
    body: str, heights: list[int], style: str = MORE, kind: str = "", least: float = 0.0
) -> pypdfium2.PdfDocument:
    """`#0#` in the body is the first plate, of so many points; `#0:map:1#` a place that it may have, `!` the last.
    `least`: the share of their size that plates must have."""

    def plate(found: re.Match[str]) -> str:
        number, place, last = found[1], found[2] or "", found[3]
        kind = "plate maybe" if place and not last else "plate"
        return (
            f'<div class="anchor"><figure class="{kind}"{f""" data-place="{place}" """ if place else ""}>'
            f'<div class="hold"></div><div class="whole"><img src="box:{number}" alt="x"/>'
            f"<p>Plate<b>{int(number):03}</b></p></div></figure></div>"
        )

    body = re.sub(r"#(\d+)(?::(\w+:\d+)(!?))?#", plate, body)
    images = {f"box:{n}": EmptyBox(f"b{n}", 300, height) for n, height in enumerate(heights)}
    page = f'<html lang="en-GB"><head><title>Plates</title></head><body class="{kind}">{body}</body></html>'
    return pypdfium2.PdfDocument(press().pdf(page, [style], images, least=dict.fromkeys(images, least)))


def height_of(page: pypdfium2.PdfPage, what: str) -> float:
    """Where a text stands on a page, in points above its foot."""
    read = page.get_textpage()
    found = read.search(what).get_next()
    assert found is not None
    return float(read.get_charbox(found[0])[1])


def texts(document: pypdfium2.PdfDocument) -> list[str]:
    return [page.get_textpage().get_text_range() for page in document]


def text(lines: int) -> str:
    """So many lines of text, 13 points each."""
    return "<p>The square and the column marched over stony ground while</p>" * lines


def width_of_plate(page: pypdfium2.PdfPage) -> float:
    (left, _, right, _) = next(page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1)).get_bounds()
    return float(right - left)


@pytest.mark.parametrize("seed", range(8))
def test_no_plate_is_printed_past_a_barrier(seed: int) -> None:
    chance = random.Random(seed)
    parts = []
    heights = [chance.choice([150, 220, 240]) for _ in range(10)]
    for number in range(10):
        if number % 2 == 0:
            parts.append(f"<h3>Turn<b>{number:03}</b></h3>")
        parts.append(f"#{number}#{text(chance.randint(2, 16))}")
    pages = texts(laid_out("".join(parts), heights))
    printed = re.findall(r"(Plate|Turn)(\d{3})", "\n".join(pages))
    page_of = {mark: next(n for n, page in enumerate(pages) if "".join(mark) in page) for mark in printed}
    for number in range(8):
        turn = ("Turn", f"{number // 2 * 2 + 2:03}")
        assert page_of["Plate", f"{number:03}"] <= page_of[turn]


def test_a_plate_shrinks_to_fill_a_page_if_no_text_does() -> None:
    document = laid_out(f"{text(22)}#0#{text(2)}<h3>Next</h3>{text(30)}", [220])
    assert "Plate000" in texts(document)[0]
    assert plates.SMALLEST * 300 <= width_of_plate(document[0]) < 299


def test_a_plate_shrinks_no_further_than_it_says() -> None:
    """Else it goes to the next page, and is drawn in no further there."""
    fits = f"{text(22)}#0#{text(2)}<h3>Next</h3>{text(30)}"
    share = width_of_plate(laid_out(fits, [220])[0]) / 300
    assert width_of_plate(laid_out(fits, [220], least=share - 0.01)[0]) == pytest.approx(share * 300, abs=2)
    document = laid_out(fits, [220], least=share + 0.01)
    assert "Plate000" in texts(document)[1]
    assert width_of_plate(document[1]) == pytest.approx(300, abs=2)
    loose = f"<h3>Turn</h3>{text(3)}<h2>End</h2>#0##1#{text(3)}"
    assert width_of_plate(laid_out(loose, [170, 170], kind="even", least=0.9)[0]) >= 0.9 * 300 - 1


def test_a_plate_keeps_its_size_if_the_text_fills_the_page() -> None:
    document = laid_out(f"{text(22)}#0#{text(40)}", [220])
    assert "Plate000" in texts(document)[1]
    assert width_of_plate(document[1]) == pytest.approx(300, abs=2)


def test_a_head_does_not_stay_behind_with_a_waiting_plate() -> None:
    for lines in range(26, 38):
        pages = texts(
            laid_out(f"{text(lines)}<h2>Head</h2>#0#<p>After<b>wards</b> {words(60, random.Random(1))}</p>", [300])
        )
        assert next(page for page in pages if "Head" in page).count("Afterwards") == 1, lines


TABLE = (
    "<table><thead><tr><th><span class='once'>Stands</span><span class='again'>Blue, continued</span></th></tr></thead>"
    + "".join(f"<tr><td>Row {n}</td></tr>" for n in range(12))
    + "</table>"
)


def test_a_waiting_plate_does_not_cut_a_table() -> None:
    pages = texts(laid_out(f"{text(24)}#0#{TABLE}", [300]))
    rows = [re.findall(r"Row \d+", page) for page in pages]
    assert [len(found) for found in rows if found] == [12]


def test_a_table_says_overleaf_whose_it_is() -> None:
    pages = texts(laid_out(f"{text(30)}{TABLE}", []))
    assert "Stands" in pages[0]
    assert "continued" not in pages[0]
    assert "Blue, continued" in pages[1]
    assert "Stands" not in pages[1]
    assert all("Row" in page for page in pages)


@pytest.mark.parametrize(("lines", "page", "after"), [(4, 0, False), (30, 1, True)])
def test_of_several_places_a_plate_gets_the_first_that_has_room(lines: int, page: int, after: bool) -> None:
    """Where the first has none the table goes on in its stead."""
    document = laid_out(f"{text(lines)}#0:map:1#{TABLE}#0:map:2!#<p>The end</p>", [220])
    assert "\n".join(texts(document)).count("Plate000") == 1
    assert (height_of(document[page], "Plate000") < height_of(document[page], "Row 11")) == after


def test_a_last_page_with_next_to_nothing_is_drawn_in() -> None:
    loose = f"<h3>Turn</h3>{text(3)}<h2>End</h2>#0##1#{text(3)}"
    assert len(laid_out(loose, [180, 180])) == 2
    document = laid_out(loose, [180, 180], kind="even")
    assert len(document) == 1
    assert width_of_plate(document[0]) == pytest.approx(plates.TIGHT * 300, abs=2)


@pytest.mark.parametrize("lines", range(24, 38, 4))
def test_a_plate_whose_page_ends_before_it_is_printed_once(lines: int) -> None:
    """Where nothing but plates fits on a page, a plate that must stay with what follows goes on with it."""
    body = f"{text(lines)}#0##1#{text(1)}#2#<h3>Next</h3>{text(3)}"
    whole = "".join(texts(laid_out(body, [215, 215, 215])))
    assert re.findall(r"Plate(\d{3})", whole) == ["000", "001", "002"]
    assert whole.count("Next") == 1


def test_what_follows_a_heading_keeps_to_it() -> None:
    """The white of a page that is stretched goes above its headings, not below them."""

    def apart(kind: str) -> tuple[float, float]:
        body = f"{text(2)}<h2>One</h2>{TABLE}{text(2)}<h2>Two</h2>{text(2)}#0#<p>x</p>#1#<h3>Next</h3>{text(20)}"
        page = laid_out(body, [100, 400], kind=kind)[0]
        return (
            height_of(page, "One") - height_of(page, "Stands"),
            height_of(page, "Row 11") - height_of(page, "Two"),
        )

    loose, even = apart(""), apart("even")
    assert even[0] == pytest.approx(loose[0], abs=0.1)
    assert even[1] > loose[1] + 3


def test_pages_end_at_the_same_line() -> None:
    def foot(kind: str) -> float:
        body = f"{text(12)}<h2>One</h2>{text(8)}<h2>Two</h2>{text(8)}#0#<p>x</p><h3>Next</h3>{text(20)}"
        page = laid_out(body, [330], kind=kind)[0]
        return float(min(thing.get_bounds()[1] for thing in page.get_objects(max_depth=1)))

    assert foot("even") < foot("") - 5
    assert foot("even") > 14 * 72 / 25.4 - 1
