"""What a commander sees of the battle: his own stands, the enemy's that are not concealed, and what they could do.

Worth is in hundredths of a point. The sums are those of `combat.terms`, taken from tables because they are asked for
some hundred times in each phase; a test compares the two.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from reportgen.board.squares import FACINGS
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.commander.duties import duties
from reportgen.rulesets.late19c.commander.land import land
from reportgen.rulesets.late19c.commander.manner import Manner
from reportgen.rulesets.late19c.state import ON_TABLE, State
from reportgen.rulesets.late19c.tables import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, TRANSPORT, Tables


class Weights(Struct, frozen=True):
    """What the judgement rests on; worth is in hundredths of a point. See docs/decisions/commander.md."""

    push: int = 18
    """Driving a stand back, in percent of its worth."""
    march: int = 14
    """A square nearer to the enemy."""
    duty: int = 30
    """A square nearer to where one has been sent."""
    ride: int = 6
    """So many squares away it is worth a move to mount."""
    wait: int = 2
    """The turns that a stand which is to leave wants in hand, to let the others clear the way."""
    exit: int = 50
    """A square nearer to the exit by which one is to leave."""
    help: int = 2
    """What an enemy is expected to add to his value in an attack."""
    active: int = 50
    """The chance, in percent, that an enemy in reach does attack."""
    later: int = 70
    """Risk, in percent, when the enemy may not be the next to act."""
    flee: int = 30
    """How much of the risk counts, in percent, when a stand only looks for a better place."""
    dare: int = 60
    """How much of it counts when a stand goes to attack."""
    patience: int = 6
    """The turn from which a side that is not ahead takes more upon itself."""
    sit: int = 60
    """A lead for each turn that is left, in hundredths of a point, with which a side need not look for a fight."""
    least: int = 8
    """No stand is activated for less."""
    pair: int = 20
    """To end in one square with a friend: then one activation is enough for both."""
    general: int = 22
    """The Command next to a stand in the fight, for each point of his value."""
    dead: int = 6
    """How much a facing without a way back is disliked: three enemies before the stand are worth it."""
    guard: int = 3
    """How many times over the Command's own risk counts."""
    urgent: int = 90
    """How soon the Command moves when there is a fight."""
    follow: int = 6
    """A square nearer to the fight, for the Command."""


Foe = tuple[int, int, int, int, int, int]
"""An enemy stand as a target: its number; what it adds in close combat and under fire; what destroying it and what
driving it back is worth; and the squares from which cavalry would charge it. A plain tuple like the next two, since
they are made by the hundred."""

Mark = tuple[int, int, int, int, int, Foe, int, int]
"""A square with the enemy in it: the squares beside it and before it; those from which the rear stand is hit; those
beside it that lie lower or are covered against; who is hit from elsewhere; the square itself; and what close combat
with that stand would bring an ordinary one."""

Me = tuple[int, int, int, int, int, int, int, int, bool]
"""A stand of one's own as it is weighed: its number, square, value and worth, what being driven back costs; the squares
with at least one and with two others of its type; how it moves, and whether it charges. A plain tuple for speed."""


Stand = tuple[int, int, int, int, tuple[int, int], bool]
"""Value, worth, what being driven back costs, type, how it moves (on foot, mounted), whether it is cavalry."""


