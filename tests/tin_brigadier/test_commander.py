"""What the careful commander does in small positions, and that what it remembers is what it would find again."""

from __future__ import annotations

from typing import Any

import pytest

from reportgen.battle.play import Battle
from reportgen.battle.replay import compare
from reportgen.rulesets.tin_brigadier.commander.careful import Careful
from reportgen.rulesets.tin_brigadier.commander.routes import routes
from reportgen.rulesets.tin_brigadier.state import State
from tests.tin_brigadier.positions import RULES, against_nobody, fought, led, orders, position

SQUARES = {"columns": 24, "rows": 12}
HEXES = {"grid": "hex", **SQUARES}
TABLE = {"grid": "measured", "width": 144, "height": 72, "unit": "inches", "increment": 6}
BOARDS = pytest.mark.parametrize("board", [SQUARES, HEXES, TABLE], ids=["squares", "hexes", "measured"])
GHQ, INFANTRY, HORSE = {"type": "ghq"}, {"type": "infantry"}, {"type": "cavalry"}
RED, BLUE = {"RGHQ": (GHQ, "B2")}, {"BGHQ": (GHQ, "X2")}


def strip(kind: str, row: int, name: str) -> dict[str, Any]:
    """A map with one row (counted from the top) of a kind of ground, and nothing else."""
    rows = [" ".join("." * 24)] * 12
    rows[row] = " ".join("=" * 24)
    return {"map": "\n".join(rows), "legend": {"=": kind}, "places": {name: [f"A{12 - row}-X{12 - row}"]}}


@BOARDS
def test_horsemen_who_cannot_charge_to_advantage_get_down_and_shoot(board: dict[str, Any]) -> None:
    blue = {**BLUE, "BINF": ({**INFANTRY, "figures": 12}, "L6 W")}
    log = against_nobody(position(board, {**RED, "RCAV": (HORSE, "J6 E")}, blue), 2)
    assert orders(log, "RCAV") == ["dismount", "fire", "fire"]


@BOARDS
def test_dismounted_men_far_from_the_enemy_mount_and_ride_on(board: dict[str, Any]) -> None:
    red = {**RED, "RCAV": ({**HORSE, "formation": "dismounted"}, "C6 E")}
    log = against_nobody(position(board, red, {**BLUE, "BINF": (INFANTRY, "S6 W")}), 1)
    assert orders(log, "RCAV")[:2] == ["mount", "move"]


@BOARDS
def test_a_long_road_is_marched_in_column_and_left_before_the_fight(board: dict[str, Any]) -> None:
    terrain = strip("road", 6, "the road")
    red, blue = {**RED, "RINF": (INFANTRY, "B6 E")}, {**BLUE, "BINF": (INFANTRY, "W6 W")}
    log = against_nobody(position(board, red, blue, terrain=terrain), 9)
    said = orders(log, "RINF")
    assert said[0] == "column"
    assert "extend" in said
    marched = [event for event in log.of("move") if event["unit"] == "RINF" and event.data["road"]]
    assert sum(event["cost"] for event in marched) > 12


def test_without_a_road_or_with_the_enemy_near_nobody_marches_in_column() -> None:
    red, near = {**RED, "RINF": (INFANTRY, "B6 E")}, {**BLUE, "BINF": (INFANTRY, "H6 W")}
    far = {**BLUE, "BINF": (INFANTRY, "W6 W")}
    assert "column" not in orders(against_nobody(position(SQUARES, red, far), 3), "RINF")
    scenario = position(SQUARES, red, near, terrain=strip("road", 6, "the road"))
    assert "column" not in orders(against_nobody(scenario, 2), "RINF")


@BOARDS
@pytest.mark.parametrize(("ground", "carrier"), [("rail", "train"), ("river", "boat")])
def test_a_long_way_is_ridden(board: dict[str, Any], ground: str, carrier: str) -> None:
    red = {**RED, "RINF": (INFANTRY, "B6 E"), "RCAR": ({"type": carrier}, "B7 E")}
    blue = {**BLUE, "BINF": (INFANTRY, "W1 W")}
    hold = [{"side": "red", "kind": "hold", "title": "The halt", "at": ["R5"], "points": 5}]
    log = against_nobody(position(board, red, blue, terrain=strip(ground, 5, "the line"), objectives=hold), 6)
    said = orders(log, "RINF")
    assert said[:2] == ["embark", "disembark"]
    (landed,) = [e for e in log.of("declare") if e["verb"] == "disembark"]
    assert landed.turn <= 5
    assert "embark" not in said[2:]


def test_nobody_rides_where_walking_is_as_quick() -> None:
    red = {**RED, "RINF": (INFANTRY, "B6 E"), "RTRN": ({"type": "train"}, "B7 E")}
    hold = [{"side": "red", "kind": "hold", "title": "The halt", "at": ["F5"], "points": 5}]
    blue = {**BLUE, "BINF": (INFANTRY, "W1 W")}
    log = against_nobody(position(SQUARES, red, blue, terrain=strip("rail", 5, "the line"), objectives=hold), 3)
    assert "embark" not in orders(log, "RINF")


