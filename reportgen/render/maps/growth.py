"""What covers the ground in patches: woods, palms, marsh, rocks, buildings with their gardens, and kinds unknown."""

from __future__ import annotations

import cmath
import itertools
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from reportgen.board.hexes import HexGrid
from reportgen.render.maps.display import Figure, Painter, Pen, Style
from reportgen.render.maps.patches import Cell, Field, cells_within, inside, mask, scatter, scatter_all, thinned
from reportgen.render.maps.rasters import hex_raster
from reportgen.render.maps.sheet import Sheet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.complex128]
    Numbers = NDArray[np.int64]


def patch_field(cells: set[Cell], sheet: Sheet, salt: int, sign: str = "") -> Field:
    """A patch of one kind as a smooth surface, 1 deep inside and 0 outside; `sign`: what it is on a measured table."""
    columns, rows = sheet.spread
    raster = sheet.shapes.get(sign)
    if raster is None and isinstance(sheet.grid, HexGrid):
        raster = hex_raster(sheet.grid, mask(cells, sheet.columns, sheet.rows))
    plain = mask(cells, columns, rows) if raster is None else np.zeros((rows, columns))
    return Field(plain, blur=0.26, uneven=0.07, salt=salt, raster=raster)


def draw_tint(field: Field, sheet: Sheet, painter: Painter, tint: str, line: Style | None = None) -> None:
    """A patch's outline, filled if there is a tint, drawn if there is a line."""
    for outline in field.outlines(0.46):
        points = [sheet.pt(p) for p in thinned(outline, 0.3)]
        if tint:
            painter.pen(Style(fill=tint)).curve(points, close=True)
        if line is not None:
            painter.pen(line).curve(points, close=True)


def lattice(sheet: Sheet, spacing: float, salt: int, loose: float = 0.3) -> tuple[Places, Numbers, Numbers]:
    """Places all over the board about `spacing` squares apart, in staggered rows from the top down, a little loose; and
    the number of each within its row and of its row."""
    rise = spacing * 0.87
    wide, high = sheet.extent
    columns, rows = math.ceil(wide / spacing) + 2, math.ceil(high / rise) + 2
    i, j = np.meshgrid(np.arange(columns), np.arange(rows)[::-1])
    across = scatter_all(columns, rows, salt)[::-1] - 0.5
    along = scatter_all(columns, rows, salt + 1)[::-1] - 0.5
    x = (i - 0.5 + 0.5 * (j % 2) + loose * across) * spacing
    y = (j - 0.5 + loose * along) * rise
    return (x + 1j * y).ravel(), i.ravel(), j.ravel()


def growing(field: Field, sheet: Sheet, spacing: float, salt: int, low: float, high: float = 9.0,
            loose: float = 0.3) -> Iterator[tuple[complex, int, int, float]]:  # fmt: skip
    """The places of a lattice where a patch is between so and so deep, with their numbers and depth."""
    places, i, j = lattice(sheet, spacing, salt, loose)
    deep = field.at(places)
    keep = (deep >= low) & (deep <= high)
    yield from zip(places[keep].tolist(), i[keep].tolist(), j[keep].tolist(), deep[keep].tolist(), strict=True)


# -- woods -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def tree(shape: int) -> tuple[Figure, Figure, Figure]:
    """A leafy tree about two units across: crown, its shaded side, and the shadow and trunk at its foot."""
    lobes = 5
    turn = 0.5 + 0.4 * shape
    knots = [
        cmath.rect(0.86 + 0.12 * scatter(n, shape, 50), turn + math.tau * n / lobes + 0.25 * scatter(n, shape, 51))
        for n in range(lobes)
    ]
    points = [knots[0]]
    for a, b in zip(knots, knots[1:] + knots[:1], strict=True):
        bulge = (a + b) / 2 / abs((a + b) / 2) * 0.62
        points += (a + bulge, b + bulge, b)
    crown = Figure("m" + "c" * lobes + "z", tuple(p * 0.8 for p in points))
    shade = Pen()
    shade.ops.append("mccz")
    shade.points += [complex(0.55, 0.75), complex(1.3, 0.2), complex(0.9, -1.0), complex(-0.25, -0.88),
                     complex(0.45, -0.6), complex(0.72, 0.0), complex(0.55, 0.75)]  # fmt: skip
    foot = Pen()
    foot.line((complex(0.05, -0.95), complex(0.05, -1.45)))
    foot.line((complex(-0.1, -1.45), complex(1.25, -1.45)))
    return crown, shade.figure(), foot.figure()


