"""The field of a measured table: agreement with plain geometry, with the grid's ground, and with itself."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.field import TOUCH, Body, Going, SightRules
from reportgen.board.ground import Ground, Shape
from reportgen.board.measured import MeasuredField
from reportgen.board.table import Table, TableGrid, plain

TABLE = Table(48, 36, "inches", 6)  # eight increments by six
WOODS = SightRules(areas=frozenset({"wood"}))


def box(kind: str, left: float, bottom: float, right: float, top: float, what: str = "area") -> Shape:
    return Shape(what, kind, ((left, top), (right, top), (right, bottom), (left, bottom)))  # type: ignore[arg-type]


def field(*shapes: Shape, table: Table = TABLE) -> MeasuredField:
    return MeasuredField(Ground(TableGrid(table), shapes=shapes))


coordinates = st.tuples(st.integers(0, 4800), st.integers(0, 3600))
spots = coordinates.map(lambda c: TABLE.kept((c[0] / 600, c[1] / 600)))
headings = st.integers(0, 359).map(str)
boxes = st.builds(
    lambda kind, x, y, w, h: box(kind, x / 4, y / 4, (x + w) / 4, (y + h) / 4),
    st.sampled_from(["wood", "bog", "road"]),
    st.integers(0, 28),
    st.integers(0, 20),
    st.integers(1, 8),
    st.integers(1, 8),
)
hills = st.builds(
    lambda x, y, w: box("1", x / 4, y / 4, (x + w) / 4, (y + w) / 4, "height"),
    st.integers(0, 24),
    st.integers(0, 16),
    st.integers(2, 8),
)
walls = st.builds(lambda a, b: Shape("edge", "wall", (a, b)), spots, spots).filter(lambda s: s.points[0] != s.points[1])
fields = st.lists(st.one_of(boxes, hills, walls), max_size=6).map(lambda shapes: field(*shapes))


# -- the table ---------------------------------------------------------------------------------------------------------


@given(spots)
def test_what_is_written_down_comes_back(spot: tuple[float, float]) -> None:
    table = field()
    name = table.name(spot)
    assert table.parse(name) == spot == table.snap(spot)
    assert table.name(table.parse(name)) == name
    assert table.grid.square(name) == table.grid.at(spot)


def test_names_and_cells() -> None:
    table = field()
    assert table.name(table.parse("12.5,8")) == "12.5,8"
    assert table.parse("C3") == table.parse("c3/2") == (2.5, 2.5)
    assert table.name(table.parse("C3")) == "15,15"
    with pytest.raises(ValueError, match="50,8 is off the table, which is 48 by 36 inches"):
        table.parse("50,8")
    with pytest.raises(ValueError, match=r"'12,x' is not a place; write inches from the bottom left, such as 12\.5,8"):
        table.parse("12,x")
    odd = TableGrid(Table(50, 36, "centimetres", 20))
    assert (odd.columns, odd.rows, odd.extent) == (3, 2, (2.5, 1.8))
    assert odd.place("C2") == (2.25, 1.4)  # the middle of the part of the cell that is on the table
    assert plain(3.10) == "3.1" and plain(2) == "2"


def test_headings() -> None:
    table = field()
    assert [table.heading(text) for text in ("N", "se", "45", "45°", "360")] == ["0", "135", "45", "45", "0"]
    with pytest.raises(ValueError, match="'400' is no facing"):
        table.heading("400")
    assert table.opposite("45") == "225" and table.turn("350", "10") == 20
    assert table.wheel("0", "90", 2) == pytest.approx(math.pi)


@given(spots, spots, headings)
def test_arcs_are_exact(a: tuple[float, float], b: tuple[float, float], heading: str) -> None:
    table = field()
    if a == b:
        return
    angle = math.radians(int(heading))
    ahead = (b[0] - a[0]) * math.sin(angle) + (b[1] - a[1]) * math.cos(angle)
    across = (b[0] - a[0]) * math.cos(angle) - (b[1] - a[1]) * math.sin(angle)
    if abs(abs(across) - abs(ahead)) < 1e-6:
        return
    arc = table.arc_of(a, heading, b)
    assert arc == ("flank" if abs(across) > abs(ahead) else "front" if ahead > 0 else "rear")
    assert table.in_arc(a, table.towards(a, b), b)


# -- lines -------------------------------------------------------------------------------------------------------------


@given(fields, spots, spots, spots)
def test_sight_is_mutual(
    table: MeasuredField, a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> None:
    friend = [Body(c, "0", key="INF")]
    for rules in (
        WOODS,
        SightRules(areas=frozenset({"wood"}), edges=frozenset({"wall"})),
        SightRules(overlook=True, areas=frozenset({"wood"})),
    ):
        there, back = table.blockers(a, b, rules, friend), table.blockers(b, a, rules, friend)
        assert sorted((c.what, c.name) for c in there) == sorted((c.what, c.name) for c in back)
        assert table.sees(a, b, rules, friend) == (not there)
        length = table.distance(a, b)
        assert all(-0.001 <= c.near <= c.far <= length + 0.001 for c in there)
    assert sorted((c.what, c.name) for c in table.between(a, b)) == sorted(
        (c.what, c.name) for c in table.between(b, a)
    )


def test_a_wood_stops_a_line_but_not_from_its_edge() -> None:
    table = field(box("wood", 3, 0, 4, 6))
    assert [(c.name, c.near, c.far) for c in table.blockers((1, 2), (6, 2), WOODS)] == [("wood", 2, 3)]
    assert table.sees((1, 2), (3.4, 2), WOODS) and not table.sees((1, 2), (3.6, 2), WOODS)
    assert table.sees((3.1, 2), (3.9, 2), WOODS)
    assert table.kinds_at((3.5, 2)) == ("wood",) and table.kinds_on(((2, 2), (5, 2))) == ("wood",)


def test_a_hill_hides_what_is_behind_it_and_shows_what_is_below() -> None:
    table = field(box("1", 3, 0, 4, 6, "height"), box("wood", 5, 1, 5.2, 3))
    assert [c.name for c in table.blockers((1, 2), (6.5, 2), SightRules())] == ["1"]
    assert table.sees((3.5, 2), (6.5, 2), SightRules())
    assert not table.sees((3.5, 2), (6.5, 2), WOODS)
    assert table.sees((3.5, 2), (6.5, 2), SightRules(areas=frozenset({"wood"}), overlook=True))
    assert not table.sees((3.5, 2), (5.6, 2), SightRules(areas=frozenset({"wood"}), overlook=True))
    assert table.dead_near((1, 2), (4.5, 2), 0, SightRules()) and table.dead_near((1, 2), (3.5, 2), 1, SightRules())
    assert not table.dead_near((1, 2), (2, 2), 0.5, SightRules())


def test_a_wall_shelters_who_stands_close_behind_it() -> None:
    table = field(
        Shape("edge", "wall", ((3, 0), (3, 6))), Shape("edge", "trench", ((6, 0), (6, 6)), inwards=(6.5, 3.0))
    )
    assert table.shelter((3.3, 2), (1, 2)) == ("wall",) and table.shelter((4, 2), (1, 2)) == ()
    assert table.shelter((6.3, 2), (4, 2)) == ("trench",) and table.shelter((5.7, 2), (7, 2)) == ()
    assert table.crossed((1, 2), (7, 2)) == ("wall", "trench")
    walls = SightRules(edges=frozenset({"wall"}))
    assert not table.sees((1, 2), (5, 2), walls) and table.sees((1, 2), (3.4, 2), walls)


def test_a_shot_goes_on_to_who_stands_behind() -> None:
    table = field()
    bodies = [Body((5.0, 2.1), key="near"), Body((5.6, 2.0), key="far"), Body((5, 3.5), key="beside")]
    assert [body.key for body in table.behind((1, 2), (4, 2), 2, bodies)] == ["near", "far"]
    assert [body.key for body in table.behind((1, 2), (4, 2), 1.1, bodies)] == ["near"]


# -- bodies ------------------------------------------------------------------------------------------------------------


@given(spots, headings, spots, headings)
def test_overlapping_bodies_touch(a: tuple[float, float], f: str, b: tuple[float, float], g: str) -> None:
    table = field()
    one, other = Body(a, f), Body(b, g)
    assert table.contact(one, other) == table.contact(other, one)
    assert table.overlap(one, other) == table.overlap(other, one)
    assert table.contact(one, other) or not table.overlap(one, other)
    if table.distance(a, b) > math.hypot(1, 0.5) + TOUCH:
        assert not table.contact(one, other)


def test_shoulder_to_shoulder_is_contact_and_no_overlap() -> None:
    table = field()
    one, other = Body((2, 2), "0"), Body((3, 2), "0")
    assert table.contact(one, other) and not table.overlap(one, other)
    assert table.overlap(one, Body((2.5, 2), "0")) and not table.contact(one, Body((2, 3), "0"))
    assert [body.key for body in table.within((2, 2), 1, [Body((4, 2), key="b"), Body((3, 2), key="a")])] == ["a"]


# -- movement ----------------------------------------------------------------------------------------------------------


@given(fields, spots, headings, st.integers(0, 4), spots, spots)
def test_every_way_costs_what_its_toll_says(
    table: MeasuredField,
    start: tuple[float, float],
    facing: str,
    budget: int,
    goal: tuple[float, float],
    other: tuple[float, float],
) -> None:
    going = Going({"bog": 2.0, "wood": None}, {"wall": 1.0}, 0.5, frozenset({"road"}))
    mover = Body(start, facing, key="ME")
    closed = [Body(other, "90", key="FOE")]
    if table.overlap(mover, closed[0]):
        return
    for way in table.reach(mover, budget, going, closed=closed, goals=[goal]):
        toll = table.toll(mover, way.path[1:], going, closed=closed, full=closed)
        assert toll.faults == () and toll.cost == pytest.approx(way.cost, abs=0.002)
        assert way.cost <= budget + TOUCH / 2 and way.path[0] == start and way.path[-1] == way.spot
        assert not table.overlap(Body(way.spot, way.heading), closed[0])


@given(spots, st.integers(1, 5))
def test_open_ground_is_reached_all_round(start: tuple[float, float], budget: int) -> None:
    table = field()
    ways = table.reach(Body(start, "0"), budget)
    assert all(way.cost == pytest.approx(table.distance(start, way.spot), abs=0.01) for way in ways)
    inside = [
        (heading, far)
        for heading in table.headings
        for far in range(1, budget + 1)
        if table.step(start, heading, far) is not None
    ]
    assert len(ways) >= len(inside)
    ahead = table.reach(Body(start, "0"), budget, arc="0")
    assert all(table.in_arc(start, "0", way.spot) for way in ahead)


def test_costs_are_by_the_ruler() -> None:
    table = field(box("bog", 2, 0, 3, 6), box("wood", 5, 0, 6, 6), Shape("edge", "wall", ((4, 0), (4, 6))))
    going = Going({"bog": 3.0, "wood": None}, {"wall": 0.5})
    mover = Body((1.0, 3.0), "90")
    assert table.toll(mover, [(3.5, 3.0)], going).cost == pytest.approx(1.5 + 3.0)
    assert table.toll(mover, [(4.5, 3.0)], going).cost == pytest.approx(2.5 + 3.0 + 0.5)
    fault = table.toll(mover, [(5.5, 3.0)], going).faults
    assert [(f.why, f.name) for f in fault] == [("area", "wood")]
    shut = Going({}, {"wall": None})
    assert [(f.why, f.name) for f in table.toll(mover, [(4.5, 3.0)], shut).faults] == [("edge", "wall")]
    off = table.toll(mover, [(1.0, 7.0)])
    assert [f.why for f in off.faults] == ["off"]
    far = max(way.spot[0] for way in table.reach(mover, 4, going, arc="90"))  # type: ignore[index]
    assert far == pytest.approx(3.0, abs=0.02)  # one in the open, three in the bog


def test_a_goal_behind_something_closed_is_reached_round_it() -> None:
    table = field(box("pond", 3, 2, 4, 4))
    going = Going({"pond": None})
    mover = Body((2.0, 3.0), "90")
    goal = (5.0, 3.0)
    ways = [way for way in table.reach(mover, 6, going, goals=[goal]) if way.spot == goal]
    assert len(ways) == 1 and len(ways[0].path) > 2
    assert 3 < ways[0].cost < 6 and not table.toll(mover, ways[0].path[1:], going).faults
    short = [way for way in table.reach(mover, 2, going, goals=[goal]) if len(way.path) > 2]
    assert all(way.cost <= 2 + TOUCH / 2 for way in short)


def test_a_contact_touches_and_does_not_overlap() -> None:
    table = field()
    foe = Body((5.0, 3.0), "270", key="FOE")
    mover = Body((1.0, 2.0), "90")
    ways = [way for way in table.reach(mover, 4, contacts=[foe]) if way.contact]
    assert [way.contact for way in ways] == ["FOE"]
    there = Body(ways[0].spot, ways[0].heading)
    assert table.contact(there, foe) and not table.overlap(there, foe)
    assert not [way for way in table.reach(mover, 2, contacts=[foe]) if way.contact]
    screened = table.reach(mover, 4, contacts=[foe], closed=[Body((3.0, 2.5), "90", key="SCREEN")])
    assert not [way for way in screened if way.contact]


def test_who_is_barred_touches_aside() -> None:
    table = field()
    foe, mover = Body((5.0, 3.0), "270", key="FOE"), Body((2.0, 3.0), "90")
    straight = table.to_contact(mover, foe, 4)
    assert straight is not None and straight.spot[1] == 3.0
    barred = table.to_contact(mover, foe, 4, closed=[Body((3.5, 3.6), "90", key="SCREEN")])
    assert barred is not None and barred.contact == "FOE" and barred.spot[1] < 3.0
    assert table.contact(Body(barred.spot, barred.heading), foe)
    assert table.to_contact(mover, foe, 4, closed=[Body((3.5, 3.0), "90", key="SCREEN")]) is None
    assert table.to_contact(mover, foe, 4, arc="270") is None


@given(spots, headings, st.floats(0.5, 4))
def test_ways_stay_in_the_arc_to_a_hair(spot: tuple[float, float], arc: str, budget: float) -> None:
    table = field()
    foe = Body((4.0, 3.0), "0", key="FOE")
    for way in table.reach(Body(spot, "0"), budget, goals=[(7.0, 5.0)], contacts=[foe], arc=arc):
        assert len(way.path) == 1 or table.in_arc(spot, arc, way.path[1])


@given(fields, spots, st.floats(0.5, 4))
def test_where_the_ground_is_open_a_way_costs_its_length(
    table: MeasuredField, spot: tuple[float, float], budget: float
) -> None:
    going = Going({"bog": 2.0, "wood": None}, {"wall": 1.0}, 0.5, frozenset({"road"}))
    if table.open_around(spot, budget, going):
        for way in table.reach(Body(spot, "0"), budget, going):
            assert way.cost == pytest.approx(table.distance(spot, way.spot), abs=0.01)
    assert not table.open_around(spot, budget, Going(bound=frozenset({"road"})))


@given(fields, spots, spots, st.floats(0.2, 6))
def test_a_limit_is_where_the_budget_ends(
    table: MeasuredField, start: tuple[float, float], end: tuple[float, float], budget: float
) -> None:
    if start == end:
        return
    going = Going({"bog": 2.0, "wood": None}, {"wall": 1.0}, 0.5, frozenset({"road"}))
    profile = table.land.profile(start, end, going)
    limit = profile.limit(budget)
    assert 0 <= limit <= math.dist(start, end) + 1e-9
    assert profile.cost(limit) <= budget + 1e-6
    closed = [part.near for part in profile.stretches if part.rate is None]
    closed += [at for at, added, _ in profile.steps if added is None]
    further = min([*closed, math.dist(start, end)])
    if limit < further - 1e-3:
        assert profile.cost(limit + 1e-3) > budget - 2e-3


def test_roads_are_followed_round_a_bend() -> None:
    table = MeasuredField(
        Ground(
            TableGrid(TABLE),
            {"road": sum(1 << TableGrid(TABLE).square(name) for name in ("A1", "B1", "C1", "C2", "C3"))},
            shapes=(box("road", 0, 0, 3, 1), box("road", 2, 0, 3, 3), box("wood", 0, 0, 8, 6)),
        )
    )
    going = Going({"wood": 4.0}, roads=frozenset({"road"}))
    path = table.road_path((0.5, 0.5), (2.5, 2.5), {"road"})
    assert path is not None and len(path) in (3, 4) and table.follows(path, {"road"})
    toll = table.toll(Body((0.5, 0.5)), path[1:], going)
    assert toll.cost == pytest.approx(sum(table.distance(a, b) for a, b in pairwise(path)), abs=0.01)
    assert table.road_path((0.5, 0.5), (6.0, 5.0), {"road"}) is None
    train = Going(bound=frozenset({"road"}))
    assert table.toll(Body((0.5, 0.5)), [(0.5, 2.0)], train).faults[0].why == "bound"


def test_the_way_off_the_table() -> None:
    table = field()
    assert table.nearest_edge((1, 3)) == ("W", 1) and table.nearest_edge((1, 3), "NS") == ("N", 3)
    assert table.step((1, 3), "270", 2) is None
    assert table.step((1, 3), "90", 2) == pytest.approx((3, 3))
