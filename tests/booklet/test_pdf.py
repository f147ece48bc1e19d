"""The booklet's pages: how many, what stands on them, in what size, and what the file says about itself."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from reportgen import rulesets
from reportgen.booklet.model import Booklet, Entry
from reportgen.render.booklet import booklet_pdf
from reportgen.render.typeset import markdown_inline
from tests.booklet.conftest import book_of, pdf_of, rules_called

MM = 72 / 25.4
WIDTH, HEIGHT = 148 * MM, 210 * MM
MARGIN, GUTTER = 9 * MM, 5 * MM
SLANT = 2.0
"""Points by which a letter may hang out of its own box."""
SMALLEST = 9.0
"""Points: the least size of print, figures and notes included."""
EDITIONS = [
    ("late19c", "full", "normal"),
    ("late19c", "rules", "normal"),
    ("late19c", "full", "large"),
    ("late19c", "rules", "large"),
    ("river-gunboats", "full", "normal"),
    ("tin_brigadier", "full", "normal"),
]


def opened(*which: Any) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf_of(*which))


def flat(text: str) -> str:
    """Spaces made plain, hyphens at line ends undone."""
    text = text.replace("\r\n", "\n").replace("\u2010\n", "").replace("-\n", "-")
    return re.sub(r"\s+", " ", text).replace("\ufffe", "")


def bare(text: str) -> str:
    """Without spaces and hyphens, for what may be broken at either."""
    return re.sub(r"[\s\u2010\ufffe-]", "", text)


def whole_text(*which: Any) -> str:
    return flat("\n".join(page.get_textpage().get_text_range() for page in opened(*which)))


def plain(markdown: str) -> str:
    """What a reader sees of a line of Markdown."""
    from html import unescape

    return flat(unescape(re.sub(r"<[^>]+>", "", str(markdown_inline(markdown)))))


def entries(book: Booklet) -> Iterator[Entry]:
    for part in book.parts:
        yield from part.entries


def head(entry: Entry) -> str:
    """How a rule begins on the page: '4.4‡ One square, one activation (vii).'"""
    note = f" ({entry.note})" if entry.note else ""
    end = "" if entry.title.endswith("?") else "."
    return f"{entry.number}{entry.mark} {plain(entry.title)}{note}{end}"


@pytest.mark.parametrize(
    ("which", "pages"),
    [
        (("late19c", "rules"), 4),
        (("late19c", "full"), 8),
        (("river-gunboats", "full"), 4),
        (("tin_brigadier", "rules"), 4),
        (("tin_brigadier", "full"), 8),
    ],
)
def test_page_counts(which: tuple[Any, ...], pages: int) -> None:
    assert len(opened(*which)) == pages


@pytest.mark.parametrize("which", EDITIONS)
def test_pages_are_a5_and_fill_folded_sheets(which: tuple[Any, ...]) -> None:
    document = opened(*which)
    assert len(document) % 4 == 0
    for page in document:
        assert page.get_size() == pytest.approx((WIDTH, HEIGHT), abs=0.1)
        assert len(page.get_textpage().get_text_range().strip()) > 20, "a page is blank by accident"


@pytest.mark.parametrize("edition", ["full", "rules"])
@pytest.mark.parametrize("name", rulesets.names())
def test_every_ruleset_makes_a_booklet(name: str, edition: Any) -> None:
    document = opened(name, edition)
    assert len(document) % 4 == 0
    texts = [flat(page.get_textpage().get_text_range()) for page in document]
    assert all(len(text) > 20 for text in texts)
    note = plain(book_of(name).credits[0][1].note)
    assert bare(note) in bare(texts[-1])
    text = "".join(map(bare, texts))
    for entry in entries(book_of(name)):
        assert text.count(bare(head(entry))) == 1, head(entry)


def test_bigger_print_takes_more_pages() -> None:
    for edition in ("full", "rules"):
        assert len(opened("late19c", edition, "large")) > len(opened("late19c", edition))


@pytest.mark.parametrize("which", EDITIONS)
def test_every_rule_is_printed_exactly_once_as_a_rule(which: tuple[Any, ...]) -> None:
    text = whole_text(*which)
    for entry in entries(book_of(which[0], which[1])):
        assert text.count(head(entry)) == 1, head(entry)


@pytest.mark.parametrize("which", EDITIONS)
def test_the_text_of_every_rule_is_the_datas(which: tuple[Any, ...]) -> None:
    """Numbers and all: the text read out of the PDF equals the rule's text with its values filled in."""
    text = bare(whole_text(*which))
    rules = rules_called(which[0])
    for rule in rules:
        said = plain(rules.text(rule.id).strip())
        if "|" not in said:  # a table in Markdown is not a line
            assert bare(said) in text, rule.id


