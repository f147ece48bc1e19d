"""What diagrams show over a map: marked squares, their words, lines of sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reportgen.booklet.model import Plate, Ray, Shade
from reportgen.render.maps import svg
from reportgen.render.maps.display import Drawing, Shape
from reportgen.render.overlays import _border, _patches, _ruling, draw_plate
from tests.booklet.conftest import book_of


@pytest.fixture
def plate() -> Plate:
    return book_of("late19c").diagrams[0].plate


def shapes(plate: Plate) -> list[Shape]:
    """What lies between the ground and the pieces."""
    drawing = draw_plate(plate, 170, "colour")
    return [shape for group in drawing.layers[1].groups for shape in group.shapes]


def words(drawing: Drawing) -> list[str]:
    return [text.text for layer in drawing.layers for text in layer.texts]


def test_every_patch_has_its_word(plate: Plate) -> None:
    said = words(draw_plate(plate, 170, "colour"))
    assert (said.count("front"), said.count("flank"), said.count("rear")) == (1, 2, 1)


def test_shades_are_told_apart_without_colour(plate: Plate) -> None:
    styles = {shape.style for shape in shapes(plate) if shape.style.stroke}
    assert len({(style.width, style.soft) for style in styles}) >= 3


def test_a_plate_without_marks_is_the_map_alone(plate: Plate) -> None:
    assert shapes(replace(plate, shades=(), rays=())) == []


def test_the_ground_stays_visible_under_the_marks(plate: Plate) -> None:
    assert all(not shape.style.fill for shape in shapes(plate) if shape.style.width < 2)


def test_sight_blocked_is_broken_and_crossed(plate: Plate) -> None:
    clear = shapes(replace(plate, shades=(), rays=(Ray((0.5, 0.5), (3.5, 2.5)),)))
    blocked = shapes(replace(plate, shades=(), rays=(Ray((0.5, 0.5), (3.5, 2.5), ((1.5, 1.5),)),)))
    assert [bool(shape.style.dash) for shape in clear] == [False]
    assert [bool(shape.style.dash) for shape in blocked] == [True, False]
    assert blocked[1].ops == "mlml"


@pytest.mark.parametrize("how", ["tint", "hatch", "dots", "outline"])
def test_every_way_of_marking_stays_on_its_squares(plate: Plate, how: str) -> None:
    grid = plate.picture.ground.grid
    square = grid.square("D3")
    (shape,) = shapes(replace(plate, shades=(Shade((square,), how),), rays=()))  # type: ignore[arg-type]
    cell = (170 - 2 * 8) / grid.columns
    xs, ys = shape.coords[::2], shape.coords[1::2]
    assert (max(xs) - min(xs)) / 100 <= cell + 1
    assert (max(ys) - min(ys)) / 100 <= cell + 1


def test_ruling_crosses_the_outline() -> None:
    square = [0j, 10j, 10 + 10j, 10 + 0j]
    level = list(_ruling(square, 2.0, 1 + 0j))
    assert [round(a.imag, 6) for a, _ in level] == [round(b.imag, 6) for _, b in level]
    assert all(abs(a - b) == 10 for a, b in level)
    slanting = list(_ruling(square, 4.0, 1 + 1j))
    assert all(abs((b - a).real - (b - a).imag) < 1e-9 for a, b in slanting)


def test_border_leaves_out_inner_edges(plate: Plate) -> None:
    grid = plate.picture.ground.grid
    assert len(list(_border([grid.square("A1"), grid.square("B1")], grid))) == 6


def test_patches_hang_together(plate: Plate) -> None:
    grid = plate.picture.ground.grid
    squares = {grid.square(name) for name in ("A1", "B2", "E1", "E2", "G4")}
    assert sorted(len(patch) for patch in _patches(squares, grid)) == [1, 2, 2]


def test_a_drawing_is_svg_too(plate: Plate) -> None:
    assert "front" in svg(draw_plate(plate, 170, "grey"))
