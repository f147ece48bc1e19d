"""A `booklet.yaml`, checked: how tables look, which diagrams and examples there are, the quick-reference sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reportgen.files.rules import Rules, tell_open_braces
from reportgen.files.ruletext import placeholder, placeholders
from reportgen.files.schema import check
from reportgen.files.source import Source, Way, read
from reportgen.files.validate import suggest
from reportgen.problems import Problems

FILE = "booklet.yaml"
EMPTY = Source({"format": "reportgen-booklet/1"})
"""What is taken where there is no such file: the rules, nothing else."""
_BLOCKS = ("quick_reference", "solo")
_LISTS_OF_RULES = ("rules", "amounts")


def load_spec(path: Path, rules: Rules, problems: Problems) -> Source | None:
    """Reads a `booklet.yaml` and holds it against the rules. None, with problems, if it cannot be used.

    Rules that a variant drops may be named all the same: whatever shows them is left out.
    """
    source = read(path, problems)
    if source is None or not check(source, "booklet", None, problems):
        return None
    before = len(problems)
    _check_rules(source, rules, problems)
    _check_texts(source, rules, problems)
    _check_tables(source, rules, problems)
    return source if len(problems) == before else None


def gone(rules: Rules) -> frozenset[str]:
    """The ids of every rule that the variant, or a variant under it, drops."""
    ids: set[str] = set()
    layer: Rules | None = rules
    while layer is not None:
        ids.update(layer.dropped)
        layer = layer.base
    return frozenset(ids)


def _check_rules(source: Source, rules: Rules, problems: Problems) -> None:
    known = gone(rules)
    for rule_id, way in _named(source):
        if rule_id not in rules and rule_id not in known:
            message = f"'{rules.id}' has no rule '{rule_id}'"
            problems.add(source.place(way), "unknown-rule", message, suggest(rule_id, (rule.id for rule in rules)))


def _named(source: Source) -> Iterator[tuple[str, Way]]:
    """Every rule id in the file, and where it stands."""
    data = source.data
    for rule_id, how in data.get("tables", {}).items():
        yield rule_id, ("tables", rule_id)
        for column, others in how.get("titles", {}).items():
            for other in others.split():
                yield other, ("tables", rule_id, "titles", column)
    for key, result in data.get("results", {}).items():
        yield result["rule"], ("results", key, "rule")
    for kind in ("diagrams", "examples", *_BLOCKS):
        for n, block in enumerate(data.get(kind, ())):
            for key in _LISTS_OF_RULES:
                for r, rule_id in enumerate(block.get(key, ())):
                    yield rule_id, (kind, n, key, r)
            if "table" in block:
                yield block["table"], (kind, n, "table")


def _check_texts(source: Source, rules: Rules, problems: Problems) -> None:
    """Every placeholder of every text names a rule's value, or a rule; what a variant drops is told by its own file."""
    known = gone(rules)
    ways: list[Way] = [(key,) for key in ("intro", "odds") if key in source.data]
    for kind in ("diagrams", "examples", *_BLOCKS):
        ways += [(kind, n, "text") for n, block in enumerate(source.data.get(kind, ())) if "text" in block]
    for way in ways:
        text = source.under(*way).data
        tell_open_braces(text, source, way, problems)
        for line, column, inside, hint in rules.unknown(text):
            found = placeholder(inside)
            if found is None or (found.number or found.rule) not in known:
                message = f"the placeholder {{{inside}}} stands for nothing"
                problems.add(source.in_text(way, line, column), "unknown-placeholder", message, hint)


def mentions_dropped(text: str, rules: Rules) -> bool:
    """Whether a text names a rule that the variant drops."""
    known = gone(rules)
    inside = (placeholder(one) for _, _, one in placeholders(text))
    return any(found is not None and (found.number or found.rule) in known for found in inside)


def _check_tables(source: Source, rules: Rules, problems: Problems) -> None:
    for rule_id, how in source.data.get("tables", {}).items():
        if rule_id not in rules:
            continue
        way: Way = ("tables", rule_id)
        named: list[tuple[str, Way]] = [(c, (*way, "leave_out", n)) for n, c in enumerate(how.get("leave_out", ()))]
        named += [(c, (*way, "headings", c)) for c in how.get("headings", {}) if c not in how.get("join", {})]
        named += [(c, (*way, "titles", c)) for c in how.get("titles", {})]
        named += [(c, (*way, "words", c)) for c in how.get("words", {}) if c not in how.get("join", {})]
        for key, joined in how.get("join", {}).items():
            named += [(c, (*way, "join", key, "of", n)) for n, c in enumerate(joined["of"])]
        _check_columns(rule_id, named, source, rules, problems)
    for kind in _BLOCKS:
        for n, block in enumerate(source.data.get(kind, ())):
            rule_id = block.get("table", "")
            if rule_id in rules:
                columns: list[tuple[str, Way]] = [
                    (c, (kind, n, key, at))
                    for key in ("columns", "if_different")
                    for at, c in enumerate(block.get(key, ()))
                ]
                joins = source.data.get("tables", {}).get(rule_id, {}).get("join", {})
                _check_columns(rule_id, [(c, w) for c, w in columns if c not in joins], source, rules, problems)


def _check_columns(
    rule_id: str, named: list[tuple[str, Way]], source: Source, rules: Rules, problems: Problems
) -> None:
    columns = rules.rule(rule_id).columns
    for column, way in named:
        if column not in columns:
            message = f"the table of '{rule_id}' has no column '{column}'"
            problems.add(source.place(way), "unknown-column", message, suggest(column, columns))
