"""Everything that is wrong in a user's files, of whatever kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reportgen import rulesets
from reportgen.opened import audit, load_battle, load_scenario, shipped_scenarios
from reportgen.paths import is_file, is_folder, is_there
from reportgen.problems import Problem, Problems, ProblemsFound

if TYPE_CHECKING:
    from reportgen.files.rules import Rules
    from reportgen.files.schema import Kind


@dataclass(frozen=True, slots=True)
class Checked:
    """All problems of some files, in their order."""

    files: int
    problems: tuple[Problem, ...]

    def failed(self, strict: bool = False) -> bool:
        """Whether the files cannot be used; with `strict`, whether there is anything at all to say about them."""
        return any(strict or problem.severity == "error" for problem in self.problems)

    @property
    def summary(self) -> str:
        counts = [
            f"{count} {severity}{'' if count == 1 else 's'}"
            for severity in ("error", "warning", "finding")
            if (count := sum(problem.severity == severity for problem in self.problems))
        ]
        files = "1 file" if self.files == 1 else f"{self.files} files"
        return f"{files}: {', '.join(counts) or 'no problems'}"


def check(files: Iterable[Path]) -> Checked:
    """Everything that is wrong in files of any kind; a battle is replayed and audited. Raises nothing.

    A folder stands for the scenario in it, or else the rules; a bare name, if there is no such file, for a scenario
    that ships, an installed ruleset or a sample.
    """
    from reportgen.files.schema import FORMATS, kind_of
    from reportgen.files.source import read

    problems: list[Problem] = []
    unique = list(dict.fromkeys(files))
    for named in unique:
        found = Problems()
        path = _meant(named)
        source = read(path, found)
        if source is not None:
            kind = kind_of(source)
            if kind is None:
                hint = f"it should begin with format: {' or '.join(FORMATS.values())}"
                found.add(source.place(("format",)), "no-format", "the file does not say what it is", hint)
            else:
                found = Problems()
                _CHECKS[kind](path, found)
        problems += found
    return Checked(len(unique), tuple(problems))


def _meant(path: Path) -> Path:
    """The file that a folder stands for: its scenario, or else its rules; or that a bare name does, as elsewhere."""
    if is_folder(path):
        return next((path / name for name in ("scenario.yaml", "rules.yaml") if is_file(path / name)), path)
    if is_there(path):
        return path
    name = path.as_posix()
    return shipped_scenarios().get(name) or rulesets.extendable().get(name.replace("-", "_")) or path


def _check_scenario(path: Path, problems: Problems) -> None:
    from reportgen.files.houserules import house_rules
    from reportgen.files.scenario import read_scenario

    load_scenario(path, problems)
    source = read_scenario(path, Problems())
    brought = house_rules(source, path.parent, rulesets.rules_files()) if source is not None else None
    if brought is not None:
        _check_pictures(brought, problems)


def _check_pictures(rules: Rules, problems: Problems) -> None:
    """The pictures that the texts of some rules name: what the booklet would refuse."""
    if rules.pictures:
        from reportgen.render.photos import of_rules

        of_rules(rules.pictures, [layer.file for layer in rules.layers()], problems)


def _check_army(path: Path, problems: Problems) -> None:
    from reportgen.files.armies import load_army

    load_army(path, rulesets.vocabulary, problems, rulesets.names())


def _check_rules(path: Path, problems: Problems) -> None:
    try:
        rules = rulesets.read_rules(path)
        _check_pictures(rules, problems)
        problems.extend(getattr(rulesets.player_of(rules), "remarks", ()))
    except ProblemsFound as found:
        problems.extend(found.problems)


def _check_booklet(path: Path, problems: Problems) -> None:
    """A `booklet.yaml` goes with the rules beside it, and cannot be checked without them."""
    from reportgen.booklet import check_spec

    try:
        check_spec(path, rulesets.read_rules(path.with_name("rules.yaml")), problems)
    except ProblemsFound as found:
        problems.extend(found.problems)


def _check_battle(path: Path, problems: Problems) -> None:
    fought = load_battle(path, problems)
    if fought is not None:
        problems.extend(audit(fought).findings)


_CHECKS: dict[Kind, Callable[[Path, Problems], None]] = {
    "scenario": _check_scenario,
    "army": _check_army,
    "rules": _check_rules,
    "booklet": _check_booklet,
    "battle": _check_battle,
}
