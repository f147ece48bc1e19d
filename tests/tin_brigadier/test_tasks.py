"""Engineering tasks of a scenario's own: the example of the page, fought on every table, told, drawn and forbidden."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.audit import audit
from reportgen.battle.events import Event, Log
from reportgen.battle.export import record_of
from reportgen.battle.play import Battle
from reportgen.battle.replay import compare, replay
from reportgen.battle.ruleset import ground_of
from reportgen.battle.scenario import Scenario
from reportgen.files.rules import rules_from
from reportgen.files.scenario import scenario_from
from reportgen.files.source import Source, parse
from reportgen.problems import Problems
from reportgen.record.completing import completions
from reportgen.record.session import Session
from reportgen.rulesets.tin_brigadier import house, paper, tasks
from reportgen.rulesets.tin_brigadier.state import State
from reportgen.story import timeline
from reportgen.story.report import report
from tests.support.recorder import fed
from tests.tin_brigadier.positions import Idle

PAGE = (Path(__file__).parents[2] / "docs" / "booklets.md").read_text(encoding="utf-8")
BOARDS: dict[str, dict[str, Any]] = {
    "square": {"columns": 12, "rows": 10},
    "flat": {"grid": "hex", "columns": 12, "rows": 10},
    "pointy": {"grid": "hex", "layout": "pointy", "columns": 12, "rows": 10},
    "measured": {"grid": "measured", "width": 72, "height": 60, "unit": "inches"},
}


@cache
def aller(board: str = "square") -> Scenario:
    """The page's example, on another table if need be."""
    found = re.search(r"```yaml\n# The Crossing of the Aller\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    problems = Problems()
    source = parse(found[1], "aller.yaml", problems)
    assert source is not None
    raw = {**source.data, "board": BOARDS[board]}
    scenario = scenario_from(Source.of(raw, "aller"), None, rulesets.vocabulary, problems)
    assert scenario is not None, "\n".join(map(str, problems))
    assert rulesets.of(scenario).check(scenario) == []
    return scenario


@cache
def battle_of(board: str, manners: tuple[str, str], seed: int, turns: int = 8) -> Battle:
    scenario = aller(board)
    rules = rulesets.of(scenario)
    pairs = zip(scenario.sides, manners, strict=True)
    players = {side.id: rules.commander(manner, scenario, side.id, seed) for side, manner in pairs}
    battle = Battle(rules, scenario, Seeded(seed, players, seed), seed=seed, number=seed)
    battle.play(turns=turns)
    return battle


def fought(board: str = "square") -> Log:
    return battle_of(board, ("careful", "careful"), 3).log


def works(log: Log, task: str) -> list[Event]:
    return [event for event in log.of("work") if event["task"] == task]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("manners", [("careful", "careful"), ("random", "random")], ids=" ".join)
def test_a_battle_with_tasks_replays_on_every_table(board: str, manners: tuple[str, str]) -> None:
    scenario = aller(board)
    rules = rulesets.of(scenario)
    battle = battle_of(board, manners, 3)
    log = battle.log
    assert {"pontoon", "breastwork"} & {event["task"] for event in log.of("work")}
    record = record_of(log, scenario)
    played = replay(rules, scenario, record)
    assert compare(log, played.log) is None
    assert [str(one) for one in audit(rules, scenario, record, played)] == []
    state = rules.start(scenario)
    for event in log:
        state = rules.apply(state, event)
    assert state == battle.state and ground_of(rules, scenario, state) == ground_of(rules, scenario, battle.state)


@pytest.mark.parametrize("board", BOARDS)
def test_the_commander_bridges_and_crosses_and_the_other_takes_cover(board: str) -> None:
    log = fought(board)
    bridge = next(event for event in works(log, "pontoon") if event["done"])
    assert bridge["unit"] == "RE"
    beyond = aller(board).ground.grid.place("A6")[1]
    over = [
        event["unit"]
        for event in log.of("move")
        if event.side == "red" and aller(board).ground.grid.place(event["path"][-1])[1] >= beyond
    ]
    assert over
    assert works(log, "breastwork")[0].side == "blue"


@pytest.mark.parametrize("board", ["square", "flat"])
def test_engineers_go_to_the_river_under_fire_and_build_before_they_shoot(board: str) -> None:
    """From two squares away every step is more dangerous than the last, but nobody crosses without them."""
    scenario = aller(board)
    problems = Problems()
    raw = {**scenario.raw, "deployment": {**scenario.raw["deployment"], "RE": "B4 N"}}
    further = scenario_from(Source.of(raw, "aller"), None, rulesets.vocabulary, problems)
    assert further is not None
    rules = rulesets.of(further)
    for seed in (3, 4, 8):
        players = {side.id: rules.commander("careful", further, side.id, seed) for side in further.sides}
        log = Battle(rules, further, Seeded(seed, players, seed), seed=seed).play(turns=2)
        assert works(log, "pontoon")


def test_who_may_go_round_bridges_nothing() -> None:
    """Where the way is short already nobody builds a bridge."""
    scenario = aller()
    terrain = {**scenario.raw["terrain"], "areas": {"bridge": ["B6"], "road": ["B5", "B6", "B7"]}}
    problems = Problems()
    raw = {**scenario.raw, "terrain": terrain}
    open_way = scenario_from(Source.of(raw, "aller"), None, rulesets.vocabulary, problems)
    assert open_way is not None
    rules = rulesets.of(open_way)
    players = {"red": rules.commander("careful", open_way, "red", 3), "blue": Idle()}
    log = Battle(rules, open_way, Seeded(3, players, 3), seed=3).play(turns=4)
    assert works(log, "pontoon") == [] and list(log.of("move"))


def test_the_map_shows_what_was_made() -> None:
    scenario = aller()
    rules = rulesets.of(scenario)
    log = fought()
    bridge = next(event for event in works(log, "pontoon") if event["done"])
    line = timeline.timeline(log, scenario, rules)
    before, after = ([phase.ground for phase in line.phases if phase.turn == bridge.turn + n] for n in (-1, 0))
    square = scenario.ground.grid.square(bridge["at"])
    assert all(ground.kinds_at(square) == ("river",) for ground in before)
    assert after[0].kinds_at(square) == ("river", "bridge")
    assert line.ground.kinds_at(square) == ("river", "bridge")
    told = report(log, scenario, rules)
    maps = {phase.frame.id: phase.frame.picture for turn in told.turns for phase in turn.phases if phase.frame}
    picture = maps[f"turn-{bridge.turn}-red"]
    assert picture.ground == after[0]
    assert picture.cartouche is not None and "pontoon bridge finished" in picture.cartouche.line.lower()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(
    ("makes", "shown"),
    [
        ("bridge", ["river", "bridge"]),
        ("pontoons", ["river", "pontoons", "bridge"]),
        ("bateaux", ["river", "bateaux", "bridge"]),
        ("deep_ford", ["river", "deep_ford"]),
        ("marsh", ["marsh"]),
        ("shallow_river", ["shallow_river"]),
    ],
)
def test_a_crossing_is_drawn_over_the_water_that_it_takes_from_the_rules(
    board: str, makes: str, shown: list[str]
) -> None:
    """A kind of the variant's own in the place of water is a crossing; water that was drained or filled up is gone."""
    plain = aller(board)
    rows = {kind: {"title": kind, "foot": "open", "horse": "slow", "wheels": "slow", "sight": "clear", "cover": "no"}
            for kind in ("pontoons", "bateaux", "deep_ford")}  # fmt: skip
    change = plain.raw["rules"]["change"]
    rows_of = change["works.tasks"]["table"]["rows"]
    rows_of = {**rows_of, "pontoon": {**rows_of["pontoon"], "makes": makes}}
    change = {**change, "terrain.areas": {"table": {"rows": rows}}, "works.tasks": {"table": {"rows": rows_of}}}
    terrain = plain.raw["terrain"]
    if board == "measured":
        terrain = {"shapes": [{"kind": "river", "line": ["0,27", "72,27"], "width": 5}]}
    raw = {**plain.raw, "rules": {**plain.raw["rules"], "change": change}, "terrain": terrain, "objectives": []}
    problems = Problems()
    scenario = scenario_from(Source.of(raw, "aller"), None, rulesets.vocabulary, problems)
    assert scenario is not None, "\n".join(map(str, problems))
    rules = rulesets.of(scenario)
    state: State = rules.start(scenario)
    field = state.tables.field
    by, at = ("39,21", "39,27") if board == "measured" else ("G4", "G5")
    fact = {"unit": "RE", "at": field.name(field.parse(by)), "facing": "N", "slot": 0}
    rules.changes["deploy"](state, Event(0, 0, "deployment", "red", "deploy", fact))
    fact = {"task": "pontoon", "unit": "RE", "at": field.name(field.parse(at)), "points": 8, "done": True}
    rules.changes["work"](state, Event(0, 1, "first", "red", "work", fact))
    drawn, square = ground_of(rules, scenario, state), scenario.ground.grid.square("G5")
    assert set(drawn.kinds_at(square)) == set(shown)
    assert state.tables.field.kinds_at(field.parse(at)) == (makes,)
    river = [shape for shape in scenario.ground.shapes if shape.name == "river"]
    whole = [shape for shape in drawn.shapes if shape.name == "river"] == river
    assert whole == ("river" in shown or board != "measured")


def test_the_kinds_that_are_no_variant_s_own_are_those_of_the_rules() -> None:
    assert set(rulesets.load("tin_brigadier").vocabulary.areas) == tasks._KNOWN


def test_captions_and_cartouches_say_the_work() -> None:
    """Where nobody marched and nobody fought, who dug or built did something all the same."""
    scenario = aller()
    rules = rulesets.of(scenario)
    players = {"red": Idle(), "blue": rules.commander("careful", scenario, "blue", 3)}
    log = Battle(rules, scenario, Seeded(3, players, 3), seed=3).play(turns=6)
    told = {phase.frame.id: phase.frame for turn in report(log, scenario, rules).turns for phase in turn.phases
            if phase.frame}  # fmt: skip
    quiet = [phase for phase in timeline.timeline(log, scenario, rules).phases
             if not phase.fights and not any(deed.moves for deed in phase.deeds)
             and any(moment.event.kind == "work" for moment in phase.moments)]  # fmt: skip
    ends = [any(m.event.kind == "work" and m.event["done"] for m in phase.moments) for phase in quiet]
    assert set(ends) == {True, False}
    for phase, ended in zip(quiet, ends, strict=True):
        frame = told[f"turn-{phase.turn}-{phase.side}"]
        assert frame.picture.cartouche is not None
        line = frame.picture.cartouche.line
        assert ("finished" if ended else "at work") in line or "digging" in line
        assert re.search("finished|dug in" if ended else "work|digging|spade", frame.caption), frame.caption


@pytest.mark.parametrize("board", BOARDS)
def test_roadblocks_and_blown_bridges_are_drawn(board: str) -> None:
    scenario = aller(board)
    rules, field = rulesets.of(scenario), rulesets.of(scenario).start(scenario).tables.field
    state: State = rules.start(scenario)
    for placement in scenario.placements:
        fact = {"unit": placement.unit, "at": placement.at, "facing": placement.facing, "slot": 0}
        rules.changes["deploy"](state, Event(0, 0, "deployment", "red", "deploy", fact))
    for task, at in (("block", "C5"), ("blow", "K5")):
        fact = {"task": task, "unit": "RE", "at": field.name(field.parse(at)), "points": 6, "done": True}
        rules.changes["work"](state, Event(0, 1, "first", "red", "work", fact))
    ground, grid = ground_of(rules, scenario, state), scenario.ground.grid
    assert ground.kinds_at(grid.square("C5")) == ("obstacle",)
    assert ground.kinds_at(grid.square("K5")) == ("river",)
    assert scenario.ground.kinds_at(grid.square("K5")) == ("river", "bridge", "road")
    assert state.tables.field is field  # the way is barred by bodies; the ground to go over is the same


def test_the_story_names_what_was_built() -> None:
    scenario = aller()
    told = report(fought(), scenario, rulesets.of(scenario))
    text = " ".join(str(block) for turn in told.turns for phase in turn.phases for block in phase.blocks)
    assert "the pontoon bridge" in text and "the breastwork" in text


# -- at the table ------------------------------------------------------------------------------------------------------


def session(*lines: str) -> tuple[Session, str]:
    return fed(aller(), *lines)


def test_a_task_is_taken_down_and_told() -> None:
    made, text = session("[orders RHQ 4]", "[orders RBR 4]", "RE B6 works pontoon")
    assert made.prompt == "2D6 for the work of RE> "
    made, text = session("[orders RHQ 4]", "[orders RBR 4]", "RE B6 works pontoon", "3,1")
    assert text == "Pontoon bridge: RE at B6, 4 of 8 points."
    again = ["end", "[orders BHQ 2]", "end", "[orders RHQ 4]", "[orders RBR 4]"]
    made, text = session(
        "[orders RHQ 4]", "[orders RBR 4]", "RE B6 works pontoon [pontoon RE 3,1]", *again,
        "RE B6 works pontoon [pontoon RE 3,2]",
    )  # fmt: skip
    assert text == "Pontoon bridge: done at B6."
    assert made.findings() == []
    row = next(line for line in made.map_lines() if line.startswith(" 6"))
    assert row.split()[2] == "s" and row.split().count("s") == 1  # a small bridge


def test_a_task_is_completed_as_it_is_typed() -> None:
    made, _ = session("[orders RHQ 4]", "[orders RBR 4]")
    assert [one.word for one in completions(made, "RE B6 wo")] == ["works"]
    assert [one.word for one in completions(made, "RE B6 works p")] == ["pontoon"]
    assert {"pontoon", "breastwork", "repair"} <= {one.word for one in completions(made, "RE B6 works ")}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("RE B6 works pontoom", "did you mean 'pontoon'"),
        ("RE B6 works", "known here: clear, block, pontoon, breastwork, repair"),
        ("RE works pontoon B6", "the place stands before the verb: RE B6 works"),
    ],
)
def test_what_is_written_wrongly(line: str, told: str) -> None:
    made, _ = session("[orders RHQ 4]", "[orders RBR 4]")
    reply = made.feed(line)
    assert not reply.changed and told in reply.text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("RF1 B5 works pontoon", "Pontoon bridge is no work for RF1, but for engineers"),
        ("RF1 B5 works breastwork", "Breastwork is no work for RF1, but for engineers or whoever has tools"),
        ("RE C6 works breastwork", "Breastwork: C6 has no side in common with B5"),
        ("RE C5 works pontoon", "Pontoon bridge: there is no river at C5"),
        ("RE B6 works repair", "Repair: there is no blown bridge at B6"),
        ("RE works breastwork", "must say where it works"),
    ],
)
def test_what_is_forbidden(line: str, told: str) -> None:
    made, _ = session("[orders RHQ 4]", "[orders RBR 4]")
    assert told in made.feed(line).text


