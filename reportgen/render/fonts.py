"""The faces that every document is set in, as files of an installed package: the same pages on every machine.

Text: EB Garamond (small caps, old-style and lining tabular figures). Small print, tables and map labels: Source Sans 3.
Both are static TrueType files under the SIL Open Font License, from the package `rendercv-fonts`; see
docs/decisions/fonts.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

TEXT_FAMILY = "EB Garamond"
SANS_FAMILY = "Source Sans 3"
"""The names in the style sheets and in the maps. The press sees no font of the machine that could answer to them."""


@dataclass(frozen=True, slots=True)
class Face:
    """One font file. `family` is the name used in the style sheets."""

    family: str
    style: Literal["normal", "italic"]
    weight: Literal[400, 700]
    folder: str
    file: str

    @property
    def path(self) -> Path:
        """Where the file lies. Raises `FileNotFoundError` if the fonts' package is not installed whole."""
        path = _folder() / self.folder / self.file
        if not path.is_file():
            raise FileNotFoundError(f"the font {self.file} is missing; install the package rendercv-fonts again")
        return path


TEXT = Face(TEXT_FAMILY, "normal", 400, "EB Garamond", "EBGaramond-Regular.ttf")
TEXT_ITALIC = Face(TEXT_FAMILY, "italic", 400, "EB Garamond", "EBGaramond-Italic.ttf")
TEXT_BOLD = Face(TEXT_FAMILY, "normal", 700, "EB Garamond", "EBGaramond-Bold.ttf")
SANS = Face(SANS_FAMILY, "normal", 400, "Source Sans 3", "SourceSans3-Regular.ttf")
SANS_ITALIC = Face(SANS_FAMILY, "italic", 400, "Source Sans 3", "SourceSans3-Italic.ttf")
SANS_BOLD = Face(SANS_FAMILY, "normal", 700, "Source Sans 3", "SourceSans3-Bold.ttf")

FACES = (TEXT, TEXT_ITALIC, TEXT_BOLD, SANS, SANS_ITALIC, SANS_BOLD)


@cache
def _folder() -> Path:
    spec = find_spec("rendercv_fonts")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("the fonts are missing; install the package rendercv-fonts")
    return Path(next(iter(spec.submodule_search_locations)))
