"""`reportgen booklet` and `reportgen new`, as a user types them."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from reportgen import api, rulesets
from reportgen.cli import commands
from reportgen.problems import ProblemsFound


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(commands, list(words), standalone_mode=False)
    if isinstance(done.exception, ProblemsFound):
        return 1, str(done.exception)
    if done.exception is not None:
        raise done.exception
    return int(done.return_value or 0), done.output


def pages(path: Path) -> int:
    with pikepdf.open(io.BytesIO(path.read_bytes())) as pdf:
        return len(pdf.pages)


def test_booklet(tmp_path: Path) -> None:
    code, said = run("booklet", "late19c", "--edition", "rules", "-o", str(tmp_path))
    made = tmp_path / "late19c-booklet-rules.pdf"
    assert code == 0
    assert said.splitlines() == ["Late 19th and Early 20th Century Battles, version 1.1: 4 pages", str(made)]
    assert pages(made) == 4


def test_a_folded_booklet(tmp_path: Path) -> None:
    made = api.booklet("late19c", tmp_path, edition="rules", printing=_folded())
    assert [file.name for file in made.files] == ["late19c-booklet-rules.pdf", "late19c-booklet-rules-fold-a4.pdf"]
    assert pages(made.files[1]) == 2


def _folded():  # type: ignore[no-untyped-def]
    from reportgen.render.printing import Printing

    return Printing(fold=("a4",))


def test_a_sample_by_its_name_and_a_folder_by_its_path(tmp_path: Path) -> None:
    first = api.booklet("river-gunboats", tmp_path / "a")
    second = api.booklet(str(api.find_rules("river-gunboats").parent), tmp_path / "b")
    assert first.files[0].read_bytes() == second.files[0].read_bytes()


def test_unknown_rules(tmp_path: Path) -> None:
    code, said = run("booklet", "late18c", "-o", str(tmp_path))
    assert (code, said) == (
        1,
        "late18c: error[unknown-ruleset]: there is no ruleset 'late18c'; did you mean 'late19c'?",
    )
    code, said = run("booklet", "nowhere/rules.yaml", "-o", str(tmp_path))
    assert code == 1
    assert "error[no-file]" in said
    assert not any(tmp_path.iterdir())


def test_templates_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own" / "booklet"
    own.mkdir(parents=True)
    (own / "booklet.html.j2").write_text("{{ book.nothing }}")
    code, said = run("booklet", "late19c", "--templates", str(own.parent), "-o", str(tmp_path / "out"))
    assert code == 1
    assert "error[template]" in said
    code, said = run("booklet", "late19c", "--templates", str(tmp_path / "none"), "-o", str(tmp_path / "out"))
    assert "error[no-folder]" in said


def test_a_theme_of_ones_own(tmp_path: Path) -> None:
    style = tmp_path / "own" / "style"
    style.mkdir(parents=True)
    (style / "theme.css").write_text("body { font-size: 12pt; line-height: 14pt }")
    made = api.booklet("late19c", tmp_path, edition="rules", templates=style.parent)
    assert pages(made.files[0]) > 4


@pytest.mark.parametrize(
    ("kind", "file"), [("ruleset-variant", "rules.yaml"), ("rules", "rules.yaml"), ("scenario", "scenario.yaml")]
)
def test_new(kind: str, file: str, tmp_path: Path) -> None:
    code, said = run("new", kind, "my-wars", "-o", str(tmp_path))
    made = tmp_path / "my-wars" / file
    assert (code, said) == (0, f"{made}\n")
    assert [str(problem) for problem in api.check([made]).problems] == []
    text = made.read_text()
    code, said = run("new", kind, "my-wars", "-o", str(tmp_path))
    assert code == 1
    assert "error[in-the-way]" in said
    assert made.read_text() == text


def test_a_new_variant_is_the_ruleset_itself(tmp_path: Path) -> None:
    api.new("ruleset-variant", "my-wars", "late19c", tmp_path)
    rules = rulesets.read_rules(tmp_path / "my-wars" / "rules.yaml")
    base = rulesets.load("late19c")
    assert rules.title == "My Wars"
    for rule in rules:
        assert rule.source == rules.base.rule(rule.id).source  # type: ignore[union-attr]
        assert {row.id: row.cells for row in rule.rows.values()} == {
            row.id: row.cells
            for row in base.rules.rule(rule.id).rows.values()  # type: ignore[attr-defined]
        }


@pytest.mark.parametrize("source", ["late19c", "tin_brigadier", "smokeless"])
def test_every_number_of_a_new_variant_is_marked_out(source: str, tmp_path: Path) -> None:
    api.new("ruleset-variant", "my-wars", source, tmp_path)
    body = (tmp_path / "my-wars" / "rules.yaml").read_text().partition("\nchange:\n")[2].partition("\n\n")[0]
    assert len(body.splitlines()) > 20
    assert [line for line in body.splitlines() if not line.startswith("  # ")] == []


def test_every_number_of_a_new_variant_can_be_unmarked(tmp_path: Path) -> None:
    """All the marks taken away: still right, and still the same game."""
    api.new("ruleset-variant", "my-wars", "late19c", tmp_path)
    path = tmp_path / "my-wars" / "rules.yaml"
    before, change, rest = path.read_text().partition("change:\n")
    body, mark, end = rest.partition("\n# Rules that you do without")
    path.write_text(before + change + re.sub("(?m)^  # ", "  ", body) + mark + end)
    rules = rulesets.read_rules(path)
    assert len([rule for rule in rules if rule.values or rule.rows]) > 20
    assert {rule.source for rule in rules} == {rule.source for rule in rules.base}  # type: ignore[union-attr]
    assert rulesets.player_of(rules) is not None


def test_new_rules_make_a_booklet(tmp_path: Path) -> None:
    api.new("rules", "my-wars", out=tmp_path)
    assert pages(api.booklet(str(tmp_path / "my-wars"), tmp_path / "out").files[0]) == 4


@pytest.mark.parametrize("source", sorted(rulesets.extendable()))
def test_a_new_variant_is_sound_or_refused(source: str, tmp_path: Path) -> None:
    """Whatever rules there are: what `new` makes of them can be checked and printed, or it makes nothing."""
    code, said = run("new", "ruleset-variant", "true", "--from", source, "-o", str(tmp_path))
    made = tmp_path / "true" / "rules.yaml"
    fixed = source in rulesets.names() and not rulesets.takes_variants(source)
    assert (code, made.exists(), "error[no-variant]" in said) == (int(fixed), not fixed, fixed)
    if not fixed:
        assert [str(problem) for problem in api.check([made]).problems] == []
        assert pages(api.booklet(str(made), tmp_path / "out", edition="rules").files[0]) >= 4


def test_a_new_variant_of_what_it_cannot_name(tmp_path: Path) -> None:
    run("new", "ruleset-variant", "mine", "-o", str(tmp_path))
    code, said = run("new", "ruleset-variant", "other", "--from", str(tmp_path / "mine"), "-o", str(tmp_path))
    assert (code, "which is not installed; start from" in said) == (1, True)
    code, said = run("new", "ruleset-variant", "tin-brigadier", "-o", str(tmp_path))
    assert (code, "error[duplicate-id]" in said) == (1, True)


def test_a_variant_of_rules_that_take_none(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text('format: reportgen-rules/1\nid: mine\ntitle: Mine\nversion: "1"\nextends: any\n')
    (problem,) = api.check([path]).problems
    assert str(problem).startswith(f"{path}:5:10: error[no-variant]: 'any' is not played with other rules; extend ")


def test_a_variant_of_a_variant_goes_without_what_that_drops(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text('format: reportgen-rules/1\nid: mine\ntitle: Mine\nversion: "1"\nextends: smokeless\n')
    rules = rulesets.read_rules(path)
    assert rules.base is not None
    assert rules.base.dropped
    assert set(rules.dropped) == set(rules.base.dropped)
    assert rulesets.player_of(rules) is not None


def test_bad_names(tmp_path: Path) -> None:
    for name in ("../up", "Österreich", "3-wars", "my_wars!"):
        code, said = run("new", "rules", name, "-o", str(tmp_path))
        assert (code, "error[bad-form]" in said, "use letters from a to z" in said) == (1, True, True)
    with pytest.raises(Exception, match="is none of ruleset-variant, rules, scenario"):
        run("new", "army", "mine", "-o", str(tmp_path))


def test_rules_that_have_no_scenario_to_start_from(tmp_path: Path) -> None:
    code, said = run("new", "scenario", "mine", "--from", "river-gunboats", "-o", str(tmp_path))
    assert (code, "error[no-start]" in said) == (1, True)


def test_check_knows_rules_and_booklets(tmp_path: Path) -> None:
    folder = api.find_rules("smokeless").parent
    checked = api.check([folder / "rules.yaml", api.find_rules("late19c").with_name("booklet.yaml")])
    assert [str(problem) for problem in checked.problems] == []
    variant = tmp_path / "rules.yaml"
    variant.write_text(
        'format: reportgen-rules/1\nid: mine\ntitle: Mine\nversion: "1"\nextends: late19c\n'
        "change: {equipment.list: {values: {die: 10}}}\ndrop: [turn.pair]\n"
    )
    said = [str(problem).replace(str(variant), "f") for problem in api.check([variant]).problems]
    still = "warning[still-played]: the engine knows no way to play without 'turn.pair'"
    assert said == [
        "f:6:41: error[out-of-range]: 'die' of 'equipment.list' cannot be 10 here; the engine is made for 12",
        f"f:7:8: {still}; the booklet leaves it out, the computer keeps to it",
    ]
    variant.write_text(variant.read_text().replace("{die: 10}", "{die: 12}"))
    assert [problem.severity for problem in api.check([variant]).problems] == ["warning"]
