"""YAML as written: plain data, and where in the file every value and key of it stands.

The file is read event by event, not loaded, so that what YAML usually swallows becomes a problem with line and column:
a key twice, a tag, an alias to itself. Plain texts are read by the few rules that people expect: `true` and `false` are
the only booleans, `no` and `3:30` and `1898-09-02` stay texts, `null`, `~` and nothing at all are None. Sizes are
bounded, because files come from strangers.
"""

from __future__ import annotations

import math
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from reportgen.files.syntax import explain
from reportgen.problems import Place, Problems

Way = tuple[str | int, ...]
"""The way to a value from the top of the file: ('sides', 0, 'units', 2, 'type')."""

MOST_BYTES = 2_000_000
MOST_NODES = 200_000
"""Values in a file, each alias counted with everything that it stands for."""
MOST_DEPTH = 32
MOST_ALIASES = 1_000
MOST_DIGITS = 15
"""A longer row of digits is a text, not a number."""

_INTEGER = re.compile(rf"[-+]?(0|[1-9][0-9]{{0,{MOST_DIGITS - 1}}})\Z")
_DECIMAL = re.compile(r"(?:[-+]?[0-9]{1,17}\.[0-9]{1,25}(?:e[-+][0-9]{2,3})?|\.[0-9]{1,17})\Z")
"""What a YAML writer makes of a float; `1e3` and `1_000` are texts."""
_NULLS = frozenset(["", "~", "null", "Null", "NULL"])
_TRUE = frozenset(["true", "True", "TRUE"])
_FALSE = frozenset(["false", "False", "FALSE"])
_STRING_TAGS = frozenset(["!", "tag:yaml.org,2002:str"])
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Neither what YAML forbids, nor what it takes for the end of a line and nobody else does, nor what turns the direction
of writing and so hides what a line says."""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What an escape in double quotes may not make of a text either; new lines and tabs it may."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Another file from which a part of a source was taken. The files that it names are looked for in `folder`."""

    file: str
    lines: tuple[str, ...]
    folder: Path


@dataclass(slots=True)
class Node:
    """Where one value stands, and its parts. `literal` is true for a text block drawn line by line (`|`); `origin` is
    the file in which it and its parts stand, if not the one of what is around it."""

    line: int
    column: int
    parts: dict[str | int, Node] = field(default_factory=dict)
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    literal: bool = False
    size: int = 1
    height: int = 1
    origin: Origin | None = None


@dataclass(frozen=True)
class Source:
    """A file's content as dict, list, str, int, float, bool and None, and the places of it.

    `file` is the name as the user gave it. A source without `node` (made from data, not from text) knows no lines.
    """

    data: Any
    file: str = ""
    node: Node | None = None
    lines: tuple[str, ...] = field(default=(), repr=False)

    def place(self, way: Way = ()) -> Place:
        """Where the value at `way` stands; if there is none, where the nearest value around it does."""
        node, origin = self._nearest(way)
        file = origin.file if origin is not None else self.file
        return Place(file, node.line, node.column) if node is not None else Place(file)

    def key(self, way: Way) -> Place:
        """Where the key of the value at `way` stands; the value's place if it is in a list or is not there."""
        place = self.place(way)
        node: Node | None = self.node
        for step in way[:-1]:
            node = node.parts.get(step) if node is not None else None
        at = node.keys.get(str(way[-1])) if way and node is not None else None
        return Place(place.file, *at) if at is not None else place

    def folder(self, way: Way, own: Path | None) -> Path | None:
        """The folder of the file in which the value at `way` stands; `own` is that of the source itself."""
        _, origin = self._nearest(way)
        return origin.folder if origin is not None else own

    def _nearest(self, way: Way) -> tuple[Node | None, Origin | None]:
        """The value at `way`, or the nearest one around it that there is, and the file that it comes from."""
        node, origin = self.node, None
        for step in way:
            below = node.parts.get(step) if node is not None else None
            if below is None:
                break
            node, origin = below, below.origin or origin
        return node, origin

    def in_text(self, way: Way, number: int, column: int = 0) -> Place:
        """Where the character `column` of line `number` (both from 0) of the text at `way` stands.

        Exact for a text block that begins with `|`, else the place where the text begins.
        """
        part = self.under(*way)
        if part.node is None or not part.node.literal:
            return part.place()
        line = part.node.line + 1 + number
        written = part.lines[line - 1] if line <= len(part.lines) else ""
        said = part.data.split("\n")[number]
        return Place(part.file, line, len(written) - len(said) + column + 1)

    def under(self, *way: str | int) -> Source:
        """The part of this source at `way`, as a source of its own. Raises KeyError or IndexError if there is none."""
        data, node, file, lines = self.data, self.node, self.file, self.lines
        for step in way:
            data = data[step]
            node = node.parts.get(step) if node is not None else None
            if node is not None and node.origin is not None:
                file, lines = node.origin.file, node.origin.lines
        return Source(data, file, node, lines)

    @classmethod
    def of(cls, data: Mapping[str, Any], file: str = "") -> Source:
        """A source made from data; all of its problems stand at the file as a whole."""
        return cls(data, file)


