"""Tables that go on overleaf: their heads come again and say so, and no plate stands between their parts.

A table's head may hold texts of the class `once`, for its first part alone, and of the class `again`, for the others
(`The Mahdists, continued`).
"""

from __future__ import annotations

from typing import Any

from reportgen.render.plates import classes


def part_of(table: Any, first: bool) -> Any:
    """The table for one part: what its head does not say there is taken out. The table itself stays as it is."""
    if not table.children or not table.children[0].is_header:
        return table
    unwanted = "again" if first else "once"
    head = _without(table.children[0], unwanted)
    return table if head is table.children[0] else table.copy_with_children([head, *table.children[1:]])


def _without(box: Any, unwanted: str) -> Any:
    """A box without what is of a class; the box itself if there is nothing in it of that class."""
    if not (children := getattr(box, "children", None)):
        return box
    kept = [_without(child, unwanted) for child in children if unwanted not in classes(child)]
    if len(kept) == len(children) and all(new is old for new, old in zip(kept, children, strict=True)):
        return box
    return box.copy_with_children(kept)
