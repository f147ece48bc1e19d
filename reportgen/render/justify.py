"""Pages that end at the same line: what little room is left at a page's foot goes to its gaps, as printers do it.

Headings, plates and tables move a few points apart. A page that would have to be stretched further than looks well
keeps what is left over at its foot. A body of the class `even` asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from reportgen.render.plates import classes, is_plate

MARK: Final = "even"
WEIGHTS: Final = {"h2": 3, "h3": 3, "h4": 2, "table": 2, "figure": 2}
_PLATE: Final = 2
"""How much of what is left over goes above a block, and above and below a plate; a heading has most. What follows a
heading keeps to it."""
_HEADINGS: Final = ("h2", "h3", "h4")
_HEAD_LINES: Final = ("line", "initiative")
"""The classes of the lines under a heading that are still part of it."""
_MOST: Final = 0.0125
"""How much one part of it may be, as a share of the page's height: on A5 two millimetres."""
BARE: Final = 0.25
"""The share of its height that must be filled for a last page to be worth its paper."""
_HOPELESS: Final = 0.3
"""A page that is this empty is left alone: it ends early because something ends."""


def even_out(root: Any, bottom: float, top: float, head_taken: bool) -> None:
    """Stretches a page that has been laid out. `root`: its box for the whole of the text; `top` and `bottom`: where
    text may stand; `head_taken`: plates stand at its head."""
    body = next((child for child in root.children if child.element_tag == "body"), None)
    if body is None or MARK not in classes(body):
        return
    left = bottom - max((_feet(body.children)), default=bottom)
    if not 0.5 < left < _HOPELESS * (bottom - top):
        return
    gaps = _gaps(body.children, head_taken)
    total = sum(gaps)
    if not total:
        return
    part = min(left / total, _MOST * (bottom - top))
    down = 0.0
    for child, gap in zip(body.children, gaps, strict=True):
        down += gap * part
        child.translate(dy=down)


def is_bare(page: Any) -> bool:
    """Whether a laid-out page of a document whose pages are to end evenly has next to nothing on it."""
    body = next((child for child in page.children[0].children if child.element_tag == "body"), None)
    if body is None or MARK not in classes(body):
        return False
    top, height = page.content_box_y(), page.height
    feet = [*_feet(body.children), *_feet(page.children[0].children[:-1])]
    return bool(max(feet, default=top) - top < BARE * height)


def _gaps(children: list[Any], head_taken: bool) -> list[int]:
    """The parts above each block."""
    gaps = []
    started = head_taken
    after_plate = head_taken
    after_head = ""
    for child in children:
        if _empty(child):
            gaps.append(0)
            continue
        plate = any(is_plate(inner) and inner.height for inner in child.children)
        gap = (
            _PLATE
            if plate or after_plate
            else WEIGHTS.get(child.element_tag, WEIGHTS["table"] if "sums" in classes(child) else 0)
        )
        if after_plate:
            gap = max(gap, WEIGHTS.get(child.element_tag, 0))
        if after_head:
            gap = 1 if plate and after_head in _HEAD_LINES else 0
        gaps.append(gap if started else 0)
        after_head = _headed(child)
        started = True
        after_plate = plate
    return gaps


def _headed(child: Any) -> str:
    """What of a heading a block is: its tag, the class of its line, or nothing."""
    if child.element_tag in _HEADINGS:
        return str(child.element_tag)
    return next((one for one in _HEAD_LINES if one in classes(child)), "")


def _empty(child: Any) -> bool:
    """Whether nothing of a block is on the page: an anchor whose plate waits or stands elsewhere."""
    return "anchor" in classes(child) and not any(inner.height for inner in child.children)


def _feet(children: list[Any]) -> Iterator[float]:
    for child in children:
        if "anchor" in classes(child):
            yield from (inner.position_y + inner.margin_height() for inner in child.children if inner.height)
        elif child.height:
            yield child.border_box_y() + child.border_height()
