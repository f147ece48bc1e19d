"""A drawing as a PNG, for thumbnails and tests; drawn by matplotlib's Agg without figures or artists."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from reportgen.render.maps.display import UNIT, Drawing, Shape, Text
from reportgen.render.maps.faces import path_of

if TYPE_CHECKING:
    from matplotlib.path import Path

_CODES = {"m": (1,), "l": (2,), "c": (4, 4, 4), "z": (79,)}


def png(drawing: Drawing, dpi: float = 150.0) -> bytes:
    """The drawing at a resolution in dots an inch, on white paper."""
    import numpy as np
    from matplotlib.backends.backend_agg import RendererAgg
    from PIL import Image

    scale = dpi / 72
    width, height = max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale))
    renderer: Any = RendererAgg(width, height, dpi)  # type: ignore[no-untyped-call]
    canvas = np.asarray(renderer.buffer_rgba())
    canvas[:] = 255
    for layer in drawing.layers:
        for group in layer.groups:
            for shape in group.shapes:
                _shape(renderer, shape, group.clip, drawing, scale)
        for text in layer.texts:
            _text(renderer, text, drawing, scale)
    out = io.BytesIO()
    Image.fromarray(canvas[:, :, :3]).save(out, "PNG")
    return out.getvalue()


def _place(drawing: Drawing, scale: float) -> Any:
    from matplotlib.transforms import Affine2D

    return Affine2D().translate(-drawing.box[0] * UNIT, -drawing.box[1] * UNIT).scale(scale / UNIT)


def _shape(renderer: Any, shape: Shape, clip: tuple[float, float, float, float] | None, drawing: Drawing,
           scale: float) -> None:  # fmt: skip
    from matplotlib.colors import to_rgba
    from matplotlib.transforms import Bbox

    style = shape.style
    context = renderer.new_gc()
    if clip is not None:
        left, bottom, right, top = clip
        x, y = drawing.box[0], drawing.box[1]
        context.set_clip_rectangle(
            Bbox([[(left - x) * scale, (bottom - y) * scale], [(right - x) * scale, (top - y) * scale]])
        )
    context.set_antialiased(True)
    context.set_snap(False)
    if style.stroke:
        context.set_foreground(to_rgba(style.stroke), isRGBA=True)
        context.set_linewidth(style.width)  # Agg takes points and turns them into dots itself
        if style.dash:
            context.set_dashes(0, list(style.dash))
        context.set_capstyle("round" if style.soft else "butt")
        context.set_joinstyle("round" if style.soft else "miter")
    else:
        context.set_linewidth(0)
    renderer.draw_path(context, _path(shape), _place(drawing, scale), to_rgba(style.fill) if style.fill else None)


def _path(shape: Shape) -> Path:
    import numpy as np
    from matplotlib.path import Path

    points = np.array(shape.coords, dtype=float).reshape(-1, 2)
    vertices: list[tuple[float, ...]] = []
    codes: list[int] = []
    n = 0
    for op in shape.ops:
        kinds = _CODES[op]
        codes += kinds
        if op == "z":
            vertices.append((0.0, 0.0))
        else:
            vertices += [tuple(p) for p in points[n : n + len(kinds)]]
            n += len(kinds)
    return Path(np.array(vertices), np.array(codes, dtype=np.uint8))


@lru_cache(maxsize=4096)
def _letters(face: str, size: float, text: str) -> Path:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    return TextPath((0, 0), text, size=size, prop=FontProperties(fname=str(path_of(face))), usetex=False)  # type: ignore[arg-type]


def _text(renderer: Any, text: Text, drawing: Drawing, scale: float) -> None:
    """The letters as filled outlines, set one by one where the spacing is wide."""
    from matplotlib.colors import to_rgba
    from matplotlib.transforms import Affine2D

    from reportgen.render.maps.faces import metrics

    context = renderer.new_gc()
    context.set_linewidth(0)
    context.set_snap(False)
    x = text.x
    for part in text.text if text.spacing else (text.text,):
        # Set large and scaled down: the letters' outlines are hinted to whole units of their size.
        place = Affine2D().scale(text.size / 100).translate(x - drawing.box[0], text.y - drawing.box[1]).scale(scale)
        if part.strip():
            renderer.draw_path(context, _letters(text.face, 100, part.replace("$", r"\$")), place, to_rgba(text.colour))
        x += metrics(text.face).width(part, text.size) + text.spacing
