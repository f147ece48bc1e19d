"""The dice that a battle file notes are as many as the rules ask for, whatever they are thrown for."""

from __future__ import annotations

import pytest

from reportgen import rulesets
from reportgen.battle.audit import audit
from reportgen.battle.replay import replay
from reportgen.files.battlefile import battle_from
from reportgen.files.source import parse
from reportgen.problems import Problems
from tests.record.test_tin_brigadier import SCENARIO

RULES = rulesets.load("tin_brigadier")
FIRST = 9
"""The line of the first action."""


def told(*actions: str, orders: str = "[orders BHQ 5]") -> list[tuple[int, str, str]]:
    """Line, code and message of everything that the audit finds in a first phase."""
    lines = "".join(f"          - {one!r}\n" for one in (orders, *actions))
    scenario = "".join(f"  {line}\n" for line in SCENARIO.splitlines())
    text = (
        "format: reportgen-battle/1\nturns:\n  - turn: 1\n    phases:\n      - side: blue\n"
        f"        actions:\n{lines}      - side: red\n        actions: ['[orders RHQ 1]']\nscenario:\n{scenario}"
    ).replace("turns:\n", "# the first phase\nturns:\n", 1)
    problems = Problems()
    source = parse(text, "b.yaml", problems)
    assert source is not None, [str(one) for one in problems]
    battle = battle_from(source, None, rulesets.vocabulary, problems)
    assert battle is not None, [str(one) for one in problems]
    found = audit(RULES, battle.scenario, battle.record, replay(RULES, battle.scenario, battle.record))
    return [(one.place.line, one.code, one.message) for one in found]


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("SAP entrenches [entrench SAP 5]", "dice-missing", "only 1 of 2 dice is noted for SAP (entrench)"),
        ("SAP entrenches", "dice-missing", "no die is noted for SAP (entrench)"),
        (
            "SAP entrenches [entrench SAP 5,4,1]",
            "dice-surplus",
            "3 dice are noted for SAP (entrench); the rules ask for 2",
        ),
        ("FOOT entrenches [entrench 5,1]", "dice-surplus", "2 dice are noted for FOOT (entrench); the rules ask for 1"),
        ("SAP L4 blocks [block SAP 3,6,6]", "dice-surplus", "3 dice are noted for SAP (block); the rules ask for 1"),
        ("FOOT x REDS 1,1,1", "dice-missing", "only 3 of 4 dice are noted for FOOT"),
        ("FOOT x REDS 1,1,1,1,1", "dice-surplus", "more dice are noted than the rules ask for"),
    ],
)
def test_too_few_or_too_many_are_told(line: str, code: str, message: str) -> None:
    assert told(line) == [(FIRST, code, message)]


@pytest.mark.parametrize(
    "line",
    [
        "SAP entrenches [entrench SAP 5,4]",
        "SAP entrenches [entrench SAP 5,?]",
        "FOOT entrenches [entrench 5]",
        "SAP L4 blocks [block SAP 3]",
        "FOOT x REDS 2,1,1,1",
        "FOOT x REDS 1,?,1,1",
    ],
)
def test_as_many_as_are_asked_for_are_no_finding(line: str) -> None:
    assert told(line) == []


def test_dice_in_a_line_of_their_own_are_counted_there() -> None:
    assert told(orders="[orders BHQ 5,2]") == [
        (FIRST - 1, "dice-surplus", "2 dice are noted for BHQ (orders); the rules ask for 1")
    ]
    assert told("[entrench SAP 1,2,3]", "SAP entrenches") == [
        (FIRST, "dice-surplus", "3 dice are noted for SAP (entrench); the rules ask for 2")
    ]


def test_what_the_rules_forbid_may_have_had_more_dice() -> None:
    assert [code for _, code, _ in told("LINE entrenches [entrench LINE 5,1]")] == ["illegal"]
