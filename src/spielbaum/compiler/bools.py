"""Bools: those that are known, ``not`` and ``and``."""

from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import BOOL
from spielbaum.compiler.values import UNKNOWN, Value


def truth(known: bool) -> Value:
    """Return a bool that is known."""
    return Value(BOOL, ("1" if known else "0",), known=known)


def negated(emitter: Emitter, value: Value) -> Value:
    """Return ``not value`` of a bool."""
    if value.known is not UNKNOWN:
        return truth(not value.known)
    return Value(BOOL, (emitter.code.op(f"xor i64 {value.word}, 1"),))


def both(emitter: Emitter, one: Value, other: Value) -> Value:
    """Return ``one and other`` of bools."""
    for side, rest in ((one, other), (other, one)):
        if side.known is not UNKNOWN:
            return rest if side.known else truth(False)
    return Value(BOOL, (emitter.code.op(f"and i64 {one.word}, {other.word}"),))
