"""Two independent hashes of a number, and the hints of a proof whose keys are hashes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spielbaum.game.hints import ProofHints
from spielbaum.kernel import U64, scrambled

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
"""What SplitMix64 adds before each of its numbers."""

ODD = 0xD1B54A32D192ED03
"""A factor by which different numbers stay different."""


def mixed(number: U64) -> U64:
    """Return a hash of 64 bits, different for different numbers, and not 0 for 0: a step of SplitMix64."""
    return scrambled(U64(number + STEP & MASK))


def otherwise_mixed(number: U64) -> U64:
    """Return another hash of 64 bits, independent of the first one, different for different numbers."""
    return scrambled(U64((number + 0x8CB92BA72F3D8DD7 & MASK) * ODD & MASK))


def with_keys(proof: ProofHints, both_keys: Callable[[Any], tuple[int, int]]) -> ProofHints:
    """Return the hints with a key and a second one, which are hashes, of a function that gives both at once."""
    return replace(
        proof,
        key=lambda state: both_keys(state)[0],
        key_kind="hash",
        second_key=lambda state: both_keys(state)[1],
        both_keys=both_keys,
    )
