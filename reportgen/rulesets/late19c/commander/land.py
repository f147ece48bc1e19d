"""What a commander knows of ground and rules before the first turn: tables, made once a scenario and kept.

Everything is an int: squares, bitboards of squares, odds in 144ths, chances in thousandths.
"""

from __future__ import annotations

from functools import lru_cache

from reportgen.board.movement import distance_map
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.movement import ground_covered
from reportgen.rulesets.late19c.tables import Tables

Goal = tuple[tuple[int, ...], tuple[int, ...]]
"""The way to a place: by square, how many squares of movement it is; and by distance, the squares so near or nearer."""

Odds = tuple[int, int, int]
"""Of the 144 throws: how many destroy the defender, how many drive it back, how many tie."""

MUSKETS = 6
"""So many squares away, an enemy makes cover worth having."""
MOST_GOALS = 2000


class OpenReach(dict[int, int]):
    """By square: the squares within a move of it where no enemy is near. Each is worked out when first asked for."""

    def __init__(self, tables: Tables, mover: int, moves: int) -> None:
        self._about = tables, mover, moves

    def __missing__(self, square: int) -> int:
        tables, mover, moves = self._about
        walk, road = ground_covered(tables, square, moves, mover, 0, 0)
        known = self[square] = (walk | road) & ~(1 << square)
        return known


class Chances(dict[tuple[int, int], Odds]):
    """By the sums that attacker and defender add to their dice: the exact odds, worked out when first asked for."""

    def __init__(self, parts: int) -> None:
        self._parts = parts

    def __missing__(self, added: tuple[int, int]) -> Odds:
        known = self[added] = combat.odds(*added, self._parts)[:3]
        return known


