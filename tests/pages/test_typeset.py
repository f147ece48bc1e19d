"""Plain text and Markdown made fit for print."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from reportgen.render import typeset


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("the Mahdists' ten", "the Mahdists\u2019 ten"),
        ("'Stop', he said", "\u2018Stop\u2019, he said"),
        ("('as ordered')", "(\u2018as ordered\u2019)"),
        ("he said \"it is 'so'\"", "he said \u201cit is \u2018so\u2019\u201d"),
        ("\"'So'\" it is", "\u201c\u2018So\u2019\u201d it is"),
        ("don't", "don\u2019t"),
        ("two - three -- four...", "two \u2013 three \u2013 four\u2026"),
        ("right-hand", "right-hand"),
        ("in turn 4 and Turns 5", "in turn\u00a04 and Turns\u00a05"),
        ("could turn his left", "could turn his left"),
        ("nothing to do", "nothing to do"),
    ],
)
def test_typewriter_to_printer(written: str, printed: str) -> None:
    assert typeset.typeset(written) == printed
    assert typeset.typeset(printed) == printed


def test_plain_text_is_escaped() -> None:
    assert typeset.plain("<b> & 'x'") == Markup("&lt;b&gt; &amp; \u2018x\u2019")


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("A *b* 'c'", "<p>A <em>b</em> \u2018c\u2019</p>\n"),
        ("# Head", '<p class="sub">Head</p>\n'),
        ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>\n"),
        ("a <i>b</i>", "<p>a &lt;i&gt;b&lt;/i&gt;</p>\n"),
        ("![p](x.png)", "<p>![p](x.png)</p>\n"),
        ("[w](https://example.org)", '<p><a href="https://example.org">w</a></p>\n'),
        ("[w](javascript:alert(1))", "<p>[w](javascript:alert(1))</p>\n"),
        ("[w](file:///etc/passwd)", "<p>[w](file:///etc/passwd)</p>\n"),
        ("[w](notes.md)", "<p>[w](notes.md)</p>\n"),
    ],
)
def test_markdown(written: str, printed: str) -> None:
    assert typeset.markdown(written) == printed


def test_markdown_in_a_line() -> None:
    assert typeset.markdown_inline("The *table*") == Markup("The <em>table</em>")


@pytest.mark.parametrize(
    ("written", "opened"),
    [
        ("The wells at Bir Handuk", '<span class="cap">T</span><span class="sc">he wells at</span> Bir Handuk'),
        ("<p>A small post</p>", '<p><span class="cap">A</span><span class="sc"> small</span> post</p>'),
        ("\u2018Stop\u2019, he", '<span class="cap">\u2018S</span><span class="sc">top</span>\u2019, he'),
        ("Incomprehensibilities", '<span class="cap">I</span>ncomprehensibilities'),
    ],
)
def test_the_first_letter_is_dropped_and_a_few_words_follow_in_small_capitals(written: str, opened: str) -> None:
    long = "! The rest of a paragraph that is long enough." * 8
    end = "</p>" if written.endswith("</p>") else ""
    assert typeset.opened(Markup(written.removesuffix(end) + long + end)) == opened.removesuffix(end) + long + end


def test_a_short_paragraph_has_no_dropped_letter() -> None:
    text = Markup("<p>Two lines and no more.</p><p>" + "Then another. " * 40 + "</p>")
    assert typeset.opened(text) == text


def test_nothing_to_open() -> None:
    assert typeset.opened(Markup("")) == ""
    assert typeset.opened(Markup("<ul><li>x</li></ul>")) == "<ul><li>x</li></ul>"


@pytest.mark.parametrize(
    ("labels", "short"),
    [
        (("BRI1", "BRI2", "BRI3"), "BRI1\u20133"),
        (("TRN1", "TRN2"), "TRN1, TRN2"),
        (("MG",), "MG"),
        (("A1", "B2", "B3", "B4", "B6"), "A1, B2\u20134, B6"),
        ((), ""),
    ],
)
def test_labels_in_short(labels: tuple[str, ...], short: str) -> None:
    assert typeset.labels_in_short(labels) == short


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("The Convoy to Bir Handuk", ["The Convoy", "to Bir Handuk"]),
        ("Short", ["Short"]),
        ("Onelongwordthatcannotbebroken", ["Onelongwordthatcannotbebroken"]),
        ("A title so long that it breaks over three lines of its own accord", None),
    ],
)
def test_titles_are_balanced(title: str, lines: list[str] | None) -> None:
    html = typeset.balanced(title)
    assert html.split("<br/>") == (lines or [title])


@pytest.mark.parametrize(
    ("rule", "above"), [("8.5", "\u2078\u00b7\u2075"), ("10", "\u00b9\u2070"), ("", ""), ("8.5a", "\u00a0[8.5a]")]
)
def test_rules_in_superior_figures(rule: str, above: str) -> None:
    assert typeset.superior(rule) == above


def test_figures_are_set_to_the_right() -> None:
    assert typeset.figures(7, 2) == "\u20077"
    assert typeset.figures(12, 2) == "12"


@pytest.mark.parametrize(
    ("text", "tied"),
    [
        ("It put them ahead, nine to eight.", "It put them ahead, nine to\u00a0eight."),
        ("Nobody answered the spearmen.", "Nobody answered the spearmen."),
        ("What they had lost was a second Amir.", "What they had lost was a second Amir."),
        ("Alone.", "Alone."),
        ("A & B", "A &amp;\u00a0B"),
    ],
)
def test_a_short_last_word_is_tied(text: str, tied: str) -> None:
    assert typeset.ended(text) == tied
