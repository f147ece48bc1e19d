"""The page's section on the Tin Brigadier: every line of it is played where it is legal, and every verb is there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from reportgen import rulesets
from reportgen.battle.record import Record
from reportgen.battle.scenario import Scenario
from reportgen.files.fitting import END
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import Problems
from reportgen.record.session import Session

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
SECTION = PAGE.split("### The Tin Brigadier\n")[1].split("\nA line that cannot be read")[0]
WORDS = rulesets.load("tin_brigadier").vocabulary

SCENARIO = """\
format: reportgen-scenario/1
title: The Manual of Arms
ruleset: tin_brigadier
turns: 8
board: {grid: square, columns: 14, rows: 12}
terrain:
  areas: {river: [I1-I12], bridge: [I8], road: [A8-N8]}
rules:
  format: reportgen-rules/1
  id: manual
  title: The Manual
  version: "1.0"
  extends: tin_brigadier
  change:
    works.tasks:
      table:
        rows:
          pontoon: {title: Pontoon bridge, at: area, needs: river, makes: bridge, by: engineers, dice: 1, points: 10}
sides:
  - id: blue
    name: Blue
    edge: S
    exits: [C1]
    units:
      - {type: ghq, name: Blue Staff, label: GHQ}
      - {type: infantry, name: Blue Foot, label: INF, count: 3, tools: true}
      - {type: infantry, name: Blue Sappers, label: SAP, tools: true, sappers: true}
      - {type: cavalry, name: Blue Horse, label: CAV, count: 2}
      - {type: field_artillery, name: Blue Guns, label: GUN, count: 2}
      - {type: armoured_car, name: Blue Car, label: CAR}
      - {type: engineers, name: Blue Engineers, label: ENG}
      - {type: boat, name: Blue Boat, label: BOAT, capacity: 1}
  - id: red
    name: Red
    edge: N
    units:
      - {type: ghq, name: Red Staff, label: FHQ}
      - {type: infantry, name: Red Foot, label: FOE, count: 4}
deployment:
  GHQ: A1 N
  INF1: D4 N
  INF2: B4 N
  INF3: H3 N
  SAP: B2 N
  CAV1: F4 N
  CAV2: L4 N
  GUN1: K2 N
  GUN2: M2 N
  CAR: C2 N
  ENG: H8 N
  BOAT: I3 N
  FHQ: A12 S
  FOE1: D6 S
  FOE2: F6 S
  FOE3: D7 S
  FOE4: N12 S
"""

HIT = "INF1 x FOE1 5,3,6,1 [zone INF1 2,1]"
SHOT = ["end", "[orders FHQ 6]", "FOE1 x INF1 5,1,1,1", "assault [morale INF1 2]", "end", "[orders GHQ 6]"]
AGAIN = ["end", "[orders FHQ 6]", "end", "[orders GHQ 6]"]
CHARGE = ["CAV1 charges FOE2", "assault"]
STOOD = [*CHARGE, "FOE2 stands CAV1"]
MELEE = "CAV1 xx FOE2 5,6,6,2:4,4,1,1,1,1,1,1 [morale FOE2 4]"

BEFORE: dict[str, list[str]] = {
    "INF2 extends": ["INF2 closes", *AGAIN],
    "CAR forms": ["CAR columns", *AGAIN],
    "CAV2 mounts": ["CAV2 dismounts", *AGAIN],
    "GUN2 unlimbers": ["GUN2 limbers", *AGAIN],
    "INF3 H4 disembarks": ["INF3 embarks BOAT", *AGAIN],
    "INF1 rallies": SHOT,
    "ENG G8 clears [clear ENG 6]": ["ENG G8 blocks [block ENG 6]", *AGAIN],
    "ENG I8 blows [blow ENG 3,6]": ["ENG I8 mines", *AGAIN, "ENG I8 mines", *AGAIN],
    "assault": ["CAV1 charges FOE2"],
    "assault [morale FOE1 3]": [HIT],
    "FOE2 volleys CAV1 [volley FOE2 1,1,1,2]": CHARGE,
    "FOE2 stands CAV1": CHARGE,
    "CAV1 xx FOE2 5,6,6,2:4,4,1,1,1,1,1,1 [morale FOE2 4] -> withdraws": STOOD,
    "CAV1 xx FOE2 5,6,6,2 -> withdraws": [*CHARGE, "FOE2 volleys CAV1 [volley FOE2 1,1,1,2]"],
    "CAV1 pursues FOE3": [*STOOD, MELEE],
    "CAV1 halts": [*STOOD, MELEE],
}
"""What has to be done before an example is legal; for the others nothing but the throw for orders."""
PIECES = ("[entrench SAP 5,2]", "[morale CAV1 4]")
"""Examples that stand behind a line: the line that they belong to is made here."""


def written() -> list[str]:
    """The lines of the table; of remarks those that are lines."""
    rows = [row for row in SECTION.splitlines() if row.startswith("|") and not row.startswith(("| what", "|--"))]
    lines = [code for row in rows for code in re.findall(r"`([^`]+)`", row) if " " in code or code == "assault"]
    return [line for line in lines if line not in PIECES]


@cache
def scenario() -> Scenario:
    problems = Problems()
    source = parse(SCENARIO, "s.yaml", problems)
    found = scenario_from(source, None, rulesets.vocabulary, problems) if source is not None else None
    assert found is not None, [str(one) for one in problems]
    return found


def fed(*lines: str) -> Session:
    """A session that has taken the lines."""
    session = Session(rulesets.of(scenario()), scenario(), Record("tin_brigadier", "1.0"))
    session.begin()
    for line in lines:
        reply = session.feed(line)
        assert reply.changed, f"{session.prompt}{line}\n{reply.text}"
    return session


@pytest.mark.parametrize("line", written())
def test_every_line_is_legal_somewhere(line: str) -> None:
    before = [] if line.startswith("[orders") else ["[orders GHQ 6]", *BEFORE.get(line, [])]
    session = fed(*before, line)
    assert [str(one) for one in session.findings()] == []


@pytest.mark.parametrize(
    "lines",
    [
        ["SAP entrenches [entrench SAP 5,2]"],
        [*CHARGE, "FOE2 volleys CAV1 [volley FOE2 5,1,1,2] [morale CAV1 4]"],
    ],
)
def test_pieces_of_a_line(lines: list[str]) -> None:
    assert any(piece in lines[-1] for piece in PIECES)
    assert fed("[orders GHQ 6]", *lines).findings() == []


def test_the_table_is_whole() -> None:
    lines = written()
    assert set(BEFORE) <= set(lines)
    told = {word for line in lines for word in line.split()}
    assert "pontoon" in told
    of_any = {"", "dilemma", "agree", END}
    assert {verb.symbol for verb in WORDS.verbs} - of_any <= told
    assert all(f"`{word}`" in SECTION for word in WORDS.modifiers)
