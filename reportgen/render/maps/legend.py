"""The legend: only what is there. Each entry is a small sample drawn as on the map, and its name."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final, Literal

from reportgen.board.picture import Arm, MapPicture, Piece
from reportgen.render.maps.blocks import draw_block, draw_ghost, draw_loss, outline, sign, turn, weight
from reportgen.render.maps.borders import KNOWN, draw_border, draw_works, kind_of
from reportgen.render.maps.conditions import CONDITIONS, FORMATIONS, draw_sample
from reportgen.render.maps.display import Box, Layer, Painter, Style
from reportgen.render.maps.faces import metrics, printable
from reportgen.render.maps.ground import sign_of
from reportgen.render.maps.growth import reeds, stamp_crag, stamp_tree
from reportgen.render.maps.kept import Kept
from reportgen.render.maps.marks import WITHOUT_EFFECT, draw_arrow, draw_shot, stamp_burst, stamp_eye, stamp_sabres
from reportgen.render.maps.sheet import Sheet, put
from reportgen.render.maps.ways import draw_bridge, draw_ford, draw_rails, draw_roads, draw_tracks, draw_water

Entry = tuple[str, str]
"""What an entry of the legend explains: its group, and what of it."""
Legend = Literal["full", "brief", "none"] | tuple[Entry, ...]
Draw = Callable[[complex, Sheet, Painter], None]

_WIDE: Final = 19.0
_HIGH: Final = 11.0
"""Room of a sample in points, before it grows with the sheet."""
_AREAS: Final = ("wood", "rocks", "building", "marsh", "river", "shallow", "ford", "bridge", "road", "track", "rail",
                "obstacle")  # fmt: skip
_ARMS: Final[dict[Arm, str]] = {
    "infantry": "Infantry",
    "cavalry": "Cavalry",
    "artillery": "Artillery",
    "machine-gun": "Machine gun",
    "transport": "Transport",
    "command": "Command",
    "engineers": "Engineers",
    "vehicle": "Vehicle",
}
_WORDS: Final = {
    "wood": "Wood", "rocks": "Rocks", "building": "Buildings", "marsh": "Marsh", "river": "Water",
    "shallow": "Shallow water", "ford": "Ford", "bridge": "Bridge", "road": "Road", "track": "Track", "hill": "Hill",
    "palms": "Palms", "rail": "Railway", "obstacle": "Obstacles",
}  # fmt: skip

_DEEDS: Final = {"fire": "Fire", "missed": "Fire, no effect", "close": "Close combat"}
"""What is drawn in a way of its own for each side; their entries show it for all sides that did it."""

_layers: Kept[tuple[Layer, float]] = Kept(32)


def legend_layer(
    picture: MapPicture, sheet: Sheet, colours: Sequence[str], legend: Legend, top: float, width: float
) -> tuple[Layer | None, Box]:
    """The legend under a height (points, below the frame), and the box that it takes: under the middle of the map, so
    wide, or as wide as the map if that is more. Equal legends are shared."""
    if legend == "none":
        wanted: tuple[Entry, ...] = ()
    else:
        wanted = legend if isinstance(legend, tuple) else _wanted([picture], legend)
    beside = max(0.0, (width - sheet.frame[2]) / 2)
    if not wanted:
        return None, (0.0, top, sheet.frame[2], top)
    names = tuple(style.name for style in picture.sides)
    key = (wanted, names, tuple(colours), sheet, round(top, 2), round(beside, 2))
    layer, foot = _layers.get(key, lambda: _draw(wanted, names, colours, sheet, top, beside, key))
    return layer, (-beside, foot, sheet.frame[2] + beside, top)


def unexplained(pictures: Sequence[MapPicture]) -> tuple[Entry, ...]:
    """What the maps show that a full legend under the first of them does not explain."""
    known = _wanted(pictures[:1], "full")
    return tuple(entry for entry in _wanted(pictures, "full") if entry not in known)


def _wanted(pictures: Sequence[MapPicture], legend: Literal["full", "brief"]) -> tuple[Entry, ...]:
    """What is on the maps, in the order of the legend."""
    out: list[Entry] = []
    marks = [mark for picture in pictures for mark in picture.marks]
    pieces = [piece for picture in pictures for piece in picture.pieces]
    pieces += [mark.piece for mark in marks if mark.kind == "loss" and mark.piece]
    sides = {piece.side for piece in pieces}
    out += [("side", str(side)) for side in (0, 1) if side in sides]
    arms = {piece.arm for piece in pieces}
    out += [("arm", arm) for arm in _ARMS if arm in arms]
    if any(piece.dismounted for piece in pieces):
        out.append(("state", "dismounted"))
    if any(piece.concealed for piece in pieces):
        out.append(("state", "concealed"))
    formations = {piece.formation for piece in pieces}
    out += [("condition", formation) for formation in FORMATIONS if formation in formations]
    states = {state for piece in pieces for state in piece.states}
    out += [("condition", state) for state in CONDITIONS if state in states]
    kinds = {mark.kind for mark in marks}
    if kinds & {"move", "exit", "arrive"}:
        out.append(("mark", "move"))
    shots = {(mark.side, mark.effect.lower() in WITHOUT_EFFECT) for mark in marks if mark.kind == "fire"}
    did = {
        "fire": {side for side, missed in shots if not missed},
        "missed": {side for side, missed in shots if missed},
        "close": {mark.side for mark in marks if mark.kind == "close"},
    }
    out += [(deed, "".join(map(str, sorted(did[deed])))) for deed in _DEEDS if did[deed]]
    out += [("mark", kind) for kind in ("withdraw", "loss", "spot") if kind in kinds]
    if any(picture.objectives or picture.outlines for picture in pictures):
        out.append(("mark", "objective"))
    if legend == "full":
        grounds = list({id(picture.ground): picture.ground for picture in pictures}.values())
        signs = {sign_of(kind) for ground in grounds for kind, squares in ground.areas.items() if squares}
        if any(any(ground.heights) for ground in grounds):
            out.append(("area", "hill"))
        out += [("area", "palms" if sign == "wood" and grounds[0].climate == "desert" else sign)
                for sign in _AREAS if sign in signs]  # fmt: skip
        given = {shape.name for ground in grounds for shape in ground.shapes if shape.what == "edge"}
        edges = sorted(given | {kind for ground in grounds for kind, sides in ground.edges.items() if sides})
        out += [("edge", kind) for kind in edges if kind_of(kind) in KNOWN]
        out += [("edge", kind) for kind in edges if kind_of(kind) not in KNOWN]
    return tuple(out)


def _draw(wanted: tuple[Entry, ...], names: Sequence[str], colours: Sequence[str], sheet: Sheet, top: float,
          beside: float, key: object) -> tuple[Layer, float]:  # fmt: skip
    painter = Painter()
    scale = min(1.35, max(1.0, sheet.frame[2] / 330))
    size, wide, high = 7.5 * scale, _WIDE * scale, _HIGH * scale
    face = metrics("roman")
    entries = [
        (group, what, printable("roman", _word(group, what, names)), wide + scale * _more(group, what))
        for group, what in wanted
    ]
    gap, space = 3.0 * scale, 7.0 * scale
    small = replace(sheet, cell=15.0 * scale, origin=0j, clip=None)
    y = top - 4.0 * scale
    left, right = -beside, sheet.frame[2] + beside
    painter.pen(Style(stroke=sheet.palette.ink, width=0.3)).line((complex(left, y), complex(right, y)))
    y -= 2.0 * scale
    for block in ([e for e in entries if e[0] == "side"], [e for e in entries if e[0] != "side"]):
        if not block:
            continue
        widths = [room + gap + face.width(word, size) + space for _, _, word, room in block]
        starts = _columns(widths, right - left + space)
        for n, (group, what, word, room) in enumerate(block):
            x = left + starts[n % len(starts)]
            if n and n % len(starts) == 0:
                y -= high
            middle = y - high / 2
            painter.stage()
            _sample(group, what, colours)(complex(x + room / 2, middle), small, painter)
            painter.stage()
            put(painter, complex(x + room + gap, middle - 0.2 * size), word, size, "roman", sheet.palette.ink)
        y -= high
    digest = blake2b(repr(key).encode(), digest_size=6).hexdigest()
    return painter.layer(f"legend-{digest}"), round(y - 0.5, 2)


def _columns(widths: Sequence[float], room: float) -> list[float]:
    """Where the columns start when entries are laid in rows from left to right: as few rows as there can be, and no
    more columns than these need, so that no row is nearly empty."""
    fitting = {1: [max(widths)]}
    for count in range(2, min(8, len(widths)) + 1):
        columns = [max(widths[n::count]) for n in range(count)]
        if sum(columns) <= room:
            fitting[count] = columns
    count = min(fitting, key=lambda count: (math.ceil(len(widths) / count), count))
    columns = fitting[count]
    slack = max(0.0, min((room - sum(columns)) / max(count - 1, 1), 24.0))
    return [sum(columns[:n]) + slack * n for n in range(count)]


def _word(group: str, what: str, names: Sequence[str]) -> str:
    """What an entry is called."""
    if group == "side":
        return names[int(what)]
    if group in _DEEDS:
        return _DEEDS[group]
    if group == "arm":
        return _ARMS[what]  # type: ignore[index]
    if group == "condition":
        return {**FORMATIONS, **CONDITIONS}[what]
    return {
        "move": "Move", "withdraw": "Withdrawal", "loss": "Lost", "spot": "Spotting", "objective": "Objective",
    }.get(what) or _WORDS.get(what) or what.replace("_", " ").capitalize()  # fmt: skip


def _piece(side: int, arm: Arm, state: str = "") -> Piece:
    dismounted, concealed = state == "dismounted", state == "concealed"
    return Piece("", "", side, arm, (0.0, 0.0), 0.0, 0.95, 0.5, concealed, dismounted)


def _sample(group: str, what: str, colours: Sequence[str]) -> Draw:
    """How one entry's sample is drawn about a point."""
    if group == "side":
        side = int(what)
        return lambda at, sheet, painter: draw_block(_piece(side, "other"), at, sheet, painter, colours[side])
    if group in _DEEDS:
        return lambda at, sheet, painter: _deed_sample(group, what, colours, at, sheet, painter)
    if group == "arm":
        return lambda at, sheet, painter: _arm_sample(what, at, sheet, painter)  # type: ignore[arg-type]
    if group == "state":
        piece = _piece(0, "cavalry" if what == "dismounted" else "infantry", what)
        return lambda at, sheet, painter: draw_block(piece, at, sheet, painter, sheet.palette.ink)
    if group == "condition":
        return lambda at, sheet, painter: _condition_sample(what, at, sheet, painter)
    if group == "edge":
        return lambda at, sheet, painter: _edge_sample(what, at, sheet, painter)
    return _MARKS[what] if group == "mark" else _GROUND[what]


