"""The units on the board, for the map: strength as the number on the block, states as words beside it."""

from __future__ import annotations

import math

from reportgen.board.compass import COMPASS
from reportgen.board.picture import Piece
from reportgen.rulesets.any.state import State, Unit

WIDTH, DEPTH = 0.8, 0.4
ROW = 0.23
"""How far each of two units is moved from the middle of the square, in squares."""


def pieces(state: State) -> tuple[Piece, ...]:
    """Every unit on the table, in the order of the scenario."""
    return tuple(_piece(state, unit) for unit in state.on_table())


def _piece(state: State, unit: Unit) -> Piece:
    x, y = state.board.point(state.spot(unit.at))
    degrees = COMPASS[unit.facing] if state.board.kind == "square" else state.board.degrees(unit.facing)
    here = state.company(unit.at)
    if len(here) > 1:
        along = ROW if unit is here[0] else -ROW
        x, y = x + along * math.sin(math.radians(degrees)), y + along * math.cos(math.radians(degrees))
    body = state.body(unit)
    width, depth = (body.width, body.depth) if state.measured else (WIDTH, DEPTH)
    own = state.own
    measure = own.measure
    figure = str(unit.values[measure.id]) if measure is not None and measure.id in unit.values else ""
    states = tuple(
        str(value) for id, value in unit.values.items() if own.tracked[id].states and value != own.tracked[id].states[0]
    )
    return Piece(
        id=unit.spec.id,
        label=unit.spec.id,
        side=unit.side,
        arm=own.arms.get(unit.spec.type, "other"),
        at=(x, y),
        facing=degrees,
        width=width,
        depth=depth,
        concealed=bool(unit.concealed),
        figure=figure,
        states=states,
    )
