"""What late19c forbids in a scenario, told at its line."""

from __future__ import annotations

from reportgen import rulesets
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import Problems

CLOSED = """\
format: reportgen-scenario/1
title: Over the river
ruleset: late19c
board: {columns: 12, rows: 12}
terrain:
  areas: {river: [A1-A12, B5], bridge: [A7], rocks: [C1], wood: [D1-D2], track: [D2]}
sides:
  - id: red
    name: Red
    edge: W
    general: average
    units:
      - {type: command, label: CMD}
      - {type: regular_infantry, count: 5, label: INF}
      - {type: field_artillery, count: 2, label: GUN}
      - {type: regular_cavalry, count: 2, label: HRS}
      - {type: regular_cavalry, label: FOOT, mounted: false}
  - id: blue
    name: Blue
    edge: E
    general: average
    units:
      - {type: command, label: BCMD}
deployment: {CMD: E5, INF1: B5, GUN1: D1, BCMD: L1}
reinforcements:
  - {turn: 2, units: [INF2, INF3], at: [A1-A3, C1]}
  - {turn: 2, units: [INF4, GUN2], at: [A1, D1]}
  - {turn: 3, units: [HRS1], at: [D1, D2]}
  - {turn: 3, units: [HRS2, FOOT], at: [D1]}
  - {turn: 3, units: [INF5], at: [A6, A7]}
"""


def test_nobody_starts_or_comes_only_where_he_may_never_stand() -> None:
    problems = Problems()
    source = parse(CLOSED, "f", problems)
    assert source is not None
    scenario = scenario_from(source, None, rulesets.vocabulary, problems, rulesets.names())
    assert scenario is not None and not problems, "\n".join(map(str, problems))
    found = rulesets.load("late19c").check(scenario)
    assert {(problem.code, problem.rule) for problem in found} == {("closed-ground", "terrain.areas")}
    assert [(problem.place.line, problem.message) for problem in found] == [
        (24, "INF1 may not stand in B5 (deep river)"),
        (24, "GUN1 may not stand in D1 (wood)"),
        (26, "INF2 comes where it may not stand (deep river and rocks)"),
        (26, "INF3 comes where it may not stand (deep river and rocks)"),
        (27, "GUN2 comes where it may not stand (deep river and wood)"),
        (29, "HRS2 comes where it may not stand (wood)"),
    ]
