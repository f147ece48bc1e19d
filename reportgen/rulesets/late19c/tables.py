"""What never changes in a battle, worked out once a scenario: stands by number, terrain by what it does."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from reportgen.battle.scenario import Scenario
from reportgen.board.movement import Steps
from reportgen.board.sight import Sight
from reportgen.board.squares import FACINGS
from reportgen.board.steps import steps_for
from reportgen.rulesets.late19c.data import CLASSES, COMMAND, FOOT, HORSE, WHEELS, Data

if TYPE_CHECKING:
    from reportgen.rulesets.late19c.movement import Reach, Way

INFANTRY, CAVALRY, ARTILLERY, MACHINE_GUN, TRANSPORT, COMMANDER = range(6)
"""Arms, as combat tells them apart."""
ARMS = ("infantry", "cavalry", "artillery", "machine-gun", "transport", "command")


class Tables:
    """Stands are numbered in the order of the scenario, the first side's before the second's."""

    def __init__(self, data: Data, scenario: Scenario) -> None:
        self.data = data
        self.scenario = scenario
        grid = self.grid = scenario.ground.squares
        self.names, self.numbers = grid.names, grid.numbers
        self.adjacent, self.front, self.rear = grid.adjacent, grid.front, grid.rear
        """The grid's own, which here are found sooner than there."""
        self.variants = frozenset(scenario.variants)
        self.flank_fire = data.fire_flank if "flank_fire" in self.variants else 0
        self.turns = min(scenario.turns or data.turns, data.turns)
        first, second = scenario.sides
        self.sides = (first.id, second.id)
        self.units = first.units + second.units
        self.index = {unit.id: n for n, unit in enumerate(self.units)}
        self.ids = tuple(unit.id for unit in self.units)
        self.side = tuple([0] * len(first.units) + [1] * len(second.units))
        self.of_side = (tuple(range(len(first.units))), tuple(range(len(first.units), len(self.units))))
        self.masks = (1 << len(first.units)) - 1, (1 << len(second.units)) - 1 << len(first.units)
        """By side: its stands as a mask."""
        kinds = list(data.types)
        self.type_count = len(kinds)
        types = [data.types[unit.type] for unit in self.units]
        self.kind = tuple(kinds.index(stand.id) for stand in types)
        self.arm = tuple(ARMS.index(stand.arm) for stand in types)
        generals = (data.generals.get(first.general, 0), data.generals.get(second.general, 0))
        self.value = tuple(
            generals[side] if stand.id == COMMAND else stand.value for side, stand in zip(self.side, types, strict=True)
        )
        self.points = tuple(float(value) for value in self.value)
        self.range = tuple(
            data.ranges[unit.weapon or stand.weapons[0]] for unit, stand in zip(self.units, types, strict=True)
        )
        self.mounted = tuple(
            int(bool(unit.fields.get("mounted", stand.arm == "cavalry")))
            for unit, stand in zip(self.units, types, strict=True)
        )
        self.moves = tuple(
            (data.command_moves[False], data.command_moves[True])
            if arm == COMMANDER
            else (data.dismounted_moves, stand.moves)
            if arm == CAVALRY
            else (stand.moves, stand.moves)
            for arm, stand in zip(self.arm, types, strict=True)
        )
        self.mover = tuple(
            (FOOT, HORSE) if arm in (COMMANDER, CAVALRY) else (FOOT, FOOT) if arm == INFANTRY else (WHEELS, WHEELS)
            for arm in self.arm
        )
        commands = [n for n, stand in enumerate(types) if stand.id == COMMAND]
        self.commands = tuple(tuple(n for n in commands if self.side[n] == side) for side in (0, 1))
        self.exits = tuple(
            sum({1 << grid.square(name) for name in spec.exits}) for spec in scenario.sides
        )  # fmt: skip
        self.edges = tuple(spec.edge for spec in scenario.sides)
        self.own_edge = tuple(tuple(grid.to_edge(square, edge) for square in range(grid.size)) for edge in self.edges)
        self.sudden = tuple(
            (number, goal)
            for number, goal in enumerate(scenario.objectives)
            if goal.wins and goal.kind in ("exit", "destroy")
        )
        """The objectives that end the battle as soon as they are met, with their numbers."""
        self._read_ground()
        self.covered: dict[tuple[int, ...], Reach] = {}
        self.ways: dict[tuple[int, ...], Way] = {}
        self.free_ways: tuple[dict[tuple[int, int], tuple[Way | None, int]], ...] = ({}, {}, {})
        """What `movement` remembers: squares within a move, ways past the enemy, and by mover those where he is not."""
        self._covered: dict[tuple[int, int], bool] = {}
        self._in_view: dict[tuple[int, int], int] = {}

    def _read_ground(self) -> None:
        ground, data, grid = self.scenario.ground, self.data, self.grid
        self.heights = ground.heights if any(ground.heights) else ()
        self.roads = ground.area("road", "bridge") | ground.area("ford") & grid.spread(ground.area("road"))
        self.bridges = ground.area("bridge")
        on_road = ground.area("road", "track", "bridge")
        areas = {kind: squares for kind, squares in ground.areas.items() if squares}
        blocking = 0
        self.fire_cover = self.close_cover = 0
        obstacles = 0
        self.closed = [0, 0, 0]
        """By mover: squares that it may not enter."""
        self.extra: list[dict[int, int]] = [{}, {}, {}]
        crossings = ground.area("bridge", "ford")
        not_open = 0
        for kind, squares in areas.items():
            does = data.areas[kind]
            water = kind in ("river", "shallow_river")
            if does.blocks_sight:
                blocking |= squares
            if does.cover_from_fire:
                self.fire_cover |= squares
            if does.cover_in_close:
                self.close_cover |= squares
            if kind not in ("road", "track"):
                not_open |= squares
            if kind in ("road", "track", "bridge"):
                continue
            if water:
                squares &= ~crossings
            elif kind == "wood":
                squares &= ~on_road
            elif kind == "ford":
                squares &= ~self.bridges
            if does.obstacle:
                obstacles |= squares
            for mover in (FOOT, HORSE, WHEELS):
                extra = does.enter[mover]
                if extra is None:
                    self.closed[mover] |= squares
                elif extra:
                    for square in grid.squares(squares):
                        self.extra[mover][square] = max(extra, self.extra[mover].get(square, 0))
        self.obstacles = obstacles
        self.not_open = not_open
        self.sight = Sight(grid, blocking, self.heights)
        self.blocking = blocking
        # Edges: who may not cross, what it costs, what covers. Every edge is known from both its squares.
        self.cover_edges: frozenset[tuple[int, int]] = frozenset().union(
            *(pairs for kind, pairs in ground.edges.items() if data.edges[kind].cover)
        )
        self.obstacle_edges = frozenset(
            pair for pairs in ground.edges.values() for square, side in pairs for pair in self._both(square, side)
        )
        self.forbidden_edges: list[frozenset[tuple[int, int]]] = []
        self.costly_edges: list[dict[tuple[int, int], int]] = []
        for mover in (FOOT, HORSE, WHEELS):
            forbidden: set[tuple[int, int]] = set()
            costly: dict[tuple[int, int], int] = {}
            for kind, pairs in ground.edges.items():
                cross = data.edges[kind].cross[mover]
                for square, side in pairs:
                    for pair in self._both(square, side):
                        if cross is None:
                            forbidden.add(pair)
                        elif cross:
                            costly[pair] = max(cross, costly.get(pair, 0))
            self.forbidden_edges.append(frozenset(forbidden))
            self.costly_edges.append(costly)

    def _both(self, square: int, side: int) -> list[tuple[int, int]]:
        beyond = self.grid.step(square, 2 * side)
        return [(square, side)] if beyond < 0 else [(square, side), (beyond, side ^ 2)]

    # -- movement ----------------------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[Steps, Steps, Steps]:
        """By mover: the steps of ordinary movement."""
        return self._by_mover(0)

    @cached_property
    def road_steps(self) -> tuple[Steps, Steps, Steps]:
        """By mover: the steps of a move that keeps to the road throughout."""
        return self._by_mover(self.grid.all & ~self.roads)

    @cached_property
    def withdrawal_steps(self) -> tuple[Steps, Steps, Steps]:
        """By mover: the steps of a withdrawal, which no obstacle of any kind lets pass."""
        known: dict[int, Steps] = {}
        for closed in self.closed:
            if closed not in known:
                known[closed] = steps_for(
                    self.grid,
                    impassable=closed | self.obstacles,
                    forbidden_edges=self.obstacle_edges,
                    obstacle_squares=self.obstacles,
                    obstacle_edges=self.obstacle_edges,
                )
        foot, horse, wheels = (known[closed] for closed in self.closed)
        return foot, horse, wheels

    def _by_mover(self, off: int) -> tuple[Steps, Steps, Steps]:
        """The steps of each mover with some more squares closed; one for all to whom the ground is the same."""
        made: list[Steps] = []
        for mover in range(len(CLASSES)):
            like = next((other for other in range(mover) if self._alike(mover, other)), mover)
            made.append(made[like] if like < mover else self._steps(mover, self.closed[mover] | off))
        foot, horse, wheels = made
        return foot, horse, wheels

    def _alike(self, mover: int, other: int) -> bool:
        return all(
            does[mover] == does[other] for does in (self.closed, self.extra, self.forbidden_edges, self.costly_edges)
        )

    def _steps(self, mover: int, impassable: int) -> Steps:
        grid = self.grid
        entering = {
            (grid.step(square, direction), direction ^ 4): extra
            for square, extra in self.extra[mover].items()
            if not self.bridges >> square & 1
            for direction in range(8)
            if grid.step(square, direction) >= 0
        }
        return steps_for(
            grid,
            impassable=impassable,
            heights=tuple(height * self.data.contour_cost for height in self.heights),
            extra=entering,
            forbidden_edges=self.forbidden_edges[mover],
            costly_edges=self.costly_edges[mover],
            obstacle_squares=self.obstacles,
            obstacle_edges=self.obstacle_edges,
        )

    # -- combat ------------------------------------------------------------------------------------------------------

    def edge_cover(self, target: int, attacker: int) -> bool:
        """Whether a covering edge of the target's square lies towards the attacker (rule terrain.cover_edges).

        The line between the centres leaves the target's square by one edge, or exactly by a corner: there both edges
        that meet in it must cover.
        """
        if not self.cover_edges:
            return False
        known = self._covered.get((target, attacker))
        if known is None:
            known = self._covered[target, attacker] = self._edge_cover(target, attacker)
        return known

    def _edge_cover(self, target: int, attacker: int) -> bool:
        columns = self.grid.columns
        dx = attacker % columns - target % columns
        dy = attacker // columns - target // columns
        sides = []
        if abs(dx) >= abs(dy):
            sides.append(1 if dx > 0 else 3)
        if abs(dy) >= abs(dx):
            sides.append(0 if dy > 0 else 2)
        return all((target, side) in self.cover_edges for side in sides)

    def flat_and_open(self, a: int, b: int) -> bool:
        """Whether a charge from one square into its neighbour is over flat, open country (rule terrain.open)."""
        if (1 << a | 1 << b) & self.not_open:
            return False
        if self.heights and self.heights[a] != self.heights[b]:
            return False
        if not self.obstacle_edges:
            return True
        direction = self.grid.direction_towards(a, b)
        if direction % 2 == 0:
            return (a, direction // 2) not in self.obstacle_edges
        one, two = (direction - 1) // 2, (direction + 1) // 2 % 4
        return not (
            (a, one) in self.obstacle_edges
            or (a, two) in self.obstacle_edges
            or (b, one ^ 2) in self.obstacle_edges
            or (b, two ^ 2) in self.obstacle_edges
        )

    # -- words -------------------------------------------------------------------------------------------------------

    def facing(self, name: str) -> int:
        """0..3 of a facing's name. Raises ValueError for a name that is none."""
        return FACINGS.index(name)

    def side_number(self, id: str) -> int:
        return 0 if id == self.sides[0] else 1

    def in_view_but_for(self, square: int, terrain: int) -> int:
        """The squares that see a square past everything but one piece of terrain, were there no stands."""
        known = self._in_view.get((square, terrain))
        if known is None:
            known = 0
            for eye in range(self.grid.size):
                if eye != square and self.sight.clear(eye, square, but_for=terrain):
                    known |= 1 << eye
            self._in_view[square, terrain] = known
        return known

    def concealing(self, body: str, squares: list[int]) -> int:
        """The terrain that hides a body: the place of that name, or the patches that block sight at its squares."""
        place = self.scenario.ground.places.get(body)
        if place is not None:
            return place
        near = 0
        for square in squares:
            near |= 1 << square
        patch = self.grid.spread(near) & self.blocking
        while True:
            grown = self.grid.spread(patch) & self.blocking
            if grown == patch:
                return patch
            patch = grown
