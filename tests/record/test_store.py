"""The battle file of a recording: found again, never half written, never written over what somebody else wrote."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reportgen import api
from reportgen.problems import ProblemsFound
from tests.record.table import SCENARIO, loaded, session_of
from tests.record.test_session import OPENING, fed, refused

HAND = """\
# Written at the table by hand.
format: reportgen-battle/1
scenario: scenario.yaml
turns:
  - turn: 1
    initiative: {blue: 9, red: 2}   # a good throw
"""


def test_nothing_is_written_before_the_first_line(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.begin()
    session.feed("map")
    assert not (tmp_path / "b.battle.yaml").exists()
    fed(session, "9")
    assert (tmp_path / "b.battle.yaml").exists()


def test_a_new_battle_names_its_scenario_or_holds_it(tmp_path: Path) -> None:
    fed(session_of(tmp_path), *OPENING)
    assert "scenario: scenario.yaml\n" in (tmp_path / "b.battle.yaml").read_text()
    elsewhere = tmp_path / "elsewhere" / "b.battle.yaml"
    fed(api.record(str(tmp_path), elsewhere).session, *OPENING)
    text = elsewhere.read_text()
    assert "scenario:\n  format: reportgen-scenario/1" in text
    (tmp_path / "scenario.yaml").unlink()
    assert loaded(elsewhere).scenario.title == "The Ford"


def test_a_scenario_that_ships_by_its_name(tmp_path: Path) -> None:
    session = api.record("eastern-sudan", tmp_path / "b.battle.yaml").session
    fed(session, "9")
    again = api.record("eastern-sudan", tmp_path / "b.battle.yaml").session
    assert again.record == session.record


def test_another_scenario_is_refused(tmp_path: Path) -> None:
    fed(session_of(tmp_path), *OPENING)
    other = tmp_path / "other.yaml"
    other.write_text(SCENARIO.replace("turns: 2", "turns: 3"))
    with pytest.raises(ProblemsFound) as found:
        api.record(str(other), tmp_path / "b.battle.yaml")
    (problem,) = found.value.problems
    assert problem.code == "other-scenario"
    assert problem.place.line == 3


def test_a_battle_file_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b.battle.yaml").write_text("format: reportgen-battle/1\nscenario: scenario.yaml\nturns: none\n")
    with pytest.raises(ProblemsFound) as found:
        session_of(tmp_path)
    assert all(problem.place.file.endswith("b.battle.yaml") for problem in found.value.problems)


def test_a_file_written_by_hand_is_kept_beside(tmp_path: Path) -> None:
    (tmp_path / "b.battle.yaml").write_text(HAND)
    session = session_of(tmp_path)
    fed(session, "2:9")
    assert (tmp_path / "b.battle.yaml~").read_text() == HAND
    fed(session, "6")
    assert (tmp_path / "b.battle.yaml~").read_text() == HAND
    (tmp_path / "b.battle.yaml~").unlink()
    fed(session_of(tmp_path), "MGN C4-C5 E")
    assert not (tmp_path / "b.battle.yaml~").exists()


def test_what_somebody_else_wrote_is_not_written_over(tmp_path: Path) -> None:
    one, two = session_of(tmp_path), session_of(tmp_path)
    fed(one, "9")
    assert "it has been changed by somebody else meanwhile" in refused(two, "8")
    assert "blue: 9" in (tmp_path / "b.battle.yaml").read_text()
    assert two.record.turns == []


def test_a_file_that_was_taken_away_is_not_made_anew(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    fed(session, "9")
    (tmp_path / "b.battle.yaml").unlink()
    assert "changed by somebody else" in refused(session, "8")


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    session = session_of(tmp_path, "gone/b.battle.yaml")
    (tmp_path / "gone").write_text("a file where the folder should be")
    assert "it cannot be written" in refused(session, "9")
    (tmp_path / "gone").unlink()
    fed(session, "9")
    shutil.rmtree(tmp_path / "gone")
    assert not list(tmp_path.glob("*.part"))


def test_a_missing_picture_does_not_keep_a_battle_from_going_on(tmp_path: Path) -> None:
    (tmp_path / "b.battle.yaml").write_text(HAND + "    entries:\n      - photo: lost.jpg\n")
    (tmp_path / "scenario.yaml").write_text(SCENARIO)
    recording = api.record(str(tmp_path), tmp_path / "b.battle.yaml")
    assert [(problem.code, problem.severity) for problem in recording.problems] == [("no-file", "warning")]
    fed(recording.session, "2:9")
