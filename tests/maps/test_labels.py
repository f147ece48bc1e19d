from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from reportgen.board.picture import MapPicture
from reportgen.board.squares import SquareGrid
from reportgen.render.maps import draw
from reportgen.render.maps.display import Drawing, overlap
from reportgen.render.maps.ground import drawn_ground
from reportgen.render.maps.labels import Choice, Wish, place, place_all
from reportgen.render.maps.room import Room
from tests.maps.conftest import stand


def check(picture: MapPicture, drawing: Drawing) -> None:
    """Every stand has its label; no label lies on a block, on another label, or over the frame."""
    lost = [mark.piece for mark in picture.marks if mark.piece is not None]
    assert set(drawing.labels) == {piece.id for piece in [*picture.pieces, *lost]}
    for name, label in drawing.labels.items():
        for other, block in drawing.blocks.items():
            assert not overlap(label, block), (name, other)
    for (one, a), (two, b) in itertools.combinations(drawing.labels.items(), 2):
        assert not overlap(a, b), (one, two)
    left, bottom, right, top = drawn_ground(picture.ground, drawing.width, None, "colour").sheet.board
    for name, box in drawing.labels.items():
        assert left <= box[0] and bottom <= box[1] and box[2] <= right and box[3] <= top, name


@pytest.mark.parametrize("name", ["desert", "europe", "crowd"])
@pytest.mark.parametrize("width", [312, 500])
def test_labels_keep_clear(name: str, width: float, request: pytest.FixtureRequest) -> None:
    picture = request.getfixturevalue(name)
    check(picture, draw(picture, width))


