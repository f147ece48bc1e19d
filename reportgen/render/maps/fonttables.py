"""Two tables of a TrueType file, read as bytes: fontTools names all 2,500 glyphs of a face first, which takes longer
than several maps.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator


def characters_of(cmap: bytes) -> Iterator[tuple[int, int]]:
    """Every character of a face and its glyph, from the part of the table that names runs of characters by 32 bits
    (format 12), as every face of ours has it. Raises ValueError for a table without."""
    parts = struct.unpack_from(">H", cmap, 2)[0]
    for n in range(parts):
        platform, encoding, at = struct.unpack_from(">HHL", cmap, 4 + 8 * n)
        if (platform, encoding) == (3, 10) and struct.unpack_from(">H", cmap, at)[0] == 12:
            runs = struct.unpack_from(">L", cmap, at + 12)[0]
            for first, last, glyph in struct.iter_unpack(">LLL", cmap[at + 16 : at + 16 + 12 * runs]):
                for code in range(first, last + 1):
                    yield code, glyph + code - first
            return
    raise ValueError("a font without a table of characters by 32 bits")


def advances_of(hmtx: bytes, hhea: bytes) -> list[int]:
    """How far each glyph runs, in units of the face; those after the last run as far as that."""
    count = struct.unpack_from(">H", hhea, 34)[0]
    return [advance for advance, _ in struct.iter_unpack(">Hh", hmtx[: 4 * count])]
