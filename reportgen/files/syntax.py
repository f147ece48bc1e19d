"""The YAML parser's complaints in plain words: one sentence, a place, and what to do about it."""

from __future__ import annotations

import re

import yaml

_BARE_QUESTION = re.compile(r"[:,\[]\s*(\?)\s*(?=[,\]}]|$)")
"""A die that was not noted, where YAML takes the sign for the beginning of a key."""
_COMMENT = re.compile(r":\s+(#[^\s,}\]]+)")
"""A comment where the value of a key should stand, and perhaps is meant for it."""
_QUOTE = "put the text in quotes"
_INDENT = "check the indentation of this line and the line before"

_SENTENCES: dict[str, tuple[str, str]] = {
    "mapping values are not allowed in this context": (
        "a ':' stands where no key can be",
        "put a text that contains ': ' in quotes, or check the indentation",
    ),
    "block sequence entries are not allowed in this context": (
        "a list item ('- ') cannot begin here",
        "begin the list on a new line below its key",
    ),
    "mapping keys are not allowed in this context": ("a key cannot begin here", _INDENT),
    "found unknown escape character": (
        "a backslash in this double-quoted text is followed by a character that means nothing",
        "use single quotes",
    ),
    "did not find expected comment or line break": (
        "something stands after '|' or '>' in the same line",
        "begin the text on the next line",
    ),
    "did not find expected node content": ("a value is missing here", "write the value, or null"),
    "did not find expected <document start>": ("this belongs to nothing before it", _INDENT),
    "did not find expected key": ("this line fits no key or list before it", _INDENT),
    "did not find expected '-' indicator": ("this line is not an item of the list before it", _INDENT),
    "found unexpected ':'": ("a ':' cannot stand here", _QUOTE),
    "found incorrect leading empty lines": ("an empty line here is indented more than the text below it", _INDENT),
}

_AT_START: dict[str, tuple[str, str]] = {
    "could not find expected ':'": ("this line is not a key with a ':' after it", _INDENT),
    "found unexpected end of stream": ("the quoted text that begins here is never closed", "add the closing quote"),
    "found unexpected document indicator": (
        "the quoted text that begins here is not closed before a line of '---'",
        "add the closing quote",
    ),
    "did not find expected ',' or ']'": ("the list that begins here is not closed", "add the missing ',' or ']'"),
    "did not find expected ',' or '}'": ("the mapping that begins here is not closed", "add the missing ',' or '}'"),
}
"""These are told at the place where the unfinished thing began, not where the parser gave up."""


def explain(fault: yaml.YAMLError, text: str) -> tuple[int, int, str, str]:
    """Line, column, message and hint for a fault found in `text`; line and column from 1."""
    began = getattr(fault, "context_mark", None)
    mark = getattr(fault, "problem_mark", None) or began
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    said = getattr(fault, "problem", None) or ""
    lines = text.splitlines()
    written = lines[line] if line < len(lines) else ""
    if "\t" in written[: len(written) - len(written.lstrip())]:
        tab = written.index("\t")
        return line + 1, tab + 1, "a tab stands in the indentation", "indent with spaces"
    bare = _BARE_QUESTION.search(written)
    if bare:
        return line + 1, bare.start(1) + 1, "a '?' cannot stand here without quotes", "write '?' in quotes"
    in_braces = "flow" in (getattr(fault, "context", None) or "")
    swallowed = _swallowed(lines, began.line if began is not None and in_braces else line + 1, line)
    if swallowed:
        return swallowed
    if said in _AT_START and began is not None:
        message, hint = _AT_START[said]
        return began.line + 1, began.column + 1, message, hint
    if said == "found character that cannot start any token" and column < len(written):
        return line + 1, column + 1, f"a text cannot begin with '{written[column]}' unless it is quoted", _QUOTE
    message, hint = _SENTENCES.get(said, ("the file cannot be understood from here on", _INDENT))
    return line + 1, column + 1, message, hint


def _swallowed(lines: list[str], began: int, line: int) -> tuple[int, int, str, str] | None:
    """What to tell, as `explain` does, if a comment has swallowed the rest of a mapping in braces: the last one before
    the fault that stands in the mapping that began, or behind an open brace of its own line."""
    for number in range(min(line, len(lines) - 1), -1, -1):
        for found in _COMMENT.finditer(lines[number]):
            before = lines[number][: found.start(1)]
            inside = number >= began or before.count("{") > before.count("}")
            if inside and not any(before.count(sign) % 2 for sign in "'\""):
                hint = f"put the text in quotes, as in '{found[1]}'"
                return number + 1, found.start(1) + 1, "'#' begins a comment, so a value is missing here", hint
    return None
