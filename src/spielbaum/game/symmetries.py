"""Keys that all rotated and reflected images of a state share.

For each image a hash adds up random words for the pieces and their squares; the key is the least of these sums. Numbers
that are not on a board count the same in every image.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

from spielbaum.errors import GameError, Message
from spielbaum.game.default_view import Shape, shape_of_board
from spielbaum.game.facts import State
from spielbaum.game.hints import Symmetries
from spielbaum.kernel import U64, AsIntegers, each_bit, scrambled, shape_of

WORD = (1 << 64) - 1

Key = Callable[[State], int]


class Images(NamedTuple):
    """The permutations of a state's squares, one for each symmetry of the game.

    Attributes
    ----------
    squares
        For each field that is a board, the new index of each square in each image; None for other fields.
    bits
        Names of the fields that hold bitboards.
    """

    squares: tuple[tuple[tuple[int, ...], ...] | None, ...]
    bits: tuple[str, ...]

    def of(self, state: State) -> list[State]:
        """Return the images of a state, the state itself first."""
        count = len(next(filter(None, self.squares)))
        fields: Any = state
        return [
            type(state)._make(
                value if squares is None else self._moved(name, value, squares[image])
                for name, value, squares in zip(fields._fields, fields, self.squares, strict=True)
            )
            for image in range(count)
        ]

    def _moved(self, name: str, board: Any, to: Sequence[int]) -> Any:
        if name in self.bits:
            return sum(1 << to[square] for square in each_bit(board))
        moved = [0] * len(board)
        for square, piece in enumerate(board):
            moved[to[square]] = piece
        return tuple(moved)


def images_of_squares(shape: Shape, symmetries: Symmetries) -> tuple[tuple[int, ...], ...]:
    """Return for each symmetry of a board the new index of each square; the first is the identity.

    Examples
    --------
    >>> images_of_squares((2, 3), "mirror")
    ((0, 1, 2, 3, 4, 5), (2, 1, 0, 5, 4, 3))
    """
    rows, columns = shape
    squares = [divmod(square, columns) for square in range(rows * columns)]
    same = [(r, c) for r, c in squares]
    mirrored = [(r, columns - 1 - c) for r, c in squares]
    flipped = [(rows - 1 - r, c) for r, c in squares]
    turned = [(rows - 1 - r, columns - 1 - c) for r, c in squares]
    kinds = {
        "mirror": [same, mirrored],
        "turn": [same, turned],
        "rectangle": [same, mirrored, flipped, turned],
    }
    kinds["square"] = kinds["rectangle"] + [[(c, r) for r, c in image] for image in kinds["rectangle"]]
    return tuple(tuple(r * columns + c for r, c in image) for image in kinds[symmetries])


def find_images(
    start: State, symmetries: Symmetries, owner: str, shape: Shape | None = None, bits: Sequence[str] = ()
) -> Images:
    """Return the permutations of a game's squares.

    Parameters
    ----------
    start
        The initial state.
    symmetries
        The declared symmetries.
    owner
        ``game 'x'``, for error messages.
    shape, bits
        Those of the game's view.

    Raises
    ------
    GameError
        If the states have no board with these symmetries.
    """
    if symmetries not in get_args(Symmetries):
        known = ", ".join(map(repr, get_args(Symmetries)))
        raise GameError(Message("hints.symmetries of {} must be {}, not {!r}", owner, known, symmetries))
    fields: Any = start
    squares: list[tuple[tuple[int, ...], ...] | None] = []
    lengths = shape_of(start).lengths
    for name, length in zip(fields._fields, lengths, strict=True):
        here = shape if name in bits else shape_of_board(length, shape) if length else None
        if here and symmetries == "square" and here[0] != here[1]:
            raise GameError(
                Message(
                    "hints.symmetries of {} is 'square', and field {!r} has {} rows and {} columns: write 'rectangle'",
                    owner,
                    name,
                    here[0],
                    here[1],
                )
            )
        squares.append(images_of_squares(here, symmetries) if here else None)
    if not any(squares):
        raise GameError(
            Message(
                "hints.symmetries of {} needs a board: a field that is a tuple of squares, or view.bits, "
                "and view.shape where it is not square",
                owner,
            )
        )
    return Images(tuple(squares), tuple(bits))


def make_symmetric_keys(start: State, images: Images) -> tuple[Key, Key]:
    """Return two independent hash functions, each equal for all images of a state."""
    return _make_key(start, images, seed=1), _make_key(start, images, seed=2)


def _make_key(start: State, images: Images, seed: int) -> Key:
    draw = random.Random(seed).getrandbits
    fields: Any = start
    shape = shape_of(start)
    count, size, as_integers = len(next(filter(None, images.squares))), shape.size, AsIntegers(shape)
    rows: list[list[int]] = [[] for _ in range(count)]
    of_bits: list[list[int]] = [[] for _ in range(count)]
    longest = max(len(squares[0]) for squares in images.squares if squares)
    for name, squares, numbers in zip(fields._fields, images.squares, shape.counts, strict=True):
        if name in images.bits and squares:
            words = [draw(64) for _ in range(longest)]
            for image, to in enumerate(squares):
                rows[image] += [0] * numbers
                of_bits[image] += [words[square] for square in to] + [0] * (longest - len(to))
        else:
            words = [draw(64) | 1 for _ in range(numbers)]
            for image in range(count):
                rows[image] += [words[square] for square in squares[image]] if squares else words
    weights = tuple(word for row in rows for word in row)
    weights_of_bits = tuple(word for row in of_bits for word in row)
    of_boards = [
        (shape.first_numbers[field] + word, board * longest + 64 * word)
        for board, field in enumerate(map(fields._fields.index, images.bits))
        for word in range(shape.counts[field])
    ]
    places_of_bits, first_weights = tuple(place for place, _ in of_boards), tuple(first for _, first in of_boards)
    boards, words_of_bits = len(images.bits), len(places_of_bits)

    def hash_of(numbers: Sequence[int], image: int) -> U64:
        """Return the hash of one image of a state."""
        added = U64(0)
        for i in range(size):
            added = U64((added + U64(numbers[i] & WORD) * U64(weights[image * size + i])) & WORD)
        return added

    def hash_with_bits(numbers: Sequence[int], image: int) -> U64:
        """Return the hash of one image of a state with bitboards."""
        added = hash_of(numbers, image)
        for word in range(words_of_bits):
            first = image * boards * longest + first_weights[word]
            for square in each_bit(U64(numbers[places_of_bits[word]] & WORD)):
                added = U64((added + U64(weights_of_bits[first + square])) & WORD)
        return added

    hash_of_image = hash_with_bits if boards else hash_of

    def key(state: State) -> int:
        numbers = as_integers(state)
        least = hash_of_image(numbers, 0)
        for image in range(1, count):
            other = hash_of_image(numbers, image)
            if other < least:
                least = other
        return scrambled(least)

    return key
