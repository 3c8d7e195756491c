"""Emitting kernels as WebAssembly objects, which :mod:`spielbaum.kernel.wasm_linker` links when they are loaded.

Importing this module imports llvmlite.
"""

import re
from collections.abc import Collection
from functools import cache
from typing import Any

from llvmlite import binding as llvm

from spielbaum.kernel.pauses import SYMBOL
from spielbaum.kernel.wasm_linker import Object

TRIPLE = "wasm32-unknown-unknown"

FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What every browser with WebAssembly has had since 2021."""

CALL = "spielbaum_call"
"""The entry of an object: ``int32 spielbaum_call(result *, error **, int32 block)``."""

SUPPLIED = frozenset({
    SYMBOL, "__ashlti3", "__ashrti3", "__divti3", "__lshrti3", "__modti3", "__multi3", "__udivti3", "__umodti3",
    "__fixdfti", "__fixunsdfti", "__floattidf", "__floatuntidf",
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp2",
    "expm1", "fma", "fmod", "frexp", "hypot", "ldexp", "lgamma", "log", "log10", "log1p", "log2", "memcmp", "memcpy",
    "memmove", "memset", "modf", "nextafter", "pow", "remainder", "sin", "sinh", "tan", "tanh", "tgamma",
})  # fmt: skip
"""The functions that code may call: those of Pyodide's C library and compiler runtime, and the pause."""

_OF_A_PROCESSOR = re.compile(r' "(?:target-cpu|target-features|tune-cpu|probe-stack)"(?:="[^"]*")?')


@cache
def machine() -> Any:
    """Return LLVM's WebAssembly machine, for which modules are optimised and emitted."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)


def layout() -> str:
    """Return the data layout: addresses have 32 bits."""
    return str(machine().target_data)


def missing_in(code: bytes) -> list[str]:
    """Return the functions that an object calls and that are not there when it is loaded."""
    return sorted(set(Object(code).imported_functions) - SUPPLIED)


def caller(symbol: str) -> str:
    """Return a module with ``CALL``, which calls a function; its block is an address, and no integer of 64 bits."""
    return f"""
declare i32 @"{symbol}"(ptr, ptr, i64)
define i32 @{CALL}(ptr %result, ptr %error, i32 %block) {{
  %word = zext i32 %block to i64
  %status = call i32 @"{symbol}"(ptr %result, ptr %error, i64 %word)
  ret i32 %status
}}
"""


def shorten(module: Any, kept: Collection[str]) -> None:
    """Give short names to everything but ``kept``: an object has the names of all its functions."""
    for place, value in enumerate((*module.functions, *module.global_variables)):
        if not value.is_declaration and value.name not in kept and not value.name.startswith("llvm."):
            value.name = f".{place}"


_WORDS = re.compile(r"( (?:constant|global) )\[\d+ x i64\] \[([^\]]*\bptrtoint\b[^\]]*)\]")
_ADDRESS = re.compile(r"i64 ptrtoint \((ptr [^ )]+) to i64\)")


def with_short_addresses(module: Any) -> Any:
    """Return a module in whose data addresses have 32 bits and 32 zeros: an object has no relocation for 64 bits."""
    text = str(module)
    changed = _WORDS.sub(_structure, text)
    return module if changed == text else llvm.parse_assembly(changed)


def _structure(words: re.Match[str]) -> str:
    values = _ADDRESS.sub(r"\1, i32 0", words[2])
    kinds = ", ".join(value.split()[0] for value in values.split(", "))
    return f"{words[1]}<{{ {kinds} }}> <{{ {values} }}>"


def adopt(module: Any) -> Any:
    """Return a module for this machine: without names of a processor, and without common globals, which are refused."""
    for variable in module.global_variables:
        if variable.linkage == llvm.Linkage.common:
            variable.linkage = "internal"
    module.triple, module.data_layout = TRIPLE, layout()
    text = str(module)
    return llvm.parse_assembly(_OF_A_PROCESSOR.sub("", text)) if _OF_A_PROCESSOR.search(text) else module
