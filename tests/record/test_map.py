"""The map in plain letters."""

from __future__ import annotations

import pytest

from reportgen.board.ground import Ground
from reportgen.board.hexes import HexGrid
from reportgen.board.picture import Piece
from reportgen.board.squares import SquareGrid
from reportgen.board.table import Table, TableGrid
from reportgen.record.textmap import terrain_letters, text_map

GRID = SquareGrid.of(4, 3)
TITLES = {"wood": "Wood", "water": "Water", "wall": "Wall"}
SIDES = ("Blue", "Red")


def squares(*names: str) -> int:
    return sum(1 << GRID.square(name) for name in names)


def piece(label: str, at: tuple[float, float], facing: float = 0, side: int = 0, concealed: bool = False) -> Piece:
    return Piece(label, label, side, "infantry", at, facing, concealed=concealed)


def drawn(*pieces: Piece, width: int = 80, **ground: object) -> list[str]:
    return text_map(Ground(GRID, **ground), pieces, SIDES, TITLES, width)  # type: ignore[arg-type]


def test_terrain_and_stands() -> None:
    heights = tuple(2 if GRID.name(square) == "D3" else 0 for square in range(GRID.size))
    pieces = [
        piece("INF1", (1.5, 0.73), 0),
        piece("INF2", (1.5, 0.27), 0),
        piece("CAV", (2.5, 1.5), 270, 1),
        piece("SPR1", (0.5, 2.5), 90, 1, concealed=True),
    ]
    areas = {"wood": squares("A3", "B3", "B1"), "water": squares("D1")}
    assert drawn(*pieces, areas=areas, heights=heights) == [
        "   A      B      C      D",
        " 3 spr1▷w w      .      2",
        " 2 .      .      CAV ◁  .",
        " 1 .      INF1▲w .      a",
        "          INF2▲",
        "   A      B      C      D",
        "▶ Blue  ▷ Red  (small letters: concealed)",
        "w wood  a water  1-9 height",
    ]


@pytest.mark.parametrize(
    ("facing", "arrows"), [(0, "▲△"), (45, "◥◹"), (90, "▶▷"), (180, "▼▽"), (270, "◀◁"), (315, "◤◸"), (360, "▲△")]
)
def test_arrows(facing: float, arrows: str) -> None:
    lines = drawn(piece("A", (0.5, 0.5), facing), piece("B", (1.5, 0.5), facing, 1))
    assert [arrow for arrow in lines[3] if arrow in "▲△◥◹▶▷▼▽◀◁◤◸"] == list(arrows)


@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_the_front_one_of_two_stands_above(facing: float) -> None:
    ahead = {0: (0, 0.2), 90: (0.2, 0), 180: (0, -0.2), 270: (-0.2, 0)}[int(facing)]
    front = piece("FRO", (1.5 + ahead[0], 1.5 + ahead[1]), facing)
    rear = piece("REA", (1.5 - ahead[0], 1.5 - ahead[1]), facing)
    lines = drawn(rear, front)
    assert "FRO" in lines[2]
    assert "REA" in lines[3]


@pytest.mark.parametrize(
    ("columns", "width", "begins"),
    [
        (10, 90, " 1 RED1 ▶  BLUE2▷  .       ."),
        (10, 80, " 1 RED1 ▶ BLUE2▷ .      ."),
        (10, 75, " 1 RED1 ▶ BLUE2▷ .      ."),
        (10, 70, " 1 RED1▶ BLU2▷ .     ."),
        (10, 60, " 1 RE1▶ BL2▷ .    ."),
        (10, 50, " 1 RE1▶BL2▷.   ."),
        (10, 40, " 1 R1▶B2▷.  ."),
        (30, 70, " 1 R▶B▷. ."),
        (30, 40, " 1 ▶▷.."),
    ],
)
def test_labels_are_shortened_to_fit(columns: int, width: int, begins: str) -> None:
    ground = Ground(SquareGrid.of(columns, 3))
    pieces = [piece("RED1", (0.5, 0.5), 90), piece("BLUE2", (1.5, 0.5), 90, 1)]
    lines = text_map(ground, pieces, SIDES, TITLES, width)
    assert max(map(len, lines[:5])) <= width
    assert lines[3].startswith(begins)


def test_labels_stay_different_when_they_are_shortened() -> None:
    wide = SquareGrid.of(18, 3)
    pieces = [piece(f"SPEAR{n}", (n + 0.5, 0.5), 90) for n in range(1, 13)]
    lines = text_map(Ground(wide), pieces, SIDES, TITLES, 80)
    words = [word for word in lines[3].replace("▶", " ").split() if word.startswith("S")]
    assert len(words) == len(set(words)) == 12
    assert max(map(len, lines)) <= 80


def test_edges_are_named_once_and_neighbours_together() -> None:
    a1, b1, c1, a2 = (GRID.square(name) for name in ("A1", "B1", "C1", "A2"))
    north = {(a1, 0), (b1, 0), (a2, 2), (GRID.square("B2"), 2)}  # a wall is there from both sides
    trench = {(c1, 1), (GRID.square("C2"), 1), (a2, 3)}  # a trench only from the side that it protects
    lines = drawn(edges={"wall": frozenset(north), "trench": frozenset(trench)})
    assert "wall: A1-B1 N" in lines
    assert "trench: C1-C2 E, A2 W" in lines


def test_letters_are_different_for_all_kinds() -> None:
    kinds = {"wood": 1, "water": 2, "wadi": 4, "nothing": 0}
    letters = terrain_letters(Ground(GRID, areas=kinds), {})
    assert letters == {"wood": "w", "water": "a", "wadi": "d"}


def test_hexes_are_staggered() -> None:
    grid = HexGrid.of(3, 2)
    at = grid.centre(grid.square("B1"))
    lines = text_map(Ground(grid), [piece("X", at, 0)], SIDES, TITLES)
    with_piece = next(line for line in lines if "X▲" in line)
    assert with_piece.index("X") == lines[0].index("B")
    neighbours = [line for line in lines[1:5] if line is not with_piece]
    assert any(line.startswith(" 1") and line[lines[0].index("A")] == "." for line in [*neighbours, with_piece])
    assert sum(line.count(".") for line in lines[1:5]) == 5


def test_edges_of_hexes_by_the_two_that_they_part() -> None:
    grid = HexGrid.of(3, 2)
    a1, a2 = grid.square("A1"), grid.square("A2")
    edges = {"stream": frozenset({(a1, 0), (a2, 3)}), "trench": frozenset({(a1, 3)})}  # the second at the border
    lines = text_map(Ground(grid, edges=edges), [], SIDES, TITLES)
    assert "stream: A1/A2" in lines
    assert "trench: A1" in lines


def test_a_measured_table_tells_where_everybody_is() -> None:
    table = Table(24, 18, "inches", 6)
    pieces = [piece("INF", (1.25, 0.5), 40), piece("CAV", (1.5, 0.75), 200), piece("SPR", (3.1, 2.9), 270, 1)]
    lines = text_map(Ground(TableGrid(table)), pieces, SIDES, TITLES)
    assert lines[1].endswith("SPR◁")
    assert "CAV▼" in lines[3]
    assert "INF◥" in lines[4]
    assert lines[-2:] == ["Blue (in): INF 7.5,3 CAV 9,4.5", "Red (in): SPR 18.6,17.4"]
