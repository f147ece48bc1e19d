"""Before the battle: the ground in a sentence or two, and how both sides stood on it."""

from __future__ import annotations

from collections.abc import Sequence

from reportgen.battle.scenario import Scenario, SideSpec
from reportgen.board.ground import Ground
from reportgen.board.lattice import Lattice
from reportgen.story.lore import Lore
from reportgen.story.names import Names
from reportgen.story.nouns import a_one
from reportgen.story.pen import Pen
from reportgen.story.places import Places
from reportgen.story.ref import Ref
from reportgen.story.timeline import Pieces
from reportgen.story.words import COMPASS, article, capital, counted, listed, number

_LINES = ("road", "track", "river", "shallow_river")
_RELIEF = ("steep", "slope", "ravine")
"""Kinds of ground without heights of their own by which a table is yet not flat."""
_ABREAST = ("on the left", "in the centre", "on the right")


def ground(scenario: Scenario, places: Places, lore: Lore) -> str:
    """The size of the table, its hills, patches and lines, in two or three sentences."""
    land = scenario.ground
    level = not any(land.heights)
    flat = level and not any(spots for kind, spots in land.areas.items() if kind in _RELIEF)
    said = [f"The table was {places.size_said()}" + (", and flat" if flat else "")]
    lies = _patches(scenario, places, lore)
    if not level:
        lies = [*_hills(scenario, places), *lies]
    if lies:
        said.append(f"On it {'were' if lies[0][0] else 'was'} {listed([text for _, text in lies])}")
    said += _lines(scenario, lore)
    return " ".join(capital(text) + "." for text in said)


def _patches(scenario: Scenario, places: Places, lore: Lore) -> list[tuple[bool, str]]:
    """(whether plural, words) for each kind of ground that lies in patches."""
    grid, land = scenario.ground.grid, scenario.ground
    found: list[tuple[bool, str]] = []
    for kind, squares in land.areas.items():
        if kind in _LINES or kind in ("ford", "bridge") or not squares:
            continue
        parts = _bodies(grid, squares)
        one, many = lore.ground(kind, land.climate)
        where = [_where(part, places, grid) for part in parts]
        words = f"{article(one)} {one}" if len(parts) == 1 else f"{number(len(parts))} {many}"
        names = [next((name for name, spots in places.named.items() if spots & part), "") for part in parts]
        told = list(dict.fromkeys(where))
        if len(parts) > 2 and len(set(filter(None, names))) == len(parts) <= 5:
            words = f"{words} ({listed(names)})"
        else:
            words += _spread(len(parts), told)
        found.append((len(parts) > 1, words))
    return found


def _hills(scenario: Scenario, places: Places) -> list[tuple[bool, str]]:
    grid, land = scenario.ground.grid, scenario.ground
    high = sum(1 << square for square, height in enumerate(land.heights) if height > 0)
    hills = _bodies(grid, high)
    words = "a hill" if len(hills) == 1 else f"{number(len(hills))} hills"
    where = list(dict.fromkeys(_where(hill, places, grid) for hill in hills))
    return [(len(hills) > 1, words + _spread(len(hills), where))]


def _spread(count: int, where: Sequence[str]) -> str:
    """Where the patches of a kind lie: ' in the east', ' (one in the south, one in the west)', or nothing."""
    if len(where) == 1:
        return f" {where[0]}"
    return f" ({', '.join(f'one {spot}' for spot in where)})" if len(where) == count <= 3 else ""


