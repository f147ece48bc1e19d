"""The `Field` of a measured table. What each question means is told in `reportgen.board.field`; geometry is shapely's.

Moves are straight legs; turning at their ends costs what the ruleset says.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final

import shapely

from reportgen.board.field import OPEN, TOUCH, Body, Fault, Going, Heading, Point, Spot, Toll, Way
from reportgen.board.land import along, block, corridor, footprint, near_line, shrunk
from reportgen.board.ruler import Ruler, at_point

ASIDE: Final = (0.0, 0.5, -0.5, 0.9, -0.9)
"""How far beside its middle a body may be touched: each is tried if those before it are barred."""
SLACK: Final = 0.005
"""Distance left over at the end of a budget, so that rounding never makes a move too long."""


class MeasuredField(Ruler):
    """Spots are points in increments. Raises TypeError for a ground without a measured table."""

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
        start = at_point(mover.spot)
        blocked = list(closed)
        # Whoever stands farther off than it can go is in no way.
        barring = [body for body in blocked if math.dist(start, at_point(body.spot)) <= budget + 3]
        standing = [body for body in full if math.dist(start, at_point(body.spot)) <= budget + 3]
        broad = mover.width + mover.depth
        simple = not going.bound and going.added is None
        level = simple and self.land.bare(start, budget + 1, going)
        ways: dict[tuple[Spot, str], Way] = {}
        for heading in self.headings:
            if arc is not None and self.turn(arc, heading) > 45:
                continue
            turned = math.radians(float(heading))
            ahead = (math.sin(turned), math.cos(turned))
            far = (start[0] + ahead[0] * (budget + 1), start[1] + ahead[1] * (budget + 1))
            # Of most lines nothing is near: then what can be gone is known without asking further.
            clear = level or (simple and self.land.clear(start, far, going))
            beside = [body for body in barring if near_line(start, far, body, broad)]
            passed = [body for body in standing if near_line(start, far, body, broad)]
            bare = clear and not beside and not passed
            most = budget if bare else min(budget, self._limit(mover, far, budget, going, beside, clear))
            for length in dict.fromkeys((*range(1, int(most + SLACK) + 1), most)):
                point = (start[0] + ahead[0] * length, start[1] + ahead[1] * length)
                if length > TOUCH and self._on(point):
                    self._add(ways, mover, [self.snap(point)], budget, going, (beside, passed), bare, arc=arc)
        bare = level and not barring and not standing
        for goal in goals:
            if goal != mover.spot:
                for path in self._paths_to(mover, at_point(goal), budget, going, blocked, arc):
                    self._add(ways, mover, path, budget, going, (barring, standing), bare, arc=arc)
        for target in contacts:
            self._touch(ways, mover, target, budget, going, (barring, standing), arc)
        return sorted(ways.values(), key=lambda way: (way.cost, way.spot, way.contact))

    def open_around(self, spot: Spot, radius: float, going: Going) -> bool:
        return not going.bound and going.added is None and self.land.bare(at_point(spot), radius, going)

    def to_contact(
        self,
        mover: Body,
        target: Body,
        budget: float,
        going: Going = OPEN,
        *,
        closed: Iterable[Body] = (),
        full: Iterable[Body] = (),
        arc: Heading | None = None,
    ) -> Way | None:
        ways: dict[tuple[Spot, str], Way] = {}
        self._touch(ways, mover, target, budget, going, (list(closed), list(full)), arc)
        return min(ways.values(), key=lambda way: (way.cost, way.spot), default=None)

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
        arc: Heading | None = None,
    ) -> None:
        """Keeps a way if it may be gone and nobody has a cheaper one there."""
        # The place that can be written down may lie a hair outside of the arc.
        if arc is not None and not self.in_arc(mover.spot, arc, path[0]):
            return
        if bare and len(path) == 1:
            cost, faults = round(math.dist(at_point(mover.spot), at_point(path[0])), 3), False
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

    def _limit(
        self, mover: Body, far: Point, budget: float, going: Going, blocked: Iterable[Body], clear: bool
    ) -> float:
        """How far along a line the mover gets; `clear`: the ground does not hamper it."""
        start = at_point(mover.spot)
        end = min(budget, math.dist(start, far)) if clear else self.land.profile(start, far, going).limit(budget)
        strip = corridor(start, far, mover.width)
        turned = ((far[0] - start[0]) / math.dist(start, far), (far[1] - start[1]) / math.dist(start, far))
        for body in blocked:
            if not near_line(start, far, body, mover.width):
                continue
            hit = strip.intersection(shrunk(body))
            if not hit.is_empty:
                first = min(
                    (x - start[0]) * turned[0] + (y - start[1]) * turned[1] for x, y in shapely.get_coordinates(hit)
                )
                end = min(end, max(0.0, first - mover.depth / 2))
        return max(0.0, end - (SLACK if end < budget else 0.0))

    def _paths_to(
        self, mover: Body, goal: Point, budget: float, going: Going, blocked: list[Body], arc: Heading | None
    ) -> Iterable[list[Spot]]:
        """The direct way, or the cheapest with one bend or two round what is in it, cut where the budget ends."""
        start = at_point(mover.spot)
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
                if reached > 2 * SLACK:
                    path.append(self.snap(along(here, point, reached - SLACK)))
                break
            path.append(self.snap(point))
            left -= leg.cost(reached)
            here = point
        if path:
            yield path

    def _corners(self, mover: Body, goal: Point, going: Going, blocked: list[Body]) -> list[Point]:
        """Points just outside of what lies between the mover and its goal."""
        strip = corridor(at_point(mover.spot), goal, mover.width)
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
            if sum(math.dist(a, b) for a, b in pairwise([at_point(mover.spot), *path])) >= least:
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
        """The spot at which the mover touches the target: straight ahead, or aside if something bars that way."""
        if self.contact(mover, target):
            ways[mover.spot, target.key] = Way(mover.spot, 0.0, (mover.spot,), mover.heading, target.key)
            return
        start, there = at_point(mover.spot), at_point(target.spot)
        whole = math.dist(start, there)
        if whole - budget > 2:
            return
        blocked, standing = others
        apart = (
            [body for body in blocked if body.key != target.key],
            [body for body in standing if body.key != target.key],
        )
        enemy = footprint(target)
        across = ((there[1] - start[1]) / whole, (start[0] - there[0]) / whole)
        for off in ASIDE:
            at = (there[0] + off * across[0], there[1] + off * across[1])
            heading = self.towards(start, at)
            if arc is not None and self.turn(arc, heading) > 45:
                continue
            low, high = 0.0, math.dist(start, at)
            for _ in range(15):
                middle = (low + high) / 2
                gap = block(along(start, at, middle), float(heading), mover.width, mover.depth).distance(enemy)
                low, high = (low, middle) if gap <= TOUCH / 2 else (middle, high)
            self._add(ways, mover, [self.snap(along(start, at, high))], budget, going, apart, False, target.key, arc)
            if any(way.contact == target.key for way in ways.values()):
                return

    def toll(
        self,
        mover: Body,
        path: Sequence[Spot],
        going: Going = OPEN,
        *,
        closed: Iterable[Body] = (),
        full: Iterable[Body] = (),
    ) -> Toll:
        points = [at_point(mover.spot)]
        for spot in path:
            if at_point(spot) != points[-1]:
                points.append(at_point(spot))
        far = sum(math.dist(a, b) for a, b in pairwise(points)) + 1
        blocked = [
            (body, shrunk(body))
            for body in closed
            if math.dist(points[0], at_point(body.spot)) <= far + mover.width + body.width + body.depth
        ]
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
            beside = [(body, shape) for body, shape in blocked if near_line(a, b, body, mover.width)]
            if beside:
                strip = corridor(a, b, mover.width)
                faults += [Fault("closed", body.key, b) for body, shape in beside if shape.intersects(strip)]
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
        start, end = self.grid.at(at_point(a)), self.grid.at(at_point(b))
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
        x, y = at_point(spot)
        point = (x + math.sin(turned) * distance, y + math.cos(turned) * distance)
        return self.snap(point) if self._on(point) else None