def read(path: str | os.PathLike[str], problems: Problems, name: str | None = None) -> Source | None:
    """Reads a file. None if nothing can be made of it; the problems say why, as they do for every lesser fault.

    `name` is what problems call the file; without it, `path` as given.
    """
    name = os.fspath(path) if name is None else name
    whole = Place(name)
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            problems.add(whole, "unreadable", "this is a folder, not a file", "name a file in it")
            return None
        if not stat.S_ISREG(mode):
            problems.add(whole, "unreadable", "this is not an ordinary file")
            return None
        with Path(path).open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        problems.add(whole, "no-file", "there is no such file", "check the name and the folder")
        return None
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) and fault.strerror else "its name cannot be used"
        problems.add(whole, "unreadable", f"the file cannot be read ({reason.lower()})")
        return None
    if len(content) > MOST_BYTES:
        problems.add(whole, "too-large", f"the file is larger than {MOST_BYTES // 1_000_000} MB", "split it")
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = bytes(fault.object[: fault.start]).decode("utf-8")
        problems.add(
            _at(name, before),
            "not-utf-8",
            "a character is not encoded as UTF-8",
            "save the file as UTF-8",
        )
        return None
    return parse(text, name, problems)


def parse(text: str, name: str, problems: Problems) -> Source | None:
    """Reads a text that came from the file `name`. None if nothing can be made of it."""
    if len(text) > MOST_BYTES:
        problems.add(Place(name), "too-large", f"the text is larger than {MOST_BYTES // 1_000_000} MB", "split it")
        return None
    text = text.removeprefix("\ufeff")
    bad = _UNPRINTABLE.search(text)
    if bad:
        code = f"U+{ord(bad.group()):04X}"
        place = _at(name, text[: bad.start()])
        problems.add(place, "bad-character", f"the character {code} may not stand in a text file", "delete it")
        return None
    builder = _Builder(name, problems)
    try:
        builder.build(text)
    except yaml.YAMLError as fault:
        line, column, message, hint = explain(fault, text)
        if getattr(fault, "problem", "") == "exceeded maximum nesting depth":
            message = f"lists and mappings are nested more than {MOST_DEPTH} deep here"
            problems.add(builder.too_deep(text) or Place(name, line, column), "too-deep", message)
        else:
            problems.add(Place(name, line, column), "syntax", message, hint)
        return None
    except _Stop:
        return None
    if builder.root is None or builder.value is None:
        problems.add(Place(name), "empty-file", "the file holds nothing")
        return None
    return Source(builder.value, name, builder.root, tuple(text.splitlines()))


def _at(file: str, before: str) -> Place:
    """The place just after the text `before`."""
    lines = (before + "|").splitlines()
    return Place(file, len(lines), len(lines[-1]))


