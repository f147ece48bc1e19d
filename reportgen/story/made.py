"""What a phase changed besides by fire and marches, in few words for captions and maps: work, rallying, forming."""

from __future__ import annotations

from collections.abc import Iterable

from reportgen.story.lore import Lore
from reportgen.story.timeline import Phase
from reportgen.story.words import counted, listed

_BUILT = {"block": ("roadblock", "roadblocks"), "entrench": ("entrenchment", "entrenchments")}
"""What comes of work that every story knows, by its task; tasks of a scenario's own have their titles."""
_ENDED = {"clear": "obstacle cleared", "blow": "bridge blown"}
FORMING = frozenset(("mount", "dismount", "limber", "unlimber", "column", "close_up", "extend", "ready"))
"""The verbs that declare a change of formation."""


def made(phase: Phase, lore: Lore) -> list[str]:
    """The works finished in it: 'roadblock and two entrenchments finished', 'bridge blown'."""
    tasks = [m.event["task"] for m in phase.moments if m.event.kind == "work" and m.event["done"]]
    built = [what for task, what in lore.tasks.items() if task in tasks]
    built += [one if (n := tasks.count(task)) == 1 else counted(n, one, many)
              for task, (one, many) in _BUILT.items() if task in tasks]  # fmt: skip
    said = [f"{listed(built)} finished"] if built else []
    return said + [ended for task, ended in _ENDED.items() if task in tasks]


def busy_with(phase: Phase) -> dict[str, list[str]]:
    """Who was busy with what, of those who are known by then: `dug` (in), `working`, `digging` (and nobody at other
    work), `rallied`, `formed`, `arrived`. In order, nobody twice."""
    events = [moment.event for moment in phase.moments]
    works = [event for event in events if event.kind == "work"]
    going_on = [event for event in works if not event["done"] and event["task"] != "blow"]
    declared = [event for event in events if event.kind == "declare"]
    found = {
        "dug": [event["unit"] for event in works if event["done"] and event["task"] == "entrench"],
        "working": [event["unit"] for event in going_on],
        "digging": [event["unit"] for event in going_on if all(one["task"] == "entrench" for one in going_on)],
        "rallied": [event["unit"] for event in declared if event["verb"] == "rally"],
        "formed": [event["unit"] for event in declared if event["verb"] in FORMING],
        "arrived": [event["unit"] for event in events if event.kind == "arrive"],
    }
    return {what: there for what, units in found.items() if (there := _known(units, phase))}


def _known(units: Iterable[str], phase: Phase) -> list[str]:
    return [unit for unit in dict.fromkeys(units) if unit in phase.stage or unit in phase.after]
