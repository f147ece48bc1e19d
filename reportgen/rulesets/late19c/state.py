"""The state of a battle and how events change it. No rule is decided here: an event is a fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reportgen.battle.events import Event
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c.tables import Tables

WAITING, ON_TABLE, DESTROYED, LEFT = 0, 1, 2, 3
"""What has become of a stand: still to come, on the table, destroyed, gone over an exit."""

FACING = {name: number for number, name in enumerate(FACINGS)}

NOBODY: tuple[int, ...] = ()


class State:
    """Everything that can change. Stands are ints, in the order of the scenario; sets of stands are bit masks.

    `at[square]` holds the stands in a square, front first; three while one passes two others on its way off the table.
    `one[side][type]` and `two[side][type]` are bitboards of the squares with at least one and with at least two stands
    of a type: combat counts neighbours with them.
    """

    __slots__ = (
        "acted", "active", "at", "concealed", "current", "facing", "first", "fought", "full", "hidden", "left",
        "left_by", "met", "mounted", "moved", "occupied", "one", "outcome", "points", "square", "stage", "status",
        "tables", "turn", "turned", "two",
    )  # fmt: skip

    def __init__(self, tables: Tables) -> None:
        count = len(tables.units)
        self.tables = tables
        self.turn = 0
        self.stage = "deployment"
        """deployment, initiative, phase (about to begin), orders, over"""
        self.first = -1
        """The side with the initiative (0 or 1), or -1."""
        self.active = -1
        """The side whose phase it is, or -1."""
        self.left = 0
        """Activations left."""
        self.acted = 0
        """Stands activated this turn."""
        self.current = 0
        """Stands of the activation in hand."""
        self.moved = 0
        self.turned = 0
        self.fought = 0
        self.square = [-1] * count
        self.facing = [0] * count
        self.status = [WAITING] * count
        self.mounted = list(tables.mounted)
        self.concealed = [""] * count
        """The body that a stand hides in, or empty."""
        self.hidden = 0
        """The concealed stands of both sides."""
        self.left_by = [-1] * count
        """The border square over which a stand has left the table, or -1."""
        self.at: list[tuple[int, ...]] = [NOBODY] * tables.grid.size
        self.occupied = [0, 0]
        self.full = [0, 0]
        """By side: the squares that hold as many of its stands as a square can."""
        self.one = [[0] * tables.type_count, [0] * tables.type_count]
        self.two = [[0] * tables.type_count, [0] * tables.type_count]
        self.points = [0.0, 0.0]
        """Points of the enemy that each side has destroyed."""
        self.met: frozenset[int] = frozenset()
        """Objectives met so far, by their number in the scenario."""
        self.outcome: Mapping[str, Any] | None = None

    def copy(self) -> State:
        """An independent copy; what never changes is shared."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        other.square = self.square.copy()
        other.facing = self.facing.copy()
        other.status = self.status.copy()
        other.mounted = self.mounted.copy()
        other.concealed = self.concealed.copy()
        other.left_by = self.left_by.copy()
        other.at = self.at.copy()
        other.occupied = self.occupied.copy()
        other.full = self.full.copy()
        other.one = [side.copy() for side in self.one]
        other.two = [side.copy() for side in self.two]
        other.points = self.points.copy()
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, name) == getattr(other, name) for name in State.__slots__ if name != "tables"
        )

    __hash__ = None  # type: ignore[assignment]

    # -- looking -----------------------------------------------------------------------------------------------------

    def slot(self, unit: int) -> int:
        """0 alone or in front, 1 behind another stand in its square."""
        return 1 if self.at[self.square[unit]][0] != unit else 0

    def companion(self, unit: int) -> int:
        """The other stand in its square, or -1."""
        for other in self.at[self.square[unit]]:
            if other != unit:
                return other
        return -1

    def on_table(self, side: int) -> list[int]:
        """The stands of a side that are on the table, in the scenario's order."""
        return [u for u in self.tables.of_side[side] if self.status[u] == ON_TABLE]

    def moves(self, unit: int) -> int:
        """The squares that a stand may move, by its type and whether it is mounted."""
        return self.tables.moves[unit][self.mounted[unit]]

    def mover(self, unit: int) -> int:
        """Whether it moves as foot, horse or wheels (`data.FOOT` ...)."""
        return self.tables.mover[unit][self.mounted[unit]]

    # -- changing ----------------------------------------------------------------------------------------------------

    def put(self, unit: int, square: int, facing: int, slot: int) -> None:
        """Places a stand that stands nowhere. A stand put in front of another pushes that one to the second row."""
        tables = self.tables
        side, kind, bit = tables.side[unit], tables.kind[unit], 1 << square
        self.square[unit] = square
        self.facing[unit] = facing
        here = self.at[square]
        if here:
            here = (unit, *here) if slot == 0 else (*here, unit)
            for other in here:
                self.facing[other] = facing
            if len(here) >= tables.data.per_square:
                self.full[side] |= bit
        else:
            here = (unit,)
            self.occupied[side] |= bit
        self.at[square] = here
        one = self.one[side]
        if one[kind] & bit:
            self.two[side][kind] |= bit
        else:
            one[kind] |= bit

    def lift(self, unit: int) -> None:
        """Takes a stand out of its square."""
        tables = self.tables
        square = self.square[unit]
        side, kind, bit = tables.side[unit], tables.kind[unit], 1 << square
        self.square[unit] = -1
        here = self.at[square]
        if len(here) == 1:
            self.at[square] = NOBODY
            self.occupied[side] ^= bit
            self.one[side][kind] ^= bit
        else:
            self._leave_others(unit, square, side, kind)

    def shift(self, unit: int, square: int, facing: int, slot: int) -> None:
        """Moves a stand to another square, or turns it, with its companion, where it stands."""
        before = self.square[unit]
        at = self.at
        if before == square:
            for other in at[square]:
                self.facing[other] = facing
            return
        # As `lift` and `put`, in one: nothing happens more often.
        tables = self.tables
        side, kind, off, on = tables.side[unit], tables.kind[unit], 1 << before, 1 << square
        there = at[square]
        one = self.one[side]
        if len(at[before]) == 1:
            at[before] = NOBODY
            self.occupied[side] ^= off
            one[kind] ^= off
        else:
            self._leave_others(unit, before, side, kind)
        self.square[unit] = square
        self.facing[unit] = facing
        if there:
            at[square] = there = (unit, *there) if slot == 0 else (*there, unit)
            for other in there:
                self.facing[other] = facing
            if len(there) >= tables.data.per_square:
                self.full[side] |= on
        else:
            at[square] = (unit,)
            self.occupied[side] |= on
        if one[kind] & on:
            self.two[side][kind] |= on
        else:
            one[kind] |= on

    def _leave_others(self, unit: int, square: int, side: int, kind: int) -> None:
        """What changes where a stand goes and others stay."""
        tables, bit = self.tables, 1 << square
        rest = self.at[square] = tuple([other for other in self.at[square] if other != unit])
        if len(rest) < tables.data.per_square:
            self.full[side] &= ~bit
        alike = 0
        for other in rest:
            alike += tables.kind[other] == kind
        if alike == 0:
            self.one[side][kind] ^= bit
        elif alike == 1:
            self.two[side][kind] ^= bit

    def _gone(self, unit: int, status: int) -> None:
        if self.status[unit] == ON_TABLE:
            self.lift(unit)
        self.status[unit] = status
        self.show(unit)

    def show(self, unit: int) -> None:
        """A stand is concealed no longer."""
        self.concealed[unit] = ""
        self.hidden &= ~(1 << unit)