def _arm_sample(arm: Arm, at: complex, sheet: Sheet, painter: Painter) -> None:
    """The sign in ink on an empty block."""
    width, depth = 0.95 * sheet.cell, 0.46 * sheet.cell
    rim = Style(fill=sheet.palette.block, stroke=sheet.palette.ink, width=0.4)
    painter.pen(rim).stamp(outline(width, depth, 0.0), at)
    lines, solid = sign(arm, False, width, depth, 0.0)
    if lines.ops:
        painter.pen(Style(stroke=sheet.palette.ink, width=round(weight(sheet), 3))).stamp(lines, at)
    if solid.ops:
        painter.pen(Style(fill=sheet.palette.ink)).stamp(solid, at)


def _condition_sample(what: str, at: complex, sheet: Sheet, painter: Painter) -> None:
    """A small empty block in ink with the sign about it."""
    column = what == "column"
    piece = replace(_piece(0, "other"), width=0.45 if column else 0.75, depth=0.45 if column else 0.32)
    rim = Style(fill=sheet.palette.block, stroke=sheet.palette.ink, width=0.4)
    painter.pen(rim).stamp(outline(piece.width * sheet.cell, piece.depth * sheet.cell, 0.0), at)
    draw_sample(what, at, sheet, painter, piece, sheet.palette.ink)


