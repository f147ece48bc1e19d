"""What every board of areas has, squares and hexes alike: areas by number and by name, and sets of them as bitboards.

An area is an int: row * columns + column, row 0 at the bottom, column 0 at the left, so A1 is 0. A set of areas is a
bitboard: an int whose bit n stands for area n. Positions in board units count from the bottom left corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

_NAME = re.compile(r"([A-Za-z]{1,4})([1-9][0-9]{0,5})", re.ASCII)


class Lattice:
    """A board of `columns` by `rows` areas. Raises ValueError if a number is below 1.

    What is asked for all the time stands in slots; tables that are filled when first asked for, in the dictionary.
    """

    __slots__ = ("__dict__", "all", "columns", "names", "numbers", "rows", "size")

    def __init__(self, columns: int, rows: int) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"a board needs at least one column and one row, not {columns} x {rows}")
        self.columns: Final = columns
        self.rows: Final = rows
        self.size: Final = columns * rows
        self.all: Final = (1 << columns * rows) - 1
        letters = [column_name(column) for column in range(columns)]
        self.names: Final = tuple(f"{letter}{row + 1}" for row in range(rows) for letter in letters)
        """By area: its coordinate."""
        self.numbers: Final = {name: square for square, name in enumerate(self.names)}
        """By coordinate as `names` writes it: the area."""

    # -- names -------------------------------------------------------------------------------------------------------

    def name(self, square: int) -> str:
        """The coordinate of an area: `C7`; past column Z come AA, AB and so on."""
        return self.names[square]

    def square(self, name: str) -> int:
        """The area of a coordinate; small letters will do. Raises ValueError with a text fit for users."""
        known = self.numbers.get(name)
        if known is not None:
            return known
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(f"'{name}' is not a square; write a column letter and a row number, such as C7")
        column = -1
        for letter in match[1].upper():
            column = (column + 1) * 26 + ord(letter) - ord("A")
        row = int(match[2]) - 1
        if column >= self.columns or row >= self.rows:
            raise ValueError(f"'{name}' is off the board, which runs from A1 to {self.name(self.size - 1)}")
        return row * self.columns + column

    def column(self, square: int) -> int:
        """0 at the left."""
        return square % self.columns

    def row(self, square: int) -> int:
        """0 at the bottom."""
        return square // self.columns

    def index(self, column: int, row: int) -> int:
        """The area at a column and row, both from 0, which must be on the board."""
        return row * self.columns + column

    @staticmethod
    def squares(bits: int) -> Iterator[int]:
        """The areas of a bitboard, ascending."""
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    # -- places ------------------------------------------------------------------------------------------------------

    def centre(self, square: int) -> tuple[float, float]:
        """The middle of an area in board units."""
        raise TypeError(f"{type(self).__name__} has no shape")

    def outline(self, square: int) -> tuple[tuple[float, float], ...]:
        """The corners of an area in board units, clockwise; the edge of side f lies between corners f and f + 1."""
        raise TypeError(f"{type(self).__name__} has no shape")

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the whole board in board units."""
        return self._extent

    @cached_property
    def _extent(self) -> tuple[float, float]:
        corners = [corner for square in range(self.size) for corner in self.outline(square)]
        return max(x for x, _ in corners), max(y for _, y in corners)

    def place(self, name: str) -> tuple[float, float]:
        """The middle of what a coordinate (with or without a slot, `C7/2`) names, in board units; raises ValueError
        with a text fit for users."""
        return self.centre(self.square(name.partition("/")[0]))

    def at(self, point: tuple[float, float]) -> int:
        """The area at a point in board units; of points outside the nearest."""
        x, y = point
        return min(
            range(self.size),
            key=lambda area: ((self.centre(area)[0] - x) ** 2 + (self.centre(area)[1] - y) ** 2, area),
        )

    # -- what the kinds of board fill in -----------------------------------------------------------------------------

    sides: tuple[str, ...] = ()
    """The names of an area's sides, clockwise, in the order of the numbers by which `Ground.edges` knows them."""

    def over(self, square: int, side: int) -> int:
        """The area beyond a side, or -1 where the board ends."""
        raise TypeError(f"{type(self).__name__} has no sides")

    def neighbours(self, square: int) -> tuple[int, ...]:
        """The areas around."""
        raise TypeError(f"{type(self).__name__} has no neighbours")

    def spread(self, squares: int) -> int:
        """A bitboard together with every area adjacent to it."""
        together = squares
        for square in self.squares(squares):
            for other in self.neighbours(square):
                together |= 1 << other
        return together

    def distance(self, a: int, b: int) -> int:
        """Steps from one to the other, 0 for the same."""
        raise TypeError(f"{type(self).__name__} has no distances")

    def within(self, square: int, radius: int) -> int:
        """The areas at distance 1..radius as a bitboard."""
        raise TypeError(f"{type(self).__name__} has no distances")

    def edge(self, side: str) -> int:
        """The border areas of a side of the board (`N`, `E`, `S` or `W`) as a bitboard."""
        raise TypeError(f"{type(self).__name__} has no border")

    def to_edge(self, square: int, side: str) -> int:
        """Rows or columns from an area to the border areas of a side; 0 on the border."""
        row, column = divmod(square, self.columns)
        return {"N": self.rows - 1 - row, "S": row, "W": column, "E": self.columns - 1 - column}[side]


def column_name(column: int) -> str:
    """The letters of a column counted from 0: A..Z, then AA, AB and so on."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
