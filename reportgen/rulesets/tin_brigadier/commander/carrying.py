"""Trains and boats that carry: who goes aboard, where they are taken, and where they land."""

from __future__ import annotations

from collections.abc import Iterator

from reportgen.battle.orders import Order
from reportgen.rulesets.tin_brigadier import moving
from reportgen.rulesets.tin_brigadier.commander.options import Option
from reportgen.rulesets.tin_brigadier.commander.picture import Picture
from reportgen.rulesets.tin_brigadier.commander.routes import routes
from reportgen.rulesets.tin_brigadier.orders import examine, landings
from reportgen.rulesets.tin_brigadier.state import Unit

SAVED = 1.5
"""Turns that a ride must save to be worth its orders."""
NEAR = 3.0
"""With the enemy so near, those aboard get out: who is sunk with his boat is lost."""


def carriers(seen: Picture, unit: Unit) -> Iterator[Unit]:
    """Those of its side that have room for it."""
    if unit.fixed.capacity or unit.pinned or unit.entrenched:
        return
    for other in seen.friends:
        if other.fixed.capacity > len(seen.state.aboard(other.id)) and other.id != unit.id:
            yield other


def ride(seen: Picture, unit: Unit, goal: int) -> Unit | None:
    """The carrier that would bring it to its goal so much sooner that going aboard is worth while, or None."""
    best: tuple[float, int] | None = None
    for carrier in carriers(seen, unit):
        saved = _saved(seen, unit, carrier, goal)
        if saved >= SAVED and (best is None or saved > best[0]):
            best = saved, carrier.fixed.number
    return seen.state.units[best[1]] if best is not None else None


def _saved(seen: Picture, unit: Unit, carrier: Unit, goal: int) -> float:
    """Turns that a ride saves; those to get aboard and ashore are counted."""
    state, known = seen.state, routes(seen.tables)
    move = moving.full_move(state, unit) or float(unit.fixed.kind.move)
    walk = known.walk(state, unit, goal)
    on_foot = walk(unit.spot) / move
    to_carrier = max(seen.field.distance(unit.spot, carrier.spot) - 1, 0) / move
    if on_foot - to_carrier < SAVED + 1:
        return 0.0
    stop, rest = landing(seen, carrier, unit, goal)
    rides = known.walk(state, carrier, stop)(carrier.spot) / carrier.fixed.kind.move
    # A turn to get in, and what is left of the way once it is out.
    return on_foot - to_carrier - rides - 1 - rest / move


def landing(seen: Picture, carrier: Unit, unit: Unit, goal: int) -> tuple[int, float]:
    """The cell of its rails or river from which a passenger has the shortest way, and it the shortest of such; and how
    long the passenger's way is."""
    known = routes(seen.tables)
    bound = seen.tables.going(carrier.fixed, carrier.formation)[0].bound
    cells = list(known.grid.squares(seen.tables.scenario.ground.area(*bound)))
    walk = known.walk(seen.state, unit, goal)
    ride_to = known.walk(seen.state, carrier, known.cell(carrier.spot))
    spots = {
        cell: seen.field.snap(known.grid.centre(cell))
        for cell in {*cells, *(other for cell in cells for other in known.grid.neighbours(cell))}
    }

    def rest(cell: int) -> float:
        return round(min(walk(spots[other]) for other in (cell, *known.grid.neighbours(cell))), 1)

    if not cells:
        return known.cell(carrier.spot), walk(carrier.spot)
    best = min(cells, key=lambda cell: (rest(cell), ride_to(spots[cell]), cell))
    return best, rest(best)


def boarding(seen: Picture, unit: Unit, goal: int) -> tuple[list[Option], Unit | None]:
    """Going aboard, if it stands beside the carrier that it should take, and that carrier."""
    carrier = ride(seen, unit, goal)
    if carrier is None:
        return [], None
    order = Order("embark", unit.id, text=(carrier.id,))
    return [Option(1.3, "advance", order)] if not examine(seen.state, order)[0] else [], carrier


def landed(seen: Picture, unit: Unit, goal: int) -> list[Option]:
    """Getting out where the way is shortest, or because the enemy is near."""
    if unit.acted:
        return []
    state, field, known = seen.state, seen.field, routes(seen.tables)
    carrier = state.unit(unit.carrier)
    stop, _ = landing(seen, carrier, unit, goal)
    there = known.walk(state, carrier, stop)(carrier.spot) <= 0.5
    if not there and seen.nearest(carrier.spot)[0] > NEAR:
        return []
    walk = known.walk(state, unit, goal)
    spots = landings(state, unit)
    if not spots:
        return []
    spot = min(spots, key=lambda one: (walk(one), one))
    facing = field.towards(spot, seen.nearest(spot)[1].spot)
    order = Order("disembark", unit.id, path=(field.name(spot),), facing=facing)
    return [Option(1.5, "advance", order)] if not examine(state, order)[0] else []
