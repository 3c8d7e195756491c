"""Intrinsics: functions that compiled code replaces by instructions (``native*.py``), instead of compiling them."""

from collections.abc import Callable, Hashable
from typing import Any

from spielbaum.kernel import bits, boards, pauses, vectors, words

INTRINSICS: frozenset[Any] = frozenset(
    {
        bits.U64,
        bits.U128,
        bits.one_word,
        bits.popcount,
        bits.lowest_bit,
        bits.lowest_index,
        bits.clear_lowest,
        bits.reversed_bytes,
        bits.signed,
        bits.bits_of,
        bits.float_of,
        boards.replaced,
        pauses.paused,
        vectors.component,
        vectors.with_entry,
        vectors.total,
        vectors.dot,
        vectors.least,
        vectors.divided,
        vectors.paranoid_value,
        vectors.centred,
        vectors.total_of,
        words.read_word,
        words.write_word,
        words.prefetch,
        words.read_cell,
        words.raise_cell,
        words.raise_shared_cell,
        words.add_shared_word,
        words.add_shared_float,
        words.swap_shared_word,
    }
)


_IN_COMPILED_CODE: dict[Any, Any] = {}


def is_intrinsic(value: object) -> bool:
    """Return whether a captured object is an intrinsic."""
    return value in INTRINSICS


def stands_for(function: Any) -> Callable[[Any], Any]:
    """Return a decorator of what compiled code calls instead of a function."""

    def register(native: Any) -> Any:
        _IN_COMPILED_CODE[function] = native
        return native

    return register


def in_compiled_code(value: Any) -> Any:
    """Return what stands for a captured object in compiled code, or None."""
    return _IN_COMPILED_CODE.get(value) if callable(value) and isinstance(value, Hashable) else None
