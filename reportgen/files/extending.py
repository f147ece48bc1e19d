"""A scenario that extends another: what it says, laid over what it takes from there, as one whole source.

A key at the top of the file replaces the other's. Of `deployment` each unit does, and counts as later in the file; a
unit that is left empty is taken out. Every part keeps the place, the file and the folder in which it is written.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from reportgen import resources
from reportgen.files.folder import extended, file_below
from reportgen.files.schema import check
from reportgen.files.source import Node, Origin, Source, short
from reportgen.files.validate import suggest
from reportgen.paths import is_file, is_there
from reportgen.problems import Problems

KEY = "extends"
_LAID_OVER = "deployment"


def whole_scenario(source: Source, folder: Path | None, problems: Problems) -> Source | None:
    """A scenario with everything in it that it takes from the one that it extends, which lies in `folder` or below; as
    it was if it extends none. None, with problems, if that one cannot be used."""
    return _whole(source, folder, problems, ())


def _whole(source: Source, folder: Path | None, problems: Problems, reached: tuple[Path, ...]) -> Source | None:
    name = source.data.get(KEY) if isinstance(source.data, dict) else None
    if not isinstance(name, str) or not name:
        return source  # the schema says what is wrong with it
    place = source.place((KEY,))
    named = file_below(folder, name, "scenario.yaml", place, problems)
    if named is None:
        return None
    path, name = named
    if not is_there(path) and (ships := _ships(name)):
        hint = f"one of that name ships: copy its folder '{ships}' beside this file"
        problems.add(place, "no-file", f"there is no scenario '{short(name)}' here", hint)
        return None
    found = extended(path, "scenario", name, place, problems, reached)
    if found is None:
        return None
    base, reached = found
    given = base.data
    if isinstance(given, dict):
        given = {KEY: name, **{key: given[key] for key in ("format",) if key in given}}
    if not check(Source(given, base.file, base.node, base.lines), "scenario", None, problems):
        return None
    under = _whole(base, path.parent, problems, reached)
    return _laid_over(under, source, path.parent, problems) if under is not None else None


def _ships(name: str) -> str:
    """The folder of the scenario of that name that ships, or empty."""
    path = resources.scenarios() / name
    files = (path / "scenario.yaml", path, path.with_name(f"{path.name}.yaml"))
    return name.partition("/")[0] if any(map(is_file, files)) else ""


def _laid_over(base: Source, own: Source, folder: Path, problems: Problems) -> Source:
    """`own` laid over `base`, whose file lies in `folder`."""
    origin = Origin(base.file, base.lines, folder)
    data = {key: value for key, value in base.data.items() if key != "format"}
    data |= {key: value for key, value in own.data.items() if key != KEY}
    node = _joined(base.node, own.node, origin)
    units, changes = base.data.get(_LAID_OVER), own.data.get(_LAID_OVER)
    if isinstance(units, dict) and isinstance(changes, dict):
        for unit in [unit for unit, place in changes.items() if place is None and unit not in units]:
            message = f"the unit '{unit}' is not there to be taken out"
            problems.add(own.key((_LAID_OVER, unit)), "unknown-unit", message, suggest(unit, units))
        kept = {unit: place for unit, place in units.items() if unit not in changes}
        data[_LAID_OVER] = kept | {unit: place for unit, place in changes.items() if place is not None}
        both = [one.parts.get(_LAID_OVER) if one is not None else None for one in (base.node, own.node)]
        node.parts[_LAID_OVER] = _joined(both[0], both[1], origin)
    return Source(data, own.file, node, own.lines)


def _joined(base: Node | None, own: Node | None, origin: Origin) -> Node:
    """The places of two mappings of which the second is laid over the first, which comes from `origin`."""
    parts = {key: replace(part, origin=part.origin or origin) for key, part in base.parts.items()} if base else {}
    keys = dict(base.keys) if base else {}
    if own is None:
        return Node(0, 0, parts, keys)
    return Node(own.line, own.column, parts | own.parts, keys | own.keys)
