"""The words that a scenario brings along: what it says under `own_rules`, its schema, and the vocabulary made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast, get_args

from reportgen.battle.scenario import UnitSpec
from reportgen.battle.vocabulary import DEGREES, MANY, UnitType, Verb, Vocabulary
from reportgen.board.picture import Arm
from reportgen.board.squares import DIRECTIONS
from reportgen.files.lenient import items, mapping, whole, word
from reportgen.files.parts import Schema, either, form, line, many, named, number, one_of, record, truth
from reportgen.files.parts import whole as whole_number
from reportgen.files.rules import Rules

KEY: Final = "own_rules"
"""The key of a scenario under which its own rules are described."""
ARMS: Final[tuple[str, ...]] = get_args(Arm)
LIMIT: Final = 9_999
"""What is tracked as a number lies between this and its negative."""
RESULTS: Final = {"ineffective": "ineffective", "withdraw": "withdraws", "destroyed": "destroyed"}
"""Results of a combat that every scenario knows; the states that it tracks are results too."""

VERBS: Final = (
    Verb("move", "move", "-", "move, turn"),
    Verb("leave", "move", "leaves", "leave the table"),
    Verb("arrive", "move", "arrives", "come onto the table"),
    Verb("fire", "attack", "x", "fire", facing=True),
    Verb("close", "attack", "xx", "close combat", facing=True),
    Verb("remove", "unit", "removed", "taken off the table", words=(0, 1)),
    Verb("agree", "side", "agree", "the players agree on the end", words=(0, 3)),
)
RESERVED: Final = frozenset(
    ["type", "weapon", "count", "name", "label", "ids", "end", "spot", "dilemma", "throw", "none"]
    + [word for verb in VERBS for word in (verb.id, verb.symbol)]
)
"""Words that nothing that is tracked may be called by: keys of a unit, and the notation's own."""
AREAS: Final = {
    "wood": "Wood", "palms": "Palms", "rocks": "Rocks", "building": "Building", "village": "Village", "marsh": "Marsh",
    "river": "River", "shallow_river": "Shallow river", "lake": "Lake", "ford": "Ford", "bridge": "Bridge",
    "road": "Road", "track": "Track", "field": "Field",
}  # fmt: skip
EDGES: Final = {"wall": True, "hedge": True, "fence": True, "stream": True, "trench": True, "entrenchment": False}

_WORD = r"^[a-z][a-z0-9_]*$"
_WORD_WANTS = "small letters, digits and '_', beginning with a letter"
_FIELD = r"^[a-z]{3,20}$"
_FIELD_WANTS = "3 to 20 small letters, as in strength"


@dataclass(frozen=True, slots=True)
class Tracked:
    """Something that is tracked of units: a number between `least` and `most`, or one of `states`.

    `start` is what a unit has of it at first unless its line says otherwise; `types` the types that have it, or empty
    for all.
    """

    id: str
    title: str
    start: int | str
    least: int = 0
    most: int = LIMIT
    states: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()

    def holds(self, type_: str) -> bool:
        """Whether a unit of that type has it."""
        return not self.types or type_ in self.types

    def schema(self) -> Schema:
        """What a unit's line may say of it."""
        if self.states:
            return one_of(f"{self.title} at the start.", self.states)
        return whole_number(f"{self.title} at the start.", self.least, self.most)


@dataclass(frozen=True, slots=True)
class OwnRules:
    """What a scenario says of its own rules. `initiative`: which throw wins it ('highest', 'lowest'), or empty if no
    dice are thrown for it; `activation`: whether a phase begins with a throw for it."""

    name: str = ""
    die: int = 6
    per_square: int = 2
    initiative: str = ""
    activation: bool = False
    types: Mapping[str, UnitType] = field(default_factory=dict)
    arms: Mapping[str, Arm] = field(default_factory=dict)
    nouns: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tracked: Mapping[str, Tracked] = field(default_factory=dict)
    refused: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    """Names under `tracked` that cannot be used, and the way to each from there."""

    @property
    def measure(self) -> Tracked | None:
        """What is shown on the map and counted as strength: the first number that is tracked."""
        return next((one for one in self.tracked.values() if not one.states), None)

    def start(self, unit: UnitSpec, what: Tracked) -> int | str:
        """What a unit has of something at first."""
        said = unit.fields.get(what.id, what.start)
        return said if isinstance(said, str) else int(said)

    def worth(self, unit: UnitSpec) -> float:
        """What a unit counts for: its strength at the start, else the points of its type."""
        measure = self.measure
        if measure is not None and measure.holds(unit.type):
            return float(self.start(unit, measure))
        kind = self.types.get(unit.type)
        return kind.points if kind else 1.0

    def field_of_state(self, state: str, type_: str) -> Tracked | None:
        """What a state such as 'shaken' is a state of, for a unit of that type."""
        return next((one for one in self.tracked.values() if state in one.states and one.holds(type_)), None)


