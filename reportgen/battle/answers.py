"""Where dice and decisions come from: seeded, recorded, prompted, and one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from reportgen.battle import dice
from reportgen.battle.orders import Choice, Declared, Order, Throw, Violation

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


class Answers(Protocol):
    """What the engine asks of the world. An implementation may look at the battle but never changes it."""

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        """The faces, `throw.count` of them, before any modifier. `nth` counts equal throws of this turn from 0."""

    def choose(self, battle: Battle, choice: Choice) -> Order:
        """The decision. It may be illegal; then `insist` is asked."""

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        """Whether an illegal order stands all the same (a recorded battle stands as played)."""

    def declared(self, battle: Battle) -> Declared | None:
        """The figures that the record gives for the order chosen last, or None."""


class Commander(Protocol):
    """An automatic player of one side."""

    def choose(self, battle: Battle, choice: Choice) -> Order: ...


class Seeded:
    """Dice from a seed, decisions from commanders, one a side."""

    def __init__(self, seed: int, commanders: Mapping[str, Commander], battle: int = 0) -> None:
        self._battle = f"{seed}/{battle}"
        self.commanders = commanders

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        key = f"{self._battle}/{battle.turn}/{throw.purpose}/{throw.side}/{throw.unit}/{throw.against}/{nth}"
        return dice.throw(key, throw.count, throw.sides)

    def choose(self, battle: Battle, choice: Choice) -> Order:
        return self.commanders[choice.side].choose(battle, choice)

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        return False

    def declared(self, battle: Battle) -> Declared | None:
        return None
