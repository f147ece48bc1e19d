"""A recorded battle played again on the rules, and two logs compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from reportgen.battle.events import Event, Log
from reportgen.battle.play import MOST_STEPS, Battle
from reportgen.battle.record import Record
from reportgen.battle.recorded import BY_THE_RULES, COUNTS, Counted, EndOfRecord, Placed, Recorded
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.problems import Problem


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again. `findings` are what did not fit the rules; `placed` says where in the log the record's
    entries stand, in order, notes and photographs included."""

    battle: Battle
    findings: tuple[Problem, ...]
    placed: tuple[Placed, ...]

    @property
    def log(self) -> Log:
        return self.battle.log

    def events_of(self, number: int) -> list[Event]:
        """The events that entry `number` of `placed` led to."""
        at = self.placed[number].at
        after = self.placed[number + 1].at if number + 1 < len(self.placed) else len(self.log)
        return self.log.events[at:after]


def replay(rules: Ruleset, scenario: Scenario, record: Record) -> Replay:
    """Plays the record to its end. The battle stands as it was played; what the rules forbid becomes a finding.

    A record that breaks off leaves a log that breaks off after its last complete step. An end that the record declares
    and the rules do not come to is written as declared. Throws that were not noted are worked out if they are forced.
    """
    if record.variants is not None and record.variants != scenario.variants:
        scenario = replace(scenario, variants=record.variants)
    played = _replayed(rules, scenario, record, {})
    forced = counts_forced(rules, scenario, record, played)
    return _replayed(rules, scenario, record, forced) if forced else played


def counts_forced(
    rules: Ruleset, scenario: Scenario, record: Record, played: Replay | None = None
) -> dict[Counted, int]:
    """The throws for how much may be done that nobody noted and that must have been the highest there is: with less,
    something of what was done would not have been allowed."""
    forced: dict[Counted, int] = {}
    played = played or _replayed(rules, scenario, record, forced)
    acts = Counter((event.turn, event.side) for event in played.log.of("activate"))
    for event in played.log.of("throw"):
        if event["purpose"] in COUNTS and event["faces"] == [0] and acts[event.turn, event["by"]] >= event["sides"]:
            key = (event.turn, event["purpose"], event["by"], event["unit"])
            less = _replayed(rules, scenario, record, {key: event["sides"] - 1})
            if _illegal(less) > _illegal(played):
                forced[key] = event["sides"]
    return forced


def _illegal(played: Replay) -> int:
    return sum(finding.code == "illegal" for finding in played.findings)


def _replayed(rules: Ruleset, scenario: Scenario, record: Record, forced: dict[Counted, int]) -> Replay:
    answers = Recorded(record, forced=forced)
    battle = _begun(rules, scenario, answers, record, ())
    complete = 0
    try:
        for _ in range(MOST_STEPS):
            if not rules.step(battle):
                break
            complete = len(battle.log)
        else:
            raise RuntimeError(f"{rules.id}: no end after {MOST_STEPS} steps of a record")
    except EndOfRecord:
        if complete < len(battle.log):
            battle = _begun(rules, scenario, answers, record, battle.log.events[:complete])
    ended = next(battle.log.of("end"), None)
    if ended is None and record.ends:
        _end_as_declared(battle, answers, record)
    answers.finish(battle, str(ended["why"]) if ended else "")
    findings = (p if p.rule else replace(p, rule=rules.citations.get(p.code, "")) for p in answers.findings)
    return Replay(battle, tuple(findings), tuple(answers.placed))


def _begun(
    rules: Ruleset, scenario: Scenario, answers: Recorded, record: Record, events: list[Event] | tuple[()]
) -> Battle:
    return Battle(
        rules,
        scenario,
        answers,
        seed=record.seed,
        number=record.battle,
        players=dict(record.players),
        events=events,
    )


def _end_as_declared(battle: Battle, answers: Recorded, record: Record) -> None:
    why = record.ends.get("why", "") or "agreed"
    if why in BY_THE_RULES:
        answers.findings.append(
            Problem(
                record.places.get("ends", record.place),
                "wrong-end",
                f"the record ends the battle ({why}), but by the rules it goes on after turn {battle.turn}",
                severity="finding",
            )
        )
    winner = record.ends.get("winner", "")
    text = record.ends.get("outcome", "")
    battle.begin(battle.turn, "end", None)
    battle.emit(
        "end",
        winner=None if winner in ("", "nobody") else winner,
        why=why,
        points={side.id: 0.0 for side in battle.scenario.sides},
        **({"text": text} if text else {}),
    )


# -- comparing ---------------------------------------------------------------------------------------------------------


def compare(one: Log, other: Log) -> str | None:
    """The first difference between two logs in words, or None if they are the same."""
    for name in ("ruleset", "version", "ruleset_hash", "scenario_hash", "variants", "seed", "battle", "players"):
        mine, theirs = getattr(one.header, name), getattr(other.header, name)
        if mine != theirs:
            what = f"the header's {name.replace('_', ' ')}"
            return f"{what} is {_said(mine)} in the first log, {_said(theirs)} in the second"
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return _difference(mine, theirs)
    if len(one) != len(other):
        longer, which = (one, "first") if len(one) > len(other) else (other, "second")
        extra = longer.events[min(len(one), len(other))]
        return f"the {which} log goes on with event {extra.n}, {_where(extra)}: {extra.kind}"
    return None


def _difference(mine: Event, theirs: Event) -> str:
    where = f"event {mine.n}, {_where(mine)}"
    if (mine.turn, mine.phase, mine.side) != (theirs.turn, theirs.phase, theirs.side):
        return f"{where}, is in {_where(theirs)} in the second log"
    if mine.kind != theirs.kind:
        return f"{where}, is '{mine.kind}' in the first log and '{theirs.kind}' in the second"
    for name in dict.fromkeys([*mine.data, *theirs.data]):
        a, b = mine.get(name), theirs.get(name)
        if a != b:
            return f"{where} ({mine.kind}): '{name}' is {_said(a)} in the first log, {_said(b)} in the second"
    return f"{where} ({mine.kind}): it has number {mine.n} in the first log, {theirs.n} in the second"


def _where(event: Event) -> str:
    return f"turn {event.turn}, {event.phase}{f' of {event.side}' if event.side else ''}"


def _said(value: Any) -> str:
    return "missing" if value is None else repr(value)
