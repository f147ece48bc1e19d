"""The numbers of the rules, read from `rules.yaml` once and given their types. No number of the game stands in code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from reportgen.battle.vocabulary import DEGREES, MANY, UnitType, Verb, Vocabulary
from reportgen.board.field import Going
from reportgen.board.picture import Arm
from reportgen.files.rules import Rules, load_rules

FILE = Path(__file__).with_name("rules.yaml")

FOOT, HORSE, WHEELS, RAILS, WATER = "foot", "horse", "wheels", "rails", "water"
"""How a unit moves over terrain."""
CLASSES = (FOOT, HORSE, WHEELS)
ROADS = frozenset(["road", "track"])
WAYS = frozenset(["road", "track", "rail", "bridge", "large_bridge"])
BRIDGES = frozenset(["bridge", "large_bridge"])
RAIL = frozenset(["rail"])
CROSSINGS = BRIDGES | {"ford"}
AFLOAT = frozenset(["river", "shallow_river"])
DRY = frozenset(["wood", "rocks", "building", "steep", "road", "track", "rail", "obstacle"])
"""Kinds of ground that nobody bridges; over a marsh, or ground of a variant's own, one may."""
OBSTACLE = "obstacle"
ANY, LAND, BLOWN = "any", "land", "blown"
FREE = frozenset([ANY, LAND, BLOWN])
"""What an engineering task may need besides kinds of ground: nothing, ground without water, a blown bridge."""
TOOLS = "tools"
LAID = frozenset(["road", "track", "rail", OBSTACLE])
"""What is put onto the ground and leaves it as it is."""
BLOCK, CLEAR, WORK = "block", "clear", "work"
"""The tasks that have a verb of their own, and the verb of all others."""

EXTENDED, CLOSE, COLUMN, MOUNTED, DISMOUNTED, DEPLOYED, LIMBERED, READY = (
    "extended", "close", "column", "mounted", "dismounted", "deployed", "limbered", "ready",
)  # fmt: skip
FORMATIONS: dict[Arm, tuple[str, ...]] = {
    "infantry": (EXTENDED, CLOSE, COLUMN),
    "engineers": (EXTENDED, CLOSE, COLUMN),
    "cavalry": (MOUNTED, DISMOUNTED, COLUMN),
    "artillery": (DEPLOYED, LIMBERED, COLUMN),
    "machine-gun": (DEPLOYED, COLUMN),
    "vehicle": (READY, COLUMN),
    "command": (READY,),
}
"""The formations of each arm, the usual one first."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the table of units. `move` and `fight` (what it may move and still do what is in `then`: `shoot`,
    `charge`) are distances."""

    id: str
    title: str
    arm: Arm
    figures: int
    move: int
    fight: int
    then: tuple[str, ...]
    weapons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fire:
    """A row of the table of shooting: `dice` for each gun, or for each `per` figures if that is not 0."""

    range: int
    dice: int
    per: int


@dataclass(frozen=True, slots=True)
class Task:
    """A row of the table of engineering tasks. `line`: whether it is done at the side of a square, and not in a square;
    `needs`: the kinds of ground of which one must be there (or one of `FREE` alone); `makes`: the kinds that come
    there, none if something is only taken away; `by`: types, arms or `TOOLS`."""

    id: str
    title: str
    line: bool
    needs: tuple[str, ...]
    makes: tuple[str, ...]
    by: tuple[str, ...]
    dice: int
    points: int

    @property
    def takes(self) -> tuple[str, ...]:
        """What goes when it is done: ways and obstacles are put onto the ground, all else takes its place."""
        laid = bool(self.makes) and all(kind in LAID for kind in self.makes)
        return () if laid or self.needs[0] in FREE else self.needs


