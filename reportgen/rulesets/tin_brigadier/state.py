"""The state of a battle and how events change it. No rule is decided here: an event is a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from reportgen.battle.events import Event
from reportgen.board.field import Body, Heading, Spot
from reportgen.rulesets.tin_brigadier.data import BLOWN, FORM_BY_VERB, FORMATIONS, MOUNTED, WATER
from reportgen.rulesets.tin_brigadier.tables import Fixed, Tables
from reportgen.rulesets.tin_brigadier.tasks import Change, change_of, progress_at

WAITING, TABLE, ABOARD, LOST, LEFT = "waiting", "table", "aboard", "lost", "left"


@dataclass(slots=True)
class Unit:
    """What can change of a unit. `spent`: movement used this turn; `dug`: points of work on its entrenchment."""

    fixed: Fixed
    figures: int
    formation: str
    where: str = WAITING
    spot: Spot = -1
    heading: Heading = ""
    pinned: bool = False
    entrenched: bool = False
    dug: int = 0
    carrier: str = ""
    ordered: bool = False
    spent: float = 0.0
    moved: bool = False
    shot: bool = False
    worked: bool = False
    charging: str = ""
    hit: bool = False
    _body: Body | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def id(self) -> str:
        return self.fixed.id

    @property
    def side(self) -> int:
        return self.fixed.side

    @property
    def mounted(self) -> bool:
        return self.formation == MOUNTED

    @property
    def weapon_is_gun(self) -> bool:
        return self.fixed.weapon.endswith("_gun") and self.fixed.weapon != "machine_gun"

    @property
    def body(self) -> Body:
        body = self._body
        if body is None or body.spot != self.spot or body.heading != self.heading:
            body = self._body = Body(self.spot, self.heading or "0", key=self.fixed.id)
        return body

    @property
    def acted(self) -> bool:
        """Whether it has done anything this turn."""
        return self.ordered or self.moved or self.shot or self.worked or bool(self.charging)


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge that was declared. `number`: 1, or 2 in pursuit; `defence`: what the defender does, or empty; `taken`:
    hits that the charger has taken from defensive fire; `home`: where the charger came from."""

    unit: str
    target: str
    number: int = 1
    defence: str = ""
    taken: int = 0
    home: Spot = -1


@dataclass(slots=True)
class State:
    """Everything that can change. `stage`: deployment, turn, phase, orders, charges, over.

    `orders`: headquarters -> orders left; `stored` what each GHQ has kept. `pursuer`: who has won and may go on.
    `works`: (task, place's name) -> points or dice so far. `changes`: what engineers have made of the ground, in order;
    `tables` are those of the ground as it is then. `blown`: destroyed bridges.
    """

    tables: Tables
    units: list[Unit]
    turn: int = 0
    stage: str = "deployment"
    active: int = -1
    current: str = ""
    orders: dict[str, int] = field(default_factory=dict)
    stored: list[int] = field(default_factory=lambda: [0, 0])
    headless: list[int] = field(default_factory=lambda: [0, 0])
    """The turn until whose end a side that lost its GHQ has half its orders."""
    charges: tuple[Charge, ...] = ()
    pursuer: str = ""
    works: dict[tuple[str, str], int] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    blown: frozenset[Spot] = frozenset()
    destroyed: list[int] = field(default_factory=lambda: [0, 0])
    """Enemy figures that each side has destroyed."""
    met: frozenset[int] = frozenset()
    exits: dict[str, Spot] = field(default_factory=dict)
    outcome: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, tables: Tables) -> State:
        units = [Unit(one, one.figures, one.formation, entrenched=one.entrenched) for one in tables.units]
        return cls(tables, units)

    def copy(self) -> State:
        return replace(
            self,
            units=[replace(unit) for unit in self.units],
            orders=dict(self.orders),
            stored=list(self.stored),
            headless=list(self.headless),
            works=dict(self.works),
            destroyed=list(self.destroyed),
            exits=dict(self.exits),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, one.name) == getattr(other, one.name) for one in fields(self) if one.name != "tables"
        )

    # -- looking -----------------------------------------------------------------------------------------------------

    def unit(self, id: str) -> Unit:
        """Raises KeyError if there is no such unit."""
        return self.units[self.tables.index[id]]

    def on_table(self, side: int | None = None) -> Iterator[Unit]:
        """In the scenario's order."""
        return (unit for unit in self.units if unit.where == TABLE and side in (None, unit.side))

    def bodies(self, side: int | None = None, but: str = "") -> list[Body]:
        """The units that stand in the way of sight and of movement; headquarters do not."""
        return [unit.body for unit in self.on_table(side) if not unit.fixed.command and unit.id != but]

    def barriers(self) -> list[Body]:
        """Roadblocks, obstacles and gaps in bridges."""
        return [self.tables.block(spot, "a roadblock") for spot in sorted(self.tables.obstacles, key=str)]

    def gaps(self) -> list[Body]:
        return [self.tables.block(spot, "the destroyed bridge") for spot in sorted(self.blown, key=str)]

    def company(self, spot: Spot, but: str = "") -> list[Unit]:
        """Who stands on a spot."""
        return [unit for unit in self.on_table() if unit.spot == spot and unit.id != but]

    def crowding(self, body: Body) -> list[Unit]:
        """Who is where something would be put."""
        return [unit for unit in self.on_table() if self.tables.field.overlap(body, unit.body)]

    def free(self, unit: Unit, spot: Spot, heading: Heading) -> bool:
        """Whether a unit may come on there: the ground lets it, and nobody and nothing is in the way."""
        tables, body = self.tables, Body(spot, heading or "0")
        afloat = tables.mover(unit.fixed, unit.formation) == WATER
        there = [*(one.body for one in self.on_table()), *self.barriers(), *([] if afloat else self.gaps())]
        open_ground = tables.may_stand(unit.fixed, unit.formation, spot)
        return open_ground and not any(tables.field.overlap(body, one) for one in there)

    def aboard(self, carrier: str) -> list[Unit]:
        return [unit for unit in self.units if unit.where == ABOARD and unit.carrier == carrier]

    def laid(self, spot: Spot) -> int:
        """The dice of charges at all parts of a bridge."""
        name = self.tables.field.name
        return sum(self.works.get(("mine", name(part)), 0) for part in self.tables.bridge_of(spot))

    def lost(self, side: int) -> int:
        """Units that a side has lost, headquarters not counted."""
        return sum(self.units[n].where == LOST and not self.units[n].fixed.command for n in self.tables.of_side[side])

    def fighting(self, side: int) -> int:
        """Units that it started with, headquarters not counted."""
        return sum(not self.tables.units[n].command for n in self.tables.of_side[side])


