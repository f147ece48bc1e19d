"""What is only said when it is true: titles, captions, counts, names and connectives that once said too much."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Objective, Scenario
from reportgen.story.closing import deciding
from reportgen.story.fates import Fate, Fates
from reportgen.story.frames import Frames
from reportgen.story.lore import Lore
from reportgen.story.model import Report
from reportgen.story.names import Names
from reportgen.story.pen import Pen, bank
from reportgen.story.places import Places
from reportgen.story.ref import Ref
from reportgen.story.report import Chronicle, report
from reportgen.story.say import ALL
from reportgen.story.say.turns import TITLES
from reportgen.story.setting import ground, some, stood
from reportgen.story.timeline import timeline
from tests.story.skirmishers import RULES, Book

Script = Callable[[Scenario], Any]


def blocks(told: Report, turn: int = 0, phase: int = 0) -> str:
    return " ".join(map(str, told.turns[turn].phases[phase].blocks))


def started() -> Book:
    return Book().orders("red", {"RGHQ": 3}, {"RGHQ": 3})


def titles(*tags: str, **slots: str) -> set[str]:
    """Every title or caption that may be given where just these tags hold."""
    situation = "caption" if "caption" in slots else "title"
    given = {name: value for name, value in slots.items() if name != "caption"}
    held = frozenset(tags)
    return {
        build.text
        for build in TITLES[situation]
        if build.needs <= held and not build.bars & held and build.slots <= given.keys()
    }


# -- the deciding objective --------------------------------------------------------------------------------------------


def stormed(bridge: Scenario, script: Script) -> Any:
    """The Northerners take the village, which wins at once; another objective of theirs is met by the same step."""
    goals = (
        Objective("north", "hold", "The village stormed", at=("N9",), wins=True, points=8),
        Objective("north", "hold", "A foot in the village", at=("M9", "N9"), points=4),
    )
    scenario = replace(bridge, objectives=goals)
    made = script(scenario).begin(6, "north").acts("north").move("GRE2", "M11-M10-N9", "S")
    made.fight("LIN1", "VOL1", (9, 2), "destroyed").done()
    made.acts("south").fight("FLD1", "LIN3", (9, 2), "destroyed").done()
    made.phase, made.side = "end", None
    for number, goal in enumerate(goals):
        made.add("objective", objective=number, title=goal.title, by="north", points=goal.points)
    return made.ends("north", "objective")


def test_the_objective_that_won_is_told_in_the_last_phase_and_named_as_the_reason(
    bridge: Scenario, rules: Ruleset, script: Script
) -> None:
    made = stormed(bridge, script)
    chronicle = Chronicle(made.log, made.scenario, rules)
    told = chronicle.report("full")
    event = deciding(chronicle.line)
    assert event is not None and event["title"] == "The village stormed"
    assert re.search(r"Grenadier.*‘The village stormed’", blocks(told, 0, 1))
    assert "‘The village stormed’" not in blocks(told, 0, 0)
    for text in (str(told.ending[0]), told.brief[3]):
        settled = next(sentence for sentence in text.split(". ") if "in turn six" in sentence)
        assert "‘The village stormed’" in settled and "A foot" not in settled
    assert told.turns[0].heading in ("Turn 6: The decision", "Turn 6: What they had come for")


def test_a_turning_points_map_says_what_turned(bridge: Scenario, rules: Ruleset, script: Script) -> None:
    made = stormed(bridge, script)
    told = Chronicle(made.log, made.scenario, rules).report("brief")
    captions = {frame.id: frame.caption for frame in told.brief_frames}
    assert "Grenadier" in captions["turn-6-north"]
    assert "‘The village stormed’" in " ".join(point.text for point in told.turning_points)


def test_the_brief_tells_the_outcome_and_a_kill_once(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (12, 1), "destroyed").done()
    told = report(made.ends("mahdist", "no stands").log, convoy, rules, "brief")
    assert told.outcome and told.outcome not in told.brief[3]
    assert "machine gun" not in told.brief[1] and "machine gun" in told.brief[2]


def test_a_turn_is_named_once_in_sentences_that_follow_each_other(
    convoy: Scenario, rules: Ruleset, script: Script
) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "BRI1", (3, 8))
    made.fight("SPR1", "BRI2", (3, 8), kind="close").done()
    assert report(made.log, convoy, rules, "brief").brief[1].lower().count("turn one") == 1


# -- who did it --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_what_missed_belongs_to_him_who_was_named(seed: int) -> None:
    """Two fire at a battalion, one of them hits; the other's shots go on to somebody else: it is he who is named."""
    book = Book().orders("red", {"RGHQ": 1 + seed})
    book.figures |= {"BINF2": 1, "BENG": 1}
    book.fire("RINF2", "BINF2", [1, 1]).fire("RINF2", "BENG", [6, 6], apart=True).fire("RGUN", "BINF2", [6]).done()
    end = next(s for s in re.split(r"(?<=\.) ", book.text()) if "engineer" in s and "fire on" not in s)
    assert re.search("battalion", end.split("engineer")[0]) and "battery" not in end, end


