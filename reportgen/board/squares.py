"""The square grid: names, directions, distances and arcs, as tables made once for each size of board.

A square is an int: row * columns + column, row 0 at the bottom, column 0 at the left, so A1 is 0. A set of squares is a
bitboard: an int whose bit n stands for square n. One step goes to any of the eight neighbours; distances are Chebyshev
(the larger of columns and rows between), in squares.

Arcs are quarters of the board, diagonals included: ahead of a facing lies every square with |across| <= ahead, behind
it the same, and what is neither is flank. A ruleset with other arcs makes its own tables.

Tables are filled when first asked for; a new grid costs next to nothing.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, Literal

from reportgen.board.lattice import Lattice

DIRECTIONS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight directions, index 0..7, clockwise from the top edge. Odd ones are diagonal; d ^ 4 is the way back."""
FACINGS: Final = ("N", "E", "S", "W")
"""The four sides and facings, index 0..3; facing f looks in direction 2 * f."""
VECTORS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""(columns, rows) that a step in each direction goes."""

Arc = Literal["front", "flank", "rear"]


class SquareGrid(Lattice):
    """A board of `columns` by `rows` squares. Equal and hashed by size; `SquareGrid.of` shares one object a size.

    Raises ValueError if a number is below 1.
    """

    __slots__ = ("_boxes", "_distances", "_off_east", "_off_west")

    sides = FACINGS

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        first = sum(1 << row * columns for row in range(rows))
        self._off_west: Final = self.all ^ first
        self._off_east: Final = self.all ^ first << columns - 1
        self._boxes: list[tuple[int, ...]] = []
        self._distances: dict[int, tuple[int, ...]] = {}

    @staticmethod
    def of(columns: int, rows: int) -> SquareGrid:
        """The shared grid of that size, with the tables that others have filled already."""
        return _shared(columns, rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SquareGrid) and (self.columns, self.rows) == (other.columns, other.rows)

    def __hash__(self) -> int:
        return hash((self.columns, self.rows))

    def __repr__(self) -> str:
        return f"SquareGrid({self.columns}, {self.rows})"

    def __reduce__(self) -> tuple[object, ...]:
        return _shared, (self.columns, self.rows)

    # -- places ------------------------------------------------------------------------------------------------------

    def centre(self, square: int) -> tuple[float, float]:
        """The middle of a square in board units (one unit a square) from the bottom left corner: A1 is (0.5, 0.5)."""
        row, column = divmod(square, self.columns)
        return column + 0.5, row + 0.5

    def outline(self, square: int) -> tuple[tuple[float, float], ...]:
        """The four corners in board units, clockwise from the north-west; edge f lies between corners f and f + 1."""
        row, column = divmod(square, self.columns)
        return (column, row + 1), (column + 1, row + 1), (column + 1, row), (column, row)

    def at(self, point: tuple[float, float]) -> int:
        """The square at a point in board units; of points outside the nearest."""
        column = min(max(int(point[0]), 0), self.columns - 1)
        return self.index(column, min(max(int(point[1]), 0), self.rows - 1))

    # -- steps -------------------------------------------------------------------------------------------------------

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """What a step in each direction adds to a square's number."""
        return tuple(dy * self.columns + dx for dx, dy in VECTORS)

    @cached_property
    def can_step(self) -> tuple[int, ...]:
        """By direction: the squares that have a neighbour there, as a bitboard."""
        lines = {side: self.all & ~self.edge(side) for side in FACINGS}
        masks = []
        for direction in DIRECTIONS:
            mask = self.all
            for side in direction:
                mask &= lines[side]
            masks.append(mask)
        return tuple(masks)

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """[square][direction] -> the neighbour, or -1 where the board ends."""
        return tuple(
            tuple(
                (row + dy) * self.columns + column + dx
                if 0 <= column + dx < self.columns and 0 <= row + dy < self.rows
                else -1
                for dx, dy in VECTORS
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def step(self, square: int, direction: int) -> int:
        """The neighbour in a direction (0..7), or -1 where the board ends."""
        return self.steps[square][direction]

    def over(self, square: int, side: int) -> int:
        """The square beyond a side (0..3), or -1 where the board ends."""
        return self.steps[square][2 * side]

    def neighbours(self, square: int) -> tuple[int, ...]:
        """The up to eight squares around, clockwise from N."""
        return tuple(other for other in self.steps[square] if other >= 0)

    def shift(self, squares: int, direction: int) -> int:
        """A whole bitboard moved one step; what would leave the board is dropped, nothing wraps."""
        offset = self.offsets[direction]
        squares &= self.can_step[direction]
        return squares << offset if offset >= 0 else squares >> -offset

    def spread(self, squares: int) -> int:
        """A bitboard together with every square adjacent to it."""
        squares |= (squares & self._off_west) >> 1 | (squares & self._off_east) << 1
        columns = self.columns
        return (squares | squares << columns | squares >> columns) & self.all

    # -- distances ---------------------------------------------------------------------------------------------------

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """By square: the up to eight squares around as a bitboard."""
        return self.within_table(1)

    def within_table(self, radius: int) -> tuple[int, ...]:
        """By square: the squares at distance 1..radius as a bitboard. Radius 0 or less gives empty ones."""
        radius = min(max(radius, 0), max(self.columns, self.rows) - 1)
        boxes = self._boxes
        if not boxes:
            boxes.append((0,) * self.size)
        while len(boxes) <= radius:
            last = boxes[-1]
            boxes.append(tuple(self.spread(last[n] | 1 << n) ^ 1 << n for n in range(self.size)))
        return boxes[radius]

    def within(self, square: int, radius: int) -> int:
        """The squares at distance 1..radius (in squares) as a bitboard, the square itself left out."""
        try:
            return self._boxes[radius][square] if radius > 0 else 0
        except IndexError:
            return self.within_table(radius)[square]

    def ring(self, square: int, radius: int) -> int:
        """The squares at exactly that distance as a bitboard; radius 0 is the square itself."""
        if radius <= 0:
            return 1 << square if radius == 0 else 0
        return self.within(square, radius) ^ self.within(square, radius - 1)

    def distance(self, a: int, b: int) -> int:
        """Chebyshev distance in squares, 0 for the same square."""
        columns = self.columns
        across = abs(a % columns - b % columns)
        along = abs(a // columns - b // columns)
        return across if across > along else along

    def distances(self, square: int) -> tuple[int, ...]:
        """By square: the distance from one square, for loops that ask often."""
        table = self._distances.get(square)
        if table is None:
            table = self._distances[square] = tuple(self.distance(square, other) for other in range(self.size))
        return table

    # -- arcs --------------------------------------------------------------------------------------------------------

    @cached_property
    def front(self) -> tuple[tuple[int, ...], ...]:
        """[facing][square] -> the quarter ahead as a bitboard: |across| <= ahead, ahead at least 1."""
        return tuple(self._quarters(facing) for facing in range(4))

    @cached_property
    def rear(self) -> tuple[tuple[int, ...], ...]:
        """[facing][square] -> the quarter behind as a bitboard."""
        return tuple(self.front[facing ^ 2] for facing in range(4))

    @cached_property
    def flank(self) -> tuple[tuple[int, ...], ...]:
        """[facing][square] -> what is neither ahead nor behind, the square itself left out, as a bitboard."""
        return tuple(
            tuple(
                self.all & ~(ahead | behind | 1 << n)
                for n, (ahead, behind) in enumerate(zip(self.front[facing], self.rear[facing], strict=True))
            )
            for facing in range(4)
        )

    def arc(self, square: int, facing: int, other: int) -> Arc:
        """In which arc of a stand at `square`, facing 0..3, another square lies. Raises ValueError for its own."""
        if self.front[facing][square] >> other & 1:
            return "front"
        if self.rear[facing][square] >> other & 1:
            return "rear"
        if square == other:
            raise ValueError(f"{self.name(square)} lies in no arc of itself")
        return "flank"

    def _quarters(self, facing: int) -> tuple[int, ...]:
        """A quarter is the next three squares and their quarters, so the board is filled from the edge looked at."""
        table = [0] * self.size
        ahead = ((2 * facing - 1) % 8, 2 * facing, 2 * facing + 1)
        columns, rows = list(range(self.columns)), list(range(self.rows))
        if facing % 2:
            lines = [[row * self.columns + column for row in rows] for column in columns]
        else:
            lines = [[row * self.columns + column for column in columns] for row in rows]
        for line in lines if facing > 1 else reversed(lines):
            for square in line:
                for direction in ahead:
                    nearer = self.steps[square][direction]
                    if nearer >= 0:
                        table[square] |= table[nearer] | 1 << nearer
        return tuple(table)

    # -- borders -----------------------------------------------------------------------------------------------------

    @cached_property
    def _edges(self) -> dict[str, int]:
        row = (1 << self.columns) - 1
        column = sum(1 << n * self.columns for n in range(self.rows))
        return {"N": row << self.columns * (self.rows - 1), "S": row, "W": column, "E": column << self.columns - 1}

    def edge(self, side: str) -> int:
        """The border squares of a side (`N`, `E`, `S` or `W`) as a bitboard."""
        return self._edges[side]

    def side_towards(self, a: int, b: int) -> int:
        """Over which side (0..3) of `a` its orthogonal neighbour `b` lies. Raises ValueError for any other square."""
        steps = self.steps[a]
        for side in range(4):
            if steps[2 * side] == b:
                return side
        raise ValueError(f"{self.name(a)} and {self.name(b)} have no side in common")

    def direction_towards(self, a: int, b: int) -> int:
        """The direction (0..7) of the step from `a` to its neighbour `b`, or -1 if they are not adjacent."""
        return self.steps[a].index(b) if b in self.steps[a] else -1


@lru_cache(maxsize=64)
def _shared(columns: int, rows: int) -> SquareGrid:
    return SquareGrid(columns, rows)
