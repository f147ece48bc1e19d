"""The ground of a map as one finished layer: paper, terrain, grid, frame, names. Drawn once for all maps."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import Final

import numpy as np

from reportgen.board.ground import Ground
from reportgen.render.maps.borders import draw_borders, draw_given
from reportgen.render.maps.display import Box, Layer, Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.growth import (
    draw_buildings,
    draw_marsh,
    draw_obstacles,
    draw_rocks,
    draw_sand,
    draw_unknown,
    draw_wood,
)
from reportgen.render.maps.kept import Kept
from reportgen.render.maps.labels import Wish, place
from reportgen.render.maps.palette import INKS, Ink
from reportgen.render.maps.patches import Cell, side_of
from reportgen.render.maps.rasters import area_raster
from reportgen.render.maps.relief import draw_hills, hill_field
from reportgen.render.maps.room import Room
from reportgen.render.maps.sheet import Sheet, clear_paper, draw_frame, draw_grid, draw_paper, put, sheet_for
from reportgen.render.maps.water import Water, draw_given_crossings, draw_given_water, given_water
from reportgen.render.maps.ways import (
    centre_lines,
    crossing,
    draw_bridge,
    draw_ford,
    draw_rails,
    draw_roads,
    draw_shallows,
    draw_tracks,
    draw_water,
    network,
    river_lines,
    way_links,
)

SIGNS: Final[dict[str, str]] = {
    "wood": "wood", "woods": "wood", "forest": "wood", "palms": "wood",
    "rocks": "rocks", "rock": "rocks",
    "river": "river", "water": "river", "lake": "river",
    "shallow_river": "shallow", "fordable_river": "shallow", "shallows": "shallow", "shallow": "shallow",
    "ford": "ford", "fords": "ford", "bridge": "bridge", "bridges": "bridge", "large_bridge": "bridge",
    "rail": "rail", "railway": "rail", "obstacle": "obstacle", "obstacles": "obstacle", "abatis": "obstacle",
    "road": "road", "roads": "road", "track": "track", "tracks": "track",
    "building": "building", "buildings": "building", "village": "building", "town": "building",
    "marsh": "marsh", "swamp": "marsh", "bog": "marsh",
}  # fmt: skip
"""The sign drawn for a ruleset's word. Words not found here get a tint and their name."""
_CROSSINGS: Final = {
    "bridge": "bridge", "bridges": "bridge", "footbridge": "bridge", "pontoon": "bridge", "pontoons": "bridge",
    "ford": "ford", "fords": "ford",
}  # fmt: skip
"""What makes a ruleset's own word a crossing, if it is part of it: `pontoons`, `boat_bridge`, `bridge_of_boats`."""
_GONE: Final = frozenset({"blown", "broken", "burned", "burnt", "destroyed", "ruined"})
"""What makes a crossing's word the word of none."""
_PLAIN: Final = frozenset({"open", "plain", "clear", "flat", "sand"})
"""Words for ground on which nothing is drawn."""
_LINES: Final = frozenset({"river", "shallow", "ford", "bridge", "road", "track", "rail"})
"""Signs that run through squares as lines."""
_KEPT: Final = 12
"""Grounds kept drawn: those of one or two scenarios in all sizes and inks that a report wants."""


@dataclass(frozen=True, slots=True)
class DrawnGround:
    """A ground on paper: its sheet, its layer, the middles of the squares with anything on them in board units, the
    boxes of its names where no stand is in the way, and the boxes of what they name."""

    sheet: Sheet
    layer: Layer
    busy: tuple[complex, ...]
    names: dict[str, Box]
    named: dict[str, Box]
    room: Room
    """The roads, streams and works that labels had better not hide, marked as soft."""


_drawn: Kept[DrawnGround] = Kept(_KEPT)
_named: Kept[Layer] = Kept(10 * _KEPT)
"""Names of places as they were drawn, by what they are and where they stand."""


