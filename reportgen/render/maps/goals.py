"""What is fought for: a star and brackets about its squares, a dashed line around what is more, and its name.

All but where the names stand is the same on every map of a battle, and is drawn once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reportgen.board.picture import MapPicture, Point
from reportgen.render.maps.blocks import turn
from reportgen.render.maps.display import Box, Figure, Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.ground import DrawnGround, cells_of
from reportgen.render.maps.kept import Kept
from reportgen.render.maps.labels import Wish, place
from reportgen.render.maps.patches import Cell, bodies, side_runs
from reportgen.render.maps.room import Room
from reportgen.render.maps.sheet import Sheet, clear_paper, put


class Goal(NamedTuple):
    """One goal as it is drawn: its figures, the box of its star, the box around it, and the name to be written beside
    it, empty for none; in points."""

    figures: tuple[tuple[Style, Figure], ...]
    star: Box
    box: Box
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Goals:
    """All goals of a battle. `lines`: the outlines and their stars, on which no name may stand; None without any."""

    goals: tuple[Goal, ...]
    lines: Room | None


_goals: Kept[Goals] = Kept(12)


def goals_of(picture: MapPicture, ground: DrawnGround) -> Goals:
    """The goals of a picture on its drawn ground, made now or taken from those made before.

    Squares of one name that lie together get one star and a dashed line around them. Squares with the name of a place,
    or that two sides call by two names, need no more words."""
    key = (ground.layer.key, picture.objectives, picture.outlines)
    return _goals.get(key, lambda: _made(picture, ground.sheet))


def draw_goals(goals: Goals, sheet: Sheet, painter: Painter, room: Room) -> None:
    """Draws them over the board, and their names where there is room."""
    if goals.goals:
        painter.stage(sheet.board)
    for goal in goals.goals:
        for style, figure in goal.figures:
            painter.pen(style).add(figure)
        room.take(goal.star)
        if goal.label:
            _write(goal, sheet, painter, room, goals.lines)


def _made(picture: MapPicture, sheet: Sheet) -> Goals:
    squares: dict[str, set[Cell]] = {}
    for (x, y), label in picture.objectives:
        squares.setdefault(label, set()).add(sheet.cell_at(complex(x, y)))
    outlines: dict[tuple[Point, ...], str] = {}
    for outline, label in picture.outlines:
        outlines.setdefault(outline, label)
    places = [cells_of(picture.ground, squares) for squares in picture.ground.places.values()]
    named = {name.lower() for name in picture.ground.places}
    seen: list[set[Cell]] = []
    goals = []
    for label, cells in squares.items():
        if cells in seen:
            continue
        seen.append(cells)
        spoken = cells in places or label.lower() in named
        for n, body in enumerate(bodies(cells, sheet.grid)):
            goals.append(_squares(body, "" if n or spoken else label, sheet))
    shapes = {shape.points: shape.place.lower() for shape in picture.ground.shapes if shape.place}
    for outline, label in outlines.items():
        spoken = label.lower() in named or outline in shapes
        goals.append(_outline([sheet.pt(point) for point in outline], "" if spoken else label, sheet))
    lines = None
    if picture.outlines:
        lines = Room(sheet.board, sheet.cell)
        for outline, _ in picture.outlines:
            for box in _along([sheet.pt(point) for point in outline], sheet):
                lines.take(box)
    return Goals(tuple(goals), lines)


def _write(goal: Goal, sheet: Sheet, painter: Painter, room: Room, lines: Room | None) -> None:
    """What is fought for, in words beside it; not if the board is full, for the text names it too."""
    size = min(9.0, max(6.2, 0.42 * sheet.cell))
    width = metrics("italic").width(goal.label, size)
    free = room.copy()
    if lines is not None:
        free.take_all(lines)
    spot = place(Wish(goal.box, width + 2, 0.72 * size, -1j), free.copy())
    if free.cost(spot.box) is None:
        return
    room.take(spot.box)
    clear_paper(spot.box, sheet, painter)
    put(painter, complex(spot.box[0] + 1, spot.box[1] + 0.18 * size), goal.label, size, "italic", sheet.palette.ink)


def _squares(body: set[Cell], label: str, sheet: Sheet) -> Goal:
    """Squares that lie together: brackets about one, a dashed line around more; a star in the corner of the first."""
    middles = [sheet.middle(cell) for cell in body]
    low = sheet.pt(complex(min(m.real for m in middles), min(m.imag for m in middles)) - 0.5 - 0.5j)
    high = sheet.pt(complex(max(m.real for m in middles), max(m.imag for m in middles)) + 0.5 + 0.5j)
    inset = 0.04 * sheet.cell
    painter = Painter()
    if len(body) == 1:
        brackets = painter.pen(Style(stroke=sheet.palette.fire, width=0.9 * sheet.scale))
        middle, half, arm = (low + high) / 2, 0.5 * sheet.cell - inset, 0.2 * sheet.cell
        for corner in (1 + 1j, -1 + 1j, -1 - 1j, 1 - 1j):
            tip = middle + half * corner
            brackets.line((tip - arm * corner.real, tip, tip - 1j * arm * corner.imag))
    else:
        for run in side_runs(_rim(body, sheet), sheet.grid):
            painter.pen(_dashed(sheet)).line([sheet.pt(complex(*corner)) for corner in run])
    column, row = max(body, key=lambda cell: (cell[1], -cell[0]))
    star = _draw_star(sheet.pt(sheet.middle((column, row)) - 0.5 + 0.5j) + complex(inset, -inset), sheet, painter)
    return Goal(painter.figures(), star, (low.real, low.imag, high.real, high.imag), label)


def _rim(body: set[Cell], sheet: Sheet) -> list[tuple[Cell, int]]:
    """The sides of cells that have none of them beyond."""
    grid = sheet.grid
    found = []
    for cell in body:
        area = grid.index(*cell)
        for side in range(len(grid.sides)):
            beyond = grid.over(area, side)
            if beyond < 0 or (grid.column(beyond), grid.row(beyond)) not in body:
                found.append((cell, side))
    return found


def _outline(points: Sequence[complex], label: str, sheet: Sheet) -> Goal:
    """A piece of a measured table: a dashed line around it, and a star at the top."""
    painter = Painter()
    painter.pen(_dashed(sheet)).line([*points, points[0]])
    star = _draw_star(_star_of(points), sheet, painter)
    xs, ys = [point.real for point in points], [point.imag for point in points]
    return Goal(painter.figures(), star, (min(xs), min(ys), max(xs), max(ys)), label)


def _along(points: Sequence[complex], sheet: Sheet) -> Iterator[Box]:
    """Small boxes along an outline that is fought for: no name is written over its line, nor over its star."""
    half = 0.8 * sheet.scale
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        steps = max(1, math.ceil(abs(b - a) / (2 * half)))
        for n in range(steps):
            at = a + (b - a) * n / steps
            yield at.real - half, at.imag - half, at.real + half, at.imag + half
    star, radius = _star_of(points), _star_radius(sheet)
    yield star.real - radius, star.imag - radius, star.real + radius, star.imag + radius


def _star_of(points: Sequence[complex]) -> complex:
    """Where the star of an outline stands: at the left of its top."""
    highest = max(point.imag for point in points)
    return min((point for point in points if point.imag > highest - 0.5), key=lambda point: point.real)


def _star_radius(sheet: Sheet) -> float:
    return max(2.2, 0.15 * sheet.cell)


def _dashed(sheet: Sheet) -> Style:
    return Style(stroke=sheet.palette.fire, width=0.8 * sheet.scale, dash=(2.6 * sheet.scale, 1.6 * sheet.scale))


def _draw_star(at: complex, sheet: Sheet, painter: Painter) -> Box:
    """A star, drawn in if it would stand over the edge of the board; returns its box."""
    radius = _star_radius(sheet)
    left, low, right, high = sheet.board
    at = complex(min(max(at.real, left + radius), right - radius), min(max(at.imag, low + radius), high - radius))
    star = painter.pen(Style(fill=sheet.palette.fire, stroke=sheet.palette.block, width=0.4))
    star.line([at + radius * (1 if n % 2 == 0 else 0.42) * turn(36.0 * n) * 1j for n in range(10)], close=True)
    return at.real - radius, at.imag - radius, at.real + radius, at.imag + radius
