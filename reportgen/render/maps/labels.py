"""Where the labels go: beside their stands, clear of blocks, of other labels and, if it can be had, of arrows.

Places are tried in lots, the natural ones first. Which places of a lot are free on the map without labels is found out
once, when the lot is first wanted; each try at placing all labels asks only for the labels that stand already.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from reportgen.render.maps.display import Box
from reportgen.render.maps.room import CELLS, SOFT, Place, Room

_TRIES: Final = 3
_CROSSED: Final = 3.0
"""Cost of each cell of a block or label under a leader."""
_AWAY: Final = 12.0
_FURTHER: Final = 0.6
_LONG: Final = 0.05
"""A place away from the block costs 12 and each after it 0.6 more; a point of leader costs 0.05."""
_CROWDED: Final = _AWAY + 40 * SOFT
"""A place beside the block that costs more than this is given up for one away from it."""
_LOT: Final = 8
_DISTANT: Final = tuple((ring, start) for ring in range(1, 15) for start in range(0, 12 + 4 * ring, _LOT))
"""The lots of places away from a block: the ring that they lie on and the number of the first there."""
_NEAR: Final = (
    ((0.0,), (0,)),
    ((0.0,), (1, 2, 3)),
    ((0.35, -0.35), (0, 1, 2, 3)),
    ((0.7, -0.7), (0, 1, 2, 3)),
    ((1.0, -1.0), (0, 1, 2, 3)),
)
"""The lots of places beside a block: how far they are slid along a side, in shares of half of it, and the sides."""


class Spot(NamedTuple):
    """A place for a label: its box, and where its leader starts on the label if it needs one."""

    box: Box
    leader: tuple[complex, complex] | None = None


class Wish(NamedTuple):
    """A label that wants a place: its block, its size in points, and the direction of the block's rear."""

    block: Box
    width: float
    height: float
    rear: complex


def place(wish: Wish, room: Room) -> Spot:
    """Finds room for a label of a block and takes it. The label stands best at the block's rear; with no room beside
    the block it moves away and gets a leader; it always gets a place."""
    return Choice(wish, room).settle(room)


def place_all(wishes: Sequence[Wish], room: Room) -> list[Spot]:
    """The places of labels, those first in the list chosen first. If some of them end far off with a leader, they are
    given the first choice instead, and the better of the tries is kept."""
    choices = [Choice(wish, room) for wish in wishes]
    order = list(range(len(wishes)))
    best: list[Spot] = []
    least = (math.inf, math.inf)
    for _ in range(_TRIES):
        tried = room.copy()
        found = {n: choices[n].settle(tried) for n in order}
        far = [n for n in order if found[n].leader is not None]
        length = sum(abs(spot.leader[1] - spot.leader[0]) for spot in found.values() if spot.leader is not None)
        if (len(far), length) < least:
            least, best = (len(far), length), [found[n] for n in range(len(wishes))]
        if not far or order[: len(far)] == far:
            break
        order = far + [n for n in order if n not in far]
    return best


