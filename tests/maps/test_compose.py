from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from reportgen.board.ground import Ground
from reportgen.board.picture import Cartouche, MapPicture, Mark
from reportgen.board.squares import SquareGrid
from reportgen.render.maps import draw, unexplained
from reportgen.render.maps.cartouche import broken, plate_for
from reportgen.render.maps.display import Drawing, Face, Layer, overlap
from reportgen.render.maps.faces import metrics, path_of, printable
from reportgen.render.maps.fonttables import advances_of, characters_of
from reportgen.render.maps.ground import drawn_ground
from reportgen.render.maps.legend import _columns
from reportgen.render.maps.palette import COLOUR, GREY, mixed, side_colour
from reportgen.render.maps.subset import subset
from tests.maps.conftest import squares, stand

GRID = SquareGrid.of(12, 12)


def texts(drawing: Drawing) -> list[str]:
    return [text.text for layer in drawing.layers for text in layer.texts]


def heading(drawing: Drawing) -> float:
    """The height at which the cartouche's heading stands."""
    (y,) = [text.y for layer in drawing.layers for text in layer.texts if text.text.startswith("TURN")]
    return y


def test_maps_of_one_ground_share_its_layer_and_equal_legends(desert: MapPicture) -> None:
    later = replace(desert, marks=desert.marks[:7], cartouche=Cartouche("Turn 4"))
    one, two, other = draw(desert, 312), draw(later, 312), draw(desert, 320)
    assert one.layers[0] is two.layers[0]
    assert one.layers[0] is not other.layers[0]
    assert draw(desert, 312).layers[1] is one.layers[1]


def test_the_legend_names_only_what_is_there(europe: MapPicture, bare: Callable[..., MapPicture]) -> None:
    full = texts(draw(europe, 312))
    for word in ("Anglo-Egyptians", "Infantry", "Engineers", "Dismounted", "Close combat", "Fire", "Hill", "Wood",
                 "Shallow water",
                 "Ford", "Bridge", "Road", "Track", "Marsh", "Wall", "Entrenchment", "Abatis", "Move"):  # fmt: skip
        assert word in full, word
    for word in (
        "Machine gun",
        "Withdrawal",
        "Rocks",
        "Palms",
        "Spotting",
        "Objective",
        "Concealed",
        "Fire, no effect",
    ):
        assert word not in full, word
    brief = texts(draw(europe, 312, legend="brief"))
    assert "Infantry" in brief
    assert "Wood" not in brief
    assert "Infantry" not in texts(draw(europe, 312, legend="none"))
    assert len(draw(bare(), 312).layers) == 2


def legend_of(drawing: Drawing) -> Layer:
    (legend,) = [layer for layer in drawing.layers if layer.key.startswith("legend-")]
    return legend


def test_the_legend_shows_the_fire_of_each_side_that_fired(bare: Callable[..., MapPicture]) -> None:
    """In one entry, for their lines are told apart by their colours and dashes."""

    def lines(*marks: Mark) -> list[str]:
        """The colours of the lines of fire in the legend; one with effect or not is the same line."""
        shapes = [shape for group in legend_of(draw(bare(marks=marks), 312)).groups for shape in group.shapes]
        return [shape.style.stroke for shape in shapes if shape.style.dash and shape.style.stroke]

    ours, theirs = (Mark("fire", side, ((2.5, 2.5 + side), (8.5, 7.5 + side))) for side in (0, 1))
    none = replace(theirs, effect="none")
    red, green = (side_colour(style.colour, n, "colour") for n, style in enumerate(bare().sides))
    assert lines(ours) == [red]
    assert lines(theirs) == [green]
    assert lines(ours, theirs) == [red, green]
    assert lines(ours, theirs, none) == [red, green, green]
    words = [text.text for text in legend_of(draw(bare(marks=(ours, theirs, none)), 312)).texts]
    assert words == ["Fire", "Fire, no effect"]
    wide = {count: legend_of(draw(bare(marks=(*(ours, theirs)[:count], none)), 312)).texts[0].x for count in (1, 2)}
    assert wide[2] > wide[1] + 15, "the word makes room for both"