def drawn_ground(ground: Ground, width: float, height: float | None, ink: Ink) -> DrawnGround:
    """The ground on paper, drawn now or taken from those drawn before (equal grounds count as the same)."""
    key = (
        ground.grid,
        tuple(sorted(ground.areas.items())),
        ground.heights,
        tuple((kind, ground.edges[kind]) for kind in sorted(ground.edges)),
        tuple(sorted(ground.places.items())),
        ground.climate,
        *((ground.shapes,) if ground.shapes else ()),
        round(width, 2),
        None if height is None else round(height, 2),
        ink,
    )

    def drawn() -> DrawnGround:
        sheet = sheet_for(ground.grid, width, height, INKS[ink], ground.climate)
        return _draw(ground, _measured(ground, sheet) if ground.shapes else sheet, key)

    return _drawn.get(key, drawn)


@cache
def sign_of(kind: str) -> str | None:
    """The sign that is drawn for a ruleset's word; None if it gets a tint and its name."""
    if kind in SIGNS:
        return SIGNS[kind]
    parts = kind.split("_")
    return None if _GONE.intersection(parts) else next((_CROSSINGS[part] for part in parts if part in _CROSSINGS), None)


def cells_of(ground: Ground, squares: int) -> set[Cell]:
    grid = ground.grid
    return {(grid.column(square), grid.row(square)) for square in grid.squares(squares)}


def _measured(ground: Ground, sheet: Sheet) -> Sheet:
    """The sheet of a measured table, with the patches of its ground."""
    signs: dict[str, set[str]] = {}
    for kind in ground.areas:
        signs.setdefault(sign_of(kind) or kind, set()).add(kind)
    patches = {sign: area_raster(ground, frozenset(kinds)) for sign, kinds in signs.items() if sign not in _LINES}
    return replace(sheet, shapes=patches)


