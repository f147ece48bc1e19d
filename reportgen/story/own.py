"""Battles that have no engine, told: fights by what the record says came of them, and what is tracked of units.

The same pen as for other battles, with sentences that need neither odds nor a winner of the dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from reportgen.battle.events import Event
from reportgen.story.lore import Lore
from reportgen.story.model import Luck
from reportgen.story.names import Names
from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Fight, Phase, Pieces, Timeline
from reportgen.story.weigh import Weighed
from reportgen.story.words import listed, number

SENTENCES = 4
"""A paragraph of fights is not much longer than this."""


def change(event: Event) -> str:
    """What a `tracked` event did, for a table: '-2 strength', 'shaken'."""
    before, after = event["before"], event["after"]
    if isinstance(before, int) and isinstance(after, int):
        return f"{'−' if after < before else '+'}{abs(after - before)} {event['what']}"
    return str(after)


def fate(ref: Ref, events: Iterable[Event], usual: frozenset[str], rest: Sequence[str] = ()) -> str:
    """What became of somebody, as a verb: 'lost three and was shaken'. Empty if nothing did. `usual`: states that are
    nothing to speak of unless one comes back to them."""
    parts = [_verb(ref, event, usual) for event in events]
    return listed([part for part in (*parts, *rest) if part])


def _verb(ref: Ref, event: Event, usual: frozenset[str]) -> str:
    before, after = event["before"], event["after"]
    if not (isinstance(before, int) and isinstance(after, int)):
        return f"{ref.were} {after}{' again' if after in usual else ''}"
    if before == after:
        return ""
    return f"{'lost' if after < before else 'gained'} {number(abs(after - before))}"


class OwnTeller:
    """Tells fights; stands where `FightTeller` does for rulesets that have odds."""

    def __init__(self, pen: Pen, speaker: Speaker, lore: Lore) -> None:
        self.pen = pen
        self.speaker = speaker
        self.measure, self.usual = lore.measure, lore.usual

    def paragraphs(self, fights: Sequence[Weighed]) -> list[tuple[int, str]]:
        """Paragraphs in the order of the fights, each with the number of its first event."""
        told: list[tuple[int, str]] = []
        line: list[str] = []
        start = 0
        for seen in fights:
            if not line:
                start = seen.fight.event.n
            line += self._sentences(seen)
            if len(line) >= SENTENCES:
                told.append((start, " ".join(line)))
                line = []
        return [*told, (start, " ".join(line))] if line else told

    def _sentences(self, seen: Weighed) -> list[str]:
        fight = seen.fight
        a, d = self.speaker.attacker(seen), self.speaker.defender(seen)
        fates = {unit: self._fate(fight, unit, ref) for unit, ref in ((fight.attacker, a), (fight.defender, d))}
        mine, theirs = fates[fight.attacker], fates[fight.defender]
        tags = {"hit"} if theirs else {"hit", "turned"} if mine else set()
        situation = "own.close" if fight.close else "own.fire"
        slots = {"a": a, "d": d, "a2": a.short, "d2": d.short, "fate": theirs or mine}
        said = [self.pen.say(situation, tags, **slots)]
        if theirs and mine:
            said.append(self.pen.say("own.after", u=a.short, fate=mine))
        return said

    def _fate(self, fight: Fight, unit: str, ref: Ref) -> str:
        events = [event for event in fight.changes if event["unit"] == unit and telling(event, self.measure)]
        rest = []
        if fight.loss is not None and fight.loss["unit"] == unit:
            rest.append(f"{ref.were} destroyed")
        elif fight.departure is not None and fight.departure["unit"] == unit:
            rest.append("went off the table")
        elif fight.withdrawal is not None and fight.withdrawal["unit"] == unit:
            rest.append(f"fell back {self.speaker.distance(fight.withdrawal['squares'])}")
        elif fight.effect == "back" and (fight.loser or fight.defender) == unit:
            rest.append("fell back")
        return fate(ref, events, self.usual, rest)

    def others(self, phase: Phase) -> list[tuple[int, str]]:
        """What changed or was removed without a fight, as one paragraph."""
        changes: dict[str, list[Event]] = {}
        first = -1
        said = []
        removed: list[tuple[Event, Pieces]] = []
        for moment in phase.others:
            event = moment.event
            if event.kind == "tracked" and telling(event, self.measure):
                changes.setdefault(event["unit"], []).append(event)
            elif event.kind == "destroyed":
                removed.append((event, moment.before))
            else:
                continue
            first = event.n if first < 0 else first
        for unit, events in changes.items():
            ref = self.speaker.names.unit(unit, phase.before)
            what = fate(ref, events, self.usual)
            if what:
                said.append(self.pen.say("own.change", u=ref, fate=what))
        for event, before in removed:
            why = event["why"]
            tags = {"why"} if why not in ("removed", "combat") else set()
            ref = self.speaker.names.unit(event["unit"], before)
            said.append(self.pen.say("own.removed", tags, u=ref, why=why if tags else ""))
        return [(first, " ".join(said))] if said else []


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
