"""Dice that nobody noted and that what was noted leaves no choice about: worked out from totals and results.

A ruleset that asks for the dice of a contest says what they come to (`Reckoning`); a record says what came of them. The
faces that fit both are what was thrown, if there is only one way to fit them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb

Faces = tuple[int | None, ...]
Outcome = tuple[str, str]
"""The log's word for a result, and to whom it happened: 'attacker', 'defender', or nobody ('')."""

DRAW: Outcome = ("draw", "")
"""Both throw again."""

MOST_WAYS = 60_000
"""Ways for one party's dice to fall beyond which nothing is worked out."""

PARTIES = ("attacker", "defender")


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What the dice of two parties come to under the rules; pairs are (attacker, defender).

    `counts`: how many dice each throws. `scores`: faces -> total, with everything that is added. `outcomes`: both
    totals -> every result that they may lead to; None if nobody knows.
    """

    counts: tuple[int, int]
    scores: tuple[Callable[[Sequence[int]], int], Callable[[Sequence[int]], int]]
    outcomes: Callable[[int, int], Collection[Outcome]] | None = None
    draws: bool = False
    """Whether equal totals are thrown for again."""


Reckon = Callable[[], Reckoning]


@dataclass(frozen=True, slots=True)
class Said:
    """What a record has of a contest; pairs are (attacker, defender), `dice` may be too few or hold None."""

    dice: tuple[Faces, Faces]
    totals: tuple[int | None, int | None] = (None, None)
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Inferred:
    """One party's dice: `faces`, None where they are still open, and which of them (from 0) were worked out.

    `settled`: the total is known although the faces are not. `fault`: no dice fit what the record says.
    """

    faces: Faces
    worked_out: tuple[int, ...] = ()
    settled: bool = False
    fault: str = ""


def infer(reckoning: Reckoning, sides: int, noted: Said, party: int) -> Inferred:
    """The dice of one party (0: attacker, 1: defender). Dice beyond the counts are left alone."""
    faces = [_filled(noted.dice[n][: reckoning.counts[n]], reckoning.counts[n]) for n in (0, 1)]
    ways: list[dict[int, list[Faces]]] = []
    for n in (0, 1):
        every = _ways(faces[n], sides, reckoning.scores[n])
        total = noted.totals[n]
        if every is not None and total is not None and None in faces[n]:
            if total not in every:
                if n == party:
                    return Inferred(faces[party], fault=_no_total(total, every, sides, len(faces[n])))
                every = None  # it is told with the other's dice
            else:
                every = {total: every[total]}
        ways.append(every or {})
    if not ways[party]:
        return Inferred(faces[party])
    if noted.outcome is not None and reckoning.outcomes is not None and ways[1 - party]:
        fitting = [(a, b) for a in ways[0] for b in ways[1] if noted.outcome in reckoning.outcomes(a, b)]
        if fitting:
            ways[party] = {total: ways[party][total] for total in {pair[party] for pair in fitting}}
        elif noted.totals[party] is None:
            dice = _dice(len(faces[party]), sides)
            return Inferred(faces[party], fault=f"no throw of {dice} comes to the result that is noted")
    return _settled(faces[party], ways[party])


def _settled(faces: Faces, ways: Mapping[int, list[Faces]]) -> Inferred:
    left = [missing for some in ways.values() for missing in some]
    if len(left) != 1:
        return Inferred(faces, settled=len(ways) == 1)
    rest = list(left[0])
    filled = tuple(rest.pop() if face is None else face for face in faces)
    return Inferred(filled, tuple(n for n, face in enumerate(faces) if face is None), True)


def _filled(faces: Faces, count: int) -> Faces:
    return (*faces, *(None,) * (count - len(faces)))


def _ways(faces: Faces, sides: int, score: Callable[[Sequence[int]], int]) -> dict[int, list[Faces]] | None:
    """Total -> the ways in which the open dice may have fallen, the highest last; None if there are too many."""
    known = [face for face in faces if face is not None]
    missing = len(faces) - len(known)
    if missing and comb(missing + sides - 1, missing) > MOST_WAYS:
        return None
    ways: dict[int, list[Faces]] = {}
    for some in combinations_with_replacement(range(1, sides + 1), missing):
        ways.setdefault(score([*known, *some]), []).append(some)
    return ways


def _no_total(total: int, every: Iterable[int], sides: int, count: int) -> str:
    least, most = min(every), max(every)
    return f"no throw of {_dice(count, sides)} makes the total {total}; it can be from {least} to {most}"


def _dice(count: int, sides: int) -> str:
    return f"{count if count > 1 else 'a'} D{sides}"


def of_initiative(sides: Sequence[str], best: Callable[[Sequence[int]], int] = max) -> Reckoning:
    """What one die a side comes to where the best begins and equal ones are thrown again. The result is the side."""

    def outcomes(one: int, other: int) -> tuple[Outcome]:
        return (DRAW if one == other else (sides[(one, other).index(best((one, other)))], ""),)

    return Reckoning((1, 1), (lambda faces: faces[0], lambda faces: faces[0]), outcomes, draws=True)


def of_sums(dice: tuple[Faces, ...], added: Sequence[Mapping[str, int] | None], sides: int) -> Reckoning:
    """What dice come to where they are simply added up with what a record says was added."""
    counts = [len(dice[n]) if n < len(dice) else 0 for n in (0, 1)]

    def score(n: int) -> Callable[[Sequence[int]], int]:
        more = sum((added[n] or {}).values())
        return lambda faces: sum(faces) + more

    return Reckoning((counts[0], counts[1]), (score(0), score(1)))
