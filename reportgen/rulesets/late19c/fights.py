"""A combat from the attack to its consequences: the throws, the sums, the result, and the way back of who lost."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from reportgen.battle.inference import DRAW, Outcome, Reckoning
from reportgen.battle.orders import Choice, Declared, Order, Violation
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import combat, movement
from reportgen.rulesets.late19c.concealment import reveal, reveal_neighbours
from reportgen.rulesets.late19c.orders import Plan
from reportgen.rulesets.late19c.state import State

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

Illegal = list[dict[str, str]]
"""What is illegal about an order that stands all the same: the rule and a sentence for each."""


_WHY: dict[combat.Kind, str] = {"fire": "fire of {unit} on {against}", "close": "close combat of {unit} on {against}"}
"""What an attacker's die is thrown for."""


def noted(illegal: Illegal) -> dict[str, Any]:
    return {"illegal": illegal} if illegal else {}


def activate(battle: Battle, state: State, unit: int) -> None:
    """An activation for the stand's square, unless it is being activated already (rule turn.pair)."""
    if state.current >> unit & 1:
        return
    tables = state.tables
    here = state.at[state.square[unit]]
    units = [tables.ids[unit]] if len(here) == 1 or state.acted >> unit & 1 else _together(state, here)
    battle.note("activate", {"units": units, "left": state.left - 1})


def _together(state: State, here: tuple[int, ...]) -> list[str]:
    """The ids of those in a square who have not acted yet."""
    return [state.tables.ids[unit] for unit in here if not state.acted >> unit & 1]


def turn_first(battle: Battle, state: State, plan: Plan) -> None:
    """An attack or a mounting may name a facing: the stand turns to it before (rule turn.facing)."""
    if plan.turn:
        here = state.tables.grid.name(state.square[plan.unit])
        id, facing = state.tables.ids[plan.unit], FACINGS[plan.facing]
        battle.emit("move", unit=id, path=[here], facing=facing, slot=state.slot(plan.unit), cost=0, road=False)


