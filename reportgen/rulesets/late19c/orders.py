"""Which orders are legal, why the others are not, and how each is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from reportgen.battle.orders import Order, Violation
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import combat, movement
from reportgen.rulesets.late19c.state import FACING, ON_TABLE, State
from reportgen.rulesets.late19c.tables import CAVALRY, COMMANDER, TRANSPORT

Violations = list[Violation]


class Plan(Struct, frozen=True, gc=False):
    """How an order is carried out. What its verb does not use keeps its default; squares and stands are ints."""

    unit: int = -1
    target: int = -1
    path: tuple[int, ...] = ()
    facing: int = 0
    slot: int = 0
    cost: int = 0
    road: bool = False
    edge: str = ""
    turn: bool = False
    """Whether it turns to `facing` on the spot before it does anything else."""


class Planned(Order, frozen=True, gc=False):
    """An order together with its plan, from somebody who has seen to it himself that it is legal: a commander of ours,
    whose orders tests compare with what `examine` makes of them."""

    plan: Plan = Plan()


def examine(state: State, order: Order) -> tuple[Violations, Plan]:
    """The violations of an order and its plan. An illegal order has a plan too: the table may insist on it."""
    if order.__class__ is Planned:
        return [], order.plan
    check = _EXAMINE.get(order.verb)
    if check is None:
        return [Violation("turn.once", f"there is no order '{order.verb}' under these rules")], Plan()
    return check(state, order)


def _sides_matter(state: State, order: Order) -> tuple[Violations, Plan]:
    return [], Plan()


def _who(state: State, order: Order) -> tuple[Violations, int]:
    """The stand that acts and what forbids it to act at all."""
    tables = state.tables
    unit = tables.index.get(order.unit, -1)
    if unit < 0:
        return [Violation("turn.once", f"no stand is called '{order.unit}'")], -1
    if state.status[unit] != ON_TABLE:
        return [Violation("turn.once", f"{order.unit} is not on the table")], -1
    if tables.side[unit] != state.active:
        return [Violation("turn.activations", f"{order.unit} belongs to the side whose phase it is not")], unit
    if state.current >> unit & 1:
        return [], unit
    if state.acted >> unit & 1:
        return [Violation("turn.once", f"{order.unit} has been activated already this turn")], unit
    if state.left <= 0:
        return [Violation("turn.activations", f"no activation is left for {order.unit}")], unit
    return [], unit


def _move(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit = _who(state, order)
    if unit < 0:
        return wrong, Plan()
    tables = state.tables
    grid = tables.grid
    start = state.square[unit]
    squares, rank = _squares(state, order)
    if squares and len(squares) > 1 and squares[0] != start:
        wrong.append(
            Violation("move.steps", f"{order.unit} stands in {grid.name(start)}, not in {grid.name(squares[0])}")
        )
        squares = (start, *squares[1:])
    goal = squares[-1] if squares else start
    if goal == start and len(squares) <= 2:
        return _turn(state, order, unit, wrong)
    if state.moved >> unit & 1:
        wrong.append(Violation("turn.once", f"{order.unit} has moved already this turn"))
    way = movement.way(state, unit, squares)
    if isinstance(way, movement.Blocked):
        wrong.append(Violation(way.rule, way.message))
        way = movement.Way(squares if len(squares) > 1 else (start, goal), 0, False)
    friends = state.at[goal]
    if unit in friends:
        friends = tuple(other for other in friends if other != unit)
    if friends and tables.side[friends[0]] != tables.side[unit]:
        friends = ()  # Enemies in the square are the way's trouble, not the square's.
    facing = _facing(state, order, state.facing[friends[0]] if friends else state.facing[unit])
    slot = 0
    if friends:
        if len(friends) >= tables.data.per_square:
            wrong.append(Violation("equipment.share", f"{grid.name(goal)} holds {len(friends)} stands already"))
        if facing != state.facing[friends[0]]:
            wrong.append(
                Violation(
                    "equipment.share", f"{order.unit} must face the same way as {tables.ids[friends[0]]} in its square"
                )
            )
        slot = 0 if rank == 1 else 1
    return wrong, Plan(unit, -1, way.path, facing, slot, way.cost, way.road)


def _turn(state: State, order: Order, unit: int, wrong: Violations) -> tuple[Violations, Plan]:
    """Turning on the spot, with the companion if it is in the same activation."""
    if state.turned >> unit & 1:
        wrong.append(Violation("turn.once", f"{order.unit} has turned already in this activation"))
    companion = state.companion(unit)
    if companion >= 0 and not state.current >> companion & 1 and state.acted >> companion & 1:
        wrong.append(
            Violation("turn.facing", f"{order.unit} cannot turn without {state.tables.ids[companion]}, which is done")
        )
    facing = _facing(state, order, state.facing[unit])
    if facing == state.facing[unit]:
        wrong.append(Violation("turn.facing", f"{order.unit} faces {FACINGS[facing]} already"))
    return wrong, Plan(unit=unit, path=(state.square[unit],), facing=facing, slot=state.slot(unit))


def _leave(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit = _who(state, order)
    if unit < 0:
        return wrong, Plan()
    tables = state.tables
    squares, _ = _squares(state, order)
    squares = squares or (state.square[unit],)
    exits = tables.exits[tables.side[unit]]
    goal = squares[-1]
    if state.moved >> unit & 1:
        wrong.append(Violation("turn.once", f"{order.unit} has moved already this turn"))
    if not exits >> goal & 1:
        wrong.append(Violation("move.exit", f"{tables.grid.name(goal)} is no exit of its side"))
    way = movement.way(state, unit, squares, spare=tables.data.exit_cost)
    if isinstance(way, movement.Blocked):
        wrong.append(Violation(way.rule, way.message))
        way = movement.Way(squares if len(squares) > 1 else (state.square[unit], goal), 0, False)
    return wrong, Plan(
        unit=unit, path=way.path, cost=way.cost + tables.data.exit_cost, road=way.road, edge=edge_of(state, goal)
    )


def edge_of(state: State, square: int) -> str:
    """The table edge of a border square; a corner counts to a side's own edge, else to north or south."""
    grid = state.tables.grid
    on = [name for name in ("N", "S", "E", "W") if grid.edge(name) >> square & 1]
    own = [name for name in on if name in state.tables.edges]
    return (own or on or [""])[0]


