"""A battle in progress: the ruleset's steps, fed by answers, written to the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from reportgen.battle.answers import Answers
from reportgen.battle.events import Event, Header, Log
from reportgen.battle.inference import Reckon
from reportgen.battle.orders import Choice, Order, Throw
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario

MOST_STEPS = 20_000
"""No battle takes more steps; one that does is a fault of the ruleset and raises RuntimeError."""


class IllegalOrder(Exception):
    """A source of answers gave an illegal order and did not insist: its fault, not the user's."""


class Battle:
    """One battle: its rules, scenario, state, log, and where its answers come from.

    Rulesets call `roll`, `choose` and `emit` from their `step`; everybody else calls `play`. A battle is resumed by
    giving the events of its log so far: the state is their fold.
    """

    __slots__ = (
        "_changes",
        "_examine",
        "answers",
        "log",
        "phase",
        "rules",
        "scenario",
        "side",
        "state",
        "thrown",
        "turn",
    )

    def __init__(
        self,
        rules: Ruleset,
        scenario: Scenario,
        answers: Answers,
        *,
        seed: int | None = None,
        number: int = 0,
        players: dict[str, str] | None = None,
        events: Iterable[Event] = (),
    ) -> None:
        self.rules = rules
        self.scenario = scenario
        self.answers = answers
        self.state: Any = rules.start(scenario)
        self._changes, self._examine = rules.changes, rules.examine
        self.turn = 0
        self.phase = "deployment"
        self.side: str | None = None
        self.thrown: Counter[tuple[str, str, str, str]] = Counter()
        self.log = Log(
            Header(
                ruleset=rules.id,
                version=rules.version,
                ruleset_hash=rules.hash,
                scenario=scenario.title,
                scenario_hash=scenario.hash,
                variants=scenario.variants,
                seed=seed,
                battle=number,
                players=players or {},
            )
        )
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:
        if event.turn != self.turn:
            self.turn = event.turn
            self.thrown.clear()
        self.phase = event.phase
        self.side = event.side
        if event.kind == "throw":
            self.thrown[event["purpose"], event["by"], event["unit"], event["against"]] += 1
        self.log.events.append(event)
        self._changes[event.kind](self.state, event)

    def begin(self, turn: int, phase: str, side: str | None) -> None:
        """Where the next events belong."""
        if turn != self.turn:
            self.turn = turn
            self.thrown.clear()
        self.phase = phase
        self.side = side

    def emit(self, kind: str, **data: Any) -> Event:
        """Writes an event and applies it."""
        return self.note(kind, data)

    def note(self, kind: str, data: dict[str, Any]) -> Event:
        """As `emit`, for fields that stand in a dictionary already, which becomes the event's."""
        events = self.log.events
        event = Event(len(events), self.turn, self.phase, self.side, kind, data)
        events.append(event)
        self._changes[kind](self.state, event)
        return event

    def roll(
        self,
        purpose: str,
        by: str,
        count: int = 1,
        sides: int = 6,
        unit: str = "",
        against: str = "",
        why: str = "",
        reckon: Reckon | None = None,
    ) -> tuple[int, ...]:
        """Dice thrown by a side, written to the log as a `throw` before any modifier.

        `inferred` in it lists those that no record noted and that were worked out. The event is not applied: under no
        rules does a throw by itself change the state.
        """
        key = (purpose, by, unit, against)
        thrown = self.thrown
        nth = thrown.get(key, 0)
        thrown[key] = nth + 1
        throw = Throw(purpose, by, count, sides, unit, against, why, reckon)
        faces = self.answers.roll(self, throw, nth)
        data = {"purpose": purpose, "by": by, "sides": sides, "faces": list(faces), "unit": unit, "against": against}
        if throw.inferred:
            data["inferred"] = list(throw.inferred)
        events = self.log.events
        events.append(Event(len(events), self.turn, self.phase, self.side, "throw", data))
        return faces

    def die(
        self,
        purpose: str,
        by: str,
        sides: int,
        unit: str = "",
        against: str = "",
        why: str = "",
        reckon: Reckon | None = None,
    ) -> int:
        """One die, as `roll`; 0 if a record does not say how it fell."""
        return self.roll(purpose, by, 1, sides, unit, against, why, reckon)[0]

    def choose(self, choice: Choice) -> Order:
        return self.answers.choose(self, choice)

    def order(self, choice: Choice) -> tuple[Order, list[dict[str, str]], Any]:
        """A decision, what is illegal about it (its source insists), and the ruleset's plan for carrying it out.

        Raises IllegalOrder if it is illegal and its source does not insist.
        """
        order = self.answers.choose(self, choice)
        examine = self._examine
        wrong, plan = examine(self.state, order)
        if not wrong:
            return order, [], plan
        if not self.answers.insist(self, order, wrong):
            raise IllegalOrder(f"{order}: {'; '.join(v.message for v in wrong)}")
        return order, [{"rule": v.rule, "message": v.message} for v in wrong], plan

    def play(self, *, turns: int | None = None) -> Log:
        """Plays to the end, or to the end of the turn `turns`."""
        step = self.rules.step
        for _ in range(MOST_STEPS):
            if not step(self):
                return self.log
            if turns is not None and self.state.turn > turns:
                return self.log
        raise RuntimeError(f"{self.rules.id}: no end after {MOST_STEPS} steps; seed {self.log.header.seed}")
