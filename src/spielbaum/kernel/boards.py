"""Boards as tuples of integers: a board with one square changed."""

from collections.abc import Sequence


def replaced(board: Sequence[int], square: int, piece: int) -> tuple[int, ...]:
    """Return a board with another piece on one square.

    Parameters
    ----------
    board
        A tuple of integers.
    square
        The index; negative ones count from the end, as in ``board[-1]``.
    piece
        The integer to put there.

    Raises
    ------
    IndexError
        If the index is out of range.

    Examples
    --------
    >>> replaced((0, 0, 0), 1, 2)
    (0, 2, 0)
    """
    changed = list(board)
    changed[square] = piece
    return tuple(changed)