def _lines(scenario: Scenario, lore: Lore) -> list[str]:
    """Roads and rivers by the edges that they join, with their crossings."""
    grid, land = scenario.ground.grid, scenario.ground
    said = []
    for kinds in (("road",), ("track",), ("river", "shallow_river")):
        squares = land.area(*kinds)
        if not squares:
            continue
        water = kinds[0] == "river"
        crossings = land.area("ford", "bridge") & grid.spread(squares) if water else 0
        bridged = land.area("road", "track", "bridge", "ford", "building", "village") if not water else 0
        whole = squares | crossings | bridged
        ends = [COMPASS[side] for side in "WENS" if grid.edge(side) & whole & grid.spread(squares)]
        one, many = lore.ground(next(kind for kind in kinds if land.areas.get(kind)), land.climate)
        lines = [body for body in _bodies(grid, whole) if body & squares]
        across = all(sum(bool(grid.edge(side) & body) for side in "WENS") > 1 for body in lines)
        if len(lines) > 1:
            run = f"{number(len(lines))} {many} " + ("ran across it" if across else "ran over parts of it")
        elif len(ends) == 2:
            run = f"{article(one)} {one} ran from {ends[0]} to {ends[1]}"
        elif len(ends) == 1:
            run = f"{article(one)} {one} came in from the {ends[0]}"
        else:
            run = f"{article(one)} {one} ran " + ("across it" if ends else "over part of it")
        ways = []
        for way in ("ford", "bridge"):
            count = len(_bodies(grid, land.area(way) & crossings))
            one_way, many_ways = lore.ground(way, land.climate)
            if count:
                ways.append(f"{article(one_way)} {one_way}" if count == 1 else f"{number(count)} {many_ways}")
        said.append(run + (f", with {listed(ways)}" if ways else ""))
    if walls := _along(land, lore, grid):
        said.append(walls)
    return said


def _along(land: Ground, lore: Lore, grid: Lattice) -> str:
    """Walls, hedges and so on, each kind as one if all of it hangs together; empty if there are none."""
    several: list[str] = []
    single: list[str] = []
    for kind, pairs in land.edges.items():
        one, many = lore.ground(kind, land.climate)
        beside = sum(1 << square for square in {square for square, _ in pairs})
        if len(_bodies(grid, beside)) > 1:
            several.append(many)
        elif pairs:
            single.append(f"{article(one)} {one}")
    if not several and not single:
        return ""
    were = "was" if len(single) == 1 and not several else "were"
    return f"there {were} {listed([*several, *single])} to be reckoned with"


def _bodies(grid: Lattice, squares: int) -> list[int]:
    """A bitboard in connected pieces."""
    parts = []
    while squares:
        part = squares & -squares
        while True:
            grown = grid.spread(part) & squares
            if grown == part:
                break
            part = grown
        parts.append(part)
        squares &= ~part
    return parts


def _where(part: int, places: Places, grid: Lattice) -> str:
    squares = list(grid.squares(part))
    x = sum(grid.column(square) for square in squares) / len(squares)
    y = sum(grid.row(square) for square in squares) / len(squares)
    return places.part(grid.index(round(x), round(y)))


# -- how they stood ----------------------------------------------------------------------------------------------------


def stood(
    scenario: Scenario, side: SideSpec, names: Names, places: Places, pieces: Pieces, pen: Pen, lore: Lore
) -> str:
    """A paragraph about one side before the first turn."""
    us = names.side(side.id)
    mine = [piece for piece in pieces.values() if names.side_of[piece.id] == side.id]
    later = {unit for come in scenario.reinforcements for unit in come.units}
    here = [unit for unit in side.units if unit.id not in later]
    stands = counted(len(here), *lore.piece)
    tags = {"later"} if len(here) < len(side.units) else set()
    said = [pen.say("stood", tags, us=us, edge=COMPASS.get(side.edge, "far side"), stands=stands)]
    grade = lore.vocabulary.generals.get(side.general, side.general).lower().removesuffix(" general")
    if grade:
        tags = {"poor"} if grade == "poor" else {"good"} if grade == "exceptional" else set()
        said.append(pen.say("stood.under", tags, a_grade=f"{article(grade)} {grade}"))
    shown = [piece.id for piece in mine if not piece.concealed]
    groups = _wings(shown, side.id, names, pieces)
    wings = [f"{_who(groups[where], names, pieces)} {where}" for where in _ABREAST if groups.get(where)]
    if len(shown) in (1, 2):
        wings = [f"{names.unit(unit, pieces)} {places.where(places.square(pieces[unit].at))}" for unit in shown]
    if wings:
        said.append(pen.say("stood.line", wings=listed(wings)))
    front, rear = (
        _who(groups[where], names, pieces) if groups.get(where) else "" for where in ("in front", "in the rear")
    )
    if front or rear:
        situation = "stood.depth" if front and rear else "stood.front" if front else "stood.rear"
        said.append(pen.say(situation, front=front, rear=rear))
    bodies: dict[str, list[str]] = {}
    for placement in scenario.placements:
        if placement.concealed and names.side_of.get(placement.unit) == side.id and placement.unit in pieces:
            bodies.setdefault(placement.concealed, []).append(placement.unit)
    for place, units in bodies.items():
        said.append(pen.say("stood.hidden", place=_said(place), who=some(units, names)))
    for come in scenario.reinforcements:
        units = [unit for unit in come.units if names.side_of.get(unit) == side.id]
        if units:
            said.append(pen.say("stood.later", who=some(units, names), turn=number(come.turn)))
    return " ".join(said)


