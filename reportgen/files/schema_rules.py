"""The JSON Schema of a ruleset's `rules.yaml`: every number of a ruleset with its text and where it comes from."""

from __future__ import annotations

from reportgen.files.parts import Schema, constant, either, form, line, many, named, one_of, prose, record

RULES_FORMAT = "reportgen-rules/1"

SOURCES = {
    "published": "as the published rules say",
    "erratum": "corrected by the author, or an evident slip put right",
    "ruling": "decided here where the published text is silent",
    "playtest": "shown by the published play-test",
    "completion": "written here to complete an unfinished draft",
    "variant": "off unless a scenario asks for it",
}
"""Where a rule comes from."""

WORD = r"^[a-z][a-z0-9_]*$"
_WORD_WANTS = "small letters, digits and '_', beginning with a letter"
_ID = r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$"
_ID_WANTS = "words of small letters, digits and '_', joined by dots, as in move.diagonal"


def rules_schema() -> Schema:
    single: list[Schema] = [
        {"type": "number", "minimum": -1_000_000, "maximum": 1_000_000},
        {"type": "string", "maxLength": 200},
        {"type": "boolean"},
    ]
    row = {"type": "array", "maxItems": 50, "items": {"anyOf": single}}
    plain = [*single, row]
    use = one_of("`table` if only people at the table need it and no program reads it.", ["table", "engine"])
    unit = line("What it counts: squares, points, dice, millimetres ...", 40)
    value = either(
        "A value: plain, or with its unit.",
        *plain,
        record(
            "A value with its unit.",
            {"value": either("The value itself.", *plain), "unit": unit, "use": use},
            ["value"],
        ),
    )
    column = record("A column of the table.", {"title": line("Its heading."), "unit": unit, "use": use}, ["title"])
    cell = {"anyOf": [*plain, {"type": "null"}], "description": "The row's value in the column of this name."}
    source = one_of("Where this comes from.", SOURCES, SOURCES)
    note = prose("A remark for the booklet's notes: why it is so, or what was unclear. Markdown.")
    table_row = {
        "type": "object",
        "properties": {"title": line("The row's heading."), "source": source, "note": note},
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
    rule = record(
        "A rule. Its number is counted from its place.",
        {
            "id": form("The name that programs and notes cite.", _ID, _ID_WANTS, 80),
            "title": line("The rule's title."),
            "text": prose("The rule. Markdown; {name} stands for the value of that name, {@id} for a rule's number."),
            "source": source,
            "note": note,
            "values": named("The rule's numbers, by name.", value, WORD, _WORD_WANTS, 40),
            "table": table,
        },
        ["id", "title", "source"],
    )
    section = record(
        "A section of the booklet.",
        {
            "id": form("The section's name.", WORD, _WORD_WANTS, 80),
            "title": line("The section's title."),
            "intro": prose("A paragraph before the rules. Markdown."),
            "rules": many("The rules, in order.", rule, 200, 1),
        },
        ["id", "title", "rules"],
    )
    credit = record(
        "Whose rules these are.",
        {
            "author": line("Who wrote them."),
            "title": line("What they are called there."),
            "where": line("Where they were published.", 500),
            "note": prose("A remark on the source. Markdown."),
        },
    )
    return record(
        "A ruleset: every value once, with its text and where it comes from.",
        {
            "format": constant("The version of this file's format.", RULES_FORMAT),
            "id": form("The ruleset's name.", WORD, _WORD_WANTS, 80),
            "title": line("The title of the rules."),
            "version": line("The version of these rules, in quotes.", 40),
            "credit": credit,
            "sections": many("The sections, in order.", section, 60, 1),
        },
        ["format", "id", "title", "version", "sections"],
    )
