"""The ground of a measured table as polygons and lines, by shapely: what a straight line meets, and what it costs.

Everything is in increments. Imported only where a measured table is used.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, cast
from weakref import WeakKeyDictionary

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from reportgen.board.field import TOUCH, Body, Going, Point
from reportgen.board.ground import Ground

HALF: Final = 0.5
"""Within half a unit of distance of a spot the ground is the spot's own, as the square is on a grid."""
_SPECK = 1e-7
MOST_KNOWN: Final = 20_000
"""So many answers about single places are remembered."""


class Edge(NamedTuple):
    """A wall, hedge or trench. `inwards` is a point on the side that it protects, None: both."""

    kind: str
    line: LineString
    inwards: Point | None


class Stretch(NamedTuple):
    """A part of a line, by distances from its start; `rate` is what 1 of distance costs there, None: closed by the
    kind of terrain `why`."""

    near: float
    far: float
    rate: float | None
    why: str = ""


class Profile(NamedTuple):
    """What going along a line costs: its stretches in order, and what is added at points of it (None: closed there)."""

    stretches: tuple[Stretch, ...]
    steps: tuple[tuple[float, float | None, str], ...]

    def cost(self, distance: float) -> float:
        """Up to that distance; what is closed counts as open."""
        cost = sum(
            (min(part.far, distance) - part.near) * (1.0 if part.rate is None else part.rate)
            for part in self.stretches
            if part.near < distance
        )
        return cost + sum(added or 0.0 for at, added, _ in self.steps if at < distance)

    def limit(self, budget: float) -> float:
        """How far a budget goes: at most to the end, and to the first thing that is closed."""
        steps = iter(self.steps)
        step = next(steps, None)
        left = budget + 1e-9
        at = 0.0
        for part in self.stretches:
            at = part.near
            if part.rate is None:
                return at
            while at < part.far:
                until = part.far if step is None else min(max(step[0], at), part.far)
                if (until - at) * part.rate > left:
                    return at + left / part.rate
                left -= (until - at) * part.rate
                at = until
                if step is None or at < step[0]:
                    break
                if step[1] is None or step[1] > left:
                    return at
                left -= step[1]
                step = next(steps, None)
        return at


