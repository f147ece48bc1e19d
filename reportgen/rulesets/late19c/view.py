"""The pieces on the board, for the map. Two in a square stand one behind the other within it."""

from __future__ import annotations

from reportgen.board.picture import Arm, Piece
from reportgen.rulesets.late19c.state import State
from reportgen.rulesets.late19c.tables import ARMS, CAVALRY

WIDTH = 0.8
"""A stand is 40 mm wide on a square of 50 mm (rule stands.size)."""
DEPTH = 0.4
ROW = 0.23
"""How far each of two stands is moved from the middle of the square, in squares."""


def pieces(state: State) -> tuple[Piece, ...]:
    """Every stand on the table, in the order of the scenario."""
    tables = state.tables
    shown: list[Piece] = []
    for side in (0, 1):
        for unit in state.on_table(side):
            square, facing = state.square[unit], state.facing[unit]
            x, y = tables.grid.centre(square)
            if len(state.at[square]) > 1:
                ahead = ROW if state.at[square][0] == unit else -ROW
                x += (0, ahead, 0, -ahead)[facing]
                y += (ahead, 0, -ahead, 0)[facing]
            arm: Arm = ARMS[tables.arm[unit]]  # type: ignore[assignment]
            shown.append(
                Piece(
                    id=tables.ids[unit],
                    label=tables.ids[unit],
                    side=side,
                    arm=arm,
                    at=(x, y),
                    facing=90.0 * facing,
                    width=WIDTH,
                    depth=DEPTH,
                    concealed=bool(state.concealed[unit]),
                    dismounted=tables.arm[unit] == CAVALRY and not state.mounted[unit],
                )
            )
    return tuple(shown)
