"""What never changes during a battle: the units with their qualities, the field, and who may go where."""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from reportgen.battle.scenario import Scenario, UnitSpec
from reportgen.board.field import Body, Field, Going, SightRules, Spot, field_for
from reportgen.board.ground import Ground
from reportgen.board.picture import Arm
from reportgen.rulesets.tin_brigadier.data import (
    BRIDGES,
    CLOSE,
    COLUMN,
    DISMOUNTED,
    EXTENDED,
    FOOT,
    FORMATIONS,
    HORSE,
    OBSTACLE,
    RAILS,
    WATER,
    WAYS,
    WHEELS,
    Data,
    Fire,
    Kind,
)
from reportgen.rulesets.tin_brigadier.tasks import Altered, Change

MOST_KNOWN = 200
"""So many grounds that engineers have altered are kept before all are forgotten."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A unit as the scenario describes it. `side` is 0 or 1; `number` counts all units in the scenario's order."""

    number: int
    id: str
    side: int
    kind: Kind
    arm: Arm
    figures: int
    weapon: str
    guns: int
    morale: str
    firepower: str
    formation: str
    howitzer: bool
    tools: bool
    sappers: bool
    entrenched: bool
    shock: bool
    capacity: int
    observer: str

    @property
    def command(self) -> bool:
        return self.arm == "command"

    @property
    def on_foot(self) -> bool:
        return self.arm in ("infantry", "engineers")


