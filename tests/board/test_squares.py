"""The square grid: names, steps, distances and arcs."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.lattice import column_name
from reportgen.board.squares import DIRECTIONS, FACINGS, VECTORS, SquareGrid

GRID = SquareGrid.of(18, 12)


@st.composite
def grids(draw):
    return SquareGrid.of(draw(st.integers(1, 30)), draw(st.integers(1, 20)))


@st.composite
def grids_with(draw, count):
    grid = draw(grids())
    return grid, *(draw(st.integers(0, grid.size - 1)) for _ in range(count))


@pytest.mark.parametrize(
    ("columns", "rows", "square", "name"),
    [
        (18, 12, 0, "A1"),
        (18, 12, 17, "R1"),
        (18, 12, 18, "A2"),
        (18, 12, 6 * 18 + 2, "C7"),
        (18, 12, 215, "R12"),
        (30, 2, 25, "Z1"),
        (30, 2, 26, "AA1"),
        (30, 2, 59, "AD2"),
    ],
)
def test_a_square_is_called_by_column_letter_and_row_number(columns, rows, square, name):
    grid = SquareGrid.of(columns, rows)
    assert grid.name(square) == name
    assert grid.square(name) == square


def test_columns_go_on_past_z():
    assert [column_name(n) for n in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_small_letters_will_do():
    assert GRID.square("c7") == GRID.square("C7")


@pytest.mark.parametrize("name", ["", "7", "C", "7C", "C0", "C07", "C-1", "C7 ", "C7/1", "Ç7", "C٣", "C" + "9" * 5000])
def test_what_is_no_coordinate_says_how_one_is_written(name):
    with pytest.raises(ValueError, match=r"is not a square; write a column letter and a row number, such as C7"):
        GRID.square(name)


@pytest.mark.parametrize("name", ["S1", "A13", "AA1", "ZZZZ1", "A999999"])
def test_off_the_board_says_how_far_it_runs(name):
    with pytest.raises(ValueError, match=f"'{name}' is off the board, which runs from A1 to R12"):
        GRID.square(name)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-1, 3)])
def test_a_board_without_squares_is_refused(size):
    with pytest.raises(ValueError, match="at least one column and one row"):
        SquareGrid(*size)


def test_grids_are_equal_by_size_and_shared():
    assert SquareGrid(7, 5) == SquareGrid.of(7, 5)
    assert hash(SquareGrid(7, 5)) == hash(SquareGrid.of(7, 5))
    assert SquareGrid(7, 5) != SquareGrid(5, 7)
    assert SquareGrid.of(7, 5) is SquareGrid.of(7, 5)
    assert pickle.loads(pickle.dumps(SquareGrid(7, 5))) is SquareGrid.of(7, 5)
    assert repr(GRID) == "SquareGrid(18, 12)"


def test_centres_are_in_board_units_from_the_bottom_left():
    assert GRID.centre(GRID.square("A1")) == (0.5, 0.5)
    assert GRID.centre(GRID.square("C7")) == (2.5, 6.5)


def test_steps_from_a_corner_and_from_the_middle():
    assert [GRID.step(0, d) for d in range(8)] == [18, 19, 1, -1, -1, -1, -1, -1]
    names = [GRID.name(n) for n in GRID.neighbours(GRID.square("C7"))]
    assert names == ["C8", "D8", "D7", "D6", "C6", "B6", "B7", "B8"]


def test_facings_are_every_second_direction():
    assert [DIRECTIONS[2 * facing] for facing in range(4)] == list(FACINGS)


def test_the_front_of_a_stand_is_a_quarter_with_its_diagonals(drawn):
    grid, north = drawn("""
        F F F F F F F
        l F F F F F r
        l l F F F r r
        l l l X r r r
        l l B B B r r
    """)
    here = grid.square("D2")
    assert north["X"] == 1 << here
    assert grid.front[0][here] == north["F"]
    assert grid.rear[0][here] == north["B"]
    assert grid.flank[0][here] == north["l"] | north["r"]


def test_the_front_of_a_stand_facing_east(drawn):
    grid, east = drawn("""
        l l l F
        B l F F
        B X F F
        B l F F
    """)
    here = grid.square("B2")
    assert grid.front[1][here] == east["F"]
    assert grid.rear[1][here] == east["B"]
    assert grid.flank[1][here] == east["l"]
    assert grid.arc(here, 1, grid.square("D4")) == "front"
    assert grid.arc(here, 3, grid.square("D4")) == "rear"
    assert grid.arc(here, 1, grid.square("B4")) == "flank"


def test_a_square_is_in_no_arc_of_itself():
    with pytest.raises(ValueError, match="C7 lies in no arc of itself"):
        GRID.arc(GRID.square("C7"), 0, GRID.square("C7"))


def test_rings_and_the_squares_within(drawn):
    grid, rings = drawn("""
        2 2 2 2 3
        1 1 1 2 3
        1 0 1 2 3
        1 1 1 2 3
    """)
    here = grid.square("B2")
    assert grid.adjacent[here] == rings["1"]
    assert grid.within(here, 2) == rings["1"] | rings["2"]
    assert [grid.ring(here, r) for r in range(-1, 6)] == [0, rings["0"], rings["1"], rings["2"], rings["3"], 0, 0]
    assert grid.within(here, 0) == grid.within(here, -1) == 0
    assert grid.within(here, 99) == grid.all ^ 1 << here


def test_the_borders():
    grid = SquareGrid.of(4, 3)
    names = {side: [grid.name(n) for n in grid.squares(grid.edge(side))] for side in FACINGS}
    assert names == {
        "N": ["A3", "B3", "C3", "D3"],
        "E": ["D1", "D2", "D3"],
        "S": ["A1", "B1", "C1", "D1"],
        "W": ["A1", "A2", "A3"],
    }
    assert [grid.to_edge(grid.square("B3"), side) for side in FACINGS] == [0, 2, 2, 1]


def test_the_side_towards_a_neighbour():
    here = GRID.square("C7")
    assert [GRID.side_towards(here, GRID.square(name)) for name in ("C8", "D7", "C6", "B7")] == [0, 1, 2, 3]
    for name in ("D8", "C9", "C7"):
        with pytest.raises(ValueError, match="no side in common"):
            GRID.side_towards(here, GRID.square(name))
    with pytest.raises(ValueError, match="R1 and A2 have no side in common"):
        GRID.side_towards(GRID.square("R1"), GRID.square("A2"))


def test_the_direction_towards_a_neighbour():
    here = GRID.square("A1")
    assert GRID.direction_towards(here, GRID.square("B2")) == 1
    assert GRID.direction_towards(here, GRID.square("B3")) == -1
    assert GRID.direction_towards(here, here) == -1


@given(grids_with(1))
def test_every_square_has_a_name_of_its_own(case):
    grid, square = case
    assert grid.square(grid.name(square)) == square
    assert grid.index(grid.column(square), grid.row(square)) == square


@given(grids_with(3))
def test_distance_is_a_metric(case):
    grid, a, b, c = case
    assert grid.distance(a, b) == grid.distance(b, a) == grid.distances(a)[b]
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grids_with(2), st.integers(1, 40))
def test_within_is_the_distance(case, radius):
    grid, a, b = case
    assert (grid.within(a, radius) >> b & 1) == (1 <= grid.distance(a, b) <= radius)


@given(grids_with(2), st.integers(0, 3))
def test_arcs_follow_across_and_ahead(case, facing):
    grid, here, there = case
    tables = (grid.front[facing][here], grid.flank[facing][here], grid.rear[facing][here])
    assert sum(table >> there & 1 for table in tables) == (here != there)
    if here == there:
        return
    dx, dy = grid.column(there) - grid.column(here), grid.row(there) - grid.row(here)
    ahead_x, ahead_y = VECTORS[2 * facing]
    ahead, across = dx * ahead_x + dy * ahead_y, abs(dx * ahead_y) + abs(dy * ahead_x)
    expected = "front" if across <= ahead else "rear" if across <= -ahead else "flank"
    assert grid.arc(here, facing, there) == expected


@given(grids().flatmap(lambda grid: st.tuples(st.just(grid), st.integers(0, grid.all))), st.integers(0, 7))
def test_shifting_steps_every_square_and_wraps_none(case, direction):
    grid, bits = case
    squares = list(grid.squares(bits))
    assert squares == sorted(n for n in range(grid.size) if bits >> n & 1)
    stepped = {grid.step(n, direction) for n in squares} - {-1}
    assert set(grid.squares(grid.shift(bits, direction))) == stepped
    around = {other for n in squares for other in grid.neighbours(n)} | set(squares)
    assert set(grid.squares(grid.spread(bits))) == around
