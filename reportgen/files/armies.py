"""Who fights: the units of a side, from lines of an army file or of the scenario itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reportgen.battle.scenario import UnitSpec
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.lattice import Lattice
from reportgen.files.folder import below, read_named
from reportgen.files.lenient import items, mapping, number, whole, word
from reportgen.files.schema import check
from reportgen.files.schema_scenario import ID_PATTERN, MOST_OF_A_KIND, compile_pattern
from reportgen.files.source import Source, read, short
from reportgen.files.tables import on_table
from reportgen.files.validate import suggest
from reportgen.problems import Place, Problems

MOST_UNITS = 150
"""Of one side."""

_ID = compile_pattern(ID_PATTERN)


@dataclass(slots=True)
class Army:
    """A side's units. `data` is the army as written, with nothing left in other files, or None if it has none.

    `general` and `points` are what the army says itself; `complete` is false if something of it could not be read.
    """

    units: list[UnitSpec] = field(default_factory=list)
    name: str = ""
    ruleset: str = ""
    general: str = ""
    points: float | None = None
    data: dict[str, Any] | None = None
    complete: bool = True


Registry = Callable[[str], Vocabulary | None]
"""Ruleset's id -> its vocabulary, or None if there is no such ruleset."""


def vocabulary_of(
    source: Source, registry: Registry, problems: Problems, names: Iterable[str] = ()
) -> Vocabulary | None:
    """The vocabulary of the ruleset that a file names; None, with a problem if it names an unknown one."""
    name = word(source.data, "ruleset")
    words = registry(name.replace("-", "_")) if name else None
    if name and words is None:
        message = f"there is no ruleset '{short(name)}'"
        problems.add(source.place(("ruleset",)), "unknown-ruleset", message, suggest(name, names))
    return words_of(words, source.data)


def words_of(words: Vocabulary | None, data: Any) -> Vocabulary | None:
    """The words of a scenario: its ruleset's, or those that its data bring along; with its own table's facings."""
    if words is None:
        return None
    return on_table(words.made_from(mapping(data)) if words.made_from is not None else words, data)


def load_army(
    path: str | os.PathLike[str], registry: Registry, problems: Problems, names: Iterable[str] = ()
) -> Army | None:
    """Reads an army file by itself. None, with problems, if it cannot be used. `names` are the rulesets for hints."""
    before = problems.errors
    source = read(path, problems)
    if source is None:
        return None
    words = vocabulary_of(source, registry, problems, names)
    check(source, "army", words, problems)
    army = Army()
    _take(army, source)
    _units(army, source, words, None, problems)
    twice(army.units, problems)
    return army if problems.errors == before else None


def twice(units: Iterable[UnitSpec], problems: Problems) -> None:
    """Tells which units have the id of another before them."""
    first: dict[str, Place] = {}
    for unit in units:
        if unit.id in first:
            at = first[unit.id]
            where = f"{at.file}:{at.line}" if at.file != unit.place.file else f"line {at.line}"
            message = f"the unit {unit.id} is there already ({where})"
            problems.add(unit.place, "duplicate-id", message, "give it another label")
        first.setdefault(unit.id, unit.place)


def muster(
    side: Source,
    ruleset: str,
    words: Vocabulary | None,
    grid: Lattice | None,
    folder: Path | None,
    problems: Problems,
) -> Army:
    """The units of the side in `side`: those of its army, then those listed beside it."""
    army = Army()
    given = mapping(side.data).get("army")
    if isinstance(given, str) and given:
        source = _army_file(given, side, ruleset, words, folder, problems)
        if source is None:
            army.complete = False
        else:
            _take(army, source)
            _units(army, source, words, grid, problems)
    elif given == "":
        army.complete = False
    elif isinstance(given, dict):
        _same_ruleset(side.under("army"), ruleset, problems)
        _take(army, side.under("army"))
        _units(army, side.under("army"), words, grid, problems)
    _units(army, side, words, grid, problems)
    if not army.units:
        army.complete = False
    if len(army.units) > MOST_UNITS:
        message = f"the side has {len(army.units)} units; at most {MOST_UNITS} are possible"
        problems.add(side.place(), "too-many", message)
    return army


