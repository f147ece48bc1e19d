"""What the careful commander thinks of shots, charges and turning, in small positions."""

from __future__ import annotations

from typing import Any

import pytest

from reportgen.rulesets.tin_brigadier import moving, shooting
from reportgen.rulesets.tin_brigadier.commander import worth
from reportgen.rulesets.tin_brigadier.commander.aims import Aims
from reportgen.rulesets.tin_brigadier.commander.attacks import charges
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.state import TABLE, State
from tests.tin_brigadier.positions import RULES, against_nobody, orders, position

SQUARES = {"columns": 24, "rows": 12}
HEXES = {"grid": "hex", **SQUARES}
TABLE_OF_INCHES = {"grid": "measured", "width": 144, "height": 72, "unit": "inches", "increment": 6}
BOARDS = pytest.mark.parametrize("board", [SQUARES, HEXES, TABLE_OF_INCHES], ids=["squares", "hexes", "measured"])
GHQ, INFANTRY, HORSE = {"type": "ghq"}, {"type": "infantry"}, {"type": "cavalry"}
GUN = {"type": "field_artillery", "formation": "deployed"}
RED, BLUE = {"RGHQ": (GHQ, "B2")}, {"BGHQ": (GHQ, "X2")}


def standing(board: dict[str, Any], red: dict[str, Any], blue: dict[str, Any], **more: Any) -> State:
    """Everybody where the scenario has him."""
    scenario = position(board, {**RED, **red}, {**BLUE, **blue}, **more)
    state: State = RULES.start(scenario)
    for placed in scenario.placements:
        unit = state.unit(placed.unit)
        unit.where, unit.spot = TABLE, state.tables.field.parse(placed.at)
        unit.heading = state.tables.field.heading("E" if unit.side == 0 else "W")
    state.stage, state.active = "orders", 0
    return state


def shot(state: State, unit: str, target: str) -> float:
    shooter, enemy = state.unit(unit), state.unit(target)
    aim = shooting.aim(state, shooter, enemy)
    assert not aim.wrong
    return worth.shot(state, shooter, enemy, aim)


@BOARDS
def test_a_shot_is_worth_more_where_falling_back_leads_off_the_table(board: dict[str, Any]) -> None:
    far = standing(board, {"RGUN": (GUN, "N6 E")}, {"BCAV": (HORSE, "R6 W")})
    near = standing(board, {"RGUN": (GUN, "R6 E")}, {"BCAV": (HORSE, "V6 W")})
    assert shot(near, "RGUN", "BCAV") > shot(far, "RGUN", "BCAV") + 0.5
    infantry = standing(board, {"RGUN": (GUN, "R6 E")}, {"BINF": (INFANTRY, "V6 W")})
    inland = standing(board, {"RGUN": (GUN, "N6 E")}, {"BINF": (INFANTRY, "R6 W")})
    assert shot(infantry, "RGUN", "BINF") == pytest.approx(shot(inland, "RGUN", "BINF"))  # it is pinned where it is


def test_who_was_hit_before_tests_only_once() -> None:
    state = standing(SQUARES, {"RGUN": (GUN, "R6 E")}, {"BCAV": (HORSE, "V6 W")})
    fresh = shot(state, "RGUN", "BCAV")
    state.unit("BCAV").hit = True
    assert shot(state, "RGUN", "BCAV") < fresh - 1


@BOARDS
def test_dismounted_men_who_are_shot_at_go_in_all_the_same(board: dict[str, Any]) -> None:
    weak = {**INFANTRY, "figures": 4}
    state = standing(board, {"RCAV": ({**HORSE, "figures": 8}, "J6 E")}, {"BINF": (weak, "L6 W")})
    charger, target = state.unit("RCAV"), state.unit("BINF")
    mounted = worth.volley(state, charger, target, charger.spot)
    charger.formation = "dismounted"
    assert worth.volley(state, charger, target, charger.spot) > mounted


def test_a_charger_is_covered_where_it_is_met_and_not_where_it_began() -> None:
    rows = [" ".join("." * 24)] * 12
    rows[6] = " ".join("." * 7 + "#" + "." * 16)  # buildings at H6
    ground = {"map": "\n".join(rows), "legend": {"#": "building"}}
    state = standing(SQUARES, {"RCAV": (HORSE, "H6 E")}, {"BINF": (INFANTRY, "K6 W")}, terrain=ground)
    charger, target = state.unit("RCAV"), state.unit("BINF")
    way = moving.charge_way(state, charger, target, 4)
    assert way is not None
    met = shooting.met_at(state, target, charger, way.path)
    assert met != charger.spot
    assert worth.volley(state, charger, target, way.path[1]) < worth.volley(state, charger, target, charger.spot)
    held = worth.stand(state, charger, target)
    assert worth.melee(state, charger, target, way) == min(held, worth.volley(state, charger, target, way.path[1]))


@BOARDS
def test_who_is_entrenched_charges_only_for_much(board: dict[str, Any]) -> None:
    dug = {**INFANTRY, "tools": True, "entrenched": True}
    state = standing(board, {"RINF": (dug, "J6 E")}, {"BINF": (INFANTRY, "K6 W")})
    unit, enemy = state.unit("RINF"), state.unit("BINF")
    seen = Picture(state, Aims(state.tables, 0), [enemy])
    enemy.pinned = True
    assert charges(seen, unit) == []
    unit.entrenched = False
    assert len(charges(seen, unit)) == 1
    unit.entrenched, enemy.figures = True, 2
    assert len(charges(seen, unit)) == 1


def test_by_the_ruler_one_turns_no_further_than_leaves_a_shot() -> None:
    weak: dict[str, Any] = {**INFANTRY, "figures": 3}
    blue = {**BLUE, "BINF": (weak, "J8 W")}  # straight to the left
    log = against_nobody(position(TABLE_OF_INCHES, {**RED, "RINF": (INFANTRY, "J6 E")}, blue), 1)
    assert orders(log, "RINF") == ["move", "fire"]
    (turned,) = [event for event in log.of("move") if event["unit"] == "RINF"]
    assert len(turned["path"]) == 1
    assert turned["cost"] <= 1


def test_by_the_ruler_one_leaves_by_the_nearest_part_of_a_way_out() -> None:
    red, blue = {**RED, "RCAV": (HORSE, "C6 N")}, {**BLUE, "BINF": (INFANTRY, "W2 W")}
    goal = [{"side": "red", "kind": "exit", "title": "Away", "units": ["RCAV"], "at": ["N edge"], "points": 5}]
    log = against_nobody(position(TABLE_OF_INCHES, red, blue, objectives=goal, exits=["N edge"]), 2)
    assert orders(log, "RCAV") == ["move", "leave"]
