"""What a line that is being typed may go on with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from reportgen.battle.vocabulary import Verb
from reportgen.files.battlefile import PICTURES
from reportgen.record import answering
from reportgen.record.commands import COMMANDS
from reportgen.record.options import every_order, turns_only

if TYPE_CHECKING:
    from reportgen.record.session import Session

MOST_FILES = 500
"""Files of the folder that are looked at for pictures."""


class Completion(NamedTuple):
    """A word, and what it is. It takes the place of the last `length` characters of the line."""

    word: str
    what: str
    length: int


def completions(session: Session, line: str) -> list[Completion]:
    """What may stand at the end of the line, as far as it has been typed there."""
    begun = re.search(r"[^\s+-]*\Z", line)
    fragment = begun.group() if begun is not None else ""
    before = line[: len(line) - len(fragment)]
    words = dict(_words(session, before))
    return [
        Completion(word, what, len(fragment))
        for word, what in words.items()
        if word.lower().startswith(fragment.lower())
    ]


def _words(session: Session, before: str) -> Iterator[tuple[str, str]]:
    """The words that may follow, the likeliest first."""
    words = before.lower().replace("+", " ").split()
    if not words:
        yield from _first(session)
        return
    command = words[0].removeprefix(":")
    if command in COMMANDS and words[0] not in session.notation.units:
        yield from _of_command(session, command, words[1:])
    elif before.endswith("+"):
        yield from _units(session)
    else:
        yield from _of_unit(session, words, before)


def _first(session: Session) -> Iterator[tuple[str, str]]:
    need = session.now.need
    if need.kind == "choice" and need.choice is not None:
        yield from ((answering.option(session, option), "") for option in need.choice.options())
    if need.kind == "order":
        yield from _units(session)
        yield from ((v.symbol, v.title) for v in session.notation.verbs.values() if v.form == "side" and v.symbol)
    yield from ((command.name, command.does) for command in COMMANDS.values())


def _units(session: Session) -> Iterator[tuple[str, str]]:
    """The units of the side whose phase it is, those first that may still act."""
    side = session.now.need.side or session.now.battle.side
    there = session.now.standing
    names = {u.id: u.name for s in session.scenario.sides if s.id == side for u in s.units if u.id in there}
    able = [order.unit for order in session.rules.legal(session.now.opening.state) if order.unit in names]
    yield from ((unit, f"{names[unit]}, {there[unit]}") for unit in dict.fromkeys([*able, *names]))


def _enemies(session: Session) -> Iterator[tuple[str, str]]:
    side = session.now.need.side or session.now.battle.side
    there = session.now.standing
    for other in session.scenario.sides:
        if other.id != side:
            yield from ((u.id, f"{u.name}, {there[u.id]}") for u in other.units if u.id in there)


def _of_command(session: Session, command: str, words: list[str]) -> Iterator[tuple[str, str]]:
    if command in ("legal", "odds") and not words:
        yield from _units(session)
    elif command == "odds":
        yield from _of_unit(session, words, " ".join(words) + " ")
    elif command == "help" and not words:
        yield from ((name, "") for name in COMMANDS)
    elif command in ("dice", "ai", "guide") and not words:
        yield from (("on", ""), ("off", ""))
    elif command == "ai" and len(words) == 1:
        yield from ((side.id, side.name) for side in session.scenario.sides)
    elif command == "photo" and not words and session.folder is not None:
        files = islice(session.folder.rglob("*.*"), MOST_FILES)
        names = sorted(file.relative_to(session.folder).as_posix() for file in files if file.suffix.lower() in PICTURES)
        yield from ((f'"{name}"' if " " in name else name, "") for name in names)


def _of_unit(session: Session, words: list[str], before: str) -> Iterator[tuple[str, str]]:
    """What follows a unit: squares, facings, verbs; behind the verb of an attack, whom."""
    unit = session.notation.units.get(words[0])
    if unit is None:
        return
    attacks = {v.symbol.lower(): v.id for v in session.notation.verbs.values() if v.form == "attack"}
    orders = every_order(session.now, unit)
    if words[-1] in attacks:
        known = dict(_enemies(session))
        able = [o.target for o in orders if o.target in known and o.verb == attacks[words[-1]]]
        yield from ((target, known[target]) for target in dict.fromkeys([*able, *known]))
        return
    said = next((v for v in session.notation.verbs.values() if v.options and v.symbol.lower() == words[-1]), None)
    if said is not None:
        able = [word for o in orders if o.verb == said.id for word in o.text]
        yield from ((word, "") for word in dict.fromkeys([*able, *said.options]))
        return
    if not before.endswith("-") and len(words) == 1:
        verbs = session.notation.verbs if session.words.as_recorded else [order.verb for order in orders]
        yield from ((v.symbol, v.title) for v in _verbs_of(session, verbs))
        yield from ((f, "turn") for f in dict.fromkeys(o.facing for o in orders if turns_only(session.now, o)) if f)
    elif not before.endswith("-"):
        here = (o.verb for o in orders if o.path[-1:] == (words[-1].upper(),) and session.notation.verbs[o.verb].place)
        yield from ((v.symbol, v.title) for v in _verbs_of(session, here))
        yield from ((facing, "facing") for facing in session.words.facings if facing.isupper())
        yield from ((symbol, "") for symbol in attacks)
        return
    squares = (o.path[-1].partition("/")[0] for o in orders if o.path and not turns_only(session.now, o))
    yield from ((square, "") for square in dict.fromkeys(squares))


def _verbs_of(session: Session, ids: Iterable[str]) -> Iterator[Verb]:
    for verb in dict.fromkeys(ids):
        found = session.notation.verbs[verb]
        if found.symbol and found.form != "side":
            yield found
