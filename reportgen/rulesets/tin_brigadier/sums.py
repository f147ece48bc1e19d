"""The arithmetic of dice: how many are thrown, what hits, what counts, and the chances of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from reportgen.rulesets.tin_brigadier.data import CLOSE, COLUMN, Data, Fire
from reportgen.rulesets.tin_brigadier.tables import Fixed

Modifiers = list[dict[str, Any]]


def fire_dice(row: Fire, figures: int, guns: int, full: int, indirect: bool, data: Data) -> int:
    """How many dice a shooter throws. Guns fall silent as their crews fall: `guns` is for a full crew."""
    if row.per:
        dice = (2 * figures * row.dice + row.per) // (2 * row.per)
    else:
        manned = min(guns, -(-guns * figures // full)) if figures else 0
        dice = row.dice * manned
    return -(-dice // data.indirect_part) if indirect else dice


def melee_dice(figures: int, pinned: bool, data: Data) -> int:
    return -(-figures // data.pinned_part) if pinned else figures


def fire_modifiers(unit: Fixed, data: Data) -> Modifiers:
    if unit.firepower in ("superior", "marksmen"):
        return [_modifier("fire.superior", "superior", data.superior)]
    if unit.firepower == "inferior":
        return [_modifier("fire.inferior", "inferior", data.inferior)]
    return []


def melee_modifiers(unit: Fixed, mounted: bool, data: Data) -> Modifiers:
    found = morale_modifiers(unit, data)
    if unit.shock and mounted:
        found.append(_modifier("charge.shock", "shock", data.shock))
    return found


def morale_modifiers(unit: Fixed, data: Data) -> Modifiers:
    if unit.morale == "elite":
        return [_modifier("reaction.elite", "elite", data.elite)]
    if unit.morale == "poor":
        return [_modifier("reaction.poor", "poor", data.poor)]
    return []


def total(modifiers: Modifiers) -> int:
    return sum(int(one["amount"]) for one in modifiers)


def hits(faces: Sequence[int], modifiers: Modifiers, needed: int, data: Data) -> int:
    """How many dice hit. A face of 0 was not noted and misses."""
    added = total(modifiers)
    return sum(is_hit(face, added, needed, data) for face in faces if face)


def is_hit(face: int, added: int, needed: int, data: Data) -> bool:
    if face == data.natural_miss:
        return False
    return face == data.natural_hit or face + added >= needed


def counted(raw: int, formation: str, covered: bool, data: Data) -> tuple[int, Modifiers]:
    """The hits that count against a target, and what doubled or halved them."""
    dense = formation in (CLOSE, COLUMN)
    if dense == covered:
        return raw, []
    if dense:
        after = raw * data.double
        return after, [_modifier("fire.double", "double", after - raw)] if raw else []
    after = raw // data.half
    return after, [_modifier("fire.half", "half", after - raw)] if raw else []


def before(after: int, formation: str, covered: bool, data: Data) -> int:
    """The hits from which so many count: the most that may have been, where they are halved."""
    dense = formation in (CLOSE, COLUMN)
    if dense == covered:
        return after
    return -(-after // data.double) if dense else after * data.half + data.half - 1


def as_declared(ruled: int, total: int | None, result: str, figures: int) -> int:
    """The hits on a unit of so many figures as a record has them: its total, or else as many as its result wants."""
    if total is not None:
        return total
    if result == "destroyed":
        return max(ruled, figures)
    if result == "hit":
        return max(min(ruled, figures - 1), 1)
    return 0 if result == "ineffective" else ruled


def melee_result(inflicted: int, melee: int, fire: int, figures: tuple[int, int]) -> tuple[str, str]:
    """What a charge comes to, and for whom ('attacker' or 'defender'): the hits that the charger inflicted, those that
    it took in the melee and from defensive fire, and the figures of both before the melee."""
    mine, theirs = figures
    if inflicted >= theirs and melee < mine:
        return "destroyed", "defender"
    if melee >= mine and inflicted < theirs:
        return "destroyed", "attacker"
    taken = melee + fire
    if inflicted == taken:
        return "ineffective", ""
    return "withdraw", "defender" if inflicted > taken else "attacker"


def melee_hits(hits: tuple[int, int], result: tuple[str, str], figures: tuple[int, int]) -> tuple[int, int]:
    """The hits of both with which a result may stand: who is destroyed has lost every figure."""
    if result[0] != "destroyed":
        return hits
    if result[1] == "attacker":
        return hits[0], max(hits[1], figures[0])
    return max(hits[0], figures[1]), hits[1]


@lru_cache(maxsize=256)
def chance(added: int, needed: int, data: Data) -> float:
    """Of one die to hit."""
    return sum(is_hit(face, added, needed, data) for face in range(1, data.die + 1)) / data.die


@lru_cache(maxsize=4096)
def spread(dice: int, p: float) -> tuple[float, ...]:
    """The chances of 0, 1, ... hits with so many dice."""
    chances = [1.0]
    for _ in range(dice):
        more = [0.0] * (len(chances) + 1)
        for hit, part in enumerate(chances):
            more[hit] += part * (1 - p)
            more[hit + 1] += part * p
        chances = more
    return tuple(chances)


@lru_cache(maxsize=4096)
def odds_of_fire(dice: int, p: float, strength: int, factor: float) -> tuple[float, float, float]:
    """Of destroying a target, of hurting it, and of nothing. `factor` is 2 if hits are doubled, 0.5 if halved."""
    destroyed = none = 0.0
    for raw, part in enumerate(spread(dice, p)):
        count = int(raw * factor)
        if count >= strength:
            destroyed += part
        elif count == 0:
            none += part
    return destroyed, 1 - destroyed - none, none


@lru_cache(maxsize=4096)
def odds_of_melee(mine: tuple[int, float, int], theirs: tuple[int, float, int]) -> tuple[float, float, float, float]:
    """Dice, chance of each and figures of both. Of destroying, of winning, of losing, and of equal hits."""
    destroyed = won = lost = equal = 0.0
    for my_hits, mp in enumerate(spread(mine[0], mine[1])):
        for their_hits, tp in enumerate(spread(theirs[0], theirs[1])):
            part = mp * tp
            if my_hits >= theirs[2] and their_hits < mine[2]:
                destroyed += part
            elif my_hits > their_hits:
                won += part
            elif my_hits < their_hits:
                lost += part
            else:
                equal += part
    return destroyed, won, lost, equal


def _modifier(rule: str, name: str, amount: int) -> dict[str, Any]:
    return {"rule": rule, "name": name, "amount": amount}
