"""Three situations to draw: a desert fight, a European scene with every sign of ground, and a crowd."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from reportgen.board.ground import Ground
from reportgen.board.picture import Arm, Cartouche, MapPicture, Mark, Piece, SideStyle
from reportgen.board.squares import SquareGrid


@pytest.fixture(autouse=True)
def no_warning_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning of WeasyPrint or of the font tools fails the test that caused it."""
    logging.getLogger("weasyprint").propagate = True
    yield
    grave = [r for phase in ("setup", "call") for r in caplog.get_records(phase) if r.levelno >= logging.WARNING]
    assert [f"{record.name}: {record.getMessage()}" for record in grave] == []


def squares(grid: SquareGrid, text: str) -> int:
    """`A1 C2:D4` -> a bitboard; a colon spans a block."""
    board = 0
    for part in text.split():
        one, _, two = part.partition(":")
        a, b = grid.square(one), grid.square(two or one)
        for column in range(grid.column(a), grid.column(b) + 1):
            for row in range(grid.row(a), grid.row(b) + 1):
                board |= 1 << grid.index(column, row)
    return board


def both_sides(grid: SquareGrid, *sides: tuple[str, int]) -> frozenset[tuple[int, int]]:
    """Sides of squares, and the same from the squares across them."""
    out = set()
    for name, side in sides:
        square = grid.square(name)
        out.add((square, side))
        across = grid.step(square, 2 * side)
        if across >= 0:
            out.add((across, (side + 2) % 4))
    return frozenset(out)


def stand(
    grid: SquareGrid, label: str, side: int, arm: Arm, square: str, facing: float, slot: int | None = None
) -> Piece:
    """A stand in a square; slot 0 is the front one of two, 1 the rear one."""
    x, y = grid.centre(grid.square(square))
    if slot is not None:
        ahead = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[int(facing)]
        x += ahead[0] * (0.22 if slot == 0 else -0.22)
        y += ahead[1] * (0.22 if slot == 0 else -0.22)
    return Piece(label, label, side, arm, (x, y), facing)


SIDES = (SideStyle("Anglo-Egyptians", "#7a1f1f"), SideStyle("Mahdists", "#2f4a2a"))


@pytest.fixture(scope="session")
def desert() -> MapPicture:
    grid = SquareGrid.of(18, 12)
    high = squares(grid, "N10 O10 N9 O9 P10")
    ground = Ground(
        grid,
        areas={"rocks": squares(grid, "E9:F10 F8"), "wood": squares(grid, "J10:K11 B3:C3")},
        heights=tuple(high >> n & 1 for n in range(grid.size)),
        places={"northern outcrop": squares(grid, "E9:F10 F8")},
        climate="desert",
    )
    pieces = [
        stand(grid, "BRI1", 0, "infantry", "F6", 90, 0),
        stand(grid, "BRI2", 0, "infantry", "F6", 90, 1),
        stand(grid, "BRI3", 0, "infantry", "G6", 90),
        stand(grid, "EGY1", 0, "infantry", "F5", 90),
        stand(grid, "MG", 0, "machine-gun", "G7", 90),
        stand(grid, "RFA", 0, "artillery", "E6", 90),
        stand(grid, "CAV1", 0, "cavalry", "F3", 90),
        stand(grid, "CMD", 0, "command", "E5", 90),
        stand(grid, "TRN1", 0, "transport", "D5", 90),
        stand(grid, "JIH1", 1, "infantry", "L8", 270),
        stand(grid, "JIH2", 1, "infantry", "L7", 270),
        stand(grid, "SPR1", 1, "infantry", "K5", 270, 0),
        stand(grid, "SPR2", 1, "infantry", "K5", 270, 1),
        stand(grid, "SPR3", 1, "infantry", "K4", 270),
        stand(grid, "MCV1", 1, "cavalry", "J2", 0),
        replace(stand(grid, "SPR4", 1, "infantry", "O5", 270), concealed=True),
    ]
    by = {piece.id: piece for piece in pieces}

    def came(unit: str, square: str) -> Mark:
        start = grid.centre(grid.square(square))
        ghost = replace(by[unit], at=start)
        return Mark("move", by[unit].side, (start, by[unit].at), unit=unit, ghost=ghost)

    lost = stand(grid, "SPR9", 1, "infantry", "I5", 270)
    marks = (
        came("SPR1", "N5"),
        came("SPR2", "N5"),
        came("SPR3", "N4"),
        came("MCV1", "N1"),
        Mark("fire", 0, (by["MG"].at, by["JIH2"].at), unit="MG", effect="withdraws"),
        Mark("fire", 0, (by["RFA"].at, by["SPR1"].at), unit="RFA", effect="ineffective"),
        Mark("loss", 1, (lost.at,), unit="SPR9", piece=lost),
        Mark("withdraw", 1, (grid.centre(grid.square("K7")), by["JIH2"].at), unit="JIH2"),
        Mark("spot", 1, (by["JIH1"].at, by["BRI3"].at)),
    )
    cartouche = Cartouche("Turn 3", "The Mahdists", "The spearmen come out of the palms; the machine gun answers.")
    wells = ((2.5, 2.5), "The wells")
    return MapPicture(ground, SIDES, tuple(pieces), marks, cartouche, (wells,), "one square: 50 mm on the table")


