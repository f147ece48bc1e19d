"""The ground of a scenario from its `terrain`: the drawn map, the lists of squares, the edges and the names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.compass import COMPASS
from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice
from reportgen.board.table import TableGrid
from reportgen.files.lenient import items, mapping, whole, word
from reportgen.files.schema_scenario import AREA_PATTERN, MOST_HEIGHT, compile_pattern
from reportgen.files.source import Source, Way
from reportgen.problems import Place, Problems

AREA = compile_pattern(AREA_PATTERN)
_OPEN = "."


@dataclass(frozen=True, slots=True)
class Squares:
    """Reads lists of squares (`C7`, `C7-E9`) of one source, and tells which are off the board."""

    grid: Lattice
    source: Source
    problems: Problems

    def listed(self, *way: str | int) -> tuple[int, ...]:
        """The squares of the list at `way`, in its order and each once. What is no square at all is told already."""
        data: Any = self.source.data
        for step in way:
            data = data[step]
        found: dict[int, None] = {}
        for number, item in enumerate(items(data)):
            if isinstance(item, str) and AREA.match(item):
                found.update(dict.fromkeys(self.area(item, (*way, number))))
        return tuple(found)

    def one(self, name: str, way: Way) -> int | None:
        """The square of that name, or None if it is off the board."""
        try:
            return self.grid.square(name)
        except ValueError:
            last = self.grid.name(self.grid.size - 1)
            message = f"{name} is off the board, which runs from A1 to {last}"
            self.problems.add(self.source.place(way), "off-board", message)
            return None

    def area(self, item: str, way: Way) -> list[int]:
        """The squares of `C7` or `C7-E9`; none, with a problem, if a corner is off the board."""
        ends = [self.one(name, way) for name in item.split("-")]
        squares = [square for square in ends if square is not None]
        if len(squares) < len(ends):
            return []
        columns = sorted(self.grid.column(square) for square in squares)
        rows = sorted(self.grid.row(square) for square in squares)
        return [
            self.grid.index(column, row)
            for row in range(rows[0], rows[-1] + 1)
            for column in range(columns[0], columns[-1] + 1)
        ]


def bits(squares: tuple[int, ...]) -> int:
    """The squares as a bitboard."""
    board = 0
    for square in squares:
        board |= 1 << square
    return board


def ground_from(source: Source, grid: Lattice, words: Vocabulary, problems: Problems) -> Ground:
    """The ground of the scenario in `source`. Wrong parts are left out and told."""
    terrain = mapping(source.data, "terrain")
    squares = Squares(grid, source, problems)
    areas: dict[str, int] = dict.fromkeys(words.areas, 0)
    heights = [0] * grid.size
    _map(source, grid, areas, heights, problems)
    for kind in mapping(terrain, "areas"):
        areas[kind] = areas.get(kind, 0) | bits(squares.listed("terrain", "areas", kind))
    for level in mapping(terrain, "heights"):
        if level.isdecimal() and 0 < int(level) <= MOST_HEIGHT:
            for square in squares.listed("terrain", "heights", level):
                heights[square] = max(heights[square], int(level))
    places = {name: bits(squares.listed("terrain", "places", name)) for name in mapping(terrain, "places")}
    ground = Ground(
        grid=grid,
        areas={kind: board for kind, board in areas.items() if board},
        heights=tuple(heights) if any(heights) else (),
        edges=_edges(terrain, squares, words),
        places=places,
        climate=word(source.data, "climate", "temperate"),
    )
    if isinstance(grid, TableGrid):
        from reportgen.files.shapes import with_shapes

        return with_shapes(ground, grid, source, words, problems)
    if items(terrain, "shapes"):
        message = "shapes are in inches or centimetres, but this board has none"
        problems.add(
            source.key(("terrain", "shapes")), "no-ruler", message, "draw them by squares, or measure the table"
        )
    return ground


def _map(source: Source, grid: Lattice, areas: dict[str, int], heights: list[int], problems: Problems) -> None:
    terrain = mapping(source.data, "terrain")
    text = word(terrain, "map").rstrip("\n")
    if not text:
        return
    way: Way = ("terrain", "map")
    legend: dict[str, Any] = {_OPEN: None, **mapping(terrain, "legend")}
    lines = text.split("\n")
    if len(lines) != grid.rows:
        message = f"the map has {_lines(len(lines), 'line')}, but the board {_lines(grid.rows, 'row')}"
        problems.add(source.place(way), "map-height", message, "draw one line for each row")
    told: set[str] = set()
    wrong: dict[int, list[Place]] = {}
    for number, line in enumerate(lines):
        drawn = [(column, sign) for column, sign in enumerate(line) if sign != " "]
        if len(drawn) != grid.columns:
            wrong.setdefault(len(drawn), []).append(source.in_text(way, number, drawn[0][0] if drawn else 0))
        for column, (at, sign) in enumerate(drawn):
            if sign not in legend:
                if sign not in told:
                    known = ", ".join(legend)
                    message = f"the map's character '{sign}' is not in the legend"
                    place = source.in_text(way, number, at)
                    problems.add(place, "unknown-character", message, f"known here: {known}")
                    told.add(sign)
            elif column < grid.columns and number < grid.rows:
                _draw(legend[sign], grid.index(column, grid.rows - 1 - number), areas, heights)
    for width, places in wrong.items():
        these = (
            "this line of the map has"
            if len(places) == 1
            else f"{len(places)} lines of the map, of which this is the first, have"
        )
        message = f"{these} {_lines(width, 'square')}, but the board {_lines(grid.columns, 'column')}"
        problems.add(places[0], "map-width", message, "draw one character for each square")


def _lines(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _draw(meaning: Any, square: int, areas: dict[str, int], heights: list[int]) -> None:
    """Puts what a legend's character means on a square: a kind, several, or kind and height."""
    kinds: Any = meaning
    if isinstance(meaning, dict):
        kinds = meaning.get("kind")
        heights[square] = max(0, min(MOST_HEIGHT, whole(meaning, "height", 0)))
    for kind in [kinds] if isinstance(kinds, str) else items(kinds):
        if isinstance(kind, str):
            areas[kind] = areas.get(kind, 0) | 1 << square


