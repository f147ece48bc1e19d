"""Battle notation: one line an action, readable aloud, the same grammar for every ruleset (docs/notation.md).

    BRI1 C4-D5 E                                 moves from C4 to D5 and faces east
    MG x JIH2 9:4                                fires; the dice of both
    SPR3 xx RFA 4:3 (value 2, adj 2 | value 2) = 8:5 -> withdraws B8
    dilemma "deploy" | "fire" 2:4                a solo player asks the dice

`Notation.parse` turns a line into actions, `Notation.print` an action into its one canonical line;
parse -> print -> parse gives the same actions.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from reportgen.battle.orders import Action, Declared, Faces, Order, Thrown
from reportgen.battle.vocabulary import DEGREES, Verb, Vocabulary
from reportgen.files.fitting import END, misfits
from reportgen.problems import NOWHERE, Place, Problem

if TYPE_CHECKING:
    from lark import Token

    from reportgen.files.grammar import Grammar, Line

LONGEST = 1_000
"""Characters in a line."""

THROW = "throw"
"""The verb of a line that holds nothing but dice (`[morale INF2 4]`)."""
NOTHING = Verb(THROW, "side", THROW)
"""What stands in such a line: no verb."""

_ZERO = re.compile(r"(?<!\d)0+(?!\d)")
_UNIT = re.compile(r"(?=\w*[^\W\d_])[^\W_][\w.]*\Z")
_FIRST = re.compile(r"[ \t]*(?P<word>(?=\w*[^\W\d_])[^\W_][\w.]*)")
_TARGET = re.compile(r"(?=[\w.']*[^\W\d_])[^\W_][\w.']*(?:-[\w.']+)*\Z")
_SQUARE = re.compile(r"[A-Z]{1,2}[1-9][0-9]?(?:/[12])?\Z|[0-9]{1,4}(?:\.[0-9]{1,2})?,[0-9]{1,4}(?:\.[0-9]{1,2})?\Z")
_NUMBERED = re.compile(r"[0-9]+[^\W\d_]\w*\Z")
_WORD = re.compile(r"[^\W\d][\w']*(?:-[\w']+)*\Z")


class NotationError(Exception):
    """A line that is no action. `column` counts from 1 inside the line; message and hint are fit for users."""

    def __init__(self, line: str, column: int, message: str, hint: str = "") -> None:
        super().__init__(f"column {column}: {message}")
        self.line = line
        self.column = column
        self.message = message
        self.hint = hint

    def problem(self, place: Place = NOWHERE) -> Problem:
        """The same as a problem; `place` is where the line begins."""
        at = Place(place.file, place.line, place.column + self.column - 1 if place.column else self.column)
        return Problem(at, "notation", self.message, self.hint)

    def pointed(self) -> str:
        """The line with a caret below the place, for a terminal."""
        return f"{self.line}\n{' ' * (self.column - 1)}^"


class Notation:
    """The notation of one ruleset. `units` are the ids of a battle: other names are refused, small letters will do.

    `sides` are the ids of its sides, which may have thrown dice too. Without `units` any name is taken.
    """

    def __init__(self, vocabulary: Vocabulary, units: Iterable[str] = (), sides: Iterable[str] = ()) -> None:
        self.vocabulary = vocabulary
        self.verbs = {verb.id: verb for verb in vocabulary.verbs}
        self.verbs.setdefault(END, Verb(END, "side", END))
        self.move = next((v.id for v in vocabulary.verbs if v.form == "move" and not _WORD.match(v.symbol)), "move")
        self._side_words = {verb.symbol.lower() for verb in self.verbs.values() if verb.form == "side"}
        self.units = {unit.lower(): unit for unit in units}
        self.sides = {side.lower(): side for side in sides}

    @property
    def _grammar(self) -> Grammar:
        from reportgen.files.grammar import grammar

        return grammar(self.vocabulary)

    # -- reading -----------------------------------------------------------------------------------------------------

    def parse(self, line: str, place: Place = NOWHERE) -> tuple[Action, ...]:
        """The actions of a line: one, or one for each unit of `BRI1+BRI2 C4-D5`, or a move and the attack after it.

        `place` is where the line begins; the actions keep it. Raises NotationError.
        """
        from reportgen.files.grammar import Misread, Twice

        if len(line) > LONGEST:
            raise NotationError(line[:80] + "…", 1, f"a line of more than {LONGEST} characters", "split it")
        if "\n" in line or "\r" in line:
            raise NotationError(line.splitlines()[0], 1, "an action is one line", "write one action a line")
        if line.lstrip().startswith("#"):
            raise NotationError(line, line.index("#") + 1, "a remark needs an action before it", "write it as a note")
        try:
            read = self._grammar.parse(line)
        except Misread as fault:
            self._begins(line, fault.column)
            raise NotationError(line, fault.column, _unexpected(fault.found, fault.expected)) from None
        except Twice as fault:
            raise NotationError(line, fault.column, f"{fault.what} twice in this line", "keep one") from None
        actions = self._actions(line, read)
        last = len(actions) - 1
        return tuple(
            Action(order, declared, read.comment if n == last else "", place, line)
            for n, (order, declared) in enumerate(actions)
        )

    def expected_after(self, beginning: str) -> tuple[str, ...]:
        """What may come next after the beginning of a line, in words. Raises NotationError if it begins no line."""
        from reportgen.files.grammar import Misread

        try:
            return self._grammar.expected_after(beginning)
        except Misread as fault:
            raise NotationError(beginning, fault.column, _unexpected(fault.found, fault.expected)) from None

    def _actions(self, line: str, read: Line) -> list[tuple[Order, Declared]]:
        tail = self._tail(line, read)
        grammar = self._grammar
        if read.deed == "dice":
            return [(Order(THROW), tail)]
        if read.deed == "side":
            self._in_quotes(line, read)
            verb = self.verbs[grammar.sides[_word(read.verb)]]
            order, said = Order(verb.id, text=self._words(line, read, verb)), self._with_dice(line, tail, read)
            self._fits(line, read, verb, order, said)
            return [(order, said)]
        units = [self._unit(line, token) for token in read.units]
        again = next((n for n, unit in enumerate(units) if unit in units[:n]), 0)
        if again and self.units:
            raise NotationError(
                line, read.units[again].column or 1, f"{units[again]} stands twice in this line", "keep one"
            )
        path, facing = read.place.path, read.place.facing
        if read.deed == "attack":
            if len(units) > 1:
                column = read.units[1].column or 1
                raise NotationError(line, column, "one unit makes an attack", "write a line for each")
            target = self._unit(line, read.target)
            if target == units[0] and self.units:
                raise NotationError(line, read.target.column or 1, f"{target} cannot attack itself", "name an enemy")
            verb = self.verbs[grammar.attacks[_word(read.verb)]]
            apart = bool(path) or (bool(facing) and not verb.facing)
            order = Order(verb.id, units[0], target, (), "" if apart else facing)
            said = self._with_dice(line, tail, read)
            self._fits(line, read, verb, order, said)
            first = [(Order(self.move, units[0], "", path, facing), Declared())] if apart else []
            return [*first, (order, said)]
        verb = self.verbs[grammar.words[_word(read.verb)] if read.deed == "word" else self.move]
        words = self._words(line, read, verb)
        orders = [Order(verb.id, unit, "", path, facing, words) for unit in units]
        self._fits(line, read, verb, orders[0], tail)
        return [(order, tail) for order in orders]

    def _begins(self, line: str, column: int) -> None:
        """Raises NotationError if the line's first word is no unit: there the fault is, and not where it broke off."""
        first = _FIRST.match(line)
        if not self.units or first is None or first.end() >= column or first["word"].lower() in self.units:
            return
        at = first.start("word")
        if not line[at:].lower().startswith(tuple(self._side_words)):
            raise self._unknown(line, at + 1, first["word"], self.units, "no unit is called")

    def _words(self, line: str, read: Line, verb: Verb) -> tuple[str, ...]:
        """What stands behind a verb: texts, or the id of a unit."""
        from reportgen.files.grammar import text_of

        words = tuple(map(text_of, read.arguments))
        return (self._unit(line, read.arguments[0], words[0]), *words[1:]) if verb.whom and words else words

    def _fits(self, line: str, read: Line, verb: Verb, order: Order, said: Declared) -> None:
        """Raises NotationError for what cannot stand with the verb, at the first place where that is so."""
        after = (read.verb.column or 1) + len(read.verb)
        found = []
        for misfit in misfits(verb, order, said):
            match misfit.part:
                case "path":
                    column = read.place.path_at
                case "facing":
                    column = read.place.facing_at
                case "text":
                    column = (read.arguments[misfit.nth].column or 1) if misfit.nth < len(read.arguments) else after
                case "dice":
                    column = read.dice[0].column or 1
                case "modifiers":
                    column = read.modifiers_at
                case "totals" if read.totals is not None:
                    column = read.totals.column or 1
                case "result" if read.tail.result is not None:
                    column = read.tail.result[1].column or 1
                case _:
                    column = (read.tail.throws[0][0].column or 1) if read.tail.throws else after
            found.append((column, misfit))
        if found:
            column, misfit = min(found, key=lambda one: one[0])
            raise NotationError(line, column, misfit.message, misfit.hint)

    @staticmethod
    def _in_quotes(line: str, read: Line) -> None:
        """Raises NotationError for several bare words in a row: one text is meant, not several."""
        if len(read.arguments) > 1 and "|" not in line and '"' not in line:
            text = " ".join(read.arguments)
            column = read.arguments[0].column or 1
            hint = f'write {read.verb} "{text}"'
            raise NotationError(line, column, "a text of more than one word stands in double quotes", hint)

    def _unit(self, line: str, token: Token, name: str = "") -> str:
        """The id of the unit that is named there."""
        return self._known(line, token, name or str(token), self.units, "no unit is called")

    def _thrower(self, line: str, token: Token) -> str:
        """Whose dice they are: a unit's, or a side's."""
        known = {**self.units, **self.sides} if self.units else {}
        return self._known(line, token, str(token), known, "no unit and no side is called") if token else ""

    def _known(self, line: str, token: Token, name: str, known: Mapping[str, str], fault: str) -> str:
        if not known:
            return name
        found = known.get(name.lower())
        if found is not None:
            return found
        raise self._unknown(line, token.column or 1, name, known, fault)

    @staticmethod
    def _unknown(line: str, column: int, name: str, known: Mapping[str, str], fault: str) -> NotationError:
        near = difflib.get_close_matches(name.lower(), known, 1)
        hint = f"did you mean {known[near[0]]}?" if near else "the scenario lists the units"
        return NotationError(line, column, f"{fault} '{name}'", hint)

    def _tail(self, line: str, read: Line) -> Declared:
        throws = tuple(
            Thrown(str(purpose), _faces(str(faces)), self._thrower(line, unit))
            for purpose, unit, faces in read.tail.throws
        )
        if read.tail.result is None:
            return Declared(throws=throws)
        loser, token, path = read.tail.result
        word = str(token)
        result = self._grammar.results.get(" ".join(word.lower().split()), word)
        return Declared(throws=throws, result=result, loser="" if loser == "defender" else loser, withdrew=path)

    def _with_dice(self, line: str, declared: Declared, read: Line) -> Declared:
        dice: tuple[Faces, ...] = ()
        rethrows: list[Faces] = []
        for token in read.dice:
            nothing = _ZERO.search(token)
            if nothing:
                column = (token.column or 1) + nothing.start()
                raise NotationError(line, column, "no die shows 0", "write '?' for a die that was not noted")
            groups = tuple(_faces(group) for group in token.split(":"))
            if not dice:
                dice = groups
                continue
            if len(groups) != len(dice) or any(len(group) != 1 for group in groups):
                wanted = ":".join("7" * len(dice))
                message = f"'{token}' is no further throw after a tie, which is one die for each as in {wanted}"
                raise NotationError(line, token.column or 1, message)
            rethrows.append(tuple(group[0] for group in groups))
        modifiers = (*(read.modifiers or ()), None, None)[:2]
        totals = [None if t == "?" else int(t) for t in read.totals.split(":")] if read.totals else [None, None]
        return replace(
            declared,
            dice=dice,
            rethrows=tuple(rethrows),
            modifiers=(modifiers[0], modifiers[1]),
            totals=(totals[0], totals[1]),
        )

    # -- writing -----------------------------------------------------------------------------------------------------

    def print(self, action: Action) -> str:
        """The action's line. Raises KeyError for a verb that the ruleset does not have."""
        return self._line([action.order.unit], action)

    def print_all(self, actions: Sequence[Action]) -> list[str]:
        """The lines of several actions; units that do the same one after another share a line."""
        lines: list[str] = []
        n = 0
        while n < len(actions):
            action, units = actions[n], [actions[n].order.unit]
            while n + 1 < len(actions) and _same_deed(actions[n], actions[n + 1], self.verbs):
                n += 1
                units.append(actions[n].order.unit)
            lines.append(self._line(units, actions[n] if len(units) > 1 else action))
            n += 1
        return lines

    def _line(self, units: list[str], action: Action) -> str:
        order, declared = action.order, action.declared
        words: list[str] = []
        where = "-".join(order.path)
        if order.verb != THROW:
            verb = self.verbs[order.verb]
            if verb.form == "side":
                words += [verb.symbol, " | ".join(text if _WORD.match(text) else _quoted(text) for text in order.text)]
            elif verb.form == "attack":
                words += ["+".join(units), order.facing, verb.symbol, order.target]
            elif verb.id == self.move:
                words += ["+".join(units), where, order.facing]
            else:
                before, after = (order.facing, "") if where else ("", order.facing)
                words += ["+".join(units), where, before, verb.symbol, after, " ".join(map(self._argument, order.text))]
        if declared.dice:
            words.append(":".join(map(_dice, declared.dice)))
        words += [":".join(map(_die, rethrow)) for rethrow in declared.rethrows]
        mine, theirs = declared.modifiers
        if mine is not None or theirs is not None:
            words.append(f"({_modifiers(mine)})" if theirs is None else f"({_modifiers(mine)} | {_modifiers(theirs)})")
        if declared.totals != (None, None):
            words.append("= " + ":".join(map(_die, declared.totals)))
        words += [f"[{' '.join(filter(None, [t.purpose, t.unit, _dice(t.faces)]))}]" for t in declared.throws]
        if declared.result:
            words += [
                "->",
                declared.loser,
                self.vocabulary.results.get(declared.result, declared.result),
                "-".join(declared.withdrew),
            ]
        if action.comment:
            words.append(f"# {action.comment}")
        return " ".join(filter(None, words))

    def can_say(self, action: Action) -> bool:
        """Whether a line can say all of the action, so that parsing what `print` gives makes the same action again."""
        order, declared = action.order, action.declared
        spoken = declared.result == "" or declared.result in self.vocabulary.results
        if not self.vocabulary.results:
            spoken = declared.result == "" or bool(_WORD.match(declared.result))
        return (
            self._shape(order, declared)
            and all(map(_SQUARE.match, (*order.path, *declared.withdrew)))
            and (order.facing in ("", *self.vocabulary.facings) or self._degrees(order.facing))
            and all("\n" not in text and "\r" not in text for text in (*order.text, action.comment))
            and action.comment == action.comment.strip()
            and spoken
            and declared.loser in (("", "attacker") if declared.result else ("",))
            and bool(declared.result or not declared.withdrew)
            and all(
                _WORD.match(t.purpose) and t.faces and (not t.unit or _TARGET.match(t.unit)) for t in declared.throws
            )
            and all(map(_sayable, (*declared.dice, *declared.rethrows, *(t.faces for t in declared.throws))))
            and len(self._line([order.unit], action)) <= LONGEST
        )

    def _degrees(self, facing: str) -> bool:
        """Whether a facing is an angle, and the vocabulary has such."""
        return DEGREES in self.vocabulary.facings and facing.isascii() and facing.isdecimal()

    def _shape(self, order: Order, declared: Declared) -> bool:
        """Whether only those parts are there that a line of this verb has."""
        verb = NOTHING if order.verb == THROW else self.verbs.get(order.verb)
        if verb is None or next(misfits(verb, order, declared), None) is not None:
            return False
        if order.verb == THROW:
            return bool(declared.throws)
        if not all(len(again) == len(declared.dice) for again in declared.rethrows):
            return False
        if verb.form == "side":
            return True
        if not _UNIT.match(order.unit) or order.unit.lower() in self._side_words:
            return False
        if verb.form == "attack":
            numbers = [n for side in declared.modifiers if side for n in side.values()]
            return (
                bool(_TARGET.match(order.target))
                and all(_WORD.match(name) for side in declared.modifiers if side for name in side)
                and all(abs(n) < 10_000 for n in (*numbers, *filter(None, declared.totals)))
            )
        return verb.id != self.move or bool(order.path or order.facing)

    def _argument(self, text: str) -> str:
        """A word or number behind a unit's verb as it is; in quotes if it would be read as a facing, or not at all."""
        facings = self.vocabulary.facings
        if _WORD.match(text) or _NUMBERED.match(text):
            return _quoted(text) if text.upper() in facings else text
        number = re.fullmatch(r"[-+][0-9]{1,6}" if "degrees" in facings else r"[-+]?[0-9]{1,6}", text)
        return text if number else _quoted(text)


