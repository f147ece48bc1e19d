"""How it ended: the outcome in a line, and what it had cost, who had done most, who had stood longest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reportgen.battle.events import Event, Log
from reportgen.story.lore import Lore
from reportgen.story.names import Names
from reportgen.story.pen import Pen
from reportgen.story.places import Places
from reportgen.story.timeline import Timeline
from reportgen.story.tracked import reductions
from reportgen.story.weigh import Weighed, worth
from reportgen.story.words import listed, number, points_said, points_word, times

_WHY = {"turn limit": "points", "objective": "objective", "no stands": "gone", "army morale": "broken"}
"""Why a battle ended -> the tag of its sentence; anything else was agreed."""


def lost_points(line: Timeline, names: Names, lore: Lore) -> dict[str, float]:
    """Points of its own that each side has lost."""
    values = worth(line.scenario, lore)
    lost = {side.id: 0.0 for side in line.scenario.sides}
    for phase in line.phases:
        for moment in phase.moments:
            if moment.event.kind == "destroyed":
                unit = moment.event["unit"]
                lost[names.side_of[unit]] += values[unit]
    for unit, (amount, _) in reductions(line, lore).items():
        lost[names.side_of[unit]] += amount
    return lost


def outcome(line: Timeline, names: Names, pen: Pen) -> str:
    """One line: who won and why. Empty if the log breaks off before the end."""
    end = line.end
    if end is None:
        return ""
    if end.get("text"):
        return str(end["text"])
    winner = end["winner"]
    scores: Mapping[str, float] = end.get("points") or {}
    first, second = line.scenario.sides
    if winner is None:
        tags = {"agreed"} if end["why"] == "agreed" else {"draw"}
        return f"{pen.title('outcome', tags, ws=points_word(scores.get(first.id, 0.0)))}."
    loser = second.id if winner == first.id else first.id
    why = _WHY.get(end["why"], "agreed")
    tags = {why, "won"}
    if scores != (end.get("destroyed") or scores):
        tags.add("goals")
    ws, ls = points_said(scores.get(winner, 0.0)), points_said(scores.get(loser, 0.0))
    return f"{pen.title('outcome', tags, w=names.side(winner), ws=ws, ls=ls)}."


def unfinished(log: Log) -> str:
    """The line instead of an outcome, of a log that breaks off before the end."""
    turn = max((event.turn for event in log), default=0)
    return f"Not finished: the record breaks off in turn {turn}." if turn else "Not begun."


def deciding(line: Timeline) -> Event | None:
    """The `objective` event that ended the battle: the winner's, of a goal that wins at once. None if none did."""
    end = line.end
    if end is None or end["winner"] is None or end["why"] != "objective":
        return None
    goals = {(goal.side, goal.title) for goal in line.scenario.objectives if goal.wins}
    met = [event for event in line.objectives if event["by"] == end["winner"]]
    won = [event for event in met if (event["by"], event["title"]) in goals]
    return next(iter(won or met[-1:]), None)


def quoted(title: str) -> str:
    """An objective's title as the text names it."""
    return f"‘{title.rstrip('.')}’"


def reason(line: Timeline, names: Names, lore: Lore, pen: Pen) -> str:
    """Why the winner won, where there is more to it than the outcome says; else empty."""
    end = line.end
    if end is None or end["winner"] is None or end.get("text"):
        return ""
    w, loser = end["winner"], line.scenario.other(end["winner"]).id
    slots: dict[str, Any] = {
        "w": names.side(w),
        "l": names.side(loser),
        "stand": lore.piece[0],
        "stands": lore.piece[1],
    }
    if end["why"] == "army morale":
        troops = [unit.id for unit in line.scenario.side(loser).units if not lore.leads(unit.type)]
        gone = {m.event["unit"] for p in line.phases for m in p.moments if m.event.kind == "destroyed"}
        lost = number(sum(unit in gone for unit in troops))
        adjective = line.scenario.side(loser).adjective
        apart = ", commanders not counted," if len(troops) < len(line.scenario.side(loser).units) else ","
        return pen.say("reason.broken", n=lost, m=number(len(troops)), adjective=adjective, apart=apart, **slots)
    mine = [event for event in line.objectives if event["by"] == w]
    what = listed([quoted(event["title"]) for event in mine])
    decided = deciding(line)
    if decided is not None:
        return pen.say("reason.objective", what=quoted(decided["title"]), turn=number(decided.turn), **slots)
    scores, losses = end.get("points") or {}, end.get("destroyed") or {}
    if end["why"] != "turn limit" or not scores or not losses:
        return ""
    dw, dl = losses.get(w, 0.0), losses.get(loser, 0.0)
    slots |= {"dw": points_said(dw), "dl": points_said(dl), "what": what}
    if dl > dw and what:
        return pen.say("reason.flipped", **slots)
    if scores[w] - scores[loser] <= 1:
        return pen.say("reason.narrow", **slots)
    return pen.say("reason.both", **slots) if what and dw > dl else ""


