"""Luck: what the exact odds led one to expect, against what happened.

Damage is counted in points: the value of a stand destroyed, half the value of one driven back. What a side may expect
of a combat follows from the odds before its dice, on both sides of it: the attacker may be the one to go back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from reportgen.battle.events import Event
from reportgen.battle.scenario import Scenario
from reportgen.story.lore import Lore
from reportgen.story.model import Luck, LuckRow
from reportgen.story.names import Names
from reportgen.story.pen import Pen
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Timeline
from reportgen.story.weigh import Weighed, worth
from reportgen.story.words import capital, chance

BACK = 0.5
"""Part of its value that a stand driven back counts for."""
_VERDICTS = (
    (1.6, "very lucky"),
    (0.7, "lucky"),
    (-0.7, "as was to be expected"),
    (-1.6, "unlucky"),
    (float("-inf"), "very unlucky"),
)
UNLIKELY = 1 / 9
"""Results at least this unlikely are worth a line."""


def damage(seen: Weighed, values: Mapping[str, float]) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """For attacker and defender: expected damage done to the other, its variance, and the damage done."""
    fight = seen.fight
    theirs, mine = values[fight.defender], values[fight.attacker]
    dead, back = seen.odds.get("destroyed", 0.0), seen.odds.get("withdraw", 0.0)
    turned = seen.odds.get("attacker withdraws", 0.0)
    expected = dead * theirs + back * BACK * theirs
    variance = dead * theirs**2 + back * (BACK * theirs) ** 2 - expected**2
    against = turned * BACK * mine
    scored = {"none": 0.0, "back": BACK, "dead": 1.0}[fight.effect] * values[fight.loser or fight.defender]
    lost = fight.loser == fight.attacker and fight.effect != "none"
    return (
        (expected, variance, 0.0 if lost else scored),
        (against, turned * (BACK * mine) ** 2 - against**2, scored if lost else 0.0),
    )


def struck(
    seen: Weighed, expected: Callable[[Event], tuple[tuple[float, float], tuple[float, float]]], measure: str
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """The same where hits take strength away: strength that each could expect to strike off the other, and did."""
    fight = seen.fight
    off = {fight.attacker: 0.0, fight.defender: 0.0}
    for event in fight.changes:
        if event["what"] == measure and event["unit"] in off:
            off[event["unit"]] += event["before"] - event["after"]
    mine, theirs = expected(fight.event)
    return (*mine, off[fight.defender]), (*theirs, off[fight.attacker])


def luck(line: Timeline, fights: Sequence[Weighed], lore: Lore, names: Names, speaker: Speaker, pen: Pen) -> Luck:
    """Both sides' fortune. Dice are those of the battle die, for whatever they were thrown."""
    scenario = line.scenario
    values = worth(scenario, lore)
    totals = {side.id: [0.0, 0.0, 0.0] for side in scenario.sides}
    for seen in fights:
        other = names.side_of[seen.fight.defender]
        if lore.expected is not None:
            if not all(face for side in seen.fight.event["dice"] for face in side):
                continue
            done = struck(seen, lore.expected, lore.measure)
        elif "unknown" in seen.tags:
            continue
        else:
            done = damage(seen, values)
        for id, figures in zip((seen.fight.side, other), done, strict=True):
            totals[id] = [a + b for a, b in zip(totals[id], figures, strict=True)]
    scores: dict[str, float] = {}
    rows = []
    for n, side in enumerate(scenario.sides):
        faces = [
            face
            for throw in line.throws
            if throw["by"] == side.id and throw["sides"] == lore.die
            for face in throw["faces"]
            if face
        ]
        mean = sum(faces) / len(faces) if faces else 0.0
        expected, variance, scored = totals[side.id]
        scores[side.id] = (scored - expected) / sqrt(variance) if variance > 1e-9 else 0.0
        rows.append(
            LuckRow(
                n,
                side.name,
                len(faces),
                round(mean, 2),
                round(expected, 1),
                round(scored, 1),
                _verdict(scores[side.id], faces, lore.die),
            )
        )
    return Luck(tuple(rows), _unlikely(fights, speaker), _text(scenario, scores, line, names, pen))


def _verdict(z: float, faces: Sequence[int], die: int) -> str:
    """The verdict on damage, and on the dice as such where they tell another story."""
    word = next(word for least, word in _VERDICTS if z >= least)
    if len(faces) < 8:
        return word
    spread = sqrt((die**2 - 1) / 12 / len(faces))
    dice = (sum(faces) / len(faces) - (die + 1) / 2) / spread
    if dice >= 1.3 and z < 0.7:
        return f"{word}, for all the high dice"
    if dice <= -1.3 and z > -0.7:
        return f"{word}, in spite of low dice"
    return word


def _unlikely(fights: Sequence[Weighed], speaker: Speaker) -> tuple[str, ...]:
    """The least likely results of the battle, one line each."""
    rare = sorted(
        (seen for seen in fights if seen.chance <= UNLIKELY and seen.odds and not seen.fight.unrecorded),
        key=lambda s: (s.chance, s.fight.number),
    )
    return tuple(_line(seen, speaker) for seen in rare[:4])


def _line(seen: Weighed, speaker: Speaker) -> str:
    fight = seen.fight
    speaker.names.speak_for("")
    a, d = speaker.loose(speaker.attacker(seen)), speaker.loose(speaker.defender(seen))
    how = "in close combat" if fight.close else "by fire"
    if fight.effect == "none" and fight.changes:
        said = f"{a} scored against {d} {how}"
    elif fight.effect == "none":
        said = f"{d} stood against {a}"
    elif fight.loser == fight.attacker:
        said = f"{a} {a.were} thrown back by {d}"
    elif fight.effect == "dead":
        said = f"{a} destroyed {d} {how}"
    else:
        said = f"{a} drove back {d} {how}"
    return f"Turn {fight.turn}: {capital(said)[0].lower()}{said[1:]}, {chance(seen.chance)}."


def _text(scenario: Scenario, scores: Mapping[str, float], line: Timeline, names: Names, pen: Pen) -> str:
    first, second = scenario.sides
    diff = scores[first.id] - scores[second.id]
    lucky, unlucky = (first.id, second.id) if diff > 0 else (second.id, first.id)
    winner = line.end["winner"] if line.end is not None else None
    low, high = sorted(scores.values())
    if max(abs(low), abs(high)) < 0.7:
        tags = {"even"}
    elif low > 0:
        tags = {"both"}
    elif high < 0:
        tags = {"neither"}
    else:
        tags = {"despite"} if winner == unlucky else {"one"}
    said = pen.say("luck", tags, lucky=names.side(lucky), unlucky=names.side(unlucky))
    stand = names.lore.piece[0]
    if names.lore.expected is not None:
        _, many = names.lore.unit_of_strength
        return (
            f"{said} Expected is what the exact odds of every shot and melee promised before its dice, in {many} "
            "struck off the other side; scored, what the dice made of it. Nerves are not counted."
        )
    return (
        f"{said} Damage expected is what the exact odds of each combat promised before its dice; damage scored, what "
        f"came of it. A {stand} destroyed counts its points, one driven back half of them."
    )
