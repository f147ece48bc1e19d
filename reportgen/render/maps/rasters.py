"""The ground of hexes and measured tables at the samples of a field, so that it is drawn like that of squares."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice
from reportgen.render.maps.patches import samples

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Grid = NDArray[np.float64]


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
    return _covered([shape.points for shape in ground.shapes if shape.what == "area" and shape.name in kinds], ground)


def height_raster(ground: Ground) -> Grid:
    """The level of a measured table at each sample."""
    levels = sorted({int(shape.name) for shape in ground.shapes if shape.what == "height"})
    total = _covered([], ground)
    for level in levels:
        found = _covered([s.points for s in ground.shapes if s.what == "height" and s.name == str(level)], ground)
        total = np.maximum(total, level * found)
    return total


def _covered(outlines: list[tuple[tuple[float, float], ...]], ground: Ground) -> Grid:
    import shapely

    across, along = samples(*spread(ground.grid))
    wide, high = ground.grid.extent
    x, y = np.meshgrid(np.clip(across, 0.01, wide - 0.01), np.clip(along, 0.01, high - 0.01))
    total = np.zeros(x.shape)
    for outline in outlines:
        polygon = shapely.Polygon(outline)
        shapely.prepare(polygon)
        total = np.maximum(total, shapely.intersects_xy(polygon, x, y).astype(float))
    return total
