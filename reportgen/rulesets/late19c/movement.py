"""Where a stand may go: moves, leaving by an exit, and the way back after a lost combat."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from reportgen.board.movement import Steps, flood, open_way, path, path_cost, plain_way
from reportgen.rulesets.late19c.combat import visible_enemies
from reportgen.rulesets.late19c.data import HORSE
from reportgen.rulesets.late19c.state import State
from reportgen.rulesets.late19c.tables import ARTILLERY, Tables


class Reach(NamedTuple):
    """Bitboards of the squares that a stand can end its move in: by ordinary steps, and only by keeping to the road."""

    walk: int
    road: int


def shunned(state: State, unit: int) -> int:
    """The squares of those whom its arm keeps off: of artillery, the enemies who do not hide (rule move.guns). Who
    hides does not count: where a gun may not go would tell where he is."""
    tables = state.tables
    return visible_enemies(state, tables.side[unit]) if tables.arm[unit] == ARTILLERY else 0


def reach(state: State, unit: int) -> Reach:
    """Where a stand could move to now, its own square left out."""
    tables = state.tables
    side, square = tables.side[unit], state.square[unit]
    walk, road = ground_covered(
        tables, square, state.moves(unit), state.mover(unit), shunned(state, unit), state.occupied[1 - side]
    )
    room = ~(state.full[side] | 1 << square)
    return Reach(walk & room, road & room)


MOST_REMEMBERED = 50_000


def ground_covered(tables: Tables, square: int, moves: int, mover: int, shunned: int, enemies: int) -> Reach:
    """The squares within a move from `square` past these enemies, whether or not there is room for another stand, and
    never next to the `shunned` ones.

    Only enemies near by matter, and the same question comes up all the time: answers are remembered for the scenario.
    """
    grid = tables.grid
    on_road = tables.roads >> square & 1
    bonus = tables.data.road_bonus if on_road else 0
    around = grid.within(square, moves + bonus + bool(shunned))
    near, away = enemies & around, shunned & around
    key = (square, moves, mover, away, near)
    known = tables.covered.get(key)
    if known is not None:
        return known
    closed = grid.spread(away)
    walk = road = 0
    for squares in flood(tables.steps[mover], square, moves, enemies, closed=closed, at_least_one=True):
        walk |= squares
    if on_road:
        for squares in flood(tables.road_steps[mover], square, moves + bonus, enemies, closed=closed):
            road |= squares
    if len(tables.covered) >= MOST_REMEMBERED:
        tables.covered.clear()
    known = tables.covered[key] = Reach(walk, road & ~walk)
    return known


class Way(Struct, frozen=True, gc=False):
    """A legal way: its squares with both ends, what it costs, whether it needs the road's extra square."""

    path: tuple[int, ...]
    cost: int
    road: bool


class Blocked(NamedTuple):
    """Why there is no way: the rule and a sentence."""

    rule: str
    message: str


def way(state: State, unit: int, squares: tuple[int, ...], spare: int = 0) -> Way | Blocked:
    """The way that `way_if_any` finds, or why there is none."""
    found = way_if_any(state, unit, squares, spare)
    if found is not None:
        return found
    budget = state.moves(unit) - spare
    return _why_not(state, unit, squares, budget, state.tables.grid.spread(shunned(state, unit)))