@lru_cache(maxsize=8)
def roster(tables: Tables, side: int, weights: Weights) -> tuple[tuple[Stand, ...], tuple[tuple[int, ...], ...]]:
    """By stand what never changes; and what an ordinary attack on it would bring, in close combat and by fire."""
    worth = duties(tables, side).worth
    odds = land(tables).odds
    fixed = tuple(
        (value, worth, worth * weights.push // 100, kind, mover, arm == CAVALRY)
        for value, worth, kind, mover, arm in zip(
            tables.value, worth, tables.kind, tables.mover, tables.arm, strict=True
        )
    )
    appeal = []
    for attack, help in ((4, 1), (3, 0)):
        brings = []
        for value, worth_of, push, _, _, _ in fixed:
            destroyed, withdraw, _ = odds[attack, value + help]
            brings.append((destroyed * worth_of + withdraw * push) // 144)
        appeal.append(tuple(brings))
    return fixed, tuple(appeal)


class Outlook(Manner):
    """The picture of the moment, made anew from the state whenever an order is asked for."""

    __slots__ = (
        "adjacent", "appeal", "arm", "around", "beside_general", "bits", "crowd", "dare", "dead_end",
        "duties", "edge_of_one", "edge_of_two", "enemy_command", "enemy_general", "enemy_mask", "facing",
        "firm", "five", "fixed", "flee", "foe", "foe_full", "for_charge", "for_cover", "for_downhill",
        "for_flank", "full", "gait", "general", "general_value", "land", "leaving", "losses", "marks", "nerve",
        "odds", "one", "ours", "own", "own_mask", "per_companion", "per_friend", "percent", "quarters", "safe",
        "safer", "shot", "single", "strikers", "theirs", "three", "two", "weights", "worth",
    )  # fmt: skip

    def __init__(self, tables: Tables, side: str, seed: int, weights: Weights = Weights()) -> None:  # noqa: B008
        super().__init__(tables, side, seed)
        self.weights = weights
        self.land = land(tables)
        self.odds, self.around = self.land.odds, self.land.around
        self.duties = duties(tables, self.side)
        self.worth = self.duties.worth
        self.ours = tables.of_side[self.side]
        self.theirs = tables.of_side[self.enemy]
        self.own_mask = sum(1 << unit for unit in self.ours)
        self.enemy_mask = sum(1 << unit for unit in self.theirs)
        self.leaving = self.duties.leaving
        self.general = next(iter(tables.commands[self.side]), -1)
        self.general_value = tables.value[self.general] if self.general >= 0 else 0
        self.adjacent = self.land.adjacent
        self.bits = self.land.bits
        self.arm, self.shot, self.gait = tables.arm, self.land.shot, self.land.gait
        self.quarters = self.land.quarters
        self.strikers = tuple(unit for unit in self.theirs if tables.arm[unit] not in (ARTILLERY, TRANSPORT, COMMANDER))
        """The enemy's stands that are to be feared. Guns reach nearly everything and do little: keeping out of their
        sight is no way to win."""
        self.enemy_command = next(iter(tables.commands[self.enemy]), -1)
        self.fixed, self.appeal = roster(tables, self.side, weights)
        data = tables.data
        self.per_friend, self.per_companion = data.close_adjacent, data.close_same_square
        self.for_flank, self.for_charge = data.close_flank, data.close_cavalry
        self.for_downhill, self.for_cover = data.close_downhill, data.close_cover
        self.own = self.full = self.single = 0
        self.foe = self.foe_full = 0
        self.crowd = 0
        """The own squares and those beside them, when the phase began."""
        self.beside_general = 0
        self.enemy_general = -1
        """His Command stand, if it is seen."""
        self.one = self.two = self.three = self.five = 0
        """The squares that at least one, two, three, five of the enemy can attack in their next phase."""
        self.safe = self.safer = tables.grid.all
        """The others: out of reach of all, and of all but one."""
        self.edge_of_one = self.edge_of_two = 0
        """The squares just out of reach of one, of two."""
        self.percent = 100
        """How much risk counts."""
        self.flee, self.dare = weights.flee, weights.dare
        self.nerve = 0
        """0: nobody goes into danger but to attack; 1: not where three can strike; 2: anywhere."""
        self.facing = FACINGS.index(tables.edges[self.side]) ^ 2
        """Where the enemy comes from, as a facing: for the cover of edges and for the way back."""
        self.firm = 0
        """Squares with cover."""
        self.dead_end = tuple(ways[self.facing] for ways in self.land.no_way_back)
        """By mover: squares from which there is no way back."""
        self.losses = self.land.losses(4, 50, 100)
        self.marks: dict[int, Mark] = {}

    def look(self, state: State) -> None:
        """Sees where everybody is. What the enemy could do next is not thought over again: see `look_at_enemy`."""
        occupied, full = state.occupied, state.full
        own = self.own = occupied[self.side]
        self.full = full[self.side]
        self.single = own ^ self.full
        foe, foe_full = occupied[self.enemy], full[self.enemy]
        if state.hidden and state.hidden & self.enemy_mask:
            foe = combat.visible_enemies(state, self.side)
        if self.general >= 0:
            self.beside_general = self.adjacent[state.square[self.general]]
        if foe is not self.foe or foe_full is not self.foe_full:
            changed = foe ^ self.foe | foe_full ^ self.foe_full
            self.foe, self.foe_full = foe, foe_full
            if self.enemy_general >= 0 and state.square[self.enemy_general] < 0:
                self.enemy_general = -1
            if self.marks:
                self._forget(self.tables.grid.spread(changed))

    def _forget(self, squares: int) -> None:
        for at in [at for at in self.marks if squares & self.bits[at]]:
            del self.marks[at]

    def look_at_enemy(self, state: State) -> None:
        """Sees where how many of the enemy can strike, once a phase."""
        tables, gait = self.tables, self.land.gait
        status, concealed, at, mounted = state.status, state.concealed, state.square, state.mounted
        one = two = three = four = five = 0
        value = count = 0
        general = self.enemy_command
        self.enemy_general = general if general >= 0 and status[general] == ON_TABLE and not concealed[general] else -1
        for unit in self.strikers:
            square = at[unit]
            if square >= 0 and not concealed[unit]:
                squares = gait[unit][mounted[unit]][2][square]
                if three:
                    five |= four & squares
                    four |= three & squares
                three |= two & squares
                two |= one & squares
                one |= squares
                value += tables.value[unit]
                count += 1
        self.one, self.two, self.three, self.five = one, two, three, five
        self.safe, self.safer = tables.grid.all ^ one, tables.grid.all ^ two
        spread = tables.grid.spread
        self.edge_of_one, self.edge_of_two = spread(one) ^ one, spread(two) ^ two
        self.firm = tables.fire_cover
        for square, before in self.land.walls:
            if before & self.foe:
                self.firm |= self.bits[square]
        w = self.weights
        self.losses = self.land.losses(w.help + (round(value / count) if count else 2), w.active, self.percent)
        self.marks = {}

    # -- combat --------------------------------------------------------------------------------------------------------

    def mark(self, state: State, at: int) -> Mark:
        """What has to be known of a square with the enemy in it."""
        known = self.marks.get(at)
        if known is None:
            stands = state.at[at]
            facing = state.facing[stands[0]]
            quarters = self.quarters[at]
            flat, lower, covered = self.around[at]
            front = self._foe(state, stands[0], at, flat)
            behind = quarters[facing ^ 2] if len(stands) > 1 else 0
            destroyed, withdraw, _ = self.odds[4, front[1]]
            appeal = (destroyed * front[3] + withdraw * front[4]) // 144
            known = self.marks[at] = self.adjacent[at], quarters[facing], behind, lower, covered, front, at, appeal
        return known

    def hit(self, state: State, mark: Mark, bit: int) -> Foe:
        """Who is hit from a square: of two the one behind, if it comes from behind them."""
        if mark[2] & bit:
            at = mark[6]
            return self._foe(state, state.at[at][1], at, self.around[at][0])
        return mark[5]

    def _foe(self, state: State, target: int, at: int, flat: int) -> Foe:
        fire, worth, back, kind, movers, cavalry = self.fixed[target]
        bit, beside = self.bits[at], self.adjacent[at]
        command = self.enemy_general
        if command >= 0 and beside >> state.square[command] & 1:
            fire += self.tables.value[command]
        close = fire + self.per_friend * (state.one[self.enemy][kind] & beside).bit_count()
        two = state.two[self.enemy][kind]
        if two:
            close += self.per_friend * (two & beside).bit_count()
            if two & bit:
                close += self.per_companion
        mounted = state.mounted[target]
        mover, facing = movers[mounted], state.facing[target]
        behind = self.land.behind[mover][facing][at]
        if behind & (self.crowd | self.foe_full) == behind and self.land.cornered(
            mover, facing, bit, self.own, self.crowd, self.foe_full
        ):
            back = worth
        may_be_charged = not mounted if cavalry else self.arm[target] in (INFANTRY, ARTILLERY)
        return target, close, fire, worth, back, flat if may_be_charged else 0

    def me(self, state: State, unit: int, here: int) -> Me:
        """A stand of one's own, ready to be weighed."""
        value, worth, push, kind, mover, charges = self.fixed[unit]
        one, two = state.one[self.side][kind], state.two[self.side][kind]
        own = self.bits[here]
        if two & own:
            two ^= own
        else:
            one ^= own
        if state.mounted[unit]:
            return unit, here, value, worth, push, one, two, mover[1], charges
        return unit, here, value, worth, push, one, two, mover[0], False

    def close_gain(self, state: State, me: Me, bit: int, mark: Mark) -> int:
        """What close combat from a square may be expected to bring. `bit` is the square as a bitboard."""
        _, _, mine, _, push, one, two, _, charges = me
        _, ahead, behind, lower, covered, foe, _, _ = mark
        if behind & bit:
            foe = self.hit(state, mark, bit)
        friends = one & self.adjacent[bit.bit_length() - 1]
        if friends:
            mine += self.per_friend * (friends.bit_count() + (two & friends).bit_count())
        if one & bit:
            mine += self.per_companion
        if self.beside_general & bit:
            mine += self.general_value
        if not ahead & bit:
            mine += self.for_flank
        if lower & bit:
            mine += self.for_downhill
        if covered & bit:
            mine += self.for_cover
        _, close, _, worth, back, charged = foe
        if charges and charged & bit:
            mine += self.for_charge
        destroyed, withdraw, draw = self.odds[mine, close]
        return (destroyed * worth + withdraw * back + draw * (back - push) // 2) // 144

    def fire_gain(self, state: State, me: Me, bit: int, mark: Mark) -> int:
        """What fire from a square may be expected to bring."""
        beside, ahead, behind, _, _, foe, at, _ = mark
        if behind & bit:
            foe = self.hit(state, mark, bit)
        tables = self.tables
        mine = me[2]
        if self.beside_general & bit:
            mine += self.general_value
        if beside & bit and tables.arm[me[0]] == ARTILLERY:
            mine += tables.data.fire_adjacent_guns
        if tables.fire_cover & self.bits[at] or (tables.cover_edges and tables.edge_cover(at, bit.bit_length() - 1)):
            mine += tables.data.fire_cover
        if tables.flank_fire and not ahead & bit:
            mine += tables.flank_fire
        _, _, fire, worth, back, _ = foe
        destroyed, withdraw, draw = self.odds[mine, fire]
        return (destroyed * worth + withdraw * back + draw * (back - me[4]) // 2) // 144

    # -- risk ----------------------------------------------------------------------------------------------------------

    def risk(self, me: Me, bit: int) -> int:
        """What standing in a square puts at stake until the enemy has acted."""
        if not self.one & bit:
            return 0
        count = 1
        if self.two & bit:
            count = 2
            if self.three & bit:
                count = 5 if self.five & bit else 3
        defence, one = me[2], me[5]
        if self.beside_general & bit:
            defence += self.general_value
        if one & bit:
            defence += 2
        if one & self.adjacent[bit.bit_length() - 1]:
            defence += 1
        if self.firm & bit:
            defence += 2
        if self.dead_end[me[7]] & bit:
            count += 2
        return me[3] * self.losses[defence][count] // 100000
