"""Running a command as a user does, in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from reportgen.cli import main

SCENARIO = """\
format: reportgen-scenario/1
title: The Farm
ruleset: late19c
turns: 2
board: {columns: 12, rows: 12}
sides:
  - id: red
    name: Red Column
    edge: W
    general: average
    units: [{type: regular_infantry, count: 2, label: RED}, {type: command, label: COL}]
  - id: blue
    name: Blue Column
    edge: E
    general: average
    units: [{type: regular_infantry, count: 2, label: BLU}, {type: command, label: MAJ}]
deployment: {RED1: A6, RED2: A7, COL: A8, BLU1: L6, BLU2: L7, MAJ: L8}
"""


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ended]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    def run(*words: str | Path) -> Ended:
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        assert isinstance(end.value.code, int)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Ended(end.value.code, said.out, said.err)

    return run


@pytest.fixture
def farm(tmp_path: Path) -> Path:
    """A small scenario that can be fought in a moment."""
    path = tmp_path / "farm.yaml"
    path.write_text(SCENARIO)
    return path
