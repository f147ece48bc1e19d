"""The careful commander: for every activation it weighs moves and attacks by what they may be expected to bring.

All worth is in hundredths of a point. See docs/decisions/commander.md for what is weighed and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from reportgen.battle.orders import Order
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.commander.land import Goal
from reportgen.rulesets.late19c.commander.manner import END
from reportgen.rulesets.late19c.commander.outlook import Me, Outlook, Weights
from reportgen.rulesets.late19c.movement import ground_covered
from reportgen.rulesets.late19c.orders import examine, exits_within
from reportgen.rulesets.late19c.state import ON_TABLE, State
from reportgen.rulesets.late19c.tables import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, MACHINE_GUN, TRANSPORT, Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


class Plan(NamedTuple):
    """What a stand would do next: `gain` over doing nothing, and a move to `square`, an attack on `target`, or the one
    and then the other. -1: no such thing."""

    gain: int
    square: int = -1
    target: int = -1
    verb: str = "close"
    move_first: bool = True


NOTHING = Plan(0)


class Careful(Outlook):
    """See the module. Nothing is kept from one phase to the next."""

    def __init__(self, tables: Tables, side: str, seed: int, weights: Weights = Weights()) -> None:  # noqa: B008
        super().__init__(tables, side, seed, weights)
        self.when = (-1, -1)
        self.ranking: list[int] = []
        self.plans: dict[int, tuple[Plan, int]] = {}
        self.then = (0, 0, 0, 0)
        self.goals: dict[int, int] = {}
        self.nearest: dict[int, int] = {}
        self.prizes: list[tuple[int, int, int]] = []
        self.march = 0
        self.barred = 0
        self.allowed = -1
        self.weighed = True
        self.last_bit = False

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
            scope = entry[1]
            own, full, foe, foe_full = self.then
            if (self.own ^ own | self.full ^ full | self.foe ^ foe | self.foe_full ^ foe_full) & scope:
                entry = None
        while True:
            if entry is not None:
                plan = entry[0]
                entry = None
            else:
                plan = self.plan(state, unit)
            if plan.gain < least and not (plan.target >= 0 and state.current >> unit & 1 and plan.gain > 0):
                return None
            order = self._said(state, unit, plan)
            if not state.hidden & self.enemy_mask or not examine(state, order)[0]:
                return order
            square = state.square[plan.target] if plan.target >= 0 and order.verb != "move" else plan.square
            self.barred |= 1 << square

    # -- once a phase --------------------------------------------------------------------------------------------------

    def _begin(self, state: State) -> None:
        """How bold to be, who goes where, and in which order the stands are to act."""
        tables, w, grid = self.tables, self.weights, self.tables.grid
        self.look(state)
        self.facing = self._facing_to(self.own, self.foe or grid.edge(tables.edges[self.enemy]))
        self.look_at_enemy(state)
        self.barred = 0
        self.percent = 100 if state.active == state.first else w.later
        self.allowed = ~self.one
        self.last_bit = self.facing in (2, 3)
        self.march = w.march
        if self.duties.defends and not self.duties.attacks:
            self.march = 2
        self.goals = dict(self.duties.exits)
        self.nearest = {}
        self._send_to_hold(state)
        ranked: list[tuple[int, int]] = []
        plans = self.plans = {}
        self.then = self.own, self.full, self.foe, self.foe_full
        for square in grid.squares(self.own):
            units = state.at[square]
            total = 0
            for unit in units:
                plan = self.plan(state, unit)
                total -= plan.gain
                if self.weighed:
                    scope = grid.within(square, 6)
                else:
                    scope = 1 << plan.square if plan.square >= 0 else 0
                plans[unit] = plan, scope
            if total:
                ranked += [(total, unit) for unit in units]
        ranked.sort()
        self.ranking = [unit for _, unit in ranked]

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

    def _facing_to(self, here: int, there: int) -> int:
        """The facing from the middle of some squares to the middle of others."""
        columns = self.tables.grid.columns
        a, b = list(self.tables.grid.squares(here)), list(self.tables.grid.squares(there))
        across = sum(s % columns for s in b) * len(a) - sum(s % columns for s in a) * len(b)
        along = sum(s // columns for s in b) * len(a) - sum(s // columns for s in a) * len(b)
        if abs(along) > abs(across):
            return 0 if along > 0 else 2
        return 1 if across > 0 else 3

    def _send_to_hold(self, state: State) -> None:
        """Stands for the places that count at the end: the nearest two for each square that must be held."""
        tables = self.tables
        self.prizes = []
        if not self.duties.holds:
            return
        free = [
            unit
            for unit in state.on_table(self.side)
            if tables.arm[unit] in (INFANTRY, CAVALRY, MACHINE_GUN) and unit not in self.goals
        ]
        for squares, count, worth, ours in self.duties.holds:
            worth = worth * (tables.turns + 2 * state.turn) // (3 * tables.turns)
            self.prizes.append((squares, count, worth if ours else worth // 2))
            ranked = sorted(
                free, key=lambda unit: (self.land.goal(state.mover(unit), squares)[0][state.square[unit]], unit)
            )
            for unit in ranked[: 2 * count if ours else count]:
                self.goals[unit] = squares
                free.remove(unit)

    # -- places --------------------------------------------------------------------------------------------------------

    def _aim(self, state: State, unit: int, here: int, mover: int) -> tuple[Goal, int, int]:
        """Where a stand is drawn to: the way there, what a square nearer is worth, and how near is near enough."""
        squares = self.goals.get(unit)
        if squares is not None:
            return self.land.goal(mover, squares), self.weights.duty, 0
        tables, foe = self.tables, self.foe
        near = self.nearest.get(unit, 0)
        if not near & foe:
            if not foe:
                return self.land.goal(mover, tables.grid.edge(tables.edges[self.enemy])), self.march, 0
            radius = 1
            within = tables.grid.within
            while not near & foe:
                near = within(here, radius)
                radius += 1
            near &= foe
            near = self.nearest[unit] = 1 << near.bit_length() - 1 if self.last_bit else near & -near
        if tables.arm[unit] == TRANSPORT:
            return self.land.goal(mover, near), 0, 0
        return self.land.goal(mover, near), self.march, tables.range[unit]

    def _prize(self, square: int, here: int) -> int:
        """What it is worth at the end to hold a square, if not enough others hold the place already."""
        value = 0
        others = self.own & ~(1 << here)
        for squares, count, worth in self.prizes:
            if squares >> square & 1 and (squares & others).bit_count() < count:
                value += worth
        return value

    def _pick(self, squares: int) -> int:
        """One of some squares, seen from either end of the table alike."""
        return (squares if self.last_bit else squares & -squares).bit_length() - 1

    def _marched(self, here: int, reach: int, aim: tuple[Goal, int, int], moves: int) -> Plan:
        """The way on for a stand that nobody threatens and that can attack nobody."""
        (distance, layers), weight, enough = aim
        far = distance[here]
        if far <= enough or not weight:
            return NOTHING
        reach &= self.allowed
        nearest = far - moves - 1
        if nearest < enough:
            nearest = enough
        while nearest < far:
            found = reach & layers[nearest]
            if found:
                liked = found & self.crowd
                if liked:
                    found = liked
                done = far - nearest
                return Plan(weight * (done if done < 3 else 3), self._pick(found))
            nearest += 1
        return NOTHING

    def _position(self, me: Me, reach: int, aim: tuple[Goal, int, int], moves: int, stay: int) -> tuple[int, int]:
        """The best square to end a move in, and its value; the own square if none is better."""
        (distance, layers), weight, enough = aim
        one, two = self.one, self.two
        best, where = stay, me.here
        last = len(layers) - 1
        start = distance[where] - moves - 1
        if start < enough:
            start = enough
        if start > last:
            start = last
        reach &= ~self.own
        safe = reach & ~one
        some = reach & ~two
        tried = -1
        for squares in (safe, some if some != safe else 0, reach if reach != some else 0):
            if not squares:
                continue
            nearest = start
            found = squares & layers[start]
            while not found and nearest < last:
                nearest += 1
                found = squares & layers[nearest]
            if not found:
                continue
            value = -weight * nearest
            if value <= best and not self.prizes:
                continue
            liked = found & self.beside_general
            if liked:
                found = liked
            liked = found & self.crowd
            if liked:
                found = liked
            square = self._pick(found)
            if square != tried:
                tried = square
                value -= self.risk(me, square)
                if self.prizes:
                    value += self._prize(square, me.here)
                if value > best:
                    best, where = value, square
        return best, where

    # -- plans ---------------------------------------------------------------------------------------------------------

    def plan(self, state: State, unit: int) -> Plan:
        """The best that a stand can do now, against doing nothing."""
        tables, land = self.tables, self.land
        here = state.square[unit]
        arm = tables.arm[unit]
        fought = state.fought >> unit & 1 or arm == TRANSPORT
        mounted = state.mounted[unit]
        if state.moved >> unit & 1:
            if fought:
                return NOTHING
            gain, target, verb = self._attack_from(state, self.me(state, unit, here, mounted))
            return Plan(gain, -1, target, verb) if target >= 0 else NOTHING
        moves, mover = tables.moves[unit][mounted], tables.mover[unit][mounted]
        self.weighed = True
        zone = land.strike[unit][mounted][here] & self.foe
        if zone:
            walk, road = ground_covered(tables, here, moves, mover, arm == ARTILLERY, self.foe)
            reach = (walk | road) & ~(self.full | 1 << here | self.barred)
            zone &= ~self.barred
        else:
            reach = land.open_reach(mover, moves, here) & ~(self.full | self.barred)
        if arm == COMMANDER:
            return self._plan_general(state, unit, here, reach)
        if self.duties.leaving >> unit & 1 and self.duties.exits[unit] & (reach | 1 << here):
            ways = [square for square in exits_within(state, unit) if self.duties.exits[unit] >> square & 1]
            if ways:
                return Plan(self.duties.gain[unit] + self.worth[unit], ways[0], verb="leave")
        aim = self._aim(state, unit, here, mover)
        exposed = self.one >> here & 1
        self.weighed = bool(zone) or bool(exposed) or bool(self.prizes)
        if not self.weighed:
            return self._marched(here, reach & ~self.own, aim, moves)
        me = self.me(state, unit, here, mounted)
        (distance, _), weight, enough = aim
        far = distance[here]
        stay = -weight * (far if far > enough else enough)
        if exposed:
            stay -= self.risk(me, here)
        if self.prizes:
            stay += self._prize(here, here)
        after, where = self._position(me, reach, aim, moves, stay) if reach else (stay, here)
        best = Plan(after - stay, where) if where != here else NOTHING
        if fought or not zone:
            return best
        gain, target, verb = self._attack_from(state, me)
        if target >= 0:
            gain += after - stay
            if gain > best.gain:
                best = Plan(gain, where, target, verb, False)
        if reach:
            # Wherever a stand attacks from, it is near enough.
            base = -weight * enough - stay
            best = self._charge(state, me, reach, zone & tables.grid.within(here, moves + 1), base, best)
            if tables.range[unit] > 1:
                best = self._fire_elsewhere(state, me, reach & ~self.own, zone, base, best)
        return best

    def _attack_from(self, state: State, me: Me) -> tuple[int, int, str]:
        """The best attack from the square in which a stand is: what it brings, on whom, and how."""
        best, whom, how = 0, -1, "close"
        unit, here = me.unit, me.here
        possible = self.land.shot[unit][here] & self.foe & ~self.barred
        if not possible or state.at[here][0] != unit:
            return best, whom, how
        tables = self.tables
        fire = possible
        if not self._may_turn(state, unit):
            fire &= tables.grid.front[state.facing[unit]][here]
        if fire:
            fire = tables.sight.view(here, tables.range[unit], self.taken & ~(1 << here), fire)
        while fire:
            at = fire.bit_length() - 1
            fire ^= 1 << at
            mark = self.mark(state, at)
            gain = self.fire_gain(me, here, at, mark)
            if gain > best:
                best, how = gain, "fire"
                whom = (mark.rear if mark.behind >> here & 1 else mark.front).stand
        possible &= self.adjacent[here]
        while possible:
            at = possible.bit_length() - 1
            possible ^= 1 << at
            mark = self.mark(state, at)
            gain = self.close_gain(me, here, mark)
            if gain > best:
                best, how = gain, "close"
                whom = (mark.rear if mark.behind >> here & 1 else mark.front).stand
        return best, whom, how

    def _charge(self, state: State, me: Me, reach: int, zone: int, base: int, best: Plan) -> Plan:
        """The best move into close combat, if it is better than `best`."""
        same = me.one
        reach &= ~self.own | same
        beside_general, two, marks = self.beside_general, self.two, self.marks
        best_gain = best.gain
        beside_same = self.tables.grid.spread(same)
        while zone:
            at = zone.bit_length() - 1
            zone ^= 1 << at
            mark = marks.get(at) or self.mark(state, at)
            found = reach & mark.beside
            if not found:
                continue
            if mark.lower or mark.covered:
                liked = found & ~(mark.lower | mark.covered)
                if liked:
                    found = liked
            for likes in (same, ~mark.ahead, beside_general, beside_same, ~two):
                liked = found & likes
                if liked:
                    found = liked
            square = self._pick(found)
            gain = base + self.close_gain(me, square, mark)
            if self.prizes:
                gain += self._prize(square, me.here)
            if gain > best_gain:
                gain -= self.risk(me, square)
                if gain > best_gain:
                    best_gain = gain
                    foe = mark.rear if mark.behind >> square & 1 else mark.front
                    best = Plan(gain, square, foe.stand, "close")
        return best

    def _fire_elsewhere(self, state: State, me: Me, reach: int, zone: int, base: int, best: Plan) -> Plan:
        """The best move to fire from another square, if it is better than `best`."""
        shot = self.land.shot[me.unit]
        marks, odds = self.marks, self.odds
        safe = reach & ~self.one
        best_gain = best.gain
        taken = self.taken & ~(1 << me.here)
        most = me.value + self.general_value
        clear = self.tables.sight.clear
        while zone:
            at = zone.bit_length() - 1
            zone ^= 1 << at
            found = reach & shot[at]
            if not found:
                continue
            mark = marks.get(at) or self.mark(state, at)
            foe = mark.front
            destroyed, withdraw, draw = odds(most, foe.fire)
            if base + (destroyed * foe.worth + (withdraw + draw) * foe.back) // 144 <= best_gain:
                continue
            liked = found & safe
            if not liked:
                liked = found & ~self.two
            if liked:
                found = liked
            liked = found & self.beside_general
            if liked:
                found = liked
            for _ in range(2):
                square = self._pick(found)
                if clear(square, at, taken):
                    gain = base + self.fire_gain(me, square, at, mark)
                    if self.prizes:
                        gain += self._prize(square, me.here)
                    if gain > best_gain:
                        gain -= self.risk(me, square)
                        if gain > best_gain:
                            best_gain = gain
                            foe = mark.rear if mark.behind >> square & 1 else mark.front
                            best = Plan(gain, square, foe.stand, "fire")
                    break
                found ^= 1 << square
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
                square = self._pick(squares)
                tried |= 1 << square
                found = value(square, far)
                if found > best:
                    best, where = found, square
        return Plan(best - stay, where) if where != here else NOTHING

    # -- saying it -----------------------------------------------------------------------------------------------------

    def _said(self, state: State, unit: int, plan: Plan) -> Order:
        tables = self.tables
        grid = tables.grid
        name = tables.ids[unit]
        if plan.verb == "leave":
            return Order("leave", name, path=(grid.names[plan.square],))
        here, target = state.square[unit], plan.target
        there = state.square[target] if target >= 0 else -1
        if target >= 0 and (plan.square < 0 or not plan.move_first):
            facing = ""
            if plan.verb == "fire" and not grid.front[state.facing[unit]][here] >> there & 1:
                facing = FACINGS[self._face(here, there)]
            return Order(plan.verb, name, tables.ids[target], facing=facing)
        square = plan.square
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
