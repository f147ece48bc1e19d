"""Where a report prints what an audit found: nowhere, in an appendix beside the arithmetic, or at the turns."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from reportgen import api, resources, rulesets
from reportgen.battle.audit import audit
from reportgen.battle.replay import replay
from reportgen.files.battlefile import load_battle
from reportgen.problems import Problem, Problems
from reportgen.story.model import Audit, Report
from reportgen.story.report import report

PLAYTEST = resources.scenarios() / "eastern-sudan" / "playtest-1.battle.yaml"


@cache
def told(how: Audit) -> tuple[Report, list[Problem]]:
    """The published play-test as a report, and its findings."""
    problems = Problems()
    battle = load_battle(PLAYTEST, rulesets.vocabulary, problems, rulesets.names())
    assert battle is not None
    rules = rulesets.of(battle.scenario)
    played = replay(rules, battle.scenario, battle.record)
    findings = audit(rules, battle.scenario, battle.record, played)
    made = report(
        played.log, battle.scenario, rules, "full", battle.record, placed=played.placed, findings=findings, audit=how
    )
    return made, findings


@cache
def document(how: Audit, to: api.To, folder: Path) -> str:
    """The text of a document."""
    api.report(PLAYTEST, api.Documents(out=folder / how, to=(to,), audit=how))
    content = (folder / how / f"playtest-1.{to}").read_bytes()
    if to != "pdf":
        return content.decode()
    pages = pypdfium2.PdfDocument(content)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


def plain(text: str) -> str:
    """Without what line breaks, hyphens and no-break spaces do to a text."""
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").split())


def test_there_is_something_to_print() -> None:
    _, findings = told("none")
    assert len(findings) > 8


def test_none_holds_nothing() -> None:
    made, _ = told("none")
    assert (made.findings, made.apart, made.general) == ((), (), ())
    assert not any(combat.findings for combat in made.combats)
    assert not any(turn.findings or phase.findings for turn in made.turns for phase in turn.phases)


def test_an_appendix_has_every_finding_once_beside_its_combat_or_apart() -> None:
    made, findings = told("appendix")
    beside = [finding for combat in made.combats for finding in combat.findings]
    assert len(made.combats) == 21
    assert sorted(made.findings) == sorted(problem.message for problem in findings)
    assert len(beside) + len(made.apart) == len(findings)
    assert all("the force is called" in finding for finding in made.apart)
    assert not any(phase.findings for turn in made.turns for phase in turn.phases)
    for combat in made.combats:
        for finding in combat.findings:
            assert finding.startswith(f"{combat.attacker.split()[0]} against {combat.defender.split()[0]}: ")


def test_margin_notes_stand_in_their_phase() -> None:
    made, findings = told("margin")
    noted = {
        (turn.number, phase.side): phase.findings for turn in made.turns for phase in turn.phases if phase.findings
    }
    assert sum(map(len, noted.values())) + len(made.general) == len(findings)
    for (number, side), texts in noted.items():
        turn = next(turn for turn in made.turns if turn.number == number)
        pairs = {
            (combat.attacker.split()[0], combat.defender.split()[0])
            for phase in turn.phases
            if phase.side == side
            for combat in phase.combats
        }
        for text in texts:
            attacker, _, rest = text.partition(" against ")
            assert (attacker, rest.partition(":")[0]) in pairs
    assert not any(combat.findings for combat in made.combats)


def test_rules_are_cited_by_their_printed_numbers() -> None:
    made, _ = told("appendix")
    assert any("(rule 10.6)" in finding for finding in made.findings)
    assert not any("(rule close." in finding for finding in made.findings)


@pytest.mark.parametrize("to", ["md", "html"])
def test_in_files(to: api.To, folder: Path) -> None:
    none, appendix, margin = (document(how, to, folder) for how in ("none", "appendix", "margin"))  # type: ignore[arg-type]
    slip = "for CAV1 is left out"
    assert (none.count(slip), appendix.count(slip), margin.count(slip)) == (0, 2, 2)
    arithmetic = {"md": "## The arithmetic", "html": ">The arithmetic<"}[to]
    assert [arithmetic in text for text in (none, appendix, margin)] == [False, True, False]
    else_found = {"md": "## What else the audit found", "html": ">What else the audit found<"}[to]
    assert [else_found in text for text in (none, appendix, margin)] == [False, True, True]
    assert appendix.index(slip) > appendix.index(arithmetic)
    assert margin.index(slip) < margin.index({"md": "## The outcome", "html": 'id="outcome"'}[to])


def test_in_print_every_combat_stands_in_the_appendix(folder: Path) -> None:
    text = document("appendix", "pdf", folder)
    end = plain(text[text.rindex("SPR1 Spearmen") :])
    assert all(f" {number} " in f" {end} " or number == 1 for number in range(1, 22))
    assert "and the result would be" in end
    assert "What else the audit found".lower() in end.lower()


def test_in_print_no_line_runs_out_of_the_page(folder: Path) -> None:
    document("appendix", "pdf", folder)
    pages = pypdfium2.PdfDocument((folder / "appendix" / "playtest-1.pdf").read_bytes())
    for page in list(pages)[-3:]:
        words = page.get_textpage()
        for n in range(words.count_rects()):
            _, _, right, _ = words.get_rect(n)
            assert right < page.get_width() - 20


def test_the_brief_report_lists_them() -> None:
    made, _ = told("margin")
    assert made.findings


def test_an_unknown_word_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    from reportgen.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["report", str(PLAYTEST), "--audit", "everywhere"])
    assert ended.value.code == 2
    assert "margin" in capsys.readouterr().err
