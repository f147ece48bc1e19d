from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from reportgen.board.ground import Ground
from reportgen.board.picture import MapPicture, Mark
from reportgen.board.squares import SquareGrid
from reportgen.render.maps import draw
from reportgen.render.maps.blocks import extent, sign, turn
from reportgen.render.maps.display import Drawing, Shape
from reportgen.render.maps.ground import drawn_ground
from reportgen.render.maps.marks import bodies_on_the_move, lead_of, reach
from reportgen.render.maps.palette import COLOUR, GREY, INKS, Ink, side_colour
from tests.maps.conftest import SIDES, stand

GRID = SquareGrid.of(12, 12)
RED = side_colour(SIDES[0].colour, 0, "colour")


def own(drawing: Drawing) -> list[Shape]:
    """The shapes of the picture itself, without ground and legend."""
    return [shape for group in drawing.layers[-1].groups for shape in group.shapes]


def move(start: tuple[float, float], end: tuple[float, float], side: int = 0) -> Mark:
    return Mark("move", side, (start, end))


def test_stands_that_march_together_are_one_body() -> None:
    body = [move((n + 0.5, 1.5), (n + 0.5, 3.5)) for n in range(4)]
    other = move((10.5, 1.5), (10.5, 3.5))
    sideways = move((1.5, 2.5), (4.5, 2.5))
    enemy = move((2.5, 2.5), (2.5, 4.5), side=1)
    found = bodies_on_the_move([body[2], other, body[0], sideways, body[3], enemy, body[1]])
    assert sorted(map(len, found)) == [1, 1, 1, 4]
    (march,) = [f for f in found if len(f) == 4]
    assert [mark.points[0][0] for mark in march] in ([0.5, 1.5, 2.5, 3.5], [3.5, 2.5, 1.5, 0.5])


def test_a_body_has_one_broad_arrow_among_fine_ones(bare: Callable[..., MapPicture]) -> None:
    def breadths(*marks: Mark) -> list[float]:
        """How broad each arrow that goes up the map is at its head, in points, from left to right."""
        (arrows,) = [s for s in own(draw(bare(marks=marks), 312)) if s.style.fill == RED]
        xs = np.array(arrows.coords[::2]) / 100
        return [float(np.ptp(xs[abs(xs - centre) < 8])) for centre in sorted({sheet_x(m.points[0][0]) for m in marks})]

    together = [move((n + 0.5, 1.5), (n + 0.5, 3.5)) for n in range(5)]
    broad = breadths(*together)
    assert broad[2] > 1.5 * max(broad[:2] + broad[3:])
    alone = breadths(*together[:2])
    assert alone[0] == pytest.approx(alone[1], abs=0.1)


def sheet_x(x: float) -> float:
    return drawn_ground(Ground(GRID), 312, None, "colour").sheet.pt(complex(x, 0)).real


def test_the_broad_arrow_is_the_one_that_no_friend_hides() -> None:
    """Three in column, going up: the last one's arrow ends behind it in the open."""
    column = [move((4.5, n + 0.5), (4.5, n + 3.5)) for n in (3, 1, 2)]
    (body,) = bodies_on_the_move(column)
    assert lead_of(body) is column[1]


def test_an_arrow_ends_at_the_edge_of_its_block(bare: Callable[..., MapPicture]) -> None:
    piece = stand(GRID, "BRI", 0, "infantry", "F6", 0)
    mark = Mark("move", 0, ((5.5, 2.5), piece.at), unit="BRI")
    drawing = draw(bare(piece, marks=(mark,)), 312)
    arrow = next(s for s in own(drawing) if s.style.fill == RED and "lll" in s.ops)
    tip = max(arrow.coords[1::2]) / 100
    assert drawing.blocks["BRI"][1] - 1.5 < tip < drawing.blocks["BRI"][1]


