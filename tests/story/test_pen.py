"""The sentence builder: choice by facts and by memory, the same for the same battle."""

from itertools import pairwise

import pytest

from reportgen.story.pen import Pen, bank
from reportgen.story.ref import Ref

BANK = bank(
    went="""
        svo | {a} went
        passive | by {a} the road was taken
        fronted +far | far away {a} went
        never -far | nobody saw {a} go
        place | to {where} went {a}
    """,
    only="""
        svo | the {a} stood
    """,
)
GUNS = Ref("the guns", plural=True)


def written(seed: str, count: int = 12) -> Pen:
    pen = Pen(seed, BANK)
    for _ in range(count):
        pen.say("went", {"far"}, a=GUNS, where="town")
    return pen


def test_tags_must_hold_or_must_not() -> None:
    far = {w.build for w in written("x", 40).written}
    assert far == {"went/0", "went/1", "went/2", "went/4"}
    pen = Pen("x", BANK)
    near = {pen.say("went", a=GUNS) for _ in range(20)}
    assert not any("Far away" in text for text in near)
    assert any("Nobody saw" in text for text in near)


def test_a_construction_with_an_empty_slot_is_left_aside() -> None:
    pen = Pen("x", BANK)
    for _ in range(12):
        assert "To " not in pen.say("went", a=GUNS, where="")


def test_no_construction_and_no_opening_twice_in_a_row() -> None:
    for seed in "abcdefgh":
        trace = written(seed, 30).written
        for one, other in pairwise(trace):
            assert one.build != other.build
            assert one.shape != other.shape
            assert one.opening != other.opening


def test_where_there_is_but_one_construction_a_connective_keeps_the_openings_apart() -> None:
    pen = Pen("x", BANK)
    said = [pen.say("only", a="men") for _ in range(4)]
    assert said[0] == "The men stood."
    assert said[1].endswith(", the men stood.")
    openings = [text.split()[0] for text in said]
    assert all(one != other for one, other in pairwise(openings))


def test_the_same_seed_writes_the_same_text_and_another_another() -> None:
    def texts(seed: str) -> list[str]:
        return [w.text for w in written(seed).written]

    assert texts("a") == texts("a")
    assert len({tuple(texts(seed)) for seed in "abcdef"}) > 3


def test_fresh_is_silent_until_enough_has_been_said() -> None:
    pen = Pen("x", BANK)
    assert pen.fresh("only", rest=3, a="men")
    assert pen.fresh("only", rest=3, a="men") == ""
    for _ in range(4):
        pen.say("went", a=GUNS)
    assert pen.fresh("only", rest=3, a="men")


def test_a_report_never_fails_for_words() -> None:
    pen = Pen("x", BANK)
    assert pen.say("nowhere", a=GUNS, d="the horse") == "The guns met the horse."
    assert "the guns" in pen.say("nowhere", us=GUNS)
    assert pen.say("nowhere").endswith(".") and pen.title("outcome") == "The battle was over"
    assert [w.build for w in pen.written] == ["plain/nowhere"] * 3


def test_a_bad_line_in_a_bank_is_a_fault() -> None:
    with pytest.raises(ValueError, match="no bar"):
        bank(bad="svo {a} went")
    with pytest.raises(ValueError, match=r"needs \+ or -"):
        bank(bad="svo far | {a} went")


def test_titles_do_not_repeat_while_others_fit() -> None:
    pen = Pen("x", bank(title="t1 | One\nt2 | Two\nt3 +far | Three"))
    assert {pen.title("title", {"far"}) for _ in range(3)} == {"One", "Two", "Three"}


def test_pick_takes_what_was_longest_unused() -> None:
    pen = Pen("x")
    first = [pen.pick("verb", ("went", "came", "stood")) for _ in range(6)]
    assert sorted(first[:3]) == sorted(first[3:]) == ["came", "stood", "went"]
    with pytest.raises(ValueError, match="nothing to pick"):
        pen.pick("verb", ())
