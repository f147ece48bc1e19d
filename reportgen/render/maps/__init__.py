"""Maps: a picture of a moment drawn as an engraver's staff map of the 1880s, once, and put out as PDF, SVG or PNG.

    drawing = draw(picture, 312.0, "colour")        # a display list; the ground is shared by all maps of a scenario
    text = svg(drawing)                              # for HTML
    images = pdf_images([drawing, ...])              # for WeasyPrint: sources, cache, finisher
    thumbnail = png(drawing, dpi=100)

Lengths are points of 1/72 inch (110 mm are 311.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reportgen.render.maps.compose import CartouchePlace, draw
from reportgen.render.maps.display import Drawing
from reportgen.render.maps.emit_pdf import FONTS
from reportgen.render.maps.emit_svg import OnPage, svg
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.legend import Legend, unexplained
from reportgen.render.maps.palette import Ink
from reportgen.render.maps.sheet import height_for

if TYPE_CHECKING:
    from reportgen.render.maps.weasy import MapImages

__all__ = [
    "CartouchePlace",
    "Drawing",
    "Ink",
    "Legend",
    "OnPage",
    "draw",
    "height_for",
    "pdf_images",
    "png",
    "svg",
    "unexplained",
]


def get_ready() -> None:
    """Reads the faces of the labels and loads what finds the outlines of patches, once a process."""
    from reportgen.render.maps.patches import Field, mask

    for face in FONTS:
        metrics(face)
    Field(mask({(0, 0)}, 1, 1)).outlines(0.5)


def png(drawing: Drawing, dpi: float = 150.0) -> bytes:
    """The drawing as a PNG at a resolution in dots an inch, on white paper."""
    from reportgen.render.maps.emit_png import png as draw_png

    return draw_png(drawing, dpi)


def pdf_images(drawings: Sequence[Drawing], prefix: str = "map") -> MapImages:
    """What WeasyPrint needs to place the drawings; see `MapImages`."""
    from reportgen.render.maps.weasy import pdf_images as make

    return make(drawings, prefix)
