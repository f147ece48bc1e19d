"""Scenarios and armies read from YAML."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from reportgen import rulesets
from reportgen.battle.scenario import Objective, Placement, Reinforcement, Scenario, UnitSpec
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.ground import Ground
from reportgen.files.armies import load_army
from reportgen.files.scenario import load_scenario, scenario_from
from reportgen.files.source import MOST_BYTES, Source, parse
from reportgen.problems import Place, Problems

Registry = Callable[[str], Vocabulary | None]

FULL = """\
format: reportgen-scenario/1
title: The Ford
date: 1897
location: Sakiyeh
ruleset: small
variants: [fog]
turns: 6
climate: desert
board: {columns: 8, rows: 6}
terrain:
  map: |
    . . w w . . . .
    . . w 1 2 . . .
    ~ ~ ~ B ~ ~ ~ ~
    ...=....
    ...b....
    ........
  legend:
    w: wood
    '~': river
    B: [river, bridge, road]
    =: {kind: [road]}
    b: {kind: road, height: 2}
    '1': {height: 1}
    '2': {height: 2}
  areas:
    wood: [A1, G1-H2]
  heights:
    1: [E5-F5]
    3: [F5]
  edges:
    - {kind: wall, along: [B2-C2], side: N}
    - {kind: trench, along: [D2], side: [E, S]}
    - {kind: wall, along: [A1], side: W}
  places:
    the grove: [C5-D6]
sides:
  - id: red
    name: Red Column
    people: the Reds
    adjective: Red
    colour: '#aa0000'
    edge: S
    general: good
    exits: [A1-A2, H1]
    commander: careful
    army: red/army.yaml
    published: {points: 12, stands: 5}
    notes: Reds.
  - id: blue
    name: Blue Force
    edge: N
    army: {general: bad, points: 9.5, units: [{type: foot, weapon: rifles, ids: [BA, BB], name: Blue Rifles}]}
    units:
      - {type: guns, label: BG, horses: 4}
      - {type: wagon, label: BW}
deployment:
  RF1: a2
  RF2: A2
  RH: C1/2 N
  RF3: C1
  BA: {at: C6, facing: S, concealed: the grove}
  BB: D6 W
  BG: {at: e6}
reinforcements:
  - {turn: 3, units: [BW], at: [G6-H6], facing: W}
objectives:
  - {side: red, kind: exit, title: Leave, at: [A1-A2], count: 2, types: [foot], points: 4}
  - {side: blue, kind: hold, title: Hold, at: [D4], points: 1, wins: true}
  - {side: blue, kind: survive, title: Save the wagon, units: [BW]}
special_rules: [Be brave.]
background: |
  Long ago.
notes: Fine.
"""
ARMY = """\
format: reportgen-army/1
name: Reds
ruleset: small
general: bad
points: 11
units:
  - {type: foot, count: 3, label: RF, name: Red Foot}
  - {type: horse, label: RH, mounted: false}
notes: Brave.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "red").mkdir()
    (tmp_path / "red/army.yaml").write_text(ARMY, encoding="utf-8")
    (tmp_path / "scenario.yaml").write_text(FULL, encoding="utf-8")
    return tmp_path


def load(folder: Path, registry: Registry) -> Scenario:
    problems = Problems()
    scenario = load_scenario(folder / "scenario.yaml", registry, problems)
    assert list(map(str, problems)) == []
    assert scenario is not None
    return scenario


def again(raw: Any, registry: Registry) -> Scenario:
    problems = Problems()
    scenario = scenario_from(Source.of(raw), None, registry, problems)
    assert list(map(str, problems)) == []
    assert scenario is not None
    return scenario


def squares(ground: Ground, board: int) -> str:
    return " ".join(ground.grid.name(square) for square in range(ground.grid.size) if board >> square & 1)


def test_head(folder: Path, registry: Registry) -> None:
    scenario = load(folder, registry)
    assert (scenario.title, scenario.date, scenario.location) == ("The Ford", "1897", "Sakiyeh")
    assert (scenario.ruleset, scenario.variants, scenario.turns) == ("small", ("fog",), 6)
    assert (scenario.background, scenario.notes, scenario.special_rules) == ("Long ago.\n", "Fine.", ("Be brave.",))
    assert scenario.file == str(folder / "scenario.yaml")


