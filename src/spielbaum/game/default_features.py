"""The default features of a game: the number of pieces of each player."""

from collections.abc import Callable, Sequence

from spielbaum.game.default_view import DefaultView
from spielbaum.game.facts import State, Vector
from spielbaum.game.groups import Features
from spielbaum.kernel import U64, AsIntegers, popcount, shape_of

WORD = (1 << 64) - 1

Numbers = Sequence[int]
Rows = tuple[Vector, ...]


def guess_features(start: State, view: DefaultView) -> Features | None:
    """Return the features of a game with pieces on squares; None for other games.

    Parameters
    ----------
    start, view
        The initial state and its default view.
    """
    boards = {name: len(getattr(start, name)) for name in view.fields if view.shape_of(getattr(start, name))}
    if not boards and not view.bits:
        return None
    shape = shape_of(start)
    first = dict(zip(getattr(start, "_fields", ()), shape.first_numbers, strict=True))
    squares = tuple(first[name] + square for name, length in boards.items() for square in range(length))
    counts = dict(zip(first, shape.counts, strict=True))
    layers = tuple(first[name] for name in view.bits)
    rows = _make_rows(_make_count(squares, layers, tuple(counts[name] for name in view.bits)), 0, view.players)
    as_integers = AsIntegers(shape)

    def pieces(state: State) -> Rows:
        return rows(as_integers(state))

    return Features(names=("pieces",), function=pieces)


def _make_count(
    squares: tuple[int, ...], layers: tuple[int, ...], words: tuple[int, ...]
) -> Callable[[Numbers, int], int]:
    """Return a function that counts a player's pieces in the numbers of a state; a layer has ``words`` numbers."""
    number_of_squares, number_of_layers = len(squares), len(layers)
    squares, layers, words = squares or (0,), layers or (0,), words or (0,)

    def count(numbers: Numbers, player: int) -> int:
        found = 0
        for i in range(number_of_squares):
            found += numbers[squares[i]] == player + 1
        if player < number_of_layers:
            for word in range(words[player]):
                found += popcount(U64(numbers[layers[player] + word] & WORD))
        return found

    return count


def _make_rows(count: Callable[[Numbers, int], int], player: int, players: int) -> Callable[[Numbers], Rows]:
    """Return a function for the rows of a player and all later ones."""
    if player == players - 1:

        def last(numbers: Numbers) -> Rows:
            return ((float(count(numbers, player)),),)

        return last
    following = _make_rows(count, player + 1, players)

    def rows(numbers: Numbers) -> Rows:
        return ((float(count(numbers, player)),), *following(numbers))

    return rows


def is_guess(features: Features) -> bool:
    """Return whether features are default ones."""
    return getattr(features.function, "__module__", "") == __name__
