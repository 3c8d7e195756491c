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
from spielbaum.kernel.wasm_runtime import HELPERS, SHIFTS

TRIPLE = "wasm32-unknown-unknown"

FEATURES = "+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
"""Instructions beyond the first release of WebAssembly, which every browser has had since 2023.

Those for copying memory are left out: see ``wasm_runtime``.
"""

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


@cache
def machine() -> Any:
    """Return LLVM's WebAssembly machine, for which modules are emitted."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu="mvp", opt=3, features=FEATURES)


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


_OF_A_PROCESSOR = re.compile(r' "(?:target-cpu|target-features|tune-cpu|probe-stack)"(?:="[^"]*")?')
_SHIFTED = re.compile(r"= (shl|lshr|ashr)(?: (?:nuw|nsw|exact))* i128 ([^,\n]+), (%[^,\s]+)")
_WORDS = re.compile(r"( (?:constant|global) )\[\d+ x i64\] \[([^\]]*\bptrtoint\b[^\]]*)\]")
_ADDRESS = re.compile(r"i64 ptrtoint \((ptr [^ )]+) to i64\)")
_CLEARED = re.compile(
    r"(?:\w*tail )?call void @llvm\.memset\.\w+\.i64\(ptr[^%@\n]*([%@][^,\n]+), i8 0, i64 (\d+), i1 false\)(?: #\d+)?"
)
MOST_STORES = 32
"""The words that are cleared by one store each."""


def adopt(module: Any) -> Any:
    """Return a module, before it is optimised, for this machine.

    Nothing names a processor, no global is common, which an object cannot hold, and wide numbers are shifted by
    functions that are inlined.
    """
    for variable in module.global_variables:
        if variable.linkage == llvm.Linkage.common:
            variable.linkage = "internal"
    module.triple, module.data_layout = TRIPLE, layout()
    text = _OF_A_PROCESSOR.sub("", str(module))
    shifted = _SHIFTED.sub(r"= call i128 @spielbaum_\1(i128 \2, i128 \3)", text)
    return llvm.parse_assembly(text if shifted == text else shifted + SHIFTS)


def emit(module: Any, kept: Collection[str]) -> bytes:
    """Return the object of a module that has been optimised.

    Its data has addresses of 32 bits and 32 zeros, since there is no relocation for 64 bits; few words are cleared by
    stores; and all but ``kept`` have short names, since an object has the names of all functions.
    """
    for place, value in enumerate((*module.functions, *module.global_variables)):
        if not value.is_declaration and value.name not in kept and not value.name.startswith("llvm."):
            value.name = f".{place}"
    text = _CLEARED.sub(_stores, _WORDS.sub(_structure, str(module)))
    final = llvm.parse_assembly(text)
    code = bytes(machine().emit_object(final))
    helpers = [HELPERS[name] for name in Object(code).imported_functions if name in HELPERS]
    if not helpers:
        return code
    for helper in helpers:
        final.link_in(llvm.parse_assembly(helper))
    final.triple, final.data_layout = TRIPLE, layout()
    return bytes(machine().emit_object(final))


def _structure(words: re.Match[str]) -> str:
    values = _ADDRESS.sub(r"\1, i32 0", words[2])
    kinds = ", ".join(value.split()[0] for value in values.split(", "))
    return f"{words[1]}<{{ {kinds} }}> <{{ {values} }}>"


def _stores(cleared: re.Match[str]) -> str:
    words, rest = divmod(int(cleared[2]), 8)
    if rest or words > MOST_STORES:
        return cleared[0]
    return f"store [{words} x i64] zeroinitializer, ptr {cleared[1]}, align 1"
