"""The ground of hexes and measured tables at the samples of a field, so that it is drawn like that of squares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice
from reportgen.render.maps.patches import samples

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Grid = NDArray[np.float64]


_FOOT = 0.3
"""By how much a hill is drawn in, in board units: much of what the foot of its slope runs out beyond the step."""


def spread(grid: Lattice) -> tuple[int, int]:
    """Columns and rows of unit squares that cover the board."""
    wide, high = grid.extent
    return math.ceil(wide - 1e-9), math.ceil(high - 1e-9)


def hex_raster(grid: HexGrid, cells: Grid) -> Grid:
    """The number of the hex ([row, column]) that each sample lies in; beyond the board that of the nearest."""
    return np.asarray(cells.ravel()[_nearest(grid)])


@lru_cache(maxsize=8)
def _nearest(grid: HexGrid) -> NDArray[np.int64]:
    across, along = samples(*spread(grid))
    centres = np.array([complex(*grid.centre(area)) for area in range(grid.size)])
    rows = [np.abs((across + 1j * y)[:, None] - centres[None, :]).argmin(axis=1) for y in along.tolist()]
    return np.array(rows)


def area_raster(ground: Ground, kinds: frozenset[str]) -> Grid:
    """1 where a measured table has any of these kinds, else 0; beyond the table as at its edge."""
    return _covered(_polygons(ground, "area", kinds), ground)


def height_raster(ground: Ground) -> Grid:
    """The level of a measured table at each sample, drawn in a little, so that the foot of a slope, which runs out
    beyond the step, lies about where the ground begins to rise."""
    import shapely

    levels = {shape.name for shape in ground.shapes if shape.what == "height"}
    total = _covered([], ground)
    for level in sorted(map(int, levels)):
        higher = frozenset(name for name in levels if int(name) >= level)
        whole = shapely.union_all(_polygons(ground, "height", higher))
        parts = [beyond(part, *ground.grid.extent) for part in shapely.get_parts(whole)]
        inner = [part.buffer(-min(_FOOT, 0.1 * math.sqrt(part.area))) for part in parts]
        total = np.maximum(total, level * _covered(inner, ground))
    return total


def beyond(shape: BaseGeometry, wide: float, high: float, far: float = 1.0) -> BaseGeometry:
    """A shape that goes on beyond the edges of the table which it reaches."""
    import shapely

    found = [shape]
    for edge, (dx, dy) in (
        (shapely.box(0, 0, 0.02, high), (-far, 0.0)),
        (shapely.box(wide - 0.02, 0, wide, high), (far, 0.0)),
        (shapely.box(0, 0, wide, 0.02), (0.0, -far)),
        (shapely.box(0, high - 0.02, wide, high), (0.0, far)),
    ):
        for part in shapely.get_parts(shape.intersection(edge)):
            if part.area > 0:
                left, low, right, top = part.bounds
                out = (left + min(dx, 0), low + min(dy, 0), right + max(dx, 0), top + max(dy, 0))
                found.append(shapely.box(*out))
    return shapely.union_all(found)


def _polygons(ground: Ground, what: str, names: frozenset[str]) -> list[BaseGeometry]:
    import shapely

    return [
        shapely.Polygon(shape.points).buffer(0) for shape in ground.shapes if shape.what == what and shape.name in names
    ]


def _covered(shapes: Sequence[BaseGeometry], ground: Ground) -> Grid:
    import shapely

    across, along = samples(*spread(ground.grid))
    wide, high = ground.grid.extent
    x, y = np.meshgrid(np.clip(across, 0.01, wide - 0.01), np.clip(along, 0.01, high - 0.01))
    total = np.zeros(x.shape)
    for shape in shapes:
        shapely.prepare(shape)
        total = np.maximum(total, shapely.intersects_xy(shape, x, y).astype(float))
    return total
