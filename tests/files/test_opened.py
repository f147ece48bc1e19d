"""A file of the wrong kind, and what it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.opened import load_battle, load_scenario, shipped_scenarios
from reportgen.problems import Problems, ProblemsFound


@pytest.mark.parametrize("path", [Path("eastern-sudan"), shipped_scenarios()["eastern-sudan"].parent], ids=["name", ""])
def test_a_scenario_named_for_a_battle_is_fought_first(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ProblemsFound) as found:
        load_battle(path, Problems())
    (problem,) = found.value.problems
    assert str(problem) == (
        f"{path}: error[no-battle]: this is a scenario, not a battle's file; fight it first: reportgen run {path}"
    )


def test_a_folder_without_a_scenario_is_a_folder(tmp_path: Path) -> None:
    problems = Problems()
    assert load_battle(tmp_path, problems) is None
    assert [problem.code for problem in problems] == ["unreadable"]


def test_a_battle_named_for_a_scenario_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "x.battle.yaml"
    path.write_text("format: reportgen-battle/1\n", encoding="utf-8")
    problems = Problems()
    assert load_scenario(path, problems) is None
    assert [problem.hint for problem in problems] == ["reportgen report makes the report of a battle file"]


def test_a_scenario_s_file_named_for_a_battle_is_fought() -> None:
    problems = Problems()
    assert load_battle(shipped_scenarios()["eastern-sudan"], problems) is None
    assert [(problem.code, problem.hint) for problem in problems] == [
        ("wrong-format", "reportgen run fights a scenario")
    ]
