"""A recorder's notes, photographs and headings: where in the story they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from reportgen.battle.orders import Action
from reportgen.battle.record import Heading, Note, Photo, Record
from reportgen.battle.recorded import Placed
from reportgen.problems import Problem
from reportgen.story.model import Block, Picture, Remark
from reportgen.story.timeline import Fight, Phase, Timeline


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


def unrecorded(fight: Fight, placed: Sequence[Placed]) -> bool:
    """Whether neither the dice of a combat nor what came of it was written down: its log says 'ineffective', for that
    is what stands where nothing is known."""
    event = fight.event
    faces = [face for die in event["dice"] for face in (die if isinstance(die, Sequence) else (die,))]
    noted = (event.get("noted") or {}).get("totals") or (None,)
    if event["totals"] or (faces and all(faces)) or None not in noted or "result" in (event.get("as_played") or {}):
        return False
    if fight.effect != "none" or fight.loser or fight.changes or fight.withdrawal or fight.departure or fight.reactions:
        return False
    pair = (fight.attacker, fight.defender)
    lines = [one.entry for one in placed if one.at <= event.n and isinstance(one.entry, Action)]
    mine = [line for line in lines if (line.order.unit, line.order.target) == pair]
    return not (mine and mine[-1].declared.result)


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


def phase_of(at: int, turn: int, side: str, phases: Sequence[Phase]) -> Phase | None:
    """The phase of that side and turn to which something before the event `at` belongs; None if there is none.

    A side may have several phases in a turn: then the last that had begun by then, for phases begin with an event.
    """
    mine = [phase for phase in phases if phase.turn == turn and phase.side == side]
    begun = [phase for phase in mine if phase.first <= at]
    return begun[-1] if begun else mine[0] if mine else None


@dataclass(slots=True)
class Findings:
    """An audit's findings, in words, by what they are about.

    `beside`: by the number of the combat. `phases`: by (turn, number of the phase in the turn). `turns`: those of a
    turn but of none of its phases. `general`: the rest. `apart`: all that stand beside no combat, with their turn.
    """

    every: tuple[str, ...] = ()
    beside: dict[int, list[str]] = field(default_factory=dict)
    phases: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    turns: dict[int, list[str]] = field(default_factory=dict)
    general: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)


def sorted_findings(
    line: Timeline,
    placed: Sequence[Placed],
    record: Record | None,
    problems: Sequence[Problem],
    cite: Callable[[str], str],
) -> Findings:
    """Findings sorted by what they are about. `cite`: a rule's printed number by its id, or an empty text."""
    beside = findings_of(line.fights, placed, problems)
    lines = _lines(line, placed, record)
    found = Findings(tuple(problem.message for problem in problems), beside)
    in_combats = {message for messages in beside.values() for message in messages}
    for problem in problems:
        number = cite(problem.rule) if "(rule" not in problem.message else ""
        said = f"{problem.message} (rule {number})" if number else problem.message
        turn, nth = lines.get((problem.place.file, problem.place.line), (0, -1))
        if nth >= 0:
            found.phases.setdefault((turn, nth), []).append(said)
        elif turn:
            found.turns.setdefault(turn, []).append(said)
        else:
            found.general.append(said)
        if problem.message not in in_combats:
            found.apart.append(f"Turn {turn}: {said}" if turn else said)
    return found


def _lines(line: Timeline, placed: Sequence[Placed], record: Record | None) -> dict[tuple[str, int], tuple[int, int]]:
    """Line of the record -> turn and number of the phase in it, -1 if it belongs to none."""
    phases = {turn.number: turn.phases for turn in line.turns}
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for turn in record.turns if record else ():
        found[turn.place.file, turn.place.line] = (turn.number, -1)
        for nth, phase in enumerate(turn.phases):
            known = nth < len(phases.get(turn.number, ()))
            found[phase.place.file, phase.place.line] = (turn.number, nth if known else -1)
    for one in placed:
        phase_ = phase_of(one.at, one.turn, one.side, phases.get(one.turn, ()))
        nth = phases[one.turn].index(phase_) if phase_ is not None else -1
        found[one.entry.place.file, one.entry.place.line] = (one.turn, nth)
    return found


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
