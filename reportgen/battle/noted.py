"""The dice that an action notes: handed out as the rules ask for them, and worked out where they are forced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from reportgen.battle import inference
from reportgen.battle.inference import PARTIES
from reportgen.battle.orders import Action, Declared, Faces, Throw
from reportgen.battle.vocabulary import Vocabulary

Told = tuple[str, str]
"""The code of a finding and what it says."""


@dataclass(slots=True)
class NotedDice:
    """The dice of the action in hand. `missing`: for whom there was none; `short`: of whose dice only some are there;
    `faults`: what cannot have been thrown."""

    action: Action | None = None
    missing: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    surplus: bool = False
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    spent: set[int] = field(default_factory=set)
    """Numbers of the action's throws for purposes of their own that have been asked for."""

    def begin(self, action: Action | None) -> None:
        """The next action, or none."""
        if self.action is not None:
            self.surplus = False
            self.asked.clear()
            self.spent.clear()
            self.missing.clear()
            self.short.clear()
            self.faults.clear()
        self.action = action

    def of_contest(self, throw: Throw, words: Vocabulary) -> Faces:
        """Dice of a combat, of one thrown again, or of a dilemma: one group for each party (or option), in the order in
        which they are asked for. Those that must have been thrown are said so in the throw."""
        action = self.action
        if action is None:
            return ()
        declared = action.declared
        if throw.purpose == "dilemma":
            group = action.order.text.index(throw.unit) if throw.unit in action.order.text else 0
            again = self.asked["dilemma", throw.unit]
            self.asked["dilemma", throw.unit] += 1
        else:
            group = 0 if throw.unit == action.order.unit else 1
            again = self.asked[throw.purpose, throw.unit] + (throw.purpose == "rethrow")
            self.asked[throw.purpose, throw.unit] += 1
        there = group < len(declared.dice) if again == 0 else again <= len(declared.rethrows)
        faces: Faces = ()
        if there:
            faces = declared.dice[group] if again == 0 else declared.rethrows[again - 1][group : group + 1]
            self.surplus |= again == 0 and len(faces) > throw.count
        if throw.reckon is not None and (len(faces) < throw.count or None in faces):
            found = inference.infer(throw.reckon(), throw.sides, _noted(declared, again, words), group)
            throw.inferred = found.worked_out
            if found.fault:
                self.faults.append(f"{throw.unit}: {found.fault}")
                return faces
            if found.settled:
                return found.faces
        who = throw.unit if throw.purpose != "dilemma" else f"'{throw.unit}'"
        if not there:
            self.missing.append(f"{who} again" if again else who)
        elif faces and len(faces) < throw.count:
            self.short.append(too_few(who, len(faces), throw.count))
        return faces

    def apart(self, throw: Throw) -> Faces | None:
        """Dice for a purpose of their own; None if the action has none (any more)."""
        nth = self.asked[throw.purpose, throw.unit]
        self.asked[throw.purpose, throw.unit] += 1
        if self.action is None:
            return None
        throws = self.action.declared.throws
        fitting = [n for n, t in enumerate(throws) if t.purpose == throw.purpose and t.unit in ("", throw.unit)]
        if nth >= len(fitting):
            return None
        self.spent.add(fitting[nth])
        return throws[fitting[nth]].faces

    def findings(self, words: Vocabulary, *, insisted: bool, resume: bool) -> Iterator[Told]:
        """Whether the dice were too many or too few, or cannot be. `resume`: what is missing will be asked for."""
        if self.action is None:
            return
        declared = self.action.declared
        if self.missing and not resume:
            yield "dice-missing", f"no die is noted for {' and '.join(self.missing)}"
        for fault in self.faults:
            yield "impossible-die", fault
        asked = sum(1 for purpose, _ in self.asked if purpose in ("combat", "dilemma"))
        if words.as_recorded:
            asked = len(declared.dice)
            yield from _too_high(declared, words.die)
        if insisted:
            return
        if not resume:
            yield from (("dice-missing", said) for said in self.short)
        if self.surplus or any(declared.dice[asked:]):
            yield "dice-surplus", "more dice are noted than the rules ask for"
        if not words.as_recorded and self._needless(declared):
            yield "dice-surplus", "a further throw is noted, though no tie called for it"
        if words.as_recorded or declared.result or declared.totals != (None, None):
            return  # as it was played there may have been more to throw for
        for number, thrown in enumerate(declared.throws):
            if number not in self.spent:
                said = " ".join(filter(None, [thrown.purpose, thrown.unit]))
                yield "dice-surplus", f"the rules ask for no such throw here: '{said}'"

    def _needless(self, declared: Declared) -> bool:
        """Whether throws after a tie are noted that nobody asked for. Of a combat without a tie the audit tells, which
        knows the totals; where a die is unknown there may have been a tie."""
        times = {purpose: asked for (purpose, _), asked in self.asked.items()}
        again = times["dilemma"] - 1 if "dilemma" in times else times.get("rethrow")
        if again is None or len(declared.rethrows) <= again:
            return False
        last = declared.dice if again == 0 else declared.rethrows[again - 1 : again]
        return not any(None in faces for faces in last)


