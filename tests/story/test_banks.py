"""Every construction of the banks, one by one: it can be filled, and it is printable English of this house."""

import re
import string

import pytest

from reportgen.story.pen import Build
from reportgen.story.ref import Ref
from reportgen.story.say import ALL
from reportgen.story.say.march import VERBS
from reportgen.story.words import tidy

BUILDS = [build for one in ALL for builds in one.values() for build in builds]
AMERICAN = re.compile(
    r"\b(?:colou?r(?<!colour)|gray|center|defense|maneuver|honor|favor|traveled|(?:real|recogn|organ)ize[ds]?)\b",
    re.IGNORECASE,
)


class Any_(dict[str, object]):
    """A reference for every slot: all of a reference's words can be asked of it."""

    def __missing__(self, key: str) -> object:
        return Ref("the guns", plural=True, brief="the guns")


def test_there_are_enough_of_them() -> None:
    assert len(BUILDS) > 450
    assert len({build.id for build in BUILDS}) == len(BUILDS)


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.id)
def test_a_construction(build: Build) -> None:
    text = tidy(build.text.format_map(Any_()))
    assert "!" not in text
    assert "{" not in text and "}" not in text
    assert "  " not in text and " ," not in text and ",," not in text
    assert text[0].isupper() or not text[0].isalpha()
    assert not AMERICAN.search(text)
    assert text.count("(") == text.count(")")
    assert not build.needs & build.bars


def test_each_situation_that_is_said_again_and_again_has_many_shapes() -> None:
    for situation, least in (
        ("fire.none", 12), ("fire.back", 12), ("fire.dead", 8), ("close.none", 12), ("close.back", 10),
        ("close.dead", 8),
        ("setup.close", 6), ("setup.fire", 6), ("great.dead", 5), ("line", 4), ("initiative", 4), ("march.two", 5),
    ):  # fmt: skip
        shapes = {build.shape for one in ALL for build in one.get(situation, ())}
        assert len(shapes) >= least, situation


def test_a_situation_that_is_always_said_has_constructions_without_conditions() -> None:
    for situation in ("fire.none", "fire.back", "fire.dead", "close.none", "close.back", "close.dead", "line"):
        free = [b for one in ALL for b in one.get(situation, ()) if not b.needs and not b.bars]
        assert len(free) >= 2, situation


def test_no_two_constructions_say_the_same() -> None:
    texts = [build.text for build in BUILDS]
    assert len(set(texts)) == len(texts)


def test_verbs_can_be_filled() -> None:
    for phrases in VERBS.values():
        assert len(set(phrases)) == len(phrases)
        for phrase in phrases:
            names = {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(phrase) if name}
            assert names <= {"r", "facing", "edge"}
