from __future__ import annotations

import numpy as np
import pytest

from reportgen.render.maps.borders import kind_of, outward_runs
from reportgen.render.maps.patches import (
    Field,
    bodies,
    mask,
    neighbours,
    runs,
    scatter,
    scatter_all,
    side_runs,
    thinned,
    wide,
)


def area(points: np.ndarray) -> float:
    return float(((points.conj() * np.roll(points, -1)).imag).sum() / 2)


def test_scatter_is_the_same_one_by_one_and_all_at_once() -> None:
    together = scatter_all(7, 5, 42)
    assert all(together[y, x] == scatter(x, y, 42) for x in range(7) for y in range(5))
    assert 0.3 < together.mean() < 0.7
    assert scatter(1, 2, 3) != scatter(2, 1, 3)


def test_scatter_never_changes() -> None:
    """Trees stand where they stood in the last version: golden pictures and printed reports depend on it."""
    assert [round(scatter(x, y, s), 6) for x, y, s in ((0, 0, 0), (3, 4, 70), (-1, -2, 5))] == SCATTERED


SCATTERED = [0.933631, 0.310569, 0.426992]


def test_one_square_becomes_one_round_outline_about_its_middle() -> None:
    field = Field(mask({(4, 2)}, 9, 6), blur=0.26)
    (outline,) = field.outlines(0.46)
    assert abs(outline.mean() - (4.5 + 2.5j)) < 0.05
    assert 0.6 < area(outline) < 1.1
    assert max(abs(outline - (4.5 + 2.5j))) < 0.66  # the corner of the square is 0.71 away


def test_neighbouring_squares_join_and_distant_ones_do_not() -> None:
    field = Field(mask({(1, 1), (2, 1), (2, 2), (6, 4)}, 9, 6))
    assert len(field.outlines(0.46)) == 2
    assert field.at(np.array([2.0 + 1.5j]))[0] > 0.8


def test_a_patch_at_the_edge_runs_out_under_the_frame() -> None:
    field = Field(mask({(0, 0)}, 5, 5), blur=0.26)
    (outline,) = field.outlines(0.46)
    assert outline.real.min() < -1
    assert outline.imag.min() < -1


def test_uphill_points_up_the_slope() -> None:
    field = Field(mask({(c, r) for c in range(5, 10) for r in range(8)}, 10, 8))
    assert field.uphill(np.array([5.0 + 4j]))[0] == pytest.approx(1.33, abs=0.2)
    assert abs(field.uphill(np.array([2.0 + 4j]))[0]) < 1e-6


def test_thinned_keeps_the_shape() -> None:
    circle = np.exp(2j * np.pi * np.arange(200) / 200)
    points = thinned(circle, 0.3)
    assert len(points) == 21
    assert all(abs(abs(p) - 1) < 0.01 for p in points)


def test_lines_cut_a_corner_only_where_no_side_joins() -> None:
    cells = {(0, 0), (1, 0), (1, 1), (2, 2)}
    assert neighbours((1, 1), cells) == [(1, 0), (2, 2)]
    assert neighbours((0, 0), cells) == [(1, 0)]


def test_runs_end_at_junctions_and_close_rings() -> None:
    links = {cell: neighbours(cell, CROSS) for cell in CROSS}
    assert sorted(len(run) for run in runs(links)) == [3, 3, 3, 3]
    ring = {(0, 0): [(1, 0), (0, 1)], (1, 0): [(0, 0), (1, 1)], (1, 1): [(1, 0), (0, 1)], (0, 1): [(1, 1), (0, 0)]}
    (run,) = runs(ring)
    assert run[0] == run[-1]
    assert len(run) == 5
    assert list(runs({(3, 3): []})) == [[(3, 3)]]


CROSS = {(2, n) for n in range(5)} | {(n, 2) for n in range(5)}


def test_lakes_are_told_from_rivers() -> None:
    assert wide({(0, 0), (1, 0), (0, 1), (1, 1)})
    assert not wide(CROSS)
    assert bodies({(0, 0), (1, 1), (5, 5)}) == [{(0, 0), (1, 1)}, {(5, 5)}]


def test_a_side_named_from_both_squares_is_one_line() -> None:
    assert side_runs([((3, 3), 0), ((3, 4), 2)]) == [[(3, 4), (4, 4)]]
    assert len(side_runs([((3, 3), 0), ((4, 3), 0), ((4, 3), 1)])) == 1


def test_works_have_the_enemy_on_their_left() -> None:
    """North side of C4 and D4: going east, the open field to the north is on the left."""
    assert outward_runs([((2, 3), 0), ((3, 3), 0)]) == [[2 + 4j, 3 + 4j, 4 + 4j]]
    assert outward_runs([((2, 3), 2)]) == [[3 + 3j, 2 + 3j]]


def test_works_all_around_are_one_closed_line() -> None:
    (line,) = outward_runs([((2, 2), side) for side in range(4)])
    assert line[0] == line[-1]
    assert len(line) == 5


def test_plurals_mean_the_same_kind() -> None:
    assert [kind_of(word) for word in ("walls", "wall", "trenches", "fences", "abatis")] == [
        "wall", "wall", "trench", "fence", "abatis",
    ]  # fmt: skip