def test_an_insisted_task_does_no_harm() -> None:
    """Whoever insists on a wall where there is no side gets his dice, and the ground stays as it is."""
    scenario = aller()
    rules = rulesets.of(scenario)
    state: State = rules.start(scenario)
    rules.changes["deploy"](
        state, Event(0, 0, "", "red", "deploy", {"unit": "RE", "at": "B5", "facing": "N", "slot": 0})
    )
    fact = {"task": "breastwork", "unit": "RE", "at": "F9", "points": 6, "done": True}
    rules.changes["work"](state, Event(0, 1, "first", "red", "work", fact))
    assert ground_of(rules, scenario, state) == scenario.ground


def test_there_are_markers_for_what_is_made() -> None:
    scenario = aller()
    data = rulesets.of(scenario)._data  # type: ignore[attr-defined]
    red, blue = ({one.text: one.count for one in paper.markers(data, scenario, side)} for side in scenario.sides)
    assert red["pontoon bridge"] == 1 and red["breastwork"] == 1
    assert "pontoon bridge" not in blue and blue["breastwork"] == 3


# -- what a variant may not ask ----------------------------------------------------------------------------------------

HEAD = 'format: reportgen-rules/1\nid: mine\ntitle: Mine\nversion: "1"\nextends: tin_brigadier\nchange:\n'
ROW = {
    "title": "Bridge", "by": "engineers", "at": "area", "needs": "river", "makes": "bridge", "dice": 1, "points": 5,
}  # fmt: skip


