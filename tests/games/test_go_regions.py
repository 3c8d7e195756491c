"""Small regions within living stones are played out: where bounds call them secured, their owner gets all of them."""

from collections.abc import Iterator
from itertools import product

import pytest

from spielbaum import U64
from spielbaum.games.go.alive import make_is_closed
from spielbaum.games.go.goban import Goban
from tiers import at_night

EMPTY, OTHER, OWN = range(3)
Board = tuple[int, ...]


class Region:
    """A region whose neighbours are stones of its owner that cannot be taken, and all that can lie in it."""

    def __init__(self, size: int, points: tuple[int, ...]) -> None:
        beside = {p: neighbours(size, p) for p in points}
        self.points = points
        self.inner = [[points.index(q) for q in beside[p] if q in beside] for p in points]
        self.safe = [any(q not in beside for q in beside[p]) for p in points]

    def group(self, board: Board, i: int) -> tuple[set[int], bool]:
        """Return the group of a stone, and whether it can stay where it is."""
        found, left, stays = {i}, [i], False
        while left:
            k = left.pop()
            stays = stays or (board[i] == OWN and self.safe[k])
            for n in self.inner[k]:
                stays = stays or board[n] == EMPTY
                if board[n] == board[i] and n not in found:
                    found.add(n)
                    left.append(n)
        return found, stays

    def played(self, board: Board, i: int, player: int) -> tuple[Board, int] | None:
        """Return the board after a stone, and the point of a ko or -1; None if the stone may not be placed."""
        after, off = [*board], set[int]()
        after[i] = player
        for n in self.inner[i]:
            if board[n] == OTHER + OWN - player and n not in off:
                group, stays = self.group(tuple(after), n)
                off |= set() if stays else group
        for n in off:
            after[n] = EMPTY
        return (tuple(after), min(off) if len(off) == 1 else -1) if self.group(tuple(after), i)[1] else None

    def joined(self, board: Board) -> set[int]:
        """Return own stones that are connected with those around."""
        return {
            i for i, stone in enumerate(board) if stone == OWN and any(self.safe[k] for k in self.group(board, i)[0])
        }

    def far(self, board: Board) -> set[int]:
        """Return the points that lie beside no stone that cannot be taken."""
        joined = self.joined(board)
        return {
            i
            for i in range(len(board))
            if i not in joined and not self.safe[i] and not joined.intersection(self.inner[i])
        }

    def won(self) -> set[Board]:
        """Return the boards, the other to move, of which the owner gets all; the other knows no ko, and may pass."""
        boards = [b for b in product(range(3), repeat=len(self.points)) if self.is_legal(b)]
        won = {b for b in boards if OTHER not in b and not self.far(b) and len(self.joined(b)) == b.count(OWN)}
        replies = {b: self.replies(b) for b in boards if b not in won}
        growing = True
        while growing:
            more = {b for b, after in replies.items() if all(not won.isdisjoint(options) for options in after)}
            growing, won = bool(more), won | more
            replies = {b: after for b, after in replies.items() if b not in more}
        return won

    def is_legal(self, board: Board) -> bool:
        return all(stone == EMPTY or self.group(board, i)[1] for i, stone in enumerate(board))

    def replies(self, board: Board) -> list[set[Board]]:
        """Return for each move of the other, and for a pass, the boards after the answers of the owner.

        After a move the owner may also do nothing, which is enough where all is won already.
        """
        found = [self.answers(board, -1)]
        for move in (self.played(board, i, OTHER) for i, stone in enumerate(board) if stone == EMPTY):
            if move is not None:
                found.append(self.answers(*move) | {move[0]})
        return found

    def answers(self, board: Board, ko: int) -> set[Board]:
        moves = (self.played(board, i, OWN) for i, stone in enumerate(board) if stone == EMPTY and i != ko)
        return {move[0] for move in moves if move is not None}


def neighbours(size: int, point: int) -> list[int]:
    row, column = divmod(point, size)
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [size * r + c for r, c in places if 0 <= r < size and 0 <= c < size]


def regions(size: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the connected sets of up to so many points, one of all images of each."""
    found = {least_image(size, (p,)) for p in range(size * size)}
    for _ in range(largest):
        yield from sorted(found)
        found = {
            least_image(size, (*points, q))
            for points in found
            for p in points
            for q in neighbours(size, p)
            if q not in points
        }


def least_image(size: int, points: tuple[int, ...]) -> tuple[int, ...]:
    images = []
    for image in range(8):
        turned = []
        for row, column in (divmod(p, size) for p in points):
            r, c = (column, row) if image & 1 else (row, column)
            turned.append(size * (size - 1 - r if image & 2 else r) + (size - 1 - c if image & 4 else c))
        images.append(tuple(sorted(turned)))
    return min(images)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_owners_of_small_regions_that_are_closed_get_all_of_them(size: int) -> None:
    """Where three points or more are far, which is what small regions add, to seven points; at night to eight."""
    is_closed, checked = make_is_closed(Goban(size)), 0
    for points in regions(size, 8 if at_night() else 7):
        region = Region(size, points)
        if len(region.far((EMPTY,) * len(points))) < 3:
            continue
        won = region.won()
        for board in product(range(3), repeat=len(points)):
            rest = [i for i in range(len(points)) if i not in region.joined(board)]
            sets = [
                (U64(sum(1 << points[i] for i in kept)), U64(0))
                for kept in (
                    rest,
                    region.far(board),
                    [i for i in rest if board[i] == OWN],
                    [i for i in rest if board[i] == OTHER],
                )
            ]
            if region.is_legal(board) and is_closed(*sets):
                checked += 1
                assert board in won, (points, board)
    assert checked > 300
