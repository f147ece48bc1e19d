"""The published play-test: 21 combats as their author has them, and an audit that finds his slips and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from reportgen import resources, rulesets
from reportgen.battle.audit import audit
from reportgen.battle.orders import Action, Order
from reportgen.battle.record import Heading, Note
from reportgen.battle.replay import Replay, replay
from reportgen.battle.ruleset import Ruleset
from reportgen.files.battlefile import BattleFile, load_battle
from reportgen.problems import Problem, Problems
from reportgen.rulesets.late19c.data import load

FOLDER = resources.scenarios() / "eastern-sudan"

# number, kind, dice, modifiers of both, rethrow, published totals, published result
PUBLISHED = [
    (1, "close", (4, 3), {"value": 2, "adj": 2, "same": 2, "flank": 2}, {"value": 2}, (), (12, 5), "destroyed"),
    (2, "close", (4, 4), {"value": 2}, {"value": 3, "cmd": 3, "adj": 2, "same": 2}, (), (6, 14), "ineffective"),
    (3, "fire", (9, 4), {"value": 2, "cmd": 3}, {"value": 3, "cmd": 2}, (), (14, 9), "withdraw"),
    (4, "fire", (8, 5), {"value": 3, "cmd": 3}, {"value": 2}, (), (14, 7), "destroyed"),
    (5, "fire", (3, 11), {"value": 3, "cmd": 3}, {"value": 2}, (), (9, 13), "ineffective"),
    (6, "close", (5, 7), {"value": 2}, {"value": 3, "adj": 2, "cmd": 3}, (), (7, 15), "ineffective"),
    (7, "close", (12, 1), {"value": 2}, {"value": 3, "adj": 2, "cmd": 3}, (), (14, 9), "withdraw"),
    (8, "close", (9, 3), {"value": 2}, {"value": 3, "adj": 2, "cmd": 3}, (7, 11), (11, 11), "attacker withdraw"),
    (9, "fire", (12, 2), {"value": 2}, {"value": 2}, (), (14, 4), "destroyed"),
    (10, "fire", (4, 10), {"value": 2}, {"value": 3}, (), (6, 13), "ineffective"),
    (11, "fire", (9, 2), {"value": 2}, {"value": 3, "cmd": 3}, (), (11, 8), "withdraw"),
    (12, "close", (6, 4), {"value": 2}, {"value": 3, "adj": 3, "cmd": 3}, (), (8, 13), "ineffective"),
    (13, "close", (10, 3), {"value": 2}, {"value": 3, "adj": 3, "cmd": 3}, (2, 1), (12, 12), "withdraw"),
    (14, "close", (11, 5), {"value": 2, "adj": 2, "flank": 2}, {"value": 3, "adj": 2, "cmd": 3}, (), (17, 13),
     "withdraw"),
    (15, "close", (11, 5), {"value": 2, "adj": 1, "same": 2}, {"value": 3}, (), (16, 8), "destroyed"),
    (16, "fire", (9, 11), {"value": 3}, {"value": 2}, (), (12, 13), "ineffective"),
    (17, "fire", (11, 1), {"value": 3}, {"value": 2}, (), (13, 3), "destroyed"),
    (18, "fire", (7, 10), {"value": 3}, {"value": 2}, (), (10, 12), "ineffective"),
    (19, "fire", (4, 9), {"value": 3}, {"value": 2}, (), (7, 11), "ineffective"),
    (20, "fire", (1, 11), {"value": 3}, {"value": 2}, (), (4, 13), "ineffective"),
    (21, "fire", (10, 1), {"value": 3}, {"value": 2}, (), (13, 3), "destroyed"),
]  # fmt: skip

SAME = "the result is unchanged"
SILENT = "the text is silent, a play-test settled that it destroys"

# combat, code, rule, what the finding says before the rule and after it
SLIPS = [
    (2, "modifier-omitted", "close.cavalry", "+3 (cavalry) for CAV1 is left out", f"the rules give 9:14, {SAME}"),
    (3, "modifier-wrong", "combat.value", "'value' of JIH2 is +2, not +3", f"the rules give 14:8, {SAME}"),
    (4, "silence", "result.half", f"7 is exactly half of 14: {SILENT}", ""),
    (6, "modifier-omitted", "close.cavalry", "+3 (cavalry) for CAV1 is left out", f"the rules give 10:15, {SAME}"),
    (
        8,
        "modifier-omitted",
        "close.cavalry",
        "+3 (cavalry) for CAV2 is left out",
        "the rules give 14:11, and the result would be 'EGI2 withdraws' instead of 'CAV2 withdraws', "
        "without a second throw",
    ),
    (10, "modifier-omitted", "combat.command", "+3 (cmd) for BRI1 is left out", f"the rules give 6:16, {SAME}"),
    (12, "modifier-omitted", "close.cavalry", "+3 (cavalry) for CAV3 is left out", f"the rules give 11:13, {SAME}"),
    (
        13,
        "modifier-omitted",
        "close.cavalry",
        "+3 (cavalry) for CAV3 is left out",
        f"the rules give 15:12, {SAME}, without a second throw",
    ),
    (15, "silence", "result.half", f"8 is exactly half of 16: {SILENT}", ""),
    (
        17,
        "wrong-sum",
        "combat.value",
        "the total of EGI1 is wrong: 11 + 3 makes 14, not 13",
        f"the rules give 14:3, {SAME}",
    ),
]


@cache
def playtest() -> BattleFile:
    problems = Problems()
    battle = load_battle(FOLDER / "playtest-1.battle.yaml", rulesets.vocabulary, problems, rulesets.names())
    assert battle is not None, "\n".join(map(str, problems))
    assert len(problems) == 0
    return battle


@cache
def played() -> Replay:
    return replay(rulesets.load("late19c"), playtest().scenario, playtest().record)


@cache
def findings() -> list[Problem]:
    return audit(rulesets.load("late19c"), playtest().scenario, playtest().record, played())


def attacks() -> list[Action]:
    return [p.entry for p in played().placed if isinstance(p.entry, Action) and p.entry.order.verb in ("fire", "close")]


def test_every_combat_is_declared_as_published() -> None:
    assert len(attacks()) == len(PUBLISHED) == 21
    for action, (_, kind, dice, mine, theirs, again, totals, result) in zip(attacks(), PUBLISHED, strict=True):
        said = action.declared
        assert action.order.verb == kind
        assert said.dice == tuple((die,) for die in dice)
        assert said.modifiers == (mine, theirs)
        assert said.rethrows == ((again,) if again else ())
        assert said.totals == totals
        assert f"{said.loser} {said.result}".strip() == result


def test_every_combat_is_played_as_published() -> None:
    combats = list(played().log.of("combat"))
    assert len(combats) == 21
    for event, (_, kind, dice, _, _, _, _, result) in zip(combats, PUBLISHED, strict=True):
        assert (event["combat"], tuple(event["dice"])) == (kind, dice)
        who = "attacker " if event["loser"] == event["attacker"] else ""
        assert who + event["result"] == result


def test_nothing_in_it_is_illegal() -> None:
    assert played().findings == ()
    assert not any("illegal" in event.data for event in played().log)


@pytest.mark.parametrize("turn", range(1, 7))
def test_throws_for_turns_and_phases(turn: int) -> None:
    published = {
        1: (12, 10, 6, 8),
        2: (10, 2, 6, 2),
        3: (2, 6, 11, 1),
        4: (7, 5, 6, 12),
        5: (1, 8, 3, 11),
        6: (8, 1, 6),
    }[turn]
    events = [event for event in played().log if event.turn == turn]
    scores = next(event["scores"] for event in events if event.kind == "initiative")
    counts = [event["count"] for event in events if event.kind == "activations"]
    assert (scores["anglo-egyptian"], scores["mahdist"], *counts) == published


def test_spotting_and_the_dilemma() -> None:
    (spot,) = played().log.of("spot")
    assert (spot.turn, spot["dice"], spot["seen"]) == (2, [3, 7], False)
    (dilemma,) = played().log.of("dilemma")
    assert (dilemma.turn, dilemma["dice"], dilemma["chosen"]) == (3, [2, 4], 1)


def test_who_withdrew_how_far() -> None:
    steps = [(event.turn, event["unit"], event["squares"], event["path"][-1]) for event in played().log.of("withdraw")]
    assert steps == [
        (3, "JIH2", 1, "K5"),
        (4, "EGI1", 1, "E6"),
        (4, "CAV2", 1, "F9"),
        (4, "BRI2", 2, "D7"),
        (5, "BRI1", 2, "D3"),
        (5, "BRI2", 2, "B6"),
    ]


def test_who_was_lost() -> None:
    lost = [(event.turn, event["unit"]) for event in played().log.of("destroyed")]
    assert lost == [(3, "RFA"), (4, "SPR1"), (4, "MG"), (5, "CMD"), (5, "SPR3"), (5, "CAV3")]


def test_the_end_is_agreed_in_the_sixth_turn() -> None:
    end = played().log.events[-1]
    assert (end.kind, end.turn, end["why"], end["winner"]) == ("end", 6, "agreed", None)
    assert end["text"] == playtest().record.ends["outcome"]


def test_the_audit_finds_the_published_slips_and_nothing_else() -> None:
    expected = []
    printed = load().rules
    for number, code, rule, said, given in SLIPS:
        action = attacks()[number - 1]
        cited = "" if code == "wrong-sum" else f" (rule {printed.number(rule)})"
        message = f"{action.order.unit} against {action.order.target}: {said}{cited}{'; ' if given else ''}{given}"
        expected.append((action.place.line, code, rule, message))
    in_battle = [(p.place.line, p.code, p.rule, p.message) for p in findings() if p.place.file.endswith(".battle.yaml")]
    assert in_battle == expected
    others = [(p.code, p.rule, p.message) for p in findings() if not p.place.file.endswith(".battle.yaml")]
    assert others == [
        ("wrong-points", "stands.types", "Anglo-Egyptian Column: the force is called 26 points; its stands cost 24"),
        ("wrong-stands", "armies.points", "Mahdist Force: the force is called 16 stands; 17 are listed"),
    ]
    assert {p.severity for p in findings()} == {"finding"}


def test_every_finding_points_at_a_line() -> None:
    lines = {path: (FOLDER / path).read_text().splitlines() for path in ("playtest-1.battle.yaml", "scenario.yaml")}
    for finding in findings():
        text = lines[finding.place.file.rpartition("/")[2]][finding.place.line - 1]
        assert text[finding.place.column - 1 :].startswith((*"SCMEJ", "26, stands", "16}"))


def state_after(turn: int, unit: str, kind: str = "move") -> tuple[Ruleset, Any]:
    """The state just after a unit's first deed of a kind in a turn."""
    rules = rulesets.load("late19c")
    state = rules.start(playtest().scenario)
    for event in played().log:
        rules.changes[event.kind](state, event)
        if (event.turn, event.kind, event.get("unit")) == (turn, kind, unit):
            return rules, state
    raise LookupError(f"{unit} does no {kind} in turn {turn}")


@pytest.mark.parametrize(("turn", "unit", "target", "by"), [(4, "MG", "CAV1", "CMD"), (4, "JIH4", "BRI1", "JIH3")])
def test_masked_targets(turn: int, unit: str, target: str, by: str) -> None:
    """Turn 4: the gun's one target stands behind its own General, the right-hand Jihadia's behind their comrades."""
    rules, state = state_after(turn, unit)
    assert [order for order in rules.legal(state) if order.unit == unit and order.target] == []
    wrong, _ = rules.examine(state, Order("fire", unit, target))
    assert [(v.rule, v.message) for v in wrong] == [("sight.line", f"{unit} cannot see {target} past {by}")]


def test_the_left_hand_british_stand_has_one_target() -> None:
    """Turn 5: all others are masked by friends."""
    rules, state = state_after(5, "EGI1")
    assert [order.target for order in rules.legal(state) if order.unit == "BRI2" and order.target] == ["SPR2"]


def test_the_story_has_its_notes() -> None:
    entries = [placed.entry for placed in played().placed]
    assert sum(isinstance(entry, Note) for entry in entries) >= 10
    assert sum(isinstance(entry, Heading) for entry in entries) >= 2
