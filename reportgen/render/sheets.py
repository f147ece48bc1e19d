"""What lies on the table besides the rules: quick reference, rosters, stand labels, markers, log sheet, playing cards.

    for name, content in sheets(scenario, ruleset, quick).items(): ...

Labels, markers and cards are cut out: their sizes are true, and stand in the page's style as millimetres. They are to
be printed at full size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from markupsafe import Markup

from reportgen.battle.paper import Card, StandPaper, Track, WithCards, WithMarkers, WithStands
from reportgen.render import pages
from reportgen.render.booklet_text import Texts
from reportgen.render.maps.palette import side_colour
from reportgen.render.paper import PAPERS
from reportgen.render.printing import PLAIN, Printing, bleed_style, printed
from reportgen.story.lore import Lore
from reportgen.story.model import TableWords
from reportgen.story.tables import forces, table_words

if TYPE_CHECKING:
    from reportgen.battle.ruleset import Ruleset
    from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
    from reportgen.booklet.model import QuickBlock
    from reportgen.render.maps import Ink

Kind = Literal["quick-reference", "solo", "rosters", "labels", "markers", "log", "cards"]
KINDS: tuple[str, ...] = get_args(Kind)
SHEET: Final[Mapping[str, str]] = {"rosters": "roster-", "log": "log-sheet"}
"""How the names of a kind's files go on after the scenario's, where that is not the kind itself."""

MARKER: Final = (40.0, 20.0)
"""Width and height of the marker of a concealed body, in millimetres: an infantry stand's."""
SMALL_MARKER: Final = (22.0, 12.0)
"""Width and height of a marker that lies beside a unit, in millimetres."""
CARD: Final = (63.0, 88.0)
"""Width and height of a playing card (poker size), in millimetres."""
GAP: Final = 2.0
"""Millimetres between labels, so that a cut that goes astray spoils none but its own."""
EDGE: Final = 12.0
"""Millimetres that printers may leave white around a sheet."""
LOG_HEAD: Final = ("Initiative :", "Phase of", "Activations")
"""What is noted at the head of a log sheet of a ruleset that says nothing else. A colon at the end: of both sides."""
_DEFAULT: Final = StandPaper(40.0, 20.0, "")


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out, with its place on its page in millimetres from the top left."""

    left: float
    top: float
    width: float
    height: float
    colour: str
    label: str
    name: str = ""
    value: str = ""
    arm: str = ""
    notes: str = ""
    state: bool = False
    """Whether it is a marker to lie beside a unit, and `label` its word."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """`boxes` are for losses; `figures` what the ruleset prints of the unit, by heading; `qualities` what is told of it
    besides."""

    label: str
    name: str
    weapon: str
    figures: tuple[str, ...]
    boxes: int
    where: str
    hidden: bool = False
    qualities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """A side's units, one a line. `turns`: boxes to tick when a unit has acted; `tracks`: what is counted besides."""

    name: str
    general: str
    headings: tuple[str, ...]
    lines: tuple[RosterLine, ...]
    turns: int
    words: TableWords
    tracks: tuple[Track, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether losses are crossed off one by one."""
        return any(line.boxes > 1 for line in self.lines)


def sheets(
    scenario: Scenario,
    ruleset: Ruleset,
    quick: Sequence[QuickBlock] = (),
    which: Sequence[str] = KINDS,
    paper: Literal["a4", "letter"] = "a4",
    templates: Path | None = None,
    *,
    solo: Sequence[QuickBlock] = (),
    name: str = "scenario",
    ink: Ink = "colour",
    printing: Printing = PLAIN,
) -> dict[str, bytes]:
    """The sheets asked for, each a PDF: `NAME-labels.pdf` and so on; rosters one a side, because they tell secrets.

    `paper` is what labels, markers and cards are cut from; the others are A5. `quick` and `solo` are the blocks of the
    quick reference and of the sheet for those who play alone. What a scenario does not need (cards without a pack, a
    quick reference without blocks) is left out. Raises `pages.TemplateFault` for templates that cannot be used,
    ValueError for a stand larger than the paper.
    """
    made: dict[str, bytes] = {}
    lore = Lore.of(ruleset)
    words = table_words(lore)
    area = PAPERS[paper].width, PAPERS[paper].height

    def sheet(kind: str, ending: str, of: tuple[float, float], **values: Any) -> None:
        called = f"{name}-{ending}"
        page = pages.fill(f"sheets/{kind}.html.j2", templates, scenario=scenario, ruleset=ruleset, **values)
        styles = [pages.style("sheets.css", templates), f"@page {{ size: {of[0]}mm {of[1]}mm }}"]
        styles += [pages.style("theme.css", templates), *bleed_style(printing.bleed)]
        made.update(printed(_press().pdf(page, styles), called, printing))

    a5 = PAPERS["a5"].width, PAPERS["a5"].height
    for kind in KINDS:
        if kind not in which:
            continue
        if kind in ("quick-reference", "solo") and (blocks := solo if kind == "solo" else quick):
            title = "playing alone" if kind == "solo" else "quick reference"
            sheet("quick-reference", kind, a5, quick=blocks, text=_Plain(), title=title, balanced=kind == "solo")
        elif kind == "rosters":
            for side in scenario.sides:
                sheet("roster", f"roster-{side.id}", a5, roster=roster(scenario, side, ruleset))
        elif kind == "labels":
            sheet(
                "cut",
                kind,
                area,
                title=f"{words.piece.capitalize()} labels",
                pages=labels(scenario, ruleset, area, ink),
            )
        elif kind == "markers" and (laid := markers(scenario, ruleset, area, ink)):
            sheet("cut", kind, area, title="Markers", pages=laid)
        elif kind == "log":
            head = tuple(lore.tables.get("log", LOG_HEAD))
            sheet(kind, "log-sheet", a5, head=head)
        elif kind == "cards" and isinstance(ruleset, WithCards):
            sheet(kind, kind, area, pages=cards(ruleset.cards(), area), size=CARD)
    return made


def _press() -> Any:
    from reportgen.render.press import press

    return press()


class _Plain:
    """The texts of the quick reference without links: the rules are not in the same file."""

    def __init__(self) -> None:
        self._texts = Texts({})

    def line(self, text: str) -> Markup:
        import re

        return Markup(re.sub(r"</?a\b[^>]*>", "", str(self._texts.line(text))))  # noqa: S704 - less than was safe before


# -- what is cut out ---------------------------------------------------------------------------------------------------


def stand_of(unit: UnitSpec, side: SideSpec, ruleset: Ruleset, lore: Lore) -> StandPaper:
    """The size and value of a stand; of a ruleset that does not tell, an infantry stand with the value in its data."""
    if isinstance(ruleset, WithStands):
        return ruleset.stand_paper(unit, side)
    return replace(_DEFAULT, value=lore.figure("value", unit, side))


def labels(
    scenario: Scenario, ruleset: Ruleset, area: tuple[float, float], ink: Ink = "colour"
) -> tuple[tuple[Piece, ...], ...]:
    """A label for every stand, page by page; each side begins a row, its labels are all of one colour."""
    lore = Lore.of(ruleset)
    wanted = []
    for number, side in enumerate(scenario.sides):
        colour = _colour(side, number, ink)
        pieces = []
        for unit in side.units:
            stand = stand_of(unit, side, ruleset, lore)
            notes = ", ".join(lore.qualities(unit))
            piece = Piece(0, 0, stand.width, stand.depth, colour, unit.id, unit.name, stand.value, stand.arm, notes)
            pieces.append(piece)
        wanted.append(sorted(pieces, key=lambda piece: piece.height))
    return laid_out(wanted, area)


def markers(
    scenario: Scenario, ruleset: Ruleset, area: tuple[float, float], ink: Ink = "colour"
) -> tuple[tuple[Piece, ...], ...]:
    """A marker for every concealed body, and for each a second without troops, to deceive; they tell whose they are.
    Then those that the ruleset's units need beside them.

    The letter on a marker is for its owner, who notes in his roster who is there.
    """
    wanted = []
    for number, side in enumerate(scenario.sides):
        own = {unit.id for unit in side.units}
        bodies = list(dict.fromkeys(p.concealed for p in scenario.placements if p.concealed and p.unit in own))
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        names = [letters[n % 26] for n in range(2 * len(bodies))]
        wanted.append([Piece(0, 0, *MARKER, _colour(side, number, ink), one, side.name, "?") for one in names])
        if isinstance(ruleset, WithMarkers):
            said = [marker.text for marker in ruleset.markers(scenario, side) for _ in range(marker.count)]
            colour = _colour(side, number, ink)
            wanted.append([Piece(0, 0, *SMALL_MARKER, colour, one, side.name, state=True) for one in said])
    return laid_out(wanted, area) if any(wanted) else ()


def cards(pack: Sequence[Card], area: tuple[float, float]) -> tuple[tuple[tuple[float, float, Card], ...], ...]:
    """The cards page by page, with the left and the top of each in millimetres; edge to edge, for few cuts."""
    across, down = (int((area[n] - 2 * 5) // CARD[n]) for n in (0, 1))
    left, top = (area[0] - across * CARD[0]) / 2, (area[1] - down * CARD[1]) / 2
    made = []
    for start in range(0, len(pack), across * down):
        part = pack[start : start + across * down]
        made.append(
            tuple((left + n % across * CARD[0], top + n // across * CARD[1], card) for n, card in enumerate(part))
        )
    return tuple(made)


def laid_out(groups: Sequence[Sequence[Piece]], area: tuple[float, float]) -> tuple[tuple[Piece, ...], ...]:
    """Pieces in rows on pages of `area` (millimetres), a group after the other. Raises ValueError for one too large."""
    pages_: list[list[Piece]] = [[]]
    x, y, high = EDGE, EDGE, 0.0
    for group in groups:
        for n, piece in enumerate(group):
            if piece.width > area[0] - 2 * EDGE or piece.height > area[1] - 2 * EDGE:
                raise ValueError(f"{piece.label} is larger than the paper")
            if n == 0 or x + piece.width > area[0] - EDGE:
                x, y, high = EDGE, y + (high + GAP if high else 0), 0.0
            if y + piece.height > area[1] - EDGE:
                pages_.append([])
                x, y, high = EDGE, EDGE, 0.0
            pages_[-1].append(replace(piece, left=x, top=y))
            x, high = x + piece.width + GAP, max(high, piece.height)
    return tuple(tuple(page) for page in pages_)


def _colour(side: SideSpec, number: int, ink: Ink) -> str:
    """One colour a side: its own, dark enough for white letters; in grey the first is dark and the second light."""
    if ink == "colour":
        return side_colour(side.colour, number, ink)
    return ("#3a3a3a", "#d6d6d6")[number] if ink == "grey" else "#ffffff"


# -- rosters -----------------------------------------------------------------------------------------------------------


def roster(scenario: Scenario, side: SideSpec, ruleset: Ruleset) -> Roster:
    """A side's units with what the rules print of them, where they start, and boxes to tick."""
    lore = Lore.of(ruleset)
    vocabulary = ruleset.vocabulary
    where: Mapping[str, str] = dict(_where(scenario))
    concealed = {placement.unit for placement in scenario.placements if placement.concealed}
    names = ("range", "moves")
    lines = []
    for unit in side.units:
        kind = vocabulary.types.get(unit.type)
        weapon = unit.weapon or (kind.weapons[0] if kind and kind.weapons else "")
        stand = stand_of(unit, side, ruleset, lore)
        armed = unit.type not in lore.command_types
        lines.append(
            RosterLine(
                label=unit.id,
                name=unit.name,
                weapon=vocabulary.weapons.get(weapon, weapon) if armed else "",
                figures=(
                    stand.value,
                    *(lore.figure(one, unit, side) if armed or one != "range" else "" for one in names),
                ),
                boxes=stand.boxes,
                where=where.get(unit.id, ""),
                hidden=unit.id in concealed,
                qualities=lore.qualities(unit),
            )
        )
    force = forces(scenario, lore)[scenario.sides.index(side)]
    words = force.words
    shown = [n for n in range(3) if any(line.figures[n] for line in lines)]
    return Roster(
        side.name,
        force.general,
        tuple((words.value, words.range, words.moves)[n] for n in shown),
        tuple(replace(line, figures=tuple(line.figures[n] for n in shown)) for line in lines),
        scenario.turns or vocabulary.turns,
        words,
        ruleset.tracks(scenario, side) if isinstance(ruleset, WithMarkers) else (),
    )


def _where(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Where each unit starts, or when it comes."""
    for placement in scenario.placements:
        yield placement.unit, placement.at
    for come in scenario.reinforcements:
        for unit in come.units:
            yield unit, f"turn {come.turn}"