@lru_cache(maxsize=8192)
def _faces(text: str) -> Faces:
    return tuple(None if face == "?" else int(face) for face in text.split(","))


def _sayable(faces: Faces) -> bool:
    """Whether dice can be written: at least one, each from 1 to 9999 or unknown."""
    return bool(faces) and all(face is None or 0 < face < 10_000 for face in faces)


def _word(token: str) -> str:
    return " ".join(token.lower().split())


def _die(face: int | None) -> str:
    return "?" if face is None else str(face)


def _dice(faces: Faces) -> str:
    return ",".join(map(_die, faces))


def _modifiers(side: Mapping[str, int] | None) -> str:
    if side is None:
        return "?"
    return ", ".join(f"{name} {amount}" for name, amount in side.items()) or "none"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _same_deed(one: Action, two: Action, verbs: dict[str, Verb]) -> bool:
    """Whether two actions may share a line: the same deed without dice or remarks in between."""
    a, b = one.order, two.order
    return (
        a.verb == b.verb
        and a.verb in verbs
        and verbs[a.verb].form in ("move", "unit")
        and bool(a.path)
        and (a.path, a.facing, a.text) == (b.path, b.facing, b.text)
        and a.unit != b.unit
        and one.declared == two.declared == Declared()
        and not one.comment
    )


def _unexpected(found: str, expected: tuple[str, ...]) -> str:
    wanted = expected[0] if len(expected) == 1 else ", ".join(expected[:-1]) + " or " + expected[-1] if expected else ""
    if found == '"':
        return "this text in quotes is never closed"
    what = f"the text in quotes {found}" if found.startswith('"') else f"'{found}'"
    here = f"{what} cannot stand here" if found else "the line stops too early"
    return f"{here}; expected {wanted}" if wanted else here
