"""Rallying, digging, blowing bridges, going aboard: what is done in a phase without a step or a shot. And the orders
that there are for it, where each headquarters throws for its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportgen.battle.events import Event
from reportgen.story.fates import Fates, fate_of
from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Moment, Phase
from reportgen.story.tracked import telling
from reportgen.story.words import a_number, counted, listed, number

_FORMS = {
    "mount": "got back into the saddle", "dismount": "got down from {r.their} horses", "limber": "limbered up",
    "unlimber": "went into action", "column": "formed column for the road", "close_up": "formed close order",
    "extend": "went into extended order", "ready": "formed up to fight",
}  # fmt: skip
"""Changes of formation, by the verb that declares them."""
_ENDS = {"taken": "taken", "bridge": "drowned"}
"""Losses that come of no fight, by their reason."""


class Work:
    """Tells them for one battle, phase by phase."""

    def __init__(self, pen: Pen, speaker: Speaker) -> None:
        self.pen, self.speaker, self.names = pen, speaker, speaker.names
        self.fates = Fates(pen, speaker.lore, speaker.places)
        self.kept: dict[str, int] = {}
        self._last: dict[str, int] = {}

    # -- orders ------------------------------------------------------------------------------------------------------

    def orders(self, phase: Phase) -> str:
        """Who threw what for orders and what that came to; empty if nobody wrote it down."""
        event = phase.orders
        if event is None:
            return ""
        dice: dict[str, int] = event["dice"]
        count = sum(event["left"].values())
        stored, kept = phase.left, self.kept.get(phase.side, 0)
        self.kept[phase.side] = stored
        extra = count - sum(dice.values()) - kept
        slots: dict[str, Any] = {
            "us": self.names.side(phase.side), "n": number(count), "orders": "order" if count == 1 else "orders",
        }  # fmt: skip
        if not dice or not all(dice.values()):
            return ""
        if extra < 0 or any(unit not in phase.before for unit in dice):
            return self.pen.say("orders.half", **slots)
        tags = {"balloon"} if extra == 1 else set()
        if kept:
            tags.add("kept")
            slots["kept"] = number(kept)
        if stored:
            tags.add("stored")
            slots["stored"] = number(stored)
        mine = sum(self.names.side_of[unit] == phase.side for unit in phase.before)
        if 3 * count <= mine:
            tags.add("low")
        if self._last.get(phase.side) == count:
            tags.add("again")
        self._last[phase.side] = count
        if len(dice) == 1:
            (die,) = dice.values()
            return self.pen.say("orders.one", tags, die=number(die), a_die=a_number(die), **slots)
        throws = [f"{self.names.unit(unit, phase.stage)} {number(die)}" for unit, die in dice.items()]
        first, *rest = throws
        said = first.rsplit(" ", 1)
        return self.pen.say("orders", tags, throws=listed([f"{said[0]} threw {said[1]}", *rest]), **slots)

    # -- what was done -----------------------------------------------------------------------------------------------

    def before(self, phase: Phase) -> list[tuple[int, str]]:
        """What was done besides marching and fighting, as a paragraph with the number of its first event."""
        said: list[tuple[int, str]] = []
        rallied: list[Event] = []
        formed: dict[str, list[Event]] = {}
        for moment in phase.others:
            event = moment.event
            if event.kind == "declare" and event["verb"] == "rally":
                rallied.append(event)
            elif event.kind == "declare" and event["verb"] in _FORMS:
                formed.setdefault(event["verb"], []).append(event)
            elif event.kind in ("declare", "work", "blown"):
                said += self._work(phase, moment)
        if rallied:
            units = [event["unit"] for event in rallied]
            tags = {"many"} if len(units) > 1 else set()
            said.append((rallied[0].n, self.pen.say("rally", tags, A=self._who(units, phase))))
        for verb, events in formed.items():
            who = self._who([event["unit"] for event in events], phase)
            tags = {"horses"} if "mount" in verb else set()
            said.append((events[0].n, self.pen.say("formed", tags, A=who, verb=_FORMS[verb].format(r=who))))
        return _together(said)

    def after(self, phase: Phase) -> list[tuple[int, str]]:
        """What is left to tell at the end: changes and losses that came of no fight, charges that never were made."""
        said: list[tuple[int, str]] = []
        reacting = {event.n for one in phase.reactions for event in one.events}
        changes: dict[str, list[Moment]] = {}
        for moment in phase.others:
            event = moment.event
            if event.n in reacting:
                continue
            if event.kind == "called off" and event["why"] == "no way":
                said.append((event.n, self.pen.say("no_way", A=self.names.unit(event["unit"], phase.stage))))
            elif event.kind == "tracked" and telling(event, self.speaker.lore.measure):
                changes.setdefault(event["unit"], []).append(moment)
            elif event.kind == "destroyed":
                said.append(self._removed(phase, moment))
        return _together(said + self._changed(phase, changes) + self._shaken(phase))

    def _who(self, units: Sequence[str], phase: Phase) -> Ref:
        known = [unit for unit in units if unit in phase.before]
        return self.names.many(known or units, phase.stage)

    def _work(self, phase: Phase, moment: Moment) -> list[tuple[int, str]]:
        event = moment.event
        unit = event["unit"]
        if not unit or unit not in self.names.groups:
            return []
        ref = self.names.unit(unit, phase.stage if unit in phase.before else moment.after)
        if event.kind == "blown":
            return [(event.n, self._done("blow", ref, event))]
        if event.kind == "work":
            return [] if event["task"] == "blow" else [(event.n, self._done(event["task"], ref, event))]
        verb = event["verb"]
        if verb == "disembark":
            places = self.speaker.places
            return [(event.n, self.pen.say("ashore", A=ref, at=places.at(places.square(moment.after[unit].at), 2)))]
        if verb == "embark" and event["target"] in moment.before:
            return [(event.n, self.pen.say("aboard", A=ref, carrier=self.names.unit(event["target"], moment.before)))]
        return []

    def _done(self, task: str, ref: Ref, event: Event) -> str:
        points = int(event["points"])
        places = self.speaker.places
        at = places.at(places.grid.square(event["at"]), 2) if event["at"] else ""
        what = self.speaker.lore.tasks.get(task, "")
        task = "task" if what else task
        situation = f"{task}.done" if event["done"] else task
        return self.pen.say(
            situation, {"first"} if points <= 1 else set(), A=ref, at=at, points=number(points),
            worth=counted(points, "point", "points"), what=what,
            dice="die" if points == 1 else "dice",
        )  # fmt: skip

    def _changed(self, phase: Phase, changes: dict[str, list[Moment]]) -> list[tuple[int, str]]:
        said = []
        for unit, moments in changes.items():
            ref = self.names.unit(unit, phase.stage)
            fate = fate_of(unit, (), self.speaker.lore.measure)
            for moment in moments:
                fate.take(moment.event)
            if what := self.fates.said(ref, fate):
                said.append((moments[0].event.n, self.pen.say("own.change", u=ref, fate=what)))
        return said

    def _shaken(self, phase: Phase) -> list[tuple[int, str]]:
        """Tests of nerve that no fight of this phase led to."""
        said = []
        for one in phase.reactions:
            if one.fight is not None or not one.events:
                continue
            ref = self.names.unit(one.unit, phase.stage if one.unit in phase.stage else one.before)
            fate = fate_of(one.unit, (), self.speaker.lore.measure)
            for event in one.events:
                fate.take(event)
            said.append((one.n, self.pen.say("own.change", u=ref, fate=self.fates.said(ref, fate))))
        return said

    def _removed(self, phase: Phase, moment: Moment) -> tuple[int, str]:
        event = moment.event
        ref = self.names.unit(event["unit"], phase.stage if event["unit"] in phase.stage else moment.before)
        situation = _ENDS.get(str(event.get("why")))
        if situation is not None:
            return event.n, self.pen.say(situation, A=ref)
        why = str(event["why"])
        tags = {"why"} if why not in ("removed", "combat") else set()
        return event.n, self.pen.say("own.removed", tags, u=ref, why=why if tags else "")


def _together(said: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Sentences with the numbers of their events as one paragraph, if there are any."""
    return [(min(n for n, _ in said), " ".join(text for _, text in sorted(said)))] if said else []
