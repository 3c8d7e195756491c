"""Keys of states that fall into parts, which are a sum: the same for the same parts, in whatever order.

A key is the sum of a hash of each part, so that it follows neither from their order nor from where they lie. Parts that
come twice count twice.
"""

from collections.abc import Callable, Iterable

from spielbaum.game.facts import State
from spielbaum.kernel import U64, scrambled

WORD = (1 << 64) - 1
STEP, OTHER_STEP = 0x9E3779B97F4A7C15, 0x8CB92BA72F3D8DD7
ODD = 0xD1B54A32D192ED03
"""A factor by which different numbers stay different."""

Keys = Callable[[State], tuple[int, int]]


def make_keys_of_parts(parts: Callable[[State], Iterable[int]]) -> Keys:
    """Return a function that gives two independent hashes of the parts of a state.

    Parameters
    ----------
    parts
        ``state -> iterator of ints``, 64 bits: the parts.

    Examples
    --------
    >>> keys = make_keys_of_parts(lambda state: state)
    >>> keys((3, 4, 4)) == keys((4, 3, 4)) != keys((3, 4))
    True
    """

    def keys(state: State) -> tuple[int, int]:
        first, second = U64(STEP), U64(OTHER_STEP)
        for part in parts(state):
            number = U64(part & WORD)
            first = U64(first + scrambled(U64(number + STEP & WORD)) & WORD)
            second = U64(second + scrambled(U64((number + OTHER_STEP & WORD) * ODD & WORD)) & WORD)
        return scrambled(first), scrambled(second)

    return keys
