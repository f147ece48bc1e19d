"""Ground that is altered at one place: on squares, on hexes and on a measured table."""

from __future__ import annotations

import pytest
import shapely

from reportgen.board.altered import SPAN, with_area, with_edge
from reportgen.board.field import Body, Going, field_for
from reportgen.board.ground import Ground, Shape
from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice
from reportgen.board.squares import SquareGrid
from reportgen.board.table import Table, TableGrid

GRIDS = [SquareGrid.of(6, 6), HexGrid.of(6, 6, "flat"), HexGrid.of(6, 6, "pointy")]
TABLE = TableGrid(Table(60.0, 48.0))


def river(grid: Lattice) -> Ground:
    return Ground(grid, areas={"river": sum(1 << grid.index(column, 2) for column in range(grid.columns))})


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_an_area_changes_in_its_square_alone(grid: Lattice) -> None:
    before = river(grid)
    at, inside = grid.square("C3"), grid.square("C2")
    after = with_area(before, grid.centre(at), grid.centre(inside), ["river"], ["bridge", "road"])
    assert after.kinds_at(at) == ("bridge", "road")
    assert [after.kinds_at(n) for n in range(grid.size) if n != at] == [
        before.kinds_at(n) for n in range(grid.size) if n != at
    ]
    assert before.kinds_at(at) == ("river",)
    assert with_area(after, grid.centre(at), grid.centre(at), ["bridge", "road"], ["river"]).areas == before.areas


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_a_line_runs_along_the_side_in_common(grid: Lattice) -> None:
    here = grid.square("C3")
    side = 1
    there = grid.over(here, side)
    other = (side + len(grid.sides) // 2) % len(grid.sides)
    points = grid.centre(there), grid.centre(here)
    walled = with_edge(Ground(grid), *points, [], {"wall": True})
    assert walled.edges == {"wall": {(here, side), (there, other)}}
    assert with_edge(Ground(grid), *points, [], {"trench": False}).edges == {"trench": {(here, side)}}
    assert with_edge(walled, *points[::-1], ["wall"], {}).edges == {}
    far = grid.square("F6")
    assert with_edge(walled, grid.centre(far), grid.centre(here), ["wall"], {"hedge": True}) == walled


def shaped(*shapes: Shape) -> Ground:
    return Ground(TABLE, areas={shape.name: 1 for shape in shapes if shape.what == "area"}, shapes=shapes)


def land(ground: Ground, kind: str) -> shapely.Geometry:
    parts = [shapely.Polygon(one.points) for one in ground.shapes if one.what == "area" and one.name == kind]
    return shapely.union_all(parts)


WATER = Shape("area", "river", ((0, 3), (10, 3), (10, 4), (0, 4)), line=((0, 3.5), (10, 3.5)), breadth=1, given=True)
WOOD = Shape("area", "wood", ((1, 1), (9, 1), (9, 7), (1, 7)))
WALL = Shape("edge", "wall", ((0, 3), (10, 3)), line=((0, 3), (10, 3)), given=True)


def test_a_piece_of_a_river_is_cut_and_its_line_with_it() -> None:
    after = with_area(shaped(WATER), (5.0, 3.5), (5.0, 2.0), ["river"], ["bridge"])
    assert land(after, "river").area == pytest.approx(10 - SPAN)
    rivers = [one for one in after.shapes if one.name == "river"]
    assert [(one.line[0][0], round(one.line[1][0], 3)) for one in rivers] == [(0, 4.45), (5.55, 10)]
    (bridge,) = [one for one in after.shapes if one.name == "bridge"]
    assert bridge.line == ((5.0, 3.5 - SPAN / 2), (5.0, 3.5 + SPAN / 2))
    going = Going({"river": None, "bridge": 1.0}, roads=frozenset(["bridge"]))
    field = field_for(after)
    assert not field.toll(Body((5.0, 2.0)), [(5.0, 5.0)], going).faults
    assert field.toll(Body((8.0, 2.0)), [(8.0, 5.0)], going).faults


def test_a_piece_lies_as_it_is_looked_at() -> None:
    after = with_area(shaped(), (5.0, 3.5), (4.0, 2.5), [], ["bridge"])
    (bridge,) = after.shapes
    assert shapely.Polygon(bridge.points).contains(shapely.Point(5.0, 4.2))
    assert not shapely.Polygon(bridge.points).contains(shapely.Point(5.5, 4.0))


def test_a_hole_in_a_wood_is_a_hole() -> None:
    after = with_area(shaped(WOOD), (5.0, 4.0), (5.0, 2.0), ["wood"], [])
    wood = land(after, "wood")
    assert wood.area == pytest.approx(48 - SPAN * SPAN)
    field = field_for(after)
    assert field.kinds_at((5.0, 4.0)) == () and field.kinds_at((5.0, 5.0)) == ("wood",)
    again = with_area(after, (5.0, 4.6), (5.0, 2.0), ["wood"], [])
    assert land(again, "wood").area == pytest.approx(48 - SPAN * SPAN - 0.6 * SPAN)


def test_a_line_of_one_increment_across_the_way() -> None:
    after = with_edge(shaped(), (5.0, 3.5), (5.0, 3.0), [], {"trench": False})
    (trench,) = after.shapes
    assert sorted(trench.points) == [(4.5, 3.5), (5.5, 3.5)] and trench.inwards == (5.0, 3.0)
    field = field_for(after)
    assert field.shelter((5.0, 3.0), (5.0, 6.0)) == ("trench",)
    assert field.shelter((5.0, 4.0), (5.0, 1.0)) == ()


def test_a_breach_in_a_wall() -> None:
    after = with_edge(shaped(WALL), (5.0, 3.0), (5.0, 2.5), ["wall"], {})
    assert [one.line for one in after.shapes] == [((0, 3), (4.45, 3)), ((5.55, 3), (10, 3))]


def test_a_side_of_a_cell_that_is_breached_is_drawn_no_more() -> None:
    cell = TABLE.square("E3")
    edges = {"wall": frozenset([(cell, 0), (TABLE.over(cell, 0), 2)])}
    walled = Ground(TABLE, edges=edges, shapes=(Shape("edge", "wall", ((4.0, 3.0), (5.0, 3.0))),))
    after = with_edge(walled, (4.5, 3.0), (4.5, 2.5), ["wall"], {})
    assert after.edges == {} and after.shapes == ()
