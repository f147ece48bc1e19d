"""Where a battle stands that is being taken down: played as far as its record goes, and what is wanted next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from reportgen.battle.events import Event
from reportgen.battle.orders import Action, Choice, Declared, Order, Throw, Violation
from reportgen.battle.play import MOST_STEPS, Battle
from reportgen.battle.record import Entry, PhaseRecord, Record
from reportgen.battle.recorded import COUNTS, DICE_ONLY, Counted, EndOfRecord, Recorded
from reportgen.battle.replay import Replay, counts_forced, replay
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.problems import Problem

Kind = Literal["order", "dice", "choice", "over"]


@dataclass(frozen=True, slots=True)
class Need:
    """What is wanted next.

    order: what the side does next in its phase. dice: `throw`, of which `noted` dice are known, the `nth` (from 0) of
    its kind this turn. choice: one of `choice.options()`, for example which way back. over: nothing, the battle is
    over.
    """

    kind: Kind
    side: str = ""
    throw: Throw | None = None
    noted: int = 0
    nth: int = 0
    choice: Choice | None = None

    @property
    def purpose(self) -> str:
        """What is thrown or chosen for; the kind itself for orders and the end."""
        if self.throw is not None:
            return self.throw.purpose
        return self.choice.kind if self.choice is not None else self.kind


class Wanted(Exception):
    """The record does not say: play stops here, in the middle of a step. `need` is what to ask."""

    def __init__(self, need: Need) -> None:
        super().__init__(need.purpose)
        self.need = need


class Asking:
    """Answers from a record as far as it goes; what it does not say raises `Wanted`.

    A die marked as not noted ('?') is an answer. A choice is asked for only if there are several options and the
    notation has words for them.
    """

    def __init__(self, record: Record, words: frozenset[str], forced: Mapping[Counted, int]) -> None:
        self.recorded = Recorded(record, resume=True, forced=forced)
        self.words = words

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        try:
            faces = self.recorded.roll(battle, throw, nth)
        except EndOfRecord:
            raise Wanted(Need("dice", throw.side, throw, nth=nth)) from None
        if self.recorded.lacking:
            raise Wanted(Need("dice", throw.side, throw, throw.count - self.recorded.lacking, nth))
        return faces

    def choose(self, battle: Battle, choice: Choice) -> Order:
        kind: Kind = "order" if choice.kind == "order" else "choice"
        action = self.recorded.action
        if choice.kind == "withdrawal" and action is not None and not action.declared.withdrew:
            options = choice.options()
            if len(options) == 1:
                return options[0]
            raise Wanted(Need(kind, choice.side, choice=choice))
        try:
            return self.recorded.choose(battle, choice)
        except EndOfRecord:
            if choice.kind not in ("order", "initiative"):
                options = choice.options()
                if len(options) == 1 or not all(option.verb in self.words for option in options):
                    return options[0]
            raise Wanted(Need(kind, choice.side, choice=choice)) from None

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        return self.recorded.insist(battle, order, violations)

    def declared(self, battle: Battle) -> Declared | None:
        return self.recorded.declared(battle)


@dataclass(frozen=True)
class Moment:
    """A battle at a stand. `whole`: how many events of its log belong to steps that are complete.

    `battle` may be halted in the middle of a step: it is for looking at, not for playing on. `phase` is what the record
    holds of the phase that it is in, or None; `action` the action whose dice or consequences are wanted, or None.
    """

    record: Record
    battle: Battle
    need: Need
    whole: int
    played: Replay
    phase: PhaseRecord | None = None
    action: Action | None = None

    @property
    def events(self) -> list[Event]:
        return self.battle.log.events

    @property
    def findings(self) -> tuple[Problem, ...]:
        return self.played.findings

    @cached_property
    def standing(self) -> dict[str, str]:
        """Unit -> the square that it stands in."""
        squares: dict[str, str] = {}
        for event in self.events:
            unit = event.get("unit")
            if not isinstance(unit, str):
                continue
            if event.kind in ("destroyed", "left", "leave"):
                squares.pop(unit, None)
            elif event.get("path"):
                squares[unit] = event["path"][-1]
            elif event.get("at"):
                squares[unit] = event["at"]
        return squares

    @cached_property
    def opening(self) -> Battle:
        """The battle before the step in hand, for trying out what might be done."""
        log = self.battle.log
        if self.whole == len(log):
            return self.battle
        return Battle(self.battle.rules, self.battle.scenario, self.battle.answers, events=log.events[: self.whole])


def played(rules: Ruleset, scenario: Scenario, record: Record) -> Moment:
    """Plays a record as far as it goes, and says what is wanted next. The battle stands as it was written down.

    An end that the record declares and the rules do not come to is the end all the same. A throw for how much may be
    done is not wanted where what stands behind it leaves no choice.
    """
    if record.variants is not None and record.variants != scenario.variants:
        scenario = replace(scenario, variants=record.variants)
    moment = _played(rules, scenario, record, {})
    if moment.need.purpose in COUNTS and moment.phase is not None and any(map(_deed, moment.phase.entries)):
        forced = counts_forced(rules, scenario, record)
        return _played(rules, scenario, record, forced) if forced else moment
    return moment


def _deed(entry: Entry) -> bool:
    return isinstance(entry, Action) and entry.order.verb not in DICE_ONLY


def _played(rules: Ruleset, scenario: Scenario, record: Record, forced: Mapping[Counted, int]) -> Moment:
    words = frozenset(verb.id for verb in rules.vocabulary.verbs)
    asking = Asking(record, words, forced)
    battle = Battle(
        rules,
        scenario,
        asking,
        seed=record.seed,
        number=record.battle,
        players=dict(record.players),
    )
    recorded = asking.recorded
    whole, need = 0, Need("over")
    try:
        for _ in range(MOST_STEPS):
            if not rules.step(battle):
                break
            whole = len(battle.log)
        else:
            raise RuntimeError(f"{rules.id}: no end after {MOST_STEPS} steps of a record")
    except Wanted as wanted:
        need = wanted.need
    if need.kind != "over" and record.ends:
        as_declared = replay(rules, scenario, record)
        return Moment(record, as_declared.battle, Need("over"), len(as_declared.log), as_declared)
    phase = recorded.phase_at(battle)
    action = recorded.action if need.kind in ("dice", "choice") else None
    recorded.finish(battle)
    so_far = Replay(battle, tuple(_findings(rules, recorded, need)), tuple(recorded.placed))
    return Moment(record, battle, need, whole, so_far, phase, action)


def _findings(rules: Ruleset, recorded: Recorded, need: Need) -> Iterator[Problem]:
    """What was found, with the rule that it rests on. While a step is open, what stands behind it only waits."""
    for found in recorded.findings:
        if found.code != "left-over" or need.kind in ("order", "over"):
            yield found if found.rule else replace(found, rule=rules.citations.get(found.code, ""))
