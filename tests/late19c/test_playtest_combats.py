"""The 21 combats of the published play-test: their dice and modifiers give their totals and results but for the slips.

The recorded battle, positions and all, is tried elsewhere; here each combat stands alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from reportgen import rulesets
from reportgen.battle.orders import Choice, Declared, Order, Throw, Violation
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Placement, Scenario, SideSpec, UnitSpec
from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.data import load

GOLDEN: dict[str, Any] = yaml.safe_load((Path(__file__).parents[1] / "golden" / "late19c-playtest1.yaml").read_text())
COMBATS: list[dict[str, Any]] = GOLDEN["combats"]
SLIPS: dict[str, Any] = GOLDEN["slips"]
DATA = load()
RULES = {name: rule for rule, name in combat.NAMES.items() if not rule.startswith("fire")}


def sums(fight: dict[str, Any]) -> list[int]:
    return [sum(adds.values()) for adds in fight["adds"]]


def totals(fight: dict[str, Any]) -> list[int]:
    return [die + added for die, added in zip(fight["dice"], sums(fight), strict=True)]


class Thrown:
    """The dice of one combat, in the order in which they fell; nothing else is thrown or decided."""

    def __init__(self, fight: dict[str, Any]) -> None:
        self.orders = iter([Order(fight["kind"], "A", "D")])
        self.dice = iter([*fight["dice"], *fight.get("again", [])])

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        if throw.purpose in ("combat", "rethrow"):
            return (next(self.dice),)
        return ({"first": 12, "second": 1}[throw.side],) if throw.purpose == "initiative" else (12,)

    def choose(self, battle: Battle, choice: Choice) -> Order:
        return next(self.orders, Order("end")) if choice.kind == "order" else choice.options()[0]

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        return False

    def declared(self, battle: Battle) -> Declared | None:
        return None


def fought(fight: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> tuple[Battle, Iterator[int]]:
    """The engine fights it with the modifiers of the report, one stand against one on open ground."""
    published = tuple([(RULES[name], amount) for name, amount in adds.items()] for adds in fight["adds"])
    monkeypatch.setattr(combat, "terms", lambda *_: published)
    sides = tuple(
        SideSpec(id, id, id, id, edge, (UnitSpec(unit, unit, fight[who]),), "exceptional")
        for id, edge, unit, who in (("first", "W", "A", "attacker"), ("second", "E", "D", "defender"))
    )
    scenario = Scenario(
        "A combat",
        "late19c",
        Ground(SquareGrid.of(9, 1)),
        (sides[0], sides[1]),
        (Placement("A", "D1", "E"), Placement("D", "E1", "W")),
        turns=1,
    )
    answers = Thrown(fight)
    battle = Battle(rulesets.load("late19c"), scenario, answers)
    battle.play()
    return battle, answers.dice


def test_there_are_nine_close_and_twelve_fire_combats() -> None:
    assert Counter(fight["kind"] for fight in COMBATS) == {"close": 9, "fire": 12}
    assert [fight["id"] for fight in COMBATS] == list(range(1, 22))


@pytest.mark.parametrize("fight", COMBATS, ids=lambda fight: f"combat {fight['id']}")
def test_the_engine_gives_the_published_result(fight: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    battle, left = fought(fight, monkeypatch)
    (event,) = battle.log.of("combat")
    assert event["totals"] == SLIPS["totals"].get(fight["id"], fight["totals"])
    assert event["dice"] == fight["dice"]
    assert event["rethrows"] == ([fight["again"]] if "again" in fight else [])
    loser = "" if fight["result"] == "ineffective" else {"attacker": "A"}.get(fight.get("loser", ""), "D")
    assert (event["result"], event["loser"]) == (fight["result"], loser)
    assert next(left, None) is None, "dice that the rules did not ask for"
    gone = [e["unit"] for e in battle.log.of("destroyed")]
    back = [e["unit"] for e in battle.log.of("withdraw")]
    assert gone == (["D"] if fight["result"] == "destroyed" else [])
    assert back == ([loser] if fight["result"] == "withdraw" else [])


def test_exactly_the_listed_totals_are_added_up_wrongly() -> None:
    wrong = {fight["id"]: totals(fight) for fight in COMBATS if totals(fight) != fight["totals"]}
    assert wrong == SLIPS["totals"]


def test_exactly_one_stand_is_given_a_value_that_it_does_not_have() -> None:
    generals = {side: DATA.generals[GOLDEN["sides"][side]["general"]] for side in GOLDEN["sides"]}
    other = dict(zip(generals, reversed(generals), strict=True))

    def value(type_: str, side: str) -> int:
        return generals[side] if type_ == "command" else DATA.types[type_].value

    wrong = {}
    for fight in COMBATS:
        side = fight["side"]
        for who, whose, adds in zip(("attacker", "defender"), (side, other[side]), fight["adds"], strict=True):
            right = value(fight[who], whose)
            if adds["value"] != right:
                corrected = totals(fight)
                corrected[who == "defender"] += right - adds["value"]
                result = combat.judge(corrected[0], corrected[1], DATA.parts)
                wrong[fight["id"]] = {who: right, "totals": corrected, "result": result}
            assert adds.get("cmd", generals[whose]) == generals[whose], "a Command stand adds its General's value"
    assert wrong == SLIPS["values"]


def test_exactly_the_listed_charges_went_without_their_bonus() -> None:
    missed = {}
    for fight in COMBATS:
        arms = [DATA.types[fight[who]].arm for who in ("attacker", "defender")]
        if fight["kind"] == "close" and arms[0] == "cavalry" and arms[1] in ("infantry", "artillery"):
            assert "cavalry" not in fight["adds"][0]
            mine, theirs = totals(fight)
            mine += DATA.close_cavalry
            missed[fight["id"]] = {"totals": [mine, theirs], "result": combat.judge(mine, theirs, DATA.parts)}
    assert missed == SLIPS["charges"]
    defended = {fight["id"]: fight["result"] for fight in COMBATS if fight.get("loser") != "attacker"}
    assert [id for id in missed if missed[id]["result"] != defended.get(id)] == GOLDEN["changed"]


def test_the_defender_with_exactly_half_is_destroyed() -> None:
    assert [fight["id"] for fight in COMBATS if fight["totals"][0] == 2 * fight["totals"][1]] == GOLDEN["half"]
    assert {fight["result"] for fight in COMBATS if fight["id"] in GOLDEN["half"]} == {"destroyed"}


def test_exactly_the_listed_strengths_are_counted_wrongly() -> None:
    points, stands = {}, {}
    for id, side in GOLDEN["sides"].items():
        cost = sum(DATA.types[type_].value * count for type_, count in side["stands"].items())
        if cost != side["published"]["points"]:
            points[id] = cost
        if sum(side["stands"].values()) != side["published"]["stands"]:
            stands[id] = sum(side["stands"].values())
    assert (points, stands) == (SLIPS["points"], SLIPS["stands"])
