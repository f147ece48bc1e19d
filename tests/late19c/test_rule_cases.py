"""Every rule case of late19c, and that every rule has one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reportgen import rulesets
from reportgen.board.squares import FACINGS
from reportgen.rulesets import late19c
from reportgen.rulesets.late19c.state import DESTROYED, LEFT, WAITING, State
from reportgen.rulesets.late19c.tables import CAVALRY
from tests.support import cases

FOLDER = Path(late19c.__file__).with_name("cases")
CASES = cases.load(FOLDER)
RULESET = rulesets.load("late19c")

FOR_THE_TABLE = {
    "stands.size": "the size of a base in millimetres: nothing on a ruled board depends on it",
    "stands.entrenchment": "the price of an entrenchment: a scenario's ground is not bought",
}
"""Rules that no case can show, each with its reason."""


def look(state: State, id: str) -> str:
    """Square, row if it is shared, facing; `hidden`, `on foot`. Or what else has become of the stand."""
    tables = state.tables
    unit = tables.index[id]
    if state.status[unit] in (WAITING, DESTROYED, LEFT):
        return {WAITING: "waiting", DESTROYED: "destroyed", LEFT: "left"}[state.status[unit]]
    square = state.square[unit]
    row = f"/{1 + state.slot(unit)}" if len(state.at[square]) > 1 else ""
    words = [tables.grid.name(square) + row, FACINGS[state.facing[unit]]]
    if state.concealed[unit]:
        words.append("hidden")
    if tables.arm[unit] == CAVALRY and not state.mounted[unit]:
        words.append("on foot")
    return " ".join(words)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: cases.Case) -> None:
    cases.check(case, RULESET, look)


def test_every_rule_is_cited() -> None:
    cited = {rule.partition("/")[0] for case in CASES for rule in case.rules}
    rules = {rule.id for section in RULESET.rules.sections for rule in section.rules}
    assert len(rules) > 60
    assert cited - rules == set(), "cases cite rules that there are not"
    assert rules - cited == set(FOR_THE_TABLE), "rules without a case, or table rules with one"


def test_every_row_of_every_table_is_cited() -> None:
    cited = {rule for case in CASES for rule in case.rules if "/" in rule}
    rows = {
        f"{rule.id}/{row}"
        for section in RULESET.rules.sections
        for rule in section.rules
        for row in rule.rows
        if rule.id not in FOR_THE_TABLE
    }
    assert cited == rows


def test_every_modifier_is_shown_and_denied() -> None:
    """Each modifier comes up in a case that cites its rule, and is missing in another that cites it as well."""
    from reportgen.rulesets.late19c.combat import NAMES

    for rule, name in NAMES.items():
        fights = [
            line
            for case in CASES
            if rule in {cited.partition("/")[0] for cited in case.rules}
            for line in case.data.get("do", [])
            if "(" in line
        ]
        assert any(f"{name} " in line for line in fights), rule
        assert name == "value" or any(f"{name} " not in line for line in fights), rule


def test_every_ruling_is_explained() -> None:
    text = (FOLDER.parent / "RULINGS.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z]+\.[a-z_]+)`", text))
    rules = {rule.id: rule.source for section in RULESET.rules.sections for rule in section.rules}
    assert named - rules.keys() - {"rules.yaml"} == set(), "RULINGS.md names rules that there are not"
    assert {id for id, source in rules.items() if source != "published"} - named == set(), "rulings without a word"


SOUND = {
    "case": "A shot",
    "rules": ["fire.target"],
    "board": "4x1",
    "red": ["INF B1 E"],
    "blue": ["FOE C1 W"],
    "do": ["INF x FOE 9:2 (value 3 | value 3) = 12:5 -> destroyed"],
    "where": {"FOE": "destroyed"},
    "log": [{"kind": "destroyed", "unit": "FOE"}],
    "end": {"winner": "red"},
}


def sound(**changes: Any) -> cases.Case:
    return cases.Case("A shot", "here", 1, ("fire.target",), {**SOUND, **changes}, CASES[0].common)


def test_the_runner_takes_a_sound_case() -> None:
    cases.check(sound(), RULESET, look)


@pytest.mark.parametrize(
    "changes",
    [
        {"do": ["INF x FOE 9:2 (value 3, cmd 2 | value 3)"]},
        {"do": ["INF x FOE 9:2 (value 3 | value 2)"]},
        {"do": ["INF x FOE 9:2 = 12:6"]},
        {"do": ["INF x FOE 9:2 -> withdraws"]},
        {"do": ["INF x FOE 9:8 -> withdraws B1"], "where": {}, "log": [], "end": {"kind": "end phase"}},
        {"do": ["INF x FOE 9:2 7:3"]},
        {"do": ["INF x FOE 9"]},
        {"do": []},
        {"do": ["INF x FOE 9:2", "end"]},
        {"dice": {"spotting": [3]}},
        {"withdraw": ["D1"]},
        {"where": {"INF": "C1 E"}},
        {"log": [{"kind": "withdraw"}]},
        {"log": [{"kind": "destroyed"}, {"kind": "combat"}]},
        {"never": ["destroyed"]},
        {"end": {"winner": "blue"}},
        {"problems": {}},
        {"red": ["INF B1 E", "INF B1 E"]},
    ],
    ids=str,
)
def test_the_runner_refuses_a_wrong_case(changes: dict[str, Any]) -> None:
    with pytest.raises((AssertionError, StopIteration)):
        cases.check(sound(**changes), RULESET, look)


@pytest.mark.parametrize(
    "asked",
    [
        {"legal": ["INF D1 E"]},
        {"legal": ["INF xx FOE"], "do": ["INF xx FOE 1:12"]},
        {"illegal": {"INF x FOE": "fire.target"}},
        {"illegal": {"INF D1 E": "move.gap"}},
        {"reach": {"INF": "A1 C1"}},
        {"targets": {"INF": []}},
        {"targets": {"INF": {"close": []}}},
    ],
    ids=str,
)
def test_the_runner_looks_at_orders(asked: dict[str, Any]) -> None:
    still: dict[str, Any] = {"do": [], "where": {}, "log": [], "never": []}
    case = sound(**{**still, **asked})
    case = replace(case, data={key: value for key, value in case.data.items() if key != "end"})
    with pytest.raises(AssertionError):
        cases.check(case, RULESET, look)


def test_a_case_with_an_unknown_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "common.yaml").write_text("letters: {}\n")
    (tmp_path / "some.yaml").write_text("cases:\n  - case: A shot\n    rules: [fire.target]\n    bord: 4x1\n")
    with pytest.raises(AssertionError, match=r"some\.yaml:2: unknown keys"):
        cases.load(tmp_path)
