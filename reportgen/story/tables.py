"""The tables of a report: orders of battle, combats as arithmetic, losses, strength by half-turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from reportgen.battle.events import Event
from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.board.picture import SIDE_COLOURS, Piece
from reportgen.story.lore import Lore
from reportgen.story.model import CombatRow, Force, ForceRow, Losses, LossRow, Modifier, Strength, TableWords
from reportgen.story.names import Names
from reportgen.story.timeline import Fight, Phase, Timeline
from reportgen.story.tracked import change, reductions, telling
from reportgen.story.weigh import Weighed, worth
from reportgen.story.words import article, capital, points, short_chance

RESULTS = {"none": "no effect", "back": "withdraws", "dead": "destroyed"}


def forces(scenario: Scenario, lore: Lore) -> tuple[Force, ...]:
    """Both orders of battle, equal stands on one line."""
    return tuple(_force(number, side, scenario, lore) for number, side in enumerate(scenario.sides))


def table_words(lore: Lore) -> TableWords:
    """What the ruleset's tables call things."""
    told = {name: str(word) for name, word in lore.tables.items() if isinstance(word, str)}
    return TableWords(lore.piece[0], lore.piece[1], **told)


def _force(number: int, side: SideSpec, scenario: Scenario, lore: Lore) -> Force:
    lines: dict[tuple[object, ...], list[UnitSpec]] = {}
    for unit in side.units:
        value, mounted = lore.figure("value", unit, side), bool(unit.fields.get("mounted"))
        key = (unit.name, unit.type, unit.weapon, mounted, value, lore.qualities(unit))
        lines.setdefault(key, []).append(unit)
    total = 0.0
    rows = []
    for units in lines.values():
        first = units[0]
        command = first.type in lore.command_types
        free = lore.free(first)
        cost = 0.0 if free else lore.points(first, side) * len(units)
        total += cost
        kind = lore.vocabulary.types.get(first.type)
        weapon = first.weapon or (kind.weapons[0] if kind and kind.weapons else "")
        rows.append(
            ForceRow(
                count=len(units),
                name=first.name,
                type=(kind.title if kind else first.type) + (" (mounted)" if first.fields.get("mounted") else ""),
                weapon="" if command else lore.vocabulary.weapons.get(weapon, weapon),
                value=lore.figure("value", first, side) or points(lore.points(first, side)),
                points="free" if free else points(cost),
                labels=tuple(unit.id for unit in units),
                range="" if command or first.type == "transport" else lore.figure("range", first, side),
                moves=lore.figure("moves", first, side),
                qualities=lore.qualities(first),
            )
        )
    grade = lore.vocabulary.generals.get(side.general, side.general).removesuffix(" General")
    title = f"{article(grade)} {grade} General" if grade else ""
    return Force(number, side.name, tuple(rows), points(total), len(side.units), title, side.notes, table_words(lore))


def combat_rows(
    fights: Iterable[Weighed],
    names: Names,
    lore: Lore,
    findings: Mapping[int, Sequence[str]],
    throws: Sequence[Event] = (),
) -> tuple[CombatRow, ...]:
    """The combats of a phase in order; `findings` by the combat's number in the battle. `throws`: all of the battle; of
    those that were worked out from what else was noted the combat says so."""
    guessed = [throw for throw in throws if throw.get("inferred")]
    rows = []
    for seen in fights:
        said = [*_worked_out(seen, guessed), *findings.get(seen.fight.number, ())]
        rows.append(_combat(seen, names, lore, said))
    return tuple(rows)


def _worked_out(seen: Weighed, throws: Sequence[Event]) -> Iterator[str]:
    """The dice of a combat that nobody noted and that its other figures leave no choice about."""
    event = seen.fight.event
    begun = event.n - 2 - 2 * len(event["rethrows"])  # the throws of a combat stand right before it
    pairs = ((event["attacker"], event["defender"]), (event["defender"], event["attacker"]))
    mine = [one for one in throws if begun <= one.n < event.n and (one["unit"], one["against"]) in pairs]
    said = [f"{one['unit']} {', '.join(str(one['faces'][n]) for n in one['inferred'])}" for one in mine]
    if said:
        yield f"Not noted but worked out: {', '.join(said)}"


