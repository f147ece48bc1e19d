"""The JSON Schemas of the files that users write, one for every kind, and their compiled validators.

The schemas are what `reportgen schema` prints, so that editors complete and check, and what every loader checks with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.parts import Schema
from reportgen.files.schema_battle import BATTLE_FORMAT, battle_schema
from reportgen.files.schema_booklet import BOOKLET_FORMAT, booklet_schema
from reportgen.files.schema_rules import RULES_FORMAT, rules_schema
from reportgen.files.schema_scenario import ARMY_FORMAT, SCENARIO_FORMAT, army_schema, scenario_schema
from reportgen.files.source import Source, short
from reportgen.files.validate import compile_schema, validate
from reportgen.problems import Problems

if TYPE_CHECKING:
    from jsonschema_rs import Validator

Kind = Literal["army", "scenario", "battle", "rules", "booklet"]

FORMATS: dict[Kind, str] = {
    "army": ARMY_FORMAT,
    "scenario": SCENARIO_FORMAT,
    "battle": BATTLE_FORMAT,
    "rules": RULES_FORMAT,
    "booklet": BOOKLET_FORMAT,
}
"""What `format:` says in every kind of file."""

_USES: dict[Kind, str] = {
    "army": "a scenario names it for a side, as in army: mine.yaml",
    "scenario": "reportgen run fights a scenario",
    "battle": "reportgen report makes the report of a battle file",
    "rules": "reportgen booklet prints rules, and a scenario names its variant, as in rules: mine.yaml",
    "booklet": "reportgen booklet reads it beside the rules.yaml that it belongs to",
}
"""What every kind of file is for, said where it stands for another."""

_MOST_KEPT = 16
_kept: dict[tuple[Kind, int], tuple[Vocabulary | None, Schema, Validator]] = {}


def schema_for(kind: Kind, vocabulary: Vocabulary | None = None) -> Schema:
    """The JSON Schema (draft 2020-12) of a kind of file; with a vocabulary it knows the ruleset's words."""
    match kind:
        case "army":
            schema = army_schema(vocabulary)
        case "scenario":
            schema = scenario_schema(vocabulary)
        case "battle":
            schema = battle_schema(vocabulary)
        case "rules":
            schema = rules_schema()
        case "booklet":
            schema = booklet_schema()
    title = f"reportgen {kind} file"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def kind_of(source: Source) -> Kind | None:
    """The kind of file that a source says it is, or None. The version after the '/' does not matter here."""
    said = source.data.get("format") if isinstance(source.data, dict) else None
    if not isinstance(said, str):
        return None
    for kind, name in FORMATS.items():
        if said.partition("/")[0] == name.partition("/")[0]:
            return kind
    return None


def check(source: Source, kind: Kind, vocabulary: Vocabulary | None, problems: Problems) -> bool:
    """Holds a source against the schema of its kind. True if nothing is wrong; what is wrong becomes problems."""
    said = kind_of(source)
    if said is not None and said != kind:
        message = f"this is a file of another kind, '{short(str(source.data['format']))}', not '{FORMATS[kind]}'"
        problems.add(source.place(("format",)), "wrong-format", message, _USES[said])
        return False
    key = (kind, id(vocabulary))
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        schema = schema_for(kind, vocabulary)
        _kept[key] = (vocabulary, schema, compile_schema(schema))
    _, schema, validator = _kept[key]
    return validate(source, schema, validator, problems)
