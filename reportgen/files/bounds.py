"""What an engine can play of a variant: the bounds of every number, and the words that its tables understand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reportgen.files.rules import Row, Rules
from reportgen.files.source import short
from reportgen.files.validate import quoted, suggest
from reportgen.problems import Place, Problem, Problems

Range = tuple[int, int]
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that an engine is made for, by rule and value and by rule and column of its table; and the
    words that a column may hold instead of numbers or besides them."""

    values: Mapping[Key, Range]
    columns: Mapping[Key, Range]
    words: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)

    def check(self, rules: Rules) -> list[Problem]:
        """What of these rules the engine cannot play; as warnings, what it plays as ever although they drop it."""
        problems = Problems()
        for (rule_id, name), bounds in self.values.items():
            if rule_id in rules:
                value = rules.rule(rule_id).values[name]
                _within(value.value, bounds, f"'{name}' of '{rule_id}'", value.place, problems)
        for rule in rules:
            for row in rule.rows.values():
                for column in rule.columns:
                    self._cell(rule.id, row, column, problems)
        for rule in rules.dropped.values():
            if not any(not value.table_only for value in rule.values.values()):
                message = f"the engine knows no way to play without '{rule.id}'"
                hint = "the booklet leaves it out, the computer keeps to it"
                problems.add(rule.place, "still-played", message, hint, severity="warning", rule=rule.id)
        return list(problems)

    def _cell(self, rule_id: str, row: Row, column: str, problems: Problems) -> None:
        value = row.cells[column]
        bounds, words = self.columns.get((rule_id, column)), self.words.get((rule_id, column), ())
        if value in words or (bounds is None and not words):
            return
        if isinstance(value, int) and not isinstance(value, bool) and bounds is not None:
            _within(value, bounds, f"'{column}' of '{row.id}'", row.places[column], problems)
            return
        wanted = [f"a whole number from {bounds[0]} to {bounds[1]}"] if bounds is not None else []
        hint = f"write {' or '.join([*wanted, *words])}"
        if bounds is None and isinstance(value, str):
            hint = suggest(value, words)
        message = f"'{column}' of '{row.id}' cannot be {quoted(value)}"
        problems.add(row.places[column], "unknown-value", message, hint)


def several(row: Row, column: str, problems: Problems) -> list[str] | None:
    """The words of a cell that holds them in one text, none if it is empty; None, with a problem, if it is no text."""
    value = row[column]
    if value is None or isinstance(value, str):
        return (value or "").split()
    hint = "write words, with blanks between"
    if isinstance(value, list):
        hint = f"write them as one text, with blanks between: {column}: {short(' '.join(map(str, value)))}"
    message = f"'{column}' of '{row.id}' cannot be {quoted(value)}"
    problems.add(row.places[column], "unknown-value", message, hint)
    return None


def in_order(rules: Rules, low: Key, high: Key, problems: Problems) -> None:
    """Tells a least that is more than its most; told at the least."""
    least, most = (rules.rule(rule).values[name] for rule, name in (low, high))
    if least.value > most.value:
        message = f"'{low[1]}' of '{low[0]}' is {least.value}, and '{high[1]}' of '{high[0]}' only {most.value}"
        problems.add(least.place, "out-of-range", message)


def _within(value: Any, bounds: Range, what: str, place: Place, problems: Problems) -> None:
    least, most = bounds
    if not isinstance(value, int | float) or not least <= value <= most:
        wanted = f"{least}" if least == most else f"numbers from {least} to {most}"
        problems.add(place, "out-of-range", f"{what} cannot be {value} here", f"the engine is made for {wanted}")
