"""Photographs made ready for print: the right way up, no larger than the paper shows, and without what cameras add.

A file is read only below the folder of the battle file; where it was taken, by whom and when is left out of the copies.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reportgen.battle import record
from reportgen.paths import is_file
from reportgen.problems import Place, Problem, Problems
from reportgen.story.model import Picture, Report

if TYPE_CHECKING:
    from PIL import Image

DPI: Final = 300
"""Dots an inch at the printed size; a photograph with fewer is left as it is."""
LARGEST_FILE: Final = 60_000_000
"""Bytes."""
LARGEST_PICTURE: Final = 120_000_000
"""Pixels."""
_QUALITY: Final = 88
_GLANCE: Final = 20.0
"""Millimetres of a picture that is only looked at to see whether it can be read."""
_MARKUP: Final = re.compile(r"[*_`]|!?\[([^\]]*)\]\([^)]*\)")
_KINDS: Final = ("JPEG", "PNG", "GIF", "WEBP", "TIFF", "BMP")


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture ready for a page. `width` and `height` in pixels, `printed` its width in millimetres."""

    content: bytes
    kind: str
    width: int
    height: int
    printed: float
    alt: str

    @property
    def suffix(self) -> str:
        return ".png" if self.kind == "image/png" else ".jpg"


def pictures_of(report: Report) -> Iterator[Picture]:
    """The pictures of a report in its order, each once."""
    if report.detail == "brief":
        return
    seen: set[Picture] = set()
    phases = (block for turn in report.turns for phase in turn.phases for block in phase.blocks)
    openings = (block for turn in report.turns for block in turn.opening)
    for block in (*report.before, *openings, *phases, *report.ending):
        if isinstance(block, Picture) and block not in seen:
            seen.add(block)
            yield block


def prepare(
    pictures: Iterable[Picture], base: Path | None, width: float, height: float, draft: bool = False
) -> dict[Picture, Photo]:
    """Reads the pictures below `base` and fits them into `width` x `height` millimetres.

    Raises `ProblemsFound` with every picture that cannot be used; their places have the line, not the file. In a draft
    they are left out instead, and the page marks the gap.
    """
    problems = Problems()
    photos: dict[Picture, Photo] = {}
    for picture in pictures:
        made = _read(base, picture, width, height)
        if isinstance(made, Photo):
            photos[picture] = made
        else:
            problems.add(Place("", picture.line), "picture", f"the picture '{picture.file}' {made}")
    if not draft:
        problems.raise_if_any()
    return photos


def faults(taken: Iterable[record.Photo], base: Path | None, draft: bool = False) -> list[Problem]:
    """What is wrong with the photographs of a record: those that are there but cannot be printed, each at its place.

    In a draft they are warnings. That one is not there at all the reader of the file tells.
    """
    found = []
    for photo in dict.fromkeys(taken):
        path = _below(base, photo.file)
        if path is None or not is_file(path):
            continue
        made = _read(base, Picture(photo.file, photo.caption), _GLANCE, _GLANCE)
        if not isinstance(made, Photo):
            message = f"the picture '{photo.file}' {made}"
            hint = "save it again as a JPEG of ordinary size"
            found.append(Problem(photo.place, "picture", message, hint, "warning" if draft else "error"))
    return found


def of_rules(
    pictures: Mapping[str, Place],
    files: Iterable[str],
    problems: Problems,
    width: float = _GLANCE,
    height: float = _GLANCE,
) -> dict[str, Photo]:
    """The pictures that the texts of rules name, by file, fitted into `width` x `height` millimetres.

    `pictures` says where each is named; they lie in the folder of one of `files`, the rules and what they extend, or
    below. Each that cannot be used becomes a problem.
    """
    folders = [Path(file).parent for file in files]
    ready: dict[str, Photo] = {}
    for file, place in pictures.items():
        base = next((folder for folder in folders if is_file(folder / file)), folders[0])
        made = _read(base, Picture(file, "", place.line), width, height)
        if isinstance(made, Photo):
            ready[file] = made
        else:
            said = made.replace("battle file's", "rules'")
            problems.add(place, "picture", f"the picture '{file}' {said}")
    return ready


def _read(base: Path | None, picture: Picture, width: float, height: float) -> Photo | str:
    """The photograph, or what is wrong with it."""
    path = _below(base, picture.file)
    if path is None:
        return "is not below the battle file's folder"
    if not is_file(path):
        return "is not there"
    if path.stat().st_size > LARGEST_FILE:
        return f"is larger than {LARGEST_FILE // 1_000_000} MB"
    return _made(path, picture, width, height)


def _below(base: Path | None, file: str) -> Path | None:
    """The file, if it lies below the folder and no link leads out of it."""
    if base is None or Path(file).is_absolute():
        return None
    root = base.resolve()
    path = (root / file).resolve()
    return path if path.is_relative_to(root) else None


def _made(path: Path, picture: Picture, width: float, height: float) -> Photo | str:
    """The photograph, or what is wrong with it."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with _whole_ones_only(), Image.open(path, formats=_KINDS) as opened:
            if opened.width * opened.height > LARGEST_PICTURE:
                return f"has more than {LARGEST_PICTURE // 1_000_000} million dots"
            kind = opened.format
            most = (round(width / 25.4 * DPI), round(height / 25.4 * DPI))
            opened.draft("RGB", (2 * max(most), 2 * max(most)))
            upright = ImageOps.exif_transpose(opened)
            few_colours = kind in ("PNG", "GIF", "BMP") and upright.mode in ("1", "L", "P")
            image = _on_white(upright)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return "cannot be read as a picture"
    image.thumbnail(most, Image.Resampling.LANCZOS)
    image.info.clear()  # comments and colour profiles would go into the copy
    out = io.BytesIO()
    if few_colours:
        image.save(out, "PNG", optimize=True)
    else:
        image.save(out, "JPEG", quality=_QUALITY, optimize=True)
    printed = min(width, height * image.width / image.height)
    alt = " ".join(_MARKUP.sub(r"\1", picture.caption).split()) or "Photograph of the table"
    return Photo(
        out.getvalue(), "image/png" if few_colours else "image/jpeg", image.width, image.height, round(printed, 2), alt
    )


@contextmanager
def _whole_ones_only() -> Iterator[None]:
    """A picture that is cut off is broken. WeasyPrint, once it is loaded, has Pillow fill up what is missing."""
    from PIL import ImageFile

    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _on_white(image: Image.Image) -> Image.Image:
    """The picture as plain colour or grey; what was transparent is white."""
    from PIL import Image

    if image.mode in ("L", "1"):
        return image.convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        clear = image.convert("RGBA")
        white = Image.new("RGB", clear.size, "white")
        white.paste(clear, mask=clear.getchannel("A"))
        return white
    return image.convert("RGB")
