"""Lines of about the same length: a caption that needs several does not end in one short word.

WeasyPrint has no `text-wrap: balance`. The words are measured with the widths of their letters, and lines are broken
where they come out evenly; what fits on one line is left alone.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from reportgen.render.maps.faces import metrics
from reportgen.render.paper import POINTS_IN_MM, Paper
from reportgen.render.typeset import plain

_SURE: Final = 0.985
"""The share of the measure that a line may fill to be sure to fit: letters are measured without kerning."""
_STUB: Final = 0.25
"""The share of the measure below which the last line of a text at the left edge looks lost."""
_PAUSE: Final = 0.25
"""By how much, as a share of the measure, two such lines may be less even for ending the first at a pause."""
_SMALL_CAPITALS: Final = 0.74
_SPACED: Final = 0.04
"""How wide small capitals are, as a share of capitals, and how far they stand apart, as a share of their size."""
_WORD: Final = re.compile(r"(?:<[^>]*>|[^< \t\n])+")
_TAG: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Evened:
    """Breaks the lines of captions and of italic lines under headings, for one paper."""

    paper: Paper

    def caption(self, text: Markup, heading: str = "") -> Markup:
        """The caption of a plate; what it shows (`Turn 3, Mahdist Force`) in small capitals before it, or above it if
        there is no room for both on a line."""
        room = _SURE * self.paper.plate * POINTS_IN_MM
        size = self.paper.caption_size
        words = _measured(text, size)
        if not heading:
            return _joined(words, room, size)
        head = Markup('<span class="sc">{}</span>').format(heading)
        wide = self._capitals(heading)
        if wide + 0.5 * size + _run(words, size) <= room:
            return head + "\u2002" + text
        if wide <= room and _run(words, size) <= room:
            return head + Markup("<br/>") + text
        first, *others = words
        return _joined([(f"{head}\u2002{first[0]}", wide + 0.5 * size + first[1]), *others], room, size)

    def line(self, text: str) -> Markup:
        """A line under a heading. It is broken evenly only if its last line would be very short."""
        size = self.paper.text_size
        room = self.paper.column * POINTS_IN_MM
        words = _measured(plain(text), size)
        lines = _lines(words, room, size)
        if len(lines) < 2 or _run(lines[-1], size) > _STUB * room:
            return plain(text)
        return _joined(words, _SURE * room, size, _PAUSE)

    def _capitals(self, text: str) -> float:
        face, size = metrics("roman"), self.paper.caption_size
        small = sum(face.width(c.upper(), size) * (_SMALL_CAPITALS if c.islower() else 1) for c in text)
        return small + _SPACED * size * len(text)


Word = tuple[str, float]
"""A word, with the tags in and around it, and its width in points."""


def _measured(text: Markup, size: float) -> list[Word]:
    face = metrics("italic")
    return [(word, face.width(html.unescape(_TAG.sub("", word)), size)) for word in _WORD.findall(str(text))]


def _joined(words: list[Word], room: float, size: float, pause: float = 0.0) -> Markup:
    """The words, with breaks if they need several lines: as many as they need, the longest as short as can be."""
    lines = _lines(words, room, size)
    if len(lines) == 2 and pause and (cut := _cut(words, room, size, pause)):
        lines = [words[:cut], words[cut:]]
    elif len(lines) > 1 and not any("<br" in word for word, _ in words):
        count = len(lines)
        narrow, wide = _run(words, size) / count, room
        while wide - narrow > 0.01 * room:
            middle = (narrow + wide) / 2
            if len(_lines(words, middle, size)) > count:
                narrow = middle
            else:
                wide = middle
        lines = _lines(words, wide, size)
    else:
        lines = [words]
    return Markup("<br/>".join(" ".join(word for word, _ in line) for line in lines))  # noqa: S704 - was HTML before


def _cut(words: list[Word], room: float, size: float, pause: float) -> int:
    """Where to break words into two lines; 0 if they do not fit on two."""

    def unlevel(cut: int) -> float:
        first, second = _run(words[:cut], size), _run(words[cut:], size)
        return abs(first - second) - (pause * room if words[cut - 1][0][-1] in ",;:.?!" else 0)

    fit = [n for n in range(1, len(words)) if max(_run(words[:n], size), _run(words[n:], size)) <= room]
    return min(fit, key=unlevel, default=0)


def _lines(words: list[Word], room: float, size: float) -> list[list[Word]]:
    """The words in lines that are no longer than the room, unless one word is."""
    space = metrics("italic").width(" ", size)
    lines: list[list[Word]] = [[]]
    end = 0.0
    for word in words:
        if lines[-1] and end + space + word[1] > room:
            lines.append([])
        end = end + space + word[1] if lines[-1] else word[1]
        lines[-1].append(word)
    return lines


def _run(words: list[Word], size: float) -> float:
    return sum(width for _, width in words) + metrics("italic").width(" ", size) * max(len(words) - 1, 0)
