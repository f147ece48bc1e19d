"""Grey's Hill on its three tables: one battle, told apart by its board alone, and every command takes each of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from reportgen import api
from reportgen.battle.scenario import Scenario
from reportgen.opened import load_scenario, shipped_scenarios
from reportgen.problems import Problems

HILL = "greys-hill"
OTHERS = ("greys-hill/hexes", "greys-hill/measured")


@cache
def opened(name: str) -> Scenario:
    problems = Problems()
    scenario = load_scenario(shipped_scenarios()[name], problems)
    assert scenario is not None and not list(problems), "\n".join(map(str, problems))
    return scenario


@pytest.mark.parametrize("name", OTHERS)
def test_only_title_and_board_are_their_own(name: str) -> None:
    hill, other = opened(HILL).raw, opened(name).raw
    assert {key for key in hill | other if hill.get(key) != other.get(key)} == {"title", "board"}


def test_each_table_is_another() -> None:
    hill, hexes, measured = (opened(name) for name in (HILL, *OTHERS))
    assert [one.ground.table is not None for one in (hill, hexes, measured)] == [False, False, True]
    assert hexes.ground.grid.size == hill.ground.grid.size
    assert len({len(hill.ground.grid.neighbours(45)), len(hexes.ground.grid.neighbours(45))}) == 2
    assert len({one.hash for one in (hill, hexes, measured)}) == 3


def test_fought_told_and_told_again_from_the_battle_file_alone(tmp_path: Path) -> None:
    base = tmp_path / "hill" / "scenario.yaml"
    base.parent.mkdir()
    base.write_text(shipped_scenarios()[HILL].read_text(encoding="utf-8"), encoding="utf-8")
    hexes = base.with_name("hexes.yaml")
    hexes.write_text(
        shipped_scenarios()["greys-hill/hexes"].read_text(encoding="utf-8") + "turns: 1\n", encoding="utf-8"
    )
    first = api.run(str(hexes), api.Documents(out=tmp_path / "a", to=("md",)), seed=3)
    battle, *told = first.files
    assert [path.name for path in first.files[:2]] == ["hill-hexes.battle.yaml", "hill-hexes.md"]
    assert "extends" not in battle.read_text(encoding="utf-8")
    base.unlink()
    again = api.report(battle, api.Documents(out=tmp_path / "b", to=("md",)))
    assert [path.read_bytes() for path in again.files] == [path.read_bytes() for path in told]
    assert list(api.check([battle]).problems) == []


@pytest.mark.parametrize("name", OTHERS)
def test_taken_down_at_the_table(name: str, tmp_path: Path) -> None:
    battle = tmp_path / "mine.battle.yaml"
    recording = api.record(name, battle)
    recording.session.begin()
    recording.session.feed("heading At the club")
    assert battle.is_file()
    taken_up = api.record(name, battle)
    assert taken_up.session.scenario == opened(name)
    assert taken_up.session.record == recording.session.record
    assert taken_up.problems == ()
