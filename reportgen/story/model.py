"""A battle report as content, before any page: `story` makes it from a log, `render` sets it. Text is plain, no markup,
unless a field says Markdown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from reportgen.board.picture import MapPicture


@dataclass(frozen=True, slots=True)
class Frame:
    """A map with its caption. `id` is stable within the report ('start', 'turn-3-mahdist'); `alt` tells it in words."""

    id: str
    picture: MapPicture
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class TableWords:
    """What tables call things: a piece, several, the columns of an order of battle, and what losses are counted in."""

    piece: str = "stand"
    pieces: str = "stands"
    value: str = "Value"
    range: str = "Range"
    moves: str = "Move"
    points: str = "Points"
    worth: str = "points"


@dataclass(frozen=True, slots=True)
class ForceRow:
    """A line of an order of battle: equal stands together. `value` and `points` as printed ('3', '1½'); `qualities`:
    what is told of these besides their type ('elite', 'with tools')."""

    count: int
    name: str
    type: str
    weapon: str
    value: str
    points: str
    labels: tuple[str, ...] = ()
    range: str = ""
    moves: str = ""
    qualities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Force:
    side: int
    name: str
    rows: tuple[ForceRow, ...]
    points: str
    stands: int
    general: str = ""
    notes: str = ""
    words: TableWords = TableWords()


@dataclass(frozen=True, slots=True)
class Aims:
    """What one side was to do: who it is ('the Mahdists') and its objectives with what each is worth ('Bar the way to
    the wells (four points)')."""

    side: str
    goals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Modifier:
    """`rule` is the printed number of the rule ('7.5'), `rule_id` its id in the data."""

    rule: str
    rule_id: str
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class CombatRow:
    """One combat as arithmetic; pairs are (attacker, defender). `number` counts in the battle from 1."""

    number: int
    kind: str
    attacker: str
    defender: str
    dice: tuple[int | str | None, int | str | None]
    """As thrown: a number, several as text ('5, 3, 6'), None if it was not recorded, an empty text for no dice."""
    modifiers: tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
    totals: tuple[int | str | None, int | str | None]
    """As played; (None, None) if dice were not recorded, an empty text for a side that threw none and has nothing."""
    rethrows: tuple[tuple[int, int], ...]
    result: str
    chance: str = ""
    """The chance, before the dice, of a result at least this good for the attacker, e.g. '1 in 3', or empty."""
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A photograph or drawing of the user's; `file` is relative to the battle file's folder. `caption` Markdown."""

    file: str
    caption: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Remark:
    """A note of the recorder's, Markdown, or a heading of his."""

    text: str
    heading: bool = False


Audit = Literal["none", "appendix", "margin"]
"""Where the findings of an audit are printed."""

Block = str | Picture | Remark
"""A paragraph of the narrative, a picture, or a remark, in the order of the story."""


@dataclass(frozen=True, slots=True)
class PhaseStory:
    """What one side did in one turn. `activation` is the throw, or None if it was not recorded or not thrown."""

    side: int
    heading: str
    activation: int | None
    line: str
    """The activation in words for the head of the phase ('The Mahdists threw 11: eleven activations')."""
    blocks: tuple[Block, ...]
    frame: Frame | None
    combats: tuple[CombatRow, ...] = ()
    findings: tuple[str, ...] = ()
    """What the audit remarked on the phase, if that is printed beside it."""


@dataclass(frozen=True, slots=True)
class TurnStory:
    number: int
    heading: str
    """A title for the turn, e.g. 'Turn 3: The spearmen rise'."""
    initiative: str
    opening: tuple[Block, ...]
    phases: tuple[PhaseStory, ...]
    findings: tuple[str, ...] = ()
    """What the audit remarked on the turn but on none of its phases, if that is printed beside it."""


@dataclass(frozen=True, slots=True)
class LossRow:
    unit: str
    name: str
    points: str
    turn: int
    how: str


@dataclass(frozen=True, slots=True)
class Losses:
    side: int
    name: str
    rows: tuple[LossRow, ...]
    lost: str
    of: str
    left: tuple[str, ...] = ()
    """Units that left the table by an exit."""
    words: TableWords = TableWords()


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """`chances` of the first side before and after, 0 to 1, or None."""

    turn: int
    side: int
    text: str
    chances: tuple[float, float] | None = None
    frame: Frame | None = None


@dataclass(frozen=True, slots=True)
class LuckRow:
    """One side's fortune. `expected` and `scored` in points of damage (value of stands destroyed or driven back)."""

    side: int
    name: str
    dice: int
    mean: float
    expected: float
    scored: float
    verdict: str


@dataclass(frozen=True, slots=True)
class Luck:
    rows: tuple[LuckRow, ...]
    least_likely: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Strength:
    """Points on the table by half-turn, for the chart. `steps` are labels ('start', '1a', '1b' ...)."""

    steps: tuple[str, ...]
    points: tuple[tuple[float, ...], tuple[float, ...]]
    names: tuple[str, str]
    colours: tuple[str, str]
    marks: tuple[tuple[int, str], ...] = ()
    caption: str = "Points on the table after each side’s phase."
    """What the chart shows, and whether Generals are counted in it."""
    worth: str = "points"
    """What is counted."""


@dataclass(frozen=True, slots=True)
class Report:
    """`audit` says how findings are printed: not at all, in an appendix with the arithmetic of every combat, or beside
    the turns. Combats, phases and turns then hold theirs, `apart` and `general` what stands beside none."""

    title: str
    detail: Literal["brief", "full"]
    ruleset: str
    subtitle: str = ""
    date: str = ""
    location: str = ""
    variants: tuple[str, ...] = ()
    players: tuple[tuple[str, str], ...] = ()
    background: str = ""
    """Markdown."""
    ground: str = ""
    """The ground in a sentence or two."""
    objectives: tuple[Aims, ...] = ()
    """Of each side that has any."""
    forces: tuple[Force, ...] = ()
    start: Frame | None = None
    before: tuple[Block, ...] = ()
    turns: tuple[TurnStory, ...] = ()
    outcome: str = ""
    """One line: who won and why."""
    ending: tuple[Block, ...] = ()
    end: Frame | None = None
    losses: tuple[Losses, ...] = ()
    strength: Strength | None = None
    turning_points: tuple[TurningPoint, ...] = ()
    luck: Luck | None = None
    brief: tuple[str, ...] = ()
    """The four paragraphs of the brief report; `brief_frames` its four maps."""
    brief_frames: tuple[Frame, ...] = ()
    audit: Audit = "none"
    findings: tuple[str, ...] = ()
    """All of them, in the order of the record; empty with the audit `none`."""
    apart: tuple[str, ...] = ()
    """Those that stand beside no combat."""
    general: tuple[str, ...] = ()
    """Those that are about no turn: the forces, the end."""
    seed: int | None = None
    language: str = "en-GB"
    keywords: tuple[str, ...] = field(default=())

    @property
    def combats(self) -> tuple[CombatRow, ...]:
        """All of them, in order."""
        return tuple(combat for turn in self.turns for phase in turn.phases for combat in phase.combats)
