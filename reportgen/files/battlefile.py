"""Battle files: a battle run or recorded, read from YAML and written back (docs/notation.md tells the format)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from reportgen.battle.orders import Action
from reportgen.battle.record import Entry, Heading, Note, PhaseRecord, Photo, Record, TurnRecord
from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.actions import Actions
from reportgen.files.armies import Registry, words_of
from reportgen.files.fitting import END
from reportgen.files.folder import below, read_named
from reportgen.files.houserules import with_house_rules
from reportgen.files.lenient import items, mapping, whole, word
from reportgen.files.notation import THROW
from reportgen.files.scenario import scenario_from
from reportgen.files.schema import check
from reportgen.files.source import Source, Way, read, short
from reportgen.files.validate import suggest
from reportgen.paths import is_file, is_there
from reportgen.problems import Place, Problem, Problems, Severity

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".gif")


class BattleFile(NamedTuple):
    """What a battle file holds: the battle as written down, and the scenario that it was fought in."""

    record: Record
    scenario: Scenario


def load_battle(
    path: str | os.PathLike[str],
    registry: Registry,
    problems: Problems,
    names: Iterable[str] = (),
    *,
    draft: bool = False,
) -> BattleFile | None:
    """Reads a battle file and its scenario. None, with problems, if it cannot be used.

    `registry` gives a ruleset's vocabulary by the ruleset's name; `names` are the rulesets that there are, for hints.
    With `draft` a missing picture is a warning only.
    """
    source = read(path, problems)
    if source is None:
        return None
    return battle_from(source, Path(path).parent, registry, problems, names, draft=draft)


def battle_from(
    source: Source,
    folder: Path | None,
    registry: Registry,
    problems: Problems,
    names: Iterable[str] = (),
    *,
    draft: bool = False,
) -> BattleFile | None:
    """The battle that a source holds. Scenario and pictures are looked for in `folder` or below."""
    found = Problems()
    scenario = _scenario(source, folder, registry, found, names)
    ruleset = word(source.data, "ruleset").replace("-", "_")
    words = registry(scenario.ruleset if scenario else ruleset)
    if scenario is not None:
        words = words_of(words, scenario.raw)
    held = scenario.raw if scenario is not None else mapping(source.data, "scenario")
    # What is wrong with the rules that the scenario brings along has been told by now.
    words = with_house_rules(Source.of(held, source.file), words, None, Problems())[1]
    fine = check(source, "battle", words, found)
    if scenario is not None and words is not None:
        if ruleset and ruleset != scenario.ruleset:
            message = f"the battle is played by '{short(ruleset)}', its scenario is written for '{scenario.ruleset}'"
            found.add(source.place(("ruleset",)), "wrong-ruleset", message, "leave 'ruleset' out here")
        reader = _Reader(source, folder, words, scenario, found, draft)
        record = reader.record()
    problems.extend(dict.fromkeys(found.found))  # an embedded scenario is checked with the file and by itself
    if not fine or found or scenario is None or words is None:
        return None
    return BattleFile(record, scenario)


def _scenario(
    source: Source, folder: Path | None, registry: Registry, problems: Problems, names: Iterable[str]
) -> Scenario | None:
    """The scenario that the file names or holds; None if there is none that can be used."""
    data = source.data.get("scenario") if isinstance(source.data, dict) else None
    if isinstance(data, dict):
        return scenario_from(source.under("scenario"), folder, registry, problems, names)
    if not isinstance(data, str) or not data:
        return None
    place = source.place(("scenario",))
    path = below(folder, data, place, problems)
    if path is None:
        return None
    if not path.suffix and not is_there(path):
        message = f"the scenario '{short(data)}' cannot be used: there is no such file"
        hint = "name its file, in this file's own folder or below it, or write the whole scenario here"
        problems.add(place, "no-file", message, hint)
        return None
    named = read_named(path, "scenario", data, place, problems)
    return scenario_from(named, path.parent, registry, problems, names) if named is not None else None


@dataclass(slots=True)
class _Reader:
    """Makes the record from data that the schema may have found fault with."""

    source: Source
    folder: Path | None
    words: Vocabulary
    scenario: Scenario
    problems: Problems
    draft: bool
    sides: list[str] = field(default_factory=list)
    actions: Actions = field(init=False)

    def __post_init__(self) -> None:
        self.sides = [side.id for side in self.scenario.sides]
        self.actions = Actions(self.source, self.words, self.scenario, self.problems)

    def record(self) -> Record:
        data = self.source.data
        ends = mapping(data, "ends")
        winner = word(ends, "winner")
        if winner and winner != "nobody":
            self.known_side(winner, ("ends", "winner"))
        for side in mapping(data, "players"):
            self.known_side(side, ("players", side), key=True)
        seed = data.get("seed")
        return Record(
            ruleset=self.scenario.ruleset,
            version=word(data, "version"),
            variants=tuple(map(str, items(data, "variants"))) if "variants" in data else None,
            seed=seed if isinstance(seed, int) else None,
            battle=whole(data, "battle", 0),
            players={side: str(who) for side, who in mapping(data, "players").items()},
            title=word(data, "title", self.scenario.title),
            turns=self.turns(),
            ends={key: str(ends[key]) for key in ("why", "outcome", "winner") if key in ends},
            entries=self.remarks(("entries",)),
            place=self.source.place(("turns",)),
            places={key: self.source.key((key,)) for key in ("version", "ends") if key in data},
        )

    def known_side(self, side: str, way: Way, key: bool = False) -> None:
        if side not in self.sides:
            place = self.source.key(way) if key else self.source.place(way)
            self.problems.add(place, "unknown-side", f"there is no side '{short(side)}'", suggest(side, self.sides))

    # -- turns and phases --------------------------------------------------------------------------------------------

    def turns(self) -> list[TurnRecord]:
        turns: list[TurnRecord] = []
        for n, data in enumerate(items(self.source.data, "turns")):
            way: Way = ("turns", n)
            if not isinstance(data, dict):
                continue
            number = whole(data, "turn", 0)
            if turns and 0 < number <= turns[-1].number:
                message = f"turn {number} stands after turn {turns[-1].number}"
                self.problems.add(self.source.place((*way, "turn")), "turn-order", message, "number the turns upwards")
            initiative = mapping(data, "initiative")
            for side in initiative:
                self.known_side(side, (*way, "initiative", side), key=True)
            turns.append(
                TurnRecord(
                    number,
                    {side: tuple(map(_face, _listed(thrown))) for side, thrown in initiative.items()},
                    [self.phase(phase, (*way, "phases", m)) for m, phase in enumerate(items(data, "phases"))],
                    self.remarks((*way, "entries")),
                    self.source.place(way),
                    self._thrown_at(initiative, way),
                )
            )
        return turns

    def _thrown_at(self, initiative: Mapping[str, Any], way: Way) -> dict[str, Place]:
        """Where each side's throws stand, and under no name the key that holds them all."""
        if not initiative:
            return {}
        return {"": self.source.key((*way, "initiative"))} | {
            side: self.source.place((*way, "initiative", side)) for side in initiative
        }

    def phase(self, data: Any, way: Way) -> PhaseRecord:
        side = word(data, "side")
        if side:
            self.known_side(side, (*way, "side"))
        activation = data.get("activation") if isinstance(data, dict) else None
        over = isinstance(data, dict) and data.get("over") is True
        kept: list[Entry] = []
        ended = False
        for entry in self.entries((*way, "actions")):
            if isinstance(entry, Action) and entry.order.verb == END:
                ended = True
                continue
            if isinstance(entry, Action) and ended:
                message = "this stands after the end of the phase"
                self.problems.add(entry.place, "after-end", message, "let 'end' be the last action of its phase")
            kept.append(entry)
        return PhaseRecord(
            side,
            None if activation is None else _face(activation),
            kept,
            over or ended,
            self.source.place(way),
            self.source.place((*way, "activation")),
        )

    # -- entries -----------------------------------------------------------------------------------------------------

    def entries(self, way: Way) -> list[Entry]:
        data: Any = self.source.data
        for step in way:
            data = data[step] if isinstance(step, int) else items(data, step)
        entries: list[Entry] = []
        for n, item in enumerate(items(data)):
            here: Way = (*way, n)
            if isinstance(item, str):
                entries.extend(self.actions.line(item, here))
            elif isinstance(item, dict):
                entries.extend(self.entry(item, here))
        return entries

    def remarks(self, way: Way) -> list[Entry]:
        """What stands before a phase: of actions only those that hold nothing but dice."""
        entries = self.entries(way)
        for entry in entries:
            if isinstance(entry, Action) and entry.order.verb != THROW:
                message = "no phase has begun here; only notes, photographs, headings and dice may stand here"
                self.problems.add(entry.place, "misplaced", message, "let it be an action of a phase")
        return entries

    def entry(self, item: Mapping[str, Any], way: Way) -> Iterable[Entry]:
        place = self.source.place(way)
        if "note" in item:
            return [Note(str(item["note"]), place)]
        if "heading" in item:
            return [Heading(str(item["heading"]), place)]
        if "photo" in item:
            self.picture(str(item["photo"]), (*way, "photo"))
            return [Photo(str(item["photo"]), word(item, "caption"), place)]
        return self.actions.mapping(item, way)

    def picture(self, name: str, way: Way) -> None:
        """Tells of a picture that is not there or is none."""
        place = self.source.place(way)
        found = Problems()
        path = below(self.folder, name, place, found)
        if path is not None:
            if not is_file(path):
                found.add(place, "no-file", f"there is no picture '{short(name)}'", "check the name and the folder")
            elif path.suffix.lower() not in PICTURES:
                found.add(place, "no-picture", f"'{short(name)}' is no picture", f"use one of {', '.join(PICTURES)}")
        severity: Severity = "warning" if self.draft else "error"
        self.problems.extend(Problem(p.place, p.code, p.message, p.hint, severity) for p in found)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _face(value: Any) -> int:
    """A die as records hold it: 0 stands for '?'."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
