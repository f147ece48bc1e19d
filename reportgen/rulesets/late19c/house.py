"""What a variant may ask of the engine: the bounds of every number, and the words that its tables understand."""

from __future__ import annotations

from collections.abc import Mapping

from reportgen.files.bounds import Bounds, in_order, several
from reportgen.files.rules import Rules
from reportgen.files.validate import suggest
from reportgen.problems import Problem, Problems
from reportgen.rulesets.late19c.tables import ARMS

_MODIFIER = (-4, 4)
BOUNDS: Mapping[tuple[str, str], tuple[int, int]] = {
    ("equipment.list", "die"): (12, 12),
    ("equipment.board", "least"): (1, 40),
    ("equipment.largest", "most"): (1, 40),
    ("equipment.share", "stands"): (2, 2),
    ("stands.dismounted", "moves"): (1, 8),
    ("stands.command_moves", "foot"): (1, 8),
    ("stands.command_moves", "mounted"): (1, 8),
    ("armies.points", "guard_points"): (0, 999),
    ("armies.points", "guard_value"): (1, 9),
    ("armies.dice", "dice"): (1, 40),
    ("armies.dice", "sides"): (2, 20),
    ("armies.dice", "guard_percent"): (0, 100),
    ("armies.command", "stands"): (1, 1),
    ("turn.limit", "turns"): (1, 40),
    ("move.road", "bonus"): (0, 4),
    ("move.contours", "cost"): (0, 3),
    ("move.exit", "cost"): (0, 1),
    ("fire.adjacent_guns", "amount"): _MODIFIER,
    ("fire.cover", "amount"): _MODIFIER,
    ("fire.flank", "amount"): _MODIFIER,
    ("close.adjacent", "amount"): _MODIFIER,
    ("close.same_square", "amount"): _MODIFIER,
    ("close.flank", "amount"): _MODIFIER,
    ("close.cavalry", "amount"): _MODIFIER,
    ("close.downhill", "amount"): _MODIFIER,
    ("close.cover", "amount"): _MODIFIER,
    ("result.destroyed", "parts"): (2, 4),
    ("result.distance", "least"): (1, 6),
    ("result.distance", "most"): (1, 12),
}
"""By rule and value: the least and the most that the engine and its commander are made for. The odds are of a D12."""

_EXTRA = (0, 3)
_MOVERS = [(table, mover) for table in ("terrain.areas", "terrain.edges") for mover in ("foot", "horse", "wheels")]
COLUMNS: Mapping[tuple[str, str], tuple[int, int]] = {
    ("stands.types", "value"): (0, 6),
    ("stands.types", "moves"): (1, 8),
    ("stands.ranges", "range"): (1, 12),
    ("armies.general", "value"): (0, 6),
    **dict.fromkeys(_MOVERS, _EXTRA),
}
"""The same for the columns of tables."""

WORDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("stands.types", "arm"): tuple(arm for arm in ARMS if arm != "command"),
    ("terrain.areas", "sight"): ("blocked", "clear"),
    ("terrain.areas", "cover"): ("none", "fire", "both"),
    ("terrain.areas", "obstacle"): ("yes", "no"),
    ("terrain.edges", "cover"): ("none", "both"),
    ("terrain.edges", "both_sides"): ("yes", "no"),
    **dict.fromkeys(_MOVERS, ("no",)),
}
"""Words that a column may hold, instead of numbers or besides them."""


def check(rules: Rules) -> list[Problem]:
    """What of these rules the engine cannot play; as warnings, what it plays as ever although they drop it."""
    found = Bounds(BOUNDS, COLUMNS, WORDS).check(rules)
    problems = Problems([one for one in found if one.severity != "warning"])
    _carries(rules, problems)
    _pairs(rules, problems)
    return [*problems, *(one for one in found if one.severity == "warning")]


def _carries(rules: Rules, problems: Problems) -> None:
    """Every type of stand carries something, and only what there is."""
    weapons = rules.table("stands.ranges")
    table = rules.table("stands.weapons")
    for id in (*rules.table("stands.types"), "command"):
        if id not in table:
            place = rules.table("stands.types")[id].place if id != "command" else rules.rule("stands.weapons").place
            problems.add(place, "no-weapon", f"what '{id}' carries is not said", "add a row to stands.weapons")
    for row in table.values():
        carried = several(row, "carries", problems)
        if carried is None:
            continue
        if not carried:
            problems.add(row.place, "no-weapon", f"'{row.id}' carries nothing", "name one weapon at least")
        for weapon in carried:
            if weapon not in weapons:
                hint = suggest(weapon, weapons)
                problems.add(row.place, "unknown-weapon", f"'{row.id}' carries the unknown '{weapon}'", hint)


def _pairs(rules: Rules, problems: Problems) -> None:
    """Least before most."""
    in_order(rules, ("result.distance", "least"), ("result.distance", "most"), problems)
    in_order(rules, ("equipment.board", "least"), ("equipment.largest", "most"), problems)
