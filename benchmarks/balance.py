"""How even the scenarios are that ship: the careful commander on both sides, 50 battles of each.

    python -m benchmarks balance

The figures stand in docs/decisions/scenarios.md; make them again when rules, scenarios or the commander change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from benchmarks.strength import scenario
from reportgen import resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle

BATTLES = 50
WANTED = 0.25
"""Of all battles, how many the weaker side should win."""


def names() -> list[str]:
    """The scenarios that ship and that the computer can play, by folder."""
    every = resources.scenarios().glob("*/scenario.yaml")
    return sorted(path.parent.name for path in every if "\nruleset: any\n" not in path.read_text(encoding="utf-8"))


def wins(name: str, battles: int = BATTLES) -> tuple[int, int]:
    """How many battles each of the two sides won; the rest were drawn."""
    field = scenario(name)
    rules = rulesets.load(field.ruleset)
    won: Counter[str | None] = Counter()
    for number in range(battles):
        players = {side.id: rules.commander("careful", field, side.id, number) for side in field.sides}
        log = Battle(rules, field, Seeded(number, players, number), seed=number, number=number).play()
        won[log.events[-1]["winner"]] += 1
    first, second = field.sides
    return won[first.id], won[second.id]


def report(chosen: Sequence[str] = ()) -> int:
    """Prints a line for each scenario. 1 if one is less even than wanted."""
    uneven = 0
    for name in chosen or names():
        one, two = wins(name)
        first, second = scenario(name).sides
        missed = min(one, two) < WANTED * BATTLES
        uneven += missed
        print(f"{name:<20} {first.name} {one}, {second.name} {two}, drawn {BATTLES - one - two}{' UNEVEN' * missed}")
    return int(uneven > 0)
