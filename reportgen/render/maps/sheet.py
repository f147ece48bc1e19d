"""The sheet of paper: how large a square is printed, where the board lies, its frame, letters and grid."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice
from reportgen.board.table import Table, TableGrid, plain
from reportgen.render.maps.display import Box, Face, Painter, Style, Text
from reportgen.render.maps.faces import metrics, printable
from reportgen.render.maps.palette import Palette

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

THICK: Final = 1.3
THIN: Final = 0.4
"""Widths of the two rules of the frame in points."""
SMALLEST_SQUARE: Final = 14.2
GOOD_SQUARE: Final = 16.0
"""Side of a printed square in points. Below the first (5 mm) stands and their labels cannot be read: no map gets so
small as long as the column is wide enough and a page high enough for it. A board that needs more height for that gets
it, up to the second."""
_LOWER: Final = 1.35
_TALLEST: Final = 1.6
"""How much more height than wanted a board gets for squares of a good size, and how much for the smallest."""
_SMALLEST: Final = 4.6
"""No letter of the frame is smaller than this, in points; where they do not fit, every second or fifth is printed."""

_SMALLEST_NAME: Final = 5.0
"""The coordinate in a hex is printed where it is at least so large, in points; the frame's letters are there anyhow."""


@dataclass(frozen=True)
class Sheet:
    """Measures of one printed map. `cell`: a square's side; `band`: from the frame's edge to the board; `origin`: where
    the bottom left corner of the board lies; in points."""

    grid: Lattice
    cell: float
    band: float
    palette: Palette
    climate: str
    origin: complex
    clip: Box | None
    """What terrain is cut to: the board, or None on the sheet of a sample."""
    shapes: Mapping[str, NDArray[np.float64]] = field(default_factory=dict, compare=False)
    """What patches are made of on a measured table: sign or kind -> 1 where it is, at the samples of a field."""

    @cached_property
    def extent(self) -> tuple[float, float]:
        """Width and height of the board in board units."""
        return self.grid.extent

    @cached_property
    def spread(self) -> tuple[int, int]:
        """Columns and rows of unit squares that cover the board."""
        wide, high = self.grid.extent
        return math.ceil(wide - 1e-9), math.ceil(high - 1e-9)

    def middle(self, cell: tuple[int, int]) -> complex:
        """The middle of a square or hex in board units."""
        return complex(*self.grid.centre(self.grid.index(*cell)))

    def cell_at(self, point: complex) -> tuple[int, int]:
        """The square or hex at a point in board units; beyond the board a square that is none."""
        if isinstance(self.grid, HexGrid):
            area = self.grid.at((point.real, point.imag))
            return self.grid.column(area), self.grid.row(area)
        return math.floor(point.real), math.floor(point.imag)

    @cached_property
    def columns(self) -> int:
        return self.grid.columns

    @cached_property
    def rows(self) -> int:
        return self.grid.rows

    @cached_property
    def board(self) -> Box:
        wide, high = self.extent
        return self.band, self.band, self.band + wide * self.cell, self.band + high * self.cell

    @cached_property
    def frame(self) -> Box:
        wide, high = self.extent
        return 0.0, 0.0, 2 * self.band + wide * self.cell, 2 * self.band + high * self.cell

    @cached_property
    def hair(self) -> float:
        """The finest line: a quarter of a point at the usual size, a little more on large squares."""
        return 0.25 if self.cell < 24 else 0.3

    @cached_property
    def scale(self) -> float:
        """By how much signs that do not grow with the square are enlarged on a large sheet (1 to 1.5)."""
        return scale_of(self.cell)

    def pt(self, at: complex | tuple[float, float]) -> complex:
        """Board units to points on the sheet."""
        point = at if isinstance(at, complex) else complex(*at)
        return self.origin + point * self.cell


def scale_of(cell: float) -> float:
    """`Sheet.scale` for a square's side in points."""
    return min(1.5, max(1.0, cell / 18))


def height_for(grid: Lattice, width: float, wanted: float, usual: float) -> float:
    """How high the frame of a map may be that is so wide (points): as `wanted`, but more if the squares of a tall board
    would come out too small. Never much higher than is `usual` on the paper, that it fits on a page with its legend."""
    band, high = _band(grid, width), grid.extent[1]
    if (wanted - 2 * band) / high >= SMALLEST_SQUARE:
        return wanted
    good, least = (2 * band + high * square for square in (GOOD_SQUARE, SMALLEST_SQUARE))
    return max(min(good, _LOWER * wanted), min(least, _TALLEST * usual))


