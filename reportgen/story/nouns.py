"""What each group of like units is called: 'the Egyptians', 'spearmen', 'the machine gun', 'the Mahdist general'.

A group is the units of one side that bear one name. Words of the name that only repeat the side, the type or the weapon
are dropped; what is left is an adjective ('Egyptian') or the noun itself ('Jihadia riflemen').
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from reportgen.battle.scenario import Scenario, SideSpec, UnitSpec
from reportgen.story.lore import Lore, Noun
from reportgen.story.words import article


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_COMMON = _words(
    """artillery baggage bashi-bazouks battery bluejackets bowmen brigade camel camelry camels carbineers carts cavalry
    column command company convoy corps dragoons escort field foot fusiliers gatling grenadiers gun gunners guns heavy
    horse horsemen hussars infantry irregulars lancers levies light limbers line machine maxim men militia mortar
    mountain mounted mules pack partisans pioneers pompom rifled riflemen rifles sailors sappers scouts sharpshooters
    siege skirmishers spearmen stand supply swordsmen train transport tribesmen volunteers wagon wagons warriors
    yeomanry captured foresters garrison howitzer howitzers friendly marines marksmen mortars mules outriders rearguard
    regiment regiments seven-pounder six-pounder screw tank tribal troopers volunteer warriors water young old"""
)
"""The hobby's nouns: a name made of them alone is written in small letters inside a sentence ('light dragoons'); any
other is a proper name and written as the scenario has it ('the Wessex Fusiliers')."""
_THINGS = _words("baggage battery camels carts gun guns howitzer howitzers mortar mules train transport wagon wagons")
"""Those that stay small beside a proper name as well: 'the Gardner gun', 'the Mission wagons'."""
_PEOPLES = _words("jihadia ansar hadendowa beja askari ghazi sikh gurkha goorkha zulu boer pathan afridi")
"""Peoples whose name alone says who is meant ('the Jihadia')."""
_PLURALS = _words("cavalry infantry artillery camelry baggage yeomanry militia horse foot corps transport train")
_SINGLES = {"battalion": "s", "squadron": "s", "company": "ies", "battery": "ies", "troop": "s", "regiment": "s"}
"""Units that a body of men is numbered by, with the ending of their plural."""
_MANY_GUNS = _words("howitzers guns mortars")
_ARTICLE = re.compile(r"^(?:(?i:the|an)|a)\s+(?=\S)")
_SAME_PLURAL = ("ish", "ese", "ch", "ss")


@dataclass(frozen=True, slots=True)
class Group:
    """Like units of a side. `one` 'Egyptian stand', `many` 'Egyptian stands', `body` 'Egyptians', all without article.

    `body_plural`: verbs after the body are plural. `person`: one of it is a man ('the general ... he'). `prefix` goes
    before a noun that both sides have ('Mahdist'), else it is empty.
    """

    side: str
    name: str
    type: str
    units: tuple[str, ...]
    one: str
    many: str
    body: str
    body_plural: bool = True
    one_plural: bool = False
    person: bool = False
    prefix: str = ""
    named: bool = False
    """A proper name, without an article ('General Howard')."""
    head: bool = False
    """The noun alone stands for one of it ('the machine gun'), not for a body of men."""
    short: str = ""
    """The last word of `one` where that is enough once it has been named: 'battery', 'battalion'."""


def a_one(group: Group, words: str = "") -> str:
    """One of a group with its article: 'a wagon'; 'spearmen', not 'a spearmen', where one of it is several men."""
    words = words or group.one
    return words if group.one_plural else f"{article(words)} {words}"


def bare(name: str) -> str:
    """A name without the article at its head, as every sentence brings its own; 'A Company' begins with a letter."""
    return _ARTICLE.sub("", name.strip())


def demonym(adjective: str) -> str:
    """The people of an adjective: `Egyptians`, `British`; empty if it names no people that we know how to form."""
    low = adjective.lower()
    if low.endswith(_SAME_PLURAL):
        return adjective
    return adjective + "s" if low.endswith(("ian", "ean", "ist", "man", "ander", "ani", "can")) else ""


def groups(scenario: Scenario, lore: Lore) -> dict[str, Group]:
    """Every unit's group by unit id."""
    made: list[Group] = []
    for side in scenario.sides:
        names: dict[tuple[str, str], list[UnitSpec]] = {}
        for unit in side.units:
            names.setdefault((unit.name, unit.type), []).append(unit)
        adjectives = Counter(_split(units[0], side, lore)[0] for units in names.values())
        bodies = Counter(lore.noun(units[0].type).body for units in names.values() if _split(units[0], side, lore)[1])
        made += [_group(side, units, lore, adjectives, bodies) for units in names.values()]
    return {unit: _shortened(group) for group in _told_apart(made, scenario) for unit in group.units}


