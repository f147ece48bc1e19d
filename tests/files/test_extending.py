"""Scenarios that extend others: what they come to, and where everything in them stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from reportgen import api, resources
from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.battlefile import load_battle
from reportgen.files.folder import MOST_BASES
from reportgen.files.scenario import load_scenario, scenario_from
from reportgen.files.schema import schema_for
from reportgen.files.source import Source, parse
from reportgen.files.validate import compile_schema
from reportgen.problems import Place, Problems
from tests.files.test_scenario import ARMY, FULL, places_of, spoiled

Registry = Callable[[str], Vocabulary | None]

VERSION = """\
format: reportgen-scenario/1
extends: base
title: Another Ford
turns: 7
deployment:
  RF1: B3 E
  BB:
reinforcements:
  - {turn: 3, units: [BW, BB], at: [G6-H6], facing: W}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "base/red").mkdir(parents=True)
    (tmp_path / "base/red/army.yaml").write_text(ARMY, encoding="utf-8")
    (tmp_path / "base/scenario.yaml").write_text(FULL, encoding="utf-8")
    (tmp_path / "version.yaml").write_text(VERSION, encoding="utf-8")
    return tmp_path


def load(path: Path, registry: Registry) -> Scenario:
    problems = Problems()
    scenario = load_scenario(path, registry, problems)
    assert scenario is not None, "\n".join(map(str, problems))
    assert list(problems) == []
    return scenario


def plain(text: str) -> dict[str, Any]:
    source = parse(text, "text", Problems())
    assert source is not None
    data: dict[str, Any] = source.data
    return data


def told(path: Path, registry: Registry) -> list[str]:
    problems = Problems()
    assert load_scenario(path, registry, problems) is None
    return [str(problem).replace(f"{path.parent}/", "") for problem in problems]


def written_out() -> dict[str, Any]:
    """The version as one file, the army in it."""
    data: dict[str, Any] = plain(FULL)
    data |= {key: value for key, value in plain(VERSION).items() if key not in ("extends", "deployment")}
    data["deployment"] = {unit: at for unit, at in data["deployment"].items() if unit not in ("RF1", "BB")}
    data["deployment"]["RF1"] = "B3 E"
    data["sides"][0]["army"] = plain(ARMY)
    return data


def test_it_is_what_it_would_be_if_it_were_written_out(folder: Path, registry: Registry) -> None:
    version = load(folder / "version.yaml", registry)
    whole = scenario_from(Source.of(written_out(), "whole"), None, registry, Problems())
    assert version == whole
    assert version.raw == written_out()
    assert version.hash != load(folder / "base/scenario.yaml", registry).hash
    assert [placement.unit for placement in version.placements] == ["RF2", "RH", "RF3", "BA", "BG", "RF1"]
    again = scenario_from(Source.of(version.raw, "again"), None, registry, Problems())
    assert again == version


def test_the_hash_covers_what_is_extended(folder: Path, registry: Registry) -> None:
    before = load(folder / "version.yaml", registry).hash
    base = folder / "base/scenario.yaml"
    base.write_text(FULL.replace("turns: 6", "turns: 5"), encoding="utf-8")
    assert load(folder / "version.yaml", registry).hash == before, "the version says its own turns"
    base.write_text(FULL.replace("Long ago", "Lately"), encoding="utf-8")
    assert load(folder / "version.yaml", registry).hash != before


def test_everything_stands_where_it_is_written(folder: Path, registry: Registry) -> None:
    version = load(folder / "version.yaml", registry)
    mine, base = str(folder / "version.yaml"), str(folder / "base/scenario.yaml")
    lines = FULL.splitlines()
    assert version.place("turns") == Place(mine, 4, 8)
    assert version.place("climate") == Place(base, lines.index("climate: desert") + 1, 10)
    assert version.terrain_place == Place(base, lines.index("terrain:") + 1, 1)
    assert version.place("sides", 1, "edge") == Place(base, lines.index("    edge: N") + 1, 11)
    places = {placement.unit: placement.place for placement in version.placements}
    assert places["RF1"] == Place(mine, 6, 8)
    assert places["RF2"] == Place(base, lines.index("  RF2: A2") + 1, 8)
    assert {place.file for place in version.places.values()} == {mine, base}