class Land:
    """The shapes of a ground, joined by kind."""

    def __init__(self, ground: Ground) -> None:
        areas: dict[str, list[BaseGeometry]] = {}
        levels: dict[int, list[BaseGeometry]] = {}
        edges: list[Edge] = []
        for shape in ground.shapes:
            if shape.what == "edge":
                edges.append(Edge(shape.name, LineString(shape.points), shape.inwards))
            else:
                polygon = Polygon(shape.points).buffer(0)
                if shape.what == "area":
                    areas.setdefault(shape.name, []).append(polygon)
                else:
                    for level in range(1, int(shape.name) + 1):
                        levels.setdefault(level, []).append(polygon)
        self.areas: dict[str, BaseGeometry] = {kind: shapely.union_all(parts) for kind, parts in areas.items()}
        self.levels: dict[int, BaseGeometry] = {n: shapely.union_all(parts) for n, parts in sorted(levels.items())}
        self.edges = edges
        for geometry in (*self.areas.values(), *self.levels.values()):
            shapely.prepare(geometry)
        self._joined: dict[frozenset[str], BaseGeometry] = {}
        self._hampering: WeakKeyDictionary[Going, BaseGeometry] = WeakKeyDictionary()
        # Asked again and again of the places where pieces stand.
        self.kinds_at = lru_cache(maxsize=MOST_KNOWN)(self._kinds_at)
        self.height_at = lru_cache(maxsize=MOST_KNOWN)(self._height_at)

    def _kinds_at(self, point: Point) -> tuple[str, ...]:
        return tuple(kind for kind, area in self.areas.items() if shapely.intersects_xy(area, *point))

    def _height_at(self, point: Point) -> int:
        return max((level for level, area in self.levels.items() if shapely.intersects_xy(area, *point)), default=0)

    def hampering(self, going: Going) -> BaseGeometry:
        """Everything that makes a way cost other than its length, or closes it; not for a mover that is bound."""
        shape = self._hampering.get(going)
        if shape is None:
            areas = [area for kind, area in self.areas.items() if going.areas.get(kind, 1.0) != 1.0]
            edges = [edge.line for edge in self.edges if going.edges.get(edge.kind, 0.0) != 0.0]
            shape = shapely.union_all([*areas, *edges, *(self.levels.values() if going.climb else ())])
            shapely.prepare(shape)
            self._hampering[going] = shape
        return shape

    def joined(self, kinds: Collection[str]) -> BaseGeometry:
        """The areas of all these kinds as one shape, a touch wider than they are, so that corners hang together."""
        key = frozenset(kinds)
        if key not in self._joined:
            parts = [self.areas[kind] for kind in sorted(key) if kind in self.areas]
            self._joined[key] = shapely.union_all(parts).buffer(TOUCH)
            shapely.prepare(self._joined[key])
        return self._joined[key]

    def bare(self, point: Point, radius: float, going: Going) -> bool:
        """Whether there is nothing around a point that hampers a mover who is not bound."""
        return not shapely.dwithin(self.hampering(going), shapely.Point(point), radius)

    def clear(self, a: Point, b: Point, going: Going) -> bool:
        """Whether nothing about the ground hampers a mover, who is not bound, on or close to the line from a to b."""
        return not shapely.dwithin(self.hampering(going), LineString((a, b)), TOUCH)

    def crossings(self, a: Point, b: Point) -> list[tuple[float, Edge]]:
        """The edges that a line crosses, by distance from its start."""
        if not self.edges or a == b:
            return []
        line = LineString((a, b))
        found = [(_nearest(a, line.intersection(edge.line)), edge) for edge in self.edges if line.intersects(edge.line)]
        return sorted(found, key=lambda pair: pair[0])

    def profile(self, a: Point, b: Point, going: Going) -> Profile:
        """What going straight from a to b costs one class of mover."""
        length = math.dist(a, b)
        line = LineString((a, b))
        if not going.bound and not self.hampering(going).intersects(line):
            return Profile((Stretch(0.0, length, 1.0),), ())
        kinds = [kind for kind in self.areas if kind in going.areas]
        # Parts of the line by kind; roads open what is closed and make it cost 1.
        rough = [(kind, parts(line, self.areas[kind])) for kind in kinds]
        road = parts(line, self.joined(going.roads)) if going.roads else []
        bound = parts(line, self.joined(going.bound)) if going.bound else []
        cuts = {0.0, length}
        for near, far in [pair for _, pairs in rough for pair in pairs] + road + bound:
            cuts.update((near, far))
        ordered = sorted(cut for cut in cuts if 0 <= cut <= length)
        stretches = []
        for near, far in pairwise(ordered):
            middle = (near + far) / 2
            if far - near < _SPECK:
                continue
            if going.bound and not _inside(middle, bound):
                stretches.append(Stretch(near, far, None, ""))
            elif _inside(middle, road):
                stretches.append(Stretch(near, far, 1.0))
            else:
                stretches.append(
                    self._rough(near, far, [kind for kind, pairs in rough if _inside(middle, pairs)], going)
                )
        steps: list[tuple[float, float | None, str]] = []
        if going.edges:
            steps += [
                (at, going.edges[edge.kind], edge.kind)
                for at, edge in self.crossings(a, b)
                if edge.kind in going.edges and not _inside(at, road)
            ]
        if going.climb:
            for area in self.levels.values():
                ends = [end for pair in parts(line, area) for end in pair]
                steps += [
                    (at, going.climb, "") for at in ends if _SPECK < at < length - _SPECK and not _inside(at, road)
                ]
        return Profile(tuple(stretches) or (Stretch(0.0, length, 1.0),), tuple(sorted(steps, key=lambda step: step[0])))

    @staticmethod
    def _rough(near: float, far: float, kinds: list[str], going: Going) -> Stretch:
        for kind in kinds:
            if going.areas[kind] is None:
                return Stretch(near, far, None, kind)
        return Stretch(near, far, max((going.areas[kind] or 0.0 for kind in kinds), default=1.0))


