"""What a line that is being typed may go on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.record.completing import completions
from reportgen.record.session import Session
from tests.record.table import session_of
from tests.record.test_session import OPENING, fed


@pytest.fixture
def table(tmp_path: Path) -> Session:
    session = session_of(tmp_path)
    fed(session, *OPENING)
    return session


def words(session: Session, line: str) -> list[str]:
    return [completion.word for completion in completions(session, line)]


def test_units_and_commands_begin_a_line(table: Session) -> None:
    found = words(table, "")
    assert found[:4] == ["INF1", "INF2", "MGN", "BCM"]
    assert {"spot", "end", "map", "undo", "agree"} <= set(found)
    assert "SPR1" not in found
    assert words(table, "in") == ["INF1", "INF2", "insist"]
    assert words(table, "INF1+in") == ["INF1", "INF2"]
    assert words(table, ":ma") == []


def test_those_who_can_still_act_come_first(table: Session) -> None:
    fed(table, "INF1 x SPR1 1:12", "INF1 C6-C7 E")
    assert words(table, "")[:4] == ["INF2", "MGN", "BCM", "INF1"]


def test_what_a_unit_may_do(table: Session) -> None:
    found = words(table, "MGN ")
    assert found[0] == "x"
    assert {"N", "S", "W", "C5", "D5"} <= set(found)
    assert "xx" not in found
    assert "E5" not in found
    assert "leaves" not in found
    assert words(table, "mgn C4-d") == ["D2", "D3", "D4", "D5", "D6"]
    assert words(table, "MGN C4-D5 ") == ["N", "E", "S", "W", "x", "xx"]
    assert words(table, "BCM B7-A6 ") == ["N", "E", "S", "W", "x", "xx"]
    assert "leaves" in words(table, "BCM ")


def test_whom_a_unit_may_attack(table: Session) -> None:
    found = words(table, "MGN x ")
    assert set(found[:2]) == {"SPR1", "SPR2"}
    assert set(found) == {"SPR1", "SPR2", "SPR3", "CAV", "RCM"}
    assert set(words(table, "MGN x sp")) == {"SPR1", "SPR2", "SPR3"}
    assert words(table, "XYZ ") == []


def test_what_follows_a_command(table: Session, tmp_path: Path) -> None:
    assert words(table, "legal ")[:2] == ["INF1", "INF2"]
    assert set(words(table, "odds MGN x S")[:2]) == {"SPR1", "SPR2"}
    assert words(table, "ai ") == ["on", "off"]
    assert words(table, "ai on ") == ["blue", "red"]
    assert words(table, ":help ag") == ["agree"]
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "the grove.jpg").write_bytes(b"")
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "a.txt").write_bytes(b"")
    assert words(table, "photo ") == ["a.png", '"pictures/the grove.jpg"']
    assert words(table, "note ") == []


def test_a_question_has_its_options(table: Session) -> None:
    fed(table, "INF1 x SPR1 7:6")
    assert words(table, "")[:3] == ["F6", "F5", "F7"]
    assert words(table, "f7") == ["F7"]


def test_the_words_take_the_place_of_what_was_typed(table: Session) -> None:
    (found,) = completions(table, "MGN C4-c5")
    assert (found.word, found.length) == ("C5", 2)
    (found,) = completions(table, "gui")
    assert found.length == 3
    assert found.what.startswith("asks for the next order")
