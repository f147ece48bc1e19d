"""Combat: who may attack whom, what each side adds, what the totals mean, and the exact odds before the dice."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from reportgen.battle.events import Event
from reportgen.battle.orders import Violation
from reportgen.rulesets.late19c.state import ON_TABLE, State
from reportgen.rulesets.late19c.tables import ARTILLERY, CAVALRY, INFANTRY, TRANSPORT

Kind = Literal["fire", "close"]
Result = Literal["ineffective", "draw", "withdraw", "destroyed"]
Term = tuple[str, int]
"""A rule id and the amount that it adds."""

DIE = 12

NAMES = {
    "combat.value": "value",
    "combat.command": "cmd",
    "fire.adjacent_guns": "gun",
    "fire.cover": "cover",
    "fire.flank": "flank",
    "close.adjacent": "adj",
    "close.same_square": "same",
    "close.flank": "flank",
    "close.cavalry": "cavalry",
    "close.downhill": "downhill",
    "close.cover": "cover",
}
"""What the notation calls the modifier of a rule."""


def arm_in_combat(state: State, unit: int) -> int:
    """The arm as combat sees it: dismounted cavalry counts as infantry (rule stands.dismounted)."""
    arm = state.tables.arm[unit]
    return INFANTRY if arm == CAVALRY and not state.mounted[unit] else arm


def common_terms(state: State, unit: int, square: int) -> list[Term]:
    """Value and Command near by, for a stand in a square (which need not be its own: a commander looks ahead)."""
    tables = state.tables
    terms: list[Term] = [("combat.value", tables.value[unit])]
    beside = tables.adjacent[square]
    for command in tables.commands[tables.side[unit]]:
        if command != unit and state.status[command] == ON_TABLE and beside >> state.square[command] & 1:
            return [*terms, ("combat.command", tables.value[command])]
    return terms


def support_terms(state: State, unit: int, square: int) -> list[Term]:
    """Friends of the same type beside and in the same square, the stand itself never counted."""
    tables, data = state.tables, state.tables.data
    side, kind = tables.side[unit], tables.kind[unit]
    one, two = state.one[side][kind], state.two[side][kind]
    bit = 1 << state.square[unit]
    if two & bit:
        two ^= bit
    else:
        one &= ~bit
    beside = tables.adjacent[square]
    terms: list[Term] = []
    near = (one & beside).bit_count() + (two & beside).bit_count()
    if near:
        terms.append(("close.adjacent", near * data.close_adjacent))
    here = (one >> square & 1) + (two >> square & 1)
    if here:
        terms.append(("close.same_square", here * data.close_same_square))
    return terms


def fire_terms(state: State, unit: int, square: int, target: int) -> tuple[list[Term], list[Term]]:
    """What firer and target add, if `unit` fires from `square`."""
    tables, data = state.tables, state.tables.data
    at = state.square[target]
    mine = common_terms(state, unit, square)
    if tables.arm[unit] == ARTILLERY and tables.adjacent[square] >> at & 1:
        mine.append(("fire.adjacent_guns", data.fire_adjacent_guns))
    if tables.fire_cover >> at & 1 or tables.edge_cover(at, square):
        mine.append(("fire.cover", data.fire_cover))
    if tables.flank_fire and not tables.front[state.facing[target]][at] >> square & 1:
        mine.append(("fire.flank", tables.flank_fire))
    return mine, common_terms(state, target, at)


def close_terms(state: State, unit: int, square: int, target: int) -> tuple[list[Term], list[Term]]:
    """What attacker and defender add, if `unit` attacks from `square`."""
    tables, data = state.tables, state.tables.data
    at = state.square[target]
    mine = common_terms(state, unit, square) + support_terms(state, unit, square)
    if not tables.front[state.facing[target]][at] >> square & 1:
        mine.append(("close.flank", data.close_flank))
    if (
        arm_in_combat(state, unit) == CAVALRY
        and arm_in_combat(state, target) in (INFANTRY, ARTILLERY)
        and tables.flat_and_open(square, at)
    ):
        mine.append(("close.cavalry", data.close_cavalry))
    if tables.heights and tables.heights[square] < tables.heights[at]:
        mine.append(("close.downhill", data.close_downhill))
    if tables.close_cover >> at & 1 or tables.edge_cover(at, square):
        mine.append(("close.cover", data.close_cover))
    return mine, common_terms(state, target, at) + support_terms(state, target, at)


def terms(state: State, kind: Kind, unit: int, square: int, target: int) -> tuple[list[Term], list[Term]]:
    """What attacker and defender add to their dice, each with its rule."""
    return (fire_terms if kind == "fire" else close_terms)(state, unit, square, target)


def judge(attacker: int, defender: int, parts: int) -> Result:
    """What two totals mean (section Results; exactly half destroys). `parts`: rule result.destroyed."""
    if attacker < defender:
        return "ineffective"
    if attacker == defender:
        return "draw"
    return "destroyed" if defender * parts <= attacker else "withdraw"


def decided_by(event: Event, parts: int) -> tuple[str, ...]:
    """The rules that gave a combat its result."""
    totals = event["totals"]
    if totals is None:
        return ()
    outcome = judge(totals[0], totals[1], parts)
    if outcome == "draw":
        return ("result.draw", "result.draw_again") if len(event["rethrows"]) > 1 else ("result.draw",)
    if outcome == "destroyed" and totals[1] * parts == totals[0]:
        return ("result.half",)
    return (f"result.{outcome}",)


def silences(event: Event, parts: int) -> list[Violation]:
    """Rule result.half: the published text does not say what a total of exactly half comes to."""
    totals = event["totals"]
    if totals is None or totals[1] * parts != totals[0]:
        return []
    message = f"{totals[1]} is exactly half of {totals[0]}: the text is silent, a play-test settled that it destroys"
    return [Violation("result.half", message)]


class Odds(NamedTuple):
    """Of the 144 throws of two D12: how many destroy, drive back, tie, and do nothing."""

    destroyed: int
    withdraw: int
    draw: int
    ineffective: int


@lru_cache(maxsize=4096)
def odds(mine: int, theirs: int, parts: int = 2) -> Odds:
    """The odds of an attack by the sums that attacker and defender add."""
    destroyed = draw = beaten = 0
    for die in range(1, DIE + 1):
        total = die + mine
        # Of the defender's twelve faces, as many lose as leave his total below the attacker's; those are destroyed that
        # leave it at one part of his or less.
        beaten += min(max(total - 1 - theirs, 0), DIE)
        destroyed += min(max(min(total // parts, total - 1) - theirs, 0), DIE)
        draw += 1 <= total - theirs <= DIE
    return Odds(destroyed, beaten - destroyed, draw, DIE * DIE - beaten - draw)


# -- targets -----------------------------------------------------------------------------------------------------------


def hit_in(state: State, attacker_square: int, square: int) -> int:
    """Which stand of a square is hit (rule combat.nearer): the nearer of two, the front one if neither is."""
    here = state.at[square]
    if len(here) == 1:
        return here[0]
    grid = state.tables.grid
    facing = state.facing[here[0]]
    return here[1] if grid.rear[facing][square] >> attacker_square & 1 else here[0]


def visible_enemies(state: State, side: int) -> int:
    """The squares of enemy stands that are not concealed, as a bitboard."""
    tables = state.tables
    squares = state.occupied[1 - side]
    hidden = state.hidden & tables.masks[1 - side]
    while hidden:
        unit = hidden.bit_length() - 1
        hidden ^= 1 << unit
        squares &= ~(1 << state.square[unit])
    return squares


def fire_targets(state: State, unit: int, square: int, facing: int, enemies: int | None = None) -> list[int]:
    """The stands that `unit` may fire at from a square and facing, in order of their squares."""
    tables = state.tables
    if enemies is None:
        enemies = visible_enemies(state, tables.side[unit])
    reach = tables.range[unit]
    possible = tables.front[facing][square] & tables.grid.within(square, reach) & enemies
    if not possible:
        return []
    seen = tables.sight.view(square, reach, _others(state, unit), possible)
    return [hit_in(state, square, at) for at in tables.grid.squares(seen)]


def close_targets(state: State, unit: int, square: int, enemies: int | None = None) -> list[int]:
    """The stands that `unit` may engage from a square."""
    tables = state.tables
    if enemies is None:
        enemies = visible_enemies(state, tables.side[unit])
    return [hit_in(state, square, at) for at in tables.grid.squares(tables.adjacent[square] & enemies)]


def may_attack(state: State, unit: int) -> bool:
    """Whether the stand could start a combat where it stands: front rank, no Transport, none started yet."""
    return (
        state.tables.arm[unit] != TRANSPORT and not state.fought >> unit & 1 and state.at[state.square[unit]][0] == unit
    )


def _others(state: State, unit: int) -> int:
    """The occupied squares as seen by a stand that has gone from its own, unless a companion stays there."""
    occupied = state.occupied[0] | state.occupied[1]
    if len(state.at[state.square[unit]]) == 1:
        occupied &= ~(1 << state.square[unit])
    return occupied


def would_see(state: State, side: int, hidden: int, terrain: int) -> bool:
    """Whether a stand of a side sees a square past everything but one piece of terrain."""
    tables = state.tables
    taken = state.occupied[0] | state.occupied[1]
    eyes = state.occupied[side] & tables.in_view_but_for(hidden, terrain)
    return any(tables.sight.clear(eye, hidden, taken, but_for=terrain) for eye in tables.grid.squares(eyes))
