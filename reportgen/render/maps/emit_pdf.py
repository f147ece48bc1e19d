"""A drawing as PDF operators. Knows nothing of who puts them into a file."""

from __future__ import annotations

from functools import lru_cache

from reportgen.render.maps.display import UNIT, Box, Drawing, Face, Layer, Style, Text
from reportgen.render.maps.faces import metrics

_PATH = {"m": "%d %d m\n", "l": "%d %d l\n", "c": "%d %d %d %d %d %d c\n", "z": "h\n"}
FONTS: dict[Face, str] = {"label": "MapLabel", "plain": "MapPlain", "roman": "MapRoman", "italic": "MapItalic"}
"""The resource names of the faces."""


def layer_operators(layer: Layer) -> str:
    """Operators for a layer, in hundredths of a point from the corner of the frame; texts last."""
    out = []
    for group in layer.groups:
        if group.clip is not None:
            out.append(f"q\n{_rectangle(group.clip)} re W n\n")
        last = Style()
        for style, ops, coords in group.shapes:
            out.append(_pen(style, last))
            last = style
            out.append("".join(map(_PATH.__getitem__, ops)) % coords)
            out.append(_paint(style))
        if group.clip is not None:
            out.append("Q\n")
        elif last.dash or last.soft:
            out.append("[] 0 d\n0 J 0 j\n")
    if layer.texts:
        out.append("BT\n")
        out += _texts(layer.texts)
        out.append("ET\n")
    return "".join(out)


def glyphs_of(drawings: list[Drawing]) -> dict[Face, dict[int, str]]:
    """The glyphs that drawings use, by face: glyph number -> the character it stands for."""
    used: dict[Face, dict[int, str]] = {}
    seen: set[int] = set()
    for drawing in drawings:
        for layer in drawing.layers:
            if id(layer) in seen:
                continue
            seen.add(id(layer))
            for text in layer.texts:
                of_face = used.setdefault(text.face, {})
                glyphs = metrics(text.face).glyphs
                for character in text.text:
                    of_face.setdefault(glyphs.get(character, glyphs["?"])[0], character)
    return {face: dict(sorted(used[face].items())) for face in FONTS if face in used}


def _rectangle(box: Box) -> str:
    left, bottom, right, top = (round(v * UNIT) for v in box)
    return f"{left} {bottom} {right - left} {top - bottom}"


def _pen(style: Style, last: Style) -> str:
    """The operators that change the pen from one style to the next; without a stroke, dashes and soft ends go."""
    out = []
    if style.fill and style.fill != last.fill:
        out.append(f"{_colour(style.fill)} rg\n")
    if style.stroke and style.stroke != last.stroke:
        out.append(f"{_colour(style.stroke)} RG\n")
    if style.stroke and style.width != last.width:
        out.append(f"{style.width * UNIT:.4g} w\n")
    if style.dash != last.dash:
        out.append(f"[{' '.join(f'{v * UNIT:g}' for v in style.dash)}] 0 d\n")
    if style.soft != last.soft:
        out.append("1 J 1 j\n" if style.soft else "0 J 0 j\n")
    return "".join(out)


@lru_cache(maxsize=256)
def _colour(colour: str) -> str:
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return " ".join(f"{v:.3f}".rstrip("0").rstrip(".") or "0" for v in parts)


def _paint(style: Style) -> str:
    if style.fill:
        return "B\n" if style.stroke else "f\n"
    return "S\n"


def _texts(texts: tuple[Text, ...]) -> list[str]:
    """Text operators, grouped by face, size and colour as they come."""
    out = []
    face, size, colour, spacing = "", 0.0, "", 0.0
    for text in texts:
        if (text.face, text.size) != (face, size):
            face, size = text.face, text.size
            out.append(f"/{FONTS[text.face]} {size * UNIT:.5g} Tf\n")
        if text.colour != colour:
            colour = text.colour
            out.append(f"{_colour(colour)} rg\n")
        if text.spacing != spacing:
            spacing = text.spacing
            out.append(f"{spacing * UNIT:.4g} Tc\n")
        out.append(f"1 0 0 1 {text.x * UNIT:.0f} {text.y * UNIT:.0f} Tm <{_codes(text.face, text.text)}> Tj\n")
    if spacing:
        out.append("0 Tc\n")
    return out


@lru_cache(maxsize=2048)
def _codes(face: Face, text: str) -> str:
    """The glyphs of a text; the labels of stands are the same on all maps."""
    glyphs = metrics(face).glyphs
    return "".join([f"{glyphs.get(c, glyphs['?'])[0]:04x}" for c in text])
