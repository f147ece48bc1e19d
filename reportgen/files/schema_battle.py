"""The JSON Schema of a battle file, run or recorded. A line of notation is only a text here: the notation reads it."""

from __future__ import annotations

from reportgen.battle.vocabulary import Vocabulary
from reportgen.files.fitting import END
from reportgen.files.notation import THROW
from reportgen.files.parts import Schema, constant, either, form, line, many, named, one_of, prose, record, truth, whole
from reportgen.files.schema_scenario import SIDE_PATTERN, scenario_schema

BATTLE_FORMAT = "reportgen-battle/1"

LONGEST_ACTION = 1_000
MOST_ENTRIES = 2_000
_SIDE_WANTS = "a side's id as in anglo-egyptian"


def battle_schema(words: Vocabulary | None) -> Schema:
    entries = many("Actions, notes, photographs and headings, in order.", _entry(words), MOST_ENTRIES)
    thrown = line("Dice for a purpose of their own, as in '[weather 4]'.", LONGEST_ACTION)
    written_out = record(
        "Dice written out.",
        {"verb": constant("Nothing but dice.", THROW), "throws": _throws(), "comment": prose("A remark.")},
        ["verb", "throws"],
    )
    remark = either("A note, a photograph, a heading, or dice.", thrown, *_remarks(), written_out)
    remarks = many("Notes, photographs, headings and dice.", remark, 200)
    dice = either(
        "The throw, or all of them if ties were thrown again; '?' if it was not noted.",
        _face(),
        many("Throws, in order.", _face(), 50, 1),
    )
    phase = record(
        "One side's phase.",
        {
            "side": form("Whose phase it is.", SIDE_PATTERN, _SIDE_WANTS, 40),
            "activation": _noted("The throw for activations; '?' if it was not noted.", 1, 9999),
            "actions": entries,
            "over": truth("Whether the phase is ended, so that nothing may follow in it."),
        },
        ["side"],
    )
    turn = record(
        "A turn.",
        {
            "turn": whole("The number of the turn.", 1, 999),
            "initiative": named("Side -> its throw for the initiative.", dice, SIDE_PATTERN, _SIDE_WANTS, 2),
            "entries": remarks,
            "phases": many("The phases, in the order in which they were played.", phase, 20),
        },
        ["turn"],
    )
    ends = record(
        "How the battle ended, if not by the rules alone.",
        {
            "why": line("Why it ended, as in 'agreed'."),
            "outcome": prose("The outcome in a sentence."),
            "winner": form("The winning side, or nobody.", SIDE_PATTERN, f"{_SIDE_WANTS}, or nobody", 40),
        },
    )
    variant = one_of("A variant.", words.variants, words.variants) if words else line("A variant.", 80)
    return record(
        "A battle, turn by turn: what was decided and what the dice said.",
        {
            "format": constant("The version of this file's format.", BATTLE_FORMAT),
            "title": line("The title of the battle; without it the scenario's."),
            "scenario": either(
                "The scenario: a file in this file's folder or below, or the scenario itself.",
                line("A file."),
                scenario_schema(words),
            ),
            "ruleset": form(
                "The ruleset, by its name.", r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$", "a name as in late19c", 80
            ),
            "version": line("The version of the rules it was played with, in quotes.", 40),
            "variants": {**many("Variants in use; without it the scenario's.", variant, 20), "uniqueItems": True},
            "seed": whole("What the dice were made from; left out if real dice were thrown.", 0, 10**15 - 1),
            "battle": whole("Which of several battles with that seed.", 0, 10**9),
            "players": named("Side -> who played it.", line("A name."), SIDE_PATTERN, _SIDE_WANTS, 2),
            "entries": {**remarks, "description": "Notes, photographs, headings and dice before the first turn."},
            "turns": many("The turns.", turn, 200),
            "ends": ends,
        },
        ["format", "scenario"],
    )


def _face() -> Schema:
    return _noted("A die, or '?' if it was not noted.", 1, 9999)


def _noted(says: str, least: int, most: int) -> Schema:
    """A whole number that the writer may not have noted."""
    schema = whole(says, least, most)
    return {**schema, "type": ["integer", "string"], "pattern": r"^\?$", "patternErrorMessage": "a number, or '?'"}


def _group() -> Schema:
    return many("The dice of one party.", _face(), 50, 1)


def _throws() -> Schema:
    thrown = record(
        "Dice for one purpose.",
        {
            "purpose": line("What they were thrown for, as in morale.", 40),
            "unit": line("A unit.", 40),
            "dice": either("Dice.", _face(), _group()),
        },
        ["purpose", "dice"],
    )
    return many("Further dice, by what they were thrown for.", thrown, 20)


def _remarks() -> list[Schema]:
    caption = prose("What it shows. Markdown.")
    return [
        record("A note.", {"note": prose("The note. Markdown.")}, ["note"]),
        record(
            "A photograph.", {"photo": line("A file in this file's folder or below."), "caption": caption}, ["photo"]
        ),
        record("A heading.", {"heading": line("The heading.")}, ["heading"]),
    ]


def _entry(words: Vocabulary | None) -> Schema:
    verb = (
        one_of("What is done.", dict.fromkeys([*(verb.id for verb in words.verbs), THROW, END]))
        if words
        else line("What is done.", 40)
    )
    group = _group()
    groups = many("Dice, a group for each party: attacker, defender.", either("Dice.", _face(), group), 20)
    amounts = {"type": "object", "additionalProperties": {"type": "integer", "minimum": -999, "maximum": 999}}
    modifiers: Schema = {**amounts, "maxProperties": 30, "description": "What was added: word -> amount."}
    total = _noted("A total; '?' if it was not noted.", -9999, 9999)
    unit = line("A unit.", 40)
    path = either(
        "The way, from square to square; the last is where it ends.",
        line("As in 'C4-C5-D6'.", 500),
        many("Squares.", line("A square.", 20), 100, 1),
    )
    action = record(
        "An action written out.",
        {
            "verb": verb,
            "unit": unit,
            "target": unit,
            "path": path,
            "facing": line("Which way it faces.", 10),
            "text": many("Words of the action: the options of a dilemma, the name of a body.", line("Words."), 20),
            "dice": groups,
            "rethrows": many("Dice thrown again after ties.", groups, 50),
            "modifiers": record("What was added, of each party.", {"attacker": modifiers, "defender": modifiers}),
            "totals": many("The sums: attacker's, defender's.", total, 2, 2),
            "result": line("The result, in the ruleset's word.", 40),
            "loser": one_of("To whom it happened.", ["attacker", "defender"]),
            "withdrew": path,
            "throws": _throws(),
            "comment": prose("A remark."),
        },
        ["verb"],
    )
    said = line("A line of the battle notation, as in 'BRI1 C4-D5 E'.", LONGEST_ACTION)
    return either(
        "A line of notation, an action written out, a note, a photograph or a heading.", said, *_remarks(), action
    )