def test_what_the_first_map_does_not_explain_is_told_for_all_the_others(bare: Callable[..., MapPicture]) -> None:
    start = replace(bare(), pieces=(stand(GRID, "BRI1", 0, "infantry", "D4", 90),))
    piece = start.pieces[0]
    way = ((2.5, 2.5), (8.5, 7.5))
    moved = replace(start, marks=(Mark("move", 0, way),))
    fought = replace(start, marks=(Mark("loss", 0, (), piece=replace(piece, arm="cavalry")), Mark("close", 1, way)))
    shaken = replace(start, pieces=(replace(piece, states=("pinned",)),))
    bridged = replace(start, ground=replace(start.ground, areas={"bridge": squares(GRID, "C3")}))
    assert unexplained([start]) == unexplained([start, start]) == ()
    assert unexplained([moved, start]) == ()
    told = unexplained([start, moved, fought, shaken, bridged])
    words = [text.text for text in legend_of(draw(moved, 312, legend=told)).texts]
    assert words == ["Cavalry", "Pinned", "Move", "Close combat", "Lost", "Bridge"]


def test_rows_of_a_legend_are_evenly_filled() -> None:
    assert [len(_columns([60.0] * count, 310.0)) for count in (1, 5, 6, 8, 11)] == [1, 5, 3, 4, 4]
    assert _columns([60.0] * 6, 310.0) == [0.0, 84.0, 168.0]
    assert _columns([400.0, 10.0], 310.0) == [0.0]


def test_a_legend_may_be_wider_than_its_map(bare: Callable[..., MapPicture]) -> None:
    """The map stands over the middle of it, and the drawing is as wide as both."""
    picture = bare(marks=tuple(Mark(kind, 0, ((2.5, 2.5), (8.5, 7.5))) for kind in ("move", "fire", "close", "spot")))
    high = draw(picture, 312, height=150)
    broad = draw(picture, 312, height=150, legend_width=312)
    assert high.width < 160 and broad.width == pytest.approx(312)
    assert broad.height < high.height - 10
    assert broad.box[0] + broad.box[2] == pytest.approx(high.width)
    assert broad.labels == high.labels
    assert draw(picture, 312, height=150, legend="none", legend_width=312).width == high.width


def test_no_name_stands_under_a_broad_arrow(bare: Callable[..., MapPicture]) -> None:
    """A withdrawal, and the arrow of a body on the move, hide what they lie over; a fine line does not."""
    ground = replace(bare().ground, places={"the mill": squares(GRID, "D4"), "the inn": squares(GRID, "J9")})

    def names(*marks: Mark) -> dict[str, tuple[float, float]]:
        drawing = draw(replace(bare(), ground=ground, marks=marks), 312, legend="none")
        return {text.text: (text.x, text.y) for text in drawing.layers[1].texts}

    free = names()
    way = ((1.5, 2.8), (6.5, 2.8))
    body = tuple(Mark("move", 0, ((1.5, y + 0.8), (6.5, y + 0.8))) for y in (1, 2, 3))
    assert 2.5 < (free["The mill"][1] - 9.2) / 24.5 < 3, "the arrows run over it"
    for marks in ((Mark("withdraw", 1, way),), body):
        moved = names(*marks)
        assert moved.keys() == free.keys()
        assert moved["The mill"] != free["The mill"] and moved["The inn"] == free["The inn"]
    assert names(Mark("fire", 1, way)) == names(Mark("move", 1, way)) == free


def test_desert_legend(desert: MapPicture) -> None:
    words = texts(draw(desert, 312))
    assert {"Palms", "Rocks", "Spotting", "Withdrawal", "Lost", "Concealed", "Objective", "Fire, no effect"} <= set(
        words
    )
    assert "Wood" not in words


def test_the_cartouche_stands_in_a_free_corner(bare: Callable[..., MapPicture]) -> None:
    drawing = draw(bare(stand(GRID, "BRI", 0, "infantry", "B11", 0)), 312)
    assert heading(drawing) > 0
    y = heading(drawing)
    (x,) = [text.x for text in drawing.layers[-1].texts if text.text == "TURN 1"]
    block = drawing.blocks["BRI"]
    assert not (block[0] - 10 < x < block[2] + 10 and block[1] - 10 < y < block[3] + 10)


