"""Who can shoot at whom, with how many dice, and what stands behind the target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reportgen.battle.orders import Violation
from reportgen.board.field import TOUCH, Spot
from reportgen.rulesets.tin_brigadier import sums
from reportgen.rulesets.tin_brigadier.data import COLUMN
from reportgen.rulesets.tin_brigadier.moving import fighting_move, strides
from reportgen.rulesets.tin_brigadier.state import State, Unit


@dataclass(slots=True)
class Aim:
    """A shot: its dice, what is added to each, and whether it is indirect. `wrong`: why it may not be made."""

    dice: int = 0
    modifiers: sums.Modifiers = field(default_factory=list)
    indirect: bool = False
    range: float = 0.0
    wrong: list[Violation] = field(default_factory=list)


def ready(state: State, unit: Unit, defending: bool = False) -> Violation | None:
    """What keeps it from shooting at anybody. A defender has not moved in this phase."""
    name = unit.id
    if state.tables.fire(unit.fixed, unit.formation, unit.entrenched) is None:
        return Violation("fire.weapons", f"{name} has nothing to shoot with")
    if unit.pinned:
        return Violation("reaction.pinned", f"{name} is pinned and does not shoot")
    if unit.shot:
        return Violation("turn.once", f"{name} has shot already this turn")
    if not defending and (unit.worked or unit.charging):
        return Violation("turn.once", f"{name} does something else this turn")
    most = fighting_move(state, unit, charging=False)
    if most < 0:
        rule = "move.road" if unit.formation == COLUMN else "move.guns"
        return Violation(rule, f"{name} does not shoot {unit.formation}")
    if not defending and unit.spent > most + TOUCH:
        return Violation("army.units", f"{name} has moved {unit.spent:g} and may move {most:g} to shoot")
    return None


def aim(state: State, unit: Unit, target: Unit, defending: bool = False, met: Spot | None = None) -> Aim:
    """The shot of a unit at a target, whatever is wrong with it. `defending`: at a charger; `met`: where the charger is
    when it is shot at, if that is known."""
    tables, data = state.tables, state.tables.data
    place = tables.field
    row = tables.fire(unit.fixed, unit.formation, unit.entrenched)
    there = target.spot if met is None else met
    shot = Aim(range=round(place.distance(unit.spot, there), 2))
    held = ready(state, unit, defending)
    if held is not None:
        shot.wrong.append(held)
    if row is None:
        return shot
    if target.fixed.command:
        shot.wrong.append(Violation("turn.hq_lost", f"{target.id} is a headquarters and no target"))
    if not place.in_arc(unit.spot, unit.heading, there) and unit.spot != there:
        shot.wrong.append(Violation("fire.target", f"{target.id} is not in front of {unit.id}"))
    if defending:
        # The charger comes nearer until it is in range (rule charge.defence).
        shot.range = min(shot.range, float(row.range))
    far = shot.range
    guns = unit.fixed.arm == "artillery" or unit.weapon_is_gun
    limit = row.range * (data.indirect_times if guns else 1)
    if far > limit + TOUCH:
        shot.wrong.append(
            Violation("fire.dice", f"{target.id} is {shot.range:g} from {unit.id}, whose range is {row.range}")
        )
    elif not shot.wrong:
        bodies = state.bodies()
        seen = defending or place.sees(unit.spot, target.spot, tables.sight, bodies)
        if not seen and not guns:
            by = ", ".join(
                one.name or "the ground" for one in place.blockers(unit.spot, target.spot, tables.sight, bodies)
            )
            shot.wrong.append(Violation("fire.target", f"{unit.id} cannot see {target.id} past {by}"))
        if guns and (not seen or far > row.range + TOUCH):
            shot.indirect = True
            shot.wrong += _indirect(state, unit, target, seen)
    shot.dice = sums.fire_dice(row, unit.figures, unit.fixed.guns, unit.fixed.figures, shot.indirect, data)
    shot.modifiers = sums.fire_modifiers(unit.fixed, data)
    if not shot.dice:
        shot.wrong.append(Violation("fire.dice", f"{unit.id} has too few figures to throw a die"))
    return shot


def _indirect(state: State, unit: Unit, target: Unit, seen: bool) -> list[Violation]:
    """What forbids indirect fire (rules fire.indirect and fire.over)."""
    tables, data = state.tables, state.tables.data
    place = tables.field
    name, other = unit.id, target.id
    if not observed(state, unit, target):
        return [Violation("fire.indirect", f"nobody observes {other} for {name}")]
    if unit.fixed.howitzer or seen:
        return []
    bodies = [body for body in state.bodies() if body.key not in (name, other)]
    between = place.between(unit.spot, target.spot, bodies)
    own = place.height_at(unit.spot), place.height_at(target.spot)
    for one in between:
        stops = one.what == "body" or (one.what == "area" and one.name in data.blocking)
        if stops and one.near <= data.over_near + TOUCH:
            return [Violation("fire.over", f"{name} cannot fire over {one.name.replace('_', ' ')} so near")]
        if one.what == "height" and int(one.name) >= max(own) + data.over_high:
            return [Violation("fire.over", f"{name} cannot fire over so high a hill")]
    if place.dead_near(unit.spot, target.spot, data.over_near, tables.ground_sight):
        return [Violation("fire.over", f"{other} is too near to dead ground for {name}")]
    return []


def observed(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a friend, a balloon or a plane sees a target."""
    bodies = state.bodies()
    tables = state.tables
    for friend in state.on_table(unit.side):
        if friend.fixed.observer:
            return True
        if tables.field.sees(friend.spot, target.spot, tables.sight, bodies):
            return True
    return False


def met_at(state: State, defender: Unit, charger: Unit, path: Sequence[Spot]) -> Spot | None:
    """Where on its way in a charger first comes into the defender's range, front and sight (rule charge.defence); None
    if it never does."""
    tables = state.tables
    place, row = tables.field, tables.fire(defender.fixed, defender.formation, defender.entrenched)
    for spot in strides(place, path) if row is not None else ():
        if row is None or place.distance(defender.spot, spot) > row.range + TOUCH:
            continue
        if spot == defender.spot or (
            place.in_arc(defender.spot, defender.heading, spot) and place.sees(defender.spot, spot, tables.ground_sight)
        ):
            return spot
    return None


def covered(state: State, target: Unit, shooter: Unit, met: Spot | None = None) -> bool:
    """Whether it is entrenched or in cover against that shooter; else it is in the open. `met`: where a charger is when
    it is shot at: out of its trench, unless it has not stirred yet."""
    tables = state.tables
    spot = target.spot if met is None else met
    entrenched = target.entrenched and spot == target.spot
    if entrenched or any(kind in tables.data.covering for kind in tables.field.kinds_at(spot)):
        return True
    if shooter.spot == spot:
        return False
    return any(kind in tables.data.sheltering for kind in tables.field.shelter(spot, shooter.spot))


def next_behind(state: State, unit: Unit, target: Unit) -> Unit | None:
    """The enemy that the killing zone reaches beyond a target, or None."""
    place = state.tables.field
    enemies = state.bodies(1 - unit.side, but=target.id)
    for body in place.behind(unit.spot, target.spot, state.tables.data.zone, enemies):
        return state.unit(body.key)
    return None


def targets(state: State, unit: Unit) -> list[Unit]:
    """The enemies that it may shoot at as it stands, in the scenario's order."""
    if ready(state, unit) is not None:
        return []
    return [enemy for enemy in state.on_table(1 - unit.side) if not aim(state, unit, enemy).wrong]
