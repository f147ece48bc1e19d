"""Scenario documents: the umpire has everything, a player nothing that his side may not know."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from reportgen import rulesets
from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid
from reportgen.render.printing import Printing
from reportgen.render.scenario_doc import draw_maps, scenario_documents
from reportgen.story.briefing import Briefing, _present, briefings, known_to, squares_said
from tests.paper.conftest import operators, scenario, unembedded

DRIFT = "thabasane-drift"
HIDDEN = ("OLR3", "OLR4", "OLR5", "YNG1", "YNG2")
FRAME = 8
"""From the frame's edge to the board in points, at least."""
LATER = ("YNG7", "YNG8", "YNG9", "YNG10")


@cache
def told(name: str = DRIFT) -> tuple[Briefing, Briefing, Briefing]:
    return briefings(scenario(name), rulesets.load("late19c"))


@cache
def files(to: str, name: str = DRIFT, paper: str = "a5") -> dict[str, bytes]:
    return scenario_documents(told(name), to, paper, name="x")  # type: ignore[arg-type]


def text(content: bytes, to: str) -> str:
    if to == "pdf":
        return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(content))
    return content.decode()


def hidden_in(name: str) -> dict[str, set[str]]:
    """By side, what the other side may not know of it: the concealed and those yet to come."""
    field = scenario(name)
    secret = {p.unit for p in field.placements if p.concealed} | {u for r in field.reinforcements for u in r.units}
    return {side.id: {unit.id for unit in side.units} & secret for side in field.sides}


@pytest.mark.parametrize("name", [DRIFT, "eastern-sudan", "night-zariba", "khush-tangi"])
@pytest.mark.parametrize("to", ["pdf", "html", "md"])
def test_a_player_is_told_nothing_of_what_the_enemy_hides(name: str, to: str) -> None:
    field = scenario(name)
    secret = hidden_in(name)
    for side in field.sides:
        said = text(files(to, name)[f"x-{side.id}.{to}"], to)
        for unit in secret[field.other(side.id).id]:
            assert not re.search(rf"\b{unit}\b", said), (side.id, unit)
        for goal in field.objectives:
            printed = goal.title.rstrip(".") in " ".join(said.replace("’", "'").split())
            assert printed == (goal.side == side.id) or (not printed and to == "pdf"), goal.title
        if field.notes:
            first = field.notes.split(".")[0].split("\n")[0]
            assert first not in said
    umpire = text(files(to, name)[f"x-umpire.{to}"], to)
    for units in secret.values():
        for unit in units:
            assert unit[:3] in umpire, unit


def test_a_player_sees_his_own_hidden_troops_and_his_own_reinforcements() -> None:
    umpire, colonials, besiegers = told()
    on_map = {piece.id for piece in besiegers.frame.picture.pieces}
    assert on_map >= {unit for unit in HIDDEN if unit in {p.unit for p in scenario(DRIFT).placements}}
    assert not {piece.id for piece in colonials.frame.picture.pieces} & set(HIDDEN)
    own, enemy = besiegers.sides
    assert own.id == "besiegers" and [body.where for body in own.hidden] == ["the river bush", "the thorn bush"]
    assert [come.turn for come in own.arrivals] == [3]
    assert enemy.force is None and enemy.places == () and enemy.aims == () and enemy.arrivals == ()
    assert "can be seen" in enemy.seen
    assert umpire.is_umpire and all(side.force for side in umpire.sides)


def test_the_map_of_both_sides_shows_nobody_who_hides() -> None:
    umpire, *_ = told()
    assert umpire.common is not None
    assert not any(piece.concealed for piece in umpire.common.picture.pieces)
    assert any(piece.concealed for piece in umpire.frame.picture.pieces)
    assert umpire.common.picture.objectives == ()


def test_zones_are_the_reader_s_own() -> None:
    umpire, colonials, besiegers = told()
    assert sorted(zone.label for zone in umpire.zones) == ["exit", "turn 3", "turn 4"]
    assert sorted(zone.label for zone in colonials.zones) == ["exit", "turn 4"]
    assert sorted(zone.label for zone in besiegers.zones) == ["turn 3"]


