"""What differs between two sets of rules: every kind of difference, where it is marked, and how the list puts it."""

from __future__ import annotations

import pytest

from reportgen.booklet.compare import Compared, compare
from tests.booklet.conftest import MakeRules, rules_called


@pytest.fixture
def compared(variant: MakeRules):  # type: ignore[no-untyped-def]
    def made(text: str) -> Compared:
        return compare(rules_called("late19c"), variant(text))

    return made


def lines(found: Compared) -> list[str]:
    return [f"{line.number} {line.text}" for line in found.lines]


def test_nothing(compared) -> None:  # type: ignore[no-untyped-def]
    found = compared("change: {close.cavalry: {values: {amount: 3}}}")
    assert (found.rules, found.rows, found.sections, found.lines) == ({}, {}, {}, ())
    assert compare(rules_called("late19c"), rules_called("late19c")).lines == ()


@pytest.mark.parametrize(
    ("text", "line", "marked"),
    [
        ("change: {close.cavalry: {values: {amount: 2}}}", "10.6 *Cavalry charge:* +2 instead of +3.", "changed"),
        ("change: {turn.limit: {values: {turns: 10}}}", "4.1 *Length:* 10 turns instead of 12.", "changed"),
        ("change: {turn.limit: {title: Twelve}}", "4.1 *Twelve:* was called *Length*.", "changed"),
        (
            "change: {combat.transport: {text: Wagons never fight.}}",
            "8.4 *Transport:* was: Transport starts no combat.",
            "changed",
        ),
        ("change: {turn.reinforcements: {text: They come.}}", "4.9 *Reinforcements:* other words.", "changed"),
        ("add: [{after: turn.once, id: turn.tea, title: Tea, text: At five.}]", "4.6 *Tea* is new.", "added"),
        (
            "drop: [turn.dilemma]",
            "– *Solo dilemma* (4.8 of Late 19th and Early 20th Century Battles 1.1) is dropped.",
            "",
        ),
    ],
)
def test_rules(compared, text: str, line: str, marked: str) -> None:  # type: ignore[no-untyped-def]
    found = compared(text)
    assert lines(found) == [line]
    assert list(found.rules.values()) == ([marked] if marked else [])
    assert found.rows == {}


@pytest.mark.parametrize(
    ("row", "line", "rows"),
    [
        ("magazine_rifles: {range: 4}", "2.7 *Weapons and ranges:* Magazine rifles range 4 instead of 3.", "changed"),
        ("muskets: {title: Old muskets}", "2.7 *Weapons and ranges:* Old muskets was called Muskets.", "changed"),
        ("slings: {title: Slings, range: 1}", "2.7 *Weapons and ranges:* Slings is new.", "added"),
    ],
)
def test_rows(compared, row: str, line: str, rows: str) -> None:  # type: ignore[no-untyped-def]
    found = compared(f"change: {{stands.ranges: {{table: {{rows: {{{row}}}}}}}}}")
    assert lines(found) == [line]
    assert list(found.rows.values()) == [rows]
    assert found.rules == {}


def test_a_row_that_is_gone_marks_its_rule(compared) -> None:  # type: ignore[no-untyped-def]
    found = compared("change: {stands.size: {table: {rows: {command_foot: null}}}}")
    assert lines(found) == ["2.1 *Sizes:* Command on foot is gone."]
    assert found.rules == {"stands.size": "changed"}


def test_lists_of_ids_are_read_out(compared) -> None:  # type: ignore[no-untyped-def]
    found = compared("change: {stands.weapons: {table: {rows: {regular_cavalry: {carries: hand_held}}}}}")
    before = "hand held, single shot rifles, magazine rifles"
    assert lines(found) == [f"2.8 *Who carries what:* Regular Cavalry weapons hand held instead of {before}."]


def test_sections(compared) -> None:  # type: ignore[no-untyped-def]
    found = compared("sections: [{id: weather, title: Weather, intro: It rains.}]")
    assert lines(found) == ["13 The section *Weather* is new."]
    assert found.sections == {"weather": "added"}
    turned = compare(rules_called("smokeless"), rules_called("late19c"))
    assert "10.7 *Uphill attack* is new." in lines(turned)
