"""Where the units of a scenario start, when others come, and what the sides fight for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from reportgen.battle.scenario import Objective, Placement, Reinforcement, SideSpec, UnitSpec
from reportgen.battle.vocabulary import UnitType, Vocabulary
from reportgen.board.field import TOUCH, Body, Field, Spot
from reportgen.board.regions import covers, said
from reportgen.files.lenient import items, mapping, whole, word
from reportgen.files.schema_scenario import FACING_PATTERN, ID_PATTERN, MEASURED_PLACE_PATTERN, compile_pattern
from reportgen.files.source import Source, Way
from reportgen.files.tables import movable
from reportgen.files.terrain import Squares
from reportgen.files.validate import suggest
from reportgen.files.whereabouts import Whereabouts
from reportgen.problems import Problems

_ID = compile_pattern(ID_PATTERN)
_AT = compile_pattern(MEASURED_PLACE_PATTERN)
_PARTS = compile_pattern(r"([A-Za-z0-9.,]+)(?:/([12]))?(?: +([A-Z0-9]+))?\Z")
_FACING = compile_pattern(FACING_PATTERN)
_SHOWN = 6
"""Units that one sentence names."""
_AWAY = {"N": "S", "E": "W", "S": "N", "W": "E"}


@dataclass(frozen=True, slots=True)
class Muster:
    """What the checks of this module need to know. `complete` is false if some army could not be read."""

    source: Source
    squares: Squares | None
    field: Field | None
    words: Vocabulary
    sides: tuple[SideSpec, ...]
    turns: int
    places: Mapping[str, int]
    problems: Problems
    complete: bool

    def owners(self) -> dict[str, SideSpec]:
        return {unit.id: side for side in self.sides for unit in side.units}

    def whereabouts(self, *way: str | int) -> tuple[str, ...]:
        """The places that the list at `way` names."""
        if self.field is None:
            return ()
        return Whereabouts(self.field.ground, self.source, self.source, self.problems).listed(*way)

    def unknown(self, id: str, way: Way, key: bool = False) -> None:
        """Tells that there is no such unit, unless it may be in an army that could not be read."""
        if self.complete:
            place = self.source.key(way) if key else self.source.place(way)
            self.problems.add(place, "unknown-unit", f"there is no unit {id}", suggest(id, self.owners()))


def placements(muster: Muster) -> tuple[Placement, ...]:
    """Where units start, in the order of the file. Wrong ones are left out and told."""
    owners = muster.owners()
    found: list[tuple[Placement, Spot, int | None]] = []
    for id, given in mapping(muster.source.data, "deployment").items():
        way: Way = ("deployment", id)
        if not _ID.match(id):
            continue
        side = owners.get(id)
        if side is None:
            muster.unknown(id, way, key=True)
        at = given if isinstance(given, str) else word(given, "at")
        match = _PARTS.match(at) if _AT.match(at) else None
        if match is None or muster.squares is None or muster.field is None:
            continue
        at_way = way if isinstance(given, str) else (*way, "at")
        spot = _spot(match[1], at_way, muster, muster.squares, muster.field)
        facing = match[3] or word(given, "facing") or _away(side)
        facing = _faced(id, facing, at_way if match[3] else (*way, "facing"), muster, in_line=bool(match[3]))
        concealed = word(given, "concealed")
        if concealed and concealed not in muster.places:
            message = f"there is no place '{concealed}' in the terrain"
            place = muster.source.place((*way, "concealed"))
            muster.problems.add(
                place, "unknown-place", message, suggest(concealed, muster.places) or "add it to 'places'"
            )
        if spot is None:
            continue
        name = muster.field.name(spot)
        placement = Placement(id, name, facing, 0, concealed, muster.source.place(way))
        found.append((placement, spot, int(match[2]) - 1 if match[2] else None))
    if muster.field is not None and muster.field.kind == "measured":
        _overlaps([(placement, spot) for placement, spot, _ in found], muster, muster.field)
        return tuple(placement for placement, _, _ in found)
    return _slots(found, owners, muster)


def outside_zones(muster: Muster, placed: Iterable[Placement]) -> None:
    """Tells who starts in the open outside the zone of its side. Those concealed start where their cover is."""
    owners = muster.owners()
    for placement in placed:
        side = owners.get(placement.unit)
        if muster.field is None or side is None or not side.zone or placement.concealed:
            continue
        point = muster.field.point(muster.field.parse(placement.at))
        if not any(covers(muster.field.ground, part, point) for part in side.zone):
            message = f"{placement.unit} starts at {placement.at}, outside the zone of '{side.id}'"
            hint = "move it, or enlarge the side's 'zone'"
            muster.problems.add(placement.place, "outside-zone", message, hint)


def _spot(name: str, way: Way, muster: Muster, squares: Squares, field: Field) -> Spot | None:
    """Where a unit is to stand; None, with a problem, if that is nowhere."""
    if field.kind != "measured":
        if "," not in name:
            return squares.one(name, way)
        message = f"{name} is a position in inches or centimetres, but this board is not measured"
        muster.problems.add(muster.source.place(way), "no-ruler", message, "write a square, such as C7")
        return None
    try:
        return field.parse(name)
    except ValueError as fault:
        muster.problems.add(muster.source.place(way), "off-board", str(fault))
        return None


def _faced(id: str, facing: str, way: Way, muster: Muster, in_line: bool = False) -> str:
    """The table's own word for a facing. What is none is told and given back; what stands in a key of its own and is
    none anywhere has been told by the schema."""
    if muster.field is not None and movable(muster.words):
        if not in_line and not _FACING.match(facing):
            return facing
        if facing in muster.words.facings:
            return facing
        try:
            return muster.field.heading(facing)
        except ValueError as fault:
            muster.problems.add(muster.source.place(way), "unknown-value", f"{id} cannot face so: {fault}")
    elif in_line and facing not in muster.words.facings:
        hint = f"known here: {', '.join(muster.words.facings)}"
        muster.problems.add(muster.source.place(way), "unknown-value", f"{id} cannot face '{facing}'", hint)
    return facing


def _overlaps(found: list[tuple[Placement, Spot]], muster: Muster, field: Field) -> None:
    """Tells which units stand on each other on a measured table."""
    types = {unit.id: muster.words.types.get(unit.type) for side in muster.sides for unit in side.units}
    bodies: list[Body] = []
    for placement, spot in found:
        kind = types.get(placement.unit) or UnitType("", "", 0)
        if not placement.facing.isdecimal():
            continue
        body = Body(spot, placement.facing, kind.frontage, kind.depth, placement.unit)
        for other in bodies:
            if field.overlap(body, other):
                message = f"{body.key} and {other.key} stand on each other"
                muster.problems.add(placement.place, "overlapping-units", message, "move one of them")
        bodies.append(body)
        if not _on_table(body, field):
            message = f"{placement.unit} stands partly off the table"
            muster.problems.add(placement.place, "off-board", message, "move it inwards", "warning")


def _on_table(body: Body, field: Field) -> bool:
    """Whether all of a body is on a measured table, TOUCH forgiven."""
    x, y = field.point(body.spot)
    width, height = field.ground.grid.extent
    turn = math.radians(float(body.heading))
    ahead, aside = body.depth / 2, body.width / 2
    far_x = abs(math.sin(turn)) * ahead + abs(math.cos(turn)) * aside - TOUCH
    far_y = abs(math.cos(turn)) * ahead + abs(math.sin(turn)) * aside - TOUCH
    return bool(far_x <= x <= width - far_x and far_y <= y <= height - far_y)


def _away(side: SideSpec | None) -> str:
    """The facing away from the side's own edge."""
    return _AWAY.get(side.edge, "N") if side else "N"


