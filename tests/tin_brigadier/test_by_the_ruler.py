"""Ground fought for, ways out and reinforcements that are told by the ruler."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reportgen import rulesets
from reportgen.battle.orders import Order
from reportgen.battle.scenario import Scenario
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import Problems
from reportgen.rulesets.tin_brigadier import choices, engine, objectives, orders
from reportgen.rulesets.tin_brigadier.state import LEFT, TABLE, State
from reportgen.rulesets.tin_brigadier.tables import Tables

RULES: Any = rulesets.load("tin_brigadier")
TEXT = """
format: reportgen-scenario/1
title: By the ruler
ruleset: tin_brigadier
board: {grid: measured, width: 48, height: 36}
terrain: {shapes: [{kind: building, outline: ['20,15', '28,15', '28,21', '20,21'], name: the mill}]}
sides:
  - id: red
    name: Red
    edge: S
    exits: ['N edge 30-46']
    units: [{type: ghq, label: RHQ}, {type: infantry, label: RI, count: 2}, {type: cavalry, label: RC, count: 3}]
  - {id: blue, name: Blue, edge: N, units: [{type: ghq, label: BHQ}, {type: infantry, label: BI}]}
deployment: {RHQ: '40,3', RI1: '6,3', RI2: '20,3', BHQ: '6,33', BI: '20,33'}
reinforcements: [{turn: 1, units: [RC1, RC2, RC3], at: ['S edge 26-46'], facing: N}]
objectives:
  - {side: red, kind: hold, title: The mill, at: [the mill]}
  - {side: red, kind: hold, title: The crossing, at: ['10,18 within 4']}
  - {side: red, kind: exit, title: Away, at: ['N edge 30-46'], count: 1}
"""


def scenario() -> Scenario:
    problems = Problems()
    source = parse(TEXT, "s", problems)
    assert source is not None
    found = scenario_from(source, None, rulesets.vocabulary, problems)
    assert found is not None, "\n".join(map(str, problems))
    assert RULES.check(found) == []
    return found


def state(**spots: tuple[float, float]) -> State:
    made = State.of(Tables(RULES._data, scenario()))
    made.stage, made.active, made.turn = "orders", 0, 1
    made.orders = {"RHQ": 6}
    for id, (x, y) in {"RHQ": (40, 3), **spots}.items():
        unit = made.unit(id)
        unit.where, unit.heading, unit.spot = TABLE, "0", made.tables.field.snap((x / 6, y / 6))
    return made


def held(number: int, **spots: tuple[float, float]) -> bool:
    return objectives.met(state(**spots), scenario().objectives[number])


def test_a_shape_is_held_by_who_stands_in_it_alone() -> None:
    assert held(0, RI1=(20, 21))
    assert not held(0, RI1=(19.9, 21))
    assert not held(0, RI1=(20, 21), BI=(27, 16))
    assert held(0, RI1=(20, 21), BI=(29, 16))


def test_a_circle_is_held_within_its_radius() -> None:
    assert held(1, RI1=(10, 22))
    assert not held(1, RI1=(13, 21))
    assert not held(1, RI1=(10, 22), BI=(8, 16))


def test_one_leaves_by_the_stretch_of_the_edge_and_nowhere_else() -> None:
    now = state(RC1=(32, 30), RI1=(6, 33))
    ways_out = [order for order in choices.legal(now) if order.verb == "leave"]
    assert [order.unit for order in ways_out] == ["RC1"]
    violations, plan = orders.examine(now, ways_out[0])
    assert violations == [] and plan.cost == 1.0
    wrong, _ = orders.examine(now, Order("leave", "RC1", path=("28,32",)))
    assert "28,32 is no exit of its side" in [one.message for one in wrong]
    now.unit("RC1").where = LEFT
    for at, met in (("31,33", True), ("29.9,33", False)):
        now.exits = {"RC1": now.tables.field.parse(at)}
        assert objectives.met(now, scenario().objectives[2]) is met


class Pretended:
    """A battle that takes down where units arrive, and puts them there."""

    def __init__(self, now: State) -> None:
        self.state, self.scenario, self.side = now, now.tables.scenario, ""
        self.came: dict[str, str] = {}

    def emit(self, kind: str, **data: Any) -> None:
        assert kind == "arrive"
        unit = self.state.unit(data["unit"])
        unit.where, unit.heading, unit.spot = TABLE, data["facing"], self.state.tables.field.parse(data["at"])
        self.came[unit.id] = data["at"]


def test_reinforcements_take_their_places_along_the_edge() -> None:
    battle: Any = Pretended(state())
    engine._arrivals(battle, battle.state)
    assert set(battle.came) == {"RC1", "RC2", "RC3"}
    bodies = [battle.state.unit(id).body for id in (*battle.came, "RHQ")]
    field = battle.state.tables.field
    assert not any(field.overlap(a, b) for n, a in enumerate(bodies) for b in bodies[:n])
    assert all(26 <= float(at.split(",")[0]) <= 46 and float(at.split(",")[1]) <= 6 for at in battle.came.values())


def test_who_finds_no_room_waits() -> None:
    small = scenario()
    come = replace(small.reinforcements[0], at=("30,3",))
    now = state()
    battle: Any = Pretended(now)
    battle.scenario = replace(small, reinforcements=(come,))
    engine._arrivals(battle, now)
    assert battle.came == {"RC1": "30,3"}
