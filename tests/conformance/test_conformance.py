"""What every ruleset with an engine must keep to, whatever its rules: run for each scenario that ships with it.

A failure prints the command that fights the same battle again.
"""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.events import Event, Log
from reportgen.battle.export import record_of
from reportgen.battle.orders import Choice, Order
from reportgen.battle.play import MOST_STEPS, Battle
from reportgen.battle.replay import compare, replay
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.files.scenario import load_scenario
from reportgen.opened import shipped_scenarios
from reportgen.problems import Problems

SEED = 5
MEASURED_TURNS = 2
"""As many of a battle by the ruler, which takes ten times as long as one on squares."""


@cache
def opened(name: str) -> Scenario:
    problems = Problems()
    path = shipped_scenarios()[name]
    found = load_scenario(path, lambda id: rulesets.load(id).vocabulary, problems, rulesets.names())
    assert found is not None, "\n".join(map(str, problems))
    return replace(found, turns=MEASURED_TURNS) if found.ground.table is not None else found


def has_engine(scenario: Scenario) -> bool:
    """A ruleset without automatic commanders (`any`) is played from records alone."""
    try:
        rulesets.load(scenario.ruleset).commander("random", scenario, scenario.sides[0].id, 0)
    except KeyError:
        return False
    return True


SCENARIOS = [name for name in shipped_scenarios() if has_engine(opened(name))]


def battle(scenario: Scenario, manner: str = "random", seed: int = SEED, events: list[Event] | None = None) -> Battle:
    rules = rulesets.load(scenario.ruleset)
    seats = {side.id: rules.commander(manner, scenario, side.id, seed) for side in scenario.sides}
    return Battle(rules, scenario, Seeded(seed, seats), seed=seed, events=events or ())


def stepped(one: Battle) -> list[int]:
    """Plays to the end; the number of events at every step's end, where a battle may be cut."""
    cuts = []
    while one.rules.step(one):
        cuts.append(len(one.log))
        assert len(cuts) < MOST_STEPS
    return cuts


def again(name: str, seed: int = SEED) -> str:
    return f"reportgen run {name} --seed {seed}"


def test_there_is_something_to_test() -> None:
    assert len(SCENARIOS) >= 7
    assert {"greys-hill", "greys-hill/hexes", "greys-hill/measured"} < set(SCENARIOS)
    played = {opened(name).ruleset for name in SCENARIOS}
    assert "late19c" in played


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("manner", ["random", "nearest", "careful"])
def test_a_battle_comes_to_an_end_in_a_bounded_number_of_steps(name: str, manner: str) -> None:
    one = battle(opened(name), manner)
    cuts = stepped(one)
    assert one.log.events[-1].kind == "end", again(name)
    assert len(cuts) < 3000, again(name)
    assert not one.rules.step(one), "a battle that is over stays over"


class OnlyLegal(Seeded):
    """Looks now and then at the whole list of legal orders: every one of them must be legal."""

    seen = 0

    def choose(self, battle: Battle, choice: Choice) -> Order:
        if choice.kind == "order" and len(battle.log) % 5 == 0:
            offered = choice.options()
            assert offered and len(offered) == len(set(offered))
            assert offered == choice.options(), "the order of the list is stable"
            for order in offered:
                wrong, _ = battle.rules.examine(battle.state, order)
                assert not wrong, f"{order} is offered, but {wrong[0].message}"
            self.seen += len(offered)
        order = super().choose(battle, choice)
        if choice.kind == "order":
            assert not battle.rules.examine(battle.state, order)[0]
        return order


@pytest.mark.parametrize("name", SCENARIOS)
def test_only_legal_orders_are_offered_and_chosen(name: str) -> None:
    scenario = opened(name)
    one = battle(scenario)
    assert isinstance(one.answers, Seeded)
    one.answers = OnlyLegal(SEED, one.answers.commanders)
    while one.rules.step(one) and one.state.turn <= 3:
        pass
    assert one.answers.seen > 100, again(name)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_same_seed_is_the_same_battle_and_another_is_another(name: str) -> None:
    logs = [battle(opened(name), "careful", seed).play() for seed in (SEED, SEED, SEED + 1)]
    assert compare(logs[0], logs[1]) is None
    assert compare(logs[0], logs[2]) is not None


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_log_is_read_back_as_it_was_written(name: str) -> None:
    log = battle(opened(name)).play()
    back = Log.loads(log.dumps())
    assert back.header == log.header
    assert back.events == log.events
    assert back.dumps() == log.dumps()


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_fold_of_the_log_is_the_live_state_and_apply_changes_nothing(name: str) -> None:
    one = battle(opened(name))
    one.play()
    state: Any = one.rules.start(one.scenario)
    for event in one.log:
        before = copy.copy(state) if not hasattr(state, "copy") else state.copy()
        after = one.rules.apply(state, event)
        assert state == before, f"apply changed the state that it was given, at event {event.n}"
        state = after
    assert state == one.state


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("manner", ["random", "careful"])
def test_replay_from_the_record_is_the_same_battle(name: str, manner: str) -> None:
    one = battle(opened(name), manner)
    one.play()
    played = replay(one.rules, one.scenario, record_of(one.log, one.scenario))
    assert compare(one.log, played.log) is None, again(name)
    assert [finding for finding in played.findings if finding.severity == "finding"] == []


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("manner", ["random", "careful"])
def test_resumed_in_the_middle_is_the_unbroken_battle(name: str, manner: str) -> None:
    scenario = opened(name)
    one = battle(scenario, manner)
    cuts = stepped(one)
    for cut in cuts[3 :: max(len(cuts) // 7, 1)]:
        resumed = battle(scenario, manner, events=one.log.events[:cut])
        assert resumed.state.turn == one.log.events[cut - 1].turn
        if manner == "random":
            # A random commander may remember what it drew: only its legality and the fold are sure.
            resumed.play()
            assert resumed.log.events[:cut] == one.log.events[:cut]
            assert resumed.log.events[-1].kind == "end"
        else:
            assert compare(one.log, resumed.play()) is None, f"cut at event {cut}: {again(name)}"


class Meddling(Seeded):
    """Thinks differently at every choice, by asking for the whole list, and throws the same dice."""

    def choose(self, battle: Battle, choice: Choice) -> Order:
        choice.options()
        return super().choose(battle, choice)


@pytest.mark.parametrize("name", SCENARIOS)
def test_thinking_shifts_no_dice(name: str) -> None:
    scenario = opened(name)
    one, other = battle(scenario, "nearest"), battle(scenario, "nearest")
    assert isinstance(other.answers, Seeded)
    other.answers = Meddling(SEED, other.answers.commanders)
    assert compare(one.play(turns=2), other.play(turns=2)) is None


def rules_of(name: str) -> Ruleset:
    return rulesets.load(opened(name).ruleset)


@pytest.mark.parametrize("name", SCENARIOS)
def test_pieces_are_those_on_the_table(name: str) -> None:
    one = battle(opened(name))
    one.play(turns=2)
    known = {unit.id for side in one.scenario.sides for unit in side.units}
    shown = [piece.id for piece in rules_of(name).pieces(one.state)]
    assert len(shown) == len(set(shown)) and set(shown) <= known
