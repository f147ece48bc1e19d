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
