"""Lines through squares: rivers and lakes, roads and tracks, and where they meet (fords and bridges)."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Collection
from typing import Final

import numpy as np

from reportgen.render.maps.display import Painter, Pen, Style
from reportgen.render.maps.growth import dense, lattice, patch_field
from reportgen.render.maps.patches import Cell, bodies, neighbours, runs, scatter, thinned, wide
from reportgen.render.maps.sheet import Sheet

RIVER: Final = 0.62
"""Width of a river in squares, from bank to bank."""
ROAD: Final = 0.17
"""Width of a road in squares, never under two points."""
Network = dict[Cell, list[Cell]]
"""Which cells a line goes on to from each cell."""

_WANDER: Final = 0.17
"""How far a line strays from the middle of a square, at most, side to side."""


def road_width(sheet: Sheet) -> float:
    """In points."""
    return max(2.1, ROAD * sheet.cell)


def centre_lines(links: Network, sheet: Sheet, salt: int, steady: Collection[Cell] = ()) -> list[list[complex]]:
    """The lines of a network in board units, gently uneven; loose ends at the board's edge run out under the frame.
    Cells in `steady` keep their line through the middle."""

    def place(cell: Cell) -> complex:
        column, row = cell
        middle = sheet.middle(cell)
        if cell in steady:
            return middle
        return middle + _WANDER * complex(scatter(column, row, salt) - 0.5, scatter(column, row, salt + 1) - 0.5)

    lines = []
    for run in runs(links):
        line = [place(cell) for cell in run]
        if len(links[run[0]]) < 2:
            out = _way_out(run[0], run[1] if len(run) > 1 else None, sheet)
            if out is not None:
                line.insert(0, out)
        if len(run) > 1 and len(links[run[-1]]) < 2:
            out = _way_out(run[-1], run[-2], sheet)
            if out is not None:
                line.append(out)
        elif len(run) == 1:
            here = line[-1]
            if len(line) == 2:
                line.append(2 * here - line[0])
            else:
                line = [here - 0.5, here, here + 0.5]
        lines.append(line)
    return lines


def _way_out(cell: Cell, before: Cell | None, sheet: Sheet) -> complex | None:
    """Where a line that ends in a cell at the edge of the board leaves it, or None if the cell is inside."""
    column, row = cell
    exits = []
    if column == 0:
        exits.append(-1 + 0j)
    if column == sheet.columns - 1:
        exits.append(1 + 0j)
    if row == 0:
        exits.append(-1j)
    if row == sheet.rows - 1:
        exits.append(1j)
    if not exits:
        return None
    here = sheet.middle(cell)
    if before is None:
        return here + 0.9 * exits[0]
    coming = here - sheet.middle(before)
    return here + 0.9 * max(exits, key=lambda way: (way * coming.conjugate()).real)


def network(cells: Collection[Cell], sheet: Sheet) -> Network:
    return {cell: neighbours(cell, cells, sheet.grid) for cell in sorted(cells)}


# -- water -------------------------------------------------------------------------------------------------------------


def river_lines(cells: set[Cell], sheet: Sheet, steady: Collection[Cell] = ()) -> list[list[complex]]:
    """The middle lines of all water that is a line and not a lake, in board units."""
    lines = []
    for body in bodies(cells, sheet.grid):
        if not wide(body, sheet.grid):
            lines += centre_lines(network(body, sheet), sheet, 200, steady)
    return lines


def draw_water(cells: set[Cell], lines: list[list[complex]], sheet: Sheet, painter: Painter) -> None:
    """Rivers as two banks with flow lines between, lakes as shores with water lines within."""
    palette = sheet.palette
    water = palette.water or "#ffffff"
    painter.stage(sheet.clip)
    lakes = set().union(*(body for body in bodies(cells, sheet.grid) if wide(body, sheet.grid)))
    if lakes:
        field = patch_field(lakes, sheet, 6)
        for level, hairs in ((0.46, 3.2), (0.60, 1.6), (0.74, 1.0), (0.87, 1.0)):
            for outline in field.outlines(level):
                points = [sheet.pt(p) for p in thinned(outline, 0.3)]
                if level == 0.46:
                    painter.pen(Style(fill=water)).curve(points, close=True)
                ink = palette.bank if level == 0.46 else palette.flow
                painter.pen(Style(stroke=ink, width=hairs * sheet.hair)).curve(points, close=True)
    full = RIVER * sheet.cell
    bank = 3.0 * sheet.hair
    lay = [(full, palette.bank), (full - 2 * bank, water)]
    gap = full - 2 * bank - 2.2 * max(1.0, sheet.cell / 16)
    while gap > 0.6:
        lay += [(gap, palette.flow), (gap - 2 * sheet.hair, water)]
        gap -= 3.6 * max(1.0, sheet.cell / 16)
    for width, ink in lay:  # a thinner line over a thicker one leaves two edges, joined well wherever arms meet
        if width > 0:
            pen = painter.pen(Style(stroke=ink, width=round(width, 3), soft=True))
            for line in lines:
                pen.curve([sheet.pt(p) for p in line])


def draw_shallows(
    cells: set[Cell], water: set[Cell], lines: list[list[complex]], sheet: Sheet, painter: Painter
) -> None:
    """Water that can be waded: gravel all over it. `water` is all the water, `lines` its middle lines (board units)."""
    painter.stage(sheet.clip)
    gravel = painter.pen(Style(stroke=sheet.palette.bank, width=0.5 * sheet.scale, soft=True))
    lakes = set().union(*(body for body in bodies(water, sheet.grid) if wide(body, sheet.grid)))
    along = np.concatenate([dense(line) for line in lines]) if lines else np.array([1e6 + 0j])
    places, _, _ = lattice(sheet, max(0.11, 1.8 / sheet.cell), 250, loose=0.5)
    for at in places.tolist():
        cell = sheet.cell_at(at)
        if cell in cells and (cell in lakes or float(np.abs(along - at).min()) < RIVER / 2 - 0.07):
            gravel.dot(sheet.pt(at))


# -- roads -------------------------------------------------------------------------------------------------------------


def way_links(roads: set[Cell], tracks: set[Cell], crossings: set[Cell], sheet: Sheet) -> tuple[Network, Network]:
    """The networks of roads and of tracks. Bridges and fords belong to whatever comes up to them, never to another
    beside them, unless a way runs over both."""
    ways = roads | tracks
    every = ways | crossings
    road: Network = {}
    track: Network = {}
    for cell in sorted(every):
        for other in neighbours(cell, every, sheet.grid):
            if cell in crossings and other in crossings and not {cell, other} <= ways:
                continue
            kind = track if {cell, other} & (tracks - roads) else road
            kind.setdefault(cell, []).append(other)
    for cell in sorted(roads):
        road.setdefault(cell, [])
    for cell in sorted(tracks - roads):
        track.setdefault(cell, [])
    return road, track


def draw_roads(lines: list[list[complex]], sheet: Sheet, painter: Painter) -> None:
    """Two fine lines with the paper between."""
    width = road_width(sheet)
    painter.stage(sheet.clip)
    casing = painter.pen(Style(stroke=sheet.palette.casing, width=width, soft=False))
    way = painter.pen(Style(stroke=sheet.palette.road, width=round(width - 3.2 * sheet.hair, 3), soft=False))
    for line in lines:
        points = [sheet.pt(p) for p in line]
        casing.curve(points)
        way.curve(points)


def draw_rails(lines: list[list[complex]], sheet: Sheet, painter: Painter) -> None:
    """A railway: a thin black line with white sleepers in it."""
    painter.stage(sheet.clip)
    width = max(1.7, 0.11 * sheet.cell)
    black = painter.pen(Style(stroke=sheet.palette.ink, width=round(width, 3)))
    step = round(1.5 * width, 3)
    white = Style(stroke=sheet.palette.block, width=round(width - 3.0 * sheet.hair, 3), dash=(step, step))
    pen = painter.pen(white)
    for line in lines:
        points = [sheet.pt(p) for p in line]
        black.curve(points)
        pen.curve(points)


def draw_tracks(lines: list[list[complex]], sheet: Sheet, painter: Painter) -> None:
    """A dashed line."""
    painter.stage(sheet.clip)
    pen = painter.pen(Style(stroke=sheet.palette.casing, width=3.2 * sheet.hair, dash=(3.4, 1.7)))
    for line in lines:
        pen.curve([sheet.pt(p) for p in line])


def heading(cell: Cell, links: Network, sheet: Sheet) -> complex | None:
    """The direction of a network through a cell, as a unit number, or None where it has none."""
    others = links.get(cell, [])
    if not others:
        return None
    a = sheet.middle(others[0])
    b = sheet.middle(others[1]) if len(others) > 1 else 2 * sheet.middle(cell) - a
    way = b - a
    if abs(way) < 1e-9:
        way = a - sheet.middle(cell)
    return way / abs(way)


def crossing(cell: Cell, ways: Network, water: Network, sheet: Sheet) -> complex:
    """The direction in which one crosses the water in a cell: along the way, else square to the stream."""
    way = heading(cell, ways, sheet)
    if way is not None:
        return way
    stream = heading(cell, water, sheet)
    return stream * 1j if stream is not None else 1 + 0j


def draw_bridge(at: complex, way: complex, sheet: Sheet, painter: Painter, half: float = RIVER / 2 + 0.07) -> None:
    """A deck over the water: two heavy parapets, splayed at their ends. `at` and its `half` length in board units."""
    painter.stage(sheet.clip)
    centre = sheet.pt(at)
    half *= sheet.cell
    side = max(road_width(sheet) / 2, 1.4)
    deck = [(-half, side), (half, side), (half, -side), (-half, -side)]
    painter.pen(Style(fill=sheet.palette.road)).line([centre + complex(x, y) * way for x, y in deck], close=True)
    pen = painter.pen(Style(stroke=sheet.palette.ink, width=0.95 * sheet.scale, soft=False))
    splay = 1.5 * sheet.scale
    for s in (1, -1):
        wing = s * (side + splay)
        points = [(-half - splay, wing), (-half, s * side), (half, s * side), (half + splay, wing)]
        pen.line([centre + complex(x, y) * way for x, y in points])


def draw_ford(at: complex, way: complex, sheet: Sheet, painter: Painter, half: float = RIVER / 2 - 0.01) -> None:
    """A bar of gravel across the water between two dotted lines. `at` and its `half` length in board units."""
    painter.stage(sheet.clip)
    centre = sheet.pt(at)
    half *= sheet.cell
    side = max(road_width(sheet) * 0.62, 1.5)
    bar = [complex(-half, side), complex(half, side), complex(half, -side), complex(-half, -side)]
    painter.pen(Style(fill=sheet.palette.road)).line([centre + p * way for p in bar], close=True)
    edge = painter.pen(Style(stroke=sheet.palette.casing, width=2.4 * sheet.hair, dash=(0.01, 1.35), soft=True))
    for s in (1, -1):
        edge.line([centre + complex(-half - 1, s * side) * way, centre + complex(half + 1, s * side) * way])
    gravel = painter.pen(Style(stroke=sheet.palette.casing, width=0.52 * sheet.scale, soft=True))
    count = max(3, round(2 * half / 1.9))
    for n in range(count):
        along = -half + (n + 0.5) * 2 * half / count
        off = (scatter(n, 3, 210) - 0.5) * side
        gravel.dot(centre + complex(along, off) * way)


# -- streams -----------------------------------------------------------------------------------------------------------


def wavering(line: Pen, points: list[complex], sheet: Sheet, salt: int) -> None:
    """A line along the sides of squares (corners in board units) as a brook would run: bends between the corners."""
    out = [points[0]]
    for n, (a, b) in enumerate(itertools.pairwise(points)):
        across = (b - a) * 1j
        key = (round(a.real * 2) + round(b.real * 2), round(a.imag * 2) + round(b.imag * 2))
        swing = 0.055 + 0.04 * scatter(key[0], key[1], salt)
        out.append(a + (b - a) * 0.3 + across * swing * (1 if n % 2 else -1))
        out.append(a + (b - a) * 0.7 - across * swing * 0.6 * (1 if n % 2 else -1))
        shift = cmath.rect(0.04, math.tau * scatter(round(b.real), round(b.imag), salt + 1))
        out.append(b + shift if n < len(points) - 2 else b)
    line.curve([sheet.pt(p) for p in out])