def test_a_side_s_zone_is_shown_to_its_own_player_and_to_the_umpire() -> None:
    umpire, treskian, halvanian = told("orlan-bridge")
    assert [len(zone.squares) for zone in umpire.zones if zone.start] == [51, 36]
    assert "Crosses: where each side deploys." in umpire.frame.caption
    for brief, squares in ((treskian, 51), (halvanian, 36)):
        (own,) = [zone for zone in brief.zones if zone.start]
        assert len(own.squares) == squares
        assert [side.zone != "" for side in brief.sides] == [True, False]
        assert "Crosses: where you deploy." in brief.frame.caption
    assert "Crosses" not in told()[0].frame.caption
    assert not [zone for brief in told() for zone in brief.zones if zone.start]


@pytest.mark.parametrize("to", ["pdf", "html", "md"])
def test_the_positions_of_a_side_that_may_choose_are_a_proposal(to: str) -> None:
    made = files(to, "orlan-bridge")
    said = {who: " ".join(text(made[f"x-{who}.{to}"], to).split()) for who in ("umpire", "treskian", "halvanian")}
    assert "Deploy in P1 to R12. The positions here are a proposal" in said["halvanian"]
    assert "Deploy in B8 to D10 and G4 to M9. The positions here are a proposal" in said["treskian"]
    assert "P1 to R12" not in said["treskian"] and "G4 to M9" not in said["halvanian"]
    assert said["umpire"].count("They deploy in") == 2
    assert "a proposal" not in text(files(to)[f"x-colonial.{to}"], to)


def test_a_zone_is_drawn() -> None:
    umpire, *_ = told("orlan-bridge")
    bare = replace(umpire, zones=tuple(zone for zone in umpire.zones if not zone.start))
    with_, without = (draw_maps(one, 400, 300, "colour")["start-umpire"] for one in (umpire, bare))
    assert len(with_.layers) == len(without.layers) and with_.layers[1] != without.layers[1]


def test_what_a_side_may_know_is_taken_from_the_scenario_itself() -> None:
    field = scenario(DRIFT)
    known = known_to(field, "colonial")
    assert known.side("colonial") is field.side("colonial")
    assert {goal.side for goal in known.objectives} == {"colonial"}
    assert known.notes == "" and known.side("besiegers").general == ""
    assert not hidden_in(DRIFT)["besiegers"] & {unit.id for unit in known.side("besiegers").units}


def test_the_map_for_the_table_has_a_page_without_secrets() -> None:
    document = pypdfium2.PdfDocument(files("pdf")["x-umpire.pdf"])
    pages = [page.get_textpage().get_text_range() for page in document]
    (secret,) = [n for n, said in enumerate(pages) if "the umpire alone" in said.lower()]
    assert "river bush" in pages[secret]
    (common,) = [n for n, said in enumerate(pages) if "both sides see" in said.lower()]
    assert common > secret
    assert "Order of battle" not in pages[common]


@pytest.mark.parametrize("paper", ["a5", "a4", "letter"])
@pytest.mark.parametrize("name", ["khush-tangi", "eastern-sudan", "greys-hill/hexes"])
def test_squares_of_every_map_can_be_read(name: str, paper: str) -> None:
    """No square is under five millimetres, however much of a page is left empty."""
    field = scenario(name)
    documents = scenario_documents(briefings(field, rulesets.of(field)), "pdf", paper)  # type: ignore[arg-type]
    wide, _ = field.ground.grid.extent
    for file, pdf in documents.items():
        widths = []
        for page in pypdfium2.PdfDocument(pdf):
            for map in page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1):
                left, _, right, _ = map.get_bounds()
                widths.append(right - left)
        assert widths
        assert (min(widths) - 2 * FRAME) / wide > 72 / 25.4 * 5 - 0.05, file


