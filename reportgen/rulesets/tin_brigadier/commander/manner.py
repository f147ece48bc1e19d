"""What every commander has in common: its side, its seed, and the decisions that need no thought."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from reportgen.battle.commanding import Decided
from reportgen.battle.orders import Choice, Order
from reportgen.rulesets.tin_brigadier.orders import pending
from reportgen.rulesets.tin_brigadier.state import State
from reportgen.rulesets.tin_brigadier.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


class Manner(Decided, ABC):
    """A commander of one side, with the tables of its scenario."""

    def __init__(self, tables: Tables, side: str, seed: int) -> None:
        super().__init__(tables.side_number(side), seed)
        self.tables = tables

    def choose(self, battle: Battle, choice: Choice) -> Order:
        state: State = battle.state
        if choice.kind != "order":
            return self.answer(battle, state, choice)
        if state.stage == "charges":
            return self.next_charge(state)
        return self.order(battle, state) or (Order("assault") if pending(state) else Order("end"))

    def next_charge(self, state: State) -> Order:
        """Charges in the order in which they were declared."""
        for charge in state.charges:
            return Order("close", charge.unit, charge.target)
        return Order("end")

    def answer(self, battle: Battle, state: State, choice: Choice) -> Order:
        """A defence or a pursuit."""
        return choice.options()[0]

    @abstractmethod
    def order(self, battle: Battle, state: State) -> Order | None:
        """The next order of the phase, or None if it has no more."""
