"""What a line that is no command means, in the light of what is wanted: an order, dice, a choice, a number."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reportgen.battle.orders import Action, Choice, Faces, Order
from reportgen.battle.recorded import THROW
from reportgen.board.table import MEASURED_PATTERN
from reportgen.files.fitting import END
from reportgen.files.notation import NotationError
from reportgen.problems import with_hint
from reportgen.record import computer, edits
from reportgen.record.chances import spelled_out
from reportgen.record.moment import played
from reportgen.record.options import Guide, every_order
from reportgen.record.reply import Reply, Said, refusal

if TYPE_CHECKING:
    from reportgen.record.session import Session

LEAVING = frozenset(["exit", "bye", "leave", "logout", "stop", "close", "q"])
ENDING = frozenset(["over", "done", "next", "finish", "finished", "pass"])
"""What people type who want to leave, or to end a phase."""

_DICE = re.compile(r"(?:\d{1,4}|\?)(?:[,:](?:\d{1,4}|\?))*(?: (?:\d{1,4}|\?)(?:[,:](?:\d{1,4}|\?))*)*\Z")
_PLACE = re.compile(rf"[A-Za-z]{{1,2}}[1-9]\d?\Z|{MEASURED_PATTERN}\Z")


def answer(session: Session, text: str) -> Reply:
    need = session.now.need
    if session.guide is not None and need.kind == "order":
        reply = _by_number(session, session.guide, text)
        if reply is not None:
            return reply
    if not text and (need.kind != "choice" or session.left_to_computer()):
        return session.reply(computer.go_on(session))
    if need.kind == "dice":
        return _dice(session, text)
    if need.kind == "choice":
        return _choice(session, text)
    if need.kind == "order":
        return _orders(session, text)
    return refusal("The battle is over", "'undo' takes the last line back, 'quit' leaves")


def question(session: Session) -> str:
    """What is wanted in a few words, if it is dice or a choice."""
    need = session.now.need
    if need.throw is not None:
        throw = need.throw
        count = throw.count - need.noted
        dice = f"{'' if count == 1 else count}D{throw.sides}"
        who = throw.unit if throw.unit.lower() in session.notation.units else session.name(throw.side)
        why = throw.words
        whose = "" if why.startswith("for ") and who in why.replace("'s ", " ").split() else f"{who}, "
        return f"{dice} {whose}{why}{', again' if need.nth and 'again' not in why else ''}"
    if need.kind == "choice" and need.choice is not None:
        return f"{_title(session, need.choice)} [{option(session, need.choice.options()[0])}]"
    return "an order" if need.kind == "order" else "nothing: the battle is over"


def asked(session: Session) -> Iterator[Said]:
    """The options of a choice, or the guide's question."""
    need = session.now.need
    if need.kind == "choice" and need.choice is not None:
        options = [f"{n} {option(session, one)}" for n, one in enumerate(need.choice.options(), start=1)]
        title = _title(session, need.choice)
        together = f"{title}: {', '.join(options)} (Enter: the first)"
        if len(together) <= session.columns:
            yield Said(together)
        else:
            yield Said(f"{title} (Enter: the first)")
            yield from (Said(f"  {one}") for one in options)
    known = not session.words.as_recorded
    if session.guided and known and need.kind == "order" and not session.of_computer(need.side):
        if session.guide is None:
            session.guide = Guide(session.now, session.notation, tuple(every_order(session.now)))
        yield from session.guide.tell()


# -- orders ------------------------------------------------------------------------------------------------------------


def read(session: Session, text: str) -> list[Action] | Reply:
    """The actions of a line of notation, or what is wrong with it."""
    try:
        actions = list(session.notation.parse(text, session.numbered()))
    except NotationError as fault:
        pointed = [Said(f"  {line}", "wrong") for line in fault.pointed().splitlines()]
        return Reply(
            (
                *pointed,
                Said(f"{with_hint(fault.message, fault.hint)}.", "wrong"),
                Said(_leads_on(session, text), "faint"),
            )
        )
    for action in actions:
        for square in (*action.order.path, *action.declared.withdrew):
            wrong = session.off_board(square)
            if wrong:
                return refusal(wrong)
    return actions