def too_few(who: str, noted: int, asked: int) -> str:
    """The finding that only some of somebody's dice are noted."""
    return f"only {noted} of {asked} dice {'is' if noted == 1 else 'are'} noted for {who}"


def fitting(action: Action, throw: Throw) -> Faces | None:
    """The dice that a line notes for this purpose and thrower; None if it has none."""
    whose = ("", throw.unit, throw.side)
    return next((t.faces for t in action.declared.throws if t.purpose == throw.purpose and t.unit in whose), None)


def miscounted(throw: Throw, faces: Faces) -> Told | None:
    """What is wrong with how many dice are noted for a purpose of their own."""
    who = f"{throw.unit or throw.side} ({throw.purpose})"
    if len(faces) < throw.count:
        return "dice-missing", too_few(who, len(faces), throw.count)
    if len(faces) > throw.count:
        return "dice-surplus", f"{len(faces)} dice are noted for {who}; the rules ask for {throw.count}"
    return None


def by_sums(declared: Declared, sides: int) -> tuple[tuple[inference.Inferred, ...], tuple[str, ...]]:
    """The dice of both parties where nobody knows more of the rules than that dice and what was added make the total;
    and what cannot be, the attacker's first. What was added must be noted, or nothing is worked out."""
    added = declared.modifiers
    groups = tuple(declared.dice[n] if n < len(declared.dice) else () for n in (0, 1))
    totals = [None if said is None else total for said, total in zip(added, declared.totals, strict=True)]
    noted = inference.Said((groups[0], groups[1]), (totals[0], totals[1]))
    reckoning = inference.of_sums(declared.dice, added, sides)
    found = tuple(inference.infer(reckoning, sides, noted, n) for n in (0, 1))
    return found, tuple(f"the {PARTIES[n]}: {one.fault}" for n, one in enumerate(found) if one.fault)


def _noted(declared: Declared, again: int, words: Vocabulary) -> inference.Said:
    """What an action declares of its first throw (0) or of one after a tie."""
    outcome = inference.DRAW if again < len(declared.rethrows) else _outcome(declared, words)
    if again:
        pair = declared.rethrows[again - 1] if again <= len(declared.rethrows) else ()
        return inference.Said((pair[:1], pair[1:2]), outcome=outcome)
    groups = [declared.dice[n] if n < len(declared.dice) else () for n in (0, 1)]
    return inference.Said((groups[0], groups[1]), declared.totals, outcome)


def _outcome(declared: Declared, words: Vocabulary) -> inference.Outcome | None:
    """The result that an action declares, in the log's word."""
    if not declared.result:
        return None
    said = {spoken: word for word, spoken in words.results.items()}
    word = said.get(declared.result, declared.result)
    return word, "" if word == "ineffective" else declared.loser or "defender"


def _too_high(declared: Declared, sides: int) -> Iterator[Told]:
    """Dice that nobody asks for are looked at all the same."""
    noted = (*declared.dice, *declared.rethrows, *(one.faces for one in declared.throws))
    for face in dict.fromkeys(face for faces in noted for face in faces):
        if face and face > sides:
            yield "impossible-die", f"a die of {sides} sides cannot show {face}"
    for fault in by_sums(declared, sides)[1]:
        yield "impossible-die", fault
