"""`reportgen` as a process of its own: it answers an interrupt from the first moment on, and a request to end."""

from __future__ import annotations

import signal
import sys
from typing import NoReturn

STOPPED, ENDED = 130, 143
"""Exit codes after an interrupt, and after SIGTERM."""


def main() -> NoReturn:
    """Runs the command that the process was started with."""
    try:
        signal.signal(signal.SIGTERM, _end)
        from reportgen.cli import main as command

        command()
    except KeyboardInterrupt:  # before the command could answer it
        if sys.stderr is not None:
            sys.stderr.write("Stopped. No half-written file is left.\n")
        sys.exit(STOPPED)


def _end(*_: object) -> NoReturn:
    """Ends the process as if it had come to its end, so that it tidies up."""
    sys.exit(ENDED)


if __name__ == "__main__":
    main()
