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
    dead, won, lost, equal = sums.odds_of_melee(
        (mine, sums.chance(added[0], needed, data), first), (theirs, sums.chance(added[1], needed, data), second)
    )
    return {"destroyed": dead, "withdraw": won, "attacker withdraws": lost, "ineffective": equal}
