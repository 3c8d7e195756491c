"""Compile a plain function, with the plain functions it calls, into one kernel.

The kernel computes what the interpreter would: the same source, the same visits, the same numbers. It runs without
the GIL, raises nothing and allocates nothing on its own account.
"""

import os
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, cast

from spielbaum.errors import CompileError, GameError
from spielbaum.kernel.graph import content_hash, copy_graph, hub, mutual_recursions, reachable_functions

_KERNELS: dict[str, Any] = {}


def jit_enabled() -> bool:
    """Return whether games are compiled; the environment variable ``SPIELBAUM_JIT=0`` turns it off."""
    return os.environ.get("SPIELBAUM_JIT", "1") != "0"


def compile_kernel(entry: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled ``entry``.

    Compilation happens at the first call, or is spared by a kernel of equal content kept on disk.

    Parameters
    ----------
    entry
        A plain function. All it captures, in globals or closures, must be plain functions, numbers, tuples,
        NamedTuple classes or NumPy arrays.

    Returns
    -------
    callable
        Takes the same arguments; raises ``CompileError`` where the source cannot be compiled, ``GameError``
        where a function turns out to return None, and whatever the compiled source raises.
    """
    from numba import jit as decorated
    from numba import njit
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    from spielbaum.kernel.cache import ContentCache
    from spielbaum.kernel.diagnosis import explain, refuse_changing_defaults, refuse_undefined_names
    from spielbaum.kernel.native import TRANSLATED
    from spielbaum.kernel.pipeline import Pipeline

    def is_native(value: object) -> bool:
        return value in TRANSLATED

    function = cast(FunctionType, entry)
    functions = reachable_functions(function, is_native)
    refuse_changing_defaults(functions)
    key = content_hash(functions)

    def jit(copy: FunctionType, inline: bool, options: dict[str, Any] | None) -> Any:
        if options is not None:
            return _blind_to_literals(decorated(copy, **(options | ({"inline": "always"} if inline else {}))))
        inner = copy.__code__ is not function.__code__  # only the entry is called from Python
        dispatcher = njit(
            copy,
            nogil=True,
            error_model="numpy",
            inline="always" if inline else "never",
            no_cpython_wrapper=inner,
            no_cfunc_wrapper=True,
            pipeline_class=Pipeline,
        )
        return _blind_to_literals(dispatcher)

    if key not in _KERNELS:
        refuse_undefined_names(functions)
        inlined, keepable = _break_circles(functions)
        dispatcher = copy_graph(function, jit, is_native, key, inlined)
        if keepable:
            dispatcher._cache = ContentCache(key)
        _KERNELS[key] = dispatcher
    kernel = _KERNELS[key]

    def call(*arguments: Any) -> Any:
        try:
            return kernel(*arguments)
        except (NumbaError, UnsupportedBytecodeError, NotImplementedError) as error:
            raise CompileError(explain(error, functions), str(error)) from None
        except TypeError as error:
            if "got None" not in str(error):
                raise
            raise GameError(f"a function of the game returns nothing in some case ({error}): return a value") from error

    return call


def _blind_to_literals(dispatcher: Any) -> Any:
    """Let a call with a literal use the version for all integers.

    Else a recursive function that is called with a literal has two versions, of which one calls the other, and a kernel
    with such a pair crashes in the process that loads it, as one with a circle of functions does.
    """
    from numba import types

    template_of = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return template_of(tuple(map(types.unliteral, arguments)), {k: types.unliteral(v) for k, v in keywords.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _break_circles(functions: Sequence[FunctionType]) -> tuple[set[FunctionType], bool]:
    """Return functions to inline so that none but direct recursion is left, and whether that succeeds.

    Numba compiles functions that call one another in a circle, but a kernel with such a circle, once stored,
    crashes in the process that loads it: calls across the circle are resolved in the memory of the process that
    compiled it.
    """
    inlined: set[FunctionType] = set()
    for circle in mutual_recursions(functions):
        centre = hub(circle)
        if centre is None:
            return set(), False
        inlined |= circle - {centre}
    return inlined, True
