"""The rules that a scenario brings along: a variant of its ruleset, in a file of its own or in the scenario itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.folder import file_below, read_named
from reportgen.files.rules import Rules, rules_from
from reportgen.files.source import Source, short
from reportgen.files.tables import on_table
from reportgen.problems import Problem, Problems, ProblemsFound

KEY = "rules"
MOST_KEPT = 16
"""Variants that are kept ready."""


class _Played(Protocol):
    @property
    def vocabulary(self) -> Vocabulary: ...


Engine = TypeVar("Engine", bound=_Played)


class HouseRules(Generic[Engine]):
    """How a ruleset with an engine is played by the variants that scenarios bring along.

    `id` and `file` are the ruleset's, `check` says what of a variant its engine cannot do, `make` makes it of one.
    """

    def __init__(
        self, id: str, file: Path, check: Callable[[Rules], list[Problem]], make: Callable[[Rules], Engine]
    ) -> None:
        self._base = {id: file}
        self._check = check
        self._make = make
        self._kept: dict[str, Engine] = {}
        self._warned: set[str] = set()
        """Those of them about which there is something to say, whenever they are read."""

    def words(self, source: Source, problems: Problems) -> Vocabulary | None:
        """The vocabulary of the variant that a source holds; None, with problems, if it cannot be played."""
        key = _key(source.file, source.data)
        if key in self._kept and key not in self._warned:
            return self._kept[key].vocabulary
        before = len(problems)
        rules = rules_from(source, problems, None, self._base)
        if rules is None:
            return None
        found = Problems(self._check(rules))
        problems.extend(found.found)
        return None if found else self._keep(key, rules, warned=len(problems) > before).vocabulary

    def of(self, scenario: Scenario) -> Engine | None:
        """The ruleset as a scenario has it; None if it brings nothing along.

        Raises ProblemsFound if the variant was not checked and cannot be read.
        """
        if KEY not in scenario.raw:
            return None
        key = _key(scenario.file, scenario.raw[KEY])
        if key not in self._kept:
            problems = Problems()
            rules = rules_from(Source.of(scenario.raw[KEY], scenario.file), problems, None, self._base)
            if rules is None:
                raise ProblemsFound(tuple(problems))
            self._keep(key, rules, warned=True)
        return self._kept[key]

    def _keep(self, key: str, rules: Rules, warned: bool) -> Engine:
        """The ruleset, ready for who asks next for the same rules of the same file."""
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
            self._warned.clear()
        if warned:
            self._warned.add(key)
        self._kept[key] = self._make(rules)
        return self._kept[key]


def _key(file: str, data: Any) -> str:
    return json.dumps([file, data], sort_keys=True)


def with_house_rules(
    source: Source, words: Vocabulary | None, folder: Path | None, problems: Problems
) -> tuple[Source, Vocabulary | None]:
    """The scenario with its variant written out in it, and the words of that; both as they were if it has none.

    What is wrong with the variant becomes problems, at their places in its own file.
    """
    if not isinstance(source.data, dict) or KEY not in source.data or words is None:
        return source, words
    place = source.place((KEY,))
    if words.house_rules is None:
        message = f"'{short(str(source.data.get('ruleset')))}' is not played with other rules"
        problems.add(place, "no-variant", message, "leave 'rules' out")
        return source, words
    given = _given(source, folder, problems)
    if given is None:
        return source, words
    wanted, extended = str(source.data.get("ruleset", "")), given.data["extends"]
    if isinstance(extended, str) and _id(extended) != _id(wanted):
        message = f"the rules extend '{short(extended)}', the scenario is written for '{short(wanted)}'"
        hint = "name rules that extend the scenario's ruleset itself"
        if isinstance(source.data[KEY], dict):
            place, hint = given.place(("extends",)), f"write extends: {short(wanted)}"
        problems.add(place, "wrong-ruleset", message, hint)
        return source, words
    own = words.house_rules(given, problems)
    whole = Source({**source.data, KEY: given.data}, source.file, source.node, source.lines)
    return whole, on_table(own, source.data) if own is not None else None


def house_rules(source: Source, folder: Path | None, bases: Mapping[str, Path]) -> Rules | None:
    """The variant that a scenario brings along, whole; None if it has none, or one that cannot be read. `bases` are the
    files of what it may extend, by id."""
    if not isinstance(source.data, dict) or KEY not in source.data:
        return None
    given = _given(source, folder, Problems())
    return rules_from(given, Problems(), None, bases) if given is not None else None


def _given(source: Source, folder: Path | None, problems: Problems) -> Source | None:
    """The variant: what stands under `rules`, or the file that is named there."""
    data = source.data[KEY]
    if isinstance(data, dict):
        if "extends" not in data:
            hint = f"say which they change: extends: {short(str(source.data.get('ruleset')))}"
            problems.add(source.key((KEY,)), "wrong-ruleset", "these rules extend nothing", hint)
            return None
        return source.under(KEY)
    if not isinstance(data, str):
        return None  # the schema says so
    place = source.place((KEY,))
    found = file_below(source.folder((KEY,), folder), data, "rules.yaml", place, problems)
    if found is None:
        return None
    path, data = found
    given = read_named(path, "rules", data, place, problems)
    if given is not None and not (isinstance(given.data, dict) and "extends" in given.data):
        message = f"the rules '{short(data)}' extend nothing"
        problems.add(place, "wrong-ruleset", message, "name a variant of the scenario's ruleset")
        return None
    return given


def _id(name: str) -> str:
    return name.replace("-", "_")
