"""Two commanders to measure others by: one follows a single rule, one gives legal orders at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle.orders import Choice, Order
from reportgen.board.field import Way
from reportgen.rulesets.tin_brigadier import moving, shooting
from reportgen.rulesets.tin_brigadier.choices import able, attacks, in_place, of_unit
from reportgen.rulesets.tin_brigadier.commander.manner import Manner
from reportgen.rulesets.tin_brigadier.data import COLUMN, DEPLOYED, LIMBERED
from reportgen.rulesets.tin_brigadier.orders import commander_for
from reportgen.rulesets.tin_brigadier.state import ABOARD, State, Unit

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


class Random(Manner):
    """Any unit that can act, and any of its legal orders, each with the same chance; rarely it ends the phase early."""

    EARLY = 50
    """Once in so many orders it has had enough."""

    def order(self, battle: Battle, state: State) -> Order | None:
        number = self.hashed("order", len(battle.log.events))
        units = able(state)
        number, early = divmod(number, self.EARLY)
        if not units or not early:
            return None
        number, which = divmod(number, len(units))
        for unit in units[which:] + units[:which]:
            found = of_unit(state, unit)
            if found:
                return found[number % len(found)]
        return None

    def answer(self, battle: Battle, state: State, choice: Choice) -> Order:
        options = choice.options()
        return options[self.hashed("answer", len(battle.log.events)) % len(options)]


class Nearest(Manner):
    """One rule for every unit: attack the nearest enemy at hand, else go towards the nearest one."""

    def order(self, battle: Battle, state: State) -> Order | None:
        field = self.tables.field
        enemies = [enemy for enemy in state.on_table(self.enemy) if not enemy.fixed.command]
        if not enemies:
            return None
        waiting = []
        for unit in able(state):
            if unit.fixed.command or unit.where == ABOARD:
                continue
            near = min(enemies, key=lambda enemy: field.distance(unit.spot, enemy.spot))
            waiting.append((unit.id != state.current, field.distance(unit.spot, near.spot), unit.fixed.number, near))
        for _, _, number, near in sorted(waiting, key=lambda one: one[:3]):
            unit = state.units[number]
            order = self._attack(state, unit) or self._place(state, unit, near) or self._go(state, unit, near)
            if order is not None:
                return order
        return None

    def _attack(self, state: State, unit: Unit) -> Order | None:
        if not (unit.ordered or shooting.ready(state, unit) is None or not unit.pinned):
            return None
        return next((order for order in attacks(state, unit) if unit.ordered or self._has_order(state, unit)), None)

    @staticmethod
    def _has_order(state: State, unit: Unit) -> bool:
        return bool(commander_for(state, unit))

    def _place(self, state: State, unit: Unit, near: Unit) -> Order | None:
        """Rallies, limbers far away and unlimbers in range."""
        if unit.pinned:
            return Order("rally", unit.id) if not unit.acted else None
        if unit.fixed.arm != "artillery" and unit.formation != COLUMN:
            return None
        row = self.tables.fire(unit.fixed, unit.formation)
        apart = self.tables.field.distance(unit.spot, near.spot)
        wanted = "unlimber" if row is not None and apart <= row.range else "limber"
        if (wanted == "limber") == (unit.formation == LIMBERED) and unit.formation in (LIMBERED, DEPLOYED):
            return None
        return next((order for order in in_place(state, unit) if order.verb == wanted), None)

    def _go(self, state: State, unit: Unit, near: Unit) -> Order | None:
        """One move towards an enemy, looking at it, if that brings it nearer; else a wheel to it."""
        if unit.moved or unit.pinned or not (unit.ordered or self._has_order(state, unit)):
            return None
        field = self.tables.field
        here = field.distance(unit.spot, near.spot)
        best: tuple[float, float, Way] | None = None
        for way in moving.ways(state, unit, goals=(near.spot,), arcs=(True,)):
            apart = field.distance(way.spot, near.spot)
            if apart < here - 0.05 and (best is None or (apart, way.cost) < best[:2]):
                best = (apart, way.cost, way)
        if best is not None:
            return go(state, unit, best[2], near)
        facing = field.towards(unit.spot, near.spot)
        if facing == unit.heading or moving.bill(state, unit, (unit.spot,), facing).rule:
            return None
        return Order("move", unit.id, path=(field.name(unit.spot),), facing=facing)


def go(state: State, unit: Unit, way: Way, near: Unit) -> Order:
    """The move by a way, looking at somebody if that can be afforded."""
    field = state.tables.field
    facing = field.towards(way.spot, near.spot) if way.spot != near.spot else unit.heading
    path = tuple(field.name(spot) for spot in way.path)
    if moving.bill(state, unit, way.path, facing).rule:
        facing = unit.heading
    return Order("move", unit.id, path=path, facing=facing)
