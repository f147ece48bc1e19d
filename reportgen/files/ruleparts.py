"""What rules are made of: values, tables, rules, sections, and whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reportgen.problems import NOWHERE, Place

ROW_WORDS = frozenset(["title", "source", "note"])
"""What a table's row says besides its columns."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number or word of a rule. `unit` may be empty; `table_only`: no program needs to read it.

    `without` is what the engine takes if a variant drops the rule, or None: then the rule cannot be dropped.
    """

    name: str
    value: Any
    unit: str = ""
    table_only: bool = False
    without: Any = None
    place: Place = field(default=NOWHERE, compare=False)


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

    __slots__ = ("_reads", "_rule", "cells", "id", "note", "place", "places", "source", "title")

    def __init__(
        self,
        rule: str,
        id: str,
        title: str,
        cells: Mapping[str, Any],
        reads: set[tuple[str, str]],
        source: str = "",
        note: str = "",
        place: Place = NOWHERE,
        places: Mapping[str, Place] | None = None,
    ) -> None:
        self._rule = rule
        self._reads = reads
        self.id = id
        self.title = title
        self.cells = cells
        self.source = source
        self.note = note
        self.place = place
        self.places = dict.fromkeys(cells, place) if places is None else places
        """Where the value in each column stands."""

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
    """A rule. `number` is counted ('5.2'); `text` and `short` are Markdown with placeholders unfilled, may be empty.

    `values`, `columns` and `rows` are for printing; programs use `Rules.value` and `Rules.table`.
    """

    id: str
    number: str
    title: str
    text: str
    source: str
    short: str = ""
    note: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)
    table_title: str = ""
    columns: Mapping[str, Column] = field(default_factory=dict)
    rows: Mapping[str, Row] = field(default_factory=dict)
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the booklet. `number` is counted from 1; `intro` is Markdown with placeholders, may be empty."""

    id: str
    number: str
    title: str
    intro: str
    rules: tuple[Rule, ...]
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Change:
    """What became different in a version; `text` is Markdown with placeholders."""

    version: str
    text: str


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose rules these are. Any of it may be empty; `note` is Markdown."""

    author: str = ""
    title: str = ""
    where: str = ""
    note: str = ""
