"""The log cut into turns, phases and deeds, with the pieces before and after each. No words yet, no rules either.

A *deed* is what follows one activation: the moves of its units and the fights they began. A ruleset without
activations gives one deed for each unit that acts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reportgen.battle.events import Event, Log
from reportgen.battle.ruleset import Ruleset, ground_of
from reportgen.battle.scenario import Scenario
from reportgen.board.ground import Ground
from reportgen.board.picture import Piece

Pieces = Mapping[str, Piece]

_STILL = frozenset({"throw", "turn", "initiative", "activations", "activate", "attack", "combat", "dilemma", "spot",
                    "end phase", "objective", "end", "phase"})  # fmt: skip
"""Kinds of events that move no piece, so that the picture need not be taken again."""
_IDLE = _STILL | {"orders", "under fire", "volley", "called off"}
"""Kinds of events that leave everything as it was."""
_SHAKEN = ("tracked", "withdraw", "destroyed")
"""What may come of a test of nerve."""
_ACTING = ("move", "leave", "mount", "dismount", "attack")


@dataclass(slots=True)
class Moment:
    """An event, and the pieces by id as they stood before and after it."""

    event: Event
    before: Pieces
    after: Pieces


@dataclass(slots=True)
class Fight:
    """One combat and what it did. `number` counts from 1 in the battle.

    `withdrawal`, `departure` (back over an exit), `loss`: the events that followed, or None. `before`, `after`: pieces
    around all of it.
    `approach`: the attacker's move in the same deed before it attacked, or None.
    """

    number: int
    event: Event
    turn: int
    side: str
    before: Pieces
    after: Pieces
    withdrawal: Event | None = None
    departure: Event | None = None
    loss: Event | None = None
    approach: Moment | None = None
    revealed: bool = False
    unrecorded: bool = False
    """Whether neither its dice nor what came of it was written down."""
    changes: list[Event] = field(default_factory=list)
    """What was written down afterwards of what is tracked of the two (`tracked`), where no engine decides."""
    stage: Pieces = field(default_factory=dict)
    """The pieces as the turn began, and who has come since: names are given by where everybody stood then."""
    reactions: list[Reaction] = field(default_factory=list)
    """Tests of nerve that it led to, where the rules have them."""

    @property
    def attacker(self) -> str:
        return str(self.event["attacker"])

    @property
    def defender(self) -> str:
        return str(self.event["defender"])

    @property
    def close(self) -> bool:
        return bool(self.event["combat"] == "close")

    @property
    def loser(self) -> str:
        said = str(self.event.get("loser") or "")
        return said or (str(self.loss["unit"]) if self.loss is not None else "")

    @property
    def effect(self) -> str:
        """`none`, `back` or `dead`: what became of the loser in the end."""
        if self.loss is not None:
            return "dead"
        return {"ineffective": "none", "withdraw": "back", "destroyed": "dead"}.get(str(self.event["result"]), "none")


@dataclass(slots=True)
class Reaction:
    """A unit's test of nerve. `face`: what was thrown, 0 if nobody wrote it down; `fight`: what it had just been
    through, None if that is not known; `events`: what came of it (a state, a withdrawal, its loss), none if it stood.
    """

    unit: str
    face: int
    n: int
    before: Pieces
    fight: Fight | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def loss(self) -> Event | None:
        return next((event for event in self.events if event.kind == "destroyed"), None)

    @property
    def withdrawal(self) -> Event | None:
        return next((event for event in self.events if event.kind == "withdraw"), None)


@dataclass(slots=True)
class Deed:
    """One activation: `units` were activated; what they did stands in `moments` and `fights`, in order."""

    units: tuple[str, ...]
    moments: list[Moment] = field(default_factory=list)
    fights: list[Fight] = field(default_factory=list)

    @property
    def moves(self) -> list[Moment]:
        return [m for m in self.moments if m.event.kind in ("move", "leave", "mount", "dismount")]

    @property
    def first(self) -> int:
        """The number of its first event."""
        return self.moments[0].event.n if self.moments else -1


@dataclass(slots=True)
class Phase:
    """What one side did in one turn. `activation` is the number of activations thrown, None if there was no throw."""

    turn: int
    name: str
    side: str
    before: Pieces
    after: Pieces
    ground: Ground
    """The ground when it was over."""
    activation: int | None = None
    left: int = 0
    deeds: list[Deed] = field(default_factory=list)
    first: int = 0
    """The number of its first event."""
    stage: Pieces = field(default_factory=dict)
    """The pieces by which everybody is named: as the turn began, so that nobody changes his name within it, and those
    who have come or shown themselves since as the phase began."""
    others: list[Moment] = field(default_factory=list)
    """Arrivals, spotting, dilemmas, objectives: what is no unit's own act."""
    orders: Event | None = None
    """The throws for orders, where each headquarters has its own."""
    reactions: list[Reaction] = field(default_factory=list)

    @property
    def fights(self) -> list[Fight]:
        return [fight for deed in self.deeds for fight in deed.fights]

    @property
    def acted(self) -> set[str]:
        return {unit for deed in self.deeds for unit in deed.units}

    @property
    def lost(self) -> list[str]:
        """Who was destroyed or taken off in it, in order."""
        fallen = [(fight.event.n, fight.loser or fight.defender) for fight in self.fights if fight.effect == "dead"]
        gone = [(moment.event.n, moment.event["unit"]) for moment in self.moments if moment.event.kind == "destroyed"]
        return list(dict.fromkeys(unit for _, unit in sorted(fallen + gone)))

    @property
    def back(self) -> list[str]:
        """Who was driven back in it, or fell back from a fight that was drawn, and is still there."""
        beaten = [fight.loser or fight.defender for fight in self.fights if fight.effect == "back"]
        beaten += [str(one.withdrawal["unit"]) for one in self.fights if one.effect == "none" and one.withdrawal]
        shaken = [one.unit for one in self.reactions if one.withdrawal is not None]
        lost = self.lost
        return [unit for unit in dict.fromkeys(beaten + shaken) if unit not in lost]

    @property
    def moments(self) -> list[Moment]:
        together = [m for deed in self.deeds for m in deed.moments] + self.others
        return sorted(together, key=lambda m: m.event.n)

    @property
    def changes(self) -> list[Moment]:
        """What is no march and no fight, and left something otherwise than it was, or somebody busy with it."""
        return [m for m in self.others if m.event.kind not in _IDLE and (m.event.kind != "declare" or m.event["unit"])]


