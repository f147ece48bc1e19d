"""A battle without an engine told: what was written down is said, and nothing that nobody knows."""

from __future__ import annotations

import re
from functools import cache

from reportgen import rulesets
from reportgen.story.model import Picture, Remark, Report
from reportgen.story.report import report
from tests.anyrules.table import battle_text, played, read, sample


@cache
def told() -> Report:
    battle = sample()
    one = played(battle)
    rules = rulesets.of(battle.scenario)
    return report(one.log, battle.scenario, rules, "full", battle.record, placed=one.placed)


def words(made: Report) -> str:
    phases = [block for turn in made.turns for phase in turn.phases for block in phase.blocks]
    return " ".join(block for block in phases if isinstance(block, str))


def test_the_rules_are_called_by_their_name() -> None:
    assert told().ruleset == "Pot and Bandolier, our house rules"


def test_what_came_of_a_fight_is_said() -> None:
    text = words(told())
    assert re.search(r"troop of dragoons, which lost[^.]* and was routed", text)
    assert re.search(r"lost four[^.]* two squares", text)
    assert "was steady again" in text
    assert "last seen riding east" in text


def test_turning_points_are_told_and_nobody_guesses_what_they_were_worth() -> None:
    points = told().turning_points
    assert [point.turn for point in points] == sorted(point.turn for point in points)
    assert points and all(point.chances is None for point in points)
    assert any("corn cart" in point.text for point in points)
    assert not any("odds" in text or "chances" in text for text in told().brief)


def test_no_word_of_odds() -> None:
    made = told()
    assert all(combat.chance == "" for combat in made.combats)
    assert made.luck is not None
    assert (made.luck.rows, made.luck.least_likely) == ((), ())
    assert "twenty-three dice" in made.luck.text


def test_strength_is_what_is_tracked() -> None:
    made = told()
    assert made.strength is not None
    assert (made.strength.points[0][0], made.strength.points[0][-1]) == (54.0, 40.0)
    royalist, parliament = made.losses
    assert (royalist.lost, royalist.of, royalist.left) == ("10", "54", ("KCART",))
    first = parliament.rows[0]
    assert (first.unit, first.how, first.points) == ("PDRA", "last seen riding east", "6")
    assert ("KPIK", 4, "reduced to 10 of 16") in [(row.unit, row.turn, row.how) for row in royalist.rows]


def test_combats_show_all_their_dice() -> None:
    first, second = told().combats[:2]
    assert (first.dice, first.totals, first.result) == (("5, 3, 6", ""), (None, None), "KHOR −1 strength")
    assert (second.dice, second.totals) == (("4", "5"), (6, 7))
    assert [modifier.name for modifier in second.modifiers[1]] == ["wall"]


def test_maps_have_the_marks_of_what_happened() -> None:
    kinds = {
        mark.kind for turn in told().turns for phase in turn.phases if phase.frame for mark in phase.frame.picture.marks
    }
    assert kinds >= {"move", "fire", "close", "withdraw", "arrive", "exit", "loss"}


def test_photographs_and_notes_stand_where_they_were_taken() -> None:
    turns = told().turns
    blocks = turns[0].phases[1].blocks
    photo = next(n for n, block in enumerate(blocks) if isinstance(block, Picture))
    before, after = blocks[photo - 1], blocks[photo + 1]
    assert isinstance(before, str) and "dragoons" in before
    assert isinstance(after, str) and "shot" in after and "dragoons" not in after
    assert any(isinstance(block, Remark) and "walls" in block.text for block in turns[1].phases[1].blocks)


def test_two_phases_of_a_side_in_a_turn_are_two() -> None:
    battle = read(
        battle_text((1, "red", ["RED1 C2"]), (1, "blue", ["BLU1 F2"]), (1, "red", ["RED1 D2", "CAN B2"])).replace(
            "          - 'CAN B2'", "          - note: The second time.\n          - 'CAN B2'"
        )
    )
    one = played(battle)
    made = report(one.log, battle.scenario, rulesets.of(battle.scenario), "full", battle.record, placed=one.placed)
    first, _, third = made.turns[0].phases
    assert not any(isinstance(block, Remark) for block in first.blocks)
    assert [block.text for block in third.blocks if isinstance(block, Remark)] == ["The second time."]
    ids = [phase.frame.id for phase in made.turns[0].phases if phase.frame]
    assert ids == ["turn-1-red", "turn-1-blue", "turn-1-red-2"]


def test_the_brief_report_has_four_paragraphs() -> None:
    battle = sample()
    made = report(played(battle).log, battle.scenario, rulesets.of(battle.scenario), "brief", battle.record)
    assert len(made.brief) == len(made.brief_frames) == 4
    assert "Not a unit was lost" not in made.brief[1]
