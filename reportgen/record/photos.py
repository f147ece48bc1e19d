"""Photographs that are named at the table: looked for at once, so that the report finds them later."""

from __future__ import annotations

from pathlib import Path

from reportgen.battle.record import Photo
from reportgen.files.battlefile import PICTURES
from reportgen.files.folder import below
from reportgen.paths import is_file
from reportgen.problems import NOWHERE, Problems
from reportgen.record.reply import Reply, refusal
from reportgen.render.photos import faults


def photo_in(folder: Path | None, text: str) -> Photo | Reply:
    """The photograph of `FILE caption`, its path taken from the folder; or what is wrong with it.

    A name with blanks stands in double quotes.
    """
    if text.startswith('"'):
        name, _, caption = text[1:].partition('"')
    else:
        name, _, caption = text.partition(" ")
    if not name:
        return refusal("Which picture?", "write photo, the file, and what it shows")
    if folder is None:
        return refusal("There is no folder to look for pictures in")
    named = Path(name).expanduser()
    if named.is_absolute() and named.parent.resolve().is_relative_to(folder.resolve()):
        name = str(named.parent.resolve().relative_to(folder.resolve()) / named.name)
    found = Problems()
    path = below(folder, name, NOWHERE, found)
    if path is None:
        problem = next(iter(found))
        return refusal(problem.message, f"pictures lie in {folder} or below; copy it there")
    if not is_file(path):
        return refusal(f"There is no picture '{name}' in {folder}", "copy it there, or below, and name it from there")
    if path.suffix.lower() not in PICTURES:
        return refusal(f"'{name}' is no picture", f"pictures end in {', '.join(PICTURES)}")
    photo = Photo(Path(name).as_posix(), caption.strip())
    for fault in faults([photo], folder):
        return refusal(fault.message, fault.hint)
    return photo