def test_areas(folder: Path, registry: Registry) -> None:
    ground = load(folder, registry).ground
    assert (ground.grid.columns, ground.grid.rows, ground.climate) == (8, 6, "desert")
    assert {kind: squares(ground, board) for kind, board in ground.areas.items()} == {
        "wood": "A1 G1 H1 G2 H2 C5 C6 D6",
        "river": "A4 B4 C4 D4 E4 F4 G4 H4",
        "bridge": "D4",
        "road": "D2 D3 D4",
    }
    assert list(ground.areas) == ["wood", "river", "bridge", "road"]
    assert squares(ground, ground.places["the grove"]) == "C5 D5 C6 D6"


def test_heights(folder: Path, registry: Registry) -> None:
    ground = load(folder, registry).ground
    heights = {ground.grid.name(square): level for square, level in enumerate(ground.heights) if level}
    assert heights == {"D2": 2, "D5": 1, "E5": 2, "F5": 3}


def test_edges(folder: Path, registry: Registry) -> None:
    ground = load(folder, registry).ground
    named = {
        kind: {f"{ground.grid.name(square)} {'NESW'[side]}" for square, side in lines}
        for kind, lines in ground.edges.items()
    }
    assert named == {"wall": {"B2 N", "C2 N", "B3 S", "C3 S", "A1 W"}, "trench": {"D2 E", "D2 S"}}


def test_sides(folder: Path, registry: Registry) -> None:
    scenario = load(folder, registry)
    red, blue = scenario.sides
    assert (red.id, red.name, red.people, red.adjective) == ("red", "Red Column", "the Reds", "Red")
    assert (red.colour, red.edge, red.general, red.commander, red.notes) == ("#aa0000", "S", "good", "careful", "Reds.")
    assert red.exits == ("A1", "A2", "H1")
    assert (red.declared_points, red.declared_stands) == (12, 5)
    assert (blue.people, blue.adjective, blue.colour, blue.commander) == ("Blue Force", "Blue Force", "", "")
    assert (blue.general, blue.declared_points, blue.declared_stands, blue.exits) == ("bad", 9.5, None, ())
    assert red.place == Place(scenario.file, 38, 5)


def test_units(folder: Path, registry: Registry) -> None:
    red, blue = load(folder, registry).sides
    assert red.units == (
        UnitSpec("RF1", "Red Foot", "foot", "muskets"),
        UnitSpec("RF2", "Red Foot", "foot", "muskets"),
        UnitSpec("RF3", "Red Foot", "foot", "muskets"),
        UnitSpec("RH", "Horse", "horse", "sabres", {"mounted": False}),
    )
    assert blue.units == (
        UnitSpec("BA", "Blue Rifles", "foot", "rifles"),
        UnitSpec("BB", "Blue Rifles", "foot", "rifles"),
        UnitSpec("BG", "Guns", "guns", "cannon", {"horses": 4}),
        UnitSpec("BW", "Wagon", "wagon", ""),
    )
    assert red.units[3].place == Place(str(folder / "red/army.yaml"), 8, 5)


def test_deployment(folder: Path, registry: Registry) -> None:
    """Small letters will do; no facing: away from the own edge; no slot: the first in the file is in front."""
    assert load(folder, registry).placements == (
        Placement("RF1", "A2", "N", 0),
        Placement("RF2", "A2", "N", 1),
        Placement("RH", "C1", "N", 1),
        Placement("RF3", "C1", "N", 0),
        Placement("BA", "C6", "S", 0, "the grove"),
        Placement("BB", "D6", "W", 0),
        Placement("BG", "E6", "S", 0),
    )


