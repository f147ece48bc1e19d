"""The JSON Schemas of the files that users write, one for every kind, and their compiled validators.

The schemas are what `reportgen schema` prints, so that editors complete and check, and what every loader checks with.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from reportgen.files.parts import Schema
from reportgen.files.schema_rules import RULES_FORMAT, rules_schema
from reportgen.files.validate import compile_schema

if TYPE_CHECKING:
    from jsonschema_rs import Validator

Kind = Literal["rules"]

FORMATS: dict[Kind, str] = {"rules": RULES_FORMAT}


def schema_for(kind: Kind) -> Schema:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **rules_schema()}


@lru_cache(maxsize=8)
def validator_for(kind: Kind) -> Validator:
    return compile_schema(schema_for(kind))
