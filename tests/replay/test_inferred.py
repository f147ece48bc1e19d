"""Dice that nobody noted: worked out where what was noted leaves no choice, and told where nothing fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reportgen import resources, rulesets
from reportgen.battle.events import Event, Log
from reportgen.battle.export import record_of
from reportgen.battle.inference import DRAW, Reckoning, Said, infer
from reportgen.battle.orders import Action
from reportgen.battle.record import Entry, PhaseRecord, Record, TurnRecord
from reportgen.battle.replay import Replay, compare, replay
from reportgen.files.battlefile import BattleFile, battle_from
from reportgen.files.notation import Notation
from reportgen.files.source import parse
from reportgen.problems import Problems
from reportgen.record.session import Session
from reportgen.story.report import report
from tests.record.table import loaded, session_of
from tests.replay.skirmish import findings, phase, play, read, told

# -- by itself ---------------------------------------------------------------------------------------------------------

Score = Callable[[Sequence[int]], int]


def reckoning(mine: int, theirs: int, count: int = 1) -> Reckoning:
    """So much is added; the higher total wins, equal ones are a draw."""

    def plus(more: int) -> Score:
        return lambda faces: sum(faces) + more

    def outcomes(a: int, b: int) -> list[tuple[str, str]]:
        return [DRAW if a == b else ("won", "defender") if a > b else ("lost", "")]

    return Reckoning((count, 1), (plus(mine), plus(theirs)), outcomes, draws=True)


@pytest.mark.parametrize(
    ("dice", "totals", "outcome", "faces", "worked_out"),
    [
        (((), (4,)), (12, None), None, (7,), (0,)),
        (((None,), (4,)), (12, None), None, (7,), (0,)),
        (((9,), ()), (12, None), None, (9,), ()),  # what was noted stands, whatever its total
        (((), (11,)), (None, None), ("won", "defender"), (None,), ()),
        (((), (12,)), (None, None), ("won", "defender"), (None,), ()),
        (((), ()), (None, None), ("won", "defender"), (None,), ()),
        (((), (9,)), (None, None), DRAW, (6,), (0,)),  # by the difference
        (((), ()), (None, 14), DRAW, (9,), (0,)),
        (((), (1,)), (None, None), ("lost", ""), (None,), ()),
    ],
)
def test_one_die(dice: Any, totals: Any, outcome: Any, faces: Any, worked_out: Any) -> None:
    found = infer(reckoning(5, 2), 12, Said(dice, totals, outcome), 0)
    assert (found.faces, found.worked_out) == (faces, worked_out)


def test_the_only_die_that_gives_a_result() -> None:
    found = infer(reckoning(0, 0), 12, Said(((), (11,)), outcome=("won", "defender")), 0)
    assert (found.faces, found.worked_out) == ((12,), (0,))


@pytest.mark.parametrize(("total", "message"), [(5, "from 6 to 17"), (18, "from 6 to 17")])
def test_a_total_that_no_die_makes(total: int, message: str) -> None:
    found = infer(reckoning(5, 2), 12, Said(((), (4,)), (total, None)), 0)
    assert found.worked_out == () and message in found.fault


def test_several_dice() -> None:
    two = reckoning(0, 0, 2)
    assert infer(two, 6, Said(((4,), (1,)), (9, None)), 0).faces == (4, 5)
    assert infer(two, 6, Said(((None, 4), (1,)), (9, None)), 0).worked_out == (0,)
    assert infer(two, 6, Said(((), (1,)), (12, None)), 0).faces == (6, 6)
    open_ = infer(two, 6, Said(((), (1,)), (7, None)), 0)
    assert open_.faces == (None, None) and open_.settled  # the total is known, the dice are not
    many = Reckoning((40, 1), two.scores)
    assert infer(many, 6, Said(((), (1,)), (240, None)), 0).faces == (None,) * 40  # too many to go through


# -- late19c -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "left_out"),
    [
        ("INF1 x SPR1 9:2 = 14:4 -> destroyed", "INF1 x SPR1 = 14:4 -> destroyed"),
        ("INF1 x SPR1 9:2 = 14:4 -> destroyed", "INF1 x SPR1 ?:2 = 14:?"),
        ("INF1 x SPR1 9:2", "INF1 x SPR1 9 = ?:4"),
        ("INF1 x SPR1 7:6 (value 3 | value 2) = 10:8", "INF1 x SPR1 ?:? (value 3 | value 2) = 10:8"),
        ("INF1 x SPR1 7:10 12:11 -> withdraws", "INF1 x SPR1 7:10 ?:11 -> withdraws"),
        ("INF1 x SPR1 7:10 3:3 5:1 -> withdraws", "INF1 x SPR1 7:10 ?:3 5:1 -> withdraws"),
        ("INF1 x SPR1 7:10 1:2", "INF1 x SPR1 7:? 1:2"),
    ],
)
def test_the_same_log_with_a_mark(written: str, left_out: str) -> None:
    whole, guessed = play(phase(written)), play(phase(left_out))
    assert any(event.get("inferred") for event in guessed.log)
    assert compare(whole.log, unmarked(guessed.log)) is None
    assert "impossible-die" not in {one.code for one in findings(phase(left_out))}
    assert "dice-missing" not in {one.code for one in findings(phase(left_out))}


def test_a_die_that_is_worked_out_is_written_as_not_noted() -> None:
    battle = phase("INF1 x SPR1 ?:2 = 14:? -> destroyed")
    first = play(battle)
    record = record_of(first.log, battle.scenario)
    (action,) = [one for one in actions(record) if one.order.verb == "fire"]
    assert (action.declared.dice, action.declared.totals) == (((None,), (2,)), (14, None))
    assert compare(first.log, replay(first.battle.rules, battle.scenario, record).log) is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("INF1 x SPR1 = 18:4", "INF1: no throw of a D12 makes the total 18; it can be from 6 to 17"),
        ("INF1 x SPR1 ?:2 = 5:4", "INF1: no throw of a D12 makes the total 5; it can be from 6 to 17"),
        (
            "INF1 x SPR1 9 (value 3 | value 2) = 12:15",
            "SPR1: no throw of a D12 makes the total 15; it can be from 3 to 14",
        ),
        ("INF1 x SPR1 ?:12 -> destroyed", "INF1: no throw of a D12 comes to the result that is noted"),
    ],
)
def test_what_cannot_have_been_thrown(line: str, message: str) -> None:
    (found,) = [one for one in findings(phase(line)) if one.code == "impossible-die"]
    assert (found.place.line, found.place.column, found.message) == (10, 13, message)


def test_what_is_not_forced_is_not_noted() -> None:
    assert told(findings(phase("INF1 x SPR1 -> withdraws"))) == [
        (10, "dice-missing", "", "no die is noted for INF1 and SPR1")
    ]
    throws = [event["faces"] for event in play(phase("INF1 x SPR1 ?:2 -> withdraws")).log.of("throw")]
    assert throws[-2:] == [[0], [2]]


TURN = """\
  - turn: 1
    initiative: {{blue: {blue}, red: {red}}}
    phases:
      - {{side: {side}, activation: {activation}, actions: ['{actions}']}}
