"""Every rule case of the Tin Brigadier, and that every rule has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reportgen.rulesets import tin_brigadier
from reportgen.rulesets.tin_brigadier.data import FORMATIONS
from reportgen.rulesets.tin_brigadier.odds import NAMES
from reportgen.rulesets.tin_brigadier.state import ABOARD, TABLE, State
from tests.support import cases

FOLDER = Path(tin_brigadier.__file__).with_name("cases")
CASES = cases.load(FOLDER)
RULESET = tin_brigadier.ruleset()


def look(state: State, id: str) -> str:
    """Place, heading, then what is out of the ordinary: formation, figures, `entrenched`, `pinned`."""
    unit = state.unit(id)
    if unit.where != TABLE:
        return f"aboard {unit.carrier}" if unit.where == ABOARD else unit.where
    words = [state.tables.field.name(unit.spot), unit.heading]
    if unit.formation != FORMATIONS[unit.fixed.arm][0] or unit.fixed.arm == "artillery":
        words.append(unit.formation)
    if unit.figures != unit.fixed.figures:
        words.append(str(unit.figures))
    words += [word for word, holds in (("entrenched", unit.entrenched), ("pinned", unit.pinned)) if holds]
    return " ".join(words)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: cases.Case) -> None:
    cases.check(case, RULESET, look)


def test_every_rule_is_cited() -> None:
    cited = {rule.partition("/")[0] for case in CASES for rule in case.rules}
    rules = {rule.id for section in RULESET.rules.sections for rule in section.rules}
    assert len(rules) > 60
    assert cited - rules == set(), "cases cite rules that there are not"
    assert rules - cited == set(), "rules without a case"


def test_every_row_of_every_table_is_cited() -> None:
    cited = {rule for case in CASES for rule in case.rules if "/" in rule}
    rows = {f"{rule.id}/{row}" for section in RULESET.rules.sections for rule in section.rules for row in rule.rows}
    assert cited == rows


def test_every_modifier_is_shown_and_denied() -> None:
    for rule, name in NAMES.items():
        fights = [
            line
            for case in CASES
            if rule in {cited.partition("/")[0] for cited in case.rules}
            for line in case.data.get("do", [])
            if "(" in line
        ]
        assert any(f"{name} " in line for line in fights), rule
        assert any(f"{name} " not in line for line in fights), rule


def test_every_ruling_is_explained() -> None:
    text = (FOLDER.parent / "RULINGS.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z]+\.[a-z_]+)`", text))
    rules = {rule.id: rule.source for section in RULESET.rules.sections for rule in section.rules}
    assert named - rules.keys() - {"rules.yaml"} == set(), "RULINGS.md names rules that there are not"
    assert {id for id, source in rules.items() if source != "published"} - named == set(), "rulings without a word"
