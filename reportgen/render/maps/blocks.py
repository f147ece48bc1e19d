"""Stands: a block with its front edge heavy and the sign of its arm, turned to its facing.

The first side's blocks are filled, with white signs; the second's are white with a hatch and dark signs: the two
are told apart without colour. Figures are made once for each arm, side, size and facing, and then only moved.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from reportgen.board.picture import Arm, Piece
from reportgen.render.maps.display import DISC, Box, Figure, Painter, Pen, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.sheet import Sheet, put, scale_of

_HATCH: Final = 1.5
"""Distance of the hatching of white blocks in points, before it grows with the block."""
_SHARE: Final = 0.56
"""Share of a block's width that the sign keeps when a number stands beside it."""


@lru_cache(maxsize=4096)
def turn(facing: float) -> complex:
    """The factor that turns a figure drawn facing up (north) to a facing in degrees clockwise."""
    quarters, rest = divmod(facing % 360, 90)
    return (1 + 0j, -1j, -1 + 0j, 1j)[int(quarters)] if rest == 0 else cmath.rect(1, -math.radians(facing))


@lru_cache(maxsize=512)
def extent(width: float, depth: float, facing: float) -> tuple[float, float]:
    """Half the width and half the height of the upright box around a turned block, in the unit of its sides."""
    along = turn(facing)
    x, y = abs(along.real), abs(along.imag)
    return (width * x + depth * y) / 2, (width * y + depth * x) / 2


def block_box(piece: Piece, at: complex, sheet: Sheet) -> Box:
    """The upright box around a piece's block at a place, in points."""
    half_x, half_y = extent(piece.width * sheet.cell, piece.depth * sheet.cell, piece.facing)
    return at.real - half_x, at.imag - half_y, at.real + half_x, at.imag + half_y


@lru_cache(maxsize=512)
def outline(width: float, depth: float, facing: float) -> Figure:
    pen = Pen()
    pen.box((-width / 2, -depth / 2, width / 2, depth / 2))
    return pen.figure().turned(turn(facing))


def _front(width: float, depth: float, heavy: float, facing: float) -> Figure:
    pen = Pen()
    pen.box((-width / 2, depth / 2 - heavy, width / 2, depth / 2))
    return pen.figure().turned(turn(facing))


def _body(width: float, depth: float, short: float, facing: float) -> Figure:
    """The block behind its front edge, which takes up `short` points of the depth."""
    pen = Pen()
    pen.box((-width / 2, -depth / 2, width / 2, depth / 2 - short))
    return pen.figure().turned(turn(facing))


def _hatch(
    width: float, depth: float, edge: float, line: float, facing: float
) -> tuple[Figure, float, tuple[float, float]]:
    """The hatch behind the front edge as one broad dashed line: the line, its width, its dashes `line` points wide."""
    count = max(3, round(width / (_HATCH * max(1.0, width / 14))))
    pitch = width / count
    pen = Pen()
    y = -edge / 2
    pen.line((complex(-width / 2 + pitch - line / 2, y), complex(width / 2 - pitch / 2, y)))
    return pen.figure().turned(turn(facing)), round(depth - edge, 3), (line, round(pitch - line, 3))


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


def draw_bodies(stands: Sequence[tuple[Piece, complex, str]], sheet: Sheet, painter: Painter) -> None:
    """Stands with their places (points) and the ink of their sides: first all blocks, then all signs over them."""
    cell, paper = sheet.cell, sheet.palette.block
    recipes = [
        (
            at,
            recipe(
                p.arm, p.side, p.facing, p.width, p.depth, p.concealed, p.dismounted, p.figure != "", cell, paper, ink
            ),
        )
        for p, at, ink in stands
    ]
    for step in range(3):
        painter.stage()
        pens: dict[int, list[tuple[Pen, Figure]]] = {}  # stands of one kind have one recipe
        for at, (steps, _, _) in recipes:
            kind = id(steps)
            if kind not in pens:
                pens[kind] = [(painter.pen(style), figure) for style, figure in steps[step]]
            for pen, figure in pens[kind]:
                pen.stamp(figure, at)
    for (piece, _, ink), (at, (_, number, depth)) in zip(stands, recipes, strict=True):
        if piece.figure:
            _number(
                piece.figure, at + number, depth, sheet, painter, paper if piece.side == 0 else ink, piece.side == 0
            )


