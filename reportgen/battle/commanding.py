"""What the automatic commanders of every ruleset have in common."""

from __future__ import annotations

from hashlib import blake2b


class Decided:
    """A commander whose decisions follow from the seed and the log alone, so that a battle can be resumed anywhere.

    `side` is the number of its side, 0 or 1. It throws no dice: what looks like chance is a hash of the seed.
    """

    __slots__ = ("enemy", "seed", "side")

    def __init__(self, side: int, seed: int) -> None:
        self.side = side
        self.enemy = 1 - side
        self.seed = seed

    def hashed(self, *what: object) -> int:
        """A number of 64 bits that depends on the seed, the side and `what` alone."""
        text = "/".join(map(str, (self.seed, self.side, *what)))
        return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
