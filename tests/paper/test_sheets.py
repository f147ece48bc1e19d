"""Sheets for the table: true sizes, what is on them, and what is left out."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from reportgen import rulesets
from reportgen.battle.paper import Card, WithStands
from reportgen.booklet.quick import quick_of
from reportgen.problems import Problems
from reportgen.render.imposition import MM
from reportgen.render.maps.palette import side_colour
from reportgen.render.printing import Printing
from reportgen.render.sheets import CARD, EDGE, GAP, MARKER, Piece, cards, labels, laid_out, sheets
from reportgen.story.frames import Frames
from reportgen.story.lore import Lore
from reportgen.story.names import Names
from tests.paper.conftest import filled, operators, scenario, unembedded

SUDAN = "eastern-sudan"
A4 = (210.0, 297.0)


def made(*which: str, name: str = SUDAN, **how: object) -> dict[str, bytes]:
    ruleset = rulesets.load("late19c")
    quick = quick_of(ruleset.rules, Problems())  # type: ignore[attr-defined]
    return sheets(scenario(name), ruleset, quick, which, name="x", **how)  # type: ignore[arg-type]


def text(pdf: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_labels_are_of_true_size_in_the_pdf(paper: str) -> None:
    pdf = made("labels", paper=paper)["x-labels.pdf"]
    found: list[tuple[float, float]] = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            found += [(w, h) for _, _, w, h in filled(page) if w > 30 * MM]
            assert len({round(n, 3) for n in (float(page.mediabox[0]), float(page.mediabox[1]))}) == 1
    bodies = sorted((w, h) for w, h in found if h > 5 * MM)
    depths = {"inf": 20, "cav": 30, "art": 40}
    wanted = sorted(depths[arm] for arm in ["inf"] * (6 + 1 + 12 + 1) + ["cav"] * 3 + ["art"] * 5)
    assert len(bodies) == 28
    assert sorted(h for _, h in bodies) == pytest.approx([depth * MM for depth in wanted], abs=0.1)
    assert [w for w, _ in bodies] == pytest.approx([40 * MM] * 28, abs=0.1)


def test_labels_say_who_it_is_and_what_it_is_worth() -> None:
    said = text(made("labels")["x-labels.pdf"])
    for side in scenario(SUDAN).sides:
        for unit in side.units:
            assert re.search(rf"\b{unit.id}\b", said)
    (page,) = labels(scenario(SUDAN), rulesets.load("late19c"), A4)
    values = {piece.label: piece.value for piece in page}
    assert (values["BRI1"], values["MG"], values["TRN1"], values["CMD"], values["MCD"]) == ("3", "2", "1", "3", "2")


@pytest.mark.parametrize("ink", ["colour", "grey", "saving"])
def test_each_side_has_one_colour(ink: str) -> None:
    field = scenario(SUDAN)
    colours: dict[str, set[str]] = {side.id: set() for side in field.sides}
    owner = {unit.id: side.id for side in field.sides for unit in side.units}
    for page in labels(field, rulesets.load("late19c"), A4, ink):  # type: ignore[arg-type]
        for piece in page:
            colours[owner[piece.label]].add(piece.colour)
    assert [len(found) for found in colours.values()] == [1, 1]
    if ink != "saving":
        assert len(set.union(*colours.values())) == 2


def test_sides_without_a_colour_have_the_colours_of_the_map() -> None:
    field = scenario(SUDAN)
    sides = tuple(replace(side, colour="") for side in field.sides)
    plain = replace(field, sides=sides)
    ruleset = rulesets.load("late19c")
    drawn = Frames(plain, Names(plain, Lore.of(ruleset))).styles
    pieces = {piece.label: piece.colour for page in labels(plain, ruleset, A4) for piece in page}
    for number, side in enumerate(sides):
        assert {pieces[unit.id] for unit in side.units} == {side_colour(drawn[number].colour, number, "colour")}


def test_what_is_cut_out_never_overlaps_and_keeps_off_the_edge() -> None:
    pieces = [Piece(0, 0, 40, 20 + 10 * (n % 3), "#000000", str(n)) for n in range(40)]
    laid = laid_out([pieces[:23], pieces[23:]], A4)
    assert [piece.label for page in laid for piece in page] == [str(n) for n in range(40)]
    assert len(laid) > 1
    for page in laid:
        for n, one in enumerate(page):
            assert one.left >= EDGE and one.left + one.width <= A4[0] - EDGE
            assert one.top >= EDGE and one.top + one.height <= A4[1] - EDGE
            for other in page[n + 1 :]:
                beside = one.left + one.width + GAP <= other.left or other.left + other.width + GAP <= one.left
                above = one.top + one.height + GAP <= other.top or other.top + other.height + GAP <= one.top
                assert beside or above, (one, other)


def test_a_stand_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="BIG"):
        laid_out([[Piece(0, 0, 300, 20, "#000000", "BIG")]], A4)


def test_markers_tell_nothing_of_who_is_there() -> None:
    pdf = made("markers")["x-markers.pdf"]
    said = text(pdf)
    assert said.count("?") == 4
    assert "SPR" not in said and "rocks" not in said
    with pikepdf.open(io.BytesIO(pdf)) as document:
        bodies = [(w, h) for _, _, w, h in filled(document.pages[0]) if w > 30 * MM]
    assert bodies == [pytest.approx([MARKER[0] * MM, MARKER[1] * MM], abs=0.1)] * 4


def test_without_concealed_troops_there_are_no_markers() -> None:
    assert made("markers", name="thirty-six-points") == {}


def test_each_side_has_a_roster_of_its_own() -> None:
    files = made("rosters")
    assert sorted(files) == ["x-roster-anglo-egyptian.pdf", "x-roster-mahdist.pdf"]
    for side in scenario(SUDAN).sides:
        said = text(files[f"x-roster-{side.id}.pdf"])
        assert all(re.search(rf"\b{unit.id}\b", said) for unit in side.units)
        other = scenario(SUDAN).other(side.id)
        assert not any(re.search(rf"\b{unit.id}\b", said) for unit in other.units)
    assert text(files["x-roster-mahdist.pdf"]).count("concealed") == 8


def test_the_quick_reference_is_one_page_and_cites_only_rules_that_there_are() -> None:
    ruleset = rulesets.load("late19c")
    pdf = made("quick-reference")["x-quick-reference.pdf"]
    assert len(pypdfium2.PdfDocument(pdf)) <= 2
    numbers = {rule.number for rule in ruleset.rules}  # type: ignore[attr-defined]
    cited = set(re.findall(r"\b\d+\.\d+\b", text(pdf)))
    assert len(cited) > 25
    assert cited <= numbers


def test_the_log_sheet_names_the_fields_of_the_battle_file() -> None:
    said = text(made("log")["x-log-sheet.pdf"])
    for field in ("Turn", "Initiative", "Activations", "Action", "Dice", "Modifiers", "Totals", "Result"):
        assert field in said


class Gambler:
    """A ruleset with cards, all else being late19c's."""

    def __init__(self) -> None:
        self._own = rulesets.load("late19c")

    def __getattr__(self, name: str) -> object:
        return getattr(self._own, name)

    def cards(self) -> tuple[Card, ...]:
        ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
        suits = ("spades", "hearts", "diamonds", "clubs")
        return (*(Card(rank, suit) for suit in suits for rank in ranks), Card("Joker", text="The turn ends."))  # type: ignore[arg-type]


