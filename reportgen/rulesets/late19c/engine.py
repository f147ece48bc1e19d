"""The engine: what happens next, from the state alone. It asks the battle for dice and decisions and emits events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reportgen.battle.orders import Choice, Declared, Order, Violation
from reportgen.battle.scenario import Placement
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import combat, movement, objectives
from reportgen.rulesets.late19c.orders import Plan, legal
from reportgen.rulesets.late19c.state import WAITING, State

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


def step(battle: Battle) -> bool:
    """One step of the battle; False when it is over. A step is the deployment, the throws that open a turn or a phase,
    one order with all that follows from it, or the end of a turn."""
    state: State = battle.state
    if state.stage == "over":
        return False
    _STAGES[state.stage](battle, state)
    return True


def _deployment(battle: Battle, state: State) -> None:
    battle.begin(0, "deployment", None)
    for placement in battle.scenario.placements:
        _place(battle, state, "deploy", placement)
    if not battle.scenario.placements:
        battle.begin(0, "end", None)
        objectives.finish(battle, "no stands")


def _place(battle: Battle, state: State, kind: str, placement: Placement) -> None:
    battle.side = state.tables.sides[state.tables.side[state.tables.index[placement.unit]]]
    battle.emit(
        kind,
        unit=placement.unit,
        at=placement.at,
        facing=placement.facing,
        slot=placement.slot,
        concealed=placement.concealed,
    )


def _initiative(battle: Battle, state: State) -> None:
    battle.begin(state.turn + 1, "initiative", None)
    battle.emit("turn")
    tables = state.tables
    first, second = tables.sides
    while True:
        scores = [battle.die("initiative", side, tables.data.die, why="for the initiative") for side in (first, second)]
        if scores[0] != scores[1] or 0 in scores:
            break
    winner = first if scores[0] > scores[1] else second
    if 0 in scores:
        options = [Order("initiative", text=(id,)) for id in tables.sides]
        winner = battle.choose(Choice("initiative", first, lambda: options)).text[0]
    battle.emit("initiative", winner=winner, scores={first: scores[0], second: scores[1]})


def _phase(battle: Battle, state: State) -> None:
    tables = state.tables
    side = state.active
    id = tables.sides[side]
    battle.begin(state.turn, "first" if side == state.first else "second", id)
    _arrivals(battle, state)
    _spotting(battle, state)
    count = battle.die("activation", id, tables.data.die, why="for the number of activations")
    battle.emit("activations", count=count)


def _arrivals(battle: Battle, state: State) -> None:
    """Rule turn.reinforcements."""
    tables = state.tables
    for come in battle.scenario.reinforcements:
        if come.turn > state.turn:
            continue
        for id in come.units:
            unit = tables.index[id]
            if state.status[unit] != WAITING or tables.side[unit] != state.active:
                continue
            for name in come.at:
                square = tables.grid.square(name)
                friends = state.at[square]
                if len(friends) >= tables.data.per_square or state.occupied[1 - state.active] >> square & 1:
                    continue
                if friends and FACINGS[state.facing[friends[0]]] != come.facing:
                    continue
                _place(battle, state, "arrive", Placement(id, name, come.facing, 1 if friends else 0))
                _reveal_neighbours(battle, state)
                break


def _spotting(battle: Battle, state: State) -> None:
    """Rule sight.spotting."""
    tables = state.tables
    if not state.hidden:
        return
    spotter, hidden = tables.sides[state.active], tables.sides[1 - state.active]
    bodies: dict[str, list[int]] = {}
    for unit in state.on_table(1 - state.active):
        if state.concealed[unit]:
            bodies.setdefault(state.concealed[unit], []).append(unit)
    for body, units in bodies.items():
        terrain = tables.concealing(body, [state.square[unit] for unit in units])
        squares = dict.fromkeys(state.square[unit] for unit in units)
        if not any(combat.would_see(state, state.active, square, terrain) for square in squares):
            continue
        scores = [
            battle.die("spotting", spotter, tables.data.die, unit=body, why=f"to spot what hides at {body}"),
            battle.die("spotting", hidden, tables.data.die, unit=body, why=f"to stay hidden at {body}"),
        ]
        ids = [tables.ids[unit] for unit in units]
        seen = scores[0] > scores[1] > 0
        battle.emit("spot", body=body, units=ids, dice=scores, seen=seen, by=spotter)
        if seen:
            battle.emit("revealed", units=ids, why="spotted")


def _orders(battle: Battle, state: State) -> None:
    order, illegal, plan = battle.order(Choice("order", state.tables.sides[state.active], lambda: legal(state)))
    _CARRY_OUT[order.verb](battle, state, order, plan, illegal)
    if state.stage != "over":
        objectives.at_once(battle)


def _turn_end(battle: Battle, state: State) -> None:
    battle.begin(state.turn, "end", None)
    objectives.at_turn_end(battle)
    if state.stage == "over":
        return
    if state.turn >= state.tables.turns:
        objectives.finish(battle, "turn limit")
        return
    _initiative(battle, state)


_STAGES = {
    "deployment": _deployment,
    "initiative": _initiative,
    "phase": _phase,
    "orders": _orders,
    "turn end": _turn_end,
}


# -- orders ------------------------------------------------------------------------------------------------------------

Illegal = list[dict[str, str]]


def _with(illegal: Illegal) -> dict[str, Any]:
    return {"illegal": illegal} if illegal else {}


def _activate(battle: Battle, state: State, unit: int) -> None:
    """An activation for the stand's square, unless it is being activated already (rule turn.pair)."""
    if state.current >> unit & 1:
        return
    tables = state.tables
    here = state.at[state.square[unit]]
    if len(here) == 1 or state.acted >> unit & 1:
        units = [tables.ids[unit]]
    else:
        units = [tables.ids[u] for u in here if not state.acted >> u & 1]
    battle.emit("activate", units=units, left=state.left - 1)


