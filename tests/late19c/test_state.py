"""What the state remembers of the squares is what stands in them, whatever happened."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.boards import scenario as shipped
from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.events import Event
from reportgen.battle.play import Battle
from reportgen.rulesets.late19c import combat
from reportgen.rulesets.late19c.state import State
from tests.late19c.grounds import RULES, field

STANDS = {
    "A": ("regular_infantry", ""),
    "B": ("regular_infantry", ""),
    "C": ("regular_infantry", ""),
    "D": ("regular_cavalry", ""),
    "E": ("machine_gun", ""),
}


def checked(state: State) -> None:
    """Holds every bitboard to what stands in the squares."""
    tables = state.tables
    for side in (0, 1):
        occupied = full = 0
        one, two = [0] * tables.type_count, [0] * tables.type_count
        for square, stands in enumerate(state.at):
            kinds = [tables.kind[unit] for unit in stands if tables.side[unit] == side]
            occupied |= bool(kinds) << square
            full |= (len(kinds) >= tables.data.per_square) << square
            for kind in set(kinds):
                one[kind] |= 1 << square
                two[kind] |= (kinds.count(kind) > 1) << square
        assert (state.occupied[side], state.full[side], state.one[side], state.two[side]) == (occupied, full, one, two)
    for unit, square in enumerate(state.square):
        assert square < 0 or unit in state.at[square]


def deployed(*squares: str) -> State:
    state = State(RULES.tables(field(STANDS, {"Z": ("regular_infantry", "H12")})))
    for unit, name in enumerate(squares):
        state.put(unit, state.tables.numbers[name], 0, len(state.at[state.tables.numbers[name]]))
    return state


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)), min_size=15, max_size=40
    )
)
def test_bitboards_are_those_of_the_squares_even_with_three_in_one(steps: list[tuple[int, int, int, int]]) -> None:
    state = deployed()
    for unit, square, facing, slot in steps:
        if state.square[unit] < 0:
            state.put(unit, square, facing, slot)
        elif facing == 2 and slot:
            state.lift(unit)
        else:
            state.shift(unit, square, facing, slot)
        checked(state)


def test_one_that_passes_two_of_its_type_takes_neither_along() -> None:
    """On its way off the table a stand may go through a square that is full."""
    state = deployed("C3", "C3", "G8")
    here = state.tables.numbers["C3"]
    before = combat.support_terms(state, 0, here)
    assert before == [("close.same_square", state.tables.data.close_same_square)]
    state.shift(2, here, 0, 2)
    state.lift(2)
    assert combat.support_terms(state, 0, here) == before
    state.lift(1)
    assert combat.support_terms(state, 0, here) == []


@pytest.mark.parametrize("name", ["eastern-sudan", "orlan-bridge", "night-zariba", "zelenik-redoubt"])
@pytest.mark.parametrize("manners", [("careful", "careful"), ("random", "nearest")])
def test_bitboards_all_through_a_battle(name: str, manners: tuple[str, str]) -> None:
    scenario = shipped(name)
    rules = rulesets.load(scenario.ruleset)
    commanders = {
        side.id: rules.commander(manner, scenario, side.id, 3)
        for side, manner in zip(scenario.sides, manners, strict=True)
    }
    battle = Battle(rules, scenario, Seeded(3, commanders), seed=3)

    class Watched(dict):  # type: ignore[type-arg]
        def __missing__(self, kind: str) -> object:
            def change(state: State, event: Event) -> None:
                rules.changes[kind](state, event)
                checked(state)

            return change

    battle._changes = Watched()
    assert len(battle.play()) > 100
