"""A scenario that brings a variant along: it is played by it, and its battle file carries it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from reportgen import api, resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Scenario
from reportgen.files import houserules
from reportgen.files.rules import rules_from
from reportgen.files.scenario import load_scenario
from reportgen.files.source import Source
from reportgen.problems import Problems
from reportgen.rulesets.late19c import house
from tests.booklet.conftest import rules_called

FARM = """\
format: reportgen-scenario/1
title: The Farm
ruleset: late19c
rules: {rules}
turns: 3
board: {{columns: 12, rows: 12}}
sides:
  - {{id: red, name: Reds, edge: W, general: average, units: [
      {{type: regular_infantry, count: 2, label: RED}}, {{type: regular_cavalry, label: LAN}},
      {{type: command, label: COL}}]}}
  - {{id: blue, name: Blues, edge: E, general: average, units: [
      {{type: regular_infantry, count: 2, label: BLU}}, {{type: command, label: MAJ}}]}}
deployment: {{RED1: E6, RED2: E7, LAN: F9, COL: D6, BLU1: H6, BLU2: H7, MAJ: J6}}
"""
INLINE = (
    "{format: reportgen-rules/1, id: mine, title: Mine, version: '1', extends: late19c, "
    "change: {close.cavalry: {values: {amount: 1}}, stands.types: {table: {rows: {regular_infantry: {moves: 4}}}}}, "
    "drop: [close.downhill]}"
)


def scenario(tmp_path: Path, rules: str) -> tuple[Scenario | None, Problems]:
    path = tmp_path / "scenario.yaml"
    path.write_text(FARM.format(rules=rules), encoding="utf-8")
    problems = Problems()
    return load_scenario(path, rulesets.vocabulary, problems, rulesets.names()), problems


def fought(field: Scenario, seed: int = 5) -> Battle:
    player = rulesets.of(field)
    commanders = {side.id: player.commander("careful", field, side.id, seed) for side in field.sides}
    battle = Battle(player, field, Seeded(seed, commanders), seed=seed)
    battle.play()
    return battle


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("nope", "4:8: error[no-file]: the rules 'nope' cannot be used: there is no such file"),
        ("kind", "4:8: error[wrong-format]: the rules 'kind/rules.yaml' cannot be used: it is a file of another kind"),
        ("whole", "4:8: error[wrong-ruleset]: the rules 'whole/rules.yaml' extend nothing"),
        ("other", "4:8: error[wrong-ruleset]: the rules extend 'tin-brigadier', the scenario is written for 'late19c'"),
    ],
)
def test_rules_that_cannot_be_used_are_told_where_they_are_named(tmp_path: Path, rules: str, told: str) -> None:
    head = "format: reportgen-rules/1\nid: x\n"
    other = f"{head}extends: tin-brigadier\n"
    for name, text in (("kind", "format: reportgen-scenario/1\n"), ("whole", head), ("other", other)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.yaml").write_text(text)
    field, problems = scenario(tmp_path, rules)
    assert field is None
    assert [str(problem).startswith(f"{tmp_path}/scenario.yaml:{told}") for problem in problems] == [True]


def test_a_variant_may_extend_a_folder_beside_it(tmp_path: Path) -> None:
    for name, base in (("one", "two"), ("one/two", "late19c")):
        (tmp_path / name).mkdir()
        text = f"format: reportgen-rules/1\nid: {name[-3:]}\ntitle: X\nversion: '1'\nextends: {base}\n"
        (tmp_path / name / "rules.yaml").write_text(text)
    rules = rulesets.read_rules(tmp_path / "one" / "rules.yaml")
    assert (rules.id, rules.base.id, rules.engine) == ("one", "two", "late19c")  # type: ignore[union-attr]


def test_a_number_out_of_bounds_is_told_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(
        "format: reportgen-rules/1\nid: mine\ntitle: X\nversion: '1'\nextends: tin_brigadier\n"
        "change:\n  army.units: {table: {rows: {infantry: {move: 999}}}}\n"
    )
    (problem,) = api.check([path]).problems
    assert (problem.place.line, problem.place.column) == (7, 48)


def test_it_is_played_by_its_own_numbers(tmp_path: Path) -> None:
    field, problems = scenario(tmp_path, INLINE)
    assert field is not None, list(map(str, problems))
    player = rulesets.of(field)
    assert (player.id, player.title) == ("late19c", "Mine")
    assert player.hash != rulesets.load("late19c").hash
    state = Battle(player, field, Seeded(1, {})).state
    assert state.tables.data.close_cavalry == 1
    assert state.tables.data.close_downhill == 0
    assert state.tables.data.types["regular_infantry"].moves == 4
    assert rulesets.of(field) is player, "the same rules are made once"
    battle = fought(field)
    assert any(event.kind == "combat" for event in battle.log)


def test_the_ruleset_itself_stays_as_it_is(tmp_path: Path) -> None:
    field, _ = scenario(tmp_path, INLINE)
    assert field is not None
    fought(field)
    plain = rulesets.load("late19c")
    assert plain.title != "Mine"
    assert plain.rules.value("close.cavalry", "amount") == 3  # type: ignore[attr-defined]


def test_a_file_beside_it_is_written_into_the_scenario(tmp_path: Path) -> None:
    shutil.copytree(resources.samples() / "smokeless", tmp_path / "smokeless")
    for name in ("smokeless", "smokeless/rules.yaml"):
        field, problems = scenario(tmp_path, name)
        assert field is not None, list(map(str, problems))
        assert field.raw["rules"]["extends"] == "late19c"
        assert rulesets.of(field).title == "Smokeless Powder"


def test_the_battle_file_alone_makes_the_report_again(tmp_path: Path) -> None:
    shutil.copytree(resources.samples() / "smokeless", tmp_path / "smokeless")
    scenario(tmp_path, "smokeless")
    made = api.run(str(tmp_path / "scenario.yaml"), api.Documents(out=tmp_path / "a"), seed=4)
    battle, report = made.files
    shutil.rmtree(tmp_path / "smokeless")
    again = api.report(battle, api.Documents(out=tmp_path / "b"))
    assert again.files[0].read_bytes() == report.read_bytes()
    assert api.check([battle]).problems == ()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("missing.yaml", ["scenario.yaml:4:8: error[no-file]"]),
        ("../up.yaml", ["scenario.yaml:4:8: error[outside-folder]"]),
        (
            "{format: reportgen-rules/1, extends: tin-brigadier}",
            [
                "scenario.yaml:4:45: error[wrong-ruleset]: the rules extend 'tin-brigadier', "
                "the scenario is written for 'late19c'; write extends: late19c"
            ],
        ),
        (
            INLINE.replace(", extends: late19c", ""),
            [
                "scenario.yaml:4:1: error[wrong-ruleset]: these rules extend nothing; "
                "say which they change: extends: late19c"
            ],
        ),
        (
            INLINE.replace("extends: late19c", "extends: null"),
            ["scenario.yaml:4:82: error[wrong-type]: 'extends' is empty; it must be a text"],
        ),
        (
            INLINE.replace("amount: 1", "amount: 99"),
            ["scenario.yaml:4:133: error[out-of-range]: 'amount' of 'close.cavalry' cannot be 99 here"],
        ),
        (INLINE.replace("close.cavalry", "close.cavalery"), ["scenario.yaml:4:100: error[unknown-rule]"]),
        ("3", ["scenario.yaml:4:8: error[wrong-type]"]),
    ],
)
def test_wrong_rules(rules: str, said: list[str], tmp_path: Path) -> None:
    field, problems = scenario(tmp_path, rules)
    assert field is None
    found = [str(problem).replace(f"{tmp_path}/", "") for problem in problems]
    assert len(found) >= len(said)
    for line, wanted in zip(found, said, strict=False):
        assert line.startswith(wanted), found


# -- what the engine is made for ---------------------------------------------------------------------------------------


def test_every_number_of_the_rules_has_bounds() -> None:
    rules = rules_called("late19c")
    read = {(rule.id, value.name) for rule in rules for value in rule.values.values() if not value.table_only}
    assert read == set(house.BOUNDS)
    for (rule, name), (least, most) in house.BOUNDS.items():
        assert least <= rules.rule(rule).values[name].value <= most
    assert list(house.check(rules)) == []


@pytest.mark.parametrize("end", [0, 1])
def test_the_engine_plays_at_the_ends_of_the_bounds(end: int, tmp_path: Path) -> None:
    """Everything at its least, everything at its most: battles end."""
    small = {("equipment.board", "least"), ("equipment.largest", "most"), ("armies.points", "guard_value")}
    change: dict[str, dict[str, dict[str, float]]] = {}
    for (rule, name), bounds in house.BOUNDS.items():
        if (rule, name) not in small:
            change.setdefault(rule, {}).setdefault("values", {})[name] = bounds[end]
    if end == 0:
        change["result.distance"]["values"]["most"] = 1
    text = str(change).replace("'", "")
    rules = f"{{format: reportgen-rules/1, id: mine, title: Mine, version: '1', extends: late19c, change: {text}}}"
    field, problems = scenario(tmp_path, rules)
    assert field is not None, list(map(str, problems))
    assert fought(field).log.events[-1].kind == "end"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stands.types: {table: {rows: {zouaves: {title: Zouaves, arm: foot, value: 3, moves: 2}}}}", "unknown-value"),
        ("stands.types: {table: {rows: {zouaves: {title: Zouaves, arm: infantry, value: 3, moves: 2}}}}", "no-weapon"),
        ("stands.ranges: {table: {rows: {muskets: null}}}", "unknown-weapon"),
        ("stands.weapons: {table: {rows: {machine_gun: {carries: ''}}}}", "no-weapon"),
        ("stands.weapons: {table: {rows: {zouaves: {title: Z, carries: [muskets, hand_held]}}}}", "unknown-value"),
        ("terrain.areas: {table: {rows: {wood: {sight: dim}}}}", "unknown-value"),
        ("terrain.areas: {table: {rows: {wood: {foot: 12}}}}", "out-of-range"),
        ("result.distance: {values: {least: 5}}", "out-of-range"),
        ("equipment.board: {values: {least: 40}}, equipment.largest: {values: {most: 20}}", "out-of-range"),
    ],
)
def test_what_the_engine_cannot_play(text: str, said: str, tmp_path: Path) -> None:
    rules = f"{{format: reportgen-rules/1, id: mine, title: Mine, version: '1', extends: late19c, change: {{{text}}}}}"
    field, problems = scenario(tmp_path, rules)
    assert field is None
    assert said in {problem.code for problem in problems}


def test_new_types_of_stands_can_fight(tmp_path: Path) -> None:
    change = (
        "stands.types: {table: {rows: {zouaves: {title: Zouaves, arm: infantry, value: 4, moves: 3}}}}, "
        "stands.weapons: {table: {rows: {zouaves: {title: Zouaves, carries: magazine_rifles}}}}"
    )
    rules = (
        f"{{format: reportgen-rules/1, id: mine, title: Mine, version: '1', extends: late19c, change: {{{change}}}}}"
    )
    path = tmp_path / "scenario.yaml"
    scenario(tmp_path, rules)
    path.write_text(
        path.read_text().replace(
            "{type: regular_infantry, count: 2, label: RED}", "{type: zouaves, count: 2, label: RED}"
        )
    )
    problems = Problems()
    field = load_scenario(path, rulesets.vocabulary, problems, rulesets.names())
    assert field is not None, list(map(str, problems))
    assert fought(field).log.events[-1].kind == "end"


# -- read once ---------------------------------------------------------------------------------------------------------


def battle_with(rules: str, tmp_path: Path) -> Path:
    """A battle file of a scenario with these rules, which no test has named before."""
    scenario(tmp_path, rules)
    return api.run(str(tmp_path / "scenario.yaml"), api.Documents(out=tmp_path, to=("md",)), seed=4).files[0]


def test_the_rules_of_a_battle_file_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = battle_with(INLINE, tmp_path).rename(tmp_path / "other.battle.yaml")
    read: list[str] = []

    def counted(source: Source, *more: Any) -> Any:
        read.append(source.file)
        return rules_from(source, *more)

    monkeypatch.setattr(houserules, "rules_from", counted)
    assert list(api.check([path]).problems) == []
    assert read == [str(path)]


def test_what_is_to_be_said_of_rules_is_said_of_every_file_and_every_time(tmp_path: Path) -> None:
    path = battle_with(INLINE.replace("close.downhill", "turn.once"), tmp_path)
    other = path.with_name("other.battle.yaml")
    other.write_bytes(path.read_bytes())
    for file in (path, other, path):
        assert [(problem.place.file, problem.code) for problem in api.check([file]).problems] == [
            (str(file), "still-played")
        ]
