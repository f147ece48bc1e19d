"""Battle files: read with every fault at its place, and written so that they are read back equal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen import rulesets
from reportgen.battle.orders import Action, Declared, Order, Thrown
from reportgen.battle.record import Heading, Note, PhaseRecord, Photo, Record, TurnRecord
from reportgen.files.battlefile import BattleFile, battle_from, load_battle
from reportgen.files.battlewriting import write_battle
from reportgen.files.notation import Notation
from reportgen.files.source import parse
from reportgen.problems import Problems
from tests.replay import skirmish

WORDS = rulesets.load("late19c").vocabulary
VERBS = ", ".join(sorted({*(verb.id for verb in WORDS.verbs), "throw"}))


def said(text: str, folder: Path | None = None) -> list[str]:
    """The problems of a battle file that has some; its scenario is the skirmish."""
    problems = Problems()
    source = parse(text + skirmish.SCENARIO, "b.yaml", problems)
    assert source is not None
    assert battle_from(source, folder, rulesets.vocabulary, problems) is None
    return [str(problem) for problem in problems]


def phase(*actions: str) -> str:
    """The file's beginning; the first action stands in line 6."""
    lines = "".join(f"          - {action}\n" for action in actions)
    return (
        f"format: reportgen-battle/1\nturns:\n  - turn: 1\n    phases:\n      - side: blue\n        actions:\n{lines}"
    )


def entries(*actions: str) -> list[object]:
    (turn,) = skirmish.read(phase(*actions).split("turns:\n")[1]).record.turns
    return list(turn.phases[0].entries)


# -- reading -----------------------------------------------------------------------------------------------------------


def test_everything_that_a_record_may_hold() -> None:
    battle = skirmish.read(
        """\
  - turn: 1
    initiative: {blue: [5, 9], red: [5, '?']}
    entries: [{heading: Dawn}]
    phases:
      - side: blue
        activation: '?'
        actions:
          - INF1+INF2 C6-D6 E
          - note: a remark
          - photo: a.jpg
            caption: what it shows
          - end
      - {side: red}
  - {turn: 3}
ends: {why: agreed, outcome: Over., winner: nobody}
seed: 12
battle: 3
version: "1.0"
players: {blue: me}
title: A Title
variants: [flank_fire]
entries: [{note: first}]
"""
    )
    assert battle.record == Record(
        ruleset="late19c",
        version="1.0",
        variants=("flank_fire",),
        seed=12,
        battle=3,
        players={"blue": "me"},
        title="A Title",
        turns=[
            TurnRecord(
                1,
                {"blue": (5, 9), "red": (5, 0)},
                [
                    PhaseRecord(
                        "blue",
                        0,
                        [
                            Action(Order("move", "INF1", path=("C6", "D6"), facing="E")),
                            Action(Order("move", "INF2", path=("C6", "D6"), facing="E")),
                            Note("a remark"),
                            Photo("a.jpg", "what it shows"),
                        ],
                        over=True,
                    ),
                    PhaseRecord("red"),
                ],
                [Heading("Dawn")],
            ),
            TurnRecord(3),
        ],
        ends={"why": "agreed", "outcome": "Over.", "winner": "nobody"},
        entries=[Note("first")],
    )
    assert battle.record.turns[0].phases[0].entries[0].place.line == 10
    assert battle.record.turns[0].phases[0].entries[0].place.column == 13


def test_what_is_left_out() -> None:
    record = skirmish.read("  []\n").record
    assert record == Record("late19c", title="A Skirmish")
    assert (record.variants, record.seed) == (None, None)


def test_actions_written_out_mean_the_same_as_lines() -> None:
    written = entries(
        "{verb: move, unit: inf1, path: c6-d6/2, facing: e}",
        "{verb: move, unit: INF1, path: [C6, D6/2], facing: E}",
        "{verb: fire, unit: INF1, target: SPR1, dice: [9, '?'], rethrows: [[3, 4]], totals: [12, '?']}",
        "{verb: fire, unit: INF1, target: SPR1, result: withdraws}",
        "{verb: fire, unit: INF1, target: SPR1, dice: [[4, 2], 1], modifiers: {attacker: {value: 2}, defender: {}}}",
        "{verb: close, unit: INF1, target: SPR1, result: withdraw, loser: attacker, withdrew: B6, comment: oh}",
        "{verb: fire, unit: INF1, target: SPR1, throws: [{purpose: luck, unit: SPR1, dice: 3}]}",
        "{verb: dilemma, text: [left, the right], dice: [3, 4]}",
        "{verb: dismount, unit: BCM}",
    )
    assert written == entries(
        "INF1 C6-D6/2 E",
        "INF1 C6-D6/2 E",
        "INF1 x SPR1 9:? 3:4 = 12:?",
        "INF1 x SPR1 -> withdraws",
        "INF1 x SPR1 4,2:1 (value 2 | none)",
        "'INF1 xx SPR1 -> attacker withdraws B6 # oh'",
        "INF1 x SPR1 [luck SPR1 3]",
        'dilemma left | "the right" 3:4',
        "BCM dismounts",
    )


