"""Rule cases: small situations in YAML, each citing the rules that it shows. One runner for every ruleset.

A folder of cases holds YAML files; `common.yaml` beside them is what all of them share. A case, most of it optional:

    - case: A wall covers the stand behind it       its name; {words} are filled in from `each`
      rules: [fire.cover, terrain.edges/wall]       rule ids; after a stroke the row of the rule's table
      map: |                                        the ground, as in a scenario; or `board: 5x3` for open ground
        . . . .
      edges: [{kind: wall, along: [C1], side: W}]   also areas, heights and places, as in a scenario
      red: [INF A1 E, CMD A2 E command mounted]     id, square, facing, type, weapon, `mounted` or `on-foot`, `in PLACE`
                                                    and the ruleset's own keys: `figures=4`, `tools=true`
      blue: [FOE C1 W, LATE reserve]                the type may be told by the letters of the id, see `common.yaml`
      dice: {spotting: [7, 3]}                      throws outside the lines below, in the order they are asked for
      do:                                           lines of the battle notation with dice and, after them, the outcome
        - INF x FOE 9:4 (value 3, cover -2 | value 2) = 10:6 -> withdraws D1
      legal: [INF B1 E]                             then these orders are legal ...
      illegal: {INF x CMD: fire.target}             ... and these are not, by these rules and no others
      reach: {INF: A2-C3 D1}                        exactly these squares can it move to
      targets: {INF: [FOE]}                         exactly these can it attack; or {fire: [..], close: [..]}
      where: {FOE: D1 W}                            what has become of stands
      log: [{kind: withdraw, unit: FOE}]            such events, in this order, were in the log
      never: [destroyed]                            and none of these kinds (or such events) was
      end: {winner: red}                            the battle is over, and so
      problems: {no-command: armies.command}        what the scenario's check says: code and rule; nothing is played
      rows: {solo.axis/one: {left: 70}}             so read the tables of the rules: for what no single order shows
      house: {works.tasks: {table: {rows: {}}}}     rules that are changed for this case, as under `change` of a variant

A choice that the rules ask for besides (a defence, a pursuit) is the next line if that is one of its options, else the
first option. `board: hex 6x4` is a board of hexes (flat), `pointy 6x4` one of the other kind; `measured 48x24` is a
measured table in inches, an increment being 6, with `shapes` for its ground and places like `12,18`.

Other keys are those of a scenario (turns, variants, objectives, reinforcements) or of its sides (general, exits, edge),
the latter by side: `exits: {red: [A1]}`. The first side has the initiative unless `dice` says otherwise. Boards may be
smaller than the ruleset asks for, unless `limits: true`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reportgen import rulesets
from reportgen.battle.events import Event
from reportgen.battle.orders import Action, Choice, Declared, Order, Throw, Violation
from reportgen.battle.play import Battle
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario
from reportgen.battle.vocabulary import Vocabulary
from reportgen.board.squares import SquareGrid
from reportgen.files.notation import Notation
from reportgen.files.rules import rules_from
from reportgen.files.scenario import scenario_from
from reportgen.files.source import Source, read
from reportgen.problems import Problems

COMMON = "common.yaml"
SIDES = ("red", "blue")
BY_SIDE = {"general": ("average", "average"), "edge": ("W", "E"), "exits": ((), ())}
TERRAIN = ("map", "areas", "heights", "edges", "places", "shapes")
SCENARIO = ("turns", "variants", "objectives", "reinforcements", "climate")
KNOWN = {
    *("case", "rules", "note", "each", "board", "legend", "limits", "dice", "withdraw", "do"),
    *("legal", "illegal", "reach", "targets", "where", "log", "never", "end", "problems", "rows", "house"),
    *SIDES,
    *BY_SIDE,
    *TERRAIN,
    *SCENARIO,
}
Look = Callable[[Any, str], str]
"""State and unit id -> what has become of it, in the words that the cases of the ruleset use."""


@dataclass(frozen=True)
class Case:
    """One case. `rules` are the rule ids that it cites, with the row of a table after a stroke."""

    name: str
    file: str
    line: int
    rules: tuple[str, ...]
    data: Mapping[str, Any]
    common: Mapping[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.name}"


def load(folder: Path) -> list[Case]:
    """Every case of a folder, those with `each` once for every line of it. Fails on a file that is wrong."""
    common = _read(folder / COMMON).data
    cases: list[Case] = []
    for path in sorted(folder.glob("*.yaml")):
        if path.name == COMMON:
            continue
        source = _read(path)
        for number, data in enumerate(source.data["cases"]):
            line = source.place(("cases", number)).line
            unknown = data.keys() - KNOWN
            assert not unknown, f"{path.name}:{line}: unknown keys {sorted(unknown)}"
            for words in data.get("each", [{}]):
                filled = _filled({key: value for key, value in data.items() if key != "each"}, words)
                cases.append(Case(filled["case"], path.name, line, tuple(filled["rules"]), filled, common))
    return cases


def _read(path: Path) -> Source:
    problems = Problems()
    source = read(path, problems)
    assert source is not None, "\n".join(map(str, problems))
    return source


def _filled(value: Any, words: Mapping[str, Any]) -> Any:
    """The value with every {word} filled in; what is nothing but {word} keeps the word's own type."""
    if isinstance(value, str):
        alone = re.fullmatch(r"\{(\w+)\}", value)
        if alone and alone[1] in words:
            return words[alone[1]]
        return re.sub(r"\{(\w+)\}", lambda found: str(words.get(found[1], found[0])), value)
    if isinstance(value, dict):
        return {_filled(key, words): _filled(item, words) for key, item in value.items()}
    return [_filled(item, words) for item in value] if isinstance(value, list) else value


