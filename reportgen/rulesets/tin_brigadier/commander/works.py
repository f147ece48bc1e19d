"""Digging and the engineers: entrenchments, mining and blowing, roadblocks, clearing and a scenario's own tasks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from reportgen.battle.orders import Order
from reportgen.board.field import Spot
from reportgen.rulesets.tin_brigadier.commander.options import Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.commander.routes import routes
from reportgen.rulesets.tin_brigadier.data import ANY, BLOWN, FOOT, FREE, OBSTACLE, ROADS, Data, Task
from reportgen.rulesets.tin_brigadier.orders import examine
from reportgen.rulesets.tin_brigadier.state import Unit
from reportgen.rulesets.tin_brigadier.tasks import ahead_of, may_do, order_of, there

ENOUGH = 0.5
"""The chance to destroy a bridge with which it is blown as the enemy comes near."""
LAST = 0.15
"""The same when he is on it already."""
LEAST_GAIN = 2.0
"""Steps by which a new way must be shorter than the old one, beyond the turns that the work takes."""
WAITED_FOR = 2.5
"""What an order to open a way is worth: more than a shot, for the others cannot go on without it."""
HALF_DONE = 2.0
"""Steps that speak for a place where work has begun."""


def works(seen: Picture, unit: Unit, goal: int) -> list[Option]:
    if unit.moved:
        return []
    found = []
    apart, _ = seen.nearest(unit.spot)
    if unit.fixed.on_foot and seen.holding and apart > 2:
        found.append(Option(0.7, "works", Order("entrench", unit.id)))
    if unit.fixed.arm == "engineers":
        found += [*_bridges(seen, unit), *_clearing(seen, unit, goal), *_blocking(seen, unit, apart)]
    found += [*_crossing(seen, unit), *_sheltering(seen, unit)]
    return [option for option in found if not examine(seen.state, option.order)[0]]


class Site(NamedTuple):
    """Where engineers are needed; `opens`, whether it is to open a way for which their side waits."""

    spot: Spot
    opens: bool


def site_of(seen: Picture, unit: Unit) -> Site | None:
    """The bridge that engineers have to mine or to watch: the nearest of those that the enemy wants; else the place
    where their work would open a shorter way, if there is one."""
    tables, blown = seen.tables, seen.state.blown
    wanted = [spot for spot in seen.aims.wanted if spot in tables.bridges and spot not in blown]
    if wanted:
        return Site(min(wanted, key=lambda spot: (seen.field.distance(unit.spot, spot), spot)), opens=False)
    found = crossing_of(seen, unit)
    return Site(found[1], opens=True) if found is not None else None


@lru_cache(maxsize=64)
def chance_of(dice: int, sides: int, needed: int) -> float:
    """The chance that so many dice come to what is needed or more."""
    sums = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for total, part in sums.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0.0) + part / sides
        sums = after
    return sum(part for total, part in sums.items() if total >= needed)


def _bridges(seen: Picture, unit: Unit) -> list[Option]:
    """Mines the bridges that the enemy wants and blows them when he comes."""
    found = []
    field = seen.field
    for spot in seen.aims.wanted:
        if spot not in seen.tables.bridges or spot in seen.state.blown:
            continue
        at = field.name(spot)
        data = seen.tables.data
        laid = seen.state.works.get(("mine", at), 0)
        chance = chance_of(laid, data.die, data.blow[seen.tables.bridges[spot]])
        enough = chance >= ENOUGH
        near, _ = seen.nearest(spot)
        if not enough and near >= 1:
            found.append(Option(1.6, "works", Order("mine", unit.id, path=(at,))))
        whole = seen.tables.bridge_of(spot)
        friends = any(one.spot in whole for one in seen.friends)
        if not friends and (near <= 3 if enough else near < 1 and chance >= LAST):
            found.append(Option(2.5, "works", Order("blow", unit.id, path=(at,))))
    return found


def _clearing(seen: Picture, unit: Unit, goal: int) -> list[Option]:
    """What bars its side's way, not what bars the enemy's: obstacles that lie towards its goal."""
    field = seen.field
    if seen.holding:
        return []
    there = field.snap(seen.tables.scenario.ground.grid.centre(goal))
    here = field.distance(unit.spot, there)
    shut = sorted(seen.tables.obstacles, key=str)
    return [
        Option(0.8, "works", Order("clear", unit.id, path=(field.name(spot),)))
        for spot in shut
        if field.distance(spot, there) < here + 0.5
    ]


def _blocking(seen: Picture, unit: Unit, apart: float) -> list[Option]:
    """A roadblock before it on a road by which the enemy may come, if its side only waits."""
    field = seen.field
    ahead = field.step(unit.spot, unit.heading)
    if not seen.holding or ahead is None or not 3 < apart <= 9:
        return []
    if not any(kind in ROADS for kind in field.kinds_at(ahead)):
        return []
    bars = [task for task in seen.tables.data.tasks.values() if OBSTACLE in task.makes and may_do(task, unit.fixed)]
    return [Option(0.75, "works", order_of(task, unit.id, field.name(ahead))) for task in bars]


def crossing_of(seen: Picture, unit: Unit) -> tuple[Task, Spot] | None:
    """The task, and the place for it, by which a unit would open a shorter way to what its side wants; None if that is
    not worth the time, or it has what it wants already."""
    tables, aims = seen.tables, seen.aims
    tasks = [task for task in tables.data.tasks.values() if may_do(task, unit.fixed) and _opens(task, tables.data)]
    if not tasks or seen.holding:
        return None
    distance = tables.scenario.ground.grid.distance
    here = aims.cell(unit.spot)
    ways_out = aims.exits(unit.spot) if aims.leaves(unit.id, unit.fixed.kind.id) else ()
    goals = ways_out or aims.places or (aims.cell(seen.nearest(unit.spot)[1].spot),)
    goal = min(goals, key=lambda cell: (distance(here, cell), cell))
    best: tuple[float, Task, Spot] | None = None
    for task in tasks:
        turns = task.points / (task.dice * (tables.data.die + 1) / 2)
        for spot, gain in routes(tables).shortened(seen.state, unit, goal, task.needs):
            begun = seen.state.works.get((task.id, seen.field.name(spot)), 0)
            value = gain - turns + (HALF_DONE if begun else 0.0)
            if value > LEAST_GAIN and (best is None or value > best[0]):
                best = value, task, spot
    return best[1:] if best is not None else None


def _opens(task: Task, data: Data) -> bool:
    """Whether a task makes ground that men on foot go over more easily than over what was there."""
    if task.line or OBSTACLE in task.needs or FREE.intersection(task.needs):
        return BLOWN in task.needs
    return _hard(task.makes, data) < min(_hard((kind,), data) for kind in task.needs)


def _hard(kinds: Sequence[str], data: Data) -> int:
    """How hard ground is to go over on foot: 0 open, 1 slow, 2 closed."""
    fast, slow = data.going[FOOT]
    closed, hampers = (any(going.areas.get(kind, 1.0) is None for kind in kinds) for going in (slow, fast))
    return 2 if closed or OBSTACLE in kinds else int(hampers)


def _crossing(seen: Picture, unit: Unit) -> list[Option]:
    """Bridges a river, or makes a way through a wood, if its side wants to get to the other side."""
    found = crossing_of(seen, unit)
    if found is None:
        return []
    task, spot = found
    return [Option(WAITED_FOR, "works", order_of(task, unit.id, seen.field.name(spot)))]


def _sheltering(seen: Picture, unit: Unit) -> list[Option]:
    """A wall or the like before it while its side waits: sooner than a trench if it takes less work, else later."""
    field, data = seen.field, seen.tables.data
    tasks = [task for task in data.tasks.values() if task.line and not data.sheltering.isdisjoint(task.makes)]
    if not tasks or not seen.holding or unit.entrenched:
        return []
    apart, enemy = seen.nearest(unit.spot)
    if apart <= 2 or not field.in_arc(unit.spot, unit.heading, enemy.spot):
        return []
    found = []
    for task in tasks:
        ahead = ahead_of(field, task, unit.spot, unit.heading)
        if ANY not in task.needs or not may_do(task, unit.fixed) or ahead is None:
            continue
        if data.sheltering.isdisjoint(there(seen.tables, task, ahead, unit.spot)):
            sooner = task.points * data.dig_dice < data.dig_points * task.dice
            found.append(Option(0.72 if sooner else 0.6, "works", order_of(task, unit.id, field.name(ahead))))
    return found
