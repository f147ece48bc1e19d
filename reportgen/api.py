"""One function for each thing that a user can ask.

Every function raises `ProblemsFound` with all that is wrong in the user's files; other exceptions are faults of ours.
What is heavy is imported inside the functions, so that a command pays only for what it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from reportgen import rulesets
from reportgen.beside import beside
from reportgen.checking import Checked as Checked
from reportgen.checking import check as check
from reportgen.fighting import Progress, fight
from reportgen.opened import (
    Audited,
    Fought,
    audit,
    faults,
    find_rules,
    find_scenario,
    folder_of_templates,
    load_battle,
    load_scenario,
    name_for,
    shipped_scenarios,
    sound,
)
from reportgen.output import clear_pictures, write_whole
from reportgen.paths import is_file, is_there
from reportgen.problems import Place, Problem, Problems, ProblemsFound, Stopped
from reportgen.recording import Recording as Recording
from reportgen.recording import record as record

if TYPE_CHECKING:
    from reportgen.booklet.model import Edition
    from reportgen.files.rules import Rules
    from reportgen.files.schema import Kind
    from reportgen.render.booklet import Size
    from reportgen.render.printing import Printing
    from reportgen.story.model import Report

To = Literal["pdf", "html", "md"]
Detail = Literal["brief", "full"]
Paper = Literal["a5", "a4", "letter"]
Ink = Literal["colour", "grey", "saving"]
Audit = Literal["none", "appendix", "margin"]
"""Where the findings of an audit are printed; an appendix has the arithmetic of every combat too."""


def no_progress(doing: str, done: int, of: int) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class Documents:
    """What is to be made of a battle, and where. Every kind is made in every detail; the PDF on every paper too.

    `printing` says what becomes of the PDF besides: see `reportgen.render.printing`.
    """

    out: Path = Path("output")
    to: tuple[To, ...] = ("pdf",)
    detail: tuple[Detail, ...] = ("full",)
    paper: tuple[Paper, ...] = ("a5",)
    ink: Ink = "colour"
    templates: Path | None = None
    printing: Printing | None = None
    audit: Audit = "none"
    draft: bool = False
    """Photographs that are missing or broken are warnings, and leave a marked gap."""

    def each(self) -> Iterator[tuple[Detail, To, Paper]]:
        """Every document asked for; a kind without pages is made once, not on every paper."""
        for detail in self.detail:
            for to in self.to:
                for paper in self.paper if to == "pdf" else self.paper[:1]:
                    yield detail, to, paper

    @staticmethod
    def name(stem: str, detail: Detail, to: To, paper: Paper) -> str:
        """The document's file without its ending: what is not the usual stands in the name."""
        return stem + ("-brief" if detail == "brief" else "") + (f"-{paper}" if to == "pdf" and paper != "a5" else "")


@dataclass(frozen=True, slots=True)
class Made:
    """What was made, in the folder `out`. `said` are lines for a person. `seed` is None if real dice were thrown,
    `winner` if nobody won."""

    out: Path
    files: tuple[Path, ...]
    said: tuple[str, ...] = ()
    seed: int | None = None
    winner: str | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def places(self) -> tuple[Path, ...]:
        """Where to look: the files, and in place of those that accompany them (a page's pictures) their folder."""
        return tuple(dict.fromkeys(file if file.parent == self.out else file.parent for file in self.files))


@dataclass(frozen=True, slots=True)
class Installed:
    """A ruleset. `variants`: id -> title."""

    id: str
    title: str
    version: str
    variants: dict[str, str]


def run(
    scenario: str,
    documents: Documents,
    seed: int | None = None,
    progress: Progress = no_progress,
    *,
    force: bool = False,
) -> Made:
    """The computer fights a battle, both sides of it; writes the battle file and its report.

    `scenario` is a file, a folder with a `scenario.yaml`, or the name of one that ships. Without a seed one is drawn.
    A battle file that is there already is replaced if the computer fought it; one taken down by hand only with `force`.
    The battle file is kept even if its report cannot be made.
    """
    with _pressing(documents) as render:
        problems = Problems()
        folder_of_templates(documents.templates)
        path = find_scenario(scenario)
        fought, kept = fight(path, documents.out, seed, problems, progress, force=force)
        seed = fought.log.header.seed
        try:
            files, outcome = _reports(fought, audit(fought), name_for(path), documents, path.parent, progress, render)
        except KeyboardInterrupt:
            raise Stopped(f"The battle itself is kept in {kept} (seed {seed}); its report is not made.") from None
        except ProblemsFound as found:
            message = f"the battle itself is kept here (seed {seed})"
            hint = "make its report from it: reportgen report"
            fine = Problem(Place(str(kept)), "no-report", message, hint, "warning")
            raise ProblemsFound((*found.problems, fine)) from None
        made = _write(files, documents.out, fought, [f"{fought.scenario.title}: {outcome} (seed {seed})"], problems)
    return replace(made, files=(kept, *made.files))


