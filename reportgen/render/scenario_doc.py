"""A scenario as documents: one for the umpire with everything in it, and one for each player with what he may know.

    for name, content in scenario_documents(briefings, "pdf", name="drift").items(): ...

Separate files, because a file that a player is handed must not have the other side's pages in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from reportgen.booklet.model import Plate, Shade
from reportgen.render import pages
from reportgen.render.paper import paper_of
from reportgen.render.printing import PLAIN, Printing, bleed_style, printed
from reportgen.render.report import PICTURE_DPI, WEB_HEIGHT, WEB_WIDTH, Format

if TYPE_CHECKING:
    from reportgen.render.maps import Drawing, Ink
    from reportgen.render.paper import Paper
    from reportgen.story.briefing import Briefing
    from reportgen.story.model import Frame

MARGINS: Final = {"a5": "14mm 16mm 14mm 16mm", "a4": "20mm 23mm 20mm 23mm", "letter": "18mm 29mm 18mm 29mm"}
"""Top, right, bottom, left."""
SHARE: Final = 0.77
"""The share of a report's height that a map has here: a side's stands are to fit on the page below it."""


def scenario_documents(
    briefings: Sequence[Briefing],
    to: Format,
    paper: str = "a5",
    templates: Path | None = None,
    *,
    name: str = "scenario",
    ink: Ink = "colour",
    printing: Printing = PLAIN,
) -> dict[str, bytes]:
    """The files of each briefing: `NAME-umpire.pdf`, `NAME-SIDE.pdf`, or the like.

    `to`, `paper`, `templates`, `ink` as in `render_report`. The same briefings give the same bytes. Raises
    `pages.TemplateFault` for templates that cannot be used.
    """
    files: dict[str, bytes] = {}
    sheet = paper_of(paper)
    for briefing in briefings:
        called = f"{name}-{briefing.reader}"
        if to == "pdf":
            files |= printed(_pdf(briefing, sheet, templates, ink, printing.bleed), called, printing)
        elif to == "html":
            files[f"{called}.html"] = _html(briefing, templates, ink)
        else:
            files |= _markdown(briefing, templates, ink, called)
    return files


def draw_maps(
    briefing: Briefing, width: float, height: float, ink: Ink, share: float = 1.0, legend_width: float = 0.0
) -> dict[str, Drawing]:
    """The maps of a briefing by the id of their frame, `width` points wide, their frames no higher than this share of
    `height`, as long as their squares can be read; their legends as wide as they are, or as `legend_width`."""
    from reportgen.render.maps import height_for
    from reportgen.render.overlays import draw_plate

    height = height_for(briefing.frame.picture.ground.grid, width, share * height, height)

    def drawn(plate: Plate) -> Drawing:
        return draw_plate(plate, width, ink, height, explained=True, legend_width=legend_width)

    shades = tuple(
        Shade(zone.squares, "crosses" if zone.start else "hatch" if zone.turn else "outline", zone.label, zone.outlines)
        for zone in briefing.zones
    )
    maps = {briefing.frame.id: drawn(Plate(briefing.frame.picture, shades))}
    if briefing.common:
        maps[briefing.common.id] = drawn(Plate(briefing.common.picture))
    return maps


def frames_of(briefing: Briefing) -> tuple[Frame, ...]:
    """The maps of a briefing in order."""
    return (briefing.frame, *([briefing.common] if briefing.common else []))


def _pdf(briefing: Briefing, paper: Paper, templates: Path | None, ink: Ink, bleed: float) -> bytes:
    from reportgen.render.maps import pdf_images
    from reportgen.render.press import press

    printing = press()
    width, height = paper.plate_points
    maps = draw_maps(briefing, width, height, ink, SHARE, width)
    images = pdf_images(list(maps.values()))
    page = pages.fill(
        "scenario/scenario.html.j2",
        templates,
        brief=briefing,
        maps=dict(zip(maps, images.sources, strict=True)),
        paper=paper.name,
    )
    styles = [pages.style(one, templates) for one in ("print.css", "scenario.css")]
    styles.append(f"@page {{ size: {paper.width}mm {paper.height}mm; margin: {MARGINS[paper.name]} }}")
    styles += [pages.style("theme.css", templates), *bleed_style(bleed)]
    least = {source: drawing.least for source, drawing in zip(images.sources, maps.values(), strict=True)}
    return printing.pdf(page, styles, images.cache, None, images.finisher, least)


def _html(briefing: Briefing, templates: Path | None, ink: Ink) -> bytes:
    from markupsafe import Markup

    from reportgen.render.maps import OnPage, svg
    from reportgen.render.webfonts import font_faces

    seen = OnPage()
    maps: Mapping[str, Any] = {
        id: Markup(svg(drawing, width="100%", on_page=seen))  # noqa: S704 - ours
        for id, drawing in draw_maps(briefing, WEB_WIDTH, WEB_HEIGHT, ink).items()
    }
    styles = Markup("\n".join(pages.style(one, templates) for one in ("web.css", "scenario-web.css", "theme.css")))  # noqa: S704
    page = pages.fill("scenario/web.html.j2", templates, brief=briefing, maps=maps, styles=styles, paper="web")
    return page.replace("<style>", f"<style>\n{font_faces(page)}\n", 1).encode()


def _markdown(briefing: Briefing, templates: Path | None, ink: Ink, name: str) -> dict[str, bytes]:
    from reportgen.render.maps import png

    folder = f"{name}-pictures"
    drawn = draw_maps(briefing, WEB_WIDTH, WEB_HEIGHT, ink)
    sources = {id: f"{folder}/{id}.png" for id in drawn}
    files = {sources[id]: png(drawing, PICTURE_DPI) for id, drawing in drawn.items()}
    text = pages.fill("scenario/scenario.md.j2", templates, brief=briefing, maps=sources)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return {f"{name}.md": text.encode(), **files}
