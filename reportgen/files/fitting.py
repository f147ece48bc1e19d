"""What may stand with a verb and what may not, so that nothing that was written down is passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from reportgen.battle.orders import Declared, Order
from reportgen.battle.vocabulary import Verb
from reportgen.files.validate import suggest

END: Final = "end"
"""The verb that ends a phase in every ruleset."""

_PLACE = re.compile(r"[A-Za-z]{1,2}[1-9][0-9]?(?:/[12])?\Z")
_NO_FIGURES = ((None, None), (None, None))


class Misfit(NamedTuple):
    """Something that cannot stand with a verb. `part` is the key of the action written out; `nth` counts its words."""

    part: str
    nth: int
    message: str
    hint: str = ""


def misfits(verb: Verb, order: Order, declared: Declared) -> Iterator[Misfit]:
    """All that an action says and its verb has no use for, and the words that it lacks."""
    name = verb.symbol or verb.id
    attack = verb.form == "attack"
    yield from _of_order(verb, name, order)
    yield from _of_words(verb, name, order)
    contest = attack and not verb.announced
    later = "write them in the line that resolves it" if verb.announced else "leave them out"
    if declared.dice and not (contest or verb.dice):
        yield Misfit("dice", 0, f"no dice can stand behind '{name}'", later)
    if declared.rethrows and not declared.dice:
        yield Misfit("rethrows", 0, "nothing can be thrown again before there are dice", "write the first throw too")
    if (declared.modifiers, declared.totals) != _NO_FIGURES and not contest:
        part = "modifiers" if declared.modifiers != (None, None) else "totals"
        yield Misfit(part, 0, f"no figures can stand behind '{name}'", later)
    if declared.result and not (contest or verb.result):
        yield Misfit("result", 0, f"no result can stand behind '{name}'", later.replace("them", "it"))
    if declared.throws and verb.id == END:
        yield Misfit("throws", 0, "no dice can stand behind the end of a phase", "write them in the line before")


def _of_order(verb: Verb, name: str, order: Order) -> Iterator[Misfit]:
    if order.unit and verb.form == "side":
        yield Misfit("unit", 0, f"no unit can stand with '{name}'", "leave it out")
    if order.target and verb.form != "attack":
        yield Misfit("target", 0, f"nobody can be the target of '{name}'", "leave it out")
    if order.path and not (verb.place or verb.form == "move"):
        hint = "leave it out" if verb.form == "side" else "let the move be an action of its own"
        yield Misfit("path", 0, f"no place can stand with '{name}'", hint)
    if order.facing and not (verb.facing or verb.form == "move"):
        hint = "leave it out" if verb.form == "side" else "let the turn be an action of its own"
        yield Misfit("facing", 0, f"no facing can stand with '{name}'", hint)


def _of_words(verb: Verb, name: str, order: Order) -> Iterator[Misfit]:
    fewest, most = verb.words
    if len(order.text) > most:
        word = order.text[most]
        message = f"'{word}' cannot stand behind '{name}'" + (f", which takes {_count(most)}" if most else "")
        hint = "leave it out"
        if _PLACE.match(word) and verb.place:
            hint = f"the place stands before the verb: {order.unit} {word.upper()} {name}"
        yield Misfit("text", most, message, hint)
    elif len(order.text) < fewest:
        wanted = "a unit" if verb.whom else f"{_count(fewest)} at least"
        hint = f"known here: {', '.join(verb.options)}" if verb.options else ""
        yield Misfit("text", len(order.text), f"behind '{name}' stands {wanted}", hint)
    for nth, word in enumerate(order.text[:most] if verb.options else ()):
        if word not in verb.options:
            yield Misfit("text", nth, f"'{word}' cannot stand behind '{name}'", suggest(word, verb.options))


def _count(words: int) -> str:
    return "one word or text" if words == 1 else f"{words} words or texts"
