"""The ground: which terrain lies where."""

from __future__ import annotations

from reportgen.board.ground import Ground


def test_areas_together_and_the_kinds_of_a_square(drawn):
    grid, shown = drawn("""
        . w b
        . w .
    """)
    both = shown["w"] | shown["b"]
    ground = Ground(grid, {"wood": shown["w"], "rocks": shown["b"], "hill": both})
    assert ground.area("wood") == shown["w"]
    assert ground.area("wood", "rocks", "lake") == both
    assert ground.area() == 0
    assert ground.kinds_at(grid.square("B2")) == ("wood", "hill")
    assert ground.kinds_at(grid.square("A1")) == ()


def test_ground_without_heights_is_a_plain(drawn):
    grid, _ = drawn(". .")
    assert Ground(grid).height(1) == 0
    assert Ground(grid, heights=(0, 2)).height(1) == 2
