"""The programmed attacker: an opponent for a player who has none (section solo of the rules)."""

from __future__ import annotations

from reportgen.battle.orders import Order
from reportgen.rulesets.tin_brigadier.commander.careful import Careful
from reportgen.rulesets.tin_brigadier.commander.options import Head, Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.commander.plan import Programme
from reportgen.rulesets.tin_brigadier.commander.routes import Walk
from reportgen.rulesets.tin_brigadier.state import State, Unit
from reportgen.rulesets.tin_brigadier.tables import Tables

LEAST = 0.1
"""What is worth less is not done at all."""
_HEADS: dict[Head, str] = {"works": "deploy"}
"""Heads of options that the list has under another name."""


class Programmed(Careful):
    """Attacks on the axis that a die chose, holds the reserve back that another did, and gives its orders by the list:
    whoever stands highest on it, and of these the nearest to the enemy. How each does it is the careful commander's.
    """

    def __init__(self, tables: Tables, side: str, seed: int) -> None:
        super().__init__(tables, side, seed)
        self.programme = Programme(tables, self.side, self.hashed("plan"))

    def chosen(self, seen: Picture, found: list[tuple[Unit, Option]]) -> Order | None:
        best: tuple[tuple[float, float, float], Order] | None = None
        for unit, option in found:
            if option.value < LEAST:
                continue
            rank = (self._weight(option.head), -seen.nearest(unit.spot)[0], option.value)
            if best is None or rank > best[0]:
                best = rank, option.order
        return best[1] if best is not None else None

    def _weight(self, head: Head) -> float:
        """By the list; rallying needs no order and comes before everything."""
        return float(self.programme.priority.get(_HEADS.get(head, head), 99))

    def waits(self, state: State, unit: Unit) -> bool:
        return self.programme.waits(state, unit)

    def lane(self, seen: Picture, unit: Unit) -> Walk:
        return lambda spot: self.programme.aside(unit.id, spot)

    def target(self, seen: Picture, unit: Unit) -> int:
        """The nearest place to be held, or enemy, on its lane."""
        aims, field = self.aims, seen.field
        grid = seen.tables.scenario.ground.grid
        cells = [cell for cell in aims.places if cell not in seen.taken] or [
            aims.cell(enemy.spot) for enemy in seen.enemies
        ]
        if aims.cell(unit.spot) in aims.places:
            return aims.cell(unit.spot)

        def far(cell: int) -> tuple[float, int]:
            spot = field.snap(grid.centre(cell))
            return field.distance(unit.spot, spot) + 2 * self.programme.aside(unit.id, spot), cell

        return min(cells, key=far)
