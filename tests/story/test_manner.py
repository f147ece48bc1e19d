"""How things are said: weapons, small moves, quiet turns, the chart, the brief report, gaps in a record."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from reportgen import resources, rulesets
from reportgen.battle.replay import replay
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.files.battlefile import load_battle
from reportgen.problems import Problems
from reportgen.story.lore import Lore
from reportgen.story.report import Chronicle, report

Script = Callable[[Scenario], Any]


@pytest.mark.parametrize(
    ("unit", "weapon"),
    [("CAV1", "lance"), ("SPR1", "spear")],
)
def test_hands_hold_what_the_unit_is_known_for(
    unit: str, weapon: str, convoy: Scenario, rules: Ruleset, script: Script
) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight(unit, "BRI1", (3, 8))
    chronicle = Chronicle(made.log, convoy, rules)
    verbs = " ".join(chronicle.speaker.verbs(chronicle.weighed[0]))
    assert (weapon in verbs) == (unit == "SPR1")  # cavalry of no name carries what cavalry carries


def test_lancers_have_lances(bridge: Scenario, rules: Ruleset) -> None:
    lore = Lore.of(rules)
    handled = lore.handled["hand_held"]
    assert any("lance" in verb for verb in handled["lancers"]) and any("lance" in verb for verb in handled["uhlans"])
    assert not any("lance" in verb for verb in handled["horse"])
    assert not any("spear" in verb for verb in handled["foot"])


def test_a_second_quiet_phase_answers_the_first(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    said = set()
    for die in range(3, 11):
        made = script(convoy)
        for turn, square in enumerate(("A7-B7", "B7-C7", "C7-D7"), 1):
            made.begin(turn, "mahdist", (die, 2)).acts("mahdist", 0).done()
            made.acts("anglo-egyptian").move("EGY3", square).done()
        made.begin(4, "anglo-egyptian").acts("anglo-egyptian", 0).done().acts("mahdist", 0).done()
        chronicle = Chronicle(made.log, convoy, rules)
        chronicle.report("full")
        said |= {one.text for one in chronicle.pen.written if one.build.startswith("held/")}
    text = " ".join(said)
    assert re.search(r"Nor did|left it at that as well|looked back at them", text)
    assert re.search(r"third (turn|time)", text)


def test_nobody_is_offered_one_activations(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    for seed in range(2, 9):
        made = script(convoy).begin(1, "mahdist", (seed, 1)).acts("mahdist", 1).done(1)
        told = Chronicle(made.log, convoy, rules).report("full")
        assert "activation were" not in told.turns[0].phases[0].line


def test_a_body_that_goes_as_far_together_is_told_how_far(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    said = []
    for seed in range(1, 9):
        made = script(convoy).begin(1, "mahdist", (9, seed)).acts("mahdist")
        made.move("CAV1", "M9-L9-K9", "W").move("CAV2", "M9-L9-K9", "W").move("JIH1", "M7-L7-K7", "W").done()
        said.append(" ".join(map(str, Chronicle(made.log, convoy, rules).report("full").turns[0].phases[0].blocks)))
    assert any("two squares" in text for text in said)


def test_the_two_of_a_pair_fire_in_the_order_of_the_log(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    """Whoever fires first is 'one of the pair', the next 'the other', whichever stands in front."""
    for first, second in (("EGY1", "EGY2"), ("EGY2", "EGY1")):
        made = script(convoy).begin(1, "anglo-egyptian").acts("anglo-egyptian")
        made.fight(first, "JIH1", (12, 1), "destroyed").fight(second, "JIH2", (12, 1), "destroyed").done()
        chronicle = Chronicle(made.log, convoy, rules)
        told = chronicle.report("full")
        text = " ".join(map(str, told.turns[0].phases[0].blocks))
        assert re.search(r"\bone of\b.*\bthe other of\b", text, re.IGNORECASE), text
        assert [row.attacker.split()[0] for row in told.turns[0].phases[0].combats] == [first, second]


def test_the_chart_says_whether_generals_are_in_it(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (3, 8)).done()
    told = report(made.log, convoy, rules)
    assert told.strength is not None
    assert told.strength.caption == "Points on the table after each side’s phase, Generals included."
    assert all("General included" in losses.of for losses in told.losses)
    values = [sum(float(lost.of.split(",")[0].replace("½", ".5")) for lost in told.losses)]
    assert values == [sum(side[0] for side in told.strength.points)]


def battle(name: str) -> tuple[Any, ...]:
    path = next(resources.scenarios().glob(f"*/{name}.battle.yaml"))
    problems = Problems()
    file = load_battle(path, rulesets.vocabulary, problems, rulesets.names())
    assert file is not None, list(problems)
    rules = rulesets.of(file.scenario)
    return replay(rules, file.scenario, file.record).log, file.scenario, rules


@pytest.mark.parametrize("name", ["game-4", "the-corn-cart", "the-last-plank", "playtest-1"])
def test_the_brief_report_is_four_paragraphs_and_four_pictures(name: str) -> None:
    log, scenario, rules = battle(name)
    told = report(log, scenario, rules, "brief")
    assert len(told.brief) == 4 and all(len(part) > 60 for part in told.brief)
    assert len(told.brief_frames) == 4
    for part in told.brief:
        assert not re.search(r"\b(\w+) \1\b(?<!that that)(?<!had had)", part), part
        assert not re.search(r"[{}]|\bNone\b(?! of)|\bone (?:points|figures)\b", re.sub(r"\w+-one", "", part)), part


def test_gaps_are_told_without_figures() -> None:
    log, scenario, rules = battle("game-4")
    blank = copy.deepcopy(log)
    for event in blank:
        if event.kind == "orders":
            event.data["dice"] = dict.fromkeys(event["dice"], 0)
        elif event.kind == "combat":
            event.data["dice"] = [[0 for _ in side] for side in event["dice"]]
    told = report(blank, scenario, rules)
    assert all(not phase.line for turn in told.turns for phase in turn.phases)
    text = " ".join(str(block) for turn in told.turns for phase in turn.phases for block in phase.blocks)
    assert not re.search(r"\bnought\b|\bNone\b(?! of)", text)
    assert told.luck is not None and all(row.scored == row.expected == 0 for row in told.luck.rows)


def test_turns_in_which_nothing_was_done_are_told_as_one(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").move("JIH1", "M7-L7", "W").done()
    for turn in (2, 3, 4):
        made.begin(turn, "mahdist").acts("mahdist", 3).done(3).acts("anglo-egyptian", 2).done(2)
    made.begin(5, "mahdist").acts("mahdist").move("JIH1", "L7-K7", "W").done()
    told = Chronicle(made.log, convoy, rules).report("full")
    assert [turn.number for turn in told.turns] == [1, 2, 5]
    assert told.turns[1].heading.startswith("Turns 2 to 4: ") and not told.turns[1].phases
    assert re.search(
        "three turns|turn two to turn four|turns two to four", str(told.turns[1].opening[0]), re.IGNORECASE
    )
    assert len(told.brief_frames) >= 2


def test_a_single_quiet_turn_stays_a_turn(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").move("JIH1", "M7-L7", "W").done()
    made.begin(2, "mahdist").acts("mahdist", 3).done(3)
    made.begin(3, "mahdist").acts("mahdist").move("JIH1", "L7-K7", "W").done()
    assert [turn.heading[:6] for turn in Chronicle(made.log, convoy, rules).report("full").turns] == [
        "Turn 1", "Turn 2", "Turn 3",
    ]  # fmt: skip
