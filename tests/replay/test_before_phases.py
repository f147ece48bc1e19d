"""Dice that are thrown before the first phase: read, written, valid by the schema, and given to the rules."""

from __future__ import annotations

import jsonschema_rs
import yaml

from reportgen import api, rulesets
from reportgen.battle.orders import Action, Declared, Order, Thrown
from reportgen.battle.record import Note, Record, TurnRecord
from reportgen.battle.recorded import THROW
from reportgen.files.battlefile import BattleFile, battle_from
from reportgen.files.battlewriting import write_battle
from reportgen.files.source import parse
from reportgen.problems import Problems
from tests.replay.skirmish import SCENARIO, read, rules

WEATHER = Action(Order(THROW), Declared(throws=(Thrown("weather", (4, None)),)))
ODD = Action(Order(THROW), Declared(throws=(Thrown("weather of the day", (4,), "blue"),)), "by Aunt Mary")
"""No line of notation can say it."""


def test_what_is_written_is_valid_and_read_again() -> None:
    record = Record(
        "late19c",
        rules().version,
        entries=[WEATHER, Note("Rain."), ODD],
        turns=[TurnRecord(1, {"blue": (9,), "red": (2,)}, entries=[ODD, WEATHER])],
    )
    text = write_battle(record, read("  - {turn: 1}\n").scenario, rules().vocabulary)
    assert '- "[weather 4,?]"' in text
    assert "verb: throw" in text
    for schema in (api.schema("battle", "late19c"), api.schema("battle")):
        jsonschema_rs.validator_for(schema).validate(yaml.safe_load(text))
    again = loaded(text)
    assert (again.record.entries, again.record.turns) == (record.entries, record.turns)


def loaded(text: str) -> BattleFile:
    problems = Problems()
    source = parse(text, "b.yaml", problems)
    battle = battle_from(source, None, rulesets.vocabulary, problems) if source is not None else None
    assert battle is not None, [str(one) for one in problems]
    return battle


def test_nothing_else_may_stand_there() -> None:
    for entry in ("{verb: move, unit: INF1, path: C5}", "INF1 C5"):
        problems = Problems()
        text = f"format: reportgen-battle/1\nturns:\n  - turn: 1\n    entries: [{entry}]\n{SCENARIO}"
        source = parse(text, "b.yaml", problems)
        assert source is not None
        assert battle_from(source, None, rulesets.vocabulary, problems) is None
        assert {one.place.line for one in problems} == {4}
