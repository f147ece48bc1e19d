"""For the map: the pieces (strength on the block, formation, what has become of a unit) and the ground below them."""

from __future__ import annotations

from math import cos, radians, sin

from reportgen.board.ground import Ground
from reportgen.board.picture import Piece
from reportgen.rulesets.tin_brigadier.data import CLOSE, COLUMN, DISMOUNTED
from reportgen.rulesets.tin_brigadier.state import State, Unit

_SIZES = {CLOSE: (0.62, 0.62), COLUMN: (0.62, 0.56)}
"""Frontage and depth of a formation, in squares; else a line. The map draws a column narrower and deeper still."""
_LINE = (0.84, 0.5)
"""Deep, for a square holds one unit and its strength is to be read."""


_STAFF = (0.5, 0.5)
_BESIDE = (0.36, 0.26)
"""A headquarters, and one that shares the place of a unit: smaller, and behind it."""
_BACK, _AHEAD = 0.37, 0.1
"""How far a headquarters stands behind the middle of such a place, and the unit before it, in squares."""


def pieces(state: State) -> tuple[Piece, ...]:
    """Every unit on the table, in the order of the scenario."""
    fighting = {unit.spot: unit for unit in state.on_table() if not unit.fixed.command}
    staffs = {unit.spot for unit in state.on_table() if unit.fixed.command}
    return tuple(_piece(state, unit, fighting.get(unit.spot), unit.spot in staffs) for unit in state.on_table())


def ground(state: State) -> Ground:
    """The ground with what engineers have made of it: bridges gone or laid, roadblocks, ways that are clear."""
    return state.tables.drawn(state.blown)


def _piece(state: State, unit: Unit, host: Unit | None, staff: bool) -> Piece:
    """`host`: the unit in its place, `staff`: whether a headquarters is there."""
    field = state.tables.field
    size = _SIZES.get(unit.formation, _LINE)
    x, y = field.point(unit.spot)
    if unit.fixed.command:
        size = _STAFF if host is None else _BESIDE
    if host is not None and staff:
        ahead = -_BACK if unit.fixed.command else _AHEAD
        facing = radians(field.degrees(host.heading))
        x, y = x + ahead * sin(facing), y + ahead * cos(facing)
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
        at=(x, y),
        facing=field.degrees(unit.heading),
        width=size[0],
        depth=size[1],
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
