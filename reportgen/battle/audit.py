"""What a recorded battle says, held against what the rules say. The battle stands as played; an audit explains.

Every finding names the rule, says what the rules give, and whether the outcome would have been another.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reportgen.battle.events import Event
from reportgen.battle.orders import Action, Declared
from reportgen.battle.record import Record
from reportgen.battle.replay import Replay
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.problems import Place, Problem

PARTIES = ("attacker", "defender")


def audit(rules: Ruleset, scenario: Scenario, record: Record, played: Replay) -> list[Problem]:
    """Every finding: the forces, the legality of what was done (`played.findings`), the figures, and the end."""
    findings = [*forces(rules, scenario), *_version(rules, record), *played.findings]
    for number, placed in enumerate(played.placed):
        if not isinstance(placed.entry, Action):
            continue
        for event in played.events_of(number):
            if event.kind == "combat":
                findings.extend(_Combat(rules, placed.entry, event).findings())
    findings.extend(_end(rules, record, played))
    return sorted(findings, key=lambda p: (p.place.file, p.place.line, p.place.column))


def _version(rules: Ruleset, record: Record) -> list[Problem]:
    """Whether the battle was played under another version of the rules."""
    if record.version in ("", rules.version):
        return []
    message = f"this was played under version {record.version} of the rules; here it is held against {rules.version}"
    return [Problem(record.places.get("version", record.place), "other-version", message, severity="warning")]


def forces(rules: Ruleset, scenario: Scenario) -> list[Problem]:
    """Points and stands that the source of a scenario states and its own list does not come to."""
    findings = []
    for number, side in enumerate(scenario.sides):
        costs = [rules.vocabulary.types[unit.type].points for unit in side.units]
        if side.declared_points is not None and side.declared_points != sum(costs):
            message = (
                f"{side.name}: the force is called {side.declared_points:g} points; its stands cost {sum(costs):g}"
            )
            place = scenario.place("sides", number, "published", "points")
            findings.append(_finding(place, "wrong-points", message, rule=rules.citations.get("wrong-points", "")))
        if side.declared_stands is not None and side.declared_stands != len(costs):
            message = f"{side.name}: the force is called {side.declared_stands} stands; {len(costs)} are listed"
            place = scenario.place("sides", number, "published", "stands")
            findings.append(_finding(place, "wrong-stands", message, rule=rules.citations.get("wrong-stands", "")))
    return findings


def _end(rules: Ruleset, record: Record, played: Replay) -> list[Problem]:
    """The end that the record declares against the one that the rules came to."""
    end = next(played.log.of("end"), None)
    declared = record.ends.get("winner", "")
    if end is None or not declared or end["why"] == "agreed":
        return []
    winner = end["winner"] or "nobody"
    if declared == winner:
        return []
    message = f"the record gives the battle to {declared}; by the rules ({end['why']}) it goes to {winner}"
    return [
        _finding(
            record.places.get("ends", record.place), "wrong-end", message, rule=rules.citations.get("wrong-end", "")
        )
    ]


def _finding(place: Place, code: str, message: str, hint: str = "", rule: str = "") -> Problem:
    return Problem(place, code, message, hint, "finding", rule)


@dataclass(slots=True)
class _Combat:
    """One combat: what the record declares of it, and the event that the engine made of it by the rules."""

    rules: Ruleset
    action: Action
    event: Event

    @property
    def declared(self) -> Declared:
        return self.action.declared

    def findings(self) -> list[Problem]:
        found = [*self._modifiers(), *self._sums()]
        if not found:
            found = self._result()
        return [*found, *self._silences()]

    # -- what is compared --------------------------------------------------------------------------------------------

    def _modifiers(self) -> list[Problem]:
        found = []
        for party, said in enumerate(self.declared.modifiers):
            if said is None:
                continue
            ruled = _by_name(self.event["modifiers"][party])
            who = self.event[PARTIES[party]]
            for name in dict.fromkeys([*ruled, *said]):
                rule, amount = ruled.get(name, ("", 0))
                noted = said.get(name, 0)
                if amount == noted:
                    continue
                if name not in said:
                    code, message = "modifier-omitted", f"{amount:+} ({name}) for {who} is left out"
                elif name not in ruled:
                    code, message = "modifier-invented", f"{noted:+} ({name}) for {who} is not due"
                else:
                    code, message = "modifier-wrong", f"'{name}' of {who} is {amount:+}, not {noted:+}"
                found.append(
                    self._finding(code, f"{message}{self._rule(rule)}; {self._would_be()}", self._hint(name), rule)
                )
        return found

    def _sums(self) -> list[Problem]:
        found = []
        for party, total in enumerate(self.declared.totals):
            if total is None:
                continue
            die = _sum(self.event["dice"][party])
            said = self.declared.modifiers[party]
            who = self.event[PARTIES[party]]
            if die == 0:
                continue
            if said is not None and not self.rules.vocabulary.totals:
                right = die + sum(said.values())
                if right != total:
                    parts = " ".join([str(die), *(f"{'-' if a < 0 else '+'} {abs(a)}" for a in said.values())])
                    message = f"the total of {who} is wrong: {parts} makes {right}, not {total}; {self._would_be()}"
                    found.append(self._finding("wrong-sum", message))
            elif self.event["totals"] is not None and self.event["totals"][party] != total:
                right = self.event["totals"][party]
                message = f"the total of {who} is {right} by the rules, not {total}; {self._would_be()}"
                found.append(self._finding("wrong-total", message))
        return found

    def _result(self) -> list[Problem]:
        """Figures that are right, and a result that does not follow from them."""
        if self.event["totals"] is None:
            return []
        again = self.rules.citations.get("rethrow", "")
        if self.declared.result and self._ruled() != self._played():
            if self.event["drawn"] and not self.event["rethrows"]:
                message = f"the totals are equal ({self._totals()}): both throw again before anything comes of it"
                return [self._finding("wrong-result", message, rule=again)]
            played, ruled = self._say(self._played()), self._say(self._ruled())
            message = f"the result is not '{played}': {self._totals()} gives '{ruled}'"
            return [self._finding("wrong-result", message)]
        if self.declared.rethrows and not self.event["drawn"]:
            message = f"no second throw is called for: the totals are {self._totals()}; the result is unchanged"
            return [self._finding("dice-surplus", message, rule=again)]
        return []

    def _silences(self) -> list[Problem]:
        """Where the text of the rules leaves open what happened, and a ruling or a play-test settles it.

        Told to those who did the sums themselves; a battle that the computer ran knows its rulings.
        """
        if self.declared.totals == (None, None):
            return []
        return [
            self._finding("silence", f"{violation.message}{self._rule(violation.rule)}", rule=violation.rule)
            for violation in self.rules.silences(self.event)
        ]

    # -- words -------------------------------------------------------------------------------------------------------

    def _finding(self, code: str, message: str, hint: str = "", rule: str = "") -> Problem:
        pair = f"{self.event['attacker']} against {self.event['defender']}"
        return _finding(self.action.place, code, f"{pair}: {message}", hint, rule or self.rules.citations.get(code, ""))

    def _played(self) -> tuple[str, str]:
        return self.event["result"], self.event["loser"]

    def _ruled(self) -> tuple[str, str]:
        by_rules: Mapping[str, Any] = self.event.get("by_rules") or self.event.data
        return by_rules["result"], by_rules["loser"]

    def _would_be(self) -> str:
        """Totals and result by the rules, for the end of a sentence."""
        if self.event["totals"] is None:
            if self.rules.vocabulary.as_recorded:
                return "the result stands as it was written"
            return "the dice are not all noted, so the result cannot be told"
        totals = f"the rules give {self._totals()}"
        if self.event["drawn"] and not self.event["rethrows"]:
            return f"{totals}, a draw that both throw again"
        again = ", without a second throw" if self.declared.rethrows and not self.event["drawn"] else ""
        if self._ruled() == self._played():
            return f"{totals}, the result is unchanged{again}"
        ruled, played = self._say(self._ruled()), self._say(self._played())
        return f"{totals}, and the result would be '{ruled}' instead of '{played}'{again}"

    def _totals(self) -> str:
        attacker, defender = self.event["totals"]
        return f"{attacker}:{defender}"

    def _say(self, outcome: tuple[str, str]) -> str:
        result, loser = outcome
        spoken = self.rules.vocabulary.results.get(result, result)
        return f"{loser} {spoken}" if loser else spoken

    def _rule(self, rule: str) -> str:
        """The rule's printed number if the ruleset tells it, else its id."""
        if not rule:
            return ""
        printed = getattr(self.rules, "rules", None)
        return f" (rule {printed.number(rule) if printed is not None and rule in printed else rule})"

    def _hint(self, name: str) -> str:
        known = self.rules.vocabulary.modifiers
        if not known or name in known:
            return ""
        near = difflib.get_close_matches(name, known, 1)
        return f"did you mean '{near[0]}'?" if near else f"the modifiers are called {', '.join(known)}"


def _sum(die: Any) -> int:
    """What a party threw, together; 0 if not all of it was noted."""
    faces = die if isinstance(die, list) else [die]
    return sum(faces) if all(faces) else 0


def _by_name(modifiers: list[Mapping[str, Any]]) -> dict[str, tuple[str, int]]:
    """Name -> rule and amount; modifiers of the same name are added up."""
    found: dict[str, tuple[str, int]] = {}
    for modifier in modifiers:
        rule, amount = found.get(modifier["name"], (modifier["rule"], 0))
        found[modifier["name"]] = (rule, amount + modifier["amount"])
    return found
