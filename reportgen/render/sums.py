"""The arithmetic of combats as lines of text whose columns are made with spaces, for print.

A table costs WeasyPrint twice as much, and a report has a hundred such lines. In the style sheets these lines are set
without kerning and ligatures: a text is then as wide as its letters, and spaces down to a fiftieth of their size bring
what follows to its place. (Tabs would be the natural means; WeasyPrint 70 draws them a fortieth too wide.)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from markupsafe import Markup, escape

from reportgen.render.maps.faces import metrics
from reportgen.render.paper import POINTS_IN_MM, Paper
from reportgen.render.typeset import FIGURE_SPACE, NO_BREAK, figures, known, superior, typeset
from reportgen.story.model import CombatRow, Modifier

_SUM: Final = 0.295
_TOTAL: Final = 0.745
"""Where in the column the sums and the totals stand, as shares of its width; who they are of stands at its edge."""
_GAP: Final = 5.0
"""Points between a text that is too long and what follows."""
_BLANK: Final = FIGURE_SPACE * 3
_SPACES: Final = (FIGURE_SPACE, NO_BREAK, "\u2009", "\u200a")
"""From wide to narrow."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sets combats for one paper."""

    paper: Paper

    def lines(self, combat: CombatRow) -> Markup:
        """A combat as lines of text: the attacker's, the defender's, and what the audit remarked."""
        again = ", ".join(f"{a}\u2009:\u2009{d}" for a, d in combat.rethrows)
        again = f"; again {again}" if again else ""
        number = figures(combat.number, 2) + FIGURE_SPACE
        room = self.paper.column * POINTS_IN_MM - self._width(_BLANK)
        rows = [
            *self._row(number + combat.attacker, combat, 0, "", combat.result),
            *self._row(_BLANK + combat.defender, combat, 1, again, combat.chance),
            *(_BLANK + line for finding in combat.findings for line in self._broken(typeset(finding), room)),
        ]
        return escape("\n".join(rows))

    def _row(self, who: str, combat: CombatRow, side: int, more: str, result: str) -> list[str]:
        """One side's line, and more if its sum or its result is too long for one."""
        column = self.paper.column * POINTS_IN_MM
        head, start = self._to(typeset(who), 0, _SUM * column)
        added = typeset(side_sum(combat.dice[side], combat.modifiers[side]) + more)
        parts = self._broken(added, _TOTAL * column - start - _GAP)
        total = figures(combat.totals[side], 2) + FIGURE_SPACE
        results = self._broken(typeset(result), (1 - _TOTAL) * column - self._width(total))
        lines = []
        for part, ending in zip_longest(parts, results, fillvalue=""):
            line = head + self._to(part, start, _TOTAL * column)[0] + total + ending
            lines.append(line.rstrip("".join(_SPACES)))
            head, total = self._to("", 0, start)[0], _BLANK
        return lines

    def _to(self, text: str, start: float, goal: float) -> tuple[str, float]:
        """A text that begins at one place, with the spaces that bring what follows to another; and that place, which is
        a later one if the text is too long. In points."""
        end = start + self._width(text)
        goal = max(goal, end + (_GAP if text else 0))
        left = goal - end
        for space in _SPACES:
            width = self._width(space)
            count = int(left / width)
            text += space * count
            left -= count * width
        return text, goal

    def _broken(self, text: str, room: float) -> list[str]:
        """A text in lines that fit, broken at its spaces."""
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


def side_sum(die: int | str | None, modifiers: tuple[Modifier, ...]) -> str:
    """What one side threw and added: `9 +2 value +3 Command`, each modifier with the number of its rule above."""
    parts = [known(die)]
    for modifier in modifiers:
        sign = "+" if modifier.amount >= 0 else "\u2212"
        name = modifier.name.replace(" ", NO_BREAK)
        parts.append(f"{sign}{abs(modifier.amount)}{NO_BREAK}{name}{superior(modifier.rule)}")
    return " ".join(parts)
