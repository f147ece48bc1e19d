"""Templates: the user's before ours, in a sandbox, and their faults told with place."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from reportgen.render import pages
from reportgen.render.report import render_report
from tests.pages import sample


def put(folder: Path, name: str, text: str) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_one_file_of_the_user_s_takes_the_place_of_ours(tmp_path: Path) -> None:
    put(tmp_path, "style/theme.css", "h2 { display: none }")
    text = "".join(
        page.get_textpage().get_text_range()
        for page in pypdfium2.PdfDocument(render_report(sample.sample(), "pdf", templates=tmp_path)["report.pdf"])
    )
    assert "Why they fought" not in text.replace("\r\n", " ")
    assert "condensed milk" in text.replace("\r\n", " ")


def test_a_template_that_is_no_xml_is_read_as_html(tmp_path: Path) -> None:
    put(
        tmp_path,
        "report/report.html.j2",
        "<!DOCTYPE html><html lang=en><title>x</title><body><p>{{ report.title }}<br>",
    )
    pdf = pypdfium2.PdfDocument(render_report(sample.sample(), "pdf", templates=tmp_path)["report.pdf"])
    assert "The Convoy to Bir Handuk" in pdf[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("line\n{% if %}", "template report/report.md.j2, line 2"),
        ("{{ report.nonsense }}", "has no attribute 'nonsense'"),
        ("{{ ''.__class__.__mro__ }}", "access to attribute '__class__' of 'str' object is unsafe"),
        ("{% include 'none.j2' %}", "template none.j2 is not there"),
        ("{% include '../../secret' %}", "is not there"),
    ],
)
def test_faults_are_told(tmp_path: Path, text: str, says: str) -> None:
    put(tmp_path, "report/report.md.j2", text)
    with pytest.raises(pages.TemplateFault, match=says.replace(".", r"\.")):
        render_report(sample.sample("brief"), "md", templates=tmp_path)


def test_a_style_sheet_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "style").mkdir()
    (tmp_path / "style" / "theme.css").write_bytes(b"\xff\xfe")
    with pytest.raises(pages.TemplateFault, match="not UTF-8"):
        render_report(sample.sample("brief"), "pdf", templates=tmp_path)
    with pytest.raises(pages.TemplateFault, match="is not there"):
        pages.style("nowhere.css")


def test_a_theme_fetches_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """No network, no file of the machine, not even a font: the page is printed without."""
    put(tmp_path, "secret.png", "secret")
    put(
        tmp_path,
        "style/theme.css",
        f"body {{ background: url('{(tmp_path / 'secret.png').as_uri()}') }}"
        "p { background: url('https://example.org/x') }"
        f"@font-face {{ font-family: X; src: url('{(tmp_path / 'secret.png').as_uri()}') }}",
    )
    render_report(sample.sample("brief"), "pdf", templates=tmp_path)
    said = [record.getMessage() for record in caplog.records]
    assert sum("may not be fetched" in text for text in said) >= 2
    caplog.clear()


def test_a_paper_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="'a3' is not a paper size; there are a5, a4, letter"):
        render_report(sample.sample("brief"), "pdf", "a3")
