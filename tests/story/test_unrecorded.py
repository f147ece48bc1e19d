"""Battles of which dice were not recorded: everything is told, without numbers, and no situation lacks words."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reportgen import resources, rulesets
from reportgen.battle.events import Log
from reportgen.battle.orders import Action, Declared, Order
from reportgen.battle.recorded import Placed
from reportgen.battle.replay import replay
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.files.battlefile import load_battle
from reportgen.problems import Problems
from reportgen.story.model import Report
from reportgen.story.report import report

Script = Callable[[Scenario], Any]


def without(log: Log, kinds: set[str], every: int) -> Log:
    """The log with the dice of every so manieth event of these kinds left out."""
    blank = copy.deepcopy(log)
    for n, event in enumerate(event for event in blank if event.kind in kinds):
        if n % every:
            continue
        data = event.data
        if event.kind == "combat" and all(isinstance(die, int) for die in data["dice"]):
            data["dice"], data["totals"], data["rethrows"] = [0, 0], None, []
        elif event.kind == "initiative":
            data["scores"] = dict.fromkeys(data["scores"], 0)
        elif event.kind == "activations":
            data["count"] = 0
        elif event.kind == "spot":
            data["dice"] = [0, 0]
    return blank


def words(told: Report) -> str:
    return " ".join(str(block) for turn in told.turns for phase in turn.phases for block in phase.blocks)


@pytest.mark.parametrize(
    "kinds", [{"combat"}, {"initiative"}, {"activations"}, {"combat", "initiative", "activations", "spot"}]
)
@pytest.mark.parametrize("every", [1, 2])
def test_dice_that_nobody_wrote_down(kinds: set[str], every: int, fought: Any, rules: Ruleset) -> None:
    for where in ("sudan", "skirmish"):
        scenario, log = fought(2, where)
        text = words(report(without(log, kinds, every), scenario, rules))
        assert "nought" not in text and "None" not in text


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("dice", [(0, 0), (3, 0), (None, None), (3, 7)])
def test_a_search(seen: bool, dice: tuple[Any, Any], convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy)
    for turn in (1, 2, 3):
        made.begin(turn, "anglo-egyptian").acts("anglo-egyptian", 1)
        made.add("spot", body="the northern outcrop", units=["SPR1"], dice=list(dice), seen=seen, by="anglo-egyptian")
        made.done()
    text = words(report(made.log, convoy, rules))
    assert text.count("the northern outcrop") >= 3
    if not all(dice):
        assert not re.search(r"\b(?:three|seven) (?:to|against)\b", text)
    assert "nought" not in text and "None" not in text


def test_a_dilemma(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "anglo-egyptian").acts("anglo-egyptian", 1)
    made.add("dilemma", options=["fire", "wait"], dice=[0, 0], chosen=1)
    text = words(report(made.done().log, convoy, rules))
    assert "‘fire’ or ‘wait’" in text and "nought" not in text


def blank(fought: Script, dice: tuple[int, int], kind: str, **more: Any) -> None:
    fought.fight("JIH1", "BRI1", (9, 5), kind=kind)
    fought.log.events[-1].data.update(dice=list(dice), totals=None, **more)


def line(result: str) -> Placed:
    order = Order("fire", "JIH1", "BRI1")
    return Placed(Action(order, Declared(dice=((9,), (0,)), result=result)), 0, 1, "mahdist")


VAIN = re.compile(r"miss|harm|stood|no effect|nobody|repuls|nothing|headway|beaten|vain|held", re.IGNORECASE)


@pytest.mark.parametrize("kind", ["fire", "close"])
@pytest.mark.parametrize("dice", [(9, 0), (0, 0)])
def test_a_combat_of_which_nobody_wrote_down_what_came_of_it(
    dice: tuple[int, int], kind: str, convoy: Scenario, rules: Ruleset, script: Script
) -> None:
    for turns in range(1, 6):
        made = script(convoy)
        for turn in range(1, turns + 1):
            blank(made.begin(turn, "mahdist").acts("mahdist"), dice, kind)
            made.done()
        told = report(made.log, convoy, rules, placed=[line("")])
        phase = told.turns[-1].phases[0]
        text = str(phase.blocks)
        assert [row.result for row in phase.combats] == ["not recorded"]
        assert re.search("record|wrote down|written down", text)
        assert not VAIN.search(text.replace("nobody wrote down", "")), text
        assert phase.frame is not None and "not recorded" in phase.frame.picture.cartouche.line
        assert not re.search("no effect|nobody|moved|gave way", phase.frame.caption)
        assert all(mark.effect != "ineffective" for mark in phase.frame.picture.marks)


@pytest.mark.parametrize(
    ("dice", "more", "result"),
    [((9, 0), {}, "ineffective"), ((9, 0), {"as_played": {"result": "ineffective"}}, ""), ((9, 5), {}, "")],
)
def test_what_is_known_to_have_had_no_effect(
    dice: tuple[int, int], more: dict[str, Any], result: str, convoy: Scenario, rules: Ruleset, script: Script
) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist")
    blank(made, dice, "fire", **more)
    (row,) = report(made.done().log, convoy, rules, placed=[line(result)]).turns[0].phases[0].combats
    assert row.result == "no effect"


def test_one_of_two_combats_is_not_recorded(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH2", "BRI1", (2, 5))
    blank(made, (9, 0), "fire")
    phase = report(made.done().log, convoy, rules).turns[0].phases[0]
    assert [row.result for row in phase.combats] == ["no effect", "not recorded"]
    assert phase.frame is not None and phase.frame.picture.cartouche.line == "Two shots, one result not recorded"


SHIPPED = sorted(resources.scenarios().glob("*/*.battle.yaml"))


@pytest.mark.parametrize("every", [1, 3])
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_the_battles_that_ship(path: Path, every: int) -> None:
    battle = load_battle(path, rulesets.vocabulary, Problems())
    assert battle is not None
    ruleset = rulesets.of(battle.scenario)
    log = replay(ruleset, battle.scenario, battle.record).log
    for kinds in (set(), {"combat"}, {"initiative", "activations", "spot"}):
        text = words(report(without(log, kinds, every), battle.scenario, ruleset))
        assert not re.search(r"\bNone\b(?! of)", text)
