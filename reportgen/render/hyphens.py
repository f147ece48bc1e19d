"""Where words are not parted: the last one of a paragraph, whose rest would stand alone on its last line."""

from __future__ import annotations

import inspect
from typing import Any, Final

_LONG: Final = 24
"""A last word of more letters is parted all the same: it may be longer than a line."""


def keep_last_words() -> bool:
    """Teaches the loaded WeasyPrint not to part the last word of a text. Returns False if it is not the WeasyPrint that
    this knows; it then parts them as ever."""
    from weasyprint.text import line_break

    if getattr(line_break, "keeps_last_words", False):
        return True
    wanted = ("get_next_break_point_from_text", "get_next_word_boundaries")
    for name in wanted:
        call = getattr(line_break, name, None)
        if call is None or tuple(inspect.signature(call).parameters) != ("text", "lang"):
            return False
    break_in, word_in = (getattr(line_break, name) for name in wanted)
    last = ""

    def remembered_break(text: str, lang: Any) -> Any:
        """It is asked first where the rest of a text may be broken."""
        nonlocal last
        point = break_in(text, lang)
        last = text if point is None else ""
        return point

    def word_to_part(text: str, lang: Any) -> Any:
        """Then for the words before that place: there are none to part if the rest is one word."""
        return None if text == last and len(text) <= _LONG else word_in(text, lang)

    line_break.keeps_last_words = True
    line_break.get_next_break_point_from_text = remembered_break
    line_break.get_next_word_boundaries = word_to_part
    return True
