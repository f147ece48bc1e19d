"""Answers from several sources, one after another: a record first, then whoever goes on with the battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reportgen.battle.answers import Answers
from reportgen.battle.orders import Choice, Declared, Order, Throw, Violation
from reportgen.battle.recorded import NOT_RECORDED, EndOfRecord

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


class Chained:
    """Answers from several sources: each is asked what those before it do not know.

    A source that raises EndOfRecord has nothing more to say; a die that it gives as `NOT_RECORDED` is asked of the
    next.
    """

    def __init__(self, *sources: Answers) -> None:
        if not sources:
            raise ValueError("at least one source of answers is needed")
        self.sources: Sequence[Answers] = sources
        self.chooser = sources[0]
        """The source of the last order."""

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        faces = (NOT_RECORDED,) * throw.count
        ended = 0
        for source in self.sources:
            try:
                more = source.roll(battle, throw, nth)
            except EndOfRecord:
                ended += 1
                continue
            faces = tuple(known or new for known, new in zip(faces, more, strict=True))
            if NOT_RECORDED not in faces:
                break
        if ended == len(self.sources):
            raise EndOfRecord
        return faces

    def choose(self, battle: Battle, choice: Choice) -> Order:
        for source in self.sources:
            try:
                order = source.choose(battle, choice)
            except EndOfRecord:
                continue
            if choice.kind == "order":
                self.chooser = source
            return order
        raise EndOfRecord

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        return self.chooser.insist(battle, order, violations)

    def declared(self, battle: Battle) -> Declared | None:
        return self.chooser.declared(battle)
