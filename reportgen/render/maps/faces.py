"""The faces of the maps: their font files, how wide their letters run, and what a PDF needs to embed them.

Source Sans 3 and EB Garamond come with the package `rendercv-fonts` (static files under the Open Font Licence).
Where it is missing, DejaVu, which comes with matplotlib, takes their place: wider, but never absent.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from reportgen.render.maps.display import Face
from reportgen.render.maps.fonttables import advances_of, characters_of

_FILES: Final[dict[Face, tuple[str, str]]] = {
    "label": ("Source Sans 3/SourceSans3-Bold.ttf", "DejaVuSans-Bold.ttf"),
    "plain": ("Source Sans 3/SourceSans3-Regular.ttf", "DejaVuSans.ttf"),
    "roman": ("EB Garamond/EBGaramond-Regular.ttf", "DejaVuSerif.ttf"),
    "italic": ("EB Garamond/EBGaramond-Italic.ttf", "DejaVuSerif-Italic.ttf"),
}
CSS: Final[dict[Face, tuple[str, str, str]]] = {
    "label": ("'Source Sans 3','DejaVu Sans',sans-serif", "bold", "normal"),
    "plain": ("'Source Sans 3','DejaVu Sans',sans-serif", "normal", "normal"),
    "roman": ("'EB Garamond','DejaVu Serif',serif", "normal", "normal"),
    "italic": ("'EB Garamond','DejaVu Serif',serif", "normal", "italic"),
}
"""Family, weight and style of each face for SVG and HTML."""

_REMEMBERED: Final = 4096


def path_of(face: Face) -> Path:
    """The font file of a face. Raises FileNotFoundError if neither package is installed."""
    wanted, instead = _FILES[face]
    for package, below in (("rendercv_fonts", wanted), ("matplotlib", f"mpl-data/fonts/ttf/{instead}")):
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            path = Path(folder) / below
            if path.is_file():
                return path
    raise FileNotFoundError(f"no font for the maps: neither {wanted} nor {instead} is installed")


@dataclass(frozen=True, slots=True)
class Metrics:
    """Measures of a face, in thousandths of its size: `glyphs` maps a character to (glyph number, advance)."""

    path: Path
    name: str
    glyphs: dict[str, tuple[int, float]]
    ascent: int
    descent: int
    capital: int
    box: tuple[int, int, int, int]
    _known: dict[str, float]

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """How far a text runs, in the unit of `size`; a character that the face lacks counts as a question mark."""
        run = size * (self.advance(text) / 1000)
        return run + spacing * max(len(text) - 1, 0) if spacing else run

    def advance(self, text: str) -> float:
        """How far a text runs, in thousandths of its size: the sum of its letters' advances, without any error."""
        run = self._known.get(text)
        if run is None:
            glyphs, lack = self.glyphs, self.glyphs["?"]
            run = sum(glyphs.get(c, lack)[1] for c in text)
            if len(self._known) < _REMEMBERED:
                self._known[text] = run
        return run


@lru_cache(maxsize=8)
def metrics(face: Face) -> Metrics:
    """The measures of a face; read from its file once a process."""
    from fontTools.ttLib import TTFont  # a fifth of a second with WeasyPrint not yet loaded

    path = path_of(face)
    with TTFont(path, lazy=True) as font:
        os2, head, reader = font["OS/2"], font["head"], font.reader
        scale = 1000 / head.unitsPerEm
        advances = advances_of(reader["hmtx"], reader["hhea"])
        glyphs = {
            chr(code): (glyph, advances[min(glyph, len(advances) - 1)] * scale)
            for code, glyph in characters_of(reader["cmap"])
            if code < 0x2200
        }
        return Metrics(
            path,
            path.stem,
            glyphs,
            round(os2.sTypoAscender * scale),
            round(os2.sTypoDescender * scale),
            round((getattr(os2, "sCapHeight", 0) or 700 / scale) * scale),
            tuple(round(v * scale) for v in (head.xMin, head.yMin, head.xMax, head.yMax)),
            {},
        )


@lru_cache(maxsize=_REMEMBERED)
def printable(face: Face, text: str) -> str:
    """The text with every character that the face lacks put as a question mark, as it will be seen."""
    glyphs = metrics(face).glyphs
    return "".join(c if c in glyphs else "?" for c in text)
