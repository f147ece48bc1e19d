"""The command line: each command parses its words, calls one function of `reportgen.api`, and says what was made.

Nothing heavy is imported before a command runs, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import click

from reportgen import __version__
from reportgen.options import (
    ANY_PATH,
    PRINTING,
    Commands,
    PipeClosed,
    Seed,
    Several,
    as_json,
    document,
    fitting,
    ink,
    out_dir,
    printing,
    quietly,
    templates,
)
from reportgen.problems import NOWHERE, Place, Problem, ProblemsFound, Stopped

if TYPE_CHECKING:
    from reportgen import api

PROBLEMS, FAULT, STOPPED, PIPE_CLOSED = 1, 70, 130, 141
"""Exit codes besides 0 (done) and 2 (usage, which click sets): docs/decisions/command-line.md."""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def commands() -> None:
    """Fights tabletop battles from plain YAML files, and prints their reports.

    \b
    A battle by the computer, and its report as a PDF:
      reportgen run scenarios/eastern-sudan/scenario.yaml --seed 1897
    """


@commands.command()
@click.argument("scenario")
@click.option("--seed", type=Seed(), metavar="N", help="Seed of the dice; drawn and printed if not given.")
@click.option("--force", is_flag=True, help="Write over a battle file that was taken down by hand.")
@document
def run(scenario: str, seed: int | None, force: bool, **how: Any) -> int:
    """The computer fights a battle, both sides of it.

    SCENARIO is a scenario file, its folder, or the name of one that ships. Writes the battle file and its report.

    \b
    Example:
      reportgen run scenarios/eastern-sudan/scenario.yaml --seed 1897 --to pdf,html
      reportgen run greys-hill/hexes
    """
    from reportgen import api

    with _status(how) as status:
        made = api.run(scenario, _documents(how), seed=seed, force=force, progress=status)
    return _made(made, how)


@commands.command()
@click.argument("scenario")
@click.argument("battle", type=ANY_PATH)
def record(scenario: str, battle: Path) -> None:
    """Takes a battle on the table down, throw by throw.

    SCENARIO is a scenario file, its folder, or the name of one that ships. BATTLE is the battle file; if it is there
    already, the battle is taken up where it was left. Asks only for what the rules need, works every sum out at once
    and says why. Every line is on the disk before the next is asked for.

    \b
    Example:
      reportgen record eastern-sudan tuesday.battle.yaml
    """
    from reportgen import api, terminal
    from reportgen.record import console

    if sys.stdin is None:
        raise ProblemsFound((Problem(NOWHERE, "no-input", "there is no input to take lines from"),))
    recording = api.record(scenario, battle)
    terminal.show_problems(recording.problems)
    console.talk(recording.session)


@commands.command()
@click.argument("battle", type=ANY_PATH)
@click.option(
    "--audit",
    type=click.Choice(["none", "appendix", "margin"]),
    default="none",
    help="Print what the rules find fault with: beside the arithmetic of every combat, or at the turn.  [none]",
)
@click.option("--draft", is_flag=True, help="Go on without photographs that are missing or broken.")
@document
def report(battle: Path, **how: Any) -> int:
    """The report of a battle, run or recorded.

    BATTLE is a battle file. What it records is played again on the rules; where the record and the rules differ, the
    report says so.

    \b
    Example:
      reportgen report output/eastern-sudan.battle.yaml --detail brief --paper a4
      reportgen report scenarios/eastern-sudan/playtest-1.battle.yaml --audit appendix
    """
    from reportgen import api

    with _status(how) as status:
        made = api.report(battle, _documents(how), progress=status)
    return _made(made, how)


@commands.command()
@click.argument("files", nargs=-1, required=True, type=ANY_PATH)
@click.option("--strict", is_flag=True, help="Findings of an audit, too, end with exit code 1.")
@quietly
@as_json
def check(files: tuple[Path, ...], strict: bool, quiet: bool, as_json: bool) -> int:
    """Problems in files of any kind, all at once.

    A folder stands for the scenario or the rules in it, a name for a scenario or rules that ship.

    A battle is audited too: what was written down is compared with what the rules say, and every difference is a
    finding.

    \b
    Example:
      reportgen check scenarios/eastern-sudan/scenario.yaml
    """
    from reportgen import api, terminal

    checked = api.check(files)
    if as_json:
        _print_json(api.as_data(checked.problems))
    else:
        terminal.show_problems(checked.problems, to_stderr=False)
        if not quiet:
            click.echo(checked.summary)
    return PROBLEMS if checked.failed(strict) else 0


@commands.command()
@click.argument("ruleset")
@click.option(
    "--edition",
    type=click.Choice(["full", "rules"]),
    default="full",
    help="With examples, diagrams, odds and quick reference, or the rules alone.  [full]",
)
@click.option("--size", type=click.Choice(["normal", "large"]), default="normal", help="Size of print.  [normal]")
@click.option("--changes-from", metavar="RULESET", help="Mark what differs from these rules.")
@out_dir
@ink
@templates
@printing
@quietly
@as_json
def booklet(ruleset: str, edition: str, size: str, changes_from: str | None, **how: Any) -> int:
    """The A5 rule booklet of a ruleset.

    RULESET is an installed ruleset, a rules.yaml of your own or its folder, or the name of a sample that ships.

    \b
    Examples:
      reportgen booklet late19c --fold a4
      reportgen booklet my-wars/ --changes-from late19c
    """
    from reportgen import api

    printing = _printing(how)
    with _status(how) as status:
        made = api.booklet(
            ruleset,
            how["out"],
            cast("Any", edition),
            cast("Any", size),
            changes_from,
            how["ink"],
            how["templates"],
            printing,
            status,
        )
    return _made(made, how)


@commands.command()
@click.argument("scenario")
@out_dir
@click.option("--to", type=Several("pdf", "html", "md"), default="pdf", help="Kinds of document.  [pdf]")
@click.option("--paper", type=Several("a5", "a4", "letter"), default="a5", help="Sizes of page.  [a5]")
@ink
@templates
@printing
@quietly
@as_json
def scenario(scenario: str, **how: Any) -> int:
    """The scenario's documents, for the umpire and for each player.

    SCENARIO is a scenario file, its folder, or the name of one that ships. The umpire's has everything; a player's has
    no concealed enemies, no enemies yet to come and none of the enemy's objectives.

    \b
    Example:
      reportgen scenario eastern-sudan --to pdf,html
    """
    from reportgen import api

    how["detail"] = ("full",)
    with _status(how) as status:
        made = api.scenario(scenario, _documents(how), status)
    return _made(made, how)


@commands.command()
@click.argument("scenario")
@out_dir
@click.option(
    "--only",
    type=Several("quick-reference", "solo", "rosters", "labels", "markers", "log", "cards"),
    default=(),
    help="These sheets alone.",
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", help="What labels and cards are cut from.  [a4]"
)
@ink
@templates
@printing
@quietly
@as_json
def sheets(scenario: str, **how: Any) -> int:
    """Quick reference, rosters, stand labels, markers, log sheet, and cards where a ruleset has them.

    SCENARIO is a scenario file, its folder, or the name of one that ships. Labels are of true size:
    print them at 100 %.

    \b
    Example:
      reportgen sheets eastern-sudan --only labels,rosters
    """
    from reportgen import api

    printing = _printing(how)
    with _status(how) as status:
        made = api.sheets(
            scenario,
            how["out"],
            how["only"],
            how["paper"],
            how["ink"],
            how["templates"],
            printing,
            status,
        )
    return _made(made, how)


@commands.command()
@click.argument("kind")
@click.argument("name")
@click.option("--from", "source", default="late19c", metavar="RULESET", help="The rules to start from.  [late19c]")
@click.option("-o", "out", type=ANY_PATH, default=Path(), metavar="DIR", help="Where its folder goes.  [.]")
@quietly
@as_json
def new(kind: str, name: str, source: str, out: Path, **how: Any) -> int:
    """A new folder to start from.

    KIND is ruleset-variant (changes of an installed ruleset), rules (rules without an engine) or scenario. NAME is what
    the folder is called.

    \b
    Example:
      reportgen new ruleset-variant my-wars --from late19c
    """
    from reportgen import api

    if kind not in api.NEW:
        raise click.BadParameter(f"'{kind}' is none of {', '.join(api.NEW)}.", param_hint="KIND")
    return _made(api.new(kind, name, source, out), how)


@commands.command()
@click.argument("battle", type=ANY_PATH)
def events(battle: Path) -> None:
    """The log of a battle, one event a line, as JSON.

    \b
    Example:
      reportgen events output/eastern-sudan.battle.yaml | grep '"kind": "combat"'
    """
    from reportgen import api

    for line in api.events(battle):
        click.echo(line)


@commands.command()
@click.argument("kind", required=False)
@click.option("--ruleset", metavar="RULESET", help="With the words of this ruleset.")
@click.option("-o", "out", type=ANY_PATH, metavar="DIR", help="Write it, or all of them, into a folder.")
def schema(kind: str | None, ruleset: str | None, out: Path | None) -> int:
    """JSON Schemas of the files that you write, for your editor.

    KIND is scenario, battle and so on; without it the kinds are listed.

    \b
    Example:
      reportgen schema scenario --ruleset late19c > scenario.schema.json
    """
    from reportgen import api

    if kind is not None and kind not in api.schemas():
        raise click.BadParameter(f"'{kind}' is none of {', '.join(api.schemas())}.", param_hint="KIND")
    if ruleset is not None and not api.has_ruleset(ruleset):
        raise click.BadParameter(f"there is no ruleset '{ruleset}'; see reportgen rulesets.", param_hint="--ruleset")
    if out is not None:
        return _made(api.write_schemas(out, kind, ruleset), {"quiet": False, "as_json": False})
    if kind is None:
        click.echo("\n".join(api.schemas()))
    else:
        _print_json(api.schema(kind, ruleset))
    return 0


@commands.command()
@as_json
def rulesets(as_json: bool) -> None:
    """The rulesets that are installed, with their variants.

    \b
    Example:
      reportgen rulesets
    """
    from reportgen import api

    found = api.installed()
    if as_json:
        _print_json(api.as_data(found))
        return
    for one in found:
        click.echo(f"{one.id} {one.version}: {one.title}")
        for variant, title in one.variants.items():
            click.echo(f"  variant {variant}: {title}")


@commands.command()
@as_json
def scenarios(as_json: bool) -> None:
    """The scenarios that ship, by the names that other commands take.

    \b
    Example:
      reportgen scenarios
    """
    from reportgen import api

    found = api.shipped()
    if as_json:
        _print_json(found)
        return
    for name, title in found.items():
        click.echo(f"{name}: {title}")


def _documents(how: dict[str, Any]) -> api.Documents:
    from reportgen import api

    return api.Documents(
        how["out"],
        how["to"],
        how["detail"],
        how["paper"],
        how["ink"],
        how["templates"],
        _printing(how),
        how.get("audit", "none"),
        how.get("draft", False),
    )


def _printing(how: dict[str, Any]) -> Any:
    """What the options of `printing` ask for; they are taken out of `how`."""
    from reportgen.render.printing import Printing

    fitting(how)
    return Printing(**{name: how.pop(name) for name in PRINTING})


def _status(how: dict[str, Any]) -> Any:
    from reportgen import terminal

    return terminal.Status(quiet=how["quiet"] or how["as_json"])


def _made(made: api.Made, how: dict[str, Any]) -> int:
    from reportgen import api, terminal

    terminal.show_problems(problem for problem in made.problems if problem.severity == "warning")
    if how["as_json"]:
        _print_json(api.as_data(made))
    elif not how["quiet"]:
        for line in (*made.said, *made.places):
            click.echo(line)
    return 0


def _print_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and ends the process: 0 done, 1 problems in the user's files, 2 usage."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for as long as the process lives
    if sys.stdout is None:
        click.echo("reportgen: there is no output to write to: it is closed.", err=True)
        sys.exit(PROBLEMS)
    try:
        code = commands.main(words, prog_name="reportgen", standalone_mode=False)
    except click.ClickException as wrong:
        wrong.show()
        code = wrong.exit_code
    except ProblemsFound as found:
        _tell(found.problems, words)
        code = PROBLEMS
    except (click.Abort, KeyboardInterrupt) as stop:
        click.echo("Stopped. No half-written file is left.", err=True)
        if isinstance(stop.__cause__, Stopped):
            click.echo(str(stop.__cause__), err=True)
        code = STOPPED
    except PipeClosed:
        _forget_output()
        code = PIPE_CLOSED
    except OSError as fault:
        message = (fault.strerror or str(fault)).lower()
        _tell((Problem(Place(str(fault.filename or "output")), "disk", message),), ())
        _forget_output()
        code = PROBLEMS
    except Exception as fault:
        if os.environ.get("REPORTGEN_TRACEBACK"):
            raise
        click.echo(f"A fault of reportgen's own, not of your files: {type(fault).__name__}: {fault}", err=True)
        click.echo("Set REPORTGEN_TRACEBACK=1 to see where, and please report it.", err=True)
        code = FAULT
    sys.exit(code or 0)


def _tell(problems: Sequence[Problem], words: Sequence[str] | None) -> None:
    """Problems that kept a command from its work; for programs, if they asked, as `check --json` has them."""
    if "--json" in (sys.argv[1:] if words is None else words):
        from reportgen import api

        _print_json(api.as_data(problems))
        return
    from reportgen import terminal

    terminal.show_problems(problems)


def _forget_output() -> None:
    """Lets what is still in the buffer go nowhere, so that Python does not try to write it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