def test_cards_are_printed_for_a_ruleset_that_has_them() -> None:
    pdf = sheets(scenario(SUDAN), Gambler(), which=("cards",), name="x")["x-cards.pdf"]  # type: ignore[arg-type]
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 6
    said = text(pdf)
    assert "The turn ends." in said
    assert len(re.findall(r"\b10\b", said)) == 8
    assert made("cards") == {}


def test_cards_lie_edge_to_edge_on_the_paper() -> None:
    for page in cards(Gambler().cards(), A4):
        for left, top, _ in page:
            assert 5 <= left <= A4[0] - CARD[0] - 5
            assert 5 <= top <= A4[1] - CARD[1] - 5
        assert len({(left, top) for left, top, _ in page}) == len(page)


def test_sheets_obey_the_printing_options() -> None:
    files = made("log", printing=Printing(fold=("a4",), grey=True))
    assert sorted(files) == ["x-log-sheet-fold-a4.pdf", "x-log-sheet.pdf"]
    assert not operators(files["x-log-sheet.pdf"]) & {"rg", "RG"}


def test_every_sheet_is_tagged_and_has_its_fonts() -> None:
    files = made("quick-reference", "rosters", "labels", "markers", "log")
    assert len(files) == 6
    for name, pdf in files.items():
        assert unembedded(pdf) == [], name
        with pikepdf.open(io.BytesIO(pdf)) as document:
            assert "/StructTreeRoot" in document.Root, name
    assert isinstance(rulesets.load("late19c"), WithStands)