@pytest.fixture(scope="session")
def europe() -> MapPicture:
    grid = SquareGrid.of(18, 12)
    low, high = squares(grid, "K8:Q12 C2:D3"), squares(grid, "M9:P11")
    ground = Ground(
        grid,
        areas={
            "wood": squares(grid, "B9:D11 E10 C8"),
            "river": squares(grid, "H1:H4 G5:G6 H7:H9"),
            "shallow_river": squares(grid, "I10:I12"),
            "ford": squares(grid, "H9"),
            "bridge": squares(grid, "G5"),
            "road": squares(grid, "A5:R5 L1:L4"),
            "track": squares(grid, "E9:I9 J8 K7 L6"),
            "building": squares(grid, "K6:L6 K4:K5"),
            "marsh": squares(grid, "E2:F3"),
            "fort": squares(grid, "P2:Q3"),
            "lake": squares(grid, "A1:B2"),
        },
        heights=tuple((low >> n & 1) + (high >> n & 1) for n in range(grid.size)),
        edges={
            "wall": both_sides(grid, ("M4", 0), ("N4", 0), ("N4", 1)),
            "hedge": both_sides(grid, ("C6", 0), ("D6", 0), ("E6", 1)),
            "fence": both_sides(grid, ("D4", 2), ("E4", 2)),
            "stream": both_sides(grid, ("P5", 1), ("P6", 1), ("P6", 0)),
            "trench": both_sides(grid, ("J2", 0)),
            "abatis": both_sides(grid, ("M2", 0)),
            "entrenchment": frozenset({(grid.square("M8"), 2), (grid.square("N8"), 2), (grid.square("M8"), 3)}),
        },
        places={"Maple hill": high},
    )
    pieces = [
        stand(grid, "GDS1", 0, "infantry", "F6", 90),
        replace(stand(grid, "DRG", 0, "cavalry", "F9", 90), dismounted=True),
        replace(stand(grid, "HVY", 0, "artillery", "D5", 90), depth=0.5, figure="8"),
        stand(grid, "ENG", 0, "engineers", "E5", 90),
        stand(grid, "BTY", 1, "artillery", "O9", 225),
        replace(stand(grid, "R1", 1, "infantry", "M8", 180), states=("shaken",), figure="12"),
        stand(grid, "CAR", 1, "vehicle", "N4", 0),
        stand(grid, "HUS", 1, "cavalry", "J9", 270),
    ]
    by = {piece.id: piece for piece in pieces}
    marks = (
        Mark("close", 0, (by["DRG"].at, (6.5, 8.5)), unit="DRG"),
        Mark("exit", 1, ((16.5, 3.5), (17.5, 3.5)), unit="WGN"),
        Mark("arrive", 0, ((0.5, 7.5), (1.5, 7.5))),
        Mark("fire", 1, (by["BTY"].at, by["GDS1"].at)),
    )
    return MapPicture(ground, SIDES, tuple(pieces), marks, Cartouche("Turn 5", "", "The ford is taken."), ())


@pytest.fixture(scope="session")
def crowd() -> MapPicture:
    grid = SquareGrid.of(12, 12)
    arms: tuple[Arm, ...] = ("infantry", "cavalry", "artillery", "machine-gun", "command", "transport")
    pieces = []
    for column in range(3, 9):
        for row in range(4, 8):
            side = int(row > 5)
            for slot in (0, 1):
                number = len(pieces) + 1
                name = grid.name(grid.index(column, row))
                pieces.append(stand(grid, f"{'BX'[side]}{number}", side, arms[number % 6], name, 180.0 * side, slot))
    marks = tuple(Mark("close", 0, ((column + 0.5, 5.5), (column + 0.5, 6.5))) for column in range(3, 9))
    return MapPicture(Ground(grid), SIDES, tuple(pieces), marks, Cartouche("Turn 7", "", "All at once."))


@pytest.fixture(scope="session")
def bare() -> Callable[..., MapPicture]:
    """A picture of pieces and marks on open ground, 12 by 12 unless said."""

    def make(
        *pieces: Piece, marks: tuple[Mark, ...] = (), columns: int = 12, rows: int = 12, cartouche: str = "Turn 1"
    ) -> MapPicture:
        ground = Ground(SquareGrid.of(columns, rows))
        return MapPicture(ground, SIDES, pieces, marks, Cartouche(cartouche) if cartouche else None)

    return make
