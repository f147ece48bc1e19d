"""The arithmetic of combats as lines of text whose columns are made with tabs, for print.

A table costs WeasyPrint twice as much, and a report has a hundred such lines. Tab stops lie about a sixteenth of the
column apart: who stands at the left edge, what was thrown and added at the fifth, total and result at the twelfth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from reportgen.render.maps.faces import metrics
from reportgen.render.paper import Paper
from reportgen.render.typeset import FIGURE_SPACE, NO_BREAK, figures, known, superior, typeset
from reportgen.story.model import CombatRow, Modifier

_SUM: Final = 5
_TOTAL: Final = 12
_CLEAR: Final = 2.0
"""Points: a text that ends nearer to a stop than this, where kerning might decide, is made longer by a space."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sets combats for one paper."""

    paper: Paper

    def lines(self, combat: CombatRow) -> Markup:
        """A combat as lines of text with tabs: the attacker's, the defender's, and what the audit remarked."""
        blank = FIGURE_SPACE * 2
        again = ", ".join(f"{a}\u2009:\u2009{d}" for a, d in combat.rethrows)
        again = f"; again {again}" if again else ""
        rows = [
            *self._row(f"{figures(combat.number, 2)}\u2002{combat.attacker}", combat, 0, "", combat.result),
            *self._row(f"{blank}\u2002{combat.defender}", combat, 1, again, combat.chance),
            *(f"{blank}\u2002{finding}" for finding in combat.findings),
        ]
        return escape(typeset("\n".join(rows)))

    def _row(self, who: str, combat: CombatRow, side: int, more: str, result: str) -> list[str]:
        """One side's line, and more if its sum is too long for one."""
        stop = self.paper.sums_stop * 72 / 96
        room = (_TOTAL - _SUM) * stop - _CLEAR
        parts = self._broken(side_sum(combat.dice[side], combat.modifiers[side]) + more, room)
        first = self._to(who, 0, _SUM, stop)
        total = f"{figures(combat.totals[side], 2)}\u2002{result}".rstrip()
        lines = [first + self._to(parts[0], _SUM, _TOTAL, stop) + total]
        return lines + ["\t" * _SUM + part for part in parts[1:]]

    def _to(self, text: str, start: int, goal: int, stop: float) -> str:
        """A text that begins at one stop, with the tabs that bring what follows to another; at least one."""
        run = self._width(text)
        while 0 < -run % stop < _CLEAR or 0 < run % stop < _CLEAR:
            text += NO_BREAK
            run = self._width(text)
        reached = start + int(run / stop)
        return text + "\t" * max(goal - reached, 1)

    def _broken(self, text: str, room: float) -> list[str]:
        """A sum in lines that fit, broken at its spaces."""
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._width(longer) > room:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _width(self, text: str) -> float:
        return metrics("plain").width(text, self.paper.sums_size)


def side_sum(die: int | None, modifiers: tuple[Modifier, ...]) -> str:
    """What one side threw and added: `9 +2 value +3 Command`, each modifier with the number of its rule above."""
    parts = [known(die)]
    for modifier in modifiers:
        sign = "+" if modifier.amount >= 0 else "\u2212"
        name = modifier.name.replace(" ", NO_BREAK)
        parts.append(f"{sign}{abs(modifier.amount)}{NO_BREAK}{name}{superior(modifier.rule)}")
    return " ".join(parts)
