"""The commander who plays to win: shoots first, charges what is shaken, spends orders where they count most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle.orders import Choice, Order
from reportgen.board.field import Spot, Way
from reportgen.rulesets.tin_brigadier import moving, shooting, sums
from reportgen.rulesets.tin_brigadier.commander import worth
from reportgen.rulesets.tin_brigadier.commander.manner import Manner
from reportgen.rulesets.tin_brigadier.commander.plan import Programme
from reportgen.rulesets.tin_brigadier.commander.simple import go
from reportgen.rulesets.tin_brigadier.data import CLOSE, COLUMN, DEPLOYED, DISMOUNTED, LIMBERED, MOUNTED
from reportgen.rulesets.tin_brigadier.orders import able, commander_for, in_place
from reportgen.rulesets.tin_brigadier.state import ABOARD, State, Unit
from reportgen.rulesets.tin_brigadier.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

Found = tuple[float, Order]
LEAST = 0.25
"""Orders for less are not given: GHQ stores them."""
CAUTION = 0.35
"""Part of what the enemy could do that is to be feared: he has not orders for all."""


class Careful(Manner):
    """Weighs what every unit could do now and gives the best order, until none is worth it."""

    def __init__(self, tables: Tables, side: str, seed: int) -> None:
        super().__init__(tables, side, seed)
        scenario = tables.scenario
        mine = [goal for goal in scenario.objectives if tables.side_number(goal.side) == self.side]
        self.goals: list[Spot] = [tables.field.parse(name) for goal in mine if goal.kind == "hold" for name in goal.at]
        self.exits: list[Spot] = [tables.field.parse(name) for goal in mine if goal.kind == "exit" for name in goal.at]
        theirs = [goal for goal in scenario.objectives if tables.side_number(goal.side) != self.side]
        self.wanted: list[Spot] = [
            tables.field.parse(name) for goal in theirs if goal.kind == "hold" for name in goal.at
        ]
        self.programme = Programme(tables, self.side, self.hashed("plan"))

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
        data = state.tables.data
        charger = state.unit(options[0].text[0])
        mine = sums.chance(sums.total(sums.melee_modifiers(charger.fixed, charger.mounted, data)), data.melee_hit, data)
        shoots = worth.volley(state, charger, unit, charger.figures, mine)
        stands = worth.stand(state, charger, unit)
        return options[0] if shoots < stands else options[1]

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
        best: Found | None = None
        for unit in able(state):
            found = self._best(state, unit, enemies)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return best[1] if best is not None and best[0] >= LEAST else None

    def _best(self, state: State, unit: Unit, enemies: list[Unit]) -> Found | None:
        if unit.fixed.command:
            return self._headquarters(state, unit, enemies)
        if unit.where == ABOARD:
            return None
        if unit.pinned:
            return (9.0, Order("rally", unit.id)) if not unit.acted else None
        if not unit.ordered and not commander_for(state, unit):
            return None
        found = [*self._attacks(state, unit, enemies), *self._changes(state, unit, enemies)]
        if unit.fixed.arm == "engineers" and not unit.moved:
            found += self._engineering(state, unit, enemies)
        if not unit.moved:
            found += self._moves(state, unit, enemies)
        return max(found, key=lambda one: one[0], default=None)

    def _attacks(self, state: State, unit: Unit, enemies: list[Unit]) -> list[Found]:
        found: list[Found] = []
        field = self.tables.field
        if shooting.ready(state, unit) is None:
            for enemy in enemies:
                aim = shooting.aim(state, unit, enemy)
                if not aim.wrong:
                    found.append((worth.shot(state, unit, enemy, aim) + 0.3, Order("fire", unit.id, enemy.id)))
        most = moving.fighting_move(state, unit, charging=True)
        if most < 0:
            return found
        for enemy in enemies:
            if field.distance(unit.spot, enemy.spot) > most + 1.5:
                continue
            if moving.charge_way(state, unit, enemy, most - unit.spent) is None:
                continue
            together = sum(1 for charge in state.charges if charge.target == enemy.id)
            value = worth.melee(state, unit, enemy) + 0.5 * together
            if value > 0.6:
                # Whoever can shoot first does: tests come before charges.
                found.append((0.5 + 0.4 * value, Order("charge", unit.id, enemy.id)))
        return found

    def _changes(self, state: State, unit: Unit, enemies: list[Unit]) -> list[Found]:
        field = self.tables.field
        near = min(field.distance(unit.spot, enemy.spot) for enemy in enemies)
        wanted: dict[str, float] = {}
        if unit.fixed.arm == "artillery":
            row = self.tables.fire(unit.fixed, DEPLOYED)
            reach = row.range if row is not None else 0
            if unit.formation != DEPLOYED and near <= reach:
                wanted["unlimber"] = 1.2
            elif unit.formation == DEPLOYED and near > reach + 1 and not self._holding(state):
                wanted["limber"] = 0.6
        elif unit.formation in (CLOSE, COLUMN) and near <= 4:
            wanted[{"cavalry": "mount"}.get(unit.fixed.arm, "extend")] = 1.0
        elif unit.formation == DISMOUNTED and near > 5:
            wanted["mount"] = 0.5
        if unit.fixed.on_foot and not unit.moved and self._holding(state) and near > 2:
            wanted["entrench"] = 0.7
        if not wanted:
            return []
        return [(wanted[order.verb], order) for order in in_place(state, unit) if order.verb in wanted]

    def _engineering(self, state: State, unit: Unit, enemies: list[Unit]) -> list[Found]:
        """Mines the bridges that the enemy wants, blows them when he comes, clears what is in its own way."""
        tables, data = self.tables, self.tables.data
        field = tables.field
        found: list[Found] = []
        for spot in self.wanted:
            if spot not in tables.bridges or spot in state.blown or field.distance(unit.spot, spot) > data.wire:
                continue
            at = field.name(spot)
            laid = state.works.get(("mine", at), 0)
            enough = laid * (data.die + 1) / 2 >= data.blow[tables.bridges[spot]]
            near = min(field.distance(enemy.spot, spot) for enemy in enemies)
            if not enough and near > 1 and field.distance(unit.spot, spot) <= data.work_reach:
                found.append((1.6, Order("mine", unit.id, path=(at,))))
            friends = any(one.spot in tables.bridge_of(spot) for one in state.on_table(self.side))
            if laid and near <= (3 if enough else 1) and not friends:
                found.append((2.5, Order("blow", unit.id, path=(at,))))
        shut = sorted((tables.obstacles | state.blocks) - state.cleared, key=str)
        near_by = [spot for spot in shut if field.distance(unit.spot, spot) <= data.work_reach]
        return [*found, *((0.8, Order("clear", unit.id, path=(field.name(spot),))) for spot in near_by)]

    def _holding(self, state: State) -> bool:
        """Whether its side has what it fights for, and can wait."""
        if not self.goals:
            return False
        field = self.tables.field
        mine = sum(
            any(field.distance(unit.spot, goal) < 1 for goal in self.goals) for unit in state.on_table(self.side)
        )
        theirs = sum(
            any(field.distance(unit.spot, goal) < 1 for goal in self.goals) for unit in state.on_table(self.enemy)
        )
        return mine >= 2 and mine > theirs

    # -- moves -------------------------------------------------------------------------------------------------------

    def _moves(self, state: State, unit: Unit, enemies: list[Unit]) -> list[Found]:
        field = self.tables.field
        near = min(enemies, key=lambda enemy: field.distance(unit.spot, enemy.spot))
        apart = field.distance(unit.spot, near.spot)
        holding = self._holding(state)
        if unit.fixed.arm == "artillery" and unit.formation == DEPLOYED:
            return self._wheel(state, unit, near)
        goal = self._goal(state, unit, near)
        if self.programme.waits(state, unit) and apart > 4:
            return self._wheel(state, unit, near)
        if unit.fixed.arm == "engineers" and any(
            spot in self.tables.bridges and spot not in state.blown and field.distance(unit.spot, spot) <= 1.5
            for spot in self.wanted
        ):
            return []
        here = self._place(state, unit, unit.spot, goal, enemies, near)
        best: tuple[float, Way] | None = None
        for way in moving.ways(state, unit, goals=(goal, near.spot)):
            value = self._place(state, unit, way.spot, goal, enemies, near) - here
            if best is None or value > best[0] + 1e-9:
                best = value, way
        if best is None or best[0] <= (0.8 if holding else 0.05):
            return self._wheel(state, unit, near)
        return [(0.3 + 0.35 * min(best[0], 2.0), go(state, unit, best[1], near)), *self._wheel(state, unit, near)]

    def _wheel(self, state: State, unit: Unit, near: Unit) -> list[Found]:
        """Turning to an enemy who is near and not in front."""
        field = self.tables.field
        if field.in_arc(unit.spot, unit.heading, near.spot) or field.distance(unit.spot, near.spot) > 6:
            return []
        facing = field.towards(unit.spot, near.spot)
        if facing == unit.heading or moving.bill(state, unit, (unit.spot,), facing).rule:
            return []
        return [(0.7, Order("move", unit.id, path=(field.name(unit.spot),), facing=facing))]

    def _goal(self, state: State, unit: Unit, near: Unit) -> Spot:
        """Where it wants to get in the long run."""
        field = self.tables.field
        if self.exits:
            return min(self.exits, key=lambda spot: field.distance(unit.spot, spot))
        if self.goals:
            taken = {other.spot for other in state.on_table(self.side) if other.id != unit.id}
            free = [spot for spot in self.goals if spot not in taken] or self.goals
            return min(free, key=lambda spot: field.distance(unit.spot, spot))
        return near.spot

    def _place(self, state: State, unit: Unit, spot: Spot, goal: Spot, enemies: list[Unit], near: Unit) -> float:
        """How good a place is for a unit."""
        tables = self.tables
        field = tables.field
        value = -0.35 * field.distance(spot, goal) - 0.15 * field.distance(spot, near.spot)
        if spot in self.goals:
            value += 0.5
        if any(kind in tables.data.covering for kind in field.kinds_at(spot)):
            value += 0.5
        value += 0.2 * field.height_at(spot)
        row = tables.fire(unit.fixed, unit.formation)
        apart = min(field.distance(spot, enemy.spot) for enemy in enemies)
        if row is not None and unit.formation != MOUNTED and apart <= row.range:
            value += 0.6
        if unit.formation == LIMBERED and apart <= 3:
            value -= 1.0
        if unit.formation == MOUNTED and apart <= 5:
            value += 0.4
        return value - CAUTION * worth.danger(state, unit, spot, enemies)

    def _headquarters(self, state: State, unit: Unit, enemies: list[Unit]) -> Found | None:
        """A subordinate keeps in the middle of those it can reach; both keep away from the enemy."""
        field = self.tables.field
        if unit.moved:
            return None
        mine = [other for other in state.on_table(self.side) if not other.fixed.command]

        def worth_of(spot: Spot) -> float:
            apart = min(field.distance(spot, enemy.spot) for enemy in enemies)
            value = -2.0 * max(4 - apart, 0)
            if unit.fixed.kind.id == "hq":
                value += sum(field.distance(spot, other.spot) <= self.tables.data.command_range for other in mine)
            return value

        here = worth_of(unit.spot)
        best = max(
            ((worth_of(way.spot), -way.cost, way) for way in moving.ways(state, unit)),
            key=lambda one: one[:2],
            default=None,
        )
        if best is None or best[0] <= here + 0.5:
            return None
        path = tuple(field.name(spot) for spot in best[2].path)
        return 5.0, Order("move", unit.id, path=path, facing=unit.heading)
