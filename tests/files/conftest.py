"""A small made-up ruleset's words, so that the file readers are tested without any real ruleset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from reportgen.battle.vocabulary import UnitType, Verb, Vocabulary

MOUNTED = {"mounted": {"type": "boolean", "description": "Whether it is mounted."}}

WORDS = Vocabulary(
    types={
        "foot": UnitType("foot", "Foot", 2, ("muskets", "rifles")),
        "horse": UnitType("horse", "Horse", 3, ("sabres",), MOUNTED),
        "guns": UnitType(
            "guns",
            "Guns",
            4,
            ("cannon",),
            {"horses": {"type": "integer", "minimum": 0, "maximum": 8, "description": "How many."}},
        ),
        "wagon": UnitType("wagon", "Wagon", 1),
    },
    weapons={"muskets": "Muskets", "rifles": "Rifles", "sabres": "Sabres", "cannon": "Cannon"},
    areas={"wood": "Wood", "river": "River", "bridge": "Bridge", "road": "Road"},
    edges={"wall": True, "trench": False},
    generals={"good": "Good", "bad": "Bad"},
    variants={"fog": "Fog", "rain": "Rain"},
    verbs=(Verb("move", "move", ""), Verb("fire", "attack", "x"), Verb("halt", "unit", "halts")),
    board_limits=(4, 20),
    turns=8,
)


TABLES = replace(
    WORDS, tables=("square", "hex", "measured"), facings=("N", "NE", "E", "SE", "S", "SW", "W", "NW", "degrees")
)
"""The same ruleset, but for playing on any table."""


@pytest.fixture
def words() -> Vocabulary:
    return WORDS


@pytest.fixture
def registry() -> Callable[[str], Vocabulary | None]:
    """Knows the ruleset `small`, `large`, which is the same, and `tables`, which is played on any table."""
    return {"small": WORDS, "large": WORDS, "tables": TABLES}.get
