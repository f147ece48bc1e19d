"""What a side is there for: what each stand is worth to either side, and the places that count at the end.

Worth is in hundredths of a point. It is settled once a battle from the objectives; who goes where, once a phase.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from reportgen.battle.scenario import Objective
from reportgen.rulesets.late19c.objectives import counted, met
from reportgen.rulesets.late19c.state import DESTROYED, LEFT, State
from reportgen.rulesets.late19c.tables import COMMANDER, Tables

POINT = 100
GENERAL = 60
"""What a Command stand is worth beside its points, for what it adds to others."""
MOST_TO_DENY = 2
HOLD = -1
WINS = 30
"""In points: what it is worth to win at once."""


class Hold(NamedTuple):
    """Squares of which `needed` must be held at the end, or kept from the enemy. `worth` for each of them."""

    squares: int
    needed: int
    worth: int
    ours: bool


class Duties:
    """The objectives as one side sees them."""

    def __init__(self, tables: Tables, side: int) -> None:
        self.tables = tables
        self.side = side
        self.worth = [
            int(points * POINT) + (GENERAL if arm == COMMANDER else 0)
            for points, arm in zip(tables.points, tables.arm, strict=True)
        ]
        """By stand: what its loss costs its side, and gains the other."""
        self.holds: list[Hold] = []
        self.leaving = 0
        """The stands that are to leave the table, as a mask; `exits` says by which squares."""
        self.exits: dict[int, int] = {}
        self.goals: list[tuple[int, Objective, bool, int, int, list[int], int]] = []
        """The objectives: what must have become of how many of which stands (HOLD: which squares must be held), whether
        it is ours, and its worth. -1 stands: it must not have become of any."""
        for goal in tables.scenario.objectives:
            by = tables.side_number(goal.side)
            units = counted(tables, goal, tables.of_side[by ^ (goal.kind == "destroy")])
            kind = {"hold": HOLD, "exit": LEFT}.get(goal.kind, DESTROYED)
            needed = goal.count
            if goal.kind == "survive":
                needed = -1
            elif goal.kind == "destroy":
                needed = len(goal.units) or goal.count
                units = units if goal.units or goal.types else []
            worth = POINT * (goal.points or (WINS if goal.wins else 0))
            squares = sum({1 << tables.grid.square(name) for name in goal.at})
            self.goals.append((kind, goal, by == side, worth, squares, units, needed))
            self._read(goal)

    def lead(self, state: State, foe: int) -> int:
        """By how much the side would win, in hundredths of a point, if the battle ended now. `foe`: the squares where
        the enemy is seen; what he holds unseen is not known."""
        lead = int((state.points[self.side] - state.points[1 - self.side]) * POINT)
        status = state.status
        for kind, goal, ours, worth, squares, units, needed in self.goals:
            if kind == HOLD:
                held = state.occupied[self.side] if ours else foe
                done = (held & squares).bit_count() >= needed
            else:
                count = list(map(status.__getitem__, units)).count(kind)
                if kind == LEFT:
                    done = count >= needed and met(state, goal)
                elif needed < 0:
                    done = count == 0
                elif units:
                    done = count >= needed
                else:
                    done = met(state, goal)
            if done:
                lead += worth if ours else -worth
        return lead

    def _read(self, goal: Objective) -> None:
        tables = self.tables
        by = tables.side_number(goal.side)
        ours = by == self.side
        worth = POINT * (WINS if goal.wins else goal.points)
        if goal.kind == "hold":
            squares = sum({1 << tables.grid.square(name) for name in goal.at})
            if ours:
                self.holds.append(Hold(squares, goal.count, worth // max(goal.count, 1), True))
            else:
                # To keep a place from the enemy is for those places alone of which he can spare hardly a square.
                spare = squares.bit_count() - goal.count + 1
                if spare <= MOST_TO_DENY:
                    self.holds.append(Hold(squares, spare, worth // (2 * spare), False))
        elif goal.kind == "exit":
            squares = sum({1 << tables.grid.square(name) for name in goal.at}) & tables.exits[by] or tables.exits[by]
            for unit in counted(tables, goal, tables.of_side[by]):
                if ours:
                    self.leaving |= 1 << unit
                    self.exits[unit] = squares
                    self.worth[unit] += worth // goal.count
                else:
                    self.worth[unit] += worth // goal.count
        elif goal.kind == "destroy":
            targets = counted(tables, goal, tables.of_side[1 - by])
            if goal.units or goal.types:
                for unit in targets:
                    self.worth[unit] += worth // max(len(goal.units) or goal.count, 1)
        else:
            units = counted(tables, goal, tables.of_side[by])
            for unit in units:
                self.worth[unit] += worth // max(len(units), 1)


@lru_cache(maxsize=8)
def duties(tables: Tables, side: int) -> Duties:
    """What a side is there for in the scenario of some tables; that of the last few is kept."""
    return Duties(tables, side)