@dataclass(slots=True)
class Turn:
    """`scores` are the throws for initiative by side, `ties` how often they had to be thrown again."""

    number: int
    winner: str | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    ties: int = 0
    phases: list[Phase] = field(default_factory=list)


@dataclass(slots=True)
class Timeline:
    """The whole battle. `start`: the pieces after deployment; `last`: at the end, `ground`: the ground then; `end`: the
    end event, or None."""

    scenario: Scenario
    start: Pieces
    last: Pieces
    ground: Ground
    turns: list[Turn]
    end: Event | None
    throws: list[Event]
    deployments: list[Event]
    objectives: list[Event]

    @property
    def phases(self) -> list[Phase]:
        return [phase for turn in self.turns for phase in turn.phases]

    @property
    def fights(self) -> list[Fight]:
        return [fight for phase in self.phases for fight in phase.fights]

    @property
    def reactions(self) -> list[Reaction]:
        return [reaction for phase in self.phases for reaction in phase.reactions]


def timeline(log: Log, scenario: Scenario, ruleset: Ruleset) -> Timeline:
    """Folds the log once, taking the ruleset's picture of the pieces whenever one may have moved."""
    state = ruleset.start(scenario)
    now: Pieces = {piece.id: piece for piece in ruleset.pieces(state)}
    line = Timeline(scenario, {}, {}, scenario.ground, [], None, [], [], [])
    builder = _Builder(line)
    for event in log:
        before = now
        ruleset.changes[event.kind](state, event)
        if event.kind not in _STILL:
            now = {piece.id: piece for piece in ruleset.pieces(state)}
        builder.take(Moment(event, before, now))
        if event.kind not in _STILL:
            line.ground = ground_of(ruleset, scenario, state)
    builder.close(now)
    return line