def _combat(seen: Weighed, names: Names, lore: Lore, findings: Sequence[str]) -> CombatRow:
    event = seen.fight.event
    played = event.get("as_played") or {}
    sides = tuple(
        tuple(
            Modifier(lore.number(m["rule"]) if m["rule"] else "", m["rule"], _said(m, lore), m["amount"]) for m in side
        )
        for side in played.get("modifiers") or event["modifiers"]
    )
    dice = tuple(_dice(die) for die in event["dice"])
    totals = played.get("totals") or (event.get("noted") or {}).get("totals") or event["totals"]
    return CombatRow(
        number=seen.fight.number,
        kind=event["combat"],
        attacker=_title(seen.fight.attacker, names),
        defender=_title(seen.fight.defender, names),
        dice=(dice[0], dice[1]),
        modifiers=(sides[0], sides[1]),
        totals=(_total(totals[0], dice[0]), _total(totals[1], dice[1])) if totals else (None, None),
        rethrows=tuple((a, d) for a, d in played.get("rethrows") or event.get("rethrows") or ()),
        result=_result(seen.fight, lore),
        chance=short_chance(seen.chance) if seen.fight.effect != "none" and seen.odds else "",
        findings=tuple(findings),
    )


def _total(total: int | None, dice: int | str | None) -> int | str | None:
    return total or ("" if dice == "" else total)


def _dice(die: Any) -> int | str | None:
    if isinstance(die, Sequence):
        return ", ".join(str(face or "?") for face in die)
    return int(die) if die else None


def _said(modifier: Mapping[str, Any], lore: Lore) -> str:
    sense = lore.senses.get(modifier["rule"])
    return (sense.label or sense.tag) if sense else str(modifier["name"])


def _title(unit: str, names: Names) -> str:
    """Label and name for a table: 'SPR2 spearmen'."""
    group = names.groups[unit]
    return f"{unit} {capital(group.one if group.head else group.body)}"


def _result(fight: Fight, lore: Lore) -> str:
    turned = fight.loser == fight.attacker
    changes = [event for event in fight.changes if telling(event, lore.measure)]
    shaken = [(event["unit"], _nerve(event, lore)) for one in fight.reactions for event in one.events]
    if fight.effect == "none" and fight.withdrawal is not None:  # drawn, and one of them went back
        shaken.insert(0, (fight.withdrawal["unit"], RESULTS["back"]))
    if changes or shaken:
        said = [(event["unit"], change(event, lore)) for event in changes]
        said += [(fight.loser, RESULTS[fight.effect])] if fight.effect != "none" else []
        of: dict[str, list[str]] = {}
        for unit, what in (*said, *shaken):
            of.setdefault(unit, []).append(what)
        return "; ".join(f"{unit} {', '.join(what)}" for unit, what in of.items())
    if fight.unrecorded:
        return "not recorded"
    if fight.effect == "none":
        return RESULTS["none"]
    why = fight.loss.get("why") if fight.loss is not None else "combat"
    word = RESULTS[fight.effect]
    if why not in ("combat", None):
        word = {"blocked": "no way back: destroyed", "too far": "driven too far: destroyed"}.get(
            str(why), f"{why}: destroyed"
        )
    return f"attacker {word}" if turned else word


def _nerve(event: Event, lore: Lore) -> str:
    """What came of a test of nerve: 'pinned', 'withdraws', 'rout'."""
    if event.kind == "tracked":
        return change(event, lore)
    return RESULTS["back"] if event.kind == "withdraw" else str(event["why"])


