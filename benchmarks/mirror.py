"""A battle that is the same from either end: two equal armies, on ground that is turned round its middle."""

from __future__ import annotations

from reportgen.battle.scenario import Placement, Scenario, SideSpec, UnitSpec
from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid

GRID = SquareGrid.of(18, 12)
ARMY = {
    "REG": ("regular_infantry", ("C6", "C7", "C8")),
    "IRR": ("irregular_infantry", ("C4", "C5", "C9")),
    "NAT": ("native_infantry", ("C3", "C3", "C10", "C10")),
    "CAV": ("regular_cavalry", ("B2", "B11")),
    "GUN": ("field_artillery", ("B6",)),
    "MG": ("machine_gun", ("B7",)),
    "TRN": ("transport", ("A6",)),
    "CMD": ("command", ("B8",)),
}
"""By label: the type, and where each stand of the western army starts; two in a square are one behind the other."""


def turned(name: str) -> str:
    """The square that a square becomes when the board is turned by half."""
    return GRID.name(GRID.size - 1 - GRID.square(name))


def both(*names: str) -> int:
    return sum(1 << GRID.square(name) for name in names) | sum(1 << GRID.square(turned(name)) for name in names)


def mirror() -> Scenario:
    """36 points a side and no objective but the enemy."""
    sides = []
    placements = []
    for id, edge, facing in (("west", "W", "E"), ("east", "E", "W")):
        units = []
        rows: dict[str, int] = {}
        for label, (kind, places) in ARMY.items():
            for number, place in enumerate(places, 1):
                at = place if id == "west" else turned(place)
                unit = UnitSpec(f"{id[0].upper()}{label}{number}", label, kind)
                units.append(unit)
                placements.append(Placement(unit.id, at, facing, rows.get(at, 0)))
                rows[at] = 1
        sides.append(SideSpec(id, id.title(), id, id, edge, tuple(units), "average"))
    ground = Ground(GRID, areas={"wood": both("F9", "F10", "H3"), "rocks": both("J7", "D4")})
    west, east = sides
    return Scenario("Mirror", "late19c", ground, (west, east), tuple(placements))
