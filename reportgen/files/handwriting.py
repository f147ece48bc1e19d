"""Plain data written as YAML as a person would write it: blocks, short lists on one line, long texts folded.

What is written is read back equal by `reportgen.files.source`.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Collection, Mapping
from typing import Any

from reportgen.files.source import parse
from reportgen.problems import Problems

WIDTH = 110
"""Columns of a line."""
_STEP = "  "
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[ -][A-Za-z0-9_]+)*\Z")
# no, on and the like are plain words to us, but not to every program that reads YAML
_READ_OTHERWISE = re.compile(r"(?i:true|false|null|yes|no|on|off)\Z")


def handwritten(data: Mapping[str, Any], blocks: Collection[str] = (), spaced: Collection[str] = ()) -> str:
    """The data as a YAML text.

    Lists under the keys `blocks` always stand one item a line; top-level keys in `spaced` get an empty line before
    them, and before each item of their lists but the first. Data are dict, list, tuple, str, int, float, bool and
    None, with texts for keys; anything else raises TypeError.
    """
    writer = _Writer(frozenset(blocks))
    lines: list[str] = []
    for key, value in data.items():
        written = writer.mapping({key: value}, "")
        if key in spaced and lines and not isinstance(value, str):
            lines.append("")
        for number, line in enumerate(written):
            if key in spaced and number > 1 and line.startswith(f"{_STEP}- ") and isinstance(value, list):
                lines.append("")
            lines.append(line)
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, blocks: frozenset[str]) -> None:
        self.blocks = blocks

    def mapping(self, data: Mapping[str, Any], indent: str) -> list[str]:
        lines: list[str] = []
        for key, value in data.items():
            lines += self.value(f"{indent}{scalar(key)}:", value, indent, key in self.blocks)
        return lines

    def value(self, head: str, value: Any, indent: str, block: bool = False) -> list[str]:
        """The lines of a value behind `head`, which ends with ':' or '-'."""
        if isinstance(value, str):
            return text(head, value, indent + _STEP)
        if isinstance(value, Mapping) and value:
            flow = self.flow(value)
            if flow and len(value) <= 6 and len(head) + len(flow) < WIDTH and not _nested(value):
                return [f"{head} {flow}"]
            return [head, *self.mapping(value, indent + _STEP)]
        if isinstance(value, list | tuple) and value:
            flow = self.flow(value)
            plain = not any(isinstance(item, Mapping) for item in value)
            if flow and plain and not block and len(head) + len(flow) < WIDTH:
                return [f"{head} {flow}"]
            return [head, *self.items(value, indent + _STEP)]
        return [f"{head} {self.flow(value)}"]

    def items(self, values: Collection[Any], indent: str) -> list[str]:
        lines: list[str] = []
        for value in values:
            if isinstance(value, Mapping) and value:
                flow = self.flow(value)
                if flow and len(value) > 1 and len(indent) + len(flow) < WIDTH and not _nested(value):
                    lines.append(f"{indent}- {flow}")
                    continue
                inner = self.mapping(value, indent + _STEP)
                lines += [f"{indent}- {inner[0].lstrip()}", *inner[1:]]
            else:
                lines += self.value(f"{indent}-", value, indent)
        return lines

    def flow(self, value: Any) -> str:
        """The value on one line, or nothing if that would be hard to read."""
        if isinstance(value, Mapping):
            if not self.blocks.isdisjoint(value):
                return ""
            parts = [(scalar(key, True), self.flow(item)) for key, item in value.items()]
            return "{" + ", ".join(f"{key}: {item}" for key, item in parts) + "}" if all(p[1] for p in parts) else ""
        if isinstance(value, list | tuple):
            items = [self.flow(item) for item in value]
            return f"[{', '.join(items)}]" if all(items) else ""
        if isinstance(value, str):
            return "" if "\n" in value or len(value) > 80 else scalar(value, True)
        return scalar(value)


def _nested(value: Mapping[str, Any]) -> bool:
    """Whether a mapping holds mappings, or lists of more than plain values: those are drawn as blocks."""
    return any(
        isinstance(item, Mapping)
        or (isinstance(item, list | tuple) and any(isinstance(part, Mapping | list | tuple) for part in item))
        for item in value.values()
    )


def scalar(value: Any, inside: bool = False) -> str:
    """A single value on one line; `inside` a flow list or mapping more texts need quotes."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        written = repr(value)
        return written if _reads_as(f"- {written}\n", [value]) else _quoted(written)
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} cannot be written")
    if _READ_OTHERWISE.match(value):
        return _quoted(value)
    if _SIMPLE.match(value):
        return value
    if inside:
        return value if _reads_as(f"- [{value}, {value}]\n", [[value, value]]) else _quoted(value)
    return value if _reads_as(f"- {value}\n", [value]) else _quoted(value)


def text(head: str, value: str, indent: str) -> list[str]:
    """A text behind `head`: on its line if it fits, else as a block, indented by `indent`."""
    lines: list[str] | None = None
    if "\n" in value.rstrip("\n") or (value.endswith("\n") and value.strip("\n")):
        lines = _literal(value, indent)
    elif len(head) + len(value) > WIDTH and "  " not in value and value == value.strip():
        folded = textwrap.wrap(value, max(WIDTH - len(indent), 40), break_long_words=False, break_on_hyphens=False)
        lines = [">-", *(indent + line for line in folded)]
    if lines is not None:
        written = [f"{head} {lines[0]}", *lines[1:]]
        trial = "\n".join([f"{indent[:-2]}- {lines[0]}", *lines[1:]]) + "\n"
        if _reads_as(trial, [value]):
            return written
    return [f"{head} {scalar(value)}"]


def _literal(value: str, indent: str) -> list[str]:
    chomp = "-" if not value.endswith("\n") else "+" if value.endswith("\n\n") else ""
    return [f"|{chomp}", *(indent + line if line else "" for line in value.removesuffix("\n").split("\n"))]


def _quoted(value: str) -> str:
    """In double quotes, with every character that YAML would not keep written as an escape."""
    inner = json.dumps(value, ensure_ascii=False)
    return re.sub("[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]", lambda c: f"\\u{ord(c.group()):04x}", inner)


def _reads_as(written: str, wanted: Any) -> bool:
    problems = Problems()
    source = parse(written, "", problems)
    return source is not None and not len(problems) and _same(source.data, wanted)


def _same(one: Any, other: Any) -> bool:
    """Equal, and of the same types all through: 1 is neither 1.0 nor true."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    return type(one) is type(other) and bool(one == other)
