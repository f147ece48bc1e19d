"""The exact odds that are worth printing: shooting, morale, melee, and engineering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from reportgen.battle.odds import OddsTable
from reportgen.rulesets.tin_brigadier import sums
from reportgen.rulesets.tin_brigadier.data import Data

FIRE_DICE = (1, 2, 3, 4, 6, 8, 9, 12)
MOST_HITS = 4
MELEE = (2, 4, 6, 8, 10)
WORK_TURNS = 5
"""What the tables run to."""


def tables(data: Data) -> tuple[OddsTable, ...]:
    return (_fire(data), _hits(data), _morale(data), _work(data), _melee(data))


def _fire(data: Data) -> OddsTable:
    """Expected hits by dice and by what is added to them."""
    rows = [(data.superior, "superior"), (0, "ordinary"), (data.inferior, "inferior")]
    return OddsTable(
        title="Shooting: hits to expect",
        text=(
            "On average, by the dice thrown. Dense targets double them; of two hits on a target under cover one "
            "counts, and an odd one is lost."
        ),
        down="",
        across="dice",
        rows=tuple(f"{word}, {data.hit - added}+" for added, word in rows),
        columns=tuple(map(str, FIRE_DICE)),
        measures=("hits",),
        cells=tuple(tuple((n * sums.chance(added, data.hit, data),) for n in FIRE_DICE) for added, _ in rows),
        means=True,
    )


def _hits(data: Data) -> OddsTable:
    p = sums.chance(0, data.hit, data)
    return OddsTable(
        title="Shooting: so many hits or more",
        text=f"Chances in a hundred for ordinary shooters ({data.hit} or more hits).",
        down="",
        across="dice",
        rows=tuple(f"{n} or more" for n in range(1, MOST_HITS + 1)),
        columns=tuple(map(str, FIRE_DICE)),
        measures=("at least",),
        cells=tuple(
            tuple((sum(sums.spread(dice, p)[hits:]),) if hits <= dice else None for dice in FIRE_DICE)
            for hits in range(1, MOST_HITS + 1)
        ),
    )


def _morale(data: Data) -> OddsTable:
    """Rule reaction.test."""
    rows = [("elite", data.elite), ("ordinary", 0), ("poor", data.poor)]
    cells = []
    for _, added in rows:
        totals = [face + added for face in range(1, data.die + 1)]
        passed = sum(total >= data.passes for total in totals)
        routed = sum(total <= data.routs for total in totals if total < data.passes)
        cells.append(tuple((n / data.die,) for n in (passed, data.die - passed - routed, routed)))
    return OddsTable(
        title="Morale",
        text="Chances in a hundred.",
        down="",
        across="",
        rows=tuple(word for word, _ in rows),
        columns=("passes", "fails", "routs"),
        measures=("",),
        cells=tuple(cells),
    )


def _melee(data: Data) -> OddsTable:
    """Both sides fight with every figure; nothing is added. Won and destroyed together, then lost."""
    p = sums.chance(0, data.melee_hit, data)
    cells = []
    for mine in MELEE:
        row = []
        for theirs in MELEE:
            destroyed, won, lost, _ = sums.odds_of_melee((mine, p, mine), (theirs, p, theirs))
            row.append((destroyed + won, lost))
        cells.append(tuple(row))
    return OddsTable(
        title="Melee",
        text=(
            "Chances in a hundred that the charger wins (above) and that he loses (below), by the figures of both, "
            "unpinned and with nothing added. What is left of the hundred are equal hits."
        ),
        down="charger",
        across="defender",
        rows=tuple(map(str, MELEE)),
        columns=tuple(map(str, MELEE)),
        measures=("wins", "loses"),
        cells=tuple(cells),
    )


def _work(data: Data) -> OddsTable:
    """Rules works.entrench, works.sappers, works.tasks, works.blow: dice added up until they reach so many points."""
    rows = [
        ("entrench", data.dig_dice, data.dig_points),
        ("with sappers", data.dig_dice + data.sapper_dice, data.dig_points),
        *_tasks(data),
        ("small bridge", data.mine_dice, data.blow["bridge"]),
        ("large bridge", data.mine_dice, data.blow["large_bridge"]),
    ]
    return OddsTable(
        title="Engineering",
        text="Chances in a hundred after so many turns of work, or of laying charges.",
        down="",
        across="turns",
        rows=tuple(word for word, _, _ in rows),
        columns=tuple(map(str, range(1, WORK_TURNS + 1))),
        measures=("done",),
        cells=tuple(
            tuple((at_least(turns * dice, points, data.die),) for turns in range(1, WORK_TURNS + 1))
            for _, dice, points in rows
        ),
    )


def _tasks(data: Data) -> Iterator[tuple[str, int, int]]:
    """Rows for the tasks, those that take the same dice and points together."""
    alike: dict[tuple[int, int], list[str]] = {}
    for task in data.tasks.values():
        alike.setdefault((task.dice, task.points), []).append(task.title.lower())
    for (dice, points), titles in alike.items():
        yield ", ".join(titles), dice, points


def at_least(dice: int, points: int, sides: int) -> float:
    """The chance that so many dice add up to at least so many points."""
    return float(sum(_totals(dice, sides)[points:]) / sides**dice)


@lru_cache(maxsize=64)
def _totals(dice: int, sides: int) -> Sequence[int]:
    """In how many ways so many dice show each total, from 0."""
    made = [1]
    for _ in range(dice):
        made = [sum(made[max(0, n - sides) : n]) for n in range(len(made) + sides)]
    return tuple(made)