def scenario_keys() -> dict[str, Schema]:
    """The schema of what a scenario says of its own rules."""
    kind = record(
        "A type of unit.",
        {
            "title": line("What tables call it.", 60),
            "arm": one_of("The sign on the map.", ARMS),
            "points": number("What one of it is worth, if strength is not tracked.", 0, 1_000),
            "one": line("What a sentence calls one of it, as in 'field gun'; else the title in small letters.", 60),
            "many": line("Several of it, as in 'field guns'; else with an s.", 60),
            "command": truth("Whether it is a side's commander."),
            "frontage": number("How wide it stands on a measured table, in increments; 1 if it is not said.", 0.1, 20),
            "depth": number("How deep it stands on a measured table, in increments; 0.5 if it is not said.", 0.1, 20),
        },
        ["title"],
    )
    count = whole_number("A number.", -LIMIT, LIMIT)
    tracked = record(
        "Something that is tracked of units: a number, or with `states` a state.",
        {
            "title": line("What tables call it.", 40),
            "start": either("What units have of it at first.", count, form("A state.", _FIELD, _FIELD_WANTS, 20)),
            "least": {**count, "description": "The least that it can be; 0 if it is not said."},
            "most": {**count, "description": "The most that it can be."},
            "states": {
                **many(
                    "The states that there are; the first is the usual one.",
                    form("A state.", _FIELD, _FIELD_WANTS),
                    12,
                    2,
                ),
                "uniqueItems": True,
            },
            "types": many(
                "The types of unit that have it; all if it is not said.", form("A type.", _WORD, _WORD_WANTS), 40, 1
            ),
        },
    )
    own = record(
        "The rules that are played, as far as a record needs them.",
        {
            "name": line("What the rules are called."),
            "die": whole_number("Sides of a die.", 2, 1_000),
            "per_square": whole_number("How many units a square holds.", 1, 2),
            "initiative": one_of("If dice are thrown for the initiative: which throw wins it.", ["highest", "lowest"]),
            "activation": truth("Whether a phase begins with a throw, which is noted as `activation`."),
            "types": {**named("Type -> what it is.", kind, _WORD, _WORD_WANTS, 60), "minProperties": 1},
            "tracked": named(
                "What is tracked of units, by the word that the notation uses for it. The first number is shown on the "
                "map and counted as strength.", tracked, _FIELD, _FIELD_WANTS, 12,
            ),
        },
        ["types"],
    )  # fmt: skip
    return {KEY: own}


def own_rules(data: Mapping[str, Any], rules: Rules) -> OwnRules:
    """What a scenario's data says of its own rules; what is wrong there the schema tells, and it is left out here."""
    said = mapping(data, KEY)
    tracked: dict[str, Tracked] = {}
    refused: list[tuple[str, tuple[str | int, ...]]] = []
    for id, given in mapping(said, "tracked").items():
        if id in RESERVED:
            refused.append((id, (id,)))
        elif isinstance(given, dict):
            tracked[id] = _tracked(id, given)
    taken = set(RESULTS) | set(RESULTS.values())
    states = [(one.id, n, state) for one in tracked.values() for n, state in enumerate(one.states)]
    refused += [(state, (id, "states", n)) for id, n, state in states if state in taken]
    kinds = {id: given for id, given in mapping(said, "types").items() if isinstance(given, dict)}
    arms = {id: cast(Arm, word(given, "arm")) for id, given in kinds.items()}
    return OwnRules(
        name=word(said, "name"),
        die=whole(said, "die", int(rules.value("record.dice", "die"))),
        per_square=whole(said, "per_square", int(rules.value("record.position", "per_square"))),
        initiative=word(said, "initiative"),
        activation=said.get("activation") is True,
        types={id: _type(id, given, tracked) for id, given in kinds.items()},
        arms={id: arm if arm in ARMS else "other" for id, arm in arms.items()},
        nouns={id: _noun(given) for id, given in kinds.items()},
        tracked=tracked,
        refused=tuple(refused),
    )


def _tracked(id: str, given: Mapping[str, Any]) -> Tracked:
    states = tuple(str(state) for state in items(given, "states"))
    least, most = whole(given, "least", 0), whole(given, "most", LIMIT)
    said = given.get("start")
    usual = states[0] if states and said is None else str(said)
    start: int | str = usual if states else whole(given, "start", least)
    types = frozenset(str(type_) for type_ in items(given, "types"))
    return Tracked(id, word(given, "title", id.capitalize()), start, least, most, states, types)


def _type(id: str, given: Mapping[str, Any], tracked: Mapping[str, Tracked]) -> UnitType:
    fields = {one.id: one.schema() for one in tracked.values() if one.holds(id)}
    points = given.get("points", 1)
    return UnitType(
        id,
        word(given, "title", id),
        float(points) if isinstance(points, int | float) else 1.0,
        (),
        fields,
        _size(given, "frontage", 1.0),
        _size(given, "depth", 0.5),
    )


def _size(given: Mapping[str, Any], key: str, usual: float) -> float:
    said = given.get(key)
    return float(said) if isinstance(said, int | float) and said > 0 else usual


def _noun(given: Mapping[str, Any]) -> dict[str, Any]:
    one = word(given, "one") or word(given, "title").lower()
    several = word(given, "many") or f"{one}s"
    return {"one": one, "many": several, "body": several, "head": True, "command": given.get("command") is True}


def vocabulary(own: OwnRules, rules: Rules, **more: Any) -> Vocabulary:
    """The vocabulary of one scenario; without one, that of none: any word will do for a type."""
    states = {state: state for one in own.tracked.values() for state in one.states}
    return Vocabulary(
        types=own.types,
        weapons={},
        areas=AREAS,
        edges=EDGES,
        generals={},
        variants={},
        verbs=(*VERBS, *(Verb(one.id, "unit", one.id, one.title, words=(0, MANY)) for one in own.tracked.values())),
        board_limits=(int(rules.value("record.board", "least")), int(rules.value("record.board", "most"))),
        turns=int(rules.value("record.turns", "turns")),
        tables=("square", "hex", "measured"),
        facings=(*DIRECTIONS, DEGREES),
        square_facings=DIRECTIONS,
        per_square=own.per_square,
        results={**RESULTS, **states},
        scenario_keys=scenario_keys(),
        die=own.die,
        as_recorded=True,
        **more,
    )
