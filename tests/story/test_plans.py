"""The plan of a programmed attacker is told when the battle is over, and is the one that he had."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace as changed

from reportgen import resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.events import Log
from reportgen.battle.export import record_of
from reportgen.battle.play import Battle
from reportgen.battle.replay import replay
from reportgen.battle.scenario import Scenario
from reportgen.files.scenario import load_scenario
from reportgen.problems import Problems
from reportgen.rulesets.tin_brigadier.commander.programmed import Programmed
from reportgen.rulesets.tin_brigadier.tables import Tables
from reportgen.story.report import report

RULES = rulesets.load("tin_brigadier")
SEED = 4
SEEDS = range(60)
PLAN = re.compile(r"attack|plan|reserve|[Hh]eld back|wait for turn|march at once")
PARTS = ("the left", "the centre", "the right")


@cache
def hill() -> Scenario:
    found = load_scenario(resources.scenarios() / "greys-hill" / "scenario.yaml", rulesets.vocabulary, Problems())
    assert found is not None
    return found


@cache
def fought(turns: int | None = None) -> Log:
    manners = {"green": "programmed", "grey": "careful"}
    commanders = {side: RULES.commander(manner, hill(), side, SEED) for side, manner in manners.items()}
    players = {side: f"the {manner} commander" for side, manner in manners.items()}
    return Battle(RULES, hill(), Seeded(SEED, commanders), seed=SEED, players=players).play(turns=turns)


def told(log: Log, side: int = 0) -> str:
    """What is said of a side's plan."""
    sentences = str(report(log, hill(), RULES).before[side]).split(". ")
    return ". ".join(one for one in sentences if PLAN.search(one))


def seeded(seed: int | None) -> Log:
    return Log(changed(fought().header, seed=seed), fought().events)


@pytest.fixture(scope="module")
def plans() -> list[tuple[Programmed, str]]:
    tables = Tables(RULES._data, hill())  # type: ignore[attr-defined]
    return [(Programmed(tables, "green", seed), told(seeded(seed))) for seed in SEEDS]


def test_where_the_attack_goes(plans: list[tuple[Programmed, str]]) -> None:
    for commander, text in plans:
        front = dict(zip(PARTS, commander.programme.axis, strict=True))
        said = text.partition(". ")[0].replace("both flanks", "the left and the right")
        attacked, _, alone = said.partition(" and leave ")
        attacked = attacked.partition(", the others ")[0]
        if re.search("whole front|all along the line", said):
            assert max(front.values()) - min(front.values()) <= 1
            continue
        most = [part for part in PARTS if front[part] >= 0.8 * max(front.values())]
        assert [part for part in PARTS if part in attacked] == most, said
        assert not alone or [part for part in PARTS if part in alone] == [part for part in PARTS if not front[part]]
    assert {commander.programme.plan for commander, _ in plans} == set(range(1, 7))


def test_whom_it_keeps_back(plans: list[tuple[Programmed, str]]) -> None:
    for commander, text in plans:
        programme = commander.programme
        turn = {3: "turn three", 5: "turn five"}.get(programme.until, "at once|[Nn]obody|no reserve")
        assert re.search(turn, text), text
        assert ("squadron" in text or "cavalry" in text) == bool(programme.reserved)


def test_the_battle_file_tells_the_same() -> None:
    again = replay(RULES, hill(), record_of(fought(), hill())).log
    assert told(again) == told(fought()) != ""


def test_whoever_throws_his_own_dice_is_told_all_the_same() -> None:
    assert told(seeded(None)) == told(seeded(0)) != ""


def test_it_is_a_secret_until_the_battle_is_over() -> None:
    assert told(fought(2)) == ""


def test_nothing_is_told_of_a_plan_that_nobody_threw_for() -> None:
    assert told(fought(), 1) == ""
    by_hand = Log(changed(fought().header, players={"green": "Anna", "grey": "Bert"}), fought().events)
    assert told(by_hand) == ""
