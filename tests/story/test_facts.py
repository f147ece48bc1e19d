"""What the text says must be what the log says: sentences that once claimed too much."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.story import report, turning
from reportgen.story.model import Report
from reportgen.story.report import Chronicle
from reportgen.story.words import chance, short_chance

Script = Callable[[Scenario], Any]


def words(told: Report) -> str:
    return " ".join(str(block) for turn in told.turns for phase in turn.phases for block in phase.blocks)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("where", ["sudan", "skirmish"])
def test_turning_points_destroy_only_what_was_destroyed(seed: int, where: str, fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(seed, where)
    told = Chronicle(log, scenario, rules)
    points = told.report("full").turning_points
    for swing, point in zip(turning.found(told.swings), points, strict=True):
        fight = turning.fight_of(swing, told.line)
        if fight is not None and fight.effect == "back":
            assert not re.search(r"destroy|end of|lost|loss|gave", point.text), point.text


def test_a_stand_driven_back_twice_is_one_stand(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist")
    made.fight("JIH1", "BRI1", (9, 5), "withdraw", back="B6-A6").fight("JIH2", "BRI1", (9, 5), "withdraw", back="A6-A5")
    phase = report(made.done().log, convoy, rules).turns[0].phases[0]
    assert "wo stands" not in phase.frame.caption
    assert phase.frame.picture.cartouche.line == "One stand driven back"


def test_having_seen_off_means_having_seen_off(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    for pips in range(3, 9):
        made = script(convoy).begin(1, "mahdist").acts("mahdist", pips)
        made.fight("JIH1", "BRI1", (4, 5)).fight("JIH2", "BRI1", (9, 5), "withdraw", back="B6-A6")
        made.fight("JIH3", "BRI1", (9, 5), "withdraw", back="A6-A5")
        text = words(report(made.done().log, convoy, rules))
        seen_off = re.search(
            r"(?:seen off|tried by|Where|stood against) (.*?)(?:,| had failed| go back| and fell)", text
        )
        assert seen_off is None or " and " not in seen_off.group(1), text


def test_sums_are_not_told_by_halves(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist")
    made.fight("SPR1", "BRI1", (9, 5), "withdraw", kind="close",
               mods=({"combat.value": 2, "combat.command": 2, "close.adjacent": 1, "close.flank": 2},
                     {"combat.value": 3, "close.cover": -1}))  # fmt: skip
    told = Chronicle(made.done().log, convoy, rules)
    told.report("full")
    slots = told.speaker.slots(told.weighed[0], "")
    for named in ("a value of two", "the General beside them", "a friend beside them", "flank"):
        assert named in slots["edge"]
    assert slots["shield"] == ""  # a minus has no words


@pytest.mark.parametrize("pips", range(3, 11))
def test_who_was_attacked_had_been_in_action(pips: int, convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy)
    for turn in (3, 4):
        made.begin(turn, "mahdist").acts("mahdist", pips).fight("JIH1", "EGY1", (4, 5)).done()
    made.begin(5, "mahdist").acts("mahdist", pips).fight("JIH1", "EGY1", (12, 1), "destroyed").done()
    text = words(report(made.log, convoy, rules))
    assert not re.search(r"not once been in action|struck by|taken no part|might have done", text), text


@pytest.mark.parametrize("pips", range(3, 9))
def test_captions_know_how_many_moved(pips: int, convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist", pips).move("EMI", "M4-N4", "W").done()
    caption = report(made.log, convoy, rules).turns[0].phases[0].frame.caption
    assert "General" in caption and "out of reach" not in caption


def test_it_is_not_late_in_the_second_turn(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    for pips in range(3, 11):
        made = (
            script(convoy).begin(2, "mahdist").acts("mahdist", pips).fight("SPR1", "COM", (11, 2), "destroyed").done()
        )
        assert all("late in the day" not in point.text for point in report(made.log, convoy, rules).turning_points)


def test_nobody_is_out_of_range_of_a_gun_that_reaches_him(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    for pips in range(3, 11):
        made = script(convoy).begin(1, "mahdist").acts("mahdist", pips).move("CAV1", "M9-J9-G8", "W").done()
        chronicle = Chronicle(made.log, convoy, rules)
        text = words(chronicle.report("full"))
        assert not chronicle.speaker.apart(chronicle.line.last.values())
        assert not re.search(r"in range of|nobody to fire at|Of targets|walk in the open", text)


def test_chances_are_not_rounded_to_another_fraction() -> None:
    assert short_chance(1 / 26.2) == "1 in 26"
    assert chance(1 / 26.2) == "one in twenty-six"
    assert short_chance(1 / 4.1) == "1 in 4"