def way_if_any(state: State, unit: int, squares: tuple[int, ...], spare: int = 0) -> Way | None:
    """The cheapest way to the last of `squares`; if there are more than one they begin with the start.

    More than two are the path, with the cheapest steps between those that are not neighbours.
    `spare` squares of movement must be left at the end (to step off the table).
    """
    tables = state.tables
    start = state.square[unit]
    goal = squares[-1]
    if goal == start and len(squares) <= 2:
        return Way((start,), 0, False)
    enemies = state.occupied[1 - tables.side[unit]]
    mounted = state.mounted[unit]
    mover = tables.mover[unit][mounted]
    budget = tables.moves[unit][mounted] - spare
    closed = tables.grid.spread(shunned(state, unit)) if tables.arm[unit] == ARTILLERY else 0
    key: tuple[int, ...] = ()
    if len(squares) <= 2:
        free, touched = tables.free_ways[mover].get((start, goal)) or _free_way(tables, mover, start, goal)
        if not touched & enemies and free is not None and free.cost <= budget and not touched & closed:
            return free
        plain = plain_way(tables.steps[mover], start, goal, budget, enemies, closed)
        if plain is not None:
            return Way(plain, len(plain) - 1, False)
        around = tables.grid.within(start, budget + tables.data.road_bonus + 1)
        key = (start, goal, budget, spare, mover, closed & around, enemies & around)
        known = tables.ways.get(key)
        if known is not None:
            return known
    road_budget = budget + tables.data.road_bonus
    if len(squares) > 2:
        for steps, allowed, road in (
            (tables.steps[mover], budget, False),
            (tables.road_steps[mover], road_budget, True),
        ):
            if road and not tables.roads >> start & 1:
                continue
            whole = _filled(steps, squares, allowed, enemies, closed)
            cost, _ = path_cost(steps, whole, enemies, closed=closed)
            if cost is not None and cost <= allowed:
                return Way(whole, cost, road)
    else:
        found = path(tables.steps[mover], start, goal, max(budget, 0), enemies, closed=closed, at_least_one=not spare)
        if found:
            cost, _ = path_cost(tables.steps[mover], found, enemies, closed=closed)
            return _remembered(tables, key, Way(found, min(cost or 0, budget), False))
        if tables.roads >> start & 1:
            found = path(tables.road_steps[mover], start, goal, road_budget, enemies, closed=closed)
            if found:
                cost, _ = path_cost(tables.road_steps[mover], found, enemies, closed=closed)
                return _remembered(tables, key, Way(found, cost or 0, True))
    return None


def _free_way(tables: Tables, mover: int, start: int, goal: int) -> tuple[Way | None, int]:
    """The way where nobody stands, if it needs no search, and the squares in which somebody may change it; remembered
    for the scenario."""
    ways = tables.free_ways[mover]
    if len(ways) >= MOST_REMEMBERED:
        ways.clear()
    found, touched = open_way(tables.steps[mover], start, goal)
    known = ways[start, goal] = (found and Way(found, len(found) - 1, False)) or None, touched
    return known


def _remembered(tables: Tables, key: tuple[int, ...], way: Way) -> Way:
    if len(tables.ways) >= MOST_REMEMBERED:
        tables.ways.clear()
    tables.ways[key] = way
    return way


def _filled(steps: Steps, squares: tuple[int, ...], budget: int, enemies: int, closed: int) -> tuple[int, ...]:
    """The path with its gaps filled, as far as they can be."""
    whole = [squares[0]]
    for here, there in pairwise(squares):
        whole += (path(steps, here, there, budget, enemies, closed=closed) or (here, there))[1:]
    return tuple(whole)


def _why_not(state: State, unit: int, squares: tuple[int, ...], budget: int, closed: int) -> Blocked:
    """The first rule that stands in the way, in words."""
    tables = state.tables
    grid = tables.grid
    start, goal = state.square[unit], squares[-1]
    enemies = state.occupied[1 - tables.side[unit]]
    mover = state.mover(unit)
    steps = tables.steps[mover]
    name = tables.ids[unit]
    if len(squares) > 2:
        whole = _filled(steps, squares, _ANYWHERE, enemies, closed)
    elif grid.direction_towards(start, goal) >= 0:
        whole = start, goal
    else:
        ways = (path(steps, start, goal, _ANYWHERE, *barred) for barred in ((enemies | closed,), ()))
        whole = next((way for way in ways if way), (start, goal))
    for there in (goal, *whole[1:]):
        if enemies >> there & 1:
            return Blocked("move.friends", f"{name} cannot pass {grid.name(there)}: an enemy stands there")
        if closed >> there & 1:
            return Blocked(
                "move.guns", f"{name} is artillery and may not move next to an enemy, into {grid.name(there)}"
            )
    for here, there in pairwise(whole):
        direction = grid.direction_towards(here, there)
        between = f"{name} cannot step from {grid.name(here)} to {grid.name(there)}"
        if direction < 0:
            return Blocked("terrain.areas", f"no way leads {name} from {grid.name(here)} to {grid.name(there)}")
        if steps.cost(here, direction, enemies) is None:
            if steps.cost(here, direction) is not None:
                return Blocked("move.gap", f"{between}, past an enemy and another or an obstacle")
            rule = _forbidden_by(state, mover, here, direction)
            how = "between two obstacles" if rule == "move.gap_obstacles" else "the terrain forbids it"
            return Blocked(rule, f"{between}: {how}")
    cost, _ = path_cost(steps, whole, enemies, closed=closed)
    return Blocked("stands.types", f"{grid.name(goal)} is {cost} squares of movement for {name}, which has {budget}")


