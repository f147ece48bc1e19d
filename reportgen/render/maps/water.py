"""The water of a measured table as its scenario gives it: outlines and lines of a width, drawn as they lie, with smooth
banks. Water that a map draws by cells is in `ways`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from reportgen.board.ground import Ground, Shape
from reportgen.render.maps.display import Painter, Style
from reportgen.render.maps.growth import lattice
from reportgen.render.maps.patches import Cell
from reportgen.render.maps.rasters import beyond
from reportgen.render.maps.sheet import Sheet
from reportgen.render.maps.ways import draw_bridge, draw_ford

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_ROUND: Final = (1.4, 1.0, 0.7, 0.45, 0.3, 0.15)
"""Radii of the bends that are made of an outline's corners, in board units: the largest that leaves its size."""
_BEYOND: Final = 1.0
"""How far water that reaches the table's edge goes on beyond it, so that no bank is drawn there."""
_NEAR: Final = 0.75
"""A road so near to the middle of a bridge is the one that it carries."""


@dataclass(frozen=True, slots=True)
class Water:
    """`deep` and `shallow` water as shapes in board units, None where there is none; the given `bridges` and `fords`;
    and the `cells` that need not be drawn by cells any more, by sign."""

    deep: BaseGeometry | None = None
    shallow: BaseGeometry | None = None
    bridges: tuple[Shape, ...] = ()
    fords: tuple[Shape, ...] = ()
    cells: dict[str, set[Cell]] = field(default_factory=dict)

    @property
    def whole(self) -> BaseGeometry | None:
        """All of it."""
        parts = [part for part in (self.deep, self.shallow) if part is not None]
        if not parts:
            return None
        import shapely

        # What joins another arm is rounded off in the corners between them.
        return shapely.union_all(parts).buffer(0.12).buffer(-0.12)

    def banks(self) -> Iterator[list[complex]]:
        """Its outlines in board units."""
        if self.whole is not None:
            yield from _rings(self.whole)


NONE: Final = Water()


def given_water(ground: Ground, sign_of: Callable[[str], str | None]) -> Water:
    """The water, bridges and fords that the scenario gives as shapes; `sign_of`: a kind of terrain -> its sign."""
    by_sign: dict[str, list[Shape]] = {}
    for shape in ground.shapes:
        if shape.what == "area" and (shape.given or shape.line):
            by_sign.setdefault(sign_of(shape.name) or "", []).append(shape)
    found = {sign: by_sign.get(sign, []) for sign in ("river", "shallow", "bridge", "ford")}
    if not any(found.values()):
        return NONE
    import shapely

    wide, high = ground.grid.extent
    joined = {
        sign: shapely.union_all([_smooth(shape, wide, high) for shape in found[sign]]) if found[sign] else None
        for sign in ("river", "shallow")
    }
    cells = {sign: _covered(ground, shapes) for sign, shapes in found.items() if shapes}
    return Water(joined["river"], joined["shallow"], tuple(found["bridge"]), tuple(found["ford"]), cells)


def _smooth(shape: Shape, wide: float, high: float) -> BaseGeometry:
    """A shape with its corners rounded, and prolonged where it reaches the table's edge."""
    import shapely

    if shape.line:
        line = _prolonged(shape.line, wide, high)
        way = _curved(line) if len(line) > 2 else line
        return shapely.LineString(way).buffer(max(shape.breadth, 0.1) / 2, cap_style="round", join_style="round")
    polygon = shapely.Polygon(shape.points).buffer(0)
    whole = beyond(polygon, wide, high, _BEYOND)
    for radius in _ROUND:
        rounded = whole.buffer(-radius).buffer(2 * radius).buffer(-radius)
        if abs(rounded.area - whole.area) < 0.05 * whole.area:
            return rounded
    return whole


def _prolonged(line: tuple[tuple[float, float], ...], wide: float, high: float) -> list[tuple[float, float]]:
    points = list(line)
    for end, before in ((0, 1), (-1, -2)):
        (x, y), (bx, by) = points[end], points[before]
        if min(x, y, wide - x, high - y) < 0.05 and (length := math.dist((x, y), (bx, by))):
            out = (x + (x - bx) / length * _BEYOND, y + (y - by) / length * _BEYOND)
            points = [out, *points] if end == 0 else [*points, out]
    return points


