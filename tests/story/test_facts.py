"""What the text says must be what the log says: sentences that once claimed too much."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.rulesets import load
from reportgen.story import turning
from reportgen.story.lore import Lore
from reportgen.story.model import Report
from reportgen.story.places import Places
from reportgen.story.report import Chronicle, report
from reportgen.story.say import ALL
from reportgen.story.setting import ground
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


@pytest.mark.parametrize("kind", ["", ".back", ".hit", ".broke", ".gave", ".lost", ".leave", ".move"])
def test_a_turning_point_fits_who_was_ahead_and_who_won(kind: str) -> None:
    def said(bank: str, *tags: str) -> str:
        held = frozenset(tags)
        builds = [build for one in ALL for build in one.get(f"{bank}{kind}", ())]
        return " / ".join(build.text for build in builds if build.needs <= held and not build.bars & held)

    for tags in ({"behind"}, {"behind", "command"}, {"behind", "theirs"}):
        for bank in ("turning", "turned"):
            assert not re.search(
                r"tilted|upper hand|line gave|hopes|decided|decision|any other throw|turned the page|last word",
                said(bank, *tags).replace("where the battle was to be decided", ""),
            )
    assert not re.search(r"foot where|wanted|ground that counted", said("turning", "theirs") + said("turned", "theirs"))
    assert said("turning", "behind", "theirs") and said("turned", "behind", "theirs")


@pytest.mark.parametrize("winner", ["anglo-egyptian", "mahdist", None, ""])
def test_what_a_turning_point_meant(winner: str | None, convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist")
    for gun in ("RFA", "MG", "COM"):
        made.fight("JIH1", gun, (12, 1), "destroyed")
    made.done().acts("anglo-egyptian")
    for stand in ("SPR1", "SPR2"):
        made.fight("BRI1", stand, (12, 1), "destroyed")
    made.done()
    told = Chronicle((made if winner == "" else made.ends(winner)).log, convoy, rules)
    points = told.report("full").turning_points
    found = turning.found(told.swings)
    tags = [turning.bearing(swing, told.line, told.speaker, "", {}) for swing in found]
    assert ["ahead" in tags[0], "behind" in tags[1]] == [True, True]
    assert [("won" in one) for one in tags] == [winner == "mahdist", winner == "anglo-egyptian"]
    whose = "The figures are the chances of the Anglo-Egyptians before and after."
    assert [point.text.endswith(whose) for point in points] == [True, False]


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


@pytest.mark.parametrize("result", ["ineffective", "withdraw", "destroyed"])
@pytest.mark.parametrize("pips", range(3, 8))
def test_nobody_fires_a_spear(result: str, pips: int, convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist", pips)
    for unit in ("SPR1", "CAV1", "SPR3"):
        made.fight(unit, "COM" if unit == "SPR3" else "BRI1", (11, 3), result if unit == "SPR3" else "ineffective",
                   back="C6-B6" if result == "withdraw" and unit == "SPR3" else "")  # fmt: skip
    told = report(made.done().log, convoy, rules)
    assert not re.search(r"\b(?:fire[ds]?|firing|shots?|volley|aim)\b", words(told), re.IGNORECASE), words(told)
    assert "shot" not in told.brief[1]


def test_the_same_throw_is_remarked_on_once(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    for pips in range(4, 11):
        made = script(convoy)
        for turn in (1, 2, 3):
            made.begin(turn, "mahdist").acts("mahdist", pips).move("CAV1", "M9-N9", "W").done()
        for turn in report(made.log, convoy, rules).turns[1:]:
            phase = turn.phases[0]
            text = " ".join(map(str, phase.blocks))
            once = re.search(r"once more|another|third time", phase.line, re.IGNORECASE)
            again = re.search(r"thrown|threw the same|of the last turn came", text)
            assert not (once and again), (phase.line, text)


def test_what_a_side_lost_says_what_is_counted(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    told = report(script(convoy).begin(1, "mahdist").acts("mahdist").done().log, convoy, rules)
    for force, losses in zip(told.forces, told.losses, strict=True):
        assert losses.of.endswith(", the General included")
        assert float(losses.of.split(",")[0].replace("½", ".5")) > float(force.points.replace("½", ".5"))


def test_a_battle_that_breaks_off_has_no_outcome(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy)
    for log in (made.log, made.begin(1, "mahdist").acts("mahdist").done().log):
        told = report(log, convoy, rules)
        assert told.outcome in ("Not begun.", "Not finished: the record breaks off in turn 1.") and told.ending == ()
        assert not any(text.endswith(":") or "no turns" in text or "nought" in text for text in told.brief)


def test_two_roads_are_two(bridge: Scenario) -> None:
    row = sum(1 << bridge.ground.grid.square(f"{column}{n}") for column in "ABCDEFGHIJKLMNOPQR" for n in (2, 10))
    land = replace(bridge.ground, areas={"road": row}, edges={}, places={})
    scenario = replace(bridge, ground=land)
    lore = Lore.of(load("late19c"))
    assert "Two roads ran across it." in ground(scenario, Places(scenario, lore), lore)


def test_a_phase_without_events_is_one_line_and_no_map(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy)
    for turn in (1, 2):
        made.begin(turn, "mahdist").acts("mahdist", 5).done(left=5)
        made.acts("anglo-egyptian", 4).move("COM", "C6-D6", "E").done()
    told = report(made.log, convoy, rules)
    for turn in told.turns:
        idle, busy = turn.phases
        assert idle.frame is None and idle.blocks == () and "ive" in idle.line
        assert busy.frame is not None and busy.blocks
    assert len(told.brief_frames) >= 3
