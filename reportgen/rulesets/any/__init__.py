"""Rules that we do not have: a battle is written down and told, and nothing decides it but its record.

The scenario brings its words along: unit types, and what is tracked of units. Positions, counts and sums are checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportgen.battle.answers import Commander
from reportgen.battle.events import Event
from reportgen.battle.orders import Order, Violation
from reportgen.battle.paper import StandPaper
from reportgen.battle.ruleset import Change
from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.picture import Piece
from reportgen.files.rules import Rules, load_rules
from reportgen.problems import Problem
from reportgen.rulesets.any import checks, engine, view, words
from reportgen.rulesets.any.state import APPLY, State
from reportgen.rulesets.any.words import OwnRules

if TYPE_CHECKING:
    from reportgen.battle.play import Battle

MOST_BOXES = 24
"""A roster has boxes for so many points of strength; more are kept count of on paper."""


@cache
def _rules() -> Rules:
    return load_rules(Path(__file__).with_name("rules.yaml"))


class AnyRules:
    """Rules of the players' own; see `reportgen.battle.ruleset.Ruleset`. `for_scenario` brings a scenario's words."""

    id = "any"
    changes: Mapping[str, Change] = APPLY
    citations: Mapping[str, str] = {
        "wrong-points": "record.count",
        "wrong-stands": "record.count",
        "wrong-sum": "record.sum",
        "wrong-total": "record.sum",
        "impossible-die": "record.dice",
        "dice-surplus": "record.dice",
    }

    def __init__(self, own: OwnRules | None = None) -> None:
        self.rules = _rules()
        self.own = OwnRules() if own is None else own
        self.title = self.own.name or self.rules.title
        self.version = self.rules.version
        self.hash = self.rules.hash
        more: dict[str, Any] = {} if own is not None else {"made_from": _vocabulary_of}
        self.vocabulary: Vocabulary = words.vocabulary(self.own, self.rules, **more)

    def for_scenario(self, scenario: Scenario) -> AnyRules:
        """The ruleset with the words of a scenario."""
        return AnyRules(words.own_rules(scenario.raw, self.rules))

    @property
    def phrases(self) -> Mapping[str, Any]:
        """Words for the story besides those in `phrases.yaml`."""
        measure = self.own.measure
        return {
            "die": self.own.die,
            "types": dict(self.own.nouns),
            "measure": measure.id if measure else "",
            "tables": {"value": measure.title, "points": "In all", "own": {"value": measure.id}} if measure else {},
            "usual": [one.states[0] for one in self.own.tracked.values() if one.states],
        }

    def worth(self, unit: UnitSpec) -> float:
        """What a unit counts for in losses and charts: its strength at the start, else the points of its type."""
        return self.own.worth(unit)

    def check(self, scenario: Scenario) -> list[Problem]:
        return checks.check(scenario, self.own)

    def start(self, scenario: Scenario) -> State:
        return State.of(scenario, self.own)

    def step(self, battle: Battle) -> bool:
        return engine.step(battle)

    def apply(self, state: State, event: Event) -> State:
        after = state.copy()
        APPLY[event.kind](after, event)
        return after

    def legal(self, state: State) -> list[Order]:
        """Whatever the players agree on is legal; all that is known is that a phase may end."""
        return [Order("end")] if state.stage == "orders" else []

    def examine(self, state: State, order: Order) -> tuple[list[Violation], Any]:
        return checks.examine(state, order), None

    def odds(self, event: Event) -> Mapping[str, float]:
        """Nobody knows them."""
        return {}

    def silences(self, event: Event) -> list[Violation]:
        return []

    def modifier_name(self, rule: str) -> str:
        return rule

    def commander(self, manner: str, scenario: Scenario, side: str, seed: int) -> Commander:
        """There is none: raises KeyError for every manner."""
        raise KeyError(manner)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        return view.pieces(state)

    def stand_paper(self, unit: UnitSpec, side: SideSpec) -> StandPaper:
        """A label of the usual size with the unit's sign and strength, and a box for each point of strength that can
        be counted off."""
        measure = self.own.measure
        strength = int(self.own.start(unit, measure)) if measure is not None and measure.holds(unit.type) else 0
        boxes = strength if 0 < strength <= MOST_BOXES else 1
        return StandPaper(40.0, 20.0, str(strength or ""), self.own.arms.get(unit.type, "other"), boxes)


def _vocabulary_of(data: Mapping[str, Any]) -> Vocabulary:
    rules = _rules()
    return words.vocabulary(words.own_rules(data, rules), rules)


def ruleset() -> AnyRules:
    """The ruleset, with no scenario's words yet."""
    return AnyRules()