# -- the scenario of a case --------------------------------------------------------------------------------------------


def scenario_of(case: Case, ruleset: Ruleset) -> tuple[Scenario | None, Problems]:
    """The case's situation as a scenario, read by the loader of scenarios."""
    data = case.data
    drawn = str(data.get("map", "")).split("\n")
    lines = [line.replace(" ", "") for line in drawn if line.strip()]
    grid, _, size = str(data.get("board", f"{len(lines[0]) if lines else 0}x{len(lines)}")).rpartition(" ")
    columns, rows = map(int, size.split("x"))
    board: dict[str, Any] = {"columns": columns, "rows": rows}
    if grid == "measured":
        board = {"grid": grid, "width": columns, "height": rows, "unit": "inches", "increment": 6}
    elif grid:
        board |= {"grid": "hex", "layout": "pointy" if grid == "pointy" else "flat"}
    terrain = {key: data[key] for key in TERRAIN if key in data}
    deployment: dict[str, Any] = {}
    sides = []
    for number, id in enumerate(SIDES):
        units = [_unit(line, case.common["letters"], ruleset.vocabulary, deployment) for line in data.get(id, [])]
        told = {key: _of_side(data.get(key), id, default[number]) for key, default in BY_SIDE.items()}
        sides.append({"id": id, "name": id.title(), "units": units, **{k: v for k, v in told.items() if v}})
    raw = {
        "format": "reportgen-scenario/1",
        "title": case.name,
        "ruleset": ruleset.id,
        "board": board,
        "terrain": {**terrain, "legend": {**case.common.get("legend", {}), **data.get("legend", {})}},
        "sides": sides,
        "deployment": deployment,
        **{key: data[key] for key in SCENARIO if key in data},
    }
    words = ruleset.vocabulary
    if not data.get("limits"):
        words = replace(words, board_limits=(1, words.board_limits[1]))
    problems = Problems()
    return scenario_from(Source.of(raw, case.file), None, lambda name: words, problems), problems


def _of_side(given: Any, id: str, default: Any) -> Any:
    return given.get(id, default) if isinstance(given, dict) else default


def _unit(line: str, letters: Mapping[str, str], words: Vocabulary, deployment: dict[str, Any]) -> dict[str, Any]:
    """A unit from its line; where it stands goes into `deployment`."""
    head, _, hidden = line.partition(" in ")
    id, at, *rest = head.split()
    unit: dict[str, Any] = {"ids": [id]}
    if at != "reserve":
        deployment[id] = {"at": at, "facing": rest.pop(0), **({"concealed": hidden} if hidden else {})}
    for word in rest:
        if word in ("mounted", "on-foot"):
            unit["mounted"] = word == "mounted"
        elif "=" in word:
            key, _, value = word.partition("=")
            unit[key] = int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)
        elif word in words.types:
            unit["type"] = word
        else:
            unit["weapon"] = word
    unit.setdefault("type", letters.get(id.rstrip("0123456789"), id))
    return unit


# -- playing it --------------------------------------------------------------------------------------------------------


class _Done(Exception):
    """The lines of the case are used up."""