def _shortened(group: Group) -> Group:
    """A short noun for what has a head: 'battery' for 'field battery', 'gun' for 'mountain gun'."""
    *others, last = group.one.split()
    if group.head and not group.person and others and (last in _SINGLES or (last == "gun" and "machine" not in others)):
        return replace(group, short=last)
    return group


def _split(unit: UnitSpec, side: SideSpec, lore: Lore) -> tuple[str, bool]:
    """What is left of a name, and whether the type's own words were in it."""
    kind = lore.vocabulary.types.get(unit.type)
    noun = lore.noun(unit.type)
    typed = set(f"{kind.title if kind else ''} {noun.one} {noun.many} {noun.body}".lower().split()) - set(lore.piece)
    weapon = set(lore.vocabulary.weapons.get(unit.weapon, "").lower().split())
    rest = [
        word
        for word in bare(unit.name).split()
        if word.lower() not in typed | weapon and word.lower() != side.adjective.lower()
    ]
    return " ".join(rest), any(word.lower() in typed for word in unit.name.split())


def _group(
    side: SideSpec, units: list[UnitSpec], lore: Lore, adjectives: Mapping[str, int], bodies: Mapping[str, int]
) -> Group:
    first = units[0]
    rest, typed = _split(first, side, lore)
    noun = lore.noun(first.type)
    made = Group(
        side.id,
        first.name,
        first.type,
        tuple(unit.id for unit in units),
        noun.one,
        noun.many,
        noun.body,
        head=noun.head,
    )
    if noun.person and first.type not in lore.command_types:
        return replace(made, person=True)
    if first.type in lore.command_types:
        if rest:
            name = bare(first.name)
            name = name if name == first.name else f"the {name}"
            return replace(made, one=name, many=name, body=name, body_plural=False, person=True, named=True)
        return replace(made, body_plural=False, person=True)
    if rest and typed and (demonym(rest) or rest == side.adjective):
        return _with_adjective(made, rest, noun, lore, adjectives, bodies)
    if rest:
        words = [word for word in bare(first.name).split() if word.lower() != side.adjective.lower()]
        return _own_noun(made, words, lore)
    return made


def _with_adjective(
    made: Group, adjective: str, noun: Noun, lore: Lore, adjectives: Mapping[str, int], bodies: Mapping[str, int]
) -> Group:
    stand, stands = lore.piece
    people = demonym(adjective)
    foot = noun.body == "infantry"
    if noun.head and bodies[noun.body] == 1:
        return replace(made, prefix=adjective)
    if foot and people and bodies["infantry"] > 1:
        body = people if adjectives[adjective] == 1 else f"{adjective} {noun.body}"
        return replace(made, one=f"{adjective} {stand}", many=f"{adjective} {stands}", body=body)
    if bodies[noun.body] == 1 and not (foot and people):
        return replace(made, prefix=adjective)
    return replace(
        made,
        one=f"{adjective} {noun.one}",
        many=f"{adjective} {noun.many}",
        body=people if foot and people and adjectives[adjective] == 1 else f"{adjective} {noun.body}",
    )


def _own_noun(made: Group, words: list[str], lore: Lore) -> Group:
    if words[0].lower() in _PEOPLES and all(word.lower() in _COMMON for word in words[1:]):
        words = words[:1]
    common = all(word.lower() in _COMMON for word in words)
    head = " ".join(word.lower() if common or word.lower() in _THINGS else word for word in words)
    last = words[-1].lower()
    plural = last.endswith(("s", "men")) or last in _PLURALS or last in _PEOPLES
    if not plural:
        many = f"{head[:-1]}ies" if head.endswith("y") else f"{head}s"
        several = len(made.units) > 1
        return replace(made, one=head, many=many, body=many if several else head, body_plural=several, head=True)
    stand, stands = lore.piece
    *_, single = made.one.split()
    if made.head and single in _SINGLES and (last in _MANY_GUNS or len(made.units) > 1):
        # Counted by battalions and batteries: 'the howitzer battery', 'two dragoon squadrons'.
        stem = single[: -len("y")] if _SINGLES[single] == "ies" else single
        kind = head.removesuffix("s")
        return replace(made, one=f"{kind} {single}", many=f"{kind} {stem}{_SINGLES[single]}", body=head)
    if len(made.units) == 1:
        return replace(made, one=head, many=head, body=head, one_plural=True, head=True)
    return replace(made, one=f"{stand} of {head}", many=f"{stands} of {head}", body=head, head=False)


def _told_apart(made: list[Group], scenario: Scenario) -> list[Group]:
    """A noun that both sides use gets the side's adjective before it."""
    sides: dict[str, set[str]] = {}
    for group in made:
        sides.setdefault(group.body, set()).add(group.side)
    return [
        replace(group, prefix=group.prefix or scenario.side(group.side).adjective)
        if len(sides[group.body]) > 1 or (group.person and not group.named)
        else replace(group, prefix="")
        for group in made
    ]
