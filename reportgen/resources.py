"""Where the files that ship with the package lie: in a checkout beside it, in an installed wheel inside it."""

from __future__ import annotations

from pathlib import Path


def _folder(name: str) -> Path:
    package = Path(__file__).resolve().parent
    packed = package / "_data" / name
    return packed if packed.is_dir() else package.parent / name


def templates() -> Path:
    """The folder of page templates and themes, which a user may override one by one with `--templates DIR`."""
    return _folder("templates")


def samples() -> Path:
    """The folder of the rules that ship to be looked at and copied: variants and rules without an engine."""
    return _folder("samples")


def scenarios() -> Path:
    """The folder of the scenarios, armies and recorded battles that ship, one folder a scenario."""
    return _folder("scenarios")