def told_of(**row: Any) -> list[str]:
    """What is said of a task with these cells, by column of the line."""
    id = row.pop("id", "span")
    cells = ", ".join(f"{key}: {value}" for key, value in {**ROW, **row}.items() if value is not None)
    problems = Problems()
    source = parse(f"{HEAD}  works.tasks: {{table: {{rows: {{{id}: {{{cells}}}}}}}}}\n", "mine.yaml", problems)
    assert source is not None
    rules = rules_from(source, problems, None, rulesets.rules_files())
    found = [*problems, *(house.check(rules) if rules is not None else ())]
    assert all(one.place.line == 7 for one in found)
    text = source.lines[6]
    return [
        f"{text[(one.place.column or 1) - 1 :].split(',')[0].split('}')[0]} | {one.message}; {one.hint}"
        for one in found
    ]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({}, []),
        ({"needs": "rivver"}, ["rivver | 'span' speaks of the unknown ground 'rivver'; did you mean 'river'?"]),
        ({"makes": "wall"}, ["wall | 'wall' is one of the lines, and 'span' is not done at such; say at: edge"]),
        (
            {"at": "edge", "needs": "any"},
            ["bridge | 'bridge' is one of the areas, and 'span' is not done at such; say at: area"],
        ),
        ({"at": "corner"}, ["corner | 'at' of 'span' cannot be 'corner'; known here: area, edge"]),
        ({"points": 0}, ["0 | 'points' of 'span' cannot be 0 here; the engine is made for numbers from 1 to 60"]),
        ({"dice": 9}, ["9 | 'dice' of 'span' cannot be 9 here; the engine is made for numbers from 1 to 6"]),
        ({"points": None}, ["span: {title: Bridge | the row 'span' has no 'points'; "
                            "every row says it, as in points: 6"]),
        ({"at": None}, ["span: {title: Bridge | the row 'span' has no 'at'; every row says it, as in at: \"area\""]),
        ({"points": "null"}, ["null | 'points' of 'span' cannot be empty; write a whole number from 1 to 60"]),
        ({"points": "2.5"}, ["2.5 | 'points' of 'span' cannot be the number 2.5; write a whole number from 1 to 60"]),
        ({"points": "eight"}, ["eight | 'points' of 'span' cannot be 'eight'; write a whole number from 1 to 60"]),
        ({"dice": "true"}, ["true | 'dice' of 'span' cannot be true; write a whole number from 1 to 6"]),
        ({"at": "null"}, ["null | 'at' of 'span' cannot be empty; write area or edge"]),
        ({"at": "[area, edge]"}, ["[area | 'at' of 'span' cannot be a list; write area or edge"]),
        ({"needs": "null"}, ["null | 'needs' of 'span' cannot be empty; write kinds of ground, or 'any' or 'land'"]),
        ({"makes": "null"}, ["null | 'makes' of 'span' cannot be empty; write kinds of ground, or 'nothing' alone"]),
        ({"needs": "false"}, ["false | 'needs' of 'span' cannot be false; write words, with blanks between"]),
        ({"by": "[engineers, infantry]"}, ["[engineers | 'by' of 'span' cannot be a list; "
                                           "write them as one text, with blanks between: by: engineers infantry"]),
        ({"by": "enginers"}, ["enginers | 'span' is done by the unknown 'enginers'; did you mean 'engineers'?"]),
        ({"by": "null"}, ["null | nobody does 'span'; "]),
        ({"by": "ghq"}, ["ghq | 'span' is done by 'ghq', and headquar"]),
        ({"needs": "any river"}, ["any river | 'needs' of 'span' cannot be 'any river'; "
                                  "write kinds of ground, or 'any' or 'land' or 'blown' alone"]),
        ({"makes": "nothing", "needs": "land"}, ["nothing | 'span' changes nothing; "
                                                 "name a kind of ground that it makes"]),
        ({"makes": "river"}, ["river | 'span' changes nothing; name a kind of ground that it makes"]),
        ({"needs": "blown", "makes": "road"}, ["road | of a blown bridge 'span' cannot make 'road'; "
                                               "write makes: bridge; it becomes what it was"]),
        ({"needs": "any"}, ["any | 'span' may put a 'bridge' on dry land; name what it crosses, as in needs: river"]),
        ({"needs": "land", "makes": "ford"}, ["land | 'span' may put a 'ford' on dry land; name what it crosses"]),
        ({"needs": "river wood", "makes": "rail large_bridge"},
         ["river wood | 'span' may put a 'large_bridge' on dry land; name what it crosses"]),
        ({"needs": "marsh"}, []),
        ({"needs": "bridge", "makes": "large_bridge"}, []),
        ({"id": "morale"}, ["{title: Bridge | a task cannot be called 'morale': dice of the rules are; "
                            "give it a name of its own"]),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)  # fmt: skip
