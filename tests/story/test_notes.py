"""A recorder's notes, photographs and headings, and the audit's findings, in the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reportgen.battle.orders import Action, Order
from reportgen.battle.record import Heading, Note, Photo
from reportgen.battle.recorded import Placed
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.problems import Place, Problem
from reportgen.story.model import Picture, Remark
from reportgen.story.report import report

Script = Callable[[Scenario], Any]


def test_notes_stand_where_they_were_written(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (3, 8))
    between = len(made.log)
    made.fight("JIH2", "EGY1", (12, 1), "destroyed").done()
    placed = [
        Placed(Heading("Before breakfast"), 0, 0),
        Placed(Note("It was *hot*."), between, 1, "mahdist"),
        Placed(Photo("gun.jpg", "The gun", Place("b.yaml", 9, 3)), len(made.log), 1, "mahdist"),
        Placed(Heading("The General oversleeps"), 0, 1),
        Placed(Note("Turn over."), 0, 1),
    ]
    told = report(made.log, convoy, rules, placed=placed)
    assert Remark("Before breakfast", heading=True) in told.before
    assert told.turns[0].heading == "Turn 1: The General oversleeps"
    assert told.turns[0].opening == (Remark("Turn over."),)
    blocks = told.turns[0].phases[0].blocks
    kinds = [type(block).__name__ for block in blocks]
    assert kinds == ["str", "Remark", "str", "Picture"]
    assert blocks[1] == Remark("It was *hot*.") and blocks[3] == Picture("gun.jpg", "The gun", 9)


def test_findings_stand_beside_their_combat_and_at_the_end(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist")
    at = len(made.log)
    made.fight("JIH1", "MG", (3, 8)).done()
    action = Action(Order("fire", "JIH1", "MG"), place=Place("b.yaml", 12, 5))
    findings = [
        Problem(Place("b.yaml", 12, 5), "wrong-total", "the total is 5, not 6", severity="finding"),
        Problem(Place("b.yaml", 2, 1), "wrong-points", "24 points, not 26", severity="finding"),
    ]
    told = report(made.log, convoy, rules, placed=[Placed(action, at, 1, "mahdist")], findings=findings)
    (row,) = told.turns[0].phases[0].combats
    assert row.findings == ("the total is 5, not 6",)
    assert told.findings == ("the total is 5, not 6", "24 points, not 26")