def _slots(
    found: list[tuple[Placement, Spot, int | None]], owners: dict[str, SideSpec], muster: Muster
) -> tuple[Placement, ...]:
    """Gives those that share a square their places in it, and tells who may not share."""
    together: dict[Spot, list[tuple[Placement, int | None]]] = {}
    for placement, spot, slot in found:
        together.setdefault(spot, []).append((placement, slot))
    slots: dict[str, int] = {}
    for sharing in together.values():
        first = sharing[0][0]
        if len(sharing) == 1:
            if sharing[0][1]:
                message = f"{first.unit} is to stand behind another in {first.at}, but nobody is in front"
                muster.problems.add(first.place, "nobody-in-front", message, f"write {first.at}")
            continue
        last = sharing[-1][0]
        if len(sharing) > muster.words.per_square:
            them = ", ".join(placement.unit for placement, _ in sharing)
            message = f"{len(sharing)} units are in {first.at} ({them}), but a square holds {muster.words.per_square}"
            muster.problems.add(last.place, "crowded-square", message, "move one to another square")
            continue
        if len({owners[p.unit].id for p, _ in sharing if p.unit in owners}) > 1:
            message = f"{first.unit} and {last.unit} are enemies and cannot share {first.at}"
            muster.problems.add(last.place, "enemies-share", message, "move one to another square")
        if first.facing != last.facing:
            message = f"{first.unit} and {last.unit} share {first.at} but face {first.facing} and {last.facing}"
            muster.problems.add(last.place, "facing-apart", message, "let both face the same way")
        asked = [slot for _, slot in sharing]
        if asked[0] is not None and asked[0] == asked[1]:
            where = "behind" if asked[0] else "in front"
            message = f"{first.unit} and {last.unit} cannot both be {where} in {first.at}"
            muster.problems.add(
                last.place, "same-slot", message, f"write {first.at}/1 for one and {first.at}/2 for the other"
            )
        front = 1 if asked[0] == 1 or asked[1] == 0 else 0
        slots[first.unit], slots[last.unit] = front, 1 - front
    return tuple(replace(placement, slot=slots.get(placement.unit, 0)) for placement, _, _ in found)