class _Stop(Exception):
    """The file is beyond a bound; the problem is noted already."""


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end is still to come. `key` is the key that waits for its value, `skip` drops it."""

    node: Node
    value: dict[str, Any] | list[Any]
    anchor: str | None
    key: str | None = None
    key_at: tuple[int, int] = (0, 0)
    skip: bool = False


class _Builder:
    """Makes data and places from the parser's events, with a stack instead of recursion so that depth cannot hurt.

    Events are of type Any: the C parser's always have what the stubs call optional.
    """

    def __init__(self, file: str, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.stack: list[_Open] = []
        self.anchors: dict[str, tuple[Any, Node] | None] = {}
        self.aliases = 0
        self.nodes = 0
        self.value: Any = None
        self.root: Node | None = None
        self.documents = 0

    def build(self, text: str) -> None:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self.scalar(event)
            elif kind is yaml.MappingStartEvent:
                self.begin(event, {})
            elif kind is yaml.SequenceStartEvent:
                self.begin(event, [])
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self.end()
            elif kind is yaml.AliasEvent:
                self.alias(event)
            elif kind is yaml.DocumentStartEvent:
                self.documents += 1
                if self.documents > 1:
                    self.problem(event, "second-document", "a second document begins here", "keep one in each file")
                    raise _Stop

    def problem(self, event: Any, code: str, message: str, hint: str = "") -> None:
        mark = event.start_mark
        self.problems.add(Place(self.file, mark.line + 1, mark.column + 1), code, message, hint)

    def count(self, event: Any, nodes: int, height: int) -> None:
        self.nodes += nodes
        if self.nodes > MOST_NODES:
            self.problem(event, "too-large", f"the file holds more than {MOST_NODES} values", "split it")
            raise _Stop
        if len(self.stack) + height > MOST_DEPTH:
            self.problem(event, "too-deep", f"lists and mappings are nested more than {MOST_DEPTH} deep here")
            raise _Stop

    def too_deep(self, text: str) -> Place | None:
        """Where the brackets behind what was read so far become too many: the parser reads on to the end of its own
        bound before it says what it has read."""
        depth, last = len(self.stack), self.stack[-1].node if self.stack else Node(1, 1)
        for number, line in enumerate(text.splitlines()[last.line - 1 :], last.line):
            for column, sign in enumerate(line, 1):
                if number > last.line or column > last.column:
                    depth += (sign in "[{") - (sign in "]}")
                if depth > MOST_DEPTH:
                    return Place(self.file, number, column)
        return None

    def wants_key(self) -> bool:
        top = self.stack[-1] if self.stack else None
        return top is not None and isinstance(top.value, dict) and top.key is None

    def scalar(self, event: Any) -> None:
        self.count(event, 1, 0)
        mark = event.start_mark
        bad = CONTROL.search(event.value)
        if bad:
            message = f"the character U+{ord(bad.group()):04X} may not stand in a text"
            self.problem(event, "bad-character", message, "delete it")
        if self.wants_key():
            self.begin_pair(event, event.value, event.implicit[0] and not event.value)
            return
        tag = event.tag
        if tag is not None and tag not in _STRING_TAGS:
            self.tag(event)
        plain = event.style is None or event.style == ""
        value = read_plain(event.value) if plain and tag is None else event.value
        node = Node(mark.line + 1, mark.column + 1, literal=event.style == "|")
        if event.anchor:
            self.anchors[event.anchor] = (value, node)
        self.put(value, node)

    def begin_pair(self, event: Any, key: str, empty: bool) -> None:
        top = self.stack[-1]
        mark = event.start_mark
        top.key, top.key_at, top.skip = key, (mark.line + 1, mark.column + 1), False
        if empty:
            self.problem(event, "bad-key", "a key is missing in front of the ':'")
        elif key in top.node.keys:
            first = top.node.keys[key][0]
            message = f"the key '{short(key)}' stands twice (first in line {first})"
            self.problem(event, "duplicate-key", message, "keep one of the two")
            top.skip = True
        elif key == "<<":
            self.problem(event, "bad-key", "the merge key '<<' is not understood here", "write the keys out")
            top.skip = True

    def begin(self, event: Any, value: dict[str, Any] | list[Any]) -> None:
        self.count(event, 1, 1)
        if event.tag is not None and event.tag != "!":
            self.tag(event)
        if self.wants_key():
            self.problem(event, "bad-key", "a key must be a word or a number, not a list or mapping")
            raise _Stop
        mark = event.start_mark
        node = Node(mark.line + 1, mark.column + 1)
        if event.anchor:
            self.anchors[event.anchor] = None  # None while it is open: an alias to it now would hold itself
        self.stack.append(_Open(node, value, event.anchor))

    def end(self) -> None:
        done = self.stack.pop()
        if done.anchor:
            self.anchors[done.anchor] = (done.value, done.node)
        self.put(done.value, done.node)

    def alias(self, event: Any) -> None:
        self.aliases += 1
        if self.aliases > MOST_ALIASES:
            self.problem(event, "too-large", f"the file holds more than {MOST_ALIASES} aliases", "write them out")
            raise _Stop
        name = short(event.anchor)
        value: Any = None
        node = Node(event.start_mark.line + 1, event.start_mark.column + 1)
        if event.anchor not in self.anchors:
            self.problem(event, "bad-alias", f"nothing before this is marked &{name}")
        else:
            marked = self.anchors[event.anchor]
            if marked is None:
                self.problem(event, "bad-alias", f"*{name} would hold itself", "write it out")
            else:
                value, node = marked
        self.count(event, node.size, node.height)
        if self.wants_key():
            self.problem(event, "bad-key", "a key must be a word or a number, not an alias")
            raise _Stop
        self.put(value, node)

    def put(self, value: Any, node: Node) -> None:
        if not self.stack:
            self.value, self.root = value, node
            return
        top = self.stack[-1]
        holder = top.node
        holder.size += node.size
        holder.height = max(holder.height, node.height + 1)
        if isinstance(top.value, list):
            holder.parts[len(top.value)] = node
            top.value.append(value)
        elif top.key is not None:
            if not top.skip:
                top.value[top.key] = value
                holder.parts[top.key] = node
                holder.keys[top.key] = top.key_at
            top.key = None

    def tag(self, event: Any) -> None:
        self.problem(event, "bad-tag", "a tag beginning with '!' is not understood here", "delete it")


def read_plain(text: str) -> Any:
    """What an unquoted text means."""
    if text in _NULLS:
        return None
    first = text[0]
    if first in "tTfF":
        return True if text in _TRUE else False if text in _FALSE else text
    if first in "-+.0123456789":
        if _INTEGER.match(text):
            return int(text)
        if _DECIMAL.match(text) and math.isfinite(float(text)):
            return float(text)
    return text


def short(text: str, most: int = 40) -> str:
    """The text for a message: on one line and cut to `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