def test_reinforcements_and_objectives(folder: Path, registry: Registry) -> None:
    scenario = load(folder, registry)
    assert scenario.reinforcements == (Reinforcement(3, ("BW",), ("G6", "H6"), "W"),)
    assert scenario.objectives == (
        Objective("red", "exit", "Leave", ("A1", "A2"), 2, ("foot",), (), 4),
        Objective("blue", "hold", "Hold", ("D4",), points=1, wins=True),
        Objective("blue", "survive", "Save the wagon", units=("BW",)),
    )
    assert scenario.objectives[1].place.line == 69


def test_raw_gives_the_same_scenario(folder: Path, registry: Registry) -> None:
    scenario = load(folder, registry)
    for raw in [
        scenario.raw,
        json.loads(json.dumps(scenario.raw)),
        yaml.safe_load(yaml.safe_dump(scenario.raw, sort_keys=False)),
    ]:
        other = again(raw, registry)
        assert other == scenario
        assert other.hash == scenario.hash
        assert other.raw == scenario.raw
    written = parse(yaml.safe_dump({"scenario": scenario.raw}, allow_unicode=True), "b.yaml", Problems())
    assert written is not None
    inside = scenario_from(written.under("scenario"), None, registry, Problems())
    assert inside is not None
    assert inside.hash == scenario.hash
    assert replace(inside, placements=()) == replace(scenario, placements=())  # sorted keys: other order in the file


def test_raw_holds_the_armies(folder: Path, registry: Registry) -> None:
    raw = load(folder, registry).raw
    assert raw["sides"][0]["army"] == yaml.safe_load(ARMY)
    assert raw["sides"][1]["army"]["points"] == 9.5


def test_hash_covers_everything(folder: Path, registry: Registry) -> None:
    hashes = {load(folder, registry).hash}
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in hashes)
    for old, new in [("Long ago", "Not long ago"), ("RF1: a2", "RF1: a3"), ("turns: 6", "turns: 7")]:
        (folder / "scenario.yaml").write_text(FULL.replace(old, new), encoding="utf-8")
        hashes.add(load(folder, registry).hash)
    (folder / "scenario.yaml").write_text(FULL, encoding="utf-8")
    (folder / "red/army.yaml").write_text(ARMY.replace("Brave", "Timid"), encoding="utf-8")
    hashes.add(load(folder, registry).hash)
    assert len(hashes) == 5


def test_a_zone_is_a_side_s_own_and_comes_back_from_raw(folder: Path, registry: Registry) -> None:
    plain = load(folder, registry)
    assert [side.zone for side in plain.sides] == [(), ()]
    text = FULL.replace("    exits: [A1-A2, H1]\n", "    exits: [A1-A2, H1]\n    zone: [A1-A2, C1]\n")
    text = text.replace("    edge: N\n", "    edge: N\n    zone: [D6-E6]\n")  # BA, who hides, is at C6
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    zoned = load(folder, registry)
    assert [side.zone for side in zoned.sides] == [("A1", "A2", "C1"), ("D6", "E6")]
    assert zoned.hash != plain.hash
    assert again(zoned.raw, registry).sides == zoned.sides


@pytest.mark.parametrize(("at", "wrong"), [("5,5 0", 0), ("11.9,5 0", 0), ("12.1,5 0", 1)])
def test_a_zone_of_a_measured_table_is_made_of_cells(registry: Registry, at: str, wrong: int) -> None:
    problems = Problems()
    data = {
        "format": "reportgen-scenario/1",
        "title": "Ruled",
        "ruleset": "tables",
        "board": {"grid": "measured", "width": 48, "height": 36, "unit": "inches", "increment": 6},
        "sides": [
            {"id": "red", "name": "Red", "edge": "S", "zone": ["A1-B2"], "units": [{"type": "foot", "label": "RF"}]},
            {"id": "blue", "name": "Blue", "edge": "N", "units": [{"type": "foot", "label": "BF"}]},
        ],
        "deployment": {"RF": at, "BF": "40,30 180"},
    }
    scenario_from(Source(data, "ruled.yaml"), None, registry, problems)
    assert [problem.code for problem in problems] == ["outside-zone"] * wrong


