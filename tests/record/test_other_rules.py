"""Rules with throws and choices of their own, and rules without an engine: nothing in the recorder knows late19c."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from reportgen import api
from reportgen.battle.orders import Action, Choice, Declared, Order, Thrown
from reportgen.battle.play import Battle
from reportgen.battle.record import Record
from reportgen.battle.ruleset import Change
from reportgen.battle.vocabulary import Verb, Vocabulary
from reportgen.board.picture import Piece
from reportgen.record.session import Session
from reportgen.rulesets import load
from tests.record.test_fuzz import scenario
from tests.record.test_session import fed, refused


def change(state: Any, event: Any) -> None:
    """What an event of any kind does to the state."""
    state.turn = event.turn
    if event.kind == "weather":
        state.stage = "blue"
    elif event.kind == "end phase":
        state.stage = "supply" if event.side == "blue" else "over"
    elif event.kind == "supply":
        state.stage = "red"


class Rallies:
    """One turn: the weather is thrown for with two dice; blue rallies units with two dice each and may run instead; red
    throws two dice for its supply and then may do the same."""

    id = "rallies"
    title = "Rallies"
    version = "1"
    hash = "0"
    citations: Mapping[str, str] = {}
    changes: Mapping[str, Change] = defaultdict(lambda: change)
    vocabulary = Vocabulary(
        types=load("late19c").vocabulary.types, weapons={}, areas={}, edges={}, generals={}, variants={},
        verbs=(
            Verb("move", "move", ""), Verb("rally", "unit", "rallies"), Verb("run", "unit", "runs"),
            Verb("stay", "unit", "stays"),
        ),
    )  # fmt: skip

    def start(self, scenario: Any) -> Any:
        return SimpleNamespace(stage="weather", turn=0)

    def examine(self, state: Any, order: Order) -> tuple[list[Any], Any]:
        return [], None

    def silences(self, event: Any) -> list[Any]:
        return []

    def legal(self, state: Any) -> list[Order]:
        return [Order("rally", "INF1"), Order("end")]

    def pieces(self, state: Any) -> tuple[Piece, ...]:
        return ()

    def step(self, battle: Battle) -> bool:
        stage = battle.state.stage
        if stage == "over":
            return False
        if stage == "weather":
            battle.begin(1, "weather", None)
            battle.emit("turn")
            battle.emit("weather", faces=list(battle.roll("weather", "blue", 2, why="for the weather")))
            return True
        if stage == "supply":
            battle.begin(1, "phase", "red")
            battle.emit("supply", face=sum(battle.roll("supply", "red", 2, why="for the supply")))
            return True
        battle.begin(1, "phase", stage)
        order, _, _ = battle.order(Choice("order", stage, lambda: [Order("end")]))
        if order.verb == "end":
            battle.emit("end phase")
        elif order.verb == "rally":
            faces = battle.roll("morale", stage, 2, 6, unit=order.unit, why="morale of " + order.unit)
            run = Order("run", order.unit)
            chosen = battle.choose(Choice("reaction", stage, lambda: [Order("stay", order.unit), run], order.unit))
            battle.emit("rallied", unit=order.unit, faces=list(faces), ran=chosen == run)
        return True


@pytest.fixture
def rallies() -> Session:
    session = Session(Rallies(), scenario(), Record("rallies", title="Rallies"))  # type: ignore[arg-type]
    session.begin()
    return session


def actions(session: Session, phase: int) -> list[Action]:
    return [entry for entry in session.record.turns[0].phases[phase].entries if isinstance(entry, Action)]


def test_dice_of_other_purposes(rallies: Session) -> None:
    assert rallies.prompt == "2D6 Blue, for the weather> "
    fed(rallies, "5")
    assert rallies.prompt == "D6 Blue, for the weather> "
    fed(rallies, "note Rain.", "3")
    before = rallies.record.turns[0].entries
    assert [entry.declared.throws for entry in before if isinstance(entry, Action)] == [(Thrown("weather", (5, 3)),)]
    assert rallies.prompt == "1 Blue> "
    fed(rallies, "INF1 rallies")
    assert rallies.prompt == "2D6 INF1, morale of INF1> "
    assert "too many dice" in refused(rallies, "1,2,3")
    fed(rallies, "3")
    assert rallies.prompt == "D6 INF1, morale of INF1> "
    fed(rallies, "?")
    assert actions(rallies, 0)[0].declared.throws == (Thrown("morale", (3, None), "INF1"),)
    fed(rallies, "", "end", "6")
    assert rallies.prompt == "D6 Red, for the supply> "
    assert "supply (face 8)" in fed(rallies, "2")
    assert rallies.prompt == "1 Red> "
    assert actions(rallies, 1) == [Action(Order("throw"), Declared(throws=(Thrown("supply", (6, 2)),)))]


def test_choices_of_other_kinds(rallies: Session) -> None:
    said = fed(rallies, "5,5", "INF1 rallies", "4 4")
    assert "Reaction INF1: 1 INF1 stays, 2 INF1 runs (Enter: the first)" in said
    assert "INF1 rallied (ran True)" in fed(rallies, "2")
    fed(rallies, "INF2 rallies", "[morale INF2 6,1]")
    assert "INF2 rallied (ran False)" in fed(rallies, "")
    fed(rallies, "MGN rallies", "1,1")
    assert "MGN rallied (ran True)" in fed(rallies, "mgn runs")
    words = [(action.order.verb, action.order.unit) for action in actions(rallies, 0)]
    assert words == [
        ("rally", "INF1"), ("run", "INF1"), ("rally", "INF2"), ("stay", "INF2"), ("rally", "MGN"), ("run", "MGN"),
    ]  # fmt: skip
    fed(rallies, "end")
    fed(rallies, "3,3")
    assert rallies.prompt == "1 Red> "
    fed(rallies, "end")
    assert rallies.prompt == "over> "


def test_rules_without_numbers_and_reasons(rallies: Session) -> None:
    fed(rallies, "5,5")
    assert "There has been no combat yet" in refused(rallies, "why")
    assert "no dilemma" in refused(rallies, "dilemma a | b")
    assert "The rules find no fault" in rallies.feed("findings").text
    assert "nobody whom INF1" in rallies.feed("odds INF1").text


OWN = """\
format: reportgen-scenario/1
title: The Gate
ruleset: any
turns: 4
own_rules:
  name: Our own rules
  die: 6
  initiative: highest
  types:
    foot: {title: Foot, arm: infantry, one: company, many: companies}
  tracked:
    strength: {title: Figures, start: 10, most: 12}