# -- events ------------------------------------------------------------------------------------------------------------


def _ignore(state: State, event: Event) -> None:
    """Dice and explanations change nothing by themselves."""


def _deploy(state: State, event: Event) -> None:
    unit = state.unit(event["unit"])
    unit.where, unit.spot, unit.heading = TABLE, state.tables.field.parse(event["at"]), event["facing"]
    if event.kind == "deploy":
        state.stage = "turn"


def _turn(state: State, event: Event) -> None:
    state.turn, state.stage, state.active = event.turn, "phase", 0


def _orders(state: State, event: Event) -> None:
    state.orders = dict(event["left"])
    state.stage, state.current = "orders", ""


def _activate(state: State, event: Event) -> None:
    id = event["units"][0]
    state.current = id
    state.unit(id).ordered = bool(event["by"])
    if event["by"]:
        state.orders[event["by"]] -= 1


def _move(state: State, event: Event) -> None:
    unit = state.unit(event["unit"])
    spot = state.tables.field.parse(event["path"][-1])
    if len(event["path"]) > 1:
        unit.entrenched, unit.dug = False, 0
    unit.spot, unit.heading = spot, event["facing"]
    unit.spent += event.get("cost", 0.0)
    unit.moved = True
    _carried(state, unit)


def _carried(state: State, unit: Unit) -> None:
    for other in state.aboard(unit.id) if unit.fixed.capacity else ():
        other.spot, other.heading = unit.spot, unit.heading


def _withdraw(state: State, event: Event) -> None:
    unit = state.unit(event["unit"])
    unit.spot = state.tables.field.parse(event["path"][-1])
    unit.heading = event["facing"]
    if len(event["path"]) > 1:
        unit.entrenched, unit.dug = False, 0
    _carried(state, unit)


def _attack(state: State, event: Event) -> None:
    unit = state.unit(event["unit"])
    if event["combat"] == "fire":
        unit.shot = True
    elif event["combat"] == "charge":
        unit.charging = event["target"]
        state.charges += (Charge(unit.id, event["target"], home=unit.spot),)
    else:
        state.charges = tuple(one for one in state.charges if one.unit != unit.id)
        state.pursuer = ""


def _declare(state: State, event: Event) -> None:
    """A decision whose line says all of it."""
    verb, data = event["verb"], event.data
    if verb == "assault":
        state.stage = "charges"
        return
    unit = state.unit(data["unit"])
    if verb in FORM_BY_VERB or verb == "ready":
        unit.formation = FORM_BY_VERB.get(verb) or FORMATIONS[unit.fixed.arm][0]
        unit.spent += state.tables.data.change
        unit.entrenched, unit.dug = False, 0
        unit.moved = True
    elif verb == "embark":
        carrier = state.unit(data["target"])
        unit.where, unit.carrier, unit.spot = ABOARD, carrier.id, carrier.spot
        unit.entrenched, unit.dug, unit.moved = False, 0, True
    elif verb == "disembark":
        unit.where, unit.carrier = TABLE, ""
        unit.spot, unit.heading = state.tables.field.parse(data["at"]), data["facing"]
        unit.spent += state.tables.data.change
        unit.moved = True
    elif verb == "rally":
        unit.pinned, unit.worked = False, True
    elif verb in ("volley", "stand"):
        _defence(state, unit, verb, data["target"])
    elif verb == "pursue":
        state.charges = (Charge(unit.id, data["target"], 2, home=unit.spot), *state.charges)
        state.pursuer = ""
    elif verb == "halt":
        state.pursuer = ""
    else:
        unit.worked = True


