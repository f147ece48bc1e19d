"""One scenario on squares, on hexes of both layouts and on a measured table, by its `board:` alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.field import field_for
from reportgen.board.hexes import HexGrid
from reportgen.board.squares import SquareGrid
from reportgen.board.table import TableGrid
from reportgen.files.actions import Actions
from reportgen.files.armies import words_of
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import NOWHERE, Problems

Registry = Callable[[str], Vocabulary | None]

TEXT = """
format: reportgen-scenario/1
title: On every table
ruleset: tables
board: BOARD
terrain:
  map: |
    . . . w w . . .
    . . 1 1 . . . .
    . . 1 2 . . . .
    = = = = = = = =
    . . . . . ~ . .
    . . . . . ~ . .
  legend: {w: wood, '1': {height: 1}, '2': {height: 2}, '=': road, '~': river}
  edges:
    - {kind: wall, along: [B2], side: N}
    - {kind: trench, along: [G5], side: E}
  places: {the pond: [F1-F2]}
sides:
  - {id: red, name: Red, edge: S, units: [{type: foot, count: 2, label: RF}]}
  - {id: blue, name: Blue, edge: N, units: [{type: horse, label: BH}], exits: [D6]}
deployment:
  RF1: B1
  RF2: C1 E
  BH: {at: C5, facing: SW}
reinforcements: []
objectives:
  - {side: red, kind: hold, title: The hill, at: [C4-D5]}
"""
BOARDS = {
    "square": "{columns: 8, rows: 6}",
    "flat": "{grid: hex, columns: 8, rows: 6}",
    "pointy": "{grid: hex, layout: pointy, columns: 8, rows: 6}",
    "measured": "{grid: measured, width: 48, height: 36}",
}


def loaded(text: str, registry: Registry) -> Scenario:
    problems = Problems()
    source = parse(text, "s.yaml", problems)
    assert source is not None
    scenario = scenario_from(source, None, registry, problems)
    assert scenario is not None, [str(problem) for problem in problems]
    return scenario


@pytest.fixture(params=list(BOARDS))
def table(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def scenario(table: str, registry: Registry) -> Scenario:
    return loaded(TEXT.replace("BOARD", BOARDS[table]), registry)


def test_the_board_says_which_table(scenario: Scenario, table: str) -> None:
    kind = {"square": SquareGrid, "measured": TableGrid}.get(table, HexGrid)
    assert type(scenario.ground.grid) is kind
    assert (scenario.ground.grid.columns, scenario.ground.grid.rows) == (8, 6)


def test_the_same_names_mean_the_same_places(scenario: Scenario) -> None:
    field = field_for(scenario.ground)
    for name, kinds, height in (
        ("D6", ("wood",), 0),
        ("C5", (), 1),
        ("D4", (), 2),
        ("A3", ("road",), 0),
        ("F1", ("river",), 0),
        ("H6", (), 0),
    ):
        spot = field.parse(name)
        assert field.kinds_at(spot) == kinds == scenario.ground.kinds_at(scenario.ground.grid.square(name))
        assert field.height_at(spot) == height == scenario.ground.height(scenario.ground.grid.square(name))
    grid, walls = scenario.ground.grid, scenario.ground.edges["wall"]
    assert {side for cell, side in walls if cell == grid.square("B2")} and len(walls) in (2, 4)
    for cell, side in walls:
        here, there = grid.name(cell), grid.name(grid.over(cell, side))
        assert field.shelter(field.parse(here), field.parse(there)) == ("wall",)
        assert field.crossed(field.parse(here), field.parse(there)) == ("wall",)
    assert field.shelter(field.parse("G5"), field.parse("H5")) in (("trench",), ())
    assert field.shelter(field.parse("H5"), field.parse("G5")) == ()
    assert field.road_path(field.parse("A3"), field.parse("H3"), {"road"})


def test_facings_are_the_tables_own(scenario: Scenario, table: str) -> None:
    faced = {placement.unit: placement.facing for placement in scenario.placements}
    assert (
        faced
        == {
            "square": {"RF1": "N", "RF2": "E", "BH": "W"},
            "flat": {"RF1": "N", "RF2": "SE", "BH": "SW"},
            "pointy": {"RF1": "NE", "RF2": "E", "BH": "SW"},
            "measured": {"RF1": "0", "RF2": "90", "BH": "225"},
        }[table]
    )
    field = field_for(scenario.ground)
    for placement in scenario.placements:
        assert field.heading(placement.facing) == placement.facing
        assert field.name(field.parse(placement.at)) == placement.at
        assert scenario.ground.grid.square(placement.at) in range(48)
    assert scenario.objectives[0].at == ("C4", "D4", "C5", "D5")


def test_the_notation_speaks_of_the_scenarios_table(scenario: Scenario, table: str, registry: Registry) -> None:
    words = words_of(registry("tables"), scenario.raw)
    assert words is not None
    lines = {
        "square": ["RF1 B1-B2 E", "RF1 b1-c2 n"],
        "flat": ["RF1 B1-B2 NE", "BH C5 S"],
        "pointy": ["RF1 B1-B2 E", "BH C5 SW"],
        "measured": ["RF1 B1-C2 45", "RF1 12.5,8-14,9 45", "RF1 9,3-10.25,9 0"],
    }[table]
    wrong = {"square": "RF1 B1 NE", "flat": "RF1 B1 E", "pointy": "RF1 B1 N", "measured": "RF1 B1 N"}[table]
    problems = Problems()
    source = parse("a: b", "b.yaml", problems)
    assert source is not None
    actions = Actions(source, words, scenario, problems)
    for line in lines:
        (action,) = actions.line(line, ())
        printed = actions.notation.print(action)
        assert actions.notation.parse(printed, NOWHERE) == (action,)
    assert not problems.found
    assert actions.line(wrong, ()) == []
    assert len(problems.found) == 1
    written: dict[str, Any] = {"verb": "move", "unit": "RF1", "path": ["B2"], "facing": lines[0].split()[-1]}
    assert actions.mapping(written, ())[0].order.facing == lines[0].split()[-1].upper()
    assert actions.mapping({**written, "facing": "UP"}, ()) == []
    assert len(problems.found) == 2


SHAPES = """
format: reportgen-scenario/1
title: By the ruler
ruleset: tables
board: {grid: measured, width: 120, height: 90, unit: centimetres, increment: 15}
terrain:
  shapes:
    - {kind: wood, outline: ['15,15', '45,15', '45,45', '15,45'], name: the spinney}
    - {height: 1, outline: ['60,15', '105,15', '105,60', '60,60']}
    - {kind: road, line: ['0,80', '120,80'], width: 5}
    - {kind: wall, line: ['60,0', '60,15']}
    - {kind: trench, line: ['75,0', '75,15'], inside: '80,7'}
