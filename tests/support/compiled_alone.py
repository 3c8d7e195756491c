"""The compiler of rule functions alone: without Numba, without a cache, and with few optimisations it is fast."""

from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, addressof, c_char, c_int32, c_int64, c_void_p
from functools import cache
from mmap import mmap
from struct import pack, unpack
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm

from spielbaum.compiler.builtin_functions import translate_bits
from spielbaum.compiler.code import Unit
from spielbaum.compiler.compiler import Compiler
from spielbaum.compiler.types import BOOL, FLOAT, INT, NONE, UINT, OptionalT, SequenceT, TupleT, is_list
from spielbaum.compiler.values import SMALL
from spielbaum.kernel.intrinsics import INTRINSICS
from tiers import at_night

translate_bits(INTRINSICS)  # as in a kernel

MEMORY = 1 << 26

RUNTIME = """
@top = global i64 0
@end = global i64 0

define ptr @spielbaum_mark() {
  %top = load ptr, ptr @top
  ret ptr %top
}

define void @spielbaum_cut(ptr %mark) {
  store ptr %mark, ptr @top
  ret void
}

define ptr @NRT_Allocate(i64 %size) {
  %more = add i64 %size, 15
  %rounded = and i64 %more, -16
  %top = load i64, ptr @top
  %after = add i64 %top, %rounded
  %end = load i64, ptr @end
  %fits = icmp ule i64 %after, %end
  br i1 %fits, label %fine, label %full
fine:
  store i64 %after, ptr @top
  %found = inttoptr i64 %top to ptr
  ret ptr %found
full:
  ret ptr null
}
"""

MADE_HERE = ("@NRT_Allocate", "@spielbaum_mark", "@spielbaum_cut")


@cache
def initialised() -> None:
    """Let LLVM know this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def target(level: int) -> llvm.TargetMachine:
    """Return this machine; an engine owns it afterwards."""
    initialised()
    return llvm.Target.from_default_triple().create_target_machine(opt=level)


def type_of(value: Any) -> Any:
    """Return the type of an argument."""
    if isinstance(value, tuple):
        return TupleT(tuple(map(type_of, value)), type(value) if hasattr(value, "_fields") else None)
    return BOOL if isinstance(value, bool) else INT


def compiled_alone(function: Callable[..., Any], *arguments: Any, level: int | None = None) -> Callable[..., Any]:
    """Return a function compiled for arguments like these; without optimisations at level 0, which is usual by day."""
    level = int(at_night()) if level is None else level
    assert isinstance(function, FunctionType)
    compiler = Compiler()
    compiled = compiler.compiled(function, [type_of(argument) for argument in arguments])
    module = llvm.parse_assembly(_text(compiler.unit, compiled))
    module.verify()
    machine = target(level)
    if level:
        builder = llvm.create_pass_builder(machine, llvm.PipelineTuningOptions(speed_level=level))
        builder.getModulePassManager().run(module, builder)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    call = CFUNCTYPE(c_int32, c_void_p, c_void_p)(engine.get_function_address("call"))
    words = sum(kind.words for kind in compiled.parameters)
    memory, sites = c_char.from_buffer(mmap(-1, MEMORY)), compiler.unit.sites
    limits = [c_void_p.from_address(engine.get_global_value_address(name)) for name in ("top", "end")]

    def run(*given: Any) -> Any:
        _ = engine, memory
        limits[0].value, limits[1].value = (addressof(memory) + 15 & ~15), addressof(memory) + MEMORY - 16
        block = (c_int64 * (words + 1))(*_flat(given))
        out = (c_int64 * (compiled.returns.words + 1))()
        status = call(addressof(block), addressof(out))
        if status != 0:
            raise sites[status - 1].kind
        return _value(compiled.returns, iter(out))

    return run


def _text(unit: Unit, compiled: Any) -> str:
    """Return the module, with a function that takes arguments from a block of words."""
    lines = [line for line in unit.text("alone").splitlines() if not _is_made_here(line)]
    loads, given, place = [], ["ptr %out"], 0
    for kind in compiled.parameters:
        if kind.words > SMALL:
            loads.append(f"  %a{place} = getelementptr inbounds i64, ptr %block, i64 {place}")
            given.append(f"ptr %a{place}")
        else:
            for word in range(place, place + kind.words):
                loads += [f"  %p{word} = getelementptr inbounds i64, ptr %block, i64 {word}"]
                loads += [f"  %a{word} = load i64, ptr %p{word}"]
                given.append(f"i64 %a{word}")
        place += kind.words
    symbol = compiled.symbol.replace("{suffix}", "alone")
    call = [f"  %status = call i32 @{symbol}({', '.join(given)})", "  ret i32 %status", "}"]
    return "\n".join([*lines, RUNTIME, "define i32 @call(ptr %block, ptr %out) {", *loads, *call]) + "\n"


def _is_made_here(line: str) -> bool:
    return line.startswith("declare") and any(name + "(" in line for name in MADE_HERE)


def _flat(values: Any) -> Iterator[int]:
    for value in values:
        if isinstance(value, tuple):
            yield from _flat(value)
        else:
            yield int(value)


def _value(kind: Any, words: Iterator[int]) -> Any:
    if isinstance(kind, TupleT):
        items = [_value(item, words) for item in kind.items]
        return kind.cls(*items) if kind.cls is not None else tuple(items)
    if isinstance(kind, OptionalT):
        is_there, value = next(words), _value(kind.inner, words)
        return value if is_there else None
    if isinstance(kind, SequenceT) or is_list(kind):
        length, _, address = (c_int64 * 3).from_address(next(words))
        element = iter((c_int64 * (length * kind.element.words)).from_address(address))
        items = [_value(kind.element, element) for _ in range(length)]
        return items if is_list(kind) else tuple(items)
    if kind == FLOAT:
        return unpack("<d", pack("<q", next(words)))[0]
    if kind == UINT:
        return next(words) % 2**64
    return None if kind == NONE else bool(next(words)) if kind == BOOL else next(words)
