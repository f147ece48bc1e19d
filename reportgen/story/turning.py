"""Turning points: the events after which the chances moved most, found on the curve of `chances` and told in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportgen.battle.events import Event
from reportgen.board.regions import covers
from reportgen.story.chances import Swing
from reportgen.story.closing import quoted
from reportgen.story.model import TurningPoint
from reportgen.story.pen import Pen
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Fight, Moment, Reaction, Timeline
from reportgen.story.weigh import Weighed
from reportgen.story.words import EDGES, counted, number

LEAST = 0.06
"""A swing below this is no turning point."""
MOST = 4
SEEN = 0.1
"""The same where nobody knows the chances and only the lead can be seen."""
EVEN = (0.495, 0.505)
"""Within these nobody is ahead: both are printed as 50 %."""


def found(swings: Sequence[Swing], most: int = MOST, least: float = LEAST) -> list[Swing]:
    """The phases in which the chances moved most, in order; each stands for its largest event. The end is none."""
    phases: dict[tuple[int, str, str | None], list[Swing]] = {}
    for swing in swings:
        if swing.event.kind != "end":
            phases.setdefault((swing.event.turn, swing.event.phase, swing.event.side), []).append(swing)
    made = [one for one in map(_whole, phases.values()) if one.size >= least]
    return sorted(sorted(made, key=lambda swing: -swing.size)[:most], key=lambda swing: swing.event.n)


def _whole(parts: list[Swing]) -> Swing:
    """A phase as one swing, told by the event that did most for the way in which it went."""
    before, after = parts[0].before, parts[-1].after
    along = [part for part in parts if (part.after - part.before) * (after - before) > 0] or parts
    largest = max(along, key=lambda part: part.size)
    if largest.event.kind == "tracked":
        # Strength lost and the unit with the last of it are one thing, and the loss is what one remembers.
        unit = largest.event["unit"]
        largest = next((p for p in parts if p.event.kind == "destroyed" and p.event["unit"] == unit), largest)
    hurt = {part.event["unit"] for part in along} - {largest.event["unit"]}
    also = sum(part.event.kind == "destroyed" and part.event["unit"] in hurt for part in parts)
    return Swing(largest.event, before, after, also)


def fight_of(swing: Swing, line: Timeline) -> Fight | None:
    """The combat that an event came from, if it did."""
    for fight in line.fights:
        for event in (fight.loss, fight.withdrawal, *fight.changes):
            if event is not None and event.n == swing.event.n:
                return fight
    return None


def reaction_of(swing: Swing, line: Timeline) -> Reaction | None:
    """The test of nerve that an event came from, if it did."""
    for reaction in line.reactions:
        if any(event.n == swing.event.n for event in reaction.events):
            return reaction
    return None


def told(swing: Swing, line: Timeline, weighed: Sequence[Weighed], speaker: Speaker) -> tuple[str, dict[str, Any]]:
    """How to say what a swing was: the last part of a situation's name, and its slots.

    Empty for a unit destroyed, `back`, `hit`, `broke` (nerve), `gave` (ground), `lost` (otherwise), `leave`, `move`.
    """
    event, names = swing.event, speaker.names
    fight, reaction = fight_of(swing, line), reaction_of(swing, line)
    if fight is not None:
        seen = next(one for one in weighed if one.fight is fight)
        turned = fight.loser == fight.attacker
        a, d = speaker.loose(speaker.attacker(seen)), speaker.loose(speaker.defender(seen))
        if turned:
            a, d = d, a
        slots: dict[str, Any] = {"a": a, "d": d, "how": how(seen, line, speaker)}
        if event.kind == "destroyed" or (event.kind != "tracked" and fight.effect == "dead"):
            return "", slots
        if event.kind == "tracked":
            return "hit", slots | {"n": _figures(event, speaker)}
        return "back", slots
    phase, moment = next((p, m) for p in line.phases for m in p.moments if m.event.n == event.n)
    unit = names.unit(event["unit"], phase.stage if event["unit"] in phase.stage else moment.before)
    if reaction is not None and event.kind == "destroyed":
        cause = reaction.fight
        slots = {"d": unit}
        if cause is not None:
            by = cause.attacker if cause.attacker != reaction.unit else cause.defender
            slots["a"] = names.unit(by, cause.before)
        return "broke", slots
    if event.kind == "destroyed":
        return "lost", {"d": unit}
    if event.kind in ("leave", "left"):
        return "leave", {"a": unit, "edge": EDGES.get(event.get("edge", ""), "far")}
    if event.kind == "tracked":
        return "hit", {"d": unit, "n": _figures(event, speaker)}
    if event.kind == "withdraw":
        return "gave", {"d": unit}
    where = speaker.places.at(speaker.places.square(moment.after[event["unit"]].at))
    return "move", {"a": unit, "where": where, "goal": _served(line, moment)}


def _figures(event: Event, speaker: Speaker) -> str:
    one, many = speaker.lore.unit_of_strength
    lost = abs(event["before"] - event["after"])
    return counted(lost, one, many) if one else number(lost)


def _served(line: Timeline, moment: Moment) -> str:
    """The title of the objective whose ground a move gained for its side; one that wins at once before others, empty if
    it gained none."""
    ground, unit = line.scenario.ground, moment.event["unit"]
    side = moment.after[unit].side
    own = line.scenario.sides[side].id
    goals = [goal for goal in line.scenario.objectives if goal.kind == "hold" and goal.side == own]
    for goal in sorted(goals, key=lambda goal: not goal.wins):
        held = [
            {name for name in goal.at if any(p.side == side and covers(ground, name, p.at) for p in pieces.values())}
            for pieces in (moment.before, moment.after)
        ]
        if len(held[0]) < goal.count <= len(held[1]):
            return quoted(goal.title)
    return ""


def caption(swing: Swing, line: Timeline, weighed: Sequence[Weighed], speaker: Speaker, pen: Pen) -> str:
    """A line under the map of a turning point: what it was, whatever else happened in its phase."""
    speaker.names.speak_for("")
    kind, slots = told(swing, line, weighed, speaker)
    tags = {"goal"} if slots.get("goal") else set()
    phase = next(p for p in line.phases for m in p.moments if m.event.n == swing.event.n)
    tags |= {"sole"} if len(phase.back if kind == "back" else phase.lost) == 1 else set()
    return f"{pen.title(f'point.{kind}'.rstrip('.'), tags, **slots)}."


def how(seen: Weighed, line: Timeline, speaker: Speaker) -> str:
    """Where it happened if that square counted, else how: the dice if they were wide apart, the flank, or nothing."""
    fight = seen.fight
    loser = fight.before[fight.loser or fight.defender]
    ground = line.scenario.ground
    square = speaker.places.square(loser.at)
    aims = [name for goal in line.scenario.objectives if goal.kind == "hold" for name in goal.at]
    if any(covers(ground, name, loser.at) for name in aims):
        where = speaker.places.at(square)
        if where:
            return f" {where}"
    if "unknown" in seen.tags:
        return ""
    dice = seen.fight.event["dice"]
    if "wide" in seen.tags:
        return f", {number(dice[0])} to {number(dice[1])} on the dice"
    if "flank" in seen.tags:
        return " from the flank"
    if "charge" in seen.tags:
        return " in the open"
    if "half" in seen.tags:
        return ", with not a point to spare"
    if "long" in seen.tags:
        return " against the odds"
    return ""


def favoured(swing: Swing, line: Timeline) -> str:
    """The side whose chances rose."""
    return line.scenario.sides[0 if swing.after > swing.before else 1].id


def bearing(swing: Swing, line: Timeline, speaker: Speaker, kind: str, slots: dict[str, Any]) -> set[str]:
    """What a sentence may say of a swing: `won` if the side that it favoured did, `ahead` or `behind` by where it left
    that side, `theirs` if it was a move of the other side's, `goal`, and `command` for a General lost."""
    side, event, names = favoured(swing, line), swing.event, speaker.names
    chance = swing.after if side == line.scenario.sides[0].id else 1 - swing.after
    tags = {"won"} if line.end is not None and line.end["winner"] == side else set()
    tags |= {"ahead"} if chance > EVEN[1] else {"behind"} if chance < EVEN[0] else set()
    if kind == "move" and names.side_of[event["unit"]] != side:
        tags.add("theirs")
    elif slots.get("goal"):
        tags.add("goal")
    if event.kind == "destroyed" and names.groups[event["unit"]].type in speaker.lore.command_types:
        tags.add("command")
    return tags


