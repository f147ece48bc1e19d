"""A session over a scenario after some lines."""

from __future__ import annotations

from reportgen import rulesets
from reportgen.battle.record import Record
from reportgen.battle.scenario import Scenario
from reportgen.record.session import Session


def fed(scenario: Scenario, *lines: str) -> tuple[Session, str]:
    """A session after some lines, all of which it took, and what it said to the last of them."""
    session = Session(rulesets.of(scenario), scenario, Record(scenario.ruleset, "1.0"))
    session.begin()
    text = ""
    for line in lines:
        reply = session.feed(line)
        assert reply.changed, f"{session.prompt}{line}\n{reply.text}"
        text = reply.text
    return session, text
