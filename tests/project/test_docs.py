"""The documents: every command and every ruleset is in them, links lead somewhere, and what the README says works."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from reportgen import rulesets
from reportgen.cli import commands

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])


def readme() -> str:
    return (ROOT / "README.md").read_text()


def fenced(text: str, language: str) -> Iterator[str]:
    """The blocks of code in a language."""
    return (match[1] for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def test_every_command_is_in_the_readme() -> None:
    assert len(commands.commands) >= 6
    for name in commands.commands:
        assert f"| `reportgen {name}" in readme(), name


def test_every_command_in_the_readme_is_there() -> None:
    assert set(re.findall(r"^\| `reportgen ([a-z]+)", readme(), re.MULTILINE)) == set(commands.commands)


def test_every_option_of_a_document_is_in_the_documents() -> None:
    everything = "".join(path.read_text() for path in DOCUMENTS)
    for option in commands.commands["report"].params:
        if option.param_type_name == "option":
            assert any(f"`{name}" in everything for name in option.opts), option.opts


def test_every_ruleset_is_in_the_documents() -> None:
    assert "late19c" in rulesets.names()
    everything = "".join(path.read_text() for path in DOCUMENTS)
    for name in rulesets.names():
        assert f"`{name}`" in readme(), name
        assert f"rulesets/{name}" in everything, name


def words_of_late19c() -> str:
    """What may be written for ground, edges and Generals, from the ruleset itself."""
    words = rulesets.load("late19c").vocabulary
    kinds = ", ".join(f"`{kind}` ({title.lower()})" for kind, title in words.areas.items())
    edges = ", ".join(f"`{kind}`" for kind in words.edges)
    generals = ", ".join(f"`{quality}`" for quality in words.generals)
    return f"""\
| in late19c | is written |
|---|---|
| kinds of terrain | {kinds} |
| kinds of edges | {edges} |
| `general` of a side | {generals} |
"""


def test_the_words_of_late19c_are_in_the_document_of_scenarios() -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text()
    _, begun, rest = text.partition("<!-- words of late19c -->\n")
    assert begun
    assert rest.partition("<!-- end of words -->")[0] == words_of_late19c()


def test_every_folder_of_the_package_is_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    parts = [path.parent.name + "/" for path in (ROOT / "reportgen").glob("*/__init__.py")]
    parts += [path.name for path in (ROOT / "reportgen").glob("*.py") if not path.name.startswith("__")]
    assert len(parts) > 8
    assert [part for part in parts if part not in text] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", document.read_text()):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def inner(line: str) -> list[str]:
    """A command of the README as this Python runs it."""
    words = shlex.split(line)
    assert words[0] == ".venv/bin/reportgen", line
    return [sys.executable, "-m", "reportgen", *words[1:]]


def test_the_readmes_own_battle(tmp_path: Path) -> None:
    """The scenario of the README and every command after it, in the order in which they stand there."""
    (scenario,) = fenced(readme(), "yaml")
    (tmp_path / "farm.yaml").write_text(scenario)
    lines = [line for block in fenced(readme(), "sh") for line in block.splitlines()]
    assert lines[:2] == ["bin/demo", "bin/test"]
    assert len(lines) == 6
    said = ""
    for line in lines[2:]:
        done = subprocess.run(inner(line), cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert (done.returncode, done.stderr) == (0, ""), line
        said += done.stdout
    assert "1 file: no problems" in said
    made = {str(path.relative_to(tmp_path)) for path in (tmp_path / "output").iterdir()}
    assert made >= {
        "output/farm.battle.yaml",
        "output/farm.pdf",
        "output/farm.html",
        "output/farm.md",
        "output/farm-brief-a4.pdf",
    }
    assert all(name in said for name in made)


def test_the_demos_own_command(tmp_path: Path) -> None:
    """What `bin/demo` runs after its set-up leaves the report in `output/` and says where."""
    line = (ROOT / "bin" / "demo").read_text().splitlines()[-1]
    words = [word for word in shlex.split(line) if word != "$@"]
    assert words[:4] == ["exec", ".venv/bin/python", "-m", "reportgen"]
    done = subprocess.run(
        [sys.executable, *words[2:], "-o", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert str(tmp_path / "eastern-sudan.pdf") in done.stdout.splitlines()
    assert (tmp_path / "eastern-sudan.pdf").read_bytes().startswith(b"%PDF-")
