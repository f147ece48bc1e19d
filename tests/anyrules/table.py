"""A small table of nobody's rules, and battles on it written in a few lines."""

from __future__ import annotations

from pathlib import Path

from reportgen import resources, rulesets
from reportgen.battle.audit import audit
from reportgen.battle.events import Event
from reportgen.battle.replay import Replay, replay
from reportgen.files.battlefile import BattleFile, battle_from, load_battle
from reportgen.files.source import parse
from reportgen.problems import Problem, Problems

SAMPLE = resources.scenarios() / "tithe-barn" / "the-corn-cart.battle.yaml"

RULES = """
  name: Nobody's rules
  types:
    foot: {title: Foot, arm: infantry}
    gun: {title: Gun, arm: artillery, points: 3}
  tracked:
    strength: {start: 6, most: 8, types: [foot]}
    morale: {states: [steady, shaken, routed]}
"""

SCENARIO = """
  format: reportgen-scenario/1
  title: A field
  ruleset: any
  own_rules:{rules}
  board: {{columns: 8, rows: 6}}
  sides:
    - {{id: red, name: Reds, edge: W, exits: [A3],
       units: [{{type: foot, label: RED, count: 2}}, {{type: gun, label: CAN}}]}}
    - {{id: blue, name: Blues, edge: E, units: [{{type: foot, label: BLU, count: 3}}]}}
  deployment: {{RED1: B2 E, RED2: B3 E, CAN: A2 E, BLU1: G2 W, BLU2: G3 W}}
  reinforcements: [{{turn: 2, units: [BLU3], at: [H2-H3], facing: W}}]
  objectives:
    - {{side: red, kind: exit, title: Off with the gun, at: [A3], types: [gun], points: 2}}
    - {{side: blue, kind: hold, title: Stand in B3, at: [B3], points: 1}}
"""


def scenario_text(rules: str = RULES) -> str:
    return SCENARIO.format(rules=rules.replace("\n", "\n  "))


def battle_text(*phases: tuple[int, str, list[str]], more: str = "", rules: str = RULES) -> str:
    """A battle file with the phases given: turn, side, lines."""
    lines = ["format: reportgen-battle/1", f"scenario:{scenario_text(rules)}", "turns:"]
    last = 0
    for turn, side, actions in phases:
        if turn != last:
            lines += [f"  - turn: {turn}", "    phases:"]
            last = turn
        lines += [f"      - side: {side}", "        actions:", *(f"          - '{action}'" for action in actions)]
    return "\n".join(lines) + "\n" + more


def read(text: str) -> BattleFile:
    problems = Problems()
    source = parse(text, "b.battle.yaml", problems)
    assert source is not None
    battle = battle_from(source, None, rulesets.vocabulary, problems, draft=True)
    assert battle is not None, "\n".join(map(str, problems))
    return battle


def problems_of(text: str) -> list[Problem]:
    problems = Problems()
    source = parse(text, "b.battle.yaml", problems)
    if source is not None:
        battle = battle_from(source, None, rulesets.vocabulary, problems)
        if battle is not None:
            problems.extend(rulesets.of(battle.scenario).check(battle.scenario))
    return list(problems)


def played(battle: BattleFile) -> Replay:
    return replay(rulesets.of(battle.scenario), battle.scenario, battle.record)


def fought(*lines: str, side: str = "red") -> list[Event]:
    """The events of one phase of these lines, the phase's own beginning and end left out."""
    events = played(read(battle_text((1, side, list(lines))))).log.events
    start = next(n for n, event in enumerate(events) if event.kind == "phase")
    return [event for event in events[start + 1 :] if event.kind != "end phase"]


def found(*phases: tuple[int, str, list[str]], rules: str = RULES) -> list[tuple[str, str, str]]:
    """What the audit finds: code, rule, message."""
    battle = read(battle_text(*phases, rules=rules))
    problems = audit(rulesets.of(battle.scenario), battle.scenario, battle.record, played(battle))
    return [(p.code, p.rule, p.message) for p in problems]


def sample() -> BattleFile:
    problems = Problems()
    battle = load_battle(Path(SAMPLE), rulesets.vocabulary, problems)
    assert battle is not None, "\n".join(map(str, problems))
    return battle
