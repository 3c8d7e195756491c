"""Compile a plain function, with the plain functions it calls, into one kernel.

The kernel computes what the interpreter would: the same source, the same visits, the same numbers. It runs without
the GIL, raises nothing and allocates nothing on its own account.
"""

import os
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

from spielbaum.errors import CompileError
from spielbaum.kernel.graph import content_hash, copy_graph

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
        Takes the same arguments; raises :class:`CompileError` where the source cannot be compiled.
    """
    from numba import njit
    from numba.core.errors import NumbaError

    from spielbaum.kernel.cache import ContentCache
    from spielbaum.kernel.diagnosis import explain
    from spielbaum.kernel.native import TRANSLATED

    def is_native(value: object) -> bool:
        return value in TRANSLATED

    def jit(function: FunctionType) -> Any:
        return njit(function, nogil=True, error_model="numpy")

    function = cast(FunctionType, entry)
    key = content_hash(function, is_native)
    if key not in _KERNELS:
        dispatcher = copy_graph(function, jit, is_native, key)
        try:
            dispatcher._cache = ContentCache(dispatcher.py_func)
        except RuntimeError:
            pass  # nowhere to write: it stays uncached
        _KERNELS[key] = dispatcher
    kernel = _KERNELS[key]

    def call(*arguments: Any) -> Any:
        try:
            return kernel(*arguments)
        except NumbaError as error:
            raise CompileError(explain(error), str(error)) from None

    return call
