"""The board of a scenario: squares, hexes or a measured table, and the words that go with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from reportgen.battle.vocabulary import DEGREES, Vocabulary
from reportgen.board.hexes import FACINGS, HexGrid
from reportgen.board.lattice import Lattice
from reportgen.board.squares import DIRECTIONS, SquareGrid
from reportgen.board.squares import FACINGS as SQUARE_FACINGS
from reportgen.board.table import Table, TableGrid, Unit
from reportgen.files.lenient import mapping, number, whole, word
from reportgen.files.schema_scenario import MOST_SQUARES, MOST_TABLE
from reportgen.files.source import Source
from reportgen.problems import Problems

INCREMENTS: Final[dict[Unit, float]] = {"inches": 6.0, "centimetres": 15.0}
"""What one of the rules' distances is if the scenario does not say."""

_narrowed: dict[tuple[int, tuple[str, ...]], tuple[Vocabulary, Vocabulary]] = {}


def facings_of(data: Any) -> tuple[str, ...]:
    """The facings that the board in a scenario's data has, as the notation writes them."""
    board = mapping(data, "board")
    match word(board, "grid", "square"):
        case "hex":
            return FACINGS["pointy" if word(board, "layout") == "pointy" else "flat"]
        case "measured":
            return (DEGREES,)
        case _:
            return SQUARE_FACINGS


def on_table(words: Vocabulary, data: Any) -> Vocabulary:
    """The words with the facings of the scenario's own table, for rulesets that are played on several. The same object
    for the same table."""
    if not movable(words):
        return words
    facings = facings_of(data)
    key = (id(words), words.square_facings if facings == SQUARE_FACINGS else facings)
    if key not in _narrowed or _narrowed[key][0] is not words:
        if len(_narrowed) > 32:
            _narrowed.clear()
        _narrowed[key] = (words, replace(words, facings=key[1]))
    return _narrowed[key][1]


def movable(words: Vocabulary) -> bool:
    """Whether a ruleset is played on other tables than squares, so that its facings depend on the table."""
    return words.tables != ("square",)


def compass(words: Vocabulary) -> tuple[str, ...]:
    """The sides and facings that a scenario may name."""
    return DIRECTIONS if movable(words) else words.facings


def board_from(source: Source, words: Vocabulary, problems: Problems) -> Lattice | None:
    """The board, or None if it has no size that a board can have. What the schema cannot tell is told here.

    One that is only too small or too large for the rules is made all the same, so that the rest can be checked on it.
    """
    board = mapping(source.data, "board")
    kind = word(board, "grid", "square")
    if kind not in words.tables:
        return None
    if kind == "measured":
        return _table(source, words, problems)
    columns, rows = whole(board, "columns", 0), whole(board, "rows", 0)
    if not (1 <= columns <= MOST_SQUARES and 1 <= rows <= MOST_SQUARES):
        return None
    if kind == "hex":
        return HexGrid.of(columns, rows, "pointy" if word(board, "layout") == "pointy" else "flat")
    return SquareGrid.of(columns, rows)


def _table(source: Source, words: Vocabulary, problems: Problems) -> TableGrid | None:
    board = mapping(source.data, "board")
    unit: Unit = "centimetres" if word(board, "unit") == "centimetres" else "inches"
    width, height = number(board, "width") or 0, number(board, "height") or 0
    increment = number(board, "increment") or INCREMENTS[unit]
    if not (1 <= width <= MOST_TABLE and 1 <= height <= MOST_TABLE and 1 <= increment <= MOST_TABLE):
        return None  # told by the schema
    table = Table(float(width), float(height), unit, float(increment))
    least, most = words.board_limits
    columns, rows = table.cells
    if not (least <= columns <= most and least <= rows <= most):
        message = f"the table is {columns} by {rows} increments, but these rules need {least} to {most} each way"
        problems.add(source.place(("board",)), "table-size", message, "change its size or the increment")
        return None
    return TableGrid(table)
