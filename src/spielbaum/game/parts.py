"""Keys of states that are sums of independent parts.

A key is the sum of the hashes of the parts, so it depends neither on their order nor on their places. Equal parts count
as often as they occur.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from spielbaum.game.facts import State
from spielbaum.game.hashes import MASK, ODD, mixed, otherwise_mixed, with_keys
from spielbaum.game.hints import ProofHints
from spielbaum.kernel import U64, scrambled

MADE = "made of parts"
"""The attribute that marks a key made here."""

Keys = Callable[[State], tuple[int, int]]


def with_keys_of_parts(proof: ProofHints) -> ProofHints:
    """Return the hints with keys made of their parts, unless they have a key of their own."""
    proof = without_keys_of_parts(proof)
    if proof.key is not None or proof.parts is None:
        return proof
    found = with_keys(proof, make_keys_of_parts(proof.parts))
    assert found.key
    found.key.__dict__[MADE] = True
    return found


def without_keys_of_parts(proof: ProofHints) -> ProofHints:
    """Return the hints without keys that were made of parts."""
    if proof.key is None or MADE not in getattr(proof.key, "__dict__", {}):
        return proof
    return replace(proof, key=None, key_kind="any", second_key=None, both_keys=None)


def make_keys_of_parts(parts: Callable[[State], Iterable[int]]) -> Keys:
    """Return a function for two independent hashes of a state's parts.

    Parameters
    ----------
    parts
        ``state -> iterator of ints``, 64 bits each.

    Examples
    --------
    >>> keys = make_keys_of_parts(lambda state: state)
    >>> keys((3, 4, 4)) == keys((4, 3, 4)) != keys((3, 4))
    True
    """

    def keys(state: State) -> tuple[int, int]:
        first, second = U64(1), U64(ODD)
        for part in parts(state):
            number = U64(part & MASK)
            first = U64(first + mixed(number) & MASK)
            second = U64(second + otherwise_mixed(number) & MASK)
        return scrambled(first), scrambled(second)

    return keys
