"""Who has been named of late, so that the next mention may be a shorter one: 'the battery', 'the front stand'.

A short name is used only while nobody else has a claim to it: no other unit that was named in the same phase, and
none in the same sentence, could be meant by the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from reportgen.story.ref import Ref

FRESH, CLOSE = 6, 2
"""After so many sentences without a word of somebody the full name is due again; after the second number a name that
tells him from others of his kind is not enough."""


class Mentions:
    """The memory of one phase."""

    def __init__(self) -> None:
        self._claims: dict[str, set[str]] = {}
        self._at: dict[str, int] = {}

    def later(self, slots: Mapping[str, Any], now: int) -> dict[str, Any]:
        """The slots with everybody who was named within the last sentences under a shorter name; `now` counts
        sentences."""
        present = [ref for ref in slots.values() if isinstance(ref, Ref)]
        if not any(now - self._at.get(ref.proper, -FRESH - 1) <= FRESH for ref in present if ref.proper):
            return dict(slots)
        rivals: dict[str, set[str]] = {}
        for ref in _units(present):
            for text in _short(ref):
                rivals.setdefault(text, set()).add(ref.proper)
        return {name: self._shorter(ref, rivals, now) if isinstance(ref, Ref) else ref for name, ref in slots.items()}

    def heard(self, refs: Iterable[Any], now: int) -> None:
        """These stand in the sentence that was just written."""
        for ref in _units([ref for ref in refs if isinstance(ref, Ref)]):
            self._at[ref.proper] = now
            for text in _short(ref):
                self._claims.setdefault(text, set()).add(ref.proper)

    def _shorter(self, ref: Ref, rivals: Mapping[str, set[str]], now: int) -> Ref:
        since = now - self._at.get(ref.proper, -100)
        if not ref.proper or ref.members or since > FRESH:
            return ref
        for text, plural, most in ((ref.brief, ref.brief_plural, FRESH), (ref.medium, ref.medium_plural, CLOSE)):
            if not text or len(text) >= len(ref.text) or since > most:
                continue
            if (self._claims.get(text, set()) | rivals.get(text, set())) <= {ref.proper}:
                return replace(ref, text=text, plural=plural)
        return ref


def _units(refs: Iterable[Ref]) -> list[Ref]:
    return [one for ref in refs for one in (ref.members or (ref,)) if one.proper]


def _short(ref: Ref) -> tuple[str, ...]:
    return tuple(text for text in (ref.brief, ref.medium) if text)
