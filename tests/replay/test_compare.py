"""The first difference between two logs, in words."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from reportgen.battle.events import Event, Header, Log
from reportgen.battle.replay import compare

HEADER = Header("late19c", "1.1", "aa", "A Skirmish", "bb", seed=4)
EVENTS = (
    Event(0, 1, "first", "blue", "move", {"unit": "A", "path": ["C1", "C2"]}),
    Event(1, 1, "end", None, "end", {"winner": None}),
)


def log(*events: Event, **header: Any) -> Log:
    return Log(replace(HEADER, **header), list(events or EVENTS))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (log(), None),
        (log(seed=5), "the header's seed is 4 in the first log, 5 in the second"),
        (log(seed=None), "the header's seed is 4 in the first log, missing in the second"),
        (log(ruleset_hash="x"), "the header's ruleset hash is 'aa' in the first log, 'x' in the second"),
        (log(EVENTS[0]), "the first log goes on with event 1, turn 1, end: end"),
        (log(*EVENTS, replace(EVENTS[1], n=2)), "the second log goes on with event 2, turn 1, end: end"),
        (
            log(replace(EVENTS[0], data={"unit": "A", "path": ["C1"]})),
            "event 0, turn 1, first of blue (move): 'path' is ['C1', 'C2'] in the first log, ['C1'] in the second",
        ),
        (
            log(replace(EVENTS[0], data={"unit": "A", "path": ["C1", "C2"], "cost": 1})),
            "event 0, turn 1, first of blue (move): 'cost' is missing in the first log, 1 in the second",
        ),
        (
            log(replace(EVENTS[0], kind="leave")),
            "event 0, turn 1, first of blue, is 'move' in the first log and 'leave' in the second",
        ),
        (
            log(replace(EVENTS[0], turn=2)),
            "event 0, turn 1, first of blue, is in turn 2, first of blue in the second log",
        ),
        (
            log(replace(EVENTS[0], n=3)),
            "event 0, turn 1, first of blue (move): it has number 0 in the first log, 3 in the second",
        ),
    ],
)
def test_compare(other: Log, said: str | None) -> None:
    assert compare(log(), other) == said
