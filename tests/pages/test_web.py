"""The web page: stands alone, is well-formed, and shows what the printed report shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from reportgen.render.report import render_report
from tests.pages import sample

Files = Callable[..., dict[str, bytes]]
VOID = {"meta", "br", "img", "hr", "link", "input"}


class Reader(HTMLParser):
    """Notes what an HTML page has, and complains of what is not closed or closed twice."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.headings: list[int] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if given.get("id"):
            self.ids.append(str(given["id"]))
        self.links += [str(given[name]) for name in ("href", "src", "xlink:href") if given.get(name)]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "script"):
            self.text.append(data)


def read(page: bytes) -> Reader:
    reader = Reader()
    reader.feed(page.decode())
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("detail", ["full", "brief"])
def test_it_is_well_formed_and_stands_alone(files: Files, detail: str) -> None:
    made = files("html", detail)
    assert list(made) == ["report.html"]
    page = made["report.html"].decode()
    assert page.startswith("<!DOCTYPE html>")
    reader = read(made["report.html"])
    assert len(reader.ids) == len(set(reader.ids))
    for link in reader.links:
        assert link.startswith("#"), link
        assert link[1:] in reader.ids, link
    styles = "".join(re.findall(r"<style>(.*?)</style>", page, re.S))
    assert re.findall(r"url\('(?!data:font/woff2;base64,)", styles) == []
    assert "@import" not in styles
    assert "<script" not in page


def test_headings_do_not_leave_out_a_level(files: Files) -> None:
    headings = read(files("html")["report.html"]).headings
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))


def test_all_maps_and_all_of_the_story(files: Files) -> None:
    page = files("html")["report.html"].decode()
    reader = read(files("html")["report.html"])
    assert sum(tag == "svg" for tag, _ in reader.tags) == 28  # maps, chart, ornament
    whole = re.sub(r"\s+", " ", "".join(reader.text))
    for turn in sample.sample().turns:
        assert f'id="turn-{turn.number}"' in page
        for phase in turn.phases:
            for block in phase.blocks:
                assert str(block).replace("'", "\u2019").split(". ")[0] in whole.replace("\u00a0", " ")
    assert "+2 value\u2077\u00b7\u00b9 +3 open country\u2078\u00b7\u2076" in whole


def test_every_sign_is_explained_once(files: Files) -> None:
    said = [text.strip() for text in read(files("html")["report.html"]).text]
    assert [said.count(word) for word in ("Infantry", "Fire", "Close combat", "Lost")] == [1] * 4


def test_the_ground_is_written_once(files: Files) -> None:
    """Maps of one page share their ground; every map shows it."""
    page = files("html")["report.html"].decode()
    assert len(re.findall(r'<use href="#ground-', page)) == 25
    assert len(page) < 900_000


def test_fonts_are_inside_and_have_the_letters() -> None:
    report = replace(sample.sample("brief"), title="Zitadelle Äöü ½ Ωμέγα")
    page = render_report(report, "html")["report.html"].decode()
    assert page.count("@font-face") == 4
    import base64
    import io

    from fontTools.ttLib import TTFont

    data = re.search(r"EB Garamond'; font-style: normal.*?base64,([^']*)'", page)
    assert data is not None
    with TTFont(io.BytesIO(base64.b64decode(data[1]))) as font:
        have = font.getBestCmap()
        assert all(ord(letter) in have for letter in "Zitadelle Äöü ½ Ωμέγα")
        assert "smcp" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}


def test_bold_words_have_a_face_of_their_own() -> None:
    import base64
    import io

    from fontTools.ttLib import TTFont

    from reportgen.render.webfonts import font_faces

    assert "font-weight: 700" not in re.sub(r"Source Sans 3'[^}]*", "", font_faces("<p>Plain words</p>"))
    data = re.search(r"EB Garamond'; font-style: normal; font-weight: 700.*?base64,([^']*)'", font_faces("<b>Qu</b> a"))
    assert data is not None
    with TTFont(io.BytesIO(base64.b64decode(data[1]))) as font:
        assert set(font.getBestCmap()) == {ord("Q"), ord("u")}


def test_the_same_report_gives_the_same_bytes(files: Files) -> None:
    assert render_report(sample.sample(), "html") == files("html")


def test_light_dark_small_and_printed(files: Files) -> None:
    page = files("html")["report.html"].decode()
    for wanted in ("prefers-color-scheme: dark", "@media print", "max-width: 46rem", 'name="viewport"'):
        assert wanted in page


def test_a_side_is_named_once_over_what_was_asked_of_it(files: Files) -> None:
    page = files("html")["report.html"].decode()
    asked = re.findall(r'<p class="asked">(.*?)</p>\s*<ul class="aims">(.*?)</ul>', page, re.DOTALL)
    assert [(who, goals.count("<li>")) for who, goals in asked] == [
        ("What was asked of the Anglo-Egyptians:", 2),
        ("And of the Mahdists:", 1),
    ]
    text = files("md")["report.md"].decode()
    assert "What was asked of the Anglo-Egyptians:\n\n- Bring a wagon" in text
    assert "(four points)\n\nAnd of the Mahdists:\n\n- Stop" in text


def test_no_column_of_a_table_must_be_pushed_into_sight(files: Files) -> None:
    """Columns may be as narrow as they can on a small screen: every width that is asked for on a large one is taken
    back."""
    styles = files("html")["report.html"].decode().partition("</style>")[0]
    large, _, small = styles.partition("@media (max-width: 46rem)")
    asked = re.findall(r"^(\.(?:force|losses) \.\w+) \{ min-width: [1-9]", large, re.MULTILINE)
    assert len(asked) == 2
    assert ", ".join(asked) + " { min-width: 0; }" in small.partition("@media")[0]


def test_markup_in_a_text_is_text() -> None:
    report = replace(sample.sample("brief"), title="<script>alert(1)</script>", brief=('</p><img src="x">',))
    page = render_report(report, "html")["report.html"].decode()
    assert "<script>" not in page
    assert '<img src="x">' not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
