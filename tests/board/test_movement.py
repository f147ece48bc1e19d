"""Floods, paths and walking distances, by hand on drawn boards and against a plain search."""

from __future__ import annotations

import heapq
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.movement import PathCost, Steps, distance_map, flood, path, path_cost
from reportgen.board.squares import SquareGrid
from reportgen.board.steps import steps_for


def picture(grid, reached):
    """A flood drawn like the boards of these tests: the cost of each square, a dot where none is."""
    costs = {n: str(cost) for cost, bits in enumerate(reached) for n in grid.squares(bits)}
    rows = [[costs.get(grid.index(x, y), ".") for x in range(grid.columns)] for y in range(grid.rows)]
    return "\n".join(" ".join(row) for row in reversed(rows))


def lines(text):
    return "\n".join(line.strip() for line in text.strip().splitlines())


def names(grid, squares):
    return None if squares is None else " ".join(grid.name(n) for n in squares)


def test_a_flood_over_open_ground(drawn):
    grid, shown = drawn("""
        . . . . .
        . . . . .
        . m . . .
    """)
    reached = flood(steps_for(grid), shown["m"].bit_length() - 1, 2)
    assert picture(grid, reached) == lines("""
        2 2 2 2 .
        1 1 1 2 .
        1 0 1 2 .
    """)


def test_a_flood_goes_round_enemies_and_not_between_them(drawn):
    grid, shown = drawn("""
        . . . . .
        . x . . .
        m . x . .
        . . . . .
    """)
    reached = flood(steps_for(grid), grid.square("A2"), 3, shown["x"])
    # From B2 to C3 is barred: it lies between the two enemies.
    assert picture(grid, reached) == lines("""
        2 2 3 . .
        1 . 3 . .
        0 1 . 3 .
        1 1 2 3 .
    """)


def test_floods_of_one_mover_follow_the_enemies_as_they_move():
    grid = SquareGrid.of(3, 1)
    steps = steps_for(grid)
    assert flood(steps, 0, 2, 0b100) == (0b001, 0b010, 0)
    assert flood(steps, 0, 2, 0b010) == (0b001, 0, 0)
    assert flood(steps, 0, 2) == (0b001, 0b010, 0b100)
    assert flood(steps, 0, 2, 0b100) == (0b001, 0b010, 0)


def test_squares_to_stop_in_and_closed_squares(drawn):
    grid, shown = drawn("""
        # # s . .
        m . s . .
        # # s . c
    """)
    steps = steps_for(grid, impassable=shown["#"])
    reached = flood(steps, grid.square("A2"), 4, stop=shown["s"], closed=shown["c"])
    assert picture(grid, reached) == lines("""
        . . 2 . .
        0 1 2 . .
        . . 2 . .
    """)
    # Who starts where others must stop may leave.
    reached = flood(steps, grid.square("C2"), 2, stop=shown["s"], closed=shown["c"])
    assert picture(grid, reached) == lines("""
        . . 1 1 2
        2 1 0 1 2
        . . 1 1 .
    """)


def test_one_step_is_always_possible_whatever_the_contours():
    grid = SquareGrid.of(4, 1)
    steps = steps_for(grid, heights=(0, 4, 0, 0))
    assert flood(steps, 0, 2) == (0b0001, 0, 0)
    assert flood(steps, 0, 2, at_least_one=True) == (0b0001, 0, 0b0010)
    assert flood(steps, 2, 2, at_least_one=True) == (0b0100, 0b1000, 0b0010)
    assert flood(steps, 3, 2, at_least_one=True) == (0b1000, 0b0100, 0), "the second step is not the one for nothing"
    assert flood(steps, 0, 0, at_least_one=True) == (0b0001,), "who cannot move at all does not"
    assert flood(steps, 0, 2, 0b0010, at_least_one=True) == (0b0001, 0, 0), "still not into an enemy"
    assert flood(steps, 0, 2, closed=0b0010, at_least_one=True) == (0b0001, 0, 0)
    assert path(steps, 0, 1, 2) is None
    assert path(steps, 0, 1, 2, at_least_one=True) == (0, 1)
    assert path(steps, 0, 1, 0, at_least_one=True) is None
    assert path(steps, 0, 1, 2, 0b0010, at_least_one=True) is None
    assert path(steps, 0, 1, 2, closed=0b0010, at_least_one=True) is None
    assert path(steps, 3, 1, 2, at_least_one=True) is None


@pytest.mark.parametrize(
    ("goal", "way"),
    [
        ("C1", "C1"),
        ("C4", "C1 C2 C3 C4"),
        ("F4", "C1 D2 E3 F4"),
        ("F2", "C1 D1 E1 F2"),
        ("D4", "C1 C2 C3 D4"),
        ("A2", "C1 B1 A2"),
    ],
)
def test_a_path_turns_seldom_and_goes_straight_first(goal, way):
    grid = SquareGrid.of(6, 4)
    assert names(grid, path(steps_for(grid), grid.square("C1"), grid.square(goal), 5)) == way


