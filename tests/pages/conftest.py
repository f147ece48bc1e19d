"""The hand-made report in every form, made once for all tests; a warning of the printing press fails a test."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import cache

import pypdfium2
import pytest

from reportgen.render.report import render_report
from tests.pages import sample


@pytest.fixture(autouse=True)
def no_warning_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Anything that WeasyPrint or the font tools complain of is a fault of ours."""
    logging.getLogger("weasyprint").propagate = True
    yield
    grave = [r for phase in ("setup", "call") for r in caplog.get_records(phase) if r.levelno >= logging.WARNING]
    assert [f"{record.name}: {record.getMessage()}" for record in grave] == []


@cache
def _files(to: str, detail: str, paper: str) -> dict[str, bytes]:
    return render_report(sample.sample(detail), to, paper)  # type: ignore[arg-type]


@pytest.fixture
def files() -> Callable[..., dict[str, bytes]]:
    """`files("pdf", "full", "a5")`: the sample's files in a form, made once."""

    def made(to: str, detail: str = "full", paper: str = "a5") -> dict[str, bytes]:
        return _files(to, detail, paper)

    return made


@pytest.fixture
def pdf(files: Callable[..., dict[str, bytes]]) -> Callable[..., pypdfium2.PdfDocument]:
    """`pdf("full", "a5")`: the sample's PDF, opened."""

    def opened(detail: str = "full", paper: str = "a5") -> pypdfium2.PdfDocument:
        return pypdfium2.PdfDocument(files("pdf", detail, paper)["report.pdf"])

    return opened