def _edge_sample(kind: str, at: complex, sheet: Sheet, painter: Painter) -> None:
    here = replace(sheet, origin=at)
    if kind_of(kind) == "entrenchment":
        draw_works([-0.62 - 0.06j, 0.62 - 0.06j], here, painter)
    else:
        draw_border(kind_of(kind), [-0.62 + 0j, 0.62 + 0j], here, painter)


def _ground_sample(what: str, at: complex, sheet: Sheet, painter: Painter) -> None:
    palette = sheet.palette
    here = replace(sheet, origin=at)
    if what in ("wood", "palms"):
        size = 1.9 if what == "wood" else 2.2
        for n, x in enumerate((-4.6, 0.1, 4.7)):
            stamp_tree(painter, sheet, at + complex(x, 0.8 - n % 2), size, n)
    elif what == "rocks":
        stamp_crag(painter, sheet, at - 3.2, 4.0, 3)
        stamp_crag(painter, sheet, at + complex(3.6, -0.8), 3.2, 8)
    elif what == "building":
        pen = painter.pen(Style(fill=palette.house))
        for x, y, w, h in ((-6, 0, 4, 2.6), (-0.5, -2.5, 2.6, 4), (3.6, 0.4, 4, 2.4)):
            pen.box((at.real + x, at.imag + y, at.real + x + w, at.imag + y + h))
    elif what == "marsh":
        blades, water = reeds()
        for spot in (at - 3.6 - 0.6j, at + 3.4 - 0.8j):
            painter.pen(Style(stroke=palette.reed, width=1.3 * sheet.hair)).stamp(water, spot, 2.6)
            painter.pen(Style(stroke=palette.leaf_line, width=1.5 * sheet.hair)).stamp(blades, spot, 2.6)
    elif what == "hill":
        _hill_sample(at, sheet, painter)
    elif what in ("river", "shallow", "ford", "bridge"):
        narrow = replace(here, cell=0.8 * sheet.cell)
        line = [-0.42 - 0.05j, -0.15 + 0.04j, 0.15 - 0.04j, 0.42 + 0.05j]
        draw_water(set(), [line], narrow, painter)
        if what == "shallow":
            painter.stage()
            gravel = painter.pen(Style(stroke=palette.bank, width=0.5 * sheet.scale, soft=True))
            for n in range(14):
                gravel.dot(narrow.pt(complex(-0.48 + 0.072 * n, 0.15 * ((n * 2) % 5 / 2 - 1) - 0.02)))
        if what == "ford":
            draw_ford(0j, 1j, narrow, painter)
        elif what == "bridge":
            draw_bridge(0j, 1j, narrow, painter)
    elif what == "road":
        draw_roads([[-0.62 - 0.03j, -0.2 + 0.03j, 0.2 - 0.02j, 0.62 + 0.03j]], here, painter)
    elif what == "track":
        draw_tracks([[-0.62 - 0.03j, -0.2 + 0.03j, 0.2 - 0.02j, 0.62 + 0.03j]], here, painter)
    elif what == "rail":
        draw_rails([[-0.62 - 0.03j, 0j, 0.62 + 0.03j]], here, painter)
    elif what == "obstacle":
        stakes = painter.pen(Style(stroke=palette.ink, width=0.5 * sheet.scale, soft=True))
        for n in range(5):
            middle = at + complex(3.4 * (n - 2), 0.6 * (n % 2) - 0.3)
            for stake in (1.5 + 1.4j, -1.5 + 1.4j):
                stakes.line((middle - stake, middle + stake))


