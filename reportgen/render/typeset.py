"""Plain text and Markdown made fit for print: quotation marks, dashes, spaces that do not break, and no raw HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

NO_BREAK = "\u00a0"
FIGURE_SPACE = "\u2007"

_OPENS = re.compile(r"(^|[\s(\[{\u2013\u2014\u2018\u201c/])(['\"])(?=\S)")
_TIED = re.compile(r"\b([Tt]urns?|[Cc]ombats?|[Rr]ules?|[Pp]ages?|[Nn]o\.) (?=\d)")
_CURLY = {"'": ("\u2018", "\u2019"), '"': ("\u201c", "\u201d")}


def typeset(text: str) -> str:
    """Typewriter marks turned into printer's: quotation marks, dashes, dots; and numbers tied to their noun."""
    if "'" in text or '"' in text:
        before = None
        while before != text:  # an opening mark may follow another one
            before = text
            text = _OPENS.sub(lambda m: m[1] + _CURLY[m[2]][0], text)
        text = text.replace("'", "\u2019").replace('"', "\u201d")
    text = text.replace("...", "\u2026").replace(" -- ", " \u2013 ").replace(" - ", " \u2013 ")
    return _TIED.sub("\\1" + NO_BREAK, text)


def markdown(text: str) -> Markup:
    """A user's Markdown as HTML. Raw HTML and pictures stay text, headings become lines, links lead to the web only."""
    return Markup(_parser().render(text))  # noqa: S704 - the parser escapes everything it does not make itself


def markdown_inline(text: str) -> Markup:
    """One line of Markdown (a caption) as HTML, without a paragraph around it."""
    return Markup(_parser().renderInline(text))  # noqa: S704


def plain(text: str) -> Markup:
    """Plain text, typeset and escaped; what a template filter gives for a paragraph of the narrative."""
    return escape(typeset(text))


_LAST_WORDS: Final = re.compile(r"( \S{1,4}) (\S{1,6})$")


def ended(text: str) -> Markup:
    """Plain text whose last two words, if they are short, are tied: the last makes no line of its own."""
    return plain(_LAST_WORDS.sub(r"\1" + NO_BREAK + r"\2", text))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "typographer": True, "quotes": "\u201c\u201d\u2018\u2019"})
    parser.enable(["replacements", "smartquotes", "table"])
    parser.disable(["image", "html_block", "html_inline"])
    parser.validateLink = _leads_to_the_web  # type: ignore[method-assign]

    def heading(self: object, tokens: Sequence[object], index: int, options: object, env: object) -> str:
        opens = getattr(tokens[index], "nesting", 0) == 1
        return '<p class="sub">' if opens else "</p>\n"

    parser.add_render_rule("heading_open", heading)
    parser.add_render_rule("heading_close", heading)
    return parser


def _leads_to_the_web(url: str) -> bool:
    return url.lower().startswith(("https://", "http://", "mailto:"))


_FIRST = r"(\A(?:<p>)?)([\u2018\u201c]?\w)"
_START = re.compile(_FIRST + r"((?:\w| (?=\w+[ ,.;:])){0,14}(?!\w))")
_LETTER = re.compile(_FIRST)


_LONG_ENOUGH: Final = 330
"""Letters of a first paragraph that takes four lines: a dropped letter, three lines high, must not hang out of it."""
_TAG = re.compile(r"<[^>]*>")


def opened(html: Markup) -> Markup:
    """The opening of a story: its first letter dropped, the words after it in small capitals if they are short. A
    paragraph too short for a dropped letter stays as it is."""
    if len(_TAG.sub("", str(html).partition("</p>")[0])) < _LONG_ENOUGH:
        return html
    text, found = _START.subn(r'\1<span class="cap">\2</span><span class="sc">\3</span>', str(html), count=1)
    if not found:
        text = _LETTER.sub(r'\1<span class="cap">\2</span>', str(html), count=1)
    return Markup(text)  # noqa: S704 - what is wrapped was HTML before


