"""Functions and operators of compiled code that are written as instructions, so that nothing is compiled.

Importing this module imports Numba.
"""

import dis
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import typeof, types
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


def constant(function: FunctionType) -> Any:
    """Return what stands for a function that only returns a constant, such as a hook that does nothing; else None."""
    code = function.__code__
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("RESUME", "NOP", "COPY_FREE_VARS")]
    if [step.opname for step in steps] not in (["RETURN_CONST"], ["LOAD_CONST", "RETURN_VALUE"]):
        return None
    value, is_plain = steps[0].argval, not (function.__defaults__ or code.co_kwonlyargcount or code.co_flags & _UNUSUAL)
    is_small = not isinstance(value, int) or -(2**63) <= value < 2**63
    if not is_plain or not is_small or not isinstance(value, int | float | None):
        return None
    key = repr(value), code.co_varnames[: code.co_argcount]
    if key not in _CONSTANTS:
        _CONSTANTS[key] = _returning(value, key[1])
    return _CONSTANTS[key]


_UNUSUAL = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS | inspect.CO_GENERATOR | inspect.CO_COROUTINE
_CONSTANTS: dict[tuple[str, tuple[str, ...]], Any] = {}


def _returning(value: float | None, names: tuple[str, ...]) -> Any:
    """Return an intrinsic with parameters of given names."""
    plain = types.none if value is None else types.float64 if isinstance(value, float) else typeof(value)
    kind = types.literal(value) if isinstance(value, int) else plain

    def definition(_context: Any, *given: Any) -> Any:
        return kind(*given), codegen

    def codegen(context: Any, _builder: Any, _signature: Any, _args: Any) -> Any:
        return context.get_dummy_value() if value is None else context.get_constant(plain, value)

    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("_context", *names)]
    definition.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return intrinsic(definition)
