"""Which rules made a result: optional, for those who want to be told why (`WithReasons`)."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from reportgen.battle.events import Event


@runtime_checkable
class WithReasons(Protocol):
    """A ruleset that can say why a combat came to what it came to."""

    def decided_by(self, event: Event) -> tuple[str, ...]:
        """The ids of the rules that gave a `combat` event its result, in the order in which they are applied; empty if
        its dice are not all known."""