def fight(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    unit, target = plan.unit, plan.target
    if unit < 0 or target < 0:
        return
    tables = state.tables
    activate(battle, state, unit)
    turn_first(battle, state, plan)
    kind: combat.Kind = "fire" if order.verb == "fire" else "close"
    here, there = state.square[unit], state.square[target]
    names = tables.names
    start, goal, distance = names[here], names[there], tables.grid.distance(here, there)
    attack: dict[str, Any] = {
        "unit": order.unit,
        "target": order.target,
        "combat": kind,
        "from": start,
        "to": goal,
        "range": distance,
    }
    if illegal:
        attack["illegal"] = illegal
    battle.note("attack", attack)
    if state.hidden:
        reveal(battle, state, [unit, target], "fired" if kind == "fire" else "fought")
    sides = tables.sides[tables.side[unit]], tables.sides[tables.side[target]]
    die = tables.data.die
    reckon = partial(_reckoning, battle, state, kind, unit, target)
    dice = [
        battle.die("combat", sides[0], die, order.unit, order.target, _WHY[kind], reckon),
        battle.die("combat", sides[1], die, order.target, order.unit, "{unit} against {against}", reckon),
    ]
    mine, theirs = combat.terms(state, kind, unit, here, target)
    (mine_listed, mine_added), (their_listed, they_added) = _listed(mine), _listed(theirs)
    totals = [dice[0] + mine_added, dice[1] + they_added] if 0 not in dice else None
    declared = battle.answers.declared(battle)
    result, drawn, rethrows, loser = _result(battle, state, unit, target, totals, declared)
    if declared is not None and declared.result == "destroyed" and result == "withdraw":
        ways, _ = movement.retreats(state, tables.index[loser])
        if not ways:  # the record names what came of a withdrawal that had nowhere to go
            declared = replace(declared, result=result)
    listed = [mine_listed, their_listed]
    combat_data: dict[str, Any] = {
        "combat": kind,
        "attacker": order.unit,
        "defender": order.target,
        "from": start,
        "to": goal,
        "range": distance,
        "dice": dice,
        "modifiers": listed,
        "totals": totals,
        "rethrows": rethrows,
        "drawn": drawn,
        "result": result,
        "loser": loser,
    }
    as_played = declared and _as_played(kind, listed, totals, drawn, result, loser, declared, tables.ids[unit])
    if as_played:
        combat_data["as_played"] = as_played
        if "result" in as_played:
            combat_data["by_rules"] = {"result": "draw" if drawn and not rethrows else result, "loser": loser}
        result, loser = _word(as_played.get("result", result)), as_played.get("loser", loser)
        if loser == "" and result != "ineffective":
            loser = order.target
        combat_data["result"], combat_data["loser"] = result, loser
    battle.note("combat", combat_data)
    if result == "destroyed":
        _destroy(battle, state, tables.index[loser], order.unit if loser == order.target else order.target, "combat")
    elif result == "withdraw":
        _withdraw(battle, state, tables.index[loser], order.unit if loser == order.target else order.target)
    if state.hidden:
        reveal_neighbours(battle, state)


def _reckoning(battle: Battle, state: State, kind: combat.Kind, unit: int, target: int) -> Reckoning:
    """What the dice of a combat come to, with what was added by the record or, if it does not say, by the rules."""
    declared = battle.answers.declared(battle) or Declared()
    by_rules = combat.terms(state, kind, unit, state.square[unit], target)
    added = [
        sum(amount for _, amount in terms) if said is None else sum(said.values())
        for said, terms in zip(declared.modifiers, by_rules, strict=True)
    ]
    parts = state.tables.data.parts

    def outcomes(mine: int, theirs: int) -> set[Outcome]:
        outcome = combat.judge(mine, theirs, parts)
        if outcome == "draw":
            return {DRAW, *_driven_back(state, unit, "attacker"), *_driven_back(state, target, "defender")}
        if outcome == "withdraw":
            return _driven_back(state, target, "defender")
        return {(outcome, "" if outcome == "ineffective" else "defender")}

    scores = (lambda faces: faces[0] + added[0], lambda faces: faces[0] + added[1])
    return Reckoning((1, 1), scores, outcomes, draws=True)


def _again(state: State, unit: int, target: int) -> Reckoning:
    """What the dice come to that are thrown again after a draw."""

    def outcomes(mine: int, theirs: int) -> set[Outcome]:
        if mine == theirs:
            return {DRAW}
        return _driven_back(state, unit, "attacker") if mine < theirs else _driven_back(state, target, "defender")

    return Reckoning((1, 1), (lambda faces: faces[0], lambda faces: faces[0]), outcomes, draws=True)


def _driven_back(state: State, unit: int, party: str) -> set[Outcome]:
    """How a record may put a withdrawal: where there is no way back, it is destroyed."""
    ways, _ = movement.retreats(state, unit)
    return {("withdraw", party)} if ways else {("withdraw", party), ("destroyed", party)}


def _listed(terms: list[combat.Term]) -> tuple[list[dict[str, Any]], int]:
    """The terms as the log has them, what adds nothing (in a variant, say) left out; and what they come to."""
    listed: list[dict[str, Any]] = []
    added = 0
    for rule, amount in terms:
        if amount:
            listed.append({"rule": rule, "name": combat.NAMES[rule], "amount": amount})
            added += amount
    return listed, added


def _word(result: str) -> str:
    """The log's word for a result as the notation writes it."""
    return "withdraw" if result == "withdraws" else result


def _result(
    battle: Battle, state: State, unit: int, target: int, totals: list[int] | None, declared: Declared | None
) -> tuple[str, bool, list[list[int]], str]:
    """Result, whether the totals were equal, the throws after a draw, and the id of who withdraws or is destroyed.

    Dice that were not recorded (a 0 among them) leave the result to the record; without one it is ineffective. A record
    that declares a result without throwing again, where the rules want that, has its way as well.
    """
    tables = state.tables
    names = tables.ids[unit], tables.ids[target]
    if totals is None:
        return "ineffective", False, [], ""
    outcome = combat.judge(totals[0], totals[1], tables.data.parts)
    if outcome != "draw":
        return outcome, False, [], "" if outcome == "ineffective" else names[1]
    if declared is not None and declared.result and not declared.rethrows:
        return "ineffective", True, [], ""
    sides = tables.sides[tables.side[unit]], tables.sides[tables.side[target]]
    rethrows: list[list[int]] = []
    die = tables.data.die

    reckon = partial(_again, state, unit, target)
    why = "{unit} again, after a draw"
    while True:
        pair = [
            battle.die("rethrow", sides[0], die, names[0], names[1], why, reckon),
            battle.die("rethrow", sides[1], die, names[1], names[0], why, reckon),
        ]
        if 0 in pair:
            return "ineffective", True, rethrows, ""
        rethrows.append(pair)
        if pair[0] != pair[1]:
            return "withdraw", True, rethrows, names[0] if pair[0] < pair[1] else names[1]


def _as_played(
    kind: combat.Kind,
    listed: list[list[dict[str, Any]]],
    totals: list[int] | None,
    drawn: bool,
    result: str,
    loser: str,
    declared: Declared,
    attacker: str,
) -> dict[str, Any]:
    """What the record says otherwise than the rules: `modifiers`, `totals`, `result` and `loser`, `rethrows`; empty if
    nothing. Modifiers are listed whole, for both sides, as soon as one differs."""
    played: dict[str, Any] = {}
    modifiers = [
        by_rules if said is None else [_declared(kind, name, amount) for name, amount in said.items()]
        for said, by_rules in zip(declared.modifiers, listed, strict=True)
    ]
    if any(
        {m["name"]: m["amount"] for m in said} != {m["name"]: m["amount"] for m in by_rules}
        for said, by_rules in zip(modifiers, listed, strict=True)
    ):
        played["modifiers"] = modifiers
    ruled: list[int] | list[None] = totals or [None, None]
    if any(said is not None and said != right for said, right in zip(declared.totals, ruled, strict=True)):
        played["totals"] = list(declared.totals)
    if declared.rethrows and not drawn:
        played["rethrows"] = [list(throw) for throw in declared.rethrows]
    if declared.result:
        word = _word(declared.result)
        if word != result or (word != "ineffective" and (declared.loser == "attacker") != (loser == attacker)):
            played["result"] = word
            played["loser"] = "" if word == "ineffective" else attacker if declared.loser == "attacker" else ""
    return played


def _declared(kind: combat.Kind, name: str, amount: int) -> dict[str, Any]:
    """A modifier that a record names, with the rule that goes by this name in such a combat, or none."""
    rules = [rule for rule, word in combat.NAMES.items() if word == name and rule.split(".")[0] in (kind, "combat")]
    return {"rule": rules[0] if rules else "", "name": name, "amount": amount}


def _destroy(battle: Battle, state: State, unit: int, by: str, why: str) -> None:
    at = state.tables.grid.name(state.square[unit])
    battle.emit("destroyed", unit=state.tables.ids[unit], by=by, why=why, at=at)


def _ways_back(state: State, unit: int, first: bool = False) -> list[Order]:
    """The orders that a stand which is driven back may be given, the rules' choice first; with `first`, that alone."""
    ways, why = movement.retreats(state, unit, first)
    id, name = state.tables.ids[unit], state.tables.names.__getitem__
    return [
        Order("leave" if way.leaves else "withdraw", id, "", tuple(map(name, way.path)), FACINGS[way.facing])
        for way in ways
    ] or [Order("destroyed", id, text=(why,))]


def _same_way(ways: list[Order], chosen: Order) -> Order | None:
    """The one that comes to the same as what was chosen, if one does."""
    return next((way for way in ways if way.verb == chosen.verb and way.path[-1:] == chosen.path[-1:]), None)


def _withdraw(battle: Battle, state: State, unit: int, by: str) -> None:
    """The way back (rules result.distance to result.alone)."""
    tables = state.tables
    id = tables.ids[unit]
    first = _ways_back(state, unit, True)[0]
    side = tables.sides[tables.side[unit]]
    chosen = battle.choose(Choice("withdrawal", side, partial(_ways_back, state, unit), id, first))
    illegal: Illegal = []
    known: Order | None = first
    if chosen is not first:
        known = _same_way(_ways_back(state, unit), chosen)
    if known is None:
        rule = "result.distance" if first.verb == "destroyed" else "result.way"
        message = f"{id} cannot withdraw to {chosen.path[-1]}" if chosen.path else f"{id} is destroyed without need"
        if not battle.answers.insist(battle, chosen, [Violation(rule, message)]):
            known = first
        else:
            illegal = [{"rule": rule, "message": message}]
            known = chosen
    if known.verb == "destroyed":
        _destroy(battle, state, unit, by, known.text[0] if known.text else "blocked")
        return
    start = tables.names[state.square[unit]]
    path = list(known.path) if known.path[0] == start else [start, *known.path]
    if known.verb == "leave":
        if len(path) > 1:
            battle.emit(
                "withdraw", unit=id, path=path, facing=FACINGS[state.facing[unit]], slot=0, squares=len(path) - 1
            )
        battle.emit("left", unit=id, edge=tables.edges[tables.side[unit]], why="withdrawal")
        return
    friends = state.at[tables.grid.square(path[-1])]
    facing = FACINGS[state.facing[friends[0]] if friends else state.facing[unit]]
    data: dict[str, Any] = {
        "unit": id,
        "path": path,
        "facing": facing,
        "slot": 1 if friends else 0,
        "squares": len(path) - 1,
    }
    if illegal:
        data["illegal"] = illegal
    battle.note("withdraw", data)
