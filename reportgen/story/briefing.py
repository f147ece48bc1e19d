"""A scenario told to those who are to play it: everything to the umpire, and to each player what his side may know.

    umpire, *players = briefings(scenario, ruleset)

A player's briefing is made from a scenario out of which the concealed enemies, the enemies yet to come, the enemy's
objectives and the umpire's notes have been taken first, so that nothing of them can slip in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Objective, Placement, Scenario, SideSpec
from reportgen.board.ground import Ground
from reportgen.board.picture import Cartouche, Piece, Point
from reportgen.board.regions import rings, said
from reportgen.board.squares import DIRECTIONS
from reportgen.board.table import TableGrid
from reportgen.story import setting, tables
from reportgen.story.frames import Frames
from reportgen.story.lore import Lore
from reportgen.story.model import Force, Frame
from reportgen.story.names import Names
from reportgen.story.places import Places
from reportgen.story.words import COMPASS, capital, counted, listed, number, points_word

UMPIRE = "umpire"


@dataclass(frozen=True, slots=True)
class Zone:
    """Squares that the map marks: where a side deploys (`start`), where troops come on in `turn`, or else where they
    may leave. `outlines`: likewise, what is told by the ruler on a measured table."""

    squares: tuple[int, ...]
    label: str
    turn: int = 0
    start: bool = False
    outlines: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Aim:
    """An objective: its title, what counts ('one Transport over R1–R12'), and what it is worth."""

    title: str
    detail: str
    worth: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who comes when. `who` in words, with the labels in `labels`; `at` the squares, `facing` in words."""

    turn: int
    who: str
    labels: tuple[str, ...]
    at: str
    facing: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where stands begin: `units` share `at`, the front one first; `facing` in words."""

    units: tuple[str, ...]
    at: str
    facing: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A body that starts concealed: in which piece of terrain, and who stands where in it."""

    where: str
    who: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class SideBrief:
    """One side as the reader may know it. `seen`: all that is known of an enemy, in words; empty for an own side.
    `zone`: where it may deploy, in words ('A1 to C12'), if it has the choice."""

    id: str
    number: int
    name: str
    people: str
    force: Force | None
    seen: str
    edge: str
    exits: str
    places: tuple[Place, ...]
    hidden: tuple[Hidden, ...]
    arrivals: tuple[Arrival, ...]
    aims: tuple[Aim, ...]
    notes: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What one reader is handed. `reader` is `umpire` or the id of a side; `whose` names it in a heading.

    `background`, `notes` and `special_rules` are Markdown. `sides` has the reader's own side first. `common`: the map
    that both sides may see, on the umpire's copy only.
    """

    reader: str
    whose: str
    title: str
    date: str
    location: str
    ruleset: str
    variants: tuple[str, ...]
    turns: int
    board: str
    background: str
    ground: str
    frame: Frame
    zones: tuple[Zone, ...]
    sides: tuple[SideBrief, ...]
    special_rules: tuple[str, ...]
    notes: str = ""
    common: Frame | None = None
    language: str = "en-GB"
    keywords: tuple[str, ...] = field(default=())

    @property
    def is_umpire(self) -> bool:
        return self.reader == UMPIRE


def briefings(scenario: Scenario, ruleset: Ruleset) -> tuple[Briefing, Briefing, Briefing]:
    """The umpire's briefing, then those of the two sides in the order of the file."""
    first, second = scenario.sides
    pieces = start_pieces(scenario, ruleset)
    makers = (_Maker(scenario, ruleset, pieces, reader) for reader in (UMPIRE, first.id, second.id))
    umpire, one, other = (maker.briefing() for maker in makers)
    return umpire, one, other


def start_pieces(scenario: Scenario, ruleset: Ruleset) -> tuple[Piece, ...]:
    """Everybody as deployed, the concealed included."""
    battle = Battle(ruleset, scenario, Seeded(0, {}), seed=0)
    ruleset.step(battle)
    return ruleset.pieces(battle.state)


