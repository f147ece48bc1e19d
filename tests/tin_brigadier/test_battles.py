"""The scenarios of the Tin Brigadier on every table, its commanders, and the sample battle."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.audit import audit
from reportgen.battle.events import Log
from reportgen.battle.export import record_of
from reportgen.battle.play import Battle
from reportgen.battle.replay import compare, replay
from reportgen.battle.scenario import Reinforcement, Scenario
from reportgen.files.battlefile import load_battle
from reportgen.files.scenario import scenario_from
from reportgen.files.source import Source, read
from reportgen.problems import Problems
from reportgen.story.report import report
from tests.tin_brigadier.positions import Idle, position
from tests.tin_brigadier.positions import fought as fought_by

FOLDER = Path(__file__).parents[2] / "scenarios"
HILL = FOLDER / "greys-hill" / "scenario.yaml"
RULES = rulesets.load("tin_brigadier")
BOARDS: dict[str, dict[str, Any]] = {
    "square": {"columns": 14, "rows": 12},
    "flat": {"grid": "hex", "layout": "flat", "columns": 14, "rows": 12},
    "pointy": {"grid": "hex", "layout": "pointy", "columns": 14, "rows": 12},
    "measured": {"grid": "measured", "width": 84, "height": 72, "unit": "inches", "increment": 6},
}


@cache
def hill(board: str) -> Scenario:
    problems = Problems()
    source = read(HILL, problems)
    assert source is not None
    raw = {**source.data, "board": BOARDS[board]}
    found = scenario_from(Source.of(raw, "hill"), None, lambda _: RULES.vocabulary, problems)
    assert found is not None, "\n".join(map(str, problems))
    return found


def fought(scenario: Scenario, first: str, second: str, seed: int) -> Log:
    manners = zip(scenario.sides, (first, second), strict=True)
    players = {side.id: RULES.commander(manner, scenario, side.id, seed) for side, manner in manners}
    return Battle(RULES, scenario, Seeded(seed, players, seed), seed=seed, number=seed).play()


@pytest.mark.parametrize("board", BOARDS)
def test_one_scenario_serves_every_table(board: str) -> None:
    scenario = hill(board)
    assert list(map(str, RULES.check(scenario))) == []
    log = fought(scenario, "careful", "careful", 2)
    assert log.events[-1].kind == "end"
    assert any(log.of("combat"))
    played = replay(RULES, scenario, record_of(log, scenario))
    assert compare(log, played.log) is None
    assert played.findings == ()
    assert report(log, scenario, RULES).turns


def test_the_late_test_of_morale_comes_in_its_own_phase() -> None:
    scenario = replace(hill("square"), variants=("reaction_at_next_move",))
    log = fought(scenario, "nearest", "nearest", 1)
    tests = [event for event in log.of("throw") if event["purpose"] == "morale"]
    assert tests
    played = replay(RULES, scenario, record_of(log, scenario))
    assert compare(log, played.log) is None


def test_sense_beats_chance_from_either_side() -> None:
    scenario = hill("square")
    for seed in (1, 2):
        assert fought(scenario, "careful", "random", seed).events[-1]["winner"] == "green"
        assert fought(scenario, "random", "careful", seed).events[-1]["winner"] == "grey"


def test_the_sample_battle_has_no_findings() -> None:
    problems = Problems()
    path = HILL.with_name("game-4.battle.yaml")
    battle = load_battle(path, rulesets.vocabulary, problems, rulesets.names())
    assert battle is not None, "\n".join(map(str, problems))
    played = replay(RULES, battle.scenario, battle.record)
    assert list(map(str, audit(RULES, battle.scenario, battle.record, played))) == []
    assert played.log.events[-1].kind == "end"


@pytest.mark.parametrize("board", ["pointy", "measured"])
def test_nobody_stands_on_anybody(board: str) -> None:
    scenario = hill(board)
    players = {side.id: RULES.commander("nearest", scenario, side.id, 2) for side in scenario.sides}
    battle = Battle(RULES, scenario, Seeded(2, players, 2), seed=2)
    looked = 0
    while RULES.step(battle) and battle.state.turn < 5:
        bodies = battle.state.bodies()
        overlap = battle.state.tables.field.overlap
        assert not [(a.key, b.key) for n, a in enumerate(bodies) for b in bodies[:n] if overlap(a, b)]
        looked += len(bodies) > 1
    assert looked > 50


def test_whoever_comes_on_takes_the_first_place_that_his_kind_may_stand_in() -> None:
    red = {"RHQ": ({"type": "ghq"}, "A2"), "RIN": ({"type": "infantry"}, "C6")}
    blue = {"BHQ": ({"type": "ghq"}, "L2"), "BIN": ({"type": "infantry"}, "L3")}
    late = {
        "NEW": ({"type": "infantry"}, "E5"),
        "SHIP": ({"type": "boat"}, "A8"),
        "GUN": ({"type": "field_artillery"}, "F5"),
    }
    terrain = {"areas": {"river": ["A7-A8"], "wood": ["A9"], "obstacle": ["A10"]}}
    whole = position({"columns": 12, "rows": 12}, {**red, **late}, blue, terrain=terrain)
    starting = tuple(one for one in whole.placements if one.unit not in late)
    come = Reinforcement(1, tuple(late), ("A7", "A8", "A9", "A10", "A11"), "E")
    scenario = replace(whole, placements=starting, reinforcements=(come,))
    assert RULES.check(scenario) == []
    log = fought_by(scenario, {"red": Idle(), "blue": Idle()}, turns=1)
    assert {event["unit"]: event["at"] for event in log.of("arrive")} == {"NEW": "A9", "SHIP": "A7", "GUN": "A11"}
