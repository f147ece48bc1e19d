"""What a user names, opened: found, read, held against its rules, and a battle played again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from reportgen import resources, rulesets
from reportgen.paths import is_file, is_folder, is_there
from reportgen.problems import NOWHERE, Place, Problem, Problems, ProblemsFound, with_hint

if TYPE_CHECKING:
    from reportgen.battle.events import Log
    from reportgen.battle.record import Record
    from reportgen.battle.recorded import Placed
    from reportgen.battle.replay import Replay
    from reportgen.battle.ruleset import Ruleset
    from reportgen.battle.scenario import Scenario

Found = TypeVar("Found")

SIDES = 2
REMARKS = frozenset(["note", "photo", "heading"])
"""What only a person adds to a battle."""


class Fought(NamedTuple):
    """A battle to tell of. `replay` is None if it was fought just now, by the rules."""

    rules: Ruleset
    scenario: Scenario
    record: Record
    log: Log
    replay: Replay | None = None


class Audited(NamedTuple):
    """The findings on a battle, and where in it the notes of its record stand."""

    findings: list[Problem]
    placed: tuple[Placed, ...]


def find_rules(name: str) -> Path:
    """The file that a user means: an installed ruleset, a file, a folder with a `rules.yaml`, or one that ships."""
    from reportgen.files.validate import suggest

    installed = rulesets.rules_files()
    id = name.replace("-", "_")
    if id in installed:
        return installed[id]
    path = Path(name)
    if not name.strip():
        hint = f"name one of {', '.join(rulesets.extendable())}, or a file"
        raise ProblemsFound((Problem(NOWHERE, "no-ruleset", "no ruleset is named", hint),))
    if is_folder(path):
        return path / "rules.yaml"
    if path.name == name and not path.suffix and not _may_be_there(path):
        known = rulesets.extendable()
        if id in known:
            return known[id]
        hint = suggest(name, known) or "or name a file"
        raise ProblemsFound((Problem(Place(name), "unknown-ruleset", f"there is no ruleset '{name}'", hint),))
    return path


def find_scenario(name: str) -> Path:
    """The file that a user means: a file, a folder with a `scenario.yaml`, or one that ships, by its name.

    Raises ProblemsFound for a bare name that is none of these.
    """
    from reportgen.files.validate import suggest

    path = Path(name)
    ships = shipped_scenarios()
    if not name.strip():
        hint = f"name a file, or one that ships: {', '.join(ships)}"
        raise ProblemsFound((Problem(NOWHERE, "no-scenario", "no scenario is named", hint),))
    if is_folder(path):
        return path / "scenario.yaml"
    if _may_be_there(path):
        return path
    if name in ships:
        return ships[name]
    if path.suffix or (path.name != name and name.partition("/")[0] not in ships):
        return path
    hint = with_hint(suggest(name, ships, most=0), f"those that ship are {', '.join(ships)}").removeprefix("; ")
    raise ProblemsFound((Problem(Place(name), "unknown-scenario", "there is no such file or scenario", hint),))


def _may_be_there(path: Path) -> bool:
    """Whether there is something of that name; a name that the disk does not take is left to the reader to tell."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return True


def shipped_scenarios() -> dict[str, Path]:
    """The scenarios that ship, in order: FOLDER for its `scenario.yaml`, `FOLDER/NAME` for another one in it."""
    every = (file for file in resources.scenarios().glob("*/*.yaml") if "." not in file.stem)
    named = {file.parent.name + ("" if file.stem == "scenario" else f"/{file.stem}"): file for file in every}
    return dict(sorted(named.items()))


def name_for(path: Path) -> str:
    """What the files made from this one are called, without their endings.

    A scenario's folder names it if the file is just `scenario.yaml`, and comes first if there is such a file beside it;
    `.battle` belongs to the ending.
    """
    name = path.name.removesuffix(".yaml").removesuffix(".yml")
    if name == "scenario":
        return path.resolve().parent.name or "battle"
    if name and not name.endswith(".battle") and is_file(path.with_name("scenario.yaml")):
        return f"{path.resolve().parent.name}-{name}"
    return name.removesuffix(".battle") or "battle"


