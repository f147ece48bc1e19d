"""Photographs: the right way up, small enough, without what cameras add, and never from outside the folder."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from pypdfium2 import raw

from reportgen.problems import ProblemsFound
from reportgen.render import photos
from reportgen.render.plates import SMALLEST
from reportgen.render.report import render_report
from reportgen.story.model import Picture, Report
from tests.pages import sample


def photograph(path: Path, size: tuple[int, int] = (3000, 2000), turned: bool = False, kind: str = "JPEG") -> None:
    """Red on the left, blue on the right; with `turned` the camera was held upright and says so."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (size[0] // 2, 0, size[0], size[1]))
    exif = Image.Exif()
    exif[0x010F] = "A Camera"
    exif[0x8825] = {1: "N"}
    if turned:
        exif[0x0112] = 6
    image.save(path, kind, exif=exif)


def with_picture(picture: Picture) -> Report:
    report = sample.sample()
    phase = report.turns[0].phases[0]
    turn = replace(report.turns[0], phases=(replace(phase, blocks=(*phase.blocks, picture)),))
    return replace(report, turns=(turn,))


def test_it_is_cut_down_to_the_printed_size(tmp_path: Path) -> None:
    photograph(tmp_path / "table.jpg")
    picture = Picture("table.jpg", "The *table*")
    photo = photos.prepare([picture], tmp_path, 113, 95)[picture]
    assert photo.width == round(113 / 25.4 * 300)
    assert photo.printed == 113
    with Image.open(io.BytesIO(photo.content)) as image:
        assert image.size == (photo.width, photo.height)
        assert dict(image.getexif()) == {}
        assert "exif" not in image.info
        red = image.getpixel((5, 5))
        assert isinstance(red, tuple)
        assert red[0] > 200 > 100 > red[2]


def test_one_held_upright_is_turned(tmp_path: Path) -> None:
    photograph(tmp_path / "table.jpg", turned=True)
    picture = Picture("table.jpg", "")
    photo = photos.prepare([picture], tmp_path, 113, 95)[picture]
    assert photo.height > photo.width
    assert photo.printed == pytest.approx(95 * 2 / 3, abs=0.2)
    assert photo.alt == "Photograph of the table"
    with Image.open(io.BytesIO(photo.content)) as image:
        top, foot = image.getpixel((10, 10)), image.getpixel((10, photo.height - 10))
        assert isinstance(top, tuple)
        assert isinstance(foot, tuple)
        assert top[0] > 200
        assert foot[2] > 200


def test_a_small_one_is_left_as_it_is(tmp_path: Path) -> None:
    photograph(tmp_path / "small.png", size=(300, 200), kind="PNG")
    picture = Picture("small.png", "")
    photo = photos.prepare([picture], tmp_path, 113, 95)[picture]
    assert (photo.width, photo.height) == (300, 200)


def test_what_is_transparent_becomes_white(tmp_path: Path) -> None:
    Image.new("RGBA", (400, 300), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    picture = Picture("clear.png", "")
    photo = photos.prepare([picture], tmp_path, 113, 95)[picture]
    with Image.open(io.BytesIO(photo.content)) as image:
        assert image.convert("RGB").getpixel((9, 9)) == (255, 255, 255)


def test_a_drawing_of_few_colours_stays_sharp(tmp_path: Path) -> None:
    Image.new("1", (400, 300), 1).save(tmp_path / "plan.png")
    picture = Picture("plan.png", "")
    assert photos.prepare([picture], tmp_path, 113, 95)[picture].kind == "image/png"


def test_every_one_that_cannot_be_used_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "battle"
    folder.mkdir()
    photograph(tmp_path / "outside.jpg", size=(30, 20))
    (folder / "text.jpg").write_text("not a picture")
    (folder / "link.jpg").symlink_to(tmp_path / "outside.jpg")
    photograph(folder / "huge.jpg", size=(300, 200))
    (folder / "heavy.jpg").write_bytes(b"x" * 100_000)
    monkeypatch.setattr(photos, "LARGEST_PICTURE", 50_000)
    monkeypatch.setattr(photos, "LARGEST_FILE", 90_000)
    names = [
        "../outside.jpg",
        str(tmp_path / "outside.jpg"),
        "link.jpg",
        "none.jpg",
        "text.jpg",
        "huge.jpg",
        "heavy.jpg",
    ]
    pictures = [Picture(name, "", line) for line, name in enumerate(names, 1)]
    with pytest.raises(ProblemsFound) as found:
        photos.prepare(pictures, folder, 113, 95)
    said = [(problem.place.line, problem.code, problem.message) for problem in found.value.problems]
    assert [line for line, _, _ in said] == list(range(1, 8))
    assert {code for _, code, _ in said} == {"picture"}
    for line, words in (
        (1, "is not below the battle file's folder"), (2, "is not below"), (3, "is not below"), (4, "is not there"),
        (5, "cannot be read as a picture"), (6, "million dots"), (7, "is larger than"),
    ):  # fmt: skip
        assert words in said[line - 1][2]
    with pytest.raises(ProblemsFound):
        photos.prepare([Picture("text.jpg", "")], None, 113, 95)


def test_it_is_in_every_form_of_the_report(tmp_path: Path) -> None:
    photograph(tmp_path / "table.jpg", size=(600, 400))
    report = with_picture(Picture("table.jpg", "The table, *before* the rush"))
    pdf = pypdfium2.PdfDocument(render_report(report, "pdf", base=tmp_path)["report.pdf"])
    images = [thing for page in pdf for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=1)]
    assert len(images) == 1
    left, _, right, _ = images[0].get_bounds()
    assert SMALLEST * 113 * 72 / 25.4 <= right - left <= 113 * 72 / 25.4 + 1
    assert "before" in "".join(page.get_textpage().get_text_range() for page in pdf)

    page = render_report(report, "html", base=tmp_path)["report.html"].decode()
    assert '<img src="data:image/jpeg;base64,' in page
    assert "The table, <em>before</em> the rush" in page

    files = render_report(report, "md", base=tmp_path)
    assert "report-pictures/photograph-1.jpg" in files
    assert "(report-pictures/photograph-1.jpg)" in files["report.md"].decode()
