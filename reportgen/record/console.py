"""A session on a terminal, with history and completion; or on plain lines, where there is no terminal."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from reportgen.record.completing import completions
from reportgen.record.reply import Reply, Said, Tone
from reportgen.record.session import Session

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History
    from prompt_toolkit.output import ColorDepth

STYLES: dict[Tone, str] = {
    "plain": "",
    "head": "bold",
    "sum": "ansicyan",
    "faint": "ansibrightblack",
    "map": "",
    "warning": "ansiyellow",
    "wrong": "ansired",
}


def talk(session: Session) -> None:
    """Takes lines until the person leaves or there are no more. All that was taken is kept by then."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _on_terminal(session)
    else:
        _on_lines(session)


def _fed(session: Session, line: str) -> Reply:
    """A line's reply. A fault of our own costs that line, not the battle."""
    session.columns = shutil.get_terminal_size().columns
    try:
        return session.feed(line)
    except Exception as fault:
        if os.environ.get("REPORTGEN_TRACEBACK"):
            raise
        text = f"A fault of reportgen's own, not of your line: {type(fault).__name__}: {fault}."
        return Reply((Said(text, "wrong"), Said("The line was not taken. Please report it.", "wrong")))


# -- plain lines -------------------------------------------------------------------------------------------------------


def _on_lines(session: Session) -> None:
    """What is asked and what is answered, line by line, so that the whole reads like a conversation."""
    session.columns = shutil.get_terminal_size().columns
    _print(session.begin())
    while True:
        sys.stdout.write(plain(session.prompt))
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stdout.write("\n")
            return
        sys.stdout.write(f"{plain(line.rstrip())}\n")
        reply = _fed(session, line)
        _print(reply)
        if reply.left:
            return


def _print(reply: Reply) -> None:
    for said in reply.said:
        sys.stdout.write(f"{plain(said.text)}\n")
    sys.stdout.flush()


def wrapped(said: Said, columns: int) -> list[str]:
    """What is said in lines that fit a terminal, broken between words; a map is as wide as it is."""
    text = plain(said.text)
    if said.tone == "map" or len(text) <= columns:
        return [text]
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return textwrap.wrap(text, max(columns, 20), subsequent_indent=indent, break_on_hyphens=False)


def plain(text: str) -> str:
    """Without signs that a terminal would obey: some of it may be a stranger's."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


# -- a terminal --------------------------------------------------------------------------------------------------------


def _on_terminal(session: Session) -> None:
    from prompt_toolkit import print_formatted_text
    from prompt_toolkit.formatted_text import FormattedText
    from prompt_toolkit.output import ColorDepth

    depth = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None

    def show(reply: Reply) -> None:
        for said in reply.said:
            for line in wrapped(said, session.columns):
                print_formatted_text(FormattedText([(STYLES[said.tone], line)]), color_depth=depth)

    editor = _editor(session, depth)
    session.columns = shutil.get_terminal_size().columns
    show(session.begin())
    while True:
        try:
            line = editor.prompt(plain(session.prompt))
            reply = _fed(session, line)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        show(reply)
        if reply.left:
            return


def _editor(session: Session, depth: ColorDepth | None) -> PromptSession[str]:
    from prompt_toolkit import PromptSession

    return PromptSession(
        history=_history(),
        completer=_completer(session),
        complete_while_typing=False,
        enable_history_search=True,
        bottom_toolbar=lambda: plain(session.status),
        color_depth=depth,
    )


def _completer(session: Session) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            for word, what, length in completions(session, document.text_before_cursor):
                yield Completion(word, start_position=-length, display_meta=what)

    return Words()


def _history() -> History:
    """What was typed in earlier sittings; for this sitting alone where no file can be kept."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    try:
        path = state_folder() / "record-history"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("a").close()
    except (OSError, RuntimeError):  # no home folder
        return InMemoryHistory()
    return FileHistory(str(path))


def state_folder() -> Path:
    """Where programs keep what they remember of a user: `$XDG_STATE_HOME`, or `~/.local/state`."""
    given = os.environ.get("XDG_STATE_HOME", "")
    folder = Path(given) if given and Path(given).is_absolute() else Path("~/.local/state").expanduser()
    return folder / "reportgen"
