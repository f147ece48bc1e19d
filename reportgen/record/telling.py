"""Events as a person at the table wants to hear them: short, sums written out, each result with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from reportgen.battle.events import Event
from reportgen.battle.reasons import WithTelling
from reportgen.battle.scenario import Scenario
from reportgen.record.book import Book
from reportgen.record.reply import Said

_SILENT = frozenset(["attack", "activate", "deploy", "phase", "turn"])
"""Told by what comes of them."""

_FATES = {
    "blocked": "no way back",
    "too far": "too far to fall back",
    "off table": "driven off the table",
}


class Teller:
    """Says what happened in a battle."""

    def __init__(self, book: Book, scenario: Scenario) -> None:
        self.book = book
        self.scenario = scenario
        self.own = book.rules if isinstance(book.rules, WithTelling) else None
        self.counted = book.rules.vocabulary.totals
        """What totals count; empty if they are sums."""

    def tell(self, events: Iterable[Event]) -> Iterator[Said]:
        for event in events:
            own = self.own.told(event, self.scenario) if self.own is not None else None
            if own is not None:
                yield from (Said(line) for line in own)
                continue
            if event.kind in _SILENT:
                continue
            told = getattr(self, f"on_{event.kind.replace(' ', '_')}", None)
            if told is None:
                yield Said(_plainly(event))
            else:
                yield from _lines(told, event)

    def name(self, side: str | None) -> str:
        return self.scenario.side(side).name if side else "nobody"

    # -- the frame ---------------------------------------------------------------------------------------------------

    def on_initiative(self, event: Event) -> str:
        scores = ", ".join(f"{self.name(side)} {score or '?'}" for side, score in event["scores"].items())
        return f"{scores}: the initiative is with {self.name(event['winner'])}."

    def on_activations(self, event: Event) -> str:
        count = event["count"]
        return f"{self.name(event.side)}: {count or 'an unknown number of'} activation{'' if count == 1 else 's'}."

    def on_end_phase(self, event: Event) -> str:
        left = event.get("left", 0)
        return f"The phase of {self.name(event.side)} is over{f', {left} of its activations unused' if left else ''}."

    def on_end(self, event: Event) -> Iterator[Said]:
        points = ", ".join(f"{self.name(side)} {count:g}" for side, count in event.get("points", {}).items())
        yield Said(f"The battle is over: {event['why']}.", "head")
        if event.get("text"):
            yield Said(event["text"])
        winner = event["winner"]
        yield Said(f"{self.name(winner) if winner else 'Nobody'} has won{f' (points: {points})' if points else ''}.")

    def on_objective(self, event: Event) -> str:
        return f"{self.name(event['by'])}: {event['title']} ({event['points']:g} points)."

    # -- pieces ------------------------------------------------------------------------------------------------------

    def on_arrive(self, event: Event) -> str:
        return f"{event['unit']} arrives at {event['at']}, facing {event['facing']}."

    def on_move(self, event: Event) -> str:
        path, facing = event["path"], event["facing"]
        if len(path) == 1:
            return f"{event['unit']} turns to {facing}."
        cost = event.get("cost")
        spent = f" (movement {cost:g}{', along the road' if event.get('road') else ''})" if cost else ""
        return f"{event['unit']} {'-'.join(path)}, facing {facing}{spent}."

    def on_leave(self, event: Event) -> str:
        return f"{event['unit']} leaves the table at {event['path'][-1]}."

    def on_left(self, event: Event) -> str:
        return f"{event['unit']} goes back over its own edge."

    def on_withdraw(self, event: Event) -> str:
        return f"{event['unit']} withdraws {'-'.join(event['path'])}."

    def on_destroyed(self, event: Event) -> Iterator[Said]:
        if event["why"] != "combat":  # a combat has told it
            yield Said(f"{event['unit']} is destroyed: {_FATES.get(event['why'], event['why'])}.")

    def on_revealed(self, event: Event) -> str:
        return f"Seen now: {', '.join(event['units'])} ({event['why']})."

    def on_tracked(self, event: Event) -> str:
        return f"{event['unit']}: {event['what']} {event['after']}, was {event['before']}."

    # -- dice --------------------------------------------------------------------------------------------------------

    def on_throw(self, event: Event) -> Iterator[Said]:
        """A throw is told by what comes of it, unless nobody noted it."""
        if event.get("inferred"):
            faces = ", ".join(str(event["faces"][n]) for n in event["inferred"])
            who = event["unit"] or self.name(event["by"])
            yield Said(f"Not noted but worked out: {faces} thrown by {who}.", "faint")

    def on_spot(self, event: Event) -> str:
        eye, hidden = (die or "?" for die in event["dice"])
        return f"Whoever hides at {event['body']} {'is' if event['seen'] else 'is not'} seen: {eye} against {hidden}."

    def on_dilemma(self, event: Event) -> str:
        dice = ", ".join(
            f"'{option}' {die or '?'}" for option, die in zip(event["options"], event["dice"], strict=True)
        )
        return f"{dice}: {event['options'][event['chosen']]}."

    def on_combat(self, event: Event) -> Iterator[Said]:
        return self.combat(event)

    def combat(self, event: Event, *, cited: bool = False) -> Iterator[Said]:
        """The sums and the result of a combat and why; with `cited` the rule of every modifier in a line of its own."""
        names = event["attacker"], event["defender"]
        where = f", {event['from']} to {event['to']}" if event.get("from") else ""
        verb = {"fire": "fires at", "close": "attacks"}.get(event["combat"], f"{event['combat']}:")
        yield Said(f"{names[0]} {verb} {names[1]}{where}", "sum")
        totals = event["totals"] or (event.get("noted") or {}).get("totals") or (None, None)
        width = max(map(len, names))
        for party, name in enumerate(names):
            terms = event["modifiers"][party] or []
            total = totals[party]
            if self.counted and not (event["dice"][party] or terms or total):
                continue  # who is shot at throws nothing
            yield Said(f"  {name:<{width}}  {_sum(event['dice'][party], terms, total, self.counted)}", "sum")
            if cited:
                for term in terms:
                    yield Said(f"  {'':<{width}}  {term['amount']:+}  {self.book.line(term['rule'])}", "faint")
        again = " ".join(f"{a}:{b}" for a, b in event["rethrows"])
        if again:
            yield Said(f"  {'':<{width}}  equal, thrown again {again}", "sum")
        result = self.book.rules.vocabulary.results.get(event["result"], event["result"])
        whose = " ".join(filter(None, [event["loser"], result]))
        if event.get("by_rules"):
            yield Said(f"  -> {whose}, as played", "sum")
            return
        yield Said(f"  -> {whose}", "sum")
        for reason in self.book.reasons(event):
            yield Said(f"     {reason}", "faint")


def _lines(told: Callable[[Event], str | Iterable[Said]], event: Event) -> Iterable[Said]:
    said = told(event)
    return [Said(said)] if isinstance(said, str) else said


def _sum(die: Any, terms: Sequence[dict[str, Any]], total: int | None, counted: str = "") -> str:
    """'9 + 2 value + 3 cmd = 14', or '5,5,6 - 2 half: 1 hit' where totals are no sums."""
    faces = ",".join(str(face or "?") for face in (die if isinstance(die, list | tuple) else [die])) or "no dice"
    added = "".join(f" {'-' if t['amount'] < 0 else '+'} {abs(t['amount'])} {t['name']}" for t in terms)
    if counted and total is not None:
        return f"{faces}{added}: {total or 'no'} {counted.removesuffix('s') if total == 1 else counted}"
    return f"{faces}{added}{f' = {total}' if total is not None else ''}"


def _plainly(event: Event) -> str:
    """An event of a kind that only its ruleset knows: its name and its fields."""
    unit = event.get("unit", "")
    plain = {
        name: value for name, value in event.data.items() if name != "unit" and isinstance(value, str | int | float)
    }
    fields = ", ".join(f"{name} {value}" for name, value in plain.items())
    return " ".join(filter(None, [str(unit), event.kind, f"({fields})" if fields else ""]))
