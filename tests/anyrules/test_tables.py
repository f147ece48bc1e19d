"""A small battle without an engine on each table: squares, both hexes and by the ruler, from the file to the report."""

from __future__ import annotations

from functools import cache

import pytest

from reportgen import api, rulesets
from reportgen.battle.export import record_of
from reportgen.battle.replay import Replay, compare, replay
from reportgen.board.picture import Piece
from reportgen.files.battlewriting import write_battle
from reportgen.render.maps import draw, svg
from reportgen.story.briefing import briefings
from reportgen.story.model import Report
from reportgen.story.report import report
from tests.anyrules.table import SAMPLE, battle_text, found, played, problems_of, read

BOARDS = {
    "square": "{columns: 8, rows: 6}",
    "flat": "{grid: hex, layout: flat, columns: 8, rows: 6}",
    "pointy": "{grid: hex, layout: pointy, columns: 8, rows: 6}",
    "measured": "{grid: measured, width: 48, height: 36, unit: inches, increment: 6}",
}
FACINGS = {"square": ("E", "NW"), "flat": ("NE", "NW"), "pointy": ("E", "W"), "measured": ("90", "275")}
GRID_PHASES = (
    (1, "red", ["RED1 B2-D2 {e}", "RED2 B3-E3 {e}", "CAN x BLU1 5,? -> shaken", "BLU1 strength -2 4"]),
    (1, "blue", ["BLU2 G3-F3 {w} xx RED2 4:2 -> withdraws C3", "[morale RED2 3]"]),
    (2, "blue", ["BLU3 H3 arrives", "BLU2 removed"]),
    (2, "red", ["CAN A2-A3 leaves", "RED2 C3-B3 {w}"]),
)
RULER_PHASES = (
    (1, "red", ["RED1 9,9-21,9 90", "RED2 9,15-27,15 90", "CAN x BLU1 5,? -> shaken", "BLU1 strength -2 4"]),
    (1, "blue", ["BLU2 39,15-31.5,15 275 xx RED2 4:2 -> withdraws 15.25,16", "[morale RED2 3]"]),
    (2, "blue", ["BLU3 45.5,16 arrives", "BLU2 removed"]),
    (2, "red", ["CAN 3,9-3,15 leaves", "RED2 15.25,16-12,20-9,15 275"]),
)
TABLES = tuple(BOARDS)


def text_on(table: str, *phases: tuple[int, str, list[str]]) -> str:
    """A battle file on a table; without phases the small battle of this module."""
    e, w = FACINGS[table]
    given = phases or (RULER_PHASES if table == "measured" else GRID_PHASES)
    filled = [(turn, side, [line.format(e=e, w=w) for line in lines]) for turn, side, lines in given]
    text = battle_text(*filled, more="ends: {why: agreed, winner: red}\n")
    assert text.count("{columns: 8, rows: 6}") == 1
    return text.replace("{columns: 8, rows: 6}", BOARDS[table])


@cache
def fought_on(table: str) -> Replay:
    return played(read(text_on(table)))


@cache
def told_on(table: str) -> Report:
    battle = read(text_on(table))
    one = fought_on(table)
    return report(one.log, battle.scenario, rulesets.of(battle.scenario), "full", battle.record, placed=one.placed)


def pieces_on(table: str) -> dict[str, Piece]:
    battle = fought_on(table).battle
    return {piece.id: piece for piece in battle.rules.pieces(battle.state)}


def messages(table: str, *lines: str) -> list[str]:
    return [problem.message for problem in played(read(text_on(table, (1, "red", list(lines))))).findings]


def words_of(made: Report) -> str:
    phases = [block for turn in made.turns for phase in turn.phases for block in phase.blocks]
    return " ".join(block for block in phases if isinstance(block, str))


@pytest.mark.parametrize("table", TABLES)
def test_the_battle_has_nothing_wrong_with_it(table: str) -> None:
    assert problems_of(text_on(table)) == []
    assert fought_on(table).findings == ()


