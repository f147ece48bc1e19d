"""What a diagram shows over the ground of a map and under its pieces: marked squares, words in them, lines of sight."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from reportgen.board.lattice import Lattice
from reportgen.booklet.model import Plate, Ray, Shade
from reportgen.render.maps import CartouchePlace, Drawing, Ink, Legend, draw
from reportgen.render.maps.display import Painter, Style
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.ground import drawn_ground
from reportgen.render.maps.palette import mixed
from reportgen.render.maps.sheet import Sheet, clear_paper, put

_EDGE = 0.06
"""How far dots and hatching keep from the edge of their square, in squares."""


def draw_plate(
    plate: Plate,
    width: float,
    ink: Ink,
    height: float | None = None,
    *,
    explained: bool = False,
    legend_width: float = 0.0,
) -> Drawing:
    """A plate as a drawing of `width` points, narrower where a `height` for the board demands it.

    `explained`: with legend, cartouche and scale, as a scenario's map; without them, as a diagram. The legend is as
    wide as the map, or as `legend_width`.
    """
    legend: Legend = "full" if explained else "none"
    cartouche: CartouchePlace = "auto" if explained else "none"
    drawing = draw(
        plate.picture,
        width,
        ink,
        height=height,
        legend=legend,
        cartouche=cartouche,
        scale=explained,
        legend_width=legend_width,
    )
    sheet = drawn_ground(plate.picture.ground, width, height, ink).sheet
    painter = Painter()
    painter.stage(sheet.board)
    for shade in plate.shades:
        _shade(shade, plate.picture.ground.grid, sheet, painter)
    taken = [sheet.pt(piece.at) for piece in plate.picture.pieces]
    for left, low, right, high in drawing.labels.values():
        taken += [complex(x, (low + high) / 2) for x in (left, (left + right) / 2, right)]
    for shade in plate.shades:
        _label(shade, plate.picture.ground.grid, sheet, painter, taken)
    for ray in plate.rays:
        _ray(ray, sheet, painter)
    under, *rest = drawing.layers
    return replace(drawing, layers=(under, painter.layer(""), *rest))


def _shade(shade: Shade, grid: Lattice, sheet: Sheet, painter: Painter) -> None:
    marked = [*(grid.outline(square) for square in shade.squares), *shade.outlines]
    squares = [[sheet.pt(corner) for corner in corners] for corners in marked]
    ink, paper = sheet.palette.ink, sheet.palette.paper
    match shade.how:
        case "tint":
            pen = painter.pen(Style(stroke=mixed(sheet.palette.contour, paper, 0.75), width=0.5))
            for corners in squares:
                for line in _ruling(corners, sheet.cell / 16, 1 + 0j):
                    pen.line(line)
        case "hatch":
            pen = painter.pen(Style(stroke=mixed(ink, paper, 0.45), width=0.35))
            for corners in squares:
                for line in _ruling(corners, sheet.cell / 6, 1 + 1j):
                    pen.line(line)
        case "dots":
            pen = painter.pen(Style(stroke=mixed(ink, paper, 0.55), width=0.9, soft=True))
            for corners in squares:
                for dot in _dotting(corners, sheet.cell):
                    pen.dot(dot)
        case "crosses":
            pen = painter.pen(Style(stroke=mixed(ink, paper, 0.5), width=0.5))
            arm = 0.055 * sheet.cell
            for corners in squares:
                for at in _crosses(corners, sheet):
                    pen.line((at - arm, at + arm))
                    pen.line((at - 1j * arm, at + 1j * arm))
        case "outline":
            pen = painter.pen(Style(stroke=ink, width=1.1, dash=(2.4, 1.6)))
            for outline in shade.outlines:
                pen.line([sheet.pt(point) for point in (*outline, outline[0])])
            for edge in _border(shade.squares, grid):
                pen.line([sheet.pt(point) for point in edge])


def _ruling(corners: Sequence[complex], apart: float, along: complex) -> Iterable[tuple[complex, complex]]:
    """Lines in a direction across an outline. They meet those of the next square."""
    offsets = [(corner * along.conjugate()).imag for corner in corners]
    first = int(min(offsets) // apart) + 1
    for n in range(first, int(max(offsets) // apart) + 1):
        ends = []
        for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
            a, b = ((point * along.conjugate()).imag - n * apart for point in (here, there))
            if (a < 0) != (b < 0):
                ends.append(here + (there - here) * a / (a - b))
        ends.sort(key=lambda end: (end * along.conjugate()).real)
        yield from zip(ends[::2], ends[1::2], strict=False)


def _dotting(corners: Sequence[complex], cell: float) -> Iterable[complex]:
    """Dots four by four in a square's middle, staggered."""
    centre = sum(corners) / len(corners)
    step = cell / 5
    for row in range(-2, 3):
        for column in range(-2, 3):
            dot = complex(column * step + (step / 4 if row % 2 else -step / 4), row * step)
            if max(abs(dot.real), abs(dot.imag)) < cell * (0.5 - _EDGE):
                yield centre + dot


