"""A TrueType file cut down to a few glyphs, numbered as before, without hints: what a PDF embeds.

The tables are cut as bytes, because reading all 2,500 glyphs of a face to keep sixty of them costs thirty milliseconds;
fontTools reads and writes the file around them and takes the hints off the glyphs that stay.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from reportgen.render.maps.display import Face
from reportgen.render.maps.faces import path_of

_WORDS, _SCALE, _MORE, _SCALES, _MATRIX = 0x0001, 0x0008, 0x0020, 0x0040, 0x0080
"""Flags of the parts of a composite glyph: arguments of two bytes, one scale, another part, two scales, a matrix."""
_KEPT: Final = ("head", "hhea", "maxp")


@lru_cache(maxsize=32)
def subset(face: Face, glyphs: tuple[int, ...]) -> bytes:
    """The font file of a face with only these glyphs (and those that they are put together from) left in it."""
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.sfnt import SFNTWriter
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    with TTFont(path_of(face), lazy=True) as font:
        tables = {tag: font.reader[tag] for tag in (*_KEPT, "loca", "glyf", "hmtx")}
    long = struct.unpack_from(">h", tables["head"], 50)[0]
    starts = np.frombuffer(tables["loca"], ">u4" if long else ">u2").astype(np.int64) * (1 if long else 2)
    outlines = _closure(glyphs, tables["glyf"], starts)
    lengths = np.zeros(len(starts), dtype=np.int64)
    for glyph, data in outlines.items():
        shape = Glyph(data)
        shape.trim(remove_hinting=True)
        outlines[glyph] = shape.data + bytes(-len(shape.data) % 4)
        lengths[glyph + 1] = len(outlines[glyph])
    head = bytearray(tables["head"])
    struct.pack_into(">h", head, 50, 1)
    out = io.BytesIO()
    writer = SFNTWriter(out, len(_KEPT) + 3)
    for tag in _KEPT:
        writer[tag] = bytes(head) if tag == "head" else tables[tag]
    writer["hmtx"] = _advances(tables["hmtx"], tables["hhea"], outlines)
    writer["loca"] = np.cumsum(lengths).astype(">u4").tobytes()
    writer["glyf"] = b"".join(outlines[glyph] for glyph in sorted(outlines))
    writer.close()
    return out.getvalue()


def _closure(glyphs: Sequence[int], outlines: bytes, starts: np.ndarray) -> dict[int, bytes]:
    """The outlines of the glyphs, of the one for missing glyphs, and of all parts of composite ones."""
    found: dict[int, bytes] = {}
    wanted = [0, *glyphs]
    while wanted:
        glyph = wanted.pop()
        if glyph in found:
            continue
        data = found[glyph] = outlines[starts[glyph] : starts[glyph + 1]]
        if len(data) > 10 and data[0] & 0x80:  # a negative number of contours: put together from others
            wanted += _parts(data)
    return {glyph: data for glyph, data in found.items() if data}


def _parts(data: bytes) -> list[int]:
    parts = []
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", data, at)
        parts.append(part)
        at += 8 if flags & _WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _SCALES else 8 if flags & _MATRIX else 0
    return parts


def _advances(advances: bytes, header: bytes, outlines: dict[int, bytes]) -> bytes:
    """The table of advances with those of the glyphs left out set to nothing, so that it packs well."""
    count = struct.unpack_from(">H", header, 34)[0]
    pairs = np.frombuffer(advances, ">u2", 2 * count).reshape(-1, 2).copy()
    pairs[[n for n in range(count) if n not in outlines]] = 0
    return pairs.tobytes() + bytes(len(advances) - 4 * count)