"""


def opening(blue: Any, red: Any, side: str = "blue", activation: Any = 6, actions: str = "end") -> BattleFile:
    return read(TURN.format(blue=blue, red=red, side=side, activation=activation, actions=actions))


@pytest.mark.parametrize(
    ("blue", "red", "side", "scores"),
    [
        ("'?'", 11, "blue", [12, 11]),
        ("'?'", 2, "red", [1, 2]),
        (5, "'?'", "blue", [5, 0]),
        ("['?', 9]", "[4, 3]", "blue", [4, 4, 9, 3]),
    ],
)
def test_the_throw_for_the_initiative(blue: Any, red: Any, side: str, scores: list[int]) -> None:
    battle = opening(blue, red, side)
    throws = [event for event in play(battle).log.of("throw") if event["purpose"] == "initiative"]
    assert [event["faces"][0] for event in throws] == scores
    assert all(
        (event["faces"] == [0]) or not event.get("inferred") or event["faces"][0] in (12, 1, 4) for event in throws
    )


def test_an_initiative_that_cannot_be() -> None:
    found = [one for one in findings(opening("'?'", 1, "red")) if one.code == "impossible-die"]
    assert [one.message for one in found] == ["no throw for initiative of the Blue lets the phases stand so"]


# -- shipped battles ---------------------------------------------------------------------------------------------------


def unmarked(log: Log) -> Log:
    """The log as if every die had been noted."""
    events = [
        replace_data(event, {name: value for name, value in event.data.items() if name != "inferred"}) for event in log
    ]
    return Log(log.header, events)


def replace_data(event: Event, data: dict[str, Any]) -> Event:
    return Event(event.n, event.turn, event.phase, event.side, event.kind, data)


def actions(record: Record) -> list[Action]:
    return [one for turn in record.turns for part in turn.phases for one in part.entries if isinstance(one, Action)]


def changed(record: Record, change: Callable[[Action], Action]) -> Record:
    def entry(one: Entry) -> Entry:
        return change(one) if isinstance(one, Action) else one

    return replace(
        record,
        turns=[
            replace(turn, phases=[replace(part, entries=[entry(one) for one in part.entries]) for part in turn.phases])
            for turn in record.turns
        ],
    )


def shipped(name: str) -> tuple[BattleFile, Replay]:
    (path,) = resources.scenarios().glob(f"*/{name}.battle.yaml")
    battle = loaded(Path(path))
    return battle, replay(rulesets.of(battle.scenario), battle.scenario, battle.record)


def test_the_play_test_without_the_dice_whose_totals_stand_there() -> None:
    battle, whole = shipped("playtest-1")
    sums = {(one.place.line) for one in whole.findings}
    left_out: list[int] = []

    def change(action: Action) -> Action:
        said = action.declared
        if None in said.totals or action.place.line in sums or not said.dice:
            return action
        for die, total, added in zip(said.dice, said.totals, said.modifiers, strict=True):
            if die[0] is None or total != die[0] + sum((added or {}).values()):
                return action  # a slip: the total and the die are not one thing
        left_out.append(action.place.line)
        return replace(action, declared=replace(said, dice=()))

    guessed = replay(whole.battle.rules, battle.scenario, changed(battle.record, change))
    assert len(left_out) > 10
    assert compare(whole.log, unmarked(guessed.log)) is None
    assert sum(bool(event.get("inferred")) for event in guessed.log) == 2 * len(left_out)
    assert guessed.findings == whole.findings


def test_a_battle_of_hits_without_its_dice() -> None:
    """The faces stay open unless only one will do, but what they came to is what was noted."""
    battle, whole = shipped("game-4")
    totals = [event["totals"] for event in whole.log.of("combat") if not event.get("apart")]
    fights = iter(totals)

    def change(action: Action) -> Action:
        if action.order.verb not in ("fire", "close") or not action.declared.result:
            return action
        mine, theirs = next(fights)
        return replace(action, declared=replace(action.declared, dice=(), totals=(mine, theirs)))

    guessed = replay(whole.battle.rules, battle.scenario, changed(battle.record, change))
    assert next(fights, None) is None
    assert guessed.findings == ()
    assert [known(event) for event in guessed.log] == [known(event) for event in whole.log]
    rules = whole.battle.rules
    again = replay(rules, battle.scenario, record_of(guessed.log, battle.scenario))
    assert compare(guessed.log, again.log) is None


def known(event: Event) -> tuple[Any, ...]:
    """An event without the faces of its dice and what follows from them alone: how many hits were halved."""
    open_ = {"faces", "dice", "noted", "inferred", "modifiers"}
    return event.turn, event.phase, event.side, event.kind, {k: v for k, v in event.data.items() if k not in open_}


# -- throws for how much may be done -----------------------------------------------------------------------------------

MANY = """\
format: reportgen-battle/1
turns:
  - turn: 1
    initiative: {{blue: 9, red: 2}}
    phases:
      - side: blue
        activation: '?'
        actions: [{turned}]
