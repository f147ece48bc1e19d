"""Scenarios by name, those that ship and the mirror, each on its own board or on another: `zinn-bridge:measured`."""

from __future__ import annotations

from functools import cache
from typing import Any

from benchmarks.mirror import mirror
from reportgen import rulesets
from reportgen.battle.scenario import Scenario
from reportgen.files.scenario import read_scenario, scenario_from
from reportgen.files.source import Source
from reportgen.opened import find_scenario, shipped_scenarios
from reportgen.problems import Problems

MIRROR = "mirror"
BOARDS = ("square", "hex", "measured")
INCREMENT = 6
"""Inches that are 1 of the rules' distances on a measured table."""


def names() -> list[str]:
    """The scenarios that ship and that the computer can play, by folder; not those that put them on other boards."""
    every = [(name, path) for name, path in shipped_scenarios().items() if "/" not in name]
    return [name for name, path in every if "\nruleset: any\n" not in path.read_text(encoding="utf-8")]


def boards_of(name: str) -> tuple[str, ...]:
    """The boards that a scenario's ruleset plays on."""
    tables = rulesets.load(scenario(name).ruleset).vocabulary.tables
    return tuple(board for board in BOARDS if board in tables)


@cache
def scenario(name: str) -> Scenario:
    """A scenario that ships, or the mirror; after a colon the board, if not its own. Raises ProblemsFound if it cannot
    be used."""
    shipped, _, board = name.partition(":")
    if shipped == MIRROR:
        return mirror()
    problems = Problems()
    path = find_scenario(shipped)
    source = read_scenario(path, problems)
    problems.raise_if_any()
    assert source is not None
    if board:
        source = Source.of({**source.data, "board": other_board(source.data["board"], board)}, name)
    found = scenario_from(source, path.parent, rulesets.vocabulary, problems, rulesets.names())
    problems.raise_if_any()
    assert found is not None
    return found


def other_board(board: dict[str, Any], kind: str) -> dict[str, Any]:
    """The `board:` of a scenario with so many squares, hexes or increments. Raises KeyError for another kind."""
    size = {"columns": board["columns"], "rows": board["rows"]}
    return {
        "square": size,
        "hex": {"grid": "hex", **size},
        "measured": {
            "grid": "measured",
            "width": size["columns"] * INCREMENT,
            "height": size["rows"] * INCREMENT,
            "unit": "inches",
            "increment": INCREMENT,
        },
    }[kind]
