"""The benchmarks run, and count right."""

from __future__ import annotations

import sys

import pytest

from benchmarks import __main__ as command
from benchmarks import balance, boards, speed, strength


def test_scores_are_counted_for_the_careful_commander() -> None:
    score = strength.Score("random", won=19, drawn=0, lost=1)
    assert score.share == 0.95
    assert str(score) == "careful v random   won 19, drawn 0, lost 1: 95.0% (wanted: 95%)"
    assert str(strength.Score("nearest", 1, 1, 1)).endswith("33.3% (wanted: 70%) MISSED")


def test_sides_are_swapped_halfway_and_workers_do_not_matter() -> None:
    alone = strength.match("random", battles=4, workers=1)
    together = strength.match("random", battles=4, workers=2)
    assert alone == together
    assert alone.won + alone.drawn + alone.lost == 4


def test_the_mirror_is_the_same_from_either_end() -> None:
    field = boards.scenario(boards.MIRROR)
    west, east = field.sides
    assert [unit.type for unit in west.units] == [unit.type for unit in east.units]
    grid = field.ground.grid
    places = {placement.unit: placement for placement in field.placements}
    for one, other in zip(west.units, east.units, strict=True):
        here, there = places[one.id], places[other.id]
        assert grid.square(here.at) + grid.square(there.at) == grid.size - 1
        assert (here.facing, there.facing, here.slot) == ("E", "W", there.slot)
    for squares in field.ground.areas.values():
        assert {grid.size - 1 - square for square in grid.squares(squares)} == set(grid.squares(squares))
    assert not [p for p in strength.rulesets.load("late19c").check(field) if p.severity == "error"]


def test_a_shortfall_is_a_failure(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "match", lambda against, *_: strength.Score(against, 80, 0, 20))
    assert strength.report() == 1
    assert "random" in capsys.readouterr().out
    monkeypatch.setattr(strength, "match", lambda against, *_: strength.Score(against, 100, 0, 0))
    assert strength.report() == 0


def test_a_process_is_timed_and_its_memory_taken() -> None:
    mine = bytearray(200_000_000)  # of this process, which is not the other's
    run = speed.process([sys.executable, "-c", "x = bytearray(60_000_000); import time; time.sleep(0.1)"])
    assert 0.1 < run.seconds < 10
    assert 60 < run.megabytes < 120
    del mine
    with pytest.raises(RuntimeError, match="exit code 3"):
        speed.process([sys.executable, "-c", "raise SystemExit(3)"])


@pytest.mark.slow
def test_the_whole_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "median", lambda words, times: speed.process(words))
    monkeypatch.setattr(speed, "TIMES", 1)
    monkeypatch.setattr(speed, "SECONDS", 0.1)
    assert command.main([]) == 0
    out = capsys.readouterr().out
    for figure in (
        "--help",
        "check",
        "from command to PDF",
        "empty boxes",
        "memory",
        "size",
        "a map",
        "battles a second",
    ):
        assert figure in out, figure


def test_a_scenario_is_put_on_another_board() -> None:
    own, hexes, table = (boards.scenario(name) for name in ("greys-hill", "greys-hill:hex", "greys-hill:measured"))
    assert own.sides == hexes.sides
    assert hexes.ground.grid.names == own.ground.grid.names
    assert table.ground.table is not None
    assert table.ground.table.extent == (14, 12)
    for shipped, made in (("greys-hill/hexes", hexes), ("greys-hill/measured", table)):
        assert {**boards.scenario(shipped).raw, "title": own.title} == made.raw, "what ships is what was measured"
    assert boards.boards_of("greys-hill") == boards.BOARDS
    assert boards.boards_of("eastern-sudan") == ("square",)
    with pytest.raises(KeyError):
        boards.scenario("greys-hill:triangle")


def test_words_choose_scenarios_boards_and_manners(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def wins(name: str, battles: int, manners: tuple[str, ...], workers: int) -> tuple[int, int]:
        asked.append((name, battles, manners, workers))
        return 20, 15

    monkeypatch.setattr(balance, "wins", wins)
    words = "balance --scenario greys-hill --boards --battles 40 --manners programmed,careful --workers 1"
    assert command.main(words.split()) == 0
    assert asked == [(f"greys-hill:{board}", 40, ("programmed", "careful"), 1) for board in boards.BOARDS]
    assert "greys-hill:hex" in capsys.readouterr().out
    monkeypatch.setattr(strength, "match", lambda against, *told: strength.Score(against, *told[:1], 0, 0))
    assert command.main(["strength", "--scenario", "zinn-bridge", "--battles", "8"]) == 0
    assert "zinn-bridge: 8 battles" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["bogus"], ["strength", "--battles", "few"], ["balance", "--manners", "careful"], ["balance", "more"]]
)
def test_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(words) == 2
    assert "usage: python -m benchmarks" in capsys.readouterr().err