scenario:
  format: reportgen-scenario/1
  title: A Parade
  ruleset: late19c
  board: {{columns: 14, rows: 12}}
  sides:
    - {{id: blue, name: Blue, edge: W, units: [{{type: regular_infantry, name: Blue, label: BLU, count: 13}}]}}
    - {{id: red, name: Red, edge: E, units: [{{type: native_infantry, name: Red, label: RED}}]}}
  deployment: {{RED: N12 W, {placed}}}
"""


@pytest.mark.parametrize(("turned", "thrown"), [(11, 0), (12, 12), (13, 12)])
def test_as_many_activations_as_a_die_can_give_need_that_die(turned: int, thrown: int) -> None:
    placed = ", ".join(f"BLU{n}: {'ABCDEFGHIJKLM'[n - 1]}2 N" for n in range(1, 14))
    lines = ", ".join(f"BLU{n} E" for n in range(1, turned + 1))
    battle = text_of(MANY.format(turned=lines, placed=placed))
    played = replay(rulesets.of(battle.scenario), battle.scenario, battle.record)
    (throw,) = [event for event in played.log.of("throw") if event["purpose"] == "activation"]
    assert throw["faces"] == [thrown]
    assert throw.get("inferred") == ([0] if thrown else None)
    assert [one.code for one in played.findings] == ["illegal"] * (turned > 12)


@pytest.mark.parametrize(("turned", "wanted"), [(11, "dice"), (12, "order")])
def test_the_recorder_does_not_ask_for_that_die(turned: int, wanted: str) -> None:
    placed = ", ".join(f"BLU{n}: {'ABCDEFGHIJKLM'[n - 1]}2 N" for n in range(1, 14))
    lines = ", ".join(f"BLU{n} E" for n in range(1, turned + 1))
    battle = text_of(MANY.format(turned=lines, placed=placed).replace("        activation: '?'\n", ""))
    session = Session(rulesets.of(battle.scenario), battle.scenario, battle.record)
    assert session.now.need.kind == wanted


def text_of(text: str) -> BattleFile:
    problems = Problems()
    source = parse(text, "b.yaml", problems)
    battle = battle_from(source, None, rulesets.vocabulary, problems) if source is not None else None
    assert battle is not None, [str(one) for one in problems]
    return battle


ORDERS = """\
format: reportgen-battle/1
turns:
  - turn: 1
    phases:
      - side: blue
        actions: ["[orders GHQ ?]", {turned}]