def _ignore(state: State, event: Event) -> None:
    """Chance and explanations change nothing by themselves."""


def _deploy(state: State, event: Event) -> None:
    tables, data = state.tables, event.data
    unit = tables.index[data["unit"]]
    state.status[unit] = ON_TABLE
    state.put(unit, tables.grid.square(data["at"]), FACING[data["facing"]], data["slot"])
    body = data.get("concealed", "")
    if body:
        state.concealed[unit] = body
        state.hidden |= 1 << unit
    if event.turn == 0:
        state.stage = "initiative"


def _turn(state: State, event: Event) -> None:
    state.turn = event.turn
    state.stage = "initiative"
    state.first = state.active = -1
    state.acted = state.current = state.moved = state.turned = state.fought = 0
    state.left = 0


def _initiative(state: State, event: Event) -> None:
    state.first = state.active = state.tables.side_number(event["winner"])
    state.stage = "phase"


def _activations(state: State, event: Event) -> None:
    # A throw that nobody remembers (0) may have been any: nothing is illegal because of it.
    state.left = event["count"] or state.tables.data.die
    state.stage = "orders"


def _activate(state: State, event: Event) -> None:
    index, data = state.tables.index, event.data
    current = 0
    for id in data["units"]:
        current |= 1 << index[id]
    state.current = current
    state.acted |= current
    state.left = data["left"]


