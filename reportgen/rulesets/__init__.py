"""The rulesets that are installed: found by listing this folder, imported only when they are used.

A ruleset is a folder here with a `rules.yaml`; its package has a function `ruleset()` that makes the `Ruleset`. Adding
one touches its own folder alone.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from reportgen.battle.ruleset import Ruleset
    from reportgen.battle.vocabulary import Vocabulary


def names() -> tuple[str, ...]:
    """The ids of the installed rulesets (their folders' names), in alphabetical order."""
    return tuple(sorted(rules.parent.name for rules in Path(__file__).parent.glob("*/rules.yaml")))


def load(name: str) -> Ruleset:
    """The ruleset of that id; a hyphen may stand for an underscore. Raises KeyError if there is none."""
    id = name.replace("-", "_")
    if id not in names():
        raise KeyError(name)
    return _load(id)


@cache
def _load(id: str) -> Ruleset:
    return cast("Ruleset", import_module(f"{__name__}.{id}").ruleset())


def vocabulary(name: str) -> Vocabulary | None:
    """The words of the ruleset of that id, for reading files; None if there is no such ruleset."""
    try:
        return load(name).vocabulary
    except KeyError:
        return None
