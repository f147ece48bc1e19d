"""A battle report as files: PDF, HTML or Markdown.

    for name, content in render_report(report, "pdf", paper="a5").items(): ...

Nothing is written here; the caller writes all files or none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import quote

from reportgen.render import pages, photos
from reportgen.render.paper import PAPERS, Paper, paper_of
from reportgen.story.model import Frame, Picture, Report

if TYPE_CHECKING:
    from reportgen.render.maps import Drawing, Ink, Legend
    from reportgen.render.photos import Photo

Format = Literal["pdf", "html", "md"]

WEB_WIDTH: Final = 470.0
"""Width of a map on the web page and beside Markdown, in points; on a screen it is scaled to the column."""
WEB_HEIGHT: Final = 440.0
"""The most that the frame of a map may be high there, in points."""
BRIEF_SHARE: Final = 0.86
"""The share of their height that maps have in a brief on A4 and Letter: the first, with its legend, and another fit on
a page. On A5 their squares would be too small."""
PICTURE_DPI: Final = 170
"""Dots an inch of the map pictures beside Markdown: about 1,110 across."""


def render_report(
    report: Report,
    to: Format,
    paper: str = "a5",
    templates: Path | None = None,
    base: Path | None = None,
    *,
    name: str = "report",
    ink: Ink = "colour",
    bleed: float = 0.0,
    draft: bool = False,
) -> dict[str, bytes]:
    """The files of a report: name, with `/` for a folder, and content.

    `to`: `pdf` is one file for the `paper` (a5, a4, letter), `html` one file that stands alone, `md` a file and a
    folder of pictures beside it. `templates` is a folder of the user's own templates and style sheets; `base` the
    folder below which photographs are read. `bleed`: millimetres that the PDF's pages reach over their edge. In a
    `draft` a photograph that cannot be used leaves a marked gap. The same report gives the same bytes.

    Raises `ValueError` for an unknown paper, `ProblemsFound` for photographs that cannot be used, and
    `pages.TemplateFault` for templates that cannot.
    """
    from reportgen.render.press import no_collection

    sheet = paper_of(paper)
    with no_collection():
        if to == "pdf":
            return {f"{name}.pdf": report_pdf(report, sheet, templates, base, ink, bleed=bleed, draft=draft)}
        if to == "html":
            return {f"{name}.html": _html(report, templates, base, ink, draft)}
        return _markdown(report, templates, base, ink, name, draft)


def get_ready() -> None:
    """Loads what a PDF needs, by making a small one: for a process that will make a great one soon."""
    from reportgen.render.maps import get_ready

    render_report(Report("", "full", ""), "pdf")
    get_ready()


def tidy_up() -> None:
    """Leaves nothing of the press behind, in a process that ends without Python's own tidying up."""
    from reportgen.render.press import press

    if press.cache_info().currsize:
        press().close()


def frames_of(report: Report) -> dict[str, Frame]:
    """The maps that a report prints, by id, in order."""
    return {frame.id: frame for frame in _frames(report)}


def _frames(report: Report) -> Iterator[Frame]:
    if report.detail == "brief":
        yield from report.brief_frames
        return
    if report.start:
        yield report.start
    for turn in report.turns:
        yield from (phase.frame for phase in turn.phases if phase.frame)
    if report.end:
        yield report.end
    yield from (point.frame for point in report.turning_points if point.frame)


@dataclass(frozen=True, slots=True)
class Plates:
    """All that is drawn for a report: maps by the id of their frame, and the chart of strength if it has one.
    `headless`: maps that had no room for their cartouche; the caption must say which turn and whose phase it was."""

    maps: Mapping[str, Drawing]
    chart: Drawing | None
    headless: frozenset[str]


def draw_plates(report: Report, width: float, height: float, ink: Ink, legend_width: float = 0.0) -> Plates:
    """Draws maps and chart, `width` points wide, the maps' frames no higher than `height`. The first map explains what
    it shows and has the scale; the first on which something happened explains what else is on any of them. Legends are
    as wide as their maps, or as `legend_width`."""
    from reportgen.render.charts import strength_chart
    from reportgen.render.maps import CartouchePlace, draw, height_for, unexplained

    maps = {}
    headless = set()
    frames = frames_of(report)
    pictures = [frame.picture for frame in frames.values()]
    happened = next((n for n, picture in enumerate(pictures) if n and picture.marks), 1)
    for n, (id, frame) in enumerate(frames.items()):
        legend: Legend = unexplained(pictures) if n == happened else "none" if n else "full"
        high = height_for(frame.picture.ground.grid, width, height, height)
        # Where there is no free corner for the cartouche it does not go below: two maps must fit on a page.
        cartouche: CartouchePlace = "inside" if n else "auto"
        maps[id] = draw(
            frame.picture,
            width,
            ink,
            height=high,
            legend=legend,
            scale=not n,
            cartouche=cartouche,
            legend_width=legend_width,
        )
        if maps[id].headless:
            headless.add(id)
    wants_chart = report.strength is not None and report.detail == "full"
    chart = strength_chart(report.strength, width, ink) if report.strength and wants_chart else None
    return Plates(maps, chart, frozenset(headless))


