"""A scenario as the engine sees it: checked, complete, free of files. `reportgen.files` makes it from YAML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reportgen.board.ground import Ground
from reportgen.problems import NOWHERE, Place

Way = tuple[str | int, ...]
"""The way to something in the file: ('sides', 0, 'commander')."""


@dataclass(frozen=True, slots=True)
class UnitSpec:
    """A stand or unit of an order of battle.

    `id` is unique in the battle and is what the notation and the map say (`BRI1`); `name` is what a sentence says
    ('British Regular Infantry'); `type` and `weapon` are ids of the ruleset; `fields` are the ruleset's own
    (mounted, figures, quality ...).
    """

    id: str
    name: str
    type: str
    weapon: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a unit starts or arrives. `at` is a coordinate (`B7`), `facing` a compass name or degrees.

    `slot`: 0 alone or front, 1 behind another in the same square. `concealed` is the name of the body (piece of
    terrain) it hides in, or empty.
    """

    unit: str
    at: str
    facing: str
    slot: int = 0
    concealed: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """Units that come in the turn `turn`, at the start of their side's phase, on any of the squares `at`."""

    turn: int
    units: tuple[str, ...]
    at: tuple[str, ...]
    facing: str
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Objective:
    """What a side fights for, besides destroying the enemy.

    `kind` is one of: `hold` (own the squares `at` at the end), `exit` (at least `count` units, of `types` if given,
    leave by `at`), `destroy` (the units `units`, or `count` points), `survive` (units `units` live until the end).
    `points` is what it is worth at the end; `wins` ends the battle at once when it is met.
    """

    side: str
    kind: str
    title: str
    at: tuple[str, ...] = ()
    count: int = 1
    types: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    points: int = 0
    wins: bool = False
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class SideSpec:
    """One side. `people` is the noun for sentences ('the Mahdists'), `adjective` ('Mahdist'); `edge` is its own
    table edge (N, E, S, W); `exits` the edge squares over which its units may leave, by coordinate; `zone` the squares
    in which its player may place those that start in the open, or empty; `colour` a CSS hex colour; `general` the
    ruleset's grade; `commander` names the automatic commander's manner, or empty."""

    id: str
    name: str
    people: str
    adjective: str
    edge: str
    units: tuple[UnitSpec, ...]
    general: str = ""
    colour: str = ""
    exits: tuple[str, ...] = ()
    zone: tuple[str, ...] = ()
    commander: str = ""
    declared_points: float | None = None
    declared_stands: int | None = None
    notes: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a battle starts from. Exactly two sides, in the order of the file (it breaks no tie)."""

    title: str
    ruleset: str
    ground: Ground
    sides: tuple[SideSpec, SideSpec]
    placements: tuple[Placement, ...]
    variants: tuple[str, ...] = ()
    reinforcements: tuple[Reinforcement, ...] = ()
    objectives: tuple[Objective, ...] = ()
    turns: int | None = None
    date: str = ""
    location: str = ""
    background: str = ""
    notes: str = ""
    special_rules: tuple[str, ...] = ()
    hash: str = ""
    file: str = field(default="", compare=False)
    terrain_place: Place = field(default=NOWHERE, compare=False)
    raw: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[Way, Place] = field(default_factory=dict, compare=False, repr=False)
    """Where in the file that stands which its rules may find fault with, by the way to it from the top."""

    def place(self, *way: str | int) -> Place:
        """Where something of the file stands; if that is not known, what it is a part of; at last the whole file."""
        found = (self.places[way[:end]] for end in range(len(way), 0, -1) if way[:end] in self.places)
        return next(found, Place(self.file))

    def side(self, id: str) -> SideSpec:
        """Raises KeyError if there is no such side."""
        for side in self.sides:
            if side.id == id:
                return side
        raise KeyError(id)

    def other(self, id: str) -> SideSpec:
        a, b = self.sides
        return b if id == a.id else a
