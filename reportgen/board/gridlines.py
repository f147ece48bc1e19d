"""Straight lines over a board of squares or hexes: what they enter, which edges they cross, and what stops sight.

A line goes from middle to middle. Where it runs exactly through a corner (squares) or along an edge (hexes), the two
areas beside it count only with what both have, and stop sight only if both do.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, cast

from reportgen.board.field import Body, Crossing, SightRules
from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.sight import Sight
from reportgen.board.squares import SquareGrid


class _Line(NamedTuple):
    inside: int
    """The areas entered between the ends, as a bitboard."""
    pairs: tuple[int, ...]
    """The two areas beside each corner or edge that the line runs through, as bitboards."""
    straight: tuple[int, ...]
    """The areas entered in order, with both ends."""
    edges: tuple[tuple[int, str], ...]
    """Each edge crossed: the number of the step in `straight` that crosses it, and its kind."""
    touched: int
    """`inside` and all of `pairs` together."""


class GridLines:
    """The lines of one ground, each made when first asked for."""

    def __init__(self, ground: Ground, grid: SquareGrid | HexGrid) -> None:
        self.ground = ground
        self.grid = grid
        self._sight = Sight(grid, 0) if isinstance(grid, SquareGrid) else None
        self._known: dict[tuple[int, int], _Line] = {}
        self._areas: dict[frozenset[str], int] = {}

    @cached_property
    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """By area: the kinds that lie there."""
        return tuple(self.ground.kinds_at(area) for area in range(self.grid.size))

    @cached_property
    def _edges(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """(area, side) -> the kinds of edge written for it."""
        found: dict[tuple[int, int], tuple[str, ...]] = {}
        for kind, lines in self.ground.edges.items():
            for line in lines:
                found[line] = (*found.get(line, ()), kind)
        return found

    @cached_property
    def _higher(self) -> dict[int, int]:
        """Level -> the areas above it, as a bitboard."""
        heights = self.ground.heights
        return {
            level: sum(1 << area for area, height in enumerate(heights) if height > level) for level in {0, *heights}
        }

    # -- the line itself ---------------------------------------------------------------------------------------------

    def line(self, a: int, b: int) -> tuple[int, tuple[int, ...]]:
        """The areas entered between the ends, as a bitboard, and the pairs beside it."""
        return self._line(a, b)[:2]

    def straight(self, a: int, b: int) -> tuple[int, ...]:
        """The areas of the line in order, both ends included; where it runs between a pair, over the lower of them."""
        cells = self._line(a, b).straight
        whole = [a]
        for cell in cells[1:]:
            if self.grid.distance(whole[-1], cell) > 1:
                here = whole[-1]
                whole.append(min(set(self.grid.neighbours(here)) & set(self.grid.neighbours(cell))))
            whole.append(cell)
        return tuple(whole)

    def _line(self, a: int, b: int) -> _Line:
        line = self._known.get((a, b))
        if line is None:
            line = self._known[a, b] = self._make(a, b)
        return line

    def _make(self, a: int, b: int) -> _Line:
        if a == b:
            return _Line(0, (), (a,), (), 0)
        grid = self.grid
        inside, pairs = self._sight.line(a, b) if self._sight else cast(HexGrid, grid).line(a, b)
        (x1, y1), (x2, y2) = grid.centre(a), grid.centre(b)

        def along(area: int) -> float:
            x, y = grid.centre(area)
            return (x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)

        cells = (a, *sorted(grid.squares(inside), key=along), b)
        edges = []
        for number, (here, there) in enumerate(pairwise(cells)):
            ways = self.edges_on(here, there)
            if ways:
                edges += [(number, kind) for kind in ways[0] if all(kind in way for way in ways[1:])]
        touched = inside
        for pair in pairs:
            touched |= pair
        return _Line(inside, pairs, cells, tuple(edges), touched)

    def edges_on(self, here: int, there: int) -> tuple[tuple[str, ...], ...]:
        """The kinds of edge on each way from an area to another: one way over their common side, or the two ways round
        the corner (over the two areas beside the line). A kind stands once in a way."""
        if not self._edges:
            return ((),)
        side = self._side(here, there)
        if side is not None:
            return (self._kinds_between(here, side, there),)
        beside = set(self.grid.neighbours(here)) & set(self.grid.neighbours(there))
        ways = []
        for other in sorted(beside):
            first, second = self._side(here, other), self._side(other, there)
            if first is not None and second is not None:
                both = (*self._kinds_between(here, first, other), *self._kinds_between(other, second, there))
                ways.append(tuple(dict.fromkeys(both)))
        return tuple(ways) or ((),)

    def _side(self, here: int, there: int) -> int | None:
        for side in range(len(self.grid.sides)):
            if self.grid.over(here, side) == there:
                return side
        return None

    def _kinds_between(self, here: int, side: int, there: int) -> tuple[str, ...]:
        count = len(self.grid.sides)
        own, theirs = self._edges.get((here, side), ()), self._edges.get((there, (side + count // 2) % count), ())
        return tuple(dict.fromkeys((*own, *theirs)))

    # -- what lies on it ---------------------------------------------------------------------------------------------

    def crossed(self, a: int, b: int) -> tuple[str, ...]:
        return tuple(kind for _, kind in self._line(a, b).edges)

    def shelter(self, target: int, shooter: int) -> tuple[str, ...]:
        """The edges written for the target's own sides that the line crosses on entering it."""
        if target == shooter or not self._edges:
            return ()
        cells = self._line(shooter, target).straight
        before = cells[-2]
        side = self._side(target, before)
        if side is not None:
            return self._edges.get((target, side), ())
        # The line enters by a corner: what stands on both sides of the corner covers.
        sides = [self._side(target, near) for near in self.grid.neighbours(target) if near in self._around(before)]
        kinds = [self._edges.get((target, side), ()) for side in sides if side is not None]
        return tuple(kind for kind in kinds[0] if all(kind in other for other in kinds[1:])) if kinds else ()

    def _around(self, area: int) -> tuple[int, ...]:
        return tuple(other for side in range(len(self.grid.sides)) if (other := self.grid.over(area, side)) >= 0)

    def between(self, a: int, b: int, bodies: Iterable[Body]) -> list[Crossing]:
        line = self._line(a, b)
        standing = self._standing(a, b, line, bodies)
        found = []
        for area in line.straight[1:-1]:
            far = float(self.grid.distance(a, area))
            found += [Crossing("area", kind, far, far, area) for kind in self.kinds[area]]
            if level := self.ground.height(area):
                found.append(Crossing("height", str(level), far, far, area))
            found += [Crossing("body", body.key, far, far, area) for body in standing.get(area, ())]
        for pair in line.pairs:
            found += self._on_pair(a, tuple(self.grid.squares(pair)), standing)
        for number, kind in line.edges:
            here = line.straight[number]
            near = float(self.grid.distance(a, here)) + 0.5
            found.append(Crossing("edge", kind, near, near, here))
        return sorted(found, key=lambda crossing: crossing.near)

    def _on_pair(self, a: int, pair: tuple[int, ...], standing: dict[int, list[Body]]) -> list[Crossing]:
        far = float(min(self.grid.distance(a, area) for area in pair))
        first = pair[0]
        shared = [kind for kind in self.kinds[first] if all(kind in self.kinds[other] for other in pair)]
        found = [Crossing("area", kind, far, far, first) for kind in shared]
        if level := min(self.ground.height(area) for area in pair):
            found.append(Crossing("height", str(level), far, far, first))
        if all(area in standing for area in pair):
            found += [Crossing("body", body.key, far, far, area) for area in pair for body in standing[area]]
        return found

    def _standing(self, a: int, b: int, line: _Line, bodies: Iterable[Body]) -> dict[int, list[Body]]:
        standing: dict[int, list[Body]] = {}
        for body in bodies:
            area = cast(int, body.spot)
            if line.touched >> area & 1 and area not in (a, b):
                standing.setdefault(area, []).append(body)
        return standing

    # -- sight -------------------------------------------------------------------------------------------------------

    def blockers(self, a: int, b: int, rules: SightRules, bodies: Iterable[Body]) -> list[Crossing]:
        line = self._line(a, b)
        if not line.touched:
            return []
        top = max(self.ground.height(a), self.ground.height(b))
        stopping = self._stopping(rules.areas)
        if rules.heights:
            stopping |= self._higher.get(top, 0)
        standing = self._standing(a, b, line, bodies) if rules.bodies else {}
        for area in standing:
            stopping |= 1 << area
        if not stopping & line.touched and not (rules.edges and line.edges):
            return []
        found = []
        for area in self.grid.squares(line.inside & stopping):
            found += self._stops(a, b, area, rules, top, standing)
        for pair in line.pairs:
            if pair & stopping == pair:
                reasons = [self._stops(a, b, area, rules, top, standing) for area in self.grid.squares(pair)]
                if all(reasons):
                    found += [reason for each in reasons for reason in each]
        last = len(line.straight) - 2
        for number, kind in line.edges:
            if kind in rules.edges and 0 < number < last:
                near = float(self.grid.distance(a, line.straight[number])) + 0.5
                found.append(Crossing("edge", kind, near, near, line.straight[number]))
        return sorted(found, key=lambda crossing: crossing.near)

    def _stops(
        self, a: int, b: int, area: int, rules: SightRules, top: int, standing: dict[int, list[Body]]
    ) -> list[Crossing]:
        level = self.ground.height(area)
        far = float(self.grid.distance(a, area))
        found = []
        if rules.heights and level > top:
            found.append(Crossing("height", str(level), far, far, area))
        if rules.overlook and self._looked_over(a, b, area, level):
            return found
        found += [Crossing("area", kind, far, far, area) for kind in self.kinds[area] if kind in rules.areas]
        found += [Crossing("body", body.key, far, far, area) for body in standing.get(area, ())]
        return found

    def _looked_over(self, a: int, b: int, area: int, level: int) -> bool:
        higher = [self.ground.height(end) > level for end in (a, b)]
        return any(higher) and all(
            above or self.grid.distance(end, area) > 1 for above, end in zip(higher, (a, b), strict=True)
        )

    def _stopping(self, kinds: frozenset[str]) -> int:
        areas = self._areas.get(kinds)
        if areas is None:
            areas = self._areas[kinds] = self.ground.area(*kinds)
        return areas
