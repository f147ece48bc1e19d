"""The careful commander: who is to act, in which order, and the orders that carry out what was planned for them.

See docs/decisions/commander.md for what is weighed and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle.orders import Order
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import movement
from reportgen.rulesets.late19c.commander.manner import END
from reportgen.rulesets.late19c.commander.outlook import Weights
from reportgen.rulesets.late19c.commander.planning import Planning
from reportgen.rulesets.late19c.data import FOOT, HORSE, WHEELS
from reportgen.rulesets.late19c.orders import Plan, Planned
from reportgen.rulesets.late19c.state import APPLY, ON_TABLE, State
from reportgen.rulesets.late19c.tables import CAVALRY, COMMANDER, INFANTRY, MACHINE_GUN, TRANSPORT, Tables

if TYPE_CHECKING:
    from reportgen.battle.events import Event
    from reportgen.battle.play import Battle

NEVER = -1_000_000
"""The score of a facing that is out of the question."""
DECISIONS = frozenset(("activate", "move", "leave", "mount", "dismount", "attack", "end phase"))


class Careful(Planning):
    """Nothing is kept from one phase to the next. Within a phase it remembers whom it has passed over; asked in the
    middle of a phase that it has not seen begin, it first goes through what has happened in it."""

    __slots__ = (
        "follow", "holders", "queue", "turn",
    )  # fmt: skip

    def __init__(self, tables: Tables, side: str, seed: int, weights: Weights = Weights()) -> None:  # noqa: B008
        super().__init__(tables, side, seed, weights)
        self.turn = -1
        """The turn that it has thought about; a side has one phase in it."""
        self.holders = tuple(unit for unit in self.ours if tables.arm[unit] in (INFANTRY, CAVALRY, MACHINE_GUN))
        """The stands that can be sent to hold a place."""
        self.follow = -1
        """Who was ordered last to move, and may attack now; -1 for nobody."""
        self.queue: list[int] = []
        """The stands that are still to act, the last first."""

    def order(self, battle: Battle, state: State) -> Order:
        if state.turn != self.turn:
            self.turn = state.turn
            self._catch_up(battle.log.events, state)
        return self._next(state)

    def _next(self, state: State) -> Order:
        self.look(state)
        if self.follow >= 0:
            unit, self.follow = self.follow, -1
            if (state.current & state.moved & ~state.fought) >> unit & 1:
                order = self._follows(state, unit)
                if order is not None:
                    return order
        least = self.weights.least
        # Who has moved and does not attack has done what he had to.
        current = state.current & ~state.moved
        while current:
            unit = (current & -current).bit_length() - 1
            current &= current - 1
            if state.status[unit] == ON_TABLE:
                order = self._ordered(state, unit, least)
                if order is not None:
                    return order
        if state.left > 0:
            queue = self.queue
            while queue:
                unit = queue[-1]
                if not state.acted >> unit & 1 and state.status[unit] == ON_TABLE:
                    order = self._ordered(state, unit, least)
                    if order is not None:
                        return order
                queue.pop()
        return END

    def _follows(self, state: State, unit: int) -> Order | None:
        """The attack of a stand that has moved, weighed again from where it stands; None if none is worth it."""
        here = state.square[unit]
        if not self.shot[unit][here] & self.foe:
            return None
        self.barred = 0
        while True:
            _, target, verb = self.attack_from(state, self.me(state, unit, here))
            if target < 0:
                return None
            order = self._attacks(state, unit, target, verb)
            if order is not None:
                return order
            self.barred |= self.bits[state.square[target]]

    def _ordered(self, state: State, unit: int, least: int) -> Order | None:
        """What a stand is to do now, if it is worth doing.

        Plans are made as if no enemy stood in the way, and by what can be seen. Where the rules forbid what looked
        possible, the next best is tried.
        """
        self.barred = 0
        while True:
            gain, square, target, verb, move_first = self.plan(state, unit)
            if gain < least:
                return None
            if verb in ("mount", "dismount"):
                return Order(verb, self.tables.ids[unit])
            if verb == "leave":
                return Order("leave", self.tables.ids[unit], path=(self.tables.names[square],))
            if square >= 0 and move_first:
                order = self._moves(state, unit, square, target, verb)
                if order is not None and self.arm[unit] not in (TRANSPORT, COMMANDER):
                    self.follow = unit
                bar = square
            elif target >= 0:
                order = self._attacks(state, unit, target, verb)
                bar = state.square[target]
            if order is not None:
                return order
            self.barred |= self.bits[bar]

    # -- once a phase --------------------------------------------------------------------------------------------------

    def _catch_up(self, events: list[Event], state: State) -> None:
        """Begins a phase. If it has begun already (a battle is resumed), what was decided in it is done over again."""
        last = len(events)
        while events[last - 1].kind != "activations":
            last -= 1
        if last == len(events):
            self._begin(state)
            return
        past = State(self.tables)
        for event in events[:last]:
            APPLY[event.kind](past, event)
        self._begin(past)
        before = events[last - 1]
        for event in events[last:]:
            # An activation is decided with the order that follows it, and a turn with the attack that it is for.
            turned = before.kind == "move" and len(before["path"]) == 1
            if event.kind in DECISIONS and before.kind != "activate" and not turned:
                self._next(past)
            before = event
            APPLY[event.kind](past, event)

    def _begin(self, state: State) -> None:
        """How bold to be, who goes where, and in which order the stands are to act."""
        w, grid = self.weights, self.tables.grid
        self.follow = -1
        self.look(state)
        self.crowd = grid.spread(self.own)
        self.percent = 100 if state.active == state.first else w.later
        self.look_at_enemy(state)
        self._take_heart(state)
        self.goals = {}
        for unit, squares in self.duties.exits.items():
            if state.status[unit] == ON_TABLE:
                hopeless = self._to_spare(state, unit, squares) < 0
                self.goals[unit] = self.tables.exits[self.side] if hopeless else squares
        self.aims, self.crow = {}, {}
        ring = self.foe
        rings = [ring]
        while ring and self.own & ring != self.own:
            ring = grid.spread(ring)
            rings.append(ring)
        rings.append(grid.all)
        self.rings = tuple(rings)
        self._send_to_hold(state)
        self.queue = self._queue(state)

    def _take_heart(self, state: State) -> None:
        """How bold to be: a side that is ahead need not look for a fight, one that is not must, sooner or later."""
        w = self.weights
        left = self.tables.turns - state.turn
        lead = self.duties.lead(state, self.foe)
        sits = lead > 0 and lead >= w.sit * left
        self.march = 2 if sits else w.march
        self.pair = w.pair
        if not left:
            # Nothing that only prepares for another turn is worth doing.
            self.march = self.pair = 0
        self.nerve = 0
        if lead <= 0:
            # With a good throw all go together; near the end they must go anyhow.
            self.nerve = (state.turn >= w.patience) + (state.left >= 6 and state.turn > 2) + (lead < -w.sit * left)
            self.nerve = min(self.nerve, 2)
        self.allowed = (self.safe, self.tables.grid.all ^ self.three, self.tables.grid.all)[self.nerve]
        self.flee = w.flee * (3 - self.nerve) // 3
        self.dare = w.dare * (4 - self.nerve) // 4

    def _queue(self, state: State) -> list[int]:
        """The stands that have something to do, by how much it is at a glance, the most urgent last. Two in a square
        are as urgent as both together."""
        w, bits, gait, arms, mounted = self.weights, self.bits, self.gait, self.arm, state.mounted
        foe, one, held, goals, range_ = self.foe, self.one, self.held, self.goals, self.tables.range
        near_enough = -1 if self.march <= 2 else self.edge_of_one if self.nerve == 0 else 0
        stands = state.at
        queue: list[tuple[int, int]] = []
        own = self.own
        while own:
            square = own.bit_length() - 1
            bit = bits[square]
            own ^= bit
            urgent = 0
            units = stands[square]
            for unit in units:
                arm = arms[unit]
                if arm == COMMANDER:
                    urgent += w.urgent * (2 if self.two & bit else 1) if self.own & one else w.urgent // 4
                    continue
                way = gait[unit][mounted[unit]]
                if unit in goals:
                    urgent += self._late(state, unit, square) if self.leaving >> unit & 1 else 30
                elif not near_enough & bit:
                    urgent += 10
                if held and held & (way[3][square] | bit):
                    urgent += 30
                if one & bit:
                    urgent += 20
                zone = way[2][square] & foe
                if zone and arm != TRANSPORT:
                    appeal = self.appeal[range_[unit] > 1]
                    best = 0
                    while zone:
                        at = zone.bit_length() - 1
                        zone ^= bits[at]
                        worth = appeal[stands[at][0]]
                        if worth > best:
                            best = worth
                    urgent += 20 + best * self.fixed[unit][0] // 2
            if urgent:
                queue.append((urgent, -units[0]))
                if len(units) > 1:
                    queue.append((urgent, -units[1]))
        queue.sort()
        return [-unit for _, unit in queue]

    def _late(self, state: State, unit: int, here: int) -> int:
        """How much a stand that is to leave the table must hurry."""
        goal = self.goals[unit]
        if goal & (self.gait[unit][state.mounted[unit]][3][here] | self.bits[here]):
            return 300
        to_spare = self._to_spare(state, unit, goal)
        return 200 if to_spare <= 1 else 60 if to_spare <= 3 else 15

    def _to_spare(self, state: State, unit: int, squares: int) -> int:
        """How many turns a stand has in hand on its way to an exit."""
        moves, mover, _, _, _ = self.gait[unit][state.mounted[unit]]
        return self.tables.turns - state.turn - self.land.goal(mover, squares)[0][state.square[unit]] // moves

    def _send_to_hold(self, state: State) -> None:
        """Stands for the places that count at the end: the nearest two for each square that must be held."""
        tables = self.tables
        self.prizes = []
        self.held = 0
        if not self.duties.holds:
            return
        free = [unit for unit in self.holders if state.status[unit] == ON_TABLE and unit not in self.goals]
        for squares, needed, worth, ours in self.duties.holds:
            worth = worth * (tables.turns + 2 * state.turn) // (3 * tables.turns)
            if (self.own & squares).bit_count() <= needed:
                self.held |= squares
                self.prizes.append((squares, needed, worth))
            far = [self.land.goal(mover, squares)[0] for mover in (FOOT, HORSE, WHEELS)]
            ranked = [(far[self.gait[unit][state.mounted[unit]][1]][state.square[unit]], unit) for unit in free]
            ranked.sort()
            for _, unit in ranked[: 2 * needed if ours else needed]:
                self.goals[unit] = squares
                free.remove(unit)

    # -- saying it -----------------------------------------------------------------------------------------------------

    def _moves(self, state: State, unit: int, square: int, target: int, verb: str) -> Order | None:
        """The order to move to a square, facing the target if there is one; None if there is no way after all."""
        way = movement.way_if_any(state, unit, (square,))
        if way is None:
            return None
        tables = self.tables
        name = tables.names[square]
        friends = state.at[square]
        slot = 0
        if friends:
            facing = state.facing[friends[0]]
            slot = 0 if target >= 0 else 1
            name += "/2" if slot else "/1"
        else:
            facing = self._face(state, unit, square, state.square[target] if verb == "fire" and target >= 0 else -1)
        plan = Plan(unit, -1, way.path, facing, slot, way.cost, way.road)
        return Planned("move", tables.ids[unit], "", (name,), FACINGS[facing], (), plan)

    def _attacks(self, state: State, unit: int, target: int, verb: str) -> Order | None:
        """The order to attack, turning to the target first if need be; None if there is somebody unseen in the way."""
        tables = self.tables
        here, there = state.square[unit], state.square[target]
        facing = state.facing[unit]
        turn = verb == "fire" and not tables.front[facing][here] >> there & 1
        if turn:
            facing = self._face(state, unit, here, there)
        taken = state.occupied[0] | state.occupied[1]
        if state.hidden & self.enemy_mask and verb == "fire" and not tables.sight.clear(here, there, taken):
            return None
        plan = Plan(unit, target, (), facing, 0, 0, False, "", turn)
        return Planned(verb, tables.ids[unit], tables.ids[target], (), FACINGS[facing] if turn else "", (), plan)

    def _face(self, state: State, unit: int, square: int, fire_at: int) -> int:
        """The facing for a stand in a square: the enemy before it rather than behind, and a way back. What it is to
        fire at (a square, or -1) must lie before it."""
        bit = self.bits[square]
        mover = self.gait[unit][state.mounted[unit]][1]
        dead = self.land.no_way_back[mover]
        near = self.tables.grid.within(square, 3) & self.foe
        if not near and fire_at < 0 and not dead[self.facing] & bit:
            return self.facing
        quarters = north, east, south, west = self.quarters[square]
        along = 4 * ((north & near).bit_count() - (south & near).bit_count())
        across = 4 * ((east & near).bit_count() - (west & near).bit_count())
        scores = [along, across, -along, -across]
        scores[self.facing] += 1
        if self.land.dead_ends[mover] & bit:
            for facing in range(4):
                if dead[facing] & bit:
                    scores[facing] -= self.weights.dead
        if fire_at >= 0:
            for facing in range(4):
                if not quarters[facing] >> fire_at & 1:
                    scores[facing] = NEVER
        return scores.index(max(scores))
