"""The faces inside a web page, cut down to the letters that it uses: it stands alone and still loads fast."""

from __future__ import annotations

import base64
import io
import re
from functools import lru_cache
from html import unescape
from typing import Final

from reportgen.render.fonts import SANS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC, Face

_FEATURES: Final = ("kern", "liga", "smcp", "onum", "lnum", "pnum", "tnum", "mark", "mkmk", "ccmp", "locl")
_BOLD: Final = re.compile(r"<(?:strong|b)\b[^>]*>([^<]*)")
"""What is set bold in a running text: a face of its own, without which a browser smears the regular one."""
_NAMES: Final = (0, 1, 2, 13, 14)
"""Copyright, family, style, licence and its address stay in the font."""


def font_faces(page: str) -> str:
    """`@font-face` rules with the faces that a page needs, as WOFF2 in data URIs (about 90 kB in all)."""
    text = unescape(re.sub(r"<style>.*?</style>|<path[^>]*>|data:[^\"')]*", "", page, flags=re.S))
    letters = "".join(sorted(set(text)))
    rules = [_rule(face, letters) for face in (TEXT, TEXT_ITALIC, SANS, SANS_BOLD)]
    bold = "".join(sorted(set("".join(_BOLD.findall(page)))))
    if bold:
        rules.append(_rule(TEXT_BOLD, bold))
    return "\n".join(rules)


@lru_cache(maxsize=32)
def _rule(face: Face, letters: str) -> str:
    data = base64.b64encode(_cut(face, letters)).decode()
    return (
        f"@font-face {{ font-family: '{face.family}'; font-style: {face.style}; font-weight: {face.weight}; "
        f"font-display: swap; src: url('data:font/woff2;base64,{data}') format('woff2') }}"
    )


def _cut(face: Face, letters: str) -> bytes:
    import uharfbuzz as hb
    from fontTools.ttLib import TTFont

    wanted = hb.SubsetInput()
    wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
    for kind, numbers in (
        (hb.SubsetInputSets.UNICODE, map(ord, letters)),
        (hb.SubsetInputSets.LAYOUT_FEATURE_TAG, (int.from_bytes(tag.encode(), "big") for tag in _FEATURES)),
        (hb.SubsetInputSets.NAME_ID, _NAMES),
    ):
        chosen = wanted.sets(kind)
        chosen.clear()
        chosen.update(numbers)
    cut = hb.subset(hb.Face(hb.Blob.from_file_path(str(face.path))), wanted)
    out = io.BytesIO()
    with TTFont(io.BytesIO(cut.blob.data), recalcTimestamp=False, lazy=True) as font:
        font.flavor = "woff2"
        font.save(out)
    return out.getvalue()
