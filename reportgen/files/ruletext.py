"""Placeholders in the texts of rules, and how values are printed: no number of a ruleset is typed twice.

{points}                       a value of the rule itself
{armies.points/points}         a value of another rule
{stands.types/guard_infantry/value}   a cell of a table
{@move.diagonal}               a rule's number
{charge:+}  {turns:words}      with its sign; written out up to twenty (`Words`: with a capital)
{parts:part}                   as a part: 2 is 'half', 3 'a third'
{{                             a brace
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

_BRACES = re.compile(r"\{\{|\{([^{}\n]*)\}")
_RULE = r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*"
_NAME = r"[a-z][a-z0-9_]*"
_INSIDE = re.compile(
    rf"(?:@(?P<number>{_RULE})|(?:(?P<rule>{_RULE})/)?(?P<name>{_NAME})(?:/(?P<column>{_NAME}))?)"
    r"(?::(?P<manner>\+|words|Words|part))?\Z"
)
_FRACTIONS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)

_PARTS = {1: "all", 2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 6: "a sixth", 8: "an eighth", 10: "a tenth"}


@dataclass(frozen=True, slots=True)
class Placeholder:
    """What stands between braces. `number`: the rule whose number is meant, or empty. Otherwise the value `name` of
    `rule` (empty: the rule whose text it is), or the cell of row `name` and `column`.

    `manner`: empty, '+', 'words', 'Words' or 'part'.
    """

    number: str
    rule: str
    name: str
    column: str
    manner: str


def placeholder(inside: str) -> Placeholder | None:
    """The placeholder that the text between two braces is, or None."""
    found = _INSIDE.match(inside)
    if found is None:
        return None
    return Placeholder(*(found[key] or "" for key in ("number", "rule", "name", "column", "manner")))


def placeholders(text: str) -> Iterator[tuple[int, int, str]]:
    """(line from 0, column from 0, what stands between the braces) of everything in braces."""
    for number, line in enumerate(text.split("\n")):
        for found in _BRACES.finditer(line):
            if found[1] is not None:
                yield number, found.start(), found[1]


def open_braces(text: str) -> Iterator[tuple[int, int]]:
    """(line from 0, column from 0) of every brace that is opened and not closed in its line."""
    for number, line in enumerate(text.split("\n")):
        rest = _BRACES.sub(lambda found: " " * len(found[0]), line)
        yield from ((number, column) for column, sign in enumerate(rest) if sign == "{")


_PICTURE = re.compile(r"!\[[^\]\n]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"\n]*\")?\s*\)")
_QUOTED = re.compile(r"`[^`]*`")


def pictures_in(text: str) -> Iterator[tuple[int, int, str]]:
    """(line from 0, column from 0, file) of every picture of a Markdown text: `![words](file.png)`.

    What is quoted in backticks shows no picture.
    """
    for number, line in enumerate(text.split("\n")):
        for found in _PICTURE.finditer(_QUOTED.sub(lambda quoted: " " * len(quoted[0]), line)):
            yield number, found.start(), found[1]


def filled(text: str, say: Callable[[Placeholder], str]) -> str:
    """The text with every placeholder filled in; what is none stays as it is."""

    def fill(found: re.Match[str]) -> str:
        if found[1] is None:
            return "{"
        known = placeholder(found[1])
        return found[0] if known is None else say(known)

    return _BRACES.sub(fill, text)


def written(value: Any, manner: str = "") -> str:
    """A value as the booklet prints it: 0.5 is '½', -2 has a minus sign, a list is 'a, b or c', None is '–'.

    `manner`: '+' puts a sign before positive numbers, 'words' writes whole numbers up to twenty out, 'Words' begins
    them with a capital, 'part' makes 'half' of 2 and '1/7' of 7.
    """
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            words = [written(one, manner) for one in value]
            return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
        case int() if manner in ("words", "Words") and 0 <= value < len(_WORDS):
            word = _WORDS[value]
            return word.capitalize() if manner == "Words" else word
        case int() if manner == "part" and value > 0:
            return _PARTS.get(value, f"1/{value}")
        case int() | float():
            sign = "\N{MINUS SIGN}" if value < 0 else "+" if manner == "+" else ""
            size = Fraction(abs(value)).limit_denominator(1_000_000)
            whole, rest = divmod(size, 1)
            if rest == 0:
                return f"{sign}{whole}"
            if rest in _FRACTIONS:
                return f"{sign}{whole or ''}{_FRACTIONS[rest]}"
            return f"{sign}{float(size):g}"
        case _:
            return str(value)
