"""What the engine asks for and what it is told: throws, choices, orders, and the figures a record declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from reportgen.battle.inference import Reckon
from reportgen.problems import NOWHERE, Place


class Throw(Struct):
    """Dice that the rules need: `count` dice of `sides` sides, thrown by `side`, for `purpose`. Not to be changed.

    `unit` throws, `against` is whom it throws against (unit ids, or empty). `why` is a phrase for a prompt, in which
    `{unit}` and `{against}` stand for those: see `words`. `reckon` tells what the dice of a contest come to, for a
    record that has the total and not the dice.
    """

    purpose: str
    side: str
    count: int = 1
    sides: int = 6
    unit: str = ""
    against: str = ""
    why: str = ""
    reckon: Reckon | None = None
    inferred: tuple[int, ...] = ()
    """Which of the dice (from 0) were never noted and had to be worked out: whoever answers says so here."""

    @property
    def words(self) -> str:
        """What the dice are for, in a phrase."""
        return self.why.format(unit=self.unit, against=self.against) or self.purpose


class Order(Struct, frozen=True, gc=False):
    """A decision. The verb is the ruleset's; what a verb does not use stays empty.

    `path` holds coordinates as written, the last is the destination (`D5/2`: behind another there); it may begin with
    the unit's own square; between coordinates that are not neighbours the cheapest legal way is meant. `facing` is a
    compass name (`N`, `SE`) or degrees clockwise from the top edge; with an attack the unit turns to it first.
    `text` carries words (the options of a dilemma, the name of a concealed body).
    """

    verb: str
    unit: str = ""
    target: str = ""
    path: tuple[str, ...] = ()
    facing: str = ""
    text: tuple[str, ...] = ()


class Violation(Struct, frozen=True):
    """Why an order is not legal: the rule's id and a sentence that names the pieces concerned."""

    rule: str
    message: str


class Choice(Struct, frozen=True):
    """A decision that the rules ask of a side.

    `kind` says which ('order', 'withdrawal', ...). `options` gives the legal orders, best guess or default first, when
    called; it is lazy because a record or a commander rarely needs the whole list.
    """

    kind: str
    side: str
    options: Callable[[], list[Order]]
    unit: str = ""
    first: Order | None = None
    """The first of the options, where it is known without making the list."""


Faces = tuple[int | None, ...]
"""Dice as they fell, before modifiers. None is a die that was thrown and not noted (`?` in the notation)."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that a record notes for a purpose of their own (`[morale INF2 4]`). `unit` is whose they are, or empty."""

    purpose: str
    faces: Faces
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a record says of one action besides the order. None or empty: not noted. Pairs are (attacker, defender).

    `dice` are the faces thrown, a group for each party: attacker and defender, spotter and hidden, or one group for
    each option of a dilemma; `rethrows` are those thrown after ties, one die a party. `modifiers` is what was added
    and for which named reason (the ruleset's short words: value, cmd, adj ...), an empty mapping saying that there
    were none. `totals` are the sums. `result` is the ruleset's word for the result and `loser` says to whom it
    happened ('attacker' or 'defender'; empty: the defender, as usual). `withdrew` holds the coordinates on the way
    back of the loser, without the square it left (last: where it stopped). `throws` are further dice, by purpose.
    """

    dice: tuple[Faces, ...] = ()
    rethrows: tuple[Faces, ...] = ()
    modifiers: tuple[Mapping[str, int] | None, Mapping[str, int] | None] = (None, None)
    totals: tuple[int | None, int | None] = (None, None)
    result: str = ""
    loser: str = ""
    withdrew: tuple[str, ...] = ()
    throws: tuple[Thrown, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """One line of a recorded battle: an order, what was declared with it, and where it stands in the file.

    `comment` is the remark at the end of the line. Place and source are no part of what the action says.
    """

    order: Order
    declared: Declared = Declared()
    comment: str = ""
    place: Place = field(default=NOWHERE, compare=False)
    source: str = field(default="", compare=False)
