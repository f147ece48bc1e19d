"""What a variant may ask of the engine: the bounds of every number, and the words that its tables understand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reportgen.files.bounds import Bounds, Key, Range, in_order, several
from reportgen.files.rules import Row, Rules
from reportgen.files.validate import quoted, suggest
from reportgen.problems import Problem, Problems
from reportgen.rulesets.tin_brigadier.data import (
    ANY,
    BLOWN,
    BRIDGES,
    CLASSES,
    CLOSE,
    CROSSINGS,
    DRY,
    EXTENDED,
    FORMATIONS,
    FREE,
    LAND,
    TOOLS,
)

RIFLES: Final = "rifles"
_MODIFIER: Range = (-4, 4)
_DICE: Range = (1, 6)
_POINTS: Range = (1, 60)
_FACE: Range = (1, 6)
_GOING = [(table, mover) for table in ("terrain.areas", "terrain.edges") for mover in CLASSES]
_YES = ("yes", "no")
NOTHING: Final = "nothing"
TAKEN: Final = frozenset(["entrench", "mine", "blow", "works", "orders", "morale", "zone", "volley", "dilemma"])
"""What the dice of the rules are thrown for, and their work is called: no name for a task."""

VALUES: Mapping[Key, Range] = {
    ("table.dice", "die"): (6, 6),
    ("table.size", "least"): (1, 40),
    ("table.size", "most"): (1, 40),
    ("table.limit", "turns"): (1, 40),
    ("army.headquarters", "units"): (1, 40),
    ("army.capacity", "units"): (0, 12),
    ("turn.orders", "dice"): (1, 4),
    ("turn.balloon", "orders"): (0, 6),
    ("turn.stored", "orders"): (0, 40),
    ("turn.range", "range"): (0, 40),
    ("move.infantry", "charge"): (0, 12),
    ("move.wheel", "cost"): (0, 4),
    ("move.change", "cost"): (0, 4),
    ("move.terrain", "most"): (0, 12),
    ("move.road", "bonus"): (0, 4),
    ("fire.dice", "hit"): _FACE,
    ("fire.indirect", "times"): (1, 4),
    ("fire.indirect", "part"): (1, 4),
    ("fire.over", "near"): (0, 8),
    ("fire.over", "high"): (1, 8),
    ("fire.superior", "amount"): _MODIFIER,
    ("fire.inferior", "amount"): _MODIFIER,
    ("fire.natural", "miss"): (0, 5),
    ("fire.natural", "hit"): (1, 7),
    ("fire.double", "times"): (1, 6),
    ("fire.half", "part"): (1, 6),
    ("fire.zone", "range"): (0, 8),
    ("reaction.test", "pass"): (-4, 10),
    ("reaction.test", "rout"): (-4, 10),
    ("reaction.elite", "amount"): _MODIFIER,
    ("reaction.poor", "amount"): _MODIFIER,
    ("reaction.pinned", "part"): (1, 6),
    ("charge.dice", "hit"): _FACE,
    ("charge.shock", "amount"): _MODIFIER,
    ("charge.lost", "moves"): (0, 4),
    ("charge.pursuit", "charges"): (1, 6),
    ("works.entrench", "dice"): _DICE,
    ("works.entrench", "points"): _POINTS,
    ("works.sappers", "dice"): (0, 6),
    ("works.mine", "dice"): _DICE,
    ("works.blow", "small"): _POINTS,
    ("works.blow", "large"): _POINTS,
    ("works.reach", "reach"): (0, 8),
    ("works.reach", "wire"): (0, 20),
    ("victory.morale", "part"): (1, 10),
}
COLUMNS: Mapping[Key, Range] = {
    ("army.units", "figures"): (1, 60),
    ("army.units", "move"): (0, 12),
    ("army.units", "fight"): (0, 12),
    ("fire.dice", "range"): (0, 40),
    ("fire.dice", "dice"): (0, 20),
    ("fire.dice", "per"): (0, 20),
    ("works.tasks", "dice"): _DICE,
    ("works.tasks", "points"): _POINTS,
    ("solo.axis", "left"): (0, 100),
    ("solo.axis", "centre"): (0, 100),
    ("solo.axis", "right"): (0, 100),
    ("solo.reserve", "held"): (0, 100),
    ("solo.reserve", "turn"): (0, 40),
    ("solo.orders", "weight"): (0, 100),
}
WORDS: Mapping[Key, tuple[str, ...]] = {
    ("army.units", "arm"): tuple(FORMATIONS),
    ("army.units", "then"): ("none", "shoot", "charge", "shoot charge"),
    ("terrain.areas", "sight"): ("blocked", "clear"),
    ("terrain.areas", "cover"): _YES,
    ("terrain.edges", "cover"): _YES,
    ("terrain.edges", "both_sides"): _YES,
    ("works.tasks", "at"): ("area", "edge"),
    **dict.fromkeys(_GOING, ("open", "slow", "no")),
}
NEEDED: Mapping[str, tuple[str, ...]] = {
    "army.units": ("infantry", "ghq", "hq"),
    "fire.dice": (EXTENDED, CLOSE),
}
"""Rows that the engine asks for by name."""


def check(rules: Rules) -> list[Problem]:
    """What of these rules the engine cannot play; as warnings, what it plays as ever although they drop it."""
    found = Bounds(VALUES, COLUMNS, WORDS).check(rules)
    problems = Problems([one for one in found if one.severity != "warning"])
    for rule_id, wanted in NEEDED.items():
        for row in wanted:
            if row not in rules.table(rule_id):
                place = rules.rule(rule_id).place
                problems.add(place, "no-row", f"the engine cannot do without '{row}' of '{rule_id}'", rule=rule_id)
    in_order(rules, ("table.size", "least"), ("table.size", "most"), problems)
    _weapons(rules, problems)
    for task in rules.table("works.tasks").values():
        _task(rules, task, problems)
    die = int(rules.value("table.dice", "die"))
    for rule_id in ("solo.axis", "solo.reserve"):
        rows = len(rules.table(rule_id))
        if rows != die:
            message = f"'{rule_id}' has {rows} rows for a die of {die} sides"
            problems.add(rules.rule(rule_id).place, "no-row", message, rule=rule_id)
    return [*problems, *(one for one in found if one.severity == "warning")]


def _weapons(rules: Rules, problems: Problems) -> None:
    """Whoever carries something carries only what there is."""
    types = rules.table("army.units")
    known = [RIFLES, *(id for id in rules.table("fire.dice") if id not in (EXTENDED, CLOSE))]
    for row in rules.table("fire.weapons").values():
        if row.id not in types:
            message = f"'{row.id}' carries something and is no unit"
            problems.add(row.place, "unknown-type", message, suggest(row.id, types), severity="warning")
        for weapon in several(row, "weapon", problems) or ():
            if weapon not in known:
                problems.add(row.place, "unknown-weapon", f"'{row.id}' carries the unknown '{weapon}'",
                             suggest(weapon, known))  # fmt: skip


def _task(rules: Rules, row: Row, problems: Problems) -> None:
    """An engineering task has a name to itself, ground that there is, something that it does, and somebody for it."""
    if row.id in TAKEN:
        message = f"a task cannot be called '{row.id}': dice of the rules are"
        problems.add(row.place, "taken-name", message, "give it a name of its own")
    areas, edges = rules.table("terrain.areas"), rules.table("terrain.edges")
    own, other = (edges, areas) if row["at"] == "edge" else (areas, edges)
    free = (ANY,) if row["at"] == "edge" else (ANY, LAND, BLOWN)
    needs, makes, by = (several(row, column, problems) for column in ("needs", "makes", "by"))
    if needs is None or makes is None or by is None:
        return
    for column, words, besides in (("needs", needs, free), ("makes", makes, (NOTHING,))):
        place = row.places[column]
        if not words or (len(words) > 1 and any(word in besides for word in words)):
            alone = " or ".join(f"'{word}'" for word in besides)
            message = f"'{column}' of '{row.id}' cannot be {quoted(' '.join(words) or None)}"
            problems.add(place, "unknown-value", message, f"write kinds of ground, or {alone} alone")
        for word in words:
            if word in other and word not in own:
                here = "areas" if row["at"] == "edge" else "lines"
                elsewhere = "area" if row["at"] == "edge" else "edge"
                message = f"'{word}' is one of the {here}, and '{row.id}' is not done at such"
                problems.add(place, "unknown-terrain", message, f"say at: {elsewhere}")
            elif word not in own and word not in besides:
                message = f"'{row.id}' speaks of the unknown ground '{word}'"
                table = "terrain.edges" if row["at"] == "edge" else "terrain.areas"
                hint = suggest(word, [*own, *besides]) or f"name a row of '{table}', or {' or '.join(besides)}"
                problems.add(place, "unknown-terrain", message, hint)
    does = [word for word in makes if word != NOTHING and word not in needs]
    if BLOWN in needs and makes and not (len(makes) == 1 and makes[0] in BRIDGES):
        message = f"of a blown bridge '{row.id}' cannot make '{' '.join(makes)}'"
        problems.add(row.places["makes"], "does-nothing", message, "write makes: bridge; it becomes what it was")
    elif makes and not does and (FREE.intersection(needs) or NOTHING not in makes):
        message = f"'{row.id}' changes nothing"
        problems.add(row.places["makes"], "does-nothing", message, "name a kind of ground that it makes")
    crossing = next((word for word in makes if word in CROSSINGS and own is areas), "")
    if crossing and (needs in ([ANY], [LAND]) or DRY.intersection(needs)):
        message = f"'{row.id}' may put a '{crossing}' on dry land"
        problems.add(row.places["needs"], "dry-crossing", message, "name what it crosses, as in needs: river")
    types = rules.table("army.units")
    doers = [TOOLS, *(id for id, kind in types.items() if kind["arm"] != "command")]
    arms = [arm for arm in FORMATIONS if arm != "command"]
    for word in by or [""]:
        if word == "command" or (word in types and types[word]["arm"] == "command"):
            message = f"'{row.id}' is done by '{word}', and headquarters do no work"
            problems.add(row.places["by"], "unknown-type", message, "name types, arms, or tools")
        elif word not in doers and word not in arms:
            message = f"'{row.id}' is done by the unknown '{word}'" if word else f"nobody does '{row.id}'"
            problems.add(row.places["by"], "unknown-type", message, suggest(word, doers))
