"""The ground of a battle: which terrain lies where. What terrain does is the ruleset's matter, not this module's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from reportgen.board.lattice import Lattice
from reportgen.board.squares import SquareGrid
from reportgen.board.table import Table, TableGrid


@dataclass(frozen=True, slots=True)
class Shape:
    """A piece of ground on a measured table, in increments from the bottom left corner.

    `what`: an `area` of the kind `name`; a `height` (contour), whose `name` is its level; an `edge`, a line of the kind
    `name` (wall, hedge, trench). `points`: the corners of a closed outline, or the points of a line for an edge.
    `inwards`: for an edge that protects one side only, the point from which it is seen from inside; None: both sides.
    `line`: what was given as a line (the middle of a road, a wall), as maps draw it, `breadth` its width; empty for
    what lies by cells. `given`: whether the scenario gave it as a shape, and not by cells. `place`: its name, or empty.
    """

    what: Literal["area", "height", "edge"]
    name: str
    points: tuple[tuple[float, float], ...]
    inwards: tuple[float, float] | None = None
    line: tuple[tuple[float, float], ...] = ()
    breadth: float = 0.0
    given: bool = False
    place: str = ""


@dataclass(frozen=True)
class Ground:
    """Terrain on a board, known by the ruleset's words (`wood`, `rocks`, `wall` ...).

    `grid`: squares, hexes, or the cells of one increment under a measured table.
    `areas`: kind -> the squares it covers, as a bitboard (bit n is square n).
    `heights`: contour level of each square, 0 = the plain.
    `edges`: kind -> the (square, side) pairs along which it runs, side 0 N, 1 E, 2 S, 3 W on squares, the number of the
    facing on hexes. A wall between two squares stands in it twice, once from either side; an entrenchment only from the
    side of the square that it protects.
    `places`: names for the narrative and the map ('the northern outcrop') -> bitboard.
    `climate`: how plants are drawn and named.
    `shapes`: on a measured table the ground as it is: what was drawn by cells and what was given as shapes; the
    bitboards then say which cells have the kind at their middle. Empty on grids.
    """

    grid: Lattice
    areas: Mapping[str, int] = field(default_factory=dict)
    heights: tuple[int, ...] = ()
    edges: Mapping[str, frozenset[tuple[int, int]]] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    climate: str = "temperate"
    shapes: tuple[Shape, ...] = ()

    @property
    def table(self) -> Table | None:
        """The measured table, or None on a grid."""
        return self.grid.table if isinstance(self.grid, TableGrid) else None

    @property
    def squares(self) -> SquareGrid:
        """The grid, for rules that know squares only. Raises TypeError on hexes."""
        if not isinstance(self.grid, SquareGrid):
            raise TypeError(f"these rules need squares, not {self.grid!r}")
        return self.grid

    def area(self, *kinds: str) -> int:
        """The squares covered by any of the kinds, as a bitboard."""
        together = 0
        for kind in kinds:
            together |= self.areas.get(kind, 0)
        return together

    def kinds_at(self, square: int) -> tuple[str, ...]:
        """The area kinds of one square, in the order of `areas`."""
        return tuple(kind for kind, squares in self.areas.items() if squares >> square & 1)

    def height(self, square: int) -> int:
        return self.heights[square] if self.heights else 0