@pytest.mark.parametrize("table", TABLES)
def test_it_comes_back_from_its_log(table: str) -> None:
    first, battle = fought_on(table), read(text_on(table))
    rules = rulesets.of(battle.scenario)
    record = record_of(first.log, battle.scenario)
    again = read(write_battle(record, battle.scenario, rules.vocabulary))
    assert again.record == record
    assert compare(first.log, replay(rules, again.scenario, again.record).log) is None


@pytest.mark.parametrize("table", TABLES)
def test_objectives_are_met_in_the_same_places(table: str) -> None:
    met = [event["title"] for event in fought_on(table).log.of("objective")]
    assert met == ["Off with the gun"]
    state = fought_on(table).battle.state
    assert (state.units["CAN"].where, state.units["BLU2"].where) == ("left", "removed")


def test_pieces_stand_and_face_as_the_table_has_it() -> None:
    assert pieces_on("square")["RED2"].facing == 315
    assert pieces_on("flat")["RED1"].facing == 60
    assert pieces_on("pointy")["RED1"].facing == 90
    red, blue = pieces_on("measured")["RED2"], pieces_on("measured")["BLU3"]
    assert (red.at, red.facing, red.width, red.depth) == ((1.5, 2.5), 275, 1.0, 0.5)
    assert blue.at == pytest.approx((45.5 / 6, 16 / 6))
    for table in ("flat", "pointy"):
        ground = read(text_on(table)).scenario.ground
        assert pieces_on(table)["RED1"].at == ground.grid.place("D2")


def test_two_share_a_hex_one_behind_the_other() -> None:
    replayed = played(read(text_on("pointy", (1, "red", ["RED1 B3"]))))
    pieces = {piece.id: piece for piece in replayed.battle.rules.pieces(replayed.battle.state)}
    assert pieces["RED2"].at[0] - pieces["RED1"].at[0] == pytest.approx(0.46)
    assert pieces["RED1"].at[1] == pytest.approx(pieces["RED2"].at[1])


def test_how_far_is_by_the_table() -> None:
    costs = {table: [event["cost"] for event in fought_on(table).log.of("move")][:2] for table in TABLES}
    assert costs == {"square": [2, 3], "flat": [2, 3], "pointy": [2, 3], "measured": [2.0, 3.0]}
    (back,) = fought_on("measured").log.of("withdraw")
    assert back["squares"] == pytest.approx(1.97, abs=0.01)
    (attack, _) = fought_on("measured").log.of("attack")
    assert attack["range"] == 6.0


@pytest.mark.parametrize("table", ["flat", "pointy"])
def test_hexes_have_their_own_facings(table: str) -> None:
    wrong = "E" if table == "flat" else "N"
    (problem,) = problems_of(text_on(table, (1, "red", [f"RED1 B2-C2 {wrong}"])))
    assert problem.code == "notation"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("RED1 12,9-20,9 90", "RED1 stands at 9,9, not at 12,9"),
        ("RED1 9,9-39,10 90", "BLU1 of the enemy at 39,9 is in the way of RED1 at 39,10"),
        ("RED1 9,9-9,13 90", "RED2 at 9,15 is in the way of RED1 at 9,13"),
        ("RED1 20,9 leaves", "20,9 is not at the edge of the board"),
        ("BLU3 45,30 270 arrives", "BLU3 comes in at H2, H3, not at 45,30"),
    ],
)
def test_positions_by_the_ruler_are_looked_at(line: str, message: str) -> None:
    assert message in messages("measured", line)


def test_units_pass_where_their_bases_do_not_touch() -> None:
    assert messages("measured", "RED1 9,9-36,9 90", "RED2 B3-9,20 90") == []
    assert messages("measured", "RED1 9,9-9,9 45") == []


def test_a_base_is_as_wide_as_its_type_says() -> None:
    text = text_on("measured", (1, "red", ["RED1 9,9-33,9 90"]))
    wide = text.replace("{title: Foot, arm: infantry}", "{title: Foot, arm: infantry, frontage: 0.9, depth: 1.5}")
    assert [problem.message for problem in played(read(text)).findings] == []
    assert "is in the way" in played(read(wide)).findings[0].message


