"""The rulesets that are installed: found by listing this folder, imported only when they are used.

A ruleset is a folder here with a `rules.yaml`; its package has a function `ruleset()` that makes the `Ruleset`, and
`ruleset(rules)` that makes a variant of it. Adding one touches its own folder alone.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from reportgen import resources
from reportgen.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from reportgen.battle.ruleset import Ruleset
    from reportgen.battle.scenario import Scenario
    from reportgen.battle.vocabulary import Vocabulary
    from reportgen.files.rules import Rules


@cache
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
    """The `rules.yaml` of every installed ruleset, by id."""
    return {name: Path(__file__).with_name(name) / "rules.yaml" for name in names()}


def extendable() -> dict[str, Path]:
    """What a variant may extend by its name: the rules of every installed ruleset and of every sample, by id."""
    samples = {file.parent.name.replace("-", "_"): file for file in sorted(resources.samples().glob("*/rules.yaml"))}
    return {**samples, **rules_files()}


def read_rules(path: Path) -> Rules:
    """Any `rules.yaml`: an installed one, a variant of one, or rules without an engine. Raises ProblemsFound."""
    from reportgen.files.rules import load_rules

    return load_rules(path, extendable())


def takes_variants(name: str) -> bool:
    """Whether an installed ruleset can be played with other numbers than its own."""
    return load(name).vocabulary.house_rules is not None


def player_of(rules: Rules) -> Ruleset | None:
    """The engine that plays some rules, with their values; None if none is installed that does.

    Raises ProblemsFound if a variant asks for what its engine cannot do, or if the engine plays no variants at all.
    """
    if rules.engine not in names():
        return None
    if rules.base is None:
        return load(rules.engine)
    if not takes_variants(rules.engine):
        message = f"'{rules.engine}' is not played with other rules"
        others = " or ".join(name for name in names() if takes_variants(name))
        raise ProblemsFound((Problem(rules.extends_at, "no-variant", message, f"extend {others}"),))
    return cast("Ruleset", import_module(f"{__name__}.{rules.engine}").ruleset(rules))
