"""The actions of a battle file: lines of notation, or written out as mappings; every fault is told at its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from reportgen.battle.orders import Action, Declared, Faces, Order, Thrown
from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import DEGREES, Verb, Vocabulary
from reportgen.files.fitting import misfits
from reportgen.files.lenient import items, mapping, word
from reportgen.files.notation import NOTHING, THROW, Notation, NotationError
from reportgen.files.source import CONTROL, Source, Way, short
from reportgen.files.validate import suggest
from reportgen.problems import Place, Problems


class Actions:
    """Reads the actions of one battle file."""

    def __init__(self, source: Source, words: Vocabulary, scenario: Scenario, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.grid = scenario.ground.grid
        self.sides = [side.id for side in scenario.sides]
        self.units = {unit.id.lower(): unit.id for side in scenario.sides for unit in side.units}
        self.notation = Notation(words, self.units.values(), self.sides)
        self.verbs = self.notation.verbs
        self.facings = words.facings
        self.results = words.results

    def line(self, text: str, way: Way) -> list[Action]:
        """The actions of a line; none, with a problem, if it is no action or names a square off the board."""
        stands = self.source.place(way)
        if CONTROL.search(text) or any(problem.place == stands for problem in self.problems):
            return []  # source or schema have told what is wrong with it
        place = self._begin(stands)
        try:
            actions = self.notation.parse(text, place)
        except NotationError as fault:
            self.problems.found.append(fault.problem(place))
            return []
        for action in actions:
            self._on_board(action, place, text)
            self._winner(action.order, place, text)
        return list(actions)

    def _winner(self, order: Order, place: Place, text: str = "") -> None:
        """Whether the side that an agreed end gives the battle to is one."""
        said = order.text[1] if order.verb == "agree" and len(order.text) > 1 else ""
        if said not in ("", "nobody", *self.sides):
            at = Place(place.file, place.line, place.column + max(text.rfind(said), 0))
            message = f"there is no side '{short(said)}'"
            self.problems.add(at, "unknown-side", message, suggest(said, [*self.sides, "nobody"]))

    def _begin(self, place: Place) -> Place:
        """Where the text of a value begins: behind the quote, if it is quoted."""
        written = self.source.lines[place.line - 1] if 0 < place.line <= len(self.source.lines) else ""
        quoted = written[place.column - 1 : place.column] in ('"', "'")
        return Place(place.file, place.line, place.column + 1) if quoted else place

    def _on_board(self, action: Action, place: Place, text: str) -> None:
        for name in (*action.order.path, *action.declared.withdrew):
            try:
                self.grid.square(name.partition("/")[0])
            except ValueError as fault:
                found = re.search(rf"(?i)\b{re.escape(name)}\b", text)
                at = place.column + (found.start() if found else 0)
                self.problems.add(Place(place.file, place.line, at), "off-board", str(fault))

    # -- written out -------------------------------------------------------------------------------------------------

    def mapping(self, item: Mapping[str, Any], way: Way) -> list[Action]:
        """The action that a mapping spells out."""
        before = len(self.problems)
        place = self.source.place(way)
        verb = word(item, "verb")
        if verb not in self.verbs and verb != THROW:
            return []  # the schema has told
        path = self._path(item, "path", way)
        order = Order(
            verb,
            self._unit(item, "unit", way),
            self._unit(item, "target", way),
            path,
            self._facing(item, way),
            self._text(item, way),
        )
        said = mapping(item, "modifiers")
        totals = [None if total == "?" else total for total in items(item, "totals")]
        declared = Declared(
            dice=tuple(map(_faces, items(item, "dice"))),
            rethrows=tuple(
                tuple(face for group in again for face in _faces(group)) for again in _lists(item, "rethrows")
            ),
            modifiers=(_amounts(said, "attacker"), _amounts(said, "defender")),
            totals=(totals[0], totals[1]) if len(totals) == 2 else (None, None),
            result=self._result(item, way),
            loser="attacker" if word(item, "loser") == "attacker" else "",
            withdrew=self._path(item, "withdrew", way),
            throws=tuple(
                Thrown(
                    word(thrown, "purpose"),
                    _faces(thrown.get("dice")),
                    self._named(word(thrown, "unit"), (*way, "throws", n, "unit"), *self.sides),
                )
                for n, thrown in enumerate(items(item, "throws"))
                if isinstance(thrown, dict)
            ),
        )
        self._winner(order, place)
        self._fits(self.verbs.get(verb, NOTHING), order, declared, way)
        form = "side" if verb == THROW else self.verbs[verb].form
        if form != "side" and not order.unit and len(self.problems) == before:
            self.problems.add(place, "missing-key", f"the key 'unit' is missing: who is it that does '{verb}'?")
        if form == "attack" and not order.target and len(self.problems) == before:
            self.problems.add(place, "missing-key", "the key 'target' is missing")
        if len(self.problems) > before:
            return []
        return [Action(order, declared, word(item, "comment"), place, verb)]

    def _fits(self, verb: Verb, order: Order, declared: Declared, way: Way) -> None:
        """Tells of what cannot stand with the verb."""
        for part, nth, message, hint in misfits(verb, order, declared):
            key: Way = (part, nth) if part == "text" and nth < len(order.text) else (part,)
            lacks = part == "text" and not order.text
            self.problems.add(self.source.place(way if lacks else (*way, *key)), "misplaced", message, hint)

    def _unit(self, item: Mapping[str, Any], key: str, way: Way) -> str:
        return self._named(word(item, key), (*way, key))

    def _named(self, name: str, way: Way, *others: str) -> str:
        """The unit (or other) that is meant; empty, with a problem, if there is none."""
        known = {**self.units, **{other.lower(): other for other in others}}
        found = known.get(name.lower(), "")
        if name and not found:
            what = "no unit and no side is called" if others else "no unit is called"
            hint = suggest(name, known.values())
            self.problems.add(self.source.place(way), "unknown-unit", f"{what} '{short(name)}'", hint)
        return found

    def _text(self, item: Mapping[str, Any], way: Way) -> tuple[str, ...]:
        """The words of an action, a unit's id as the scenario writes it."""
        text = tuple(map(str, items(item, "text")))
        verb = self.verbs.get(word(item, "verb"))
        return (self._named(text[0], (*way, "text", 0)), *text[1:]) if text and verb and verb.whom else text

    def _path(self, item: Mapping[str, Any], key: str, way: Way) -> tuple[str, ...]:
        said = item.get(key)
        names = said.split("-") if isinstance(said, str) else [str(name) for name in items(item, key)]
        squares = tuple(name.strip().upper() for name in names)
        for square in squares:
            name, _, row = square.partition("/")
            try:
                self.grid.square(name)
            except ValueError as fault:
                self.problems.add(self.source.place((*way, key)), "off-board", str(fault))
            if row not in ("", "1", "2"):
                message = f"'{short(square)}': a square has a first and a second row"
                self.problems.add(self.source.place((*way, key)), "bad-form", message, "write /1 or /2")
        return squares

    def _facing(self, item: Mapping[str, Any], way: Way) -> str:
        facing = word(item, "facing").upper()
        if DEGREES in self.facings and facing.isascii() and facing.isdecimal() and int(facing) <= 360:
            return facing
        if facing and facing not in self.facings:
            message = f"'{short(facing)}' is no facing"
            self.problems.add(
                self.source.place((*way, "facing")), "unknown-value", message, suggest(facing, self.facings)
            )
        return facing

    def _result(self, item: Mapping[str, Any], way: Way) -> str:
        said = word(item, "result")
        by_word = {text.lower(): result for result, spoken in self.results.items() for text in (result, spoken)}
        if said and self.results and said.lower() not in by_word:
            message = f"'{short(said)}' is no result of a combat"
            hint = suggest(said, self.results.values())
            self.problems.add(self.source.place((*way, "result")), "unknown-value", message, hint)
        return by_word.get(said.lower(), said)


def _faces(value: Any) -> Faces:
    values = value if isinstance(value, list) else [value]
    return tuple(face if isinstance(face, int) else None for face in values)


def _lists(item: Mapping[str, Any], key: str) -> list[list[Any]]:
    return [value for value in items(item, key) if isinstance(value, list)]


def _amounts(said: Mapping[str, Any], party: str) -> dict[str, int] | None:
    amounts = said.get(party)
    if not isinstance(amounts, dict):
        return None
    return {name: amount for name, amount in amounts.items() if isinstance(amount, int)}
