"""Stands: a block with its front edge heavy and the sign of its arm, turned to its facing.

The first side's blocks are filled, with white signs; the second's are white with a hatch and dark signs. The two are told
apart without colour. Figures are made once for each arm, side, size and facing, and then only moved.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from reportgen.board.picture import Arm, Piece
from reportgen.render.maps.display import DISC, Box, Figure, Painter, Pen, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.sheet import Sheet, put

_HATCH: Final = 1.5
"""Distance of the hatching of white blocks in points, before it grows with the block."""
_SHARE: Final = 0.56
"""Share of a block's width that the sign keeps when a number stands beside it."""


@lru_cache(maxsize=4096)
def turn(facing: float) -> complex:
    """The factor that turns a figure drawn facing up (north) to a facing in degrees clockwise."""
    exact = {0: 1, 90: -1j, 180: -1, 270: 1j}.get(facing % 360)
    return complex(exact) if exact is not None else cmath.rect(1, -math.radians(facing))


def extent(width: float, depth: float, facing: float) -> tuple[float, float]:
    """Half the width and half the height of the upright box around a turned block, in the unit of its sides."""
    along = turn(facing)
    x, y = abs(along.real), abs(along.imag)
    return (width * x + depth * y) / 2, (width * y + depth * x) / 2


def block_box(piece: Piece, sheet: Sheet) -> Box:
    """The upright box around a piece's block in points."""
    half_x, half_y = extent(piece.width * sheet.cell, piece.depth * sheet.cell, piece.facing)
    at = sheet.pt(piece.at)
    return at.real - half_x, at.imag - half_y, at.real + half_x, at.imag + half_y


@lru_cache(maxsize=512)
def outline(width: float, depth: float, facing: float) -> Figure:
    pen = Pen()
    pen.box((-width / 2, -depth / 2, width / 2, depth / 2))
    return pen.figure().turned(turn(facing))


@lru_cache(maxsize=512)
def _front(width: float, depth: float, heavy: float, facing: float) -> Figure:
    pen = Pen()
    pen.box((-width / 2, depth / 2 - heavy, width / 2, depth / 2))
    return pen.figure().turned(turn(facing))


@lru_cache(maxsize=512)
def _body(width: float, depth: float, short: float, facing: float) -> Figure:
    """The block behind its front edge, which takes up `short` points of the depth."""
    pen = Pen()
    pen.box((-width / 2, -depth / 2, width / 2, depth / 2 - short))
    return pen.figure().turned(turn(facing))


@lru_cache(maxsize=512)
def _hatch(width: float, depth: float, heavy: float, facing: float) -> Figure:
    pen = Pen()
    count = max(3, round(width / (_HATCH * max(1.0, width / 14))))
    for n in range(1, count):
        x = -width / 2 + n * width / count
        pen.line((complex(x, -depth / 2), complex(x, depth / 2 - heavy)))
    return pen.figure().turned(turn(facing))


