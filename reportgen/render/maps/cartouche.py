"""The cartouche: turn, whose phase, and one line of what mattered, on a small plate with a double rule."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from reportgen.board.picture import Cartouche
from reportgen.render.maps.display import Box, Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.patches import Cell
from reportgen.render.maps.room import Room
from reportgen.render.maps.sheet import Sheet, put

_SPACING: Final = 0.09
"""Letter spacing of the heading, as a share of its size."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A set cartouche: its lines and its size in points."""

    heading: str
    lines: tuple[str, ...]
    width: float
    height: float
    heading_size: float
    line_size: float


def plate_for(cartouche: Cartouche, sheet: Sheet, share: float = 0.52) -> Plate:
    """Breaks the cartouche's line so that it takes no more than a share of the map's width, but for a long word."""
    scale = min(1.35, max(1.0, sheet.frame[2] / 330))
    heading_size, line_size = 6.6 * scale, 8.3 * scale
    heading = " · ".join(part for part in (cartouche.heading, cartouche.whose) if part).upper()
    lines = broken(cartouche.line, max(share * sheet.frame[2] - 12, 60), line_size)
    inner = max(
        [metrics("roman").width(heading, heading_size, _SPACING * heading_size)]
        + [metrics("italic").width(line, line_size) for line in lines]
    )
    height = 8.8 + heading_size * 0.7 + sum(line_size * (1.0 if n else 1.12) for n in range(len(lines)))
    return Plate(heading, lines, inner + 12, height, heading_size, line_size)


def broken(text: str, width: float, size: float) -> tuple[str, ...]:
    """A text in as few lines of `width` points as hold it, then made about equally long."""
    lines = _filled(text, width, size)
    while len(lines) > 1:
        width *= 0.96
        shorter = _filled(text, width, size)
        if len(shorter) > len(lines) or max(map(_run(size), shorter)) > width:
            break
        lines = shorter
    return tuple(lines)


def _filled(text: str, width: float, size: float) -> list[str]:
    run = _run(size)
    lines: list[str] = []
    for word in text.split():
        if lines and run(f"{lines[-1]} {word}") <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _run(size: float) -> Callable[[str], float]:
    face = metrics("italic")
    return lambda text: face.width(text, size)


def plate_in_a_corner(
    cartouche: Cartouche, sheet: Sheet, room: Room, busy: Collection[Cell]
) -> tuple[Plate, Box] | None:
    """The cartouche set for a corner of the board where it hides nothing, as far from all else as can be; or None."""
    left, bottom, right, top = sheet.board
    inset = 3.0
    for share in (0.52, 0.38, 0.3):
        plate = plate_for(cartouche, sheet, share)
        best: tuple[float, Box] | None = None
        for x in (left + inset, right - inset - plate.width):
            for y in (top - inset - plate.height, bottom + inset):
                box = (x, y, x + plate.width, y + plate.height)
                clear = 0.0
                for margin in (0.25, 0.9, 1.8, 3.0):
                    pad = margin * sheet.cell
                    wider = (max(box[0] - pad, left + 0.1), max(box[1] - pad, bottom + 0.1),
                             min(box[2] + pad, right - 0.1), min(box[3] + pad, top - 0.1))  # fmt: skip
                    if room.cost(wider) != 0 or _busy(wider, sheet, busy):
                        break
                    clear = margin
                if clear and (best is None or clear > best[0]):
                    best = (clear, box)
        if best is not None:
            return plate, best[1]
    return None


def _busy(box: Box, sheet: Sheet, busy: Collection[Cell]) -> bool:
    """Whether any ground but the open lies under a box."""
    low = (complex(box[0], box[1]) - sheet.origin) / sheet.cell
    high = (complex(box[2], box[3]) - sheet.origin) / sheet.cell
    return any(
        low.real < at.real + 0.5
        and at.real - 0.5 < high.real
        and low.imag < at.imag + 0.5
        and at.imag - 0.5 < high.imag
        for at in map(sheet.middle, busy)
    )


def draw_plate(plate: Plate, box: Box, sheet: Sheet, painter: Painter) -> None:
    """The plate in its box (points)."""
    ink = sheet.palette.ink
    left, bottom, right, top = box
    painter.pen(Style(fill=sheet.palette.block)).box(box)
    painter.pen(Style(stroke=ink, width=0.8)).box((left + 0.4, bottom + 0.4, right - 0.4, top - 0.4))
    painter.pen(Style(stroke=ink, width=0.3)).box((left + 1.9, bottom + 1.9, right - 1.9, top - 1.9))
    centre = (left + right) / 2
    y = top - 4.4 - plate.heading_size * 0.65
    put(
        painter, complex(centre, y), plate.heading, plate.heading_size, "roman", ink, 0.5, _SPACING * plate.heading_size
    )
    for n, line in enumerate(plate.lines):
        y -= plate.line_size * (1.0 if n else 1.12)
        put(painter, complex(centre, y), line, plate.line_size, "italic", ink, anchor=0.5)
