"""The rules that a scenario brings along: a variant of its ruleset, in a file of its own or in the scenario itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.folder import below
from reportgen.files.source import Source, read, short
from reportgen.problems import Problems

KEY = "rules"


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
    wanted, extended = str(source.data.get("ruleset", "")).replace("-", "_"), _extended(given.data)
    if extended != wanted:
        message = f"the rules extend '{short(extended)}', the scenario is written for '{short(wanted)}'"
        problems.add(place, "wrong-ruleset", message, "name rules that extend the scenario's ruleset itself")
        return source, words
    return Source({**source.data, KEY: given.data}, source.file, source.node, source.lines), words.house_rules(
        given, problems
    )


def _given(source: Source, folder: Path | None, problems: Problems) -> Source | None:
    """The variant: what stands under `rules`, or the file that is named there."""
    data = source.data[KEY]
    if isinstance(data, dict):
        return source.under(KEY)
    if not isinstance(data, str):
        return None  # the schema says so
    path = below(folder, data, source.place((KEY,)), problems)
    if path is None:
        return None
    return read(path / "rules.yaml" if path.is_dir() else path, problems)


def _extended(data: Any) -> str:
    return str(data.get("extends", "")).replace("-", "_") if isinstance(data, dict) else ""
