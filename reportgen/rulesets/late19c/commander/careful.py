"""The careful commander: for every activation it weighs moves and attacks by what they may be expected to bring.

All worth is in hundredths of a point. See docs/decisions/commander.md for what is weighed and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle.orders import Order
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import movement
from reportgen.rulesets.late19c.commander.manner import END
from reportgen.rulesets.late19c.commander.outlook import Me, Outlook, Weights
from reportgen.rulesets.late19c.orders import examine, exits_within
from reportgen.rulesets.late19c.state import ON_TABLE, State
from reportgen.rulesets.late19c.tables import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, MACHINE_GUN, TRANSPORT, Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


Plan = tuple[int, int, int, str, bool]
"""What a stand would do next: the gain over doing nothing; the square to move to and the stand to attack, -1 if it is
not to; how to attack (or `leave`); and whether it moves first. A plain tuple, since thousands are made in a battle."""

Aim = tuple[int, tuple[int, ...], tuple[int, ...], int, int]
"""Where a stand is drawn to: the place, the way there as distances (empty: not known) and as layers (see `land.Goal`),
what a square nearer is worth, and how near is near enough."""

NOWHERE: tuple[int, ...] = ()

NOTHING: Plan = (0, -1, -1, "close", True)


class Careful(Outlook):
    """See the module. Nothing is kept from one phase to the next."""

    def __init__(self, tables: Tables, side: str, seed: int, weights: Weights = Weights()) -> None:  # noqa: B008
        super().__init__(tables, side, seed, weights)
        self.when = (-1, -1)
        self.ranking: list[int] = []
        self.plans: dict[int, tuple[Plan, int, int]] = {}
        self.then = (0, 0, 0, 0)
        self.goals: dict[int, int] = {}
        self.aims: dict[int, Aim] = {}
        self.rings: tuple[int, ...] = ()
        self.held = 0
        self.leaving = self.duties.leaving
        self.arm, self.shot, self.gait = tables.arm, self.land.shot, self.land.gait
        self.prizes: list[tuple[int, int, int]] = []
        self.march = 0
        self.barred = 0
        self.allowed = -1
        self.weighed = True
        self.last_bit = self.facing in (2, 3)

    # -- what is asked -------------------------------------------------------------------------------------------------

    def order(self, battle: Battle, state: State) -> Order:
        if (state.turn, state.active) != self.when:
            self.when = (state.turn, state.active)
            self._begin(self._opening(battle, state))
        self.look(state)
        least = self.weights.least
        current = state.current & ~(state.moved & state.fought)
        while current:
            unit = (current & -current).bit_length() - 1
            current &= current - 1
            if state.status[unit] == ON_TABLE:
                order = self._ordered(state, unit, least)
                if order is not None:
                    return order
        if state.left > 0:
            for unit in self.ranking:
                if not state.acted >> unit & 1 and state.status[unit] == ON_TABLE:
                    order = self._ordered(state, unit, least)
                    if order is not None:
                        return order
        return END

    def _ordered(self, state: State, unit: int, least: int) -> Order | None:
        """What a stand is to do now, if it is worth doing.

        Plans are made by what can be seen. Where enemies are concealed, the rules may forbid what looked possible; then
        the next best is tried.
        """
        self.barred = 0
        entry = self.plans.get(unit) if not state.acted >> unit & 1 else None
        if entry is not None:
            (_, _, target, _, _), scope, at = entry
            own, full, foe, foe_full = self.then
            if (self.own ^ own | self.full ^ full | self.foe ^ foe | self.foe_full ^ foe_full) & scope or (
                target >= 0 and state.square[target] != at
            ):
                entry = None
        while True:
            gain, square, target, verb, move_first = plan = entry[0] if entry is not None else self.plan(state, unit)
            entry = None
            if gain < least and not (target >= 0 and state.current >> unit & 1 and gain > 0):
                return None
            order = self._said(state, unit, plan)
            if order.verb == "move":
                way = movement.way(state, unit, (square,))
                if not isinstance(way, movement.Blocked):
                    return order
                self.barred |= 1 << square
            elif not state.hidden & self.enemy_mask or not examine(state, order)[0]:
                return order
            else:
                self.barred |= 1 << (state.square[target] if target >= 0 else square)

    # -- once a phase --------------------------------------------------------------------------------------------------

    def _begin(self, state: State) -> None:
        """How bold to be, who goes where, and in which order the stands are to act."""
        tables, w, grid = self.tables, self.weights, self.tables.grid
        self.look(state)
        self.look_at_enemy(state)
        self.crowd = grid.spread(self.own)
        self.barred = 0
        self.percent = 100 if state.active == state.first else w.later
        self.allowed = ~self.one
        self.march = w.march
        if self.duties.defends and not self.duties.attacks:
            self.march = 2
        self.goals = dict(self.duties.exits)
        self.aims = {}
        self.rings = self._rings()
        self._send_to_hold(state)
        ranked: list[tuple[int, int]] = []
        plans = self.plans = {}
        self.then = self.own, self.full, self.foe, self.foe_full
        for square in grid.squares(self.own):
            units = state.at[square]
            total = 0
            for unit in units:
                plan = self.plan(state, unit)
                total -= plan[0]
                plans[unit] = plan, self._scope(state, square, plan), state.square[plan[2]]
            if total:
                ranked += [(total, unit) for unit in units]
        ranked.sort()
        self.ranking = [unit for _, unit in ranked]

    def _scope(self, state: State, here: int, plan: Plan) -> int:
        """The squares in which nothing must change for a plan to stand: where it leads, the target and what is next to
        it. A stand that can do nothing waits for the next phase unless something changes around it."""
        _, square, target, verb, move_first = plan
        scope = self.bits[square] if square >= 0 else 0
        if target >= 0:
            at = state.square[target]
            scope |= self.adjacent[at] | self.bits[at] | self.bits[here]
            if verb == "fire":
                inside, corners = self.tables.sight.line(square if move_first and square >= 0 else here, at)
                scope |= inside
                for pair in corners:
                    scope |= pair
        elif self.weighed and square < 0:
            scope = self.adjacent[here]
        return scope

    def _opening(self, battle: Battle, state: State) -> State:
        """The state in which the phase began. It is the present one but for battles that are resumed in mid-phase."""
        events = battle.log.events
        last = len(events)
        while events[last - 1].kind != "activations":
            last -= 1
        if last == len(events):
            return state
        opening = State(self.tables)
        for event in events[:last]:
            opening.advance(event)
        return opening

    def _send_to_hold(self, state: State) -> None:
        """Stands for the places that count at the end: the nearest two for each square that must be held."""
        tables = self.tables
        self.prizes = []
        self.held = 0
        if not self.duties.holds:
            return
        free = [
            unit
            for unit in state.on_table(self.side)
            if tables.arm[unit] in (INFANTRY, CAVALRY, MACHINE_GUN) and unit not in self.goals
        ]
        for squares, count, worth, ours in self.duties.holds:
            worth = worth * (tables.turns + 2 * state.turn) // (3 * tables.turns)
            self.held |= squares
            self.prizes.append((squares, count, worth if ours else worth // 2))
            ranked = sorted(
                free, key=lambda unit: (self.land.goal(state.mover(unit), squares)[0][state.square[unit]], unit)
            )
            for unit in ranked[: 2 * count if ours else count]:
                self.goals[unit] = squares
                free.remove(unit)

    # -- places --------------------------------------------------------------------------------------------------------

    def _aim(self, state: State, unit: int, here: int, mover: int) -> Aim:
        """Where a stand is drawn to. It keeps to that for the phase, unless the enemy it made for is gone."""
        tables, foe = self.tables, self.foe
        squares = self.goals.get(unit)
        weight = 0 if tables.arm[unit] == TRANSPORT else self.march
        if squares is not None:
            aim = squares, *self.land.goal(mover, squares), self.weights.duty, 0
        elif not foe:
            edge = tables.grid.edge(tables.edges[self.enemy])
            aim = edge, *self.land.goal(mover, edge), weight, 0
        elif self.land.open[mover]:
            aim = foe, NOWHERE, self.rings, weight, tables.range[unit]
        else:
            radius, near = 1, 0
            within = tables.grid.within
            while not near:
                near = within(here, radius) & foe
                radius += 1
            near = self._pick(near)
            aim = near, *self.land.goal(mover, near), weight, tables.range[unit]
        self.aims[unit] = aim
        return aim

    def _rings(self) -> tuple[int, ...]:
        """The squares at most so many away from the nearest enemy, as far as the own stands are."""
        spread, own = self.tables.grid.spread, self.own
        ring = self.foe
        rings = [ring]
        while ring and own & ~ring:
            ring = spread(ring)
            rings.append(ring)
        rings.append(self.tables.grid.all)
        return tuple(rings)

    def _prize(self, bit: int, here: int) -> int:
        """What it is worth at the end to hold a square, if not enough others hold the place already."""
        value = 0
        others = self.own & ~here
        for squares, count, worth in self.prizes:
            if squares & bit and (squares & others).bit_count() < count:
                value += worth
        return value

    def _pick(self, squares: int) -> int:
        """One of some squares, as a bitboard, seen from either end of the table alike."""
        return 1 << squares.bit_length() - 1 if self.last_bit else squares & -squares

    def _position(self, me: Me, reach: int, aim: Aim, stay: int) -> tuple[int, int]:
        """The best square to end a move in for a stand that is in danger or near a prize, and its value; the own square
        if none is better."""
        _, _, layers, weight, enough = aim
        best, where = stay, me[1]
        safe = reach & ~self.one
        some = reach & ~self.two
        likes = self.beside_general
        last = self.last_bit
        choices = [safe & self.edge_of_one or safe]
        if some != safe:
            choices.append(some & self.edge_of_two or some)
        if self.held & reach:
            choices.append(self.held & reach)
        for found in choices:
            if not found:
                continue
            found = found & likes or found
            found = found & self.crowd or found
            bit = 1 << found.bit_length() - 1 if last else found & -found
            far = 0
            while not layers[far] & bit:
                far += 1
            value = -weight * (far if far > enough else enough)
            if self.one & bit:
                value -= self.risk(me, bit)
            if self.held & bit:
                value += self._prize(bit, self.bits[me[1]])
            if value > best:
                best, where = value, bit.bit_length() - 1
        return best, where

    # -- plans ---------------------------------------------------------------------------------------------------------

    def plan(self, state: State, unit: int) -> Plan:
        """The best that a stand can do now, against doing nothing."""
        here = state.square[unit]
        foe = self.foe
        arm = self.arm[unit]
        if state.moved >> unit & 1:
            if state.fought >> unit & 1 or arm == TRANSPORT or not self.shot[unit][here] & foe:
                return NOTHING
            gain, target, verb = self._attack_from(state, self.me(state, unit, here))
            return (gain, -1, target, verb, False) if target >= 0 else NOTHING
        moves, mover, strike, walk, near = self.gait[unit][state.mounted[unit]]
        bit = self.bits[here]
        zone = strike[here] & foe
        # As if no enemy stood in the way: whether he does is looked at when the order is given.
        reach = walk[here] & ~(self.full | self.barred | foe)
        if arm == COMMANDER:
            self.weighed = True
            return self._plan_general(state, unit, here, reach)
        exposed = self.one & bit
        prize = self.held & (reach | bit)
        if self.leaving >> unit & 1 and self.duties.exits[unit] & (reach | bit):
            ways = [square for square in exits_within(state, unit) if self.duties.exits[unit] >> square & 1]
            if ways:
                return self.duties.gain[unit] + self.worth[unit], ways[0], -1, "leave", True
        aim = self.aims.get(unit)
        if aim is None or not aim[0] & foe and unit not in self.goals:
            aim = self._aim(state, unit, here, mover)
        _, distance, layers, weight, enough = aim
        empty = reach & ~self.own
        self.weighed = bool(zone or exposed or prize)
        best = NOTHING
        if distance:
            far = distance[here]
        else:
            far = 0 if zone else moves
            while not layers[far] & bit:
                far += 1
        if not exposed and not prize and weight and far > enough:
            # Onward, as far as it is safe.
            onward = empty & self.allowed
            nearest = far - moves - 1
            if nearest < enough:
                nearest = enough
            while nearest < far:
                found = onward & layers[nearest]
                if found:
                    found = found & self.crowd or found
                    square = found.bit_length() - 1 if self.last_bit else (found & -found).bit_length() - 1
                    gain = far - nearest
                    best = weight * (gain if gain < 3 else 3), square, -1, "close", True
                    break
                nearest += 1
        if not self.weighed:
            return best
        me = self.me(state, unit, here)
        stay = -weight * (far if far > enough else enough)
        if exposed:
            stay -= self.risk(me, bit)
        if prize:
            stay += self._prize(bit, bit)
        after, where = stay, here
        if empty and (exposed or prize):
            after, where = self._position(me, empty, aim, stay)
            if where != here:
                best = after - stay, where, -1, "close", True
        if not zone or arm == TRANSPORT or state.fought >> unit & 1:
            return best
        gain, target, verb = self._attack_from(state, me)
        if target >= 0:
            gain += after - stay
            if gain > best[0]:
                best = gain, where, target, verb, False
        if reach:
            zone &= ~self.barred
            # Wherever a stand attacks from, it is near enough.
            base = -weight * enough - stay
            if arm == INFANTRY or arm == CAVALRY:
                close = zone & near[here]
                if close:
                    best = self._charge(state, me, empty | reach & me[5], close, base, best)
            elif arm == ARTILLERY:
                empty &= ~self.beside_foe
            if enough > 1 and empty and (exposed or target < 0):
                best = self._fire_elsewhere(state, me, empty, zone, base, best)
        return best

    def _attack_from(self, state: State, me: Me) -> tuple[int, int, str]:
        """The best attack from the square in which a stand is: what it brings, on whom, and how."""
        best, whom, how = 0, -1, "close"
        unit, here = me[0], me[1]
        possible = self.shot[unit][here] & self.foe & ~self.barred
        if not possible or state.at[here][0] != unit:
            return best, whom, how
        tables, marks = self.tables, self.marks
        bit = self.bits[here]
        fire = possible
        if not self._may_turn(state, unit):
            fire &= tables.grid.front[state.facing[unit]][here]
        if fire:
            fire = tables.sight.view(here, tables.range[unit], self.taken & ~bit, fire)
        while fire:
            at = fire.bit_length() - 1
            fire ^= self.bits[at]
            mark = marks.get(at) or self.mark(state, at)
            gain = self.fire_gain(me, bit, at, mark)
            if gain > best:
                best, how = gain, "fire"
                whom = (mark.rear if mark.behind & bit else mark.front).stand
        possible &= self.adjacent[here]
        while possible:
            at = possible.bit_length() - 1
            possible ^= self.bits[at]
            mark = marks.get(at) or self.mark(state, at)
            gain = self.close_gain(me, bit, mark)
            if gain > best:
                best, how = gain, "close"
                whom = (mark.rear if mark.behind & bit else mark.front).stand
        return best, whom, how

    def _charge(self, state: State, me: Me, reach: int, zone: int, base: int, best: Plan) -> Plan:
        """The best move into close combat, if it is better than `best`."""
        same = me[5]
        beside_general, safer, marks = self.beside_general, ~self.two, self.marks
        best_gain = best[0]
        beside_same = self.tables.grid.spread(same) if same else 0
        here = self.bits[me[1]]
        last = self.last_bit
        while zone:
            at = zone.bit_length() - 1
            zone ^= self.bits[at]
            mark = marks.get(at) or self.mark(state, at)
            beside, ahead, behind, lower, covered, front, rear = mark
            found = reach & beside
            if not found:
                continue
            if lower or covered:
                found = found & ~(lower | covered) or found
            if same:
                found = found & same or found
            found = found & ~ahead or found
            if beside_general:
                found = found & beside_general or found
            if beside_same:
                found = found & beside_same or found
            found = found & safer or found
            bit = 1 << found.bit_length() - 1 if last else found & -found
            gain = base + self.close_gain(me, bit, mark)
            if self.held & bit:
                gain += self._prize(bit, here)
            if gain > best_gain:
                gain -= self.risk(me, bit)
                if gain > best_gain:
                    best_gain = gain
                    best = gain, bit.bit_length() - 1, (rear if behind & bit else front).stand, "close", True
        return best

    def _fire_elsewhere(self, state: State, me: Me, reach: int, zone: int, base: int, best: Plan) -> Plan:
        """The best move to fire from another square, if it is better than `best`."""
        shot = self.shot[me[0]]
        marks, odds = self.marks, self.odds
        most = me[2] + self.general_value if reach & self.beside_general else me[2]
        best_gain = best[0]
        choices = []
        while zone:
            at = zone.bit_length() - 1
            zone ^= self.bits[at]
            if reach & shot[at]:
                mark = marks.get(at) or self.mark(state, at)
                _, _, fire, worth, back, _ = mark[5]
                destroyed, withdraw, draw = odds(most, fire)
                bound = base + (destroyed * worth + (withdraw + draw) * back) // 144
                if bound > best_gain:
                    choices.append((bound, at))
        if not choices:
            return best
        choices.sort(reverse=True)
        safe, safer = reach & ~self.one, reach & ~self.two
        here = self.bits[me[1]]
        taken = self.taken & ~here
        last = self.last_bit
        clear = self.tables.sight.clear
        for bound, at in choices:
            if bound <= best_gain:
                break
            found = reach & shot[at]
            found = found & safe or found & safer or found
            found = found & self.beside_general or found
            for _ in range(2):
                bit = 1 << found.bit_length() - 1 if last else found & -found
                square = bit.bit_length() - 1
                if clear(square, at, taken):
                    mark = marks[at]
                    gain = base + self.fire_gain(me, bit, at, mark) - self.risk(me, bit)
                    if self.held & bit:
                        gain += self._prize(bit, here)
                    if gain > best_gain:
                        best_gain = gain
                        foe = mark.rear if mark.behind & bit else mark.front
                        best = gain, square, foe.stand, "fire", True
                    break
                found ^= bit
                if not found:
                    break
        return best

    def _may_turn(self, state: State, unit: int) -> bool:
        if state.turned >> unit & 1:
            return False
        companion = state.companion(unit)
        return companion < 0 or bool(state.current >> companion & 1) or not state.acted >> companion & 1

    def _plan_general(self, state: State, unit: int, here: int, reach: int) -> Plan:
        """Next to as many of the stands in the fight as may be, and out of harm's way."""
        tables, w, grid = self.tables, self.weights, self.tables.grid
        adjacent, one = self.adjacent, self.one
        own = self.own
        if state.at[here] == (unit,):
            own &= ~(1 << here)
        hot = own & one
        first = second = third = 0
        for square in grid.squares(hot):
            beside = adjacent[square]
            third |= second & beside
            second |= first & beside
            first |= beside
        per = w.general * self.general_value
        worth = self.worth[unit]
        reach |= 1 << here
        stay = best = -1
        where = here
        # Rings around the fight; the general is drawn into the nearest that he can reach.
        ring = hot or own
        if not ring:
            return NOTHING
        for away in range(99):
            if reach & ring:
                break
            ring = grid.spread(ring)
        steps = 0
        probe = hot or own
        while not probe >> here & 1:
            probe = grid.spread(probe)
            steps += 1

        def value(square: int, far: int) -> int:
            count = (first >> square & 1) + (second >> square & 1) + (third >> square & 1)
            found = per * count - w.follow * far
            if one >> square & 1:
                danger = 1 + (self.two >> square & 1) + (self.three >> square & 1)
                if own >> square & 1:
                    danger -= 1
                elif self.dead_end[0] >> square & 1:
                    danger += 2
                found -= worth * self.losses[self.general_value][danger] * self.percent // 100000
            return found

        best = stay = value(here, steps)
        tried = 1 << here
        for squares, far in (
            (reach & third, 1), (reach & third & ~one, 1), (reach & third & own, 0),
            (reach & second, 1), (reach & second & ~one, 1), (reach & second & own, 0),
            (reach & first, 1), (reach & first & ~one, 1), (reach & first & own, 0),
            (reach & ring & ~one, away), (reach & ring, away),
        ):  # fmt: skip
            squares &= ~tried
            if squares:
                bit = self._pick(squares)
                tried |= bit
                square = bit.bit_length() - 1
                found = value(square, far)
                if found > best:
                    best, where = found, square
        return (best - stay, where, -1, "close", True) if where != here else NOTHING

    # -- saying it -----------------------------------------------------------------------------------------------------

    def _said(self, state: State, unit: int, plan: Plan) -> Order:
        tables = self.tables
        grid = tables.grid
        name = tables.ids[unit]
        _, square, target, verb, move_first = plan
        if verb == "leave":
            return Order("leave", name, path=(grid.names[square],))
        here = state.square[unit]
        there = state.square[target] if target >= 0 else -1
        if target >= 0 and (square < 0 or not move_first):
            facing = ""
            if verb == "fire" and not grid.front[state.facing[unit]][here] >> there & 1:
                facing = FACINGS[self._face(here, there)]
            return Order(verb, name, tables.ids[target], facing=facing)
        friends = state.at[square]
        if friends:
            rank = "/1" if target >= 0 else "/2"
            return Order("move", name, path=(grid.names[square] + rank,), facing=FACINGS[state.facing[friends[0]]])
        return Order("move", name, path=(grid.names[square],), facing=FACINGS[self._face(square, there)])

    def _face(self, square: int, there: int) -> int:
        """The facing that has a square in front, if one is named, and as many enemies as may be."""
        grid = self.tables.grid
        near = grid.within(square, 4) & self.foe
        if there < 0 and not near:
            return self.facing
        best, found = -1, self.facing
        for facing in range(4):
            ahead = grid.front[facing][square]
            if there >= 0 and not ahead >> there & 1:
                continue
            count = 2 * (ahead & near).bit_count() + (facing == self.facing)
            if count > best:
                best, found = count, facing
        return found
