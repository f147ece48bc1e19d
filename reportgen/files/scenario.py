"""A scenario from YAML: checked, complete, and free of files. The format is described in docs/scenarios.md.

Everything that can be wrong without knowing what the rules forbid is told here, all at once; what the rules forbid is
told by `Ruleset.check`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from reportgen.battle.scenario import Scenario, SideSpec
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.field import field_for
from reportgen.board.ground import Ground
from reportgen.board.regions import at_edge, said
from reportgen.board.squares import SquareGrid
from reportgen.files.armies import Army, Registry, muster, twice, vocabulary_of
from reportgen.files.deployment import Muster, objectives, outside_zones, placements, reinforcements, undeployed
from reportgen.files.extending import whole_scenario
from reportgen.files.houserules import with_house_rules
from reportgen.files.lenient import items, mapping, number, whole, word
from reportgen.files.schema import check
from reportgen.files.schema_scenario import MOST_SQUARES, TABLES, scenario_schema
from reportgen.files.source import Source, Way, read, short
from reportgen.files.tables import board_from
from reportgen.files.terrain import Squares, ground_from
from reportgen.files.whereabouts import Whereabouts
from reportgen.problems import Place, Problems

_ANY = Vocabulary(
    types={},
    weapons={},
    areas={},
    edges={},
    generals={},
    variants={},
    verbs=(),
    board_limits=(1, MOST_SQUARES),
    tables=TABLES,
)
"""What is checked with when the ruleset is unknown."""
_KEYS = frozenset(scenario_schema(None)["properties"])
"""What every scenario may say."""


def load_scenario(
    path: str | os.PathLike[str], registry: Registry, problems: Problems, names: Iterable[str] = ()
) -> Scenario | None:
    """Reads a scenario file, what it extends and the armies that it names. None, with problems, if it cannot be used.

    `registry` gives a ruleset's vocabulary by the ruleset's name; `names` are the rulesets that there are, for hints.
    """
    source = read(path, problems)
    if source is None:
        return None
    return scenario_from(source, Path(path).parent, registry, problems, names)


def read_scenario(path: str | os.PathLike[str], problems: Problems) -> Source | None:
    """What a scenario file says, with what it takes from the one that it extends; not checked any further."""
    source = read(path, problems)
    return whole_scenario(source, Path(path).parent, problems) if source is not None else None


def scenario_from(
    source: Source, folder: Path | None, registry: Registry, problems: Problems, names: Iterable[str] = ()
) -> Scenario | None:
    """The scenario that a source holds: a file's, a part of a battle file's, or `Scenario.raw` again.

    What it extends, armies and rules are read from `folder` or below; None if nothing stands in another file. None,
    with problems, if the scenario cannot be used.
    """
    before = problems.errors
    full = whole_scenario(source, folder, problems)
    if full is None:
        return None
    source = full
    words = vocabulary_of(source, registry, problems, names)
    source, words = with_house_rules(source, words, folder, problems)
    check(_without_others(source, words, registry, names, problems), "scenario", words, problems)
    grid = board_from(source, words or _ANY, problems)
    squares = Squares(grid, source, problems) if grid else None
    ground = ground_from(source, grid, words or _ANY, problems) if grid else Ground(SquareGrid.of(1, 1))
    ruleset = word(source.data, "ruleset").replace("-", "_")
    given = [source.under("sides", n) for n, side in enumerate(items(source.data, "sides")) if isinstance(side, dict)][
        :2
    ]
    home = source.folder(("sides",), folder)
    armies = [muster(side, ruleset, words, grid, home, problems) for side in given]
    places = ground if grid else None
    sides = tuple(_side(side, army, source, places, problems) for side, army in zip(given, armies, strict=True))
    _check_sides(source, sides, problems)
    turns = whole(source.data, "turns", 0) or None
    complete = all(army.complete for army in armies)
    last = turns or (words or _ANY).turns
    field = field_for(ground) if grid else None
    all_ = Muster(source, squares, field, words or _ANY, sides, last, ground.places, problems, complete)
    placed = placements(all_)
    outside_zones(all_, placed)
    later = reinforcements(all_)
    aims = objectives(all_)
    undeployed(all_)
    if problems.errors > before or words is None or len(sides) != 2:
        return None
    raw = resolved(source.data, armies)
    data = source.data
    return Scenario(
        title=data["title"],
        ruleset=ruleset,
        ground=ground,
        sides=(sides[0], sides[1]),
        placements=placed,
        variants=tuple(data.get("variants", ())),
        reinforcements=later,
        objectives=aims,
        turns=turns,
        date=str(data.get("date", "")),
        location=data.get("location", ""),
        background=data.get("background", ""),
        notes=data.get("notes", ""),
        special_rules=tuple(data.get("special_rules", ())),
        hash=fingerprint(raw),
        file=source.file,
        terrain_place=source.key(("terrain",)) if "terrain" in data else source.place(),
        raw=raw,
        places=dict(_places(source, words)),
    )


def _places(source: Source, words: Vocabulary) -> Iterator[tuple[Way, Place]]:
    """Where the scenario's keys stand and those of its sides, and everything that only its ruleset understands."""
    ways: list[Way] = [(key,) for key in source.data]
    for n, side in enumerate(source.data["sides"]):
        ways += [("sides", n, key) for key in side]
        ways += [("sides", n, "published", key) for key in mapping(side, "published")]
    for way in ways:
        yield from _each(source, way, deep=way[0] in words.scenario_keys)


