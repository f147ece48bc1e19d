"""A variant laid over the rules that it extends: what the file changes, drops and adds, as one whole source.

Places of what the variant says are its own; everything else stands, for problems, where it says what it extends.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from reportgen.files.lenient import mapping
from reportgen.files.ruletext import placeholders
from reportgen.files.source import Node, Source, Way
from reportgen.files.validate import suggest
from reportgen.problems import Place, Problems

if TYPE_CHECKING:
    from reportgen.files.rules import Rules

VARIANT_KEYS = frozenset(["change", "drop", "add"])
"""What only a file that extends another may say."""
_HEAD = ("format", "id", "title", "subtitle", "version", "credit", "changes")
_TEXTS = ("title", "text", "short", "note", "source")
_WORDS = frozenset(["title", "source", "note"])


class Laid(NamedTuple):
    """A variant as if it were written out; the ids of the rules that it drops, and the rows that it takes away (rule,
    row), with where it says so."""

    whole: Source
    dropped: dict[str, Place]
    removed: dict[tuple[str, str], Place]


def laid_over(under: Source, base: Rules, variant: Source, problems: Problems) -> Laid:
    """The variant laid over what it extends.

    `under` is the source of `base`, itself whole. Whatever the variant may not do becomes a problem.
    """
    over = _Over(under, base, variant, problems)
    over.change()
    dropped = over.drop()
    over.add()
    over.empty_sections()
    return Laid(over.whole(), dropped, over.removed)


class _Over:
    """The work in hand: the base's sections as data and as places, changed bit by bit."""

    def __init__(self, under: Source, base: Rules, variant: Source, problems: Problems) -> None:
        self.base = base
        self.variant = variant
        self.problems = problems
        self.place = variant.place(("extends",))
        self.removed: dict[tuple[str, str], Place] = {}
        self.sections: list[dict[str, Any]] = copy.deepcopy(under.data["sections"])
        self.node = self._standing(self.sections)

    def _standing(self, value: Any) -> Node:
        """Places for a value of the base: all of it where the variant says what it extends."""
        node = Node(self.place.line, self.place.column)
        pairs: Iterator[tuple[Any, Any]] = iter(())
        if isinstance(value, dict):
            pairs = iter(value.items())
        elif isinstance(value, list):
            pairs = iter(enumerate(value))
        for key, part in pairs:
            node.parts[key] = self._standing(part)
            node.keys[str(key)] = (self.place.line, self.place.column)
        return node

    def _node(self, *way: str | int) -> Node:
        """Where the variant says something; where it says what it extends, if nobody knows."""
        return self.variant.under(*way).node or Node(self.place.line, self.place.column)

    def _find(self, rule_id: str) -> tuple[dict[str, Any], Node] | None:
        for s, section in enumerate(self.sections):
            for r, rule in enumerate(section.get("rules", ())):
                if rule["id"] == rule_id:
                    return rule, self.node.parts[s].parts["rules"].parts[r]
        return None

    def _unknown(self, rule_id: str, way: Way) -> None:
        known = [rule["id"] for section in self.sections for rule in section.get("rules", ())]
        message = f"'{self.base.id}' has no rule '{rule_id}'"
        place = self.variant.place(way) if way[-1] == "after" else self.variant.key(way)
        self.problems.add(place, "unknown-rule", message, suggest(rule_id, known))

    # -- changed rules -----------------------------------------------------------------------------------------------

    def change(self) -> None:
        for rule_id, part in mapping(self.variant.data, "change").items():
            found = self._find(rule_id)
            if found is None:
                self._unknown(rule_id, ("change", rule_id))
                continue
            self._change(rule_id, part, *found)

    def _change(self, rule_id: str, part: Mapping[str, Any], rule: dict[str, Any], node: Node) -> None:
        was = {key: copy.deepcopy(rule.get(key)) for key in ("title", "text", "values")}
        said = self._node("change", rule_id)
        node.line, node.column = said.line, said.column
        for key in _TEXTS:
            if key in part:
                rule[key] = part[key]
                _put(node, key, said)
        if "values" in part:
            self._values(rule_id, part["values"], rule, node)
        if "table" in part:
            self._table(rule_id, part["table"], rule, node)
        if "source" not in part and any(rule.get(key) != was[key] for key in was):
            rule["source"] = "variant"

    def _values(self, rule_id: str, given: Mapping[str, Any], rule: dict[str, Any], node: Node) -> None:
        values = rule.setdefault("values", {})
        holder = node.parts.setdefault("values", self._standing({}))
        said = self._node("change", rule_id, "values")
        for name, new in given.items():
            old = values.get(name)
            full = dict(old) if isinstance(old, dict) else {} if old is None else {"value": old}
            full.update(new if isinstance(new, dict) else {"value": new})
            plain = not isinstance(old, dict) and list(full) == ["value"]
            way: Way = ("change", rule_id, "values", name)
            if name not in values and self.base.engine and not self._used(rule_id, name, new):
                message = f"the rule '{rule_id}' has no value '{name}'"
                hint = suggest(name, values) or "let a text of the rule show it in braces, if it is a new one"
                self.problems.add(self.variant.key(way), "unknown-value", message, hint)
                continue
            if old is not None:
                self._same_kind(old["value"] if isinstance(old, dict) else old, full["value"], way)
            values[name] = full["value"] if plain else full
            _put(holder, name, said)

    def _used(self, rule_id: str, name: str, new: Any) -> bool:
        """Whether a value that the base does not have is one that the variant itself has a use for."""
        if isinstance(new, dict) and new.get("use") == "table":
            return True
        own = self.variant.data["change"][rule_id]
        said = [(f"{rule_id}/{name}", text) for text in _strings(self.variant.data)]
        said += [(name, own[key]) for key in ("text", "short", "note") if key in own]
        return any(inside.partition(":")[0] == wanted for wanted, text in said for _, _, inside in placeholders(text))

    def _table(self, rule_id: str, given: Mapping[str, Any], rule: dict[str, Any], node: Node) -> None:
        if "table" not in rule:
            message = f"the rule '{rule_id}' has no table to change"
            self.problems.add(self.variant.key(("change", rule_id, "table")), "unknown-key", message, "")
            return
        table = rule["table"]
        there = node.parts["table"]
        said = self._node("change", rule_id, "table")
        if "title" in given:
            table["title"] = given["title"]
            _put(there, "title", said)
        for row_id, new in given.get("rows", {}).items():
            way: Way = ("change", rule_id, "table", "rows", row_id)
            old = table["rows"].get(row_id)
            if new is None:
                if table["rows"].pop(row_id, None) is None:
                    message = f"the table has no row '{row_id}' to take away"
                    self.problems.add(self.variant.key(way), "unknown-row", message, suggest(row_id, table["rows"]))
                self.removed[rule_id, row_id] = self.variant.key(way)
                continue
            if old is None and "title" not in new:
                message = f"the new row '{row_id}' has no title"
                hint = suggest(row_id, table["rows"])
                self.problems.add(self.variant.key(way), "missing-key", message, hint)
                continue
            for column, value in new.items():
                if old is not None and column not in _WORDS:
                    self._same_kind(old.get(column), value, (*way, column))
            row = {**(old or {}), **new}
            table["rows"][row_id] = row if row == old else {**row, "source": new.get("source", "variant")}
            rows, row_said = there.parts["rows"], self._node(*way)
            if old is None:
                rows.parts[row_id] = row_said
                if "rows" in said.parts:
                    rows.keys[row_id] = said.parts["rows"].keys[row_id]
            else:
                known = rows.parts[row_id]
                known.line, known.column = row_said.line, row_said.column
                for column in new:
                    _put(known, column, row_said)

    def _same_kind(self, old: Any, new: Any, way: Way) -> None:
        """A number stays a number and a whole one whole, so that whoever reads it can go on reading it."""
        fine = (
            (isinstance(new, bool) and isinstance(old, bool))
            or (_whole(old) and _whole(new))
            or (isinstance(old, float) and _number(new))
            or (isinstance(old, str) and (isinstance(new, str) or _whole(new)))
            or (_whole(old) and isinstance(new, str) and way[-3:-2] == ("rows",))
            or (isinstance(old, list) and isinstance(new, list))
            or old is None
        )
        if not fine:
            wanted = "a whole number" if _whole(old) else "a number" if isinstance(old, float) else "of the same kind"
            message = f"in '{self.base.id}' this is {_shown(old)}; here it is {_shown(new)}"
            self.problems.add(self.variant.place(way), "wrong-type", message, f"it must be {wanted}")

    # -- dropped rules -----------------------------------------------------------------------------------------------

    def drop(self) -> dict[str, Place]:
        dropped: dict[str, Place] = {}
        for n, rule_id in enumerate(self.variant.data.get("drop", ())):
            found = self._find(rule_id)
            if found is None:
                self._unknown(rule_id, ("drop", n))
                continue
            rule = self.base.rule(rule_id)
            needed = [value.name for value in rule.values.values() if not value.table_only and value.without is None]
            needed += [name for name, column in rule.columns.items() if not column.table_only]
            if needed and self.base.engine:
                message = f"the engine cannot do without '{rule_id}'"
                hint = f"change it instead: it reads {', '.join(needed)}"
                self.problems.add(self.variant.place(("drop", n)), "cannot-drop", message, hint)
                continue
            dropped[rule_id] = self.variant.place(("drop", n))
            for s, section in enumerate(self.sections):
                self._take(s, next((r for r, one in enumerate(section.get("rules", ())) if one is found[0]), None))
        return dropped

    def _take(self, section: int, at: int | None) -> None:
        if at is None:
            return
        rules = self.sections[section]["rules"]
        del rules[at]
        _renumber(self.node.parts[section].parts["rules"], [n for n in range(len(rules) + 1) if n != at])

    # -- added rules and sections ------------------------------------------------------------------------------------

    def add(self) -> None:
        for n, given in enumerate(self.variant.data.get("sections", ())):
            self._add_section(n, given)
        for n, given in enumerate(self.variant.data.get("add", ())):
            self._add_rule(n, given)

    def _add_section(self, n: int, given: Mapping[str, Any]) -> None:
        ids = [section["id"] for section in self.sections]
        at = len(ids)
        after = given.get("after")
        if after is not None:
            if after not in ids:
                message = f"there is no section '{after}'"
                place = self.variant.place(("sections", n, "after"))
                self.problems.add(place, "unknown-section", message, suggest(after, ids))
                return
            at = ids.index(after) + 1
        section = {key: value for key, value in given.items() if key != "after"}
        section["rules"] = [{"source": "variant", **rule} for rule in given.get("rules", ())]
        node = self._node("sections", n)
        node.parts.setdefault("rules", self._standing([]))
        self._insert(self.sections, self.node, at, section, node)

    def _add_rule(self, n: int, given: Mapping[str, Any]) -> None:
        """After a rule, or at the end of a section."""
        after, section_id = given.get("after"), given.get("section")
        where = None
        for s, section in enumerate(self.sections):
            rules = section.setdefault("rules", [])
            if after is None and section["id"] == section_id:
                where = s, len(rules)
            elif after is not None:
                where = next(((s, r + 1) for r, rule in enumerate(rules) if rule["id"] == after), where)
        if where is None:
            if after is None and section_id is None:
                place = self.variant.place(("add", n))
                self.problems.add(place, "missing-key", "where this rule stands is not said", "say after: or section:")
            elif after is not None:
                self._unknown(after, ("add", n, "after"))
            else:
                ids = [section["id"] for section in self.sections]
                place = self.variant.place(("add", n, "section"))
                hint = suggest(str(section_id), ids)
                self.problems.add(place, "unknown-section", f"there is no section '{section_id}'", hint)
            return
        s, at = where
        rule = {"source": "variant", **{k: v for k, v in given.items() if k not in ("after", "section")}}
        holder = self.node.parts[s].parts.setdefault("rules", self._standing([]))
        self._insert(self.sections[s]["rules"], holder, at, rule, self._node("add", n))

    def _insert(self, values: list[Any], holder: Node, at: int, value: Any, node: Node) -> None:
        values.insert(at, value)
        _renumber(holder, [n - (n > at) for n in range(len(values))])
        holder.parts[at] = node

    def empty_sections(self) -> None:
        """A section of which nothing is left goes too."""
        kept = [n for n, section in enumerate(self.sections) if section.get("rules") or section.get("intro")]
        self.sections = [self.sections[n] for n in kept]
        _renumber(self.node, kept)

    def whole(self) -> Source:
        data = {key: self.variant.data[key] for key in _HEAD if key in self.variant.data}
        data["sections"] = self.sections
        root = self._standing({})
        top = self._node()
        for key in data:
            if key != "sections":
                _put(root, key, top)
        root.parts["sections"] = self.node
        return Source(data, self.variant.file, root, self.variant.lines)


def _strings(data: Any) -> Iterator[str]:
    """Every text in some data."""
    if isinstance(data, str):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _strings(part)


def _put(node: Node, key: str, said: Node) -> None:
    """The part of `node` at `key` now stands where `said` has it."""
    if key in said.parts:
        node.parts[key] = said.parts[key]
        node.keys[key] = said.keys.get(key, (said.parts[key].line, said.parts[key].column))


def _renumber(holder: Node, old: list[int]) -> None:
    """The parts of a list that has changed: the n-th was the `old[n]`-th."""
    parts = dict(holder.parts)
    holder.parts = {n: parts[was] for n, was in enumerate(old) if was in parts}


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if _number(value):
        return f"the number {value:g}"
    return f"'{value}'" if isinstance(value, str) else "empty" if value is None else "a list"