def test_hash_does_not_depend_on_how_it_is_written(folder: Path, registry: Registry) -> None:
    scenario = load(folder, registry)
    lines = FULL.splitlines(keepends=True)
    turned = "".join([lines[0], *lines[5:8], *lines[1:5], "# a remark\n", *lines[8:]])
    (folder / "scenario.yaml").write_text(turned, encoding="utf-8")
    assert load(folder, registry).hash == scenario.hash


def test_scenario_inside_a_file(registry: Registry, folder: Path) -> None:
    indented = "".join(f"  {line}" for line in FULL.splitlines(keepends=True))
    text = "format: reportgen-battle/1\nscenario:\n" + indented.replace("RF1: a2", "RF1: a9").replace("w w", "w ?")
    problems = Problems()
    source = parse(text, "b.yaml", problems)
    assert source is not None
    assert scenario_from(source.under("scenario"), folder, registry, problems) is None
    assert [str(problem) for problem in problems] == [
        "b.yaml:14:13: error[unknown-character]: the map's character '?' is not in the legend; "
        "known here: ., w, ~, B, =, b, 1, 2",
        "b.yaml:60:10: error[off-board]: a9 is off the board, which runs from A1 to H6",
    ]


def test_names_of_files_are_as_the_user_gave_them(
    folder: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    (folder / "red/army.yaml").write_text(ARMY.replace("type: horse", "type: hose"), encoding="utf-8")
    problems = Problems()
    load_scenario(f"./{folder.name}/scenario.yaml", registry, problems)
    assert [p.place for p in problems] == [Place(f"./{folder.name}/red/army.yaml", 8, 12)]


def test_links_out_of_the_folder(folder: Path, registry: Registry) -> None:
    outside = folder.parent / "outside.yaml"
    outside.write_text(ARMY, encoding="utf-8")
    army = folder / "red/army.yaml"
    army.unlink()
    army.symlink_to(outside)
    problems = Problems()
    assert load_scenario(folder / "scenario.yaml", registry, problems) is None
    assert [str(p).partition(": ")[2] for p in problems] == [
        "error[outside-folder]: 'red/army.yaml' is a link that leads out of the folder; "
        "name a file in this file's own folder or below it"
    ]
    army.unlink()
    (folder / "inside.yaml").write_text(ARMY, encoding="utf-8")
    army.symlink_to(folder / "inside.yaml")
    assert len(load(folder, registry).sides[0].units) == 4
    (folder / "red").rename(folder / "blue")
    (folder / "red").symlink_to(folder.parent, target_is_directory=True)
    problems = Problems()
    assert load_scenario(folder / "scenario.yaml", registry, problems) is None
    assert [p.code for p in problems] == ["outside-folder"]


def test_army_in_a_link_to_itself(folder: Path, registry: Registry) -> None:
    (folder / "red/army.yaml").unlink()
    (folder / "red/army.yaml").symlink_to(folder / "red/army.yaml")
    problems = Problems()
    assert load_scenario(folder / "scenario.yaml", registry, problems) is None
    assert {p.code for p in problems} <= {"unreadable", "outside-folder"}
    assert len(problems) == 1


def test_army_too_large(folder: Path, registry: Registry) -> None:
    (folder / "red/army.yaml").write_text("#" * (MOST_BYTES + 1), encoding="utf-8")
    problems = Problems()
    assert load_scenario(folder / "scenario.yaml", registry, problems) is None
    assert [p.code for p in problems] == ["too-large"]


def test_no_file_from_a_scenario_without_a_folder(registry: Registry) -> None:
    problems = Problems()
    assert (
        scenario_from(
            Source.of(yaml.safe_load(FULL.replace("  1: [E", "  '1': [E").replace("  3: [F", "  '3': [F"))),
            None,
            registry,
            problems,
        )
        is None
    )
    assert "outside-folder" in [p.code for p in problems]


def test_missing_scenario(tmp_path: Path, registry: Registry) -> None:
    problems = Problems()
    assert load_scenario(tmp_path / "none.yaml", registry, problems) is None
    assert [p.code for p in problems] == ["no-file"]


def test_army_by_itself(folder: Path, registry: Registry) -> None:
    problems = Problems()
    army = load_army(folder / "red/army.yaml", registry, problems)
    assert not problems.found
    assert army is not None
    assert (army.name, army.ruleset, army.general, army.points) == ("Reds", "small", "bad", 11)
    assert [unit.id for unit in army.units] == ["RF1", "RF2", "RF3", "RH"]
    assert load_army(folder / "none.yaml", registry, problems) is None
    assert [p.code for p in problems] == ["no-file"]


def test_smallest_scenario(registry: Registry) -> None:
    text = """\
format: reportgen-scenario/1
title: T
ruleset: small
board: {columns: 4, rows: 4}
sides:
  - {id: a, name: A, edge: W, units: [{type: foot, label: AF}]}
  - {id: b, name: B, edge: E, units: [{type: foot, label: BF}]}
deployment: {AF: A1, BF: D4}
"""
    problems = Problems()
    source = parse(text, "s.yaml", problems)
    assert source is not None
    scenario = scenario_from(source, None, registry, problems)
    assert not problems.found
    assert scenario is not None
    assert [(p.at, p.facing) for p in scenario.placements] == [("A1", "E"), ("D4", "W")]
    assert (scenario.turns, scenario.date, scenario.ground.heights, scenario.ground.areas) == (None, "", (), {})
    assert scenario.side("b").name == "B"
    assert scenario.other("b").name == "A"


def test_a_hyphen_may_stand_for_an_underscore(folder: Path, words: Vocabulary) -> None:
    (folder / "scenario.yaml").write_text(FULL.replace("ruleset: small", "ruleset: very-small"), encoding="utf-8")
    (folder / "red/army.yaml").write_text(ARMY.replace("ruleset: small", "ruleset: very_small"), encoding="utf-8")
    assert load(folder, {"very_small": words}.get).ruleset == "very_small"


def test_numbers_with_a_point_may_be_whole(folder: Path, registry: Registry) -> None:
    text = FULL.replace("columns: 8", "columns: 8.0").replace("turns: 6", "turns: 6.0")
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    scenario = load(folder, registry)
    assert (scenario.ground.grid.columns, scenario.turns) == (8, 6)
    assert type(scenario.turns) is int


def test_the_examples_of_the_docs(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs/scenarios.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", text, re.S)
    (example,) = (block for block in blocks if block.startswith("format: reportgen-scenario"))
    (army,) = (block for block in blocks if block.startswith("format: reportgen-army"))
    problems = Problems()
    (tmp_path / "scenario.yaml").write_text(example, encoding="utf-8")
    (tmp_path / "army.yaml").write_text(army, encoding="utf-8")
    scenario = load_scenario(tmp_path / "scenario.yaml", rulesets.vocabulary, problems)
    assert load_army(tmp_path / "army.yaml", rulesets.vocabulary, problems) is not None
    assert list(map(str, problems)) == []
    assert scenario is not None
    assert list(map(str, rulesets.load(scenario.ruleset).check(scenario))) == []


def test_spoiled_files_never_raise(folder: Path, registry: Registry) -> None:
    """Values of every kind in every place: problems or a scenario, never an exception."""
    data = load(folder, registry).raw
    odd = [None, True, 0, -1, 1.5, 10**12, "", "x", "C7", "Z99", "A1-H6", [], [[]], {}, {"a": 1}, "x" * 300, ["A1", 3]]
    chance = random.Random(4)
    ways = list(places_of(data))
    assert len(ways) > 100
    taken = 0
    for way in ways:
        for value in chance.sample(odd, 5):
            problems = Problems()
            made = scenario_from(Source.of(spoiled(data, way, value)), None, registry, problems)
            assert (made is not None) == (not problems.found)
            taken += made is not None
    assert 0 < taken < len(ways)


def places_of(data: Any, way: tuple[Any, ...] = ()) -> Any:
    yield way
    steps = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for step in steps:
        yield from places_of(data[step], (*way, step))


def spoiled(data: Any, way: tuple[Any, ...], value: Any) -> Any:
    """A copy of the data with another value at `way`."""
    if not way:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[way[0]] = spoiled(data[way[0]], way[1:], value)
    return copy
