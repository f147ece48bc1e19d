"""Maps that float: one that does not fit where its text is goes to the head of the next page, and the text runs on.

Without this every second map would leave half a page white. WeasyPrint breaks a float over pages, but reaches with its
first part down to the foot of the page, so that no text can follow it. Here the first part of a floating plate is made
empty, and a plate that finds the head of the next page taken waits for one page more. A plate that needs only a little
more room than there is gets smaller instead, as long as it can be read, unless the text before the next barrier fills
the page without it.

What templates must know: a plate has the class `plate`, floats left, stands alone in a block of the class `anchor`,
and its first child is an empty block, the part that stays behind. If it waits, the anchor holds on to what follows, so
that no heading before it is left alone. What comes after plates (phases, tables) has `clear: left`; `clear: both` (a
barrier: sections, turns) holds a block back until every waiting plate has been printed. No plate cuts a table in two:
while one waits, a table that does not fit goes to the next page whole.

A plate may be offered in several places, of which the first where it fits gets it: each but the last has the class
`maybe`, and all have `data-place`, a common name, a colon and their number.

This leans on functions of WeasyPrint that are not documented (version 70). Should they be missing, plates stay where
their text is and pages may end early; nothing else changes.
"""

from __future__ import annotations

import inspect
from typing import Any

from reportgen.render.continued import part_of
from reportgen.render.justify import even_out
from reportgen.render.plates import (
    HARDLY_SMALLER,
    MARK,
    classes,
    is_plate,
    measure,
    offered,
    resize,
    share_that_fits,
    text_to_come,
)

LAST = f'<div class="after-{MARK}s"></div>'
LAST_STYLE = f".after-{MARK}s {{ clear: both; height: .1pt }}"
"""What every page of HTML must end with: plates that still wait when the text is over would else not be printed."""

UNTAUGHT_STYLE = ".again, .maybe { display: none }"
"""For a WeasyPrint that could not be taught: a plate stands in its last place, a table's head comes again as it is."""


def install() -> bool:
    """Teaches the loaded WeasyPrint to let plates float. Returns False if it is not the WeasyPrint that this knows."""
    from weasyprint.layout import LayoutContext, block, page

    if getattr(page, "for_plates", False):
        return True
    wanted = (
        (LayoutContext, "add_broken_out_of_flow", _DEFER),
        (page, "float_layout", _PLACE),
        (block, "float_layout", _PLACE),
        (block, "table_layout", _TABLE),
        (block, "get_clearance", _CLEAR),
        (page, "block_level_layout", _LAY_OUT),
    )
    for owner, name, parameters in wanted:
        call = getattr(owner, name, None)
        if call is None or tuple(inspect.signature(call).parameters)[: len(parameters)] != parameters:
            return False
    defer, place, lay_out = LayoutContext.add_broken_out_of_flow, page.float_layout, page.block_level_layout
    lay_table, clear = block.table_layout, block.get_clearance

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
        others_wait = waiting(context)
        head_taken = bool(context.excluded_shapes)
        if not hasattr(box, "whole_height"):
            whole, _ = place(context, box, around, absolute, fixed, _ENDLESS, skip_stack)
            _forget(context, whole)
            measure(box, whole)
        box.position_y = top
        share = 1 if others_wait else _share(context, box, around, bottom_space, bool(skip_stack))
        resize(box, share)
        new_box, resume_at = place(context, box, around, absolute, fixed, bottom_space, skip_stack)
        if (offer := offered(box)) and not skip_stack:
            taken = context.__dict__.setdefault("places_of_plates", {})
            if taken.get(offer.plate, offer) < offer or (not offer.last and (others_wait or resume_at)):
                _forget(context, new_box)
                return _nothing_of(new_box, top), None
            taken[offer.plate] = offer
        foot = new_box.position_y + new_box.margin_height()
        broken = resume_at is not None  # its caption would go on alone on the next page
        if skip_stack:  # left and right pages have different margins; a float keeps those of the page it comes from
            new_box.translate(context.current_footnote_area.position_x - box.first_page_x)
        elif "anchor" in classes(around):
            around.style = around.style.copy()
            around.style["break_after"] = "avoid" if broken or others_wait else "auto"
        if not skip_stack and (others_wait or broken):
            _forget(context, new_box)
            # Its place may be a hair below the page's foot; WeasyPrint would then end the page here, under a heading.
            return _nothing_of(new_box, min(top, context.page_bottom - bottom_space)), _AFTER_HOLD
        if skip_stack and (others_wait or (head_taken and (broken or context.overflows_page(bottom_space, foot)))):
            _forget(context, new_box)
            # WeasyPrint counts what waits at the head of a page among the shapes that text avoids: out of its way.
            return _nothing_of(new_box, _NOWHERE), _AFTER_HOLD
        return new_box, resume_at

    def lay_out_table(
        context: Any, table: Any, bottom_space: float, skip_stack: Any, around: Any, empty: bool, *rest: Any
    ) -> Any:
        part = part_of(table, first=not skip_stack)
        result = lay_table(context, part, bottom_space, skip_stack, around, empty, *rest)
        if result[1] is not None and not empty and waiting(context):
            return None, None, {"break": "any", "page": None}, [], False
        return result

    def clear_plates(context: Any, box: Any, direction: Any, margin: float = 0) -> Any:
        clearance = clear(context, box, direction, margin)
        if clearance is not None and box.element_tag in _HEADINGS:  # a plate above it swallows a heading's margin
            return clearance + _KEPT_MARGIN * margin
        return clearance

    def lay_out_page(context: Any, box: Any, bottom_space: float, skip_stack: Any, *rest: Any, **named: Any) -> Any:
        top = box.position_y
        result = lay_out(context, box, bottom_space, skip_stack, *rest, **named)
        if box.element_tag != "html":
            return result
        if result[0] is None and skip_stack is not None:
            # Plates fill the page, no line of text fits. WeasyPrint 70 fails here if the page before ended within a
            # paragraph; an empty body of text goes on the page instead.
            _forget_what_comes_again(context, box, skip_stack)
            bare = box.copy_with_children([])
            empty, _, next_page, *others = lay_out(context, bare, bottom_space, None, *rest, **named)
            return empty, skip_stack, next_page, *others
        new_box, resume_at, next_page, *_ = result
        if resume_at is not None:
            _forget_what_comes_again(context, box, resume_at)
        if new_box is not None and resume_at is not None and next_page["break"] == "any":
            even_out(new_box, context.page_bottom - bottom_space, top, head_taken=not rest[1])
        return result

    page.for_plates = True
    LayoutContext.add_broken_out_of_flow = defer_plate
    block.float_layout = page.float_layout = place_plate
    block.table_layout = lay_out_table
    block.get_clearance = clear_plates
    page.block_level_layout = lay_out_page
    return True


