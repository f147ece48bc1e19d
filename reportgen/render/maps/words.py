"""A map in words, for those who hear it rather than see it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from reportgen.board.hexes import HexGrid
from reportgen.board.picture import MapPicture, MarkKind
from reportgen.board.table import plain

_DEEDS: Final[dict[MarkKind, tuple[str, str]]] = {
    "move": ("move", "moves"), "fire": ("shot", "shots"), "close": ("close combat", "close combats"),
    "withdraw": ("withdrawal", "withdrawals"), "loss": ("loss", "losses"),
    "exit": ("departure", "departures"), "arrive": ("arrival", "arrivals"),
    "spot": ("throw to spot", "throws to spot"),
}  # fmt: skip


def described(picture: MapPicture) -> tuple[str, str]:
    """Title and description: whose map, what is on it, what happened."""
    cartouche = picture.cartouche
    heading = ", ".join(part for part in (cartouche.heading, cartouche.whose) if part) if cartouche else ""
    title = picture.title or (f"Map: {heading}" if heading else "Map of the battle")
    grid, table = picture.ground.grid, picture.ground.table
    if table is not None:
        parts = [f"A table of {plain(table.width)} by {plain(table.height)} {table.unit}."]
    else:
        areas = "hexes" if isinstance(grid, HexGrid) else "squares"
        parts = [f"A board of {grid.columns} by {grid.rows} {areas}."]
    for side, style in enumerate(picture.sides):
        own = [piece for piece in picture.pieces if piece.side == side]
        names = [grid.name(grid.at(piece.at)) if table is None else table.name(piece.at) for piece in own]
        where = [f"{piece.label or piece.id} at {name}" for piece, name in zip(own, names, strict=True)]
        parts.append(f"{style.name}: {', '.join(where)}." if where else f"{style.name}: nothing on the map.")
    counts = Counter(mark.kind for mark in picture.marks)
    deeds = [f"{counts[kind]} {words[counts[kind] > 1]}" for kind, words in _DEEDS.items() if kind in counts]
    if deeds:
        parts.append(f"Shown: {', '.join(deeds)}.")
    if cartouche and cartouche.line:
        parts.append(cartouche.line)
    return title, " ".join(parts)
