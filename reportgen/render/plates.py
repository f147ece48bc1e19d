"""Plates as WeasyPrint's boxes: known by their class, measured, made smaller."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element

MARK: Final = "plate"
SMALLEST: Final = 0.8
"""The least share of its size to which a plate's picture is brought down to fill a page; no picture says a smaller one
(`note_least`), but it may say a greater."""
HARDLY_SMALLER: Final = 0.94
"""To this share it is brought down even if there were text enough to fill the page without it."""
TIGHT: Final = 0.86
"""The share of their size that the last plates get if the last page would else be nearly bare."""
_LINE: Final = 75
"""Letters in a line of text: the measure of headings, rows and lines of figures in `foresee`."""


class Offer(NamedTuple):
    """One of the places that a plate may have: its number, whose it is, and whether it is the last of them."""

    number: int
    plate: str
    last: bool


def classes(box: Any) -> list[str]:
    """The classes of a box's element."""
    return [] if box.element is None else str(box.element.get("class", "")).split()


def is_plate(box: Any) -> bool:
    """Whether a box is a floating plate."""
    return box.is_floated() and MARK in classes(box)


def foresee(root: Element) -> None:
    """Notes at every plate of a page how much text follows before the next barrier, in letters."""
    for parent in root.iter():
        follows = 0.0
        for child in reversed(parent):
            if _is_barrier(child):
                follows = 0
            elif plates := [inner for inner in child if MARK in inner.get("class", "").split()]:
                plates[0].set("data-follows", str(round(follows)))
            else:
                follows += _letters(child)


def note_least(root: Element, least: Mapping[str, float]) -> None:
    """Notes at the pictures of a page the least share of their size in which they can be read, by their URL."""
    for picture in root.iter("img"):
        if share := least.get(picture.get("src", "")):
            picture.set("data-least", str(share))


def tighten(root: Element, share: float) -> bool:
    """Makes the plates at the end of a page of HTML smaller, those after its last turn. False if there are none."""
    body = root.find("body")
    last: list[Element] = []
    for child in body if body is not None else ():
        last = [] if child.tag == "h3" else last + [one for one in child if MARK in one.get("class", "").split()]
    for plate in last:
        plate.set("data-most", str(share))
    return bool(last)


def _is_barrier(element: Element) -> bool:
    """Whether plates that wait are printed before a block, as the style sheets have it."""
    return element.tag == "h3" or "end" in element.get("class", "").split()


def _letters(element: Element) -> float:
    """The room that a block takes, in letters of the text."""
    if element.tag == "p":
        return sum(map(len, element.itertext())) + 0.4 * _LINE
    if element.tag == "h4":
        return 1.9 * _LINE
    if element.get("class") == "sums":
        return 0.72 * _LINE * (2 + sum(text.count("\n") + 1 for text in element.itertext() if text.strip()))
    return sum(map(_letters, element)) if len(element) else sum(map(len, element.itertext())) + 0.4 * _LINE


def offered(box: Any) -> Offer | None:
    """The place that a box is for a plate which is offered several; None for one that has no choice."""
    plate, _, number = str(box.element.get("data-place", "")).partition(":")
    return Offer(int(number), plate, "maybe" not in classes(box)) if number else None


def text_to_come(box: Any, width: float) -> float:
    """About how high the text is that follows a plate before the next barrier, in pixels, in a column so wide."""
    letters = float(box.element.get("data-follows", 0))
    size = float(box.style["font_size"])
    return letters * 0.41 * size / width * 1.26 * size


def resize(box: Any, share: float) -> None:
    """Makes a plate's picture this share of its width, or less if it is not to be so large; `measure` comes first."""
    from weasyprint.css.properties import Dimension

    share = min(share, box.most)
    for picture in _pictures(box):
        if share == 1 and not hasattr(picture, "first_style"):
            continue
        if not hasattr(picture, "first_style"):
            picture.first_style = picture.style
        picture.style = picture.first_style
        if share < 1:
            picture.style = picture.first_style.copy()
            picture.style["width"] = Dimension(share * picture.whole_width, "px")


def measure(box: Any, laid_out: Any) -> None:
    """Notes at a plate how large it may be (`data-most`, a share) and how high that is; it is laid out in full size."""
    box.least = max((float(picture.element.get("data-least", 0)) for picture in _pictures(box)), default=0.0)
    box.most = max(float(box.element.get("data-most", 1)), box.least)
    box.whole_height = laid_out.margin_height()
    for picture, other in zip(_pictures(box), _pictures(laid_out), strict=True):
        picture.whole_width, picture.whole_height = other.width, other.height
        box.whole_height -= (1 - box.most) * other.height


def share_that_fits(box: Any, room: float) -> float:
    """The share of its size in which a plate fits into so much room (pixels), or 0 if that would be too small."""
    pictures = list(_pictures(box))
    if len(pictures) != 1 or not pictures[0].whole_height:
        return 0
    share = float(box.most - (box.whole_height - room + 0.5) / pictures[0].whole_height)
    return share if max(SMALLEST, box.least) <= share < box.most else 0


def _pictures(box: Any) -> Iterator[Any]:
    for child in getattr(box, "children", ()):
        if child.element_tag == "img":
            yield child
        else:
            yield from _pictures(child)
