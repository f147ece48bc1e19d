"""A `rules.yaml` as programs read it: values by rule and name, and a record of what was read.

Every number of a ruleset stands there once. The engine asks for it here, the booklet prints it from here, and a test
asks what nobody asked for. A variant (`extends`) is read as the whole set of rules that it comes to.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from reportgen.files.folder import extended, file_below
from reportgen.files.ruleparts import ROW_WORDS, Change, Column, Credit, Row, Rule, Section, Value
from reportgen.files.ruletext import Placeholder, filled, open_braces, pictures_in, placeholder, placeholders, written
from reportgen.files.schema import check
from reportgen.files.schema_rules import NO_ENGINE
from reportgen.files.source import Source, Way, read, short
from reportgen.files.validate import suggest
from reportgen.files.variants import VARIANT_KEYS, laid_over
from reportgen.paths import is_folder
from reportgen.problems import NOWHERE, Place, Problems, ProblemsFound

__all__ = ["Change", "Credit", "Row", "Rule", "Rules", "Section", "Value", "load_rules", "rules_from", "written"]


_DOTS = (".", "..")


class Rules:
    """The rules of one ruleset or variant. `hash` covers the id, the version and every value, but no text: two files
    with one hash play the same.

    `engine` is the id of the ruleset that plays them, or empty; `base` the rules that a variant extends, or None;
    `dropped` those of its rules that it does without; `sources` what the file looks like, for problems.
    """

    def __init__(
        self,
        id: str,
        title: str,
        version: str,
        credit: Credit,
        sections: tuple[Section, ...],
        reads: set[tuple[str, str]],
        *,
        subtitle: str = "",
        engine: str = "",
        changes: tuple[Change, ...] = (),
        base: Rules | None = None,
        dropped: Iterable[Rule] = (),
        file: str = "",
        extends_at: Place = NOWHERE,
    ) -> None:
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.version = version
        self.credit = credit
        self.sections = sections
        self.engine = engine
        self.changes = changes
        self.base = base
        self.file = file
        self.extends_at = extends_at
        """Where a variant says what it extends."""
        self.pictures: dict[str, Place] = {}
        """The pictures that the texts name, by file, and where the first of each is named."""
        self.reads = reads
        """(rule id, value's name or 'row/column') of everything read so far."""
        self._rules = {rule.id: rule for section in sections for rule in section.rules}
        self.dropped: Mapping[str, Rule] = {rule.id: rule for rule in dropped}
        self.hash = self._hash()

    def layers(self) -> Iterator[Rules]:
        """These rules and those that they extend, and so on."""
        layer: Rules | None = self
        while layer is not None:
            yield layer
            layer = layer.base

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

    def section_of(self, rule_id: str) -> Section:
        """The section in which a rule stands. Raises KeyError if there is no such rule."""
        return self.sections[int(self._rules[rule_id].number.partition(".")[0]) - 1]

    def value(self, rule_id: str, name: str) -> Any:
        """A rule's value, noted as read; of a dropped rule what is taken without it. Raises KeyError if there is none
        of that name."""
        dropped = self.dropped.get(rule_id)
        if dropped is not None:
            return dropped.values[name].without
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
        """(rule id, name) of the values that stand in no text, in the file's order."""
        printed: set[tuple[str, str]] = set()
        for own, text, _ in self._texts():
            for _, _, inside in placeholders(text):
                found = placeholder(inside)
                if found is not None:
                    printed.add((found.rule or (own.id if own else ""), found.name))
        return [(rule.id, name) for rule in self for name in rule.values if (rule.id, name) not in printed]

    def text(self, rule_id: str, links: bool = False) -> str:
        """The rule's text, Markdown, with every placeholder filled. Printing is not reading: nothing is noted."""
        return self.fill(self._rules[rule_id].text, rule_id, links)

    def short(self, rule_id: str, links: bool = False) -> str:
        """The rule in a line for the quick-reference sheet, filled; its text if it has no short form."""
        rule = self._rules[rule_id]
        return self.fill(rule.short or rule.text, rule_id, links)

    def fill(self, text: str, rule_id: str = "", links: bool = False) -> str:
        """A text with its placeholders filled; those without a rule of their own mean `rule_id`.

        With `links` the number of a rule is a Markdown link to `#` and the rule's id.
        """

        def say(found: Placeholder) -> str:
            if found.number:
                number = self.number(found.number)
                return f"[{number}](#{found.number})" if links else number
            rule = self._rules[found.rule or rule_id]
            if found.column:
                return written(rule.rows[found.name].cells[found.column], found.manner)
            return written(rule.values[found.name].value, found.manner)

        return filled(text, say)

    def unknown(self, text: str, own: Rule | None = None) -> Iterator[tuple[int, int, str, str]]:
        """(line and column from 0, what stands in braces, a hint) of everything in braces that stands for nothing.

        `own` is the rule whose text it is.
        """
        for line, column, inside in placeholders(text):
            found = placeholder(inside)
            known: Iterable[str] = own.values if own else ()
            if found is not None and found.number:
                if found.number in self._rules:
                    continue
                known = {f"@{id}" for id in self._rules}
            elif found is not None:
                rule = self._rules.get(found.rule) if found.rule else own
                if rule is None:
                    known = {f"{id}/{name}" for id, one in self._rules.items() for name in one.values}
                elif found.column:
                    if found.name in rule.rows and found.column in rule.columns:
                        continue
                    known = {f"{rule.id}/{row}/{cell}" for row in rule.rows for cell in rule.columns}
                elif found.name in rule.values:
                    continue
                elif found.rule:
                    known = {f"{rule.id}/{name}" for name in rule.values}
            gone = found is not None and (found.number or found.rule) in self.dropped
            hint = f"change the text of '{own.id}' too, for the rule is dropped" if gone and own else ""
            yield line, column, inside, hint or suggest(inside.partition(":")[0], known)

    def _texts(self) -> Iterator[tuple[Rule | None, str, Way]]:
        """Every text that may have placeholders: whose it is, the text, and where it stands."""
        for c, change in enumerate(self.changes):
            yield None, change.text, ("changes", c, "text")
        for s, section in enumerate(self.sections):
            yield None, section.intro, ("sections", s, "intro")
            for r, rule in enumerate(section.rules):
                way: Way = ("sections", s, "rules", r)
                yield rule, rule.text, (*way, "text")
                yield rule, rule.short, (*way, "short")
                yield rule, rule.note, (*way, "note")
                for row in rule.rows.values():
                    yield rule, row.note, (*way, "table", "rows", row.id, "note")

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


Bases = Mapping[str, Path]
"""The rules that a variant may extend by name: id -> file."""


def load_rules(path: str | os.PathLike[str], bases: Bases | None = None) -> Rules:
    """Reads a `rules.yaml`. Raises ProblemsFound with everything that is wrong in it, or in what it extends."""
    problems = Problems()
    source = read(path, problems)
    rules = rules_from(source, problems, Path(path).parent, bases) if source is not None else None
    if rules is None or problems:
        raise ProblemsFound(tuple(problems))
    return rules


def rules_from(
    source: Source, problems: Problems, folder: Path | None = None, bases: Bases | None = None
) -> Rules | None:
    """The rules that a source holds; None, with problems, if they cannot be used.

    What it extends is an id of `bases`, or a file in `folder` or below.
    """
    made = _read(source, problems, folder, bases or {}, ())
    return made[1] if made is not None else None


def _read(
    source: Source, problems: Problems, folder: Path | None, bases: Bases, reached: tuple[Path, ...]
) -> tuple[Source, Rules] | None:
    """The source, with what it extends under it, and the rules that it holds. `reached`: the files that led to it."""
    before = len(problems)
    if not check(source, "rules", None, problems):
        return None
    if "extends" not in source.data:
        for key in VARIANT_KEYS & source.data.keys():
            message = f"'{key}' is for a file that extends other rules"
            problems.add(source.key((key,)), "unknown-key", message, "say which: extends: RULESET")
        if "sections" not in source.data:
            problems.add(source.place(), "missing-key", "the key 'sections' is missing")
        if len(problems) > before:
            return None
        engine = "" if source.data.get("engine") == NO_ENGINE else source.data["id"]
        rules = _made(source, problems, engine)
        return (source, rules) if rules is not None else None
    found = _base(source, problems, folder, bases, reached)
    if found is None:
        return None
    under, base = found
    if base.engine and source.data["id"] == base.engine:
        message = f"a variant of '{base.engine}' cannot have its id"
        problems.add(source.place(("id",)), "duplicate-id", message, "give it an id of its own")
    whole, dropped, removed = laid_over(under, base, source, problems)
    if len(problems) > before:
        return None
    ids = {rule["id"] for section in whole.data["sections"] for rule in section.get("rules", ())}
    gone = [rule for id, rule in base.dropped.items() if id not in ids]
    gone += [replace(base.rule(id), place=place) for id, place in dropped.items()]
    rules = _made(whole, problems, base.engine, base, gone, source.place(("extends",)), removed)
    return (whole, rules) if rules is not None else None


def _base(
    source: Source, problems: Problems, folder: Path | None, bases: Bases, reached: tuple[Path, ...]
) -> tuple[Source, Rules] | None:
    """What a variant extends."""
    name = source.data["extends"]
    place = source.place(("extends",))
    path = bases.get(name.replace("-", "_"))
    if path is None:
        of_file = "/" in name or name.endswith((".yaml", ".yml"))
        if of_file or (folder is not None and name not in _DOTS and is_folder(folder / name)):
            path, name = file_below(folder, name, "rules.yaml", place, problems) or (None, name)
        else:
            message = f"there is no ruleset '{short(name)}' to extend"
            problems.add(place, "unknown-ruleset", message, suggest(name, bases) or "or name a file: rules/mine.yaml")
    if path is None:
        return None
    found = extended(path, "rules", name, place, problems, reached, str(path))
    return _read(found[0], problems, path.parent, bases, found[1]) if found is not None else None


def _made(
    source: Source,
    problems: Problems,
    engine: str,
    base: Rules | None = None,
    dropped: Iterable[Rule] = (),
    extends_at: Place = NOWHERE,
    removed: Mapping[tuple[str, str], Place] | None = None,
) -> Rules | None:
    """The rules of a source that has everything in it."""
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
                _rule(source, ("sections", number - 1, "rules", at), f"{number}.{at + 1}", reads, problems, engine)
                for at in range(len(section.get("rules", ())))
            ),
            source.place(("sections", number - 1)),
        )
        for number, section in enumerate(data["sections"], 1)
    )
    _check_ids(sections, source, problems)
    for s, section in enumerate(sections):
        if not section.rules and not section.intro:
            message = f"the section '{section.id}' says nothing"
            problems.add(source.place(("sections", s)), "missing-key", message, "give it an intro or rules")
    rules = Rules(
        data["id"],
        data["title"],
        data["version"],
        Credit(**data.get("credit", {})),
        sections,
        reads,
        subtitle=data.get("subtitle", ""),
        engine=engine,
        changes=tuple(Change(**change) for change in data.get("changes", ())),
        base=base,
        dropped=dropped,
        file=source.file,
        extends_at=extends_at,
    )
    for own, text, way in rules._texts():
        for line, column, inside, hint in rules.unknown(text, own):
            cell = placeholder(inside)
            row = (cell.rule or (own.id if own else ""), cell.name) if cell is not None and cell.column else ("", "")
            if removed and row in removed and own is not None:
                message = f"the text of '{own.id}' shows '{row[1]}' of '{row[0]}', which is taken away here"
                problems.add(removed[row], "cannot-drop", message, f"change that text too: it says {{{inside}}}")
                continue
            place = source.in_text(way, line, column)
            problems.add(place, "unknown-placeholder", f"the placeholder {{{inside}}} stands for nothing", hint)
        tell_open_braces(text, source, way, problems)
        for line, column, file in pictures_in(text):
            rules.pictures.setdefault(file, source.in_text(way, line, column))
    return rules if len(problems) == before else None