scenario:
  format: reportgen-scenario/1
  title: A Parade
  ruleset: tin_brigadier
  board: {{columns: 14, rows: 12}}
  sides:
    - id: blue
      name: Blue
      edge: S
      units:
        - {{type: ghq, name: Blue Staff, label: GHQ}}
        - {{type: infantry, name: Blue, label: BLU, count: 7}}
    - {{id: red, name: Red, edge: N, units: [{{type: infantry, name: Red, label: RED}}]}}
  deployment: {{RED: N12 S, GHQ: A1 N, {placed}}}
"""


@pytest.mark.parametrize(("turned", "thrown"), [(5, 0), (6, 6), (7, 6)])
def test_as_many_orders_as_a_die_can_give_need_that_die(turned: int, thrown: int) -> None:
    placed = ", ".join(f"BLU{n}: {'ABCDEFG'[n - 1]}2 N" for n in range(1, 8))
    lines = ", ".join(f"BLU{n} E" for n in range(1, turned + 1))
    battle = text_of(ORDERS.format(turned=lines, placed=placed))
    played = replay(rulesets.of(battle.scenario), battle.scenario, battle.record)
    throw = next(event for event in played.log.of("throw") if event["purpose"] == "orders")
    assert throw["faces"] == [thrown]
    assert throw.get("inferred") == ([0] if thrown else None)
    assert [one.code for one in played.findings] == ["illegal"] * (turned > 6)


# -- rules of the players' own -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "dice", "inferred"),
    [
        ("PDRA x KHOR ?:5 (none | none) = 6:5", [[6], [5]], [0]),
        ("PDRA x KHOR ?,3:5 (aim 2 | none) = 9:5", [[4, 3], [5]], [0]),
        ("PDRA x KHOR ?,?:5 (none | none) = 12:5", [[6, 6], [5]], [0, 1]),
        ("PDRA x KHOR ?,?:5 (none | none) = 7:5", [[0, 0], [5]], None),
        ("PDRA x KHOR ?:5 = 6:5", [[0], [5]], None),  # nobody knows what was added
    ],
)
def test_sums_without_an_engine(line: str, dice: list[list[int]], inferred: list[int] | None) -> None:
    battle, played = shot(line)
    (combat,) = played.log.of("combat")
    assert combat["dice"] == dice
    throws = [event for event in played.log.of("throw") if event["purpose"] == "combat"]
    assert throws[0].get("inferred") == inferred
    assert played.findings == ()
    again = replay(played.battle.rules, battle.scenario, record_of(played.log, battle.scenario))
    assert compare(played.log, again.log) is None


def test_a_sum_that_cannot_be_without_an_engine() -> None:
    _, played = shot("PDRA x KHOR ?:5 (none | none) = 9:5")
    assert [(one.code, one.message) for one in played.findings] == [
        ("impossible-die", "the attacker: no throw of a D6 makes the total 9; it can be from 1 to 6")
    ]


def shot(line: str) -> tuple[BattleFile, Replay]:
    """A battle of nothing but one line, on the scenario of the tithe barn."""
    battle, whole = shipped("the-corn-cart")
    notation = Notation(rulesets.of(battle.scenario).vocabulary)
    part = PhaseRecord("parliament", entries=list(notation.parse(line)))
    record = replace(
        battle.record, turns=[TurnRecord(1, {"royalist": (2,), "parliament": (3,)}, [part])], ends={}, entries=[]
    )
    return battle, replay(whole.battle.rules, battle.scenario, record)


# -- where it is told --------------------------------------------------------------------------------------------------


def test_the_report_says_what_was_worked_out() -> None:
    battle = phase("INF1 x SPR1 = 14:4 -> destroyed")
    played = play(battle)
    made = report(played.log, battle.scenario, played.battle.rules, "full", battle.record)
    (row,) = [row for turn in made.turns for part in turn.phases for row in part.combats]
    assert row.findings == ("Not noted but worked out: INF1 9, SPR1 2",)
    assert (row.dice, row.totals) == ((9, 2), (14, 4))


def test_the_recorder_asks_only_for_what_is_open(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    for line in ("9:7", "9", "2", "9"):
        assert session.feed(line).changed
    reply = session.feed("INF1 x SPR1 = 14:?")
    assert reply.text.splitlines()[0] == "Not noted but worked out: 9 thrown by INF1."
    assert session.prompt.startswith("D12 SPR1, ")
    reply = session.feed("2")
    assert "-> SPR1 destroyed" in reply.text
    refused = session.feed("MGN x SPR2 = 30:5")
    assert "no throw of a D12 makes the total 30" in refused.text and not refused.changed
