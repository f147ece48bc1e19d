"""Records as values: each edit makes a new record and leaves the old one as it was, so that it can be gone back to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from reportgen.battle.events import Event
from reportgen.battle.export import record_of
from reportgen.battle.orders import Action, Declared, Faces, Order, Thrown
from reportgen.battle.record import Entry, Heading, Note, PhaseRecord, Photo, Record, TurnRecord
from reportgen.battle.recorded import BY_THE_RULES, DICE_ONLY, THROW
from reportgen.record.moment import Moment, Need

Remark = Note | Photo | Heading

NEWLINE = "\n"


def copied(record: Record) -> Record:
    """The same record with lists of its own; entries are values and are shared."""
    turns = [
        replace(
            turn,
            phases=[replace(phase, entries=list(phase.entries)) for phase in turn.phases],
            entries=list(turn.entries),
        )
        for turn in record.turns
    ]
    return replace(record, turns=turns, entries=list(record.entries))


# -- what is added -----------------------------------------------------------------------------------------------------


def with_actions(now: Moment, actions: Iterable[Action]) -> Record:
    """The record with actions of the side whose phase it is."""
    record = copied(now.record)
    _phase(record, now).entries.extend(actions)
    return record


def with_end_of_phase(now: Moment) -> Record:
    record = copied(now.record)
    _phase(record, now).over = True
    return record


def with_end(record: Record, ends: Mapping[str, str]) -> Record:
    """The record with an end of the battle, which ends the phase too."""
    record = copied(record)
    _left_behind(record)
    record.ends = dict(ends)
    return record


def with_faces(now: Moment, faces: Faces) -> Record:
    """The record with dice for the throw that is wanted, where a record has them."""
    record = copied(now.record)
    throw = now.need.throw
    if throw is None:
        raise ValueError("no dice are wanted")
    scores = tuple(face or 0 for face in faces)
    if throw.purpose == "initiative":
        turn = _turn(record, now.battle.turn)
        turn.initiative = {**turn.initiative, throw.side: (*turn.initiative.get(throw.side, ()), *scores)}
    elif throw.purpose == "activation":
        _phase(record, now).activation = scores[0]
    elif throw.purpose == "spotting":
        _put_spotting(_phase(record, now).entries, now, faces)
    elif now.action is not None:
        _amend(record, now.action, _thrown(now.action, now.need, faces))
    elif now.battle.side is None:
        turn_number = now.battle.turn
        _put_apart(_turn(record, turn_number).entries if turn_number else record.entries, now.need, faces)
    else:
        _put_apart(_phase(record, now).entries, now.need, faces)
    return record


def with_choice(now: Moment, chosen: Order) -> Record:
    """The record with the option that was chosen."""
    if now.need.purpose == "initiative":
        record = copied(now.record)
        if chosen.text[0]:
            _begun(record, now, chosen.text[0])
        else:  # the turn is over
            _turn(record, now.battle.turn + 1)
        return record
    if now.need.purpose == "withdrawal" and now.action is not None:
        record = copied(now.record)
        declared = replace(now.action.declared, withdrew=chosen.path[1:] or chosen.path)
        _amend(record, now.action, replace(now.action, declared=declared))
        return record
    return with_actions(now, [Action(chosen)])


def with_remark(now: Moment, remark: Remark) -> Record:
    """The record with a note, photograph or heading where the battle stands.

    Between two phases or turns a heading belongs to what follows, a note or photograph to what has been.
    """
    record = copied(now.record)
    if now.phase is not None or now.need.kind == "order":
        _phase(record, now).entries.append(remark)
        return record
    known = {turn.number: turn for turn in record.turns}
    turn = known.get(now.battle.turn)
    if now.need.kind != "over" and turn is not None and not turn.phases:
        turn.entries.append(remark)
    elif now.need.kind != "over" and isinstance(remark, Heading) and record.turns:
        place = _turn(record, now.battle.turn).entries if turn is None else _phase(record, now).entries
        place.append(remark)
    elif record.turns:
        last = record.turns[-1]
        (last.phases[-1].entries if last.phases else last.entries).append(remark)
    else:
        record.entries.append(remark)
    return record


def with_more(record: Record, text: str) -> Record | None:
    """The record with another line in its last note, which must be its last entry; None if it is not."""
    record = copied(record)
    entries = _last_entries(record)
    if not entries or not isinstance(entries[-1], Note):
        return None
    entries[-1] = replace(entries[-1], text=f"{entries[-1].text.removesuffix(NEWLINE)}\n{text}\n")
    return record


def replaced(record: Record, old: Action, new: Action) -> Record:
    """The record with another action in the place of one of its own."""
    record = copied(record)
    _amend(record, old, new)
    return record


# -- what is written out -----------------------------------------------------------------------------------------------


def as_carried_out(now: Moment, action: Action) -> Action:
    """An action with what came of it, as a computer's battle is written: the result and the way back."""
    written = _written(now, action)
    if written is None:
        return action
    declared = action.declared
    if declared.result == "":
        declared = replace(declared, result=written.declared.result, loser=written.declared.loser)
    if not declared.withdrew:
        declared = replace(declared, withdrew=written.declared.withdrew)
    return replace(action, declared=declared)