sides:
  - {id: red, name: Red, edge: S, units: [{type: foot, count: 2, label: RF}]}
  - {id: blue, name: Blue, edge: N, units: [{type: horse, label: BH}]}
deployment: {RF1: '12.5,8 30', RF2: '27.5,8', BH: C6}
"""


def test_shapes_lie_where_the_ruler_says(registry: Registry) -> None:
    scenario = loaded(SHAPES, registry)
    field, ground = field_for(scenario.ground), scenario.ground
    assert field.kinds_at(field.parse("30,30")) == ("wood",) and field.kinds_at(field.parse("46,30")) == ()
    assert field.height_at(field.parse("62,16")) == 1
    assert field.kinds_at(field.parse("10,82")) == ("road",) and field.kinds_at(field.parse("10,83")) == ()
    assert field.shelter(field.parse("78,7"), field.parse("70,7")) == ("trench",)
    assert field.shelter(field.parse("73,7"), field.parse("80,7")) == ()
    assert field.crossed(field.parse("50,7"), field.parse("90,7")) == ("wall", "trench")
    assert {ground.grid.name(cell) for cell in ground.grid.squares(ground.areas["wood"])} == {"B2", "C2", "B3", "C3"}
    assert ground.places["the spinney"] == ground.areas["wood"]
    assert [(p.at, p.facing) for p in scenario.placements] == [("12.5,8", "30"), ("27.5,8", "0"), ("37.5,82.5", "180")]
    assert scenario.ground.areas["road"] == scenario.ground.grid.edge("N")


def test_a_cell_cut_by_the_tables_edge_is_only_what_is_on_it(registry: Registry) -> None:
    text = TEXT.replace("BOARD", "{grid: measured, width: 45, height: 36}")
    scenario = loaded(text, registry)
    field = field_for(scenario.ground)
    assert field.name(field.parse("H1")) == "43.5,3"
    assert max(x for shape in scenario.ground.shapes for x, _ in shape.points) <= 7.5


def test_the_examples_of_the_docs(registry: Registry) -> None:
    """Every board of the documents, and their shapes and places on the measured one."""
    text = (Path(__file__).parents[2] / "docs/scenarios.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", text, re.S)
    (boards,) = (block for block in blocks if block.startswith("board:"))
    (ground,) = (block for block in blocks if "shapes:" in block)
    head = "format: reportgen-scenario/1\ntitle: A\nruleset: tables\n"
    sides = (
        "sides:\n  - {id: red, name: Red, edge: S, units: [{type: foot, ids: [INF1]}]}\n"
        "  - {id: blue, name: Blue, edge: N, units: [{type: horse, ids: [CAV]}]}\n"
    )
    lines = boards.strip().splitlines()
    kinds = [
        field_for(loaded(f"{head}{line}\n{sides}deployment: {{INF1: B2 SE, CAV: C5}}", registry).ground).kind
        for line in lines
    ]
    assert kinds == ["square", "hex", "measured"]
    scenario = loaded(head + lines[-1] + "\n" + ground + sides, registry)
    assert [(p.at, p.facing) for p in scenario.placements] == [("12.5,8", "30"), ("20,6", "315")]
    assert len(scenario.ground.shapes) == 5 and "the spinney" in scenario.ground.places


def test_a_warning_does_not_keep_a_scenario_from_being_used(registry: Registry) -> None:
    text = """\
format: reportgen-scenario/1
title: The Ford
ruleset: tables
board: {grid: measured, width: 48, height: 36}
sides:
  - {id: red, name: Red, edge: S, units: [{type: foot, count: 2, label: RF}]}
  - {id: blue, name: Blue, edge: S, units: [{type: foot, label: BF}]}
deployment: {RF1: '0,0', RF2: '20,3', BF: '9,30 45'}
"""
    problems = Problems()
    source = parse(text, "s.yaml", problems)
    assert source is not None
    assert scenario_from(source, None, registry, problems) is not None
    assert [str(problem) for problem in problems] == [
        "s.yaml:7:34: warning[same-edge]: both sides come from the same edge, S; is that meant?",
        "s.yaml:8:19: warning[off-board]: RF1 stands partly off the table; move it inwards",
    ]
