"""Plain English."""

import pytest

from reportgen.story import words


@pytest.mark.parametrize(
    ("n", "said"), [(0, "nought"), (8, "eight"), (12, "twelve"), (21, "twenty-one"), (40, "forty"), (100, "100")]
)
def test_numbers(n: int, said: str) -> None:
    assert words.number(n) == said


@pytest.mark.parametrize(
    ("n", "said"), [(3, "a three"), (8, "an eight"), (11, "an eleven"), (1, "a one"), (12, "a twelve")]
)
def test_a_number_takes_its_article_by_the_sound(n: int, said: str) -> None:
    assert words.a_number(n) == said


@pytest.mark.parametrize(
    ("value", "printed", "said"),
    [
        (3.0, "3", "three points"),
        (1.0, "1", "one point"),
        (0.5, "½", "half a point"),
        (7.5, "7½", "seven and a half points"),
        (0.0, "0", "nought points"),
    ],
)
def test_points(value: float, printed: str, said: str) -> None:
    assert words.points(value) == printed
    assert words.points_word(value) == said


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.25, "one in four"),
        (0.5, "one in two"),
        (36 / 144, "one in four"),
        (4 / 144, "one in thirty-six"),
        (0.667, "two in three"),
        (0.0, "none at all"),
        (1.0, "a certainty"),
        (0.001, "less than one in two hundred"),
        (0.97, "all but certain"),
    ],
)
def test_chances(p: float, said: str) -> None:
    assert words.chance(p) == said


def test_a_chance_in_words_is_never_far_from_the_number() -> None:
    for n in range(1, 138):
        said = words.short_chance(n / 144).split(" in ")
        assert abs(int(said[0]) / int(said[1]) - n / 144) < 0.04


@pytest.mark.parametrize(
    ("parts", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists(parts: list[str], said: str) -> None:
    assert words.listed(parts) == said


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("the  guns fired ", "The guns fired."),
        ("it stopped , then went on.", "It stopped, then went on."),
        ("nobody,.", "Nobody."),
        ("who?", "Who?"),
        ("(eight) to one", "(Eight) to one."),
    ],
)
def test_a_sentence_is_tidied(raw: str, clean: str) -> None:
    assert words.tidy(raw) == clean


def test_none_are_left() -> None:
    assert [words.left(n) for n in (0, 3)] == ["none", "three"]


def test_ordinals_and_times() -> None:
    assert [words.ordinal(n) for n in (1, 2, 20, 21, 22, 113)] == [
        "first",
        "second",
        "twentieth",
        "21st",
        "22nd",
        "113th",
    ]
    assert [words.times(n) for n in (1, 2, 3)] == ["once", "twice", "three times"]
