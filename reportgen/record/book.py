"""Rules as they are cited at the table: by their printed number and in a line."""

from __future__ import annotations

from collections.abc import Iterable

from reportgen.battle.events import Event
from reportgen.battle.reasons import WithReasons
from reportgen.battle.ruleset import Ruleset
from reportgen.files.rules import Rules
from reportgen.problems import Problem


class Book:
    """The rules of a battle, to cite from. Rulesets without numbered texts are cited by their rules' ids."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        printed = getattr(rules, "rules", None)
        self.printed: Rules | None = printed if isinstance(printed, Rules) else None

    def cite(self, rule: str) -> str:
        """' (rule 7.2)', or nothing if there is no rule to cite."""
        if not rule:
            return ""
        known = self.printed is not None and rule in self.printed
        return f" (rule {self.printed.number(rule) if self.printed is not None and known else rule})"

    def found(self, finding: Problem) -> str:
        """What is wrong by the rules, citing its rule once."""
        message = finding.message.replace(f" (rule {finding.rule})", self.cite(finding.rule))
        cited = "" if self.cite(finding.rule) in message else self.cite(finding.rule)
        return f"{message[:1].upper()}{message[1:]}{cited}."

    def line(self, rule: str) -> str:
        """'7.2 Command: +2 for a Command stand near by', as far as it is printed."""
        if self.printed is None or rule not in self.printed:
            return rule
        found = self.printed.rule(rule)
        return f"{found.number} {found.title}: {self._plain(self.printed.short(rule))}"

    def reasons(self, event: Event) -> Iterable[str]:
        """Why a combat had its result, a rule a line."""
        if not isinstance(self.rules, WithReasons):
            return ()
        return [f"{self._saying(rule)}{self.cite(rule)}" for rule in self.rules.decided_by(event)]

    def _saying(self, rule: str) -> str:
        if self.printed is None or rule not in self.printed:
            return rule
        return self._plain(self.printed.short(rule))

    @staticmethod
    def _plain(text: str) -> str:
        """In one line and without the marks of Markdown."""
        return " ".join(text.split()).replace("*", "").rstrip(".")
