"""The cartouche: turn, whose phase, and one line of what mattered, on a small plate with a double rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from reportgen.board.picture import Cartouche
from reportgen.render.maps.display import Box, Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.room import Room
from reportgen.render.maps.sheet import Sheet, put

_SPACING: Final = 0.09
"""Letter spacing of the heading, as a share of its size."""
_INSET: Final = 3.0
"""Points between a plate in a corner and the edge of the board."""
_CORNERS: Final = ((False, False), (False, True), (True, False), (True, True))
"""The corners of the board: whether on the right, and whether below."""
_MARGINS: Final = (0.25, 0.9, 1.8, 3.0)
"""How much free ground a plate in a corner has about it, in squares: at least the first, the more the better."""


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
    line_size = 8.3 * _scale(sheet)
    return _set(cartouche, broken(cartouche.line, max(share * sheet.frame[2] - 12, 60), line_size), sheet)


def _set(cartouche: Cartouche, lines: Sequence[str], sheet: Sheet) -> Plate:
    """The cartouche with its line broken into lines."""
    heading_size, line_size = 6.6 * _scale(sheet), 8.3 * _scale(sheet)
    heading = " · ".join(part for part in (cartouche.heading, cartouche.whose) if part).upper()
    inner = max(
        [metrics("roman").width(heading, heading_size, _SPACING * heading_size)]
        + [metrics("italic").width(line, line_size) for line in lines]
    )
    height = 8.8 + heading_size * 0.7 + sum(line_size * (1.0 if n else 1.12) for n in range(len(lines)))
    return Plate(heading, tuple(lines), inner + 12, height, heading_size, line_size)


def _scale(sheet: Sheet) -> float:
    return min(1.35, max(1.0, sheet.frame[2] / 330))


def broken(text: str, width: float, size: float) -> tuple[str, ...]:
    """A text in as few lines of `width` points as hold it, then made about equally long."""
    face = metrics("italic")
    words, space = [(word, face.advance(word)) for word in text.split()], face.advance(" ")
    lines, _ = _filled(words, space, width, size)
    while len(lines) > 1:
        width *= 0.96
        shorter, longest = _filled(words, space, width, size)
        if len(shorter) > len(lines) or longest > width:
            break
        lines = shorter
    return tuple(" ".join(line) for line in lines)


def _filled(
    words: Sequence[tuple[str, float]], space: float, width: float, size: float
) -> tuple[list[list[str]], float]:
    """Words with their advances, laid in lines of a width, and how long the longest line is (points)."""
    lines: list[list[str]] = []
    run = longest = 0.0
    for word, advance in words:
        if lines and size * ((run + space + advance) / 1000) <= width:
            lines[-1].append(word)
            run += space + advance
        else:
            lines.append([word])
            run = advance
        longest = max(longest, run)
    return lines, size * (longest / 1000)


def plate_in_a_corner(
    cartouche: Cartouche, sheet: Sheet, room: Room, busy: Collection[complex]
) -> tuple[Plate, Box] | None:
    """The cartouche set for a corner of the board where it hides nothing, as far from all else as can be; or None.
    `busy`: the middles of all squares that are not open ground, in board units."""
    # The text is broken in vain where not even its longest word would have room.
    least = _set(cartouche, sorted(cartouche.line.split(), key=metrics("italic").advance)[-1:], sheet)
    corners = [
        corner
        for corner in _CORNERS
        if _clear(_in_corner(corner, least.width, least.height, sheet), sheet, room, busy, _MARGINS[:1])
    ]
    if not corners:
        return None
    for share in (0.52, 0.38, 0.3):
        plate = plate_for(cartouche, sheet, share)
        best: tuple[float, Box] | None = None
        for corner in corners:
            box = _in_corner(corner, plate.width, plate.height, sheet)
            clear = _clear(box, sheet, room, busy, _MARGINS)
            if clear and (best is None or clear > best[0]):
                best = (clear, box)
        if best is not None:
            return plate, best[1]
    return None


def _in_corner(corner: tuple[bool, bool], width: float, height: float, sheet: Sheet) -> Box:
    """The box of a plate in a corner of the board."""
    left, bottom, right, top = sheet.board
    x = right - _INSET - width if corner[0] else left + _INSET
    y = bottom + _INSET if corner[1] else top - _INSET - height
    return x, y, x + width, y + height


def _clear(box: Box, sheet: Sheet, room: Room, busy: Collection[complex], margins: Sequence[float]) -> float:
    """The largest of some margins (squares), tried in order, that a box has about it on the board; 0 for none."""
    left, bottom, right, top = sheet.board
    clear = 0.0
    for margin in margins:
        pad = margin * sheet.cell
        wider = (max(box[0] - pad, left + 0.1), max(box[1] - pad, bottom + 0.1),
                 min(box[2] + pad, right - 0.1), min(box[3] + pad, top - 0.1))  # fmt: skip
        if room.cost(wider) != 0 or _busy(wider, sheet, busy):
            break
        clear = margin
    return clear


def _busy(box: Box, sheet: Sheet, busy: Collection[complex]) -> bool:
    """Whether any ground but the open lies under a box."""
    low = (complex(box[0], box[1]) - sheet.origin) / sheet.cell
    high = (complex(box[2], box[3]) - sheet.origin) / sheet.cell
    left, bottom, right, top = low.real, low.imag, high.real, high.imag
    return any(
        left < at.real + 0.5 and at.real - 0.5 < right and bottom < at.imag + 0.5 and at.imag - 0.5 < top for at in busy
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
