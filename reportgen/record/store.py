"""The battle file of a recording: opened if it is there, written whole and surely after every line."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from reportgen.battle.record import Record
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.armies import Registry, words_of
from reportgen.files.battlefile import battle_from
from reportgen.files.battlewriting import write_battle
from reportgen.files.source import read
from reportgen.problems import Place, Problem, Problems, ProblemsFound


@dataclass(slots=True)
class Store:
    """One battle file. `scenario` is how the file gives its scenario: by a file's name, or whole.

    `known` is what the file holds as far as we know, None if it is not there; a file that somebody else has changed
    in between is never written over. `foreign`: the file was not written by us; it is kept beside before we do.
    """

    path: Path
    scenario: Scenario | str
    vocabulary: Vocabulary
    known: bytes | None = None
    foreign: bool = False

    @property
    def kept_as(self) -> Path:
        """Where a file that was written by hand is kept."""
        return self.path.with_name(f"{self.path.name}~")

    def keep(self, record: Record) -> None:
        """Writes the record; it is on the disk when this returns. Raises ProblemsFound if it cannot be written."""
        content = write_battle(record, self.scenario, self.vocabulary).encode()
        try:
            if _content(self.path) != self.known:
                message = "it has been changed by somebody else meanwhile"
                raise _problem(self.path, "changed", message, "'quit', and begin again from what it holds now")
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.foreign and self.known is not None:
                _write(self.kept_as, self.known)
            self.foreign = False
            _write(self.path, content)
        except OSError as fault:
            reason = (fault.strerror or str(fault)).lower()
            raise _problem(self.path, "unwritable", f"it cannot be written ({reason})", "make room for it") from None
        self.known = content


def _write(path: Path, content: bytes) -> None:
    """The whole of it or nothing, and surely on the disk: a new file takes the place of the old one."""
    part = path.with_name(f".{path.name[:40]}.part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _can_be_kept(path: Path) -> None:
    """Raises OSError if the file could not be written: better told before the first line than after it."""
    folder = next((above for above in path.parents if above.exists()), path.parent)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f"{folder} is a file, not a folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _problem(path: Path, code: str, message: str, hint: str) -> ProblemsFound:
    return ProblemsFound((Problem(Place(str(path)), code, message, hint),))


def opened(
    path: Path,
    scenario: Scenario,
    scenario_file: Path,
    rules: Ruleset,
    registry: Registry,
    names: Iterable[str],
    problems: Problems,
) -> tuple[Store, Record, Scenario] | None:
    """The battle file, what it holds, and its scenario: a new battle if there is no such file.

    None, with problems, if the file cannot be used or was begun on another scenario. `scenario_file` is where the
    scenario comes from: a new battle names it if it lies in its own folder or below, else it holds it whole.
    """
    try:
        known = _content(path)
        _can_be_kept(path)
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        problems.add(Place(str(path)), "unwritable", f"no battle can be kept here ({reason})", "choose another file")
        return None
    words = words_of(rules.vocabulary, scenario.raw) or rules.vocabulary
    if known is None:
        store = Store(path, _named(path, scenario_file) or scenario, words)
        return store, Record(scenario.ruleset, rules.version, title=scenario.title), scenario
    source = read(path, problems)
    found = None if source is None else battle_from(source, path.parent, registry, problems, names, draft=True)
    if source is None or found is None:
        return None
    if found.scenario.hash != scenario.hash:
        message = f"this battle was begun on another scenario, '{found.scenario.title}'"
        hint = "name that scenario, or another battle file"
        problems.add(source.place(("scenario",)), "other-scenario", message, hint)
        return None
    named = source.data["scenario"]
    store = Store(path, named if isinstance(named, str) else found.scenario, words, known)
    store.foreign = write_battle(found.record, store.scenario, words).encode() != known
    return store, found.record, found.scenario


def _named(path: Path, scenario_file: Path) -> str:
    """How a battle file may name its scenario's file; empty if that lies elsewhere."""
    folder, file = path.parent.resolve(), scenario_file.resolve()
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else ""
