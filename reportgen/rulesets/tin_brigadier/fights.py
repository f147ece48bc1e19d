"""Shooting, hits and morale: the dice, what they come to, and the events that say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reportgen.board.field import Spot
from reportgen.rulesets.tin_brigadier import sums
from reportgen.rulesets.tin_brigadier.data import EXTENDED
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
    said = declared.totals[0] if declared is not None else None
    faces = volley(battle, state, unit, target, aim, "combat", said=said)
    data = state.tables.data
    added = sums.total(aim.modifiers)
    misses = sum(not sums.is_hit(face, added, data.hit, data) for face in faces if face)
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
    said: int | None = None,
) -> Sequence[int]:
    """Dice against one target and what they do to it. `apart`: its dice do not stand in a line of their own; `said`:
    hits as a record has them, which stand if they differ."""
    tables, data = state.tables, state.tables.data
    side = tables.sides[unit.side]
    faces = battle.roll(purpose, side, aim.dice, data.die, unit.id, target.id, why=f"for {unit.id} against {target.id}")
    raw = sums.hits(faces, aim.modifiers, data.hit, data)
    in_cover = covered(state, target, unit)
    ruled, more = sums.counted(raw, target.formation, in_cover, data)
    counted = ruled if said is None else said
    loss = min(counted, target.figures)
    result = "destroyed" if loss >= target.figures else "hit" if loss else "ineffective"
    by_rules = {}
    if counted != ruled:
        dead = ruled >= target.figures
        by_rules = {
            "by_rules": {
                "result": "destroyed" if dead else "hit" if ruled else "ineffective",
                "loser": target.id if ruled else "",
            }
        }
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
        loser=target.id if loss else "",
        drawn=False,
        strength=[unit.figures, target.figures],
        factor=factor,
        indirect=aim.indirect,
        **({"apart": True} if apart else {}),
        **by_rules,
    )
    if loss:
        lose(battle, state, target, loss, unit.id)
        if target.where == TABLE and not in_cover and purpose != "volley":
            battle.emit("under fire", units=[target.id], test=True)
    return faces


def lose(battle: Battle, state: State, unit: Unit, figures: int, by: str) -> None:
    """Takes figures off a unit, and the unit with the last of them."""
    after = max(unit.figures - figures, 0)
    battle.emit("tracked", unit=unit.id, what="strength", before=unit.figures, after=after)
    if not after:
        battle.emit("destroyed", unit=unit.id, by=by, why="combat", at=state.tables.field.name(unit.spot))


def test(battle: Battle, unit: Unit, threat: Spot) -> bool:
    """A test of morale and what comes of it (section Reaction). True if it passes."""
    state: State = battle.state
    data = state.tables.data
    modifiers = sums.morale_modifiers(unit.fixed, data)
    face = battle.die("morale", state.tables.sides[unit.side], data.die, unit.id, why=f"for the morale of {unit.id}")
    total = face + sums.total(modifiers)
    if total >= data.passes or not face:
        return True
    name = state.tables.field.name(unit.spot)
    if total <= data.routs:
        battle.emit("destroyed", unit=unit.id, by="", why="rout", at=name)
        return False
    stands = (
        (unit.fixed.arm == "infantry" and unit.formation == EXTENDED)
        or unit.fixed.arm == "engineers"
        or unit.fixed.arm == "machine-gun"
    )
    if not stands and not fall_back(battle, state, unit, full_move_back(state, unit), threat):
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
        battle.emit("destroyed", unit=unit.id, by="", why="off table", at=field.name(unit.spot))
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