def test_engineers_mine_the_bridge_that_the_enemy_wants_and_blow_it_when_he_comes() -> None:
    rows = [" ".join("." * 11 + "~" + "." * 12)] * 12
    rows[6] = " ".join("=" * 11 + "B" + "=" * 12)
    legend = {"~": "river", "=": "road", "B": ["river", "bridge", "road"]}
    red = {**RED, "RENG": ({"type": "engineers"}, "J6 E")}
    blue = {**BLUE, "BINF": (INFANTRY, "V6 W"), "BCAV": (HORSE, "X6 W")}
    hold = [{"side": "blue", "kind": "hold", "title": "The bridge", "at": ["L6"], "points": 5}]
    scenario = position(
        SQUARES, red, blue, terrain={"map": "\n".join(rows), "legend": legend}, objectives=hold, turns=6
    )
    log = fought(scenario, led(scenario), 6)
    said = orders(log, "RENG")
    assert said[0] == "move"
    assert said.count("mine") >= 2
    assert "blow" in said[said.index("mine") :]


def test_engineers_clear_what_lies_on_their_way_and_nothing_else() -> None:
    terrain = {"areas": {"obstacle": ["D6", "B8"]}}
    red, blue = {**RED, "RENG": ({"type": "engineers"}, "C6 E")}, {**BLUE, "BINF": (INFANTRY, "S6 W")}
    hold = [{"side": "red", "kind": "hold", "title": "The farm", "at": ["J6"], "points": 5}]
    log = against_nobody(position(SQUARES, red, blue, terrain=terrain, objectives=hold), 2)
    cleared = [event["at"] for event in log.of("declare") if event["verb"] == "clear"]
    assert set(cleared) == {"D6"}


def test_a_side_that_has_what_it_wants_digs_and_blocks_the_road() -> None:
    red = {
        **RED,
        "RENG": ({"type": "engineers"}, "E7 E"),
        "RIN1": ({**INFANTRY, "tools": True}, "D6 E"),
        "RIN2": ({**INFANTRY, "tools": True}, "D8 E"),
    }
    hold = [{"side": "red", "kind": "hold", "title": "The farm", "at": ["D6", "D8", "E7"], "points": 5}]
    blue = {**BLUE, "BINF": (INFANTRY, "L7 W")}
    scenario = position(SQUARES, red, blue, terrain=strip("road", 5, "the road"), objectives=hold)
    log = against_nobody(scenario, 3)
    assert {*orders(log, "RIN1"), *orders(log, "RIN2")} == {"entrench"}
    assert orders(log, "RENG")[0] == "block"


@BOARDS
def test_those_who_are_to_leave_do(board: dict[str, Any]) -> None:
    red, blue = {**RED, "RCAV": (HORSE, "E6 W")}, {**BLUE, "BINF": (INFANTRY, "W6 W")}
    goal = [{"side": "red", "kind": "exit", "title": "Away", "units": ["RCAV"], "at": ["A6"], "points": 5}]
    log = against_nobody(position(board, red, blue, objectives=goal, exits=["A6"]), 3)
    assert orders(log, "RCAV")[-1] == "leave"


class Forgetful(Careful):
    """Remembers nothing from one order to the next."""

    def choose(self, battle: Battle, choice: Any) -> Any:
        self._known.clear()
        self._gone.clear()
        return super().choose(battle, choice)


@BOARDS
def test_what_it_remembers_is_what_it_would_find_again(board: dict[str, Any]) -> None:
    red = {
        **RED,
        "RIN1": (INFANTRY, "G6 E"),
        "RIN2": (INFANTRY, "G7 E"),
        "RCAV": (HORSE, "F9 E"),
        "RGUN": ({"type": "field_artillery"}, "E5 E"),
    }
    blue = {
        **BLUE,
        "BIN1": (INFANTRY, "N6 W"),
        "BIN2": (INFANTRY, "N8 W"),
        "BCAV": (HORSE, "P4 W"),
        "BMG": ({"type": "machine_gun"}, "O7 W"),
    }
    scenario = position(board, red, blue)
    plain = fought(scenario, led(scenario), 4)
    tables = RULES.tables(scenario)
    forgetful = {side.id: Forgetful(tables, side.id, 1) for side in scenario.sides}
    assert compare(plain, fought(scenario, forgetful, 4)) is None


@BOARDS
def test_walking_distances_go_round_what_cannot_be_crossed(board: dict[str, Any]) -> None:
    rows = [" ".join("." * 11 + "~" + "." * 12)] * 11 + [" ".join("." * 24)]
    scenario = position(
        board,
        {**RED, "RINF": (INFANTRY, "J11 E")},
        {**BLUE, "BINF": (INFANTRY, "N11 W")},
        terrain={"map": "\n".join(rows), "legend": {"~": "river"}},
    )
    state: State = RULES.start(scenario)
    tables = RULES.tables(scenario)
    unit = state.unit("RINF")
    unit.spot, unit.heading = tables.field.parse("J11"), "90"
    goal = scenario.ground.grid.square("N11")
    walk = routes(tables).walk(state, unit, goal)
    assert walk(unit.spot) >= 20
    assert walk(tables.field.parse("P11")) == pytest.approx(2, abs=0.1)