def _band(grid: Lattice, width: float) -> float:
    """From the frame's edge to the board. Rows of hexes are uneven: the numbers on their frame are looked for more
    often, and stand larger."""
    return min(13.0, max(8.0, width / 28)) if isinstance(grid, HexGrid) else min(12.0, max(8.0, width / 34))


def sheet_for(grid: Lattice, width: float, height: float | None, palette: Palette, climate: str) -> Sheet:
    """The largest sheet for a printed width and, if given, a height of the frame (points). Raises ValueError if there
    is no room for squares of at least two points."""
    band = _band(grid, width)
    wide, high = grid.extent
    cell = (width - 2 * band) / wide
    if height is not None:
        cell = min(cell, (height - 2 * band) / high)
    if cell < 2:
        raise ValueError(f"{width:.0f} points are too little for a map of {grid.columns} x {grid.rows} squares")
    board = (band, band, band + wide * cell, band + high * cell)
    return Sheet(grid, cell, band, palette, climate, complex(band, band), board)


def put(painter: Painter, at: complex, text: str, size: float, face: Face, colour: str, anchor: float = 0.0,
        spacing: float = 0.0) -> float:  # fmt: skip
    """Writes a line of text; `anchor` 0 starts it at the point, 0.5 centres it, 1 ends it there. Returns its width."""
    text = printable(face, text)
    width = metrics(face).width(text, size, spacing)
    painter.text(Text(at.real - anchor * width, at.imag, text, size, face, colour, width, spacing))
    return width


def clear_paper(box: Box, sheet: Sheet, painter: Painter) -> None:
    """Clear paper with round ends under a text: one broad line."""
    broad = round(box[3] - box[1], 2)
    y, half = (box[1] + box[3]) / 2, min(broad, box[2] - box[0]) / 2
    painter.pen(_blank(sheet.palette.paper or sheet.palette.block, broad)).line(
        (complex(box[0] + 0.7 * half, y), complex(box[2] - 0.7 * half, y))
    )


@lru_cache(maxsize=64)
def _blank(colour: str, broad: float) -> Style:
    return Style(stroke=colour, width=broad, soft=True)


def draw_paper(sheet: Sheet, painter: Painter) -> None:
    """The tint of the paper, out to the frame."""
    if sheet.palette.paper:
        painter.stage()
        painter.pen(Style(fill=sheet.palette.paper)).box(sheet.frame)


def draw_grid(sheet: Sheet, painter: Painter) -> None:
    """Hair lines between the squares or hexes; none on a measured table."""
    if isinstance(sheet.grid, TableGrid):
        return
    if isinstance(sheet.grid, HexGrid):
        _draw_hexes(sheet, sheet.grid, painter)
        return
    left, bottom, right, top = sheet.board
    pen = painter.pen(Style(stroke=sheet.palette.grid, width=sheet.hair))
    for column in range(1, sheet.columns):
        x = left + column * sheet.cell
        pen.line((complex(x, bottom), complex(x, top)))
    for row in range(1, sheet.rows):
        y = bottom + row * sheet.cell
        pen.line((complex(left, y), complex(right, y)))


def _draw_hexes(sheet: Sheet, grid: HexGrid, painter: Painter) -> None:
    """Every edge once, and the coordinate in the top of each hex, where it is large enough to be read."""
    pen = painter.pen(Style(stroke=sheet.palette.grid, width=sheet.hair))
    size = min(6.5, 0.28 * sheet.cell)
    capital = metrics("plain").capital / 1000 * size
    for area in range(grid.size):
        corners = [sheet.pt(corner) for corner in grid.outline(area)]
        for facing, beyond in enumerate(grid.steps[area]):
            if beyond < 0 or beyond > area:
                pen.line((corners[facing], corners[(facing + 1) % 6]))
        if size >= _SMALLEST_NAME:
            foot = sheet.pt(grid.centre(area)) + 1j * (0.46 * sheet.cell - capital)
            put(painter, foot, grid.name(area), size, "plain", sheet.palette.casing, anchor=0.5)