def test_a_path_goes_round_what_stands_in_its_way(drawn):
    grid, shown = drawn("""
        . . . . .
        . . # . .
        m . x . g
        . . # . .
    """)
    steps = steps_for(grid, impassable=shown["#"], obstacle_squares=shown["#"])
    ends = grid.square("A2"), grid.square("E2")
    assert names(grid, path(steps, *ends, 9, shown["x"])) == "A2 B3 C4 D3 E2"
    assert names(grid, path(steps, *ends, 9)) == "A2 B2 C2 D2 E2"
    assert path(steps, *ends, 3) is None


def test_a_path_takes_the_cheaper_way_though_it_turns(drawn):
    grid, shown = drawn("""
        . . .
        m h g
    """)
    steps = steps_for(grid, heights=tuple(2 * (shown["h"] >> n & 1) for n in range(grid.size)))
    assert names(grid, path(steps, grid.square("A1"), grid.square("C1"), 9)) == "A1 B2 C1"


def test_a_recorded_path_is_audited(drawn):
    grid, shown = drawn("""
        . . . . #
        . x . s .
        . . . . .
    """)
    steps = steps_for(grid, impassable=shown["#"], heights=(0, 1, *(0,) * 13))

    def audit(way):
        return path_cost(steps, tuple(map(grid.square, way.split())), shown["x"], stop=shown["s"], closed=1 << 4)

    assert audit("A1") == PathCost(0, None)
    assert audit("A1 B1 C1") == PathCost(4, None)
    assert audit("A1 A2 B2") == PathCost(None, 1)
    assert audit("A1 C1") == PathCost(None, 0)
    assert audit("A1 A1") == PathCost(None, 0)
    assert audit("C1 C2 D3 E3") == PathCost(None, 2)
    assert audit("C1 D2") == PathCost(1, None)
    assert audit("C1 D2 D3") == PathCost(None, 1)
    assert audit("D2 D3") == PathCost(1, None)
    assert audit("D1 E1") == PathCost(None, 0)


def test_walking_distances_round_rocks(drawn):
    grid, shown = drawn("""
        . . # . .
        . . # . #
        . . . # g
    """)
    steps = steps_for(grid, impassable=shown["#"])
    table = distance_map(steps, shown["g"], 4)
    rows = [table[row * 5 : row * 5 + 5] for row in (2, 1, 0)]
    # The rocks' own squares have a distance too: whoever stands there may leave.
    assert rows == [(4, 4, 2, 2, 2), (4, 3, 2, 1, 1), (4, 3, 2, 1, 0)]
    assert distance_map(steps, shown["g"], 2)[0] == 3
    assert distance_map(steps, shown["g"], 4) is table
    assert set(distance_map(steps, 0, 4)) == {5}


def test_many_distance_maps_are_not_all_kept():
    steps = steps_for(SquareGrid.of(20, 20))
    first = distance_map(steps, 1, 1)
    for square in range(1, 300):
        distance_map(steps, 1 << square, 1)
    again = distance_map(steps, 1, 1)
    assert again == first
    assert again is not first


@pytest.mark.parametrize(
    "north",
    [((0, 0b01),), ((1, 0b01), (2, 0b01)), ((1, 0b100),)],
    ids=["a free step", "two costs", "off the board"],
)
def test_impossible_steps_are_refused(north):
    with pytest.raises(ValueError, match="a step N at cost"):
        Steps(SquareGrid.of(2, 2), (north, *((),) * 7))


