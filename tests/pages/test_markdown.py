"""The Markdown report: every link leads to a file beside it, and text reads as it was written."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from PIL import Image

from reportgen.render.report import render_report
from reportgen.story.model import Remark
from tests.pages import sample

Files = Callable[..., dict[str, bytes]]


@pytest.mark.parametrize(("detail", "pictures"), [("full", 27), ("brief", 4)])
def test_links_lead_to_the_files_beside_it(files: Files, detail: str, pictures: int) -> None:
    made = files("md", detail)
    text = made["report.md"].decode()
    links = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
    assert len(links) == pictures
    assert sorted(links) == sorted(name for name in made if name != "report.md")
    for link in links:
        with Image.open(io.BytesIO(made[link])) as picture:
            assert picture.format == "PNG"
            assert 1000 < picture.width < 1300


def test_it_reads_as_the_report_does(files: Files) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(files("md")["report.md"].decode())
    headings = [tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings[0] == "The Convoy to Bir Handuk"
    assert headings.count("The Anglo-Egyptians (6)") == 4
    assert [turn.heading for turn in sample.sample().turns] == [
        heading.replace("\u00a0", " ") for heading in headings if heading.startswith("Turn")
    ]
    assert sum(token.type == "table_open" for token in tokens) == 2 + 2 + 1 + sum(
        bool(phase.combats) for turn in sample.sample().turns for phase in turn.phases
    )
    plain = " ".join(token.content for token in tokens if token.type == "inline")
    for turn in sample.sample().turns:
        for phase in turn.phases:
            for block in phase.blocks:
                assert str(block).replace("'", "\u2019") in plain.replace("\\", "").replace("\u00a0", " ")


def test_signs_of_markdown_in_a_text_are_text() -> None:
    block = "1. A *star*, an _underline_, a [link](x), a `tick`, a # and a | in <b>one</b> line"
    report = sample.sample()
    phase = replace(report.turns[0].phases[0], blocks=(block,), combats=())
    turn = replace(report.turns[0], phases=(phase,))
    text = render_report(replace(report, turns=(turn,)), "md")["report.md"].decode()
    html = MarkdownIt("commonmark").render(text)
    assert (
        "<p>1. A *star*, an _underline_, a [link](x), a `tick`, a # and a | in &lt;b&gt;one&lt;/b&gt; line</p>" in html
    )


def test_a_recorder_s_markdown_stays_markdown_but_for_headings_and_html() -> None:
    report = replace(
        sample.sample(), before=(Remark("# Big\nwith *stress* and <b>raw</b>"), Remark("Heading", heading=True))
    )
    text = render_report(report, "md")["report.md"].decode()
    assert "> **Big**\n> with *stress* and &lt;b>raw&lt;/b>\n" in text
    assert "\n**Heading**\n" in text


def test_the_same_report_gives_the_same_bytes(files: Files) -> None:
    assert render_report(sample.sample("brief"), "md") == files("md", "brief")


def test_dice_that_nobody_threw_leave_no_stars(files: Files) -> None:
    report = sample.sample()
    turn = next(turn for turn in report.turns if any(phase.combats for phase in turn.phases))
    phase = next(phase for phase in turn.phases if phase.combats)
    shot = replace(phase.combats[0], dice=("5,3", ""), modifiers=((), ()), totals=(2, ""))
    turn = replace(turn, phases=(replace(phase, combats=(shot,)),))
    text = render_report(replace(report, turns=(turn,)), "md")["report.md"].decode()
    assert f"| **5,3** | **2** | {shot.defender} |  |  | " in text
    assert "****" not in text
