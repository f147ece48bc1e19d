"""The measured table: its size, its unit, and the cells of one increment that lie under it.

Positions are in increments from the bottom left corner; users write them in the table's unit (`12.5,8`). The cells are
squares of one increment, so that a drawn map, a list of squares and a coordinate such as `C7` mean a place on a
measured table too: the cell, or its middle.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final, Literal

from reportgen.board.squares import SquareGrid

Unit = Literal["inches", "centimetres"]
UNITS: Final[dict[Unit, str]] = {"inches": "in", "centimetres": "cm"}
"""Units of a table -> as they are abbreviated on maps."""

MEASURED_PATTERN: Final = r"[0-9]{1,4}(?:\.[0-9]{1,2})?,[0-9]{1,4}(?:\.[0-9]{1,2})?"
_MEASURED = re.compile(rf"({MEASURED_PATTERN})(?:/[12])?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Table:
    """`width` and `height` in the table's unit; `increment`: units that make 1 of the rules' distances."""

    width: float
    height: float
    unit: Unit = "inches"
    increment: float = 6.0

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height in increments."""
        return self.width / self.increment, self.height / self.increment

    @property
    def cells(self) -> tuple[int, int]:
        """Columns and rows of the cells; the last ones may hang over the table's edge."""
        return math.ceil(self.width / self.increment - 1e-9), math.ceil(self.height / self.increment - 1e-9)

    def kept(self, point: tuple[float, float]) -> tuple[float, float]:
        """The point (in increments) as it can be written down: to a hundredth of the unit."""
        x, y = point
        return round(x * self.increment, 2) / self.increment, round(y * self.increment, 2) / self.increment

    def parse(self, text: str) -> tuple[float, float]:
        """The point, in increments, of `12.5,8` in the table's unit. Raises ValueError with a text fit for users."""
        match = _MEASURED.fullmatch(text)
        if match is None:
            raise ValueError(f"'{text}' is not a place; write {self.unit} from the bottom left, such as 12.5,8")
        x, y = (float(part) for part in match[1].split(","))
        if x > self.width or y > self.height:
            raise ValueError(
                f"{match[1]} is off the table, which is {plain(self.width)} by {plain(self.height)} {self.unit}"
            )
        return round(x, 2) / self.increment, round(y, 2) / self.increment

    def name(self, point: tuple[float, float]) -> str:
        """A point in increments as users write it, in the table's unit: `12.5,8`."""
        return f"{plain(point[0] * self.increment)},{plain(point[1] * self.increment)}"


class TableGrid(SquareGrid):
    """The cells of a measured table. `square` takes positions too and gives the cell in which they lie."""

    def __init__(self, table: Table) -> None:
        super().__init__(*table.cells)
        self.table: Final = table

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableGrid) and other.table == self.table

    def __hash__(self) -> int:
        return hash(self.table)

    def __repr__(self) -> str:
        return f"TableGrid({self.table!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return TableGrid, (self.table,)

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the table in increments."""
        return self.table.extent

    def square(self, name: str) -> int:
        """The cell of `C7`, or the one that the position `12.5,8` or the middle of a region (`reportgen.board.regions`)
        lies in. Raises ValueError with a text for users."""
        return self.at(self.place(name)) if "," in name else super().square(name)

    def at(self, point: tuple[float, float]) -> int:
        """The cell at a point in increments; points outside are drawn in."""
        column = min(max(int(point[0]), 0), self.columns - 1)
        return self.index(column, min(max(int(point[1]), 0), self.rows - 1))

    def place(self, name: str) -> tuple[float, float]:
        """The point, in increments, that a coordinate means: a position, the middle of a region, or that of a cell (of
        what is on the table of it). Raises ValueError with a text for users."""
        if "," in name:
            return self.table.parse(name.partition(" in ")[0])
        x, y = self.centre(super().square(name.partition("/")[0]))
        width, height = self.extent
        return self.table.kept((min(x, (int(x) + width) / 2), min(y, (int(y) + height) / 2)))


def plain(value: float) -> str:
    """A number to a hundredth, without zeros at its end."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