class Data:
    """The rules as numbers."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        whole = rules.value
        self.die = int(whole("table.dice", "die"))
        self.least_table = int(whole("table.size", "least"))
        self.most_table = int(whole("table.size", "most"))
        self.turns = int(whole("table.limit", "turns"))
        self.units_per_hq = int(whole("army.headquarters", "units"))
        self.capacity = int(whole("army.capacity", "units"))
        self.order_dice = int(whole("turn.orders", "dice"))
        self.balloon = int(whole("turn.balloon", "orders"))
        self.most_stored = int(whole("turn.stored", "orders"))
        self.command_range = float(whole("turn.range", "range"))
        self.close_charge = float(whole("move.infantry", "charge"))
        self.wheel = float(whole("move.wheel", "cost"))
        self.change = float(whole("move.change", "cost"))
        self.slow = float(whole("move.terrain", "most"))
        self.road_bonus = float(whole("move.road", "bonus"))
        self.hit = int(whole("fire.dice", "hit"))
        self.indirect_times = int(whole("fire.indirect", "times"))
        self.indirect_part = int(whole("fire.indirect", "part"))
        self.over_near = float(whole("fire.over", "near"))
        self.over_high = int(whole("fire.over", "high"))
        self.superior = int(whole("fire.superior", "amount"))
        self.inferior = int(whole("fire.inferior", "amount"))
        self.natural_miss = int(whole("fire.natural", "miss"))
        self.natural_hit = int(whole("fire.natural", "hit"))
        self.double = int(whole("fire.double", "times"))
        self.half = int(whole("fire.half", "part"))
        self.zone = float(whole("fire.zone", "range"))
        self.passes = int(whole("reaction.test", "pass"))
        self.routs = int(whole("reaction.test", "rout"))
        self.elite = int(whole("reaction.elite", "amount"))
        self.poor = int(whole("reaction.poor", "amount"))
        self.pinned_part = int(whole("reaction.pinned", "part"))
        self.melee_hit = int(whole("charge.dice", "hit"))
        self.shock = int(whole("charge.shock", "amount"))
        self.retreat_moves = int(whole("charge.lost", "moves"))
        self.most_charges = int(whole("charge.pursuit", "charges"))
        self.dig_dice = int(whole("works.entrench", "dice"))
        self.dig_points = int(whole("works.entrench", "points"))
        self.sapper_dice = int(whole("works.sappers", "dice"))
        self.tasks = {
            id: Task(
                id,
                row.title,
                row["at"] == "edge",
                tuple(str(row["needs"]).split()),
                tuple(kind for kind in str(row["makes"]).split() if kind != "nothing"),
                tuple(str(row["by"]).split()),
                int(row["dice"]),
                int(row["points"]),
            )
            for id, row in rules.table("works.tasks").items()
        }
        self.mine_dice = int(whole("works.mine", "dice"))
        self.blow = {
            "bridge": int(whole("works.blow", "small")),
            "large_bridge": int(whole("works.blow", "large")),
        }
        self.work_reach = float(whole("works.reach", "reach"))
        self.wire = float(whole("works.reach", "wire"))
        self.concede_part = int(whole("victory.morale", "part"))

        weapons = rules.table("fire.weapons")
        self.kinds = {
            id: Kind(
                id,
                row.title,
                row["arm"],
                int(row["figures"]),
                int(row["move"]),
                int(row["fight"]),
                tuple(str(row["then"]).split()),
                tuple(str(weapons[id]["weapon"]).split()) if id in weapons else (),
            )
            for id, row in rules.table("army.units").items()
        }
        fire = rules.table("fire.dice")
        self.fire = {id: Fire(int(row["range"]), int(row["dice"]), int(row["per"])) for id, row in fire.items()}
        self.weapon_titles = {"rifles": "Rifles"} | {
            id: row.title for id, row in fire.items() if id not in (EXTENDED, CLOSE)
        }
        areas, edges = rules.table("terrain.areas"), rules.table("terrain.edges")
        self.area_titles = {id: row.title for id, row in areas.items()}
        self.edge_titles = {id: row.title for id, row in edges.items()}
        self.edge_sides = {id: row["both_sides"] == "yes" for id, row in edges.items()}
        self.blocking = frozenset(id for id, row in areas.items() if row["sight"] == "blocked")
        self.covering = frozenset(id for id, row in areas.items() if row["cover"] == "yes")
        self.sheltering = frozenset(id for id, row in edges.items() if row["cover"] == "yes")
        self.going = {mover: _going(mover, areas, edges) for mover in CLASSES}
        """By class of mover: (slow ground closed, slow ground open)."""
        afloat = Going(bound=AFLOAT)
        rails = Going(bound=RAIL)
        self.going |= {RAILS: (rails, rails), WATER: (afloat, afloat)}
        self.axis = [
            tuple(int(row[part]) for part in ("left", "centre", "right")) for row in rules.table("solo.axis").values()
        ]
        self.reserve = [(int(row["held"]), int(row["turn"])) for row in rules.table("solo.reserve").values()]
        self.priority = {id: int(row["weight"]) for id, row in rules.table("solo.orders").items()}

    def vocabulary(self) -> Vocabulary:
        """What the ruleset tells the file readers and the notation."""
        return Vocabulary(
            types={
                id: UnitType(id, kind.title, float(kind.figures), kind.weapons, _fields(kind))
                for id, kind in self.kinds.items()
            },
            weapons=self.weapon_titles,
            areas=self.area_titles,
            edges=self.edge_sides,
            generals={},
            variants={"reaction_at_next_move": self.rules.rule("reaction.next_move").title},
            verbs=tuple(replace(verb, options=tuple(self.tasks)) if verb.id == WORK else verb for verb in VERBS),
            board_limits=(self.least_table, self.most_table),
            turns=self.turns,
            tables=("square", "hex", "measured"),
            manners=("careful", "programmed", "nearest", "random"),
            facings=("N", "NE", "E", "SE", "S", "SW", "W", "NW", DEGREES),
            results={"ineffective": "ineffective", "hit": "hit", "withdraw": "withdraws", "destroyed": "destroyed"},
            modifiers=("superior", "inferior", "double", "half", "elite", "poor", "shock"),
            totals="hits",
        )


VERBS = (
    Verb("move", "move", "", "move, wheel"),
    Verb("fire", "attack", "x", "shoot"),
    Verb("charge", "attack", "charges", "declare a charge", announced=True),
    Verb("close", "attack", "xx", "resolve a charge"),
    Verb("extend", "unit", "extends", "into extended order"),
    Verb("close_up", "unit", "closes", "into close order"),
    Verb("column", "unit", "columns", "into road column"),
    Verb("ready", "unit", "forms", "out of road column, ready to fight"),
    Verb("limber", "unit", "limbers", "limber up"),
    Verb("unlimber", "unit", "unlimbers", "deploy the guns"),
    Verb("mount", "unit", "mounts", "mount"),
    Verb("dismount", "unit", "dismounts", "dismount"),
    Verb("embark", "unit", "embarks", "go aboard", words=(1, 1), whom=True),
    Verb("disembark", "unit", "disembarks", "leave a carrier", place=True, facing=True),
    Verb("leave", "move", "leaves", "leave the table by an exit"),
    Verb("rally", "unit", "rallies", "rally from being pinned"),
    Verb("entrench", "unit", "entrenches", "dig in"),
    Verb(BLOCK, "unit", "blocks", "work on a roadblock", place=True),
    Verb(CLEAR, "unit", "clears", "clear an obstacle or roadblock", place=True),
    Verb(WORK, "unit", "works", "work on a task of the scenario", words=(1, 1), place=True),
    Verb("mine", "unit", "mines", "lay a charge at a bridge", place=True),
    Verb("blow", "unit", "blows", "blow the charges", place=True),
    Verb("volley", "unit", "volleys", "shoot at the charger", words=(1, 1), whom=True),
    Verb("stand", "unit", "stands", "meet the charger in melee", words=(1, 1), whom=True),
    Verb("pursue", "unit", "pursues", "charge once more", words=(1, 1), whom=True),
    Verb("halt", "unit", "halts", "no pursuit"),
    Verb("dilemma", "side", "dilemma", "settle a doubt by dice", words=(2, MANY), dice=True),
    Verb("assault", "side", "assault", "shooting is over: tests, then charges"),
    Verb("end", "side", "end", "end the phase"),
    Verb("agree", "side", "agree", "end the battle by agreement", words=(0, 3)),
)
FORM_BY_VERB = {
    "extend": EXTENDED, "close_up": CLOSE, "column": COLUMN, "limber": LIMBERED, "unlimber": DEPLOYED,
    "mount": MOUNTED, "dismount": DISMOUNTED,
}  # fmt: skip
"""The formation that a verb takes up; `ready` takes the arm's usual one."""


