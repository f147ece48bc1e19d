"""A booklet as content. Texts marked Markdown have their placeholders filled; everything else is plain."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from reportgen.battle.odds import OddsTable
from reportgen.board.picture import MapPicture, Point
from reportgen.files.ruleparts import Credit
from reportgen.problems import NOWHERE, Place

Edition = Literal["full", "rules"]
Difference = Literal["", "changed", "added"]
Shading = Literal["tint", "hatch", "dots", "crosses", "outline"]


@dataclass(frozen=True, slots=True)
class Sign:
    """A small mark beside a rule's number that says where the rule comes from; the key explains it."""

    source: str
    mark: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a column; `unit` may be empty. `figures`: the column holds numbers and is set to the right."""

    title: str
    unit: str = ""
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table. `mark` is the sign of its own source, if it is not the table's; `note` a note's mark."""

    title: str
    cells: tuple[str, ...]
    mark: str = ""
    note: str = ""
    difference: Difference = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A rule's table. `as_list`: lines of running text instead of a grid; `wide`: across both columns of the page."""

    title: str
    headings: tuple[Heading, ...]
    lines: tuple[Line, ...]
    as_list: bool = False
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A printed rule. `text` is Markdown; `mark` the sign of its source; `note` the mark of its note."""

    id: str
    number: str
    title: str
    text: str
    mark: str = ""
    note: str = ""
    table: Table | None = None
    difference: Difference = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Part:
    """A printed section; `intro` is Markdown."""

    id: str
    number: str
    title: str
    intro: str
    entries: tuple[Entry, ...]
    difference: Difference = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Note:
    """`mark` is the small number that stands at the rule; `text` is Markdown."""

    mark: str
    number: str
    text: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """A line of the list of changes, Markdown. `number`: of the rule, or the version."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Shade:
    """Squares marked on a map (numbers of the grid), and the word written in them. `outlines`: pieces of a measured
    table marked likewise, in board units."""

    squares: tuple[int, ...]
    how: Shading
    label: str = ""
    outlines: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Ray:
    """A line of sight; `stopped` is where it is blocked (centres of squares), empty if it is clear."""

    start: Point
    end: Point
    stopped: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Plate:
    """A map with what is marked on it. `alt` tells it in words."""

    picture: MapPicture
    shades: tuple[Shade, ...] = ()
    rays: tuple[Ray, ...] = ()
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Diagram:
    """`text` is Markdown; `numbers` are those of the rules that it shows."""

    title: str
    text: str
    numbers: tuple[str, ...]
    plate: Plate
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A line of a sum: why, by which rule, and what it adds to the attacker and the defender (None: nothing)."""

    why: str
    number: str
    attacker: int | None
    defender: int | None


@dataclass(frozen=True, slots=True)
class Sum:
    """A combat as arithmetic; pairs are (attacker, defender). `dice`: a die, or the faces of several: then `totals` are
    their hits. `outcome` is Markdown."""

    names: tuple[str, str]
    dice: tuple[int | tuple[int, ...], int | tuple[int, ...]]
    terms: tuple[Term, ...]
    totals: tuple[int, int]
    rethrows: tuple[tuple[int, int], ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: the situation, what was done, and what came of it: sums, and Markdown where there are none."""

    title: str
    text: str
    numbers: tuple[str, ...]
    plate: Plate
    steps: tuple[Sum | str, ...]

    @property
    def sums(self) -> tuple[Sum, ...]:
        return tuple(step for step in self.steps if isinstance(step, Sum))


@dataclass(frozen=True, slots=True)
class QuickLine:
    """A line of the quick-reference sheet: an amount or nothing, Markdown, and the number of the rule."""

    text: str
    number: str
    amount: str = ""


@dataclass(frozen=True, slots=True)
class QuickBlock:
    """A block of the quick-reference sheet; `number` is that of the table's rule. `text` is Markdown."""

    title: str
    text: str = ""
    lines: tuple[QuickLine, ...] = ()
    table: Table | None = None
    number: str = ""


@dataclass(frozen=True, slots=True)
class Booklet:
    """Everything that a booklet shows. `credits`: whose rules these are, the nearest first, each with the title under
    which it built on the next."""

    id: str
    title: str
    subtitle: str
    version: str
    edition: Edition
    intro: str
    parts: tuple[Part, ...]
    signs: tuple[Sign, ...]
    notes: tuple[Note, ...]
    changes: tuple[Changed, ...]
    compared: str
    """With what the booklet was compared ('Late 19th Century Battles 1.0'), or empty."""
    differences: tuple[Changed, ...]
    diagrams: tuple[Diagram, ...]
    examples: tuple[Example, ...]
    odds_text: str
    odds: tuple[OddsTable, ...]
    quick: tuple[QuickBlock, ...]
    credits: tuple[tuple[str, Credit], ...]
    filling: tuple[str, ...]
    files: tuple[str, ...] = ("",)
    """Where the rules were read from, and then what they extend: pictures are looked for in their folders."""