def _wings(units: Sequence[str], side: str, names: Names, pieces: Pieces) -> dict[str, list[str]]:
    """The units on the left, in the centre and on the right, and those who stand alone in front or in the rear."""
    if len(units) < 3:
        return {}
    fx, fy = names.forward(side)
    across = {u: pieces[u].at[0] * fy - pieces[u].at[1] * fx for u in units}
    along = {u: pieces[u].at[0] * fx + pieces[u].at[1] * fy for u in units}
    width = max(across.values()) - min(across.values())
    middle = (max(across.values()) + min(across.values())) / 2
    groups: dict[str, list[str]] = {}
    for unit in units:
        off = across[unit] - middle
        where = "in the centre" if width < 2 or abs(off) < width / 6 else "on the right" if off > 0 else "on the left"
        groups.setdefault(where, []).append(unit)
    foremost, rearmost = max(along.values()), min(along.values())
    for word, value in (("in front", foremost), ("in the rear", rearmost)):
        alone = [unit for unit in units if abs(along[unit] - value) < 0.6]
        if len(alone) <= 2 and foremost - rearmost >= 1 and len(units) > 4:
            for members in groups.values():
                members[:] = [unit for unit in members if unit not in alone]
            groups.setdefault(word, []).extend(alone)
    return groups


def _who(units: Sequence[str], names: Names, pieces: Pieces) -> str:
    """'the Egyptians, the field gun and one wagon': without saying which one, for the place says that."""
    by_group: dict[str, list[str]] = {}
    for unit in units:
        by_group.setdefault(names.groups[unit].name, []).append(unit)
    parts = []
    for members in by_group.values():
        group = names.groups[members[0]]
        whole = len(members) == sum(unit in pieces for unit in group.units)
        if whole:
            parts.append(str(names.body(group)) if len(members) > 1 else str(names.unit(members[0], pieces)))
        else:
            parts.append(counted(len(members), group.one, group.many))
    return listed(parts)


def some(units: Sequence[str], names: Names) -> Ref:
    """Units that have not been named before: 'four stands of spearmen and a field gun'."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[names.groups[unit].name] = counts.get(names.groups[unit].name, 0) + 1
    words = []
    for unit in units:
        group = names.groups[unit]
        count = counts.pop(group.name, 0)
        if count and group.named:
            words.append(group.one)
        elif count == 1 and group.one_plural and group.one[:1].isupper():
            words.append(f"the {group.one}")  # a regiment's own name: 'the Uhlans'
        elif count:
            words.append(a_one(group) if count == 1 else f"{number(count)} {group.many}")
    return Ref(listed(words), plural=len(units) > 1 or any(names.groups[unit].one_plural for unit in units))


def _said(place: str) -> str:
    return place if place.startswith("the ") or place[:1].isupper() else f"the {place}"
