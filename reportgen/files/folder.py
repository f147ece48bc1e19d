"""Files that a user's file names: only those in its own folder or below it. What is wrong with them as a whole is told
where they are named."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

from reportgen.files.schema import FORMATS, Kind, kind_of
from reportgen.files.source import Source, read, short
from reportgen.paths import is_folder
from reportgen.problems import Place, Problems

MOST_BASES = 8
"""How many times a file may extend a file that extends another."""
_HINT = "name a file in this file's own folder or below it"


def below(folder: Path | None, name: str, place: Place, problems: Problems) -> Path | None:
    """The file `name` in `folder` or below; None, with a problem at `place`, if it leads out of the folder.

    Whether it is there is for the reader to find out. Without a folder (a file that came from no disk) no file may be
    named at all. Links are followed to see where they end.
    """
    shown = short(name)
    windows = PureWindowsPath(name)
    if folder is None:
        problems.add(place, "outside-folder", f"'{shown}' cannot be read from here", "write its content here instead")
        return None
    if PurePosixPath(name).is_absolute() or windows.drive or windows.root:
        problems.add(place, "outside-folder", f"'{shown}' is an absolute path", _HINT)
        return None
    if ".." in windows.parts:
        problems.add(place, "outside-folder", f"'{shown}' leads out of the folder", _HINT)
        return None
    path = folder / name
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        inside = False
    if not inside:
        problems.add(place, "outside-folder", f"'{shown}' is a link that leads out of the folder", _HINT)
        return None
    return path


def file_below(folder: Path | None, name: str, usual: str, place: Place, problems: Problems) -> tuple[Path, str] | None:
    """As `below`, and what problems call the file; for a folder they are those of the file `usual` in it."""
    path = below(folder, name, place, problems)
    if path is not None and is_folder(path):
        return path / usual, f"{name}/{usual}"
    return (path, name) if path is not None else None


def beside(file: str, name: str) -> str:
    """What problems call a file that another names: as the user would, not by the machine's full path."""
    return os.path.join(os.path.dirname(file), name)  # noqa: PTH118, PTH120


def read_named(
    path: Path, kind: Kind, name: str, place: Place, problems: Problems, shown: str | None = None
) -> Source | None:
    """The file that another file names as `name` at `place`; None, with problems, if it cannot be used.

    Whatever is wrong with it as a whole (it is not there, it is of another kind) is told at `place`.
    `shown` is what problems in it call it, if not `name` as seen from the naming file's folder.
    """
    found = Problems()
    source = read(path, found, beside(place.file, name) if shown is None else shown)
    what = f"the {kind} '{short(name)}' cannot be used"
    if source is None and found.found and found.found[0].place.line == 0:
        said = found.found[0]
        problems.add(place, said.code, f"{what}: {said.message}", said.hint)
        return None
    problems.extend(found.found)
    if source is not None and kind_of(source) not in (kind, None):
        message = f"{what}: it is a file of another kind, '{short(str(source.data['format']))}'"
        problems.add(place, "wrong-format", message, f"name one that says format: {FORMATS[kind]}")
        return None
    return source


def extended(
    path: Path,
    kind: Kind,
    name: str,
    place: Place,
    problems: Problems,
    reached: tuple[Path, ...],
    shown: str | None = None,
) -> tuple[Source, tuple[Path, ...]] | None:
    """The file that another says at `place` that it extends, and `reached` with it; None, with problems, if it cannot
    be used.

    `reached` are the files that led here, each extended by the one before it; none of them comes again. The rest is as
    for `read_named`.
    """
    real = path.resolve()
    if real in reached:
        message = f"'{short(name)}' extends itself, here or by way of others"
        problems.add(place, "endless", message, "name another, or leave 'extends' out")
        return None
    if len(reached) >= MOST_BASES:
        message = f"'{short(name)}' is one too many: a file may extend another {MOST_BASES} times in a row"
        problems.add(place, "endless", message, "write what some of them say into one")
        return None
    source = read_named(path, kind, name, place, problems, shown)
    return (source, (*reached, real)) if source is not None else None
