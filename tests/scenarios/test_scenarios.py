"""The scenarios that ship: they are clean, they use everything that the rules have, and they can be played."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Scenario, SideSpec
from reportgen.files.scenario import load_scenario
from reportgen.problems import Problems
from reportgen.rulesets.late19c.data import load

FOLDER = Path(__file__).parents[2] / "scenarios"
NAMES = sorted(
    path.parent.name for path in FOLDER.glob("*/scenario.yaml") if "\nruleset: late19c\n" in path.read_text()
)
RULESET = rulesets.load("late19c")
WORDS = RULESET.vocabulary
DATA = load()


@cache
def scenario(name: str) -> Scenario:
    problems = Problems()
    path = FOLDER / name / "scenario.yaml"
    found = load_scenario(path, lambda id: rulesets.load(id).vocabulary, problems, rulesets.names())
    assert found is not None, "\n".join(map(str, problems))
    assert not list(problems)
    return found


def all_scenarios() -> list[Scenario]:
    return [scenario(name) for name in NAMES]


def sides() -> Iterable[SideSpec]:
    return (side for one in all_scenarios() for side in one.sides)


def cost(side: SideSpec) -> int:
    return sum(DATA.types[unit.type].value for unit in side.units)


def test_there_are_the_published_ones_and_more() -> None:
    assert {"eastern-sudan", "thirty-six-points"} < set(NAMES)
    assert len(NAMES) >= 6


@pytest.mark.parametrize("name", NAMES)
def test_it_is_clean(name: str) -> None:
    """Neither an error nor a warning, and every text that the document prints is there."""
    found = scenario(name)
    assert list(map(str, RULESET.check(found))) == []
    assert all([found.title, found.date, found.location, found.background, found.notes])
    assert found.ground.places
    for side in found.sides:
        assert all([side.people, side.adjective, side.colour, side.commander == "careful", side.general])
    assert found.sides[0].colour != found.sides[1].colour
    assert all(goal.points for goal in found.objectives)


def test_titles_are_their_own() -> None:
    titles = [found.title for found in all_scenarios()]
    assert len(set(titles)) == len(titles)


def test_every_kind_of_ground_is_used() -> None:
    areas = {kind for found in all_scenarios() for kind, squares in found.ground.areas.items() if squares}
    edges = {kind for found in all_scenarios() for kind, lines in found.ground.edges.items() if lines}
    assert areas == set(WORDS.areas)
    assert edges == set(WORDS.edges)
    assert max(max(found.ground.heights, default=0) for found in all_scenarios()) >= 3
    assert {found.ground.climate for found in all_scenarios()} == {"temperate", "desert"}


def test_a_road_goes_over_a_bridge_and_through_a_ford() -> None:
    kinds = [set(found.ground.kinds_at(n)) for found in all_scenarios() for n in range(found.ground.grid.size)]
    assert any({"river", "bridge", "road"} <= here for here in kinds)
    assert any({"shallow_river", "ford", "track"} <= here for here in kinds)


def test_every_stand_and_weapon_is_used() -> None:
    units = [unit for side in sides() for unit in side.units]
    assert {unit.type for unit in units} == set(WORDS.types)
    assert {unit.weapon for unit in units if unit.type != "transport"} == set(WORDS.weapons)
    command = [unit for unit in units if unit.type == "command"]
    assert {bool(unit.fields.get("mounted")) for unit in command} == {True, False}
    assert any(DATA.types[unit.type].arm == "cavalry" and unit.fields.get("mounted") is False for unit in units)


def test_every_grade_and_variant_is_used() -> None:
    assert {side.general for side in sides()} == set(WORDS.generals)
    for variant in WORDS.variants:
        assert {variant in found.variants for found in all_scenarios()} == {True, False}


def test_every_kind_of_objective_is_used() -> None:
    goals = [goal for found in all_scenarios() for goal in found.objectives]
    assert {goal.kind for goal in goals} == {"hold", "exit", "destroy", "survive"}
    assert {goal.kind for goal in goals if goal.wins} == {"hold", "exit", "destroy"}
    assert any(goal.kind == "destroy" and not goal.units and not goal.types for goal in goals), "so many points"
    assert any(side.exits for side in sides())


def test_some_hide_and_some_come_late() -> None:
    hidden = [p for found in all_scenarios() for p in found.placements if p.concealed]
    assert len({p.concealed for p in hidden}) >= 4
    assert {found.sides.index(side) for found in all_scenarios() for side in found.sides
            for come in found.reinforcements for unit in side.units if unit.id in come.units} == {0, 1}  # fmt: skip
    assert any(p.slot == 1 for found in all_scenarios() for p in found.placements)


def test_no_battle_is_longer_than_the_rules_allow() -> None:
    assert all((found.turns or DATA.turns) <= DATA.turns for found in all_scenarios())
    assert any(found.turns for found in all_scenarios())


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_a_battle_without_sense_runs_to_its_end(name: str, seed: int) -> None:
    found = scenario(name)
    players = {side.id: RULESET.commander("random", found, side.id, seed) for side in found.sides}
    battle = Battle(RULESET, found, Seeded(seed, players), seed=seed)
    last = battle.play().events[-1]
    assert last.kind == "end"
    assert 1 <= last.turn <= (found.turns or DATA.turns)


def test_the_published_armies_cost_what_was_published() -> None:
    anglo, mahdist = scenario("thirty-six-points").sides
    assert [(cost(side), len(side.units)) for side in (anglo, mahdist)] == [(36, 15), (36, 19)]
    assert [(side.declared_points, side.declared_stands) for side in (anglo, mahdist)] == [(36, 15), (36, 19)]


def test_the_even_board_is_the_same_from_either_end() -> None:
    ground = scenario("thirty-six-points").ground
    last = ground.grid.size - 1
    for square in range(ground.grid.size):
        assert ground.kinds_at(square) == ground.kinds_at(last - square)
        assert ground.height(square) == ground.height(last - square)