def tell_open_braces(text: str, source: Source, way: Way, problems: Problems) -> None:
    """Tells every brace of the text at `way` that is not closed: it would be printed as it stands."""
    for line, column in open_braces(text):
        hint = "write } behind the name in the same line, or {{ for a brace"
        problems.add(source.in_text(way, line, column), "open-brace", "this brace is not closed", hint)


def _rule(source: Source, way: Way, number: str, reads: set[tuple[str, str]], problems: Problems, engine: str) -> Rule:
    data: Mapping[str, Any] = source.under(*way).data
    if "source" not in data and engine:
        problems.add(source.place(way), "missing-key", "the key 'source' is missing")
    origin = data.get("source", "published")
    values = {}
    for name, given in data.get("values", {}).items():
        full: Mapping[str, Any] = given if isinstance(given, dict) else {"value": given}
        values[name] = Value(
            name,
            full["value"],
            full.get("unit", ""),
            full.get("use") == "table",
            full.get("without"),
            source.place((*way, "values", name)),
        )
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
                hint = _missing_cell(column, table["rows"].values(), engine)
                problems.add(source.key(at), "missing-key", f"the row '{id}' has no '{column}'", hint)
        for column in row:
            if column not in columns and column not in ROW_WORDS:
                message = f"the table has no column '{column}'"
                problems.add(source.key((*at, column)), "unknown-key", message, suggest(column, columns))
        cells = {name: row.get(name) for name in columns}
        rows[id] = Row(
            data["id"],
            id,
            row["title"],
            cells,
            reads,
            row.get("source", origin),
            row.get("note", ""),
            source.place((*way, "table", "rows", id)),
            {name: source.place((*way, "table", "rows", id, name)) for name in cells},
        )
    return Rule(
        data["id"],
        number,
        data["title"],
        data.get("text", ""),
        origin,
        data.get("short", ""),
        data.get("note", ""),
        values,
        table.get("title", ""),
        columns,
        rows,
        source.place(way),
    )


def _missing_cell(column: str, rows: Iterable[Mapping[str, Any]], engine: str) -> str:
    """What to write in a cell that was left out. An engine takes an empty one only where its own tables have such."""
    said = [row[column] for row in rows if column in row and row.get("source") != "variant"]
    if not engine or None in said:
        return "write null if there is no value"
    plain = [value for value in said if isinstance(value, str | int | float)]
    return f"every row says it, as in {column}: {short(json.dumps(plain[0], ensure_ascii=False))}" if plain else ""


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
