"""What an attack would add, and its exact chances, before anybody has decided or thrown anything."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reportgen.battle.events import Event
from reportgen.battle.export import record_of
from reportgen.battle.orders import Choice, Declared, Order, Throw, Violation
from reportgen.battle.play import Battle
from reportgen.battle.reasons import WithTelling
from reportgen.battle.recorded import NOT_RECORDED
from reportgen.battle.vocabulary import DEGREES
from reportgen.board.picture import Piece
from reportgen.files.tables import facings_of
from reportgen.record.edits import actions_of
from reportgen.record.moment import Moment
from reportgen.record.reply import Said

MOST_STEPS = 20
"""Steps from an attack to its dice."""


@dataclass(frozen=True, slots=True)
class Trial:
    """An attack that nobody has ordered: the event that it would lead to, dice unknown, and what forbids it."""

    order: Order
    event: Event | None
    violations: tuple[Violation, ...]


class _Supposing:
    """Answers for an order, and those that follow from it, whose dice nobody has thrown."""

    def __init__(self, order: Order, following: Iterable[Order] = ()) -> None:
        self.orders = [order, *following]
        self.given = 0
        self.violations: tuple[Violation, ...] = ()

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        return (NOT_RECORDED,) * throw.count

    def choose(self, battle: Battle, choice: Choice) -> Order:
        if choice.kind != "order":
            return choice.options()[-1 if self.given > 1 else 0]  # he who is attacked meets it, and waits for no better
        self.given += 1
        return self.orders[self.given - 1]

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        self.violations = (*self.violations, *violations)
        return True

    def declared(self, battle: Battle) -> Declared | None:
        return None


def suppose(now: Moment, order: Order) -> Trial:
    """Carries an attack out on a copy of the battle, before the step in hand, with dice that nobody knows."""
    rules = now.battle.rules
    supposing = _Supposing(order, rules.leads_to(order) if isinstance(rules, WithTelling) else ())
    battle = _tried(now, supposing)
    for _ in range(MOST_STEPS):
        if supposing.given == len(supposing.orders) or supposing.violations:
            break
        rules.step(battle)
    ours = (order.unit, order.target)
    combats = [event for event in battle.log.events[now.whole :] if event.kind == "combat"]
    combat = next((event for event in combats if (event["attacker"], event["defender"]) == ours), None)
    return Trial(order, combat, supposing.violations)


def spelled_out(now: Moment, order: Order) -> list[Order]:
    """An order as a computer's battle is written: with every square of its way, and a turn before an attack apart."""
    tried = record_of(_tried(now, _Supposing(order)).log, now.battle.scenario)
    before = actions_of(record_of(now.opening.log, now.battle.scenario))
    orders = [action.order for action in actions_of(tried)[len(before) :]]
    fits = bool(orders) and (orders[-1].verb, orders[-1].unit) == (order.verb, order.unit)
    return orders if fits else [order]


def _tried(now: Moment, supposing: _Supposing) -> Battle:
    """A copy of the battle after the step in hand, supposing something."""
    battle = Battle(now.battle.rules, now.battle.scenario, supposing, events=now.events[: now.whole])
    battle.rules.step(battle)
    return battle


def targets(now: Moment, unit: str) -> list[Order]:
    """Every attack that a unit may make where it stands, turning first where it has to."""
    rules, state = now.battle.rules, now.opening.state
    verbs = [verb.id for verb in rules.vocabulary.verbs if verb.form == "attack"]
    pieces = {piece.id: piece for piece in rules.pieces(state)}
    found: list[Order] = []
    for enemy in pieces.values():
        if unit not in pieces or enemy.side == pieces[unit].side:
            continue
        for verb in verbs:
            turned = (Order(verb, unit, enemy.id, facing=facing) for facing in _facings(now, pieces[unit], enemy))
            fitting = next((order for order in turned if not rules.examine(state, order)[0]), None)
            if fitting is not None:
                found.append(fitting)
    return found


def _facings(now: Moment, piece: Piece, enemy: Piece) -> list[str]:
    """As it stands, then every way in which it might turn; on a measured table straight at the enemy."""
    if now.battle.scenario.ground.table is not None:
        bearing = math.degrees(math.atan2(enemy.at[0] - piece.at[0], enemy.at[1] - piece.at[1]))
        return ["", str(round(bearing) % 360)]
    return ["", *(facing for facing in facings_of(now.battle.scenario.raw) if facing != DEGREES)]


def tell_chances(now: Moment, trial: Trial, line: str) -> Iterator[Said]:
    """The terms of both and the chances, in hundredths. `line`: the attack as the notation writes it."""
    event, rules = trial.event, now.battle.rules
    if event is None:
        yield Said(f"{line}: nothing is thrown for that.", "warning")
        return
    yield Said(line, "sum")
    if isinstance(rules, WithTelling):
        yield from (Said(f"  {one}", "sum") for one in rules.chances_told(event))
        return
    names = event["attacker"], event["defender"]
    width = max(map(len, names))
    for name, terms in zip(names, event["modifiers"], strict=True):
        added = " ".join(f"{term['amount']:+} {term['name']}" for term in terms) or "nothing"
        total = sum(term["amount"] for term in terms)
        yield Said(f"  {name:<{width}}  {added} = {total:+}", "sum")
    chances = ", ".join(f"{what} {_percent(chance)}" for what, chance in rules.odds(event).items())
    yield Said(f"  {chances}", "sum")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
