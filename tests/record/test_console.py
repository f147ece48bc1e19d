"""The two ways of talking to a session, without a terminal around them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from reportgen.record import console
from reportgen.record.reply import Reply
from reportgen.record.session import Session
from tests.record.table import session_of

Talk = Callable[[Session, str], None]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Talks in plain lines."""

    def talk(session: Session, typed: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        console.talk(session)

    return talk


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Talk:
    """Talks in the line editor."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def talk(session: Session, typed: str) -> None:
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        with create_pipe_input() as keys:
            keys.send_text(typed)
            with create_app_session(input=keys, output=DummyOutput()):
                console.talk(session)

    return talk


def test_plain_lines(tmp_path: Path, lines: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(tmp_path)
    lines(session, "9:2\nnonsense\nquit\n2:9\n")
    said = capsys.readouterr().out
    assert said.startswith("The Ford\nD12 Blue, for the initiative> 9:2\nBlue 9, Red 2: the initiative is with Blue.\n")
    assert "to spot what hides at the grove> nonsense\n" in said
    assert said.endswith("takes it up again.\n")
    assert session.record.turns[0].phases == []


def test_the_end_of_the_lines_is_the_end(tmp_path: Path, lines: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(tmp_path)
    lines(session, "9:2\n2:9")
    assert capsys.readouterr().out.endswith("for the number of activations> \n")
    assert session.prompt == "D12 Blue, for the number of activations> "


def test_a_terminal(tmp_path: Path, terminal: Talk) -> None:
    session = session_of(tmp_path)
    terminal(session, "9:2\r2:9\r6\rMGN C4-C5\t E\rnonsense\rquit\rnote not heard\r")
    assert "- MGN C4-C5 E\n" in (tmp_path / "b.battle.yaml").read_text()
    assert "not heard" not in (tmp_path / "b.battle.yaml").read_text()
    assert "+2:9\n" in (tmp_path / "state" / "reportgen" / "record-history").read_text()


def test_dropping_a_line_and_leaving(tmp_path: Path, terminal: Talk) -> None:
    session = session_of(tmp_path)
    terminal(session, "9:2\x03" + "7:2\r" + "\x04")
    assert session.record.turns[0].initiative == {"blue": (7,), "red": (2,)}


def test_where_no_history_can_be_kept(tmp_path: Path, terminal: Talk) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    session = session_of(tmp_path)
    terminal(session, "9:2\r\x04")
    assert session.record.turns


@pytest.mark.parametrize("given", ["", "not/absolute"])
def test_where_the_history_is_without_a_folder_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", given)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert console.state_folder() == tmp_path / ".local" / "state" / "reportgen"


def test_a_fault_of_ours_costs_the_line_and_not_the_battle(
    tmp_path: Path, lines: Talk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REPORTGEN_TRACEBACK", raising=False)
    session = session_of(tmp_path)
    feed = session.feed

    def faulty(line: str) -> Reply:
        if line.strip() == "map":
            raise ZeroDivisionError("division by zero")
        return feed(line)

    monkeypatch.setattr(session, "feed", faulty)
    lines(session, "9:2\nmap\n2:9\n")
    said = capsys.readouterr().out
    assert "A fault of reportgen's own, not of your line: ZeroDivisionError: division by zero." in said
    assert session.prompt == "D12 Blue, for the number of activations> "
    monkeypatch.setenv("REPORTGEN_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        lines(session, "map\n")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from reportgen.cli import main

    session_of(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("9:2\n"))
    with pytest.raises(SystemExit) as end:
        main(["record", str(tmp_path), str(tmp_path / "b.battle.yaml")])
    assert not end.value.code
    assert "the initiative is with Blue" in capsys.readouterr().out
    (tmp_path / "b.battle.yaml").write_text("format: reportgen-battle/1\n")
    with pytest.raises(SystemExit) as end:
        main(["record", str(tmp_path), str(tmp_path / "b.battle.yaml")])
    assert end.value.code == 1
    assert "scenario" in capsys.readouterr().err
