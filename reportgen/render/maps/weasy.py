"""Maps inside WeasyPrint's PDFs as form XObjects: each layer is written once, however many maps show it.

WeasyPrint draws whatever its image cache holds for a URL, if the thing answers `get_intrinsic_size`, `draw` and
`get_x_object`. That is no documented interface, so all use of it is in this module, `reason_against` looks whether it
is as expected, and the maps fall back to SVG data URIs (slower and larger, the same to look at) when it is not.

What happens, in WeasyPrint's order: `draw` registers the map and its layers as images of the document; when the file is
put together `get_x_object` gives a form for each (once a document; a map's form names those of its layers); the form's
`Font` must be None until then, and WeasyPrint fills in its own; `finisher` puts the faces of the maps in their place.
"""

from __future__ import annotations

import base64
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from reportgen.render.maps.display import UNIT, Box, Drawing, Face, Layer
from reportgen.render.maps.emit_pdf import FONTS, glyphs_of, layer_operators
from reportgen.render.maps.emit_svg import svg
from reportgen.render.maps.faces import metrics
from reportgen.render.maps.subset import subset

TRIED: Final = frozenset({70})
"""WeasyPrint's major versions with which this way has been tried."""
_SIZE_IN_CSS: Final = 96 / 72


@dataclass(frozen=True, slots=True)
class MapImages:
    """How to place drawings in a WeasyPrint document.

    `sources`: the `src` for an `<img>` of each drawing, in order (give each an `alt`). `cache` and `finisher` go to
    `HTML(...).write_pdf(target, cache=images.cache, finisher=images.finisher)`, or `cache` to `render` and `finisher`
    to the document's `write_pdf`. Good for one document. `vector_forms` is False when the maps are SVG data URIs;
    `cache` is then empty and `finisher` does nothing.
    """

    sources: tuple[str, ...]
    cache: dict[str, Any] = field(default_factory=dict)
    finisher: Callable[[Any, Any], None] = lambda document, pdf: None
    vector_forms: bool = False


def reason_against() -> str:
    """Why the fast way cannot be gone with the WeasyPrint that is installed; empty if it can."""
    try:
        import pydyf
        import weasyprint
        from weasyprint import DEFAULT_OPTIONS, images
        from weasyprint.pdf.stream import Stream
    except ImportError as error:
        return f"WeasyPrint is not as expected: {error}"
    version = str(weasyprint.__version__).split(".")[0]
    if not version.isdigit() or int(version) not in TRIED:
        return f"WeasyPrint {weasyprint.__version__} has not been tried"
    if "cache" not in DEFAULT_OPTIONS:
        return "WeasyPrint takes no image cache"
    for call, wanted in (
        (Stream.add_image, ["self", "image", "interpolate", "ratio"]),
        (images.SVGImage.draw, ["self", "stream", "concrete_width", "concrete_height", "_style"]),
        (images.SVGImage.get_intrinsic_size, ["self", "image_resolution", "font_size"]),
        (images.RasterImage.get_x_object, ["self", "interpolate", "dpi_ratio"]),
        (pydyf.Stream.__init__, ["self", "stream", "extra", "compress"]),
    ):
        if list(inspect.signature(call).parameters) != wanted:
            return f"WeasyPrint's {call.__qualname__} is not as expected"
    return ""


def pdf_images(drawings: Sequence[Drawing], prefix: str = "map") -> MapImages:
    """Makes the drawings ready for one WeasyPrint document. `prefix` keeps several lots in one document apart."""
    if reason_against():
        return MapImages(tuple(_data_uri(drawing) for drawing in drawings))
    maps = _Maps(list(drawings), prefix)
    names = [f"{prefix}:{n}" for n in range(len(drawings))]
    cache = {name: _MapImage(n, drawing, maps) for n, (name, drawing) in enumerate(zip(names, drawings, strict=True))}
    return MapImages(tuple(names), cache, maps.finish, vector_forms=True)


def _data_uri(drawing: Drawing) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg(drawing).encode()).decode()


class _Maps:
    """What the maps of one document share: the forms of their layers, and the resources that the faces go into."""

    def __init__(self, drawings: list[Drawing], prefix: str) -> None:
        self.prefix = prefix
        self.drawings = drawings
        self.resources: list[Any] = []
        uses: dict[int, int] = {}
        for drawing in drawings:
            for layer in drawing.layers:
                uses[id(layer)] = uses.get(id(layer), 0) + 1
        shared: dict[int, _LayerImage] = {}
        self.layers: list[list[_LayerImage | Layer]] = []
        for drawing in drawings:
            own: list[_LayerImage | Layer] = []
            for layer in drawing.layers:
                if uses[id(layer)] == 1:
                    own.append(layer)
                    continue
                if id(layer) not in shared:
                    shared[id(layer)] = _LayerImage(f"{prefix}layer{len(shared)}", layer, self)
                own.append(shared[id(layer)])
            self.layers.append(own)

    def resources_with(self, images: list[str]) -> Any:
        """The resources of a form: the images it draws, filled in by WeasyPrint, and a place for the faces."""
        import pydyf

        resources = pydyf.Dictionary({"Font": None, "XObject": pydyf.Dictionary(dict.fromkeys(images))})
        self.resources.append(resources)
        return resources

    def finish(self, document: Any, pdf: Any) -> None:
        """Adds the faces to the file and the forms, with the text that each glyph stands for, so that it is found."""
        import pydyf

        fonts = pydyf.Dictionary()
        for face, glyphs in glyphs_of(self.drawings).items():
            fonts[FONTS[face]] = _font(pdf, face, glyphs)
        pdf.add_object(fonts)
        for resources in self.resources:
            resources["Font"] = fonts.reference


