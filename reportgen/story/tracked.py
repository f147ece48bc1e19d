"""What is tracked of units: changes in words for a table, strength lost short of a loss, and how the dice fell."""

from __future__ import annotations

from collections.abc import Mapping

from reportgen.battle.events import Event
from reportgen.story.lore import Lore
from reportgen.story.model import Luck
from reportgen.story.names import Names
from reportgen.story.pen import Pen
from reportgen.story.timeline import Timeline
from reportgen.story.words import number


def change(event: Event, lore: Lore) -> str:
    """What a `tracked` event did, for a table: '-2 figures', '-2 strength', 'shaken'."""
    before, after = event["before"], event["after"]
    if isinstance(before, int) and isinstance(after, int):
        by = abs(after - before)
        one, many = lore.unit_of_strength if event["what"] == lore.measure else ("", "")
        return f"{'−' if after < before else '+'}{by} {(one if by == 1 else many) or event['what']}"
    return str(after)


def telling(event: Event, measure: str) -> bool:
    """Whether a sentence is made of a change: of strength and of states; other numbers are book-keeping."""
    return event["what"] == measure or not isinstance(event["after"], int)


# -- what it cost ------------------------------------------------------------------------------------------------------


def reductions(line: Timeline, lore: Lore) -> dict[str, tuple[float, int]]:
    """Unit -> the strength that it has lost without being removed, and the turn in which it last lost some."""
    if not lore.measure:
        return {}
    now: dict[str, float] = {}
    turns: dict[str, int] = {}
    for phase in line.phases:
        for moment in phase.moments:
            event = moment.event
            if event.kind == "tracked" and event["what"] == lore.measure:
                now[event["unit"]] = float(event["after"])
                if event["after"] < event["before"]:
                    turns[event["unit"]] = phase.turn
            elif event.kind == "destroyed":
                now.pop(event["unit"], None)
    worth = {unit.id: lore.points(unit, side) for side in line.scenario.sides for unit in side.units}
    return {
        unit: (worth[unit] - left, turns[unit]) for unit, left in now.items() if left < worth[unit] and unit in turns
    }


def dice(line: Timeline, names: Names, lore: Lore, pen: Pen) -> Luck | None:
    """How both sides threw, where nobody knows what a throw was worth. None if too few dice are noted."""
    first, second = line.scenario.sides
    faces: Mapping[str, list[int]] = {
        side.id: [
            face
            for throw in line.throws
            if throw["by"] == side.id and throw["sides"] == lore.die
            for face in throw["faces"]
            if face
        ]
        for side in line.scenario.sides
    }
    if not all(faces.values()) or sum(map(len, faces.values())) < 10:
        return None
    mine, theirs = faces[first.id], faces[second.id]
    text = pen.say(
        "own.dice",
        us=names.side(first.id),
        foe=names.side(second.id),
        n=number(len(mine)),
        m=number(len(theirs)),
        mean=f"{sum(mine) / len(mine):.1f}",
        mean2=f"{sum(theirs) / len(theirs):.1f}",
        expected=f"{(lore.die + 1) / 2:.1f}",
    )
    return Luck((), (), text)
