"""The JSON Schemas of scenarios and armies. Without a ruleset's vocabulary they take any word for its words."""

from __future__ import annotations

import re
from typing import Any

from reportgen.battle.vocabulary import UnitType, Vocabulary
from reportgen.board.regions import REGION_PATTERN
from reportgen.board.squares import DIRECTIONS
from reportgen.board.table import MEASURED_PATTERN
from reportgen.files.parts import (
    Schema,
    constant,
    either,
    form,
    line,
    many,
    named,
    number,
    one_of,
    prose,
    record,
    truth,
    whole,
)

SCENARIO_FORMAT = "reportgen-scenario/1"
ARMY_FORMAT = "reportgen-army/1"

MOST_SQUARES = 100
"""Along an edge of the board, if the ruleset does not say less."""
MOST_OF_A_KIND = 60
"""Units that one line of an army may stand for."""
MOST_HEIGHT = 9

TABLES = ("square", "hex", "measured")
MOST_TABLE = 2_000
"""Inches or centimetres along an edge of a measured table."""

SQUARE = r"[A-Za-z]{1,2}[1-9][0-9]?"
SPOT = rf"(?:{SQUARE}(?:/[12])?|{MEASURED_PATTERN})"
"""A square, a square and a row in it, or a position on a measured table."""
AREA_PATTERN = rf"^{SQUARE}(-{SQUARE})?$"
PLACE_PATTERN = rf"^{SQUARE}(/[12])?( +[A-Z0-9]+)?$"
MEASURED_PLACE_PATTERN = rf"^{SPOT}( +[A-Z0-9]+)?$"
"""What stands behind a unit's name where a measured table is possible."""
ID_PATTERN = r"^[A-Z][A-Z0-9]{0,9}$"
LABEL_PATTERN = r"^[A-Z][A-Z0-9]{0,7}$"
SIDE_PATTERN = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"
_WORD_PATTERN = r"^[a-z][a-z0-9_]*$"
_WORD_WANTS = "small letters, digits and '_', beginning with a letter"
_SIDE_WANTS = "small letters, digits and hyphens, as in anglo-egyptian"
_ID_WANTS = "capital letters and digits, as in BRI1"
_AREA_WANTS = "a square as in C7, or a rectangle by two of its corners as in C7-E9"
WHERE_PATTERN = rf"^(?:{SQUARE}(?:-{SQUARE})?|{REGION_PATTERN}|[^\s0-9][^0-9]*|[^\s0-9]+ .*)$"
"""What objectives, exits, zones and reinforcements name: squares, what is told by the ruler, an edge, or a place (whose
name is no single word with a digit, nor begins with one)."""
REGION_WANTS = "a square as in C7, a rectangle as in C7-E9, an edge as in 'N edge', or a place of the terrain"
_MEASURED_WANTS = (
    "a square as in C7, a place of the terrain, or by the ruler '12.5,8', '12.5,8 within 3', '12,8-20,14' "
    "or 'N edge 4-12'"
)

_MANNERS = "careful, nearest, random"
SIDES = ("N", "E", "S", "W")
FACING_PATTERN = r"^([NS]|[NS]?[EW]|[0-9]{1,3})$"
_FACING_WANTS = "a point of the compass as in NE, or degrees as in 45"
_POSITION = form("A position.", rf"^{MEASURED_PATTERN}$", "a position in the table's unit as in 12.5,8")

