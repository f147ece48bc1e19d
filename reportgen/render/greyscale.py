"""A PDF without colour: every colour becomes the grey that is as light. Type, lines, tags and links stay as they are.

grey = greyscale(pdf)
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pikepdf

RED, GREEN, BLUE = 0.299, 0.587, 0.114
"""How much each light adds to brightness (ITU-R BT.601, as in televisions and in Pillow)."""
_TO_GREY = {"rg": "g", "RG": "G", "k": "g", "K": "G"}
_COLOURED = ("/DeviceRGB", "/CalRGB", "/DeviceCMYK")


def greyscale(pdf: bytes) -> bytes:
    """The same document in greys. The same bytes give the same bytes.

    Raises ValueError for a colour that this does not know: of our own documents none has one.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            page.contents_coalesce()
            if "/Contents" in page.obj:
                page.obj.Contents.write(_content(page.obj.Contents))
            _group(page.obj)
        for thing in document.objects:
            if isinstance(thing, pikepdf.Stream):
                _stream(thing)
            elif isinstance(thing, pikepdf.Dictionary) and "/ShadingType" in thing:
                raise ValueError("a shading cannot be made grey")
        out = io.BytesIO()
        document.save(
            out,
            deterministic_id=True,
            compress_streams=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
        return out.getvalue()


def _stream(stream: pikepdf.Stream) -> None:
    import pikepdf

    kind = stream.get("/Subtype")
    if kind == "/Form" or "/PatternType" in stream:
        _group(stream)
        stream.write(_content(stream))
    elif kind == "/Image" and _is_coloured(stream.get("/ColorSpace")):
        picture = pikepdf.PdfImage(stream).as_pil_image().convert("L")
        stream.ColorSpace = pikepdf.Name.DeviceGray
        stream.BitsPerComponent = 8
        if stream.get("/Filter") == "/DCTDecode":
            jpeg = io.BytesIO()
            picture.save(jpeg, "JPEG", quality=90, optimize=True)
            stream.write(jpeg.getvalue(), filter=pikepdf.Name.DCTDecode)
        else:
            if "/DecodeParms" in stream:
                del stream.DecodeParms
            stream.write(picture.tobytes())
    elif "/ShadingType" in stream:
        raise ValueError("a shading cannot be made grey")


def _is_coloured(space: Any) -> bool:
    """Whether a picture's colour space has colours; a palette (`/Indexed`) has if what it picks from has."""
    import pikepdf

    if isinstance(space, pikepdf.Array):
        if space[0] == "/ICCBased":
            return int(space[1]["/N"]) > 1
        return space[0] == "/Indexed" and _is_coloured(space[1])
    return space in _COLOURED


def _group(thing: Any) -> None:
    """A transparency group mixes its colours in grey, too."""
    import pikepdf

    group = thing.get("/Group")
    if group is not None and group.get("/CS") in _COLOURED:
        group.CS = pikepdf.Name.DeviceGray


def _content(stream: Any) -> bytes:
    """A content stream with its colours changed; everything else is copied."""
    import pikepdf

    instructions: list[Any] = []
    spaces = {"cs": "", "CS": ""}
    for one in pikepdf.parse_content_stream(stream):
        operator = str(one.operator)
        if operator in _TO_GREY:
            instructions.append(_grey([float(n) for n in one.operands], _TO_GREY[operator]))
        elif operator in spaces:
            spaces[operator] = str(one.operands[0])
            name = "/DeviceGray" if spaces[operator] in _COLOURED else spaces[operator]
            instructions.append(([pikepdf.Name(name)], one.operator))
        elif operator in ("sc", "scn", "SC", "SCN") and spaces["CS" if operator.isupper() else "cs"] in _COLOURED:
            instructions.append(_grey([float(n) for n in one.operands], "G" if operator.isupper() else "g"))
        else:
            instructions.append(one)
    return pikepdf.unparse_content_stream(instructions)


def _grey(parts: Sequence[float], operator: str) -> tuple[list[float], Any]:
    import pikepdf

    if len(parts) == 4:
        parts = [(1 - part) * (1 - parts[3]) for part in parts[:3]]
    level = RED * parts[0] + GREEN * parts[1] + BLUE * parts[2]
    return [round(level, 3)], pikepdf.Operator(operator)
