"""Maps that float: one that does not fit where its text is goes to the head of the next page, and the text runs on.

Without this every second map would leave half a page white. WeasyPrint breaks a float over pages, but reaches with its
first part down to the foot of the page, so that no text can follow it. Here the first part of a floating plate is made
empty, and a plate that finds the head of the next page taken waits for one page more.

What templates must know: a plate has the class `plate`, floats left, stands alone in a block, and its first child is an
empty block, the part that stays behind. What comes after plates (headings, tables) has `clear: left`; `clear: both`
holds a block back until every waiting plate has been printed.

This leans on functions of WeasyPrint that are not documented (version 70). Should they be missing, plates stay where
their text is and pages may end early; nothing else changes.
"""

from __future__ import annotations

import inspect
from typing import Any

MARK = "plate"

LAST = f'<div class="after-{MARK}s"></div>'
LAST_STYLE = f".after-{MARK}s {{ clear: both; height: .1pt }}"
"""What every page of HTML must end with: plates that still wait when the text is over would else not be printed."""


def is_plate(box: Any) -> bool:
    """Whether a box of WeasyPrint's is a floating plate."""
    return box.is_floated() and box.element is not None and MARK in box.element.get("class", "").split()


def install() -> bool:
    """Teaches the loaded WeasyPrint to let plates float. Returns False if it is not the WeasyPrint that this knows."""
    from weasyprint.layout import LayoutContext, block, page

    if getattr(page, "for_plates", False):
        return True
    wanted = (
        (LayoutContext, "add_broken_out_of_flow", _DEFER),
        (page, "float_layout", _PLACE),
        (block, "float_layout", _PLACE),
        (page, "block_level_layout", _LAY_OUT),
    )
    for owner, name, parameters in wanted:
        call = getattr(owner, name, None)
        if call is None or tuple(inspect.signature(call).parameters)[: len(parameters)] != parameters:
            return False
    defer, place, lay_out = LayoutContext.add_broken_out_of_flow, page.float_layout, page.block_level_layout

    def defer_plate(context: Any, new_box: Any, box: Any, containing_block: Any, resume_at: Any) -> None:
        if is_plate(box):
            _leave_nothing(context, new_box)
            if not hasattr(box, "first_page_x"):
                box.first_page_x = context.current_footnote_area.position_x
        defer(context, new_box, box, containing_block, resume_at)

    def place_plate(
        context: Any, box: Any, around: Any, absolute: Any, fixed: Any, bottom_space: float, skip_stack: Any
    ) -> Any:
        if not is_plate(box):
            return place(context, box, around, absolute, fixed, bottom_space, skip_stack)
        top = box.position_y
        others_wait = any(is_plate(other) for other in context.broken_out_of_flow)
        head_taken = bool(context.excluded_shapes)
        new_box, resume_at = place(context, box, around, absolute, fixed, bottom_space, skip_stack)
        if skip_stack:  # left and right pages have different margins; a float keeps those of the page it comes from
            new_box.translate(context.current_footnote_area.position_x - box.first_page_x)
        foot = new_box.position_y + new_box.margin_height()
        broken = resume_at is not None  # its caption would go on alone on the next page
        if others_wait or (skip_stack and head_taken and (broken or context.overflows_page(bottom_space, foot))):
            if new_box in context.excluded_shapes:
                context.excluded_shapes.remove(new_box)
            new_box = new_box.copy_with_children([])
            # WeasyPrint counts what waits at the head of a page among the shapes that text avoids: out of its way.
            new_box.position_y = _NOWHERE if skip_stack else top
            new_box.height = 0
            return new_box, _AFTER_HOLD
        return new_box, resume_at

    def lay_out_page(context: Any, box: Any, bottom_space: float, skip_stack: Any, *rest: Any, **named: Any) -> Any:
        result = lay_out(context, box, bottom_space, skip_stack, *rest, **named)
        if result[0] is None and box.element_tag == "html" and skip_stack is not None:
            # Plates fill the page, no line of text fits. WeasyPrint 70 fails here if the page before ended within a
            # paragraph; an empty body of text goes on the page instead.
            bare = box.copy_with_children([])
            empty, _, next_page, *others = lay_out(context, bare, bottom_space, None, *rest, **named)
            return empty, skip_stack, next_page, *others
        return result

    page.for_plates = True
    LayoutContext.add_broken_out_of_flow = defer_plate
    block.float_layout = page.float_layout = place_plate
    page.block_level_layout = lay_out_page
    return True


_DEFER = ("self", "new_box", "box", "containing_block", "resume_at")
_PLACE = ("context", "box", "containing_block", "absolute_boxes", "fixed_boxes", "bottom_space", "skip_stack")
_LAY_OUT = ("context", "box", "bottom_space", "skip_stack")
"""The parameters of the functions that are taken over, as they were when this was written."""

_NOWHERE = -1e6

_AFTER_HOLD = {1: None}
"""Where a waiting plate goes on: at its second child."""


def _leave_nothing(context: Any, stub: Any) -> None:
    """What stays behind of a plate takes no room, and only `clear: both` minds it."""
    stub.height = 0
    stub.style = stub.style.copy()
    stub.style["float"] = "right"
    if stub in context.excluded_shapes:
        context.excluded_shapes.remove(stub)
