"""What every commander of late19c has in common: its side, its seed, and the decisions that need no thought."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from reportgen.battle.commanding import Decided
from reportgen.battle.orders import Choice, Order
from reportgen.rulesets.late19c.state import State
from reportgen.rulesets.late19c.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

END = Order("end")


class Manner(Decided, ABC):
    """A commander of one side, with the tables of its scenario."""

    __slots__ = ("tables",)

    def __init__(self, tables: Tables, side: str, seed: int) -> None:
        super().__init__(tables.side_number(side), seed)
        self.tables = tables

    def choose(self, battle: Battle, choice: Choice) -> Order:
        if choice.kind == "order":
            return self.order(battle, battle.state)
        if choice.kind == "initiative":
            return self.goes_first(choice)
        return choice.first or choice.options()[0]

    def goes_first(self, choice: Choice) -> Order:
        """The order by which its own side has the initiative."""
        return next(order for order in choice.options() if order.text[:1] == (self.tables.sides[self.side],))

    @abstractmethod
    def order(self, battle: Battle, state: State) -> Order:
        """The next order of the phase, or the end of the phase."""
