"""Files are written whole or not at all, several together: a reader never finds half of a report."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from reportgen.paths import is_file, is_folder, is_there
from reportgen.problems import Place, Problem, ProblemsFound

SHOWN = 40
"""Letters of its name that a file keeps while it is being written, so that the longer name does not become too long."""


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
        for number, (path, content) in enumerate(files.items()):
            part = path.with_name(f".{path.name[:SHOWN]}.{os.getpid()}-{number}.part")
            try:
                if blocking := _file_in_the_way(path):
                    raise _no_folder(blocking)
                if is_folder(path):
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
            with suppress(OSError):  # a name that the disk does not take was never written
                part.unlink(missing_ok=True)


def _file_in_the_way(path: Path) -> Path | None:
    """A file that stands where a folder above `path` should be, or a link that leads nowhere."""
    for folder in path.parents:
        if folder.is_symlink() and not is_there(folder):
            return folder
    nearest = next((folder for folder in path.parents if is_there(folder)), None)
    return nearest if nearest is not None and not is_folder(nearest) else None


def _no_folder(path: Path) -> ProblemsFound:
    message = "this is a link that leads nowhere" if path.is_symlink() else "this is a file, not a folder"
    return ProblemsFound((Problem(Place(str(path)), "no-folder", message, "name a folder with -o"),))


_PICTURE = re.compile(r"(?:\d{2,3}-[a-z0-9-]+|strength)\.png|photograph-\d+\.\w+")
"""The names that we give to pictures beside Markdown."""


def clear_pictures(paths: Iterable[Path]) -> None:
    """Removes what an earlier run left in the folders of pictures that were written to just now."""
    made = set(paths)
    for folder in {path.parent for path in made if path.parent.name.endswith("-pictures")}:
        for old in folder.iterdir():
            if old not in made and _PICTURE.fullmatch(old.name) and is_file(old):
                with suppress(OSError):
                    old.unlink()