def _going(mover: str, areas: Any, edges: Any) -> tuple[Going, Going]:
    def cost(row: Any, slow: float | None) -> float | None:
        return {"open": 1.0, "slow": slow, "no": None}[str(row[mover])]

    kinds = {id: row for id, row in areas.items() if id != OBSTACLE}
    open_ground = {id: cost(row, 1.0) for id, row in kinds.items()}
    lines = {id: None if row[mover] == "no" else 0.0 for id, row in edges.items()}
    at_speed = {id: cost(row, None) for id, row in kinds.items()}
    fast_lines: dict[str, float | None] = dict.fromkeys(edges)
    dict.fromkeys([areas[OBSTACLE][mover]])  # Obstacles are bodies on the table: they can be cleared.
    return Going(at_speed, fast_lines, roads=WAYS), Going(open_ground, lines, roads=WAYS)


def _fields(kind: Kind) -> dict[str, Any]:
    """The keys that a unit of this type may carry in a file."""
    whole = {"type": "integer", "minimum": 1, "maximum": 60}
    fields: dict[str, Any] = {
        "figures": {**whole, "description": "How many figures it has; without it the usual number."},
        "morale": {"enum": ["elite", "poor"], "description": "Its morale, if it is not ordinary."},
    }
    formations = FORMATIONS[kind.arm]
    if len(formations) > 1:
        fields["formation"] = {"enum": list(formations), "description": "The formation in which it starts."}
    if kind.weapons:
        fields["firepower"] = {
            "enum": ["superior", "inferior", "marksmen"],
            "description": "Its firepower, if it is not ordinary.",
        }
    if kind.arm in ("artillery", "machine-gun", "vehicle"):
        fields["guns"] = {**whole, "description": "How many guns it has; without it one."}
    if kind.arm == "artillery":
        fields["howitzer"] = {"type": "boolean", "description": "Whether its guns are howitzers."}
    if kind.arm in ("infantry", "engineers"):
        fields["tools"] = {"type": "boolean", "description": "Whether it carries tools to entrench."}
        fields["sappers"] = {"type": "boolean", "description": "Whether sappers are attached."}
        fields["entrenched"] = {"type": "boolean", "description": "Whether it starts entrenched."}
    if kind.arm == "cavalry":
        fields["shock"] = {"type": "boolean", "description": "Whether it is shock cavalry."}
    if kind.id in ("train", "boat"):
        fields["capacity"] = {"type": "integer", "minimum": 0, "maximum": 12, "description": "Units that it carries."}
    if kind.id == "ghq":
        fields["observer"] = {"enum": ["balloon", "plane"], "description": "What looks out for it from the air."}
    return fields


@cache
def load() -> Data:
    """The rules that ship. Raises ProblemsFound if the file is wrong."""
    return Data(load_rules(FILE))
