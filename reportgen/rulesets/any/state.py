"""The state of a battle without an engine, and how events change it: who stands where, and what is tracked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from reportgen.battle.events import Event
from reportgen.battle.scenario import Scenario, UnitSpec
from reportgen.board.field import Body, Field, Spot, field_for
from reportgen.board.regions import covers
from reportgen.rulesets.any.words import OwnRules

Where = Literal["waiting", "table", "removed", "left"]


@dataclass(slots=True)
class Unit:
    """A unit: `at` is where it is by the table's name for it (`C7`; `12.5,8` on a measured table), `slot` 1 if it is
    behind another in its square, `values` what is tracked of it."""

    spec: UnitSpec
    side: int
    values: dict[str, int | str]
    where: Where = "waiting"
    at: str = ""
    facing: str = "N"
    slot: int = 0
    concealed: str = ""


@dataclass(slots=True)
class State:
    """Everything that can change. `stage`: deployment, turn (about to begin), phase (about to begin), orders, over.

    `phases` counts those that have begun in this turn; `first` is whose the initiative is, or empty; `active` whose
    phase it is, or empty. `outcome` is the end event's data, or None.
    """

    scenario: Scenario
    own: OwnRules
    board: Field
    units: dict[str, Unit] = field(default_factory=dict)
    turn: int = 0
    stage: str = "deployment"
    phases: int = 0
    first: str = ""
    active: str = ""
    outcome: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, scenario: Scenario, own: OwnRules) -> State:
        units = {
            unit.id: Unit(
                unit, number, {one.id: own.start(unit, one) for one in own.tracked.values() if one.holds(unit.type)}
            )
            for number, side in enumerate(scenario.sides)
            for unit in side.units
        }
        return cls(scenario, own, field_for(scenario.ground), units)

    def copy(self) -> State:
        units = {id: replace(unit, values=dict(unit.values)) for id, unit in self.units.items()}
        return replace(self, units=units)

    def side_of(self, unit: str) -> str:
        return self.scenario.sides[self.units[unit].side].id

    def on_table(self) -> Iterator[Unit]:
        """In the scenario's order."""
        return (unit for unit in self.units.values() if unit.where == "table")

    @property
    def measured(self) -> bool:
        """Whether units stand where the ruler says, and not in squares."""
        return self.board.kind == "measured"

    def spot(self, name: str) -> Spot:
        """Where a coordinate is, its row left out."""
        return self.board.parse(name.partition("/")[0])

    def proper(self, name: str) -> str:
        """A coordinate as the table calls it: on a measured table `C7` is the position of that cell's middle."""
        return self.board.name(self.spot(name))

    def lies_in(self, at: str, where: str) -> bool:
        """Whether a coordinate lies in what the scenario names `where`."""
        return covers(self.scenario.ground, where, self.board.point(self.spot(at)))

    def heading(self, text: str) -> str:
        """A facing as the table calls it; on squares the diagonals are facings too."""
        return text if self.board.kind == "square" else self.board.heading(text)

    def body(self, unit: Unit, at: str = "", facing: str = "") -> Body:
        """The ground that a unit covers, there and so or where it stands."""
        kind = self.own.types.get(unit.spec.type)
        width, depth = (kind.frontage, kind.depth) if kind else (1.0, 0.5)
        return Body(self.spot(at or unit.at), facing or unit.facing, width, depth, unit.spec.id)

    def company(self, square: str, but: str = "") -> list[Unit]:
        """Who stands in a square, front first; `but` is left out. On a measured table nobody shares a place."""
        if self.measured:
            return []
        here = [unit for unit in self.on_table() if unit.at == square and unit.spec.id != but]
        return sorted(here, key=lambda unit: unit.slot)

    def lost(self, side: int) -> float:
        """What a side has lost: the worth of its units removed, and what is gone of the others' strength."""
        total = 0.0
        measure = self.own.measure
        for unit in self.units.values():
            if unit.side != side:
                continue
            if unit.where == "removed":
                total += self.own.worth(unit.spec)
            elif measure is not None and measure.id in unit.values:
                total += max(self.own.worth(unit.spec) - float(unit.values[measure.id]), 0.0)
        return total


# -- events ------------------------------------------------------------------------------------------------------------


def _ignore(state: State, event: Event) -> None:
    """Dice and explanations change nothing by themselves."""


def _put(state: State, unit: Unit, square: str, slot: int) -> None:
    """Places a unit; whoever stands in the way in its square takes the other row."""
    unit.at, unit.slot = square, slot
    for other in state.company(square, unit.spec.id):
        if other.slot == slot:
            other.slot = 1 - slot


def _close_up(state: State, square: str) -> None:
    """Whoever is alone in a square stands in its middle."""
    here = state.company(square)
    if len(here) == 1:
        here[0].slot = 0


def _deploy(state: State, event: Event) -> None:
    unit = state.units[event["unit"]]
    unit.where, unit.facing, unit.concealed = "table", event["facing"], event.get("concealed", "")
    _put(state, unit, event["at"], event["slot"])
    if event.turn == 0:
        state.stage = "turn"


def _turn(state: State, event: Event) -> None:
    state.turn, state.stage, state.phases = event.turn, "phase", 0
    state.first = state.active = ""


def _initiative(state: State, event: Event) -> None:
    state.first = event["winner"]


def _phase(state: State, event: Event) -> None:
    state.active, state.stage = event.side or "", "orders"
    state.phases += 1


def _move(state: State, event: Event) -> None:
    unit = state.units[event["unit"]]
    before = unit.at
    unit.facing, unit.concealed = event["facing"], ""
    _put(state, unit, event["path"][-1], event["slot"])
    if before != unit.at:
        _close_up(state, before)


def _attack(state: State, event: Event) -> None:
    state.units[event["unit"]].concealed = ""


def _gone(state: State, event: Event) -> None:
    unit = state.units[event["unit"]]
    unit.where = "removed" if event.kind == "destroyed" else "left"
    _close_up(state, unit.at)
    if event.kind == "leave":
        unit.at = event["path"][-1]


def _tracked(state: State, event: Event) -> None:
    state.units[event["unit"]].values[event["what"]] = event["after"]


def _end_phase(state: State, event: Event) -> None:
    state.active, state.stage = "", "phase"


def _end(state: State, event: Event) -> None:
    state.stage, state.outcome = "over", dict(event.data)


APPLY: dict[str, Callable[[State, Event], None]] = {
    "deploy": _deploy,
    "arrive": _deploy,
    "turn": _turn,
    "throw": _ignore,
    "initiative": _initiative,
    "phase": _phase,
    "activations": _ignore,
    "move": _move,
    "withdraw": _move,
    "leave": _gone,
    "attack": _attack,
    "combat": _ignore,
    "destroyed": _gone,
    "tracked": _tracked,
    "objective": _ignore,
    "end phase": _end_phase,
    "end": _end,
}
