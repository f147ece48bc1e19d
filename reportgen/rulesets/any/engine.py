"""What happens next where nobody knows the rules: what the record, or the person at the table, says."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reportgen.battle.inference import Reckoning, of_initiative
from reportgen.battle.noted import by_sums
from reportgen.battle.orders import Choice, Declared, Faces, Order
from reportgen.rulesets.any import checks
from reportgen.rulesets.any.checks import squares
from reportgen.rulesets.any.objectives import met
from reportgen.rulesets.any.state import State

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

NOTHING = Declared()
_OWN = frozenset(["initiative", "activation", "spotting", "combat", "rethrow", "dilemma"])
"""Purposes of dice that stand elsewhere than in square brackets; in brackets they are called something else."""
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip


def step(battle: Battle) -> bool:
    """One step; False when the battle is over. A step is the deployment, the beginning of a turn or phase, or one line
    with what it says."""
    state: State = battle.state
    if state.stage == "over":
        return False
    _STAGES[state.stage](battle, state)
    return True


def _deployment(battle: Battle, state: State) -> None:
    battle.begin(0, "deployment", None)
    for placement in battle.scenario.placements:
        battle.side = state.side_of(placement.unit)
        battle.emit(
            "deploy",
            unit=placement.unit,
            at=placement.at,
            facing=placement.facing,
            slot=placement.slot,
            concealed=placement.concealed,
        )


def _turn(battle: Battle, state: State) -> None:
    battle.begin(state.turn + 1, "initiative", None)
    battle.emit("turn")
    if not state.own.initiative:
        return
    sides = [side.id for side in battle.scenario.sides]

    def reckon() -> Reckoning:
        return of_initiative(sides, max if state.own.initiative == "highest" else min)

    while True:
        scores = [
            battle.die("initiative", side, state.own.die, why="for the initiative", reckon=reckon) for side in sides
        ]
        if scores[0] != scores[1] or 0 in scores:
            break
    if 0 not in scores:
        best = max(scores) if state.own.initiative == "highest" else min(scores)
        battle.emit("initiative", winner=sides[scores.index(best)], scores=dict(zip(sides, scores, strict=True)))


def _phase(battle: Battle, state: State) -> None:
    """Whose phase it is the record says; an empty text says that the turn is over."""
    sides = [side.id for side in battle.scenario.sides]
    guess = state.first or sides[0]
    if state.phases % 2:
        guess = battle.scenario.other(guess).id
    order = [guess, battle.scenario.other(guess).id]
    options = [Order("initiative", text=(side,)) for side in order]
    if state.phases:
        over = Order("initiative", text=("",))
        options = [over, *options] if state.phases >= len(sides) else [*options, over]
    chosen = battle.choose(Choice("initiative", guess, lambda: options))
    side = chosen.text[0] if chosen.text else ""
    if chosen.verb == "agree":
        _agree(battle, state, chosen, NOTHING, {})
    elif not side:
        _turn(battle, state)
    else:
        battle.begin(state.turn, _ORDINALS[min(state.phases, len(_ORDINALS) - 1)], side)
        battle.emit("phase")
        if state.own.activation:
            count = battle.die("activation", side, state.own.die, why="for the activation")
            battle.emit("activations", count=count)


def _orders(battle: Battle, state: State) -> None:
    legal = [Order("end")]
    order, illegal, _ = battle.order(Choice("order", state.active, lambda: legal))
    declared = battle.answers.declared(battle) or NOTHING
    carry_out = _CARRY_OUT.get(order.verb, _tracked)
    carry_out(battle, state, order, declared, {"illegal": illegal} if illegal else {})
    if order.verb != "end" and state.stage != "over":
        for thrown in declared.throws:
            _throw(battle, state, thrown.purpose, thrown.unit, thrown.faces)


_STAGES: dict[str, Callable[[Battle, State], None]] = {
    "deployment": _deployment,
    "turn": _turn,
    "phase": _phase,
    "orders": _orders,
}


# -- lines -------------------------------------------------------------------------------------------------------------

Illegal = dict[str, Any]


def _throw(
    battle: Battle,
    state: State,
    purpose: str,
    unit: str,
    faces: Faces,
    against: str = "",
    inferred: tuple[int, ...] = (),
) -> None:
    """Dice that were noted, for whatever, or `inferred` from a total. Whose they are says the unit, or the phase."""
    by = state.side_of(unit) if unit in state.units else unit if unit in _sides(battle) else state.active
    purpose = f"{purpose}-dice" if purpose in _OWN and not against else purpose
    battle.emit(
        "throw",
        purpose=purpose,
        by=by,
        sides=state.own.die,
        faces=[face or 0 for face in faces],
        unit=unit,
        against=against,
        **({"inferred": list(inferred)} if inferred else {}),
    )


def _sides(battle: Battle) -> tuple[str, ...]:
    return tuple(side.id for side in battle.scenario.sides)


def _move(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    unit = state.units[order.unit]
    if unit.where != "table":
        return
    way = squares(state, order.path)
    path = [unit.at, *(way[1:] if way and (len(way) > 1 or way[0] == unit.at) else way)]
    company = state.company(path[-1], order.unit)
    slot = unit.slot if path[-1] == unit.at else int(bool(company))
    if path[-1] != unit.at and "/" in order.path[-1]:
        slot = int(order.path[-1].endswith("/2")) if company else 0
    facing = state.heading(order.facing or unit.facing)
    battle.emit(
        "move", unit=order.unit, path=path, facing=facing, slot=slot, cost=_far(state, path), road=False, **illegal
    )


def _far(state: State, path: list[str]) -> float:
    """How far it is from one end of a path to the other, by way of the places that it names."""
    spots = [state.spot(name) for name in path]
    far = sum(state.board.distance(one, other) for one, other in pairwise(spots))
    return round(far, 2) if state.measured else int(far)


def _leave(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    unit = state.units[order.unit]
    if unit.where != "table":
        return
    way = squares(state, order.path)
    path = [unit.at, *(square for square in way if square != unit.at)]
    battle.emit(
        "leave", unit=order.unit, path=path, edge=checks.edge_of(state, path[-1]), cost=_far(state, path), **illegal
    )


def _arrive(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    unit = state.units[order.unit]
    if unit.where != "waiting" or not order.path:
        return
    at = squares(state, order.path)[-1]
    slot = int(bool(state.company(at)))
    planned = next((one.facing for one in battle.scenario.reinforcements if order.unit in one.units), "N")
    facing = state.heading(order.facing or planned)
    battle.emit("arrive", unit=order.unit, at=at, facing=facing, slot=slot, decided=True, **illegal)


def _fight(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    ids = order.unit, order.target
    if any(state.units[id].where != "table" for id in ids):
        return
    here, there = state.units[order.unit].at, state.units[order.target].at
    facing = state.heading(order.facing) if order.facing else state.units[order.unit].facing
    if facing != state.units[order.unit].facing:
        slot = state.units[order.unit].slot
        battle.emit("move", unit=order.unit, path=[here], facing=facing, slot=slot, cost=0, road=False)
    where = {"from": here, "to": there, "range": _far(state, [here, there])}
    battle.emit("attack", unit=order.unit, target=order.target, combat=order.verb, **where, **illegal)
    found = by_sums(declared, state.own.die)[0]
    thrown = [one.faces for one in found[: len(declared.dice)]]
    for n, faces in enumerate(thrown):
        _throw(battle, state, "combat", ids[n], faces, ids[1 - n], found[n].worked_out)
    for again in declared.rethrows:
        for n, face in enumerate(again[:2]):
            _throw(battle, state, "rethrow", ids[n], (face,), ids[1 - n])
    result = declared.result or "ineffective"
    loser = "" if result == "ineffective" else order.unit if declared.loser == "attacker" else order.target
    dice = [[face or 0 for face in faces] for faces in thrown]
    noted: dict[str, Any] = {}
    if declared.modifiers != (None, None):
        noted["modifiers"] = [None if said is None else _listed(said) for said in declared.modifiers]
    if declared.totals != (None, None):
        noted["totals"] = list(declared.totals)
    battle.emit(
        "combat",
        combat=order.verb,
        attacker=order.unit,
        defender=order.target,
        **where,
        dice=[*dice, [], []][:2],
        modifiers=[_listed(declared.modifiers[0]), _listed(declared.modifiers[1])],
        totals=None,
        rethrows=[[face or 0 for face in again] for again in declared.rethrows],
        drawn=bool(declared.rethrows),
        result=result,
        loser=loser,
        **({"noted": noted} if noted else {}),
    )
    if loser:
        _follows(battle, state, loser, order.unit if loser == order.target else order.target, result, declared)


def _listed(said: Any) -> list[dict[str, Any]]:
    return [{"rule": "", "name": name, "amount": amount} for name, amount in (said or {}).items()]


def _follows(battle: Battle, state: State, loser: str, by: str, result: str, declared: Declared) -> None:
    """What the result of a combat does to its loser."""
    unit = state.units[loser]
    if result == "destroyed":
        battle.emit("destroyed", unit=loser, by=by, why="combat", at=unit.at)
        return
    what = state.own.field_of_state(result, unit.spec.type)
    if what is not None:
        battle.emit("tracked", unit=loser, what=what.id, before=unit.values[what.id], after=result)
    if declared.withdrew:
        path = [unit.at, *(square for square in squares(state, declared.withdrew) if square != unit.at)]
        slot = int(bool(state.company(path[-1], loser)))
        battle.emit("withdraw", unit=loser, path=path, facing=unit.facing, slot=slot, squares=_far(state, path))


def _remove(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    unit = state.units[order.unit]
    if unit.where in ("removed", "left"):
        return
    why = order.text[0] if order.text else "removed"
    battle.emit("destroyed", unit=order.unit, by="", why=why, at=unit.at, decided=True, **illegal)


def _tracked(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    after = checks.after(state, order)
    if after is None:
        return
    before = state.units[order.unit].values[order.verb]
    battle.emit(
        "tracked", unit=order.unit, what=order.verb, before=before, after=after, said=list(order.text), **illegal
    )


def _dice(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    """A line of dice says nothing else; they are written to the log like those of any other line."""


def _end_phase(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    battle.emit("end phase", left=0)


def _agree(battle: Battle, state: State, order: Order, declared: Declared, illegal: Illegal) -> None:
    """The battle is over. `text`: the outcome in words, the winner's id, and why it ended; each may be missing."""
    text, winner, why, *_ = (*order.text, "", "", "")
    battle.begin(state.turn, "end", None)
    for goal in met(state):
        battle.emit("objective", title=goal.title, by=goal.side, points=goal.points)
    first, second = battle.scenario.sides
    battle.emit(
        "end",
        winner=winner if winner in _sides(battle) else None,
        why=why or "agreed",
        points={first.id: state.lost(1), second.id: state.lost(0)},
        **({"text": text} if text and text != why else {}),
    )


_CARRY_OUT: dict[str, Callable[[Battle, State, Order, Declared, Illegal], None]] = {
    "move": _move,
    "leave": _leave,
    "arrive": _arrive,
    "fire": _fight,
    "close": _fight,
    "remove": _remove,
    "throw": _dice,
    "spot": _dice,
    "end": _end_phase,
    "agree": _agree,
}
