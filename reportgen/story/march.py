"""Small moves drawn together: the units that went the same way in a phase make one clause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from reportgen.board.picture import Piece
from reportgen.story.names import Names
from reportgen.story.places import Places
from reportgen.story.timeline import Deed, Moment, Pieces

Manner = Literal["on", "back", "left", "right", "turn", "contact", "mount", "dismount", "leave"]
_ORDER = ("leave", "contact", "on", "left", "right", "back", "turn", "dismount", "mount")


@dataclass(frozen=True, slots=True)
class Step:
    """What one unit did. `squares` it went; `near`: squares to its nearest enemy afterwards, None without enemies."""

    unit: str
    manner: Manner
    squares: int
    way: str
    near: int | None
    n: int
    facing: str = ""


@dataclass(frozen=True, slots=True)
class March:
    """Units that moved alike. `way` is theirs in common or empty; `arm` the picture's arm if they have one, else ''."""

    units: tuple[str, ...]
    manner: Manner
    way: str
    near: int | None
    squares: int
    arm: str
    n: int
    facing: str = ""
    even: bool = False
    """Whether all of them went as far as each other."""


def steps(deeds: Iterable[Deed], pieces: Pieces, names: Names, places: Places) -> list[Step]:
    """One for each unit that moved in the deeds; several moves of a unit are one. `pieces`: as they stand then."""
    found: dict[str, list[Moment]] = {}
    for deed in deeds:
        for moment in deed.moves:
            if moment.event.kind != "attack":
                found.setdefault(moment.event["unit"], []).append(moment)
    made = []
    for unit, moments in found.items():
        step = _step(unit, moments, pieces, names, places)
        if step is not None:
            made.append(step)
    return made


def _step(unit: str, moments: list[Moment], pieces: Pieces, names: Names, places: Places) -> Step | None:
    last = moments[-1].event
    n = moments[0].event.n
    if last.kind == "leave":
        return Step(unit, "leave", len(last["path"]), "", None, n, last["edge"])
    if last.kind in ("mount", "dismount"):
        return Step(unit, "mount" if last.kind == "mount" else "dismount", 0, "", None, n)
    path: list[str] = []
    road = False
    for moment in moments:
        squares = moment.event.get("path", [])
        path += squares if not path or path[-1] != squares[0] else squares[1:]
        road = road or bool(moment.event.get("road"))
    start, end = (places.grid.place(name) for name in (path[0], path[-1]))
    piece = moments[-1].after.get(unit)
    near = nearest(piece, moments[-1].after.values(), places) if piece is not None else None
    if start == end:
        return Step(unit, "turn", 0, "", near, n, last["facing"])
    fx, fy = names.forward(names.side_of[unit])
    dx, dy = end[0] - start[0], end[1] - start[1]
    ahead, across = dx * fx + dy * fy, dx * fy - dy * fx
    was = moments[0].before.get(unit)
    before = nearest(was, moments[0].before.values(), places) if was is not None else None
    manner: Manner
    if near == 1 and before is not None and before > 1:
        manner = "contact"
    elif abs(across) > abs(ahead):
        manner = "right" if across > 0 else "left"
    else:
        manner = "on" if ahead > 0 else "back"
    return Step(unit, manner, places.apart(start, end), places.way(path, road), near, n)


def nearest(piece: Piece, others: Iterable[Piece], places: Places) -> int | None:
    """Squares to the nearest visible enemy piece, or None if there is none."""
    foes = (other for other in others if other.side != piece.side and not other.concealed)
    return min((places.apart(piece.at, other.at) for other in foes), default=None)


def marches(made: list[Step], pieces: Pieces, most: int = 4) -> list[March]:
    """The steps in groups, in the order in which they are best told: contact first, those who turn last.

    Units of one manner that took different ways make two groups at most; of more than `most` groups the smallest that
    went by the same manner are thrown together, then the last are left to the map.
    """
    groups: list[list[Step]] = []
    for manner in _ORDER:
        alike = [step for step in made if step.manner == manner]
        if manner in ("turn", "leave"):
            groups += [[s for s in alike if s.facing == facing] for facing in dict.fromkeys(s.facing for s in alike)]
            continue
        ways: dict[str, list[Step]] = {}
        for step in alike:
            ways.setdefault(step.way, []).append(step)
        ranked = sorted(ways.values(), key=lambda group: (-len(group), group[0].n))
        if len(ranked) > 2:
            told = next((group for group in ranked if group[0].way), ranked[0])
            ranked = [told, [step for group in ranked if group is not told for step in group]]
        groups += ranked
    if len(groups) > most:
        groups = [
            [step for step in made if step.manner == manner]
            for manner in dict.fromkeys(group[0].manner for group in groups)
        ]
    return [_march(group, pieces) for group in groups[:most]]


def _march(group: list[Step], pieces: Pieces) -> March:
    ways = {step.way for step in group if step.way}
    told = [step for step in group if step.way]
    way = ways.pop() if len(ways) == 1 and 2 * len(told) >= len(group) else ""
    nears = [step.near for step in group if step.near is not None]
    arms = {pieces[step.unit].arm for step in group if step.unit in pieces}
    return March(
        tuple(step.unit for step in group),
        group[0].manner,
        way,
        min(nears, default=None),
        max(step.squares for step in group),
        arms.pop() if len(arms) == 1 else "",
        min(step.n for step in group),
        group[0].facing,
        len({step.squares for step in group}) == 1,
    )