class _Builder:
    def __init__(self, line: Timeline) -> None:
        self.line = line
        self.turn: Turn | None = None
        self.phase: Phase | None = None
        self.deed: Deed | None = None
        self.fight: Fight | None = None
        self.reaction: Reaction | None = None
        self.count = 0
        self.opened: Pieces | None = None
        """The pieces as the turn's first phase began."""
        self.side_of = {unit.id: side.id for side in line.scenario.sides for unit in side.units}

    def take(self, moment: Moment) -> None:
        event = moment.event
        kind = event.kind
        if kind == "throw":
            self.line.throws.append(event)
            if event["purpose"] == "initiative" and self._turn(event.turn) and self.turn is not None:
                self.turn.ties += 1
            if event["purpose"] == "morale" and event.side is not None and event.get("unit") in moment.before:
                self._test(self._phase(moment, event.side), moment)
            return
        if kind == "deploy":
            self.line.deployments.append(event)
            self.line.start = moment.after
        elif kind == "turn":
            self.close_phase(moment.before)
            self._turn(event.turn)
        elif kind == "initiative" and self._turn(event.turn) and self.turn is not None:
            self.turn.winner, self.turn.scores = event["winner"], dict(event["scores"])
        elif kind == "end":
            self.line.end = event
            self.close_phase(moment.after)
        elif event.side is not None:
            self._act(self._phase(moment, event.side), moment)
        elif kind == "objective":
            self.line.objectives.append(event)

    def close(self, pieces: Pieces) -> None:
        self.close_phase(pieces)
        self.line.last = pieces
        sides = len(self.line.scenario.sides)
        for turn in self.line.turns:
            # Every round of throws wrote one throw a side; the first round is no tie.
            turn.ties = max(0, turn.ties // sides - 1)

    def close_phase(self, pieces: Pieces) -> None:
        if self.phase is not None:
            self.phase.after, self.phase.ground = pieces, self.line.ground
        self.phase = self.deed = self.fight = self.reaction = None

    def _turn(self, number: int) -> bool:
        if self.turn is None or self.turn.number != number:
            if number == 0:
                return False
            self.turn, self.opened = Turn(number), None
            self.line.turns.append(self.turn)
        return True

    def _phase(self, moment: Moment, side: str) -> Phase:
        event, phase = moment.event, self.phase
        if phase is None or (phase.turn, phase.name, phase.side) != (event.turn, event.phase, side):
            self.close_phase(moment.before)
            phase = self.phase = Phase(
                *(event.turn, event.phase, side, moment.before, moment.after, self.line.ground), first=event.n
            )
            self._turn(event.turn)
            phase.stage = self._stage(moment.before)
            if self.turn is not None:
                self.turn.phases.append(phase)
        return phase

    def _stage(self, now: Pieces) -> Pieces:
        if self.opened is None:
            self.opened = now
        opened = self.opened
        new = {id: piece for id, piece in now.items() if id not in opened or opened[id].concealed != piece.concealed}
        return {**opened, **new} if new else opened

    def _act(self, phase: Phase, moment: Moment) -> None:
        event = moment.event
        kind = event.kind
        phase.after = moment.after
        if self.reaction is not None and not (kind in _SHAKEN and event["unit"] == self.reaction.unit):
            self.reaction = None
        if kind == "activations":
            phase.activation = event["count"]
        elif kind == "orders":
            phase.orders = event
        elif self.reaction is not None:
            self.reaction.events.append(event)
            phase.others.append(moment)
        elif kind == "end phase":
            phase.left = event.get("left", 0)
            self.deed = self.fight = None
        elif kind == "activate":
            self._open(phase, tuple(event["units"]))
        elif kind in _ACTING:
            self._deed(phase, event["unit"]).moments.append(moment)
            self.fight = None
        elif kind == "combat":
            self._combat(phase, moment)
        elif kind in ("withdraw", "destroyed", "left") and self.fight is not None and self._concerns(self.fight, event):
            self._follow(self.fight, moment)
        elif kind == "tracked" and self.fight is not None and self._concerns(self.fight, event):
            self.fight.changes.append(event)
            self.fight.after = moment.after
            if self.deed is not None:
                self.deed.moments.append(moment)
        elif kind == "revealed" and self.deed is not None:
            self.deed.moments.append(moment)
        else:
            phase.others.append(moment)
            if kind == "objective":
                self.line.objectives.append(event)

    def _test(self, phase: Phase, moment: Moment) -> None:
        """A test of nerve belongs to the last fight that told on the unit, and what follows belongs to the test."""
        unit = moment.event["unit"]
        fight = next((one for one in reversed(phase.fights) if _told_on(one, unit)), None)
        face = next(iter(moment.event["faces"]), 0) or 0
        self.reaction = Reaction(unit, face, moment.event.n, moment.before, fight)
        self.fight = None
        phase.reactions.append(self.reaction)
        if fight is not None:
            fight.reactions.append(self.reaction)

    def _open(self, phase: Phase, units: tuple[str, ...]) -> Deed:
        deed = self.deed = Deed(units)
        self.fight = None
        phase.deeds.append(deed)
        return deed

    def _deed(self, phase: Phase, unit: str) -> Deed:
        """The deed that a unit's act belongs to: the one in hand, or a new one if it was not activated with it."""
        if self.deed is None or unit not in self.deed.units:
            return self._open(phase, (unit,))
        return self.deed

    def _combat(self, phase: Phase, moment: Moment) -> None:
        event = moment.event
        unit = event["attacker"]
        deed = self._deed(phase, unit)
        self.count += 1
        approaches = [m for m in deed.moves if m.event["unit"] == unit and m.event.kind == "move"]
        self.fight = Fight(
            self.count,
            event,
            event.turn,
            self.side_of.get(unit, phase.side),
            moment.before,
            moment.after,
            approach=approaches[-1] if approaches else None,
            stage=phase.stage,
        )
        self.fight.revealed = any(m.event.kind == "revealed" and unit in m.event["units"] for m in deed.moments)
        deed.fights.append(self.fight)

    def _concerns(self, fight: Fight, event: Event) -> bool:
        """Whether an event is about one of those who fought, or about somebody that their fight pushed away."""
        return event["unit"] in (fight.attacker, fight.defender) or not (event.get("decided") or event.get("said"))

    def _follow(self, fight: Fight, moment: Moment) -> None:
        event = moment.event
        if event.kind == "withdraw":
            fight.withdrawal = event
        elif event.kind == "destroyed":
            fight.loss = event
        else:
            fight.departure = event
        fight.after = moment.after
        if self.deed is not None:
            self.deed.moments.append(moment)


def _told_on(fight: Fight, unit: str) -> bool:
    back = fight.withdrawal is not None and fight.withdrawal["unit"] == unit
    return fight.loser == unit or back or any(event["unit"] == unit for event in fight.changes)
