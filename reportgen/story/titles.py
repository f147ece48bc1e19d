"""What to call things: a few words for each turn, a line under each map. No title stands twice in a battle."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.story.march import steps
from reportgen.story.names import Names
from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Phase, Turn
from reportgen.story.weigh import Weighed
from reportgen.story.words import capital, number


class Titles:
    def __init__(self, pen: Pen, speaker: Speaker, turns: int) -> None:
        self.pen = pen
        self.speaker = speaker
        self.names: Names = speaker.names
        self.turns = turns

    def turn(self, turn: Turn, fights: Sequence[Weighed]) -> str:
        """'Turn 3: In the flank'."""
        tags, slots = self._about(fights)
        for phase in turn.phases:
            kinds = {moment.event.kind for moment in phase.moments}
            tags |= {"arrive"} & kinds
            tags |= {"leave"} if kinds & {"leave", "left"} else set()
            tags |= {"revealed"} if "revealed" in kinds else set()
            tags |= {"broke"} if any(one.loss is not None for one in phase.reactions) else set()
            blown = [m.event for m in phase.moments if m.event.kind == "blown"]
            tags |= {"blown"} if any(event["done"] for event in blown) else set()
        if not fights and turn.phases and self.speaker.apart(turn.phases[-1].after.values()):
            tags.add("far")
        if turn.number == self.turns:
            tags.add("last-turn")
        title = self.pen.title("title", tags, **slots)
        return f"Turn {turn.number}: {title}"

    def _about(self, fights: Sequence[Weighed]) -> tuple[set[str], dict[str, object]]:
        if not fights:
            return set(), {}
        best = max(fights, key=lambda seen: (seen.weight, -seen.fight.number))
        fight = best.fight
        tags = {"fought"}
        effects = [seen.fight.effect for seen in fights]
        effect = "hit" if fight.effect == "none" and any(seen.fight.changes for seen in fights) else fight.effect
        tags.add(effect)
        if fight.effect == "dead":
            tags |= {tag for tag in best.tags if tag in ("flank", "charge", "long")}
            loser = fight.before[fight.loser or fight.defender]
            tags.add({"command": "d-command", "machine-gun": "d-mg", "artillery": "d-gun", "transport": "d-wagon"}.get(
                loser.arm, "d-other"))  # fmt: skip
        tags |= {tag for seen in fights for tag in seen.tags if tag.startswith("first-")}
        if not fight.close and "hand" not in best.tags:
            tags.add("fire")
        if effects.count("dead") > 2:
            tags.add("many-dead")
        if len({seen.fight.loser or seen.fight.defender for seen in fights if seen.fight.effect == "back"}) > 2:
            tags.add("many-back")
        if fight.effect == "back" and fight.loser == fight.attacker:
            tags.add("turned")
        loser_id = fight.loser or fight.defender
        self.names.speak_for("")
        group = self.names.groups[loser_id]
        if fight.effect == "dead" and not any(unit in fight.after for unit in group.units) and len(group.units) > 1:
            tags.add("last")
        body = self.names.body(group)
        return tags, {
            "d": self.speaker.unit(fight, loser_id).short,
            "dbody": body,
            "dBody": capital(str(body)) if body.plural else "",
        }

    def caption(self, phase: Phase) -> str:
        """A line under the map of a phase."""
        lost, back = phase.lost, phase.back
        tags = set()
        slots: dict[str, object] = {
            "us": self.names.side(phase.side),
            "foe": self.names.side(self.speaker.scenario.other(phase.side).id),
            "stand": self.speaker.lore.piece[0],
            "stands": self.speaker.lore.piece[1],
        }
        if lost:
            tags |= {"dead"} | ({"more-dead"} if len(lost) > 1 else set())
            slots["n"] = number(len(lost))
        elif back:
            tags |= {"back"} | ({"many-back"} if len(back) > 1 else set())
            slots["n"] = number(len(back))
        elif any(fight.changes for fight in phase.fights):
            tags.add("hit")
        if lost or back:
            shown = (lost or back)[0]
            slots["d"] = self._named(phase, shown)
            if self.names.side_of[shown] == phase.side:
                tags.add("own")
        if phase.fights:
            tags.add("fought")
        gone = [m.event["unit"] for m in phase.moments if m.event.kind in ("leave", "left")]
        if gone:
            tags.add("leave" if self.names.side_of[gone[0]] == phase.side else "foe-leave")
        moved = steps(phase.deeds, phase.after, self.names, self.speaker.places)
        if moved:
            tags.add("moved")
            units = [step.unit for step in moved]
            if len(units) == 1:
                tags.add("few")
            slots["who"] = self.names.marching(units, phase.before)
            if 2 * sum(step.manner == "on" for step in moved) > len(moved) > 1 and phase.turn != self.turns:
                tags.add("came")
        if not phase.fights and self.speaker.apart(phase.after.values()):
            tags.add("far")
        return f"{self.pen.title('caption', tags, **slots)}."

    def _named(self, phase: Phase, unit: str) -> Ref:
        """A unit's name in a fight of the phase, else as the phase began, else as it stood later."""
        fight = next((one for one in phase.fights if unit in (one.attacker, one.defender)), None)
        if fight is not None:
            return self.speaker.unit(fight, unit)
        pieces = next((m.before for m in phase.moments if unit in m.before), phase.before)
        return self.names.unit(unit, phase.before if unit in phase.before else pieces)
