"""From squares to shapes: smooth outlines of patches, lines through squares, lines along their sides. No ink here.

Terrain is known by whole squares, but nothing on a map has square corners. A patch becomes a field (1 inside, 0
outside, blurred, a little uneven) and its outlines are contours of that field; so neighbouring squares join, single
squares are round, and the same field tells how deep inside a point lies. All points are in board units (one a square).

Unevenness comes from `scatter`, a hash of the place: the same ground is drawn the same on every map and machine.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Grid = NDArray[np.float64]

Cell = tuple[int, int]
"""Column and row from 0 at the bottom left."""
Corner = tuple[float, float]
"""A corner of a cell in board units."""

Node = TypeVar("Node", Cell, Corner)

FINE: Final = 6
"""Samples of a field along the side of a square."""
_PAD: Final = 3
"""Squares by which a field goes on beyond the board, so that patches run out under the frame."""

_SIDES: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
_CORNERS: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def scatter(x: int, y: int, salt: int) -> float:
    """A number in [0, 1) that depends on a place and a purpose, and on nothing else."""
    h = (x * 374761393 + y * 668265263 + salt * 974634721 + 12345) & 0xFFFFFFFF
    h = ((h ^ h >> 13) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ h >> 15) * 2246822519) & 0xFFFFFFFF
    return (h ^ h >> 16) / 4294967296


def scatter_all(columns: int, rows: int, salt: int) -> Grid:
    """[row, column] of `scatter` for all places from (0, 0)."""
    low = np.uint64(0xFFFFFFFF)
    x = np.arange(columns, dtype=np.uint64)[None, :]
    y = np.arange(rows, dtype=np.uint64)[:, None]
    h = (x * np.uint64(374761393) + y * np.uint64(668265263) + np.uint64((salt * 974634721 + 12345) & 0xFFFFFFFF)) & low
    h = ((h ^ h >> np.uint64(13)) * np.uint64(1274126177)) & low
    h = ((h ^ h >> np.uint64(15)) * np.uint64(2246822519)) & low
    return np.asarray((h ^ h >> np.uint64(16)) / 4294967296)


class Field:
    """A smooth surface over the board from one number a square. `at` samples it, `outlines` are its contours."""

    def __init__(
        self, cells: Grid, blur: float = 0.3, uneven: float = 0.0, salt: int = 0, raster: Grid | None = None
    ) -> None:
        """`cells`: [row, column]. `blur`: spread of the smoothing in squares. `uneven`: height of the unevenness.
        `raster`: the numbers at the samples, as `samples` lays them, where the board is not of squares."""
        rows, columns = cells.shape
        padded = np.pad(cells, _PAD, mode="edge")
        if uneven:
            noise = scatter_all(2 * (columns + 2 * _PAD), 2 * (rows + 2 * _PAD), 4000 + salt) - 0.5
            fine = _blurred(np.repeat(np.repeat(noise, FINE // 2, 0), FINE // 2, 1), 0.32 * FINE)
            fine *= uneven / max(float(np.abs(fine).max()), 1e-9)
        else:
            fine = np.zeros((padded.shape[0] * FINE, padded.shape[1] * FINE))
        if raster is None:
            raster = np.repeat(np.repeat(padded, FINE, 0), FINE, 1)
        values = _blurred(raster, blur * FINE) + fine
        # A rim of the lowest height closes every contour somewhere beyond the frame.
        values[:2] = values[-2:] = values[:, :2] = values[:, -2:] = float(cells.min()) - 1 if cells.size else -1
        self.values: Grid = values
        self._generator: Any = None

    def outlines(self, level: float) -> list[NDArray[np.complex128]]:
        """The closed contours at a height, as points along them; the ground above lies on their left."""
        if self._generator is None:
            # Made without `contour_generator`, which loads numpy's masked arrays: half as long as drawing a ground.
            from contourpy import FillType, LineType, SerialContourGenerator, ZInterp

            rows, columns = self.values.shape
            x, y = np.meshgrid((np.arange(columns) + 0.5) / FINE - _PAD, (np.arange(rows) + 0.5) / FINE - _PAD)
            self._generator = SerialContourGenerator(
                x,
                y,
                self.values,
                None,  # type: ignore[arg-type]  # says its stub; `contour_generator` gives it too
                corner_mask=False,
                line_type=LineType.Separate,
                fill_type=FillType.OuterCode,
                quad_as_tri=False,
                z_interp=ZInterp.Linear,
            )
        lines = self._generator.lines(level)
        found = []
        for line in lines:
            points = line[:, 0] + 1j * line[:, 1]
            if len(points) > 4 and abs(points[0] - points[-1]) < 1e-9:
                found.append(points[:-1])
        return found

    def at(self, points: NDArray[np.complex128]) -> Grid:
        """Heights at points, between the samples in proportion."""
        return _sample(self.values, points)

    def uphill(self, points: NDArray[np.complex128]) -> NDArray[np.complex128]:
        """The steepest rise at points, as a complex number whose size is height a square."""
        step = 0.5 / FINE
        across = self.at(points + step) - self.at(points - step)
        along = self.at(points + 1j * step) - self.at(points - 1j * step)
        return np.asarray((across + 1j * along) / (2 * step))


def _blurred(values: Grid, spread: float) -> Grid:
    reach = max(1, math.ceil(3 * spread))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / spread) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        width = [(0, 0), (0, 0)]
        width[axis] = (reach, reach)
        padded = np.pad(values, width, mode="edge")
        total = np.zeros_like(values)
        size = values.shape[axis]
        for n, weight in enumerate(weights):
            total += weight * (padded[n : n + size] if axis == 0 else padded[:, n : n + size])
        values = total
    return values


def _sample(values: Grid, points: NDArray[np.complex128]) -> Grid:
    x = np.clip((points.real + _PAD) * FINE - 0.5, 0, values.shape[1] - 1.001)
    y = np.clip((points.imag + _PAD) * FINE - 0.5, 0, values.shape[0] - 1.001)
    i, j = x.astype(int), y.astype(int)
    u, v = x - i, y - j
    low = values[j, i] * (1 - u) + values[j, i + 1] * u
    high = values[j + 1, i] * (1 - u) + values[j + 1, i + 1] * u
    return np.asarray(low * (1 - v) + high * v)


def samples(columns: int, rows: int) -> tuple[Grid, Grid]:
    """x of every column and y of every row of samples of a field over so many squares, in board units."""
    across = (np.arange((columns + 2 * _PAD) * FINE) + 0.5) / FINE - _PAD
    along = (np.arange((rows + 2 * _PAD) * FINE) + 0.5) / FINE - _PAD
    return across, along


def inside(raster: Grid, point: complex) -> bool:
    """Whether a point lies where a raster of samples is set."""
    rows, columns = raster.shape
    column, row = math.floor((point.real + _PAD) * FINE), math.floor((point.imag + _PAD) * FINE)
    return bool(raster[min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)] > 0.5)


def cells_within(raster: Grid, columns: int, rows: int) -> set[Cell]:
    """The squares in which a raster of samples is set anywhere."""
    board = raster[_PAD * FINE : (_PAD + rows) * FINE, _PAD * FINE : (_PAD + columns) * FINE]
    found = board.reshape(rows, FINE, columns, FINE).max(axis=(1, 3)) > 0.5
    return {(int(column), int(row)) for row, column in np.argwhere(found)}


def mask(cells: Collection[Cell], columns: int, rows: int) -> Grid:
    """[row, column] with 1 where the cells are."""
    grid = np.zeros((rows, columns))
    for column, row in cells:
        grid[row, column] = 1.0
    return grid


def thinned(points: NDArray[np.complex128], every: float) -> list[complex]:
    """Points of a closed line about `every` squares apart, enough for a smooth curve through them."""
    steps = np.abs(np.diff(points, append=points[:1]))
    along = np.concatenate(([0.0], np.cumsum(steps)))
    count = max(6, round(float(along[-1]) / every))
    wanted = np.linspace(0, along[-1], count, endpoint=False)
    closed = np.append(points, points[:1])
    return [complex(x, y) for x, y in zip(
        np.interp(wanted, along, closed.real), np.interp(wanted, along, closed.imag), strict=True)]  # fmt: skip


def _around(cell: Cell, grid: Lattice | None) -> list[Cell]:
    """All cells beside one, those at its corners included; some may be off the board."""
    column, row = cell
    if isinstance(grid, HexGrid):
        near = grid.neighbours(grid.index(column, row))
        return [(grid.column(other), grid.row(other)) for other in near]
    return [(column + dx, row + dy) for dx, dy in _SIDES + _CORNERS]


def neighbours(cell: Cell, cells: Collection[Cell], grid: Lattice | None = None) -> list[Cell]:
    """The cells that a road or river in `cell` goes on to: sideways, and at a corner where no side joins the two."""
    column, row = cell
    if isinstance(grid, HexGrid):
        return [other for other in _around(cell, grid) if other in cells and not _shortcut(cell, other, cells, grid)]
    out = [(column + dx, row + dy) for dx, dy in _SIDES if (column + dx, row + dy) in cells]
    for dx, dy in _CORNERS:
        if (column + dx, row + dy) in cells and (column + dx, row) not in cells and (column, row + dy) not in cells:
            out.append((column + dx, row + dy))
    return out


def _shortcut(a: Cell, b: Cell, cells: Collection[Cell], grid: HexGrid) -> bool:
    """Whether a step between neighbours cuts a corner: of three hexes about a point one step is left out."""
    both = set(_around(a, grid)) & set(_around(b, grid))
    return any(min(a, b) < third < max(a, b) for third in both if third in cells)


def wide(cells: Collection[Cell], grid: Lattice | None = None) -> bool:
    """Whether two by two squares, or seven hexes about one, lie together: a lake rather than a line."""
    if isinstance(grid, HexGrid):
        near = [[other for other in _around(cell, grid) if other in cells] for cell in cells]
        return any(len(others) == 6 for others in near)
    return any((c + 1, r) in cells and (c, r + 1) in cells and (c + 1, r + 1) in cells for c, r in cells)


def bodies(cells: Collection[Cell], grid: Lattice | None = None) -> list[set[Cell]]:
    """The cells in groups that hang together (corners included), in order of their first cell."""
    left = set(cells)
    found = []
    for start in sorted(cells):
        if start not in left:
            continue
        body, edge = {start}, [start]
        left.discard(start)
        while edge:
            for other in _around(edge.pop(), grid):
                if other in left:
                    left.discard(other)
                    body.add(other)
                    edge.append(other)
        found.append(body)
    return found


def runs(links: dict[Node, list[Node]]) -> Iterator[list[Node]]:
    """A network of nodes cut at its junctions and ends into lines; a closed line ends with its first node again."""
    used: set[frozenset[Node]] = set()

    def follow(start: Node, then: Node) -> list[Node]:
        line = [start, then]
        used.add(frozenset((start, then)))
        while len(links[then]) == 2 and then != start:
            ahead = next((n for n in links[then] if frozenset((then, n)) not in used), None)
            if ahead is None:
                break
            used.add(frozenset((then, ahead)))
            line.append(ahead)
            then = ahead
        return line

    for node in sorted(links):
        if len(links[node]) != 2:
            if not links[node]:
                yield [node]
            for other in links[node]:
                if frozenset((node, other)) not in used:
                    yield follow(node, other)
    for node in sorted(links):
        for other in links[node]:
            if frozenset((node, other)) not in used:
                yield follow(node, other)


def side_of(cell: Cell, side: int, grid: Lattice | None = None) -> tuple[Corner, Corner]:
    """The two corners of a cell's side (0 N, 1 E, 2 S, 3 W; a hex's facing), the cell on the right of the way from one
    to two."""
    c, r = cell
    if isinstance(grid, HexGrid):
        corners = [(round(x, 6), round(y, 6)) for x, y in grid.outline(grid.index(c, r))]
        return corners[side], corners[(side + 1) % 6]
    return (
        ((c, r + 1), (c + 1, r + 1)),
        ((c + 1, r + 1), (c + 1, r)),
        ((c + 1, r), (c, r)),
        ((c, r), (c, r + 1)),
    )[side]


def side_runs(sides: Iterable[tuple[Cell, int]], grid: Lattice | None = None) -> list[list[Corner]]:
    """Sides of cells joined into lines from corner to corner; a side named from both its cells counts once."""
    links: dict[Corner, list[Corner]] = {}
    for cell, side in sorted(sides):
        a, b = side_of(cell, side, grid)
        if b not in links.setdefault(a, []):
            links[a].append(b)
            links.setdefault(b, []).append(a)
    return list(runs(links))