class Choice:
    """The places for a label that are free in the room without labels, found when they are asked for; that room must
    not change before the last of them is."""

    __slots__ = ("_bare", "_beside", "_distant", "_sides", "_wish")

    def __init__(self, wish: Wish, bare: Room) -> None:
        self._wish, self._bare = wish, bare
        self._sides = _sides(wish, 1.02 * bare.unit)
        self._beside: list[list[Place]] = []
        self._distant: list[list[Place]] = []

    def settle(self, room: Room) -> Spot:
        """Takes the best place that is still free in a room where labels stand."""
        best: Place | None = None
        leader: tuple[complex, complex] | None = None
        lowest = math.inf
        rank = 0
        for n, (slides, sides) in enumerate(_NEAR):
            if rank >= lowest:
                break
            if n == len(self._beside):
                self._beside.append(self._bare.free(self._slid(rank, slides, sides)))
            rank += len(slides) * len(sides)
            for found in self._beside[n]:
                if found[0] < lowest and room.is_open(found):
                    best, lowest = found, found[0]
        if lowest > _CROWDED:
            best, leader = self._with_leader(room, best, lowest)
        if best is None:
            spot = _anywhere(self._wish, room)
            room.take(spot.box)
            leader = spot.leader
        else:
            room.cover(best)
            spot = Spot(best[1], leader)
        if leader is not None:  # no later label may lie over it
            room.take_dots(*leader)
        return spot

    def _slid(self, rank: int, slides: Sequence[float], sides: Sequence[int]) -> Iterator[tuple[float, Box]]:
        """A lot of places beside the block, each with its rank, a less natural one costs 1 more."""
        _, width, height, _ = self._wish
        for side in sides:
            x, y, dx, dy = self._sides[side]
            for slide in slides:
                left, foot = x + slide * dx, y + slide * dy
                yield rank, (left, foot, left + width, foot + height)
                rank += 1

    def _with_leader(
        self, room: Room, best: Place | None, lowest: float
    ) -> tuple[Place | None, tuple[complex, complex] | None]:
        """The best place away from the block and its leader; or the one found beside it, if none costs less."""
        left, bottom, right, top = self._wish.block
        x, y = (left + right) / 2, (bottom + top) / 2
        ends = (complex(left, y), complex(right, y), complex(x, bottom), complex(x, top))
        leader = None
        rank = 0
        for n in range(len(_DISTANT)):
            if _AWAY + _FURTHER * rank >= lowest:
                break
            ways = _ways(self._wish.rear, *_DISTANT[n])
            if n == len(self._distant):
                self._distant.append(self._bare.free(self._strewn(rank, _DISTANT[n][0], ways)))
            rank += len(ways)
            for found in self._distant[n]:
                cost, (x0, y0, x1, y1) = found[:2]
                if cost >= lowest or not room.is_open(found):
                    continue
                feet = [complex(min(max(end.real, x0), x1), min(max(end.imag, y0), y1)) for end in ends]
                lengths = [abs(foot - end) for foot, end in zip(feet, ends, strict=True)]
                for way in sorted(range(4), key=lengths.__getitem__):
                    full = cost + _LONG * lengths[way]
                    if full >= lowest:
                        break
                    full += _CROSSED * room.crossed(feet[way], ends[way], (lowest - full) / _CROSSED)
                    if full < lowest:
                        best, leader, lowest = found, (feet[way], ends[way]), full
        return best, leader

    def _strewn(self, rank: int, ring: int, ways: Sequence[tuple[float, float]]) -> Iterator[tuple[float, Box]]:
        """A lot of places on a ring around the block, each with what it costs, from a rank on."""
        (left, bottom, right, top), width, height, _ = self._wish
        x, y = (left + right) / 2, (bottom + top) / 2
        distance = abs(complex(right - left, top - bottom)) / 2 + self._bare.unit * CELLS * 0.2 * ring
        for n, (across, up) in enumerate(ways, rank):
            low = x + distance * across - width / 2 + across * width / 2
            foot = y + distance * up - height / 2 + up * height / 2
            yield _AWAY + _FURTHER * n, (low, foot, low + width, foot + height)


@lru_cache(maxsize=2048)
def _ways(rear: complex, ring: int, first: int) -> tuple[tuple[float, float], ...]:
    """The directions from a block to a lot of places on a ring: the rear, then further and further to both sides."""
    count, start = 12 + 4 * ring, cmath.phase(rear)
    lot = range(first, min(first + _LOT, count))
    angles = (start + (n + 1) // 2 * (1 if n % 2 else -1) * math.tau / count for n in lot)
    return tuple((math.cos(angle), math.sin(angle)) for angle in angles)


@lru_cache(maxsize=256)
def _order(rear: complex) -> tuple[int, ...]:
    """The sides of a block (0 below, 1 above, 2 right, 3 left), best first: the rear, the ends, the front."""
    outward = (-1j, 1j, 1 + 0j, -1 + 0j)
    return tuple(sorted(range(4), key=lambda n: -(outward[n] * rear.conjugate()).real + 0.01 * abs(outward[n] - 1)))


def _sides(wish: Wish, gap: float) -> list[tuple[float, float, float, float]]:
    """By side, best first: left and bottom of a label `gap` from the middle of it, and how it slides along it."""
    (left, bottom, right, top), width, height, rear = wish
    x, y = (left + right - width) / 2, (bottom + top - height) / 2
    across, along = (right - left + width) / 2, (top - bottom + height) / 2
    sides = (
        (x, bottom - gap - height, across, 0.0),
        (x, top + gap, across, 0.0),
        (right + gap, y, 0.0, along),
        (left - gap - width, y, 0.0, along),
    )
    return [sides[n] for n in _order(rear)]


def _anywhere(wish: Wish, room: Room) -> Spot:
    """The nearest free place on the whole map; on a map that is full, the block's own foot."""
    block, width, height, _ = wish
    unit, (left, bottom, right, _) = room.unit, room.bounds
    centre = complex(block[0] + block[2], block[1] + block[3]) / 2
    corners = sorted(
        (
            complex(left + x * unit, bottom + y * unit)
            for y in range(0, room.rows, 4)
            for x in range(0, room.columns, 4)
        ),
        key=lambda p: (abs(p + complex(width, height) / 2 - centre), p.real, p.imag),
    )
    for corner in corners:
        box = (corner.real, corner.imag, corner.real + width, corner.imag + height)
        if room.cost(box) is not None:
            end = complex(min(max(corner.real, block[0]), block[2]), min(max(corner.imag, block[1]), block[3]))
            return Spot(box, (corner, end))
    foot = min(max(block[0], left), right - width)
    return Spot((foot, block[1], foot + width, block[1] + height))
