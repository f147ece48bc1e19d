"""What these rules forbid in a scenario, each with the place in the user's file."""

from __future__ import annotations

from reportgen.battle.scenario import Scenario, SideSpec
from reportgen.problems import Problem, Problems
from reportgen.rulesets.tin_brigadier.data import AFLOAT, BRIDGES, FORMATIONS, Data
from reportgen.rulesets.tin_brigadier.tables import Tables


def check(data: Data, scenario: Scenario) -> list[Problem]:
    """Every problem of the scenario under these rules."""
    problems = Problems()
    for side in scenario.sides:
        _headquarters(data, side, problems)
        _formations(data, side, problems)
    if not problems:
        _ground(data, scenario, problems)
        _bridges(scenario, problems)
    return list(problems)


def _headquarters(data: Data, side: SideSpec, problems: Problems) -> None:
    generals = [unit for unit in side.units if unit.type == "ghq"]
    others = [unit for unit in side.units if unit.type == "hq"]
    units = len(side.units) - len(generals) - len(others)
    if len(generals) != 1:
        problems.add(
            side.place,
            "no-command" if not generals else "two-commands",
            f"{side.name} has {len(generals) or 'no'} General Headquarters",
            "give it one unit of type 'ghq'",
            rule="army.headquarters",
        )
    most = units // data.units_per_hq
    for extra in others[most:]:
        problems.add(
            extra.place,
            "too-many-commands",
            f"{side.name} has {len(others)} subordinate headquarters for {units} unit{'' if units == 1 else 's'}",
            f"one for every {data.units_per_hq} units is allowed",
            rule="army.headquarters",
        )


def _formations(data: Data, side: SideSpec, problems: Problems) -> None:
    for unit in side.units:
        formation = unit.fields.get("formation")
        if unit.fields.get("entrenched") and formation not in (None, FORMATIONS["infantry"][0]):
            problems.add(
                unit.place,
                "bad-formation",
                f"{unit.id} is entrenched and cannot be in {formation} order",
                "entrenched infantry is extended",
                rule="works.entrench",
            )


def _ground(data: Data, scenario: Scenario, problems: Problems) -> None:
    """Nobody starts where he may not be, and no two units on one spot."""
    tables = Tables(data, scenario)
    field = tables.field
    taken: dict[tuple[bool, object], str] = {}
    for placement in scenario.placements:
        unit = tables.units[tables.index[placement.unit]]
        spot = field.parse(placement.at)
        going = tables.going(unit, unit.formation)[1]
        kinds = field.kinds_at(spot)
        closed = [kind for kind in kinds if kind in going.areas and going.areas[kind] is None]
        closed = [] if any(kind in going.roads for kind in kinds) else closed
        if going.bound and not any(kind in going.bound for kind in kinds):
            where = " or the ".join(sorted({data.area_titles.get(kind, kind).lower() for kind in going.bound}))
            problems.add(
                placement.place,
                "closed-ground",
                f"{unit.id} may not stand in {placement.at}: it never leaves the {where}",
                "put it there",
                rule="move.bound",
            )
        elif closed or spot in tables.obstacles:
            names = " and ".join(data.area_titles.get(kind, kind).lower() for kind in closed) or "obstacle"
            problems.add(
                placement.place,
                "closed-ground",
                f"{unit.id} may not stand in {placement.at} ({names})",
                "put it next to it",
                rule="terrain.areas",
            )
        key = (unit.command, spot)
        if key in taken and field.kind != "measured":
            problems.add(
                placement.place,
                "over-full",
                f"{unit.id} and {taken[key]} both start in {placement.at}",
                "one unit to a square, and a headquarters with it",
                rule="table.share",
            )
        taken[key] = unit.id


def _bridges(scenario: Scenario, problems: Problems) -> None:
    """A bridge crosses something, else it is a slip of the map."""
    ground = scenario.ground
    grid = ground.grid
    wet = ground.area(*AFLOAT) | sum(1 << square for square in {square for square, _ in ground.edges.get("stream", ())})
    for square in grid.squares(ground.area(*BRIDGES) & ~grid.spread(wet)):
        problems.add(
            scenario.terrain_place,
            "bridge-over-nothing",
            f"the bridge in {grid.name(square)} crosses no water",
            "draw the river too, as in [river, bridge, road]",
            severity="warning",
            rule="terrain.areas",
        )
