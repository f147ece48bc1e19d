"""The Tin Brigadier's diagrams, examples and odds: what they show is what the engine says, on squares and on hexes."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from reportgen import rulesets
from reportgen.battle.odds import OddsTable
from reportgen.booklet import booklet_of
from reportgen.booklet.model import Diagram, Example
from reportgen.booklet.quick import solo
from reportgen.files.rules import Rules
from reportgen.problems import Problems
from tests.booklet.conftest import book_of, rules_called

TIN = "tin_brigadier"
PIONEERS = """
change:
  army.units:
    table:
      rows:
        pioneers: {title: Pioneer company, arm: engineers, figures: 6, move: 2, fight: 1, then: shoot charge}
  fire.weapons: {table: {rows: {pioneers: {title: Pioneers, weapon: rifles}}}}
  terrain.areas:
    table:
      rows:
        boats: {title: Bridge of boats, foot: open, horse: slow, wheels: slow, sight: clear, cover: 'no'}
  terrain.edges:
    table:
      rows:
        stakes: {title: Palisade, foot: slow, horse: 'no', wheels: 'no', cover: 'yes', both_sides: 'yes'}
  works.tasks:
    table:
      rows:
        pontoon: {title: Pontoon bridge, by: pioneers engineers, at: area, needs: river shallow_river, makes: boats,
                  dice: 2, points: 8}
        palisade: {title: Palisade, by: tools, at: edge, needs: any, makes: stakes, dice: 1, points: 6}
