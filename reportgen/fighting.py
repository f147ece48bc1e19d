"""A battle fought by the computer, and its file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reportgen import rulesets
from reportgen.opened import Fought, load_scenario, manners, name_for, not_by_hand, sound
from reportgen.output import write_whole
from reportgen.problems import Place, Problem, Problems, ProblemsFound

Progress = Callable[[str, int, int], None]
"""Told what comes now, how many steps are done, and how many there are."""
HIGHEST_DRAWN_SEED = 999_999
"""A seed that is drawn is short enough to be read out."""


def fight(
    path: Path, out: Path, seed: int | None, problems: Problems, progress: Progress, *, force: bool = False
) -> tuple[Fought, Path]:
    """Fights a battle, both sides of it, and writes the battle file into `out`; returns both.

    `path` is the scenario's file. Without a seed one is drawn. A battle file that was taken down by hand is replaced
    only with `force`. Warnings go to `problems`. Raises ProblemsFound.
    """
    from reportgen.battle.answers import Seeded
    from reportgen.battle.export import record_of
    from reportgen.battle.play import Battle
    from reportgen.files.battlewriting import write_battle

    field = sound(load_scenario(path, problems), problems)
    rules = rulesets.of(field)
    if rules.vocabulary.as_recorded:
        hint = "write it down as you play: reportgen record"
        problem = Problem(Place(str(path)), "no-engine", f"nobody but the players can fight by {rules.title}", hint)
        raise ProblemsFound((problem,))
    kept = out / f"{name_for(path)}.battle.yaml"
    if not force:
        not_by_hand(kept)
    progress("fighting the battle", 0, 1)
    if seed is None:
        from random import SystemRandom

        seed = SystemRandom().randint(1, HIGHEST_DRAWN_SEED)
    playing = manners(field)
    commanders = {side: rules.commander(manner, field, side, seed) for side, manner in playing.items()}
    players = {side: f"the {manner} commander" for side, manner in playing.items()}
    log = Battle(rules, field, Seeded(seed, commanders), seed=seed, players=players).play()
    fought = Fought(rules, field, record_of(log, field), log)
    write_whole({kept: write_battle(fought.record, field, rules.vocabulary).encode()})
    return fought, kept