class Script:
    """Answers from a case: its dice and its lines. `starts`: where in the log each action began."""

    def __init__(self, case: Case, actions: list[Action]) -> None:
        self.actions = deque(actions)
        self.starts: list[tuple[Action, int]] = []
        self.thrown: deque[int] = deque()
        self.dice = {purpose: deque(faces) for purpose, faces in case.data.get("dice", {}).items()}
        self.usual: Mapping[str, Any] = case.common["dice"]
        self.ways = deque(case.data.get("withdraw", []))

    def roll(self, battle: Battle, throw: Throw, nth: int) -> tuple[int, ...]:
        faces = []
        for _ in range(throw.count):
            told = self.dice.get(throw.purpose)
            if told:
                faces.append(told.popleft())
            elif throw.purpose in self.usual:
                usual = self.usual[throw.purpose]
                faces.append(usual[throw.side] if isinstance(usual, dict) else usual)
            else:
                assert self.thrown, f"the rules ask for a throw that the case does not have: {throw}"
                faces.append(self.thrown.popleft())
        return tuple(faces)

    def choose(self, battle: Battle, choice: Choice) -> Order:
        if choice.kind == "order":
            assert not self.thrown, f"the rules did not ask for these dice: {list(self.thrown)}"
            if not self.actions:
                raise _Done
            action = self.actions.popleft()
            self.starts.append((action, len(battle.log)))
            declared = action.declared
            for faces in (*declared.dice, *declared.rethrows):
                self.thrown.extend(face or 0 for face in faces)
            return action.order
        options = choice.options()
        if self.actions and self.actions[0].order in options:
            return self.actions.popleft().order
        if choice.kind != "withdrawal" or not self.ways:
            return options[0]
        wanted = self.ways.popleft()
        return next(order for order in options if order.path[-1:] == (wanted,))

    def insist(self, battle: Battle, order: Order, violations: list[Violation]) -> bool:
        return False

    def declared(self, battle: Battle) -> Declared | None:
        return None


def check(case: Case, ruleset: Ruleset, look: Look) -> None:
    """Plays a case and compares everything that it says. Raises AssertionError, naming the case's file and line."""
    try:
        _check(case, _housed(case, ruleset), look)
    except Exception as fault:
        fault.add_note(str(case))
        raise


def _housed(case: Case, ruleset: Ruleset) -> Ruleset:
    """The ruleset as the case changes it."""
    if "house" not in case.data:
        return ruleset
    head = {"format": "reportgen-rules/1", "id": "house", "title": "House rules", "version": "1"}
    problems = Problems()
    source = Source.of({**head, "extends": ruleset.id, "change": case.data["house"]}, case.file)
    rules = rules_from(source, problems, None, rulesets.rules_files())
    assert rules is not None and not problems, "\n".join(map(str, problems))
    made = rulesets.player_of(rules)
    assert made is not None
    return made


def _check(case: Case, ruleset: Ruleset, look: Look) -> None:
    data = case.data
    for name, columns in data.get("rows", {}).items():
        rule, _, row = name.partition("/")
        found = ruleset.rules.table(rule)[row]
        assert {column: found[column] for column in columns} == columns, name
    scenario, problems = scenario_of(case, ruleset)
    if "problems" in data:
        found = list(problems) + (ruleset.check(scenario) if scenario else [])
        assert {p.code: p.rule or None for p in found} == data["problems"], list(map(str, found))
        return
    assert scenario is not None, "\n".join(map(str, problems))
    notation = Notation(ruleset.vocabulary, [unit.id for side in scenario.sides for unit in side.units])
    script = Script(case, [action for line in data.get("do", []) for action in notation.parse(line)])
    battle = Battle(ruleset, scenario, script)
    try:
        while ruleset.step(battle):
            pass
    except _Done:
        pass
    assert not script.actions, f"the battle ended before {script.actions[0].source}"
    assert not script.thrown, f"the rules did not ask for these dice: {list(script.thrown)}"
    left = {purpose: list(faces) for purpose, faces in script.dice.items() if faces}
    assert not left, f"throws that the rules did not ask for: {left}"
    assert not script.ways, f"withdrawals that never came: {list(script.ways)}"
    _compare_actions(battle, script)
    _compare_orders(case, ruleset, battle, notation, look)
    for unit, text in data.get("where", {}).items():
        assert look(battle.state, unit) == text, unit
    _compare_log(case, battle)


