"""A map from a picture: the shared ground, then ghosts, ways, blocks, signs, labels, cartouche and legend over it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from reportgen.board.picture import MapPicture, Piece
from reportgen.render.maps.blocks import block_box, draw_bodies, turn
from reportgen.render.maps.cartouche import Plate, draw_plate, plate_for, plate_in_a_corner
from reportgen.render.maps.conditions import draw_conditions, formed, room_of, words_for
from reportgen.render.maps.display import Box, Drawing, Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.goals import draw_goals, goals_of
from reportgen.render.maps.ground import drawn_ground, names_layer
from reportgen.render.maps.labels import Wish, place_all
from reportgen.render.maps.legend import Legend, legend_layer
from reportgen.render.maps.marks import by_place, draw_ghosts, draw_lines_of_fire, draw_signs, draw_ways, lost_pieces
from reportgen.render.maps.palette import Ink, side_colour
from reportgen.render.maps.room import Room
from reportgen.render.maps.scale import draw_scale
from reportgen.render.maps.sheet import SMALLEST_SQUARE, Sheet, clear_paper, put
from reportgen.render.maps.words import described

CartouchePlace = Literal["auto", "inside", "below", "none"]

_GAP: Final = 5.0
"""Points between the frame and what stands below it."""
_ROW: Final = 1 << 16
"""A square is counted as its column and its row times this."""
_AROUND: Final = tuple(column + _ROW * row for row in (-1, 0, 1) for column in (-1, 0, 1))


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
    legend_width: float = 0.0,
) -> Drawing:
    """A map of `width` points; with a `height` (points) for the framed board, narrower where the board is tall.

    `legend`: `full` explains ground, arms, sides and marks, each only if it is there; `brief` leaves the ground out;
    `none` leaves out all; or the entries that `unexplained` found. It is as wide as the map, or as `legend_width`.
    `cartouche`: in a free corner or else below the frame (`auto`) or left out (`inside`), always
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
    blocks, arrows = _draw_pieces_and_marks(picture, sheet, painter, room, colours)
    boxes = {piece.id: box for piece, box in blocks}
    goals = goals_of(picture, ground)
    names = names_layer(ground, room, goals.lines, arrows)
    draw_goals(goals, sheet, painter, room)
    if goals.lines is not None:
        room.take_all(goals.lines, soft=True)
    plate: Plate | None = None
    headless = False
    if picture.cartouche and cartouche != "none":
        found = None if cartouche == "below" else plate_in_a_corner(picture.cartouche, sheet, room, ground.busy)
        if found is not None:
            painter.stage()
            draw_plate(*found, sheet, painter)
            room.take(found[1])
        elif cartouche == "inside":
            headless = True
        else:
            plate = plate_for(picture.cartouche, sheet)
    labels = _draw_labels(picture, blocks, sheet, painter, room)
    floor = _draw_below(picture, plate, sheet, painter, scale)
    layers = [ground.layer, *([names] if names else [])]
    under, (left, foot, right, _) = legend_layer(picture, sheet, colours, legend, floor, legend_width)
    if under is not None:
        layers.append(under)
    layers.append(painter.layer(""))
    title, text = described(picture)
    box = left, min(foot, 0.0), right, sheet.frame[3]
    least = min(1.0, SMALLEST_SQUARE / sheet.cell)
    return Drawing(box, tuple(layers), title, text, labels, boxes, headless, least)


def _draw_pieces_and_marks(picture: MapPicture, sheet: Sheet, painter: Painter, room: Room,
                           colours: Sequence[str]) -> tuple[list[tuple[Piece, Box]], list[list[complex]]]:  # fmt: skip
    """Draws all that stands and happened; returns the pieces with their boxes, and the ways of broad arrows."""
    pieces = {piece.id: piece for piece in picture.pieces}
    standing = by_place(picture.pieces)
    painter.stage(sheet.board)
    draw_ghosts(picture.marks, sheet, painter, room, colours)
    painter.stage()
    arrows = draw_ways(picture.marks, pieces, sheet, painter, room, colours)
    painter.stage(sheet.board)
    draw_lines_of_fire(picture.marks, standing, sheet, painter, room, colours)
    painter.stage()
    stands = [(piece, sheet.pt(piece.at), colours[piece.side]) for piece in picture.pieces]
    draw_bodies(stands, sheet, painter)
    draw_conditions(stands, sheet, painter)
    blocks = []
    for piece, at, _ in stands:
        box = block_box(piece, at, sheet)
        room.take(room_of(piece, box, sheet))
        blocks.append((piece, box))
    painter.stage()
    draw_signs(picture.marks, standing, sheet, painter, room, colours)
    for piece in lost_pieces(picture.marks, picture.pieces):
        box = block_box(piece, sheet.pt(piece.at), sheet)
        room.take(box)
        blocks.append((piece, box))
    return blocks, arrows


def _draw_labels(
    picture: MapPicture, blocks: list[tuple[Piece, Box]], sheet: Sheet, painter: Painter, room: Room
) -> dict[str, Box]:
    """The labels of all stands, those in the thick of it first, because they have the fewest places."""
    size = label_size(sheet)
    face, notes = metrics("label"), metrics("italic")
    capital = face.capital / 1000 * size
    centres = [complex(box[0] + box[2], box[1] + box[3]) / 2 for _, box in blocks]
    squares = [int(c.real / sheet.cell) + _ROW * int(c.imag / sheet.cell) for c in centres]
    count = dict(Counter(squares))
    crowd = {square: sum([count.get(square + step, 0) for step in _AROUND]) for square in count}
    lost = {mark.piece.id for mark in picture.marks if mark.kind == "loss" and mark.piece is not None}
    order = sorted(range(len(blocks)), key=lambda n: (-crowd[squares[n]], -centres[n].imag, centres[n].real))
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
