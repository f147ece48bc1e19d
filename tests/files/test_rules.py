"""rules.yaml: values, tables, texts, numbers, and what was read."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.files.rules import Credit, Rules, load_rules, rules_from, written
from reportgen.files.source import parse
from reportgen.problems import Place, Problems, ProblemsFound

RULES = """\
format: reportgen-rules/1
id: small
title: Small Wars
version: "1.2"
credit: {author: A. Writer, where: a club's newsletter}
sections:
  - id: armies
    title: Armies
    intro: First of all.
    rules:
      - id: armies.points
        title: Points
        source: published
        text: |
          Up to {points} points and {turns:words} turns, {charge:+} or {cover:+}; {half}.
          The values stand in {@armies.types}.
        values:
          points: 36
          turns: {value: 12, unit: turns}
          charge: {value: 3}
          cover: -2
          half: 1.5
          depth: {value: 20, unit: mm, use: table}
      - id: armies.types
        title: Types
        source: ruling
        note: The text is silent.
        table:
          title: Values of stands
          columns:
            value: {title: Value, unit: points}
            depth: {title: Depth, unit: mm, use: table}
          rows:
            guard: {title: Guard Infantry, value: 4, depth: 20, source: published, note: The best.}
            works: {title: Entrenchment, value: 0.5, depth: null}
  - id: turn
    title: The turn
    rules:
      - id: turn.order
        title: Order
        source: variant
        values: {dice: [4, 6, 8], named: true}
"""


def rules(text: str = RULES) -> Rules:
    problems = Problems()
    source = parse(text, "rules.yaml", problems)
    made = rules_from(source, problems) if source else None
    assert made is not None, list(map(str, problems))
    return made


def test_head() -> None:
    made = rules()
    assert (made.id, made.title, made.version) == ("small", "Small Wars", "1.2")
    assert made.credit == Credit("A. Writer", "", "a club's newsletter")
    assert [(s.id, s.number, s.title, s.intro) for s in made.sections] == [
        ("armies", "1", "Armies", "First of all."),
        ("turn", "2", "The turn", ""),
    ]


def test_numbers_are_counted() -> None:
    made = rules()
    assert [made.number(rule.id) for rule in made] == ["1.1", "1.2", "2.1"]
    assert "turn.order" in made
    assert "turn" not in made


def test_rule() -> None:
    rule = rules().rule("armies.types")
    assert (rule.title, rule.source, rule.note, rule.text) == ("Types", "ruling", "The text is silent.", "")
    assert rule.place == Place("rules.yaml", 24, 9)
    assert [(c.name, c.title, c.unit, c.table_only) for c in rule.columns.values()] == [
        ("value", "Value", "points", False),
        ("depth", "Depth", "mm", True),
    ]
    assert rule.table_title == "Values of stands"
    guard, works = rule.rows.values()
    assert (guard.title, guard.source, guard.note) == ("Guard Infantry", "published", "The best.")
    assert (works.title, works.source, works.note) == ("Entrenchment", "ruling", "")


def test_what_is_read_is_noted() -> None:
    made = rules()
    assert made.reads == set()
    assert made.unread() == [
        ("armies.points", "points"),
        ("armies.points", "turns"),
        ("armies.points", "charge"),
        ("armies.points", "cover"),
        ("armies.points", "half"),
        ("armies.types", "guard/value"),
        ("armies.types", "works/value"),
        ("turn.order", "dice"),
        ("turn.order", "named"),
    ]
    assert made.value("armies.points", "points") == 36
    assert made.table("armies.types")["guard"]["value"] == 4
    assert made.reads == {("armies.points", "points"), ("armies.types", "guard/value")}
    assert ("armies.points", "points") not in made.unread()
    assert ("armies.types", "works/value") in made.unread()
    assert dict(made.table("armies.types")["works"]) == {"value": 0.5, "depth": None}
    assert ("armies.types", "works/value") not in made.unread()


def test_printing_is_not_reading() -> None:
    made = rules()
    made.text("armies.points")
    assert [row.cells["value"] for row in made.rule("armies.types").rows.values()] == [4, 0.5]
    assert len(made.table("armies.types")["guard"]) == 2
    assert list(made.table("armies.types")["guard"]) == ["value", "depth"]
    assert repr(made.table("armies.types")["guard"]) == "Row('guard', {'value': 4, 'depth': 20})"
    assert made.reads == set()


def test_what_is_not_there() -> None:
    made = rules()
    for call in [
        lambda: made.rule("none"),
        lambda: made.number("none"),
        lambda: made.value("none", "points"),
        lambda: made.value("armies.points", "none"),
        lambda: made.table("armies.types")["none"],
        lambda: made.table("armies.types")["guard"]["none"],
        lambda: made.text("none"),
    ]:
        with pytest.raises(KeyError):
            call()
    assert made.table("turn.order") == {}
    assert made.reads == set()


def test_text_is_filled() -> None:
    assert rules().text("armies.points") == (
        "Up to 36 points and twelve turns, +3 or −2; 1½.\nThe values stand in 1.2.\n"
    )


def test_unprinted() -> None:
    assert rules().unprinted() == [("armies.points", "depth"), ("turn.order", "dice"), ("turn.order", "named")]


@pytest.mark.parametrize(
    ("value", "manner", "text"),
    [
        (2, "", "2"),
        (-2, "", "−2"),
        (2, "+", "+2"),
        (0, "words", "no"),
        (20, "words", "twenty"),
        (21, "words", "21"),
        (0.5, "", "½"),
        (2.25, "", "2¼"),
        (-1.5, "", "−1½"),
        (0.3, "", "0.3"),
        (3.0, "", "3"),
        (True, "", "yes"),
        (False, "", "no"),
        (None, "", "–"),
        ("rear", "", "rear"),
        ([3, 4, 5], "", "3, 4 or 5"),
        ([6], "words", "six"),
        ([], "", ""),
    ],
)
def test_written(value: object, manner: str, text: str) -> None:
    assert written(value, manner) == text


def test_hash_covers_values_and_not_words() -> None:
    base = rules().hash
    assert len(base) == 16 and int(base, 16) >= 0
    for other in [
        RULES.replace("points: 36", "points: 37"),
        RULES.replace("value: 0.5", "value: 1"),
        RULES.replace('"1.2"', '"1.3"'),
        RULES.replace("turn.order", "turn.sequence"),
    ]:
        assert rules(other).hash != base
    for same in [
        RULES.replace("Up to", "As many as"),
        RULES.replace("Small Wars", "Little Wars"),
        RULES.replace("source: ruling", "source: erratum"),
        RULES.replace("{value: 3}", "3"),
    ]:
        assert rules(same).hash == base


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(RULES, encoding="utf-8")
    assert load_rules(path).hash == rules().hash
    path.write_text(RULES.replace("source: ruling", "source: rule").replace("36", "[]"), encoding="utf-8")
    with pytest.raises(ProblemsFound) as found:
        load_rules(path)
    assert [problem.code for problem in found.value.problems] == ["unknown-value"]
    with pytest.raises(ProblemsFound) as found:
        load_rules(tmp_path / "none.yaml")
    assert [problem.code for problem in found.value.problems] == ["no-file"]
