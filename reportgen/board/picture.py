"""A neutral picture of a moment: the ground, the pieces on it, and what just happened.

Rulesets make it, `render` draws it. All coordinates are in board units from the bottom left corner of the board: on a
square grid one unit is one square, the centre of A1 is (0.5, 0.5), x grows to the right and y to the top. Angles are
degrees clockwise from the top edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reportgen.board.ground import Ground

Point = tuple[float, float]
Arm = Literal[
    "infantry", "cavalry", "artillery", "machine-gun", "transport", "command", "engineers", "vehicle", "other"
]
MarkKind = Literal["move", "fire", "close", "withdraw", "loss", "exit", "arrive", "spot"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stand or unit. `side` is 0 or 1 (told apart without colour). `width`: its frontage, `depth`: front to rear."""

    id: str
    label: str
    side: int
    arm: Arm
    at: Point
    facing: float
    width: float = 0.8
    depth: float = 0.4
    concealed: bool = False
    dismounted: bool = False
    figure: str = ""
    """A number or letter shown on the block (strength in figures), or empty."""
    states: tuple[str, ...] = ()
    """Words of the ruleset that the map marks on the block (pinned, routed ...). `pinned`, `entrenched` and `routed`
    have signs, others are written beside it."""
    formation: str = ""
    """How it is drawn up: `extended`, `close`, `column` and `limbered` are shown by signs, others are not."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened since the last picture.

    move, exit, arrive: `points` is the path from the old to the new place. fire, close, spot: from attacker to target.
    withdraw: the way back. loss: one point, where the piece stood, and `piece` is drawn as an outline with a cross.
    `side` is whose deed it is (for a loss: whose piece is lost). `ghost` is the piece where a move began.
    """

    kind: MarkKind
    side: int
    points: tuple[Point, ...]
    unit: str = ""
    piece: Piece | None = None
    ghost: Piece | None = None
    effect: str = ""
    """Short word for the result of a fire or close combat (ineffective, withdraws, destroyed), or empty."""


@dataclass(frozen=True, slots=True)
class Cartouche:
    """The small box on a map: 'Turn 3', 'The Mahdists', and one line of what mattered."""

    heading: str
    whose: str = ""
    line: str = ""


SIDE_COLOURS = ("#8c2f23", "#2f4a63")
"""The colours of sides that have none of their own, on maps, charts and labels alike."""


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How a side is called and coloured on the map; the first side's blocks are filled, the second's are hatched."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class MapPicture:
    ground: Ground
    sides: tuple[SideStyle, SideStyle]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    cartouche: Cartouche | None = None
    objectives: tuple[tuple[Point, str], ...] = ()
    """Squares fought for: centre and a short label."""
    scale_label: str = ""
    """What one unit stands for, e.g. 'one square: 50 mm on the table'."""
    title: str = ""
    outlines: tuple[tuple[tuple[Point, ...], str], ...] = ()
    """Pieces of a measured table fought for that are no cells: outline and a short label."""
