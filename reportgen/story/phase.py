"""One side's phase in paragraphs: what it had to spend, who marched, who fought, and who was left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from typing import Any

from reportgen.board.field import Body, SightRules, field_for
from reportgen.board.regions import covers
from reportgen.story.closing import deciding, quoted
from reportgen.story.coming import Coming
from reportgen.story.fights import FightTeller
from reportgen.story.march import March, Step, marches, steps
from reportgen.story.own import SENTENCES, OwnTeller
from reportgen.story.pen import Pen
from reportgen.story.ref import Ref
from reportgen.story.say.march import VERBS
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Deed, Phase, Timeline
from reportgen.story.weigh import Weighed
from reportgen.story.words import EDGES, a_number, facing_said, number, ordinal, times
from reportgen.story.work import Work

_FAR = ("on", "back")
"""Ways of moving of which it may be told how far they went."""


@dataclass(slots=True)
class History:
    """What earlier phases leave for later ones to notice. By side."""

    scores: dict[str, list[int]] = field(default_factory=dict)
    undone: dict[str, set[str]] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    """For how many of its phases running a side has done nothing."""
    still: bool = False
    """Whether nothing was done in the phase before, whosever it was."""
    advanced: dict[str, bool] = field(default_factory=dict)
    gone: dict[str, set[str]] = field(default_factory=dict)
    """Units that have left the table by an exit."""
    far: bool = False


class PhaseTeller:
    def __init__(self, pen: Pen, speaker: Speaker, fights: FightTeller | OwnTeller) -> None:
        self.pen = pen
        self.speaker = speaker
        self.names = speaker.names
        self.places = speaker.places
        self.fights = fights
        self.work = Work(pen, speaker)
        self.history = History()
        self._remarked = False
        """Whether the head of the phase says already that the throw was that of the turn before."""
        self.coming = Coming(pen, speaker)
        ground = speaker.scenario.ground
        self.field = field_for(ground)
        self.sight = SightRules(areas=frozenset(speaker.lore.blocks_sight))

    # -- the head of a phase -----------------------------------------------------------------------------------------

    def line(self, phase: Phase) -> str:
        """The activation in words."""
        if phase.orders is not None:
            return self.work.orders(phase)
        if not phase.activation:
            return ""
        us = self.names.side(phase.side)
        n = phase.activation
        tags = self._score_tags(phase)
        used = n - phase.left
        if phase.left and used:
            tags.add("left")
        said = self.pen.say(
            "line" if used else "line.none",
            tags,
            us=us,
            n=number(n),
            a_n=a_number(n),
            acts=_orders(n),
            were="was" if n == 1 else "were",
            used=number(used) if used else "none",
        )
        self._remarked = bool(re.search(r"once more|[Aa]nother|third time", said))
        return said

    def _score_tags(self, phase: Phase) -> set[str]:
        n = phase.activation or 0
        earlier = self.history.scores.get(phase.side, [])
        tags = set()
        if earlier and earlier[-1] == n:
            tags.add("twice")
            if len(earlier) > 1 and earlier[-2] == n:
                tags.add("thrice")
        if n <= 3:
            tags.add("low")
        if n >= self.speaker.lore.die - 2:
            tags.add("high")
        return tags

    # -- the whole phase ---------------------------------------------------------------------------------------------

    def _stirred(self, phase: Phase) -> None:
        """Notes whether anybody did anything."""
        if phase.fights or phase.changes or any(deed.moments for deed in phase.deeds):
            self.history.held[phase.side], self.history.still = 0, False

    def tell(self, phase: Phase, fights: Sequence[Weighed], cuts: Sequence[int] = ()) -> list[tuple[int, str]]:
        """The paragraphs, each with the number of its first event; `cuts` are events before which one must begin."""
        told: list[tuple[int, str]] = []
        if isinstance(self.fights, OwnTeller):
            self.fights.begin(phase)
        self._stirred(phase)
        # Written in the order in which it will be read, for a sentence answers to the one before it.
        acted = min((deed.first for deed in phase.deeds if deed.first >= 0), default=1 << 60)
        worked = min((m.event.n for m in phase.others if m.event.kind in ("declare", "work", "blown")), default=0)
        if worked < acted:
            told += self.work.before(phase)
        opening = self.coming.opening(phase) + self._activation(phase, self.names.side(phase.side))
        parts = _cut(phase.deeds, cuts)
        for number_, deeds in enumerate(parts):
            first = (
                deeds[0].first if deeds and deeds[0].first >= 0 else (phase.moments[0].event.n if phase.moments else 0)
            )
            told += self._part(phase, deeds, fights, opening if number_ == 0 else [], first, number_ == len(parts) - 1)
        if phase.activation:
            self.history.scores.setdefault(phase.side, []).append(phase.activation)
        if worked > acted:
            told += self.work.before(phase)
        told += self.work.after(phase)
        told = sorted(((n, text) for n, text in told if text), key=lambda paragraph: paragraph[0])
        if told:
            told[0] = (told[0][0], self.pen.unled(told[0][1]))
        return _drawn(told, cuts) if isinstance(self.fights, OwnTeller) else told

    def _part(
        self, phase: Phase, deeds: list[Deed], fights: Sequence[Weighed], opening: list[str], first: int, last: bool
    ) -> list[tuple[int, str]]:
        numbers = {fight.number for deed in deeds for fight in deed.fights}
        fought = [seen for seen in fights if seen.fight.number in numbers]
        silent = [deed for deed in deeds if not deed.fights]
        battle = [deed for deed in deeds if deed.fights]
        moved = steps(silent, phase.after, self.names, self.places)
        marched_first = not battle or (
            bool(silent) and silent[0].first < battle[0].first and self._early(silent, battle)
        )
        placed = isinstance(self.fights, OwnTeller) and bool(fought) and bool(moved)
        at = min((step.n for step in moved), default=first)
        if placed:
            marched_first = at < min(seen.fight.event.n for seen in fought)
        march = self._marching(phase, moved, False) if marched_first else []
        told: list[tuple[int, str]] = []
        head = list(opening)
        head += self.coming.revealed(phase, deeds)
        if marched_first and not placed:
            head += march
        quiet = self._quiet(phase, moved) if not phase.fights and last else []
        if head or quiet:
            told.append((first, " ".join(head + quiet)))
        told += self.fights.paragraphs(fought)
        if not marched_first:
            march = self._marching(phase, moved, bool(fought))
        if placed and march:
            told = sorted([*told, (at, " ".join(march))], key=lambda paragraph: paragraph[0])
        tail = [] if marched_first or placed else march
        if fought:
            tail += self._stepped_back(phase, battle)
        tail += self._exits(phase, moved)
        tail += self._masked(phase, silent)
        if last:
            tail += self._undone(phase)
        if tail:
            anchor = max([n for n, _ in told], default=first)
            if told and fought and told[-1][1].count(". ") < 3 and len(tail) < 3:
                told[-1] = (told[-1][0], " ".join([told[-1][1], *tail]))
            elif told and len(tail) == 1:
                told[-1] = (told[-1][0], f"{told[-1][1]} {tail[0]}")
            else:
                told.append((anchor, " ".join(tail)))
        return told

    def decided(self, line: Timeline, phase: Phase) -> str:
        """What the battle's last phase leaves to say of the objective that ended it; empty if none did."""
        event = deciding(line)
        if event is None or phase is not line.phases[-1]:
            return ""
        goal = next(one for one in line.scenario.objectives if (one.side, one.title) == (event["by"], event["title"]))
        ground = line.scenario.ground
        there = [
            piece.id for piece in line.last.values()
            if goal.kind == "hold" and self.names.side_of[piece.id] == goal.side
            and any(covers(ground, name, piece.at) for name in goal.at)
        ]  # fmt: skip
        slots: dict[str, Any] = {"us": self.names.side(goal.side), "what": quoted(goal.title)}
        if not there:
            return self.pen.say("decided", **slots)
        return self.pen.say("decided.hold", A=self.names.many(there, phase.stage), **slots)

    def _early(self, silent: list[Deed], battle: list[Deed]) -> bool:
        before = sum(deed.first < battle[0].first for deed in silent)
        return 2 * before >= len(silent)

    # -- opening -----------------------------------------------------------------------------------------------------

    def _activation(self, phase: Phase, us: Ref) -> list[str]:
        n = phase.activation
        if not n or phase.left == n:
            return []
        tags = self._score_tags(phase)
        mine = [piece for piece in phase.before.values() if self.names.side_of[piece.id] == phase.side]
        bodies = len({self.places.cell(p.at) for p in mine})
        slots = {
            "us": us,
            "n": number(n),
            "orders": "order" if n == 1 else "orders",
            "bodies": number(bodies),
            "adjective": self.speaker.scenario.side(phase.side).adjective,
            "stand": self.speaker.lore.piece[0],
            "Times": times(3 if "thrice" in tags else 2),
        }
        if n == 1 and bodies > 2:
            return [self.pen.fresh("activation.one", tags, rest=20, **slots)]
        if n <= 3 and bodies > n + 2:
            return [self.pen.fresh("activation.low", tags, rest=20, **slots)]
        if "twice" in tags and not self._remarked:
            return [self.pen.fresh("activation.twice", tags, rest=30, **slots)]
        if "high" in tags and bodies > 3 and not phase.left:
            return [self.pen.fresh("activation.high", tags, rest=40, **slots)]
        return []

    # -- marching ----------------------------------------------------------------------------------------------------

    def _marching(self, phase: Phase, moved: list[Step], fought: bool) -> list[str]:
        if not moved:
            self.history.advanced[phase.side] = False
            return []
        groups = [group for group in marches(moved, phase.after) if group.manner != "leave"]
        alive = [unit for unit in phase.before if self.names.side_of[unit] == phase.side]
        tags = ({"fought"} if fought else set()) | self._final(phase)
        side = self.speaker.scenario.side(phase.side)
        forward = [group for group in groups if group.manner == "on"]
        on = sum(len(group.units) for group in forward)
        if not phase.fights and on >= 5 and on >= 0.7 * len(alive):
            if self.history.advanced.get(phase.side):
                tags.add("again")
            self.history.advanced[phase.side] = True
            verb = self.pen.pick("on", VERBS["on"])
            slots = {
                "us": self.names.side(phase.side), "adjective": side.adjective, "allv": verb,
                "allv2": "go forward", "stand": self.speaker.lore.piece[0],
            }  # fmt: skip
            rest = [group for group in groups if group.manner != "on"]
            if rest or on < len(alive):
                tags.add("rest")
            return [self.pen.say("march.all", tags, **slots), *self._clauses(phase, rest, tags)]
        self.history.advanced[phase.side] = False
        if sum(len(group.units) for group in groups) < 3 and len(phase.acted) < 3:
            tags.add("few")
        if phase.fights:
            # Beside a fight small moves are left to the map.
            groups = [g for g in groups if len(g.units) > 2 or g.manner in ("leave", "contact", "mount", "dismount")]
        return self._clauses(phase, groups, tags)

    def _final(self, phase: Phase) -> set[str]:
        """The tag of the last turn, after which nothing is put off."""
        scenario = self.speaker.scenario
        return {"final"} if phase.turn == (scenario.turns or self.speaker.lore.vocabulary.turns) else set()

    def _exits(self, phase: Phase, moved: list[Step]) -> list[str]:
        """Who left the table, and whether that was what they had come for."""
        gone = [step for step in moved if step.manner == "leave"]
        if not gone:
            return []
        units = [step.unit for step in gone]
        groups = {self.names.groups[unit].name for unit in units}
        tags = set()
        if any(
            goal.kind == "exit" and goal.side == phase.side and (not goal.types or self._type(unit) in goal.types)
            for goal in self.speaker.scenario.objectives
            for unit in units
        ):
            tags.add("goal")
        if self.history.gone.get(phase.side):
            tags.add("more")
        mates = self.names.groups[units[0]].units
        if len(groups) == 1 and len(mates) > len(units) and not any(unit in phase.after for unit in mates):
            tags.add("last")
        self.history.gone.setdefault(phase.side, set()).update(units)
        who = self.names.many(units, phase.stage)
        edge = EDGES.get(gone[0].facing, "far")
        return [self.pen.say("exit", tags, A=who, edge=edge, us=self.names.side(phase.side))]

    def _type(self, unit: str) -> str:
        return self.names.groups[unit].type

    def _clauses(self, phase: Phase, groups: list[March], tags: set[str]) -> list[str]:
        said = []
        groups = list(groups)
        known: set[str] = set()
        # How near they came is told once, and only while nobody fights.
        near = not phase.fights
        while groups:
            size = 3 if len(groups) in (3, 6) else min(2, len(groups))
            take, groups = groups[:size], groups[size:]
            slots: dict[str, Any] = {}
            for letter, group in zip("ABC", take, strict=False):
                ref = self.names.marching(group.units, phase.stage, known)
                known |= {self.names.groups[unit].name for unit in group.units}
                slots[letter] = ref
                slots[f"{letter.lower()}v"] = self._verb(group, ref, near)
                near = near and group.manner != "on"
            slots["N"] = replace(first := slots["A"], text=str(first).replace("both ", "the two ", 1))
            brisk = {"brisk"} if any(one.arm == "cavalry" or one.manner == "contact" for one in take) else set()
            said.append(self.pen.say(f"march.{('one', 'two', 'three')[size - 1]}", tags | brisk, **slots))
        return said

    def _verb(self, group: March, ref: Ref, near: bool) -> str:
        keyed = VERBS.get(f"{group.manner} {group.arm}") or VERBS[group.manner]
        verb = self.pen.pick(f"verb {group.manner}", keyed)
        facing = facing_said(group.facing) or "front"
        verb = verb.format(r=ref, facing=facing, edge=EDGES.get(group.facing, "far"))
        if group.way and group.manner not in ("leave", "turn", "contact"):
            way = group.way
            if way.startswith("up to ") and (group.manner != "on" or verb.endswith("up")):
                way = ("to " if verb.endswith("up") else "as far as ") + way.removeprefix("up to ")
            if verb.endswith(" on"):
                way = way.removeprefix("on ")
            return f"{verb} {way}"
        if group.manner == "on" and near and group.near is not None and 1 < group.near <= 4:
            return f"{verb} to within {self.speaker.distance(group.near)} of the enemy"
        if group.even and group.squares > 1 and len(group.units) > 1 and group.manner in _FAR:
            far = self.pen.pick("far", ("", self.speaker.distance(group.squares)))
            return f"{verb} {far}".rstrip()
        return verb

    def _quiet(self, phase: Phase, moved: list[Step]) -> list[str]:
        """Nobody fought: how far apart they are, or that nothing was done."""
        us = self.names.side(phase.side)
        near = self.places.gap(phase.after.values())
        said: list[str] = []
        apart = self.speaker.apart(phase.after.values())
        if not apart:
            self.history.far = False
        if not moved and any(m.event.kind != "tracked" for m in phase.changes):
            return []
        if not moved and not any(deed.moments for deed in phase.deeds):
            running = self.history.held.get(phase.side, 0) + 1
            tags = {"again"} if running > 1 else set()
            tags |= {"nor"} if self.history.still else set()
            self.history.held[phase.side], self.history.still = running, True
            n = phase.activation or 0
            if n and phase.left == n:  # the head of the phase says so
                return []
            side = self.speaker.scenario.side(phase.side)
            stand = self.speaker.lore.piece[0]
            words = {
                "n": number(n) if n else "", "acts": _orders(n), "adjective": side.adjective, "stand": stand,
                "were": "was" if n == 1 else "were", "nth": ordinal(running) if running > 2 else "",
            }  # fmt: skip
            return [self.pen.say("held", tags, us=us, **words)]
        if near is not None and apart:
            tags = {"half"} if 2 * near >= max(self.places.grid.columns, self.places.grid.rows) - 2 else set()
            if self.history.far:
                tags.add("again")
            tags |= self._final(phase)
            self.history.far = True
            said.append(self.pen.fresh("far", tags, rest=14, dist=self.speaker.distance(near)))
        return said

    def _stepped_back(self, phase: Phase, battle: list[Deed]) -> list[str]:
        """Stands that fought first and went back afterwards."""
        back = []
        for deed in battle:
            for fight in deed.fights:
                later = [m for m in deed.moves if m.event.kind == "move" and m.event.n > fight.event.n]
                for moment in later:
                    made = steps([Deed(deed.units, [moment])], phase.after, self.names, self.places)
                    back += [s.unit for s in made if s.manner == "back" and s.unit == fight.attacker]
        if len(back) < 2:
            return []
        tags = {"many"} if len(back) > 2 else set()
        return [self.pen.fresh("fired_back", tags, rest=15, A=self.names.many(back, phase.stage))]

    # -- what was left undone ----------------------------------------------------------------------------------------

    def _masked(self, phase: Phase, silent: list[Deed]) -> list[str]:
        """A stand that ended its activation with an enemy in range and a friend in the way."""
        field = self.field
        if isinstance(self.fights, OwnTeller):  # who may fire past whom is not for a map to say
            return []
        units = {unit.id for unit in self.speaker.scenario.side(phase.side).units}
        for deed in silent:
            if not deed.moments:
                continue
            after = deed.moments[-1].after
            for id in deed.units:
                if id not in units:  # the other side's, moved in this phase
                    continue
                piece = after.get(id)
                reach = self.speaker.reach[id]
                if piece is None or piece.arm in ("transport", "command") or not reach.isdigit() or int(reach) < 2:
                    continue
                here = field.snap(piece.at)
                friends = [
                    Body(field.snap(p.at), str(round(p.facing)), p.width, p.depth, p.id)
                    for p in after.values()
                    if p.side == piece.side and p.id != id
                ]
                for enemy in after.values():
                    if enemy.side == piece.side or enemy.concealed:
                        continue
                    there = field.snap(enemy.at)
                    far = field.distance(here, there)
                    if not 1 < far <= int(reach) or not _ahead(piece.facing, piece.at, enemy.at):
                        continue
                    if not field.sees(here, there, self.sight):
                        continue
                    blockers = field.blockers(here, there, self.sight, friends)
                    if blockers and all(found.what == "body" for found in blockers):
                        mask = self.names.unit(blockers[0].name, after)
                        return [self.pen.fresh("masked", rest=30, A=self.names.unit(id, after), mask=mask)]
        return []

    def _undone(self, phase: Phase) -> list[str]:
        """Who had no order, if orders ran out."""
        idle = {
            unit for unit, piece in phase.before.items()
            if self.names.side_of[unit] == phase.side and unit in phase.after and unit not in phase.acted
            and not piece.concealed
        }  # fmt: skip
        ran_out = phase.activation is not None and not phase.left and phase.activation > 3
        earlier = self.history.undone.get(phase.side, set())
        self.history.undone[phase.side] = idle if ran_out else set()
        if not ran_out or not idle or len(idle) > 4:
            return []
        tags = {"again"} if idle & earlier else set()
        who = self.names.marching(idle & earlier or idle, phase.stage)
        who = replace(who, text=who.text.replace("both ", "the two "))
        return [self.pen.fresh("undone", tags, rest=28, idle=who)]


