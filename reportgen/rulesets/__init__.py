"""The rulesets that are installed: found by listing this folder, imported only when they are used.

A ruleset is a folder here with a `rules.yaml`; its package has a function `ruleset()` that makes the `Ruleset`, and
`ruleset(rules)` that makes a variant of it. Adding one touches its own folder alone.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from reportgen.battle.ruleset import Ruleset
    from reportgen.battle.scenario import Scenario
    from reportgen.battle.vocabulary import Vocabulary
    from reportgen.files.rules import Rules


def names() -> tuple[str, ...]:
    """The ids of the installed rulesets (their folders' names), in alphabetical order."""
    return tuple(sorted(rules.parent.name for rules in Path(__file__).parent.glob("*/rules.yaml")))


def load(name: str) -> Ruleset:
    """The ruleset of that id; a hyphen may stand for an underscore. Raises KeyError if there is none."""
    id = name.replace("-", "_")
    if id not in names():
        raise KeyError(name)
    return _load(id)


def of(scenario: Scenario) -> Ruleset:
    """The ruleset of a scenario, with the words that the scenario brings along. Raises KeyError if there is none."""
    rules = load(scenario.ruleset)
    return cast("Ruleset", rules.for_scenario(scenario)) if hasattr(rules, "for_scenario") else rules


@cache
def _load(id: str) -> Ruleset:
    return cast("Ruleset", import_module(f"{__name__}.{id}").ruleset())


def vocabulary(name: str) -> Vocabulary | None:
    """The words of the ruleset of that id, for reading files; None if there is no such ruleset."""
    try:
        return load(name).vocabulary
    except KeyError:
        return None


def rules_files() -> dict[str, Path]:
    """The `rules.yaml` of every installed ruleset, by id: what a variant may extend."""
    return {name: Path(__file__).with_name(name) / "rules.yaml" for name in names()}


def read_rules(path: Path) -> Rules:
    """Any `rules.yaml`: an installed one, a variant of one, or rules without an engine. Raises ProblemsFound."""
    from reportgen.files.rules import load_rules

    return load_rules(path, rules_files())


def player_of(rules: Rules) -> Ruleset | None:
    """The engine that plays some rules, with their values; None if none is installed that does.

    Raises ProblemsFound if a variant asks for what its engine cannot do.
    """
    if rules.engine not in names():
        return None
    if rules.base is None:
        return load(rules.engine)
    return cast("Ruleset", import_module(f"{__name__}.{rules.engine}").ruleset(rules))
