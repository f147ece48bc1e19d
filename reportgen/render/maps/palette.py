"""The inks of a map: full colour, grey, and saving (no tints at all, for the reader's own printer)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from reportgen.board.picture import SIDE_COLOURS

Ink = Literal["colour", "grey", "saving"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`; an empty one is left out of the drawing."""

    paper: str
    ink: str
    grid: str
    """The hair lines between the squares."""
    slope: str
    """The tint of a hillside; the tops stay `summit`."""
    summit: str
    contour: str
    hachure: str
    wood: str
    leaf: str
    leaf_line: str
    marsh: str
    reed: str
    water: str
    bank: str
    flow: str
    road: str
    casing: str
    rock: str
    rock_shade: str
    sand: str
    garden: str
    hedge: str
    house: str
    unknown: str
    fire: str
    block: str
    """The paper of white blocks and of the ground under labels."""


COLOUR: Final = Palette(
    paper="#f7f1e1",
    ink="#2a2521",
    grid="#d8ccb4",
    slope="#eadfc6",
    summit="#fbf8ee",
    contour="#a9825a",
    hachure="#8a6848",
    wood="#e1e6c8",
    leaf="#b9c594",
    leaf_line="#59683f",
    marsh="#e3ebe4",
    reed="#5d7f86",
    water="#cfe2e6",
    bank="#3f6675",
    flow="#7fa3ad",
    road="#fbf6e8",
    casing="#5c4a39",
    rock="#efe6d3",
    rock_shade="#6e6052",
    sand="#b9a37c",
    garden="#7d8f5c",
    hedge="#59683f",
    house="#2a2521",
    unknown="#ece2d0",
    fire="#a8281c",
    block="#fffdf6",
)
GREY: Final = replace(
    COLOUR,
    paper="#f6f6f5",
    ink="#1c1c1c",
    grid="#d2d2d0",
    slope="#e6e6e4",
    summit="#fdfdfd",
    contour="#8c8c8a",
    hachure="#777775",
    wood="#e4e4e2",
    leaf="#c6c6c4",
    leaf_line="#565654",
    marsh="#ebebea",
    reed="#6c6c6a",
    water="#dddddc",
    bank="#4e4e4d",
    flow="#929291",
    road="#fdfdfc",
    casing="#4e4e4d",
    rock="#ebebea",
    rock_shade="#5f5f5e",
    sand="#a5a5a3",
    garden="#868684",
    hedge="#4e4e4d",
    house="#1c1c1c",
    unknown="#e4e4e2",
    fire="#1c1c1c",
    block="#ffffff",
)
SAVING: Final = replace(
    GREY,
    paper="",
    grid="#d8d8d6",
    slope="",
    summit="",
    wood="",
    leaf="#ffffff",
    marsh="",
    water="",
    road="#ffffff",
    rock="#ffffff",
    unknown="",
)
INKS: Final[dict[Ink, Palette]] = {"colour": COLOUR, "grey": GREY, "saving": SAVING}

_HEX: Final = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_NAMED: Final = {
    "black": "#000000", "white": "#ffffff", "grey": "#808080", "gray": "#808080", "red": "#a8281c", "blue": "#27466e",
    "green": "#3f6b3a", "yellow": "#b58a1b", "orange": "#b5601f", "brown": "#6b4a2c", "purple": "#5d3a6b",
    "khaki": "#8a7a4a", "navy": "#1f2f52", "maroon": "#6e1f24", "olive": "#6b6b2a", "teal": "#2a6464",
    "sand": "#a98a55",
}  # fmt: skip
"""Colours by name, mixed to sit well on the paper tint rather than to match a screen's."""
_DARKEST_FILL: Final = 0.34
"""White signs on a block stay readable up to this lightness (0 black, 1 white) of its fill."""


def side_colour(colour: str, side: int, ink: Ink) -> str:
    """The ink of a side's blocks and arrows: the wanted colour (`#rgb`, `#rrggbb` or a plain name), darkened until
    white signs stand out on it; a grey in the other inks; a default if the colour cannot be read."""
    if ink != "colour":
        return "#1c1c1c" if side == 0 else "#2e2e2e"
    text = _NAMED.get(colour.strip().lower(), colour.strip())
    if not _HEX.fullmatch(text):
        text = SIDE_COLOURS[side]
    digits = text[1:] if len(text) == 7 else "".join(c * 2 for c in text[1:])
    channels = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    light = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2]
    if light > _DARKEST_FILL:
        channels = [c * _DARKEST_FILL / light for c in channels]
    return "#" + "".join(f"{round(255 * c):02x}" for c in channels)


def mixed(colour: str, paper: str, share: float) -> str:
    """A colour thinned with paper: `share` 1 is the colour, 0 the paper (white where there is no tint)."""
    paper = paper or "#ffffff"
    pairs = zip(_channels(colour), _channels(paper), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