def _leads_on(session: Session, text: str) -> str:
    """What else may have been meant by a line that is none."""
    word = text.split(maxsplit=1)[0].lower() if text.split() else ""
    if word in LEAVING:
        return "'quit' leaves; all of it is on the disk."
    if word in ENDING:
        return "'end' ends the phase; 'agree' and how it ended ends the battle."
    near = difflib.get_close_matches(word, session.commands, 1, 0.75) if len(word) > 2 else []
    meant = f"'{near[0]}' is a command; " if near else ""
    return f"{meant}'end' ends the phase, 'quit' leaves, 'help' tells what there is."


def end_phase(session: Session) -> Reply:
    """Ends the phase of the side that is asked for orders."""
    if session.now.need.kind != "order":
        return first(session)
    return session.take(edits.with_end_of_phase(session.now))


def first(session: Session) -> Reply:
    """Something else has to come first."""
    if session.now.need.kind == "over":
        return refusal("The battle is over", "'undo' takes the last line back")
    return refusal(f"First: {question(session)}", "'undo' takes the line before back")


def unknown() -> Reply:
    """There is no engine that could be asked."""
    return refusal("These rules are your own", "what is legal under them, and how likely, nobody here knows")


def _orders(session: Session, text: str) -> Reply:
    actions = read(session, text)
    if isinstance(actions, Reply):
        return actions
    return session.take(edits.with_actions(session.now, actions))


def start_guide(session: Session) -> Reply:
    """Asks for the next order by numbers."""
    if session.now.need.kind != "order":
        return first(session)
    if session.words.as_recorded:
        return unknown()
    session.guide = Guide(session.now, session.notation, tuple(every_order(session.now)))
    return Reply(tuple(session.guide.tell()))


def _by_number(session: Session, guide: Guide, text: str) -> Reply | None:
    """A number or word for the guide; None if the line is none, which ends its questions."""
    if text and not guide.answer(text):
        if text.isdigit():
            return refusal(f"There is no number {text} to choose", "take one of the list, or 0 to go back")
        session.guide = None
        return None
    chosen = guide.chosen
    if chosen is None:
        return Reply(tuple(guide.tell()))
    session.guide = None
    if chosen.verb == END:
        return end_phase(session)
    return session.take(edits.with_actions(session.now, ordered(session, chosen)))


def ordered(session: Session, order: Order) -> list[Action]:
    """The actions of an order that nobody has written as a line."""
    place = session.numbered()
    return [Action(one, place=place) for one in spelled_out(session.now, order)]


# -- dice --------------------------------------------------------------------------------------------------------------


def _dice(session: Session, text: str) -> Reply:
    plain = re.sub(r"\s*([,:])\s*", r"\1", " ".join(text.split()))
    if _DICE.match(plain):
        return _faces(session, plain.split())
    actions = read(session, text)
    if isinstance(actions, Reply):
        return refusal(f"Wanted: {question(session)}", "write 9, or 9:4 for both sides, or ? for a die not noted")
    known = session.now.action
    if len(actions) == 1 and known is not None and known.order == actions[0].order:
        said = replace(actions[0], place=known.place)
        return session.take(edits.replaced(session.record, known, said), touched=said)
    groups = _noted(session, actions)
    if groups is None:
        return first(session)
    return _faces(session, [":".join(",".join("?" if f is None else str(f) for f in group) for group in groups)])


