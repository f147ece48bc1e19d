"""The commanders of late19c: lawful, the same for the same seed, blind to what they may not see, and no fools."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.boards import scenario as shipped
from reportgen.battle.orders import Order
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Objective, Scenario
from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid
from reportgen.rulesets.late19c import combat, movement
from reportgen.rulesets.late19c.commander import MANNERS
from reportgen.rulesets.late19c.commander.careful import Careful
from reportgen.rulesets.late19c.commander.land import land
from reportgen.rulesets.late19c.orders import Planned, examine
from reportgen.rulesets.late19c.state import DESTROYED, LEFT, State
from reportgen.rulesets.late19c.tables import TRANSPORT, Tables
from tests.late19c.grounds import RULES, battle, bits, broken_country, field

FIELDS = ["broken country", "eastern-sudan", "zelenik-redoubt", "orlan-bridge"]


def opened(name: str) -> Scenario:
    return BROKEN if name == "broken country" else shipped(name)


BROKEN = broken_country()


def tables_of(scenario: Scenario) -> Tables:
    return RULES.start(scenario).tables  # type: ignore[no-any-return]


# -- lawful ------------------------------------------------------------------------------------------------------------


class Watched:
    """Compares every order of a commander with what the rules make of the same words."""

    def __init__(self, manner: str, scenario: Scenario, side: str, seed: int) -> None:
        self.commander = RULES.commander(manner, scenario, side, seed)
        self.verbs: Counter[str] = Counter()

    def choose(self, battle: Battle, choice: object) -> Order:
        order = self.commander.choose(battle, choice)  # type: ignore[arg-type]
        if getattr(choice, "kind", "") == "order":
            plain = Order(order.verb, order.unit, order.target, order.path, order.facing, order.text)
            wrong, plan = examine(battle.state, plain)
            assert not wrong, f"{plain}: {wrong[0].message}"
            if isinstance(order, Planned):
                assert plan == order.plan
            self.verbs[order.verb] += 1
        return order


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("manners", [("careful", "careful"), ("careful", "random"), ("random", "nearest")])
def test_every_order_is_legal_and_planned_as_the_rules_would(name: str, manners: tuple[str, str]) -> None:
    scenario = opened(name)
    verbs: Counter[str] = Counter()
    for seed in range(4):
        one, two = (
            Watched(manner, scenario, side.id, seed) for manner, side in zip(manners, scenario.sides, strict=True)
        )
        battle(scenario, one, two, seed).play()
        verbs += one.verbs + two.verbs
    assert verbs["move"] > 50 and verbs["end"] > 20 and verbs["fire"] + verbs["close"] > 0


@pytest.mark.parametrize("manner", sorted(MANNERS))
def test_the_random_and_the_others_end_their_phases(manner: str) -> None:
    log = battle(BROKEN, manner, manner, 3).play()
    phases = [event for event in log if event.kind == "activations"]
    assert len(list(log.of("end phase"))) in (len(phases), len(phases) - 1)


def test_random_orders_come_from_all_that_is_legal() -> None:
    """Every kind of legal order comes up, and nothing that is not on the list."""
    seen: Counter[str] = Counter()

    class Listed(Watched):
        def choose(self, battle: Battle, choice: object) -> Order:
            order = super().choose(battle, choice)
            if getattr(choice, "kind", "") == "order" and len(battle.log) % 3 == 0:
                assert order in choice.options()  # type: ignore[attr-defined]
            return order

    for seed in range(25):
        one, two = Listed("random", BROKEN, "a", seed), Listed("random", BROKEN, "b", seed)
        battle(BROKEN, one, two, seed).play()
        seen += one.verbs + two.verbs
    assert {"move", "fire", "close", "mount", "dismount", "leave", "end"} <= set(seen)


# -- the same for the same seed ----------------------------------------------------------------------------------------


def test_a_commander_that_has_thought_of_other_battles_is_no_different() -> None:
    scenario = opened("eastern-sudan")
    fresh = battle(scenario, "careful", "careful", 8).play()
    battle(scenario, "careful", "nearest", 9).play()
    assert battle(scenario, "careful", "careful", 8).play().events == fresh.events


@pytest.mark.parametrize("manner", sorted(MANNERS))
def test_resumed_after_any_order_it_goes_on_as_it_would_have(manner: str) -> None:
    one = battle(BROKEN, manner, manner, 4)
    cuts = []
    while one.rules.step(one):
        cuts.append(len(one.log))
    for cut in cuts[2::9]:
        events = one.log.events[:cut]
        resumed = Battle(RULES, BROKEN, battle(BROKEN, manner, manner, 4).answers, seed=4, events=events)
        assert resumed.play().events == one.log.events, f"cut after event {cut}"


# -- what it reckons with ----------------------------------------------------------------------------------------------


def position(scenario: Scenario, seed: int, steps: int) -> State | None:
    """The state of a battle when an order is asked for, after so many steps; None if it is over before."""
    one = battle(scenario, "nearest", "random", seed)
    for _ in range(steps):
        one.rules.step(one)
    while one.state.stage != "orders":
        if not one.rules.step(one):
            return None
    return one.state  # type: ignore[no-any-return]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(FIELDS), st.integers(0, 10_000), st.integers(10, 160))
def test_what_it_expects_of_an_attack_is_what_the_rules_give(name: str, seed: int, steps: int) -> None:
    """The sums that it takes from its tables are those of `combat.terms`, for any square that it might attack from."""
    scenario = opened(name)
    state = position(scenario, seed, steps)
    if state is None:
        return
    side = state.active
    careful = Careful(state.tables, state.tables.sides[side], seed)
    careful._begin(state)
    grid, parts = state.tables.grid, state.tables.data.parts
    no_room = state.occupied[1 - side] | state.full[side]
    for unit in state.on_table(side):
        if state.tables.arm[unit] == TRANSPORT or unit == careful.general:
            continue
        here = state.square[unit]
        me = careful.me(state, unit, here)
        for at in grid.squares(careful.foe & grid.within(here, 5)):
            mark = careful.mark(state, at)
            for square in grid.squares(grid.within(here, 3) & ~no_room | 1 << here):
                target = combat.hit_in(state, square, at)
                stand, _, _, worth, back, _ = careful.hit(state, mark, 1 << square)
                assert stand == target
                for kind in ("close", "fire"):
                    if kind == "close" and grid.distance(square, at) != 1:
                        continue
                    mine, theirs = combat.terms(state, kind, unit, square, target)  # type: ignore[arg-type]
                    sums = sum(amount for _, amount in mine), sum(amount for _, amount in theirs)
                    odds = combat.odds(*sums, parts)
                    wanted = odds.destroyed * worth + odds.withdraw * back + odds.draw * (back - me[4]) // 2
                    gain = careful.close_gain if kind == "close" else careful.fire_gain
                    assert gain(state, me, 1 << square, mark) == wanted // 144


@settings(max_examples=200, deadline=None)
@given(st.integers(-20, 30), st.integers(-20, 30), st.integers(2, 4))
def test_odds_counted_by_rows_are_the_144_throws(mine: int, theirs: int, parts: int) -> None:
    throws = Counter(
        combat.judge(a + mine, d + theirs, parts) for a in range(1, combat.DIE + 1) for d in range(1, combat.DIE + 1)
    )
    assert combat.odds(mine, theirs, parts)._asdict() == {
        result: throws[result] for result in ("destroyed", "withdraw", "draw", "ineffective")
    }


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(FIELDS), st.integers(0, 10_000), st.integers(20, 200))
def test_the_first_way_back_is_the_first_of_all_ways_back(name: str, seed: int, steps: int) -> None:
    state = position(opened(name), seed, steps)
    for unit in (*state.on_table(0), *state.on_table(1)) if state else ():
        ways, why = movement.retreats(state, unit)
        assert movement.retreats(state, unit, first=True) == (ways[:1], why)


@pytest.mark.parametrize("name", FIELDS)
def test_the_way_to_a_place_shortens_step_by_step(name: str) -> None:
    tables = tables_of(opened(name))
    known = land(tables)
    for mover in range(3):
        goal = 1 << tables.grid.size // 2 + 3
        distance, layers = known.goal(mover, goal)
        for square, far in enumerate(distance):
            assert layers[far] >> square & 1
            assert far == 0 or not layers[far - 1] >> square & 1
            if 0 < far < known.far - 1:
                assert any(distance[beside] < far for beside in tables.grid.neighbours(square))


# -- blind to what it may not see --------------------------------------------------------------------------------------


def test_concealed_stands_change_nothing_in_its_orders() -> None:
    """The same battle with the ambush somewhere else entirely: the side that cannot see it gives the same orders."""
    scenario = opened("eastern-sudan")
    compared = 0
    for seed in range(8):
        one = battle(scenario, "careful", "careful", seed)
        for _ in range(60):
            if not one.rules.step(one) or one.state.turn > 3:
                break
            state: State = one.state
            hidden = [unit for unit in state.on_table(1) if state.concealed[unit]]
            if state.stage != "orders" or state.active != 0 or not hidden or state.current:
                continue
            elsewhere = state.copy()
            far = [
                square
                for square in range(state.tables.grid.size)
                if not (state.occupied[0] | state.occupied[1]) >> square & 1
                and not state.tables.grid.within(square, 9) & state.occupied[0]
            ]
            if len(far) < len(hidden):
                continue
            for unit, square in zip(hidden, far, strict=False):
                elsewhere.lift(unit)
                elsewhere.put(unit, square, 0, 0)
            orders = []
            for seen in (state, elsewhere):
                commander = Careful(state.tables, "anglo-egyptian", seed)
                commander._begin(seen)
                orders.append(commander._next(seen))
            assert orders[0] == orders[1]
            compared += 1
    assert compared > 10


# -- no fool -----------------------------------------------------------------------------------------------------------


def share(other: str, battles: int, name: str = "thirty-six-points") -> float:
    scenario = shipped(name)
    won = 0
    for number in range(battles):
        careful = number % 2
        manners = [other, other]
        manners[careful] = "careful"
        log = battle(scenario, *manners, number).play()
        won += log.events[-1]["winner"] == scenario.sides[careful].id
    return won / battles


def test_it_beats_orders_at_random() -> None:
    assert share("random", 10) >= 0.9


def test_it_beats_the_one_rule() -> None:
    assert share("nearest", 40) >= 0.6


def first_phase(scenario: Scenario, left: int, seed: int = 1) -> list[Order]:
    """What side `a` orders in a first phase with so many activations; dice are not thrown."""
    one = battle(scenario, "careful", "careful", seed)
    while one.state.stage != "orders" or one.state.active != 0:
        if one.state.stage == "orders":
            one.begin(one.state.turn, one.phase, one.side)
            one.emit("end phase", left=0)
        else:
            one.rules.step(one)
    one.state.left = left
    one.log.events[-1].data["count"] = left  # type: ignore[index]
    orders = []
    commander = Careful(one.state.tables, "a", seed)
    while one.state.active == 0 and one.state.stage == "orders":
        order = commander.order(one, one.state)
        orders.append(order)
        if order.verb == "end":
            break
        one.answers.choose = lambda battle, choice, order=order: (  # type: ignore[method-assign]
            order if choice.kind == "order" else choice.options()[0]
        )
        one.rules.step(one)
    return orders


def test_a_single_activation_goes_to_who_has_most_to_win() -> None:
    scenario = field(
        {
            "FAR": ("regular_infantry", "A1"),
            "MID": ("regular_infantry", "L2"),
            "NEAR": ("guard_infantry", "F6"),
            "CMD": ("command", "E5"),
        },
        {"GUN": ("field_artillery", "F8"), "CHF": ("command", "L12")},
    )
    orders = first_phase(scenario, 1)
    assert {order.unit for order in orders if order.unit} == {"NEAR"}
    assert any(order.verb in ("fire", "close") and order.target == "GUN" for order in orders)


def test_two_in_a_square_both_attack_for_one_activation() -> None:
    scenario = field(
        {"SPR1": ("native_infantry", "F5"), "SPR2": ("native_infantry", "F5"), "CMD": ("command", "A1")},
        {"RIF1": ("native_infantry", "F8"), "RIF2": ("native_infantry", "G8"), "CHF": ("command", "L12")},
    )
    attackers = [order.unit for order in first_phase(scenario, 1) if order.verb in ("fire", "close")]
    assert sorted(attackers) == ["SPR1", "SPR2"]


def test_who_holds_what_counts_stays_behind_his_works_and_fires() -> None:
    grid = SquareGrid.of(12, 12)
    works = ("F4", "G4")
    ground = Ground(grid, edges={"entrenchment": frozenset({(grid.square(square), 0) for square in works})})
    scenario = field(
        {"REG1": ("regular_infantry", "F4"), "REG2": ("regular_infantry", "G4"), "CMD": ("command", "F3")},
        {f"SPR{n}": ("native_infantry", f"{'DFHJ'[n]}8") for n in range(4)} | {"CHF": ("command", "F12")},
        ground=ground,
        objectives=[Objective("a", "hold", "The work", at=works, count=2, points=9)],
    )
    stayed = fired = 0
    for seed in range(8):
        one = battle(scenario, "careful", "nearest", seed)
        while one.rules.step(one) and one.state.turn <= 3:
            pass
        # Who has been driven out goes back in.
        stayed += all(e["path"][-1] in works for e in one.log.of("move") if e["unit"].startswith("REG"))
        fired += any(e["attacker"].startswith("REG") for e in one.log.of("combat"))
    assert stayed >= 6 and fired >= 6


def test_a_train_takes_the_open_road_off_the_table() -> None:
    scenario = field(
        {"TRN": ("transport", "C8"), "REG": ("regular_infantry", "D8"), "CMD": ("command", "D7")},
        {"SPR": ("native_infantry", "L1"), "CHF": ("command", "L2")},
        exits={"a": ("C12", "D12")},
        objectives=[Objective("a", "exit", "Away", at=("C12", "D12"), types=("transport",), points=5)],
    )
    for seed in range(4):
        one = battle(scenario, "careful", "nearest", seed)
        one.play()
        train = one.state.tables.index["TRN"]
        assert one.state.status[train] == LEFT
        assert next(iter(one.log.of("leave")))["unit"] == "TRN"


def test_guns_and_generals_come_through_more_often_than_those_who_charge() -> None:
    scenario = shipped("thirty-six-points")
    lost: Counter[tuple[str, bool]] = Counter()
    for seed in range(20):
        one = battle(scenario, "careful", "careful", seed)
        one.play()
        for unit, status in enumerate(one.state.status):
            lost[one.state.tables.units[unit].type, status == DESTROYED] += 1

    def share_lost(kind: str) -> float:
        return lost[kind, True] / (lost[kind, True] + lost[kind, False])

    assert share_lost("field_artillery") < share_lost("native_infantry")
    assert share_lost("command") < share_lost("native_cavalry")


def test_reserves_are_used_when_they_have_come() -> None:
    used = 0
    for seed in range(4):
        one = battle(BROKEN, "careful", "careful", seed)
        log = one.play()
        arrived = {event["unit"] for event in log.of("arrive")}
        used += any(event["unit"] in arrived for event in log.of("move", "attack"))
    assert used >= 3


def test_dismounted_horsemen_mount_for_a_long_way_and_only_then() -> None:
    def order(at: str) -> str:
        scenario = field(
            {"HOR": ("regular_cavalry", "F2"), "CMD": ("command", "E2")},
            {"RIF": ("native_infantry", at, "muskets"), "CHF": ("command", "L12")},
        )
        first, second = scenario.sides
        horse, command = first.units
        horse = type(horse)(horse.id, horse.name, horse.type, fields={"mounted": False})
        first = type(first)(first.id, "A", "a", "a", "S", (horse, command), "average")
        scenario = type(scenario)(scenario.title, "late19c", scenario.ground, (first, second), scenario.placements)
        return next((o.verb for o in first_phase(scenario, 12) if o.unit == "HOR"), "nothing")

    assert order("F12") == "mount"
    assert order("F5") != "mount"


def test_a_sum_of_small_grounds_is_known_as_open_or_not() -> None:
    grid = SquareGrid.of(12, 12)
    wall = Ground(grid, areas={"river": bits(grid, *[f"{letter}6" for letter in "ABCDEFGHIJK"])})
    stands = (
        {"REG": ("regular_infantry", "F2"), "CMD": ("command", "E2")},
        {"SPR": ("native_infantry", "F10"), "CHF": ("command", "L12")},
    )
    assert land(tables_of(field(*stands))).open == (True, True, True)
    assert land(tables_of(field(*stands, ground=wall))).open == (False, False, False)


def test_it_finds_the_one_crossing() -> None:
    """A river across the board with a bridge at its end: what it cannot cross it goes round."""
    grid = SquareGrid.of(12, 12)
    ground = Ground(
        grid, areas={"river": bits(grid, *[f"{letter}6" for letter in "ABCDEFGHIJK"]), "bridge": bits(grid, "L6")}
    )
    scenario = field(
        {"REG": ("regular_infantry", "B3"), "CMD": ("command", "A1")},
        {"RIF": ("native_infantry", "B12", "hand_held"), "CHF": ("command", "A12")},
        ground=ground,
        objectives=[Objective("a", "hold", "The farm", at=("B11",), points=9)],
    )
    crossed = 0
    for seed in range(4):
        one = battle(scenario, "careful", "nearest", seed)
        one.play()
        crossed += any("L6" in event["path"] for event in one.log.of("move") if event["unit"] == "REG")
    assert crossed >= 3
