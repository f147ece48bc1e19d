"""Records of rules with throws and choices of their own: nothing in record and replay knows late19c."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from reportgen.battle.export import record_of
from reportgen.battle.orders import Action, Choice, Declared, Order, Thrown
from reportgen.battle.play import Battle
from reportgen.battle.record import PhaseRecord, Record, TurnRecord
from reportgen.battle.replay import Replay, compare, replay
from reportgen.battle.ruleset import Change
from reportgen.battle.vocabulary import Verb, Vocabulary
from reportgen.problems import Place

SIDES = (SimpleNamespace(id="blue", name="Blue"), SimpleNamespace(id="red", name="Red"))


def change(state: Any, event: Any) -> None:
    """What an event of any kind does to the state."""
    state.turn = event.turn
    if event.kind == "weather":
        state.stage = "blue"
    elif event.kind == "end phase":
        state.stage = "red" if event.side == "blue" else "over"


class Rallies:
    """One turn: the weather is thrown for; blue rallies units with two dice each and may run instead, then red may."""

    id = "rallies"
    title = "Rallies"
    version = "1"
    hash = "0"
    citations: Mapping[str, str] = {}
    changes: Mapping[str, Change] = defaultdict(lambda: change)
    vocabulary = Vocabulary(
        types={}, weapons={}, areas={}, edges={}, generals={}, variants={},
        verbs=(Verb("move", "move", ""), Verb("rally", "unit", "rallies"), Verb("run", "unit", "runs")),
    )  # fmt: skip

    def start(self, scenario: Any) -> Any:
        return SimpleNamespace(stage="weather", turn=0)

    def examine(self, state: Any, order: Order) -> tuple[list[Any], Any]:
        return [], None

    def silences(self, event: Any) -> list[Any]:
        return []

    def step(self, battle: Battle) -> bool:
        stage = battle.state.stage
        if stage == "over":
            return False
        if stage == "weather":
            battle.begin(1, "weather", None)
            battle.emit("turn")
            battle.emit("weather", face=battle.roll("weather", "blue", why="for the weather")[0])
            return True
        battle.begin(1, "phase", stage)
        order, _, _ = battle.order(Choice("order", stage, lambda: [Order("end")]))
        if order.verb == "end":
            battle.emit("end phase")
        elif order.verb == "rally":
            faces = battle.roll("morale", stage, 2, 6, unit=order.unit)
            run = Order("run", order.unit)
            chosen = battle.choose(Choice("reaction", stage, lambda: [Order("stay", order.unit), run]))
            battle.emit("rallied", faces=list(faces), ran=chosen == run)
        return True


def fought(*entries: Any, before: tuple[Action, ...] = (), turn: tuple[Action, ...] = ()) -> Replay:
    record = Record("rallies", turns=[TurnRecord(1, {}, [PhaseRecord("blue", entries=list(entries))], list(turn))])
    record.entries.extend(before)
    scenario: Any = SimpleNamespace(
        title="T", hash="h", variants=(), sides=SIDES, side=lambda id: next(side for side in SIDES if side.id == id)
    )
    return replay(Rallies(), scenario, record)  # type: ignore[arg-type]


def dice(purpose: str, *faces: int | None, unit: str = "") -> Action:
    return Action(Order("throw"), Declared(throws=(Thrown(purpose, faces, unit),)))


def rally(unit: str, *throws: Thrown) -> Action:
    return Action(Order("rally", unit), Declared(throws=throws))


def rallied(played: Replay) -> list[tuple[list[int], bool]]:
    return [(event["faces"], event["ran"]) for event in played.log.of("rallied")]


def codes(played: Replay) -> list[str]:
    return [finding.code for finding in played.findings]


def test_dice_that_stand_with_the_action() -> None:
    played = fought(
        rally("A", Thrown("nerve", (6,)), Thrown("morale", (3, 4), "A")), rally("B", Thrown("morale", (1, None)))
    )
    assert rallied(played) == [([3, 4], False), ([1, 0], False)]
    assert [finding.message for finding in played.findings] == ["the rules ask for no such throw here: 'nerve'"]


def test_dice_in_a_line_of_their_own() -> None:
    played = fought(dice("morale", 5, 6, unit="B"), dice("morale", 2, 2), rally("A"), rally("B"))
    assert rallied(played) == [([2, 2], False), ([5, 6], False)]
    assert codes(played) == []


def test_a_die_in_a_line_of_its_own_that_cannot_be_is_told_there() -> None:
    weather = replace(dice("weather", 7), place=Place("b.yaml", 5))
    morale = replace(dice("morale", 2, 9, unit="A"), place=Place("b.yaml", 8))
    found = [(one.place.line, one.message) for one in fought(morale, rally("A"), turn=(weather,)).findings]
    assert found == [
        (5, "a die of 6 sides cannot show 7 (Blue, for the weather)"),
        (8, "a die of 6 sides cannot show 9 (Blue, morale)"),
    ]


def test_dice_that_are_missing_or_never_asked_for() -> None:
    played = fought(rally("A"), dice("nerve", 3))
    assert rallied(played) == [([0, 0], False)]
    assert codes(played) == ["dice-missing", "dice-surplus"]
    assert played.findings[0].message == "no die is noted for A (morale)"


def test_dice_before_any_phase() -> None:
    for where in ({"before": (dice("weather", 4),)}, {"turn": (dice("weather", 4),)}):
        assert [event["face"] for event in fought(**where).log.of("weather")] == [4]
    assert [event["face"] for event in fought().log.of("weather")] == [0]


def test_a_choice_of_its_own_is_taken_from_the_next_line() -> None:
    played = fought(
        rally("A", Thrown("morale", (1, 1))), Action(Order("run", "A")), rally("B", Thrown("morale", (2, 2)))
    )
    assert rallied(played) == [([1, 1], True), ([2, 2], False)]


def test_a_phase_that_is_not_in_the_record_ends_it() -> None:
    assert [event.side for event in fought().log.of("end phase")] == ["blue"]


def test_an_end_is_written_for_rules_that_know_no_agreement() -> None:
    played = fought(rally("A", Thrown("morale", (1, 1))))
    scenario = played.battle.scenario
    record = Record("rallies", turns=[TurnRecord(1, {}, [PhaseRecord("blue")])], ends={"outcome": "Rain."})
    end = replay(Rallies(), scenario, record).log.events[-1]  # type: ignore[arg-type]
    assert (end.kind, end["why"], end["winner"], end["text"]) == ("end", "agreed", None, "Rain.")
    assert end["points"] == {"blue": 0.0, "red": 0.0}


def test_other_throws_are_exported_with_the_action_or_before_it() -> None:
    played = fought(dice("morale", 5, 6), rally("A"), before=(dice("weather", 4),))
    record = record_of(played.log, played.battle.scenario)
    assert record.turns[0].entries == [dice("weather", 4)]
    assert record.turns[0].phases[0].entries == [dice("morale", 5, 6, unit="A")]


def test_logs_of_different_battles_differ() -> None:
    one = fought(rally("A", Thrown("morale", (3, 4)))).log
    other = fought(rally("A", Thrown("morale", (3, 5)))).log
    assert (
        compare(one, other)
        == "event 3, turn 1, phase of blue (throw): 'faces' is [3, 4] in the first log, [3, 5] in the second"
    )
