"""The ground of a battle: which terrain lies where. What terrain does is the ruleset's matter, not this module's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reportgen.board.squares import SquareGrid


@dataclass(frozen=True)
class Ground:
    """Terrain on a square grid, known by the ruleset's words (`wood`, `rocks`, `wall` ...).

    `areas`: kind -> the squares it covers, as a bitboard (bit n is square n).
    `heights`: contour level of each square, 0 = the plain.
    `edges`: kind -> the (square, side) pairs along which it runs, side 0 N, 1 E, 2 S, 3 W. A wall between two squares
    stands in it twice, once from either side; an entrenchment only from the side of the square that it protects.
    `places`: names for the narrative and the map ('the northern outcrop') -> bitboard.
    `climate`: how plants are drawn and named.
    """

    grid: SquareGrid
    areas: Mapping[str, int] = field(default_factory=dict)
    heights: tuple[int, ...] = ()
    edges: Mapping[str, frozenset[tuple[int, int]]] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    climate: str = "temperate"

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
