"""The battle notation: what a line means, how it is printed, and what is said of a line that means nothing."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from reportgen.battle.orders import Action, Declared, Faces, Order, Thrown
from reportgen.battle.vocabulary import MANY, Verb, Vocabulary
from reportgen.files.notation import LONGEST, Notation, NotationError
from reportgen.problems import Place
from reportgen.rulesets import load

RICH = Vocabulary(
    types={},
    weapons={},
    areas={},
    edges={},
    generals={},
    variants={},
    verbs=(
        Verb("move", "move", "-"),
        Verb("charge", "move", "charges"),
        Verb("shoot", "attack", "x", facing=True),
        Verb("melee", "attack", "xx"),
        Verb("threaten", "attack", "threatens", announced=True),
        Verb("rally", "unit", "rallies", result=True),
        Verb("track", "unit", "now", words=(0, MANY), facing=True),
        Verb("work", "unit", "works", place=True, facing=True),
        Verb("follow", "unit", "follows", words=(1, 1), whom=True),
        Verb("fall back", "unit", "falls back"),
        Verb("spot", "side", "spot", words=(1, 1), dice=True),
        Verb("dilemma", "side", "dilemma", words=(2, MANY), dice=True),
    ),
    facings=("N", "NE", "E", "SE", "S", "SW", "W", "NW", "degrees"),
)

LATE19C = Notation(load("late19c").vocabulary)
BOTH = {"late19c": LATE19C, "rich": Notation(RICH)}


def one(notation: Notation, line: str) -> Action:
    (action,) = notation.parse(line)
    return action


def order(line: str) -> Order:
    return one(LATE19C, line).order


# -- what a line means -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("BRI1 C4-D5 E", Order("move", "BRI1", path=("C4", "D5"), facing="E")),
        ("BRI1 C4-C5-D6", Order("move", "BRI1", path=("C4", "C5", "D6"))),
        ("BRI1 D6", Order("move", "BRI1", path=("D6",))),
        ("BRI1 C4 N", Order("move", "BRI1", path=("C4",), facing="N")),
        ("BRI1 N", Order("move", "BRI1", facing="N")),
        ("BRI1 c4 - d5 e", Order("move", "BRI1", path=("C4", "D5"), facing="E")),
        ("BRI1 C4-D5/2", Order("move", "BRI1", path=("C4", "D5/2"))),
        ("BRI1 AA12", Order("move", "BRI1", path=("AA12",))),
        ("MG x JIH2", Order("fire", "MG", "JIH2")),
        ("SPR3 xx RFA", Order("close", "SPR3", "RFA")),
        ("EGI2 W x SPR3", Order("fire", "EGI2", "SPR3", facing="W")),
        ("BRI1 A6 leaves", Order("leave", "BRI1", path=("A6",))),
        ("BRI1 leaves A6", Order("leave", "BRI1", path=("A6",))),
        ("BRI1 leaves", Order("leave", "BRI1")),
        ("CAV2 dismounts", Order("dismount", "CAV2")),
        ("CAV2 mounts E", Order("mount", "CAV2", facing="E")),
        ('spot "the northern rocks"', Order("spot", text=("the northern rocks",))),
        ("spot northern-rocks", Order("spot", text=("northern-rocks",))),
        ('dilemma "deploy, or not" | fire', Order("dilemma", text=("deploy, or not", "fire"))),
        ('agree "They got away." | mahdist', Order("agree", text=("They got away.", "mahdist"))),
        ("end", Order("end")),
    ],
)
def test_orders(line: str, meant: Order) -> None:
    assert one(LATE19C, line) == Action(meant)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("MG x JIH2 9:4", Declared(dice=((9,), (4,)))),
        ("MG x JIH2 ?:4", Declared(dice=((None,), (4,)))),
        ("MG x JIH2 4,2,6:1,?", Declared(dice=((4, 2, 6), (1, None)))),
        ("MG x JIH2 4,2,6", Declared(dice=((4, 2, 6),))),
        ("MG x JIH2 9:9 7:11", Declared(dice=((9,), (9,)), rethrows=((7, 11),))),
        ("MG x JIH2 9:9 5:5 7:11", Declared(dice=((9,), (9,)), rethrows=((5, 5), (7, 11)))),
        ("MG x JIH2 (value 2, cmd 3 | value 2)", Declared(modifiers=({"value": 2, "cmd": 3}, {"value": 2}))),
        ("MG x JIH2 (+2 value, -2 cover)", Declared(modifiers=({"value": 2, "cover": -2}, None))),
        ("MG x JIH2 (? | value 2)", Declared(modifiers=(None, {"value": 2}))),
        ("MG x JIH2 (none | ?)", Declared(modifiers=({}, None))),
        ("MG x JIH2 ( | )", Declared(modifiers=({}, {}))),
        ("MG x JIH2 = 14:9", Declared(totals=(14, 9))),
        ("MG x JIH2 = ?:-1", Declared(totals=(None, -1))),
        ("MG x JIH2 -> ineffective", Declared(result="ineffective")),
        ("MG x JIH2 -> withdraws K5", Declared(result="withdraw", withdrew=("K5",))),
        ("MG x JIH2 → withdraw j5-k5", Declared(result="withdraw", withdrew=("J5", "K5"))),
        ("MG x JIH2 -> defender destroyed", Declared(result="destroyed")),
        ("MG x JIH2 -> attacker withdraws F9", Declared(result="withdraw", loser="attacker", withdrew=("F9",))),
        (
            "MG x JIH2 [morale JIH2 4,3] [nerve 2]",
            Declared(throws=(Thrown("morale", (4, 3), "JIH2"), Thrown("nerve", (2,)))),
        ),
        (
            "MG x JIH2 = 12:5 (value 2 | value 2) 4:3 -> destroyed",
            Declared(dice=((4,), (3,)), modifiers=({"value": 2}, {"value": 2}), totals=(12, 5), result="destroyed"),
        ),
    ],
)
def test_what_is_declared(line: str, said: Declared) -> None:
    assert one(LATE19C, line) == Action(Order("fire", "MG", "JIH2"), said)


def test_dice_of_a_side() -> None:
    assert one(LATE19C, "spot rocks 3:7").declared == Declared(dice=((3,), (7,)))
    assert one(LATE19C, "dilemma a | b | c 2:4:4 1:2:?").declared == Declared(
        dice=((2,), (4,), (4,)), rethrows=((1, 2, None),)
    )
    assert one(LATE19C, "[morale INF2 4]") == Action(Order("throw"), Declared(throws=(Thrown("morale", (4,), "INF2"),)))


def test_pairs_and_a_move_before_an_attack_are_several_actions() -> None:
    assert [a.order for a in LATE19C.parse("BRI1+BRI2 C4-D5 E")] == [
        Order("move", unit, path=("C4", "D5"), facing="E") for unit in ("BRI1", "BRI2")
    ]
    assert [a.order for a in LATE19C.parse("MG F5-G4 N x JIH2 9:4")] == [
        Order("move", "MG", path=("F5", "G4"), facing="N"),
        Order("fire", "MG", "JIH2"),
    ]


def test_comments_belong_to_the_last_action() -> None:
    assert one(LATE19C, "BRI1 D5 # slowly").comment == "slowly"
    assert [a.comment for a in LATE19C.parse("BRI1+BRI2 D5 #both")] == ["", "both"]


def test_place_and_source_are_kept_and_do_not_count() -> None:
    action = LATE19C.parse("BRI1 D5", Place("a.yaml", 3, 9))[0]
    assert (action.place, action.source) == (Place("a.yaml", 3, 9), "BRI1 D5")
    assert action == one(LATE19C, "BRI1  D5")


def test_a_richer_ruleset() -> None:
    rich = BOTH["rich"]
    assert one(rich, "GDS 12.5,30-14,33 270").order == Order("move", "GDS", path=("12.5,30", "14,33"), facing="270")
    assert one(rich, "GDS 14,33 45°").order.facing == "45"
    assert one(rich, "GDS C4-D5 NE charges").order == Order("charge", "GDS", path=("C4", "D5"), facing="NE")
    assert one(rich, "GDS charges D5").order == Order("charge", "GDS", path=("D5",))
    assert one(rich, "GDS now strength -2").order == Order("track", "GDS", text=("strength", "-2"))
    assert one(rich, "GDS Falls  Back").order == Order("fall back", "GDS")
    assert one(rich, "GDS rallies -> steady").declared.result == "steady"
    assert one(rich, "GDS x 2BN 4,5 -> attacker pinned").declared.loser == "attacker"


def test_known_units_in_any_letters() -> None:
    known = Notation(LATE19C.vocabulary, ["BRI1", "JIH2"])
    assert one(known, "bri1 x Jih2 [luck jih2 3]") == one(LATE19C, "BRI1 x JIH2 [luck JIH2 3]")


# -- what is said of a line that means nothing -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("", 1, "the line stops too early; expected a unit, "),
        ("BRI1", 5, "the line stops too early; expected a square (such as C7), a facing (N, E, S or W), 'x' or 'xx', "),
        ("BRI1 C4-", 9, "the line stops too early; expected a square (such as C7)"),
        ("BRI1 C4-X E", 9, "'X' cannot stand here; expected a square (such as C7)"),
        ("BRI1 C4 Q", 9, "'Q' cannot stand here; expected '-' and the next square, a facing (N, E, S or W), "),
        ("BRI1 C444", 6, "'C444' cannot stand here; expected a square (such as C7), "),
        ("BRI1 C4 9:4", 9, "'9:4' cannot stand here; expected '-' and the next square, "),
        ("MG shoots JIH2", 4, "'shoots' cannot stand here; expected a square (such as C7), a facing (N, E, S or W), "),
        ("MG x 9:4", 6, "'9:4' cannot stand here; expected a target"),
        ("MG x JIH2 9:", 11, "'9:' cannot stand here; expected dice (such as 9:4), modifiers in round brackets, "),
        ("MG x JIH2 9:4 (value", 21, "the line stops too early; expected a number"),
        ("MG x JIH2 9:4 (value 2 cmd 3)", 24, "'cmd' cannot stand here; expected ')', '|' or ','"),
        ("MG x JIH2 9:4 = 12", 17, "'12' cannot stand here; expected two totals (such as 14:9)"),
        (
            "MG x JIH2 -> flees",
            14,
            "'flees' cannot stand here; expected 'attacker' or 'defender' or a result (ineffective, ",
        ),
        ("MG x JIH2 = 1:2 = 3:4", 19, "the totals stand twice in this line"),
        ("MG x JIH2 (value 1) (value 2)", 21, "the modifiers stand twice in this line"),
        ("MG x JIH2 (value 1, value 2)", 21, "the modifier 'value' stands twice in this line"),
        ("MG x JIH2 9:9 7:11:3", 15, "'7:11:3' is no further throw after a tie, which is one die for each as in 7:7"),
        ("MG x JIH2 12:0", 14, "no die shows 0"),
        ("MG+BRI1 x JIH2", 4, "one unit makes an attack"),
        ("BRI1 A6 leaves A7", 9, "a place stands twice in this line"),
        ("CAV1 E mounts N", 15, "a facing stands twice in this line"),
        ("# nothing", 1, "a remark needs an action before it"),
        ("spot the northern rocks 3", 6, "a text of more than one word stands in double quotes"),
        ("agree they got away", 7, "a text of more than one word stands in double quotes"),
        ("BRI1 x JIH1 ٣:4", 13, "'٣:4' cannot stand here; expected "),
        ("BRI1 H١٢", 6, "'H١٢' cannot stand here; expected "),
        ("BRI1 D5\nBRI2 D6", 1, "an action is one line"),
    ],
)
def test_misread(line: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        LATE19C.parse(line)
    assert (caught.value.column, caught.value.message[: len(message)]) == (column, message)


def test_an_unknown_unit_gets_the_nearest_known_one() -> None:
    with pytest.raises(NotationError) as caught:
        Notation(LATE19C.vocabulary, ["BRI1", "JIH2"]).parse("BRI1 x JHI2 9:4")
    fault = caught.value
    assert (fault.column, fault.message, fault.hint) == (8, "no unit is called 'JHI2'", "did you mean JIH2?")
    assert fault.pointed() == "BRI1 x JHI2 9:4\n       ^"
    assert str(fault.problem(Place("b.yaml", 7, 13))) == (
        "b.yaml:7:20: error[notation]: no unit is called 'JHI2'; did you mean JIH2?"
    )
    with pytest.raises(NotationError) as caught:
        Notation(LATE19C.vocabulary, ["BRI1"]).parse("ZZZ9 D5")
    assert caught.value.hint == "the scenario lists the units"


def test_a_line_is_bounded() -> None:
    with pytest.raises(NotationError, match="more than 1000 characters"):
        LATE19C.parse("BRI1 " + "C4-" * (LONGEST // 2))


def test_what_may_come_next() -> None:
    assert LATE19C.expected_after("MG x ") == ("a target",)
    assert "a facing (N, E, S or W)" in LATE19C.expected_after("BRI1 C4 ")
    assert "the end of the line" in LATE19C.expected_after("MG x JIH2 9:4")
    with pytest.raises(NotationError):
        LATE19C.expected_after("MG x 9:4 ")


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    for notation in BOTH.values():
        try:
            notation.parse(text)
        except NotationError as fault:
            assert 1 <= fault.column <= len(text) + 1
            assert fault.message


WORDS = (
    *("BRI1", "C4", "C4-D5", "N", "x", "xx", "leaves", "(", ")", "|", "value", "2", "9:4", "=", "14:9", "->"),
    *("withdraws", "[", "]", "#", '"', "+", "spot", "?"),
)


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(WORDS),
        max_size=9,
    )
)
def test_any_words_are_actions_or_a_notation_error(words: list[str]) -> None:
    try:
        actions = LATE19C.parse(" ".join(words))
    except NotationError as fault:
        assert 1 <= fault.column <= len(" ".join(words)) + 1
    else:
        assert [a for line in LATE19C.print_all(actions) for a in LATE19C.parse(line)] == list(actions)


# -- printing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("bri1  c4-d5   e", "bri1 C4-D5 E"),
        ("BRI1 leaves A6", "BRI1 A6 leaves"),
        ("CAV1 E mounts", "CAV1 mounts E"),
        (
            "MG x JIH2 = 14:9 (+2 value,+3 cmd|none) 9:4→withdraw K5 #x",
            "MG x JIH2 9:4 (value 2, cmd 3 | none) = 14:9 -> withdraws K5 # x",
        ),
        ('dilemma "deploy" | "fire at will" 2:4', 'dilemma deploy | "fire at will" 2:4'),
        ("[morale   INF2 4 , 3]".replace(" , ", ","), "[morale INF2 4,3]"),
    ],
)
def test_canonical(line: str, printed: str) -> None:
    assert LATE19C.print(one(LATE19C, line)) == printed


def test_units_that_do_the_same_share_a_line() -> None:
    lines = ["BRI1+BRI2 C4-D5 E", "EGI1+EGI2+EGI3 C7-D7", "MG D5-E5 E", "BRI1 N", "BRI2 N"]
    actions = [action for line in lines for action in LATE19C.parse(line)]
    assert LATE19C.print_all(actions) == lines


def test_an_unknown_verb_cannot_be_printed() -> None:
    with pytest.raises(KeyError):
        LATE19C.print(Action(Order("fly", "BRI1")))


faces = st.one_of(st.none(), st.integers(1, 20))
units = st.from_regex(r"[A-Z][A-Z0-9]{0,9}", fullmatch=True).filter(
    lambda unit: unit.lower() not in ("end", "spot", "dilemma", "agree")
)
squares = st.from_regex(r"[A-Z]{1,2}[1-9][0-9]?", fullmatch=True)
paths = st.lists(squares, max_size=4).map(tuple)
texts = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\r\n"), min_size=1, max_size=30)
words_ = st.from_regex(r"[a-z]+(-[a-z]+)?", fullmatch=True).filter(lambda word: word != "none")
comments = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\r\n"), max_size=20).map(str.strip)
modifiers = st.one_of(st.none(), st.dictionaries(words_, st.integers(-99, 99), max_size=4))
totals = st.one_of(st.none(), st.integers(-99, 99))
throws = st.lists(
    st.builds(Thrown, words_, st.lists(faces, min_size=1, max_size=3).map(tuple), st.one_of(st.just(""), units)),
    max_size=2,
).map(tuple)


@st.composite
def actions(draw: st.DrawFn, notation: Notation) -> Action:
    """Any action that a line of this notation can say."""
    verb = notation.verbs[draw(st.sampled_from(sorted(notation.verbs)))]
    facing = draw(st.sampled_from(["", *[f for f in notation.vocabulary.facings if f != "degrees"]]))
    said = Declared(throws=() if verb.id == "end" else draw(throws))
    if verb.form == "attack" and not verb.announced:
        said = draw(contests(said.throws, notation))
    comment = draw(comments)
    if verb.form == "move":
        path = draw(paths)
        if verb.id == notation.move and not path and not facing:
            path = ("C4",)
        return Action(Order(verb.id, draw(units), path=path, facing=facing), said, comment)
    fewest, most = verb.words
    text = tuple(draw(st.lists(units if verb.whom else texts, min_size=fewest, max_size=min(fewest + 2, most))))
    if verb.form == "side":
        if verb.dice:
            dice: tuple[Faces, ...] = tuple((face,) for face in draw(st.lists(faces, max_size=3)))
            rethrows = draw(st.lists(st.tuples(*[faces] * len(dice)), max_size=2)) if dice else []
            said = replace(said, dice=dice, rethrows=tuple(rethrows))
        return Action(Order(verb.id, text=text), said, comment)
    order = Order(
        verb.id,
        draw(units),
        draw(units) if verb.form == "attack" else "",
        draw(paths) if verb.place else (),
        facing if verb.facing else "",
        text,
    )
    return Action(order, said, comment)


@st.composite
def contests(draw: st.DrawFn, throws: tuple[Thrown, ...], notation: Notation) -> Declared:
    result = draw(st.sampled_from(["", *(notation.vocabulary.results or ["pinned", "routs"])]))
    dice = tuple(tuple(group) for group in draw(st.lists(st.lists(faces, min_size=1, max_size=3), max_size=2)))
    return Declared(
        dice,
        tuple(draw(st.lists(st.tuples(*[faces] * len(dice)), max_size=2)) if dice else []),
        (draw(modifiers), draw(modifiers)),
        (draw(totals), draw(totals)),
        result,
        draw(st.sampled_from(["", "attacker"])) if result else "",
        draw(paths) if result else (),
        throws,
    )


@pytest.mark.parametrize("name", BOTH)
@settings(deadline=None)
@given(data=st.data())
def test_print_and_parse_again(name: str, data: st.DataObject) -> None:
    notation = BOTH[name]
    action = data.draw(actions(notation))
    assert notation.can_say(action)
    line = notation.print(action)
    assert one(notation, line) == action
    assert notation.print(one(notation, line)) == line


@settings(deadline=None)
@given(st.lists(actions(LATE19C), max_size=6))
def test_print_all_and_parse_again(several: list[Action]) -> None:
    assert [a for line in LATE19C.print_all(several) for a in LATE19C.parse(line)] == several


odd_texts = st.one_of(st.just(""), st.text(max_size=6), st.sampled_from(["end", "N", "C4", "x", "none", "12", "Z9/3"]))
odd_faces = st.lists(st.one_of(st.none(), st.integers(-1, 10_001)), max_size=2).map(tuple)
odd_actions = st.builds(
    Action,
    st.builds(
        Order,
        st.sampled_from(["move", "fire", "leave", "mount", "spot", "end", "throw", "fly"]),
        odd_texts,
        odd_texts,
        st.lists(odd_texts, max_size=2).map(tuple),
        odd_texts,
        st.lists(odd_texts, max_size=2).map(tuple),
    ),
    st.builds(
        Declared,
        st.lists(odd_faces, max_size=2).map(tuple),
        st.lists(odd_faces, max_size=2).map(tuple),
        st.tuples(*[st.one_of(st.none(), st.dictionaries(odd_texts, st.integers(-20_000, 20_000), max_size=2))] * 2),
        st.tuples(*[st.one_of(st.none(), st.integers(-20_000, 20_000))] * 2),
        st.sampled_from(["", "withdraw", "odd"]),
        st.sampled_from(["", "attacker", "both"]),
        st.lists(odd_texts, max_size=1).map(tuple),
        st.lists(st.builds(Thrown, odd_texts, odd_faces, odd_texts), max_size=1).map(tuple),
    ),
    odd_texts,
)


@st.composite
def bent_actions(draw: st.DrawFn) -> Action:
    """An action that a line can say, with one part of it from an odd one."""
    action, odd = draw(actions(LATE19C)), draw(odd_actions)
    part = draw(st.sampled_from([*Order.__slots__, *Declared.__slots__, "comment"]))
    if part in Order.__slots__:
        return replace(action, order=structs.replace(action.order, **{part: getattr(odd.order, part)}))
    if part in Declared.__slots__:
        return replace(action, declared=replace(action.declared, **{part: getattr(odd.declared, part)}))
    return replace(action, comment=odd.comment)


@settings(deadline=None)
@given(st.one_of(odd_actions, bent_actions()))
def test_what_can_be_said_comes_back_and_the_rest_is_known(action: Action) -> None:
    try:
        same = one(LATE19C, LATE19C.print(action)) == action
    except (KeyError, NotationError, ValueError):
        same = False
    assert LATE19C.can_say(action) == same


# -- speed -------------------------------------------------------------------------------------------------------------


def test_six_hundred_lines_are_read_in_no_time() -> None:
    line = "C2 xx EGI2 9:3 7:11 (value 2 | value 3, adj 2, cmd 3) = 11:11 -> attacker withdraws E8-F9 # again"
    LATE19C.parse(line)
    began = time.process_time()
    for _ in range(600):
        LATE19C.parse(line)
    assert time.process_time() - began < 0.5


# -- squares, hexes and measured tables --------------------------------------------------------------------------------

TABLES = {
    "square": Notation(replace(RICH, facings=("N", "E", "S", "W"))),
    "flat": Notation(replace(RICH, facings=("N", "NE", "SE", "S", "SW", "NW"))),
    "pointy": Notation(replace(RICH, facings=("NE", "E", "SE", "SW", "W", "NW"))),
    "measured": Notation(replace(RICH, facings=("degrees",))),
}
_SQUARES = st.builds(lambda column, row: f"{column}{row}", st.sampled_from(["A", "C", "N", "E", "SE", "AA"]),
                     st.integers(1, 40))  # fmt: skip
_POSITIONS = st.builds(
    lambda x, y: f"{x / 100:.2f},{y / 100:.2f}".replace(".00", ""), st.integers(0, 18_000), st.integers(0, 12_000)
)


@st.composite
def marches(draw: st.DrawFn) -> tuple[Notation, Order]:
    table = draw(st.sampled_from(sorted(TABLES)))
    notation = TABLES[table]
    facings = st.sampled_from(notation.vocabulary.facings)
    if table == "measured":
        facings = st.integers(0, 359).map(str)
    places = st.one_of(_SQUARES, _POSITIONS) if table == "measured" else _SQUARES
    path = tuple(draw(st.lists(places, min_size=1, max_size=4)))
    facing = draw(st.one_of(st.just(""), facings))
    return notation, Order(draw(st.sampled_from(["move", "charge"])), "INF1", path=path, facing=facing)


@given(marches())
def test_a_march_is_printed_and_read_back_on_every_table(some: tuple[Notation, Order]) -> None:
    notation, marched = some
    text = notation.print(Action(marched))
    (read,) = notation.parse(text)
    assert read.order == marched
    assert notation.print(read) == text


@pytest.mark.parametrize(
    ("table", "line"),
    [("square", "INF1 C4 NE"), ("flat", "INF1 C4 E"), ("pointy", "INF1 C4 N"), ("measured", "INF1 12.5,8 E"),
     ("square", "INF1 12.5,8"), ("flat", "INF1 C4 45"), ("measured", "INF1 12.555,8")],
)  # fmt: skip
def test_what_the_table_lacks_cannot_be_written(table: str, line: str) -> None:
    with pytest.raises(NotationError):
        TABLES[table].parse(line)
