"""Lists of places in a scenario: by squares, by an edge, by a place's name, and on a measured table by the ruler."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import Problems

Registry = Callable[[str], Vocabulary | None]

TEXT = """
format: reportgen-scenario/1
title: Where things are
ruleset: tables
board: BOARD
terrain:
  areas: {river: [F1-F2]}
  places: {the pond: [F1-F2]}
  SHAPES
sides:
  - {id: red, name: Red, edge: S, units: [{type: foot, count: 2, label: RF}], ZONE}
  - {id: blue, name: Blue, edge: N, units: [{type: horse, label: BH}], exits: [EXITS]}
deployment: {RF1: B1, BH: C5}
reinforcements: [{turn: 2, units: [RF2], at: [COME]}]
objectives:
  - {side: red, kind: hold, title: It, at: [HOLD]}
  - {side: blue, kind: exit, title: Away, at: [AWAY]}
"""
SQUARES = "{columns: 8, rows: 6}"
HEXES = "{grid: hex, columns: 8, rows: 6}"
INCHES = "{grid: measured, width: 48, height: 36}"
WOOD = "shapes: [{kind: wood, outline: ['24,6', '36,6', '36,18'], name: the spinney}]"
POND = "shapes: [{kind: river, outline: ['24,6', '36,6', '36,18'], name: the pond}]"


def filled(board: str, shapes: str = "", **lists: str) -> str:
    text = TEXT.replace("BOARD", board).replace("SHAPES", shapes)
    for key, value in {"exits": "'N edge'", "come": "A1", "hold": "D3", "away": "A6", **lists}.items():
        text = text.replace(key.upper(), value)
    return text.replace(", ZONE", "")


def loaded(text: str, registry: Registry) -> tuple[Scenario | None, list[str]]:
    problems = Problems()
    source = parse(text, "s", problems)
    assert source is not None
    scenario = scenario_from(source, None, registry, problems)
    return scenario, [str(problem).partition("error")[2] for problem in problems]


def held(text: str, registry: Registry) -> tuple[str, ...]:
    scenario, problems = loaded(text, registry)
    assert scenario is not None, problems
    return scenario.objectives[0].at


@pytest.mark.parametrize("board", [SQUARES, HEXES])
def test_an_edge_and_a_place_are_squares_on_a_grid(board: str, registry: Registry) -> None:
    scenario, problems = loaded(filled(board, hold="the pond, A1", come="'W edge'"), registry)
    assert scenario is not None, problems
    assert scenario.objectives[0].at == ("F1", "F2", "A1")
    assert scenario.reinforcements[0].at == ("A1", "A2", "A3", "A4", "A5", "A6")
    assert scenario.sides[1].exits == tuple(f"{letter}6" for letter in "ABCDEFGH")


@pytest.mark.parametrize(
    ("hold", "means"),
    [
        ("D3-E3", ("D3", "E3")),
        ("'20,10.5'", ("20,10.5",)),
        ("'20,10 within 3'", ("20,10 in 20,10 within 3",)),
        ("'12,10-20,14'", ("16,12 in 12,10-20,14",)),
        ("N edge 4-12", ("8,33 in N edge 4-12",)),
        ("E edge", ("45,18 in E edge",)),
        ("the pond", ("F1", "F2")),
        ("the spinney", ("32,10 in the spinney",)),
        ("the spinney, the spinney, D3", ("32,10 in the spinney", "D3")),
    ],
)
def test_by_the_ruler_on_a_measured_table(hold: str, means: tuple[str, ...], registry: Registry) -> None:
    assert held(filled(INCHES, WOOD, hold=hold, away="'N edge'"), registry) == means


def test_a_name_of_cells_and_of_a_shape_means_both(registry: Registry) -> None:
    assert held(filled(INCHES, POND, hold="the pond"), registry) == ("F1", "F2", "32,10 in the pond")


def test_an_exit_may_be_a_part_of_what_the_side_may_leave_by(registry: Registry) -> None:
    lists = {"exits": "'N edge 0-12', 'E edge'", "away": "'N edge 4-8', '47,3 within 1'"}
    scenario, problems = loaded(filled(INCHES, **lists), registry)
    assert scenario is not None, problems
    assert scenario.objectives[1].at == ("6,33 in N edge 4-8", "47,3 in 47,3 within 1")


@pytest.mark.parametrize(
    ("board", "lists", "said"),
    [
        (SQUARES, {"hold": "'20,10 within 3'"}, "[no-ruler]: '20,10 within 3' is in inches or centimetres, but this"),
        (HEXES, {"hold": "N edge 4-12"}, "[no-ruler]: 'N edge 4-12' is in inches"),
        (SQUARES, {"hold": "the pound"}, "[unknown-place]: there is no place 'the pound' in the terrain; did you mean"),
        (INCHES, {"hold": "the pound"}, "[unknown-place]: there is no place 'the pound' in the terrain; did you mean"),
        (INCHES, {"come": "'50,10'"}, "[off-board]: 50,10 is off the table, which is 48 by 36 inches"),
        (INCHES, {"come": "N edge 40-60"}, "[off-board]: there is no stretch 40-60 of the northern edge, which runs"),
        (INCHES, {"hold": "'12,12-12,20'"}, "[off-board]: the rectangle '12,12-12,20' encloses nothing"),
        (INCHES, {"exits": "'20,10 within 3'"}, "[not-at-edge]: the circle of 3 in about 20,10 is not at the edge of"),
        (INCHES, {"exits": "'N edge 0-12'", "away": "'S edge'"}, "[not-an-exit]: the southern edge is no exit of"),
        (INCHES, {"hold": "'12,10-'"}, "[bad-form]: this item of 'at' cannot be '12,10-'; write a square as in C7,"),
        (INCHES, {"hold": "N edge to 12"}, "[unknown-place]: there is no place 'N edge to 12' in the terrain; write"),
    ],
)
def test_what_means_nothing_is_told(board: str, lists: dict[str, str], said: str, registry: Registry) -> None:
    scenario, problems = loaded(filled(board, **lists), registry)
    assert scenario is None
    assert said in problems[0]


def test_a_zone_by_the_ruler(registry: Registry) -> None:
    text = filled(INCHES, away="'N edge'").replace("label: RF}]}", "label: RF}], zone: ['0,0-24,8']}")
    scenario, problems = loaded(text, registry)
    assert scenario is not None, problems
    assert scenario.sides[0].zone == ("12,4 in 0,0-24,8",)
    _, problems = loaded(text.replace("RF1: B1", "RF1: '9,8.5'"), registry)
    assert len(problems) == 1
    assert "[outside-zone]: RF1 starts at 9,8.5, outside the zone of 'red'; move it" in problems[0]
