"""What the engine asks for and what it is told: throws, choices, orders, and the figures a record declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reportgen.problems import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that the rules need: `count` dice of `sides` sides, thrown by `side`, for `purpose`.

    `unit` throws, `against` is whom it throws against (unit ids, or empty). `why` is a phrase for a prompt.
    """

    purpose: str
    side: str
    count: int = 1
    sides: int = 6
    unit: str = ""
    against: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """A decision. The verb is the ruleset's; what a verb does not use stays empty.

    `path` holds coordinates, the last is the destination; one coordinate alone means 'by the cheapest legal way'.
    `facing` is a compass name (`N`, `SE`) or degrees clockwise from the top edge; `text` carries words (dilemmas).
    """

    verb: str
    unit: str = ""
    target: str = ""
    path: tuple[str, ...] = ()
    facing: str = ""
    text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an order is not legal: the rule's id and a sentence that names the pieces concerned."""

    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that the rules ask of a side.

    `kind` says which ('order', 'withdrawal', ...). `options` gives the legal orders, best guess or default first, when
    called; it is lazy because a record or a commander rarely needs the whole list.
    """

    kind: str
    side: str
    options: Callable[[], list[Order]]
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a record says of one action besides the order. None or empty: not noted. Pairs are (attacker, defender).

    `dice` are the faces thrown, `rethrows` pairs thrown after ties; `modifiers` what was added and for which named
    reason (the ruleset's short words: value, cmd, adj ...); `totals` the sums; `result` the ruleset's word;
    `withdrew` the coordinates on the way back (last: where it stopped) and `falls_back` the id of who went.
    """

    dice: tuple[int | None, int | None] = (None, None)
    rethrows: tuple[tuple[int, int], ...] = ()
    modifiers: tuple[Mapping[str, int] | None, Mapping[str, int] | None] = (None, None)
    totals: tuple[int | None, int | None] = (None, None)
    result: str = ""
    withdrew: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Action:
    """One line of a recorded battle: an order, what was declared with it, and where it stands in the file."""

    order: Order
    declared: Declared = Declared()
    place: Place = NOWHERE
    source: str = ""
