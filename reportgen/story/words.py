"""Plain English: numbers, lists, articles, compass, chances. British spelling, no rules, no state."""

from __future__ import annotations

import re
from collections.abc import Sequence


def split(text: str) -> tuple[str, ...]:
    """The words of a text; a list of words reads better than a list of strings."""
    return tuple(text.split())


_UNITS = split(
    "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = split(
    "noughth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_TIMES = ("never", "once", "twice")
EDGES = {"N": "northern", "E": "eastern", "S": "southern", "W": "western"}
COMPASS = {
    "N": "north", "NE": "north-east", "E": "east", "SE": "south-east", "S": "south", "SW": "south-west", "W": "west",
    "NW": "north-west",
}  # fmt: skip
FORWARD = {"N": (0.0, -1.0), "E": (-1.0, 0.0), "S": (0.0, 1.0), "W": (1.0, 0.0)}
"""From a side's own edge towards the enemy's: the direction in which it looks, as (x, y)."""

_CHANCES = (
    (1, 10), (1, 9), (1, 8),
    (1, 7), (1, 6), (1, 5), (1, 4), (2, 7), (1, 3), (3, 8), (2, 5), (3, 7), (1, 2), (4, 7), (3, 5), (5, 8), (2, 3),
    (5, 7), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 10), (11, 12),
)  # fmt: skip


_UNTIDY = re.compile(r" [,;:.]|[,;:],|[,;:]\.$")


def number(n: int) -> str:
    """A whole number in words below a hundred, in figures above."""
    if n < 0:
        return f"minus {number(-n)}"
    if n < 20:
        return _UNITS[n]
    if n < 100:
        tens, units = divmod(n, 10)
        return _TENS[tens] + (f"-{_UNITS[units]}" if units else "")
    return str(n)


def left(n: int) -> str:
    """How many are left, as a word that stands alone: `none`, `four`."""
    return number(n) if n else "none"


def ordinal(n: int) -> str:
    """`first` to `twentieth`, then figures."""
    if n < len(_ORDINALS):
        return _ORDINALS[n]
    return f"{n}{'th' if n % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def times(n: int) -> str:
    """`once`, `twice`, `three times` ..."""
    return _TIMES[n] if n < 3 else f"{number(n)} times"


def article(word: str) -> str:
    """`a` or `an` before the word, by its sound (words of this book; an eight, an eleven, a unit)."""
    low = word.lower()
    if low.startswith(("uni", "one", "eu", "use")):
        return "a"
    return "an" if low[:1] in "aeiou" or low.startswith(("8", "11", "18", "hour", "honour")) else "a"


def a_number(n: int) -> str:
    """`a four`, `an eight`."""
    word = number(n)
    return f"{article(word)} {word}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def facing_said(facing: str) -> str:
    """A facing in words: 'north-east' for `NE` and for `45`, or empty for what is none."""
    if facing.isdecimal():
        return list(COMPASS.values())[round(int(facing) / 45) % 8]
    return COMPASS.get(facing, "")


def counted(n: int, one: str, many: str) -> str:
    """`one stand`, `three stands`."""
    return f"{number(n)} {one if n == 1 else many}"


def capital(text: str) -> str:
    """The text with its first letter a capital, whatever stands before the letter."""
    if text[:1].isalpha():
        return text[0].upper() + text[1:]
    for place, letter in enumerate(text):
        if letter.isalpha():
            return text[:place] + letter.upper() + text[place + 1 :]
        if letter.isdigit():
            break
    return text


def tidy(text: str) -> str:
    """One sentence as printed: single spaces, none before a stop, no doubled stops, a capital and a full stop."""
    if "  " in text or text != text.strip():
        text = re.sub(r"\s+", " ", text).strip()
    if _UNTIDY.search(text):
        text = re.sub(r" ([,;:.])", r"\1", text)
        text = re.sub(r"([,;:]),", r"\1", text)
        text = re.sub(r"[,;:]\.$", ".", text)
    if text[-1:] not in (".", "?"):
        text += "."
    return capital(text)


def points(value: float) -> str:
    """Points as printed: `3`, `1½`, `0`; anything but wholes and halves with one decimal."""
    whole, rest = divmod(round(value * 2), 2)
    if abs(value * 2 - round(value * 2)) > 1e-6:
        return f"{value:.1f}"
    return f"{whole or '' if rest else whole}{'½' if rest else ''}"


def points_word(value: float) -> str:
    """Points in a sentence: `three points`, `one point`, `half a point`, `seven and a half points`."""
    if abs(value - 0.5) < 1e-6:
        return "half a point"
    whole = int(value)
    if abs(value - whole) < 1e-6:
        return counted(whole, "point", "points")
    return f"{number(whole)} and a half points" if abs(value - whole - 0.5) < 1e-6 else f"{value:.1f} points"


def points_said(value: float) -> str:
    """Points as a bare number in a sentence: `three`, `seven and a half`."""
    return points_word(value).removesuffix(" points").removesuffix(" point")


def chance(p: float) -> str:
    """A chance as odds a player says: `one in four`, `two in three`, `next to none`, `all but certain`."""
    if p <= 0:
        return "none at all"
    if p < 1 / 200:
        return "less than one in two hundred"
    if p >= 0.995:
        return "a certainty"
    if p > 23 / 24:
        return "all but certain"
    n, of = _fraction(p)
    return f"{number(n)} in {number(of)}"


def short_chance(p: float) -> str:
    """A chance in figures for a table: `1 in 4`, `2 in 3`; `0` and `1` for none and certain."""
    if p <= 0 or p >= 0.9999:
        return "0" if p <= 0 else "1"
    n, of = _fraction(p)
    return f"{n} in {of}"


def _fraction(p: float) -> tuple[int, int]:
    if p < 1 / 10:
        return 1, round(1 / p)
    return min(_CHANCES, key=lambda c: (abs(c[0] / c[1] - p) / min(p, 1 - p), c[1]))


def lower_the(name: str) -> str:
    """A place or people in mid-sentence: an article at its head in lower case."""
    return "the" + name[3:] if name.startswith("The ") else name
