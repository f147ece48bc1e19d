"""How a battle ends by objectives and by what was destroyed, for every ruleset that counts them so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reportgen.battle.scenario import Objective

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


def credit(battle: Battle, number: int, goal: Objective) -> None:
    """Notes that an objective, by its number in the scenario, is met."""
    battle.emit("objective", objective=number, title=goal.title, by=goal.side, points=goal.points)


def finish(
    battle: Battle, met: Callable[[Any, Objective], bool], destroyed: Sequence[float], why: str, winner: str, text: str
) -> None:
    """Credits what is met and ends the battle. Without a `winner` (a side's id) the higher total has won.

    `destroyed`: by side, the points or figures that it destroyed; objectives met add theirs. A battle that ended by
    agreement, with a `text` that says how, has no winner but the one that is named. The ruleset's state has `turn` and
    `met`, the numbers of the objectives that are credited.
    """
    state = battle.state
    objectives = battle.scenario.objectives
    sides = [side.id for side in battle.scenario.sides]
    battle.begin(state.turn, "end", None)
    for number, goal in enumerate(objectives):
        if number not in state.met and met(state, goal):
            credit(battle, number, goal)
    points = {
        side: own + sum(goal.points for n, goal in enumerate(objectives) if n in state.met and goal.side == side)
        for side, own in zip(sides, destroyed, strict=True)
    }
    first, second = points.values()
    by_points = None if first == second else sides[0] if first > second else sides[1]
    battle.emit(
        "end",
        winner=winner or (by_points if why != "agreed" or not text else None),
        why=why,
        points=points,
        destroyed=dict(zip(sides, destroyed, strict=True)),
        **({"text": text} if text else {}),
    )
