"""Lines of sight: late19c ruling 2, on boards drawn here."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.sight import Sight
from reportgen.board.squares import SquareGrid


def sees(sight, a, b, occupied=0):
    grid = sight.grid
    return sight.clear(grid.square(a), grid.square(b), occupied)


def named(grid, bits):
    return {grid.name(n) for n in grid.squares(bits)}


def test_terrain_between_blocks_and_terrain_at_the_ends_does_not(drawn):
    grid, shown = drawn("""
        . . . . .
        W . W . W
    """)
    sight = Sight(grid, shown["W"])
    assert not sees(sight, "A1", "E1")
    assert not sees(sight, "B1", "D1")
    assert sees(sight, "A1", "C1")
    assert sees(sight, "D1", "E1")
    assert sees(sight, "A2", "E2")


def test_any_piece_between_masks_a_target(drawn):
    grid, shown = drawn(". . P . .")
    sight = Sight(grid, 0)
    assert sees(sight, "A1", "E1")
    assert not sees(sight, "A1", "E1", shown["P"])
    assert sees(sight, "A1", "C1", shown["P"] | 1)


def test_a_hill_blocks_only_if_higher_than_both_ends():
    grid = SquareGrid.of(5, 1)
    assert not sees(Sight(grid, 0, (0, 0, 1, 0, 0)), "A1", "E1")
    assert sees(Sight(grid, 0, (1, 0, 1, 0, 0)), "A1", "E1")
    assert sees(Sight(grid, 0, (0, 0, 1, 0, 1)), "A1", "E1")
    assert not sees(Sight(grid, 0, (1, 0, 2, 0, 1)), "A1", "E1")
    assert sees(Sight(grid, 0, (0, 0, 0, 0, 0)), "A1", "E1")


def test_height_does_not_look_over_woods_or_pieces():
    grid = SquareGrid.of(3, 1)
    assert not sees(Sight(grid, 0b010, (2, 0, 2)), "A1", "C1")
    assert not sees(Sight(grid, 0, (2, 0, 2)), "A1", "C1", 0b010)


def test_a_line_exactly_through_a_corner_is_blocked_only_by_both_squares(drawn):
    grid, shown = drawn("""
        w .
        . p
    """)
    assert sees(Sight(grid, shown["w"]), "A1", "B2")
    assert sees(Sight(grid, 0), "A1", "B2", shown["p"])
    assert not sees(Sight(grid, shown["w"]), "A1", "B2", shown["p"])
    both = Sight(grid, shown["w"] | shown["p"])
    assert not sees(both, "A1", "B2")
    assert both.blockers(grid.square("A1"), grid.square("B2")) == [grid.square("B1"), grid.square("A2")]


def test_a_corner_halfway_along_a_slanting_line(drawn):
    grid, shown = drawn("""
        . .
        a b
        c d
        . .
    """)
    sight = Sight(grid, 0)
    inside, corners = sight.between(grid.square("A1"), grid.square("B4"))
    assert named(grid, inside) == {"A2", "B3"}
    assert [{grid.name(n) for n in pair} for pair in corners] == [{"B2", "A3"}]
    assert sees(sight, "A1", "B4", shown["a"])
    assert sees(sight, "A1", "B4", shown["d"])
    assert not sees(sight, "A1", "B4", shown["a"] | shown["d"])
    assert not sees(sight, "A1", "B4", shown["b"])
    assert not sees(sight, "A1", "B4", shown["c"])


def test_a_square_on_the_exact_diagonal_blocks_alone(drawn):
    grid, shown = drawn("""
        . . .
        . x .
        . . .
    """)
    sight = Sight(grid, 0)
    inside, corners = sight.between(grid.square("A1"), grid.square("C3"))
    assert inside == shown["x"]
    assert [{grid.name(n) for n in pair} for pair in corners] == [{"B1", "A2"}, {"C2", "B3"}]
    assert not sees(sight, "A1", "C3", shown["x"])


def test_a_knights_move_passes_two_squares_and_no_corner():
    grid = SquareGrid.of(3, 2)
    inside, corners = Sight(grid, 0).between(grid.square("A1"), grid.square("C2"))
    assert named(grid, inside) == {"B1", "B2"}
    assert corners == ()


def test_the_view_stops_at_the_radius_and_behind_terrain(drawn):
    grid, shown = drawn("""
        v v v v .
        v v v v .
        A v v W .
    """)
    sight = Sight(grid, shown["W"])
    here = grid.square("A1")
    assert sight.static_view(here, 3) == shown["v"] | shown["W"]
    assert sight.static_view(here, 0) == sight.static_view(here, -1) == 0
    assert sight.static_view(here, 9) == sight.static_view(here, 4)
    assert sight.view(here, 4, 0, grid.all) == sight.static_view(here, 4)
    assert named(grid, sight.view(here, 4, 0, 1 << grid.square("E1") | 1 << grid.square("E3"))) == {"E3"}


def test_blockers_are_named_from_the_near_end(drawn):
    grid, shown = drawn(". . W p W .")
    sight = Sight(grid, shown["W"])
    first, last = grid.square("A1"), grid.square("F1")
    assert [grid.name(n) for n in sight.blockers(first, last, shown["p"])] == ["C1", "D1", "E1"]
    assert [grid.name(n) for n in sight.blockers(last, first, shown["p"])] == ["E1", "D1", "C1"]
    assert sight.blockers(first, grid.square("C1")) == []


def test_a_square_sees_itself():
    sight = Sight(SquareGrid.of(3, 3), 0b111111111)
    assert sight.clear(4, 4, 0b111111111)
    assert sight.blockers(4, 4, 0b111111111) == []


def test_heights_are_one_number_a_square():
    with pytest.raises(ValueError, match="3 heights for 4 squares"):
        Sight(SquareGrid.of(2, 2), 0, (0, 0, 0))


@st.composite
def battlefields(draw):
    grid = SquareGrid.of(draw(st.integers(2, 12)), draw(st.integers(1, 10)))
    thin = st.lists(st.integers(0, grid.size - 1), max_size=grid.size // 3)
    blocking, occupied = (sum(1 << n for n in set(draw(thin))) for _ in range(2))
    heights = draw(
        st.one_of(
            st.just(()), st.lists(st.sampled_from((0, 0, 0, 1, 2)), min_size=grid.size, max_size=grid.size).map(tuple)
        )
    )
    ends = st.lists(st.integers(0, grid.size - 1), min_size=2, max_size=2, unique=True)
    return Sight(grid, blocking, heights), occupied, *draw(ends)


def crossed(grid, a, b):
    """The squares whose inside the segment between two centres enters, by clipping it in fractions."""
    ax, ay, bx, by = grid.column(a), grid.row(a), grid.column(b), grid.row(b)
    half = Fraction(1, 2)
    found = 0
    for n in range(grid.size):
        begins, ends = Fraction(0), Fraction(1)
        for start, way, middle in ((ax, bx - ax, grid.column(n)), (ay, by - ay, grid.row(n))):
            low, high = middle - half - start, middle + half - start
            if way:
                first, last = sorted((low / way, high / way))
                begins, ends = max(begins, first), min(ends, last)
            elif not low < 0 < high:
                ends = begins
        if begins < ends and n not in (a, b):
            found |= 1 << n
    return found


def corners_on(grid, a, b):
    """The pairs of squares beside each point of the grid on the segment that its two other squares lead through."""
    ax, ay, bx, by = grid.column(a), grid.row(a), grid.column(b), grid.row(b)
    pairs = set()
    for x in range(min(ax, bx), max(ax, bx)):
        for y in range(min(ay, by), max(ay, by)):
            # Twice the point between columns x and x + 1, rows y and y + 1, as seen from the start.
            px, py = 2 * (x - ax) + 1, 2 * (y - ay) + 1
            if px * (by - ay) == py * (bx - ax):
                rising = (bx - ax > 0) == (by - ay > 0)
                pair = ((x + 1, y), (x, y + 1)) if rising else ((x, y), (x + 1, y + 1))
                pairs.add(frozenset(grid.index(*square) for square in pair))
    return pairs


@given(battlefields())
def test_a_line_enters_what_exact_geometry_says(case):
    sight, _, a, b = case
    inside, corners = sight.between(a, b)
    assert inside == crossed(sight.grid, a, b)
    assert {frozenset(pair) for pair in corners} == corners_on(sight.grid, a, b)
    assert len(corners) == len(corners_on(sight.grid, a, b))


@given(battlefields())
def test_sight_is_the_same_from_both_ends(case):
    sight, occupied, a, b = case
    assert sight.clear(a, b, occupied) == sight.clear(b, a, occupied)
    assert set(sight.blockers(a, b, occupied)) == set(sight.blockers(b, a, occupied))


@given(battlefields())
def test_a_line_is_clear_when_nothing_blocks_it(case):
    sight, occupied, a, b = case
    blockers = sight.blockers(a, b, occupied)
    assert sight.clear(a, b, occupied) == (not blockers)
    assert a not in blockers
    assert b not in blockers


@given(battlefields(), st.integers(0, 12))
def test_the_view_is_every_clear_line(case, radius):
    sight, occupied, a, b = case
    grid = sight.grid
    targets = occupied | 1 << b
    expected = {n for n in grid.squares(targets) if 1 <= grid.distance(a, n) <= radius and sight.clear(a, n, occupied)}
    assert set(grid.squares(sight.view(a, radius, occupied, targets))) == expected
    static = {n for n in range(grid.size) if 1 <= grid.distance(a, n) <= radius and sight.clear(a, n)}
    assert set(grid.squares(sight.static_view(a, radius))) == static
