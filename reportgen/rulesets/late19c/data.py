"""The numbers of the rules, read from `rules.yaml` once and given their types. No number of the game stands in code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reportgen.battle.vocabulary import MANY, UnitType, Verb, Vocabulary
from reportgen.board.picture import Arm
from reportgen.files.rules import Rules, load_rules

FILE = Path(__file__).with_name("rules.yaml")

COMMAND = "command"
FOOT, HORSE, WHEELS = 0, 1, 2
"""How a stand moves over terrain; the columns of the terrain tables."""
CLASSES = ("foot", "horse", "wheels")


@dataclass(frozen=True, slots=True)
class StandType:
    """A row of the table of values. `value` in points, `moves` in squares; Command has neither: see its General."""

    id: str
    title: str
    arm: Arm
    value: int
    moves: int
    weapons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AreaKind:
    """What a square of terrain does. `enter`: extra squares for foot, horse and wheels, None where they may not."""

    enter: tuple[int | None, int | None, int | None]
    blocks_sight: bool
    cover_from_fire: bool
    cover_in_close: bool
    obstacle: bool


@dataclass(frozen=True, slots=True)
class EdgeKind:
    """What a line along an edge does. `cross` as `AreaKind.enter`."""

    cross: tuple[int | None, int | None, int | None]
    cover: bool
    both_sides: bool


class Data:
    """The rules of late19c as numbers; attribute names follow the rule ids."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        whole = rules.value
        self.die = int(whole("equipment.list", "die"))
        self.least_board = int(whole("equipment.board", "least"))
        self.most_board = int(whole("equipment.largest", "most"))
        self.per_square = int(whole("equipment.share", "stands"))
        self.turns = int(whole("turn.limit", "turns"))
        self.dismounted_moves = int(whole("stands.dismounted", "moves"))
        self.command_moves = {
            False: int(whole("stands.command_moves", "foot")),
            True: int(whole("stands.command_moves", "mounted")),
        }
        self.guard_points = int(whole("armies.points", "guard_points"))
        self.guard_value = int(whole("armies.points", "guard_value"))
        self.guard_percent = int(whole("armies.dice", "guard_percent"))
        self.army_dice = (int(whole("armies.dice", "dice")), int(whole("armies.dice", "sides")))
        self.commands = int(whole("armies.command", "stands"))
        self.road_bonus = int(whole("move.road", "bonus"))
        self.contour_cost = int(whole("move.contours", "cost"))
        self.exit_cost = int(whole("move.exit", "cost"))
        self.fire_adjacent_guns = int(whole("fire.adjacent_guns", "amount"))
        self.fire_cover = int(whole("fire.cover", "amount"))
        self.fire_flank = int(whole("fire.flank", "amount"))
        self.close_adjacent = int(whole("close.adjacent", "amount"))
        self.close_same_square = int(whole("close.same_square", "amount"))
        self.close_flank = int(whole("close.flank", "amount"))
        self.close_cavalry = int(whole("close.cavalry", "amount"))
        self.close_downhill = int(whole("close.downhill", "amount"))
        self.close_cover = int(whole("close.cover", "amount"))
        self.parts = int(whole("result.destroyed", "parts"))
        self.withdraw_least = int(whole("result.distance", "least"))
        self.withdraw_most = int(whole("result.distance", "most"))

        carries = rules.table("stands.weapons")
        self.types = {
            id: StandType(
                id=id,
                title=row.title,
                arm=row["arm"],
                value=int(row["value"]),
                moves=int(row["moves"]),
                weapons=tuple(str(carries[id]["carries"]).split()),
            )
            for id, row in rules.table("stands.types").items()
        }
        self.types[COMMAND] = StandType(
            COMMAND, "Command", "command", 0, 0, tuple(str(carries[COMMAND]["carries"]).split())
        )
        self.ranges = {id: int(row["range"]) for id, row in rules.table("stands.ranges").items()}
        self.weapons = {id: row.title for id, row in rules.table("stands.ranges").items()}
        generals = rules.table("armies.general")
        self.generals = {id: int(row["value"]) for id, row in generals.items()}
        self.general_titles = {id: row.title for id, row in generals.items()}
        areas = rules.table("terrain.areas")
        self.areas = {
            id: AreaKind(
                enter=(_extra(row["foot"]), _extra(row["horse"]), _extra(row["wheels"])),
                blocks_sight=row["sight"] == "blocked",
                cover_from_fire=row["cover"] in ("fire", "both"),
                cover_in_close=row["cover"] == "both",
                obstacle=row["obstacle"] == "yes",
            )
            for id, row in areas.items()
        }
        self.area_titles = {id: row.title for id, row in areas.items()}
        edges = rules.table("terrain.edges")
        self.edges = {
            id: EdgeKind(
                cross=(_extra(row["foot"]), _extra(row["horse"]), _extra(row["wheels"])),
                cover=row["cover"] == "both",
                both_sides=row["both_sides"] == "yes",
            )
            for id, row in edges.items()
        }

    def vocabulary(self) -> Vocabulary:
        """What the ruleset tells the file readers and the notation."""
        types = {}
        for id, stand in self.types.items():
            fields: dict[str, object] = {}
            if stand.arm in ("cavalry", "command"):
                fields["mounted"] = {
                    "type": "boolean",
                    "description": "Whether the stand is mounted. Without it cavalry is and Command is not.",
                }
            types[id] = UnitType(id, stand.title, float(stand.value), stand.weapons, fields)
        return Vocabulary(
            types=types,
            weapons=self.weapons,
            areas=self.area_titles,
            edges={id: kind.both_sides for id, kind in self.edges.items()},
            generals=self.general_titles,
            variants={"flank_fire": self.rules.rule("fire.flank").title},
            verbs=(
                Verb("move", "move", "", "move, turn"),
                Verb("leave", "move", "leaves", "leave the table by an exit"),
                Verb("fire", "attack", "x", "fire combat", facing=True),
                Verb("close", "attack", "xx", "close combat", facing=True),
                Verb("mount", "unit", "mounts", "mount", facing=True),
                Verb("dismount", "unit", "dismounts", "dismount", facing=True),
                Verb("spot", "side", "spot", "throw to spot a concealed body", words=(1, 1), dice=True),
                Verb("dilemma", "side", "dilemma", "settle a doubt by dice", words=(2, MANY), dice=True),
                Verb("end", "side", "end", "end the phase"),
                Verb("agree", "side", "agree", "agree that the battle is over", words=(0, 3)),
            ),
            board_limits=(self.least_board, self.most_board),
            turns=self.turns,
            per_square=self.per_square,
            results={"ineffective": "ineffective", "withdraw": "withdraws", "destroyed": "destroyed"},
            modifiers=("value", "cmd", "adj", "same", "flank", "cavalry", "gun", "cover", "downhill"),
        )


def _extra(cell: object) -> int | None:
    return None if cell == "no" else int(str(cell))


@cache
def load() -> Data:
    """The rules that ship. Raises ProblemsFound if the file is wrong."""
    return Data(load_rules(FILE))