def test_the_cartouche_stands_below_when_all_corners_are_in_use(bare: Callable[..., MapPicture]) -> None:
    corners = [stand(GRID, f"B{n}", 0, "infantry", square, 0) for n, square in enumerate(("A1", "A12", "L1", "L12"))]
    assert heading(draw(bare(*corners), 312)) < 0
    assert heading(draw(bare(), 312, cartouche="below")) < 0
    assert not [text for text in texts(draw(bare(), 312, cartouche="none")) if text.startswith("TURN")]


def test_the_cartouche_hides_no_ground(bare: Callable[..., MapPicture]) -> None:
    wood = Ground(GRID, areas={"wood": squares(GRID, "A1:L2 A11:L12")})
    assert heading(draw(replace(bare(), ground=wood), 312)) < 0
    named = Ground(GRID, areas={"wood": squares(GRID, "A11:L12")})
    drawing = draw(replace(bare(), ground=named), 312)
    assert 0 < heading(drawing) < drawing.box[3] / 2


def test_no_label_lies_on_the_cartouche(desert: MapPicture) -> None:
    crowded = replace(desert, cartouche=Cartouche("Turn 3"))
    drawing = draw(crowded, 312)
    sheet = drawn_ground(desert.ground, 312, None, "colour").sheet
    assert crowded.cartouche is not None
    plate = plate_for(crowded.cartouche, sheet)
    (text,) = [t for t in drawing.layers[-1].texts if t.text.startswith("TURN")]
    box = (text.x - 6, text.y - 5, text.x - 6 + plate.width, text.y - 5 + plate.height)
    assert not any(overlap(box, label) for label in drawing.labels.values())


def test_lines_are_broken_about_equally() -> None:
    text = "The dragoons take the ford and the hussars do not stay to dispute it."
    lines = broken(text, 150, 8.3)
    widths = [metrics("italic").width(line, 8.3) for line in lines]
    assert " ".join(lines) == text
    assert len(lines) == 2
    assert min(widths) > 0.6 * max(widths)
    assert broken("", 100, 8) == ()
    assert broken("Unbreakableword", 10, 8) == ("Unbreakableword",)


def test_scale_and_arrow_can_be_left_out(desert: MapPicture) -> None:
    assert desert.scale_label in texts(draw(desert, 312))
    assert desert.scale_label not in texts(draw(desert, 312, scale=False))
    assert "N" in [text.text for text in draw(desert, 312, legend="none").layers[-1].texts]


def test_objectives_are_marked_and_not_named_twice(desert: MapPicture) -> None:
    assert texts(draw(desert, 312)).count("The wells") == 1
    named = replace(desert.ground, places={"the wells": squares(desert.ground.grid, "B3:C3")})
    assert texts(draw(replace(desert, ground=named), 312)).count("The wells") == 1


def test_squares_of_one_objective_have_one_star_one_name_and_a_line_around_them(
    bare: Callable[..., MapPicture],
) -> None:
    goal = tuple(((column + 0.5, row + 0.5), "The ridge") for column in (4, 5) for row in (3, 4))
    drawing = draw(replace(bare(), objectives=goal), 312)
    assert texts(drawing).count("The ridge") == 1
    shapes = [shape for group in drawing.layers[-1].groups for shape in group.shapes]
    (star,) = [shape for shape in shapes if shape.style.fill == COLOUR.fire]
    assert star.ops == "mlllllllllz"
    (rim,) = [shape for shape in shapes if shape.style.stroke == COLOUR.fire]
    assert rim.style.dash
    assert rim.ops == "mllllllll"
    apart = replace(bare(), objectives=(goal[0], ((9.5, 9.5), "The ridge")))
    (stars,) = [s for g in draw(apart, 312).layers[-1].groups for s in g.shapes if s.style.fill == COLOUR.fire]
    assert stars.ops == 2 * "mlllllllllz"


def test_the_description_says_who_stands_where_and_what_happened(desert: MapPicture) -> None:
    drawing = draw(desert, 312)
    assert drawing.title == "Map: Turn 3, The Mahdists"
    assert "BRI3 at G6" in drawing.text
    assert "4 moves, 2 shots, 1 withdrawal, 1 loss, 1 throw to spot" in drawing.text
    assert draw(replace(desert, title="The start"), 312).title == "The start"
    assert "nothing on the map" in draw(replace(desert, pieces=(), cartouche=None, marks=()), 312).text


