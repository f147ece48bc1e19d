"""Answers from a record: the battle as it was written down, fed to the engine line by line.

The record is taken as it stands. What does not fit the rules becomes a finding, never an exception: illegal orders,
dice too many or too few, phases in the wrong order, lines that the battle had no use for.

A ruleset that is to be recorded ends a phase by the verb `end`, and may know `agree` for an end that the players agree
on (its words: the outcome, the winner, and why if the record says that otherwise). A ruleset without an engine
(`Vocabulary.as_recorded`) asks by `initiative` whose phase comes next; an answer without a side says that the turn is
over. Lines of dice are answers of their own to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reportgen.battle.inference import DRAW, Said, infer
from reportgen.battle.noted import NotedDice, fitting, miscounted
from reportgen.battle.orders import Action, Choice, Declared, Faces, Order, Throw, Violation
from reportgen.battle.record import Entry, PhaseRecord, Record, TurnRecord
from reportgen.battle.ways import comes_back, way_back
from reportgen.problems import Place, Problem

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

NOT_RECORDED = 0
"""The face of a die that was thrown and not noted; engines know it and let the record decide instead."""

THROW = "throw"
"""The verb of an action that only holds dice; `spot` is another. They wait until the rules ask for them."""
DICE_ONLY = frozenset([THROW, "spot"])

COUNTS = frozenset(["activation", "orders"])
"""What is thrown for how much may be done: what was done may tell how high the throw was."""
Counted = tuple[int, str, str, str]
"""A throw of this kind: turn, purpose, side, unit."""

BY_THE_RULES = frozenset(["turn limit", "no stands", "objective", "army morale"])
"""Ends that the engine comes to by itself; any other must be told to it."""


class EndOfRecord(Exception):
    """The record holds no answer to this any more: it ends before."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry of the record and the number of the first event that came after it."""

    entry: Entry
    at: int
    turn: int
    side: str = ""


@dataclass(slots=True)
class _Phase:
    """How far a phase's record has been fed. `spent`: numbers of the entries that held only dice and are used up."""

    record: PhaseRecord
    turn: int
    next: int = 0
    spent: set[int] = field(default_factory=set)
    last: bool = False


