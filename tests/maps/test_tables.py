"""Hexes of both layouts and the measured table: golden pictures, and what only they have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path

import pytest
from shapely import LineString, Point, Polygon, union_all
from shapely import box as shapely_box

from reportgen.board.ground import Ground, Shape
from reportgen.board.hexes import HexGrid
from reportgen.board.lattice import Lattice
from reportgen.board.picture import Arm, Cartouche, MapPicture, Mark, Piece, SideStyle
from reportgen.board.squares import SquareGrid
from reportgen.board.table import Table, TableGrid
from reportgen.render.maps import draw, png, svg
from reportgen.render.maps.conditions import CONDITIONS, FORMATIONS
from reportgen.render.maps.display import UNIT
from reportgen.render.maps.ground import sign_of
from reportgen.render.maps.palette import INKS
from reportgen.render.maps.patches import neighbours, side_of, side_runs, wide
from reportgen.render.maps.sheet import sheet_for
from reportgen.render.maps.water import NONE, _deck, given_water
from tests.maps.test_emitters import ALLOWED, DPI, changed, picture_of

GOLDEN = Path(__file__).parent / "golden"
SIDES = (SideStyle("Green", "#3d5a3a"), SideStyle("Grey", "#4a4a55"))


def area(grid: Lattice, text: str) -> int:
    return sum(1 << grid.square(name) for name in text.split())


def box(what: str, name: str, left: float, bottom: float, right: float, top: float) -> Shape:
    return Shape(what, name, ((left, top), (right, top), (right, bottom), (left, bottom)))  # type: ignore[arg-type]


def pieces(grid: Lattice) -> tuple[Piece, ...]:
    def unit(id: str, side: int, arm: Arm, at: str, facing: float, **more: object) -> Piece:
        return Piece(id, id, side, arm, grid.place(at), facing, **more)  # type: ignore[arg-type]

    return (
        unit("INF1", 0, "infantry", "B2", 0, figure="8", formation="extended"),
        unit("INF2", 0, "infantry", "C2", 0, figure="6", formation="close", states=("pinned",)),
        unit("GUN", 0, "artillery", "D1", 60, figure="3", formation="limbered"),
        unit("COL", 0, "infantry", "A1", 0, figure="8", formation="column"),
        unit("GRY", 1, "infantry", "C5", 180, figure="7", states=("entrenched",)),
        unit("CAV", 1, "cavalry", "G5", 180, figure="4", states=("routed", "blown")),
    )


def on(ground: Ground) -> MapPicture:
    stands = pieces(ground.grid)
    marks = (Mark("fire", 0, (stands[0].at, stands[4].at), "INF1"),)
    goals = ((ground.grid.place("F4"), "The bridge"), (ground.grid.place("H5"), "The mill"))
    goals += ((ground.grid.place("H4"), "The mill"),)
    return MapPicture(ground, SIDES, stands, marks, Cartouche("Turn 2", "Green", "They came on."), goals)


def hexes(layout: str) -> MapPicture:
    grid = HexGrid.of(9, 7, layout)  # type: ignore[arg-type]
    hill = area(grid, "B5 C5 C6 D5")
    wall = {(grid.square("H4"), side) for side in range(3)}
    wall |= {(grid.over(square, side), (side + 3) % 6) for square, side in wall}
    ground = Ground(
        grid,
        {
            "wood": area(grid, "A3 A4 B3 E7"),
            "river": area(grid, "F1 F2 E2 F3 F4 F5 F6 F7"),
            "bridge": area(grid, "F4"),
            "road": area(grid, "A4 B4 C4 D4 E4 G4 H4 I4"),
            "buildings": area(grid, "H4 H5"),
            "marsh": area(grid, "H1 I1"),
        },
        tuple(hill >> n & 1 for n in range(grid.size)),
        {"wall": frozenset(wall), "entrenchment": frozenset({(grid.square("C5"), 2), (grid.square("C5"), 3)})},
        {"the copse": area(grid, "A3 A4 B3")},
    )
    return on(ground)


def measured() -> MapPicture:
    grid = TableGrid(Table(54, 42, "inches", 6))
    river = area(grid, "F1 F2 F3 F4 F5 F6 F7")
    shapes = (
        Shape("area", "wood", ((0.3, 2.2), (1.8, 3.1), (1.2, 4.4), (0.4, 4.0))),
        box("height", "1", 1, 4, 4, 6),
        Shape("area", "road", ((0, 3.4), (9, 3.4), (9, 3.6), (0, 3.6)), line=((0, 3.5), (4.5, 3.5), (9, 3.2))),
        box("area", "buildings", 7, 3, 8, 5),
        Shape("edge", "hedge", ((2, 0.5), (3, 0.8), (4, 0.4)), line=((2, 0.5), (3, 0.8), (4, 0.4))),
        Shape("edge", "entrenchment", ((2, 4.2), (3.2, 4.0)), (2.6, 5.0), ((2, 4.2), (3.2, 4.0))),
    )
    high = area(grid, "B5 C5 D5 B6 C6 D6")
    ground = Ground(
        grid,
        {"wood": area(grid, "A3 A4 B4"), "river": river, "bridge": area(grid, "F4"), "road": area(grid, "A4 B4"),
         "buildings": area(grid, "H4 H5")},
        tuple(high >> n & 1 for n in range(grid.size)),
        places={"the copse": area(grid, "A3 A4")},
        shapes=shapes,
    )  # fmt: skip
    return on(ground)


def ruler() -> MapPicture:
    """Everything given by the ruler: a lake at the edge and a river from it, a stream, crossings, ground fought for."""
    grid = TableGrid(Table(120, 90, "centimetres", 15))

    def told(kind: str, *points: tuple[float, float], **more: object) -> Shape:
        return Shape("area", kind, tuple((x / 15, y / 15) for x, y in points), given=True, **more)  # type: ignore[arg-type]

    def along(kind: str, breadth: float, *points: tuple[float, float]) -> Shape:
        line = tuple((x / 15, y / 15) for x, y in points)
        outline = LineString(line).buffer(breadth / 30, cap_style="flat").exterior.coords[:-1]
        return Shape("area", kind, tuple(outline), None, line, breadth / 15, True)

    shapes = (
        told("river", (0, 50), (22, 46), (34, 60), (30, 78), (14, 90), (0, 90), place="the mere"),
        along("river", 9, (30, 60), (50, 48), (80, 52), (120, 40)),
        along("shallow_river", 5, (88, 90), (92, 70), (86, 52)),
        along("bridge", 4, (57, 60), (60, 40)),
        told("ford", (83, 68), (98, 68), (98, 74), (83, 74)),
        along("road", 4, (52, 90), (60, 50), (58, 0)),
        told("wood", (96, 8), (116, 10), (112, 28), (94, 24), place="the copse"),
        told("buildings", (20, 14), (38, 16), (36, 28), (19, 27), place="Hollin"),
    )
    outlines = ((shapes[7].points, "Hollin"), (((5, 3.4), (6, 3.4), (6, 2.4), (5, 2.4)), "The landing"))
    kinds = {shape.name for shape in shapes}
    middles = {shape: Polygon(shape.points).representative_point() for shape in shapes}
    cells = {shape: 1 << grid.at((middle.x, middle.y)) for shape, middle in middles.items()}
    areas = {kind: reduce(or_, (cells[shape] for shape in shapes if shape.name == kind)) for kind in kinds}
    ground = Ground(grid, areas, places={"the mere": 1 << grid.square("A5"), "Hollin": 1 << grid.square("B2"),
                                         "the copse": 1 << grid.square("G1")}, shapes=shapes)  # fmt: skip
    return replace(on(ground), objectives=(), outlines=outlines, cartouche=None, marks=())


PICTURES: dict[str, Callable[[], MapPicture]] = {
    "flat": lambda: hexes("flat"),
    "pointy": lambda: hexes("pointy"),
    "measured": measured,
    "ruler": ruler,
}


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str, update_golden: bool) -> None:
    content = png(draw(PICTURES[name](), 312), DPI)
    path = GOLDEN / f"{name}-colour.png"
    if update_golden:
        path.write_bytes(content)
    assert path.exists(), f"{path.name} is missing: look at the picture, then run with --update-golden"
    share = changed(picture_of(content), picture_of(path.read_bytes()))
    assert share <= ALLOWED, f"{share:.2%} of {path.name} changed; if it is meant, look at it and run --update-golden"


def test_given_water_lies_as_it_is_given_and_not_by_cells() -> None:
    ground = ruler().ground
    water = given_water(ground, sign_of)
    assert water.deep is not None and water.shallow is not None
    for part, names in ((water.deep, {"river"}), (water.shallow, {"shallow_river"})):
        given = union_all([Polygon(shape.points) for shape in ground.shapes if shape.name in names])
        drawn = part.intersection(shapely_box(0, 0, *ground.grid.extent))
        assert drawn.symmetric_difference(given).area < 0.25 * given.area
    assert not water.deep.boundary.intersects(shapely_box(-0.3, 4.0, 0.01, 5.9)), "a bank along the table's edge"
    cells = {(ground.grid.column(cell), ground.grid.row(cell)) for cell in ground.grid.squares(ground.areas["river"])}
    assert cells <= water.cells["river"]
    assert given_water(hexes("flat").ground, sign_of) is NONE


def test_a_crossing_is_as_long_as_it_is_given_and_lies_along_its_road() -> None:
    ground = ruler().ground
    water = given_water(ground, sign_of)
    at, _, half = _deck(water.bridges[0], ())
    assert abs(at - complex(58.5, 50) / 15) < 0.01 and 2 * half == pytest.approx(abs(complex(3, -20)) / 15, abs=0.05)
    road = [complex(*point) for point in ground.shapes[5].line]
    assert _deck(water.bridges[0], [road])[0] == at
    _, across, half = _deck(water.fords[0], [])
    assert abs(abs(across.real) - 1) < 1e-6 and half == pytest.approx(0.5)


def test_no_house_stands_outside_its_outline() -> None:
    def houses(outline: tuple[tuple[float, float], ...]) -> list[complex]:
        grid = TableGrid(Table(48, 36, "inches", 6))
        ground = Ground(grid, {"building": 1 << grid.at(outline[0])}, shapes=(Shape("area", "building", outline),))
        drawing = draw(MapPicture(ground, SIDES), 312)
        sheet = sheet_for(grid, 312, None, INKS["colour"], "temperate")
        shapes = [shape for group in drawing.layers[0].groups if group.clip for shape in group.shapes]
        black = [shape.coords for shape in shapes if shape.style.fill == sheet.palette.house]
        points = [complex(*pair) / UNIT for coords in black for pair in zip(coords[::2], coords[1::2], strict=True)]
        return [(point - sheet.origin) / sheet.cell for point in points]

    outline = ((1.2, 3.1), (3.4, 3.3), (3.0, 1.6), (1.4, 1.2))
    found = houses(outline)
    assert len(found) > 20
    assert all(Polygon(outline).distance(Point(point.real, point.imag)) < 0.2 for point in found)


def test_names_keep_off_the_lines_of_what_is_fought_for() -> None:
    picture = ruler()
    drawing = draw(picture, 312)
    sheet = sheet_for(picture.ground.grid, 312, None, INKS["colour"], "temperate")
    rings = [Polygon([(sheet.pt(p).real, sheet.pt(p).imag) for p in ring]) for ring, _ in picture.outlines]
    texts = [text for layer in drawing.layers for text in layer.texts if text.text in ("Hollin", "The landing")]
    assert {text.text for text in texts} == {"Hollin", "The landing"}
    for text in texts:
        box = shapely_box(text.x, text.y, text.x + text.width, text.y + 4)
        assert not any(ring.exterior.intersects(box) for ring in rings)


@pytest.mark.parametrize("grid", [SquareGrid.of(8, 6), HexGrid.of(8, 6, "flat"), TableGrid(Table(48, 36))])
def test_railways_and_obstacles_have_signs_of_their_own(grid: Lattice) -> None:
    rails, stakes = area(grid, "A3 B3 C3 D3 E3 F3 G3 H3"), area(grid, "D5 E5")
    large = area(grid, "C3")
    ground = Ground(grid, {"rail": rails, "obstacle": stakes, "large_bridge": large, "river": large})
    drawing = draw(MapPicture(ground, SIDES), 312)
    texts = {text.text for layer in drawing.layers for text in layer.texts}
    assert {"Railway", "Obstacles", "Bridge", "Water"} <= texts
    assert not {"Rail", "Obstacle", "Large bridge"} & texts, "a kind without a sign has its name on the map"


def test_a_board_is_described_as_what_it_is() -> None:
    flat, table = draw(hexes("flat"), 312).text, draw(measured(), 312).text
    assert flat.startswith("A board of 9 by 7 hexes.") and "INF1 at B2" in flat
    assert table.startswith("A table of 54 by 42 inches.") and "INF1 at 9,9" in table


def test_hexes_carry_their_names_where_there_is_room() -> None:
    texts = {text.text for layer in draw(hexes("pointy"), 312).layers for text in layer.texts}
    assert {"A1", "I7"} <= texts
    small = {text.text for layer in draw(hexes("pointy"), 130).layers for text in layer.texts}
    assert "A1" not in small and "A" in small


@pytest.mark.parametrize("layout", ["flat", "pointy"])
@pytest.mark.parametrize("width", [130, 190, 240, 312, 460])
def test_coordinates_of_hexes_can_be_read(layout: str, width: float) -> None:
    """On a map of 110 mm the letters and numbers on the frame are as large as a footnote, those within no smaller than
    the labels of stands; where there is no room for such, there are none."""
    (ground, *_) = draw(hexes(layout), width).layers
    sizes = {len(text.text): text.size for text in ground.texts if text.text in ("A", "A1")}
    assert sizes[1] >= (7.5 if width == 312 else 4.6)
    assert sizes.get(2, 5.0) >= 5.0
    assert (2 in sizes) == (width > 130)


def test_a_measured_table_has_a_ruler_in_its_unit() -> None:
    texts = [text.text for layer in draw(measured(), 312).layers for text in layer.texts]
    assert {"6", "12", "36", "48"} <= set(texts) and "A" not in texts
    grid = TableGrid(Table(120, 90, "centimetres", 15))
    metric = replace(measured(), ground=Ground(grid), pieces=(), marks=(), objectives=())
    assert {"15", "30", "105"} <= {text.text for layer in draw(metric, 312).layers for text in layer.texts}


@pytest.mark.parametrize("name", PICTURES)
def test_everything_is_on_the_sheet_and_clear(name: str) -> None:
    drawing = draw(PICTURES[name](), 312)
    left, bottom, right, top = drawing.box
    assert set(drawing.blocks) == {piece.id for piece in PICTURES[name]().pieces} == set(drawing.labels)
    for box_ in (*drawing.blocks.values(), *drawing.labels.values()):
        assert left <= box_[0] and box_[2] <= right and bottom <= box_[1] and box_[3] <= top
    assert svg(drawing).startswith("<svg")


def test_signs_are_explained_and_other_states_written() -> None:
    texts = {text.text for layer in draw(hexes("flat"), 312).layers for text in layer.texts}
    assert {*FORMATIONS.values(), *CONDITIONS.values()} <= texts
    assert " blown" in texts and not any("pinned" in text for text in texts)
    plain_ = replace(
        hexes("flat"), pieces=tuple(replace(p, formation="line", states=()) for p in pieces(HexGrid.of(9, 7)))
    )
    texts = {text.text for layer in draw(plain_, 312).layers for text in layer.texts}
    assert not {*FORMATIONS.values(), *CONDITIONS.values()} & texts


def test_a_column_is_narrower_and_deeper_than_a_line() -> None:
    picture = hexes("flat")
    boxes = draw(picture, 312).blocks
    wide_, deep = (boxes["INF1"][n + 2] - boxes["INF1"][n] for n in (0, 1))
    narrow, long = (boxes["COL"][n + 2] - boxes["COL"][n] for n in (0, 1))
    assert narrow < wide_ and long > deep


def test_lines_through_hexes_make_no_loops() -> None:
    grid = HexGrid.of(5, 5)
    three = {(1, 1), (1, 2), (2, 2)}  # about one point
    assert all(grid.distance(grid.index(*a), grid.index(*b)) <= 1 for a in three for b in three)
    links = {cell: neighbours(cell, three, grid) for cell in three}
    assert sorted(len(near) for near in links.values()) == [1, 1, 2]
    around = {(grid.column(n), grid.row(n)) for n in grid.neighbours(grid.square("C3"))}
    assert wide(around | {(2, 2)}, grid) and not wide(around, grid)


def test_sides_of_hexes_join_into_lines() -> None:
    grid = HexGrid.of(4, 4, "pointy")
    cell = (1, 1)
    assert len(side_runs([(cell, side) for side in range(6)], grid)) == 1
    one, two = side_of(cell, 0, grid), side_of(cell, 1, grid)
    assert one[1] == two[0]
    beyond = grid.over(grid.index(*cell), 0)
    other = side_of((grid.column(beyond), grid.row(beyond)), 3, grid)
    assert other == one[::-1]


def test_a_sheet_finds_the_cell_at_a_point() -> None:
    for grid in (SquareGrid.of(4, 3), HexGrid.of(4, 3), HexGrid.of(4, 3, "pointy")):
        sheet = sheet_for(grid, 200, None, INKS["colour"], "temperate")
        for n in range(grid.size):
            cell = (grid.column(n), grid.row(n))
            assert sheet.cell_at(sheet.middle(cell)) == cell
