"""A reference implementation of Go with dictionaries and sets, point by point, for comparison with the bit boards."""

from typing import NamedTuple

Point = tuple[int, int]
BLACK, WHITE = 0, 1


class Reference(NamedTuple):
    """A position: the stones by point, the ko point, consecutive passes and plies."""

    size: int
    stones: dict[Point, int]
    ko: Point | None = None
    passes: int = 0
    plies: int = 0

    @property
    def mover(self) -> int:
        return self.plies % 2

    def near(self, point: Point) -> list[Point]:
        r, c = point
        around = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        return [(y, x) for y, x in around if 0 <= y < self.size and 0 <= x < self.size]

    def points(self) -> list[Point]:
        return [(r, c) for r in range(self.size) for c in range(self.size)]

    def group(self, point: Point) -> tuple[set[Point], set[Point]]:
        """Return the stones, or empty points, connected to one, and all other points beside them."""
        group, beside, waiting = {point}, set(), [point]
        while waiting:
            for other in self.near(waiting.pop()):
                if self.stones.get(other) != self.stones.get(point):
                    beside.add(other)
                elif other not in group:
                    group.add(other)
                    waiting.append(other)
        return group, beside

    def liberties(self, point: Point) -> set[Point]:
        return {other for other in self.group(point)[1] if other not in self.stones}

    def played(self, point: Point | None) -> "Reference | None":
        """Return the position after a stone or, without a point, a pass; None if it is not legal."""
        if point is None:
            return self._replace(ko=None, passes=self.passes + 1, plies=self.plies + 1)
        if point in self.stones or point == self.ko:
            return None
        after = Reference(self.size, {**self.stones, point: self.mover}, plies=self.plies + 1)
        off: set[Point] = set()
        for other in self.near(point):
            if after.stones.get(other) == 1 - self.mover and not after.liberties(other):
                off |= after.group(other)[0]
        for taken in off:
            del after.stones[taken]
        liberties = after.liberties(point)
        if not liberties:
            return None
        if len(off) == 1 and liberties == off and len(after.group(point)[0]) == 1:
            return after._replace(ko=off.pop())
        return after

    def moves(self) -> "list[tuple[Point | None, Reference]]":
        """Return the legal moves with their positions, the pass last."""
        tried = [(point, self.played(point)) for point in [*self.points(), None]]
        return [(point, after) for point, after in tried if after is not None]

    def area(self, player: int) -> set[Point]:
        """Return a player's stones, and the empty points of regions bordered only by them."""
        found = {point for point, owner in self.stones.items() if owner == player}
        for point in set(self.points()) - set(self.stones):
            beside = {self.stones[other] for other in self.group(point)[1]}
            found |= {point} if beside == {player} else set()
        return found

    def perft(self, depth: int, longest: int) -> int:
        """Return the number of sequences of a number of plies."""
        if self.passes == 2 or self.plies == longest:
            return 0
        moves = self.moves()
        return len(moves) if depth == 1 else sum(after.perft(depth - 1, longest) for _, after in moves)
