"""The printing press: WeasyPrint, set up once for all documents of a process.

It sees no fonts but ours, fetches nothing but what it is handed, and keeps fonts and parsed style sheets from one
document to the next. Everything that leans on WeasyPrint's insides is here, in `floats` and in `maps`.
"""

from __future__ import annotations

import atexit
import gc
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from reportgen.render.floats import LAST, LAST_STYLE, UNTAUGHT_STYLE, install
from reportgen.render.fonts import FACES
from reportgen.render.hyphens import keep_last_words
from reportgen.render.justify import is_bare
from reportgen.render.plates import TIGHT, foresee, note_least, tighten
from reportgen.render.startup import learn_hyphens, quick

Finisher = Callable[[Any, Any], None]
"""Called with the document and the PDF just before the PDF is written."""


class Press:
    """One a process; `press()` gives it. Not safe for several threads at once: use processes."""

    def __init__(self) -> None:
        with no_collection(), _own_fonts_only(), quick():
            import weasyprint
            from weasyprint.text.fonts import FontConfiguration

            self._fonts = FontConfiguration()
        atexit.register(self.close)
        self._weasyprint = weasyprint
        learn_hyphens()
        self.floats = install()
        keep_last_words()
        self._sheets: dict[str, Any] = {}
        try:
            self._sheet(_font_faces())
        except BaseException:  # an interrupt, say: the copies that are made already are known to nobody else
            self.close()
            raise
        gc.collect()
        gc.freeze()

    def pdf(
        self,
        page: str,
        styles: Sequence[str],
        images: Mapping[str, Any] | None = None,
        files: Mapping[str, tuple[str, bytes]] | None = None,
        finisher: Finisher | None = None,
        least: Mapping[str, float] | None = None,
    ) -> bytes:
        """Lays a page of HTML out and returns the tagged PDF (PDF/UA-1).

        `styles` are texts of CSS, in order. `images` are objects that know how to draw themselves, by the URL that the
        page calls them; `files` are (media type, content) by URL. Nothing else is fetched. `least`: to which share of
        their size pictures may be brought down, by URL.
        """
        untaught = () if self.floats else (UNTAUGHT_STYLE,)
        sheets = [self._sheet(text) for text in (_font_faces(), *styles, *untaught)]
        head, end, foot = page.rpartition("</body>")
        with no_collection():
            parsed = self._parsed(head + LAST + end + foot, _fetcher((files or {}).get))
            note_least(parsed.etree_element, least or {})
            how = {"stylesheets": sheets, "font_config": self._fonts, "pdf_variant": "pdf/ua-1"}
            document = parsed.render(**how, cache=dict(images or {}))
            pages = [page._page_box for page in document.pages]
            if self.floats and is_bare(pages[-1]) and tighten(parsed.etree_element, TIGHT):
                other = parsed.render(**how, cache=dict(images or {}))
                if len(other.pages) < len(pages):
                    document = other
            written: bytes = document.write_pdf(finisher=finisher, pdf_variant="pdf/ua-1")
        return written

    def close(self) -> None:
        """Removes WeasyPrint's copies of the fonts; at the end of the process it would try too late."""
        self._fonts.__del__()
        self._fonts._folder = None

    def _parsed(self, page: str, fetcher: Any) -> Any:
        """The page for WeasyPrint: read as XML, in a millisecond, if it is that (our templates are), else as HTML."""
        import cssselect2  # type: ignore[import-untyped]

        try:
            root = ElementTree.fromstring(page)  # noqa: S314 - from our templates, and expat bounds what entities may do
        except ElementTree.ParseError:
            return self._weasyprint.HTML(string=page, url_fetcher=fetcher)
        foresee(root)
        html = self._weasyprint.HTML.__new__(self._weasyprint.HTML)
        html.base_url, html.url_fetcher, html.media_type = None, fetcher, "print"
        html.wrapper_element = cssselect2.ElementWrapper.from_html_root(root, content_language=None)
        html.etree_element = html.wrapper_element.etree_element
        return html

    def _sheet(self, text: str) -> Any:
        if text not in self._sheets:
            self._sheets[text] = self._weasyprint.CSS(
                string=text, font_config=self._fonts, url_fetcher=_fetcher(_font_of)
            )
        return self._sheets[text]


class EmptyBox:
    """A white place of a picture's size (points), to measure what the pictures of a document cost."""

    def __init__(self, name: str, width: float, height: float) -> None:
        self.id = name
        self._width, self._height = width * 96 / 72, height * 96 / 72

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        return self._width, self._height, self._width / self._height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        stream.rectangle(0, 0, width, height)
        stream.stroke()


@cache
def press() -> Press:
    """The press of this process, built when first asked for (about 0.3 s)."""
    return Press()


@cache
def _fetcher_class() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Handed(URLFetcher):  # type: ignore[misc]
        """Gives what the caller hands over, refuses the rest: no network, no file of the machine."""

        def __init__(self, find: Callable[[str], tuple[str, bytes] | None]) -> None:
            super().__init__(allowed_protocols={"data"}, allow_redirects=False)
            self._find = find

        def fetch(self, url: str, headers: object = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            found = self._find(url)
            if found is None:
                raise ValueError(f"'{url}' may not be fetched")
            return URLFetcherResponse(url, found[1], {"Content-Type": found[0]})

    return Handed


def _fetcher(find: Callable[[str], tuple[str, bytes] | None]) -> Any:
    return _fetcher_class()(find)


def _font_of(url: str) -> tuple[str, bytes] | None:
    for face in FACES:
        if url == _url(face.path):
            return "font/ttf", face.path.read_bytes()
    return None


def _url(path: Path) -> str:
    return "file://" + quote(path.as_posix())


@cache
def _font_faces() -> str:
    faces = "\n".join(
        f"@font-face {{ font-family: '{face.family}'; font-style: {face.style}; font-weight: {face.weight}; "
        f"src: url('{_url(face.path)}') }}"
        for face in FACES
    )
    return f"{faces}\n{LAST_STYLE}"


@contextmanager
def _own_fonts_only() -> Iterator[None]:
    """For this while Fontconfig reads our configuration, which names no folder, instead of the machine's."""
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(Path(__file__).with_name("fonts.conf"))
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "No fonts configured in FontConfig")
            yield
    finally:
        if before is None:
            del os.environ["FONTCONFIG_FILE"]
        else:
            os.environ["FONTCONFIG_FILE"] = before


@contextmanager
def no_collection() -> Iterator[None]:
    """No garbage collection for this while: laying out a report makes a million things that live to its end. Looking
    through them again and again finds nothing and costs a tenth of the time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()
