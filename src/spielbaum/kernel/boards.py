"""Tuples of whole numbers that are a field of a state: what a game writes as the same board with one square changed."""

from collections.abc import Sequence


def replaced(board: Sequence[int], square: int, piece: int) -> tuple[int, ...]:
    """Return the same board with another number in one place.

    Parameters
    ----------
    board
        A tuple of whole numbers.
    square
        The place; negative ones count from the end, as in ``board[-1]``.
    piece
        The number.

    Raises
    ------
    IndexError
        If there is no such place.

    Examples
    --------
    >>> replaced((0, 0, 0), 1, 2)
    (0, 2, 0)
    """
    changed = list(board)
    changed[square] = piece
    return tuple(changed)
