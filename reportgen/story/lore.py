"""What the story must be told about a ruleset: its nouns, which modifier means what, its printed numbers, exact odds.

The words stand in `phrases.yaml` in the ruleset's own folder (that of the module its class comes from); a ruleset
without the file is told in plain words made from its vocabulary. Numbers come from its `rules`, chances from `odds`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from reportgen.battle.events import Event
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import SideSpec, UnitSpec
from reportgen.battle.vocabulary import Vocabulary
from reportgen.story.words import counted, points, points_word

FILE = "phrases.yaml"


@dataclass(frozen=True, slots=True)
class Noun:
    """What a type of unit is called: one of it, several, and as a body of men or beasts.

    `one` 'infantry stand', `many` 'infantry stands', `body` 'infantry'. `head`: the word alone stands for one of them
    ('machine gun', 'wagon'), so that no 'stand of' is needed. `person`: one of it is a man ('the Brigadier ... he').
    """

    one: str
    many: str
    body: str
    head: bool = False
    person: bool = False


@dataclass(frozen=True, slots=True)
class Sense:
    """What a modifier means to a story: a tag that constructions ask for, words for it, and its name in a table."""

    tag: str
    words: str = ""
    label: str = ""
    one: str = ""
    """Words for an amount of one, if they differ."""


@dataclass(frozen=True, slots=True)
class Lore:
    """One ruleset as the story knows it. `die`: sides of the die that fights are thrown with."""

    ruleset: Ruleset
    vocabulary: Vocabulary
    piece: tuple[str, str] = ("stand", "stands")
    step: tuple[str, str] = ("square", "squares")
    die: int = 12
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    senses: Mapping[str, Sense] = field(default_factory=dict)
    handled: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """Weapons with which nobody fires: verb phrases by arm (`foot`, `horse`, `other`) for an attack with them."""
    command_types: frozenset[str] = frozenset()
    terrain: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    desert: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    blocks_sight: tuple[str, ...] = ()
    where: Mapping[str, Any] = field(default_factory=dict)
    """Where the figures of a unit stand in the rules; see `phrases.yaml`."""
    worth: Callable[[UnitSpec], float] | None = None
    """What a unit is worth, from a ruleset that tells it for each unit (`worth`); else types have their points."""
    expected: Callable[[Event], tuple[tuple[float, float], tuple[float, float]]] | None = None
    """Strength that attacker and defender may expect to strike off the other in a combat, with the variances, from a
    ruleset whose hits take strength away (`expected`)."""
    states: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Verb phrases for coming into a state ('went to ground'); a state without any is told as it is written."""
    usual: frozenset[str] = frozenset()
    """States of units that are nothing to speak of ('steady')."""
    unit_of_strength: tuple[str, str] = ("", "")
    """What strength is counted in, one and many ('figure', 'figures'); empty if it is a bare number."""
    tasks: Mapping[str, str] = field(default_factory=dict)
    """Works that scenarios define for themselves: id -> what it is called after 'the' ('pontoon bridge')."""
    tables: Mapping[str, Any] = field(default_factory=dict)
    """What tables call things, and the qualities of units; see `phrases.yaml`."""
    measure: str = ""
    """What is tracked of units as their strength and shown on their pieces, or empty."""

    @classmethod
    def of(cls, ruleset: Ruleset) -> Lore:
        """Raises KeyError if the ruleset's `phrases.yaml` leaves out what a type or modifier must have."""
        home = getattr(sys.modules.get(type(ruleset).__module__), "__file__", None)
        told = _phrases(Path(home).with_name(FILE)) if home else {}
        told = {**told, **getattr(ruleset, "phrases", {})}
        types: Mapping[str, Mapping[str, Any]] = told.get("types", {})
        return cls(
            ruleset=ruleset,
            vocabulary=ruleset.vocabulary,
            piece=_two(told.get("piece", ("stand", "stands"))),
            step=_two(told.get("step", ("square", "squares"))),
            die=int(told.get("die", 12)),
            nouns={
                id: Noun(said["one"], said["many"], said["body"], bool(said.get("head")), bool(said.get("person")))
                for id, said in types.items()
            },
            senses={
                rule: Sense(said["tag"], said.get("words", ""), said.get("label", ""), said.get("one", ""))
                for rule, said in told.get("modifiers", {}).items()
            },
            handled={
                weapon: {arm: tuple(map(str, verbs)) for arm, verbs in said.items()}
                for weapon, said in told.get("weapons", {}).items()
            },
            command_types=frozenset(id for id, said in types.items() if said.get("command")),
            terrain={kind: _two(said) for kind, said in told.get("terrain", {}).items()},
            desert={kind: _two(said) for kind, said in told.get("desert", {}).items()},
            blocks_sight=tuple(told.get("blocks_sight", ())),
            where=told.get("figures", {}),
            worth=getattr(ruleset, "worth", None),
            expected=getattr(ruleset, "expected", None),
            states={state: tuple(map(str, said)) for state, said in told.get("states", {}).items()},
            usual=frozenset(map(str, told.get("usual", ()))),
            unit_of_strength=_two(told.get("strength", ("", ""))),
            tasks=told.get("tasks", {}),
            tables=told.get("tables", {}),
            measure=str(told.get("measure", "")),
        )

    def noun(self, type_id: str) -> Noun:
        """The words for a type; made from its title if the ruleset says nothing."""
        known = self.nouns.get(type_id)
        if known is not None:
            return known
        kind = self.vocabulary.types.get(type_id)
        title = (kind.title if kind else type_id.replace("_", " ")).lower()
        return Noun(f"{title} {self.piece[0]}", f"{title} {self.piece[1]}", title)

    def ground(self, kind: str, climate: str) -> tuple[str, str]:
        """One and many of a kind of terrain."""
        special = self.desert if climate == "desert" else {}
        plain = kind.replace("_", " ")
        return special.get(kind) or self.terrain.get(kind) or (plain, f"{plain}s")

    def leads(self, type_id: str) -> bool:
        """Whether a type is a commander or his deputy, not troops."""
        return type_id in self.command_types or self.noun(type_id).person

    def free(self, unit: UnitSpec) -> bool:
        """Whether a unit costs nothing in an army, though its loss counts."""
        return unit.type in self.command_types and self.worth is None

    def weapon(self, unit: UnitSpec) -> str:
        """The id of a unit's weapon; that of its type if it names none."""
        kind = self.vocabulary.types.get(unit.type)
        return unit.weapon or (kind.weapons[0] if kind and kind.weapons else "")

    def tag(self, rule: str) -> str:
        sense = self.senses.get(rule)
        return sense.tag if sense else ""

    def number(self, rule: str) -> str:
        """The printed number of a rule ('7.5'), or an empty string."""
        rules = getattr(self.ruleset, "rules", None)
        return str(rules.number(rule)) if rules is not None and rule in rules else ""

    def chances(self, event: Event) -> Mapping[str, float]:
        """The chances of a `combat` event's results before its dice, as in `Ruleset.odds`."""
        return self.ruleset.odds(event)

    def figure(self, name: str, unit: UnitSpec, side: SideSpec) -> str:
        """`value`, `moves` or `range` of a unit as printed, or an empty string."""
        command = unit.type in self.command_types
        own = unit.fields.get(str(self.tables.get("own", {}).get(name, "")))
        if own is not None:
            return points(float(own))
        where = (self.where.get("command", {}) if command else {}).get(name) or self.where.get(name)
        rules = getattr(self.ruleset, "rules", None)
        if where is None or rules is None:
            return ""
        if "column" in where:
            kind = self.vocabulary.types.get(unit.type)
            weapon = unit.weapon or (kind.weapons[0] if kind and kind.weapons else "")
            weapon = self.tables.get("rows", {}).get(weapon, weapon)
            row = {"range": weapon, "value": side.general if command else unit.type}.get(name, unit.type)
            cells = rules.table(where["rule"]).get(row)
            return points(float(cells.cells[where["column"]])) if cells is not None else ""
        way = "mounted" if unit.fields.get("mounted") else "foot"
        return points(float(rules.rule(where["rule"]).values[where[way]].value))

    def qualities(self, unit: UnitSpec) -> tuple[str, ...]:
        """What a unit's own keys say of it, in the words of the ruleset's tables: by key and value, or by key alone."""
        said: Mapping[str, str] = self.tables.get("qualities", {})
        told = (
            (said.get(f"{key} {value}") or (said.get(key) if value else ""), value)
            for key, value in unit.fields.items()
        )
        return tuple(word.replace("{n}", str(value)) for word, value in told if word)

    def worth_said(self, value: float) -> str:
        """What losses are counted in, in words: 'nine points', 'nine figures'."""
        one, many = self.unit_of_strength
        return counted(int(value), one, many) if one and value == int(value) else points_word(value)

    def points(self, unit: UnitSpec, side: SideSpec) -> float:
        """What a unit is worth when it is lost: its cost in an army, for a Command its value."""
        if self.worth is not None:
            return self.worth(unit)
        if unit.type in self.command_types:
            value = self.figure("value", unit, side)
            return float(value.replace("½", ".5")) if value else 0.0
        kind = self.vocabulary.types.get(unit.type)
        return kind.points if kind else 0.0


def _two(words: Any) -> tuple[str, str]:
    one, many = words
    return str(one), str(many)


@lru_cache(maxsize=16)
def _phrases(path: Path) -> Mapping[str, Any]:
    """The file, or nothing if the ruleset has none."""
    if not path.is_file():
        return {}
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    told = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 - a safe loader, and a file of ours
    return told if isinstance(told, dict) else {}