def losses(line: Timeline, names: Names, lore: Lore) -> tuple[Losses, ...]:
    """Who was lost when and how, and who left the table."""
    values = worth(line.scenario, lore)
    reduced = reductions(line, lore)
    made = []
    for number, side in enumerate(line.scenario.sides):
        rows: list[LossRow] = []
        left: list[str] = []
        lost = 0.0
        for phase in line.phases:
            for moment in phase.moments:
                event = moment.event
                unit = event.get("unit", "")
                if names.side_of.get(unit) != side.id:
                    continue
                if event.kind == "destroyed":
                    lost += values[unit]
                    rows.append(
                        LossRow(
                            unit, _name(unit, names), points(values[unit]), phase.turn, _how(event.data, phase, names)
                        )
                    )
                elif event.kind in ("leave", "left"):
                    left.append(unit)
        for unit, (amount, turn) in sorted(reduced.items(), key=lambda it: it[1][1]):
            if names.side_of[unit] == side.id:
                lost += amount
                how = f"reduced to {points(values[unit] - amount)} of {points(values[unit])}"
                rows.append(LossRow(unit, _name(unit, names), points(amount), turn, how))
        total = sum(values[unit.id] for unit in side.units)
        free = any(lore.free(unit) and values[unit.id] for unit in side.units)
        whole = points(total) + (", the General included" if free else "")
        made.append(Losses(number, side.name, tuple(rows), points(lost), whole, tuple(left), table_words(lore)))
    return tuple(made)


def _name(unit: str, names: Names) -> str:
    group = names.groups[unit]
    return capital(group.one)


def _how(data: Mapping[str, Any], phase: Phase, names: Names) -> str:
    by, why = data.get("by", ""), data.get("why", "combat")
    fight = next((f for f in phase.fights if f.loss is not None and f.loss["unit"] == data["unit"]), None)
    said = {
        "combat": "close combat" if fight is not None and fight.close else "fire",
        "blocked": "no way back",
        "too far": "driven too far",
        "off table": "driven off the table",
        "aboard": "with what carried it",
    }.get(str(why), str(why))
    return f"{said}, by {by}" if by else said


def _present(piece: Piece, value: float, lore: Lore) -> float:
    """What a piece is worth as it stands: its strength if that is tracked, else its points."""
    return float(piece.figure) if lore.measure and piece.figure else value


def strength(line: Timeline, names: Names, lore: Lore) -> Strength:
    """Points on the table at the start and after each phase. A stand that left by an exit no longer counts."""
    values = worth(line.scenario, lore)
    first, second = line.scenario.sides
    steps = ["start"]
    counts: tuple[list[float], list[float]] = ([], [])
    marks: list[tuple[int, str]] = []

    def count(pieces: Mapping[str, Any]) -> None:
        for number in (0, 1):
            mine = [piece for piece in pieces.values() if piece.side == number]
            counts[number].append(sum(_present(piece, values[piece.id], lore) for piece in mine))

    count(line.start)
    for turn in line.turns:
        for letter, phase in zip(ascii_lowercase, turn.phases, strict=False):
            steps.append(f"{turn.number}{letter}")
            count(phase.after)
            for fight in phase.fights:
                loser = fight.loser or fight.defender
                if fight.effect == "dead" and names.groups[loser].type in lore.command_types:
                    name = (
                        capital(names.groups[loser].one)
                        if names.groups[loser].named
                        else f"{line.scenario.side(names.side_of[loser]).adjective} General"
                    )
                    marks.append((len(steps) - 1, f"{name} lost"))
    return Strength(
        steps=tuple(steps),
        points=(tuple(counts[0]), tuple(counts[1])),
        names=(first.name, second.name),
        colours=(first.colour or SIDE_COLOURS[0], second.colour or SIDE_COLOURS[1]),
        marks=tuple(marks),
        caption=_counted_in(line.scenario, lore),
        worth=table_words(lore).worth,
    )


def _counted_in(scenario: Scenario, lore: Lore) -> str:
    """Under the chart: what is counted, and that Generals are, where their armies did not pay for them."""
    values = worth(scenario, lore)
    free = [unit for side in scenario.sides for unit in side.units if lore.free(unit) and values[unit.id]]
    words = table_words(lore)
    what = capital(words.worth) if words.worth != "points" else "Points"
    generals = f", {lore.noun(free[0].type).many if len(free) > 1 else 'the General'} included" if free else ""
    return f"{what} on the table after each side’s phase{generals}."
