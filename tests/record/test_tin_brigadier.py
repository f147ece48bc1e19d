"""The Tin Brigadier at the table: orders, shooting, charges, defence, pursuit, rallying and works, as they are told."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from reportgen import api, rulesets
from reportgen.battle.replay import replay
from reportgen.battle.scenario import Scenario
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import Problems
from reportgen.record.session import Session
from tests.support.recorder import fed

SCENARIO = """\
format: reportgen-scenario/1
title: A Trial of Arms
ruleset: tin_brigadier
turns: 6
board: {grid: square, columns: 14, rows: 14}
terrain:
  areas: {wood: [B12]}
sides:
  - id: blue
    name: Blue
    edge: S
    units:
      - {type: ghq, name: Blue Staff, label: BHQ}
      - {type: infantry, name: Blue Foot, label: FOOT, tools: true, morale: elite}
      - {type: infantry, name: Blue Line, label: LINE, formation: close}
      - {type: infantry, name: Blue Militia, label: MIL, firepower: inferior}
      - {type: cavalry, name: Blue Horse, label: HORSE}
      - {type: field_artillery, name: Blue Guns, label: GUNS}
      - {type: engineers, name: Blue Sappers, label: SAP, tools: true, sappers: true}
  - id: red
    name: Red
    edge: N
    units:
      - {type: ghq, name: Red Staff, label: RHQ}
      - {type: infantry, name: Red Foot, label: REDS}
      - {type: cavalry, name: Red Horse, label: LANCE}
      - {type: infantry, name: Red Line, label: COATS}
      - {type: infantry, name: Red Column, label: LINE2, formation: close}
      - {type: infantry, name: Red Diggers, label: DUG, tools: true, entrenched: true}
deployment:
  BHQ: A1 N
  FOOT: D5 N
  MIL: C5 N
  LINE: F5 N
  HORSE: H5 N
  GUNS: J3 N
  SAP: L3 N
  RHQ: A14 S
  REDS: D7 S
  LANCE: H8 S
  COATS: J7 S
  LINE2: K8 S
  DUG: L8 S
