"""The figures of a report: combat tables, losses, strength, luck, chances, forces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Objective, Scenario
from reportgen.story.chances import swings
from reportgen.story.lore import Lore
from reportgen.story.luck import damage
from reportgen.story.report import report
from reportgen.story.timeline import timeline
from reportgen.story.weigh import weigh, worth

Script = Callable[[Scenario], Any]


def test_a_combat_as_arithmetic(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(3, "mahdist").acts("mahdist").fight(
        "SPR1", "RFA", (4, 3), "destroyed", kind="close",
        mods=({"combat.value": 2, "close.adjacent": 2, "close.same_square": 2, "close.flank": 2}, {"combat.value": 2}),
    ).done()  # fmt: skip
    (row,) = report(made.log, convoy, rules).turns[0].phases[0].combats
    assert (row.number, row.kind, row.dice, row.totals) == (1, "close", (4, 3), (12, 5))
    assert row.attacker == "SPR1 Spearmen" and row.defender == "RFA Field gun"
    mine, theirs = row.modifiers
    assert [(m.name, m.amount) for m in mine] == [("value", 2), ("beside", 2), ("behind", 2), ("flank", 2)]
    assert all(m.rule == rules.rules.number(m.rule_id) for m in (*mine, *theirs))  # type: ignore[attr-defined]
    assert row.result == "destroyed" and row.chance


def test_every_combat_stands_in_its_phases_table_once(fought: Any, rules: Ruleset) -> None:
    for seed, where in ((1, "sudan"), (2, "skirmish"), (3, "sudan")):
        scenario, log = fought(seed, where)
        told = report(log, scenario, rules)
        numbers = [row.number for turn in told.turns for phase in turn.phases for row in phase.combats]
        assert numbers == list(range(1, sum(1 for _ in log.of("combat")) + 1))
        for turn in told.turns:
            fights = [event for event in log.of("combat") if event.turn == turn.number]
            assert sum(len(phase.combats) for phase in turn.phases) == len(fights)


def test_dice_that_were_not_recorded_are_left_empty(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (0, 4))
    made.log.events[-1].data["totals"] = None
    (row,) = report(made.done().log, convoy, rules).turns[0].phases[0].combats
    assert row.dice == (None, 4) and row.totals == (None, None)


def test_as_played_is_what_the_table_prints(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (9, 4), "withdraw", back="B5-A5")
    combat = next(made.log.of("combat"))
    combat.data["as_played"] = {"totals": [11, 7]}
    (row,) = report(made.done().log, convoy, rules).turns[0].phases[0].combats
    assert row.totals == (11, 7)


def test_losses_and_strength_agree(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(6)
    told = report(log, scenario, rules)
    assert told.strength is not None
    for n in (0, 1):
        lost = sum(float(row.points.replace("½", ".5")) for row in told.losses[n].rows)
        assert told.losses[n].lost == f"{lost:g}"
        assert told.strength.points[n][0] - told.strength.points[n][-1] == pytest.approx(lost)
    assert len(told.strength.steps) == 1 + sum(len(turn.phases) for turn in told.turns)
    assert told.strength.steps[:3] == ("start", "1a", "1b")


def test_forces_as_printed(convoy: Scenario, rules: Ruleset) -> None:
    scenario, log = convoy, _empty(convoy)
    column, host = report(log, scenario, rules).forces
    assert (column.points, column.stands, host.points, host.stands) == ("24", 11, "32", 17)
    egyptians = column.rows[0]
    assert (egyptians.count, egyptians.value, egyptians.points, egyptians.range, egyptians.moves) == (
        3,
        "3",
        "9",
        "3",
        "2",
    )
    assert egyptians.weapon == "Magazine rifles" and egyptians.labels == ("EGY1", "EGY2", "EGY3")
    general = column.rows[-1]
    assert (general.value, general.points, general.moves) == ("3", "free", "2")
    assert column.general == "an Exceptional General"


def _empty(scenario: Scenario) -> Any:
    from reportgen.battle.events import Header, Log

    return Log(Header("late19c", "1", "0" * 16, scenario.title, scenario.hash))


def test_a_log_that_breaks_off_at_once_is_a_report_all_the_same(convoy: Scenario, rules: Ruleset) -> None:
    told = report(_empty(convoy), convoy, rules)
    assert told.turns == () and told.outcome == "Not begun." and told.luck is None
    assert len(told.brief) == 4 and len(told.brief_frames) == 2


def test_damage_expected_and_scored(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    lore = Lore.of(rules)
    values = worth(convoy, lore)
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight(
        "JIH1", "EGY1", (12, 1), "destroyed", mods=({"combat.value": 2}, {"combat.value": 3}))  # fmt: skip
    (seen,) = weigh(timeline(made.log, convoy, rules), lore)
    (expected, variance, scored), (against, _, lost) = damage(seen, values)
    odds = seen.odds
    assert expected == pytest.approx(3 * odds["destroyed"] + 1.5 * odds["withdraw"])
    assert scored == 3.0 and lost == 0.0 and variance > 0
    assert against == pytest.approx(odds["attacker withdraws"] * 1.0)


def test_fair_dice_score_what_was_expected(fought: Any, rules: Ruleset) -> None:
    """Over many battles the expected and the scored damage meet: the odds are those of the dice."""
    expected = scored = 0.0
    for seed in range(10):
        scenario, log = fought(seed)
        told = report(log, scenario, rules)
        assert told.luck is not None
        expected += sum(row.expected for row in told.luck.rows)
        scored += sum(row.scored for row in told.luck.rows)
    assert scored == pytest.approx(expected, rel=0.15)


def test_chances_follow_the_points(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    field = replace(convoy, objectives=())

    def moved(turn: int) -> list[Any]:
        made = script(field).begin(turn, "mahdist").acts("mahdist").fight("JIH1", "EGY1", (12, 1), "destroyed").done()
        made.acts("anglo-egyptian").fight("MG", "JIH3", (12, 1), "destroyed").done().ends("mahdist")
        return swings(timeline(made.log, field, rules), Lore.of(rules), made.log.events, 12)

    lost, won, end = moved(1)
    assert lost.before == 0.5 and lost.after < 0.5
    assert won.after > won.before
    assert end.event.kind == "end" and end.after == 0.0
    assert moved(10)[0].size > lost.size


def test_a_wagon_over_the_edge_moves_the_chances(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(8, "anglo-egyptian").acts("anglo-egyptian")
    made.add("leave", unit="TRA1", path=["A7", "B7"], edge="E", cost=2)
    (swing,) = swings(timeline(made.done().log, convoy, rules), Lore.of(rules), made.log.events, 12)
    assert swing.after - swing.before > 0.2


def test_a_square_taken_moves_the_chances(bridge: Scenario, rules: Ruleset, script: Script) -> None:
    goal = Objective("south", "hold", "Hold the bridge", at=("M7",), points=8)
    field = replace(bridge, objectives=(goal,))
    made = script(field).begin(10, "south").acts("south").move("VOL5", "L2-M6-M7", "N").done()
    found = swings(timeline(made.log, field, rules), Lore.of(rules), made.log.events, 12)
    assert found and found[0].after < 0.3
