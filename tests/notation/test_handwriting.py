"""YAML as a person would write it, and read back equal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen.files.handwriting import WIDTH, handwritten
from reportgen.files.source import parse
from reportgen.problems import Problems


def reread(text: str) -> Any:
    problems = Problems()
    source = parse(text, "f.yaml", problems)
    assert source is not None, text
    assert [str(problem) for problem in problems] == []
    return source.data


def test_it_looks_written_by_hand() -> None:
    data = {
        "format": "reportgen-battle/1",
        "version": "1.1",
        "turns": [
            {"turn": 1, "initiative": {"blue": 12, "red": [5, "?"]}, "phases": [{"side": "blue", "actions": ["end"]}]},
            {"turn": 2, "phases": [{"side": "red", "actions": ["A x B 9:4 = 14:9 -> withdraws K5", "[luck 3]"]}]},
        ],
        "note": "first\n\nsecond\n",
        "ends": {"why": "no"},
        "squares": ["A1-A3", "B7"],
    }
    text = handwritten(data, ["actions"], ["turns", "ends"])
    assert (
        text
        == """\
format: reportgen-battle/1
version: "1.1"

turns:
  - turn: 1
    initiative: {blue: 12, red: [5, "?"]}
    phases:
      - side: blue
        actions:
          - end

  - turn: 2
    phases:
      - side: red
        actions:
          - A x B 9:4 = 14:9 -> withdraws K5
          - "[luck 3]"
note: |
  first

  second

ends: {why: "no"}
squares: [A1-A3, B7]
"""
    )
    assert reread(text) == data


def test_long_texts_are_folded() -> None:
    text = handwritten({"note": "word " * 60 + "end"})
    assert text.startswith("note: >-\n  word word")
    assert max(map(len, text.splitlines())) <= WIDTH
    assert reread(text) == {"note": "word " * 60 + "end"}


AWKWARD = (
    *("", " ", "no", "Yes", "true", "null", "~", "12", "1.5", "?", "- a", "a: b", "a #b", "#b", "[x]", "{x}", "'", '"'),
    *(
        "\\",
        "\n",
        "\n\n",
        "a\n",
        "a\n\n",
        " a\nb",
        "a \nb",
        "a\n b\n",
        "\ta",
        "a\u2028b\u2029",
    ),
    *("é–→", "\U0001f418", "!x", "&x", "*x", "%x", "@x", "`x", "|", ">", "-", ":", "a:", "0x1f", "1e3", "-0", "+1"),
)


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts(text: str) -> None:
    data = {"key": text, "list": [text, text], "map": {"a": text}, "deep": [{"a": [{"b": text}], "c": 1}]}
    assert reread(handwritten(data)) == data


def test_other_things_cannot_be_written() -> None:
    with pytest.raises(TypeError):
        handwritten({"a": object()})


TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# what the reader refuses in any text: surrogates, controls and what turns the direction of writing
signs = st.one_of(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=TURNING), st.sampled_from("\n\t"))
texts = st.text(signs, max_size=40)
scalars = st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), texts)
keys = st.text("abc xyz_-09", min_size=1)
data = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=20,
)


@settings(deadline=None)
@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), data, min_size=1, max_size=5))
def test_written_and_read_again(whole: dict[str, Any]) -> None:
    assert reread(handwritten(whole, ["a"], ["b"])) == whole
