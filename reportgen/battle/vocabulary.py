"""What a ruleset tells `files` and the notation about itself, so that they know no unit, weapon or verb by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

DEGREES: Final = "degrees"
"""Among a vocabulary's facings this stands for any angle, and lets coordinates be measured (`12.5,30`)."""


@dataclass(frozen=True, slots=True)
class UnitType:
    """`points` is the cost in an army; `weapons` the ids it may carry, first is the default (empty: no choice)."""

    id: str
    title: str
    points: float
    weapons: tuple[str, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Extra keys that a unit of this type may carry in a file, as JSON Schema fragments by key."""
    frontage: float = 1.0
    depth: float = 0.5
    """How much of a measured table a unit covers, in the rules' distances."""


MANY: Final = 20
"""Words behind a verb that has no limit of its own."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the battle notation. `form` says how its line is written:

    move: `UNIT path [facing]`, with the symbol behind if it is a word (`BRI1 A6 leaves`); attack: `UNIT symbol TARGET
    dice`; unit: `UNIT word`; side: `word …` without a unit. `symbol` is what stands in the line (`-`, `x`, `xx`,
    `leaves`).

    The rest says what may stand with it besides. What may not is refused where it is read, so that nothing that
    somebody has written down is left out of account; only a move always has a place and a facing.
    """

    id: str
    form: Literal["move", "attack", "unit", "side"]
    symbol: str
    title: str = ""
    words: tuple[int, int] = (0, 0)
    """Fewest and most words, texts and numbers behind it."""
    options: tuple[str, ...] = ()
    """The words that may stand behind it; any if there are none."""
    whom: bool = False
    """Whether the word behind it is a unit."""
    place: bool = False
    """Whether a unit does it at a place (`ENG G8 blocks`)."""
    facing: bool = False
    """Whether the unit turns to a facing with it. Before an attack without, a facing is a turn of its own."""
    dice: bool = False
    """Of a side's verb: whether its dice stand behind it (`dilemma a | b 2:4`)."""
    result: bool = False
    """Whether a result may stand behind it, though it is no attack."""
    announced: bool = False
    """Of an attack: whether it is only declared, so that dice, figures and result stand in a later line."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Ids -> titles unless said otherwise. `edges` maps a kind to whether it runs along both sides of its line."""

    types: Mapping[str, UnitType]
    weapons: Mapping[str, str]
    areas: Mapping[str, str]
    edges: Mapping[str, bool]
    generals: Mapping[str, str]
    variants: Mapping[str, str]
    verbs: tuple[Verb, ...]
    board_limits: tuple[int, int] = (12, 40)
    """Fewest and most squares along an edge of the board."""
    turns: int = 12
    tables: tuple[str, ...] = ("square",)
    """What the rules are played on: `square`, `hex`, `measured`. If on more than squares, a scenario has the facings
    of its own table (`square_facings`, the six, degrees), and `facings` holds those of all tables together."""
    facings: tuple[str, ...] = ("N", "E", "S", "W")
    """`DEGREES` among them stands for any angle, and lets coordinates be measured (`12.5,30`)."""
    square_facings: tuple[str, ...] = ("N", "E", "S", "W")
    """The facings on squares of rules that are played on other tables too."""
    per_square: int = 2
    results: Mapping[str, str] = field(default_factory=dict)
    """The result of a combat: the log's word -> as the notation says it (withdraw -> withdraws)."""
    modifiers: tuple[str, ...] = ()
    """The short words for modifiers, as the notation writes them (value, cmd, adj ...)."""
    scenario_keys: Mapping[str, Any] = field(default_factory=dict)
    """Extra keys that a scenario under these rules may carry, as JSON Schema fragments by key."""
    made_from: Callable[[Mapping[str, Any]], Vocabulary] | None = field(default=None, compare=False)
    """Makes, from a scenario's data, the vocabulary that it brings along; None if all scenarios have the same words."""
    house_rules: Callable[[Any, Any], Vocabulary | None] | None = field(default=None, compare=False)
    """Makes, from the source of a variant that a scenario brings along, the vocabulary that it comes to; adds to the
    problems that it is given what is wrong with it, and then gives None. None if there are no variants."""
    manners: tuple[str, ...] = ("careful", "nearest", "random")
    """How the computer can command a side."""
    totals: str = ""
    """What the totals of a combat count, in the plural ('hits'); empty if they are sums."""
    die: int = 0
    """Sides of the dice that a record notes of its own accord; 0: the rules ask for all dice, and know."""
    as_recorded: bool = False
    """Whether there is no engine: phases come in the order of the record, dice stand for themselves, and the battle
    ends as the record says."""

    @property
    def manners_told(self) -> str:
        """For a hint: 'careful, nearest or random'."""
        return f"{', '.join(self.manners[:-1])} or {self.manners[-1]}"
