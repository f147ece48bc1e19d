"""What stands with a verb, and what is refused because the verb has no use for it."""

from __future__ import annotations

import pytest

from reportgen.battle.orders import Order, Thrown
from reportgen.files.notation import Notation, NotationError
from tests.notation.test_notation import LATE19C, RICH, one

THERE = "write them in the line that resolves it"


def test_a_turn_before_an_attack_that_is_none_with_a_facing_is_an_action_of_its_own() -> None:
    assert [a.order for a in Notation(RICH).parse("GDS NE xx 2BN 4:3")] == [
        Order("move", "GDS", facing="NE"),
        Order("melee", "GDS", "2BN"),
    ]


def test_a_unit_behind_a_verb_is_known_too() -> None:
    known = Notation(RICH, ["GDS", "2BN"])
    assert one(known, "gds follows 2bn").order == Order("follow", "GDS", text=("2BN",))
    with pytest.raises(NotationError) as caught:
        known.parse("GDS follows 2BM")
    fault = caught.value
    assert (fault.column, fault.message, fault.hint) == (13, "no unit is called '2BM'", "did you mean 2BN?")


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ("GDS rallies banana", 13, "'banana' cannot stand behind 'rallies'", "leave it out"),
        ("GDS rallies -4", 13, "'-4' cannot stand behind 'rallies'", "leave it out"),
        ("GDS rallies NE", 13, "no facing can stand with 'rallies'", "let the turn be an action of its own"),
        ("GDS C4-D5 rallies", 5, "no place can stand with 'rallies'", "let the move be an action of its own"),
        ("GDS works g2", 11, "'g2' cannot stand behind 'works'", "the place stands before the verb: GDS G2 works"),
        ("GDS follows", 12, "behind 'follows' stands a unit", ""),
        (
            "GDS follows 2BN now",
            17,
            "'now' cannot stand behind 'follows', which takes one word or text",
            "leave it out",
        ),
        ("GDS now 4 -> steady", 14, "no result can stand behind 'now'", "leave it out"),
        ("GDS C4 -> steady", 8, "'->' cannot stand here; expected ", ""),
        ("GDS threatens 2BN 4:3", 19, "no dice can stand behind 'threatens'", THERE),
        ("GDS threatens 2BN -> routs", 22, "no result can stand behind 'threatens'", THERE.replace("them", "it")),
        ("GDS threatens 2BN (value 2)", 19, "no figures can stand behind 'threatens'", THERE),
        ("GDS threatens 2BN = 2:1", 21, "no figures can stand behind 'threatens'", THERE),
        ("spot", 5, "behind 'spot' stands one word or text at least", ""),
        ('dilemma "go on" 4:3', 8, "behind 'dilemma' stands 2 words or texts at least", ""),
        ("end banana", 5, "'banana' cannot stand behind 'end'", "leave it out"),
        ("end 4:3", 5, "no dice can stand behind 'end'", "leave them out"),
        ("end [nerve GDS 3]", 6, "no dice can stand behind the end of a phase", "write them in the line before"),
    ],
)  # fmt: skip
def test_what_a_verb_has_no_use_for_is_refused(line: str, column: int, message: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        Notation(RICH).parse(line)
    fault = caught.value
    assert (fault.column, fault.message[: len(message)], fault.hint) == (column, message, hint)


def test_dice_of_a_stranger_are_refused() -> None:
    known = Notation(RICH, ["GDS", "2BN"], ["blue", "red"])
    assert one(known, "[weather Blue 4]").declared.throws == (Thrown("weather", (4,), "blue"),)
    for line, column in (("[nerve NIX 3]", 8), ("GDS rallies [nerve NIX 3]", 20), ("GDS x 2BN [nerve nix 3]", 18)):
        with pytest.raises(NotationError) as caught:
            known.parse(line)
        assert (caught.value.column, caught.value.message.lower()) == (column, "no unit and no side is called 'nix'")


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("BRI1+BRI1 H12", 6, "BRI1 stands twice in this line"),
        ("BRI1 x BRI1 3:4", 8, "BRI1 cannot attack itself"),
    ],
)
def test_a_unit_stands_once_in_a_line(line: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Notation(LATE19C.vocabulary, ["BRI1", "BRI2"]).parse(line)
    assert (caught.value.column, caught.value.message) == (column, message)