def _curved(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points close together along the smooth curve through the points of a line (as `Pen.curve` draws it)."""
    points = [complex(*point) for point in line]
    around = [2 * points[0] - points[1], *points, 2 * points[-1] - points[-2]]
    found = [points[0]]
    for before, here, there, after in zip(around, around[1:], around[2:], around[3:], strict=False):
        one, two = here + (there - before) / 6, there - (after - here) / 6
        for n in range(1, 9):
            t = n / 8
            found.append((1 - t) ** 3 * here + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t**2 * two + t**3 * there)
    return [(point.real, point.imag) for point in found]


def _covered(ground: Ground, shapes: Iterable[Shape]) -> set[Cell]:
    """The cells by which shapes would be drawn if they were not known."""
    import shapely

    grid = ground.grid
    centres = [grid.centre(cell) for cell in range(grid.size)]
    found: set[int] = set()
    for shape in shapes:
        polygon = shapely.Polygon(shape.points).buffer(0)
        inside = shapely.intersects_xy(polygon, [x for x, _ in centres], [y for _, y in centres])
        found.update(int(cell) for cell in np.flatnonzero(inside))
        middle = polygon.representative_point()
        found.add(grid.at((middle.x, middle.y)))
        for (ax, ay), (bx, by) in itertools.pairwise(shape.line):
            found.update(grid.at((ax + (bx - ax) * n / 12, ay + (by - ay) * n / 12)) for n in range(13))
    return {(grid.column(cell), grid.row(cell)) for cell in found}


def _rings(shape: BaseGeometry) -> Iterator[list[complex]]:
    import shapely

    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            for ring in (part.exterior, *part.interiors):
                points = [complex(x, y) for x, y in shapely.get_coordinates(ring)[:-1].tolist()]
                yield points


def draw_given_water(water: Water, sheet: Sheet, painter: Painter) -> None:
    """Banks, the water between them, flow lines along the banks, and gravel where it can be waded."""
    whole = water.whole
    if whole is None:
        return
    palette = sheet.palette
    painter.stage(sheet.clip)
    rings = [[sheet.pt(point) for point in ring] for ring in _rings(whole)]
    for ring in rings:
        painter.pen(Style(fill=palette.water or "#ffffff")).line(ring, close=True)
    flow = painter.pen(Style(stroke=palette.flow, width=sheet.hair, soft=True))
    step, inwards = 2.0 * max(1.0, sheet.cell / 16) / sheet.cell, 0.0
    for n in range(3):
        inwards += step * (1 + 0.5 * n)
        for ring in _rings(whole.buffer(-inwards)):
            if len(ring) > 2:
                flow.line([sheet.pt(point) for point in ring], close=True)
    for ring in rings:
        painter.pen(Style(stroke=palette.bank, width=3.2 * sheet.hair, soft=True)).line(ring, close=True)
    if water.shallow is not None:
        _draw_gravel(water.shallow if water.deep is None else water.shallow.difference(water.deep), sheet, painter)


def _draw_gravel(shallow: BaseGeometry, sheet: Sheet, painter: Painter) -> None:
    import shapely

    gravel = painter.pen(Style(stroke=sheet.palette.bank, width=0.5 * sheet.scale, soft=True))
    places, _, _ = lattice(sheet, max(0.11, 1.8 / sheet.cell), 250, loose=0.5)
    inside = shapely.contains_xy(shallow.buffer(-0.06), places.real, places.imag)
    for at in places[inside].tolist():
        gravel.dot(sheet.pt(at))


def draw_given_crossings(water: Water, ways: Collection[list[complex]], sheet: Sheet, painter: Painter) -> None:
    """The bridges and fords as long as they are, along the road that they carry (`ways`, in board units)."""
    for shapes, drawn in ((water.fords, draw_ford), (water.bridges, draw_bridge)):
        for shape in shapes:
            at, along, half = _deck(shape, ways)
            drawn(at, along, sheet, painter, half)


def _deck(shape: Shape, ways: Collection[list[complex]]) -> tuple[complex, complex, float]:
    """Middle, direction and half length of a crossing."""
    import shapely

    polygon = shapely.Polygon(shape.points).buffer(0)
    at = complex(polygon.centroid.x, polygon.centroid.y)
    legs = [(a, b) for way in ways for a, b in itertools.pairwise(way) if abs(b - a) > 1e-9]
    if shape.line:
        legs = [(complex(*a), complex(*b)) for a, b in itertools.pairwise(shape.line)]
    near = min(legs, key=lambda leg: _off(at, *leg), default=None)
    if near is not None and (shape.line or _off(at, *near) < _NEAR):
        along = near[1] - near[0]
    else:
        corners = [complex(x, y) for x, y in shapely.get_coordinates(polygon.minimum_rotated_rectangle).tolist()]
        along = max((b - a for a, b in itertools.pairwise(corners)), key=abs)
    along /= abs(along)
    reach = [abs(((complex(*point) - at) * along.conjugate()).real) for point in shape.points]
    return at, along, max(reach)


def _off(point: complex, a: complex, b: complex) -> float:
    """How far a point is from a piece of a line."""
    share = ((point - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(a + (b - a) * min(1.0, max(0.0, share)) - point)