@lru_cache(maxsize=512)
def sign(arm: Arm, dismounted: bool, width: float, depth: float, facing: float) -> tuple[Figure, Figure]:
    """The sign of an arm within a field of the given size about the origin: its lines, and its solid parts."""
    lines, solid = Pen(), Pen()
    x, y = width / 2, depth / 2
    r = min(x, y)
    if arm == "infantry":
        lines.line((complex(-x, -y), complex(x, y)))
        lines.line((complex(-x, y), complex(x, -y)))
    elif arm == "cavalry":
        if dismounted:
            lines.line((complex(-x, -y), complex(-x * 0.3, -y * 0.3)))
            lines.line((complex(x * 0.3, y * 0.3), complex(x, y)))
            solid.circle(0j, r * 0.24)
        else:
            lines.line((complex(-x, -y), complex(x, y)))
    elif arm == "artillery":
        solid.circle(0j, r * 0.62)
    elif arm == "machine-gun":
        solid.circle(complex(0, -r * 0.12), r * 0.46)
        lines.line((complex(0, -r * 0.95), complex(0, r * 0.95)))
    elif arm == "transport":
        lines.circle(0j, r * 0.72)
        for spoke in (1, 1j):
            lines.line((-spoke * r * 0.72, spoke * r * 0.72))
        solid.circle(0j, r * 0.24)
    elif arm == "command":
        pole = -r * 0.75
        lines.line((complex(pole, -r * 0.95), complex(pole, r * 0.95)))
        solid.line(
            (complex(pole, r * 0.95), complex(pole + r * 1.9, r * 0.5), complex(pole + r * 1.3, r * 0.3),
             complex(pole + r * 1.9, r * 0.02), complex(pole, -r * 0.12)), close=True)  # fmt: skip
    elif arm == "engineers":
        lines.line((complex(-x * 0.6, -y * 0.5), complex(-x * 0.6, y * 0.5), complex(x * 0.6, y * 0.5),
                    complex(x * 0.6, -y * 0.5)))  # fmt: skip
        lines.line((complex(0, y * 0.5), complex(0, -y * 0.5)))
    elif arm == "vehicle":
        lines.stamp(Figure(DISC.ops, tuple(complex(p.real * x * 0.66, p.imag * y * 0.66) for p in DISC.points)), 0j)
    way = turn(facing) if arm != "command" else 1  # a flag always flies upright
    return lines.figure().turned(way), solid.figure().turned(way)


def weight(sheet: Sheet) -> float:
    """Thickness of the lines of signs in points."""
    return max(0.62, 0.05 * sheet.cell)


def heavy(depth: float) -> float:
    """Thickness of a block's front edge in points, from its depth in points."""
    return min(max(0.7, 0.2 * depth), 2.2)


def draw_block(piece: Piece, at: complex, sheet: Sheet, painter: Painter, colour: str) -> None:
    """One stand by itself. `at` in points; `colour` is the ink of its side."""
    draw_bodies(((piece, at, colour),), sheet, painter)


def draw_bodies(stands: Iterable[tuple[Piece, complex, str]], sheet: Sheet, painter: Painter) -> None:
    """Stands with their places (points) and the ink of their sides: first all blocks, then all signs over them."""
    signs = [_body_of(piece, at, sheet, painter, colour) for piece, at, colour in stands]
    for draw in (_halo, _sign):
        painter.stage()
        for piece, middle, field, colour in signs:
            draw(piece, middle, field, sheet, painter, colour)


def _body_of(
    piece: Piece, at: complex, sheet: Sheet, painter: Painter, colour: str
) -> tuple[Piece, complex, tuple[float, float], str]:
    """Draws the block; returns where on it the sign goes and how much room (width, depth) it has."""
    palette = sheet.palette
    facing = piece.facing
    width, depth = round(piece.width * sheet.cell, 2), round(piece.depth * sheet.cell, 2)
    if piece.concealed:
        style = Style(stroke=colour, width=0.95 * sheet.scale, dash=(0.01, 1.75 * sheet.scale), soft=True)
        painter.pen(style).stamp(outline(width, depth, facing), at)
        width, depth = round(width - 2.6 * sheet.scale, 2), round(depth - 2.6 * sheet.scale, 2)
    edge = heavy(depth)
    painter.pen(Style(fill=palette.block)).stamp(outline(width, depth, facing), at)
    if piece.side == 0:
        gap = max(0.32, 0.07 * depth)
        painter.pen(Style(fill=colour)).stamp(_body(width, depth, round(edge + gap, 3), facing), at)
    else:
        gap = 0.0
        rule = max(0.45, 0.55 * weight(sheet))
        hatch = _hatch(width, depth, edge, facing)
        painter.pen(Style(stroke=colour, width=0.28 * min(sheet.scale, 1.3))).stamp(hatch, at)
        painter.pen(Style(stroke=colour, width=rule)).stamp(outline(round(width - rule, 2), round(depth - rule, 2), facing), at)
    painter.pen(Style(fill=colour)).stamp(_front(width, depth, edge, facing), at)
    return piece, at - 0.5j * (edge + gap) * turn(facing), (width, depth - edge - gap), colour


