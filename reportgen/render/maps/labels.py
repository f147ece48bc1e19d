"""Where the labels go: beside their stands, clear of blocks, of other labels and, if it can be had, of arrows.

The map is divided into small cells kept as the bits of one int a row, so asking whether a box is free costs one AND a row.
What is `hard` is never covered; what is `soft` is covered only when there is nothing better.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reportgen.render.maps.display import Box

_CELLS: Final = 24
"""Cells along the side of a square."""
_SOFT: Final = 0.16
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
        """Marks a line of some thickness (points) as taken, softly."""
        steps = max(1, math.ceil(abs(b - a) / (2 * self._unit)))
        pad = complex(half, half)
        for n in range(steps + 1):
            at = a + (b - a) * n / steps
            low, high = at - pad, at + pad
            self.take((low.real, low.imag, high.real, high.imag), soft=True)

    def cost(self, box: Box) -> float | None:
        """None if the box is not free or leaves the map, else how much of it lies on soft things, in cells."""
        x0, y0, x1, y1 = self._cells(box)
        if x0 < 0 or y0 < 0 or x1 > self._columns or y1 > self._rows:
            return None
        bits = ((1 << (x1 - x0)) - 1) << x0
        for row in self._hard[y0:y1]:
            if row & bits:
                return None
        return _SOFT * sum([(row & bits).bit_count() for row in self._soft[y0:y1]])

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
            for rank, spot in enumerate(_away(block, width, height, rear, self._unit * _CELLS)):
                if rank * 0.2 + 12 >= lowest:
                    break
                cost = self.cost(spot.box)
                if cost is not None and cost + 12 + rank * 0.2 < lowest:
                    lowest = cost + 12 + rank * 0.2
                    best = spot
        if best is None:
            best = self._anywhere(block, width, height)
        self.take(best.box)
        if best.leader is not None:
            self.take_line(*best.leader, half=0.2)
        return best

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
                return Spot(box, _leader(centre, block, box))
        left = min(max(block[0], self.bounds[0]), self.bounds[2] - width)
        return Spot((left, block[1], left + width, block[1] + height))


def _beside(block: Box, width: float, height: float, rear: complex, gap: float) -> Iterator[Box]:
    """Places `gap` from a block's outline, best first: the rear, the ends, the front; then slid along each side."""
    left, bottom, right, top = block
    x, y = (left + right - width) / 2, (bottom + top - height) / 2
    sides = [
        (-1j, lambda slide: (x + slide * (right - left + width) / 2, bottom - gap - height)),
        (1j, lambda slide: (x + slide * (right - left + width) / 2, top + gap)),
        (1 + 0j, lambda slide: (right + gap, y + slide * (top - bottom + height) / 2)),
        (-1 + 0j, lambda slide: (left - gap - width, y + slide * (top - bottom + height) / 2)),
    ]
    sides.sort(key=lambda side: -(side[0] * rear.conjugate()).real + 0.01 * abs(side[0] - 1))
    for slides in ((0.0,), (0.35, -0.35), (0.7, -0.7), (1.0, -1.0)):
        for _, corner in sides:
            for slide in slides:
                low, foot = corner(slide)
                yield (low, foot, low + width, foot + height)


def _away(block: Box, width: float, height: float, rear: complex, square: float) -> Iterator[Spot]:
    """Places at a distance, nearer ones first, with the leader that joins them to the block."""
    centre = complex(block[0] + block[2], block[1] + block[3]) / 2
    start = cmath.phase(rear)
    reach = abs(complex(block[2] - block[0], block[3] - block[1])) / 2
    for ring in range(1, 11):
        distance = reach + square * 0.22 * ring
        count = 12 + 4 * ring
        for n in range(count):
            angle = start + (n + 1) // 2 * (1 if n % 2 else -1) * math.tau / count
            at = centre + cmath.rect(distance, angle)
            x = at.real - width / 2 + math.cos(angle) * width / 2
            y = at.imag - height / 2 + math.sin(angle) * height / 2
            box = (x, y, x + width, y + height)
            yield Spot(box, _leader(centre, block, box))


def _leader(centre: complex, block: Box, box: Box) -> tuple[complex, complex]:
    """From the nearest point of the label to where the way to the block's middle meets the block."""
    foot = complex(min(max(centre.real, box[0]), box[2]), min(max(centre.imag, box[1]), box[3]))
    way = centre - foot
    half_x, half_y = (block[2] - block[0]) / 2, (block[3] - block[1]) / 2
    share = min(
        half_x / abs(way.real) if way.real else math.inf, half_y / abs(way.imag) if way.imag else math.inf, 1.0
    )
    return foot, centre - way * share
