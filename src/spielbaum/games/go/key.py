"""Hashes of positions: for the rule of repetition, and for tables, where early positions are up to symmetry.

Rotated and reflected boards have equal values, and on a nearly empty board many positions are images of one
another. Later ones rarely are unless they come from such positions; so symmetry is used in the first plies only, where
it costs little: a board is hashed stone by stone, for all eight images.
"""

from collections.abc import Callable

from spielbaum import U64
from spielbaum.game.hashes import MASK, mixed
from spielbaum.games._bitboards import make_least_image
from spielbaum.games.go.goban import Goban, Points, any_in, make_first, size_of, without_first
from spielbaum.games.go.rules import BLACK, NO_KO, State
from spielbaum.kernel import scrambled

YOUNG = 8
"""Symmetry is used up to this number of plies and stones."""

IMAGES = 8

PACKED_POINTS = 25
"""Situations of boards with this number of points fit into 64 bits."""


def repetition(state: State) -> int:
    """Return a hash of stones, ko, passes and the player to move, without the plies; never 0."""
    key = mixed(U64(state.plies & 1 | state.passes << 1 | state.ko + 1 << 3))
    for word in state[:4]:
        key = mixed(U64(key ^ word))
    return key if key else U64(1)


def images_of(goban: Goban, point: int) -> list[int]:
    """Return the images of a point under rotations and reflections.

    Examples
    --------
    >>> images_of(Goban(3), 1)
    [1, 1, 7, 7, 3, 3, 5, 5]
    """
    last = goban.size - 1
    row, column = divmod(point, goban.size)
    pairs = [(r, c) for r in (row, last - row) for c in (column, last - column)]
    return [goban.size * r + c for r, c in pairs] + [goban.size * c + r for r, c in pairs]


def make_key(goban: Goban) -> Callable[[State], int]:
    """Return ``key(state)``: 64 bits, equal for all images of an early position."""
    points, first = goban.points, make_first(goban)
    words = [int(scrambled(U64(number + 1))) for number in range(2 * points)]
    of_black = tuple(words[image] for point in range(points) for image in images_of(goban, point))
    of_white = tuple(words[points + image] for point in range(points) for image in images_of(goban, point))

    def hash_of(black: Points, white: Points, image: int) -> U64:
        """Return the hash of one image of a board."""
        found = U64(0)
        while any_in(black):
            found = U64(found ^ U64(of_black[IMAGES * first(black) + image]))
            black = without_first(black)
        while any_in(white):
            found = U64(found ^ U64(of_white[IMAGES * first(white) + image]))
            white = without_first(white)
        return found

    def key(state: State) -> int:
        black, white = (state.black, state.black_high), (state.white, state.white_high)
        if max(state.plies, size_of(black) + size_of(white)) > YOUNG or state.ko != NO_KO:
            return mixed(U64(repetition(state) + (state.plies << 8) & MASK))
        least = hash_of(black, white, 0)
        for image in range(1, IMAGES):
            other = hash_of(black, white, image)
            if other < least:
                least = other
        return mixed(U64(least + (state.passes << 8 | state.plies) & MASK))

    return key


def make_packed(goban: Goban) -> Callable[[U64, U64, State, int], U64]:
    """Return ``packed(one, other, state, turn)``: an injective number for situations of up to 25 points."""
    points = goban.points

    def packed(one: U64, other: U64, state: State, turn: int) -> U64:
        rest = U64(state.ko + 1) | U64(state.passes) << 5 | U64(turn) << 7 | U64(1) << 8
        return U64(one | other << points | rest << 2 * points)

    return packed


def make_situation(goban: Goban) -> Callable[[State], int]:
    """Return ``situation(state)``: the key of the rule of repetition, injective up to 5 x 5."""
    if goban.points > PACKED_POINTS:
        return repetition
    packed = make_packed(goban)

    def situation(state: State) -> int:
        return packed(state.black, state.white, state, state.plies & 1)

    return situation


def make_proof_key(goban: Goban, *, even: bool) -> Callable[[State], int]:
    """Return ``key(state)``, up to 5 x 5, for games that only passes end: equal for all images of a position.

    Parameters
    ----------
    goban
        The board.
    even
        Whether colours may be swapped, because komi is 0.
    """
    packed, least_image = make_packed(goban), make_least_image(goban.size)

    def key(state: State) -> int:
        mover = state.plies & 1
        own, other = (state.black, state.white) if mover == BLACK else (state.white, state.black)
        if state.ko == NO_KO:
            own, other = least_image(own, other)
        return packed(own, other, state, BLACK if even else mover)

    return key
