"""Which orders are legal, why the others are not, and how each is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reportgen.battle.orders import Order, Violation
from reportgen.board.field import TOUCH, Body, Heading, Spot
from reportgen.board.regions import covers
from reportgen.rulesets.tin_brigadier import moving, shooting
from reportgen.rulesets.tin_brigadier.data import (
    BLOCK,
    BLOWN,
    CLEAR,
    COLUMN,
    DISMOUNTED,
    FORM_BY_VERB,
    FORMATIONS,
    OBSTACLE,
    TOOLS,
    VERBS,
    WORK,
    Data,
    Task,
)
from reportgen.rulesets.tin_brigadier.state import ABOARD, TABLE, State, Unit
from reportgen.rulesets.tin_brigadier.tables import passable
from reportgen.rulesets.tin_brigadier.tasks import body_of, change_of, may_do, task_of, wanting

Violations = list[Violation]


@dataclass(slots=True)
class Plan:
    """How an order is carried out; what its verb does not use keeps its default. `by` is the headquarters whose order
    it takes, or empty if it needs none."""

    unit: Unit | None = None
    target: Unit | None = None
    by: str = ""
    path: tuple[Spot, ...] = ()
    facing: Heading = ""
    cost: float = 0.0
    road: bool = False
    aim: shooting.Aim | None = None
    at: Spot = -1


def examine(state: State, order: Order) -> tuple[Violations, Plan]:
    """The violations of an order and its plan. An illegal order has a plan too: the table may insist on it."""
    check = _EXAMINE.get(order.verb)
    if check is None:
        return [Violation("turn.once", f"there is no order '{order.verb}' under these rules")], Plan()
    return check(state, order)


def commander_for(state: State, unit: Unit) -> str:
    """The headquarters whose order a unit gets (rule turn.whose), or empty if none is left for it."""
    tables = state.tables
    near: list[tuple[float, str]] = []
    general = ""
    for id, left in state.orders.items():
        if left <= 0:
            continue
        hq = state.unit(id)
        if hq.fixed.kind.id == "ghq":
            general = id
        elif hq.where == TABLE:
            apart = tables.field.distance(hq.spot, unit.spot)
            if apart <= tables.data.command_range + TOUCH:
                near.append((apart, id))
    return min(near)[1] if near else general


def _who(state: State, order: Order, needs: bool = True, where: str = TABLE) -> tuple[Violations, Unit | None, str]:
    """The unit that acts, what forbids it to act at all, and whose order it takes."""
    number = state.tables.index.get(order.unit, -1)
    if number < 0:
        return [Violation("turn.once", f"no unit is called '{order.unit}'")], None, ""
    unit = state.units[number]
    if unit.where != where:
        here = "on the table" if where == TABLE else "aboard"
        return [Violation("turn.once", f"{order.unit} is not {here}")], None, ""
    wrong: Violations = []
    if unit.side != state.active or state.stage != "orders":
        why = "cannot act now" if unit.side == state.active else "belongs to the side whose phase it is not"
        return [Violation("turn.sequence", f"{order.unit} {why}")], unit, ""
    if unit.acted and state.current != unit.id:
        wrong.append(Violation("turn.once", f"{order.unit} has had its order this turn"))
    by = ""
    if needs and not unit.ordered and not unit.fixed.command:
        by = commander_for(state, unit)
        if not by:
            wrong.append(Violation("turn.orders", f"no order is left for {order.unit}"))
    return wrong, unit, by


def _busy(unit: Unit, *, moved: bool = True) -> Violations:
    """What it has done already that forbids more."""
    if unit.shot or unit.charging or unit.worked or (moved and unit.moved):
        return [Violation("turn.once", f"{unit.id} has done what it can this turn")]
    return []


def _move(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order)
    if unit is None:
        return wrong, Plan()
    wrong += _busy(unit, moved=False)
    path, facing, more = _path(state, unit, order)
    wrong += more
    if len(path) == 1 and path[0] != unit.spot:
        path = next((way.path for way in moving.ways(state, unit, goals=path) if way.spot == path[0]), path)
    cost = moving.bill(state, unit, path, facing)
    if cost.rule:
        wrong.append(Violation(cost.rule, cost.message))
    return wrong, Plan(unit, by=by, path=cost.path, facing=facing, cost=cost.cost, road=cost.road)


def _path(state: State, unit: Unit, order: Order) -> tuple[tuple[Spot, ...], Heading, Violations]:
    field = state.tables.field
    wrong: Violations = []
    path = tuple(field.parse(name) for name in order.path)
    if len(path) > 1 and path[0] != unit.spot and field.distance(path[0], unit.spot) > TOUCH:
        wrong.append(Violation("move.full", f"{unit.id} is at {field.name(unit.spot)}, not at {field.name(path[0])}"))
        path = path[1:]
    facing = unit.heading
    if order.facing:
        try:
            facing = field.heading(order.facing)
        except ValueError as fault:
            wrong.append(Violation("move.wheel", f"{unit.id}: {fault}"))
    return path, facing, wrong


def _leave(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order)
    if unit is None:
        return wrong, Plan()
    wrong += _busy(unit, moved=False)
    path, facing, more = _path(state, unit, order)
    path = path or (unit.spot,)
    ground, end = state.tables.scenario.ground, state.tables.field.point(path[-1])
    if not any(covers(ground, exit, end) for exit in state.tables.scenario.sides[unit.side].exits):
        more.append(Violation("victory.end", f"{state.tables.field.name(path[-1])} is no exit of its side"))
    out = state.tables.field.to_edge(path[-1], state.tables.field.nearest_edge(path[-1])[0])
    cost = moving.bill(state, unit, path, unit.heading, spare=out)
    if cost.rule and len(path) + (path[0] != unit.spot) > 1:
        more.append(Violation(cost.rule, cost.message))
    return [*wrong, *more], Plan(unit, by=by, path=cost.path, facing=facing, cost=cost.cost + out)


def _fire(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order)
    if unit is None:
        return wrong, Plan()
    target, more = _enemy(state, unit, order.target)
    if target is None:
        return [*wrong, *more], Plan()
    shot = shooting.aim(state, unit, target)
    return [*wrong, *more, *shot.wrong], Plan(unit, target, by, aim=shot)


def _enemy(state: State, unit: Unit, id: str) -> tuple[Unit | None, Violations]:
    number = state.tables.index.get(id, -1)
    if number < 0 or state.units[number].where != TABLE:
        return None, [Violation("fire.target", f"no unit called '{id}' is on the table")]
    target = state.units[number]
    if target.side == unit.side:
        return target, [Violation("fire.target", f"{id} is on the same side as {unit.id}")]
    return target, []


def _charge(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order)
    if unit is None:
        return wrong, Plan()
    target, more = _enemy(state, unit, order.target)
    if target is None:
        return [*wrong, *more], Plan()
    wrong += more + _busy(unit, moved=False)
    most = moving.fighting_move(state, unit, charging=True)
    name = unit.id
    if most < 0:
        rule = "move.road" if unit.formation == COLUMN else "charge.reach"
        wrong.append(Violation(rule, f"{name} does not charge {unit.formation}"))
    elif unit.pinned:
        wrong.append(Violation("reaction.pinned", f"{name} is pinned and does not advance"))
    elif target.fixed.command:
        wrong.append(Violation("turn.hq_lost", f"{target.id} is a headquarters: it is taken by moving there"))
    elif moving.charge_way(state, unit, target, most - unit.spent) is None:
        wrong.append(Violation("charge.reach", f"{name} cannot reach {target.id}"))
    return wrong, Plan(unit, target, by)


def _close(state: State, order: Order) -> tuple[Violations, Plan]:
    """Resolving a charge that was declared."""
    number = state.tables.index.get(order.unit, -1)
    target = state.tables.index.get(order.target, -1)
    if number < 0 or target < 0:
        return [Violation("turn.sequence", f"there is no charge of '{order.unit}' on '{order.target}'")], Plan()
    wrong: Violations = []
    declared = [one for one in state.charges if (one.unit, one.target) == (order.unit, order.target)]
    if state.stage != "charges" or not declared:
        wrong.append(Violation("turn.sequence", f"{order.unit} has no charge on {order.target} to resolve now"))
    unit, enemy = state.units[number], state.units[target]
    if unit.where != TABLE or enemy.where != TABLE:
        return wrong or [Violation("turn.sequence", f"{order.unit} or {order.target} is off the table")], Plan()
    return wrong, Plan(unit, enemy)


def _form(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order)
    if unit is None:
        return wrong, Plan()
    wrong += _busy(unit, moved=False)
    wanted = FORM_BY_VERB.get(order.verb) or FORMATIONS[unit.fixed.arm][0]
    bound = unit.fixed.kind.id in ("train", "boat")
    if wanted not in FORMATIONS[unit.fixed.arm] or len(FORMATIONS[unit.fixed.arm]) < 2 or bound:
        wrong.append(Violation("move.change", f"{unit.id} has no such formation"))
    elif wanted == unit.formation:
        wrong.append(Violation("move.change", f"{unit.id} is {wanted} already"))
    if unit.pinned:
        wrong.append(Violation("reaction.pinned", f"{unit.id} is pinned"))
    if unit.spent + state.tables.data.change > _change_limit(state, unit) + TOUCH:
        wrong.append(Violation("move.change", f"{unit.id} has no move left to change formation"))
    return wrong, Plan(unit, by=by)


def _change_limit(state: State, unit: Unit) -> float:
    """What it may move in all; guns in action have the move that they have limbered."""
    return float(unit.fixed.kind.move) if unit.formation != DISMOUNTED else moving.full_move(state, unit)


def _embark(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order)
    carrier = state.tables.index.get(order.text[0] if order.text else "", -1)
    if unit is None or carrier < 0:
        return wrong or [Violation("move.aboard", f"{order.unit} needs somebody to carry it")], Plan()
    wrong += _busy(unit, moved=False)
    other = state.units[carrier]
    field = state.tables.field
    if other.side != unit.side or other.where != TABLE or not other.fixed.capacity:
        wrong.append(Violation("move.aboard", f"{other.id} does not carry {unit.id}"))
    elif len(state.aboard(other.id)) >= other.fixed.capacity:
        wrong.append(Violation("army.capacity", f"{other.id} is full"))
    elif not field.contact(unit.body, other.body):
        wrong.append(Violation("move.aboard", f"{unit.id} does not touch {other.id}"))
    if unit.fixed.kind.id in ("train", "boat") or unit.pinned:
        wrong.append(Violation("move.aboard", f"{unit.id} cannot be carried now"))
    if unit.spent + state.tables.data.change > moving.full_move(state, unit) + TOUCH:
        wrong.append(Violation("move.change", f"{unit.id} has no move left to embark"))
    return wrong, Plan(unit, other, by)


def _disembark(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order, where=ABOARD)
    if unit is None or not order.path:
        return wrong or [Violation("move.aboard", f"{order.unit} must say where it goes ashore")], Plan()
    wrong += _busy(unit)
    field = state.tables.field
    spot = field.parse(order.path[-1])
    facing = field.heading(order.facing) if order.facing else unit.heading
    if spot not in landings(state, unit):
        wrong.append(Violation("move.aboard", f"{unit.id} cannot go ashore at {field.name(spot)}"))
    return wrong, Plan(unit, by=by, facing=facing, at=spot)


def landings(state: State, unit: Unit) -> list[Spot]:
    """Where a unit aboard can get out."""
    carrier = state.unit(unit.carrier)
    going = state.tables.going(unit.fixed, unit.formation)[1]
    closed, full = moving.in_the_way(state, unit)
    field = state.tables.field
    if field.kind != "measured":
        reach = field.reach(carrier.body, 1.0, going, closed=closed, full=[*full, carrier.body])
        return [way.spot for way in reach]
    # It steps over the side: what closes the ground under its carrier does not hold it.
    found = []
    for heading in field.headings:
        spot = field.step(carrier.spot, heading)
        if spot is None or not passable(going, field.kinds_at(spot)):
            continue
        if any(going.edges.get(kind, 0.0) is None for kind in field.crossed(carrier.spot, spot)):
            continue
        ashore = Body(spot, unit.heading or "0")
        if not any(field.overlap(ashore, body) for body in (*closed, *full)):
            found.append(spot)
    return found


def _rally(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, _ = _who(state, order, needs=False)
    if unit is None:
        return wrong, Plan()
    if not unit.pinned:
        wrong.append(Violation("reaction.rally", f"{unit.id} is not pinned"))
    if unit.acted:
        wrong.append(Violation("reaction.rally", f"{unit.id} has done something else this turn"))
    return wrong, Plan(unit)


def _entrench(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit, by = _who(state, order)
    if unit is None:
        return wrong, Plan()
    wrong += _busy(unit)
    if not unit.fixed.on_foot or not (unit.fixed.tools or unit.fixed.arm == "engineers"):
        wrong.append(Violation("works.entrench", f"{unit.id} has no tools to entrench"))
    elif unit.entrenched:
        wrong.append(Violation("works.entrench", f"{unit.id} is entrenched already"))
    if unit.pinned:
        wrong.append(Violation("reaction.pinned", f"{unit.id} is pinned"))
    return wrong, Plan(unit, by=by, at=unit.spot)


def _work(state: State, order: Order) -> tuple[Violations, Plan]:
    """Tasks (roadblocks, clearing and the scenario's own), mining and blowing."""
    wrong, unit, by = _who(state, order)
    if unit is None or not order.path:
        return wrong or [Violation("works.reach", f"{order.unit} must say where it works")], Plan()
    wrong += _busy(unit)
    tables = state.tables
    spot = tables.field.parse(order.path[-1])
    data, at, name = tables.data, tables.field.name(spot), unit.id
    task = task_of(data, order)
    powder = order.verb in ("mine", "blow")
    if powder and unit.fixed.arm != "engineers":
        wrong.append(Violation("works.tasks", f"{name} are no engineers"))
    elif task is not None and not may_do(task, unit.fixed):
        wrong.append(Violation("works.tasks", f"{task.title} is no work for {name}, but for {_doers(data, task)}"))
    if unit.pinned:
        wrong.append(Violation("reaction.pinned", f"{name} is pinned"))
    reach = data.wire if order.verb == "blow" else data.work_reach
    if tables.field.distance(unit.spot, spot) > reach + (0.5 if tables.field.kind == "measured" else TOUCH):
        wrong.append(Violation("works.reach", f"{at} is too far from {name}"))
    if task is not None:
        wrong += _task(state, unit, task, spot)
    elif not powder:
        wrong.append(Violation("works.tasks", f"there is no task '{' '.join(order.text) or order.verb}'"))
    elif spot not in tables.bridges or spot in state.blown:
        wrong.append(Violation("works.mine", f"there is no bridge at {at}"))
    elif order.verb == "blow" and not state.laid(spot):
        wrong.append(Violation("works.blow", f"no charge is laid at {at}"))
    return wrong, Plan(unit, by=by, at=spot)


def _task(state: State, unit: Unit, task: Task, spot: Spot) -> Violations:
    """What forbids a task at a place, whoever does it: the ground, or whoever stands there."""
    tables = state.tables
    why = wanting(tables, task, spot, unit.spot, state.blown)
    if why:
        return [Violation("works.tasks", f"{task.title}: {why}")]
    crowd = state.crowding(body_of(tables, task, spot, unit.spot))
    if task.line or not crowd or BLOWN in task.needs:
        names = crowd if task.line and tables.field.kind == "measured" else []
    elif OBSTACLE in task.makes:
        names = crowd
    else:
        after = tables.after((*state.changes, change_of(task, spot, unit.spot)))
        names = [other for other in crowd if not after.may_stand(other.fixed, other.formation, other.spot)]
    at = tables.field.name(spot)
    return [Violation("works.made", f"{task.title}: {one.id} is in the way at {at}") for one in names[:1]]


def _doers(data: Data, task: Task) -> str:
    """Who does a task, in words."""
    words = [data.kinds[by].title.lower() if by in data.kinds else by for by in task.by if by != TOOLS]
    words += ["whoever has tools"] if TOOLS in task.by else []
    return " or ".join(words)


def _assault(state: State, order: Order) -> tuple[Violations, Plan]:
    if state.stage != "orders" or not pending(state):
        return [Violation("turn.sequence", "there is nothing to test and no charge to resolve")], Plan()
    return [], Plan()


def _end(state: State, order: Order) -> tuple[Violations, Plan]:
    if state.stage == "orders" and pending(state):
        return [Violation("turn.sequence", "units that were hit test first, then charges: 'assault'")], Plan()
    if state.stage == "charges" and state.charges:
        names = ", ".join(one.unit for one in state.charges)
        return [Violation("turn.sequence", f"the charge of {names} is to be resolved first")], Plan()
    return [], Plan()


def _free(state: State, order: Order) -> tuple[Violations, Plan]:
    return [], Plan()


_ANSWERS = {
    "volley": "when an enemy charges it and comes within its reach",
    "stand": "when an enemy charges it and comes within its reach",
    "pursue": "when its charge has driven the enemy off and more are in reach",
    "halt": "when its charge has driven the enemy off and more are in reach",
}
"""What is said only in answer to a question of the rules, and when that comes."""


def _answer(state: State, order: Order) -> tuple[Violations, Plan]:
    spoken = next(verb.symbol for verb in VERBS if verb.id == order.verb)
    message = f"'{spoken}' is not asked of {order.unit} now, only {_ANSWERS[order.verb]}"
    return [Violation("turn.sequence", message)], Plan()


def pending(state: State) -> bool:
    """Whether tests or charges wait for the shooting to end."""
    return bool(state.charges) or bool(tested(state))


def tested(state: State) -> list[Unit]:
    """The enemies that were hit in the open and test when the shooting is over."""
    if state.tables.late:
        return []
    return [unit for unit in state.on_table(1 - state.active) if unit.hit]


_EXAMINE: dict[str, Callable[[State, Order], tuple[Violations, Plan]]] = {
    "move": _move,
    "leave": _leave,
    "fire": _fire,
    "charge": _charge,
    "close": _close,
    **dict.fromkeys((*FORM_BY_VERB, "ready"), _form),
    "embark": _embark,
    "disembark": _disembark,
    "rally": _rally,
    "entrench": _entrench,
    **dict.fromkeys((BLOCK, CLEAR, WORK, "mine", "blow"), _work),
    "assault": _assault,
    **dict.fromkeys(_ANSWERS, _answer),
    "end": _end,
    "agree": _free,
    "dilemma": _free,
}
