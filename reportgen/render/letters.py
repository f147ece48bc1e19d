"""Letters that none of our faces has: they would be printed as empty boxes, and nobody would be told."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from reportgen.render.fonts import FACES

_SURE = 0x17F
"""Every face has what Latin writing needs up to here; nobody waits for the fonts to be opened for it."""


def unprintable(texts: Iterable[str]) -> str:
    """The letters in the texts that cannot be printed, each once, in the order of their numbers."""
    letters = {letter for text in texts for letter in text if ord(letter) > _SURE}
    signs = {letter for letter in letters if unicodedata.category(letter) not in ("Cf", "Mn")}
    return "".join(sorted(letter for letter in signs if ord(letter) not in _known())) if signs else ""


@cache
def _known() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    found: set[int] = set()
    for face in FACES:
        with TTFont(face.path, lazy=True) as font:
            found |= font.getBestCmap().keys()
    return frozenset(found)
