"""A battle without an engine: what its lines do, that it comes back from its log, and the sample."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from reportgen import rulesets
from reportgen.battle.export import record_of
from reportgen.battle.replay import compare, replay
from reportgen.files.battlewriting import write_battle
from reportgen.rulesets.any import objectives
from reportgen.rulesets.any.state import State, Where
from tests.anyrules.table import battle_text, fought, played, read, sample


def test_a_move_goes_where_it_says() -> None:
    (move,) = fought("RED1 B2-D4 NE")
    assert (move["path"], move["facing"], move["slot"]) == (["B2", "D4"], "NE", 0)


def test_two_share_a_square_and_close_up_when_one_goes() -> None:
    battle = read(battle_text((1, "red", ["RED1 B3", "RED2 C3"])))
    state = played(battle).battle.state
    assert (state.units["RED1"].at, state.units["RED1"].slot) == ("B3", 0)
    events = fought("RED1 B3/1")
    assert events[0]["slot"] == 0


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [("RED1 strength -2", 6, 4), ("RED1 strength +1", 6, 7), ("RED1 strength 3", 6, 3), ("RED1 strength -2 4", 6, 4)],
)
def test_a_number_changes(line: str, before: int, after: int) -> None:
    (change,) = fought(line)
    assert (change["what"], change["before"], change["after"]) == ("strength", before, after)


def test_a_state_changes() -> None:
    (change,) = fought("BLU1 morale routed")
    assert (change["before"], change["after"]) == ("steady", "routed")


def test_the_result_of_a_fight_may_be_a_state() -> None:
    attack, combat, change = fought("RED1 x BLU1 -> shaken")
    assert (attack["range"], combat["loser"], combat["dice"]) == (5, "BLU1", [[], []])
    assert (change["unit"], change["after"], change.get("said")) == ("BLU1", "shaken", None)


def test_the_attacker_may_be_driven_back_or_destroyed() -> None:
    *_, back = fought("RED1 B2-F2 E xx BLU1 2:6 -> attacker withdraws D2")
    assert (back.kind, back["unit"], back["path"]) == ("withdraw", "RED1", ["F2", "D2"])
    *_, gone = fought("RED1 xx BLU1 -> destroyed")
    assert (gone.kind, gone["unit"], gone["by"]) == ("destroyed", "BLU1", "RED1")


def test_dice_stand_where_they_were_thrown() -> None:
    events = fought("RED1 B2-C2", "[morale BLU1 4,2]", "BLU1 morale shaken [luck 6]", "[combat 3]")
    assert [event.kind for event in events] == ["move", "throw", "tracked", "throw", "throw"]
    first, second, third = (event for event in events if event.kind == "throw")
    assert (first["purpose"], first["by"], first["faces"], first["sides"]) == ("morale", "blue", [4, 2], 6)
    assert (second["purpose"], second["by"]) == ("luck", "red")
    assert third["purpose"] == "combat-dice"


def test_phases_come_as_they_are_written() -> None:
    phases = [(1, "red", ["RED1 C2"]), (1, "blue", ["BLU1 F2"]), (1, "red", ["RED1 D2"]), (2, "blue", ["BLU1 E2"])]
    log = played(read(battle_text(*phases))).log
    assert [(e.turn, e.phase, e.side) for e in log.of("move")] == [
        (1, "first", "red"), (1, "second", "blue"), (1, "third", "red"), (2, "first", "blue"),
    ]  # fmt: skip


def test_dice_for_initiative_and_activation_only_where_they_are_thrown() -> None:
    rules = """
  die: 10
  initiative: lowest
  activation: true
  types: {foot: {title: Foot}, gun: {title: Gun}}
