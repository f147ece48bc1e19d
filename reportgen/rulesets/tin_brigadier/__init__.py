"""The Tin Brigadier: D6, orders, squares, hexes or a measured table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reportgen.battle.answers import Commander
from reportgen.battle.events import Event
from reportgen.battle.odds import OddsTable
from reportgen.battle.orders import Order, Violation
from reportgen.battle.paper import Marker, StandPaper, Track
from reportgen.battle.ruleset import Change
from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.ground import Ground
from reportgen.board.picture import Piece
from reportgen.files.houserules import HouseRules
from reportgen.problems import Problem, Problems
from reportgen.rulesets.tin_brigadier import (
    checks,
    choices,
    data,
    engine,
    house,
    odds,
    orders,
    paper,
    printed_odds,
    telling,
    view,
    zones,
)
from reportgen.rulesets.tin_brigadier.state import APPLY, State
from reportgen.rulesets.tin_brigadier.tables import Tables

if TYPE_CHECKING:
    from reportgen.battle.play import Battle
    from reportgen.files.rules import Rules


class TinBrigadier:
    """The ruleset; see `reportgen.battle.ruleset.Ruleset`. Section and rule numbers are those of `rules.yaml`."""

    id = "tin_brigadier"
    changes: Mapping[str, Change] = APPLY
    citations: Mapping[str, str] = {
        "wrong-points": "army.units",
        "wrong-stands": "army.units",
        "wrong-sum": "fire.dice",
        "wrong-total": "fire.dice",
        "wrong-result": "charge.lost",
        "dice-surplus": "fire.dice",
        "wrong-end": "victory.end",
        "phase-order": "turn.sequence",
        "phase-missing": "turn.sequence",
        "impossible-die": "table.dice",
    }
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

    def for_scenario(self, scenario: Scenario) -> TinBrigadier:
        """The ruleset with the variant that a scenario brings along, if it does."""
        return _house_rules.of(scenario) or self

    def tables(self, scenario: Scenario) -> Tables:
        """The tables of a scenario; the last scenario's are kept, since battles are fought many times over."""
        if self._tables is None or self._tables[0] is not scenario:
            self._tables = scenario, Tables(self._data, scenario)
        return self._tables[1]

    @property
    def phrases(self) -> Mapping[str, Any]:
        """Words for the story besides those in `phrases.yaml`."""
        own = [task for task in self._data.tasks.values() if task.id not in (data.BLOCK, data.CLEAR)]
        return {
            "measure": "strength",
            "usual": ["steady"],
            "tasks": {task.id: task.title[:1].lower() + task.title[1:] for task in own},
        }

    def worth(self, unit: UnitSpec) -> float:
        """What a unit counts for in losses and charts: its figures."""
        return float(unit.fields.get("figures", self._data.kinds[unit.type].figures))

    def check(self, scenario: Scenario) -> list[Problem]:
        return checks.check(self._data, scenario)

    def start(self, scenario: Scenario) -> State:
        return State.of(self.tables(scenario))

    def step(self, battle: Battle) -> bool:
        return engine.step(battle)

    def apply(self, state: State, event: Event) -> State:
        after = state.copy()
        APPLY[event.kind](after, event)
        return after

    def legal(self, state: State) -> list[Order]:
        return choices.legal(state)

    def examine(self, state: State, order: Order) -> tuple[list[Violation], Any]:
        return orders.examine(state, order)

    def odds(self, event: Event) -> Mapping[str, float]:
        return odds.of(event, self._data)

    def expected(self, event: Event) -> tuple[tuple[float, float], tuple[float, float]]:
        """What both could expect to strike off the other in a combat, in figures, with the variances."""
        return odds.expected(event, self._data)

    def told(self, event: Event, scenario: Scenario) -> tuple[str, ...] | None:
        return telling.told(event, self.tables(scenario))

    def waiting(self, state: State) -> tuple[Order, ...]:
        return telling.waiting(state)

    def leads_to(self, order: Order) -> tuple[Order, ...]:
        return telling.leads_to(order)

    def chances_told(self, event: Event) -> tuple[str, ...]:
        return telling.chances(event, self._data)

    def silences(self, event: Event) -> list[Violation]:
        """Nothing about a combat is open: see RULINGS.md."""
        return []

    def modifier_name(self, rule: str) -> str:
        return odds.NAMES[rule]

    def commander(self, manner: str, scenario: Scenario, side: str, seed: int) -> Commander:
        from reportgen.rulesets.tin_brigadier import commander

        return commander.MANNERS[manner](self.tables(scenario), side, seed)

    def plan(self, manner: str, scenario: Scenario, side: str, seed: int) -> Mapping[str, Any] | None:
        """What a commander's dice before the battle came to; None for those who throw none."""
        from reportgen.rulesets.tin_brigadier.commander.programmed import Programmed

        made = self.commander(manner, scenario, side, seed)
        if not isinstance(made, Programmed):
            return None
        programme = made.programme
        reserve = [unit.id for unit in scenario.side(side).units if unit.id in programme.reserved]
        return {"front": programme.axis, "reserve": reserve, "turn": programme.until}

    def pieces(self, state: State) -> tuple[Piece, ...]:
        return view.pieces(state)

    def ground(self, state: State) -> Ground:
        return view.ground(state)

    # -- for the booklet and what else is printed --------------------------------------------------------------------

    def odds_tables(self) -> tuple[OddsTable, ...]:
        return printed_odds.tables(self._data)

    def zone(self, state: State, name: str, unit: str) -> tuple[int, ...]:
        return zones.zone(state, name, unit)

    def zones(self) -> tuple[str, ...]:
        return tuple(zones.ZONES)

    def sight(self, state: State, unit: str, target: str) -> tuple[int, ...]:
        return zones.stopped(state, unit, target)

    def stand_paper(self, unit: UnitSpec, side: SideSpec) -> StandPaper:
        return paper.stand_paper(self._data, unit)

    def markers(self, scenario: Scenario, side: SideSpec) -> tuple[Marker, ...]:
        return paper.markers(self._data, scenario, side)

    def tracks(self, scenario: Scenario, side: SideSpec) -> tuple[Track, ...]:
        return paper.tracks(self._data, side)


def ruleset(rules: Rules | None = None) -> TinBrigadier:
    """The ruleset; with `rules`, a variant of it. Raises ProblemsFound if it cannot play them."""
    if rules is None:
        return TinBrigadier()
    problems = Problems(house.check(rules))
    problems.raise_if_any()
    made = TinBrigadier(rules)
    made.remarks = tuple(problems)
    return made


_house_rules = HouseRules("tin_brigadier", data.FILE, house.check, ruleset)
