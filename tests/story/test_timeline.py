"""The log cut into turns, phases and deeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.story.timeline import timeline

Script = Callable[[Scenario], Any]


def test_turns_phases_deeds(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    log = (
        script(convoy)
        .begin(1, "anglo-egyptian", (9, 4))
        .acts("anglo-egyptian", 6)
        .move("BRI1", "B6-C6-D6")
        .fight("MG", "JIH1", (3, 9))
        .done(2)
        .acts("mahdist", 3)
        .done(3)
        .log
    )
    line = timeline(log, convoy, rules)
    assert [turn.number for turn in line.turns] == [1]
    first, second = line.turns[0].phases
    assert (first.side, first.name, first.activation, first.left) == ("anglo-egyptian", "first", 6, 2)
    assert [deed.units for deed in first.deeds] == [("BRI1",), ("MG",)]
    assert first.before["BRI1"].at != first.after["BRI1"].at
    assert second.side == "mahdist" and not second.deeds
    assert line.end is None


def test_a_fight_has_what_followed_it(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    log = (
        script(convoy)
        .begin(1, "mahdist")
        .acts("mahdist")
        .move("CAV1", "M9-L9-K9", "W")
        .fight("CAV1", "RFA", (9, 3), "withdraw", kind="close", back="B8-A8", activate=False)
        .fight("JIH1", "MG", (12, 1), "destroyed")
        .done()
        .log
    )
    close, fire = timeline(log, convoy, rules).fights
    assert (close.number, close.close, close.effect, close.loser) == (1, True, "back", "RFA")
    assert close.withdrawal is not None and close.withdrawal["squares"] == 1
    assert close.approach is not None and close.approach.event["path"][-1] == "K9"
    assert close.before["RFA"].at != close.after["RFA"].at
    assert (fire.number, fire.close, fire.effect) == (2, False, "dead")
    assert fire.loss is not None and "MG" not in fire.after
    assert fire.approach is None


def test_driven_back_with_nowhere_to_go_is_a_loss(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    log = script(convoy).begin(1, "mahdist").acts("mahdist").fight("JIH1", "MG", (9, 3), "withdraw", why="blocked").log
    (fight,) = timeline(log, convoy, rules).fights
    assert fight.effect == "dead" and fight.loss is not None and fight.loss["why"] == "blocked"


def test_ties_for_the_initiative_are_counted(convoy: Scenario, rules: Ruleset, script: Script) -> None:
    made = script(convoy)
    made.turn, made.phase = 1, "initiative"
    made.add("turn")
    for face in (5, 5, 7, 7, 9, 2):
        made.add("throw", purpose="initiative", by="mahdist", sides=12, faces=[face], unit="", against="")
    made.add("initiative", winner="mahdist", scores={"mahdist": 9, "anglo-egyptian": 2})
    assert timeline(made.log, convoy, rules).turns[0].ties == 2


def test_the_folds_are_equal(fought: Any, rules: Ruleset) -> None:
    """The last picture of the timeline is the picture of the state that the engine itself came to."""
    for seed, where in ((1, "sudan"), (2, "skirmish")):
        scenario, log = fought(seed, where)
        state = rules.start(scenario)
        for event in log:
            state = rules.apply(state, event)
        line = timeline(log, scenario, rules)
        assert tuple(line.last.values()) == rules.pieces(state)
        assert line.end is not None


def test_every_combat_of_the_log_is_a_fight(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(5)
    line = timeline(log, scenario, rules)
    assert [fight.event for fight in line.fights] == list(log.of("combat"))
    assert [fight.number for fight in line.fights] == list(range(1, len(line.fights) + 1))
