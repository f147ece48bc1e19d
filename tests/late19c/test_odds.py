"""The exact odds of D12 against D12 by the closed form, against every throw counted."""

from __future__ import annotations

from itertools import product

import pytest

from reportgen import rulesets
from reportgen.battle.events import Event
from reportgen.rulesets.late19c.combat import Odds, judge, odds

SUMS = [(mine, theirs) for mine in range(-3, 15) for theirs in range(15)]
"""Covers and slopes can take an attacker below nought; nothing is ever taken from a defender."""


def triangle(n: int) -> int:
    return n * (n + 1) // 2


def closed_form(mine: int, theirs: int) -> Odds:
    """Of the 144 throws, by the sums that attacker and defender add."""
    k = mine - theirs
    draw = max(0, 12 - abs(k))
    destroyed = sum(min(max((a + mine) // 2 - theirs, 0), 12) for a in range(1, 13))
    if 0 <= k <= 11:
        ineffective = triangle(11 - k)
    elif -11 <= k < 0:
        ineffective = 144 - draw - triangle(11 + k)
    else:
        ineffective = 0 if k > 0 else 144
    return Odds(destroyed, 144 - destroyed - draw - ineffective, draw, ineffective)


@pytest.mark.parametrize(("mine", "theirs"), SUMS)
def test_odds_are_those_of_the_closed_form(mine: int, theirs: int) -> None:
    assert odds(mine, theirs) == closed_form(mine, theirs)
    assert sum(odds(mine, theirs)) == 144


@pytest.mark.parametrize("k", range(-14, 15))
def test_odds_by_difference(k: int) -> None:
    mine, theirs = max(k, 0), max(-k, 0)
    counted = odds(mine, theirs)
    assert counted == closed_form(mine, theirs)
    assert counted.draw == max(0, 12 - abs(k))


def test_halving_makes_both_sums_matter() -> None:
    assert odds(1, 1).destroyed == 30
    assert odds(8, 8).destroyed == 4
    assert odds(1, 1)[2:] == odds(8, 8)[2:] == (12, 66)


def test_every_throw_is_judged_by_the_text() -> None:
    for attacker, defender in product(range(1, 30), repeat=2):
        result = judge(attacker, defender, 2)
        if attacker < defender:
            assert result == "ineffective"
        elif attacker == defender:
            assert result == "draw"
        else:
            assert result == ("destroyed" if defender / attacker <= 0.5 else "withdraw")


def test_the_ruleset_tells_the_chances_of_a_combat() -> None:
    amounts = [[2, 2], [3, 1]]
    modifiers = [[{"rule": "combat.value", "amount": n} for n in side] for side in amounts]
    chances = rulesets.load("late19c").odds(Event(0, 1, "first", "red", "combat", {"modifiers": modifiers}))
    assert chances == {
        "destroyed": odds(4, 4).destroyed / 144,
        "withdraw": (odds(4, 4).withdraw + 6) / 144,
        "attacker withdraws": 6 / 144,
        "ineffective": 66 / 144,
    }
    assert sum(chances.values()) == pytest.approx(1)
