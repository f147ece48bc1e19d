"""The Markdown of rule booklets as HTML: like other notes, but with pictures and with links to rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from reportgen.render import typeset

if TYPE_CHECKING:
    from reportgen.render.photos import Photo

Shown = Mapping[str, tuple[str, "Photo"]]
"""Pictures that are ready, by the file that the text names: the source for the page, and the picture."""

_ALONE = re.compile(r"<p>(<figure.*?</figure>)</p>", re.DOTALL)


class Texts:
    """Sets the texts of one booklet, with its pictures."""

    def __init__(self, pictures: Shown) -> None:
        from markdown_it import MarkdownIt

        self.pictures = pictures
        parser = MarkdownIt("commonmark", {"html": False, "typographer": True, "quotes": "“”‘’"})
        parser.enable(["replacements", "smartquotes", "table"])
        parser.disable(["html_block", "html_inline"])
        parser.validateLink = lambda url: True  # type: ignore[method-assign]
        rules: dict[str, Callable[..., str]] = {
            "heading_open": lambda *_: '<p class="sub">',
            "heading_close": lambda *_: "</p>\n",
            "image": self._image,
            "link_open": _link,
        }
        for name, rule in rules.items():
            parser.add_render_rule(name, lambda _self, *given, rule=rule: rule(*given))
        self.parser = parser

    def block(self, text: str) -> Markup:
        """Several paragraphs."""
        return Markup(_ALONE.sub(r"\1", self.parser.render(_tied(text))))  # noqa: S704 - the parser escapes what it did not make

    def line(self, text: str) -> Markup:
        """One line, without a paragraph around it."""
        return Markup(self.parser.renderInline(_tied(" ".join(text.split()))))  # noqa: S704

    def rule(self, head: Markup, text: str, opening: str, alone: str) -> Markup:
        """A rule: its first paragraph runs in after the head. `opening` is the tag of that paragraph, `alone` the tag
        of the head's own if the rule begins with something else."""
        html = self.block(text)
        if html.startswith("<p>"):
            return Markup(opening) + head + Markup(" ") + html[len("<p>") :]  # noqa: S704
        return Markup(alone) + head + Markup("</p>\n") + html  # noqa: S704

    def _image(self, tokens: Sequence[Any], index: int, options: object, env: object) -> str:
        token = tokens[index]
        file, alt = str(token.attrs["src"]), token.content
        caption = str(token.attrs.get("title", ""))
        if file not in self.pictures:
            return f'<figure class="gap"><p>{escape(alt)}</p></figure>'
        source, photo = self.pictures[file]
        below = f"<figcaption>{escape(typeset.typeset(caption))}</figcaption>" if caption else ""
        return (
            f'<figure class="picture"><img src="{source}" style="width: {photo.printed}mm" '
            f'alt="{escape(alt or caption or file)}"/>{below}</figure>'
        )


def _link(tokens: Sequence[Any], index: int, options: object, env: object) -> str:
    url = str(tokens[index].attrs["href"])
    wanted = url.lower().startswith(("#", "https://", "http://", "mailto:"))
    return f'<a href="{escape(url)}">' if wanted else "<a>"


_UNITS = re.compile(r"(?<=[\d½¼¾]) (?=(?:mm|cm)\b|D\d|%)")


def _tied(text: str) -> str:
    """A number stays in the line of what it counts."""
    return _UNITS.sub(typeset.NO_BREAK, text)