def reinforcements(muster: Muster) -> tuple[Reinforcement, ...]:
    """Who comes when, in the order of the file."""
    owners = muster.owners()
    deployed = mapping(muster.source.data, "deployment")
    coming: set[str] = set()
    found: list[Reinforcement] = []
    for n, given in enumerate(items(muster.source.data, "reinforcements")):
        way: Way = ("reinforcements", n)
        if not isinstance(given, dict):
            continue
        turn = whole(given, "turn", 1)
        if turn > muster.turns:
            message = f"turn {turn} is after the last turn, {muster.turns}"
            muster.problems.add(muster.source.place((*way, "turn")), "too-late", message)
        units = _units(given, way, muster)
        for m, id in units:
            if id in deployed or id in coming:
                message = f"the unit {id} is placed already"
                muster.problems.add(muster.source.place((*way, "units", m)), "placed-twice", message, "place it once")
        coming.update(id for _, id in units)
        sides = {owners[id].id: owners[id] for _, id in units if id in owners}
        if len(sides) > 1:
            message = "units of both sides cannot come together"
            muster.problems.add(
                muster.source.place((*way, "units")), "both-sides", message, "write an item for each side"
            )
        names = muster.whereabouts(*way, "at") if "at" in given else ()
        away = _away(next(iter(sides.values()), None))
        first = next((id for _, id in units), "nobody")
        facing = _faced(first, word(given, "facing") or away, (*way, "facing"), muster)
        them = tuple(id for _, id in units)
        found.append(Reinforcement(turn, them, names, facing, muster.source.place(way)))
    return tuple(found)


def _units(given: Mapping[str, Any], way: Way, muster: Muster) -> list[tuple[int, str]]:
    """The units that `given` names, with their numbers in its list; unknown ones are told and left out."""
    owners = muster.owners()
    found = []
    for n, id in enumerate(items(given, "units")):
        if not isinstance(id, str) or not _ID.match(id):
            continue
        if id in owners:
            found.append((n, id))
        else:
            muster.unknown(id, (*way, "units", n))
    return found


