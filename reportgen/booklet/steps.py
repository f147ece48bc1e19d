"""What happened in a worked example, step by step: the sums of its combats, and in words what came of them.

The words are those of `results` in `booklet.yaml`, by key. Of a combat: every field of it that is not nothing and has
words (`with indirect`), then `draw`, or the kind and the result (`fire ineffective`), or the result alone. Of what
follows:

    withdraws                       a unit goes back to {square}
    WHY                             a unit is lost, by the log's word for why (`blocked`, `off table`)
    WHAT or WHAT VALUE              something is tracked of a unit: `strength`, `order pinned`
    throw PURPOSE                   a throw besides those of combats: {faces}
    work TASK, work TASK done       engineering: {points}
    VERB, KIND                      a decision (`pursue`), any other event (`called off`)

What has no words is not told. In braces stand the event's fields, and {loser}, {attacker}, {square}, {faces}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reportgen.battle.reasons import WithReasons
from reportgen.booklet.model import Sum, Term

if TYPE_CHECKING:
    from reportgen.battle.events import Event
    from reportgen.battle.play import Battle
    from reportgen.battle.ruleset import Ruleset
    from reportgen.files.rules import Rules

Words = Mapping[str, Mapping[str, Any]]


def steps(battle: Battle, rules: Rules, ruleset: Ruleset, words: Words) -> Iterator[Sum | str]:
    """The combats of a battle as sums, each with what came of it; a Markdown text for what came of no combat."""
    sum_: Sum | None = None
    said: list[str] = []
    for event in battle.log:
        if event.kind in ("attack", "combat") and (sum_ is not None or said):
            yield replace(sum_, outcome=" ".join(said)) if sum_ is not None else " ".join(said)
            sum_, said = None, []
        if event.kind == "combat":
            sum_ = _sum(event, rules)
            said = list(_of_combat(event, rules, ruleset, words))
        else:
            known = next((key for key in _keys(event) if key in words), "")
            said += [_told(words[known], event, rules)] if known else []
    if sum_ is not None or said:
        yield replace(sum_, outcome=" ".join(said)) if sum_ is not None else " ".join(said)


def _sum(event: Event, rules: Rules) -> Sum:
    added: dict[str, list[int | None]] = {}
    for side, modifiers in enumerate(event["modifiers"]):
        for modifier in modifiers:
            added.setdefault(modifier["rule"], [None, None])[side] = modifier["amount"]
    terms = tuple(
        Term(rules.rule(id).title, rules.number(id), *amounts) for id, amounts in added.items() if id in rules
    )
    dice, totals = event["dice"], event["totals"]
    return Sum(
        (event["attacker"], event["defender"]),
        (_faces(dice[0]), _faces(dice[1])),
        terms,
        (totals[0], totals[1]),
        tuple((a, d) for a, d in event["rethrows"]),
        "",
    )


def _faces(thrown: Any) -> int | tuple[int, ...]:
    """A die, or the faces of several."""
    return tuple(thrown) if isinstance(thrown, list | tuple) else int(thrown)


def _of_combat(event: Event, rules: Rules, ruleset: Ruleset, words: Words) -> Iterator[str]:
    for field, value in event.data.items():
        if value and f"with {field}" in words:
            yield _told(words[f"with {field}"], event, rules)
    result = event["result"]
    keys = ["draw"] if event["drawn"] else []
    keys += [f"{event['combat']} {result}", result]
    known = next((key for key in keys if key in words), "")
    if known:
        decided = ruleset.decided_by(event) if isinstance(ruleset, WithReasons) else ()
        rule = next((rule for rule in decided if rule in rules), "")
        yield _told(words[known], event, rules, rule)


def _keys(event: Event) -> tuple[str, ...]:
    match event.kind:
        case "withdraw":
            return ("withdraws",)
        case "destroyed" | "left":
            return (str(event.get("why", "")),)
        case "tracked":
            return (f"{event['what']} {event['after']}", str(event["what"]))
        case "throw":
            return (f"throw {event['purpose']}",)
        case "work":
            return (f"work {event['task']} done",) if event["done"] else (f"work {event['task']}",)
        case "declare":
            return (str(event["verb"]),)
        case kind:
            return (kind,)


def _told(told: Mapping[str, Any], event: Event, rules: Rules, rule: str = "") -> str:
    """The words with the fields of the event, and the number of the rule that says so."""
    rule = rule or told["rule"]
    number = f" ([{rules.number(rule)}](#{rule}))" if rule in rules else ""
    square = str((event.get("path") or [event.get("at", "")])[-1]).partition("/")[0]
    faces = ", ".join(map(str, event.get("faces", ())))
    fields = {**event.data, "loser": event.get("loser") or "", "square": square, "faces": faces}
    says = re.sub(r"\{(\w+)\}", lambda found: str(fields.get(found[1], found[0])), str(told["says"]))
    return f"{says.rstrip('.')}{number}."
