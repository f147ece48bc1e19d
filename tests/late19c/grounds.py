"""Small battlefields for the tests of late19c: stands by name, type and square on a board that a test describes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Objective, Placement, Reinforcement, Scenario, SideSpec, UnitSpec
from reportgen.board.ground import Ground
from reportgen.board.squares import FACINGS, SquareGrid
from reportgen.rulesets import load

Stands = Mapping[str, tuple[str, ...]]
"""Id -> (type, square or '' for one that comes later, then if need be: weapon, concealed in)."""

RULES = load("late19c")


def bits(grid: SquareGrid, *names: str) -> int:
    return sum(1 << grid.square(name) for name in names)


def line(grid: SquareGrid, *edges: str) -> frozenset[tuple[int, int]]:
    """Lines along edges, written `D6N`, known from both their squares."""
    pairs = set()
    for edge in edges:
        square, side = grid.square(edge[:-1]), FACINGS.index(edge[-1])
        pairs.add((square, side))
        beyond = grid.step(square, 2 * side)
        if beyond >= 0:
            pairs.add((beyond, side ^ 2))
    return frozenset(pairs)


def field(
    north_facing: Stands,
    south_facing: Stands,
    *,
    ground: Ground | None = None,
    objectives: Iterable[Objective] = (),
    reinforcements: Iterable[Reinforcement] = (),
    exits: Mapping[str, tuple[str, ...]] | None = None,
    **more: Any,
) -> Scenario:
    """Side `a` with its back to the south edge against side `b` with its back to the north edge."""
    ground = ground or Ground(SquareGrid.of(12, 12))
    sides = []
    placements = []
    for id, stands, edge, facing in (("a", north_facing, "S", "N"), ("b", south_facing, "N", "S")):
        units = []
        rows: dict[str, int] = {}
        for name, (kind, at, *rest) in stands.items():
            weapon, hides = (*rest, "", "")[:2]
            units.append(UnitSpec(name, name, kind, weapon))
            if at:
                placements.append(Placement(name, at, facing, rows.get(at, 0), hides))
                rows[at] = 1
        sides.append(SideSpec(id, id.upper(), id, id, edge, tuple(units), "average", exits=(exits or {}).get(id, ())))
    first, second = sides
    return Scenario(
        "a small field",
        "late19c",
        ground,
        (first, second),
        tuple(placements),
        objectives=tuple(objectives),
        reinforcements=tuple(reinforcements),
        **more,
    )


def broken_country() -> Scenario:
    """Every kind of terrain, an ambush, reserves, exits, horse and guns, on a small board."""
    grid = SquareGrid.of(12, 12)
    heights = [0] * grid.size
    for name, level in {"F6": 1, "G6": 2, "F7": 1, "G7": 1, "H6": 1}.items():
        heights[grid.square(name)] = level
    road = [f"K{row}" for row in (1, 2, 3, 4, 5, 7, 8, 10, 11, 12)] + ["F1", "F2", "F3", "F4", "F5", "F8"]
    ground = Ground(
        grid,
        areas={
            "wood": bits(grid, "C4", "C5", "J4", "J8"),
            "rocks": bits(grid, "E3", "I10"),
            "building": bits(grid, "B7", "K6"),
            "shallow_river": bits(grid, "A9", "B9", "C9", "D9", "E9"),
            "river": bits(grid, "G9", "H9", "I9", "J9", "L9"),
            "ford": bits(grid, "F9"),
            "bridge": bits(grid, "K9"),
            "road": bits(grid, *road),
        },
        heights=tuple(heights),
        edges={
            "wall": line(grid, "D6N", "E6N"),
            "hedge": line(grid, "H4E", "H5E"),
            "stream": line(grid, "A3N", "B3N", "C3N"),
            "fence": line(grid, "I5N"),
            "trench": line(grid, "G4S"),
            "entrenchment": frozenset({(grid.square("F11"), 2), (grid.square("G11"), 2)}),
        },
    )
    a = {
        "GDS1": ("guard_infantry", "F2"),
        "GDS2": ("guard_infantry", "F2"),
        "REG1": ("regular_infantry", "E2"),
        "REG2": ("regular_infantry", "G2"),
        "REG3": ("regular_infantry", "H2"),
        "CAV1": ("regular_cavalry", "J2", "single_shot_rifles"),
        "CAV2": ("regular_cavalry", "K2", "single_shot_rifles"),
        "MTN": ("mountain_artillery", "F1"),
        "MG": ("machine_gun", "G1"),
        "TRN1": ("transport", "K1"),
        "TRN2": ("transport", "K1"),
        "CMD": ("command", "E1"),
    }
    b = {
        "SPR1": ("native_infantry", "C5", "hand_held", "copse"),
        "SPR2": ("native_infantry", "C5", "hand_held", "copse"),
        "SPR3": ("native_infantry", "C4", "hand_held", "copse"),
        "RIF1": ("native_infantry", "F11", "single_shot_rifles"),
        "RIF2": ("native_infantry", "G11", "single_shot_rifles"),
        "RIF3": ("native_infantry", "H11", "single_shot_rifles"),
        "HOR1": ("native_cavalry", "B11"),
        "HOR2": ("native_cavalry", "B11"),
        "LAT1": ("native_cavalry", ""),
        "LAT2": ("native_cavalry", ""),
        "GUN": ("field_artillery", "G12", "smooth_bore_field_artillery"),
        "CHF": ("command", "F12"),
    }
    return field(
        a,
        b,
        ground=ground,
        exits={"a": tuple(f"{letter}12" for letter in "ABCDEFGHIJKL"), "b": ("A12", "B12")},
        reinforcements=[Reinforcement(3, ("LAT1", "LAT2"), ("L6", "L7"), "W")],
        objectives=[
            Objective("a", "exit", "The train through", types=("transport",), points=6),
            Objective("b", "hold", "The bridge", at=("K9",), points=3),
            Objective("a", "hold", "The houses", at=("K6", "B7"), points=4),
        ],
        variants=("flank_fire",),
    )


def battle(scenario: Scenario, a: Any, b: Any, seed: int = 1) -> Battle:
    """`a` and `b`: manners, or commanders ready made."""
    seats = {}
    for side, who in zip(scenario.sides, (a, b), strict=True):
        seats[side.id] = RULES.commander(who, scenario, side.id, seed) if isinstance(who, str) else who
    return Battle(RULES, scenario, Seeded(seed, seats), seed=seed)
