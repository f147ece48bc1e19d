"""Pages to fold whose numbers can be read back, scenarios, and a watch on the printing press."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from functools import cache

import pikepdf
import pypdfium2
import pytest

from reportgen import api, rulesets
from reportgen.battle.scenario import Scenario
from reportgen.opened import load_scenario
from reportgen.problems import Problems
from reportgen.render.press import press

Matrix = tuple[float, float, float, float, float, float]


@pytest.fixture(autouse=True)
def no_warning_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Anything that WeasyPrint or the font tools complain of is a fault of ours."""
    logging.getLogger("weasyprint").propagate = True
    yield
    grave = [r for phase in ("setup", "call") for r in caplog.get_records(phase) if r.levelno >= logging.WARNING]
    assert [f"{record.name}: {record.getMessage()}" for record in grave] == []


@cache
def numbered(pages: int) -> bytes:
    """An A5 document, a number on each page: `p1`, `p2` ..., on a coloured ground that bleeds."""
    body = "".join(f'<p class="page">p{n}</p>' for n in range(1, pages + 1))
    head = '<meta charset="utf-8"/><title>Numbers</title>'
    page = f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>{body}</body></html>'
    style = (
        "@page { size: 148mm 210mm; margin: 20mm; background: #f0e0d0; bleed: 3mm }"
        ".page { break-after: page; color: #8c1c13; font: 20pt 'EB Garamond' } .page:last-of-type { break-after: auto }"
    )
    return press().pdf(page, [style])


def words(pdf: bytes) -> list[list[tuple[str, float, float, bool]]]:
    """By page, every word that is a page's number: the word, where it stands (points) and whether it is upside down."""
    pages = []
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        found = []
        whole = text.get_text_range()
        start = 0
        for word in whole.split():
            at = whole.index(word, start)
            start = at + len(word)
            boxes = [text.get_charbox(n) for n in range(at, at + len(word))]
            found.append((word, boxes[0][0], boxes[0][1], boxes[-1][0] < boxes[0][0]))
        pages.append(found)
    return pages


def filled(page: pikepdf.Page) -> list[tuple[float, float, float, float]]:
    """Every filled rectangle of a page's own content: left, bottom, width, height in points."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    stack: list[Matrix] = []
    pending: list[tuple[float, float, float, float]] = []
    found: list[tuple[float, float, float, float]] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = _times(tuple(float(n) for n in operands), matrix)
            case "re":
                x, y, w, h = (float(n) for n in operands)
                pending.append(_moved(x, y, w, h, matrix))
            case "f" | "f*" | "B":
                found += pending
                pending = []
            case "n" | "S":
                pending = []
    return found


def _times(first: Sequence[float], then: Sequence[float]) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _moved(x: float, y: float, w: float, h: float, by: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = by
    corners = [(px * a + py * c + e, px * b + py * d + f) for px, py in ((x, y), (x + w, y + h))]
    (x1, y1), (x2, y2) = corners
    return min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)


def operators(pdf: bytes) -> set[str]:
    """Every operator that the pages and the forms of a PDF use."""
    found: set[str] = set()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            found |= {str(one.operator) for one in pikepdf.parse_content_stream(page)}
        for thing in document.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                found |= {str(one.operator) for one in pikepdf.parse_content_stream(thing)}
    return found


def unembedded(pdf: bytes) -> list[str]:
    """The fonts of a PDF whose outlines are not in it."""
    lacking = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for thing in document.objects:
            described = isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
            if described and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(thing.keys()):
                lacking.append(str(thing.FontName))
    return lacking


@cache
def scenario(name: str) -> Scenario:
    """One that ships."""
    problems = Problems()
    found = load_scenario(api.find_scenario(name), problems)
    assert found is not None, list(problems)
    return found


@pytest.fixture
def late19c() -> object:
    return rulesets.load("late19c")
