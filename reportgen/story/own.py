"""Battles that cost strength, told: what fell on whom, charges with what met them, and what became of everybody.

The same pen as for other battles, with sentences that need neither odds nor a winner of the dice: they serve rules
whose hits take figures away, and battles that have no engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportgen.story.fates import Fate, Fates, fate_of
from reportgen.story.lore import Lore
from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.scenes import Assault, Salvo, scenes
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Phase, Pieces
from reportgen.story.weigh import Weighed
from reportgen.story.words import listed, number

SENTENCES = 4
"""A paragraph of fire is not much longer than this."""
DRAWN = 3
"""With so many units hit in a phase the plain hits are told two in a sentence."""


class OwnTeller:
    """Tells fights; stands where `FightTeller` does for rulesets that have odds."""

    def __init__(self, pen: Pen, speaker: Speaker, lore: Lore) -> None:
        self.pen = pen
        self.speaker = speaker
        self.names = speaker.names
        self.lore = lore
        self.fates = Fates(pen, lore, speaker.places)
        self.phase: Phase | None = None
        self.lost: set[str] = set()
        self._aims: dict[str, set[tuple[str, str]]] = {}
        """Who fired at whom in a side's last phase."""
        self._hitting: set[tuple[str, str]] = set()
        """Of these the shots did something, when they last fired."""

    def begin(self, phase: Phase) -> None:
        """The fights that follow are of this phase."""
        self.phase = phase

    def paragraphs(self, fights: Sequence[Weighed]) -> list[tuple[int, str]]:
        """Paragraphs in the order of the fights, each with the number of its first event."""
        if self.phase is None or not fights:
            return []
        found = scenes(self.phase, fights, self.names.side_of)
        told: list[tuple[int, str]] = []
        fire = [scene for scene in found if isinstance(scene, Salvo)]
        before = min((s.first for s in found if isinstance(s, Assault)), default=1 << 60)
        for salvos in ([s for s in fire if s.first < before], [s for s in fire if s.first >= before]):
            if salvos:
                told += _paragraphs(salvos[0].first, self._fire(salvos))
        charges: list[str] = []
        start = 0
        for scene in found:
            if isinstance(scene, Assault):
                start = start if charges else scene.first
                charges += self._assault(scene)
                if len(charges) >= SENTENCES:
                    told.append((start, " ".join(charges)))
                    charges = []
        if charges:
            told.append((start, " ".join(charges)))
        self._aims[self.phase.side] = {
            (seen.fight.attacker, seen.fight.defender) for seen in fights if not seen.fight.close
        }
        for seen in fights:
            pair = (seen.fight.attacker, seen.fight.defender)
            vain = seen.fight.effect == "none" and not (seen.fight.changes or seen.fight.reactions)
            vain = vain and not seen.fight.unrecorded
            (self._hitting.discard if vain else self._hitting.add)(pair)
        return sorted(told, key=lambda paragraph: paragraph[0])

    # -- fire --------------------------------------------------------------------------------------------------------

    def _fire(self, salvos: Sequence[Salvo]) -> list[str]:
        told: list[str] = []
        fates = {id(salvo): fate_of(salvo.target, salvo.shots, self.lore.measure) for salvo in salvos}
        hits = [salvo for salvo in salvos if fates[id(salvo)].anything]
        meant: set[str] = set()
        waiting: list[Salvo] = []
        last: Salvo | None = None
        for salvo in hits:
            fate = fates[id(salvo)]
            plain = fate.only_hits and len(salvo.shots) == 1 and not salvo.carried and len(hits) >= DRAWN
            if plain and not self._remarkable(salvo):
                waiting.append(salvo)
                if len(waiting) == 2:
                    told.append(self._two(waiting, [fates[id(one)] for one in waiting]))
                    waiting = []
                last = None
                continue
            told += [self._hit(one, fates[id(one)]) for one in waiting]
            waiting = []
            aimed = self._meant_for(salvo, salvos) if salvo.carried else None
            if aimed is not None and not fates[id(aimed)].anything:
                meant.add(aimed.target)
            follows = (
                aimed is not None and last is aimed and self._fired(salvo) == self._shot_at(aimed, fates[id(aimed)])
            )
            some = aimed is not None and any(
                seen.fight.changes or seen.fight.loss
                for seen in aimed.shots
                if seen.fight.attacker in self._fired(salvo)
            )
            told += [
                self._hit(salvo, fate, None if follows else aimed, follows, some),
                *self._meant(salvo.shots, salvo.target, fate),
            ]
            last = salvo
        told += [self._hit(one, fates[id(one)]) for one in waiting]
        vain = [s for s in salvos if not fates[id(s)].anything and not s.carried and s.target not in meant]
        silent = [s for s in vain if any(seen.fight.unrecorded for seen in s.shots)]
        for salvo in silent:
            stage = self._stage(salvo.shots)
            a, d = self.names.many(self._fired(salvo), stage), self._target(salvo, stage)
            told.append(self.pen.say("fire.unrecorded", a=a, d=d))
        vain = [s for s in vain if s not in silent]
        return told + self._vain(vain, bool(hits))

    def _meant_for(self, salvo: Salvo, salvos: Sequence[Salvo]) -> Salvo | None:
        """Whom the shots that went on to others had been meant for; None if it was not the same for all of them."""
        found: list[Salvo] = []
        for shot in salvo.shots:
            before = [
                (seen.fight.event.n, one) for one in salvos if not one.carried for seen in one.shots
                if seen.fight.attacker == shot.fight.attacker and seen.fight.event.n < shot.fight.event.n
            ]  # fmt: skip
            found += [max(before, key=lambda it: it[0])[1]] if before else []
        return found[0] if found and all(one is found[0] for one in found) else None

    def _fired(self, salvo: Salvo) -> list[str]:
        return list(dict.fromkeys(seen.fight.attacker for seen in salvo.shots))

    def _shot_at(self, salvo: Salvo, fate: Fate) -> list[str]:
        """Who is named for it: an end is put to somebody by those who hit him."""
        hit = [seen.fight.attacker for seen in salvo.shots if seen.fight.changes or seen.fight.loss is not None]
        return list(dict.fromkeys(hit)) if fate.end == "combat" and hit else self._fired(salvo)

    def _remarkable(self, salvo: Salvo) -> bool:
        return bool(salvo.shots[0].tags & {"first-shot", "first-loss"})

    def _hit(
        self, salvo: Salvo, fate: Fate, parent: Salvo | None = None, follows: bool = False, some: bool = False
    ) -> str:
        """`parent`: whom a shot that went astray was meant for; `follows`: the sentence before has said so; `some`: of
        those shots some had hit."""
        stage = self._stage(salvo.shots)
        shooters = self._shot_at(salvo, fate)
        a, d = self.names.many(shooters, stage), self._target(salvo, stage)
        tags = {tag for tag in salvo.shots[0].tags if tag.startswith("first-shot")}
        tags |= {"many"} if len(shooters) > 1 else set()
        tags |= {"again"} if self._again(salvo) else set()
        if all(seen.fight.event.get("indirect") for seen in salvo.shots):
            tags.add("indirect")
        slots: dict[str, Any] = {"a": a, "d": d, "d2": d.short, "fate": self.fates.said(d, fate)}
        tags |= {"long"} if " and " in slots["fate"] else set()
        slots["p"] = self._target(parent, stage) if parent is not None and parent.target in stage else ""
        if salvo.carried:
            tags |= {"after" if follows else "meant" if slots["p"] else "stray"} | ({"some"} if some else set())
        if fate.end == "combat":
            tags |= {"worn"} if fate.before < self._full(salvo.target) else {"whole"}
            slots["left"] = self.fates.figures(fate.before) if fate.before else ""
            one = self.lore.unit_of_strength[0]
            slots["rest"] = one if fate.before == 1 else slots["left"]
            situation = "own.zone.dead" if salvo.carried else "own.fire.dead"
        else:
            situation = "own.zone" if salvo.carried else "own.fire"
            if fate.end == "rout":
                tags.add("rout")
        return self.pen.say(situation, tags, **slots)

    def _two(self, salvos: Sequence[Salvo], fates: Sequence[Fate]) -> str:
        """Two plain hits in a sentence."""
        stage = self._stage([seen for salvo in salvos for seen in salvo.shots])
        shooters = [salvo.shots[0].fight.attacker for salvo in salvos]
        slots: dict[str, Any] = {"n": self.fates.figures(fates[0].lost), "m": number(fates[1].lost)}
        slots |= {"d": self._target(salvos[0], stage), "e": self._target(salvos[1], stage)}
        if shooters[0] == shooters[1]:
            return self.pen.say("own.fire.both", a=self.names.unit(shooters[0], stage), **slots)
        a, b = (self.names.unit(unit, stage) for unit in shooters)
        return self.pen.say("own.fire.two", a=a, b=b, **slots)

    def _vain(self, salvos: Sequence[Salvo], later: bool) -> list[str]:
        """All the fire of a phase that did nothing, in a sentence."""
        tags = {"later"} if later else set()
        if not salvos:
            return []
        stage = self._stage([seen for salvo in salvos for seen in salvo.shots])
        shooters = list(dict.fromkeys(seen.fight.attacker for salvo in salvos for seen in salvo.shots))
        if len(salvos) == 1:
            tags |= {"many"} if len(shooters) > 1 else set()
            if self._again(salvos[0]):
                aimed = {(seen.fight.attacker, salvos[0].target) for seen in salvos[0].shots}
                tags |= {"again"} | ({"vain"} if not aimed & self._hitting else set())
            who, target = self.names.many(shooters, stage), self._target(salvos[0], stage)
            return [self.pen.say("own.fire.none", tags, a=who, d=target)]
        if len(salvos) > 2 or len(shooters) == 1:
            targets = [salvo.target for salvo in salvos]
            slots = {"a": self.names.many(shooters, stage), "d": self.names.many(targets, stage)}
            return [self.pen.say("own.vain.many", tags, **slots)]
        pairs = []
        for salvo in salvos:
            mine = list(dict.fromkeys(seen.fight.attacker for seen in salvo.shots))
            pairs.append((str(self.names.many(mine, stage)), str(self._target(salvo, stage))))
        return [
            self.pen.say(
                "own.vain", tags, of=listed([f"of {a} at {d}" for a, d in pairs]),
                by=listed([f"by {a} at {d}" for a, d in pairs], "or"),
                both=listed([f"of {a} at {d}" for a, d in pairs], "nor that"),
            )
        ]  # fmt: skip

    def _target(self, salvo: Salvo, stage: Pieces) -> Ref:
        return self.names.unit(salvo.target, stage)

    def _again(self, salvo: Salvo) -> bool:
        """Whether each of those who fired had fired at the same in their last phase."""
        last = self._aims.get(salvo.shots[0].fight.side, set())
        return all((seen.fight.attacker, salvo.target) in last for seen in salvo.shots)

    def _full(self, unit: str) -> float:
        return self.speaker.strength.get(unit, 0.0)

    def _stage(self, fights: Sequence[Weighed]) -> Pieces:
        everybody = [unit for seen in fights for unit in (seen.fight.attacker, seen.fight.defender)]
        return self.speaker.stage(fights[0].fight, *everybody)

    # -- charges -----------------------------------------------------------------------------------------------------

    def _assault(self, one: Assault) -> list[str]:
        stage = self._stage(one.fights)
        a, d = self.names.unit(one.unit, stage), self.names.unit(one.target, stage)
        mine, theirs = (fate_of(unit, one.fights, self.lore.measure) for unit in (one.unit, one.target))
        slots: dict[str, Any] = {"a": a, "d": d, "a2": a.short, "d2": d.short}
        said: list[str] = []
        if one.volley is not None:
            taken = fate_of(one.unit, [one.volley], self.lore.measure)
            if one.melee is None:
                situation = "own.charge.shot" if taken.end == "combat" else "own.charge.off"
                said.append(self.pen.say(situation, fate=self.fates.said(a, taken), **slots))
                return said + self._meant([one.volley], one.unit, taken)
            hits = self.fates.figures(taken.lost) if taken.lost > 0 else ""
            shaken = {"shaken"} if taken.states else set()
            said.append(self.pen.say("own.charge" if hits else "own.charge.missed", shaken, n=hits, **slots))
        if one.melee is None:
            return said
        said += self._melee(one, one.melee, slots, mine, theirs)
        return said

    def _melee(self, one: Assault, melee: Weighed, slots: dict[str, Any], mine: Fate, theirs: Fate) -> list[str]:
        met = one.volley is not None
        if met:  # what the volley did is told
            mine = fate_of(one.unit, [melee], self.lore.measure)
        a, d = slots["a"], slots["d"]
        tags = ({"met"} if met else set()) | ({"pursuit"} if one.pursuit else set())
        tags |= {"horse"} if melee.tags & {"a-horse"} else set()
        tags |= {"first-contact"} & melee.tags
        loser = melee.fight.loser or ("" if melee.fight.effect == "none" else one.target)
        event = melee.fight.event
        hits = (event.get("as_played") or event)["totals"] or [0, 0]
        level = bool(event["totals"]) and hits[0] == hits[1]
        if not loser and not level and (mine.anything or theirs.anything):
            loser = one.unit if mine.anything and not theirs.anything else "" if mine.anything else one.target
        score = ""
        if self.lore.unit_of_strength[0] and isinstance(hits[0], int) and hits[0] != hits[1]:
            high, low = max(hits), min(hits)
            score = f"{number(high)} {'hit' if high == 1 else 'hits'} to {number(low) if low else 'none'}"
        if not loser:
            if mine.lost > 0 and theirs.lost > 0:
                each = number(mine.lost) if mine.lost == theirs.lost else ""
                if each:
                    tags |= {"back"} if mine.gave_way else set()
                    return [self.pen.say("own.close.even", tags, n=each, **slots)]
            if melee.fight.unrecorded:
                return [self.pen.say("close.unrecorded", **slots)]
            fate = self.fates.said(a, mine)
            said = [self.pen.say("own.close.none", tags | ({"fate"} if fate else set()), fate=fate, **slots)]
            return said + self._price("the defenders", theirs)
        if loser == one.unit:
            fate = self.fates.said(a, mine)
            tags |= {"long"} if " and " in fate else set()
            said = [self.pen.say("own.close.turned", tags, fate=fate, score=score, **slots)]
            said += self._meant([melee], one.unit, mine)
            return said + self._price("the defenders", theirs)
        if theirs.end == "combat":
            said = [self.pen.say("own.close.dead", tags, score=score, **slots)]
        else:
            said = [self.pen.say("own.close", tags, fate=self.fates.said(d, theirs), score=score, **slots)]
        cost = self._price("the attackers", mine)
        meant = self._meant([melee], one.target, theirs)
        if cost:
            said += cost
        elif not meant and one.took and not one.followed and theirs.end != "left":
            took = self.pen.fresh("own.took", rest=40, **slots)
            said += [took] if took else []
        return said + meant

    def _price(self, who: str, fate: Fate) -> list[str]:
        """What a melee cost those who had the better of it."""
        ref = Ref(who, plural=True)
        said = self.fates.said(ref, fate)
        return [self.pen.say("own.after", u=ref, fate=said)] if said else []

    # -- what it meant -----------------------------------------------------------------------------------------------

    def _meant(self, fights: Sequence[Weighed], unit: str, fate: Fate) -> list[str]:
        """A sentence on a loss that was the first, or the last of its kind."""
        if not fate.end or fate.end == "left":
            return []
        group = self.names.groups[unit]
        side = self.names.side_of[unit]
        first = not self.lost
        self.lost.add(unit)
        after = fights[-1].fight.after
        words: dict[str, Any] = {
            "foe": self.names.side(side),
            "us": self.names.side(self.speaker.scenario.other(side).id),
            "adjective": self.speaker.scenario.side(side).adjective,
            "body": self.names.body(group),
            "stand": self.lore.piece[0],
        }
        gone = all(one not in after or one == unit for one in group.units)
        if group.type in self.lore.command_types:
            return [self.pen.say("after.command", **words)]
        if gone and len(group.units) > 1:
            return [self.pen.say("own.last", **words)]
        if first:
            return [self.pen.say("after.first", **words)]
        return []


def _paragraphs(first: int, sentences: Sequence[str]) -> list[tuple[int, str]]:
    """Sentences in paragraphs of a readable length, none of a single sentence if it can be helped."""
    if len(sentences) <= SENTENCES + 1:
        return [(first, " ".join(sentences))]
    half = -(-len(sentences) // -(-len(sentences) // SENTENCES))
    return [(first, " ".join(sentences[n : n + half])) for n in range(0, len(sentences), half)]
