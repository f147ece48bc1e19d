"""Answers from a record: what is fed to the engine, and what is found when the record does not fit the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reportgen.battle.chained import Chained
from reportgen.battle.export import record_of
from reportgen.battle.orders import Order, Throw
from reportgen.battle.play import Battle
from reportgen.battle.record import Record
from reportgen.battle.recorded import EndOfRecord, Recorded
from reportgen.battle.replay import compare, replay
from tests.replay.skirmish import BattleFile, findings, phase, play, read, rules, told

TURN = "  - turn: {n}\n    initiative: {{blue: 9, red: 2}}\n    phases:\n"
BLUE = "      - {side: blue, activation: 6, actions: ['spot \"the grove\" 2:9']}\n"
RED = "      - {side: red, activation: 3}\n"


def turn(number: int, *phases: str) -> str:
    return TURN.format(n=number) + "".join(phases)


def kinds(battle: BattleFile) -> list[str]:
    return [event.kind for event in play(battle).log if event.turn]


def test_a_record_that_fits_has_no_findings() -> None:
    battle = phase("INF1 x SPR1 9:2 -> destroyed", "MGN C4-C5 E", "end")
    assert findings(battle) == []
    assert kinds(battle) == [
        *("turn", "throw", "throw", "initiative", "throw", "throw", "spot", "throw", "activations"),
        *("activate", "attack", "throw", "throw", "combat", "destroyed", "activate", "move", "end phase"),
    ]


def test_the_log_of_a_record_that_breaks_off_ends_with_its_last_step() -> None:
    battle = read(turn(1, BLUE, RED))
    assert play(battle).log.events[-1].kind == "end phase"
    assert {event.turn for event in play(battle).log} == {0, 1}


@pytest.mark.parametrize(
    ("actions", "found"),
    [
        (["INF1 C6-F6 E"], (10, "illegal", "stands.types", "F6 is 3 squares of movement for INF1, which has 2")),
        (
            ["INF1 x SPR1 9:4", "INF1 x SPR2 3:4"],
            (11, "illegal", "turn.once", "INF1 has started a combat already this turn"),
        ),
        (["INF1 x SPR1"], (10, "dice-missing", "", "no die is noted for INF1 and SPR1")),
        (["INF1 x SPR1 9"], (10, "dice-missing", "", "no die is noted for SPR1")),
        (["INF1 x SPR1 4:7"], (10, "dice-missing", "", "no die is noted for INF1 again and SPR1 again")),
        (["INF1 x SPR1 9,3:2"], (10, "dice-surplus", "", "more dice are noted than the rules ask for")),
        (["INF1 x SPR1 9:2:2"], (10, "dice-surplus", "", "more dice are noted than the rules ask for")),
        (
            ["INF1 x SPR1 13:2"],
            (10, "impossible-die", "equipment.list", "a die of 12 sides cannot show 13 (Blue, fire of INF1 on SPR1)"),
        ),
        (
            ["INF1 x SPR1 9:5 -> withdraws H8"],
            (10, "illegal", "result.way", "SPR1 cannot withdraw to H8"),
        ),
        (
            ['spot "the grove" 3:4'],
            (10, "dice-surplus", "sight.spotting", "the rules ask for no such throw here: 'spot \"the grove\" 3:4'"),
        ),
        (['spot "nowhere" 3:4'], (10, "dice-surplus", "sight.spotting", "nobody hides at 'nowhere'")),
        (["INF1 C6-C6 E"], (10, "path-returns", "", "the path of INF1 names C6 twice")),
        (["INF1 C6-C7-C6 E"], (10, "path-returns", "", "the path of INF1 names C6 twice")),
        (["INF1 x INF2 9:2"], (10, "illegal", "fire.target", "INF2 is on the same side as INF1")),
        (["dilemma left | right 3"], (10, "dice-missing", "", "no die is noted for 'right'")),
        (
            ['agree "done" | red', "INF1 N"],
            (11, "left-over", "", "'INF1 N' follows, but the battle was over (agreed)"),
        ),
    ],
)
def test_what_does_not_fit(actions: list[str], found: tuple[int, str, str, str]) -> None:
    assert found in told(play(phase(*actions)).findings)


def test_more_activations_than_thrown() -> None:
    battle = phase("MGN C4-C5 E", "INF1 C6-B6 E", "INF2 C6-D6 E", "BCM B7-A7 E", activation=2)
    assert told(findings(battle)) == [(13, "illegal", "turn.activations", "no activation is left for BCM")]
    assert kinds(battle).count("move") == 4


@pytest.mark.parametrize(
    "action", ["INF1 x SPR1 ?:4", "INF1 x SPR1 9:?", "INF1 x SPR1 ?:? -> destroyed", "dilemma a | b ?:3"]
)
def test_a_die_marked_as_unknown_is_no_finding(action: str) -> None:
    assert findings(phase(action)) == []


def test_what_was_not_noted_of_a_turn() -> None:
    battle = read(
        "  - turn: 1\n    initiative: {blue: 9}\n    phases:\n"
        "      - {side: red}\n      - {side: blue, activation: '?', actions: ['spot \"the grove\" 2']}\n"
    )
    assert told(findings(battle)) == [
        (4, "dice-missing", "", "the throw for initiative of the Red is not noted"),
        (6, "dice-missing", "", "the throw for activations is not noted"),
        (7, "dice-missing", "", "the throw to stay hidden at the grove is not noted"),
    ]
    log = play(battle).log
    assert [event["winner"] for event in log.of("initiative")] == ["red"]
    assert [event["count"] for event in log.of("activations")] == [0, 0]


def test_ties_for_the_initiative() -> None:
    tie = "  - turn: 1\n    initiative: {blue: [5, 9], red: [5, 2]}\n    phases:\n" + BLUE
    assert findings(read(tie)) == []
    one_less = told(findings(read(tie.replace("red: [5, 2]", "red: 5"))))
    assert one_less == [(4, "dice-missing", "", "the throw for initiative of the Red after the tie is not noted")]
    more = told(findings(read(tie.replace("blue: [5, 9]", "blue: [5, 9, 3]"))))
    assert more == [(4, "dice-surplus", "turn.initiative", "the Blue threw for the initiative more often than needed")]


@pytest.mark.parametrize(
    ("dice", "whose"),
    [("13:2", "Blue, to spot what hides at the grove"), ("2:13", "Red, to stay hidden at the grove")],
)
def test_a_throw_for_spotting_that_no_die_shows_is_told_at_its_line(dice: str, whose: str) -> None:
    battle = phase("INF1 N", spot=f'          - spot "the grove" {dice}\n')
    message = f"a die of 12 sides cannot show 13 ({whose})"
    assert told(findings(battle)) == [(9, "impossible-die", "equipment.list", message)]


def test_phases_in_the_wrong_order() -> None:
    battle = read(turn(1, RED, BLUE))
    message = "by the throws for initiative the phase of the Blue comes before this one"
    assert told(findings(battle)) == [(6, "phase-order", "turn.initiative", message)]
    assert [event.side for event in play(battle).log.of("activations")] == ["blue", "red"]


def test_a_phase_that_is_missing() -> None:
    battle = read(turn(1, BLUE) + turn(2, BLUE, RED))
    assert told(findings(battle)) == [(3, "phase-missing", "turn.activations", "turn 1 has no phase for the Red")]
    assert [event.turn for event in play(battle).log.of("activations")] == [1, 1, 2, 2]


def test_a_turn_that_is_missing() -> None:
    battle = read(turn(1, BLUE, RED) + turn(3, BLUE, RED))
    assert told(findings(battle)) == [(3, "turn-missing", "", "turn 2 is not in the record")] + [
        (3, "phase-missing", "turn.activations", f"turn 2 has no phase for the {side}") for side in ("Blue", "Red")
    ]


def test_a_phase_too_many() -> None:
    battle = read(turn(1, BLUE, BLUE, RED) + turn(2, BLUE, RED))
    assert told(findings(battle)) == [
        (
            7,
            "phase-order",
            "turn.initiative",
            "by the throws for initiative the phase of the Red comes before this one",
        ),
        (7, "left-over", "", "this phase of turn 1 was never reached"),
    ]
    battle = read(turn(1, BLUE, RED, BLUE))
    assert told(findings(battle)) == [(8, "left-over", "", "turn 1 goes on here, but the battle did not come to it")]


def test_throws_for_spotting_that_are_missing_or_too_many() -> None:
    assert told(findings(phase("INF1 N", spot=""))) == [
        (6, "dice-missing", "", "the throw to spot what hides at the grove is not noted")
    ]
    assert told(findings(phase("INF1 N", spot='          - spot "the grove" 2\n'))) == [
        (9, "dice-missing", "", "the throw to stay hidden at the grove is not noted")
    ]
    assert told(findings(phase("INF1 N", spot='          - spot "the grove"\n'))) == [
        (9, "dice-missing", "", f"the throw to {what} at the grove is not noted")
        for what in ("spot what hides", "stay hidden")
    ]
    assert findings(phase("INF1 N", spot='          - spot "The Grove" ?:?\n')) == []
    assert told(findings(phase("INF1 N", spot='          - spot "the grove" 2:3:4\n'))) == [
        (9, "dice-surplus", "sight.spotting", "more dice are noted than the rules ask for")
    ]
    assert told(findings(phase("INF1 N", spot="          - spot grove 3:4\n")))[1][1] == "dice-surplus"


@pytest.mark.parametrize("dice", ["3:7 4:5", "7:7 8:2"])
def test_a_throw_for_spotting_is_never_thrown_again(dice: str) -> None:
    battle = phase("INF1 N", spot=f'          - spot "the grove" {dice}\n')
    assert told(findings(battle)) == [
        (9, "dice-surplus", "sight.spotting", "a throw for spotting is never thrown again"),
    ]


@pytest.mark.parametrize(
    "action",
    [
        'dilemma "a" | "b" 2:4 5:1',
        'dilemma "a" | "b" 4:4 5:1 3:2',
        'dilemma "a" | "b" | "c" 1:1:5 2:2:3',
        "INF1 x SPR1 7:10 3:1 5:2",
        "INF1 x SPR1 7:10 3:1 5:2 = 12:12 -> withdraws",
    ],
)
def test_throws_after_what_was_no_tie_are_told(action: str) -> None:
    message = "a further throw is noted, though no tie called for it"
    assert told(findings(phase(action))) == [(10, "dice-surplus", "", message)]


@pytest.mark.parametrize("action", ["dilemma a | b 4:4 5:1", "dilemma a | b 4:4 5:5 3:2", "dilemma a | b ?:4 5:1"])
def test_throws_after_what_was_or_may_have_been_a_tie_are_no_finding(action: str) -> None:
    assert findings(phase(action)) == []


def test_turns_after_the_end() -> None:
    over = phase('agree "done"').record
    battle = read(turn(1, BLUE, RED) + turn(2, RED) + turn(3, RED))
    battle.record.turns[0] = over.turns[0]
    assert [code for _, code, _, _ in told(findings(battle))] == ["left-over"]
    battle.record.turns[1].phases.clear()
    battle.record.turns[2].phases.clear()
    assert told(findings(battle))[0][3] == "turn 3 begins here, but the battle was over (agreed)"


def test_an_activation_that_the_phase_has_no_room_for() -> None:
    battle = read(turn(1, "      - {side: blue, activation: 6, actions: [end, {note: x}]}\n", RED))
    battle.record.turns[0].phases[0].entries.append(phase("INF1 N").record.turns[0].phases[0].entries[-1])
    battle.record.turns[0].phases[0].entries.insert(0, phase("end").record.turns[0].phases[0].entries[0])
    assert findings(battle) == []


def test_the_withdrawal_is_the_one_that_was_noted() -> None:
    def went(action: str) -> list[str]:
        return next(play(phase(action)).log.of("withdraw"))["path"]

    assert went("INF1 x SPR1 7:6") == ["E6", "F6"]
    assert went("INF1 x SPR1 7:6 -> withdraws F7") == ["E6", "F7"]
    assert went("INF1 x SPR1 7:6 -> withdraws E6-F5") == ["E6", "F5"]
    assert went("INF1 x SPR1 7:6 -> withdraws G9") == ["E6", "G9"]


def test_a_withdrawal_off_the_table_by_the_exit() -> None:
    battle = read(turn(1, BLUE, "      - {side: red, activation: 3, actions: ['SPR1 xx INF1 9:5 -> withdraws A6']}\n"))
    for square, way in (("A6", []), ("B6", [["B6", "A6"]])):
        at = {
            "INF1": square,
            "INF2": "F1",
            "SPR1": "B5" if square == "A6" else "C6",
            "SPR2": "B5",
            "BCM": "L12",
            "MGN": "F2",
        }
        slots = {"SPR2": 1 if square == "A6" else 0}
        placed = [replace(p, at=at.get(p.unit, p.at), slot=slots.get(p.unit, 0)) for p in battle.scenario.placements]
        fight = battle._replace(scenario=replace(battle.scenario, placements=tuple(placed)))
        log = play(fight).log
        assert [(event["unit"], event["edge"]) for event in log.of("left")] == [("INF1", "W")]
        assert [event["path"] for event in log.of("withdraw")] == way
        again = replay(rules(), fight.scenario, record_of(log, fight.scenario))
        assert compare(log, again.log) is None


def test_where_entries_stand_in_the_log() -> None:
    battle = phase("note: before", "INF1 x SPR1 9:2", "photo: none.jpg", "MGN C4-C5 E")
    played = play(battle)
    stand = [
        (type(p.entry).__name__, [event.kind for event in played.events_of(n)]) for n, p in enumerate(played.placed)
    ]
    assert stand == [
        ("Action", ["throw", "throw", "spot", "throw", "activations"]),
        ("Note", []),
        ("Action", ["activate", "attack", "throw", "throw", "combat", "destroyed"]),
        ("Photo", []),
        ("Action", ["activate", "move", "end phase"]),
    ]


def test_notes_before_turns_and_phases_are_placed() -> None:
    battle = read(turn(1, BLUE).replace("    phases", "    entries: [{heading: Dawn}]\n    phases"))
    battle.record.entries.extend(battle.record.turns[0].entries)
    assert [(p.turn, p.side) for p in play(battle).placed] == [(1, ""), (1, ""), (1, "blue")]


def test_an_agreed_end() -> None:
    battle = phase("INF1 x SPR1 9:2")
    battle.record.ends = {"why": "tea", "outcome": "Tea was taken.", "winner": "blue"}
    end = play(battle).log.events[-1]
    assert (end.kind, end["why"], end["winner"], end["text"]) == ("end", "agreed", "blue", "Tea was taken.")
    battle.record.ends = {"winner": "nobody"}
    assert play(battle).log.events[-1]["winner"] is None


def test_an_end_that_the_rules_do_not_come_to() -> None:
    battle = phase("INF1 x SPR1 9:2")
    battle.record.ends = {"why": "turn limit", "winner": "blue"}
    message = "the record ends the battle (turn limit), but by the rules it goes on after turn 1"
    assert told(findings(battle)) == [(3, "wrong-end", "victory.end", message)]
    end = play(battle).log.events[-1]
    assert (end.kind, end["why"], end["winner"]) == ("end", "turn limit", "blue")


# -- resuming ----------------------------------------------------------------------------------------------------------


class Scripted:
    """Says what it is told to, and notes what it is asked."""

    def __init__(self, *orders: Order) -> None:
        self.orders = list(orders)
        self.asked: list[str] = []

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        self.asked.append(f"{throw.purpose} {throw.unit}".strip())
        return (8 if throw.side == "red" else 10,) * throw.count

    def choose(self, battle, choice):  # type: ignore[no-untyped-def]
        self.asked.append(choice.kind)
        if choice.kind != "order":
            return choice.options()[-1]
        if not self.orders:
            raise EndOfRecord
        return self.orders.pop(0)

    def insist(self, battle, order, violations):  # type: ignore[no-untyped-def]
        self.asked.append(violations[0].rule)
        return True

    def declared(self, battle):  # type: ignore[no-untyped-def]
        return None


def resumed(battle: BattleFile, player: Scripted) -> Battle:
    fight = Battle(rules(), battle.scenario, Chained(Recorded(battle.record, resume=True), player))
    with pytest.raises(EndOfRecord):
        fight.play()
    return fight


def test_a_record_goes_on_with_a_player() -> None:
    player = Scripted(Order("fire", "INF1", "SPR1"), Order("move", "MGN", path=("H9",)))
    fight = resumed(phase("BCM B7-A7 E"), player)
    assert player.asked == ["order", "combat INF1", "combat SPR1", "withdrawal", "order", "stands.types", "order"]
    assert [event.kind for event in fight.log if event.kind in ("move", "combat")] == ["move", "combat", "move"]


def test_a_player_is_asked_for_the_dice_that_a_record_leaves_out() -> None:
    player = Scripted()
    recorded = Recorded(phase("INF1 x SPR1 4:?").record, resume=True)
    fight = Battle(rules(), phase().scenario, Chained(recorded, player))
    with pytest.raises(EndOfRecord):
        fight.play()
    assert player.asked == ["combat SPR1", "order"]
    assert next(fight.log.of("combat"))["dice"] == [4, 8]
    assert recorded.findings == []


def test_a_phase_that_is_over_stays_over() -> None:
    player = Scripted()
    assert resumed(phase("BCM B7-A7 E", "end"), player).side == "red"
    assert player.asked == ["activation", "order"]


def test_a_turn_of_which_only_the_number_is_noted() -> None:
    player = Scripted(Order("end"), Order("end"))
    battle = read("  - turn: 1\n    initiative: {blue: 9}\n")
    Battle(rules(), battle.scenario, Chained(Recorded(battle.record, resume=True), player)).play(turns=1)
    assert player.asked[:3] == ["initiative", "spotting the grove", "spotting the grove"]


def test_an_empty_record_has_no_answers() -> None:
    battle = read("  []\n")
    fight = Battle(rules(), battle.scenario, Recorded(Record("late19c")))
    with pytest.raises(EndOfRecord):
        fight.play()
    with pytest.raises(ValueError, match="at least one"):
        Chained()


def test_a_die_that_cannot_be_is_taken_as_not_noted() -> None:
    battle = phase("INF1 x SPR1 13:2 -> destroyed")
    assert [event["dice"] for event in play(battle).log.of("combat")] == [[0, 2]]
    assert "destroyed" in kinds(battle)
