"""A ruleset's `rules.yaml` as programs read it: values by rule and name, and a record of what was read.

Every number of a ruleset stands there once. The engine asks for it here, the booklet prints it from here, and a test
asks what nobody asked for.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from reportgen.files.schema import check
from reportgen.files.source import Source, Way, read
from reportgen.files.validate import suggest
from reportgen.problems import NOWHERE, Place, Problems, ProblemsFound

ROW_WORDS = frozenset(["title", "source", "note"])
"""What a table's row says besides its columns."""

_BRACES = re.compile(r"\{([^{}\n]*)\}")
_NAME = re.compile(r"([a-z][a-z0-9_]*)(?::(\+|words))?\Z")
_FRACTIONS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)


@dataclass(frozen=True, slots=True)
class Value:
    """A number or word of a rule. `unit` may be empty; `table_only`: no program needs to read it."""

    name: str
    value: Any
    unit: str = ""
    table_only: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a rule's table. `unit` may be empty; `table_only`: no program needs to read it."""

    name: str
    title: str
    unit: str = ""
    table_only: bool = False


class Row(Mapping[str, Any]):
    """A row of a rule's table: column name -> value. Looking a value up is noted as reading it.

    `cells` gives the same for printing, unnoted. A cell without a value is None.
    """

    __slots__ = ("_reads", "_rule", "cells", "id", "note", "source", "title")

    def __init__(
        self,
        rule: str,
        id: str,
        title: str,
        cells: Mapping[str, Any],
        reads: set[tuple[str, str]],
        source: str = "",
        note: str = "",
    ) -> None:
        self._rule = rule
        self._reads = reads
        self.id = id
        self.title = title
        self.cells = cells
        self.source = source
        self.note = note

    def __getitem__(self, column: str) -> Any:
        value = self.cells[column]
        self._reads.add((self._rule, f"{self.id}/{column}"))
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        return f"Row({self.id!r}, {self.cells!r})"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. `number` is counted ('5.2'); `text` is Markdown with its placeholders unfilled, may be empty.

    `values`, `columns` and `rows` are for printing; programs use `Rules.value` and `Rules.table`.
    """

    id: str
    number: str
    title: str
    text: str
    source: str
    note: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    table_title: str = ""
    columns: Mapping[str, Column] = field(default_factory=dict)
    rows: Mapping[str, Row] = field(default_factory=dict)
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the booklet. `number` is counted from 1; `intro` is Markdown, may be empty."""

    id: str
    number: str
    title: str
    intro: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose rules these are. Any of it may be empty; `note` is Markdown."""

    author: str = ""
    title: str = ""
    where: str = ""
    note: str = ""


class Rules:
    """The rules of one ruleset. `hash` covers the id, the version and every value, but no text: two files with one
    hash play the same."""

    def __init__(
        self,
        id: str,
        title: str,
        version: str,
        credit: Credit,
        sections: tuple[Section, ...],
        reads: set[tuple[str, str]],
    ) -> None:
        self.id = id
        self.title = title
        self.version = version
        self.credit = credit
        self.sections = sections
        self.reads = reads
        """(rule id, value's name or 'row/column') of everything read so far."""
        self._rules = {rule.id: rule for section in sections for rule in section.rules}
        self.hash = self._hash()

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def rule(self, rule_id: str) -> Rule:
        """Raises KeyError if there is no such rule."""
        return self._rules[rule_id]

    def number(self, rule_id: str) -> str:
        """The printed number ('5.2'). Raises KeyError if there is no such rule."""
        return self._rules[rule_id].number

    def value(self, rule_id: str, name: str) -> Any:
        """A rule's value, noted as read. Raises KeyError if there is none of that name."""
        value = self._rules[rule_id].values[name].value
        self.reads.add((rule_id, name))
        return value

    def table(self, rule_id: str) -> Mapping[str, Row]:
        """A rule's table: row id -> row, in the file's order; empty if it has none. Rows note what is read of them."""
        return self._rules[rule_id].rows

    def unread(self) -> list[tuple[str, str]]:
        """What no program has read although it is not for the table only, as in `reads`, in the file's order."""
        every = [
            (rule.id, key)
            for rule in self
            for key in (
                *(value.name for value in rule.values.values() if not value.table_only),
                *(
                    f"{row.id}/{column.name}"
                    for row in rule.rows.values()
                    for column in rule.columns.values()
                    if not column.table_only
                ),
            )
        ]
        return [one for one in every if one not in self.reads]

    def unprinted(self) -> list[tuple[str, str]]:
        """(rule id, name) of the values that stand in no placeholder of their rule's text, in the file's order."""
        return [
            (rule.id, name)
            for rule in self
            for name in rule.values
            if not any((found := _NAME.match(inside)) and found[1] == name for inside in _BRACES.findall(rule.text))
        ]

    def text(self, rule_id: str) -> str:
        """The rule's text, Markdown, with every placeholder filled. Printing is not reading: nothing is noted."""
        rule = self._rules[rule_id]

        def fill(match: re.Match[str]) -> str:
            inside = match[1]
            if inside.startswith("@"):
                return self.number(inside[1:])
            name, _, manner = inside.partition(":")
            return written(rule.values[name].value, manner)

        return _BRACES.sub(fill, rule.text)

    def _hash(self) -> str:
        content = [
            self.id,
            self.version,
            [
                [
                    rule.id,
                    {name: value.value for name, value in rule.values.items()},
                    {row.id: dict(row.cells) for row in rule.rows.values()},
                ]
                for rule in self
            ],
        ]
        plain = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.blake2b(plain.encode(), digest_size=8).hexdigest()


def written(value: Any, manner: str = "") -> str:
    """A value as the booklet prints it: 0.5 is '½', -2 has a minus sign, a list is 'a, b or c', None is '–'.

    `manner`: '+' puts a sign before positive numbers, 'words' writes whole numbers up to twenty out.
    """
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            words = [written(one, manner) for one in value]
            return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
        case int() if manner == "words" and 0 <= value < len(_WORDS):
            return _WORDS[value]
        case int() | float():
            sign = "\N{MINUS SIGN}" if value < 0 else "+" if manner == "+" else ""
            size = Fraction(abs(value)).limit_denominator(1_000_000)
            whole, rest = divmod(size, 1)
            if rest == 0:
                return f"{sign}{whole}"
            if rest in _FRACTIONS:
                return f"{sign}{whole or ''}{_FRACTIONS[rest]}"
            return f"{sign}{float(size):g}"
        case _:
            return str(value)


def load_rules(path: str | os.PathLike[str]) -> Rules:
    """Reads a `rules.yaml`. Raises ProblemsFound with everything that is wrong in it."""
    problems = Problems()
    source = read(path, problems)
    rules = rules_from(source, problems) if source is not None else None
    if rules is None or problems:
        raise ProblemsFound(tuple(problems))
    return rules


def rules_from(source: Source, problems: Problems) -> Rules | None:
    """The rules that a source holds; None, with problems, if they cannot be used."""
    if not check(source, "rules", None, problems):
        return None
    before = len(problems)
    data = source.data
    reads: set[tuple[str, str]] = set()
    sections = tuple(
        Section(
            section["id"],
            str(number),
            section["title"],
            section.get("intro", ""),
            tuple(
                _rule(source, ("sections", number - 1, "rules", at), f"{number}.{at + 1}", reads, problems)
                for at in range(len(section["rules"]))
            ),
        )
        for number, section in enumerate(data["sections"], 1)
    )
    _check_ids(sections, source, problems)
    _check_texts(sections, source, problems)
    if len(problems) > before:
        return None
    return Rules(data["id"], data["title"], data["version"], Credit(**data.get("credit", {})), sections, reads)


def _rule(source: Source, way: Way, number: str, reads: set[tuple[str, str]], problems: Problems) -> Rule:
    data: Mapping[str, Any] = source.under(*way).data
    values = {}
    for name, given in data.get("values", {}).items():
        full: Mapping[str, Any] = given if isinstance(given, dict) else {"value": given}
        values[name] = Value(name, full["value"], full.get("unit", ""), full.get("use") == "table")
    table: Mapping[str, Any] = data.get("table", {})
    columns = {
        name: Column(name, column["title"], column.get("unit", ""), column.get("use") == "table")
        for name, column in table.get("columns", {}).items()
    }
    for name in columns:
        if name in ROW_WORDS:
            place = source.key((*way, "table", "columns", name))
            problems.add(place, "bad-form", f"a column cannot be called '{name}'", "every row has that already")
    rows = {}
    for id, row in table.get("rows", {}).items():
        at = (*way, "table", "rows", id)
        for column in columns:
            if column not in row and column not in ROW_WORDS:
                hint = "write null if there is no value"
                problems.add(source.key(at), "missing-key", f"the row '{id}' has no '{column}'", hint)
        for column in row:
            if column not in columns and column not in ROW_WORDS:
                message = f"the table has no column '{column}'"
                problems.add(source.key((*at, column)), "unknown-key", message, suggest(column, columns))
        cells = {name: row.get(name) for name in columns}
        rows[id] = Row(
            data["id"], id, row["title"], cells, reads, row.get("source", data["source"]), row.get("note", "")
        )
    return Rule(
        data["id"],
        number,
        data["title"],
        data.get("text", ""),
        data["source"],
        data.get("note", ""),
        values,
        table.get("title", ""),
        columns,
        rows,
        source.place(way),
    )


def _check_ids(sections: tuple[Section, ...], source: Source, problems: Problems) -> None:
    seen: dict[str, Place] = {}
    for s, section in enumerate(sections):
        ways: list[tuple[str, Way]] = [(f"section {section.id}", ("sections", s, "id"))]
        ways += [(rule.id, ("sections", s, "rules", r, "id")) for r, rule in enumerate(section.rules)]
        for id, way in ways:
            place = source.place(way)
            if id in seen:
                message = f"the id '{id.removeprefix('section ')}' is used already in line {seen[id].line}"
                problems.add(place, "duplicate-id", message, "every rule and every section needs its own")
            seen.setdefault(id, place)


def _check_texts(sections: tuple[Section, ...], source: Source, problems: Problems) -> None:
    """Every placeholder of every text names a value of its rule, or a rule."""
    ids = {rule.id for section in sections for rule in section.rules}
    for s, section in enumerate(sections):
        for r, rule in enumerate(section.rules):
            for number, line in enumerate(rule.text.splitlines()):
                for braces in _BRACES.finditer(line):
                    inside = braces[1]
                    found = _NAME.match(inside)
                    if (found and found[1] in rule.values) or (inside.startswith("@") and inside[1:] in ids):
                        continue
                    place = source.in_text(("sections", s, "rules", r, "text"), number, braces.start())
                    known = {f"@{id}" for id in ids} if inside.startswith("@") else set(rule.values)
                    message = f"the placeholder {{{inside}}} stands for nothing"
                    problems.add(place, "unknown-placeholder", message, suggest(inside.partition(":")[0], known))