def known_to(scenario: Scenario, side: str) -> Scenario:
    """The scenario as one side may know it: without concealed enemies, enemies yet to come, the enemy's objectives and
    the notes, which are the umpire's."""
    enemy = scenario.other(side)
    theirs = {unit.id for unit in enemy.units}
    visible = {placement.unit for placement in scenario.placements if not placement.concealed}
    shown = tuple(unit for unit in enemy.units if unit.id in visible)
    known = replace(
        enemy, units=shown, notes="", exits=(), zone=(), general="", declared_points=None, declared_stands=None
    )
    first, second = scenario.sides
    return replace(
        scenario,
        sides=(known, second) if first.id == enemy.id else (first, known),
        placements=tuple(p for p in scenario.placements if p.unit not in theirs or p.unit in visible),
        reinforcements=tuple(r for r in scenario.reinforcements if not theirs.intersection(r.units)),
        objectives=tuple(goal for goal in scenario.objectives if goal.side == side),
        notes="",
    )


class _Maker:
    """Makes one briefing."""

    def __init__(self, scenario: Scenario, ruleset: Ruleset, pieces: Iterable[Piece], reader: str) -> None:
        self.reader = reader
        self.ruleset = ruleset
        self.scenario = scenario if reader == UMPIRE else known_to(scenario, reader)
        known = {unit.id for side in self.scenario.sides for unit in side.units}
        self.pieces = {piece.id: piece for piece in pieces if piece.id in known}
        self.lore = Lore.of(ruleset)
        self.places = Places(self.scenario, self.lore)
        self.names = Names(self.scenario, self.lore, self.places)
        self.frames = Frames(self.scenario, self.names, titles=True)
        self.grid = self.scenario.ground.grid
        self.side_of = {unit.id: side.id for side in self.scenario.sides for unit in side.units}

    def briefing(self) -> Briefing:
        scenario, lore = self.scenario, self.lore
        umpire = self.reader == UMPIRE
        sides = [self._side(number, side) for number, side in enumerate(scenario.sides)]
        sides.sort(key=lambda side: side.id != self.reader)
        wide, high = self.places.size
        words = self.ruleset.vocabulary
        return Briefing(
            reader=self.reader,
            whose="For the umpire" if umpire else f"For {scenario.side(self.reader).people}",
            title=scenario.title,
            date=scenario.date,
            location=scenario.location,
            ruleset=self.ruleset.title,
            variants=tuple(words.variants.get(one, one) for one in scenario.variants),
            turns=scenario.turns or words.turns,
            board=f"{wide:g} by {high:g} {self.places.step[1]}{self._increment()}",
            background=scenario.background,
            ground=_present(setting.ground(scenario, self.places, lore)),
            frame=self._frame("start", self.pieces),
            zones=tuple(self._zones()),
            sides=tuple(sides),
            special_rules=scenario.special_rules,
            notes=scenario.notes if umpire else "",
            common=self._common() if umpire else None,
            keywords=(self.ruleset.title, *(side.name for side in scenario.sides)),
        )

    # -- maps --------------------------------------------------------------------------------------------------------

    def _increment(self) -> str:
        """How long a distance of the rules is on a measured table."""
        table = self.scenario.ground.table
        if table is None or self.ruleset.vocabulary.as_recorded:
            return ""
        return f", a distance of 1 being {table.increment:g} {self.places.step[table.increment != 1]}"

    def _frame(self, id: str, pieces: dict[str, Piece]) -> Frame:
        side = "" if self.reader == UMPIRE else self.scenario.side(self.reader).name
        cartouche = Cartouche("The start", side, self.scenario.date)
        picture = self.frames.picture(pieces, (), cartouche, "The start")
        hidden = any(piece.concealed for piece in pieces.values())
        if self.reader == UMPIRE:
            caption = "How both sides start" + (", those in hiding included." if hidden else ".")
        else:
            caption = f"Your {self.lore.piece[1]} and what can be seen of the enemy." if pieces else "The ground."
        if id == "start" and any(side.zone for side in self.scenario.sides):
            whose = "each side deploys" if self.reader == UMPIRE else "you deploy"
            caption += f" Crosses: where {whose}."
        return Frame(f"{id}-{self.reader}", picture, caption, self.frames.alt(None, pieces, "the start"))

    def _common(self) -> Frame | None:
        """The start without those in hiding, if there are any; and without objectives, which are each side's own."""
        open_ones = {id: piece for id, piece in self.pieces.items() if not piece.concealed}
        if len(open_ones) == len(self.pieces):
            return None
        frame = self._frame("open", open_ones)
        cartouche = Cartouche("The start", "", "as both sides see it")
        return replace(
            frame,
            picture=replace(frame.picture, objectives=(), outlines=(), cartouche=cartouche),
            caption="What both sides can see: this map may lie on the table.",
        )

    def _zones(self) -> Iterator[Zone]:
        for side in self.scenario.sides:
            if side.zone:
                # no word on it: it is full of stands, which tell whose it is
                yield self._zone(side.zone, "", start=True)
        for side in self.scenario.sides:
            if side.exits:
                yield self._zone(side.exits, "exit")
        for come in self.scenario.reinforcements:
            if come.at:
                yield self._zone(come.at, f"turn {come.turn}", come.turn)

    def _zone(self, places: Iterable[str], label: str, turn: int = 0, start: bool = False) -> Zone:
        ground = self.scenario.ground
        outlined = {place: rings(ground, place) for place in places}
        squares = tuple(self.grid.square(place) for place, found in outlined.items() if not found)
        return Zone(squares, label, turn, start, tuple(ring for found in outlined.values() for ring in found))

    def _said(self, places: Iterable[str]) -> str:
        return squares_said(places, self.scenario.ground)

    # -- a side ------------------------------------------------------------------------------------------------------

    def _side(self, number: int, side: SideSpec) -> SideBrief:
        own = self.reader in (UMPIRE, side.id)
        labels = [unit.id for unit in side.units]
        return SideBrief(
            id=side.id,
            number=number,
            name=side.name,
            people=side.people,
            force=replace(tables.forces(self.scenario, self.lore)[number], notes="") if own else None,
            seen="" if own else self._seen(side),
            edge=COMPASS.get(side.edge, ""),
            exits=self._said(side.exits),
            places=tuple(self._places(p for p in self._deployed(labels) if not p.concealed)) if own else (),
            hidden=tuple(self._hidden(labels)) if own else (),
            arrivals=tuple(self._arrivals(labels)),
            aims=tuple(self._aim(goal) for goal in self.scenario.objectives if goal.side == side.id),
            notes=side.notes if own else "",
            zone=self._zone_said(side) if side.zone else "",
        )

    def _zone_said(self, side: SideSpec) -> str:
        """'A1 to C2 and the strip along the northern edge': what one deploys in."""
        said_ = self._said(side.zone).replace("–", " to ")
        return listed([re.sub(r"^the (\w+ern edge)", r"the strip along the \1", one) for one in said_.split(", ")])

    def _seen(self, side: SideSpec) -> str:
        units = [unit.id for unit in side.units]
        if not units:
            return f"Nothing can be seen of {side.people}."
        return f"{capital(str(setting.some(units, self.names)))} can be seen."

    def _deployed(self, units: Iterable[str]) -> list[Placement]:
        wanted = set(units)
        return [placement for placement in self.scenario.placements if placement.unit in wanted]

    def _places(self, placements: Iterable[Placement]) -> Iterator[Place]:
        """Stands by square, in the order of the file; two in a square front first."""
        squares: dict[tuple[str, str], list[Placement]] = {}
        for placement in placements:
            squares.setdefault((placement.at, placement.facing), []).append(placement)
        for (at, facing), those in squares.items():
            units = tuple(one.unit for one in sorted(those, key=lambda one: one.slot))
            yield Place(units, at, _facing(facing))

    def _hidden(self, units: Iterable[str]) -> Iterator[Hidden]:
        bodies: dict[str, list[Placement]] = {}
        for placement in self._deployed(units):
            if placement.concealed:
                bodies.setdefault(placement.concealed, []).append(placement)
        for where, those in bodies.items():
            who = str(setting.some([one.unit for one in those], self.names))
            yield Hidden(where, capital(who), tuple(self._places(those)))

    def _arrivals(self, units: Iterable[str]) -> Iterator[Arrival]:
        wanted = set(units)
        for come in sorted(self.scenario.reinforcements, key=lambda come: come.turn):
            if wanted.issuperset(come.units):
                who = capital(str(setting.some(come.units, self.names)))
                yield Arrival(come.turn, who, come.units, self._said(come.at), _facing(come.facing))

    def _aim(self, goal: Objective) -> Aim:
        worth = "wins at once" if goal.wins else points_word(goal.points) if goal.points else ""
        return Aim(goal.title.rstrip("."), capital(self._counts(goal)), worth)

    def _counts(self, goal: Objective) -> str:
        """What it takes, in the words of the ruleset: 'two wagons off the table over A4–A8'."""
        nouns = [self.lore.noun(one) for one in goal.types]
        if goal.units:
            whom = listed(list(goal.units))
            if goal.kind == "exit" and goal.count < len(goal.units):
                whom = f"{number(goal.count)} of {whom}"
        elif len(nouns) > 1 and goal.count > 1:
            whom = f"{number(goal.count)} of the {listed([noun.many for noun in nouns])}"
        elif nouns:
            whom = listed([counted(goal.count, noun.one, noun.many) for noun in nouns], "or")
        else:
            whom = counted(goal.count, *self.lore.piece)
        at = self._said(goal.at)
        match goal.kind:
            case "hold":
                return self._held(goal.count, len(goal.at), at)
            case "exit":
                return f"{whom} off the table" + (f" over {at}" if at else "")
            case "destroy" if not goal.units and not nouns:
                return f"{points_word(goal.count)} of the enemy destroyed"
            case "destroy":
                return f"{whom} destroyed"
            case _:
                return f"{whom} not destroyed"

    def _held(self, count: int, there: int, at: str) -> str:
        """How many of the places must be held, which is what the rules count: 'two or more of the six squares A1–A6'.
        On a measured table a place is a piece of it, of whatever shape."""
        what = self.places.step[1] if self.scenario.ground.table is None else "pieces"
        if there == 1:
            return f"{at} held"
        if count >= there:
            return f"{'both' if there == 2 else f'all {number(there)}'} {what} {at} held"
        if there == 2:
            return f"one or both of the {what} {at} held"
        return f"{number(count)} or more of the {number(there)} {what} {at} held"


