"""Changes of formation: into fighting order near the enemy, into road column far from him, down from the horses."""

from __future__ import annotations

from dataclasses import replace

from reportgen.battle.orders import Order
from reportgen.board.field import TOUCH
from reportgen.rulesets.tin_brigadier import moving, shooting
from reportgen.rulesets.tin_brigadier.commander import worth
from reportgen.rulesets.tin_brigadier.commander.attacks import SHOT, charges
from reportgen.rulesets.tin_brigadier.commander.options import Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.commander.routes import routes
from reportgen.rulesets.tin_brigadier.data import CLOSE, COLUMN, DEPLOYED, DISMOUNTED, FORMATIONS, MOUNTED
from reportgen.rulesets.tin_brigadier.orders import examine
from reportgen.rulesets.tin_brigadier.state import Unit

NEAR = 4.0
"""Within this of the enemy everybody is ready to fight."""
FAR_OFF = 5.0
"""Beyond this from him horsemen ride."""
ROAD = 7.0
"""Beyond this from him one may march in column."""
SAVED = 1.5
"""Moves that a road column must save to be worth while: it may be met on the way, and hits count twice on it."""


def changes(seen: Picture, unit: Unit, goal: int) -> list[Option]:
    """The changes that make sense now, `goal` being the cell where it wants to get."""
    wanted = _wanted(seen, unit, goal)
    found = []
    for verb, value in wanted.items():
        order = Order(verb, unit.id)
        if not examine(seen.state, order)[0]:
            found.append(Option(value, "deploy", order))
    return found


def _wanted(seen: Picture, unit: Unit, goal: int) -> dict[str, float]:
    apart, _ = seen.nearest(unit.spot)
    arm, formation = unit.fixed.arm, unit.formation
    if arm == "artillery":
        row = seen.tables.fire(unit.fixed, DEPLOYED)
        reach = row.range if row is not None else 0
        if formation != DEPLOYED:
            if apart <= reach + TOUCH:
                return {"unlimber": 1.2}
        elif apart > reach + 1 and not seen.holding:
            return {"limber": 0.6}
    elif formation == CLOSE and apart <= NEAR:
        return {"extend": 1.0}
    if formation == COLUMN:
        return {_ready(unit): 1.0} if apart <= NEAR or _there(seen, unit, goal) else {}
    if arm == "cavalry":
        if formation == DISMOUNTED:
            return {"mount": 1.2} if apart > FAR_OFF and not unit.moved and not seen.holding else {}
        if apart <= NEAR:
            value = _on_foot(seen, unit, apart)
            return {"dismount": value} if value else {}
    if not unit.moved and apart > ROAD and _saves(seen, unit, goal):
        return {"column": 0.9}
    return {}


def _ready(unit: Unit) -> str:
    """The verb that brings a column into fighting order."""
    usual = FORMATIONS[unit.fixed.arm][0]
    return {"extended": "extend", MOUNTED: "mount", DEPLOYED: "unlimber"}.get(usual, "ready")


def _on_foot(seen: Picture, unit: Unit, apart: float) -> float:
    """What dismounting is worth: the best shot that it would have then, if no charge is worth more; 0 for nothing."""
    row = seen.tables.fire(unit.fixed, DISMOUNTED)
    if row is None or apart > row.range + TOUCH or charges(seen, unit):
        return 0.0
    foot = replace(unit, formation=DISMOUNTED, spent=unit.spent + seen.tables.data.change)
    if shooting.ready(seen.state, foot) is not None:
        return 0.0
    best = 0.0
    for enemy in seen.enemies:
        if seen.field.distance(unit.spot, enemy.spot) <= row.range + TOUCH:
            aim = shooting.aim(seen.state, foot, enemy)
            if not aim.wrong:
                best = max(best, worth.shot(seen.state, foot, enemy, aim))
    return best + SHOT if best > 0.3 else 0.0


def _there(seen: Picture, unit: Unit, goal: int) -> bool:
    """Whether the road leads it no further."""
    known = routes(seen.tables)
    plain, road = (known.walk(seen.state, unit, goal, formation) for formation in (_usual(unit), COLUMN))
    return plain(unit.spot) - road(unit.spot) < 0.2


def _usual(unit: Unit) -> str:
    return unit.formation if unit.formation != COLUMN else FORMATIONS[unit.fixed.arm][0]


def _saves(seen: Picture, unit: Unit, goal: int) -> bool:
    """Whether the road saves more than the two changes cost."""
    if COLUMN not in FORMATIONS[unit.fixed.arm]:
        return False
    known = routes(seen.tables)
    plain, road = (known.walk(seen.state, unit, goal, formation)(unit.spot) for formation in (unit.formation, COLUMN))
    move = moving.full_move(seen.state, unit) or float(unit.fixed.kind.move)
    return plain - road > 2 * seen.tables.data.change + SAVED * move / 2
