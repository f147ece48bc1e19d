"""A rule's table as it is printed: which columns, under which heads, rows drawn together, or as lines of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reportgen.booklet.model import Difference, Heading, Line, Table
from reportgen.files.rules import Row, Rule, Rules, written

_FIGURES = re.compile(r"[-+−–]?[\d½¼¾]+(?:[.,–]\d+)?|–|no")
Words = Mapping[str, str]
"""What is printed for the words of a column's cells."""


def table_of(
    rules: Rules,
    rule: Rule,
    how: Mapping[str, Any],
    mark: Callable[[Row], str] = lambda row: "",
    note: Callable[[Row], str] = lambda row: "",
    difference: Callable[[Row], Difference] = lambda row: "",
    only: Sequence[str] = (),
) -> Table | None:
    """The table of a rule, or None if it has none.

    `how` is what `booklet.yaml` says of it; `only` are the columns that are wanted, if not all.
    """
    if not rule.rows:
        return None
    joins: Mapping[str, Any] = how.get("join", {})
    hidden = {*how.get("leave_out", ()), *(column for join in joins.values() for column in join["of"])}
    names = list(only) or [name for name in rule.columns if name not in hidden] + list(joins)
    own: Mapping[str, Words] = how.get("words", {})
    titles: Mapping[str, str] = how.get("titles", {})
    by_column = {
        name: {
            **{
                row.id: _small(row.title)
                for other in titles.get(name, "").split()
                if other in rules
                for row in rules.rule(other).rows.values()
            },
            **own.get(name, {}),
        }
        for name in names
    }
    shown = [(row, tuple(_cell(row, name, joins, by_column[name]) for name in names)) for row in rule.rows.values()]
    if how.get("as") == "list":
        units = [rule.columns[name].unit if name in rule.columns else "" for name in names]
        shown = [(row, tuple(map(_listed, cells, units))) for row, cells in shown]
    lines = [Line(row.title, cells, mark(row), note(row), difference(row)) for row, cells in shown]
    if how.get("groups") or how.get("as") == "list":
        lines = _drawn_together(lines)
    headings = tuple(
        Heading(
            how.get("headings", {}).get(name) or (joins[name]["title"] if name in joins else rule.columns[name].title),
            "" if name in joins else rule.columns[name].unit,
            all(_FIGURES.fullmatch(cells[n]) for _, cells in shown),
        )
        for n, name in enumerate(names)
    )
    return Table(rule.table_title, headings, tuple(lines), how.get("as") == "list", bool(how.get("wide")))


def _cell(row: Row, name: str, joins: Mapping[str, Any], words: Words) -> str:
    if name in joins:
        first, last = (written(row.cells[column]) for column in joins[name]["of"])
        return first if first == last else f"{first}–{last}"
    value = row.cells[name]
    if isinstance(value, str):
        found = words.get(value)
        if found is not None:
            return found
        several = value.split()
        if len(several) > 1 and all(word in words for word in several):
            return ", ".join(_small(words[word]) if n else words[word] for n, word in enumerate(several))
    return words.get(written(value), written(value))


def _listed(cell: str, unit: str) -> str:
    """A cell as part of a line of text: figures with their unit, words without a capital."""
    return f"{cell} {unit}".rstrip() if _FIGURES.fullmatch(cell) else _small(cell)


def _small(title: str) -> str:
    """A title inside a sentence: 'Muskets' is 'muskets', 'D6' and 'MG' stay."""
    return title if title[:2].upper() == title[:2] else title[0].lower() + title[1:]


def _drawn_together(lines: list[Line]) -> list[Line]:
    """Rows that say the same become one, where the first of them stood: 'Guard Infantry, Regular Infantry'."""
    together: dict[tuple[object, ...], list[Line]] = {}
    for line in lines:
        together.setdefault((line.cells, line.mark, line.note, line.difference), []).append(line)
    return [
        Line(_titles([line.title for line in same]), same[0].cells, same[0].mark, same[0].note, same[0].difference)
        for same in together.values()
    ]


def _titles(titles: list[str]) -> str:
    """'Guard Infantry', 'Regular Infantry' as 'Guard and Regular Infantry'; others with commas."""
    last = [title.split()[-1] for title in titles]
    if len(titles) > 1 and len(set(last)) == 1 and all(len(title.split()) > 1 for title in titles):
        firsts = [title.rsplit(" ", 1)[0] for title in titles]
        return f"{', '.join(firsts[:-1])} and {firsts[-1]} {last[0]}"
    return ", ".join(titles)
