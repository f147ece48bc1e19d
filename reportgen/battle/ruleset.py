"""What every ruleset offers. Play, replay, audit, story and commands know a ruleset only through this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from reportgen.battle.answers import Commander
from reportgen.battle.events import Event
from reportgen.battle.orders import Order, Violation
from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.ground import Ground
from reportgen.board.picture import Piece
from reportgen.problems import Problem

if TYPE_CHECKING:
    from reportgen.battle.play import Battle


Change = Callable[[Any, Event], None]


class Ruleset(Protocol):
    """The rules of one game. Its state is its own; everybody else passes it along unread."""

    id: str
    title: str
    version: str
    hash: str
    vocabulary: Vocabulary
    citations: Mapping[str, str]
    """Which rule a finding of the audit rests on where no modifier names one: code ('wrong-sum') -> rule id. Of dice
    that are noted for a purpose of their own the purpose ('spotting') comes before the code."""
    changes: Mapping[str, Change]
    """By kind of event: what it does to a state, in place, for the one who owns that. Throws change nothing."""

    def check(self, scenario: Scenario) -> list[Problem]:
        """Everything about the scenario that these rules forbid."""

    def start(self, scenario: Scenario) -> Any:
        """The empty state before deployment."""

    def step(self, battle: Battle) -> bool:
        """Plays one step from the battle's state alone: asks `battle`, emits events. False when the battle is over."""

    def apply(self, state: Any, event: Event) -> Any:
        """The state after the event; never changes the state it is given."""

    def legal(self, state: Any) -> list[Order]:
        """Every legal order of the side whose phase it is, in a stable order."""

    def examine(self, state: Any, order: Order) -> tuple[list[Violation], Any]:
        """Why the order is not legal (empty if it is), and the ruleset's own plan for carrying it out."""

    def odds(self, event: Event) -> Mapping[str, float]:
        """The exact chances of a `combat` event before its dice: `destroyed`, `withdraw`, `attacker withdraws`,
        `ineffective`; they add up to 1."""

    def silences(self, event: Event) -> list[Violation]:
        """What about a `combat` event the rules' text leaves open, and how it is settled; usually nothing."""

    def modifier_name(self, rule: str) -> str:
        """What the notation calls the modifier of a rule ('adj')."""

    def commander(self, manner: str, scenario: Scenario, side: str, seed: int) -> Commander:
        """An automatic player: `careful`, `nearest` or `random`. Raises KeyError for another manner."""

    def pieces(self, state: Any) -> tuple[Piece, ...]:
        """The pieces on the board, for the map."""


@runtime_checkable
class WithGround(Protocol):
    """A ruleset in whose battles the ground itself changes: bridges go up, woods are felled. Optional."""

    def ground(self, state: Any) -> Ground:
        """The ground as maps are to show it now; the same object as long as nothing changes."""


def ground_of(ruleset: Ruleset, scenario: Scenario, state: Any) -> Ground:
    """The ground as maps are to show it: the scenario's, unless the ruleset has it change."""
    return ruleset.ground(state) if isinstance(ruleset, WithGround) else scenario.ground