def test_shots_that_went_on_did_not_miss_where_they_had_hit() -> None:
    book = started().fire("RGUN", "BINF2", [6, 1]).fire("RINF2", "BINF2", [6]).fire("RGUN", "BENG", [6], apart=True)
    assert not re.search("missed", book.done().text())


@pytest.mark.parametrize("seed", range(4))
def test_the_last_figure_is_no_last_one_figure(seed: int) -> None:
    book = Book().orders("red", {"RGHQ": 1 + seed})
    book.figures["BINF2"] = 1
    assert "last one" not in book.fire("RGUN", "BINF2", [6, 1]).done().text()


def test_a_unit_keeps_its_name_for_a_turn(bridge: Scenario, rules: Ruleset, script: Script) -> None:
    """The Uhlans change places in their own phase; the enemy's names for them do not change with it."""
    made = script(bridge).begin(1, "south").acts("south").move("LAN1", "Q1-R2", "N").move("LAN2", "R1-P1", "N").done()
    made.acts("north").fight("GRE1", "LAN1", (3, 8)).done().begin(2, "south").acts("south").done()
    first, second, later = timeline(made.log, bridge, rules).phases
    names = Names(bridge, Lore.of(rules))
    before, same, after = ([str(names.unit(u, p.stage)) for u in ("LAN1", "LAN2")] for p in (first, second, later))
    assert before == same and after == before[::-1]


def test_a_drawn_charge_is_nobodys_defeat_and_its_retreat_is_shown() -> None:
    book = started().charge("RCAV", "BINF3").assault().melee("RCAV", "BINF3", [1, 1], [1, 1]).back("RCAV", "K7-K5-K4")
    chronicle = book.done().chronicle()
    phase = chronicle.report("full").turns[0].phases[0]
    assert [row.result for row in phase.combats] == ["RCAV withdraws"]
    assert chronicle.line.phases[0].back == ["RCAV"]
    assert not re.search("came off worse|beaten|who attacked|once too often", book.text())
    assert phase.frame is not None and phase.frame.picture.cartouche is not None
    assert "driven back" in phase.frame.picture.cartouche.line


