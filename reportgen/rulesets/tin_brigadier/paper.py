"""What is cut from paper: a label for each unit, markers for what befalls it, counters and a track for orders."""

from __future__ import annotations

from math import ceil
from typing import Final

from reportgen.battle.paper import Marker, StandPaper, Track
from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.rulesets.tin_brigadier.data import BLOCK, BLOWN, Data
from reportgen.rulesets.tin_brigadier.tables import Tables
from reportgen.rulesets.tin_brigadier.tasks import may_do

_WIDE: Final = (40.0, 20.0)
_SMALL: Final = (30.0, 20.0)
"""Front and depth of labels in millimetres. The rules know no bases: a label lies behind the figures, or does without
them on squares of 50 mm and more."""
_LINES: Final = ("infantry", "engineers", "cavalry")


def stand_paper(data: Data, unit: UnitSpec) -> StandPaper:
    """The label of a unit: its figures, and as many boxes to cross off. Headquarters have neither."""
    kind = data.kinds[unit.type]
    figures = 0 if kind.arm == "command" else int(unit.fields.get("figures", kind.figures))
    width, depth = _WIDE if kind.arm in _LINES else _SMALL
    return StandPaper(width, depth, str(figures or ""), kind.arm, figures or 1)


def markers(data: Data, scenario: Scenario, side: SideSpec) -> tuple[Marker, ...]:
    """Enough markers for a side: half of its units pinned, everybody with tools entrenched, its formations, its works,
    and a counter for each order of a good throw."""
    arms = {unit.id: data.kinds[unit.type].arm for unit in side.units}
    fighting = [unit for unit in side.units if arms[unit.id] != "command"]
    on_foot = [unit for unit in side.units if arms[unit.id] in ("infantry", "engineers")]
    diggers = [
        unit
        for unit in on_foot
        if unit.fields.get("tools") or unit.fields.get("entrenched") or arms[unit.id] == "engineers"
    ]
    engineers = sum(arm == "engineers" for arm in arms.values())
    bridges = any(scenario.ground.areas.get(kind) for kind in data.blow)
    counted = {
        "pinned": ceil(len(fighting) / 2),
        "entrenched": len(diggers),
        "close order": ceil(len(on_foot) / 2),
        "road column": ceil(len(fighting) / 4),
        "limbered": sum(arm == "artillery" for arm in arms.values()),
        "dismounted": sum(arm == "cavalry" for arm in arms.values()),
        "roadblock": engineers,
        "charge D6": 3 * engineers if bridges else 0,
        **_made(data, scenario, side),
        "order": _orders(data, side),
    }
    return tuple(Marker(word, count) for word, count in counted.items() if count)


def _made(data: Data, scenario: Scenario, side: SideSpec) -> dict[str, int]:
    """A marker of what a scenario's own tasks make for everybody who may work on them."""
    tables = Tables(data, scenario)
    units = [tables.units[tables.index[unit.id]] for unit in side.units]
    return {
        task.title.lower(): sum(may_do(task, unit) for unit in units)
        for task in data.tasks.values()
        if task.makes and task.id != BLOCK and BLOWN not in task.needs
    }


def tracks(data: Data, side: SideSpec) -> tuple[Track, ...]:
    """GHQ's stored orders (rule turn.stored), for sides that have one."""
    if not any(unit.type == "ghq" for unit in side.units):
        return ()
    return (Track("Stored orders", data.most_stored, data.rules.number("turn.stored")),)


def _orders(data: Data, side: SideSpec) -> int:
    """The most that a side throws for one headquarters, and the average for the others."""
    thrown = [data.order_dice for unit in side.units if data.kinds[unit.type].arm == "command"]
    if not thrown:
        return 0
    return data.die * thrown[0] + round(sum(thrown[1:]) * (data.die + 1) / 2)