"""
D6 = range(1, 7)


def diagram(title: str) -> Diagram:
    return next(one for one in book_of(TIN).diagrams if one.title == title)


def example(title: str) -> Example:
    return next(one for one in book_of(TIN).examples if one.title == title)


def shaded(title: str, which: int = 0) -> set[str]:
    plate = diagram(title).plate
    grid = plate.picture.ground.grid
    return {grid.name(square) for square in plate.shades[which].squares}


def test_everything_has_something_to_show_and_cites_its_rules() -> None:
    book = book_of(TIN)
    assert len(book.diagrams) >= 8 and len(book.examples) >= 6
    for one in book.diagrams:
        assert one.plate.shades and one.numbers
    assert all(one.steps and one.numbers for one in book.examples)


def test_front_and_rear_on_squares() -> None:
    front, rear = shaded("The front"), shaded("The front", 1)
    assert front == {"C3", "D3", "E3", "B4", "C4", "D4", "E4", "F4"}
    assert rear == {"C1", "D1", "E1"}


def test_front_on_hexes_is_sixty_degrees_either_side() -> None:
    front = shaded("The front on hexes")
    assert {"E3", "D2", "F2", "E4"} <= front, "three hexsides, and straight ahead"
    assert not {"E1", "D1", "F1"} & front
    assert {"E1", "D1", "F1"} <= shaded("The front on hexes", 1)


def test_command_reaches_three() -> None:
    squares = shaded("Range of command")
    assert {"A2", "G2", "B3", "F3"} <= squares
    assert not {"H2", "I3"} & squares


def test_a_road_column_goes_one_further_and_off_the_road_slower() -> None:
    reach = shaded("Off the road and on it")
    assert {"F2", "D3", "D1"} <= reach
    assert not {"G2", "E3", "E1"} & reach


def test_dead_ground_lies_behind_the_hill() -> None:
    dead = shaded("Sight and dead ground")
    assert "G2" in dead and "C4" not in dead
    clear, blocked = diagram("Sight and dead ground").plate.rays
    assert not clear.stopped and blocked.stopped


def test_the_killing_zone_is_the_next_in_the_line() -> None:
    assert shaded("Killing zone", 1) == {"E2"}


def test_a_charge_is_slowed_by_a_wood() -> None:
    reach = shaded("Whom a charge reaches")
    assert {"D2", "F4"} <= reach
    assert "G3" not in reach and "A4" not in reach


def test_a_retreat_goes_its_full_move() -> None:
    squares = shaded("Falling back")
    assert len(squares) == 4 and {"B1", "B2"} & squares


def test_dice_are_hits_and_doubled() -> None:
    volley = example("A volley into close order")
    (sum_,) = volley.sums
    assert sum_.dice == ((5, 4, 2, 1), ())
    assert [(term.why, term.attacker) for term in sum_.terms] == [("Superior firepower", 1), ("Dense targets", 2)]
    assert sum_.totals == (4, 0)
    assert re.sub(r" \(\[[^)]*\)\)", "", sum_.outcome) == (
        "FOE has 4 figures left of 8. FOE throws 2 for its morale. FOE goes back to G2. FOE is pinned."
    )


def test_misses_are_thrown_again() -> None:
    first, second = example("A machine gun and two ranks").sums
    assert (first.names, first.dice[0]) == (("MG", "FOE1"), (6, 3, 2))
    assert (second.names, second.dice[0]) == (("MG", "FOE2"), (5, 1))
    assert "FOE2 is pinned" in second.outcome and "FOE1 is pinned" not in second.outcome


def test_a_charge_with_its_steps() -> None:
    fire, into, melee = example("A charge, step by step").steps
    assert isinstance(into, str) and "CAV goes forward to C" in into
    assert not isinstance(fire, str) and (fire.names, fire.totals) == (("FOE", "CAV"), (1, 0))
    assert not isinstance(melee, str) and (melee.names, melee.totals) == (("CAV", "FOE"), (3, 1))
    assert "Hits by defensive fire count as well: 1 ([8.6](#charge.lost))" in melee.outcome


def test_work_is_told_without_a_combat() -> None:
    for title, ends in (("Digging in", "INF is entrenched"), ("A bridge is blown", "FOE is lost with it")):
        (said,) = example(title).steps
        assert isinstance(said, str) and ends in said


def test_a_changed_number_changes_example_and_odds(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "rules.yaml"
    head = f'format: reportgen-rules/1\nid: mine\ntitle: Mine\nversion: "0.1"\nextends: {TIN}\n'
    path.write_text(
        head + "change: {fire.double: {values: {times: 3}}, works.tasks: {table: {rows: {block: {points: 12}}}}}\n"
    )
    rules: Rules = rulesets.read_rules(path)
    book = booklet_of(rules, rulesets.player_of(rules))
    (sum_,) = next(one for one in book.examples if one.title == "A volley into close order").sums
    assert sum_.totals == (6, 0)
    work = next(table for table in book.odds if table.title == "Engineering")
    tasks = dict(zip(work.rows, work.cells, strict=True))
    assert tasks["roadblock"][1] == (pytest.approx(1 / 36),)


# -- odds --------------------------------------------------------------------------------------------------------------


def odds(title: str) -> OddsTable:
    return next(table for table in book_of(TIN).odds if table.title == title)


def counted(dice: int, wanted: object) -> float:
    """A share of all throws, counted out one by one."""
    throws = list(product(D6, repeat=dice))
    return sum(map(wanted, throws)) / len(throws)  # type: ignore[arg-type]


def test_hits_to_expect() -> None:
    table = odds("Shooting: hits to expect")
    assert table.means and table.rows == ("superior, 4+", "ordinary, 5+", "inferior, 6+")
    cells = {
        row: dict(zip(table.columns, line, strict=True)) for row, line in zip(table.rows, table.cells, strict=True)
    }
    assert cells["ordinary, 5+"]["6"] == (pytest.approx(2.0),)
    assert cells["superior, 4+"]["3"] == (pytest.approx(1.5),)
    assert cells["inferior, 6+"]["12"] == (pytest.approx(2.0),)


def test_so_many_hits_or_more() -> None:
    table = odds("Shooting: so many hits or more")
    column = table.columns.index("4")
    for least in (1, 2, 3, 4):
        found = counted(4, lambda faces, least=least: sum(face >= 5 for face in faces) >= least)
        assert table.cells[least - 1][column] == (pytest.approx(found),)
    assert table.cells[1][0] is None, "one die does not hit twice"


def test_morale() -> None:
    table = odds("Morale")
    assert [[round(6 * cell[0]) for cell in row if cell] for row in table.cells] == [[4, 2, 0], [3, 3, 0], [2, 3, 1]]


def test_melee_is_counted_out() -> None:
    table = odds("Melee")
    row, column = table.rows.index("2"), table.columns.index("4")

    def hits(faces: tuple[int, ...]) -> int:
        return sum(face >= 5 for face in faces)

    won = counted(6, lambda faces: hits(faces[:2]) > hits(faces[2:]))
    lost = counted(6, lambda faces: hits(faces[:2]) < hits(faces[2:]))
    assert table.cells[row][column] == (pytest.approx(won), pytest.approx(lost))


def test_work_is_counted_out() -> None:
    cells = dict(zip(odds("Engineering").rows, odds("Engineering").cells, strict=True))
    assert cells["entrench"][2] == (pytest.approx(counted(3, lambda faces: sum(faces) >= 10)),)
    assert cells["with sappers"][1] == (pytest.approx(counted(4, lambda faces: sum(faces) >= 10)),)
    assert cells["small bridge"][1] == (pytest.approx(counted(2, lambda faces: sum(faces) >= 6)),)
    assert cells["clearing, roadblock"] == cells["small bridge"] and cells["large bridge"] == cells["entrench"]


# -- what lies on the table --------------------------------------------------------------------------------------------


def test_the_quick_reference_has_what_play_needs() -> None:
    """Of every section that is thrown dice for at the table, the rules with numbers of their own are on the sheet."""
    rules = rules_called(TIN)
    cited = {line.number for block in book_of(TIN).quick for line in block.lines}
    cited |= {block.number for block in book_of(TIN).quick if block.number}
    at_the_table = ("turn.", "move.", "fire.", "reaction.", "charge.", "works.", "victory.")
    needed = [rule for rule in rules if rule.id.startswith(at_the_table) and rule.values and rule.source != "variant"]
    assert [rule.id for rule in needed if rule.number not in cited] == []


def test_tasks_of_a_variant_are_printed_by_titles_and_with_what_differs(tmp_path: Path) -> None:
    """Ground and types of its own bear their titles; the sheet says who and how many dice where rows differ in it."""
    number = rules_called(TIN).number("works.tasks")
    usual = next(block.table for block in book_of(TIN).quick if block.number == number)
    assert usual is not None and [heading.title for heading in usual.headings] == ["Pts"]
    path = tmp_path / "rules.yaml"
    path.write_text(
        'format: reportgen-rules/1\nid: mine\ntitle: Mine\nversion: "1"\nextends: tin_brigadier\n' + PIONEERS,
        encoding="utf-8",
    )
    rules = rulesets.read_rules(path)
    book = booklet_of(rules, rulesets.player_of(rules))
    full = next(entry.table for part in book.parts for entry in part.entries if entry.number == number)
    assert full is not None
    cells = {line.title: line.cells for line in full.lines}
    assert cells["Pontoon bridge"][:3] == ("pioneer company, engineers", "river, shallow river", "bridge of boats")
    assert cells["Palisade"][:3] == ("with tools", "–", "palisade")
    quick = next(block.table for block in book.quick if block.number == number)
    assert quick is not None and [heading.title for heading in quick.headings] == ["Who", "Dice", "Pts"]
    cells = {line.title: line.cells for line in quick.lines}
    assert cells["Pontoon bridge"] == ("pioneer company, engineers", "2", "8")


def test_the_programmed_attacker_is_printed() -> None:
    blocks = solo(rules_called(TIN), Problems())
    tables = {block.number: block.table for block in blocks if block.table}
    rules = rules_called(TIN)
    for id in ("solo.axis", "solo.reserve", "solo.orders"):
        table = tables[rules.number(id)]
        assert [line.title for line in table.lines] == [row.title for row in rules.rule(id).rows.values()]
    assert solo(rules_called("late19c"), Problems()) == ()
    assert solo(None, Problems()) == ()
