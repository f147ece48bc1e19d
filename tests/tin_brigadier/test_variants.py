"""Variants of the Tin Brigadier: what its engine is made for, and what it refuses with a place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reportgen import resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.events import Log
from reportgen.battle.play import Battle
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.files.rules import Rules
from reportgen.files.scenario import load_scenario
from reportgen.problems import Problems, ProblemsFound
from reportgen.rulesets.tin_brigadier import TinBrigadier, house, ruleset

SEVERAL = {("fire.weapons", "weapon"), *(("works.tasks", column) for column in ("needs", "makes", "by"))}
"""Columns whose cells hold several words; the house looks at each."""
HEAD = 'format: reportgen-rules/1\nid: mine\ntitle: Mine\nversion: "0.1"\nextends: tin_brigadier\n'


def variant(folder: Path, text: str) -> Rules:
    path = folder / "rules.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return rulesets.read_rules(path)


def changes(values: dict[str, dict[str, int]]) -> str:
    lines = ["change:"]
    for rule, given in values.items():
        lines.append(f"  {rule}: {{values: {{{', '.join(f'{name}: {value}' for name, value in given.items())}}}}}")
    return "\n".join(lines)


def test_every_number_has_its_bounds_and_the_published_ones_keep_them() -> None:
    rules = rulesets.load("tin_brigadier").rules  # type: ignore[attr-defined]
    assert house.check(rules) == []
    wanted = {(rule.id, value.name) for rule in rules for value in rule.values.values() if not value.table_only}
    assert wanted == set(house.VALUES)
    cells = {(rule.id, column) for rule in rules for column in rule.columns} - SEVERAL
    assert cells == set(house.COLUMNS) | set(house.WORDS)


@pytest.mark.parametrize("end", [0, 1], ids=["least", "most"])
def test_odds_and_units_stand_the_ends_of_the_bounds(end: int, tmp_path: Path) -> None:
    values: dict[str, dict[str, int]] = {}
    for (rule, name), bounds in house.VALUES.items():
        values.setdefault(rule, {})[name] = bounds[end]
    made = ruleset(variant(tmp_path, changes(values)))
    for table in made.odds_tables():
        for row in table.cells:
            for cell in row:
                assert cell is None or table.means or all(0 <= chance <= 1 for chance in cell), table.title
    assert made.vocabulary.types["infantry"].points == 8


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("change:\n  army.units: {table: {rows: {infantry: {arm: zebra}}}}", "unknown-value", 7),
        ("change:\n  army.units: {table: {rows: {infantry: {then: shot}}}}", "unknown-value", 7),
        ("change:\n  army.units: {table: {rows: {infantry: {figures: -3}}}}", "out-of-range", 7),
        ("change:\n  fire.half: {values: {part: 0}}", "out-of-range", 7),
        ("change:\n  table.size: {values: {least: 30, most: 6}}", "out-of-range", 7),
        ("change:\n  fire.weapons: {table: {rows: {infantry: {weapon: bows}}}}", "unknown-weapon", 7),
        ("change:\n  fire.dice: {table: {rows: {close: null}}}", "no-row", 7),
        ("change:\n  solo.axis: {table: {rows: {one: null}}}", "no-row", 7),
    ],
)
def test_what_the_engine_cannot_play_is_said_with_its_place(text: str, code: str, line: int, tmp_path: Path) -> None:
    rules = variant(tmp_path, text)
    with pytest.raises(ProblemsFound) as found:
        ruleset(rules)
    assert [(one.code, one.place.line) for one in found.value.problems] == [(code, line)]


def test_a_tank_that_cannot_shoot_is_a_matter_of_its_row(tmp_path: Path) -> None:
    made = ruleset(variant(tmp_path, "change:\n  army.units: {table: {rows: {tank: {then: charge}}}}"))
    assert isinstance(made, TinBrigadier)
    assert made.remarks == ()
    kinds = made._data.kinds
    assert kinds["tank"].then == ("charge",) and kinds["infantry"].then == ("shoot", "charge")


def test_a_scenario_is_fought_by_the_variant_that_it_brings(tmp_path: Path) -> None:
    """Every shot hits on three: more is hit than by the rules as published."""
    text = (resources.scenarios() / "sandorf-redoubts" / "scenario.yaml").read_text(encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(HEAD + "change:\n  fire.dice: {values: {hit: 3}}\n", encoding="utf-8")
    (tmp_path / "scenario.yaml").write_text(f"{text}\nrules: rules.yaml\n", encoding="utf-8")
    problems = Problems()
    field = load_scenario(tmp_path / "scenario.yaml", rulesets.vocabulary, problems, rulesets.names())
    assert field is not None and not problems
    played = rulesets.of(field)
    assert played is not rulesets.load("tin_brigadier") and played is rulesets.of(field)
    plain = replace(field, raw={key: value for key, value in field.raw.items() if key != "rules"})
    hits = [
        sum(
            event["before"] - event["after"]
            for event in battle_of(one, rulesets.of(one)).of("tracked")
            if event["what"] == "strength"
        )
        for one in (field, plain)
    ]
    assert hits[0] > hits[1] > 0


@pytest.mark.parametrize(
    "board",
    [
        "hex, layout: pointy, columns: 14, rows: 12",
        "hex, layout: flat, columns: 14, rows: 12",
        "measured, width: 84, height: 72, unit: inches",
    ],
    ids=lambda board: board[:15],
)
def test_it_is_played_on_every_table(board: str, tmp_path: Path) -> None:
    text = (resources.scenarios() / "greys-hill" / "scenario.yaml").read_text(encoding="utf-8")
    text = text.replace("board: {columns: 14, rows: 12}", f"board: {{grid: {board}}}")
    (tmp_path / "rules.yaml").write_text(HEAD + "change:\n  fire.dice: {values: {hit: 4}}\n", encoding="utf-8")
    (tmp_path / "scenario.yaml").write_text(f"{text}\nrules: rules.yaml\n", encoding="utf-8")
    problems = Problems()
    field = load_scenario(tmp_path / "scenario.yaml", rulesets.vocabulary, problems, rulesets.names())
    assert field is not None, list(map(str, problems))
    log = battle_of(field, rulesets.of(field), turns=2)
    assert list(log.of("move"))


def battle_of(field: Scenario, rules: Ruleset, turns: int = 3) -> Log:
    players = {side.id: rules.commander("nearest", field, side.id, 1) for side in field.sides}
    return Battle(rules, field, Seeded(1, players), seed=1).play(turns=turns)
