"""A log back into a record: what a person would have written down to get this battle again.

Decisions and dice suffice. Results stand beside the dice of a combat because they read well and cost nothing; sums are
left out, unless the log comes from a record whose own figures differed (`as_played`) or say more than its dice. A die
that was worked out is written as not noted, with the total that says what it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reportgen.battle.events import Event, Log
from reportgen.battle.orders import Action, Declared, Faces, Order, Thrown
from reportgen.battle.record import Entry, PhaseRecord, Record, TurnRecord
from reportgen.battle.recorded import THROW
from reportgen.battle.scenario import Scenario

_NOTHING = Declared()
_WITH_OWNER = frozenset(["initiative", "activation", "spotting", "combat", "rethrow", "dilemma"])
"""Throws whose faces stand in an event or a field of their own."""


def record_of(log: Log, scenario: Scenario) -> Record:
    """The record of a log, finished or not. Replaying it on the same rules gives the same log."""
    header = log.header
    writer = _Writer()
    for event in log:
        writer.take(event)
    turns = writer.turns
    if turns and turns[-1].phases and writer.phase_over and not writer.ends:
        turns[-1].phases[-1].over = True
    return Record(
        ruleset=header.ruleset,
        version=header.version,
        variants=header.variants if header.variants != scenario.variants else None,
        seed=header.seed,
        battle=header.battle,
        players=dict(header.players),
        title=scenario.title,
        turns=turns,
        ends=writer.ends,
        entries=writer.entries,
    )


class _Writer:
    """Takes events one by one and writes the record."""

    def __init__(self) -> None:
        self.turns: list[TurnRecord] = []
        self.entries: list[Entry] = []
        self.ends: dict[str, str] = {}
        self.phase_over = False
        self.where: tuple[int, str, str | None] = (0, "", None)
        self.standing: dict[str, str] = {}
        """Unit -> the square that it stands in."""
        self.dilemma: list[int] = []
        self.inferred: dict[tuple[str, str], list[tuple[int, ...]]] = {}
        """Purpose and thrower -> which dice of each throw of the combat in hand were worked out."""
        self.loser = ""
        """Who is about to withdraw because of the action written last."""

    # -- the frame ---------------------------------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        kind = event.kind.replace(" ", "_")
        take = getattr(self, f"on_{kind}", None)
        if take is not None:
            take(event)

    def phase(self, event: Event) -> PhaseRecord:
        """The record of the phase that the event belongs to, begun if need be."""
        here = (event.turn, event.phase, event.side)
        if self.where != here:
            self.where = here
            self.phase_over = False
            self.turns[-1].phases.append(PhaseRecord(event.side or ""))
        return self.turns[-1].phases[-1]

    def write(self, event: Event, order: Order, declared: Declared = _NOTHING) -> None:
        self.phase(event).entries.append(Action(order, declared))
        self.loser = ""

    def amend(self, event: Event, **changes: Any) -> None:
        """Changes what the action written last declares."""
        entries = self.phase(event).entries
        last = entries[-1]
        if isinstance(last, Action):
            entries[-1] = replace(last, declared=replace(last.declared, **changes))

    def last(self, event: Event) -> Action | None:
        entries = self.phase(event).entries
        return entries[-1] if entries and isinstance(entries[-1], Action) else None

    def on_turn(self, event: Event) -> None:
        self.turns.append(TurnRecord(event.turn, {}))

    def on_phase(self, event: Event) -> None:
        self.phase(event)

    def on_throw(self, event: Event) -> None:
        purpose = event["purpose"]
        worked_out = tuple(event.get("inferred", ()))
        if purpose in ("combat", "rethrow"):
            self.inferred.setdefault((purpose, event["unit"]), []).append(worked_out)
        faces = tuple(0 if n in worked_out else face for n, face in enumerate(event["faces"]))
        if purpose == "initiative":
            turn = self.turns[-1]
            turn.initiative = {**turn.initiative, event["by"]: (*turn.initiative.get(event["by"], ()), *faces)}
        elif purpose == "activation":
            self.phase(event).activation = faces[0]
        elif purpose == "dilemma":
            self.dilemma.extend(faces)
        elif purpose not in _WITH_OWNER:
            self.other_throw(event, Thrown(purpose, _faces(faces), event["unit"]))

    def other_throw(self, event: Event, thrown: Thrown) -> None:
        if event.side is None:
            before = self.turns[-1].entries if self.turns else self.entries
            before.append(Action(Order(THROW), Declared(throws=(thrown,))))
            return
        last = self.last(event)
        if last is None or last.order.verb == THROW:
            self.write(event, Order(THROW), Declared(throws=(thrown,)))
        else:
            self.amend(event, throws=(*last.declared.throws, thrown))

    def on_end_phase(self, event: Event) -> None:
        self.phase(event)
        self.phase_over = True

    def on_end(self, event: Event) -> None:
        self.ends = {"why": event["why"], "winner": event["winner"] or "nobody"}
        if event.get("text"):
            self.ends["outcome"] = event["text"]

    # -- pieces ------------------------------------------------------------------------------------------------------

    def on_deploy(self, event: Event) -> None:
        self.standing[event["unit"]] = event["at"]

    def on_arrive(self, event: Event) -> None:
        self.on_deploy(event)
        if event.get("decided"):
            self.write(event, Order("arrive", event["unit"], path=(event["at"],), facing=event["facing"]))

    def on_destroyed(self, event: Event) -> None:
        self.standing.pop(event["unit"], None)
        if event.get("decided"):
            why = event["why"]
            self.write(event, Order("remove", event["unit"], text=() if why == "removed" else (why,)))

    def on_tracked(self, event: Event) -> None:
        """What is tracked of a unit, if a line said so (`said`) and it did not follow from a combat."""
        if event.get("said"):
            self.write(event, Order(event["what"], event["unit"], text=tuple(event["said"])))

    # -- decisions ---------------------------------------------------------------------------------------------------

    def on_move(self, event: Event) -> None:
        unit, path = event["unit"], list(event["path"])
        if len(path) == 1:
            self.write(event, Order("move", unit, facing=event["facing"]))
            return
        goal = path[-1]
        company = any(square == goal for other, square in self.standing.items() if other != unit)
        self.standing[unit] = goal
        if company and event["slot"] == 0:
            path[-1] += "/1"
        self.write(event, Order("move", unit, path=tuple(path), facing=event["facing"]))

    def on_leave(self, event: Event) -> None:
        path = tuple(event["path"])
        self.standing.pop(event["unit"], None)
        self.write(event, Order("leave", event["unit"], path=path))

    def on_mount(self, event: Event) -> None:
        self.write(event, Order(event.kind, event["unit"]))

    on_dismount = on_mount

    def on_attack(self, event: Event) -> None:
        self.write(event, Order(event["combat"], event["unit"], event["target"]))

    def on_declare(self, event: Event) -> None:
        """Any decision of a ruleset's own whose line says all of it, unless there was nothing to decide."""
        if not event.get("decided", True):
            return
        self.write(
            event,
            Order(event["verb"], event["unit"], "", tuple(event["path"]), event["facing"], tuple(event["text"])),
        )

    def on_combat(self, event: Event) -> None:
        if event.get("apart"):
            return  # Its dice stand in square brackets: no line of their own led to it.
        played = event.get("as_played") or event.get("noted") or {}
        names = event["attacker"], event["defender"]
        guessed = [self.inferred.get(("combat", name), [()]) for name in names]
        dice = [_group(die, positions[0]) for die, positions in zip(event["dice"], guessed, strict=True)]
        while dice and not dice[-1]:
            dice.pop()
        rethrows = list(played.get("rethrows", event["rethrows"]))
        for party, name in enumerate(names):
            for n, positions in enumerate(self.inferred.get(("rethrow", name), ())):
                if positions and n < len(rethrows):
                    rethrows[n] = [0 if other == party else face for other, face in enumerate(rethrows[n])]
        result, loser = event["result"], event["loser"]
        totals = played.get("totals", (None, None))
        if event["totals"] is not None:
            said = zip(totals, event["totals"], guessed, strict=True)
            totals = [ruled if total is None and positions[0] else total for total, ruled, positions in said]
        self.inferred.clear()
        added = played.get("modifiers", (None, None))
        self.amend(
            event,
            dice=tuple(dice),
            modifiers=(_amounts(added[0]), _amounts(added[1])),
            rethrows=tuple(_faces(pair) for pair in rethrows),
            totals=(totals[0], totals[1]),
            result=result,
            loser="attacker" if loser == event["attacker"] else "",
        )
        self.loser = loser if result == "withdraw" else ""

    def on_withdraw(self, event: Event) -> None:
        self.standing[event["unit"]] = event["path"][-1]
        if event["unit"] == self.loser:
            self.amend(event, withdrew=tuple(event["path"][1:]))

    def on_left(self, event: Event) -> None:
        unit = event["unit"]
        last = self.last(event)
        if unit == self.loser and last is not None and not last.declared.withdrew:
            self.amend(event, withdrew=(self.standing[unit],))
        self.standing.pop(unit, None)

    def on_spot(self, event: Event) -> None:
        dice = tuple(_group(die) for die in event["dice"])
        self.write(event, Order("spot", text=(event["body"],)), Declared(dice=dice))

    def on_dilemma(self, event: Event) -> None:
        options = tuple(event["options"])
        size = max(len(options), 1)
        rounds = [_faces(self.dilemma[n : n + size]) for n in range(0, len(self.dilemma), size)]
        self.dilemma = []
        first = tuple((face,) for face in rounds[0]) if rounds else ()
        self.write(event, Order("dilemma", text=options), Declared(dice=first, rethrows=tuple(rounds[1:])))


def _faces(faces: Sequence[int | None]) -> Faces:
    """Faces as a record holds them: 0, not noted, is None there."""
    return tuple(face or None for face in faces)


def _amounts(modifiers: Sequence[Mapping[str, Any]] | None) -> dict[str, int] | None:
    """What one side added, by name; None if it was not noted."""
    if modifiers is None:
        return None
    amounts: dict[str, int] = {}
    for one in modifiers:
        amounts[one["name"]] = amounts.get(one["name"], 0) + one["amount"]
    return amounts


def _group(die: int | Sequence[int], worked_out: Sequence[int] = ()) -> Faces:
    faces = die if isinstance(die, Sequence) else (die,)
    return _faces([0 if n in worked_out else face for n, face in enumerate(faces)])
