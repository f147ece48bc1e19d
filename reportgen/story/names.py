"""Stands named as a person at the table would: 'the left-hand Egyptian stand', 'the outer pair of spearmen'.

Left, right and leading are seen by the owner, looking from his own edge of the table at the enemy's. A name is unique
among the units alive at its moment; where words fail the unit's label is added in brackets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin

from reportgen.battle.scenario import Scenario
from reportgen.board.picture import Piece
from reportgen.story.lore import Lore
from reportgen.story.nouns import Group, a_one, groups
from reportgen.story.places import Places
from reportgen.story.ref import Ref
from reportgen.story.words import FORWARD, listed, number, ordinal

Cell = tuple[float, float]
_ACROSS = {
    2: ("left-hand", "right-hand"),
    3: ("left-hand", "centre", "right-hand"),
    4: ("left-hand", "centre-left", "centre-right", "right-hand"),
}
_ALONG = {2: ("leading", "rear"), 3: ("leading", "middle", "rearmost")}
_WINGS = {2: ("on the left", "on the right"), 3: ("on the left", "in the centre", "on the right")}
_DEPTH = {2: ("in front", "in the rear"), 3: ("in front", "in the middle", "in the rear")}
_ENDS = (("left-hand", "right-hand"), ("leading", "rearmost"))
_FAR_WINGS = (("on the left", "on the right"), ("in front", "in the rear"))
APART = 3
"""Units of a group with more than this many squares of nobody between them stand in different bodies."""


class Names:
    """The names of one battle. `initial` is how many units each group had at first."""

    def __init__(self, scenario: Scenario, lore: Lore, places: Places | None = None) -> None:
        self.scenario = scenario
        self.places = places or Places(scenario, lore)
        self.lore = lore
        self.groups: dict[str, Group] = groups(scenario, lore)
        self.side_of = {unit.id: side.id for side in scenario.sides for unit in side.units}
        self.mine = ""
        """The side that acts: its own nouns need no 'Mahdist' before them."""
        self.lost: set[str] = set()
        """Units destroyed or gone so far; the one that is left of its group is 'the last'."""
        self._known: dict[tuple[int, str, int], tuple[Mapping[str, Piece], dict[str, Ref]]] = {}

    def side(self, id: str) -> Ref:
        """'the Mahdists'."""
        return Ref(self.scenario.side(id).people, plural=True, proper=f"side {id}")

    def forward(self, side: str) -> tuple[float, float]:
        return FORWARD.get(self.scenario.side(side).edge, (0.0, 1.0))

    def speak_for(self, side: str, lost: Iterable[str] = ()) -> None:
        """From here on `side` acts, with `lost` gone."""
        self.mine = side
        self.lost = set(lost)

    def _held(self, pieces: Mapping[str, Piece]) -> dict[str, Ref]:
        """Names made so far for that moment. The pieces are kept with them, so that their id stays theirs."""
        key = (id(pieces), self.mine, len(self.lost))
        if key not in self._known:
            self._known[key] = (pieces, {})
        return self._known[key][1]

    def _called(self, group: Group, noun: str) -> str:
        return f"{group.prefix} {noun}" if group.prefix and group.side != self.mine else noun

    def unit(self, unit: str, pieces: Mapping[str, Piece]) -> Ref:
        """The name of a unit among the pieces of that moment."""
        names = self._held(pieces)
        if unit not in names:
            group = self.groups[unit]
            alive = [pieces[other] for other in group.units if other in pieces]
            if unit not in pieces:
                return replace(self._plain(group), proper=unit)
            names.update(self._names(group, alive, pieces))
        return names[unit]

    def pair(self, unit: str, pieces: Mapping[str, Piece]) -> Ref:
        """The pair that a unit forms with a like one in its square; the unit alone if it forms none."""
        alone = self.unit(unit, pieces)
        return self._held(pieces).get(f"pair {unit}", alone)

    def many(self, units: Iterable[str], pieces: Mapping[str, Piece], most: int = 3) -> Ref:
        """Several units as one phrase, in the order given; more than `most` kinds become 'and two others'."""
        wanted = list(dict.fromkeys(units))
        if len(wanted) == 1:
            return self.unit(wanted[0], pieces)
        side = self.side_of[wanted[0]]
        alive = [piece for piece in pieces if self.side_of.get(piece) == side]
        if len(wanted) == len(alive) > 3:
            return Ref(f"the whole {self.scenario.side(side).adjective} force", proper=" ".join(sorted(wanted)))
        pair = self.both_of(wanted, pieces)
        if pair is not None:
            return replace(pair, plural=True, proper=" ".join(sorted(wanted)),
                           members=tuple(self.unit(unit, pieces) for unit in wanted))  # fmt: skip
        by_group: dict[str, list[str]] = {}
        for unit in wanted:
            by_group.setdefault(self.groups[unit].name, []).append(unit)
        parts = [self._part(members, pieces) for members in by_group.values()]
        if len(parts) > most:
            parts.sort(key=lambda part: (-part[1], part[0]))
            rest = sum(size for _, size in parts[most - 1 :])
            words = [text for text, _ in parts[: most - 1]]
            stand = self.lore.piece[0 if rest == 1 else 1]
            words.append(f"{number(rest)} other {stand}")
        else:
            words = [text for text, _ in parts]
        members = tuple(self.unit(unit, pieces) for unit in wanted)
        return Ref(listed(words), plural=True, proper=" ".join(sorted(wanted)), members=members)

    def both_of(self, units: Sequence[str], pieces: Mapping[str, Piece]) -> Ref | None:
        """The pair that two units form, where their group has others besides; else None."""
        if len(units) != 2 or any(unit not in pieces for unit in units):
            return None
        first, second = (self.pair(unit, pieces) for unit in units)
        whole = sum(unit in pieces for unit in self.groups[units[0]].units) == 2
        same = self.groups[units[0]].name == self.groups[units[1]].name
        return first if same and not whole and first.proper.startswith("pair ") and str(first) == str(second) else None

    def body(self, group: Group) -> Ref:
        """The whole group: 'the Egyptians', 'the Mahdist cavalry'."""
        if group.named:
            return Ref(group.one, person=True)
        return Ref(f"the {self._called(group, group.body)}", plural=group.body_plural)

    def marching(self, units: Iterable[str], pieces: Mapping[str, Piece], known: Collection[str] = ()) -> Ref:
        """Units on the move, with less care for which they were: 'two stands of spearmen', 'the Egyptians'.

        Of a group in `known` others were just spoken of: 'another stand of spearmen'.
        """
        wanted = sorted(set(units))
        by_group: dict[str, list[str]] = {}
        for unit in wanted:
            by_group.setdefault(self.groups[unit].name, []).append(unit)
        if len(wanted) == 1:
            group = self.groups[wanted[0]]
            if sum(unit in pieces for unit in group.units) <= 3 and group.name not in known:
                return self.unit(wanted[0], pieces)
        wing = self._wing(wanted, pieces) if len(by_group) > 1 else ""
        if wing:
            return Ref(wing)
        parts: list[tuple[int, str]] = []
        for members in by_group.values():
            group = self.groups[members[0]]
            alive = sum(unit in pieces for unit in group.units)
            size = len(members)
            if size < alive:
                one, many = self._called(group, group.one), self._called(group, group.many)
                more = group.name in known
                single = f"another {one}" if more else a_one(group, one)
                parts.append((size, single if size == 1 else f"{number(size)} {'more ' if more else ''}{many}"))
            else:
                parts.append((size, self._part(members, pieces)[0]))
        parts.sort(key=lambda part: (-part[0], part[1]))
        if len(parts) > 3:
            rest = sum(size for size, _ in parts[2:])
            parts = [*parts[:2], (rest, f"{number(rest)} other {self.lore.piece[rest > 1]}")]
        text = listed([text for _, text in parts])
        if len(wanted) == 1:
            # 'A stand of spearmen' names nobody: the next mention needs a name.
            return replace(self.unit(wanted[0], pieces), text=text, proper="")
        return Ref(text, plural=True)

    def _wing(self, wanted: Sequence[str], pieces: Mapping[str, Piece]) -> str:
        """'the whole left', if these are all of a side that stand there, and more than two; or empty."""
        side = self.side_of[wanted[0]]
        mine = [piece for piece in pieces.values() if self.side_of.get(piece.id) == side and not piece.concealed]
        if len(wanted) < 3 or len(mine) < len(wanted) + 3 or any(unit not in pieces for unit in wanted):
            return ""
        fx, fy = self.forward(side)
        lateral = {piece.id: piece.at[0] * fy - piece.at[1] * fx for piece in mine}
        low, high = min(lateral.values()), max(lateral.values())
        third = (high - low) / 3
        if third < 1:
            return ""
        for word, least, most in (("left", low, low + third), ("right", high - third, high)):
            there = {unit for unit, x in lateral.items() if least - 0.01 <= x <= most + 0.01}
            if there == set(wanted):
                return f"the whole {word}"
        return ""

    def _part(self, members: Sequence[str], pieces: Mapping[str, Piece]) -> tuple[str, int]:
        group = self.groups[members[0]]
        alive = [unit for unit in group.units if unit in pieces]
        size = len(members)
        if size == 1:
            text = str(self.unit(members[0], pieces))
            stand = self.lore.piece[0]
            return (text if f"{stand} of the " in text else text.replace(f" {stand} of ", " ", 1)), 1
        if size == len(alive):
            whole = self._called(group, group.body)
            return (f"both {self._called(group, group.many)}" if size == 2 else f"the {whole}"), size
        return f"{number(size)} of the {self._called(group, group.many)}", size

    def _plain(self, group: Group, before: str = "", after: str = "", noun: str = "") -> Ref:
        if group.named:
            return Ref(group.one, person=True, same=group.one, brief=group.one)
        pair = bool(noun)
        words = self._called(group, noun or group.one)
        one = group.head and not pair
        short = self._called(group, group.short or group.one)
        return Ref(
            " ".join(part for part in ("the", before, words, after) if part),
            plural=pair or group.one_plural,
            person=group.person,
            same=f"the same {short if one else words}",
            brief=f"the {short if one else self._called(group, group.body)}",
            brief_plural=group.one_plural if one else group.body_plural,
            medium=f"the {before} {group.short or (words if pair else group.one)}" if before else "",
            medium_plural=pair or group.one_plural,
        )

    def _next_to(self, piece: Piece, pieces: Mapping[str, Piece]) -> str:
        """'next to the General', if a unit that is the only one of its group stands beside the piece; or empty."""
        column, row = self.places.cell(piece.at)
        for other in sorted(pieces.values(), key=lambda p: p.id):
            group = self.groups.get(other.id)
            if group is None or other.side != piece.side or len(group.units) > 1 or other.id == piece.id:
                continue
            there = self.places.cell(other.at)
            if max(abs(there[0] - column), abs(there[1] - row)) <= 1:
                return f"next to {self._plain(group)}"
        return ""

    def _names(self, group: Group, alive: list[Piece], pieces: Mapping[str, Piece]) -> dict[str, Ref]:
        """Names for all units of a group that are on the board."""
        if len(alive) == 1:
            last = "last" if len(group.units) > 1 and len(self.lost & set(group.units)) == len(group.units) - 1 else ""
            return {alive[0].id: replace(self._plain(group, last), proper=alive[0].id)}
        made: dict[str, Ref] = {}
        open_ones = [piece for piece in alive if not piece.concealed]
        hidden = [piece for piece in alive if piece.concealed]
        for members, veil in ((open_ones, ""), (hidden, "hidden" if open_ones else "")):
            placed = self._placed(members, group.side)
            singles = sum(not role for _, _, _, role in placed)
            for piece, word, wing, role in placed:
                before = word or ("single" if not role and singles == 1 and len(placed) > 1 else "")
                before, after = " ".join(w for w in (veil, before) if w), wing
                if role:
                    pair = self._plain(group, before, after, self._pair_of(group))
                    made[f"pair {piece.id}"] = replace(pair, proper=f"pair {piece.id}")
                    one = group.one if group.head else self.lore.piece[0]
                    text = f"the {role} {one} of {pair.text}"
                    if group.head and not before:  # 'the rear field gun on the right'
                        text = str(self._plain(group, role, after))
                    front = replace(self._plain(group), text=text, proper=piece.id,
                                    medium=f"the {role} {one}", medium_plural=False)  # fmt: skip
                    made[piece.id] = front
                else:
                    made[piece.id] = replace(self._plain(group, before, after), proper=piece.id)
        twice = {text for text, n in Counter(str(made[piece.id]) for piece in alive).items() if n > 1}
        bare = str(self._plain(group))  # 'the battalion' says nothing while there are others
        for piece in alive:
            if str(made[piece.id]) in twice or str(made[piece.id]) == bare:
                where = self.places.at(self.places.square(piece.at), 2) or self._next_to(piece, pieces)
                # A place says more than a wing, and both together are a mouthful.
                for other in (f"{bare} {where}", f"{made[piece.id]} {where}") if where else ():
                    mates = [one for one in alive if one.id != piece.id and self._stands(one, where, pieces)]
                    if not any(str(ref) == other for ref in made.values()) and (
                        other != f"{bare} {where}" or not mates
                    ):
                        made[piece.id] = replace(made[piece.id], text=other)
                        break
                else:
                    where = ""
                if where:
                    continue
                if str(made[piece.id]) == bare and len([ref for ref in made.values() if str(ref) == bare]) == 1:
                    made[piece.id] = replace(self._plain(group, "middle"), proper=piece.id)
        self._counted(group, alive, bare, made)
        twice = {text for text, n in Counter(str(made[piece.id]) for piece in alive).items() if n > 1} | {bare}
        labels = {piece.id: piece.label or piece.id for piece in alive}
        return {
            unit: replace(ref, text=f"{ref.text} ({labels[unit]})") if ref.text in twice and unit in labels else ref
            for unit, ref in made.items()
        }

    def _stands(self, piece: Piece, where: str, pieces: Mapping[str, Piece]) -> bool:
        return where in (self.places.at(self.places.square(piece.at), 2), self._next_to(piece, pieces))

    def _counted(self, group: Group, alive: Sequence[Piece], bare: str, made: dict[str, Ref]) -> None:
        """Where no other word tells one from its fellows it is counted from the left of the line, or from its front:
        'the third battalion from the left'."""
        names = Counter(str(made[piece.id]) for piece in alive)
        fx, fy = self.forward(group.side)
        file = {piece.id: round(piece.at[0] * fy - piece.at[1] * fx, 2) for piece in alive}
        rank = {piece.id: round(-piece.at[0] * fx - piece.at[1] * fy, 2) for piece in alive}
        ways: list[tuple[str, dict[str, tuple[float, ...]]]] = [
            ("from the left", {unit: (file[unit],) for unit in file}),
            ("from the front", {unit: (rank[unit],) for unit in file}),
            ("from the left", {unit: (file[unit], rank[unit]) for unit in file}),
        ]
        for piece in alive:
            text = str(made[piece.id])
            if names[text] < 2 and text != bare:
                continue
            for end, places in ways:
                order = sorted(places.values())
                if order.count(places[piece.id]) == 1:
                    nth = ordinal(order.index(places[piece.id]) + 1)
                    made[piece.id] = replace(self._plain(group, nth, end), proper=piece.id)
                    break

    def _pair_of(self, group: Group) -> str:
        """'pair of spearmen', 'Egyptian pair', 'pair of wagons'."""
        stand = self.lore.piece[0]
        if group.one.endswith(f" {stand}"):
            return f"{group.one.removesuffix(stand)}pair"
        return f"pair of {group.body if ' of ' in group.one else group.many}"

    def _placed(self, members: list[Piece], side: str) -> list[tuple[Piece, str, str, str]]:
        """Each piece with the words before and after its noun, and what it is of a pair ('front', 'rear' or '')."""
        bodies = _bodies(members)
        placed: list[tuple[Piece, str, str, str]] = []
        wings = self._ranked([_middle(body) for body in bodies], side, _WINGS, _DEPTH)
        for body, wing in zip(bodies, wings, strict=True):
            cells = sorted({self.places.cell(piece.at) for piece in body})
            words = self._ranked(cells, side, _ACROSS, _ALONG) if len(cells) > 1 else [""]
            if wing and len(cells) > 1:
                words = self._within(cells, side, words)
            elif len(cells) == 3 and words.count("") == 1:
                words[words.index("")] = "middle"
            for cell, word in zip(cells, words, strict=True):
                here = [piece for piece in body if self.places.cell(piece.at) == cell]
                for place, piece in enumerate(self._rows(here)):
                    role = ("front", "rear")[place] if len(here) == 2 else ""
                    placed.append((piece, word, wing, role))
        return placed

    def _rows(self, here: list[Piece]) -> list[Piece]:
        """Two in a square, the front one first."""
        return sorted(here, key=lambda p: -(p.at[0] * sin(radians(p.facing)) + p.at[1] * cos(radians(p.facing))))

    def _ranked(
        self,
        spots: Sequence[tuple[float, float]],
        side: str,
        across: Mapping[int, Sequence[str]],
        along: Mapping[int, Sequence[str]],
    ) -> list[str]:
        """A word for each spot by its rank across the side's front or along it; empty words where neither tells."""
        if len(spots) < 2:
            return ["" for _ in spots]
        fx, fy = self.forward(side)
        # Left is the forward direction turned a quarter against the clock.
        lateral = [x * fy - y * fx for x, y in spots]
        depth = [-(x * fx + y * fy) for x, y in spots]
        for values, words in ((lateral, across), (depth, along)):
            order = sorted(range(len(spots)), key=lambda n: values[n])
            gaps = [values[b] - values[a] for a, b in pairwise(order)]
            if len(spots) in words and min(gaps) >= 1:
                ranks = {spot: rank for rank, spot in enumerate(order)}
                return [words[len(spots)][ranks[n]] for n in range(len(spots))]
        pairs = _FAR_WINGS if across is _WINGS else _ENDS
        return self._extremes(lateral, depth, pairs)

    def _extremes(
        self, lateral: list[float], depth: list[float], pairs: tuple[tuple[str, str], tuple[str, str]]
    ) -> list[str]:
        """Too many or too irregular for ranks: only who is outermost or foremost, alone, has a word."""
        words = ["" for _ in lateral]
        for values, (low, high) in zip((lateral, depth), pairs, strict=True):
            for word, value in ((low, min(values)), (high, max(values))):
                found = [n for n, v in enumerate(values) if v == value]
                if len(found) == 1 and not words[found[0]]:
                    words[found[0]] = word
        return words

    def _within(self, cells: list[Cell], side: str, words: list[str]) -> list[str]:
        """Left and right inside a wing confuse; there it is the inner and the outer."""
        if not any(word in ("left-hand", "right-hand") for word in words):
            return words
        fx, _ = self.forward(side)
        grid = self.scenario.ground.grid
        measured = self.scenario.ground.table is not None
        middle = grid.extent[1 if fx else 0] / 2 if measured else (grid.rows if fx else grid.columns) / 2 - 0.5
        outward = [abs((y if fx else x) - middle) for x, y in cells]
        ends = ("outer", "inner") if len(cells) == 2 else ("outermost", "innermost")
        named = ["" for _ in cells]
        for word, far in zip(ends, (max(outward), min(outward)), strict=True):
            if outward.count(far) == 1:
                named[outward.index(far)] = word
        if len(cells) == 3 and named.count("") == 1:
            named[named.index("")] = "middle"
        return named


def _middle(body: Sequence[Piece]) -> tuple[float, float]:
    return sum(p.at[0] for p in body) / len(body), sum(p.at[1] for p in body) / len(body)


def _bodies(members: list[Piece]) -> list[list[Piece]]:
    """The pieces in bodies: who stands within `APART` squares of one stands with it."""
    left = list(members)
    found: list[list[Piece]] = []
    while left:
        body = [left.pop(0)]
        for piece in body:
            near = [o for o in left if max(abs(o.at[0] - piece.at[0]), abs(o.at[1] - piece.at[1])) <= APART]
            left = [other for other in left if other not in near]
            body += near
        found.append(body)
    return found
