"""Stands named as a person would."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.board.ground import Ground
from reportgen.board.picture import Piece
from reportgen.board.squares import SquareGrid
from reportgen.rulesets import load
from reportgen.story.lore import Lore
from reportgen.story.names import Names
from reportgen.story.nouns import bare, demonym, groups
from reportgen.story.timeline import Pieces, timeline


def standing(names: Names, places: dict[str, str], facing: float = 90.0) -> dict[str, Piece]:
    """Pieces in squares, the second of a pair behind the first."""
    grid = names.scenario.ground.grid
    made: dict[str, Piece] = {}
    seen: set[str] = set()
    for unit, at in places.items():
        x, y = grid.centre(grid.square(at))
        side = [s.id for s in names.scenario.sides].index(names.side_of[unit])
        ahead = -0.23 if at in seen else 0.23 if list(places.values()).count(at) > 1 else 0.0
        made[unit] = Piece(
            unit, unit, side, "infantry", (x + (ahead if side == 0 else -ahead), y), facing if side == 0 else 270.0
        )
        seen.add(at)
    return made


@pytest.fixture
def names(convoy: Scenario, rules: Ruleset) -> Names:
    return Names(convoy, Lore.of(rules))


@pytest.fixture
def bridges(bridge: Scenario, rules: Ruleset) -> Names:
    return Names(bridge, Lore.of(rules))


def test_nouns_of_the_published_forces(convoy: Scenario, rules: Ruleset) -> None:
    found = groups(convoy, Lore.of(rules))
    assert found["EGY1"].one == "Egyptian stand" and found["EGY1"].body == "Egyptians"
    assert found["BRI1"].one == "British stand" and found["BRI1"].body == "British infantry"
    assert found["MG"].one == "machine gun" and found["MG"].prefix == ""
    assert found["RFA"].one == "field gun" and found["RFA"].prefix == "British"
    assert found["TRA1"].many == "wagons"
    assert found["JIH1"].one == "stand of Jihadia" and found["SPR1"].body == "spearmen"
    assert found["SBA"].prefix == "Mahdist" and found["EMI"].person


def test_nouns_of_named_troops(bridge: Scenario, rules: Ruleset) -> None:
    found = groups(bridge, Lore.of(rules))
    assert found["GRE1"].one == "stand of Grenadier Guards"
    assert found["MTN"].one == "mountain battery"
    assert found["GEN"].named and found["GEN"].one == "General Howard"
    assert found["LAN1"].body == "Uhlans"
    assert found["BAR"].prefix == "Southern"


@pytest.mark.parametrize("the", ["the ", "The ", "THE ", "a ", "An ", ""])
@pytest.mark.parametrize(
    ("unit", "type", "rest", "said", "plural"),
    [
        ("RFA", "field_artillery", "British guns", "the British field gun", False),
        ("RFA", "field_artillery", "Anglo-Egyptian heavy guns", "the heavy guns", True),
        ("RFA", "field_artillery", "Naval Brigade", "the Naval Brigade", False),
        ("RFA", "field_artillery", "Guard", "the Guard", False),
        ("EMI", "command", "Khalifa", "the Khalifa", False),
    ],
)
def test_an_article_at_the_head_of_a_name(
    convoy: Scenario, rules: Ruleset, the: str, unit: str, type: str, rest: str, said: str, plural: bool
) -> None:
    sides = [
        replace(side, units=tuple(replace(u, name=the + rest, type=type) if u.id == unit else u for u in side.units))
        for side in convoy.sides
    ]
    names = Names(replace(convoy, sides=(sides[0], sides[1])), Lore.of(rules))
    if unit == "EMI" and not the:
        said = rest
    place = {unit: "B5"}
    for ref in (names.unit(unit, standing(names, place)), names.body(names.groups[unit])):
        assert str(ref).replace("field guns", "field gun") == said
        assert ref.plural == plural or "field guns" in str(ref)


def test_a_company_s_letter_is_no_article() -> None:
    assert bare("A Company") == "A Company" and bare("The") == "The" and bare("Theban Guard") == "Theban Guard"


@pytest.mark.parametrize(
    ("adjective", "people"),
    [
        ("Egyptian", "Egyptians"),
        ("British", "British"),
        ("Sudanese", "Sudanese"),
        ("Mahdist", "Mahdists"),
        ("Royal", ""),
    ],
)
def test_peoples(adjective: str, people: str) -> None:
    assert demonym(adjective) == people


def test_left_and_right_are_the_owners(names: Names) -> None:
    # The column looks east, so north is its left; the Mahdists look west, so north is their right.
    pieces = standing(names, {"EGY1": "F7", "EGY2": "F5", "JIH1": "M7", "JIH2": "M5"})
    assert str(names.unit("EGY1", pieces)) == "the left-hand Egyptian stand"
    assert str(names.unit("EGY2", pieces)) == "the right-hand Egyptian stand"
    assert str(names.unit("JIH1", pieces)) == "the right-hand stand of Jihadia"


def test_four_in_a_line_are_counted_from_the_left(names: Names) -> None:
    pieces = standing(names, {"JIH1": "M4", "JIH2": "M5", "JIH3": "M6", "JIH4": "M7"})
    said = [str(names.unit(f"JIH{n}", pieces)).split()[1] for n in (1, 2, 3, 4)]
    assert said == ["left-hand", "centre-left", "centre-right", "right-hand"]


def test_one_behind_the_other_is_leading_and_rear(names: Names) -> None:
    pieces = standing(names, {"EGY1": "H6", "EGY2": "F6"})
    assert str(names.unit("EGY1", pieces)) == "the leading Egyptian stand"
    assert str(names.unit("EGY2", pieces)) == "the rear Egyptian stand"


def test_two_in_a_square_are_a_pair(names: Names) -> None:
    pieces = standing(names, {"SPR1": "F9", "SPR2": "F9", "SPR3": "F6"})
    assert str(names.pair("SPR1", pieces)) == "the right-hand pair of spearmen"
    assert str(names.unit("SPR2", pieces)) == "the rear stand of the right-hand pair of spearmen"
    assert names.pair("SPR1", pieces).plural


def test_bodies_far_apart_are_wings(names: Names) -> None:
    pieces = standing(names, {"SPR1": "F12", "SPR2": "F10", "SPR5": "F2"})
    assert str(names.unit("SPR5", pieces)) == "the stand of spearmen on the left"
    assert "on the right" in str(names.unit("SPR1", pieces))


def test_only_the_noun_where_one_is_left(names: Names) -> None:
    pieces = standing(names, {"EGY1": "F6"})
    names.speak_for("", ["EGY2", "EGY3"])
    assert str(names.unit("EGY1", pieces)) == "the last Egyptian stand"
    names.speak_for("", [])
    assert str(names.unit("EGY1", pieces)) == "the Egyptian stand"


def test_a_side_leaves_out_its_own_adjective(names: Names) -> None:
    pieces = standing(names, {"COM": "F6", "EMI": "M6"})
    assert str(names.unit("EMI", pieces)) == "the Mahdist General"
    names.speak_for("mahdist")
    assert str(names.unit("EMI", pieces)) == "the General"
    assert str(names.unit("COM", pieces)) == "the Anglo-Egyptian General"


def test_names_are_unique_among_the_living(names: Names, fought: object, rules: Ruleset) -> None:
    for seed in range(4):
        scenario, log = fought(seed)  # type: ignore[operator]
        of = Names(scenario, Lore.of(rules))
        for phase in timeline(log, scenario, rules).phases:
            said = [str(of.unit(unit, phase.before)) for unit in phase.before]
            assert len(set(said)) == len(said), [name for name in said if said.count(name) > 1]


def test_several_together(names: Names) -> None:
    pieces = standing(names, {"EGY1": "F8", "EGY2": "F6", "EGY3": "F4", "TRA1": "D6", "TRA2": "D5", "MG": "F3"})
    assert str(names.many(["EGY1", "EGY2", "EGY3"], pieces)) == "the Egyptians"
    assert str(names.many(["TRA1", "TRA2", "MG"], pieces)) == "both wagons and the machine gun"
    assert str(names.many(["EGY1", "EGY3"], pieces)) == "two of the Egyptian stands"


def test_on_the_march_it_matters_less_which(names: Names) -> None:
    pieces = standing(names, {f"SPR{n}": f"{'ABCDEFGH'[n - 1]}6" for n in range(1, 9)})
    assert str(names.marching(["SPR1", "SPR2"], pieces)) == "two stands of spearmen"
    assert str(names.marching(["SPR3"], pieces, {"Mahdist Spearmen"})) == "another stand of spearmen"


def test_general_howard_has_no_article(bridges: Names) -> None:
    pieces: Pieces = standing(bridges, {"GEN": "F6", "BAR": "F2"})
    assert str(bridges.unit("GEN", pieces)) == "General Howard"
    assert bridges.unit("GEN", pieces).they == "he"


def test_where_words_fail_a_place_helps_or_they_are_counted(names: Names) -> None:
    spots = {"SPR1": "C6", "SPR2": "D8", "SPR3": "E6", "SPR4": "F8", "SPR5": "G6", "SPR6": "H8"}
    said = [str(names.unit(unit, pieces)) for pieces in [standing(names, spots)] for unit in spots]
    assert len(set(said)) == 6
    assert any("from the front" in name for name in said)


def test_a_name_of_a_scenario_without_phrases(convoy: Scenario, rules: Ruleset) -> None:
    plain = replace(Lore.of(rules), nouns={}, command_types=frozenset())
    assert groups(convoy, plain)["MG"].one


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Wessex Fusiliers", "stand of Wessex Fusiliers"),
        ("Valley Levies", "stand of Valley Levies"),
        ("Light Dragoons", "stand of light dragoons"),
        ("Old Warriors", "stand of old warriors"),
        ("Mission Wagons", "stand of Mission wagons"),
        ("Sappers", "stand of sappers"),
    ],
)
def test_a_proper_name_keeps_its_capitals_and_a_common_noun_has_none(name: str, said: str, rules: Ruleset) -> None:
    units = (UnitSpec("A1", name, "regular_infantry"), UnitSpec("A2", name, "regular_infantry"))
    first = SideSpec("a", "A", "the As", "Northern", "S", units)
    second = SideSpec("b", "B", "the Bs", "Southern", "N", (UnitSpec("B1", "Line Infantry", "regular_infantry"),))
    scenario = Scenario("T", "late19c", Ground(SquareGrid.of(12, 12)), (first, second), ())
    assert groups(scenario, Lore.of(rules))["A1"].one == said


def test_units_counted_by_battalions_and_batteries_are_called_so() -> None:
    tin = load("tin_brigadier")
    units = (
        *(UnitSpec(f"H{n}", "Black Howitzers", "heavy_artillery") for n in (1, 2)),
        *(UnitSpec(f"C{n}", "Black Cossacks", "cavalry") for n in (1, 2)),
        UnitSpec("HQ", "Black Brigadier", "hq"),
    )
    first = SideSpec("a", "A", "the Blacks", "Black", "S", units)
    second = SideSpec("b", "B", "the Whites", "White", "N", (UnitSpec("B1", "White Infantry", "infantry"),))
    found = groups(Scenario("T", "tin_brigadier", Ground(SquareGrid.of(12, 12)), (first, second), ()), Lore.of(tin))
    assert (found["H1"].one, found["H1"].many, found["H1"].short) == (
        "howitzer battery",
        "howitzer batteries",
        "battery",
    )
    assert (found["C1"].one, found["C1"].body) == ("Cossack squadron", "Cossacks")
    assert found["HQ"].person and found["B1"].one == "battalion"


def test_several_are_named_in_the_order_in_which_they_acted(names: Names) -> None:
    pieces = standing(names, {"JIH1": "M7", "JIH2": "M5", "SBA": "M4", "BRI1": "B6"})
    first, second = str(names.many(["JIH1", "SBA"], pieces)), str(names.many(["SBA", "JIH1"], pieces))
    assert first.index("Jihadia") < first.index("gun") and second.index("gun") < second.index("Jihadia")


def test_all_that_stand_on_a_wing_are_the_whole_of_it(names: Names) -> None:
    where = {"JIH1": "M1", "SBA": "M2", "CAV1": "N3", "JIH2": "M8", "JIH3": "M9", "CAV2": "N11", "JIH4": "M6"}
    pieces = standing(names, {**where, "BRI1": "B6"})
    assert str(names.marching(["JIH1", "SBA", "CAV1"], pieces)) == "the whole left"  # from the eastern edge
    assert "whole" not in str(names.marching(["JIH1", "SBA"], pieces))
    assert "whole" not in str(names.marching(["JIH1", "SBA", "JIH4"], pieces))


def test_nobody_is_called_by_his_kind_alone_while_there_are_others(names: Names) -> None:
    pieces = standing(names, {"JIH1": "M1", "JIH2": "M5", "JIH3": "P6", "JIH4": "K10", "BRI1": "B6"})
    said = [str(names.unit(unit, pieces)) for unit in ("JIH1", "JIH2", "JIH3", "JIH4")]
    assert len(set(said)) == 4
    assert "the stand of Jihadia" not in said
