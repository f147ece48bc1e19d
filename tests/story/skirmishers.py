"""A small Tin Brigadier battle written by hand, for the tests of how battles are told whose hits take figures away."""

from __future__ import annotations

from typing import Any

from reportgen.battle.events import Event, Header, Log
from reportgen.battle.scenario import Objective, Placement, Scenario, SideSpec, UnitSpec
from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid
from reportgen.rulesets import load
from reportgen.story.report import Chronicle

GRID = SquareGrid.of(14, 10)
RULES = load("tin_brigadier")
MORE = {"strength": 0, "drawn": False, "rethrows": [], "factor": 1.0, "indirect": False}


def scene() -> Scenario:
    """Reds in the south, Blues in the north: three battalions and guns each, and a General with a balloon for Red."""
    red = [
        *(UnitSpec(f"RINF{n}", "Red Infantry", "infantry", "rifles") for n in (1, 2, 3)),
        UnitSpec("RGUN", "Red Guns", "field_artillery", "medium_gun"),
        UnitSpec("RCAV", "Red Lancers", "cavalry", "rifles"),
        UnitSpec("RGHQ", "Red Headquarters", "ghq", fields={"observer": "balloon"}),
    ]
    blue = [
        *(UnitSpec(f"BINF{n}", "Blue Infantry", "infantry", "rifles") for n in (1, 2, 3)),
        UnitSpec("BGUN", "Blue Howitzers", "heavy_artillery", "heavy_gun"),
        UnitSpec("BENG", "Blue Engineers", "engineers", "rifles"),
        UnitSpec("BGHQ", "Blue Headquarters", "ghq"),
        UnitSpec("BHQ", "Blue Brigadier", "hq"),
    ]
    sides = (
        SideSpec("red", "Red Force", "the Reds", "Red", "S", tuple(red)),
        SideSpec("blue", "Blue Force", "the Blues", "Blue", "N", tuple(blue)),
    )
    at = "RINF1 C3 RINF2 G3 RINF3 K3 RGUN G1 RCAV M2 RGHQ H1"
    at += " BINF1 C8 BINF2 G8 BINF3 K8 BGUN G10 BENG E9 BGHQ H10 BHQ I10"
    words = at.split()
    placements = tuple(
        Placement(u, a, "N" if u[0] == "R" else "S") for u, a in zip(words[::2], words[1::2], strict=True)
    )
    bridge = sum(1 << GRID.square(name) for name in ("G6",))
    river = sum(1 << GRID.square(f"{chr(65 + n)}6") for n in range(14) if n != 6)
    ground = Ground(GRID, areas={"river": river, "bridge": bridge}, places={"the bridge": bridge})
    goals = (Objective("red", "hold", "The bridge taken", at=("G6",), points=6),)
    return Scenario("The Bridge", "tin_brigadier", ground, sides, placements, objectives=goals, hash="2" * 16)


