"""How even the scenarios are that ship: the careful commander on both sides, 50 battles of each.

    python -m benchmarks balance
    python -m benchmarks balance --boards --scenario greys-hill --battles 200

The figures stand in docs/decisions/scenarios.md; make them again when rules, scenarios or the commander change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.boards import boards_of, names, scenario
from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.many import seldom_collected
from reportgen.battle.play import Battle

BATTLES = 50
WANTED = 0.25
"""Of all battles, how many the weaker side should win."""
CAREFUL = ("careful", "careful")


def winner(name: str, manners: Sequence[str], number: int) -> str | None:
    """Who won battle `number`, the two sides led as `manners` says; None if nobody."""
    field = scenario(name)
    rules = rulesets.load(field.ruleset)
    players = {
        side.id: rules.commander(manner, field, side.id, number)
        for side, manner in zip(field.sides, manners, strict=True)
    }
    log = Battle(rules, field, Seeded(number, players, number), seed=number, number=number).play()
    found: str | None = log.events[-1]["winner"]
    return found


def wins(
    name: str, battles: int = BATTLES, manners: Sequence[str] = CAREFUL, workers: int | None = 1
) -> tuple[int, int]:
    """How many battles each of the two sides won; the rest were drawn."""
    one = partial(winner, name, tuple(manners))
    if workers == 1:
        with seldom_collected():
            won = Counter(map(one, range(battles)))
    else:
        with ProcessPoolExecutor(workers) as pool:
            won = Counter(pool.map(one, range(battles), chunksize=5))
    first, second = scenario(name).sides
    return won[first.id], won[second.id]


def report(
    chosen: Sequence[str] = (),
    battles: int = BATTLES,
    *,
    boards: bool = False,
    manners: Sequence[str] = CAREFUL,
    workers: int | None = 1,
) -> int:
    """Prints a line for each scenario, or for each of its boards. 1 if one is less even than wanted."""
    uneven = 0
    for name in chosen or names():
        for field in [f"{name}:{board}" for board in boards_of(name)] if boards else [name]:
            one, two = wins(field, battles, manners, workers)
            first, second = scenario(field).sides
            missed = min(one, two) < WANTED * battles
            uneven += missed
            drawn = battles - one - two
            print(f"{field:<20} {first.name} {one}, {second.name} {two}, drawn {drawn}{' UNEVEN' * missed}", flush=True)
    return int(uneven > 0)
