"""Keyed dice: a throw is a hash of what it is for, so that nothing else can shift it."""

from __future__ import annotations

from hashlib import blake2b
from random import Random


def throw(key: str, count: int, sides: int) -> tuple[int, ...]:
    """`count` faces from 1 to `sides`, a pure function of the arguments.

    `key` names seed, battle, turn, purpose, thrower, opponent and how many times already. The bias of the modulus is
    below sides / 2**48 for each die.
    """
    if count == 1:
        digest = blake2b(f"{key}/0".encode(), digest_size=48).digest()
        return (int.from_bytes(digest[:6], "big") % sides + 1,)
    return _throw(key, count, sides)


def _throw(key: str, count: int, sides: int) -> tuple[int, ...]:
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = blake2b(f"{key}/{block}".encode(), digest_size=48).digest()
        faces.extend(int.from_bytes(digest[i : i + 6], "big") % sides + 1 for i in range(0, 48, 6))
        block += 1
    return tuple(faces[:count])


def shuffled(seed: int, battle: int, turn: int, cards: int) -> list[int]:
    """The pack of a turn: 0 .. cards - 1 in the order they are dealt."""
    pack = list(range(cards))
    Random(blake2b(f"{seed}/{battle}/{turn}/pack".encode(), digest_size=16).digest()).shuffle(pack)
    return pack
