"""What start-up, checks, reports and battles cost. Every figure is the median of several runs, on one core."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reportgen import resources, rulesets
from reportgen.battle.answers import Seeded
from reportgen.battle.play import Battle

SEED = 1897
BARE = [sys.executable, "-c", "pass"]
REPORTGEN = [sys.executable, "-m", "reportgen"]
EASTERN_SUDAN = resources.scenarios() / "eastern-sudan" / "scenario.yaml"


@dataclass(frozen=True, slots=True)
class Run:
    """What one process took: seconds from start to end, and the most memory it held, in megabytes."""

    seconds: float
    megabytes: float


def process(words: list[str]) -> Run:
    """Runs a command and waits for it. Raises RuntimeError if it fails."""
    start = time.perf_counter()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(words)}: exit code {child.returncode}")
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return Run(seconds, usage.ru_maxrss / unit)


def median(words: list[str], times: int) -> Run:
    runs = [process(words) for _ in range(times + 1)][1:]  # the first warms the caches of the system
    return Run(statistics.median(run.seconds for run in runs), max(run.megabytes for run in runs))


def clock(do: Callable[[], object], times: int) -> float:
    """Median seconds of a call in this process, after one to warm up."""
    do()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        do()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


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
        line("  memory at its peak", f"{run.megabytes:.0f} MB", "under 250")
        line("  size of the PDF", f"{pdf.stat().st_size / 1000:.0f} kB", "under 400")


def battles_a_second(seconds: float = 5.0) -> float:
    """Battles of Eastern Sudan by the careful commander on one core, nothing written."""
    from benchmarks.strength import scenario

    field = scenario("eastern-sudan")
    rules = rulesets.load(field.ruleset)

    def fight(number: int) -> None:
        commanders = {side.id: rules.commander("careful", field, side.id, SEED) for side in field.sides}
        Battle(rules, field, Seeded(SEED, commanders, number), seed=SEED, number=number).play()

    fight(0)
    start = time.perf_counter()
    number = 0
    while time.perf_counter() - start < seconds:
        number += 1
        fight(number)
    return number / (time.perf_counter() - start)


def report() -> int:
    """Prints everything."""
    start_up()
    whole_run()
    line("battles a second, no documents", f"{battles_a_second():.0f}", "at least 150")
    return 0
