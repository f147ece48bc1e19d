"""docs/recording.md: every command is in it, and what it shows is what is said."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from reportgen import resources, rulesets
from reportgen.battle.orders import Action
from reportgen.battle.record import Record
from reportgen.files.notation import Notation
from reportgen.files.scenario import load_scenario
from reportgen.problems import Problems
from reportgen.record.commands import COMMANDS
from reportgen.record.session import Session
from tests.record.table import keystrokes, loaded

DOCUMENT = Path(__file__).parents[2] / "docs" / "recording.md"
ASIDES = {
    "SPR1 xx RFA 4:3": ("odds SPR1 x RFA", "odds SPR1 xx RFA"),
    "MG x JIH2 9:4": ("MG x CAV1", "legal MG"),
}
"""What else is typed before a line of the play-test."""


def test_every_command_is_there() -> None:
    text = DOCUMENT.read_text()
    rows = ["| `" + command.usage.replace("|", "\\|") + "` |" for command in COMMANDS.values()]
    assert [row for row in rows if row not in text] == []


def transcript() -> str:
    """The first three turns of the play-test, its dice and squares typed and nothing that the computer can work out."""
    (path,) = resources.scenarios().glob("eastern-sudan/playtest-1.battle.yaml")
    battle = loaded(path)
    rules = rulesets.of(battle.scenario)
    notation = Notation(rules.vocabulary)
    bare = Record("late19c", turns=battle.record.turns[:3])
    for turn in bare.turns:
        for phase in turn.phases:
            phase.entries = [
                replace(entry, declared=replace(entry.declared, modifiers=(None, None), totals=(None, None), result=""))
                if isinstance(entry, Action)
                else entry
                for entry in phase.entries
            ]
    session = Session(rules, battle.scenario, Record("late19c", rules.version, title="The Convoy to Bir Handuk"))
    said = [session.begin().text]
    for line in keystrokes(bare, notation):
        for typed in (*ASIDES.get(line, ()), line):
            said.append(f"{session.prompt}{typed}")
            said.append(session.feed(typed).text)
    return "\n".join(text for text in said if text)


TIN = (
    *("4", "5", "odds GGUN1 x YINF1", "GGUN1 x YINF1", "3,5,6", "GMG1 x YCAV1 = 1:0 -> hit", "assault", "4", "end"),
    *("6", "odds YCAV3 charges GMG2", "YCAV3 charges GMG2", "assault", "volleys", "4,2,1"),
    *("YCAV3 xx GMG2", "1,5,6,2", "5"),
)
"""A turn on Grey's Hill."""


def tin_transcript() -> str:
    problems = Problems()
    scenario = load_scenario(resources.scenarios() / "greys-hill" / "scenario.yaml", rulesets.vocabulary, problems)
    assert scenario is not None
    session = Session(rulesets.of(scenario), scenario, Record("tin_brigadier", "1.0"))
    said = [session.begin().text]
    for typed in TIN:
        said.append(f"{session.prompt}{typed}")
        said.append(session.feed(typed).text)
    return "\n".join(text for text in said if text)


def test_what_it_shows_is_what_is_said() -> None:
    whole = f"{transcript()}\n{tin_transcript()}\n"
    shown = re.findall(r"^```text\n(.*?)^```$", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
    assert len(shown) >= 4
    for block in shown:
        assert block in whole, block