board: {columns: 12, rows: 12}
sides:
  - {id: north, name: North, edge: N, units: [{type: foot, label: NOR, count: 2}]}
  - {id: south, name: South, edge: S, units: [{type: foot, label: SOU, count: 2}]}
deployment: {NOR1: C9 S, NOR2: D9 S, SOU1: C4 N, SOU2: D4 N}
"""


def test_a_battle_under_rules_that_we_do_not_have(tmp_path: Path) -> None:
    (tmp_path / "scenario.yaml").write_text(OWN)
    session = api.record(str(tmp_path), tmp_path / "gate.battle.yaml").session
    session.begin()
    fed(session, "2:5")
    assert session.prompt == "Whose phase is next [south]> "
    fed(session, "", "SOU1 C4-C7 N", "SOU1 x NOR1 5,3:2", "NOR1 strength -2")
    assert "NOR1: strength 8, was 10." not in session.feed("map").text
    assert "Strength of NOR1: 8 and -1 make 7, not 9" in refused(session, "NOR1 strength -1 9")
    fed(session, "insist")
    for line in ("legal", "legal NOR1", "odds NOR1", "guide", "ai on north"):
        assert "These rules are your own" in refused(session, line)
    fed(session, "end", "north", "NOR2 D9-D8 S", "end", "over", "6:6", "1:3")
    assert session.prompt == "Whose phase is next [south]> "
    before = session.record
    resumed = api.record(str(tmp_path), tmp_path / "gate.battle.yaml").session
    assert resumed.record == before
    assert resumed.prompt == session.prompt
    fed(resumed, "south", "agree The gate held. | north")
    checked = api.check([tmp_path / "gate.battle.yaml"])
    assert [problem.severity for problem in checked.problems] == ["finding"]
    assert "1 finding" in checked.summary
