"""A record as lines such as are typed, so that what one has and another has not can be said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import zip_longest

from reportgen.battle.orders import Action
from reportgen.battle.record import Entry, Heading, Note, Record
from reportgen.battle.recorded import BY_THE_RULES
from reportgen.files.notation import Notation


def added(fewer: list[str], more: list[str]) -> Iterator[tuple[str, str]]:
    """Each line that only the second has, with what the first has of it, if it began there."""
    for kind, a, b, c, d in SequenceMatcher(None, fewer, more, autojunk=False).get_opcodes():
        if kind in ("insert", "replace"):
            for line, there in zip_longest(more[c:d], fewer[a:b][: d - c], fillvalue=""):
                yield line, there if line.startswith(there.removesuffix("]")) else ""


def lines_of(record: Record, notation: Notation, name: Callable[[str], str]) -> list[str]:
    """Everything that was taken down, in order."""

    def lines() -> Iterator[str]:
        yield from _entries(record.entries, notation)
        for turn in record.turns:
            for side, scores in turn.initiative.items():
                if scores:
                    yield f"{name(side)}, for the initiative: {', '.join(map(_face, scores))}"
            yield from _entries(turn.entries, notation)
            for phase in turn.phases:
                if phase.activation is not None:
                    yield f"{name(phase.side)}, for the number of activations: {_face(phase.activation)}"
                yield from _entries(phase.entries, notation)
                if phase.over:
                    yield "end"
        if record.ends and record.ends.get("why") not in BY_THE_RULES:
            yield " | ".join(filter(None, [f"agree {record.ends.get('outcome', '')}", record.ends.get("winner", "")]))

    return list(lines())


def _entries(entries: list[Entry], notation: Notation) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, Action):
            if notation.can_say(entry):
                yield notation.print(entry)
        elif isinstance(entry, Note):
            yield f"note {entry.text}"
        elif isinstance(entry, Heading):
            yield f"heading {entry.text}"
        else:
            yield f"photo {entry.file}"


def _face(face: int) -> str:
    return str(face or "?")
