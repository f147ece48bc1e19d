"""What happened: moves, fire, close combat, withdrawals, losses, spotting. Only this phase is shown, and strongly."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from reportgen.board.picture import Mark, Piece, Point
from reportgen.render.maps.blocks import draw_ghost, draw_loss, extent, turn
from reportgen.render.maps.display import Figure, Painter, Pen, Style
from reportgen.render.maps.room import Room
from reportgen.render.maps.sheet import Sheet

Standing = Mapping[tuple[int, int], Piece]
"""Pieces by their place, as `by_place` gives them."""

WITHOUT_EFFECT: Final = frozenset({"ineffective", "no effect", "none", "miss", "missed"})
_SAME_WAY: Final = 0.45
"""Moves whose ways differ by no more than this (squares) are one body's move, if the stands stood together."""
_IN_THE_WAY: Final = 0.3
"""A stand this near (squares, both ways) hides another's place."""
_TOGETHER: Final = 1.7
"""Stands no further apart than this stood together (squares)."""
_DASHES: Final = ((3.6, 1.1), (1.3, 1.1))
"""The dashes and gaps of each side's lines of fire, in points."""
_MUZZLE: Final = 1.3
"""The radius of the spot at a muzzle, in points."""
_ASIDE: Final = 0.8
"""How far a line of fire lies beside the line from stand to stand, in points."""


def draw_ghosts(marks: Sequence[Mark], sheet: Sheet, painter: Painter, room: Room, colours: Sequence[str]) -> None:
    """Outlines of the stands where their moves began."""
    for mark in marks:
        if mark.ghost is not None and mark.kind != "loss":
            at = sheet.pt(mark.ghost.at)
            draw_ghost(mark.ghost, at, sheet, painter, colours[mark.side])
            x, y = extent(mark.ghost.width * sheet.cell, mark.ghost.depth * sheet.cell, mark.ghost.facing)
            room.take((at.real - x, at.imag - y, at.real + x, at.imag + y), soft=True)


def draw_ways(marks: Sequence[Mark], pieces: Mapping[str, Piece], sheet: Sheet, painter: Painter, room: Room,
              colours: Sequence[str]) -> list[list[complex]]:  # fmt: skip
    """Arrows of moves, withdrawals, exits and arrivals, to lie under the blocks. Returns the ways of the broad ones,
    under which a name could not be read."""
    broad = []
    for mark in marks:
        if mark.kind == "withdraw":
            way = _way(mark, pieces, sheet)
            draw_arrow(way, sheet, painter, colours[mark.side], 1.35, 1.35, hollow=True)
            _take(way, room)
            broad.append(way)
    for body in bodies_on_the_move(marks):
        lead = lead_of(body) if len(body) > 2 else None
        for mark in body:
            way = _way(mark, pieces, sheet)
            colour = colours[mark.side]
            if lead is None:
                draw_arrow(way, sheet, painter, colour, 0.22, 0.75)
            elif mark is lead:
                draw_arrow(way, sheet, painter, colour, 0.35, 1.35)
                broad.append(way)
            else:
                draw_arrow(way, sheet, painter, colour, 0.14, 0.3, head=0.7)
            if mark.kind in ("exit", "arrive"):
                _bar(way, mark.kind, sheet, painter, colour)
            _take(way, room)
    return broad


def bodies_on_the_move(marks: Sequence[Mark]) -> list[list[Mark]]:
    """Moves, exits and arrivals, those of stands that went the same way together in one list, from flank to flank."""
    moves = [mark for mark in marks if mark.kind in ("move", "exit", "arrive") and len(mark.points) > 1]
    starts = [complex(*mark.points[0]) for mark in moves]
    ways = [complex(*mark.points[-1]) - start for mark, start in zip(moves, starts, strict=True)]
    left = list(range(len(moves)))
    bodies = []
    while left:
        body, edge = [], [left.pop(0)]
        while edge:
            here = edge.pop()
            body.append(here)
            mark = moves[here]
            joined = [
                n
                for n in left
                if moves[n].side == mark.side
                and moves[n].kind == mark.kind
                and abs(ways[n] - ways[body[0]]) <= _SAME_WAY
                and abs(starts[n] - starts[here]) <= _TOGETHER
            ]
            edge += joined
            left = [n for n in left if n not in joined]
        across = ways[body[0]] * 1j
        body.sort(key=lambda n: ((starts[n] * across.conjugate()).real, n))
        bodies.append([moves[n] for n in body])
    return bodies


