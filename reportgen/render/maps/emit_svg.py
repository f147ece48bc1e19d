"""A drawing as plain SVG, for HTML pages and for PDF where the faster way is closed."""

from __future__ import annotations

from hashlib import blake2b
from html import escape

from reportgen.render.maps.display import UNIT, Box, Drawing, Group, Layer, Style, Text
from reportgen.render.maps.faces import CSS

_PATH = {"m": "M%d %d", "l": "L%d %d", "c": "C%d %d %d %d %d %d", "z": "Z"}


class OnPage:
    """What one HTML page has of its maps already: a layer that several maps show is written once, then only named."""

    def __init__(self) -> None:
        self.layers: set[str] = set()
        self.maps = 0


def svg(drawing: Drawing, *, width: str = "", on_page: OnPage | None = None) -> str:
    """The whole drawing as one `<svg>` element, in points, with its title and description for screen readers.

    `width`: a CSS width for the element (`100%`); empty for the printed width. Texts keep the width they were set with,
    whatever font the reader has. `on_page`: the same for all maps of one HTML page, which then share their ground.
    """
    left, bottom, right, top = (round(v * UNIT) for v in drawing.box)
    body = "".join(_layer(layer, on_page) for layer in drawing.layers)
    # Ids must differ between the maps of a page and be the same every time.
    mark = blake2b(f"{drawing.title}{drawing.text}{body}".encode(), digest_size=6).hexdigest()
    if on_page is not None:
        on_page.maps += 1
        mark = f"{on_page.maps}-{mark}"
    clips: dict[Box, str] = {}
    for layer in drawing.layers:
        for group in layer.groups:
            if group.clip is not None:
                clips.setdefault(group.clip, f"clip{len(clips)}-{mark}")
    for box, name in clips.items():
        body = body.replace(f"url(#{_clip_mark(box)})", f"url(#{name})")
    defs = "".join(f'<clipPath id="{name}"><path d="{_box_path(box)}"/></clipPath>' for box, name in clips.items())
    size = f'width="{width}"' if width else f'width="{drawing.width:.2f}pt" height="{drawing.height:.2f}pt"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{left} {-top} {right - left} {top - bottom}" '
        f'role="img" aria-labelledby="title-{mark} desc-{mark}">'
        f'<title id="title-{mark}">{escape(drawing.title)}</title><desc id="desc-{mark}">{escape(drawing.text)}</desc>'
        f"<defs>{defs}</defs>{body}</svg>"
    )


def _layer(layer: Layer, on_page: OnPage | None) -> str:
    if on_page is None or not layer.key:
        return _layer_text(layer.groups, layer.texts)
    if layer.key in on_page.layers:
        return f'<use href="#{layer.key}"/>'
    on_page.layers.add(layer.key)
    return f'<g id="{layer.key}">{_layer_text(layer.groups, layer.texts)}</g>'


def _layer_text(groups: tuple[Group, ...], texts: tuple[Text, ...]) -> str:
    out = ['<g transform="scale(1 -1)">']
    for group in groups:
        clip = f' clip-path="url(#{_clip_mark(group.clip)})"' if group.clip is not None else ""
        out.append(f"<g{clip}>")
        for style, ops, coords in group.shapes:
            path = "".join(map(_PATH.__getitem__, ops)) % coords
            out.append(f'<path {_attributes(style)} d="{path}"/>')
        out.append("</g>")
    out.append("</g>")
    out += [_text(text) for text in texts]
    return "".join(out)


def _clip_mark(box: Box) -> str:
    return "board-" + "-".join(str(round(v * UNIT)) for v in box)


def _box_path(box: Box) -> str:
    """In the turned coordinates of the shapes that it cuts: there, as in the drawing, y grows upwards."""
    left, bottom, right, top = (round(v * UNIT) for v in box)
    return f"M{left} {bottom}H{right}V{top}H{left}Z"


def _attributes(style: Style) -> str:
    out = [f'fill="{style.fill or "none"}"']
    if style.stroke:
        out.append(f'stroke="{style.stroke}" stroke-width="{round(style.width * UNIT, 1):g}"')
        if style.dash:
            out.append(f'stroke-dasharray="{" ".join(f"{v * UNIT:g}" for v in style.dash)}"')
        if style.soft:
            out.append('stroke-linecap="round" stroke-linejoin="round"')
    return " ".join(out)


def _text(text: Text) -> str:
    family, weight, slant = CSS[text.face]
    more = (' font-weight="bold"' if weight == "bold" else "") + (' font-style="italic"' if slant == "italic" else "")
    adjust = "spacing" if text.spacing else "spacingAndGlyphs"
    length = f' textLength="{text.width * UNIT:.0f}" lengthAdjust="{adjust}"' if len(text.text) > 1 else ""
    return (
        f'<text x="{text.x * UNIT:.0f}" y="{-text.y * UNIT:.0f}" font-family="{family}" '
        f'font-size="{text.size * UNIT:.0f}"{more} fill="{text.colour}"{length}>'
        f"{escape(text.text)}</text>"
    )
