"""What a session tells before anything is decided: chances, what is legal, numbers to pick from; and the computer."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from reportgen.record.session import Session
from tests.record.table import session_of
from tests.record.test_session import OPENING, fed, file_of, refused


@pytest.fixture
def table(tmp_path: Path) -> Session:
    session = session_of(tmp_path)
    session.begin()
    fed(session, *OPENING)
    return session


# -- chances -----------------------------------------------------------------------------------------------------------


def test_the_chances_of_an_attack(table: Session) -> None:
    """12 a side: INF1 adds 5, SPR1 adds 2; the counts of 144 are those of the closed form."""
    said = table.feed("odds inf1 x spr1").text.splitlines()
    draw, destroyed = 12 - 3, sum(max(min((a + 5) // 2 - 2, 12), 0) for a in range(1, 13))
    ineffective = sum(1 for a in range(1, 13) for d in range(1, 13) if a + 5 < d + 2)
    withdraw = 144 - draw - destroyed - ineffective
    percents = [100 * count / 144 for count in (destroyed, withdraw + draw / 2, draw / 2, ineffective)]
    assert said == [
        "INF1 x SPR1",
        "  INF1  +3 value +2 cmd = +5",
        "  SPR1  +2 value = +2",
        "  destroyed {:.1f} %, withdraw {:.1f} %, attacker withdraws {:.1f} %, ineffective {:.1f} %".format(*percents),
    ]


def test_the_chances_of_all_attacks(table: Session) -> None:
    said = table.feed("odds MGN").text
    assert "MGN x SPR1" in said
    assert "MGN x SPR2" in said
    assert "MGN x CAV" not in said
    fed(table, "MGN C4-C5 S")
    assert "MGN W x" not in table.feed("odds MGN").text


def test_attacks_that_need_a_turn_are_found(table: Session) -> None:
    fed(table, "MGN C4-C5 N")
    assert "MGN E x SPR1" in table.feed("odds MGN").text
    assert "MGN E x SPR1" in table.feed("legal MGN").text


def test_the_chances_of_what_is_illegal(table: Session) -> None:
    said = table.feed("odds INF1 x CAV").text
    assert "destroyed" in said
    assert "CAV is 5 squares from INF1, whose range is 3 (rule 2.7)" in said


def test_the_chances_of_the_combat_in_hand(table: Session) -> None:
    asked = table.feed("odds INF1 x SPR1").text
    fed(table, "INF1 x SPR1")
    assert table.feed("odds").text == asked


def test_asking_for_chances_changes_nothing(table: Session) -> None:
    before = table.now.battle.log.dumps()
    for line in ("odds INF1 x SPR1", "odds MGN", "legal", "legal INF1", "why", "status", "map", "help"):
        assert not table.feed(line).changed
    assert table.now.battle.log.dumps() == before


def test_whom_nobody_can_attack(table: Session) -> None:
    assert "nobody whom BCM may attack" in table.feed("odds BCM").text


# -- what is legal -----------------------------------------------------------------------------------------------------


def test_who_may_act(table: Session) -> None:
    assert "May act: INF1 INF2 MGN BCM" in table.feed("legal").text
    fed(table, "MGN C4-C5 E", "MGN x SPR1 1:9")
    assert "May act: INF1 INF2 BCM" in table.feed("legal").text
    assert "MGN can do nothing now" in table.feed("legal MGN").text


def test_nobody_may_act_any_more(table: Session) -> None:
    fed(table, "undo", "1", "MGN C4-C5 E", "MGN x SPR1 1:9")
    assert "Nobody can do anything any more" in table.feed("legal").text


def test_what_a_unit_may_do(table: Session) -> None:
    said = table.feed("legal mgn").text
    assert said.splitlines()[0] == "MGN at C4:"
    assert "  MGN x SPR1" in said
    squares = said.split("move:")[1].split("turn:")[0].split()
    assert set(squares) == {f"{c}{r}" for c in "ABCDE" for r in range(2, 7)} - {"C4", "C6", "E5", "E6"}
    assert said.splitlines()[-1] == "  turn: N S W"


def test_status(table: Session) -> None:
    fed(table, "INF1 x SPR1 12:1")
    said = table.feed("status").text
    assert "Turn 1 · Blue · 5 activations left." in said
    assert "Wanted: an order." in said
    assert "Red: 4 on the table, gone: SPR1." in said
    assert "Findings: 0." in said


def test_help_lists_every_command_and_the_notation(table: Session) -> None:
    from reportgen.record.commands import COMMANDS

    said = table.feed("help").text
    assert all(command.usage in said for command in COMMANDS.values())
    assert "INF1 C4-D5" in said
    assert table.feed("help odds").text.startswith("odds A x B")


# -- by number ---------------------------------------------------------------------------------------------------------


def pick(session: Session, word: str) -> str:
    """The number before a word in the list that was shown last."""
    assert session.guide is not None
    return next(str(n) for n, one in enumerate(session.guide.picks(), start=1) if one.word == word)


def test_an_order_by_numbers(table: Session) -> None:
    said = table.feed("guide").text
    assert said.startswith("Who? (a number; 0 goes back)")
    assert "MGN Blue Machine Gun C4" in said
    assert table.feed(pick(table, "MGN")).text.startswith("What?")
    assert table.feed(pick(table, "move")).text.startswith("Where, or whom?")
    assert table.feed("D5").text.startswith("How?")
    said = fed(table, pick(table, "E"))
    assert "MGN C4-D5, facing E" in said
    assert "- MGN C4-D5 E\n" in file_of(table)
    assert table.guide is None


def test_an_attack_by_numbers_asks_for_its_dice(table: Session) -> None:
    table.feed("guide")
    for word in ("MGN", "x"):
        table.feed(pick(table, word))
    fed(table, pick(table, "SPR1"))
    assert table.prompt == "D12 MGN, fire of MGN on SPR1> "
    fed(table, "1:9")
    assert "- MGN x SPR1 1:9 -> ineffective\n" in file_of(table)


def test_an_attack_by_numbers_turns_first(table: Session) -> None:
    fed(table, "MGN C4-C5 N")
    table.feed("guide")
    for word in ("MGN", "x"):
        table.feed(pick(table, word))
    fed(table, pick(table, "SPR1"))
    fed(table, "1:9")
    assert "- MGN E\n          - MGN x SPR1 1:9 -> ineffective\n" in file_of(table)


def test_a_step_back_and_other_lines(table: Session) -> None:
    who = table.feed("guide").text
    table.feed(pick(table, "MGN"))
    assert table.feed("0").text == who
    assert table.feed("0").text == who
    assert "There is no number 99 to choose" in refused(table, "99")
    assert not table.feed("map").changed
    assert table.feed("").text == who
    fed(table, "MGN C4-C5 E")
    assert table.guide is None


def test_the_end_of_the_phase_by_number(table: Session) -> None:
    table.feed("guide")
    fed(table, pick(table, "end"))
    assert table.prompt == "D12 Red, for the number of activations> "


def test_every_order_by_numbers(table: Session) -> None:
    assert table.feed("guide on").text.splitlines()[1].startswith("Who?")
    for word in ("MGN", "move", "C5"):
        table.feed(pick(table, word))
    assert "Who? (a number; 0 goes back)" in fed(table, pick(table, "E"))
    table.feed("guide off")
    assert "Who?" not in fed(table, "BCM B7-B8 E")


# -- the computer ------------------------------------------------------------------------------------------------------


def test_the_computer_throws(table: Session) -> None:
    fed(table, "MGN x SPR2")
    assert "MGN fires at SPR2" in fed(table, "dice on 4")
    assert table.record.seed == 4
    assert "dice by the computer (seed 4)" in table.status
    fed(table, "dice off")
    assert "seed" not in file_of(table)
    fed(table, "INF1 x SPR1")
    assert table.prompt == "D12 INF1, fire of INF1 on SPR1> "


def test_undo_does_not_change_the_computers_luck(table: Session) -> None:
    fed(table, "dice on 11")
    fed(table, "MGN x SPR1")
    thrown = [event.to_json() for event in table.now.battle.log.of("throw")]
    fed(table, "undo")
    assert table.now.need.kind == "order"
    fed(table, "MGN x SPR1")
    assert [event.to_json() for event in table.now.battle.log.of("throw")] == thrown


def test_dice_without_a_seed_draw_one(table: Session) -> None:
    assert "The computer throws (seed " in fed(table, "dice on")
    assert table.record.seed is not None
    assert f"seed: {table.record.seed}\n" in file_of(table)


def test_the_computer_commands_and_the_person_throws(table: Session) -> None:
    fed(table, "ai on red nearest")
    assert table.of_computer("red")
    assert "players: {red: the nearest commander}" in file_of(table)
    said = fed(table, "end", "4")
    dice = cycle(("9", "4"))
    while table.now.battle.phase == "second":
        assert table.now.need.kind in ("dice", "choice")
        said += fed(table, "" if table.now.need.kind == "choice" else next(dice))
    assert "The phase of Red is over" in said
    assert table.prompt == "D12 Blue, for the initiative> "
    fed(table, "ai off")
    assert not table.of_computer("red")


def test_what_the_computer_hides_is_not_shown_to_its_opponent(table: Session) -> None:
    assert any("spr3" in line for line in table.map_lines())
    fed(table, "ai on red")
    assert not any("spr3" in line for line in table.map_lines())
    fed(table, "ai off red")
    assert any("spr3" in line for line in table.map_lines())


def test_undo_takes_back_what_the_computer_did_with_the_line_before_it(table: Session) -> None:
    fed(table, "dice on 5", "ai on red")
    before = table.record
    fed(table, "end")
    assert table.record.turns[0].phases[1].side == "red"
    fed(table, "undo")
    assert table.record == before
    assert table.prompt == "1 Blue, 6 left> "


def test_the_computer_goes_on_after_a_break(tmp_path: Path, table: Session) -> None:
    fed(table, "dice on 5", "ai on red", "end")
    whole = table.record
    again = session_of(tmp_path)
    again.begin()
    assert again.record == whole
    fed(again, "undo", "undo")
    assert again.record != whole
    resumed = session_of(tmp_path)
    resumed.begin()
    assert resumed.record == whole
