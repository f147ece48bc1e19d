"""The printed report: what is on the pages, how they break, and what the file says about itself."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from reportgen.render.paper import PAPERS
from reportgen.render.report import render_report
from reportgen.story.model import Remark
from tests.pages import sample

Pdf = Callable[..., pypdfium2.PdfDocument]
SECTIONS = (
    "Why they fought", "The ground", "The forces", "The battle", "The outcome", "The losses", "Strength by turn",
    "Where it turned", "Luck",
)  # fmt: skip


def texts(document: pypdfium2.PdfDocument) -> list[str]:
    """The text of each page, hyphens at line ends undone, spaces made plain."""
    pages = (page.get_textpage().get_text_range().replace("\u2010\r\n", "") for page in document)
    return [re.sub(r"\s+", " ", page) for page in pages]


def flat(text: str) -> str:
    return re.sub(r"\s+", "", text).lower().replace("-", "").replace("\u2010", "")


@dataclass(frozen=True)
class Line:
    """A line of a page: its text, the size of its letters and where its foot is, in points from the paper's foot."""

    text: str
    size: float
    foot: float
    left: float


def lines(page: pypdfium2.PdfPage) -> list[Line]:
    """The lines of the page's own text from top to bottom (what is written on maps is not among them)."""
    page_text = page.get_textpage()
    rows: dict[int, list[tuple[float, str, float, float]]] = {}
    for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1):
        left, bottom, right, top = thing.get_bounds()
        text = page_text.get_text_bounded(left, bottom, right, top).strip()
        if text:
            rows.setdefault(round(bottom / 4), []).append((left, text, top - bottom, bottom))
    found = []
    for _, parts in sorted(rows.items(), reverse=True):
        parts.sort()
        found.append(
            Line(" ".join(p[1] for p in parts), max(p[2] for p in parts), min(p[3] for p in parts), parts[0][0])
        )
    return found


def test_every_section_is_there(pdf: Pdf) -> None:
    whole = flat(" ".join(texts(pdf())))
    for title in SECTIONS:
        assert flat(title) in whole, title


def test_every_sentence_of_the_story_is_there(pdf: Pdf) -> None:
    pages = [(page.get_textpage(), *page.get_size()) for page in pdf()]
    whole = flat("".join(text.get_text_bounded(0, 0, width, height - 52) for text, width, height in pages))
    report = sample.sample()
    for turn in report.turns:
        for phase in turn.phases:
            for block in phase.blocks:
                assert isinstance(block, str)
                for sentence in re.split(r"(?<=[.;]) ", block.replace("'", "\u2019")):
                    said = flat(sentence)  # a page may end within it, and a map's letters come between
                    assert said[:16] in whole or said[-16:] in whole, sentence


def test_every_combat_stands_with_its_arithmetic(pdf: Pdf) -> None:
    whole = flat(" ".join(texts(pdf())))
    report = sample.sample()
    combats = [combat for turn in report.turns for phase in turn.phases for combat in phase.combats]
    assert len(combats) > 30
    for combat in combats:
        assert flat(f"{combat.number} {combat.attacker} {combat.dice[0]} +") in whole
        assert flat(f"{combat.totals[0]} {combat.result}") in whole
    assert flat("+2 value⁷·¹ +2 same type⁸·³") in whole


def test_the_maps_can_be_searched(pdf: Pdf) -> None:
    """Labels of stands are text with a meaning, not shapes."""
    assert any(text.count("SPR8") >= 1 and text.count("AMIR") >= 1 for text in texts(pdf()))


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_paper_has_its_size(pdf: Pdf, paper: str) -> None:
    sheet = PAPERS[paper]
    for page in pdf(paper=paper):
        width, height = page.get_size()
        assert width == pytest.approx(sheet.width * 72 / 25.4, abs=0.5)
        assert height == pytest.approx(sheet.height * 72 / 25.4, abs=0.5)


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_nothing_reaches_into_the_margin(pdf: Pdf, paper: str) -> None:
    """The margins stay white, also beside maps that floated over from a page with other margins."""
    sides = {"a5": ((20, 15), (15, 20)), "a4": ((23, 23), (23, 23)), "letter": ((29.9, 29.9), (29.9, 29.9))}[paper]
    for number, page in enumerate(pdf(paper=paper)):
        image = page.render(scale=1).to_pil().convert("L")
        left, right = (round(mm * 72 / 25.4) - 2 for mm in sides[number % 2])
        for box in (
            (0, 0, left, image.height),
            (image.width - right, 0, image.width, image.height),
            (0, image.height - 36, image.width, image.height),
        ):
            assert image.crop(box).getextrema()[0] > 240, (paper, number + 1, box)


