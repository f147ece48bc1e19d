"""What a unit could do: an order, what it is worth, and under which head of the programme it falls."""

from __future__ import annotations

from typing import Literal, NamedTuple

from reportgen.battle.orders import Order

Head = Literal["rally", "command", "charge", "shoot", "guns", "advance", "deploy", "works"]


class Option(NamedTuple):
    """`value` in enemy figures, by estimate."""

    value: float
    head: Head
    order: Order