def test_a_version_of_a_version(folder: Path, registry: Registry) -> None:
    third = folder / "third.yaml"
    third.write_text("format: reportgen-scenario/1\nextends: version.yaml\ndeployment: {BG: H1 W}\n", encoding="utf-8")
    scenario = load(third, registry)
    assert (scenario.title, scenario.turns, scenario.date) == ("Another Ford", 7, "1897")
    files = {placement.unit: Path(placement.place.file).name for placement in scenario.placements}
    based = dict.fromkeys(["RF2", "RF3", "RH", "BA"], "scenario.yaml")
    assert files == {"BG": "third.yaml", "RF1": "version.yaml", **based}
    assert Path(scenario.place("title").file).name == "version.yaml"
    base = folder / "base/scenario.yaml"
    base.write_text(FULL.replace("RF2: A2", "RF2: A9").replace("army: red/", "army: blue/"), encoding="utf-8")
    found = told(third, registry)
    assert [one.partition(": error")[0] for one in found] == ["base/scenario.yaml:47:11", "base/scenario.yaml:59:8"]
    assert "blue/army.yaml" in found[0] and "A9 is off the board" in found[1]


def test_too_many_versions(folder: Path, registry: Registry) -> None:
    below = "base"
    for n in range(MOST_BASES):
        text = f"format: reportgen-scenario/1\nextends: {below}\n"
        below = f"{n}.yaml"
        (folder / below).write_text(text, encoding="utf-8")
    assert load(folder / below, registry).title == "The Ford"
    (folder / "last.yaml").write_text(f"format: reportgen-scenario/1\nextends: {below}\n", encoding="utf-8")
    assert told(folder / "last.yaml", registry) == [
        "0.yaml:2:10: error[endless]: 'base/scenario.yaml' is one too many: a file may extend another 8 times in a "
        "row; write what some of them say into one"
    ]


@pytest.mark.parametrize("name", ["greys-hill", "greys-hill/hexes.yaml"])
def test_one_that_ships_is_copied_first(folder: Path, registry: Registry, name: str) -> None:
    (folder / "mine.yaml").write_text(f"format: reportgen-scenario/1\nextends: {name}\n", encoding="utf-8")
    (line,) = told(folder / "mine.yaml", registry)
    hint = "one of that name ships: copy its folder 'greys-hill' beside this file"
    assert line.startswith("mine.yaml:2:10: error[no-file]: ") and line.endswith(f"; {hint}"), line
    copytree(resources.scenarios() / "greys-hill", folder / "greys-hill")
    assert "unknown-ruleset" in told(folder / "mine.yaml", registry)[0]


def test_a_link_out_of_the_folder(folder: Path, registry: Registry) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "scenario.yaml").symlink_to(folder / "base/scenario.yaml")
    (inner / "mine.yaml").write_text("format: reportgen-scenario/1\nextends: scenario.yaml\n", encoding="utf-8")
    (line,) = told(inner / "mine.yaml", registry)
    assert line.startswith("mine.yaml:2:10: error[outside-folder]: 'scenario.yaml' is a link that leads out")


def test_nothing_is_extended_without_a_folder(registry: Registry) -> None:
    problems = Problems()
    source = Source.of({"format": "reportgen-scenario/1", "extends": "scenario.yaml"}, "s")
    assert scenario_from(source, None, registry, problems) is None
    assert [problem.code for problem in problems] == ["outside-folder"]


