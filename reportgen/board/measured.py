"""The `Field` of a measured table. What each question means is told in `reportgen.board.field`; geometry is shapely's.

Pieces are rectangles around their spots. Moves are straight legs; turning at their ends costs what the ruleset says.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final, cast

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from reportgen.board.compass import COMPASS
from reportgen.board.field import (
    OPEN,
    TOUCH,
    ArcName,
    Body,
    Crossing,
    Fault,
    Going,
    Heading,
    Point,
    SightRules,
    Spot,
    TableKind,
    Toll,
    Way,
)
from reportgen.board.ground import Ground
from reportgen.board.land import HALF, Land, along, block, corridor, footprint, parts, trimmed
from reportgen.board.table import TableGrid

_STEP = 15
"""Degrees between the headings that are tried."""
_SLACK = 0.005
"""Distance left over at the end of a budget, so that rounding never makes a move too long."""


class MeasuredField:
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

    # -- spots and headings ------------------------------------------------------------------------------------------

    def parse(self, text: str) -> Spot:
        return self.grid.place(text)

    def name(self, spot: Spot) -> str:
        return self.table.name(_at(spot))

    def point(self, spot: Spot) -> Point:
        return _at(spot)

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
        return str(round(_bearing(_at(a), _at(b))) % 360)

    def opposite(self, heading: Heading) -> Heading:
        return str((int(heading) + 180) % 360)

    def turn(self, a: Heading, b: Heading) -> float:
        return float(abs((int(a) - int(b) + 180) % 360 - 180))

    def wheel(self, a: Heading, b: Heading, width: float = 1.0) -> float:
        return math.radians(self.turn(a, b)) * width

    # -- distances and arcs ------------------------------------------------------------------------------------------

    def distance(self, a: Spot, b: Spot) -> float:
        return math.dist(_at(a), _at(b))

    def within(self, a: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        apart = [(self.distance(a, body.spot), body) for body in bodies]
        return [body for far, body in sorted(apart, key=lambda pair: pair[0]) if far <= radius + TOUCH]

    def contact(self, a: Body, b: Body) -> bool:
        return bool(footprint(a).distance(footprint(b)) <= TOUCH)

    def overlap(self, a: Body, b: Body) -> bool:
        reach = (math.hypot(a.width, a.depth) + math.hypot(b.width, b.depth)) / 2
        if self.distance(a.spot, b.spot) > reach:
            return False
        return bool(_shrunk(footprint(a)).intersects(_shrunk(footprint(b))))

    def in_arc(self, a: Spot, heading: Heading, b: Spot) -> bool:
        return a != b and self.arc_of(a, heading, b) == "front"

    def arc_of(self, a: Spot, heading: Heading, b: Spot) -> ArcName:
        if a == b:
            return "front"
        off = abs((_bearing(_at(a), _at(b)) - float(heading) + 180) % 360 - 180)
        if off <= 45 + 1e-6:
            return "front"
        return "rear" if off >= 135 - 1e-6 else "flank"

    # -- terrain -----------------------------------------------------------------------------------------------------

    def kinds_at(self, spot: Spot) -> tuple[str, ...]:
        return self.land.kinds_at(_at(spot))

    def height_at(self, spot: Spot) -> int:
        return self.land.height_at(_at(spot))

    def kinds_on(self, path: Sequence[Spot]) -> tuple[str, ...]:
        legs = [LineString((_at(a), _at(b))) for a, b in pairwise(path) if a != b]
        return tuple(
            kind
            for kind, area in self.land.areas.items()
            if any(far - near > TOUCH for leg in legs for near, far in parts(leg, area))
        )

    def follows(self, path: Sequence[Spot], kinds: Collection[str]) -> bool:
        points = [_at(spot) for spot in path]
        way: BaseGeometry = LineString(points) if len(set(points)) > 1 else shapely.Point(points[0])
        return bool(self.land.joined(kinds).covers(way))

    def crossed(self, a: Spot, b: Spot) -> tuple[str, ...]:
        return tuple(edge.kind for _, edge in self.land.crossings(_at(a), _at(b)))

    def shelter(self, target: Spot, shooter: Spot) -> tuple[str, ...]:
        found = []
        for far, edge in self.land.crossings(_at(target), _at(shooter)):
            inwards = edge.inwards
            if far <= HALF + TOUCH and (inwards is None or not LineString((_at(target), inwards)).crosses(edge.line)):
                found.append(edge.kind)
        return tuple(dict.fromkeys(found))

    # -- lines -------------------------------------------------------------------------------------------------------

    def between(self, a: Spot, b: Spot, bodies: Iterable[Body] = ()) -> list[Crossing]:
        start, end = _at(a), _at(b)
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
        start, end = _at(a), _at(b)
        if start == end:
            return []
        length = math.dist(start, end)
        found = self._areas(start, end, rules.areas, rules.depth)
        if rules.bodies:
            found += self._bodies(start, end, bodies)
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
        return sorted(found, key=lambda crossing: crossing.near)

    def sees(self, a: Spot, b: Spot, rules: SightRules, bodies: Iterable[Body] = ()) -> bool:
        return not self.blockers(a, b, rules, bodies)

    def behind(self, a: Spot, b: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        start, target = _at(a), _at(b)
        if start == target:
            return []
        ray = LineString((target, along(target, start, -(radius + 1.0))))
        found = []
        for body in bodies:
            far = math.dist(target, _at(body.spot))
            if TOUCH < far <= radius + TOUCH and footprint(body).intersects(ray):
                found.append((far, body))
        return [body for _, body in sorted(found, key=lambda pair: pair[0])]

    def dead_near(self, a: Spot, b: Spot, radius: float, rules: SightRules) -> bool:
        x, y = _at(b)
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
            at = _at(body.spot)
            if math.dist(at, a) <= TOUCH or math.dist(at, b) <= TOUCH:
                continue
            pairs = parts(line, _shrunk(footprint(body)))
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

    # -- movement ----------------------------------------------------------------------------------------------------

    def reach(
        self,
        mover: Body,
        budget: float,
        going: Going = OPEN,
        *,
        closed: Iterable[Body] = (),
        full: Iterable[Body] = (),
        goals: Iterable[Spot] = (),
        contacts: Iterable[Body] = (),
        arc: Heading | None = None,
    ) -> list[Way]:
        start = _at(mover.spot)
        blocked, standing = list(closed), [*closed, *full]
        near = [body for body in standing if math.dist(start, _at(body.spot)) <= budget + 3]
        bare = self.land.bare(start, budget + 1) and not near and not going.bound and going.added is None
        ways: dict[tuple[Spot, str], Way] = {}
        for heading in self.headings:
            if arc is not None and self.turn(arc, heading) > 45:
                continue
            turned = math.radians(float(heading))
            ahead = (math.sin(turned), math.cos(turned))
            far = (start[0] + ahead[0] * (budget + 1), start[1] + ahead[1] * (budget + 1))
            most = budget if bare else min(budget, self._limit(mover, far, budget, going, blocked))
            for length in dict.fromkeys((*range(1, int(most + _SLACK) + 1), most)):
                point = (start[0] + ahead[0] * length, start[1] + ahead[1] * length)
                if length > TOUCH and self._on(point):
                    self._add(ways, mover, [self.snap(point)], budget, going, (blocked, standing), bare)
        for goal in goals:
            if goal != mover.spot:
                for path in self._paths_to(mover, _at(goal), budget, going, blocked, arc):
                    self._add(ways, mover, path, budget, going, (blocked, standing), bare)
        for target in contacts:
            self._touch(ways, mover, target, budget, going, (blocked, standing), arc)
        return sorted(ways.values(), key=lambda way: (way.cost, way.spot, way.contact))

    def _add(
        self,
        ways: dict[tuple[Spot, str], Way],
        mover: Body,
        path: list[Spot],
        budget: float,
        going: Going,
        others: tuple[list[Body], list[Body]],
        bare: bool,
        contact: str = "",
    ) -> None:
        """Keeps a way if it may be gone and nobody has a cheaper one there."""
        if bare and len(path) == 1:
            cost, faults = round(math.dist(_at(mover.spot), _at(path[0])), 3), False
        else:
            blocked, standing = others
            toll = self.toll(mover, path, going, closed=blocked, full=standing)
            cost, faults = toll.cost, bool(toll.faults)
        if faults or cost > budget + TOUCH / 2:
            return
        whole = (mover.spot, *path)
        key = (path[-1], contact)
        if key not in ways or cost < ways[key].cost:
            ways[key] = Way(path[-1], cost, whole, self.towards(whole[-2], whole[-1]), contact)

    def _limit(self, mover: Body, far: Point, budget: float, going: Going, blocked: Iterable[Body]) -> float:
        """How far along a line the mover gets."""
        start = _at(mover.spot)
        end = self.land.profile(start, far, going).limit(budget)
        strip = corridor(start, far, mover.width)
        turned = ((far[0] - start[0]) / math.dist(start, far), (far[1] - start[1]) / math.dist(start, far))
        for body in blocked:
            hit = strip.intersection(_shrunk(footprint(body)))
            if not hit.is_empty:
                first = min(
                    (x - start[0]) * turned[0] + (y - start[1]) * turned[1] for x, y in shapely.get_coordinates(hit)
                )
                end = min(end, max(0.0, first - mover.depth / 2))
        return max(0.0, end - (_SLACK if end < budget else 0.0))

    def _paths_to(
        self, mover: Body, goal: Point, budget: float, going: Going, blocked: list[Body], arc: Heading | None
    ) -> Iterable[list[Spot]]:
        """The direct way, or the cheapest with one bend or two round what is in it, cut where the budget ends."""
        start = _at(mover.spot)
        best: list[Point] | None = [goal]
        direct = self.toll(mover, [goal], going, closed=blocked)
        if direct.faults:
            corners = self._corners(mover, goal, going, blocked)
            tries = [[one, goal] for one in corners]
            best = self._cheapest(mover, tries, going, blocked)
            if best is None:
                tries = [[one, two, goal] for one in corners for two in corners if one != two]
                best = self._cheapest(mover, tries, going, blocked)
        if best is None or (arc is not None and self.turn(arc, self.towards(start, best[0])) > 45):
            return
        path: list[Spot] = []
        left, here = budget, start
        for point in best:
            leg = self.land.profile(here, point, going)
            reached = leg.limit(left)
            if reached < math.dist(here, point) - 1e-6:
                if reached > 2 * _SLACK:
                    path.append(self.snap(along(here, point, reached - _SLACK)))
                break
            path.append(self.snap(point))
            left -= leg.cost(reached)
            here = point
        if path:
            yield path

    def _corners(self, mover: Body, goal: Point, going: Going, blocked: list[Body]) -> list[Point]:
        """Points just outside of what lies between the mover and its goal."""
        strip = corridor(_at(mover.spot), goal, mover.width)
        closed = [kind for kind, cost in going.areas.items() if cost is None and kind in self.land.areas]
        shapes = [part for kind in closed for part in shapely.get_parts(self.land.areas[kind])]
        shapes += [footprint(body) for body in blocked]
        found: dict[Point, None] = {}
        for shape in shapes:
            if shape.intersects(strip):
                margin = max(mover.width, mover.depth) / 2 + TOUCH
                around = shape.convex_hull.buffer(margin, join_style="mitre").simplify(TOUCH)
                for x, y in shapely.get_coordinates(around)[:-1]:
                    if self._on((x, y)):
                        found[self.table.kept((float(x), float(y)))] = None
        return list(found)[:12]

    def _cheapest(self, mover: Body, tries: list[list[Point]], going: Going, blocked: list[Body]) -> list[Point] | None:
        best: list[Point] | None = None
        least = math.inf
        for path in tries:
            if sum(math.dist(a, b) for a, b in pairwise([_at(mover.spot), *path])) >= least:
                continue
            toll = self.toll(mover, path, going, closed=blocked)
            if not toll.faults and toll.cost < least:
                best, least = path, toll.cost
        return best

    def _touch(
        self,
        ways: dict[tuple[Spot, str], Way],
        mover: Body,
        target: Body,
        budget: float,
        going: Going,
        others: tuple[list[Body], list[Body]],
        arc: Heading | None,
    ) -> None:
        """The spot straight ahead at which the mover touches the target."""
        if self.contact(mover, target):
            ways[mover.spot, target.key] = Way(mover.spot, 0.0, (mover.spot,), mover.heading, target.key)
            return
        start, there = _at(mover.spot), _at(target.spot)
        whole = math.dist(start, there)
        heading = self.towards(start, there)
        if (arc is not None and self.turn(arc, heading) > 45) or whole - budget > 2:
            return
        enemy = footprint(target)
        low, high = 0.0, whole
        for _ in range(20):
            middle = (low + high) / 2
            gap = block(along(start, there, middle), float(heading), mover.width, mover.depth).distance(enemy)
            low, high = (low, middle) if gap <= TOUCH / 2 else (middle, high)
        spot = self.snap(along(start, there, high))
        blocked, standing = others
        apart = (
            [body for body in blocked if body.key != target.key],
            [body for body in standing if body.key != target.key],
        )
        self._add(ways, mover, [spot], budget, going, apart, False, target.key)

    def toll(
        self,
        mover: Body,
        path: Sequence[Spot],
        going: Going = OPEN,
        *,
        closed: Iterable[Body] = (),
        full: Iterable[Body] = (),
    ) -> Toll:
        points = [_at(mover.spot)]
        for spot in path:
            if _at(spot) != points[-1]:
                points.append(_at(spot))
        blocked = [(body, _shrunk(footprint(body))) for body in closed]
        cost = 0.0
        faults: list[Fault] = []
        for a, b in pairwise(points):
            if not self._on(b):
                faults.append(Fault("off", "", b))
            profile = self.land.profile(a, b, going)
            cost += profile.cost(math.dist(a, b))
            for part in profile.stretches:
                if part.rate is None and part.far - part.near > TOUCH:
                    spot = self.table.kept(along(a, b, part.near))
                    faults.append(Fault("area", part.why, spot) if part.why else Fault("bound", min(going.bound), spot))
            for at, added, kind in profile.steps:
                if added is None:
                    faults.append(Fault("edge", kind, self.table.kept(along(a, b, at))))
            if going.added is not None:
                more = going.added(a, b)
                cost += more or 0.0
                faults += [Fault("step", "", b)] if more is None else []
            strip = corridor(a, b, mover.width)
            faults += [Fault("closed", body.key, b) for body, shape in blocked if shape.intersects(strip)]
        if len(points) > 1:
            heading = self.towards(points[-2], points[-1])
            end = Body(points[-1], heading, mover.width, mover.depth)
            said = {fault.name for fault in faults if fault.why == "closed"}
            faults += [
                Fault("full", body.key, points[-1])
                for body in [*full, *(body for body, _ in blocked)]
                if body.key not in said and self.overlap(end, body)
            ]
        return Toll(round(cost, 3), tuple(points), tuple(dict.fromkeys(faults)))

    def road_path(self, a: Spot, b: Spot, kinds: Collection[str]) -> tuple[Spot, ...] | None:
        if not (self.follows((a,), kinds) and self.follows((b,), kinds)):
            return None
        if self.follows((a, b), kinds):
            return (a, b)
        on = self.ground.area(*kinds)
        start, end = self.grid.at(_at(a)), self.grid.at(_at(b))
        before = {start: start}
        queue = deque([start])
        while queue and end not in before:
            here = queue.popleft()
            for there in self.grid.neighbours(here):
                legs = (self.grid.centre(here), self.grid.centre(there))
                if there not in before and (on >> there & 1 or there == end) and self.follows(legs, kinds):
                    before[there] = here
                    queue.append(there)
        if end not in before:
            return None
        cells = [end]
        while cells[-1] != start:
            cells.append(before[cells[-1]])
        points: list[Spot] = [a, *(self.table.kept(self.grid.centre(cell)) for cell in reversed(cells[1:-1])), b]
        pulled = [points[0]]
        for number in range(1, len(points) - 1):
            if not self.follows((pulled[-1], points[number + 1]), kinds):
                pulled.append(points[number])
        pulled.append(b)
        return tuple(pulled) if self.follows(pulled, kinds) else None

    def step(self, spot: Spot, heading: Heading, distance: float = 1.0) -> Spot | None:
        turned = math.radians(float(heading))
        x, y = _at(spot)
        point = (x + math.sin(turned) * distance, y + math.cos(turned) * distance)
        return self.snap(point) if self._on(point) else None

    # -- the table's edge --------------------------------------------------------------------------------------------

    def to_edge(self, spot: Spot, side: str) -> float:
        x, y = _at(spot)
        width, height = self._size
        return {"N": height - y, "E": width - x, "S": y, "W": x}[side]

    def nearest_edge(self, spot: Spot, sides: str = "NESW") -> tuple[str, float]:
        side = min(sides, key=lambda side: self.to_edge(spot, side))
        return side, self.to_edge(spot, side)

    def _on(self, point: Point) -> bool:
        width, height = self._size
        return -1e-6 <= point[0] <= width + 1e-6 and -1e-6 <= point[1] <= height + 1e-6


def _at(spot: Spot) -> Point:
    return cast(Point, spot)


def _bearing(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def _shrunk(shape: BaseGeometry) -> BaseGeometry:
    return shape.buffer(-TOUCH / 2, join_style="mitre")
