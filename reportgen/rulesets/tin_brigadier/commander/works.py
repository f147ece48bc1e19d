"""Digging and the engineers: entrenchments, roadblocks, clearing, mining and blowing."""

from __future__ import annotations

from functools import lru_cache

from reportgen.battle.orders import Order
from reportgen.board.field import Spot
from reportgen.rulesets.tin_brigadier.commander.options import Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.data import ROADS
from reportgen.rulesets.tin_brigadier.orders import examine
from reportgen.rulesets.tin_brigadier.state import Unit

ENOUGH = 0.5
"""The chance to destroy a bridge with which it is blown as the enemy comes near."""
LAST = 0.15
"""The same when he is on it already."""


def works(seen: Picture, unit: Unit, goal: int) -> list[Option]:
    if unit.moved:
        return []
    found = []
    apart, _ = seen.nearest(unit.spot)
    if unit.fixed.on_foot and seen.holding and apart > 2:
        found.append(Option(0.7, "works", Order("entrench", unit.id)))
    if unit.fixed.arm == "engineers":
        found += [*_bridges(seen, unit), *_clearing(seen, unit, goal), *_blocking(seen, unit, apart)]
    return [option for option in found if not examine(seen.state, option.order)[0]]


def bridge_of(seen: Picture, unit: Unit) -> Spot | None:
    """The bridge that engineers have to mine or to watch: the nearest of those that the enemy wants."""
    tables, blown = seen.tables, seen.state.blown
    wanted = [spot for spot in seen.aims.wanted if spot in tables.bridges and spot not in blown]
    return min(wanted, key=lambda spot: (seen.field.distance(unit.spot, spot), spot), default=None)


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
    return [Option(0.75, "works", Order("block", unit.id, path=(field.name(ahead),)))]