class _MapImage:
    """A drawing, as WeasyPrint wants an image to be."""

    def __init__(self, number: int, drawing: Drawing, maps: _Maps) -> None:
        self.id = f"{maps.prefix}{number}"
        self._drawing = drawing
        self._maps = maps
        self._layers = maps.layers[number]

    def get_intrinsic_size(self, image_resolution: float, font_size: float) -> tuple[float, float, float]:
        width, height = self._drawing.width, self._drawing.height
        return width * _SIZE_IN_CSS, height * _SIZE_IN_CSS, width / height

    def draw(self, stream: Any, concrete_width: float, concrete_height: float, style: Any) -> None:
        for layer in self._layers:
            if isinstance(layer, _LayerImage):
                stream.add_image(layer, False, 1)
        name = stream.add_image(self, False, 1)
        left, bottom = self._drawing.box[:2]
        stream.transform(
            concrete_width / self._drawing.width, 0, 0, -concrete_height / self._drawing.height, 0, concrete_height
        )
        stream.transform(1, 0, 0, 1, -left, -bottom)
        stream.draw_x_object(name)

    def get_x_object(self, interpolate: bool, dpi_ratio: float) -> Any:
        names = [f"i{layer.id}0" for layer in self._layers if isinstance(layer, _LayerImage)]
        parts = [
            f"/i{layer.id}0 Do\n" if isinstance(layer, _LayerImage) else _scaled(layer_operators(layer))
            for layer in self._layers
        ]
        return _form("".join(parts), self._drawing.box, self._maps.resources_with(names))


class _LayerImage:
    """A layer that several maps show: a form of its own, known to WeasyPrint as an image, placed by the maps alone."""

    def __init__(self, number: str, layer: Layer, maps: _Maps) -> None:
        self.id = number
        self._layer = layer
        self._maps = maps

    def get_x_object(self, interpolate: bool, dpi_ratio: float) -> Any:
        box = (-2000.0, -2000.0, 10000.0, 10000.0)  # the map's own box cuts it
        return _form(_scaled(layer_operators(self._layer)), box, self._maps.resources_with([]))


def _scaled(operators: str) -> str:
    return f"q\n{1 / UNIT:g} 0 0 {1 / UNIT:g} 0 0 cm\n{operators}Q\n"


def _form(operators: str, box: Box, resources: Any) -> Any:
    import pydyf

    extra = pydyf.Dictionary(
        {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pydyf.Array([round(v, 2) for v in box]),
            "Resources": resources,
        }
    )
    return pydyf.Stream([operators.encode("ascii")], extra, compress=True)


def _font(pdf: Any, face: Face, glyphs: dict[int, str]) -> bytes:
    """Embeds a face with the glyphs that are used; returns the reference to it."""
    import pydyf

    measures = metrics(face)
    name = f"/{_tag(glyphs)}+{measures.name}"
    content = subset(face, tuple(glyphs))
    file = pydyf.Stream([content], pydyf.Dictionary({"Length1": len(content)}), compress=True)
    pdf.add_object(file)
    descriptor = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": 4,
            "FontBBox": pydyf.Array(measures.box),
            "ItalicAngle": -12 if face == "italic" else 0,
            "Ascent": measures.ascent,
            "Descent": measures.descent,
            "CapHeight": measures.capital,
            "StemV": 140 if face == "label" else 80,
            "FontFile2": file.reference,
        }
    )
    pdf.add_object(descriptor)
    widths = pydyf.Array()
    advances = dict(measures.glyphs.values())
    for glyph in glyphs:
        widths.append(glyph)
        widths.append(pydyf.Array([round(advances[glyph])]))
    descendant = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": name,
            "CIDSystemInfo": pydyf.Dictionary(
                {"Registry": pydyf.String("Adobe"), "Ordering": pydyf.String("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": descriptor.reference,
            "CIDToGIDMap": "/Identity",
            "DW": 500,
            "W": widths,
        }
    )
    pdf.add_object(descendant)
    meaning = pydyf.Stream([_to_unicode(glyphs).encode("ascii")], compress=True)
    pdf.add_object(meaning)
    font = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([descendant.reference]),
            "ToUnicode": meaning.reference,
        }
    )
    pdf.add_object(font)
    return bytes(font.reference)


def _tag(glyphs: dict[int, str]) -> str:
    """Six letters that name a subset."""
    from hashlib import blake2b

    digest = blake2b(repr(sorted(glyphs)).encode(), digest_size=6).digest()
    return "".join(chr(65 + byte % 26) for byte in digest)


def _to_unicode(glyphs: dict[int, str]) -> str:
    """The table from glyphs to characters, in PDF's own language."""
    lines = [
        "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def", "/CMapType 2 def",
        "1 begincodespacerange", "<0000> <ffff>", "endcodespacerange",
    ]  # fmt: skip
    items = list(glyphs.items())
    for start in range(0, len(items), 100):
        batch = items[start : start + 100]
        lines.append(f"{len(batch)} beginbfchar")
        lines += [f"<{glyph:04x}> <{character.encode('utf-16-be').hex()}>" for glyph, character in batch]
        lines.append("endbfchar")
    lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
    return "\n".join(lines)
