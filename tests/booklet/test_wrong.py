"""Wrong `booklet.yaml` files and what is said of them, and pictures that cannot be shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from reportgen import resources, rulesets
from reportgen.booklet import booklet_of, check_spec
from reportgen.checking import check
from reportgen.problems import Problems, ProblemsFound
from reportgen.render.booklet import booklet_pdf
from tests.booklet.conftest import rules_called

HERE = Path(__file__).parent / "wrong"
FILES = sorted(HERE.glob("*.yaml"))


def problems_of(path: Path) -> list[str]:
    problems = Problems()
    check_spec(path, rules_called("late19c"), problems)
    return [str(problem).replace(f"{path.parent}/", "") for problem in problems]


def test_there_are_some() -> None:
    assert len(FILES) >= 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_wrong_booklet(path: Path) -> None:
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    assert expected
    assert problems_of(path) == expected


def test_our_own_are_right() -> None:
    for name in ("late19c", "river-gunboats"):
        path = Path(rules_called(name).file).with_name("booklet.yaml")
        problems = Problems()
        check_spec(path, rules_called(name), problems)
        assert list(problems) == []


RULES = """\
format: reportgen-rules/1
id: pictures
title: Pictures
version: "1"
engine: none
sections:
  - id: one
    title: One
    intro: |
      Look:

      ![words]({file})
"""


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("missing.png", "12:7: error[picture]: the picture 'missing.png' is not there"),
        ("../arcs.png", "12:7: error[picture]: the picture '../arcs.png' is not below the rules' folder"),
        ("broken.png", "12:7: error[picture]: the picture 'broken.png' cannot be read as a picture"),
    ],
)
def test_wrong_picture(file: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no picture")
    path = tmp_path / "rules.yaml"
    path.write_text(RULES.replace("{file}", file), encoding="utf-8")
    rules = rulesets.read_rules(path)
    with pytest.raises(ProblemsFound) as found:
        booklet_pdf(booklet_of(rules, None), pictures=rules.pictures)
    assert [str(problem).replace(f"{path}:", "") for problem in found.value.problems] == [said]


ADDED = """\
  - {after: turn.orders, id: turn.p, title: P, text: "Look: ![x](nope.png \\"y\\")"}
"""
VARIANT = f"""\
format: reportgen-rules/1
id: mine
title: Mine
version: "1"
extends: tin_brigadier
add:
{ADDED}"""


@pytest.fixture(params=["rules.yaml", "named.yaml", "within.yaml"])
def with_a_picture(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """A file of rules that names a picture, a scenario that names these, and one that holds them; and where it says
    so."""
    name: str = request.param
    scenario = (resources.scenarios() / "zinn-bridge" / "scenario.yaml").read_text(encoding="utf-8").split("\n", 1)
    inside = "".join(f"  {line}\n" for line in VARIANT.splitlines())
    (tmp_path / "rules.yaml").write_text(VARIANT, encoding="utf-8")
    (tmp_path / "named.yaml").write_text(f"{scenario[0]}\nrules: rules.yaml\n{scenario[1]}", encoding="utf-8")
    (tmp_path / "within.yaml").write_text(f"{scenario[0]}\nrules:\n{inside}{scenario[1]}", encoding="utf-8")
    at = "within.yaml:9:56" if name == "within.yaml" else "rules.yaml:7:54"
    return tmp_path / name, f"{tmp_path / at}: error[picture]: the picture 'nope.png' is not there"


def test_check_looks_for_pictures_as_the_booklet_does(with_a_picture: tuple[Path, str]) -> None:
    path, said = with_a_picture
    assert list(map(str, check([path]).problems)) == [said]
    path.with_name("nope.png").write_bytes((HERE.parent / "golden" / "late19c-1.png").read_bytes())
    assert check([path]).problems == ()


def test_the_booklet_and_check_say_the_same_of_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    rules = rulesets.read_rules(path)
    with pytest.raises(ProblemsFound) as found:
        booklet_pdf(booklet_of(rules, rulesets.player_of(rules)), pictures=rules.pictures)
    assert list(found.value.problems) == list(check([path]).problems)
