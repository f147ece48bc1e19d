"""Shots and charges that a unit could make from where it stands, and how a charge is met."""

from __future__ import annotations

from reportgen.battle.orders import Order
from reportgen.rulesets.tin_brigadier import moving, shooting
from reportgen.rulesets.tin_brigadier.commander import worth
from reportgen.rulesets.tin_brigadier.commander.options import Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.state import Unit

SHOT = 0.3
"""Added to what a shot does: the order is not lost, whatever the dice say."""
CHARGE = 0.4
"""Part of what a charge may bring that counts: whoever can shoot first does, since tests come before charges."""
LEAST_CHARGE = 1.5
DUG = 1.5
"""What a trench is worth to whoever leaves it to charge."""
TOGETHER = 0.5
"""Added to a charge for each other one on the same enemy: he shoots but once."""


def attacks(seen: Picture, unit: Unit) -> list[Option]:
    return [*shots(seen, unit), *charges(seen, unit)]


def shots(seen: Picture, unit: Unit) -> list[Option]:
    state, field = seen.state, seen.field
    row = seen.tables.fire(unit.fixed, unit.formation)
    if row is None or shooting.ready(state, unit) is not None:
        return []
    guns = unit.fixed.arm == "artillery" or unit.weapon_is_gun
    limit = row.range * (seen.tables.data.indirect_times if guns else 1) + 0.05
    found = []
    for enemy in seen.enemies:
        if field.distance(unit.spot, enemy.spot) > limit or not (
            unit.spot == enemy.spot or field.in_arc(unit.spot, unit.heading, enemy.spot)
        ):
            continue
        aim = shooting.aim(state, unit, enemy)
        if not aim.wrong:
            value = worth.shot(state, unit, enemy, aim) * seen.aims.weight(enemy.id)
            found.append(Option(value + SHOT, "guns" if guns else "shoot", Order("fire", unit.id, enemy.id)))
    return found


def charges(seen: Picture, unit: Unit) -> list[Option]:
    state, field = seen.state, seen.field
    most = moving.fighting_move(state, unit, charging=True)
    if most < 0 or unit.pinned:
        return []
    found = []
    for enemy in seen.enemies:
        if field.distance(unit.spot, enemy.spot) > most + 1.5:
            continue
        together = sum(1 for charge in state.charges if charge.target == enemy.id)
        weight, more = seen.aims.weight(enemy.id), TOGETHER * together - DUG * unit.entrenched
        if worth.stand(state, unit, enemy) * weight + more <= LEAST_CHARGE:
            continue
        way = moving.charge_way(state, unit, enemy, most - unit.spent)
        if way is None:
            continue
        value = worth.melee(state, unit, enemy, way) * weight + more
        if value > LEAST_CHARGE:
            found.append(Option(0.5 + CHARGE * value, "charge", Order("charge", unit.id, enemy.id)))
    return found
