"""The page that teaches the notation: every line on it is read, and its file is a battle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reportgen import resources, rulesets
from reportgen.battle.replay import replay
from reportgen.files.battlefile import battle_from
from reportgen.files.notation import Notation, NotationError
from reportgen.files.source import parse
from reportgen.problems import Place, Problems

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
WORDS = rulesets.load("late19c").vocabulary


def examples() -> list[str]:
    """The lines of the first table, and those in blocks of their own."""
    table = PAGE.split("| what | written | read |")[1].split("\n\n")[0]
    cells = [code.replace("\\|", "|") for row in table.splitlines() for code in re.findall(r"`([^`]+)`", row)]
    blocks = re.findall(r"```battle\n(.*?)```", PAGE, re.DOTALL)
    return cells + [line for block in blocks for line in block.splitlines()]


def test_every_line_is_read() -> None:
    lines = examples()
    assert len(lines) > 15
    notation = Notation(WORDS)
    for line in lines:
        assert notation.parse(line), line


def test_every_piece_behind_an_attack_is_read() -> None:
    table = PAGE.split("### What else a line may tell")[1].split("A way back may be given")[0]
    pieces = [code.replace("\\|", "|") for code in re.findall(r"`([^`]+)`", table)]
    pieces = [piece for piece in pieces if piece not in ("none", "?")]
    assert len(pieces) == 11
    for piece in pieces:
        assert Notation(WORDS).parse(f"MG x JIH2 {piece}"), piece


def test_verbs_and_modifiers_are_all_there() -> None:
    for verb in WORDS.verbs:
        assert verb.symbol in PAGE, verb.id
    for word in WORDS.modifiers:
        assert f"`{word}`" in PAGE


def test_the_errors_that_are_shown_are_told_so() -> None:
    notation = Notation(WORDS, ["MG", "JIH2", "BRI1"])
    for number, line in ((12, "MG x JHI2 9:4"), (13, "BRI1 C4-X")):
        with pytest.raises(NotationError) as caught:
            notation.parse(line)
        assert str(caught.value.problem(Place("my.battle.yaml", number, 13))) in PAGE.splitlines()


def test_the_file_is_a_battle() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    problems = Problems()
    source = parse(text, "notation.md", problems)
    assert source is not None
    battle = battle_from(source, resources.scenarios() / "eastern-sudan", rulesets.vocabulary, problems)
    assert battle is not None, "\n".join(map(str, problems))
    played = replay(rulesets.load("late19c"), battle.scenario, battle.record)
    assert [str(finding) for finding in played.findings] == []
    assert played.log.events[-1]["text"] == "The column has got past the rocks."


def test_every_code_that_can_be_found_is_explained() -> None:
    folder = Path(__file__).parents[2] / "reportgen" / "battle"
    code = "".join(
        (folder / name).read_text(encoding="utf-8") for name in ("recorded.py", "noted.py", "replay.py", "audit.py")
    )
    found = re.findall(r'"((?:dice|phase|turn|left|wrong|modifier|impossible)-[a-z]+|illegal|silence)"', code)
    assert len(set(found)) > 12
    for name in found:
        assert f"`{name}`" in PAGE, name
