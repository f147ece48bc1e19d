"""The ground of a measured table: what is drawn by cells as shapes, and shapes in the table's unit on the cells.

Imported, with shapely, only for measured tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import shapely
from shapely import LineString, Polygon
from shapely import Point as Position
from shapely.geometry.base import BaseGeometry

from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.field import TOUCH
from reportgen.board.ground import Ground, Shape
from reportgen.board.table import MEASURED_PATTERN, TableGrid
from reportgen.files.lenient import items, mapping, number, whole, word
from reportgen.files.schema_scenario import compile_pattern
from reportgen.files.source import Source, Way
from reportgen.problems import Problems

Point = tuple[float, float]

_LEAST = {"outline": 3, "line": 2}
"""Points that it takes."""
_POSITION = compile_pattern(rf"{MEASURED_PATTERN}\Z")


def with_shapes(ground: Ground, grid: TableGrid, source: Source, words: Vocabulary, problems: Problems) -> Ground:
    """The ground with its shapes: those of its cells, and those that the scenario gives. Wrong ones are told."""
    shapes = [*_cells(ground, grid), *_lines(ground, grid, words)]
    areas, heights, places = dict(ground.areas), list(ground.heights), dict(ground.places)
    for number_, given in enumerate(items(mapping(source.data, "terrain"), "shapes")):
        if not isinstance(given, dict):
            continue
        way: Way = ("terrain", "shapes", number_)
        for shape in _shape(given, way, grid, source, words, problems):
            shapes.append(shape)
            covered = _covered(shape, grid)
            if shape.what == "area":
                areas[shape.name] = areas.get(shape.name, 0) | covered
            elif shape.what == "height":
                heights = heights or [0] * grid.size
                for cell in grid.squares(covered):
                    heights[cell] = max(heights[cell], int(shape.name))
            if shape.place:
                places[shape.place] = places.get(shape.place, 0) | covered
    ordered = {kind: areas[kind] for kind in (*words.areas, *areas) if areas.get(kind)}
    return replace(ground, areas=ordered, heights=tuple(heights), places=places, shapes=tuple(shapes))


def _cells(ground: Ground, grid: TableGrid) -> Iterator[Shape]:
    for kind, cells in ground.areas.items():
        for points in _runs(cells, grid):
            yield Shape("area", kind, points)
    for level in sorted(set(ground.heights) - {0}):
        at_least = sum(1 << cell for cell, height in enumerate(ground.heights) if height >= level)
        for points in _runs(at_least, grid):
            yield Shape("height", str(level), points)


def _runs(cells: int, grid: TableGrid) -> Iterator[tuple[Point, ...]]:
    """The cells as rectangles, as wide as they go in each row, cut at the table's edge."""
    width, height = grid.extent
    for row in range(grid.rows):
        top = min(row + 1.0, height)
        column = 0
        while column < grid.columns:
            first = column
            while column < grid.columns and cells >> grid.index(column, row) & 1:
                column += 1
            if column > first:
                right = min(float(column), width)
                yield (float(first), top), (right, top), (right, float(row)), (float(first), float(row))
            else:
                column += 1


def _lines(ground: Ground, grid: TableGrid, words: Vocabulary) -> Iterator[Shape]:
    """The edges between cells, each once."""
    width, height = grid.extent
    for kind, lines in ground.edges.items():
        both = words.edges.get(kind, True)
        for cell, side in sorted(lines):
            beyond = grid.over(cell, side)
            if both and 0 <= beyond < cell:
                continue  # written from the other cell
            corners = grid.outline(cell)
            first, second = corners[side], corners[(side + 1) % 4]
            ends = tuple((min(float(x), width), min(float(y), height)) for x, y in (first, second))
            yield Shape("edge", kind, ends, None if both else grid.centre(cell))


