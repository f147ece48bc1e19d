"""What a side fights for: the places, the ways off the table and the units that its objectives speak of."""

from __future__ import annotations

from reportgen.battle.scenario import Objective
from reportgen.board.field import Spot
from reportgen.board.ground import Ground
from reportgen.board.regions import covers
from reportgen.rulesets.tin_brigadier.state import State
from reportgen.rulesets.tin_brigadier.tables import Tables

_HEAVY = 10.0
"""Points of an objective that double what its unit is worth."""


def cells_of(ground: Ground, name: str) -> tuple[int, ...]:
    """The cells of what a scenario names, the one in its middle first."""
    grid = ground.grid
    first = grid.at(grid.place(name)) if "," in name else grid.square(name)
    if "," not in name:
        return (first,)
    rest = [cell for cell in range(grid.size) if cell != first and covers(ground, name, grid.centre(cell))]
    return (first, *rest)


class Aims:
    """The objectives of a scenario as a side sees them. Cells are squares, hexes, or those under a measured table."""

    def __init__(self, tables: Tables, side: int) -> None:
        self.tables = tables
        self.side = side
        goals = tables.scenario.objectives
        mine = [goal for goal in goals if tables.side_number(goal.side) == side]
        theirs = [goal for goal in goals if tables.side_number(goal.side) != side]
        names = [name for goal in mine if goal.kind == "hold" for name in goal.at]
        self.places = tuple(dict.fromkeys(cell for name in names for cell in cells_of(tables.scenario.ground, name)))
        """To be held."""
        self.wanted = tuple(tables.field.parse(name) for one in theirs if one.kind == "hold" for name in one.at)
        """What the enemy wants to hold."""
        ways_out = tables.scenario.sides[side].exits if any(one.kind == "exit" for one in mine) else ()
        self._exits = tuple(cells_of(tables.scenario.ground, name) for name in ways_out)
        self._leaving = [one for one in mine if one.kind == "exit"]
        self._prized: dict[str, float] = {}
        for one in mine:
            if one.kind == "destroy":
                self._prize(one, 1 - side)
        for one in theirs:
            if one.kind == "destroy":
                self._prize(one, side)
        for one in mine:
            if one.kind == "survive":
                self._prize(one, side)

    def _prize(self, goal: Objective, side: int) -> None:
        units = [unit for unit in self.tables.units if unit.side == side and not unit.command]
        named = [unit for unit in units if unit.id in goal.units or unit.kind.id in goal.types]
        for unit in named:
            self._prized[unit.id] = self._prized.get(unit.id, 0.0) + goal.points / len(named)

    def weight(self, id: str) -> float:
        """How many times more than another a unit is worth, 1 or more."""
        return 1.0 + self._prized.get(id, 0.0) / _HEAVY

    def leaves(self, id: str, kind: str) -> bool:
        """Whether a unit is to leave the table."""
        return any((not one.units or id in one.units) and (not one.types or kind in one.types) for one in self._leaving)

    def exits(self, spot: Spot) -> tuple[int, ...]:
        """The ways off the table, each by the cell of it that is nearest to a spot."""
        here, distance = self.cell(spot), self.tables.scenario.ground.grid.distance
        return tuple(dict.fromkeys(min(cells, key=lambda cell: distance(here, cell)) for cells in self._exits))

    def cell(self, spot: Spot) -> int:
        grid = self.tables.scenario.ground.grid
        return spot if isinstance(spot, int) else grid.at(spot)

    def holding(self, state: State) -> bool:
        """Whether its side has what it fights for, and can wait."""
        if not self.places:
            return False
        count = [0, 0]
        for unit in state.on_table():
            if self.cell(unit.spot) in self.places:
                count[unit.side] += 1
        mine, theirs = count[self.side], count[1 - self.side]
        return mine >= 2 and mine > theirs