# -- faults ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "column", "problem"),
    [
        ("INF1 C6-Q", 21, "error[notation]: 'Q' cannot stand here; expected a square (such as C7)"),
        ("'INF1 C6-Q'", 22, "error[notation]: 'Q' cannot stand here; expected a square (such as C7)"),
        ("INF9 N", 13, "error[notation]: no unit is called 'INF9'; did you mean INF2?"),
        ("INF1 C6-N13 E", 21, "error[off-board]: 'N13' is off the board, which runs from A1 to L12"),
        ("INF1 x SPR1 9:4 -> withdraws Z1", 42, "error[off-board]: 'Z1' is off the board, which runs from A1 to L12"),
        ("{verb: fly, unit: INF1}", 20, "error[unknown-value]: 'verb' cannot be 'fly'; known here: " + VERBS),
        ("{verb: move, unit: INX1}", 32, "error[unknown-unit]: no unit is called 'INX1'; did you mean 'INF1'?"),
        ("{verb: move, path: [A1]}", 13, "error[missing-key]: the key 'unit' is missing: who is it that does 'move'?"),
        ("{verb: fire, unit: INF1}", 13, "error[missing-key]: the key 'target' is missing"),
        (
            "{verb: move, unit: INF1, path: A1-M1}",
            44,
            "error[off-board]: 'M1' is off the board, which runs from A1 to L12",
        ),
        (
            "{verb: move, unit: INF1, path: A1/3}",
            44,
            "error[bad-form]: 'A1/3': a square has a first and a second row; write /1 or /2",
        ),
        ("{verb: move, unit: INF1, facing: NE}", 46, "error[unknown-value]: 'NE' is no facing; known here: E, N, S, W"),
        (
            "{verb: fire, unit: INF1, target: SPR1, result: flees}",
            60,
            "error[unknown-value]: 'flees' is no result of a combat; known here: destroyed, ineffective, withdraws",
        ),
        ("{note: a, heading: b}", 23, "error[unknown-key]: the key 'heading' is not known here; known here: note"),
    ],
)  # fmt: skip
def test_a_wrong_action(action: str, column: int, problem: str) -> None:
    assert said(phase("INF1 N", action)) == [f"b.yaml:8:{column}: {problem}"]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            "format: reportgen-battle/1\nruleset: tin_brigadier\nturns: []\n",
            ["b.yaml:2:10: error[wrong-ruleset]: the battle is played by 'tin_brigadier', its scenario is written for "
             "'late19c'; leave 'ruleset' out here"],
        ),
        (
            "format: reportgen-battle/1\nturns:\n  - {turn: 2}\n  - {turn: 2}\n  - {turn: 1}\n",
            [f"b.yaml:{line}:12: error[turn-order]: turn {turn} stands after turn 2; number the turns upwards"
             for line, turn in ((4, 2), (5, 1))],
        ),
        (
            "format: reportgen-battle/1\nplayers: {green: x}\nturns:\n  - turn: 1\n    initiative: {gren: 3}\n"
            "    phases:\n      - side: bleu\nends: {winner: rod}\n",
            ["b.yaml:2:11: error[unknown-side]: there is no side 'green'; known here: blue, red",
             "b.yaml:5:18: error[unknown-side]: there is no side 'gren'; known here: blue, red",
             "b.yaml:7:15: error[unknown-side]: there is no side 'bleu'; did you mean 'blue'?",
             "b.yaml:8:16: error[unknown-side]: there is no side 'rod'; did you mean 'red'?"],
        ),
        (
            "format: reportgen-battle/1\nentries: ['[weather 4]', INF1 N]\nturns: []\n",
            ["b.yaml:2:26: error[misplaced]: no phase has begun here; only notes, photographs, headings and dice may "
             "stand here; let it be an action of a phase"],
        ),
        (
            phase("end", "note: fine", "INF1 N"),
            ["b.yaml:9:13: error[after-end]: this stands after the end of the phase; "
             "let 'end' be the last action of its phase"],
        ),
        (
            phase("photo: ../a.jpg", "photo: none.jpg", "photo: text.txt"),
            ["b.yaml:7:20: error[outside-folder]: '../a.jpg' leads out of the folder; "
             "name a file in this file's own folder or below it",
             "b.yaml:8:20: error[no-file]: there is no picture 'none.jpg'; check the name and the folder",
             "b.yaml:9:20: error[no-picture]: 'text.txt' is no picture; "
             "use one of .jpg, .jpeg, .png, .webp, .tif, .tiff, .gif"],
        ),
    ],
)  # fmt: skip
def test_a_wrong_file(text: str, problems: list[str], tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("no picture")
    assert said(text, tmp_path) == problems


def test_faults_of_an_embedded_scenario_are_told_once() -> None:
    problems = Problems()
    text = "format: reportgen-battle/1\nturns: []\n" + skirmish.SCENARIO.replace("general: average", "general: brave")
    source = parse(text, "b.yaml", problems)
    assert source is not None
    assert battle_from(source, None, rulesets.vocabulary, problems) is None
    assert [problem.code for problem in problems] == ["unknown-value"]


def test_a_scenario_in_a_file(tmp_path: Path) -> None:
    body = "\n".join(line[2:] for line in skirmish.SCENARIO.splitlines()[1:])
    (tmp_path / "s.yaml").write_text(body)
    (tmp_path / "b.battle.yaml").write_text("format: reportgen-battle/1\nscenario: s.yaml\nturns: [{turn: 1}]\n")
    problems = Problems()
    battle = load_battle(tmp_path / "b.battle.yaml", rulesets.vocabulary, problems)
    assert battle is not None
    assert battle.scenario == skirmish.phase().scenario
    assert battle.record.turns == [TurnRecord(1)]
    for name, code in (("t.yaml", "no-file"), ("../s.yaml", "outside-folder"), ("''", "empty")):
        (tmp_path / "b.battle.yaml").write_text(f"format: reportgen-battle/1\nscenario: {name}\n")
        found = Problems()
        assert load_battle(tmp_path / "b.battle.yaml", rulesets.vocabulary, found) is None
        assert [problem.code for problem in found] == [code]


def test_a_missing_file_and_a_missing_scenario(tmp_path: Path) -> None:
    problems = Problems()
    assert load_battle(tmp_path / "none.yaml", rulesets.vocabulary, problems) is None
    (tmp_path / "b.yaml").write_text("format: reportgen-battle/1\nturns: 3\n")
    assert load_battle(tmp_path / "b.yaml", rulesets.vocabulary, problems) is None
    assert [problem.code for problem in problems] == ["missing-key", "wrong-type", "no-file"]


def test_a_draft_goes_without_its_pictures(tmp_path: Path) -> None:
    problems = Problems()
    source = parse(phase("photo: none.jpg") + skirmish.SCENARIO, "b.yaml", problems)
    assert source is not None
    assert battle_from(source, tmp_path, rulesets.vocabulary, problems, draft=True) is not None
    assert [problem.severity for problem in problems] == ["warning"]


# -- writing -----------------------------------------------------------------------------------------------------------


def reread(record: Record) -> tuple[str, BattleFile]:
    text = write_battle(record, skirmish.phase().scenario, WORDS)
    problems = Problems()
    source = parse(text, "again.yaml", problems)
    assert source is not None, text
    again = battle_from(source, None, rulesets.vocabulary, problems, draft=True)
    assert again is not None, "\n".join(map(str, problems)) + text
    return text, again


def test_it_looks_as_written_by_hand() -> None:
    battle = skirmish.phase("INF1+INF2 C6-D6 E", "note: Dust.", "INF1 x SPR1 9:2 -> destroyed", "end")
    text = write_battle(battle.record, "scenario.yaml", WORDS)
    assert (
        text
        == """\
format: reportgen-battle/1
title: A Skirmish
scenario: scenario.yaml
ruleset: late19c

turns:
  - turn: 1
    initiative: {blue: 9, red: 2}
    phases:
      - side: blue
        activation: 6
        actions:
          - spot "the grove" 2:9
          - INF1+INF2 C6-D6 E
          - note: Dust.
          - INF1 x SPR1 9:2 -> destroyed
          - end
"""
    )


def test_a_scenario_is_embedded_whole() -> None:
    text, again = reread(skirmish.phase("INF1 N").record)
    assert again.scenario == skirmish.phase().scenario
    assert text.index("\nturns:") < text.index("\nscenario:\n")


def test_what_no_line_can_say_is_written_out() -> None:
    odd = [
        Action(Order("fire", "INF1", "SPR1"), Declared(withdrew=("F6",), loser="attacker")),
        Action(Order("move", "INF1", path=("C7",)), comment="two\nlines"),
        Action(Order("move", "INF1"), Declared(throws=(Thrown("luck", (3,)),))),
        Action(Order("fire", "INF1", "SPR1"), Declared(dice=((3, None), (4,)), rethrows=((1,),), totals=(3, None))),
        Action(Order("fire", "INF1", "SPR1"), Declared(modifiers=({"two words": 1}, None))),
        Action(Order("leave", "INF1"), Declared(throws=(Thrown("two words", (3, None), "SPR1"),))),
    ]
    record = skirmish.phase("INF1 N").record
    record.turns[0].phases[0].entries = [*odd, Action(Order("move", "INF2", path=("C7",)))]
    text, again = reread(record)
    assert again.record == record
    assert text.count("verb: ") == len(odd)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("{verb: dismount, unit: CAV, text: [now]}", "7:48: error[misplaced]: 'now' cannot stand behind 'dismounts'"),
        ("{verb: dismount, unit: CAV, path: D4}", "7:47: error[misplaced]: no place can stand with 'dismounts'"),
        ("{verb: move, unit: CAV, path: D4, dice: [4]}", "no dice can stand behind 'move'"),
        ("{verb: spot, dice: [4, 5]}", "7:13: error[misplaced]: behind 'spot' stands one word or text at least"),
        ("{verb: end, facing: N}", "no facing can stand with 'end'"),
        (
            "{verb: throw, throws: [{purpose: luck, dice: [4]}], result: destroyed}",
            "no result can stand behind 'throw'",
        ),
        (
            "{verb: throw, throws: [{purpose: luck, unit: NIX, dice: [4]}]}",
            "7:58: error[unknown-unit]: no unit and no side is called 'NIX'",
        ),
    ],
)
def test_what_a_verb_has_no_use_for_is_refused_written_out_too(action: str, told: str) -> None:
    (problem,) = said(phase(action))
    assert told in problem


