"""Whatever is typed, a session answers: it never raises, and what it takes is a battle file that reads back."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from reportgen.battle.record import Record
from reportgen.battle.scenario import Scenario
from reportgen.files.battlefile import battle_from
from reportgen.files.battlewriting import write_battle
from reportgen.files.scenario import scenario_from
from reportgen.files.source import parse
from reportgen.problems import Problems
from reportgen.record.commands import COMMANDS
from reportgen.record.completing import completions
from reportgen.record.moment import played
from reportgen.record.session import Session
from reportgen.rulesets import load, vocabulary
from tests.record.table import KEYS, SCENARIO

WORDS = (
    *COMMANDS, *(f":{name}" for name in COMMANDS),
    "INF1", "INF2", "MGN", "BCM", "SPR1", "SPR2", "SPR3", "CAV", "RCM", "INF1+INF2", "inf1",
    "x", "xx", "-", "->", "leaves", "mounts", "dismounts", "spot", "withdraws", "destroyed", "attacker",
    "C4", "C4-C5", "C4-D5-E6", "A6", "C6/1", "Z99", "AA1", "N", "E", "S", "W",
    "9", "9:4", "?", "?:4", "0", "13", "7:7", "4,2", "1 2 3", "9:4:2", "99999",
    "(value 3 | value 2)", "(", ")", "= 10:8", "=", "|", '"', '"the grove"', "the grove", "[morale INF1 4]", "#",
    "# so", "on", "off", "blue", "red", "nobody", "careful", "random", "ä", "\t", "  ", "",
)  # fmt: skip


@cache
def scenario() -> Scenario:
    problems = Problems()
    source = parse(SCENARIO, "scenario.yaml", problems)
    assert source is not None
    found = scenario_from(source, None, vocabulary, problems)
    assert found is not None, [str(problem) for problem in problems]
    return found


typed = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join),
    st.sampled_from(KEYS),
    st.sampled_from(
        ["", "1", "2", "0", "9:4", "6", "end", "undo", "redo", "insist", "guide", "dice on 3", "ai on red"]
    ),
    st.text(max_size=40),
)


@settings(deadline=None, max_examples=80)
@given(st.lists(typed, max_size=14), st.integers(0, len(KEYS)))
def test_whatever_is_typed(lines: list[str], already: int) -> None:
    rules = load("late19c")
    kept: list[Record] = []
    session = Session(rules, scenario(), Record("late19c", title="The Ford"), keep=kept.append)
    session.begin()
    for line in (*KEYS[:already], *lines):
        before = session.record
        reply = session.feed(line)
        assert reply.changed == (session.record is not before) or session.of_computer(session.now.need.side)
        assert session.prompt
        assert session.status
        completions(session, line)
    if session.record.turns:
        assert kept[-1] is session.record
    assert_reads_back(session)


def assert_reads_back(session: Session) -> None:
    text = write_battle(session.record, session.scenario, session.rules.vocabulary)
    problems = Problems()
    source = parse(text, "b.battle.yaml", problems)
    assert source is not None
    again = battle_from(source, None, vocabulary, problems, draft=True)
    pictures = [problem for problem in problems if problem.code not in ("outside-folder", "no-file")]
    assert again is not None, f"{[str(p) for p in pictures]}\n{text}"
    assert again.record == session.record
    now = played(session.rules, session.scenario, again.record)
    assert now.battle.log.dumps() == session.now.battle.log.dumps()


@settings(deadline=None, max_examples=40)
@given(st.text(max_size=60))
def test_any_text_is_a_note(text: str) -> None:
    session = Session(load("late19c"), scenario(), Record("late19c", title="The Ford"))
    if session.feed(f"note {text}").changed:
        assert_reads_back(session)
    if session.feed(f"more {text}").changed:
        assert_reads_back(session)
    if session.feed(f"heading {text}").changed:
        assert_reads_back(session)
    if session.feed(f"agree {text}").changed:
        assert_reads_back(session)
