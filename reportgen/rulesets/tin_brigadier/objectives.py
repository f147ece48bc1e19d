"""Objectives, army morale, the end of a battle and who has won it (section Victory)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle import ending
from reportgen.battle.scenario import Objective
from reportgen.board.regions import covers
from reportgen.rulesets.tin_brigadier.state import LEFT, LOST, State, Unit

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


def met(state: State, goal: Objective) -> bool:
    """Whether an objective is fulfilled as things stand. `survive` is so far as long as the units live."""
    tables = state.tables
    field = tables.field
    side = tables.side_number(goal.side)
    ground = tables.scenario.ground
    if goal.kind == "hold":
        mine, theirs = ([field.point(unit.spot) for unit in state.on_table(one)] for one in (side, 1 - side))
        held = sum(
            any(covers(ground, name, point) for point in mine) and not any(covers(ground, name, at) for at in theirs)
            for name in goal.at
        )
        return held >= goal.count
    if goal.kind == "exit":
        left = [field.point(state.exits[u.id]) for u in counted(state, goal, side) if u.where == LEFT]
        return sum(not goal.at or any(covers(ground, name, at) for name in goal.at) for at in left) >= goal.count
    if goal.kind == "destroy":
        if not goal.units and not goal.types:
            return state.destroyed[side] >= goal.count
        gone = sum(u.where == LOST for u in counted(state, goal, 1 - side))
        return gone >= (goal.count if goal.types and not goal.units else len(goal.units))
    return all(u.where != LOST for u in counted(state, goal, side))


def counted(state: State, goal: Objective, side: int) -> list[Unit]:
    """Those of a side that an objective speaks of; all of them if it names neither types nor units."""
    return [
        unit
        for unit in state.units
        if unit.side == side
        and (not goal.types or unit.fixed.kind.id in goal.types)
        and (not goal.units or unit.id in goal.units)
    ]


def at_once(battle: Battle) -> None:
    """Ends the battle if a side must concede, or an objective that wins at once is met by what just happened."""
    state: State = battle.state
    for number, goal in enumerate(battle.scenario.objectives):
        won = goal.kind in ("exit", "destroy") or (goal.kind == "hold" and state.stage in ("turn", "phase"))
        if goal.wins and won and number not in state.met and met(state, goal):
            ending.credit(battle, number, goal)
            finish(battle, "objective", winner=goal.side)
            return
    broken = [side for side in (0, 1) if state.lost(side) * state.tables.data.concede_part > state.fighting(side)]
    if broken:  # both at once: the points decide
        finish(battle, "army morale", winner=state.tables.sides[1 - broken[0]] if len(broken) == 1 else "")


def finish(battle: Battle, why: str, winner: str = "", text: str = "") -> None:
    """Counts objectives and figures and ends the battle. Without a named winner the higher total has won."""
    state: State = battle.state
    ending.finish(battle, met, tuple(map(float, state.destroyed)), why, winner, text)
