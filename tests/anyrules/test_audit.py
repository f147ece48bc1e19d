"""What the audit of a battle without an engine looks at: positions, counts and sums; and nothing else."""

from __future__ import annotations

import pytest

from reportgen import rulesets
from reportgen.battle.audit import audit
from tests.anyrules.table import battle_text, found, played, read, sample

POSITION, COUNT, SUM, DICE = "record.position", "record.count", "record.sum", "record.dice"


@pytest.mark.parametrize(
    ("line", "rule", "message"),
    [
        ("RED1 B3-C3", POSITION, "RED1 stands in B2, not in B3"),
        ("RED1 B2-G2", POSITION, "BLU1 of the enemy stands in G2"),
        ("BLU3 D3", POSITION, "BLU3 is not on the table: it has not come yet"),
        ("RED1 x BLU3", POSITION, "BLU3 is not on the table: it has not come yet"),
        ("RED1 x RED2", POSITION, "RED1 and RED2 are on one side"),
        ("RED1 C3 leaves", POSITION, "C3 is not at the edge of the board"),
        ("RED1 B2-A5 leaves", POSITION, "A5 is no exit for RED1"),
        ("BLU3 H2 W arrives", COUNT, "BLU3 comes in turn 2, and this is turn 1"),
        ("RED1 strength -2 5", COUNT, "strength of RED1: 6 and -2 make 4, not 5"),
        ("RED1 strength -7", COUNT, "strength of RED1 would be -1; it cannot be less than 0"),
        ("RED1 strength +3", COUNT, "strength of RED1 would be 9; it cannot be more than 8"),
        ("RED1 strength shaken", COUNT, "'strength' is a number: write a change such as -2, or what is left such as 4"),
        ("CAN strength -1", COUNT, "'strength' is not tracked of CAN"),
        ("RED1 morale angry", COUNT, "'angry' is no state of 'morale'; there are steady, shaken, routed"),
    ],
)
def test_a_line_that_does_not_fit(line: str, rule: str, message: str) -> None:
    assert found((1, "red", [line])) == [("illegal", rule, message)]


def test_a_square_that_is_full() -> None:
    lines = ["RED1 B3", "CAN A2-B3"]
    assert found((1, "red", lines)) == [("illegal", POSITION, "B3 is full: RED2 and RED1 stand there")]


def test_who_is_removed_stays_away() -> None:
    lines = ["RED1 removed", "RED1 removed", "RED1 C2"]
    assert [message for _, _, message in found((1, "red", lines))] == [
        "RED1 was removed already",
        "RED1 is not on the table: it was removed",
    ]


def test_a_reinforcement_comes_where_it_should() -> None:
    assert found((1, "red", ["RED1 C2"]), (2, "blue", ["BLU3 H5 W arrives"])) == [
        ("illegal", POSITION, "BLU3 comes in at H2, H3, not at H5")
    ]


def test_sums_of_dice_and_what_was_added() -> None:
    (finding,) = found((1, "red", ["RED1 x BLU1 6,5:2 (near 1 | cover 2) = 11:4"]))
    assert finding == (
        "wrong-sum",
        SUM,
        "RED1 against BLU1: the total of RED1 is wrong: 11 + 1 makes 12, not 11; the result stands as it was written",
    )


def test_dice_that_cannot_be() -> None:
    assert found((1, "red", ["RED1 x BLU1 7:3", "[morale RED1 9]"])) == [
        ("impossible-die", DICE, "a die of 6 sides cannot show 7"),
        ("impossible-die", DICE, "a die of 6 sides cannot show 9"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "RED1 B2-F6 SW",
        "BLU1 G2-G5",
        "RED1 xx BLU2 -> withdraws H6",
        "RED1 x BLU1 6,5:2 (near 1 | cover 2)",
        "RED1 x BLU1 6,5:2 (near 1 | cover 2) = 12:4",
        "RED1 x BLU1 = 12:4",
        "[weather 4]",
    ],
)
def test_whatever_the_players_agree_on_is_right(line: str) -> None:
    assert found((1, "red", [line])) == []


def test_points_and_units_that_a_source_states() -> None:
    text = battle_text((1, "red", ["RED1 C2"])).replace("id: blue, ", "id: blue, published: {stands: 4}, ")
    battle = read(text)
    problems = audit(rulesets.of(battle.scenario), battle.scenario, battle.record, played(battle))
    assert [(p.code, p.rule) for p in problems] == [("wrong-stands", COUNT)]


def test_the_sample_has_two_slips_of_the_pen() -> None:
    battle = sample()
    problems = audit(rulesets.of(battle.scenario), battle.scenario, battle.record, played(battle))
    assert [(p.code, p.message.partition(";")[0]) for p in problems] == [
        ("illegal", "strength of KPIK: 16 and -3 make 13, not 14"),
        ("wrong-sum", "PPIK against KPIK: the total of KPIK is wrong: 2 + 2 makes 4, not 5"),
    ]
