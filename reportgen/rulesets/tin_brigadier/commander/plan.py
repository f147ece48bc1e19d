"""The programmed attacker's plan: an axis by one die, a reserve by another (section solo of the rules)."""

from __future__ import annotations

from reportgen.board.field import Spot
from reportgen.rulesets.tin_brigadier.state import State, Unit
from reportgen.rulesets.tin_brigadier.tables import Tables

_RIGHT = {"S": (1, 0), "N": (-1, 0), "W": (0, -1), "E": (0, 1)}
"""By a side's own edge: which way is right for somebody who looks away from it."""
_LANES = (1 / 6, 1 / 2, 5 / 6)
"""Where the left, the centre and the right lie, as parts of the table's breadth."""


class Programme:
    """What the two dice of the solo tables came to for a side. `number` stands for the dice."""

    def __init__(self, tables: Tables, side: int, number: int) -> None:
        data = tables.data
        self.tables = tables
        number, plan = divmod(number, data.die)
        number, reserve = divmod(number, data.die)
        self.plan, self.reserve = plan + 1, reserve + 1
        """How the two dice fell."""
        self.axis = data.axis[plan]
        self.held, self.until = data.reserve[reserve]
        self.priority = data.priority
        self._right = _RIGHT[tables.edges[side]]
        mine = [tables.units[n] for n in tables.of_side[side] if not tables.units[n].command]
        count = len(mine) * self.held // 100
        horse = [unit for unit in mine if unit.arm == "cavalry"]
        rest = [unit for unit in mine if unit.arm in ("infantry", "engineers")]
        self.reserved = frozenset(unit.id for unit in (horse + rest[::-1])[:count])
        starts = {placed.unit: tables.field.parse(placed.at) for placed in tables.scenario.placements}
        order = sorted(mine, key=lambda unit: self.across(starts[unit.id]) if unit.id in starts else 0.5)
        self.lanes = {unit.id: _LANES[self._lane(place, len(order))] for place, unit in enumerate(order)}
        """By unit: the middle of its lane, from 0 at the far left to 1 at the far right."""

    def _lane(self, place: int, count: int) -> int:
        """The lane of the unit that stands at that place from the left: the table's percentages in turn."""
        part = 100 * (place + 0.5) / count
        left, centre, _ = self.axis
        return 0 if part < left else 1 if part < left + centre else 2

    def across(self, spot: Spot) -> float:
        """How far from the left a spot is, as a part of the table's breadth."""
        x, y = self.tables.field.point(spot)
        right = self._right
        along = x * right[0] + y * right[1]
        breadth = self.breadth
        return along / breadth if along >= 0 and sum(right) > 0 else 1 + along / breadth

    @property
    def breadth(self) -> float:
        """Of the table, as the side sees it."""
        width, height = self.tables.scenario.ground.grid.extent
        return float(width if self._right[0] else height)

    def aside(self, id: str, spot: Spot) -> float:
        """How far a spot is from the lane of a unit, in distances; within a lane's breadth it is 0."""
        off = abs(self.across(spot) - self.lanes[id]) - (_LANES[1] - _LANES[0]) / 2
        return max(off, 0.0) * self.breadth

    def waits(self, state: State, unit: Unit) -> bool:
        """Whether a unit is still held back."""
        return unit.id in self.reserved and state.turn < self.until
