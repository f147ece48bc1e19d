"""Booklets set once for all tests; a warning of the printing press fails a test."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from reportgen import resources, rulesets
from reportgen.booklet import booklet_of
from reportgen.booklet.model import Booklet, Edition
from reportgen.files.rules import Rules
from reportgen.render.booklet import Size, booklet_pdf

MakeRules = Callable[[str], Rules]


@pytest.fixture(autouse=True)
def no_warning_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Anything that WeasyPrint or the font tools complain of is a fault of ours."""
    logging.getLogger("weasyprint").propagate = True
    yield
    grave = [r for phase in ("setup", "call") for r in caplog.get_records(phase) if r.levelno >= logging.WARNING]
    assert [f"{record.name}: {record.getMessage()}" for record in grave] == []


@cache
def rules_called(name: str) -> Rules:
    """An installed ruleset, or a sample that ships."""
    installed = rulesets.rules_files()
    return rulesets.read_rules(installed.get(name, resources.samples() / name / "rules.yaml"))


@cache
def book_of(name: str, edition: Edition = "full", changes_from: str = "") -> Booklet:
    rules = rules_called(name)
    older = rules_called(changes_from) if changes_from else None
    return booklet_of(rules, rulesets.player_of(rules), edition, older)


@cache
def pdf_of(name: str, edition: Edition = "full", size: Size = "normal", changes_from: str = "") -> bytes:
    return booklet_pdf(book_of(name, edition, changes_from), size, pictures=rules_called(name).pictures)


@pytest.fixture
def variant(tmp_path: Path) -> MakeRules:
    """`variant("change: ...")`: late19c with what the text says laid over it."""

    def made(text: str) -> Rules:
        path = tmp_path / "rules.yaml"
        head = 'format: reportgen-rules/1\nid: mine\ntitle: My Wars\nversion: "0.1"\nextends: late19c\n'
        path.write_text(head + text, encoding="utf-8")
        return rulesets.read_rules(path)

    return made
