"""Two sets of rules side by side: what is new in the one, what is different, what is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from reportgen.booklet.model import Changed, Difference
from reportgen.files.rules import Row, Rule, Rules, Section, written

_IDS = re.compile(r"[a-z0-9]*_[a-z0-9_]*( [a-z0-9_]+)*|[a-z0-9_]+ [a-z0-9_ ]*_[a-z0-9_ ]*")
_WORDS = 18
"""Words of an old text that are quoted; a longer one is only said to be different."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What is different in `new`, by rule, by row, by section; and the list of it."""

    rules: dict[str, Difference] = field(default_factory=dict)
    rows: dict[tuple[str, str], Difference] = field(default_factory=dict)
    sections: dict[str, Difference] = field(default_factory=dict)
    lines: tuple[Changed, ...] = ()


def compare(old: Rules, new: Rules) -> Compared:
    """Everything that a player of `old` must know of `new`; numbers in the lines are those of `new`."""
    made = Compared()
    lines: list[Changed] = []
    before = {rule.id: rule for rule in old}
    sections = {section.id: section for section in old.sections}
    for section in new.sections:
        lines += _section(sections.get(section.id), section, made)
        for rule in section.rules:
            was = before.get(rule.id)
            if was is None:
                made.rules[rule.id] = "added"
                lines.append(Changed(rule.number, f"*{rule.title}* is new."))
            else:
                own, rows = list(_rule(was, rule, old, new)), list(_rows(was, rule, made))
                if own or was.rows.keys() - rule.rows.keys():
                    made.rules[rule.id] = "changed"
                if own or rows:
                    lines.append(Changed(rule.number, f"*{rule.title}:* {'; '.join([*own, *rows])}."))
    for rule in old:
        if rule.id not in new:
            lines.append(Changed("–", f"*{rule.title}* ({rule.number} of {old.title} {old.version}) is dropped."))
    return Compared(made.rules, made.rows, made.sections, tuple(lines))


def _section(was: Section | None, section: Section, made: Compared) -> Iterator[Changed]:
    if was is None:
        made.sections[section.id] = "added"
        if section.intro or not section.rules:
            yield Changed(section.number, f"The section *{section.title}* is new.")
    elif section.intro.split() != was.intro.split():
        made.sections[section.id] = "changed"
        yield Changed(section.number, f"*{section.title}:* other words.")


def _rule(was: Rule, rule: Rule, old: Rules, new: Rules) -> Iterator[str]:
    if was.title != rule.title:
        yield f"was called *{was.title}*"
    for name, value in rule.values.items():
        earlier = was.values.get(name)
        if earlier is not None and earlier.value != value.value:
            manner = "+" if _signed(rule, name) else ""
            unit = f" {value.unit}" if value.unit else ""
            yield f"{written(value.value, manner)}{unit} instead of {written(earlier.value, manner)}"
    if was.text.split() != rule.text.split():
        said = old.text(was.id).strip().rstrip(".")
        yield f"was: {said}" if 0 < len(said.split()) <= _WORDS else "other words"
    elif not rule.values and was.source != rule.source and rule.source == "erratum":
        yield "an erratum now"


def _signed(rule: Rule, name: str) -> bool:
    return f"{{{name}:+}}" in rule.text


def _rows(was: Rule, rule: Rule, made: Compared) -> Iterator[str]:
    for row in rule.rows.values():
        earlier = was.rows.get(row.id)
        if earlier is None:
            made.rows[rule.id, row.id] = "added"
            yield f"{row.title} is new"
        else:
            said = list(_cells(earlier, row, rule))
            if said:
                made.rows[rule.id, row.id] = "changed"
                yield f"{row.title} {', '.join(said)}"
    for row in was.rows.values():
        if row.id not in rule.rows:
            yield f"{row.title} is gone"


def _cells(was: Row, row: Row, rule: Rule) -> Iterator[str]:
    if was.title != row.title:
        yield f"was called {was.title}"
    for name, column in rule.columns.items():
        if name in was.cells and was.cells[name] != row.cells[name]:
            now, then = (_said(cells[name]) for cells in (row.cells, was.cells))
            yield f"{column.title.lower()} {now} instead of {then}"


def _said(cell: object) -> str:
    """A cell in a sentence; a list of ids is read out."""
    text = written(cell)
    return ", ".join(text.split()).replace("_", " ") if _IDS.fullmatch(text) else text
