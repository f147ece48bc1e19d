"""What a session asks for, what it takes, and what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen.battle.record import Note, Photo
from reportgen.problems import Place, Problem, ProblemsFound
from reportgen.record.session import LONGEST, Session
from tests.record.table import KEYS, session_of

OPENING = ("9:2", "2:9", "6")
"""Blue begins, does not see the grove, and has six activations."""


@pytest.fixture
def table(tmp_path: Path) -> Session:
    session = session_of(tmp_path)
    session.begin()
    return session


def fed(session: Session, *lines: str) -> str:
    """Feeds lines that must be taken, and gives what was said to the last."""
    said = ""
    for line in lines:
        reply = session.feed(line)
        assert reply.changed, f"{line}: {reply.text}"
        said = reply.text
    return said


def refused(session: Session, line: str) -> str:
    before = session.record
    reply = session.feed(line)
    assert not reply.changed
    assert session.record is before
    return reply.text


def file_of(session: Session) -> str:
    assert session.folder is not None
    return (session.folder / "b.battle.yaml").read_text()


# -- what is asked -----------------------------------------------------------------------------------------------------


def test_what_is_asked_from_the_beginning(table: Session) -> None:
    prompts = [table.prompt]
    for line in ("9", "2", "2", "9", "6"):
        fed(table, line)
        prompts.append(table.prompt)
    assert prompts == [
        "D12 Blue, for the initiative> ",
        "D12 Red, for the initiative> ",
        "D12 Blue, to spot what hides at the grove> ",
        "D12 Red, to stay hidden at the grove> ",
        "D12 Blue, for the number of activations> ",
        "1 Blue, 6 left> ",
    ]
    assert table.status == "turn 1 · Blue · 6 activations left"


def test_ties_are_thrown_again(table: Session) -> None:
    fed(table, "7:7")
    assert table.prompt == "D12 Blue, for the initiative, again> "
    fed(table, "4:4", "1:2")
    assert table.record.turns[0].initiative == {"blue": (7, 4, 1), "red": (7, 4, 2)}


def test_the_map_is_shown_at_each_phase(table: Session) -> None:
    said = fed(table, *OPENING)
    assert "Turn 1, Blue" in said
    assert "INF1▶" in said
    assert "INF2▶" in said
    assert "spr3▽" in said
    assert "Turn 1" not in fed(table, "MGN C4-C5 E")
    assert "Turn 1, Red" in fed(table, "end", "3")


def test_dice_are_asked_one_by_one_or_taken_together(table: Session) -> None:
    fed(table, *OPENING, "INF1 x SPR1")
    assert table.prompt == "D12 INF1, fire of INF1 on SPR1> "
    fed(table, "1")
    assert table.prompt == "D12 SPR1, SPR1 against INF1> "
    fed(table, "12")
    fed(table, "MGN x SPR2", "3:9")
    assert file_of(table).count("INF1 x SPR1 1:12 -> ineffective") == 1
    assert file_of(table).count("MGN x SPR2 3:9 -> ineffective") == 1


def test_dice_with_the_line_are_left_as_they_were_written(table: Session) -> None:
    fed(table, *OPENING, "INF1 x SPR1 1:12")
    assert "- INF1 x SPR1 1:12\n" in file_of(table)


def test_the_sum_and_why(table: Session) -> None:
    said = fed(table, *OPENING, "INF1 x SPR1 7:2")
    assert said.splitlines()[:5] == [
        "INF1 fires at SPR1, C6 to E6",
        "  INF1  7 + 3 value + 2 cmd = 12",
        "  SPR1  2 + 2 value = 4",
        "  -> SPR1 destroyed",
        "     Defender below half: destroyed (rule 11.5)",
    ]
    why = table.feed("why").text
    assert "+2  8.6 Command near by: Plus the value of an adjacent Command" in why
    assert "11.5" in why


def test_a_second_throw_after_a_draw(table: Session) -> None:
    fed(table, *OPENING, "INF1 x SPR1 4:7")
    assert table.prompt == "D12 INF1, INF1 again, after a draw> "
    said = fed(table, "5:5 3:9")
    assert "equal, thrown again 5:5 3:9" in said
    assert "-> INF1 withdraws" in said
    assert "these throws are equal too" in said
    fed(table, "")
    assert "INF1 x SPR1 4:7 5:5 3:9 -> attacker withdraws B6" in file_of(table)


def test_a_way_back_is_asked_for_only_if_there_are_several(table: Session) -> None:
    said = fed(table, *OPENING, "INF1 x SPR1 7:6")
    assert "Way back of SPR1: 1 F6, 2 F5, 3 F7 (Enter: the first)" in said
    assert "none of the options" in refused(table, "7")
    assert "'Z9' is off the board" in refused(table, "z9")
    fed(table, "2")
    assert "withdraws F5" in file_of(table)
    fed(table, "undo", "")
    assert "withdraws F6" in file_of(table)
    fed(table, "undo", "f7")
    assert "withdraws F7" in file_of(table)


def test_a_way_back_that_the_rules_forbid(table: Session) -> None:
    fed(table, *OPENING, "INF1 x SPR1 7:6")
    assert "SPR1 cannot withdraw to H8 (rule 11.8)" in refused(table, "H8")
    fed(table, "insist")
    assert "withdraws H8" in file_of(table)
    assert [found.code for found in table.findings()] == ["illegal"]


def test_who_begins_is_asked_if_the_dice_were_not_noted(table: Session) -> None:
    fed(table, "?:?")
    assert table.prompt == "Who has the initiative [blue]> "
    fed(table, "red")
    assert table.prompt == "D12 Red, for the number of activations> "
    fed(table, "?")
    assert table.prompt == "1 Red> "
    assert "initiative: {blue: '?', red: '?'}" in file_of(table).replace('"', "'")


def test_a_stand_that_may_go_off_the_table(table: Session) -> None:
    fed(table, *OPENING, "INF1 C6-A6 N", "end", "4")
    refused(table, "CAV H6-A7 W")
    fed(table, "insist")
    said = fed(table, "CAV xx INF1 2:1")
    assert "off the table at A6" in said
    fed(table, "off the table at A6")
    assert "CAV xx INF1 2:1 -> withdraws A6" in file_of(table)
    assert [event["unit"] for event in table.now.battle.log.of("left")] == ["INF1"]


def test_what_a_file_does_not_say_is_asked(tmp_path: Path) -> None:
    (tmp_path / "b.battle.yaml").write_text(
        "format: reportgen-battle/1\nscenario: scenario.yaml\nturns:\n"
        "  - turn: 1\n    phases:\n      - {side: blue, activation: 2, actions: [MGN x SPR1]}\n      - side: red\n"
    )
    session = session_of(tmp_path)
    session.begin()
    prompts = [session.prompt]
    for line in ("9", "2", "2:11", "3:9", "4", "end"):
        fed(session, line)
        prompts.append(session.prompt)
    assert prompts == [
        "D12 Blue, for the initiative> ",
        "D12 Red, for the initiative> ",
        "D12 Blue, to spot what hides at the grove> ",
        "D12 MGN, fire of MGN on SPR1> ",
        "D12 Red, for the number of activations> ",
        "1 Red, 4 left> ",
        "D12 Blue, for the initiative> ",
    ]
    assert "MGN x SPR1 3:9 -> ineffective" in file_of(session)


# -- warnings ----------------------------------------------------------------------------------------------------------


def test_an_illegal_order_waits_for_insist(table: Session) -> None:
    fed(table, *OPENING)
    said = refused(table, "MGN C4-G4 E")
    assert "G4 is 4 squares of movement for MGN, which has 2 (rule 2.2)" in said
    assert "insist" in said
    fed(table, "insist")
    assert "MGN C4-G4 E" in file_of(table)
    assert [found.code for found in table.findings()] == ["illegal"]
    assert "rule 2.2" in table.feed("findings").text


def test_what_was_warned_of_is_forgotten_with_the_next_line(table: Session) -> None:
    fed(table, *OPENING)
    refused(table, "MGN C4-G4 E")
    fed(table, "BCM B7-B8 E")
    assert "Nothing was warned of" in refused(table, "insist")


def test_asking_does_not_forget_it(table: Session) -> None:
    fed(table, *OPENING)
    refused(table, "MGN C4-G4 E")
    for question in ("map", "legal MGN", "odds MGN", "status", "help"):
        assert not table.feed(question).changed
    fed(table, "insist")


def test_a_slip_in_the_figures_is_told_at_once_and_stands(table: Session) -> None:
    said = fed(table, *OPENING, "INF1 x SPR1 7:6 (value 3 | value 2) = 10:8 -> withdraws F6")
    assert "By the rules: INF1 against SPR1: +2 (cmd) for INF1 is left out (rule 8.6)" in said
    assert [found.code for found in table.findings()] == ["modifier-omitted"]


def test_another_result_than_the_rules_give_is_as_played(table: Session) -> None:
    said = fed(table, *OPENING, "INF1 x SPR1 7:6 -> destroyed")
    assert "-> SPR1 destroyed, as played" in said
    assert "the result is not 'SPR1 destroyed': 12:8 gives 'SPR1 withdraws'" in said
    assert "SPR1" not in {piece.id for piece in table.rules.pieces(table.now.battle.state)}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("13", "A D12 cannot show 13"),
        ("0:4", "No die shows 0"),
        ("9,4", "too many dice"),
        ("9:4:3", "too many dice"),
        ("nine", "Wanted: D12 INF1, fire of INF1 on SPR1; write 9"),
        ("MGN C4-C5 E", "First: D12 INF1, fire of INF1 on SPR1"),
        ("end", "First: D12 INF1"),
        ("legal", "First: D12 INF1"),
        ("guide", "First: D12 INF1"),
        ("dilemma a | b", "First: D12 INF1"),
        ("insist", "Nothing was warned of"),
    ],
)
def test_what_is_no_answer_to_a_question_for_dice(table: Session, line: str, said: str) -> None:
    fed(table, *OPENING, "INF1 x SPR1")
    assert said in refused(table, line)


def test_too_many_dice_take_nothing(table: Session) -> None:
    assert "too many dice" in refused(table, "9:2 2:9 6 4")
    fed(table, "9:2 2:9 6")
    assert table.prompt == "1 Blue, 6 left> "


def test_dice_in_words_of_the_notation(table: Session) -> None:
    fed(table, "9:2", 'spot "The Grove" 2:9', "6", "INF1 x SPR1", "inf1 x spr1 1:12 (value 3, cmd 2 | value 2)")
    assert "INF1 x SPR1 1:12 (value 3, cmd 2 | value 2) -> ineffective" in file_of(table)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("MGN Z9", "'Z9' is off the board"),
        ("MGM C4-C5", "did you mean MGN?"),
        ("MGN ? SPR1", "'?' cannot stand here; expected"),
        ("MGN", "the line stops too early"),
        ("end 3", "'end' stands alone"),
        ("note", "A note of nothing"),
        ("more and more", "The last thing written down is no note"),
        ("heading", "A heading of nothing"),
        ("agree", "How did it end?"),
        ("agree over | green", "'green' is no side; it is blue or red or nobody"),
        ("agree over | red | turn limit", "By the rules it has not ended (turn limit)"),
        ("agree over | red | dusk | and more", "How did it end?"),
        ("dilemma alone", "A dilemma has two options or more"),
        ("redo", "There is nothing to do again"),
        ("why", "There has been no combat yet"),
        ("odds", "Whose chances?"),
        ("odds XYZ", "No unit is called 'XYZ'"),
        ("odds MGN C4-C5", "That is no attack"),
        ("legal XYZ", "No unit is called 'XYZ'"),
        ("help flying", "There is no command 'flying'"),
        ("dice maybe", "It is dice on"),
        ("dice off", "The dice are yours already"),
        ("ai maybe", "It is ai on and blue or red"),
        ("ai off", "The computer commands nobody"),
        ("ai on green", "'green' is no side"),
        ("ai on red mad", "There is no commander 'mad'"),
        ("guide me", "It is guide, guide on or guide off"),
        ("x" * (LONGEST + 1), f"more than {LONGEST} characters"),
        ("\x1b[2J", "cannot be printed"),
    ],
)
def test_what_is_no_line(table: Session, line: str, said: str) -> None:
    fed(table, *OPENING)
    assert said in refused(table, line)


@pytest.mark.parametrize(
    ("line", "first", "last"),
    [
        ("exit", "no unit is called 'exit'", "'quit' leaves"),
        ("over", "no unit is called 'over'", "'end' ends the phase"),
        ("stats", "no unit is called 'stats'", "'status' is a command; 'end' ends the phase, 'quit' leaves"),
        ("odds a b", "no unit is called 'a'", "'end' ends the phase, 'quit' leaves, 'help'"),
        ("fire INF1 x SPR1", "no unit is called 'fire'", "'end' ends the phase, 'quit' leaves, 'help'"),
        ("INF1 9:4", "'9:4' cannot stand here", "'end' ends the phase, 'quit' leaves, 'help'"),
    ],
)
def test_a_line_that_is_none_is_told_by_its_first_word(table: Session, line: str, first: str, last: str) -> None:
    fed(table, *OPENING)
    said = [one.text for one in table.feed(line).said]
    assert said[-2].startswith(first)
    assert said[-1].startswith(last)


def test_dice_and_ai_alone_say_how_it_is(table: Session) -> None:
    fed(table, *OPENING)
    before = table.record
    assert "The dice are yours" in table.feed("dice").text
    assert "The computer commands nobody" in table.feed("ai").text
    assert table.record == before
    fed(table, "dice on 4", "ai on red nearest")
    assert "(seed 4)" in table.feed("dice").text
    assert "Red: the nearest commander" in table.feed("ai").text


def test_who_begins_is_no_decision_of_the_computer(table: Session) -> None:
    fed(table, "?", "5")
    assert table.now.need.kind == "choice"
    assert "Who has the initiative: 1" in fed(table, "ai on blue", "ai on red")
    fed(table, "red")
    assert table.now.battle.side == "red"


def test_an_empty_line_does_nothing(table: Session) -> None:
    assert refused(table, "  ") == ""


def test_a_unit_goes_before_a_command_of_its_name(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    session.notation.units["map"] = "MAP"
    assert "'map' cannot" not in session.feed("map").text
    assert "▶ Blue" in session.feed(":map").text
    assert "▶ Blue" not in session.feed("map").text


# -- remarks -----------------------------------------------------------------------------------------------------------


def test_notes_and_headings_stand_where_they_were_made(table: Session) -> None:
    fed(table, "note Before it all.", "more", "more Second paragraph.", "9:2", "heading Dawn", "2:9", "6")
    fed(table, "note In the phase.", "MGN C4-C5 E", "end", "note After it.", "heading The answer", "3", "end")
    fed(table, "note Still turn one.", "heading The second turn", "3:4")
    record = table.record
    assert record.entries == [Note("Before it all.\n\nSecond paragraph.\n")]
    one, two = record.turns
    assert [getattr(entry, "text", "") for entry in one.entries] == ["Dawn"]
    blue, red = one.phases
    assert [getattr(entry, "text", "") for entry in blue.entries][1:] == ["In the phase.", "", "After it."]
    assert [getattr(entry, "text", "") for entry in red.entries] == ["The answer", "Still turn one."]
    assert [getattr(entry, "text", "") for entry in two.entries] == ["The second turn"]


def test_a_note_in_the_middle_of_a_combat_does_not_take_its_dice(table: Session) -> None:
    fed(table, *OPENING, "INF1 x SPR1", "note The drum fell silent.", "1:12")
    assert "- INF1 x SPR1 1:12 -> ineffective\n          - note: The drum fell silent." in file_of(table)


def test_a_photo_is_looked_for_at_once(table: Session, tmp_path: Path) -> None:
    from PIL import Image

    fed(table, *OPENING)
    assert "There is no picture 'a.jpg'" in refused(table, "photo a.jpg The grove")
    assert "leads out of the folder" in refused(table, "photo ../a.jpg The grove")
    assert "is an absolute path" in refused(table, "photo /etc/a.jpg The grove")
    assert "Which picture?" in refused(table, "photo")
    (tmp_path / "a.txt").write_text("no picture")
    (tmp_path / "b.jpg").write_text("no picture")
    assert "'a.txt' is no picture" in refused(table, "photo a.txt")
    assert "the picture 'b.jpg'" in refused(table, "photo b.jpg")
    (tmp_path / "pictures").mkdir()
    Image.new("RGB", (4, 3)).save(tmp_path / "pictures" / "my grove.jpg")
    fed(table, 'photo "pictures/my grove.jpg" The grove, seen from *here*')
    fed(table, f'photo "{tmp_path / "pictures" / "my grove.jpg"}"')
    picture = "pictures/my grove.jpg"
    assert table.record.turns[0].phases[0].entries[1:] == [
        Photo(picture, "The grove, seen from *here*"),
        Photo(picture),
    ]


# -- going back --------------------------------------------------------------------------------------------------------


def test_undo_and_redo_go_through_every_state(table: Session) -> None:
    states = [table.record, *(table.record for key in KEYS if table.feed(key).changed)]
    assert len(states) > 30
    for state in reversed(states[:-1]):
        fed(table, "undo")
        assert table.record == state
    assert "There is nothing to take back" in refused(table, "undo")
    for state in states[1:]:
        fed(table, "redo")
        assert table.record == state
    assert "There is nothing to do again" in refused(table, "redo")


def test_a_new_line_after_undo_ends_redo(table: Session) -> None:
    fed(table, *OPENING, "MGN C4-C5 E", "undo", "BCM B7-B8 E")
    assert "There is nothing to do again" in refused(table, "redo")


def test_undo_goes_on_behind_what_this_sitting_took_down(tmp_path: Path) -> None:
    first = session_of(tmp_path)
    for key in KEYS:
        first.feed(key)
    again = session_of(tmp_path)
    taken = 0
    while again.feed("undo").changed:
        taken += 1
        resumed = session_of(tmp_path)
        assert resumed.record == again.record
        assert resumed.prompt == again.prompt
    assert taken > 20
    assert again.record.turns == []
    assert again.record.entries == []
    assert again.prompt == "D12 Blue, for the initiative> "


def test_a_line_that_cannot_be_kept_is_not_taken(table: Session) -> None:
    def full(record: object) -> None:
        raise ProblemsFound((Problem(Place("b"), "unwritable", "it cannot be written (no space left)"),))

    fed(table, *OPENING)
    table.keep = full
    assert "The battle file: it cannot be written (no space left)." in refused(table, "MGN C4-C5 E")
    assert "no space left" in refused(table, "undo")
    assert table.prompt == "1 Blue, 6 left> "


# -- the end -----------------------------------------------------------------------------------------------------------


def test_the_players_agree(table: Session) -> None:
    fed(table, *OPENING)
    said = fed(table, "agree They went home, and rightly. | re")
    assert "They went home, and rightly." in said
    assert "Red has won" in said
    assert table.prompt == "over> "
    assert dict(table.record.ends) == {"why": "agreed", "outcome": "They went home, and rightly.", "winner": "red"}
    for line in ("end", "MGN C4-C5 E", "9", "agree again"):
        assert "The battle is over" in refused(table, line)
    fed(table, "note A last word.")
    fed(table, "undo", "undo")
    assert table.prompt == "1 Blue, 6 left> "


@pytest.mark.parametrize(
    "before", [(), ("9",), ("9:2", "2:9"), (*OPENING, "INF1 x SPR1"), (*OPENING, "end", "3", "end")]
)
def test_the_players_may_agree_at_any_time(table: Session, before: tuple[str, ...]) -> None:
    fed(table, *before, 'agree "Enough."')
    assert table.prompt == "over> "
    assert dict(table.record.ends) == {"why": "agreed", "outcome": "Enough.", "winner": "nobody"}
    assert "ends: {why: agreed, outcome: Enough., winner: nobody}" in file_of(table)


def test_why_it_ended(table: Session) -> None:
    fed(table, *OPENING, "agree Nobody could see anything any more. | | nightfall")
    assert "why: nightfall" in file_of(table)
    assert dict(table.record.ends)["winner"] == "nobody"


def test_the_end_by_the_rules_is_written_down(table: Session) -> None:
    fed(table, *OPENING, "end", "3", "end", "9:2", "2:9", "6", "end", "3")
    said = fed(table, "end")
    assert "The battle is over: turn limit." in said
    assert dict(table.record.ends) == {"why": "turn limit", "winner": "nobody"}
    fed(table, "undo")
    assert table.prompt == "2 Red, 3 left> "


def test_leaving(table: Session) -> None:
    reply = table.feed("quit")
    assert reply.left
    assert not reply.changed
