"""Diagrams and worked examples: situations drawn, with the squares and lines and sums that the ruleset works out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reportgen.battle.odds import WithZones
from reportgen.battle.reasons import WithReasons
from reportgen.board.picture import SIDE_COLOURS, MapPicture, Mark, SideStyle
from reportgen.booklet.model import Diagram, Example, Plate, Ray, Shade
from reportgen.booklet.play import played
from reportgen.booklet.spec import mentions_dropped
from reportgen.booklet.steps import steps
from reportgen.files.situation import NOBODY, situation
from reportgen.files.validate import suggest
from reportgen.story.frames import Frames
from reportgen.story.lore import Lore
from reportgen.story.names import Names
from reportgen.story.timeline import timeline
from reportgen.story.words import listed

if TYPE_CHECKING:
    from reportgen.battle.play import Battle
    from reportgen.battle.ruleset import Ruleset
    from reportgen.battle.scenario import Scenario
    from reportgen.board.lattice import Lattice
    from reportgen.board.picture import Point
    from reportgen.files.rules import Rules
    from reportgen.files.source import Source, Way
    from reportgen.problems import Problems

SIDES = (SideStyle("Red", SIDE_COLOURS[0]), SideStyle("Blue", SIDE_COLOURS[1]))
_HOW = ("tint", "hatch", "dots", "outline")


class Plates:
    """Makes the diagrams and examples of one booklet. What cannot be made is told in `problems` and left out.

    `base`, of a variant whose booklet is described by the rules that it extends: the engine with their numbers. Then
    an example is left out, and no problem, if it cannot be played any more or no longer shows what it is there to show.
    """

    def __init__(
        self, rules: Rules, spec: Source, ruleset: Ruleset, problems: Problems, base: Ruleset | None = None
    ) -> None:
        self.rules = rules
        self.spec = spec
        self.ruleset = ruleset
        self.problems = problems
        self.base = base

    def diagrams(self) -> Iterator[Diagram]:
        for source, data, numbers in self._each("diagrams"):
            made = self._played(source)
            if made is not None:
                scenario, battle = made
                shades, rays = self._shades(source, battle), self._rays(source, battle)
                plate = self._plate(scenario, battle, data["title"], shades, rays)
                text = self.rules.fill(data.get("text", ""), links=True)
                yield Diagram(data["title"], text, numbers, plate, bool(data.get("wide")))

    def examples(self) -> Iterator[Example]:
        for source, data, numbers in self._each("examples"):
            made = self._played(source)
            if made is not None and self._still_shown(source, data, made[1]):
                scenario, battle = made
                plate = self._plate(scenario, battle, data["title"], (), ())
                words = self.spec.data.get("results", {})
                told = tuple(steps(battle, self.rules, self.ruleset, words))
                yield Example(data["title"], self.rules.fill(data.get("text", ""), links=True), numbers, plate, told)

    def _each(self, kind: str) -> Iterator[tuple[Source, Mapping[str, Any], tuple[str, ...]]]:
        """The diagrams or examples whose rules are there: the source, its data, the numbers of the rules it shows."""
        for n, data in enumerate(self.spec.data.get(kind, ())):
            shown = data.get("rules", ())
            if all(rule in self.rules for rule in shown) and not mentions_dropped(data.get("text", ""), self.rules):
                yield self.spec.under(kind, n), data, tuple(self.rules.number(rule) for rule in shown)

    def _played(self, source: Source, ruleset: Ruleset | None = None) -> tuple[Scenario, Battle] | None:
        from reportgen.problems import Problems

        found = Problems()
        data = self.spec.data
        by = ruleset or self.ruleset
        scenario = situation(source, by.id, by.vocabulary, data.get("letters", {}), data.get("legend", {}), found)
        battle = played(by, scenario, source, found) if scenario is not None else None
        if self.base is None:
            self.problems.extend(found.found)
        return (scenario, battle) if scenario is not None and battle is not None else None

    def _still_shown(self, source: Source, data: Mapping[str, Any], battle: Battle) -> bool:
        """Whether the rules that an example shows still play their part in it."""
        before = self._played(source, self.base) if self.base is not None else None
        if before is None:
            return True
        used = set(self._used(before[1])).intersection(data.get("rules", ()))
        return used.issubset(self._used(battle))

    def _used(self, battle: Battle) -> Iterator[str]:
        """The rules that had a part in the combats of a battle."""
        for event in battle.log.of("combat"):
            for side in event["modifiers"]:
                yield from (modifier["rule"] for modifier in side)
            if isinstance(self.ruleset, WithReasons):
                yield from self.ruleset.decided_by(event)

    # -- pictures ----------------------------------------------------------------------------------------------------

    def _plate(
        self, scenario: Scenario, battle: Battle, title: str, shades: tuple[Shade, ...], rays: tuple[Ray, ...]
    ) -> Plate:
        line = timeline(battle.log, scenario, self.ruleset)
        frames = Frames(scenario, Names(scenario, Lore.of(self.ruleset)))
        marks: list[Mark] = [mark for phase in line.phases for mark in frames.marks(phase)]
        pieces = self.ruleset.pieces(battle.state)
        picture = MapPicture(line.ground, SIDES, pieces, tuple(marks), title=title)
        grid = scenario.ground.grid
        said = [f"{piece.label} at {grid.name(_square_at(grid, piece.at))}" for piece in pieces]
        said += [f"{shade.label or 'marked'}: {len(shade.squares)} squares" for shade in shades]
        said += ["a line of sight, blocked" if ray.stopped else "a line of sight, clear" for ray in rays]
        return Plate(picture, shades, rays, f"{title}: {listed(said)}.")

    def _shades(self, source: Source, battle: Battle) -> tuple[Shade, ...]:
        made = []
        for n, data in enumerate(source.data.get("show", ())):
            squares = self._squares(source, ("show", n), data, battle)
            if squares:
                made.append(Shade(squares, data.get("as", _HOW[n % len(_HOW)]), data.get("label", "")))
        return tuple(made)

    def _squares(self, source: Source, way: Way, data: Mapping[str, Any], battle: Battle) -> tuple[int, ...]:
        if "zone" not in data:
            return tuple(self._named_squares(source, (*way, "squares"), data.get("squares", ()), battle))
        if not isinstance(self.ruleset, WithZones):
            message = f"'{self.ruleset.id}' knows no zones"
            self.problems.add(source.place((*way, "zone")), "unknown-zone", message, "name the squares instead")
            return ()
        if not self._is_unit(source, (*way, "of"), data.get("of", ""), battle):
            return ()
        try:
            return self.ruleset.zone(battle.state, data["zone"], data["of"])
        except KeyError:
            message = f"'{self.ruleset.id}' knows no zone '{data['zone']}'"
            hint = suggest(data["zone"], self.ruleset.zones())
            self.problems.add(source.place((*way, "zone")), "unknown-zone", message, hint)
            return ()

    def _named_squares(self, source: Source, way: Way, given: Any, battle: Battle) -> Iterator[int]:
        """`A1-C3 D2`: rectangles by two corners, and single squares."""
        grid = battle.scenario.ground.grid
        for part in " ".join([given] if isinstance(given, str) else given).split():
            first, _, last = part.partition("-")
            try:
                ends = grid.square(first), grid.square(last or first)
            except ValueError:
                message = f"'{part}' is no square of this board"
                self.problems.add(source.place(way), "off-board", message, "write A1, or A1-C3 for a rectangle")
                continue
            columns, rows = sorted(map(grid.column, ends)), sorted(map(grid.row, ends))
            for row in range(rows[0], rows[1] + 1):
                for column in range(columns[0], columns[1] + 1):
                    yield grid.index(column, row)

    def _is_unit(self, source: Source, way: Way, id: str, battle: Battle) -> bool:
        known = [unit.id for side in battle.scenario.sides for unit in side.units]
        if id in known:
            return True
        message = f"no unit is called '{id}'" if id else "whose it is is not said"
        hint = suggest(id, (one for one in known if one != NOBODY))
        self.problems.add(source.place(way), "unknown-unit", message, hint)
        return False

    def _rays(self, source: Source, battle: Battle) -> tuple[Ray, ...]:
        made = []
        pieces = {piece.id: piece for piece in self.ruleset.pieces(battle.state)}
        grid = battle.scenario.ground.grid
        for n, data in enumerate(source.data.get("sight", ())):
            if not isinstance(self.ruleset, WithZones):
                message = f"'{self.ruleset.id}' draws no lines of sight"
                self.problems.add(source.place(("sight", n)), "unknown-zone", message, "leave it out")
                continue
            ends = data["of"], data["to"]
            if not all(self._is_unit(source, ("sight", n, key), data[key], battle) for key in ("of", "to")):
                continue
            stopped = self.ruleset.sight(battle.state, *ends)
            made.append(Ray(pieces[ends[0]].at, pieces[ends[1]].at, tuple(grid.centre(square) for square in stopped)))
        return tuple(made)


def _square_at(grid: Lattice, point: Point) -> int:
    """The square whose centre is nearest: pieces that share one stand a little off it."""
    return min(range(grid.size), key=lambda square: math.dist(grid.centre(square), point))
