"""Engineering tasks (rule works.tasks): who does them, where, and what the ground is like when they are done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from reportgen.battle.orders import Order
from reportgen.board.altered import with_area, with_edge
from reportgen.board.field import Body, Field, Heading, Spot
from reportgen.board.ground import Ground
from reportgen.rulesets.tin_brigadier.data import (
    AFLOAT,
    ANY,
    BLOCK,
    BLOWN,
    BRIDGES,
    CLEAR,
    CROSSINGS,
    DRY,
    LAND,
    OBSTACLE,
    TOOLS,
    WAYS,
    WORK,
    Data,
    Task,
)

if TYPE_CHECKING:
    from reportgen.rulesets.tin_brigadier.tables import Fixed, Tables

_KNOWN = AFLOAT | CROSSINGS | DRY | {"marsh"}
"""The kinds of areas of the rules themselves; any other is a variant's own."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a task has made of one place. `at`: the place, `inside` where whoever finished it stood; `takes`, `makes`:
    the kinds of ground that went and came; `line`: whether these are lines, and not areas."""

    at: Spot
    inside: Spot
    takes: tuple[str, ...]
    makes: tuple[str, ...]
    line: bool = False

    @property
    def bridge(self) -> bool:
        """Whether it laid a bridge."""
        return any(kind in BRIDGES for kind in self.makes)


def task_of(data: Data, order: Order) -> Task | None:
    """The task that an order is about: a verb's own, or the one that is named behind `works`; None if there is none."""
    return data.tasks.get(order.verb if order.verb != WORK else "".join(order.text[:1]))


def order_of(task: Task, unit: str, at: str) -> Order:
    """The order to work on a task, as it is written."""
    if task.id in (BLOCK, CLEAR):
        return Order(task.id, unit, path=(at,))
    return Order(WORK, unit, path=(at,), text=(task.id,))


def may_do(task: Task, unit: Fixed) -> bool:
    """Whether a unit is of those who do a task."""
    tools = unit.tools and TOOLS in task.by
    return not unit.command and (tools or unit.kind.id in task.by or unit.arm in task.by)


def change_of(task: Task, at: Spot, inside: Spot) -> Change:
    """What a task makes of a place, done from another."""
    return Change(at, inside, task.takes, task.makes, task.line)


def progress_at(field: Field, task: Task, at: Spot, inside: Spot) -> str:
    """The name under which the work at a place is counted: a side of two squares is one, from wherever it is done."""
    if not task.line or field.kind == "measured":
        return field.name(at)
    return "-".join(sorted((field.name(at), field.name(inside))))


def there(tables: Tables, task: Task, at: Spot, inside: Spot) -> tuple[str, ...]:
    """The kinds of ground, or of lines, at the place of a task."""
    field = tables.field
    if not task.line:
        kinds = tuple(kind for kind in field.kinds_at(at) if kind != OBSTACLE)
        return (*kinds, OBSTACLE) if at in tables.obstacles else kinds
    if field.kind != "measured":
        return field.crossed(inside, at)
    (x, y), (u, v) = field.point(inside), field.point(at)
    far = field.snap((u + (u - x) / 2, v + (v - y) / 2))  # a line that runs through the place is crossed close to it
    near = field.snap((u - (u - x) / 2, v - (v - y) / 2))
    return field.crossed(near, far)


def wanting(tables: Tables, task: Task, at: Spot, inside: Spot, blown: Iterable[Spot]) -> str:
    """Why the ground is not such that a task can be done there, as an end of a sentence, or empty."""
    name = tables.field.name(at)
    if task.line and not beside(tables.field, at, inside):
        return f"{name} has no side in common with {tables.field.name(inside)}"
    kinds = there(tables, task, at, inside)
    where = "there" if task.line else f"at {name}"
    if BLOWN in task.needs:
        return "" if at in blown else f"there is no blown bridge {where}"
    if LAND in task.needs and any(kind in AFLOAT for kind in kinds):
        return f"{name} is no dry land"
    titles = tables.data.edge_titles if task.line else tables.data.area_titles
    if not {ANY, LAND}.intersection(task.needs) and not any(kind in kinds for kind in task.needs):
        return f"there is no {' or '.join(titles[kind].lower() for kind in task.needs)} {where}"
    if task.makes and all(kind in kinds for kind in task.makes):
        return f"there is a {' and '.join(titles[kind].lower() for kind in task.makes)} {where} already"
    return ""


def beside(field: Field, at: Spot, inside: Spot) -> bool:
    """Whether there is a line between two places: a common side on grids, room between them by the ruler."""
    if field.kind == "measured":
        return field.distance(at, inside) >= 0.4
    return any(field.step(inside, heading) == at for heading in field.headings)


def ahead_of(field: Field, task: Task, spot: Spot, heading: Heading) -> Spot | None:
    """The place of a task straight along a heading, or None if that is off the table. By the ruler a line lies close
    enough to cover who is behind it."""
    return field.step(spot, heading, 0.5 if task.line and field.kind == "measured" else 1.0)


def body_of(tables: Tables, task: Task, at: Spot, inside: Spot) -> Body:
    """What a task puts there, so far as others could be in its way."""
    if not task.line:
        return tables.block(at, "")
    return Body(at, tables.field.towards(inside, at) if at != inside else "0", 1.0, 0.1)


@dataclass(frozen=True)
class Altered:
    """The ground of a scenario after some changes."""

    ground: Ground
    field: Field
    changes: tuple[Change, ...]
    both_sides: Mapping[str, bool]

    @cached_property
    def played(self) -> Ground:
        """As the rules see it: on a bridge that was laid only the bridge counts."""
        return self._after(self.changes, shown=False)

    @cached_property
    def drawn(self) -> Ground:
        """As maps show it: there is still water under the bridge."""
        return self._after(self.changes, shown=True)

    def _after(self, changes: Iterable[Change], shown: bool) -> Ground:
        ground = self.ground
        for change in changes:
            at, inside = self.field.point(change.at), self.field.point(change.inside)
            if change.line:
                sides = {kind: self.both_sides.get(kind, True) for kind in change.makes}
                ground = with_edge(ground, at, inside, change.takes, sides)
                continue
            takes, makes = _shown(change) if shown else (change.takes, change.makes)
            ground = with_area(ground, at, inside, takes, makes)
        return ground

    def without(self, blown: Iterable[Spot]) -> Ground:
        """As maps show it, with bridges gone."""
        ground = self.drawn
        for spot in blown:
            at = self.field.point(spot)
            ground = with_area(ground, at, at, WAYS, ())
        return ground


def _shown(change: Change) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The areas that go and come on maps. A crossing leaves the water below it; a variant's own kind in the place of
    water is one, and is drawn as a bridge unless a word of its name is a crossing's already."""
    own = [kind for kind in change.makes if kind not in _KNOWN]
    if not own and not CROSSINGS.intersection(change.makes):
        return change.takes, change.makes
    takes = tuple(kind for kind in change.takes if kind not in AFLOAT)
    named = any(CROSSINGS.intersection(kind.split("_")) for kind in change.makes)
    return takes, change.makes if named or takes == change.takes else (*change.makes, "bridge")
