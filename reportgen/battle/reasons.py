"""What a ruleset may say at the table: which rules made a result (`WithReasons`), its own events and chances in words
(`WithTelling`). Both are optional."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from reportgen.battle.events import Event
from reportgen.battle.orders import Order
from reportgen.battle.scenario import Scenario


@runtime_checkable
class WithReasons(Protocol):
    """A ruleset that can say why a combat came to what it came to."""

    def decided_by(self, event: Event) -> tuple[str, ...]:
        """The ids of the rules that gave a `combat` event its result, in the order in which they are applied; empty if
        its dice are not all known."""


@runtime_checkable
class WithTelling(Protocol):
    """A ruleset that has words for its own kinds of events, for those who sit at the table."""

    def told(self, event: Event, scenario: Scenario) -> tuple[str, ...] | None:
        """Lines about an event; none if it need not be told. None if it is for others to tell."""

    def waiting(self, state: Any) -> tuple[Order, ...]:
        """What has been declared and has to be carried out before the phase can end."""

    def leads_to(self, order: Order) -> tuple[Order, ...]:
        """The orders that bring an attack to its dice, if more than the order itself is needed for that."""

    def chances_told(self, event: Event) -> tuple[str, ...]:
        """What is thrown in a `combat` event, what counts, and how likely each result is."""
