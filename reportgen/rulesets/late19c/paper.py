"""The stands as cut from paper: sizes and values from the rules (stands.size, stands.types, armies.general)."""

from __future__ import annotations

from reportgen.battle.paper import StandPaper
from reportgen.battle.scenario import SideSpec, UnitSpec
from reportgen.rulesets.late19c.data import COMMAND, Data

_SIZES = {"infantry": "infantry", "cavalry": "cavalry", "transport": "transport"}
"""Arm -> row of the table of sizes; guns of every kind share one."""


def stand_paper(data: Data, unit: UnitSpec, side: SideSpec) -> StandPaper:
    """The stand of a unit; a Command stand is worth what its General is."""
    kind = data.types[unit.type]
    mounted = bool(unit.fields.get("mounted"))
    if kind.id == COMMAND:
        size, value = ("command_mounted" if mounted else "command_foot"), data.generals.get(side.general, 0)
    else:
        size, value = _SIZES.get(kind.arm, "artillery"), kind.value
    width = float(data.rules.value("stands.size", "width_mm"))
    depth = float(str(data.rules.table("stands.size")[size]["depth_mm"]))
    return StandPaper(width, depth, str(value) if value else "", kind.arm)
