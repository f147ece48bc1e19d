"""Shooting, hits and morale: the dice, what they come to, and the events that say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reportgen.battle.inference import Reckoning
from reportgen.battle.orders import Declared
from reportgen.board.field import Spot
from reportgen.rulesets.tin_brigadier import sums
from reportgen.rulesets.tin_brigadier.data import DEPLOYED, DISMOUNTED, EXTENDED, Data
from reportgen.rulesets.tin_brigadier.moving import full_move, retreat
from reportgen.rulesets.tin_brigadier.shooting import Aim, covered, next_behind
from reportgen.rulesets.tin_brigadier.state import TABLE, State, Unit

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

Illegal = list[dict[str, str]]


def noted(illegal: Illegal) -> dict[str, Any]:
    return {"illegal": illegal} if illegal else {}


def attack(battle: Battle, state: State, kind: str, unit: Unit, target: Unit, illegal: Illegal) -> None:
    field = state.tables.field
    battle.emit(
        "attack",
        unit=unit.id,
        target=target.id,
        combat=kind,
        **{"from": field.name(unit.spot), "to": field.name(target.spot)},
        range=_apart(state, unit, target),
        **noted(illegal),
    )


def shoot(battle: Battle, state: State, unit: Unit, target: Unit, aim: Aim, illegal: Illegal) -> None:
    """A shot and its killing zone (section Shooting)."""
    attack(battle, state, "fire", unit, target, illegal)
    declared = battle.answers.declared(battle)
    misses = volley(battle, state, unit, target, aim, "combat", declared=declared)
    beyond = next_behind(state, unit, target)
    if misses and beyond is not None and beyond.where == TABLE:
        again = Aim(misses, aim.modifiers, aim.indirect, _apart(state, unit, beyond))
        volley(battle, state, unit, beyond, again, "zone", apart=True)


def volley(
    battle: Battle,
    state: State,
    unit: Unit,
    target: Unit,
    aim: Aim,
    purpose: str,
    *,
    apart: bool = False,
    declared: Declared | None = None,
    met: Spot | None = None,
) -> int:
    """Dice against one target and what they do to it; gives how many missed. `apart`: its dice do not stand in a line
    of their own; `declared`: what a record has of it, which stands if it differs; `met`: where a charger is shot at."""
    tables, data = state.tables, state.tables.data
    side = tables.sides[unit.side]
    in_cover = covered(state, target, unit, met)

    def count(faces: Sequence[int]) -> int:
        return sums.counted(sums.hits(faces, aim.modifiers, data.hit, data), target.formation, in_cover, data)[0]

    def reckon() -> Reckoning:
        return Reckoning((aim.dice, 0), (count, lambda _: 0), lambda mine, _: [_outcome(mine, target, "defender")])

    why = "for {unit} against {against}"
    faces = battle.roll(purpose, side, aim.dice, data.die, unit.id, target.id, why, None if apart else reckon)
    raw = sums.hits(faces, aim.modifiers, data.hit, data)
    ruled, more = sums.counted(raw, target.formation, in_cover, data)
    played, misses = ruled, sum(1 for face in faces if face) - raw
    if declared is not None:
        played = sums.as_declared(ruled, declared.totals[0], declared.result, target.figures)
        if 0 in faces:  # not all of the dice are known: the record alone says what they came to
            ruled = played
            raw, more = _before(declared, ruled, target.formation, in_cover, aim.dice, data)
            misses = _misses(declared, misses, aim.dice - raw)
    result, loser = _outcome(played, target, target.id)
    loss = min(played, target.figures)
    extra: dict[str, Any] = {"apart": True} if apart else {}
    if played != ruled:
        by_rules = _outcome(ruled, target, target.id)
        extra["by_rules"] = {"result": by_rules[0], "loser": by_rules[1]}
    if declared is not None and declared.totals[0] is not None and (played != ruled or 0 in faces):
        extra["noted" if played == ruled else "as_played"] = {"totals": list(declared.totals)}
    factor = sums.counted(2, target.formation, in_cover, data)[0] / 2
    battle.emit(
        "combat",
        combat="fire",
        attacker=unit.id,
        defender=target.id,
        **{"from": tables.field.name(unit.spot), "to": tables.field.name(target.spot)},
        range=aim.range,
        dice=[list(faces), []],
        modifiers=[[*aim.modifiers, *more], []],
        totals=[ruled, 0],
        rethrows=[],
        result=result,
        loser=loser,
        drawn=False,
        strength=[unit.figures, target.figures],
        factor=factor,
        indirect=aim.indirect,
        **extra,
    )
    if loss:
        lose(battle, state, target, loss, unit.id)
        if target.where == TABLE and not in_cover and purpose != "volley":
            battle.emit("under fire", units=[target.id], test=True)
    return misses


def _before(
    declared: Declared, counted: int, formation: str, in_cover: bool, dice: int, data: Data
) -> tuple[int, sums.Modifiers]:
    """The hits from which so many counted, where not all of the dice are known, and what doubled or halved them: as the
    record has it, else as far as it can be told. How many were halved cannot; how many were doubled can."""
    added = declared.modifiers[0] or {}
    raw = counted - added.get("half", 0) - added.get("double", 0)
    after, more = sums.counted(raw, formation, in_cover, data)
    if raw != counted and after == counted:
        return raw, more
    raw = min(sums.before(counted, formation, in_cover, data), dice)
    return raw, [one for one in sums.counted(raw, formation, in_cover, data)[1] if one["amount"] > 0]


def _misses(declared: Declared, known: int, rest: int) -> int:
    """How many dice go on into the killing zone, where not all of them are known: as many as were noted there, else all
    that did not hit, else only those that are seen to have missed."""
    noted = sum(len(thrown.faces) for thrown in declared.throws if thrown.purpose == "zone")
    return noted or (rest if declared.totals[0] is not None or declared.result == "ineffective" else known)


def _outcome(hits: int, target: Unit, loser: str) -> tuple[str, str]:
    """What so many hits come to, and to whom."""
    return ("destroyed" if hits >= target.figures else "hit", loser) if hits else ("ineffective", "")


def lose(battle: Battle, state: State, unit: Unit, figures: int, by: str) -> None:
    """Takes figures off a unit, and the unit with the last of them."""
    after = max(unit.figures - figures, 0)
    battle.emit("tracked", unit=unit.id, what="strength", before=unit.figures, after=after)
    if not after:
        remove(battle, state, unit, "combat", by)


def remove(battle: Battle, state: State, unit: Unit, why: str, by: str = "") -> None:
    """Takes a unit off the table as lost, and whoever is aboard with it (rule move.aboard)."""
    at = state.tables.field.name(unit.spot)
    aboard = state.aboard(unit.id)
    battle.emit("destroyed", unit=unit.id, by=by, why=why, at=at)
    for other in aboard:
        battle.emit("destroyed", unit=other.id, by=by, why="aboard", at=at)


def holds(unit: Unit) -> bool:
    """Whether it is pinned where it stands if it fails, and does not fall back (rule reaction.pinned)."""
    arm, formation = unit.fixed.arm, unit.formation
    return (
        arm == "engineers"
        or (arm == "infantry" and formation == EXTENDED)
        or (arm == "machine-gun" and formation == DEPLOYED)
        or formation == DISMOUNTED
    )


def test(battle: Battle, unit: Unit, threat: Spot) -> bool:
    """A test of morale and what comes of it (section Reaction). True if it passes."""
    state: State = battle.state
    data = state.tables.data
    modifiers = sums.morale_modifiers(unit.fixed, data)
    face = battle.die("morale", state.tables.sides[unit.side], data.die, unit.id, why="for the morale of {unit}")
    total = face + sums.total(modifiers)
    if total >= data.passes or not face:
        return True
    if total <= data.routs:
        remove(battle, state, unit, "rout")
        return False
    if not holds(unit) and not fall_back(battle, state, unit, full_move_back(state, unit), threat):
        return False
    if not unit.pinned:
        battle.emit("tracked", unit=unit.id, what="order", before="steady", after="pinned")
    return False


def full_move_back(state: State, unit: Unit) -> float:
    """A full move in retreat: guns in action are pulled out at their own pace."""
    return full_move(state, unit) or float(unit.fixed.kind.move)


def fall_back(battle: Battle, state: State, unit: Unit, distance: float, threat: Spot) -> bool:
    """A retreat; False if it leads off the table."""
    path, off = retreat(state, unit, distance, threat)
    field = state.tables.field
    if off:
        remove(battle, state, unit, "off table")
        return False
    if len(path) > 1:
        battle.emit(
            "withdraw",
            unit=unit.id,
            path=[field.name(spot) for spot in path],
            facing=unit.heading,
            slot=0,
            squares=len(path) - 1 if field.kind != "measured" else round(field.distance(path[0], path[-1])),
        )
    return True


def _apart(state: State, unit: Unit, target: Unit) -> float:
    return round(state.tables.field.distance(unit.spot, target.spot), 2)
