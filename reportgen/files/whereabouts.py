"""Lists of places that a scenario names for objectives, exits, zones and reinforcements: squares, stretches of an edge,
places of the terrain, and on a measured table what is told by the ruler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reportgen.board.ground import Ground
from reportgen.board.regions import REGION_PATTERN, called, measured, middle
from reportgen.board.table import Table
from reportgen.files.lenient import items, mapping
from reportgen.files.schema_scenario import REGION_WANTS, WHERE_PATTERN, compile_pattern
from reportgen.files.source import Source, Way
from reportgen.files.terrain import AREA, Squares
from reportgen.files.validate import suggest
from reportgen.problems import Problems

_NAME = compile_pattern(WHERE_PATTERN)
_RULER = compile_pattern(rf"(?:{REGION_PATTERN})\Z")


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Reads such lists of one source. `terrain` is the source that holds the scenario's terrain."""

    ground: Ground
    source: Source
    terrain: Source
    problems: Problems

    def listed(self, *way: str | int) -> tuple[str, ...]:
        """What the list at `way` means, each once: squares by name, positions, and regions as `board.regions` writes
        them. What means nothing is told and left out."""
        data: Any = self.source.data
        for step in way:
            data = data[step]
        found: dict[str, None] = {}
        for number, item in enumerate(items(data)):
            if isinstance(item, str):
                found.update(dict.fromkeys(self._meant(item, (*way, number))))
        return tuple(found)

    def _meant(self, item: str, way: Way) -> Iterator[str]:
        grid, table = self.ground.grid, self.ground.table
        if AREA.match(item):
            yield from map(grid.name, Squares(grid, self.source, self.problems).area(item, way))
        elif _RULER.match(item):
            yield from self._measured(item, way, table) if table is not None else self._on_grid(item, way)
        elif item in self.ground.places:
            yield from self._place(item)
        elif _NAME.match(item):
            message = f"there is no place '{item}' in the terrain"
            hint = suggest(item, () if "edge" in item.split() else self.ground.places) or f"write {REGION_WANTS}"
            self.problems.add(self.source.place(way), "unknown-place", message, hint)

    def _measured(self, item: str, way: Way, table: Table) -> Iterator[str]:
        try:
            region = measured(table, item)
            if region is None:
                return
        except ValueError as fault:
            self.problems.add(self.source.place(way), "off-board", str(fault))
            return
        if "," in item and " " not in item and "-" not in item:
            yield table.name(table.parse(item))
        else:
            yield f"{middle(self.ground, (region,))} in {item}"

    def _on_grid(self, item: str, way: Way) -> Iterator[str]:
        """On squares and hexes the whole of an edge can be named, and nothing by the ruler."""
        grid = self.ground.grid
        if item.endswith("edge"):
            yield from map(grid.name, grid.squares(grid.edge(item[0])))
            return
        message = f"'{item}' is in inches or centimetres, but this board is not measured"
        self.problems.add(self.source.place(way), "no-ruler", message, "write squares, such as C7 or C7-E9")

    def _place(self, name: str) -> Iterator[str]:
        """The squares of a place; on a measured table its cells, and its shapes as they are."""
        grid = self.ground.grid
        shapes = called(self.ground, name)
        if not shapes:
            yield from map(grid.name, grid.squares(self.ground.places[name]))
            return
        if name in mapping(mapping(self.terrain.data, "terrain"), "places"):
            silent = Squares(grid, self.terrain, Problems())
            yield from map(grid.name, silent.listed("terrain", "places", name))
        yield f"{middle(self.ground, shapes)} in {name}"
