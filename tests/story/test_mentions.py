"""Whoever has been named is called by a shorter name afterwards, while nobody else could be meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.story.mentions import CLOSE, FRESH, Mentions
from reportgen.story.pen import Pen, bank
from reportgen.story.ref import Ref
from reportgen.story.report import Chronicle

Script = Callable[[Scenario], Any]
FRONT = Ref("the front stand of the pair of spearmen on the right", same="the same stand", brief="the spearmen",
            brief_plural=True, proper="SPR1", medium="the front stand")  # fmt: skip
REAR = Ref("the rear stand of the pair of spearmen on the right", brief="the spearmen", brief_plural=True,
           proper="SPR2", medium="the rear stand")  # fmt: skip
GUN = Ref("the left-hand field gun", brief="the gun", proper="RFA", medium="the left-hand gun")
BANK = bank(
    met="""
        svo | {a} {a.were} met by {d}
        passive | {d} met {a}
    """
)


def later(memory: Mentions, now: int, **slots: Ref) -> list[str]:
    return [str(ref) for ref in memory.later(slots, now).values()]


def test_the_first_mention_is_the_full_name() -> None:
    assert later(Mentions(), 0, a=FRONT, d=GUN) == [FRONT.text, GUN.text]


def test_the_next_is_the_body_of_men_and_the_number_agrees() -> None:
    memory = Mentions()
    memory.heard([FRONT], 0)
    ref = memory.later({"a": FRONT}, 1)["a"]
    assert (ref.text, ref.plural, ref.they) == ("the spearmen", True, "they")


def test_two_of_a_kind_keep_what_tells_them_apart() -> None:
    memory = Mentions()
    memory.heard([FRONT, REAR], 0)
    assert later(memory, 1, a=FRONT, d=REAR) == ["the front stand", "the rear stand"]


def test_one_who_is_only_about_to_be_named_counts_as_well() -> None:
    memory = Mentions()
    memory.heard([FRONT], 0)
    assert later(memory, 1, a=FRONT, d=REAR) == ["the front stand", REAR.text]


def test_a_name_is_due_again_after_a_while() -> None:
    memory = Mentions()
    memory.heard([FRONT, REAR, GUN], 0)
    assert later(memory, CLOSE + 1, a=FRONT) == [FRONT.text]
    assert later(memory, FRESH, a=GUN) == ["the gun"]
    assert later(memory, FRESH + 1, a=GUN) == [GUN.text]


def test_those_in_a_list_are_named_too() -> None:
    memory = Mentions()
    memory.heard([Ref("both stands of spearmen", plural=True, proper="SPR1 SPR2", members=(FRONT, REAR))], 0)
    assert later(memory, 1, a=FRONT) == ["the front stand"]


def test_the_pen_forgets_when_a_phase_is_over() -> None:
    pen = Pen("x", BANK)
    pen.begin()
    first, second = pen.say("met", a=FRONT, d=GUN), pen.say("met", a=FRONT, d=GUN)
    assert FRONT.text in first.lower() and FRONT.text not in second.lower()
    assert "spearmen" in second and "the gun" in second.lower()
    pen.begin()
    assert FRONT.text in pen.say("met", a=FRONT, d=GUN).lower()
    pen.end()
    assert FRONT.text in pen.say("met", a=FRONT, d=GUN).lower()


def test_the_verb_of_an_attack_agrees_with_the_shorter_name() -> None:
    pen = Pen("x", bank(go="svo | {a} {go} {d}\n passive | {d} saw what {a} did: {a.they} {go} {d.them}"))
    pen.begin()
    single = "hurled {r.their} spears at"
    assert "its spears" in pen.say("go", a=FRONT, d=GUN, go=single)
    assert "their spears" in pen.say("go", a=FRONT, d=GUN, go=single)


@pytest.mark.parametrize("seed", [1, 3])
def test_long_names_do_not_come_twice_running(seed: int, fought: Any, rules: Ruleset) -> None:
    """A name of seven words or more stands at most twice in any phase's first mention and where it alone is clear."""
    scenario, log = fought(seed)
    told = Chronicle(log, scenario, rules).report("full")
    for turn in told.turns:
        for phase in turn.phases:
            text = " ".join(block for block in phase.blocks if isinstance(block, str))
            assert text.count("the pair of spearmen on the right") <= 4, text
