"""What these rules forbid in a scenario, each with the place in the user's file."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.battle.scenario import Scenario, SideSpec
from reportgen.problems import Place, Problem, Problems
from reportgen.rulesets.late19c.data import COMMAND, Data
from reportgen.rulesets.late19c.tables import INFANTRY, Tables


def check(data: Data, scenario: Scenario) -> list[Problem]:
    """Every problem of the scenario under late19c; warnings are advice, errors keep it from being played."""
    problems = Problems()
    for side in scenario.sides:
        _command(data, side, problems)
        _guards(data, side, problems)
    _turns(data, scenario, problems)
    if not problems:
        _ground(data, scenario, problems)
    return list(problems)


def _command(data: Data, side: SideSpec, problems: Problems) -> None:
    commands = [unit for unit in side.units if unit.type == COMMAND]
    if len(commands) < data.commands:
        problems.add(
            side.place,
            "no-command",
            f"{side.name} has no Command stand",
            "add a unit of type 'command'; it costs nothing",
            rule="armies.command",
        )
    for extra in commands[data.commands :]:
        problems.add(
            extra.place,
            "two-commands",
            f"{side.name} has more than one Command stand",
            f"remove '{extra.id}'",
            rule="armies.command",
        )
    if side.general not in data.generals:
        problems.add(
            side.place,
            "no-general",
            f"{side.name} does not say how good its General is",
            f"add general: {', '.join(data.generals)}",
            rule="armies.general",
        )


def army_points(data: Data, side: SideSpec) -> float:
    """What the stands of a side cost; Command is free. Entrenchments are not counted: they belong to the ground."""
    return float(sum(data.types[unit.type].value for unit in side.units))


def _guards(data: Data, side: SideSpec, problems: Problems) -> None:
    guards = [unit for unit in side.units if data.types[unit.type].value == data.guard_value]
    spent = len(guards) * data.guard_value
    total = army_points(data, side)
    if spent > data.guard_points:
        problems.add(
            guards[data.guard_points // data.guard_value].place,
            "over-strength",
            f"{side.name} spends {spent} points on stands of value {data.guard_value}; {data.guard_points} are allowed",
            "take fewer of them",
            rule="armies.points",
        )
    elif spent * 100 > total * data.guard_percent:
        problems.add(
            guards[0].place,
            "over-strength",
            f"{side.name} spends {spent} of {total:g} points on stands of value {data.guard_value}, "
            f"more than {data.guard_percent} %",
            "fine for armies by agreement, too many for armies by dice",
            severity="warning",
            rule="armies.dice",
        )


def _turns(data: Data, scenario: Scenario, problems: Problems) -> None:
    if scenario.turns is not None and scenario.turns > data.turns:
        problems.add(
            scenario.place("turns"),
            "too-many-turns",
            f"the scenario lasts {scenario.turns} turns; these rules allow {data.turns}",
            f"write turns: {data.turns} or fewer",
            rule="turn.limit",
        )


def _ground(data: Data, scenario: Scenario, problems: Problems) -> None:
    """Nobody starts or comes where he may not be."""
    tables = Tables(data, scenario)
    grid = tables.grid
    for placement in scenario.placements:
        message = f"{placement.unit} may not stand in {placement.at}"
        _closed(tables, placement.unit, (placement.at,), placement.place, message, problems)
    for come in scenario.reinforcements:
        for id in come.units:
            _closed(tables, id, come.at, come.place, f"{id} comes where it may not stand", problems)
    edges = {0: 0, 1: 0}
    for side, exits in enumerate(tables.exits):
        border = grid.edge("N") | grid.edge("S") | grid.edge("E") | grid.edge("W")
        inner = exits & ~border
        edges[side] = inner
        if inner:
            names = ", ".join(grid.name(square) for square in grid.squares(inner))
            problems.add(
                scenario.place("sides", side, "exits"),
                "exit-inside",
                f"an exit must lie on the border of the board, not at {names}",
                "name squares of the outermost row or column",
                rule="move.exit",
            )


def _closed(tables: Tables, id: str, at: Sequence[str], place: Place, message: str, problems: Problems) -> None:
    """Tells that the ground lets a stand be on none of some squares."""
    unit, grid, data = tables.index[id], tables.grid, tables.data
    mover = tables.mover[unit][tables.mounted[unit]]
    squares = [grid.square(name) for name in at]
    if not all(tables.closed[mover] >> square & 1 for square in squares):
        return
    found = dict.fromkeys(kind for square in squares for kind in tables.scenario.ground.kinds_at(square))
    kinds = [data.area_titles[kind].lower() for kind in found if data.areas[kind].enter[mover] is None]
    problems.add(
        place,
        "closed-ground",
        f"{message} ({' and '.join(kinds)})",
        "put it next to it, or use infantry" if tables.arm[unit] != INFANTRY else "put it next to it",
        rule="terrain.areas",
    )