def test_deployed_on_each_other() -> None:
    text = text_on("measured", (1, "red", ["RED1 45"])).replace("RED2: B3 E", "RED2: '10,10 90'")
    assert "RED2 and RED1 stand on each other" in {problem.message for problem in problems_of(text)}


@pytest.mark.parametrize(("table", "size"), [("flat", "eight hexes by six"), ("measured", "forty-eight inches by")])
def test_the_story_counts_as_the_table_does(table: str, size: str) -> None:
    made = told_on(table)
    assert size in made.ground
    words = words_of(made)
    assert {"flat": "hex", "measured": "inches"}[table] in words
    assert "square" not in words


def test_left_and_right_are_the_same_on_every_table() -> None:
    for table in TABLES:
        assert "the right-hand Blues foot" not in words_of(told_on(table)), table
        assert "the left-hand Blues foot" in words_of(told_on(table)), table


@pytest.mark.parametrize("table", TABLES)
def test_every_map_can_be_drawn(table: str) -> None:
    frames = [phase.frame for turn in told_on(table).turns for phase in turn.phases if phase.frame]
    kinds = {mark.kind for frame in frames for mark in frame.picture.marks}
    assert kinds >= {"move", "fire", "close", "withdraw", "arrive", "exit"}
    drawn = svg(draw(frames[-1].picture, 300.0), width="100%")
    assert "RED1" in drawn


def test_a_briefing_names_places_by_the_ruler() -> None:
    scenario = read(text_on("measured")).scenario
    umpire = briefings(scenario, rulesets.of(scenario))[0]
    red = next(side for side in umpire.sides if side.id == "red")
    assert umpire.board == "48 by 36 inches"
    assert red.exits == "0,12–6,18"
    assert next((place.at, place.facing) for place in red.places) == ("9,9", "east")


def test_squares_have_the_diagonals_too() -> None:
    assert found((1, "red", ["RED1 B2-C3 SE"])) == []
    (move,) = played(read(text_on("square", (1, "red", ["RED1 B2-C3 SE"])))).log.of("move")
    assert move["facing"] == "SE"


def test_the_sample_on_hexes_is_right() -> None:
    folder = SAMPLE.parent.with_name("quern-bridge")
    checked = api.check([folder / "scenario.yaml", folder / "the-last-plank.battle.yaml"])
    assert list(checked.problems) == []


def by_the_ruler(*phases: tuple[int, str, list[str]]) -> Replay:
    """The measured battle with its exit, its reinforcements and its objectives told by the ruler."""
    text = text_on("measured", *phases)
    for before, after in (
        ("exits: [A3]", "exits: ['W edge 12-18']"),
        ("at: [H2-H3]", "at: ['E edge 12-18']"),
        ("at: [A3], types", "at: ['W edge 12-18'], types"),
        ("at: [B3], points", "at: ['9,15 within 4'], points"),
    ):
        assert text.count(before) == 1
        text = text.replace(before, after)
    return played(read(text))


def test_what_is_told_by_the_ruler_is_looked_at() -> None:
    (finding,) = by_the_ruler((1, "red", ["RED1 9,9-15,9 90"]), (2, "blue", ["BLU3 45,30 270 arrives"])).findings
    assert "BLU3 comes in at the eastern edge from 12 to 18 in, not at 45,30" in finding.message
    fought = by_the_ruler(
        (1, "red", ["CAN 3,9-3,15 leaves", "RED2 9,15-9,25 0"]),
        (2, "blue", ["BLU3 45,17 270 arrives", "BLU2 39,15-12,15 275"]),
    )
    assert fought.findings == ()
    assert [event["title"] for event in fought.log.of("objective")] == ["Off with the gun", "Stand in B3"]
    beside = by_the_ruler((1, "red", ["CAN 3,9 leaves"]), (2, "blue", ["BLU2 39,15-14,15 275"]))
    assert [event["title"] for event in beside.log.of("objective")] == []
