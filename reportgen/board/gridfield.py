"""The `Field` of a board of squares or hexes. What each question means is told in `reportgen.board.field`."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from reportgen.board.compass import COMPASS, nearest
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
from reportgen.board.gridlines import GridLines
from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.squares import SquareGrid

_Steps = tuple[tuple[tuple[int, float, int, int], ...], ...]
"""By square: the steps that can be taken, as (to, cost, 1 for a diagonal, the two squares beside a diagonal)."""
_MOST_KNOWN: Final = 2000
"""So many answers of `reach` are remembered before all are forgotten: some megabytes."""


class GridField:
    """Spots are the numbers of squares or hexes. Raises TypeError for any other board."""

    def __init__(self, ground: Ground) -> None:
        grid = ground.grid
        if not isinstance(grid, SquareGrid | HexGrid):
            raise TypeError(f"{grid!r} is neither of squares nor of hexes")
        self.ground = ground
        self.grid: Final = grid
        self.kind: TableKind = "square" if isinstance(grid, SquareGrid) else "hex"
        self.headings: tuple[Heading, ...] = grid.sides
        self._lines = GridLines(ground, grid)
        self._arcs: dict[tuple[int, Heading, int], ArcName] = {}
        self._known_steps: WeakKeyDictionary[Going, _Steps] = WeakKeyDictionary()
        self._least: WeakKeyDictionary[Going, float] = WeakKeyDictionary()
        self._known_reach: dict[tuple[object, ...], tuple[Way, ...]] = {}
        self._last: dict[tuple[int, int, Heading], Heading] = {}
        self._far: Any = [()] * grid.size

    # -- spots and headings ------------------------------------------------------------------------------------------

    def parse(self, text: str) -> Spot:
        return self.grid.square(text.partition("/")[0])

    def name(self, spot: Spot) -> str:
        return self.grid.names[_area(spot)]

    def point(self, spot: Spot) -> Point:
        return self.grid.centre(_area(spot))

    def snap(self, point: Point) -> Spot:
        return self.grid.at(point)

    @cached_property
    def _bearings(self) -> dict[Heading, float]:
        if isinstance(self.grid, HexGrid):
            return {name: self.grid.bearing(number) for number, name in enumerate(self.grid.facings)}
        return {name: 90.0 * number for number, name in enumerate(self.headings)}

    def heading(self, text: str) -> Heading:
        name = text.upper()
        if name in self._bearings:
            return name
        if name in COMPASS:
            return nearest(self._bearings, COMPASS[name])
        raise ValueError(f"'{text}' is no facing; write {', '.join(self.headings[:-1])} or {self.headings[-1]}")

    def degrees(self, heading: Heading) -> float:
        return self._bearings[heading]

    def towards(self, a: Spot, b: Spot) -> Heading:
        return nearest(self._bearings, self._bearing(_area(a), _area(b)))

    def opposite(self, heading: Heading) -> Heading:
        count = len(self.headings)
        return self.headings[(self.headings.index(heading) + count // 2) % count]

    def turn(self, a: Heading, b: Heading) -> float:
        return abs((self._bearings[a] - self._bearings[b] + 180) % 360 - 180)

    def wheel(self, a: Heading, b: Heading, width: float = 1.0) -> float:
        return 0.0 if a == b else 1.0

    def _bearing(self, a: int, b: int) -> float:
        (x1, y1), (x2, y2) = self.grid.centre(a), self.grid.centre(b)
        return math.degrees(math.atan2(x2 - x1, y2 - y1)) % 360

    # -- distances and arcs ------------------------------------------------------------------------------------------

    def distance(self, a: Spot, b: Spot) -> float:
        row = self._far[a]
        if not row:
            row = self._far[a] = tuple(self.grid.distance(_area(a), other) for other in range(self.grid.size))
        far: float = row[b]
        return far

    def within(self, a: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        apart = [(self.grid.distance(_area(a), _area(body.spot)), body) for body in bodies]
        return [body for far, body in sorted(apart, key=lambda pair: pair[0]) if far <= radius + TOUCH]

    def contact(self, a: Body, b: Body) -> bool:
        return self.distance(a.spot, b.spot) <= 1

    def overlap(self, a: Body, b: Body) -> bool:
        return a.spot == b.spot

    def in_arc(self, a: Spot, heading: Heading, b: Spot) -> bool:
        return a != b and self.arc_of(a, heading, b) == "front"

    def arc_of(self, a: Spot, heading: Heading, b: Spot) -> ArcName:
        key = (_area(a), heading, _area(b))
        arc = self._arcs.get(key)
        if arc is None:
            arc = self._arcs[key] = self._arc(*key)
        return arc

    def _arc(self, a: int, heading: Heading, b: int) -> ArcName:
        if a == b:
            return "front"
        off = abs((self._bearing(a, b) - self._bearings[heading] + 180) % 360 - 180)
        half = 45.0 if self.kind == "square" else 60.0
        if off <= half + 1e-9:
            return "front"
        return "rear" if off >= 180 - half - 1e-9 else "flank"

    # -- terrain -----------------------------------------------------------------------------------------------------

    def kinds_at(self, spot: Spot) -> tuple[str, ...]:
        return self._lines.kinds[_area(spot)]

    def height_at(self, spot: Spot) -> int:
        return self.ground.height(_area(spot))

    def kinds_on(self, path: Sequence[Spot]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kind for spot in path[1:] for kind in self.kinds_at(spot)))

    def follows(self, path: Sequence[Spot], kinds: Collection[str]) -> bool:
        return all(any(kind in kinds for kind in self.kinds_at(spot)) for spot in path) and all(
            self.distance(a, b) <= 1 for a, b in pairwise(path)
        )

    def crossed(self, a: Spot, b: Spot) -> tuple[str, ...]:
        return self._lines.crossed(_area(a), _area(b))

    def shelter(self, target: Spot, shooter: Spot) -> tuple[str, ...]:
        return self._lines.shelter(_area(target), _area(shooter))

    # -- lines -------------------------------------------------------------------------------------------------------

    def between(self, a: Spot, b: Spot, bodies: Iterable[Body] = ()) -> list[Crossing]:
        return self._lines.between(_area(a), _area(b), bodies)

    def blockers(self, a: Spot, b: Spot, rules: SightRules, bodies: Iterable[Body] = ()) -> list[Crossing]:
        return self._lines.blockers(_area(a), _area(b), rules, bodies)

    def sees(self, a: Spot, b: Spot, rules: SightRules, bodies: Iterable[Body] = ()) -> bool:
        return not self._lines.blockers(_area(a), _area(b), rules, bodies)

    def behind(self, a: Spot, b: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        start, target = _area(a), _area(b)
        found = []
        for body in bodies:
            beyond = _area(body.spot)
            far = self.grid.distance(target, beyond)
            if beyond in (start, target) or far > radius + TOUCH or start == target:
                continue
            inside, pairs = self._lines.line(start, beyond)
            if (inside >> target & 1) or any(pair >> target & 1 for pair in pairs):
                found.append((far, body))
        return [body for _, body in sorted(found, key=lambda pair: pair[0])]

    def dead_near(self, a: Spot, b: Spot, radius: float, rules: SightRules) -> bool:
        near = 1 << _area(b) | self.grid.within(_area(b), int(radius + TOUCH))
        return any(self._lines.blockers(_area(a), spot, rules, ()) for spot in self.grid.squares(near))

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
        start = _area(mover.spot)
        targets = tuple(contacts)
        # Who stands out of reach changes nothing, and the same is asked again and again.
        near = self._disc(start, budget, going)
        shut = (_bits(closed) | _bits(targets)) & near & ~(1 << start)
        taken = _bits(full) & near & ~(1 << start)
        key = (start, mover.heading, budget, going, shut, taken, targets, arc)
        ways = self._known_reach.get(key)
        if ways is None:
            if len(self._known_reach) >= _MOST_KNOWN:
                self._known_reach.clear()
            ways = self._known_reach[key] = self._reach(mover, budget, going, shut, taken, targets, arc)
        return list(ways)

    def _disc(self, start: int, budget: float, going: Going) -> int:
        """The squares that a budget can lead to, if every step cost as little as the cheapest one does."""
        least = self._least.get(going)
        if least is None:
            prices = [price for steps in self._steps(going) for _, price, *_ in steps]
            least = self._least[going] = min(prices, default=1.0)
        steps = budget / least + TOUCH if least > 0 else math.inf
        return self.grid.within(start, int(steps)) if steps < self.grid.columns + self.grid.rows else self.grid.all

    def _reach(
        self,
        mover: Body,
        budget: float,
        going: Going,
        shut: int,
        taken: int,
        targets: tuple[Body, ...],
        arc: Heading | None,
    ) -> tuple[Way, ...]:
        start = _area(mover.spot)
        reached = self._flood(start, budget, going, shut, arc)
        found = []
        for spot, (cost, _, _) in reached.items():
            if taken >> spot & 1:
                continue
            touched = [body for body in targets if self.grid.distance(spot, _area(body.spot)) == 1]
            if spot == start and not touched:
                continue
            path = _back(reached, spot)
            heading = self._last_heading(path, mover.heading)
            if spot != start:
                found.append(Way(spot, cost, path, heading))
            found += [Way(spot, cost, path, heading, body.key) for body in touched]
        return tuple(sorted(found, key=lambda way: (way.cost, _area(way.spot))))

    def open_around(self, spot: Spot, radius: float, going: Going) -> bool:
        return False

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
        ways = self.reach(mover, budget, going, closed=closed, full=full, contacts=[target], arc=arc)
        return next((way for way in ways if way.contact), None)

    def toll(
        self,
        mover: Body,
        path: Sequence[Spot],
        going: Going = OPEN,
        *,
        closed: Iterable[Body] = (),
        full: Iterable[Body] = (),
    ) -> Toll:
        blocked = list(closed)
        shut = _bits(blocked)
        whole = self._filled([_area(mover.spot), *map(_area, path)], going, shut)
        steps = self._steps(going)
        cost = 0.0
        faults: list[Fault] = []
        for here, there in pairwise(whole):
            price = next((price for to, price, *_ in steps[here] if to == there), None)
            if price is None:
                faults.append(self._why_not(here, there, going))
            cost += 1.0 if price is None else price
            if shut >> there & 1:
                faults += [Fault("closed", body.key, there) for body in blocked if body.spot == there]
            elif not self._passes(here, there, shut):
                faults.append(Fault("closed", self._beside(here, there, blocked), there))
        last = whole[-1]
        faults += [Fault("full", body.key, last) for body in full if body.spot == last and len(whole) > 1]
        return Toll(cost, tuple(whole), tuple(faults))

    def costs(self, start: Spot, going: Going = OPEN, closed: Iterable[Body] = ()) -> tuple[float, ...]:
        """By square: what the cheapest way there costs, infinite where none leads. For those who plan far ahead."""
        first = _area(start)
        found = [math.inf] * self.grid.size
        for spot, (cost, _, _) in self._flood(first, math.inf, going, _bits(closed) & ~(1 << first), None).items():
            found[spot] = cost
        return tuple(found)

    def road_path(self, a: Spot, b: Spot, kinds: Collection[str]) -> tuple[Spot, ...] | None:
        on = self.ground.area(*kinds)
        start, end = _area(a), _area(b)
        if not (on >> start & 1 and on >> end & 1):
            return None
        reached = self._flood(start, math.inf, OPEN, self.grid.all & ~on, None)
        return _back(reached, end) if end in reached else None

    def step(self, spot: Spot, heading: Heading, distance: float = 1.0) -> Spot | None:
        side, here = self.headings.index(heading), _area(spot)
        for _ in range(round(distance)):
            here = self.grid.over(here, side)
            if here < 0:
                return None
        return here

    def _steps(self, going: Going) -> _Steps:
        steps = self._known_steps.get(going)
        if steps is None:
            steps = self._known_steps[going] = tuple(
                tuple(
                    (there, price, int(self._diagonal(here, there)), self._corners(here, there))
                    for there in self.grid.neighbours(here)
                    if (price := self._price(here, there, going)) is not None
                )
                for here in range(self.grid.size)
            )
        return steps

    def _price(self, here: int, there: int, going: Going) -> float | None:
        """What a step costs, or None if it cannot be taken."""
        kinds, before = self._lines.kinds[there], self._lines.kinds[here]
        if going.bound and not any(kind in going.bound for kind in kinds):
            return None
        cost: float | None = 1.0
        if not (any(kind in going.roads for kind in kinds) and any(kind in going.roads for kind in before)):
            cost = self._rough(here, there, going)
        if cost is not None and going.added is not None:
            more = going.added(here, there)
            cost = None if more is None else cost + more
        return cost

    def _rough(self, here: int, there: int, going: Going) -> float | None:
        prices = [going.areas[kind] for kind in self._lines.kinds[there] if kind in going.areas]
        if any(price is None for price in prices):
            return None
        cost = max((price for price in prices if price is not None), default=1.0)
        ways = []
        for way in self._lines.edges_on(here, there):
            added = [going.edges[kind] for kind in way if kind in going.edges]
            if not any(price is None for price in added):
                ways.append(sum(price for price in added if price is not None))
        if not ways:
            return None
        climbed = abs(self.ground.height(there) - self.ground.height(here))
        return cost + min(ways) + going.climb * climbed

    def _why_not(self, here: int, there: int, going: Going) -> Fault:
        kinds = self._lines.kinds[there]
        if going.bound and not any(kind in going.bound for kind in kinds):
            return Fault("bound", min(going.bound), there)
        for kind in kinds:
            if kind in going.areas and going.areas[kind] is None:
                return Fault("area", kind, there)
        for way in self._lines.edges_on(here, there):
            for kind in way:
                if kind in going.edges and going.edges[kind] is None:
                    return Fault("edge", kind, there)
        return Fault("step", "", there)

    def _diagonal(self, here: int, there: int) -> bool:
        return (
            self.kind == "square"
            and here % self.grid.columns != there % self.grid.columns
            and (here // self.grid.columns != there // self.grid.columns)
        )

    def _corners(self, here: int, there: int) -> int:
        """The two squares beside a diagonal step as a bitboard; 0 for another step."""
        if not self._diagonal(here, there):
            return 0
        one = self.grid.index(self.grid.column(there), self.grid.row(here))
        other = self.grid.index(self.grid.column(here), self.grid.row(there))
        return 1 << one | 1 << other

    def _passes(self, here: int, there: int, shut: int) -> bool:
        """Whether a step does not slip diagonally between two closed squares."""
        corners = self._corners(here, there)
        return not corners or shut & corners != corners

    def _beside(self, here: int, there: int, blocked: Iterable[Body]) -> str:
        corners = self._corners(here, there)
        return next((body.key for body in blocked if corners >> _area(body.spot) & 1), "")

    def _flood(
        self, start: int, budget: float, going: Going, shut: int, arc: Heading | None
    ) -> dict[int, tuple[float, int, int]]:
        """By spot, cheapest first: (cost, diagonal steps, the spot before)."""
        steps = self._steps(going)
        done: dict[int, tuple[float, int, int]] = {}
        queue: list[tuple[float, int, int, int]] = [(0.0, 0, start, -1)]
        while queue:
            cost, slants, here, before = heapq.heappop(queue)
            if here in done:
                continue
            done[here] = (cost, slants, before)
            for there, price, slant, corners in steps[here]:
                total = cost + price
                if there in done or shut >> there & 1 or total > budget + 1e-9:
                    continue
                if arc is not None and here == start and self.arc_of(start, arc, there) != "front":
                    continue
                if not corners or shut & corners != corners:
                    heapq.heappush(queue, (total, slants + slant, there, here))
        return done

    def _filled(self, path: list[int], going: Going, shut: int) -> list[int]:
        whole = path[:1]
        for spot in path[1:]:
            here = whole[-1]
            if spot == here:
                continue
            if self.grid.distance(here, spot) > 1:
                reached = self._flood(here, math.inf, going, shut & ~(1 << spot), None)
                way = _back(reached, spot)[1:] if spot in reached else self._lines.straight(here, spot)[1:]
                whole += [_area(step) for step in way]
            else:
                whole.append(spot)
        return whole

    def _last_heading(self, path: Sequence[Spot], otherwise: Heading) -> Heading:
        if len(path) < 2:
            return otherwise
        key = (_area(path[-2]), _area(path[-1]), otherwise)
        known = self._last.get(key)
        if known is None:
            known = self._last[key] = self._stepped(path, otherwise)
        return known

    def _stepped(self, path: Sequence[Spot], otherwise: Heading) -> Heading:
        angle = self._bearing(_area(path[-2]), _area(path[-1]))
        if otherwise in self._bearings and abs((self._bearings[otherwise] - angle + 180) % 360 - 180) <= 45.0 + 1e-9:
            return otherwise if self._diagonal(_area(path[-2]), _area(path[-1])) else nearest(self._bearings, angle)
        return nearest(self._bearings, angle)

    # -- the table's edge --------------------------------------------------------------------------------------------

    def to_edge(self, spot: Spot, side: str) -> float:
        return self.grid.to_edge(_area(spot), side) + 1

    def nearest_edge(self, spot: Spot, sides: str = "NESW") -> tuple[str, float]:
        side = min(sides, key=lambda side: self.to_edge(spot, side))
        return side, self.to_edge(spot, side)


def _area(spot: Spot) -> int:
    return cast(int, spot)


def _bits(bodies: Iterable[Body]) -> int:
    board = 0
    for body in bodies:
        board |= 1 << _area(body.spot)
    return board


def _back(reached: dict[int, tuple[float, int, int]], spot: int) -> tuple[Spot, ...]:
    """The path to a spot, its start first."""
    path = []
    while spot >= 0:
        path.append(spot)
        spot = reached[spot][2]
    return tuple(reversed(path))
