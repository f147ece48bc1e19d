"""The exact chances of a combat before its dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reportgen.battle.events import Event
from reportgen.rulesets.tin_brigadier import sums
from reportgen.rulesets.tin_brigadier.data import Data

NAMES: Final = {
    "fire.superior": "superior",
    "fire.inferior": "inferior",
    "fire.double": "double",
    "fire.half": "half",
    "reaction.elite": "elite",
    "reaction.poor": "poor",
    "charge.shock": "shock",
}
"""Rule of a modifier -> what the notation calls it."""
_COUNTING = ("double", "half")


def of(event: Event, data: Data) -> Mapping[str, float]:
    """The chances of a `combat` event; they add up to 1. Being hit and going on counts as `withdraw` for fire."""
    added = [sum(m["amount"] for m in side if m["name"] not in _COUNTING) for side in event["modifiers"]]
    mine, theirs = (len(faces) for faces in event["dice"])
    first, second = event["strength"]
    if event["combat"] == "fire":
        chances = sums.odds_of_fire(mine, sums.chance(added[0], data.hit, data), second, event["factor"])
        return {
            "destroyed": chances[0],
            "withdraw": chances[1],
            "attacker withdraws": 0.0,
            "ineffective": chances[2],
        }
    needed = data.melee_hit
    a, d = (mine, sums.chance(added[0], needed, data), first), (theirs, sums.chance(added[1], needed, data), second)
    if event.get("fired"):
        return _after_fire(a, d, event["fired"])
    dead, won, lost, equal = sums.odds_of_melee(a, d)
    return {"destroyed": dead, "withdraw": won, "attacker withdraws": lost, "ineffective": equal}


Side = tuple[int, float, int]
"""Dice, the chance of each to hit, and figures."""


def _after_fire(a: Side, d: Side, taken: int) -> Mapping[str, float]:
    """A melee whose charger took hits on the way in: they count in the comparison, but are off already."""
    chances = {"destroyed": 0.0, "withdraw": 0.0, "attacker withdraws": 0.0, "ineffective": 0.0}
    for mine, p in enumerate(sums.spread(a[0], a[1])):
        for theirs, q in enumerate(sums.spread(d[0], d[1])):
            if mine >= d[2] and theirs < a[2]:
                result = "destroyed"
            elif mine == theirs + taken:
                result = "ineffective"
            else:
                result = "withdraw" if mine > theirs + taken else "attacker withdraws"
            chances[result] += p * q
    return chances


def expected(event: Event, data: Data) -> tuple[tuple[float, float], tuple[float, float]]:
    """Figures that attacker and defender of a `combat` event could expect to strike off the other before its dice, each
    with its variance. Nobody can lose more figures than he has."""
    added = [sum(m["amount"] for m in side if m["name"] not in _COUNTING) for side in event["modifiers"]]
    fire = event["combat"] == "fire"
    needed, factor = (data.hit, event["factor"]) if fire else (data.melee_hit, 1.0)
    made = []
    for who in (0, 1):
        others = event["strength"][1 - who]
        chances = sums.spread(len(event["dice"][who]), sums.chance(added[who], needed, data))
        struck = [(min(int(hits * factor), others), p) for hits, p in enumerate(chances)]
        mean = sum(n * p for n, p in struck)
        made.append((mean, sum(n * n * p for n, p in struck) - mean * mean))
    return made[0], made[1]
