"""The words that are no orders: what they do, and what `help` says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import TYPE_CHECKING

from reportgen.battle.orders import Action, Order
from reportgen.battle.record import Heading, Note, Record
from reportgen.battle.recorded import BY_THE_RULES
from reportgen.files.notation import Notation
from reportgen.record import answering, edits
from reportgen.record.chances import suppose, targets, tell_chances
from reportgen.record.lines import added, lines_of
from reportgen.record.options import able, condition, every_order, tell_legal, wrapped
from reportgen.record.photos import photo_in
from reportgen.record.players import computer as computer_named
from reportgen.record.players import manner_of
from reportgen.record.reply import Reply, Said, refusal

if TYPE_CHECKING:
    from reportgen.record.session import Session

HIGHEST_DRAWN_SEED = 999_999
NOBODY = "nobody"
MOST_SAID = 6
"""Lines that are listed as taken back."""


@dataclass(frozen=True, slots=True)
class Command:
    """`usage` is how it is written, `does` a line for the list."""

    name: str
    usage: str
    does: str
    act: Callable[[Session, str], Reply]


def command_in(session: Session, text: str) -> tuple[Command, str] | None:
    """The command that a line begins with, and the rest of the line. None if it is none.

    A unit of that name comes first; with a colon before it (`:map`) a command is always meant.
    """
    word, _, rest = text.partition(" ")
    name = word.removeprefix(":").lower()
    if name not in COMMANDS or (word.lower() in session.notation.units and not word.startswith(":")):
        return None
    return COMMANDS[name], rest.strip()


# -- going back --------------------------------------------------------------------------------------------------------


def _undo(session: Session, rest: str) -> Reply:
    before = session.past[-1] if session.past else edits.without_last(session.record)
    if before is None:
        return refusal("There is nothing to take back")
    here = session.record
    reply = session.back_to(before)
    if reply.changed:
        session.past[-1:] = []
        session.future.append(here)
    return _saying(session, reply, "Taken back", before, here, "; left: ")


def _saying(session: Session, reply: Reply, head: str, fewer: Record, more: Record, left: str = "") -> Reply:
    """With the lines that are in one record and not in the other, if they are few enough to be read; and with what the
    other has of them, behind `left`."""
    old, new = (lines_of(record, session.notation, session.name) for record in (fewer, more))
    lines = [line + (left and there and left + there) for line, there in added(old, new)]
    if not reply.changed or not 0 < len(lines) <= MOST_SAID:
        return reply
    return replace(reply, said=(*(Said(f"{head}: {line}") for line in lines), *reply.said))


def _redo(session: Session, rest: str) -> Reply:
    if not session.future:
        return refusal("There is nothing to do again")
    here = session.record
    reply = session.back_to(session.future[-1])
    if reply.changed:
        session.future.pop()
        session.past.append(here)
    return _saying(session, reply, "Done again", here, session.record)


def _insist(session: Session, rest: str) -> Reply:
    if session.pending is None:
        return refusal("Nothing was warned of")
    record, touched = session.pending
    return session.take(record, touched=touched, insisted=True)


# -- remarks -----------------------------------------------------------------------------------------------------------


def _note(session: Session, rest: str) -> Reply:
    if not rest:
        return refusal("A note of nothing", "write note and the text behind it")
    return _remarked(session, edits.with_remark(session.now, Note(rest)))


def _more(session: Session, rest: str) -> Reply:
    record = edits.with_more(session.record, rest)
    if record is None:
        return refusal("The last thing written down is no note", "begin one with note")
    return _remarked(session, record)


def _heading(session: Session, rest: str) -> Reply:
    if not rest:
        return refusal("A heading of nothing", "write heading and the words behind it")
    return _remarked(session, edits.with_remark(session.now, Heading(rest)))


def _photo(session: Session, rest: str) -> Reply:
    photo = photo_in(session.folder, rest)
    if isinstance(photo, Reply):
        return photo
    return _remarked(session, edits.with_remark(session.now, photo))


def _remarked(session: Session, record: Record) -> Reply:
    return session.take(record, insisted=True, told=False)


# -- deciding ----------------------------------------------------------------------------------------------------------


def _end(session: Session, rest: str) -> Reply:
    if rest:
        return refusal("'end' stands alone", "for the end of the battle write agree and how it ended")
    return answering.end_phase(session)


def _agree(session: Session, rest: str) -> Reply:
    if session.now.need.kind == "over":
        return refusal("The battle is over", "'undo' takes the last line back")
    outcome, winner, why, *more = [*(part.strip() for part in rest.split("|")), "", ""]
    outcome = outcome.removeprefix('"').removesuffix('"')
    if not outcome or any(more):
        return refusal("How did it end?", "write agree and the outcome in a sentence, then | and the winner's id")
    if why in BY_THE_RULES and not session.words.as_recorded:
        return refusal(f"By the rules it has not ended ({why})", "say in other words why it did, or nothing")
    if winner and winner != NOBODY:
        side = _side(session, winner)
        if side is None:
            return refusal(f"'{winner}' is no side", f"it is {_sides(session)} or {NOBODY}")
        winner = side
    ends = {"why": why or "agreed", "outcome": outcome, "winner": winner or NOBODY}
    before = session.findings()
    reply = session.take(edits.with_end(session.record, ends), insisted=True)
    open_still = [finding for finding in session.findings() if finding not in before]
    return replace(reply, said=(*reply.said, *(Said(session.book.found(f), "warning") for f in open_still)))


def _dilemma(session: Session, rest: str) -> Reply:
    if session.now.need.kind != "order":
        return answering.first(session)
    if "dilemma" not in session.notation.verbs:
        return refusal("These rules know no dilemma", "throw, and write a note")
    if '"' in rest:
        return answering.answer(session, f"dilemma {rest}")
    *options, last = (option.strip() for option in rest.split("|"))
    words = last.split()
    dice = ""
    if words and ":" in words[-1] and all(die.isdigit() or die == "?" for die in words[-1].split(":")):
        dice = words.pop()
    options.append(" ".join(words))
    if len(options) < 2 or not all(options):
        return refusal("A dilemma has two options or more", "write dilemma stay | go")
    quoted = " | ".join('"' + option.replace("\\", "").replace('"', "") + '"' for option in options)
    return answering.answer(session, f"dilemma {quoted} {dice}".rstrip())


# -- asking ------------------------------------------------------------------------------------------------------------


def _odds(session: Session, rest: str) -> Reply:
    now = session.now
    if session.words.as_recorded:
        return answering.unknown()
    if not rest and now.action is not None and now.action.order.target:
        orders = [now.action.order]
    elif len(rest.split()) == 1:
        unit = session.notation.units.get(rest.lower())
        if unit is None:
            return refusal(f"No unit is called '{rest}'", "write odds and a unit, or odds A x B")
        orders = targets(now, unit)
        if not orders:
            return Reply((Said(f"There is nobody whom {unit} may attack now from where it stands."),))
    elif rest:
        actions = answering.read(session, rest)
        if isinstance(actions, Reply):
            return actions
        orders = [action.order for action in actions if action.order.target]
        if not orders:
            return refusal("That is no attack", "write odds A x B")
    else:
        return refusal("Whose chances?", "write odds and a unit, or odds A x B")
    said: list[Said] = []
    for order in orders:
        trial = suppose(now, order)
        said += tell_chances(now, trial, session.notation.print(Action(order)))
        said += [Said(f"  {v.message}{session.book.cite(v.rule)}", "warning") for v in trial.violations]
    return Reply(tuple(said))


def _legal(session: Session, rest: str) -> Reply:
    now = session.now
    if now.need.kind != "order":
        return answering.first(session)
    if session.words.as_recorded:
        return answering.unknown()
    unit = session.notation.units.get(rest.lower(), "")
    if rest and not unit:
        return refusal(f"No unit is called '{rest}'")
    orders = every_order(now, unit)
    if not unit:
        who = list(wrapped("May act:", able(orders))) if able(orders) else [Said("Nobody can do anything any more.")]
        return Reply((*who, Said("'legal UNIT' tells what; 'end' ends the phase.", "faint")))
    if not orders:
        return Reply((Said(f"{unit} can do nothing now."),))
    piece = next((piece for piece in session.rules.pieces(now.battle.state) if piece.id == unit), None)
    head = f"{unit} at {now.standing.get(unit, '?')}{f', {condition(piece)}' if piece and condition(piece) else ''}:"
    return Reply((Said(head), *tell_legal(now, session.notation, orders)))


def _map(session: Session, rest: str) -> Reply:
    return Reply(tuple(Said(line, "map") for line in session.map_lines()))


def _status(session: Session, rest: str) -> Reply:
    said = [Said(f"{session.status[:1].upper()}{session.status[1:]}.")]
    if session.now.need.kind != "over":
        said.append(Said(f"Wanted: {answering.question(session)}."))
    state = session.now.battle.state
    alive = {piece.id: piece for piece in session.rules.pieces(state)}
    unseen = session.unseen()
    known = {event["unit"] for event in session.now.events if event.kind in ("deploy", "arrive")}
    lost = {event["unit"] for event in session.now.events if event.kind in ("destroyed", "left", "leave")}
    for side in session.scenario.sides:
        off = [unit.id for unit in side.units if unit.id in known and unit.id not in alive]
        gone = [unit for unit in off if unit in lost]
        aboard = [unit for unit in off if unit not in lost]
        there = sum(unit.id in alive for unit in side.units)
        besides = [f", {what}: {' '.join(units)}" for what, units in (("aboard", aboard), ("gone", gone)) if units]
        said.append(Said(f"{side.name}: {there} on the table{''.join(besides)}."))
        mine = [alive[unit.id] for unit in side.units if unit.id in alive and unit.id not in unseen]
        told = [f"{piece.id} {condition(piece)}" for piece in mine if piece.figure or piece.states]
        said += wrapped(" ", [f"{one}," for one in told[:-1]] + told[-1:]) if told else []
    found = len(session.findings())
    said.append(Said(f"Findings: {found}{' (see findings)' if found else ''}."))
    return Reply(tuple(said))


def _why(session: Session, rest: str) -> Reply:
    combat = session.last_combat()
    if combat is None:
        return refusal("There has been no combat yet")
    return Reply(tuple(session.teller.combat(combat, cited=True)))


def _findings(session: Session, rest: str) -> Reply:
    found = session.findings()
    if not found:
        return Reply((Said("The rules find no fault with it."),))
    return Reply(tuple(Said(session.book.found(finding), "warning") for finding in found))


def _help(session: Session, rest: str) -> Reply:
    if rest:
        command = COMMANDS.get(rest.lower().removeprefix(":"))
        if command is None:
            return refusal(f"There is no command '{rest}'", "'help' lists them")
        return Reply((Said(command.usage, "head"), Said(command.does)))
    width = max(len(command.usage) for command in COMMANDS.values())
    said = [Said("An order is a line of the notation:", "head")]
    said += [Said(f"  {line:<{width}}  {what}") for line, what in _examples(session.notation)]
    said.append(Said("Dice are numbers: 9, or 9:4 for both sides, ? for one that was not noted. All else:", "head"))
    said += [Said(f"  {command.usage:<{width}}  {command.does}") for command in COMMANDS.values()]
    return Reply(tuple(said))


def _examples(notation: Notation) -> list[tuple[str, str]]:
    """A line for each way of writing an order under these rules, with units and squares as they may be called."""
    units = [*notation.units.values(), "A", "B"]
    facing = next((f for f in notation.vocabulary.facings if f.isupper()), "")
    examples = []
    for verb in notation.vocabulary.verbs:
        order = {
            "move": Order(verb.id, units[0], path=("C4", "D5"), facing=facing),
            "attack": Order(verb.id, units[0], units[-1]),
            "unit": Order(verb.id, units[0]),
            "side": Order(verb.id),
        }[verb.form]
        if verb.form != "side" and verb.id in notation.verbs:
            examples.append((notation.print(Action(order)), verb.title or verb.id))
    return examples


# -- the computer ------------------------------------------------------------------------------------------------------


def _dice(session: Session, rest: str) -> Reply:
    words = rest.lower().split()
    seed = session.record.seed
    if not words:
        whose = "yours" if seed is None else f"the computer's (seed {seed})"
        return Reply((Said(f"The dice are {whose}; 'dice on' and 'dice off' change that."),))
    if words[0] == "off" and len(words) == 1:
        if seed is None:
            return refusal("The dice are yours already")
        return _settled(session, replace(edits.copied(session.record), seed=None), "The dice are yours.")
    if words[0] != "on" or len(words) > 2 or (len(words) == 2 and not (words[1].isdigit() and len(words[1]) < 16)):
        return refusal("It is dice on, dice on and a number to throw from, or dice off")
    if len(words) == 2:
        seed = int(words[1])
    elif seed is None:
        seed = SystemRandom().randint(1, HIGHEST_DRAWN_SEED)
    record = replace(edits.copied(session.record), seed=seed)
    return _settled(session, record, f"The computer throws (seed {seed}).")


def _ai(session: Session, rest: str) -> Reply:
    words = rest.split()
    usage = f"ai on and {_sides(session)}, or ai off"
    if not words:
        players = session.record.players
        named = [f"{session.name(side)}: {who}" for side, who in players.items() if manner_of(who) is not None]
        return Reply((Said(f"{', '.join(named) or 'The computer commands nobody'}; it is {usage}."),))
    name = words[1] if len(words) > 1 else ""
    side = _side(session, name) if name else session.now.need.side or session.now.battle.side
    if words[0].lower() not in ("on", "off") or len(words) > 3:
        return refusal(f"It is {usage}")
    if words[0].lower() == "off":
        dismissed = [
            s for s, who in session.record.players.items() if manner_of(who) is not None and (not name or s == side)
        ]
        if not dismissed:
            return refusal("The computer commands nobody" if not name else f"The computer does not command '{name}'")
        players = {s: who for s, who in session.record.players.items() if s not in dismissed}
        record = replace(edits.copied(session.record), players=players)
        return _settled(session, record, f"{', '.join(map(session.name, dismissed))}: commanded by you.")
    if not side:
        return refusal(f"'{name}' is no side" if name else "Which side?", f"it is {usage}")
    if session.words.as_recorded:
        return refusal("These rules are your own", "nobody but people can play by them")
    manner = words[2].lower() if len(words) > 2 else session.scenario.side(side).commander or "careful"
    try:
        session.rules.commander(manner, session.scenario, side, 0)
    except KeyError:
        return refusal(f"There is no commander '{manner}'", f"say {session.words.manners_told}")
    players = {**session.record.players, side: computer_named(manner)}
    record = replace(edits.copied(session.record), players=players)
    return _settled(session, record, f"{session.name(side)}: {computer_named(manner)}.")


def _settled(session: Session, record: Record, text: str) -> Reply:
    """Something that is no part of the battle is another from now on."""
    reply = session.take(record, insisted=True, told=False)
    return replace(reply, said=(Said(text), *reply.said)) if reply.changed else reply


def _side(session: Session, name: str) -> str | None:
    """The side that a person means: by its id or name, or how it begins."""
    for side in session.scenario.sides:
        if name.lower() in (side.id.lower(), side.name.lower()):
            return side.id
    begun = [s.id for s in session.scenario.sides if s.id.lower().startswith(name.lower())]
    return begun[0] if len(begun) == 1 else None


def _sides(session: Session) -> str:
    return " or ".join(side.id for side in session.scenario.sides)


# -- by number, and leaving --------------------------------------------------------------------------------------------


def _guide(session: Session, rest: str) -> Reply:
    if rest.lower() in ("on", "off"):
        session.guided = rest.lower() == "on"
        session.guide = None
        return session.reply([Said(f"Orders by number: {rest.lower()}.")])
    if rest:
        return refusal("It is guide, guide on or guide off")
    return answering.start_guide(session)


def _quit(session: Session, rest: str) -> Reply:
    return Reply((Said("All of it is on the disk. The same command takes it up again.", "faint"),), left=True)


COMMANDS = {
    command.name: command
    for command in (
        Command("help", "help [COMMAND]", "this", _help),
        Command("guide", "guide [on|off]", "asks for the next order, or every order, by numbers", _guide),
        Command("legal", "legal [UNIT]", "who may act, or what a unit may do", _legal),
        Command("odds", "odds A x B", "the exact chances of an attack; odds A for all that A may attack", _odds),
        Command("why", "why", "the last combat, every modifier with its rule", _why),
        Command("map", "map", "the map", _map),
        Command("status", "status", "where the battle stands, and how everybody is", _status),
        Command("findings", "findings", "what the rules find fault with so far", _findings),
        Command("end", "end", "ends the phase", _end),
        Command(
            "agree",
            "agree TEXT [| SIDE [| WHY]]",
            "ends the battle: the outcome, who has won, and why it ended",
            _agree,
        ),
        Command("dilemma", "dilemma A | B", "leaves a decision to the dice", _dilemma),
        Command("insist", "insist", "lets stand what was warned of", _insist),
        Command("undo", "undo", "takes the last line back", _undo),
        Command("redo", "redo", "takes it up again", _redo),
        Command("note", "note TEXT", "a note in the story (Markdown)", _note),
        Command("more", "more [TEXT]", "another line in the last note; without a text an empty one", _more),
        Command("photo", "photo FILE CAPTION", "a picture, from the battle file's folder or below it", _photo),
        Command("heading", "heading TEXT", "a heading in the story", _heading),
        Command("dice", "dice [on|off]", "who throws the dice; the computer throws them, or you do", _dice),
        Command("ai", "ai [on|off [SIDE]]", "who commands; the computer commands a side, or you do", _ai),
        Command("quit", "quit", "leaves; the same command takes the battle up again", _quit),
    )
}
