"""Events, the log of a battle, and its file: JSON Lines, one event a line, in a stable order of fields.

The log is everything that happened: decisions, chance (dice and cards as they fell) and outcomes. Reports, maps,
statistics and audits are folds over it. It holds no clock and no path of a machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

FORMAT = "reportgen-log/1"


class Event(Struct, frozen=True, gc=False):
    """One thing that happened.

    `n` counts from 0; `turn` is 0 before the first turn; `phase` is the ruleset's word for the part of the turn; `side`
    is the id of the side that acts, or None; `data` holds the kind's own fields, plain JSON values only.
    """

    n: int
    turn: int
    phase: str
    side: str | None
    kind: str
    data: Mapping[str, Any]

    def __getitem__(self, field: str) -> Any:
        return self.data[field]

    def get(self, field: str, default: Any = None) -> Any:
        return self.data.get(field, default)

    def to_json(self) -> str:
        head = {"n": self.n, "turn": self.turn, "phase": self.phase, "side": self.side, "kind": self.kind}
        return json.dumps({**head, **self.data}, ensure_ascii=False, separators=(", ", ": "))

    @classmethod
    def from_json(cls, line: str) -> Event:
        """Raises ValueError if the line is no event."""
        raw = json.loads(line)
        try:
            return cls(raw.pop("n"), raw.pop("turn"), raw.pop("phase"), raw.pop("side"), raw.pop("kind"), raw)
        except (KeyError, AttributeError) as missing:
            raise ValueError(f"not an event: {missing}") from None


class Header(Struct, frozen=True):
    """What a log must say of itself so that it can be made again. Hashes are the first 16 hex digits of blake2b."""

    ruleset: str
    version: str
    ruleset_hash: str
    scenario: str
    scenario_hash: str
    variants: tuple[str, ...] = ()
    seed: int | None = None
    battle: int = 0
    players: Mapping[str, str] = field(default_factory=dict)


class Log(Struct):
    """A header and the events after it."""

    header: Header
    events: list[Event] = field(default_factory=list)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def of(self, *kinds: str) -> Iterator[Event]:
        """The events of these kinds, in order."""
        return (event for event in self.events if event.kind in kinds)

    def lines(self) -> Iterator[str]:
        h = self.header
        yield json.dumps(
            {
                "format": FORMAT,
                "ruleset": h.ruleset,
                "version": h.version,
                "ruleset_hash": h.ruleset_hash,
                "scenario": h.scenario,
                "scenario_hash": h.scenario_hash,
                "variants": list(h.variants),
                "seed": h.seed,
                "battle": h.battle,
                "players": dict(h.players),
            },
            ensure_ascii=False,
        )
        for event in self.events:
            yield event.to_json()

    def dumps(self) -> str:
        return "\n".join(self.lines()) + "\n"

    @classmethod
    def loads(cls, text: str | Iterable[str]) -> Log:
        """Raises ValueError if the text is no log of this format."""
        lines = iter(text.splitlines() if isinstance(text, str) else text)
        head = json.loads(next(lines, "null"))
        if not isinstance(head, dict) or head.pop("format", None) != FORMAT:
            raise ValueError(f"not a log of format {FORMAT}")
        head["variants"] = tuple(head["variants"])
        return cls(Header(**head), [Event.from_json(line) for line in lines if line])
