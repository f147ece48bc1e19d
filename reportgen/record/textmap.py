"""A map in plain letters, small enough for a terminal: terrain by letters, stands with an arrow where they face."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice, column_name
from reportgen.board.picture import Piece
from reportgen.board.table import UNITS

TIED = "\u00a0"
"""A blank at which no line is broken."""
ARROWS = ("▲◥▶◢▼◣◀◤", "△◹▷◿▽◺◁◸")
"""By side, clockwise from the top edge in steps of 45 degrees."""
MARGIN = 3
NARROWEST = 20
READABLE = 3
"""Letters and figures by which a unit can still be told."""


def text_map(
    ground: Ground,
    pieces: Sequence[Piece],
    sides: Sequence[str],
    titles: Mapping[str, str],
    width: int = 80,
) -> list[str]:
    """The lines of the map. `sides` are names of the sides, `titles` those of kinds of terrain, by kind.

    Two in a square stand one above the other, the front one above. Labels are shortened if the board is wide.
    """
    grid = ground.grid
    letters = terrain_letters(ground, titles)
    there = _by_square(grid, pieces)
    labels, gap, blank = _labels(pieces, grid.columns, max(width, NARROWEST))
    named = max((len(label) for label in labels.values()), default=1) + 1
    cell = named + gap + blank
    pitch = grid.centre(grid.index(1, 0))[0] - grid.centre(grid.index(0, 0))[0]
    left = min(grid.centre(square)[0] for square in range(grid.size))

    def column_of(square: int) -> int:
        return MARGIN + round((grid.centre(square)[0] - left) / pitch * cell)

    across = _put((column_of(grid.index(c, 0)), column_name(c)) for c in range(grid.columns))
    lines = [across]
    for squares in _lines_of(grid):
        row = grid.name(squares[0]).lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        deep = max(len(there.get(square, ())) for square in squares)
        for level in range(max(deep, 1)):
            words = [(0, f"{row:>2}")] if level == 0 and grid.column(squares[0]) == 0 else []
            for square in squares:
                standing = there.get(square, ())
                at = column_of(square)
                if level < len(standing):
                    piece = standing[level]
                    words.append((at, f"{labels[piece.id]}{_arrow(piece)}"))
                    at += named
                if gap or not standing:
                    letter = _ground_at(ground, square, letters)
                    if level == 0 and not (standing and letter == "."):
                        words.append((at, letter))
            lines.append(_put(words))
    legend = _legend(ground, pieces, sides, titles, letters)
    return [*lines, across, *(part for line in legend for part in _narrow(line, max(width, NARROWEST)))]


def terrain_letters(ground: Ground, titles: Mapping[str, str]) -> dict[str, str]:
    """Kind of terrain -> the letter for it, of those that the ground has: the first of its name that is free."""
    letters: dict[str, str] = {}
    for kind in ground.areas:
        if ground.areas[kind]:
            name = titles.get(kind, kind).lower() + "abcdefghijklmnopqrstuvwxyz"
            letters[kind] = next(letter for letter in name if letter.isalpha() and letter not in letters.values())
    return letters


def _lines_of(grid: Lattice) -> Iterator[list[int]]:
    """The squares that stand side by side, from the top of the board down, each line from the left."""
    by_height: dict[float, list[int]] = {}
    for square in range(grid.size):
        by_height.setdefault(round(grid.centre(square)[1], 3), []).append(square)
    for height in sorted(by_height, reverse=True):
        yield sorted(by_height[height], key=lambda square: grid.centre(square)[0])


def _by_square(grid: Lattice, pieces: Iterable[Piece]) -> dict[int, list[Piece]]:
    """The pieces in each square, the front one first."""
    found: dict[int, list[Piece]] = {}
    for piece in pieces:
        nearest = min(range(grid.size), key=lambda square: math.dist(grid.centre(square), piece.at))
        found.setdefault(nearest, []).append(piece)
    for together in found.values():
        rows = len({piece.facing for piece in together}) == 1
        together.sort(key=_ahead if rows else lambda piece: piece.at[1], reverse=True)
    return found


def _ahead(piece: Piece) -> float:
    """How far it stands in the direction in which it faces."""
    angle = math.radians(piece.facing)
    return round(piece.at[0] * math.sin(angle) + piece.at[1] * math.cos(angle), 6)


def _arrow(piece: Piece) -> str:
    return ARROWS[piece.side % 2][round(piece.facing / 45) % 8]


def _labels(pieces: Sequence[Piece], columns: int, width: int) -> tuple[dict[str, str], int, int]:
    """What each piece is called on the map, by id; whether there is a column to spare for the terrain it is in; and
    how many blanks stand between two squares. What is given up first, where the map is too wide, is the ground under a
    piece, then letters of its label, and the blank that parts it from its neighbour only to keep the label readable."""
    longest = max((len(piece.label) for piece in pieces), default=1)
    ways = [(longest, 1, 1), (longest, 0, 1), (longest - 1, 1, 1)]
    ways += [(size, 0, 1) for size in range(longest - 1, READABLE - 1, -1)]
    ways += [(size, 0, 0) for size in range(longest, 0, -1)]
    for size, gap, blank in (way for way in ways if way[0]):
        labels = {piece.id: _short(piece, size) for piece in pieces}
        if MARGIN + columns * (size + 1 + gap + blank) <= width and len(set(labels.values())) == len(pieces):
            return labels, gap, blank
    gap = int(MARGIN + 2 * columns <= width)
    return {piece.id: "" for piece in pieces}, gap, int(MARGIN + (2 + gap) * columns <= width)


def _short(piece: Piece, size: int) -> str:
    """The label in so many letters, its number kept; in small letters if the piece is concealed."""
    label = piece.label
    stem = label.rstrip("0123456789")
    number = label[len(stem) :]
    if len(label) > size:
        label = (stem[: max(size - len(number), 1)] + number)[:size]
    return f"{label.lower() if piece.concealed else label:<{size}}"


def _ground_at(ground: Ground, square: int, letters: Mapping[str, str]) -> str:
    kinds = ground.kinds_at(square)
    if kinds:  # of several the one that there is least of: the bridge, not the river
        return letters[min(kinds, key=lambda kind: ground.areas[kind].bit_count())]
    height = ground.height(square)
    return str(height) if height else "."


def _put(words: Iterable[tuple[int, str]]) -> str:
    """Words at their columns."""
    line = ""
    for column, word in words:
        line = line.ljust(column) + word
    return line.rstrip()


def _narrow(line: str, columns: int) -> list[str]:
    """A line of the legend in lines no longer than the map may be wide."""
    if len(line) <= columns:
        return [line.replace(TIED, " ")]
    lines = textwrap.wrap(line, max(columns, 20), subsequent_indent="  ", break_on_hyphens=False)
    return [part.replace(TIED, " ") for part in lines]


def _legend(
    ground: Ground,
    pieces: Sequence[Piece],
    sides: Sequence[str],
    titles: Mapping[str, str],
    letters: Mapping[str, str],
) -> Iterator[str]:
    ours = "  ".join(f"{ARROWS[number][2]} {name}" for number, name in enumerate(sides))
    yield f"{ours}{'  (small letters: concealed)' if any(piece.concealed for piece in pieces) else ''}"
    kinds = [f"{letter} {titles.get(kind, kind).lower()}" for kind, letter in letters.items()]
    if any(ground.heights):
        kinds.append("1-9 height")
    kinds = [one.replace(" ", TIED) for one in kinds]
    if kinds:
        yield "  ".join(kinds)
    for kind, edges in ground.edges.items():
        if edges:
            grid = ground.grid
            runs = _between(grid, edges) if isinstance(grid, HexGrid) else _edges(ground, edges)
            yield f"{titles.get(kind, kind.replace('_', ' ')).lower()}: {', '.join(runs)}"
    if ground.table is not None:
        for number, name in enumerate(sides):
            mine = [f"{piece.label}{TIED}{ground.table.name(piece.at)}" for piece in pieces if piece.side == number]
            yield f"{name} ({UNITS[ground.table.unit]}): {' '.join(mine)}"


def _between(grid: HexGrid, edges: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Edges of hexes, by the two that they part: 'C4/C5', or at the border by the one."""
    names = grid.names
    told: set[frozenset[int]] = set()
    for square, facing in sorted(edges):
        other = grid.step(square, facing)
        if frozenset((square, other)) not in told:
            told.add(frozenset((square, other)))
            yield f"{names[square]}/{names[other]}" if other >= 0 else names[square]


