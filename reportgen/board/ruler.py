"""Spots, arcs and lines on a measured table: all of its `Field` but for movement. Geometry is shapely's.

Pieces are rectangles around their spots. What each question means is told in `reportgen.board.field`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, cast

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from reportgen.board.compass import COMPASS
from reportgen.board.field import (
    TOUCH,
    ArcName,
    Body,
    Crossing,
    Heading,
    Point,
    SightRules,
    Spot,
    TableKind,
)
from reportgen.board.ground import Ground
from reportgen.board.land import HALF, MOST_KNOWN, Land, along, footprint, near_line, parts, shrunk, trimmed
from reportgen.board.table import TableGrid

_STEP = 15
"""Degrees between the headings that are tried."""


class Ruler:
    """Spots are points in increments. Raises TypeError for a ground without a measured table."""

    def __init__(self, ground: Ground) -> None:
        if not isinstance(ground.grid, TableGrid):
            raise TypeError(f"{ground.grid!r} is no measured table")
        self.ground = ground
        self.grid: Final = ground.grid
        self.table: Final = ground.grid.table
        self.kind: TableKind = "measured"
        self.headings: tuple[Heading, ...] = tuple(str(degrees) for degrees in range(0, 360, _STEP))
        self.land: Final = Land(ground)
        self._size = self.table.extent
        self._stopped = lru_cache(maxsize=MOST_KNOWN)(self._ground_stops)

    # -- spots and headings ------------------------------------------------------------------------------------------

    def parse(self, text: str) -> Spot:
        return self.grid.place(text)

    def name(self, spot: Spot) -> str:
        return self.table.name(at_point(spot))

    def point(self, spot: Spot) -> Point:
        return at_point(spot)

    def snap(self, point: Point) -> Spot:
        width, height = self._size
        return self.table.kept((min(max(point[0], 0.0), width), min(max(point[1], 0.0), height)))

    def heading(self, text: str) -> Heading:
        name = text.upper().removesuffix("°")
        if name in COMPASS:
            return str(int(COMPASS[name]))
        if name.isascii() and name.isdecimal() and int(name) <= 360:
            return str(int(name) % 360)
        raise ValueError(f"'{text}' is no facing; write degrees clockwise from the top edge, 0 to 359")

    def degrees(self, heading: Heading) -> float:
        return float(heading)

    def towards(self, a: Spot, b: Spot) -> Heading:
        return str(round(_bearing(at_point(a), at_point(b))) % 360)

    def opposite(self, heading: Heading) -> Heading:
        return str((int(heading) + 180) % 360)

    def turn(self, a: Heading, b: Heading) -> float:
        return float(abs((int(a) - int(b) + 180) % 360 - 180))

    def wheel(self, a: Heading, b: Heading, width: float = 1.0) -> float:
        return math.radians(self.turn(a, b)) * width

    # -- distances and arcs ------------------------------------------------------------------------------------------

    def distance(self, a: Spot, b: Spot) -> float:
        return math.dist(at_point(a), at_point(b))

    def within(self, a: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        apart = [(self.distance(a, body.spot), body) for body in bodies]
        return [body for far, body in sorted(apart, key=lambda pair: pair[0]) if far <= radius + TOUCH]

    def contact(self, a: Body, b: Body) -> bool:
        return bool(footprint(a).distance(footprint(b)) <= TOUCH)

    def overlap(self, a: Body, b: Body) -> bool:
        reach = (math.hypot(a.width, a.depth) + math.hypot(b.width, b.depth)) / 2
        if self.distance(a.spot, b.spot) > reach:
            return False
        return bool(shrunk(a).intersects(shrunk(b)))

    def in_arc(self, a: Spot, heading: Heading, b: Spot) -> bool:
        return a != b and self.arc_of(a, heading, b) == "front"

    def arc_of(self, a: Spot, heading: Heading, b: Spot) -> ArcName:
        if a == b:
            return "front"
        off = abs((_bearing(at_point(a), at_point(b)) - float(heading) + 180) % 360 - 180)
        if off <= 45 + 1e-6:
            return "front"
        return "rear" if off >= 135 - 1e-6 else "flank"

    # -- terrain -----------------------------------------------------------------------------------------------------

    def kinds_at(self, spot: Spot) -> tuple[str, ...]:
        return self.land.kinds_at(at_point(spot))

    def height_at(self, spot: Spot) -> int:
        return self.land.height_at(at_point(spot))

    def kinds_on(self, path: Sequence[Spot]) -> tuple[str, ...]:
        legs = [LineString((at_point(a), at_point(b))) for a, b in pairwise(path) if a != b]
        return tuple(
            kind
            for kind, area in self.land.areas.items()
            if any(far - near > TOUCH for leg in legs for near, far in parts(leg, area))
        )

    def follows(self, path: Sequence[Spot], kinds: Collection[str]) -> bool:
        points = [at_point(spot) for spot in path]
        way: BaseGeometry = LineString(points) if len(set(points)) > 1 else shapely.Point(points[0])
        return bool(self.land.joined(kinds).covers(way))

    def crossed(self, a: Spot, b: Spot) -> tuple[str, ...]:
        return tuple(edge.kind for _, edge in self.land.crossings(at_point(a), at_point(b)))

    def shelter(self, target: Spot, shooter: Spot) -> tuple[str, ...]:
        found = []
        for far, edge in self.land.crossings(at_point(target), at_point(shooter)):
            inwards = edge.inwards
            if far <= HALF + TOUCH and (
                inwards is None or not LineString((at_point(target), inwards)).crosses(edge.line)
            ):
                found.append(edge.kind)
        return tuple(dict.fromkeys(found))

    # -- lines -------------------------------------------------------------------------------------------------------

    def between(self, a: Spot, b: Spot, bodies: Iterable[Body] = ()) -> list[Crossing]:
        start, end = at_point(a), at_point(b)
        if start == end:
            return []
        line, length = LineString((start, end)), math.dist(start, end)
        found = self._areas(start, end, self.land.areas, HALF)
        for level, area in self.land.levels.items():
            for pair in parts(line, area):
                if (part := trimmed(pair, length, HALF)) is not None:
                    found.append(self._crossing("height", str(level), part, start, end))
        for far, edge in self.land.crossings(start, end):
            found.append(self._crossing("edge", edge.kind, (far, far), start, end))
        found += self._bodies(start, end, bodies)
        return sorted(found, key=lambda crossing: crossing.near)

    def blockers(self, a: Spot, b: Spot, rules: SightRules, bodies: Iterable[Body] = ()) -> list[Crossing]:
        start, end = at_point(a), at_point(b)
        if start == end:
            return []
        found = list(self._stopped(start, end, rules))
        if rules.bodies:
            found += [
                one
                for one in self._bodies(start, end, bodies)
                if not (rules.overlook and self._looked_over(start, end, one))
            ]
        return sorted(found, key=lambda crossing: crossing.near)

    def _ground_stops(self, start: Point, end: Point, rules: SightRules) -> tuple[Crossing, ...]:
        """What of the ground stops a line of sight."""
        length = math.dist(start, end)
        found = self._areas(start, end, rules.areas, rules.depth)
        if rules.overlook:
            found = [crossing for crossing in found if not self._looked_over(start, end, crossing)]
        if rules.heights:
            top = max(self.land.height_at(start), self.land.height_at(end))
            higher = self.land.levels.get(top + 1)
            if higher is not None:
                for pair in parts(LineString((start, end)), higher):
                    if pair[1] - pair[0] > TOUCH:
                        found.append(self._crossing("height", str(top + 1), pair, start, end))
        if rules.edges:
            for far, edge in self.land.crossings(start, end):
                if edge.kind in rules.edges and HALF + TOUCH < far < length - HALF - TOUCH:
                    found.append(self._crossing("edge", edge.kind, (far, far), start, end))
        return tuple(found)

    def sees(self, a: Spot, b: Spot, rules: SightRules, bodies: Iterable[Body] = ()) -> bool:
        return not self.blockers(a, b, rules, bodies)

    def behind(self, a: Spot, b: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        start, target = at_point(a), at_point(b)
        if start == target:
            return []
        ray = LineString((target, along(target, start, -(radius + 1.0))))
        found = []
        for body in bodies:
            far = math.dist(target, at_point(body.spot))
            if TOUCH < far <= radius + TOUCH and footprint(body).intersects(ray):
                found.append((far, body))
        return [body for _, body in sorted(found, key=lambda pair: pair[0])]

    def dead_near(self, a: Spot, b: Spot, radius: float, rules: SightRules) -> bool:
        x, y = at_point(b)
        tried: list[Point] = [(x, y)]
        for ring in range(1, int(radius / HALF + TOUCH) + 1):
            for degrees in range(0, 360, 360 // (8 * ring)):
                turned = math.radians(degrees)
                tried.append((x + math.sin(turned) * ring * HALF, y + math.cos(turned) * ring * HALF))
        return any(self._on(point) and bool(self.blockers(a, point, rules)) for point in tried)

    def _areas(self, a: Point, b: Point, kinds: Collection[str], depth: float) -> list[Crossing]:
        line, length = LineString((a, b)), math.dist(a, b)
        found = []
        for kind, area in self.land.areas.items():
            if kind in kinds:
                found += [
                    self._crossing("area", kind, part, a, b)
                    for pair in parts(line, area)
                    if (part := trimmed(pair, length, depth)) is not None
                ]
        return found

    def _bodies(self, a: Point, b: Point, bodies: Iterable[Body]) -> list[Crossing]:
        line = LineString((a, b))
        found = []
        for body in bodies:
            at = at_point(body.spot)
            if not near_line(a, b, body) or math.dist(at, a) <= TOUCH or math.dist(at, b) <= TOUCH:
                continue
            pairs = parts(line, shrunk(body))
            found += [self._crossing("body", body.key, pair, a, b) for pair in pairs]
        return found

    def _crossing(self, what: str, name: str, part: tuple[float, float], a: Point, b: Point) -> Crossing:
        near, far = part
        spot = self.table.kept(along(a, b, near))
        return Crossing(what, name, round(near, 3), round(far, 3), spot)  # type: ignore[arg-type]

    def _looked_over(self, a: Point, b: Point, crossing: Crossing) -> bool:
        length = math.dist(a, b)
        level = self.land.height_at(along(a, b, (crossing.near + crossing.far) / 2))
        higher = [self.land.height_at(end) > level for end in (a, b)]
        gaps = (crossing.near, length - crossing.far)
        return any(higher) and all(above or gap > 1 for above, gap in zip(higher, gaps, strict=True))

    # -- the table's edge --------------------------------------------------------------------------------------------

    def to_edge(self, spot: Spot, side: str) -> float:
        x, y = at_point(spot)
        width, height = self._size
        return {"N": height - y, "E": width - x, "S": y, "W": x}[side]

    def nearest_edge(self, spot: Spot, sides: str = "NESW") -> tuple[str, float]:
        side = min(sides, key=lambda side: self.to_edge(spot, side))
        return side, self.to_edge(spot, side)

    def _on(self, point: Point) -> bool:
        width, height = self._size
        return -1e-6 <= point[0] <= width + 1e-6 and -1e-6 <= point[1] <= height + 1e-6


def at_point(spot: Spot) -> Point:
    return cast(Point, spot)


def _bearing(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360