def test_the_same_picture_is_the_same_drawing(europe: MapPicture) -> None:
    def ink(drawing: Drawing) -> list[object]:
        return [(layer.groups, layer.texts) for layer in drawing.layers]

    again = replace(europe, ground=replace(europe.ground, edges=dict(reversed(europe.ground.edges.items()))))
    assert ink(draw(europe, 312)) == ink(draw(again, 312))


def test_side_colours_carry_white_signs() -> None:
    assert side_colour("#2f4a2a", 1, "colour") == "#2f4a2a"
    assert side_colour("#ffd0d0", 0, "colour") < "#7"
    assert side_colour("red", 0, "colour") == "#a8281c"
    assert side_colour("#ABC", 0, "colour") == side_colour("#aabbcc", 0, "colour")
    assert side_colour("no colour", 0, "colour") != side_colour("no colour", 1, "colour")
    assert side_colour("red", 0, "grey") == "#1c1c1c"
    assert mixed("#000000", GREY.block, 0.5) == "#808080"
    assert mixed("#000000", "", 0.0) == "#ffffff"


def test_the_faces_are_those_of_the_pages_and_lack_nothing_usual() -> None:
    assert path_of("label").name == "SourceSans3-Bold.ttf"
    assert printable("label", "BRI–1 ½ × Ä’") == "BRI–1 ½ × Ä’"
    assert printable("label", "ok 🐪") == "ok ?"
    assert metrics("label").width("AB", 10, 1) == pytest.approx(metrics("label").width("AB", 10) + 1)


def test_without_the_fonts_package_dejavu_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "rendercv_fonts" else real(name))
    assert path_of("italic").name == "DejaVuSerif-Italic.ttf"
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError, match="no font for the maps"):
        path_of("italic")


@pytest.mark.parametrize("face", ["label", "roman"])
def test_glyphs_and_their_advances_are_those_of_the_font(face: Face) -> None:
    from fontTools.ttLib import TTFont

    with TTFont(path_of(face)) as font:
        wanted = {
            chr(code): (font.getGlyphID(name), font["hmtx"][name][0] * 1000 / font["head"].unitsPerEm)
            for code, name in font.getBestCmap().items()
            if code < 0x2200
        }
    assert metrics(face).glyphs == wanted
    assert metrics(face).advance("BRI") == sum(wanted[letter][1] for letter in "BRI")


def test_a_font_without_a_large_table_of_characters_is_refused() -> None:
    small = b"\0\0\0\1" + b"\0\3\0\1\0\0\0\x0c" + b"\0\4"
    with pytest.raises(ValueError, match="32 bits"):
        list(characters_of(small))


def test_advances_end_where_the_header_says() -> None:
    assert advances_of(bytes.fromhex("01f40000 02580000 0000 0000"), bytes(34) + b"\0\2") == [500, 600]


@pytest.mark.parametrize("face", ["label", "italic"])
def test_a_subset_draws_its_glyphs_as_the_whole_font_does(face: Face) -> None:
    """Ä is put together from A and two dots: they come along; the other glyphs are empty."""
    import io

    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    glyphs = metrics(face).glyphs
    content = subset(face, tuple(sorted(glyphs[c][0] for c in "B7Ä ")))
    assert len(content) < 30_000
    with TTFont(io.BytesIO(content)) as small, TTFont(path_of(face)) as whole:
        assert small["maxp"].numGlyphs == whole["maxp"].numGlyphs
        for character in "B7Ä Q":
            drawn = []
            for font in (small, whole):
                pen = DecomposingRecordingPen(font.getGlyphSet())
                number = glyphs[character][0]
                name = font.getGlyphName(number)
                font.getGlyphSet()[name].draw(pen)
                drawn.append((pen.value, font["hmtx"][name][0]))
            assert (drawn[0][0] == drawn[1][0]) is (character != "Q")
            if character not in "Q ":
                assert drawn[0][1] == drawn[1][1]
        assert "fpgm" not in small
