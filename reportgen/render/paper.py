"""Sizes of paper, and how wide a map may be on each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PaperName = Literal["a5", "a4", "letter"]

POINTS_IN_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in millimetres. A map is `plate` wide, but its frame no higher than `plate_height`, so that two with
    their captions go on a page. A photograph is no wider, and no higher than `photo_height`. `styles`: the style
    sheets, which set the margins. `column`: the width of the text. `sums_size`: the size of the letters of the combats'
    arithmetic in points, `caption_size` and `text_size` those of captions and of the text, as in the style sheets."""

    name: PaperName
    width: float
    height: float
    plate: float
    plate_height: float
    photo_height: float
    styles: tuple[str, ...]
    column: float
    sums_size: float
    caption_size: float
    text_size: float

    @property
    def plate_points(self) -> tuple[float, float]:
        """Width and height of a map in points of 1/72 inch."""
        return self.plate * POINTS_IN_MM, self.plate_height * POINTS_IN_MM


PAPERS: dict[str, Paper] = {
    "a5": Paper("a5", 148, 210, 113, 75.5, 95, ("print.css", "a5.css"), 113, 7.2, 9.2, 10.4),
    "a4": Paper("a4", 210, 297, 164, 115, 130, ("print.css", "large.css", "a4.css"), 150, 8.4, 10, 12),
    "letter": Paper("letter", 215.9, 279.4, 156, 109, 120, ("print.css", "large.css", "letter.css"), 146, 8.4, 10, 12),
}


def paper_of(name: str) -> Paper:
    """The paper of a name. Raises `ValueError`, with a text fit for users, for another."""
    try:
        return PAPERS[name.lower()]
    except KeyError:
        raise ValueError(f"'{name}' is not a paper size; there are {', '.join(PAPERS)}") from None