def _draw(ground: Ground, sheet: Sheet, key: object) -> DrawnGround:
    painter = Painter()
    cells: dict[str, set[Cell]] = {}
    unknown: dict[str, set[Cell]] = {}
    for kind, squares in ground.areas.items():
        if kind in _PLAIN or not squares:
            continue
        sign = sign_of(kind)
        if sign is None:
            unknown[kind] = cells_of(ground, squares)
        else:
            cells.setdefault(sign, set()).update(cells_of(ground, squares))
    busy = set().union(*cells.values(), *unknown.values())
    draw_paper(sheet, painter)
    field = hill_field(ground)
    if field is not None:
        draw_hills(ground, field, sheet, painter)
        busy |= {(n % sheet.columns, n // sheet.columns) for n, height in enumerate(ground.heights) if height}
    for salt, kind in enumerate(sorted(unknown)):
        draw_unknown(unknown[kind], sheet, painter, 40 + salt, kind)
    if "marsh" in cells:
        draw_marsh(cells["marsh"], sheet, painter)
    if sheet.climate == "desert":
        painter.stage(sheet.board)
        draw_sand(busy, sheet, painter)
    lines = _draw_lines(cells, _given_lines(ground), given_water(ground, sign_of), sheet, painter)
    if "rocks" in cells:
        draw_rocks(cells["rocks"], sheet, painter)
    if "wood" in cells:
        draw_wood(cells["wood"], sheet, painter)
    if "obstacle" in cells:
        draw_obstacles(cells["obstacle"], sheet, painter)
    if "building" in cells:
        draw_buildings(cells["building"], lines, sheet, painter)
    edges = {
        kind: [((ground.grid.column(square), ground.grid.row(square)), side) for square, side in sides]
        for kind, sides in ground.edges.items()
        if sides
    }
    draw_borders(edges, sheet, painter)
    for shape in ground.shapes:
        if shape.what == "edge" and shape.line:
            draw_given(shape.name, [complex(*point) for point in shape.line], shape.inwards, sheet, painter)
    busy |= {cell for sides in edges.values() for cell, _ in sides}
    draw_frame(sheet, painter)
    names, named = _names(ground, unknown, lines, busy, sheet)
    digest = blake2b(_plain(key).encode(), digest_size=6).hexdigest()
    room = Room(sheet.board, sheet.cell)
    for line in lines:
        for a, b in itertools.pairwise(line):
            room.take_line(sheet.pt(a), sheet.pt(b), 0.6)
    for sides in edges.values():
        for cell, side in sides:
            one, two = side_of(cell, side, ground.grid)
            room.take_line(sheet.pt(complex(*one)), sheet.pt(complex(*two)), 1.2)
    for column, row in cells.get("bridge", set()) | cells.get("ford", set()):
        middle = sheet.middle((column, row))
        room.take_line(sheet.pt(middle - 0.5), sheet.pt(middle + 0.5), 0.3 * sheet.cell)
    return DrawnGround(
        sheet, painter.layer(f"ground-{digest}"), tuple(map(sheet.middle, sorted(busy))), names, named, room
    )


def _plain(key: object) -> str:
    """A key as text that does not depend on the order in which sets are kept."""
    if isinstance(key, frozenset):
        return repr(sorted(key))
    if isinstance(key, tuple):
        return f"({','.join(_plain(part) for part in key)})"
    return repr(key)


def _given_lines(ground: Ground) -> dict[str, list[list[complex]]]:
    """By sign: the lines that a measured table's roads were given by."""
    found: dict[str, list[list[complex]]] = {}
    for shape in ground.shapes:
        if shape.what == "area" and shape.line:
            line = [complex(*point) for point in shape.line]
            found.setdefault(sign_of(shape.name) or shape.name, []).append(line)
    return {sign: lines for sign, lines in found.items() if sign in ("road", "track", "rail")}


def _draw_lines(cells: Mapping[str, set[Cell]], given: Mapping[str, list[list[complex]]], told: Water, sheet: Sheet,
                painter: Painter) -> list[list[complex]]:  # fmt: skip
    """Water, grid, roads, tracks, bridges and fords, in this order; returns the middle lines in board units, and banks.
    What was `given` as lines is drawn along these, what was `told` as shapes of water as these, and not by cells."""
    cells = {
        sign: cells_ - _under(given.get(sign, ()), sheet) - told.cells.get(sign, set())
        for sign, cells_ in cells.items()
    }
    bridges, fords = cells.get("bridge", set()), cells.get("ford", set())
    crossings = bridges | fords
    shallows = cells.get("shallow", set())
    water = cells.get("river", set()) | shallows | crossings
    rivers = river_lines(water, sheet, steady=crossings)
    draw_given_water(told, sheet, painter)
    if water or rivers:
        draw_water(water, rivers, sheet, painter)
    if shallows:
        draw_shallows(shallows, water, rivers, sheet, painter)
    painter.stage(sheet.board)
    draw_grid(sheet, painter)
    roads, tracks = cells.get("road", set()), cells.get("track", set())
    road_links, track_links = way_links(roads, tracks, crossings, sheet)
    track_lines = centre_lines(track_links, sheet, 240, steady=crossings | (set(track_links) & set(road_links)))
    road_lines = centre_lines(road_links, sheet, 240, steady=crossings | (set(track_links) & set(road_links)))
    track_lines += given.get("track", [])
    road_lines += given.get("road", [])
    rail_links = network(cells.get("rail", set()), sheet)
    rail_lines = centre_lines(rail_links, sheet, 240, steady=rail_links) + given.get("rail", [])
    joined = {cell: [*road_links.get(cell, []), *track_links.get(cell, [])] for cell in crossings}
    joined = {cell: links or rail_links.get(cell, []) for cell, links in joined.items()}
    streams = network(water, sheet)
    for column, row in sorted(fords):
        way = crossing((column, row), joined, streams, sheet)
        draw_ford(sheet.middle((column, row)), way, sheet, painter)
    if track_lines:
        draw_tracks(track_lines, sheet, painter)
    if road_lines:
        draw_roads(road_lines, sheet, painter)
    for column, row in sorted(bridges):
        way = crossing((column, row), joined, streams, sheet)
        draw_bridge(sheet.middle((column, row)), way, sheet, painter)
    draw_given_crossings(told, [*road_lines, *track_lines, *rail_lines], sheet, painter)
    if rail_lines:
        draw_rails(rail_lines, sheet, painter)
    return rivers + road_lines + track_lines + rail_lines + list(told.banks())


def _under(lines: Iterable[list[complex]], sheet: Sheet) -> set[Cell]:
    """The cells that lines run through."""
    return {
        sheet.cell_at(a + (b - a) * n / 12) for line in lines for a, b in itertools.pairwise(line) for n in range(13)
    }


def _names(ground: Ground, unknown: Mapping[str, set[Cell]], lines: list[list[complex]], busy: set[Cell],
           sheet: Sheet) -> tuple[dict[str, Box], dict[str, Box]]:  # fmt: skip
    """Where the names of places stand beside what they name, clear of each other and of as much ground as can be; and
    the boxes of what they name."""
    wanted = [(name, cells_of(ground, squares)) for name, squares in sorted(ground.places.items()) if squares]
    wanted += [(kind.replace("_", " "), cells) for kind, cells in sorted(unknown.items())]
    if not wanted:
        return {}, {}
    room = Room(sheet.board, sheet.cell)
    for column, row in busy:
        low = sheet.pt(sheet.middle((column, row)) - 0.5 - 0.5j)
        room.take((low.real, low.imag, low.real + sheet.cell, low.imag + sheet.cell), soft=True)
    for line in lines:
        points = [sheet.pt(p) for p in line]
        for a, b in itertools.pairwise(points):
            room.take_line(a, b, 0.2 * sheet.cell)
    size = name_size(sheet)
    boxes: dict[str, Box] = {}
    named: dict[str, Box] = {}
    for name, cells in wanted:
        text = name[:1].upper() + name[1:]
        width = metrics("italic").width(text, size)
        pts = np.array([sheet.middle(cell) for cell in cells])
        low = sheet.pt(complex(pts.real.min(), pts.imag.min()) - 0.5 - 0.5j)
        high = sheet.pt(complex(pts.real.max(), pts.imag.max()) + 0.5 + 0.5j)
        named[text] = (low.real, low.imag, high.real, high.imag)
        boxes[text] = place(Wish(named[text], width + 2, 0.72 * size, -1j), room).box
    return boxes, named


def name_size(sheet: Sheet) -> float:
    """Size of the names of places in points."""
    return min(9.5, max(6.4, 0.44 * sheet.cell))


def names_layer(
    ground: DrawnGround, room: Room, lines: Room | None = None, arrows: Iterable[Sequence[complex]] = ()
) -> Layer | None:
    """The names of places, to lie under stands and arrows, and takes their room. Each stands where it does on every map
    of this ground unless a block is there, else beside what it names as well as can be; one that would lie over
    another label is left out. On what is hard in `lines`, and under `arrows` (points), no name may stand, though other
    labels may."""
    sheet = ground.sheet
    kept = room.copy()
    if lines is not None:
        kept.take_all(lines)
    for way in arrows:
        for a, b in itertools.pairwise(way):
            kept.take_line(a, b, 1.5, soft=False)
    found = {box for _, box, *_ in kept.free((0.0, box) for box in ground.names.values())}
    free = {text: box for text, box in ground.names.items() if box in found}
    leaders = []
    for box in free.values():
        room.take(box)
        kept.take(box)
    for text, box in ground.names.items():
        if text not in free:
            moved = place(Wish(ground.named[text], box[2] - box[0], box[3] - box[1], -1j), kept.copy())
            if kept.cost(moved.box) is None:
                continue
            room.take(moved.box)
            kept.take(moved.box)
            free[text] = moved.box
            if moved.leader is not None:
                leaders.append(moved.leader)
    if not free:
        return None
    key = (ground.layer.key, tuple(sorted(free.items())))
    return _named.get(key, lambda: _draw_names(key, leaders, sheet))


def _draw_names(key: tuple[str, tuple[tuple[str, Box], ...]], leaders: Iterable[tuple[complex, complex]],
                sheet: Sheet) -> Layer:  # fmt: skip
    """A layer of names of places in their boxes, for a ground named by its key."""
    painter, size = Painter(), name_size(sheet)
    painter.stage(sheet.board)
    for leader in leaders:
        painter.pen(Style(stroke=sheet.palette.ink, width=sheet.hair)).line(leader)
    for text, box in key[1]:
        clear_paper(box, sheet, painter)
        put(painter, complex(box[0] + 1, box[1] + 0.18 * size), text, size, "italic", sheet.palette.ink)
    digest = blake2b(repr((key[0], list(key[1]))).encode(), digest_size=6).hexdigest()
    return painter.layer(f"names-{digest}")
