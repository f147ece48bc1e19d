"""The words that a scenario brings along: its vocabulary, its schema, and what may be wrong with them."""

from __future__ import annotations

import pytest

from reportgen import api, rulesets
from reportgen.files.armies import load_army
from reportgen.problems import Problems, ProblemsFound
from tests.anyrules.table import RULES, SAMPLE, battle_text, problems_of, read


def test_the_vocabulary_is_made_from_the_scenario() -> None:
    words = rulesets.of(read(battle_text((1, "red", ["RED1 C2"]))).scenario).vocabulary
    assert {id: kind.title for id, kind in words.types.items()} == {"foot": "Foot", "gun": "Gun"}
    assert set(words.types["foot"].fields) == {"strength", "morale"}
    assert set(words.types["gun"].fields) == {"morale"}
    assert {"strength", "morale", "arrive", "remove"} <= {verb.id for verb in words.verbs}
    assert {"shaken", "routed"} <= set(words.results)
    assert not rulesets.load("any").vocabulary.types


def test_pieces_show_strength_and_state() -> None:
    from tests.anyrules.table import played

    battle = played(read(battle_text((1, "red", ["RED1 strength -2", "RED1 morale shaken"])))).battle
    pieces = {piece.id: piece for piece in battle.rules.pieces(battle.state)}
    assert (pieces["RED1"].figure, pieces["RED1"].states, pieces["RED1"].arm) == ("4", ("shaken",), "infantry")
    assert (pieces["RED2"].figure, pieces["RED2"].states) == ("6", ())
    assert (pieces["CAN"].figure, pieces["CAN"].arm) == ("", "artillery")


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("strength: {start: 6", "leaves: {start: 6", "reserved-word", "'leaves' means something else already"),
        ("[steady, shaken", "[withdraws, shaken", "reserved-word", "'withdraws' means something else already"),
        ("start: 6", "start: 60", "out-of-range", "'strength' starts with 60, not between its least and its most"),
        (
            "types: [foot]",
            "types: [feet]",
            "unknown-value",
            "'strength' is tracked of 'feet', but there is no such type",
        ),
        ("shaken, routed]", "shaken, strength]", "twice", "'strength' is a state of 'morale' and something else"),
        (
            "states: [steady",
            "start: 3, states: [steady",
            "unknown-value",
            "'morale' starts as '3', which is none of its states",
        ),
        ("arm: infantry", "arm: foot", "unknown-value", "'arm' cannot be 'foot'"),
        ("  types:\n    foot", "  kinds:\n    foot", "missing-key", "the key 'types' is missing"),
    ],
)
def test_what_may_be_wrong(old: str, new: str, code: str, message: str) -> None:
    assert old in RULES
    text = battle_text((1, "red", ["[luck 3]"]), rules=RULES.replace(old, new))
    told = next(problem for problem in problems_of(text) if (problem.code, problem.message) == (code, message))
    line = text.splitlines()[told.place.line - 1]
    assert code == "missing-key" or new.partition("\n")[0] in line
    assert told.place.column > 1


def test_a_unit_of_no_known_type_is_told() -> None:
    text = battle_text((1, "red", ["RED1 C2"])).replace("{type: gun, label: CAN}", "{type: gnu, label: CAN}")
    assert any(p.code == "unknown-value" and "did you mean 'gun'" in p.hint for p in problems_of(text))


def test_an_army_file_may_be_read_without_its_scenario(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "red.army.yaml"
    path.write_text(
        "format: reportgen-army/1\nname: Reds\nruleset: any\nunits: [{type: foot, label: RED, count: 3, strength: 4}]\n"
    )
    problems = Problems()
    army = load_army(path, rulesets.vocabulary, problems, rulesets.names())
    assert army is not None, "\n".join(map(str, problems))
    assert [unit.id for unit in army.units] == ["RED1", "RED2", "RED3"]


def test_an_unknown_verb_names_what_is_tracked() -> None:
    (problem,) = problems_of(battle_text((1, "red", ["RED1 strenght -2"])))
    assert (problem.code, "'strength'" in problem.message) == ("notation", True)


def test_the_computer_does_not_fight_by_rules_that_nobody_knows(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ProblemsFound) as caught:
        api.run("tithe-barn", api.Documents(out=tmp_path))
    (problem,) = caught.value.problems
    assert problem.code == "no-engine"
    assert not list(tmp_path.iterdir())


def test_the_scenario_that_ships_is_right() -> None:
    assert list(api.check([SAMPLE.with_name("scenario.yaml")]).problems) == []


def test_the_schema_knows_the_key() -> None:
    schema = api.schema("scenario", "any")
    assert schema["properties"]["own_rules"]["required"] == ["types"]
    assert "own_rules" not in api.schema("scenario", "late19c")["properties"]