def forms(page: pypdfium2.PdfPage) -> list[pypdfium2.PdfObject]:
    """The maps and charts on a page."""
    return list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1))


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_maps_fill_the_column_and_none_is_lost(pdf: Pdf, files: Callable[..., dict[str, bytes]], paper: str) -> None:
    """Every map is on a page once, full width, and all but the two with legends so high that two go on one."""
    counts = [len(forms(page)) for page in pdf(paper=paper)]
    assert sum(counts) == 27  # 26 maps and the chart
    assert max(counts) == 2
    sheet = PAPERS[paper]
    sizes = []
    with pikepdf.open(io.BytesIO(files("pdf", "full", paper)["report.pdf"])) as file:
        for name, thing in file.pages[0].resources["/XObject"].items():  # all pages share one list
            if name.startswith("/imap") and "layer" not in name:
                left, bottom, right, top = (float(v) for v in thing.BBox)
                sizes.append((right - left, top - bottom))
    assert len(sizes) == 27
    assert all(0.97 <= width / (sheet.plate * 72 / 25.4) < 1.01 for width, height in sizes)
    assert sum(height > sheet.plate_height * 72 / 25.4 + 1 for width, height in sizes) == 2


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_no_heading_stands_at_a_page_s_foot(pdf: Pdf, paper: str) -> None:
    """Under every heading there are at least two lines of what it is the head of; under a turn's, its initiative."""
    headings = {flat(turn.heading.replace(":", "")) for turn in sample.sample().turns}
    headings |= {flat(title) for title in SECTIONS} | {"theangloegyptians", "themahdists"}
    seen = 0
    for page in pdf(paper=paper):
        found = lines(page)[1:]  # the first is the running head
        for number, line in enumerate(found):
            name = re.sub(r"\d+$", "", flat(line.text)) if flat(line.text).startswith("the") else flat(line.text)
            if name in headings:
                seen += 1
                below = [other for other in found[number + 1 :] if other.foot < line.foot - 4]
                picture = any(thing.get_bounds()[1] < line.foot for thing in forms(page))
                enough = 1 if name.startswith("turn") else 2
                assert len(below) >= enough or picture, (paper, line)
    assert seen >= 36


def test_pages_are_full(pdf: Pdf) -> None:
    """The battle's pages are filled: a map that does not fit leaves no hole, the text runs on. Only few end early."""
    document = pdf()
    short = []
    for number, page in enumerate(document):
        if not 3 <= number < len(document) - 4:
            continue
        lowest = min(thing.get_bounds()[1] for thing in page.get_objects(max_depth=1))
        if lowest > 0.35 * page.get_size()[1]:
            short.append(number + 1)
    assert len(short) <= 2, short


def test_a_map_is_near_its_text(pdf: Pdf) -> None:
    """No map is more than two pages after the head of its phase, and none before it."""
    pages = [flat(text) for text in texts(pdf())]
    for turn in sample.sample().turns:
        head = next(n for n, text in enumerate(pages) if flat(turn.heading.replace(":", "")) in text and n > 1)
        for phase in turn.phases:
            assert phase.frame is not None
            caption = flat(phase.frame.caption)
            at = next(n for n, text in enumerate(pages) if caption in text)
            assert 0 <= at - head <= 3, (turn.heading, at, head)


def test_running_heads_and_folios(pdf: Pdf) -> None:
    """Left pages carry the battle, right pages the turn, the number stands outside; the title page has neither."""
    document = pdf()
    heads = []
    assert not any(line.foot > document[0].get_size()[1] - 45 for line in lines(document[0]))
    for number in range(1, len(document)):
        page = document[number]
        width, height = page.get_size()
        head = page.get_textpage().get_text_bounded(0, height - 52, width, height).strip()
        folio = str(number + 1)
        if number % 2:
            assert head.startswith(folio), head
            assert flat("The Convoy to Bir Handuk") in flat(head)
        else:
            assert head.endswith(folio), head
            heads.append(flat(head))
    assert any(head.startswith("turn4:everybodyatonce") for head in heads)
    assert all(len(head) > 3 for head in heads)


def test_bookmarks_are_sections_and_turns(pdf: Pdf) -> None:
    marks = [(mark.level, mark.get_title()) for mark in pdf().get_toc()]
    sections = [title for level, title in marks if level == 0]
    assert sorted(sections) == sorted(SECTIONS)  # the chart stands where there is room for it, at the earliest:
    assert [s for s in sections if s != "Strength by turn"] == [s for s in SECTIONS if s != "Strength by turn"]
    assert sections.index("Strength by turn") > sections.index("The losses")
    turns = [title for level, title in marks if level == 1]
    assert [turn.replace("\u00a0", " ") for turn in turns] == [
        turn.heading.replace(":", "") for turn in sample.sample().turns
    ]


def test_the_file_says_what_it_is(files: Callable[..., dict[str, bytes]]) -> None:
    with pikepdf.open(io.BytesIO(files("pdf")["report.pdf"])) as file:
        info = file.docinfo
        assert str(info["/Title"]) == "The Convoy to Bir Handuk"
        assert str(info["/Author"]) == "the automatic commander"
        assert "Eastern Sudan" in str(info["/Subject"])
        assert "gridded" in str(info["/Keywords"])
        assert str(info["/Creator"]) == "reportgen"
        assert "/CreationDate" not in info
        assert "/ModDate" not in info
        assert bool(file.Root.MarkInfo.Marked)
        assert str(file.Root.Lang) == "en-GB"
        assert b"pdfuaid" in file.Root.Metadata.read_bytes()