def _each(source: Source, way: Way, deep: bool) -> Iterator[tuple[Way, Place]]:
    """A value's place, of a mapping its key's; and with `deep` those of all its parts."""
    value = source.under(*way).data
    yield way, source.key(way) if isinstance(value, dict) else source.place(way)
    parts = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for step in parts if deep else ():
        yield from _each(source, (*way, step), deep)


def _without_others(
    source: Source, words: Vocabulary | None, registry: Registry, names: Iterable[str], problems: Problems
) -> Source:
    """The scenario without the keys that only other rulesets know, which are told."""
    if words is None:
        return source
    left = dict(source.data)
    for key in [key for key in left if key not in words.scenario_keys and key not in _KEYS]:
        known = [name for name in names if (other := registry(name)) is not None and key in other.scenario_keys]
        if known:
            message = f"the key '{short(key)}' does not go with the ruleset '{short(str(left.get('ruleset')))}'"
            problems.add(source.key((key,)), "unknown-key", message, f"it is for {' or '.join(known)}")
            del left[key]
    return Source(left, source.file, source.node, source.lines)


def resolved(data: Mapping[str, Any], armies: Iterable[Army]) -> dict[str, Any]:
    """The scenario's data with every army in it; plain, and shared with nothing."""
    whole_ = dict(data)
    whole_["sides"] = [
        {**side, "army": army.data} if army.data is not None else side
        for side, army in zip(data["sides"], armies, strict=True)
    ]
    plain: dict[str, Any] = json.loads(json.dumps(whole_))
    return plain


def fingerprint(data: Mapping[str, Any]) -> str:
    """16 hexadecimal digits that change with anything in the data, and not with the order of its keys."""
    plain = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _side(side: Source, army: Army, source: Source, ground: Ground | None, problems: Problems) -> SideSpec:
    data = side.data
    published = mapping(data, "published")
    exits: tuple[str, ...] = ()
    zone: tuple[str, ...] = ()
    if ground is not None:
        where = Whereabouts(ground, side, source, problems)
        exits = where.listed("exits") if "exits" in data else ()
        zone = where.listed("zone") if "zone" in data else ()
        for exit in exits:
            if not at_edge(ground, exit):
                message = f"{said(ground, exit)} is not at the edge of the {'table' if ground.table else 'board'}"
                problems.add(side.place(("exits",)), "not-at-edge", message)
    name = word(data, "name")
    return SideSpec(
        id=word(data, "id"),
        name=name,
        people=word(data, "people", name),
        adjective=word(data, "adjective", name),
        edge=word(data, "edge"),
        units=tuple(army.units),
        general=word(data, "general", army.general),
        colour=word(data, "colour"),
        exits=exits,
        zone=zone,
        commander=word(data, "commander"),
        declared_points=number(published, "points") if "points" in published else army.points,
        declared_stands=whole(published, "stands", 0) if "stands" in published else None,
        notes=word(data, "notes"),
        place=side.place(),
    )


def _check_sides(source: Source, sides: tuple[SideSpec, ...], problems: Problems) -> None:
    if len(sides) == 2 and sides[0].id and sides[0].id == sides[1].id:
        message = f"both sides are called '{sides[0].id}'"
        problems.add(source.place(("sides", 1, "id")), "duplicate-id", message, "give each its own id")
    if len(sides) == 2 and sides[0].edge and sides[0].edge == sides[1].edge:
        message = f"both sides come from the same edge, {sides[0].edge}"
        problems.add(source.place(("sides", 1, "edge")), "same-edge", message, "is that meant?", "warning")
    twice((unit for side in sides for unit in side.units), problems)
