"""A booklet from rules and a `booklet.yaml`: every number in it comes from the rules, every sum from the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportgen import rulesets
from reportgen.battle.odds import WithOdds
from reportgen.booklet.compare import Compared, compare
from reportgen.booklet.model import Booklet, Changed, Difference, Edition, Entry, Note, Part, Sign
from reportgen.booklet.plates import Plates
from reportgen.booklet.quick import quick_reference
from reportgen.booklet.spec import EMPTY, mentions_dropped
from reportgen.booklet.tables import table_of
from reportgen.files.ruleparts import Credit, Row
from reportgen.files.schema_rules import SOURCES

if TYPE_CHECKING:
    from reportgen.battle.ruleset import Ruleset
    from reportgen.files.rules import Rule, Rules
    from reportgen.files.source import Source
    from reportgen.problems import Problems

MARKS = {
    "published": "*",
    "ruling": "†",
    "playtest": "‡",
    "completion": "§",
    "erratum": "¶",
    "variant": "◊",
}
"""The sign of each source of a rule. What is published has none, except in a table that is otherwise not."""


def booklet(
    rules: Rules,
    spec: Source | None,
    ruleset: Ruleset | None,
    problems: Problems,
    edition: Edition = "full",
    changes_from: Rules | None = None,
) -> Booklet:
    """The booklet of some rules. `ruleset` plays the examples; without one there are none.

    What is wrong with diagrams and examples becomes problems; what they were to show is left out then.
    """
    spec = spec or EMPTY
    data: Mapping[str, Any] = spec.data
    compared = compare(changes_from, rules) if changes_from else Compared()
    writer = _Writer(rules, data.get("tables", {}), compared)
    parts = tuple(writer.parts())
    full = edition == "full"
    plates = Plates(rules, spec, ruleset, problems, _base_of(rules, spec)) if full and ruleset is not None else None
    intro, odds_text = data.get("intro", ""), data.get("odds", "")
    return Booklet(
        id=rules.id,
        title=rules.title,
        subtitle=rules.subtitle,
        version=rules.version,
        edition=edition,
        intro="" if mentions_dropped(intro, rules) else rules.fill(intro, links=True),
        parts=parts,
        signs=tuple(writer.signs()),
        notes=tuple(writer.notes),
        changes=tuple(Changed(change.version, rules.fill(change.text, links=True)) for change in rules.changes),
        compared=f"{changes_from.title}, version {changes_from.version}" if changes_from else "",
        differences=compared.lines,
        diagrams=tuple(plates.diagrams()) if plates else (),
        examples=tuple(plates.examples()) if plates else (),
        odds_text="" if mentions_dropped(odds_text, rules) else rules.fill(odds_text, links=True),
        odds=ruleset.odds_tables() if isinstance(ruleset, WithOdds) else (),
        quick=tuple(quick_reference(rules, data)),
        credits=tuple(credits_of(rules)),
        filling=tuple(data.get("filling", ("notes",))),
        files=tuple(layer.file for layer in rules.layers()),
    )


def _base_of(rules: Rules, spec: Source) -> Ruleset | None:
    """The engine with the numbers of the rules whose `booklet.yaml` a variant makes do with; None if it has its own."""
    if rules.base is None or Path(spec.file).parent == Path(rules.file).parent:
        return None
    own = next((one for one in rules.layers() if Path(one.file).parent == Path(spec.file).parent), rules.base)
    return rulesets.player_of(own)


def credits_of(rules: Rules) -> Iterator[tuple[str, Credit]]:
    """Whose rules these are, and those that they extend."""
    for layer in rules.layers():
        if layer.credit != Credit() or layer.base is not None:
            yield f"{layer.title}, version {layer.version}", layer.credit


class _Writer:
    """Writes the parts one after the other; notes are numbered as they come, signs noted as they are used."""

    def __init__(self, rules: Rules, tables: Mapping[str, Any], compared: Compared) -> None:
        self.rules = rules
        self.tables = tables
        self.compared = compared
        self.notes: list[Note] = []
        self.used: set[str] = set()

    def parts(self) -> Iterator[Part]:
        for section in self.rules.sections:
            yield Part(
                section.id,
                section.number,
                section.title,
                self.rules.fill(section.intro, links=True),
                tuple(self._entry(rule) for rule in section.rules),
                self.compared.sections.get(section.id, ""),
                section.place,
            )

    def signs(self) -> Iterator[Sign]:
        """Those that were used, in the order of the sources."""
        for source, meaning in SOURCES.items():
            if source in self.used:
                yield Sign(source, MARKS[source], meaning)

    def _entry(self, rule: Rule) -> Entry:
        mark = ""
        if rule.source != "published":
            mark = self._sign(rule.source)
        note = self._note(rule.number, rule.note, rule.id)

        def row_mark(row: Row) -> str:
            return self._sign(row.source) if row.source != rule.source else ""

        def row_note(row: Row) -> str:
            return self._note(rule.number, row.note, rule.id, row.title)

        def row_difference(row: Row) -> Difference:
            return self.compared.rows.get((rule.id, row.id), "")

        table = table_of(self.rules, rule, self.tables.get(rule.id, {}), row_mark, row_note, row_difference)
        return Entry(
            rule.id,
            rule.number,
            rule.title,
            self.rules.text(rule.id, links=True),
            mark,
            note,
            table,
            self.compared.rules.get(rule.id, ""),
            rule.place,
        )

    def _sign(self, source: str) -> str:
        self.used.add(source)
        return MARKS[source]

    def _note(self, number: str, text: str, rule_id: str, row: str = "") -> str:
        if not text:
            return ""
        mark = roman(len(self.notes) + 1)
        self.notes.append(Note(mark, number, self.rules.fill(text, rule_id, links=True), row))
        return mark


_ROMAN: tuple[tuple[int, str], ...] = (
    *((100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def roman(number: int) -> str:
    """A number from 1 as small roman figures."""
    out = ""
    for value, figure in _ROMAN:
        while number >= value:
            out += figure
            number -= value
    return out