def goals(line: Timeline, names: Names, pen: Pen) -> str:
    """Which objectives were met by whom; empty if the scenario has none."""
    if not line.scenario.objectives:
        return ""
    met: dict[str, list[str]] = {side.id: [] for side in line.scenario.sides}
    for event in line.objectives:
        met.setdefault(event["by"], []).append(quoted(event["title"]))
    said = [
        pen.say(
            "goals",
            by=names.side(side),
            titles=listed(titles),
            objectives="objective" if len(titles) == 1 else "objectives",
        )
        for side, titles in met.items()
        if titles
    ]
    return " ".join(said) or pen.say("goals.none")


def ending(
    line: Timeline, fights: Sequence[Weighed], names: Names, lore: Lore, pen: Pen, swings: Sequence[float]
) -> str:
    """A paragraph. `swings`: the first side's chances over the battle, to know whether it had been close."""
    names.speak_for(
        "", [m.event["unit"] for p in line.phases for m in p.moments if m.event.kind in ("destroyed", "leave", "left")]
    )
    winner = line.end["winner"] if line.end is not None else None
    first, second = line.scenario.sides
    us, foe = (second, first) if winner == second.id else (first, second)
    values = worth(line.scenario, lore)
    lost = lost_points(line, names, lore)
    whole = {side.id: sum(values[unit.id] for unit in side.units) for side in line.scenario.sides}
    said = [
        pen.say(
            "ending", us=names.side(us.id), foe=names.side(foe.id),
            mine=_cost(lost[us.id], whole[us.id], lore), theirs=_cost(lost[foe.id], whole[foe.id], lore, lost[us.id]),
        )
    ]  # fmt: skip
    if line.end is not None:
        said.append(reason(line, names, lore, pen))
        met = {event["by"] for event in line.objectives}
        done = names.side(next(iter(met))) if len(met) == 1 else ""
        said.append(pen.maybe("verdict", _verdict(winner, us.id, lost, whole, swings) | _met(line), done=done))
    settled = line.end is not None and line.end["why"] == "objective" and len(line.objectives) == 1
    if not settled:  # that it was met is why the battle ended, and is told
        said.append(goals(line, names, pen))
    if line.end is not None:
        said.append(_powder(line, names.places, pen))
    said.append(_best(fights, line, names, lore, pen))
    said.append(_generals(line, names, lore, pen))
    said.append(_away(line, names, lore, pen))
    return " ".join(text for text in said if text)


def _cost(lost: float, whole: float, lore: Lore, before: float = 0.0) -> str:
    """`before`: what was just told of the other side, whose noun need not come twice."""
    if not lost:
        return "nothing"
    if lost >= whole - 0.01:
        return "everything"
    return points_said(lost) if min(lost, before) > 1 else lore.worth_said(lost)


def _met(line: Timeline) -> set[str]:
    """Who had met an objective, where there are any for both."""
    asked = {goal.side for goal in line.scenario.objectives}
    met = {event["by"] for event in line.objectives}
    if len(asked) < 2:
        return set()
    return {("neither-met", "one-met", "both-met")[len(met)]}


