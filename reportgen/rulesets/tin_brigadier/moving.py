"""Where units can go: advances, retreats, wheels, road columns, charges into contact, and falling back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from reportgen.board.field import TOUCH, Body, Field, Going, Heading, Point, Spot, Way
from reportgen.rulesets.tin_brigadier.data import (
    BRIDGES,
    CLOSE,
    COLUMN,
    DEPLOYED,
    DISMOUNTED,
    EXTENDED,
    MOUNTED,
    ROADS,
    WATER,
)
from reportgen.rulesets.tin_brigadier.state import State, Unit

_ROAD_COLUMN = Going(bound=ROADS | BRIDGES)


@dataclass(frozen=True, slots=True)
class Bill:
    """What a move costs. `rule`, `message`: why it cannot be made, or empty."""

    path: tuple[Spot, ...]
    cost: float
    road: bool = False
    rule: str = ""
    message: str = ""


def full_move(state: State, unit: Unit) -> float:
    """What it may move with a whole turn, as it is formed."""
    if unit.formation == DISMOUNTED:
        return state.tables.data.kinds["infantry"].move
    if unit.fixed.arm == "artillery" and unit.formation == DEPLOYED:
        return 0.0
    return unit.fixed.kind.move


def fighting_move(state: State, unit: Unit, charging: bool) -> float:
    """How much it may have moved and still shoot, or how far it may charge in all; -1 if it may not."""
    data, arm, formation = state.tables.data, unit.fixed.arm, unit.formation
    if unit.fixed.on_foot or formation == DISMOUNTED:
        if formation == CLOSE:
            return data.close_charge if charging else 0.0
        return data.kinds["infantry"].fight if formation in (EXTENDED, DISMOUNTED) else -1.0
    if arm == "cavalry":
        return float(unit.fixed.kind.fight) if charging and formation == MOUNTED else -1.0
    if formation == COLUMN or (arm == "artillery" and formation != DEPLOYED) or arm == "command":
        return -1.0
    return float(unit.fixed.kind.fight) if ("charge" if charging else "shoot") in unit.fixed.kind.then else -1.0


def in_the_way(state: State, unit: Unit) -> tuple[list[Body], list[Body]]:
    """The bodies that close the way to a unit, and those that it may pass and not stop on."""
    enemies = state.bodies(1 - unit.side)
    closed = enemies + state.barriers()
    if state.tables.mover(unit.fixed, unit.formation) != WATER:
        closed += state.gaps()
    if unit.fixed.command:
        full = [one.body for one in state.on_table(unit.side) if one.fixed.command and one.id != unit.id]
        measured = state.tables.field.kind == "measured"
        return closed, full + (state.bodies(unit.side) if measured else [])
    return closed, state.bodies(unit.side, but=unit.id)


def ways(
    state: State, unit: Unit, spare: float = 0.0, goals: tuple[Spot, ...] = (), arcs: tuple[bool, ...] = (True, False)
) -> list[Way]:
    """Where it can go with what is left of its move, `spare` kept back, each place by its cheapest way; advances come
    first. `arcs`: whether to try the front (True) and the rear (False)."""
    left = full_move(state, unit) - unit.spent - spare
    if left <= 0:
        return []
    tables = state.tables
    field, body = tables.field, unit.body
    closed, full = in_the_way(state, unit)
    fast, open_ground = tables.going(unit.fixed, unit.formation)
    slow = min(left, tables.data.slow - unit.spent - spare)
    found: dict[Spot, Way] = {}

    def take(budget: float, going: Going, arc: Heading, road: bool = False) -> None:
        if budget <= 0:
            return
        for way in field.reach(body, budget, going, closed=closed, full=full, goals=goals, arc=arc):
            if road and not field.follows(way.path, ROADS | BRIDGES):
                continue
            if not road and len(way.path) > 2 and field.kind == "measured" and not unit.fixed.command:
                bends, turned = _bends(field, unit.heading, way.path)
                way = replace(way, cost=way.cost + bends + field.wheel(turned, unit.heading))  # it faces as before
                if way.cost > budget + TOUCH:
                    continue
            if _hits(state, unit, way.spot, unit.heading, [*closed, *full]):
                continue
            known = found.get(way.spot)
            if known is None or way.cost < known.cost - 1e-9:
                found[way.spot] = way

    for ahead in arcs:
        if ahead and unit.pinned:
            continue
        arc = unit.heading if ahead else field.opposite(unit.heading)
        take(left, fast, arc)
        if open_ground is not fast and not field.open_around(unit.spot, slow + 1, fast):
            take(slow, open_ground, arc)
        if unit.formation == COLUMN:
            take(left + tables.data.road_bonus, _ROAD_COLUMN, arc, road=True)
    return list(found.values())


def bill(state: State, unit: Unit, path: tuple[Spot, ...], facing: Heading, spare: float = 0.0) -> Bill:
    """What a move along a path costs, with a wheel to `facing` at its end, and whether it can be made."""
    tables = state.tables
    field, data = tables.field, tables.data
    name = unit.id
    left = full_move(state, unit) - unit.spent - spare
    start = unit.spot
    closed, full = in_the_way(state, unit)
    legs = path[1:] if path and path[0] == start else path
    if not legs or (len(legs) == 1 and legs[0] == start):
        cost = 0.0 if unit.fixed.command else field.wheel(unit.heading, facing)
        if cost > left + TOUCH:
            return Bill((start,), cost, False, "move.wheel", f"{name} has no move left to wheel")
        if hit := _hits(state, unit, start, facing, [*closed, *full]):
            return Bill((start,), cost, False, "table.share", f"{name} would wheel into {hit}")
        return Bill((start,), cost)
    fast, open_ground = tables.going(unit.fixed, unit.formation)
    toll = field.toll(unit.body, legs, fast, closed=closed, full=full)
    limit, road = left, False
    if unit.formation == COLUMN and field.follows(toll.path, ROADS | BRIDGES):
        toll = field.toll(unit.body, legs, _ROAD_COLUMN, closed=closed, full=full)
        limit, road = left + data.road_bonus, True
    elif toll.faults and open_ground is not fast:
        slow = field.toll(unit.body, legs, open_ground, closed=closed, full=full)
        if not slow.faults:
            toll, limit = slow, min(left, data.slow - unit.spent - spare)
    bends, heading = (0.0, unit.heading) if road else _bends(field, unit.heading, toll.path)
    measured = field.kind == "measured" and not unit.fixed.command
    cost = round(toll.cost + (bends + field.wheel(heading, facing) if measured else 0.0), 2)
    for fault in toll.faults:
        rule, message = _fault(fault.why, fault.name, field.name(fault.spot))
        return Bill(toll.path, cost, road, rule, f"{name} {message}")
    first = toll.path[1]
    ahead, back = field.in_arc(start, unit.heading, first), field.in_arc(start, field.opposite(unit.heading), first)
    if not ahead and not back:
        return Bill(toll.path, cost, road, "move.full", f"{name} moves ahead or back, and wheels first to go aside")
    if unit.pinned and not back:
        return Bill(toll.path, cost, road, "reaction.pinned", f"{name} is pinned and does not advance")
    if cost > limit + TOUCH:
        rule = "move.terrain" if limit < left else "army.units" if toll.cost > limit + TOUCH else "move.wheel"
        has = max(limit, 0)
        return Bill(toll.path, cost, road, rule, f"{name} would need {cost:g} of movement and has {has:g} left")
    if hit := _hits(state, unit, toll.path[-1], facing, [*closed, *full]):
        return Bill(toll.path, cost, road, "table.share", f"{name} would stand on {hit} there")
    return Bill(toll.path, cost, road)


def _bends(field: Field, heading: Heading, path: Sequence[Spot]) -> tuple[float, Heading]:
    """What the wheels of a path with bends come to on a measured table, and how it faces then. Who stays within the
    quarter before or behind need not wheel (rule move.full); on grids wheels come with the move."""
    cost = 0.0
    for a, b in pairwise(path[1:]) if field.kind == "measured" else ():
        aside = (field.degrees(field.towards(a, b)) - field.degrees(heading) + 180) % 360 - 180  # right if positive
        ahead = abs(aside) <= 90
        over = abs(aside) - 45 if ahead else 135 - abs(aside)
        if over <= 0:
            continue
        turn = math.copysign(over, aside if ahead else -aside)
        new = field.heading(str(round(field.degrees(heading) + turn) % 360))
        cost += field.wheel(heading, new)
        heading = new
    return cost, heading


def _hits(state: State, unit: Unit, spot: Spot, heading: Heading, others: list[Body]) -> str:
    """Whom it would stand on there as it faces, on a measured table; empty if nobody. What it stands on already, from a
    melee, does not count."""
    field = state.tables.field
    if field.kind != "measured" or unit.fixed.command:
        return ""
    body, now = replace(unit.body, spot=spot, heading=heading), unit.body
    near = (one for one in others if field.distance(spot, one.spot) < 1.5)
    return next((one.key for one in near if field.overlap(body, one) and not field.overlap(now, one)), "")


def _fault(why: str, name: str, at: str) -> tuple[str, str]:
    return {
        "off": ("table.size", f"would leave the table at {at}"),
        "closed": ("move.through", f"cannot pass {name or 'between enemies'} at {at}"),
        "full": ("table.share", f"finds {name} at {at}"),
        "bound": ("move.bound", f"cannot leave rails or water at {at}"),
    }.get(why, ("terrain.areas", f"cannot go over {name.replace('_', ' ')} at {at}"))


def strides(field: Field, path: Sequence[Spot]) -> list[Spot]:
    """The spots that a path comes by, its ends included: on a measured table one every quarter of an increment."""
    if field.kind != "measured":
        return list(path)
    spots = list(path[:1])
    for a, b in pairwise(path):
        (x, y), (u, v) = cast(Point, a), cast(Point, b)
        parts = max(1, math.ceil(4 * math.dist((x, y), (u, v))))
        spots += [(x + (u - x) * n / parts, y + (v - y) * n / parts) for n in range(1, parts + 1)]
    return spots


def charge_way(state: State, unit: Unit, target: Unit, budget: float) -> Way | None:
    """The cheapest way to touch an enemy in front, or None."""
    tables = state.tables
    field = tables.field
    if not field.in_arc(unit.spot, unit.heading, target.spot):
        return None
    if field.contact(unit.body, target.body):
        return Way(unit.spot, 0.0, (unit.spot,), unit.heading, target.id)
    if field.distance(unit.spot, target.spot) > budget + 2:
        return None
    closed, full = in_the_way(state, unit)
    closed = [body for body in closed if body.key != target.id]
    fast, open_ground = tables.going(unit.fixed, unit.formation)
    best: Way | None = None
    for going, most in ((fast, budget), (open_ground, min(budget, tables.data.slow - unit.spent))):
        if most <= 0:
            continue
        way = field.to_contact(unit.body, target.body, most, going, closed=closed, full=full, arc=unit.heading)
        if way is not None and (best is None or way.cost < best.cost - 1e-9):
            best = way
    return best


def retreat(state: State, unit: Unit, distance: float, threat: Spot) -> tuple[tuple[Spot, ...], bool]:
    """The way back towards its own edge, and whether it leads off the table (rule reaction.way)."""
    tables = state.tables
    field = tables.field
    edge = tables.edges[unit.side]
    closed, full = in_the_way(state, unit)
    closed = closed + [one.body for one in state.on_table(1 - unit.side) if one.fixed.command]
    fast, open_ground = tables.going(unit.fixed, unit.formation)
    start = Way(unit.spot, 0.0, (unit.spot,), unit.heading)
    found = [start]
    found += field.reach(unit.body, distance, fast, closed=closed, full=full)
    if open_ground is not fast:
        found += field.reach(unit.body, min(distance, tables.data.slow), open_ground, closed=closed, full=full)
    here = field.distance(unit.spot, threat)
    found = [way for way in found if way is start or not _hits(state, unit, way.spot, unit.heading, [*closed, *full])]

    def away(way: Way) -> bool:
        return way is start or field.distance(way.spot, threat) >= here - TOUCH

    found = list(filter(away, found))
    bound = unit.fixed.kind.id in ("train", "boat")
    if not bound and field.to_edge(unit.spot, edge) <= distance + TOUCH:
        out = [start, *filter(away, field.reach(unit.body, distance, fast, closed=closed))]
        out = [way for way in out if _gets_off(state, unit, way, distance, closed)]
        if out:
            best = min(out, key=lambda way: (way.cost + field.to_edge(way.spot, edge), way.cost))
            return best.path, True
    best = min(
        found,
        key=lambda way: (
            round(field.to_edge(way.spot, edge), 2),
            -round(field.distance(way.spot, threat), 2),
            way.cost,
        ),
    )
    if best is start and not bound:  # the enemy bars the way: straight away from him
        best = max(found, key=lambda way: (round(field.distance(way.spot, threat), 2), -field.to_edge(way.spot, edge)))
    return best.path, False


def _gets_off(state: State, unit: Unit, way: Way, distance: float, closed: list[Body]) -> bool:
    """Whether from the end of a way it leaves by its own edge with what is left: on grids from the last square."""
    tables = state.tables
    field, edge = tables.field, tables.edges[unit.side]
    out = field.to_edge(way.spot, edge)
    if way.cost + out > distance + TOUCH:
        return False
    if field.kind != "measured":
        return out <= 1
    last = field.step(way.spot, field.heading(edge), max(out - TOUCH, 0.0))
    going = tables.going(unit.fixed, unit.formation)[0]
    return last is None or not field.toll(replace(unit.body, spot=way.spot), [last], going, closed=closed).faults
