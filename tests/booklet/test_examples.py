"""Diagrams and worked examples: what they show is what the engine says."""

from __future__ import annotations

import pytest

from reportgen import rulesets
from reportgen.booklet import booklet_of
from reportgen.booklet.model import Booklet, Example
from reportgen.rulesets.late19c.odds import sums
from tests.booklet.conftest import MakeRules, book_of, rules_called


def example(book: Booklet, title: str) -> Example:
    return next(one for one in book.examples if one.title == title)


def test_sums_add_up_and_cite_rules() -> None:
    rules = rules_called("late19c")
    numbers = {rule.number: rule for rule in rules}
    assert len(book_of("late19c").examples) >= 4
    for one in book_of("late19c").examples:
        assert one.sums
        for sum_ in one.sums:
            for side in (0, 1):
                added = [(term.attacker, term.defender)[side] or 0 for term in sum_.terms]
                assert sum_.dice[side] + sum(added) == sum_.totals[side]
            assert all(term.number in numbers and numbers[term.number].title == term.why for term in sum_.terms)


def test_the_charge() -> None:
    charge = example(book_of("late19c"), "A charge into the flank")
    (sum_,) = charge.sums
    assert (sum_.names, sum_.dice, sum_.totals) == (("LAN", "INF"), (6, 8), (14, 13))
    assert [(term.why, term.attacker, term.defender) for term in sum_.terms] == [
        ("Value", 3, 3),
        ("Flank and rear", 2, None),
        ("Cavalry charge", 3, None),
        ("Command near by", None, 2),
    ]
    assert (
        sum_.outcome == "INF must withdraw ([11.4](#result.withdraw)). It goes back to E3 ([11.7](#result.distance))."
    )


def test_a_tie_is_thrown_again() -> None:
    (sum_,) = example(book_of("late19c"), "Equal totals").sums
    assert sum_.totals == (10, 10)
    assert sum_.rethrows == ((9, 4),)
    assert sum_.outcome.startswith("The totals are equal: both throw again, and FOE must withdraw ([11.2]")


def test_exactly_half_cites_the_rule_that_says_so() -> None:
    (sum_,) = example(book_of("late19c"), "Spears against rifles").sums
    assert sum_.outcome == "INF is destroyed ([11.6](#result.half))."


def test_a_changed_number_changes_the_sum(variant: MakeRules) -> None:
    rules = variant("change: {close.flank: {values: {amount: 4}}}")
    book = booklet_of(rules, rulesets.player_of(rules))
    (sum_,) = example(book, "A charge into the flank").sums
    assert sum_.totals == (16, 13)
    assert next(term for term in sum_.terms if term.why == "Flank and rear").attacker == 4


def test_an_example_that_no_longer_shows_what_it_should_is_left_out(variant: MakeRules) -> None:
    rules = variant("change: {stands.types: {table: {rows: {native_infantry: {value: 3}}}}}\ndrop: [close.cavalry]")
    titles = [one.title for one in booklet_of(rules, rulesets.player_of(rules)).examples]
    assert "Spears against rifles" not in titles, "15 against 7 is more than twice as much"
    assert "A charge into the flank" not in titles, "there is no charge"
    assert "Equal totals" in titles


def test_every_diagram_has_something_to_show() -> None:
    book = book_of("late19c")
    assert len(book.diagrams) >= 5
    for diagram in book.diagrams:
        assert diagram.plate.shades or diagram.plate.rays
        assert diagram.numbers


def squares(book: Booklet, title: str, label: str = "") -> set[str]:
    diagram = next(one for one in book.diagrams if one.title == title)
    grid = diagram.plate.picture.ground.grid
    shades = [shade for shade in diagram.plate.shades if not label or shade.label == label]
    return {grid.name(square) for square in shades[0].squares}


def test_arcs() -> None:
    book = book_of("late19c")
    front, flank, rear = (squares(book, "Front, flank and rear", arc) for arc in ("front", "flank", "rear"))
    assert {"C3", "D3", "E3", "B4", "F4"} <= front
    assert {"C2", "A2", "E2", "G2", "A4"} <= flank
    assert {"C1", "D1", "E1"} == rear
    assert len(front) + len(flank) + len(rear) == 7 * 4 - 1


def test_sight() -> None:
    diagram = next(one for one in book_of("late19c").diagrams if one.title == "Sight")
    assert [bool(ray.stopped) for ray in diagram.plate.rays] == [False, False, True, True]


def test_a_withdrawal_keeps_to_the_rear_quarter() -> None:
    assert squares(book_of("late19c"), "A withdrawal") == {"D1", "D2", "E2"}


def test_what_is_in_range_is_seen_or_masked() -> None:
    fire = next(one for one in book_of("late19c").diagrams if one.title == "Fire")
    seen, masked = (set(shade.squares) for shade in fire.plate.shades)
    assert seen and masked and not seen & masked


def test_plates_tell_themselves_in_words() -> None:
    diagram = next(one for one in book_of("late19c").diagrams if one.title == "Front, flank and rear")
    assert (
        diagram.plate.alt
        == "Front, flank and rear: INF at D2, front: 8 squares, flank: 16 squares and rear: 3 squares."
    )


def test_odds_add_up() -> None:
    attack, activations, armies = book_of("late19c").odds
    assert (len(attack.rows), len(attack.columns)) == (12, 8)
    for row in attack.cells:
        for cell in row:
            assert cell is not None and 0 < sum(cell) <= 1
    assert attack.cells[0][0] is not None
    assert attack.cells[0][0] == (30 / 144, pytest.approx((36 + 12 / 2) / 144))
    assert [cell[0] for cell in activations.cells[0] if cell] == [pytest.approx((13 - n) / 12) for n in range(1, 13)]
    chances = dict(zip(armies.columns, armies.cells[0], strict=True))
    assert chances["28"] == (pytest.approx((1 + sums(8, 6)[28] / 6**8) / 2),), (
        "the average, and as likely above as below"
    )
    assert armies.columns[0] == "18"


def test_sums_of_dice() -> None:
    assert sums(2, 6)[2:] == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert sum(sums(8, 6)) == 6**8
    assert sums(8, 6)[8] == sums(8, 6)[48] == 1
