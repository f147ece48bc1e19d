"""Where pieces are and what lies between them, on any table: a square grid, a hex grid or a measured one.

A ruleset that is written against `Field` plays on all three. Distances are plain numbers, 1 for one square, one hex or
one increment of the measured table (say 6 inches); they are whole on grids and floats on measured tables, so compare
them with `<=`, and let `TOUCH` settle what is equal. `field_for(ground)` makes the field of a scenario's ground.

A `Spot` is where the middle of a piece is: the number of a square or hex, or (x, y) in increments from the bottom left
corner, kept to a hundredth of the table's unit. Spots can be compared, hashed and sorted, and written down by `name`.

A `Heading` is a text, as records write it: `N E S W` on squares; `N NE SE S SW NW` on flat hexes and `E SE SW W NW NE`
on pointy ones; degrees clockwise from the top edge (`0` to `359`) on measured tables. `heading` brings any of the
eight compass names to the table's own, so that one scenario serves all tables.

Everything answers in a stable order and is free of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from reportgen.board.ground import Ground

Spot = int | tuple[float, float]
Heading = str
Point = tuple[float, float]
TableKind = Literal["square", "hex", "measured"]
ArcName = Literal["front", "flank", "rear"]

TOUCH: Final = 0.05
"""Distances that differ by less are the same: what a player's ruler forgives."""


@dataclass(frozen=True, slots=True)
class Body:
    """A piece on the table. `spot` is its middle; `width` is its frontage and `depth` front to rear, both as distances.

    On grids a body fills its square or hex whatever its size. `key` is the caller's own (a unit's id), and comes back
    in answers.
    """

    spot: Spot
    heading: Heading = "0"
    width: float = 1.0
    depth: float = 0.5
    key: str = ""


@dataclass(frozen=True, eq=False)
class Going:
    """What the ground does to one class of mover. Open ground costs 1 for each 1 of distance. Make one a class of mover
    and keep it: fields remember the costs of every step by it.

    `areas`: kind -> what 1 of distance costs in it, None: not to be entered. Of several kinds the dearest counts.
    `edges`: kind -> what crossing it adds, None: not to be crossed. `climb`: added for each level up or down.
    `roads`: kinds along which a step, from such a square to another or along such a strip, costs 1 whatever else is
    there and opens what is closed (a road through a wood, a bridge over a river). `bound`: if not empty, the kinds
    that the mover may not leave (rails, water). `added`: added to a step on grids, (from, to) -> cost or None: closed;
    on measured tables it is asked for each leg, with its two ends. It must always answer the same.
    """

    areas: Mapping[str, float | None] = field(default_factory=dict)
    edges: Mapping[str, float | None] = field(default_factory=dict)
    climb: float = 0.0
    roads: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    added: Callable[[Any, Any], float | None] | None = None


OPEN: Final = Going()
"""Every distance costs what it is."""


@dataclass(frozen=True, slots=True)
class SightRules:
    """What stops a line of sight between two spots. The ends themselves never stop it.

    `areas`, `edges`: kinds that stop a line through or across them; edges on the border of an end's own square do not
    (on measured tables: within half a unit of distance of an end). `heights`: whether ground higher than both ends
    does. `bodies`: whether other pieces do. `overlook`: whether from an end that stands higher than them one looks over
    areas and bodies, unless these are within 1 of an end that does not. `depth`: on measured tables, how far a line may
    go through an area that stops it when it begins or ends in it (the edge of a wood); on grids the end's own square
    never counts.
    """

    areas: frozenset[str] = frozenset()
    edges: frozenset[str] = frozenset()
    heights: bool = True
    bodies: bool = True
    overlook: bool = False
    depth: float = 0.5


@dataclass(frozen=True, slots=True)
class Crossing:
    """Something on the line from one spot to another: `what` is `area`, `edge`, `height` or `body`.

    `name` is the kind of terrain, the level, or the key of the body. `near` and `far` are its distances from the line's
    start, `spot` is where it is (the square; on a measured table the first point of it).
    """

    what: Literal["area", "edge", "height", "body"]
    name: str
    near: float
    far: float
    spot: Spot


