"""For whoever fights many battles one after the other."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLD = 50_000
"""Objects made and not yet let go before Python looks for circles among them: a dozen battles."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Python looks for circles of objects less often inside, and never among what was there before.

    A battle makes thousands of small things that stay until it is over, and no circles: the looking finds nothing and
    takes a twelfth of the time.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(THRESHOLD, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
