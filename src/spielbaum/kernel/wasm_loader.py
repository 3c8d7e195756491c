"""Loading of kernels in a browser: an object is linked into the memory of Pyodide, and instantiated there.

It uses the stack of the interpreter, of which a part is left for what a pause runs. What is missing in WebAssembly,
such as the logarithm, is that of the C library in Pyodide: interpreted and compiled searches have the same numbers.

Importing this module needs Pyodide.
"""

from typing import Any

import js
import pyodide_js
from pyodide.ffi import JsException, create_proxy, to_js

from spielbaum.errors import GameError
from spielbaum.kernel import pauses
from spielbaum.kernel.machine_code import Loaded, MissingError
from spielbaum.kernel.region import NAME as REGION
from spielbaum.kernel.region import Region
from spielbaum.kernel.wasm_linker import ALIGNMENT, Object, layout_of, link

RESERVE = 1 << 20
"""The bytes of the stack that kernels leave free."""

TOO_DEEP = "a line of play is too long for the stack of the browser: limit the depth"

_pyodide = pyodide_js._module
_stack_pointer = _pyodide.___stack_pointer


def load(code: bytes, symbol: str) -> Loaded:
    """Link and instantiate an object; see :func:`spielbaum.kernel.machine_code.load`.

    Raises
    ------
    LinkError
        If it cannot be linked.
    MissingError
        If a function is missing.
    """
    linked = Object(code)
    found = {"call": linked.function(symbol), "region": linked.function(REGION)}
    exports = {name: index for name, index in found.items() if index is not None}
    if "call" not in exports:
        raise MissingError(f"there is no {symbol}")
    place = _pyodide._malloc(layout_of(linked).size + ALIGNMENT)
    if not place:
        raise MemoryError
    module = link(
        linked,
        exports,
        data=-(-place // ALIGNMENT) * ALIGNMENT,
        stack_limit=_pyodide._emscripten_stack_get_end() + RESERVE,
    )
    imports = {name: _imported(name) for name in linked.imported_functions}
    imports |= {"memory": _pyodide.memory, "__stack_pointer": _stack_pointer}
    made = js.WebAssembly.Instance.new(
        js.WebAssembly.Module.new(to_js(module)), to_js({"env": imports}, dict_converter=js.Object.fromEntries)
    )
    region = Region(made.exports.region()) if "region" in exports else None
    return Loaded(_Call(made.exports.call), region)


class _Call:
    """A kernel that is called with addresses; what WebAssembly throws becomes a sentence."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def __call__(self, result: int, error: int, block: int) -> int:
        before = _stack_pointer.value
        try:
            return int(self._function(result, error, block))
        except JsException as thrown:
            _stack_pointer.value = before
            if pauses.raised:
                raise pauses.raised.pop() from None
            if thrown.name == "RangeError" or "unreachable" in thrown.message:
                raise GameError(TOO_DEEP) from None
            raise GameError(f"the compiled search failed: {thrown.message}") from None


def _imported(name: str) -> Any:
    """Return a function that a kernel calls."""
    if name == pauses.SYMBOL:
        return create_proxy(pauses.pause)
    found = getattr(_pyodide, f"_{name}", None)
    if found is None:
        raise MissingError(f"{name} is missing")
    return found
