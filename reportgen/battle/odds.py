"""Tables of exact odds that a ruleset works out, for its booklet and for `reportgen odds`; and what diagrams ask of it.

Both are optional: a ruleset that has them is `WithOdds` or `WithZones`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class OddsTable:
    """Chances by a row and a column, all exact. `text` is Markdown.

    `down` and `across` say what rows and columns are ('the attacker adds'); `measures` name the chances of a cell in
    their order ('destroyed', 'driven back'). `cells[row][column]` are chances from 0 to 1, or None where there is none;
    with `means` they are averages, and printed as they are.
    """

    title: str
    text: str
    down: str
    across: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    measures: tuple[str, ...]
    cells: tuple[tuple[tuple[float, ...] | None, ...], ...]
    means: bool = False


@runtime_checkable
class WithOdds(Protocol):
    """A ruleset that can tell its odds."""

    def odds_tables(self) -> tuple[OddsTable, ...]:
        """Every table worth printing, in order."""


@runtime_checkable
class WithZones(Protocol):
    """A ruleset that can say where its units look, move and fire, for diagrams."""

    def zone(self, state: Any, name: str, unit: str) -> tuple[int, ...]:
        """The squares that it calls by that name ('front', 'reach'). Raises KeyError for a name that it knows not."""

    def zones(self) -> tuple[str, ...]:
        """The names that `zone` knows."""

    def sight(self, state: Any, unit: str, target: str) -> tuple[int, ...]:
        """The squares that keep a unit from seeing another; empty if it sees it."""
