"""Who hides, who looks for him, and when he is seen (rules sight.spotting and sight.revealed)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.orders import Plan
from reportgen.rulesets.late19c.state import State

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


def spotting(battle: Battle, state: State) -> None:
    """Rule sight.spotting."""
    tables = state.tables
    if not state.hidden:
        return
    spotter, hidden = tables.sides[state.active], tables.sides[1 - state.active]
    bodies: dict[str, list[int]] = {}
    for unit in state.on_table(1 - state.active):
        if state.concealed[unit]:
            bodies.setdefault(state.concealed[unit], []).append(unit)
    for body, units in bodies.items():
        terrain = tables.concealing(body, [state.square[unit] for unit in units])
        squares = dict.fromkeys(state.square[unit] for unit in units)
        if not any(combat.would_see(state, state.active, square, terrain) for square in squares):
            continue
        scores = [
            battle.die("spotting", spotter, tables.data.die, unit=body, why="to spot what hides at {unit}"),
            battle.die("spotting", hidden, tables.data.die, unit=body, why="to stay hidden at {unit}"),
        ]
        ids = [tables.ids[unit] for unit in units]
        seen = scores[0] > scores[1] > 0
        battle.emit("spot", body=body, units=ids, dice=scores, seen=seen, by=spotter)
        if seen:
            battle.emit("revealed", units=ids, why="spotted")


def reveal(battle: Battle, state: State, units: list[int], why: str) -> None:
    hidden = [state.tables.ids[unit] for unit in units if state.concealed[unit]]
    if hidden:
        battle.emit("revealed", units=hidden, why=why)


def reveal_mover(battle: Battle, state: State, plan: Plan) -> None:
    """A concealed stand that moves in sight of any enemy is seen (rule sight.revealed)."""
    tables = state.tables
    if not state.concealed[plan.unit] or len(plan.path) < 2:
        return
    occupied = (state.occupied[0] | state.occupied[1]) & ~(1 << plan.path[-1])
    eyes = list(tables.grid.squares(state.occupied[1 - tables.side[plan.unit]]))
    if any(tables.sight.clear(eye, square, occupied) for square in plan.path[1:] for eye in eyes):
        reveal(battle, state, [plan.unit], "moved")


def reveal_neighbours(battle: Battle, state: State, plan: Plan | None = None) -> None:
    """Concealed stands with an enemy next to them, or whose neighbourhood the mover passed, are seen."""
    tables = state.tables
    passed = 0
    if plan is not None:
        for square in plan.path[1:]:
            passed |= 1 << square
    for side in (0, 1):
        concealed = state.hidden & tables.masks[side]
        if not concealed:
            continue
        eyes = state.occupied[1 - side]
        if plan is not None and tables.side[plan.unit] != side:
            eyes |= passed
        near = tables.grid.spread(eyes)
        seen = [unit for unit in tables.grid.squares(concealed) if near >> state.square[unit] & 1]
        if seen:
            reveal(battle, state, seen, "adjacent")
