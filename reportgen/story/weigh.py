"""Each fight weighed: what is true of it (tags), how likely it was, and how much it deserves to be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import log2

from reportgen.battle.events import Event
from reportgen.battle.scenario import Scenario
from reportgen.story.lore import Lore
from reportgen.story.timeline import Fight, Timeline

LONG, LIKELY = 0.17, 0.6
"""A chance at or below the first is long odds, at or above the second was to be expected."""
_ARMS = {
    "infantry": "foot", "cavalry": "horse", "artillery": "gun", "machine-gun": "mg", "transport": "wagon",
    "command": "command",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Weighed:
    """A fight with what is known of it. Sums are what attacker and defender add to their dice.

    `nth`: how many times the attacker has attacked this defender in the battle, this one included. `on_target`: the
    same for all attackers in this phase. `chance`: of dice at least this good for the attacker; for a fight without
    effect, of it having none. `need`: the lowest face that would have had the same effect against the defender's
    throw; `want`: the lowest that would have driven him back. None where the ruleset does not say or no die could.
    `points`: what the loser is worth; `weight`: importance, about 1 for a stand driven back.
    """

    fight: Fight
    tags: frozenset[str]
    nth: int
    on_target: int
    odds: Mapping[str, float]
    chance: float
    ma: int
    md: int
    need: int | None
    want: int | None
    gap: int
    points: float
    weight: float


def sums(event: Event) -> tuple[int, int]:
    """What attacker and defender add in a combat."""
    mine, theirs = event["modifiers"]
    return sum(m["amount"] for m in mine), sum(m["amount"] for m in theirs)


def worth(scenario: Scenario, lore: Lore) -> dict[str, float]:
    """Points of every unit by id."""
    return {unit.id: lore.points(unit, side) for side in scenario.sides for unit in side.units}


def weigh(line: Timeline, lore: Lore) -> list[Weighed]:
    """All fights of the battle, in order."""
    values = worth(line.scenario, lore)
    hands = {unit.id for side in line.scenario.sides for unit in side.units if lore.weapon(unit) in lore.handled}
    pairs: Counter[tuple[str, str]] = Counter()
    told: set[tuple[str, str]] = set()
    """Of these pairs an attack has had effect: from then on none is made 'again in vain', or succeeds 'this time'."""
    seen: set[str] = set()
    weighed = []
    for phase in line.phases:
        targets: Counter[str] = Counter()
        for fight in phase.fights:
            pairs[fight.attacker, fight.defender] += 1
            targets[fight.defender] += 1
            weighed.append(
                _one(fight, lore, values, pairs[fight.attacker, fight.defender], targets[fight.defender], seen, hands,
                     (fight.attacker, fight.defender) not in told)
            )  # fmt: skip
            if fight.effect != "none" or fight.changes or fight.withdrawal is not None or fight.unrecorded:
                told.add((fight.attacker, fight.defender))
    return weighed


def _one(
    fight: Fight, lore: Lore, values: Mapping[str, float], nth: int, on_target: int, seen: set[str],
    hands: Collection[str], vain: bool,
) -> Weighed:  # fmt: skip
    """`vain`: whether every attack of this pair has been in vain so far."""
    event = fight.event
    ma, md = sums(event)
    odds = lore.chances(event)
    effect = fight.effect
    turned = effect != "none" and fight.loser == fight.attacker
    ruled = "back" if effect == "dead" and event["result"] == "withdraw" else effect
    chance = _chance(odds, ruled, turned, any(event["what"] == lore.measure for event in fight.changes))
    dice = event["dice"]
    known = all(isinstance(die, int) and die for die in dice)
    need = want = None
    if known:
        target = dice[1] + md
        want = target + 1 - ma
        need = want if effect == "back" else 2 * target - ma if effect == "dead" else None
    totals = event["totals"] or [0, 0]
    points = values.get(fight.loser or fight.defender, 0.0)
    tags = _facts(fight, lore, ma, md) | _throws(dice, known, want, totals, effect, lore.die)
    if not fight.close and fight.attacker in hands:
        tags.add("hand")
    if nth > 1 and vain:
        tags.add("again")
    if on_target > 1:
        tags.add("more")
    if chance <= LONG:
        tags.add("long")
    if effect == "none" and 1 - chance >= LIKELY:
        tags.add("likely")
    if effect != "none" and chance >= LIKELY:
        tags.add("expected")
    for first, holds in (
        ("first-shot", not fight.close and "hand" not in tags), ("first-contact", fight.close),
        ("first-loss", effect == "dead"),
    ):  # fmt: skip
        if holds and first not in seen:
            seen.add(first)
            tags.add(first)
    weight = _weight(effect, points, chance, tags, turned)
    return Weighed(
        fight, frozenset(tags), nth, on_target, odds, chance, ma, md,
        need if need is not None and 1 < need <= lore.die else None,
        want if want is not None and 1 < want <= lore.die else None,
        totals[0] - totals[1], points, weight,
    )  # fmt: skip


def _chance(odds: Mapping[str, float], effect: str, turned: bool, hit: bool) -> float:
    """Of a result at least this good for the one whom it favours."""
    if not odds:
        return 0.5
    if turned:
        return odds.get("attacker withdraws", 0.0)
    if effect == "dead":
        return odds["destroyed"]
    if effect == "back" or hit:
        return odds["destroyed"] + odds["withdraw"]
    return odds["ineffective"]


def _facts(fight: Fight, lore: Lore, ma: int, md: int) -> set[str]:
    tags = set()
    for who, unit in (("a", fight.attacker), ("d", fight.defender)):
        piece = fight.before.get(unit)
        if piece is not None:
            arm = "foot" if piece.dismounted else _ARMS.get(piece.arm, piece.arm)
            tags.add(f"{who}-{arm}")
    for who, side in zip("ad", fight.event["modifiers"], strict=True):
        for modifier in side:
            tag = lore.tag(modifier["rule"])
            if tag == "command":
                tags.add(f"cmd-{who}")
            elif tag == "beside":
                tags |= {f"support-{who}"} | ({f"beside-{who}"} if modifier["amount"] > 1 else set())
            elif tag == "behind":
                tags |= {f"pair-{who}", f"support-{who}"}
            elif tag:
                tags.add(tag)
    if ma - md >= 4:
        tags.add("strong")
    if md - ma >= 4:
        tags.add("outnumbered")
    if abs(ma - md) <= 1:
        tags.add("even")
    if fight.approach is not None and len(fight.approach.event["path"]) > 1:
        tags.add("moved")
    if fight.revealed:
        tags.add("revealed")
    if fight.event.get("drawn"):
        tags.add("drawn")
    if len(fight.event.get("rethrows") or ()) > 1:
        tags.add("drawn-twice")
    if fight.loss is not None and fight.loss.get("why") != "combat":
        tags.add(str(fight.loss["why"]).replace(" ", "-"))
    if fight.event.get("as_played"):
        tags.add("as-played")
    return tags


def _throws(dice: list[int], known: bool, want: int | None, totals: list[int], effect: str, die: int) -> set[str]:
    if not known:
        return {"unknown"}
    tags = set()
    if dice[0] <= 2:
        tags.add("a-low")
    if dice[1] <= 2:
        tags.add("d-low")
    if dice[0] >= die - 1:
        tags.add("a-high")
    if dice[1] >= die - 1:
        tags.add("d-high")
    if dice[0] - dice[1] >= 7:
        tags.add("wide")
    if effect == "none" and want is not None:
        if want > die:
            tags.add("hopeless")
        elif want - dice[0] == 2:
            tags.add("near")
        elif want - dice[0] >= 4 and want >= 6:
            tags.add("far")
    if effect != "none" and totals[0] - totals[1] == 1:
        tags.add("gap-one")
    if effect == "dead" and totals[0] == 2 * totals[1]:
        tags.add("half")
    return tags


def _weight(effect: str, points: float, chance: float, tags: set[str], turned: bool) -> float:
    weight = {"none": 0.1, "back": 0.5 + 0.1 * points, "dead": 1.0 + 0.6 * points}[effect]
    surprise = max(0.0, -log2(max(chance, 1 / 150)) - 1)
    weight += surprise * {"none": 0.25, "back": 0.25, "dead": 0.35}[effect]
    if turned:
        weight += 0.4
    if "d-command" in tags:
        weight += {"none": 1.2, "back": 2.0, "dead": 5.0}[effect]
    if tags & {"first-contact", "first-shot"}:
        weight += 0.6
    if "first-loss" in tags:
        weight += 1.2
    if "flank" in tags and effect == "dead":
        weight += 0.5
    if "drawn-twice" in tags:
        weight += 0.5
    return weight
