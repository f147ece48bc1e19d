"""Who comes into a battle as a phase opens: arrivals, those who are spotted, rise from hiding or are walked into."""

from __future__ import annotations

from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.setting import some
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Deed, Moment, Phase
from reportgen.story.words import listed, number, ordinal


class Coming:
    """Tells it for one battle, and remembers which bodies were looked for before."""

    def __init__(self, pen: Pen, speaker: Speaker) -> None:
        self.pen, self.names, self.places = pen, speaker.names, speaker.places
        self.hidden = {one.unit: one.concealed for one in speaker.scenario.placements if one.concealed}
        self.spotted: set[str] = set()

    def opening(self, phase: Phase) -> list[str]:
        """Arrivals, what was looked for, what was left to the dice."""
        said: list[str] = []
        us = self.names.side(phase.side)
        arrived: dict[str, list[str]] = {}
        for moment in phase.others:
            event = moment.event
            if event.kind == "arrive":
                arrived.setdefault(self.places.part(self.places.grid.square(event["at"])), []).append(event["unit"])
            elif event.kind == "spot":
                said.append(self._spotting(phase, moment, us))
            elif event.kind == "dilemma":
                quoted = [f"‘{option}’" for option in event["options"]]
                known = all(event["dice"])
                dice = listed([number(die) for die in event["dice"]], "against") if known else ""
                nth = ordinal(event["chosen"] + 1)
                options, both = listed(quoted, "or"), listed(quoted)
                said.append(self.pen.say("dilemma", us=us, options=options, both=both, dice=dice, nth=nth))
        for where, units in arrived.items():
            said.append(self.pen.say("arrive", who=some(units, self.names), where=where))
        return said

    def _spotting(self, phase: Phase, moment: Moment, us: Ref) -> str:
        event = moment.event
        place = self._body(event["body"])
        tags = {"again"} if event["body"] in self.spotted else set()
        self.spotted.add(event["body"])
        ad, dd = (number(die) for die in event["dice"]) if all(event["dice"]) else ("", "")
        if event["seen"]:
            return self.pen.say(
                "spot.seen", tags, us=us, place=place, who=some(event["units"], self.names), ad=ad, dd=dd
            )
        return self.pen.say("spot.failed", tags, us=us, place=place, ad=ad, dd=dd)

    def _body(self, body: str) -> str:
        return body if body.startswith("the ") or body[:1].isupper() else f"the {body}"

    def revealed(self, phase: Phase, deeds: list[Deed]) -> list[str]:
        """Those who came out of hiding, and those who were walked into."""
        bodies: dict[tuple[str, str], list[str]] = {}
        for deed in deeds:
            for moment in deed.moments:
                if moment.event.kind != "revealed":
                    continue
                for unit in moment.event["units"]:
                    own = self.names.side_of[unit] == phase.side
                    situation = "revealed" if own else "stumbled" if moment.event["why"] == "adjacent" else ""
                    if situation and self.hidden.get(unit):
                        bodies.setdefault((situation, self.hidden[unit]), []).append(unit)
        us = self.names.side(phase.side)
        return [
            self.pen.say(situation, us=us, who=some(units, self.names), place=self._body(body))
            for (situation, body), units in bodies.items()
        ]