def test_an_arrow_follows_the_path(bare: Callable[..., MapPicture]) -> None:
    mark = Mark("move", 0, ((1.5, 1.5), (1.5, 6.5), (6.5, 6.5)))
    (arrow,) = [s for s in own(draw(bare(marks=(mark,), cartouche=""), 312)) if s.style.fill == RED]
    sheet = drawn_ground(bare().ground, 312, None, "colour").sheet
    corner = sheet.pt(1.5 + 6.5j)
    points = list(zip(arrow.coords[::2], arrow.coords[1::2], strict=True))
    assert min(abs(complex(x, y) / 100 - corner) for x, y in points) < 3


@pytest.mark.parametrize(("kind", "at"), [("exit", -1), ("arrive", 0)])
def test_ways_over_the_table_edge_reach_it(kind: str, at: int, bare: Callable[..., MapPicture]) -> None:
    points = ((9.5, 4.5), (11.5, 4.5)) if kind == "exit" else ((11.5, 4.5), (9.5, 4.5))
    drawing = draw(bare(marks=(Mark(kind, 0, points),), cartouche=""), 312)  # type: ignore[arg-type]
    right = drawn_ground(bare().ground, 312, None, "colour").sheet.board[2]
    (bar,) = [s for s in own(drawing) if s.style.stroke == RED and s.ops == "ml"]
    assert bar.coords[0] == bar.coords[2] == pytest.approx(right * 100, abs=1)


def test_fire_runs_from_edge_to_edge_and_shows_whether_it_told(bare: Callable[..., MapPicture]) -> None:
    firer, target = stand(GRID, "MG", 0, "machine-gun", "C6", 90), stand(GRID, "JIH", 1, "infantry", "H6", 270)
    for effect, solid in (("withdraws", True), ("Ineffective", False), ("", True)):
        drawing = draw(bare(firer, target, marks=(Mark("fire", 0, (firer.at, target.at), effect=effect),)), 312)
        (line,) = [s for s in own(drawing) if s.style.stroke == RED and s.style.dash]
        (spot,) = [s for s in own(drawing) if s.style.stroke == RED and s.ops == "mccccz"]
        assert min(spot.coords[::2]) / 100 == pytest.approx(drawing.blocks["MG"][2], abs=0.1)
        assert max(spot.coords[::2]) == line.coords[0]
        assert line.coords[2] / 100 == pytest.approx(drawing.blocks["JIH"][0], abs=0.1)
        assert any(s.style.fill == COLOUR.fire for s in own(drawing)) is solid


@pytest.mark.parametrize("ink", ["colour", "grey", "saving"])
def test_who_fired_at_whom_is_told_by_colour_dash_and_muzzle(ink: Ink, bare: Callable[..., MapPicture]) -> None:
    """Fire and the answer to it: two lines, which are told apart without colour, each with a spot where it began."""
    a, b = stand(GRID, "MG", 0, "machine-gun", "C6", 90), stand(GRID, "JIH", 1, "infantry", "H6", 270)
    marks = (Mark("fire", 0, (a.at, b.at)), Mark("fire", 1, (b.at, a.at)))
    drawing = draw(bare(a, b, marks=marks), 312, ink)
    lines = [s for s in own(drawing) if s.style.dash and s.style.width < 2]  # a hatch is broader
    assert [s.style.stroke for s in lines] == [side_colour(SIDES[n].colour, n, ink) for n in (0, 1)]
    assert lines[0].style.dash[0] > 2 * lines[1].style.dash[0]
    assert abs(lines[0].coords[1] - lines[1].coords[1]) / 100 > lines[0].style.width
    ours, theirs = (
        s for s in own(drawing) if s.ops == "mccccz" and s.style.stroke in (line.style.stroke for line in lines)
    )
    assert ours.style.fill == ours.style.stroke and theirs.style.fill == INKS[ink].block
    assert max(ours.coords[::2]) < min(theirs.coords[::2])


