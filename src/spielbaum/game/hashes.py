"""Two independent hashes of a number, and proof hints whose keys are hashes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spielbaum.game.hints import ProofHints
from spielbaum.kernel import U64, scrambled

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
"""The increment of SplitMix64."""

ODD = 0xD1B54A32D192ED03
"""An odd factor: multiplying by it is a bijection."""


def mixed(number: U64) -> U64:
    """Return a 64-bit hash, a step of SplitMix64: different for different numbers, and not 0 for 0."""
    return scrambled(U64(number + STEP & MASK))


def otherwise_mixed(number: U64) -> U64:
    """Return a second 64-bit hash, independent of ``mixed`` and different for different numbers."""
    return scrambled(U64((number + 0x8CB92BA72F3D8DD7 & MASK) * ODD & MASK))


def with_keys(proof: ProofHints, both_keys: Callable[[Any], tuple[int, int]]) -> ProofHints:
    """Return the hints with both keys set to the hashes that a function returns together."""
    return replace(
        proof,
        key=lambda state: both_keys(state)[0],
        key_kind="hash",
        second_key=lambda state: both_keys(state)[1],
        both_keys=both_keys,
    )
