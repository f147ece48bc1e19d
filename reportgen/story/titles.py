"""What to call things: a few words for each turn, a line under each map. No title stands twice in a battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from reportgen.story.closing import deciding
from reportgen.story.made import busy_with, made
from reportgen.story.march import steps
from reportgen.story.names import Names
from reportgen.story.nouns import a_one
from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Fight, Phase, Timeline, Turn
from reportgen.story.tracked import telling
from reportgen.story.weigh import Weighed
from reportgen.story.words import capital, counted, number


class Titles:
    def __init__(self, pen: Pen, speaker: Speaker, turns: int, line: Timeline) -> None:
        self.pen = pen
        self.line = line
        self.speaker = speaker
        self.names: Names = speaker.names
        self.turns = turns
        self.since = {
            "fought-before": _first(line, lambda phase: bool(phase.fights)),
            "later": _first(line, _marched),
            "blooded": _first(line, lambda phase: bool(phase.lost or self._struck(phase.fights))),
            "broke": _first(line, _broke),
        }
        """The first turn in which something was true."""

    def turn(self, turn: Turn, fights: Sequence[Weighed]) -> str:
        """'Turn 3: In the flank'."""
        if turn is self.line.turns[-1] and deciding(self.line) is not None:
            return f"Turn {turn.number}: {self.pen.title('title', {'decided'})}"
        tags, slots = self._about(turn, fights)
        for tag in ("fought-before", "later", "blooded"):
            tags |= {tag} if self.since[tag] < turn.number else set()
        moving = {phase.side for phase in turn.phases if _marched(phase)}
        tags |= {"moved"} if moving else set()
        tags |= {"both-moved"} if len(moving) > 1 else set()
        for phase in turn.phases:
            kinds = {moment.event.kind for moment in phase.moments}
            tags |= {"arrive"} & kinds
            tags |= {"leave"} if kinds & {"leave", "left"} else set()
            tags |= {"revealed"} if "revealed" in kinds else set()
            other = kinds & {"leave", "left", "revealed", "destroyed", "mount", "dismount"}
            tags |= {"busy"} if phase.changes or other else set()
            if _broke(phase):
                tags |= {"broke"} | ({"first-broke"} if self.since["broke"] == turn.number else set())
            moved = [] if fights else steps(phase.deeds, phase.after, self.names, self.speaker.places)
            if 2 * sum(step.manner == "on" for step in moved) > len(moved):
                tags.add("came")
            blown = [m.event for m in phase.moments if m.event.kind == "blown"]
            tags |= {"blown"} if any(event["done"] for event in blown) else set()
        if not fights and turn.phases and self.speaker.apart(turn.phases[-1].after.values()):
            tags.add("far")
        if turn.number == self.turns:
            tags.add("last-turn")
        title = self.pen.title("title", tags, **slots)
        return f"Turn {turn.number}: {title}"

    def _struck(self, fights: Sequence[Fight]) -> dict[str, int]:
        """Unit -> strength that it lost in these fights, nothing if only its state changed. In order."""
        found: dict[str, int] = {}
        measure = self.speaker.lore.measure
        for fight in fights:
            events = [*fight.changes, *(event for one in fight.reactions for event in one.events)]
            for event in events:
                if event.kind == "tracked" and telling(event, measure):
                    worn = event["before"] - event["after"] if event["what"] == measure else 0
                    found[event["unit"]] = found.get(event["unit"], 0) + worn
        return found

    def _about(self, turn: Turn, fights: Sequence[Weighed]) -> tuple[set[str], dict[str, object]]:
        """Tags and slots of a turn's fights: its weightiest, and what is true of all of them together."""
        if not fights:
            return set(), {}
        names = self.names
        best = max(fights, key=lambda seen: (seen.weight, -seen.fight.number))
        fight = best.fight
        tags = {"fought"}
        effects = [seen.fight.effect for seen in fights]
        struck = self._struck([seen.fight for seen in fights])
        lost = {unit for phase in turn.phases for unit in phase.lost}
        back = {unit for phase in turn.phases for unit in phase.back}
        tags.add(fight.effect if fight.effect != "none" else "hit" if struck else "back" if back else "none")
        if "none" in tags and (lost or any(effect != "none" for effect in effects)):
            tags = {"fought", "hit"}
        if any(seen.fight.unrecorded for seen in fights):
            tags.add("open")
            tags.discard("none")
        hurt = {*lost, *back, *struck}
        tags |= {"both-hurt"} if len({names.side_of[unit] for unit in hurt}) > 1 else set()
        tags |= {"both-back"} if len({names.side_of[unit] for unit in back}) > 1 else set()
        tags |= {"many-hit"} if len(struck) > 1 else set()
        tags |= {"more-dead"} if len(lost) > 1 else set()
        tags |= {"blows"} if any(seen.fight.close or "hand" in seen.tags for seen in fights) else set()
        tags |= {"guns"} if 2 * sum("a-gun" in seen.tags for seen in fights) > len(fights) else set()
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
        if fight.effect == "back" and fight.loser == fight.attacker:
            tags.add("turned")
        loser_id = fight.loser or fight.defender
        self.names.speak_for("")
        group = self.names.groups[loser_id]
        if fight.effect == "dead" and not any(unit in fight.after for unit in group.units) and len(group.units) > 1:
            tags.add("last")
        mates = set(group.units)
        tags |= {"body-hurt"} if len(hurt & mates) > 1 else set()
        tags |= {"body-back"} if len(back & mates) > 1 else set()
        arms = [(piece.side, piece.arm) for piece in fight.after.values()]
        stood = fight.before[loser_id]
        tags |= {"only"} if (stood.side, stood.arm) not in arms else set()
        body = self.names.body(group)
        return tags, {
            "figure": self.speaker.lore.unit_of_strength[0],
            "d": self._fallen(fight, loser_id),
            "dbody": body,
            "dBody": capital(str(body)) if body.plural else "",
        }

    def _fallen(self, fight: Fight, unit: str) -> Ref:
        """'the Green battery'; 'a Green battery' where another that would be called so still stands."""
        groups, side = self.names.groups, self.names.side_of
        short = self.speaker.unit(fight, unit).short
        word = groups[unit].short or groups[unit].one
        alike = [one for one in fight.after if one != unit and side.get(one) == side[unit]]
        if groups[unit].named or not any((groups[one].short or groups[one].one) == word for one in alike):
            return short
        return replace(short, text=a_one(groups[unit], f"{groups[unit].prefix} {word}".strip()))

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
            slots["D"] = self.names.many(lost, phase.stage) if all(unit in phase.stage for unit in lost) else ""
        elif back:
            tags |= {"back"} | ({"many-back"} if len(back) > 1 else set())
            slots["n"] = number(len(back))
        else:
            more, told = self._hits(phase)
            tags |= more
            slots |= told
        if lost or back:
            shown = (lost or back)[0]
            slots["d"] = self._named(phase, shown)
            if self.names.side_of[shown] == phase.side:
                tags.add("own")
            if len(self.names.groups[shown].units) == 1:
                tags.add("only")
        if phase.fights:
            tags |= {"fought"} | {self.speaker.manner(fight) for fight in phase.fights}
            tags |= {"several"} if len(phase.fights) > 1 else set()
            silent = any(fight.unrecorded for fight in phase.fights)
            tags |= {"open" if silent else "quiet"} if not tags & {"dead", "back", "hit"} else set()
        gone = [m.event["unit"] for m in phase.moments if m.event.kind in ("leave", "left")]
        if gone:
            side = self.names.side_of[gone[0]]
            tags.add("leave" if side == phase.side else "foe-leave")
            tags |= {"more-gone"} if len(gone) > 1 else set()
            tags |= set() if any(self.names.side_of[unit] == side for unit in phase.after) else {"all-gone"}
            slots |= {"gone": self.names.many(gone, phase.stage), "ngone": number(len(gone))}
        moved = steps(phase.deeds, phase.after, self.names, self.speaker.places)
        if moved:
            tags.add("moved")
            units = [step.unit for step in moved]
            if len(units) == 1:
                tags.add("few")
            tags |= {"turned"} if all(step.manner == "turn" for step in moved) else set()
            slots["who"] = self.names.marching(units, phase.stage)
            if 2 * sum(step.manner == "on" for step in moved) > len(moved) > 1 and phase.turn != self.turns:
                tags.add("came")
        if not phase.fights and self.speaker.apart(phase.after.values()):
            tags.add("far")
        if phase.changes:
            tags.add("busy")
        if works := made(phase, self.speaker.lore):
            tags.add("made")
            slots["made"] = "; ".join(works)
        for what, units in busy_with(phase).items():
            tags |= {what, "known"}
            slots[what] = self.names.many(units, phase.stage)
        return f"{self.pen.title('caption', tags, **slots)}."

    def _hits(self, phase: Phase) -> tuple[set[str], dict[str, object]]:
        """Tags and slots of a phase whose fights cost strength and no more: who had the most of it, and how much."""
        struck = self._struck(phase.fights)
        if not struck:
            return set(), {}
        ranked = sorted(struck, key=lambda unit: -struck[unit])
        worst = ranked[0]
        tags = {"hit"} | ({"more-hit"} if len(struck) > 1 else set())
        tags |= {"own-hit"} if any(self.names.side_of[unit] == phase.side for unit in struck) else set()
        slots: dict[str, object] = {"d": self._named(phase, worst), "hits": number(len(struck))}
        if struck[worst] > 0:
            tags.add("worn")
            slots["lost"] = self._figures(struck[worst])
            by = {f.attacker if f.defender == worst else f.defender for f in phase.fights
                  if any(event["unit"] == worst for event in f.changes)}  # fmt: skip
            slots["by"] = self._named(phase, by.pop()) if len(by) == 1 else ""
        if len(ranked) > 1 and all(worn > 0 for worn in struck.values()):
            slots["total"] = self._figures(sum(struck.values()))
            if struck[worst] > struck[ranked[1]]:
                tags.add("worst")
            if len(ranked) == 2:
                tags.add("two-hit")
                slots |= {"e": self._named(phase, ranked[1]), "lost2": number(struck[ranked[1]])}
        return tags, slots

    def _figures(self, count: int) -> str:
        one, many = self.speaker.lore.unit_of_strength
        return counted(count, one, many) if one else number(count)

    def _named(self, phase: Phase, unit: str) -> Ref:
        """A unit's name in a fight of the phase, else as the phase began, else as it stood later."""
        fight = next((one for one in phase.fights if unit in (one.attacker, one.defender)), None)
        if fight is not None:
            return self.speaker.unit(fight, unit)
        pieces = next((m.before for m in phase.moments if unit in m.before), phase.stage)
        return self.names.unit(unit, phase.stage if unit in phase.stage else pieces)


def _first(line: Timeline, holds: Callable[[Phase], bool]) -> int:
    """The first turn with a phase of which that is true; past every turn if there is none."""
    return next((phase.turn for phase in line.phases if holds(phase)), 1 << 30)


def _marched(phase: Phase) -> bool:
    return any(moment.event.kind == "move" and len(moment.event["path"]) > 1 for moment in phase.moments)


def _broke(phase: Phase) -> bool:
    return any(one.loss is not None for one in phase.reactions)
