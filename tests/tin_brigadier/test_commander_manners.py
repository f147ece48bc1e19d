"""The manners that users can ask for are those that there are."""

from __future__ import annotations

import pytest

from reportgen import rulesets
from reportgen.rulesets.late19c.commander import MANNERS as OTHERS
from reportgen.rulesets.tin_brigadier.commander import MANNERS


@pytest.mark.parametrize(("id", "made"), [("tin_brigadier", MANNERS), ("late19c", OTHERS)])
def test_the_vocabulary_names_every_manner(id: str, made: dict[str, object]) -> None:
    words = rulesets.load(id).vocabulary
    assert sorted(words.manners) == sorted(made)
    assert all(manner in words.manners_told for manner in made)
    assert " or " in words.manners_told
