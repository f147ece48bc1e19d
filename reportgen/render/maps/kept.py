"""What was drawn for one map and serves the next: the last few things of a kind, by what they are made of."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Kept(Generic[Thing]):
    """At most so many things; the one that was longest not asked for makes room for a new one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """The thing of a key, made now if it is not there."""
        things = self._things
        if key in things:
            things.move_to_end(key)
            return things[key]
        thing = things[key] = make()
        if len(things) > self._most:
            things.popitem(last=False)
        return thing
