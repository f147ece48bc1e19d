"""Files are written whole or not at all, several together: a reader never finds half of a report."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from reportgen.problems import Place, Problem, ProblemsFound


def unwritable(path: Path, fault: OSError) -> ProblemsFound:
    """What to tell the user when a file or folder could not be written."""
    reason = (fault.strerror or str(fault)).lower()
    return ProblemsFound(
        (Problem(Place(str(path)), "unwritable", f"cannot be written ({reason})", "choose another folder with -o"),)
    )


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Writes all the files, replacing what was there; makes their folders.

    Each is written under another name beside its place first; only when every byte of all of them is on the disk do
    they take their places. Raises ProblemsFound, leaving nothing behind, if that cannot be done.
    """
    parts: dict[Path, Path] = {}
    try:
        for path, content in files.items():
            part = path.with_name(f".{path.name}.{os.getpid()}.part")
            try:
                if path.is_dir():
                    raise IsADirectoryError(None, "a folder of that name is in the way")
                path.parent.mkdir(parents=True, exist_ok=True)
                parts[path] = part
                part.write_bytes(content)
            except OSError as fault:
                raise unwritable(path, fault) from None
        for path, part in parts.items():
            try:
                part.replace(path)
            except OSError as fault:
                raise unwritable(path, fault) from None
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)
