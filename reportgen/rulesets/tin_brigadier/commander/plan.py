"""The programmed attacker: a plan by one die, a reserve by another (section solo of the rules)."""

from __future__ import annotations

from reportgen.rulesets.tin_brigadier.state import State, Unit
from reportgen.rulesets.tin_brigadier.tables import Tables


class Programme:
    """What the two dice of the solo tables came to for a side. `number` stands for the dice."""

    def __init__(self, tables: Tables, side: int, number: int) -> None:
        data = tables.data
        self.tables = tables
        number, plan = divmod(number, data.die)
        number, reserve = divmod(number, data.die)
        self.axis = data.axis[plan]
        self.held, self.until = data.reserve[reserve]
        self.priority = data.priority
        mine = [tables.units[n] for n in tables.of_side[side] if not tables.units[n].command]
        count = len(mine) * self.held // 100
        horse = [unit for unit in mine if unit.arm == "cavalry"]
        rest = [unit for unit in mine if unit.arm in ("infantry", "engineers")]
        self.reserved = frozenset(unit.id for unit in (horse + rest[::-1])[:count])

    def waits(self, state: State, unit: Unit) -> bool:
        """Whether a unit is still held back."""
        return unit.id in self.reserved and state.turn < self.until