def _move(state: State, event: Event) -> None:
    tables, data = state.tables, event.data
    unit = tables.index[data["unit"]]
    path = data["path"]
    if len(path) > 1:
        state.moved |= 1 << unit
    else:
        state.turned |= 1 << unit
    state.shift(unit, tables.numbers[path[-1]], FACING[data["facing"]], data["slot"])


def _mount(state: State, event: Event) -> None:
    unit = state.tables.index[event["unit"]]
    state.mounted[unit] = int(event.kind == "mount")
    state.moved |= 1 << unit


def _attack(state: State, event: Event) -> None:
    state.fought |= 1 << state.tables.index[event.data["unit"]]


def _withdraw(state: State, event: Event) -> None:
    tables, data = state.tables, event.data
    unit = tables.index[data["unit"]]
    state.shift(unit, tables.grid.square(data["path"][-1]), FACING[data["facing"]], data["slot"])


def _destroyed(state: State, event: Event) -> None:
    tables = state.tables
    unit = tables.index[event["unit"]]
    state._gone(unit, DESTROYED)
    state.points[1 - tables.side[unit]] += tables.points[unit]


def _left(state: State, event: Event) -> None:
    tables = state.tables
    unit = tables.index[event["unit"]]
    state.left_by[unit] = tables.grid.square(event["path"][-1]) if event.kind == "leave" else state.square[unit]
    state._gone(unit, LEFT)


def _revealed(state: State, event: Event) -> None:
    for id in event["units"]:
        state.show(state.tables.index[id])


def _end_phase(state: State, event: Event) -> None:
    state.current = 0
    state.left = 0
    if state.active == state.first:
        state.active = 1 - state.first
        state.stage = "phase"
    else:
        state.active = -1
        state.stage = "turn end"


def _objective(state: State, event: Event) -> None:
    state.met |= {event["objective"]}


def _end(state: State, event: Event) -> None:
    state.stage = "over"
    state.outcome = dict(event.data)


APPLY: dict[str, Callable[[State, Event], None]] = {
    "deploy": _deploy,
    "arrive": _deploy,
    "turn": _turn,
    "throw": _ignore,
    "initiative": _initiative,
    "activations": _activations,
    "activate": _activate,
    "move": _move,
    "leave": _left,
    "left": _left,
    "mount": _mount,
    "dismount": _mount,
    "attack": _attack,
    "combat": _ignore,
    "withdraw": _withdraw,
    "destroyed": _destroyed,
    "spot": _ignore,
    "revealed": _revealed,
    "dilemma": _ignore,
    "end phase": _end_phase,
    "objective": _objective,
    "end": _end,
}
