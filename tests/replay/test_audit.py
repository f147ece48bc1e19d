"""What the audit says of figures that are not those of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reportgen.battle.audit import audit
from reportgen.battle.replay import compare
from tests.replay.skirmish import findings, phase, play, read, rules, told

HALF = "7 is exactly half of 14: the text is silent, a play-test settled that it destroys (rule 11.6)"


@pytest.mark.parametrize(
    ("action", "code", "rule", "message"),
    [
        (
            "INF1 x SPR1 7:6 (value 3 | value 2) = 10:8 -> withdraws F6",
            "modifier-omitted",
            "combat.command",
            "+2 (cmd) for INF1 is left out (rule 8.6); the rules give 12:8, the result is unchanged",
        ),
        (
            "INF1 x SPR1 5:6 (value 3 | value 2) = 8:8 1:2 -> attacker withdraws B6",
            "modifier-omitted",
            "combat.command",
            "+2 (cmd) for INF1 is left out (rule 8.6); the rules give 10:8, and the result would be "
            "'SPR1 withdraws' instead of 'INF1 withdraws', without a second throw",
        ),
        (
            "INF1 x SPR1 5:8 (value 3 | value 2) = 8:10 -> ineffective",
            "modifier-omitted",
            "combat.command",
            "+2 (cmd) for INF1 is left out (rule 8.6); the rules give 10:10, a draw that both throw again",
        ),
        (
            "INF1 x SPR1 7:6 (value 3, cmd 2, flnk 2 | value 2) = 14:8 -> withdraws F6",
            "modifier-invented",
            "",
            "+2 (flnk) for INF1 is not due; the rules give 12:8, the result is unchanged",
        ),
        (
            "INF1 x SPR1 7:6 (value 3, cmd 2 | value 3) = 12:9",
            "modifier-wrong",
            "combat.value",
            "'value' of SPR1 is +2, not +3 (rule 8.5); the rules give 12:8, the result is unchanged",
        ),
        (
            "INF1 x SPR1 ?:6 (value 3, cmd 3 | value 2)",
            "modifier-wrong",
            "combat.command",
            "'cmd' of INF1 is +2, not +3 (rule 8.6); the dice are not all noted, so the result cannot be told",
        ),
        (
            "INF1 x SPR1 7:6 (value 3, cmd 2 | value 2) = 13:8 -> withdraws",
            "wrong-sum",
            "combat.value",
            "the total of INF1 is wrong: 7 + 3 + 2 makes 12, not 13; the rules give 12:8, the result is unchanged",
        ),
        (
            "INF1 x SPR1 7:6 = 12:9",
            "wrong-total",
            "combat.value",
            "the total of SPR1 is 8 by the rules, not 9; the rules give 12:8, the result is unchanged",
        ),
        (
            "INF1 x SPR1 7:6 = 12:6 -> destroyed",
            "wrong-total",
            "combat.value",
            "the total of SPR1 is 8 by the rules, not 6; the rules give 12:8, and the result would be 'SPR1 withdraws' "
            "instead of 'SPR1 destroyed'",
        ),
        (
            "INF1 x SPR1 7:6 -> destroyed",
            "wrong-result",
            "result.withdraw",
            "the result is not 'SPR1 destroyed': 12:8 gives 'SPR1 withdraws'",
        ),
        (
            "INF1 x SPR1 7:10 = 12:12 -> withdraws",
            "wrong-result",
            "result.draw",
            "the totals are equal (12:12): both throw again before anything comes of it",
        ),
        (
            "INF1 x SPR1 7:6 2:1",
            "dice-surplus",
            "result.draw",
            "no second throw is called for: the totals are 12:8; the result is unchanged",
        ),
        ("INF1 x SPR1 9:5 = 14:7 -> destroyed", "silence", "result.half", HALF),
    ],
)
def test_findings(action: str, code: str, rule: str, message: str) -> None:
    assert told(findings(phase(action))) == [(10, code, rule, f"INF1 against SPR1: {message}")]


@pytest.mark.parametrize(
    "action",
    [
        "INF1 x SPR1 7:6",
        "INF1 x SPR1 7:6 (cmd 2, value 3 | value 2) = 12:8 -> withdraws F5",
        "INF1 x SPR1 7:6 (? | value 2) = ?:8",
        "INF1 x SPR1 7:10 3:1 = 12:12 -> withdraws",
        "INF1 x SPR1 9:5",
        "INF1 x SPR1 ?:5 = 15:7 -> destroyed",
        "INF1 x SPR1 1:5 (value 3, cmd 2 | value 2) -> ineffective",
    ],
)
def test_what_is_right_or_not_said_is_no_finding(action: str) -> None:
    assert findings(phase(action)) == []


def test_a_hint_for_an_unknown_modifier() -> None:
    hints = [p.hint for p in findings(phase("INF1 x SPR1 7:6 (value 3, cmd 2, flnk 2, zzz 1 | value 2)"))]
    assert hints == ["did you mean 'flank'?", "the modifiers are called " + ", ".join(rules().vocabulary.modifiers)]


def test_several_slips_in_one_combat_are_told_one_by_one() -> None:
    codes = [p.code for p in findings(phase("INF1 x SPR1 7:6 (value 2, luck 1 | none) = 11:8"))]
    assert codes == [
        "modifier-wrong",
        "modifier-omitted",
        "modifier-invented",
        "modifier-omitted",
        "wrong-sum",
        "wrong-sum",
    ]


def test_a_unit_that_had_nowhere_to_withdraw_is_rightly_called_destroyed() -> None:
    battle = phase("INF1 x SPR1 7:6 -> destroyed", spot="")
    at = {"INF1": "J6", "INF2": "J7", "SPR1": "L6", "RCM": "L2"}
    placements = [replace(p, at=at.get(p.unit, p.at), slot=0, concealed="") for p in battle.scenario.placements]
    cornered = battle._replace(scenario=replace(battle.scenario, placements=tuple(placements)))
    assert findings(cornered) == []
    assert [event["why"] for event in play(cornered).log.of("destroyed")] == ["off table"]


def test_forces() -> None:
    battle = phase("INF1 N")
    assert findings(battle) == []
    blue, red = battle.scenario.sides
    sides = (
        replace(blue, declared_points=9.5, declared_stands=5),
        replace(red, declared_points=8.0, declared_stands=5),
    )
    battle = battle._replace(scenario=replace(battle.scenario, sides=sides))
    found = [(p.code, p.rule, p.message) for p in findings(battle)]
    assert found == [
        ("wrong-points", "stands.types", "Blue: the force is called 9.5 points; its stands cost 8"),
        ("wrong-stands", "armies.points", "Blue: the force is called 5 stands; 4 are listed"),
    ]


def test_another_version_of_the_rules_is_a_warning() -> None:
    battle = phase("INF1 N")
    battle.record.version = "0.9"
    (found,) = findings(battle)
    assert (found.code, found.severity) == ("other-version", "warning")
    assert found.message == f"this was played under version 0.9 of the rules; here it is held against {rules().version}"


def test_the_winner_by_the_rules() -> None:
    lines = [f"          - BCM {a}-{b} E\n" for a, b in (("B7", "A7"), ("A7", "B7"))]
    spot = '          - spot "the grove" 2:9\n'
    turns = "".join(
        f"  - turn: {n}\n    initiative: {{blue: 9, red: 2}}\n    phases:\n"
        f"      - side: blue\n        activation: 1\n        actions:\n{spot}{lines[(n + 1) % 2]}"
        "      - {side: red, activation: 1}\n"
        for n in range(1, 13)
    )
    battle = read(turns)
    battle.record.ends = {"why": "turn limit", "winner": "red"}
    found = told(findings(battle))
    assert [(code, rule, message) for _, code, rule, message in found] == [
        ("wrong-end", "victory.end", "the record gives the battle to red; by the rules (turn limit) it goes to nobody")
    ]
    battle.record.ends = {"why": "turn limit", "winner": "nobody"}
    assert findings(battle) == []


def test_an_audit_changes_nothing_of_the_battle() -> None:
    battle = phase("INF1 x SPR1 7:6 (value 3 | value 2) = 10:8 -> destroyed")
    played = play(battle)
    before = played.log.dumps()
    audit(rules(), battle.scenario, battle.record, played)
    assert played.log.dumps() == before
    assert [event["unit"] for event in played.log.of("destroyed")] == ["SPR1"]
    assert compare(played.log, play(battle).log) is None
