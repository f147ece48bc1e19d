"""Variants: rules laid over the rules that they extend, and placeholders that reach across rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.files.rules import Rules, load_rules, rules_from
from reportgen.files.ruletext import filled, placeholder, placeholders, written
from reportgen.files.source import parse
from reportgen.problems import Place, Problems

BASE = """\
format: reportgen-rules/1
id: small
title: Small Wars
version: "1"
sections:
  - id: armies
    title: Armies
    rules:
      - id: armies.points
        title: Points
        source: published
        text: Up to {points} points.
        values: {points: {value: 36, unit: points}}
      - id: armies.types
        title: Types
        source: ruling
        table:
          columns: {value: {title: Value}, moves: {title: Moves}}
          rows:
            guard: {title: Guard, value: 4, moves: 2}
            scout: {title: Scout, value: 1, moves: 5, source: published}
  - id: combat
    title: Combat
    rules:
      - id: combat.charge
        title: Charge
        source: published
        text: "{amount:+} for cavalry."
        values: {amount: {value: 3, without: 0}}
      - id: combat.half
        title: Half
        source: playtest
        text: Exactly half.
"""
VARIANT = """\
format: reportgen-rules/1
id: mine
title: My Wars
version: "0.1"
extends: small
change:
  armies.points:
    text: |
      Exactly
      {points} points, of which
      {armies.types/guard/value:words} on the Guard ({@armies.types}).
    values: {points: 30}
  armies.types:
    table:
      rows:
        guard: {value: 5}
        scout: null
        lancer: {title: Lancers, value: 3, moves: 4}
drop: [combat.charge]
add:
  - {id: combat.night, title: Night, after: combat.half, text: No fire.}
  - {id: armies.elephants, title: Elephants, section: armies, source: completion, text: None.}
sections:
  - {id: weather, title: Weather, after: armies, rules: [{id: weather.rain, title: Rain, text: It rains.}]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.yaml").write_text(BASE)
    (tmp_path / "mine.yaml").write_text(VARIANT)
    return tmp_path


def mine(folder: Path) -> Rules:
    return load_rules(folder / "mine.yaml", {"small": folder / "small.yaml"})


def test_a_variant_is_the_whole_that_it_comes_to(folder: Path) -> None:
    rules = mine(folder)
    assert (rules.id, rules.title, rules.version, rules.engine) == ("mine", "My Wars", "0.1", "small")
    assert [(rule.number, rule.id, rule.source) for rule in rules] == [
        ("1.1", "armies.points", "variant"),
        ("1.2", "armies.types", "ruling"),
        ("1.3", "armies.elephants", "completion"),
        ("2.1", "weather.rain", "variant"),
        ("3.1", "combat.half", "playtest"),
        ("3.2", "combat.night", "variant"),
    ]
    assert rules.base is not None
    assert (rules.base.id, rules.base.engine, rules.base.base) == ("small", "small", None)
    assert rules.section_of("combat.night").title == "Combat"


def test_values_and_rows(folder: Path) -> None:
    rules = mine(folder)
    assert rules.value("armies.points", "points") == 30
    assert rules.rule("armies.points").values["points"].unit == "points"
    rows = rules.table("armies.types")
    assert {id: dict(row.cells) for id, row in rows.items()} == {
        "guard": {"value": 5, "moves": 2},
        "lancer": {"value": 3, "moves": 4},
    }
    assert [row.source for row in rows.values()] == ["variant", "variant"]
    assert rules.text("armies.points") == "Exactly\n30 points, of which\nfive on the Guard (1.2).\n"


def test_a_dropped_rule_leaves_what_is_taken_without_it(folder: Path) -> None:
    rules = mine(folder)
    assert "combat.charge" not in rules
    assert list(rules.dropped) == ["combat.charge"]
    assert rules.value("combat.charge", "amount") == 0
    assert ("combat.charge", "amount") not in rules.reads


def test_the_base_is_as_it_was(folder: Path) -> None:
    base = mine(folder).base
    assert base is not None
    assert base.value("armies.points", "points") == 36
    assert base.hash == load_rules(folder / "small.yaml").hash != mine(folder).hash


def test_places_are_the_variants_own(folder: Path) -> None:
    rules = mine(folder)
    file = str(folder / "mine.yaml")
    assert rules.rule("armies.points").place == Place(file, 8, 5)
    assert rules.rule("armies.points").values["points"].place == Place(file, 12, 22)
    assert rules.table("armies.types")["lancer"].place == Place(file, 18, 17)
    assert rules.rule("combat.night").place == Place(file, 21, 5)
    assert rules.rule("combat.half").place == Place(file, 5, 10)


def test_a_placeholder_in_a_changed_text_is_found_in_its_line(folder: Path) -> None:
    text = VARIANT.replace("{points} points, of which", "{pounds} points, of which")
    (folder / "mine.yaml").write_text(text)
    problems = Problems()
    source = parse(text, "mine.yaml", problems)
    assert source is not None
    assert rules_from(source, problems, folder, {"small": folder / "small.yaml"}) is None
    assert list(map(str, problems)) == [
        "mine.yaml:10:7: error[unknown-placeholder]: "
        "the placeholder {pounds} stands for nothing; did you mean 'points'?"
    ]


def test_a_variant_of_a_variant(folder: Path) -> None:
    (folder / "own").mkdir()
    (folder / "own" / "rules.yaml").write_text(VARIANT)
    (folder / "twice.yaml").write_text(
        'format: reportgen-rules/1\nid: twice\ntitle: Twice\nversion: "1"\nextends: own/\n'
        "change: {armies.points: {values: {points: 12}}, weather.rain: {title: Hail}}\n"
    )
    rules = load_rules(folder / "twice.yaml", {"small": folder / "small.yaml"})
    assert rules.engine == "small"
    assert rules.value("armies.points", "points") == 12
    assert rules.rule("weather.rain").title == "Hail"
    assert rules.base is not None and rules.base.id == "mine"


def test_rules_without_an_engine(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(
        'format: reportgen-rules/1\nid: plain\ntitle: Plain\nversion: "1"\nengine: none\nsections:\n'
        "  - {id: all, title: All of it, intro: 'Throw {all.dice/dice} dice.'}\n"
        "  - {id: dice, title: Dice, rules: [{id: all.dice, title: Dice, values: {dice: 2}}]}\n"
    )
    rules = load_rules(tmp_path / "rules.yaml")
    assert rules.engine == ""
    assert rules.rule("all.dice").source == "published"
    assert rules.fill(rules.sections[0].intro) == "Throw 2 dice."
    assert rules.unprinted() == []


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("points", ("", "", "points", "", "")),
        ("points:+", ("", "", "points", "", "+")),
        ("armies.points/points:words", ("", "armies.points", "points", "", "words")),
        ("armies/row/cell", ("", "armies", "row", "cell", "")),
        ("@armies.points", ("armies.points", "", "", "", "")),
        ("points:%d", None),
        ("Points", None),
        ("a/b/c/d", None),
        ("", None),
    ],
)
def test_placeholder(inside: str, said: tuple[str, ...] | None) -> None:
    found = placeholder(inside)
    assert (found and (found.number, found.rule, found.name, found.column, found.manner)) == said


def test_braces_twice_are_a_brace() -> None:
    assert list(placeholders("a {{b} {c}\n{d}")) == [(0, 7, "c"), (1, 0, "d")]
    assert filled("{{b} {c} {%}", lambda found: found.name.upper()) == "{b} C {%}"
    assert written(3, "Words") == "Three"