def _hill_sample(at: complex, sheet: Sheet, painter: Painter) -> None:
    """A little top with its hachures."""
    palette = sheet.palette
    rings = []
    for x, y in ((9.0, 4.9), (5.0, 1.7)):
        rings.append([at + complex(x * turn(a * 30).real, y * turn(a * 30).imag) for a in range(12)])
    for ring, tint in zip(rings, (palette.slope, palette.summit), strict=True):
        if tint:
            painter.pen(Style(fill=tint)).curve(ring, close=True)
        painter.pen(Style(stroke=palette.contour, width=1.3 * sheet.hair)).curve(ring, close=True)
    painter.stage()
    wedges = painter.pen(Style(fill=palette.hachure))
    count = 26
    for n in range(count):
        way = turn(n * 360 / count)
        head = at + complex(5.4 * way.real, 2.1 * way.imag)
        foot = at + complex(8.5 * way.real, 4.5 * way.imag)
        across = 1j * (foot - head) / abs(foot - head) * 0.27
        wedges.line((head + across, head - across, foot), close=True)


def _apart(deed: str) -> float:
    """How far the signs of two sides stand from each other, in points: two lines of fire behind each other."""
    return _WIDE if deed != "close" else 0.6 * _WIDE


def _more(group: str, what: str) -> float:
    """How much wider than usual an entry's sample is, in points, for the sake of a second side."""
    return _apart(group) * (len(what) - 1) if group in _DEEDS else 0.0


