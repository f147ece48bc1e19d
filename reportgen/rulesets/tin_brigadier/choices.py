"""Every legal order: who could do something now, and what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reportgen.battle.orders import Order
from reportgen.board.field import Heading, Spot
from reportgen.board.regions import nearest
from reportgen.rulesets.tin_brigadier import moving, shooting
from reportgen.rulesets.tin_brigadier.data import (
    BLOWN,
    COLUMN,
    DEPLOYED,
    EXTENDED,
    FORM_BY_VERB,
    FORMATIONS,
    MOUNTED,
    OBSTACLE,
    Task,
)
from reportgen.rulesets.tin_brigadier.orders import commander_for, examine, landings, pending
from reportgen.rulesets.tin_brigadier.state import ABOARD, TABLE, State, Unit
from reportgen.rulesets.tin_brigadier.tasks import ahead_of, may_do, order_of


def able(state: State) -> list[Unit]:
    """The units of the active side that could do something now."""
    if state.stage != "orders":
        return []
    found = []
    for unit in state.units:
        if unit.side != state.active or unit.where not in (TABLE, ABOARD):
            continue
        if unit.acted and state.current != unit.id:
            continue
        if unit.shot or unit.charging or unit.worked:
            continue
        if unit.ordered or unit.fixed.command or unit.pinned or commander_for(state, unit):
            found.append(unit)
    return found


def legal(state: State) -> list[Order]:
    """Every legal order in a stable order: by unit, attacks first, then what it does on the spot, then moves."""
    if state.stage == "charges":
        found = [Order("close", one.unit, one.target) for one in state.charges]
        return found or [Order("end")]
    if state.stage != "orders":
        return []
    orders = [order for unit in able(state) for order in of_unit(state, unit)]
    return [*orders, Order("assault") if pending(state) else Order("end")]


def of_unit(state: State, unit: Unit) -> list[Order]:
    """The legal orders of one unit that could act."""
    if not unit.ordered and not unit.fixed.command and not commander_for(state, unit):
        return [Order("rally", unit.id)] if unit.pinned and not unit.acted else []
    if unit.where == ABOARD:
        names = state.tables.field.name
        return [Order("disembark", unit.id, path=(names(spot),)) for spot in landings(state, unit) if not unit.acted]
    return [*attacks(state, unit), *in_place(state, unit), *moves(state, unit)]


def attacks(state: State, unit: Unit) -> Iterator[Order]:
    """Shots and charges from where it stands."""
    for target in shooting.targets(state, unit):
        yield Order("fire", unit.id, target.id)
    most = moving.fighting_move(state, unit, charging=True)
    if most < 0 or unit.pinned:
        return
    for target in state.on_table(1 - unit.side):
        if not target.fixed.command and moving.charge_way(state, unit, target, most - unit.spent) is not None:
            yield Order("charge", unit.id, target.id)


def in_place(state: State, unit: Unit) -> Iterator[Order]:
    """What it can do without going anywhere."""
    arm, name = unit.fixed.arm, unit.id
    candidates = [Order("rally", name)] if unit.pinned else []
    candidates += [Order(verb, name) for verb, form in FORM_BY_VERB.items() if form in FORMATIONS[arm]]
    if unit.formation == COLUMN and FORMATIONS[arm][0] not in (EXTENDED, MOUNTED, DEPLOYED):
        candidates.append(Order("ready", name))
    if unit.fixed.on_foot:
        candidates.append(Order("entrench", name))
    candidates += [
        Order("embark", name, text=(other.id,)) for other in state.on_table(unit.side) if other.fixed.capacity
    ]
    candidates += _tasks(state, unit)
    for order in candidates:
        if not examine(state, order)[0]:
            yield order


def _tasks(state: State, unit: Unit) -> Iterator[Order]:
    tables = state.tables
    names = tables.field.name
    for bridge in tables.bridges if unit.fixed.arm == "engineers" else ():
        for verb in ("mine", "blow"):
            yield Order(verb, unit.id, path=(names(bridge),))
    for task in tables.data.tasks.values():
        if may_do(task, unit.fixed):
            yield from (order_of(task, unit.id, names(spot)) for spot in _sites(state, unit, task))


def _sites(state: State, unit: Unit, task: Task) -> Iterator[Spot]:
    """Where a unit could work on a task; what bars the way only straight ahead."""
    tables, field = state.tables, state.tables.field
    if OBSTACLE in task.needs:
        yield from sorted(tables.obstacles, key=str)
    elif BLOWN in task.needs:
        yield from sorted(state.blown, key=str)
    elif OBSTACLE in task.makes:
        yield from _ahead(state, unit, task, [unit.heading])
    elif field.kind == "square" and not task.line:
        yield from (unit.spot, *tables.scenario.ground.grid.neighbours(tables.cell(unit.spot)))
    else:
        yield from () if task.line else (unit.spot,)
        apart = 45 if field.kind == "measured" else 1
        yield from _ahead(state, unit, task, [one for one in field.headings if not field.degrees(one) % apart])


def _ahead(state: State, unit: Unit, task: Task, headings: Iterable[Heading]) -> Iterator[Spot]:
    """The places of a task next to a unit, by heading."""
    spots = (ahead_of(state.tables.field, task, unit.spot, heading) for heading in headings)
    return (spot for spot in spots if spot is not None)


def moves(state: State, unit: Unit) -> Iterator[Order]:
    """Wheels and moves; on a measured table only those that keep the facing, and wheels by 45 degrees."""
    field = state.tables.field
    if unit.fixed.arm == "artillery" and unit.formation == DEPLOYED:
        return
    here = field.name(unit.spot)
    left = moving.full_move(state, unit) - unit.spent
    measured = field.kind == "measured"
    for heading in field.headings:
        if heading == unit.heading or (measured and int(heading) % 45):
            continue
        if not moving.bill(state, unit, (unit.spot,), heading).rule:
            yield Order("move", unit.id, path=(here,), facing=heading)
    facings = (unit.heading,) if measured else field.headings
    for way in moving.ways(state, unit):
        for facing in facings:
            yield Order("move", unit.id, path=(field.name(way.spot),), facing=facing)
    ground, at = state.tables.scenario.ground, field.point(unit.spot)
    for exit in state.tables.scenario.sides[unit.side].exits:
        way_out = field.snap(nearest(ground, exit, at))
        order = Order("leave", unit.id, path=(field.name(way_out),))
        if field.distance(unit.spot, way_out) <= left and not examine(state, order)[0]:
            yield order
