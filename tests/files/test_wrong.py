"""Wrong files and what is said of them: every `wrong/KIND/NAME.yaml` has the expected lines in `NAME.expected`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import reportgen.files
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.armies import load_army
from reportgen.files.battlefile import load_battle
from reportgen.files.rules import rules_from
from reportgen.files.scenario import load_scenario
from reportgen.files.source import read
from reportgen.problems import Problems

HERE = Path(__file__).parent / "wrong"
PAIRS = sorted(HERE.glob("*/*.yaml"))

Registry = Callable[[str], Vocabulary | None]


def problems_of(path: Path, registry: Registry) -> list[str]:
    """What the reader of its kind says of a file; names are shortened to what follows the folder of the kind."""
    problems = Problems()
    made: object = None
    match path.parent.name:
        case "source":
            read(path, problems)
        case "scenario":
            made = load_scenario(path, registry, problems, ["small", "large"])
        case "army":
            made = load_army(path, registry, problems, ["small", "large"])
        case "rules":
            source = read(path, problems)
            bases = {"small": HERE / "rules" / "beside" / "small.yaml"}
            made = rules_from(source, problems, path.parent, bases) if source else None
        case "battle":
            made = load_battle(path, registry, problems, ["small", "large"])
    assert not made, "a wrong file was taken"
    return [str(problem).replace(f"{path.parent}/", "") for problem in problems]


def test_the_pairs_are_there() -> None:
    assert len(PAIRS) > 60
    assert {path.parent.name for path in PAIRS} == {"source", "scenario", "army", "rules", "battle"}
    assert {path.with_suffix(".expected") for path in PAIRS} == set(HERE.glob("*/*.expected"))


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_wrong_file(path: Path, registry: Registry, tmp_path: Path) -> None:
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    if path.stem == "latin-1":  # kept as UTF-8 like every other file, so that programs can read it
        copy = tmp_path / path.parent.name / path.name
        copy.parent.mkdir()
        copy.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))
        path = copy
    assert expected
    assert problems_of(path, registry) == expected


def test_every_code_is_in_a_pair() -> None:
    # Of `bounds` an engine makes use, not a reader: tests of the rulesets' variants have its codes.
    readers = [path for path in Path(reportgen.files.__path__[0]).glob("*.py") if path.stem != "bounds"]
    used = {code for path in readers for code in codes_in(path)}
    assert {"duplicate-key", "off-board", "unknown-placeholder", "notation"} <= used
    told = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*/*.expected"))
    assert sorted(code for code in used if f"[{code}]" not in told) == []


def codes_in(path: Path) -> set[str]:
    """The codes that a module gives to problems: the second argument of every `add`, `problem` or `Problem`."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    codes = set()
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
        if name in ("add", "problem", "Problem") and len(call.args) > 2:
            code = call.args[1]
            if isinstance(code, ast.Constant):
                codes.add(str(code.value))
            else:
                assert ast.unparse(code) in ("code", "said.code", "p.code"), f"{path.name}: {ast.unparse(call)}"
    return codes
