"""A battle on the table: its scenario and its file opened, and a session begun over them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reportgen import rulesets
from reportgen.opened import find_scenario, load_scenario, sound
from reportgen.problems import Problem, Problems

if TYPE_CHECKING:
    from reportgen.record.session import Session


class Recording(NamedTuple):
    """A battle that is being taken down, and what was found in its file."""

    session: Session
    problems: tuple[Problem, ...]


def record(scenario: str, battle: Path) -> Recording:
    """A battle on the table, taken down line by line in a battle file; one that is there already is taken up again.

    `scenario` is a file, a folder with a `scenario.yaml`, or the name of one that ships. Feed the session lines, or let
    `reportgen.record.console` ask for them.
    """
    from reportgen.record.session import Session
    from reportgen.record.store import opened

    path = find_scenario(scenario)
    problems = Problems()
    field = sound(load_scenario(path, problems), problems)
    rules = rulesets.of(field)
    found = opened(battle, field, path, rules, rulesets.vocabulary, rulesets.names(), problems)
    store, begun, fought_in = sound(found, problems)
    session = Session(rules, fought_in, begun, keep=store.keep, folder=battle.parent)
    return Recording(session, tuple(problems))
