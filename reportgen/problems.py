"""Problems in a user's files, as values: collected, sorted and printed together.

A problem never stops the reading of a file; whoever has collected all of them raises `ProblemsFound` once, at the edge.
Exceptions of any other kind are our own faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "finding"]
"""`error`: the file cannot be used. `warning`: it can, but look. `finding`: an audit's remark on a recorded battle."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a user's file something stands. Lines and columns count from 1; 0 means the file as a whole."""

    file: str = ""
    line: int = 0
    column: int = 0


NOWHERE = Place()


def with_hint(message: str, hint: str) -> str:
    """A message and what to do about it, in one line; after a question a sentence of its own."""
    if not hint:
        return message
    return f"{message} {hint[0].upper()}{hint[1:]}" if message.endswith("?") else f"{message}; {hint}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in one place.

    `code` is a short stable word in kebab-case (`unknown-key`, `off-board`); `hint` says what to do, may be empty;
    `rule` is the rule id that a finding rests on, may be empty.
    """

    place: Place
    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"
    rule: str = ""

    def __str__(self) -> str:
        place = self.place
        where = f"{place.file}:{place.line}:{place.column}" if place.line else place.file
        return f"{where}{': ' if where else ''}{self.severity}[{self.code}]: {with_hint(self.message, self.hint)}"


@dataclass(slots=True)
class Problems:
    """A growing collection of problems; falsy while there is none of severity `error`."""

    found: list[Problem] = field(default_factory=list)

    def add(
        self, place: Place, code: str, message: str, hint: str = "", severity: Severity = "error", rule: str = ""
    ) -> None:
        self.found.append(Problem(place, code, message, hint, severity, rule))

    def extend(self, more: Iterable[Problem]) -> None:
        self.found.extend(more)

    def __bool__(self) -> bool:
        return any(p.severity == "error" for p in self.found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self.found, key=lambda p: (p.place.file, p.place.line, p.place.column, p.code)))

    def __len__(self) -> int:
        return len(self.found)

    @property
    def errors(self) -> int:
        """How many of them are errors."""
        return sum(problem.severity == "error" for problem in self.found)

    def raise_if_any(self) -> None:
        """Raises `ProblemsFound` with everything collected if any of it is an error."""
        if self:
            raise ProblemsFound(tuple(self))


class ProblemsFound(Exception):
    """A user's files cannot be used; `problems` says why, all at once, in file order."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class Stopped(KeyboardInterrupt):
    """The user stopped a command that has written something already; its text says what."""