def test_labels_keep_clear_on_a_small_print_of_a_large_board(bare: Callable[..., MapPicture]) -> None:
    grid = SquareGrid.of(40, 40)
    pieces = [stand(grid, f"UNIT{n}", n % 2, "infantry", grid.name(grid.index(2 + n % 6 * 2, 5 + n // 6)), 90 * (n % 4))
              for n in range(36)]  # fmt: skip
    picture = bare(*pieces, columns=40, rows=40)
    check(picture, draw(picture, 312))


def test_a_label_stands_behind_its_stand(bare: Callable[..., MapPicture]) -> None:
    grid = SquareGrid.of(12, 12)
    for facing, behind in ((0, (0, -1)), (180, (0, 1)), (90, (-1, 0)), (270, (1, 0))):
        drawing = draw(bare(stand(grid, "BRI", 0, "infantry", "F6", facing)), 312)
        label, block = drawing.labels["BRI"], drawing.blocks["BRI"]
        way = ((label[0] + label[2] - block[0] - block[2]) / 2, (label[1] + label[3] - block[1] - block[3]) / 2)
        assert way[0] * behind[0] + way[1] * behind[1] > 0


def test_a_label_gives_way_to_an_arrow(desert: MapPicture) -> None:
    room = Room((0, 0, 200, 200), 20)
    block = (90.0, 95.0, 110.0, 105.0)
    room.take(block)
    free = place(Wish(block, 14, 5, -1j), room.copy()).box
    assert free[3] < block[1]
    room.take_line(60 + 91j, 140 + 91j, 1.0)
    assert place(Wish(block, 14, 5, -1j), room).box[1] > block[1]


def test_a_taken_box_is_not_free_and_a_soft_one_costs() -> None:
    room = Room((0, 0, 100, 100), 10)
    assert room.cost((10, 10, 20, 20)) == 0
    room.take((12, 12, 14, 14), soft=True)
    cost = room.cost((10, 10, 20, 20))
    assert cost is not None and cost > 0
    room.take((12, 12, 14, 14))
    assert room.cost((10, 10, 20, 20)) is None
    assert room.cost((95, 10, 105, 20)) is None
    assert room.cost((-1, 10, 5, 20)) is None


@pytest.mark.parametrize(
    ("a", "b"), [(10 + 50j, 90 + 50j), (50 + 10j, 50 + 90j), (10 + 10j, 90 + 80j), (90 + 20j, 20 + 90j)]
)
def test_a_line_is_taken_along_its_whole_length_and_nowhere_else(a: complex, b: complex) -> None:
    room = Room((0, 0, 100, 100), 10)
    room.take_line(a, b, 1.0)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = a + (b - a) * share
        cost = room.cost((at.real - 0.5, at.imag - 0.5, at.real + 0.5, at.imag + 0.5))
        assert cost, share
        away = at + 8j * (b - a) / abs(b - a)
        assert room.cost((away.real - 0.5, away.imag - 0.5, away.real + 0.5, away.imag + 0.5)) == 0


def test_with_no_room_beside_the_block_a_label_gets_a_leader() -> None:
    room = Room((0, 0, 200, 200), 20)
    room.take((70, 80, 130, 120))
    spot = place(Wish((95, 98, 105, 102), 14, 5, -1j), room)
    assert spot.leader is not None
    assert not overlap(spot.box, (70, 80, 130, 120))


def test_on_a_full_map_a_label_still_has_a_place() -> None:
    room = Room((0, 0, 100, 100), 20)
    room.take((0, 0, 100, 100))
    assert place(Wish((40, 40, 60, 60), 14, 5, -1j), room).box == (40, 40, 54, 45)


def test_far_away_is_better_than_nowhere() -> None:
    room = Room((0, 0, 400, 400), 10)
    room.take((0, 0, 400, 390))
    spot = place(Wish((195, 10, 205, 20), 14, 5, -1j), room)
    assert spot.box[1] >= 390
    assert spot.leader is not None


def test_states_are_written_behind_the_label(europe: MapPicture) -> None:
    texts = [text.text for layer in draw(europe, 312).layers for text in layer.texts]
    assert " shaken" in texts
    calm = replace(europe, pieces=tuple(replace(piece, states=()) for piece in europe.pieces))
    assert " shaken" not in [text.text for layer in draw(calm, 312).layers for text in layer.texts]


def test_who_would_be_sent_far_off_gets_the_first_choice_instead() -> None:
    """Full boards by chance: never more leaders than without a second try, and fewer on some."""
    fewer = 0
    for seed in range(12):
        chance = Random(seed)
        room = Room((0.0, 0.0, 160.0, 96.0), 16.0)
        squares = chance.sample([(x, y) for x in range(10) for y in range(6)], 24)
        blocks = [(16.0 * x + 2, 16.0 * y + 4, 16.0 * x + 14, 16.0 * y + 11) for x, y in squares]
        for block in blocks:
            room.take(block)
        wishes = [Wish(block, 21.0, 5.0, -1j) for block in blocks]
        greedy = room.copy()
        alone = [place(wish, greedy) for wish in wishes]
        found = place_all(wishes, room)
        far, before = (sum(spot.leader is not None for spot in spots) for spots in (found, alone))
        assert far <= before
        fewer += far < before
        assert not any(overlap(a.box, b.box) for n, a in enumerate(found) for b in found[:n])
    assert fewer > 3


def test_places_looked_for_before_are_chosen_as_if_they_were_looked_for_anew() -> None:
    """What a label found on the map without labels serves it on the same map with labels, however full that is."""
    leaders = 0
    for seed in range(8):
        chance = Random(seed)
        bare = Room((0.0, 0.0, 160.0, 96.0), 16.0)
        for _ in range(18):
            x, y = chance.uniform(0, 145), chance.uniform(0, 88)
            bare.take((x, y, x + 12, y + 6), soft=chance.random() < 0.4)
        choices = {}
        for _ in range(5):
            x, y = chance.uniform(20, 120), chance.uniform(20, 70)
            wish = Wish((x, y, x + 12, y + 7), 21.0, 5.0, chance.choice((1, 1j, -1, -1j)))
            choices[wish] = Choice(wish, bare)
        fuller = bare.copy()
        for _ in range(4):
            for wish, choice in choices.items():
                spot = choice.settle(fuller.copy())
                assert spot == place(wish, fuller.copy())
                leaders += spot.leader is not None
            x, y = chance.uniform(0, 100), chance.uniform(0, 60)
            fuller.take((x, y, x + 50, y + 25))
    assert 20 < leaders < 140


def test_a_leader_counts_what_it_crosses_up_to_a_limit() -> None:
    room = Room((0, 0, 100, 100), 16)
    assert room.crossed(10 + 50j, 90 + 50j, math.inf) == 0
    room.take((40, 40, 60, 60))
    whole = room.crossed(10 + 50j, 90 + 50j, math.inf)
    assert 19 <= whole <= 21
    assert room.crossed(90 + 50j, 10 + 50j, math.inf) == pytest.approx(whole, abs=1)
    assert 5 < room.crossed(10 + 50j, 90 + 50j, 5) < whole
    assert room.crossed(10 + 20j, 90 + 20j, math.inf) == 0


def test_what_is_off_the_map_takes_nothing_of_it() -> None:
    room = Room((10, 10, 110, 110), 16)
    for box in ((-50, 20, 5, 30), (120, 20, 150, 30), (20, 115, 30, 140), (20, -40, 30, 5)):
        room.take(box)
    room.take_line(-40 + 50j, 5 + 50j, 1.0)
    room.take_line(115 + 0j, 150 + 90j, 1.0)
    assert room.cost((10.5, 10.5, 108, 108)) == 0
    room.take((-50, 50, 15, 60))
    room.take_line(60 - 40j, 60 + 20j, 1.0)
    assert room.cost((11, 52, 13, 54)) is None
    assert (room.cost((58, 12, 62, 18)) or 0) > 0


def test_all_of_one_room_is_taken_in_another() -> None:
    marked, room = Room((0, 0, 100, 100), 16), Room((0, 0, 100, 100), 16)
    marked.take((20, 20, 30, 30))
    marked.take((60, 60, 70, 70), soft=True)
    soft = room.copy()
    room.take_all(marked)
    soft.take_all(marked, soft=True)
    assert room.cost((22, 22, 28, 28)) is None
    assert (soft.cost((22, 22, 28, 28)) or 0) > 0
    assert room.cost((60, 60, 70, 70)) == soft.cost((60, 60, 70, 70)) == 0