@pytest.mark.parametrize(
    "given", ["version.yaml", "{format: reportgen-scenario/1, extends: base, title: Another Ford}"]
)
def test_a_battle_fought_in_it(folder: Path, registry: Registry, given: str) -> None:
    battle = folder / "b.battle.yaml"
    battle.write_text(f"format: reportgen-battle/1\nscenario: {given}\nturns: []\n", encoding="utf-8")
    problems = Problems()
    found = load_battle(battle, registry, problems)
    assert found is not None, "\n".join(map(str, problems))
    assert found.scenario.title == found.record.title == "Another Ford"
    assert "extends" not in found.scenario.raw


def test_the_schema_for_editors(words: Vocabulary) -> None:
    validator = compile_schema(schema_for("scenario", words))
    version: dict[str, Any] = plain(VERSION)
    assert validator.is_valid(version)
    assert not validator.is_valid({**version, "deployment": {"RF1": 3}})
    assert not validator.is_valid({key: value for key, value in version.items() if key != "extends"})
    full: dict[str, Any] = plain(FULL)
    assert validator.is_valid(full)
    assert not validator.is_valid({**full, "deployment": {**full["deployment"], "RF1": None}})
    for key in ("title", "ruleset", "board", "sides", "deployment"):
        assert not validator.is_valid({other: value for other, value in full.items() if other != key}), key


@pytest.mark.parametrize("of", ["version.yaml", "base/scenario.yaml"])
def test_spoiled_files_never_raise(folder: Path, registry: Registry, of: str) -> None:
    data = plain((folder / of).read_text(encoding="utf-8"))
    good = 0
    for way in list(places_of(data))[1:]:
        for value in (None, 7, "x", [], {}):
            problems = Problems()
            (folder / of).write_text(json.dumps(spoiled(data, way, value)), encoding="utf-8")
            scenario = load_scenario(folder / "version.yaml", registry, problems)
            assert (scenario is None) == bool(problems), (way, value)
            assert all(problem.place.line for problem in problems), (way, value, list(problems))
            good += scenario is not None
    assert good > 3


LATE = """\
format: reportgen-scenario/1
title: The Ford 水
ruleset: late19c
rules: quick
board: {columns: 14, rows: 12}
sides:
  - id: red
    name: Red
    edge: S
    general: average
    units: [{type: command, label: RCO}, {type: regular_infantry, label: RIN}]
  - id: blue
    name: Blue
    edge: N
    general: average
    units: [{type: command, label: BCO}, {type: regular_infantry, label: BIN}]
deployment: {RCO: G1, RIN: H1, BCO: G12, BIN: H12}
"""
QUICK = """\
format: reportgen-rules/1
id: quick
extends: late19c
title: Quick
version: '1'
change:
  turn.limit: {values: {turns: 4}}
"""


def test_rules_and_letters_are_looked_for_where_they_are_said(tmp_path: Path) -> None:
    (tmp_path / "base/quick").mkdir(parents=True)
    (tmp_path / "base/quick/rules.yaml").write_text(QUICK, encoding="utf-8")
    (tmp_path / "base/ford.yaml").write_text(LATE, encoding="utf-8")
    mine = tmp_path / "mine.yaml"
    mine.write_text("format: reportgen-scenario/1\nextends: base/ford.yaml\n", encoding="utf-8")
    (letter,) = api.check([mine]).problems
    assert (letter.code, letter.severity) == ("no-letter", "warning")
    assert letter.place == Place(str(tmp_path / "base/ford.yaml"), 2, 17)
    (tmp_path / "base/quick/rules.yaml").write_text(QUICK.replace("turns: 4", "turns: 0"), encoding="utf-8")
    (wrong,) = api.check([mine]).problems
    assert wrong.place.file == str(tmp_path / "base/quick/rules.yaml")
    (tmp_path / "base/quick/rules.yaml").unlink()
    (wrong,) = api.check([mine]).problems
    assert (wrong.code, wrong.place) == ("no-file", Place(str(tmp_path / "base/ford.yaml"), 4, 8))