def _edges(ground: Ground, edges: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Edges by square and side, neighbours along one line together: 'C4-E4 N'. What stands from both sides is named
    once."""
    grid = ground.grid
    known = set(edges)
    for side, name in enumerate("NESW"):
        told = (
            square for square, its in known if its == side and (side < 2 or _other(grid, square, side) not in known)
        )
        step = 1 if side % 2 == 0 else -1
        squares = sorted(told, key=lambda square: (grid.row(square), grid.column(square))[::step])
        runs: list[list[int]] = []
        for square in squares:
            if runs and _next(grid, runs[-1][-1], square, side):
                runs[-1].append(square)
            else:
                runs.append([square])
        for run in runs:
            ends = [grid.name(run[0]), grid.name(run[-1])] if len(run) > 1 else [grid.name(run[0])]
            yield f"{'-'.join(ends)} {name}"


def _other(grid: Lattice, square: int, side: int) -> tuple[int, int]:
    """The same edge, seen from the square on its other side; (-1, -1) at the border."""
    column, row = grid.column(square), grid.row(square)
    column, row = (column, row - 1) if side == 2 else (column - 1, row)
    return (grid.index(column, row), side - 2) if column >= 0 and row >= 0 else (-1, -1)


def _next(grid: Lattice, one: int, two: int, side: int) -> bool:
    across, up = grid.column(two) - grid.column(one), grid.row(two) - grid.row(one)
    return (across, up) == ((1, 0) if side % 2 == 0 else (0, 1))
