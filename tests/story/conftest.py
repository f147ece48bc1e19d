"""Small scenarios made in Python, and battles fought on them, for the tests of the story."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from reportgen.battle.answers import Seeded
from reportgen.battle.events import Event, Header, Log
from reportgen.battle.play import Battle
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Objective, Placement, Reinforcement, Scenario, SideSpec, UnitSpec
from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid
from reportgen.rulesets import load
from reportgen.story import pen
from reportgen.story.pen import Pen

GRID = SquareGrid.of(18, 12)


def bits(*names: str) -> int:
    return sum(1 << GRID.square(name) for name in names)


def units(prefix: str, name: str, type: str, count: int, weapon: str = "") -> list[UnitSpec]:
    if count == 1:
        return [UnitSpec(prefix, name, type, weapon)]
    return [UnitSpec(f"{prefix}{n}", name, type, weapon) for n in range(1, count + 1)]


COLUMN = (
    *units("EGY", "Egyptian Regular Infantry", "regular_infantry", 3, "magazine_rifles"),
    *units("BRI", "British Regular Infantry", "regular_infantry", 3, "magazine_rifles"),
    *units("MG", "British Machine Gun", "machine_gun", 1, "machine_guns"),
    *units("RFA", "British Rifled Field Artillery", "field_artillery", 1, "rifled_field_artillery"),
    *units("TRA", "British Transport", "transport", 2),
    UnitSpec("COM", "Command", "command"),
)
HOST = (
    *units("JIH", "Jihadia Riflemen", "native_infantry", 4, "single_shot_rifles"),
    *units("SPR", "Mahdist Spearmen", "native_infantry", 8, "hand_held"),
    *units("CAV", "Mahdist Cavalry", "native_cavalry", 3, "hand_held"),
    *units("SBA", "Mahdist Smooth-bore Field Artillery", "field_artillery", 1, "smooth_bore_field_artillery"),
    UnitSpec("EMI", "Command", "command"),
)
COLUMN_AT = "RFA B8 EGY1 B7 EGY2 B7 BRI1 B6 BRI2 B6 MG B5 COM C6 EGY3 A7 TRA1 A7 BRI3 A6 TRA2 A6"
HOST_AT = (
    "SPR1 F12 SPR2 F12 SPR3 E12 SPR4 E12 CAV1 M9 CAV2 M9 JIH1 M7 JIH2 M6 JIH3 M5 SBA M4 EMI M4 JIH4 M3 CAV3 N2 "
    "SPR5 M1 SPR6 M1 SPR7 L1 SPR8 L1"
)
NORTH, SOUTH = "the northern outcrop", "the southern outcrop"


def placed(text: str, facing: str, hidden: dict[str, str]) -> list[Placement]:
    words = text.split()
    seen: set[str] = set()
    made = []
    for unit, at in zip(words[::2], words[1::2], strict=True):
        made.append(Placement(unit, at, facing, int(at in seen), hidden.get(unit, "")))
        seen.add(at)
    return made


def sudan(*, exits: bool = True, variants: tuple[str, ...] = (), turns: int | None = None) -> Scenario:
    """The encounter in the Eastern Sudan, on a plain with two outcrops, some palms and a track."""
    ground = Ground(
        GRID,
        areas={
            "rocks": bits("E11", "F11", "L2", "M2"),
            "wood": bits("H3", "I9"),
            "track": bits(*(f"{chr(65 + n)}6" for n in range(18))),
        },
        places={NORTH: bits("E11", "F11"), SOUTH: bits("L2", "M2"), "the palms": bits("I9")},
        climate="desert",
    )
    hidden = {**{f"SPR{n}": NORTH for n in (1, 2, 3, 4)}, **{f"SPR{n}": SOUTH for n in (5, 6, 7, 8)}}
    east = tuple(f"R{row}" for row in range(1, 13))
    sides = (
        SideSpec(
            "anglo-egyptian", "Anglo-Egyptian column", "the Anglo-Egyptians", "Anglo-Egyptian", "W", COLUMN,
            general="exceptional", colour="#9c2a1b", exits=east if exits else (),
        ),
        SideSpec(
            "mahdist", "Mahdist force", "the Mahdists", "Mahdist", "E", HOST, general="average", colour="#2f5d3a",
        ),
    )  # fmt: skip
    objectives = (
        Objective("anglo-egyptian", "exit", "Both wagons leave by the eastern edge", at=east, count=2,
                  types=("transport",), points=8, wins=True),
    )  # fmt: skip
    return Scenario(
        "The Convoy", "late19c", ground, sides,
        tuple(placed(COLUMN_AT, "E", {}) + placed(HOST_AT, "W", hidden)),
        objectives=objectives if exits else (), variants=variants, turns=turns, hash="0" * 16,
        background="A column marches with supplies; somebody minds.",
    )  # fmt: skip


def skirmish() -> Scenario:
    """A river with a ford and a bridge, a hill, a village, walls, a reinforcement and a square to hold."""
    water = [f"{chr(65 + n)}7" for n in range(18) if n not in (4, 12)]
    heights = [0] * GRID.size
    for name in ("I2", "J2", "I3", "J3", "K3"):
        heights[GRID.square(name)] = 1
    ground = Ground(
        GRID,
        areas={
            "river": bits(*water), "ford": bits("E7"), "bridge": bits("M7"), "building": bits("M9", "N9"),
            "road": bits(*(f"M{row}" for row in range(1, 13) if row not in (7, 9))), "wood": bits("D4", "D5", "E4"),
        },
        heights=tuple(heights),
        edges={"wall": frozenset({(GRID.square("L9"), 2), (GRID.square("L8"), 0)})},
        places={"the ford": bits("E7"), "the bridge": bits("M7"), "the village": bits("M9", "N9"),
                "the hill": bits("I2", "J2", "I3", "J3", "K3"), "the wood": bits("D4", "D5", "E4")},
    )  # fmt: skip
    north = (
        *units("GRE", "Grenadier Guards", "guard_infantry", 2),
        *units("LIN", "Line Infantry", "regular_infantry", 4),
        *units("HUS", "Hussars", "regular_cavalry", 2, "single_shot_rifles"),
        *units("MTN", "Mountain Battery", "mountain_artillery", 1),
        UnitSpec("GEN", "General Howard", "command", fields={"mounted": True}),
    )
    south = (
        *units("VOL", "Volunteers", "irregular_infantry", 6),
        *units("LAN", "Uhlans", "regular_cavalry", 2),
        *units("HVY", "Siege Gun", "heavy_artillery", 1),
        *units("FLD", "Field Artillery", "field_artillery", 2),
        UnitSpec("BAR", "Command", "command"),
    )
    sides = (
        SideSpec("north", "Northland", "the Northerners", "Northern", "N", north, general="average", colour="#203a6b"),
        SideSpec("south", "Southland", "the Southerners", "Southern", "S", south, general="poor", colour="#7a5a12"),
    )
    placements = placed(
        "GRE1 L11 GRE2 M11 LIN1 F11 LIN2 F11 LIN3 H11 LIN4 I11 HUS1 C12 MTN J12 GEN K12", "S", {}
    ) + placed("VOL1 E2 VOL2 E2 VOL3 G2 VOL4 G2 VOL5 L2 VOL6 L2 LAN1 Q1 LAN2 R1 HVY J1 FLD1 I1 FLD2 K1 BAR H1", "N", {})
    return Scenario(
        "The Bridge", "late19c", ground, sides, tuple(placements),
        reinforcements=(Reinforcement(3, ("HUS2",), ("R12", "Q12"), "S"),),
        objectives=(Objective("north", "hold", "Hold the bridge", at=("M7",), points=6),
                    Objective("south", "hold", "Hold the village", at=("M9", "N9"), points=6)),
        hash="1" * 16,
    )  # fmt: skip


@cache
def _fought(seed: int, where: str, manner: str) -> tuple[Scenario, Log]:
    scenario = sudan() if where == "sudan" else skirmish()
    rules = load(scenario.ruleset)
    commanders = {side.id: rules.commander(manner, scenario, side.id, seed) for side in scenario.sides}
    players = {side.id: f"the {manner} commander" for side in scenario.sides}
    return scenario, Battle(rules, scenario, Seeded(seed, commanders), seed=seed, players=players).play()


Fought = Callable[..., tuple[Scenario, Log]]


@pytest.fixture(scope="session")
def fought() -> Fought:
    """A whole battle: seed, `sudan` or `skirmish`, the commanders' manner. The same arguments give the same log."""

    def fight(seed: int, where: str = "sudan", manner: str = "nearest") -> tuple[Scenario, Log]:
        return _fought(seed, where, manner)

    return fight