class Recorded:
    """Answers from a record.

    With `resume` the record is the beginning of a battle that goes on: its last phase stays open unless it is marked as
    over, and what was not noted is no finding, because somebody else will be asked. `forced`: throws that were not
    noted and are known from elsewhere.
    """

    def __init__(self, record: Record, *, resume: bool = False, forced: Mapping[Counted, int] | None = None) -> None:
        self.record = record
        self.forced = forced or {}
        self.resume = resume
        self.findings: list[Problem] = []
        self.placed: list[Placed] = []
        """Every entry that has been fed so far, notes included, and where in the log it stands."""
        self.action: Action | None = None
        self.insisted = False
        """Whether the action in hand was illegal."""
        self.lacking = 0
        """How many of the dice asked for last are not in the record, not even as thrown and not noted."""
        self._turns: dict[int, TurnRecord] = {}
        for turn in record.turns:
            self._turns.setdefault(turn.number, turn)
        self._last_turn = max(self._turns, default=0)
        self._open: list[tuple[int, PhaseRecord]] = [(t.number, p) for t in self._turns.values() for p in t.phases]
        self._phase: _Phase | None = None
        self._entered: tuple[int, str, str] = (0, "", "")
        self._dice = NotedDice()
        self._opened: set[int] = set()
        self._battle: Battle | None = None
        self._spent_before: set[int] = set()
        self._counted_at: Place | None = None
        """Where the dice asked for last are noted, if they were counted there."""

    # -- what the engine asks ----------------------------------------------------------------------------------------

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        """The faces as noted; `NOT_RECORDED` for each die that was not. Raises EndOfRecord past the end."""
        self._battle, self._counted_at = battle, None
        match throw.purpose:
            case "initiative":
                faces = self._initiative(battle, throw, nth)
            case "activation":
                faces = self._activation(battle, throw)
            case "spotting":
                faces = self._spotting(battle, throw, nth)
            case "combat" | "rethrow" | "dilemma":
                faces = self._dice.of_contest(throw, battle.rules.vocabulary)
            case _:
                faces = self._thrown(battle, throw)
        counted = self.forced.get((battle.turn, throw.purpose, throw.side, throw.unit)) if self.forced else None
        if counted is not None and not any(faces):
            faces, throw.inferred = (counted,), (0,)
        for face in faces:
            if face and face > throw.sides:
                whose = f"{battle.scenario.side(throw.side).name}, {throw.words}"
                message = f"a die of {throw.sides} sides cannot show {face} ({whose})"
                self._find(self._counted_at or self._noted_at(battle, throw), "impossible-die", message)
        known = [face if face and face <= throw.sides else NOT_RECORDED for face in faces[: throw.count]]
        self.lacking = throw.count - len(known)
        return (*known, *[NOT_RECORDED] * self.lacking)

    def choose(self, battle: Battle, choice: Choice) -> Order:
        """The decision as noted. Raises EndOfRecord past the end."""
        self._battle = battle
        match choice.kind:
            case "order":
                return self._order(battle, choice.side)
            case "initiative" if battle.rules.vocabulary.as_recorded:
                return self._next_phase(battle)
            case "initiative":
                turn = self._turns.get(battle.turn)
                if turn is not None and turn.phases:
                    return Order("initiative", text=(turn.phases[0].side,))
                if battle.turn >= self._last_turn:
                    raise EndOfRecord
            case "withdrawal":
                if self.action is None:
                    raise EndOfRecord
                return way_back(choice, self.action.declared.withdrew)
            case _:
                side = battle.side or choice.side
                following = self._peek(battle, side)
                if following is not None and following.order in choice.options():
                    return self._order(battle, side)
                if following is None and self.resume and self._phase and self._phase.last:
                    raise EndOfRecord
        return choice.options()[0]

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        """A table battle stands as played; each violation becomes a finding."""
        self.insisted = True
        place = self.action.place if self.action else self._place()
        for violation in violations:
            self._find(place, "illegal", violation.message, rule=violation.rule)
        return True

    def declared(self, battle: Battle) -> Declared | None:
        return self.action.declared if self.action else None

    def phase_at(self, battle: Battle) -> PhaseRecord | None:
        """What the record has of the phase that the battle is in; None if it has not come to it."""
        here = self._phase is not None and self._entered == (battle.turn, battle.phase, battle.side)
        return self._phase.record if self._phase is not None and here else None

    # -- the end -----------------------------------------------------------------------------------------------------

    def finish(self, battle: Battle, why: str = "") -> None:
        """Looks for what the battle had no use for. `why`: how the rules ended it, if they did."""
        self._close(battle)
        over = f"the battle was over ({why})" if why else "the battle did not come to it"
        if not self._leave(over) and self._open:
            turn, phase = self._open[0]
            self._find(phase.place, "left-over", f"turn {turn} goes on here, but {over}")
        elif not self._open and self._last_turn > battle.turn:
            late = self._turns[self._last_turn]
            self._find(late.place, "left-over", f"turn {late.number} begins here, but {over}")

    # -- phases and orders -------------------------------------------------------------------------------------------

    def _order(self, battle: Battle, side: str) -> Order:
        phase = self._enter(battle, side)
        self._close(battle)
        if phase is None:
            return Order("end")
        for number, entry in self._rest(phase):
            phase.next = number + 1
            if isinstance(entry, Action) and entry.order.verb in DICE_ONLY:
                if not battle.rules.vocabulary.as_recorded:
                    continue
                phase.spent.add(number)
            self._place_entry(battle, entry, side)
            if isinstance(entry, Action):
                self.action = entry
                self._dice.begin(entry)
                self.insisted = False
                told = comes_back(entry.order) if not battle.rules.vocabulary.as_recorded else None
                if told is not None:  # a slip of the pen; without an engine only the players know what a move is
                    self._find(entry.place, "path-returns", *told)
                return entry.order
        return self._end_of(battle, phase)

    def _end_of(self, battle: Battle, phase: _Phase) -> Order:
        """What follows the last line of a phase: its end, the agreed end of the battle, or no answer."""
        if phase.last:
            why = self.record.ends.get("why", "")
            own = battle.rules.vocabulary.as_recorded
            if self.record.ends and (own or why not in BY_THE_RULES) and _knows(battle, "agree"):
                return self._agreed(why if own else "")
            if self.resume and not phase.record.over:
                raise EndOfRecord
        return Order("end")

    def _agreed(self, why: str = "") -> Order:
        """The end that the record declares."""
        ends = self.record.ends
        winner = ends.get("winner", "")
        text = ends.get("outcome", "") or ends.get("why", "") or "agreed"
        return Order("agree", text=(text, "" if winner == "nobody" else winner, *([why] if why else [])))

    def _next_phase(self, battle: Battle) -> Order:
        """The side whose phase the record has next in this turn; none if the turn is over there."""
        self._close(battle)
        self._leave("the phase was over")
        turn = self._turns.get(battle.turn)
        if turn is not None:
            self._open_turn(battle, turn)
        elif battle.turn < self._last_turn:
            self._find(self.record.place, "turn-missing", f"turn {battle.turn} is not in the record")
        here = next((phase for number, phase in self._open if number == battle.turn), None)
        if here is not None:
            self._count_initiative(battle)
            return Order("initiative", text=(here.side,))
        if battle.turn < self._last_turn:
            return Order("initiative", text=("",))
        if self.record.ends:
            return self._agreed(self.record.ends.get("why", ""))
        raise EndOfRecord

    def _peek(self, battle: Battle, side: str) -> Action | None:
        phase = self._enter(battle, side)
        if phase is not None:
            for _, entry in self._rest(phase):
                if isinstance(entry, Action) and entry.order.verb not in DICE_ONLY:
                    return entry
        return None

    def _rest(self, phase: _Phase) -> Iterator[tuple[int, Entry]]:
        """The entries of a phase still to come, up to one that ends it."""
        for number in range(phase.next, len(phase.record.entries)):
            yield number, phase.record.entries[number]

    def _enter(self, battle: Battle, side: str) -> _Phase | None:
        """The record of the phase that the battle is in; None if the record has none but goes on after it.

        Raises EndOfRecord if the record ends before this phase.
        """
        here = (battle.turn, battle.phase, side)
        if self._entered == here:
            return self._phase
        self._close(battle)
        self._leave("the phase was over")
        following = next((n for n, (turn, p) in enumerate(self._open) if turn == battle.turn and p.side == side), None)
        if following is None:
            if battle.turn >= self._last_turn and not any(turn == battle.turn for turn, _ in self._open):
                raise EndOfRecord
            self._entered, self._phase = here, None
            who = battle.scenario.side(side).name
            turn_record = self._turns.get(battle.turn)
            place = turn_record.place if turn_record else self.record.place
            self._find(place, "phase-missing", f"turn {battle.turn} has no phase for the {who}")
            return None
        for turn, skipped in self._open[:following]:
            if turn < battle.turn:
                self._find(skipped.place, "left-over", f"this phase of turn {turn} was never reached")
            elif skipped.side != side:
                name = battle.scenario.side(side).name
                message = f"by the throws for initiative the phase of the {name} comes before this one"
                self._find(skipped.place, "phase-order", message)
        turn, record = self._open[following]
        self._open = [
            item for n, item in enumerate(self._open) if n > following or (item[0] == battle.turn and n != following)
        ]
        last = not self._open and self._last_turn == turn
        self._count_initiative(battle)
        self._entered, self._phase = here, _Phase(record, turn, last=last)
        return self._phase

    def _leave(self, over: str) -> bool:
        """Leaves the phase in hand and looks for lines of it that came to nothing. True if it broke off at one."""
        phase, self._phase = self._phase, None
        if phase is None:
            return False
        for number, entry in enumerate(phase.record.entries):
            if not isinstance(entry, Action) or number in phase.spent:
                continue
            line = entry.source or entry.order.verb
            if number >= phase.next:
                self._find(entry.place, "left-over", f"'{line}' follows, but {over}")
                return True
            if entry.order.verb in DICE_ONLY:
                where = next(iter(entry.order.text), "") if entry.order.verb == "spot" else ""
                lost = where and not self._hides(where)
                message = f"nobody hides at '{where}'" if lost else f"the rules ask for no such throw here: '{line}'"
                rule = self._cited("spotting") if entry.order.verb == "spot" else ""
                self._find(entry.place, "dice-surplus", message, rule=rule)
        return False

    def _hides(self, body: str) -> bool:
        placed = self._battle.scenario.placements if self._battle else ()
        return any(place.concealed.lower() == body.lower() for place in placed)

    # -- dice --------------------------------------------------------------------------------------------------------

    def _initiative(self, battle: Battle, throw: Throw, nth: int) -> Faces:
        turn = self._turns.get(battle.turn)
        if turn is None:
            if battle.turn > self._last_turn:
                raise EndOfRecord
            if nth == 0 and battle.turn not in self._opened:
                self._find(self.record.place, "turn-missing", f"turn {battle.turn} is not in the record")
            self._opened.add(battle.turn)
            return ()
        self._open_turn(battle, turn)
        scores = turn.initiative.get(throw.side, ())
        if throw.reckon is not None and not (nth < len(scores) and scores[nth]):
            found = self._forced_initiative(battle, throw, turn, nth)
            if found is not None:
                return found
        if nth < len(scores):
            return (scores[nth],)
        if self.resume and not turn.phases:
            raise EndOfRecord
        if not self.resume and not turn.phases and not turn.initiative and turn.number == self._last_turn:
            raise EndOfRecord
        place = turn.thrown_at.get(throw.side) or turn.thrown_at.get("") or turn.place
        self._lacks(place, f"the throw for initiative of the {battle.scenario.side(throw.side).name}", nth)
        return ()

    def _forced_initiative(self, battle: Battle, throw: Throw, turn: TurnRecord, nth: int) -> Faces | None:
        """A throw that was not noted, if the other side's and who began leave no choice; None if they do."""
        sides = [side.id for side in battle.scenario.sides]
        scores = [turn.initiative.get(side, ()) for side in sides]
        known = [tuple(face or None for face in faces[nth : nth + 1]) for faces in scores]
        outcome = DRAW if max(map(len, scores)) > nth + 1 else (turn.phases[0].side, "") if turn.phases else None
        if throw.reckon is None or outcome is None:
            return None
        mine = sides.index(throw.side)
        found = infer(throw.reckon(), throw.sides, Said((known[0], known[1]), outcome=outcome), mine)
        throw.inferred = found.worked_out
        if found.fault:
            who = battle.scenario.side(throw.side).name
            self._find(turn.place, "impossible-die", f"no throw for initiative of the {who} lets the phases stand so")
        return found.faces if found.worked_out else None

    def _open_turn(self, battle: Battle, turn: TurnRecord) -> None:
        """What stands before the first phase of a turn, once."""
        if turn.number in self._opened:
            return
        self._opened.add(turn.number)
        before = self.record.entries if turn.number == min(self._turns) else []
        for entry in (*before, *turn.entries):
            if isinstance(entry, Action) and battle.rules.vocabulary.as_recorded:
                message = f"dice before the first phase are not taken down: '{entry.source}'"
                self._find(entry.place, "dice-surplus", message, "write them into a phase")
            self._place_entry(battle, entry, "")

    def _count_initiative(self, battle: Battle) -> None:
        turn = self._turns[battle.turn]
        for side, scores in turn.initiative.items():
            if len(scores) > battle.thrown["initiative", side, "", ""]:
                name = battle.scenario.side(side).name
                place = turn.thrown_at.get(side, turn.place)
                message = f"the {name} threw for the initiative more often than needed"
                self._find(place, "dice-surplus", message, rule=self._cited("initiative"))

    def _activation(self, battle: Battle, throw: Throw) -> Faces:
        phase = self._enter(battle, throw.side)
        if phase is None:
            return ()
        if phase.record.activation is None:
            if (battle.turn, throw.purpose, throw.side, throw.unit) not in self.forced:
                self._lacks(phase.record.place, "the throw for activations", 0)
            return ()
        return (phase.record.activation,)

    def _spotting(self, battle: Battle, throw: Throw, nth: int) -> Faces:
        side = battle.side or throw.side
        phase = self._enter(battle, side)
        if phase is None:
            return ()
        body = throw.unit.lower()
        for number, entry in enumerate(phase.record.entries):
            if not isinstance(entry, Action) or entry.order.verb != "spot":
                continue
            if [t.lower() for t in entry.order.text] == [body]:
                if number not in phase.spent:
                    phase.spent.add(number)
                    self._place_entry(battle, entry, side)
                groups, rule = entry.declared.dice, self._cited("spotting")
                if any(groups[2:]):
                    self._find(entry.place, "dice-surplus", "more dice are noted than the rules ask for", rule=rule)
                if entry.declared.rethrows:
                    self._find(entry.place, "dice-surplus", "a throw for spotting is never thrown again", rule=rule)
                mine = groups[:1] if throw.side == side else groups[1:2]
                if not mine:
                    what = "spot what hides" if throw.side == side else "stay hidden"
                    self._lacks(entry.place, f"the throw to {what} at {throw.unit}", nth)
                return self._counted(throw, mine[0], entry.place) if mine else ()
        if throw.side == side:
            self._lacks(phase.record.place, f"the throw to spot what hides at {throw.unit}", nth)
        return ()

    def _thrown(self, battle: Battle, throw: Throw) -> Faces:
        """Dice noted for a purpose of their own: with the action in hand, else in a line by themselves."""
        faces = self._dice.apart(throw)
        if faces is not None:
            return self._counted(throw, faces, self._noted_at(battle, throw))
        if battle.side is None:
            return self._before_phases(battle, throw)
        phase = self._enter(battle, battle.side)
        for number, entry in enumerate(phase.record.entries if phase is not None else ()):
            if not phase or number in phase.spent or not isinstance(entry, Action) or entry.order.verb != THROW:
                continue
            if (faces := fitting(entry, throw)) is not None:
                phase.spent.add(number)
                self._place_entry(battle, entry, battle.side)
                return self._counted(throw, faces, entry.place)
        if throw.count:
            self._dice.missing.append(f"{throw.unit or throw.side} ({throw.purpose})")
        return ()

    def _before_phases(self, battle: Battle, throw: Throw) -> Faces:
        turn, spent = self._turns.get(battle.turn), self._spent_before
        for entry in [*self.record.entries, *(turn.entries if turn else ())]:
            if isinstance(entry, Action) and id(entry) not in spent and (faces := fitting(entry, throw)) is not None:
                spent.add(id(entry))
                return self._counted(throw, faces, entry.place)
        return ()

    def _counted(self, throw: Throw, faces: Faces, place: Place) -> Faces:
        """The faces; tells if they are more or fewer than the rules ask for. Of what they forbid nothing is counted."""
        self._counted_at = place
        told = None if self.action is not None and self.insisted else miscounted(throw, faces)
        if told is not None and not (self.resume and len(faces) < throw.count):
            self._find(place, *told)
        return faces

    # -- findings ----------------------------------------------------------------------------------------------------

    def _close(self, battle: Battle) -> None:
        """Looks back at the action in hand: were its dice too many or too few?"""
        if self.action is None:
            return
        words = battle.rules.vocabulary
        for code, message in self._dice.findings(words, insisted=self.insisted, resume=self.resume):
            self._find(self.action.place, code, message)
        self.action = None
        self._dice.begin(None)

    def _lacks(self, place: Place, what: str, nth: int) -> None:
        if not self.resume:
            self._find(place, "dice-missing", f"{what}{' after the tie' if nth else ''} is not noted")

    def _find(self, place: Place, code: str, message: str, hint: str = "", rule: str = "") -> None:
        finding = Problem(place, code, message, hint, "finding", rule)
        if finding not in self.findings:
            self.findings.append(finding)

    def _cited(self, purpose: str) -> str:
        """The rule that throws for a purpose rest on; none where that is the rule of the finding's code."""
        return self._battle.rules.citations.get(purpose, "") if self._battle else ""

    def _place(self) -> Place:
        return self._phase.record.place if self._phase else self.record.place

    def _noted_at(self, battle: Battle, throw: Throw) -> Place:
        """Where a throw is noted."""
        turn, phase = self._turns.get(battle.turn), self._phase
        if throw.purpose == "initiative" and turn is not None:
            return turn.thrown_at.get(throw.side, turn.place)
        if throw.purpose == "activation" and phase is not None:
            return phase.record.thrown_at or phase.record.place
        return self.action.place if self.action else self._place()

    def _place_entry(self, battle: Battle, entry: Entry, side: str) -> None:
        self.placed.append(Placed(entry, len(battle.log), battle.turn, side))


def _knows(battle: Battle, verb: str) -> bool:
    return any(known.id == verb for known in battle.rules.vocabulary.verbs)
