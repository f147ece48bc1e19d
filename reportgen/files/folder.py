"""Files that a user's file names: only those in its own folder or below it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from reportgen.files.source import short
from reportgen.problems import Place, Problems

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
