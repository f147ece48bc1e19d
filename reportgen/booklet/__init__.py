"""What stands in a rule booklet, before any page: rules, tables, notes, worked examples, diagrams, odds, changes.

book = booklet_of(rules, player, changes_from=older)      # raises ProblemsFound
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reportgen.problems import Problems

if TYPE_CHECKING:
    from reportgen.battle.ruleset import Ruleset
    from reportgen.booklet.model import Booklet, Edition
    from reportgen.files.rules import Rules
    from reportgen.files.source import Source

__all__ = ["booklet_of", "check_spec", "find_spec"]


def booklet_of(
    rules: Rules, ruleset: Ruleset | None, edition: Edition = "full", changes_from: Rules | None = None
) -> Booklet:
    """The booklet of some rules, with the `booklet.yaml` beside their file or beside that of the rules they extend.

    `ruleset` plays the examples; None for rules without an engine. Raises ProblemsFound.
    """
    from reportgen.booklet.content import booklet

    problems = Problems()
    spec = find_spec(rules, problems)
    problems.raise_if_any()
    book = booklet(rules, spec, ruleset, problems, edition, changes_from)
    problems.raise_if_any()
    return book


def find_spec(rules: Rules, problems: Problems) -> Source | None:
    """The nearest `booklet.yaml`; None if there is none, or, with problems, if it is wrong."""
    from reportgen.booklet.spec import FILE, load_spec

    layer: Rules | None = rules
    while layer is not None:
        path = Path(layer.file).with_name(FILE)
        if layer.file and path.is_file():
            return load_spec(path, rules, problems)
        layer = layer.base
    return None


def check_spec(path: Path, rules: Rules, problems: Problems) -> None:
    """Everything that is wrong in a `booklet.yaml`, examples and diagrams included."""
    from reportgen import rulesets
    from reportgen.booklet.content import booklet
    from reportgen.booklet.spec import load_spec

    spec = load_spec(path, rules, problems)
    if spec is not None:
        booklet(rules, spec, rulesets.player_of(rules), problems)