_SUPERIOR: Final = str.maketrans("0123456789.", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u00b7")


def superior(rule: str) -> str:
    """The printed number of a rule (`8.5`) in superior figures; what is more than figures stands in brackets."""
    if not rule:
        return ""
    return rule.translate(_SUPERIOR) if re.fullmatch(r"[0-9.]+", rule) else f"{NO_BREAK}[{rule}]"


def known(number: int | str | None) -> str:
    """A number, or a dash for one that was not written down."""
    return "\u2013" if number is None else str(number)


def figures(number: int | str | None, places: int) -> str:
    """A number set to the right in so many places, with spaces as wide as a figure; a dash if it is not known."""
    return f"{known(number):>{places}}".replace(" ", FIGURE_SPACE)


_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>#|~])")
_MARKDOWN_STARTS = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)", re.MULTILINE)


def markdown_text(text: str) -> str:
    """Plain text as Markdown that reads the same: every sign that Markdown would take for its own is escaped."""
    text = _MARKDOWN_SIGNS.sub(r"\\\1", typeset(text)).replace("&", "&amp;")
    return _MARKDOWN_STARTS.sub(lambda m: m[1] + m[2][:-1] + "\\" + m[2][-1], text)


_SMALL_WORDS: Final = frozenset(
    ("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with")
)


def balanced(title: str, line: int = 22) -> Markup:
    """A title as HTML, broken into lines of equal length if it has more than `line` letters; a line should not end
    in a small word."""
    words = typeset(title).split()
    if len(words) < 2 or not line < len(title) <= 2 * line + 4:  # what needs three lines breaks as it falls
        return escape(" ".join(words))

    def unlevel(cut: int) -> int:
        first, second = " ".join(words[:cut]), " ".join(words[cut:])
        return abs(len(first) - len(second)) + (8 if words[cut - 1].lower() in _SMALL_WORDS else 0)

    cut = min(range(1, len(words)), key=unlevel)
    return escape(" ".join(words[:cut])) + Markup("<br/>") + escape(" ".join(words[cut:]))


class Ready(str):
    """Text that is Markdown already: nothing in it is escaped again."""


def markdown_notes(text: str) -> Ready:
    """A user's own Markdown inside a Markdown report: its headings become bold lines, so that the report's stay the
    frame, and raw HTML is shown as text."""
    lines = []
    for line in text.strip().splitlines():
        heading = re.match(r" {0,3}#{1,6}\s+(.*?)\s*#*$", line)
        lines.append(f"**{heading[1]}**" if heading else line)
    return Ready(re.sub(r"<(?=[A-Za-z/!?])", "&lt;", "\n".join(lines)))


def quoted(text: str) -> Ready:
    """A recorder's remark as a Markdown quotation."""
    return Ready("\n".join(f"> {line}".rstrip() for line in markdown_notes(text).splitlines()))


def one_line(text: str) -> Ready:
    """Text for a place where Markdown allows one line only."""
    return Ready(markdown_text(" ".join(text.split())))


def labels_in_short(labels: Sequence[str]) -> str:
    """`BRI1 BRI2 BRI3` as `BRI1\u20133`; labels that do not run on are listed."""
    runs: list[list[str]] = []
    for label in labels:
        stem = label.rstrip("0123456789")
        number = label[len(stem) :]
        if runs and number:
            last = runs[-1][-1]
            last_stem = last.rstrip("0123456789")
            last_number = last[len(last_stem) :]
            if stem == last_stem and last_number and int(number) == int(last_number) + 1:
                runs[-1].append(label)
                continue
        runs.append([label])
    parts = []
    for run in runs:
        if len(run) < 3:
            parts += run
        else:
            parts.append(run[0] + "\u2013" + run[-1][len(run[-1].rstrip("0123456789")) :])
    return ", ".join(parts)
