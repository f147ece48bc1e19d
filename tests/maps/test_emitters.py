"""The three emitters agree, the golden pictures hold, and a golden picture fails when a block moves."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reportgen.board.picture import Cartouche, MapPicture
from reportgen.render.maps import OnPage, draw, png, svg
from reportgen.render.maps.emit_pdf import glyphs_of, layer_operators

GOLDEN = Path(__file__).parent / "golden"
DPI = 75
STRONG = 48
"""A pixel has changed if a channel differs by more than this (of 255)."""
ALLOWED = 0.0006
"""Share of the pixels that may have changed: rounding on another machine, never a stand."""


def picture_of(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB")).astype(int)


def changed(one: np.ndarray, two: np.ndarray) -> float:
    """The share of pixels that differ; 1 if the sizes do."""
    if one.shape != two.shape:
        return 1.0
    return float((np.abs(one - two).max(axis=2) > STRONG).mean())


@pytest.mark.parametrize(("name", "ink"), [("desert", "colour"), ("europe", "grey"), ("crowd", "saving")])
def test_golden(name: str, ink: str, request: pytest.FixtureRequest, update_golden: bool) -> None:
    content = png(draw(request.getfixturevalue(name), 312, ink), DPI)  # type: ignore[arg-type]
    path = GOLDEN / f"{name}-{ink}.png"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    assert path.exists(), f"{path.name} is missing: look at the picture, then run with --update-golden"
    share = changed(picture_of(content), picture_of(path.read_bytes()))
    assert share <= ALLOWED, f"{share:.2%} of {path.name} changed; if it is meant, look at it and run --update-golden"


def test_a_block_that_moves_a_little_fails_the_golden_comparison(desert: MapPicture) -> None:
    """The tolerance is no blindfold: a tenth of a square (half a millimetre on the page) is seen."""
    path = GOLDEN / "desert-colour.png"
    for n, piece in enumerate(desert.pieces):
        pieces = list(desert.pieces)
        pieces[n] = replace(piece, at=(piece.at[0] + 0.1, piece.at[1]))
        moved = picture_of(png(draw(replace(desert, pieces=tuple(pieces)), 312), DPI))
        assert changed(moved, picture_of(path.read_bytes())) > ALLOWED, piece.label


def test_svg_is_well_formed_described_and_has_every_path_and_text(europe: MapPicture) -> None:
    drawing = draw(europe, 312)
    root = ElementTree.fromstring(svg(drawing))
    space = {"s": "http://www.w3.org/2000/svg"}
    shapes = sum(len(group.shapes) for layer in drawing.layers for group in layer.groups)
    assert len(root.findall(".//s:g/s:path", space)) == shapes
    texts = [text.text for layer in drawing.layers for text in layer.texts]
    assert [element.text for element in root.findall(".//s:text", space)] == texts
    title, description = root.find("s:title", space), root.find("s:desc", space)
    assert title is not None and title.text == drawing.title
    assert description is not None and description.text == drawing.text
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert root.get("width") == f"{drawing.width:.2f}pt"
    assert ElementTree.fromstring(svg(drawing, width="100%")).get("width") == "100%"


def test_svg_ids_are_unique_and_all_named_ones_exist(desert: MapPicture, europe: MapPicture) -> None:
    page = svg(draw(desert, 312)) + svg(draw(europe, 312))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids)


def test_maps_on_one_page_share_what_they_have_in_common(desert: MapPicture) -> None:
    page = OnPage()
    later = replace(desert, cartouche=Cartouche("Turn 4"))
    one, two = (svg(draw(picture, 312, legend="none"), on_page=page) for picture in (desert, later))
    ids = re.findall(r'\bid="([^"]+)"', one + two)
    assert len(ids) == len(set(ids))
    assert {f"#{name}" for name in ids} >= set(re.findall(r'href="([^"]+)"', two))
    assert two.count("<use ") == 2  # the ground and its names
    assert len(two) < len(one) / 2


def test_svg_escapes_what_users_write(desert: MapPicture) -> None:
    wild = replace(desert, title="<script>&", pieces=(replace(desert.pieces[0], label="A<B&C"),))
    text = svg(draw(wild, 312))
    assert "<script>" not in text
    assert "A&lt;B&amp;C" in re.findall(r">([^<>]*)</text>", text)


def test_pdf_paints_every_path_and_shows_every_text(europe: MapPicture) -> None:
    drawing = draw(europe, 312)
    for layer in drawing.layers:
        lines = layer_operators(layer).splitlines()
        painted = sum(line in ("f", "S", "B") for line in lines)
        assert painted == sum(len(group.shapes) for group in layer.groups)
        assert sum(line.endswith(" Tj") for line in lines) == len(layer.texts)
        assert lines.count("q") == lines.count("Q")


def test_pdf_pens_are_never_left_dashed_or_round_for_the_next_path(europe: MapPicture) -> None:
    """Plays the operators: at every stroke the pen is what the display list says."""
    for layer in draw(europe, 312).layers:
        wanted = [(group, shape.style) for group in layer.groups for shape in group.shapes]
        stack: list[dict[str, str]] = []
        pen = {"d": "[] 0 d", "j": "0 J 0 j", "w": "", "RG": "", "rg": ""}
        for line in layer_operators(layer).splitlines():
            word = line.rsplit(" ", 1)[-1]
            if line == "q":
                stack.append(dict(pen))
            elif line == "Q":
                pen = stack.pop()
            elif word in pen:
                pen[word] = line
            elif line in ("f", "S", "B"):
                _, style = wanted.pop(0)
                if style.stroke:
                    assert pen["d"].startswith("[]") is (not style.dash)
                    assert pen["j"] == ("1 J 1 j" if style.soft else "0 J 0 j")
                    assert float(pen["w"].split()[0]) == pytest.approx(style.width * 100, rel=1e-3)
                    assert colour(pen["RG"]) == style.stroke
                if style.fill:
                    assert colour(pen["rg"]) == style.fill
        assert wanted == []


def colour(operator: str) -> str:
    return "#" + "".join(f"{round(float(part) * 255):02x}" for part in operator.split()[:3])


def test_glyphs_are_told_by_face(desert: MapPicture) -> None:
    used = glyphs_of([draw(desert, 312), draw(desert, 312)])
    assert set(used) == {"label", "plain", "roman", "italic"}
    assert set("BRIEGYMFACVDTNJHSP123") <= set(used["label"].values())


@pytest.mark.parametrize("name", ["desert", "europe", "crowd"])
def test_pdf_and_png_show_the_same_picture(name: str, request: pytest.FixtureRequest) -> None:
    import pypdfium2

    from tests.maps.test_weasy import pdf_of

    drawing = draw(request.getfixturevalue(name), 312)
    page = pypdfium2.PdfDocument(pdf_of([drawing]))[0]
    pictures = [page.render(scale=4 * DPI / 72).to_pil(), Image.open(io.BytesIO(png(drawing, 4 * DPI)))]
    width, height = 312 * DPI // 72, int(drawing.height * DPI / 72)
    one, two = (
        np.asarray(p.convert("RGB").crop((0, 0, 4 * width, 4 * height)).resize((width, height), Image.Resampling.BOX))
        .astype(int)
        for p in pictures
    )  # fmt: skip
    difference = np.abs(one - two).max(axis=2)
    assert difference.mean() < 2.5
    assert (difference > 90).mean() < 0.003


def test_the_same_drawing_is_the_same_bytes(desert: MapPicture) -> None:
    one, two = draw(desert, 312), draw(desert, 312)
    assert svg(one) == svg(two)
    assert png(one, DPI) == png(two, DPI)
