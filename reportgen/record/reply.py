"""What a session says, line by line, each with a tone that a terminal may turn into a colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reportgen.problems import with_hint

Tone = Literal["plain", "head", "sum", "faint", "map", "warning", "wrong"]
"""wrong: the line was not taken. warning: it was, or would be, but look."""


@dataclass(frozen=True, slots=True)
class Said:
    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes of a line. `changed`: the record is another one now. `left`: the person is done for today."""

    said: tuple[Said, ...] = ()
    changed: bool = False
    left: bool = False

    @property
    def text(self) -> str:
        """All of it, without tones."""
        return "\n".join(said.text for said in self.said)


def refusal(text: str, hint: str = "") -> Reply:
    """The line was not taken."""
    return Reply((Said(f"{with_hint(text, hint)}.", "wrong"),))
