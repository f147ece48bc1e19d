"""Many battles one after the other: Python's collector is told to look seldom, and told so no longer afterwards."""

from __future__ import annotations

import gc

import pytest

from reportgen.battle.many import THRESHOLD, seldom_collected


def test_the_collector_is_as_before_when_the_battles_are_over() -> None:
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_threshold() == (THRESHOLD, *before[1:])
        assert gc.get_freeze_count() > 0
        with pytest.raises(ZeroDivisionError), seldom_collected():
            raise ZeroDivisionError
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
