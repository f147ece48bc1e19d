"""Photographs of a battle file: turned, stripped and scaled in every document; what is wrong with one is told at its
line, and a draft goes on without it."""

from __future__ import annotations

import io
import re
import shutil
from base64 import b64decode
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from pypdfium2 import raw

from reportgen import api
from reportgen.problems import ProblemsFound
from reportgen.render.photos import LARGEST_FILE
from reportgen.render.plates import SMALLEST
from tests.anyrules.table import SAMPLE


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """The sample that ships, in a folder of its own."""
    folder = tmp_path / "barn"
    shutil.copytree(SAMPLE.parent, folder)
    return folder / SAMPLE.name


def documents(tmp_path: Path, to: tuple[api.To, ...], draft: bool = False) -> api.Documents:
    return api.Documents(out=tmp_path / "out", to=to, draft=draft)


def test_the_pictures_that_ship_have_something_to_be_turned_and_stripped() -> None:
    with Image.open(SAMPLE.parent / "photographs" / "barn.jpg") as image:
        assert image.getexif()[0x0112] == 6
        assert image.getexif().get_ifd(0x8825)
        assert image.height > image.width
        assert image.info["comment"]


def test_beside_markdown_they_are_upright_and_say_nothing_of_the_camera(battle: Path, tmp_path: Path) -> None:
    made = api.report(battle, documents(tmp_path, ("md",)))
    copies = sorted(path for path in made.files if path.name.startswith("photograph-"))
    assert [path.suffix for path in copies] == [".jpg", ".jpg"]
    for path in copies:
        content = path.read_bytes()
        assert b"Exif" not in content
        assert b"kitchen" not in content
        assert b"Box Camera" not in content
        with Image.open(path) as image:
            assert dict(image.getexif()) == {}
            assert image.width > image.height
            assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density", "dpi"}
    text = (tmp_path / "out" / "the-corn-cart.md").read_text()
    assert "![The barn from the south-west. The dragoons have just got in" in text
    assert "\nThe barn from the south-west. The *dragoons* have just got in" in text


def test_a_web_page_holds_them(battle: Path, tmp_path: Path) -> None:
    api.report(battle, documents(tmp_path, ("html",)))
    page = (tmp_path / "out" / "the-corn-cart.html").read_text()
    found = re.findall(r'<img src="data:image/jpeg;base64,([^"]+)"', page)
    assert len(found) == 2
    for one in found:
        content = b64decode(one)
        assert b"Exif" not in content
        with Image.open(io.BytesIO(content)) as image:
            assert image.width > image.height


def test_in_print_they_have_300_dots_an_inch_and_few_more_where_a_page_makes_them_smaller(
    battle: Path, tmp_path: Path
) -> None:
    photograph = battle.parent / "photographs" / "barn.jpg"
    Image.new("RGB", (4000, 3000), "red").save(photograph)
    api.report(battle, documents(tmp_path, ("pdf",)))
    document = pypdfium2.PdfDocument((tmp_path / "out" / "the-corn-cart.pdf").read_bytes())
    pictures = [image for page in document for image in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4)]
    assert len(pictures) == 2
    left, foot, right, top = pictures[0].get_bounds()
    across, _ = pictures[0].get_px_size()
    assert right - left > SMALLEST * 250
    assert 290 <= across / (right - left) * 72 <= 301 / SMALLEST
    assert top > foot


def broken(battle: Path, what: str) -> None:
    photograph = battle.parent / "photographs" / "barn.jpg"
    match what:
        case "missing":
            photograph.unlink()
        case "no picture":
            photograph.write_bytes(b"This is no picture at all.")
        case "cut off":
            photograph.write_bytes(photograph.read_bytes()[:9000])
        case "link out":
            elsewhere = battle.parent.parent / "secret.jpg"
            photograph.rename(elsewhere)
            photograph.symlink_to(elsewhere)
        case "too large":
            with photograph.open("r+b") as file:
                file.truncate(LARGEST_FILE + 1)
        case path:
            battle.write_text(battle.read_text().replace("photographs/barn.jpg", path))


WRONG = [
    ("missing", "no-file", "there is no picture 'photographs/barn.jpg'"),
    ("no picture", "picture", "the picture 'photographs/barn.jpg' cannot be read as a picture"),
    ("cut off", "picture", "the picture 'photographs/barn.jpg' cannot be read as a picture"),
    ("link out", "outside-folder", "'photographs/barn.jpg' is a link that leads out of the folder"),
    ("too large", "picture", "the picture 'photographs/barn.jpg' is larger than 60 MB"),
    ("../secret.jpg", "outside-folder", "'../secret.jpg' leads out of the folder"),
    ("/etc/secret.jpg", "outside-folder", "'/etc/secret.jpg' is an absolute path"),
]


@pytest.mark.parametrize(("what", "code", "message"), WRONG, ids=[what for what, *_ in WRONG])
def test_what_is_wrong_is_told_at_its_line(battle: Path, tmp_path: Path, what: str, code: str, message: str) -> None:
    broken(battle, what)
    line = next(n for n, text in enumerate(battle.read_text().splitlines(), 1) if "- photo:" in text)
    errors = [problem for problem in api.check([battle]).problems if problem.severity == "error"]
    assert [(p.place.file, p.place.line, p.code, p.message) for p in errors] == [(str(battle), line, code, message)]
    with pytest.raises(ProblemsFound) as caught:
        api.report(battle, documents(tmp_path, ("md",)))
    assert [p.message for p in caught.value.problems if p.severity == "error"] == [message]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("what", [what for what, *_ in WRONG])
def test_a_draft_marks_the_gap_and_goes_on(battle: Path, tmp_path: Path, what: str) -> None:
    broken(battle, what)
    name = what if "/" in what else "photographs/barn.jpg"
    made = api.report(battle, documents(tmp_path, ("md", "html"), draft=True))
    assert [problem.severity for problem in made.problems if problem.severity != "finding"] == ["warning"]
    said = f"Here a photograph is missing: {name}"
    assert said in (tmp_path / "out" / "the-corn-cart.md").read_text().replace("\\", "")
    page = (tmp_path / "out" / "the-corn-cart.html").read_text()
    assert f'<p class="gap">{said}</p>' in page
    assert page.count("data:image/jpeg") == 1
    assert sum(path.name.startswith("photograph-") for path in made.files) == 1


def test_a_printed_draft_has_the_gap_too(battle: Path, tmp_path: Path) -> None:
    broken(battle, "missing")
    api.report(battle, documents(tmp_path, ("pdf",), draft=True))
    document = pypdfium2.PdfDocument((tmp_path / "out" / "the-corn-cart.pdf").read_bytes())
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    assert "Here a photograph is missing: photographs/barn.jpg" in text


def test_the_command_line_warns(battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from reportgen.cli import main

    broken(battle, "missing")
    for draft, code in (([], 1), (["--draft"], 0)):
        with pytest.raises(SystemExit) as ended:
            main(["report", str(battle), "-o", str(tmp_path / "out"), "--to", "md", *draft])
        assert ended.value.code == code
        assert "there is no picture" in capsys.readouterr().err