def report(battle: Path, documents: Documents, progress: Progress = no_progress) -> Made:
    """The report of a battle file, run or recorded, from playing it again. The same file gives the same bytes."""
    problems = Problems()
    with _pressing(documents) as render:
        fought = sound(load_battle(battle, problems, documents.draft), problems)
        audited = audit(fought)
        files, outcome = _reports(fought, audited, name_for(battle), documents, battle.parent, progress, render)
    said = [f"{fought.record.title}: {outcome}"]
    if count := faults(fought, audited):
        said.append(f"The rules find fault with it {_times(count)}; reportgen check says where.")
    return _write(files, documents.out, fought, said, problems)


def _pressing(documents: Documents) -> AbstractContextManager[Callable[..., Any]]:
    """`render_report`, in a process that loads the press while this one fights the battle, if there is to be a PDF."""
    return beside("reportgen.render.report", "render_report", wanted="pdf" in documents.to)


def _reports(
    fought: Fought,
    audited: Audited,
    name: str,
    documents: Documents,
    folder: Path,
    progress: Progress,
    render: Callable[..., dict[str, bytes]],
) -> tuple[dict[str, bytes], str]:
    """Every document asked for, by its file's name; and the outcome in a line. Pictures are found below `folder`."""
    from reportgen.render.printing import PLAIN, printed
    from reportgen.story.report import report

    printing = documents.printing or PLAIN
    ink: Ink = "grey" if printing.grey and documents.ink == "colour" else documents.ink
    every = list(documents.each())
    stories: dict[Detail, Report] = {}
    files: dict[str, bytes] = {}
    for number, (detail, to, paper) in enumerate(every):
        called = documents.name(name, detail, to, paper)
        progress(f"setting {called}.{to}", number, len(every))
        if detail not in stories:
            battle = (fought.log, fought.scenario, fought.rules, detail, fought.record)
            stories[detail] = report(*battle, placed=audited.placed, findings=audited.findings, audit=documents.audit)
        story, own = stories[detail], documents.templates
        with _users_templates(own):
            made = render(
                story, to, paper, own, folder, name=called, ink=ink, bleed=printing.bleed, draft=documents.draft
            )
        files |= printed(made[f"{called}.pdf"], called, printing) if to == "pdf" else made
    return files, next((story.outcome for story in stories.values()), "")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _write(files: dict[str, bytes], out: Path, fought: Fought, said: list[str], problems: Iterable[Problem]) -> Made:
    """Puts everything in its place."""
    paths = {out / name: content for name, content in files.items()}
    write_whole(paths)
    clear_pictures(paths)
    end = next(fought.log.of("end"), None)
    return Made(out, tuple(paths), tuple(said), fought.log.header.seed, end["winner"] if end else None, tuple(problems))


def events(battle: Path) -> Iterator[str]:
    """The log of a battle file as JSON Lines: a header, then one event a line."""
    problems = Problems()
    fought = sound(load_battle(battle, problems), problems)
    return fought.log.lines()


def schemas() -> tuple[str, ...]:
    """The kinds of files that have a JSON Schema."""
    from reportgen.files.schema import FORMATS

    return tuple(FORMATS)


