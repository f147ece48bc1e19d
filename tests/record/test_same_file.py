"""A battle recorded by keystrokes is the battle of the file, wherever its recording was broken off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import pytest
import yaml

from reportgen import api, resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.export import record_of
from reportgen.battle.play import Battle
from reportgen.battle.record import Record
from reportgen.files.battlewriting import write_battle
from reportgen.files.notation import Notation
from reportgen.files.scenario import load_scenario
from reportgen.opened import shipped_scenarios
from reportgen.problems import Problems
from reportgen.record.players import computer
from reportgen.record.session import Session
from tests.record.table import KEYS, blank, keystrokes, loaded, people, session_of

SHIPPED = sorted(resources.scenarios().glob("*/*.battle.yaml"))
SCENARIOS = shipped_scenarios()


def lines_of(path: Path) -> list[str]:
    battle = loaded(path)
    words = rulesets.of(battle.scenario).vocabulary
    return list(keystrokes(battle.record, Notation(words)))


def faults(text: str, ruleset: str) -> list[str]:
    """What the published schema finds in a battle file, with the ruleset's words and without."""
    schemas = [api.schema("battle", ruleset), api.schema("battle")]
    data = yaml.safe_load(text)
    return [fault.message for one in schemas for fault in jsonschema_rs.validator_for(one).iter_errors(data)]


def test_battles_ship() -> None:
    assert any(path.name == "playtest-1.battle.yaml" for path in SHIPPED)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_battle_by_keystrokes_is_its_file(path: Path, tmp_path: Path) -> None:
    battle = loaded(path)
    session = blank(battle, tmp_path / path.name)
    session.folder = path.parent  # its photographs lie there
    session.begin()
    warned: list[str] = []
    for line in lines_of(path):
        if line == "end" and session.now.need.kind == "over":
            continue  # the rules ended the battle before the phase
        reply = session.feed(line)
        warned += [said.text for said in reply.said if said.tone == "warning"]
        if session.pending is not None:  # the battle stands as it was played
            reply = session.feed("insist")
        assert reply.changed, f"{session.prompt}{line}\n{reply.text}"
    mine = replace(battle.record, players=people(battle), seed=None)
    assert session.record == mine
    words = rulesets.of(battle.scenario).vocabulary
    text = (tmp_path / path.name).read_text()
    assert text == write_battle(mine, "scenario.yaml", words)
    assert faults(text, battle.record.ruleset) == []
    # What is found at the table is what a check finds, but for what the scenario says of its forces.
    found = [one for one in session.findings() if one.code not in ("wrong-points", "wrong-stands", "other-version")]
    assert len(warned) == len(found)


@pytest.mark.parametrize("path", SCENARIOS.values(), ids=SCENARIOS)
def test_two_computers_record_what_they_would_have_fought(path: Path) -> None:
    problems = Problems()
    scenario = load_scenario(path, rulesets.vocabulary, problems)
    assert scenario is not None, "\n".join(map(str, problems))
    rules = rulesets.of(scenario)
    if rules.vocabulary.as_recorded:
        pytest.skip("nobody but people can fight by these rules")
    scenario = replace(scenario, turns=3)
    players = {side.id: computer("nearest") for side in scenario.sides}
    commanders = {side.id: rules.commander("nearest", scenario, side.id, 12) for side in scenario.sides}
    log = Battle(rules, scenario, Seeded(12, commanders), seed=12, players=players).play()
    session = Session(rules, scenario, Record(scenario.ruleset, rules.version, title=scenario.title))
    session.feed("dice on 12")
    for side in scenario.sides:
        session.feed(f"ai on {side.id} nearest")
    assert session.prompt == "over> "
    assert session.record == record_of(log, scenario)
    for named in ("scenario.yaml", scenario):  # by its file, or the whole of it
        assert faults(write_battle(session.record, named, session.words), scenario.ruleset) == []


SOLO = (
    "dice on 5",
    "ai on red",
    "MGN C4-C5 E",
    "INF1 x SPR1",
    "",
    "end",
    "note The reds are quick.",
    "end",
    "dice off",
)
"""Against the computer, which throws as well."""


@pytest.mark.parametrize("keys", [KEYS, SOLO], ids=["two people", "against the computer"])
def test_broken_off_after_every_line_it_is_the_same_file(tmp_path: Path, keys: tuple[str, ...]) -> None:
    """What is read again is what was there, so that whatever is typed after it leads to the same."""
    for folder in ("whole", "broken"):
        (tmp_path / folder).mkdir()
    whole, broken = session_of(tmp_path / "whole"), session_of(tmp_path / "broken")
    for session in (whole, broken):
        session.begin()
    taken = 0
    for number, key in enumerate(keys, start=1):
        if key == "insist":
            broken.feed(keys[number - 2])  # a warning is not on the disk: the line is typed again
        said = [session.feed(key) for session in (whole, broken)]
        assert said[0].changed == said[1].changed, key
        broken = session_of(tmp_path / "broken")
        broken.begin()
        assert (broken.record, broken.prompt, broken.status) == (whole.record, whole.prompt, whole.status), key
        taken += said[0].changed
    assert taken >= len(keys) - 2
    files = [(tmp_path / folder / "b.battle.yaml").read_text() for folder in ("whole", "broken")]
    assert files[0] == files[1]


def test_every_state_on_the_way_is_a_battle_file(tmp_path: Path) -> None:
    session = session_of(tmp_path)
    for key in KEYS:
        if session.feed(key).changed:
            assert loaded(tmp_path / "b.battle.yaml").record == session.record, key
