from __future__ import annotations

import itertools
import subprocess
import sys
from dataclasses import replace

import pytest

from reportgen.board.ground import Ground
from reportgen.board.picture import MapPicture
from reportgen.board.squares import SquareGrid
from reportgen.render.maps import draw
from reportgen.render.maps.display import Layer, Shape
from reportgen.render.maps.ground import drawn_ground, names_layer
from reportgen.render.maps.palette import COLOUR, SAVING
from tests.maps.conftest import SIDES, both_sides, squares

GRID = SquareGrid.of(12, 12)


def layer(ground: Ground, ink: str = "colour") -> Layer:
    return drawn_ground(ground, 300, None, ink).layer  # type: ignore[arg-type]


def shapes(layer: Layer) -> list[Shape]:
    return [shape for group in layer.groups for shape in group.shapes]


def test_equal_grounds_are_drawn_once() -> None:
    one = Ground(GRID, areas={"wood": squares(GRID, "B2:C3")})
    two = Ground(SquareGrid(12, 12), areas={"wood": squares(GRID, "B2:C3")})
    assert drawn_ground(one, 300, None, "colour") is drawn_ground(two, 300, None, "colour")
    assert drawn_ground(one, 300, None, "grey") is not drawn_ground(one, 300, None, "colour")
    assert drawn_ground(one, 301, None, "colour").layer.key != drawn_ground(one, 300, None, "colour").layer.key


def test_trees_stand_where_they_stood_whatever_is_added_elsewhere() -> None:
    wood = {"wood": squares(GRID, "B2:C3")}
    more = wood | {"rocks": squares(GRID, "H8:I9"), "road": squares(GRID, "A6:L6")}
    crowns = [
        [shape.coords for shape in shapes(layer(Ground(GRID, areas=areas))) if shape.style.fill == COLOUR.leaf]
        for areas in (wood, more)
    ]
    assert crowns[0]
    assert crowns[0] == crowns[1]


def test_a_wall_is_drawn_once_though_it_is_named_from_both_sides() -> None:
    both = both_sides(GRID, ("D4", 0), ("E4", 0), ("E4", 1))
    one = frozenset((GRID.square(name), side) for name, side in (("D4", 0), ("E4", 0), ("E4", 1)))
    drawn = [shapes(layer(Ground(GRID, edges={"wall": sides}))) for sides in (both, one)]
    assert drawn[0] == drawn[1]


def test_teeth_of_an_entrenchment_point_away_from_the_square_it_protects() -> None:
    ground = Ground(GRID, edges={"entrenchment": frozenset({(GRID.square("E5"), 0)})})
    sheet = drawn_ground(ground, 300, None, "colour").sheet
    line = sheet.pt(4 + 5j).imag * 100
    plain = {shape.style for shape in shapes(layer(Ground(GRID)))}
    (teeth,) = [s for s in shapes(layer(ground)) if s.style.fill == COLOUR.ink and s.style not in plain]
    heights = teeth.coords[1::2]
    assert min(heights) == pytest.approx(line, abs=1)
    assert max(heights) > line + 200


def test_a_kind_without_a_sign_gets_its_name() -> None:
    pan = drawn_ground(Ground(GRID, areas={"salt_pan": squares(GRID, "D4:F6")}), 300, None, "colour")
    names = names_layer(pan, pan.room.copy())
    assert names is not None
    assert [text.text for text in names.texts] == ["Salt pan"]


@pytest.mark.parametrize(
    ("kind", "like"),
    [("pontoons", "bridge"), ("boat_bridge", "bridge"), ("bridge_of_boats", "bridge"), ("deep_ford", "ford")],
)
def test_a_crossing_of_a_ruleset_s_own_is_drawn_as_one_in_the_water_s_place(kind: str, like: str) -> None:
    """The river runs on beneath it, though its square is no river any more; a patch with a name it is not."""
    river = squares(GRID, "A6:L6") & ~squares(GRID, "E6")
    own, known = (Ground(GRID, areas={"river": river, name: squares(GRID, "E6")}) for name in (kind, like))
    assert shapes(layer(own)) == shapes(layer(known))
    drawn = drawn_ground(own, 300, None, "colour")
    assert drawn.names == {}
    legend = draw(MapPicture(own, SIDES), 300).layers[1]
    assert like.capitalize() in [text.text for text in legend.texts]


@pytest.mark.parametrize("kind", ["blown_bridge", "bridgehead", "shoal"])
def test_what_is_no_crossing_keeps_its_name(kind: str) -> None:
    ground = Ground(GRID, areas={"river": squares(GRID, "A6:L6"), kind: squares(GRID, "E8")})
    assert [*drawn_ground(ground, 300, None, "colour").names] == [kind.replace("_", " ").capitalize()]


def test_a_crossing_beside_another_turns_neither() -> None:
    """Pontoons beside the bridge of a road: both lie across the river, and no road leads from one to the other."""
    areas = {"river": squares(GRID, "A6:L6"), "road": squares(GRID, "E1:E12"), "bridge": squares(GRID, "E6:F6")}
    drawn = shapes(layer(Ground(GRID, areas=areas)))
    bridges = [s for s in drawn if s.style.stroke == COLOUR.ink and s.ops == 2 * "mlll"]
    assert len(bridges) == 2
    for parapets in bridges:
        assert parapets.coords[2] == parapets.coords[4] and abs(parapets.coords[3] - parapets.coords[5]) > 1000