def _field(
    piece: Piece, middle: complex, field: tuple[float, float], sheet: Sheet
) -> tuple[complex, Figure, Figure]:
    """Where the sign goes, beside the number if there is one, and its lines and solid parts."""
    width, depth = field
    if piece.figure:
        middle -= 0.5 * (1 - _SHARE) * width * turn(piece.facing)
        width *= _SHARE
    if piece.arm not in ("infantry", "cavalry"):
        depth -= 0.6 * weight(sheet)
    lines, solid = sign(piece.arm, piece.dismounted, round(width, 2), round(depth, 2), piece.facing)
    return middle, lines, solid


def _halo(piece: Piece, middle: complex, field: tuple[float, float], sheet: Sheet, painter: Painter, colour: str) -> None:
    """Clear paper that lifts a dark sign off the hatch."""
    if piece.side == 0:
        return
    middle, lines, solid = _field(piece, middle, field, sheet)
    if lines.ops:
        style = Style(stroke=sheet.palette.block, width=round(weight(sheet) + 1.1 * min(sheet.scale, 1.3), 3))
        painter.pen(style).stamp(lines, middle, 0.9)  # a little short, to stay off the block's rim
    if solid.ops:
        painter.pen(Style(stroke=sheet.palette.block, width=1.1)).stamp(solid, middle)


def _sign(piece: Piece, middle: complex, field: tuple[float, float], sheet: Sheet, painter: Painter, colour: str) -> None:
    """The sign of the arm, and the number beside it if there is one."""
    ink = sheet.palette.block if piece.side == 0 else colour
    if piece.figure:
        number = middle + 0.5 * _SHARE * field[0] * turn(piece.facing)
        _number(piece.figure, number, field[1], sheet, painter, ink, piece.side == 0)
    middle, lines, solid = _field(piece, middle, field, sheet)
    if lines.ops:
        painter.pen(Style(stroke=ink, width=round(weight(sheet), 3))).stamp(lines, middle)
    if solid.ops:
        painter.pen(Style(fill=ink)).stamp(solid, middle)


def _number(text: str, at: complex, depth: float, sheet: Sheet, painter: Painter, ink: str, filled: bool) -> None:
    size = max(3.6, min(depth * 1.05, 7.5))
    capital = metrics("label").capital / 1000 * size
    width = metrics("label").width(text, size)
    if not filled:
        box = (at.real - width / 2 - 0.5, at.imag - capital / 2 - 0.4, at.real + width / 2 + 0.5, at.imag + capital / 2 + 0.4)
        painter.pen(Style(fill=sheet.palette.block)).box(box)
    put(painter, at - 0.5j * capital, text, size, "label", ink, anchor=0.5)


def draw_ghost(piece: Piece, at: complex, sheet: Sheet, painter: Painter, colour: str) -> None:
    """The outline of a stand where it was before it moved."""
    width, depth = round(piece.width * sheet.cell, 2), round(piece.depth * sheet.cell, 2)
    style = Style(stroke=colour, width=1.5 * sheet.hair, dash=(1.6, 0.9))
    painter.pen(style).stamp(outline(width, depth, piece.facing), at)


def draw_loss(piece: Piece, at: complex, sheet: Sheet, painter: Painter, colour: str) -> None:
    """The outline of a stand that is gone, struck out."""
    width, depth = round(piece.width * sheet.cell, 2), round(piece.depth * sheet.cell, 2)
    rim = outline(width, depth, piece.facing)
    painter.pen(Style(fill=sheet.palette.block)).stamp(rim, at)
    painter.pen(Style(stroke=colour, width=0.5 * sheet.scale)).stamp(rim, at)
    painter.pen(Style(fill=colour)).stamp(_front(width, depth, heavy(depth) * 0.6, piece.facing), at)
    x, y = width / 2 + 0.09 * sheet.cell, depth / 2 + 0.09 * sheet.cell
    cross = Pen()
    cross.line((complex(-x, -y), complex(x, y)))
    cross.line((complex(-x, y), complex(x, -y)))
    style = Style(stroke=sheet.palette.fire, width=max(1.1, 0.085 * sheet.cell), soft=True)
    painter.pen(style).stamp(cross.figure().turned(turn(piece.facing)), at)