@pytest.fixture(scope="session")
def rules() -> Ruleset:
    return load("late19c")


@pytest.fixture(autouse=True)
def no_plain_words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pen's last resort is for users; here a situation without words is a fault."""
    if request.node.name == "test_a_report_never_fails_for_words":
        return

    def missing(self: Pen, situation: str, slots: object) -> str:
        raise LookupError(f"no construction for {situation} with {slots}")

    monkeypatch.setattr(Pen, "_plainly", missing)
    monkeypatch.setattr(pen, "_PLAIN_TITLES", None)


@pytest.fixture
def convoy() -> Scenario:
    """The encounter in the Eastern Sudan; its Mahdists are concealed at two outcrops."""
    return sudan()


@pytest.fixture
def bridge() -> Scenario:
    """The river, the hill, the village: places with names, a reinforcement, squares to hold."""
    return skirmish()


class Script:
    """A log written by hand: deployment first, then what the test says. Sides and turns are kept between calls."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.log = Log(Header("late19c", "1", "0" * 16, scenario.title, scenario.hash))
        self.turn, self.phase = 0, "deployment"
        self.side: str | None = None
        for placement in scenario.placements:
            self.add("deploy", unit=placement.unit, at=placement.at, facing=placement.facing, slot=placement.slot,
                     concealed=placement.concealed)  # fmt: skip

    def add(self, kind: str, **data: Any) -> Script:
        self.log.events.append(Event(len(self.log.events), self.turn, self.phase, self.side, kind, data))
        return self

    def begin(self, turn: int, winner: str, scores: tuple[int, int] = (9, 4)) -> Script:
        """A turn whose initiative goes to `winner`."""
        self.turn, self.phase, self.side = turn, "initiative", None
        other = self.scenario.other(winner).id
        self.add("turn")
        for side, score in ((winner, scores[0]), (other, scores[1])):
            self.add("throw", purpose="initiative", by=side, sides=12, faces=[score], unit="", against="")
        return self.add("initiative", winner=winner, scores={winner: scores[0], other: scores[1]})

    def acts(self, side: str, count: int = 6) -> Script:
        self.phase = "first" if self.phase == "initiative" else "second"
        self.side = side
        self.add("throw", purpose="activation", by=side, sides=12, faces=[count], unit="", against="")
        return self.add("activations", count=count)

    def move(self, unit: str, path: str, facing: str = "E") -> Script:
        self.add("activate", units=[unit], left=3)
        return self.add("move", unit=unit, path=path.split("-"), facing=facing, slot=0, cost=1, road=False)

    def fight(
        self, attacker: str, target: str, dice: tuple[int, int], result: str = "ineffective", *, kind: str = "fire",
        mods: tuple[dict[str, int], dict[str, int]] = ({"combat.value": 2}, {"combat.value": 2}), back: str = "",
        loser: str = "", why: str = "combat", rethrows: tuple[tuple[int, int], ...] = (), activate: bool = True,
    ) -> Script:  # fmt: skip
        if activate:
            self.add("activate", units=[attacker], left=3)
        self.add("attack", unit=attacker, target=target, combat=kind, to="A1", range=2, **{"from": "A1"})
        for unit, other, die in ((attacker, target, dice[0]), (target, attacker, dice[1])):
            side = next(s.id for s in self.scenario.sides if any(u.id == unit for u in s.units))
            self.add("throw", purpose="combat", by=side, sides=12, faces=[die], unit=unit, against=other)
        listed = [[{"rule": r, "name": r.split(".")[1], "amount": n} for r, n in side.items()] for side in mods]
        totals = [die + sum(side.values()) for die, side in zip(dice, mods, strict=True)]
        lost = (loser or target) if result != "ineffective" else ""
        self.add("combat", combat=kind, attacker=attacker, defender=target, to="A1", range=2, dice=list(dice),
                 modifiers=listed, totals=totals, rethrows=[list(r) for r in rethrows], drawn=bool(rethrows),
                 result=result, loser=lost, **{"from": "A1"})  # fmt: skip
        if back:
            path = back.split("-")
            self.add("withdraw", unit=lost, path=path, facing="E", slot=0, squares=len(path) - 1)
        if result == "destroyed" or why != "combat":
            self.add("destroyed", unit=lost, by=attacker if lost == target else target, why=why, at="A1")
        return self

    def done(self, left: int = 0) -> Script:
        return self.add("end phase", left=left)

    def ends(self, winner: str | None, why: str = "turn limit") -> Script:
        self.phase, self.side = "end", None
        points = {side.id: 0.0 for side in self.scenario.sides}
        return self.add("end", winner=winner, why=why, points=points, destroyed=points)


@pytest.fixture
def script() -> Callable[[Scenario], Script]:
    return Script
