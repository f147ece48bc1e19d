"""Where a unit goes: how good a place is for it, and the move that brings it to the best one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reportgen.battle.orders import Order
from reportgen.board.field import TOUCH, Heading, Spot, Way
from reportgen.rulesets.tin_brigadier import moving
from reportgen.rulesets.tin_brigadier.commander.options import Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.commander.routes import Walk, routes
from reportgen.rulesets.tin_brigadier.data import COLUMN, LIMBERED, MOUNTED
from reportgen.rulesets.tin_brigadier.fights import full_move_back, holds
from reportgen.rulesets.tin_brigadier.state import Unit

GOAL, NEAR = 0.35, 0.15
"""What a distance nearer to where it is going, and to the nearest enemy, is worth."""
PLACE, COVER, HEIGHT, RANGE, HORSE, LIMBER = 0.5, 0.5, 0.2, 0.6, 0.4, 1.0
EDGE = 0.8
"""What it costs to stand under fire where one who falls back would leave the table."""
CAUTION = 0.35
"""Part of what the enemy could do that is to be feared: he has not orders for all."""
SHUN = 2.0
LEAST, LEAST_HOLDING = 0.05, 0.8
"""How much better a place must be to go there, for a side that wants something and for one that has it."""
LANE = 0.3
"""What a distance aside from its lane costs a unit that has one."""
FAR = 5.0
"""Beyond this from the enemy units look where they go."""
FRONT = 40.0
"""Degrees from the middle of the front within which somebody is surely in front."""
URGE, DARE, FIRST = 2.0, 0.5, 0.4
"""What multiplies the worth of a distance nearer to its goal and what it fears, and what is added to its order, if the
others wait for a unit: engineers on their way to open one."""
ASKEW = 0.4
"""What it costs to end a move with the enemy aside or behind: an order to turn."""


class Places:
    """The worth of places for one unit at one moment. `goal` is the cell where it wants to get in the long run; `lane`,
    how far aside a spot is from where it is to go, or None; `shun`, spots where it does not want to stand; `urgent`,
    whether the others wait for it."""

    def __init__(
        self,
        seen: Picture,
        unit: Unit,
        goal: int,
        lane: Walk | None = None,
        shun: frozenset[Spot] = frozenset(),
        *,
        urgent: bool = False,
    ) -> None:
        self.urge, self.dare, self.first = (URGE, DARE, FIRST) if urgent else (1.0, 1.0, 0.0)
        self.seen, self.unit, self.goal, self.lane, self.shun = seen, unit, goal, lane, shun
        state, tables = seen.state, seen.tables
        self.walk = routes(tables).walk(state, unit, goal)
        self.row = tables.fire(unit.fixed, unit.formation)
        self.left = moving.full_move(state, unit) - unit.spent
        if unit.formation == COLUMN:
            self.left += tables.data.road_bonus
        self.threats = seen.near(unit.spot, self.left + TOUCH)
        self.edge = tables.edges[unit.side]
        self.back = 0.0 if holds(unit) else full_move_back(state, unit)
        self.apart, self.near = seen.nearest(unit.spot)
        look = self.left + max(self.row.range if self.row is not None else 0.0, FAR)
        far = seen.field.distance
        self.close = [enemy.spot for enemy in seen.enemies if far(unit.spot, enemy.spot) <= look]

    def worth(self, spot: Spot) -> float:
        seen, unit = self.seen, self.unit
        field = seen.field
        value = -GOAL * self.urge * self.walk(spot) - NEAR * field.distance(spot, self.near.spot)
        places = seen.aims.places
        if places and seen.aims.cell(spot) in places:
            value += PLACE
        covered = any(kind in seen.tables.data.covering for kind in field.kinds_at(spot))
        if covered:
            value += COVER
        value += HEIGHT * field.height_at(spot)
        if self.lane is not None:
            value -= LANE * self.lane(spot)
        if spot in self.shun:
            value -= SHUN
        apart = min([field.distance(spot, enemy) for enemy in self.close], default=99.0)
        if self.row is not None and unit.formation != MOUNTED and apart <= self.row.range + TOUCH:
            value += RANGE
        if unit.formation == LIMBERED and apart <= 3:
            value -= LIMBER
        if unit.formation == MOUNTED and apart <= FAR:
            value += HORSE
        if self.threats:
            if self.back and field.to_edge(spot, self.edge) <= self.back and seen.shelled(spot, self.threats):
                value -= EDGE
            fear = CAUTION * self.dare * seen.aims.weight(unit.id)
            value -= fear * seen.danger(unit, unit.formation, spot, covered, self.threats)
        return value

    def moves(self, ways: Sequence[Way]) -> list[Option]:
        """The best move of those that it can make, and turning where it stands."""
        unit, seen = self.unit, self.seen
        here = self.worth(unit.spot) - self._askew(unit.spot, unit.heading)
        best: tuple[float, Way] | None = None
        for way in ways:
            value = self.worth(way.spot) - here
            if best is not None and value <= best[0] + 1e-9:
                continue
            facing = self._faced(way.spot, self._look(way.spot), way.cost)
            value -= self._askew(way.spot, facing)
            if best is None or value > best[0] + 1e-9:
                best = value, way
        if best is None or best[0] <= (LEAST_HOLDING if seen.holding else LEAST):
            return self.wheels()
        value, way = best
        facing = self._faced(way.spot, self._look(way.spot), way.cost)
        if facing != unit.heading and moving.bill(seen.state, unit, way.path, facing).rule:
            facing = unit.heading
        order = Order("move", unit.id, path=tuple(map(seen.field.name, way.path)), facing=facing)
        return [Option(self.first + 0.3 + 0.35 * min(value, 2.0), "advance", order), *self.wheels()]

    def _askew(self, spot: Spot, facing: Heading) -> float:
        """What it costs to have the nearest enemy neither in front nor far off."""
        field, enemy = self.seen.field, self.near.spot
        aside = spot != enemy and field.distance(spot, enemy) <= FAR and not field.in_arc(spot, facing, enemy)
        return ASKEW if aside else 0.0

    def _faced(self, spot: Spot, at: Spot, cost: float) -> Heading:
        """How it faces at the end of a move that costs so much: straight at what it looks at if it can, else so that it
        has that in front of it. Who can still shoot turns no further than would leave him the shot."""
        unit, field = self.unit, self.seen.field
        now = unit.heading
        if spot == at:
            return now
        full = field.towards(spot, at)
        if field.kind != "measured":
            return full  # wheels come with the move
        aside = (field.degrees(full) - field.degrees(now) + 180) % 360 - 180
        least = math.copysign(max(abs(aside) - FRONT, 0.0), aside)
        tries = [full, field.heading(str(round(field.degrees(now) + least) % 360))] if least else [full, now]
        budgets = [self.left - cost]
        if self.row is not None and field.distance(spot, at) <= self.row.range + TOUCH:
            budgets.insert(0, moving.fighting_move(self.seen.state, unit, charging=False) - unit.spent - cost)
        for budget in budgets:
            for facing in tries:
                if field.wheel(now, facing) <= budget + TOUCH / 2:
                    return facing
        return now

    def arcs(self) -> tuple[bool, ...]:
        """Ahead, and back too if it is in danger or its goal lies there."""
        field, unit = self.seen.field, self.unit
        to = self._point(self.goal)
        if self.threats or not field.in_arc(unit.spot, unit.heading, to):
            return (True, False)
        return (True,)

    def _point(self, cell: int) -> Spot:
        field = self.seen.field
        return cell if field.kind != "measured" else field.snap(self.seen.tables.scenario.ground.grid.centre(cell))

    def _look(self, spot: Spot) -> Spot:
        """At whom or what it looks when it has arrived."""
        if self.apart <= FAR or self.seen.field.distance(spot, self.near.spot) <= FAR:
            return self.near.spot
        return self._point(self.goal)

    def wheels(self) -> list[Option]:
        """Turning to an enemy who is near and not in front, or to where it wants to go."""
        field, unit = self.seen.field, self.unit
        enemy, goal = self.near.spot, self._point(self.goal)
        if self.apart <= FAR + 1:
            wanted, value = enemy, 0.7
        elif self.walk(unit.spot) > 1 and not self.seen.holding:
            wanted, value = goal, 0.35
        else:
            return []
        if wanted == unit.spot or field.in_arc(unit.spot, unit.heading, wanted):
            return []
        facing = self._faced(unit.spot, wanted, 0.0)
        if facing == unit.heading or moving.bill(self.seen.state, unit, (unit.spot,), facing).rule:
            return []
        return [Option(value, "advance", Order("move", unit.id, path=(field.name(unit.spot),), facing=facing))]


def headquarters(seen: Picture, unit: Unit) -> Option | None:
    """A subordinate keeps in the middle of those it can reach; both keep away from the enemy."""
    field = seen.field
    far, reach = field.distance, seen.tables.data.command_range
    subordinate = unit.fixed.kind.id == "hq"
    move = moving.full_move(seen.state, unit)
    close = [enemy.spot for enemy in seen.enemies if far(unit.spot, enemy.spot) <= move + 4]
    if not subordinate and all(far(unit.spot, enemy) >= 4 for enemy in close):
        return None
    mine = [one.spot for one in seen.friends if far(unit.spot, one.spot) <= move + reach]

    def worth(spot: Spot) -> float:
        value = -2.0 * sum(max(4 - far(spot, enemy), 0) for enemy in close)
        return value + sum([far(spot, one) <= reach for one in mine]) if subordinate else value

    here = worth(unit.spot)
    best: tuple[tuple[float, float], Way] | None = None
    for way in moving.ways(seen.state, unit):
        value = worth(way.spot), -way.cost
        if best is None or value > best[0]:
            best = value, way
    if best is None or best[0][0] <= here + 0.5:
        return None
    path = tuple(field.name(spot) for spot in best[1].path)
    return Option(5.0, "command", Order("move", unit.id, path=path, facing=unit.heading))