@pytest.mark.parametrize("which", EDITIONS)
def test_every_row_of_every_table_is_printed_with_its_values(which: tuple[Any, ...]) -> None:
    text = bare(whole_text(*which))
    rows = 0
    for entry in entries(book_of(which[0], which[1])):
        for line in entry.table.lines if entry.table else ():
            note = f" ({line.note})" if line.note else ""
            if entry.table and entry.table.as_list:
                assert bare(f"{plain(line.title)}{line.mark}: {'; '.join(line.cells)}{note}") in text
            else:
                assert bare(f"{plain(line.title)}{line.mark}{note} {' '.join(line.cells)}") in text, (entry.id, line)
            rows += 1
    assert rows > 8


def test_the_sums_of_the_examples_are_printed() -> None:
    text = whole_text("late19c", "full")
    for example in book_of("late19c").examples:
        for sum_ in example.sums:
            assert f"Total {sum_.totals[0]} {sum_.totals[1]}" in text
            assert f"Throw {sum_.dice[0]} {sum_.dice[1]}" in text


def test_odds_are_printed() -> None:
    from reportgen.rulesets.late19c import combat

    text = flat(opened("late19c", "full")[6].get_textpage().get_text_range())
    for mine, theirs in ((1, 1), (8, 1), (12, 8)):
        assert f" {round(100 * combat.odds(mine, theirs).destroyed / 144)} " in text
    assert "at least 100 92 83 75 67 58 50 42 33 25 17 8" in text


def test_the_back_cover_is_the_quick_reference() -> None:
    text = flat(opened("late19c", "full")[7].get_textpage().get_text_range())
    assert text.startswith("QUICK REFERENCE") or text.lower().startswith("quick reference")
    printed = {entry.number for entry in entries(book_of("late19c"))}
    cited = set(re.findall(r"(?<![\d.])\d{1,2}\.\d{1,2}(?![\d.])", text))
    assert len(cited) > 30
    assert cited <= printed
    assert "on their author’s wargaming blog" in text


@pytest.mark.parametrize("which", [("late19c", "full"), ("late19c", "rules"), ("river-gunboats", "full")])
def test_the_source_is_credited_on_the_last_page(which: tuple[Any, ...]) -> None:
    document = opened(*which)
    last = flat(document[len(document) - 1].get_textpage().get_text_range())
    note = plain(book_of(*which).credits[0][1].note)
    assert note in last


class Piece(NamedTuple):
    """A piece of the page's own text (what is written on maps is not among them), in points from the top left."""

    left: float
    right: float
    foot: float
    size: float
    text: str


def pieces(page: pypdfium2.PdfPage) -> list[Piece]:
    words = page.get_textpage()
    found = []
    for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1):
        left, bottom, right, top = thing.get_bounds()
        text = words.get_text_bounded(left, bottom, right, top).strip()
        size = raw.c_float()  # type: ignore[attr-defined]
        raw.FPDFTextObj_GetFontSize(thing.raw, size)
        matrix = thing.get_matrix()
        scale = (matrix.c**2 + matrix.d**2) ** 0.5
        if text:
            found.append(Piece(left, right, HEIGHT - bottom, size.value * scale, text))
    return found


@pytest.mark.parametrize("which", EDITIONS)
def test_nothing_is_printed_smaller_than_nine_points(which: tuple[Any, ...]) -> None:
    sizes = [piece.size for page in opened(*which) for piece in pieces(page)]
    assert len(sizes) > 250
    assert min(sizes) >= SMALLEST - 0.01


