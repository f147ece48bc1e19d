"""What stands in a booklet, before any page: everything from the data, nothing typed twice."""

from __future__ import annotations

import re

import pytest

from reportgen import rulesets
from reportgen.booklet import booklet_of
from reportgen.booklet.content import MARKS, roman
from reportgen.booklet.model import Booklet, Entry, Line
from reportgen.files.rules import Rules, written
from reportgen.files.schema_rules import SOURCES
from tests.booklet.conftest import MakeRules, book_of, rules_called

EVERY = ("late19c", "smokeless", "river-gunboats")


def entries(book: Booklet) -> dict[str, Entry]:
    return {entry.id: entry for part in book.parts for entry in part.entries}


def variant_book(rules: Rules, older: Rules | None = None) -> Booklet:
    return booklet_of(rules, rulesets.player_of(rules), "full", older)


@pytest.mark.parametrize("name", EVERY)
def test_every_rule_is_printed_once_with_its_number(name: str) -> None:
    rules, book = rules_called(name), book_of(name)
    printed = [(entry.id, entry.number) for part in book.parts for entry in part.entries]
    assert printed == [(rule.id, rule.number) for rule in rules]
    assert len(printed) > 15


@pytest.mark.parametrize("name", EVERY)
def test_every_value_stands_in_a_text_or_a_table(name: str) -> None:
    """The design's gate: a value that the booklet never prints is a failure, even those for the table only."""
    rules = rules_called(name)
    assert rules.unprinted() == []
    shown = entries(book_of(name))
    for rule in rules:
        entry = shown[rule.id]
        if rule.rows:
            assert entry.table is not None
            cells = " ".join(cell for line in entry.table.lines for cell in line.cells)
            for row in rule.rows.values():
                for column, value in row.cells.items():
                    if isinstance(value, int | float) and column not in ("least", "most"):
                        assert written(value) in cells, (rule.id, row.id, column)


def test_no_number_is_typed_in_a_text() -> None:
    """Digits in the texts of late19c come from placeholders alone, but for the play-test's own figures in notes."""
    for rule in rules_called("late19c"):
        for text in (rule.text, rule.short):
            assert re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)) is None, (rule.id, text)


def test_signs_say_where_rules_come_from() -> None:
    book = book_of("late19c")
    assert set(MARKS) == set(SOURCES)
    for rule in rules_called("late19c"):
        entry = entries(book)[rule.id]
        assert entry.mark == ("" if rule.source == "published" else MARKS[rule.source])
    used = {entry.mark for entry in entries(book).values()} - {""}
    rows = {line.mark for entry in entries(book).values() if entry.table for line in entry.table.lines} - {""}
    assert {sign.mark for sign in book.signs} == used | rows
    assert rows == {"*", "†"}, "a published row among rulings, a ruling among published rows"


def test_notes_are_numbered_as_they_come() -> None:
    book = book_of("late19c")
    noted = [rule.note for rule in rules_called("late19c") if rule.note]
    rows = [row.note for rule in rules_called("late19c") for row in rule.rows.values() if row.note]
    assert len(book.notes) == len(noted) + len(rows) > 10
    assert [note.mark for note in book.notes] == [roman(n) for n in range(1, len(book.notes) + 1)]
    at_rules = [entry.note for entry in entries(book).values() if entry.note]
    at_rows = [line.note for e in entries(book).values() if e.table for line in e.table.lines if line.note]
    assert sorted(at_rules + at_rows) == sorted(note.mark for note in book.notes)


@pytest.mark.parametrize(("number", "figures"), [(1, "i"), (4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (99, "xcix")])
def test_roman(number: int, figures: str) -> None:
    assert roman(number) == figures


def test_tables_are_printed_as_the_booklet_says() -> None:
    shown = entries(book_of("late19c"))
    types, sizes = shown["stands.types"].table, shown["stands.size"].table
    generals, weapons = shown["armies.general"].table, shown["stands.weapons"].table
    assert types and sizes and generals and weapons
    assert [heading.title for heading in types.headings] == ["Value", "Moves"]
    assert all(heading.figures for heading in types.headings)
    assert sizes.as_list
    assert sizes.lines[0] == Line("Infantry, Command on foot", ("20 mm",))
    assert [line.cells for line in generals.lines] == [("3", "6"), ("2", "3–5"), ("1", "1–2")]
    assert weapons.lines[0].title == "Guard and Regular Infantry"
    assert weapons.lines[0].cells == ("magazine rifles, single-shot rifles, muskets",)


@pytest.mark.parametrize("name", EVERY)
def test_the_quick_reference_cites_printed_rules(name: str) -> None:
    book = book_of(name)
    printed = {entry.number for entry in entries(book).values()}
    cited = [line.number for block in book.quick for line in block.lines]
    cited += [block.number for block in book.quick if block.number]
    assert len(cited) > 10
    assert set(cited) <= printed


def test_amounts_of_the_quick_reference_come_from_the_data(variant: MakeRules) -> None:
    def amount(book: Booklet, number: str) -> str:
        return next(line.amount for block in book.quick for line in block.lines if line.number == number)

    book = book_of("late19c")
    number = rules_called("late19c").number("close.cavalry")
    assert amount(book, number) == "+3"
    changed = variant_book(variant("change: {close.cavalry: {values: {amount: -1}}}"))
    assert amount(changed, number) == "−1"


def test_credits_reach_back_to_the_source() -> None:
    titles = [title for title, _ in book_of("smokeless").credits]
    assert titles == ["Smokeless Powder, version 0.2", "Late 19th and Early 20th Century Battles, version 1.1"]
    assert "blog" in book_of("smokeless").credits[1][1].where


def test_the_rules_edition_has_neither_diagrams_nor_examples() -> None:
    book = book_of("late19c", "rules")
    assert (book.diagrams, book.examples) == ((), ())
    assert book.parts == book_of("late19c").parts


def test_rules_without_an_engine_have_neither() -> None:
    book = book_of("river-gunboats")
    assert (book.diagrams, book.examples, book.odds, book.signs) == ((), (), (), ())
    assert "![A gunboat" in book.parts[0].intro
