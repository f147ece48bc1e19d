"""The grammar of the battle notation: one for all rulesets, with each ruleset's own words in it.

This is the only module that knows the parser library; it is imported when the first line is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from reportgen.battle.vocabulary import DEGREES, Vocabulary

_GRAMMAR = r"""
start: body COMMENT?
?body: units place thrown*                       -> moves
     | units place? ATTACK TARGET dice_part* tail -> attacks
     | units place? WORD FACING? _arguments? tail -> does
     | units place? MOVEWORD place? tail          -> does
     | SIDEWORD _options? dice tail               -> side_does
     | thrown+                                    -> only_dice
units: UNIT ("+" UNIT)*
place: path FACING? | FACING
path: COORD (_DASH COORD)*
?dice_part: THROW | modifiers | totals
modifiers: OPEN modifier_side ("|" modifier_side)? ")"
modifier_side: (NONE | UNKNOWN | modifier ("," modifier)*)?
modifier: NAME AMOUNT | AMOUNT NAME
totals: "=" TOTALS
dice: THROW*
_arguments: argument argument*
?argument: ARGUMENT | STRING | AMOUNT
_options: option ("|"? option)*
?option: NAME | STRING
tail: thrown* result?
thrown: "[" NAME TARGET? FACES "]"
result: _ARROW LOSER? RESULT path?

COMMENT: /#.*/
UNIT: /(?=\w*[^\W\d_])[^\W_][\w.]*/
TARGET: /(?=[\w.']*[^\W\d_])[^\W_][\w.']*(-[\w.']+)*/
ARGUMENT: /(?=\w*[^\W\d_])[^\W_][\w']*(-[\w']+)*|_[\w']*(-[\w']+)*/
NAME: /[^\W\d][\w']*(-[\w']+)*/
STRING: /"(?:[^"\\]|\\.)*"/
THROW: /(?:[0-9]{1,4}|\?)(?:,(?:[0-9]{1,4}|\?))*(?::(?:[0-9]{1,4}|\?)(?:,(?:[0-9]{1,4}|\?))*)*(?![\w:,.])/
FACES: /(?:[0-9]{1,4}|\?)(?:,(?:[0-9]{1,4}|\?))*(?![\w:,.])/
TOTALS: /(?:-?[0-9]{1,4}|\?):(?:-?[0-9]{1,4}|\?)(?![\w:.])/
AMOUNT: /[-+]?[0-9]{1,6}(?![\w:.])/
NONE.2: /none(?![\w-])/
UNKNOWN: "?"
OPEN: "("
LOSER.2: /(?i:attacker|defender)(?![\w-])/
_DASH: /[-–](?!>)/
_ARROW: /->|→/
%ignore /[ \t]+/
"""

_SQUARE = r"[A-Za-z]{1,2}[1-9][0-9]?(?:/[12])?(?![\w.])"
_MEASURED = r"[0-9]{1,4}(?:\.[0-9]{1,2})?,[0-9]{1,4}(?:\.[0-9]{1,2})?(?![\w.])"
_PLAIN_WORD = re.compile(r"[^\W\d][\w']*(?:-[\w']+)*\Z")
_FOUND = re.compile(r'"(?:[^"\\]|\\.)*"|"|\S*')
"""What stands where a line goes wrong: a text in quotes, quotes that are never closed, or a word."""
_AFTER_WORD = r"(?![\w-])"


class Misread(Exception):
    """A line that the grammar does not take. `column` counts from 1; `expected` are phrases, in a stable order."""

    def __init__(self, column: int, found: str, expected: tuple[str, ...]) -> None:
        super().__init__(f"{found!r} at {column}")
        self.column = column
        self.found = found
        self.expected = expected


_NOTHING = Token("NOTHING", "")


@dataclass(frozen=True, slots=True)
class Place:
    """A path and the facing after it, either of which may be missing."""

    path: tuple[str, ...] = ()
    facing: str = ""
    path_at: int = 1
    facing_at: int = 1


@dataclass(frozen=True, slots=True)
class Tail:
    throws: tuple[tuple[Token, Token, Token], ...] = ()
    result: tuple[str, Token, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A parsed line, its words still as they were written. Tokens know their columns."""

    units: tuple[Token, ...] = ()
    place: Place = Place()
    deed: str = ""
    verb: Token = _NOTHING
    target: Token = _NOTHING
    arguments: tuple[Token, ...] = ()
    dice: tuple[Token, ...] = ()
    modifiers: tuple[dict[str, int] | None, ...] | None = None
    modifiers_at: int = 1
    totals: Token | None = None
    tail: Tail = Tail()
    comment: str = ""