def _army_file(
    name: str, side: Source, ruleset: str, words: Vocabulary | None, folder: Path | None, problems: Problems
) -> Source | None:
    path = below(folder, name, side.place(("army",)), problems)
    if path is None:
        return None
    source = read_named(path, "army", name, side.place(("army",)), problems)
    if source is not None and _same_ruleset(source, ruleset, problems):
        check(source, "army", words, problems)
    return source


def _same_ruleset(army: Source, ruleset: str, problems: Problems) -> bool:
    said = word(army.data, "ruleset")
    if said and ruleset and said.replace("-", "_") != ruleset.replace("-", "_"):
        message = f"this army is made for the ruleset '{said}', the scenario for '{ruleset}'"
        problems.add(army.place(("ruleset",)), "other-ruleset", message)
        return False
    return True


def _take(army: Army, source: Source) -> None:
    army.data = mapping(source.data)
    army.name = word(source.data, "name")
    army.ruleset = word(source.data, "ruleset")
    army.general = word(source.data, "general")
    army.points = number(source.data, "points")


def _units(army: Army, source: Source, words: Vocabulary | None, grid: Lattice | None, problems: Problems) -> None:
    for n, entry in enumerate(items(source.data, "units")):
        if not isinstance(entry, dict):
            continue
        line = source.under("units", n)
        type_ = word(entry, "type")
        kind = words.types.get(type_) if words else None
        weapon = word(entry, "weapon") or (kind.weapons[0] if kind and kind.weapons else "")
        name = word(entry, "name") or (kind.title if kind else type_)
        extra = {key: entry[key] for key in kind.fields if key in entry} if kind else {}
        ids = _ids(line, problems)
        if ids is None:
            army.complete = False
        for id, place in ids or ():
            _usable(id, place, words, grid, problems)
            army.units.append(UnitSpec(id, name, type_, weapon, extra, place))


def _ids(line: Source, problems: Problems) -> list[tuple[str, Place]] | None:
    """The ids that a line of an army stands for, and where each is written; None if they cannot be known."""
    entry = line.data
    label = entry.get("label")
    ids = entry.get("ids")
    if label is not None and ids is not None:
        problems.add(line.key(("ids",)), "either-key", "a line has 'label' or 'ids', not both", "delete one of the two")
    if ids is not None:
        if "count" in entry and isinstance(ids, list) and whole(entry, "count", len(ids)) != len(ids):
            message = f"'count' says {entry['count']}, but there are {len(ids)} 'ids'"
            problems.add(line.place(("count",)), "wrong-count", message, "delete 'count'")
        return [
            (id, line.place(("ids", n))) for n, id in enumerate(items(ids)) if isinstance(id, str) and _ID.match(id)
        ]
    if label is None:
        problems.add(line.place(), "missing-key", "the key 'label' is missing", "give it a short name, as in BRI")
        return None
    count = whole(entry, "count", 0 if "count" in entry else 1)
    if not isinstance(label, str) or not _ID.match(label) or not 1 <= count <= MOST_OF_A_KIND:
        return None
    if count == 1:
        return [(label, line.place())]
    return [(f"{label}{n}", line.place()) for n in range(1, count + 1)]


def _usable(id: str, place: Place, words: Vocabulary | None, grid: Lattice | None, problems: Problems) -> None:
    """A short name must not read as something else in the notation."""
    taken = ""
    if grid is not None and _is_square(id, grid):
        taken = "a square of this board"
    elif words and id in words.facings:
        taken = "a facing"
    elif words and id.casefold() in {verb.symbol.casefold() for verb in words.verbs}:
        taken = "a word of the notation"
    if taken:
        problems.add(place, "bad-label", f"a unit cannot be called {id}: that is {taken}", "choose another short name")


def _is_square(id: str, grid: Lattice) -> bool:
    try:
        grid.square(id)
    except ValueError:
        return False
    return True
