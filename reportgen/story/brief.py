"""The brief report: why they fought, how it opened, where it turned, how it ended. Four paragraphs, four pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from reportgen.story import closing, turning
from reportgen.story.chances import Swing
from reportgen.story.lore import Lore
from reportgen.story.names import Names
from reportgen.story.pen import Pen
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Timeline
from reportgen.story.weigh import Weighed
from reportgen.story.words import article, chance, counted, left, number, points_said

QUIET = 2
"""With more turns than this before the first combat the opening was a quiet one."""
LONGEST = 700
"""Characters of the scenario's own background that the first paragraph takes over."""


def paragraphs(
    line: Timeline,
    fights: Sequence[Weighed],
    points: Sequence[Swing],
    speaker: Speaker,
    pen: Pen,
    lore: Lore,
) -> tuple[str, str, str, str]:
    """`points`: the two largest swings in order. The outcome in a line is printed below them, and is none of them."""
    speaker.names.speak_for("")
    return (
        _why(line, speaker.names, pen, lore),
        _opened(line, fights, points, speaker, pen, lore),
        _turned(line, fights, points, speaker, pen, not lore.vocabulary.as_recorded),
        _ended(line, fights, speaker.names, lore, pen),
    )


def came(line: Timeline) -> set[str]:
    """Who was there: from the beginning, or come in later."""
    arrived = {m.event["unit"] for phase in line.phases for m in phase.moments if m.event.kind == "arrive"}
    late = {unit for come in line.scenario.reinforcements for unit in come.units}
    return {unit.id for side in line.scenario.sides for unit in side.units} - (late - arrived)


def first_paragraph(markdown: str) -> str:
    """The first paragraph of a Markdown text without its markup; cut at a sentence's end if it is long."""
    for part in re.split(r"\n\s*\n", markdown.strip()):
        text = re.sub(r"\s+", " ", part).strip()
        if not text or text.startswith(("#", ">", "|", "!", "```", "- ", "* ", "1.")):
            continue
        text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
        text = re.sub(r"[*_`]+", "", text)
        if len(text) <= LONGEST:
            return text
        cut = text[:LONGEST].rfind(". ")
        return text[: cut + 1] if cut > 0 else ""
    return ""


def _why(line: Timeline, names: Names, pen: Pen, lore: Lore) -> str:
    scenario = line.scenario
    first, second = scenario.sides
    said = [first_paragraph(scenario.background)] if scenario.background else []
    here = came(line)
    units = [[unit for unit in side.units if unit.id in here] for side in scenario.sides]
    cost = [
        sum(lore.points(unit, side) for unit in mine if unit.type not in lore.command_types)
        for side, mine in zip(scenario.sides, units, strict=True)
    ]
    said.append(
        pen.say(
            "why", us=names.side(first.id), foe=names.side(second.id), minepoints=lore.worth_said(cost[0]),
            theirspoints=points_said(cost[1]),
            minestands=number(len(units[0])), theirstands=number(len(units[1])), stands=lore.piece[1],
        )
    )  # fmt: skip
    grades = [
        lore.vocabulary.generals.get(s.general, s.general).lower().removesuffix(" general") for s in scenario.sides
    ]
    if all(grades) and grades[0] != grades[1]:
        said.append(
            pen.say(
                "why.general", us=names.side(first.id), foe=names.side(second.id), adjective=first.adjective,
                grade=grades[0], other_grade=grades[1], a_grade=f"{article(grades[0])} {grades[0]}",
                their_grade=f"{article(grades[1])} {grades[1]}",
            )
        )  # fmt: skip
    if scenario.objectives:
        goal = max(scenario.objectives, key=lambda goal: (goal.wins, goal.points))
        said.append(pen.say("aims", us=names.side(goal.side), title=goal.title.rstrip(".")))
    else:
        said.append(pen.say("aims", {"none"}))
    return " ".join(text for text in said if text)


