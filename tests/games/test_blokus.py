"""Blokus against sets of squares, and known counts."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import count, product

import pytest

from spielbaum import perft, registry
from spielbaum.errors import InputError, PositionError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, format_state, parse_action, parse_state
from tiers import all_but, at_night

Square = tuple[int, int]
OPTIONS = ("", "players=3", "players=2", "players=2,duo", "players=2,duo,size=8,largest=4", "size=11,largest=3")
PERFT = {
    "": [58, 58**2, 58**3, 58**4],
    "players=2,duo": [414, 414**2],
}


def moved(squares: frozenset[Square], down: int, over: int) -> frozenset[Square]:
    return frozenset((row + down, column + over) for row, column in squares)


def at_origin(squares: frozenset[Square]) -> frozenset[Square]:
    return moved(squares, -min(row for row, _ in squares), -min(column for _, column in squares))


def images(squares: frozenset[Square]) -> set[frozenset[Square]]:
    """Return a shape in all orientations."""
    found = set()
    for _ in range(4):
        squares = at_origin(frozenset((column, -row) for row, column in squares))
        found |= {squares, at_origin(frozenset((row, -column) for row, column in squares))}
    return found


def around(squares: set[Square] | frozenset[Square], steps: tuple[Square, ...]) -> set[Square]:
    return {(row + down, column + over) for row, column in squares for down, over in steps}


EDGES, CORNERS = ((-1, 0), (0, -1), (0, 1), (1, 0)), ((-1, -1), (-1, 1), (1, -1), (1, 1))


@cache
def polyominoes(largest: int) -> list[set[frozenset[Square]]]:
    """Return all polyominoes, each in all its orientations: they grow square by square."""
    found, grown = [], {frozenset({(0, 0)})}
    for size in range(1, largest + 1):
        pieces = {frozenset(images(shape)) for shape in grown}
        found += [set(piece) for piece in sorted(pieces, key=lambda piece: sorted(map(sorted, piece)))]
        grown = {at_origin(shape | {square}) for shape in grown for square in around(shape, EDGES) - shape}
        assert all(len(shape) == size + 1 for shape in grown)
    return found


@cache
def placements(size: int, largest: int) -> list[tuple[int, frozenset[Square]]]:
    board = set(product(range(size), range(size)))
    return [
        (number, placed)
        for number, piece in enumerate(polyominoes(largest))
        for shape in piece
        for down, over in board
        if (placed := moved(shape, down, over)) <= board
    ]


class Pieces:
    """A reference implementation: the colour on each covered square, and the pieces that each colour has placed."""

    def __init__(self, size: int, starts: list[Square], players: int, largest: int) -> None:
        self.size, self.players, self.largest, self.starts = size, players, largest, starts
        self.covered: dict[Square, int] = {}
        self.placed: list[list[int]] = [[] for _ in starts]
        self.passed: set[int] = set()
        self.colour = 0

    def mover(self) -> int:
        if self.players == 3 and self.colour == 3:
            return len(self.placed[3]) % 3
        return self.colour % self.players

    def legal(self) -> set[frozenset[Square]]:
        own = {square for square, colour in self.covered.items() if colour == self.colour}
        corners = around(own, CORNERS) if own else {self.starts[self.colour]}
        blocked = set(self.covered) | around(own, EDGES)
        return {
            squares
            for piece, squares in placements(self.size, self.largest)
            if piece not in self.placed[self.colour] and not squares & blocked and squares & corners
        }

    def place(self, squares: frozenset[Square] | None) -> None:
        if squares is None:
            self.passed.add(self.colour)
        else:
            self.covered |= dict.fromkeys(squares, self.colour)
            self.placed[self.colour] += [n for n, piece in enumerate(polyominoes(self.largest)) if at_origin(squares) in piece]
        done = self.out()
        after = [(self.colour + step) % len(self.starts) for step in range(1, len(self.starts) + 1)]
        self.colour = next((colour for colour in after if colour not in done), after[0])

    def out(self) -> set[int]:
        return {colour for colour in range(len(self.starts)) if colour in self.passed or self.score(colour) >= 15}

    def score(self, colour: int) -> int:
        """Return the points of a colour: -1 for each square left, or 15, or 20 if the monomino was last."""
        pieces = polyominoes(self.largest)
        left = set(range(len(pieces))) - set(self.placed[colour])
        if left:
            return -sum(len(next(iter(pieces[piece]))) for piece in left)
        return 20 if self.placed[colour][-1] == 0 else 15

    def utility(self) -> tuple[float, ...]:
        mine = {player: [c for c in range(len(self.starts)) if c % self.players == player] for player in range(self.players)}
        if self.players == 3:
            mine[0] = [0]
        points = [sum(map(self.score, colours)) for colours in mine.values()]
        winners = [player for player, own in enumerate(points) if own == max(points)]
        if self.players == 2:
            return (0, 0) if len(winners) == 2 else (1, -1) if winners == [0] else (-1, 1)
        return tuple(1 / len(winners) if player in winners else 0 for player in range(self.players))


def load(options: str = "") -> Game:
    return registry.load(f"blokus:{options}" if options else "blokus")


def obvious(game: Game) -> Pieces:
    duo = "duo" in game.options
    size, largest = int(game.options.get("size", 14 if duo else 20)), int(game.options.get("largest", 5))
    last, inset = size - 1, size * 4 // 14
    corners = [(0, 0), (0, last), (last, last), (last, 0)]
    return Pieces(size, [(inset, inset), (last - inset, last - inset)] if duo else corners, game.players, largest)


def squares_of(game: Game, state: State, action: int) -> frozenset[Square] | None:
    """Return the squares that an action's text names."""
    text = format_action(game, state, action)
    if text == "pass":
        return None
    size, names = len(state.rows), []
    for letter in text:
        if letter.isalpha():
            names.append(letter)
        else:
            names[-1] += letter
    return frozenset((size - int(name[1:]), ord(name[0]) - ord("a")) for name in names)


def random_games(options: str, positions: int) -> Iterator[tuple[Game, State, Pieces]]:
    """Yield positions of games; in half of the moves the largest pieces come last, so that some place all pieces."""
    generator, game = random.Random(options), load(options)
    left = positions
    for _ in count():
        state, pieces = game.initial(), obvious(game)
        while True:
            yield game, state, pieces
            left -= 1
            if left <= 0:
                return
            if game.is_terminal(state):
                break
            action = generator.choice(list(game.actions(state)))
            pieces.place(squares_of(game, state, action))
            state = game.result(state, action)


@pytest.mark.parametrize("options", OPTIONS)
def test_actions_are_those_of_the_obvious_counter(options: str) -> None:
    for game, state, pieces in random_games(options, 2000 if at_night() else 40):
        assert game.is_terminal(state) == (len(pieces.out()) == len(pieces.starts))
        if game.is_terminal(state):
            assert game.utility(state) == pytest.approx(pieces.utility())
            continue
        assert game.to_move(state) == pieces.mover()
        found = [squares_of(game, state, action) for action in game.actions(state)]
        assert len(found) == len(set(found))
        assert set(found) == (pieces.legal() or {None})
