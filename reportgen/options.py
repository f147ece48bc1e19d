"""The options that commands share, and the kinds of values that they take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

ANY_PATH: click.Path = click.Path(path_type=Path, readable=False)
"""Whether a file can be read is found out, and told, where it is read."""

MOST_SEED_DIGITS = 15
"""A longer row of digits is no number to a battle file."""

Command = TypeVar("Command", bound=Callable[..., Any])


class Several(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A list of words with commas between: `pdf,html`. Each word once, in the order given."""

    name = "list"

    def __init__(self, *words: str) -> None:
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return ",".join(self.words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        words = [word.strip() for word in str(value).split(",")]
        for word in words:
            if word not in self.words:
                self.fail(f"'{word}' is none of {', '.join(self.words)}.", param, ctx)
        return tuple(dict.fromkeys(words))


class Seed(click.ParamType):  # type: ignore[type-arg]
    """The seed of the dice: a whole number from 0."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value).strip()
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_SEED_DIGITS):
            hint = f"it is a whole number from 0, of up to {MOST_SEED_DIGITS} digits"
            self.fail(f"'{value}' is no seed; {hint}, such as 1897.", param, ctx)
        return int(text)


class Length(click.ParamType):  # type: ignore[type-arg]
    """A length in millimetres: `3mm`, `0.3cm` or plain `3`."""

    name = "length"

    def __init__(self, most: float) -> None:
        self.most = most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "MM"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip().lower()
        number, factor = (text[:-2], 10.0) if text.endswith("cm") else (text.removesuffix("mm"), 1.0)
        try:
            length = float(number) * factor
        except ValueError:
            self.fail(f"'{value}' is no length; write it as 3mm.", param, ctx)
        if not 0 <= length <= self.most:
            self.fail(f"{value} is too much or too little; it may be 0mm to {self.most:g}mm.", param, ctx)
        return length


def options(*them: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, shown in the order given."""

    def add(command: Command) -> Command:
        for option in reversed(them):
            command = option(command)
        return command

    return add


quietly = click.option("--quiet", is_flag=True, help="Print nothing but problems.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print what a program can read.")
out_dir = click.option(
    "-o",
    "out",
    type=ANY_PATH,
    default=Path("output"),
    metavar="DIR",
    help="Folder for what is made.  [output]",
)
printing = options(
    click.option("--fold", type=Several("a4", "letter", "zine", "zine-letter"), default=(), help="Sheets to fold."),
    click.option(
        "--flip",
        type=click.Choice(["short", "long", "two-pass", "two-pass-reversed"]),
        default="short",
        help="How the backs of sheets are printed: see --printer-test.  [short]",
    ),
    click.option("--creep", type=Length(1), default=0.0, help="Thickness of a sheet: inner pages move to the fold."),
    click.option("--fold-marks", is_flag=True, help="Dashes where the sheets are folded."),
    click.option("--staples", is_flag=True, help="Strokes where they are stapled."),
    click.option(
        "--bleed", type=Length(20), default=0.0, help="For the print shop: what reaches over the edge, as 3mm."
    ),
    click.option("--marks", is_flag=True, help="For the print shop: crop marks."),
    click.option("--grey", is_flag=True, help="No colours."),
    click.option("--printer-test", is_flag=True, help="A sheet, too, that shows which --flip your printer needs."),
)
ink = click.option(
    "--ink", type=click.Choice(["colour", "grey", "saving"]), default="colour", help="Inks of the maps.  [colour]"
)
templates = click.option("--templates", type=ANY_PATH, metavar="DIR", help="Folder of your own page templates.")
document = options(
    out_dir,
    click.option("--to", type=Several("pdf", "html", "md"), default="pdf", help="Kinds of report.  [pdf]"),
    click.option("--detail", type=Several("brief", "full"), default="full", help="How much of it.  [full]"),
    click.option("--paper", type=Several("a5", "a4", "letter"), default="a5", help="Sizes of page.  [a5]"),
    ink,
    templates,
    printing,
    quietly,
    as_json,
)