def _compare_actions(battle: Battle, script: Script) -> None:
    """What the lines of the case say after their dice against the events that followed."""
    starts = [start for _, start in script.starts]
    for number, (action, start) in enumerate(script.starts):
        events = battle.log.events[start : starts[number + 1] if number + 1 < len(starts) else None]
        combat = next((event for event in events if event.kind == "combat"), None)
        if combat is None:
            continue
        said = action.declared
        line = action.source
        for told, happened in zip(said.modifiers, combat["modifiers"], strict=True):
            added = {modifier["name"]: modifier["amount"] for modifier in happened}
            assert told is None or dict(told) == added, f"{line}: {added}"
        for total, added_up in zip(said.totals, combat["totals"], strict=True):
            assert total in (None, added_up), f"{line}: {combat['totals']}"
        if said.result:
            lost = "" if combat["result"] == "ineffective" else said.loser or "defender"
            loser = {"": "", "attacker": combat["attacker"], "defender": combat["defender"]}[lost]
            assert (combat["result"], combat["loser"]) == (said.result, loser), line
        if said.withdrew:
            back = next((event["path"] for event in events if event.kind == "withdraw"), [])
            assert tuple(back[-len(said.withdrew) :]) == said.withdrew, f"{line}: {back}"


def _compare_orders(case: Case, ruleset: Ruleset, battle: Battle, notation: Notation, look: Look) -> None:
    data, state = case.data, battle.state
    legal = ruleset.legal(state)
    for line in data.get("legal", []):
        for action in notation.parse(line):
            wrong, _ = ruleset.examine(state, action.order)
            assert not wrong, f"{line}: {wrong}"
            assert not _in_short(action.order) or _among(action.order, legal), f"{line} is not offered"
    for line, rules in data.get("illegal", {}).items():
        for action in notation.parse(line):
            wrong, _ = ruleset.examine(state, action.order)
            broken = sorted({violation.rule for violation in wrong})
            assert broken == ([rules] if isinstance(rules, str) else rules), f"{line}: {wrong}"
            assert not _in_short(action.order) or not _among(action.order, legal), f"{line} is offered"
    grid = battle.scenario.ground.grid
    for unit, text in data.get("reach", {}).items():
        moves = [order for order in legal if (order.unit, order.verb) == (unit, notation.move)]
        here = look(battle.state, unit).split()[0].partition("/")[0]
        squares = {order.path[-1].partition("/")[0] for order in moves} - {here}
        assert sorted(squares) == sorted(_squares(text, grid)), unit
    for unit, wanted in data.get("targets", {}).items():
        attacks = [order for order in legal if order.unit == unit and order.target]
        for verb, targets in (wanted if isinstance(wanted, dict) else {"": wanted}).items():
            found = [order.target for order in attacks if verb in ("", order.verb)]
            assert sorted(set(found)) == sorted(targets), f"{unit} {verb}"


def _among(order: Order, legal: list[Order]) -> bool:
    """Whether such an order is offered; a facing or row that the line does not name is not compared."""
    goal = order.path[-1:]
    return any(
        (o.verb, o.unit, o.target, o.text) == (order.verb, order.unit, order.target, order.text)
        and (not goal or o.path[-1:] in (goal, (f"{goal[0]}/1",), (f"{goal[0]}/2",)))
        and order.facing in ("", o.facing)
        for o in legal
    )


def _in_short(order: Order) -> bool:
    """Whether rulesets offer orders of this kind: not those that name their way or turn before an attack."""
    return len(order.path) < 2 and not (order.target and order.facing)


def _squares(text: str, grid: SquareGrid) -> Iterator[str]:
    """The squares of `A1-C3 D2`: rectangles by two corners, and single ones."""
    for part in str(text).split():
        first, _, last = part.partition("-")
        ends = grid.square(first), grid.square(last or first)
        columns = sorted(grid.column(end) for end in ends)
        rows = sorted(grid.row(end) for end in ends)
        for row in range(rows[0], rows[1] + 1):
            for column in range(columns[0], columns[1] + 1):
                yield grid.name(grid.index(column, row))


def _compare_log(case: Case, battle: Battle) -> None:
    data = case.data
    rest = iter(battle.log.events)
    for wanted in data.get("log", []):
        assert any(_such(event, wanted) for event in rest), f"no event {wanted}: {_tail(battle)}"
    for unwanted in data.get("never", []):
        kind = {"kind": unwanted} if isinstance(unwanted, str) else unwanted
        assert not any(_such(event, kind) for event in battle.log), f"there is an event {unwanted}: {_tail(battle)}"
    if "end" in data:
        last = battle.log.events[-1]
        assert _such(last, {"kind": "end", **data["end"]}), last.to_json()


def _such(event: Event, wanted: Mapping[str, Any]) -> bool:
    whole = {"turn": event.turn, "phase": event.phase, "side": event.side, "kind": event.kind, **event.data}
    return all(key in whole and whole[key] == value for key, value in wanted.items())


def _tail(battle: Battle) -> str:
    return "\n".join(event.to_json() for event in battle.log.events[-12:])
