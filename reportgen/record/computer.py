"""The computer's part in a battle that is taken down: it throws and commands where it was asked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportgen.battle.answers import Commander, Seeded
from reportgen.battle.orders import Action, Choice, Faces, Order, Throw
from reportgen.battle.record import Record
from reportgen.files.fitting import END
from reportgen.record import edits
from reportgen.record.chances import spelled_out
from reportgen.record.moment import Moment, played
from reportgen.record.players import manner_of
from reportgen.record.reply import Said

if TYPE_CHECKING:
    from reportgen.record.session import Session


def go_on(session: Session) -> list[Said]:
    """Throws and commands until a person is wanted, and says what happened. What was done is kept, even if it stops."""
    commanders: dict[str, Commander] = {}
    said: list[Said] = []
    begun = session.record
    try:
        while True:
            before = session.now
            if before.need.throw is not None and before.record.seed is not None:
                record = edits.with_faces(before, _thrown(before, before.need.throw, before.record.seed))
            elif before.need.choice is not None and session.left_to_computer():
                record = _commanded(session, before, before.need.choice, commanders)
            else:
                return said
            after = played(session.rules, session.scenario, record)
            if any(found not in before.findings for found in after.findings):
                said.append(Said("The computer is at a loss here: it is for you to say.", "warning"))
                return said
            session.now = session.completed(before, after, before.action)
            said += session.told(before, session.now)
    finally:
        if session.record is not begun:
            fault = session.save(session.record)
            said += fault.said if fault is not None else ()


def _thrown(now: Moment, throw: Throw, seed: int) -> Faces:
    """The dice that are wanted: the same as in any battle of that seed."""
    faces = Seeded(seed, {}, now.record.battle).roll(now.battle, throw, now.need.nth)
    return faces[now.need.noted :]


def _commanded(session: Session, now: Moment, choice: Choice, commanders: dict[str, Commander]) -> Record:
    """The record with what the computer decides."""
    side = choice.side
    if side not in commanders:
        manner = manner_of(now.record.players[side]) or ""
        commanders[side] = session.rules.commander(manner, now.battle.scenario, side, now.record.seed or 0)
    given = commanders[side].choose(now.battle, choice)
    # A commander's order may know more than a record does; what is written down has to do.
    order = Order(given.verb, given.unit, given.target, given.path, given.facing, given.text)
    if now.need.kind == "choice":
        return edits.with_choice(now, order)
    if order.verb == END:
        return edits.with_end_of_phase(now)
    place = session.numbered()
    return edits.with_actions(now, [Action(one, place=place) for one in spelled_out(now, order)])