class Around(dict[int, tuple[int, int, int]]):
    """By square: of the squares next to it those from which cavalry charges over flat, open ground, those that lie
    lower, and those from which what stands in it has cover in close combat. Each is worked out when first asked for."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __missing__(self, square: int) -> tuple[int, int, int]:
        tables = self._tables
        flat = lower = covered = 0
        for beside in tables.grid.neighbours(square):
            if tables.flat_and_open(beside, square):
                flat |= 1 << beside
            if tables.heights and tables.heights[beside] < tables.heights[square]:
                lower |= 1 << beside
            if tables.close_cover >> square & 1 or tables.edge_cover(square, beside):
                covered |= 1 << beside
        known = self[square] = flat, lower, covered
        return known


class Land:
    """Tables of one scenario."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        grid = self.grid = tables.grid
        boxes = grid.within_table
        self.bits = tuple(1 << square for square in range(grid.size))
        """Each square as a bitboard: looking one up is quicker than shifting."""
        self.adjacent = (*tables.adjacent, 0)
        """By square: those beside it; nothing is beside -1, the square of who is not on the table."""
        self.quarters = tuple(zip(*grid.front, strict=True))
        """[square][facing] -> what lies before a stand there."""
        self.shot = tuple(boxes(reach) for reach in tables.range)
        """[stand][square] -> the squares in range of its weapon."""
        self.far = 4 * max(grid.columns, grid.rows)
        """A distance that stands for 'no way there'."""
        self.plain = tuple(
            all(steps.costs[d] == ((1, grid.can_step[d]),) for d in range(8)) and not any(steps.obstacle_left)
            for steps in tables.steps
        )
        """By mover: whether it may go everywhere at a square a step."""
        self.open = tuple(plain or self._nearly_open(mover) for mover, plain in enumerate(self.plain))
        """By mover: whether it may as well go as the crow flies."""
        self.no_way_back = tuple(tuple(self._traps(mover, facing) for facing in range(4)) for mover in range(3))
        """[mover][facing] -> the squares from which ground or table edge leaves no way to withdraw, even alone."""
        self.dead_ends = tuple(north | east | south | west for north, east, south, west in self.no_way_back)
        """[mover] -> the same for any facing."""
        self.back = tuple(tuple(self._open_back(mover, facing) for facing in range(4)) for mover in range(3))
        self.behind = tuple(tuple(self._behind(mover, facing) for facing in range(4)) for mover in range(3))
        """[mover][facing][square] -> the squares that a withdrawal may first lead to."""
        self.walls = tuple(
            (square, tables.front[facing][square] & grid.within(square, MUSKETS))
            for square, facing in sorted(tables.cover_edges)
        )
        """The squares covered across one of their sides, each with what lies near by on that side."""
        self._reach: dict[tuple[int, int], OpenReach] = {}
        self.gait = tuple(
            tuple(
                (moves, mover, boxes(moves + reach), self._open_reach(mover, moves), boxes(moves + 1))
                for moves, mover in zip(tables.moves[unit], tables.mover[unit], strict=True)
            )
            for unit, reach in enumerate(tables.range)
        )
        """[stand][mounted] -> its moves, how it moves, and by square: what it could attack after a move, where it could
        move to, and whom it could move up to."""
        self.odds = Chances(tables.data.parts)
        self.around = Around(tables)
        self._goals: dict[tuple[int, int], Goal] = {}
        self._losses: dict[tuple[int, int, int], tuple[tuple[int, ...], ...]] = {}

    def losses(self, attack: int, active: int, percent: int) -> tuple[tuple[int, ...], ...]:
        """[defence][enemies] -> `percent` times the chance in thousandths that a stand is lost before it acts again.

        `attack` is what an enemy is expected to add, `defence` what the stand adds (15 and more count alike),
        `enemies` (0 to 7) how many can reach it, `active` the chance in percent that one of them attacks. Being driven
        back counts a tenth.
        """
        known = self._losses.get((attack, active, percent))
        if known is None:
            table = []
            for defence in range(16):
                destroyed, withdraw, draw = self.odds[attack, defence]
                one = (destroyed + (withdraw + draw / 2) / 10) / 144 * active / 100
                table.append(tuple(percent * round(1000 * (1 - (1 - one) ** count)) for count in range(8)))
            table += table[-1:] * 2 * max(self.tables.value)
            known = self._losses[attack, active, percent] = tuple(table)
        return known

    def goal(self, mover: int, squares: int) -> Goal:
        """How far it is for a mover from everywhere to the nearest of some squares, past terrain, not past pieces."""
        key = mover, squares
        known = self._goals.get(key)
        if known is None:
            if len(self._goals) >= MOST_GOALS:
                self._goals.clear()
            known = self._goals[key] = self._goal(mover, squares)
        return known

    def _goal(self, mover: int, squares: int) -> Goal:
        grid, far = self.grid, self.far
        if self.plain[mover]:
            near = [squares]
            while near[-1] != grid.all:
                near.append(grid.spread(near[-1]))
            distance = [0] * grid.size
            for inside in near[:-1]:
                for square in grid.squares(grid.all & ~inside):
                    distance[square] += 1
            return tuple(distance), tuple(near)
        # A mover wants to come as near as it can to a place that it may not enter: the last step counts all the same.
        closed = squares & self.tables.closed[mover]
        walked = distance_map(self.tables.steps[mover], squares | (grid.spread(closed) if closed else 0), far - 2)
        if closed:
            walked = tuple(0 if squares >> square & 1 else min(d + 1, far) for square, d in enumerate(walked))
        layers = [0] * (max(walked) + 1)
        for square, d in enumerate(walked):
            layers[d] |= 1 << square
        for d in range(1, len(layers)):
            layers[d] |= layers[d - 1]
        return walked, tuple(layers)

    def _nearly_open(self, mover: int) -> bool:
        """Whether no way to some squares all over the board is more than two squares longer than the distance."""
        grid = self.grid
        open_squares = grid.all & ~self.tables.closed[mover]
        for n in range(0, grid.size, grid.size // 12 or 1):
            if open_squares >> n & 1:
                walked = distance_map(self.tables.steps[mover], 1 << n, self.far)
                if any(walked[square] > grid.distance(n, square) + 2 for square in grid.squares(open_squares)):
                    return False
        return True

    def _open_reach(self, mover: int, moves: int) -> OpenReach:
        known = self._reach.get((mover, moves))
        if known is None:
            known = self._reach[mover, moves] = OpenReach(self.tables, mover, moves)
        return known

    def _open_back(self, mover: int, facing: int) -> tuple[tuple[int, int], ...]:
        """The three directions of a withdrawal: how far a step shifts a bitboard, and from where it is open."""
        steps = self.tables.withdrawal_steps[mover]
        found = []
        for direction in ((2 * facing + 4) % 8, (2 * facing + 5) % 8, (2 * facing + 3) % 8):
            squares = 0
            for _, some in steps.costs[direction]:
                squares |= some
            found.append((self.grid.offsets[direction], squares))
        return tuple(found)

    def _behind(self, mover: int, facing: int) -> tuple[int, ...]:
        table = [0] * self.grid.size
        for offset, open_from in self.back[mover][facing]:
            for square in self.grid.squares(open_from):
                table[square] |= self.bits[square + offset]
        return tuple(table)

    def cornered(self, mover: int, facing: int, bit: int, ours: int, beside: int, theirs_full: int) -> bool:
        """Whether a stand told to withdraw has nowhere to go: it must end in none of the squares `beside` ours.

        Diagonal steps between two of us are not looked at, nor exits: it is a judgement, not the rule.
        """
        at = bit
        for _ in range(self.tables.data.withdraw_most):
            step = 0
            for offset, squares in self.back[mover][facing]:
                step |= (at & squares) << offset if offset > 0 else (at & squares) >> -offset
            at = step & ~ours
            if at & ~beside & ~theirs_full:
                return False
            if not at:
                break
        return True

    def _traps(self, mover: int, facing: int) -> int:
        steps = self.tables.withdrawal_steps[mover]
        back = 2 * facing + 4
        open_ground = 0
        for direction in (back % 8, (back + 1) % 8, (back - 1) % 8):
            for _, squares in steps.costs[direction]:
                open_ground |= squares
        return self.grid.all & ~open_ground


@lru_cache(maxsize=4)
def land(tables: Tables) -> Land:
    """The tables of a scenario's tables; those of the last few are kept."""
    return Land(tables)
