"""What of a scenario's objectives is met: that can be seen on the table without knowing the rules."""

from __future__ import annotations

from reportgen.battle.scenario import Objective
from reportgen.rulesets.any.state import State


def met(state: State) -> list[Objective]:
    """The objectives that are met as things stand, in the scenario's order. Points destroyed are those lost."""
    return [goal for goal in state.scenario.objectives if _met(state, goal)]


def _met(state: State, goal: Objective) -> bool:
    number = next(n for n, side in enumerate(state.scenario.sides) if side.id == goal.side)
    mine = [unit for unit in state.units.values() if unit.side == number]
    match goal.kind:
        case "hold":
            there = [unit.at for unit in mine if unit.where == "table"]
            return sum(any(state.lies_in(at, name) for at in there) for name in goal.at) >= goal.count
        case "exit":
            out = [unit for unit in mine if unit.where == "left" and (not goal.units or unit.spec.id in goal.units)]
            gone = [unit for unit in out if not goal.at or any(state.lies_in(unit.at, name) for name in goal.at)]
            return len([one for one in gone if not goal.types or one.spec.type in goal.types]) >= goal.count
        case "destroy" if goal.units:
            return all(state.units[id].where == "removed" for id in goal.units)
        case "destroy" if goal.types:
            gone = [unit for unit in state.units.values() if unit.side != number and unit.where == "removed"]
            return sum(unit.spec.type in goal.types for unit in gone) >= goal.count
        case "destroy":
            return state.lost(1 - number) >= goal.count
        case _:
            return all(state.units[id].where != "removed" for id in goal.units)