def point(
    swing: Swing, line: Timeline, weighed: Sequence[Weighed], speaker: Speaker, pen: Pen, every: Sequence[Swing]
) -> TurningPoint:
    """One turning point in words, of all that the battle had."""
    event = swing.event
    names = speaker.names
    names.speak_for("")
    side = favoured(swing, line)
    number_ = next(n for n, one in enumerate(line.scenario.sides) if one.id == (event.side or side))
    us, foe = names.side(side), names.side(line.scenario.other(side).id)
    kind, slots = told(swing, line, weighed, speaker)
    tags = bearing(swing, line, speaker, kind, slots)
    tags |= {"last"} if swing is every[-1] and "won" in tags else set()
    tags |= {"most"} if swing.size == max(one.size for one in every) else set()
    if event.turn * 3 >= 2 * max(len(line.turns), line.scenario.turns or speaker.lore.vocabulary.turns or 0):
        tags.add("late")
    text = pen.say(f"turning.{kind}".rstrip("."), tags, us=us, foe=foe, **slots)
    if swing.also and kind in ("", "back", "broke", "hit"):
        fell = event.kind == "destroyed"
        tags |= {"fell"} if fell else set()
        stands = counted(swing.also, *(f"other {stand}" if fell else stand for stand in speaker.lore.piece))
        text += " " + pen.say("turning.also", tags, us=us, foe=foe, n=stands, were="was" if swing.also == 1 else "were")
    return TurningPoint(event.turn, number_, text, (round(swing.before, 3), round(swing.after, 3)))
