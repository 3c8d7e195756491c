"""Loading of machine code, without Numba; in a browser, of WebAssembly.

LLVM resolves undefined symbols, such as those of the mathematical library, in the process. Code that calls
functions of Numba, such as its dictionaries, needs Numba after all; it is imported then.
"""

import struct
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_int32, c_int64, c_void_p
from functools import cache
from typing import Any, NamedTuple

from spielbaum.kernel.region import NAME as REGION
from spielbaum.kernel.region import Region
from spielbaum.kernel.target import IN_BROWSER, WASM32, target

Function = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int64)
"""The function at an address."""

_engines: list[Any] = []
"""The loaded code, which lives as long as the process."""


class Loaded(NamedTuple):
    """A copy of a function.

    Attributes
    ----------
    function
        Its code, in Numba's calling convention: ``(address of a result, address of an error, block) -> status``.
    region
        Its memory for lists, which only one call at a time may use; None if it needs none.
    """

    function: Callable[[int, int, int], int]
    region: Region | None


class MissingError(Exception):
    """An undefined symbol."""


@cache
def processor() -> tuple[str, ...]:
    """Return what machine code depends on besides its source."""
    if target() == WASM32:
        return (WASM32,)
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    return binding.get_process_triple(), binding.get_host_cpu_name(), features, str(struct.calcsize("P"))


def load(code: bytes, symbol: str, needs: Sequence[str]) -> Loaded:
    """Load a copy of a function in machine code.

    Parameters
    ----------
    code
        The content of an object file.
    symbol
        The name of the function.
    needs
        The undefined symbols of the code.

    Raises
    ------
    MissingError
        If one of them is missing, or the code has no such function.
    """
    if IN_BROWSER:
        from spielbaum.kernel import wasm_loader

        return wasm_loader.load(code, symbol)
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    if not _have(needs):
        _with_numba()
        if not _have(needs):
            raise MissingError("a symbol is missing")
    machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(
        jit=True, codemodel="jitdefault"
    )
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = int(engine.get_function_address(symbol))
    if not address:
        raise MissingError(f"there is no {symbol}")
    _engines.append(engine)
    return Loaded(Function(address), region_at(int(engine.get_function_address(REGION))))


def region_at(address: int) -> Region | None:
    """Return the region whose record the function at an address returns; None for 0."""
    return Region(CFUNCTYPE(c_void_p)(address)()) if address else None


def _have(names: Sequence[str]) -> bool:
    from llvmlite import binding

    return all(binding.address_of_symbol(name) for name in names)


def _with_numba() -> None:
    """Make the functions of Numba's runtime known to LLVM."""
    from spielbaum.kernel.numba_internals import cpu_target, rtsys

    rtsys.initialize(cpu_target.target_context)