@pytest.mark.parametrize("paper", ["a5", "a4", "letter"])
def test_the_pdf_has_tags_bookmarks_fonts_and_the_right_size(paper: str) -> None:
    sizes = {"a5": (419.5, 595.3), "a4": (595.3, 841.9), "letter": (612.0, 792.0)}
    for name, pdf in files("pdf", DRIFT, paper).items():
        assert unembedded(pdf) == [], name
        with pikepdf.open(io.BytesIO(pdf)) as document:
            assert "/StructTreeRoot" in document.Root
            with document.open_outline() as outline:
                assert len(outline.root) >= 4
            for page in document.pages:
                assert [float(n) for n in page.mediabox][2:] == pytest.approx(sizes[paper], abs=0.1)


def test_printing_options_hold_for_scenarios_too() -> None:
    made = scenario_documents(told(), "pdf", name="x", ink="grey", printing=Printing(fold=("a4",), grey=True))
    assert sorted(made) == sorted(
        f"x-{who}{fold}.pdf" for who in ("umpire", "colonial", "besiegers") for fold in ("", "-fold-a4")
    )
    assert not operators(made["x-umpire.pdf"]) & {"rg", "RG"}


def test_the_same_scenario_gives_the_same_bytes() -> None:
    again = scenario_documents(briefings(scenario(DRIFT), rulesets.load("late19c")), "pdf", name="x")
    assert again == files("pdf")


def test_markdown_names_pictures_that_are_there() -> None:
    made = files("md")
    for name, content in made.items():
        if name.endswith(".md"):
            pictures = re.findall(r"\]\((\S+\.png)\)", content.decode())
            assert pictures and all(picture in made for picture in pictures)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("A1",), "A1"),
        (("A1", "A2", "A3"), "A1–A3"),
        (("B2", "C2", "B3", "C3"), "B2–C3"),
        (("A1", "A2", "D1", "D2", "D3"), "A1–A2, D1–D3"),
        (("A1", "B2"), "A1, B2"),
        ((), ""),
    ],
)
def test_squares_in_few_words(names: tuple[str, ...], said: str) -> None:
    assert squares_said(names, Ground(SquareGrid.of(12, 12))) == said


@pytest.mark.parametrize(
    ("name", "goal", "said"),
    [
        ("greys-hill", {"at": ("E7",)}, "E7 held"),
        ("greys-hill", {"at": ("E7", "E8")}, "One or both of the squares E7–E8 held"),
        ("greys-hill", {"at": ("E7", "E8"), "count": 2}, "Both squares E7–E8 held"),
        ("greys-hill", {"at": ("E7", "E8", "F7"), "count": 2}, "Two or more of the three squares E7–E8, F7 held"),
        ("greys-hill/hexes", {"at": ("E7", "E8", "E9"), "count": 3}, "All three hexes E7–E9 held"),
        (
            "greys-hill/measured",
            {"at": ("36,42 in 36,42 within 3", "A1", "A2"), "count": 2},
            "Two or more of the three pieces 0,0–6,12, the circle of 3 in about 36,42 held",
        ),
        ("greys-hill", {"kind": "exit", "types": ("infantry",), "count": 2}, "Two battalions off the table"),
        (
            "greys-hill",
            {"kind": "destroy", "types": ("infantry", "cavalry"), "count": 2},
            "Two of the battalions and squadrons destroyed",
        ),
        ("greys-hill", {"kind": "exit", "units": ("A", "B", "C"), "count": 2}, "Two of A, B and C off the table"),
        ("greys-hill", {"kind": "exit", "units": ("A", "B"), "count": 2}, "A and B off the table"),
    ],
)
def test_an_objective_says_what_the_rules_count(name: str, goal: dict[str, object], said: str) -> None:
    field = scenario(name)
    one = replace(field.objectives[0], at=(), count=1, units=(), types=(), kind="hold")
    changed = replace(field, objectives=(replace(one, **goal),))  # type: ignore[arg-type]
    made = briefings(changed, rulesets.of(changed))
    aims = [aim.detail for brief in made for side in brief.sides for aim in side.aims]
    assert aims == [said, said]  # the umpire's, and its own side's


def test_the_ground_is_told_as_it_lies_now() -> None:
    past = "On it were two woods. A road ran from west to east. Two rivers ran across it, and two roads ran from A."
    now = "On it are two woods. A road runs from west to east. Two rivers run across it, and two roads run from A."
    assert _present(past) == now
