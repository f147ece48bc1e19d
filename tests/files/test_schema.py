"""The published schemas: valid, explained, and the same that the loaders check with."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, get_args

import jsonschema_rs
import pytest

from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.parts import Schema
from reportgen.files.schema import FORMATS, Kind, check, kind_of, schema_for
from reportgen.files.source import Source, parse
from reportgen.files.validate import compile_schema, validate
from reportgen.problems import Problems

WRONG_INSIDE = "f:1:6: error[wrong-type]: this item of 'a' must be a text, not the number 3; put it in quotes"
KINDS: tuple[Kind, ...] = get_args(Kind)


def test_every_kind_has_a_format() -> None:
    assert tuple(FORMATS) == KINDS
    assert list(FORMATS.values()) == [f"reportgen-{kind}/1" for kind in KINDS]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("with_words", [True, False])
def test_schema_is_a_schema(kind: Kind, with_words: bool, words: Vocabulary) -> None:
    schema = json.loads(json.dumps(schema_for(kind, words if with_words else None)))
    jsonschema_rs.meta.validate(schema)
    assert schema["properties"]["format"]["const"] == FORMATS[kind]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("with_words", [True, False])
def test_every_key_is_explained(kind: Kind, with_words: bool, words: Vocabulary) -> None:
    keys = list(described(schema_for(kind, words if with_words else None)))
    assert len(keys) > 8
    assert [way for way, schema in keys if not schema.get("description")] == []


def described(schema: Any, way: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key of a schema with what it says of the key; conditions repeat keys and are left out."""
    if isinstance(schema, dict):
        for key, value in schema.get("properties", {}).items():
            yield f"{way}/{key}", value
        for word, value in schema.items():
            if word == "properties":
                for key, inner in value.items():
                    yield from described(inner, f"{way}/{key}")
            elif word not in ("if", "then"):
                yield from described(value, way)
    elif isinstance(schema, list):
        for inner in schema:
            yield from described(inner, way)


def test_schema_knows_the_rulesets_words(words: Vocabulary) -> None:
    text = json.dumps(schema_for("scenario", words))
    for word in [*words.types, *words.weapons, *words.areas, *words.edges, *words.generals, *words.variants, "horses"]:
        assert f'"{word}"' in text
    assert '"sabres"' not in json.dumps(schema_for("scenario"))


def test_without_a_ruleset_any_word_will_do() -> None:
    text = (
        "format: reportgen-army/1\nname: A\nruleset: any\nunits: [{type: kites, weapon: strings, tail: 3, label: K}]\n"
    )
    problems = Problems()
    source = parse(text, "f", problems)
    assert source is not None
    assert check(source, "army", None, problems)
    assert not problems.found


def test_kind_of() -> None:
    assert kind_of(Source.of({"format": "reportgen-battle/1"})) == "battle"
    assert kind_of(Source.of({"format": "reportgen-battle/7"})) == "battle"
    assert kind_of(Source.of({"format": "something"})) is None
    assert kind_of(Source.of({"format": 3})) is None
    assert kind_of(Source([], "f")) is None


def test_many_vocabularies(words: Vocabulary) -> None:
    """More than are kept compiled, and each is checked with its own words."""
    source = parse("format: reportgen-army/1\nname: A\nruleset: r\nunits: [{type: t3, label: T}]\n", "f", Problems())
    assert source is not None
    outcomes = []
    for n in range(40):
        types = {f"t{n}": words.types["wagon"]}
        other = Vocabulary(types, {}, {}, {}, {}, {}, ())
        outcomes.append(check(source, "army", other, Problems()))
    assert [n for n, outcome in enumerate(outcomes) if outcome] == [3]


@pytest.mark.parametrize(
    ("schema", "value", "line"),
    [
        ({"multipleOf": 2}, 3, "f:1:4: error[wrong-type]: 'a' is not as it should be"),
        ({"minLength": 3}, "ab", "f:1:4: error[too-few]: 'a' needs at least 3 characters"),
        ({"minProperties": 2}, {"b": 1}, "f:1:4: error[too-few]: 'a' needs at least 2 keys"),
        ({"maxProperties": 1}, {"b": 1, "c": 2}, "f:1:4: error[too-many]: 'a' has more than 1 keys"),
        ({"exclusiveMinimum": 3}, 3, "f:1:4: error[out-of-range]: 'a' cannot be 3"),
        ({"pattern": "^x$"}, "ab", "f:1:4: error[bad-form]: 'a' cannot be 'ab'"),
        ({"type": ["null", "array"]}, 3, "f:1:4: error[wrong-type]: 'a' must be a list or empty, not the number 3"),
        ({"items": {"items": {"type": "string"}}}, [[3]], WRONG_INSIDE),
    ],
)
def test_faults_that_no_file_of_ours_can_have_yet(schema: Schema, value: Any, line: str) -> None:
    source = parse(f"a: {json.dumps(value)}\n", "f", Problems())
    whole = {"properties": {"a": schema}}
    problems = Problems()
    assert source is not None
    assert not validate(source, whole, compile_schema(whole), problems)
    assert [str(problem) for problem in problems] == [line]


def test_a_schema_opens_no_file() -> None:
    with pytest.raises(Exception, match="Retrieval is disabled"):
        compile_schema({"$ref": "file:///etc/passwd"})


def test_nothing_heavy_is_imported() -> None:
    code = (
        "import sys, reportgen.files.scenario, reportgen.files.rules\n"
        "heavy = {'weasyprint', 'matplotlib', 'pydantic', 'lark', 'jinja2', 'numpy', 'PIL', 'rapidfuzz', 'click'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
