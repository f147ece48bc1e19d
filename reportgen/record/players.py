"""How a battle file says that the computer plays a side."""

from __future__ import annotations

import re

_COMPUTER = re.compile(r"the ([a-z][a-z_-]*) commander\Z")


def computer(manner: str) -> str:
    """Who plays: 'the careful commander'."""
    return f"the {manner} commander"


def manner_of(player: str) -> str | None:
    """The manner of a computer's player; None for a person."""
    found = _COMPUTER.match(player)
    return found.group(1) if found else None
