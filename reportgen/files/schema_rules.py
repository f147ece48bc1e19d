"""The JSON Schema of a `rules.yaml`: every number of a ruleset with its text and where it comes from.

One schema serves a whole ruleset, a variant that `extends` another, and rules without an engine; what only one of them
may say is told by the loader.
"""

from __future__ import annotations

from reportgen.files.parts import Schema, constant, either, form, line, many, named, one_of, prose, record

RULES_FORMAT = "reportgen-rules/1"

SOURCES = {
    "published": "as published",
    "erratum": "corrected by the author, or a slip put right",
    "ruling": "decided here where the text is silent",
    "playtest": "shown by the published play-test",
    "completion": "written here to complete an unfinished draft",
    "variant": "an option, or a change of the published rules",
}
"""Where a rule comes from."""

WORD = r"^[a-z][a-z0-9_]*$"
_WORD_WANTS = "small letters, digits and '_', beginning with a letter"
_ID = r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$"
_ID_WANTS = "words of small letters, digits and '_', joined by dots, as in move.diagonal"


NO_ENGINE = "none"


def rules_schema() -> Schema:
    single: list[Schema] = [
        {"type": "number", "minimum": -1_000_000, "maximum": 1_000_000},
        {"type": "string", "maxLength": 200},
        {"type": "boolean"},
    ]
    row = {"type": "array", "maxItems": 50, "items": {"anyOf": single}}
    rule = record("A rule. Its number is counted from its place.", _rule([*single, row]), ["id", "title"])
    section = _section(rule)
    credit = record(
        "Whose rules these are.",
        {
            "author": line("Who wrote them."),
            "title": line("What they are called there."),
            "where": line("Where they were published.", 500),
            "note": prose("A remark on the source. Markdown."),
        },
    )
    changed = record(
        "What became different in a version.",
        {"version": line("The version that brought it, in quotes.", 40), "text": prose("What is different. Markdown.")},
        ["version", "text"],
    )
    return record(
        "A ruleset: every value once, with its text and where it comes from.",
        {
            "format": constant("The version of this file's format.", RULES_FORMAT),
            "id": form("The ruleset's name.", WORD, _WORD_WANTS, 80),
            "title": line("The title of the rules."),
            "subtitle": line("A line below the title."),
            "version": line("The version of these rules, in quotes.", 40),
            "engine": constant("`none`: rules without an engine, for the booklet alone.", NO_ENGINE),
            "extends": line("The rules that this file changes: an installed ruleset, or a file here or below."),
            "credit": credit,
            "sections": many("The sections, in order. Of a variant: those that it adds.", section, 60, 1),
            "changes": many("What changed from version to version, the newest first.", changed, 100),
            **_variant([*single, row], rule),
        },
        ["format", "id", "title", "version"],
    )


def _rule(plain: list[Schema]) -> dict[str, Schema]:
    """The keys of a rule."""
    use = one_of("`table` if only people at the table need it and no program reads it.", ["table", "engine"])
    unit = line("What it counts: squares, points, dice, millimetres ...", 40)
    value = either(
        "A value: plain, or with its unit.",
        *plain,
        record(
            "A value with its unit.",
            {
                "value": either("The value itself.", *plain),
                "unit": unit,
                "use": use,
                "without": either("What the engine takes instead in a variant that drops the rule.", *plain),
            },
            ["value"],
        ),
    )
    column = record("A column of the table.", {"title": line("Its heading."), "unit": unit, "use": use}, ["title"])
    cell = {"anyOf": [*plain, {"type": "null"}], "description": "The row's value in the column of this name."}
    table_row = {
        "type": "object",
        "properties": {"title": line("The row's heading."), "source": _source(), "note": _note()},
        "required": ["title"],
        "additionalProperties": cell,
        "maxProperties": 30,
        "description": "A row: its title and a value for every column.",
    }
    table = record(
        "A table of values.",
        {
            "title": line("The title above the table."),
            "columns": named("The columns, from the left.", column, WORD, _WORD_WANTS, 20),
            "rows": named("The rows, from the top.", table_row, WORD, _WORD_WANTS, 200),
        },
        ["columns", "rows"],
    )
    return {
        "id": form("The name that programs and notes cite.", _ID, _ID_WANTS, 80),
        "title": line("The rule's title."),
        "text": prose("The rule. Markdown; {name} stands for the value of that name, {@id} for a rule's number."),
        "short": prose("The same in a line, for the quick-reference sheet."),
        "source": _source(),
        "note": _note(),
        "values": named("The rule's numbers, by name.", value, WORD, _WORD_WANTS, 40),
        "table": table,
    }


def _source() -> Schema:
    return one_of("Where this comes from.", SOURCES, SOURCES)


def _note() -> Schema:
    return prose("A remark for the booklet's notes: why it is so, or what was unclear. Markdown.")


def _section(rule: Schema) -> Schema:
    return record(
        "A section of the booklet.",
        {
            "id": form("The section's name.", WORD, _WORD_WANTS, 80),
            "title": line("The section's title."),
            "intro": prose("Text before the rules, or the whole of the section. Markdown, with pictures and tables."),
            "rules": many("The rules, in order.", rule, 200, 1),
            "after": line("Of a section that a variant adds: the section after which it stands."),
        },
        ["id", "title"],
    )


def _variant(plain: list[Schema], rule: Schema) -> dict[str, Schema]:
    """What only a file with `extends` may say."""
    cell = {"anyOf": [*plain, {"type": "null"}], "description": "The row's value in the column of this name."}
    part_of_row = {
        "type": ["object", "null"],
        "properties": {"title": line("The row's heading."), "source": _source(), "note": _note()},
        "additionalProperties": cell,
        "maxProperties": 30,
        "description": "What is different in a row, or a whole new row; null takes the row away.",
    }
    keys = {key: schema for key, schema in rule["properties"].items() if key != "id"}
    keys["table"] = record(
        "What is different in the table.",
        {
            "title": line("The title above the table."),
            "rows": named("The rows that change, come or go.", part_of_row, WORD, _WORD_WANTS, 200),
        },
    )
    added = record(
        "A rule that is added.",
        {
            "after": line("The rule after which it stands."),
            "section": line("Or the section at whose end it stands."),
            **rule["properties"],
        },
        ["id", "title"],
    )
    changed = named("Rules that change, by id.", record("What is different.", keys), _ID, _ID_WANTS, 400)
    return {
        "change": {**changed, "type": ["object", "null"]},
        "drop": many("The ids of rules that this variant does without.", line("A rule's id."), 400),
        "add": many("Rules that are added.", added, 200),
    }
