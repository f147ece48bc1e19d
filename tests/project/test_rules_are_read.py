"""Every number of a ruleset is used: a value that no code reads fails, after battles of every scenario."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Scenario
from reportgen.files.rules import load_rules
from reportgen.files.scenario import load_scenario
from reportgen.opened import shipped_scenarios
from reportgen.problems import Problems

SCENARIOS = shipped_scenarios()
PLAYED = [name for name in rulesets.names() if not rulesets.load(name).vocabulary.as_recorded]
"""Rulesets with an engine: `any` has none, and reads its few numbers with every scenario's words."""


def scenario_of(path: Path) -> Scenario:
    problems = Problems()
    scenario = load_scenario(path, rulesets.vocabulary, problems, rulesets.names())
    assert list(problems) == []
    assert scenario is not None
    return scenario


def test_there_are_scenarios_of_every_ruleset() -> None:
    assert len(SCENARIOS) >= 6
    assert {scenario_of(path).ruleset for path in SCENARIOS.values()} == set(rulesets.names())


@pytest.mark.parametrize("path", SCENARIOS.values(), ids=SCENARIOS)
def test_every_scenario_that_ships_is_right(path: Path) -> None:
    scenario = scenario_of(path)
    assert list(rulesets.of(scenario).check(scenario)) == []


@pytest.mark.parametrize("name", PLAYED)
def test_every_value_is_read(name: str) -> None:
    ruleset: Any = import_module(f"reportgen.rulesets.{name}").ruleset()
    for path in SCENARIOS.values():
        scenario = scenario_of(path)
        if scenario.ruleset != name or scenario.ground.table is not None:  # nothing is read by the ruler alone
            continue
        ruleset.check(scenario)
        commanders = {side.id: ruleset.commander("careful", scenario, side.id, 1) for side in scenario.sides}
        Battle(ruleset, scenario, Seeded(1, commanders), seed=1).play()
    assert ruleset.rules.reads
    assert ruleset.rules.unread() == []


def kept_by(tree: ast.AST) -> set[str]:
    """The attributes that a module sets on `self`."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


def used_by(tree: ast.AST) -> set[str]:
    """The attributes that a module looks up, of whatever."""
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_read_is_used(name: str) -> None:
    """`data.py` reads every value once, when it is loaded; the rest of the ruleset must ask for what it keeps."""
    folder = Path(rulesets.__file__).parent / name
    trees = {path: ast.parse(path.read_text()) for path in folder.rglob("*.py")}
    kept = kept_by(trees[folder / "data.py"])
    used = set().union(*(used_by(tree) for path, tree in trees.items()))
    assert len(kept) > 20
    assert kept - used == set()


def test_what_is_kept_and_not_used_is_seen() -> None:
    tree = ast.parse("class Data:\n    def __init__(self):\n        self.a = 1\n        self.b = 2\n\nprint(Data().a)")
    assert kept_by(tree) - used_by(tree) == {"b"}


def test_a_value_that_nobody_reads_is_seen() -> None:
    rules = load_rules(Path(rulesets.__file__).parent / "late19c" / "rules.yaml")
    unread = rules.unread()
    assert unread, "nothing has been read of rules that were only loaded"
    rule, key = unread[0]
    row, _, column = key.rpartition("/")
    read = rules.table(rule)[row][column] if row else rules.value(rule, key)
    assert read is not None
    assert (rule, key) not in rules.unread()
