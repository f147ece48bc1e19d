"""The quick-reference sheet: the rules in a line each, keyed to their numbers, and the tables needed in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reportgen.booklet.model import QuickBlock, QuickLine
from reportgen.booklet.spec import mentions_dropped
from reportgen.booklet.tables import table_of
from reportgen.files.ruletext import written

if TYPE_CHECKING:
    from reportgen.files.rules import Rules
    from reportgen.problems import Problems


def solo(rules: Rules | None, problems: Problems) -> tuple[QuickBlock, ...]:
    """The blocks of the sheet for those who play alone; nothing for rules that have none."""
    from reportgen.booklet import find_spec

    spec = find_spec(rules, problems) if rules is not None else None
    if rules is None or spec is None:
        return ()
    tables: Mapping[str, Any] = spec.data.get("tables", {})
    made = (_block(rules, block, tables) for block in spec.data.get("solo", ()))
    return tuple(block for block in made if block.text or block.lines or block.table)


def quick_reference(rules: Rules, data: Mapping[str, Any]) -> Iterator[QuickBlock]:
    """The blocks that `booklet.yaml` names. Without any: every rule that has a short form, and every table, by section.

    What a variant drops is left out, and a block of which nothing is left.
    """
    tables: Mapping[str, Any] = data.get("tables", {})
    if "quick_reference" not in data:
        yield from _all(rules, tables)
        return
    for block in data["quick_reference"]:
        made = _block(rules, block, tables)
        if made.text or made.lines or made.table:
            yield made


def quick_of(rules: Rules | None, problems: Problems) -> tuple[QuickBlock, ...]:
    """The quick reference alone, without the rest of the booklet; nothing for a ruleset without printed rules."""
    from reportgen.booklet import find_spec

    if rules is None:
        return ()
    spec = find_spec(rules, problems)
    return tuple(quick_reference(rules, spec.data if spec is not None else {}))


def _block(rules: Rules, block: Mapping[str, Any], tables: Mapping[str, Any]) -> QuickBlock:
    text = block.get("text", "")
    table_rule = block.get("table", "")
    table = None
    if table_rule in rules:
        how = {**tables.get(table_rule, {})}
        how.pop("wide", None)
        if "groups" in block:
            how["groups"] = block["groups"]
        rows = rules.rule(table_rule).rows.values()
        besides = [name for name in block.get("if_different", ()) if len({row.cells[name] for row in rows}) > 1]
        columns = block.get("columns", ())
        table = table_of(rules, rules.rule(table_rule), how, only=[*besides, *columns] if columns else ())
    return QuickBlock(
        title=block.get("title", ""),
        text="" if mentions_dropped(text, rules) else rules.fill(text, links=True),
        lines=tuple(_lines(rules, block)),
        table=table,
        number=rules.number(table_rule) if table is not None else "",
    )


def _lines(rules: Rules, block: Mapping[str, Any]) -> Iterator[QuickLine]:
    for rule_id in block.get("rules", ()):
        if rule_id in rules:
            yield QuickLine(rules.short(rule_id), rules.number(rule_id))
    name = block.get("value", "amount")
    for rule_id in block.get("amounts", ()):
        if rule_id in rules:
            value = rules.rule(rule_id).values.get(name)
            amount = written(value.value, "+") if value is not None else ""
            yield QuickLine(rules.short(rule_id), rules.number(rule_id), amount)


def _all(rules: Rules, tables: Mapping[str, Any]) -> Iterator[QuickBlock]:
    for section in rules.sections:
        lines = tuple(QuickLine(rules.short(rule.id), rule.number) for rule in section.rules if rule.short)
        if lines:
            yield QuickBlock(section.title, lines=lines)
        for rule in section.rules:
            table = table_of(rules, rule, {**tables.get(rule.id, {}), "wide": False})
            if table is not None:
                yield QuickBlock(rule.table_title or rule.title, table=table, number=rule.number)
