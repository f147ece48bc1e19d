"""The automatic commanders: `careful` plays to win, `nearest` by one rule, `random` without any."""

from __future__ import annotations

from collections.abc import Callable

from reportgen.battle.answers import Commander
from reportgen.rulesets.tin_brigadier.commander.careful import Careful
from reportgen.rulesets.tin_brigadier.commander.simple import Nearest, Random
from reportgen.rulesets.tin_brigadier.tables import Tables

MANNERS: dict[str, Callable[[Tables, str, int], Commander]] = {
    "careful": Careful,
    "nearest": Nearest,
    "random": Random,
}
"""By manner: makes a commander from the tables of a scenario, the id of its side, and a seed."""