def squares_said(names: Iterable[str], ground: Ground) -> str:
    """Squares in few words: `L6–O8` for a block, `A1–A12, R1–R12` for columns, single ones by name. On a measured table
    by the ruler, from corner to corner: `0,24–6,30`; regions as they are called."""
    grid, names = ground.grid, list(names)
    left = {grid.square(name) for name in names if "," not in name}
    found = []
    while left:
        first = min(left, key=lambda square: (grid.column(square), grid.row(square)))
        column, row = grid.column(first), grid.row(first)
        high = row
        while high + 1 < grid.rows and grid.index(column, high + 1) in left:
            high += 1
        rows = range(row, high + 1)
        wide = column
        while wide + 1 < grid.columns and all(grid.index(wide + 1, r) in left for r in rows):
            wide += 1
        left -= {grid.index(c, r) for c in range(column, wide + 1) for r in rows}
        if isinstance(grid, TableGrid):
            corner = (min(wide + 1.0, grid.extent[0]), min(high + 1.0, grid.extent[1]))
            found.append(f"{grid.table.name((column, row))}–{grid.table.name(corner)}")
            continue
        last = grid.name(grid.index(wide, high))
        start = grid.name(first)
        found.append(start if start == last else f"{start}–{last}")
    return ", ".join([*found, *(said(ground, name) for name in names if "," in name)])


def _facing(facing: str) -> str:
    """'east', or the degrees if no word of the compass says the same."""
    eighths, between = divmod(int(facing), 45) if facing.isdecimal() else (0, 1)
    point = facing if between else DIRECTIONS[eighths % len(DIRECTIONS)]
    return COMPASS.get(point, f"{facing}°")


_PAST = (
    ("The table was ", "The table is "),
    ("On it were ", "On it are "),
    ("On it was ", "On it is "),
    ("s ran ", "s run "),
    (" ran ", " runs "),
    ("There were ", "There are "),
    ("There was ", "There is "),
)


def _present(ground: str) -> str:
    """The ground of a battle that has yet to be fought: the report's sentences (`setting.ground`), now."""
    for past, present in _PAST:
        ground = ground.replace(past, present)
    return ground
