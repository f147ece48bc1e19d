"""What a shot, a charge, a place is worth to a commander, in enemy figures. Estimates, not rules."""

from __future__ import annotations

from functools import lru_cache

from reportgen.board.field import Spot, Way
from reportgen.rulesets.tin_brigadier import shooting, sums
from reportgen.rulesets.tin_brigadier.fights import full_move_back, holds
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
    if not covered and not target.hit:  # who was hit before tests in any case, and only once
        lost = 0.0 if holds(target) else _off(state, target, 1)
        value += hurt * fails(state, target) * max(lost, 0.0 if target.pinned else PIN)
    return value


def fails(state: State, unit: Unit) -> float:
    """The chance to fail a test of morale."""
    data = state.tables.data
    added = sums.total(sums.morale_modifiers(unit.fixed, data))
    return sum(face + added < data.passes for face in range(1, data.die + 1)) / data.die


def melee(state: State, unit: Unit, target: Unit, way: Way | None = None) -> float:
    """What a charge may be expected to bring, if the defender does what is best for him. `way`: how it goes in; without
    one it is shot at where it stands."""
    held = stand(state, unit, target)
    if target.pinned:
        return held
    met = shooting.met_at(state, target, unit, way.path) if way is not None else unit.spot
    return held if met is None else min(held, volley(state, unit, target, met))


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
    moves = state.tables.data.retreat_moves
    return WIN + _off(state, target, moves), WIN + _off(state, unit, moves)


def _off(state: State, unit: Unit, moves: int) -> float:
    """What a unit's loss counts if so many moves back lead it off the table, else 0."""
    tables = state.tables
    back = moves * full_move_back(state, unit)
    if tables.field.to_edge(unit.spot, tables.edges[unit.side]) > back:
        return 0.0
    return UNIT + unit.figures / 2


def volley(state: State, unit: Unit, target: Unit, met: Spot) -> float:
    """The same if the defender shoots; `met`: where the charger is then."""
    data = state.tables.data
    aim = shooting.aim(state, target, unit, defending=True, met=met)
    if aim.wrong:
        return 1000.0
    covered = shooting.covered(state, unit, target, met)
    factor = sums.counted(2, unit.formation, covered, data)[0] / 2
    p = sums.chance(sums.total(aim.modifiers), data.hit, data)
    mine = sums.chance(sums.total(sums.melee_modifiers(unit.fixed, unit.mounted, data)), data.melee_hit, data)
    at_stake = stakes(state, unit, target)
    value = 0.0
    for raw, part in enumerate(sums.spread(aim.dice, p)):
        taken = min(int(raw * factor), unit.figures)
        left = unit.figures - taken
        if not left:
            value += part * (-taken - UNIT)
            continue
        fail = fails(state, unit) if taken and not covered else 0.0
        steady = _after(sums.melee_dice(left, unit.pinned, data), mine, taken, target.figures, at_stake)
        half = sums.melee_dice(left, True, data)
        broken = (
            _after(half, mine, taken, target.figures, at_stake)
            if holds(unit)
            else -taken - max(PIN, _off(state, unit, 1))
        )
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