def _verdict(
    winner: str | None, us: str, lost: Mapping[str, float], whole: Mapping[str, float], curve: Sequence[float]
) -> set[str]:
    if winner is None:
        return {"draw"}
    mine = lost[us]
    other = next(value for side, value in lost.items() if side != us)
    late = curve[-max(1, len(curve) // 4) : -1] if len(curve) > 4 else []
    if late and any(0.35 < chance < 0.65 for chance in late):
        return {"close"}
    if mine >= 0.5 * whole[us]:
        return {"dear"}
    if mine <= 0.15 * whole[us] or mine * 4 <= other:
        return {"cheap"}
    return {"clear"} if other - mine >= 0.25 * whole[us] else set()


def _powder(line: Timeline, places: Places, pen: Pen) -> str:
    """Charges that were laid and not heard of again: what is prepared in the story is not left hanging."""
    laid: dict[str, int] = {}
    for phase in line.phases:
        for moment in phase.moments:
            event = moment.event
            if event.kind == "work" and event["task"] == "mine":
                laid[event["at"]] = int(event["points"])
            elif event.kind == "blown" or (event.kind == "work" and event["task"] == "blow"):
                laid.pop(event["at"], None)
    where = [places.at(places.grid.square(at), 2) for at, dice in laid.items() if dice]
    return " ".join(pen.say("powder", at=at) for at in where)


def _best(fights: Sequence[Weighed], line: Timeline, names: Names, lore: Lore, pen: Pen) -> str:
    """Who destroyed most, if it was more than one; else who was attacked most and is still there."""
    won: Counter[str] = Counter()
    stood: Counter[str] = Counter()
    for seen in fights:
        fight = seen.fight
        if fight.effect == "dead":
            won[fight.attacker if fight.loser != fight.attacker else fight.defender] += 1
        stood[fight.defender] += 1
    alive = line.last
    best = sorted(((n, unit) for unit, n in won.items() if n > 1), key=lambda it: (-it[0], it[1]))
    if best:
        n, unit = best[0]
        pieces = (
            alive
            if unit in alive
            else next((s.fight.before for s in reversed(fights) if unit in s.fight.before), alive)
        )
        stand = lore.piece[1]
        tags = {"tie"} if len(best) > 1 and best[1][0] == n else set()
        return pen.say("best", tags, best=names.unit(unit, pieces), n=number(n), stands=stand, stand=lore.piece[0])
    firm = sorted(((n, unit) for unit, n in stood.items() if n > 3 and unit in alive), key=lambda it: (-it[0], it[1]))
    if firm:
        n, unit = firm[0]
        gone = {m.event.get("unit") for p in line.phases for m in p.moments if m.event.kind in ("move", "withdraw")}
        tags = {"put"} if unit in line.start and unit not in gone else set()
        return pen.say("stubborn", tags, best=names.unit(unit, alive), n=number(n), times=times(n))
    return ""


def _generals(line: Timeline, names: Names, lore: Lore, pen: Pen) -> str:
    here: list[str] = []
    gone: list[str] = []
    left = {m.event["unit"] for p in line.phases for m in p.moments if m.event.kind in ("leave", "left")}
    for side in line.scenario.sides:
        for unit in side.units:
            if unit.type in lore.command_types and unit.id in line.start:
                (here if unit.id in line.last or unit.id in left else gone).append(unit.id)
    called = {names.groups[unit].one: names.groups[unit].many for unit in here + gone if not names.groups[unit].named}
    title, titles = next(iter(called.items())) if len(called) == 1 else ("commander", "commanders")
    if len(here) == 2 and not gone:
        return pen.say("generals", {"both"}, title=title, titles=titles)
    if len(gone) == 2 and not here:
        return pen.say("generals", {"neither"}, title=title, titles=titles)
    if len(gone) == 1:
        return pen.say("generals", g=names.unit(gone[0], line.start))
    return ""


def _away(line: Timeline, names: Names, lore: Lore, pen: Pen) -> str:
    """Stands that left by an exit."""
    counts: Counter[str] = Counter(
        names.side_of[m.event["unit"]] for p in line.phases for m in p.moments if m.event.kind in ("leave", "left")
    )
    said = []
    for side, n in counts.items():
        stands = lore.piece[0 if n == 1 else 1]
        were = "was" if n == 1 else "were"
        said.append(pen.say("away", us=names.side(side), n=number(n), stands=stands, were=were))
    return " ".join(said)
