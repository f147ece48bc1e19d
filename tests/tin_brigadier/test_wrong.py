"""Scenarios that these rules forbid, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen import rulesets
from reportgen.files.scenario import load_scenario
from reportgen.problems import Problems

FILES = sorted((Path(__file__).parent / "wrong").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_wrong_scenario(path: Path) -> None:
    problems = Problems()
    scenario = load_scenario(path, rulesets.vocabulary, problems, rulesets.names())
    found = list(problems) + (rulesets.load("tin_brigadier").check(scenario) if scenario else [])
    said = [str(problem).replace(f"{path.parent}/", "") for problem in found]
    assert said == path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()


def test_there_are_wrong_files() -> None:
    assert len(FILES) == 6