@lru_cache(maxsize=8)
def palm(shape: int) -> tuple[Figure, Figure]:
    """A palm about three units high: its fronds, and its stem with the shadow at its foot."""
    lean = (-0.35, 0.3, 0.1, -0.15)[shape % 4]
    head = complex(lean, 0.75)
    fronds = Pen()
    for n, angle in enumerate((-28, 18, 62, 118, 162, 208)):
        reach = 1.15 + 0.2 * scatter(n, shape, 60)
        out = cmath.rect(reach, math.radians(angle))
        tip = head + out - 0.45j * abs(math.cos(math.radians(angle)))
        lift = 0.35j
        fronds.ops.append("mccz")
        fronds.points += [head, head + out * 0.35 + lift, head + out * 0.8 + lift * 0.7, tip,
                          head + out * 0.7 + lift * 0.1, head + out * 0.35 + lift * 0.25, head]  # fmt: skip
    stem = Pen()
    stem.ops.append("mc")
    stem.points += [complex(0, -1.35), complex(0.05, -0.6), complex(lean * 0.7, 0.1), head]
    stem.line((complex(-0.15, -1.35), complex(1.1, -1.35)))
    return fronds.figure(), stem.figure()


def stamp_tree(painter: Painter, sheet: Sheet, at: complex, size: float, shape: int) -> None:
    """One tree or palm (by the climate), `size` points to a unit, its foot a little below `at`."""
    palette = sheet.palette
    if sheet.climate == "desert":
        fronds, stem = palm(shape % 4)
        painter.pen(Style(stroke=palette.leaf_line, width=1.7 * sheet.hair, soft=True)).stamp(stem, at, size)
        painter.pen(Style(fill=palette.leaf_line)).stamp(fronds, at, size)
        return
    crown, shade, foot = tree(shape % 4)
    painter.pen(Style(stroke=palette.leaf_line, width=1.4 * sheet.hair)).stamp(foot, at, size)
    painter.pen(Style(fill=palette.leaf, stroke=palette.leaf_line, width=1.3 * sheet.hair)).stamp(crown, at, size)
    painter.pen(Style(fill=palette.leaf_line)).stamp(shade, at, size * 0.82)


def draw_wood(cells: set[Cell], sheet: Sheet, painter: Painter) -> None:
    """A pale tint with a dotted edge; trees stand in it in loose rows."""
    field = patch_field(cells, sheet, 2, "wood")
    edge = Style(stroke=sheet.palette.leaf_line, width=2 * sheet.hair, dash=(0.01, 1.5), soft=True)
    painter.stage(sheet.clip)
    draw_tint(field, sheet, painter, sheet.palette.wood, edge)
    size = 1.75 * min(1.7, max(0.75, sheet.cell / 16.5))
    spacing = 3.35 * size / sheet.cell
    painter.stage(sheet.clip)
    for at, i, j, _ in growing(field, sheet, spacing, 70, 0.60):
        stamp_tree(painter, sheet, sheet.pt(at), size * (0.88 + 0.24 * scatter(i, j, 72)), i * 3 + j * 5)


# -- marsh -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def reeds() -> tuple[Figure, Figure]:
    """A tuft of marsh two units wide: three blades, and the water lines they stand in."""
    blades = Pen()
    for foot, tip in ((-0.25, -0.55 + 0.85j), (0.0, 1.1j), (0.25, 0.5 + 0.8j)):
        blades.line((complex(foot), complex(tip)))
    water = Pen()
    water.line((-1 + 0j, 1 + 0j))
    water.line((-0.6 - 0.42j, 0.75 - 0.42j))
    return blades.figure(), water.figure()


def draw_marsh(cells: set[Cell], sheet: Sheet, painter: Painter) -> None:
    """Tufts of reed on broken water lines."""
    field = patch_field(cells, sheet, 3, "marsh")
    painter.stage(sheet.clip)
    draw_tint(field, sheet, painter, sheet.palette.marsh)
    size = 2.3 * sheet.scale
    blades, water = reeds()
    for at, _, _, _ in growing(field, sheet, 3.1 * size / sheet.cell, 80, 0.52):
        painter.pen(Style(stroke=sheet.palette.reed, width=1.3 * sheet.hair)).stamp(water, sheet.pt(at), size)
        painter.pen(Style(stroke=sheet.palette.leaf_line, width=1.5 * sheet.hair)).stamp(blades, sheet.pt(at), size)


