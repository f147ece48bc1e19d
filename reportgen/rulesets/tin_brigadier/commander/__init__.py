"""The automatic commanders: `careful` plays to win, `programmed` by the solo player's dice and list, `nearest` by one
rule, `random` without any."""

from __future__ import annotations

from collections.abc import Callable

from reportgen.battle.answers import Commander
from reportgen.rulesets.tin_brigadier.commander.careful import Careful
from reportgen.rulesets.tin_brigadier.commander.programmed import Programmed
from reportgen.rulesets.tin_brigadier.commander.simple import Nearest, Random
from reportgen.rulesets.tin_brigadier.tables import Tables

MANNERS: dict[str, Callable[[Tables, str, int], Commander]] = {
    "careful": Careful,
    "programmed": Programmed,
    "nearest": Nearest,
    "random": Random,
}
"""By manner: makes a commander from the tables of a scenario, the id of its side, and a seed."""
