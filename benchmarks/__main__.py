"""`python -m benchmarks` measures speed; `python -m benchmarks strength` and `balance` let commanders fight."""

from __future__ import annotations

import sys

USAGE = """usage: python -m benchmarks            what start-up, checks, reports and battles cost
       python -m benchmarks strength   how often the careful commander beats the others
       python -m benchmarks balance    how often each side wins each scenario that ships
"""


def main(words: list[str]) -> int:
    if words == ["strength"]:
        from benchmarks.strength import report
    elif words == ["balance"]:
        from benchmarks.balance import report
    elif not words:
        from benchmarks.speed import report
    else:
        print(USAGE, end="", file=sys.stderr)
        return 2
    return report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
