"""What is taken on a map, so that labels find what is free.

The map is divided into small cells kept as the bits of one int a row; whether a box is free costs one AND a row.
What is `hard` is never covered; what is `soft` is covered only when there is nothing better.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from reportgen.render.maps.display import Box

CELLS: Final = 16
"""Cells along the side of a square."""
SOFT: Final = 0.35
"""Cost of a cell of something soft under a label."""

Place = tuple[float, Box, int, int, int]
"""A place that is free: what it costs, its box, the first of its rows and the one after the last, its bits in each."""


class Room:
    """What is taken on the map. `bounds`: the area that labels must stay in, in points; `square`: a square's side."""

    def __init__(self, bounds: Box, square: float) -> None:
        self.unit = square / CELLS
        """Side of a cell in points."""
        self.bounds = bounds
        self.columns = max(1, int((bounds[2] - bounds[0]) / self.unit))
        self.rows = max(1, int((bounds[3] - bounds[1]) / self.unit))
        self._hard = [0] * self.rows
        self._soft = [0] * self.rows
        self._powers = [1 << column for column in range(self.columns + 1)]
        """The bits of columns: a power less another has all bits from the one to before the other."""

    def copy(self) -> Room:
        """The same map, as it is taken now."""
        other = object.__new__(Room)
        other.unit, other.bounds, other.columns, other.rows = self.unit, self.bounds, self.columns, self.rows
        other._hard, other._soft, other._powers = self._hard[:], self._soft[:], self._powers
        return other

    def take(self, box: Box, soft: bool = False) -> None:
        """Marks a box as taken."""
        unit, (left, bottom, _, _) = self.unit, self.bounds
        rows = self._soft if soft else self._hard
        self._mark(
            rows,
            int((box[0] - left) / unit),
            int((box[1] - bottom) / unit),
            math.ceil((box[2] - left) / unit),
            math.ceil((box[3] - bottom) / unit),
        )

    def _mark(self, rows: list[int], left: int, low: int, right: int, high: int) -> None:
        """Sets the bits of the cells from two up to before two others, as far as they are on the map."""
        if left < 0:
            left = 0
        if right > self.columns:
            right = self.columns
        if right <= left:
            return
        bits = self._powers[right] - self._powers[left]
        for y in range(low if low > 0 else 0, high if high < self.rows else self.rows):
            rows[y] |= bits

    def take_all(self, other: Room, soft: bool = False) -> None:
        """Marks all that is hard in another room of the same map."""
        rows = self._soft if soft else self._hard
        rows[:] = [row | more for row, more in zip(rows, other._hard, strict=True)]

    def take_line(self, a: complex, b: complex, half: float, soft: bool = True) -> None:
        """Marks a line of some thickness (points) as taken: row by row, what the line covers of each."""
        unit = self.unit
        corner = complex(self.bounds[0], self.bounds[1])
        low, high = (a, b) if a.imag <= b.imag else (b, a)
        low, high = (low - corner) / unit, (high - corner) / unit
        thick = max(half, 0.5 * unit) / unit
        rise = high.imag - low.imag
        left, right = min(low.real, high.real) - thick, max(low.real, high.real) + thick
        rows = self._soft if soft else self._hard
        first_row, last_row = math.floor(low.imag - thick), math.ceil(high.imag + thick)
        if rise <= 1e-9:
            self._mark(rows, int(left), first_row, int(right) + 1, last_row)
            return
        lean = (high.real - low.real) / rise
        slant = thick * math.hypot(1.0, lean)
        foot, level = low.real, low.imag
        before, after = (-slant, lean + slant) if lean >= 0 else (lean - slant, slant)
        left, right = max(left, 0.0), min(right, self.columns - 1.0)
        powers = self._powers
        for y in range(max(first_row, 0), min(last_row, self.rows)):
            x = foot + (y - level) * lean
            start, end = x + before, x + after
            first = int(start if start > left else left)
            last = int(end if end < right else right) + 1
            if last > first:
                rows[y] |= powers[last] - powers[first]

    def take_dots(self, a: complex, b: complex) -> None:
        """Marks small dots along a line as taken, one a cell."""
        unit, hard, half = self.unit, self._hard, 0.2
        steps = max(1, int(abs(b - a) / unit))
        x, y = a.real - self.bounds[0], a.imag - self.bounds[1]
        dx, dy = (b.real - a.real) / steps, (b.imag - a.imag) / steps
        for n in range(steps + 1):
            across, up = x + dx * n, y + dy * n
            self._mark(
                hard,
                int((across - half) / unit),
                int((up - half) / unit),
                int((across + half) / unit) + 1,
                int((up + half) / unit) + 1,
            )

    def cover(self, place: Place) -> None:
        """Marks a place as taken that was found free."""
        _, _, low, high, bits = place
        rows = self._hard
        for y in range(low, high):
            rows[y] |= bits

    def free(self, boxes: Iterable[tuple[float, Box]]) -> list[Place]:
        """Those of some boxes, each with what it costs as it is, that are free and on the map; to the cost of each is
        added how much of it lies on soft things."""
        left, bottom, _, _ = self.bounds
        each, columns, rows = 1 / self.unit, self.columns, self.rows
        hard, soft, powers = self._hard, self._soft, self._powers
        found = []
        for cost, box in boxes:
            x, y, right, top = box
            if x < left or y < bottom:
                continue
            x0, x1 = int((x - left) * each), int((right - left) * each) + 1
            y0, y1 = int((y - bottom) * each), int((top - bottom) * each) + 1
            if x1 > columns or y1 > rows:
                continue
            bits = powers[x1] - powers[x0]
            for row in hard[y0:y1]:
                if row & bits:
                    break
            else:
                covered = 0
                for row in soft[y0:y1]:
                    if row & bits:
                        covered += (row & bits).bit_count()
                found.append((SOFT * covered + cost, box, y0, y1, bits))
        return found

    def is_open(self, place: Place) -> bool:
        """Whether nothing hard lies on a place that was free before."""
        _, _, low, high, bits = place
        for row in self._hard[low:high]:  # noqa: SIM110 - any() takes twice as long
            if row & bits:
                return False
        return True

    def cost(self, box: Box) -> float | None:
        """None if the box is not free or leaves the map, else how much of it lies on soft things."""
        found = self.free(((0.0, box),))
        return found[0][0] if found else None

    def crossed(self, a: complex, b: complex, limit: float) -> int:
        """How often a line, its ends left out, runs over something hard, in cells; not counted on from a `limit`."""
        unit = self.unit
        steps = int(abs(b - a) / unit)
        if steps < 4:
            return 0
        hard, rows = self._hard, self.rows
        x, y = (a.real - self.bounds[0]) / unit, (a.imag - self.bounds[1]) / unit
        dx, dy = (b.real - a.real) / unit / steps, (b.imag - a.imag) / unit / steps
        hits = 0
        for n in range(2, steps - 1):
            row, column = int(y + dy * n), int(x + dx * n)
            if 0 <= row < rows and hard[row] >> (column if column > 0 else 0) & 1:
                hits += 1
                if hits > limit:
                    break
        return hits
