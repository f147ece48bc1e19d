"""What is looked at in a record without an engine: positions, counts, and that what is said is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from reportgen.battle.orders import Order, Violation
from reportgen.battle.scenario import Scenario
from reportgen.board.field import TOUCH
from reportgen.board.regions import said as place_said
from reportgen.problems import Place, Problem
from reportgen.rulesets.any.state import State, Unit
from reportgen.rulesets.any.words import KEY, OwnRules, Tracked

POSITION, COUNT = "record.position", "record.count"
_NUMBER = re.compile(r"[-+]?\d{1,6}\Z")


def check(scenario: Scenario, own: OwnRules) -> list[Problem]:
    """What about a scenario the schema cannot see."""
    found: list[Problem] = []

    def wrong(code: str, message: str, hint: str, at: Place) -> None:
        found.append(Problem(at, code, message, hint))

    def tracked(*way: str | int) -> Place:
        return scenario.place(KEY, "tracked", *way)

    for name, way in own.refused:
        wrong("reserved-word", f"'{name}' means something else already", "call it by another word", tracked(*way))
    states: dict[str, str] = {}
    for one in own.tracked.values():
        for n, state in enumerate(one.states):
            if state in states or state in own.tracked:
                message = f"'{state}' is a state of '{one.id}' and something else"
                wrong("twice", message, "call it by another word", tracked(one.id, "states", n))
            states[state] = one.id
        if one.states and one.start not in one.states:
            message = f"'{one.id}' starts as '{one.start}', which is none of its states"
            wrong("unknown-value", message, "add it to them", tracked(one.id, "start"))
        if not one.states and not (isinstance(one.start, int) and one.least <= one.start <= one.most):
            message = f"'{one.id}' starts with {one.start}, not between its least and its most"
            wrong("out-of-range", message, f"it lies between {one.least} and {one.most}", tracked(one.id, "start"))
        for type_ in sorted(one.types - set(own.types)):
            message = f"'{one.id}' is tracked of '{type_}', but there is no such type"
            wrong("unknown-value", message, f"known here: {', '.join(own.types)}", tracked(one.id, "types"))
    here: dict[str, int] = {}
    for placement in scenario.placements:
        here[placement.at] = here.get(placement.at, 0) + 1
        if here[placement.at] > own.per_square and scenario.ground.table is None:
            wrong("crowded-square", f"too many units are in {placement.at}", "move one", placement.place)
    for side in scenario.sides:
        if not {unit.id for unit in side.units} & {placement.unit for placement in scenario.placements}:
            wrong(
                "not-deployed",
                f"{side.name}: nobody stands on the table at the start",
                "add to 'deployment'",
                side.place,
            )
    return found


def examine(state: State, order: Order) -> list[Violation]:
    """Why an order does not fit what went before; empty if it does."""
    looking = _LOOKING.get(order.verb, _tracked if order.verb in state.own.tracked else None)
    return list(looking(state, order)) if looking is not None else []


def _wrong(rule: str, message: str) -> Violation:
    return Violation(rule, message)


def _there(state: State, id: str) -> Iterator[Violation]:
    """Whether a unit is on the table."""
    unit = state.units[id]
    if unit.where != "table":
        word = {"waiting": "has not come yet", "removed": "was removed", "left": "has left the table"}[unit.where]
        yield _wrong(POSITION, f"{id} is not on the table: it {word}")


def _room(state: State, id: str, square: str, facing: str) -> Iterator[Violation]:
    """Whether a unit may end in a square, or on that part of a measured table."""
    if state.measured:
        yield from _clear(state, id, square, facing)
        return
    here = state.company(square, id)
    foes = [other.spec.id for other in here if other.side != state.units[id].side]
    if foes:
        yield _wrong(POSITION, f"{foes[0]} of the enemy stands in {square}")
    elif len(here) >= state.own.per_square:
        them = " and ".join(other.spec.id for other in here)
        yield _wrong(POSITION, f"{square} is full: {them} {'stand' if len(here) > 1 else 'stands'} there")


def _clear(state: State, id: str, at: str, facing: str) -> Iterator[Violation]:
    """Who else covers the ground that a unit would cover."""
    unit = state.units[id]
    body = state.body(unit, at, state.heading(facing or unit.facing))
    for other in state.on_table():
        if other is not unit and state.board.overlap(body, state.body(other)):
            them = f"{other.spec.id} of the enemy" if other.side != unit.side else other.spec.id
            yield _wrong(POSITION, f"{them} at {other.at} is in the way of {id} at {at}")


def squares(state: State, path: tuple[str, ...]) -> list[str]:
    """A path by the table's names for its places, without the rows in its squares."""
    return [state.proper(square) for square in path]


def stands(state: State, unit: Unit, at: str) -> bool:
    """Whether a unit stands there: in that square, or as near as a ruler can tell."""
    return state.board.distance(state.spot(unit.at), state.spot(at)) < TOUCH


def _starts(state: State, unit: Unit, path: tuple[str, ...]) -> Iterator[Violation]:
    """A path of several squares begins where the unit stands."""
    way = squares(state, path)
    if len(way) > 1 and unit.where == "table" and not stands(state, unit, way[0]):
        word = "at" if state.measured else "in"
        yield _wrong(POSITION, f"{unit.spec.id} stands {word} {unit.at}, not {word} {way[0]}")


