"""Small pieces that the JSON Schemas are put together from. Every one takes the description that editors show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Schema = dict[str, Any]

LONGEST_LINE = 200
"""Characters in a name or title."""
LONGEST_TEXT = 20_000
"""Characters in a text of several paragraphs."""


def line(says: str, most: int = LONGEST_LINE) -> Schema:
    """A short text that is not empty."""
    return {"type": "string", "minLength": 1, "maxLength": most, "description": says}


def prose(says: str) -> Schema:
    """A text of any number of paragraphs."""
    return {"type": "string", "maxLength": LONGEST_TEXT, "description": says}


def form(says: str, pattern: str, wants: str, most: int = LONGEST_LINE) -> Schema:
    """A text of a fixed form; `wants` describes the form in a problem ('a square as in C7')."""
    return {
        "type": "string",
        "pattern": pattern,
        "maxLength": most,
        "patternErrorMessage": wants,
        "description": says,
    }


def whole(says: str, least: int, most: int) -> Schema:
    """A whole number between two bounds, both included."""
    return {"type": "integer", "minimum": least, "maximum": most, "description": says}


def number(says: str, least: float, most: float) -> Schema:
    return {"type": "number", "minimum": least, "maximum": most, "description": says}


def truth(says: str) -> Schema:
    return {"type": "boolean", "description": says}


def one_of(says: str, words: Iterable[str], titles: Mapping[str, str] | None = None) -> Schema:
    """One of some words; `titles` are shown by editors beside them."""
    known = list(words)
    schema: Schema = {"type": "string", "enum": known, "description": says}
    if titles:
        schema["markdownEnumDescriptions"] = [titles.get(word, word) for word in known]
    return schema


def many(says: str, item: Schema, most: int, least: int = 0) -> Schema:
    """A list."""
    return {"type": "array", "items": item, "minItems": least, "maxItems": most, "description": says}


def record(says: str, keys: Mapping[str, Schema], needs: Sequence[str] = ()) -> Schema:
    """A mapping with known keys."""
    return {
        "type": "object",
        "properties": dict(keys),
        "required": list(needs),
        "additionalProperties": False,
        "description": says,
    }


def named(says: str, value: Schema, pattern: str, wants: str, most: int) -> Schema:
    """A mapping whose keys the writer chooses, of the form `pattern`."""
    return {
        "type": "object",
        "propertyNames": {"pattern": pattern, "maxLength": LONGEST_LINE, "patternErrorMessage": wants},
        "additionalProperties": value,
        "maxProperties": most,
        "description": says,
    }


def either(says: str, *choices: Schema) -> Schema:
    """One of several shapes, told apart by their type."""
    return {"anyOf": list(choices), "description": says}


def constant(says: str, value: str) -> Schema:
    return {"const": value, "description": says}
