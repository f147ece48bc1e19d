"""`python -m benchmarks` measures speed; `python -m benchmarks strength` and `balance` let commanders fight."""

from __future__ import annotations

import argparse
import sys

USAGE = """usage: python -m benchmarks            what start-up, checks, reports and battles cost
       python -m benchmarks strength   how often the careful commander beats the others
       python -m benchmarks balance    how often each side wins each scenario that ships

strength and balance take
       --scenario NAME                 a scenario that ships, or NAME:square, NAME:hex, NAME:measured; again for more
       --battles N                     how many battles of each
       --workers N                     how many processes; without it one for each processor
balance takes
       --boards                        every scenario on squares, on hexes and on a measured table
       --manners FIRST,SECOND          who commands the two sides, for example programmed,careful
"""


def main(words: list[str]) -> int:
    if not words:
        from benchmarks.speed import report

        return report()
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, usage=USAGE)
    parser.add_argument("what", choices=("strength", "balance"))
    parser.add_argument("--scenario", action="append", default=[])
    parser.add_argument("--battles", type=int)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--boards", action="store_true")
    parser.add_argument("--manners", default="careful,careful")
    try:
        told, rest = parser.parse_known_args(words)
    except argparse.ArgumentError:
        told, rest = None, words
    if told is None or rest or told.manners.count(",") != 1:
        print(USAGE, end="", file=sys.stderr)
        return 2
    if told.what == "strength":
        from benchmarks import strength

        return strength.report(told.scenario, told.battles or strength.BATTLES, told.workers)
    from benchmarks import balance

    return balance.report(
        told.scenario,
        told.battles or balance.BATTLES,
        boards=told.boards,
        manners=tuple(told.manners.split(",")),
        workers=told.workers,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