def _move(state: State, order: Order) -> Iterator[Violation]:
    yield from _there(state, order.unit)
    unit = state.units[order.unit]
    yield from _starts(state, unit, order.path)
    end = squares(state, order.path)[-1] if order.path else unit.at
    if unit.where == "table" and (end != unit.at or (state.measured and order.facing)):
        yield from _room(state, order.unit, end, order.facing)


def _leave(state: State, order: Order) -> Iterator[Violation]:
    yield from _there(state, order.unit)
    unit = state.units[order.unit]
    yield from _starts(state, unit, order.path)
    last = squares(state, order.path)[-1] if order.path else unit.at
    exits = state.scenario.sides[unit.side].exits
    if last and not edge_of(state, last):
        yield _wrong(POSITION, f"{last} is not at the edge of the board")
    elif last and exits and not any(state.lies_in(last, exit) for exit in exits):
        yield _wrong(POSITION, f"{last} is no exit for {order.unit}")


def edge_of(state: State, at: str) -> str:
    """The edge (N, E, S, W) at which a square lies, or a position not more than 1 away from it; or empty."""
    side, far = state.board.nearest_edge(state.spot(at))
    return side if far <= 1 + TOUCH else ""


def _arrive(state: State, order: Order) -> Iterator[Violation]:
    unit = state.units[order.unit]
    if unit.where != "waiting":
        word = "on the table already" if unit.where == "table" else "gone for good"
        yield _wrong(COUNT, f"{order.unit} is {word}")
    coming = next((one for one in state.scenario.reinforcements if order.unit in one.units), None)
    if coming is not None and coming.turn > state.turn:
        yield _wrong(COUNT, f"{order.unit} comes in turn {coming.turn}, and this is turn {state.turn}")
    if not order.path:
        yield _wrong(POSITION, f"it is not said where {order.unit} arrives")
        return
    square = squares(state, order.path)[-1]
    if coming is not None and not any(state.lies_in(square, where) for where in coming.at):
        places = ", ".join(place_said(state.scenario.ground, where) for where in coming.at)
        yield _wrong(POSITION, f"{order.unit} comes in at {places}, not at {square}")
    yield from _room(state, order.unit, square, order.facing or (coming.facing if coming is not None else ""))


def _attack(state: State, order: Order) -> Iterator[Violation]:
    yield from _there(state, order.unit)
    yield from _there(state, order.target)
    if state.units[order.unit].side == state.units[order.target].side:
        yield _wrong(POSITION, f"{order.unit} and {order.target} are on one side")


def _remove(state: State, order: Order) -> Iterator[Violation]:
    unit = state.units[order.unit]
    if unit.where in ("removed", "left"):
        yield _wrong(COUNT, f"{order.unit} {'was removed' if unit.where == 'removed' else 'has left'} already")


def _tracked(state: State, order: Order) -> Iterator[Violation]:
    unit, what = state.units[order.unit], state.own.tracked[order.verb]
    if unit.where in ("removed", "left"):
        yield from _there(state, order.unit)
    if not what.holds(unit.spec.type):
        yield _wrong(COUNT, f"'{what.id}' is not tracked of {order.unit}")
        return
    said = order.text
    if what.states:
        if len(said) != 1 or said[0] not in what.states:
            known = ", ".join(what.states)
            yield _wrong(COUNT, f"'{' '.join(said)}' is no state of '{what.id}'; there are {known}")
        return
    if not said or len(said) > 2 or not all(_NUMBER.match(text) for text in said):
        yield _wrong(COUNT, f"'{what.id}' is a number: write a change such as -2, or what is left such as 4")
        return
    yield from _bounds(order.unit, what, unit.values.get(what.id, 0), said)


def _bounds(id: str, what: Tracked, before: int | str, said: tuple[str, ...]) -> Iterator[Violation]:
    comes_to = changed(int(before), said[0])
    if len(said) == 2 and int(said[1]) != comes_to:
        yield _wrong(COUNT, f"{what.id} of {id}: {before} and {said[0]} make {comes_to}, not {said[1]}")
    if comes_to < what.least:
        yield _wrong(COUNT, f"{what.id} of {id} would be {comes_to}; it cannot be less than {what.least}")
    if comes_to > what.most:
        yield _wrong(COUNT, f"{what.id} of {id} would be {comes_to}; it cannot be more than {what.most}")


def changed(before: int, said: str) -> int:
    """What a number comes to by `-2`, `+1`, or a new number."""
    return before + int(said) if said[0] in "+-" else int(said)


def after(state: State, order: Order) -> int | str | None:
    """What is tracked of the unit after the order, as it was written down; None if that cannot be told."""
    unit, what = state.units[order.unit], state.own.tracked[order.verb]
    if not order.text or not what.holds(unit.spec.type):
        return None
    if what.states:
        return order.text[0]
    if not all(_NUMBER.match(text) for text in order.text):
        return None
    if len(order.text) > 1:
        return int(order.text[1])
    comes_to = changed(int(unit.values.get(what.id, 0)), order.text[0])
    return min(max(comes_to, what.least), what.most)


_LOOKING: dict[str, Callable[[State, Order], Iterator[Violation]]] = {
    "move": _move,
    "leave": _leave,
    "arrive": _arrive,
    "fire": _attack,
    "close": _attack,
    "remove": _remove,
}
