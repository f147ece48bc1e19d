"""The arithmetic of combats as lines of text whose columns are made with spaces, for print.

A table costs WeasyPrint twice as much, and a report has a hundred such lines. In the style sheets these lines are set
without kerning and ligatures: a text is then as wide as its letters, and spaces down to a fiftieth of their size bring
what follows to its place. (Tabs would be the natural means; WeasyPrint 70 draws them a fortieth too wide.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from markupsafe import Markup, escape

from reportgen.render.maps.faces import metrics
from reportgen.render.paper import POINTS_IN_MM, Paper
from reportgen.render.typeset import FIGURE_SPACE, NO_BREAK, figures, known, superior, typeset
from reportgen.story.model import CombatRow, Modifier

_SUM: Final = 0.295
_LEAST_SUM: Final = 0.2
_TOTAL: Final = 0.745
_LEAST_TOTAL: Final = 0.36
"""Where in the column the sums and the totals stand, as shares of its width; who they are of stands at its edge. Where
the names or the sums of a report are short, what follows them stands further left, down to the least of these."""
_ON_ONE_LINE: Final = 0.95
"""The share of the names, sums and results that must then find room on one line."""
_A_LITTLE: Final = 0.05
"""The share of the column that totals may go further to the right for the longest sums: one that goes on below parts
its combat's two sides, but for a few that are much longer all totals would stand far from their sums."""
_GAP: Final = 5.0
"""Points between a text that is too long and what follows."""
_BLANK: Final = FIGURE_SPACE * 4
_INDENT: Final = FIGURE_SPACE * 3
_HANG: Final = FIGURE_SPACE * 2
_SPACES: Final = (FIGURE_SPACE, NO_BREAK, "\u2009", "\u200a")
"""From wide to narrow."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sets combats for one paper. `sum` and `total`: where the sums and the totals stand, as shares of the column."""

    paper: Paper
    total: float = _TOTAL
    sum: float = _SUM

    @classmethod
    def of(cls, paper: Paper, combats: Iterable[CombatRow]) -> Sums:
        """For the combats of one report: names take what they need, then sums, and results have what is left."""
        combats = list(combats)
        usual = cls(paper)
        column = usual._column

        def share(texts: Iterable[str], more: float = 0.0) -> float:
            """What nearly all of the texts need, or up to so much more if that is enough for others."""
            widths = sorted(usual._width(typeset(text)) / column for text in texts)
            if not widths:
                return 0
            usually = widths[int(_ON_ONE_LINE * len(widths))]
            return max(width for width in widths if width <= usually + more)

        names = share(name for combat in combats for name in usual._names(combat))
        start = min(_SUM, max(_LEAST_SUM, names + 2 * _GAP / column))
        added = [text for combat in combats for text in usual._added(combat)]
        results = share(combat.result for combat in combats)
        most = max(
            min(_TOTAL, start + share(added) + (_GAP + 1) / column), 1 - results - (usual._width(_BLANK) + 1) / column
        )
        return cls(paper, min(most, max(_LEAST_TOTAL, start + share(added, _A_LITTLE) + (_GAP + 1) / column)), start)

    def lines(self, combat: CombatRow) -> Markup:
        """A combat as lines of text: the attacker's, the defender's, and what the audit remarked. A result that is too
        long for one line goes on beside the defender."""
        first, second = (
            self._side(name, added, combat.totals[side])
            for side, (name, added) in enumerate(zip(self._names(combat), self._added(combat), strict=True))
        )
        blank = self._to("", 0, self.total * self._column)[0] + _BLANK
        room = (1 - self.total) * self._column - self._width(_BLANK)
        results = self._broken(typeset(combat.result), room, "; ")
        results += [""] * (len(first) - len(results) if combat.chance else 0)
        results += self._broken(typeset(combat.chance), room) if combat.chance else []
        rows = [
            ((line or blank) + ending).rstrip("".join(_SPACES))
            for line, ending in zip_longest(first + second, results, fillvalue="")
        ]
        room = self._column - self._width(_BLANK)
        rows += [_BLANK + line for finding in combat.findings for line in self._broken(typeset(finding), room)]
        return escape("\n".join(rows))

    @property
    def _column(self) -> float:
        return self.paper.column * POINTS_IN_MM

    def _names(self, combat: CombatRow) -> tuple[str, str]:
        return figures(combat.number, 2) + FIGURE_SPACE + combat.attacker, _INDENT + combat.defender

    def _added(self, combat: CombatRow) -> tuple[str, str]:
        """What each side threw and added."""
        again = ", ".join(f"{a}\u2009:\u2009{d}" for a, d in combat.rethrows)
        first, second = map(side_sum, combat.dice, combat.modifiers)
        return first, second + (f"; again {again}" if again else "")

    def _side(self, name: str, added: str, total: int | str | None) -> list[str]:
        """One side's lines up to where the result begins: one, or more if its sum is too long."""
        head, start = self._to(typeset(name), 0, self.sum * self._column)
        goal = self.total * self._column
        lines = []
        shown = figures(total, 2) + FIGURE_SPACE * 2
        room = goal - start - _GAP
        parts = self._broken(typeset(added), room)
        if len(parts) > 1:
            first, *others = self._broken(typeset(added), room - self._width(_HANG))
            parts = [first, *(_HANG + part for part in others)]
        for part in parts:
            lines.append(head + self._to(part, start, goal)[0] + shown)
            head, shown = self._to("", 0, start)[0], _BLANK
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

    def _broken(self, text: str, room: float, at: str = " ") -> list[str]:
        """A text in lines that fit, broken at its spaces, or only at other marks as long as what is between fits."""
        lines = [""]
        for word in text.split(at):
            longer = f"{lines[-1]}{at}{word}" if lines[-1] else word
            if self._width(longer) <= room:
                lines[-1] = longer
                continue
            if lines[-1]:
                lines[-1] += at.rstrip()
                lines.append("")
            if at == " " or self._width(word) <= room:
                lines[-1] = word
            else:
                lines[-1:] = self._broken(word, room)
        return lines

    def _width(self, text: str) -> float:
        return metrics("plain").width(text, self.paper.sums_size)


def side_sum(die: int | str | None, modifiers: tuple[Modifier, ...]) -> str:
    """What one side threw and added: `9 +2 value +3 Command`, each modifier with the number of its rule above."""
    parts = [known(die)] if die != "" else []
    for modifier in modifiers:
        sign = "+" if modifier.amount >= 0 else "\u2212"
        name = modifier.name.replace(" ", NO_BREAK)
        parts.append(f"{sign}{abs(modifier.amount)}{NO_BREAK}{name}{superior(modifier.rule)}")
    return " ".join(parts)
