"""The intrinsic of :mod:`spielbaum.kernel.pauses`.

Importing this module imports Numba.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from spielbaum.kernel import pauses
from spielbaum.kernel.native_functions import written
from spielbaum.kernel.target import HOST, target

_FLOAT, _WORD = ir.DoubleType(), ir.IntType(64)
_SIGNATURE = types.int64(types.int64, types.int64)


@written(pauses.paused, lambda *_given: _SIGNATURE)
def _paused(builder: Any, nodes: Any, limit: Any) -> Any:
    """Return the limit; in a browser call a function there, with floats, since JavaScript has no such integers."""
    if target() == HOST:
        return limit
    kind = ir.FunctionType(_FLOAT, [_FLOAT, _FLOAT])
    function = cgutils.get_or_insert_function(builder.module, kind, pauses.SYMBOL)
    until = builder.call(function, [builder.sitofp(nodes, _FLOAT), builder.sitofp(limit, _FLOAT)])
    saturated = builder.module.declare_intrinsic("llvm.fptosi.sat", [_WORD, _FLOAT], ir.FunctionType(_WORD, [_FLOAT]))
    return builder.call(saturated, [until])
