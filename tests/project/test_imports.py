"""Imports run one way, and what must start fast imports nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "reportgen"

LAYERS = (
    ("problems", "paths", "resources"),
    ("board",),
    ("battle",),
    ("files",),
    ("rulesets",),
    ("story", "booklet"),
    ("render",),
    ("simulate", "record"),
    ("opened", "checking", "recording", "fighting", "beside", "output", "api"),
    ("terminal", "options", "cli"),
    ("__main__",),
)
"""From left to right: a module imports from its own layer and from those to its left."""


def layer(part: str) -> int:
    for number, parts in enumerate(LAYERS):
        if part in parts:
            return number
    raise AssertionError(f"reportgen.{part} is in no layer: add it to LAYERS and to docs/architecture.md")


def part_of(module: str) -> str:
    """'reportgen.board.squares' -> 'board'; the package itself holds nothing but its version."""
    return module.split(".")[1] if "." in module else ""


def imported(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Every module of ours that a syntax tree imports, anywhere in it, with the line."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*up, base] if base else up)
            names = [f"{base}.{alias.name}" for alias in node.names]
        for name in names:
            if name == "reportgen" or name.startswith("reportgen."):
                yield node.lineno, name


def wrong_imports(source: str, module: str) -> list[str]:
    """What a module imports although it may not. `module` is its full name."""
    package = module.rpartition(".")[0]
    mine = part_of(module)
    wrong = []
    for line, name in imported(ast.parse(source), package):
        other = part_of(name)
        if other == "__version__" or not other:
            continue
        if layer(other) > layer(mine):
            wrong.append(f"{module}:{line} imports {name}, which is to its right")
        if mine == "rulesets" and other == "rulesets" and len(module.split(".")) > 3:
            own = module.split(".")[2]
            if name.split(".")[2:3] not in ([own], []):
                wrong.append(f"{module}:{line} imports {name}: rulesets do not know each other")
    return wrong


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__") if name != "reportgen.__init__" else "reportgen"] = path
    return found


def test_the_walk_finds_the_package() -> None:
    found = modules()
    assert len(found) > 40
    assert {"reportgen.problems", "reportgen.cli", "reportgen.board.squares", "reportgen.rulesets.late19c"} <= set(
        found
    )


def test_imports_run_one_way() -> None:
    wrong: list[str] = []
    for module, path in modules().items():
        name = f"{module}.__init__" if path.name == "__init__.py" else module
        if module != "reportgen":
            wrong += wrong_imports(path.read_text(), name)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("reportgen.board.squares", "from reportgen.battle import play"),
        ("reportgen.board.squares", "def late():\n    import reportgen.cli"),
        ("reportgen.board.squares", "from ..files import source"),
        ("reportgen.files.scenario", "if TYPE_CHECKING:\n    from reportgen.rulesets import load"),
        ("reportgen.story.narrative", "from reportgen import render"),
        ("reportgen.rulesets.late19c.combat", "from reportgen.rulesets.toy1897 import state"),
        ("reportgen.rulesets.late19c.combat", "from reportgen.story import model"),
    ],
)
def test_a_wrong_import_is_seen(module: str, source: str) -> None:
    assert wrong_imports(source, module)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("reportgen.cli", "from reportgen import api, __version__"),
        ("reportgen.rulesets.late19c.combat", "from .state import State\nfrom reportgen.rulesets.late19c import data"),
        ("reportgen.render.pages", "from reportgen.resources import templates"),
    ],
)
def test_a_right_import_is_not(module: str, source: str) -> None:
    assert wrong_imports(source, module) == []


HEAVY = ("weasyprint", "matplotlib", "numpy", "jinja2", "pydantic", "PIL", "prompt_toolkit", "markdown_it", "fontTools")


@pytest.mark.parametrize(
    ("words", "also"),
    [
        (["--help"], ("yaml", "lark", "jsonschema_rs", "reportgen.api", "reportgen.battle")),
        (["run", "--help"], ("yaml", "lark", "jsonschema_rs", "reportgen.api", "reportgen.battle")),
        (["check", "scenarios/eastern-sudan/scenario.yaml"], ()),
    ],
)
def test_nothing_heavy_is_imported(words: list[str], also: tuple[str, ...]) -> None:
    code = (
        "import sys, contextlib, io\n"
        "from reportgen.cli import main\n"
        "try:\n"
        "    with contextlib.redirect_stdout(io.StringIO()):\n"
        "        main(sys.argv[1:])\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end.code\n"
        "print(' '.join(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "click" in loaded
    assert loaded.isdisjoint({*HEAVY, *also})
