"""Fights told: the decisive at length, the notable in a sentence, the routine drawn together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reportgen.board.picture import Piece
from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.speak import Speaker
from reportgen.story.weigh import Weighed
from reportgen.story.words import number, points_said

ROUTINE, PLAIN_BACK = 0.6, 1.05
"""Below these weights a fight without effect, or one that drives a stand back, is told together with others."""
GREAT = 2.4
"""From this weight on it has a paragraph of its own."""
AT_LENGTH = 2
"""Not more of these in one phase; the rest have a sentence or two."""
SENTENCES = 4
"""A paragraph of lesser fights is not much longer than this."""

_FORMS = ("loose", "full", "loosely")
"""How a unit is named in a fight; the loose form ('the left-hand spearmen') reads best and comes twice as often."""

Slots = dict[str, object]


@dataclass(slots=True)
class Tally:
    """Points lost by each side so far, for what a loss meant. `initial`: what each brought."""

    initial: dict[str, float]
    lost: dict[str, float]


@dataclass(slots=True)
class Career:
    """What a unit has done so far. `hits`: attacks with effect; `stood`: attacks on it that it stood;
    `open`: attacks of which nobody wrote down what came of them."""

    shots: int = 0
    suffered: int = 0
    hits: int = 0
    stood: int = 0
    open: int = 0
    deed: str = ""
    """'had accounted for the field gun'"""
    when: int = 0
    """The turn of that deed."""

    def remembered(self, turn: int) -> str:
        """The deed with its time as it is told in a turn: 'in turn three', or 'earlier in the turn' within it."""
        return f"{self.deed} " + (f"in turn {number(self.when)}" if self.when != turn else "earlier in the turn")


class FightTeller:
    def __init__(self, pen: Pen, speaker: Speaker, tally: Tally) -> None:
        self.pen = pen
        self.speaker = speaker
        self.tally = tally
        self.last_target = ""
        self.careers: dict[str, Career] = {}
        self._opens = True
        self._vain = False
        """Whether the last that was told had no effect: 'nor did ...' goes on from that."""
        self._sole = False
        """Whether the phase cost one stand and no more."""

    def paragraphs(self, fights: Sequence[Weighed]) -> list[tuple[int, str]]:
        """Paragraphs in the order of the fights, each with the number of its first event."""
        told: list[tuple[int, str]] = []
        line: list[str] = []
        start = 0
        self.last_target = ""
        self._opens = True
        self._vain = False
        self._sole = sum(seen.fight.effect == "dead" for seen in fights) == 1
        known = [seen for seen in fights if not seen.fight.unrecorded]
        decisive = sorted((seen for seen in known if seen.weight >= GREAT), key=lambda seen: -seen.weight)
        at_length = {seen.fight.number for seen in decisive[:AT_LENGTH]}
        for beat in _beats(fights, at_length):
            first = beat[0].fight.event.n
            if beat[0].fight.number in at_length:
                if line:
                    told.append((start, " ".join(line)))
                    line = []
                told.append((first, " ".join(self.great(beat[0]))))
            else:
                if not line:
                    start = first
                line += self.together(beat) if len(beat) > 1 else self.single(beat[0])
                if len(line) >= SENTENCES:
                    told.append((start, " ".join(line)))
                    line = []
            self.last_target = beat[-1].fight.defender
            self._opens = False
            self._vain = beat[-1].fight.effect == "none" and not beat[-1].fight.unrecorded
        if line:
            told.append((start, " ".join(line)))
        return told

    # -- one fight, one sentence -------------------------------------------------------------------------------------

    def single(self, seen: Weighed) -> list[str]:
        """A sentence, and what a loss meant if there is anything to be said of it."""
        slots = self._slots(seen)
        tags = self.speaker.tags(seen)
        if self.last_target == seen.fight.defender:
            slots["d"] = _same(self.speaker.defender(seen))
            tags.add("more")
        said = [self._plain(seen, tags, slots)]
        career = self._career(seen, tags, slots)
        self._count(seen)
        if seen.fight.effect == "dead" or seen.fight.departure is not None:
            said += (self._meant(seen, tags, slots) or career)[:1]
        return said

    def _plain(self, seen: Weighed, tags: set[str], slots: Slots) -> str:
        situation = self._situation(seen)
        if tags & {"blocked", "too-far", "off-table"} and situation.endswith(".dead"):
            kind = situation.partition(".")[0].replace("hand", "close")
            return self.pen.say(f"{kind}.{'off' if 'off-table' in tags else 'blocked'}", tags, **slots)
        return self.pen.say(situation if self.pen.can(situation, tags, **slots) else "fight", tags, **slots)

    def _slots(self, seen: Weighed) -> Slots:
        go = self.pen.pick("go", self.speaker.verbs(seen)) if seen.fight.close or "hand" in seen.tags else ""
        slots: Slots = self.speaker.slots(seen, go)
        for name in "ad":
            ref = slots[name]
            if isinstance(ref, Ref) and self.pen.pick("form", _FORMS) != "full":
                slots[name] = self.speaker.loose(ref)
        return slots

    def _situation(self, seen: Weighed) -> str:
        fight = seen.fight
        hand = "hand" in seen.tags
        kind = "close" if fight.close or hand else "fire"
        if fight.unrecorded:
            return f"{kind}.unrecorded"
        if fight.departure is not None:
            return f"{kind}.away"
        if fight.effect != "none" and fight.loser == fight.attacker:
            return f"{kind}.{'lost' if fight.effect == 'dead' else 'turned'}"
        kind = "hand" if hand else kind
        return f"{kind}.{fight.effect}"

    # -- several in one ----------------------------------------------------------------------------------------------

    def together(self, beat: Sequence[Weighed]) -> list[str]:
        """Lesser fights in one sentence: several against one stand, or several of one kind and result."""
        names = self.speaker.names
        fights = [seen.fight for seen in beat]
        everybody = [unit for fight in fights for unit in (fight.attacker, fight.defender)]
        pieces = self.speaker.stage(fights[0], *everybody)
        targets = list(dict.fromkeys(fight.defender for fight in fights))
        effects = [fight.effect for fight in fights]
        tags = {"two"} if len(beat) == 2 else set()
        tags |= ({"vain"} if self._vain else set()) | (set() if self._opens else {"later"})
        who = names.many([fight.attacker for fight in fights], pieces)
        slots: Slots = {
            "A": who,
            "N": str(who).replace("both ", "the two "),
            "D": names.many(targets, pieces),
            "n": number(len(beat)),
            "us": names.side(fights[0].side),
            "nor": self._nor([fight.attacker for fight in fights], pieces) if len(beat) == 2 else "",
        }
        for seen in beat:
            self._count(seen)
        if len(targets) == 1:
            target = self.speaker.defender(beat[0])
            slots["d"] = _same(target) if self.last_target in targets else target
            if effects[-1] != "none" and len(set(effects)) > 1:
                return self._episode(beat, tags, slots)
            return [self.pen.say(f"many.{'none' if effects[0] == 'none' else 'back'}.one", tags, **slots)]
        kind = "close" if fights[0].close else "fire"
        return [self.pen.say(f"many.{kind}.{effects[0]}", tags, **slots)]

    def _nor(self, units: Sequence[str], pieces: Mapping[str, Piece]) -> str:
        """'X nor Y'; empty where the two are a pair, of whom 'neither' would name the same pair twice."""
        names = self.speaker.names
        one, other = (names.unit(unit, pieces) for unit in units)
        together = str(names.pair(units[0], pieces)) == str(names.pair(units[1], pieces))
        return "" if together else f"{one} nor {other}"

    def _episode(self, beat: Sequence[Weighed], tags: set[str], slots: Slots) -> list[str]:
        """Several attacks on one stand, of which the last had the greatest effect."""
        names = self.speaker.names
        *failed, last = beat
        pieces = self.speaker.stage(beat[0].fight, *(seen.fight.attacker for seen in beat))
        slots["F"] = names.many([seen.fight.attacker for seen in failed], pieces)
        slots["s"] = names.unit(last.fight.attacker, pieces)
        if names.both_of([failed[-1].fight.attacker, last.fight.attacker], pieces) and len(failed) == 1:
            slots["s"] = replace(slots["s"], text="its companion") if isinstance(slots["s"], Ref) else slots["s"]
        back = last.fight.withdrawal["squares"] if last.fight.withdrawal is not None else 0
        slots["back"] = self.speaker.distance(back) if back else ""
        if last.fight.effect == "dead":
            kind = "down" if any(seen.fight.effect == "back" for seen in failed) else "dead"
            said = [self.pen.say(f"episode.{kind}", tags, **slots)]
            more = dict(self.speaker.slots(last, ""))
            return said + self._meant(last, self.speaker.tags(last), more)[:1]
        return [self.pen.say("episode.back", tags, **slots)]

    # -- at length ---------------------------------------------------------------------------------------------------

    def great(self, seen: Weighed) -> list[str]:
        """A paragraph: how it came about, the odds if they are worth words, what was thrown, what it meant."""
        fight = seen.fight
        slots = self._slots(seen)
        tags = self.speaker.tags(seen) | ({"fire"} if not fight.close and "hand" not in seen.tags else set())
        if self._opens:
            tags.add("opens")
        mine = self.careers.get(fight.attacker)
        if mine is not None and mine.deed:
            slots["deed"], mine.deed = mine.remembered(fight.turn), ""
            tags.add("deed")
        career = self._career(seen, tags, slots)
        shape = self._shape(seen, tags, slots)
        said: list[str] = []
        tags |= {"sole"} if self._sole else set()
        if shape == "loss first":
            said.append(self.pen.say("loss", tags, **slots))
            loser = "a" if fight.loser == fight.attacker else "d"
            slots[loser] = self.speaker.unit(fight, fight.loser or fight.defender).short
            tags.add("told")
        if shape == "sentence":
            said.append(self._plain(seen, tags, slots))
        else:
            kind = "close" if fight.close else "hand" if "hand" in seen.tags else "fire"
            said.append(self.pen.say(f"setup.{kind}", tags, **slots))
            if shape == "throw":
                said += [self.pen.say("throw", tags, **slots), self.pen.say("gone", tags, **slots)]
            else:
                if shape == "odds":
                    said.append(self.pen.fresh("odds", tags, rest=20, **self._odds(seen, tags, slots)))
                if (tags & {"blocked", "too-far", "off-table"} or fight.departure) and slots.get("rethrow"):
                    said.append(self.pen.say("great.drew", tags, **slots))
                said.append(self._outcome(seen, tags, slots))
        self._count(seen)
        meant = self._meant(seen, tags, slots)
        # What it had done stands next to its end, for it says 'they'.
        said += meant[:2] if len(meant) > 1 else career[:1] + meant
        return [text for text in said if text]

    def _shape(self, seen: Weighed, tags: set[str], slots: Slots) -> str:
        """How the paragraph is built: with the odds, with the throw needed, the loss first, or in a sentence."""
        if not slots.get("ad"):
            return "sentence"
        shapes = ["odds", "plain"]
        dead = seen.fight.effect == "dead" and not tags & {"blocked", "too-far", "off-table"}
        if dead and "need" in tags:
            shapes.append("throw")
        if seen.fight.effect == "dead":
            shapes.append("loss first")
        if seen.weight < GREAT + 0.8:
            shapes.append("sentence")
        return self.pen.pick("shape", shapes)

    def _odds(self, seen: Weighed, tags: set[str], slots: Slots) -> Slots:
        """The chance is told only where it is remarkable and was the chance of what happened."""
        fight = seen.fight
        turned = fight.effect != "none" and fight.loser == fight.attacker
        told = bool(tags & {"long", "expected"}) and fight.effect != "none" and not turned
        return slots if told else slots | {"odds": ""}

    def _outcome(self, seen: Weighed, tags: set[str], slots: Slots) -> str:
        fight = seen.fight
        turned = fight.effect != "none" and fight.loser == fight.attacker
        if fight.departure is not None:
            return self.pen.say("great.away", tags, **slots)
        if tags & {"blocked", "too-far"}:
            return self.pen.say("great.blocked", tags, **slots)
        if "off-table" in tags:
            return self.pen.say("great.off", tags, **slots)
        if turned:
            return self.pen.say("great.turned" if fight.effect == "back" else self._situation(seen), tags, **slots)
        if "drawn" in tags and fight.effect == "back" and slots.get("rethrow"):
            return self.pen.say("great.drawn", tags, **slots)
        return self.pen.say(f"great.{fight.effect}", tags, **slots)

    # -- what it meant -----------------------------------------------------------------------------------------------

    def _meant(self, seen: Weighed, tags: set[str], slots: Slots) -> list[str]:
        """What a loss meant, in the order of what matters; for a stand driven back where that left it."""
        fight = seen.fight
        names, lore = self.speaker.names, self.speaker.lore
        loser = fight.loser or fight.defender
        if fight.departure is not None and names.groups[loser].type in lore.command_types:
            return [self.pen.say("after.away", tags, **slots | {"foe": names.side(names.side_of[loser])})]
        if fight.effect == "back":
            far = seen.weight >= GREAT and _alone(loser, fight.before, fight.after)
            said = self.pen.fresh("after.back", tags, rest=25, **slots) if far else ""
            return [said] if said else []
        if fight.effect != "dead":
            return []
        side = names.side_of[loser]
        other = self.speaker.scenario.other(side).id
        group = names.groups[loser]
        words = slots | {
            "foe": names.side(side),
            "us": names.side(other),
            "adjective": self.speaker.scenario.side(side).adjective,
            "body": names.body(group),
        }
        found: list[str] = []
        if group.type in lore.command_types:
            found.append(self.pen.say("after.command", tags, **words))
        elif not any(unit in fight.after for unit in group.units) and len(group.units) > 1:
            found.append(self.pen.say("after.last", tags, **words))
        elif fight.before[loser].arm == "artillery" and not _guns(fight.before[loser].side, fight.after):
            found.append(self.pen.fresh("after.arm", tags, rest=40, **words))
        if "first-loss" in tags:
            found.append(self.pen.say("after.first", tags, **words))
        found += self._score(seen, side, other, words)
        return [said for said in found if said]

    def _score(self, seen: Weighed, side: str, other: str, slots: Slots) -> list[str]:
        """A loss that brings a side below half, or turns the lead in points."""
        initial, lost = self.tally.initial, self.tally.lost
        now = lost.get(side, 0.0)
        before = now - seen.points
        if initial[side] and before < initial[side] / 2 <= now:
            return [self.pen.fresh("after.half", (), rest=20, **slots)]
        theirs = lost.get(other, 0.0)
        lead: set[str] = set()
        if theirs and before <= theirs < now:
            lead = {"ahead"}
        elif before < theirs == now:
            lead = {"level"}
        words = slots | {"mine": points_said(now), "theirs": points_said(theirs)}
        return [self.pen.fresh("after.lead", lead, rest=20, **words)] if lead else []

    def _career(self, seen: Weighed, tags: set[str], slots: Slots) -> list[str]:
        """What the lost unit had done before, if it is worth a sentence. Asked before the fight is counted."""
        fight = seen.fight
        if fight.effect != "dead":
            return []
        loser = fight.loser or fight.defender
        career = self.careers.get(loser, Career())
        arm = fight.before[loser].arm
        marks = set(tags) - {"deed"}
        words: Slots = dict(slots)
        if career.deed:
            marks.add("killer")
            words["deed"] = career.remembered(fight.turn)
        if career.shots == 0 and career.suffered == 0 and fight.turn > 3 and arm not in ("transport", "command"):
            marks.add("never")
        if career.shots == 1:
            marks |= {"once"} | ({"only"} if career.suffered == 0 else set())
        if career.shots > 2:
            marks.add("often")
            words["shots"] = number(career.shots)
        if career.hits or (career.shots and not career.open):
            marks.add("well" if career.hits else "vain")
        if career.hits > 1:
            marks.add("good")
            words["hits"] = number(career.hits)
        if career.stood > 2:
            marks |= {"stood"} | ({"always"} if career.stood == career.suffered else set())
            words["n"] = number(career.stood)
        short = slots["l2"]
        if isinstance(short, Ref):
            words["they"], words["their"], words["who"] = short.they, short.their, short.who
        said = self.pen.fresh("after.career", frozenset(marks), rest=40, **words)
        return [said] if said else []

    def _count(self, seen: Weighed) -> None:
        fight = seen.fight
        attacker = self.careers.setdefault(fight.attacker, Career())
        defender = self.careers.setdefault(fight.defender, Career())
        attacker.shots += 1
        defender.suffered += 1
        turned = fight.effect != "none" and fight.loser == fight.attacker
        if fight.unrecorded:
            attacker.open += 1
        elif fight.effect == "none" or turned:
            defender.stood += 1
        else:
            attacker.hits += 1
        if fight.effect == "dead":
            names = self.speaker.names
            loser = fight.loser or fight.defender
            side = names.side_of[loser]
            self.tally.lost[side] = self.tally.lost.get(side, 0.0) + seen.points
            winner = defender if turned else attacker
            winner.deed, winner.when = f"had accounted for {self.speaker.one_of(loser)}", fight.turn


def _same(ref: Ref) -> Ref:
    """The target of the sentence before, named as the same one."""
    return ref if not ref.same or ref.person else replace(ref, text=ref.same)


def _guns(side: int, pieces: Mapping[str, Piece]) -> bool:
    return any(piece.side == side and piece.arm == "artillery" for piece in pieces.values())


def _alone(unit: str, before: Mapping[str, Piece], after: Mapping[str, Piece]) -> bool:
    """Whether a withdrawal took a unit away from the Command stand that it stood next to."""
    was, now = before.get(unit), after.get(unit)
    generals = [
        p for p in before.values() if was is not None and p.side == was.side and p.arm == "command" and p.id != unit
    ]
    if was is None or now is None or not generals:
        return False

    def near(piece: Piece) -> bool:
        return any(
            max(abs(int(g.at[0]) - int(piece.at[0])), abs(int(g.at[1]) - int(piece.at[1]))) == 1 for g in generals
        )

    return near(was) and not near(now)


def _lesser(seen: Weighed) -> bool:
    effect = seen.fight.effect
    if seen.fight.unrecorded or _turned(seen) or seen.fight.departure is not None:
        return False
    return (effect == "none" and seen.weight < ROUTINE) or (effect == "back" and seen.weight < PLAIN_BACK)


def _beats(fights: Sequence[Weighed], at_length: set[int]) -> list[list[Weighed]]:
    """The fights in beats, each told in one go.

    Attacks on one stand that follow each other make a beat while none of them is told at length; else lesser fights of
    one kind and result, up to three; else each fight alone.
    """
    beats: list[list[Weighed]] = []
    for seen in fights:
        last = beats[-1] if beats else []
        apart = seen.fight.number in at_length or not last or last[0].fight.number in at_length
        if not apart and (_one_target(last, seen) or _alike(last, seen)):
            last.append(seen)
        else:
            beats.append([seen])
    return beats


def _one_target(last: Sequence[Weighed], seen: Weighed) -> bool:
    if any(one.fight.defender != seen.fight.defender or one.fight.effect == "dead" for one in last) or len(last) > 3:
        return False
    if (
        any(_turned(one) or one.fight.departure or one.fight.unrecorded for one in (*last, seen))
        or "d-command" in seen.tags
    ):
        return False
    effects = [one.fight.effect for one in (*last, seen)]
    if "none" in effects and effects.count("back") > 1:
        return False  # not 'having seen off' somebody who drove it back
    # Failures first, then what had effect: 'stood against ... and fell back before ...'.
    order = [{"none": 0, "back": 1, "dead": 2}[effect] for effect in effects]
    return order == sorted(order) and (len(set(effects)) < 3)


def _alike(last: Sequence[Weighed], seen: Weighed) -> bool:
    if not all(_lesser(one) and "hand" not in one.tags for one in (*last, seen)) or len(last) > 2:
        return False
    same = last[0].fight.effect == seen.fight.effect and last[0].fight.close == seen.fight.close
    targets = [one.fight.defender for one in (*last, seen)]
    return same and len(set(targets)) == len(targets)


def _turned(seen: Weighed) -> bool:
    return seen.fight.effect != "none" and seen.fight.loser == seen.fight.attacker