def _deed_sample(deed: str, sides: str, colours: Sequence[str], at: complex, sheet: Sheet, painter: Painter) -> None:
    """The sign of each of the sides that did it, one beside the other."""
    small = replace(sheet, cell=0.8 * sheet.cell)
    apart = _apart(deed) * sheet.cell / 15.0
    for n, side in enumerate(map(int, sides)):
        here = at + apart * (n - (len(sides) - 1) / 2)
        if deed == "close":
            stamp_sabres(here, side, colours[side], small, painter)
            continue
        draw_shot(here - 8.5, here + 6.0, side, colours[side], sheet, painter)
        painter.stage()
        stamp_burst(here + 6.0, "none" if deed == "missed" else "", small, painter)


def _mark_sample(what: str, at: complex, sheet: Sheet, painter: Painter) -> None:
    ink = sheet.palette.ink
    small = replace(sheet, cell=0.8 * sheet.cell)
    a, b = at - 8.5, at + 8.5
    if what == "move":
        draw_ghost(replace(_piece(0, "other"), width=0.42, depth=0.5), a + 2.6, small, painter, ink)
        draw_arrow([a + 2.6 - 0.6j, at + 1.0 + 0.7j, b], small, painter, ink, 0.22, 0.75)
    elif what == "withdraw":
        draw_arrow([a, at + 0.5j, b], small, painter, ink, 1.35, 1.35, hollow=True)
    elif what == "loss":
        draw_loss(replace(_piece(0, "other"), width=0.9, depth=0.45), at, small, painter, ink)
    elif what == "spot":
        style = Style(stroke=ink, width=0.75 * sheet.scale, dash=(0.01, 1.7 * sheet.scale), soft=True)
        painter.pen(style).line((a, b))
        stamp_eye(at, small, painter)
    else:
        points = [at + 3.6 * (1 if n % 2 == 0 else 0.42) * turn(36.0 * n) * 1j for n in range(10)]
        painter.pen(Style(fill=sheet.palette.fire)).line(points, close=True)


def _maker(draw: Callable[[str, complex, Sheet, Painter], None], what: str) -> Draw:
    return lambda at, sheet, painter: draw(what, at, sheet, painter)


_MARKS: Final = {what: _maker(_mark_sample, what) for what in
                 ("move", "withdraw", "loss", "spot", "objective")}  # fmt: skip
_GROUND: Final = {what: _maker(_ground_sample, what) for what in (*_AREAS, "hill", "palms")}
