"""Where things are, in words: by the scenario's named places first, by the edges of the table else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from reportgen.battle.scenario import Scenario
from reportgen.board.field import TOUCH
from reportgen.board.hexes import HexGrid
from reportgen.board.picture import Piece
from reportgen.story.lore import Lore
from reportgen.story.words import EDGES, article, counted, lower_the, number

_WITHIN = {"wood": "in", "building": "in", "ford": "at", "river": "in", "shallow_river": "in", "rocks": "among"}
_UNITS = {"inches": ("inch", "inches"), "centimetres": ("centimetre", "centimetres")}
_INTO = {"in": "into", "on": "on to", "at": "to", "among": "among"}


class Places:
    """The ground of one scenario as a person speaks of it."""

    def __init__(self, scenario: Scenario, lore: Lore) -> None:
        self.ground = scenario.ground
        self.grid = scenario.ground.grid
        self.lore = lore
        self.named = {_said(name): squares for name, squares in self.ground.places.items() if squares}
        self._squares: dict[tuple[float, float], int] = {}
        self._apart: dict[tuple[int, int], int] = {}

    def square(self, point: tuple[float, float]) -> int:
        """The square under a point in board units."""
        square = self._squares.get(point)
        if square is None:
            square = self._squares[point] = self.grid.at(point)
        return square

    def cell(self, point: tuple[float, float]) -> tuple[float, float]:
        """Column and row of the square or hex under a point; on a measured table the point itself, to a hundredth."""
        if self.ground.table is not None:
            return round(point[0], 2), round(point[1], 2)
        square = self.square(point)
        return self.grid.column(square), self.grid.row(square)

    # -- distances ---------------------------------------------------------------------------------------------------

    def apart(self, a: tuple[float, float], b: tuple[float, float]) -> int:
        """Squares or hexes between two points, 1 for neighbours; increments begun on a measured table."""
        if self.ground.table is not None:
            return math.ceil(math.dist(a, b) - TOUCH)
        pair = self.square(a), self.square(b)
        far = self._apart.get(pair)
        if far is None:
            far = self._apart[pair] = self.grid.distance(*pair)
        return far

    def gap(self, pieces: Iterable[Piece]) -> int | None:
        """How far apart the nearest enemies are, those in hiding left out; None if there are not two."""
        spots: tuple[list[tuple[float, float]], ...] = ([], [])
        for piece in pieces:
            if not piece.concealed:
                spots[piece.side].append(piece.at)
        return min((self.apart(a, b) for a in spots[0] for b in spots[1]), default=None)

    def distance(self, far: float) -> str:
        """'two squares', 'three hexes', or by the ruler: 'fourteen inches'."""
        table = self.ground.table
        if table is not None:
            return counted(round(far * table.increment), *_UNITS[table.unit])
        return counted(int(far), *self.step)

    @property
    def step(self) -> tuple[str, str]:
        """What the board is made of, one and several; on a measured table the unit of the ruler."""
        if self.ground.table is not None:
            return _UNITS[self.ground.table.unit]
        return ("hex", "hexes") if isinstance(self.grid, HexGrid) else self.lore.step

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the table in such steps."""
        table = self.ground.table
        return (table.width, table.height) if table is not None else (self.grid.columns, self.grid.rows)

    def size_said(self) -> str:
        """'eighteen squares by twelve', the longer side first."""
        long, short = max(self.size), min(self.size)
        return f"{_figure(long)} {self.step[1]} by {_figure(short)}"

    # -- places ------------------------------------------------------------------------------------------------------

    def inside(self, square: int) -> str:
        """The named place that the square belongs to, or an empty string."""
        return next((name for name, squares in self.named.items() if squares >> square & 1), "")

    def beside(self, square: int, within: int = 1) -> str:
        """The named place nearest to the square within so many squares, not the one it lies in; or empty."""
        found = [
            (min(self.grid.distance(square, other) for other in self.grid.squares(squares)), name)
            for name, squares in self.named.items()
            if not squares >> square & 1 and self.grid.within(square, within) & squares
        ]
        return min(found)[1] if found else ""

    def at(self, square: int, near: int = 1) -> str:
        """'in the village', 'beside the northern outcrop', or empty where nothing with a name is near."""
        name = self.inside(square)
        if name:
            return f"{self._in(square)} {name}"
        name = self.beside(square, near)
        return f"by {name}" if name else ""

    def back_to(self, start: int, end: int) -> str:
        """Where a way back ended: 'into the village', 'as far as the northern outcrop', or empty."""
        name = self.inside(end)
        if name:
            return f"{_INTO[self._in(end)]} {name}" if name != self.inside(start) else ""
        name = self.beside(end)
        return f"as far as {name}" if name and name not in (self.inside(start), self.beside(start)) else ""

    def where(self, square: int) -> str:
        """Like `at`, but never empty: without a place near by the part of the table must do."""
        return self.at(square, 2) or self.part(square)

    def part(self, square: int) -> str:
        """'in the middle of the table', 'near the northern edge', 'towards the west'."""
        columns, rows = self.grid.columns, self.grid.rows
        for side in "NSEW":
            if self.grid.to_edge(square, side) <= 1:
                return f"near the {EDGES[side]} edge"
        x, y = self.grid.column(square) / columns, self.grid.row(square) / rows
        vertical = "north" if y > 0.62 else "south" if y < 0.35 else ""
        across = "east" if x > 0.62 else "west" if x < 0.35 else ""
        both = f"{vertical}-{across}".strip("-")
        return f"in the {both}" if both else "in the middle of the table"

    def way(self, path: Sequence[str], road: bool = False) -> str:
        """How a path ran: 'into the village', 'up to the bridge', 'past the palms', 'along the road'; may be empty."""
        squares = [self.grid.square(name) for name in path]
        if len(squares) < 2:
            return ""
        start, end = squares[0], squares[-1]
        into, left = self.inside(end), self.inside(start)
        if into and into != left:
            return f"{_INTO[self._in(end)]} {into}"
        if left and into != left:
            return f"out of {left}" if self._in(start) in ("in", "among") else f"from {left}"
        through = next((self.inside(square) for square in squares[1:-1] if self.inside(square)), "")
        if through and through not in (into, left):
            return f"across {through}" if self._across(squares[1:-1], through) else f"through {through}"
        by, was = self.beside(end), self.beside(start)
        if by and by != was:
            return f"up to {by}"
        if was and by != was:
            return f"from {was}"
        past = next((self.beside(square) for square in squares[1:-1] if self.beside(square)), "")
        if past and past not in (by, was):
            return f"past {past}"
        if self.ground.height(end) > self.ground.height(start):
            return "uphill"
        if self.ground.height(end) < self.ground.height(start):
            return "downhill"
        return "along the road" if road else self._cover(end, start)

    def _cover(self, end: int, start: int) -> str:
        """Into a wood or buildings without a name of their own."""
        kinds = [kind for kind in self.ground.kinds_at(end) if _WITHIN.get(kind) == "in" and kind != "river"]
        if not kinds or kinds[0] in self.ground.kinds_at(start):
            return ""
        one = self.lore.ground(kinds[0], self.ground.climate)[0]
        return f"into {article(one)} {one}"

    def _in(self, square: int) -> str:
        """The preposition for being in a square of a named place."""
        for kind in reversed(self.ground.kinds_at(square)):
            if kind in _WITHIN:
                return _WITHIN[kind]
            if kind in ("bridge", "road", "track"):
                return "on"
        return "on" if self.ground.height(square) else "at"

    def _across(self, squares: Sequence[int], name: str) -> bool:
        here = next(square for square in squares if self.inside(square) == name)
        return self._in(here) in ("on", "at")


def _figure(value: float) -> str:
    return number(int(value)) if value == int(value) else f"{value:g}"


def _said(name: str) -> str:
    """A place's name in mid-sentence: 'the' added to common names, left off proper ones."""
    name = lower_the(name)
    return name if name.startswith("the ") or name[:1].isupper() else f"the {name}"
