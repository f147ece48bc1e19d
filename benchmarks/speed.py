"""What start-up, checks, reports and battles cost. Every figure is the median of several runs, on one core."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.boards import scenario
from reportgen import resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.events import Log
from reportgen.battle.many import seldom_collected
from reportgen.battle.play import Battle
from reportgen.battle.scenario import Scenario

SEED = 1897
TIMES = 7
"""How often a report is made."""
SECONDS = 5.0
"""How long battles are fought."""
BARE = [sys.executable, "-c", "pass"]
REPORTGEN = [sys.executable, "-m", "reportgen"]
EASTERN_SUDAN = resources.scenarios() / "eastern-sudan" / "scenario.yaml"


@dataclass(frozen=True, slots=True)
class Run:
    """What one process took: seconds from start to end, and the most memory it held, in megabytes."""

    seconds: float
    megabytes: float


LAUNCH = """
import os, sys, time
start = time.perf_counter()
null = os.open(os.devnull, os.O_WRONLY)
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
_, status, usage = os.wait4(child, 0)
print(time.perf_counter() - start, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
"""
"""Runs a command from a small process: the memory of whoever starts a process counts as its own until it begins."""


def process(words: list[str]) -> Run:
    """Runs a command, its output thrown away, and waits for it. Raises RuntimeError if it fails."""
    said = subprocess.run([sys.executable, "-c", LAUNCH, *words], stdout=subprocess.PIPE, text=True, check=True).stdout
    seconds, memory, code = said.split()
    if code != "0":
        raise RuntimeError(f"{' '.join(words)}: exit code {code}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return Run(float(seconds), int(memory) / unit)


def median(words: list[str], times: int) -> Run:
    runs = [process(words) for _ in range(times + 1)][1:]  # the first warms the caches of the system
    return Run(statistics.median(run.seconds for run in runs), max(run.megabytes for run in runs))


def once(do: Callable[..., object], *arguments: object) -> float:
    """Seconds of a call in this process."""
    start = time.perf_counter()
    do(*arguments)
    return time.perf_counter() - start


def clock(do: Callable[[], object], times: int) -> float:
    """Median seconds of a call in this process, after one to warm up."""
    do()
    return statistics.median(once(do) for _ in range(times))


def line(what: str, figure: str, wanted: str = "") -> None:
    print(f"{what:<58} {figure:>16}   {wanted}".rstrip(), flush=True)


def start_up() -> None:
    bare = median(BARE, 20).seconds
    help_ = median([*REPORTGEN, "--help"], 20).seconds
    line("bare Python", f"{bare * 1000:.0f} ms")
    line("reportgen --help", f"{help_ * 1000:.0f} ms", "")
    line("  against bare Python", f"{help_ / bare:.1f} times", "at most 8")
    check = median([*REPORTGEN, "check", str(EASTERN_SUDAN)], 5).seconds
    line("reportgen check of Eastern Sudan", f"{check:.2f} s", "at most 0.4")


def whole_run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run = median([*REPORTGEN, "run", str(EASTERN_SUDAN), "--seed", str(SEED), "-o", folder], 3)
        (pdf,) = Path(folder).glob("*.pdf")
        line("Eastern Sudan from command to PDF", f"{run.seconds:.2f} s", "about 1.5")
        line("  memory at its peak, of the larger process", f"{run.megabytes:.0f} MB", "under 250")
        line("  size of the PDF", f"{pdf.stat().st_size / 1000:.0f} kB", "under 400")


def pages_and_maps() -> None:
    """The report of Eastern Sudan in a warm process: whole, with empty boxes for its maps, and its maps alone."""
    import pypdfium2

    from reportgen.api import no_progress
    from reportgen.fighting import fight
    from reportgen.opened import audit
    from reportgen.problems import Problems
    from reportgen.render.paper import paper_of
    from reportgen.render.report import draw_plates, frames_of, report_pdf
    from reportgen.story.model import Report
    from reportgen.story.report import report

    paper = paper_of("a5")
    with tempfile.TemporaryDirectory() as folder:
        fought, _ = fight(EASTERN_SUDAN, Path(folder), SEED, Problems(), no_progress)
    audited = audit(fought)

    def tell() -> Report:
        battle = fought.log, fought.scenario, fought.rules
        return report(*battle, record=fought.record, placed=audited.placed, findings=audited.findings)

    told = tell()
    maps = len(frames_of(told))
    with pypdfium2.PdfDocument(report_pdf(told, paper)) as document:
        pages = len(document)
    # Turn by turn, so that both see the same weather on the machine.
    whole, empty = [], []
    for _ in range(TIMES):
        whole.append(once(lambda: report_pdf(told, paper)))
        empty.append(once(lambda: report_pdf(told, paper, empty=True)))
    drawn = clock(lambda: draw_plates(told, *paper.plate_points, "colour"), TIMES)
    ratio = statistics.median(one / other for one, other in zip(whole, empty, strict=True))
    line(f"report, warm: {pages} pages, {maps} maps", f"{statistics.median(whole):.2f} s")
    line("  the same pages with empty boxes for the maps", f"{statistics.median(empty):.2f} s")
    line("  whole against empty", f"{ratio:.2f} times", "at most 1.25")
    line("  a page", f"{statistics.median(whole) / pages * 1000:.0f} ms")
    line("  a map, drawn", f"{drawn / maps * 1000:.1f} ms", "at most 2")
    line("  the story of it", f"{clock(tell, TIMES) * 1000:.0f} ms")


def fight(seed: int, number: int) -> tuple[Scenario, Log]:
    """A battle of Eastern Sudan by the careful commander."""
    field = scenario("eastern-sudan")
    rules = rulesets.load(field.ruleset)
    commanders = {side.id: rules.commander("careful", field, side.id, seed) for side in field.sides}
    return field, Battle(rules, field, Seeded(seed, commanders, number), seed=seed, number=number).play()


def game(number: int) -> None:
    """A game of chess between two players who move at random."""
    import random

    import chess  # type: ignore[import-not-found]

    chance = random.Random(number)
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))


def battles() -> None:
    """Battles of Eastern Sudan by the careful commander on one core, nothing written, none fought twice; and the
    yardstick for them where it is installed: how many games python-chess plays at random.

    They take turns, a game and two battles, so that both see the same weather on the machine.
    """
    with_chess = find_spec("chess") is not None
    fight(SEED, 0)
    if with_chess:
        game(0)
    fought = played = 0.0
    number = 0
    with seldom_collected():
        while fought < SECONDS:
            number += 1
            fought += once(fight, SEED, 2 * number - 1) + once(fight, SEED, 2 * number)
            if with_chess:
                played += once(game, number)
    line("battles a second on one core, no documents", f"{2 * number / fought:.0f}", "at least 150")
    if not with_chess:
        line("  against python-chess at random", "not installed", "2 times")
        return
    line(
        f"  against python-chess at random ({number / played:.0f} games a second)",
        f"{2 * played / fought:.2f} times",
        "2 times",
    )


def report() -> int:
    """Prints everything."""
    start_up()
    battles()
    whole_run()
    pages_and_maps()
    return 0
