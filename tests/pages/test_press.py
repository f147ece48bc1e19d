"""The press: which fonts it sees, what it leaves of the process, and what is behind its sums and charts."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from pypdfium2 import raw

from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid
from reportgen.render import fonts
from reportgen.render.charts import strength_chart
from reportgen.render.maps import Drawing, draw, png, svg
from reportgen.render.maps.sheet import SMALLEST_SQUARE
from reportgen.render.paper import PAPERS
from reportgen.render.press import no_collection, press
from reportgen.render.report import draw_plates, frames_of, render_report
from reportgen.render.sums import Sums
from reportgen.story.model import CombatRow, Modifier, Report, Strength
from tests.pages import sample


def test_every_face_is_a_static_file_with_what_the_pages_ask_of_it() -> None:
    from fontTools.ttLib import TTFont

    for face in fonts.FACES:
        with TTFont(face.path, lazy=True) as font:
            assert "fvar" not in font
            assert font["OS/2"].fsType == 0  # may be embedded
            features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
            if face.family == fonts.TEXT_FAMILY:
                assert {"smcp", "onum", "lnum", "tnum"} <= features
    assert (fonts.TEXT.path.parent / "OFL.txt").is_file()


def test_missing_fonts_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = replace(fonts.TEXT, file="EBGaramond-Black.ttf")
    with pytest.raises(
        FileNotFoundError, match=r"EBGaramond-Black\.ttf is missing; install the package rendercv-fonts"
    ):
        _ = missing.path
    fonts._folder.cache_clear()
    monkeypatch.setattr(fonts, "find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError, match="install the package rendercv-fonts"):
        _ = fonts.TEXT.path
    monkeypatch.undo()
    fonts._folder.cache_clear()
    assert fonts.TEXT.path.is_file()


def test_the_press_leaves_the_process_as_it_was() -> None:
    press()
    assert "FONTCONFIG_FILE" not in os.environ
    import ctypes.util

    assert ctypes.util.find_library.__module__ == "ctypes.util"
    assert gc.isenabled()
    with no_collection():
        assert not gc.isenabled()
        with no_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_starts_quickly_and_tidies_up_behind_it(tmp_path: Path) -> None:
    """No process is started to look for libraries, matplotlib stays out, and no copy of a font is left in the temporary
    folder."""
    script = (
        "import subprocess, sys\n"
        "def no(*a, **k): raise AssertionError('a process was started')\n"
        "subprocess.Popen.__init__ = no\n"
        "from reportgen.render.report import render_report\n"
        "from reportgen.story.model import Report\n"
        "render_report(Report('T', 'full', 'R', outcome='Nobody won.'), 'pdf')\n"
        "print('matplotlib' in sys.modules)\n"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path), "FONTCONFIG_FILE": "/nowhere/fonts.conf"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert done.stderr == ""
    assert done.stdout == "False\n"
    assert list(tmp_path.glob("weasyprint*")) == []


def modifier(name: str, amount: int, rule: str = "8.5") -> Modifier:
    return Modifier(rule, name, name, amount)


def combat(**changes: object) -> CombatRow:
    row = CombatRow(
        7, "fire", "MG Machine Gun", "JIH3 Jihadia", (9, 4), ((modifier("value", 2), modifier("Command", 3)),
        (modifier("value", 2),)), (14, 6), (), "withdraws", "2 in 3",
    )  # fmt: skip
    return replace(row, **changes)  # type: ignore[arg-type]


def columns(line: str) -> list[str]:
    return [part for part in re.split("[\u00a0\u2009\u200a\u2007]{4,}", line) if part]


def test_sums_are_lines_with_columns() -> None:
    sums = Sums(PAPERS["a5"])
    first, second = str(sums.lines(combat())).split("\n")
    assert columns(first) == [
        "\u20077\u2007MG Machine Gun",
        "9 +2\u00a0value⁸·⁵ +3\u00a0Command⁸·⁵",
        "14\u2007\u2007withdraws",
    ]
    assert columns(second) == ["\u2007\u2007\u2007JIH3 Jihadia", "4 +2\u00a0value⁸·⁵", "6\u2007\u20072 in 3"]


def test_a_long_sum_goes_on_below() -> None:
    many = tuple(modifier(f"reason {n}", -1, "12.10") for n in range(7))
    lines = str(Sums(PAPERS["a5"]).lines(combat(modifiers=(many, ())))).split("\n")
    assert len(lines) > 2
    assert columns(lines[0])[-1] == "14\u2007\u2007withdraws"
    assert columns(lines[1])[0].startswith("\u22121\u00a0reason")
    assert sum(line.count("reason") for line in lines) == 7


def test_columns_stand_as_the_combats_of_a_report_need_them() -> None:
    """Short names and sums bring what follows nearer; a few long sums go on below, in a little, and move nothing."""
    short = [combat() for _ in range(40)]
    usual = Sums.of(PAPERS["a5"], short)
    assert 0.2 <= usual.sum < 0.26
    assert usual.total < 0.6
    assert len(str(usual.lines(short[0])).split("\n")) == 2
    long = combat(modifiers=(tuple(modifier(f"reason {n}", -1, "12.10") for n in range(3)), ()))
    mixed = Sums.of(PAPERS["a5"], [*short, long])
    assert mixed == usual
    lines = str(mixed.lines(long)).split("\n")
    assert len(lines) > 2
    hung = usual._width(lines[1][: lines[1].index("\u2212")]) - usual._width(lines[0][: lines[0].index("9 ")])
    assert 3 < hung < 12  # points
    many = Sums.of(PAPERS["a5"], [*short[:5], *[long] * 5])
    assert many.total > usual.total + 0.1


def test_what_is_not_known_or_was_thrown_again_or_found() -> None:
    row = combat(
        dice=(None, 4), totals=(None, 6), rethrows=((3, 3), (7, 11)), findings=("9 was written, 8 is right",), chance=""
    )
    lines = str(Sums(PAPERS["a4"]).lines(row)).split("\n")
    assert columns(lines[0])[1].startswith("\u2013 +2")
    assert columns(lines[1])[1].endswith("; again 3\u2009:\u20093, 7\u2009:\u200911")
    assert columns(lines[1])[-1] == "6"
    assert "9 was written, 8 is right" in lines[2]


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_style_sheets_have_the_same_letters(paper: str) -> None:
    from reportgen.render import pages

    sheet = PAPERS[paper]
    text = "\n".join(pages.style(name) for name in sheet.styles)
    size = re.search(r"\.sums \{ font-size: ([\d.]+)pt", text)
    assert size is not None
    assert float(size[1]) == sheet.sums_size


def test_the_chart_shows_both_sides_and_keeps_its_words_apart() -> None:
    strength = sample.sample().strength
    assert strength is not None
    drawing = strength_chart(strength, 320)
    assert (drawing.width, drawing.height) == (320, pytest.approx(134.4))
    written = [text for layer in drawing.layers for text in layer.texts]
    words = [text.text for text in written]
    assert {"Anglo-Egyptians", "Mahdists", "19 points", "14 points", "turn", "12", "field gun lost"} <= set(words)
    for n, a in enumerate(written):
        assert a.x >= 0
        assert a.x + a.width <= 320.5
        for b in written[n + 1 :]:
            apart = a.x + a.width <= b.x or b.x + b.width <= a.x or abs(a.y - b.y) >= 0.7 * min(a.size, b.size)
            assert apart, (a, b)
    assert drawing.text == "Anglo-Egyptians: from 27 to 19 points; Mahdists: from 34 to 14 points."
    assert "<svg" in svg(drawing)
    assert png(drawing, 72).startswith(b"\x89PNG")


def test_charts_of_odd_battles() -> None:
    """Equal ends, half points, events at one time, no steps at all."""
    odd = Strength(
        ("start", "1a", "1b"), ((10.5, 10.5, 0.5), (9.0, 3.0, 0.5)), ("One", "The other side"), ("red", "#123"),
        ((1, "a long event that needs room"), (1, "another of the kind"), (2, "third")),
    )  # fmt: skip
    drawing = strength_chart(odd, 300, "saving")
    words = [text for layer in drawing.layers for text in layer.texts]
    assert sum(text.text == "½ points" for text in words) == 2
    events = [text for text in words if text.text in ("a long event that needs room", "another of the kind", "third")]
    assert len({text.y for text in events}) >= 2
    assert drawing.text.startswith("One: from 10½ to ½ points")
    empty = strength_chart(Strength((), ((), ()), ("A", "B"), ("red", "blue")), 300)
    assert "A" in [text.text for layer in empty.layers for text in layer.texts]


def test_a_long_name_or_result_keeps_to_the_column() -> None:
    """A name over the stop moves its sum on; a result over the margin goes on below; nothing else moves."""
    row = combat(
        attacker="MOU1 Mountain volunteers of the second line", result="attacker withdraws and is destroyed there"
    )
    first, second, third = str(Sums(PAPERS["a5"]).lines(row)).split("\n")
    assert columns(first)[1].startswith("9 +2")
    assert columns(first)[-1].startswith("14\u2007\u2007attacker")
    assert columns(second)[-1].endswith("destroyed there")
    assert columns(third)[0].endswith("JIH3 Jihadia")


def tall(rows: int) -> Report:
    """The sample's brief report on an empty board of twelve columns."""
    report = sample.sample("brief")
    ground = Ground(SquareGrid.of(12, rows))
    empty = [replace(one.picture, ground=ground, pieces=(), marks=(), cartouche=None) for one in report.brief_frames]
    frames = (replace(report.brief_frames[n], id=f"f{n}", picture=picture) for n, picture in enumerate(empty))
    return replace(report, brief_frames=tuple(frames))


