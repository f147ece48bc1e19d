"""The options that commands share, and the kinds of values that they take."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource


class AnyPath(click.Path):
    """A file or folder. Whether it can be read is found out, and told, where it is read; but it must have a name."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and not value.strip():
            self.fail("it has no name.", param, ctx)
        return super().convert(value, param, ctx)


ANY_PATH: AnyPath = AnyPath()

ALIKE = 0.75
"""Share of its letters that an option has in common with one that is suggested instead."""
MOST_SEED_DIGITS = 15
"""A longer row of digits is no number to a battle file."""

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class Command(click.Command):
    """A command that suggests only options much like the one that there is not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as wrong:
            name = wrong.option_name
            alike = [one for one in wrong.possibilities or () if SequenceMatcher(None, name, one).ratio() >= ALIKE]
            raise click.NoSuchOption(name, wrong.message, alike, wrong.ctx) from None


class PipeClosed(Exception):
    """Whoever read our output has gone away."""


class Commands(click.Group):
    """A group that lets us, not click, say what follows when the reader of our output goes away."""

    command_class = Command

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        try:
            return super().make_context(*words, **more)  # says its help here
        except BrokenPipeError:
            raise PipeClosed from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise PipeClosed from None
        return done


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


def options(*them: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    """Several options as one decorator, shown in the order given."""

    def add(command: Decorated) -> Decorated:
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

PRINTING = ("fold", "flip", "creep", "fold_marks", "staples", "bleed", "marks", "grey", "printer_test")
"""The options of `printing`, by the names of their values."""
_FOR_FOLDED = ("flip", "creep", "fold_marks", "staples")
_FOR_ALL = ("grey",)


def fitting(how: Mapping[str, Any]) -> None:
    """Raises a usage error for options of printing that the command has been given and that would do nothing."""
    context = click.get_current_context()
    given = [name for name in PRINTING if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    for name in given:
        option = f"--{name.replace('_', '-')}"
        if "pdf" not in how.get("to", ("pdf",)) and name not in _FOR_ALL:
            raise click.UsageError(f"{option} is for a PDF; add pdf to --to.", context)
        tried = name == "flip" and how["printer_test"]
        if name in _FOR_FOLDED and not how["fold"] and not tried:
            raise click.UsageError(f"{option} is for folded sheets; add --fold, as in --fold a4.", context)
