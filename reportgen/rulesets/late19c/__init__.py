"""Late 19th and Early 20th Century Battles: squares, D12, activations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from reportgen.battle.answers import Commander
from reportgen.battle.events import Event
from reportgen.battle.orders import Order, Violation
from reportgen.battle.paper import StandPaper
from reportgen.battle.ruleset import Change
from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.picture import Piece
from reportgen.files.houserules import HouseRules
from reportgen.problems import Problem, Problems
from reportgen.rulesets.late19c import checks, combat, data, engine, house, odds, orders, paper, view, zones
from reportgen.rulesets.late19c.state import APPLY, State
from reportgen.rulesets.late19c.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.odds import OddsTable
    from reportgen.files.rules import Rules


class Late19c:
    """The ruleset; see `reportgen.battle.ruleset.Ruleset`. Section and rule numbers are those of `rules.yaml`."""

    id = "late19c"
    changes: Mapping[str, Change] = APPLY
    citations: Mapping[str, str] = {
        "wrong-points": "stands.types",
        "wrong-stands": "armies.points",
        "wrong-sum": "combat.value",
        "wrong-total": "combat.value",
        "wrong-result": "result.withdraw",
        "initiative": "turn.initiative",
        "spotting": "sight.spotting",
        "rethrow": "result.draw",
        "wrong-end": "victory.end",
        "phase-order": "turn.initiative",
        "phase-missing": "turn.activations",
        "impossible-die": "equipment.list",
    }

    step = staticmethod(engine.step)
    examine = staticmethod(orders.examine)

    remarks: tuple[Problem, ...] = ()
    """Of a variant: what its writer should know of the engine."""

    def __init__(self, rules: Rules | None = None) -> None:
        self._data = data.load() if rules is None else data.Data(rules)
        self._tables: tuple[Scenario, Tables] | None = None
        self.rules: Rules = self._data.rules
        self.title = self.rules.title
        self.version = self.rules.version
        self.hash = self.rules.hash
        self.vocabulary: Vocabulary = replace(self._data.vocabulary(), house_rules=_house_rules.words)

    def for_scenario(self, scenario: Scenario) -> Late19c:
        """The ruleset with the variant that a scenario brings along, if it does."""
        return _house_rules.of(scenario) or self

    def tables(self, scenario: Scenario) -> Tables:
        """The tables of a scenario; the last scenario's are kept, since battles are fought many times over."""
        if self._tables is None or self._tables[0] is not scenario:
            self._tables = scenario, Tables(self._data, scenario)
        return self._tables[1]

    def check(self, scenario: Scenario) -> list[Problem]:
        return checks.check(self._data, scenario)

    def start(self, scenario: Scenario) -> State:
        return State(self.tables(scenario))

    def apply(self, state: State, event: Event) -> State:
        after = state.copy()
        APPLY[event.kind](after, event)
        return after

    def legal(self, state: State) -> list[Order]:
        return orders.legal(state) if state.stage == "orders" else []

    def odds(self, event: Event) -> Mapping[str, float]:
        mine, theirs = (sum(m["amount"] for m in side) for side in event["modifiers"])
        chances = combat.odds(mine, theirs, self._data.parts)
        return {
            "destroyed": chances.destroyed / 144,
            "withdraw": (chances.withdraw + chances.draw / 2) / 144,
            "attacker withdraws": chances.draw / 288,
            "ineffective": chances.ineffective / 144,
        }

    def silences(self, event: Event) -> list[Violation]:
        """Where the published text leaves open what a combat comes to (rule result.half)."""
        return combat.silences(event, self._data.parts)

    def decided_by(self, event: Event) -> tuple[str, ...]:
        """Which of the results (section 11) a combat had."""
        return combat.decided_by(event, self._data.parts)

    def modifier_name(self, rule: str) -> str:
        return combat.NAMES[rule]

    def commander(self, manner: str, scenario: Scenario, side: str, seed: int) -> Commander:
        from reportgen.rulesets.late19c import commander

        return commander.MANNERS[manner](self.tables(scenario), side, seed)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        return view.pieces(state)

    def stand_paper(self, unit: UnitSpec, side: SideSpec) -> StandPaper:
        return paper.stand_paper(self._data, unit, side)

    def odds_tables(self) -> tuple[OddsTable, ...]:
        return odds.tables(self._data)

    def zone(self, state: State, name: str, unit: str) -> tuple[int, ...]:
        return zones.zone(state, name, unit)

    def zones(self) -> tuple[str, ...]:
        return tuple(zones.ZONES)

    def sight(self, state: State, unit: str, target: str) -> tuple[int, ...]:
        return zones.stopped(state, unit, target)


def ruleset(rules: Rules | None = None) -> Late19c:
    """The ruleset; with `rules`, a variant of it. Raises ProblemsFound if it cannot play them."""
    if rules is None:
        return Late19c()
    problems = Problems(house.check(rules))
    problems.raise_if_any()
    made = Late19c(rules)
    made.remarks = tuple(problems)
    return made


_house_rules = HouseRules("late19c", data.FILE, house.check, ruleset)