def lead_of(body: Sequence[Mark]) -> Mark:
    """The one whose arrow stands for the body's: the middle one of the hindmost, where no friend hides its head."""
    way = complex(*body[0].points[-1]) - complex(*body[0].points[0])
    run = [(complex(*mark.points[-1]) * way.conjugate()).real / max(abs(way), 1e-9) for mark in body]
    hindmost = [mark for mark, far in zip(body, run, strict=True) if far <= min(run) + 0.4]
    return hindmost[len(hindmost) // 2]


def _way(mark: Mark, pieces: Mapping[str, Piece], sheet: Sheet) -> list[complex]:
    """The points of a mark's way in points, from the ghost to the edge of the block where it ended."""
    points = [sheet.pt(p) for p in mark.points]
    if mark.ghost is not None:
        points[0] = sheet.pt(mark.ghost.at)
    if mark.kind == "exit":
        points.append(_over_the_edge(points[-1], points[-2] if len(points) > 1 else points[-1], sheet))
    elif mark.kind == "arrive":
        points.insert(0, _over_the_edge(points[0], points[1] if len(points) > 1 else points[0], sheet))
    piece = pieces.get(mark.unit)
    if piece is not None and mark.kind != "exit":
        points[-1] = sheet.pt(piece.at)
        if abs(points[-1] - points[-2]) > 1e-6:
            before = points[-2]
            room = abs(points[-1] - before) - 2.0
            cut = min(reach(piece, before - points[-1], sheet) + 0.7, max(room, 0))
            points[-1] -= (points[-1] - before) / abs(points[-1] - before) * cut
    return points


def _over_the_edge(at: complex, beside: complex, sheet: Sheet) -> complex:
    """The nearest point of the board's edge, or the point itself if it lies there or beyond."""
    left, bottom, right, top = sheet.board
    if not (left < at.real < right and bottom < at.imag < top):
        return complex(min(max(at.real, left), right), min(max(at.imag, bottom), top))
    ways = {
        complex(left, at.imag): at.real - left,
        complex(right, at.imag): right - at.real,
        complex(at.real, bottom): at.imag - bottom,
        complex(at.real, top): top - at.imag,
    }
    nearest = min(ways.values())
    close = [point for point, distance in ways.items() if distance <= nearest + 0.1 * sheet.cell]
    return max(close, key=lambda point: abs(point - beside))


def reach(piece: Piece, way: complex, sheet: Sheet) -> float:
    """From the middle of a piece's block to its edge in a direction, in points."""
    local = way / turn(piece.facing)
    local /= abs(local)
    half_x, half_y = piece.width * sheet.cell / 2, piece.depth * sheet.cell / 2
    return min(half_x / abs(local.real) if abs(local.real) > 1e-9 else math.inf,
               half_y / abs(local.imag) if abs(local.imag) > 1e-9 else math.inf)  # fmt: skip


def _take(way: Sequence[complex], room: Room) -> None:
    for a, b in itertools.pairwise(way):
        room.take_line(a, b, 1.0)


def draw_arrow(way: Sequence[complex], sheet: Sheet, painter: Painter, colour: str, tail: float, neck: float,
           head: float = 1.0, hollow: bool = False) -> None:  # fmt: skip
    """A tapering curve along a way: half widths `tail` and `neck` in points at its ends, then a head (1 = usual)."""
    points = [p for n, p in enumerate(way) if n == 0 or abs(p - way[n - 1]) > 1e-6]
    if len(points) < 2:
        return
    k = sheet.scale * min(1.0, max(0.8, sheet.cell / 14))
    tail, neck = tail * k, neck * k
    length = sum(abs(b - a) for a, b in itertools.pairwise(points))
    if len(points) == 2:  # a slight bow tells a march from a line of fire
        points.insert(1, (points[0] + points[1]) / 2 + (points[1] - points[0]) * 0.026j)
    tip, before = points[-1], points[-2]
    along = (tip - before) / abs(tip - before)
    long = min(2.9 * neck + 2.2 * k * head, 0.6 * length)
    wide = neck + 1.35 * k * head
    # The neck goes back along the last stretch, or further where that is shorter than the head.
    while len(points) > 2 and abs(points[-1] - points[-2]) <= long:
        points.pop(-2)
        along = (tip - points[-2]) / abs(tip - points[-2])
    points[-1] = tip - along * long
    left, right = _ribbon(points, tail, neck)
    outlined = Style(fill=sheet.palette.block, stroke=colour, width=0.55 * sheet.scale)
    pen = painter.pen(outlined if hollow else Style(fill=colour))
    pen.ops.append("m" + "c" * (len(left) // 3))
    pen.points += left
    base = points[-1] - along * 0.25 * long
    pen.ops.append("lll")
    pen.points += (base + along * 1j * wide, tip, base - along * 1j * wide)
    pen.ops.append("l" + "c" * (len(right) // 3) + "z")
    pen.points += right


def _ribbon(points: Sequence[complex], tail: float, neck: float) -> tuple[list[complex], list[complex]]:
    """The two edges of a curve that widens along its way: the left one forward, the right one back, as cubic curves."""
    count = len(points)
    tangents = []
    for n in range(count):
        a, b = points[max(n - 1, 0)], points[min(n + 1, count - 1)]
        tangents.append((b - a) / abs(b - a) if abs(b - a) > 1e-9 else 1 + 0j)
    steps = [abs(b - a) for a, b in itertools.pairwise(points)]
    runs = [0.0, *itertools.accumulate(steps)]
    total = runs[-1] or 1.0
    halves = [tail + (neck - tail) * run / total for run in runs]
    edges = []
    for side in (1j, -1j):
        rim = [p + t * side * h for p, t, h in zip(points, tangents, halves, strict=True)]
        curve = [rim[0]]
        for n, step in enumerate(steps):
            third = step / 3
            curve += (rim[n] + tangents[n] * third, rim[n + 1] - tangents[n + 1] * third, rim[n + 1])
        edges.append(curve)
    return edges[0], edges[1][::-1]


def _bar(way: Sequence[complex], kind: str, sheet: Sheet, painter: Painter, colour: str) -> None:
    """A short bar where a way crosses the table's edge."""
    here, other = (way[-1], way[-2]) if kind == "exit" else (way[0], way[1])
    across = (
        (here - other) / abs(here - other) * 1j * 0.2 * sheet.cell if abs(here - other) > 1e-9 else 0.2j * sheet.cell
    )
    painter.pen(Style(stroke=colour, width=1.3 * sheet.scale)).line((here + across, here - across))


# -- fire, close combat, spotting --------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def burst() -> Figure:
    """A star of uneven points of radius 1."""
    pen = Pen()
    rays = 9
    pen.line(
        [
            cmath.rect((1.0 if n % 4 == 0 else 0.78) if n % 2 == 0 else 0.40, math.pi / 2 + math.pi * n / rays)
            for n in range(2 * rays)
        ],
        close=True,
    )
    return pen.figure()


@lru_cache(maxsize=1)
def sabres() -> tuple[Figure, Figure]:
    """Two crossed sabres two units across: blades (solid), hilts (lines)."""
    blades, hilts = Pen(), Pen()
    for s in (1, -1):

        def at(x: float, y: float, side: int = s) -> complex:
            return complex(side * x, y)

        blades.ops.append("mccz")
        blades.points += [at(-0.62, -0.62), at(0.02, -0.22), at(0.62, 0.32), at(0.95, 1.0),
                          at(0.50, 0.44), at(-0.05, -0.02), at(-0.74, -0.46)]  # fmt: skip
        hilts.ops.append("mc")
        hilts.points += [at(-0.42, -0.72), at(-0.66, -0.92), at(-1.0, -0.72), at(-0.82, -0.36)]
        hilts.line((at(-0.62, -0.52), at(-0.98, -0.84)))
    return blades.figure(), hilts.figure()


@lru_cache(maxsize=1)
def eye() -> tuple[Figure, Figure]:
    """An eye two units wide: lids, pupil."""
    lids = Pen()
    lids.ops.append("mccz")
    lids.points += [-1 + 0j, -0.5 + 0.75j, 0.5 + 0.75j, 1 + 0j, 0.5 - 0.75j, -0.5 - 0.75j, -1 + 0j]
    pupil = Pen()
    pupil.circle(0j, 0.3)
    return lids.figure(), pupil.figure()


def draw_lines_of_fire(marks: Sequence[Mark], standing: Standing, sheet: Sheet, painter: Painter, room: Room,
                       colours: Sequence[str]) -> None:  # fmt: skip
    """Lines of fire and dotted lines of sight, to lie under the blocks."""
    k = sheet.scale
    sight = Style(stroke=sheet.palette.ink, width=0.75 * k, dash=(0.01, 1.7 * k), soft=True)
    for mark in marks:
        if mark.kind not in ("fire", "spot") or len(mark.points) < 2:
            continue
        a, b = _from_to(mark, standing, sheet)
        if mark.kind == "fire":
            draw_shot(a, b, mark.side, colours[mark.side], sheet, painter)
        else:
            painter.pen(sight).line((a, b))
        room.take_line(a, b, 0.7)


def draw_shot(a: complex, b: complex, side: int, colour: str, sheet: Sheet, painter: Painter) -> None:
    """A line of fire from a muzzle to its mark (points), in the colour of the side that fires. Without colour its
    dashes tell whose it is, long ones or short ones, and so does the spot at the muzzle, which is filled or white as
    the side's blocks are. It keeps to the right, so that fire and the answer to it are two lines."""
    long = abs(b - a)
    if long < 1e-6:
        return
    way = (b - a) / long
    beside = -_ASIDE * sheet.scale * 1j * way
    start, end = a + beside, b + beside
    radius = min(_MUZZLE * sheet.scale, 0.3 * long)
    dashes, muzzle = _shot_styles(side, colour, sheet.palette.block, sheet.scale)
    painter.pen(dashes).line((start + 2 * radius * way, end))
    painter.pen(muzzle).circle(start + radius * way, radius)


@lru_cache(maxsize=16)
def _shot_styles(side: int, colour: str, white: str, scale: float) -> tuple[Style, Style]:
    """The dashes of a side's lines of fire, and the spot at their muzzles."""
    return (
        Style(stroke=colour, width=0.75 * scale, dash=tuple(part * scale for part in _DASHES[side])),
        Style(fill=white if side else colour, stroke=colour, width=0.45 * scale),
    )


def _spot(at: Point) -> tuple[int, int]:
    """A place, coarse enough to find the piece that stands there."""
    return round(at[0] * 20), round(at[1] * 20)


def by_place(pieces: Sequence[Piece]) -> Standing:
    """The pieces by where they stand."""
    return {_spot(piece.at): piece for piece in pieces}


def _from_to(mark: Mark, standing: Standing, sheet: Sheet) -> tuple[complex, complex]:
    """From the edge of the block that acts to the edge of its target, in points."""
    a, b = sheet.pt(mark.points[0]), sheet.pt(mark.points[-1])
    if abs(b - a) < 1e-6:
        return a, b
    way = (b - a) / abs(b - a)
    at_a, at_b = standing.get(_spot(mark.points[0])), standing.get(_spot(mark.points[-1]))
    cut_a = reach(at_a, way, sheet) if at_a else 0.2 * sheet.cell
    cut_b = reach(at_b, -way, sheet) if at_b else 0.2 * sheet.cell
    share = min(1.0, 0.45 * abs(b - a) / max(cut_a, cut_b, 1e-6))
    return a + way * cut_a * share, b - way * cut_b * share


def draw_signs(marks: Sequence[Mark], standing: Standing, sheet: Sheet, painter: Painter, room: Room,
               colours: Sequence[str]) -> None:  # fmt: skip
    """What lies over the blocks: losses, bursts, crossed sabres, eyes."""
    for piece in lost_pieces(marks, standing.values()):
        draw_loss(piece, sheet.pt(piece.at), sheet, painter, colours[piece.side])
    for mark in marks:
        if len(mark.points) < 2:
            continue
        if mark.kind == "fire":
            at = _from_to(mark, standing, sheet)[1]
            size = stamp_burst(at, mark.effect, sheet, painter)
        elif mark.kind == "close":
            at = _between(sheet.pt(mark.points[0]), sheet.pt(mark.points[-1]), sheet)
            size = stamp_sabres(at, mark.side, colours[mark.side], sheet, painter)
        elif mark.kind == "spot":
            a, b = _from_to(mark, standing, sheet)
            at = (a + b) / 2
            size = stamp_eye(at, sheet, painter)
        else:
            continue
        room.take((at.real - size, at.imag - size, at.real + size, at.imag + size))


def _between(a: complex, b: complex, sheet: Sheet) -> complex:
    """Where two that fight meet: halfway, but never further from the one attacked than half a square and a bit."""
    gap = abs(b - a)
    return b + (a - b) * min(0.5, 0.6 * sheet.cell / gap) if gap > 1e-6 else b


def lost_pieces(marks: Sequence[Mark], standing: Collection[Piece]) -> list[Piece]:
    """The pieces lost, where they are drawn: where they stood, or small behind that where others stand now."""
    lost = []
    for mark in marks:
        if mark.kind != "loss" or mark.piece is None:
            continue
        piece = mark.piece
        x, y = piece.at
        if any(abs(p.at[0] - x) < _IN_THE_WAY and abs(p.at[1] - y) < _IN_THE_WAY for p in standing):
            behind = -0.38j * turn(piece.facing)
            piece = replace(
                piece, at=(x + behind.real, y + behind.imag), width=0.55 * piece.width, depth=0.55 * piece.depth
            )
        lost.append(piece)
    return lost


def sign_size(sheet: Sheet) -> float:
    """Half the width of a small sign in points."""
    return min(max(2.4, 0.2 * sheet.cell), 5.5)


def stamp_burst(at: complex, effect: str, sheet: Sheet, painter: Painter) -> float:
    """The strike of a shot: solid if it did something, hollow if not. Returns its half width in points."""
    size = sign_size(sheet) * 0.95
    if effect.lower() in WITHOUT_EFFECT:
        style = Style(fill=sheet.palette.block, stroke=sheet.palette.fire, width=1.8 * sheet.hair)
        painter.pen(style).stamp(burst(), at, size * 0.85)
    else:
        painter.pen(Style(fill=sheet.palette.fire)).stamp(burst(), at, size * 1.12)
    return size


def stamp_sabres(at: complex, side: int, colour: str, sheet: Sheet, painter: Painter) -> float:
    """Crossed sabres on a little clear paper, in the colour of the side that attacks and filled or white as its blocks
    are. Returns their half width in points."""
    size = sign_size(sheet) * 1.3
    blades, hilts = sabres()
    paper = sheet.palette.block
    painter.pen(Style(fill=paper, stroke=paper, width=1.7 * sheet.scale, soft=True)).stamp(blades, at, size)
    painter.pen(Style(stroke=paper, width=2.1 * sheet.scale, soft=True)).stamp(hilts, at, size)
    blade = Style(fill=paper, stroke=colour, width=0.4 * sheet.scale) if side else Style(fill=colour)
    painter.pen(blade).stamp(blades, at, size)
    painter.pen(Style(stroke=colour, width=0.62 * sheet.scale, soft=True)).stamp(hilts, at, size)
    return size * 0.9


def stamp_eye(at: complex, sheet: Sheet, painter: Painter) -> float:
    """An eye on clear paper. Returns its half width in points."""
    size = sign_size(sheet) * 1.1
    lids, pupil = eye()
    painter.pen(Style(fill=sheet.palette.block, stroke=sheet.palette.ink, width=0.5 * sheet.scale)).stamp(
        lids, at, size
    )
    painter.pen(Style(fill=sheet.palette.ink)).stamp(pupil, at, size)
    return size
