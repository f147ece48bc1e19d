"""How far it is to somewhere on foot, on wheels, by road, by rail or by water: maps of walking distances.

They are worked out over the cells of the table, once for each place and class of mover, and kept with the scenario's
tables, since many battles share them. Estimates: other units are not in the way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from reportgen.board.field import Body, Going, Spot
from reportgen.board.gridfield import GridField
from reportgen.rulesets.tin_brigadier.data import BLOWN, BRIDGES, COLUMN, ROADS, WATER
from reportgen.rulesets.tin_brigadier.moving import full_move
from reportgen.rulesets.tin_brigadier.state import State, Unit
from reportgen.rulesets.tin_brigadier.tables import Tables

Walk = Callable[[Spot], float]
_SLANT = math.sqrt(2) - 1
_LOST = 30.0
"""Distance added to places from which no way leads."""
_CROOKED = 0.02
_MOST = 4000


class Routes:
    """The maps of one scenario."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.grid = tables.scenario.ground.grid
        self.cells = GridField(tables.scenario.ground)
        self.measured = tables.field.kind == "measured"
        self._goings: dict[tuple[str, float, bool], Going] = {}
        self._maps: dict[tuple[object, ...], tuple[float, ...]] = {}
        self._shortened: dict[tuple[object, ...], tuple[tuple[Spot, float], ...]] = {}

    def cell(self, spot: Spot) -> int:
        return spot if isinstance(spot, int) else self.grid.at(spot)

    def walk(self, state: State, unit: Unit, goal: int, formation: str = "") -> Walk:
        """From a spot to a cell, for a unit as it is formed (or in another formation), in distances of its own move."""
        formation = formation or unit.formation
        tables = self.tables
        if state.tables.field is not tables.field:
            return routes(state.tables).walk(state, unit, goal, formation)
        mover = tables.mover(unit.fixed, formation)
        going = self._going(mover, full_move(state, unit) or float(unit.fixed.kind.move), formation == COLUMN)
        if going.bound:
            goal = self._nearest_bound(goal, going)
        key = (goal, going, state.changes, state.blown)
        found = self._maps.get(key)
        if found is None:
            if len(self._maps) >= _MOST:
                self._maps.clear()
            found = self._maps[key] = self._map(state, goal, going, mover)
        costs = found
        if not self.measured:
            return costs.__getitem__  # type: ignore[return-value]
        return lambda spot: self._between(costs, spot)

    def shortened(self, state: State, unit: Unit, goal: int, kinds: tuple[str, ...]) -> tuple[tuple[Spot, float], ...]:
        """The places with these kinds of ground (`BLOWN`: the bridges that are gone) over which a unit's way to a cell
        would be shorter if they were open, and by how much."""
        here = self.cell(unit.spot)
        key = (here, goal, kinds, unit.formation, state.changes, state.blown)
        found = self._shortened.get(key)
        if found is None:
            if len(self._shortened) >= _MOST:
                self._shortened.clear()
            found = self._shortened[key] = tuple(self._shorter(state, unit, here, goal, kinds))
        return found

    def _shorter(
        self, state: State, unit: Unit, here: int, goal: int, kinds: tuple[str, ...]
    ) -> Iterator[tuple[Spot, float]]:
        field, grid = self.tables.field, self.grid
        there, back = self.walk(state, unit, goal), self.walk(state, unit, here)
        now = there(unit.spot)
        cells = (
            map(self.cell, state.blown) if BLOWN in kinds else grid.squares(self.tables.scenario.ground.area(*kinds))
        )
        for cell in sorted(cells):
            around = [field.snap(grid.centre(other)) for other in grid.neighbours(cell)]
            gain = now - 2 - min(map(back, around)) - min(map(there, around))
            if gain > 0:
                yield field.snap(grid.centre(cell)), gain

    def _map(self, state: State, goal: int, going: Going, mover: str) -> tuple[float, ...]:
        shut = state.barriers() + (state.gaps() if mover != WATER else [])
        closed = [Body(self.cell(body.spot)) for body in shut]
        costs = self.cells.costs(goal, going, closed)
        grid = self.grid
        there = grid.centre(goal)
        # Of ways that are as long as each other the straighter one.
        return tuple(
            (cost if cost < math.inf else _LOST + grid.distance(cell, goal))
            + _CROOKED * math.dist(grid.centre(cell), there)
            for cell, cost in enumerate(costs)
        )

    def _between(self, costs: tuple[float, ...], spot: Spot) -> float:
        """On a measured table: the cheapest over the cells around."""
        point = self.tables.field.point(spot)
        here = self.grid.at(point)
        around = (here, *self.grid.neighbours(here))
        return min(costs[cell] + math.dist(point, self.grid.centre(cell)) for cell in around)

    def _nearest_bound(self, goal: int, going: Going) -> int:
        """The cell nearest to a goal where a train or boat can be."""
        board = self.tables.scenario.ground.area(*going.bound)
        cells = list(self.grid.squares(board)) or [goal]
        return min(cells, key=lambda cell: (self.grid.distance(cell, goal), cell))

    def _going(self, mover: str, move: float, column: bool) -> Going:
        key = (mover, move, column)
        going = self._goings.get(key)
        if going is None:
            slow = self.tables.data.going[mover][1]
            pace = move / self.tables.data.slow
            areas = {kind: cost and pace for kind, cost in slow.areas.items()}
            for kind, cost in self.tables.data.going[mover][0].areas.items():
                if cost == 1.0:
                    areas[kind] = 1.0
            bonus = 1 - move / (move + self.tables.data.road_bonus) if column else 0.0
            added = self._added(bonus) if self.measured or bonus else None
            going = self._goings[key] = Going(areas, slow.edges, 0.0, slow.roads, slow.bound, added)
        return going

    def _added(self, bonus: float) -> Callable[[int, int], float]:
        """Longer steps over corners on a measured table, shorter ones by road in column."""
        on = self.tables.scenario.ground.area(*ROADS, *BRIDGES)
        columns = self.grid.columns
        slant = _SLANT if self.measured else 0.0

        def added(here: int, there: int) -> float:
            aslant = here % columns != there % columns and here // columns != there // columns
            return slant * aslant - (bonus if on >> here & on >> there & 1 else 0.0)

        return added


@lru_cache(maxsize=16)
def routes(tables: Tables) -> Routes:
    """The maps of a scenario's tables, or of those of its altered ground, shared by all its battles."""
    return Routes(tables)
