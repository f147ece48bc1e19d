"""Pieces of the table that a scenario names: squares fought for, ways out, where troops come on and deploy.

On a grid each is a square or hex by its name. On a measured table it is the cell of that name, a position (`12.5,8`),
or a region: its middle, then what it is.

    20,10 in 20,10 within 3     a circle, three of the table's units about a position
    16,12 in 12,10-20,14        the rectangle with these corners
    8,51 in N edge 4-12         a stretch of the northern edge, one increment deep
    50,8 in the spinney         the shapes of the ground with that name

So whoever only needs a spot of it reads what stands in front (`TableGrid.place`), and this module knows the rest.
shapely is imported only for measured tables.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from reportgen.board.ground import Ground
from reportgen.board.table import MEASURED_PATTERN, UNITS, Table, TableGrid, plain

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]

_NUMBER = r"[0-9]{1,4}(?:\.[0-9]{1,2})?"
REGION_PATTERN: Final = (
    rf"{MEASURED_PATTERN}(?: within {_NUMBER}|-{MEASURED_PATTERN})?|[NESW] edge(?: {_NUMBER}-{_NUMBER})?"
)
"""What is told by the ruler; a region by its name is any other text."""
_CIRCLE = re.compile(rf"({MEASURED_PATTERN}) within ({_NUMBER})", re.ASCII)
_RECTANGLE = re.compile(rf"({MEASURED_PATTERN})-({MEASURED_PATTERN})", re.ASCII)
_EDGE = re.compile(rf"([NESW]) edge(?: ({_NUMBER})-({_NUMBER}))?", re.ASCII)

ABOUT: Final = 0.5
"""Increments about a bare position, or about a wall, that count as it."""
DEEP: Final = 1.0
"""Increments from the edge that belong to a stretch of it."""
_APART: Final = 0.5
_SLACK: Final = 1e-3
_EDGES: Final = {"N": "northern", "E": "eastern", "S": "southern", "W": "western"}


class Region(NamedTuple):
    """`points`: in increments, the corners of an outline if it is `closed`, else a line or one position; what lies
    within `reach` of it belongs to it."""

    points: tuple[Point, ...]
    closed: bool = True
    reach: float = 0.0

    @property
    def ring(self) -> tuple[Point, ...]:
        """An outline to draw: a circle about a position, a line there and back."""
        if self.closed:
            return self.points
        if len(self.points) > 1:
            return (*self.points, *self.points[-2:0:-1])
        (x, y), turns = self.points[0], [math.tau * n / 48 for n in range(48)]
        return tuple((x + self.reach * math.sin(turn), y + self.reach * math.cos(turn)) for turn in turns)


def measured(table: Table, text: str) -> Region | None:
    """The region that `text` tells by the ruler, None if it is a name. Raises ValueError with a text fit for users."""
    if match := _CIRCLE.fullmatch(text):
        reach = float(match[2]) / table.increment
        if not reach:
            raise ValueError(f"'{text}' is no larger than a point; write {match[1]}")
        if reach > math.hypot(*table.extent):
            raise ValueError(f"'{text}' reaches further than the table is large; write a smaller number")
        return Region((table.parse(match[1]),), False, reach)
    if match := _RECTANGLE.fullmatch(text):
        (left, right), (low, high) = (sorted(pair) for pair in zip(*map(table.parse, match.groups()), strict=True))
        if left == right or low == high:
            raise ValueError(f"the rectangle '{text}' encloses nothing; write two corners across from each other")
        return Region(_box(left, low, right, high))
    if match := _EDGE.fullmatch(text):
        return _stretch(table, match[1], match[2], match[3])
    if re.fullmatch(MEASURED_PATTERN, text, re.ASCII):
        return Region((table.parse(text),), False, ABOUT)
    return None


def _stretch(table: Table, side: str, first: str | None, last: str | None) -> Region:
    width, height = table.extent
    length, most = (width, table.width) if side in "NS" else (height, table.height)
    low, high = 0.0, length
    if first is not None and last is not None:
        if float(first) >= float(last) or float(last) > most:
            raise ValueError(
                f"there is no stretch {first}-{last} of the {_EDGES[side]} edge, which runs from 0 to {plain(most)} "
                f"{table.unit}"
            )
        low, high = float(first) / table.increment, float(last) / table.increment
    if side in "NS":
        base = max(height - DEEP, 0.0) if side == "N" else 0.0
        return Region(_box(low, base, high, min(base + DEEP, height)))
    base = max(width - DEEP, 0.0) if side == "E" else 0.0
    return Region(_box(base, low, min(base + DEEP, width), high))


def _box(left: float, low: float, right: float, high: float) -> tuple[Point, ...]:
    return (left, high), (right, high), (right, low), (left, low)


def called(ground: Ground, name: str) -> tuple[Region, ...]:
    """The shapes of a measured table with that name; none if no shape has it."""
    return tuple(
        Region(shape.points, False, ABOUT) if shape.what == "edge" else Region(shape.points)
        for shape in ground.shapes
        if shape.place == name
    )


def regions(ground: Ground, text: str) -> tuple[Region, ...]:
    """What `text` means on a measured table. Raises ValueError or TypeError if it means nothing there."""
    what = text.partition(" in ")[2] or text
    if "," in text:
        told = measured(_table(ground), what)
        return (told,) if told is not None else called(ground, what)
    grid = ground.grid
    cell, (width, height) = grid.square(text), grid.extent
    column, row = float(grid.column(cell)), float(grid.row(cell))
    return (Region(_box(column, row, min(column + 1, width), min(row + 1, height))),)


def rings(ground: Ground, text: str) -> tuple[tuple[Point, ...], ...]:
    """The outlines of what `text` means on a measured table, to be drawn; none for squares and hexes, and for cells."""
    return tuple(region.ring for region in regions(ground, text)) if "," in text else ()


def middle(ground: Ground, found: tuple[Region, ...]) -> str:
    """A position in the middle of regions, or in the largest of them if they lie apart, as users write it."""
    import shapely

    whole = shapely.union_all([_shape(region) for region in found])
    largest = max(shapely.get_parts(whole), key=lambda part: float(part.area))
    centre = largest.centroid
    inside = centre if largest.contains(centre) else largest.representative_point()
    return _table(ground).name(_on(_table(ground), inside.x, inside.y))


def _shape(region: Region) -> BaseGeometry:
    from shapely import LineString, Point, Polygon

    if region.closed:
        return Polygon(region.points).buffer(0)
    line = LineString(region.points) if len(region.points) > 1 else Point(region.points[0])
    return line.buffer(region.reach, quad_segs=32)


def _table(ground: Ground) -> Table:
    if ground.table is None:
        raise TypeError(f"{ground.grid!r} is no measured table")
    return ground.table


def _on(table: Table, x: float, y: float) -> Point:
    """A point as it can be written down, drawn in if it is off the table."""
    width, height = table.extent
    return table.kept((min(max(x, 0.0), width), min(max(y, 0.0), height)))


def covers(ground: Ground, text: str, point: Point) -> bool:
    """Whether who stands at a point (in increments) stands in what `text` names."""
    grid = ground.grid
    if "," not in text:
        return grid.at(point) == grid.square(text)
    import shapely

    for region in regions(ground, text):
        if not region.closed and len(region.points) == 1:
            if math.dist(point, region.points[0]) <= region.reach + _SLACK:
                return True
        elif shapely.dwithin(_shape(region), shapely.Point(point), _SLACK):
            return True
    return False


def nearest(ground: Ground, text: str, point: Point) -> Point:
    """The point of what `text` names that is nearest to a point; of a square or hex, and of a cell, its middle."""
    grid = ground.grid
    if "," not in text:
        return grid.place(text)
    if covers(ground, text, point):
        return point
    from shapely import Point as Spot
    from shapely import union_all
    from shapely.ops import nearest_points

    there = nearest_points(union_all([_shape(region) for region in regions(ground, text)]), Spot(point))[0]
    return _on(_table(ground), there.x, there.y)


def at_edge(ground: Ground, text: str) -> bool:
    """Whether what `text` names lies at an edge: a square there, on a measured table what comes within an increment."""
    grid = ground.grid
    if "," not in text:
        rim = grid.edge("N") | grid.edge("E") | grid.edge("S") | grid.edge("W")
        return bool(rim >> grid.square(text) & 1)
    width, height = grid.extent
    return any(
        min(x, y, width - x, height - y) - region.reach <= DEEP + _SLACK
        for region in regions(ground, text)
        for x, y in region.points
    )


def stands(ground: Ground, text: str) -> Iterator[str]:
    """Places to stand in what `text` names, as users write them: its middle, and in a region those half an increment
    apart about it, the nearest to the middle first."""
    grid = ground.grid
    if not isinstance(grid, TableGrid) or " in " not in text:
        yield text
        return
    at, (width, height) = grid.place(text), grid.extent
    spans = []
    for axis in (0, 1):
        ends = [point[axis] - at[axis] for ring in rings(ground, text) for point in ring]
        spans.append(range(math.ceil(min(ends) / _APART), math.floor(max(ends) / _APART) + 1))
    for dx, dy in sorted(itertools.product(*spans), key=lambda off: (off[0] ** 2 + off[1] ** 2, off)):
        point = (at[0] + _APART * dx, at[1] + _APART * dy)
        if 0 <= point[0] <= width and 0 <= point[1] <= height and covers(ground, text, point):
            yield grid.table.name(grid.table.kept(point))


def said(ground: Ground, text: str) -> str:
    """In words: 'the circle of 3 in about 20,10', '12,10–20,14', 'the northern edge from 4 to 12 in', 'a wood'."""
    grid = ground.grid
    if not isinstance(grid, TableGrid) or "," not in text:
        return text
    what = text.partition(" in ")[2] or text
    unit = UNITS[grid.table.unit]
    if match := _CIRCLE.fullmatch(what):
        return f"the circle of {match[2]} {unit} about {match[1]}"
    if match := _RECTANGLE.fullmatch(what):
        return f"{match[1]}–{match[2]}"
    if match := _EDGE.fullmatch(what):
        part = f" from {match[2]} to {match[3]} {unit}" if match[2] else ""
        return f"the {_EDGES[match[1]]} edge{part}"
    return what