# -- rocks -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def crag(shape: int) -> tuple[Figure, Figure, Figure]:
    """An outcrop about two units across: its outline, the faces in shadow (the light comes from the north-west), and
    the ridges between the lit faces."""
    count = 6 + shape % 3
    corners = [
        cmath.rect(
            0.72 + 0.36 * scatter(n, shape, 91), math.tau * (n + 0.55 * scatter(n, shape, 92)) / count
        ).conjugate()
        for n in range(count)
    ]
    corners = [complex(c.real * 1.12, c.imag * 0.86) for c in corners]
    peak = complex(-0.22 + 0.2 * scatter(1, shape, 93), 0.26 + 0.16 * scatter(2, shape, 93))
    outline, shade, ridges = Pen(), Pen(), Pen()
    outline.line(corners, close=True)
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        outward = (a + b) / 2
        dark = outward.real * 0.72 - outward.imag * 0.70
        if dark > 0.34:
            shade.line((peak, a, b), close=True)
        elif dark > -0.2:
            for part in (0.3, 0.55, 0.8):
                foot = a + (b - a) * part
                ridges.line((peak + (foot - peak) * 0.45, peak + (foot - peak) * 0.96))
        ridges.line((peak, a))
    return outline.figure(), shade.figure(), ridges.figure()


def stamp_crag(painter: Painter, sheet: Sheet, at: complex, size: float, shape: int) -> None:
    """One outcrop, `size` points to a unit. Each prints over those before it."""
    outline, shade, ridges = crag(shape % 16)
    palette = sheet.palette
    painter.pen(Style(fill=palette.rock, stroke=palette.rock_shade, width=2.2 * sheet.hair)).stamp(outline, at, size)
    painter.pen(Style(fill=palette.rock_shade)).stamp(shade, at, size)
    painter.pen(Style(stroke=palette.rock_shade, width=sheet.hair)).stamp(ridges, at, size)


def draw_rocks(cells: set[Cell], sheet: Sheet, painter: Painter) -> None:
    """Angular outcrops crowded over the patch, with scree dots about its edge."""
    field = patch_field(cells, sheet, 4, "rocks")
    painter.stage(sheet.clip)
    dots = painter.pen(Style(stroke=sheet.palette.rock_shade, width=0.56 * sheet.scale, soft=True))
    for at, _, _, _ in growing(field, sheet, 0.16, 104, 0.2, 0.5, loose=0.9):
        dots.dot(sheet.pt(at))
    row = None
    for at, i, j, depth in growing(field, sheet, 0.5, 100, 0.5, loose=0.32):
        if j != row:  # a nearer row stands before the one behind it
            painter.stage(sheet.clip)
            row = j
        size = 0.255 + 0.10 * scatter(i, j, 102) if depth >= 0.62 else 0.12 + 0.05 * scatter(i, j, 103)
        stamp_crag(painter, sheet, sheet.pt(at), sheet.cell * size, i * 7 + j * 3)


# -- buildings ---------------------------------------------------------------------------------------------------------