def draw_frame(sheet: Sheet, painter: Painter) -> None:
    """A thick and a thin rule, column letters and row numbers between them on all four sides."""
    ink = sheet.palette.ink
    width, height = sheet.frame[2:]
    painter.stage()
    half = THICK / 2
    painter.pen(Style(stroke=ink, width=THICK)).box((half, half, width - half, height - half))
    inner = painter.pen(Style(stroke=ink, width=THIN))
    inner.box(sheet.board)
    between = THICK + 1.0
    inner.box((between, between, width - between, height - between))
    room = sheet.band - between
    size = min(7.5, max(_SMALLEST, room * 0.86))
    if isinstance(sheet.grid, TableGrid):
        _draw_ruler(sheet, sheet.grid.table, size, painter)
        return
    columns = [sheet.grid.name(n).rstrip("0123456789") for n in range(sheet.columns)]
    rows = [str(n + 1) for n in range(sheet.rows)]
    capital = metrics("plain").capital / 1000 * size
    widest = max(metrics("plain").width(name, size) for name in columns)
    middle = (between + sheet.band) / 2
    for names, step, along in (
        (columns, _step(widest + 1.5, sheet.cell), True),
        (rows, _step(capital + 1.5, sheet.cell), False),
    ):
        for n, name in enumerate(names):
            if n % step and step > 1:
                continue
            for far, across in enumerate((middle, (height if along else width) - middle)):
                centre = _letter_at(n, along, far == 1, sheet)
                at = complex(centre, across) if along else complex(across, centre)
                put(painter, at - 0.5j * capital, name, size, "plain", ink, anchor=0.5)


def _letter_at(n: int, along: bool, far: bool, sheet: Sheet) -> float:
    """Where the letter of a column or the number of a row stands on its rule: over the square or hex nearest to it."""
    grid = sheet.grid
    if isinstance(grid, HexGrid):
        area = grid.index(n, grid.rows - 1 if far else 0) if along else grid.index(grid.columns - 1 if far else 0, n)
        at = sheet.pt(grid.centre(area))
        return at.real if along else at.imag
    return sheet.band + (n + 0.5) * sheet.cell


def _draw_ruler(sheet: Sheet, table: Table, size: float, painter: Painter) -> None:
    """A ruler on all four sides of a measured table: a tick a unit where there is room, a long one and its number each
    increment."""
    ink = sheet.palette.ink
    width, height = sheet.frame[2:]
    unit = sheet.cell / table.increment
    capital = metrics("plain").capital / 1000 * size
    ticks = painter.pen(Style(stroke=ink, width=sheet.hair))
    fine = next((step for step in (1, 2, 5) if step * unit >= 1.8), 0)
    middle = (THICK + 1.0 + sheet.band) / 2
    for along, length in ((True, table.width), (False, table.height)):
        marks = {float(n * fine): 1.4 for n in range(1, math.ceil(length / fine))} if fine else {}
        marks.update({round(n * table.increment, 4): 2.6 for n in range(1, math.ceil(length / table.increment))})
        for at, long in sorted(marks.items()):
            where = sheet.band + at * unit
            for edge, inwards in ((sheet.band, -1), ((height if along else width) - sheet.band, 1)):
                ends = (edge, edge + inwards * long)
                ticks.line([complex(where, end) if along else complex(end, where) for end in ends])
        widest = metrics("plain").width(plain(length), size)
        step = _step((widest if along else capital) + 3, sheet.cell)
        for n in range(step, math.ceil(length / table.increment), step):
            where = sheet.band + n * sheet.cell
            for across in (middle - 1, (height if along else width) - middle + 1):
                at_ = complex(where, across) if along else complex(across, where)
                box = metrics("plain").width(plain(n * table.increment), size) / 2 + 0.6
                if sheet.palette.paper:
                    half = capital / 2 + 0.5
                    blank = (at_.real - box, at_.imag - half, at_.real + box, at_.imag + half)
                    painter.pen(Style(fill=sheet.palette.paper)).box(blank)
                put(painter, at_ - 0.5j * capital, plain(n * table.increment), size, "plain", ink, anchor=0.5)


def _step(needed: float, cell: float) -> int:
    return next((step for step in (1, 2, 5) if needed <= step * cell), 10)
