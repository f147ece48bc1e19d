"""Texts in quotes where none may stand, and those that are never closed."""

from __future__ import annotations

import pytest

from reportgen.files.notation import Notation, NotationError
from reportgen.rulesets import load

LATE19C = Notation(load("late19c").vocabulary)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ('dilemma "deploy | fire', 9, "this text in quotes is never closed"),
        ('MG "A5 E', 4, "this text in quotes is never closed"),
        ('MG "A5\\"', 4, "this text in quotes is never closed"),
        ('MG "A5" E', 4, 'the text in quotes "A5" cannot stand here; expected a square (such as C7), '),
        ('MG A5 "go on" E', 7, 'the text in quotes "go on" cannot stand here; expected '),
        ('MG x "JIH2" 9:4', 6, 'the text in quotes "JIH2" cannot stand here; expected '),
    ],
)
def test_misread(line: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        LATE19C.parse(line)
    assert caught.value.column == column
    assert caught.value.message.startswith(message)