def undeployed(muster: Muster) -> None:
    """Tells which units neither start on the board nor come later, one problem for each line of an army."""
    if not muster.complete or not mapping(muster.source.data, "deployment"):
        return
    placed = set(mapping(muster.source.data, "deployment"))
    for given in items(muster.source.data, "reinforcements"):
        placed.update(id for id in items(given, "units") if isinstance(id, str))
    deployment = muster.source.under("deployment").node
    taken_out = deployment.keys if deployment is not None else {}
    for side in muster.sides:
        missing: dict[Any, list[UnitSpec]] = {}
        for unit in side.units:
            if unit.id not in placed:
                place = muster.source.key(("deployment", unit.id)) if unit.id in taken_out else unit.place
                missing.setdefault(place, []).append(unit)
        for place, units in missing.items():
            them = ", ".join(unit.id for unit in units[:_SHOWN])
            if len(units) > _SHOWN:
                them += f" and {len(units) - _SHOWN} more"
            message = f"not on the board: {them}"
            hint = "add to 'deployment' or 'reinforcements'"
            muster.problems.add(place, "not-deployed", message, hint)


def objectives(muster: Muster) -> tuple[Objective, ...]:
    """What the sides fight for, in the order of the file."""
    owners = muster.owners()
    known = {side.id: side for side in muster.sides}
    found: list[Objective] = []
    for n, given in enumerate(items(muster.source.data, "objectives")):
        way: Way = ("objectives", n)
        if not isinstance(given, dict):
            continue
        side = word(given, "side")
        if side and side not in known:
            message = f"there is no side '{side}'"
            muster.problems.add(muster.source.place((*way, "side")), "unknown-side", message, suggest(side, known))
        kind = word(given, "kind")
        units = _units(given, way, muster)
        for m, id in units:
            own = owners[id].id == side
            if side in known and kind in ("destroy", "survive", "exit") and own == (kind == "destroy"):
                message = f"{id} is no {'enemy' if kind == 'destroy' else 'unit'} of '{side}'"
                muster.problems.add(muster.source.place((*way, "units", m)), "wrong-side", message)
        before = muster.problems.errors
        names = muster.whereabouts(*way, "at") if "at" in given else ()
        if muster.problems.errors == before:
            _within_reach(given, way, names, muster)
        if kind == "exit" and side in known and muster.field is not None:
            ground = muster.field.ground
            for name in names:
                point = ground.grid.place(name)
                if not any(name == exit or covers(ground, exit, point) for exit in known[side].exits):
                    message = f"{said(ground, name)} is no exit of '{side}'"
                    place = muster.source.place((*way, "at"))
                    muster.problems.add(place, "not-an-exit", message, "add it to the side's 'exits'")
        found.append(
            Objective(
                side=side,
                kind=kind,
                title=word(given, "title"),
                at=names,
                count=whole(given, "count", 1),
                types=tuple(type_ for type_ in items(given, "types") if isinstance(type_, str)),
                units=tuple(id for _, id in units),
                points=whole(given, "points", 0),
                wins=given.get("wins") is True,
                place=muster.source.place(way),
            )
        )
    return tuple(found)


def _within_reach(given: Mapping[str, Any], way: Way, names: tuple[str, ...], muster: Muster) -> None:
    """Tells a `count` that is more than there is: squares to hold, units to leave or to be destroyed.

    Points are left alone: what they are counted in is the ruleset's.
    """
    kind, count, side = word(given, "kind"), whole(given, "count", 1), word(given, "side")
    if muster.field is None or "count" not in given:
        return
    types, units = items(given, "types"), items(given, "units")
    if kind == "hold" and names:
        there = len(names)
        what = {"square": "square", "hex": "hex"}.get(muster.field.kind, "piece")
        many = "hexes" if what == "hex" else f"{what}s"
        message = f"{count} {many} are to be held, but 'at' names {there} {what if there == 1 else many}"
    elif muster.complete and (kind == "exit" or (kind == "destroy" and types and not units)):
        those = [unit for one in muster.sides if (one.id == side) == (kind == "exit") for unit in one.units]
        there = sum((not types or unit.type in types) and (not units or unit.id in units) for unit in those)
        done = "leave" if kind == "exit" else "be destroyed"
        who = "1 unit is" if count == 1 else f"{count} units are"
        message = f"{who} to {done}, but {f'only {there} can' if there else 'there is none that can'}"
    else:
        return
    if count > there:
        hint = f"write a number up to {there}" if there else ""
        muster.problems.add(muster.source.place((*way, "count")), "out-of-reach", message, hint)
