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
    find = getattr(line_break, "get_next_word_boundaries", None)
    if find is None or tuple(inspect.signature(find).parameters) != ("text", "lang"):
        return False

    def word_to_part(text: str, lang: Any) -> Any:
        """It is asked for words in what stands before the next place where a line may end; only what ends a text has
        neither a space nor a hyphen there."""
        if text and len(text) <= _LONG and text[-1] not in " -\u2010\u2013\u2014\u00ad":
            return None
        return find(text, lang)

    line_break.keeps_last_words = True
    line_break.get_next_word_boundaries = word_to_part
    return True
