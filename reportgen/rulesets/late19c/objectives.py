"""Objectives, the end of a battle and who has won it (section Victory)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle import ending
from reportgen.battle.scenario import Objective
from reportgen.rulesets.late19c.state import DESTROYED, LEFT, ON_TABLE, WAITING, State
from reportgen.rulesets.late19c.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


def met(state: State, goal: Objective) -> bool:
    """Whether an objective is fulfilled as things stand. `survive` is so far as long as the units live."""
    tables = state.tables
    side = tables.side_number(goal.side)
    if goal.kind == "hold":
        held = sum(1 for name in goal.at if state.occupied[side] >> tables.grid.square(name) & 1)
        return held >= goal.count
    if goal.kind == "exit":
        left = [u for u in counted(tables, goal, tables.of_side[side]) if state.status[u] == LEFT]
        return sum(not goal.at or tables.grid.name(state.left_by[u]) in goal.at for u in left) >= goal.count
    if goal.kind == "destroy":
        enemies = tables.of_side[1 - side]
        if not goal.units and not goal.types:
            return state.points[side] >= goal.count
        gone = sum(state.status[u] == DESTROYED for u in counted(tables, goal, enemies))
        return gone >= (goal.count if goal.types and not goal.units else len(goal.units))
    return all(state.status[u] in (ON_TABLE, LEFT, WAITING) for u in counted(tables, goal, tables.of_side[side]))


def counted(tables: Tables, goal: Objective, units: tuple[int, ...]) -> list[int]:
    """Those of the units that an objective speaks of; all of them if it names neither types nor units."""
    return [
        u
        for u in units
        if (not goal.types or tables.units[u].type in goal.types) and (not goal.units or tables.ids[u] in goal.units)
    ]


def at_once(battle: Battle) -> None:
    """Ends the battle if a side has nobody left, or an objective that wins at once is met by what just happened."""
    state: State = battle.state
    for number, goal in state.tables.sudden:
        if number not in state.met and met(state, goal):
            ending.credit(battle, number, goal)
            finish(battle, "objective", winner=goal.side)
            return
    for side in (0, 1):
        if not state.occupied[side] and _nobody_left(state, side):
            finish(battle, "no stands")
            return


def _nobody_left(state: State, side: int) -> bool:
    """Whether a side has no stand on the table and none to come."""
    return not any(state.status[unit] in (ON_TABLE, WAITING) for unit in state.tables.of_side[side])


def at_turn_end(battle: Battle) -> None:
    """Ends the battle if a square that wins at once is held when the turn is over."""
    state: State = battle.state
    for number, goal in enumerate(battle.scenario.objectives):
        if goal.wins and goal.kind == "hold" and number not in state.met and met(state, goal):
            ending.credit(battle, number, goal)
            finish(battle, "objective", winner=goal.side)
            return


def finish(battle: Battle, why: str, winner: str = "", text: str = "") -> None:
    """Counts objectives and points and ends the battle. Without a named winner the higher total has won."""
    state: State = battle.state
    ending.finish(battle, met, state.points, why, winner, text)