def draw_buildings(cells: set[Cell], ways: list[list[complex]], sheet: Sheet, painter: Painter) -> None:
    """Solid black blocks along the ways (lines in board units), garden dots between them."""
    field = patch_field(cells, sheet, 5, "building")
    along = np.concatenate([dense(way) for way in ways]) if ways else np.array([1e6 + 0j])
    houses: list[tuple[complex, float]] = []
    painter.stage(sheet.clip)
    black = painter.pen(Style(fill=sheet.palette.house))
    raster = sheet.shapes.get("building")  # on a measured table no house stands outside the outline, if there is room
    if raster is not None:
        cells = cells_within(raster, *sheet.spread)
    for column, row in sorted(cells):
        middle = sheet.middle((column, row))
        tilt = cmath.rect(1, 0.30 * (scatter(column, row, 110) - 0.5))
        lots = [0.5 * complex(x, y) * 0.58 * tilt for y in (1, 0, -1) for x in (-1, 0, 1)]
        lots = [lot + 0.05 * complex(scatter(column * 9 + n, row, 112) - 0.5, scatter(column * 9 + n, row, 113) - 0.5)
                for n, lot in enumerate(lots)]  # fmt: skip
        order = sorted(range(9), key=lambda n: scatter(column * 16 + n, row, 111))
        built = 0
        for n in order:
            at = middle + lots[n]
            if built == 5 or float(np.abs(along - at).min()) < 0.2:
                continue
            if raster is not None and not inside(raster, at):
                continue
            wide = 0.11 + 0.06 * scatter(column * 16 + n, row, 114)
            deep = 0.075 + 0.035 * scatter(column * 16 + n, row, 115)
            turn = tilt * (1j if scatter(column * 16 + n, row, 116) < 0.45 else 1)
            corners = [complex(-wide, -deep), complex(wide, -deep), complex(wide, deep), complex(-wide, deep)]
            if n % 3 == 1:  # an ell
                corners[2:3] = [complex(wide, 1.9 * deep), complex(wide * 0.35, 1.9 * deep), complex(wide * 0.35, deep)]
            if raster is not None and not all(inside(raster, at + 0.9 * c * turn) for c in corners):
                continue
            built += 1
            black.line([sheet.pt(at + c * turn) for c in corners], close=True)
            houses.append((at, wide))
    dots = painter.pen(Style(stroke=sheet.palette.garden, width=0.6 * sheet.scale, soft=True))
    walls = np.array([at for at, _ in houses]) if houses else np.array([1e6 + 0j])
    spacing = max(0.13, 2.0 / sheet.cell)
    for at, _, _, _ in growing(field, sheet, spacing, 120, 0.5, loose=0.1):
        if float(np.abs(walls - at).min()) > 0.19 and float(np.abs(along - at).min()) > 0.15:
            dots.dot(sheet.pt(at))


def dense(way: list[complex]) -> Places:
    """Many points along a line, to ask how far off something is."""
    parts = [np.linspace(a, b, 8) for a, b in itertools.pairwise(way)]
    return np.concatenate(parts) if parts else np.array(way)


# -- the rest ----------------------------------------------------------------------------------------------------------


def draw_obstacles(cells: set[Cell], sheet: Sheet, painter: Painter) -> None:
    """What was put in the way: rows of crossed stakes."""
    field = patch_field(cells, sheet, 7, "obstacle")
    painter.stage(sheet.clip)
    pen = painter.pen(Style(stroke=sheet.palette.ink, width=0.5 * sheet.scale, soft=True))
    arm = max(0.075, 1.3 / sheet.cell)
    for at, i, j, _ in growing(field, sheet, 3.4 * arm, 145, 0.5, loose=0.15):
        lean = cmath.rect(arm, math.radians(38 + 20 * scatter(i, j, 146)))
        for stake in (lean, -lean.conjugate()):
            pen.line((sheet.pt(at - stake), sheet.pt(at + stake)))


def draw_unknown(cells: set[Cell], sheet: Sheet, painter: Painter, salt: int, kind: str = "") -> None:
    """A kind of ground that has no sign of its own: a tint within a dashed line; the caller writes its name."""
    line = Style(stroke=sheet.palette.casing, width=1.8 * sheet.hair, dash=(3.0, 1.5))
    painter.stage(sheet.clip)
    draw_tint(patch_field(cells, sheet, salt, kind), sheet, painter, sheet.palette.unknown, line)


_SAND_SPACING: Final = 0.55


def draw_sand(taken: set[Cell], sheet: Sheet, painter: Painter) -> None:
    """Desert: a few grains here and there on open ground, in little drifts."""
    pens = [painter.pen(Style(stroke=sheet.palette.sand, width=w * sheet.scale, soft=True)) for w in (0.38, 0.5)]
    places, i, j = lattice(sheet, _SAND_SPACING, 130, loose=1.0)
    columns, rows = int(i.max()) + 1, int(j.max()) + 1
    some = scatter_all(columns, rows, 131)[j // 3, i // 4] >= 0.42
    open_ = np.array([sheet.cell_at(at) not in taken for at in places.tolist()])
    places, i, j = (part[some & open_] for part in (places, i, j))
    drifts = []
    for n in range(3):
        across, up = (scatter_all(columns, rows, salt + n)[j, i] for salt in (132, 135))
        drifts.append(places + (0.16 * n + 0.05 * across) + 1j * (0.07 * up - 0.02 * n))
    for pen, grains in zip(pens, (np.stack([drifts[0], drifts[2]], axis=1).ravel(), drifts[1]), strict=True):
        for grain in grains.tolist():
            pen.dot(sheet.pt(grain))