class Tables:
    """The tables of one scenario; `after` gives those of its ground as engineers have altered it."""

    def __init__(self, data: Data, scenario: Scenario) -> None:
        self.data = data
        self.scenario = scenario
        self.field: Field = field_for(scenario.ground)
        self.sides = tuple(side.id for side in scenario.sides)
        self.edges = tuple(side.edge for side in scenario.sides)
        self.units: list[Fixed] = []
        for side, spec in enumerate(scenario.sides):
            for unit in spec.units:
                self.units.append(_fixed(len(self.units), side, unit, data))
        self.index = {unit.id: unit.number for unit in self.units}
        self.of_side = tuple(tuple(unit.number for unit in self.units if unit.side == side) for side in (0, 1))
        self.turns = scenario.turns or data.turns
        self.late = "reaction_at_next_move" in scenario.variants
        self.sight = SightRules(areas=data.blocking, heights=True, bodies=True, overlook=True)
        self.ground_sight = SightRules(areas=data.blocking, heights=True, bodies=False, overlook=True)
        self._off_column: dict[str, tuple[Going, Going]] = {}
        self.origin = self
        self._altered = Altered(scenario.ground, self.field, (), data.edge_sides)
        self._after: dict[tuple[Change, ...], Tables] = {}
        self._drawn: dict[frozenset[Spot], Ground] = {}

    # -- altered ground ----------------------------------------------------------------------------------------------

    def after(self, changes: tuple[Change, ...]) -> Tables:
        """The tables of the scenario when tasks have made these changes, in their order, and no others."""
        if not changes:
            return self.origin
        known = self.origin._after
        if changes not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[changes] = self.origin._made(changes)
        return known[changes]

    def _made(self, changes: tuple[Change, ...]) -> Tables:
        made = copy.copy(self)
        made._drawn = {}
        made._altered = Altered(self.scenario.ground, self.field, changes, self.data.edge_sides)
        obstacles = self.obstacles
        for change in changes:
            obstacles -= {change.at} if OBSTACLE in change.takes else frozenset()
            obstacles |= {change.at} if OBSTACLE in change.makes else frozenset()
        made.obstacles = obstacles
        # Obstacles are bodies on the ground: unless a variant gives them cover, the ground below is as it was.
        plain = OBSTACLE not in self.data.blocking | self.data.covering
        if not (plain and all({*change.takes, *change.makes} <= {OBSTACLE} for change in changes)):
            made.scenario = replace(self.scenario, ground=made._altered.played)
            made.field = field_for(made.scenario.ground)
            made._off_column = {}
            made.__dict__.pop("bridges", None)
        return made

    def drawn(self, blown: frozenset[Spot]) -> Ground:
        """The ground as maps show it, with bridges gone."""
        if blown not in self._drawn:
            self._drawn[blown] = self._altered.without(sorted(blown, key=str))
        return self._drawn[blown]

    # -- places ------------------------------------------------------------------------------------------------------

    def side_number(self, id: str) -> int:
        return self.sides.index(id)

    @cached_property
    def obstacles(self) -> frozenset[Spot]:
        """Where obstacles lie."""
        return frozenset(self._spots(OBSTACLE))

    @cached_property
    def bridges(self) -> Mapping[Spot, str]:
        """Every part of a bridge -> its kind."""
        return {spot: kind for kind in sorted(BRIDGES) for spot in self._spots(kind)}

    def _spots(self, kind: str) -> list[Spot]:
        ground = self.scenario.ground
        grid = ground.grid
        return [self.field.parse(grid.name(square)) for square in grid.squares(ground.areas.get(kind, 0))]

    def cell(self, spot: Spot) -> int:
        """The square or hex of a spot, or the cell that it lies in."""
        return spot if isinstance(spot, int) else self.scenario.ground.grid.at(spot)

    def bridge_of(self, spot: Spot) -> frozenset[Spot]:
        """The whole bridge that a spot is part of."""
        whole, edge = {spot}, [spot]
        while edge:
            here = edge.pop()
            for other in self.bridges:
                if other not in whole and self.field.distance(here, other) <= 1.5:
                    whole.add(other)
                    edge.append(other)
        return frozenset(whole)

    def stands_on(self, spot: Spot, bridge: frozenset[Spot]) -> bool:
        """Whether who is at a spot is on that bridge; on a measured table nobody need be in the middle of a part."""
        if self.field.kind != "measured":
            return spot in bridge
        on = any(kind in BRIDGES for kind in self.field.kinds_at(spot))
        return on and any(self.field.distance(spot, part) <= 1.0 for part in bridge)

    def mover(self, unit: Fixed, formation: str) -> str:
        """How it moves: foot, horse, wheels, rails or water."""
        if unit.kind.id == "train":
            return RAILS
        if unit.kind.id == "boat":
            return WATER
        if unit.on_foot or formation == DISMOUNTED:
            return FOOT
        return HORSE if unit.arm in ("cavalry", "command") else WHEELS

    def going(self, unit: Fixed, formation: str) -> tuple[Going, Going]:
        """Its going with slow ground closed, and with slow ground open."""
        mover = self.mover(unit, formation)
        if formation == COLUMN or mover in (RAILS, WATER):
            return self.data.going[mover]
        if mover not in self._off_column:
            fast, slow = self.data.going[mover]
            self._off_column[mover] = self._through_rough(fast), slow
        return self._off_column[mover]

    def may_stand(self, unit: Fixed, formation: str, spot: Spot) -> bool:
        """Whether the ground at a spot lets a unit be there."""
        return spot not in self.obstacles and passable(self.going(unit, formation)[1], self.field.kinds_at(spot))

    def _through_rough(self, fast: Going) -> Going:
        """Rule terrain.ways: a road through slow ground is slow as well, except in road column; a bridge is not."""
        field = self.field
        if field.kind == "measured":
            return replace(fast, roads=BRIDGES)
        ground = self.scenario.ground
        bridges = ground.area(*BRIDGES)
        ways = ground.area(*WAYS) & ~bridges
        rough = ground.area(*(kind for kind, cost in fast.areas.items() if cost is None))

        def hampered(here: int, there: int) -> float | None:
            if (bridges >> there | bridges >> here) & 1 or not ways >> here & ways >> there & 1:
                return 0.0
            return None if rough >> there & 1 or field.crossed(here, there) else 0.0

        steps = ((here, there) for here in ground.grid.squares(ways) for there in ground.grid.neighbours(here))
        return fast if all(hampered(*step) == 0.0 for step in steps) else replace(fast, added=hampered)

    def fire(self, unit: Fixed, formation: str, entrenched: bool = False) -> Fire | None:
        """The row by which it shoots, or None if it has nothing to shoot with."""
        if not unit.weapon:
            return None
        if unit.weapon == "rifles":
            return self.data.fire[CLOSE if formation == CLOSE and not entrenched else EXTENDED]
        return self.data.fire[unit.weapon]

    @staticmethod
    def block(spot: Spot, key: str) -> Body:
        """Something on the ground that closes a spot."""
        return Body(spot, "0", 0.9, 0.9, key)


def passable(going: Going, kinds: Collection[str]) -> bool:
    """Whether a mover may be where these kinds of ground are."""
    if going.bound:
        return any(kind in going.bound for kind in kinds)
    by_road = any(kind in going.roads for kind in kinds)
    return by_road or all(going.areas.get(kind, 1.0) is not None for kind in kinds)


def _fixed(number: int, side: int, unit: UnitSpec, data: Data) -> Fixed:
    kind = data.kinds[unit.type]
    told: Mapping[str, Any] = unit.fields
    return Fixed(
        number=number,
        id=unit.id,
        side=side,
        kind=kind,
        arm=kind.arm,
        figures=int(told.get("figures", kind.figures)),
        weapon=unit.weapon or (kind.weapons[0] if kind.weapons else ""),
        guns=int(told.get("guns", 1)),
        morale=str(told.get("morale", "")),
        firepower=str(told.get("firepower", "")),
        formation=str(told.get("formation", FORMATIONS[kind.arm][0])),
        howitzer=bool(told.get("howitzer")),
        tools=bool(told.get("tools")),
        sappers=bool(told.get("sappers")),
        entrenched=bool(told.get("entrenched")),
        shock=bool(told.get("shock")),
        capacity=int(told.get("capacity", data.capacity if kind.id in ("train", "boat") else 0)),
        observer=str(told.get("observer", "")),
    )
