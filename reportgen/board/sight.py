"""Lines of sight on a square grid, from the centre of one square to the centre of another.

A square between the two blocks if terrain in it does, if it is higher than both ends, or if a piece stands in it. A
line that goes exactly through a corner does not enter the two squares beside the corner: it is blocked there only if
both of them block. The ends themselves never block. Sight is the same in both directions.

Which squares a line enters is worked out in whole numbers once for each offset and grid, and shared by all battles.
"""

from __future__ import annotations

from functools import lru_cache

from reportgen.board.squares import SquareGrid

Line = tuple[int, tuple[int, ...]]
"""The squares that a line enters between its ends, and each corner on it as a bitboard of the two squares beside."""


class Sight:
    """Who can see whom on one piece of ground.

    `blocking`: squares whose terrain blocks a line through them, as a bitboard. `heights`: contour level by square, in
    levels, or empty for flat ground; raises ValueError if it is neither empty nor one number a square.
    """

    def __init__(self, grid: SquareGrid, blocking: int, heights: tuple[int, ...] = ()) -> None:
        if heights and len(heights) != grid.size:
            raise ValueError(f"{len(heights)} heights for {grid.size} squares")
        self.grid = grid
        self.blocking = blocking & grid.all
        self.heights = heights
        self._lines = _lines(grid)
        self._known, self._size = self._lines.known, self._lines.size
        self._higher = _higher_than(heights)
        self._views: dict[int, list[int]] = {}

    def between(self, a: int, b: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The squares strictly between whose inside the line enters, as a bitboard, and the pairs of squares beside
        each corner that it goes exactly through."""
        inside, corners = self._lines.line(a, b)
        return inside, tuple((pair.bit_length() - 1, (pair & -pair).bit_length() - 1) for pair in corners)

    def line(self, a: int, b: int) -> Line:
        """The line from `a` to `b`, which must differ, as it is kept: see `Line`."""
        return self._lines.line(a, b)

    def clear(self, a: int, b: int, occupied: int = 0, *, but_for: int = 0) -> bool:
        """Whether `a` and `b` see each other past the terrain and the pieces in the `occupied` squares.

        `but_for`: squares whose terrain is thought away; their heights are not.
        """
        line = self._known.get(a * self._size + b)
        if line is None:
            if a == b:
                return True
            line = self._lines.line(a, b)
        inside, corners = line
        blocked = occupied | (self._static_for(a, b, but_for) if self.heights or but_for else self.blocking)
        if inside & blocked:
            return False
        for pair in corners:  # noqa: SIM110  a generator would cost more than all the rest
            if pair & blocked == pair:
                return False
        return True

    def static_view(self, a: int, radius: int) -> int:
        """The squares at distance 1..radius that terrain leaves in sight of `a`, as a bitboard; pieces are ignored."""
        grid = self.grid
        views = self._views.setdefault(a, [0])
        radius = min(max(radius, 0), max(grid.columns, grid.rows) - 1)
        while len(views) <= radius:
            views.append(views[-1] | self._static_ring(a, len(views)))
        return views[radius]

    def view(self, a: int, radius: int, occupied: int, targets: int) -> int:
        """Those of the `targets` at distance 1..radius that `a` sees past terrain and pieces; all three bitboards."""
        try:
            seen = self._views[a][radius] & targets
        except (KeyError, IndexError):
            seen = self.static_view(a, radius) & targets
        if not seen or not occupied:
            return seen
        known, size = self._known, self._size
        left = seen
        while left:
            low = left & -left
            left ^= low
            b = low.bit_length() - 1
            line = known.get(a * size + b) or self._lines.line(a, b)
            if line[0] & occupied:
                seen ^= low
            elif line[1]:
                blocked = occupied | self._static_for(a, b)
                for pair in line[1]:
                    if pair & blocked == pair:
                        seen ^= low
                        break
        return seen

    def blockers(self, a: int, b: int, occupied: int = 0) -> list[int]:
        """The squares that keep `a` and `b` out of sight of each other, nearest to `a` first; empty if nothing does.

        At a corner both squares are named.
        """
        if a == b:
            return []
        inside, corners = self._lines.line(a, b)
        blocked = self._static_for(a, b) | occupied
        hit = inside & blocked
        for pair in corners:
            if pair & blocked == pair:
                hit |= pair
        distances = self.grid.distances(a)
        return sorted(self.grid.squares(hit), key=lambda square: (distances[square], square))

    def _static_for(self, a: int, b: int, but_for: int = 0) -> int:
        """The squares that block by terrain or height for these two ends."""
        heights = self.heights
        if not heights:
            return self.blocking & ~but_for
        top = heights[a] if heights[a] > heights[b] else heights[b]
        if but_for:
            return self.blocking & ~but_for | self._higher[top]
        return self.blocking | self._higher[top]

    def _static_ring(self, a: int, radius: int) -> int:
        grid = self.grid
        ring = grid.ring(a, radius)
        # Most rings lie over open ground, and there no line needs a look.
        near = grid.within(a, radius)
        if not near & self._static_for(a, a):
            return ring
        seen = 0
        for b in grid.squares(ring):
            if self.clear(a, b):
                seen |= 1 << b
        return seen


class _Lines:
    """The lines of one grid, each made when first asked for."""

    def __init__(self, grid: SquareGrid) -> None:
        self.columns = grid.columns
        self.size = grid.size
        self.known: dict[int, Line] = {}
        self._shapes: dict[tuple[int, int], tuple[int, int, tuple[int, ...]]] = {}

    def line(self, a: int, b: int) -> Line:
        """The line from a to b; the same object as from b to a. The ends must differ."""
        key = a * self.size + b
        line = self.known.get(key)
        if line is None:
            line = self._make(a, b) if a < b else self._make(b, a)
            self.known[key] = self.known[b * self.size + a] = line
        return line

    def _make(self, a: int, b: int) -> Line:
        rows, columns = divmod(b, self.columns)
        dx, dy = columns - a % self.columns, rows - a // self.columns
        shape = self._shapes.get((dx, dy))
        if shape is None:
            shape = self._shapes[dx, dy] = self._shape(dx, dy)
        lowest, inside, corners = shape
        # A line stays in the rectangle of its ends, so moving its shape as one number cannot wrap round a border.
        by = a + lowest
        return inside << by, tuple(pair << by for pair in corners)

    def _shape(self, dx: int, dy: int) -> tuple[int, int, tuple[int, ...]]:
        """What a line to an offset enters, as bitboards whose bit 0 is the square number `lowest` from its start."""
        inside, corners = _walk(dx, dy)
        numbers = [y * self.columns + x for x, y in inside]
        pairs = [tuple(y * self.columns + x for x, y in pair) for pair in corners]
        lowest = min([*numbers, *(number for pair in pairs for number in pair)], default=0)
        return (
            lowest,
            sum(1 << number - lowest for number in numbers),
            tuple(sum(1 << number - lowest for number in pair) for pair in pairs),
        )


Offset = tuple[int, int]


def _walk(dx: int, dy: int) -> tuple[list[Offset], list[tuple[Offset, Offset]]]:
    """The squares between (0, 0) and (dx, dy) that the line enters, in order, and the pairs beside corners.

    The line crosses the i-th upright of the grid at (2i + 1) / (2 |dx|) of its length and the j-th level at
    (2j + 1) / (2 |dy|). Compared without division, so that a corner is exact: there both are crossed at once.
    """
    wide, high = abs(dx), abs(dy)
    right, up = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    inside: list[Offset] = []
    corners: list[tuple[Offset, Offset]] = []
    x = y = 0
    i = j = 0
    while i + j < wide + high:
        upright, level = (2 * i + 1) * high, (2 * j + 1) * wide
        if i < wide and j < high and upright == level:
            corners.append(((x + right, y), (x, y + up)))
            x, y, i, j = x + right, y + up, i + 1, j + 1
        elif j == high or (i < wide and upright < level):
            x, i = x + right, i + 1
        else:
            y, j = y + up, j + 1
        inside.append((x, y))
    return inside[:-1], corners


def _higher_than(heights: tuple[int, ...]) -> dict[int, int]:
    """By level: the squares that are higher, as a bitboard."""
    return {
        level: sum(1 << square for square, height in enumerate(heights) if height > level) for level in set(heights)
    }


@lru_cache(maxsize=16)
def _lines(grid: SquareGrid) -> _Lines:
    return _Lines(grid)