def _opened(
    line: Timeline, fights: Sequence[Weighed], points: Sequence[Swing], speaker: Speaker, pen: Pen, lore: Lore
) -> str:
    """What is told as a turning point is left to that."""
    if not line.turns:
        return pen.say("opened.never")
    if not fights:
        return pen.say("opened.quiet", turns=counted(len(line.turns), "turn", "turns"))
    first = fights[0].fight.turn
    tags = {"quiet"} if first > QUIET else set()
    said = [pen.say("opened", tags, turns=counted(first - 1, "turn", "turns"))]
    firsts = [
        (one.fight.number, one, situation)
        for tag, situation in (("first-shot", "opened.shot"), ("first-contact", "opened.contact"))
        for one in fights
        if tag in one.tags
    ]
    turned = {fight.number for fight in (turning.fight_of(point, line) for point in points) if fight is not None}
    before = 0
    for _, seen, situation in sorted(firsts, key=lambda first: first[0]):
        if "first-loss" not in seen.tags and seen.fight.number not in turned:
            when, before = _when(seen.fight.turn, before), seen.fight.turn
            said.append(
                pen.say(
                    situation, set() if when else {"same"}, a=speaker.loose(speaker.attacker(seen)),
                    d=speaker.loose(speaker.defender(seen)), turn=when, go=pen.pick("go", speaker.verbs(seen)),
                )
            )  # fmt: skip
    lost = next((one for one in fights if "first-loss" in one.tags), None)
    if lost is None and not any(m.event.kind == "destroyed" for phase in line.phases for m in phase.moments):
        said.append(pen.say("opened.loss", {"none"}, stand=lore.piece[0]))
    elif lost is not None and lost.fight.number not in turned:
        a, d = speaker.loose(speaker.attacker(lost)), speaker.loose(speaker.defender(lost))
        side = speaker.names.side_of[lost.fight.loser or lost.fight.defender]
        if lost.fight.loser == lost.fight.attacker:
            a, d = d, a
        when = _when(lost.fight.turn, before)
        words = {"turn": when, "foe": speaker.names.side(side), "stand": lore.piece[0]}
        said.append(pen.say("opened.loss", set() if when else {"same"}, a=a, d=d, **words))
    return " ".join(said)


def _when(turn: int, before: int) -> str:
    """A turn in words; empty if it is the one that was told last."""
    return "" if turn == before else number(turn)


def _turned(
    line: Timeline, fights: Sequence[Weighed], points: Sequence[Swing], speaker: Speaker, pen: Pen, estimated: bool
) -> str:
    """`estimated`: whether there are chances to tell; under rules of the players' own nobody knows them."""
    if not points:
        said = [pen.say("turned.none")]
        if fights:
            said.append(pen.say("turned.between", {"none"}, n=number(len(fights))))
        return " ".join(said)
    said = []
    names = speaker.names
    for place, swing in enumerate(points):
        favoured = turning.favoured(swing, line)
        us, foe = names.side(favoured), names.side(line.scenario.other(favoured).id)
        tags = {"second"} if place else set()
        turn = _when(swing.event.turn, points[0].event.turn if place else 0)
        tags |= set() if turn else {"same"}
        kind, slots = turning.told(swing, line, fights, speaker)
        tags |= turning.bearing(swing, line, speaker, kind, slots)
        said.append(pen.say(f"turned.{kind}".rstrip("."), tags, foe=foe, us=us, turn=turn, **slots))
        before, after = swing.before, swing.after
        if favoured != line.scenario.sides[0].id:
            before, after = 1 - before, 1 - after
        if estimated:
            said.append(pen.say("turned.chance", us=us, before=chance(before), after=chance(after)))
        if place == 0 and len(points) > 1:
            between = [one for one in fights if points[0].event.n < one.fight.event.n < points[1].event.n]
            if len(between) > 3:
                said.append(pen.say("turned.between", n=number(len(between))))
    return " ".join(said)


def _ended(line: Timeline, fights: Sequence[Weighed], names: Names, lore: Lore, pen: Pen) -> str:
    first, second = line.scenario.sides
    counts = {side.id: sum(names.side_of[unit] == side.id for unit in line.last) for side in line.scenario.sides}
    here = came(line)
    mine, theirs = (sum(unit.id in here for unit in side.units) for side in (first, second))
    said = [
        closing.ending(line, fights, names, lore, pen, []),
        pen.say(
            "survivors", {"gone"} if 0 in counts.values() else set(),
            us=names.side(first.id), foe=names.side(second.id), mineleft=left(counts[first.id]),
            theirsleft=left(counts[second.id]), minestands=number(mine), theirstands=number(theirs),
            stands=lore.piece[1], **_gone(line, counts, names),
        ),
    ]  # fmt: skip
    return " ".join(text for text in said if text)


def _gone(line: Timeline, counts: Mapping[str, int], names: Names) -> dict[str, Any]:
    """Who has nobody left, and what the others have; nothing if both have somebody."""
    first, second = (side.id for side in line.scenario.sides)
    if 0 not in counts.values():
        return {}
    lost, others = (first, second) if not counts[first] else (second, first)
    return {"whose": names.side(lost), "others": names.side(others), "stay": left(counts[others])}
