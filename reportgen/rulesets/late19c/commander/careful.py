"""The careful commander: for every activation it weighs moves and attacks by what they may be expected to bring.

All worth is in hundredths of a point. See docs/decisions/commander.md for what is weighed and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from reportgen.battle.orders import Order
from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.commander.duties import Duties
from reportgen.rulesets.late19c.commander.land import Goal, land
from reportgen.rulesets.late19c.commander.manner import END, Manner
from reportgen.rulesets.late19c.movement import ground_covered
from reportgen.rulesets.late19c.orders import exits_within
from reportgen.rulesets.late19c.state import ON_TABLE, State
from reportgen.rulesets.late19c.tables import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, MACHINE_GUN, TRANSPORT, Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


class Weights(NamedTuple):
    """What the commander's judgement rests on."""

    push: int = 18
    """Driving a stand back, in percent of its worth."""
    march: int = 14
    """A square nearer to the enemy."""
    typical: int = 5
    """The sum that an attacker is expected to add."""
    active: int = 50
    """The chance, in percent, that a stand in reach does attack."""
    later: int = 70
    """Risk, in percent, when the enemy may not be the next to act."""
    mask: int = 20
    """Standing in the way of a friend's fire."""
    least: int = 3
    """No stand is activated for less."""
    general: int = 22
    """The Command next to a stand in the fight, for each point of his value."""


WEIGHTS = Weights()


class Plan(NamedTuple):
    """What a stand would do next: `gain` over doing nothing; a move (`square` >= 0), an attack (`target` >= 0), or both,
    the one named by `first` first."""

    gain: int
    square: int = -1
    target: int = -1
    kind: combat.Kind = "close"
    move_first: bool = True


NOTHING = Plan(0)