def _crosses(corners: Sequence[complex], sheet: Sheet) -> Iterable[complex]:
    """Places inside an outline, in staggered rows that meet those of the next square; none nearer to the board's edge
    than the arm of a cross."""
    step = sheet.cell / 4
    low, high = (pick(corner.imag for corner in corners) for pick in (min, max))
    for row in range(math.ceil((low - sheet.origin.imag) / step), math.ceil((high - sheet.origin.imag) / step)):
        y = sheet.origin.imag + (row + 0.5) * step
        cuts = sorted(
            (a + (b - a) * (y - a.imag) / (b.imag - a.imag)).real
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
            if (a.imag <= y) != (b.imag <= y)
        )
        shift = sheet.origin.real + (0.75 if row % 2 else 0.25) * 2 * step
        for left, right in zip(cuts[::2], cuts[1::2], strict=False):
            for n in range(math.ceil((left - shift) / (2 * step)), math.ceil((right - shift) / (2 * step))):
                yield complex(shift + 2 * step * n, y)


def _border(squares: Iterable[int], grid: Lattice) -> Iterable[tuple[tuple[float, float], tuple[float, float]]]:
    """The edges that belong to one of the squares alone."""
    edges: dict[frozenset[tuple[float, float]], tuple[tuple[float, float], tuple[float, float]]] = {}
    for square in squares:
        corners = grid.outline(square)
        for here, there in zip(corners, (*corners[1:], corners[0]), strict=True):
            key = frozenset(((round(here[0], 4), round(here[1], 4)), (round(there[0], 4), round(there[1], 4))))
            if key in edges:
                del edges[key]
            else:
                edges[key] = (here, there)
    return edges.values()


def _label(shade: Shade, grid: Lattice, sheet: Sheet, painter: Painter, taken: list[complex]) -> None:
    """The word of a zone, once in each of its patches, in the square nearest to the patch's middle that is free."""
    if not shade.label:
        return
    size = min(9.0, 0.36 * sheet.cell)
    for outline in shade.outlines:
        _outline_label(shade.label, [sheet.pt(point) for point in outline], size, sheet, painter, taken)
    for patch in _patches(set(shade.squares), grid):
        centres = {square: sheet.pt(grid.centre(square)) for square in patch}
        middle = sum(centres.values()) / len(centres)
        free = [square for square in patch if all(abs(centres[square] - at) > 0.5 * sheet.cell for at in taken)]
        if not free:
            continue
        best = min(free, key=lambda square: (round(abs(centres[square] - middle), 3), square))
        at = centres[best]
        _word(shade.label, at, size, sheet, painter, taken)


def _word(label: str, at: complex, size: float, sheet: Sheet, painter: Painter, taken: list[complex]) -> None:
    """A word with its middle at a point, on clear paper."""
    taken.append(at)
    capital = 0.3 * size
    width = put(painter, at - 1j * capital, label, size, "italic", sheet.palette.ink, anchor=0.5)
    half = width / 2 + 1.2
    box = (at.real - half, at.imag - 0.62 * size, at.real + half, at.imag + 0.62 * size)
    clear_paper(box, sheet, painter)


def _outline_label(label: str, corners: list[complex], size: float, sheet: Sheet, painter: Painter,
                   taken: list[complex]) -> None:  # fmt: skip
    """The word of a zone told by the ruler: as near to its middle as nobody stands."""
    middle = sum(corners) / len(corners)
    tried = [middle, *((middle + corner * part) / (1 + part) for part in (0.5, 1.0, 2.0) for corner in corners)]
    broad, high = metrics("italic").width(label, size) / 2 + 0.5 * sheet.cell, 0.5 * sheet.cell
    free = [at for at in tried if all(abs((at - o).real) > broad or abs((at - o).imag) > high for o in taken)]
    if free:
        _word(label, free[0], size, sheet, painter, taken)


def _patches(squares: set[int], grid: Lattice) -> Iterable[list[int]]:
    """The squares that hang together by their edges or corners."""
    left = set(squares)
    while left:
        patch = [min(left)]
        left.discard(patch[0])
        for square in patch:
            near = [other for other in grid.neighbours(square) if other in left]
            left.difference_update(near)
            patch += near
        yield sorted(patch)


def _ray(ray: Ray, sheet: Sheet, painter: Painter) -> None:
    """A line of sight: whole if it is clear, broken with a cross where it is stopped."""
    start, end = sheet.pt(ray.start), sheet.pt(ray.end)
    if not ray.stopped:
        painter.pen(Style(stroke=sheet.palette.ink, width=0.9)).line((start, end))
        return
    painter.pen(Style(stroke=sheet.palette.fire, width=0.9, dash=(3, 2))).line((start, end))
    cross = painter.pen(Style(stroke=sheet.palette.fire, width=1.4))
    arm = 0.16 * sheet.cell
    for point in ray.stopped:
        at = _nearest(sheet.pt(point), start, end)
        cross.line((at + arm * (1 + 1j), at - arm * (1 + 1j)))
        cross.line((at + arm * (1 - 1j), at - arm * (1 - 1j)))


def _nearest(point: complex, start: complex, end: complex) -> complex:
    """The point of a line that is nearest to another point."""
    way = end - start
    share = ((point - start) * way.conjugate()).real / abs(way) ** 2
    return start + way * min(1.0, max(0.0, share))
