"""The commander who plays to win: shoots first, charges what is shaken, spends orders where they count most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle.orders import Choice, Order
from reportgen.board.field import TOUCH, Way
from reportgen.rulesets.tin_brigadier import moving
from reportgen.rulesets.tin_brigadier.choices import able, moves
from reportgen.rulesets.tin_brigadier.commander import carrying, worth
from reportgen.rulesets.tin_brigadier.commander.aims import Aims
from reportgen.rulesets.tin_brigadier.commander.attacks import attacks
from reportgen.rulesets.tin_brigadier.commander.forming import changes
from reportgen.rulesets.tin_brigadier.commander.manner import Manner
from reportgen.rulesets.tin_brigadier.commander.options import Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.commander.places import Places, headquarters
from reportgen.rulesets.tin_brigadier.commander.routes import Walk, routes
from reportgen.rulesets.tin_brigadier.commander.works import site_of, works
from reportgen.rulesets.tin_brigadier.data import DEPLOYED
from reportgen.rulesets.tin_brigadier.orders import commander_for
from reportgen.rulesets.tin_brigadier.shooting import met_at
from reportgen.rulesets.tin_brigadier.state import ABOARD, State, Unit
from reportgen.rulesets.tin_brigadier.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

LEAST = 0.25
"""Orders for less are not given: GHQ stores them."""


class Careful(Manner):
    """Weighs what every unit could do now and gives the best order, until none is worth it."""

    def __init__(self, tables: Tables, side: str, seed: int) -> None:
        super().__init__(tables, side, seed)
        self.aims = Aims(tables, self.side)
        self._known: dict[int, tuple[object, list[Option]]] = {}
        """By unit: its moves, and all that they were weighed by. What is remembered is what would be found again."""
        self._gone: dict[int, tuple[object, list[Way]]] = {}
        """The same for where it can go, which a shot does not change."""

    # -- choices -----------------------------------------------------------------------------------------------------

    def answer(self, battle: Battle, state: State, choice: Choice) -> Order:
        options = choice.options()
        unit = state.unit(choice.unit)
        if choice.kind == "defence":
            return self._defence(state, unit, options)
        best = max(
            ((worth.melee(state, unit, state.unit(order.text[0])), order) for order in options if order.text),
            key=lambda found: found[0],
            default=(0.0, options[0]),
        )
        return best[1] if best[0] > 1.0 else options[0]

    def _defence(self, state: State, unit: Unit, options: list[Order]) -> Order:
        charger = state.unit(options[0].text[0])
        way = moving.charge_way(state, charger, unit, moving.full_move(state, charger))
        met = met_at(state, unit, charger, way.path) if way is not None else None
        shoots = worth.volley(state, charger, unit, charger.spot if met is None else met)
        return options[0] if shoots < worth.stand(state, charger, unit) else options[1]

    def next_charge(self, state: State) -> Order:
        """The likeliest to win first."""
        if not state.charges:
            return Order("end")
        best = max(state.charges, key=lambda one: worth.melee(state, state.unit(one.unit), state.unit(one.target)))
        return Order("close", best.unit, best.target)

    # -- orders ------------------------------------------------------------------------------------------------------

    def order(self, battle: Battle, state: State) -> Order | None:
        enemies = [enemy for enemy in state.on_table(self.enemy) if not enemy.fixed.command]
        if not enemies:
            return None
        seen = Picture(state, self.aims, enemies)
        units = able(state)
        found = [(unit, option) for unit in units if not unit.fixed.command for option in self.options(seen, unit)]
        best = self.chosen(seen, found)
        # Headquarters go before anybody has his order, and again when all have theirs.
        if best is None or not any(unit.acted for unit in seen.friends):
            for unit in units:
                if unit.fixed.command and not unit.moved and (move := headquarters(seen, unit)) is not None:
                    return move.order
        return best

    def chosen(self, seen: Picture, found: list[tuple[Unit, Option]]) -> Order | None:
        """The best of all options, the first of equals, or None if none is worth an order."""
        best: Option | None = None
        for _, option in found:
            if option.value >= LEAST and (best is None or option.value > best.value):
                best = option
        return best.order if best is not None else None

    def options(self, seen: Picture, unit: Unit) -> list[Option]:
        """What a unit could do."""
        state = seen.state
        if unit.pinned:
            return [Option(9.0, "rally", Order("rally", unit.id))] if not unit.acted and unit.where != ABOARD else []
        if not unit.ordered and not commander_for(state, unit):
            return []
        if unit.where == ABOARD:
            return carrying.landed(seen, unit, self._goal(seen, unit))
        found = attacks(seen, unit)
        goal = self._goal(seen, unit)
        found += changes(seen, unit, goal)
        if unit.fixed.on_foot:
            found += works(seen, unit, goal)
        # Who has but changed its formation, or made a short move, has something left to go on with.
        if unit.spent <= seen.tables.data.change:
            found += self._leaving(seen, unit)
            found += self._moves(seen, unit, goal)
        return found

    def _leaving(self, seen: Picture, unit: Unit) -> list[Option]:
        """Off the table, for those who are to go."""
        exits = self.aims.exits(unit.spot)
        if not exits or not self.aims.leaves(unit.id, unit.fixed.kind.id):
            return []
        left = moving.full_move(seen.state, unit) - unit.spent
        distance = seen.tables.scenario.ground.grid.distance
        if min(distance(self.aims.cell(unit.spot), exit) for exit in exits) > left + 1:
            return []
        return [Option(4.0, "advance", order) for order in moves(seen.state, unit) if order.verb == "leave"]

    # -- moves -------------------------------------------------------------------------------------------------------

    def _moves(self, seen: Picture, unit: Unit, goal: int) -> list[Option]:
        key = (
            *(goal, unit.spot, unit.heading, unit.formation, unit.spent, unit.figures, unit.entrenched),
            *(seen.signature, self.waits(seen.state, unit), self._around(seen, unit)),
        )
        known = self._known.get(unit.fixed.number)
        if known is not None and known[0] == key:
            return known[1]
        found = self._weighed(seen, unit, goal)
        self._known[unit.fixed.number] = key, found
        return found

    def _ways(self, seen: Picture, unit: Unit, arcs: tuple[bool, ...]) -> list[Way]:
        """Where it can go."""
        key = unit.spot, unit.heading, unit.formation, unit.spent, arcs, seen.barred, self._around(seen, unit)
        known = self._gone.get(unit.fixed.number)
        if known is not None and known[0] == key:
            return known[1]
        found = moving.ways(seen.state, unit, arcs=arcs)
        self._gone[unit.fixed.number] = key, found
        return found

    @staticmethod
    def _around(seen: Picture, unit: Unit) -> tuple[object, ...]:
        """Those of its side whose places its moves depend on."""
        far, reach = seen.field.distance, 2 * unit.fixed.kind.move + 2
        carriers = [
            (one.fixed.number, one.spot, len(seen.state.aboard(one.id))) for one in seen.friends if one.fixed.capacity
        ]
        near = [(one.spot, one.heading) for one in seen.friends if far(one.spot, unit.spot) <= reach]
        return (*near, *carriers)

    def _weighed(self, seen: Picture, unit: Unit, goal: int) -> list[Option]:
        boards, carrier = carrying.boarding(seen, unit, goal)
        if boards:
            return boards
        if carrier is not None:
            goal = self.aims.cell(carrier.spot)
        site = site_of(seen, unit) if unit.fixed.arm == "engineers" else None
        spans = seen.tables.bridge_of(site.spot) if site is not None else frozenset()
        opens = site is not None and site.opens
        places = Places(seen, unit, goal, self.lane(seen, unit), spans, urgent=opens)
        if unit.fixed.arm == "artillery" and unit.formation == DEPLOYED:
            return places.wheels()
        if self.waits(seen.state, unit) and places.apart > 4:
            return places.wheels()
        beside = seen.tables.data.work_reach + TOUCH
        if site is not None and unit.spot not in spans and seen.field.distance(unit.spot, site.spot) <= beside:
            return []
        return places.moves(self._ways(seen, unit, places.arcs()))

    def _goal(self, seen: Picture, unit: Unit) -> int:
        """The cell where it wants to get in the long run."""
        known, aims = routes(self.tables), self.aims
        if (exits := aims.exits(unit.spot)) and aims.leaves(unit.id, unit.fixed.kind.id):
            return min(exits, key=lambda cell: (known.walk(seen.state, unit, cell)(unit.spot), cell))
        if unit.fixed.arm == "engineers" and (site := site_of(seen, unit)) is not None:
            return known.cell(site.spot)
        passengers = seen.state.aboard(unit.id) if unit.fixed.capacity else []
        if passengers:
            return carrying.landing(seen, unit, passengers[0], self._goal(seen, passengers[0]))[0]
        return self.target(seen, unit)

    def target(self, seen: Picture, unit: Unit) -> int:
        """The nearest place that its side is to hold and that is free, or where the nearest enemy stands."""
        here = self.aims.cell(unit.spot)
        places = self.aims.places
        if not places:
            return self.aims.cell(seen.nearest(unit.spot)[1].spot)
        if here in places:
            return here
        free = [cell for cell in places if cell not in seen.taken] or places
        distance = seen.tables.scenario.ground.grid.distance
        return min(free, key=lambda cell: distance(here, cell))

    # -- what another manner decides otherwise -----------------------------------------------------------------------

    def waits(self, state: State, unit: Unit) -> bool:
        """Whether a unit is held back."""
        return False

    def lane(self, seen: Picture, unit: Unit) -> Walk | None:
        """How far aside a spot is from where a unit is to go."""
        return None