def test_it_is_tagged(files: Callable[..., dict[str, bytes]]) -> None:
    """Headings in their order, tables with heads, a description of every picture."""
    kinds: list[str] = []
    alts: list[str] = []

    def walk(node: pikepdf.Object) -> None:
        if isinstance(node, pikepdf.Array):
            for item in node:  # type: ignore[attr-defined]
                walk(item)
        elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
            kinds.append(str(node.S))
            if str(node.S) == "/Figure":
                alts.append(str(node.get("/Alt", "")))
            if "/K" in node:
                walk(node.K)

    with pikepdf.open(io.BytesIO(files("pdf")["report.pdf"])) as file:
        walk(file.Root.StructTreeRoot.K)
    headings = [int(kind[2]) for kind in kinds if re.fullmatch(r"/H[1-6]", kind)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))
    assert {"/Table", "/TR", "/TH", "/TD", "/P", "/L", "/LI", "/Caption"} <= set(kinds)
    assert len(alts) == 28
    assert all(alts)


def test_only_our_fonts_and_all_embedded(files: Callable[..., dict[str, bytes]]) -> None:
    names = set()
    with pikepdf.open(io.BytesIO(files("pdf")["report.pdf"])) as file:
        for thing in file.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                names.add(str(thing.FontName).lstrip("/").partition("+")[2])
                assert "/FontFile2" in thing or "/FontFile3" in thing
    assert names
    assert all(re.match(r"(EB-?Garamond|Source-?Sans)", name.replace(" ", "-")) for name in names), names


def test_the_same_report_gives_the_same_bytes(files: Callable[..., dict[str, bytes]]) -> None:
    again = render_report(sample.sample(), "pdf")
    assert again == files("pdf")


def test_it_is_small_and_all_vector(files: Callable[..., dict[str, bytes]]) -> None:
    content = files("pdf")["report.pdf"]
    assert len(content) < 400_000
    with pikepdf.open(io.BytesIO(content)) as file:
        kinds = {str(o.Subtype) for o in file.objects if isinstance(o, pikepdf.Stream) and "/Subtype" in o}
    assert "/Form" in kinds
    assert "/Image" not in kinds


def test_brief_is_four_paragraphs_and_four_maps(pdf: Pdf) -> None:
    document = pdf("brief")
    assert 2 <= len(document) <= 4
    assert sum(len(forms(page)) for page in document) == 4
    whole = flat(" ".join(texts(document)))
    for text in sample.sample("brief").brief:
        assert flat(text)[4:40] in whole  # the first letter may stand apart
    assert "whytheyfought" not in whole


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_totals_stand_in_a_column(pdf: Pdf, paper: str) -> None:
    """The letters are as wide on the page as they were thought to be: totals and results stand below each other."""
    places = []
    for page in pdf(paper=paper):
        left = min(t.get_bounds()[0] for t in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1))
        page_text = page.get_textpage()
        for word in ("destroyed", "withdraws", "ineffective"):
            search = page_text.search(word)
            while (found := search.get_next()) is not None:
                if page_text.get_text_range(found[0] - 3, 1).isdigit():
                    places.append(page_text.get_charbox(found[0])[0] - left)
    assert len(places) > 25
    assert max(places) - min(places) < 1.5  # the letters begin a little differently


def test_strange_content_is_printed_as_it_is() -> None:
    """Markup in a text is text; a report without anything but a title and one turn comes out too."""
    report = replace(
        sample.sample(),
        title="<b>Fire</b> & {{ 7 * 7 }} \"quoted\"",
        background="A [link](https://example.org/x) and <script>alert(1)</script> and ![x](file:///etc/passwd)",
        before=(Remark("Note", heading=True), Remark("* one\n* two <i>x</i>")),
        forces=(), start=None, losses=(), strength=None, turning_points=(), luck=None, seed=None, players=(),
        date="", location="", subtitle="", objectives=(), audit="appendix",
        findings=("Combat 3: 9 was written, 8 is right",), apart=("Combat 3: 9 was written, 8 is right",),
    )  # fmt: skip
    report = replace(report, turns=report.turns[:1], ending=(), end=None)
    document = pypdfium2.PdfDocument(render_report(report, "pdf")["report.pdf"])
    whole = " ".join(texts(document))
    assert "<b>Fire</b> & {{ 7 * 7 }}" in whole
    assert "<script>alert(1)</script>" in whole
    assert "<i>x</i>" in whole
    assert "Combat 3: 9 was written, 8 is right" in whole.replace("\u00a0", " ")
    assert document.get_metadata_value("Title") == "<b>Fire</b> & {{ 7 * 7 }} \u201cquoted\u201d"
