"""The hex grid: both layouts, against plain geometry."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.hexes import HexGrid, Layout
from reportgen.board.lattice import Lattice

LAYOUTS: tuple[Layout, ...] = ("flat", "pointy")
grids = st.builds(HexGrid.of, st.integers(1, 9), st.integers(1, 9), st.sampled_from(LAYOUTS))


@st.composite
def grid_and_two(draw: st.DrawFn) -> tuple[HexGrid, int, int]:
    grid = draw(grids)
    return grid, draw(st.integers(0, grid.size - 1)), draw(st.integers(0, grid.size - 1))


def apart(grid: HexGrid, a: int, b: int) -> float:
    (x1, y1), (x2, y2) = grid.centre(a), grid.centre(b)
    return math.hypot(x2 - x1, y2 - y1)


@given(grid_and_two())
def test_neighbours_are_one_unit_apart_over_the_edge_of_their_facing(some: tuple[HexGrid, int, int]) -> None:
    grid, a, _ = some
    for facing, b in enumerate(grid.steps[a]):
        if b < 0:
            continue
        assert apart(grid, a, b) == pytest.approx(1.0)
        assert grid.step(b, (facing + 3) % 6) == a
        (x1, y1), (x2, y2) = grid.centre(a), grid.centre(b)
        assert math.degrees(math.atan2(x2 - x1, y2 - y1)) % 360 == pytest.approx(grid.bearing(facing))
        assert grid.facing_towards(a, b) == facing
        shared = {(round(x, 6), round(y, 6)) for x, y in grid.outline(a)} & {
            (round(x, 6), round(y, 6)) for x, y in grid.outline(b)
        }
        first, second = grid.outline(a)[facing], grid.outline(a)[(facing + 1) % 6]
        assert shared == {(round(x, 6), round(y, 6)) for x, y in (first, second)}


@given(grid_and_two())
def test_every_hex_within_one_unit_is_a_neighbour(some: tuple[HexGrid, int, int]) -> None:
    grid, a, _ = some
    near = {b for b in range(grid.size) if b != a and apart(grid, a, b) < 1.01}
    assert (
        near == set(grid.neighbours(a)) == set(grid.squares(grid.adjacent[a])) == set(grid.squares(grid.within(a, 1)))
    )


@given(grid_and_two())
def test_distance_is_the_fewest_steps(some: tuple[HexGrid, int, int]) -> None:
    """On a whole plane; a board's border never makes the way longer on a convex staggered board of two rows or more."""
    grid, a, b = some
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert apart(grid, a, b) <= grid.distance(a, b) + 1e-9
    assert grid.distance(a, b) <= apart(grid, a, b) * 2 / math.sqrt(3) + 1e-9


@given(grid_and_two())
def test_a_line_enters_the_hexes_that_lie_on_it(some: tuple[HexGrid, int, int]) -> None:
    grid, a, b = some
    inside, pairs = grid.line(a, b)
    assert (inside, pairs) == grid.line(b, a)
    assert not inside >> a & 1 and not inside >> b & 1
    (x1, y1), (x2, y2) = grid.centre(a), grid.centre(b)
    length = math.hypot(x2 - x1, y2 - y1)
    for square in range(grid.size):
        if square in (a, b):
            continue
        x, y = grid.centre(square)
        off = abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length if length else 99.0
        along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length if length else 0.0
        if off < 0.45 and 0 < along < length:
            assert inside >> square & 1, grid.name(square)
        if off > 0.6:
            assert not inside >> square & 1
            assert not any(pair >> square & 1 for pair in pairs)


def test_a_line_along_an_edge_names_the_two_hexes_beside_it() -> None:
    grid = HexGrid.of(5, 5, "flat")
    inside, pairs = grid.line(grid.square("B2"), grid.square("D2"))
    assert inside == 0
    assert [sorted(grid.name(square) for square in grid.squares(pair)) for pair in pairs] == [["C2", "C3"]]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_front_is_a_third_of_the_board_and_rear_the_third_behind(layout: Layout) -> None:
    grid = HexGrid.of(9, 9, layout)
    middle = grid.square("E5")
    for facing in range(6):
        front, rear = grid.front[facing][middle], grid.rear[facing][middle]
        assert not front & rear
        assert front >> grid.step(middle, facing) & 1
        assert front >> grid.step(middle, (facing + 1) % 6) & 1, "60 degrees either side, borders included"
        assert front >> grid.step(middle, (facing - 1) % 6) & 1
        assert rear >> grid.step(middle, (facing + 3) % 6) & 1


def test_names_and_staggering() -> None:
    flat = HexGrid.of(4, 3, "flat")
    assert flat.centre(flat.square("B1"))[1] == pytest.approx(flat.centre(flat.square("A1"))[1] + 0.5)
    pointy = HexGrid.of(4, 3, "pointy")
    assert pointy.centre(pointy.square("A2"))[0] == pytest.approx(pointy.centre(pointy.square("A1"))[0] + 0.5)
    assert flat.extent == pytest.approx((3 * math.sqrt(3) / 2 + 2 / math.sqrt(3), 3.5))
    with pytest.raises(ValueError, match="off the board"):
        flat.square("E1")
    with pytest.raises(ValueError, match="flat"):
        HexGrid(3, 3, "round")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one"):
        HexGrid(0, 3)
    assert HexGrid(4, 3) == flat and hash(HexGrid(4, 3)) == hash(flat) and flat != pointy
    assert "flat" in repr(flat)
    assert {flat.name(s) for s in flat.squares(flat.edge("N"))} == {"A3", "B3", "C3", "D3"}
    assert {flat.name(s) for s in flat.squares(flat.edge("W"))} == {"A1", "A2", "A3"}


@given(st.sampled_from(["flat", "pointy"]), st.integers(1, 7), st.integers(1, 7), st.floats(-9, 16), st.floats(-9, 16))
def test_the_hex_at_a_point_is_the_nearest_of_all(layout: Layout, columns: int, rows: int, x: float, y: float) -> None:
    grid = HexGrid.of(columns, rows, layout)
    assert grid.at((x, y)) == Lattice.at(grid, (x, y))
