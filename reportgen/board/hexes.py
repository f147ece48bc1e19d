"""The hex grid: names, directions, distances, arcs and lines of sight, in the manner of `reportgen.board.squares`.

A hex is an int: row * columns + column, row 0 at the bottom, column 0 at the left, named like a square (`C7`). Two
layouts: `flat` hexes have an edge at the top and stand in columns, of which every second (B, D ...) is half a hex
higher; `pointy` ones have a corner at the top and stand in rows, of which every second (2, 4 ...) is half a hex to the
right. Distances count steps over edges. One board unit is the distance between the centres of two neighbours.

Facings look over an edge. An arc of `width` hexsides is a sector to both sides of the facing, its borders included.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import Final, Literal

from reportgen.board.lattice import Lattice

Layout = Literal["flat", "pointy"]

FACINGS: Final[dict[Layout, tuple[str, ...]]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
"""The six facings by layout, index 0..5, clockwise; f and (f + 3) % 6 are opposite."""

_STEPS: Final = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""By facing: the step in axial coordinates (q, r). Flat: q goes by column, r north; pointy: r by row, q east."""
_ROOT3 = math.sqrt(3.0)
_NUDGE = 1e-6


class HexGrid(Lattice):
    """A board of `columns` by `rows` hexes. Equal and hashed by size and layout; `HexGrid.of` shares one object each.

    Raises ValueError if a number is below 1 or the layout is neither `flat` nor `pointy`.
    """

    def __init__(self, columns: int, rows: int, layout: Layout = "flat") -> None:
        if layout not in FACINGS:
            raise ValueError(f"hexes are 'flat' or 'pointy', not '{layout}'")
        super().__init__(columns, rows)
        self.layout: Final[Layout] = layout
        self.facings: Final = FACINGS[layout]
        self.sides = FACINGS[layout]

    @staticmethod
    def of(columns: int, rows: int, layout: Layout = "flat") -> HexGrid:
        """The shared grid of that size, with the tables that others have filled already."""
        return _shared(columns, rows, layout)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexGrid) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"HexGrid({self.columns}, {self.rows}, {self.layout!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _shared, self._key()

    def _key(self) -> tuple[int, int, Layout]:
        return self.columns, self.rows, self.layout

    # -- places ------------------------------------------------------------------------------------------------------

    def centre(self, square: int) -> tuple[float, float]:
        """The middle of a hex in board units from the bottom left corner of the board's bounding box."""
        row, column = divmod(square, self.columns)
        if self.layout == "flat":
            return column * _ROOT3 / 2 + 1 / _ROOT3, row + 0.5 + (column % 2) / 2
        return column + 0.5 + (row % 2) / 2, row * _ROOT3 / 2 + 1 / _ROOT3

    def at(self, point: tuple[float, float]) -> int:
        """The hex at a point in board units; of points outside the nearest."""
        x, y = point
        lines, places = (self.columns, self.rows) if self.layout == "flat" else (self.rows, self.columns)
        across, along = (x, y) if self.layout == "flat" else (y, x)
        line = min(max(round((across - 1 / _ROOT3) / (_ROOT3 / 2)), 0), lines - 1)
        best = (math.inf, -1)
        for other in range(max(line - 2, 0), min(line + 3, lines)):
            place = min(max(round(along - 0.5 - (other % 2) / 2), 0), places - 1)
            for one in range(max(place - 1, 0), min(place + 2, places)):
                area = self.index(other, one) if self.layout == "flat" else self.index(one, other)
                cx, cy = self.centre(area)
                best = min(best, ((cx - x) ** 2 + (cy - y) ** 2, area))
        return best[1]

    def outline(self, square: int) -> tuple[tuple[float, float], ...]:
        """The six corners in board units, clockwise; the edge of facing f lies between corners f and f + 1."""
        x, y = self.centre(square)
        first = -30.0 if self.layout == "flat" else 0.0
        radius = 1 / _ROOT3
        corners = []
        for corner in range(6):
            angle = math.radians(first + 60 * corner)
            corners.append((x + radius * math.sin(angle), y + radius * math.cos(angle)))
        return tuple(corners)

    def bearing(self, facing: int) -> float:
        """Degrees clockwise from the top edge that a facing looks to."""
        return 60.0 * facing if self.layout == "flat" else 60.0 * facing + 30.0

    # -- steps and distances -----------------------------------------------------------------------------------------

    @cached_property
    def _axial(self) -> tuple[tuple[int, int], ...]:
        """(q, r) of every hex."""
        found = []
        for square in range(self.size):
            row, column = divmod(square, self.columns)
            if self.layout == "flat":
                found.append((column, row - column // 2))
            else:
                found.append((column - row // 2, row))
        return tuple(found)

    @cached_property
    def _by_axial(self) -> dict[tuple[int, int], int]:
        return {axial: square for square, axial in enumerate(self._axial)}

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """[hex][facing] -> the neighbour over that edge, or -1 where the board ends."""
        by_axial = self._by_axial
        return tuple(tuple(by_axial.get((q + dq, r + dr), -1) for dq, dr in _STEPS) for q, r in self._axial)

    def step(self, square: int, facing: int) -> int:
        return self.steps[square][facing]

    def over(self, square: int, side: int) -> int:
        """The hex beyond a side (0..5), or -1 where the board ends."""
        return self.steps[square][side]

    def neighbours(self, square: int) -> tuple[int, ...]:
        """The up to six hexes around, clockwise from facing 0."""
        return tuple(other for other in self.steps[square] if other >= 0)

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """By hex: the hexes around as a bitboard."""
        return tuple(sum(1 << other for other in self.neighbours(square)) for square in range(self.size))

    def distance(self, a: int, b: int) -> int:
        """Steps from hex to hex, 0 for the same."""
        (q1, r1), (q2, r2) = self._axial[a], self._axial[b]
        q, r = q2 - q1, r2 - r1
        return max(abs(q), abs(r), abs(q + r))

    @cached_property
    def _within(self) -> dict[int, tuple[int, ...]]:
        return {}

    def within(self, square: int, radius: int) -> int:
        """The hexes at distance 1..radius as a bitboard."""
        table = self._within.get(radius)
        if table is None:
            table = self._within[radius] = tuple(
                sum(1 << b for b in range(self.size) if 0 < self.distance(a, b) <= radius) for a in range(self.size)
            )
        return table[square]

    def facing_towards(self, a: int, b: int) -> int:
        """The facing (0..5) whose edge looks most nearly from one hex to another; of two equally near the lower."""
        (x1, y1), (x2, y2) = self.centre(a), self.centre(b)
        angle = math.degrees(math.atan2(x2 - x1, y2 - y1)) - self.bearing(0)
        return math.ceil(angle / 60 - 0.5 - 1e-9) % 6

    # -- arcs --------------------------------------------------------------------------------------------------------

    @cached_property
    def front(self) -> tuple[tuple[int, ...], ...]:
        """[facing][hex] -> the hexes within 60 degrees either side of the facing, as a bitboard."""
        return tuple(
            tuple(
                sum(1 << b for b in range(self.size) if b != a and self._off(a, facing, b) <= 60.0 + 1e-9)
                for a in range(self.size)
            )
            for facing in range(6)
        )

    @cached_property
    def rear(self) -> tuple[tuple[int, ...], ...]:
        """[facing][hex] -> the hexes behind: the front of the opposite facing less what is in front, as a bitboard."""
        return tuple(
            tuple(self.front[(facing + 3) % 6][a] & ~self.front[facing][a] for a in range(self.size))
            for facing in range(6)
        )

    def _off(self, a: int, facing: int, b: int) -> float:
        """Degrees between a facing and the direction of another hex, 0 to 180."""
        (x1, y1), (x2, y2) = self.centre(a), self.centre(b)
        angle = math.degrees(math.atan2(x2 - x1, y2 - y1)) - self.bearing(facing)
        return abs((angle + 180) % 360 - 180)

    # -- lines -------------------------------------------------------------------------------------------------------

    def line(self, a: int, b: int) -> tuple[int, tuple[int, ...]]:
        """The hexes that a line from centre to centre enters between its ends, as a bitboard; and, where it runs
        exactly along an edge, the two hexes beside that edge, each pair as a bitboard."""
        return self._lines(a, b) if a <= b else self._lines(b, a)

    def _lines(self, a: int, b: int) -> tuple[int, tuple[int, ...]]:
        known = self._known_lines
        key = a * self.size + b
        found = known.get(key)
        if found is None:
            inside, pairs = 0, []
            count = self.distance(a, b)
            for step in range(1, count):
                one, two = (self._rounded(a, b, step / count, nudge) for nudge in (_NUDGE, -_NUDGE))
                bits = (1 << one if one >= 0 else 0) | (1 << two if two >= 0 else 0)
                if one == two:
                    inside |= bits
                elif bits:
                    pairs.append(bits)
            found = known[key] = inside & ~(1 << a | 1 << b), tuple(pairs)
        return found

    @cached_property
    def _known_lines(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        return {}

    def _rounded(self, a: int, b: int, part: float, nudge: float) -> int:
        """The hex at a part of the way, a hair to one side of the line; -1 off the board."""
        (q1, r1), (q2, r2) = self._axial[a], self._axial[b]
        q = q1 + (q2 - q1) * part + nudge
        r = r1 + (r2 - r1) * part + 2 * nudge
        s = -q - r
        rounded = [round(q), round(r), round(s)]
        off = [abs(rounded[0] - q), abs(rounded[1] - r), abs(rounded[2] - s)]
        worst = off.index(max(off))
        if worst == 0:
            rounded[0] = -rounded[1] - rounded[2]
        elif worst == 1:
            rounded[1] = -rounded[0] - rounded[2]
        return self._by_axial.get((rounded[0], rounded[1]), -1)

    # -- borders ---------------------------------------------------------------------------------------------------

    def edge(self, side: str) -> int:
        """The border hexes of a side (`N`, `E`, `S` or `W`) as a bitboard."""
        wanted = {"N": self.rows - 1, "S": 0, "E": self.columns - 1, "W": 0}[side]
        part = self.row if side in "NS" else self.column
        return sum(1 << square for square in range(self.size) if part(square) == wanted)


@lru_cache(maxsize=64)
def _shared(columns: int, rows: int, layout: Layout) -> HexGrid:
    return HexGrid(columns, rows, layout)
