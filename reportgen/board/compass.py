"""The eight names of the compass on every table, and the nearest of a table's own headings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reportgen.board.squares import DIRECTIONS

COMPASS: Final[Mapping[str, float]] = {name: 45.0 * number for number, name in enumerate(DIRECTIONS)}
"""Name -> degrees clockwise from the top edge."""


def nearest(bearings: Mapping[str, float], degrees: float) -> str:
    """The name whose bearing is nearest to an angle, of two equally near the one that lies clockwise of it."""

    def off(name: str) -> tuple[float, float]:
        clockwise = round((bearings[name] - degrees) % 360, 6)
        return min(clockwise, 360 - clockwise), clockwise

    return min(bearings, key=off)
