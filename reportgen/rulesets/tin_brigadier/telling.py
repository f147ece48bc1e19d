"""What happens, in words for those who sit at the table."""

from __future__ import annotations

from collections.abc import Callable

from reportgen.battle.events import Event
from reportgen.battle.orders import Order
from reportgen.rulesets.tin_brigadier import odds, sums
from reportgen.rulesets.tin_brigadier.data import Data
from reportgen.rulesets.tin_brigadier.state import State
from reportgen.rulesets.tin_brigadier.tables import Tables

Lines = tuple[str, ...]

_DECLARED = {
    "extend": "{unit} opens out into extended order.",
    "close_up": "{unit} closes up.",
    "column": "{unit} forms road column.",
    "ready": "{unit} is ready to fight again.",
    "limber": "{unit} limbers up.",
    "unlimber": "{unit} deploys its guns.",
    "mount": "{unit} mounts.",
    "dismount": "{unit} dismounts.",
    "embark": "{unit} goes aboard {who}.",
    "disembark": "{unit} comes ashore at {at}.",
    "rally": "{unit} rallies.",
    "volley": "{unit} shoots at {who} as it comes.",
    "stand": "{unit} waits for {who} with the bayonet.",
    "pursue": "{unit} goes on after {who}.",
    "assault": "The shooting is over.",
}
_LOST = {
    "rout": "{unit} routs and is seen no more.",
    "taken": "{unit} is taken by {by}.",
    "bridge": "{unit} goes down with the bridge.",
    "aboard": "{unit} is lost with what carried it.",
}
_OFF = {"no way": "there is no way any more", "driven back": "it is driven back"}


def told(event: Event, tables: Tables) -> Lines | None:
    """Lines about an event; none if it need not be told, None if anybody can tell it."""
    tell = _TELL.get(event.kind)
    return tell(event, tables) if tell is not None else None


def _orders(event: Event, tables: Tables) -> Lines:
    dice = event["dice"]
    said = [
        f"{unit} {left}{f' ({dice[unit]} thrown)' if left != dice[unit] else ''}"
        if dice[unit]
        else f"{unit} up to {left} (not noted)"
        for unit, left in event["left"].items()
    ]
    return (f"Orders: {', '.join(said)}.",) if said else ("There is nobody left to give orders.",)


def _throw(event: Event, tables: Tables) -> Lines | None:
    if event["purpose"] == "zone":
        return (f"The misses of {event['unit']} go on into the killing zone.",)
    if event["purpose"] != "morale" or event.get("inferred"):
        return None
    data, face, unit = tables.data, event["faces"][0], event["unit"]
    if not face:
        return (f"Morale of {unit}: not noted, so it holds.",)
    added = sums.morale_modifiers(next(one for one in tables.units if one.id == unit), data)
    total = face + sums.total(added)
    terms = "".join(f" {'-' if one['amount'] < 0 else '+'} {abs(one['amount'])} {one['name']}" for one in added)
    came = "it holds" if total >= data.passes else "it routs" if total <= data.routs else "it fails"
    return (f"Morale of {unit}: {face}{terms}{f' = {total}' if added else ''}, {came} ({data.passes} holds).",)


def _declare(event: Event, tables: Tables) -> Lines:
    if event["verb"] == "halt":
        return (f"{event['unit']} halts{'' if event.get('decided', True) else ': nobody is within its reach'}.",)
    line = _DECLARED.get(event["verb"], "")
    who = event["target"] or " ".join(event["text"])
    return (line.format(unit=event["unit"], who=who, at=event["at"]),) if line else ()


def _attack(event: Event, tables: Tables) -> Lines | None:
    return (f"{event['unit']} is to charge {event['target']}.",) if event["combat"] == "charge" else None


def _advance(event: Event, tables: Tables) -> Lines:
    path = event["path"]
    if len(path) == 1:
        return (f"{event['unit']} turns to {event['facing']}.",)
    return (f"{event['unit']} goes in, {'-'.join(path)}, facing {event['facing']}.",)


def _under_fire(event: Event, tables: Tables) -> Lines:
    if not event["test"]:
        return ()
    return tuple(f"{unit} will test its morale when the shooting is over." for unit in event["units"])


def _volley(event: Event, tables: Tables) -> Lines:
    hits = event["hits"]
    return (f"{event['unit']} has lost {hits} on the way in.",) if hits else (f"{event['unit']} comes on unhurt.",)


