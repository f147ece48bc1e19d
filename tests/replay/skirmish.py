"""A small late19c fight for the tests of records: a dozen squares, nine stands, everybody within reach."""

from __future__ import annotations

from functools import cache

from reportgen import rulesets
from reportgen.battle.audit import audit
from reportgen.battle.replay import Replay, replay
from reportgen.battle.ruleset import Ruleset
from reportgen.files.battlefile import BattleFile, battle_from
from reportgen.files.source import parse
from reportgen.problems import Problem, Problems

SCENARIO = """\
scenario:
  format: reportgen-scenario/1
  title: A Skirmish
  ruleset: late19c
  board: {columns: 12, rows: 12}
  terrain:
    areas: {wood: [D11]}
    places: {the grove: [D11]}
  sides:
    - id: blue
      name: Blue
      edge: W
      general: average
      exits: [A6]
      units:
        - {type: regular_infantry, name: Blue Infantry, label: INF, count: 2}
        - {type: machine_gun, name: Blue Machine Gun, label: MGN}
        - {type: command, name: Blue Command, label: BCM}
    - id: red
      name: Red
      edge: E
      general: poor
      units:
        - {type: native_infantry, name: Red Spearmen, label: SPR, count: 3}
        - {type: native_cavalry, name: Red Cavalry, label: CAV}
        - {type: command, name: Red Command, label: RCM}
  deployment:
    INF1: C6/1 E
    INF2: C6/2 E
    MGN: C4 E
    BCM: B7 E
    SPR1: E6 W
    SPR2: E5 W
    SPR3: {at: D11, facing: S, concealed: the grove}
    CAV: H6 W
    RCM: J6 W
"""


@cache
def rules() -> Ruleset:
    return rulesets.load("late19c")


def read(turns: str) -> BattleFile:
    """The battle of the lines, which begin in line 3, with the skirmish for its scenario."""
    problems = Problems()
    source = parse(f"format: reportgen-battle/1\nturns:\n{turns}{SCENARIO}", "b.yaml", problems)
    assert source is not None, [str(p) for p in problems]
    battle = battle_from(source, None, rulesets.vocabulary, problems, draft=True)
    assert battle is not None, [str(p) for p in problems]
    return battle


def phase(*actions: str, activation: int = 6, spot: str = '          - spot "the grove" 2:9\n') -> BattleFile:
    """A first turn in which blue does this; the first action stands in line 10, below the throw for spotting."""
    lines = "".join(f"          - {action}\n" for action in actions)
    return read(
        "  - turn: 1\n    initiative: {blue: 9, red: 2}\n    phases:\n      - side: blue\n"
        f"        activation: {activation}\n        actions:\n{spot}{lines}"
    )


def play(battle: BattleFile) -> Replay:
    return replay(rules(), battle.scenario, battle.record)


def findings(battle: BattleFile) -> list[Problem]:
    """Everything the audit finds."""
    return audit(rules(), battle.scenario, battle.record, play(battle))


def told(problems: list[Problem] | tuple[Problem, ...]) -> list[tuple[int, str, str, str]]:
    """Line, code, rule and message of each."""
    return [(p.place.line, p.code, p.rule, p.message) for p in problems]
