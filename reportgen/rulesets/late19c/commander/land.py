"""What a commander knows of the ground and the rules before the first turn: tables, made once a scenario and kept.

Everything is an int: squares, bitboards of squares, odds in 144ths, chances in thousandths.
"""

from __future__ import annotations

from functools import lru_cache

from reportgen.board.movement import distance_map
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.tables import Tables

Goal = tuple[tuple[int, ...], tuple[int, ...]]
"""How far it is to a place: by square, in squares of movement; and by distance, the squares that are that near or nearer."""

Odds = tuple[int, int, int]
"""Of the 144 throws: how many destroy the defender, how many drive it back, how many tie."""


class Land:
    """Tables of one scenario."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        grid = self.grid = tables.grid
        self._odds: dict[tuple[int, int], Odds] = {}
        self.far = 4 * max(grid.columns, grid.rows)
        """A distance that stands for 'no way there'."""
        self.plain = tuple(
            all(steps.costs[d] == ((1, grid.can_step[d]),) for d in range(8)) and not any(steps.obstacle_left)
            for steps in tables.steps
        )
        """By mover: whether it may go everywhere at a square a step."""
        self._goals: dict[tuple[int, int], Goal] = {}
        self._around: dict[int, tuple[int, int, int]] = {}
        self.no_way_back = tuple(tuple(self._traps(mover, facing) for facing in range(4)) for mover in range(3))
        """[mover][facing] -> the squares from which ground or table edge leaves no way to withdraw, even alone."""
        self.walls = tuple(
            sum({1 << square for square, side in tables.cover_edges if side == facing}) for facing in range(4)
        )
        """[side] -> the squares covered across that side of theirs."""

    def odds(self, mine: int, theirs: int) -> Odds:
        """The exact odds of an attack by the sums that attacker and defender add to their dice."""
        known = self._odds.get((mine, theirs))
        if known is None:
            known = self._odds[mine, theirs] = combat.odds(mine, theirs, self.tables.data.parts)[:3]
        return known

    def goal(self, mover: int, squares: int) -> Goal:
        """How far it is for a mover from everywhere to the nearest of some squares, past terrain but not past pieces."""
        key = mover, squares
        known = self._goals.get(key)
        if known is None:
            if len(self._goals) > 2000:
                self._goals.clear()
            known = self._goals[key] = self._goal(mover, squares)
        return known

    def _goal(self, mover: int, squares: int) -> Goal:
        grid, far = self.grid, self.far
        if self.plain[mover]:
            near = [squares]
            while near[-1] != grid.all:
                near.append(grid.spread(near[-1]))
            distance = [0] * grid.size
            for outside in near[:-1]:
                for square in grid.squares(grid.all & ~outside):
                    distance[square] += 1
            return tuple(distance), tuple(near)
        # The last step into a place that this mover may not enter counts like any other: it wants to be next to it.
        steps = self.tables.steps[mover]
        closed = squares & self.tables.closed[mover]
        walked = distance_map(steps, squares | (grid.spread(closed) if closed else 0), far - 2)
        if closed:
            walked = tuple(0 if squares >> square & 1 else min(d + 1, far) for square, d in enumerate(walked))
        layers = [0] * (max(walked) + 1)
        for square, d in enumerate(walked):
            layers[d] |= 1 << square
        for d in range(1, len(layers)):
            layers[d] |= layers[d - 1]
        return walked, tuple(layers)

    def around(self, square: int) -> tuple[int, int, int]:
        """Of the squares next to one: those from which cavalry charges over flat, open ground, those that lie lower,
        and those from which what stands in the square has cover in close combat."""
        known = self._around.get(square)
        if known is None:
            tables = self.tables
            flat = lower = covered = 0
            for beside in self.grid.neighbours(square):
                if tables.flat_and_open(beside, square):
                    flat |= 1 << beside
                if tables.heights and tables.heights[beside] < tables.heights[square]:
                    lower |= 1 << beside
                if tables.close_cover >> square & 1 or tables.edge_cover(square, beside):
                    covered |= 1 << beside
            known = self._around[square] = flat, lower, covered
        return known

    def _traps(self, mover: int, facing: int) -> int:
        grid = self.grid
        steps = self.tables.withdrawal_steps[mover]
        back = 2 * facing + 4
        open_ground = 0
        for direction in (back % 8, (back + 1) % 8, (back - 1) % 8):
            for _, squares in steps.costs[direction]:
                open_ground |= squares
        return grid.all & ~open_ground


@lru_cache(maxsize=4)
def land(tables: Tables) -> Land:
    """The tables of a scenario's tables; those of the last few are kept."""
    return Land(tables)
