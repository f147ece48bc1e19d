"""What a stand had best do: every move and attack weighed by what it may be expected to bring.

A plan is made for one stand at a time, as things are when it is about to act. All worth is in hundredths of a point.
"""

from __future__ import annotations

from reportgen.rulesets.late19c.commander.outlook import Me
from reportgen.rulesets.late19c.commander.places import NOTHING, Places, Plan
from reportgen.rulesets.late19c.orders import exits_within
from reportgen.rulesets.late19c.state import State
from reportgen.rulesets.late19c.tables import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, TRANSPORT


class Planning(Places):
    """The weighing of one stand's choices. `Careful` says which stands and in which order."""

    __slots__ = ()

    def plan(self, state: State, unit: int) -> Plan:
        """The best that a stand can do now, against doing nothing."""
        here = state.square[unit]
        foe = self.foe
        arm = self.arm[unit]
        if state.moved >> unit & 1:
            if state.fought >> unit & 1 or arm == TRANSPORT or not self.shot[unit][here] & foe:
                return NOTHING
            gain, target, verb = self.attack_from(state, self.me(state, unit, here))
            return (gain, -1, target, verb, False) if target >= 0 else NOTHING
        moves, mover, strike, walk, near = self.gait[unit][state.mounted[unit]]
        bit = self.bits[here]
        # As if no enemy stood in the way: whether he does is looked at when the order is given.
        reach = walk[here]
        reach ^= reach & (self.full | self.barred | foe)
        if arm == COMMANDER:
            return self.plan_general(state, unit, here, reach)
        if self.leaving >> unit & 1 and self.goals[unit] & (reach | bit):
            square = self.way_off(state, unit)
            if square >= 0:
                return self.worth[unit], square, -1, "leave", True
        zone = strike[here] & foe
        exposed = self.one & bit
        prize = self.held & (reach | bit)
        aim = self.aims.get(unit) or self.aim(unit, here, mover)
        _, distance, layers, weight, enough = aim
        empty = reach ^ reach & self.own
        join = reach & self.single
        buddy = self.buddy(state, unit) & join if join and state.current >> unit & 1 else 0
        if buddy and not zone and not exposed and not prize:
            return self.pair, buddy.bit_length() - 1, -1, "close", True
        left = self.pair if self.full & bit and self.leaves_friend(state, unit, here) else 0
        if distance:
            far = distance[here]
        else:
            # An enemy that it cannot attack is at least so far away.
            far = 0 if zone else min(moves + enough, len(layers) - 1)
            while not layers[far] & bit:
                far += 1
        if arm == CAVALRY and not zone and not exposed:
            horses = self.horses(state, unit, here, far - enough)
            if horses is not None:
                return horses
        best = NOTHING
        if weight and far > enough and (self.nerve or not exposed or self.leaving >> unit & 1):
            if join:
                join = self.joins(state, join)
            if arm == TRANSPORT or self.leaving >> unit & 1:
                return self.way_out(state, unit, empty, join, far, moves, aim, left)
            allowed = self.allowed
            best = self.onward(empty & allowed, join & allowed, far, moves, aim, left)
        if not zone and not exposed and not prize:
            return best
        me = self.me(state, unit, here)
        stay = left - weight * (far if far > enough else enough)
        if prize:
            stay += self.prize(bit, bit)
        # Wherever a stand attacks from, it is near enough.
        base = -weight * enough - stay
        hope = 0
        flee = 100 if arm == TRANSPORT else self.flee
        if exposed:
            risk = self.risk(me, bit)
            hope = risk * flee // 100
            stay -= hope
            base += risk * self.dare // 100
        gain, target, verb = 0, -1, "close"
        fights = zone and arm != TRANSPORT and not state.fought >> unit & 1
        if fights:
            gain, target, verb = self.attack_from(state, me)
            if target >= 0 and gain > best[0]:
                best = gain, here, target, verb, False
            if reach:
                zone ^= zone & self.barred
                if arm in (INFANTRY, CAVALRY):
                    close = zone & near[here]
                    if close:
                        best = self.charge(state, me, empty | reach & me[5] | buddy, close, base, best)
                elif arm == ARTILLERY:
                    empty ^= empty & self.tables.grid.spread(foe)
                if enough > 1 and empty and (exposed or target < 0):
                    best = self.fire_elsewhere(state, me, empty, zone, base, best)
                    if buddy:
                        there = buddy.bit_length() - 1
                        ahead = self.quarters[there][state.facing[state.at[there][0]]]
                        if zone & ahead:
                            best = self.fire_elsewhere(state, me, buddy, zone & ahead, base + self.pair, best)
        # A better place to be in, after an attack from here or without one, if it can be worth that much.
        if join:
            hope += self.pair
        if prize or (hope > weight and gain + hope > best[0]):
            after, where = self.position(me, empty, self.joins(state, join) if join else 0, aim, stay, flee)
            if where != here and gain + after - stay > best[0]:
                best = gain + after - stay, where, target, verb, False
                if target < 0:
                    best = gain + after - stay, where, -1, "close", True
        return best

    def way_off(self, state: State, unit: int) -> int:
        """The first square over which a stand that is to leave can do so now; -1 if there is none."""
        goal = self.goals[unit]
        return next((square for square in exits_within(state, unit) if goal >> square & 1), -1)

    def attack_from(self, state: State, me: Me) -> tuple[int, int, str]:
        """The best attack from the square in which a stand is: what it brings, on whom, and how."""
        best, whom, how = 0, -1, "close"
        unit, here = me[0], me[1]
        possible = self.shot[unit][here] & self.foe
        possible ^= possible & self.barred
        if not possible or state.at[here][0] != unit:
            return best, whom, how
        tables, marks = self.tables, self.marks
        bit = self.bits[here]
        fire = possible if self.may_turn(state, unit) else possible & self.quarters[here][state.facing[unit]]
        if fire:
            taken = (self.own | self.foe) ^ bit
            for _, at in self.by_appeal(state, fire):
                if tables.sight.clear(here, at, taken):
                    mark = marks.get(at) or self.mark(state, at)
                    gain = self.fire_gain(state, me, bit, mark)
                    if gain > best:
                        best, whom, how = gain, self.hit(state, mark, bit)[0], "fire"
                    break
        possible &= self.adjacent[here]
        while possible:
            at = possible.bit_length() - 1
            possible ^= self.bits[at]
            mark = marks.get(at) or self.mark(state, at)
            gain = self.close_gain(state, me, bit, mark)
            if gain > best:
                best, whom, how = gain, self.hit(state, mark, bit)[0], "close"
        return best, whom, how

    def charge(self, state: State, me: Me, reach: int, zone: int, base: int, best: Plan) -> Plan:
        """The best move into close combat, if it is better than `best`. Of the targets, the two that look best."""
        same = me[5]
        marks, bits = self.marks, self.bits
        adjacent = self.adjacent
        choices = []
        while zone:
            at = zone.bit_length() - 1
            zone ^= bits[at]
            if reach & adjacent[at]:
                mark = marks.get(at) or self.mark(state, at)
                choices.append((mark[7], at))
        if len(choices) > 2:
            choices.sort(reverse=True)
            del choices[2:]
        beside_general, safer = self.beside_general, self.safer
        beside_same = self.tables.grid.spread(same) if same else 0
        for _, at in choices:
            mark = marks[at]
            beside, ahead, _, lower, covered, _, _, _ = mark
            found = reach & beside
            if lower or covered:
                found = found ^ found & (lower | covered) or found
            if same:
                found = found & same or found
            found = found ^ found & ahead or found
            if beside_general:
                found = found & beside_general or found
            if beside_same:
                found = found & beside_same or found
            found = found & safer or found
            bit = bits[found.bit_length() - 1] if self.last_bit else found & -found
            gain = base + self.close_gain(state, me, bit, mark)
            if self.single & bit:
                gain += self.pair
            if self.held & bit:
                gain += self.prize(bit, self.bits[me[1]])
            if gain > best[0]:
                gain -= self.risk(me, bit) * self.dare // 100
                if gain > best[0]:
                    best = gain, bit.bit_length() - 1, self.hit(state, mark, bit)[0], "close", True
        return best

    def fire_elsewhere(self, state: State, me: Me, reach: int, zone: int, base: int, best: Plan) -> Plan:
        """The best move to fire from another square, if it is better than `best`. Of the targets, the best that can be
        seen."""
        shot, bits = self.shot[me[0]], self.bits
        marks = self.marks
        safe, safer = self.safe, self.safer
        here = bits[me[1]]
        taken = self.own | self.foe
        if not self.full & here:
            taken ^= here
        clear = self.tables.sight.clear
        for _, at in self.by_appeal(state, zone):
            found = reach & shot[at]
            if not found:
                continue
            found = found & safe or found & safer or found
            found = found & self.beside_general or found
            for _ in range(2):
                bit = bits[found.bit_length() - 1] if self.last_bit else found & -found
                square = bit.bit_length() - 1
                if clear(square, at, taken):
                    mark = marks.get(at) or self.mark(state, at)
                    gain = base + self.fire_gain(state, me, bit, mark) - self.risk(me, bit) * self.dare // 100
                    if self.held & bit:
                        gain += self.prize(bit, here)
                    if gain > best[0]:
                        best = gain, square, self.hit(state, mark, bit)[0], "fire", True
                    return best
                found ^= bit
                if not found:
                    break
        return best

    def by_appeal(self, state: State, squares: int) -> list[tuple[int, int]]:
        """Squares with the enemy in them, at least one, the most promising to fire at first, each after its promise."""
        at = squares.bit_length() - 1
        squares ^= self.bits[at]
        appeal, stands = self.appeal[1], state.at
        found = [(appeal[stands[at][0]], at)]
        if squares:
            while squares:
                at = squares.bit_length() - 1
                squares ^= self.bits[at]
                found.append((appeal[stands[at][0]], at))
            found.sort(reverse=True)
        return found

    def may_turn(self, state: State, unit: int) -> bool:
        """Whether a stand can turn on the spot: once in an activation, and not without a companion that is done."""
        if state.turned >> unit & 1:
            return False
        here = state.at[state.square[unit]]
        if len(here) == 1:
            return True
        companion = here[1] if here[0] == unit else here[0]
        return bool(state.current >> companion & 1) or not state.acted >> companion & 1

    def plan_general(self, state: State, unit: int, here: int, reach: int) -> Plan:
        """Next to as many of the stands in the fight as may be, and out of harm's way."""
        w, spread = self.weights, self.tables.grid.spread
        one = self.one
        bit = self.bits[here]
        own = self.own & ~bit if state.at[here] == (unit,) else self.own
        fight = own & one or own
        if not fight:
            return NOTHING
        if not state.mounted[unit] and not one & bit and not fight & self.tables.grid.within(here, w.ride):
            return w.duty, -1, -1, "mount", True
        first = second = third = 0
        hot = own & one
        while hot:
            square = hot.bit_length() - 1
            hot ^= self.bits[square]
            beside = self.adjacent[square]
            third |= second & beside
            second |= first & beside
            first |= beside
        reach |= bit
        # Rings around the fight: the general is drawn into the nearest that he can reach.
        ring, away, far = fight, 0, -1
        near = ring & reach
        while far < 0:
            if ring & bit:
                far = away
            if not near:
                near = ring & reach
                nearest = away
            ring = spread(ring)
            away += 1
        nearest = 0 if fight & reach else nearest
        per = w.general * self.general_value
        single = self.single
        if state.at[here] == (unit,):
            single &= ~bit
        elif self.leaves_friend(state, unit, here):
            single |= bit

        def value(bit: int, far: int) -> int:
            count = 3 if third & bit else 2 if second & bit else 1 if first & bit else 0
            found = per * count - w.follow * far
            if single & bit:
                found += self.pair
            if one & bit:
                danger = 3 if self.three & bit else 2 if self.two & bit else 1
                if own & bit:
                    danger -= 1
                elif self.dead_end[0] & bit:
                    danger += 2
                found -= w.guard * self.worth[unit] * self.losses[self.general_value][danger] // 100000
            return found

        stay = best = value(bit, far)
        where = here
        tried = bit
        for squares, off in ((third, 1), (second, 1), (first, 1), (near, nearest)):
            squares &= reach
            if not squares:
                continue
            for found in (squares & self.safe, squares & own, squares):
                found ^= found & tried
                if found:
                    found = self.bits[found.bit_length() - 1] if self.last_bit else found & -found
                    tried |= found
                    worth = value(found, off)
                    if worth > best:
                        best, where = worth, found.bit_length() - 1
        return (best - stay, where, -1, "close", True) if where != here else NOTHING