def test_a_name_moves_out_of_the_way_of_a_block_and_others_stay() -> None:
    places = {"old mill": squares(GRID, "D4"), "new mill": squares(GRID, "J9")}
    ground = drawn_ground(Ground(GRID, places=places), 300, None, "colour")
    room = ground.room.copy()
    room.take(ground.names["Old mill"])
    free, moved = names_layer(ground, ground.room.copy()), names_layer(ground, room)
    assert free is not None and moved is not None
    before, after = ({text.text: (text.x, text.y) for text in layer.texts} for layer in (free, moved))
    assert before["Old mill"] != after["Old mill"]
    assert before["New mill"] == after["New mill"]


def test_open_ground_draws_nothing() -> None:
    assert shapes(layer(Ground(GRID, areas={"open": GRID.all}))) == shapes(layer(Ground(GRID)))


def test_letters_and_numbers_stand_on_all_four_sides() -> None:
    texts = layer(Ground(GRID)).texts
    assert sorted(t.text for t in texts) == sorted(2 * ([*"ABCDEFGHIJKL"] + [str(n) for n in range(1, 13)]))
    sheet = drawn_ground(Ground(GRID), 300, None, "colour").sheet
    left, bottom, right, top = sheet.board
    for text in texts:
        middle_x, middle_y = text.x + text.width / 2, text.y + 2
        assert not (left < middle_x < right and bottom < middle_y < top)
        assert text.x > 0 and text.x + text.width < sheet.frame[2]


def test_a_large_board_keeps_its_letters_apart() -> None:
    grid = SquareGrid.of(40, 40)
    texts = [t for t in drawn_ground(Ground(grid), 300, None, "colour").layer.texts if not t.text.isdigit()]
    row = sorted((t.x, t.x + t.width) for t in texts if t.y < 20)
    assert len(row) >= 8
    assert all(a[1] < b[0] for a, b in itertools.pairwise(row))


def test_a_tall_board_fits_its_height() -> None:
    sheet = drawn_ground(Ground(SquareGrid.of(10, 30)), 300, 400, "colour").sheet
    assert sheet.frame[3] == pytest.approx(400)
    assert sheet.frame[2] < 160


def test_too_little_paper_is_an_error() -> None:
    with pytest.raises(ValueError, match="too little for a map of 40 x 40"):
        drawn_ground(Ground(SquareGrid.of(40, 40)), 80, None, "colour")


def test_saving_ink_lays_no_tint(europe: MapPicture) -> None:
    fills = {shape.style.fill for shape in shapes(layer(europe.ground, "saving"))} - {""}
    assert fills <= {"#ffffff", SAVING.ink, SAVING.leaf_line, SAVING.hachure, SAVING.garden, SAVING.rock_shade}
    assert COLOUR.wood in {shape.style.fill for shape in shapes(layer(europe.ground))}


def test_grey_ink_has_no_colour(europe: MapPicture) -> None:
    for shape in shapes(layer(europe.ground, "grey")):
        for colour in filter(None, (shape.style.fill, shape.style.stroke)):
            channels = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]
            assert max(channels) - min(channels) <= 3, colour


def test_one_path_a_style_in_every_stage(europe: MapPicture) -> None:
    for group in layer(europe.ground).groups:
        styles = [shape.style for shape in group.shapes]
        assert len(styles) == len(set(styles))


def test_the_desert_has_palms_and_sand(desert: MapPicture) -> None:
    temperate = replace(desert.ground, climate="temperate")
    strokes = [{shape.style.stroke for shape in shapes(layer(ground))} for ground in (desert.ground, temperate)]
    assert COLOUR.sand in strokes[0]
    assert COLOUR.sand not in strokes[1]
    fills = [{shape.style.fill for shape in shapes(layer(ground))} for ground in (desert.ground, temperate)]
    assert COLOUR.leaf not in fills[0]
    assert COLOUR.leaf in fills[1]


def test_a_river_alone_in_a_square_and_roads_of_one_square_are_drawn() -> None:
    for kind in ("river", "road", "track", "ford", "bridge"):
        for square in ("A1", "F6", "L12"):
            ground = Ground(GRID, areas={kind: squares(GRID, square)})
            assert len(shapes(layer(ground))) > len(shapes(layer(Ground(GRID))))


def test_a_ground_of_squares_loads_neither_shapely_nor_masked_arrays() -> None:
    """Either takes longer to load than the ground to draw."""
    script = (
        "import sys\n"
        "from reportgen.board.ground import Ground\n"
        "from reportgen.board.squares import SquareGrid\n"
        "from reportgen.render.maps import get_ready\n"
        "from reportgen.render.maps.ground import drawn_ground\n"
        "get_ready()\n"
        "print('contourpy' in sys.modules)\n"
        "areas = {'wood': 3, 'river': 7 << 20}\n"
        "ground = Ground(SquareGrid.of(10, 10), areas=areas, heights=(1,) * 9 + (0,) * 91)\n"
        "drawn_ground(ground, 312, None, 'colour')\n"
        "print('shapely' in sys.modules, 'numpy.ma' in sys.modules)\n"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True", "False", "False"]
