"""What the package imports is what its metadata asks for, and every dependency has its reason written down."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BY_NAME = {"rendercv-fonts"}
"""Found by name at run time, not imported."""


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[ <>=!~\[;]", name)[0]).lower()


def imported(folder: Path) -> set[str]:
    """Every module of others that a package imports, anywhere in it, by its first name."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"reportgen"}


def test_every_import_is_asked_for() -> None:
    declared = {plain(name) for name in PROJECT["dependencies"]}
    installed = packages_distributions()
    modules = imported(ROOT / "reportgen")
    assert {"click", "yaml", "weasyprint"} <= modules
    used = {plain(distribution) for module in modules for distribution in installed[module]}
    assert used - declared == set()
    assert declared - used == BY_NAME


def test_every_dependency_has_its_reason() -> None:
    text = (ROOT / "docs" / "decisions" / "dependencies.md").read_text()
    rows = "".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| "))
    extra = [name for names in PROJECT["optional-dependencies"].values() for name in names]
    for name in PROJECT["dependencies"]:
        assert plain(name) in plain_words(rows), name
    for name in extra:
        assert plain(name) in plain_words(text), name


def plain_words(text: str) -> set[str]:
    return {plain(word) for word in re.findall(r"[A-Za-z][\w.-]*\w", text)}


def test_every_version_is_pinned() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    pinned = {plain(line) for line in lines}
    asked = [*PROJECT["dependencies"], *(n for names in PROJECT["optional-dependencies"].values() for n in names)]
    assert {plain(name) for name in asked} <= pinned
