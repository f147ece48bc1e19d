"""What is true of a fight, how likely it was, and how much it matters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.story.lore import Lore
from reportgen.story.timeline import timeline
from reportgen.story.weigh import Weighed, weigh

Script = Callable[[Scenario], Any]


@pytest.fixture
def weighed(convoy: Scenario, rules: Ruleset) -> Callable[[Any], list[Weighed]]:
    def of(made: Any) -> list[Weighed]:
        return weigh(timeline(made.log, convoy, rules), Lore.of(rules))

    return of


def test_again_is_the_same_attacker_and_the_same_target(convoy: Scenario, script: Script, weighed: Any) -> None:
    made = (
        script(convoy)
        .begin(1, "mahdist")
        .acts("mahdist")
        .fight("JIH1", "MG", (3, 9))
        .fight("JIH2", "MG", (3, 9))
        .done()
        .begin(2, "mahdist")
        .acts("mahdist")
        .fight("JIH1", "MG", (3, 9))
        .fight("JIH1", "RFA", (3, 9))
        .done()
    )
    first, second, third, fourth = weighed(made)
    assert [seen.nth for seen in (first, second, third, fourth)] == [1, 1, 2, 1]
    assert "again" in third.tags and "again" not in second.tags
    assert "more" in second.tags and "more" not in third.tags


def test_firsts_are_first_once(convoy: Scenario, script: Script, weighed: Any) -> None:
    made = (
        script(convoy)
        .begin(1, "mahdist")
        .acts("mahdist")
        .fight("JIH1", "MG", (3, 9))
        .fight("CAV1", "RFA", (3, 9), kind="close")
        .fight("JIH2", "EGY1", (12, 1), "destroyed")
        .fight("JIH3", "EGY2", (12, 1), "destroyed")
    )
    shot, contact, loss, later = weighed(made)
    assert "first-shot" in shot.tags and "first-contact" in contact.tags and "first-loss" in loss.tags
    assert not {"first-shot", "first-contact", "first-loss"} & later.tags


def test_the_odds_are_those_of_the_rules(convoy: Scenario, script: Script, weighed: Any) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (12, 2), "destroyed", mods=(
        {"combat.value": 1}, {"combat.value": 1}))  # fmt: skip
    (seen,) = weighed(made)
    assert seen.chance == pytest.approx(30 / 144)
    assert sum(seen.odds.values()) == pytest.approx(1.0)


def test_what_was_needed(convoy: Scenario, script: Script, weighed: Any) -> None:
    value = {"combat.value": 2}
    made = (
        script(convoy)
        .begin(1, "mahdist")
        .acts("mahdist")
        .fight("JIH1", "MG", (9, 4), "withdraw", mods=(value, {"combat.value": 3}), back="B5-A5")
        .fight("JIH2", "EGY1", (12, 3), "destroyed", mods=(value, value))
        .fight("JIH3", "EGY2", (4, 9), mods=(value, value))
        .fight("JIH4", "EGY3", (4, 12), mods=(value, {"combat.value": 3}))
    )
    back, dead, none, hopeless = weighed(made)
    assert back.need == 6 and back.gap == 4
    assert dead.need == 8
    assert none.want == 10 and none.need is None
    assert hopeless.want is None and "hopeless" in hopeless.tags


def test_modifiers_become_tags(convoy: Scenario, script: Script, weighed: Any) -> None:
    mine = {"combat.value": 2, "close.adjacent": 2, "close.same_square": 2, "close.flank": 2}
    made = (
        script(convoy)
        .begin(1, "mahdist")
        .acts("mahdist")
        .fight("SPR1", "RFA", (4, 3), "destroyed", kind="close", mods=(mine, {"combat.value": 2}))
        .fight("CAV1", "EGY1", (4, 4), kind="close", mods=(
            {"combat.value": 2, "close.cavalry": 3}, {"combat.value": 3, "combat.command": 3}))
    )  # fmt: skip
    flank, charge = weighed(made)
    assert {"flank", "pair-a", "support-a", "beside-a", "strong", "a-foot", "d-gun"} <= flank.tags
    assert {"charge", "cmd-d", "a-horse", "d-foot"} <= charge.tags


def test_a_lost_general_outweighs_everything(convoy: Scenario, script: Script, weighed: Any) -> None:
    made = (
        script(convoy)
        .begin(1, "mahdist")
        .acts("mahdist")
        .fight("JIH1", "EGY1", (3, 9))
        .fight("JIH2", "EGY1", (9, 3), "withdraw", back="B7-A8")
        .fight("JIH3", "EGY2", (12, 1), "destroyed")
        .fight("JIH4", "COM", (12, 1), "destroyed", mods=({"combat.value": 2}, {"combat.value": 3}))
    )
    none, back, dead, general = weighed(made)
    assert none.weight < back.weight < dead.weight < general.weight
    assert "d-command" in general.tags


def test_an_attacker_thrown_back_after_a_draw(convoy: Scenario, script: Script, weighed: Any) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight(
        "CAV1", "EGY1", (9, 8), "withdraw", kind="close", mods=({"combat.value": 2}, {"combat.value": 3}), loser="CAV1",
        rethrows=((7, 11),), back="M9-N9",
    )  # fmt: skip
    (seen,) = weighed(made)
    assert seen.fight.loser == "CAV1" and "drawn" in seen.tags
    assert seen.chance == pytest.approx(seen.odds["attacker withdraws"])


def test_dice_that_nobody_wrote_down(convoy: Scenario, script: Script, weighed: Any) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (0, 4))
    made.log.events[-1].data["totals"] = None
    (seen,) = weighed(made)
    assert "unknown" in seen.tags and seen.need is None and seen.want is None