@st.composite
def campaigns(draw):
    """Steps over random terrain, a mover, a budget, and pieces in its way."""
    grid = SquareGrid.of(draw(st.integers(1, 8)), draw(st.integers(1, 7)))
    square = st.integers(0, grid.size - 1)

    def some(parts):
        return sum(1 << n for n in set(draw(st.lists(square, max_size=grid.size // parts))))

    def lines():
        return draw(st.lists(st.tuples(square, st.integers(0, 3)), max_size=grid.size // 5))

    level = st.sampled_from((0, 0, 0, 0, 1, 2))
    steps = steps_for(
        grid,
        impassable=some(7),
        heights=tuple(draw(st.lists(level, min_size=grid.size, max_size=grid.size))),
        forbidden_edges=lines(),
        costly_edges={edge: draw(st.integers(1, 2)) for edge in lines()},
        obstacle_squares=some(7),
        obstacle_edges=lines(),
    )
    start = draw(square)
    pieces = {"enemies": some(5) & ~(1 << start), "stop": some(6), "closed": some(8)}
    return steps, start, draw(st.integers(0, 7)), pieces


def legal(steps, here, enemies, stop=0, closed=0):
    """(there, cost) of every legal step from a square, from the rules' words."""
    grid = steps.grid
    for direction, there in enumerate(grid.steps[here]):
        if there < 0 or (enemies | closed) >> there & 1:
            continue
        if direction % 2:
            left, right = grid.step(here, direction - 1), grid.step(here, (direction + 1) % 8)
            left_closed = steps.obstacle_left[direction] >> here & 1 or enemies >> left & 1
            right_closed = steps.obstacle_right[direction] >> here & 1 or enemies >> right & 1
            if left_closed and right_closed:
                continue
        for cost, mask in steps.costs[direction]:
            if mask >> here & 1:
                yield there, cost


def searched(steps, start, budget, pieces):
    """Least costs by a plain search with a heap."""
    least = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > least[here] or (here != start and pieces.get("stop", 0) >> here & 1):
            continue
        for there, cost in legal(steps, here, **pieces):
            if spent + cost <= min(budget, least.get(there, budget + 1) - 1):
                least[there] = spent + cost
                heapq.heappush(heap, (spent + cost, there))
    return least


def costs_of(grid, reached):
    found = [(n, cost) for cost, bits in enumerate(reached) for n in grid.squares(bits)]
    assert len(found) == len(dict(found)), "a square was reached at two costs"
    return dict(found)


@given(campaigns())
def test_a_flood_finds_what_a_plain_search_finds(case):
    steps, start, budget, pieces = case
    assert costs_of(steps.grid, flood(steps, start, budget, **pieces)) == searched(steps, start, budget, pieces)


@given(campaigns())
def test_one_step_for_the_whole_budget_adds_only_neighbours(case):
    steps, start, budget, pieces = case
    expected = searched(steps, start, budget, pieces)
    if budget:
        for there, _ in legal(steps, start, **pieces):
            expected.setdefault(there, budget)
    assert costs_of(steps.grid, flood(steps, start, budget, **pieces, at_least_one=True)) == expected


def ways(steps, start, goal, left, pieces):
    """Every way of exactly that cost, by trying all."""
    if start == goal and left == 0:
        yield (start,)
    for there, cost in legal(steps, start, **pieces) if left else ():
        if cost <= left and (cost == left or not pieces["stop"] >> there & 1):
            for rest in ways(steps, there, goal, left - cost, pieces):
                yield start, *rest


def elegance(grid, way):
    """What a path prefers, least first: turns, steps, straight before diagonal, the compass."""
    taken = [grid.direction_towards(here, there) for here, there in pairwise(way)]
    turns = sum(a != b for a, b in pairwise(taken))
    return turns, len(taken), [(direction % 2, direction) for direction in taken]


@given(campaigns(), st.data())
def test_a_path_costs_what_the_flood_says(case, data):
    steps, start, budget, pieces = case
    grid = steps.grid
    reached = costs_of(grid, flood(steps, start, budget, **pieces, at_least_one=True))
    goal = data.draw(st.integers(0, grid.size - 1))
    way = path(steps, start, goal, budget, **pieces, at_least_one=True)
    assert (way is not None) == (goal in reached)
    if way is None:
        return
    assert (way[0], way[-1]) == (start, goal)
    cost, fails_at = path_cost(steps, way, **pieces)
    assert fails_at is None
    assert min(cost, budget) == reached[goal]
    assert cost <= budget or len(way) == 2


@given(campaigns(), st.data())
def test_a_path_is_the_most_natural_of_the_cheapest(case, data):
    steps, start, budget, pieces = case
    grid = steps.grid
    reached = costs_of(grid, flood(steps, start, min(budget, 4), **pieces))
    goal = data.draw(st.sampled_from(sorted(reached)))
    every = ways(steps, start, goal, reached[goal], pieces)
    best = min(every, key=lambda way: elegance(grid, way))
    assert path(steps, start, goal, min(budget, 4), **pieces) == best


@given(campaigns(), st.data())
def test_a_walking_distance_is_the_nearest_goal_of_a_plain_search(case, data):
    steps, _, limit, _ = case
    grid = steps.grid
    goals = data.draw(st.integers(0, grid.all))
    table = distance_map(steps, goals, limit)
    for square in range(grid.size):
        least = searched(steps, square, limit, {"enemies": 0})
        assert table[square] == min((least[n] for n in least if goals >> n & 1), default=limit + 1)


@given(campaigns())
def test_terrain_and_enemies_bar_a_step_both_ways_or_neither(case):
    steps, _, _, pieces = case
    grid = steps.grid
    between = steps.between_closed(pieces["enemies"])
    for square in range(grid.size):
        for direction, there in enumerate(grid.steps[square]):
            if there >= 0:
                assert between[direction] >> square & 1 == between[direction ^ 4] >> there & 1
