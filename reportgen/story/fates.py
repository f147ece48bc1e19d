"""What became of somebody in a fight, as a verb: 'lost two of its eight figures and fell back four squares'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reportgen.battle.events import Event
from reportgen.story.lore import Lore
from reportgen.story.pen import Pen
from reportgen.story.places import Places
from reportgen.story.ref import Ref
from reportgen.story.tracked import telling
from reportgen.story.weigh import Weighed
from reportgen.story.words import counted, listed, number

_ENDS = {
    "combat": ("{r.were} destroyed", "{r.were} no more", "{r.were} finished"),
    "rout": ("broke and ran", "threw down {r.their} arms and ran", "broke and {r.were} not seen again"),
    "off table": ("{r.were} driven off the table", "ran as far as the edge of the table and over it"),
    "bridge": ("went down with the bridge",),
    "aboard": ("{r.were} lost aboard",),
    "taken": ("{r.were} taken",),
}
"""By the reason of a loss."""
_LOST = ("lost {n}", "lost {bare} of {r.their} {before}", "{r.were} down to {left}", "lost {n}", "paid with {n}")
_BACK = ("fell back {far}", "gave way by {far}", "went back {far}", "drew off {far}")


@dataclass(slots=True)
class Fate:
    """What happened to one unit: strength `before` and `after`, states it came into, squares back, and its end.

    `end` is the reason of its loss, 'left' if it went off by an exit; empty if it is still there.
    """

    unit: str
    before: int = 0
    after: int = 0
    states: list[str] = field(default_factory=list)
    back: float = 0
    gave_way: bool = False
    end: str = ""

    @property
    def lost(self) -> int:
        return self.before - self.after

    @property
    def anything(self) -> bool:
        return bool(self.before != self.after or self.states or self.gave_way or self.end)

    @property
    def only_hits(self) -> bool:
        """Whether it lost some of its strength, and that is all."""
        return self.lost > 0 and not (self.states or self.gave_way or self.end)

    def take(self, event: Event) -> None:
        if event.kind == "tracked":
            before, after = event["before"], event["after"]
            if not (isinstance(before, int) and isinstance(after, int)):
                self.states.append(str(after))
            elif not self.before:
                self.before, self.after = before, after
            else:
                self.after = after
        elif event.kind == "withdraw":
            self.gave_way = True
            self.back += event.get("squares", 0)
        elif event.kind in ("leave", "left"):
            self.end = "left"
        elif event.kind == "destroyed":
            self.end = str(event.get("why") or "combat")


def fate_of(unit: str, fights: Iterable[Weighed], measure: str) -> Fate:
    """What a few fights, and the tests of nerve that they led to, did to a unit."""
    made = Fate(unit)
    for seen in fights:
        fight = seen.fight
        events = [*fight.changes, fight.withdrawal, fight.departure, fight.loss]
        events += [event for reaction in fight.reactions for event in reaction.events]
        for event in sorted((one for one in events if one is not None), key=lambda event: event.n):
            if event["unit"] == unit and (event.kind != "tracked" or telling(event, measure)):
                made.take(event)
        if fight.effect == "back" and (fight.loser or fight.defender) == unit:
            made.gave_way = made.gave_way or not made.end
    return made


class Fates:
    """Words for fates, never the same twice running."""

    def __init__(self, pen: Pen, lore: Lore, places: Places) -> None:
        self.pen, self.lore, self.places = pen, lore, places

    def said(self, ref: Ref, fate: Fate) -> str:
        """A verb phrase; empty if nothing happened. The last of a unit's strength is told by its end."""
        parts = []
        if fate.before != fate.after and not (fate.end and (not fate.after or fate.end == "combat")):
            parts.append(self.strength(ref, fate))
        if fate.gave_way:
            far = self.places.distance(fate.back) if fate.back else ""
            parts.append(self.pen.pick("back", _BACK).format(far=far) if far else "fell back")
        for state in dict.fromkeys(fate.states):
            words = self.lore.states.get(state)
            said = self.pen.pick(f"state {state}", words).format(r=ref) if words else f"{ref.were} {state}"
            parts.append(f"{said} again" if state in self.lore.usual else said)
        if fate.end:
            parts.append(self._end(ref, fate.end))
        return listed(parts)

    def strength(self, ref: Ref, fate: Fate) -> str:
        """'lost two figures', 'lost half of what it had'."""
        lost, before, after = fate.lost, fate.before, fate.after
        if lost < 0:
            return f"gained {self.figures(-lost)}"
        if after and before > 3 and 2 * lost == before:
            options: Sequence[str] = ("lost half of {r.their} strength", "lost {bare} of {r.their} {before}")
        elif after and before > 3 and 2 * lost > before:
            options = ("lost all but {last} of {r.their} {before}", "{r.were} cut down to {left}")
        else:
            options = _LOST
        return self.pen.pick("lost", options).format(
            r=ref, n=self.figures(lost), bare=number(lost), left=self.figures(after), last=number(after),
            before=self.figures(before),
        )  # fmt: skip

    def figures(self, count: int) -> str:
        """'two figures', or a bare number where strength has no name."""
        one, many = self.lore.unit_of_strength
        return counted(count, one, many) if one else number(count)

    def _end(self, ref: Ref, why: str) -> str:
        if why == "left":
            return "went off the table"
        if why not in _ENDS:  # in the words of whoever wrote it down
            return f"{ref.were} taken off the table" + (f" ({why})" if why != "removed" else "")
        words = _ENDS[why]
        return self.pen.pick(f"end {why}", words).format(r=ref)
