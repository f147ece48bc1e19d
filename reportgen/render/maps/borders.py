"""Signs along the sides of squares: walls, hedges, fences, streams, trenches, entrenchments."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Mapping
from typing import Final

from reportgen.board.lattice import Lattice
from reportgen.render.maps.display import Painter, Style
from reportgen.render.maps.patches import Cell, Corner, scatter, side_of, side_runs
from reportgen.render.maps.sheet import Sheet
from reportgen.render.maps.ways import wavering

Sides = Collection[tuple[Cell, int]]

KNOWN: Final = ("stream", "hedge", "fence", "wall", "trench", "entrenchment")
"""Kinds with a sign of their own, in the order of printing; plurals mean the same."""


def kind_of(name: str) -> str:
    """The known kind that a ruleset's word means, or the word itself."""
    return next((kind for kind in KNOWN if name in (kind, kind + "s", kind.rstrip("e") + "es")), name)


def draw_borders(edges: Mapping[str, Sides], sheet: Sheet, painter: Painter) -> None:
    """All signs along sides; kinds without a sign of their own get a line of dashes and dots."""
    painter.stage(sheet.clip)
    order = {kind: n for n, kind in enumerate(KNOWN)}
    for name in sorted(edges, key=lambda n: (order.get(kind_of(n), len(order)), n)):
        kind = kind_of(name)
        sides = edges[name]
        if kind == "entrenchment":
            for line in outward_runs(sides, sheet.grid):
                draw_works(line, sheet, painter)
            continue
        for run in side_runs(sides, sheet.grid):
            draw_border(kind, [complex(*corner) for corner in run], sheet, painter)


def draw_border(kind: str, corners: list[complex], sheet: Sheet, painter: Painter) -> None:
    """One line of a kind from corner to corner (board units)."""
    palette, k = sheet.palette, sheet.scale
    points = [sheet.pt(c) for c in corners]
    if kind == "stream":
        wavering(painter.pen(Style(stroke=palette.bank, width=1.5 * k, soft=True)), corners, sheet, 220)
        wavering(painter.pen(Style(stroke=palette.water or "#ffffff", width=0.6 * k, soft=True)), corners, sheet, 220)
    elif kind == "hedge":
        bushes = [painter.pen(Style(stroke=palette.hedge, width=w * k, soft=True)) for w in (1.55, 1.85, 2.15)]
        for n, (at, along) in enumerate(beads(points, 1.75 * k)):
            bush = bushes[int(3 * scatter(n, round(at.real), 230))]
            bush.dot(at + along * 1j * 0.38 * k * (1 if n % 2 else -1))
    elif kind == "fence":
        painter.pen(Style(stroke=palette.ink, width=1.7 * sheet.hair)).line(points)
        posts = painter.pen(Style(stroke=palette.ink, width=2.0 * sheet.hair))
        for at, along in beads(points, 3.6 * k):
            for turn in (0.7 + 0.7j, 0.7 - 0.7j):
                posts.line((at + along * turn * 1.15 * k, at - along * turn * 1.15 * k))
    elif kind == "wall":
        painter.pen(Style(stroke=palette.ink, width=2.3 * k)).line(points)
        painter.pen(Style(stroke=palette.block, width=1.15 * k)).line(points)
        joints = painter.pen(Style(stroke=palette.ink, width=2.2 * sheet.hair))
        for at, along in beads(points, 2.7 * k):
            joints.line((at + along * 1j * k, at - along * 1j * k))
    elif kind == "trench":
        painter.pen(Style(stroke=palette.ink, width=2.8 * k)).line(points)
        painter.pen(Style(stroke=palette.block, width=1.7 * k)).line(points)
        painter.pen(Style(stroke=palette.ink, width=0.5 * k, dash=(1.2, 1.2))).line(points)
    else:
        painter.pen(Style(stroke=palette.ink, width=1.0 * k, dash=(3.0, 1.2, 0.6, 1.2))).line(points)


def outward_runs(sides: Sides, grid: Lattice | None = None) -> list[list[complex]]:
    """Works facing outward, as lines of corners with the enemy on the left of the way along them."""
    follow: dict[Corner, list[Corner]] = {}
    for cell, side in sorted(sides):
        a, b = side_of(cell, side, grid)
        follow.setdefault(a, []).append(b)
    heads = set(follow) - {b for ends in follow.values() for b in ends}
    lines = []
    for start in sorted(heads) + sorted(follow):
        while follow.get(start):
            line = [start]
            here = start
            while follow.get(here):
                here = follow[here].pop(0)
                line.append(here)
            lines.append([complex(*corner) for corner in line])
    return lines


def draw_given(
    name: str, points: list[complex], inwards: tuple[float, float] | None, sheet: Sheet, painter: Painter
) -> None:
    """A line of a measured table (board units); works have their teeth on the side away from `inwards`."""
    kind = kind_of(name)
    if kind != "entrenchment":
        draw_border(kind, points, sheet, painter)
        return
    way = points[1] - points[0]
    inside = complex(*inwards) - points[0] if inwards is not None else -1j * way
    on_the_left = (way.conjugate() * inside).imag > 0
    draw_works(points[::-1] if on_the_left else points, sheet, painter)


def draw_works(corners: list[complex], sheet: Sheet, painter: Painter) -> None:
    """A breastwork: a heavy line with teeth to the front, on the left of the way along the corners."""
    k = sheet.scale
    points = [sheet.pt(c) for c in corners]
    painter.pen(Style(stroke=sheet.palette.ink, width=1.5 * k)).line(points)
    teeth = painter.pen(Style(fill=sheet.palette.ink))
    for at, along in beads(points, 2.6 * k):
        front = along * 1j
        teeth.line((at - along * 0.95 * k, at + along * 0.95 * k, at + front * 2.5 * k), close=True)


def beads(points: list[complex], spacing: float) -> list[tuple[complex, complex]]:
    """Evenly spaced places along each straight part of a line, with its direction there (a unit number)."""
    out = []
    for a, b in itertools.pairwise(points):
        length = abs(b - a)
        if length < 1e-9:
            continue
        along = (b - a) / length
        count = max(1, math.floor(length / spacing + 0.5))
        out += [(a + along * length * (n + 0.5) / count, along) for n in range(count)]
    return out