def _attack(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit = _who(state, order)
    if unit < 0:
        return wrong, Plan()
    tables = state.tables
    target = tables.index.get(order.target, -1)
    if target < 0 or state.status[target] != ON_TABLE:
        return [*wrong, Violation("fire.target", f"no stand called '{order.target}' is on the table")], Plan()
    wrong, facing, turn = _turned_first(state, order, unit, wrong)
    plan = Plan(unit=unit, target=target, facing=facing, turn=turn)
    name, other = order.unit, order.target
    if tables.side[unit] == tables.side[target]:
        return [*wrong, Violation("fire.target", f"{other} is on the same side as {name}")], plan
    if tables.arm[unit] == TRANSPORT:
        wrong.append(Violation("combat.transport", f"{name} is Transport and starts no combat"))
    if state.fought >> unit & 1:
        wrong.append(Violation("turn.once", f"{name} has started a combat already this turn"))
    if state.slot(unit) == 1:
        wrong.append(Violation("combat.rows", f"{name} stands in the second row"))
    here, there = state.square[unit], state.square[target]
    if state.concealed[target]:  # and nothing more: how far it is and what is between would tell where it hides
        return [*wrong, Violation("sight.spotting", f"{other} is concealed")], plan
    hit = combat.hit_in(state, here, there)
    if hit != target:
        wrong.append(
            Violation("combat.nearer", f"of the two in {tables.grid.name(there)} it is {tables.ids[hit]} that is hit")
        )
    distance = tables.grid.distance(here, there)
    if order.verb == "close":
        if distance != 1:
            wrong.append(Violation("close.target", f"{other} is {distance} squares from {name}, not adjacent"))
        return wrong, plan
    if distance > tables.range[unit]:
        wrong.append(
            Violation(
                "stands.ranges", f"{other} is {distance} squares from {name}, whose range is {tables.range[unit]}"
            )
        )
    if not tables.front[facing][here] >> there & 1:
        wrong.append(Violation("sight.arc", f"{other} is not in the front of {name}"))
    occupied = state.occupied[0] | state.occupied[1]
    if not tables.sight.clear(here, there, occupied):
        by = ", ".join(
            " and ".join(tables.ids[u] for u in state.at[square] if _known(state, u)) or tables.grid.name(square)
            for square in tables.sight.blockers(here, there, occupied)
        )
        wrong.append(Violation("sight.line", f"{name} cannot see {other} past {by}"))
    return wrong, plan


def _known(state: State, unit: int) -> bool:
    """Whether the side whose phase it is may know where a stand is."""
    return not state.concealed[unit] or state.tables.side[unit] == state.active


def _mounting(state: State, order: Order) -> tuple[Violations, Plan]:
    wrong, unit = _who(state, order)
    if unit < 0:
        return wrong, Plan()
    if state.tables.arm[unit] not in (CAVALRY, COMMANDER):
        wrong.append(Violation("stands.mounting", f"{order.unit} has no horses to mount or to leave"))
    if state.mounted[unit] == (order.verb == "mount"):
        wrong.append(
            Violation("stands.mounting", f"{order.unit} is {'mounted' if state.mounted[unit] else 'on foot'} already")
        )
    if state.moved >> unit & 1:
        wrong.append(Violation("turn.once", f"{order.unit} has moved already this turn"))
    wrong, facing, turn = _turned_first(state, order, unit, wrong)
    return wrong, Plan(unit=unit, facing=facing, turn=turn)


def _turned_first(state: State, order: Order, unit: int, wrong: Violations) -> tuple[Violations, int, bool]:
    """The facing in which an order that is no move is carried out, and whether the stand has to turn to it."""
    facing = _facing(state, order, state.facing[unit])
    if facing == state.facing[unit]:
        return wrong, facing, False
    return _turn(state, order, unit, wrong)[0], facing, True


_EXAMINE: dict[str, Callable[[State, Order], tuple[Violations, Plan]]] = {
    "move": _move,
    "leave": _leave,
    "fire": _attack,
    "close": _attack,
    "mount": _mounting,
    "dismount": _mounting,
    "dilemma": _sides_matter,
    "spot": _sides_matter,
    "end": _sides_matter,
    "agree": _sides_matter,
}


def _squares(state: State, order: Order) -> tuple[tuple[int, ...], int]:
    """The squares of an order's path and the rank named at its end (1 front, 2 rear, 0 not named)."""
    find = state.tables.grid.square
    path = order.path
    if len(path) == 1 and "/" not in path[0]:
        return (find(path[0]),), 0
    rank = 0
    squares = []
    for name in path:
        square, _, row = name.partition("/")
        squares.append(find(square))
        rank = int(row or 0)
    return tuple(squares), rank


def _facing(state: State, order: Order, default: int) -> int:
    return FACING[order.facing] if order.facing else default


# -- every legal order -------------------------------------------------------------------------------------------------


def able(state: State) -> list[int]:
    """The stands of the active side that could do something now."""
    units = []
    for unit in state.on_table(state.active):
        if state.current >> unit & 1:
            if not (state.moved & state.fought) >> unit & 1:
                units.append(unit)
        elif state.left > 0 and not state.acted >> unit & 1:
            units.append(unit)
    return units


def legal(state: State) -> list[Order]:
    """Every legal order in a stable order: by stand, attacks first, then moves; the end of the phase is last."""
    orders: list[Order] = []
    for unit in able(state):
        orders.extend(attacks(state, unit))
        orders.extend(moves(state, unit))
    orders.append(Order("end"))
    return orders


def attacks(state: State, unit: int) -> Iterator[Order]:
    """The attacks that a stand may start where it stands, as it faces."""
    if not combat.may_attack(state, unit):
        return
    tables = state.tables
    square = state.square[unit]
    for target in combat.close_targets(state, unit, square):
        yield Order("close", tables.ids[unit], tables.ids[target])
    for target in combat.fire_targets(state, unit, square, state.facing[unit]):
        yield Order("fire", tables.ids[unit], tables.ids[target])


def moves(state: State, unit: int) -> Iterator[Order]:
    """The turns, moves, exits and mountings that a stand may make."""
    tables = state.tables
    grid, name = tables.grid, tables.ids[unit]
    companion = state.companion(unit)
    if not state.turned >> unit & 1 and not (
        companion >= 0 and not state.current >> companion & 1 and state.acted >> companion & 1
    ):
        for facing, word in enumerate(FACINGS):
            if facing != state.facing[unit]:
                yield Order("move", name, path=(grid.name(state.square[unit]),), facing=word)
    if state.moved >> unit & 1:
        return
    where = movement.reach(state, unit)
    for square in grid.squares(where.walk | where.road):
        friends = state.at[square]
        if friends:
            same = FACINGS[state.facing[friends[0]]]
            yield Order("move", name, path=(f"{grid.name(square)}/1",), facing=same)
            yield Order("move", name, path=(f"{grid.name(square)}/2",), facing=same)
        else:
            for word in FACINGS:
                yield Order("move", name, path=(grid.name(square),), facing=word)
    for square in exits_within(state, unit):
        yield Order("leave", name, path=(grid.name(square),))
    if tables.arm[unit] in (CAVALRY, COMMANDER):
        yield Order("dismount" if state.mounted[unit] else "mount", name)


def exits_within(state: State, unit: int) -> list[int]:
    """The exit squares over which a stand could leave the table with this move."""
    tables = state.tables
    exits = tables.exits[tables.side[unit]]
    if not exits or not exits & (tables.grid.within(state.square[unit], state.moves(unit)) | 1 << state.square[unit]):
        return []
    return [
        square
        for square in tables.grid.squares(exits)
        if movement.way_if_any(state, unit, (square,), spare=tables.data.exit_cost) is not None
    ]
