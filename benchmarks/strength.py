"""How well the careful commander plays: even scenarios against the other commanders, sides swapped halfway.

python -m benchmarks strength
python -m benchmarks strength --scenario greys-hill
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from benchmarks.boards import MIRROR, scenario
from reportgen import rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.many import seldom_collected
from reportgen.battle.play import Battle

SCENARIO = "thirty-six-points"
FIELDS = (SCENARIO, MIRROR)
"""One that ships, and one that is the same from either end."""
BATTLES = 200
WANTED = {"random": 0.95, "nearest": 0.70}
"""Of all battles, draws included, how many the careful commander should win."""


@dataclass(frozen=True, slots=True)
class Score:
    """How battles ended for the careful commander."""

    against: str
    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        return self.won / (self.won + self.drawn + self.lost)

    def __str__(self) -> str:
        wanted = WANTED.get(self.against)
        verdict = "" if wanted is None else f" (wanted: {wanted:.0%}){'' if self.share >= wanted else ' MISSED'}"
        won = f"won {self.won}, drawn {self.drawn}, lost {self.lost}"
        return f"careful v {self.against:<8} {won}: {self.share:.1%}{verdict}"


def fight(against: str, battles: int, name: str, number: int) -> str:
    """Plays battle `number` of `battles`; the careful commander has the first side in the first half of them.

    Says 'won', 'drawn' or 'lost' for the careful commander.
    """
    field = scenario(name)
    rules = rulesets.load(field.ruleset)
    first, second = (side.id for side in field.sides)
    careful, other = (first, second) if number < battles // 2 else (second, first)
    commanders = {
        careful: rules.commander("careful", field, careful, number),
        other: rules.commander(against, field, other, number),
    }
    log = Battle(rules, field, Seeded(number, commanders, number), seed=number, number=number).play()
    winner = next(iter(log.of("end")))["winner"]
    return "drawn" if winner is None else "won" if winner == careful else "lost"


def match(against: str, battles: int = BATTLES, workers: int | None = None, name: str = SCENARIO) -> Score:
    """Plays them all, spread over the processors; the result does not depend on how many there are."""
    one = partial(fight, against, battles, name)
    if workers == 1:
        with seldom_collected():
            return _score(against, map(one, range(battles)))
    with ProcessPoolExecutor(workers) as pool:
        return _score(against, pool.map(one, range(battles), chunksize=10))


def _score(against: str, ends: Iterable[str] | Iterator[str]) -> Score:
    count = Counter(ends)
    return Score(against, count["won"], count["drawn"], count["lost"])


def report(chosen: Sequence[str] = (), battles: int = BATTLES, workers: int | None = None) -> int:
    """Prints the scores. 1 if one of them is below what is wanted."""
    missed = False
    for name in chosen or FIELDS:
        print(f"{name}: {battles} battles against each, sides swapped halfway")
        for against in WANTED:
            score = match(against, battles, workers, name)
            print(f"  {score}", flush=True)
            missed |= score.share < WANTED[against]
    return 1 if missed else 0
