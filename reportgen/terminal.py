"""What a command shows on the terminal: problems with the wrong line and a caret, and how far the work has come."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from reportgen.problems import Problem, with_hint

COLOURS = {"error": "red", "warning": "yellow", "finding": "cyan"}
MOST_COLUMNS = 110
"""A longer line of the user's is cut around the caret."""


def problem_lines(problem: Problem, source: list[str] | None) -> list[str]:
    """The problem in one line and, if its place is known and in the source, the wrong line with a caret below.

    Colours are in the text; whoever prints it takes them out where there is no terminal.
    """
    place = problem.place
    kind = click.style(f"{problem.severity}[{problem.code}]", fg=COLOURS[problem.severity], bold=True)
    where = f"{_plain(place.file)}:{place.line}:{place.column}" if place.line else _plain(place.file)
    lines = [f"{where}{': ' if where else ''}{kind}: {_plain(with_hint(problem.message, problem.hint))}"]
    if source is not None and 0 < place.line <= len(source):
        text, column = _window(source[place.line - 1], place.column)
        lines.append(f"  {text}")
        if column > 0:
            lines.append("  " + " " * (column - 1) + click.style("^", fg=COLOURS[problem.severity], bold=True))
    return lines


def _window(text: str, column: int) -> tuple[str, int]:
    """The part of a long line around the column, and the column in it. A tab or control sign counts as one blank."""
    text = _plain(text)
    if len(text) <= MOST_COLUMNS:
        return text.rstrip(), column
    start = max(0, column - MOST_COLUMNS // 2)
    end = start + MOST_COLUMNS
    shown = ("…" if start else "") + text[start:end].rstrip() + ("…" if end < len(text) else "")
    return shown, min(column - start, MOST_COLUMNS) + bool(start)


def _plain(text: str) -> str:
    """Without signs that a terminal would obey: the text may be a stranger's."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def show_problems(problems: Iterable[Problem], *, to_stderr: bool = True) -> None:
    """Prints them all, in the order of files and lines."""
    sources: dict[str, list[str] | None] = {}
    for problem in problems:
        file = problem.place.file
        if problem.place.line and file not in sources:
            sources[file] = _lines(file)
        for line in problem_lines(problem, sources.get(file)):
            click.echo(line, err=to_stderr)


def _lines(file: str) -> list[str] | None:
    try:
        return Path(file).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError):
        return None


class Status:
    """One line that says what is being done and how far it is; only on a terminal, gone when the work is done."""

    def __init__(self, quiet: bool = False) -> None:
        self.shown = not quiet and sys.stderr.isatty()

    def __call__(self, doing: str, done: int, of: int) -> None:
        """`done` of `of` steps are finished, `doing` is what comes now."""
        if self.shown:
            bar = "━" * (12 * done // of) if of else ""
            click.echo(f"\r\x1b[K{bar:─<12} {doing} …", nl=False, err=True)

    def __enter__(self) -> Status:
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            click.echo("\r\x1b[K", nl=False, err=True)
