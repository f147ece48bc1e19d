"""Hills: contours, and hachures that run down the slope, denser where it is steep. The tops stay white."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.render.maps.display import Painter, Style
from reportgen.render.maps.patches import Field, thinned
from reportgen.render.maps.rasters import height_raster, hex_raster, spread
from reportgen.render.maps.sheet import Sheet

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CREST: Final = 0.27
_FOOT: Final = -0.40
"""A slope between two levels begins this much above the middle and ends this much below it."""
_CONTOURS: Final = (0.27, 0.02, -0.22)
"""Where its contours run, likewise."""
_ROWS: Final = ((0.27, 0.02), (0.02, -0.22), (-0.22, -0.42))
"""From where to where each row of hachures runs."""
_STEPS: Final = 4


def hill_field(ground: Ground) -> Field | None:
    """The surface of the ground, or None where all is flat."""
    if not any(ground.heights):
        return None
    grid = ground.grid
    heights = np.array(ground.heights, dtype=float).reshape(grid.rows, grid.columns)
    raster = None
    if isinstance(grid, HexGrid):
        raster = hex_raster(grid, heights)
        heights = np.zeros(spread(grid)[::-1])
    elif ground.table is not None:
        raster = height_raster(ground)
    return Field(heights, blur=0.37, uneven=0.08, salt=1, raster=raster)


def draw_hills(ground: Ground, field: Field, sheet: Sheet, painter: Painter) -> None:
    """Slopes, contours and hachures of every level from the lowest up."""
    palette = sheet.palette
    top = max(ground.heights)
    low = min(ground.heights)
    contour = Style(stroke=palette.contour, width=1.6 * sheet.hair, soft=True)
    light = Style(stroke=palette.contour, width=0.9 * sheet.hair, soft=True)
    for level in range(low + 1, top + 1):
        middle = level - 0.5
        painter.stage(sheet.clip)
        for height, tint in ((middle + _FOOT, palette.slope), (middle + _CREST, palette.summit)):
            if tint:
                pen = painter.pen(Style(fill=tint))
                for outline in field.outlines(height):
                    pen.curve([sheet.pt(p) for p in thinned(outline, 0.3)], close=True)
    painter.stage(sheet.clip)
    for level in range(low + 1, top + 1):
        middle = level - 0.5
        for off in _CONTOURS:
            pen = painter.pen(light if off else contour)
            for outline in field.outlines(middle + off):
                pen.curve([sheet.pt(p) for p in thinned(outline, 0.3)], close=True)
        for n, (head, foot) in enumerate(_ROWS):
            _hachures(field, middle + head, middle + foot, sheet, painter, 3 * level + n)


def _hachures(field: Field, start: float, end: float, sheet: Sheet, painter: Painter, salt: int) -> None:
    """Wedges from one height down to another, thick at the top: the engraver's stroke."""
    pen = painter.pen(Style(fill=sheet.palette.hachure))
    spacing = max(1.3, 0.082 * sheet.cell) / sheet.cell
    for outline in field.outlines(start):
        heads = np.array(thinned(outline, spacing))
        if len(heads) < 4:
            continue
        heads = heads + spacing * 0.28 * np.exp(2j * np.pi * _noise(len(heads), salt))
        feet, steepness = _down(field, heads, end)
        length = np.abs(feet - heads)
        for head, foot, run, steep in zip(heads, feet, length, steepness, strict=True):
            if run < 0.05:
                continue
            along = (foot - head) / run
            half = (0.17 + 0.12 * min(float(steep), 3.2)) * (0.5 * sheet.scale) / sheet.cell
            across = 1j * along * half
            begin = head + 0.012 * along
            pen.line([sheet.pt(complex(p)) for p in (begin + across, begin - across, foot - 0.01 * along)], close=True)


def _down(
    field: Field, heads: NDArray[np.complex128], end: float
) -> tuple[NDArray[np.complex128], NDArray[np.float64]]:
    """Where the water would run from the heads until it reaches a height, and how steep the heads are."""
    at = heads.copy()
    first = np.abs(field.uphill(heads))
    for _ in range(_STEPS):
        slope = field.uphill(at)
        size = np.maximum(np.abs(slope), 0.25)
        drop = np.maximum(field.at(at) - end, 0)
        step = np.minimum(drop / size, 0.16)
        at = at - slope / size * step
    return at, first


def _noise(count: int, salt: int) -> NDArray[np.float64]:
    """An even spread of numbers in [0, 1) (multiples of the golden section), the same every time."""
    return np.asarray((np.arange(count) * 0.6180339887 + 0.37 * salt) % 1.0)