@dataclass(frozen=True, slots=True)
class Way:
    """A spot that a mover can reach, what that costs, and by which path. `path` begins with the start.

    `heading` is that of the last step (the start's own if there is none). `contact` is the key of the body that the
    mover touches there if it was offered as a contact, else empty.
    """

    spot: Spot
    cost: float
    path: tuple[Spot, ...]
    heading: Heading
    contact: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a path cannot be gone: `off` the table, `closed` by a body (`name` is its key), `area` or `edge` that is
    not passable (its kind), `bound`: it leaves what it is bound to, `step`: closed by the ruleset's `added`, `full`: it
    ends where a body stands. `spot` is where."""

    why: Literal["off", "closed", "area", "edge", "bound", "step", "full"]
    name: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Toll:
    """What a path costs. `path` is the whole one, with what a record left out filled in; `faults` is empty if it may be
    gone; the cost goes on counting past faults, as if they were open ground."""

    cost: float
    path: tuple[Spot, ...]
    faults: tuple[Fault, ...] = ()


class Field(Protocol):
    """One table with its ground. Makes its own tables lazily; share one a scenario."""

    kind: TableKind
    ground: Ground
    headings: tuple[Heading, ...]
    """All headings on grids; every 15 degrees on measured tables, where any other whole degree is a heading too."""

    # -- spots and headings ------------------------------------------------------------------------------------------

    def parse(self, text: str) -> Spot:
        """The spot of a coordinate. `C7` is the square, the hex, or the middle of the cell of that name; `12.5,8` are
        units of a measured table. A slot (`C7/2`) is ignored. Raises ValueError with a text fit for users."""

    def name(self, spot: Spot) -> str:
        """The coordinate of a spot, as records and reports write it: `C7`, or `12.5,8` in the table's unit."""

    def point(self, spot: Spot) -> Point:
        """The middle of a spot in board units, as pictures want it."""

    def snap(self, point: Point) -> Spot:
        """The spot at (or nearest to) a point in board units that is on the table; points outside are drawn in."""

    def heading(self, text: str) -> Heading:
        """The table's heading for a text: its own name or any of the eight compass names; degrees on measured tables.
        A name that the table lacks becomes the nearest heading, of two equally near the one clockwise. Raises
        ValueError with a text fit for users."""

    def degrees(self, heading: Heading) -> float:
        """Clockwise from the top edge, 0 to 359."""

    def towards(self, a: Spot, b: Spot) -> Heading:
        """The heading that looks most nearly from a to b, which must differ."""

    def opposite(self, heading: Heading) -> Heading:
        """The other way round."""

    def turn(self, a: Heading, b: Heading) -> float:
        """Degrees between two headings, 0 to 180."""

    def wheel(self, a: Heading, b: Heading, width: float = 1.0) -> float:
        """How far a wheel on the spot goes: the way of the outer end of a front of that width on a measured table; on
        grids 1, or 0 for no turn."""

    # -- distances and arcs ------------------------------------------------------------------------------------------

    def distance(self, a: Spot, b: Spot) -> float:
        """Steps on grids (diagonals count 1 on squares), from middle to middle on measured tables."""

    def within(self, a: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        """Those of the bodies at most that far from a (TOUCH forgiven), the nearest first, else in the given order."""

    def contact(self, a: Body, b: Body) -> bool:
        """Whether two bodies touch: neighbours (or in one square) on grids, footprints not TOUCH apart else."""

    def overlap(self, a: Body, b: Body) -> bool:
        """Whether two bodies stand in the same place: the same square, or footprints that share more than an edge."""

    def in_arc(self, a: Spot, heading: Heading, b: Spot) -> bool:
        """Whether b is in the front arc of a: 45 degrees either side on squares (|across| <= ahead) and measured
        tables, 60 on hexes, borders included. A spot is not in its own arc."""

    def arc_of(self, a: Spot, heading: Heading, b: Spot) -> ArcName:
        """In which arc of a piece at a the spot b lies; `front` for its own spot. What is behind both sides' 45 (60)
        degrees is rear, what is neither is flank."""

    # -- terrain -----------------------------------------------------------------------------------------------------

    def kinds_at(self, spot: Spot) -> tuple[str, ...]:
        """The kinds of area at the middle of a spot, in the order of the ground."""

    def height_at(self, spot: Spot) -> int:
        """The level of the ground; 0 is the plain."""

    def kinds_on(self, path: Sequence[Spot]) -> tuple[str, ...]:
        """The kinds that a path enters, its first spot left out (its legs on a measured table), each once."""

    def follows(self, path: Sequence[Spot], kinds: Collection[str]) -> bool:
        """Whether a path stays on these kinds from its start to its end (a road column)."""

    def crossed(self, a: Spot, b: Spot) -> tuple[str, ...]:
        """The kinds of edge that the straight line from a to b crosses, in its order."""

    def shelter(self, target: Spot, shooter: Spot) -> tuple[str, ...]:
        """The kinds of edge that cover a target against that shooter: those on the border of its own square that the
        line crosses, or crossed within half a unit of distance of it."""

    # -- lines -------------------------------------------------------------------------------------------------------

    def between(self, a: Spot, b: Spot, bodies: Iterable[Body] = ()) -> list[Crossing]:
        """All that lies on the line from a to b, the ends left out, in its order: areas, edges, each level of ground
        above 0, and the bodies given. A line through a corner of the grid counts what both squares beside it have."""

    def blockers(self, a: Spot, b: Spot, rules: SightRules, bodies: Iterable[Body] = ()) -> list[Crossing]:
        """What keeps a and b out of sight of each other, the nearest to a first; empty: they see each other. Bodies at
        the two spots do not count."""

    def sees(self, a: Spot, b: Spot, rules: SightRules, bodies: Iterable[Body] = ()) -> bool:
        """Whether a and b see each other. The same in both directions."""

    def behind(self, a: Spot, b: Spot, radius: float, bodies: Iterable[Body]) -> list[Body]:
        """The bodies in the line of fire from a through b at most `radius` behind b, the nearest first: a shot at b
        that goes on meets them in this order."""

    def dead_near(self, a: Spot, b: Spot, radius: float, rules: SightRules) -> bool:
        """Whether at most `radius` from b (0: at b itself) there is dead ground: ground that terrain hides from a. A
        measured table is tried at b and every half of a unit around it."""

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
        """Where a mover gets for at most `budget`, its own spot left out, in a stable order.

        `closed` bodies may not be entered, `full` ones may be passed but not stopped on. `arc`: the first step stays in
        the front arc of this heading (the mover's own: advances; its opposite: retreats); None: any. What turning
        costs is the ruleset's matter.
        On grids: every spot, by its cheapest path. On a measured table: straight legs along every heading for each
        whole distance and the budget's end; for each of the `goals` the way there, round what is in the way with at
        most two bends, or as far towards it as the budget goes; for each of the `contacts` the spot at which the mover
        touches it, going straight (these must not be in `closed`). On grids a contact is a neighbour of a body in
        `contacts`, which is not entered.
        A rule that cuts a move to 1 in rough ground is two calls: rough closed at full budget, and open at 1.
        """

    def open_around(self, spot: Spot, radius: float, going: Going) -> bool:
        """Whether it is known that nothing about the ground within a distance makes a way cost other than its length. A
        field that would have to look closely says no."""

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
        """The cheapest way to touch a body, as `reach` would find it among its contacts; None if there is none."""

    def toll(
        self,
        mover: Body,
        path: Sequence[Spot],
        going: Going = OPEN,
        *,
        closed: Iterable[Body] = (),
        full: Iterable[Body] = (),
    ) -> Toll:
        """What any path of a record costs, and what is wrong with it. `path` may begin with the mover's own spot. On
        grids the cheapest way is meant between spots that are not neighbours (straight over what is closed if there is
        none); on measured tables legs are straight."""

    def road_path(self, a: Spot, b: Spot, kinds: Collection[str]) -> tuple[Spot, ...] | None:
        """The shortest way from a to b that stays on these kinds, both ends included; None if there is none."""

    def step(self, spot: Spot, heading: Heading, distance: float = 1.0) -> Spot | None:
        """The spot so far straight along a heading, or None if that is off the table."""

    # -- the table's edge --------------------------------------------------------------------------------------------

    def to_edge(self, spot: Spot, side: str) -> float:
        """How far it is to leave by a side (`N`, `E`, `S`, `W`): from a square at the edge 1, else by the ruler."""

    def nearest_edge(self, spot: Spot, sides: str = "NESW") -> tuple[str, float]:
        """The nearest of the sides, of equally near ones the first named, and how far it is."""


def field_for(ground: Ground) -> Field:
    """The field of a ground, by its table. Worth keeping for a whole battle: fields fill tables lazily."""
    if ground.table is not None:
        from reportgen.board.measured import MeasuredField

        return MeasuredField(ground)
    from reportgen.board.gridfield import GridField

    return GridField(ground)
