"""A hand-made battle report for the page tests and the benchmarks: twelve turns, twenty-four phases and their maps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from reportgen.board.ground import Ground
from reportgen.board.picture import Cartouche, MapPicture, Mark, Piece, SideStyle
from reportgen.board.squares import SquareGrid
from reportgen.story.model import (
    Aims,
    CombatRow,
    Force,
    ForceRow,
    Frame,
    Losses,
    LossRow,
    Luck,
    LuckRow,
    Modifier,
    PhaseStory,
    Report,
    Strength,
    TurningPoint,
    TurnStory,
)

RULES = {
    "value": "7.1",
    "Command": "7.2",
    "same type": "8.3",
    "same square": "8.4",
    "flank": "8.5",
    "open country": "8.6",
    "wagons": "8.8",
}
ARMS = {
    "BRI": "infantry", "EGI": "infantry", "MG": "machine-gun", "RFA": "artillery", "TRN": "transport", "COM": "command",
    "JIH": "infantry", "SPR": "infantry", "CAV": "cavalry", "SBA": "artillery", "AMIR": "command",
}  # fmt: skip
NAMES = ("Anglo-Egyptians", "Mahdists")
STYLES = (SideStyle("Anglo-Egyptians", "#8f2a22"), SideStyle("Mahdists", "#2e5a3a"))
POINTS = {"BRI": 3, "EGI": 3, "MG": 2, "RFA": 2, "TRN": 1, "COM": 3, "JIH": 2, "SPR": 2, "CAV": 2, "SBA": 2, "AMIR": 2}


def _kind(unit: str) -> str:
    return unit.rstrip("0123456789")


class _Table:
    """Where every stand is, turn by turn."""

    def __init__(self, positions: dict[str, str]) -> None:
        self.grid = SquareGrid.of(18, 12)
        self.at = dict(positions)
        rocks = 0
        palms = 0
        for name in ("E11", "F11", "L2", "M2"):
            rocks |= 1 << self.grid.square(name)
        for name in ("H3", "I9", "O6"):
            palms |= 1 << self.grid.square(name)
        self.ground = Ground(self.grid, {"rocks": rocks, "wood": palms}, climate="desert")

    def piece(self, unit: str) -> Piece:
        row, column = divmod(self.grid.square(self.at[unit]), self.grid.columns)
        mates = sorted(u for u in self.at if self.at[u] == self.at[unit])
        side = 0 if _kind(unit) in ("BRI", "EGI", "MG", "RFA", "TRN", "COM") else 1
        shift = (0.22, -0.22)[mates.index(unit) % 2] if len(mates) > 1 else 0.0
        return Piece(
            unit, unit, side, ARMS[_kind(unit)], (column + 0.5 + (shift if side == 0 else -shift), row + 0.5),  # type: ignore[arg-type]
            90.0 if side == 0 else 270.0,
        )  # fmt: skip

    def picture(self, marks: tuple[Mark, ...] = (), cartouche: Cartouche | None = None) -> MapPicture:
        pieces = tuple(self.piece(unit) for unit in self.at)
        scale = "one square: 50 mm on the table"
        return MapPicture(self.ground, STYLES, pieces, marks, cartouche, scale_label=scale, title="Bir Handuk")

    def play(self, phase: dict[str, Any], heading: str, whose: str) -> MapPicture:
        marks: list[Mark] = []
        for text in phase.get("combats", ()):
            kind, who = [part.strip() for part in text.split("|")][:2]
            a, d = (self.piece(part.split()[0]) for part in who.split(" > "))
            marks.append(Mark("fire" if kind == "fire" else "close", a.side, (a.at, d.at), a.id))
        for unit, square in phase.get("move", {}).items():
            ghost = self.piece(unit)
            self.at[unit] = square
            marks.append(Mark("move", ghost.side, (ghost.at, self.piece(unit).at), unit, ghost=ghost))
        for unit in phase.get("lost", {}):
            piece = self.piece(unit)
            del self.at[unit]
            marks.append(Mark("loss", piece.side, (piece.at,), unit, piece=piece))
        return self.picture(tuple(marks), Cartouche(heading, whose, phase["line"]))

    def points(self, side: int) -> float:
        return float(sum(POINTS[_kind(u)] for u in self.at if self.piece(u).side == side))


def _side(text: str) -> tuple[int, tuple[Modifier, ...]]:
    die, rest = re.match(r"(\d+) ?(.*)", text.strip()).groups()  # type: ignore[union-attr]
    mods = []
    for part in filter(None, rest.split(", ")):
        name, amount = part.rsplit(" ", 1)
        mods.append(Modifier(RULES[name], name.replace(" ", "_"), name, int(amount)))
    return int(die), tuple(mods)


def _combat(number: int, text: str) -> CombatRow:
    kind, who, attack, defence, result, chance, *again = [part.strip() for part in text.split("|")]
    attacker, defender = who.split(" > ")
    (da, ma), (dd, md) = _side(attack), _side(defence)
    rethrows = tuple((int(a), int(d)) for a, d in (pair.split(":") for pair in again))
    totals = (da + sum(m.amount for m in ma), dd + sum(m.amount for m in md))
    return CombatRow(number, kind, attacker, defender, (da, dd), (ma, md), totals, rethrows, result, chance)


def _forces(data: list[dict[str, Any]]) -> tuple[Force, ...]:
    forces = []
    for side, force in enumerate(data):
        rows = tuple(
            ForceRow(count, name, kind, weapon, value, points, tuple(labels), reach, moves)
            for count, name, kind, weapon, value, points, reach, moves, labels in force["rows"]
        )
        forces.append(
            Force(side, force["name"], rows, force["points"], force["stands"], force["general"], force.get("notes", ""))
        )
    return tuple(forces)


def sample(detail: str = "full") -> Report:
    """The report of the battle that never was."""
    data: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "eastern_sudan.yaml").read_text(encoding="utf-8"))
    table = _Table(data["positions"])
    start = Frame("start", table.picture(), data["start"], "Map of the start: the column in the west.")
    strengths = ([table.points(0)], [table.points(1)])
    steps = ["start"]
    turns: list[TurnStory] = []
    losses: tuple[list[LossRow], list[LossRow]] = ([], [])
    number = 0
    frames: list[Frame] = []
    names = {u: row.name for f in _forces(data["forces"]) for row in f.rows for u in row.labels}
    for n, turn in enumerate(data["turns"], 1):
        phases = []
        for half, phase in enumerate(turn["phases"]):
            side = phase["side"]
            picture = table.play(phase, f"Turn {n}", NAMES[side])
            line = phase["line"] if phase.get("combats") else "No shot is fired."
            alt = f"Map after the phase of the {NAMES[side]} in turn {n}."
            frame = Frame(f"turn-{n}-{side}", picture, f"Turn {n}, the {NAMES[side]}. {line}", alt)
            frames.append(frame)
            combats = []
            for text in phase.get("combats", ()):
                number += 1
                combats.append(_combat(number, text))
            for unit, (_, how) in phase.get("lost", {}).items():
                lost_side = 0 if names[unit].startswith(("Brit", "Egyp")) or unit == "COM" else 1
                losses[lost_side].append(LossRow(unit, names[unit], str(POINTS[_kind(unit)]), n, how))
            heading = f"The {NAMES[side]}"
            blocks = tuple(phase["text"])
            phases.append(PhaseStory(side, heading, phase["activation"], phase["line"], blocks, frame, tuple(combats)))
            strengths[0].append(table.points(0))
            strengths[1].append(table.points(1))
            steps.append(f"{n}{'ab'[half]}")
        turns.append(TurnStory(n, turn["heading"], turn["initiative"], (), tuple(phases)))
    luck = data["luck"]
    return Report(
        title=data["title"],
        detail=detail,  # type: ignore[arg-type]
        ruleset=data["ruleset"],
        subtitle=data["subtitle"],
        date=data["date"],
        location=data["location"],
        variants=tuple(data["variants"]),
        players=tuple((a, b) for a, b in data["players"]),
        background=data["background"],
        ground=data["ground"],
        objectives=tuple(Aims(side, tuple(goals)) for side, goals in data["objectives"]),
        forces=_forces(data["forces"]),
        start=start,
        turns=tuple(turns),
        outcome=data["outcome"],
        ending=tuple(data["ending"]),
        end=Frame("end", table.picture(), data["end"], "Map of the end: the column at the eastern edge."),
        losses=tuple(
            Losses(side, NAMES[side], tuple(rows), str(sum(int(r.points) for r in rows)), ("24", "32")[side])
            for side, rows in enumerate(losses)
        ),
        strength=Strength(
            tuple(steps), (tuple(strengths[0]), tuple(strengths[1])), NAMES, (STYLES[0].colour, STYLES[1].colour),
            ((5, "field gun lost"), (15, "the Amir falls")),
        ),
        turning_points=tuple(TurningPoint(t, s, text, (a, b)) for t, s, text, a, b in data["turning_points"]),
        luck=Luck(
            tuple(LuckRow(i, *row) for i, row in enumerate(luck["rows"])), tuple(luck["least_likely"]), luck["text"]
        ),
        brief=tuple(data["brief"]),
        brief_frames=(start, frames[4], frames[14], frames[-1]),
        seed=data["seed"],
        keywords=("Sudan", "1885", "gridded", "D12"),
    )  # fmt: skip
