"""Maps in WeasyPrint's PDFs: shared forms, searchable labels, small files; and the way round if WeasyPrint changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pypdfium2
import pytest

from reportgen.board.picture import Cartouche, MapPicture
from reportgen.render.maps import Drawing, draw, pdf_images, weasy


def pdf_of(drawings: Sequence[Drawing], variant: str | None = "pdf/ua-1", plain: bool = False) -> bytes:
    """A document with a page for each drawing, the size of the drawing. `plain`: its structure can be read as text."""
    from weasyprint import HTML

    images = pdf_images(list(drawings))
    pages = "".join(f'<p><img src="{source}" alt="map {n}"></p>' for n, source in enumerate(images.sources))
    width = max(drawing.width for drawing in drawings)
    height = max(drawing.height for drawing in drawings) + 2
    style = (
        f"@page{{size:{width}pt {height}pt;margin:0}}body{{margin:0}}"
        "p{margin:0;break-after:page;font-size:1pt}img{display:block}"
    )
    page = f"<html lang=en><head><title>Maps</title><style>{style}</style></head><body>{pages}</body></html>"
    return HTML(string=page).write_pdf(
        cache=images.cache, finisher=images.finisher, pdf_variant=variant, uncompressed_pdf=plain
    )


def forms(content: bytes) -> int:
    return len(re.findall(rb"/Subtype /Form", content))


def test_the_interface_is_as_expected() -> None:
    assert weasy.reason_against() == ""


def test_the_ground_and_its_names_are_two_forms_however_many_maps_show_it(desert: MapPicture) -> None:
    pictures = [replace(desert, cartouche=Cartouche(f"Turn {n}")) for n in range(6)]
    drawings = [draw(picture, 312, legend="none") for picture in pictures]
    assert pdf_images(drawings).vector_forms
    assert forms(pdf_of(drawings)) == len(drawings) + 2
    legends = [draw(picture, 312) for picture in pictures]
    assert forms(pdf_of(legends)) == len(drawings) + 3


def test_a_map_adds_little(desert: MapPicture) -> None:
    pictures = [replace(desert, cartouche=Cartouche(f"Turn {n}", "", "What happened.")) for n in range(25)]
    drawings = [draw(picture, 312, legend="none") for picture in pictures]
    few, many = len(pdf_of(drawings[:2])), len(pdf_of(drawings))
    assert (many - few) / 23 < 6_500  # the page and its tags included
    assert few < 110_000


def test_labels_can_be_searched(desert: MapPicture) -> None:
    text = pypdfium2.PdfDocument(pdf_of([draw(desert, 312)]))[0].get_textpage().get_text_range()
    for word in ("BRI1", "JIH2", "Northern outcrop", "TURN 3", "The spearmen come out of the palms;", "Withdrawal"):
        assert word in text, word


def test_all_is_vector(europe: MapPicture) -> None:
    content = pdf_of([draw(europe, 312)], plain=True)
    assert b"/Subtype /Image" not in content
    faces = set(re.findall(rb"/BaseFont /[A-Z]{6}\+(\w+)", content))
    assert {b"SourceSans3", b"EBGaramond"} <= faces


def test_same_bytes_every_time(desert: MapPicture, europe: MapPicture) -> None:
    drawings = [draw(desert, 312), draw(europe, 312)]
    assert pdf_of(drawings) == pdf_of(drawings)


def test_maps_are_figures_with_alternative_text(desert: MapPicture) -> None:
    content = pdf_of([draw(desert, 312)], plain=True)
    assert b"/Figure" in content
    assert b"/Alt" in content
    assert b"/MarkInfo" in content


def test_an_untagged_document_works_too(desert: MapPicture) -> None:
    assert forms(pdf_of([draw(desert, 312)], variant=None)) == 1


def test_two_lots_in_one_document_keep_apart(desert: MapPicture, europe: MapPicture) -> None:
    one, two = pdf_images([draw(desert, 312)], "map"), pdf_images([draw(europe, 312)], "chart")
    assert not set(one.cache) & set(two.cache)
    ids = [image.id for images in (one, two) for image in images.cache.values()]
    assert len(ids) == len(set(ids))


@pytest.fixture
def changed_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weasy, "TRIED", frozenset({1}))


@pytest.mark.usefixtures("changed_interface")
def test_an_untried_version_is_noticed_and_gets_svg(desert: MapPicture) -> None:
    assert "has not been tried" in weasy.reason_against()
    images = pdf_images([draw(desert, 312)])
    assert not images.vector_forms
    assert images.sources[0].startswith("data:image/svg+xml;base64,")
    assert images.cache == {}


def test_other_changes_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    import weasyprint
    from weasyprint.pdf.stream import Stream

    monkeypatch.setattr(Stream, "add_image", lambda self, image: "")
    assert "is not as expected" in weasy.reason_against()
    monkeypatch.undo()
    monkeypatch.setattr(weasyprint, "DEFAULT_OPTIONS", {})
    assert weasy.reason_against() == "WeasyPrint takes no image cache"


def test_no_weasyprint_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pydyf", None)
    assert weasy.reason_against().startswith("WeasyPrint is not as expected")


def test_the_way_round_shows_the_same_map(
    desert: MapPicture, europe: MapPicture, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings = [draw(desert, 312), draw(europe, 312)]
    pictures = []
    for tried in (weasy.TRIED, frozenset({1})):
        monkeypatch.setattr(weasy, "TRIED", tried)
        document = pypdfium2.PdfDocument(pdf_of(drawings))
        pictures.append([np.asarray(page.render(scale=1).to_pil().convert("L")).astype(int) for page in document])
    for one, two in zip(*pictures, strict=True):
        assert one.shape == two.shape
        # The letters may come from other fonts; ground and blocks may not differ.
        assert (np.abs(one - two) > 90).mean() < 0.03
