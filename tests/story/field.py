"""Small scenarios made in Python, and battles fought on them, for the tests of the story."""

from __future__ import annotations

from functools import cache
from random import Random

from reportgen.battle.answers import Seeded
from reportgen.battle.events import Log
from reportgen.battle.orders import Choice, Order
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Objective, Placement, Reinforcement, Scenario, SideSpec, UnitSpec
from reportgen.board.ground import Ground
from reportgen.board.squares import SquareGrid
from reportgen.rulesets import load

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


class Bold:
    """A commander who attacks when he can and goes forward when he cannot; the rest is a keyed coin."""

    def __init__(self, scenario: Scenario, side: str, seed: int) -> None:
        self.random = Random(f"{seed}/{side}")
        self.forward = {"N": (0, -1), "E": (-1, 0), "S": (0, 1), "W": (1, 0)}[scenario.side(side).edge]
        self.grid = scenario.ground.grid

    def choose(self, battle: Battle, choice: Choice) -> Order:
        options = choice.options()
        if choice.kind != "order":
            return options[0]
        fights = [order for order in options if order.verb in ("fire", "close")]
        if fights and self.random.random() < 0.95:
            return self.random.choice(fights)
        exits = [order for order in options if order.verb == "leave"]
        if exits:
            return exits[0]
        moves = [order for order in options if order.verb == "move" and self.random.random() < 0.9]
        if not moves or self.random.random() < 0.03:
            return options[-1]
        fx, fy = self.forward

        def worth(order: Order) -> float:
            square = self.grid.square(order.path[-1].partition("/")[0])
            ahead = self.grid.column(square) * fx + self.grid.row(square) * fy
            looks = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[order.facing]
            return ahead + 2 * (looks == self.forward) + self.random.random() * 2.5

        return max(self.random.sample(moves, min(12, len(moves))), key=worth)


@cache
def fought(seed: int, where: str = "sudan") -> tuple[Scenario, Log]:
    """A whole battle; the same seed gives the same log."""
    scenario = sudan() if where == "sudan" else skirmish()
    rules = load(scenario.ruleset)
    commanders = {side.id: Bold(scenario, side.id, seed) for side in scenario.sides}
    battle = Battle(rules, scenario, Seeded(seed, commanders), seed=seed, players={s.id: "bold" for s in scenario.sides})
    return scenario, battle.play()