_DEFER = ("self", "new_box", "box", "containing_block", "resume_at")
_PLACE = ("context", "box", "containing_block", "absolute_boxes", "fixed_boxes", "bottom_space", "skip_stack")
_TABLE = ("context", "table", "bottom_space", "skip_stack", "containing_block", "page_is_empty")
_CLEAR = ("context", "box", "direction", "collapsed_margin")
_LAY_OUT = ("context", "box", "bottom_space", "skip_stack", "containing_block", "page_is_empty")
"""The parameters of the functions that are taken over, as they were when this was written."""

_HEADINGS = ("h2", "h3", "h4")
_KEPT_MARGIN = 0.5
"""How much of its margin a heading keeps under a plate, which has room below its caption already."""

_NOWHERE = -1e6
_ENDLESS = -1e6

_AFTER_HOLD = {1: None}
"""Where a waiting plate goes on: at its second child."""


def waiting(context: Any) -> bool:
    """Whether plates wait for the next page."""
    return any(is_plate(box) for box in context.broken_out_of_flow)


def _share(context: Any, box: Any, around: Any, bottom_space: float, at_head: bool) -> float:
    """In which share of its size a plate is to be printed here, if it can be."""
    top = max([box.position_y, *(shape.position_y + shape.margin_height() for shape in context.excluded_shapes)])
    room = context.page_bottom - bottom_space - top
    share = share_that_fits(box, room)
    if not share or (not at_head and share < HARDLY_SMALLER and text_to_come(box, around.width) > room):
        return 1
    return share


def _forget(context: Any, box: Any) -> None:
    if box in context.excluded_shapes:
        context.excluded_shapes.remove(box)


def _forget_what_comes_again(context: Any, root: Any, resume_at: Any) -> None:
    """A page may end before a plate that was laid out already, to keep it with what follows. It then does not wait: it
    is met again on the next page, and would else be printed twice."""
    ((at, inner),) = resume_at.items()
    if inner is None or not waiting(context):
        return
    ((first, rest),) = inner.items()
    to_come = root.children[at].children[first + (rest is not None) :]
    coming = {id(plate.element) for child in to_come for plate in getattr(child, "children", ()) if is_plate(plate)}
    for stub in [one for one in context.broken_out_of_flow if is_plate(one) and id(one.element) in coming]:
        del context.broken_out_of_flow[stub]


def _nothing_of(box: Any, top: float) -> Any:
    """An empty box in place of a plate that is not printed here."""
    nothing = box.copy_with_children([])
    nothing.position_y = top
    nothing.height = 0
    return nothing


def _leave_nothing(context: Any, stub: Any) -> None:
    """What stays behind of a plate takes no room, and only `clear: both` minds it."""
    stub.height = 0
    stub.style = stub.style.copy()
    stub.style["float"] = "right"
    _forget(context, stub)
