"""Ways as they are noted: a move that comes back on itself, and a withdrawal among those that there were."""

from __future__ import annotations

from reportgen.battle.orders import Choice, Order


def comes_back(order: Order) -> tuple[str, str] | None:
    """What is told of a path that names a place twice, and the hint; None if it names none twice."""
    path = order.path
    twice = next((place for number, place in enumerate(path) if place in path[:number]), "")
    if not twice:
        return None
    hint = f"name {path[-1]} alone if it only turned" if set(path) == {twice} else "is that what was played?"
    return f"the path of {order.unit} names {twice} twice", hint


def way_back(choice: Choice, way: tuple[str, ...]) -> Order:
    """The withdrawal that is noted as `way`, with or without where it began or by its end alone; one of its own if the
    rules know none such. The one that they prefer if no way is noted."""
    options = choice.options()
    if not way:
        return options[0]
    for option in options:
        if option.path and way in (option.path, option.path[1:]):
            return option
    for option in options:
        if option.path and option.path[-1] == way[-1]:
            return option
    return Order("withdraw", choice.unit, path=way)
