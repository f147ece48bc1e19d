"""What these rules forbid in a scenario, each with the place in the user's file."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.battle.scenario import Scenario, SideSpec
from reportgen.board.field import Spot
from reportgen.board.regions import stands
from reportgen.problems import Place, Problem, Problems
from reportgen.rulesets.tin_brigadier.data import AFLOAT, BRIDGES, FORMATIONS, OBSTACLE, Data
from reportgen.rulesets.tin_brigadier.tables import Fixed, Tables, passable


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
    """Nobody starts or comes where he may not be, and no two units start on one spot."""
    tables = Tables(data, scenario)
    field = tables.field
    taken: dict[tuple[bool, object], str] = {}
    for placement in scenario.placements:
        unit = tables.units[tables.index[placement.unit]]
        spot = field.parse(placement.at)
        message = f"{unit.id} may not stand in {placement.at}"
        _closed(tables, unit, (spot,), placement.place, message, problems)
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
    for come in scenario.reinforcements:
        spots = [field.parse(name) for where in come.at for name in stands(scenario.ground, where)]
        for id in come.units:
            unit = tables.units[tables.index[id]]
            _closed(tables, unit, spots, come.place, f"{id} comes where it may not stand", problems)


def _closed(tables: Tables, unit: Fixed, spots: Sequence[Spot], place: Place, message: str, problems: Problems) -> None:
    """Tells that the ground lets a unit be at none of some spots."""
    if not spots or any(tables.may_stand(unit, unit.formation, spot) for spot in spots):
        return
    going, titles = tables.going(unit, unit.formation)[1], tables.data.area_titles
    barred = [kinds for kinds in map(tables.field.kinds_at, spots) if not passable(going, kinds)]
    if going.bound and barred:
        where = " or the ".join(sorted({titles.get(kind, kind).lower() for kind in going.bound}))
        message += f": it never leaves the {where}"
        problems.add(place, "closed-ground", message, "put it there", rule="move.bound")
        return
    closed = dict.fromkeys(kind for kinds in barred for kind in kinds if going.areas.get(kind, 1.0) is None)
    closed |= dict.fromkeys([OBSTACLE] if tables.obstacles.intersection(spots) else [])
    names = " and ".join(titles.get(kind, kind).lower() for kind in closed)
    problems.add(place, "closed-ground", f"{message} ({names})", "put it next to it", rule="terrain.areas")


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
