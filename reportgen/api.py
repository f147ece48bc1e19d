"""One function for each thing that a user can ask.

Every function raises `ProblemsFound` with all that is wrong in the user's files; other exceptions are faults of ours.
What is heavy is imported inside the functions, so that a command pays only for what it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from reportgen import resources, rulesets
from reportgen.output import write_whole
from reportgen.problems import Place, Problem, Problems, ProblemsFound

if TYPE_CHECKING:
    from reportgen.battle.events import Log
    from reportgen.battle.scenario import Scenario
    from reportgen.files.schema import Kind

To = Literal["pdf", "html", "md"]
Detail = Literal["brief", "full"]
Paper = Literal["a5", "a4", "letter"]
Ink = Literal["colour", "grey", "saving"]

Progress = Callable[[str, int, int], None]
"""Told what comes now, how many steps are done, and how many there are."""

HIGHEST_DRAWN_SEED = 999_999
"""A seed that is drawn is short enough to be read out."""


def no_progress(doing: str, done: int, of: int) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class Documents:
    """What is to be made of a battle, and where. Every kind is made in every detail; the PDF on every paper too."""

    out: Path = Path("output")
    to: tuple[To, ...] = ("pdf",)
    detail: tuple[Detail, ...] = ("full",)
    paper: tuple[Paper, ...] = ("a5",)
    ink: Ink = "colour"
    templates: Path | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """What was made. `remarks` are lines for a person; `seed` is None if real dice were thrown."""

    files: tuple[Path, ...]
    remarks: tuple[str, ...] = ()
    seed: int | None = None
    winner: str | None = None
    findings: tuple[Problem, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Installed:
    """A ruleset. `variants`: id -> title."""

    id: str
    title: str
    version: str
    variants: dict[str, str]


def check(files: Iterable[Path]) -> Checked:
    """Everything that is wrong in files of any kind; a battle is replayed and audited. Raises nothing."""
    from reportgen.files.schema import FORMATS, kind_of
    from reportgen.files.source import read

    problems: list[Problem] = []
    unique = list(dict.fromkeys(files))
    for path in unique:
        found = Problems()
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


def _check_scenario(path: Path, problems: Problems) -> None:
    from reportgen.files.scenario import load_scenario

    scenario = load_scenario(path, rulesets.vocabulary, problems, rulesets.names())
    if scenario is not None:
        problems.extend(rulesets.load(scenario.ruleset).check(scenario))


def _check_army(path: Path, problems: Problems) -> None:
    from reportgen.files.armies import load_army

    load_army(path, rulesets.vocabulary, problems, rulesets.names())


def _check_rules(path: Path, problems: Problems) -> None:
    from reportgen.files.rules import load_rules

    try:
        load_rules(path)
    except ProblemsFound as found:
        problems.extend(found.problems)


def _check_battle(path: Path, problems: Problems) -> None:
    raise AssertionError


_CHECKS: dict[Kind, Callable[[Path, Problems], None]] = {
    "scenario": _check_scenario,
    "army": _check_army,
    "rules": _check_rules,
    "battle": _check_battle,
}


def schemas() -> tuple[str, ...]:
    """The kinds of files that have a JSON Schema."""
    from reportgen.files.schema import FORMATS

    return tuple(FORMATS)


def schema(kind: str, ruleset: str | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a kind of file; with a ruleset it knows the ruleset's words.

    Raises KeyError for a kind or a ruleset that there is not.
    """
    from reportgen.files.schema import schema_for

    if kind not in schemas():
        raise KeyError(kind)
    return schema_for(cast("Kind", kind), rulesets.load(ruleset).vocabulary if ruleset else None)


def write_schemas(out: Path, kind: str | None = None, ruleset: str | None = None) -> Made:
    """Writes the schema of a kind of file, or of all of them, as `KIND.schema.json` into a folder."""
    import json

    texts = {
        out / f"{one}.schema.json": json.dumps(schema(one, ruleset), indent=2, ensure_ascii=False) + "\n"
        for one in ((kind,) if kind else schemas())
    }
    write_whole({path: text.encode() for path, text in texts.items()})
    return Made(tuple(texts))


def has_ruleset(name: str) -> bool:
    """Whether a ruleset of that id is installed; a hyphen may stand for an underscore."""
    return name.replace("-", "_") in rulesets.names()


def installed() -> tuple[Installed, ...]:
    """The rulesets that are installed."""
    found = (rulesets.load(name) for name in rulesets.names())
    return tuple(Installed(one.id, one.title, one.version, dict(one.vocabulary.variants)) for one in found)


def find_scenario(name: str) -> Path:
    """The file that a user means: a file, a folder with a `scenario.yaml`, or one that ships, by its folder's name."""
    path = Path(name)
    if path.is_dir():
        return path / "scenario.yaml"
    if not path.exists() and path.name == name and not path.suffix:
        shipped = resources.scenarios() / name / "scenario.yaml"
        if shipped.is_file():
            return shipped
    return path


def name_for(path: Path) -> str:
    """What the files made from this one are called, without their endings.

    A scenario's folder names it if the file is just `scenario.yaml`; `.battle` belongs to the ending.
    """
    name = path.name
    for ending in (".yaml", ".yml", ".battle"):
        name = name.removesuffix(ending)
    return (path.resolve().parent.name if name == "scenario" else name) or "battle"


def as_data(value: Any) -> Any:
    """Plain data for JSON: dataclasses as mappings, paths as texts."""
    if is_dataclass(value) and not isinstance(value, type):
        return as_data(asdict(value))
    if isinstance(value, dict):
        return {key: as_data(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_data(one) for one in value]
    return str(value) if isinstance(value, Path) else value
