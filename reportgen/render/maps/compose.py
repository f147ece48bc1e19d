"""A map from a picture: the shared ground, then ghosts, ways, blocks, signs, labels, cartouche and legend over it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from reportgen.board.picture import MapPicture, Piece, Point
from reportgen.render.maps.blocks import block_box, draw_bodies, turn
from reportgen.render.maps.cartouche import Plate, draw_plate, plate_for, plate_in_a_corner
from reportgen.render.maps.conditions import draw_conditions, formed, room_of, words_for
from reportgen.render.maps.display import Box, Drawing, Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.ground import DrawnGround, cells_of, drawn_ground, names_layer
from reportgen.render.maps.labels import Wish, place, place_all
from reportgen.render.maps.legend import Legend, legend_layer
from reportgen.render.maps.marks import by_place, draw_ghosts, draw_lines_of_fire, draw_signs, draw_ways, lost_pieces
from reportgen.render.maps.palette import Ink, side_colour
from reportgen.render.maps.patches import Cell, bodies, side_runs
from reportgen.render.maps.room import Room
from reportgen.render.maps.scale import draw_scale
from reportgen.render.maps.sheet import Sheet, clear_paper, put
from reportgen.render.maps.words import described

CartouchePlace = Literal["auto", "inside", "below", "none"]

_GAP: Final = 5.0
"""Points between the frame and what stands below it."""


def label_size(sheet: Sheet) -> float:
    """Size of the labels of stands in points: never under 5, so that they can be read, nor over 8.5."""
    return min(8.5, max(5.0, 0.37 * sheet.cell))


def draw(
    picture: MapPicture,
    width: float,
    ink: Ink = "colour",
    *,
    height: float | None = None,
    legend: Legend = "full",
    cartouche: CartouchePlace = "auto",
    scale: bool = True,
) -> Drawing:
    """A map of `width` points; with a `height` (points) for the framed board, narrower where the board is tall.

    `legend`: `full` explains ground, arms, sides and marks, each only if it is there; `brief` leaves the ground out;
    `none` leaves out all. `cartouche`: in a free corner or else below the frame (`auto`) or left out (`inside`), always
    `below`, or `none`; a drawing is `headless` if it was left out.
    `scale`: whether the scale bar and the north arrow stand under the frame.
    Raises ValueError if the paper is too small for the board.
    """
    picture = formed(picture)
    ground = drawn_ground(picture.ground, width, height, ink)
    sheet = ground.sheet
    colours = tuple(side_colour(style.colour, n, ink) for n, style in enumerate(picture.sides))
    painter = Painter()
    room = ground.room.copy()
    blocks = _draw_pieces_and_marks(picture, sheet, painter, room, colours)
    boxes = {piece.id: box for piece, box in blocks}
    lines = [box for outline, _ in picture.outlines for box in _along([sheet.pt(point) for point in outline], sheet)]
    names = names_layer(ground, room, lines)
    _draw_objectives(picture, sheet, painter, room, lines)
    for box in lines:
        room.take(box, soft=True)
    plate: Plate | None = None
    if picture.cartouche and cartouche != "none":
        plate = plate_for(picture.cartouche, sheet)
        if cartouche in ("auto", "inside"):
            found = plate_in_a_corner(picture.cartouche, sheet, room, ground.busy)
            if found is not None:
                painter.stage()
                draw_plate(*found, sheet, painter)
                room.take(found[1])
                plate = None
    headless = plate is not None and cartouche == "inside"
    if headless:
        plate = None
    labels = _draw_labels(picture, blocks, sheet, painter, room, ground, colours)
    floor = _draw_below(picture, plate, sheet, painter, scale)
    layers = [ground.layer, *([names] if names else [])]
    if legend != "none":
        under, foot = legend_layer(picture, sheet, colours, legend, floor)
        if under is not None:
            layers.append(under)
            floor = foot
    layers.append(painter.layer(""))
    frame = sheet.frame
    title, text = described(picture)
    return Drawing((0.0, min(floor, 0.0), frame[2], frame[3]), tuple(layers), title, text, labels, boxes, headless)


def _draw_pieces_and_marks(picture: MapPicture, sheet: Sheet, painter: Painter, room: Room,
                           colours: Sequence[str]) -> list[tuple[Piece, Box]]:  # fmt: skip
    pieces = {piece.id: piece for piece in picture.pieces}
    standing = by_place(picture.pieces)
    painter.stage(sheet.board)
    draw_ghosts(picture.marks, sheet, painter, room, colours)
    painter.stage()
    draw_ways(picture.marks, pieces, sheet, painter, room, colours)
    painter.stage(sheet.board)
    draw_lines_of_fire(picture.marks, standing, sheet, painter, room)
    painter.stage()
    stands = [(piece, sheet.pt(piece.at), colours[piece.side]) for piece in picture.pieces]
    draw_bodies(stands, sheet, painter)
    draw_conditions(stands, sheet, painter)
    blocks = []
    for piece in picture.pieces:
        box = block_box(piece, sheet)
        room.take(room_of(piece, box, sheet))
        blocks.append((piece, box))
    painter.stage()
    draw_signs(picture.marks, standing, sheet, painter, room, colours)
    for piece in lost_pieces(picture.marks, picture.pieces):
        box = block_box(piece, sheet)
        room.take(box)
        blocks.append((piece, box))
    return blocks


def _draw_objectives(picture: MapPicture, sheet: Sheet, painter: Painter, room: Room, lines: Sequence[Box]) -> None:
    """A star in the corner of the square and brackets about it, so that it shows with stands in the square. Squares of
    one name that lie together get one star and a dashed line around them. Squares with the name of a place, or that two
    sides call by two names, need no more words."""
    goals: dict[str, set[Cell]] = {}
    for (x, y), label in picture.objectives:
        goals.setdefault(label, set()).add(sheet.cell_at(complex(x, y)))
    outlines: dict[tuple[Point, ...], str] = {}
    for outline, label in picture.outlines:
        outlines.setdefault(outline, label)
    places = [cells_of(picture.ground, squares) for squares in picture.ground.places.values()]
    seen: list[set[Cell]] = []
    size = min(9.0, max(6.2, 0.42 * sheet.cell))
    if goals or outlines:
        painter.stage(sheet.board)
    named = {name.lower() for name in picture.ground.places}
    for label, cells in goals.items():
        spoken = cells in places or label.lower() in named
        if cells in seen:
            continue
        seen.append(cells)
        for n, body in enumerate(bodies(cells, sheet.grid)):
            box = _draw_objective(body, sheet, painter, room)
            if n == 0 and label and not spoken:
                _write_objective(label, box, size, sheet, painter, room, lines)
    shapes = {shape.points: shape.place.lower() for shape in picture.ground.shapes if shape.place}
    for outline, label in outlines.items():
        box = _draw_outline([sheet.pt(point) for point in outline], sheet, painter, room)
        if label and label.lower() not in named and outline not in shapes:
            _write_objective(label, box, size, sheet, painter, room, lines)


def _write_objective(label: str, box: Box, size: float, sheet: Sheet, painter: Painter, room: Room,
                     lines: Sequence[Box]) -> None:  # fmt: skip
    """What is fought for, in words beside it; not if the board is full, for the text names it too."""
    width = metrics("italic").width(label, size)
    tried = room.copy()
    for line in lines:
        tried.take(line)
    free = tried.copy()
    spot = place(Wish(box, width + 2, 0.72 * size, -1j), tried)
    if free.cost(spot.box) is None:
        return
    room.take(spot.box)
    clear_paper(spot.box, sheet, painter)
    put(painter, complex(spot.box[0] + 1, spot.box[1] + 0.18 * size), label, size, "italic", sheet.palette.ink)


def _draw_outline(points: list[complex], sheet: Sheet, painter: Painter, room: Room) -> Box:
    """A piece of a measured table that is fought for: a dashed line around it, and a star at the top."""
    painter.pen(_dashed(sheet)).line([*points, points[0]])
    _draw_star(_star_of(points), sheet, painter, room)
    xs, ys = [point.real for point in points], [point.imag for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def _along(points: list[complex], sheet: Sheet) -> Iterator[Box]:
    """Small boxes along an outline that is fought for: no name is written over its line, nor over its star."""
    half = 0.8 * sheet.scale
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        steps = max(1, math.ceil(abs(b - a) / (2 * half)))
        for n in range(steps):
            at = a + (b - a) * n / steps
            yield at.real - half, at.imag - half, at.real + half, at.imag + half
    star, radius = _star_of(points), _star_radius(sheet)
    yield star.real - radius, star.imag - radius, star.real + radius, star.imag + radius


def _star_of(points: list[complex]) -> complex:
    """Where the star of an outline stands: at the left of its top."""
    highest = max(point.imag for point in points)
    return min((point for point in points if point.imag > highest - 0.5), key=lambda point: point.real)


def _star_radius(sheet: Sheet) -> float:
    return max(2.2, 0.15 * sheet.cell)


def _dashed(sheet: Sheet) -> Style:
    return Style(stroke=sheet.palette.fire, width=0.8 * sheet.scale, dash=(2.6 * sheet.scale, 1.6 * sheet.scale))


def _draw_star(at: complex, sheet: Sheet, painter: Painter, room: Room) -> None:
    """A star, drawn in if it would stand over the edge of the board; takes its room."""
    radius = _star_radius(sheet)
    left, low, right, high = sheet.board
    at = complex(min(max(at.real, left + radius), right - radius), min(max(at.imag, low + radius), high - radius))
    star = painter.pen(Style(fill=sheet.palette.fire, stroke=sheet.palette.block, width=0.4))
    star.line([at + radius * (1 if n % 2 == 0 else 0.42) * turn(36.0 * n) * 1j for n in range(10)], close=True)
    room.take((at.real - radius, at.imag - radius, at.real + radius, at.imag + radius))


def _draw_objective(body: set[Cell], sheet: Sheet, painter: Painter, room: Room) -> Box:
    """Marks squares fought for, takes the room of their star, and returns the box around them."""
    middles = [sheet.middle(cell) for cell in body]
    low = sheet.pt(complex(min(m.real for m in middles), min(m.imag for m in middles)) - 0.5 - 0.5j)
    high = sheet.pt(complex(max(m.real for m in middles), max(m.imag for m in middles)) + 0.5 + 0.5j)
    inset = 0.04 * sheet.cell
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
    _draw_star(sheet.pt(sheet.middle((column, row)) - 0.5 + 0.5j) + complex(inset, -inset), sheet, painter, room)
    return low.real, low.imag, high.real, high.imag


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


def _draw_labels(picture: MapPicture, blocks: list[tuple[Piece, Box]], sheet: Sheet, painter: Painter, room: Room,
                 ground: DrawnGround, colours: Sequence[str]) -> dict[str, Box]:  # fmt: skip
    """The labels of all stands, those in the thick of it first, because they have the fewest places."""
    size = label_size(sheet)
    face, notes = metrics("label"), metrics("italic")
    capital = face.capital / 1000 * size
    centres = [complex(box[0] + box[2], box[1] + box[3]) / 2 for _, box in blocks]
    squares = [(int(c.real / sheet.cell), int(c.imag / sheet.cell)) for c in centres]
    count = Counter(squares)
    crowd = [sum(count[x + dx, y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1)) for x, y in squares]
    lost = {mark.piece.id for mark in picture.marks if mark.kind == "loss" and mark.piece is not None}
    order = sorted(range(len(blocks)), key=lambda n: (-crowd[n], -centres[n].imag, centres[n].real))
    wanted = []
    for n in order:
        piece, block = blocks[n]
        if piece.label:
            words = words_for(piece)
            note = " " + ", ".join(words) if words else ""
            wide = face.width(piece.label, size)
            whole = wide + (notes.width(note, size * 1.05) if note else 0.0)
            high = capital + (1.0 if not note else 0.3 * size)
            wanted.append((piece, note, wide, Wish(room_of(piece, block, sheet), whole + 0.8, high,
                                                   turn(piece.facing) * -1j)))  # fmt: skip
    places: dict[str, Box] = {}
    painter.stage(sheet.board)
    leaders = Style(stroke=sheet.palette.ink, width=1.3 * sheet.hair)
    pens = []
    for (piece, note, wide, _), spot in zip(wanted, place_all([wish for *_, wish in wanted], room), strict=True):
        places[piece.id] = spot.box
        if spot.leader is not None:
            painter.pen(leaders).line(spot.leader)
        pens.append(spot.box)
        colour = sheet.palette.ink if piece.id not in lost else sheet.palette.fire
        at = complex(spot.box[0] + 0.4, spot.box[3] - 0.5 - capital)
        put(painter, at, piece.label, size, "label", colour)
        if note:
            put(painter, at + wide, note, size * 1.05, "italic", colour)
    for box in pens:
        clear_paper(box, sheet, painter)
    return places


def _draw_below(picture: MapPicture, plate: Plate | None, sheet: Sheet, painter: Painter, scale: bool) -> float:
    """Cartouche, scale bar and north arrow under the frame; returns how low they reach (negative points)."""
    painter.stage()
    width = sheet.frame[2]
    low = -_GAP
    if plate is not None:
        box = (0.0, -_GAP - plate.height, plate.width, -_GAP)
        draw_plate(plate, box, sheet, painter)
        low = box[1]
    if scale:
        beside = (plate.width + 8 if plate else 0.0, width)
        low = min(low, draw_scale(picture.scale_label, sheet, painter, beside, -_GAP))
    elif plate is None:
        low = 0.0
    return math.floor(low * 100) / 100
