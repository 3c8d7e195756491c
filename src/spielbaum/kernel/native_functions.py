"""Functions and operators of compiled code that are written as instructions, so that nothing is compiled.

Importing this module imports Numba.
"""

import inspect
from collections.abc import Callable
from typing import Any

from numba.extending import intrinsic, type_callable

from spielbaum.kernel.intrinsics import stands_for

LINKED = {"no_cfunc_wrapper": True}
"""Options of functions that only compiled code calls."""

Typed = Callable[..., Any]
"""``(types of the arguments) -> signature``, or None for types that are not supported."""


def written(function: Any, typed: Typed) -> Callable[[Any], Any]:
    """Return a decorator of ``write(builder, *arguments)``, the instructions for a call of a captured function."""

    def register(write: Any) -> Any:
        def definition(_context: Any, *given: Any) -> Any:
            signature = typed(*given)
            return signature and (signature, codegen)

        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            value = write(builder, *args)
            return context.get_dummy_value() if value is None else value

        definition.__signature__ = inspect.signature(write)  # type: ignore[attr-defined]
        definition.__name__ = write.__name__
        stands_for(function)(intrinsic(definition))
        return write

    return register


def typed_by(operation: Any) -> Callable[[Typed], Typed]:
    """Return a decorator of what types an operator or a function of Python for further types."""

    def register(typed: Typed) -> Typed:
        type_callable(operation)(lambda _context: typed)
        return typed

    return register