@pytest.mark.parametrize("which", EDITIONS)
def test_no_line_runs_out_of_its_column(which: tuple[Any, ...]) -> None:
    """Overfull lines: text beyond the margins, or across the gap between the columns of a page that has two."""
    margin = (9 if which[2] == "normal" else 12) * MM
    document = opened(*which)
    columns = 0
    for number, page in enumerate(document):
        words = pieces(page)
        for piece in words:
            assert margin - SLANT <= piece.left and piece.right <= WIDTH - margin + SLANT, piece
        if which[2] != "normal" or number == len(document) - 1:  # the credits run across the last page
            continue
        top = max((p.foot for p in words if p.size > 15), default=0)  # below the title of the first page
        body = [p for p in words if p.foot > top + 16 and p.foot < HEIGHT - 12 * MM]
        middle = WIDTH / 2
        if sum(abs(p.left - (middle + GUTTER / 2)) < 1 for p in body) < 15:
            continue  # a page of one column
        columns += 1
        edge = middle - GUTTER / 2 + SLANT
        crossing = [p for p in body if p.left < edge < p.right]
        assert crossing == []
    assert columns or which[2] == "large" or which[0] != "late19c"


class Row(NamedTuple):
    """A line of a page, as a reader of the file finds it, and its left and right end in points."""

    text: str
    left: float
    right: float


def rows(page: pypdfium2.PdfPage) -> Iterator[Row]:
    words = page.get_textpage()
    text = words.get_text_range()
    at = 0
    for line in text.split("\r\n"):
        seen = [n for n, letter in enumerate(line, at) if not letter.isspace()]
        if seen:
            yield Row(line, words.get_charbox(seen[0])[0], words.get_charbox(seen[-1])[2])
        at += len(line) + 2


@pytest.mark.parametrize("which", [("late19c", "rules"), ("smokeless", "full")])
def test_no_line_of_a_rule_breaks_early(which: tuple[Any, ...]) -> None:
    """Every line of a rule but its last reaches the right edge of its column: none breaks before it must."""
    found = [row for page in opened(*which) for row in rows(page)]
    middle = WIDTH / 2
    checked = 0
    rules = rules_called(which[0])
    for entry in entries(book_of(*which)):
        wanted = f"{head(entry)} {plain(rules.text(entry.id).strip())}"
        start = next(n for n, row in enumerate(found) if row.text.startswith(f"{entry.number}{entry.mark} "))
        end = start
        while flat("\n".join(row.text for row in found[start : end + 1])) != wanted:
            end += 1
            assert end - start < 12, wanted
        for row in found[start:end]:
            edge = middle - GUTTER / 2 if row.left < middle else WIDTH - MARGIN
            assert edge - row.right < 2.5, row
            checked += 1
    assert checked > 90


@pytest.mark.parametrize("which", EDITIONS)
def test_no_table_is_split_over_pages(which: tuple[Any, ...]) -> None:
    with pikepdf.open(io.BytesIO(pdf_of(*which))) as pdf:
        tables = list(elements(pdf, "/Table"))
        assert len(tables) >= 3
        for table in tables:
            assert len({page.objgen for page in pages_of(table)}) == 1


def elements(pdf: pikepdf.Pdf, kind: str) -> Iterator[Any]:
    """The elements of a kind in the structure of a tagged PDF."""

    def walk(element: Any) -> Iterator[Any]:
        if isinstance(element, pikepdf.Dictionary):
            if element.get("/S") == kind:
                yield element
            kids = element.get("/K")
            if isinstance(kids, pikepdf.Array):
                for kid in kids:
                    yield from walk(kid)
            elif isinstance(kids, pikepdf.Dictionary):
                yield from walk(kids)

    yield from walk(pdf.Root.StructTreeRoot)


def pages_of(element: Any) -> Iterator[Any]:
    """The pages on which the marked content under an element stands."""
    kids = element.get("/K")
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary):
            if kid.get("/Type") == "/MCR":
                yield kid.get("/Pg", element.get("/Pg"))
            else:
                yield from pages_of(kid)
        elif isinstance(kid, int) and "/Pg" in element:
            yield element["/Pg"]


