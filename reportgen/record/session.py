"""A battle being taken down: takes a line at a time, plays the record again, and says what came of it.

It knows nothing of terminals or files: lines go in, replies come out, and whoever keeps the record is told of every
change before the reply is given. Every state is a record, so that going back is taking an older one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from reportgen.battle.audit import audit
from reportgen.battle.events import Event
from reportgen.battle.orders import Action, Order
from reportgen.battle.reasons import WithTelling
from reportgen.battle.record import Record
from reportgen.battle.ruleset import Ruleset, ground_of
from reportgen.battle.scenario import Scenario
from reportgen.files.armies import words_of
from reportgen.files.notation import Notation
from reportgen.problems import Place, Problem, ProblemsFound, with_hint
from reportgen.record import answering, computer, edits
from reportgen.record.book import Book
from reportgen.record.commands import COMMANDS, command_in
from reportgen.record.moment import Moment, played
from reportgen.record.options import Guide
from reportgen.record.players import manner_of
from reportgen.record.reply import Reply, Said, refusal
from reportgen.record.telling import Teller
from reportgen.record.textmap import text_map

LONGEST = 4_000
"""Characters in a line."""

Keep = Callable[[Record], None]
"""Writes a record away, safely, before it returns. Raises ProblemsFound if it cannot."""


class Session:
    """One battle being taken down.

    `feed` takes a line as it is typed; it never raises for what a person types. `folder` is where photographs may lie.
    `columns` is how wide a map may be.
    """

    def __init__(
        self,
        rules: Ruleset,
        scenario: Scenario,
        record: Record,
        *,
        keep: Keep | None = None,
        folder: Path | None = None,
        columns: int = 80,
    ) -> None:
        self.rules = rules
        self.scenario = scenario
        self.folder = folder
        self.columns = columns
        self.keep = keep
        self.words = words_of(rules.vocabulary, scenario.raw) or rules.vocabulary
        """The ruleset's words, with the facings of this scenario's table."""
        units = [unit.id for side in scenario.sides for unit in side.units]
        self.notation = Notation(self.words, units, [side.id for side in scenario.sides])
        self.book = Book(rules)
        self.teller = Teller(self.book, scenario)
        self.now = played(rules, scenario, record)
        self.past: list[Record] = []
        self.future: list[Record] = []
        self.pending: tuple[Record, Action | None] | None = None
        """What was warned of and waits for 'insist', and the action that it completes."""
        self.guide: Guide | None = None
        self.guided = False
        """Whether every order is asked for by numbers."""
        self._number = 0
        self._shown: tuple[int, str, str | None] | None = None

    # -- a line --------------------------------------------------------------------------------------------------------

    def begin(self) -> Reply:
        """What to say first: where the battle stands. The computer does what it has to do."""
        said = [Said(self.record.title or self.scenario.title, "head")]
        if self.record.turns:
            said.append(Said(f"Taken up again: {self.status}."))
        return self.reply([*said, *computer.go_on(self)])

    def feed(self, line: str) -> Reply:
        """Takes a line: a command, an order in the notation, dice, or the answer to a question."""
        text = line.strip()
        if len(text) > LONGEST:
            return refusal(f"A line of more than {LONGEST} characters", "make two of it")
        if any(not letter.isprintable() and letter != "\t" for letter in text):
            return refusal("There are signs in this line that cannot be printed", "type it again")
        found = command_in(self, text)
        if found is not None:
            command, rest = found
            return command.act(self, rest)
        if text:
            self.pending = None
        return answering.answer(self, text)

    # -- where the battle stands ---------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        return self.now.record

    @property
    def commands(self) -> tuple[str, ...]:
        """The words that are commands."""
        return tuple(COMMANDS)

    @property
    def prompt(self) -> str:
        """What is wanted, for the beginning of the line that is typed."""
        need = self.now.need
        if need.kind == "order":
            left = self.activations_left
            return f"{self.now.battle.turn} {self.name(need.side)}{'' if left is None else f', {left} left'}> "
        if need.kind == "over":
            return "over> "
        return f"{answering.question(self)}> "

    @property
    def status(self) -> str:
        """Turn, phase, activations and who plays what, in a line."""
        battle, need = self.now.battle, self.now.need
        parts = [f"turn {battle.turn}" if battle.turn else "before the first turn"]
        left = self.activations_left
        if need.kind == "over":
            parts = ["the battle is over"]
        else:
            parts += [self.name(battle.side or need.side)] if battle.side or need.side else []
            what = "order" if any(event.kind == "orders" for event in self.now.events) else "activation"
            parts += [f"{left} {what}{'' if left == 1 else 's'} left"] if left is not None else []
        if self.record.seed is not None:
            parts.append(f"dice by the computer (seed {self.record.seed})")
        parts += [f"{self.name(side)}: {who}" for side, who in self.record.players.items() if manner_of(who)]
        return " · ".join(parts)

    @property
    def activations_left(self) -> int | None:
        """Of the phase that is being played; None where there is no such count."""
        here, left = self._here, None
        for event in reversed(self.now.events):
            if (event.turn, event.phase, event.side) != here:
                break
            if event.kind == "activate" and left is None:
                left = event.get("left")
            if event.kind == "activations":
                return (event["count"] if left is None else left) if event["count"] else None
            if event.kind == "orders":
                return int(sum(event["left"].values())) if left is None else left
        return left

    def name(self, side: str) -> str:
        return self.teller.name(side) if side else ""

    def of_computer(self, side: str) -> bool:
        return manner_of(self.record.players.get(side, "")) is not None

    def left_to_computer(self) -> bool:
        """Whether what is wanted is a decision of a side that the computer commands. Who has the initiative is none:
        the dice on the table have settled it, though nobody noted them."""
        need = self.now.need
        settled = need.choice is not None and need.choice.kind == "initiative"
        return need.kind in ("order", "choice") and not settled and self.of_computer(need.side)

    def map_lines(self) -> list[str]:
        """The map as it is now."""
        sides = [side.name for side in self.scenario.sides]
        unseen = self.unseen()
        state = self.now.battle.state
        pieces = [piece for piece in self.rules.pieces(state) if piece.id not in unseen]
        return text_map(ground_of(self.rules, self.scenario, state), pieces, sides, self.words.areas, self.columns)

    def unseen(self) -> set[str]:
        """The units that the person at the table is not to know of."""
        return self._unseen(self.now)

    def _unseen(self, now: Moment) -> set[str]:
        """The concealed units of the computer, if a person plays against it: where they are is not for him to know."""
        theirs = [side for side in self.scenario.sides if self.of_computer(side.id)]
        if len(theirs) != 1:
            return set()
        mine = {unit.id for unit in theirs[0].units}
        return {piece.id for piece in self.rules.pieces(now.battle.state) if piece.concealed and piece.id in mine}

    def last_combat(self) -> Event | None:
        return next((event for event in reversed(self.now.events) if event.kind == "combat"), None)

    def findings(self, now: Moment | None = None) -> list[Problem]:
        """Everything that an audit finds of the battle so far."""
        now = now or self.now
        return audit(self.rules, now.battle.scenario, now.record, now.played)

    def numbered(self) -> Place:
        """A place of its own for a line that stands in no file yet, so that what is found in it can be told apart."""
        self._number += 1
        return Place(column=self._number)

    def off_board(self, square: str) -> str:
        """Why a square is none of the board's; empty if it is one."""
        try:
            self.scenario.ground.grid.square(square.partition("/")[0])
        except ValueError as fault:
            return str(fault)
        return ""

    # -- taking it -----------------------------------------------------------------------------------------------------

    def take(
        self,
        record: Record,
        *,
        touched: Action | None = None,
        insisted: bool = False,
        told: bool = True,
    ) -> Reply:
        """Takes another record for the battle, if the rules find nothing new in it or the person insists.

        `touched`: the action that got dice or a way back; it is written out with its result when it is complete.
        Without `told` nothing happened that is worth telling.
        """
        before, after = self.now, played(self.rules, self.scenario, record)
        new = [found for found in after.findings if found not in before.findings]
        if new and not insisted:
            self.pending = record, touched
            warned = [Said(self.book.found(found), "warning") for found in new]
            return Reply((*warned, Said("'insist' lets it stand, as a finding; or type something else.", "faint")))
        after = self.completed(before, after, touched)
        fault = self.save(after.record)
        if fault is not None:
            return fault
        self.past.append(before.record)
        self.future.clear()
        self.now = after
        self.guide = self.pending = None
        said = self.told(before, after) if told else []
        return self.reply([*said, *computer.go_on(self)], changed=True)

    def completed(self, before: Moment, after: Moment, touched: Action | None) -> Moment:
        """The same with results beside the dice that were asked for, and with the end that the rules came to."""
        record = after.record
        if touched is not None and after.whole > before.whole:
            for placed in reversed(after.played.placed):
                entry = placed.entry
                if isinstance(entry, Action) and entry.place == touched.place and _same(entry.order, touched.order):
                    full = edits.as_carried_out(after, entry)
                    record = edits.replaced(record, entry, full) if full != entry else record
                    break
        if after.need.kind == "over" and not record.ends:
            end = next(after.battle.log.of("end"), None)
            record = edits.with_end(record, edits.end_of(end)) if end is not None else record
        return after if record is after.record else played(self.rules, self.scenario, record)

    def told(self, before: Moment, after: Moment) -> list[Said]:
        """What happened, and what an audit finds in the figures that were given."""
        unseen = self._unseen(before) & self._unseen(after)
        pairs = enumerate(zip(before.events, after.events, strict=False))
        same = min(len(before.events), len(after.events))
        known_till = next((n for n, (one, other) in pairs if one != other), same)
        events = [event for event in after.events[known_till:] if event.get("unit") not in unseen]
        said = list(self.teller.tell(events))
        known = {*self.findings(before), *after.findings}
        new = [found for found in self.findings(after) if found not in known]
        return said + [Said(f"By the rules: {self.book.found(found)}", "warning") for found in new]

    def back_to(self, record: Record) -> Reply:
        """Takes an earlier or later state of the battle; `past` and `future` are the caller's business."""
        fault = self.save(record)
        if fault is not None:
            return fault
        self.now = played(self.rules, self.scenario, record)
        self.guide = self.pending = None
        self._shown = self._here if self.now.need.kind == "order" else None
        return self.reply([Said(f"Now: {self.status}.")], changed=True)

    def save(self, record: Record) -> Reply | None:
        """Has the record kept; what went wrong, if it cannot be."""
        if self.keep is None:
            return None
        try:
            self.keep(record)
        except ProblemsFound as found:
            wrong = [with_hint(problem.message, problem.hint) for problem in found.problems]
            said = [Said(f"The battle file: {text}.", "wrong") for text in wrong]
            return Reply((*said, Said("The last line is not on the disk.", "wrong")))
        return None

    # -- replies -------------------------------------------------------------------------------------------------------

    @property
    def _here(self) -> tuple[int, str, str | None]:
        battle = self.now.battle
        return battle.turn, battle.phase, battle.side

    def reply(self, said: Iterable[Said], changed: bool = False) -> Reply:
        """What is said, then the map at the beginning of a phase, then what is asked."""
        lines = list(said)
        if self.now.need.kind == "order" and self._shown != self._here:
            self._shown = self._here
            lines.append(Said(f"Turn {self.now.battle.turn}, {self.name(self.now.need.side)}", "head"))
            lines += [Said(line, "map") for line in self.map_lines()]
        elif self.now.need.kind == "order" and changed and isinstance(self.rules, WithTelling):
            due = [self.notation.print(Action(order)) for order in self.rules.waiting(self.now.battle.state)]
            lines += [Said(f"To be resolved: {', '.join(due)}.", "faint")] if due else []
        return Reply((*lines, *answering.asked(self)), changed)


def _same(one: Order, two: Order) -> bool:
    return (one.verb, one.unit, one.target) == (two.verb, two.unit, two.target)