def _edges(terrain: dict[str, Any], squares: Squares, words: Vocabulary) -> dict[str, frozenset[tuple[int, int]]]:
    grid = squares.grid
    found: dict[str, set[tuple[int, int]]] = {}
    for number, edge in enumerate(items(terrain, "edges")):
        kind = word(edge, "kind")
        along = squares.listed("terrain", "edges", number, "along") if "along" in mapping(edge) else ()
        given = mapping(edge).get("side")
        sides = dict.fromkeys(
            side for name in ([given] if isinstance(given, str) else items(given)) for side in _sides(grid, name)
        )
        both = words.edges.get(kind, True)
        for square in along:
            for side in sides:
                found.setdefault(kind, set()).add((square, side))
                beyond = grid.over(square, side)
                if both and beyond >= 0:
                    found[kind].add((beyond, (side + len(grid.sides) // 2) % len(grid.sides)))
    return {kind: frozenset(lines) for kind, lines in found.items()}


def _sides(grid: Lattice, name: Any) -> list[int]:
    """The numbers of the sides that a point of the compass means: the side of that name, else those on both sides of
    it (on flat hexes the east is two sides, NE and SE)."""
    if not isinstance(name, str):
        return []
    if name in grid.sides:
        return [grid.sides.index(name)]
    if name not in COMPASS:
        return []
    bearings = [grid.bearing(side) if isinstance(grid, HexGrid) else 90.0 * side for side in range(len(grid.sides))]
    return [side for side, bearing in enumerate(bearings) if abs((bearing - COMPASS[name] + 180) % 360 - 180) <= 45.0]
