"""Small moves drawn together, and places in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.story.lore import Lore
from reportgen.story.march import March, marches, steps
from reportgen.story.names import Names
from reportgen.story.places import Places
from reportgen.story.setting import ground
from reportgen.story.timeline import timeline

Script = Callable[[Scenario], Any]


@pytest.fixture
def marched(convoy: Scenario, rules: Ruleset) -> Callable[[Any], list[March]]:
    def of(made: Any) -> list[March]:
        lore = Lore.of(rules)
        places = Places(convoy, lore)
        phase = timeline(made.log, convoy, rules).phases[-1]
        return marches(steps(phase.deeds, phase.after, Names(convoy, lore), places), phase.after)

    return of


def test_those_who_went_the_same_way_are_one(convoy: Scenario, script: Script, marched: Any) -> None:
    made = (
        script(convoy)
        .begin(1, "anglo-egyptian")
        .acts("anglo-egyptian")
        .move("BRI1", "B6-C6-D6")
        .move("EGY1", "B7-C7-D7")
        .move("MG", "B5-C5-D5")
        .done()
    )
    (together,) = marched(made)
    assert set(together.units) == {"BRI1", "EGY1", "MG"}
    assert (together.manner, together.squares) == ("on", 2)


def test_manners(convoy: Scenario, script: Script, marched: Any) -> None:
    made = (
        script(convoy)
        .begin(1, "anglo-egyptian")
        .acts("anglo-egyptian")
        .move("BRI1", "B6-C6")
        .move("MG", "B5-B4", "E")
        .move("RFA", "B8-A8")
        .move("EGY1", "B7", "N")
        .done()
    )
    assert {march.manner: march.units for march in marched(made)} == {
        "on": ("BRI1",), "right": ("MG",), "back": ("RFA",), "turn": ("EGY1",),
    }  # fmt: skip


def test_a_march_names_the_place_that_it_led_to(convoy: Scenario, script: Script, marched: Any) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").move("CAV1", "M9-L9-K9-J9-J10", "W").done()
    (ride,) = marched(made)
    assert ride.way == "up to the palms" and ride.arm == "cavalry"


def test_not_more_than_four_groups(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(3)
    lore = Lore.of(rules)
    places = Places(scenario, lore)
    names = Names(scenario, lore)
    for phase in timeline(log, scenario, rules).phases:
        made = steps(phase.deeds, phase.after, names, places)
        groups = marches(made, phase.after)
        assert len(groups) <= 4
        units = [unit for group in groups for unit in group.units]
        assert len(set(units)) == len(units)


@pytest.mark.parametrize(
    ("path", "way"),
    [
        (["C9", "D10"], "up to the northern outcrop"),
        (["E10", "G8"], "from the northern outcrop"),
        (["I8", "I9"], "into the palms"),
        (["I9", "I8"], "out of the palms"),
        (["C5", "D5"], ""),
        (["C5"], ""),
    ],
)
def test_ways(convoy: Scenario, rules: Ruleset, path: list[str], way: str) -> None:
    assert Places(convoy, Lore.of(rules)).way(path) == way


def test_ways_over_the_river(bridge: Scenario, rules: Ruleset) -> None:
    places = Places(bridge, Lore.of(rules))
    assert places.way(["M8", "M7"]) == "on to the bridge"
    assert places.way(["M9", "M8", "M7", "M6", "M5"]) == "out of the village"
    assert places.way(["E8", "E7", "E6", "F5"]) == "across the ford"
    assert places.way(["H4", "I3"]) == "on to the hill"


@pytest.mark.parametrize(
    ("square", "where"),
    [("A6", "near the western edge"), ("J6", "in the middle of the table"), ("F11", "by the northern outcrop")],
)
def test_where(convoy: Scenario, rules: Ruleset, square: str, where: str) -> None:
    places = Places(convoy, Lore.of(rules))
    found = places.where(places.grid.square(square))
    assert found == where or (square == "F11" and found == "among the northern outcrop")


def test_the_ground_in_words(bridge: Scenario, convoy: Scenario, rules: Ruleset) -> None:
    lore = Lore.of(rules)
    flat = ground(convoy, Places(convoy, lore), lore)
    assert flat.startswith("The table was eighteen squares by twelve, and flat. On it were two outcrops of rock ")
    assert "clumps of palms" in flat and flat.endswith("A track ran from west to east.")
    hilly = ground(bridge, Places(bridge, lore), lore)
    assert "a hill in the south" in hilly
    assert "A river ran from west to east, with a ford and a bridge." in hilly
    assert "A road ran from north to south." in hilly
