"""A map in words, for those who hear it rather than see it."""

from __future__ import annotations

from reportgen.board.hexes import HexGrid
from reportgen.board.picture import MapPicture
from reportgen.board.table import plain

_DEEDS = {
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
        own = (piece for piece in picture.pieces if piece.side == side)
        where = [f"{piece.label or piece.id} at {_square(picture, piece.at)}" for piece in own]
        parts.append(f"{style.name}: {', '.join(where)}." if where else f"{style.name}: nothing on the map.")
    counts = {kind: sum(mark.kind == kind for mark in picture.marks) for kind in _DEEDS}
    deeds = [f"{count} {_DEEDS[kind][count > 1]}" for kind, count in counts.items() if count]
    if deeds:
        parts.append(f"Shown: {', '.join(deeds)}.")
    if cartouche and cartouche.line:
        parts.append(cartouche.line)
    return title, " ".join(parts)


def _square(picture: MapPicture, at: tuple[float, float]) -> str:
    grid, table = picture.ground.grid, picture.ground.table
    return grid.name(grid.at(at)) if table is None else table.name(at)
