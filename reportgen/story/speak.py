"""From a weighed fight to the words that its constructions need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from reportgen.battle.scenario import Scenario
from reportgen.board.picture import Piece
from reportgen.story.lore import Lore
from reportgen.story.names import Names
from reportgen.story.nouns import a_one
from reportgen.story.places import Places
from reportgen.story.ref import Ref
from reportgen.story.timeline import Fight
from reportgen.story.weigh import Weighed, worth
from reportgen.story.words import a_number, chance, listed, number, ordinal, points_said

NEAR = 4
"""With more squares than this between the nearest enemies they cannot come to blows at once."""
_GO = {
    "foot": ("attacked", "went in against", "charged", "fell on", "came to blows with", "closed with"),
    "horse": ("charged", "rode at", "rode in on", "went for", "galloped at"),
    "gun": ("closed with", "engaged"),
    "mg": ("closed with", "engaged"),
    "command": ("went for", "attacked in person"),
}


class Speaker:
    """Makes the slots of a fight. It knows the names of the moment, the places and the ruleset's words."""

    def __init__(self, scenario: Scenario, lore: Lore, names: Names, places: Places) -> None:
        self.scenario = scenario
        self.lore = lore
        self.names = names
        self.places = places
        self._acted: dict[str, str] = {}
        self.strength = worth(scenario, lore)
        """What every unit counted for at first."""
        self.reach = {unit.id: lore.figure("range", unit, side) for side in scenario.sides for unit in side.units}
        """How far every unit can fire, as printed."""
        self.weapons = {unit.id: lore.weapon(unit) for side in scenario.sides for unit in side.units}

    def distance(self, far: float) -> str:
        """'two squares'; by the ruler on a measured table."""
        return self.places.distance(far)

    def apart(self, pieces: Iterable[Piece]) -> bool:
        """Whether both sides are out of each other's reach: too far to come up with the enemy, and out of range."""
        here = list(pieces)
        gap = self.places.gap(here)
        if gap is None or gap <= NEAR:
            return False
        for piece in here:
            reach = self.reach.get(piece.id, "") if not piece.concealed else ""
            if reach.isdigit() and any(
                other.side != piece.side and not other.concealed and self.places.apart(piece.at, other.at) <= int(reach)
                for other in here
            ):
                return False
        return True

    def attacker(self, seen: Weighed) -> Ref:
        """The attacker; a pair that fights as one is named as one."""
        fight = seen.fight
        if fight.close and "pair-a" in seen.tags:
            return self.names.pair(fight.attacker, self.stage(fight, fight.attacker))
        return self._of_pair(self.unit(fight, fight.attacker))

    def _of_pair(self, ref: Ref) -> Ref:
        """A stand of a pair that acts alone: the first is 'one of the pair of spearmen', its companion 'the other'."""
        stand = self.lore.piece[0]
        for role in ("front", "rear"):
            head = f"the {role} {stand} of the "
            if ref.text.startswith(head):
                pair = ref.text.removeprefix(head)
                first = self._acted.setdefault(pair, ref.proper)
                return replace(ref, text=f"{'one' if first == ref.proper else 'the other'} of the {pair}")
        return ref

    def begin(self) -> None:
        """A new phase: nobody of a pair has acted yet."""
        self._acted.clear()

    def stage(self, fight: Fight, *units: str) -> Mapping[str, Piece]:
        """The pieces by which units of a fight are named: as the phase began, unless one of them came later."""
        return fight.stage if all(unit in fight.stage for unit in units) else fight.before

    def unit(self, fight: Fight, unit: str) -> Ref:
        """The name of a unit in a fight."""
        ref = self.names.unit(unit, self.stage(fight, unit))
        if unit in fight.before and not fight.before[unit].concealed:
            return replace(ref, text=ref.text.replace("hidden ", "", 1))
        return ref

    def loose(self, ref: Ref) -> Ref:
        """The same unit as the men that it is made of: 'the left-hand Egyptians' for the left-hand Egyptian stand."""
        stand = self.lore.piece[0]
        if f"{stand} of {stand}" in ref.text or not ref.brief_plural or ref.plural or "(" in ref.text:
            return ref
        if f" {stand} of the " in ref.text or ref.text.startswith(("one of the", "the other of the")):
            return ref
        text = ref.text.replace(f"{stand} of ", "", 1)
        if text == ref.text:
            bare = ref.same.removeprefix("the same ")
            body = ref.brief.removeprefix("the ")
            text = ref.text.replace(bare, body, 1) if bare else ref.text
        return replace(ref, text=text, plural=True, same=f"the same {ref.brief.removeprefix('the ')}")

    def those(self, unit: str, ref: Ref, seen: Weighed) -> Ref:
        """The short name of a unit that is lost: 'those spearmen' while other spearmen are left."""
        group = self.names.groups[unit]
        if group.head or group.named or not any(one in seen.fight.after for one in group.units if one != unit):
            return ref.short
        that = group.body.split()[-1] in ("cavalry", "infantry", "artillery", "camelry", "horse", "foot", "baggage")
        words = ref.short.text.removeprefix("the ")
        return Ref(f"that {words}" if that else f"those {words}", plural=not that, proper=unit)

    def one_of(self, unit: str) -> str:
        """A lost unit in later talk: 'the field gun', 'a stand of spearmen' if there were several."""
        group = self.names.groups[unit]
        if group.named:
            return group.one
        words = f"{group.prefix} {group.one}".strip() if group.person else group.one
        return a_one(group, words) if len(group.units) > 1 else f"the {words}"

    def defender(self, seen: Weighed) -> Ref:
        return self.unit(seen.fight, seen.fight.defender)

    def tags(self, seen: Weighed) -> set[str]:
        """The fight's tags with those that depend on words: whether there is a place or a number to be told."""
        tags = set(seen.tags)
        if self._to(seen):
            tags.add("to")
        if fight_way(self.places, seen) == "":
            tags.discard("moved")
        if seen.need is not None and seen.need > 3:
            tags.add("need")
        if seen.want is not None:
            tags.add("want")
        defender_help = tags & {"cmd-d", "support-d"}
        if not defender_help:
            tags.add("d-alone")
        return tags

    def slots(self, seen: Weighed, go: str) -> dict[str, Any]:
        """Everything that a construction about this fight may ask for; what does not apply is empty."""
        fight = seen.fight
        event = fight.event
        a, d = self.attacker(seen), self.defender(seen)
        loser = fight.loser or fight.defender
        us, foe = fight.side, self.names.side_of[fight.defender]
        dice = event["dice"]
        rethrows = event.get("rethrows") or []
        back = fight.withdrawal["squares"] if fight.withdrawal is not None else 0
        where = self.places.at(self._square(fight.defender, fight.before), 2)
        return {
            "a": a,
            "d": d,
            "a2": a.short,
            "d2": self.those(fight.defender, d, seen) if fight.effect == "dead" else d.short,
            "l2": self.those(loser, self.unit(fight, loser), seen),
            "lf": self.unit(fight, loser),
            "us": self.names.side(us),
            "foe": self.names.side(foe),
            "adjective": self.scenario.side(foe).adjective,
            "go": go,
            **self._dice(dice),
            "a_need": a_number(seen.need) if seen.need is not None else "",
            "a_want": a_number(seen.want) if seen.want is not None else "",
            "ma": number(seen.ma),
            "md": number(seen.md),
            "margin": number(abs(seen.gap)),
            "odds": chance(seen.chance),
            "rng": self.distance(event["range"]),
            "back": self.distance(back) if back else "",
            "to": self._to(seen),
            "where": where,
            "way": fight_way(self.places, seen),
            "general": self._general(foe, fight.before),
            "mine": self._general(us, fight.before),
            "edge": self._reasons(seen, 0),
            "shield": self._reasons(seen, 1),
            "rethrow": f"{number(rethrows[-1][0])} to {number(rethrows[-1][1])}" if rethrows else "",
            "nth": ordinal(seen.nth) if seen.nth > 1 else "",
            "stand": self.lore.piece[0],
        }

    def manner(self, fight: Fight) -> str:
        """`shots`, or `blows` for close combat and for what is done with weapons held in the hand."""
        return "blows" if fight.close or self.weapons[fight.attacker] in self.lore.handled else "shots"

    def verbs(self, seen: Weighed) -> tuple[str, ...]:
        """Verb phrases for a close combat by the attacker's arm, or for an attack with what is held in the hand
        (with a slot `r` for the attacker)."""
        arm = next((tag[2:] for tag in seen.tags if tag.startswith("a-") and tag[2:] in _GO), "foot")
        if "hand" not in seen.tags:
            return _GO[arm]
        side = self.scenario.side(seen.fight.side)
        unit = next(unit for unit in side.units if unit.id == seen.fight.attacker)
        said = self.lore.handled[self.lore.weapon(unit)]
        words = [word.lower() for word in reversed(unit.name.split())]
        return next((said[key] for key in (*words, unit.type, arm) if key in said), said["other"])

    def _dice(self, dice: list[int]) -> Mapping[str, str]:
        if not all(isinstance(die, int) and die for die in dice):
            return {}
        ad, dd = dice
        return {"ad": number(ad), "dd": number(dd), "a_ad": a_number(ad), "a_dd": a_number(dd)}

    def _square(self, unit: str, pieces: Mapping[str, Any]) -> int:
        return self.places.square(pieces[unit].at)

    def _to(self, seen: Weighed) -> str:
        """Where a withdrawal ended, if the place has a name."""
        if seen.fight.withdrawal is None or len(seen.fight.withdrawal["path"]) < 2:
            return ""
        start, *_, end = (self.places.grid.square(name) for name in seen.fight.withdrawal["path"])
        return self.places.back_to(start, end)

    def _general(self, side: str, pieces: Mapping[str, Any]) -> Ref | str:
        for unit in self.scenario.side(side).units:
            if unit.type in self.lore.command_types and unit.id in pieces:
                return self.names.unit(unit.id, pieces)
        return ""

    def _reasons(self, seen: Weighed, who: int) -> str:
        """All that attacker (0) or defender (1) had to add, as a phrase; empty if it was nothing but his own value, or
        if there are no words for a part of it: sums are not told by halves."""
        words = []
        helped = False
        for modifier in seen.fight.event["modifiers"][who]:
            amount = modifier["amount"]
            sense = self.lore.senses.get(modifier["rule"])
            if not amount:
                continue
            if sense is None or not sense.words or amount < 0:
                return ""
            helped = helped or sense.tag != "value"
            said = sense.one if amount == 1 and sense.one else sense.words
            words.append(said.format(n=points_said(amount)))
        return listed(list(dict.fromkeys(words))) if helped else ""


def fight_way(places: Places, seen: Weighed) -> str:
    """How the attacker came, if there is anything to say about it."""
    approach = seen.fight.approach
    if approach is None or not approach.event.get("path"):
        return ""
    return places.way(approach.event["path"], bool(approach.event.get("road")))
