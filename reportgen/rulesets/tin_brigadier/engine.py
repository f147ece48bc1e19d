"""The engine: what happens next, from the state alone. It asks the battle for dice and decisions and emits events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reportgen.battle.orders import Choice, Order
from reportgen.board.regions import stands
from reportgen.rulesets.tin_brigadier import charges, fights, objectives
from reportgen.rulesets.tin_brigadier.choices import legal
from reportgen.rulesets.tin_brigadier.data import FORM_BY_VERB
from reportgen.rulesets.tin_brigadier.fights import Illegal, noted
from reportgen.rulesets.tin_brigadier.orders import Plan, tested
from reportgen.rulesets.tin_brigadier.state import LOST, TABLE, WAITING, State, Unit
from reportgen.rulesets.tin_brigadier.tasks import progress_at, task_of

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

PHASES = ("first", "second")


def step(battle: Battle) -> bool:
    """One step of the battle; False when it is over. A step is the deployment, what opens a turn or a phase, or one
    order or choice with all that follows from it."""
    state: State = battle.state
    if state.stage == "over":
        return False
    _STAGES[state.stage](battle, state)
    return True


def _deployment(battle: Battle, state: State) -> None:
    battle.begin(0, "deployment", None)
    for placement in battle.scenario.placements:
        _place(battle, state, "deploy", placement.unit, placement.at, placement.facing, placement.slot)
    if not battle.scenario.placements:
        objectives.finish(battle, "no stands")


def _place(battle: Battle, state: State, kind: str, unit: str, at: str, facing: str, slot: int = 0) -> None:
    battle.side = state.tables.sides[state.unit(unit).side]
    battle.emit(kind, unit=unit, at=at, facing=facing, slot=slot, concealed="")


def _turn(battle: Battle, state: State) -> None:
    if state.turn >= state.tables.turns:
        objectives.finish(battle, "turn limit")
        return
    battle.begin(state.turn + 1, "initiative", None)
    battle.emit("turn")


def _phase(battle: Battle, state: State) -> None:
    """Reinforcements, tests of the last turn if they come so late, and the throws for orders."""
    tables, side = state.tables, state.active
    battle.begin(state.turn, PHASES[side], tables.sides[side])
    _arrivals(battle, state)
    if tables.late:
        for unit in [unit for unit in state.on_table(side) if unit.hit]:
            fights.test(battle, unit, charges.nearest_enemy(state, unit))
            battle.emit("under fire", units=[unit.id], test=False)
    data = tables.data
    dice: dict[str, int] = {}
    left: dict[str, int] = {}
    for number in tables.of_side[side]:
        unit = state.units[number]
        general = unit.fixed.kind.id == "ghq"
        if not unit.fixed.command or (unit.where != TABLE and not general):
            continue
        faces = battle.roll("orders", tables.sides[side], data.order_dice, data.die, unit.id, why="for {unit}'s orders")
        count = sum(face or data.die for face in faces)  # of a die that was not noted anything may be
        if general:
            count += data.balloon if unit.fixed.observer else 0
            if unit.where == LOST and state.turn <= state.headless[side]:
                count = -(-count // 2)
            count += state.stored[side]
        dice[unit.id], left[unit.id] = sum(faces), count
    battle.emit("orders", dice=dice, left=left)


def _arrivals(battle: Battle, state: State) -> None:
    tables = state.tables
    for come in battle.scenario.reinforcements:
        for id in come.units if come.turn <= state.turn else ():
            unit = state.unit(id)
            if unit.where != WAITING or unit.side != state.active:
                continue
            free = (name for where in come.at for name in stands(battle.scenario.ground, where))
            for name in free:
                if state.free(unit, tables.field.parse(name), come.facing):
                    _place(battle, state, "arrive", id, name, come.facing)
                    break
    battle.side = tables.sides[state.active]


def _orders(battle: Battle, state: State) -> None:
    side = state.tables.sides[state.active]
    order, illegal, plan = battle.order(Choice("order", side, lambda: legal(state)))
    _carry_out(battle, state, order, plan, illegal)
    if state.stage != "over":
        objectives.at_once(battle)


def _charges(battle: Battle, state: State) -> None:
    """A choice that a charge asks for, or the next order."""
    if charges.ask(battle, state):
        if state.stage != "over":
            objectives.at_once(battle)
        return
    _orders(battle, state)


_STAGES: dict[str, Callable[[Any, State], None]] = {
    "deployment": _deployment,
    "turn": _turn,
    "phase": _phase,
    "orders": _orders,
    "charges": _charges,
}


# -- orders ------------------------------------------------------------------------------------------------------------


def _carry_out(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    verb = order.verb
    if verb == "end":
        _end_phase(battle, state, plan, illegal)
    elif verb == "agree":
        text, winner, *_ = (*order.text, "", "")
        objectives.finish(battle, "agreed", winner=winner, text=text)
    elif verb == "dilemma":
        _dilemma(battle, state, order)
    elif verb == "assault":
        _assault(battle, state, illegal)
    elif plan.unit is None:
        return
    elif verb == "close":
        if plan.target is not None:
            charges.resolve(battle, state, plan.unit, plan.target, illegal)
    else:
        _activate(battle, state, plan)
        _DO.get(verb, _declared)(battle, state, order, plan, illegal)


def _dilemma(battle: Battle, state: State, order: Order) -> None:
    """Rule turn.dilemma."""
    by, die = state.tables.sides[state.active], state.tables.data.die
    while True:
        dice = [battle.die("dilemma", by, die, unit=option, why="for the option '{unit}'") for option in order.text]
        if dice.count(max(dice)) == 1 or max(dice) == 0:
            break
    battle.emit("dilemma", options=list(order.text), dice=dice, chosen=dice.index(max(dice)))


def _activate(battle: Battle, state: State, plan: Plan) -> None:
    """A unit begins, or takes its order later than its first act."""
    unit = plan.unit
    if unit is None or (state.current == unit.id and not plan.by):
        return
    left = sum(state.orders.values()) - bool(plan.by)
    battle.emit("activate", units=[unit.id], by=plan.by, left=left)


def _move(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    name = state.tables.field.name
    battle.emit(
        "move",
        unit=order.unit,
        path=[name(spot) for spot in plan.path],
        facing=plan.facing,
        slot=0,
        cost=plan.cost,
        road=plan.road,
        **noted(illegal),
    )
    charges.take_headquarters(battle, state, state.unit(order.unit), plan.path)


def _leave(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    field = state.tables.field
    path = [field.name(spot) for spot in plan.path]
    edge = field.nearest_edge(plan.path[-1])[0]
    battle.emit("leave", unit=order.unit, path=path, edge=edge, cost=plan.cost, **noted(illegal))


def _fire(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit is not None and plan.target is not None and plan.aim is not None:
        fights.shoot(battle, state, plan.unit, plan.target, plan.aim, illegal)


def _charge(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    if plan.unit is not None and plan.target is not None:
        fights.attack(battle, state, "charge", plan.unit, plan.target, illegal)


def _declared(battle: Battle, state: State, order: Order, plan: Plan, illegal: Illegal) -> None:
    """What its line says, and what comes of it if it is work."""
    at = state.tables.field.name(plan.at) if plan.at != -1 else ""
    target = plan.target.id if plan.target is not None else ""
    battle.emit(
        "declare",
        verb=order.verb,
        unit=order.unit,
        target=target,
        at=at,
        path=list(order.path),
        facing=plan.facing or order.facing,
        text=list(order.text),
        **noted(illegal),
    )
    task = task_of(state.tables.data, order)
    if (task is not None or order.verb in ("entrench", "mine", "blow")) and plan.unit is not None:
        _work(battle, state, task.id if task is not None else order.verb, plan.unit, at)
    elif order.verb == "disembark" and plan.unit is not None:
        charges.take_headquarters(battle, state, plan.unit)


def _work(battle: Battle, state: State, task: str, unit: Unit, at: str) -> None:
    """Section Engineering: the dice of a turn's work, and whether it is done."""
    data = state.tables.data
    side = state.tables.sides[unit.side]

    def throw(count: int) -> int:
        return sum(battle.roll(task, side, count, data.die, unit.id, why="for the work of {unit}"))

    if task == "entrench":
        dice = data.dig_dice + (data.sapper_dice if unit.fixed.sappers else 0)
        points = unit.dug + throw(dice)
        battle.emit("work", task=task, unit=unit.id, at=at, points=points, done=points >= data.dig_points)
    elif task in data.tasks:
        known, field = data.tasks[task], state.tables.field
        key = progress_at(field, known, field.parse(at), unit.spot)
        points = state.works.get((task, key), 0) + throw(known.dice)
        battle.emit("work", task=task, unit=unit.id, at=at, points=points, done=points >= known.points)
    elif task == "mine":
        points = state.works.get((task, at), 0) + data.mine_dice
        battle.emit("work", task=task, unit=unit.id, at=at, points=points, done=False)
    else:
        spot = state.tables.field.parse(at)
        points = throw(state.laid(spot))
        bridge = state.tables.bridges.get(spot, "")  # somebody may have insisted that there was one
        done = bool(bridge) and points >= data.blow[bridge]
        whole = state.tables.bridge_of(spot)
        there = [one for one in state.on_table() if state.tables.stands_on(one.spot, whole)] if done else []
        battle.emit("blown", at=at, unit=unit.id, points=points, done=done)
        battle.emit("work", task="blow", unit=unit.id, at=at, points=0, done=done)
        for other in there:
            if other.fixed.kind.id != "boat":
                fights.remove(battle, state, other, "bridge", unit.id)


_DO: dict[str, Callable[[Any, State, Order, Plan, Illegal], None]] = {
    "move": _move,
    "leave": _leave,
    "fire": _fire,
    "charge": _charge,
    **dict.fromkeys((*FORM_BY_VERB, "ready"), _declared),
}


def _assault(battle: Battle, state: State, illegal: Illegal) -> None:
    """Shooting is over: units that were hit test, and charges come next (rule turn.sequence)."""
    waiting = tested(state)
    battle.emit("declare", verb="assault", unit="", target="", at="", path=[], facing="", text=[], **noted(illegal))
    for unit in waiting:
        if unit.where == TABLE:
            battle.emit("under fire", units=[unit.id], test=False)
            fights.test(battle, unit, charges.nearest_enemy(state, unit))


def _end_phase(battle: Battle, state: State, plan: Plan, illegal: Illegal) -> None:
    general = next((id for id in state.orders if state.unit(id).fixed.kind.id == "ghq"), "")
    left = min(state.orders.get(general, 0), state.tables.data.most_stored)
    battle.emit("end phase", left=left, **noted(illegal))