class Twice(Exception):
    """Something stands twice that may stand once."""

    def __init__(self, column: int, what: str) -> None:
        super().__init__(what)
        self.column = column
        self.what = what


@dataclass(frozen=True, slots=True)
class _Modifiers:
    sides: tuple[dict[str, int] | None, ...]
    column: int


def _names(path: Iterable[Token]) -> tuple[str, ...]:
    return tuple(place.upper() for place in path)


def _facing(token: Token) -> str:
    return token.upper().rstrip("°")


def text_of(token: Token) -> str:
    """What an argument says: the inside of a quoted text, or the word."""
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.type == "STRING" else str(token)


class _Reader(Transformer[Token, Line]):
    """Turns the parser's reductions into a Line; every method is named after a rule of the grammar."""

    def start(self, parts: list[Any]) -> Line:
        line: Line = parts[0]
        return replace(line, comment=parts[1][1:].strip()) if len(parts) > 1 else line

    def moves(self, parts: list[Any]) -> Line:
        units, place, *throws = parts
        return Line(units, place, tail=Tail(tuple(throws)))

    def attacks(self, parts: list[Any]) -> Line:
        units, *rest, tail = parts
        place = rest.pop(0) if isinstance(rest[0], Place) else Place()
        verb, target, *rest = rest
        dice: list[Token] = []
        modifiers: tuple[dict[str, int] | None, ...] | None = None
        modifiers_at = 1
        totals: Token | None = None
        for part in rest:
            if isinstance(part, _Modifiers):
                if modifiers is not None:
                    raise Twice(part.column, "the modifiers stand")
                modifiers, modifiers_at = part.sides, part.column
            elif part.type == "TOTALS":
                if totals is not None:
                    raise Twice(part.column or 1, "the totals stand")
                totals = part
            else:
                dice.append(part)
        return Line(units, place, "attack", verb, target, (), tuple(dice), modifiers, modifiers_at, totals, tail)

    def does(self, parts: list[Any]) -> Line:
        units, *rest, tail = parts
        place = rest.pop(0) if isinstance(rest[0], Place) else Place()
        verb, *rest = rest
        if rest and isinstance(rest[0], Place):
            if place != Place():
                raise Twice(verb.column or 1, "a place stands")
            place = rest.pop(0)
        elif rest and rest[0].type == "FACING":
            facing = rest.pop(0)
            if place.facing:
                raise Twice(facing.column or 1, "a facing stands")
            place = Place(place.path, _facing(facing), place.path_at, facing.column or 1)
        return Line(units, place, "word", verb, _NOTHING, tuple(rest), tail=tail)

    def side_does(self, parts: list[Any]) -> Line:
        verb, *arguments, dice, tail = parts
        return Line((), Place(), "side", verb, _NOTHING, tuple(arguments), dice, tail=tail)

    def only_dice(self, parts: list[Any]) -> Line:
        return Line(deed="dice", tail=Tail(tuple(parts)))

    def units(self, parts: list[Token]) -> tuple[Token, ...]:
        return tuple(parts)

    def place(self, parts: list[Any]) -> Place:
        path: tuple[Token, ...] = parts[0] if isinstance(parts[0], tuple) else ()
        facing = parts[-1] if isinstance(parts[-1], Token) else _NOTHING
        path_at = (path[0].column or 1) if path else 1
        return Place(_names(path), _facing(facing), path_at, facing.column or 1)

    def path(self, parts: list[Token]) -> tuple[Token, ...]:
        return tuple(parts)

    def dice(self, parts: list[Token]) -> tuple[Token, ...]:
        return tuple(parts)

    def modifiers(self, parts: list[Any]) -> _Modifiers:
        bracket, *sides = parts
        return _Modifiers(tuple(sides), bracket.column or 1)

    def modifier_side(self, parts: list[Any]) -> dict[str, int] | None:
        if parts and isinstance(parts[0], Token):
            return None if parts[0].type == "UNKNOWN" else {}
        side: dict[str, int] = {}
        for name, amount in parts:
            if str(name) in side:
                raise Twice(name.column or 1, f"the modifier '{name}' stands")
            side[str(name)] = amount
        return side

    def modifier(self, parts: list[Token]) -> tuple[Token, int]:
        name, amount = parts if parts[0].type == "NAME" else (parts[1], parts[0])
        return name, int(amount)

    def totals(self, parts: list[Token]) -> Token:
        return parts[0]

    def tail(self, parts: list[Any]) -> Tail:
        throws = tuple(part for part in parts if part[0] != "->")
        results = [part[1] for part in parts if part[0] == "->"]
        return Tail(throws, results[0] if results else None)

    def thrown(self, parts: list[Token]) -> tuple[Token, Token, Token]:
        return parts[0], parts[1] if len(parts) > 2 else _NOTHING, parts[-1]

    def result(self, parts: list[Any]) -> tuple[str, tuple[str, Token, tuple[str, ...]]]:
        loser, word = "", _NOTHING
        path: tuple[str, ...] = ()
        for part in parts:
            if isinstance(part, tuple):
                path = _names(part)
            elif part.type == "LOSER":
                loser = part.lower()
            else:
                word = part
        return "->", (loser, word, path)


