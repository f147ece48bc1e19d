"""Movement on a square grid: what a step costs one class of mover, and how far it gets.

Costs are whole squares of movement, at least 1 a step; a budget is the squares that a mover may spend. Pieces are
bitboards given at each call, terrain is in the `Steps` of the mover's class, which `reportgen.board.steps` builds.

Two rules are kept here because every flood needs them: nobody enters an enemy's square, and nobody steps diagonally
between two closed squares, whether an enemy stands there or an obstacle closes that side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from reportgen.board.squares import DIRECTIONS, VECTORS, SquareGrid

_Moves = tuple[tuple[int, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]], ...]
"""By cost: (cost, ((shift to the left, from), ...), ((shift to the right, from), ...))."""

_Directed = tuple[tuple[int, int, int, int], ...]
"""(direction, what it adds to a square's number, cost in squares, from which squares), ..."""


@dataclass(frozen=True, eq=False, slots=True)
class Steps:
    """The steps open to one class of mover on one piece of ground.

    `costs`: for each of the eight directions, pairs (cost in squares, the squares from which the step there costs that,
    as a bitboard); a square in none of them has no such step, and none is in two of them. Raises ValueError for a cost
    below 1, a square with two costs, or a step that leaves the board.
    `obstacle_left`, `obstacle_right`: for each direction, the squares from which a diagonal step finds the orthogonal
    side to its left (direction - 1) or right (direction + 1) closed by terrain; 0 for the orthogonal directions.
    """

    grid: SquareGrid
    costs: tuple[tuple[tuple[int, int], ...], ...]
    obstacle_left: tuple[int, ...] = (0,) * 8
    obstacle_right: tuple[int, ...] = (0,) * 8
    _prepared: list[tuple[int, _Moves]] = field(default_factory=list, init=False, repr=False)
    _ground: list[tuple[int | None, ...]] = field(default_factory=list, init=False, repr=False)
    """[direction][square] -> what a step costs past nobody, or None if the ground does not let it; laid when asked."""
    rough: tuple[int, ...] = field(default=(), init=False, repr=False)
    """By direction: the squares from which a step does not cost one square, or passes an obstacle at its side."""
    _beside: tuple[tuple[int, ...], ...] = field(default=(), init=False, repr=False)
    _maps: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for direction, choices in enumerate(self.costs):
            possible = self.grid.can_step[direction]
            for cost, mask in choices:
                if cost < 1 or mask & ~possible:
                    raise ValueError(
                        f"a step {DIRECTIONS[direction]} at cost {cost} is free, off the board or has another cost too"
                    )
                possible ^= mask
        rough = tuple(
            self.grid.all & ~sum(mask for cost, mask in choices if cost == 1)
            | self.obstacle_left[direction]
            | self.obstacle_right[direction]
            for direction, choices in enumerate(self.costs)
        )
        object.__setattr__(self, "rough", rough)
        object.__setattr__(self, "_beside", self.grid.steps)

    def between_closed(self, enemies: int) -> tuple[int, ...]:
        """By direction: the squares from which that diagonal step would pass between two closed squares."""
        grid = self.grid
        # Seen from a square, an enemy to its north is the enemies' bitboard moved one step south.
        beside = [grid.shift(enemies, side ^ 4) if side % 2 == 0 else 0 for side in range(8)]
        return tuple(
            (self.obstacle_left[d] | beside[d - 1]) & (self.obstacle_right[d] | beside[(d + 1) % 8]) if d % 2 else 0
            for d in range(8)
        )

    def cost(self, square: int, direction: int, enemies: int = 0) -> int | None:
        """What one step costs in squares, or None if it is not possible past these enemies."""
        beside = self._beside[square]
        there = beside[direction]
        if there < 0 or enemies >> there & 1:
            return None
        if direction & 1:
            left = self.obstacle_left[direction] >> square | enemies >> beside[direction - 1]
            right = self.obstacle_right[direction] >> square | enemies >> beside[(direction + 1) & 7]
            if left & right & 1:
                return None
        return (self._ground or self._lay_ground())[direction][square]

    def _lay_ground(self) -> list[tuple[int | None, ...]]:
        size = self.grid.size
        self._ground[:] = [
            tuple(next((cost for cost, mask in choices if mask >> square & 1), None) for square in range(size))
            for choices in self.costs
        ]
        return self._ground

    def moves(self, enemies: int) -> _Moves:
        """The steps past these enemies, sorted by cost for floods. The last answer is kept: a phase asks it often."""
        if self._prepared and self._prepared[0][0] == enemies:
            return self._prepared[0][1]
        between = self.between_closed(enemies)
        by_cost: dict[int, tuple[list[tuple[int, int]], list[tuple[int, int]]]] = {}
        for direction, choices in enumerate(self.costs):
            offset = self.grid.offsets[direction]
            for cost, mask in choices:
                mask &= ~between[direction]
                if mask:
                    by_cost.setdefault(cost, ([], []))[offset < 0].append((abs(offset), mask))
        moves = tuple((cost, tuple(up), tuple(down)) for cost, (up, down) in sorted(by_cost.items()))
        self._prepared[:] = [(enemies, moves)]
        return moves

    def directed(self, enemies: int) -> _Directed:
        """The steps past these enemies, by direction."""
        between = self.between_closed(enemies)
        return tuple(
            (direction, self.grid.offsets[direction], cost, mask & ~between[direction])
            for direction, choices in enumerate(self.costs)
            for cost, mask in choices
        )


def flood(
    steps: Steps,
    start: int,
    budget: int,
    enemies: int = 0,
    *,
    stop: int = 0,
    closed: int = 0,
    at_least_one: bool = False,
) -> tuple[int, ...]:
    """Where a mover gets to: `reached[c]` is the bitboard of squares whose least cost from `start` is exactly c.

    `budget` in squares, 0 or more; `reached` has budget + 1 entries and `reached[0]` is the start alone. Squares of
    `enemies` and `closed` are not entered; squares of `stop` may be entered but not left, but for the start, which may
    always be left. With `at_least_one` and a budget of 1 or more a single step is possible whatever it costs, and is
    reported at the whole budget.
    """
    moves = steps.moves(enemies)
    reached = [0] * (budget + 1)
    frontier = reached[0] = 1 << start
    free = steps.grid.all & ~(enemies | closed | frontier)
    leaves = ~stop
    for spent in range(budget):
        if spent:
            frontier = reached[spent] & free
            free ^= frontier
            reached[spent] = frontier
            frontier &= leaves
        if not frontier:
            continue
        left = budget - spent
        for cost, up, down in moves:
            if cost > left:
                if spent or not at_least_one:
                    break
                cost = left
            new = 0
            for shift, mask in up:
                new |= (frontier & mask) << shift
            for shift, mask in down:
                new |= (frontier & mask) >> shift
            reached[spent + cost] |= new
    if budget:
        reached[budget] &= free
    return tuple(reached)


def path(
    steps: Steps,
    start: int,
    goal: int,
    budget: int,
    enemies: int = 0,
    *,
    stop: int = 0,
    closed: int = 0,
    at_least_one: bool = False,
) -> tuple[int, ...] | None:
    """The squares of a cheapest way from `start` to `goal`, both included, or None if the budget does not reach.

    Of equally cheap ways it takes the one with the fewest changes of direction, then the fewest steps, then the one
    that goes straight before it goes diagonally, then the direction first in the compass. Arguments as for `flood`.
    """
    if start == goal:
        return (start,)
    plain = plain_way(steps, start, goal, budget, enemies, stop | closed)
    if plain is not None:
        return plain
    reached = flood(steps, start, budget, enemies, stop=stop, closed=closed)
    total = next((cost for cost, squares in enumerate(reached) if squares >> goal & 1), None)
    if total is None:
        if at_least_one and budget >= 1:
            direction = steps.grid.direction_towards(start, goal)
            if direction >= 0 and not closed >> goal & 1 and steps.cost(start, direction, enemies) is not None:
                return start, goal
        return None
    useful = _on_cheapest_ways(steps.directed(enemies), reached, 1 << goal, total, stop)
    # By cost, square and last direction: (changes of direction, steps, order of the steps), the least kept.
    best: list[dict[tuple[int, int], tuple[int, int, tuple[int, ...]]]] = [{} for _ in range(total + 1)]
    best[0][start, -1] = (0, 0, ())
    for spent in range(total):
        for (square, came), (turns, count, order) in best[spent].items():
            bit = 1 << square
            for direction, offset, cost, squares_before in useful[spent]:
                if squares_before & bit:
                    turned = turns + (came not in (-1, direction))
                    # Eight more for a diagonal puts every orthogonal step before it.
                    label = turned, count + 1, (*order, direction + 8 * (direction % 2))
                    known = best[spent + cost]
                    key = square + offset, direction
                    if key not in known or label < known[key]:
                        known[key] = label
    order = min(label for (square, _), label in best[total].items() if square == goal)[2]
    squares = [start]
    for step in order:
        squares.append(steps.grid.step(squares[-1], step % 8))
    return tuple(squares)


def plain_way(steps: Steps, start: int, goal: int, budget: int, enemies: int, avoid: int) -> tuple[int, ...] | None:
    """What `path` answers if there is a way of a square a step with at most one change of direction.

    No way is shorter than the distance, and of those as short none has fewer changes of direction than these, which are
    tried in the order in which `path` prefers them. None if a step on every one of them is dearer, closed or avoided;
    then only the whole search can tell.
    """
    columns = steps.grid.columns
    rows = goal // columns - start // columns
    across = goal % columns - start % columns
    shapes = _shapes(rows, across, columns)
    if len(shapes[0].squares) > budget + 1:
        return None
    closed, rough = enemies | avoid, steps.rough
    for runs, squares, low, after, stepped, corners in shapes:
        base = start + low
        if base >= 0 and not closed & after << base:  # below 0 it leaves the board, as it may sideways: that is rough
            for direction, places in stepped:
                if rough[direction] & places << base:
                    break
            else:
                if not enemies & corners << base:
                    return _laid_from(base, squares)
            way = _walk(steps, start, runs, enemies, avoid)
            if way is not None:
                return way
    return None


def _laid_from(base: int, squares: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([base + square for square in squares])


def open_way(steps: Steps, start: int, goal: int) -> tuple[tuple[int, ...] | None, int]:
    """What `plain_way` answers where nobody stands, and the squares in which somebody may change that: those of the way
    after the first, and those beside its diagonal steps."""
    way = plain_way(steps, start, goal, steps.grid.size, 0, 0)
    touched = 0
    for here, there in pairwise(way or ()):
        touched |= 1 << there
        direction = steps.grid.direction_towards(here, there)
        if direction & 1:
            for side in (direction - 1, (direction + 1) & 7):
                touched |= 1 << steps.grid.step(here, side)
    return way, touched


class _Shape(NamedTuple):
    """A way by its runs, laid out from the lowest square of its numbers: its squares, how far the first lies above the
    lowest (not above 0), and as bitboards the squares after the first, those left in each direction, and those beside
    its diagonal steps."""

    runs: tuple[Run, ...]
    squares: tuple[int, ...]
    low: int
    after: int
    stepped: tuple[tuple[int, int], ...]
    corners: int


@lru_cache(maxsize=8192)
def _shapes(rows: int, across: int, columns: int) -> tuple[_Shape, ...]:
    """The ways of `_runs` on a board of so many columns."""
    made = []
    offsets = [dy * columns + dx for dx, dy in VECTORS]
    for runs in _runs(rows, across):
        squares, stepped, corners = [0], dict[int, list[int]](), set[int]()
        for direction, count in runs:
            for _ in range(count):
                here = squares[-1]
                stepped.setdefault(direction, []).append(here)
                if direction & 1:
                    corners |= {here + offsets[direction - 1], here + offsets[(direction + 1) & 7]}
                squares.append(here + offsets[direction])
        low = min([*squares, *corners])

        def board(places: Iterable[int], low: int = low) -> int:
            return sum(1 << place - low for place in places)

        left = tuple((direction, board(places)) for direction, places in stepped.items())
        laid = tuple(square - low for square in squares)
        made.append(_Shape(runs, laid, low, board(squares[1:]), left, board(corners)))
    return tuple(made)


Run = tuple[int, int]
"""(direction, steps)"""


@lru_cache(maxsize=4096)
def _runs(rows: int, across: int) -> tuple[tuple[Run, ...], ...]:
    """The ways to an offset with as few steps as can be and at most one change of direction, the preferred first: no
    change, then straight before diagonal, then by the compass."""
    high, wide = abs(rows), abs(across)
    length, short = max(high, wide), min(high, wide)
    ahead = (0 if rows > 0 else 4) if high > wide else (2 if across > 0 else 6)
    towards = (1 if across > 0 else 7) if rows > 0 else (3 if across > 0 else 5)
    if short == length:
        return (((towards, length),),)
    if short == 0:
        one, other = (ahead - 1) % 8, (ahead + 1) % 8
        found: list[tuple[Run, ...]] = [((ahead, length),)]
    else:
        one, other = towards, (2 * ahead - towards) % 8
        found = [((ahead, length - short), (towards, short)), ((towards, short), (ahead, length - short))]
    if (length - short) % 2 == 0:
        far, near = (length + short) // 2, (length - short) // 2
        found += [((one, far), (other, near)), ((other, near), (one, far))]

    def order(runs: tuple[Run, ...]) -> tuple[int, list[int]]:
        return len(runs), [direction + 8 * (direction % 2) for direction, count in runs for _ in range(count)]

    return tuple(sorted(found, key=order))


def _walk(steps: Steps, start: int, runs: tuple[Run, ...], enemies: int, avoid: int) -> tuple[int, ...] | None:
    """The squares of a way given in runs, or None if one of its steps costs more than one square or is not allowed."""
    here = start
    squares = [start]
    table, cost = steps.grid.steps, steps.cost
    for direction, count in runs:
        for _ in range(count):
            if cost(here, direction, enemies) != 1:
                return None
            here = table[here][direction]
            if avoid >> here & 1:
                return None
            squares.append(here)
    return tuple(squares)


def _on_cheapest_ways(
    directed: _Directed, reached: tuple[int, ...], goal: int, total: int, stop: int
) -> list[list[tuple[int, int, int, int]]]:
    """By cost spent: the steps that go on along a cheapest way to the goal (a bitboard), as in `_Directed`."""
    wanted = [0] * total + [goal]
    useful: list[list[tuple[int, int, int, int]]] = [[] for _ in range(total + 1)]
    for at in range(total, 0, -1):
        squares = wanted[at]
        if squares:
            for direction, offset, cost, mask in directed:
                if cost <= at:
                    before = (squares >> offset if offset >= 0 else squares << -offset) & mask & reached[at - cost]
                    if at > cost:
                        before &= ~stop
                    if before:
                        wanted[at - cost] |= before
                        useful[at - cost].append((direction, offset, cost, before))
    return useful


class PathCost(NamedTuple):
    """Of a recorded path: its `cost` in squares, or None and the index of the first step that is impossible.

    Step i goes from square i of the path to square i + 1.
    """

    cost: int | None
    fails_at: int | None


def path_cost(steps: Steps, squares: tuple[int, ...], enemies: int = 0, *, stop: int = 0, closed: int = 0) -> PathCost:
    """Audits a path, the starting square first: what it costs, or where it breaks the rules of `flood`.

    The budget is not looked at; whoever allows one step whatever it costs must do so for a path of two squares.
    """
    total = 0
    for index, (here, there) in enumerate(pairwise(squares)):
        direction = steps.grid.direction_towards(here, there)
        cost = steps.cost(here, direction, enemies) if direction >= 0 else None
        if cost is None or closed >> there & 1 or (index and stop >> here & 1):
            return PathCost(None, index)
        total += cost
    return PathCost(total, None)


def distance_map(steps: Steps, goals: int, limit: int) -> tuple[int, ...]:
    """By square: the least cost to walk from it into one of the `goals` (a bitboard), past terrain but not past pieces.

    0 on a goal; limit + 1 where no way costs `limit` squares or less. Answers are kept with the steps.
    """
    table = steps._maps.get((goals, limit))
    if table is None:
        if len(steps._maps) >= 256:
            steps._maps.clear()
        table = steps._maps[goals, limit] = _walked(steps, goals, limit)
    return table


def _walked(steps: Steps, goals: int, limit: int) -> tuple[int, ...]:
    """The flood run backwards: a step into the frontier starts where its mask and the frontier moved back agree."""
    grid = steps.grid
    between = steps.between_closed(0)
    moves = [
        (cost, direction ^ 4, mask & ~between[direction])
        for direction, choices in enumerate(steps.costs)
        for cost, mask in choices
    ]
    table = [limit + 1] * grid.size
    reached = [0] * (limit + 1)
    reached[0] = goals & grid.all
    free = grid.all
    for spent in range(limit + 1):
        frontier = reached[spent] & free
        free ^= frontier
        for square in grid.squares(frontier):
            table[square] = spent
        for cost, back, mask in moves:
            if spent + cost <= limit:
                reached[spent + cost] |= grid.shift(frontier, back) & mask
    return tuple(table)
