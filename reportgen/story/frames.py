"""Map pictures from the timeline: who stands where after a phase, and the marks of what happened in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reportgen.battle.events import Event
from reportgen.battle.scenario import Scenario
from reportgen.board.ground import Ground
from reportgen.board.picture import SIDE_COLOURS, Cartouche, MapPicture, Mark, Piece, Point, SideStyle
from reportgen.board.regions import rings
from reportgen.board.table import TableGrid
from reportgen.story.made import busy_with, made
from reportgen.story.names import Names
from reportgen.story.timeline import Fight, Phase, Pieces
from reportgen.story.words import capital, counted, listed, number

_RESULTS = {"none": "ineffective", "back": "withdraws", "dead": "destroyed"}


class Frames:
    """Makes the pictures of one battle; the sides' styles, and the ground until it changes, are shared by all."""

    def __init__(self, scenario: Scenario, names: Names, titles: bool = False) -> None:
        """`titles`: ground fought for bears the objective's title, as in orders; else no more than whose aim it is, for
        in a report a title reads like a place, or like the deed itself before it is done."""
        self.scenario = scenario
        self.names = names
        self.grid = scenario.ground.grid
        self.weapons = {unit.id: names.lore.weapon(unit) for side in scenario.sides for unit in side.units}
        first, second = scenario.sides
        self.styles = (
            SideStyle(first.name, first.colour or SIDE_COLOURS[0]),
            SideStyle(second.name, second.colour or SIDE_COLOURS[1]),
        )
        self.index = {first.id: 0, second.id: 1}
        step = names.lore.step[0]
        self.scale = f"one {step}" if step == "square" else ""
        ground = scenario.ground
        whose = {side.id: f"{side.adjective} objective" for side in scenario.sides}
        aims = [(at, goal) for goal in scenario.objectives if goal.kind == "hold" for at in goal.at]
        held = [(at, goal.title if titles or goal.title in ground.places else whose[goal.side]) for at, goal in aims]
        self.objectives = tuple(
            (self.grid.centre(self.grid.square(at)), title) for at, title in held if not rings(ground, at)
        )
        self.outlines = tuple((ring, title) for at, title in held for ring in rings(ground, at))

    def picture(
        self, pieces: Pieces, marks: Iterable[Mark], cartouche: Cartouche, title: str, ground: Ground | None = None
    ) -> MapPicture:
        """`ground`: as it is by then, if not as the scenario has it."""
        return MapPicture(
            ground=ground or self.scenario.ground,
            sides=self.styles,
            pieces=tuple(pieces.values()),
            marks=tuple(marks),
            cartouche=cartouche,
            objectives=self.objectives,
            outlines=self.outlines,
            title=title,
        )

    # -- marks -------------------------------------------------------------------------------------------------------

    def marks(self, phase: Phase) -> list[Mark]:
        """What happened in a phase: one curve a unit for its moves, then fire and close combat, losses last."""
        side = self.index[phase.side]
        moves: dict[str, list[Point]] = {}
        ghosts: dict[str, Piece] = {}
        made: list[Mark] = []
        for moment in phase.moments:
            event = moment.event
            if event.kind in ("move", "advance") and len(event["path"]) > 1:
                unit = event["unit"]
                before, after = moment.before.get(unit), moment.after.get(unit)
                if before is None or after is None:
                    continue
                ghosts.setdefault(unit, before)
                path = moves.setdefault(unit, [before.at])
                path += [*(self._centre(name) for name in event["path"][1:-1]), after.at]
            elif event.kind in ("leave", "left"):
                made.append(self._exit(event.data, moment.before, side, moves, ghosts))
            elif event.kind == "destroyed" and event["unit"] in moment.before:
                piece = moment.before[event["unit"]]
                if all(fight.loss is not event for fight in phase.fights):
                    made.append(Mark("loss", piece.side, (piece.at,), unit=piece.id, piece=piece))
            elif event.kind == "withdraw" and event["unit"] in moment.before:
                if all(fight.withdrawal is not event for fight in phase.fights):
                    made.append(self._back(event, moment.before, moment.after))
            elif event.kind == "arrive":
                piece = moment.after[event["unit"]]
                made.append(Mark("arrive", side, (self._off(piece), piece.at), unit=piece.id, piece=piece))
            elif event.kind == "spot":
                made += self._spot(moment.before, event["units"], side, bool(event["seen"]))
        walks = [
            Mark("move", side, tuple(points), unit=unit, piece=phase.after.get(unit), ghost=ghosts[unit])
            for unit, points in moves.items()
        ]
        return walks + made + self._fights(phase)

    def _fights(self, phase: Phase) -> list[Mark]:
        made: list[Mark] = []
        losses: list[Mark] = []
        for fight in phase.fights:
            attacker, defender = fight.before[fight.attacker], fight.before[fight.defender]
            side = attacker.side
            kind = "close" if fight.close else "fire"
            effect = "hit" if fight.effect == "none" and fight.changes else _RESULTS[fight.effect]
            effect = "" if fight.unrecorded else effect
            made.append(Mark("close" if kind == "close" else "fire", side, (attacker.at, defender.at), unit=attacker.id,
                             effect=effect))  # fmt: skip
            loser = fight.before.get(fight.loser) if fight.loser else None
            if fight.withdrawal is not None:
                made.append(self._back(fight.withdrawal, fight.before, fight.after))
            if fight.loss is not None and loser is not None:
                losses.append(Mark("loss", loser.side, (loser.at,), unit=loser.id, piece=loser))
        return made + losses

    def _back(self, event: Event, before: Pieces, after: Pieces) -> Mark:
        unit = event["unit"]
        stood, stands = before[unit], after.get(unit)
        way = [self._centre(name) for name in event["path"][1:-1]]
        end = stands.at if stands is not None else self._centre(event["path"][-1])
        return Mark("withdraw", stood.side, (stood.at, *way, end), unit=unit, piece=stands, ghost=stood)

    def _exit(
        self,
        data: Mapping[str, Any],
        before: Pieces,
        side: int,
        moves: dict[str, list[Point]],
        ghosts: dict[str, Piece],
    ) -> Mark:
        unit = data["unit"]
        piece = before[unit]
        path = data.get("path") or [self.grid.name(self._square(piece.at))]
        points = moves.pop(unit, [piece.at])
        points += [self._centre(name) for name in path[1:]]
        x, y = points[-1]
        dx, dy = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}.get(data.get("edge", ""), (0, 0))
        points.append((x + 0.6 * dx, y + 0.6 * dy))
        return Mark("exit", piece.side, tuple(points), unit=unit, piece=piece, ghost=ghosts.pop(unit, piece))

    def _spot(self, pieces: Pieces, units: list[str], side: int, seen: bool) -> list[Mark]:
        """From the nearest spotter to the body that was looked for."""
        hidden = [pieces[unit] for unit in units if unit in pieces]
        eyes = [piece for piece in pieces.values() if piece.side == side]
        if not hidden or not eyes:
            return []
        target = hidden[0]
        eye = min(eyes, key=lambda p: (max(abs(p.at[0] - target.at[0]), abs(p.at[1] - target.at[1])), p.id))
        return [Mark("spot", side, (eye.at, target.at), unit=eye.id, effect="seen" if seen else "not seen")]

    def _centre(self, name: str) -> Point:
        return self.grid.place(name)

    def _square(self, point: Point) -> int:
        return self.grid.at(point)

    def _off(self, piece: Piece) -> Point:
        """A point just off the edge nearest to a piece that has arrived."""
        x, y = piece.at
        wide, high = self.grid.extent
        edges = [(x, (-0.5, y)), (wide - x, (wide + 0.5, y)), (y, (x, -0.5)), (high - y, (x, high + 0.5))]
        return min(edges, key=lambda edge: edge[0])[1]

    # -- words -------------------------------------------------------------------------------------------------------

    def what_mattered(self, phase: Phase) -> str:
        """The one line of the cartouche, short: losses first, then who went back, then the march."""
        stand, stands = self.names.lore.piece
        lost = phase.lost
        back = phase.back
        gone = [m for m in phase.moments if m.event.kind in ("leave", "left")]
        parts = []
        if len(lost) == 1:
            parts.append(f"{self._lost(lost[0])} lost")
        elif lost:
            parts.append(f"{counted(len(lost), stand, stands)} lost")
        if back:
            who = number(len(back)) if lost else counted(len(back), stand, stands)
            parts.append(f"{who} driven back")
        if gone:
            parts.append(f"{counted(len(gone), stand, stands)} off the table")
        if len(parts) < 2:
            parts += made(phase, self.names.lore)
        hit = [fight for fight in phase.fights if fight.effect == "none" and fight.changes]
        if not parts and hit:
            parts.append(f"{counted(len(hit), stand, stands)} hit")
        if not parts and phase.fights:
            shots = all(self._shot(fight) for fight in phase.fights)
            kind = ("shot", "shots") if shots else ("combat", "combats")
            silent = sum(fight.unrecorded for fight in phase.fights)
            result = (
                f"{counted(silent, 'result', 'results')} not recorded"
                if silent < len(phase.fights)
                else "result not recorded"
            )
            parts.append(f"{counted(len(phase.fights), *kind)}, {result if silent else 'no effect'}")
        moved = {m.event["unit"] for m in phase.moments if m.event.kind == "move" and len(m.event["path"]) > 1}
        turned = {m.event["unit"] for m in phase.moments if m.event.kind == "move"}
        if not parts and turned:
            count, verb = (len(moved), "moved") if moved else (len(turned), "turned")
            parts.append(f"{counted(count, stand, stands)} {verb}")
        if not parts:
            busy = busy_with(phase)
            verbs = {"digging": "digging", "working": "at work", "rallied": "rallied", "formed": "formed up"}
            what = next((what for what in verbs if what in busy), "")
            parts += [f"{counted(len(busy[what]), stand, stands)} {verbs[what]}"] if what else []
        return capital("; ".join(parts)) if parts else "No movement"

    def _shot(self, fight: Fight) -> bool:
        return not fight.close and self.weapons[fight.attacker] not in self.names.lore.handled

    def _lost(self, unit: str) -> str:
        """'machine gun', 'stand of spearmen'."""
        group = self.names.groups[unit]
        return f"{group.prefix} {group.one}".strip() if group.person and not group.named else group.one

    def alt(self, phase: Phase | None, pieces: Pieces, heading: str) -> str:
        """The map in words for those who cannot see it: how many stand where, and what is marked."""
        said = [f"Map: {heading}."]
        for number_, side in enumerate(self.scenario.sides):
            mine = [piece for piece in pieces.values() if piece.side == number_]
            if not mine:
                said.append(f"{side.name}: nobody on the table.")
                continue
            stands = counted(len(mine), *self.names.lore.piece)
            if isinstance(self.grid, TableGrid):
                low, high = (self.grid.table.name((pick(p.at[0] for p in mine), pick(p.at[1] for p in mine)))
                             for pick in (min, max))  # fmt: skip
                said.append(f"{side.name}: {stands} " + (f"at {low}." if low == high else f"between {low} and {high}."))
                continue
            columns = sorted(self.grid.column(self._square(piece.at)) for piece in mine)
            rows = sorted(self.grid.row(self._square(piece.at)) for piece in mine)
            low = self.grid.name(self.grid.index(columns[0], rows[0]))
            high = self.grid.name(self.grid.index(columns[-1], rows[-1]))
            said.append(f"{side.name}: {stands} " + (f"in {low}." if low == high else f"between {low} and {high}."))
        if phase is not None:
            said += self._marked(phase)
        return " ".join(said)

    def _marked(self, phase: Phase) -> list[str]:
        kinds = (
            ("fire", sum(not fight.close for fight in phase.fights)),
            ("close combat", sum(fight.close for fight in phase.fights)),
            ("withdrawal", len(phase.back)),
            ("loss", len(phase.lost)),
        )
        moved = {m.event["unit"] for m in phase.moments if m.event.kind == "move" and len(m.event["path"]) > 1}
        parts = [counted(len(moved), "move", "moves")] if moved else []
        plural = {
            "fire": "lines of fire",
            "close combat": "close combats",
            "withdrawal": "withdrawals",
            "loss": "losses",
        }
        single = {"fire": "line of fire"}
        parts += [counted(n, single.get(kind, kind), plural[kind]) for kind, n in kinds if n]
        return [f"Marked: {listed(parts)}."] if parts else []
