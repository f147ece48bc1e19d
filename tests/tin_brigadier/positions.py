"""Small positions for the tests of the commanders: a map, two sides, and what was ordered in the first turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reportgen import rulesets
from reportgen.battle.answers import Commander, Seeded
from reportgen.battle.events import Event, Log
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Scenario
from reportgen.files.scenario import scenario_from
from reportgen.files.source import Source
from reportgen.problems import Problems

RULES = rulesets.load("tin_brigadier")
Unit = Mapping[str, Any]


def position(
    board: Mapping[str, Any],
    red: Mapping[str, tuple[Unit, str]],
    blue: Mapping[str, tuple[Unit, str]],
    *,
    terrain: Mapping[str, Any] | None = None,
    exits: Sequence[str] = (),
    **more: Any,
) -> Scenario:
    """Red has the western edge, Blue the eastern; by label: the unit, and where it starts. `exits` are Red's."""
    sides: list[dict[str, Any]] = []
    places: dict[str, str] = {}
    for id, edge, units in (("red", "W", red), ("blue", "E", blue)):
        told = [{"label": label, "name": label, **unit} for label, (unit, _) in units.items()]
        sides.append({"id": id, "name": id.title(), "edge": edge, "units": told})
        if exits and id == "red":
            sides[-1]["exits"] = list(exits)
        places |= {label: at for label, (_, at) in units.items()}
    raw = {
        "format": "reportgen-scenario/1",
        "title": "A position",
        "ruleset": "tin_brigadier",
        "board": dict(board),
        "sides": sides,
        "deployment": places,
        **({"terrain": dict(terrain)} if terrain else {}),
        **more,
    }
    problems = Problems()
    found = scenario_from(Source.of(raw, "a position"), None, lambda _: RULES.vocabulary, problems)
    assert found is not None, "\n".join(map(str, problems))
    assert not [str(problem) for problem in RULES.check(found)]
    return found


def led(scenario: Scenario, manner: str = "careful", seed: int = 1) -> dict[str, Commander]:
    """Both sides commanded so."""
    return {side.id: RULES.commander(manner, scenario, side.id, seed) for side in scenario.sides}


class Idle:
    """A commander who stands still."""

    def choose(self, battle: Battle, choice: Any) -> Any:
        options = choice.options()
        return next((one for one in options if one.verb in ("assault", "end", "close")), options[0])


def fought(scenario: Scenario, players: Mapping[str, Commander], turns: int, seed: int = 1) -> Log:
    """The log of the first turns."""
    return Battle(RULES, scenario, Seeded(seed, players, seed), seed=seed).play(turns=turns)


def against_nobody(scenario: Scenario, turns: int, seed: int = 1, manner: str = "careful") -> Log:
    """Red by a manner, Blue standing still."""
    return fought(scenario, {**led(scenario, manner, seed), "blue": Idle()}, turns, seed)


def orders(log: Log, unit: str, where: Callable[[Event], bool] = lambda _: True) -> list[str]:
    """The verbs of what a unit did, in order; moves and attacks by their kinds."""
    said = []
    for event in log.events:
        if event.kind not in ("move", "attack", "declare", "leave") or event["unit"] != unit or not where(event):
            continue
        said.append(event["verb"] if event.kind == "declare" else event.data.get("combat", event.kind))
    return said