def _called_off(event: Event, tables: Tables) -> Lines:
    return (f"The charge of {event['unit']} is off: {_OFF.get(event['why'], event['why'])}.",)


def _pursuit(event: Event, tables: Tables) -> Lines:
    return (f"{event['unit']} has won, and may go on.",)


def _tracked(event: Event, tables: Tables) -> Lines | None:
    if event["what"] == "order":
        return (f"{event['unit']} is {event['after'] if event['after'] == 'pinned' else 'steady again'}.",)
    return None


def _destroyed(event: Event, tables: Tables) -> Lines | None:
    line = _LOST.get(event["why"])
    return (line.format(unit=event["unit"], by=event["by"]),) if line else None


def _work(event: Event, tables: Tables) -> Lines:
    task, unit, at, points = event["task"], event["unit"], event["at"], event["points"]
    data = tables.data
    if task == "entrench":
        return (f"{unit} is dug in.",) if event["done"] else (f"{unit} digs: {points} of {data.dig_points} points.",)
    if task == "mine":
        return (f"{unit} lays charges at {at}: {points} {'die' if points == 1 else 'dice'} of them now.",)
    if task == "blow":
        return ()
    known = data.tasks.get(task)
    if known is None:
        return ()
    if not event["done"]:
        return (f"{known.title}: {unit} at {at}, {points} of {known.points} points.",)
    return (f"{known.title}: done at {at}.",)


def _blown(event: Event, tables: Tables) -> Lines:
    came = "the bridge is gone" if event["done"] else "the bridge holds"
    return (f"{event['unit']} blows the charges at {event['at']}, {event['points']} points: {came}.",)


def _end_phase(event: Event, tables: Tables) -> Lines:
    side = next(side for side in tables.scenario.sides if side.id == event.side)
    left = event["left"]
    kept = f"; {left} order{'' if left == 1 else 's'} kept for the next turn" if left else ""
    return (f"The phase of {side.name} is over{kept}.",)


_TELL: dict[str, Callable[[Event, Tables], Lines | None]] = {
    "orders": _orders,
    "throw": _throw,
    "declare": _declare,
    "attack": _attack,
    "advance": _advance,
    "under fire": _under_fire,
    "volley": _volley,
    "called off": _called_off,
    "pursuit": _pursuit,
    "tracked": _tracked,
    "destroyed": _destroyed,
    "work": _work,
    "blown": _blown,
    "end phase": _end_phase,
}


def waiting(state: State) -> tuple[Order, ...]:
    """The charges that are to be resolved now."""
    return tuple(Order("close", one.unit, one.target) for one in state.charges) if state.stage == "charges" else ()


def leads_to(order: Order) -> tuple[Order, ...]:
    """A charge comes to its melee when the shooting is over."""
    return (Order("assault"), Order("close", order.unit, order.target)) if order.verb == "charge" else ()


def chances(event: Event, data: Data) -> Lines:
    """What is thrown, what hits, and how likely each result is."""
    names = event["attacker"], event["defender"]
    needed = data.hit if event["combat"] == "fire" else data.melee_hit
    width = max(map(len, names))
    lines = []
    for name, dice, terms in zip(names, event["dice"], event["modifiers"], strict=True):
        if not dice:
            continue
        added = sum(term["amount"] for term in terms)
        said = "".join(f", {term['amount']:+} {term['name']}" for term in terms)
        least = min(max(needed - added, data.natural_miss + 1), data.natural_hit)
        lines.append(
            f"{name:<{width}}  {len(dice)}D{data.die}{said}: hits on {least}{' or more' if least < data.die else ''}"
        )
    if event["combat"] == "fire":
        factor = event["factor"]
        if factor != 1:
            lines.append(f"{'':<{width}}  hits count {'double' if factor > 1 else 'half, rounded down'}")
        if event["indirect"]:
            lines.append(f"{'':<{width}}  indirect fire: half the dice")
    if event.get("fired"):
        lines.append(f"{names[0]} has taken {event['fired']} already")
    words = {"withdraw": "hit", "attacker withdraws": ""} if event["combat"] == "fire" else {"ineffective": "equal"}
    found = [(words.get(what, what), chance) for what, chance in odds.of(event, data).items()]
    lines.append(", ".join(f"{what} {100 * chance:.1f} %" for what, chance in found if what))
    return tuple(lines)
