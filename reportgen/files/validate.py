"""A source held against a JSON Schema: every difference becomes a problem in plain words, at its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from reportgen.files.parts import Schema
from reportgen.files.source import MOST_DIGITS, Source, Way, short
from reportgen.problems import Place, Problems

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

MOST_FAULTS = 50
"""Problems told of one file; whoever has more has one cause."""

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping of keys",
    "null": "empty",
}


def compile_schema(schema: Schema) -> Validator:
    """A validator whose patterns cannot be made slow by what they are held against, and which opens no file."""
    import jsonschema_rs

    return jsonschema_rs.validator_for(schema, offline=True, pattern_options=jsonschema_rs.RegexOptions())


def validate(source: Source, schema: Schema, validator: Validator, problems: Problems) -> bool:
    """Adds every difference between the source and the schema. True if there is none."""
    before = len(problems)
    for fault in _once(validator.iter_errors(source.data), source):
        _tell(fault, source, schema, problems)
        if len(problems) - before >= MOST_FAULTS:
            message = f"the file has more problems than the first {MOST_FAULTS}, which are shown"
            problems.add(Place(source.file), "too-many-problems", message)
            break
    return len(problems) == before


def way_of(fault: ValidationError, source: Source) -> Way:
    """The way to what a fault is about. The validator gives a key of digits alone as a number."""
    here, way = source.data, []
    for step in fault.instance_path:
        key = str(step) if isinstance(here, dict) else step
        way.append(key)
        here = here[key]
    return tuple(way)


def _once(faults: Iterable[ValidationError], source: Source) -> Iterator[ValidationError]:
    """The faults, but of a text that is too long and of the wrong form, for that very reason, only the form."""
    held: ValidationError | None = None
    told: set[tuple[Way, str]] = set()
    for fault in faults:
        kind: Any = fault.kind
        way = way_of(fault, source)
        if held is not None and not (kind.name == "pattern" and way == way_of(held, source)):
            yield held
        held = None
        if kind.name == "maxLength":
            held = fault
            continue
        if kind.name == "propertyNames":
            key = (way, str(kind.error.instance))
            if key in told:
                continue
            told.add(key)
        yield fault
    if held is not None:
        yield held


def nearest(word: str, known: Iterable[str], least: float = 60.0) -> str | None:
    """The known word most like `word`, or None if none is much like it."""
    from rapidfuzz import fuzz, process, utils

    choices = sorted(known)
    found = process.extractOne(word, choices, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=least)
    return choices[found[2]] if found else None


def suggest(word: str, known: Iterable[str], most: int = 15) -> str:
    """A hint for an unknown word: the nearest known one, else all of them if they are few, else nothing."""
    words = sorted(known)
    near = nearest(word, words) if len(word) > 2 else None
    if near is not None:
        return f"did you mean '{near}'?"
    if words and len(words) <= most:
        return f"known here: {', '.join(words)}"
    return ""


def _tell(fault: ValidationError, source: Source, schema: Schema, problems: Problems) -> None:
    kind: Any = fault.kind
    way = way_of(fault, source)
    name = _name(way)
    value = fault.instance
    match kind.name:
        case "additionalProperties":
            known = _around(schema, fault).get("properties", {})
            for key in kind.unexpected:
                message = f"the key '{short(key)}' is not known here"
                problems.add(source.key((*way, key)), "unknown-key", message, suggest(key, known))
        case "falseSchema":
            beside = source.under(*way[:-1]).data
            what = "type" if "type" in beside else "grid"
            message = f"the key '{way[-1]}' does not go with the {what} '{beside.get(what, 'square')}'"
            problems.add(source.key(way), "unknown-key", message, "delete it")
        case "required":
            problems.add(source.place(way), "missing-key", f"the key '{kind.property}' is missing")
        case "type":
            wanted = _types(kind.types)
            _wrong_type(source, way, value, wanted, problems)
        case "anyOf" | "oneOf":
            _tell_choice(fault, source, schema, problems)
        case "enum":
            message = f"{name} cannot be {quoted(value)}"
            problems.add(source.place(way), "unknown-value", message, suggest(str(value), map(str, kind.options)))
        case "const":
            message = f"{name} cannot be {quoted(value)}"
            problems.add(source.place(way), "unknown-value", message, f"write {kind.expected_value}")
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            _out_of_range(fault, source, schema, problems)
        case "pattern":
            wants = _around(schema, fault).get("patternErrorMessage", "")
            hint = f"write {wants}" if wants else ""
            problems.add(source.place(way), "bad-form", f"{name} cannot be {quoted(value)}", hint)
        case "propertyNames":
            _tell_key(kind.error, fault, source, schema, problems)
        case "minLength" | "minItems" | "minProperties" if kind.limit == 1:
            problems.add(source.place(way), "empty", f"{name} is empty")
        case "minLength" | "minItems" | "minProperties":
            problems.add(source.place(way), "too-few", f"{name} needs at least {kind.limit} {_counted(kind.name)}")
        case "maxLength":
            message = f"{name} is longer than {kind.limit} characters"
            problems.add(source.place(way), "too-long", message, "shorten it")
        case "maxItems" | "maxProperties":
            problems.add(source.place(way), "too-many", f"{name} has more than {kind.limit} {_counted(kind.name)}")
        case "uniqueItems":
            problems.add(source.place(way), "twice", f"{name} names something twice", "keep one of the two")
        case _:
            problems.add(source.place(way), "wrong-type", f"{name} is not as it should be")


def _tell_choice(fault: ValidationError, source: Source, schema: Schema, problems: Problems) -> None:
    """Of several shapes, tells what is wrong with the one that was meant: the one of the right type whose keys those
    that are there are most like."""
    kind: Any = fault.kind
    way = way_of(fault, source)
    faults: list[Any] = [e for branch in kind.context for e in branch]
    if all(e.kind.name == "required" and way_of(e, source) == way for e in faults):
        keys = " or ".join(f"'{e.kind.property}'" for e in faults)
        problems.add(source.place(way), "missing-key", f"the key {keys} is missing")
        return
    if fault.instance == {} and all(branch and branch[-1].kind.name in ("required", "type") for branch in kind.context):
        problems.add(source.place(way), "empty", f"{_name(way)} is empty")
        return
    wanted: list[str] = []
    meant: list[list[ValidationError]] = []
    for branch in kind.context:
        off = [e for e in branch if e.kind.name == "type" and way_of(e, source) == way]
        for e in off:
            wanted.extend(word for word in _types(getattr(e.kind, "types", [])) if word not in wanted)
        if not off:
            meant.append(branch)
    if meant:
        for inner in min(meant, key=lambda branch: (_strange_keys(branch, way, source), len(branch))):
            _tell(inner, source, schema, problems)
    else:
        _wrong_type(source, way, fault.instance, wanted, problems)


def _strange_keys(faults: list[ValidationError], way: Way, source: Source) -> int:
    """How many keys of a mapping are not those of a shape, or are missing for it."""
    count = 0
    for fault in faults:
        kind: Any = fault.kind
        if kind.name in ("additionalProperties", "required") and way_of(fault, source) == way:
            count += len(kind.unexpected) if kind.name == "additionalProperties" else 1
    return count


def _wrong_type(source: Source, way: Way, value: Any, wanted: list[str], problems: Problems) -> None:
    words = [_TYPES.get(word, word) for word in wanted]
    expected = " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    hint = ""
    if wanted == ["boolean"]:
        hint = "write true or false"
    elif "string" in wanted and isinstance(value, bool | int | float):
        hint = "put it in quotes"
    elif "string" not in wanted and isinstance(value, str) and value.isdecimal():
        hint = "write it without quotes"
        if len(value) > MOST_DIGITS:
            hint = f"a number has at most {MOST_DIGITS} digits"
    if value is None:
        message = f"{_name(way)} is empty; it must be {expected}"
        if "string" in wanted and (comment := _comment_behind(source.under(*way))):
            hint = f"'#' begins a comment; put the text in quotes, as in '{short(comment)}'"
    else:
        message = f"{_name(way)} must be {expected}, not {quoted(value)}"
    problems.add(source.place(way), "wrong-type", message, hint)


def _comment_behind(empty: Source) -> str:
    """The comment, up to its first blank, that stands where a value is wanting and may be meant for it; or nothing."""
    if empty.node is None or empty.node.line > len(empty.lines):
        return ""
    found = re.match(r"\s*(#[^\s,}\]]+)", empty.lines[empty.node.line - 1][empty.node.column - 1 :])
    return found[1] if found else ""


def _out_of_range(fault: ValidationError, source: Source, schema: Schema, problems: Problems) -> None:
    way = way_of(fault, source)
    bounds = _around(schema, fault)
    least, most = bounds.get("minimum"), bounds.get("maximum")
    hint = f"write a number from {least} to {most}" if least is not None and most is not None else ""
    problems.add(source.place(way), "out-of-range", f"{_name(way)} cannot be {fault.instance}", hint)


def _tell_key(inner: Any, fault: ValidationError, source: Source, schema: Schema, problems: Problems) -> None:
    """A key that the writer chose is not of the form that it must have."""
    way = way_of(fault, source)
    key = str(inner.instance)
    rule = _around(schema, inner)
    wants = rule.get("patternErrorMessage", "")
    hint = f"write {wants}" if wants else ""
    problems.add(source.key((*way, key)), "bad-form", f"'{short(key)}' cannot be a key here", hint)


def _name(way: Way) -> str:
    """What a sentence calls the value at `way`."""
    for back, step in enumerate(reversed(way)):
        if isinstance(step, str):
            return f"'{short(step)}'" if back == 0 else f"this item of '{short(step)}'"
    return "this item" if way else "the file"


def quoted(value: Any) -> str:
    """What a sentence calls a value, in the words of the file that it stands in."""
    match value:
        case None:
            return "empty"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"'{short(value)}'" if value else "an empty text"
        case list():
            return "a list"
        case _:
            return "a mapping of keys"


def _counted(keyword: str) -> str:
    return {"minLength": "characters", "minItems": "items", "maxItems": "items"}.get(keyword, "keys")


def _types(types: Any) -> list[str]:
    """The names of a type error's types, which come as one word or several."""
    return [types] if isinstance(types, str) else sorted(str(t) for t in types)


def _around(schema: Schema, fault: Any) -> Schema:
    """The part of the schema that holds the keyword which a fault is about."""
    return _at(schema, tuple(fault.schema_path)[:-1])


def _at(schema: Schema, way: Iterable[str | int]) -> Schema:
    """The part of the schema that a fault's path leads to; the validator gives paths with references resolved."""
    here: Any = schema
    for step in way:
        here = here[step]
    return here if isinstance(here, dict) else {}