def report_pdf(
    report: Report,
    paper: Paper,
    templates: Path | None = None,
    base: Path | None = None,
    ink: Ink = "colour",
    empty: bool = False,
    bleed: float = 0.0,
    plates: Plates | None = None,
    draft: bool = False,
) -> bytes:
    """The PDF. `plates` are maps drawn before; with `empty` they are boxes of their size: what the same pages cost
    without drawing, against which the cost of maps is measured."""
    from reportgen.render.evened import Evened
    from reportgen.render.maps import pdf_images
    from reportgen.render.press import EmptyBox, press
    from reportgen.render.printing import bleed_style
    from reportgen.render.sums import Sums

    printing = press()  # first: it sees to it that WeasyPrint is loaded without looking for compilers and fonts
    if plates is None:
        width, height = paper.plate_points
        smaller = report.detail == "brief" and paper.name != "a5"
        plates = draw_plates(report, width, BRIEF_SHARE * height if smaller else height, ink, width)
    drawings = [*plates.maps.values(), *([plates.chart] if plates.chart else [])]
    images = pdf_images(drawings)
    sources = dict(zip(plates.maps, images.sources, strict=False))
    shown = photos.prepare(photos.pictures_of(report), base, paper.plate, paper.photo_height, draft)
    files = {"device:": ("image/svg+xml", pages.text("report/device.svg", templates).encode())}
    files |= {f"photo:{n}": (photo.kind, photo.content) for n, photo in enumerate(shown.values())}
    page = _page(
        "report/report.html.j2",
        report,
        templates,
        plates,
        maps=sources,
        photos={picture: (f"photo:{n}", photo) for n, (picture, photo) in enumerate(shown.items())},
        chart=images.sources[-1] if plates.chart else None,
        device="device:",
        sums=Sums.of(paper, report.combats),
        evened=Evened(paper),
    )
    styles = [pages.style(sheet, templates) for sheet in (*paper.styles, "theme.css")] + bleed_style(bleed)
    cache = images.cache
    if empty:
        cache = {
            source: EmptyBox(source, drawing.width, drawing.height)
            for source, drawing in zip(images.sources, drawings, strict=True)
        }
    least = {source: drawing.least for source, drawing in zip(images.sources, drawings, strict=True)}
    return printing.pdf(page, styles, cache, files, None if empty else images.finisher, least)


def _html(report: Report, templates: Path | None, base: Path | None, ink: Ink, draft: bool) -> bytes:
    from base64 import b64encode

    from markupsafe import Markup

    from reportgen.render.maps import OnPage, svg
    from reportgen.render.webfonts import font_faces

    plates = draw_plates(report, WEB_WIDTH, WEB_HEIGHT, ink)
    seen = OnPage()
    shown = photos.prepare(photos.pictures_of(report), base, PAPERS["a4"].plate, PAPERS["a4"].photo_height, draft)
    page = _page(
        "report/web.html.j2",
        report,
        templates,
        plates,
        maps={id: Markup(svg(drawing, width="100%", on_page=seen)) for id, drawing in plates.maps.items()},  # noqa: S704
        photos={
            picture: (f"data:{photo.kind};base64,{b64encode(photo.content).decode()}", photo)
            for picture, photo in shown.items()
        },
        chart=Markup(svg(plates.chart, width="100%", on_page=seen)) if plates.chart else None,  # noqa: S704 - ours
        device=Markup(pages.text("report/device.svg", templates)),  # noqa: S704 - a template of the user's own choice
        styles=Markup("\n".join(pages.style(sheet, templates) for sheet in ("web.css", "theme.css"))),  # noqa: S704
    )
    return page.replace("<style>", f"<style>\n{font_faces(page)}\n", 1).encode()


def _markdown(
    report: Report, templates: Path | None, base: Path | None, ink: Ink, name: str, draft: bool
) -> dict[str, bytes]:
    from reportgen.render.maps import png

    plates = draw_plates(report, WEB_WIDTH, WEB_HEIGHT, ink)
    shown = photos.prepare(photos.pictures_of(report), base, PAPERS["a4"].plate, PAPERS["a4"].photo_height, draft)
    folder = f"{name}-pictures"
    files: dict[str, bytes] = {}
    sources = {}
    for n, (id, drawing) in enumerate(plates.maps.items()):
        source = f"{folder}/{n:02d}-{_file_name(id)}.png"
        files[source] = png(drawing, PICTURE_DPI)
        sources[id] = _link(source)
    chart = None
    if plates.chart:
        source = f"{folder}/strength.png"
        files[source] = png(plates.chart, PICTURE_DPI)
        chart = _link(source)
    pictures: dict[Picture, tuple[str, Photo]] = {}
    for n, (picture, photo) in enumerate(shown.items(), 1):
        source = f"{folder}/photograph-{n}{photo.suffix}"
        files[source] = photo.content
        pictures[picture] = (_link(source), photo)
    text = _page("report/report.md.j2", report, templates, plates, maps=sources, photos=pictures, chart=chart)
    return {f"{name}.md": text.encode(), **files}


def _link(path: str) -> str:
    """A path as a link, byte for byte: the name may be one that is no text."""
    return quote(os.fsencode(path))


def _file_name(id: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", id.lower()).strip("-") or "map"


def _page(template: str, report: Report, templates: Path | None, plates: Plates, **values: Any) -> str:
    """Fills a template with what every format shows."""
    what = ", ".join(part for part in (report.subtitle, report.location, report.date) if part)
    return pages.fill(
        template,
        templates,
        report=report,
        headless=plates.headless,
        chart_alt=f"Chart of strength by turn. {plates.chart.text}" if plates.chart else "",
        authors=", ".join(dict.fromkeys(player for _, player in report.players)),
        description=what or f"A battle report: {report.ruleset}",
        keywords=", ".join(dict.fromkeys((report.ruleset, *report.variants, *report.keywords))),
        **values,
    )
