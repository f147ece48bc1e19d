"""Where the labels go: beside their stands, clear of blocks, of other labels and, if it can be had, of arrows.

The map is divided into small cells kept as the bits of one int a row; whether a box is free costs one AND a row.
What is `hard` is never covered; what is `soft` is covered only when there is nothing better.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from reportgen.render.maps.display import Box

_CELLS: Final = 16
"""Cells along the side of a square."""
_CROSSED: Final = 3.0
"""Cost of each cell of a block or label under a leader."""
_TRIES: Final = 3
_SOFT: Final = 0.35
"""Cost of a cell of arrow under a label; a less natural place beside the stand costs 1, then 2, and so on."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a label: its box, and where its leader starts on the label if it needs one."""

    box: Box
    leader: tuple[complex, complex] | None = None


class Room:
    """What is taken on the map. `bounds`: the area that labels must stay in, in points; `square`: a square's side."""

    def __init__(self, bounds: Box, square: float) -> None:
        self._unit = square / _CELLS
        self._each = 1 / self._unit
        self._left, self._bottom = bounds[0], bounds[1]
        self._columns = max(1, int((bounds[2] - bounds[0]) / self._unit))
        self._rows = max(1, int((bounds[3] - bounds[1]) / self._unit))
        self._hard = [0] * self._rows
        self._soft = [0] * self._rows
        self.bounds = bounds

    def _cells(self, box: Box) -> tuple[int, int, int, int]:
        unit = self._unit
        return (
            math.floor((box[0] - self._left) / unit),
            math.floor((box[1] - self._bottom) / unit),
            math.ceil((box[2] - self._left) / unit),
            math.ceil((box[3] - self._bottom) / unit),
        )

    def take(self, box: Box, soft: bool = False) -> None:
        """Marks a box as taken."""
        x0, y0, x1, y1 = self._cells(box)
        x0 = max(x0, 0)
        if x1 <= x0:
            return
        bits = ((1 << (x1 - x0)) - 1) << x0
        rows = self._soft if soft else self._hard
        for y in range(max(y0, 0), min(y1, self._rows)):
            rows[y] |= bits

    def take_line(self, a: complex, b: complex, half: float) -> None:
        """Marks a line of some thickness (points) as taken, softly: row by row, what the line covers of each."""
        unit = self._unit
        half = max(half, 0.5 * unit)
        corner = complex(self._left, self._bottom)
        low, high = (a, b) if a.imag <= b.imag else (b, a)
        low, high = (low - corner) / unit, (high - corner) / unit
        thick = half / unit
        rise = high.imag - low.imag
        lean = (high.real - low.real) / rise if rise > 1e-9 else 0.0
        slant = thick * math.hypot(1.0, lean) if rise > 1e-9 else thick
        left, right = min(low.real, high.real) - thick, max(low.real, high.real) + thick
        rows = self._soft
        for y in range(max(math.floor(low.imag - thick), 0), min(math.ceil(high.imag + thick), self._rows)):
            if rise > 1e-9:
                x0 = low.real + (y - low.imag) * lean
                x1 = x0 + lean
                if x1 < x0:
                    x0, x1 = x1, x0
                start, end = max(x0 - slant, left), min(x1 + slant, right)
            else:
                start, end = left, right
            first, last = max(int(start), 0), int(end) + 1
            if last > first:
                rows[y] |= ((1 << (last - first)) - 1) << first

    def copy(self) -> Room:
        """The same map, as it is taken now."""
        other = object.__new__(Room)
        other._unit, other._each, other._left, other._bottom = self._unit, self._each, self._left, self._bottom
        other._columns, other._rows, other.bounds = self._columns, self._rows, self.bounds
        other._hard, other._soft = self._hard[:], self._soft[:]
        return other

    def cost(self, box: Box) -> float | None:
        """None if the box is not free or leaves the map, else how much of it lies on soft things, in cells."""
        left, bottom, each = self._left, self._bottom, self._each
        if box[0] < left or box[1] < bottom:
            return None
        x0, x1 = int((box[0] - left) * each), int((box[2] - left) * each) + 1
        y0, y1 = int((box[1] - bottom) * each), int((box[3] - bottom) * each) + 1
        if x1 > self._columns or y1 > self._rows:
            return None
        bits = ((1 << (x1 - x0)) - 1) << x0
        for row in self._hard[y0:y1]:
            if row & bits:
                return None
        covered = 0
        for row in self._soft[y0:y1]:
            if row & bits:
                covered += (row & bits).bit_count()
        return _SOFT * covered

    def place(self, block: Box, width: float, height: float, rear: complex) -> Spot:
        """Finds room for a label of a block and takes it. `rear` is the direction of the block's rear, where its label
        stands best. With no room beside the block the label moves away and gets a leader; it always gets a place."""
        best: Spot | None = None
        lowest = math.inf
        for rank, box in enumerate(_beside(block, width, height, rear, 1.02 * self._unit)):
            if rank >= lowest:
                break
            cost = self.cost(box)
            if cost is not None and cost + rank < lowest:
                lowest = cost + rank
                best = Spot(box)
        if best is None or lowest > 12 + _SOFT * 40:
            for rank, (box, ends) in enumerate(_away(block, width, height, rear, self._unit * _CELLS)):
                if rank * 0.6 + 12 >= lowest:
                    break
                cost = self.cost(box)
                if cost is None:
                    continue
                cost += 12 + rank * 0.6
                for end in ends:
                    foot = complex(min(max(end.real, box[0]), box[2]), min(max(end.imag, box[1]), box[3]))
                    if cost < lowest:
                        full = cost + 0.05 * abs(foot - end) + _CROSSED * self._crossed(foot, end)
                        if full < lowest:
                            lowest, best = full, Spot(box, (foot, end))
        if best is None:
            best = self._anywhere(block, width, height)
        self.take(best.box)
        if best.leader is not None:  # no later label may lie over it
            a, b = best.leader
            steps = max(1, int(abs(b - a) / self._unit))
            for n in range(steps + 1):
                at = a + (b - a) * n / steps
                self.take((at.real - 0.2, at.imag - 0.2, at.real + 0.2, at.imag + 0.2))
        return best

    def _crossed(self, a: complex, b: complex) -> int:
        """How often a leader, its ends left out, runs over something hard."""
        unit = self._unit
        steps = int(abs(b - a) / unit)
        if steps < 4:
            return 0
        hard, last = self._hard, self._rows - 1
        x, y = (a.real - self._left) / unit, (a.imag - self._bottom) / unit
        dx, dy = (b.real - a.real) / unit / steps, (b.imag - a.imag) / unit / steps
        hits = 0
        for n in range(2, steps - 1):
            row = int(y + dy * n)
            if 0 <= row <= last and hard[row] >> max(int(x + dx * n), 0) & 1:
                hits += 1
        return hits

    def _anywhere(self, block: Box, width: float, height: float) -> Spot:
        """The nearest free place on the whole map; on a map that is full, the block's own foot."""
        unit = self._unit
        centre = complex(block[0] + block[2], block[1] + block[3]) / 2
        corners = sorted(
            (
                complex(self._left + x * unit, self._bottom + y * unit)
                for y in range(0, self._rows, 4)
                for x in range(0, self._columns, 4)
            ),
            key=lambda p: (abs(p + complex(width, height) / 2 - centre), p.real, p.imag),
        )
        for corner in corners:
            box = (corner.real, corner.imag, corner.real + width, corner.imag + height)
            if self.cost(box) is not None:
                end = complex(min(max(corner.real, block[0]), block[2]), min(max(corner.imag, block[1]), block[3]))
                return Spot(box, (corner, end))
        left = min(max(block[0], self.bounds[0]), self.bounds[2] - width)
        return Spot((left, block[1], left + width, block[1] + height))