def audit(fought: Fought) -> Audited:
    """Holds a battle against its rules. One fought just now keeps to them, but its scenario may contradict itself."""
    from reportgen.battle import audit as auditing

    if fought.replay is None:
        return Audited(auditing.forces(fought.rules, fought.scenario), ())
    findings = auditing.audit(fought.rules, fought.scenario, fought.record, fought.replay)
    return Audited(findings, fought.replay.placed)


def faults(fought: Fought, audited: Audited) -> int:
    """How many findings are about the record. What a scenario says of its own forces is no fault of those who fought in
    it; `check` says that all the same."""
    from reportgen.battle import audit as auditing

    forces = auditing.forces(fought.rules, fought.scenario)
    return sum(finding not in forces for finding in audited.findings)


def sound(found: Found | None, problems: Problems) -> Found:
    """What was read. Raises ProblemsFound if it cannot be used."""
    problems.raise_if_any()
    if found is None:
        raise AssertionError("nothing could be read, and no problem says why")
    return found


def manners(scenario: Scenario) -> dict[str, str]:
    """How the computer commands each side."""
    return {side.id: side.commander or "careful" for side in scenario.sides}


def load_scenario(path: Path, problems: Problems) -> Scenario | None:
    """Reads a scenario and holds it against its rules. None, with problems, if it cannot be fought."""
    from reportgen.files import scenario as files

    scenario = files.load_scenario(path, rulesets.vocabulary, problems, rulesets.names())
    if scenario is None:
        return None
    rules = rulesets.of(scenario)
    problems.extend(rules.check(scenario))
    _letters(scenario.raw, _files(scenario), problems)
    for number, side in enumerate(() if rules.vocabulary.as_recorded else scenario.sides):
        try:
            rules.commander(side.commander or "careful", scenario, side.id, 0)
        except KeyError:
            message = f"there is no commander '{side.commander}'"
            place = scenario.place("sides", number, "commander")
            problems.add(place, "unknown-commander", message, f"say {rules.vocabulary.manners_told}")
    return None if problems else scenario


MOST_LETTERS = 20
"""Letters that cannot be printed and are shown; a text in another script has hundreds."""


def _files(scenario: Scenario) -> list[str]:
    """The file of a scenario, and those that it extends."""
    return list(dict.fromkeys([scenario.file, *(place.file for place in scenario.places.values())]))


def _letters(data: Any, files: Iterable[str], problems: Problems) -> None:
    """Warns of letters in some data that cannot be printed; the data come from `files`."""
    from reportgen.render.letters import unprintable

    if missing := unprintable(_texts(data)):
        shown = " ".join(missing[:MOST_LETTERS]) + (" …" if len(missing) > MOST_LETTERS else "")
        message = f"these letters cannot be printed: {shown}"
        problems.add(_first_of(missing, list(files)), "no-letter", message, "our fonts do not have them", "warning")


def _first_of(letters: Collection[str], files: Sequence[str]) -> Place:
    """Where the first of some letters stands in files; the first file as a whole if they came from elsewhere (an army)
    or are written by their numbers."""
    for file in files:
        try:
            lines = Path(file).read_text(encoding="utf-8").splitlines()
        except (OSError, ValueError):
            continue
        for number, line in enumerate(lines, 1):
            for column, letter in enumerate(line, 1):
                if letter in letters:
                    return Place(file, number, column)
    return Place(files[0])


