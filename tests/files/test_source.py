"""YAML as written: data, places, bounds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen.files.source import MOST_BYTES, Source, parse, read, short
from reportgen.problems import Place, Problems


def parsed(text: str) -> Source:
    problems = Problems()
    source = parse(text, "f.yaml", problems)
    assert source is not None, list(map(str, problems))
    assert not problems.found
    return source


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("TRUE", True),
        ("trUe", "trUe"),
        ("3:30", "3:30"),
        ("190:20:30", "190:20:30"),
        ("12", 12),
        ("+12", 12),
        ("-3", -3),
        ("0", 0),
        ("007", "007"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        ("1E3", "1E3"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("-0.25", -0.25),
        ("1.0e-05", 0.00001),
        ("1.0e+999", "1.0e+999"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("-", "-"),
        (".", "."),
        ("999999999999999", 999999999999999),
        ("9999999999999999", "9999999999999999"),
        ("9" * 10_000, "9" * 10_000),
        ("null", None),
        ("~", None),
        ("", None),
        ("nil", "nil"),
        ("1898-09-02", "1898-09-02"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("'~'", "~"),
        ("!!str 12", "12"),
        ("! 12", "12"),
        ("=", "="),
        ("C7", "C7"),
    ],
)
def test_plain_words(written: str, means: object) -> None:
    if written == "-":
        written = "'-'"
    value = parsed(f"key: {written}\n").data["key"]
    assert value == means
    assert type(value) is type(means)


def test_keys_are_texts() -> None:
    assert parsed("1: a\nno: b\n1.5: c\n~: d\ntrue: e\n").data == {
        "1": "a",
        "no": "b",
        "1.5": "c",
        "~": "d",
        "true": "e",
    }


def test_places() -> None:
    source = parsed("a: 1\nsides:\n  - {id: red, units: [x, 'yy', z]}\n  - id: blue\n")
    assert source.place() == Place("f.yaml", 1, 1)
    assert source.place(("a",)) == Place("f.yaml", 1, 4)
    assert source.key(("a",)) == Place("f.yaml", 1, 1)
    assert source.place(("sides", 0, "units", 1)) == Place("f.yaml", 3, 26)
    assert source.key(("sides", 0, "units")) == Place("f.yaml", 3, 15)
    assert source.place(("sides", 1, "id")) == Place("f.yaml", 4, 9)
    assert source.key(("sides", 1)) == source.place(("sides", 1)) == Place("f.yaml", 4, 5)


def test_place_of_what_is_not_there_is_the_nearest_around_it() -> None:
    source = parsed("a: {b: 1}\n")
    assert source.place(("a", "c", "d")) == source.place(("a",))
    assert source.key(("a", "c")) == source.place(("a",))
    assert source.place(("a", 0)) == source.place(("a",))


def test_under() -> None:
    part = parsed("a:\n  - {b: 1}\n").under("a", 0)
    assert part.data == {"b": 1}
    assert part.place(("b",)) == Place("f.yaml", 2, 9)
    with pytest.raises(KeyError):
        part.under("c")


def test_data_without_a_file() -> None:
    source = Source.of({"a": ["x"]}, "made")
    assert source.place(("a", 0)) == source.key(("a",)) == source.in_text(("a", 0), 0) == Place("made")
    assert source.under("a").data == ["x"]


def test_places_in_a_drawn_text() -> None:
    source = parsed("map: |  # drawn\n   ..w\n\n     w..\nnext: 1\n")
    assert source.data["map"] == "..w\n\n  w..\n"
    assert source.in_text(("map",), 0, 2) == Place("f.yaml", 2, 6)
    assert source.in_text(("map",), 1) == Place("f.yaml", 3, 1)
    assert source.in_text(("map",), 2, 2) == Place("f.yaml", 4, 6)


def test_places_in_other_texts_are_where_they_begin() -> None:
    source = parsed('map: "a\\nb"\nfold: >\n  a\n  b\n')
    assert source.in_text(("map",), 1) == Place("f.yaml", 1, 6)
    assert source.in_text(("fold",), 1) == Place("f.yaml", 2, 7)


def test_aliases_stand_for_what_they_name() -> None:
    source = parsed("a: &x {p: [1, 2]}\nb: *x\nc: &y word\nd: [*y, *x]\n")
    assert source.data["b"] == {"p": [1, 2]}
    assert source.data["d"] == ["word", {"p": [1, 2]}]
    assert source.place(("b", "p", 1)) == Place("f.yaml", 1, 15)


def test_the_first_of_two_keys_counts() -> None:
    problems = Problems()
    source = parse("a: 1\na: {b: 2}\n", "f.yaml", problems)
    assert source is not None
    assert source.data == {"a": 1}
    assert source.place(("a",)) == Place("f.yaml", 1, 4)
    assert [p.code for p in problems] == ["duplicate-key"]


def test_several_faults_at_once() -> None:
    problems = Problems()
    assert parse("a: !x 1\nb: *y\na: 2\nc: [*z]\n", "f", problems) is not None
    assert [(p.code, p.place.line) for p in problems] == [
        ("bad-tag", 1),
        ("bad-alias", 2),
        ("duplicate-key", 3),
        ("bad-alias", 4),
    ]


def test_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "bom.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\nb: \xff\n")
    problems = Problems()
    assert read(path, problems) is None
    assert [(p.code, p.place.line, p.place.column) for p in problems] == [("not-utf-8", 2, 4)]
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    source = read(path, Problems())
    assert source is not None
    assert source.data == {"a": 1, "b": 2}
    assert source.key(("b",)) == Place(str(path), 2, 1)
    assert source.key(("a",)) == Place(str(path), 1, 1)


def test_unreadable_files(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    lines = []
    for name in ["nothing", ".", "loop", "pipe", "x" * 5000, "a\0b"]:
        problems = Problems()
        assert read(f"{tmp_path}/{name}", problems) is None
        lines += [str(problem).replace(f"{tmp_path}/", "") for problem in problems]
    assert lines == [
        "nothing: error[no-file]: there is no such file; check the name and the folder",
        ".: error[unreadable]: this is a folder, not a file; name a file in it",
        "loop: error[unreadable]: the file cannot be read (too many levels of symbolic links)",
        "pipe: error[unreadable]: this is not an ordinary file",
        f"{'x' * 5000}: error[unreadable]: the file cannot be read (file name too long)",
        "a\0b: error[unreadable]: the file cannot be read (its name cannot be used)",
    ]


def test_name_is_as_the_user_gave_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text("a: [", encoding="utf-8")
    problems = Problems()
    read("./a.yaml", problems)
    read("a.yaml", problems, "called so")
    assert {p.place.file for p in problems} == {"./a.yaml", "called so"}


def test_large_files(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("a: " + "x" * MOST_BYTES, encoding="utf-8")
    problems = Problems()
    assert read(path, problems) is None
    assert parse("x" * (MOST_BYTES + 1), "text", problems) is None
    assert [p.code for p in problems] == ["too-large", "too-large"]


def test_many_values() -> None:
    problems = Problems()
    assert parse("a: [" + "1, " * 200_001 + "]", "f", problems) is None
    assert [p.code for p in problems] == ["too-large"]


TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=f"\u2028\u2029{TURNING}")
    | st.sampled_from("\n\t")
)
keys = words.filter(lambda word: word not in ("", "<<"))
plain_data = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15) + 1, 10**15 - 1) | st.floats(-1e6, 1e6) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(keys, plain_data, min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_what_a_yaml_writer_writes_is_read_back(data: dict[str, Any]) -> None:
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    problems = Problems()
    source = parse(text, "f", problems)
    assert list(map(str, problems)) == []
    assert source is not None
    assert source.data == data


@given(st.text(alphabet=st.sampled_from("ab:-[]{}'\"|>&*!#%@,? \n\t\\~10.<"), max_size=60))
@settings(max_examples=400, deadline=None)
def test_any_text_gives_data_or_problems(text: str) -> None:
    problems = Problems()
    source = parse(text, "f", problems)
    assert source is not None or problems
    lines = text.count("\n") + 2
    for problem in problems:
        assert 0 <= problem.place.line <= lines
        assert "\n" not in str(problem)


@given(st.binary(max_size=80))
@settings(max_examples=100, deadline=None)
def test_any_bytes_give_data_or_problems(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content)
    problems = Problems()
    assert read(path, problems) is not None or problems


def test_short() -> None:
    assert short("a\n  b") == "a b"
    assert short("x" * 50) == "x" * 39 + "…"