_ANYWHERE = 99


def _forbidden_by(state: State, mover: int, here: int, direction: int) -> str:
    """The rule by which terrain forbids a step, whoever stands around it."""
    tables = state.tables
    grid, ground = tables.grid, tables.scenario.ground
    there = grid.step(here, direction)
    if tables.closed[mover] >> there & 1:
        kinds = ground.kinds_at(there)
        return "move.woods" if "wood" in kinds else "move.horizontal" if "shallow_river" in kinds else "terrain.areas"
    if tables.steps[mover].between_closed(0)[direction] >> here & 1:
        return "move.gap_obstacles"
    sides = (direction // 2,) if direction % 2 == 0 else ((direction - 1) // 2, (direction + 1) // 2 % 4)
    crossed = {edge for side in sides for edge in ((here, side), (there, side ^ 2))}
    crossed |= {(grid.step(square, 2 * side), side ^ 2) for square, side in crossed}
    upright = (kind for kind, edges in ground.edges.items() if tables.data.edges[kind].cross[HORSE] is None)
    return "move.woods" if any(crossed & ground.edges[kind] for kind in upright) else "move.horizontal"


class Retreat(Struct, frozen=True):
    """A way back: the squares with both ends, whether it leads off the table by an exit, and the facing at its end."""

    path: tuple[int, ...]
    leaves: bool
    facing: int


def retreats(state: State, unit: int, first: bool = False) -> tuple[list[Retreat], str]:
    """The ways that a stand told to withdraw may take, the rules' choice first; and, if none, why it is destroyed. With
    `first`, the rules' choice alone.

    Reasons: `blocked` (obstacle or enemy), `too far`, `off table`. Rules result.distance, result.way, result.through,
    result.table_edge.
    """
    tables, data = state.tables, state.tables.data
    grid = tables.grid
    side = tables.side[unit]
    enemies = state.occupied[1 - side]
    near_enemy = grid.spread(enemies)
    start, facing = state.square[unit], state.facing[unit]
    steps = tables.withdrawal_steps[state.mover(unit)]
    back = (2 * facing + 4) % 8
    ways = (back, (back + 1) % 8, (back - 1) % 8)
    no_stop = near_enemy | state.full[side]
    most, least = data.withdraw_most, data.withdraw_least
    if first and least <= 1 and not tables.exits[side] >> start & 1:
        # One square straight back, where that will do: nothing comes before it.
        there = grid.steps[start][back]
        if there >= 0 and not (no_stop | enemies) >> there & 1 and steps.cost(start, back, enemies) is not None:
            friends = state.at[there]
            return [Retreat((start, there), False, state.facing[friends[0]] if friends else facing)], ""
    found: list[Retreat] = []
    seen = {start}
    level: list[tuple[int, ...]] = [(start,)]
    off_table = False
    for count in range(1, most + 1):
        beyond: list[tuple[int, ...]] = []
        for walked in level:
            here = walked[-1]
            beside = grid.steps[here]
            for direction in ways:
                there = beside[direction]
                if there < 0:
                    if tables.exits[side] >> here & 1:
                        found.append(Retreat(walked, True, facing))
                    off_table = True
                    continue
                if there in seen or enemies >> there & 1 or steps.cost(here, direction, enemies) is None:
                    continue
                seen.add(there)
                path_so_far = (*walked, there)
                if count >= least and not no_stop >> there & 1:
                    friends = state.at[there]
                    found.append(Retreat(path_so_far, False, state.facing[friends[0]] if friends else facing))
                else:
                    beyond.append(path_so_far)
        level = beyond
        if not level or (first and found):
            break
    if found:
        if len(found) > 1:
            found = _by_rule(tables, side, start, facing, found)
        return found[:1] if first else found, ""
    return [], "too far" if level else "off table" if off_table else "blocked"


def _by_rule(tables: Tables, side: int, start: int, facing: int, ways: list[Retreat]) -> list[Retreat]:
    """Ways back, the rules' choice first (rule result.way)."""
    own_edge = tables.own_edge[side]
    columns = tables.grid.columns
    upright = facing % 2 == 0

    def order(way: Retreat) -> tuple[int, bool, int, int]:
        end = way.path[-1]
        aside = end % columns != start % columns if upright else end // columns != start // columns
        return (len(way.path) + way.leaves, aside, own_edge[end], end)

    unique = {(way.path[-1], way.leaves): way for way in reversed(ways)}
    return sorted(unique.values(), key=order)