def test_sabres_are_those_of_the_side_that_attacks(bare: Callable[..., MapPicture]) -> None:
    for side in (0, 1):
        drawing = draw(bare(marks=(Mark("close", side, ((4.5, 4.5), (4.5, 5.5))),)), 312, "grey")
        blades = [s for s in own(drawing) if s.ops == "mcczmccz"][-1].style
        assert blades.fill == (GREY.block if side else side_colour("", 0, "grey"))
        coloured = draw(bare(marks=(Mark("close", side, ((4.5, 4.5), (4.5, 5.5))),)), 312)
        ink = side_colour(SIDES[side].colour, side, "colour")
        assert any(ink in (s.style.fill, s.style.stroke) for s in own(coloured) if s.ops == "mcczmccz")


def test_a_loss_is_struck_out_and_named(desert: MapPicture) -> None:
    drawing = draw(desert, 312)
    assert "SPR9" in drawing.labels
    (name,) = [text for text in drawing.layers[-1].texts if text.text == "SPR9"]
    assert name.colour == COLOUR.fire


def test_a_loss_where_another_stands_now_is_drawn_small_behind_it(bare: Callable[..., MapPicture]) -> None:
    gone, victor = stand(GRID, "JIH", 1, "infantry", "F6", 180), stand(GRID, "BRI", 0, "infantry", "F6", 0)
    drawing = draw(bare(victor, marks=(Mark("loss", 1, (gone.at,), unit="JIH", piece=gone),)), 312)
    lost, stands = drawing.blocks["JIH"], drawing.blocks["BRI"]
    assert lost[1] > stands[3]
    assert lost[2] - lost[0] < 0.6 * (stands[2] - stands[0])
    alone = draw(bare(marks=(Mark("loss", 1, (gone.at,), unit="JIH", piece=gone),)), 312).blocks["JIH"]
    assert alone == pytest.approx(stands)


def test_marks_without_a_way_do_no_harm(bare: Callable[..., MapPicture]) -> None:
    marks = (
        Mark("move", 0, ((1.5, 1.5),)),
        Mark("move", 0, ((1.5, 1.5), (1.5, 1.5))),
        Mark("fire", 0, ((1.5, 1.5), (1.5, 1.5))),
        Mark("withdraw", 1, ((4.5, 4.5), (4.5, 4.5))),
        Mark("loss", 1, ((4.5, 4.5),)),
        Mark("exit", 0, ((0.5, 4.5),)),
        Mark("arrive", 0, ((0.5, 4.5),)),
        Mark("close", 0, ((0.5, 4.5),)),
    )
    assert draw(bare(marks=marks), 312).width == pytest.approx(312)


def test_turning_is_clockwise_from_the_top() -> None:
    assert [turn(facing) * 1j for facing in (0, 90, 180, 270, 360, -90)] == [1j, 1, -1j, -1, 1j, -1]
    assert turn(45) * 1j == pytest.approx((1 + 1j) / 2**0.5)


def test_the_box_and_the_reach_of_a_turned_block() -> None:
    assert extent(0.8, 0.4, 90) == pytest.approx((0.2, 0.4))
    sheet = drawn_ground(Ground(GRID), 312, None, "colour").sheet
    piece = stand(GRID, "BRI", 0, "infantry", "F6", 90)
    assert reach(piece, 1 + 0j, sheet) == pytest.approx(0.2 * sheet.cell)
    assert reach(piece, 1j, sheet) == pytest.approx(0.4 * sheet.cell)


def test_every_arm_has_its_own_sign() -> None:
    arms = ("infantry", "cavalry", "artillery", "machine-gun", "transport", "command", "engineers", "vehicle", "other")
    signs = {arm: sign(arm, False, 12.0, 5.0, 0.0) for arm in arms}  # type: ignore[arg-type]
    assert len(set(signs.values())) == len(arms)
    assert signs["cavalry"] != sign("cavalry", True, 12.0, 5.0, 0.0)
    for arm, figures in signs.items():
        for figure in figures:
            assert all(abs(p.real) <= 6.01 and abs(p.imag) <= 2.51 for p in figure.points), arm
