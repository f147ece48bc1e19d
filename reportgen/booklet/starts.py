"""New files to start from: a variant of a ruleset with every number that it may change, rules without an engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from reportgen.files.rules import written
from reportgen.files.source import read_plain

if TYPE_CHECKING:
    from reportgen.files.rules import Rule, Rules


def variant(rules: Rules, id: str, title: str) -> str:
    """A `rules.yaml` that extends some rules and changes nothing yet: their numbers stand there, all marked out."""
    return "\n".join(_variant(rules, id, title)) + "\n"


def _variant(rules: Rules, id: str, title: str) -> Iterator[str]:
    yield f"# A variant of {rules.title}, version {rules.version}. What it does not mention is as it is there."
    yield "format: reportgen-rules/1"
    yield f"id: {_plain(id)}"
    yield f"title: {_quoted(title)}"
    yield 'version: "0.1"'
    yield f"extends: {rules.id}"
    yield "changes:"
    yield f'  - {{version: "0.1", text: {_quoted(f"A first draft, after {rules.title} {rules.version}.")}}}'
    yield ""
    yield "# Take the # away from what you want to change, and write your own number in. A rule may also have its own"
    yield "# title:, text:, note: and short: (its line on the quick-reference sheet)."
    yield "change:"
    for rule in rules:
        for line in _numbers(rule):
            yield f"  # {line}"
    yield ""
    yield "# Rules that you do without, and rules of your own:"
    yield "# drop: [RULE]"
    yield "# add:"
    last = rules.sections[-1].id
    yield f"#   - {{section: {last}, id: {last}.mine, title: My rule, text: What it says.}}"


def _numbers(rule: Rule) -> Iterator[str]:
    """A rule's values and table as changes that change nothing."""
    if not rule.values and not rule.rows:
        return
    yield f"{rule.id}:  # {rule.number} {rule.title}"
    if rule.values:
        given = ", ".join(f"{value.name}: {_yaml(value.value)}" for value in rule.values.values())
        yield f"  values: {{{given}}}"
    if rule.rows:
        yield "  table:"
        yield "    rows:"
        for row in rule.rows.values():
            cells = ", ".join(f"{name}: {_yaml(cell)}" for name, cell in row.cells.items())
            yield f"      {row.id}: {{{cells}}}"


def _yaml(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _plain(id: str) -> str:
    """A name as YAML takes it for a text: in quotes if it is one of its own words, such as `true`."""
    return id if read_plain(id) == id else _quoted(id)


def _quoted(text: str) -> str:
    """A text that YAML takes for one."""
    return "'" + text.replace("'", "''") + "'"


def written_out(id: str, title: str) -> str:
    """A `rules.yaml` without an engine, with one of everything that it may hold."""
    return _RULES.format(id=_plain(id), title=_quoted(title), dice=written(2))


_RULES = """\
# Rules without an engine: `reportgen booklet` prints them, nothing plays them.
format: reportgen-rules/1
id: {id}
title: {title}
subtitle: Rules for a small table
version: "0.1"
engine: none
credit:
  note: Say here whose rules these are.
changes:
  - {{version: "0.1", text: The first draft.}}

sections:
  - id: introduction
    title: What this is
    # A section may be nothing but Markdown: paragraphs, lists, tables, pictures from this folder.
    intro: |
      Two players, a kitchen table, and an hour.

      - {{@turn.order}} says what happens in a turn.
      - Pictures are written `![words for those who cannot see it](picture.png "and what stands below it")`.

  - id: turn
    title: The turn
    rules:
      # Rules are numbered as they come. A number stands once, under values, and in texts by its name in braces.
      - id: turn.order
        title: Order of play
        text: Each player throws {{dice:words}} dice; the higher total moves first.
        short: "{{dice}} dice each, the higher moves first"
        values: {{dice: {dice}}}
      - id: turn.length
        title: Length
        text: The game lasts {{turns}} turns.
        note: Nobody has tried longer games yet.
        values: {{turns: 8}}

  - id: troops
    title: Troops
    rules:
      - id: troops.types
        title: Types of troops
        text: What each may do in a turn.
        table:
          columns:
            move: {{title: Move}}
            range: {{title: Range}}
          rows:
            foot: {{title: Foot, move: 6, range: 12}}
            horse: {{title: Horse, move: 12, range: null}}
"""