def _shape(
    given: Mapping[str, Any], way: Way, grid: TableGrid, source: Source, words: Vocabulary, problems: Problems
) -> Iterator[Shape]:
    kind, level = word(given, "kind"), whole(given, "height", 0)
    if "outline" in given and "line" in given:
        message = "a piece of ground has 'outline' or 'line', not both"
        problems.add(source.key((*way, "line")), "either-key", message, "delete one of the two")
        return
    key = "outline" if "outline" in given else "line"
    for other, wanted in (("inside", kind in words.edges and not words.edges[kind]), ("width", key == "line")):
        if other in given and not (wanted and (other == "inside" or kind not in words.edges)):
            message = f"the key '{other}' means nothing for this {kind or 'height'}"
            problems.add(source.key((*way, other)), "unknown-key", message, "delete it")
    points = _points(given, key, way, grid, source, problems)
    if points is None or len(points) < _LEAST[key]:
        return
    if key == "line" and len(set(points)) < 2:
        message = "this line has no length"
        problems.add(source.place((*way, key)), "bad-shape", message, "give it two points that differ")
        return
    if kind in words.edges:
        if key == "outline":
            points = (*points, points[0])
        inside: tuple[Point, ...] | None = ()
        if "inside" in given:
            inside = _points({"inside": [given["inside"]]}, "inside", way, grid, source, problems)
        elif not words.edges[kind]:
            message = f"it is not said which side this {kind} protects"
            problems.add(source.place(way), "missing-key", message, "add inside: with a position on that side")
            return
        if inside is None:
            return
        if inside and LineString(points).distance(Position(inside[0])) < TOUCH:
            message = f"this position lies on the {kind} itself, not on one side of it"
            problems.add(source.place((*way, "inside")), "bad-shape", message, "move it to the side that is protected")
            return
        inwards = inside[0] if inside and not words.edges[kind] else None
        yield Shape("edge", kind, points, inwards, points, given=True, place=word(given, "name"))
        return
    if key == "line":
        breadth = number(given, "width")
        if breadth is None:
            if "width" not in given:
                message = f"it is not said how broad this {kind or 'height'} is"
                problems.add(source.place(way), "missing-key", message, "add width:, or give an outline")
            return
        if breadth <= 0:
            return
        found: BaseGeometry = LineString(points).buffer(
            breadth / grid.table.increment / 2, cap_style="flat", join_style="mitre"
        )
    else:
        found = Polygon(points)
    if not found.is_valid or found.area == 0:
        crossed = found.convex_hull.area > 0
        message = f"this outline {'crosses itself' if crossed else 'encloses nothing'}"
        hint = f"give its corners in order {'around it' if crossed else 'and not all on one line'}"
        problems.add(source.place((*way, key)), "bad-shape", message, hint)
        return
    if not kind and not level:
        problems.add(source.place(way), "missing-key", "the key 'kind' or 'height' is missing")
        return
    outline = tuple((float(x), float(y)) for x, y in shapely.get_coordinates(found.exterior)[:-1])  # type: ignore[attr-defined]
    line, broad = (points, number(given, "width") or 0.0) if key == "line" else ((), 0.0)
    for what, called in (("area", kind), ("height", str(level or ""))):
        if called:
            yield Shape(what, called, outline, None, line, broad / grid.table.increment, True, word(given, "name"))  # type: ignore[arg-type]


def _points(
    given: Mapping[str, Any], key: str, way: Way, grid: TableGrid, source: Source, problems: Problems
) -> tuple[Point, ...] | None:
    points = []
    for n, text in enumerate(items(given, key)):
        if not isinstance(text, str) or not _POSITION.match(text):
            continue  # told by the schema
        try:
            points.append(grid.table.parse(text))
        except ValueError as fault:
            at = (*way, key) if key == "inside" else (*way, key, n)
            problems.add(source.place(at), "off-board", str(fault))
    return tuple(points) if len(points) == len(items(given, key)) and points else None


def _covered(shape: Shape, grid: TableGrid) -> int:
    """The cells whose middle is in a shape, and those that its line runs through; if it is smaller than that, the one
    that its middle is in."""
    if shape.line:
        line = LineString(shape.line)
        cells = (cell for cell in range(grid.size) if Polygon(grid.outline(cell)).intersection(line).length > 0.2)
        return sum(1 << cell for cell in cells) or 1 << grid.at(shape.line[0])
    polygon = Polygon(shape.points)
    middles = [grid.centre(cell) for cell in range(grid.size)]
    inside = shapely.intersects_xy(polygon, [x for x, _ in middles], [y for _, y in middles])
    board = sum(1 << cell for cell, found in enumerate(inside) if found)
    if not board:
        middle = polygon.representative_point()
        board = 1 << grid.at((middle.x, middle.y))
    return board
