"""What a person at the table would type to get a record, and a battle that is short."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reportgen.battle.orders import Action
from reportgen.battle.record import Entry, Heading, Note, Record
from reportgen.battle.recorded import BY_THE_RULES, DICE_ONLY
from reportgen.files.battlefile import BattleFile, load_battle
from reportgen.files.notation import Notation
from reportgen.problems import Problems
from reportgen.record.players import manner_of
from reportgen.record.session import Session
from reportgen.record.store import Store
from reportgen.rulesets import of, vocabulary

SCENARIO = """\
format: reportgen-scenario/1
title: The Ford
ruleset: late19c
turns: 2
board: {columns: 12, rows: 12}
terrain:
  areas: {wood: [D11]}
  places: {the grove: [D11]}
sides:
  - id: blue
    name: Blue
    edge: W
    general: average
    exits: [A6]
    units:
      - {type: regular_infantry, name: Blue Infantry, label: INF, count: 2}
      - {type: machine_gun, name: Blue Machine Gun, label: MGN}
      - {type: command, name: Blue Command, label: BCM}
  - id: red
    name: Red
    edge: E
    general: poor
    units:
      - {type: native_infantry, name: Red Spearmen, label: SPR, count: 3}
      - {type: native_cavalry, name: Red Cavalry, label: CAV}
      - {type: command, name: Red Command, label: RCM}
deployment:
  INF1: C6/1 E
  INF2: C6/2 E
  MGN: C4 E
  BCM: B7 E
  SPR1: E6 W
  SPR2: E5 W
  SPR3: {at: D11, facing: S, concealed: the grove}
  CAV: H6 W
  RCM: J6 W
"""

KEYS = (
    "heading Before breakfast",
    "note The first line of a note",
    "more and its *second*.",
    "7:7",
    "9",
    "2",
    "2",
    "9",
    "6",
    "INF1 x SPR1",
    "7:6",
    "F5",
    "BCM B7-B9 N",
    "MGN C4-C5 E",
    "dilemma stay here | go 4:4",
    "7 3",
    "INF2 x CAV 5:8",
    "insist",
    "end",
    "3",
    "CAV H6-F4-A2 W",
    "insist",
    "RCM J6-H6",
    "end",
    "3:11",
    "heading The second turn",
    "4",
    "note It was getting hot.",
    "end",
    'spot "the grove" 4:1',
    "?",
    "INF1 x SPR2 6:6 (value 3 | value 2) = 9:8 -> withdraws",
    "F4",
    "agree They went home. | red",
)
"""A battle with a bit of everything: ties, ways back to choose, warnings, dice in lines and apart, remarks, a slip."""


def session_of(folder: Path, battle: str = "b.battle.yaml") -> Session:
    """A session over a battle file in the folder, which holds the scenario."""
    from reportgen import api

    (folder / "scenario.yaml").write_text(SCENARIO)
    return api.record(str(folder / "scenario.yaml"), folder / battle).session


def keystrokes(record: Record, notation: Notation) -> Iterator[str]:
    """Lines that make the record, line by line: dice, orders with what is noted of them, remarks, ends of phases."""
    last = len(record.turns) - 1
    told = notation.vocabulary.as_recorded  # then whose phase it is has to be said, and the end
    by_rules = record.ends.get("why") in BY_THE_RULES and not told
    for entry in record.entries:
        yield from _remark(entry)
    for number, turn in enumerate(record.turns):
        for n in range(max(map(len, turn.initiative.values()), default=0)):
            yield ":".join(str(scores[n] or "?") for scores in turn.initiative.values())
        for entry in turn.entries:
            yield from _remark(entry)
        for phase in turn.phases:
            entries = list(phase.entries)
            if told:
                yield phase.side
            while not told and entries and isinstance(dice := entries[0], Action) and dice.order.verb in DICE_ONLY:
                yield notation.print(dice)
                entries.pop(0)
            if phase.activation is not None:
                yield str(phase.activation or "?")
            for entry in entries:
                yield from [notation.print(entry)] if isinstance(entry, Action) else _remark(entry)
            if number < last or phase is not turn.phases[-1] or phase.over or by_rules:
                yield "end"
        if told and number < last:
            yield "over"
    if record.ends and not by_rules:
        yield f"agree {record.ends['outcome']} | {record.ends['winner']} | {record.ends['why']}"


def _remark(entry: Entry) -> Iterator[str]:
    if isinstance(entry, Note):
        first, *more = entry.text.removesuffix("\n").split("\n")
        yield f"note {first}"
        yield from (f"more {line}".rstrip() for line in more)
    elif isinstance(entry, Heading):
        yield f"heading {entry.text}"
    elif not isinstance(entry, Action):
        yield f'photo "{entry.file}" {entry.caption}'.rstrip()


def loaded(path: Path) -> BattleFile:
    problems = Problems()
    battle = load_battle(path, vocabulary, problems, draft=True)
    assert battle is not None, "\n".join(map(str, problems))
    return battle


def people(battle: BattleFile) -> dict[str, str]:
    """Who played it, if people did: a computer would not wait for keystrokes."""
    return {side: who for side, who in battle.record.players.items() if manner_of(who) is None}


def blank(battle: BattleFile, path: Path) -> Session:
    """A session that begins the same battle anew in another file."""
    rules = of(battle.scenario)
    record = battle.record
    store = Store(path, "scenario.yaml", rules.vocabulary)
    empty = Record(record.ruleset, record.version, record.variants, title=record.title, players=people(battle))
    return Session(rules, battle.scenario, empty, keep=store.keep, folder=path.parent)
