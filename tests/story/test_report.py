"""Whole reports: what must hold for the text of any battle."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.story.model import Report
from reportgen.story.report import Chronicle, report

Script = Callable[[Scenario], Any]
BATTLES = [
    (seed, where, manner) for seed in range(5) for where in ("sudan", "skirmish") for manner in ("nearest", "random")
]


def texts(told: Report) -> Iterator[str]:
    """Every text of ours that a reader sees, whole paragraphs."""
    yield from (block for block in told.before if isinstance(block, str))
    for turn in told.turns:
        yield turn.heading
        yield turn.initiative
        yield from (block for block in turn.opening if isinstance(block, str))
        for phase in turn.phases:
            yield phase.line
            yield from (block for block in phase.blocks if isinstance(block, str))
            if phase.frame:
                yield phase.frame.caption
                yield phase.frame.alt
                assert phase.frame.picture.cartouche
                yield phase.frame.picture.cartouche.line
    yield told.outcome
    yield told.ground
    yield from (block for block in told.ending if isinstance(block, str))
    yield from (point.text for point in told.turning_points)
    if told.luck:
        yield told.luck.text
        yield from told.luck.least_likely
    yield from told.brief


@pytest.mark.parametrize(("seed", "where", "manner"), BATTLES)
def test_any_battle(seed: int, where: str, manner: str, fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(seed, where, manner)
    chronicle = Chronicle(log, scenario, rules)
    told = chronicle.report("full")
    for text in texts(told):
        assert "!" not in text
        assert not re.search(r"[{}]|\bNone\b(?! of)|  | [,.;:]|,,|\.\.|\bthe the\b|\ba the\b|\bup up\b", text), text
        assert not re.search(r"\bon on\b|\bleft left\b|\b[Oo]nly both\b", text), text
        assert not re.search(r"\ban? (?:the|those|that)\b", text), text
    for one, other in pairwise(chronicle.pen.written):
        assert one.build != other.build, (one, other)
        assert other.apart or one.shape != other.shape, (one, other)
        assert other.apart or one.opening != other.opening, (one, other)
    for written in chronicle.pen.written:
        assert written.text[0].isupper() or not written.text[0].isalpha(), written.text
        assert written.text.endswith((".", "?")), written.text
        assert 2 <= written.length <= 60, written.text


@pytest.mark.parametrize(("seed", "where", "manner"), BATTLES[:8])
def test_how_often_a_construction_comes_back(seed: int, where: str, manner: str, fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(seed, where, manner)
    chronicle = Chronicle(log, scenario, rules)
    chronicle.report("full")
    used = Counter(written.build for written in chronicle.pen.written if not written.build.startswith(("line", "init")))
    total = sum(used.values())
    assert max(used.values()) <= max(4, total / 15), used.most_common(4)


def test_sentences_vary_in_length(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(1)
    chronicle = Chronicle(log, scenario, rules)
    chronicle.report("full")
    lengths = [written.length for written in chronicle.pen.written]
    mean = sum(lengths) / len(lengths)
    assert 8 <= mean <= 20
    assert sum((n - mean) ** 2 for n in lengths) / len(lengths) > 16


def test_the_same_battle_is_told_in_the_same_words(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(3)
    assert report(log, scenario, rules) == report(log, scenario, rules)
    assert report(log, scenario, rules, "brief").brief == report(log, scenario, rules).brief


def test_another_battle_is_told_in_others(fought: Any, rules: Ruleset) -> None:
    (scenario, one), (_, other) = fought(1), fought(2)
    first, second = (report(log, scenario, rules).turns[0].phases[0].blocks for log in (one, other))
    assert first != second


def test_no_title_stands_twice(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(2, "skirmish")
    headings = [turn.heading for turn in report(log, scenario, rules).turns]
    titles = [heading.partition(": ")[2] for heading in headings]
    assert all(titles) and len(set(titles)) == len(titles)


def test_every_loss_is_told_where_it_happened(fought: Any, rules: Ruleset) -> None:
    """Whatever is left to the tables, a stand that is destroyed has its sentence: the phase is not silent about it."""
    scenario, log = fought(4)
    told = report(log, scenario, rules)
    for turn in told.turns:
        for phase in turn.phases:
            lost = [row for row in phase.combats if "destroyed" in row.result]
            if lost:
                assert sum(len(block) for block in phase.blocks if isinstance(block, str)) > 60


def test_the_brief_is_four_paragraphs_and_four_pictures(fought: Any, rules: Ruleset) -> None:
    for seed in range(3):
        scenario, log = fought(seed)
        told = report(log, scenario, rules, "brief")
        assert len(told.brief) == 4 and all(len(text) > 40 for text in told.brief)
        ids = [frame.id for frame in told.brief_frames]
        assert len(ids) == 4 and ids[0] == "start" and ids[-1] == "end"
        assert told.brief[0].startswith("A column marches with supplies; somebody minds.")


def test_turning_points_are_the_largest_swings_in_order(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(1)
    points = report(log, scenario, rules).turning_points
    assert [point.turn for point in points] == sorted(point.turn for point in points)
    assert points and all(point.chances and abs(point.chances[0] - point.chances[1]) >= 0.05 for point in points)


def test_again_is_said_of_what_happens_again(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy)
    for turn in (1, 2, 3):
        made.begin(turn, "mahdist").acts("mahdist", 6).fight("JIH1", "MG", (3, 8)).done().acts(
            "anglo-egyptian", 4
        ).done()
    told = report(made.log, convoy, rules)
    first, second, third = (" ".join(map(str, turn.phases[0].blocks)) for turn in told.turns)
    again = re.compile(r"\b(?:again|another|still|once more|second|third|before)\b", re.IGNORECASE)
    assert not again.search(first)
    assert again.search(second) and again.search(third)
    lines = " ".join(turn.phases[0].line for turn in told.turns[1:])
    assert re.search(r"once more|another|third time|twice", lines + second + third, re.IGNORECASE)


def test_initiative_knows_streaks_and_ties(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy)
    for turn in (1, 2, 3):
        made.begin(turn, "mahdist", (12, 10)).acts("mahdist").fight("JIH1", "MG", (3, 8)).done()
    told = report(made.log, convoy, rules)
    assert all("twelve" in turn.initiative.lower() and "ten" in turn.initiative for turn in told.turns)
    assert re.search(r"again|once more|kept|running", told.turns[2].initiative, re.IGNORECASE)


def test_a_lost_general_is_told_at_length(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(5, "mahdist").acts("mahdist").fight(
        "SPR3", "COM", (11, 5), "destroyed", kind="close",
        mods=({"combat.value": 2, "close.adjacent": 1, "close.same_square": 2}, {"combat.value": 3}),
    ).done()  # fmt: skip
    told = report(made.log, convoy, rules)
    text = " ".join(map(str, told.turns[0].phases[0].blocks))
    assert "General" in text and text.count(".") >= 3
    assert told.strength is not None and told.strength.marks == ((1, "Anglo-Egyptian General lost"),)


def test_spotting_dilemmas_and_reinforcements(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(2, "anglo-egyptian").acts("anglo-egyptian", 1)
    made.add("spot", body=NORTH, units=["SPR1", "SPR2"], dice=[3, 7], seen=False, by="anglo-egyptian")
    made.add("dilemma", options=["deploy the Egyptians", "fire the machine gun"], dice=[2, 4], chosen=1)
    made.done()
    text = " ".join(map(str, report(made.log, convoy, rules).turns[0].phases[0].blocks))
    assert NORTH in text and "three" in text and "seven" in text
    assert re.search("‘deploy the Egyptians’ (or|and) ‘fire the machine gun’", text) and "second" in text


NORTH = "the northern outcrop"


def test_outcomes(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    def outcome(winner: str | None, why: str, **more: Any) -> str:
        made = script(convoy).begin(1, "mahdist").acts("mahdist").done().ends(winner, why)
        made.log.events[-1].data.update(more)
        return report(made.log, convoy, rules).outcome

    nine = {"mahdist": 9.0, "anglo-egyptian": 4.0}
    assert "Mahdists" in outcome("mahdist", "turn limit", points=nine, destroyed=nine)
    assert "nine to four" in outcome("mahdist", "turn limit", points=nine, destroyed=nine)
    assert "objectives" in outcome("mahdist", "turn limit", points=nine)
    assert outcome(None, "agreed", text="The column got away.") == "The column got away."
    assert "Nobody won" in outcome(None, "turn limit", points={"mahdist": 4.0, "anglo-egyptian": 4.0})
    assert "Anglo-Egyptians" in outcome("anglo-egyptian", "objective")
    assert "field" in outcome("mahdist", "no stands")
    assert "players agreed" in outcome(None, "agreed")


def _blocks(told: Report, phase: int = 0) -> str:
    return " ".join(map(str, told.turns[0].phases[phase].blocks))


def test_a_stand_that_goes_back_over_its_exit_is_not_destroyed(
    convoy: Scenario, rules: Ruleset, script: Script
) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight(
        "CAV1", "COM", (9, 6), "withdraw", kind="close", mods=({"combat.value": 2}, {"combat.value": 3}))  # fmt: skip
    made.add("left", unit="COM", edge="W", why="withdrawal")
    told = report(made.done().log, convoy, rules)
    text = _blocks(told)
    assert "General" in text and "destroyed" not in text
    assert re.search(r"home|way off the table|left the field|over the edge", text)
    assert re.search(r"without (?:a|their) General", text)
    assert told.losses[0].left == ("COM",) and told.losses[0].rows == ()


def test_wagons_that_get_through(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(9, "anglo-egyptian").acts("anglo-egyptian")
    for unit in ("TRA1", "TRA2"):
        made.add("activate", units=[unit], left=3)
        made.add("leave", unit=unit, path=["A7", "B7"], edge="E", cost=2)
    told = report(made.done().log, convoy, rules)
    assert re.search(r"[Bb]oth wagons.*eastern edge|eastern edge.*both wagons|wagons the last", _blocks(told))
    assert told.strength is not None and told.strength.points[0][-1] == told.strength.points[0][0] - 2


def test_no_way_back_is_told(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (9, 5), "withdraw", why="blocked")
    assert re.search(r"way back|nowhere|room|every way", _blocks(report(made.done().log, convoy, rules)))


def test_unknown_throws_are_left_out(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist", (0, 0)).acts("mahdist", 0).fight("JIH1", "MG", (0, 0)).done()
    combat = next(made.log.of("combat"))
    combat.data["totals"] = None
    told = report(made.log, convoy, rules)
    assert told.turns[0].initiative and "nought" not in told.turns[0].initiative
    phase = told.turns[0].phases[0]
    assert phase.activation is None and phase.line == ""
    assert "nought" not in _blocks(told)


def test_horses_are_got_off_and_on(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").add("activate", units=["CAV1"], left=2)
    made.add("dismount", unit="CAV1", facing="W").done()
    assert re.search(
        r"dismounted|down from their horses|down from its horses", _blocks(report(made.log, convoy, rules))
    )


def test_a_masked_stand_is_noticed(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").move("CAV1", "M9-G6", "W").done()
    made.acts("anglo-egyptian").move("COM", "C6-E6", "E").move("MG", "B5-D6", "E").done()
    text = _blocks(report(made.log, convoy, rules), 1)
    assert re.search(r"past the General|had the General not been|[Tt]he General stood in|stood the General", text), text


def test_those_in_hiding_come_out(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy).begin(1, "mahdist").acts("mahdist").move("SPR1", "F12-F10-F9", "W")
    made.add("revealed", units=["SPR1"], why="moved").done()
    assert NORTH in _blocks(report(made.log, convoy, rules))
