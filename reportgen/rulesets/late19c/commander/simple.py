"""Two commanders to measure others by: one follows a single rule, one gives legal orders at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle.orders import Order
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import combat, movement
from reportgen.rulesets.late19c.commander.manner import END, Manner
from reportgen.rulesets.late19c.orders import able, attacks, exits_within
from reportgen.rulesets.late19c.state import State
from reportgen.rulesets.late19c.tables import CAVALRY, COMMANDER

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


class Random(Manner):
    """Any stand that can act, and any of its legal orders, each with the same chance; rarely it ends the phase early.

    The orders are counted, not listed: a stand has hundreds.
    """

    EARLY = 50
    """Once in so many orders it has had enough."""

    def order(self, battle: Battle, state: State) -> Order:
        number = self.hashed("order", len(battle.log.events))
        units = able(state)
        if not units:
            return END
        number, early = divmod(number, self.EARLY)
        if not early:
            return END
        number, which = divmod(number, len(units))
        for unit in units[which:] + units[:which]:
            order = self._any(state, unit, number)
            if order is not None:
                return order
        return END

    def _any(self, state: State, unit: int, number: int) -> Order | None:
        """One of the legal orders of a stand, or None if it has none."""
        tables = self.tables
        grid, name = tables.grid, tables.ids[unit]
        fights = list(attacks(state, unit))
        companion = state.companion(unit)
        turns: list[str] = []
        if not state.turned >> unit & 1 and not (
            companion >= 0 and not state.current >> companion & 1 and state.acted >> companion & 1
        ):
            turns = [word for facing, word in enumerate(FACINGS) if facing != state.facing[unit]]
        squares: list[int] = []
        exits: list[int] = []
        mounts = 0
        if not state.moved >> unit & 1:
            where = movement.reach(state, unit)
            squares = list(grid.squares(where.walk | where.road))
            exits = exits_within(state, unit)
            mounts = int(tables.arm[unit] in (CAVALRY, COMMANDER))
        count = len(fights) + len(turns) + len(FACINGS) * len(squares) + len(exits) + mounts
        if not count:
            return None
        at = number % count
        if at < len(fights):
            return fights[at]
        at -= len(fights)
        if at < len(turns):
            return Order("move", name, path=(grid.name(state.square[unit]),), facing=turns[at])
        at -= len(turns)
        if at < len(FACINGS) * len(squares):
            square, facing = divmod(at, len(FACINGS))
            goal = grid.name(squares[square])
            friends = state.at[squares[square]]
            if friends:
                return Order("move", name, path=(f"{goal}/{1 + facing % 2}",), facing=FACINGS[state.facing[friends[0]]])
            return Order("move", name, path=(goal,), facing=FACINGS[facing])
        at -= len(FACINGS) * len(squares)
        if at < len(exits):
            return Order("leave", name, path=(grid.name(exits[at]),))
        return Order("dismount" if state.mounted[unit] else "mount", name)


class Nearest(Manner):
    """One rule for every stand: attack the best target at hand, else go towards the nearest enemy and attack then.

    Stands act in the order of their distance to the enemy, so that those near him get the activations.
    """

    def order(self, battle: Battle, state: State) -> Order:
        enemies = combat.visible_enemies(state, self.side)
        if not enemies:
            return END
        grid = self.tables.grid
        squares = list(grid.squares(enemies))
        waiting: list[tuple[int, int, int]] = []
        for unit in able(state):
            distances = grid.distances(state.square[unit])
            near = min((distances[square], square) for square in squares)
            waiting.append((0 if state.current >> unit & 1 else near[0], unit, near[1]))
        for _, unit, goal in sorted(waiting):
            order = self._attack(state, unit, enemies) or self._advance(state, unit, goal)
            if order is not None:
                return order
        return END

    def _attack(self, state: State, unit: int, enemies: int) -> Order | None:
        """The attack with the best chances from where the stand is, turning to it first if need be."""
        if not combat.may_attack(state, unit):
            return None
        tables = self.tables
        here = state.square[unit]
        best: tuple[int, int, Order] | None = None
        for facing in (state.facing[unit], *(f for f in range(4) if f != state.facing[unit])):
            turns = facing != state.facing[unit]
            if turns and (state.turned >> unit & 1 or state.companion(unit) >= 0):
                continue
            found: list[tuple[combat.Kind, int]] = [
                ("fire", target) for target in combat.fire_targets(state, unit, here, facing, enemies)
            ]
            if not turns:
                found += [("close", target) for target in combat.close_targets(state, unit, here, enemies)]
            for kind, target in found:
                mine, theirs = combat.terms(state, kind, unit, here, target)
                odds = combat.odds(sum(a for _, a in mine), sum(a for _, a in theirs), tables.data.parts)
                score = (2 * odds.destroyed + odds.withdraw) * tables.value[target]
                if best is None or (score, -target) > best[:2]:
                    order = (
                        Order("move", tables.ids[unit], path=(tables.grid.name(here),), facing=FACINGS[facing])
                        if turns
                        else Order(kind, tables.ids[unit], tables.ids[target])
                    )
                    best = (score, -target, order)
        return best[2] if best else None

    def _advance(self, state: State, unit: int, goal: int) -> Order | None:
        """One move towards a square, looking at it, if that brings the stand nearer."""
        if state.moved >> unit & 1:
            return None
        grid = self.tables.grid
        here = state.square[unit]
        distances = grid.distances(goal)
        where = movement.reach(state, unit)
        best = min(
            ((distances[square], square) for square in grid.squares(where.walk | where.road)),
            default=(distances[here], here),
        )
        if best[0] >= distances[here]:
            return None
        square = best[1]
        friends = state.at[square]
        facing = state.facing[friends[0]] if friends else towards(grid.columns, square, goal)
        return Order("move", self.tables.ids[unit], path=(grid.name(square),), facing=FACINGS[facing])


def towards(columns: int, here: int, there: int) -> int:
    """The facing (0..3) that has a square in front: north or south if it is more that way, else east or west."""
    rows, across = there // columns - here // columns, there % columns - here % columns
    if abs(rows) > abs(across):
        return 0 if rows > 0 else 2
    return 1 if across > 0 else 3