"""
    text = battle_text((1, "red", ["RED1 C2"]), rules=rules)
    text = text.replace("  - turn: 1\n", "  - turn: 1\n    initiative: {red: [3, 2], blue: [3, 9]}\n")
    text = text.replace(
        "      - side: red\n        actions", "      - side: red\n        activation: 4\n        actions"
    )
    replayed = played(read(text))
    assert replayed.findings == ()
    (initiative,) = replayed.log.of("initiative")
    assert (initiative["winner"], initiative["scores"]) == ("red", {"red": 2, "blue": 9})
    assert next(replayed.log.of("activations"))["count"] == 4


def test_the_end_is_the_records_own() -> None:
    more = "ends: {why: turn limit, outcome: Dusk fell., winner: blue}\n"
    replayed = played(read(battle_text((1, "red", ["RED1 strength -2", "CAN A2-A3 leaves"]), more=more)))
    assert replayed.findings == ()
    end = replayed.log.events[-1]
    assert (end["why"], end["text"], end["winner"], end["points"]) == (
        "turn limit", "Dusk fell.", "blue", {"red": 0.0, "blue": 2.0},
    )  # fmt: skip
    assert [event["title"] for event in replayed.log.of("objective")] == ["Off with the gun"]


def test_everything_comes_back_from_the_log() -> None:
    battle = read(
        battle_text(
            (1, "red", ["RED1+RED2 C3 N", "CAN x BLU1 6,? (near 2 | none) = 9:? -> attacker shaken", "RED2 B3"]),
            (1, "blue", ["BLU1 xx RED1 3:4 2:5 -> withdraws B4", "[morale RED1 2]", 'RED1 removed "ran away"']),
            (2, "blue", ["BLU3 H3 W arrives", "BLU3 strength -4 2", "BLU2 morale routed", "BLU2 removed"]),
            (2, "red", ["CAN A2-A3 leaves", "end"]),
        )
    )
    first = played(battle)
    assert first.findings == ()
    rules = rulesets.of(battle.scenario)
    record = record_of(first.log, battle.scenario)
    text = write_battle(record, battle.scenario, rules.vocabulary)
    again = read(text)
    assert again.record == record
    assert '- RED1 removed "ran away"' in text
    assert "- CAN x BLU1 6,? (near 2 | none) = 9:? -> attacker shaken" in text
    assert compare(first.log, replay(rules, again.scenario, again.record).log) is None


def test_the_sample_is_a_battle_of_its_own_on_another_grid() -> None:
    battle = sample()
    assert (battle.scenario.ground.grid.columns, battle.scenario.ground.grid.rows) == (14, 10)
    assert 4 <= len(battle.record.turns) <= 6
    assert len(battle.record.photos()) == 2
    log = played(battle).log
    assert log.events[-1].kind == "end"
    assert {"move", "combat", "tracked", "withdraw", "destroyed", "leave", "arrive", "throw"} <= {e.kind for e in log}


def test_a_battle_breaks_off_where_its_record_does() -> None:
    log = played(read(battle_text((1, "red", ["RED1 C2"])))).log
    assert not list(log.of("end"))
    assert log.events[-1].kind == "end phase"


def test_an_event_is_applied_to_a_copy() -> None:
    battle = read(battle_text((1, "red", ["RED1 C2", "RED1 strength -2"])))
    rules = rulesets.of(battle.scenario)
    log = played(battle).log
    state = rules.start(battle.scenario)
    for event in log:
        before = state.copy()
        after = rules.apply(state, event)
        assert state == before
        state = after
    assert (state.units["RED1"].at, state.units["RED1"].values["strength"]) == ("C2", 4)


def test_far_is_how_many_squares_lie_between() -> None:
    (move,) = fought("RED1 B2-B5-D5")
    assert (move["path"], move["cost"]) == (["B2", "B5", "D5"], 5)
    *_, back = fought("RED1 xx BLU1 -> withdraws G5")
    assert back["squares"] == 3


@pytest.mark.parametrize(
    ("goal", "gone", "met"),
    [
        ({"kind": "exit", "units": ("RED2",)}, {"RED1": "left"}, False),
        ({"kind": "exit", "units": ("RED2",)}, {"RED2": "left"}, True),
        ({"kind": "destroy", "types": ("foot",), "count": 2}, {"BLU1": "removed", "RED1": "removed"}, False),
        ({"kind": "destroy", "types": ("foot",), "count": 2}, {"BLU1": "removed", "BLU2": "removed"}, True),
    ],
)
def test_an_objective_counts_the_units_that_it_names(goal: dict[str, Any], gone: dict[str, Where], met: bool) -> None:
    scenario = read(battle_text((1, "red", ["RED1 B3"]))).scenario
    one = replace(scenario.objectives[0], at=(), **{"types": (), **goal})
    state: State = rulesets.of(scenario).start(replace(scenario, objectives=(one,)))
    for unit, where in gone.items():
        state.units[unit].where = where
    assert objectives.met(state) == ([one] if met else [])
