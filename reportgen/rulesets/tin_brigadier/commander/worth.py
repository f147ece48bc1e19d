"""What a shot, a charge, a place is worth to a commander, in enemy figures. Estimates, not rules."""

from __future__ import annotations

from functools import lru_cache

from reportgen.rulesets.tin_brigadier import shooting, sums
from reportgen.rulesets.tin_brigadier.data import EXTENDED
from reportgen.rulesets.tin_brigadier.moving import full_move
from reportgen.rulesets.tin_brigadier.state import State, Unit

UNIT = 2.5
"""A whole unit gone counts so many figures besides its own: armies break by units."""
PIN = 1.2
"""A unit pinned."""
WIN = 2.5
"""A melee won: the loser goes far back and tests."""


def shot(state: State, unit: Unit, target: Unit, aim: shooting.Aim) -> float:
    """What a shot may be expected to do."""
    data = state.tables.data
    covered = shooting.covered(state, target, unit)
    factor = sums.counted(2, target.formation, covered, data)[0] / 2
    p = sums.chance(sums.total(aim.modifiers), data.hit, data)
    destroyed, hurt, _ = sums.odds_of_fire(aim.dice, p, target.figures, factor)
    expected = min(aim.dice * p * factor, target.figures)
    value = expected + destroyed * UNIT
    if not covered and not target.pinned:
        value += hurt * PIN * fails(state, target) * (0.4 if target.hit else 1.0)
    return value


def stands(unit: Unit) -> bool:
    """Whether it is pinned where it stands when it fails a test; others fall back."""
    arm = unit.fixed.arm
    return (arm == "infantry" and unit.formation == EXTENDED) or arm in ("engineers", "machine-gun")


def fails(state: State, unit: Unit) -> float:
    """The chance to fail a test of morale."""
    data = state.tables.data
    added = sums.total(sums.morale_modifiers(unit.fixed, data))
    return sum(face + added < data.passes for face in range(1, data.die + 1)) / data.die


def melee(state: State, unit: Unit, target: Unit) -> float:
    """What a charge may be expected to bring, if the defender does what is best for him."""
    data = state.tables.data
    mine = sums.chance(sums.total(sums.melee_modifiers(unit.fixed, unit.mounted, data)), data.melee_hit, data)
    dice = sums.melee_dice(unit.figures, unit.pinned, data)
    held = stand(state, unit, target)
    if target.pinned:
        return held
    return min(held, volley(state, unit, target, dice, mine))


def stand(state: State, unit: Unit, target: Unit) -> float:
    """The same if the defender fights."""
    data = state.tables.data
    mine = sums.chance(sums.total(sums.melee_modifiers(unit.fixed, unit.mounted, data)), data.melee_hit, data)
    theirs = sums.chance(sums.total(sums.melee_modifiers(target.fixed, target.mounted, data)), data.melee_hit, data)
    pinned = 1.0 if target.pinned else fails(state, target) if target.hit else 0.0
    dice = sums.melee_dice(unit.figures, unit.pinned, data)
    value = 0.0
    for weight, half in ((1 - pinned, False), (pinned, True)):
        if weight:
            back = sums.melee_dice(target.figures, half, data)
            value += weight * _exchange(
                (dice, mine, unit.figures), (back, theirs, target.figures), stakes(state, unit, target)
            )
    return value


def stakes(state: State, unit: Unit, target: Unit) -> tuple[float, float]:
    """What a melee won and lost counts for a charger, besides figures: who falls back over his own edge is gone."""
    return WIN + _off(state, target), WIN + _off(state, unit)


def _off(state: State, unit: Unit) -> float:
    tables = state.tables
    back = tables.data.retreat_moves * (full_move(state, unit) or float(unit.fixed.kind.move))
    if tables.field.to_edge(unit.spot, tables.edges[unit.side]) > back:
        return 0.0
    return UNIT + unit.figures / 2


def volley(state: State, unit: Unit, target: Unit, dice: int, mine: float) -> float:
    """The same if the defender shoots."""
    data = state.tables.data
    aim = shooting.aim(state, target, unit, defending=True)
    if aim.wrong:
        return 1000.0
    factor = sums.counted(2, unit.formation, shooting.covered(state, unit, target), data)[0] / 2
    p = sums.chance(sums.total(aim.modifiers), data.hit, data)
    at_stake = stakes(state, unit, target)
    goes = unit.formation == EXTENDED and unit.fixed.on_foot
    value = 0.0
    for raw, part in enumerate(sums.spread(aim.dice, p)):
        taken = min(int(raw * factor), unit.figures)
        left = unit.figures - taken
        if not left:
            value += part * (-taken - UNIT)
            continue
        fail = fails(state, unit) if taken else 0.0
        steady = _after(left, mine, taken, target.figures, at_stake)
        half = sums.melee_dice(left, True, data)
        broken = _after(half, mine, taken, target.figures, at_stake) if goes else -taken - PIN
        value += part * ((1 - fail) * steady + fail * broken)
    return value


@lru_cache(maxsize=4096)
def _after(dice: int, p: float, taken: int, strength: int, at_stake: tuple[float, float]) -> float:
    value = 0.0
    for inflicted, part in enumerate(sums.spread(dice, p)):
        balance = min(inflicted, strength) - taken
        value += part * (balance + (UNIT if inflicted >= strength else 0.0))
        value += part * (at_stake[0] if balance > 0 else -at_stake[1] if balance < 0 else 0.0)
    return value


@lru_cache(maxsize=4096)
def _exchange(mine: tuple[int, float, int], theirs: tuple[int, float, int], at_stake: tuple[float, float]) -> float:
    destroyed, won, lost, _ = sums.odds_of_melee(mine, theirs)
    balance = min(mine[0] * mine[1], theirs[2]) - min(theirs[0] * theirs[1], mine[2])
    return balance + destroyed * (UNIT + WIN) + won * at_stake[0] - lost * at_stake[1]
