"""WeasyPrint's start, without what our documents never need: a third of a second.

It would look for its libraries by names that Linux has not, load all of fontTools to cut fonts that HarfBuzz cuts, and
read every hyphenation pattern of a language for the few dozen words that end a line. What is printed
stays the same.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

LATER: Final = {"fontTools.subset": (), "fontTools.varLib.instancer": ("instantiateVariableFont",)}
"""Modules that WeasyPrint imports for fonts that HarfBuzz cannot cut, and the functions that it takes out of them."""
_DIGITS: Final = tuple("0123456789")
_NO_DIGITS: Final = str.maketrans("", "", "0123456789")


@contextmanager
def quick() -> Iterator[None]:
    """While this lasts WeasyPrint is imported without the detours; if it is imported already, nothing changes."""
    with ExitStack() as stack:
        if "weasyprint" not in sys.modules:
            stack.enter_context(_libraries_by_name())
            stack.enter_context(_cutters_later())
        yield


@contextmanager
def _libraries_by_name() -> Iterator[None]:
    """On Linux WeasyPrint finds its libraries by their exact names (`libpango-1.0.so.0`), but tries looser ones first,
    for each of which Python starts linker and compiler: 59 processes, a fifth of a second. Here the looser names fail
    at once. Elsewhere they are needed and nothing changes."""
    if not sys.platform.startswith("linux"):
        yield
        return
    import ctypes.util

    find = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = find


class _Later(ModuleType):
    """Stands for a module that is imported when something of it is used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(importlib.import_module(self.__name__), name)


def _called_later(module: str, name: str, *args: Any, **kwargs: Any) -> Any:
    return getattr(importlib.import_module(module), name)(*args, **kwargs)


@contextmanager
def _cutters_later() -> Iterator[None]:
    """Whoever imports one of the cutters of fonts now gets its stand-in; afterwards the import is the usual one."""
    stands = {name: _Later(name) for name in LATER if name not in sys.modules}
    for name, stand in stands.items():
        for function in LATER[name]:
            setattr(stand, function, partial(_called_later, name, function))
    sys.modules.update(stands)
    try:
        yield
    finally:
        for name, stand in stands.items():
            if sys.modules.get(name) is stand:
                del sys.modules[name]


def learn_hyphens(language: str = "en_GB") -> None:
    """Gives Pyphen the patterns of a language unread, each to be read when a word asks for it: a tenth of the time.

    They go where it keeps what it has read (`hdcache`); if that is not there it reads them as ever.
    """
    import pyphen

    path = pyphen.LANGUAGES.get(language)
    kept = getattr(pyphen, "hdcache", None)
    if kept is not None and path is not None and path not in kept:
        patterns = read_patterns(path)
        if patterns is not None:
            known = pyphen.HyphDict.__new__(pyphen.HyphDict)
            known.patterns, known.cache, known.maxlen = patterns, {}, max(map(len, patterns))
            kept[path] = known


def read_patterns(path: Path) -> Patterns | None:
    """A dictionary of hyphenation patterns; None if it holds more than letters and digits."""
    head, *lines = path.read_text("utf-8").split("\n")
    first = next((n for n, line in enumerate(lines) if not line.endswith(_DIGITS) or " " not in line), 0)
    text = "\n".join(lines[first:]).strip()
    if head != "UTF-8" or any(sign in text for sign in " /=^%#\r"):
        return None
    return Patterns(zip(text.translate(_NO_DIGITS).split("\n"), text.split("\n"), strict=True))


class Patterns(dict[str, Any]):
    """Hyphenation patterns by their letters, each as the dictionary writes it (`1b2a`) until it is asked for."""

    def get(self, letters: str, otherwise: Any = None) -> Any:
        found = super().get(letters, otherwise)
        if type(found) is str:
            found = self[letters] = _worked_out(found)
        return found


def _worked_out(pattern: str) -> tuple[int, tuple[int, ...]] | None:
    """Where the numbers of a pattern begin, and the numbers, without the zeros at both ends."""
    numbers = [0]
    for sign in pattern:
        if sign in _DIGITS:
            numbers[-1] = int(sign)
        else:
            numbers.append(0)
    told = [place for place, number in enumerate(numbers) if number]
    return (told[0], tuple(numbers[told[0] : told[-1] + 1])) if told else None
