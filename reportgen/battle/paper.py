"""What a ruleset tells about the pieces of paper that its games need: stand labels, rosters, markers, playing cards.

All optional: a ruleset that can tell the size of its stands is `WithStands`, one that lays markers beside them
`WithMarkers`, one that plays with cards `WithCards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.board.picture import Arm

Suit = Literal["spades", "hearts", "diamonds", "clubs", ""]


@dataclass(frozen=True, slots=True)
class StandPaper:
    """A stand as cut from paper: `width` along its front and `depth`, in millimetres; `value` for its rear edge.

    `boxes`: how many tick boxes of losses a roster gives it.
    """

    width: float
    depth: float
    value: str
    arm: Arm = "other"
    boxes: int = 1


@dataclass(frozen=True, slots=True)
class Marker:
    """A word to lay beside a unit ('pinned'), and how often a side needs it."""

    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Track:
    """Something that a side counts from 0 to `most` on its roster; `number` is that of the rule."""

    title: str
    most: int
    number: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card. `rank` stands in its corners ('A', '10', 'K', 'Joker'); `text` is what it does, if anything."""

    rank: str
    suit: Suit = ""
    text: str = ""


@runtime_checkable
class WithStands(Protocol):
    """A ruleset that knows the size of its stands."""

    def stand_paper(self, unit: UnitSpec, side: SideSpec) -> StandPaper:
        """The stand of a unit of a side."""


@runtime_checkable
class WithMarkers(Protocol):
    """A ruleset with things to lay beside units, and to keep count of on a roster."""

    def markers(self, scenario: Scenario, side: SideSpec) -> tuple[Marker, ...]:
        """The markers that a side needs in a scenario, in the order in which they are printed."""

    def tracks(self, scenario: Scenario, side: SideSpec) -> tuple[Track, ...]:
        """What stands below the roster of a side."""


@runtime_checkable
class WithCards(Protocol):
    """A ruleset that is played with cards."""

    def cards(self) -> tuple[Card, ...]:
        """The whole pack, in the order in which it is printed."""
