"""The programmed attacker: its plan changes where units go, its reserve who waits, its list who gets the orders."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle
from reportgen.rulesets.tin_brigadier.commander.plan import Programme
from reportgen.rulesets.tin_brigadier.commander.programmed import Programmed
from reportgen.rulesets.tin_brigadier.state import TABLE, State
from tests.tin_brigadier.positions import RULES, Idle, position

SQUARES = {"columns": 18, "rows": 18}
HEXES = {"grid": "hex", **SQUARES}
TABLE_BOARD = {"grid": "measured", "width": 108, "height": 108, "unit": "inches", "increment": 6}
BOARDS = pytest.mark.parametrize("board", [SQUARES, HEXES, TABLE_BOARD], ids=["squares", "hexes", "measured"])
GHQ, INFANTRY, HORSE = {"type": "ghq"}, {"type": "infantry"}, {"type": "cavalry"}
LEFT, CENTRE, RIGHT, FLANKS = 0, 1, 2, 3
"""Faces of the die for the plan, less one."""
NO_RESERVE = 0


def field(board: dict[str, Any]) -> Any:
    """Eight units of Red abreast on the western edge; Blue in three places across the table."""
    red = {"RGHQ": (GHQ, "A2"), **{f"RIN{n}": (INFANTRY, f"B{2 * n} E") for n in range(1, 7)}}
    red |= {"RCV1": (HORSE, "A7 E"), "RCV2": (HORSE, "A11 E")}
    blue = {"BGHQ": (GHQ, "R2"), "BIN1": (INFANTRY, "P3 W"), "BIN2": (INFANTRY, "P9 W"), "BIN3": (INFANTRY, "P16 W")}
    return position(board, red, blue)


def planned(scenario: Any, plan: int, reserve: int = NO_RESERVE) -> Programmed:
    """Red's programmed commander, its two dice fallen so (both counted from 0)."""
    tables = RULES.tables(scenario)
    commander = Programmed(tables, "red", 1)
    commander.programme = Programme(tables, 0, plan + tables.data.die * reserve)
    return commander


def after(scenario: Any, commander: Programmed, turns: int) -> State:
    battle = Battle(RULES, scenario, Seeded(1, {"red": commander, "blue": Idle()}, 1), seed=1)
    battle.play(turns=turns)
    state: State = battle.state
    return state


@BOARDS
def test_the_plan_says_where_the_attack_goes(board: dict[str, Any]) -> None:
    scenario = field(board)
    middles, spreads = {}, {}
    for plan in (LEFT, CENTRE, RIGHT, FLANKS):
        commander = planned(scenario, plan)
        state = after(scenario, commander, 8)
        across = [
            commander.programme.across(unit.spot)
            for unit in state.units
            if unit.side == 0 and not unit.fixed.command and unit.where == TABLE
        ]
        middles[plan] = mean(across)
        spreads[plan] = mean(abs(part - 0.5) for part in across)
    # Left of somebody who looks east is north.
    assert middles[LEFT] < middles[CENTRE] < middles[RIGHT]
    assert middles[RIGHT] - middles[LEFT] > 0.15
    assert spreads[FLANKS] > spreads[CENTRE] + 0.05


def test_left_and_right_are_those_of_the_side() -> None:
    scenario = field(SQUARES)
    tables = RULES.tables(scenario)
    red, blue = Programme(tables, 0, LEFT), Programme(tables, 1, LEFT)
    north, south = tables.field.parse("J18"), tables.field.parse("J1")
    assert red.across(north) < 0.1 < 0.9 < red.across(south)
    assert blue.across(south) < 0.1 < 0.9 < blue.across(north)


def test_lanes_are_shared_out_as_the_table_says() -> None:
    programme = planned(field(SQUARES), LEFT).programme
    assert sorted(programme.lanes.values()) == [1 / 6] * 6 + [1 / 2] * 2
    # Whoever starts on the left goes left.
    assert programme.lanes["RIN6"] == 1 / 6
    assert programme.lanes["RIN1"] == 1 / 2


def test_the_reserve_waits_and_then_comes_on() -> None:
    red = {"RGHQ": (GHQ, "A2"), "RIN1": (INFANTRY, "B8 E"), "RIN2": (INFANTRY, "B10 E"), "RIN3": (INFANTRY, "B12 E")}
    scenario = position(SQUARES, {**red, "RCAV": (HORSE, "A9 E")}, {"BGHQ": (GHQ, "R2"), "BINF": (INFANTRY, "P9 W")})
    commander = planned(scenario, CENTRE, reserve=4)
    assert commander.programme.reserved == {"RCAV"}
    start = RULES.tables(scenario).field.parse("A9")
    waiting = after(scenario, commander, commander.programme.until - 1)
    assert waiting.unit("RCAV").spot == start
    later = after(scenario, planned(scenario, CENTRE, reserve=4), commander.programme.until + 1)
    assert later.unit("RCAV").spot != start


def test_the_list_says_who_gets_the_orders() -> None:
    red = {"RGHQ": (GHQ, "A2"), "RGUN": ({"type": "field_artillery"}, "F9 E"), "RINF": (INFANTRY, "C9 E")}
    scenario = position(SQUARES, red, {"BGHQ": (GHQ, "R2"), "BINF": (INFANTRY, "K9 W")})
    first = {}
    for weights in ({}, {"advance": 9, "guns": 1}):
        commander = planned(scenario, CENTRE)
        commander.programme.priority = {**commander.programme.priority, **weights}
        battle = Battle(RULES, scenario, Seeded(1, {"red": commander, "blue": Idle()}, 1), seed=1)
        battle.play(turns=1)
        begun = next(battle.log.of("activate"))
        first[bool(weights)] = begun["units"]
    assert first == {False: ["RGUN"], True: ["RINF"]}


def test_the_plan_follows_from_the_seed() -> None:
    tables = RULES.tables(field(SQUARES))
    plans = {(one.plan, one.reserve) for one in (Programmed(tables, "red", seed).programme for seed in range(200))}
    assert {plan for plan, _ in plans} == set(range(1, 7)) == {reserve for _, reserve in plans}
    again = Programmed(tables, "red", 7).programme, Programmed(tables, "red", 7).programme
    assert (again[0].plan, again[0].reserve) == (again[1].plan, again[1].reserve)
