"""The exact odds that are worth printing: of a combat by what both sides add, and of armies thrown for."""

from __future__ import annotations

from functools import lru_cache

from reportgen.battle.odds import OddsTable
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.data import Data

MOST_ADDED = (12, 8)
"""What attacker and defender add at most in the table."""


def tables(data: Data) -> tuple[OddsTable, ...]:
    return (_combat(data), _activations(data), _armies(data))


def _combat(data: Data) -> OddsTable:
    """Chances that the attack destroys the defender, and that it drives him back (half of the ties are lost)."""
    attacker, defender = MOST_ADDED
    throws = combat.DIE**2
    cells = []
    for mine in range(1, attacker + 1):
        row = []
        for theirs in range(1, defender + 1):
            odds = combat.odds(mine, theirs, data.parts)
            row.append((odds.destroyed / throws, (odds.withdraw + odds.draw / 2) / throws))
        cells.append(tuple(row))
    return OddsTable(
        title="An attack",
        text=(
            "Chances in a hundred, before the dice, by the sums that attacker and defender add to them. Above: the "
            "defender is destroyed. Below: he withdraws, by a lower total or by losing the throw after equal ones."
        ),
        down="attacker adds",
        across="defender adds",
        rows=tuple(str(n) for n in range(1, attacker + 1)),
        columns=tuple(str(n) for n in range(1, defender + 1)),
        measures=("destroyed", "withdraws"),
        cells=tuple(cells),
    )


def _activations(data: Data) -> OddsTable:
    """Rule turn.activations: a die says how many."""
    return OddsTable(
        title="Activations",
        text=f"Chances in a hundred that the D{data.die} allows at least so many.",
        down="",
        across="activations",
        rows=("",),
        columns=tuple(str(n) for n in range(1, data.die + 1)),
        measures=("at least",),
        cells=(tuple(((data.die - n + 1) / data.die,) for n in range(1, data.die + 1)),),
    )


def _armies(data: Data) -> OddsTable:
    dice, sides = data.army_dice
    ways = sums(dice, sides)
    mean = dice * (sides + 1) / 2
    chance = {n: sum(ways[n:]) / sides**dice for n in range(dice, dice * sides + 1, 2)}
    least = [n for n in chance if 0.005 <= chance[n] <= 0.995]
    return OddsTable(
        title="Armies by dice",
        text=f"Chances in a hundred of at least so many points on {dice} D{sides}. The average is {mean:g}.",
        down="",
        across="points",
        rows=("",),
        columns=tuple(str(n) for n in least),
        measures=("at least",),
        cells=(tuple((chance[n],) for n in least),),
    )


@lru_cache
def sums(dice: int, sides: int) -> tuple[int, ...]:
    """In how many ways so many dice show each total, from 0."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, n - sides) : n]) for n in range(len(ways) + sides)]
    return tuple(ways)
