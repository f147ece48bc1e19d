"""A recorder's notes, photographs and headings: where in the story they stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reportgen.battle.record import Heading, Note, Photo
from reportgen.battle.recorded import Placed
from reportgen.problems import Problem
from reportgen.story.model import Block, Picture, Remark
from reportgen.story.timeline import Fight


@dataclass(frozen=True, slots=True)
class Placing:
    """A block of the recorder's and the number of the event before which it stands."""

    at: int
    turn: int
    side: str
    block: Block


def placings(placed: Iterable[Placed]) -> list[Placing]:
    """Notes, photographs and headings among the entries of a record."""
    found = []
    for one in placed:
        block = _block(one.entry)
        if block is not None:
            found.append(Placing(one.at, one.turn, one.side, block))
    return found


def _block(entry: object) -> Block | None:
    if isinstance(entry, Note):
        return Remark(entry.text)
    if isinstance(entry, Photo):
        return Picture(entry.file, entry.caption, entry.place.line)
    if isinstance(entry, Heading):
        return Remark(entry.text, heading=True)
    return None


def woven(paragraphs: Sequence[tuple[int, str]], own: Sequence[Placing]) -> tuple[Block, ...]:
    """Paragraphs and the recorder's blocks in one order, by their events."""
    rows: list[tuple[int, int, Block]] = [(n, 1, text) for n, text in paragraphs]
    rows += [(one.at, 0, one.block) for one in own]
    return tuple(block for _, _, block in sorted(rows, key=lambda row: (row[0], row[1])))


def findings_of(fights: Sequence[Fight], placed: Sequence[Placed], findings: Iterable[Problem]) -> dict[int, list[str]]:
    """Findings by the number of the combat that they are about, in words."""
    lines: dict[tuple[str, int], list[int]] = {}
    for n, one in enumerate(placed):
        until = placed[n + 1].at if n + 1 < len(placed) else 1 << 60
        numbers = [fight.number for fight in fights if one.at <= fight.event.n < until]
        if numbers:
            lines.setdefault((one.entry.place.file, one.entry.place.line), []).extend(numbers)
    found: dict[int, list[str]] = {}
    for problem in findings:
        for number in lines.get((problem.place.file, problem.place.line), []):
            found.setdefault(number, []).append(problem.message)
    return found
