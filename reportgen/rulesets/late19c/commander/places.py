"""Where a stand had best be: on its way, next to a friend, out of danger, on a square that counts.

All worth is in hundredths of a point.
"""

from __future__ import annotations

from reportgen.rulesets.late19c.commander.outlook import Me, Outlook, Weights
from reportgen.rulesets.late19c.data import FOOT, HORSE
from reportgen.rulesets.late19c.state import State
from reportgen.rulesets.late19c.tables import TRANSPORT, Tables

Plan = tuple[int, int, int, str, bool]
"""What a stand would do next: the gain over doing nothing; the square to move to and the stand to attack, -1 if it is
not to; how to attack (or `leave`, `mount`, `dismount`); and whether it moves first. A plain tuple, since hundreds are
made in a battle."""

Aim = tuple[int, tuple[int, ...], tuple[int, ...], int, int]
"""Where a stand is drawn to: the place, the way there as distances (empty: not known) and as layers (see `land.Goal`),
what a square nearer is worth, and how near is near enough."""

NOWHERE: tuple[int, ...] = ()

NOTHING: Plan = (0, -1, -1, "close", True)


class Places(Outlook):
    """The weighing of places for one stand."""

    __slots__ = (
        "aims", "allowed", "barred", "crow", "goals", "held", "last_bit", "march", "pair", "prizes",
        "rings",
    )  # fmt: skip

    def __init__(self, tables: Tables, side: str, seed: int, weights: Weights = Weights()) -> None:  # noqa: B008
        super().__init__(tables, side, seed, weights)
        self.goals: dict[int, int] = {}
        """Where stands have been sent, as bitboards."""
        self.aims: dict[int, Aim] = {}
        self.crow: dict[tuple[int, int], Aim] = {}
        """The aims of those who go as the crow flies, by weight and by how near is near enough."""
        self.rings: tuple[int, ...] = ()
        """The squares so near to the nearest enemy or nearer, by distance."""
        self.held = 0
        """The squares that count at the end."""
        self.prizes: list[tuple[int, int, int]] = []
        """Of those: the place, how many squares of it are needed, and what each is worth."""
        self.march = self.pair = 0
        self.barred = 0
        """Squares that turned out to be out of the question."""
        self.allowed = -1
        """Where a stand may go that cannot attack."""
        self.last_bit = self.facing in (2, 3)

    # -- places --------------------------------------------------------------------------------------------------------

    def aim(self, unit: int, here: int, mover: int) -> Aim:
        """Where a stand is drawn to. It keeps to that for the phase."""
        tables, foe = self.tables, self.foe
        squares = self.goals.get(unit)
        weight = 0 if self.arm[unit] == TRANSPORT else self.march
        if squares is not None:
            duty = self.weights.exit if self.leaving >> unit & 1 else self.weights.duty
            aim = squares, *self.land.goal(mover, squares), duty, 0
        elif not foe:
            edge = tables.grid.edge(tables.edges[self.enemy])
            aim = edge, *self.land.goal(mover, edge), weight, 0
        elif self.land.open[mover]:
            enough = tables.range[unit]
            known = self.crow.get((weight, enough))
            if known is None:
                known = self.crow[weight, enough] = foe, NOWHERE, self.rings, weight, enough
            aim = known
        else:
            radius, near = 1, 0
            within = tables.grid.within
            while not near:
                near = within(here, radius) & foe
                radius += 1
            near = self.pick(near)
            aim = near, *self.land.goal(mover, near), weight, tables.range[unit]
        self.aims[unit] = aim
        return aim

    def pick(self, squares: int) -> int:
        """One of some squares, as a bitboard, seen from either end of the table alike."""
        return self.bits[squares.bit_length() - 1] if self.last_bit else squares & -squares

    def prize(self, bit: int, here: int) -> int:
        """What it is worth at the end to hold a square, if not enough others hold the place already."""
        value = 0
        others = self.own ^ self.own & here
        for squares, count, worth in self.prizes:
            if squares & bit and (squares & others).bit_count() < count:
                value += worth
        return value

    def onward(self, empty: int, join: int, far: int, moves: int, aim: Aim, stay: int) -> Plan:
        """A stand goes on as far as it can, best to a friend who has gone before. `stay` is what it leaves."""
        _, _, layers, weight, enough = aim
        nearest = far - moves - 1
        if nearest < enough:
            nearest = enough
        best, where = stay, 0
        while nearest < far or (nearest == far and join):
            layer = layers[nearest]
            gain = far - nearest
            gain = weight * (gain if gain < 3 else 3)
            if join & layer:
                gain += self.pair
                if gain > best:
                    best, where = gain, join & layer
                break
            if gain > best and empty & layer:
                best = gain
                where = empty & layer
                where = where & self.crowd or where
                if not join:
                    break
            nearest += 1
        if not where:
            return NOTHING
        where = where.bit_length() - 1 if self.last_bit else (where & -where).bit_length() - 1
        return best - stay, where, -1, "close", True

    def buddy(self, state: State, unit: int) -> int:
        """The square of the other stand of the activation in hand, as a bitboard; 0 if there is none."""
        other = state.current & self.own_mask & ~(1 << unit)
        if not other or not state.current >> unit & 1:
            return 0
        square = state.square[other.bit_length() - 1]
        return self.bits[square] if square >= 0 else 0

    def leaves_friend(self, state: State, unit: int, here: int) -> bool:
        """Whether a stand that goes leaves a companion who cannot follow."""
        for friend in state.at[here]:
            if friend != unit and state.acted >> friend & 1:
                return not state.current >> friend & 1 or bool(state.moved >> friend & 1)
        return False

    def horses(self, state: State, unit: int, here: int, away: int) -> Plan | None:
        """To mount for a long way, or to leave the horses behind where only foot gets to; None to do neither."""
        if not state.mounted[unit]:
            return (self.weights.duty, -1, -1, "mount", True) if away >= self.weights.ride else None
        goal = self.goals.get(unit)
        if goal is None or self.land.goal(HORSE, goal)[0][here] < self.land.far - 1:
            return None
        return (
            (self.weights.duty, -1, -1, "dismount", True)
            if self.land.goal(FOOT, goal)[0][here] < self.weights.ride
            else None
        )

    def way_out(
        self, state: State, unit: int, empty: int, join: int, far: int, moves: int, aim: Aim, stay: int
    ) -> Plan:
        """On towards an exit: with the others rather than ahead of them, in danger as far as the goal is worth it."""
        me = self.me(state, unit, state.square[unit])
        here = self.risk(me, self.bits[me[1]])
        to_spare = self.tables.turns - state.turn - far // moves
        late = to_spare <= 0
        best = NOTHING
        spread = self.tables.grid.spread
        aloof = self.tables.grid.all ^ spread(spread(self.one))
        if to_spare > self.weights.wait and aloof & self.bits[me[1]]:
            choices: tuple[int, ...] = (aloof,)
        else:
            choices = (self.safe & (self.crowd | self.safe ^ self.edge_of_one), self.safer, self.tables.grid.all)
        for allowed in choices:
            if (empty | join) & allowed:
                plan = self.onward(empty & allowed, join & allowed, far, moves, aim, stay)
                gain, square, _, _, _ = plan
                if square >= 0:
                    gain += here - self.risk(me, self.bits[square]) // (4 if late else 1)
                    if gain > best[0]:
                        best = gain, square, -1, "close", True
        return best

    def joins(self, state: State, squares: int) -> int:
        """Those of some squares with one friend in each where a stand may join him: he has acted, or nobody will."""
        if state.left <= 1:
            return squares
        found = 0
        while squares:
            square = squares.bit_length() - 1
            bit = self.bits[square]
            squares ^= bit
            if state.acted >> state.at[square][0] & 1:
                found |= bit
        return found

    def position(self, me: Me, reach: int, join: int, aim: Aim, stay: int, flee: int) -> tuple[int, int]:
        """The best square to end a move in for a stand that is in danger or near a prize, and its value; the own square
        if none is better."""
        _, _, layers, weight, enough = aim
        best, where = stay, me[1]
        safe = reach & self.safe
        some = reach & self.safer
        choices = [safe & self.edge_of_one or safe]
        if some != safe:
            choices.append(some & self.edge_of_two or some)
        if self.held & reach:
            choices.append(self.held & reach)
        if join:
            choices.append(join & self.safer or join)
        for found in choices:
            if not found:
                continue
            found = found & self.beside_general or found
            found = found & self.crowd or found
            bit = self.bits[found.bit_length() - 1] if self.last_bit else found & -found
            far = 0
            while not layers[far] & bit:
                far += 1
            value = -weight * (far if far > enough else enough)
            if self.one & bit:
                value -= self.risk(me, bit) * flee // 100
            if join & bit:
                value += self.pair
            if self.held & bit:
                value += self.prize(bit, self.bits[me[1]])
            if value > best:
                best, where = value, bit.bit_length() - 1
        return best, where