def _noted(session: Session, actions: list[Action]) -> tuple[Faces, ...] | None:
    """The dice of a line that holds nothing else, if they are for the throw that is wanted."""
    throw = session.now.need.throw
    if len(actions) != 1 or throw is None:
        return None
    order, declared = actions[0].order, actions[0].declared
    if order.verb == "spot" and throw.purpose == "spotting":
        return declared.dice if [t.lower() for t in order.text] == [throw.unit.lower()] and declared.dice else None
    if order.verb == THROW and len(declared.throws) == 1:
        thrown = declared.throws[0]
        fits = thrown.purpose == throw.purpose and thrown.unit in ("", throw.unit, throw.side)
        return (thrown.faces,) if fits else None
    return None


def _faces(session: Session, words: list[str]) -> Reply:
    """Dice, in the order in which they are wanted; those of one word belong to one question."""
    now = session.now
    for word in words:
        purpose = now.need.purpose
        for group in word.split(":"):
            throw = now.need.throw
            if throw is None or now.need.purpose != purpose:
                return refusal(f"There are too many dice in '{' '.join(words)}'", f"wanted: {question(session)}")
            faces = tuple(None if face == "?" else int(face) for face in group.split(","))
            if faces == (None,):  # nobody remembers any of them
                faces = (None,) * (throw.count - now.need.noted)
            if len(faces) > throw.count - now.need.noted:
                return refusal(f"'{group}' is too many dice", f"wanted: {question(session)}")
            for face in faces:
                if face == 0:
                    return refusal("No die shows 0", "write ? for a die that was not noted")
                if face is not None and face > throw.sides:
                    return refusal(f"A D{throw.sides} cannot show {face}")
            now = played(session.rules, session.scenario, edits.with_faces(now, faces))
    return session.take(now.record, touched=session.now.action)


# -- choices -----------------------------------------------------------------------------------------------------------


def _choice(session: Session, text: str) -> Reply:
    now = session.now
    choice = now.need.choice
    if choice is None:
        return first(session)
    options = choice.options()
    chosen = options[0] if not text else None
    for number, one in enumerate(options, start=1):
        if text.lower() in (str(number), *_spoken(session, one, options)):
            chosen = one
    if chosen is None and choice.kind == "withdrawal" and _PLACE.match(text):
        square = text.upper()
        wrong = session.off_board(square)
        if wrong:
            return refusal(wrong)
        chosen = Order("withdraw", choice.unit, path=(now.standing.get(choice.unit, square), square))
    if chosen is None and choice.kind not in ("withdrawal", "initiative"):
        line = read(session, text)  # an option as a line, with its dice
        if not isinstance(line, Reply) and len(line) == 1 and line[0].order in options:
            return session.take(edits.with_actions(now, line), touched=line[0])
    if chosen is None:
        return Reply((*refusal(f"'{text}' is none of the options").said, *asked(session)))
    return session.take(edits.with_choice(now, chosen), touched=now.action)


def _spoken(session: Session, one: Order, options: list[Order]) -> Iterator[str]:
    """How an option may be typed: in full, without the unit, and by its verb if no other has that."""
    whole = option(session, one).lower()
    yield whole
    yield whole.removeprefix(f"{one.unit.lower()} ")
    if [other.verb for other in options].count(one.verb) == 1 and one.verb in session.notation.verbs:
        yield session.notation.verbs[one.verb].symbol.lower()


def _title(session: Session, choice: Choice) -> str:
    if choice.kind == "withdrawal":
        return f"Way back of {choice.unit}"
    if choice.kind == "initiative":
        return "Whose phase is next" if session.words.as_recorded else "Who has the initiative"
    return f"{choice.kind[:1].upper()}{choice.kind[1:]} {choice.unit or session.name(choice.side)}"


def option(session: Session, order: Order) -> str:
    """An option in a word or two, as it may be typed."""
    if order.verb == "initiative":
        return order.text[0] or "over"
    if session.now.need.purpose == "withdrawal" and order.path:
        return order.path[-1] if order.verb == "withdraw" else f"off the table at {order.path[-1]}"
    if order.verb not in session.notation.verbs:
        return order.verb
    return session.notation.print(Action(order))
