"""How problems look on the terminal, and when progress is shown."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from reportgen.problems import Place, Problem
from reportgen.terminal import Status, problem_lines, show_problems


def shown(problem: Problem, source: list[str] | None) -> list[str]:
    return [click.unstyle(line) for line in problem_lines(problem, source)]


def test_the_wrong_line_with_a_caret() -> None:
    problem = Problem(Place("a.yaml", 2, 8), "unknown-key", "there is no key 'wepon' here", "did you mean 'weapon'?")
    assert shown(problem, ["units:", "  - {a: wepon}"]) == [
        "a.yaml:2:8: error[unknown-key]: there is no key 'wepon' here; did you mean 'weapon'?",
        "    - {a: wepon}",
        "         ^",
    ]


def test_the_first_line_is_the_same_as_the_problem_itself() -> None:
    for problem in (
        Problem(Place("a.yaml", 2, 8), "code", "message", "hint"),
        Problem(Place("a.yaml"), "code", "message", severity="warning"),
        Problem(Place("a.yaml", 1, 1), "code", "message", severity="finding", rule="fire.value"),
    ):
        assert shown(problem, None) == [str(problem)]


def test_a_place_without_a_line_or_beyond_the_file_shows_none() -> None:
    assert len(shown(Problem(Place("a.yaml"), "code", "message"), ["text"])) == 1
    assert len(shown(Problem(Place("a.yaml", 9, 1), "code", "message"), ["text"])) == 1


def test_a_long_line_is_cut_around_the_caret() -> None:
    line = "x" * 300 + "WRONG" + "y" * 300
    _, text, caret = shown(Problem(Place("a.yaml", 1, 301), "code", "message"), [line])
    assert len(text) <= 114
    assert text[caret.index("^") :].startswith("WRONG")


def test_signs_that_steer_a_terminal_are_taken_out() -> None:
    problem = Problem(Place("a\x1b.yaml", 1, 3), "code", "key '\x1b[31m'")
    lines = shown(problem, ["\tb\x1b]0;title\x07c"])
    assert all(line.isprintable() for line in lines)
    assert lines[1:] == ["   b ]0;title c", "    ^"]


def test_colours_only_on_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("one\ntwo\n")
    show_problems([Problem(Place(str(file), 2, 1), "code", "message")])
    assert capsys.readouterr().err == f"{file}:2:1: error[code]: message\n  two\n  ^\n"


def test_a_file_that_cannot_be_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    show_problems([Problem(Place(str(tmp_path / "gone.yaml"), 2, 1), "code", "message")], to_stderr=False)
    assert len(capsys.readouterr().out.splitlines()) == 1


class Terminal:
    """A standard error that says it is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def test_progress_on_a_terminal_and_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Status() as status:
        status("setting the report", 1, 2)
    assert "━━━━━━────── setting the report" in terminal.text
    assert terminal.text.endswith("\r\x1b[K")


def test_no_progress_elsewhere(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with Status() as status:
        status("setting the report", 1, 2)
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Status(quiet=True) as status:
        status("setting the report", 1, 2)
    assert terminal.text == ""
