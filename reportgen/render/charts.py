"""The chart of both sides' strength by turn, drawn with the pens of the maps and put out in the same three ways.

The first side's line is solid with full dots, the second's dashed with open ones: they are told apart without colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reportgen.render.maps.display import Drawing, Painter, Style, Text
from reportgen.render.maps.faces import metrics, printable
from reportgen.render.maps.palette import INKS, Ink, side_colour
from reportgen.story.model import Strength

_LABEL: Final = 7.4
_NUMBER: Final = 6.8
_EVENT: Final = 7.6
"""Sizes of letters in points."""


def strength_chart(strength: Strength, width: float, ink: Ink = "colour") -> Drawing:
    """The chart, `width` points wide and a little under half as high."""
    return _Chart(strength, width, ink).drawing()


class _Chart:
    def __init__(self, strength: Strength, width: float, ink: Ink) -> None:
        self.strength = strength
        self.palette = INKS[ink]
        self.colours = [side_colour(colour, n, ink) for n, colour in enumerate(strength.colours)]
        self.painter = Painter()
        self.width = width
        self.height = 0.42 * width
        names = max(metrics("plain").width(printable("plain", name), _LABEL) for name in strength.names)
        self.left, self.right = 20.0, width - max(names, 30.0) - 10
        self.bottom = 20.0
        self.top = self.height - 10 - (len(self._rows_of_events()) * (_EVENT + 2))
        self.most = _round_up(max((max(side, default=0.0) for side in strength.points), default=0.0))

    def drawing(self) -> Drawing:
        self._scales()
        self._events()
        for side in (1, 0):
            self._line(side)
        self._names()
        return Drawing((0.0, 0.0, self.width, self.height), (self.painter.layer(""),), "Strength by turn", self.words())

    def words(self) -> str:
        """The chart for those who hear it: strength at the start and at the end."""
        parts = [
            f"{name}: from {_figure(points[0])} to {_figure(points[-1])} {self.strength.worth}"
            for name, points in zip(self.strength.names, self.strength.points, strict=True)
            if points
        ]
        return "; ".join(parts) + "."

    def x(self, step: float) -> float:
        return self.left + step * (self.right - self.left) / max(len(self.strength.steps) - 1, 1)

    def y(self, points: float) -> float:
        return self.bottom + points * (self.top - self.bottom) / self.most

    def _write(self, at: complex, text: str, size: float, colour: str, anchor: float, italic: bool = False) -> None:
        face: Final = "italic" if italic else "plain"
        text = printable(face, text)
        run = metrics(face).width(text, size)
        self.painter.text(Text(at.real - anchor * run, at.imag, text, size, face, colour, run))

    def _scales(self) -> None:
        grey = self.palette.rock_shade
        rule = self.painter.pen(Style(stroke=self.palette.grid, width=0.4))
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, self.most) if self.most / s <= 5)
        value = 0.0
        while value <= self.most:
            if value:
                rule.line((complex(self.left, self.y(value)), complex(self.right, self.y(value))))
            self._write(complex(self.left - 4, self.y(value) - 2.3), _figure(value), _NUMBER, grey, 1)
            value += step
        axis = self.painter.pen(Style(stroke=self.palette.ink, width=0.6))
        axis.line((complex(self.left, self.bottom), complex(self.right, self.bottom)))
        for turn, first, last in _turns(self.strength.steps):
            self._write(complex(self.x((first + last) / 2), self.bottom - 10), turn, _NUMBER, grey, 0.5)
            axis.line((complex(self.x(last), self.bottom), complex(self.x(last), self.bottom - 3)))
        self._write(complex(self.left - 4, self.bottom - 10), "turn", _NUMBER, grey, 1, italic=True)

    def _line(self, side: int) -> None:
        points = self.strength.points[side]
        if not points:
            return
        path = [complex(self.x(0), self.y(points[0]))]
        corners = []
        for n, value in enumerate(points[1:], 1):
            if value != points[n - 1]:
                path += [complex(self.x(n), self.y(points[n - 1])), complex(self.x(n), self.y(value))]
                corners.append(path[-1])
        path.append(complex(self.x(len(points) - 1), self.y(points[-1])))
        colour = self.colours[side]
        self.painter.stage()
        pen = Style(stroke=colour, width=1.5) if side == 0 else Style(stroke=colour, width=1.2, dash=(3.2, 1.8))
        self.painter.pen(pen).line(path)
        dots = self.painter.pen(
            Style(fill=colour) if side == 0 else Style(fill=self.palette.block or "#ffffff", stroke=colour, width=0.8)
        )
        for at in (path[0], *corners, path[-1]):
            dots.circle(at, 1.9)

    def _names(self) -> None:
        """At the right end of each line its side and what it has left, kept apart if the lines end together."""
        ends = [(self.y(points[-1]) if points else self.bottom) - 2.5 for points in self.strength.points]
        apart = 2 * _LABEL + 3
        if abs(ends[0] - ends[1]) < apart:
            middle = sum(ends) / 2
            upper = 0 if ends[0] >= ends[1] else 1
            middle = max(middle, self.bottom + apart / 2 + _LABEL)
            ends[upper], ends[1 - upper] = middle + apart / 2, middle - apart / 2
        for side, name in enumerate(self.strength.names):
            at = complex(self.right + 6, ends[side])
            self._write(at + _LABEL * 0.5j, name, _LABEL, self.colours[side], 0)
            if self.strength.points[side]:
                left = f"{_figure(self.strength.points[side][-1])} {self.strength.worth}"
                self._write(at - _LABEL * 0.6j, left, _NUMBER, self.palette.rock_shade, 0, italic=True)

    def _rows_of_events(self) -> list[float]:
        """How many lines the events need above the chart: the right end of the last text in each."""
        rows: list[float] = []
        for step, text in self.strength.marks:
            self._row_for(rows, *self._span(step, text))
        return rows

    def _span(self, step: int, text: str) -> tuple[float, float]:
        run = metrics("italic").width(printable("italic", text), _EVENT)
        start = min(max(self.x(step) - run / 2, self.left), self.width - run)
        return start, start + run

    @staticmethod
    def _row_for(rows: list[float], start: float, end: float) -> int:
        for n, taken in enumerate(rows):
            if taken + 5 < start:
                rows[n] = end
                return n
        rows.append(end)
        return len(rows) - 1

    def _events(self) -> None:
        rows: list[float] = []
        hair = self.painter.pen(Style(stroke=self.palette.rock_shade, width=0.4, dash=(1, 1.4)))
        for step, text in self.strength.marks:
            start, end = self._span(step, text)
            base = self.top + 6 + self._row_for(rows, start, end) * (_EVENT + 2)
            self._write(complex(start, base), text, _EVENT, self.palette.ink, 0, italic=True)
            hair.line((complex(self.x(step), self.bottom), complex(self.x(step), base - 2)))


def _turns(steps: Sequence[str]) -> list[tuple[str, int, int]]:
    """(turn, first step, last step) of each turn; the steps are `start`, `1a`, `1b`, `2a` ..."""
    turns: dict[str, tuple[int, int]] = {}
    for n, step in enumerate(steps):
        match = re.match(r"\d+", step)
        if match:
            first = turns.get(match[0], (n - 1, n))[0]
            turns[match[0]] = (max(first, 0), n)
    return [(turn, *span) for turn, span in turns.items()]


def _round_up(value: float) -> float:
    return float(max(5, -(-int(value + 0.999) // 5) * 5))


def _figure(value: float) -> str:
    return f"{value:g}".replace(".5", "½").removeprefix("0½") or "½"