@pytest.mark.parametrize("which", EDITIONS)
def test_the_file_is_tagged_and_its_fonts_are_embedded(which: tuple[Any, ...]) -> None:
    with pikepdf.open(io.BytesIO(pdf_of(*which))) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang) == "en-GB"
        assert str(pdf.docinfo["/Title"]) == book_of(which[0]).title
        assert b"pdfuaid" in pdf.Root.Metadata.read_bytes()
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        assert len(fonts) >= 3
        assert all("/FontFile2" in font or "/FontFile3" in font for font in fonts)
        headings = [str(element.get("/S")) for element in elements(pdf, "/H2")]
        assert len(headings) >= len(book_of(which[0]).parts)
        figures = list(elements(pdf, "/Figure"))
        assert all(str(figure.get("/Alt", "")) for figure in figures)
        book = book_of(which[0], which[1])
        pictures = 1 if which[0] == "river-gunboats" else 0
        assert len(figures) == len(book.diagrams) + len(book.examples) + pictures
        assert len(figures) >= (10 if which[:2] == ("late19c", "full") else pictures)


def test_rules_can_be_reached_by_name_and_by_bookmark() -> None:
    book = book_of("late19c")
    with pikepdf.open(io.BytesIO(pdf_of("late19c", "full"))) as pdf:
        names = {str(name) for name in list(pdf.Root.Names.Dests.Names)[::2]}
        assert {entry.id for entry in entries(book)} <= names
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
            rules = [child.title for item in outline.root for child in item.children]
    assert titles[:2] == ["1 What you need", "2 Stands"]
    assert titles[-4:] == ["Diagrams", "Worked examples", "Exact odds", "Quick reference"]
    for entry in entries(book):
        assert f"{entry.number} {entry.title.replace(chr(39), chr(8217))}" in rules


def test_numbers_of_rules_lead_to_the_rules() -> None:
    with pikepdf.open(io.BytesIO(pdf_of("late19c", "full"))) as pdf:
        goals = [
            str(link.get("/Dest", link.get("/A", {}).get("/D", "")))
            for page in pdf.pages
            for link in page.get("/Annots", [])
            if link.get("/Subtype") == "/Link"
        ]
    known = {entry.id for entry in entries(book_of("late19c"))}
    assert len(goals) > 60
    assert {goal for goal in goals if not goal.startswith(("note-", "section-"))} <= known


def test_what_differs_is_barred_and_listed() -> None:
    text = whole_text("smokeless", "full", "normal", "late19c")
    assert "10.6 Cavalry charge: +2 instead of +3." in text
    assert "Uphill attack (10.7 of Late 19th and Early 20th Century Battles 1.1) is dropped." in text
    assert "Where does it come from? is new." in text
    assert "Magazine rifles range 4 instead of 3" in text
    bars = bars_of(pdf_of("smokeless", "full", "normal", "late19c"))
    assert len(bars) == 6, "three rules, two rows of the table of ranges, one line of the list of weapons"
    assert bars_of(pdf_of("smokeless", "full")) == []


def bars_of(pdf: bytes) -> list[tuple[int, float]]:
    """The change bars: what is drawn just outside the left edge of a column; (page, left edge)."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf)):
        for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=1):
            left, bottom, _, top = thing.get_bounds()
            beside = min(abs(left - edge) for edge in (MARGIN - 4.1, WIDTH / 2 + GUTTER / 2 - 4.1))
            if top - bottom > 6 and beside < 0.3:
                found.append((number, round(left, 1)))
    return found


def test_the_same_booklet_gives_the_same_bytes() -> None:
    again = booklet_pdf(book_of("late19c", "rules"))
    assert again == pdf_of("late19c", "rules")


def test_without_colour_nothing_else_changes() -> None:
    grey = pypdfium2.PdfDocument(booklet_pdf(book_of("late19c"), ink="grey"))
    assert len(grey) == 8
    assert flat(grey[4].get_textpage().get_text_range()) == flat(
        opened("late19c", "full")[4].get_textpage().get_text_range()
    )
