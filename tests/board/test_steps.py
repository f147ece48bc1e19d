"""What terrain does to single steps: edges, corners, heights, obstacles, roads and bridges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.movement import open_way, plain_way
from reportgen.board.squares import DIRECTIONS, SquareGrid
from reportgen.board.steps import steps_for

GRID = SquareGrid.of(4, 4)
N, E, S, W = range(4)


def cost(steps, here, there, enemies=()):
    grid = steps.grid
    direction = grid.direction_towards(grid.square(here), grid.square(there))
    assert direction >= 0, "not neighbours"
    return steps.cost(grid.square(here), direction, sum(1 << grid.square(name) for name in enemies))


def edges(*written):
    """'A1 N' -> the edge over the top of A1."""
    return {(GRID.square(text.split()[0]), "NESW".index(text.split()[1])) for text in written}


WALL = edges("A1 N", "B1 N", "C1 N", "D1 N")
"""A straight line across the whole board between rows 1 and 2."""


def test_eight_directions_each_one_square():
    steps = steps_for(GRID)
    for there in ("B3", "C3", "C2", "C1", "B1", "A1", "A2", "A3"):
        assert cost(steps, "B2", there) == 1
    assert steps.cost(0, DIRECTIONS.index("W")) is None


def test_impassable_squares_are_left_but_not_entered():
    steps = steps_for(GRID, impassable=1 << GRID.square("B2"))
    assert cost(steps, "A1", "B2") is None
    assert cost(steps, "B2", "A1") == 1


def test_each_level_of_difference_costs_one_square_up_and_down():
    heights = tuple({"B1": 1, "B2": 3}.get(GRID.name(n), 0) for n in range(GRID.size))
    steps = steps_for(GRID, heights=heights)
    assert cost(steps, "A1", "B1") == cost(steps, "B1", "A1") == 2
    assert cost(steps, "A1", "B2") == 4
    assert cost(steps, "B1", "B2") == 3
    assert cost(steps, "C3", "C4") == 1


def test_heights_are_one_number_a_square():
    with pytest.raises(ValueError, match="2 heights for 16 squares"):
        steps_for(GRID, heights=(1, 2))


def test_extra_costs_as_a_mapping_and_as_a_function():
    north = DIRECTIONS.index("N")
    by_map = steps_for(GRID, extra={(GRID.square("B2"), north): 2})
    by_function = steps_for(GRID, extra=lambda square, d: 2 if (square, d) == (GRID.square("B2"), north) else 0)
    for steps in (by_map, by_function):
        assert cost(steps, "B2", "B3") == 3
        assert cost(steps, "B3", "B2") == 1
        assert cost(steps, "B2", "C3") == 1


def test_a_free_step_is_refused():
    with pytest.raises(ValueError, match="the step from A1 to B1 would cost 0"):
        steps_for(GRID, extra={(0, DIRECTIONS.index("E")): -1})


@pytest.mark.parametrize("written", [WALL, {(square + 4, S) for square, _ in WALL}])
def test_a_forbidden_line_is_crossed_nowhere_from_whichever_side_it_is_written(written):
    steps = steps_for(GRID, forbidden_edges=written)
    for here, there in (("B1", "B2"), ("B1", "A2"), ("B1", "C2"), ("A1", "B2")):
        assert cost(steps, here, there) is None
        assert cost(steps, there, here) is None
    assert cost(steps, "B1", "C1") == cost(steps, "B2", "C3") == 1


def test_a_stream_costs_the_same_straight_and_diagonally():
    steps = steps_for(GRID, costly_edges=dict.fromkeys(WALL, 1), obstacle_edges=WALL)
    for there in ("A2", "B2", "C2"):
        assert cost(steps, "B1", there) == cost(steps, there, "B1") == 2
    assert cost(steps, "B1", "C1") == 1


def test_a_diagonal_step_past_the_end_of_a_wall():
    wall = edges("A1 N")
    steps = steps_for(GRID, forbidden_edges=wall)
    assert cost(steps, "A1", "B2") == cost(steps, "B2", "A1") == 1
    assert cost(steps, "A1", "B2", ["B1"]) is None
    assert cost(steps, "B2", "A1", ["B1"]) is None
    assert cost(steps, "A1", "B2", ["A2"]) == 1
    assert cost(steps, "B1", "A2", ["A1"]) == 1
    assert cost(steps, "B1", "A2", ["B2"]) is None


def test_a_diagonal_step_round_the_corner_of_a_wall():
    # The wall goes round B1: over its top and along its left side.
    steps = steps_for(GRID, forbidden_edges=edges("B1 N", "B1 W"))
    assert cost(steps, "A1", "B2") == 1
    assert cost(steps, "A1", "B2", ["A2"]) is None
    assert cost(steps, "A2", "B1") is None
    assert cost(steps, "C1", "B2") == 1
    assert cost(steps, "A1", "B1") is None


def test_not_diagonally_between_two_enemies():
    steps = steps_for(GRID)
    assert cost(steps, "B2", "C3", ["B3", "C2"]) is None
    assert cost(steps, "C3", "B2", ["B3", "C2"]) is None
    assert cost(steps, "B2", "C3", ["B3"]) == cost(steps, "B2", "C3", ["C2"]) == 1
    assert cost(steps, "B2", "B3", ["A3", "C3"]) == 1


def test_not_into_an_enemy():
    assert cost(steps_for(GRID), "B2", "C3", ["C3"]) is None


def test_not_diagonally_between_an_enemy_and_an_obstacle():
    rocks = 1 << GRID.square("B3")
    steps = steps_for(GRID, impassable=rocks, obstacle_squares=rocks)
    assert cost(steps, "B2", "C3") == 1
    assert cost(steps, "B2", "C3", ["C2"]) is None
    assert cost(steps, "C3", "B2", ["C2"]) is None


def test_not_diagonally_between_two_obstacles():
    rocks = 1 << GRID.square("B3") | 1 << GRID.square("C2")
    assert cost(steps_for(GRID, impassable=rocks, obstacle_squares=rocks), "B2", "C3") is None
    # Impassable squares that are not named as obstacles close nothing.
    assert cost(steps_for(GRID, impassable=rocks), "B2", "C3") == 1


def test_not_diagonally_between_rocks_and_the_end_of_a_wall():
    rocks = 1 << GRID.square("B3")
    steps = steps_for(GRID, impassable=rocks, obstacle_squares=rocks, obstacle_edges=edges("C2 N"))
    assert cost(steps, "B2", "C3") is None


def test_crossing_a_stream_beside_an_enemy_is_not_between_two_obstacles():
    steps = steps_for(GRID, costly_edges=dict.fromkeys(WALL, 1), obstacle_edges=WALL)
    assert cost(steps, "B1", "C2", ["B2"]) == 2
    assert cost(steps, "B1", "C2", ["B2", "C1"]) is None


def test_a_costly_edge_that_is_no_obstacle_closes_no_side():
    steps = steps_for(GRID, costly_edges=dict.fromkeys(edges("A1 N"), 1))
    assert cost(steps, "A1", "B2", ["B1"]) == 1


def test_a_gap_in_a_river_is_crossed_straight_and_diagonally():
    river = WALL - edges("B1 N")
    steps = steps_for(GRID, forbidden_edges=river)
    assert cost(steps, "B1", "B2") == 1
    assert cost(steps, "A1", "B2") == cost(steps, "B1", "C2") == 1
    assert cost(steps, "C1", "D2") is None


def test_a_ford_in_a_deep_river_costs_the_ford_also_diagonally():
    steps = steps_for(
        GRID, forbidden_edges=WALL - edges("B1 N"), costly_edges=dict.fromkeys(edges("B1 N"), 1), obstacle_edges=WALL
    )
    assert cost(steps, "B1", "B2") == cost(steps, "A1", "B2") == cost(steps, "B1", "C2") == 2
    assert cost(steps, "C1", "C2") is None


def test_two_streams_that_cross_at_a_corner_cost_twice():
    steps = steps_for(GRID, costly_edges=dict.fromkeys(edges("A1 N", "B1 N", "A1 E", "A2 E"), 1))
    assert cost(steps, "A1", "B2") == 3


def test_a_road_leads_through_a_wood_and_over_a_wall():
    wood = sum(1 << GRID.square(name) for name in ("A2", "B2", "C2", "D2"))
    north = DIRECTIONS.index("N")
    road = {(GRID.square(f"B{row}"), north) for row in (1, 2, 3)}
    steps = steps_for(
        GRID, impassable=wood, forbidden_edges=WALL, costly_edges={(GRID.square("B2"), N): 2}, opened=road
    )
    assert cost(steps, "B1", "B2") == cost(steps, "B2", "B3") == 1
    assert cost(steps, "B3", "B2") is None, "opened steps are opened one way at a time"
    assert cost(steps, "A1", "B2") is None
    assert cost(steps, "A1", "A2") is None


def test_opened_steps_still_climb():
    heights = tuple(GRID.row(n) for n in range(GRID.size))
    steps = steps_for(GRID, heights=heights, opened={(0, 0)})
    assert cost(steps, "A1", "A2") == 2


@pytest.mark.parametrize(("below", "above"), [(1, 2), (2, 1)])
def test_where_two_writings_of_an_edge_disagree_the_larger_counts(below, above):
    steps = steps_for(GRID, costly_edges={(GRID.square("A1"), N): below, (GRID.square("A2"), S): above})
    assert cost(steps, "A1", "A2") == cost(steps, "A2", "A1") == 3


def test_edges_along_the_border_are_harmless():
    steps = steps_for(GRID, forbidden_edges=edges("A1 S", "A1 W"))
    assert cost(steps, "A1", "B2") == 1


BOARD = SquareGrid.of(7, 6)
PLACES = st.integers(0, BOARD.size - 1)
LINES = st.sets(st.tuples(PLACES, st.integers(0, 3)), max_size=5)


@st.composite
def grounds(draw):
    """What terrain may do, on a board that has room for plain ground beside it."""
    some = st.sets(PLACES, max_size=4).map(lambda squares: sum(1 << square for square in squares))
    hill = draw(st.dictionaries(PLACES, st.integers(1, 2), max_size=4))
    return {
        "impassable": draw(some),
        "obstacle_squares": draw(some),
        "heights": tuple(hill.get(square, 0) for square in range(BOARD.size)) if hill else (),
        "extra": draw(st.dictionaries(st.tuples(PLACES, st.integers(0, 7)), st.integers(1, 2), max_size=4)),
        "forbidden_edges": draw(LINES),
        "costly_edges": dict.fromkeys(draw(LINES), 1),
        "obstacle_edges": draw(LINES),
        "opened": draw(st.sets(st.tuples(PLACES, st.integers(0, 7)), max_size=4)),
    }


@given(grounds())
def test_ground_that_is_the_same_all_around_needs_no_look_at_each_step(ground):
    """A function may answer anything for any step, so with one every step is looked at."""
    extra = ground.pop("extra")
    quick = steps_for(BOARD, extra=extra, **ground)
    whole = steps_for(BOARD, extra=lambda square, direction: extra.get((square, direction), 0), **ground)
    assert (quick.costs, quick.obstacle_left, quick.obstacle_right) == (
        whole.costs,
        whole.obstacle_left,
        whole.obstacle_right,
    )


@given(grounds(), PLACES, PLACES, st.sets(PLACES, max_size=6))
def test_an_open_way_stands_while_nobody_is_where_he_would_matter(ground, start, goal, enemies):
    steps = steps_for(BOARD, **ground)
    way, touched = open_way(steps, start, goal)
    away = sum(1 << square for square in enemies) & ~touched & ~(1 << start)
    assert plain_way(steps, start, goal, BOARD.size, away, 0) == way
    assert plain_way(steps, start, goal, BOARD.size, 0, away) == way
