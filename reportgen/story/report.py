"""A battle report from a log: the parts of the story put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Literal

from reportgen.battle.events import Log
from reportgen.battle.record import Record
from reportgen.battle.recorded import Placed
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Objective, Scenario
from reportgen.board.picture import Cartouche
from reportgen.problems import Problem
from reportgen.story import brief, closing, setting, tables, tracked, turning
from reportgen.story.chances import Standing, Swing, swings
from reportgen.story.fights import FightTeller, Tally
from reportgen.story.frames import Frames
from reportgen.story.lore import Lore
from reportgen.story.luck import luck
from reportgen.story.model import Aims, Audit, Block, Frame, Luck, PhaseStory, Remark, Report, TurningPoint, TurnStory
from reportgen.story.names import Names
from reportgen.story.notes import Placing, phase_of, placings, sorted_findings, unrecorded, woven
from reportgen.story.own import OwnTeller
from reportgen.story.pen import Pen
from reportgen.story.phase import PhaseTeller
from reportgen.story.places import Places
from reportgen.story.plans import planned
from reportgen.story.say import ALL
from reportgen.story.speak import Speaker
from reportgen.story.timeline import Phase, Timeline, Turn, timeline
from reportgen.story.titles import Titles
from reportgen.story.weigh import Weighed, weigh, worth
from reportgen.story.words import counted, number, ordinal, points_said, points_word

Detail = Literal["brief", "full"]
_NO_MAP = frozenset(("dilemma", "objective"))
"""Events that leave a map as it was."""
SWING = 6.0
"""What a change of the chances from nothing to certainty adds to the weight of the fight that caused it."""


def report(
    log: Log,
    scenario: Scenario,
    ruleset: Ruleset,
    detail: Detail = "full",
    record: Record | None = None,
    *,
    placed: Sequence[Placed] = (),
    findings: Sequence[Problem] = (),
    audit: Audit = "appendix",
) -> Report:
    """The report of a battle. The same log gives the same report, word for word.

    `record`: the battle file it was played from, for its title. `placed` (of `replay`): where its notes, photographs
    and headings stand; `findings` (of `audit`): printed as `audit` says.
    A log that breaks off is told as far as it goes. Raises KeyError if the log names units that the scenario does not.
    """
    return Chronicle(log, scenario, ruleset, record, placed, findings, audit).report(detail)


class Chronicle:
    """Everything worked out about one battle, and its parts made from it. Made for one report and used once."""

    def __init__(
        self,
        log: Log,
        scenario: Scenario,
        ruleset: Ruleset,
        record: Record | None = None,
        placed: Sequence[Placed] = (),
        findings: Sequence[Problem] = (),
        audit: Audit = "appendix",
    ) -> None:
        self.log, self.scenario, self.ruleset, self.record = log, scenario, ruleset, record
        self.lore = Lore.of(ruleset)
        self.places = Places(scenario, self.lore)
        self.names = Names(scenario, self.lore, self.places)
        self.line: Timeline = timeline(log, scenario, ruleset)
        for fight in self.line.fights:
            fight.unrecorded = unrecorded(fight, placed)
        self.limit = scenario.turns or ruleset.vocabulary.turns
        self.own = ruleset.vocabulary.as_recorded
        self.swings = swings(self.line, self.lore, log.events, self.limit)
        self.weighed = self._weighed()
        self.key = _seed(log)
        self.pen = Pen(self.key, *ALL)
        self.speaker = Speaker(scenario, self.lore, self.names, self.places)
        values = worth(scenario, self.lore)
        initial = {side.id: sum(values[unit.id] for unit in side.units) for side in scenario.sides}
        self.tally = Tally(initial, {})
        self.standing = Standing(scenario, self.lore, self.limit)
        self.fights: FightTeller | OwnTeller = (
            OwnTeller(self.pen, self.speaker, self.lore)
            if self.own or self.lore.measure
            else FightTeller(self.pen, self.speaker, self.tally)
        )
        self.phases = PhaseTeller(self.pen, self.speaker, self.fights)
        # Titles and captions stand apart from the running text and do not answer to it.
        self.titles = Titles(Pen(f"{self.key}/titles", *ALL), self.speaker, self.limit, self.line)
        self.frames = Frames(scenario, self.names)
        self.notes: list[Placing] = placings(placed)
        self.audit = audit
        self.guessed = [throw for throw in self.line.throws if throw.get("inferred")]
        shown = findings if audit != "none" else ()
        self.findings = sorted_findings(self.line, placed, record, shown, self.lore.number)
        self.lost: set[str] = set()
        self.maps: dict[tuple[int, str], Frame | None] = {}
        """The map of each phase that has been told."""

    def _weighed(self) -> list[Weighed]:
        """Fights that turned the battle weigh more than their own result does."""
        by_event = {swing.event.n: swing.size for swing in self.swings}
        points = {swing.event.n for swing in self._found()}
        made = []
        for seen in weigh(self.line, self.lore):
            n = seen.fight.loss.n if seen.fight.loss else -1
            tags = seen.tags | ({"turning"} if n in points else set())
            made.append(replace(seen, tags=tags, weight=seen.weight + SWING * by_event.get(n, 0.0)))
        return made

    # -- the report --------------------------------------------------------------------------------------------------

    def report(self, detail: Detail) -> Report:
        scenario, log = self.scenario, self.log
        full = detail == "full"
        before: tuple[Block, ...] = self._before() if full else ()
        turns = tuple(self._turns())
        outcome = closing.outcome(self.line, self.names, self.pen) or closing.unfinished(log)
        ending = self._ending()
        points = self._turning_points()
        biggest = self._found(2)
        briefly = Pen(f"{self.key}/brief", *ALL)
        title = (self.record.title if self.record else "") or scenario.title
        return Report(
            title=title,
            detail=detail,
            ruleset=self.ruleset.title,
            subtitle=scenario.title if title != scenario.title else "",
            date=scenario.date,
            location=scenario.location,
            variants=tuple(self.ruleset.vocabulary.variants.get(one, one) for one in scenario.variants),
            players=tuple((scenario.side(id).name, player) for id, player in log.header.players.items()),
            background=scenario.background,
            ground=setting.ground(scenario, self.places, self.lore),
            objectives=tuple(self._aims()),
            forces=tables.forces(scenario, self.lore),
            start=self._start(),
            before=before,
            turns=turns,
            outcome=outcome,
            ending=ending,
            end=self._end(),
            losses=tables.losses(self.line, self.names, self.lore),
            strength=tables.strength(self.line, self.names, self.lore),
            turning_points=points,
            luck=self._luck(),
            brief=brief.paragraphs(self.line, self.weighed, biggest, self.speaker, briefly, self.lore),
            brief_frames=self._brief_frames(biggest),
            audit=self.audit,
            findings=self.findings.every,
            apart=tuple(self.findings.apart),
            general=tuple(self.findings.general),
            seed=log.header.seed,
            keywords=(self.ruleset.title, *(side.name for side in scenario.sides)),
        )

    def _luck(self) -> Luck | None:
        if self.own:
            return tracked.dice(self.line, self.names, self.lore, self.pen)
        if not self.weighed:
            return None
        return luck(self.line, self.weighed, self.lore, self.names, self.speaker, self.pen)

    def _aims(self) -> Iterator[Aims]:
        for side in self.scenario.sides:
            goals = tuple(self._objective(goal) for goal in self.scenario.objectives if goal.side == side.id)
            if goals:
                yield Aims(side.people, goals)

    def _objective(self, goal: Objective) -> str:
        """'Bar the way to the wells (four points)'."""
        worth_it = "wins at once" if goal.wins else points_word(goal.points) if goal.points else ""
        return goal.title.rstrip(".") + (f" ({worth_it})" if worth_it else "")

    def _before(self) -> tuple[Block, ...]:
        told = []
        for side in self.scenario.sides:
            self.names.speak_for(side.id)
            said = setting.stood(self.scenario, side, self.names, self.places, self.line.start, self.pen, self.lore)
            if self.line.end is not None:  # before that it is a secret
                header, start = self.log.header, self.line.start
                said += f" {planned(self.ruleset, self.scenario, side, header, self.names, start, self.pen)}".rstrip()
            told.append(said)
        first = self.line.turns[0].number if self.line.turns else 1
        own = [one for one in self.notes if one.turn < first]
        return (*told, *(one.block for one in own))

    # -- turns -------------------------------------------------------------------------------------------------------

    def _turns(self) -> Iterator[TurnStory]:
        """The turns; of those in which nothing was done several that follow each other are told as one."""
        quiet: list[Turn] = []
        for turn in self.line.turns:
            if self._quiet(turn):
                quiet.append(turn)
                continue
            yield from self._together(quiet)
            quiet = []
            yield self._turn(turn)
        yield from self._together(quiet)

    def _quiet(self, turn: Turn) -> bool:
        """Whether nobody did anything in a turn, and nobody wrote anything down about it."""
        busy = any(phase.fights or any(deed.moments for deed in phase.deeds) for phase in turn.phases)
        others = any(m.event.get("unit") or m.event.kind != "declare" for phase in turn.phases for m in phase.others)
        noted = any(one.turn == turn.number for one in self.notes) or turn.number in self.findings.turns
        return bool(turn.phases) and not (busy or others or noted)

    def _together(self, quiet: Sequence[Turn]) -> list[TurnStory]:
        if len(quiet) < 2:
            return [self._turn(turn) for turn in quiet]
        first, last = quiet[0].number, quiet[-1].number
        said = self.pen.say("quiet", n=number(len(quiet)), first=number(first), last=number(last))
        title = self.titles.turn(quiet[0], []).partition(": ")[2]
        heading = f"Turns {first} {'and' if last == first + 1 else 'to'} {last}: {title}"
        return [TurnStory(first, heading, "", (said,), ())]

    def _turn(self, turn: Turn) -> TurnStory:
        mine = [seen for seen in self.weighed if seen.fight.turn == turn.number]
        notes = [one.block for one in self.notes if one.turn == turn.number and not one.side]
        own = next((block for block in notes if isinstance(block, Remark) and block.heading), None)
        heading = f"Turn {turn.number}: {own.text}" if own is not None else self.titles.turn(turn, mine)
        initiative = self._initiative(turn)
        opening: list[Block] = [block for block in notes if block is not own]
        standing = self._standing(turn)
        if standing:
            opening.append(standing)
        return TurnStory(
            turn.number,
            heading,
            initiative,
            tuple(opening),
            tuple(self._phase(phase, nth) for nth, phase in enumerate(turn.phases)),
            tuple(self.findings.turns.get(turn.number, ())) if self.audit == "margin" else (),
        )

    def _initiative(self, turn: Turn) -> str:
        if turn.winner is None:
            return ""
        w = turn.winner
        loser = self.scenario.other(w).id
        ws, ls = turn.scores.get(w, 0), turn.scores.get(loser, 0)
        earlier = [t for t in self.line.turns if t.number < turn.number]
        streak = 1
        for other in reversed(earlier):
            if other.winner != w:
                break
            streak += 1
        tags = set()
        if earlier:
            tags.add("again" if streak > 1 else "changed")
        if streak > 2:
            tags.add("streak")
        if turn.ties:
            tags |= {"tie"} | ({"ties"} if turn.ties > 1 else set())
        if ws - ls == 1:
            tags.add("narrow")
        if ws - ls >= 8:
            tags.add("wide")
        known = ws and ls
        return self.pen.say(
            "initiative" if known else "initiative.unknown", tags, w=self.names.side(w), l=self.names.side(loser),
            ws=number(ws) if known else "", ls=number(ls) if known else "", nth=ordinal(streak) if streak > 1 else "",
        )  # fmt: skip

    def _standing(self, turn: Turn) -> str:
        """Now and then, how the battle stood at the head of a turn."""
        if turn.number < 4 or turn.number % 3 != 1 or not turn.phases:
            return ""
        first, second = self.scenario.sides
        lost = {side.id: self.tally.lost.get(side.id, 0.0) for side in self.scenario.sides}
        if not any(lost.values()):
            return ""
        pieces = turn.phases[0].before
        counts = {side.id: sum(self.names.side_of[u] == side.id for u in pieces) for side in self.scenario.sides}
        lead = second.id if lost[first.id] > lost[second.id] else first.id
        both = min(lost.values()) > 1
        theirs = points_said(lost[second.id]) if both else self._lost(lost[second.id])
        tags = {"level"} if lost[first.id] == lost[second.id] else {"ahead"}
        untouched = [id for id, value in lost.items() if not value]
        if untouched:
            tags.add("untouched")
        return self.pen.say(
            "standing", tags, us=self.names.side(first.id), foe=self.names.side(second.id),
            mine=self._lost(lost[first.id]), theirs=theirs, lead=self.names.side(lead),
            diff=self.lore.worth_said(abs(lost[first.id] - lost[second.id])),
            stand=self.lore.piece[0], stands=self.lore.piece[1],
            whole=self.names.side(untouched[0]) if untouched else "",
            mineleft=number(counts[first.id]), theirsleft=number(counts[second.id]),
        )  # fmt: skip

    def _lost(self, value: float) -> str:
        return self.lore.worth_said(value) if value else "nothing"

    def _phase(self, phase: Phase, nth: int) -> PhaseStory:
        self.names.speak_for(phase.side, self.lost)
        self.speaker.begin()
        mine = [seen for seen in self.weighed if seen.fight in phase.fights]
        line = self.phases.line(phase)
        notes = [
            one for one in self.notes if one.side and phase_of(one.at, one.turn, one.side, self.line.phases) is phase
        ]
        self.pen.begin()
        paragraphs = self.phases.tell(phase, mine, [one.at for one in notes])
        if decided := self.phases.decided(self.line, phase):
            paragraphs.append((phase.moments[-1].event.n if phase.moments else phase.first, decided))
        self.pen.end()
        caption = self.titles.caption(phase)
        if isinstance(self.fights, OwnTeller):
            for moment in phase.moments:
                self.standing.take(moment.event)
            self.tally.lost = {side.id: self.standing.lost[n] for n, side in enumerate(self.scenario.sides)}
        self.lost |= {m.event["unit"] for m in phase.moments if m.event.kind in ("destroyed", "leave", "left")}
        side = self.scenario.side(phase.side)
        frame = self.maps[phase.turn, phase.side] = self._frame(phase, caption)
        return PhaseStory(
            side=self.frames.index[phase.side],
            heading=side.name,
            activation=phase.activation or None,
            line=line,
            blocks=woven(paragraphs, notes),
            frame=frame,
            combats=tables.combat_rows(
                mine,
                self.names,
                self.lore,
                self.findings.beside if self.audit == "appendix" else {},
                self.guessed,
            ),
            findings=tuple(self.findings.phases.get((phase.turn, nth), ())) if self.audit == "margin" else (),
        )

    # -- maps --------------------------------------------------------------------------------------------------------

    def _frame(self, phase: Phase, caption: str) -> Frame | None:
        """The map after a phase; none if nothing happened in it, for then the last one still holds."""
        if not phase.fights and not {m.event.kind for m in phase.moments} - _NO_MAP:
            return None
        side = self.scenario.side(phase.side)
        heading = f"Turn {phase.turn}"
        picture = self.frames.picture(
            phase.after,
            self.frames.marks(phase),
            Cartouche(heading, side.name, self.frames.what_mattered(phase)),
            f"{heading}: {side.name}",
            phase.ground,
        )
        alt = self.frames.alt(phase, phase.after, f"turn {phase.turn}, after the phase of {side.people}")
        turn = next(turn for turn in self.line.turns if turn.number == phase.turn)
        nth = [other for other in turn.phases if other.side == phase.side].index(phase) + 1
        return Frame(f"turn-{phase.turn}-{phase.side}{f'-{nth}' if nth > 1 else ''}", picture, caption, alt)

    def _start(self) -> Frame:
        picture = self.frames.picture(self.line.start, (), Cartouche("The start", "", self.scenario.date), "The start")
        hidden = any(piece.concealed for piece in self.line.start.values())
        caption = "How they stood at first" + (", those in hiding included." if hidden else ".")
        return Frame("start", picture, caption, self.frames.alt(None, self.line.start, "the start"))

    def _end(self) -> Frame:
        turn = self.line.turns[-1].number if self.line.turns else 0
        said = f"after turn {turn}" if turn else ""
        picture = self.frames.picture(self.line.last, (), Cartouche("The end", "", said), "The end", self.line.ground)
        counts = [sum(piece.side == n for piece in self.line.last.values()) for n in (0, 1)]
        stands = [counted(count, *self.lore.piece) if count else f"no {self.lore.piece[0]}" for count in counts]
        first, second = (self.names.side(side.id) for side in self.scenario.sides)
        caption = f"What was left: {stands[0]} of {first}, {stands[1]} of {second}."
        return Frame("end", picture, caption, self.frames.alt(None, self.line.last, "the end"))

    def _brief_frames(self, biggest: Sequence[Swing]) -> tuple[Frame, ...]:
        """Start, the phases of the two turning points, end; where there are fewer points, the busiest phases."""
        by_phase = dict(self.maps)
        keys = [(swing.event.turn, swing.event.side or "") for swing in biggest]
        pen = Pen(f"{self.key}/points", *ALL)
        for key, swing in zip(keys, biggest, strict=True):
            frame = by_phase.get(key)
            if frame is not None:
                caption = turning.caption(swing, self.line, self.weighed, self.speaker, pen)
                by_phase[key] = replace(frame, caption=caption)
        busy = sorted(self.line.phases, key=lambda phase: (-len(phase.fights), -len(phase.deeds), phase.turn))
        for phase in busy:
            if len(dict.fromkeys(keys)) >= 2:
                break
            keys.append((phase.turn, phase.side))
        there = [key for key in dict.fromkeys(keys) if key in by_phase]  # quiet turns have no phases of their own
        chosen = [by_phase[key] for key in sorted(there, key=list(by_phase).index)]
        return (self._start(), *(frame for frame in chosen if frame is not None), self._end())

    # -- the end -----------------------------------------------------------------------------------------------------

    def _ending(self) -> tuple[Block, ...]:
        curve = [] if self.own else [swing.after for swing in self.swings]
        if self.line.end is None:  # no outcome, so nothing under its heading
            text = ""
        else:
            text = closing.ending(self.line, self.weighed, self.names, self.lore, self.pen, curve)
        last = self.line.turns[-1].number if self.line.turns else 0
        late = [one.block for one in self.notes if one.turn > last]
        return (text, *late) if text else tuple(late)

    def _found(self, most: int = turning.MOST) -> list[Swing]:
        return turning.found(self.swings, most, turning.SEEN if self.own else turning.LEAST)

    def _turning_points(self) -> tuple[TurningPoint, ...]:
        found = self._found()
        points = [turning.point(one, self.line, self.weighed, self.speaker, self.pen, found) for one in found]
        if self.own:  # a lead can be seen, but nobody knows what it was worth
            return tuple(replace(point, chances=None) for point in points)
        for point in points[:1]:
            whose = f"The figures are the chances of {self.names.side(self.scenario.sides[0].id)} before and after."
            points[0] = replace(point, text=f"{point.text} {whose}")
        return tuple(points)


def _seed(log: Log) -> str:
    """A key of the battle: what happened in it, but not what its header says."""
    digest = blake2b(digest_size=12)
    for event in log:
        digest.update(event.to_json().encode())
    return digest.hexdigest()
