"""What stands on the disk under a name, for names that users give: one that cannot be looked at is nothing there.

`pathlib` raises for a folder that may not be entered and for a name that the disk does not take; whoever opens the file
then tells why.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def is_folder(path: Path) -> bool:
    return _asked(path.is_dir)


def is_file(path: Path) -> bool:
    return _asked(path.is_file)


def is_there(path: Path) -> bool:
    return _asked(path.exists)


def _asked(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except (OSError, ValueError):
        return False
