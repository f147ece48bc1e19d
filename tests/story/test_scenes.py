"""Battles whose hits take figures away: what belongs together is told together, and every figure is that of the log."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from reportgen.story.fates import fate_of
from reportgen.story.own import OwnTeller
from reportgen.story.scenes import Assault, Salvo, scenes
from reportgen.story.timeline import timeline
from tests.story.skirmishers import RULES, Book


def started() -> Book:
    return Book().orders("red", {"RGHQ": 3}, {"RGHQ": 3})


def test_a_test_of_nerve_belongs_to_the_fire_that_called_for_it() -> None:
    book = started().fire("RGUN", "BINF2", [5, 1, 1]).fire("RINF1", "BINF1", [5, 5, 1, 1]).fire("RINF3", "BINF3", [1])
    book.assault().test("BINF2", 1, pinned=True).test("BINF1", 0, lost="rout").done()
    line = timeline(book.log, book.scenario, RULES)
    gun, first, third = line.fights
    assert [one.unit for one in gun.reactions] == ["BINF2"]
    assert [one.unit for one in first.reactions] == ["BINF1"]
    assert not third.reactions
    assert first.loss is None and first.reactions[0].loss is not None
    assert line.phases[0].lost == ["BINF1"]
    rows = book.chronicle().report("full").turns[0].phases[0].combats
    assert [row.result for row in rows] == [
        "BINF2 −1 figure, pinned",
        "BINF1 −2 figures, rout",
        "no effect",
    ]


def test_what_was_told_of_a_rout_names_who_ran_and_from_whom() -> None:
    text = started().fire("RINF1", "BINF1", [5, 5, 1, 1]).assault().test("BINF1", 0, lost="rout").done().text()
    assert re.search(r"broke and ran|threw down its arms|broke and was not seen", text)
    assert "the battalion on the left" in text and "the Blue battalion on the right" in text


def test_all_that_fell_on_one_unit_is_one_sentence() -> None:
    book = started().fire("RGUN", "BINF2", [5, 5, 1]).fire("RINF2", "BINF2", [6, 1, 1, 1]).assault()
    book.test("BINF2", 3, pinned=True).done()
    chronicle = book.chronicle()
    chronicle.report("full")
    said = [one for one in chronicle.pen.written if one.build.startswith("own.fire")]
    assert len(said) == 1
    assert re.search(r"three (of|figures)|down to five figures", said[0].text)
    assert re.search("pinned|brought to a stand", said[0].text)


def test_shots_without_effect_are_drawn_together() -> None:
    book = started().fire("RGUN", "BINF2", [1, 1, 1]).fire("RINF1", "BINF1", [1, 1]).fire("RINF3", "BINF3", [1]).done()
    chronicle = book.chronicle()
    chronicle.report("full")
    assert sum(one.build.startswith(("own.fire", "own.vain")) for one in chronicle.pen.written) == 1


def test_an_end_is_put_to_somebody_by_those_who_hit_him() -> None:
    book = started()
    book.figures["BGUN"] = 1
    book.fire("RINF1", "BGUN", [1, 1, 1, 1]).fire("RGUN", "BGUN", [5, 1, 1]).done()
    text = book.text()
    assert "field battery" in text and "left-hand battalion" not in text


def test_a_shot_that_went_on_says_whom_it_was_meant_for() -> None:
    book = started().fire("RGUN", "BINF2", [1, 1, 6]).fire("RGUN", "BENG", [6], apart=True)
    first, carried = (scene for scene in scenes_of(book) if isinstance(scene, Salvo))
    assert (first.target, first.carried, carried.target, carried.carried) == ("BINF2", False, "BENG", True)
    text = book.done().text()
    assert text.index("Blue battalion") < text.index("engineer company")
    assert re.search("went past|went over|near the line of that fire|not all wasted|spared", text)


def scenes_of(book: Book) -> list[Salvo | Assault]:
    chronicle = book.chronicle()
    phase = chronicle.line.phases[0]
    return scenes(phase, [seen for seen in chronicle.weighed if seen.fight in phase.fights], chronicle.names.side_of)


def test_a_charge_holds_its_volley_its_melee_and_the_pursuit() -> None:
    book = started().charge("RCAV", "BINF3").assault().volley("BINF3", "RCAV", [5, 1, 1, 1])
    book.melee("RCAV", "BINF3", [5, 5, 5], [], fired=1).back("BINF3", "K8-K9-K10").test("BINF3", 4)
    book.add("advance", unit="RCAV", path=["K7", "K8"], facing="N", slot=0).add("pursuit", unit="RCAV")
    book.add("declare", verb="pursue", unit="RCAV", target="BGUN", at="", path=[], facing="", text=["BGUN"])
    book.melee("RCAV", "BGUN", [5, 5, 5], [1, 1, 1, 1]).done()
    first, second = (scene for scene in scenes_of(book) if isinstance(scene, Assault))
    assert first.volley is not None and first.melee is not None and first.took and first.followed
    assert first.volley.fight.side == "blue"
    assert second.pursuit and second.target == "BGUN"
    mine = fate_of("BINF3", first.fights, "strength")
    assert (mine.lost, mine.back, mine.end) == (3, 2, "")
    text = book.text()
    assert text.index("lancers") < text.index("howitzer battery")
    assert re.search("did not stop there|Carried on by success|next to feel", text)


def test_a_volley_that_breaks_a_charge_is_told_without_a_melee() -> None:
    book = started().charge("RCAV", "BINF3").assault().volley("BINF3", "RCAV", [5, 5, 1, 1])
    book.test("RCAV", 2, back="K5-K4-K3", pinned=True).add("called off", unit="RCAV", why="driven back").done()
    (scene,) = scenes_of(book)
    assert isinstance(scene, Assault) and scene.melee is None and scene.off == "driven back"
    assert re.search(r"(met its fire|never came home|had the ground to itself)[^.]*pinned", book.text())


@pytest.mark.parametrize(
    ("dice", "left", "kept", "said"),
    [
        ({"RGHQ": 3}, {"RGHQ": 4}, 0, "three one four"),
        ({"RGHQ": 5}, {"RGHQ": 8}, 2, "five two one eight"),
    ],
)
def test_orders_are_told_with_all_that_they_are_made_of(
    dice: dict[str, int], left: dict[str, int], kept: int, said: str
) -> None:
    book = Book().orders("red", {"RGHQ": 2}, {"RGHQ": 3}).fire("RGUN", "BINF2", [1]).done(kept)
    book.orders("blue", {"BGHQ": 4, "BHQ": 6}).done().orders("red", dice, left).fire("RGUN", "BINF2", [1]).done()
    lines = [phase.line for turn in book.chronicle().report("full").turns for phase in turn.phases]
    assert "ten orders" in lines[1].lower()
    allowed = set(said.split())
    assert set(re.findall(r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b", lines[2].lower())) <= allowed
    total = {4: "four", 8: "eight"}[sum(left.values())]
    assert total in lines[2].lower()


def test_rallying_digging_and_the_bridge_are_told() -> None:
    book = started().done().orders("blue", {"BGHQ": 4, "BHQ": 1})
    declared = {"target": "", "path": [], "facing": "", "text": []}
    book.add("declare", verb="rally", unit="BINF1", at="", **declared)
    book.add("declare", verb="rally", unit="BINF2", at="", **declared)
    book.add("work", task="entrench", unit="BINF3", at="", points=11, done=True)
    book.add("work", task="mine", unit="BENG", at="G6", points=2, done=False)
    text = book.done().text()
    assert re.search(r"[Bb]attalion", text)
    assert re.search("dug themselves in|dug itself in|entrenched|got into it", text)
    assert re.search(r"two dice", text)
    book.orders("red", {"RGHQ": 1}).done().orders("blue", {"BGHQ": 4, "BHQ": 1})
    book.add("blown", at="G6", unit="BENG", points=9, done=True).add(
        "work", task="blow", unit="BENG", at="G6", points=0, done=True
    )
    assert "nine" in book.done().text()


def test_a_rally_of_one_is_no_order_restored_among_many() -> None:
    for seed in range(6):
        book = Book().orders("red", {"RGHQ": 1 + seed}).done().orders("blue", {"BGHQ": 2, "BHQ": 1})
        book.add("declare", verb="rally", unit="BINF1", at="", target="", path=[], facing="", text=[])
        assert "restored among" not in book.done().text()


def test_the_army_that_broke_is_counted() -> None:
    book = started().fire("RGUN", "BINF2", [5, 5, 1]).done().ends("red", "army morale", (2, 0))
    told = book.chronicle().report("full")
    text = str(told.ending[0])
    assert re.search(r"nought of five|none of five|of five", text)


def test_the_side_that_lost_less_and_still_lost_is_told_why() -> None:
    book = started().fire("RGUN", "BINF2", [5, 5, 1]).done()
    book.phase, book.side = "end", None
    book.add("objective", objective=0, title="The bridge taken", by="red", points=6)
    book.add(
        "end", winner="red", why="turn limit", points={"red": 8.0, "blue": 5.0}, destroyed={"red": 2.0, "blue": 5.0}
    )
    text = str(book.chronicle().report("full").ending[0])
    assert "‘The bridge taken’" in text and re.search("alone|But for|lost the battle all the same", text)


def test_turning_points_know_a_rout_from_a_move() -> None:
    book = started().fire("RGUN", "BINF2", [5, 5, 1]).assault().test("BINF2", 0, lost="rout").done().ends("red")
    (point,) = book.chronicle().report("full").turning_points
    assert "moved" not in point.text
    assert re.search("broke|ran|nerve|enough", point.text)


def test_luck_is_figures_against_exact_odds() -> None:
    book = started().fire("RGUN", "BINF2", [5, 5, 1]).fire("RINF1", "BINF1", [1, 1, 1, 1]).done().ends("red")
    luck = book.chronicle().report("full").luck
    assert luck is not None
    red, blue = luck.rows
    assert (red.expected, red.scored) == (round(3 / 3 + 4 / 3, 1), 2.0)
    assert (blue.expected, blue.scored) == (0.0, 0.0)
    assert "figures" in luck.text


def test_battles_that_cost_strength_have_their_own_teller() -> None:
    assert isinstance(Book().chronicle().fights, OwnTeller)


def test_the_map_marks_who_ran_and_who_fell_back() -> None:
    book = started().fire("RGUN", "BINF2", [5, 1, 1]).fire("RINF1", "BINF1", [5, 5, 1, 1]).assault()
    book.test("BINF1", 0, lost="rout").test("BINF2", 2, back="G8-G9", pinned=True).done()
    frame = book.chronicle().report("full").turns[0].phases[0].frame
    assert frame is not None
    kinds = [mark.kind for mark in frame.picture.marks]
    assert kinds.count("loss") == 1 and kinds.count("withdraw") == 1
    assert "one withdrawal" in frame.alt and "one loss" in frame.alt


def test_going_aboard_and_ashore_is_told() -> None:
    book = started()
    nothing = {"path": [], "text": []}
    book.add("declare", verb="embark", unit="RINF1", target="RGUN", at="", facing="", **nothing)
    assert re.search("went aboard|on board", book.text())
    book.add("declare", verb="disembark", unit="RINF1", target="", at="G5", facing="N", **nothing)
    assert re.search("got out|put down|under its feet", book.done().text())


def test_those_who_change_their_formation_alike_share_a_sentence() -> None:
    book = started()
    for unit in ("RINF1", "RINF2"):
        book.add("declare", verb="column", unit=unit, target="", at="", facing="", path=[], text=[])
    assert len(re.findall("formed column", book.done().text())) == 1


@pytest.mark.parametrize("turn", [1, 2])
def test_no_construction_comes_twice_in_a_phase(turn: int) -> None:
    book = Book()
    for _ in range(turn):
        book.orders("red", {"RGHQ": 6}, {"RGHQ": 7})
        for unit, target in (("RINF1", "BINF1"), ("RINF2", "BINF2"), ("RINF3", "BINF3"), ("RGUN", "BGUN")):
            book.fire(unit, target, [5, 1, 1])
        book.assault()
        for unit in ("BINF1", "BINF2", "BINF3"):
            book.test(unit, 2, pinned=True)
        book.done()
    chronicle = book.chronicle()
    starts: list[int] = []
    begin = chronicle.pen.begin
    chronicle.pen.begin = lambda: (starts.append(len(chronicle.pen.written)), begin())[1]  # type: ignore[method-assign]
    chronicle.report("full")
    for first, last in pairwise([*starts, len(chronicle.pen.written)]):
        builds = [one.build for one in chronicle.pen.written[first:last]]
        assert len(set(builds)) == len(builds), builds


def test_shots_meant_for_different_units_are_not_said_to_be_meant_for_one() -> None:
    book = started().fire("RINF1", "BINF1", [1, 6]).fire("RINF1", "BENG", [6], apart=True)
    book.fire("RINF3", "BINF3", [1, 6]).fire("RINF3", "BENG", [6], apart=True).done()
    text = book.text()
    assert re.search("meant for others|others were to have had", text)
    alone = started().fire("RINF1", "BINF1", [1, 1]).fire("RINF1", "BENG", [6], apart=True).done().text()
    assert re.search("right-hand|on the right", alone) and "others" not in alone
