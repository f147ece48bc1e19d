"""Ground that is altered at one place during a battle: a river bridged, a wood felled, a wall put up or breached.

On squares and hexes the place is a square or hex, or the side between two; on a measured table a piece of one increment
each way, laid the way that whoever alters it looks, or a line of one increment across that way. Nothing here knows what
a kind of terrain means.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from reportgen.board.ground import Ground, Shape
from reportgen.board.table import TableGrid

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]

SPAN: Final = 1.1
"""A piece of a measured table in increments: one, and what a ruler forgives on either side."""
_SPECK: Final = 1e-6


def with_area(ground: Ground, at: Point, inside: Point, takes: Collection[str], makes: Collection[str]) -> Ground:
    """The ground with the kinds `takes` gone and `makes` there, at a point in board units. `inside` is where whoever
    does it stands; it tells how a piece of a measured table lies, and counts for nothing on grids."""
    grid = ground.grid
    bit = 1 << grid.at(at)
    areas = {kind: board & ~bit if kind in takes else board for kind, board in ground.areas.items()}
    for kind in makes:
        areas[kind] = areas.get(kind, 0) | bit
    ordered = {kind: board for kind, board in areas.items() if board}
    if not isinstance(grid, TableGrid):
        return replace(ground, areas=ordered)
    ahead = _ahead(inside, at)
    piece = _square(at, ahead)
    shapes = list(_without(ground.shapes, "area", takes, piece))
    # What it is laid along, so that maps show a bridge from bank to bank.
    line = tuple((at[0] + part * ahead[0], at[1] + part * ahead[1]) for part in (-SPAN / 2, SPAN / 2))
    shapes += [Shape("area", kind, _corners(piece), line=line, breadth=SPAN, given=True) for kind in makes]
    return replace(ground, areas=ordered, shapes=tuple(shapes))


def with_edge(ground: Ground, at: Point, inside: Point, takes: Collection[str], makes: Mapping[str, bool]) -> Ground:
    """The ground with the lines `takes` gone and those of `makes` there: on grids along the side between the squares of
    the two points (nothing, if they have none in common), on a measured table at `at`, across the way from `inside`.
    `makes`: kind -> whether it runs along both sides of its line; else it protects whoever is inside."""
    grid = ground.grid
    edges = {kind: set(lines) for kind, lines in ground.edges.items()}
    if isinstance(grid, TableGrid):
        ahead = _ahead(inside, at)
        piece = _square(at, ahead)
        for kind in takes:
            gone = (line for line in edges.get(kind, ()) if _crosses(grid, line, piece))
            edges[kind] = edges.get(kind, set()).difference(gone)
        shapes = list(_without(ground.shapes, "edge", takes, piece))
        across = (ahead[1] / 2, -ahead[0] / 2)
        line = (at[0] - across[0], at[1] - across[1]), (at[0] + across[0], at[1] + across[1])
        shapes += [
            Shape("edge", kind, line, None if both else inside, line, given=True) for kind, both in makes.items()
        ]
        return replace(ground, edges={k: frozenset(v) for k, v in edges.items() if v}, shapes=tuple(shapes))
    here, there = grid.at(inside), grid.at(at)
    count = len(grid.sides)
    side = next((side for side in range(count) if grid.over(here, side) == there), None)
    if side is None:
        return ground
    own, theirs = (here, side), (there, (side + count // 2) % count)
    for kind in takes:
        edges.get(kind, set()).difference_update((own, theirs))
    for kind, both in makes.items():
        edges.setdefault(kind, set()).update((own, theirs) if both else (own,))
    return replace(ground, edges={kind: frozenset(lines) for kind, lines in edges.items() if lines})


def _ahead(inside: Point, at: Point) -> Point:
    """The direction from where somebody stands to a place; up the table if he stands on it."""
    length = math.dist(inside, at)
    return ((at[0] - inside[0]) / length, (at[1] - inside[1]) / length) if length > _SPECK else (0.0, 1.0)


def _square(at: Point, ahead: Point) -> BaseGeometry:
    from reportgen.board.land import block

    return block(at, math.degrees(math.atan2(ahead[0], ahead[1])), SPAN, SPAN)


def _corners(shape: BaseGeometry) -> tuple[Point, ...]:
    import shapely

    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(shape)[:-1])


def _crosses(grid: TableGrid, line: tuple[int, int], piece: BaseGeometry) -> bool:
    """Whether a side of a cell lies in a piece of the table, a corner not counted."""
    from shapely import LineString

    corners = grid.outline(line[0])
    return bool(LineString((corners[line[1]], corners[(line[1] + 1) % 4])).intersection(piece).length > _SPECK)


def _without(shapes: Collection[Shape], what: str, kinds: Collection[str], piece: BaseGeometry) -> Iterator[Shape]:
    """The shapes, of those kinds only what is left outside of a piece of the table."""
    import shapely
    from shapely import LineString, Polygon

    for shape in shapes:
        if shape.what != what or shape.name not in kinds:
            yield shape
            continue
        whole = LineString(shape.points) if what == "edge" else Polygon(shape.points).buffer(0)
        if whole.intersection(piece).is_empty:
            yield shape
            continue
        rest = whole.difference(piece)
        if what == "edge":
            for line in _lines(rest):
                yield replace(shape, points=line, line=line, given=True)
            continue
        drawn = list(_lines(LineString(shape.line).difference(piece))) if shape.line else []
        for part in (half for one in shapely.get_parts(rest) for half in _whole(one, piece) if half.area > _SPECK):
            along = next((line for line in drawn if LineString(line).intersection(part).length > _SPECK), ())
            yield replace(shape, points=_corners(part), line=along, breadth=shape.breadth if along else 0.0)


def _lines(shape: BaseGeometry) -> Iterator[tuple[Point, ...]]:
    """The lines of which something is left, as points."""
    import shapely

    for part in shapely.get_parts(shape):
        if part.length > _SPECK:
            yield tuple((float(x), float(y)) for x, y in shapely.get_coordinates(part))


def _whole(part: BaseGeometry, piece: BaseGeometry) -> Iterator[BaseGeometry]:
    """A polygon as polygons without holes: cut in two through the piece that made the hole."""
    import shapely

    if not shapely.get_num_interior_rings(part):
        yield part
        return
    left, low, right, top = part.bounds
    middle = piece.centroid.x
    for half in (shapely.box(left - 1, low - 1, middle, top + 1), shapely.box(middle, low - 1, right + 1, top + 1)):
        for found in shapely.get_parts(part.intersection(half)):
            if found.geom_type == "Polygon":
                yield from _whole(found, piece)
