"""What the diagrams of the booklet ask: where a unit looks, moves, shoots and commands, as the engine has it.

Squares and hexes alone: diagrams are drawn on these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from reportgen.board.field import TOUCH, Body, Spot
from reportgen.rulesets.tin_brigadier import moving
from reportgen.rulesets.tin_brigadier.data import COLUMN
from reportgen.rulesets.tin_brigadier.fights import full_move_back
from reportgen.rulesets.tin_brigadier.shooting import next_behind
from reportgen.rulesets.tin_brigadier.state import State, Unit

Spots = Iterable[Spot]


def _everywhere(state: State, unit: Unit) -> list[Spot]:
    """Every other square or hex."""
    return [spot for spot in range(state.tables.scenario.ground.grid.size) if spot != unit.spot]


def _front(state: State, unit: Unit) -> Spots:
    """Rules fire.target and fire.arc."""
    field = state.tables.field
    return [spot for spot in _everywhere(state, unit) if field.in_arc(unit.spot, unit.heading, spot)]


def _rear(state: State, unit: Unit) -> Spots:
    """Where it may retreat to (rule move.full)."""
    field = state.tables.field
    back = field.opposite(unit.heading)
    return [spot for spot in _everywhere(state, unit) if field.in_arc(unit.spot, back, spot)]


def _range(state: State, unit: Unit) -> Spots:
    """In front and in range of its weapon, seen or not."""
    row = state.tables.fire(unit.fixed, unit.formation)
    field = state.tables.field
    far = row.range if row is not None else 0
    return [spot for spot in _front(state, unit) if field.distance(unit.spot, spot) <= far + TOUCH]


def _seen(state: State, unit: Unit) -> Spots:
    """Where it can shoot at an enemy directly (rule terrain.sight)."""
    tables, bodies = state.tables, state.bodies()
    return [spot for spot in _range(state, unit) if tables.field.sees(unit.spot, spot, tables.sight, bodies)]


def _hidden(state: State, unit: Unit) -> Spots:
    """In range and in front, but out of sight."""
    seen = set(_seen(state, unit))
    return [spot for spot in _range(state, unit) if spot not in seen]


def _dead(state: State, unit: Unit) -> Spots:
    """Dead ground in front, within indirect range (rules fire.indirect and fire.dead_ground)."""
    tables = state.tables
    field, row = tables.field, tables.fire(unit.fixed, unit.formation)
    far = row.range * tables.data.indirect_times if row is not None else 0
    ahead = [spot for spot in _front(state, unit) if field.distance(unit.spot, spot) <= far + TOUCH]
    return [spot for spot in ahead if not field.sees(unit.spot, spot, tables.ground_sight)]


def _reach(state: State, unit: Unit) -> Spots:
    """Where it can go, advancing or retreating."""
    return [way.spot for way in moving.ways(state, unit)]


def _advance(state: State, unit: Unit) -> Spots:
    return [way.spot for way in moving.ways(state, unit, arcs=(True,))]


def _road(state: State, unit: Unit) -> Spots:
    """Where it could go if it were in road column (rule move.road)."""
    formation, unit.formation = unit.formation, COLUMN
    try:
        return _reach(state, unit)
    finally:
        unit.formation = formation


def _charge(state: State, unit: Unit) -> Spots:
    """Where an enemy could stand whom its charge reaches (rule charge.reach)."""
    field = state.tables.field
    budget = moving.fighting_move(state, unit, charging=True)
    closed, full = moving.in_the_way(state, unit)
    fast, slow = state.tables.going(unit.fixed, unit.formation)
    least = min(budget, state.tables.data.slow)
    stops = [unit.spot]
    for most, going in ((budget, fast), (least, slow)):
        ways = field.reach(unit.body, most, going, closed=closed, full=full, arc=unit.heading)
        stops += [way.spot for way in ways]
    ahead = set(_front(state, unit))
    return sorted(
        {spot for stop in stops for spot in ahead if field.distance(stop, spot) <= 1}, key=lambda spot: cast(int, spot)
    )


def _command(state: State, unit: Unit) -> Spots:
    """Rule turn.range."""
    field, far = state.tables.field, state.tables.data.command_range
    return [spot for spot in _everywhere(state, unit) if field.distance(unit.spot, spot) <= far + TOUCH]


def _killing(state: State, unit: Unit) -> Spots:
    """Where the misses of a shot at its target go on (rule fire.zone): behind each enemy that it may shoot at."""
    tables, field = state.tables, state.tables.field
    every = [Body(spot, key=str(spot)) for spot in _everywhere(state, unit)]
    seen = set(_seen(state, unit))
    spots: list[Spot] = []
    for enemy in state.on_table(1 - unit.side):
        if enemy.spot in seen and next_behind(state, unit, enemy) is not None:
            spots += [body.spot for body in field.behind(unit.spot, enemy.spot, tables.data.zone, every)]
    return spots


def _retreat(state: State, unit: Unit) -> Spots:
    """The squares of a full move back from the nearest enemy (rules reaction.retreat and reaction.way)."""
    field = state.tables.field
    near = field.within(unit.spot, 1000.0, state.bodies(1 - unit.side))
    path, _ = moving.retreat(state, unit, full_move_back(state, unit), near[0].spot if near else unit.spot)
    return path[1:]


ZONES: dict[str, Callable[[State, Unit], Spots]] = {
    "front": _front,
    "rear": _rear,
    "range": _range,
    "seen": _seen,
    "hidden": _hidden,
    "dead": _dead,
    "reach": _reach,
    "advance": _advance,
    "road": _road,
    "charge": _charge,
    "command": _command,
    "killing": _killing,
    "retreat": _retreat,
}


def zone(state: State, name: str, unit: str) -> tuple[int, ...]:
    """The squares or hexes of a zone of a unit. Raises KeyError for a name that is none."""
    return tuple(cast(int, spot) for spot in ZONES[name](state, state.unit(unit)))


def stopped(state: State, unit: str, target: str) -> tuple[int, ...]:
    """What keeps a unit from seeing another, by the squares or hexes where it is (rule terrain.sight)."""
    tables = state.tables
    here, there = state.unit(unit).spot, state.unit(target).spot
    between = tables.field.blockers(here, there, tables.sight, state.bodies())
    return tuple(cast(int, one.spot) for one in between)