def test_a_deed_of_this_turn_was_done_earlier_in_it(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    for pips in range(3, 9):
        made = script(convoy).begin(1, "mahdist").acts("mahdist", pips).fight("JIH1", "RFA", (12, 1), "destroyed")
        made.done().acts("anglo-egyptian", pips).fight("BRI1", "JIH1", (12, 1), "destroyed").done()
        assert "in turn one" not in blocks(report(made.log, convoy, rules), 0, 1)


def test_who_is_destroyed_has_not_lost_all_but_one() -> None:
    fates = Fates(Pen("x", *ALL), Lore.of(RULES), Chronicle(started().log, started().scenario, RULES).places)
    ref = Ref("the battalion")
    assert not re.search("all but|down to|lost", fates.said(ref, Fate("B", 4, 1, end="combat")))
    own = fates.said(ref, Fate("B", 4, 1, end="gone home by the wood"))
    assert "gone home by the wood" in own and "destroyed" not in own


# -- titles ------------------------------------------------------------------------------------------------------------


def test_what_titles_ask_for() -> None:
    hit = titles("fought", "hit", "fire", "blooded", figure="figure")
    assert hit and not hit & {"The first holes in the line", "The range is found", "Losses on either hand"}
    assert "The guns have the word" not in hit
    assert "The first holes in the line" in titles("fought", "hit", "many-hit")
    assert "Losses on either hand" in titles("fought", "hit", "both-hurt")
    assert not any("suffer" in title for title in titles("fought", "dead", "fire", d="x", dbody="y", dBody="Y"))
    still = titles("far", "fought-before", "later")
    assert still and not still & {"Marching", "More walking", "Dust on both sides", "The approach"}
    assert not titles("busy", "fought-before", "leave") & {"The lull", "A breathing space", "Nothing to report"}


def test_a_turns_title_knows_what_came_before() -> None:
    book = started().fire("RGUN", "BINF2", [6, 1]).fire("RINF1", "BINF1", [6]).done()
    book.orders("blue", {"BGHQ": 1}).done().orders("red", {"RGHQ": 3}).fire("RGUN", "BINF2", [6, 1]).done()
    chronicle = book.chronicle()
    chronicle.report("full")
    mine = [[seen for seen in chronicle.weighed if seen.fight.turn == turn.number] for turn in chronicle.line.turns]
    since = chronicle.titles.since
    assert (since["blooded"], since["fought-before"]) == (1, 1) and since["later"] > 100
    tags, slots = chronicle.titles._about(chronicle.line.turns[0], mine[0])
    assert {"hit", "many-hit"} <= tags and "both-hurt" not in tags and slots["figure"] == "figure"


def test_the_end_of_one_of_several_is_not_the_end_of_the_kind(bridge: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(bridge)
    for turn, gun in enumerate(("FLD1", "HVY", "FLD2"), 1):
        made.begin(turn, "north").acts("north").fight("GRE1", gun, (12, 1), "destroyed").done()
    chronicle = Chronicle(made.log, bridge, rules)
    called = [
        str(chronicle.titles._about(turn, [seen])[1]["d"])
        for turn, seen in zip(chronicle.line.turns, chronicle.weighed, strict=True)
    ]
    assert called == ["a gun", "a gun", "the gun"]


# -- captions ----------------------------------------------------------------------------------------------------------


def test_shots_are_no_blows() -> None:
    shots = titles("fought", "quiet", "shots", caption="", us="x", foe="y")
    assert shots and "Shots and blows, and nobody the worse" not in shots
    assert "All that fighting moved nobody" not in shots
    book = started().fire("RGUN", "BINF2", [1, 1]).done()
    frame = book.chronicle().report("full").turns[0].phases[0].frame
    assert frame is not None and frame.picture.cartouche is not None
    assert frame.picture.cartouche.line == "One shot, no effect"
    assert "low" not in frame.caption


def test_a_phase_in_which_something_was_done_is_not_called_unchanged() -> None:
    denied = titles(caption="", us="x") - titles("busy", caption="", us="x")
    assert denied == {"{us} stood still", "No change among {us}"}
    assert titles("busy", caption="", us="x") == {"No fighting, but something was done"}
    assert titles("busy", "known", "rallied", caption="", us="x", rallied="y") == {"{rallied} rallied"}
    assert "A phase without effect" not in titles("fought", "quiet", "busy", caption="", us="x")
    assert not titles("busy") & {"Nobody stirs", "Nothing to report", "A turn of waiting", "Both sides think"}


def test_captions_of_hits_say_whose() -> None:
    book = started().fire("RGUN", "BINF2", [6, 6]).fire("RINF1", "BINF1", [6]).done()
    chronicle = book.chronicle()
    tags, slots = chronicle.titles._hits(chronicle.line.phases[0])
    assert tags == {"hit", "more-hit", "worst", "worn", "two-hit"}
    assert (slots["lost"], slots["lost2"], slots["total"]) == ("two figures", "one", "three figures")
    caption = chronicle.report("full").turns[0].phases[0].frame.caption  # type: ignore[union-attr]
    assert not re.search("figures fell|not ground", caption)


def test_the_field_is_left_when_the_last_has_left_it(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    for pips in range(3, 8):
        made = script(convoy).begin(9, "anglo-egyptian").acts("anglo-egyptian", pips)
        made.add("activate", units=["RFA"], left=3).add("leave", unit="RFA", path=["A7", "B7"], edge="E", cost=2)
        told = report(made.done().log, convoy, rules)
        assert "the last of them" not in blocks(told)
        frame = told.turns[0].phases[0].frame
        assert frame is not None and "left the field" not in frame.caption


def test_one_over_the_edge_is_one_and_not_among_other_losses() -> None:
    assert "Here {foe} lost one over the edge" in titles("foe-leave", "fought", caption="", foe="x", ngone="one")
    assert not any("edge" in t for t in titles("foe-leave", "dead", "more-dead", caption="", foe="x", ngone="one"))
    assert "Here {foe} lost one over the edge" not in titles("foe-leave", "more-gone", caption="", foe="x", ngone="two")


def test_turning_about_is_no_march(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").move("JIH1", "M7", "N").move("JIH2", "M6", "N").done()
    frame = report(made.log, convoy, rules).turns[0].phases[0].frame
    assert frame is not None and frame.picture.cartouche is not None
    assert not re.search("move|ground|ositions|came on", frame.caption)
    assert frame.picture.cartouche.line == "Two stands turned"


def test_one_thing_was_settled_only_if_it_was_one() -> None:
    (one,) = (build for bank_ in ALL for build in bank_.get("loss", ()) if "One thing" in build.text)
    assert "sole" in one.needs


# -- counts ------------------------------------------------------------------------------------------------------------


def test_on_the_field_are_those_who_are_there(bridge: Scenario, rules: Ruleset, script: Script) -> None:
    chronicle = Chronicle(script(bridge).log, bridge, rules)
    side = bridge.side("north")
    said = stood(bridge, side, chronicle.names, chronicle.places, chronicle.line.start, chronicle.pen, chronicle.lore)
    assert "nine stands" in said and len(side.units) == 10 and "turn three" in said
    for pips in range(3, 7):
        made = script(bridge).begin(1, "north").acts("north", pips).done().ends("south")
        assert "ten" not in re.findall(r"[a-z]+", " ".join(report(made.log, bridge, rules, "brief").brief))


def test_two_on_the_table_are_told_where_they_stand() -> None:
    book = Book()
    chronicle = book.chronicle()
    pieces = {unit: piece for unit, piece in chronicle.line.start.items() if unit in ("BINF1", "BINF3", "RINF1")}
    side = book.scenario.side("blue")
    said = stood(book.scenario, side, chronicle.names, chronicle.places, pieces, chronicle.pen, chronicle.lore)
    assert "on the right in the north-west" in said and "on the left in the north-east" in said


def test_commanders_are_left_out_in_so_many_words() -> None:
    book = started().fire("RGUN", "BINF2", [1]).done().ends("red", "army morale")
    assert "commanders not counted" in " ".join(map(str, book.chronicle().report("full").ending))


def test_a_draw_is_a_success_only_for_those_who_did_something() -> None:
    for turn in range(4):
        book = Book()
        for _ in range(turn + 1):
            book.orders("red", {"RGHQ": 1}).done().orders("blue", {"BGHQ": 1}).done()
        book.ends("red")
        book.log.events[-1].data["winner"] = None
        assert "call it a success" not in " ".join(map(str, book.chronicle().report("full").ending))


def test_powder_that_is_laid_is_not_forgotten() -> None:
    book = Book().orders("red", {"RGHQ": 1}).done().orders("blue", {"BGHQ": 4})
    book.add("work", task="mine", unit="BENG", at="G6", points=2, done=False).done()
    laid = " ".join(map(str, book.ends("red").chronicle().report("full").ending))
    assert re.search("powder|charges", laid)
    book.log.events.pop()
    book.turn, book.phase, book.side = 1, "second", "blue"
    book.add("blown", at="G6", unit="BENG", points=9, done=True)
    fired = " ".join(map(str, book.ends("red").chronicle().report("full").ending))
    assert not re.search("powder|charges", fired)


def test_who_only_lost_figures_did_not_go_the_way_of_the_destroyed() -> None:
    pen = Pen("x", *ALL)
    for _ in range(6):
        assert "same way" not in pen.say("turning.also", set(), foe="the Reds", n="one unit", were="was")


# -- the ground --------------------------------------------------------------------------------------------------------


def test_a_road_that_stops_does_not_run_across(bridge: Scenario, rules: Ruleset) -> None:
    grid = bridge.ground.grid
    stubs = sum(1 << grid.square(f"{column}{row}") for column in "ABC" for row in (2, 10))
    land = replace(bridge.ground, areas={"road": stubs}, edges={}, places={}, heights=(0,) * grid.size)
    lore = Lore.of(rules)
    scenario = replace(bridge, ground=land)
    assert "Two roads ran over parts of it." in ground(scenario, Places(scenario, lore), lore)
    one = replace(scenario, ground=replace(land, areas={"road": sum(1 << grid.square(f"{c}2") for c in "ABC")}))
    assert "A road came in from the west." in ground(one, Places(one, lore), lore)


def test_one_wall_is_not_walls(bridge: Scenario, rules: Ruleset) -> None:
    lore = Lore.of(rules)
    places = Places(bridge, lore)
    assert "There was a wall to be reckoned with." in ground(bridge, places, lore)
    walls = bridge.ground.edges["wall"]
    far = frozenset({(0, 0)})
    two = replace(bridge, ground=replace(bridge.ground, edges={"wall": walls | far}))
    assert "There were walls to be reckoned with." in ground(two, places, lore)
    both = replace(bridge, ground=replace(bridge.ground, edges={"wall": walls, "hedge": walls | far}))
    assert "There were hedges and a wall to be reckoned with." in ground(both, places, lore)


def test_men_who_are_named_as_several_come_as_several(bridge: Scenario, rules: Ruleset) -> None:
    north, south = bridge.sides
    few = replace(south, units=tuple(unit for unit in south.units if unit.id != "LAN2"))
    names = Names(replace(bridge, sides=(north, few)), Lore.of(rules))
    come = some(["LAN1"], names)
    assert (str(come), come.were) == ("the Uhlans", "were")
    assert some(["HVY"], names).were == "was"


def test_a_table_with_a_slope_is_not_flat() -> None:
    scenario = Book().scenario
    lore = Lore.of(RULES)
    assert "flat" in ground(scenario, Places(scenario, lore), lore)
    areas = {**scenario.ground.areas, "steep": 1}
    steep = replace(scenario, ground=replace(scenario.ground, areas=areas))
    assert "flat" not in ground(steep, Places(steep, lore), lore)


def test_a_reports_maps_do_not_tell_the_deed_before_it_is_done(bridge: Scenario, rules: Ruleset) -> None:
    names = Names(bridge, Lore.of(rules))
    labels = {label for _, label in Frames(bridge, names).objectives}
    assert labels == {"Northern objective", "Southern objective"}
    assert {label for _, label in Frames(bridge, names, titles=True).objectives} == {
        "Hold the bridge", "Hold the village",
    }  # fmt: skip


# -- how it is said ----------------------------------------------------------------------------------------------------


def test_nothing_opens_a_phase_that_goes_on_from_something() -> None:
    pen = Pen("x", bank(s="one | Besides, it rained\ntwo | There was rain as well\nthree | It rained"))
    for _ in range(5):
        pen.begin()
        assert pen.say("s") == "It rained."
    assert pen.say("s") != "It rained."


def test_a_paragraph_that_comes_to_open_its_phase_loses_its_connective() -> None:
    pen = Pen("x", bank(s="one | It rained", t="one | It snowed"))
    pen.begin()
    pen.say("s")
    led = pen.say("t")
    assert led.endswith(", it snowed.")
    assert pen.unled(f"{led} More followed.") == "It snowed. More followed."
    assert pen.unled("It rained.") == "It rained."


def test_a_pair_is_not_named_twice_in_a_breath(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    """The two Egyptians of a square, and of three in all, fire one after the other."""
    for pips in range(3, 11):
        made = script(convoy).begin(1, "anglo-egyptian").acts("anglo-egyptian", pips)
        made.fight("EGY1", "CAV1", (3, 8)).fight("EGY2", "CAV1", (3, 8)).done()
        text = blocks(report(made.log, convoy, rules))
        assert text.count("Egyptian pair") + text.count("pair of Egyptian") <= 1, text


@pytest.mark.parametrize("pips", range(3, 9))
def test_in_vain_again_means_that_it_was_in_vain_before(
    pips: int, convoy: Scenario, rules: Ruleset, script: Script
) -> None:
    made = (
        script(convoy).begin(1, "mahdist").acts("mahdist", pips).fight("JIH1", "MG", (9, 2), "withdraw", back="B5-A5")
    )
    made.done().begin(2, "mahdist").acts("mahdist", pips + 1).fight("JIH1", "MG", (3, 8)).done()
    text = blocks(report(made.log, convoy, rules), 1)
    assert not re.search(r"no better|once more nobody|As before|like the one before|Still|second time", text), text


@pytest.mark.parametrize("seed", range(4))
def test_no_better_luck_than_none(seed: int) -> None:
    book = Book().orders("red", {"RGHQ": 1 + seed}).fire("RGUN", "BINF2", [6, 1]).done()
    book.orders("blue", {"BGHQ": 1}).done().orders("red", {"RGHQ": 1 + seed}).fire("RGUN", "BINF2", [1, 1]).done()
    assert "no better luck" not in book.text()
