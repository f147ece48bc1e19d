"""A situation played by the engine with the dice that are given: what worked examples are computed from."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from reportgen.battle.play import Battle, IllegalOrder
from reportgen.files.notation import Notation, NotationError

if TYPE_CHECKING:
    from reportgen.battle.orders import Action, Choice, Declared, Order, Throw, Violation
    from reportgen.battle.ruleset import Ruleset
    from reportgen.battle.scenario import Scenario
    from reportgen.files.source import Source
    from reportgen.problems import Problems


class _Done(Exception):
    """The lines are used up."""


class _NoDie(Exception):
    """The rules ask for a throw that is not given, or cannot be."""


_PLENTY = ("activation", "orders")
"""Throws for how much may be done, which show the most that they can."""


class Script:
    """Answers from lines of the notation. The first side wins the initiative, and nobody is short of activations or
    orders. A choice besides the orders (a defence, a pursuit) is the next line if that is one of its options, else the
    first option."""

    def __init__(self, actions: Iterable[Action], dice: Mapping[str, Iterable[int]], first: str) -> None:
        self.actions = deque(actions)
        self.dice = {purpose: deque(faces) for purpose, faces in dice.items()}
        self.first = first
        self.thrown: deque[int] = deque()
        self.action: Action | None = None

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        return tuple(self._face(throw) for _ in range(throw.count))

    def _face(self, throw: Throw) -> int:
        told = self.dice.get(throw.purpose)
        if told:
            return told.popleft()
        if throw.purpose == "initiative":
            return throw.sides if throw.side == self.first else 1
        if throw.purpose in _PLENTY:
            return throw.sides
        if not self.thrown:
            raise _NoDie(f"the rules ask for a throw that is not given: {throw.words}")
        face = self.thrown.popleft()
        if face > throw.sides:
            raise _NoDie(f"a die of {throw.sides} sides cannot show {face}")
        return face

    def choose(self, battle: Battle, choice: Choice) -> Order:
        if choice.kind != "order":
            options = choice.options()
            if self.actions and self.actions[0].order in options:
                self.action = self.actions.popleft()
                return self.action.order
            return options[0]
        if not self.actions:
            raise _Done
        self.action = self.actions.popleft()
        for faces in (*self.action.declared.dice, *self.action.declared.rethrows):
            self.thrown.extend(face for face in faces if face)
        return self.action.order

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        return False

    def declared(self, battle: Battle) -> Declared | None:
        return None


def played(ruleset: Ruleset, scenario: Scenario, source: Source, problems: Problems) -> Battle | None:
    """The battle after the lines of a situation (`source`). None, with problems, if they cannot be played."""
    data: Mapping[str, Any] = source.data
    notation = Notation(ruleset.vocabulary, [unit.id for side in scenario.sides for unit in side.units])
    actions: list[Action] = []
    for n, line in enumerate(data.get("do", ())):
        place = source.place(("do", n))
        try:
            actions += notation.parse(line, place)
        except NotationError as fault:
            problems.extend([fault.problem(place)])
            return None
    script = Script(actions, data.get("dice", {}), scenario.sides[0].id)
    battle = Battle(ruleset, scenario, script)
    try:
        while ruleset.step(battle):
            pass
    except _Done:
        pass
    except _NoDie as missing:
        place = script.action.place if script.action else source.place()
        problems.add(place, "no-die", str(missing), "the dice stand in the line, or under dice:")
        return None
    except IllegalOrder as wrong:
        place = script.action.place if script.action else source.place()
        problems.add(place, "illegal", str(wrong).partition(": ")[2] or str(wrong), "an example keeps to the rules")
        return None
    left = len(script.thrown) + sum(map(len, script.dice.values()))
    if left:
        place = script.action.place if script.action else source.place()
        problems.add(place, "dice-surplus", f"the rules have no use for {left} of the dice", "take them out")
        return None
    return battle
