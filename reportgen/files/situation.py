"""Small situations in a few lines: what diagrams and worked examples show. Read by the loader of scenarios.

    map: |                                        the ground, as in a scenario; or `board: 6x4` for open ground
      . . w .
    red: [INF A1 E, CMD A2 E command mounted]     id, square, facing, then type, weapon, `mounted` or `on-foot`,
    blue: [FOE C1 W figures=4, BODY C2 W native_infantry in the wood]         and the ruleset's own keys

`board: hex 6x4` is a board of hexes (flat), `pointy 6x4` one of the other kind; a `map` may stand beside it. The type
may be told by the letters of the id. Boards may be smaller than the ruleset asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.scenario import scenario_from
from reportgen.files.source import Node, Source, short
from reportgen.problems import Problems

SIDES = ("red", "blue")
NOBODY = "NOBODY"
"""The unit of a side that has none: it would come in the last turn, which no situation sees."""
_BY_SIDE = {"general": ("average", "average"), "edge": ("W", "E"), "exits": ((), ())}
_GRIDS: Mapping[str, dict[str, str]] = {
    "": {},
    "hex": {"grid": "hex", "layout": "flat"},
    "pointy": {"grid": "hex", "layout": "pointy"},
}
_TERRAIN = ("map", "areas", "heights", "edges")


def situation(
    source: Source,
    ruleset: str,
    words: Vocabulary,
    letters: Mapping[str, str],
    legend: Mapping[str, Any],
    problems: Problems,
) -> Scenario | None:
    """The scenario of a situation; None, with problems at the place of `source`, if it cannot be made.

    `letters` tell the type of a unit by the letters of its id; `legend` is what the characters of a map mean.
    """
    data: Mapping[str, Any] = source.data
    place = source.place()
    lines = [line.replace(" ", "") for line in str(data.get("map", "")).split("\n") if line.strip()]
    kind, _, size = str(data.get("board", f"{len(lines[0])}x{len(lines)}" if lines else "")).rpartition(" ")
    if not size:
        problems.add(place, "missing-key", "there is neither a board nor a map", "say board: 6x4, or draw a map")
        return None
    columns, rows = map(int, size.split("x"))
    deployment: dict[str, Any] = {}
    later: list[dict[str, Any]] = []
    sides = []
    for number, id in enumerate(SIDES):
        units = []
        for n, line in enumerate(data.get(id, ())):
            unit = _unit(line, letters, words, deployment)
            if unit is None:
                message = f"'{short(line)}' is no unit"
                hint = "write id, square, facing and, if its letters do not tell it, the type"
                problems.add(source.place((id, n)), "bad-form", message, hint)
            else:
                units.append(unit)
        told = {key: data.get(key, {}).get(id, default[number]) for key, default in _BY_SIDE.items()}
        if not words.generals:
            told.pop("general")
        if not units:
            units.append(_nobody(words, later))
        sides.append({"id": id, "name": id.title(), "units": units, **{k: v for k, v in told.items() if v}})
    raw = {
        "format": "reportgen-scenario/1",
        "title": data.get("title", "A situation"),
        "ruleset": ruleset,
        "board": {**_GRIDS[kind], "columns": columns, "rows": rows},
        "terrain": {**{key: data[key] for key in _TERRAIN if key in data}, "legend": dict(legend)},
        "sides": sides,
        "deployment": deployment,
    }
    if later:
        raw["reinforcements"] = later
    if "climate" in data:
        raw["terrain"]["climate"] = data["climate"]
    if "options" in data:
        raw["variants"] = data["options"]
    if problems:
        return None
    small = replace(words, board_limits=(1, words.board_limits[1]))
    here = Source(raw, source.file, Node(place.line, place.column))
    return scenario_from(here, None, lambda name: small, problems)


def _nobody(words: Vocabulary, later: list[dict[str, Any]]) -> dict[str, Any]:
    """A unit for a side that has none."""
    later.append({"turn": words.turns, "units": [NOBODY], "at": ["A1"]})
    return {"ids": [NOBODY], "type": next(iter(words.types))}


def _unit(
    line: str, letters: Mapping[str, str], words: Vocabulary, deployment: dict[str, Any]
) -> dict[str, Any] | None:
    """A unit from its line, or None; where it stands goes into `deployment`."""
    head, _, hidden = line.partition(" in ")
    if len(head.split()) < 3:
        return None
    id, at, facing, *rest = head.split()
    unit: dict[str, Any] = {"ids": [id]}
    deployment[id] = {"at": at, "facing": facing, **({"concealed": hidden.strip()} if hidden else {})}
    for word in rest:
        if word in ("mounted", "on-foot"):
            unit["mounted"] = word == "mounted"
        elif "=" in word:
            key, _, value = word.partition("=")
            unit[key] = int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)
        elif word in words.types:
            unit["type"] = word
        else:
            unit["weapon"] = word
    stem = id.rstrip("0123456789")
    unit.setdefault("type", letters.get(stem, stem.lower()))
    return unit
