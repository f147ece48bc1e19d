"""The sheet of paper: how large a square is printed, where the board lies, its frame, letters and grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reportgen.board.lattice import Lattice
from reportgen.render.maps.display import Box, Face, Painter, Style, Text
from reportgen.render.maps.faces import metrics, printable
from reportgen.render.maps.palette import Palette

THICK: Final = 1.3
THIN: Final = 0.4
"""Widths of the two rules of the frame in points."""
_SMALLEST: Final = 4.6
"""No letter of the frame is smaller than this, in points; where they do not fit, every second or fifth is printed."""


@dataclass(frozen=True, slots=True)
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

    @property
    def columns(self) -> int:
        return self.grid.columns

    @property
    def rows(self) -> int:
        return self.grid.rows

    @property
    def board(self) -> Box:
        return self.band, self.band, self.band + self.columns * self.cell, self.band + self.rows * self.cell

    @property
    def frame(self) -> Box:
        return 0.0, 0.0, 2 * self.band + self.columns * self.cell, 2 * self.band + self.rows * self.cell

    @property
    def hair(self) -> float:
        """The finest line: a quarter of a point at the usual size, a little more on large squares."""
        return 0.25 if self.cell < 24 else 0.3

    @property
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


def sheet_for(grid: Lattice, width: float, height: float | None, palette: Palette, climate: str) -> Sheet:
    """The largest sheet for a printed width and, if given, a height of the frame (points). Raises ValueError if there
    is no room for squares of at least two points."""
    band = min(12.0, max(8.0, width / 34))
    cell = (width - 2 * band) / grid.columns
    if height is not None:
        cell = min(cell, (height - 2 * band) / grid.rows)
    if cell < 2:
        raise ValueError(f"{width:.0f} points are too little for a map of {grid.columns} x {grid.rows} squares")
    board = (band, band, band + grid.columns * cell, band + grid.rows * cell)
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
    pen = painter.pen(Style(stroke=sheet.palette.paper or sheet.palette.block, width=broad, soft=True))
    pen.line((complex(box[0] + 0.7 * half, y), complex(box[2] - 0.7 * half, y)))


def draw_paper(sheet: Sheet, painter: Painter) -> None:
    """The tint of the paper, out to the frame."""
    if sheet.palette.paper:
        painter.stage()
        painter.pen(Style(fill=sheet.palette.paper)).box(sheet.frame)


def draw_grid(sheet: Sheet, painter: Painter) -> None:
    """Hair lines between the squares."""
    left, bottom, right, top = sheet.board
    pen = painter.pen(Style(stroke=sheet.palette.grid, width=sheet.hair))
    for column in range(1, sheet.columns):
        x = left + column * sheet.cell
        pen.line((complex(x, bottom), complex(x, top)))
    for row in range(1, sheet.rows):
        y = bottom + row * sheet.cell
        pen.line((complex(left, y), complex(right, y)))


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
    columns = [sheet.grid.name(n).rstrip("0123456789") for n in range(sheet.columns)]
    rows = [str(n + 1) for n in range(sheet.rows)]
    room = sheet.band - between
    size = min(7.5, max(_SMALLEST, room * 0.86))
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
            centre = sheet.band + (n + 0.5) * sheet.cell
            for across in (middle, (height if along else width) - middle):
                at = complex(centre, across) if along else complex(across, centre)
                put(painter, at - 0.5j * capital, name, size, "plain", ink, anchor=0.5)


def _step(needed: float, cell: float) -> int:
    return next((step for step in (1, 2, 5) if needed <= step * cell), 10)
