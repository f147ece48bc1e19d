"""What the diagrams of the booklet ask: where a stand looks, moves, fires and falls back, as the engine has it."""

from __future__ import annotations

from collections.abc import Callable

from reportgen.rulesets.late19c import movement
from reportgen.rulesets.late19c.state import State


def _front(state: State, unit: int) -> int:
    return state.tables.grid.front[state.facing[unit]][state.square[unit]]


def _rear(state: State, unit: int) -> int:
    return state.tables.grid.rear[state.facing[unit]][state.square[unit]]


def _flank(state: State, unit: int) -> int:
    grid = state.tables.grid
    return grid.all & ~(_front(state, unit) | _rear(state, unit) | 1 << state.square[unit])


def _adjacent(state: State, unit: int) -> int:
    return state.tables.grid.adjacent[state.square[unit]]


def _reach(state: State, unit: int) -> int:
    found = movement.reach(state, unit)
    return found.walk | found.road


def _range(state: State, unit: int) -> int:
    """Squares in front within the range of its weapon, seen or not (rule fire.target)."""
    tables = state.tables
    return tables.grid.within(state.square[unit], tables.range[unit]) & _front(state, unit)


def _seen(state: State, unit: int) -> int:
    """Squares at which it could fire (rules fire.target, sight.line)."""
    tables, square = state.tables, state.square[unit]
    occupied = (state.occupied[0] | state.occupied[1]) & ~(1 << square)
    return tables.sight.view(square, tables.range[unit], occupied, _range(state, unit))


def _withdrawal(state: State, unit: int) -> int:
    """Where it may end a withdrawal (rules result.distance, result.way)."""
    ways, _ = movement.retreats(state, unit)
    squares = 0
    for way in ways:
        squares |= 1 << way.path[-1]
    return squares


ZONES: dict[str, Callable[[State, int], int]] = {
    "front": _front,
    "flank": _flank,
    "rear": _rear,
    "adjacent": _adjacent,
    "reach": _reach,
    "range": _range,
    "seen": _seen,
    "masked": lambda state, unit: _range(state, unit) & ~_seen(state, unit),
    "withdrawal": _withdrawal,
}


def zone(state: State, name: str, unit: str) -> tuple[int, ...]:
    """The squares of a zone of a stand. Raises KeyError for a name that is none."""
    return tuple(state.tables.grid.squares(ZONES[name](state, state.tables.index[unit])))


def stopped(state: State, unit: str, target: str) -> tuple[int, ...]:
    """The squares that keep a stand from seeing another (rules sight.line, sight.corner)."""
    tables = state.tables
    here, there = state.square[tables.index[unit]], state.square[tables.index[target]]
    return tuple(tables.sight.blockers(here, there, state.occupied[0] | state.occupied[1]))