def footprint(body: Body) -> BaseGeometry:
    """The rectangle that a body covers."""
    return block(cast(Point, body.spot), float(body.heading), body.width, body.depth)


def shrunk(body: Body) -> BaseGeometry:
    """The same, a touch smaller, so that standing shoulder to shoulder is not standing on each other."""
    return block(cast(Point, body.spot), float(body.heading), body.width - TOUCH, body.depth - TOUCH)


@lru_cache(maxsize=4096)
def block(at: Point, degrees: float, width: float, depth: float) -> BaseGeometry:
    """A rectangle around its middle, its front edge towards an angle clockwise from the top edge."""
    turned = math.radians(degrees)
    ahead = (math.sin(turned) * depth / 2, math.cos(turned) * depth / 2)
    across = (math.cos(turned) * width / 2, -math.sin(turned) * width / 2)
    return Polygon(
        [
            (at[0] + one * ahead[0] + other * across[0], at[1] + one * ahead[1] + other * across[1])
            for one, other in ((1, -1), (1, 1), (-1, 1), (-1, -1))
        ]
    )


def parts(line: LineString, area: BaseGeometry) -> list[tuple[float, float]]:
    """The parts of a line inside a shape, as (near, far) distances from the line's start, in order."""
    if not shapely.intersects(area, line):
        return []
    start = line.coords[0]
    found = []
    for piece in shapely.get_parts(line.intersection(area)):
        ends = [math.dist(start, point) for point in piece.coords]
        if ends and max(ends) - min(ends) > _SPECK:
            found.append((min(ends), max(ends)))
    return sorted(found)


def trimmed(pair: tuple[float, float], length: float, depth: float) -> tuple[float, float] | None:
    """What is left of a part if it begins or ends with the line and `depth` at that end does not count."""
    near, far = pair
    near = near + depth if near <= _SPECK else near
    far = far - depth if far >= length - _SPECK else far
    return (near, far) if far - near > TOUCH else None


def along(a: Point, b: Point, distance: float) -> Point:
    """The point so far from a on the line to b, which must differ."""
    part = distance / math.dist(a, b)
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def beside(a: Point, b: Point, at: Point) -> float:
    """How far a point is from the line from a to b."""
    x, y = b[0] - a[0], b[1] - a[1]
    whole = x * x + y * y
    part = 0.0 if not whole else min(max(((at[0] - a[0]) * x + (at[1] - a[1]) * y) / whole, 0.0), 1.0)
    return math.hypot(a[0] + part * x - at[0], a[1] + part * y - at[1])


def near_line(a: Point, b: Point, body: Body, width: float = 0.0) -> bool:
    """Whether a body may touch a strip of that width: false only if it surely does not."""
    reach = (width + math.hypot(body.width, body.depth)) / 2 + TOUCH
    return beside(a, b, cast(Point, body.spot)) <= reach


def corridor(a: Point, b: Point, width: float) -> BaseGeometry:
    """The strip that a mover of that width goes over, a touch narrower, so that passing closely is passing."""
    broad = max(width - 2 * TOUCH, 2 * TOUCH)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return block(middle, math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])), broad, math.dist(a, b))


def _nearest(a: Point, found: BaseGeometry) -> float:
    return float(shapely.distance(shapely.Point(a), found))


def _inside(at: float, pairs: Iterable[tuple[float, float]]) -> bool:
    return any(near - _SPECK <= at <= far + _SPECK for near, far in pairs)