def _texts(data: Any) -> Iterator[str]:
    """Every text in some data, however deep."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _texts(key)
            yield from _texts(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _texts(value)


def load_battle(path: Path, problems: Problems, draft: bool = False) -> Fought | None:
    """Reads a battle file and plays it again. None, with problems, if it cannot be played. In a draft photographs that
    cannot be used are warnings."""
    from reportgen.battle.replay import replay
    from reportgen.files import battlefile

    _no_scenario(path)
    file = battlefile.load_battle(path, rulesets.vocabulary, problems, rulesets.names(), draft=draft)
    if file is None:
        return None
    rules = rulesets.of(file.scenario)
    problems.extend(rules.check(file.scenario))
    _letters([file.scenario.raw, asdict(file.record)], [str(path), *_files(file.scenario)], problems)
    if taken := file.record.photos():
        from reportgen.render.photos import faults

        problems.extend(faults(taken, path.parent, draft))
    if problems:
        return None
    played = replay(rules, file.scenario, file.record)
    return Fought(rules, file.scenario, file.record, played.log, played)


def _no_scenario(path: Path) -> None:
    """Raises ProblemsFound if a battle's file is wanted and a scenario is named, as other commands take it: by the name
    of one that ships, or by its folder."""
    by_name = path.as_posix() in shipped_scenarios() and not _may_be_there(path)
    if by_name or (is_folder(path) and is_file(path / "scenario.yaml")):
        message, hint = "this is a scenario, not a battle's file", f"fight it first: reportgen run {path}"
        raise ProblemsFound((Problem(Place(str(path)), "no-battle", message, hint),))


def not_by_hand(battle: Path) -> None:
    """Raises ProblemsFound if a file is in the way that is no battle which the computer fought, both sides of it and
    alone: such have a seed and two commanders, and nobody's remarks."""
    from reportgen.files.source import read

    if not is_file(battle):
        return
    source = read(battle, Problems())
    if source is None or not _fought_by_computer(source.data):
        message = "there is a battle file of this name that the computer did not fight alone"
        hint = "choose another folder with -o, or write over it with --force"
        raise ProblemsFound((Problem(Place(str(battle)), "in-the-way", message, hint),))


def _fought_by_computer(data: Any) -> bool:
    from reportgen.files.lenient import items, mapping
    from reportgen.record.players import manner_of

    if not isinstance(data, dict) or not isinstance(data.get("seed"), int):
        return False
    players = [str(who) for who in mapping(data, "players").values()]
    if len(players) < SIDES or not all(map(manner_of, players)):
        return False
    turns = items(data, "turns")
    phases = [phase for turn in turns for phase in items(turn, "phases")]
    lists = [items(data, "entries"), *(items(turn, "entries") for turn in turns)]
    lists += [items(phase, "actions") for phase in phases]
    return not any(isinstance(entry, dict) and REMARKS & entry.keys() for entries in lists for entry in entries)


def folder_of_templates(templates: Path | None) -> None:
    """Raises ProblemsFound if the user's templates are no folder, or a style sheet in it is none."""
    if templates is None:
        return
    if is_folder(templates):
        problems = Problems()
        for sheet in sorted((templates / "style").glob("*.css")):
            _style(sheet, problems)
        problems.raise_if_any()
        return
    message, hint = "there is no such folder", "check its name"
    if is_there(templates):
        message, hint = "this is a file, not a folder", "name the folder that it is in"
    raise ProblemsFound((Problem(Place(str(templates)), "no-folder", message, hint),))


def _style(sheet: Path, problems: Problems) -> None:
    """Tells what of a style sheet cannot be read: a browser would skip it in silence."""
    import tinycss2

    try:
        rules = tinycss2.parse_stylesheet(sheet.read_text(encoding="utf-8"), skip_comments=True, skip_whitespace=True)
    except (OSError, ValueError):
        return  # told where it is used
    inner = [part for rule in rules if rule.type == "qualified-rule" for part in _declarations(rule.content)]
    for part in (*rules, *inner):
        if part.type == "error":
            place = Place(str(sheet), part.source_line, part.source_column)
            message = "what ends here is no rule of a style sheet"
            problems.add(place, "style", message, "write it as in body { font-size: 10pt }")


def _declarations(content: list[Any]) -> list[Any]:
    import tinycss2

    return list(tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True))
