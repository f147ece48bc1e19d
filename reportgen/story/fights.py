"""Fights told: the decisive at length, the notable in a sentence, the routine drawn together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.speak import Speaker
from reportgen.story.weigh import Weighed
from reportgen.story.words import number, points_said

ROUTINE = 0.45
"""Below this weight a fight is told in passing, together with others of its kind."""
GREAT = 2.4
"""From this weight on it has a paragraph of its own."""
AT_LENGTH = 2
"""Not more of these in one phase; the rest have a sentence or two."""


@dataclass(slots=True)
class Tally:
    """Points lost by each side so far, for what a loss meant. `initial`: what each brought."""

    initial: dict[str, float]
    lost: dict[str, float]


class FightTeller:
    def __init__(self, pen: Pen, speaker: Speaker, tally: Tally) -> None:
        self.pen = pen
        self.speaker = speaker
        self.tally = tally
        self.last_target = ""
        self.deeds: dict[str, str] = {}
        """What a unit is remembered for: 'had destroyed the field gun in turn 3'."""

    def paragraphs(self, fights: Sequence[Weighed]) -> list[tuple[int, str]]:
        """Paragraphs in the order of the fights, each with the number of its first event."""
        told: list[tuple[int, str]] = []
        line: list[str] = []
        start = 0
        self.last_target = ""
        decisive = [seen for seen in fights if seen.weight >= GREAT]
        chosen = sorted(decisive, key=lambda seen: -seen.weight)[:AT_LENGTH]
        at_length = {seen.fight.number for seen in chosen}
        for group in _runs(fights):
            first = group[0].fight.event.n
            if group[0].fight.number in at_length:
                if line:
                    told.append((start, " ".join(line)))
                    line = []
                told.append((first, " ".join(self.great(group[0]))))
                self.last_target = group[0].fight.defender
                continue
            if not line:
                start = first
            line += self.together(group) if len(group) > 1 else self.single(group[0])
            self.last_target = group[-1].fight.defender
            if len(line) >= 4:
                told.append((start, " ".join(line)))
                line = []
        if line:
            told.append((start, " ".join(line)))
        return told

    # -- one fight, one sentence -------------------------------------------------------------------------------------

    def single(self, seen: Weighed) -> list[str]:
        slots = self.speaker.slots(seen, self._go(seen))
        tags = self.speaker.tags(seen)
        if self.last_target == seen.fight.defender:
            slots["d"] = _same(slots["d"])
            tags.add("more")
        said = [self.pen.say(self._situation(seen), tags, **slots)]
        self._count(seen)
        if seen.fight.effect == "dead" and seen.weight >= 1.6:
            said += self._after(seen, tags, slots, most=1)
        return said

    def _situation(self, seen: Weighed) -> str:
        fight = seen.fight
        kind = "close" if fight.close else "fire"
        turned = fight.effect != "none" and fight.loser == fight.attacker
        if turned:
            return f"{kind}.{'lost' if fight.effect == 'dead' else 'turned'}"
        return f"{kind}.{fight.effect}"

    def _go(self, seen: Weighed) -> str:
        return self.pen.pick("go", self.speaker.verbs(seen)) if seen.fight.close else ""

    # -- several in one ----------------------------------------------------------------------------------------------

    def together(self, group: Sequence[Weighed]) -> list[str]:
        """Routine fights of one kind in a sentence."""
        fights = [seen.fight for seen in group]
        who = self.speaker.names.many([fight.attacker for fight in fights], fights[0].before)
        tags = {"two"} if len(group) == 2 else set()
        kind = "close" if fights[0].close else "fire"
        targets = {fight.defender for fight in fights}
        slots = {
            "A": who,
            "n": number(len(group)),
            "us": self.speaker.names.side(fights[0].side),
            "d": self.speaker.defender(group[0]) if len(targets) == 1 else "",
        }
        if len(targets) == 1:
            if self.last_target in targets:
                slots["d"] = _same(self.speaker.defender(group[0]))
            return [self.pen.say("many.none.one_target", tags, **slots)]
        return [self.pen.say(f"many.{kind}.none", tags, **slots)]

    # -- at length ---------------------------------------------------------------------------------------------------

    def great(self, seen: Weighed) -> list[str]:
        """A paragraph: how it came about, the odds if they are worth words, what was thrown, what it meant."""
        fight = seen.fight
        slots = self.speaker.slots(seen, self._go(seen))
        tags = self.speaker.tags(seen) | ({"fire"} if not fight.close else set())
        slots["deed"] = self.deeds.pop(fight.attacker, "")
        if slots["deed"]:
            tags.add("deed")
        said = [self.pen.say(f"setup.{'close' if fight.close else 'fire'}", tags, **slots)]
        if slots.get("ad"):
            odds = dict(slots)
            turned = fight.effect != "none" and fight.loser == fight.attacker
            told = (tags & {"long", "expected"} or 0.2 < seen.chance < 0.5) and fight.effect != "none" and not turned
            odds["odds"] = slots["odds"] if told else ""
            said += [s for s in [self.pen.fresh("odds", tags, rest=12, **odds)] if s]
        said.append(self._outcome(seen, tags, slots))
        self._count(seen)
        said += self._after(seen, tags, slots, most=2)
        return said

    def _outcome(self, seen: Weighed, tags: set[str], slots: dict[str, object]) -> str:
        fight = seen.fight
        turned = fight.effect != "none" and fight.loser == fight.attacker
        if tags & {"blocked", "too-far"}:
            return self.pen.say("great.blocked", tags, **slots)
        if "off-table" in tags:
            return self.pen.say("great.off", tags, **slots)
        if not slots.get("ad"):
            return self.pen.say(self._situation(seen), tags, **slots)
        if turned:
            return self.pen.say("great.turned" if fight.effect == "back" else self._situation(seen), tags, **slots)
        if "drawn" in tags and fight.effect == "back" and slots.get("rethrow"):
            return self.pen.say("great.drawn", tags, **slots)
        return self.pen.say(f"great.{fight.effect}", tags, **slots)

    def _count(self, seen: Weighed) -> None:
        if seen.fight.effect == "dead":
            side = self.speaker.names.side_of[seen.fight.loser or seen.fight.defender]
            self.tally.lost[side] = self.tally.lost.get(side, 0.0) + seen.points
            winner = seen.fight.attacker if seen.fight.loser != seen.fight.attacker else seen.fight.defender
            loser = self.speaker.names.unit(seen.fight.loser or seen.fight.defender, seen.fight.before)
            self.deeds[winner] = f"had accounted for {loser.short} in turn {number(seen.fight.turn)}"

    def _after(self, seen: Weighed, tags: set[str], slots: dict[str, object], most: int) -> list[str]:
        """What it meant, in the order of what matters; at most so many sentences."""
        fight = seen.fight
        names, lore = self.speaker.names, self.speaker.lore
        if fight.effect == "back":
            said = self.pen.fresh("after.back", tags, rest=25, **slots) if seen.weight >= GREAT else ""
            return [said] if said else []
        if fight.effect != "dead":
            return []
        loser = fight.loser or fight.defender
        side = names.side_of[loser]
        other = next(s.id for s in self.speaker.scenario.sides if s.id != side)
        group = names.groups[loser]
        left = [unit for unit in group.units if unit in fight.after]
        slots = slots | {
            "foe": names.side(side),
            "us": names.side(other),
            "adjective": self.speaker.scenario.side(side).adjective,
            "body": names.body(group),
            "bare": names.body(group).bare,
        }
        found: list[str] = []
        if group.type in lore.command_types:
            found.append(self.pen.say("after.command", tags, **slots))
        elif not left and len(group.units) > 1:
            found.append(self.pen.say("after.last", tags, **slots))
        elif fight.before[loser].arm == "artillery" and not self._guns(side, fight.after):
            found.append(self.pen.fresh("after.arm", tags, rest=40, **slots))
        if "first-loss" in tags:
            found.append(self.pen.say("after.first", tags, **slots))
        found += self._score(seen, side, other, tags, slots)
        return [said for said in found if said][:most]

    def _guns(self, side: str, pieces: object) -> bool:
        assert isinstance(pieces, dict)
        return any(self.speaker.names.side_of[unit] == side and p.arm == "artillery" for unit, p in pieces.items())

    def _score(self, seen: Weighed, side: str, other: str, tags: set[str], slots: dict[str, object]) -> list[str]:
        """A loss that brings a side below half, or turns the lead in points."""
        initial, lost = self.tally.initial, self.tally.lost
        now = lost.get(side, 0.0)
        before = now - seen.points
        if initial[side] and before < initial[side] / 2 <= now:
            return [self.pen.fresh("after.half", tags, rest=20, **slots)]
        theirs = lost.get(other, 0.0)
        lead = {"ahead"} if before <= theirs < now and theirs else {"level"} if before < theirs == now else set()
        words: dict[str, object] = slots | {"mine": points_said(now), "theirs": points_said(theirs)}
        return [self.pen.fresh("after.lead", lead, rest=20, **words)] if lead else []


def _same(ref: object) -> Ref:
    """The target of the sentence before, named as the same one."""
    assert isinstance(ref, Ref)
    if not ref.same or ref.person:
        return ref
    return Ref(ref.same, ref.plural, ref.person, ref.same, ref.brief, ref.brief_plural, ref.proper)


def _runs(fights: Sequence[Weighed]) -> list[list[Weighed]]:
    """Routine fights of one kind that follow each other, at most four together; every other fight alone."""
    runs: list[list[Weighed]] = []
    for seen in fights:
        plain = seen.weight < ROUTINE and seen.fight.effect == "none"
        last = runs[-1] if runs else []
        if (
            plain
            and last
            and last[-1].weight < ROUTINE
            and last[-1].fight.effect == "none"
            and last[-1].fight.close == seen.fight.close
            and len(last) < 4
        ):
            last.append(seen)
        else:
            runs.append([seen])
    return runs