def test_nonsense_is_told_with_its_place(row: dict[str, Any], told: list[str]) -> None:
    found = told_of(**row)
    assert [one.removesuffix(one[len(wanted) :]) for one, wanted in zip(found, told, strict=True)] == told


def test_a_variant_may_do_without_roadblocks() -> None:
    problems = Problems()
    source = parse(f"{HEAD}  works.tasks: {{table: {{rows: {{block: null}}}}}}\n", "mine.yaml", problems)
    assert source is not None
    rules = rules_from(source, problems, None, rulesets.rules_files())
    assert rules is not None and house.check(rules) == []
    made = rulesets.player_of(rules)
    assert made is not None
    plain = replace(aller(), raw={key: value for key, value in aller().raw.items() if key != "rules"})
    state = made.start(plain)
    made.changes["deploy"](
        state, Event(0, 0, "", "red", "deploy", {"unit": "RE", "at": "B5", "facing": "N", "slot": 0})
    )
    made.changes["orders"](state, Event(1, 1, "first", "red", "orders", {"dice": {}, "left": {"RHQ": 3}}))
    state.active, state.turn = 0, 1
    from reportgen.battle.orders import Order

    wrong, _ = made.examine(state, Order("block", "RE", path=("C5",)))
    assert "there is no task 'block'" in [one.message for one in wrong]
