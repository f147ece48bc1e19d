"""A rule booklet as a PDF: A5, a multiple of four pages, the quick-reference sheet on the back cover.

    pdf = booklet_pdf(book)

What fills the last sheet is said by the booklet's `filling`; nothing is ever blank by accident.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from markupsafe import Markup, escape

from reportgen.booklet.model import Booklet, Entry
from reportgen.problems import Place, Problems
from reportgen.render import pages, photos, typeset
from reportgen.render.booklet_text import Shown, Texts
from reportgen.render.paper import POINTS_IN_MM
from reportgen.render.printing import bleed_style, page_count

if TYPE_CHECKING:
    from reportgen.render.maps import Drawing, Ink

Size = Literal["normal", "large"]

COLUMN = {"normal": 62.0, "large": 124.0}
"""Millimetres: the width of a column of text, and of the widest map in it."""
WIDEST = 129.0
PLATE_HEIGHT = {"normal": 62.0, "large": 54.0}
"""Millimetres: the tallest map."""
EXAMPLE = {"normal": 0.66, "large": 0.6}
"""How much of that the map of an example may take, so that two of them with their sums go on a page."""
PICTURE_HEIGHT = 90.0
SHEET = 4
"""Pages on a folded sheet."""


def booklet_pdf(
    book: Booklet,
    size: Size = "normal",
    templates: Path | None = None,
    ink: Ink = "colour",
    pictures: Mapping[str, Place] | None = None,
    bleed: float = 0.0,
) -> bytes:
    """The pages, in reading order, as a tagged PDF. The same booklet gives the same bytes.

    `bleed`: millimetres that the pages reach over their edge. `pictures` are the files that its texts name, with their
    places; they lie in the folder of the rules or below.
    Raises ProblemsFound for pictures that cannot be used and `pages.TemplateFault` for templates that cannot.
    """
    from reportgen.render.press import press

    shown, files = _pictures(book, pictures or {}, size)
    text = Texts(shown)
    plates = draw_plates(book, size, ink)
    styles = [pages.style("booklet.css", templates)]
    if size == "large":
        styles.append(pages.style("booklet-large.css", templates))
    styles.append(pages.style("theme.css", templates))
    styles += bleed_style(bleed)

    def made(closing: Sequence[str]) -> bytes:
        from reportgen.render.maps import pdf_images

        images = pdf_images(list(plates.values()))
        page = pages.fill(
            "booklet/booklet.html.j2",
            templates,
            book=book,
            size=size,
            text=text,
            maps=dict(zip(plates, images.sources, strict=True)),
            ids={entry.number: entry.id for part in book.parts for entry in part.entries}
            | {part.number: f"section-{part.id}" for part in book.parts},
            rule=lambda entry: _rule(entry, text),
            closing=closing,
            back=book.edition == "full" and bool(book.quick),
            rows=ROWS[size],
        )
        return press().pdf(page, styles, images.cache, files, images.finisher)

    closing: list[str] = []
    wishes = _wishes(book)
    pdf = made(closing)
    while lacking := -page_count(pdf) % SHEET:
        closing += _closing(wishes, lacking, PAGES[size])
        pdf = made(closing)
    return pdf


ROWS: Mapping[str, Mapping[str, int]] = {
    "normal": {"log": 23, "notes": 21, "credits": 3},
    "large": {"log": 19, "notes": 17, "credits": 4},
}
"""Lines on the pages that are there to be written on, and how many the credits take."""


PAGES: Mapping[str, Mapping[str, int]] = {"normal": {}, "large": {"odds": 2, "quick_reference": 2}}
"""What takes more than one page."""


def _wishes(book: Booklet) -> list[str]:
    """What is to fill the last pages, the most useful first: nothing that the booklet has anyway."""
    there = {"log", "notes"}
    if book.edition == "rules":
        there |= {"odds"} if book.odds else set()
        there |= {"quick_reference"} if book.quick else set()
    return [page for page in dict.fromkeys(("quick_reference", "odds", *book.filling)) if page in there]


def _closing(wishes: list[str], lacking: int, pages: Mapping[str, int]) -> list[str]:
    """What fills so many pages: what is wished for (and is then taken off the list), then lines for notes."""
    chosen = []
    for page in list(wishes):
        if pages.get(page, 1) <= lacking:
            wishes.remove(page)
            chosen.append(page)
            lacking -= pages.get(page, 1)
    return [*chosen, *["notes"] * lacking]


def draw_plates(book: Booklet, size: Size, ink: Ink) -> dict[str, Drawing]:
    """The maps of diagrams and examples, by the key that the template calls them."""
    from reportgen.render.overlays import draw_plate

    column, height = COLUMN[size] * POINTS_IN_MM, PLATE_HEIGHT[size] * POINTS_IN_MM
    plates = {}
    for n, diagram in enumerate(book.diagrams):
        width = WIDEST * POINTS_IN_MM if diagram.wide else column
        plates[f"d{n}"] = draw_plate(diagram.plate, width, ink, height)
    for n, example in enumerate(book.examples):
        plates[f"e{n}"] = draw_plate(example.plate, column, ink, height * EXAMPLE[size])
    return plates


def _rule(entry: Entry, text: Texts) -> Markup:
    """A printed rule: number, sign, title and the mark of its note run in before the text."""
    classes = " ".join(filter(None, ["entry", entry.difference, "tabled" if entry.table else ""]))
    label = escape(typeset.typeset(f"{entry.number} {entry.title}"))
    opening = f'<p class="{classes}" id="{entry.id}" data-label="{label}">'
    sign = f'<span class="sign">{entry.mark}</span>' if entry.mark else ""
    end = "" if entry.title.endswith(("?", "!", ".")) else "."
    note = f' <a class="ref" href="#note-{entry.note}">({entry.note})</a>' if entry.note else ""
    head = Markup(f"<b>{entry.number}</b>{sign} <i>{typeset.plain(entry.title)}{note}{end}</i>")  # noqa: S704 - escaped
    return text.rule(head, entry.text, opening, opening.replace('class="entry', 'class="entry tabled', 1))


def _pictures(book: Booklet, pictures: Mapping[str, Place], size: Size) -> tuple[Shown, dict[str, tuple[str, bytes]]]:
    """The pictures of the texts, fitted to a column."""
    if not pictures:
        return {}, {}
    problems = Problems()
    ready = photos.of_rules(pictures, book.files, problems, COLUMN[size], PICTURE_HEIGHT)
    problems.raise_if_any()
    names = {file: f"picture:{n}" for n, file in enumerate(ready)}
    shown = {file: (names[file], photo) for file, photo in ready.items()}
    return shown, {names[file]: (photo.kind, photo.content) for file, photo in ready.items()}
