"""The engine: what happens next, from the state alone. It asks the battle for dice and decisions and emits events."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from reportgen.battle.inference import Reckoning, of_initiative
from reportgen.battle.orders import Choice, Order
from reportgen.battle.scenario import Placement
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import objectives
from reportgen.rulesets.late19c.concealment import reveal_mover, reveal_neighbours, spotting
from reportgen.rulesets.late19c.fights import Illegal, activate, fight, noted, turn_first
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

    def reckon() -> Reckoning:
        return of_initiative(tables.sides)

    while True:
        scores = [
            battle.die("initiative", side, tables.data.die, why="for the initiative", reckon=reckon)
            for side in (first, second)
        ]
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
    spotting(battle, state)
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
                if tables.closed[state.mover(unit)] >> square & 1:
                    continue
                if len(friends) >= tables.data.per_square or state.occupied[1 - state.active] >> square & 1:
                    continue
                if friends and FACINGS[state.facing[friends[0]]] != come.facing:
                    continue
                _place(battle, state, "arrive", Placement(id, name, come.facing, 1 if friends else 0))
                reveal_neighbours(battle, state)
                break


def _orders(battle: Battle, state: State) -> None:
    order, illegal, plan = battle.order(Choice("order", state.tables.sides[state.active], partial(legal, state)))
    _CARRY_OUT[order.verb](battle, state, order, plan, illegal)
    if order.verb not in _HARMLESS and state.stage != "over":
        objectives.at_once(battle)


_HARMLESS = frozenset(("move", "end"))
"""The orders by which nobody is destroyed or leaves the table."""


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


def _move(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit < 0:
        return
    activate(battle, state, plan.unit)
    name = state.tables.names.__getitem__
    data: dict[str, Any] = {
        "unit": order.unit,
        "path": list(map(name, plan.path)),
        "facing": FACINGS[plan.facing],
        "slot": plan.slot,
        "cost": plan.cost,
        "road": plan.road,
    }
    if illegal:
        data["illegal"] = illegal
    battle.note("move", data)
    if state.hidden:
        reveal_mover(battle, state, plan)
        reveal_neighbours(battle, state, plan)


def _leave(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit < 0:
        return
    activate(battle, state, plan.unit)
    grid = state.tables.grid
    battle.emit(
        "leave",
        unit=order.unit,
        path=[grid.name(square) for square in plan.path],
        edge=plan.edge,
        cost=plan.cost,
        **noted(illegal),
    )


def _mounting(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit < 0:
        return
    activate(battle, state, plan.unit)
    turn_first(battle, state, plan)
    battle.emit(order.verb, unit=order.unit, facing=FACINGS[state.facing[plan.unit]], **noted(illegal))


def _dilemma(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    """Rule turn.dilemma."""
    by = state.tables.sides[state.active]
    while True:
        dice = [
            battle.die("dilemma", by, state.tables.data.die, unit=option, why="for the option '{unit}'")
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


_CARRY_OUT = {
    "move": _move,
    "leave": _leave,
    "fire": fight,
    "close": fight,
    "mount": _mounting,
    "dismount": _mounting,
    "dilemma": _dilemma,
    "spot": _nothing,
    "end": _end_phase,
    "agree": _agree,
}
