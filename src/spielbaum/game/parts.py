"""Keys of states that fall into parts, which are a sum: the same for the same parts, in whatever order.

A key is the sum of a hash of each part, so that it follows neither from their order nor from where they lie. Parts that
come twice count twice.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from spielbaum.game.facts import State
from spielbaum.game.hints import ProofHints
from spielbaum.kernel import U64, scrambled

WORD = (1 << 64) - 1
STEP, OTHER_STEP = 0x9E3779B97F4A7C15, 0x8CB92BA72F3D8DD7
ODD = 0xD1B54A32D192ED03
"""A factor by which different numbers stay different."""

MADE = "made of parts"
"""What a key has among its attributes that was made here."""

Keys = Callable[[State], tuple[int, int]]


def with_keys_of_parts(proof: ProofHints) -> ProofHints:
    """Return the hints with keys of the parts, if they have no key of their own; none are left of other parts."""
    made = proof.key is not None and MADE in getattr(proof.key, "__dict__", {})
    if proof.key is not None and not made:
        return proof
    if proof.parts is None:
        return replace(proof, key=None, key_kind="any", second_key=None, both_keys=None) if made else proof
    keys = make_keys_of_parts(proof.parts)

    def key(state: State) -> int:
        return keys(state)[0]

    def second_key(state: State) -> int:
        return keys(state)[1]

    key.__dict__[MADE] = True
    return replace(proof, key=key, key_kind="hash", second_key=second_key, both_keys=keys)


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