def schema(kind: str, ruleset: str | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a kind of file; with a ruleset it knows the ruleset's words.

    Raises KeyError for a kind or a ruleset that there is not.
    """
    from reportgen.files.schema import schema_for

    if kind not in schemas():
        raise KeyError(kind)
    return schema_for(cast("Kind", kind), rulesets.load(ruleset).vocabulary if ruleset else None)


def write_schemas(out: Path, kind: str | None = None, ruleset: str | None = None) -> Made:
    """Writes the schema of a kind of file, or of all of them, as `KIND.schema.json` into a folder."""
    import json

    texts = {
        out / f"{one}.schema.json": json.dumps(schema(one, ruleset), indent=2, ensure_ascii=False) + "\n"
        for one in ((kind,) if kind else schemas())
    }
    write_whole({path: text.encode() for path, text in texts.items()})
    return Made(out, tuple(texts))


def has_ruleset(name: str) -> bool:
    """Whether a ruleset of that id is installed; a hyphen may stand for an underscore."""
    return name.replace("-", "_") in rulesets.names()


def installed() -> tuple[Installed, ...]:
    """The rulesets that are installed."""
    found = (rulesets.load(name) for name in rulesets.names())
    return tuple(Installed(one.id, one.title, one.version, dict(one.vocabulary.variants)) for one in found)


def shipped() -> dict[str, str]:
    """The scenarios that ship: name -> title."""
    from reportgen.files.scenario import read_scenario

    found = {name: read_scenario(path, Problems()) for name, path in shipped_scenarios().items()}
    return {name: str(source.data["title"]) for name, source in found.items() if source is not None}


def booklet(
    ruleset: str,
    out: Path = Path("output"),
    edition: Edition = "full",
    size: Size = "normal",
    changes_from: str | None = None,
    ink: Ink = "colour",
    templates: Path | None = None,
    printing: Printing | None = None,
    progress: Progress = no_progress,
) -> Made:
    """The A5 booklet of some rules: an installed ruleset, one that ships as a sample, or the user's own file or folder.

    `changes_from` names other rules; what differs from them is marked and listed.
    """
    from reportgen.booklet import booklet_of
    from reportgen.render.booklet import booklet_pdf
    from reportgen.render.printing import PLAIN, page_count, printed

    rules = rulesets.read_rules(find_rules(ruleset))
    older = rulesets.read_rules(find_rules(changes_from)) if changes_from else None
    player = rulesets.player_of(rules)
    name = rules.id.replace("_", "-") + "-booklet"
    name += ("-rules" if edition == "rules" else "") + ("-large" if size == "large" else "")
    progress(f"setting {name}.pdf", 0, 1)
    how = printing or PLAIN
    inks: Ink = "grey" if how.grey and ink == "colour" else ink
    with _users_templates(templates):
        book = booklet_of(rules, player, edition, older)
        pdf = booklet_pdf(book, size, templates, inks, rules.pictures, how.bleed)
    paths = {out / file: content for file, content in printed(pdf, name, how).items()}
    write_whole(paths)
    said = f"{rules.title}, version {rules.version}: {page_count(pdf)} pages"
    return Made(out, tuple(paths), (said,), problems=tuple(getattr(player, "remarks", ())))


def scenario(name: str, documents: Documents, progress: Progress = no_progress) -> Made:
    """The scenario's documents: everything for the umpire, and for each player what his side may know.

    `name` as for `run`; `documents.detail` means nothing here.
    """
    from reportgen.render.printing import PLAIN
    from reportgen.render.scenario_doc import scenario_documents
    from reportgen.story.briefing import briefings

    problems = Problems()
    path = find_scenario(name)
    field = sound(load_scenario(path, problems), problems)
    printing = documents.printing or PLAIN
    inks: Ink = "grey" if printing.grey and documents.ink == "colour" else documents.ink
    told = briefings(field, rulesets.of(field))
    every = [(to, paper) for to in documents.to for paper in (documents.paper if to == "pdf" else documents.paper[:1])]
    files: dict[str, bytes] = {}
    for number, (to, paper) in enumerate(every):
        called = name_for(path) + (f"-{paper}" if to == "pdf" and paper != "a5" else "")
        progress(f"setting {called}", number, len(every))
        with _users_templates(documents.templates):
            files |= scenario_documents(told, to, paper, documents.templates, name=called, ink=inks, printing=printing)
    paths = {documents.out / file: content for file, content in files.items()}
    write_whole(paths)
    return Made(documents.out, tuple(paths), problems=tuple(problems))


def sheets(
    name: str,
    out: Path = Path("output"),
    which: tuple[str, ...] = (),
    paper: Literal["a4", "letter"] = "a4",
    ink: Ink = "colour",
    templates: Path | None = None,
    printing: Printing | None = None,
    progress: Progress = no_progress,
) -> Made:
    """What lies on the table in a scenario: quick reference, rosters, labels, markers, log sheet, playing cards.

    `which`: kinds of `reportgen.render.sheets.KINDS`, all if empty. `paper` is what is cut up.
    """
    from reportgen.booklet.quick import quick_of
    from reportgen.booklet.quick import solo as solo_of
    from reportgen.render.printing import PLAIN
    from reportgen.render.sheets import KINDS, SHEET
    from reportgen.render.sheets import sheets as made_sheets

    problems = Problems()
    path = find_scenario(name)
    field = sound(load_scenario(path, problems), problems)
    player = rulesets.of(field)
    quick = quick_of(getattr(player, "rules", None), problems)
    solo = solo_of(getattr(player, "rules", None), problems)
    problems.raise_if_any()
    how = printing or PLAIN
    inks: Ink = "grey" if how.grey and ink == "colour" else ink
    progress("setting the sheets", 0, 1)
    with _users_templates(templates):
        files = made_sheets(
            field,
            player,
            quick,
            which or KINDS,
            paper,
            templates,
            solo=solo,
            name=name_for(path),
            ink=inks,
            printing=how,
        )
    if not files:
        message = f"there is nothing to make: {player.title} has no {' or '.join(which)} for this scenario"
        hint = "leave --only out to see which sheets there are"
        raise ProblemsFound((Problem(Place(str(path)), "nothing-to-make", message, hint),))
    for kind in which:
        if not any(file.startswith(f"{name_for(path)}-{SHEET.get(kind, kind)}") for file in files):
            message = f"{player.title} has no {kind} for this scenario"
            problems.add(Place(str(path)), "nothing-to-make", message, "the other sheets are made", "warning")
    paths = {out / file: content for file, content in files.items()}
    write_whole(paths)
    return Made(out, tuple(paths), problems=tuple(problems))


NEW = ("ruleset-variant", "rules", "scenario")
"""What `new` makes a start for."""


def new(kind: str, name: str, source: str = "late19c", out: Path = Path()) -> Made:
    """A new folder `name` in `out`, with a file to start from. `source` is the ruleset to start from.

    Raises ProblemsFound if the folder is there already, or its name will not do. Raises KeyError for another kind.
    """
    import re

    from reportgen.booklet import starts

    id = name.lower().replace("-", "_")
    folder = out / name
    whole = Place(str(folder))
    if not re.fullmatch(r"[a-z][a-z0-9_]*", id, re.ASCII):
        hint = "use letters from a to z, digits and hyphens, beginning with a letter"
        raise ProblemsFound((Problem(whole, "bad-form", f"'{name}' cannot be the name of a new folder", hint),))
    if is_there(folder):
        message = "there is something of that name already"
        raise ProblemsFound((Problem(whole, "in-the-way", message, "choose another name, or another folder with -o"),))
    title = " ".join(word.capitalize() for word in id.split("_"))
    match kind:
        case "ruleset-variant":
            file, text = "rules.yaml", starts.variant(_extended(source, id, folder), id, title)
        case "rules":
            file, text = "rules.yaml", starts.written_out(id, title)
        case "scenario":
            file, text = "scenario.yaml", _first_scenario(source, title)
        case _:
            raise KeyError(kind)
    write_whole({folder / file: text.encode()})
    return Made(folder, (folder / file,))


def _extended(source: str, id: str, folder: Path) -> Rules:
    """The rules that a new variant begins with. Raises ProblemsFound for those that it cannot extend by name."""
    path = find_rules(source)
    rules = rulesets.read_rules(path)
    known = rulesets.extendable()
    by_name = rules.id in known and known[rules.id].resolve() == path.resolve()
    if not by_name or (rules.engine in rulesets.names() and not rulesets.takes_variants(rules.engine)):
        strange = f"a folder of its own cannot extend '{source}', which is not installed"
        message = f"'{source}' is not played with other rules" if by_name else strange
        fine = [name for name in known if name not in rulesets.names() or rulesets.takes_variants(name)]
        hint = f"start from {' or '.join(sorted(fine))}"
        raise ProblemsFound((Problem(Place(source), "no-variant", message, hint),))
    if id in known:
        taken = Problem(Place(str(folder)), "duplicate-id", f"'{id}' is the id of other rules", "choose another name")
        raise ProblemsFound((taken,))
    return rules


def _first_scenario(ruleset: str, title: str) -> str:
    """The scenario that a ruleset offers to start from. Raises ProblemsFound if there is none."""
    path = find_rules(ruleset).with_name("start.scenario.yaml")
    if not is_file(path):
        message = f"'{ruleset}' has no scenario to start from"
        raise ProblemsFound((Problem(Place(ruleset), "no-start", message, "copy one that ships instead"),))
    return path.read_text(encoding="utf-8").replace("TITLE", title)


@contextmanager
def _users_templates(templates: Path | None) -> Iterator[None]:
    """While a template is filled: a fault in one of the user's own becomes a problem, one in ours stays a fault."""
    if templates is None:
        yield
        return
    from reportgen.render.pages import TemplateFault

    folder_of_templates(templates)
    try:
        yield
    except TemplateFault as fault:
        hint = "compare it with the template that ships"
        raise ProblemsFound((Problem(Place(str(templates)), "template", str(fault), hint),)) from None


def as_data(value: Any) -> Any:
    """Plain data for JSON: dataclasses as mappings, paths as texts."""
    if is_dataclass(value) and not isinstance(value, type):
        return as_data(asdict(value))
    if isinstance(value, dict):
        return {key: as_data(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_data(one) for one in value]
    return str(value) if isinstance(value, Path) else value
