"""Scale bar and north arrow, under the frame."""

from __future__ import annotations

from reportgen.board.table import UNITS, TableGrid, plain
from reportgen.render.maps.display import Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.sheet import Sheet, put


def draw_scale(label: str, sheet: Sheet, painter: Painter, between: tuple[float, float], top: float) -> float:
    """A bar of squares with its label, and the arrow, at the right end of a space; returns how low they reach. On a
    measured table the bar is in its unit."""
    ink = sheet.palette.ink
    size = 6.3 * min(1.3, max(1.0, sheet.frame[2] / 330))
    arrow = 15.0 * min(1.3, max(1.0, sheet.frame[2] / 330))
    _arrow(complex(between[1] - 0.34 * arrow, top - arrow), arrow, sheet, painter)
    right = between[1] - arrow * 0.85 - (12 if isinstance(sheet.grid, TableGrid) else 6)
    room = right - between[0]
    squares = next((n for n in (5, 4, 3, 2, 1) if n * sheet.cell <= min(room, 110)), 0)
    if not squares:
        return top - arrow
    left = right - squares * sheet.cell
    high, thick = top - size * 0.9, 2.2
    for n in range(squares):
        box = (left + n * sheet.cell, high - thick, left + (n + 1) * sheet.cell, high)
        if n % 2 == 0:
            painter.pen(Style(fill=ink)).box(box)
    painter.pen(Style(stroke=ink, width=0.4)).box((left, high - thick, right, high))
    table = sheet.grid.table if isinstance(sheet.grid, TableGrid) else None
    for n in range(squares + 1):
        figure = str(n) if table is None else plain(n * table.increment)
        at = complex(left + n * sheet.cell, high + 1.3)
        width = put(painter, at, figure, size * 0.86, "plain", ink, anchor=0.5)
        if table is not None and n == squares:
            put(painter, at + width / 2, f" {UNITS[table.unit]}", size * 0.86, "plain", ink)
    low = high - thick
    if label:
        width = metrics("italic").width(label, size * 1.2)
        middle = min(max((left + right) / 2, between[0] + width / 2), right - width / 2 + arrow * 0.2)
        put(painter, complex(middle, low - size * 1.05), label, size * 1.2, "italic", ink, anchor=0.5)
        low -= size * 1.4
    return min(low, top - arrow)


def _arrow(foot: complex, height: float, sheet: Sheet, painter: Painter) -> None:
    """A needle half black and half white, with its N."""
    ink = sheet.palette.ink
    size = 0.36 * height
    tip = foot + 1j * (height - size * 0.85)
    half = 0.15 * height
    notch = foot + 0.2j * height
    painter.pen(Style(fill=ink)).line((tip, notch, foot - half), close=True)
    painter.pen(Style(stroke=ink, width=0.4)).line((tip, notch, foot + half), close=True)
    put(painter, tip + 0.16j * size, "N", size, "roman", ink, anchor=0.5)