def _turn_first(battle: Battle, state: State, plan: Plan) -> None:
    """An attack or a mounting may name a facing: the stand turns to it before (rule turn.facing)."""
    if plan.turn:
        here = state.tables.grid.name(state.square[plan.unit])
        id, facing = state.tables.ids[plan.unit], FACINGS[plan.facing]
        battle.emit("move", unit=id, path=[here], facing=facing, slot=state.slot(plan.unit), cost=0, road=False)


def _move(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit < 0:
        return
    _activate(battle, state, plan.unit)
    names = state.tables.grid.names
    battle.emit(
        "move",
        unit=order.unit,
        path=[names[square] for square in plan.path],
        facing=FACINGS[plan.facing],
        slot=plan.slot,
        cost=plan.cost,
        road=plan.road,
        **_with(illegal),
    )
    if state.hidden:
        _reveal_mover(battle, state, plan)
        _reveal_neighbours(battle, state, plan)


def _leave(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit < 0:
        return
    _activate(battle, state, plan.unit)
    grid = state.tables.grid
    battle.emit(
        "leave",
        unit=order.unit,
        path=[grid.name(square) for square in plan.path],
        edge=plan.edge,
        cost=plan.cost,
        **_with(illegal),
    )


def _mounting(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit < 0:
        return
    _activate(battle, state, plan.unit)
    _turn_first(battle, state, plan)
    battle.emit(order.verb, unit=order.unit, facing=FACINGS[state.facing[plan.unit]], **_with(illegal))


def _dilemma(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    """Rule turn.dilemma."""
    by = state.tables.sides[state.active]
    while True:
        dice = [
            battle.die("dilemma", by, state.tables.data.die, unit=option, why=f"for the option '{option}'")
            for option in order.text
        ]
        if dice.count(max(dice)) == 1 or max(dice) == 0:
            break
    battle.emit("dilemma", options=list(order.text), dice=dice, chosen=dice.index(max(dice)))


def _end_phase(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    battle.emit("end phase", left=state.left)


def _agree(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    """The players agree that it is over. `text`: the outcome in words and the winner's id; either may be missing."""
    text, winner, *_ = (*order.text, "", "")
    battle.begin(state.turn, "end", None)
    objectives.finish(battle, "agreed", winner=winner, text=text)


def _nothing(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    """A note of a throw that the rules did not ask for: it changes nothing."""


# -- concealment -------------------------------------------------------------------------------------------------------


def _reveal(battle: Battle, state: State, units: list[int], why: str) -> None:
    hidden = [state.tables.ids[unit] for unit in units if state.concealed[unit]]
    if hidden:
        battle.emit("revealed", units=hidden, why=why)


def _reveal_mover(battle: Battle, state: State, plan: Plan) -> None:
    """A concealed stand that moves in sight of any enemy is seen (rule sight.revealed)."""
    tables = state.tables
    if not state.concealed[plan.unit] or len(plan.path) < 2:
        return
    occupied = (state.occupied[0] | state.occupied[1]) & ~(1 << plan.path[-1])
    eyes = list(tables.grid.squares(state.occupied[1 - tables.side[plan.unit]]))
    if any(tables.sight.clear(eye, square, occupied) for square in plan.path[1:] for eye in eyes):
        _reveal(battle, state, [plan.unit], "moved")


def _reveal_neighbours(battle: Battle, state: State, plan: Plan | None = None) -> None:
    """Concealed stands with an enemy next to them, or whose neighbourhood the mover passed, are seen."""
    tables = state.tables
    passed = 0
    if plan is not None:
        for square in plan.path[1:]:
            passed |= 1 << square
    for side in (0, 1):
        concealed = state.hidden & tables.masks[side]
        if not concealed:
            continue
        eyes = state.occupied[1 - side]
        if plan is not None and tables.side[plan.unit] != side:
            eyes |= passed
        near = tables.grid.spread(eyes)
        seen = [unit for unit in tables.grid.squares(concealed) if near >> state.square[unit] & 1]
        if seen:
            _reveal(battle, state, seen, "adjacent")


# -- combat ------------------------------------------------------------------------------------------------------------


def _fight(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    unit, target = plan.unit, plan.target
    if unit < 0 or target < 0:
        return
    tables = state.tables
    _activate(battle, state, unit)
    _turn_first(battle, state, plan)
    kind: combat.Kind = "fire" if order.verb == "fire" else "close"
    here, there = state.square[unit], state.square[target]
    names = tables.grid.names
    where = {"from": names[here], "to": names[there], "range": tables.grid.distance(here, there)}
    battle.emit("attack", unit=order.unit, target=order.target, combat=kind, **where, **_with(illegal))
    if state.hidden:
        _reveal(battle, state, [unit, target], "fired" if kind == "fire" else "fought")
    sides = tables.sides[tables.side[unit]], tables.sides[tables.side[target]]
    die = tables.data.die
    word = "fire" if kind == "fire" else "close combat"
    dice = [
        battle.die("combat", sides[0], die, order.unit, order.target, f"{word} of {order.unit} on {order.target}"),
        battle.die("combat", sides[1], die, order.target, order.unit, f"{order.target} against {order.unit}"),
    ]
    mine, theirs = combat.terms(state, kind, unit, here, target)
    sums = sum(amount for _, amount in mine), sum(amount for _, amount in theirs)
    totals = None if 0 in dice else [dice[0] + sums[0], dice[1] + sums[1]]
    declared = battle.answers.declared(battle)
    result, drawn, rethrows, loser = _result(battle, state, unit, target, totals, declared)
    if declared is not None and declared.result == "destroyed" and result == "withdraw":
        ways, _ = movement.retreats(state, tables.index[loser])
        if not ways:  # the record names what came of a withdrawal that had nowhere to go
            declared = replace(declared, result=result)
    as_played = _as_played(totals, drawn, result, loser, declared, tables.ids[unit])
    by_rules = {"result": "draw" if drawn and not rethrows else result, "loser": loser}
    if as_played:
        result, loser = _word(as_played.get("result", result)), as_played.get("loser", loser)
        if loser == "" and result != "ineffective":
            loser = order.target
    battle.emit(
        "combat",
        combat=kind,
        attacker=order.unit,
        defender=order.target,
        **where,
        dice=dice,
        modifiers=[_listed(mine), _listed(theirs)],
        totals=totals,
        rethrows=rethrows,
        drawn=drawn,
        result=result,
        loser=loser,
        **({"as_played": as_played} if as_played else {}),
        **({"by_rules": by_rules} if "result" in as_played else {}),
    )
    if result == "destroyed":
        _destroy(battle, state, tables.index[loser], order.unit if loser == order.target else order.target, "combat")
    elif result == "withdraw":
        _withdraw(battle, state, tables.index[loser], order.unit if loser == order.target else order.target)
    if state.hidden:
        _reveal_neighbours(battle, state)


def _listed(terms: list[combat.Term]) -> list[dict[str, Any]]:
    """The terms as the log has them; what adds nothing (in a variant, say) is left out."""
    return [{"rule": rule, "name": combat.NAMES[rule], "amount": amount} for rule, amount in terms if amount]


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
    while True:
        pair = [
            battle.die("rethrow", sides[0], tables.data.die, names[0], names[1], f"{names[0]} again, after a draw"),
            battle.die("rethrow", sides[1], tables.data.die, names[1], names[0], f"{names[1]} again, after a draw"),
        ]
        if 0 in pair:
            return "ineffective", True, rethrows, ""
        rethrows.append(pair)
        if pair[0] != pair[1]:
            return "withdraw", True, rethrows, names[0] if pair[0] < pair[1] else names[1]


def _as_played(
    totals: list[int] | None, drawn: bool, result: str, loser: str, declared: Declared | None, attacker: str
) -> dict[str, Any]:
    """What the record says otherwise than the rules: `totals`, `result` and `loser`, `rethrows`; empty if nothing."""
    if declared is None:
        return {}
    played: dict[str, Any] = {}
    if any(t is not None for t in declared.totals) and list(declared.totals) != totals:
        played["totals"] = list(declared.totals)
    if declared.rethrows and not drawn:
        played["rethrows"] = [list(throw) for throw in declared.rethrows]
    if declared.result:
        word = _word(declared.result)
        if word != result or (word != "ineffective" and (declared.loser == "attacker") != (loser == attacker)):
            played["result"] = word
            played["loser"] = "" if word == "ineffective" else attacker if declared.loser == "attacker" else ""
    return played


def _destroy(battle: Battle, state: State, unit: int, by: str, why: str) -> None:
    at = state.tables.grid.name(state.square[unit])
    battle.emit("destroyed", unit=state.tables.ids[unit], by=by, why=why, at=at)


def _withdraw(battle: Battle, state: State, unit: int, by: str) -> None:
    """The way back (rules result.distance to result.alone)."""
    tables = state.tables
    grid, id = tables.grid, tables.ids[unit]
    names = grid.names
    ways, why = movement.retreats(state, unit)
    side = tables.sides[tables.side[unit]]
    options = [
        Order(
            "leave" if way.leaves else "withdraw", id, "", tuple([names[s] for s in way.path]), FACINGS[way.facing]
        )
        for way in ways
    ] or [Order("destroyed", id, text=(why,))]
    chosen = battle.choose(Choice("withdrawal", side, lambda: options, id))
    known = options[0] if chosen is options[0] else None
    if known is None:
        known = next((o for o in options if o.verb == chosen.verb and o.path[-1:] == chosen.path[-1:]), None)
    illegal: Illegal = []
    if known is None:
        rule = "result.way" if ways else "result.distance"
        message = f"{id} cannot withdraw to {chosen.path[-1]}" if chosen.path else f"{id} is destroyed without need"
        if not battle.answers.insist(battle, chosen, [Violation(rule, message)]):
            known = options[0]
        else:
            illegal = [{"rule": rule, "message": message}]
            known = chosen
    if known.verb == "destroyed":
        _destroy(battle, state, unit, by, known.text[0] if known.text else "blocked")
        return
    start = names[state.square[unit]]
    path = list(known.path) if known.path[0] == start else [start, *known.path]
    if known.verb == "leave":
        if len(path) > 1:
            battle.emit(
                "withdraw", unit=id, path=path, facing=FACINGS[state.facing[unit]], slot=0, squares=len(path) - 1
            )
        battle.emit("left", unit=id, edge=tables.edges[tables.side[unit]], why="withdrawal")
        return
    friends = state.at[grid.square(path[-1])]
    facing = FACINGS[state.facing[friends[0]] if friends else state.facing[unit]]
    battle.emit(
        "withdraw",
        unit=id,
        path=path,
        facing=facing,
        slot=1 if friends else 0,
        squares=len(path) - 1,
        **_with(illegal),
    )


_CARRY_OUT = {
    "move": _move,
    "leave": _leave,
    "fire": _fight,
    "close": _fight,
    "mount": _mounting,
    "dismount": _mounting,
    "dilemma": _dilemma,
    "spot": _nothing,
    "end": _end_phase,
    "agree": _agree,
}
