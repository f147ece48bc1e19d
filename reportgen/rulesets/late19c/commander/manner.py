"""What every commander of late19c has in common: its side, its seed, and the decisions that need no thought."""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import blake2b
from typing import TYPE_CHECKING

from reportgen.battle.orders import Choice, Order
from reportgen.rulesets.late19c.state import State
from reportgen.rulesets.late19c.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

END = Order("end")


class Manner(ABC):
    """A commander whose decisions follow from the seed and the log alone, so that a battle can be resumed anywhere.

    `side` is the number of its side, 0 or 1. It throws no dice: what looks like chance is a hash of the seed.
    """

    def __init__(self, tables: Tables, side: str, seed: int) -> None:
        self.tables = tables
        self.side = tables.side_number(side)
        self.enemy = 1 - self.side
        self.seed = seed

    def choose(self, battle: Battle, choice: Choice) -> Order:
        if choice.kind == "order":
            return self.order(battle, battle.state)
        if choice.kind == "initiative":
            return next(order for order in choice.options() if order.text[:1] == (self.tables.sides[self.side],))
        return choice.first or choice.options()[0]

    @abstractmethod
    def order(self, battle: Battle, state: State) -> Order:
        """The next order of the phase, or the end of the phase."""

    def hashed(self, *what: object) -> int:
        """A number of 64 bits that depends on the seed, the side and `what` alone."""
        text = "/".join(map(str, (self.seed, self.side, *what)))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
