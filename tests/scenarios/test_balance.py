"""The scenarios are games for both sides: the measure, and that no scenario has become a walk-over."""

from __future__ import annotations

import pytest

from benchmarks import balance

WALK_OVER = 5
"""Of 50 battles: fewer won by one side, and something has gone wrong. The aim is higher; see docs/decisions."""


def test_every_battle_is_counted_once() -> None:
    one, two = balance.wins("thirty-six-points", 3)
    assert 0 <= one + two <= 3
    assert balance.wins("thirty-six-points", 3) == (one, two)


def test_the_report_names_the_uneven(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(balance, "wins", lambda name, *_: (12, 38) if name == "orlan-bridge" else (25, 20))
    assert balance.report() == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == balance.names()
    assert [line.split()[0] for line in lines if line.endswith(" UNEVEN")] == ["orlan-bridge"]
    assert balance.report(["khush-tangi"]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", balance.names())
def test_neither_side_walks_over(name: str) -> None:
    assert min(balance.wins(name)) >= WALK_OVER
