"""What stands in the tracked files: no path of a machine, no file too long, nothing left unfinished."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MACHINE = re.compile(
    # Spelt in pieces, so that this file does not name what it looks for.
    "|".join(["/" + "work/", "/" + "root/", "/" + "home/[a-z]", "/" + "Users/", r"\." + "library", r"\.\./" + "shared"])
)
WORKPLACE = re.compile("|".join(["fresh-" + "debian", "(?i:chat" + "gpt|clau" + "de)", r"\bL" + r"LMs?\b"]))
"""How the product came to be is no part of it."""
UNFINISHED = re.compile("|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX", "NotImplemented" + "Error"]))


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so nothing says which files are ours")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def texts() -> dict[str, str]:
    found = {}
    for path in tracked():
        content = path.read_bytes()
        if b"\0" not in content[:4096]:
            found[str(path.relative_to(ROOT))] = content.decode("utf-8")
    assert {"pyproject.toml", "README.md", "reportgen/cli.py", "bin/test"} <= set(found)
    return found


def lines_with(pattern: re.Pattern[str], files: dict[str, str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in files.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_path_of_a_machine() -> None:
    assert lines_with(MACHINE, texts()) == []


def test_a_path_of_a_machine_is_seen() -> None:
    assert lines_with(MACHINE, {"a": "open('/" + "home/anna/x')"}) == ["a:1: open('/" + "home/anna/x')"]


def test_no_word_of_a_workplace() -> None:
    assert lines_with(WORKPLACE, texts()) == []


def test_nothing_is_left_unfinished() -> None:
    code = {name: text for name, text in texts().items() if name.endswith(".py")}
    assert lines_with(UNFINISHED, code) == []


def test_no_module_is_too_long() -> None:
    long = {name: text.count("\n") for name, text in texts().items() if name.endswith(".py") and text.count("\n") > 500}
    assert long == {}


def test_what_commands_make_is_not_tracked() -> None:
    assert [path for path in tracked() if path.is_relative_to(ROOT / "output")] == []


def test_scripts_can_be_run() -> None:
    for script in [*(ROOT / "bin").iterdir(), ROOT / ".ci" / "run"]:
        assert script.stat().st_mode & 0o111, script
