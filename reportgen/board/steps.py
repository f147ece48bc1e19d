"""Builds the `Steps` of one class of mover from what terrain does to it.

An edge (square, side) means the line between two squares, from whichever side it is written; sides are 0 N, 1 E, 2 S,
3 W. A diagonal step has two L-shaped ways round its corner, one by the square to the left and one by that to the right:

- if both cross a line of terrain (a wall, a stream), the step crosses it too, at the price of the easier way;
- if only one does, the step goes past the end of the line, and that side counts as closed by an obstacle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from reportgen.board.movement import Steps
from reportgen.board.squares import SquareGrid

Edge = tuple[int, int]
Step = tuple[int, int]
"""(square, direction 0..7)"""


def steps_for(
    grid: SquareGrid,
    *,
    impassable: int = 0,
    heights: tuple[int, ...] = (),
    extra: Mapping[Step, int] | Callable[[int, int], int] | None = None,
    forbidden_edges: Collection[Edge] = (),
    costly_edges: Mapping[Edge, int] | None = None,
    obstacle_squares: int = 0,
    obstacle_edges: Collection[Edge] = (),
    opened: Collection[Step] = (),
) -> Steps:
    """The steps of one class of mover; a step costs 1 square and what is added below, all in squares.

    `impassable`: squares that may not be entered (they may be left). `heights`: contour level by square, each level of
    difference adds 1. `extra`: added for a step (square, direction). `forbidden_edges` may not be crossed;
    `costly_edges` add their number. `obstacle_squares` and `obstacle_edges` close a side of a diagonal step past them;
    forbidden edges do so too, impassable squares only if they are named as obstacles.
    `opened`: steps along a road or over a bridge, which go into impassable squares and across edges as if these were
    not there; heights, `extra` and the rule of the two closed sides still hold.

    Raises ValueError if a step would cost less than 1, or `heights` is neither empty nor one number a square.
    """
    if heights and len(heights) != grid.size:
        raise ValueError(f"{len(heights)} heights for {grid.size} squares")
    forbidden = _both_sides(grid, dict.fromkeys(forbidden_edges, 0))
    costly = _both_sides(grid, costly_edges or {})
    solid = forbidden.keys() | _both_sides(grid, dict.fromkeys(obstacle_edges, 0)).keys()
    lines = solid | costly.keys()
    added = _as_function(extra)
    free_steps = frozenset(opened)

    plain = 0 if callable(extra) else _plain(grid, impassable | obstacle_squares, heights, extra or {}, lines)
    costs: list[dict[int, int]] = [{1: plain & possible} if plain & possible else {} for possible in grid.can_step]
    left = [0] * 8
    right = [0] * 8
    for here in grid.squares(grid.all ^ plain):
        for direction, there in enumerate(grid.steps[here]):
            if there < 0:
                continue
            ways = _ways(grid, here, direction)
            if len(ways) == 2:
                crossed = [any(edge in lines for edge in way) for way in ways]
                past = crossed[0] != crossed[1]
                for side, way, closed in ((direction - 1, ways[0], left), (direction + 1, ways[1], right)):
                    beside = grid.steps[here][side % 8]
                    if obstacle_squares >> beside & 1 or (past and any(edge in solid for edge in way)):
                        closed[direction] |= 1 << here
            cost = 1 + added(here, direction)
            if heights:
                cost += abs(heights[there] - heights[here])
            if (here, direction) not in free_steps:
                if impassable >> there & 1:
                    continue
                prices = [
                    sum(costly.get(edge, 0) for edge in way)
                    for way in ways
                    if not any(edge in forbidden for edge in way)
                ]
                if not prices:
                    continue
                cost += min(prices)
            if cost < 1:
                raise ValueError(f"the step from {grid.name(here)} to {grid.name(there)} would cost {cost}")
            costs[direction][cost] = costs[direction].get(cost, 0) | 1 << here
    return Steps(grid, tuple(tuple(sorted(by_cost.items())) for by_cost in costs), tuple(left), tuple(right))


def _plain(
    grid: SquareGrid, squares: int, heights: tuple[int, ...], extra: Mapping[Step, int], lines: Collection[Edge]
) -> int:
    """The squares from which every step costs one square and passes nothing: the ground is the same all around."""
    special = squares
    for square, _ in (*lines, *extra):
        special |= 1 << square
    special = grid.spread(special)
    levels: dict[int, int] = {}
    for square, height in enumerate(heights):
        levels[height] = levels.get(height, 0) | 1 << square
    for level in levels.values():
        special |= level & grid.spread(grid.all ^ level)
    return grid.all & ~special


def _ways(grid: SquareGrid, here: int, direction: int) -> tuple[tuple[Edge, ...], ...]:
    """The edges on each way of a step that exists: one way over one edge, or two ways over two edges each."""
    if direction % 2 == 0:
        return (((here, direction // 2),),)
    left, right = (direction - 1) // 2, (direction + 1) // 2 % 4
    steps = grid.steps[here]
    return ((here, left), (steps[2 * left], right)), ((here, right), (steps[2 * right], left))


def _both_sides(grid: SquareGrid, edges: Mapping[Edge, int]) -> dict[Edge, int]:
    """Every edge written from both of its squares; where the two disagree the larger number counts."""
    both: dict[Edge, int] = {}
    for (square, side), number in edges.items():
        beyond = grid.step(square, 2 * side)
        for edge in ((square, side), (beyond, side ^ 2)):
            if edge[0] >= 0:
                both[edge] = max(number, both.get(edge, 0))
    return both


def _as_function(extra: Mapping[Step, int] | Callable[[int, int], int] | None) -> Callable[[int, int], int]:
    if extra is None:
        return lambda square, direction: 0
    if callable(extra):
        return extra
    return lambda square, direction: extra.get((square, direction), 0)
