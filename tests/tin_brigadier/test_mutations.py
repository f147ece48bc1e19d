"""Scenarios spoilt by chance (the same every time): whatever is in the file, problems are told and nothing breaks."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reportgen import rulesets
from reportgen.files.scenario import scenario_from
from reportgen.files.source import Source, read
from reportgen.problems import Problems

FOLDER = Path(__file__).parents[2] / "scenarios"
RULES = rulesets.load("tin_brigadier")
BOARDS: dict[str, dict[str, Any]] = {
    "square": {"columns": 14, "rows": 12},
    "hex": {"grid": "hex", "layout": "pointy", "columns": 14, "rows": 12},
    "measured": {"grid": "measured", "width": 84, "height": 72, "unit": "inches", "increment": 6},
}
VALUES: list[Any] = [
    "", "A1", "Z99", "A1-C3", "12,4", "12.5,8 45", "999,999", "12,4 within 3", "12,4 within 0", "N edge", "E edge 4-12",
    "0,0-5,5", "5,5-5,5", "the moon", "A1/3 N", "NE", "361", "boat", "river", "ghq", "ä", "a" * 300, "12,4 in a wood",
    0, -1, 1, 99, 10**9, 1e308, -1e308, 0.001, 3.7, True, None, [], {}, ["A1"], {"at": "12,4"},
]  # fmt: skip
SHAPES: list[dict[str, Any]] = [
    {"kind": "wood", "outline": ["1,1", "20,20", "20,1", "1,20"]},
    {"kind": "wood", "outline": ["1,1", "1,1", "1,1"]},
    {"height": 2, "outline": ["0,0", "84,0", "84,72", "0,72"], "name": "everything"},
    {"kind": "river", "line": ["0,10", "80,10"], "width": 199},
    {"kind": "wall", "line": ["1,1", "1,1"]},
    {"kind": "wall", "line": ["1,1"]},
    {"kind": "trench", "line": ["1,1", "5,5"]},
    {"kind": "wall", "outline": ["1,1", "5,5", "9,1"], "name": "the wall"},
    {"kind": "bridge", "line": ["1,1", "5,5"], "width": 1},
    {"outline": ["1,1", "5,5", "9,1"]},
]


def ways(node: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every key and item of a scenario."""
    if way:
        yield way
    for step, inside in node.items() if isinstance(node, dict) else enumerate(node if isinstance(node, list) else ()):
        yield from ways(inside, (*way, step))


def spoilt(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy with something deleted, replaced or added."""
    data = copy.deepcopy(data)
    *before, key = chance.choice([way for way in ways(data) if way[0] not in ("format", "ruleset")])
    parent: Any = data
    for step in before:
        parent = parent[step]
    where = [chance.choice(VALUES) for _ in range(2)]
    match chance.randrange(7):
        case 0:
            del parent[key]
        case 1 | 2:
            parent[key] = chance.choice(VALUES)
        case 3:
            data["terrain"]["shapes"] = copy.deepcopy(chance.sample(SHAPES, 2))
        case 4:
            unit = chance.choice(list(data["deployment"]))
            data["deployment"].pop(unit)
            data["reinforcements"] = [{"turn": 2, "units": [unit], "at": where}]
        case 5:
            kind = chance.choice(["hold", "exit"])
            data["objectives"].append({"side": data["sides"][0]["id"], "kind": kind, "title": "It", "at": where})
        case _:
            chance.choice(data["sides"])[chance.choice(["zone", "exits"])] = where
    return data


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", ["greys-hill", "karasu-junction"])
def test_nothing_breaks_and_something_is_told(name: str, board: str) -> None:
    source = read(FOLDER / name / "scenario.yaml", Problems())
    assert source is not None
    whole = {**source.data, "board": BOARDS[board]}
    if name == "karasu-junction":
        rows = {"rows": 10} if "rows" in whole["board"] else {"height": 60}
        whole["board"] = {**whole["board"], **rows}
    good = 0
    for seed in range(40):
        problems = Problems()
        data = spoilt(whole, random.Random(seed))
        scenario = scenario_from(Source.of(data, "s"), None, rulesets.vocabulary, problems, rulesets.names())
        assert (scenario is None) == bool(problems), data
        assert all(problem.message and problem.code for problem in problems)
        if scenario is not None:
            assert all(problem.message for problem in RULES.check(scenario))
            good += 1
    assert 0 < good < 40