"""


@cache
def scenario() -> Scenario:
    problems = Problems()
    source = parse(SCENARIO, "s.yaml", problems)
    found = scenario_from(source, None, rulesets.vocabulary, problems) if source is not None else None
    assert found is not None, [str(one) for one in problems]
    return found


def at_table(*lines: str) -> tuple[Session, str]:
    return fed(scenario(), *lines)


def test_orders_are_told_and_counted() -> None:
    session, text = at_table()
    assert session.prompt == "D6 for BHQ's orders> "
    session, text = at_table("4")
    assert text.startswith("Orders: BHQ 4.\n")
    assert session.prompt == "1 Blue, 4 left> "
    session, text = at_table("4", "FOOT E")
    assert session.status == "turn 1 · Blue · 3 orders left"
    session, text = at_table("4", "FOOT E", "end")
    assert text == "The phase of Blue is over; 3 orders kept for the next turn."
    session, text = at_table("4", "FOOT E", "end", "1", "end", "2")
    assert text.startswith("Orders: BHQ 5 (2 thrown).\n")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["FOOT closes"], "FOOT closes up."),
        (["LINE extends"], "LINE opens out into extended order."),
        (["HORSE dismounts"], "HORSE dismounts."),
        (["GUNS limbers"], "GUNS limbers up."),
        (["LINE columns"], "LINE forms road column."),
        (["FOOT entrenches", "4"], "FOOT digs: 4 of 10 points."),
        (["SAP entrenches", "6,5"], "SAP is dug in."),
        (["HORSE charges LANCE"], "HORSE is to charge LANCE."),
        (["FOOT x REDS", "5,1,2,6"], "FOOT fires at REDS, D5 to D7\n  FOOT  5,1,2,6: 2 hits\n  -> REDS hit"),
        (["FOOT x REDS 5,1,2,6", "assault", "2"], "Morale of REDS: 2, it fails (4 holds).\nREDS is pinned."),
        (["FOOT x REDS 5,1,2,6", "assault", "4"], "Morale of REDS: 4, it holds (4 holds)."),
    ],
)
def test_what_is_told(lines: list[str], told: str) -> None:
    _, text = at_table("6", *lines)
    assert text.startswith(told)


def test_dice_that_were_not_noted() -> None:
    _, text = at_table("6", "FOOT x REDS = 2:0")
    assert text.startswith(
        "FOOT fires at REDS, D5 to D7\n  FOOT  ?,?,?,?: 2 hits\n  -> REDS hit\nREDS: strength 6, was 8."
    )


@pytest.mark.parametrize(
    ("line", "faces", "inferred"),
    [
        ("MIL x REDS = 4:0", [6, 6, 6, 6], [0, 1, 2, 3]),  # only sixes hit, and all of them did
        ("MIL x REDS ?,2,?,3 = 2:0", [6, 2, 6, 3], [0, 2]),
        ("MIL x REDS ?,2,?,3 = 1:0", [0, 2, 0, 3], None),
        ("FOOT x REDS = 4:0", [0, 0, 0, 0], None),  # fives or sixes, who knows
    ],
)
def test_faces_that_hits_leave_no_choice_about(line: str, faces: list[int], inferred: list[int] | None) -> None:
    session, _ = at_table("6", line)
    throw = next(event for event in reversed(session.now.events) if event.kind == "throw")
    assert (throw["faces"], throw.get("inferred")) == (faces, inferred)
    assert session.findings() == []


@pytest.mark.parametrize(
    ("line", "code", "strength"),
    [
        ("FOOT x REDS 1,1,1,1 -> hit", "wrong-result", 7),
        ("FOOT x REDS 5,5,1,1 -> ineffective", "wrong-result", 8),
        ("FOOT x REDS 5,5,1,1 = 3:0 -> hit", "wrong-total", 5),
        ("FOOT x REDS 5,5,1,1 -> destroyed", "wrong-result", 0),
        ("FOOT x REDS = 6:0", "impossible-die", 2),
    ],
)
def test_a_shot_stands_as_it_was_written_down(line: str, code: str, strength: int) -> None:
    session, _ = at_table("6")
    if not session.feed(line).changed:
        session.feed("insist")
    while session.now.need.kind == "dice":
        session.feed("?")
    tracked = [event["after"] for event in session.now.events if event.kind == "tracked"]
    assert (tracked or [8])[-1] == strength
    assert [one.code for one in session.findings()] == [code]


@pytest.mark.parametrize(
    ("line", "codes", "loser", "figures"),
    [
        ("5,5,1,1:1,1,1,1 -> ineffective", ["wrong-result"], "", {"LANCE": 2}),
        ("1,1,1,1:1,1,1,1 [morale LANCE 4] -> withdraws", ["wrong-result"], "LANCE", {}),
        ("1,1,1,1:1,1,1,1 -> attacker destroyed", ["wrong-result"], "HORSE", {"HORSE": 0}),
        ("5,5,1,1:5,1,1,1 = 3:1 [morale LANCE 4]", ["wrong-total"], "LANCE", {"HORSE": 3, "LANCE": 1}),
        ("= 2:1 [morale LANCE 4]", [], "LANCE", {"HORSE": 3, "LANCE": 2}),
        ("[morale LANCE 4] -> withdraws", [], "LANCE", {}),
    ],
)
def test_a_melee_stands_as_it_was_written_down(
    line: str, codes: list[str], loser: str, figures: dict[str, int]
) -> None:
    opening = ["6", "HORSE charges LANCE", "assault"]
    session, _ = at_table(*opening)
    if session.now.need.kind == "choice":
        session, _ = at_table(*opening, "stands")
    session.feed(f"HORSE xx LANCE {line}")
    while session.now.need.kind in ("dice", "choice"):
        session.feed("?" if session.now.need.kind == "dice" else "1")
    combat = [event for event in session.now.events if event.kind == "combat"][-1]
    assert combat["loser"] == loser
    assert {
        e["unit"]: e["after"] for e in session.now.events if e.kind == "tracked" and e["what"] == "strength"
    } == figures
    assert [one.code for one in session.findings() if one.code != "dice-missing"] == codes


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("FOOT x REDS 5,5,1,1 (none | none) = 2:0", []),
        ("FOOT x REDS 5,5,1,1 (superior 1 | none) = 2:0", ["modifier-invented"]),
        ("FOOT x REDS (none | none) = 2:0", []),
        ("FOOT x REDS 5,5,1,1 (none | none) = 3:0", ["wrong-total"]),
        ("GUNS x LINE2 5,5,1 (double 2 | none) = 4:0", []),
        ("GUNS x LINE2 (double 2 | none) = 4:0", []),
        ("GUNS x DUG (half -2 | none) = 1:0", []),
        ("GUNS x DUG (half -1 | none) = 1:0", []),
        ("GUNS x DUG = 1:0", []),
    ],
)
def test_what_is_added_to_hits_is_no_sum(line: str, found: list[str]) -> None:
    session, _ = at_table("6")
    if not session.feed(line).changed:
        session.feed("insist")
    assert session.now.need.kind == "order"
    assert [one.code for one in session.findings()] == found


def test_dice_of_which_nobody_remembers_any() -> None:
    session, text = at_table("6", "FOOT x REDS", "?")
    assert text.startswith("FOOT fires at REDS, D5 to D7\n  FOOT  ?,?,?,?: no hits\n  -> ineffective")
    assert session.prompt == "1 Blue, 5 left> "


def test_the_chances() -> None:
    session, _ = at_table("6")
    assert session.feed("odds FOOT x REDS").text.splitlines() == [
        "FOOT x REDS",
        "  FOOT  4D6: hits on 5 or more",
        "  destroyed 0.0 %, hit 80.2 %, ineffective 19.8 %",
    ]
    assert session.feed("odds HORSE charges LANCE").text.splitlines() == [
        "HORSE charges LANCE",
        "  HORSE  4D6: hits on 5 or more",
        "  LANCE  4D6: hits on 5 or more",
        "  destroyed 1.2 %, withdraw 34.1 %, attacker withdraws 35.4 %, equal 29.3 %",
    ]


def test_a_charge_from_the_declaration_to_the_pursuit() -> None:
    opening = ("6", "HORSE charges COATS", "assault")
    session, text = at_table(*opening)
    assert text.splitlines() == [
        "The shooting is over.",
        "Defence COATS: 1 COATS volleys HORSE, 2 COATS stands HORSE (Enter: the first)",
    ]
    session, text = at_table(*opening, "2")
    assert text == "COATS waits for HORSE with the bayonet.\nTo be resolved: HORSE xx COATS."
    assert session.feed("end").text.startswith("The charge of HORSE is to be resolved first (rule ")
    melee = ("2", "HORSE xx COATS", "5,5,6,1", "1,1,1,1,2,2,2,5")
    session, text = at_table(*opening, *melee)
    assert "  -> COATS withdraws" in text
    session, text = at_table(*opening, *melee, "3")
    assert "HORSE has won, and may go on." in text
    assert "Pursuit HORSE" in text
    session, text = at_table(*opening, "1", "6,1,1,1")
    assert "COATS shoots at HORSE as it comes." in at_table(*opening, "1")[1]
    assert "HORSE has lost 1 on the way in." in text


def test_strengths_and_conditions() -> None:
    session, _ = at_table("6", "FOOT x REDS 5,1,2,6", "assault", "2")
    status = " ".join(session.feed("status").text.split())
    assert "REDS 6 extended pinned" in status
    session, _ = at_table("6")
    assert session.feed("legal LINE").text.startswith("LINE at F5, 8 close:\n")


def test_what_is_taken_back_is_said() -> None:
    session, _ = at_table("6", "FOOT closes", "LINE extends")
    assert session.feed("undo").text.splitlines()[0] == "Taken back: LINE extends"
    assert session.feed("redo").text.splitlines()[0] == "Done again: LINE extends"


def test_a_wide_remark_is_broken_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    from reportgen.record.console import wrapped

    session, _ = at_table("6")
    reply = session.feed("FOOT 7")
    lines = [line for said in reply.said for line in wrapped(said, 60)]
    assert max(map(len, lines)) <= 60
    assert " ".join(" ".join(lines).split()) == " ".join(reply.text.split())
    assert "a verb (such as 'extends', 'closes' or 'columns')" in " ".join(reply.text.split())


@pytest.mark.parametrize(
    "board",
    ["{grid: hex, columns: 14, rows: 12}", "{grid: measured, width: 84, height: 72, unit: inches, increment: 6}"],
)
def test_the_legend_is_as_wide_as_the_terminal(tmp_path: Path, board: str) -> None:
    (tmp_path / "s.yaml").write_text(
        SCENARIO.replace("{grid: square, columns: 14, rows: 14}", board).replace("14", "12")
    )
    session = api.record(str(tmp_path / "s.yaml"), tmp_path / "b.battle.yaml").session
    session.columns = 80
    assert max(map(len, session.map_lines())) <= 80


def test_by_the_ruler_the_guide_says_how_far_and_whither(tmp_path: Path) -> None:
    session = api.record("greys-hill/measured", tmp_path / "b.battle.yaml").session
    session.begin()
    for line in ("4", "4", "guide", "GINF4"):
        session.feed(line)
    assert session.guide is not None
    told = session.feed(next(str(n) for n, one in enumerate(session.guide.picks(), 1) if one.word == "move")).text
    assert "63,42.12  9 in towards 0°" in told  # it stands at 63,33
    assert "  6 in towards 180°" in told


KEYS = (
    *("6", "FOOT x REDS", "5,1", "2,6", "HORSE charges COATS", "SAP entrenches", "4,?", "assault", "2", "volleys"),
    *("6,1,1,1", "5", "HORSE xx COATS", "5,5", "6", "3", "halts", "end", "4", "REDS rallies", "end", "?"),
    *("dilemma stay | go", "2:2", "3:1", "end", "note It rained.", "dice on 3", "ai on red", "end"),
)
"""Dice in pieces, a charge with all its choices, and the computer at the end."""


def test_broken_off_anywhere_it_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(SCENARIO)
    whole = api.record(str(tmp_path / "s.yaml"), tmp_path / "whole.battle.yaml").session
    whole.begin()
    for key in KEYS:
        broken = api.record(str(tmp_path / "s.yaml"), tmp_path / "broken.battle.yaml").session
        broken.begin()
        assert (broken.record, broken.prompt) == (whole.record, whole.prompt), key
        one, other = whole.feed(key), broken.feed(key)
        assert one.changed == other.changed, (key, one.text)
    files = [(tmp_path / f"{name}.battle.yaml").read_text() for name in ("whole", "broken")]
    assert files[0] == files[1]
    assert "volleys" in files[0] and "turn: 3" in files[0]


def test_charges_blown_where_there_is_no_bridge() -> None:
    session, _ = at_table("6")
    session.feed("SAP L4 blows")
    assert session.feed("insist").text.startswith("SAP blows the charges at L4, 0 points: the bridge holds.")


UNITS = ("BHQ", "FOOT", "LINE", "HORSE", "GUNS", "SAP", "REDS", "LANCE", "COATS", "RHQ")
SHORT = (
    *("assault", "end", "insist", "undo", "redo", "1", "2", "?", "6", "3,4", "volleys", "stands", "halts", "status"),
    *("why", "findings", "dice on 4", "dice off", "note x", "[orders BHQ 4]", "[morale REDS 1]"),
)
DEEDS = (
    *("closes", "extends", "columns", "forms", "mounts", "dismounts", "limbers", "unlimbers", "rallies", "entrenches"),
    *("{at} {facing}", "{at} blocks", "{at} clears", "{at} mines", "{at} blows", "{at} disembarks", "embarks {other}"),
    *(
        "x {other}",
        "x {other} 5,1,2",
        "x {other} = 2:0",
        "x {other} = 9:1",
        "x {other} -> destroyed",
        "charges {other}",
    ),
    *("xx {other}", "xx {other} 5,5:1", "xx {other} = 0:9", "xx {other} -> attacker withdraws A1", "pursues {other}"),
    *("xx {other} -> attacker destroyed", "volleys {other}", "stands {other}", "halts"),
)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_and_insisted_on(seed: int) -> None:
    draw = Random(seed)
    session, _ = at_table()
    for _ in range(60):
        words = {
            "at": f"{draw.choice('ABCDEFGHIJKLMN')}{draw.randint(1, 14)}",
            "facing": draw.choice("NESW"),
            "other": draw.choice(UNITS),
        }
        deed = f"{draw.choice(UNITS)} {draw.choice(DEEDS).format(**words)}"
        line = draw.choice([deed, deed, draw.choice(SHORT)])
        assert session.feed(line).said is not None
        if session.pending is not None and draw.random() < 0.6:
            session.feed("insist")
    assert replay(session.rules, session.scenario, session.record).log is not None


def test_who_is_aboard_is_not_gone(tmp_path: Path) -> None:
    session = api.record("karasu-junction", tmp_path / "b.battle.yaml").session
    for line in ("6", "GINF1 embarks GTRN"):
        assert session.feed(line).changed, line
    assert "Green Column: 9 on the table, aboard: GINF1." in session.feed("status").text
    assert "BENG belongs to the side whose phase it is not" in session.feed("BENG K5").text
    assert "t track" in "\n".join(session.map_lines())


@pytest.mark.parametrize("verb", ["volleys", "stands", "pursues"])
def test_an_answer_that_nobody_has_asked_for_is_told_so(verb: str) -> None:
    session, _ = at_table("6")
    said = session.feed(f"HORSE {verb} LANCE").text
    assert said.startswith(f"'{verb}' is not asked of HORSE now, only when ")
    assert "there is no order" not in said
