"""Charges: what the defender chooses, the melee, who gives way, and pursuit (section Charges)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reportgen.battle.inference import Outcome, Reckoning
from reportgen.battle.orders import Choice, Order
from reportgen.board.field import Body, Spot, Way
from reportgen.rulesets.tin_brigadier import sums
from reportgen.rulesets.tin_brigadier.data import MOUNTED
from reportgen.rulesets.tin_brigadier.fights import (
    Illegal,
    attack,
    fall_back,
    full_move_back,
    holds,
    lose,
    test,
    volley,
)
from reportgen.rulesets.tin_brigadier.moving import charge_way, fighting_move, full_move, strides
from reportgen.rulesets.tin_brigadier.shooting import aim, covered, met_at
from reportgen.rulesets.tin_brigadier.state import TABLE, Charge, State, Unit

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

RESULTS = {"withdraws": "withdraw"}
"""The notation's word for a result -> the log's, where they differ."""


def ask(battle: Battle, state: State) -> bool:
    """Asks for the next choice that is due: a pursuit, or how a defender meets a charge. False if none is."""
    if state.pursuer:
        _pursuit(battle, state)
        return True
    for charge in state.charges:
        if charge.defence:
            continue
        defender, charger = state.unit(charge.target), state.unit(charge.unit)
        way = _way(state, charge)
        met = met_at(state, defender, charger, way.path) if way is not None else None
        if met is None or aim(state, defender, charger, defending=True, met=met).wrong:
            continue
        _defence(battle, state, defender, charger, met)
        return True
    return False


def _way(state: State, charge: Charge) -> Way | None:
    """How a charger comes to its enemy, as things stand now; None if it does not."""
    unit, target = state.unit(charge.unit), state.unit(charge.target)
    budget = full_move(state, unit) if charge.number > 1 else fighting_move(state, unit, True) - unit.spent
    return charge_way(state, unit, target, budget)


def _defence(battle: Battle, state: State, defender: Unit, charger: Unit, met: Spot) -> None:
    side = state.tables.sides[defender.side]
    options = [
        Order("volley", defender.id, text=(charger.id,)),
        Order("stand", defender.id, text=(charger.id,)),
    ]
    chosen = battle.choose(Choice("defence", side, lambda: options, defender.id))
    verb = chosen.verb if chosen.verb in ("volley", "stand") else "stand"
    shot = aim(state, defender, charger, defending=True, met=met)
    open_ground = not covered(state, charger, defender, met)
    _declare(battle, verb, defender, charger)
    if verb == "stand":
        return
    before = charger.figures
    volley(battle, state, defender, charger, shot, "volley", apart=True, met=met)
    if charger.where != TABLE:
        return
    taken = before - charger.figures
    battle.emit("volley", unit=charger.id, hits=taken)
    if not taken or not open_ground or test(battle, charger, defender.spot) or charger.where != TABLE:
        return
    if not holds(charger):
        battle.emit("called off", unit=charger.id, why="driven back")


def _declare(battle: Battle, verb: str, unit: Unit, other: Unit | None, *, decided: bool = True) -> None:
    id = other.id if other is not None else ""
    text = [id] if id else []
    extra = {} if decided else {"decided": False}
    battle.emit("declare", verb=verb, unit=unit.id, target=id, at="", path=[], facing="", text=text, **extra)


def _pursuit(battle: Battle, state: State) -> None:
    unit = state.unit(state.pursuer)
    reach = full_move(state, unit)
    options = [
        Order("pursue", unit.id, text=(enemy.id,))
        for enemy in state.on_table(1 - unit.side)
        if not enemy.fixed.command and _any_way(state, unit, enemy, reach)
    ]
    options = [Order("halt", unit.id), *options]
    if len(options) == 1:
        _declare(battle, "halt", unit, None, decided=False)
        return
    chosen = battle.choose(Choice("pursuit", state.tables.sides[unit.side], lambda: options, unit.id))
    if chosen.verb == "pursue" and chosen.text and chosen.text[0] in state.tables.index:
        enemy = state.unit(chosen.text[0])
        field = state.tables.field
        if not field.in_arc(unit.spot, unit.heading, enemy.spot):
            name = field.name(unit.spot)
            facing = field.towards(unit.spot, enemy.spot)
            battle.emit("advance", unit=unit.id, path=[name], facing=facing, slot=0)
        _declare(battle, "pursue", unit, enemy)
    else:
        _declare(battle, "halt", unit, None)


def _any_way(state: State, unit: Unit, enemy: Unit, reach: float) -> bool:
    """Whether it can reach an enemy after turning to it."""
    field = state.tables.field
    if unit.spot == enemy.spot or field.distance(unit.spot, enemy.spot) > reach + 1.5:
        return False
    heading = unit.heading
    unit.heading = field.towards(unit.spot, enemy.spot)
    try:
        return charge_way(state, unit, enemy, reach) is not None
    finally:
        unit.heading = heading


def resolve(battle: Battle, state: State, unit: Unit, target: Unit, illegal: Illegal) -> None:
    """A declared charge: into contact, melee, and what follows."""
    charge = next((one for one in state.charges if one.unit == unit.id), Charge(unit.id, target.id, home=unit.spot))
    attack(battle, state, "close", unit, target, illegal)
    field = state.tables.field
    way = _way(state, charge)
    if way is None and not illegal:
        battle.emit("called off", unit=unit.id, why="no way")
        return
    if way is not None and len(way.path) > 1:
        facing = field.towards(way.spot, target.spot)
        battle.emit("advance", unit=unit.id, path=[field.name(spot) for spot in way.path], facing=facing, slot=0)
        take_headquarters(battle, state, unit, way.path)
    result, loser = _melee(battle, state, unit, target, charge)
    _outcome(battle, state, unit, target, charge, loser if result == "withdraw" else "")


def _melee(battle: Battle, state: State, unit: Unit, target: Unit, charge: Charge) -> tuple[str, str]:
    """The dice of both and what they come to: the result, and who gives way or is no more.

    Of hits there are those that the charger inflicted, and those that it took, with those of defensive fire.
    """
    tables, data = state.tables, state.tables.data
    field = tables.field
    mine = sums.melee_modifiers(unit.fixed, unit.formation == MOUNTED, data)
    theirs = sums.melee_modifiers(target.fixed, target.formation == MOUNTED, data)
    fired = charge.defence == "volley"
    counts = (
        sums.melee_dice(unit.figures, unit.pinned, data),
        0 if fired else sums.melee_dice(target.figures, target.pinned, data),
    )
    before = unit.figures, target.figures

    def reckon() -> Reckoning:
        def inflicts(faces: Sequence[int]) -> int:
            return sums.hits(faces, mine, data.melee_hit, data)

        def takes(faces: Sequence[int]) -> int:
            return charge.taken + sums.hits(faces, theirs, data.melee_hit, data)

        def outcomes(inflicted: int, taken: int) -> list[Outcome]:
            return [sums.melee_result(inflicted, taken - charge.taken, charge.taken, before)]

        return Reckoning(counts, (inflicts, takes), outcomes)

    side, other = tables.sides[unit.side], tables.sides[target.side]
    faces = battle.roll("combat", side, counts[0], data.die, unit.id, target.id, "for {unit}", reckon)
    back: tuple[int, ...] = ()
    if not fired:
        back = battle.roll("combat", other, counts[1], data.die, target.id, unit.id, "for {unit}", reckon)
    ruled = sums.hits(faces, mine, data.melee_hit, data), sums.hits(back, theirs, data.melee_hit, data)
    result = sums.melee_result(*ruled, charge.taken, before)
    extra: dict[str, Any] = {}
    hits = ruled
    declared = battle.answers.declared(battle)
    if declared is not None:
        said = declared.totals
        hits = (
            ruled[0] if said[0] is None else said[0],
            ruled[1] if said[1] is None else max(said[1] - charge.taken, 0),
        )
        played = sums.melee_result(*hits, charge.taken, before)
        if declared.result:
            party = "" if declared.result == "ineffective" else declared.loser or "defender"
            played = RESULTS.get(declared.result, declared.result), party
        hits = sums.melee_hits(hits, played, before)
        if 0 in (*faces, *back):  # not all of the dice are known: the record alone says what they came to
            ruled, result = hits, played
        if any(total is not None for total in said) and (hits != ruled or 0 in (*faces, *back)):
            extra["noted" if hits == ruled else "as_played"] = {"totals": list(said)}
        if played != result:
            extra["by_rules"] = {"result": result[0], "loser": _of(result[1], unit, target)}
            result = played
    loser = _of(result[1], unit, target)
    battle.emit(
        "combat",
        combat="close",
        attacker=unit.id,
        defender=target.id,
        **{"from": field.name(unit.spot), "to": field.name(target.spot)},
        range=round(field.distance(unit.spot, target.spot), 2),
        dice=[list(faces), list(back)],
        modifiers=[mine, [] if fired else theirs],
        totals=[ruled[0], ruled[1] + charge.taken],
        rethrows=[],
        result=result[0],
        loser=loser,
        drawn=False,
        strength=list(before),
        fired=charge.taken,
        **extra,
    )
    if hits[1]:
        lose(battle, state, unit, min(hits[1], unit.figures), target.id)
    if hits[0]:
        lose(battle, state, target, min(hits[0], target.figures), unit.id)
    return result[0], loser


def _of(party: str, unit: Unit, target: Unit) -> str:
    return {"attacker": unit.id, "defender": target.id}.get(party, "")


def _outcome(battle: Battle, state: State, unit: Unit, target: Unit, charge: Charge, loser: str) -> None:
    """What follows for those who are left; `loser`: who gives way, if anybody does."""
    there, here = target.spot, unit.spot
    times = state.tables.data.retreat_moves
    if unit.where != TABLE:
        return
    if target.where != TABLE:
        _occupy(battle, state, unit, there, charge)
    elif loser == target.id:
        if fall_back(battle, state, target, times * full_move_back(state, target), here):
            test(battle, target, here)
        _occupy(battle, state, unit, there, charge)
    elif loser == unit.id:
        if fall_back(battle, state, unit, times * full_move_back(state, unit), there):
            test(battle, unit, there)
    else:
        _home(battle, state, unit, charge)


def _occupy(battle: Battle, state: State, unit: Unit, spot: Spot, charge: Charge) -> None:
    """Rules charge.won and charge.pursuit."""
    field = state.tables.field
    going = state.tables.going(unit.fixed, unit.formation)[1]
    for goal in _towards(state, unit, spot):
        if not field.toll(unit.body, [goal], going).faults and _room(state, unit, goal):
            path = [unit.spot, goal]
            battle.emit("advance", unit=unit.id, path=list(map(field.name, path)), facing=unit.heading, slot=0)
            take_headquarters(battle, state, unit, path)
            break
    if unit.fixed.arm == "cavalry" and unit.mounted and charge.number < state.tables.data.most_charges:
        battle.emit("pursuit", unit=unit.id)


def _towards(state: State, unit: Unit, spot: Spot) -> list[Spot]:
    """The spot; on a measured table, where others may stand in part of it, then those on the way to it, the farthest
    first."""
    field = state.tables.field
    return [field.snap(field.point(one)) for one in reversed(strides(field, [unit.spot, spot])[1:])]


def _room(state: State, unit: Unit, spot: Spot) -> bool:
    """Whether it can stand there beside the others."""
    body = Body(spot, unit.heading or "0")
    return not any(state.tables.field.overlap(body, other) for other in state.bodies(but=unit.id))


def _home(battle: Battle, state: State, unit: Unit, charge: Charge) -> None:
    """Rule charge.equal."""
    field = state.tables.field
    if unit.spot == charge.home or not _room(state, unit, charge.home):
        return
    path = [field.name(unit.spot), field.name(charge.home)]
    squares = round(field.distance(unit.spot, charge.home))
    battle.emit("withdraw", unit=unit.id, path=path, facing=unit.heading, slot=0, squares=squares)


def take_headquarters(battle: Battle, state: State, unit: Unit, path: Sequence[Spot] = ()) -> None:
    """Rule turn.hq_lost. `path`: by which it came."""
    field = state.tables.field
    if unit.fixed.command or unit.where != TABLE:
        return
    stood = [Body(spot, unit.heading or "0") for spot in strides(field, path)[1:-1]] + [unit.body]
    for enemy in list(state.on_table(1 - unit.side)):
        if not enemy.fixed.command or not any(field.overlap(body, enemy.body) for body in stood):
            continue
        if not any(not one.fixed.command and one.side == enemy.side for one in state.company(enemy.spot)):
            battle.emit("destroyed", unit=enemy.id, by=unit.id, why="taken", at=field.name(enemy.spot))


def nearest_enemy(state: State, unit: Unit) -> Spot:
    """Where the nearest enemy stands; its own place if there is none."""
    field = state.tables.field
    near = field.within(unit.spot, 1000.0, state.bodies(1 - unit.side))
    return near[0].spot if near else unit.spot
