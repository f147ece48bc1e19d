"""A phase whose fights cost strength, cut into scenes: the fire that fell on a unit, a charge with what belongs to it.

A ruleset without charges, volleys and tests of nerve gives scenes without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reportgen.battle.events import Event
from reportgen.story.timeline import Moment, Phase, Reaction
from reportgen.story.weigh import Weighed


@dataclass(slots=True)
class Salvo:
    """What was fired at `target` in a phase. `carried`: it was meant for others, and passed on from them."""

    target: str
    shots: list[Weighed] = field(default_factory=list)
    carried: bool = False

    @property
    def first(self) -> int:
        return self.shots[0].fight.event.n

    @property
    def effect(self) -> str:
        """`none`, `hit`, `back` or `dead`, whatever did most."""
        effects = [seen.fight.effect for seen in self.shots]
        hit = any(seen.fight.changes for seen in self.shots)
        worst = "dead" if "dead" in effects else "back" if "back" in effects else "none"
        return "hit" if worst == "none" and (hit or self.reactions) else worst

    @property
    def reactions(self) -> list[Reaction]:
        return [one for seen in self.shots for one in seen.fight.reactions if one.events]


@dataclass(slots=True)
class Assault:
    """A charge, or a close combat without one. `first`: the number of its first combat; `volley`: the defender's fire
    at it; `off`: why it never came to blows; `pursuit`: it followed on a won fight; `took`: the charger stood in the
    other's place at the end of it."""

    unit: str
    target: str
    first: int
    volley: Weighed | None = None
    melee: Weighed | None = None
    off: str = ""
    pursuit: bool = False
    took: bool = False
    followed: bool = False
    """Whether the charger went on at somebody else."""

    @property
    def fights(self) -> list[Weighed]:
        return [seen for seen in (self.volley, self.melee) if seen is not None]


Scene = Salvo | Assault


def scenes(phase: Phase, fights: Sequence[Weighed], side_of: Mapping[str, str]) -> list[Scene]:
    """The scenes that these fights of the phase make, in order."""
    by_event = {seen.fight.event.n: seen for seen in fights}
    cutter = _Cutter(phase, by_event, lambda unit: side_of.get(unit, "") == phase.side)
    for moment in _with_combats(phase, fights):
        cutter.take(moment)
    made: list[Scene] = [*cutter.salvos, *(one for one in cutter.assaults if one.fights)]
    return sorted(made, key=lambda scene: scene.first)


def _with_combats(phase: Phase, fights: Sequence[Weighed]) -> list[Event]:
    """The phase's events with its combats among them; a throw moves nothing and is none of them."""
    events = [moment.event for moment in phase.moments] + [seen.fight.event for seen in fights]
    return sorted({event.n: event for event in events}.values(), key=lambda event: event.n)


class _Cutter:
    def __init__(self, phase: Phase, fights: Mapping[int, Weighed], mine: Callable[[str], bool]) -> None:
        self.phase, self.fights, self.mine = phase, fights, mine
        self.salvos: list[Salvo] = []
        self.assaults: list[Assault] = []

    def take(self, event: Event) -> None:
        kind = event.kind
        if kind == "attack" and event["combat"] == "charge":
            self.assaults.append(Assault(event["unit"], event["target"], event.n))
        elif kind == "declare" and event["verb"] == "pursue":
            for one in self.assaults:
                one.followed = one.followed or one.unit == event["unit"]
            self.assaults.append(Assault(event["unit"], event["target"], event.n, pursuit=True))
        elif kind == "called off":
            for one in self._open(event["unit"])[:1]:
                one.off = str(event["why"])
        elif kind == "advance":
            self._advance(event)
        elif event.n in self.fights:
            self._fight(self.fights[event.n])

    def _open(self, unit: str) -> list[Assault]:
        return [one for one in self.assaults if one.unit == unit and one.melee is None and not one.off]

    def _advance(self, event: Event) -> None:
        for one in reversed(self.assaults):
            if one.unit == event["unit"]:
                fought = one.melee is not None
                one.took = one.took or (fought and len(event["path"]) > 1)
                return

    def _fight(self, seen: Weighed) -> None:
        fight = seen.fight
        if fight.close:
            waiting = [one for one in self._open(fight.attacker) if one.target == fight.defender]
            if not waiting:
                waiting = [Assault(fight.attacker, fight.defender, fight.event.n)]
                self.assaults += waiting
            waiting[0].melee = seen
            if waiting[0].volley is None:
                waiting[0].first = fight.event.n
            return
        if not self.mine(fight.attacker):
            charge = next((one for one in self._open(fight.defender) if one.target == fight.attacker), None)
            if charge is not None:
                charge.volley, charge.first = seen, fight.event.n
                return
        carried = bool(fight.event.get("apart"))
        for salvo in self.salvos:
            if salvo.target == fight.defender and salvo.carried == carried and self.mine(fight.attacker):
                salvo.shots.append(seen)
                return
        self.salvos.append(Salvo(fight.defender, [seen], carried))


def moments_of(phase: Phase, kind: str) -> list[Moment]:
    """What happened outside of deeds, of one kind."""
    return [moment for moment in phase.others if moment.event.kind == kind]
