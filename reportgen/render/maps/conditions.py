"""Small signs about a block: its formation, and what has befallen it. Words without a sign stay words on the map.

Extended order has skirmishers' dots before its front, close order a second rule behind, a column is narrow and deep
with an arrow head before it, limbered guns trail two wheels. A pin stands in who is pinned, works stand before who is
entrenched, a broken line follows who is routed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from reportgen.board.picture import MapPicture, Piece
from reportgen.render.maps.blocks import turn
from reportgen.render.maps.borders import draw_works
from reportgen.render.maps.display import Box, Painter, Style
from reportgen.render.maps.sheet import Sheet

FORMATIONS: Final = {
    "extended": "Extended order",
    "close": "Close order",
    "column": "Column",
    "limbered": "Limbered",
}
"""Formations with a sign -> as the legend says it. Line and mounted have none: they are the plain block."""
CONDITIONS: Final = {"pinned": "Pinned", "entrenched": "Entrenched", "routed": "Routed"}
"""States with a sign, likewise."""


def words_for(piece: Piece) -> tuple[str, ...]:
    """The states that have to be written beside a piece."""
    return tuple(state for state in piece.states if state not in CONDITIONS)


def _has_signs(piece: Piece) -> bool:
    return piece.formation in FORMATIONS or bool(piece.states and not CONDITIONS.keys().isdisjoint(piece.states))


def room_of(piece: Piece, block: Box, sheet: Sheet) -> Box:
    """The box of a block (points) with the signs about it."""
    if not _has_signs(piece):
        return block
    margin = 0.13 * sheet.cell
    return block[0] - margin, block[1] - margin, block[2] + margin, block[3] + margin


def formed(picture: MapPicture) -> MapPicture:
    """The picture with columns as narrow and deep as they are drawn."""
    marks = [mark for mark in picture.marks if _column(mark.piece) or _column(mark.ghost)]
    if not marks and not any(_column(piece) for piece in picture.pieces):
        return picture
    return replace(
        picture,
        pieces=tuple(map(_narrow, picture.pieces)),
        marks=tuple(
            replace(
                mark,
                piece=_narrow(mark.piece) if mark.piece else None,
                ghost=_narrow(mark.ghost) if mark.ghost else None,
            )
            for mark in picture.marks
        ),
    )


def _column(piece: Piece | None) -> bool:
    return piece is not None and piece.formation == "column"


def _narrow(piece: Piece) -> Piece:
    return replace(piece, width=0.62 * piece.width, depth=1.35 * piece.depth) if _column(piece) else piece


def draw_conditions(stands: Sequence[tuple[Piece, complex, str]], sheet: Sheet, painter: Painter) -> None:
    """The signs of stands with their places (points) and inks, over their blocks."""
    if not any(_has_signs(piece) for piece, _, _ in stands):
        return
    painter.stage()
    for piece, at, ink in stands:
        _formation(piece, at, ink, sheet, painter)
        for state in piece.states:
            _condition(state, piece, at, sheet, painter)


def _formation(piece: Piece, at: complex, ink: str, sheet: Sheet, painter: Painter) -> None:
    way, cell, k = turn(piece.facing), sheet.cell, sheet.scale
    x, y = piece.width * cell / 2, piece.depth * cell / 2
    if piece.formation == "extended":
        dots = painter.pen(Style(stroke=ink, width=round(max(1.1, 0.07 * cell), 3), soft=True))
        for n in (-3, -1, 1, 3):
            dots.dot(at + complex(n * x / 3.6, y + 0.085 * cell) * way)
    elif piece.formation == "close":
        rule = painter.pen(Style(stroke=ink, width=0.8 * k))
        rule.line((at + complex(-x, -y - 0.06 * cell) * way, at + complex(x, -y - 0.06 * cell) * way))
    elif piece.formation == "column":
        head = painter.pen(Style(stroke=ink, width=1.0 * k))
        points = (complex(-0.55 * x, y + 0.05 * cell), complex(0, y + 0.15 * cell), complex(0.55 * x, y + 0.05 * cell))
        head.line([at + point * way for point in points])
    elif piece.formation == "limbered":
        radius = 0.075 * cell
        for side in (-0.5, 0.5):
            wheel = painter.pen(Style(fill=sheet.palette.block, stroke=ink, width=0.6 * k))
            wheel.circle(at + complex(side * x, -y - radius) * way, radius)


def _condition(state: str, piece: Piece, at: complex, sheet: Sheet, painter: Painter) -> None:
    way, cell, k = turn(piece.facing), sheet.cell, sheet.scale
    x, y = piece.width * cell / 2, piece.depth * cell / 2
    if state == "entrenched":
        ahead = y + (0.16 if piece.formation == "extended" else 0.08) * cell
        ends = (complex(-1.08 * x, ahead), complex(1.08 * x, ahead))
        draw_works([(at + end * way - sheet.origin) / cell for end in ends], sheet, painter)
    elif state == "pinned":
        head = at + complex(-x + 0.02 * cell, y + 0.05 * cell) * way
        foot = at + complex(-0.45 * x, -0.35 * y) * way
        painter.pen(Style(stroke=sheet.palette.block, width=round(1.9 * k, 3), soft=True)).line((head, foot))
        painter.pen(Style(stroke=sheet.palette.fire, width=round(0.9 * k, 3), soft=True)).line((head, foot))
        knob = painter.pen(Style(fill=sheet.palette.fire, stroke=sheet.palette.block, width=0.4))
        knob.circle(head, max(1.3, 0.085 * cell))
    elif state == "routed":
        broken = painter.pen(Style(stroke=sheet.palette.fire, width=round(0.9 * k, 3)))
        points = [complex(-x + n * x / 3, -y - (0.05 if n % 2 else 0.15) * cell) for n in range(7)]
        broken.line([at + point * way for point in points])


def draw_sample(what: str, at: complex, sheet: Sheet, painter: Painter, piece: Piece, ink: str) -> None:
    """The sign alone on a piece that stands at a place (points), for the legend."""
    shown = replace(piece, formation=what if what in FORMATIONS else "", states=(what,) if what in CONDITIONS else ())
    draw_conditions([(shown, at, ink)], sheet, painter)