def _drawn(told: list[tuple[int, str]], cuts: Sequence[int]) -> list[tuple[int, str]]:
    """Short paragraphs drawn together, but not over what a recorder wrote between them."""
    made: list[tuple[int, str]] = []
    for n, text in told:
        cut = any(made[-1][0] < at <= n for at in cuts) if made else True
        if not cut and made[-1][1].count(". ") + text.count(". ") + 2 <= SENTENCES:
            made[-1] = (made[-1][0], f"{made[-1][1]} {text}")
        else:
            made.append((n, text))
    return made


def _cut(deeds: list[Deed], cuts: Sequence[int]) -> list[list[Deed]]:
    parts: list[list[Deed]] = [[]]
    waiting = sorted(cuts)
    for deed in deeds:
        while waiting and deed.first >= waiting[0]:
            waiting.pop(0)
            if parts[-1]:
                parts.append([])
        parts[-1].append(deed)
    return parts


def _ahead(facing: float, here: tuple[float, float], there: tuple[float, float]) -> bool:
    """Whether a point lies in the quarter ahead, diagonals included."""
    dx, dy = int(there[0]) - int(here[0]), int(there[1]) - int(here[1])
    ahead = dx * sin(radians(facing)) + dy * cos(radians(facing))
    across = dx * cos(radians(facing)) - dy * sin(radians(facing))
    return ahead > 0.5 and abs(across) <= ahead + 0.01


def _orders(n: int) -> str:
    return "activation" if n == 1 else "activations"
