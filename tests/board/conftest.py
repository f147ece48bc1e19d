"""Boards drawn in the tests: one character a square, the top row first, spaces between them ignored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import pytest
from hypothesis import settings

from reportgen.board.squares import SquareGrid

# The first example on a board fills its tables and may be slow; a slow machine is no failure either.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

Drawn = tuple[SquareGrid, dict[str, int]]


@pytest.fixture(scope="session")
def drawn() -> Callable[[str], Drawn]:
    """Text -> the grid, and for each character the squares that show it, as a bitboard (0 for any other)."""

    def read(text: str) -> Drawn:
        lines = [line.replace(" ", "") for line in text.strip().splitlines()][::-1]
        assert len({len(line) for line in lines}) == 1, "rows of different lengths"
        grid = SquareGrid.of(len(lines[0]), len(lines))
        shown: dict[str, int] = defaultdict(int)
        for row, line in enumerate(lines):
            for column, character in enumerate(line):
                shown[character] |= 1 << grid.index(column, row)
        return grid, shown

    return read