def _defence(state: State, unit: Unit, verb: str, charger: str) -> None:
    state.charges = tuple(replace(one, defence=verb) if one.unit == charger else one for one in state.charges)
    unit.shot = unit.shot or verb == "volley"


def _work(state: State, event: Event) -> None:
    """What engineering has come to. `done`: the task is finished."""
    task, at, points = event["task"], event["at"], event["points"]
    if task == "entrench":
        unit = state.unit(event["unit"])
        unit.dug = points
        unit.entrenched = unit.entrenched or event["done"]
        return
    unit, tables = state.unit(event["unit"]), state.tables
    spot = tables.field.parse(at)
    known = tables.data.tasks.get(task)
    key = progress_at(tables.field, known, spot, unit.spot) if known is not None else at
    state.works[task, key] = 0 if event["done"] else points
    if not event["done"]:
        return
    if known is None:
        _gone_up(state, tables.bridge_of(spot))
    elif BLOWN in known.needs:
        state.blown -= tables.bridge_of(spot)
    else:
        state.changes += (change_of(known, spot, unit.spot),)
        state.tables = tables.after(state.changes)


def _gone_up(state: State, bridge: frozenset[Spot]) -> None:
    """A bridge is destroyed: where engineers laid it there is again what was there before."""
    tables = state.tables
    cell = tables.cell
    laid = {cell(change.at) for change in state.changes if change.bridge}.intersection(map(cell, bridge))
    state.blown |= {part for part in bridge if cell(part) not in laid}
    if laid:
        state.changes = tuple(one for one in state.changes if not (one.bridge and cell(one.at) in laid))
        state.tables = tables.after(state.changes)


def _blown(state: State, event: Event) -> None:
    for part in state.tables.bridge_of(state.tables.field.parse(event["at"])):
        state.works.pop(("mine", state.tables.field.name(part)), None)


def _tracked(state: State, event: Event) -> None:
    unit = state.unit(event["unit"])
    if event["what"] == "strength":
        state.destroyed[1 - unit.side] += max(unit.figures - event["after"], 0)
        unit.figures = event["after"]
    elif event["what"] == "entrenchment":
        unit.entrenched, unit.dug = False, 0
    else:
        unit.pinned = event["after"] == "pinned"


def _hit(state: State, event: Event) -> None:
    for id in event["units"]:
        state.unit(id).hit = event["test"]


def _volleyed(state: State, event: Event) -> None:
    state.charges = tuple(
        replace(one, taken=event["hits"]) if one.unit == event["unit"] else one for one in state.charges
    )


def _gone(state: State, event: Event) -> None:
    unit = state.unit(event["unit"])
    if event["why"] in ("rout", "off table", "taken", "bridge", "aboard") and unit.figures:
        state.destroyed[1 - unit.side] += unit.figures
    unit.where = LOST
    unit.hit = False
    state.charges = tuple(one for one in state.charges if unit.id not in (one.unit, one.target))
    if state.pursuer == unit.id:
        state.pursuer = ""
    if unit.fixed.kind.id == "ghq":
        # Its next throw may be in this very turn: if the other side is playing first.
        state.headless[unit.side] = state.turn + (unit.side <= state.active)
        state.stored[unit.side] = 0
    state.orders.pop(unit.id, None)


def _left(state: State, event: Event) -> None:
    unit = state.unit(event["unit"])
    for one in (unit, *state.aboard(unit.id)):
        one.where = LEFT
        state.exits[one.id] = state.tables.field.parse(event["path"][-1])


def _called_off(state: State, event: Event) -> None:
    state.charges = tuple(one for one in state.charges if one.unit != event["unit"])


def _pursuit(state: State, event: Event) -> None:
    state.pursuer = event["unit"]


def _end_phase(state: State, event: Event) -> None:
    for unit in state.units:
        unit.ordered = unit.moved = unit.shot = unit.worked = False
        unit.spent, unit.charging = 0.0, ""
        if not state.tables.late:
            unit.hit = False
    state.stored[state.active] = event["left"]
    state.orders, state.charges, state.pursuer, state.current = {}, (), "", ""
    state.active += 1
    state.stage = "phase" if state.active < 2 else "turn"


def _objective(state: State, event: Event) -> None:
    state.met |= {event["objective"]}


def _end(state: State, event: Event) -> None:
    state.stage, state.outcome = "over", dict(event.data)


APPLY: dict[str, Callable[[State, Event], None]] = {
    "deploy": _deploy,
    "arrive": _deploy,
    "turn": _turn,
    "throw": _ignore,
    "orders": _orders,
    "activate": _activate,
    "move": _move,
    "advance": _withdraw,
    "withdraw": _withdraw,
    "attack": _attack,
    "declare": _declare,
    "combat": _ignore,
    "tracked": _tracked,
    "under fire": _hit,
    "volley": _volleyed,
    "work": _work,
    "blown": _blown,
    "destroyed": _gone,
    "leave": _left,
    "called off": _called_off,
    "pursuit": _pursuit,
    "end phase": _end_phase,
    "dilemma": _ignore,
    "objective": _objective,
    "end": _end,
}
