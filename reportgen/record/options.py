"""What may be done now, in words; and questions for those who do not know the notation: pick by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import atan2, degrees, hypot

from reportgen.battle.orders import Action, Order
from reportgen.board.picture import Piece
from reportgen.board.table import UNITS, TableGrid
from reportgen.files.notation import Notation
from reportgen.record.chances import targets
from reportgen.record.moment import Moment
from reportgen.record.reply import Said

WIDTH = 78
"""Columns of what is listed."""


def every_order(now: Moment, unit: str = "") -> list[Order]:
    """The legal orders, of one unit if it is named: by unit, attacks first, those included that need a turn before."""
    legal = now.battle.rules.legal(now.opening.state)
    orders: list[Order] = []
    for one in [unit] if unit else able(legal):
        mine = [order for order in legal if order.unit == one]
        known = {(order.verb, order.target) for order in mine if order.target}
        turning = [order for order in targets(now, one) if (order.verb, order.target) not in known] if mine else []
        orders += [*(o for o in mine if o.target), *turning, *(o for o in mine if not o.target)]
    return orders if unit else [*orders, *(order for order in legal if not order.unit)]


def able(orders: Iterable[Order]) -> list[str]:
    """The units that have an order among these."""
    return list(dict.fromkeys(order.unit for order in orders if order.unit))


def turns_only(now: Moment, order: Order) -> bool:
    """Whether a move leaves the unit where it stands."""
    return bool(order.facing) and order.path in ((), (now.standing.get(order.unit, ""),))


def tell_legal(now: Moment, notation: Notation, orders: Iterable[Order]) -> Iterator[Said]:
    """One unit's orders: attacks a line each, where it may go together."""
    goals: dict[str, dict[str, None]] = {}
    turns: dict[str, None] = {}
    for order in orders:
        verb = notation.verbs[order.verb]
        if turns_only(now, order) and not order.target:
            turns.setdefault(order.facing)
        elif verb.form == "move" and order.path:
            goals.setdefault(verb.symbol or verb.id, {}).setdefault(_square(order))
        else:
            yield Said(f"  {notation.print(Action(order))}")
    for verb_word, squares in goals.items():
        yield from wrapped(f"  {verb_word}:", squares)
    if turns:
        yield Said(f"  turn: {' '.join(turns)}")


def condition(piece: Piece) -> str:
    """How a piece is: its strength, how it is drawn up, and what has befallen it."""
    return " ".join(filter(None, [piece.figure, piece.formation, *piece.states]))


def wrapped(head: str, words: Iterable[str]) -> Iterator[Said]:
    """Words behind a head, in lines no longer than `WIDTH`."""
    line = head
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            yield Said(line)
            line = " " * len(head)
        line += f" {word}"
    yield Said(line)


def _square(order: Order) -> str:
    return order.path[-1].partition("/")[0] if order.path else ""


# -- by number ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that may be picked: by its number, or by its word."""

    word: str
    label: str
    orders: tuple[Order, ...]


@dataclass(slots=True)
class Guide:
    """Questions that lead to one of some orders: who, what, at whom or where to, and the rest."""

    now: Moment
    notation: Notation
    orders: tuple[Order, ...]
    before: list[tuple[Order, ...]] = field(default_factory=list)
    """What was left to choose from before each answer."""

    @property
    def chosen(self) -> Order | None:
        return self.orders[0] if len(self.orders) == 1 and self.before else None

    def question(self) -> str:
        return self._stage()[0]

    def picks(self) -> list[Pick]:
        return self._stage()[1]

    def answer(self, text: str) -> bool:
        """Takes a number or word; '0' goes a step back. False if it is no answer."""
        if text == "0":
            if self.before:
                self.orders = self.before.pop()
            return True
        for number, pick in enumerate(self.picks(), start=1):
            if text.lower() in (str(number), pick.word.lower()):
                self.before.append(self.orders)
                self.orders = pick.orders
                return True
        return False

    def tell(self) -> Iterator[Said]:
        picks = self.picks()
        yield Said(f"{self.question()} (a number; 0 goes back)", "head")
        labels = [f"{number} {pick.label}" for number, pick in enumerate(picks, start=1)]
        if max(map(len, labels)) > 12:
            for label in labels:
                yield Said(f"  {label}")
        else:
            width = max(map(len, labels)) + 2
            each = max((WIDTH - 2) // width, 1)
            for n in range(0, len(labels), each):
                yield Said("  " + "".join(f"{label:<{width}}" for label in labels[n : n + each]).rstrip())

    def _stage(self) -> tuple[str, list[Pick]]:
        """The first question on which the orders that are left differ."""
        for question, sort in (("Who?", self._who), ("What?", self._what), ("Where, or whom?", self._where)):
            picks = _sorted(self.orders, sort)
            if len(picks) > 1:
                return question, picks
        return "How?", _sorted(self.orders, self._how)

    def _who(self, order: Order) -> tuple[str, str]:
        if not order.unit:
            verb = self.notation.verbs[order.verb]
            return verb.symbol, verb.title or verb.symbol
        at = self.now.standing.get(order.unit, "")
        names = {unit.id: unit.name for side in self.now.battle.scenario.sides for unit in side.units}
        return order.unit, f"{order.unit} {names.get(order.unit, '')} {at}"

    def _what(self, order: Order) -> tuple[str, str]:
        verb = self.notation.verbs[order.verb]
        if not order.target and turns_only(self.now, order):
            return "turn", "turn where it stands"
        word = verb.symbol or verb.id
        return word, (verb.title or word).removesuffix(", turn")

    def _where(self, order: Order) -> tuple[str, str]:
        if order.target:
            return order.target, f"{order.target} at {self.now.standing.get(order.target, '?')}"
        return _square(order), _square(order) + self._how_far(order)

    def _how_far(self, order: Order) -> str:
        """By the ruler, where coordinates tell nobody anything: how far a place is from the unit, and whither."""
        grid = self.now.battle.scenario.ground.grid
        here, there = self.now.standing.get(order.unit, ""), _square(order)
        if not isinstance(grid, TableGrid) or not here or not there:
            return ""
        (x, y), (to_x, to_y) = grid.place(here), grid.place(there)
        across, up = to_x - x, to_y - y
        if not (length := round(hypot(across, up) * grid.table.increment)):
            return ""
        return f"  {length} {UNITS[grid.table.unit]} towards {round(degrees(atan2(across, up))) % 360}°"

    def _how(self, order: Order) -> tuple[str, str]:
        row = order.path[-1].partition("/")[2] if order.path else ""
        rank = {"1": ", in front", "2": ", behind"}.get(row, "")
        if order.facing:
            return f"{order.facing}{'/' if row else ''}{row}", f"facing {order.facing}{rank}"
        line = self.notation.print(Action(order))
        return line, line


def _sorted(orders: Sequence[Order], sort: Callable[[Order], tuple[str, str]]) -> list[Pick]:
    found: dict[tuple[str, str], list[Order]] = {}
    for order in orders:
        found.setdefault(sort(order), []).append(order)
    return [Pick(word, label, tuple(some)) for (word, label), some in found.items()]
