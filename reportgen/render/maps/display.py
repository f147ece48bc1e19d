"""The display list of a map: what is inked, in which order, with which pen. Built once, put on paper by the emitters.

Points are complex numbers in points of 1/72 inch, x to the right and y upward, the origin at the bottom left corner of
the map's frame (what stands below the frame has negative y). Complex numbers, because moving a figure is then one
addition and turning it one multiplication. Finished shapes hold whole hundredths of a point: short to write, equal on
every machine. There is one path a style, however many trees or stands it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

import numpy as np

UNIT: Final = 100
"""Units of a finished shape in a point."""

Face = Literal["label", "plain", "roman", "italic"]
"""label: heavy sans for stands; plain: light sans for the frame; roman and italic: the serif of cartouche and names."""

Box = tuple[float, float, float, float]
"""left, bottom, right, top in points."""

_ARC: Final = 0.5522847498
"""Length of the handles with which a cubic curve draws a quarter of the unit circle."""


class Style(NamedTuple):
    """One pen: `fill` and `stroke` are `#rrggbb` or empty for none; `width` and `dash` are in points.

    `soft` rounds ends and corners. Filled paths follow the non-zero rule.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    soft: bool = False


class Figure(NamedTuple):
    """A small drawing to be stamped anywhere: letters m, l, c, z (move, line, cubic curve, close) and their points."""

    ops: str
    points: tuple[complex, ...]

    def turned(self, by: complex) -> Figure:
        """The figure turned and scaled by a complex factor about its origin."""
        return Figure(self.ops, tuple(p * by for p in self.points))

    def moved(self, by: complex) -> Figure:
        """The figure moved by a complex number."""
        return Figure(self.ops, tuple(p + by for p in self.points))


class Pen:
    """A growing path. `m` and `l` take one point each, `c` three, `z` none."""

    __slots__ = ("ops", "points")

    def __init__(self) -> None:
        self.ops: list[str] = []
        self.points: list[complex] = []

    def line(self, points: Sequence[complex], close: bool = False) -> None:
        """A straight-sided line through the points."""
        if len(points) > 1:
            self.ops.append("m" + "l" * (len(points) - 1) + ("z" if close else ""))
            self.points.extend(points)

    def curve(self, points: Sequence[complex], close: bool = False) -> None:
        """A smooth line through the points (Catmull and Rom's, as cubic curves)."""
        count = len(points)
        if count < 3:
            self.line(points)
            return
        if close:
            around = [points[-1], *points, points[0], points[1]]
        else:
            around = [2 * points[0] - points[1], *points, 2 * points[-1] - points[-2]]
        out = [points[0]]
        for before, here, there, after in zip(around, around[1:], around[2:], around[3:], strict=False):
            out += (here + (there - before) / 6, there - (after - here) / 6, there)
        self.ops.append("m" + "c" * (count if close else count - 1) + ("z" if close else ""))
        self.points += out

    def circle(self, centre: complex, radius: float) -> None:
        self.stamp(DISC, centre, radius)

    def dot(self, at: complex) -> None:
        """A point, for a round-ended pen: as good as a disc and a sixth of its length."""
        self.ops.append("ml")
        self.points += (at, at + 0.01)

    def box(self, box: Box) -> None:
        left, bottom, right, top = box
        self.line((complex(left, bottom), complex(right, bottom), complex(right, top), complex(left, top)), close=True)

    def stamp(self, figure: Figure, at: complex, by: complex = 1) -> None:
        """A figure, turned and scaled by `by`, then moved to `at`."""
        self.ops.append(figure.ops)
        if by == 1:
            self.points += [p + at for p in figure.points]
        else:
            self.points += [p * by + at for p in figure.points]

    def add(self, figure: Figure) -> None:
        """A figure where it is."""
        self.ops.append(figure.ops)
        self.points += figure.points

    def figure(self) -> Figure:
        return Figure("".join(self.ops), tuple(self.points))


def _disc() -> Figure:
    points: list[complex] = [1]
    for quarter in (1, 1j, -1, -1j):
        points += (quarter * complex(1, _ARC), quarter * complex(_ARC, 1), quarter * 1j)
    return Figure("mccccz", tuple(points))


DISC: Final = _disc()
"""The unit circle."""


class Shape(NamedTuple):
    """A finished path: `ops` as in `Figure`, `coords` x and y in turn, in hundredths of a point."""

    style: Style
    ops: str
    coords: tuple[int, ...]


class Text(NamedTuple):
    """A line of text: the left end of its base line, size, width and letter spacing in points."""

    x: float
    y: float
    text: str
    size: float
    face: Face
    colour: str
    width: float
    spacing: float = 0.0


class Group(NamedTuple):
    """Shapes drawn in order; `clip` (in points) cuts them, None does not."""

    clip: Box | None
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Part of a map that may be shared by many maps (`key` names it, equal only for equal content)."""

    key: str
    groups: tuple[Group, ...]
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A finished map: layers from bottom to top inside `box` (points). `title` and `text` describe it for a reader
    who does not see it; `labels` gives the box of each piece's label and `blocks` that of each piece, by piece id."""

    box: Box
    layers: tuple[Layer, ...]
    title: str
    text: str
    labels: dict[str, Box] = field(default_factory=dict)
    blocks: dict[str, Box] = field(default_factory=dict)
    headless: bool = False
    """Whether its cartouche had no room and was left out."""
    least: float = 0.0
    """The share of its size to which it may be brought down: smaller its squares could not be read."""

    @property
    def width(self) -> float:
        """In points."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        """In points."""
        return self.box[3] - self.box[1]


class Painter:
    """Collects ink for a layer. Within a stage each style has one path; styles print in the order of first use."""

    def __init__(self) -> None:
        self._groups: list[tuple[Box | None, dict[Style, Pen]]] = []
        self._texts: list[Text] = []
        self.stage()

    def stage(self, clip: Box | None = None) -> None:
        """What follows prints over all that went before."""
        self._groups.append((clip, {}))

    def pen(self, style: Style) -> Pen:
        pens = self._groups[-1][1]
        pen = pens.get(style)
        if pen is None:
            pen = pens[style] = Pen()
        return pen

    def text(self, text: Text) -> None:
        self._texts.append(text)

    def figures(self) -> tuple[tuple[Style, Figure], ...]:
        """What the last stage shows but for texts, to be added to other drawings."""
        return tuple((style, pen.figure()) for style, pen in self._groups[-1][1].items())

    def layer(self, key: str) -> Layer:
        """What was painted, in whole hundredths of a point; all rounded in one go, for numpy is quick with many."""
        points: list[complex] = []
        for _, pens in self._groups:
            for pen in pens.values():
                points += pen.points
        coords = whole(points)
        groups = []
        start = 0
        for clip, pens in self._groups:
            shapes = []
            for style, pen in pens.items():
                end = start + 2 * len(pen.points)
                if pen.ops:
                    shapes.append(Shape(style, "".join(pen.ops), coords[start:end]))
                start = end
            if shapes:
                groups.append(Group(clip, tuple(shapes)))
        return Layer(key, tuple(groups), tuple(self._texts))


def whole(points: Sequence[complex]) -> tuple[int, ...]:
    """The points' x and y in turn, in whole hundredths of a point."""
    flat = np.rint(np.array(points, dtype=np.complex128).view(np.float64) * UNIT)
    return tuple(flat.astype(np.int64).tolist())


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
