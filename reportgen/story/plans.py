"""The plan with which an automatic commander began, told before the first turn.

It was thrown for with the seed that the log's header holds; where the players threw all the dice themselves that is 0.
While a battle goes on it is a secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from reportgen.battle.events import Header
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario, SideSpec
from reportgen.story.names import Names
from reportgen.story.pen import Pen
from reportgen.story.timeline import Pieces
from reportgen.story.words import listed, number

_PARTS = ("on the left", "in the centre", "on the right")
_BARE = ("the left", "the centre", "the right")
_FLANKS = "on both flanks"
_AS_MUCH = 0.8
"""A part of the front that gets so much of what the foremost gets is one of those that are attacked."""


@runtime_checkable
class WithPlans(Protocol):
    """A ruleset some of whose commanders begin with a plan that is thrown for. Optional."""

    def plan(self, manner: str, scenario: Scenario, side: str, seed: int) -> Mapping[str, Any] | None:
        """`front`: what part of the units makes for the left, the centre and the right; `reserve`: the units that wait,
        and `turn`: until when. None if commanders of this manner have no plan."""


def planned(
    ruleset: Ruleset, scenario: Scenario, side: SideSpec, header: Header, names: Names, pieces: Pieces, pen: Pen
) -> str:
    """The plan of a side in a sentence or two; empty if it had none that the log knows of."""
    player = header.players.get(side.id, "")
    manner = next((one for one in ruleset.vocabulary.manners if player == f"the {one} commander"), "")
    if not manner or not isinstance(ruleset, WithPlans):
        return ""
    plan = ruleset.plan(manner, scenario, side.id, header.seed or 0)
    if plan is None:
        return ""
    said = [_front(plan["front"], names, side, pen)]
    reserve = [unit for unit in plan["reserve"] if unit in pieces]
    if reserve:
        said.append(pen.say("plan.reserve", r=names.many(reserve, pieces), turn=number(plan["turn"])))
    elif not plan["reserve"]:
        said.append(pen.say("plan.none"))
    return " ".join(said)


def _front(front: tuple[int, int, int], names: Names, side: SideSpec, pen: Pen) -> str:
    us = names.side(side.id)
    most = [n for n, part in enumerate(front) if part >= _AS_MUCH * max(front)]
    if len(most) == len(front):
        return pen.say("plan.all", us=us)
    rest = [n for n, part in enumerate(front) if part and n not in most]
    bare = [n for n, part in enumerate(front) if not part]
    tags = {"most"} if rest and 2 * sum(front[n] for n in most) > sum(front) else set()
    tags |= {"bare"} if bare else set()
    return pen.say("plan", tags, us=us, where=_where(most), rest=_where(rest), bare=listed([_BARE[n] for n in bare]))


def _where(parts: list[int]) -> str:
    return _FLANKS if parts == [0, 2] else listed([_PARTS[n] for n in parts])
