"""The Tin Brigadier's paper: boxes for figures, labels, markers, tracks, and tables in its own words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest

from reportgen import rulesets
from reportgen.battle.paper import WithMarkers, WithStands
from reportgen.battle.scenario import Scenario, UnitSpec
from reportgen.board.picture import Piece
from reportgen.booklet.quick import quick_of, solo
from reportgen.problems import Problems
from reportgen.render.sheets import SMALL_MARKER, Roster, labels, markers, roster, sheets
from reportgen.story.briefing import start_pieces
from reportgen.story.lore import Lore
from reportgen.story.tables import forces
from tests.paper.conftest import scenario

HILL = "greys-hill"
BRIDGE = "zinn-bridge"
A4 = (210.0, 297.0)


@cache
def made(*which: str) -> dict[str, bytes]:
    ruleset = rulesets.load("tin_brigadier")
    rules = ruleset.rules  # type: ignore[attr-defined]
    more = solo(rules, Problems())
    return sheets(scenario(HILL), ruleset, quick_of(rules, Problems()), which, solo=more, name="x")


def text(pdf: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def roster_of(name: str, side: int) -> Roster:
    field = scenario(name)
    return roster(field, field.sides[side], rulesets.of(field))


def changed(field: Scenario, unit: str, **own: object) -> Scenario:
    """The scenario with a unit that says more of itself."""

    def told(one: UnitSpec) -> UnitSpec:
        return replace(one, fields={**one.fields, **own}) if one.id == unit else one

    return replace(field, sides=tuple(replace(side, units=tuple(map(told, side.units))) for side in field.sides))  # type: ignore[arg-type]


def test_a_unit_has_a_box_for_each_figure() -> None:
    lines = {line.label: line for line in roster_of(HILL, 0).lines}
    assert (lines["GINF1"].boxes, lines["GINF1"].figures) == (8, ("8", "2", "2"))
    assert (lines["GCAV1"].boxes, lines["GGUN1"].boxes, lines["TANK"].boxes) == (4, 3, 4)
    assert (lines["GGHQ"].boxes, lines["GGHQ"].figures[0]) == (1, "")
    field = changed(scenario(HILL), "GINF1", figures=11, morale="elite")
    (line,) = [one for one in roster(field, field.sides[0], rulesets.of(field)).lines if one.label == "GINF1"]
    assert (line.boxes, line.figures[0], line.qualities) == (11, "11", ("elite",))


def test_rosters_call_units_units_and_fit_a_page() -> None:
    for side in ("green", "grey"):
        pdf = made("rosters")[f"x-roster-{side}.pdf"]
        said = text(pdf)
        assert len(pypdfium2.PdfDocument(pdf)) == 1
        assert "Unit" in said and "Figures" in said and "stand" not in said.lower()
        assert re.search(r"Stored orders 3\.4\s+0\s+1\s+2\s+3\s+4\s+5\s+6\b", said)


def test_a_side_without_ghq_stores_nothing() -> None:
    field = scenario(HILL)
    side = replace(field.sides[0], units=tuple(unit for unit in field.sides[0].units if unit.type != "ghq"))
    ruleset = rulesets.of(field)
    assert isinstance(ruleset, WithMarkers) and isinstance(ruleset, WithStands)
    assert ruleset.tracks(field, side) == ()
    assert [track.most for track in ruleset.tracks(field, field.sides[0])] == [6]


def test_labels_say_strength_and_qualities() -> None:
    (page,) = labels(scenario(HILL), rulesets.load("tin_brigadier"), A4)
    found = {piece.label: piece for piece in page}
    assert (found["GINF1"].value, found["GGUN1"].value, found["GGHQ"].value) == ("8", "3", "")
    assert found["YINF1"].notes == "with tools, entrenched"
    assert {piece.arm for piece in page} == {"command", "infantry", "machine-gun", "cavalry", "artillery", "vehicle"}


def counts(name: str, side: int) -> dict[str, int]:
    field = scenario(name)
    ruleset = rulesets.of(field)
    assert isinstance(ruleset, WithMarkers)
    return {marker.text: marker.count for marker in ruleset.markers(field, field.sides[side])}


def test_markers_are_what_the_side_needs() -> None:
    green, grey = counts(HILL, 0), counts(HILL, 1)
    assert green["pinned"] == 6 and green["dismounted"] == 3 and green["limbered"] == 2
    assert "entrenched" not in green and grey["entrenched"] == 3
    assert "roadblock" not in green and "charge D6" not in grey
    reds = counts(BRIDGE, 1)
    assert reds["roadblock"] == 1 and reds["charge D6"] == 3


def test_markers_are_small_and_in_the_sides_colour() -> None:
    (page,) = markers(scenario(HILL), rulesets.load("tin_brigadier"), A4)
    assert {(piece.width, piece.height) for piece in page} == {SMALL_MARKER}
    assert len({(piece.name, piece.colour) for piece in page}) == 2
    assert sum(piece.label == "pinned" for piece in page) == counts(HILL, 0)["pinned"] + counts(HILL, 1)["pinned"]


@pytest.mark.parametrize("kind", ["quick-reference", "solo", "log"])
def test_sheets_take_their_pages(kind: str) -> None:
    (pdf,) = made(kind).values()
    assert len(pypdfium2.PdfDocument(pdf)) == (2 if kind == "log" else 1)
    said = text(pdf)
    if kind == "log":
        assert "Orders of GHQ" in said and "Initiative" not in said
    else:
        numbers = {rule.number for rule in rulesets.load("tin_brigadier").rules}  # type: ignore[attr-defined]
        cited = set(re.findall(r"\b\d+\.\d+\b", said))
        assert cited and cited <= numbers


def test_orders_of_battle_have_the_rulesets_words_and_each_units_own_figures() -> None:
    field = changed(changed(scenario(HILL), "GINF1", figures=6), "GINF2", firepower="superior")
    lore = Lore.of(rulesets.of(field))
    green = forces(field, lore)[0]
    assert (green.words.pieces, green.words.value, green.words.worth) == ("units", "Figures", "figures")
    rows = {row.labels: row for row in green.rows}
    assert (rows["GINF1",].value, rows["GINF1",].points) == ("6", "6")
    assert rows["GINF2",].qualities == ("superior fire",)
    assert (rows["GINF3", "GINF4"].count, rows["GINF3", "GINF4"].points, rows["GINF3", "GINF4"].range) == (2, "16", "2")


def test_a_scenarios_own_measure_heads_its_column() -> None:
    field = scenario("tithe-barn")
    force = forces(field, Lore.of(rulesets.of(field)))[0]
    assert force.words.pieces == "units"
    assert force.words.value == field.raw["own_rules"]["tracked"]["strength"].get("title", "Strength")


def test_a_roster_of_ones_own_rules_counts_strength_and_has_no_empty_columns() -> None:
    field = scenario("tithe-barn")
    side = roster_of("tithe-barn", 0)
    assert side.headings == ("Figures",), "as the scenario calls it"
    for unit, line in zip(field.sides[0].units, side.lines, strict=True):
        assert line.figures in ((str(line.boxes),), ("",)), unit.id
    assert sum(line.boxes > 1 for line in side.lines) > 2
    (page,) = labels(field, rulesets.of(field), A4)
    assert {piece.arm for piece in page} > {"infantry"}


def pieces(field: Scenario) -> dict[str, Piece]:
    return {piece.id: piece for piece in start_pieces(field, rulesets.of(field))}


def test_a_headquarters_stands_behind_the_unit_whose_square_it_shares() -> None:
    field = scenario(HILL)
    at = next(place.at for place in field.placements if place.unit == "GINF1")
    moved = [replace(place, at=at) if place.unit == "GHQ2" else place for place in field.placements]
    found = pieces(replace(field, placements=tuple(moved)))
    alone = pieces(field)
    assert found["GHQ2"].at[1] < found["GINF1"].at[1], "behind it: it faces the top"
    assert found["GHQ2"].width < alone["GHQ2"].width
    assert found["GINF2"] == alone["GINF2"]


def test_the_map_tells_formation_and_strength() -> None:
    found = pieces(changed(scenario(HILL), "GINF1", formation="close"))
    assert (found["GINF1"].formation, found["GINF1"].figure) == ("close", "8")
    assert found["YINF1"].states == ("entrenched",) and found["GGHQ"].figure == ""
