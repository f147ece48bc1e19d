"""A battle as written down: what a person recorded at the table, or what `reportgen run` wrote. Same model for both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reportgen.battle.orders import Action
from reportgen.problems import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Note:
    """A remark of the writer's, Markdown, that stands between actions."""

    text: str
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture taken at this point. `file` is relative to the battle file's folder."""

    file: str
    caption: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Heading:
    """A title that the writer gives to what follows."""

    text: str
    place: Place = field(default=NOWHERE, compare=False)


Entry = Action | Note | Photo | Heading


@dataclass(slots=True)
class PhaseRecord:
    """One side's phase. `activation` is the declared throw; None: not noted, 0: thrown and not remembered (`?`).

    `over` says that the phase was ended in so many words (`end`): nothing may be added to it.
    """

    side: str
    activation: int | None = None
    entries: list[Entry] = field(default_factory=list)
    over: bool = False
    place: Place = field(default=NOWHERE, compare=False)
    thrown_at: Place | None = field(default=None, compare=False)
    """Where the throw for activations is noted."""


@dataclass(slots=True)
class TurnRecord:
    """`initiative`: each side's throws by side id: one number, or several if ties were thrown again (0: unknown)."""

    number: int
    initiative: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    phases: list[PhaseRecord] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    """Notes before the first phase."""
    place: Place = field(default=NOWHERE, compare=False)
    thrown_at: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """Where each side's throws for initiative are noted; under no name, where the whole of them is."""


@dataclass(slots=True)
class Record:
    """The whole file but for the scenario.

    `variants` None means those of the scenario. `ends` is a declared end: 'why' (agreed, turn limit ...), 'outcome' (a
    sentence) and 'winner' (a side's id, or 'nobody'), each of which may be missing.
    """

    ruleset: str
    version: str = ""
    variants: tuple[str, ...] | None = None
    seed: int | None = None
    battle: int = 0
    players: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    turns: list[TurnRecord] = field(default_factory=list)
    ends: Mapping[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    """Notes before the first turn."""
    place: Place = field(default=NOWHERE, compare=False)
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """Where the file says its version and its end."""

    def photos(self) -> tuple[Photo, ...]:
        """All its photographs, in order."""
        turns = [entries for turn in self.turns for entries in (turn.entries, *(one.entries for one in turn.phases))]
        return tuple(entry for entries in (self.entries, *turns) for entry in entries if isinstance(entry, Photo))
