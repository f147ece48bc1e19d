"""What a scenario names on a measured table: circles, rectangles, stretches of an edge, shapes by their names."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.ground import Ground, Shape
from reportgen.board.hexes import HexGrid
from reportgen.board.regions import Region, at_edge, covers, measured, middle, nearest, rings, said, stands
from reportgen.board.squares import SquareGrid
from reportgen.board.table import Table, TableGrid

TABLE = Table(48, 36, "inches", 6)
WOOD = Shape("area", "wood", ((4, 1), (6, 1), (6, 3), (5, 2)), given=True, place="the spinney")
WALL = Shape("edge", "wall", ((1, 5), (3, 5)), line=((1, 5), (3, 5)), given=True, place="the park wall")
GROUND = Ground(TableGrid(TABLE), shapes=(WOOD, WALL))

CIRCLE, RECTANGLE = "12,12 in 12,12 within 3", "9,9 in 6,6-12,12"
NORTH, WEST = "12,33 in N edge 6-18", "3,18 in W edge"
SPINNEY, PARK = "33,10 in the spinney", "12,30 in the park wall"


def at(x: float, y: float) -> tuple[float, float]:
    """Inches in increments."""
    return x / 6, y / 6


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("C2", at(12.1, 6.1), at(12.1, 12.1)),
        ("12,12", at(14, 14), at(15.1, 12)),
        (CIRCLE, at(12, 15), at(14.2, 14.2)),
        (RECTANGLE, at(12, 6), at(12.1, 6)),
        (NORTH, at(6, 30), at(12, 29.9)),
        (NORTH, at(18, 36), at(18.1, 36)),
        (WEST, at(6, 0), at(6.1, 0)),
        (SPINNEY, at(35, 14), at(26, 14)),
        (PARK, at(10, 27), at(10, 26.9)),
    ],
)
def test_what_lies_in_it(text: str, inside: tuple[float, float], outside: tuple[float, float]) -> None:
    assert covers(GROUND, text, inside)
    assert not covers(GROUND, text, outside)


@given(st.sampled_from([CIRCLE, RECTANGLE, NORTH, WEST, SPINNEY, PARK]), st.floats(0, 8), st.floats(0, 6))
def test_the_nearest_point_lies_in_it_and_is_no_farther_than_its_middle(text: str, x: float, y: float) -> None:
    there = nearest(GROUND, text, (x, y))
    assert covers(GROUND, text, there)
    assert math.dist(there, (x, y)) <= math.dist(GROUND.grid.place(text), (x, y)) + 0.01
    if covers(GROUND, text, (x, y)):
        assert there == (x, y)


@pytest.mark.parametrize("text", [CIRCLE, RECTANGLE, NORTH, WEST, SPINNEY, PARK])
def test_places_to_stand_begin_with_the_middle_and_lie_in_it(text: str) -> None:
    found = [GROUND.grid.place(name) for name in stands(GROUND, text)]
    assert found[0] == GROUND.grid.place(text)
    assert len(set(found)) == len(found) > 1
    assert all(covers(GROUND, text, point) for point in found)


def test_one_place_to_stand_where_one_is_named() -> None:
    assert list(stands(GROUND, "12,12")) == ["12,12"]
    assert list(stands(GROUND, "C2")) == ["C2"]
    assert list(stands(Ground(SquareGrid.of(6, 6)), "C2")) == ["C2"]


def test_its_middle_is_in_it_even_if_it_is_bent() -> None:
    found = measured(TABLE, "6,6-12,12")
    assert found is not None
    assert middle(GROUND, (found,)) == "9,9"
    corners = ((0, 0), (4, 0), (4, 4), (3.9, 4), (3.9, 0.1), (0, 0.1))
    bent = Ground(GROUND.grid, shapes=(Shape("area", "wood", corners, place="it"),))
    where = middle(bent, (Region(corners),))
    assert covers(bent, f"{where} in it", bent.grid.place(where))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12,40", "off the table"),
        ("12,12-60,12", "60,12 is off the table"),
        ("12,12-12,18", "encloses nothing"),
        ("12,12 within 0", "no larger than a point"),
        ("N edge 4-50", "runs from 0 to 48 inches"),
        ("E edge 12-6", "no stretch 12-6 of the eastern edge"),
    ],
)
def test_what_is_not_on_the_table(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        measured(TABLE, text)


def test_a_name_is_not_told_by_the_ruler() -> None:
    assert measured(TABLE, "the spinney") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CIRCLE, "the circle of 3 in about 12,12"),
        (RECTANGLE, "6,6–12,12"),
        (NORTH, "the northern edge from 6 to 18 in"),
        (WEST, "the western edge"),
        (SPINNEY, "the spinney"),
        ("12,12", "12,12"),
        ("C2", "C2"),
    ],
)
def test_in_words(text: str, words: str) -> None:
    assert said(GROUND, text) == words


def test_what_is_at_the_edge() -> None:
    tried = (CIRCLE, RECTANGLE, NORTH, WEST, PARK, "6,18", "9.1,18", "A3", "B3")
    assert [text for text in tried if at_edge(GROUND, text)] == [RECTANGLE, NORTH, WEST, PARK, "6,18", "A3"]
    assert at_edge(Ground(HexGrid.of(5, 5)), "A3")
    assert not at_edge(Ground(HexGrid.of(5, 5)), "B3")


def test_outlines_are_drawn_of_what_is_no_cell() -> None:
    assert rings(GROUND, "C2") == ()
    assert rings(GROUND, SPINNEY) == (WOOD.points,)
    (circle,) = rings(GROUND, CIRCLE)
    assert {round(math.dist(point, at(12, 12)), 6) for point in circle} == {0.5}
