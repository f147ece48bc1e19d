"""The pieces on the board, for the map: strength on the block, formation, and what has become of a unit."""

from __future__ import annotations

from reportgen.board.picture import Piece
from reportgen.rulesets.tin_brigadier.data import CLOSE, COLUMN, DISMOUNTED
from reportgen.rulesets.tin_brigadier.state import State, Unit

_SIZES = {CLOSE: (0.5, 0.5), COLUMN: (0.55, 0.55)}
"""Frontage and depth of a formation, in squares; else a line. The map draws a column narrower and deeper still."""
_LINE = (0.8, 0.36)


def pieces(state: State) -> tuple[Piece, ...]:
    """Every unit on the table, in the order of the scenario."""
    return tuple(_piece(state, unit) for unit in state.on_table())


def _piece(state: State, unit: Unit) -> Piece:
    field = state.tables.field
    width, depth = _SIZES.get(unit.formation, _LINE)
    states = [word for word, holds in (("pinned", unit.pinned), ("entrenched", unit.entrenched)) if holds]
    carried = len(state.aboard(unit.id)) if unit.fixed.capacity else 0
    if carried:
        states.append(f"{carried} aboard")
    if unit.fixed.command and (left := _orders(state, unit)):
        states.append(f"{left} order{'s' if left > 1 else ''}")
    return Piece(
        id=unit.id,
        label=unit.id,
        side=unit.side,
        arm=unit.fixed.arm,
        at=field.point(unit.spot),
        facing=field.degrees(unit.heading),
        width=0.5 if unit.fixed.command else width,
        depth=depth,
        dismounted=unit.formation == DISMOUNTED,
        figure=str(unit.figures) if not unit.fixed.command else "",
        states=tuple(states),
        formation=unit.formation,
    )


def _orders(state: State, unit: Unit) -> int:
    """Orders that a headquarters has left in its phase; between its phases, those that GHQ has stored."""
    if unit.id in state.orders:
        return state.orders[unit.id]
    return state.stored[unit.side] if unit.fixed.kind.id == "ghq" else 0
