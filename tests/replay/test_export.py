"""A battle that was run, written down, read and replayed is the same battle; so is one resumed in the middle."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from reportgen import resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.audit import audit
from reportgen.battle.chained import Chained
from reportgen.battle.events import Log
from reportgen.battle.export import record_of
from reportgen.battle.orders import Choice, Order
from reportgen.battle.play import Battle
from reportgen.battle.record import Record
from reportgen.battle.recorded import EndOfRecord, Recorded
from reportgen.battle.replay import compare, replay
from reportgen.battle.scenario import Scenario
from reportgen.files.battlefile import BattleFile, battle_from, load_battle
from reportgen.files.battlewriting import write_battle
from reportgen.files.scenario import load_scenario
from reportgen.files.source import parse
from reportgen.opened import shipped_scenarios
from reportgen.problems import Problems
from tests.replay.skirmish import phase, rules

SHIPPED = sorted(resources.scenarios().glob("*/*.battle.yaml"))
SCENARIOS = shipped_scenarios()


class Whim:
    """Chooses by nothing but the length of the log, so that it chooses alike after a break. It seldom ends a phase."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, battle: Battle, choice: Choice) -> Order:
        options = choice.options()
        random = Random(f"{self.seed}/{len(battle.log)}")
        attacks = [order for order in options if order.target]
        if attacks and random.random() < 0.7:
            return random.choice(attacks)
        rare = [order for order in options if order.verb in ("leave", "mount", "dismount")]
        if rare and random.random() < 0.2:
            return random.choice(rare)
        doubts = any(verb.id == "dilemma" for verb in battle.rules.vocabulary.verbs)
        if doubts and choice.kind == "order" and random.random() < 0.04:
            return Order("dilemma", text=("left", "right", "wait here"))
        return random.choice(options if random.random() < 0.1 else options[:-1] or options)


def whims(seed: int, scenario: Scenario) -> Seeded:
    return Seeded(seed, {side.id: Whim(seed) for side in scenario.sides})


def begun(scenario: Scenario, seed: int) -> Battle:
    return Battle(
        rulesets.of(scenario),
        scenario,
        whims(seed, scenario),
        seed=seed,
        number=2,
        players={side.id: "whim" for side in scenario.sides},
    )


@cache
def skirmish() -> Scenario:
    return phase().scenario


def reread(record: Record, scenario: Scenario) -> BattleFile:
    text = write_battle(record, scenario, rulesets.of(scenario).vocabulary)
    problems = Problems()
    source = parse(text, "again.battle.yaml", problems)
    assert source is not None
    again = battle_from(source, None, rulesets.vocabulary, problems, draft=True)
    assert again is not None, "\n".join(map(str, problems))
    assert write_battle(again.record, again.scenario, rulesets.of(scenario).vocabulary) == text
    return again


def assert_comes_back(log: Log, scenario: Scenario) -> None:
    record = record_of(log, scenario)
    again = reread(record, scenario)
    assert again.record == record
    assert again.scenario == scenario
    played = replay(rulesets.of(scenario), again.scenario, again.record)
    assert compare(log, played.log) is None
    assert [str(finding) for finding in played.findings] == []


@pytest.mark.parametrize("seed", range(12))
def test_a_run_comes_back_from_its_file(seed: int) -> None:
    battle = begun(skirmish(), seed)
    log = battle.play()
    assert_comes_back(log, skirmish())


def test_the_runs_show_what_a_battle_can_hold() -> None:
    logs = [begun(skirmish(), seed).play() for seed in range(12)]
    kinds = {event.kind for log in logs for event in log}
    assert kinds >= {"dilemma", "withdraw", "destroyed", "spot", "leave", "dismount", "move", "combat"}
    combats = [event for log in logs for event in log.of("combat")]
    assert {event["result"] for event in combats} == {"ineffective", "withdraw", "destroyed"}
    assert any(event["rethrows"] for event in combats)


@pytest.mark.parametrize("path", SCENARIOS.values(), ids=SCENARIOS)
def test_a_run_of_every_shipped_scenario_comes_back(path) -> None:  # type: ignore[no-untyped-def]
    problems = Problems()
    scenario = load_scenario(path, rulesets.vocabulary, problems)
    assert scenario is not None, "\n".join(map(str, problems))
    battle = begun(scenario, 7)
    turns = 4 if scenario.ground.table is None else 1  # by the ruler every whim takes its time
    assert_comes_back(battle.play(turns=turns), scenario)


def test_the_scenarios_are_there() -> None:
    assert "eastern-sudan" in SCENARIOS
    assert any(path.name == "playtest-1.battle.yaml" for path in SHIPPED)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_shipped_battle_comes_back(path) -> None:  # type: ignore[no-untyped-def]
    problems = Problems()
    battle = load_battle(path, rulesets.vocabulary, problems)
    assert battle is not None, "\n".join(map(str, problems))
    whole = rulesets.of(battle.scenario)
    again = reread(battle.record, battle.scenario)
    assert again.record == battle.record
    played = replay(whole, battle.scenario, battle.record)
    exported = replay(whole, battle.scenario, record_of(played.log, battle.scenario))
    assert compare(played.log, exported.log) is None
    said = {finding.message for finding in audit(whole, battle.scenario, battle.record, played)}
    repeated = {
        finding.message for finding in audit(whole, again.scenario, again.record, replay(whole, *reversed(again)))
    }
    assert said == repeated


def test_a_battle_resumed_after_every_step_is_the_unbroken_one() -> None:
    whole = begun(skirmish(), 3)
    cuts = []
    while rules().step(whole) and whole.turn < 6:
        cuts.append(len(whole.log))
    unbroken = Log(whole.log.header, whole.log.events[: cuts[-1]])
    assert len(cuts) > 40
    for cut in cuts[1:]:
        record = record_of(Log(whole.log.header, whole.log.events[:cut]), skirmish())
        battle = begun(skirmish(), 3)
        battle.answers = Chained(Recorded(record, resume=True), whims(3, skirmish()))
        while len(battle.log) < len(unbroken):
            rules().step(battle)
        assert compare(unbroken, battle.log) is None, f"cut before event {cut}"


def test_a_record_that_is_not_resumed_ends_where_it_ends() -> None:
    whole = begun(skirmish(), 3)
    while whole.turn < 2 or whole.log.events[-1].kind != "move":
        rules().step(whole)
    record = record_of(whole.log, skirmish())
    battle = begun(skirmish(), 3)
    battle.answers = Recorded(record, resume=True)
    with pytest.raises(EndOfRecord):
        battle.play()
    assert compare(whole.log, battle.log) is None


def test_what_a_record_had_otherwise_is_kept() -> None:
    battle = phase(
        "INF1 x SPR1 7:6 2:1 (value 3 | value 2) = 10:8 -> attacker withdraws B6",
        "MGN x SPR2 ?:4 -> destroyed",
        "end",
    )
    log = replay(rules(), battle.scenario, battle.record).log
    assert [set(event.get("as_played", {})) for event in log.of("combat")] == [
        {"modifiers", "totals", "rethrows", "result", "loser"},
        {"result", "loser"},
    ]
    record = record_of(log, battle.scenario)
    assert record.turns[0].phases[0].over
    assert compare(log, replay(rules(), battle.scenario, record).log) is None


def test_variants_are_those_of_the_scenario_unless_the_record_says_otherwise() -> None:
    battle = phase("INF1 x SPR1 7:6")
    battle.record.variants = ("flank_fire",)
    log = replay(rules(), battle.scenario, battle.record).log
    assert log.header.variants == ("flank_fire",)
    assert record_of(log, battle.scenario).variants == ("flank_fire",)