Step = tuple[tuple[Style, Figure], ...]


@lru_cache(maxsize=2048)
def recipe(
    arm: Arm, side: int, facing: float, width: float, depth: float, concealed: bool, dismounted: bool, numbered: bool,
    cell: float, paper: str, colour: str,
) -> tuple[tuple[Step, Step, Step], complex, float]:  # fmt: skip
    """How a kind of stand is drawn about the origin: the block, clear paper under its sign, the sign; and where its
    number goes and how much depth that has. `width` and `depth` in squares, `cell` in points."""
    scale, thick = scale_of(cell), max(0.62, 0.05 * cell)
    width, depth = round(width * cell, 2), round(depth * cell, 2)
    block: list[tuple[Style, Figure]] = []
    if concealed:
        dots = Style(stroke=colour, width=0.95 * scale, dash=(0.01, 1.75 * scale), soft=True)
        block.append((dots, outline(width, depth, facing)))
        width, depth = round(width - 2.6 * scale, 2), round(depth - 2.6 * scale, 2)
    edge = heavy(depth)
    block.append((Style(fill=paper), outline(width, depth, facing)))
    gap = max(0.32, 0.07 * depth) if side == 0 else 0.0
    if side == 0:
        block.append((Style(fill=colour), _body(width, depth, edge + gap, facing)))
    else:
        rule = max(0.45, 0.55 * thick)
        hatch, broad, dashes = _hatch(width, depth, edge, round(0.28 * min(scale, 1.3), 3), facing)
        block.append((Style(stroke=colour, width=broad, dash=dashes), hatch))
        block.append((Style(stroke=colour, width=rule), outline(width - rule, depth - rule, facing)))
    block.append((Style(fill=colour), _front(width, depth, edge, facing)))
    # The sign has the block behind its front edge; where a number stands beside it, the left part of that.
    middle = -0.5j * (edge + gap) * turn(facing)
    wide, deep = width, depth - edge - gap
    number = middle
    if numbered:
        number += 0.5 * _SHARE * wide * turn(facing)
        middle -= 0.5 * (1 - _SHARE) * wide * turn(facing)
        wide *= _SHARE
    inset = 0.0 if arm in ("infantry", "cavalry") else 0.6 * thick
    lines, solid = sign(arm, dismounted, wide, deep - inset, facing)
    ink = paper if side == 0 else colour
    under: list[tuple[Style, Figure]] = []
    over: list[tuple[Style, Figure]] = []
    if lines.ops:
        if side:  # a little short, to stay off the block's rim
            halo = Style(stroke=paper, width=round(thick + 1.1 * min(scale, 1.3), 3))
            under.append((halo, lines.turned(0.9).moved(middle)))
        over.append((Style(stroke=ink, width=round(thick, 3)), lines.moved(middle)))
    if solid.ops:
        if side:
            under.append((Style(stroke=paper, width=1.1), solid.moved(middle)))
        over.append((Style(fill=ink), solid.moved(middle)))
    return (tuple(block), tuple(under), tuple(over)), number, deep


def _number(text: str, at: complex, depth: float, sheet: Sheet, painter: Painter, ink: str, filled: bool) -> None:
    size = max(3.6, min(depth * 1.05, 7.5))
    capital = metrics("label").capital / 1000 * size
    width = metrics("label").width(text, size)
    if not filled:
        x, y = width / 2 + 0.5, capital / 2 + 0.4
        box = (at.real - x, at.imag - y, at.real + x, at.imag + y)
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