@pytest.mark.parametrize("line", ['""', '"INF1 \\x07 N"', "x" * 1_001])
def test_a_line_that_can_be_no_line_is_told_once(line: str) -> None:
    problems = Problems()
    source = parse(phase(line) + skirmish.SCENARIO, "b.yaml", problems)
    assert source is not None
    battle_from(source, None, rulesets.vocabulary, problems)
    assert len(problems) == 1


texts = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\r"), min_size=1, max_size=60)
remarks = st.one_of(
    st.builds(Note, texts),
    st.builds(Heading, texts.filter(str.strip)),
    st.builds(Photo, texts.filter(str.strip), texts),
)
LINES = (
    *("INF1 C6-D6 E", "INF2 C6-D6 E", "INF2 N", "BCM A6 leaves", "INF1 x SPR1 9:4", "[morale INF1 3]"),
    *("SPR1 xx INF1 ?:4 1:2 = 5:? -> destroyed", 'dilemma "a: b" | c 3:4'),
    "MGN x CAV 3:4 (value 2 | none) [luck 3] -> attacker withdraws B4-A4 # oh: no",
)
lines = st.sampled_from([Notation(WORDS).parse(line)[0] for line in LINES])
weather = st.builds(
    lambda face: Action(Order("throw"), Declared(throws=(Thrown("weather", (face,)),))), st.integers(1, 6)
)
phases = st.builds(
    PhaseRecord,
    st.sampled_from(["blue", "red"]),
    st.one_of(st.none(), st.integers(0, 12)),
    st.lists(st.one_of(lines, remarks), max_size=6),
    st.booleans(),
)
throws = st.lists(st.integers(0, 12), min_size=1, max_size=3).map(tuple)
turns = st.builds(
    TurnRecord,
    st.just(1),
    st.dictionaries(st.sampled_from(["blue", "red"]), throws),
    st.lists(phases, max_size=3),
    st.lists(remarks, max_size=2),
)
records = st.builds(
    Record,
    ruleset=st.just("late19c"),
    version=st.sampled_from(["", "1.1", "2"]),
    variants=st.sampled_from([None, (), ("flank_fire",)]),
    seed=st.one_of(st.none(), st.integers(0, 10**9)),
    battle=st.integers(0, 99),
    players=st.dictionaries(st.sampled_from(["blue", "red"]), texts),
    title=texts,
    turns=st.lists(turns, max_size=1),
    ends=st.one_of(
        st.just({}), st.fixed_dictionaries({"why": texts}, optional={"outcome": texts, "winner": st.just("red")})
    ),
    entries=st.lists(st.one_of(remarks, weather), max_size=2),
)


@settings(deadline=None)
@given(records)
def test_written_and_read_again(record: Record) -> None:
    text, again = reread(record)
    assert again.record == record
    assert reread(again.record)[0] == text
