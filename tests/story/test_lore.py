"""A ruleset's words for the story: complete for every ruleset that is installed, and not needed by any."""

from __future__ import annotations

from typing import Any

import pytest

from reportgen import rulesets
from reportgen.battle.ruleset import Ruleset
from reportgen.battle.scenario import Scenario, UnitSpec
from reportgen.story.lore import Lore
from reportgen.story.report import report


@pytest.mark.parametrize("name", rulesets.names())
def test_every_word_of_a_ruleset_has_its_phrase(name: str) -> None:
    rules = rulesets.load(name)
    lore = Lore.of(rules)
    words = rules.vocabulary
    assert set(words.types) <= set(lore.nouns)
    assert {*words.areas, *words.edges} <= set(lore.terrain)
    assert set(lore.blocks_sight) <= set(words.areas)
    assert set(lore.desert) <= set(lore.terrain)
    for rule in lore.senses:
        assert lore.number(rule), rule
    for noun in lore.nouns.values():
        assert noun.one and noun.many and noun.body


def test_every_modifier_that_is_ever_counted_has_a_sense(fought: Any, rules: Ruleset) -> None:
    lore = Lore.of(rules)
    for seed in range(3):
        for where in ("sudan", "skirmish"):
            _, log = fought(seed, where)
            used = {m["rule"] for event in log.of("combat") for side in event["modifiers"] for m in side}
            assert used and used <= set(lore.senses)


def test_figures_of_the_tables(convoy: Scenario, rules: Ruleset) -> None:
    lore = Lore.of(rules)
    side = convoy.sides[0]
    units = {unit.id: unit for unit in side.units}
    assert [lore.figure(name, units["RFA"], side) for name in ("value", "range", "moves")] == ["2", "6", "2"]
    assert lore.figure("value", units["COM"], side) == "3"
    mounted = UnitSpec("G", "Command", "command", fields={"mounted": True})
    assert lore.figure("moves", mounted, side) == "4"
    assert lore.points(units["TRA1"], side) == 1.0 and lore.points(units["COM"], side) == 3.0
    assert lore.figure("speed", units["RFA"], side) == ""


class Wordless:
    """A ruleset that has no folder with phrases: everything else is another's."""

    def __init__(self, rules: Any) -> None:
        self.rules_ = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules_, name)


def test_a_ruleset_without_phrases_is_told_all_the_same(fought: Any, rules: Ruleset) -> None:
    scenario, log = fought(1)
    plain: Any = Wordless(rules)
    lore = Lore.of(plain)
    assert not lore.nouns and lore.noun("machine_gun").body == "machine gun"
    told = report(log, scenario, plain)
    assert len(told.turns) > 1 and told.turns[0].phases[0].combats is not None
    assert not any(
        "{" in block for turn in told.turns for p in turn.phases for block in p.blocks if isinstance(block, str)
    )