def test_tall_boards_get_more_room_within_reason() -> None:
    heights = {}
    for rows in (12, 14, 20, 22, 40):
        heights[rows] = draw_plates(tall(rows), 320, 221, "colour").maps["f1"].height
    assert heights[12] == pytest.approx(221, abs=3)
    assert heights[14] == pytest.approx(221, abs=3)
    assert heights[20] == pytest.approx(20 * SMALLEST_SQUARE + 19, abs=3)
    assert heights[22] == pytest.approx(22 * SMALLEST_SQUARE + 19, abs=3)
    assert heights[40] == pytest.approx(1.6 * 221, abs=3)


@pytest.mark.parametrize("detail", ["brief", "full"])
def test_every_sign_is_explained_under_the_first_map_or_the_first_where_something_happened(detail: str) -> None:
    report = sample.sample(detail)

    def words(drawing: Drawing) -> set[str]:
        return {text.text for layer in drawing.layers if layer.key.startswith("legend-") for text in layer.texts}

    frames = frames_of(report)
    maps = draw_plates(report, 320, 221, "colour").maps
    legends = [id for id, drawing in maps.items() if words(drawing)]
    first, second = next(iter(frames)), next(id for id, frame in frames.items() if frame.picture.marks)
    assert legends == [first, second]
    shown = [words(draw(frame.picture, 320, height=221)) for frame in frames.values()]
    assert set().union(*shown) == words(maps[first]) | words(maps[second])
    assert {"Move", "Fire", "Close combat", "Lost"} <= words(maps[second])
    assert not words(maps[first]) & words(maps[second])


@pytest.mark.parametrize("rows", [14, 20, 22])
def test_no_map_of_a_report_shrinks_until_its_squares_cannot_be_read(rows: int) -> None:
    """However much of a page is left empty."""
    widths = []
    for page in pypdfium2.PdfDocument(render_report(tall(rows), "pdf")["report.pdf"]):
        for map in page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1):
            left, _, right, _ = map.get_bounds()
            widths.append(right - left)
    assert len(widths) == 4
    assert (min(widths) - 19) / 12 > SMALLEST_SQUARE - 0.1
