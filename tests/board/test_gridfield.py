"""The field of squares and of hexes: the same questions on both, against plain geometry and the squares' own tables."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reportgen.board.field import Body, Fault, Going, SightRules, field_for
from reportgen.board.gridfield import GridField
from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice
from reportgen.board.sight import Sight
from reportgen.board.squares import SquareGrid
from reportgen.board.table import Table, TableGrid

sizes = st.tuples(st.integers(2, 7), st.integers(2, 7))
grids = st.one_of(
    st.builds(lambda size: SquareGrid.of(*size), sizes),
    st.builds(lambda size, layout: HexGrid.of(*size, layout), sizes, st.sampled_from(["flat", "pointy"])),
)


@st.composite
def grounds(draw: st.DrawFn, some: st.SearchStrategy[Lattice] = grids) -> Ground:
    grid = draw(some)
    boards = st.integers(0, grid.all)
    heights = draw(st.lists(st.integers(0, 2), min_size=grid.size, max_size=grid.size))
    lines = draw(st.lists(st.tuples(st.integers(0, grid.size - 1), st.integers(0, len(grid.sides) - 1)), max_size=12))
    both = set(lines)
    for square, side in lines:
        if (over := grid.over(square, side)) >= 0:
            both.add((over, (side + len(grid.sides) // 2) % len(grid.sides)))
    areas = {"wood": draw(boards) & draw(boards), "bog": draw(boards) & draw(boards), "road": draw(boards)}
    return Ground(grid, areas, tuple(heights), {"wall": frozenset(both)})


@st.composite
def fields_and_spots(draw: st.DrawFn, count: int = 2) -> tuple[GridField, list[int]]:
    field = GridField(draw(grounds()))
    spots = st.integers(0, field.grid.size - 1)
    return field, [draw(spots) for _ in range(count)]


WOODS = SightRules(areas=frozenset({"wood"}))
WALLS = SightRules(areas=frozenset({"wood"}), edges=frozenset({"wall"}))
OVER = SightRules(areas=frozenset({"wood"}), overlook=True)


def test_the_table_makes_the_field() -> None:
    assert field_for(Ground(SquareGrid.of(3, 3))).kind == "square"
    assert field_for(Ground(HexGrid.of(3, 3))).kind == "hex"
    assert field_for(Ground(TableGrid(Table(18, 18)))).kind == "measured"


@given(fields_and_spots())
def test_names_and_points_come_back(some: tuple[GridField, list[int]]) -> None:
    field, (a, _) = some
    assert field.parse(field.name(a)) == a == field.parse(f"{field.name(a)}/2".lower()) == field.snap(field.point(a))


def test_compass_names_on_every_grid() -> None:
    square, flat, pointy = (
        GridField(Ground(grid)) for grid in (SquareGrid.of(2, 2), HexGrid.of(2, 2), HexGrid.of(2, 2, "pointy"))
    )
    assert [square.heading(name) for name in ("n", "NE", "E", "SE", "NW")] == ["N", "E", "E", "S", "N"]
    assert [flat.heading(name) for name in ("N", "E", "SE", "W")] == ["N", "SE", "SE", "NW"]
    assert [pointy.heading(name) for name in ("N", "E", "S", "NW")] == ["NE", "E", "SW", "NW"]
    with pytest.raises(ValueError, match="'45' is no facing; write N, E, S or W"):
        square.heading("45")
    for field in (square, flat, pointy):
        for name in field.headings:
            assert field.heading(name) == name
            assert field.turn(name, field.opposite(name)) == 180
            assert field.wheel(name, name) == 0 < field.wheel(name, field.opposite(name))


@given(fields_and_spots())
def test_arcs_share_out_the_board(some: tuple[GridField, list[int]]) -> None:
    field, (a, b) = some
    grid = field.grid
    for number, heading in enumerate(field.headings):
        arc = field.arc_of(a, heading, b)
        assert arc == ("front" if a == b or grid.front[number][a] >> b & 1 else arc)
        if a != b:
            assert (arc == "front") == bool(grid.front[number][a] >> b & 1) == field.in_arc(a, heading, b)
            assert (field.arc_of(a, field.opposite(heading), b) == "front") >= (arc == "rear")
    if a != b:
        assert field.in_arc(a, field.towards(a, b), b)


@given(fields_and_spots())
def test_sight_is_the_same_both_ways_and_so_is_what_lies_between(some: tuple[GridField, list[int]]) -> None:
    field, (a, b) = some
    for rules in (WOODS, WALLS, OVER):
        there, back = field.blockers(a, b, rules), field.blockers(b, a, rules)
        assert {(c.what, c.name, c.spot) for c in there if c.what != "edge"} == {
            (c.what, c.name, c.spot) for c in back if c.what != "edge"
        }
        assert [c.name for c in there if c.what == "edge"] == [c.name for c in back if c.what == "edge"]
        assert [c.near for c in there] == sorted(c.near for c in there)
        assert set(field.blockers(a, b, OVER)) <= set(field.blockers(a, b, WOODS))
    lying = {(c.what, c.name) for c in field.between(a, b)}
    assert lying == {(c.what, c.name) for c in field.between(b, a)}
    assert field.crossed(a, b) == field.crossed(b, a)[::-1]


@given(grounds(st.builds(lambda size: SquareGrid.of(*size), sizes)), st.data())
def test_squares_see_what_the_bitboards_see(ground: Ground, data: st.DataObject) -> None:
    field = GridField(ground)
    spots = st.integers(0, field.grid.size - 1)
    a, b, occupied = data.draw(spots), data.draw(spots), data.draw(st.sets(spots))
    sight = Sight(ground.squares, ground.area("wood"), ground.heights)
    bodies = [Body(spot, key=str(spot)) for spot in sorted(occupied)]
    board = sum(1 << spot for spot in occupied - {a, b})
    assert field.sees(a, b, WOODS, bodies) == sight.clear(a, b, board)
    assert {c.spot for c in field.blockers(a, b, WOODS, bodies)} == set(sight.blockers(a, b, board))


def board(*rows: str, hexes: bool = False) -> GridField:
    """Drawn with the highest row first: w wood, b bog, r road, digits heights."""
    grid: Lattice = HexGrid.of(len(rows[0]), len(rows)) if hexes else SquareGrid.of(len(rows[0]), len(rows))
    areas = {"wood": 0, "bog": 0, "road": 0}
    heights = [0] * grid.size
    for row, line in enumerate(reversed(rows)):
        for column, sign in enumerate(line):
            area = grid.index(column, row)
            if sign.isdigit():
                heights[area] = int(sign)
            for kind in areas:
                areas[kind] |= (sign == kind[0]) << area
    return GridField(Ground(grid, areas, tuple(heights)))


def test_from_a_hill_one_looks_over_what_is_not_close_to_the_other() -> None:
    field = board("1..w...")
    a, far = field.parse("A1"), field.parse("G1")
    assert not field.sees(a, far, WOODS)
    assert field.sees(a, far, OVER)
    assert not field.sees(a, field.parse("E1"), OVER)
    friend = [Body(field.parse("C1"), key="INF")]
    assert [c.name for c in field.blockers(far, a, WOODS, friend)] == ["wood", "INF"]
    assert field.sees(a, far, OVER, friend)


def test_a_shot_goes_on_to_who_stands_behind() -> None:
    field = board(".......", ".......")
    bodies = [Body(field.parse(at), key=at) for at in ("E1", "F1", "E2", "C1")]
    assert [body.key for body in field.behind(field.parse("A1"), field.parse("D1"), 2, bodies)] == ["E1", "F1"]
    assert [body.key for body in field.behind(field.parse("A1"), field.parse("D1"), 1, bodies)] == ["E1"]
    assert field.behind(field.parse("G1"), field.parse("D1"), 1, bodies)[0].key == "C1"


@pytest.mark.parametrize("hexes", [False, True])
def test_dead_ground_lies_behind_the_wood(hexes: bool) -> None:
    field = board(".......", ".......", "..w....", ".......", ".......", hexes=hexes)
    gun = field.parse("C1")
    assert field.dead_near(gun, field.parse("C5"), 0, WOODS)
    assert field.dead_near(gun, field.parse("C2"), 2, WOODS)
    assert not field.dead_near(gun, field.parse("F1"), 1, WOODS)


def test_edges_shelter_and_block_but_not_at_the_ends() -> None:
    grid = SquareGrid.of(5, 3)
    middle = grid.square("C2")
    field = GridField(Ground(grid, edges={"wall": frozenset({(middle, 3), (grid.square("B2"), 1)})}))
    a, b, c, e = (grid.square(name) for name in ("A2", "B2", "C2", "E2"))
    assert field.shelter(c, a) == field.shelter(b, e) == field.crossed(a, e) == ("wall",)
    assert field.shelter(c, e) == field.crossed(c, e) == ()
    assert field.sees(a, c, WALLS) and field.sees(b, e, WALLS) and not field.sees(a, e, WALLS)
    assert field.crossed(grid.square("B1"), c) == ()  # past the wall's end


# -- movement ----------------------------------------------------------------------------------------------------------


@given(fields_and_spots(1), st.integers(0, 5), st.data())
def test_every_way_costs_what_its_toll_says(
    some: tuple[GridField, list[int]], budget: int, data: st.DataObject
) -> None:
    field, (start,) = some
    spots = st.integers(0, field.grid.size - 1)
    closed = [Body(spot, key=f"X{spot}") for spot in data.draw(st.sets(spots, max_size=6)) if spot != start]
    full = [Body(spot, key=f"F{spot}") for spot in data.draw(st.sets(spots, max_size=6)) if spot != start]
    going = Going({"bog": 2.0, "wood": None}, {"wall": 1.0}, 0.5, frozenset({"road"}))
    mover = Body(start, field.headings[0])
    ways = field.reach(mover, budget, going, closed=closed, full=full)
    assert [way.cost for way in ways] == sorted(way.cost for way in ways)
    assert len({way.spot for way in ways}) == len(ways)
    for way in ways:
        assert 0 < way.cost <= budget
        assert way.path[0] == start and way.path[-1] == way.spot
        toll = field.toll(mover, way.path[1:], going, closed=closed, full=full)
        assert (toll.cost, toll.path, toll.faults) == (way.cost, way.path, ())
        assert all(field.distance(one, other) == 1 for one, other in pairwise(way.path))
        if field.distance(start, way.spot) > 1:  # a neighbour would be stepped to directly
            assert field.toll(mover, [way.spot], going, closed=closed).cost == way.cost
    closed_off = {body.spot for body in closed + full}
    assert not closed_off & {way.spot for way in ways}


@given(fields_and_spots(1), st.integers(1, 4))
def test_open_ground_is_reached_by_distance(some: tuple[GridField, list[int]], budget: int) -> None:
    field, (start,) = some
    reached = {way.spot: way.cost for way in field.reach(Body(start, field.headings[0]), budget)}
    near = field.grid.within(start, budget)
    assert reached == {spot: field.distance(start, spot) for spot in field.grid.squares(near)}


def test_faults_say_what_is_in_the_way() -> None:
    grid = SquareGrid.of(4, 4)
    wall = frozenset({(grid.square("A1"), 0), (grid.square("A2"), 2)})
    field = GridField(Ground(grid, {"bog": 1 << grid.square("B1"), "rail": grid.edge("N")}, (), {"wall": wall}))
    at = grid.square
    going = Going({"bog": None}, {"wall": None})
    mover = Body(at("A1"), "N")
    assert field.toll(mover, [at("A2")], going).faults == (Fault("edge", "wall", at("A2")),)
    assert field.toll(mover, [at("B1")], going).faults == (Fault("area", "bog", at("B1")),)
    inf = Body(at("B2"), key="INF")
    assert field.toll(mover, [at("B2")], going, closed=[inf]).faults == (Fault("closed", "INF", at("B2")),)
    assert field.toll(mover, [at("B2")], going, full=[inf]).faults == (Fault("full", "INF", at("B2")),)
    ring = [Body(at("A2"), key="A"), Body(at("B1"), key="B")]
    assert field.toll(mover, [at("B2")], closed=ring).faults == (Fault("closed", "A", at("B2")),)
    train = Going(bound=frozenset({"rail"}))
    assert field.toll(Body(at("A4")), [at("B4"), at("B3")], train).faults == (Fault("bound", "rail", at("B3")),)
    assert {field.name(way.spot) for way in field.reach(Body(at("A4"), "E"), 9, train)} == {"B4", "C4", "D4"}
    fenced = Going(added=lambda here, there: None if there == at("C3") else 0.5)
    assert field.toll(Body(at("C2")), [at("C3")], fenced).faults == (Fault("step", "", at("C3")),)
    assert field.toll(Body(at("C2")), [at("C1")], fenced).cost == 1.5


def test_an_arc_limits_the_first_step() -> None:
    for field in (board(*[".........."] * 9), board(*[".........."] * 9, hexes=True)):
        start = field.parse("E5")
        for heading in field.headings:
            ahead = field.reach(Body(start, heading), 2, arc=heading)
            assert {way.spot for way in ahead if way.cost == 1} == {
                spot for spot in field.grid.neighbours(start) if field.in_arc(start, heading, spot)
            }
            assert field.step(start, heading) in {way.spot for way in ahead}


def test_a_contact_is_a_neighbour_of_the_enemy() -> None:
    field = board(".....", ".....", ".....")
    foe = Body(field.parse("E2"), "W", key="FOE")
    ways = field.reach(Body(field.parse("A2"), "E"), 3, contacts=[foe])
    touching = {field.name(way.spot) for way in ways if way.contact == "FOE"}
    assert touching == {"D1", "D2", "D3"}
    assert "E2" not in {field.name(way.spot) for way in ways}
    at_once = field.reach(Body(field.parse("D2"), "E"), 0, contacts=[foe])
    assert [(way.cost, way.path, way.contact) for way in at_once] == [(0, (field.parse("D2"),), "FOE")]


def test_roads_are_followed_through_what_is_dear() -> None:
    field = board("wwww", "rrrw", "wwrr")
    going = Going({"wood": 3.0}, roads=frozenset({"road"}))
    a, d = field.parse("A2"), field.parse("D1")
    path = field.road_path(a, d, {"road"})
    assert path is not None and field.follows(path, {"road"}) and path[0] == a and path[-1] == d
    assert field.toll(Body(a), path[1:], going).cost == len(path) - 1
    assert field.road_path(a, field.parse("A3"), {"road"}) is None
    assert field.kinds_on((a, field.parse("A3"))) == ("wood",)
    assert not field.follows((a, field.parse("A3")), {"road"})


def test_the_way_off_the_table() -> None:
    field = board("....", "....", "....")
    assert field.nearest_edge(field.parse("B3")) == ("N", 1)
    assert field.nearest_edge(field.parse("B2"), "NE") == ("N", 2)
    assert field.to_edge(field.parse("B2"), "E") == 3
    assert field.step(field.parse("B3"), "N") is None
    assert field.name(field.step(field.parse("B1"), "N", 2) or 0) == "B3"


@given(fields_and_spots(3))
def test_within_is_sorted_by_distance(some: tuple[GridField, list[int]]) -> None:
    field, (a, b, c) = some
    bodies = [Body(b, key="b"), Body(c, key="c")]
    found = field.within(a, 2, bodies)
    assert {body.key for body in found} == {body.key for body in bodies if field.distance(a, body.spot) <= 2}
    assert [field.distance(a, body.spot) for body in found] == sorted(field.distance(a, body.spot) for body in found)
    assert field.contact(bodies[0], bodies[1]) == (field.distance(b, c) <= 1)
    assert field.overlap(bodies[0], bodies[1]) == (b == c)
    assert math.isfinite(field.turn(field.headings[0], field.headings[-1]))


@given(grounds(), st.data())
def test_costs_are_those_of_the_cheapest_ways(ground: Ground, data: st.DataObject) -> None:
    table = GridField(ground)
    start, closed = (data.draw(st.integers(0, ground.grid.size - 1)) for _ in range(2))
    going = Going({"bog": 2.0, "wood": None}, {"wall": 1.0}, 0.5, frozenset({"road"}))
    shut = [Body(closed, "N")] if closed != start else []
    costs = table.costs(start, going, shut)
    ways = {way.spot: way.cost for way in table.reach(Body(start, "N"), 1000, going, closed=shut)}
    assert costs[start] == 0
    assert {spot: cost for spot, cost in enumerate(costs) if cost < math.inf and spot != start} == ways


@given(grounds(), st.data())
def test_what_is_remembered_of_reach_is_what_a_fresh_field_finds(ground: Ground, data: st.DataObject) -> None:
    table = GridField(ground)
    squares = st.integers(0, ground.grid.size - 1)
    going = Going({"bog": 2.0, "wood": None}, {"wall": 1.0}, 0.5, frozenset({"road"}))
    for _ in range(4):
        mover, target = Body(data.draw(squares), "N"), Body(data.draw(squares), "N", key="FOE")
        shut = [Body(spot, "N") for spot in data.draw(st.lists(squares, max_size=4)) if spot != mover.spot]
        full = [Body(spot, "N") for spot in data.draw(st.lists(squares, max_size=4))]
        budget, foes = data.draw(st.sampled_from([1.0, 2.5, 9.0])), [target] if target.spot != mover.spot else []
        found = table.reach(mover, budget, going, closed=shut, full=full, contacts=foes)
        assert found == GridField(ground).reach(mover, budget, going, closed=shut, full=full, contacts=foes)
        assert found == table.reach(mover, budget, going, closed=shut, full=full, contacts=foes)
