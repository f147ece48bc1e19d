"""Battles under rules that bring words of their own are written, read back, told again, and taken up again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import SCENARIO, Cli

ROOT = Path(__file__).parents[2]
ZOUAVES = """\
rules:
  format: reportgen-rules/1
  id: zouave_wars
  title: Zouave Wars
  version: "0.1"
  extends: late19c
  change:
    stands.types:
      table: {rows: {zouaves: {title: Zouaves, arm: infantry, value: 3, moves: 3}}}
    stands.weapons:
      table: {rows: {zouaves: {title: Zouaves, carries: magazine_rifles}}}
"""
BY_HAND = """\
format: reportgen-battle/1
scenario: scenario.yaml
turns:
  - turn: 1
    phases:
      - side: red
        actions: ["[orders RHQ 4]", "[orders RBR 4]", "RE B6 works pontoon [pontoon RE 3,6]"]
"""


def zouaves() -> str:
    return SCENARIO.replace("regular_infantry, count: 2, label: RED", "zouaves, count: 2, label: RED") + ZOUAVES


def aller(board: str = "") -> str:
    """The example of docs/booklets.md, over two turns."""
    page = (ROOT / "docs" / "booklets.md").read_text(encoding="utf-8")
    found = re.search(r"```yaml\n# The Crossing of the Aller\n(.*?)```", page, re.DOTALL)
    assert found
    text = found[1].replace("turns: 8", "turns: 2")
    return re.sub(r"board: .*", f"board: {board}", text) if board else text


@pytest.mark.parametrize(
    "text",
    [zouaves(), aller(), aller("{grid: hex, columns: 12, rows: 10}")],
    ids=["a type of its own", "tasks of its own", "on hexes"],
)
def test_a_battle_is_read_back_with_the_words_of_its_scenario(text: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(text, encoding="utf-8")
    assert cli("run", tmp_path, "--seed", "3", "--to", "md", "-o", tmp_path / "one", "--quiet").code == 0
    (battle,) = (tmp_path / "one").glob("*.battle.yaml")
    checked = cli("check", battle)
    assert (checked.code, checked.err) == (0, "")
    (tmp_path / "scenario.yaml").unlink()
    assert cli("report", battle, "--to", "md", "-o", tmp_path / "two", "--quiet").code == 0
    (first,), (second,) = ((tmp_path / folder).glob("*.md") for folder in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()


def test_works_of_its_own_are_recorded_and_taken_up_again(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(aller(), encoding="utf-8")
    battle = tmp_path / "mine.battle.yaml"
    battle.write_text(BY_HAND, encoding="utf-8")
    checked = cli("check", battle)
    assert (checked.code, checked.err) == (0, "")
    assert '"task": "pontoon"' in cli("events", battle).out
    from reportgen import api

    assert "RE B6 works pontoon" in str(api.record(str(tmp_path), battle).session.record)


def test_what_is_wrong_with_rules_in_a_battle_file_is_told_once(cli: Cli, tmp_path: Path) -> None:
    held = "".join(f"  {line}\n" for line in zouaves().replace("moves: 3", "moves: many").splitlines())
    battle = tmp_path / "b.battle.yaml"
    battle.write_text(f"format: reportgen-battle/1\nscenario:\n{held}", encoding="utf-8")
    told = [line for line in cli("check", battle).out.splitlines() if "error[" in line]
    assert len(told) == len(set(told))
    assert sum("many" in line for line in told) == 1
    assert not [line for line in told if "'type' cannot be 'zouaves'" in line]
