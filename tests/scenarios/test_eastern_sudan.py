"""The published encounter: its forces and slips, and that the ground asks for the spotting throw that was thrown."""

from __future__ import annotations

from collections.abc import Mapping

from reportgen import rulesets
from reportgen.battle.orders import Choice, Declared, Order, Throw, Violation
from reportgen.battle.play import Battle
from tests.scenarios.test_scenarios import cost, scenario

MARCH: Mapping[int, str] = {
    1: "EGI1 D7 EGI2 D7 BRI1 D6 BRI2 D6 CMD E6 RFA D8 MG D5 BRI3 C6 TRN2 C6",
    2: "CMD G6 RFA F8 EGI1 F7 EGI2 F7 BRI1 F6 BRI2 F6 MG F5 EGI3 C7 TRN1 C7",
}
"""Where the column went in its first two turns, on six activations each."""
ROUND_THE_ROCKS = "CAV1 H12 CAV2 H12"
THROWS = {"initiative": {"anglo-egyptian": 12, "mahdist": 2}, "activation": {"anglo-egyptian": 6, "mahdist": 8}}


class Marching:
    """The first two turns of the published play-test, by our reconstruction of its squares."""

    def __init__(self) -> None:
        self.orders: list[Order] = []

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        if throw.purpose == "activation":
            going = MARCH[battle.turn] if throw.side == "anglo-egyptian" else ROUND_THE_ROCKS
            words = going.split() if throw.side == "anglo-egyptian" or battle.turn == 1 else []
            self.orders = [Order("move", u, path=(at,)) for u, at in zip(words[::2], words[1::2], strict=True)]
        if throw.purpose == "spotting":
            return (3 if throw.side == "anglo-egyptian" else 7,)
        return (THROWS[throw.purpose][throw.side],)

    def choose(self, battle: Battle, choice: Choice) -> Order:
        return self.orders.pop(0) if self.orders else Order("end")

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        return False

    def declared(self, battle: Battle) -> Declared | None:
        return None


def test_the_forces_are_the_published_ones_and_so_are_the_slips() -> None:
    anglo, mahdist = scenario("eastern-sudan").sides
    assert [(cost(side), len(side.units)) for side in (anglo, mahdist)] == [(24, 11), (32, 17)]
    assert (anglo.declared_points, anglo.declared_stands) == (26, 11)
    assert (mahdist.declared_points, mahdist.declared_stands) == (32, 16)
    assert (anglo.general, mahdist.general) == ("exceptional", "average")


def test_one_spotting_throw_is_asked_for_as_it_was_thrown() -> None:
    battle = Battle(rulesets.load("late19c"), scenario("eastern-sudan"), Marching())
    battle.play(turns=2)
    throws = [(event.turn, event["by"], event["body"], event["dice"]) for event in battle.log.of("spot")]
    assert throws == [(2, "anglo-egyptian", "the northern rocks", [3, 7])]
    assert not list(battle.log.of("revealed"))
