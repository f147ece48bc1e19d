"""What is said of a line that is taken back, or done again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.record.table import session_of

OPENING = ("9:2", "2:9", "6")
"""Blue begins, does not see the grove, and has six activations."""


@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        (["9"], "Blue, for the initiative: 9"),
        (["7:7", "4"], "Blue, for the initiative: 7, 4; left: Blue, for the initiative: 7"),
        (["9:2", "2"], 'spot "the grove" 2'),
        (["9:2", "2", "9"], 'spot "the grove" 2:9; left: spot "the grove" 2'),
        ([*OPENING], "Blue, for the number of activations: 6"),
        ([*OPENING, "INF1 x SPR1", "7"], "INF1 x SPR1 7; left: INF1 x SPR1"),
        ([*OPENING, "INF1 x SPR1", "7", "2"], "INF1 x SPR1 7:2 -> destroyed; left: INF1 x SPR1 7"),
        ([*OPENING, "INF1 x SPR1 7:2"], "INF1 x SPR1 7:2"),
        ([*OPENING, 'spot "the wood" 3:4', "insist"], 'spot "the wood" 3:4'),
        ([*OPENING, "note They wait"], "note They wait"),
        ([*OPENING, "heading The wood"], "heading The wood"),
        ([*OPENING, "end"], "end"),
        ([*OPENING, "end", "3"], "Red, for the number of activations: 3"),
        ([*OPENING, "end", "3", "end", "9"], "Blue, for the initiative: 9"),
        ([*OPENING, "end", "agree They parted | blue"], "agree They parted | blue"),
    ],
)
def test_what_is_taken_back_and_done_again_is_said(tmp_path: Path, lines: list[str], taken: str) -> None:
    table = session_of(tmp_path)
    table.begin()
    for line in lines:
        table.feed(line)
    said = table.feed("undo").text.splitlines()
    assert said[0] == f"Taken back: {taken}"
    assert said[1].startswith("Now: ")
    assert table.feed("redo").text.splitlines()[0] == f"Done again: {taken.partition('; left')[0]}"