class Book:
    """A log written line by line."""

    def __init__(self) -> None:
        self.scenario = scene()
        self.log = Log(Header("tin_brigadier", "1.0", "0" * 16, self.scenario.title, self.scenario.hash))
        self.turn, self.phase = 0, "deployment"
        self.side: str | None = None
        self.figures = {unit.id: int(RULES.worth(unit)) for side in self.scenario.sides for unit in side.units}  # type: ignore[attr-defined]
        self.at = {one.unit: one.at for one in self.scenario.placements}
        for one in self.scenario.placements:
            self.add("deploy", unit=one.unit, at=one.at, facing=one.facing, slot=0, concealed="")

    def add(self, kind: str, **data: Any) -> Book:
        self.log.events.append(Event(len(self.log.events), self.turn, self.phase, self.side, kind, data))
        return self

    def of(self, unit: str) -> str:
        return "red" if unit.startswith("R") else "blue"

    def orders(self, side: str, dice: dict[str, int], left: dict[str, int] | None = None) -> Book:
        """The head of a side's phase; Red opens a turn."""
        if side == "red":
            self.turn, self.phase, self.side = self.turn + 1, "initiative", None
            self.add("turn")
        self.phase, self.side = ("first" if side == "red" else "second"), side
        for unit, die in dice.items():
            self.add("throw", purpose="orders", by=side, sides=6, faces=[die], unit=unit, against="")
        return self.add("orders", dice=dice, left=left or dice)

    def _lose(self, unit: str, count: int, by: str) -> None:
        before = self.figures[unit]
        self.figures[unit] = max(before - count, 0)
        self.add("tracked", unit=unit, what="strength", before=before, after=self.figures[unit])
        if not self.figures[unit]:
            self.add("destroyed", unit=unit, by=by, why="combat", at=self.at[unit])

    def fire(self, unit: str, target: str, faces: list[int], *, apart: bool = False, indirect: bool = False) -> Book:
        if not apart:
            self.add("activate", units=[unit], by="RGHQ" if unit[0] == "R" else "BGHQ", left=0)
            self.add("attack", unit=unit, target=target, combat="fire", to=self.at[target], range=4,
                     **{"from": self.at[unit]})  # fmt: skip
        self.add("throw", purpose="combat", by=self.of(unit), sides=6, faces=faces, unit=unit, against=target)
        hits = min(sum(face > 4 for face in faces), self.figures[target])
        dead = hits == self.figures[target]
        more = {**MORE, "indirect": indirect, "strength": [self.figures[unit], self.figures[target]]}
        self.add("combat", combat="fire", attacker=unit, defender=target, to=self.at[target], range=4,
                 dice=[faces, []], modifiers=[[], []], totals=[hits, 0], loser=target if hits else "",
                 result="destroyed" if dead else "hit" if hits else "ineffective", **{"from": self.at[unit]}, **more,
                 **({"apart": True} if apart else {}))  # fmt: skip
        if hits:
            self._lose(target, hits, unit)
        return self

    def assault(self) -> Book:
        return self.add("declare", verb="assault", unit="", target="", at="", path=[], facing="", text=[])

    def test(self, unit: str, face: int, *, back: str = "", pinned: bool = False, lost: str = "") -> Book:
        self.add("under fire", units=[unit], test=False)
        self.add("throw", purpose="morale", by=self.of(unit), sides=6, faces=[face], unit=unit, against="")
        if back:
            path = back.split("-")
            self.at[unit] = path[-1]
            self.add("withdraw", unit=unit, path=path, facing="S", slot=0, squares=len(path) - 1)
        if pinned:
            self.add("tracked", unit=unit, what="order", before="steady", after="pinned")
        return self.add("destroyed", unit=unit, by="", why=lost, at=self.at[unit]) if lost else self

    def charge(self, unit: str, target: str) -> Book:
        self.add("activate", units=[unit], by="RGHQ" if unit[0] == "R" else "BGHQ", left=0)
        return self.add("attack", unit=unit, target=target, combat="charge", to=self.at[target], range=4,
                        **{"from": self.at[unit]})  # fmt: skip

    def volley(self, unit: str, charger: str, faces: list[int]) -> Book:
        self.add("declare", verb="volley", unit=unit, target=charger, at="", path=[], facing="", text=[charger])
        before = self.figures[charger]
        self.fire(unit, charger, faces, apart=True)
        return self.add("volley", unit=charger, hits=before - self.figures[charger])

    def melee(self, unit: str, target: str, mine: list[int], theirs: list[int], fired: int = 0) -> Book:
        self.add("attack", unit=unit, target=target, combat="close", to=self.at[target], range=1,
                 **{"from": self.at[unit]})  # fmt: skip
        done, taken = (sum(face > 4 for face in faces) for faces in (mine, theirs))
        strength = [self.figures[unit], self.figures[target]]
        loser = target if done > taken + fired else unit if taken + fired > done else ""
        dead = bool(loser) and (done if loser == target else taken) >= self.figures[loser]
        self.add("combat", combat="close", attacker=unit, defender=target, to=self.at[target], range=1,
                 dice=[mine, theirs], modifiers=[[], []], totals=[done, taken + fired], loser=loser,
                 result="destroyed" if dead else "withdraw" if loser else "ineffective", fired=fired,
                 **{"from": self.at[unit]}, **{**MORE, "strength": strength})  # fmt: skip
        if taken:
            self._lose(unit, taken, target)
        if done:
            self._lose(target, done, unit)
        return self

    def back(self, unit: str, path: str) -> Book:
        self.at[unit] = path.split("-")[-1]
        return self.add("withdraw", unit=unit, path=path.split("-"), facing="S", slot=0, squares=path.count("-"))

    def done(self, left: int = 0) -> Book:
        return self.add("end phase", left=left)

    def ends(self, winner: str, why: str = "turn limit", points: tuple[float, float] = (0, 0)) -> Book:
        self.phase, self.side = "end", None
        scores = dict(zip(("red", "blue"), points, strict=True))
        return self.add("end", winner=winner, why=why, points=scores, destroyed=scores)

    def chronicle(self) -> Chronicle:
        return Chronicle(self.log, self.scenario, RULES)

    def text(self) -> str:
        """All that is said of its phases, the heads of them included."""
        told = self.chronicle().report("full")
        phases = [phase for turn in told.turns for phase in turn.phases]
        return " ".join([*(phase.line for phase in phases), *(str(b) for phase in phases for b in phase.blocks)])