def _written(now: Moment, action: Action) -> Action | None:
    """The action that the log has last, if it is this one."""
    actions = actions_of(record_of(now.battle.log, now.battle.scenario))
    if not actions:
        return None
    mine, its = action.order, actions[-1].order
    return actions[-1] if (mine.verb, mine.unit, mine.target) == (its.verb, its.unit, its.target) else None


def actions_of(record: Record) -> list[Action]:
    """The actions of all phases, in order."""
    return [
        entry
        for turn in record.turns
        for phase in turn.phases
        for entry in phase.entries
        if isinstance(entry, Action) and entry.order.verb not in DICE_ONLY
    ]


def end_of(event: Event) -> dict[str, str]:
    """The end of a battle as a record has it."""
    text = event.get("text")
    return {"why": event["why"], **({"outcome": text} if text else {}), "winner": event["winner"] or "nobody"}


# -- what is taken back ------------------------------------------------------------------------------------------------


def without_last(record: Record) -> Record | None:
    """The record as it was before the last thing in it; None if there is nothing in it.

    For a record that was read from a file, whose earlier states nobody remembers.
    """
    record = copied(record)
    if record.ends:
        why = record.ends.get("why")
        record.ends = {}
        if why not in BY_THE_RULES or why == "turn limit":  # the end of the phase was all that there was besides
            return record
    if not record.turns:
        return record if record.entries and record.entries.pop() else None
    turn = record.turns[-1]
    if not turn.phases:
        _take_from_opening(record, turn)
        return record
    phase = turn.phases[-1]
    if phase.over:
        phase.over = False
    elif phase.entries:
        phase.entries.pop()
    else:
        phase.activation = None
    if not phase.over and not phase.entries and phase.activation is None:
        turn.phases.pop()
        _reopen(record)
    return record


def _take_from_opening(record: Record, turn: TurnRecord) -> None:
    """Takes back a remark or throw before the first phase of a turn, and the turn if nothing is left of it."""
    thrown = {side: scores for side, scores in turn.initiative.items() if scores}
    if turn.entries:
        turn.entries.pop()
    elif thrown:
        # The sides throw in turn: the last die is that of the last side that threw as often as any.
        most = max(map(len, thrown.values()))
        last = [side for side, scores in thrown.items() if len(scores) == most][-1]
        thrown[last] = thrown[last][:-1]
        turn.initiative = {side: scores for side, scores in thrown.items() if scores}
    if not turn.entries and not turn.initiative:
        record.turns.pop()
        _reopen(record)


def _reopen(record: Record) -> None:
    """The phase that is last now was over when the next thing was written."""
    if record.turns and record.turns[-1].phases:
        record.turns[-1].phases[-1].over = True


# -- places ------------------------------------------------------------------------------------------------------------


def _turn(record: Record, number: int) -> TurnRecord:
    """The record's turn of that number, begun if need be."""
    for turn in record.turns:
        if turn.number == number:
            return turn
    _left_behind(record)
    record.turns.append(TurnRecord(number))
    return record.turns[-1]


def _left_behind(record: Record) -> None:
    """Something begins: that the phase before is over need not be said any more."""
    if record.turns and record.turns[-1].phases:
        record.turns[-1].phases[-1].over = False


def _phase(record: Record, now: Moment) -> PhaseRecord:
    """The record's phase in which the battle stands, begun if need be. `record` is a copy of the moment's."""
    if now.phase is not None:
        for old, new in zip(now.record.turns, record.turns, strict=True):
            for mine, its in zip(old.phases, new.phases, strict=True):
                if mine is now.phase:
                    return its
    return _begun(record, now, now.battle.side or now.need.side)