_RULESET = form("The ruleset, by its name.", r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$", "a name as in late19c", 80)
_NOTES = prose("Notes for the document. Markdown.")


def scenario_schema(words: Vocabulary | None) -> Schema:
    """A scenario file. One that extends another need say nothing else, and may leave a unit of `deployment` empty."""
    schema = record(
        "A scenario: the ground, the two sides, where they start and what they fight for.",
        {
            "format": constant("The version of this file's format.", SCENARIO_FORMAT),
            "extends": line("Another scenario, a file here or below, from which comes what this one does not say."),
            "title": line("The title of the scenario."),
            "date": either(
                "The day or year of the battle, as it is printed.",
                line("A day."),
                {"type": "integer", "minimum": 1, "maximum": 9999},
            ),
            "location": line("Where the battle was fought."),
            "ruleset": _RULESET,
            "rules": either(
                "House rules: a variant of the ruleset, as in its rules.yaml, or the file that holds it.",
                line("A file here or below, or its folder."),
                {"type": "object", "description": "A variant, as in a rules.yaml that extends the ruleset."},
            ),
            "variants": {**many("Variants of the rules in use.", _variant(words), 20), "uniqueItems": True},
            "turns": whole("The turn limit; without it the ruleset's own.", 1, 100),
            "climate": one_of("How plants are drawn and named.", ["temperate", "desert"]),
            "board": _board(words),
            "terrain": _terrain(words),
            "sides": many("The two sides.", _side(words), 2, 2),
            "deployment": {"description": "Unit -> where it starts."},
            "reinforcements": many("Units that come later.", _reinforcement(words), 50),
            "objectives": many("What the sides fight for besides destroying the enemy.", _objective(words), 20),
            "special_rules": many("Rules of this scenario alone, as texts. Markdown.", prose("A rule."), 30),
            "background": prose("What went before, for the document. Markdown."),
            "notes": _NOTES,
            **(words.scenario_keys if words else {}),
        },
        ["format"],
    )
    whole_ = {
        "required": ["title", "ruleset", "board", "sides", "deployment"],
        "properties": {"deployment": _deployment(words)},
    }
    over = {"properties": {"deployment": _deployment(words, emptied=True)}}
    schema["allOf"] = [{"if": {"required": ["extends"]}, "then": over, "else": whole_}]
    return schema


def _tables(words: Vocabulary | None) -> tuple[str, ...]:
    return words.tables if words else TABLES


def _movable(words: Vocabulary | None) -> bool:
    """Whether a scenario may be on hexes or a measured table."""
    return _tables(words) != ("square",)


def _board(words: Vocabulary | None) -> Schema:
    least, most = words.board_limits if words else (1, MOST_SQUARES)
    tables = _tables(words)
    keys: dict[str, Schema] = {
        "grid": one_of("What the board is: squares (if it does not say), hexes, or a measured table.", tables),
        "columns": whole("Squares or hexes from left to right.", least, most),
        "rows": whole("Squares or hexes from bottom to top.", least, most),
    }
    if not _movable(words):
        says = "The board: a grid of squares. Columns are lettered from the left, rows numbered from the bottom."
        return record(says, keys, ["columns", "rows"])
    keys["layout"] = one_of("How hexes lie: an edge at the top (flat), or a corner (pointy).", ["flat", "pointy"])
    keys["width"] = number("Width of a measured table, in its unit.", 1, MOST_TABLE)
    keys["height"] = number("Depth of a measured table from bottom to top, in its unit.", 1, MOST_TABLE)
    keys["unit"] = one_of("The unit of a measured table.", ["inches", "centimetres"])
    keys["increment"] = number("Units that make 1 of the rules' distances; 6 inches or 15 centimetres.", 1, 100)
    schema = record("The board: squares, hexes, or a measured table.", keys)
    on_grid, on_table = ("columns", "rows"), ("width", "height", "unit", "increment")
    rules = [
        _if_grid("measured", on_table[:2], (*on_grid, "layout")),
        _if_grid("hex", on_grid, on_table),
        {"if": {"not": {"required": ["grid"]}}, "then": _with_and_without(on_grid, (*on_table, "layout"))},
        _if_grid("square", on_grid, (*on_table, "layout")),
    ]
    schema["allOf"] = rules
    return schema


def _if_grid(kind: str, needs: tuple[str, ...], never: tuple[str, ...]) -> Schema:
    condition = {"properties": {"grid": {"const": kind}}, "required": ["grid"]}
    return {"if": condition, "then": _with_and_without(needs, never)}


def _with_and_without(needs: tuple[str, ...], never: tuple[str, ...]) -> Schema:
    return {"required": list(needs), "properties": dict.fromkeys(never, False)}


def army_schema(words: Vocabulary | None, inside: bool = False) -> Schema:
    """An army file, or with `inside` an army that stands in a scenario, which need not name format and ruleset."""
    return record(
        "An army: its units, and who leads it.",
        {
            "format": constant("The version of this file's format.", ARMY_FORMAT),
            "name": line("The name of the army."),
            "ruleset": _RULESET,
            "general": _general(words),
            "units": many("The units.", unit_schema(words), 100, 1),
            "points": number("The points that the army is said to cost.", 0, 10_000),
            "notes": _NOTES,
        },
        ["units"] if inside else ["format", "name", "ruleset", "units"],
    )


def unit_schema(words: Vocabulary | None) -> Schema:
    """A line of an army: one unit or several of the same kind."""
    types = words.types if words else {}
    titles = {id: kind.title for id, kind in types.items()}
    keys: dict[str, Schema] = {
        "type": one_of("The type of unit.", titles, titles) if titles else _word("The type of unit."),
        "weapon": line("What it fights with; without it the usual weapon of its type.", 80),
        "count": whole("How many units this line stands for.", 1, MOST_OF_A_KIND),
        "name": line("What a sentence calls it, as in 'British Regular Infantry'.", 80),
        "label": form(
            "The short name on the map and in the notation. Several units of a line are numbered: BRI1, BRI2 ...",
            LABEL_PATTERN,
            "at most 8 capital letters and digits, as in BRI",
        ),
        "ids": {
            **many("The short names one by one, instead of `label` and `count`.", _unit_id(), MOST_OF_A_KIND, 1),
        },
    }
    for kind in types.values():
        for key, schema in kind.fields.items():
            keys.setdefault(key, {"description": schema.get("description", "")})
    schema = record("Units of one kind.", keys, ["type"])
    if types and words:
        schema["allOf"] = _by_type(words)
    else:
        schema["additionalProperties"] = True
    return schema


def _by_type(words: Vocabulary) -> list[Schema]:
    """What a unit may carry depends on its type: types that carry the same share a condition."""
    extra = {key for kind in words.types.values() for key in kind.fields}
    alike: dict[str, list[UnitType]] = {}
    for kind in words.types.values():
        alike.setdefault(f"{kind.weapons} {sorted(kind.fields.items(), key=lambda f: f[0])}", []).append(kind)
    rules: list[Schema] = []
    for kinds in alike.values():
        first = kinds[0]
        then: dict[str, Any] = {key: first.fields.get(key, False) for key in sorted(extra)}
        then["weapon"] = one_of("What it fights with.", first.weapons, words.weapons) if first.weapons else False
        condition = {"properties": {"type": {"enum": [kind.id for kind in kinds]}}, "required": ["type"]}
        rules.append({"if": condition, "then": {"properties": then}})
    return rules


def _terrain(words: Vocabulary | None) -> Schema:
    kind = one_of("A kind of terrain.", words.areas, words.areas) if words else _word("A kind of terrain.")
    kinds = either("A kind of terrain, or several in one square.", kind, many("Several kinds.", kind, 8, 1))
    height = whole("The level of the ground; 0 is the plain.", 0, MOST_HEIGHT)
    squares = many(
        "Squares, and rectangles of squares.", form("A square or rectangle.", AREA_PATTERN, _AREA_WANTS), 500, 1
    )
    side = one_of("A side of the square.", DIRECTIONS if _movable(words) else SIDES)
    edge = record(
        "A line of wall, hedge, stream, trench and the like along the sides of squares.",
        {
            "kind": one_of("What runs there.", words.edges) if words else _word("What runs there."),
            "along": squares,
            "side": either(
                "The side of the squares on which it runs, or several.",
                side,
                many("Sides.", side, 6 if _movable(words) else 4, 1),
            ),
        },
        ["kind", "along", "side"],
    )
    legend = record("What a character stands for.", {"kind": kinds, "height": height})
    areas: Schema = named("Kind of terrain -> where it lies.", squares, _WORD_PATTERN, _WORD_WANTS, 50)
    if words:
        areas = record("Kind of terrain -> where it lies.", dict.fromkeys(words.areas, squares))
    more: dict[str, Schema] = {}
    if "measured" in _tables(words):
        more["shapes"] = many("Ground in the unit of a measured table.", _shape(words, kind), 200)
    return record(
        "The terrain: drawn as a map, listed by squares, or both.",
        {
            **more,
            "map": prose(
                "The ground drawn with one character for each square, the highest row first. Spaces are skipped."
            ),
            "legend": named(
                "What the map's characters stand for; '.' is open ground.",
                either("A kind, several kinds, or kind and height.", *kinds["anyOf"], legend),
                r"^\S$",
                "a single character",
                60,
            ),
            "areas": areas,
            "heights": named(
                "Level of the ground (1 to 9) -> where it lies.", squares, r"^[1-9]$", "a level from 1 to 9", 9
            ),
            "edges": many("What runs along the sides of squares.", edge, 200),
            "places": named(
                "Names for the map and the story -> the squares that they mean.", squares, r"^\S.*$", "a name", 60
            ),
        },
    )


def _shape(words: Vocabulary | None, area: Schema) -> Schema:
    kinds = one_of("What it is.", [*words.areas, *words.edges]) if words else area
    schema = record(
        "A piece of ground: an outline, or a line.",
        {
            "kind": kinds,
            "height": whole("The level of the ground inside the outline.", 1, MOST_HEIGHT),
            "outline": many("The corners of an area, in order.", _POSITION, 200, 3),
            "line": many(
                "The points of a wall, hedge or trench, or of the middle of a road or river.", _POSITION, 200, 2
            ),
            "width": number("How broad a road or river is, in the table's unit.", 0.1, 200),
            "inside": {**_POSITION, "description": "A position on the side that a trench protects."},
            "name": line("A name for the map and the story.", 80),
        },
    )
    schema["anyOf"] = [{"required": ["outline"]}, {"required": ["line"]}]
    return schema


def _side(words: Vocabulary | None) -> Schema:
    squares = many("Squares.", _where(words), 100)
    published = record(
        "What the source of the scenario says of this side; differences are told.",
        {
            "points": number("Points.", 0, 10_000),
            "stands": whole("Number of stands or units.", 0, 1_000),
        },
    )
    schema = record(
        "One side.",
        {
            "id": form("The side's short name in files.", SIDE_PATTERN, _SIDE_WANTS, 40),
            "name": line("The side's name."),
            "people": line("The noun for sentences, as in 'the Mahdists'; else the name.", 80),
            "adjective": line("The adjective for sentences, as in 'Mahdist'; else the name.", 80),
            "colour": form("The colour on maps.", r"^#[0-9a-fA-F]{6}$", "a colour as in '#8c1c13', in quotes", 7),
            "edge": one_of("The side's own edge of the table.", SIDES),
            "general": _general(words),
            "exits": {**squares, "description": "Squares at the board's edge by which its units may leave."},
            "zone": {
                **many("Squares.", _where(words), 100, 1),
                "description": "Where its player may place it. Those that do not start concealed start here.",
            },
            "commander": _word(f"How the computer commands it: {words.manners_told if words else _MANNERS}."),
            "army": either(
                "The army: a file in the scenario's folder or below, or the army itself.",
                line("A file.", 200),
                army_schema(words, inside=True),
            ),
            "units": many("Units of this side, instead of an army or besides.", unit_schema(words), 100, 1),
            "published": published,
            "notes": _NOTES,
        },
        ["id", "name", "edge"],
    )
    schema["anyOf"] = [{"required": ["army"]}, {"required": ["units"]}]
    return schema


def _deployment(words: Vocabulary | None, emptied: bool = False) -> Schema:
    """With `emptied` a unit may have no place: it is not to start where the scenario that is extended has it."""
    says = "The square; /1 in front and /2 behind if two share it."
    at = form(says, rf"^{SQUARE}(/[12])?$", "a square as in C7 or C7/2")
    measured = "measured" in _tables(words)
    if measured:
        at = form(f"{says} Or a position.", rf"^{SPOT}$", "a square as in C7 or C7/2, or a position as in 12.5,8")
    full = record(
        "Where the unit starts.",
        {
            "at": at,
            "facing": _facing(words),
            "concealed": line("The place of the terrain in which it hides: a name from `places`.", 80),
        },
        ["at"],
    )
    short = form(
        "Square and facing, as in 'C7 E'.", PLACE_PATTERN, "a square and a facing, as in C7 E, or C7/2 E behind another"
    )
    if measured:
        wants = "a square and a facing as in C7 E, or on a measured table a position and degrees as in 12.5,8 45"
        short = form("Square or position, and facing, as in 'C7 E'.", MEASURED_PLACE_PATTERN, wants)
    taken_out: Schema = {"type": "null", "description": "Not where the other scenario has it."}
    places = either("Where the unit starts.", short, full, *([taken_out] if emptied else []))
    return named("Unit -> where it starts.", places, ID_PATTERN, _ID_WANTS, 400)


def _reinforcement(words: Vocabulary | None) -> Schema:
    return record(
        "Units that come together.",
        {
            "turn": whole("The turn in which they come, at the start of their side's phase.", 1, 100),
            "units": {**many("Who comes.", _unit_id(), 60, 1), "uniqueItems": True},
            "at": many("Where they may come in.", _where(words), 60, 1),
            "facing": _facing(words),
        },
        ["turn", "units", "at"],
    )


def _objective(words: Vocabulary | None) -> Schema:
    kind = one_of("A type of unit.", words.types) if words and words.types else _word("A type of unit.")
    schema = record(
        "Something to fight for.",
        {
            "side": form("Whose objective it is.", SIDE_PATTERN, _SIDE_WANTS, 40),
            "kind": one_of(
                "hold the squares `at` at the end; exit by them; destroy units, or so many points; units survive.",
                ["hold", "exit", "destroy", "survive"],
            ),
            "title": line("The objective in a few words."),
            "at": many("Where.", _where(words), 60, 1),
            "count": whole("How many units must leave, points be destroyed, or squares be held.", 1, 1_000),
            "types": many("Only units of these types count.", kind, 20, 1),
            "units": many("The units concerned.", _unit_id(), 60, 1),
            "points": whole("What it is worth at the end.", 0, 1_000),
            "wins": truth("Whether it ends the battle at once."),
        },
        ["side", "kind", "title"],
    )
    schema["allOf"] = [
        {
            "if": {"properties": {"kind": {"enum": ["hold", "exit"]}}, "required": ["kind"]},
            "then": {"required": ["at"]},
        },
        {"if": {"properties": {"kind": {"const": "survive"}}, "required": ["kind"]}, "then": {"required": ["units"]}},
        {
            "if": {"properties": {"kind": {"const": "destroy"}}, "required": ["kind"]},
            "then": {"anyOf": [{"required": ["units"]}, {"required": ["count"]}]},
        },
    ]
    return schema


def _where(words: Vocabulary | None) -> Schema:
    """An item of a list of places."""
    wants = _MEASURED_WANTS if "measured" in _tables(words) else REGION_WANTS
    return form("A square, a rectangle, an edge or a place; or by the ruler.", WHERE_PATTERN, wants)


def _unit_id() -> Schema:
    return form("A unit, by its short name.", ID_PATTERN, _ID_WANTS)


def _word(says: str) -> Schema:
    return form(says, _WORD_PATTERN, _WORD_WANTS, 80)


def _variant(words: Vocabulary | None) -> Schema:
    return one_of("A variant.", words.variants, words.variants) if words else _word("A variant.")


def _general(words: Vocabulary | None) -> Schema:
    if words and words.generals:
        return one_of("How good its general is.", words.generals, words.generals)
    return _word("How good its general is, in the ruleset's words.")


def _facing(words: Vocabulary | None) -> Schema:
    says = "Which way it faces; without it away from the side's own edge."
    if words and not _movable(words):
        return one_of(says, words.facings)
    return form(says, FACING_PATTERN, _FACING_WANTS)


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A schema's pattern for code that reads the same texts after the check."""
    return re.compile(pattern, re.ASCII)
