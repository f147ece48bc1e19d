"""What a commander sees at one moment, worked out once for all of his units."""

from __future__ import annotations

from typing import NamedTuple

from reportgen.board.field import Spot
from reportgen.rulesets.tin_brigadier import moving, sums
from reportgen.rulesets.tin_brigadier.commander.aims import Aims
from reportgen.rulesets.tin_brigadier.data import CLOSE, COLUMN
from reportgen.rulesets.tin_brigadier.state import State, Unit


class Threat(NamedTuple):
    """What an enemy could do next: figures that he takes off by fire within `fire`, and his own within `charge`."""

    spot: Spot
    fire: float
    harm: float
    charge: float
    figures: int
    reach: float


class Picture:
    """The enemies, what they threaten, and whether the side holds what it wants. `enemies` must not be empty."""

    def __init__(self, state: State, aims: Aims, enemies: list[Unit]) -> None:
        self.state = state
        self.aims = aims
        self.tables = state.tables
        self.field = state.tables.field
        self.side = aims.side
        self.enemies = enemies
        self.friends = [unit for unit in state.on_table(aims.side) if not unit.fixed.command]
        self.holding = aims.holding(state)
        self.taken = frozenset(aims.cell(unit.spot) for unit in self.friends) if aims.places else frozenset()
        self.threats = [threat for enemy in enemies if (threat := _threat(state, enemy)) is not None]
        self.barred = (tuple([(one.spot, one.heading) for one in enemies]), state.changes, state.blown)
        """Everything about the enemy and the ground that says where a unit can go."""
        self.signature = (
            self.barred,
            tuple([(one.fixed.number, one.formation, one.figures, one.pinned) for one in enemies]),
            self.holding,
        )
        """Everything about the enemy and the ground that a unit's moves are weighed by."""

    def nearest(self, spot: Spot) -> tuple[float, Unit]:
        """The nearest enemy and how far he is."""
        far = self.field.distance
        best, least = self.enemies[0], far(spot, self.enemies[0].spot)
        for enemy in self.enemies:
            apart = far(spot, enemy.spot)
            if apart < least:
                best, least = enemy, apart
        return least, best

    def near(self, spot: Spot, radius: float) -> list[Threat]:
        """The threats that count for somebody who is within a distance of a spot."""
        far = self.field.distance
        return [one for one in self.threats if far(spot, one.spot) <= one.reach + radius]

    def shelled(self, spot: Spot, threats: list[Threat]) -> bool:
        """Whether anybody could shoot at a place."""
        far = self.field.distance
        return any(far(one.spot, spot) <= one.fire for one in threats)

    def danger(self, unit: Unit, formation: str, spot: Spot, covered: bool, threats: list[Threat]) -> float:
        """The figures that the enemy could take off a unit at a place, by ranges and reach alone."""
        far = self.field.distance
        factor = 2.0 if formation in (CLOSE, COLUMN) else 0.5 if covered else 1.0
        half = unit.figures / 2
        total = 0.0
        for one in threats:
            apart = far(one.spot, spot)
            if apart <= one.fire:
                total += one.harm * factor
            if apart <= one.charge and one.figures > half:
                total += (one.figures - half) / 3
        return total


def _threat(state: State, enemy: Unit) -> Threat | None:
    if enemy.pinned:
        return None
    tables, data = state.tables, state.tables.data
    row = tables.fire(enemy.fixed, enemy.formation)
    fire, harm = -1.0, 0.0
    most = moving.fighting_move(state, enemy, charging=False)
    if row is not None and most >= 0:
        fire = row.range + most
        harm = sums.fire_dice(row, enemy.figures, enemy.fixed.guns, enemy.fixed.figures, False, data) / 3
    reach = moving.fighting_move(state, enemy, charging=True)
    charge = reach + 1 if reach > 0 else -1.0
    return Threat(enemy.spot, fire, harm, charge, enemy.figures, max(fire, charge))