class Careful(Manner):
    """See the module. Nothing is kept from one phase to the next."""

    weights = WEIGHTS

    def __init__(self, tables: Tables, side: str, seed: int) -> None:
        super().__init__(tables, side, seed)
        self.land = land(tables)
        self.duties = Duties(tables, self.side)
        self.worth = self.duties.worth
        self.last_turn = tables.turns
        self.general = next(iter(tables.commands[self.side]), -1)
        self.general_value = tables.value[self.general] if self.general >= 0 else 0
        self.enemies = tables.of_side[self.enemy]
        self.enemy_mask = sum(1 << unit for unit in self.enemies)
        self.shoots = tuple(
            reach > 1 and arm not in (TRANSPORT, COMMANDER)
            for reach, arm in zip(tables.range, tables.arm, strict=True)
        )
        self.when = (-1, -1)
        self.seen = (-1, -1)
        self.ranking: list[int] = []
        w = self.weights
        self.chance = [self._chances(w, sum_) for sum_ in range(16)]

    def _chances(self, w: Weights, defence: int) -> tuple[int, ...]:
        """By number of enemies in reach, 0 to 7: the chance in thousandths that a stand with that defence is lost."""
        destroyed, withdraw, draw = self.land.odds(w.typical, defence)
        one = (destroyed + withdraw * w.push / 100) / 144 * w.active / 100
        return tuple(round(1000 * (1 - (1 - one) ** count)) for count in range(8))

    # -- what is asked -------------------------------------------------------------------------------------------------

    def order(self, battle: Battle, state: State) -> Order:
        self.state = state
        self._look(state)
        if (state.turn, state.active) != self.when:
            self.when = (state.turn, state.active)
            self._begin(state)
        if state.current:
            for unit in self.tables.of_side[self.side]:
                if state.current >> unit & 1 and state.status[unit] == ON_TABLE:
                    order = self._go_on(state, unit)
                    if order is not None:
                        return order
        if state.left > 0:
            for unit in self.ranking:
                if not state.acted >> unit & 1 and state.status[unit] == ON_TABLE:
                    plan = self._plan(state, unit)
                    if plan.gain >= self.weights.least:
                        return self._ordered(state, unit, plan)
        return END

    def _go_on(self, state: State, unit: int) -> Order | None:
        """What a stand of the activation in hand still does, if anything."""
        moved, fought = state.moved >> unit & 1, state.fought >> unit & 1
        if moved and fought:
            return None
        plan = self._plan(state, unit)
        if plan.gain >= (1 if moved else self.weights.least):
            return self._ordered(state, unit, plan)
        return None

    # -- looking -------------------------------------------------------------------------------------------------------

    def _look(self, state: State) -> None:
        """What has to be known of the enemy and of the own side before anything is weighed."""
        side, enemy = self.side, self.enemy
        self.own = state.occupied[side]
        foe = state.occupied[enemy]
        if state.hidden & self.enemy_mask:
            foe = combat.visible_enemies(state, side)
        self.taken = self.own | foe
        beside_general = 0
        if self.general >= 0 and state.status[self.general] == ON_TABLE:
            beside_general = self.tables.grid.adjacent[state.square[self.general]]
        self.beside_general = beside_general
        seen = (foe, state.full[enemy])
        if seen != self.seen:
            self.seen = seen
            self.foe = foe
            self._look_at_enemy(state)

    def _look_at_enemy(self, state: State) -> None:
        """Where how many of them can strike next: bitboards of the squares that at least one, two, three can."""
        tables = self.tables
        boxes = tables.grid.within_table
        one = two = three = 0
        for unit in self.enemies:
            if state.status[unit] != ON_TABLE or state.concealed[unit] or tables.arm[unit] in (ARTILLERY, TRANSPORT):
                continue
            if tables.arm[unit] == COMMANDER:
                continue
            strikes = boxes(tables.moves[unit][state.mounted[unit]] + tables.range[unit])[state.square[unit]]
            three |= two & strikes
            two |= one & strikes
            one |= strikes
        self.danger = one, two, three
        self.near_foe = tables.grid.spread(self.foe)
        commands = 0
        for unit in tables.commands[self.enemy]:
            if state.status[unit] == ON_TABLE and not state.concealed[unit]:
                commands |= tables.grid.adjacent[state.square[unit]]
        self.beside_their_general = commands

    def _begin(self, state: State) -> None:
        """Once a phase: how bold to be, who goes where, and in which order the stands are to act."""
        tables, w = self.tables, self.weights
        self.percent = 100 if state.active == state.first else w.later
        foe = self.foe
        self.goals: dict[int, int] = dict(self.duties.exits)
        self._send_to_hold(state)
        grid = tables.grid
        self.look = self._facing_to(self.own, foe or grid.edge(tables.edges[self.enemy]))
        self.march = w.march
        if self.duties.defends and not self.duties.attacks:
            self.march = 2
        ranked: list[tuple[int, int]] = []
        for square in grid.squares(self.own):
            total = 0
            units = state.at[square]
            for unit in units:
                plan = self._plan(state, unit)
                if plan.gain > 0:
                    total += plan.gain
            ranked += [(-total, unit) for unit in units]
        ranked.sort()
        self.ranking = [unit for _, unit in ranked]

    def _facing_to(self, here: int, there: int) -> int:
        """The facing from the middle of some squares to the middle of others."""
        columns = self.tables.grid.columns
        if not here or not there:
            return 0
        a, b = list(self.tables.grid.squares(here)), list(self.tables.grid.squares(there))
        across = sum(s % columns for s in b) * len(a) - sum(s % columns for s in a) * len(b)
        along = sum(s // columns for s in b) * len(a) - sum(s // columns for s in a) * len(b)
        if abs(along) > abs(across):
            return 0 if along > 0 else 2
        return 1 if across > 0 else 3

    def _send_to_hold(self, state: State) -> None:
        """Stands for the places that count at the end: the nearest two for each square that must be held."""
        tables = self.tables
        free = [
            unit
            for unit in state.on_table(self.side)
            if tables.arm[unit] in (INFANTRY, CAVALRY, MACHINE_GUN) and unit not in self.goals
        ]
        self.prizes: list[tuple[int, int, int]] = []
        for squares, count, worth, ours in self.duties.holds:
            worth = worth * (self.last_turn + 2 * state.turn) // (3 * self.last_turn)
            self.prizes.append((squares, count, worth if ours else worth // 2))
            if not free:
                continue
            ranked = sorted(
                free, key=lambda unit: (self.land.goal(state.mover(unit), squares)[0][state.square[unit]], unit)
            )
            for unit in ranked[: 2 * count if ours else count]:
                self.goals[unit] = squares
                free.remove(unit)

    # -- weighing ------------------------------------------------------------------------------------------------------

    def _aim(self, state: State, unit: int, square: int) -> tuple[Goal, int, int]:
        """Where a stand is drawn to: the way there, what a square nearer is worth, and how near is near enough."""
        tables = self.tables
        mover = tables.mover[unit][state.mounted[unit]]
        squares = self.goals.get(unit)
        if squares is not None:
            return self.land.goal(mover, squares), 30, 0
        foe = self.foe
        if not foe:
            return self.land.goal(mover, tables.grid.edge(tables.edges[self.enemy])), self.march, 0
        arm = tables.arm[unit]
        if arm == TRANSPORT:
            return self.land.goal(mover, foe), 0, 0
        radius = 1
        grid = tables.grid
        while True:
            near = grid.within(square, radius) & foe
            if near:
                break
            radius += 1
        return self.land.goal(mover, near & -near), self.march, max(tables.range[unit], 1)

    def _risk(self, state: State, unit: int, square: int) -> int:
        """What standing there puts at stake until the enemy has acted."""
        one, two, three = self.danger
        if not one >> square & 1:
            return 0
        tables = self.tables
        count = 1 + (two >> square & 1) + (three >> square & 1)
        defence = tables.value[unit]
        if unit == self.general:
            if self.own >> square & 1 and state.at[square] != (unit,):
                count -= 1
        elif self.beside_general >> square & 1:
            defence += self.general_value
        here = state.square[unit]
        kind = tables.kind[unit]
        friends = state.one[self.side][kind]
        if here == square:
            if state.two[self.side][kind] >> square & 1:
                defence += 2
        elif friends >> square & 1:
            defence += 2
        if friends & tables.grid.adjacent[square] & ~(1 << here):
            defence += 1
        if tables.fire_cover >> square & 1 or self.land.walls[self.look] >> square & 1:
            defence += 2
        if self.land.no_way_back[tables.mover[unit][state.mounted[unit]]][self.look] >> square & 1:
            count += 2
        return self.worth[unit] * self.chance[defence if defence < 16 else 15][count] * self.percent // 100000

    def _value(self, state: State, unit: int, square: int, aim: tuple[Goal, int, int]) -> int:
        """What standing in a square is worth to a stand, all but the attacks it makes."""
        (distance, _), weight, enough = aim
        far = distance[square]
        value = -weight * (far if far > enough else enough)
        for squares, count, worth in self.prizes:
            if squares >> square & 1 and (squares & self.own & ~(1 << state.square[unit])).bit_count() < count:
                value += worth
        return value - self._risk(state, unit, square)

    def _position(
        self, state: State, unit: int, here: int, reach: int, aim: tuple[Goal, int, int], stay: int
    ) -> tuple[int, int]:
        """The best square to end a move in, and its value; the own square if none is better."""
        (distance, layers), _, enough = aim
        one, two, _ = self.danger
        own = self.own
        best, where = stay, here
        tried = 0
        moves = self.tables.moves[unit][state.mounted[unit]] + 1
        empty = reach & ~own
        for squares in (empty & ~one, empty & ~two, empty):
            if not squares:
                continue
            nearest = distance[here] - moves
            nearest = nearest if nearest > enough else enough
            found = 0
            last = len(layers) - 1
            while not found:
                found = squares & layers[nearest if nearest < last else last]
                if nearest >= last:
                    break
                nearest += 1
            for likes in (self.beside_general, self.tables.grid.spread(own), ~self.near_foe):
                liked = found & likes
                if liked:
                    found = liked
            found &= -found
            if found and not tried & found:
                tried |= found
                square = found.bit_length() - 1
                value = self._value(state, unit, square, aim)
                if value > best:
                    best, where = value, square
        return best, where

    def _plan(self, state: State, unit: int) -> Plan:
        """The best that a stand can do now, against doing nothing."""
        tables = self.tables
        if unit == self.general:
            return self._plan_general(state, unit)
        here = state.square[unit]
        moved, fought = state.moved >> unit & 1, state.fought >> unit & 1
        arm = tables.arm[unit]
        aim = self._aim(state, unit, here)
        stay = self._value(state, unit, here, aim)
        reach = 0
        if not moved:
            mounted = state.mounted[unit]
            walk, road = ground_covered(
                tables, here, tables.moves[unit][mounted], tables.mover[unit][mounted], arm == ARTILLERY, self.foe
            )
            reach = (walk | road) & ~(state.full[self.side] | 1 << here)
            if self.duties.leaving >> unit & 1 and self.duties.exits[unit] & (reach | 1 << here):
                ways = [s for s in exits_within(state, unit) if self.duties.exits[unit] >> s & 1]
                if ways:
                    return Plan(self.duties.gain[unit] + self.worth[unit], ways[0], kind="fire", target=-2)
        after, where = stay, here
        if reach:
            after, where = self._position(state, unit, here, reach, aim, stay)
        best = Plan(after - stay, where) if where != here else NOTHING
        if fought or arm == TRANSPORT:
            return best
        gain, target, kind = self._attack_from(state, unit, here, state.at[here][0] == unit)
        if target >= 0 and gain + after - stay > best.gain:
            best = Plan(gain + after - stay, where if where != here else -1, target, kind, False)
        if reach:
            best = self._move_and_attack(state, unit, here, reach, aim, stay, best)
        return best

    def _attack_from(self, state: State, unit: int, square: int, front: bool) -> tuple[int, int, combat.Kind]:
        """The best attack from the square in which a stand is."""
        best: tuple[int, int, combat.Kind] = (0, -1, "close")
        if not front:
            return best
        tables = self.tables
        grid = tables.grid
        possible = grid.within(square, tables.range[unit]) & self.foe
        if not possible:
            return best
        if not self._may_turn(state, unit):
            ahead = grid.front[state.facing[unit]][square]
            fire = possible & ahead
        else:
            fire = possible
        fire = tables.sight.view(square, tables.range[unit], self.taken & ~(1 << square), fire)
        for at in grid.squares(fire):
            target = combat.hit_in(state, square, at)
            gain = self._gain(state, "fire", unit, square, target)
            if gain > best[0]:
                best = (gain, target, "fire")
        for at in grid.squares(possible & grid.adjacent[square]):
            target = combat.hit_in(state, square, at)
            gain = self._gain(state, "close", unit, square, target)
            if gain > best[0]:
                best = (gain, target, "close")
        return best

    def _move_and_attack(
        self, state: State, unit: int, here: int, reach: int, aim: tuple[Goal, int, int], stay: int, best: Plan
    ) -> Plan:
        tables, land = self.tables, self.land
        grid = tables.grid
        range_ = tables.range[unit]
        moves = tables.moves[unit][state.mounted[unit]]
        zone = grid.within(here, moves + range_ + 1) & self.foe
        one, two, _ = self.danger
        kind = tables.kind[unit]
        same = state.one[self.side][kind] & ~(1 << here) | state.two[self.side][kind]
        beside_same = grid.spread(same)
        empty = ~self.own
        while zone:
            low = zone & -zone
            zone ^= low
            at = low.bit_length() - 1
            adjacent = reach & grid.adjacent[at]
            if adjacent:
                flat, lower, covered = land.around(at)
                facing = state.facing[state.at[at][0]]
                found = adjacent & (empty | same)
                for likes in (
                    ~lower, ~covered, same, ~grid.front[facing][at], self.beside_general, beside_same, ~two, ~one
                ):  # fmt: skip
                    liked = found & likes
                    if liked:
                        found = liked
                if found:
                    square = (found & -found).bit_length() - 1
                    target = combat.hit_in(state, square, at)
                    gain = self._gain(state, "close", unit, square, target)
                    gain += self._value(state, unit, square, aim) - stay
                    if gain > best.gain:
                        best = Plan(gain, square, target, "close")
            if range_ > 1:
                found = reach & grid.within(at, range_) & empty
                if found:
                    if tables.fire_cover >> at & 1:
                        pass
                    for likes in (~one, ~two, self.beside_general, tables.fire_cover):
                        liked = found & likes
                        if liked:
                            found = liked
                    for _ in range(3):
                        if not found:
                            break
                        bit = found & -found
                        found ^= bit
                        square = bit.bit_length() - 1
                        if tables.sight.clear(square, at, self.taken & ~(1 << here)):
                            target = combat.hit_in(state, square, at)
                            gain = self._gain(state, "fire", unit, square, target)
                            gain += self._value(state, unit, square, aim) - stay
                            if gain > best.gain:
                                best = Plan(gain, square, target, "fire")
                            break
        return best

    def _gain(self, state: State, kind: combat.Kind, unit: int, square: int, target: int) -> int:
        """What an attack may be expected to bring."""
        mine, theirs = combat.terms(state, kind, unit, square, target)
        destroyed, withdraw, draw = self.land.odds(sum(a for _, a in mine), sum(a for _, a in theirs))
        worth = self.worth[target]
        push = worth if self._trapped(state, target) else worth * self.weights.push // 100
        own = self.worth[unit] * self.weights.push // 100
        return (destroyed * worth + withdraw * push + draw * (push - own) // 2) // 144

    def _trapped(self, state: State, target: int) -> bool:
        """Whether a stand that must withdraw has nowhere to go."""
        land = self.land
        return bool(
            land.no_way_back[state.mover(target)][state.facing[target]] >> state.square[target] & 1
        )

    def _may_turn(self, state: State, unit: int) -> bool:
        if state.turned >> unit & 1:
            return False
        companion = state.companion(unit)
        return companion < 0 or bool(state.current >> companion & 1) or not state.acted >> companion & 1

    def _plan_general(self, state: State, unit: int) -> Plan:
        """Next to as many of the stands in the fight as may be, and out of harm's way."""
        tables, w = self.tables, self.weights
        grid = tables.grid
        if state.moved >> unit & 1:
            return NOTHING
        here = state.square[unit]
        one, two, _ = self.danger
        front = 0
        for other in tables.of_side[self.side]:
            if state.status[other] == ON_TABLE and tables.arm[other] not in (TRANSPORT, COMMANDER):
                front |= 1 << state.square[other]
        hot = front & one
        first = second = third = 0
        for square in grid.squares(hot):
            beside = grid.adjacent[square]
            third |= second & beside
            second |= first & beside
            first |= beside
        mounted = state.mounted[unit]
        walk, road = ground_covered(
            tables, here, tables.moves[unit][mounted], tables.mover[unit][mounted], False, self.foe
        )
        reach = (walk | road) & ~(state.full[self.side]) | 1 << here
        aim = self.land.goal(tables.mover[unit][mounted], hot or front or self.foe or 1)
        per = w.general * self.general_value
        prize = self.prizes
        self.prizes = []

        def value(square: int) -> int:
            count = (first >> square & 1) + (second >> square & 1) + (third >> square & 1)
            return per * count - 6 * aim[0][square] - self._risk(state, unit, square)

        stay = value(here)
        best, where = stay, here
        for squares in (
            reach & third, reach & third & ~one, reach & third & self.own, reach & second, reach & second & ~one,
            reach & second & self.own, reach & first, reach & first & ~one, reach & first & self.own, reach & ~one, reach,
        ):  # fmt: skip
            if squares:
                for layer in aim[1]:
                    near = squares & layer
                    if near:
                        square = (near & -near).bit_length() - 1
                        found = value(square)
                        if found > best:
                            best, where = found, square
                        break
        self.prizes = prize
        return Plan(best - stay, where) if where != here else NOTHING

    # -- saying it -----------------------------------------------------------------------------------------------------

    def _ordered(self, state: State, unit: int, plan: Plan) -> Order:
        tables = self.tables
        grid = tables.grid
        name = tables.ids[unit]
        here = state.square[unit]
        if plan.target == -2:
            return Order("leave", name, path=(grid.names[plan.square],))
        if plan.target >= 0 and (plan.square < 0 or not plan.move_first):
            facing = ""
            there = state.square[plan.target]
            if plan.kind == "fire" and not grid.front[state.facing[unit]][here] >> there & 1:
                facing = FACINGS[self._face(here, there)]
            return Order(plan.kind, name, tables.ids[plan.target], facing=facing)
        square = plan.square
        friends = state.at[square]
        if friends:
            rank = "/1" if plan.target >= 0 else "/2"
            return Order("move", name, path=(grid.names[square] + rank,), facing=FACINGS[state.facing[friends[0]]])
        there = state.square[plan.target] if plan.target >= 0 else -1
        return Order("move", name, path=(grid.names[square],), facing=FACINGS[self._face(square, there)])

    def _face(self, square: int, there: int) -> int:
        """The facing that has a square in front, if one is named, and as many enemies as may be."""
        grid = self.tables.grid
        near = 0
        radius = 3
        while self.foe and not near:
            near = grid.within(square, radius) & self.foe
            radius += 3
        best, found = -1, self.look
        for facing in range(4):
            ahead = grid.front[facing][square]
            if there >= 0 and not ahead >> there & 1:
                continue
            count = 2 * (ahead & near).bit_count() + (facing == self.look)
            if count > best:
                best, found = count, facing
        return found
