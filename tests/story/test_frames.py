"""Map pictures: who stands where, and the marks of what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.board.picture import Mark
from reportgen.story.model import Frame
from reportgen.story.report import report

Script = Callable[[Scenario], Any]


def marks(frame: Frame | None, kind: str) -> list[Mark]:
    assert frame is not None
    return [mark for mark in frame.picture.marks if mark.kind == kind]


def test_a_phase_in_marks(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = (
        script(convoy)
        .begin(1, "anglo-egyptian")
        .acts("anglo-egyptian")
        .move("BRI1", "B6-C6-D6")
        .fight("MG", "JIH1", (9, 3), "withdraw", back="M7-N7")
        .fight("RFA", "JIH2", (12, 1), "destroyed")
        .fight("EGY1", "CAV1", (2, 9), kind="close")
        .done()
        .log
    )
    frame = report(made, convoy, rules).turns[0].phases[0].frame
    (move,) = marks(frame, "move")
    assert move.unit == "BRI1" and move.points[0] != move.points[-1] and len(move.points) == 3
    assert move.ghost is not None and move.ghost.at == move.points[0]
    assert move.piece is not None and move.piece.at == move.points[-1]
    fire = marks(frame, "fire")
    assert [mark.effect for mark in fire] == ["withdraws", "destroyed"]
    (close,) = marks(frame, "close")
    assert close.effect == "ineffective" and close.side == 0
    (back,) = marks(frame, "withdraw")
    assert back.unit == "JIH1" and back.side == 1 and back.piece is not None and back.points[-1] == back.piece.at
    (loss,) = marks(frame, "loss")
    assert loss.piece is not None and loss.piece.id == "JIH2" and loss.side == 1
    assert frame is not None and "JIH2" not in {piece.id for piece in frame.picture.pieces}
    assert frame.picture.cartouche is not None
    assert frame.picture.cartouche.heading == "Turn 1"
    assert frame.picture.cartouche.whose == "Anglo-Egyptian column"
    assert frame.picture.cartouche.line == "Stand of Jihadia lost; one driven back"


def test_two_moves_of_a_unit_are_one_curve(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "anglo-egyptian").acts("anglo-egyptian").move("BRI1", "B6-C6")
    made.add("move", unit="BRI1", path=["C6", "D6"], facing="E", slot=0, cost=1, road=False)
    frame = report(made.done().log, convoy, rules).turns[0].phases[0].frame
    (move,) = marks(frame, "move")
    assert len(move.points) == 3


def test_turning_on_the_spot_is_no_curve(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "anglo-egyptian").acts("anglo-egyptian").move("MG", "B5", "N").done()
    assert not marks(report(made.log, convoy, rules).turns[0].phases[0].frame, "move")


def test_leaving_and_spotting(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "anglo-egyptian").acts("anglo-egyptian")
    made.add("spot", body="the northern outcrop", units=["SPR1", "SPR2"], dice=[3, 7], seen=False, by="anglo-egyptian")
    made.add("activate", units=["TRA1"], left=3)
    made.add("leave", unit="TRA1", path=["A7", "B7"], edge="E", cost=2)
    told = report(made.done().log, convoy, rules)
    frame = told.turns[0].phases[0].frame
    (gone,) = marks(frame, "exit")
    assert gone.unit == "TRA1" and gone.points[-1][0] > gone.points[-2][0]
    (looked,) = marks(frame, "spot")
    assert looked.effect == "not seen"
    assert told.losses[0].left == ("TRA1",) and not told.losses[0].rows


def test_the_last_frame_is_the_engine_s_own_picture(fought: Any, rules: Ruleset) -> None:
    for seed, where in ((1, "sudan"), (4, "skirmish")):
        scenario, log = fought(seed, where)
        told = report(log, scenario, rules)
        state = rules.start(scenario)
        for event in log:
            rules.changes[event.kind](state, event)
        assert told.end is not None and told.end.picture.pieces == rules.pieces(state)
        last = told.turns[-1].phases[-1].frame
        assert last is not None and last.picture.pieces == rules.pieces(state)


def test_a_frame_for_each_phase_with_an_id_of_its_own(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(2)
    told = report(log, scenario, rules)
    frames = [told.start, *(phase.frame for turn in told.turns for phase in turn.phases), told.end]
    assert all(frame is not None and frame.alt and frame.caption for frame in frames)
    ids = [frame.id for frame in frames if frame]
    assert len(set(ids)) == len(ids) and ids[1].startswith("turn-1-")


def test_alt_texts_say_what_the_map_shows(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "anglo-egyptian").acts("anglo-egyptian").fight("MG", "JIH1", (2, 9)).done()
    told = report(made.log, convoy, rules)
    assert told.start is not None
    assert "Anglo-Egyptian column: eleven stands between A5 and C8." in told.start.alt
    frame = told.turns[0].phases[0].frame
    assert frame is not None and frame.alt.endswith("Marked: one line of fire.")