MOST_TOLD = 6
"""Words that are listed in full where a line cannot be read."""

_PHRASES = {
    "UNIT": "a unit",
    "TARGET": "a target",
    "COORD": "a square (such as C7)",
    "_DASH": "'-' and the next square",
    "THROW": "dice (such as 9:4)",
    "FACES": "dice (such as 4 or 4,2)",
    "OPEN": "modifiers in round brackets",
    "RPAR": "')'",
    "VBAR": "'|'",
    "COMMA": "','",
    "EQUAL": "'=' and the totals",
    "TOTALS": "two totals (such as 14:9)",
    "LSQB": "further dice in square brackets",
    "RSQB": "']'",
    "ARGUMENT": "a word",
    "NAME": "a word",
    "STRING": "a text in double quotes",
    "AMOUNT": "a number",
    "NONE": "none",
    "UNKNOWN": "'?'",
    "LOSER": "'attacker' or 'defender'",
    "_ARROW": "'->' and the result",
    "PLUS": "'+' and another unit",
    "COMMENT": "",
    "$END": "the end of the line",
}
_FIRST = ("UNIT", "SIDEWORD", "TARGET", "COORD", "_DASH", "FACING", "ATTACK", "WORD", "MOVEWORD", "LOSER", "RESULT")


class Grammar:
    """The parser for one ruleset's words."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.attacks = {v.symbol.lower(): v.id for v in vocabulary.verbs if v.form == "attack"}
        self.sides = {v.symbol.lower(): v.id for v in vocabulary.verbs if v.form == "side"}
        self.unit_words = {v.symbol.lower(): v.id for v in vocabulary.verbs if v.form == "unit"}
        self.move_words = {
            v.symbol.lower(): v.id for v in vocabulary.verbs if v.form == "move" and _PLAIN_WORD.match(v.symbol)
        }
        self.words = {**self.unit_words, **self.move_words}
        self.sides.setdefault("end", "end")
        self.results = {
            spelling.lower(): word for word, spoken in vocabulary.results.items() for spelling in (word, spoken)
        }
        facings = [f for f in vocabulary.facings if f != DEGREES]
        measured = DEGREES in vocabulary.facings
        terminals = [
            f"COORD.3: /{_escaped(f'(?:{_SQUARE}|{_MEASURED})' if measured else _SQUARE)}/",
            _alternatives("FACING.3", facings, r"|[0-9]{1,3}°?(?![\w.])" if measured else ""),
            _alternatives("ATTACK.2", self.attacks),
            _alternatives("WORD.2", self.unit_words),
            _alternatives("MOVEWORD.2", self.move_words),
            _alternatives("SIDEWORD.2", self.sides),
            _alternatives("RESULT", self.results) if self.results else "RESULT: NAME",
        ]
        self.phrases = {
            **_PHRASES,
            "FACING": "a facing (" + _or(facings + (["degrees"] if measured else [])) + ")",
            "ATTACK": _or(_quoted(self.attacks)),
            "WORD": _some(_quoted(self.unit_words)),
            "MOVEWORD": _or(_quoted(self.move_words)),
            "SIDEWORD": _or(_quoted(self.sides)),
            "RESULT": "a result (" + _or(list(vocabulary.results.values()) or ["any word"]) + ")",
        }
        self.lark = Lark(
            _GRAMMAR + "\n".join(terminals) + "\n",
            parser="lalr",
            lexer="contextual",
            maybe_placeholders=False,
            transformer=_Reader(),
        )

    def parse(self, text: str) -> Line:
        """Raises Misread or Twice."""
        try:
            return cast(Line, self.lark.parse(text))
        except UnexpectedInput as fault:
            raise self._misread(text, fault) from None

    def expected_after(self, text: str) -> tuple[str, ...]:
        """What may come next after the beginning of a line, in phrases; raises Misread if it is none."""
        try:
            state = self.lark.parse_interactive(text)
            state.exhaust_lexer()
        except UnexpectedInput as fault:
            raise self._misread(text, fault) from None
        return self._say(state.accepts())  # type: ignore[no-untyped-call]

    def _misread(self, text: str, fault: UnexpectedInput) -> Misread:
        names: Iterable[str] = ()
        at = fault.pos_in_stream or 0
        if isinstance(fault, UnexpectedToken):
            at = len(text.rstrip()) if fault.token.type == "$END" else fault.token.start_pos or 0
            names = fault.accepts or fault.expected
        elif isinstance(fault, UnexpectedCharacters):
            names = fault.allowed or ()
        found = _FOUND.match(text, at)
        return Misread(at + 1, found.group() if found else "", self._say(names))

    def _say(self, names: Iterable[str]) -> tuple[str, ...]:
        known = set(names)
        return tuple(
            self.phrases[name] for name in dict.fromkeys((*_FIRST, *_PHRASES)) if name in known and self.phrases[name]
        )


@lru_cache(maxsize=16)
def _made(key: tuple[Any, ...], vocabulary: _Held) -> Grammar:
    return Grammar(vocabulary.held)


class _Held:
    """Carries a vocabulary past the cache, which knows it by its key alone."""

    def __init__(self, held: Vocabulary) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def grammar(vocabulary: Vocabulary) -> Grammar:
    """The grammar with this vocabulary's words, made once."""
    return _made((vocabulary.verbs, vocabulary.facings, tuple(vocabulary.results.items())), _Held(vocabulary))


def _escaped(pattern: str) -> str:
    return pattern.replace("/", r"\/")


def _alternatives(name: str, words: Iterable[str], more: str = "") -> str:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    choices = "|".join(re.sub(r"\\? +", r"[ ]+", re.escape(word)) for word in longest_first)
    pattern = f"(?i:{choices}){_AFTER_WORD}" if choices else "(?!)x"
    return f"{name}: /{_escaped(pattern + more)}/"


def _quoted(words: Iterable[str]) -> list[str]:
    return [f"'{word}'" for word in words]


def _some(words: list[str]) -> str:
    """All of them, or, if nobody would read so many, what they are and the first."""
    return _or(words) if len(words) <= MOST_TOLD else f"a verb (such as {_or(words[:3])})"


def _or(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]