def _begun(record: Record, now: Moment, side: str) -> PhaseRecord:
    turn = _turn(record, now.battle.turn)
    _left_behind(record)
    turn.phases.append(PhaseRecord(side))
    return turn.phases[-1]


def _last_entries(record: Record) -> list[Entry]:
    """The list in which the last entry of the record stands."""
    if not record.turns:
        return record.entries
    turn = record.turns[-1]
    if turn.phases:
        return turn.phases[-1].entries
    return turn.entries


def _amend(record: Record, old: Action, new: Action) -> None:
    for turn in record.turns:
        for entries in (turn.entries, *(phase.entries for phase in turn.phases)):
            for number, entry in enumerate(entries):
                if entry is old:
                    entries[number] = new
                    return
    raise ValueError("the record does not hold this action")


# -- dice --------------------------------------------------------------------------------------------------------------


def _thrown(action: Action, need: Need, faces: Faces) -> Action:
    """The action with the dice that are wanted of it."""
    throw, said = need.throw, action.declared
    if throw is None:
        return action
    if throw.purpose == "combat":
        declared = _in_group(said, 0 if throw.unit == action.order.unit else 1, faces)
    elif throw.purpose == "rethrow":
        declared = replace(said, rethrows=_again(said.rethrows, faces[0], 2))
    elif throw.purpose == "dilemma":
        options = action.order.text
        group = options.index(throw.unit) if throw.unit in options else 0
        if group < len(said.dice) and len(said.dice[group]) >= throw.count:
            declared = replace(said, rethrows=_again(said.rethrows, faces[0], len(options)))
        else:
            declared = _in_group(said, group, faces)
    else:
        declared = replace(said, throws=_in_throws(said.throws, need, faces))
    return replace(action, declared=declared)


def _in_group(said: Declared, group: int, faces: Faces) -> Declared:
    groups = [*said.dice, *((),) * (group + 1 - len(said.dice))]
    groups[group] = (*groups[group], *faces)
    return replace(said, dice=tuple(groups))


def _again(rethrows: tuple[Faces, ...], face: int | None, parties: int) -> tuple[Faces, ...]:
    """The further throws after ties with one more die: the parties throw in turn."""
    if rethrows and len(rethrows[-1]) < parties:
        return (*rethrows[:-1], (*rethrows[-1], face))
    return (*rethrows, (face,))


def _in_throws(throws: tuple[Thrown, ...], need: Need, faces: Faces) -> tuple[Thrown, ...]:
    throw = need.throw
    if throw is None:
        return throws
    if need.noted:
        for number in reversed(range(len(throws))):
            known = throws[number]
            if known.purpose == throw.purpose and known.unit in ("", throw.unit):
                longer = replace(known, faces=(*known.faces, *faces))
                return (*throws[:number], longer, *throws[number + 1 :])
    return (*throws, Thrown(throw.purpose, faces, throw.unit))


def _put_apart(entries: list[Entry], need: Need, faces: Faces) -> None:
    """Dice in a line by themselves, before what the side does."""
    throw = need.throw
    if throw is None:
        return
    if need.noted:
        for number, entry in enumerate(entries):
            if isinstance(entry, Action) and entry.order.verb == THROW:
                throws = _in_throws(entry.declared.throws, need, faces)
                if len(throws) == len(entry.declared.throws):
                    entries[number] = replace(entry, declared=replace(entry.declared, throws=throws))
                    return
    thrown = Thrown(throw.purpose, faces, throw.unit)
    _before_deeds(entries, Action(Order(THROW), Declared(throws=(thrown,))))


def _put_spotting(entries: list[Entry], now: Moment, faces: Faces) -> None:
    """The throws to spot a body of troops stand together: the spotter's, then theirs."""
    throw = now.need.throw
    if throw is None:
        return
    for number, entry in enumerate(entries):
        if isinstance(entry, Action) and _spots(entry, throw.unit):
            group = 0 if throw.side == now.battle.side else 1
            entries[number] = replace(entry, declared=_in_group(entry.declared, group, faces))
            return
    _before_deeds(entries, Action(Order("spot", text=(throw.unit,)), Declared(dice=(faces,))))


def _spots(action: Action, body: str) -> bool:
    return action.order.verb == "spot" and [text.lower() for text in action.order.text] == [body.lower()]


def _before_deeds(entries: list[Entry], action: Action) -> None:
    deeds = [n for n, entry in enumerate(entries) if isinstance(entry, Action) and entry.order.verb not in DICE_ONLY]
    entries.insert(deeds[0] if deeds else len(entries), action)
