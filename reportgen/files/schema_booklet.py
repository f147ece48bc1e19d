"""The JSON Schema of a `booklet.yaml`: what a booklet of rules shows besides the rules themselves."""

from __future__ import annotations

from reportgen.files.parts import Schema, constant, either, form, line, many, named, one_of, prose, record, truth

BOOKLET_FORMAT = "reportgen-booklet/1"

_WORD = r"^[a-z][a-z0-9_]*$"
_WORD_WANTS = "small letters, digits and '_', beginning with a letter"
_RULE = r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$"
_RULE_WANTS = "the id of a rule, as in move.diagonal"
_ANY = r"^.+$"


def booklet_schema() -> Schema:
    rule = form("A rule's id.", _RULE, _RULE_WANTS, 80)
    rules = many("The ids of rules.", rule, 60)
    squares = either(
        "A square, a rectangle by two corners, or a list of them.",
        line("Squares."),
        {"type": "array", "items": line("Squares."), "maxItems": 200},
    )
    table = record(
        "How a rule's table is printed.",
        {
            "leave_out": many("Columns that are not printed.", line("A column."), 20),
            "headings": named("Shorter headings, by column.", line("A heading."), _WORD, _WORD_WANTS, 20),
            "join": named("Columns printed as one, `6` or `3-5`.", _joined(), _WORD, _WORD_WANTS, 10),
            "titles": named(
                "Columns whose words are ids of other tables' rows: printed are their titles.",
                form("A rule's id, or several.", f"{_RULE[:-1]}( {_RULE[1:-1]})*$", f"{_RULE_WANTS}, or several", 200),
                _WORD,
                _WORD_WANTS,
                20,
            ),
            "words": named("What is printed for the words of a column.", _words(), _WORD, _WORD_WANTS, 20),
            "as": one_of("A grid, or a list of lines in which equal rows stand together.", ["table", "list"]),
            "wide": truth("Across both columns of the page."),
            "groups": truth("Rows that say the same are printed as one."),
        },
    )
    unit = line(
        "A stand or unit: id, square, facing, then type, weapon, `mounted`, `on-foot`, `in PLACE` and the ruleset's "
        "own keys (`figures=4`) as needed."
    )
    situation: dict[str, Schema] = {
        "title": line("What it is called."),
        "text": prose("What it shows. Markdown; values by {rule/name}."),
        "rules": rules,
        "board": form(
            "The size of the board: columns by rows, of squares or of hexes (`hex`: flat, or `pointy`).",
            r"^((hex|pointy) )?[0-9]{1,2}x[0-9]{1,2}$",
            "a size, as in 6x4 or hex 6x4",
        ),
        "map": prose("Or the ground drawn with a character a square."),
        "areas": {"type": "object", "description": "Terrain, as in a scenario."},
        "heights": {"type": "object", "description": "Heights, as in a scenario."},
        "edges": {"type": "array", "maxItems": 100, "description": "Walls, hedges and so on, as in a scenario."},
        "climate": line("How plants are drawn, as in a scenario."),
        "options": many("Options of the ruleset that are on.", line("An option."), 10),
        "red": many("The first side, which acts.", unit, 40),
        "blue": many("The second side.", unit, 40),
        "general": _by_side("How good a side's General is."),
        "edge": _by_side("A side's own edge of the table."),
        "exits": record("Where a side may leave.", {"red": squares, "blue": squares}),
        "do": many("Lines of the battle notation with their dice.", line("A line.", 300), 20),
        "dice": named(
            "Throws outside the lines, by purpose.",
            {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 1000}, "maxItems": 40},
            _ANY,
            "a purpose",
            10,
        ),
    }
    zone = record(
        "Squares that are marked.",
        {
            "zone": line("What the ruleset calls them: front, reach, withdrawal ..."),
            "of": line("The unit whose they are."),
            "squares": squares,
            "as": one_of("How they are marked.", ["tint", "hatch", "dots", "outline"]),
            "label": line("A word written in them.", 24),
        },
    )
    sight = record(
        "A line of sight, drawn clear or blocked as the rules have it.",
        {"of": line("Who looks."), "to": line("At whom.")},
        ["of", "to"],
    )
    diagram = record(
        "A diagram: a situation, and squares and lines that the rules work out.",
        {
            **situation,
            "show": many("Squares that are marked.", zone, 12),
            "sight": many("Lines of sight.", sight, 20),
            "wide": truth("Across both columns of the page."),
        },
        ["title"],
    )
    example = record("A worked example: a situation, what is done in it, and the sums.", situation, ["title", "do"])
    result = record(
        "What is said of a result, or of what came of it.",
        {
            "rule": rule,
            "says": line("The words; {loser} and {attacker} stand for the units, {unit} for who it is about."),
        },
        ["rule", "says"],
    )
    return record(
        "A booklet: what it shows besides the rules themselves.",
        {
            "format": constant("The version of this file's format.", BOOKLET_FORMAT),
            "intro": prose("A paragraph before the rules. Markdown."),
            "tables": named("How tables are printed, by rule.", table, _RULE, _RULE_WANTS, 60),
            "letters": named("Types of units, by the letters of their ids.", line("A type."), _ANY, "letters", 100),
            "legend": {"type": "object", "description": "What the characters of the maps mean, as in a scenario."},
            "results": named(
                "The results of a combat and what follows, by the log's words.", result, _ANY, "a word", 60
            ),
            "diagrams": many("Diagrams.", diagram, 30),
            "examples": many("Worked examples.", example, 30),
            "odds": prose("A paragraph before the tables of odds. Markdown."),
            "quick_reference": many("The quick-reference sheet, block by block.", _block(rule), 30),
            "solo": many("The sheet for those who play alone, block by block.", _block(rule), 30),
            "filling": many(
                "What fills the last pages up to a multiple of four.",
                one_of("A page.", ["notes", "log", "odds", "quick_reference"]),
                8,
            ),
        },
        ["format"],
    )


def _words() -> Schema:
    return named("What is printed for each: `none: '-'`.", line("Words."), _ANY, "a word", 60)


def _joined() -> Schema:
    return record(
        "Two columns printed as one.",
        {"title": line("The heading."), "of": many("The first and the last.", line("A column."), 2, 2)},
        ["title", "of"],
    )


def _by_side(says: str) -> Schema:
    return record(says, {"red": line(says), "blue": line(says)})


def _block(rule: Schema) -> Schema:
    return record(
        "A block of the quick-reference sheet.",
        {
            "title": line("Its heading."),
            "rules": many("Rules printed in their short form, with their numbers.", rule, 40),
            "amounts": many("Rules printed as amount and reason.", rule, 40),
            "value": line("The value that is the amount.  [amount]", 80),
            "table": rule,
            "columns": many("The columns of the table that are printed.", line("A column."), 12),
            "if_different": many("Columns printed before them if not all rows say the same.", line("A column."), 12),
            "groups": truth("Rows that say the same are printed as one."),
            "text": prose("A paragraph. Markdown."),
        },
    )
