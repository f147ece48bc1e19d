"""The units on the board, for the map: strength as the number on the block, states as words beside it."""

from __future__ import annotations

from reportgen.board.picture import Piece
from reportgen.rulesets.any.state import State, Unit

WIDTH, DEPTH = 0.8, 0.4
ROW = 0.23
"""How far each of two units is moved from the middle of the square, in squares."""
DEGREES = {name: 45.0 * number for number, name in enumerate(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))}
_AHEAD = {
    "N": (0, 1),
    "NE": (0, 1),
    "E": (1, 0),
    "SE": (0, -1),
    "S": (0, -1),
    "SW": (0, -1),
    "W": (-1, 0),
    "NW": (0, 1),
}


def pieces(state: State) -> tuple[Piece, ...]:
    """Every unit on the table, in the order of the scenario."""
    return tuple(_piece(state, unit) for unit in state.on_table())


def _piece(state: State, unit: Unit) -> Piece:
    grid = state.scenario.ground.grid
    x, y = grid.centre(grid.square(unit.at))
    here = state.company(unit.at)
    if len(here) > 1:
        dx, dy = _AHEAD[here[0].facing]
        along = ROW if unit is here[0] else -ROW
        x, y = x + along * dx, y + along * dy
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
        facing=DEGREES[unit.facing],
        width=WIDTH,
        depth=DEPTH,
        concealed=bool(unit.concealed),
        figure=figure,
        states=states,
    )