class Wish(NamedTuple):
    """A label that wants a place: its block, its size in points, and the direction of the block's rear."""

    block: Box
    width: float
    height: float
    rear: complex


def place_all(wishes: Sequence[Wish], room: Room) -> list[Spot]:
    """The places of labels, those first in the list chosen first. If some of them end far off with a leader, they are
    given the first choice instead, and the better of the tries is kept."""
    order = list(range(len(wishes)))
    best: list[Spot] = []
    least = (math.inf, math.inf)
    for _ in range(_TRIES):
        tried = room.copy()
        found = {n: tried.place(*wishes[n]) for n in order}
        far = [n for n in order if found[n].leader is not None]
        length = sum(abs(spot.leader[1] - spot.leader[0]) for spot in found.values() if spot.leader is not None)
        if (len(far), length) < least:
            least, best = (len(far), length), [found[n] for n in range(len(wishes))]
        if not far or order[: len(far)] == far:
            break
        order = far + [n for n in order if n not in far]
    return best


def _beside(block: Box, width: float, height: float, rear: complex, gap: float) -> Iterator[Box]:
    """Places `gap` from a block's outline, best first: the rear, the ends, the front; then slid along each side."""
    left, bottom, right, top = block
    x, y = (left + right - width) / 2, (bottom + top - height) / 2
    across, along = (right - left + width) / 2, (top - bottom + height) / 2
    sides = [  # outward, left and bottom of a label in the middle of the side, and how it slides
        (-1j, x, bottom - gap - height, across, 0.0),
        (1j, x, top + gap, across, 0.0),
        (1 + 0j, right + gap, y, 0.0, along),
        (-1 + 0j, left - gap - width, y, 0.0, along),
    ]
    sides.sort(key=lambda side: -(side[0] * rear.conjugate()).real + 0.01 * abs(side[0] - 1))
    for slides in ((0.0,), (0.35, -0.35), (0.7, -0.7), (1.0, -1.0)):
        for _, low, foot, dx, dy in sides:
            for slide in slides:
                yield low + slide * dx, foot + slide * dy, low + slide * dx + width, foot + slide * dy + height


def _away(
    block: Box, width: float, height: float, rear: complex, square: float
) -> Iterator[tuple[Box, tuple[complex, ...]]]:
    """Places at a distance, nearer ones first, each with the points of the block that a leader could join."""
    left, bottom, right, top = block
    centre = complex(left + right, bottom + top) / 2
    start = cmath.phase(rear)
    reach = abs(complex(right - left, top - bottom)) / 2
    x, y = centre.real, centre.imag
    ends = (complex(left, y), complex(right, y), complex(x, bottom), complex(x, top))
    for ring in range(1, 15):
        distance = reach + square * 0.2 * ring
        count = 12 + 4 * ring
        for n in range(count):
            angle = start + (n + 1) // 2 * (1 if n % 2 else -1) * math.tau / count
            at = centre + cmath.rect(distance, angle)
            x = at.real - width / 2 + math.cos(angle) * width / 2
            y = at.imag - height / 2 + math.sin(angle) * height / 2
            yield (x, y, x + width, y + height), ends
